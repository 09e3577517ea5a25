"""`kempelen roster`: check a group of one's own, or begin one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from kempelen.behaviour.document import Grid
from kempelen.engine.errors import BadPosition, BadSetup
from kempelen.engine.files.position import in_file, position_text, read_data
from kempelen.engine.game import Game, game_named, games
from kempelen.lab.output import check_path, save_lines
from kempelen.parts.lab import bench_scenario
from kempelen.parts.rosters import rosters_of
from kempelen.parts.scenarios import read_scenario
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.cli import spoken
from kempelen.terminal.start import help_on, lang_option
from kempelen.text.say import Say, Text

__all__ = ["command", "game_option", "roster_from"]

say_help = Say.load(spoken())
game_option = click.option("--game", metavar="GAME", help=say_help("roster.help.game"))


@click.group(help=say_help("roster.help.command"))
def command() -> None:
    """Rosters."""


@command.command("check", help=say_help("roster.help.check"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@game_option
@lang_option
def check(files: tuple[str, ...], game: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    return max([check_one(screen, file, game) for file in files])


@command.command("new", help=say_help("roster.help.new"))
@click.option("--faction", required=True, metavar="NAME", help=say_help("roster.help.faction"))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=say_help("roster.help.output"))
@click.option("--force", is_flag=True, help=help_on("force"))
@game_option
@lang_option
def new(faction: str, output: Path | None, force: bool, game: str | None, lang: str | None) -> int:
    screen, rules = screen_in(lang), game_with_rosters(game)
    if output is None:
        click.echo(rosters_of(rules).start(faction, screen.say), nl=False)
        return 0
    if output.suffix.lower() != ".toml":
        raise BadSetup(Text("roster.ending", file=str(output)))
    text = rosters_of(rules).start(faction, screen.say)
    check_path(output, force=force)
    save_lines(output, [text])
    screen.tell("terminal.talk.saved", "green", file=str(output))
    screen.tell("roster.then", "dim", command=f"kempelen roster check {output}")
    return 0


@command.command("battle", help=say_help("roster.help.battle"))
@click.argument("one", metavar="ROSTER")
@click.argument("other", metavar="ROSTER")
@click.option("--scenario", metavar="NAME", help=say_help("roster.help.scenario"))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help=say_help("roster.help.output"),
)
@click.option("--force", is_flag=True, help=help_on("force"))
@game_option
@lang_option
def battle(
    one: str, other: str, scenario: str | None, output: Path, force: bool, game: str | None, lang: str | None
) -> int:
    screen, groups = screen_in(lang), []
    for given in (one, other):
        rules, name, data = roster_from(given, game)
        for problem in rosters_of(rules).muster(data).problems:
            raise in_file(BadPosition(problem), name)
        groups.append(data)
    position = rosters_of(rules).battle(groups, scenario or bench_scenario(rules))
    read_scenario(rules, position, {})
    text = position_text(position, output.name)
    check_path(output, force=force)
    save_lines(output, [text])
    screen.tell("terminal.talk.saved", "green", file=str(output))
    screen.tell("roster.then_play", "dim", command=f"kempelen play {rules.name} --scenario {output}")
    return 0


# -- which one is meant


def game_with_rosters(name: str | None) -> Game[Any]:
    """The game that is named, or the only one that has rosters; raises BadSetup."""
    able = [game for game in games().values() if game.rosters is not None]
    if name is None:
        if len(able) == 1:
            return able[0]
        raise BadSetup(Text("roster.which_game", known=[game.name for game in able]))
    game = game_named(name)
    if game not in able:
        raise BadSetup(Text("roster.none", game=game.name, known=[game.name for game in able]))
    return game


def roster_from(given: str, game: str | None) -> tuple[Game[Any], str, Mapping[str, Any]]:
    """A roster in a file, or a shipped one by its name, with its game and what to call it; raises a PlayerError."""
    path = Path(given).expanduser()
    if not path.suffix and not path.exists():
        rules = game_with_rosters(game)
        shipped = rosters_of(rules).file(given)
        if shipped is None:
            raise BadSetup(Text("roster.unknown", name=given, known=rosters_of(rules).factions))
        return rules, given, shipped
    data = read_data(path)
    named = data.get("game", "")
    return game_with_rosters(game or (named if isinstance(named, str) and named else None)), path.name, data


# -- checking


def check_one(screen: Screen, given: str, game: str | None) -> int:
    """Everything about one roster; 1 if it cannot be played."""
    try:
        rules, name, data = roster_from(given, game)
    except BadPosition as error:
        screen.error(error)
        return 1
    found = rosters_of(rules).muster(data)
    for problem in found.problems:
        screen.error(in_file(BadPosition(problem), name))
    if found.problems:
        return 1
    if found.grid is not None:
        screen.show(drawn(screen, found.grid))
    if found.total is not None:
        screen.line(screen.say.of(found.total), "bold")
    for doubt in found.doubts:
        screen.tell("scenario.doubt", "yellow", file=name, doubt=doubt)
    screen.tell("roster.fine", "green", file=name)
    return 0


def drawn(screen: Screen, grid: Grid) -> Table:
    """The table; what begins with a figure stands on the right."""
    say = screen.say
    rows = [[say.of(cell) for cell in row] for row in grid.rows]
    made = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for n, cell in enumerate(grid.head):
        figures = all(row[n][:1].isdigit() or row[n] in ("–", "") or row[n][:1] == "-" for row in rows)
        made.add_column(say.of(cell), justify="right" if figures else "left", no_wrap=True)
    for row in rows:
        made.add_row(*row)
    return made
