"""What a unit's AI and the opponent's turn note while they decide, and the line or ruling each note rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kempelen.engine.trace import Cite, RulingCite, note
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.board import Spot
from kempelen.games.tactics.rules.state import Name
from kempelen.text.say import Field, Text

DOCUMENT = "muhq-ai"
AT_RANDOM = Cite(DOCUMENT, "Units")
"""Any ambiguity is decided at random."""


def _ruling(number: str) -> RulingCite:
    return RulingCite(f"tactics:{number}")


def _plain(value: Any) -> Field:
    field: Field = value
    return field


def _name(name: Name) -> Text:
    return name.text


def _names(names: Sequence[Name]) -> tuple[Text, ...]:
    return tuple(name.text for name in names)


def _spot(spot: Spot) -> Text:
    return spot.text


def _spots(spots: Sequence[Spot]) -> Text | tuple[Text, ...]:
    """All of a few tiles, else how many."""
    if len(spots) > 8:
        return Text("tactics.why.many_tiles", n=len(spots))
    return tuple(spot.text for spot in spots)


# -- attacking

IN_RANGE = note("tactics.why.in_range", _ruling("R3"), public=True, range=_plain, units=_names)
NONE_IN_RANGE = note("tactics.why.none_in_range", _ruling("R3"), public=True, range=_plain)
NO_ATTACK_LEFT = note("tactics.why.no_attack_left", _ruling("R4"), public=True)
DRAWN_UNIT = note("tactics.why.drawn_unit", AT_RANDOM, public=True, units=_names, drawn=_name)
ATTACKS = note("tactics.why.attacks", _ruling("R4"), _ruling("B1"), public=True, unit=_name)

# -- moving

NO_ENEMY = note("tactics.why.no_enemy", _ruling("R10"), public=True)
NEAREST = note("tactics.why.nearest", _ruling("R6"), public=True, units=_names, distance=_plain)
NEAREST_BY_PATH = note("tactics.why.nearest_by_path", _ruling("R6"), public=True, units=_names)
STAYS = note("tactics.why.stays", _ruling("R5"), _ruling("R7"), public=True, unit=_name)
ENDS_IN_RANGE = note("tactics.why.ends_in_range", _ruling("R7"), public=True, unit=_name, tiles=_spots)
ENDS_CLOSER = note("tactics.why.ends_closer", _ruling("R7"), public=True, unit=_name, tiles=_spots)
NO_WAY = note("tactics.why.no_way", _ruling("R8"), public=True, unit=_name, tiles=_spots)
DRAWN_TILE = note("tactics.why.drawn_tile", AT_RANDOM, public=True, n=_plain, drawn=_spot)
RANDOM_TILES = note("tactics.why.random_tiles", _ruling("R11"), public=True, tiles=_spots)
NOWHERE = note("tactics.why.nowhere", _ruling("R11"), public=True)

# -- shy

SAFE = note("tactics.why.safe", _ruling("R12"), public=True)
THREATENED = note("tactics.why.threatened", _ruling("R12"), public=True, units=_names)
NO_FULL_ACTION = note("tactics.why.no_full_action", _ruling("R13"), public=True)
NO_MOVE_LEFT = note("tactics.why.no_move_left", _ruling("R13"), public=True)
NO_ACTION_LEFT = note("tactics.why.no_action_left", _ruling("R13"), public=True)
FULL_ACTION = note("tactics.why.full_action", _ruling("R13"), public=True)
FARTHEST = note("tactics.why.farthest", _ruling("R14"), _ruling("R15"), public=True, distance=_plain, tiles=_spots)
FARTHEST_SUM = note("tactics.why.farthest_sum", _ruling("R14"), public=True, distance=_plain, tiles=_spots)
NOBODY_TO_FLEE = note("tactics.why.nobody_to_flee", _ruling("R14"), public=True, tiles=_spots)

# -- wandering and target-oriented

WITHIN = note("tactics.why.within", _ruling("R17"), public=True, x=_plain, units=_names)
NONE_WITHIN = note("tactics.why.none_within", _ruling("R17"), public=True, x=_plain)
TARGET_TILES = note("tactics.why.target_tiles", _ruling("R21"), public=True, tiles=_spots)
TARGET_UNITS = note("tactics.why.target_units", _ruling("R21"), public=True, units=_names)
NO_TARGET = note("tactics.why.no_target", _ruling("R21"), public=True)
NEAREST_TILES = note("tactics.why.nearest_tiles", _ruling("R22"), public=True, tiles=_spots, distance=_plain)
NEAREST_UNITS = note("tactics.why.nearest_units", _ruling("R22"), public=True, units=_names, distance=_plain)
ON_TARGET = note("tactics.why.on_target", _ruling("R21"), public=True)
TOWARDS = note("tactics.why.towards", _ruling("R22"), _ruling("R7"), public=True, tiles=_spots)

TAPPED = note("tactics.why.tapped", _ruling("R2"), public=True)
STREET = note("tactics.why.street", _ruling("B2"), public=True)

# -- the opponent's turn

UPKEEP = note("tactics.why.upkeep", _ruling("U2"), public=True, upkeep=_plain, pool=_plain)
UPKEEP_DRAWN = note("tactics.why.upkeep_drawn", _ruling("U3"), AT_RANDOM, public=True, n=_plain, drawn=_name)
NOTHING_TO_GIVE_UP = note("tactics.why.nothing_to_give_up", _ruling("U3"), public=True)
NO_CARD = note("tactics.why.no_card", _ruling("D2"), public=True)
DRAWN_CARD = note("tactics.why.drawn_card", Cite(DOCUMENT, "Turn structure", "3.1"), public=True, card=card_word)
NO_COST = note("tactics.why.no_cost", _ruling("D3"), public=True, card=card_word)
TOO_EXPENSIVE = note("tactics.why.too_expensive", _ruling("D3"), public=True, card=card_word, cost=_plain, pool=_plain)
NO_SPAWN = note("tactics.why.no_spawn", _ruling("D4"), public=True, card=card_word)
NO_EVENT_TARGET = note("tactics.why.no_event_target", _ruling("E1"), public=True, card=card_word)
DRAWN_SPAWN = note("tactics.why.drawn_spawn", AT_RANDOM, public=True, tiles=_spots, drawn=_spot)
ORDER = note("tactics.why.order", _ruling("D5"), public=True, units=_names)
