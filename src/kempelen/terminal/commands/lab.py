"""`kempelen lab`: experiments as files. Plan one, play it, ask its rows, see it as a page."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from kempelen.terminal.cli import language
from kempelen.terminal.start import help_on
from kempelen.terminal.usage import say_help
from kempelen.text.say import LANGUAGES, Say, Text

if TYPE_CHECKING:
    from kempelen.lab.backends import Backend
    from kempelen.lab.folder.play import Progress
    from kempelen.lab.plan.plan import Plan

__all__ = ["FILE", "LANG", "ON", "backend_on", "command", "duration", "progress_bar"]

ON = ("pool", "dask", "ray")
FILE = click.Path(path_type=Path)
LANG = click.option("--lang", type=click.Choice(LANGUAGES), help=say_help("lab.help.lang"))


@click.group(help=say_help("lab.help.command"))
def command() -> None:
    """Experiments as files."""


@command.command("plan", help=say_help("lab.help.plan"))
@click.argument("file", type=FILE)
@click.option("--workers", metavar="N", help=say_help("lab.help.workers"))
@LANG
def plan_command(file: Path, workers: str | None, lang: str | None) -> int:
    from kempelen.engine.game import say_in
    from kempelen.lab.backends import cpu_count
    from kempelen.lab.experiment import whole_number
    from kempelen.lab.plan.plan import plan_file

    wanted = cpu_count() if workers is None else whole_number("lab.bad_workers", workers)
    _show_plan(plan_file(file), wanted, say_in(language(lang)))
    return 0


@command.command("run", help=say_help("lab.help.run"))
@click.argument("file", type=FILE)
@click.option("-o", "--output", type=FILE, metavar="FOLDER", help=say_help("lab.help.folder"))
@click.option("--on", type=click.Choice(ON), default="pool", help=say_help("lab.help.on"))
@click.option("--address", metavar="A", help=say_help("lab.help.address"))
@click.option("--workers", metavar="N", help=say_help("lab.help.workers"))
@click.option("--resume", is_flag=True, help=say_help("lab.help.resume"))
@LANG
def run_command(
    file: Path,
    output: Path | None,
    on: str,
    address: str | None,
    workers: str | None,
    resume: bool,
    lang: str | None,
) -> int:
    from kempelen.engine.game import say_in
    from kempelen.lab.backends import cpu_count
    from kempelen.lab.experiment import whole_number
    from kempelen.lab.folder.play import open_folder, play_folder
    from kempelen.lab.plan.plan import plan_file

    say = say_in(language(lang))
    wanted = cpu_count() if workers is None else whole_number("lab.bad_workers", workers)
    _check_place(on, address)
    plan = plan_file(file)
    folder = output or Path(file.with_suffix(".lab").name)
    _show_plan(plan, wanted, say)
    start = perf_counter()
    try:
        with backend_on(on, address, wanted, plan.asked.game, plan.games) as backend:
            manifest = open_folder(plan, folder, _command(file, folder), resume=resume)
            with progress_bar(say) as progress:
                done = play_folder(plan, manifest, folder, backend, progress)
    except KeyboardInterrupt:
        again = _command(
            file, folder, *(["--on", on] if on != ON[0] else []), *(["--address", address] if address else [])
        )
        click.echo(say("lab.run.stopped", folder=str(folder), command=again), err=True)
        return 130
    click.echo(
        say(
            "lab.run.done",
            games=done.games,
            kept=done.kept,
            seconds=perf_counter() - start,
            cpu=done.cpu,
            folder=str(folder),
        )
    )
    click.echo(say("lab.run.then", folder=shlex.quote(str(folder))))
    return 0


@command.command("query", help=say_help("lab.help.query"))
@click.argument("folder", type=FILE)
@click.argument("sql")
@click.option("--json", "as_json", is_flag=True, help=say_help("lab.help.query_json"))
@LANG
def query_command(folder: Path, sql: str, as_json: bool, lang: str | None) -> int:
    from kempelen.lab.folder.query import query

    answer = query(folder, sql)
    if as_json:
        for row in answer.rows:
            click.echo(json.dumps(dict(zip(answer.names, row, strict=True)), ensure_ascii=False, default=str))
        return 0
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(*answer.names, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in answer.rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    Console(highlight=False, markup=False).print(table)
    return 0


@command.command("report", help=say_help("lab.help.report"))
@click.argument("folder", type=FILE)
@click.option("-o", "--output", type=FILE, metavar="FILE", help=say_help("lab.help.report_output"))
@click.option("--force", is_flag=True, help=help_on("force"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=say_help("lab.help.report_lang"))
def report_command(folder: Path, output: Path | None, force: bool, lang: str | None) -> int:
    from importlib.util import find_spec

    from kempelen.engine.game import say_in
    from kempelen.lab.output import check_path
    from kempelen.lab.report.write import REPORT, Film, write_report

    if output is not None:  # the one in the folder is the experiment's own
        check_path(output, force=force)
    film: Film | None = None
    if find_spec("jinja2") is not None and find_spec("fastapi") is not None:
        from kempelen.web.lab.reporting import film_of

        film = film_of
    first = say_in(language(lang))
    says = [first] if lang is not None else [first, *(say_in(other) for other in LANGUAGES if other != first.lang)]
    file = output or folder / REPORT
    write_report(folder, file, says, film)
    click.echo(first("lab.run.report_saved", file=str(file)))
    return 0


def _command(file: Path, folder: Path, *more: str) -> str:
    return shlex.join(["kempelen", "lab", "run", str(file), "-o", str(folder), *more, "--resume"])


def _show_plan(plan: Plan, workers: int, say: Say) -> None:
    most = plan.until is not None
    click.echo(
        say(
            "lab.plan.most" if most else "lab.plan.games",
            game=Text(f"{plan.asked.game}.title"),
            cells=len(plan.cells),
            games=plan.games,
            width=plan.until.width if plan.until is not None else 0.0,
        )
    )
    for cell in plan.cells[:20]:
        seats = ", ".join(cell.experiment.seats)
        click.echo("  " + say("lab.plan.cell", number=cell.number, cell=cell.label, seats=seats))
    if len(plan.cells) > 20:
        click.echo("  " + say("lab.plan.more_cells", n=len(plan.cells) - 20))
    click.echo(say("lab.plan.chunk", games=plan.chunk))
    click.echo(
        say("lab.plan.time", cpu=duration(plan.seconds, say), time=duration(plan.seconds / workers, say), n=workers)
    )


def duration(seconds: float, say: Say) -> str:
    if seconds < 90:
        return say("lab.plan.seconds", x=max(round(seconds), 1))
    if seconds < 5400:
        return say("lab.plan.minutes", x=round(seconds / 60))
    return say("lab.plan.hours", x=seconds / 3600)


def _check_place(on: str, address: str | None) -> None:
    """Raise BadExperiment if nobody is there to play: no game is tried before that."""
    from kempelen.lab.clusters.same import check_address
    from kempelen.lab.experiment import BadExperiment

    if address is not None and on == ON[0]:
        raise BadExperiment(Text("lab.run.address"))
    if address is not None:
        check_address(on, address)


@contextmanager
def backend_on(on: str, address: str | None, workers: int, game: str, games: int) -> Iterator[Backend]:
    """Whoever plays: this process, a pool, or a cluster that is closed in the end. Raises BadExperiment."""
    from kempelen.lab.backends import backend_for

    _check_place(on, address)
    if on == "dask":
        from kempelen.lab.clusters.dask import dask_cluster

        with dask_cluster(workers, game, address) as cluster:
            yield cluster
    elif on == "ray":
        from kempelen.lab.clusters.ray import ray_cluster

        with ray_cluster(workers, game, address) as cluster:
            yield cluster
    else:
        yield backend_for(workers, games)


@contextmanager
def progress_bar(say: Say) -> Iterator[Progress]:
    """A bar if somebody watches. It is drawn as chunks come in: no thread beside the pool."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    watched = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=watched, auto_refresh=False, transient=True, disable=not watched.is_terminal
    ) as bar:
        task = bar.add_task(say("lab.playing"), total=None)
        yield lambda games, most: bar.update(task, completed=games, total=most, refresh=True)
