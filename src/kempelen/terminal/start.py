"""What every command that begins a game is told: who sits where, which rules, from which position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

from kempelen.engine.dice import secret_seed
from kempelen.engine.errors import BadOption, BadSetup, reason_of
from kempelen.engine.files.measure import content_of
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Game, Setup, game_named, games
from kempelen.engine.session import Session
from kempelen.engine.setup import check_count, check_setup, edition_for, options_in
from kempelen.engine.table import Seat
from kempelen.lab.experiment import usual_seats
from kempelen.parts.scenarios import is_file, position_from, scenario_from
from kempelen.store import Store
from kempelen.store import open_store as users_store
from kempelen.terminal.automas import automa_option, with_automa_given
from kempelen.terminal.difficulty import difficulty_option
from kempelen.terminal.usage import say_help
from kempelen.text.say import LANGUAGES, Text

__all__ = [
    "edition_option",
    "game_options",
    "help_on",
    "lang_option",
    "load_record",
    "open_store",
    "options_from",
    "resumed",
    "seat_from",
    "seed_from",
    "setup_from",
]

F = TypeVar("F", bound=Callable[..., Any])


def help_on(key: str) -> str:
    """The help of a command or an option, by the end of its key."""
    return say_help(f"terminal.help.{key}")


def lang_option(function: F) -> F:
    return click.option("--lang", type=click.Choice(LANGUAGES), help=help_on("lang"))(function)


def edition_option(function: F) -> F:
    return click.option("--edition", default="", metavar="en|de", help=help_on("edition"))(function)


def game_options(function: F) -> F:
    """The options of `play` and `companion`."""
    options = (
        click.argument("name", metavar="[GAME]", required=False),
        click.option("--players", type=int, metavar="N", help=help_on("players")),
        click.option("--humans", metavar="1,3", help=help_on("humans")),
        click.option("--bot", metavar="NAME", help=help_on("bot")),
        automa_option,
        click.option("--variant", "--scenario", "--map", "scenario", metavar="NAME", help=help_on("scenario")),
        click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option")),
        difficulty_option,
        edition_option,
        click.option("--seed", metavar="SEED", help=help_on("seed")),
        click.option("--position", type=click.Path(path_type=Path), metavar="FILE", help=help_on("position")),
        click.option("--resume", metavar="ID", help=help_on("resume")),
        lang_option,
    )
    return reduce(lambda made, option: option(made), reversed(options), function)


def seed_from(given: str | None) -> int | str:
    """The seed as given, a number if it is one; else a new one."""
    if given is None:
        return secret_seed()
    return int(given) if given.isdecimal() and given.isascii() and len(given) < 16 else given


def options_from(given: tuple[str, ...]) -> dict[str, str]:
    """`R15=opening` and so on; raises BadOption."""
    chosen = {}
    for text in given:
        id, equals, value = text.partition("=")
        if not equals or not id.strip():
            raise BadOption(Text("terminal.start.option_form", given=text))
        chosen[id.strip()] = value.strip()
    return chosen


def setup_from(
    name: str | None,
    players: int | None,
    humans: str | None,
    bot: str | None,
    scenario: str | None,
    options: tuple[str, ...],
    position: Path | None,
    edition: str,
    lang: str,
    own: str | None = None,
) -> Setup:
    """The set-up a command line describes; raises BadSetup, BadOption or BadPosition.

    A new game follows the edition in the reader's language; a position that was kept means what it meant.
    """
    if name is None:
        raise BadSetup(Text("terminal.start.which_game", known=", ".join(games())))
    game = game_named(name)
    edition = edition if position is not None else edition_for(game, edition, lang)
    chosen = options_in(game, edition, options_from(options))
    game.rulings.resolve(chosen)
    table = None if position is None else position_from(game, position, chosen)
    if scenario is not None and is_file(scenario):
        if position is not None:
            raise BadSetup(Text("terminal.start.two_files", file=scenario, other=str(position)))
        table, position, scenario = scenario_from(game, Path(scenario), chosen), Path(scenario), None
    if table is not None:
        players, scenario = _seats_at(game, table, players, position), _scenario_at(game, table, scenario)
    scenario = scenario or game.scenarios[0]
    if scenario not in game.scenarios:
        raise BadSetup(Text("setup.unknown_scenario", scenario=scenario, known=", ".join(game.scenarios)))
    count = usual_seats(game, scenario) if players is None else players
    check_count(game, scenario, count)
    automa = bot or game.automa
    setup = Setup(game.name, scenario, (automa,) * count, chosen, table)
    check_setup(game, setup)
    people = seats_from(game, setup, humans)
    seats = tuple("human" if seat in people else automa for seat in range(count))
    return with_automa_given(Setup(game.name, scenario, seats, chosen, table, edition), own)


def seats_from(game: Game[Any], setup: Setup, humans: str | None) -> set[Seat]:
    """The seats in `1,3`, the first if nothing is said, none in `none`."""
    if humans is None:
        return {0}
    if humans.strip().lower() in ("none", "0", ""):
        return set()
    return {seat_from(game, setup, name.strip()) for name in humans.split(",")}


def seat_from(game: Game[Any], setup: Setup, name: str) -> Seat:
    """A seat by its name or its number; raises BadSetup."""
    names = game.speech.seat_names(setup)
    if name in names:
        return names.index(name)
    if (number := number_in(name, 1, len(names))) is not None:
        return number - 1
    raise BadSetup(Text("terminal.start.no_seat", seat=name, known=", ".join(names)))


def _seats_at(game: Game[Any], position: Mapping[str, Any], players: int | None, path: Path | None) -> int:
    count = game.position_seats(position)
    if players is not None and players != count:
        raise BadSetup(Text("terminal.start.position_players", n=count, given=players, file=str(path)))
    return count


def _scenario_at(game: Game[Any], position: Mapping[str, Any], asked: str | None) -> str | None:
    """The variant or scenario a position names, if the game has it; raises BadSetup if another was asked for."""
    here = position.get("variant") or position.get("scenario")
    if here not in game.scenarios:
        return asked
    if asked is not None and asked != here:
        raise BadSetup(Text("setup.position_scenario", here=here, asked=asked))
    return str(here)


# -- games that go on


def open_store() -> Store:
    """The user's games, closed when the command ends."""
    store = users_store()
    click.get_current_context().call_on_close(store.close)
    return store


def load_record(given: str, store: Store) -> Record:
    """A record from a file, or a game of the store by its id."""
    path = Path(given).expanduser()
    if path.is_file() or (path.is_dir() and given not in store):
        try:
            text = content_of(path).decode("utf-8", "replace")
        except OSError as error:
            raise BadSetup(Text("position.cannot_read", file=given, reason=reason_of(error))) from error
        return read_text(path.name, text)
    if path.suffix or len(path.parts) > 1:
        raise BadSetup(Text("terminal.start.no_file", file=given))
    return store.record(given)


def resumed(given: str, name: str | None, store: Store, *, physical: bool) -> tuple[Session, str]:
    """A game that goes on, and its id; a file becomes a game of the store."""
    record = load_record(given, store)
    if name is not None and record.game.name != name:
        raise BadSetup(Text("terminal.start.resume_game", id=given, game=record.game.name))
    if ("physical" in record.header) is not physical:
        command = "play" if physical else "companion"
        raise BadSetup(Text("terminal.start.resume_with", id=given, command=f"kempelen {command} --resume {given}"))
    session = record.load()
    session.own_dice = record.header.get("own_dice", False)
    return session, store.keep(session, given if given in store else None)
