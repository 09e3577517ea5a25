"""What a computer player notes while it decides, and the line or ruling each note rests on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kempelen.engine.table import HIDDEN, Seat
from kempelen.engine.trace import Cite, Note, RulingCite, note
from kempelen.games.saboteur.automa.distance import DISTANCE
from kempelen.games.saboteur.face.words import card_word, goal_word, place_word, seat_word, spot_word, tools_word
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Place, Repair, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, Cell
from kempelen.games.saboteur.rules.cards import Card
from kempelen.games.saboteur.rules.places import Choices
from kempelen.games.saboteur.rules.state import GOAL_NAMES, Goal
from kempelen.text.say import Field, Text

DOCUMENT = "saboteur-018"


def _section(name: str) -> Cite:
    return Cite(DOCUMENT, "4.3.3 Aktionen", name)


def _ruling(number: str) -> RulingCite:
    return RulingCite(f"saboteur:{number}")


MAP_TEXT = _section("Schatzkarte")
REPAIR_TEXT = _section("Werkzeug reparieren")
BLOCK_TEXT = _section("Andere Rollen sperren")
PATH_TEXT = _section("Pfadkarte setzen")
ROCKFALL_TEXT = _section("Steinschlagkarte benutzen")
DISCARD_TEXT = _section("Karte wegwerfen")


# -- how noted values are worded


def _cells(cells: Sequence[Cell]) -> tuple[Text, ...]:
    return tuple(map(spot_word, cells))


def _cards(cards: Sequence[Card]) -> tuple[Text, ...]:
    return tuple(card_word(card) for card in dict.fromkeys(cards))


def _seats(choices: Sequence[Break]) -> tuple[Text, ...]:
    return tuple(seat_word(seat) for seat in sorted({choice.target for choice in choices}))


def _root(square: int) -> float:
    return float(square**0.5)


def _plain(value: Any) -> Field:
    field: Field = value
    return field


SHOWN = 4
"""So many of the compared cells are named."""


def _aims(aims: int) -> tuple[Text, ...]:
    return _cells([goal for n, goal in enumerate(GOALS) if aims >> n & 1])


def _knowledge(known: Sequence[Goal]) -> tuple[Text, ...] | Text:
    said = tuple(
        Text("saboteur.why.knows", at=goal_word(goal), goal=Text(f"saboteur.goal.{GOAL_NAMES[kind]}"))
        for goal, kind in zip(GOALS, known, strict=True)
        if kind != HIDDEN
    )
    return said or Text("saboteur.why.knows_nothing")


def _compared(frontier: Sequence[tuple[Cell, Choices]], cards: Collection[Card], aims: int) -> Text:
    """The nearest cells where one of the cards fits; the frontier may have changed since, so it was noted."""
    distance = DISTANCE[aims]
    cells = sorted(
        (cell for cell, choices in frontier if any(choices[card] for card in cards)), key=distance.__getitem__
    )
    nearest = tuple(
        Text("saboteur.why.cell_distance", at=place_word(cell), distance=_root(distance[cell]))
        for cell in cells[:SHOWN]
    )
    key = "compared" if len(cells) <= SHOWN else "compared_nearest"
    return Text(f"saboteur.why.{key}", n=len(cells), cells=nearest)


def _action(action: Action) -> Text:
    return action.text


# -- the notes, in the order of the document's actions

NO_MAP = note("saboteur.why.no_map", MAP_TEXT)
GOLD_LOCATED = note("saboteur.why.gold_located", MAP_TEXT, _ruling("R20"), _ruling("R19"))
ALL_SEEN = note("saboteur.why.all_seen", MAP_TEXT, _ruling("R20"), _ruling("R27"))
MAY_LOOK = note(
    "saboteur.why.may_look", MAP_TEXT, _ruling("R20"), goals=lambda looks: _cells([look.goal for look in looks])
)

NOTHING_BROKEN = note("saboteur.why.nothing_broken", REPAIR_TEXT)
REPAIR_FITS = note("saboteur.why.repair_fits", REPAIR_TEXT, _ruling("R21"), card=card_word, tools=tools_word)
NO_REPAIR = note("saboteur.why.no_repair", REPAIR_TEXT, tools=tools_word)

NO_BLOCK_CARD = note("saboteur.why.no_block_card", BLOCK_TEXT)
NOBODY_TO_BLOCK = note("saboteur.why.nobody_to_block", BLOCK_TEXT)
MAY_BLOCK = note("saboteur.why.may_block", BLOCK_TEXT, _ruling("R18"), targets=_seats)

BLOCKED = note("saboteur.why.blocked", PATH_TEXT, _ruling("R22"), tools=tools_word)
NO_PATH: Mapping[bool, Note] = {
    True: note("saboteur.why.no_path_sab", PATH_TEXT, _ruling("R17")),
    False: note("saboteur.why.no_path_seeker", PATH_TEXT, _ruling("R17")),
}
"""By whether it is a saboteur, as below."""
NOWHERE_TO_LAY = note("saboteur.why.nowhere_to_lay", PATH_TEXT)
COMPARED = Note(_compared, (PATH_TEXT, _ruling("R15")))
BEST = note("saboteur.why.best", _ruling("R15"), at=place_word, distance=_root, opening=_root)

ALL_TARGETS = note("saboteur.why.all_targets", PATH_TEXT, _ruling("R26"), targets=_aims)
TARGETS = note("saboteur.why.targets", PATH_TEXT, _ruling("R19"), known=_knowledge, targets=_aims)

NO_ROCKFALL = note("saboteur.why.no_rockfall", ROCKFALL_TEXT)
NOTHING_TO_REMOVE: Mapping[bool, Note] = {
    True: note("saboteur.why.nothing_to_remove_sab", ROCKFALL_TEXT, _ruling("R23")),
    False: note("saboteur.why.nothing_to_remove_seeker", ROCKFALL_TEXT, _ruling("R23")),
}
NEAREST_LAID = note("saboteur.why.nearest_laid", ROCKFALL_TEXT, _ruling("R23"), at=_cells, distance=_root, n=_plain)

USELESS = note("saboteur.why.useless", DISCARD_TEXT, _ruling("R25"), cards=_cards)
NOTHING_USELESS = note("saboteur.why.nothing_useless", DISCARD_TEXT)

TIE = note("saboteur.why.tie", _ruling("R16"), n=_plain, chosen=_action)
BUILT_ORDER = note("saboteur.why.built_order", _ruling("R24"))
EMPTY_HAND = note("saboteur.why.empty_hand", _ruling("R29"))
RICHEST = note("saboteur.why.richest", _ruling("K1"), public=True, n=_plain)


def _done(seat: Seat, action: Action) -> Text:
    return Text("saboteur.why.public", seat=seat_word(seat), action=action.text)


_ITEMS = {Place: "2", Break: "5", Repair: "6", Rockfall: "7", Look: "8", Discard: "9"}
_DONE = {kind: Note(_done, (Cite("saboteur-rules", "1.4", item),), public=True) for kind, item in _ITEMS.items()}
_PASSED = Note(_done, (Cite("saboteur-rules", "1.4", "1"),), public=True)


def _said(text: Text) -> Text:
    return text


_CHECKED = {kind: Note(_said, note.sources, public=True) for kind, note in _DONE.items()}


def checked(action: Action) -> Note | None:
    """One thing more that everybody can check of it, as `face.effects` says it; nothing of a pass."""
    return _CHECKED.get(type(action))


def done(action: Action) -> Note:
    """What everybody may know: the action, and the rule to check it by."""
    return _DONE.get(type(action), _PASSED)
