"""`kempelen bench`: how fast the games are on this machine."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from kempelen.terminal.cli import language
from kempelen.terminal.progress import watched
from kempelen.terminal.usage import say_help
from kempelen.text.say import LANGUAGES, Say

if TYPE_CHECKING:
    from kempelen.lab.bench import Measured

__all__ = ["command"]


@click.command(help=say_help("lab.help.bench"))
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help=say_help("lab.help.json"))
@click.option("-n", "--games", metavar="N", help=say_help("lab.help.bench_games"))
@click.option("--runs", default="11", metavar="N", help=say_help("lab.help.runs"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=say_help("lab.help.lang"))
def command(game: str | None, as_json: bool, games: str | None, runs: str, lang: str | None) -> int:
    from kempelen.engine.game import game_named, say_in
    from kempelen.engine.game import games as all_games
    from kempelen.lab.bench import bench, in_units, machine, unit
    from kempelen.lab.experiment import whole_number

    wanted = [game_named(game)] if game is not None else list(all_games().values())
    count = None if games is None else whole_number("lab.bad_games", games)
    repeat = whole_number("lab.bad_runs", runs)
    say = say_in(language(lang))
    if not as_json:
        click.echo(say("lab.bench.head", runs=repeat, **machine()))
    try:
        measure = unit(repeat)
        click.echo(
            json.dumps({"name": measure.name, **measure.numbers, **machine()}) if as_json else _line(measure, say)
        )
        for one in wanted:
            for measured in watched(bench(one, count, repeat), partial(_running, say, one.name)):
                times = in_units(measured, measure)
                told = {} if times is None else {"units": round(times, 2)}
                click.echo(
                    json.dumps({"name": measured.name, **measured.numbers, **told, **machine()})
                    if as_json
                    else _line(measured, say, times)
                )
    except KeyboardInterrupt:
        click.echo(say("lab.bench.stopped"), err=True)
        return 130
    return 0


def _running(say: Say, game: str, n: int) -> str:
    return say("lab.bench.running", game=game, n=n)


def _line(measured: Measured, say: Say, units: float | None = None) -> str:
    """Name, the first number, also as a multiple of the unit, and what it says."""
    first, *_ = measured.numbers.values()
    game, _, kind = measured.name.rpartition(".")
    key = f"{game}.bench.{kind}" if say.has(f"{game}.bench.{kind}") else f"lab.bench.{kind}"
    times = "" if units is None else say("lab.bench.units", x=units)
    return f"{measured.name:<24} {say('lab.bench.number', x=first):>9} {times:>10}  {say(key, **measured.numbers)}"
