"""Reading what a player does in the notation that actions.py writes."""

from __future__ import annotations

import re

from kempelen.engine.errors import BadNotation
from kempelen.engine.files.numbers import number_in
from kempelen.engine.notation import words
from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.words import tool_word
from kempelen.games.saboteur.rules.actions import (
    BREAK,
    DISCARD,
    LOOK,
    MOST_PLAYERS,
    PASS,
    REPAIR,
    ROCKFALLS,
    TAKE,
    Action,
)
from kempelen.games.saboteur.rules.board import cell
from kempelen.games.saboteur.rules.cards import BY_NAME, DECK_TU, TOOL_NAMES, Card, is_path
from kempelen.games.saboteur.rules.places import FARTHEST, Cell, Place, place
from kempelen.text.say import Field, Text
from kempelen.text.typed import Typed

__all__ = ["TYPED", "parse"]

TYPED = Typed("kempelen.games.saboteur", ("card", "tool"))
"""What people may type instead."""


def _bad(notation: str, reason: str, **fields: Field) -> BadNotation:
    return BadNotation(
        Text("saboteur.notation.bad", notation=notation, reason=Text(f"saboteur.notation.{reason}", **fields))
    )


def parse(notation: str) -> Action:
    """The action with this notation; raises BadNotation."""
    said = words(notation)
    match said:
        case ["lay", name, at]:
            return _lay(notation, name, at, "r0")
        case ["lay", name, at, turn]:
            return _lay(notation, name, at, turn)
        case ["break", name, seat]:
            return BREAK[_card(notation, name, BREAK)][_seat(notation, seat)]
        case ["repair", name, seat, tool]:
            choices = REPAIR[_card(notation, name, REPAIR)][_seat(notation, seat)]
            for choice in choices.values():
                if TOOL_NAMES[choice.tool] == tool:
                    return choice
            raise _bad(notation, "tool", card=name, known=[tool_word(known) for known in choices])
        case ["rockfall", at]:
            return ROCKFALLS[_cell(notation, at)]
        case ["map", at]:
            goal = _cell(notation, at)
            if goal not in LOOK:
                raise _bad(notation, "goal", at=at)
            return LOOK[goal]
        case ["discard", "hidden"]:
            return DISCARD[-1]
        case ["discard", name]:
            return DISCARD[_card(notation, name, DISCARD)]
        case ["pass"]:
            return PASS
        case ["take", n] if n in ("1", "2", "3"):
            return TAKE[int(n)]
    raise _bad(notation, "unknown")


def _lay(notation: str, name: str, at: str, turn: str) -> Place:
    card = _card(notation, name, DECK_TU)
    if not is_path(card):
        raise _bad(notation, "no_path", card=name)
    if turn not in ("r0", "r180"):
        raise _bad(notation, "turn", turn=turn)
    return place(card, _cell(notation, at), int(turn == "r180"))


def _card(notation: str, name: str, among: object) -> Card:
    card = BY_NAME.get(name)
    if card is None or card not in among:  # type: ignore[operator]
        raise _bad(notation, "card", card=name)
    return card


def _seat(notation: str, seat: str) -> Seat:
    number = number_in(seat, 1, MOST_PLAYERS)
    if number is None:
        raise _bad(notation, "seat", seat=seat)
    return number - 1


def _cell(notation: str, at: str) -> Cell:
    found = re.fullmatch(r"(-?\d{1,3}),(-?\d{1,3})", at)
    if not found or max(abs(int(n)) for n in found.groups()) > FARTHEST:
        raise _bad(notation, "cell", at=at)
    return cell(int(found[1]), int(found[2]))
