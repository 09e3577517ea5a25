"""The words an automa file of this game may use; their sentences are in `text/`.

Deeds are ours: a file puts them in order, under conditions, and says what weighs how much.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.automa.vocabulary import Slot, Vocabulary
from kempelen.games.universalis.automa.answer_lines import ANSWER_TRIES
from kempelen.games.universalis.automa.levels import LEVEL_NAMES, SKILLS
from kempelen.games.universalis.automa.lines import TRIES
from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.automa.movement_lines import can_charge
from kempelen.games.universalis.automa.setting_lines import PICK_TRIES, SETTING, SETTING_TRIES
from kempelen.games.universalis.automa.temperaments import TEMPERAMENTS
from kempelen.games.universalis.rules.missions import mission_of
from kempelen.games.universalis.rules.models.current import contacts, distance
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.table.sight import touched_cover
from kempelen.games.universalis.rules.terms import DRONE, HULL

__all__ = ["VOCABULARY"]

EVERY, OF_MODELS = "every_model", ("every_model", *TEMPERAMENTS)
MISSIONS = ("eliminate", "carry", "gather", "leave", "reach", "hold")
CHARGE = 15.0
"""An enemy who is nearer than this could charge, in cm, if he is quick enough."""

VOCABULARY = Vocabulary(
    "universalis",
    (
        Slot("list", "setting_up", family="setting", each=tuple(SETTING.values())),
        Slot("list", "picking", family="picking"),
        Slot("list", EVERY, family="model", ends=False),
        *(Slot("list", name, family="model") for name in TEMPERAMENTS),
        Slot("list", "answers", family="answers"),
    ),
    clauses=True,
    public=True,
    begin="every_model",
    small_change=[("4 [hit_the_weak]", "")],
)

# -- attempts

ALWAYS = ("rest", "pick_any", "let_pass")
for _tries, _lists in (
    (SETTING_TRIES, ("setting_up",)),
    (PICK_TRIES, ("picking",)),
    (TRIES, OF_MODELS),
    (ANSWER_TRIES, ("answers",)),
):
    for _name, _try in _tries.items():
        VOCABULARY.attempt(_try, of=_lists, always=_name in ALWAYS)

# -- questions: about the model, from what its side may know


def in_contact(mind: Mind) -> bool:
    return bool(contacts(mind.s, mind.m, enemy=True))


def has_a_part(mind: Mind) -> bool:
    """It does something for the mission, or against the enemy's."""
    return mind.task is not None


def carries(mind: Mind) -> bool:
    return any(thing.carrier == mind.m.index for thing in mind.s.objects)


def is_leader(mind: Mind) -> bool:
    return bool(mind.m.card.leader)


def is_drone(mind: Mind) -> bool:
    return mind.m.card.type == DRONE


def is_prone(mind: Mind) -> bool:
    return bool(mind.m.prone)


def has_moved(mind: Mind) -> bool:
    return bool(mind.m.moved)


def good_shot(mind: Mind) -> bool:
    """It has a shot that is worth firing."""
    return mind.hopeful > 0


def could_be_charged(mind: Mind) -> bool:
    """By somebody who is near, quick, and no worse in melee."""
    return any(can_charge(mind.s, o, mind.m, CHARGE) for o in mind.s.enemies(mind.m.seat))


for _ask in (
    in_contact,
    has_a_part,
    carries,
    is_leader,
    is_drone,
    is_prone,
    has_moved,
    good_shot,
    could_be_charged,
):
    VOCABULARY.question(_ask, of=OF_MODELS)

# -- and about the table


def _seat(mind: Any) -> int:
    seat: int = mind.decision.seat
    return seat


def _mission(kind: str) -> None:
    def asked(mind: Any) -> bool:
        return mission_of(mind.s, _seat(mind)).kind == kind

    asked.__name__ = f"mission_{kind}"
    VOCABULARY.question(asked, of=("picking", *OF_MODELS, "answers"))


for _kind in MISSIONS:
    _mission(_kind)


def enemy_carries(mind: Any) -> bool:
    s: State = mind.s
    return any(thing.carrier >= 0 and s.models[thing.carrier].seat != _seat(mind) for thing in s.objects)


VOCABULARY.question(enemy_carries, of=("picking", *OF_MODELS, "answers"))

# -- numbers


def nearest_enemy(mind: Mind) -> int:
    """In full cm, rounded up; 999 if nobody is left."""
    return min([-int(-distance(mind.s, mind.m, o) // 1) for o in mind.s.enemies(mind.m.seat)], default=999)


VOCABULARY.number("round", 0, 30, lambda mind: mind.s.round)
VOCABULARY.number("own_models", 0, 40, lambda mind: len(mind.s.friends(_seat(mind))))
VOCABULARY.number("enemies", 0, 40, lambda mind: len(mind.s.enemies(_seat(mind))))
VOCABULARY.number("ap", 0, 20, lambda mind: mind.ap, of=OF_MODELS)
VOCABULARY.number("wounds", 0, 40, lambda mind: mind.m.card.tp - mind.m.tp[HULL], of=OF_MODELS)
VOCABULARY.number("life", 0, 40, lambda mind: mind.m.tp[HULL], of=OF_MODELS)
VOCABULARY.number("cover", 0, 9, lambda mind: touched_cover(mind.s, mind.m), of=OF_MODELS)
VOCABULARY.number("nearest_enemy", 0, 999, nearest_enemy, of=OF_MODELS)

# -- what weighs how much

_SPANS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    **{name: {**dict.fromkeys(SKILLS, (0, 1)), "denies": (0, 20)} for name in LEVEL_NAMES},
    "worth": dict.fromkeys(("shock", "burning", "put_out"), (0, 500)),
    "importance": dict.fromkeys(("leader", "controller", "carrier", "at_goal", "fleeing", "burning"), (0, 500)),
    "enough": dict.fromkeys(("attack", "place", "finishing"), (0, 500)),
    "twelfths": dict.fromkeys(("shot", "reaction"), (0, 12)),
    "percent": dict.fromkeys(("counterattack", "lasting_power"), (0, 100)),
    "centimetres": dict.fromkeys(("lasting_power", "wandering", "edge", "passing", "far_shot", "near_shot"), (0, 200)),
    "prey": dict.fromkeys(("carrier", "edge", "mast", "fleeing"), (0, 200)),
    "deploying": dict.fromkeys(("bold", "shy", "hidden", "cover", "crowd"), (0, 2000)),
    "rounds": dict.fromkeys(("gather", "leave", "reach", "late", "eliminate", "later", "give_up"), (0, 30)),
    "counts": {
        "spare": (0, 20),
        "too_many": (1, 20),
        "many_ap": (0, 20),
        "positions": (0, 30),
        "moves": (0, 10),
        "nimble": (0, 20),
    },
}
VOCABULARY.order("slow", MISSIONS)
for _table, _things in _SPANS.items():
    VOCABULARY.table(_table, _things, told="level" if _table in LEVEL_NAMES else _table)
