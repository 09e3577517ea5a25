"""What the automa notes beside its cards' questions and dice, and the line or ruling each note rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.engine.table import Seat
from kempelen.engine.trace import Cite, Note, RulingCite, Source, note
from kempelen.games.undaunted.automa.charts import DOCUMENT
from kempelen.games.undaunted.automa.selection import target_value
from kempelen.games.undaunted.face.words import card_word, kind_word, plain, unit_word
from kempelen.text.say import Field, Text


def _ruling(number: str) -> RulingCite:
    return RulingCite(f"undaunted:{number}")


def _public(key: str, *sources: Source, **fields: Any) -> Note:
    return note(f"undaunted.why.{key}", *sources, public=True, **fields)


SEQUENCE = Cite(DOCUMENT, "GAMEPLAY", "AI Playing Card Sequence")
TARGETS = Cite(DOCUMENT, "TARGET SELECTION")
MAIN = Cite(DOCUMENT, "TARGET SELECTION", "MAIN TARGET")
BOLSTERING = Cite(DOCUMENT, "ACTION BOLSTER")
MOVING = Cite(DOCUMENT, "ACTION MOVE/SCOUT")
INSPIRING = Cite(DOCUMENT, "SQUAD LEADER", "Inspire order")
GUIDING = Cite(DOCUMENT, "GUIDE")
MORTARS = Cite(DOCUMENT, "MORTARS")


# -- how noted values are worded


def _units(found: tuple[Sequence[Any], Seat]) -> tuple[Field, ...]:
    units, seat = found
    return tuple(unit_word(unit, seat) for unit in units)


def _unit(found: tuple[Any, Seat]) -> Field:
    return unit_word(*found)


def _tiles(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names)


def _kinds(kinds: Sequence[str]) -> tuple[Text, ...]:
    return tuple(kind_word(kind) for kind in kinds)


def _takes(takes: Sequence[tuple[int, int]]) -> tuple[Text, ...]:
    return tuple(Text("undaunted.why.take", n=count, card=card_word(card)) for card, count in takes)


# -- which card

NEXT = _public("next", SEQUENCE, _ruling("Q16"), _ruling("Q17"), card=card_word)
NEXT_LEADER = _public("next_leader", Cite(DOCUMENT, "SQUAD LEADER"), _ruling("Q41"), card=card_word, n=plain)
READY = _public("ready", _ruling("Q06"), card=card_word)
PLACED = _public("placed", _ruling("Q07"), card=card_word, at=plain)
SCRIPTED = _public("scripted", _ruling("H5"), action=lambda action: action.text)
BID = _public("bid", _ruling("Q13"), card=card_word)

# -- whom to attack

SELECTED: Mapping[str, Note] = {
    "main": _public("target_main", MAIN, _ruling("Q51"), units=_units, defence=plain),
    "provided": _public("target_provided", _ruling("Q40"), units=_units, defence=plain),
    "row": _public("target_row", TARGETS, _ruling("Q52"), units=_units, defence=plain),
    "weakest": _public("target_weakest", TARGETS, _ruling("Q55"), units=_units, defence=plain),
}
LOWER = _public("target_lower", TARGETS, _ruling("Q53"), units=_units, defence=plain, than=plain)
TIE = _public("target_tie", _ruling("Q54"), n=plain, unit=_unit)

# -- where to

TOWARD = _public("toward", MOVING, _ruling("Q61"), goal=plain)
SPLIT = _public("split", MOVING, _ruling("Q65"), goals=_tiles, goal=plain)
STEPS = _public("steps", MOVING, _ruling("Q62"), tiles=_tiles)
PATHS = _public("paths", MOVING, _ruling("Q63"), path=_tiles, n=plain)
SHELTER = _public("shelter", MOVING, _ruling("Q64"), tiles=_tiles)
AWAY = _public("away", MOVING, _ruling("Q66"), tiles=_tiles)
SCOUTS_AWAY = _public("scouts_away", MOVING, _ruling("Q66"), tiles=_tiles)
STALKING = Cite(DOCUMENT, "SNIPER", "3")
STALK_TILE = _public("stalk_tile", STALKING, _ruling("Q35"), tiles=_tiles)
STALK_NEAR = _public("stalk_near", STALKING, _ruling("Q35"), tiles=_tiles)
WAY_TIE = _public("way_tie", MOVING, n=plain, path=_tiles)

# -- what to take, whom to guide, where to aim

TAKES = _public("takes", BOLSTERING, _ruling("Q57"), _ruling("Q58"), takes=_takes)
REST = _public("rest", BOLSTERING, _ruling("Q58"), takes=_takes)
INSPIRED: Mapping[bool, Note] = {
    True: _public("inspired_enough", INSPIRING, _ruling("Q43"), card=card_word),
    False: _public("inspired_not_enough", INSPIRING, _ruling("Q43"), card=card_word),
}
GUIDED: Mapping[int, Note] = {
    1: _public("guided_1", GUIDING, _ruling("Q24"), units=_units),
    2: _public("guided_2", GUIDING, _ruling("Q24"), units=_units),
    3: _public("guided_3", GUIDING, _ruling("Q24"), units=_units),
    4: _public("guided_4", GUIDING, _ruling("Q24"), units=_units),
}
GUIDE_TIE = _public("guide_tie", GUIDING, _ruling("Q24"), n=plain, unit=_unit)
GUIDED_TO = _public("guided_to", MOVING, _ruling("Q24"), unit=_unit, at=plain)
MARKED = _public("marked", MORTARS, _ruling("Q47"), _ruling("Q48"), tiles=_tiles, kinds=_kinds, value=target_value)
MARK_TIE = _public("mark_tie", MORTARS, _ruling("Q47"), n=plain, at=plain)
