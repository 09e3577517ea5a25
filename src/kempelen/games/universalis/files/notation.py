"""Reading actions, see `actions` for how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from kempelen.engine.errors import BadNotation
from kempelen.engine.files.numbers import number_in
from kempelen.engine.notation import words
from kempelen.games.universalis.files.german import as_written
from kempelen.games.universalis.rules.actions import (
    END,
    MODES,
    POWER_VERBS,
    REACTIONS,
    SIMPLE,
    Action,
    Attack,
    Charge,
    Disengage,
    Drop,
    Fire,
    Handle,
    Jump,
    Move,
    Order,
    Place,
    Power,
    React,
    Reconnoitre,
    Reload,
    Shoot,
    Turn,
    Use,
    simple,
)
from kempelen.games.universalis.rules.choices import WORDS, Deploy, Mission, Pick, Zone
from kempelen.games.universalis.rules.state import snap
from kempelen.text.say import Field, Text

__all__ = ["parse"]

SIDE = 90.0
"""R001: the table is exactly 90 x 90 cm."""


def _bad(notation: str, reason: str, **fields: Field) -> BadNotation:
    return BadNotation(
        Text("universalis.notation.bad", notation=notation, reason=Text(f"universalis.notation.{reason}", **fields))
    )


def parse(notation: str) -> Action:
    """The action with this notation; raises BadNotation."""
    said = as_written(words(notation))
    text = " ".join(said)
    if text in WORDS:
        return WORDS[text]
    match said:
        case ["end"]:
            return END
        case ["pick", label]:
            return Pick(_label(notation, label))
        case ["mission", name]:
            return Mission(name)
        case ["zone", text] if (degrees := number_in(text)) is not None:
            return Zone(degrees % 360)
        case [label, verb, *rest] if verb in _READ:
            action: Action = _READ[verb](notation, _label(notation, label), verb, rest)
            return action
    raise _bad(notation, "unknown")


def _label(notation: str, text: str) -> str:
    if not re.fullmatch(r"[a-z]\d{1,2}", text):
        raise _bad(notation, "label", label=text)
    return text.upper()


def _place(notation: str, text: str) -> Place:
    """Centimetres from the left and lower edge; r and t (or o, oben) count from the right and upper one instead."""
    found = re.fullmatch(r"@?([lr]?)(-?\d+(?:\.\d+)?),([btuo]?)(-?\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?", text)
    if not found:
        raise _bad(notation, "place", place=text)
    side, far, end, up, level = found.groups()
    x, y, z = snap(float(far)), snap(float(up)), snap(float(level or 0))
    if max(abs(x), abs(y), z) > 999:
        raise _bad(notation, "place", place=text)
    return snap(SIDE - x) if side == "r" else x, snap(SIDE - y) if end and end in "to" else y, z


def _places(notation: str, texts: list[str]) -> tuple[Place, ...]:
    if not texts:
        raise _bad(notation, "no_place")
    return tuple(_place(notation, text) for text in texts)


def _move(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    test = rest[-1:] == ["test"] and verb in ("move", "disengage")
    kinds: Mapping[str, type[Move]] = {"move": Move, "disengage": Disengage, "jump": Jump, "drop": Drop}
    return kinds[verb](label, _places(notation, rest[:-1] if test else rest), test)


def _charge(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    test = rest[-1:] == ["test"]
    if len(rest) - test < 3:
        raise _bad(notation, "charge")
    points = _places(notation, rest[2:-1] if test else rest[2:])
    return Charge(label, _label(notation, rest[0]), rest[1], points, test)


def _shoot(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    if len(rest) != 2:
        raise _bad(notation, "shoot")
    aim, weapon = rest
    if "," in aim:
        x, y, _ = _place(notation, aim)
        return Shoot(label, MODES[verb], weapon, (), (x, y))
    targets = []
    for part in aim.split("+"):
        whom, _, shots = part.partition(":")
        if shots and number_in(shots, 1, 5) is None:
            raise _bad(notation, "shots", shots=shots)
        targets.append((_label(notation, whom), int(shots or 1)))
    return Shoot(label, MODES[verb], weapon, tuple(targets))


def _strike(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    if len(rest) != 2:
        raise _bad(notation, "attack")
    return Attack(label, _label(notation, rest[0]), rest[1], verb == "reckless")


def _one(notation: str, rest: list[str], wanted: str) -> str:
    if len(rest) != 1:
        raise _bad(notation, wanted)
    return rest[0]


def _turn(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    degrees = number_in(_one(notation, rest, "degrees"))
    if degrees is None:
        raise _bad(notation, "degrees")
    return Turn(label, degrees % 360)


def _weapon_order(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    return Reload(label, _one(notation, rest, "weapon"), verb == "ready")


def _reconnoitre(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    extra = rest[1] if len(rest) == 2 else "+0"
    if len(rest) not in (1, 2) or not re.fullmatch(r"\+\d{1,2}", extra):
        raise _bad(notation, "reconnoitre")
    return Reconnoitre(label, _label(notation, rest[0]), int(extra))


def _use(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    if len(rest) not in (1, 2):
        raise _bad(notation, "use")
    return Use(label, rest[0], _label(notation, rest[1]) if len(rest) == 2 else "", verb == "trait")


def _handle(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    if len(rest) not in (1, 2) or number_in(rest[0], 1, 99) is None:
        raise _bad(notation, "handle")
    return Handle(label, verb, int(rest[0]) - 1, _label(notation, rest[1]) if len(rest) == 2 else "")


def _power(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    if len(rest) not in (1, 2):
        raise _bad(notation, "use")
    if len(rest) == 2 and "," in rest[1]:
        x, y, _ = _place(notation, rest[1])
        return Power(label, verb, rest[0], "", (x, y))
    return Power(label, verb, rest[0], _label(notation, rest[1]) if len(rest) == 2 else "")


def _react(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    weapon = _one(notation, rest, "weapon") if verb in ("counter", "strike") else ""
    if not weapon and rest:
        raise _bad(notation, "unknown")
    return React(label, verb, weapon)


def _fire(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    shots = rest.pop() if len(rest) == 2 else "x1"
    if not re.fullmatch("x[1-5]", shots):
        raise _bad(notation, "shots", shots=shots)
    x, y, _ = _place(notation, _one(notation, rest, "no_place"))
    return Fire(label, x, y, int(shots[1:]))


def _deploy(notation: str, label: str, verb: str, rest: list[str]) -> Deploy:
    return Deploy(label, _place(notation, _one(notation, rest, "no_place")))


def _simple(notation: str, label: str, verb: str, rest: list[str]) -> Order:
    if rest:
        raise _bad(notation, "unknown")
    return simple(label, verb)


_READ: Mapping[str, Callable[[str, str, str, list[str]], Any]] = {
    **dict.fromkeys(("move", "disengage", "jump", "drop"), _move),
    **dict.fromkeys(SIMPLE, _simple),
    **dict.fromkeys(MODES, _shoot),
    **dict.fromkeys(("attack", "reckless"), _strike),
    **dict.fromkeys(("reload", "ready"), _weapon_order),
    **dict.fromkeys(("use", "trait"), _use),
    **dict.fromkeys(("open", "take", "give", "put"), _handle),
    **dict.fromkeys(POWER_VERBS, _power),
    **dict.fromkeys(REACTIONS, _react),
    "charge": _charge,
    "turn": _turn,
    "reconnoitre": _reconnoitre,
    "fire": _fire,
    "deploy": _deploy,
}
