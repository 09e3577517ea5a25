"""The words an automa file of this game may use; their sentences are in `text/`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from kempelen.automa.vocabulary import ChartFrame, Slot, Vocabulary
from kempelen.games.undaunted.automa import questions as q
from kempelen.games.undaunted.automa.questions import Facts, Foe
from kempelen.games.undaunted.rules.cards import FOG, KIND, UNITS, profile

__all__ = ["HUNKER_DOWN", "NUMBERS", "VOCABULARY", "Situation"]

HUNKER_DOWN = "hunker_down"
CARDS = ("sergeant", "guide", "scout", "rifleman", "sniper", "mg", "leader", "mortar")
SHOOTERS = ("scout", "rifleman", "sniper", "mg")
COUNTERS = tuple(dict.fromkeys(KIND[card] for card in UNITS))
"""Cards with a counter on the board; the questions about where it stands fit only them."""
ANY = frozenset(CARDS)

VOCABULARY = Vocabulary(
    "undaunted",
    (*(Slot("chart", name) for name in CARDS), *(Slot("targets", name) for name in SHOOTERS)),
    frame=ChartFrame(last=HUNKER_DOWN, rulings={"outside": "Q02", "nothing": "Q68", "ladder": "Q05", "cap": "Q04"}),
    things=COUNTERS,
    small_change=[("yes: drm -2", "yes: drm +2")],
)


# -- questions, as the cards ask them

_DEFENCE = (1, 20)
for _question in (q.cards_to_bolster, q.adds_counter_or_first, q.adds_counter):
    VOCABULARY.question(_question, cites=("Q20", "Q21", "Q22"))
VOCABULARY.question(q.fog_in_hand, secret=True)
VOCABULARY.question(q.scouted_enough, cites=("Q25",))
VOCABULARY.question(q.own_marker_placed, cites=("Q08",))
VOCABULARY.question(q.rifleman_on_objective, cites=("Q37",))
VOCABULARY.question(q.on_target_marker, of=COUNTERS, cites=("Q08",))
VOCABULARY.question(q.would_win_by_control, of=("rifleman",), cites=("Q30",))
VOCABULARY.question(q.may_control_objective, of=("rifleman",), cites=("Q31",))
VOCABULARY.question(q.may_enter_objective_or_on_spawn, of=COUNTERS, cites=("Q09", "Q32"))
VOCABULARY.question(q.may_shoot_at, _DEFENCE, of=COUNTERS, cites=("Q10",))
VOCABULARY.question(q.target_exists, _DEFENCE, of=COUNTERS, cites=("Q10",))
VOCABULARY.question(q.specialist_in_reach, _DEFENCE, of=COUNTERS, cites=("Q38",))
VOCABULARY.question(q.better_stalk_tile, of=("sniper",), cites=("Q35",))
VOCABULARY.question(q.better_stalk_tile_or_near, of=("sniper",), cites=("Q35",))
VOCABULARY.question(q.first_of_several_leaders, of=("leader",), secret=True, cites=("Q41",))
VOCABULARY.question(q.inspire_makes_sense, of=("leader",), cites=("Q42",))
VOCABULARY.question(q.inspire_reactivates, of=("leader",), cites=("Q43",))


# -- numbers


class _Counted(NamedTuple):
    name: str
    most: int
    of: Collection[str] = ANY
    secret: bool = False


NUMBERS = (
    _Counted("round", 100),
    _Counted("own_points", 50),
    _Counted("enemy_points", 50),
    _Counted("own_losses", 60),
    _Counted("enemy_losses", 60),
    _Counted("own_counters", 12),
    _Counted("enemy_counters", 12),
    _Counted("cards_in_hand", 20, secret=True),
    _Counted("lowest_defence", 20, COUNTERS),
)


def _counted(name: str) -> Any:
    def number(f: Facts) -> int:
        return f.number(name)

    return number


for _number in NUMBERS:
    _of = () if _number.of is ANY else _number.of
    VOCABULARY.number(_number.name, 0, _number.most, _counted(_number.name), of=_of, secret=_number.secret)


# -- actions: a card may only do what is printed on it


def _cards_with(action: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(KIND[card] for card in range(FOG) if action in profile(card).actions))


for _action, _can in q.POSSIBLE.items():
    VOCABULARY.action(_action, _can, of=_cards_with(_action), quick=_action == "attack")
VOCABULARY.action(HUNKER_DOWN, None)


# -- targets

VOCABULARY.aim("rifleman", needs="rifleman_on_objective", of=("scout", "rifleman", "mg"), cites=("Q37", "Q40"))
VOCABULARY.aim("specialist", needs="specialist_in_reach", of=("scout", "rifleman", "mg"), cites=("Q38", "Q40"))
VOCABULARY.aim("stalk_tile", needs="better_stalk_tile better_stalk_tile_or_near", of=("sniper",), cites=("Q35",))


class Situation(NamedTuple):
    """What parts of a set of enemies are told by."""

    main: Collection[Any]
    riflemen: Collection[Any]


def main_target(now: Situation, foe: Foe) -> bool:
    return foe[0] in now.main


def on_objective(now: Situation, foe: Foe) -> bool:
    return foe[0] in now.riflemen


def suppressed(now: Situation, foe: Foe) -> bool:
    return foe[3]


def defence(now: Situation, foe: Foe) -> int:
    return foe[2]


VOCABULARY.set("enemy")
VOCABULARY.part("main_target", main_target, cites=("Q51",))
VOCABULARY.part("rifleman_on_objective", on_objective, cites=("Q37",))
VOCABULARY.part("suppressed", suppressed)
VOCABULARY.measure("defence", defence, cites=("Q10",))
for _order in ("bolster", "inspire_before", "inspire_after"):
    VOCABULARY.order(_order, COUNTERS)
VOCABULARY.order("specialists", COUNTERS)
VOCABULARY.table("mortar_values", COUNTERS)
