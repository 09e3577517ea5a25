"""The four temperaments: the unit AIs of tactics, fitted to this game. Each has a list in the solo opponent's file."""

from __future__ import annotations

from kempelen.games.universalis.automa.levels import Weights
from kempelen.games.universalis.rules.models.card import Card
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, NO_CAMOUFLAGE

__all__ = ["DOCUMENT", "TEMPERAMENTS", "temperament_of"]

DOCUMENT = "kempelen-universalis"
"""How the file with the levels and lists is cited: ours and open, since Universalis has no solo rules."""
TEMPERAMENTS = ("aggressive", "shy", "wandering", "target")


def temperament_of(card: Card, w: Weights) -> str:
    """What the roster says; else by what the model is and carries."""
    if card.temperament:
        return card.temperament
    if card.type == DRONE:
        return "wandering"
    reach = max((weapon.band * weapon.bands for weapon in card.weapons if weapon.ranged), default=0.0)
    if card.type == COLOSSUS:
        return "aggressive"
    if card.gk >= w.nimble and not card.camouflage and card.nk < 7 and reach < w.far_shot:
        return "target"
    if card.nk > card.fk or reach <= w.near_shot:
        return "aggressive"
    if reach >= w.far_shot or card.camouflage != NO_CAMOUFLAGE:
        return "shy"
    return "target" if card.leader else "shy"
