"""The header of a record: what the game was set up with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from kempelen.engine.errors import BadRecord, PlayerError
from kempelen.engine.files.plain import read_json
from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Physical, Session
from kempelen.text.say import Text

__all__ = ["Json", "check_header", "header_of", "read_header", "seat_names", "session_of"]

FORMAT = 1
Json: TypeAlias = dict[str, Any]


def header_of(session: Session) -> Json:
    """What a session was set up with."""
    setup, names = session.setup, session.game.speech.seat_names(session.setup)
    header: Json = {
        "format": FORMAT,
        "game": session.game.name,
        "rules": session.game.version,
        "scenario": setup.scenario,
        "seats": dict(zip(names, setup.seats, strict=True)),
    }
    if setup.options:
        header["options"] = dict(setup.options)
    if setup.edition:
        header["edition"] = setup.edition
    if setup.position is not None:
        header["position"] = setup.position
    if session.seed is not None:
        header["seed"] = session.seed
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


def session_of(header: Mapping[str, Any]) -> Session:
    """A new session, set up the same."""
    names = seat_names(header)
    physical = None
    if "physical" in header:
        untracked = frozenset(names.index(name) for name in header.get("untracked", ()))
        physical = Physical(frozenset(header["physical"]), untracked)
    setup = Setup(
        header["game"],
        header["scenario"],
        tuple(header["seats"].values()),
        header.get("options", {}),
        header.get("position"),
        header.get("edition", ""),
    )
    return Session(
        game_named(header["game"]),
        setup,
        seed=header.get("seed"),
        physical=physical,
        open_why=header.get("open_why", False),
    )


# -- reading


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


HEADER: Mapping[str, Callable[[Any], bool]] = {
    "game": lambda value: isinstance(value, str),
    "scenario": lambda value: isinstance(value, str),
    "seats": lambda value: isinstance(value, dict) and all(isinstance(who, str) for who in value.values()),
    "options": lambda value: isinstance(value, dict) and all(isinstance(chosen, str) for chosen in value.values()),
    "edition": lambda value: isinstance(value, str),
    "position": lambda value: isinstance(value, dict),
    "seed": lambda value: type(value) is int or isinstance(value, str),
    "open_why": lambda value: isinstance(value, bool),
    "own_dice": lambda value: isinstance(value, bool),
    "physical": _is_names,
    "untracked": _is_names,
}
"""What each field of a header may be; the first three must be there."""


def read_header(name: str, line: str) -> Json:
    """The header in the first line of a record; raises BadRecord."""
    try:
        header = read_json(line)
    except ValueError as error:
        raise BadRecord(Text("record.no_header", file=name)) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadRecord(Text("record.no_header", file=name))
    check_header(name, header)
    return header


def check_header(name: str, header: Mapping[str, Any]) -> None:
    """Raise BadRecord if no game can be set up as it says."""
    for key, fits in HEADER.items():
        if key in header or key in ("game", "scenario", "seats"):
            if not fits(header.get(key)):
                raise BadRecord(Text("record.header_field", file=name, field=key))
    # A computer player cannot go on with cards that nobody has named.
    if any(header["seats"].get(seat) != "human" for seat in header.get("untracked", ())):
        raise BadRecord(Text("record.header_field", file=name, field="untracked"))
    try:
        session = session_of(header)
        if session.setup.position is not None:
            session.game.from_position(session.setup.position, session.setup.options)
    except PlayerError as error:
        raise BadRecord(Text("record.bad_header", file=name, reason=error.text)) from error
    if session.game.speech.seat_names(session.setup) != seat_names(header):
        raise BadRecord(Text("record.header_field", file=name, field="seats"))
