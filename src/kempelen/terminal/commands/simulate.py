"""`kempelen simulate`: many games at once, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from kempelen.engine.seats import bot_name, split_seats
from kempelen.engine.setup import options_in
from kempelen.terminal.automas import automa_option, with_automa_given
from kempelen.terminal.cli import language
from kempelen.terminal.difficulty import difficulty_option
from kempelen.terminal.usage import say_help
from kempelen.text.say import LANGUAGES, Say, Text

if TYPE_CHECKING:
    from rich.console import Console

    from kempelen.lab.backends import Backend
    from kempelen.lab.experiment import Experiment
    from kempelen.lab.run import Part

__all__ = ["command"]

ALL = "all"
"""Instead of a scenario, a number of players or a difficulty: each of the game's in turn."""


@click.command(help=say_help("lab.help.simulate"))
@click.argument("game")
@click.option("-n", "--games", "games", default="1000", metavar="N", help=say_help("lab.help.games"))
@click.option("--players", metavar="N", help=say_help("lab.help.players"))
@click.option("--variant", "--scenario", "--map", "scenario", metavar="NAME", help=say_help("lab.help.scenario"))
@click.option("--bots", metavar="A,B", help=say_help("lab.help.bots"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=say_help("lab.help.option"))
@difficulty_option
@click.option("--edition", default="", metavar="en|de", help=say_help("lab.help.edition"))
@automa_option
@click.option("--seed", default="1", metavar="SEED", help=say_help("lab.help.seed"))
@click.option("--workers", metavar="N", help=say_help("lab.help.workers"))
@click.option("--lines/--no-lines", default=None, help=say_help("lab.help.lines"))
@click.option("--strict", is_flag=True, help=say_help("lab.help.strict"))
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
    edition: str,
    automa: str | None,
    seed: str,
    workers: str | None,
    lines: bool | None,
    strict: bool,
    output: Path | None,
    record: tuple[str, str] | None,
    force: bool,
    lang: str | None,
) -> int:
    from kempelen.engine.game import game_named, say_in
    from kempelen.lab.backends import backend_for, cpu_count
    from kempelen.lab.experiment import BadExperiment, whole_number
    from kempelen.lab.output import check_path

    experiments = _experiments(game, games, players, scenario, bots, options, edition, automa, seed)
    wanted = cpu_count() if workers is None else whole_number("lab.bad_workers", workers)
    say = say_in(language(lang))
    if record is not None:
        if output is not None or lines:
            raise BadExperiment(Text("lab.record_alone"))
        if len(experiments) > 1:
            raise BadExperiment(Text("lab.record_one"))
        return _save_record(experiments[0], record[0], Path(record[1]), force, say)
    if output is not None:
        check_path(output, force=force)
    if lines is None:  # a look at the whole game is not for speed
        lines = scenario == ALL and game_named(game).automa in map(bot_name, experiments[0].seats)
    return _simulate(experiments, backend_for(wanted, experiments[0].games), lines, strict, output, say)


# -- what was asked for


def _experiments(
    name: str,
    games: str,
    players: str | None,
    scenario: str | None,
    bots: str | None,
    options: tuple[str, ...],
    edition: str,
    automa: str | None,
    seed: str,
) -> list[Experiment]:
    """One, or one for each scenario of the game, number of players and difficulty that was asked for with `all`."""
    from kempelen.engine.game import game_named
    from kempelen.lab.experiment import whole_number
    from kempelen.lab.plan.cells import LEVEL, cell_experiment
    from kempelen.terminal.start import options_from

    rules = game_named(name)
    chosen = options_from(options)
    levels: Sequence[str | None] = (None,)
    if options_in(rules, edition, chosen).get(LEVEL) == ALL and LEVEL in rules.rulings:
        levels = tuple(rules.rulings[LEVEL].values)
        del chosen[LEVEL]
    who = split_seats(bots) if bots is not None else None
    number = whole_number("lab.bad_games", games)
    experiments = []
    for one in rules.scenarios if scenario == ALL else (scenario,):
        counts: Sequence[int | None] = (None,)
        if players == ALL and (one is None or one in rules.scenarios):
            counts = rules.seat_counts(one or rules.scenarios[0])
        elif players is not None and players != ALL:
            counts = (whole_number("lab.bad_players", players, least=0),)
        for count, level in product(counts, levels):
            experiments.append(
                cell_experiment(
                    rules,
                    scenario=one,
                    players=count,
                    bots=who,
                    options=chosen,
                    level=level,
                    edition=edition,
                    games=number,
                    seed=seed,
                )
            )
    return [_with_automa(experiment, automa) for experiment in experiments] if automa is not None else experiments


def _with_automa(experiment: Experiment, given: str) -> Experiment:
    """The experiment with somebody's automa wherever the game's own would play."""
    setup = with_automa_given(experiment.setup, given)
    return replace(experiment, seats=setup.seats, automas=setup.automas, roles=setup.roles)


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


def _simulate(
    experiments: list[Experiment], backend: Backend, lines: bool, strict: bool, output: Path | None, say: Say
) -> int:
    from rich.console import Console

    from kempelen.lab import tables
    from kempelen.lab.output import save_lines
    from kempelen.lab.overview import show_all
    from kempelen.lab.run import row_json

    parts: list[list[Part]] = [[] for _ in experiments]
    start = perf_counter()
    try:
        _play(experiments, backend, lines, strict, parts, say)
    except KeyboardInterrupt:
        played = sum(len(part.rows) for some in parts for part in some)
        wanted = sum(experiment.games for experiment in experiments)
        click.echo(say("lab.stopped", n=played, games=wanted), err=True)
        return 130
    elapsed = perf_counter() - start
    runs = [
        (experiment, [row for part in some for row in part.rows])
        for experiment, some in zip(experiments, parts, strict=True)
    ]
    if output is not None:
        save_lines(output, (row_json(experiment, row) for experiment, rows in runs for row in rows))
    console = Console(highlight=False)
    if len(runs) == 1:
        tables.show(console, *runs[0], say)
    else:
        show_all(console, runs, say)
    every = [row for _, rows in runs for row in rows]
    if lines:
        tables.show_lines(console, experiments[0], every, say)
    _show_speed(console, [part for some in parts for part in some], elapsed, backend.workers, say)
    if output is not None:
        console.print(say("lab.saved", file=str(output), n=len(every)), soft_wrap=True, markup=False)
    return 0


def _play(
    experiments: list[Experiment], backend: Backend, lines: bool, strict: bool, parts: list[list[Part]], say: Say
) -> None:
    """Play, with a progress bar if somebody watches. It is drawn as parts come in: no thread beside the pool."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kempelen.lab.run import run_all

    watched = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=watched, auto_refresh=False, transient=True, disable=not watched.is_terminal
    ) as progress:
        task = progress.add_task(say("lab.playing"), total=sum(experiment.games for experiment in experiments))
        for n, part in run_all(experiments, backend, lines=lines, strict=strict):
            parts[n].append(part)
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
