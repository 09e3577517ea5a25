"""What a newcomer might do now, in the scenario that teaches the game."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.undaunted.automa.facts import control_changes
from kempelen.games.undaunted.face.words import card_word, unit_word
from kempelen.games.undaunted.rules.cards import BASE, DICE, FOG, KIND, RIFLEMEN, SCOUTS, UNITS, Card
from kempelen.games.undaunted.rules.state import TURN, State
from kempelen.text.say import Text

__all__ = ["hint"]


def hint(v: State, seat: Seat) -> Text:
    """Take the objective; if that is not possible, get there; if not that either, shoot."""
    side = v.sides[seat]
    if v.phase != TURN:
        return Text("undaunted.hint.bid")
    hand = sorted({card for card in side.hand if card >= 0})
    for card in hand:
        if side.suppressed >> card & 1 and card in UNITS:
            return Text("undaunted.hint.ready", card=card_word(card))
    for card in (card for card in hand if card in RIFLEMEN):
        at = side.at[card] if side.at[card] >= 0 else v.scenario.spawns[seat][card]
        if v.values[at] and control_changes(v, seat, at):
            return Text("undaunted.hint.control", card=card_word(card), at=v.scenario.terrain.names[at], n=v.values[at])
    last = v.round == v.scenario.rounds
    for card in (card for card in hand if card in RIFLEMEN):
        # In the last round a way pays only if the next card of the same unit can take what it leads to.
        found = _way(v, seat, card, onto=last)
        if found is not None and not (last and side.hand.count(card) < 2):
            return found
    for card in (card for card in hand if card in SCOUTS and not last):
        return _scouting(v, seat, card, FOG in side.hand)
    return _shooting(v, seat, hand)


def _way(v: State, seat: Seat, card: Card, *, onto: bool) -> Text | None:
    """A step onto an objective, or toward one, over marked tiles; `onto` it or none."""
    side, terrain = v.sides[seat], v.scenario.terrain
    at = side.at[card] if side.at[card] >= 0 else v.scenario.spawns[seat][card]
    goals = [tile for tile in terrain.objectives if not side.controlled >> tile & 1 and side.marked >> tile & 1]
    steps = [tile for tile in terrain.near[at] if side.marked >> tile & 1]
    for goal in sorted(goals, key=lambda tile: -v.values[tile]):
        nearer = [tile for tile in steps if terrain.distance[tile][goal] < terrain.distance[at][goal]]
        if nearer and (nearer[0] == goal or not onto):
            step, far = terrain.names[nearer[0]], terrain.names[goal]
            return Text("undaunted.hint.move", card=card_word(card), at=step, goal=far, n=v.values[goal])
    return None


def _scouting(v: State, seat: Seat, card: Card, fog: bool) -> Text:
    side, terrain = v.sides[seat], v.scenario.terrain
    if fog:
        return Text("undaunted.hint.recon", card=card_word(card))
    unseen = [tile for tile in terrain.objectives if not side.marked >> tile & 1]
    if unseen:
        return Text("undaunted.hint.scout", card=card_word(card), at=terrain.names[unseen[0]])
    return Text("undaunted.hint.conceal", card=card_word(card))


def _shooting(v: State, seat: Seat, hand: list[Card]) -> Text:
    """The target with the lowest defence."""
    side, foe, terrain = v.sides[seat], v.sides[1 - seat], v.scenario.terrain
    best: tuple[int, Card, Card] | None = None
    for card in hand:
        if card not in UNITS or not DICE["attack"][card]:
            continue
        at = side.at[card] if side.at[card] >= 0 else v.scenario.spawns[seat][card]
        for unit in UNITS:
            if foe.at[unit] >= 0:
                found = (BASE[unit] + terrain.shield[at][foe.at[unit]], unit, card)
                best = found if best is None else min(best, found)
    if best is None:
        return Text("undaunted.hint.end")
    defence, unit, card = best
    dice = DICE["attack"][card]
    key = "undaunted.hint.attack_mg" if KIND[card] == "mg" else "undaunted.hint.attack"
    return Text(key, card=card_word(card), target=unit_word(unit, 1 - seat), defence=min(defence, 10), dice=dice)
