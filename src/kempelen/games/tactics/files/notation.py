"""Reading what a player does in the notation that actions.py writes."""

from __future__ import annotations

import re

from kempelen.engine.errors import BadNotation
from kempelen.engine.notation import words
from kempelen.games.tactics.rules.actions import (
    ACTIVATE,
    ATTACK,
    AUTO,
    BUY,
    DONE,
    END,
    FULL,
    GIVE_UP,
    MOVE,
    PLAY,
    PLAY_AT,
    PLAY_ON,
    Action,
)
from kempelen.games.tactics.rules.cards import book
from kempelen.games.tactics.rules.state import Name, name_of
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text
from kempelen.text.typed import Typed

__all__ = ["TYPED", "parse"]


NAMED = r"([a-z]{1,2})([1-9]\d?)"
"""A tile as the edges of the board name it."""


def _by_edges(notation: str) -> str:
    """With a tile as the edges of the board name it, where it can be read so."""
    *rest, last = notation.split()
    if re.fullmatch(r"\d{1,2},\d{1,2}", last) and (rest == ["move"] or (rest[:1] == ["play"] and _enters(rest[1]))):
        return " ".join([*rest, tile_name(*map(int, last.split(",")))])
    return notation


TYPED = Typed("kempelen.games.tactics", ("unit", "card"), numbered=True, also=_by_edges)
"""What people may type instead."""


def _bad(notation: str, reason: str, **fields: str) -> BadNotation:
    return BadNotation(
        Text("tactics.notation.bad", notation=notation, reason=Text(f"tactics.notation.{reason}", **fields))
    )


def parse(notation: str) -> Action:
    """The action with this notation; raises BadNotation."""
    match words(notation):
        case ["activate", unit]:
            return ACTIVATE[_unit(notation, unit)]
        case ["auto", unit]:
            return AUTO[_unit(notation, unit)]
        case ["move", at]:
            return MOVE[_tile(notation, at)]
        case ["attack", unit]:
            return ATTACK[_unit(notation, unit)]
        case ["give", "up", unit]:
            return GIVE_UP[_unit(notation, unit)]
        case ["full"]:
            return FULL
        case ["done"]:
            return DONE
        case ["end"]:
            return END
        case ["buy", card]:
            return BUY[_card(notation, card)]
        case ["play", card]:
            return PLAY[_card(notation, card)]
        case ["play", card, where] if "," in where or (_enters(card) and re.fullmatch(NAMED, where)):
            return PLAY_AT[(_card(notation, card), *_tile(notation, where))]
        case ["play", card, unit]:
            return PLAY_ON[_card(notation, card), _unit(notation, unit)]
    raise _bad(notation, "unknown")


def _unit(notation: str, text: str) -> Name:
    found = re.fullmatch(r"([a-z_]{1,40})([1-9]\d{0,3})?", text)
    if not found or found[2] == "1":
        raise _bad(notation, "unit", unit=text)
    return name_of(found[1], int(found[2] or 1))


def _enters(card: str) -> bool:
    return card in book() and book()[card].unit is not None


def _card(notation: str, text: str) -> str:
    if not re.fullmatch(r"[a-z_]{1,40}", text):
        raise _bad(notation, "card", card=text)
    return text


def _tile(notation: str, text: str) -> tuple[int, int]:
    """As records write it, `3,4`, or as the board's edges name it, `D5`."""
    if found := re.fullmatch(r"(\d{1,2}),(\d{1,2})", text):
        return int(found[1]), int(found[2])
    if found := re.fullmatch(NAMED, text):
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - ord("a") + 1
        return column - 1, int(found[2]) - 1
    raise _bad(notation, "tile", at=text)
