"""A scenario, map or position of somebody's own in the form for a new game: what it says, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.engine.errors import BadPosition, PlayerError
from kempelen.engine.files.position import in_file, parse_position
from kempelen.engine.game import Game, Setup, game_named
from kempelen.engine.setup import check_setup
from kempelen.text.say import Text

__all__ = [
    "FILE",
    "POSITION",
    "Own",
    "content_in",
    "game_of",
    "is_position",
    "own_in",
    "players_of",
    "read",
    "read_for",
]
__all__ += ["scenario_of", "with_position"]

POSITION, FILE = "position_text", "position_file"
"""Fields of the form: what the file holds, and what it is called."""


@dataclass(frozen=True, slots=True)
class Own:
    """A file that could be read, as a form shows it."""

    file: str
    text: str
    position: Mapping[str, Any]
    scenario: str
    players: int
    state: Any
    problems: tuple[Text, ...] = ()
    """Why nobody could play it as a scenario, and what is probably not meant."""


def is_position(name: str) -> bool:
    return name.lower().endswith((".toml", ".json"))


def content_in(form: Mapping[str, Any]) -> tuple[str, str]:
    """The name of the file and what it holds; both empty if the form brings none."""
    found = [form.get(key, "") for key in (FILE, POSITION)]
    name, text = (one if isinstance(one, str) else one[-1] for one in found)
    return (name[:80] or "x.toml", text) if text.strip() else ("", "")


def read(name: str, content: bytes) -> tuple[Game[Any], dict[str, Any]]:
    """The game and the position of a file; raises BadPosition or BadSetup."""
    position = parse_position(content, name)
    game = game_named(position["game"])
    if game.rosters is not None and "faction" in position:
        raise in_file(BadPosition(Text("web.error.is_roster", game=Text(f"{game.name}.title"))), name)
    try:
        game.from_position(position, {})
    except BadPosition as error:
        raise in_file(error, name) from error
    return game, position


def read_for(game: Game[Any], name: str, content: bytes) -> dict[str, Any]:
    """The position of a file for this game; raises BadPosition or BadSetup."""
    other, position = read(name, content)
    if other is not game:
        raise in_file(BadPosition(Text("terminal.start.other_game", file=name, game=game.name, other=other.name)), name)
    return position


def game_of(name: str, content: bytes) -> str:
    """Which game the file is for."""
    return read(name, content)[0].name


def scenario_of(game: Game[Any], position: Mapping[str, Any]) -> str:
    wanted = position.get("variant") or position.get("scenario")
    return wanted if wanted in game.scenarios else game.scenarios[0]


def players_of(game: Game[Any], position: Mapping[str, Any], usual: int) -> int:
    players = position.get("players")
    return len(players) if isinstance(players, list) else usual


def own_in(game: Game[Any], form: Mapping[str, Any], usual: Any) -> Own | None:
    """What the form brings along, if it is for this game and can be read; `usual` says how many play a scenario."""
    name, text = content_in(form)
    if not text:
        return None
    try:
        other, position = read(name, text.encode())
    except PlayerError:
        return None  # beginning says what is wrong
    if other is not game:
        return None
    scenario = scenario_of(game, position)
    state = game.from_position(position, {})
    files = game.scenario_files
    problems = () if files is None else (*files.problems(state), *files.doubts(state))
    return Own(name, text, position, scenario, players_of(game, position, usual(game, scenario)), state, problems)


def with_position(game: Game[Any], setup: Setup, form: Mapping[str, Sequence[str]]) -> Setup:
    """The game from the position that the form brings, if it brings one; raises a PlayerError."""
    name, text = content_in(form)
    if not text:
        return setup
    position = read_for(game, name, text.encode())
    setup = replace(setup, scenario=scenario_of(game, position), position=position)
    check_setup(game, setup)
    return setup
