"""A sensible scripted opponent for the automa. Its heuristics are ours (H5), not the document's.

Every action it may do gets a score: what it is likely to win, what it brings nearer, what it costs. The highest is
done; when nothing is worth a card, the turn ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.trace import Trace
from kempelen.games.undaunted.automa import whys
from kempelen.games.undaunted.face.prompts import MORE, MORE_OF_SQUAD, PLAY
from kempelen.games.undaunted.rules.actions import (
    BIDS,
    Action,
    Attack,
    Bid,
    Bolster,
    Command,
    End,
    Enough,
    Go,
    Guide,
    Inspire,
    Plain,
    Take,
    Target,
)
from kempelen.games.undaunted.rules.cards import BASE, DICE, FOG, INITIATIVE, KIND, MORTAR, RIFLEMEN, UNITS, Card
from kempelen.games.undaunted.rules.legal import legal
from kempelen.games.undaunted.rules.state import PIN, Side, State
from kempelen.games.undaunted.rules.terrain import Terrain, Tile

__all__ = ["ScriptedSide", "score"]

WORTH: Mapping[str, float] = {"rifleman": 10, "mg": 6, "sniper": 6, "mortar": 4.5, "scout": 4}
"""What it is worth to hit a counter."""
NEED: Mapping[str, float] = {
    "rifleman": 5,
    "mg": 3.5,
    "sniper": 3.5,
    "scout": 2.5,
    "mortar": 2.5,
    "leader": 2.5,
    "guide": 2,
}
"""What it is worth to have one more card."""
WIN = 1000.0


class ScriptedSide:
    """Plays whatever scores highest."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        view: State = decision.view()
        trace = Trace(decision.seat) if table.tracing else None
        if decision.prompt is PLAY:
            chosen = best(view, decision.seat, decision.options)
        elif decision.prompt.key in (MORE, MORE_OF_SQUAD):
            chosen = max(decision.options, key=lambda option: _more(view.sides[decision.seat], option))
        else:
            chosen = BIDS[_bid(view, decision)]
        if trace is not None:
            trace.add(whys.SCRIPTED, chosen)
        return Choice(chosen, trace)


def best(v: State, seat: Seat, options: Sequence[Action]) -> Action:
    """The option with the highest score; of equal ones the first."""
    found, top = options[-1], 0.0
    for option in options:
        points = score(v, seat, option)
        if points > top:
            found, top = option, points
    return found


def score(v: State, seat: Seat, option: Action) -> float:
    """How good an action is; 0 is as good as keeping the card."""
    rate = _SCORES.get(type(option))
    return rate(v, seat, option) if rate is not None else 0.0


# -- fighting


def _chance(dice: int, defence: int) -> float:
    """That one of the dice hits (C4)."""
    one = max(11 - defence, 1) / 10
    return 1 - (1 - one) ** dice


def _prey(v: State, foe: Seat, unit: Card) -> float:
    """What hitting an enemy counter is worth: more on an objective, and when it would leave the board."""
    side, terrain, goal = v.sides[foe], v.scenario.terrain, v.scenario.goals[foe]
    at = side.at[unit]
    worth = WORTH[KIND[unit]]
    if unit in RIFLEMEN and v.scenario.goals[1 - foe] == PIN:
        worth += 8  # that is how we win
    if terrain.objective_mask >> at & 1:
        if unit in RIFLEMEN:
            worth += 4
            if goal != PIN and not side.controlled >> at & 1 and side.points + v.values[at] >= goal:
                worth += 25  # he is about to win
        if any(v.sides[1 - foe].at[own] == at for own in RIFLEMEN):
            worth += 6  # he keeps us from controlling it
    if unit not in side.discard and unit not in side.deck.bag and unit not in side.deck.top:
        worth *= 1.5
        if unit in RIFLEMEN and sum(side.at[other] >= 0 for other in RIFLEMEN) == 1:
            worth += 30 if v.scenario.goals[1 - foe] == PIN else 8
    return worth


