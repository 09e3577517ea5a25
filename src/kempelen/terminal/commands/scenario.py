"""`kempelen scenario`: look at a scenario, and check one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from kempelen.engine.errors import BadPosition, BadSetup, reason_of
from kempelen.engine.files.position import in_file, position_text, read_position
from kempelen.engine.game import Game, Setup, game_named, games
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR
from kempelen.lab.experiment import usual_seats
from kempelen.parts.scenarios import read_scenario, scenario_file
from kempelen.scene.model import SIGNS, Scene
from kempelen.scene.svg import render
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.board import draw
from kempelen.terminal.cli import spoken
from kempelen.terminal.start import lang_option
from kempelen.text.say import LANGUAGES, Say, Text

__all__ = ["command", "found", "map_of", "show_briefing"]

say_help = Say.load(spoken())
FILES = (".toml", ".json")


@click.group(help=say_help("scenario.help.command"))
def command() -> None:
    """Scenarios."""


@command.command("check", help=say_help("scenario.help.check"))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@lang_option
def check(files: tuple[Path, ...], lang: str | None) -> int:
    screen = screen_in(lang)
    return max([check_file(screen, file) for file in files])


@command.command("show", help=say_help("scenario.help.show"))
@click.argument("name", metavar="FILE|NAME")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=say_help("scenario.help.output"))
@lang_option
def show(name: str, output: Path | None, lang: str | None) -> int:
    screen = screen_in(lang)
    scenario = found(name)
    if output is not None:
        write(screen, scenario, output)
        return 0
    show_briefing(screen, scenario)
    screen.line()
    files = scenario.game.scenario_files
    sections = files.sheet(scenario.state) if files is not None else ()
    scene = scenario.scene(screen.say)
    draw(screen, map_of(scene) if sections else scene, parts="board beside")
    for heading, lines in sections:
        screen.line()
        screen.line(screen.say.of(heading), "bold")
        for line in lines:
            screen.line(screen.say.of(line), indent=2)
    return 0


# -- which one is meant


@dataclass(frozen=True, slots=True)
class Found:
    """A scenario that is shipped or in a file."""

    game: Game[Any]
    name: str
    """Empty for one from a file."""
    data: Mapping[str, Any] | None
    """What its file says; None for one that has no file."""
    state: Any

    def scene(self, say: Say) -> Scene:
        """The table before the first move, as a spectator sees it."""
        return self.game.scene(self.game.view(self.state, SPECTATOR), say)

    def words(self, kind: str, say: Say) -> str:
        """Its `title` or `briefing`: from the file, or from the game's texts."""
        own = (self.data or {}).get(kind)
        if isinstance(own, Mapping) and own:
            return str(own.get(say.lang) or next(iter(own.values())))
        key = f"{self.game.name}.{'scenario' if kind == 'title' else kind}.{self.name}"
        return say(key) if self.name and say.has(key) else self.name


def found(given: str) -> Found:
    """The scenario of this name (`first`, or with its game `saboteur/first`), or in this file; raises a PlayerError."""
    path = Path(given).expanduser()
    if path.suffix.lower() in FILES or path.is_file():
        data = read_position(path)
        game = game_named(data["game"])
        try:
            return Found(game, "", data, read_scenario(game, data, {}))
        except BadPosition as error:
            raise in_file(error, path.name) from error
    game, name = named(given)
    file = scenario_file(game, name)
    if file is not None:
        return Found(game, name, file, read_scenario(game, file, {}))
    setup = Setup(game.name, name, (game.automa,) * usual_seats(game, name))
    session = Session(game, setup, seed=1)
    session.advance()
    return Found(game, name, None, session.state)


def named(given: str) -> tuple[Game[Any], str]:
    """A game and its scenario."""
    wanted, _, name = given.rpartition("/")
    among = [game_named(wanted)] if wanted else list(games().values())
    fitting = [game for game in among if name in game.scenarios]
    if len(fitting) == 1:
        return fitting[0], name
    if fitting:
        known = [f"{game.name}/{name}" for game in fitting]
        raise BadSetup(Text("scenario.several", name=name, known=known))
    known = [f"{game.name}/{scenario}" for game in among for scenario in game.scenarios]
    raise BadSetup(Text("scenario.unknown", name=given, known=known))


# -- showing and writing


def show_briefing(screen: Screen, scenario: Found) -> None:
    """Its name, and what it is about."""
    screen.line(scenario.words("title", screen.say) or screen.say(f"{scenario.game.name}.title"), "bold")
    briefing = scenario.words("briefing", screen.say)
    if briefing != scenario.name:
        screen.line(briefing)


def map_of(scene: Scene) -> Scene:
    """The map without what lies beside it, but with what its signs mean."""
    return replace(scene, trays=tuple(tray for tray in scene.trays if tray.id == SIGNS))


def write(screen: Screen, scenario: Found, path: Path) -> None:
    """The map as a picture, or the scenario as a file to begin one's own with."""
    if path.suffix.lower() == ".svg":
        text = render(map_of(scenario.scene(screen.say)), theme="light")  # not every viewer knows variables
    elif path.suffix.lower() in FILES:
        if scenario.data is None:
            raise BadSetup(Text("scenario.no_file", name=scenario.name))
        text = position_text(own(scenario), path.name)
    else:
        raise BadSetup(Text("scenario.ending", file=str(path)))
    if path.exists():
        raise BadSetup(Text("scenario.exists", file=str(path)))
    try:
        path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise BadSetup(Text("terminal.talk.save_failed", file=str(path), reason=reason_of(error))) from error
    screen.tell("terminal.talk.saved", "green", file=str(path))


def own(scenario: Found) -> dict[str, Any]:
    """A shipped scenario without its name, so that it can be changed."""
    from kempelen.engine.game import say_in

    data = dict(scenario.data or {})
    if scenario.name:
        data.pop("scenario", None)
        for kind in ("title", "briefing"):
            data.setdefault(kind, {lang: scenario.words(kind, say_in(lang)) for lang in LANGUAGES})
    return data


# -- checking


def check_file(screen: Screen, path: Path) -> int:
    """Everything that is wrong with a scenario in a file; 1 if it cannot be played."""
    try:
        data = read_position(path)
        game = game_named(data["game"])
    except BadPosition as error:
        screen.error(error)
        return 1
    try:
        state = game.from_position(data, {})
    except BadPosition as error:
        screen.error(in_file(error, path.name))
        return 1
    files = game.scenario_files
    problems = files.problems(state) if files is not None else ()
    for problem in problems:
        screen.error(in_file(BadPosition(problem), path.name))
    for doubt in files.doubts(state) if files is not None else ():
        screen.tell("scenario.doubt", "yellow", file=path.name, doubt=doubt)
    if not problems:
        screen.tell("scenario.fine", "green", file=path.name, how=f"kempelen play {game.name} --scenario {path}")
    return 1 if problems else 0
