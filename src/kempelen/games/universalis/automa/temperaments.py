"""The solo opponent's document, ours and open: levels, temperaments, and the lists of lines that models follow.

Universalis has no solo rules. The four temperaments are the unit AIs of tactics, fitted to this game: a model does the
first line of its list that can be carried out, and begins again at the top for its next action. What a line means is a
function of the same name in `lines`, `attack_lines`, `movement_lines`, `answer_lines` or `solitaire`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kempelen.behaviour.priorities import Priorities, attempt, priorities
from kempelen.games.universalis.rules.models.card import Card
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, NO_CAMOUFLAGE

__all__ = [
    "AGGRESSIVE",
    "ANSWERS",
    "DOCUMENT",
    "EVERY_MODEL",
    "LEVELS",
    "LISTS",
    "PICKING",
    "SETTING_UP",
    "SHY",
    "TARGET_ORIENTED",
    "TEMPERAMENTS",
    "WANDERING",
    "Level",
    "temperament_of",
]

DOCUMENT = "kempelen-universalis"


@dataclass(frozen=True, slots=True)
class Level:
    """How much the opponent looks at before it decides. The lists are the same at every level."""

    name: str
    weighs: bool
    """Compares attacks by what they are likely to do; else the nearest enemy is attacked."""
    cover: bool
    """Lies down to shoot, looks for cover, and defends itself with what is left."""
    reacts: bool
    """Dodges and answers movement; else it only strikes back."""
    plans: bool
    """Takes the mission that is quickest, compares more places, and does not spend its best shooters first."""
    denies: int
    """So many models stand in the way of the enemy's mission if the own one takes long."""


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("easy", weighs=False, cover=False, reacts=False, plans=False, denies=0),
        Level("middle", weighs=True, cover=True, reacts=True, plans=False, denies=2),
        Level("hard", weighs=True, cover=True, reacts=True, plans=True, denies=2),
    )
}


def _list(name: str, section: str, *names: str) -> Priorities:
    lines = (attempt(n, line) for n, line in enumerate(names, 1))
    return priorities(name, *lines, game="universalis", document=DOCUMENT, section=section, public=True)


SETTING_UP = _list("setting_up", "Setting up", "choose_mission", "choose_zone", "deploy_model")
PICKING = _list("picking", "Picking a model", "pick_finisher", "pick_attacker", "pick_runner", "pick_any")
EVERY_MODEL = _list(
    "every_model",
    "Every model",
    "fly_on",
    "fight_threat",
    "serve_mission",
    "hit_the_weak",
    "heal",
)
AGGRESSIVE = _list(
    "aggressive",
    "Aggressive",
    "strike",
    "charge",
    "use_power",
    "throw_grenade",
    "shoot",
    "spot",
    "reload",
    "stand_up",
    "hunt",
    "watch",
    "brace",
    "shoot_anyway",
    "rest",
)
SHY = _list(
    "shy",
    "Shy",
    "break_away",
    "strike",
    "use_power",
    "throw_grenade",
    "lie_down",
    "shoot",
    "spot",
    "reload",
    "stand_up",
    "keep_away",
    "take_position",
    "watch",
    "shoot_anyway",
    "rest",
)
WANDERING = _list(
    "wandering",
    "Wandering",
    "strike",
    "use_power",
    "throw_grenade",
    "shoot",
    "charge",
    "spot",
    "reload",
    "follow_enemy",
    "roam",
    "rest",
)
TARGET_ORIENTED = _list(
    "target",
    "Target-oriented",
    "break_away",
    "strike",
    "stand_up",
    "go_to_goal",
    "charge",
    "throw_grenade",
    "lie_down",
    "shoot",
    "spot",
    "reload",
    "hunt",
    "watch",
    "brace",
    "shoot_anyway",
    "rest",
)
ANSWERS = _list(
    "answers",
    "Answering",
    "reroll",
    "dodge",
    "fire",
    "second_weapon",
    "strike_back",
    "strike_fleeing",
    "support",
    "block",
    "pay_drone",
    "give_up",
    "let_pass",
)

TEMPERAMENTS: Mapping[str, Priorities] = {
    "aggressive": AGGRESSIVE,
    "shy": SHY,
    "wandering": WANDERING,
    "target": TARGET_ORIENTED,
}
LISTS = (SETTING_UP, PICKING, EVERY_MODEL, AGGRESSIVE, SHY, WANDERING, TARGET_ORIENTED, ANSWERS)

FAR_SHOT = 60.0
"""A weapon that reaches so far makes a model shy."""
NEAR_SHOT = 20.0
"""A model whose weapons reach no farther must go close."""
NIMBLE = 5
"""A model with such a GK is sent for targets."""


def temperament_of(card: Card) -> str:
    """What the roster says; else by what the model is and carries."""
    if card.temperament:
        return card.temperament
    if card.type == DRONE:
        return "wandering"
    reach = max((weapon.band * weapon.bands for weapon in card.weapons if weapon.ranged), default=0.0)
    if card.type == COLOSSUS:
        return "aggressive"
    if card.gk >= NIMBLE and not card.camouflage and card.nk < 7 and reach < FAR_SHOT:
        return "target"
    if card.nk > card.fk or reach <= NEAR_SHOT:
        return "aggressive"
    if reach >= FAR_SHOT or card.camouflage != NO_CAMOUFLAGE:
        return "shy"
    return "target" if card.leader else "shy"
