"""The header of a record: what the game was set up with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kempelen.engine.errors import BadRecord, PlayerError
from kempelen.engine.files.migrations import (
    Json,
    current_header,
    current_position,
    format_of_record,
    is_newer,
    record_format,
    written_position,
)
from kempelen.engine.files.plain import read_json
from kempelen.engine.game import Game, Setup, game_named, games
from kempelen.engine.session import Physical, Session
from kempelen.engine.setup import check_automas
from kempelen.text.say import Text

__all__ = ["Json", "checked_header", "header_of", "physical_in", "read_header", "seat_names", "session_of"]


def header_of(session: Session) -> Json:
    """What a session was set up with."""
    setup, names = session.setup, session.game.speech.seat_names(session.setup)
    header: Json = {
        "format": record_format(),
        "game": session.game.name,
        "rules": session.game.version,
        "scenario": setup.scenario,
        "seats": dict(zip(names, setup.seats, strict=True)),
    }
    if setup.options:
        header["options"] = dict(setup.options)
    if setup.edition:
        header["edition"] = setup.edition
    if setup.automas:
        header["automas"] = dict(setup.automas)
    if setup.roles:
        header["roles"] = dict(setup.roles)
    if setup.begun:
        header["begun"] = setup.begun
    if setup.position is not None:
        header["position"] = written_position(session.game, setup.position)
    if session.seed is not None:
        header["seed"] = session.seed
    if session.known_seed:
        header["known_seed"] = True
    if session.open_why:
        header["open_why"] = True
    if session.own_dice:
        header["own_dice"] = True
    if session.physical is not None:
        header["physical"] = sorted(session.physical.things)
        header["untracked"] = [names[seat] for seat in sorted(session.physical.untracked)]
    return header


def seat_names(header: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(header["seats"])


def physical_in(header: Mapping[str, Any]) -> Physical | None:
    """What lies on a real table; None where there is none."""
    if "physical" not in header:
        return None
    names = seat_names(header)
    return Physical(frozenset(header["physical"]), frozenset(names.index(name) for name in header.get("untracked", ())))


def session_of(header: Mapping[str, Any]) -> Session:
    """A new session, set up the same."""
    game = game_named(header["game"])
    position = header.get("position")
    physical = physical_in(header)
    setup = Setup(
        header["game"],
        header["scenario"],
        tuple(header["seats"].values()),
        header.get("options", {}),
        None if position is None else current_position(game, position),
        header.get("edition", ""),
        header.get("automas", {}),
        header.get("roles", {}),
        _begun(game, header),
    )
    return Session(
        game,
        setup,
        seed=header.get("seed"),
        physical=physical,
        open_why=header.get("open_why", False),
        own_dice=header.get("own_dice", False),
        known_seed=header.get("known_seed", False),
    )


def _begun(game: Game[Any], header: Mapping[str, Any]) -> str:
    """The rules a game began with, if they were older ones; going on with today's does not change its beginning."""
    first = str(header.get("begun") or header.get("rules") or game.version)
    return "" if first == game.version else first


# -- reading


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


HEADER: Mapping[str, Callable[[Any], bool]] = {
    "game": lambda value: isinstance(value, str),
    "rules": lambda value: isinstance(value, str),
    "scenario": lambda value: isinstance(value, str),
    "seats": lambda value: isinstance(value, dict) and all(isinstance(who, str) for who in value.values()),
    "options": _is_texts,
    "automas": _is_texts,
    "roles": _is_texts,
    "edition": lambda value: isinstance(value, str),
    "position": lambda value: isinstance(value, dict),
    "begun": lambda value: isinstance(value, str),
    "seed": lambda value: type(value) is int or isinstance(value, str),
    "known_seed": lambda value: isinstance(value, bool),
    "open_why": lambda value: isinstance(value, bool),
    "own_dice": lambda value: isinstance(value, bool),
    "physical": _is_names,
    "untracked": _is_names,
}
"""What each field of a header may be; game, scenario and seats must be there."""


def read_header(name: str, line: str) -> tuple[Json, int]:
    """The header in the first line of a record, and the format of the lines below it; raises BadRecord."""
    try:
        header = read_json(line)
    except ValueError as error:
        raise BadRecord(Text("record.no_header", file=name)) from error
    return checked_header(name, header), format_of_record(name, header)


def checked_header(name: str, header: Any) -> Json:
    """A header of any format in today's; raises BadRecord if no game can be set up as it says."""
    current = current_header(name, header)
    _check(name, current)
    return current


def _check(name: str, header: Json) -> None:
    for key, fits in HEADER.items():
        if key in header or key in ("game", "scenario", "seats"):
            if not fits(header.get(key)):
                raise BadRecord(Text("record.header_field", file=name, field=key))
    _check_rules(name, header)
    # A computer player cannot go on with cards that nobody has named.
    if any(header["seats"].get(seat) != "human" for seat in header.get("untracked", ())):
        raise BadRecord(Text("record.header_field", file=name, field="untracked"))
    try:
        session = session_of(header)
        check_automas(session.game, session.setup)
        if session.setup.position is not None:
            session.game.from_position(session.setup.position, session.setup.options)
    except PlayerError as error:
        raise BadRecord(Text("record.bad_header", file=name, reason=error.text)) from error
    if session.game.speech.seat_names(session.setup) != seat_names(header):
        raise BadRecord(Text("record.header_field", file=name, field="seats"))


def _check_rules(name: str, header: Json) -> None:
    """Older rules are read: what they allowed and today's do not will show. Newer ones may mean anything."""
    game = games().get(header["game"])
    rules = header.get("rules", "")
    if game is not None and is_newer(rules, game.version):
        raise BadRecord(Text("record.newer_rules", file=name, game=game.name, rules=rules, known=game.version))