def _attack(v: State, seat: Seat, a: Attack) -> float:
    side, foe = v.sides[seat], v.sides[1 - seat]
    at = side.at[a.card] if side.at[a.card] >= 0 else v.scenario.spawns[seat][a.card]
    defence = BASE[a.target] + v.scenario.terrain.shield[at][foe.at[a.target]]
    chance = _chance(DICE[a.how][a.card], defence)
    if a.how == "attack":
        return chance * _prey(v, 1 - seat, a.target)
    return 0.0 if foe.suppressed >> a.target & 1 else chance * 0.4 * _prey(v, 1 - seat, a.target)


def _blast(v: State, seat: Seat) -> float:
    tile, terrain = v.sides[seat].marker, v.scenario.terrain
    total = 0.0
    for owner, sign in ((1 - seat, 1), (seat, -1)):
        for unit in UNITS:
            if v.sides[owner].at[unit] == tile:
                total += sign * _chance(1, BASE[unit] + terrain.blast_cover[tile]) * _prey(v, owner, unit)
    return total


def _target(v: State, seat: Seat, a: Target) -> float:
    """A marker is worth a part of the Blast it makes possible, less what the old one would bring."""
    side = v.sides[seat]
    before, side_marker = side.marker, a.tile
    old = _blast(v, seat) if before >= 0 else 0.0
    side.marker = side_marker
    new = _blast(v, seat)
    side.marker = before
    return 0.6 * new - 0.8 * old


# -- moving


def _pull(v: State, seat: Seat, tile: Tile) -> float:
    """How much a Rifleman wants to be on a tile: objectives not under control draw him, by points and distance."""
    terrain, me = v.scenario.terrain, v.sides[seat]
    wanted = [goal for goal in terrain.objectives if not me.controlled >> goal & 1]
    far = terrain.distance[tile]
    return max([(6 + 3 * v.values[goal]) / (1 + far[goal]) for goal in wanted], default=0.0)


def _standing(v: State, seat: Seat, unit: Card, tile: Tile) -> float:
    """What a counter could do from a tile: fire at the best target, or stand in the way of the enemy's victory."""
    return 0.8 * _fire(v, seat, unit, tile) + 8.0 * _guard(v, seat, unit, tile)


def _fire(v: State, seat: Seat, unit: Card, tile: Tile) -> float:
    foe, shield = v.sides[1 - seat].at, v.scenario.terrain.shield[tile]
    dice = DICE["attack"][unit]
    shots = [
        _chance(dice, BASE[other] + shield[foe[other]]) * _prey(v, 1 - seat, other)
        for other in UNITS
        if dice and foe[other] >= 0
    ]
    return max(shots, default=0.0)


def _guard(v: State, seat: Seat, unit: Card, tile: Tile) -> float:
    """A counter on the objective that would win the game for the enemy; most of all with his Rifleman beside it."""
    foe, goal = v.sides[1 - seat], v.scenario.goals[1 - seat]
    if goal == PIN or not v.values[tile] or foe.controlled >> tile & 1 or foe.points + v.values[tile] < goal:
        return 0.0
    if any(at == tile and other != unit for other, at in enumerate(v.sides[seat].at)):
        return 0.0
    far = v.scenario.terrain.distance[tile]
    return 1.0 if any(foe.at[unit] >= 0 and far[foe.at[unit]] <= 1 for unit in RIFLEMEN) else 0.3


def _step(v: State, seat: Seat, unit: Card, start: Tile, end: Tile) -> float:
    """A step of a Rifleman toward objectives, of the others into cover; and off a marked tile."""
    terrain, foe = v.scenario.terrain, v.sides[1 - seat]
    gain = 5.0 if foe.marker == start else -5.0 if foe.marker == end else 0.0
    gain += 0.8 * (terrain.cover[end] - terrain.cover[start])
    gain += _standing(v, seat, unit, end) - _standing(v, seat, unit, start)
    if unit in RIFLEMEN:
        return gain + 3 * (_pull(v, seat, end) - _pull(v, seat, start))
    if unit == MORTAR and v.sides[seat].marker >= 0:
        gain -= 3
    return gain


