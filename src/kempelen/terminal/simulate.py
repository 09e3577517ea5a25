"""`kempelen simulate`: many games at once, and what they say."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from kempelen.terminal.cli import language, spoken
from kempelen.text.say import LANGUAGES, Say, Text

if TYPE_CHECKING:
    from rich.console import Console

    from kempelen.lab.backends import Backend
    from kempelen.lab.experiment import Experiment
    from kempelen.lab.run import Part

__all__ = ["command"]

say_help = Say.load(spoken())


@click.command(help=say_help("lab.help.simulate"))
@click.argument("game")
@click.option("-n", "--games", "games", default="1000", metavar="N", help=say_help("lab.help.games"))
@click.option("--players", metavar="N", help=say_help("lab.help.players"))
@click.option("--variant", "--scenario", "scenario", metavar="NAME", help=say_help("lab.help.scenario"))
@click.option("--bots", metavar="A,B", help=say_help("lab.help.bots"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=say_help("lab.help.option"))
@click.option("--seed", default="1", metavar="SEED", help=say_help("lab.help.seed"))
@click.option("--workers", metavar="N", help=say_help("lab.help.workers"))
@click.option("--lines", is_flag=True, help=say_help("lab.help.lines"))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=say_help("lab.help.output"))
@click.option("--record", nargs=2, metavar="NUMBER FILE", help=say_help("lab.help.record"))
@click.option("--force", is_flag=True, help=say_help("lab.help.force"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=say_help("lab.help.lang"))
def command(
    game: str,
    games: str,
    players: str | None,
    scenario: str | None,
    bots: str | None,
    options: tuple[str, ...],
    seed: str,
    workers: str | None,
    lines: bool,
    output: Path | None,
    record: tuple[str, str] | None,
    force: bool,
    lang: str | None,
) -> int:
    from kempelen.engine.game import say_in
    from kempelen.lab.backends import backend_for, cpu_count
    from kempelen.lab.experiment import BadExperiment, whole_number
    from kempelen.lab.output import check_path

    experiment = _experiment(game, games, players, scenario, bots, options, seed)
    wanted = cpu_count() if workers is None else whole_number("lab.bad_workers", workers)
    say = say_in(language(lang))
    if record is not None:
        if output is not None or lines:
            raise BadExperiment(Text("lab.record_alone"))
        return _save_record(experiment, record[0], Path(record[1]), force, say)
    if output is not None:
        check_path(output, force=force)
    return _simulate(experiment, backend_for(wanted, experiment.games), lines, output, say)


# -- what was asked for


def _experiment(
    name: str,
    games: str,
    players: str | None,
    scenario: str | None,
    bots: str | None,
    options: tuple[str, ...],
    seed: str,
) -> Experiment:
    from kempelen.engine.errors import BadSetup
    from kempelen.engine.game import game_named
    from kempelen.lab.experiment import Experiment, seats_of, usual_seats, whole_number
    from kempelen.terminal.start import options_from

    rules = game_named(name)
    scenario = scenario or rules.scenarios[0]
    if scenario not in rules.scenarios:
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario, known=", ".join(rules.scenarios)))
    count = usual_seats(rules, scenario) if players is None else whole_number("lab.bad_players", players, least=0)
    who = tuple(bot.strip() for bot in bots.split(",")) if bots is not None else tuple(rules.bots)[:1]
    experiment = Experiment(
        name, scenario, seats_of(who, count), options_from(options), whole_number("lab.bad_games", games), seed
    )
    experiment.check()
    return experiment


# -- doing it


def _save_record(experiment: Experiment, number: str, path: Path, force: bool, say: Say) -> int:
    from kempelen.lab.experiment import whole_number
    from kempelen.lab.output import check_path, save_lines
    from kempelen.lab.run import record_of

    wanted = whole_number("lab.bad_number", number)
    check_path(path, force=force)
    save_lines(path, [record_of(experiment, wanted).text()])
    click.echo(say("lab.record_saved", number=wanted, file=str(path)))
    return 0


def _simulate(experiment: Experiment, backend: Backend, lines: bool, output: Path | None, say: Say) -> int:
    from rich.console import Console

    from kempelen.lab import tables
    from kempelen.lab.output import save_lines
    from kempelen.lab.run import row_json

    parts: list[Part] = []
    start = perf_counter()
    try:
        _play(experiment, backend, lines, parts, say)
    except KeyboardInterrupt:
        click.echo(say("lab.stopped", n=sum(len(part.rows) for part in parts), games=experiment.games), err=True)
        return 130
    elapsed = perf_counter() - start
    rows = [row for part in parts for row in part.rows]
    if output is not None:
        save_lines(output, (row_json(experiment, row) for row in rows))
    console = Console(highlight=False)
    tables.show(console, experiment, rows, say)
    if lines:
        tables.show_lines(console, experiment, rows, say)
    _show_speed(console, parts, elapsed, backend.workers, say)
    if output is not None:
        console.print(say("lab.saved", file=str(output), n=len(rows)), soft_wrap=True, markup=False)
    return 0


def _play(experiment: Experiment, backend: Backend, lines: bool, parts: list[Part], say: Say) -> None:
    """Play, with a progress bar if somebody watches. It is drawn as parts come in: no thread beside the pool."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kempelen.lab.run import run

    watched = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=watched, auto_refresh=False, transient=True, disable=not watched.is_terminal
    ) as progress:
        task = progress.add_task(say("lab.playing"), total=experiment.games)
        for part in run(experiment, backend, lines=lines):
            parts.append(part)
            progress.update(task, advance=len(part.rows), refresh=True)


def _show_speed(console: Console, parts: list[Part], elapsed: float, workers: int, say: Say) -> None:
    games = sum(len(part.rows) for part in parts)
    decisions = sum(row.decisions for part in parts for row in part.rows)
    cpu = max(sum(part.cpu for part in parts), 1e-9)
    console.print(
        say(
            "lab.speed",
            games=games,
            seconds=elapsed,
            per_second=games / max(elapsed, 1e-9),
            workers=workers,
            cpu=cpu,
            games_per_cpu=games / cpu,
            decisions_per_cpu=decisions / cpu,
        ),
        markup=False,
    )