def _go(v: State, seat: Seat, a: Go) -> float:
    side, terrain = v.sides[seat], v.scenario.terrain
    start = side.at[a.card] if side.at[a.card] >= 0 else v.scenario.spawns[seat][a.card]
    arriving = 2.0 if side.at[a.card] < 0 else 0.0
    if not a.tiles:
        return 0.5
    if a.how != "scout":
        return arriving + _step(v, seat, a.card, start, a.tiles[-1])
    gain = arriving + (4.0 if v.sides[1 - seat].marker == start else 0.0)
    new = {tile for tile in a.tiles if not side.marked >> tile & 1}
    for tile in new:
        gain += 1.0 + (4 + 2 * v.values[tile] if v.values[tile] else _on_the_way(v, seat, terrain, tile))
        gain -= 2.0 if side.supply[FOG] else 0.0
    gain += _standing(v, seat, a.card, a.tiles[-1]) - _standing(v, seat, a.card, start)
    return gain + 0.3 * (terrain.cover[a.tiles[-1]] - terrain.cover[start])


def _on_the_way(v: State, seat: Seat, terrain: Terrain, tile: Tile) -> float:
    """A marker that lets a Rifleman come nearer."""
    side = v.sides[seat]
    for unit in RIFLEMEN:
        at = side.at[unit]
        if at >= 0 and _pull(v, seat, tile) > _pull(v, seat, at):
            return 2.0
    return 0.3


def _guide(v: State, seat: Seat, a: Guide) -> float:
    return _step(v, seat, a.unit, v.sides[seat].at[a.unit], a.tile)


# -- the rest


def _plain(v: State, seat: Seat, a: Plain) -> float:
    side = v.sides[seat]
    if a.how == "control":
        at = side.at[a.card] if side.at[a.card] >= 0 else v.scenario.spawns[seat][a.card]
        gain = 1 if side.controlled >> at & 1 else v.values[at]
        goal = v.scenario.goals[seat]
        if goal != PIN and side.points + gain >= goal:
            return WIN
        return 14.0 + 6 * gain if gain else 0.0
    if a.how == "blast":
        return _blast(v, seat)
    return {"ready": 6.0 if a.card in RIFLEMEN else 4.0, "recon": 8.0, "conceal": 1.5}.get(a.how, 0.0)


def _more(side: Side, option: Bolster | Take | Enough) -> float:
    if isinstance(option, Enough):
        return 0.0
    missing = 2.0 if option.pile in UNITS and side.at[option.pile] < 0 else 0.0
    return option.count * NEED.get(KIND[option.pile], 1.5) + missing


def _bolster(v: State, seat: Seat, a: Bolster) -> float:
    return 0.9 * _more(v.sides[seat], a)


def _command(v: State, seat: Seat, a: Command) -> float:
    return 3.0 * a.count


def _inspire(v: State, seat: Seat, a: Inspire) -> float:
    return 1 + 0.8 * NEED[KIND[a.back]]


_SCORES: Mapping[type, Callable[[State, Seat, Any], float]] = {
    Attack: _attack,
    Target: _target,
    Go: _go,
    Guide: _guide,
    Plain: _plain,
    Bolster: _bolster,
    Command: _command,
    Inspire: _inspire,
    End: lambda v, seat, a: 0.0,
}


# -- initiative


def _bid(v: State, decision: Decision[Any]) -> Card:
    """The card that is least useful now; a higher one if going first would let a Rifleman control an objective."""
    seat = decision.seat
    useful: dict[Card, float] = {}
    for option in legal(v, seat):
        card: Card | None = getattr(option, "card", None)
        if card is not None:
            useful[card] = max(useful.get(card, 0.0), score(v, seat, option))
    hurry = 8.0 if max(useful.values(), default=0.0) > 12 else 1.0
    roll = dict(decision.prompt.fields).get("roll", 6)
    assert isinstance(roll, int)

    def worth(bid: Bid) -> float:
        return (hurry if INITIATIVE[bid.card] > roll else 0.0) - useful.get(bid.card, 0.0)

    chosen: Bid = max(decision.options, key=worth)
    return chosen.card
