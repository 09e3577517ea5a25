"""A sensible scripted opponent for the automa. Its heuristics are ours (H5), not the document's.

Every action it may do gets a score: what it is likely to win, what it brings nearer, what it costs. The highest is
done; when nothing is worth a card, the turn ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.trace import Trace
from kempelen.games.undaunted.automa import whys
from kempelen.games.undaunted.face.prompts import MORE, MORE_OF_SQUAD, PLAYS
from kempelen.games.undaunted.rules.actions import (
    BIDS,
    Action,
    Attack,
    Bid,
    Bolster,
    Command,
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
from kempelen.games.undaunted.rules.terrain import Tile

__all__ = ["ScriptedSide", "score", "scores"]

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
        if decision.prompt.key in PLAYS:
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
    thought = _Thought(v, seat)
    for option in options:
        points = thought.score(option)
        if points > top:
            found, top = option, points
    return found


def score(v: State, seat: Seat, option: Action) -> float:
    """How good an action is; 0 is as good as keeping the card."""
    return _Thought(v, seat).score(option)


def scores(v: State, seat: Seat) -> Callable[[Action], float]:
    """The same for many actions of one decision."""
    return _Thought(v, seat).score


@cache
def _chance(dice: int, defence: int) -> float:
    """That one of the dice hits (C4)."""
    one = max(11 - defence, 1) / 10
    return 1 - (1 - one) ** dice


class _Thought:
    """One decision: what it has found out about tiles and counters it need not find out again."""

    __slots__ = ("_fires", "_preys", "_pulls", "_shots", "_wanted", "foe", "seat", "side", "terrain", "v")

    def __init__(self, v: State, seat: Seat) -> None:
        self.v, self.seat = v, seat
        self.side, self.foe, self.terrain = v.sides[seat], v.sides[1 - seat], v.scenario.terrain
        self._preys: dict[tuple[Seat, Card], float] = {}
        self._shots: list[tuple[int, Tile, float]] | None = None
        self._fires: dict[tuple[int, Tile], float] = {}
        self._pulls: dict[Tile, float] = {}
        self._wanted = [
            (goal, 6 + 3 * v.values[goal]) for goal in self.terrain.objectives if not self.side.controlled >> goal & 1
        ]

    def score(self, option: Action) -> float:
        rate = _SCORES.get(type(option))
        return rate(self, option) if rate is not None else 0.0

    # -- fighting

    def prey(self, owner: Seat, unit: Card) -> float:
        """What hitting a counter is worth to the other side, see `_prey`."""
        found = self._preys.get((owner, unit))
        if found is None:
            found = self._preys[owner, unit] = _prey(self.v, owner, unit)
        return found

    def attack(self, a: Attack) -> float:
        v, seat, side, foe = self.v, self.seat, self.side, self.foe
        at = side.at[a.card] if side.at[a.card] >= 0 else v.scenario.spawns[seat][a.card]
        defence = BASE[a.target] + self.terrain.shield[at][foe.at[a.target]]
        chance = _chance(DICE[a.how][a.card], defence)
        if a.how == "attack":
            return chance * self.prey(1 - seat, a.target)
        return 0.0 if foe.suppressed >> a.target & 1 else chance * 0.4 * self.prey(1 - seat, a.target)

    def blast(self, tile: Tile) -> float:
        """What a Blast on a tile would bring."""
        total = 0.0
        for owner, sign in ((1 - self.seat, 1), (self.seat, -1)):
            for unit in UNITS:
                if self.v.sides[owner].at[unit] == tile:
                    chance = _chance(1, BASE[unit] + self.terrain.blast_cover[tile])
                    total += sign * chance * self.prey(owner, unit)
        return total

    def target(self, a: Target) -> float:
        """A marker is worth a part of the Blast it makes possible, less what the old one would bring."""
        before = self.side.marker
        old = self.blast(before) if before >= 0 else 0.0
        return 0.6 * self.blast(a.tile) - 0.8 * old

    # -- moving

    def pull(self, tile: Tile) -> float:
        """How much a Rifleman wants to be on a tile: objectives not under control draw him, by points and distance."""
        found = self._pulls.get(tile)
        if found is None:
            far = self.terrain.distance[tile]
            found = max([worth / (1 + far[goal]) for goal, worth in self._wanted], default=0.0)
            self._pulls[tile] = found
        return found

    def standing(self, unit: Card, tile: Tile) -> float:
        """What a counter could do from a tile: fire at the best target, or stand in the way of the enemy's victory."""
        return 0.8 * self.fire(DICE["attack"][unit], tile) + 8.0 * self.guard(unit, tile)

    def fire(self, dice: int, tile: Tile) -> float:
        """At the best target, with so many dice."""
        found = self._fires.get((dice, tile))
        if found is None:
            if self._shots is None:
                at = self.foe.at
                self._shots = [(BASE[n], at[n], self.prey(1 - self.seat, n)) for n in UNITS if at[n] >= 0]
            shield = self.terrain.shield[tile]
            shots = [_chance(dice, base + shield[there]) * worth for base, there, worth in self._shots if dice]
            found = self._fires[dice, tile] = max(shots, default=0.0)
        return found

    def guard(self, unit: Card, tile: Tile) -> float:
        """A counter on the objective that would win the game for the enemy; most of all with his Rifleman beside it."""
        v, foe, goal = self.v, self.foe, self.v.scenario.goals[1 - self.seat]
        if goal == PIN or not v.values[tile] or foe.controlled >> tile & 1 or foe.points + v.values[tile] < goal:
            return 0.0
        if any(at == tile and other != unit for other, at in enumerate(self.side.at)):
            return 0.0
        far = self.terrain.distance[tile]
        return 1.0 if any(foe.at[unit] >= 0 and far[foe.at[unit]] <= 1 for unit in RIFLEMEN) else 0.3

    def step(self, unit: Card, start: Tile, end: Tile) -> float:
        """A step of a Rifleman toward objectives, of the others into cover; and off a marked tile."""
        terrain, foe = self.terrain, self.foe
        gain = 5.0 if foe.marker == start else -5.0 if foe.marker == end else 0.0
        gain += 0.8 * (terrain.cover[end] - terrain.cover[start])
        gain += self.standing(unit, end) - self.standing(unit, start)
        if unit in RIFLEMEN:
            return gain + 3 * (self.pull(end) - self.pull(start))
        if unit == MORTAR and self.side.marker >= 0:
            gain -= 3
        return gain

    def go(self, a: Go) -> float:
        v, side, terrain = self.v, self.side, self.terrain
        start = side.at[a.card] if side.at[a.card] >= 0 else v.scenario.spawns[self.seat][a.card]
        arriving = 2.0 if side.at[a.card] < 0 else 0.0
        if not a.tiles:
            return 0.5
        if a.how != "scout":
            return arriving + self.step(a.card, start, a.tiles[-1])
        gain = arriving + (4.0 if self.foe.marker == start else 0.0)
        new = {tile for tile in a.tiles if not side.marked >> tile & 1}
        for tile in new:
            gain += 1.0 + (4 + 2 * v.values[tile] if v.values[tile] else self.on_the_way(tile))
            gain -= 2.0 if side.supply[FOG] else 0.0
        gain += self.standing(a.card, a.tiles[-1]) - self.standing(a.card, start)
        return gain + 0.3 * (terrain.cover[a.tiles[-1]] - terrain.cover[start])

    def on_the_way(self, tile: Tile) -> float:
        """A marker that lets a Rifleman come nearer."""
        for unit in RIFLEMEN:
            at = self.side.at[unit]
            if at >= 0 and self.pull(tile) > self.pull(at):
                return 2.0
        return 0.3

    def guide(self, a: Guide) -> float:
        return self.step(a.unit, self.side.at[a.unit], a.tile)

    # -- the rest

    def plain(self, a: Plain) -> float:
        v, side = self.v, self.side
        if a.how == "control":
            at = side.at[a.card] if side.at[a.card] >= 0 else v.scenario.spawns[self.seat][a.card]
            gain = 1 if side.controlled >> at & 1 else v.values[at]
            goal = v.scenario.goals[self.seat]
            if goal != PIN and side.points + gain >= goal:
                return WIN
            return 14.0 + 6 * gain if gain else 0.0
        if a.how == "blast":
            return self.blast(side.marker)
        return {"ready": 6.0 if a.card in RIFLEMEN else 4.0, "recon": 8.0, "conceal": 1.5}.get(a.how, 0.0)

    def bolster(self, a: Bolster) -> float:
        return 0.9 * _more(self.side, a)

    def command(self, a: Command) -> float:
        return 3.0 * a.count

    def inspire(self, a: Inspire) -> float:
        return 1 + 0.8 * NEED[KIND[a.back]]


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


def _more(side: Side, option: Bolster | Take | Enough) -> float:
    if isinstance(option, Enough):
        return 0.0
    missing = 2.0 if option.pile in UNITS and side.at[option.pile] < 0 else 0.0
    return option.count * NEED.get(KIND[option.pile], 1.5) + missing


_SCORES: Mapping[type, Callable[[_Thought, Any], float]] = {
    Attack: _Thought.attack,
    Target: _Thought.target,
    Go: _Thought.go,
    Guide: _Thought.guide,
    Plain: _Thought.plain,
    Bolster: _Thought.bolster,
    Command: _Thought.command,
    Inspire: _Thought.inspire,
}


# -- initiative


def _bid(v: State, decision: Decision[Any]) -> Card:
    """The card that is least useful now; a higher one if going first would let a Rifleman control an objective."""
    seat = decision.seat
    thought = _Thought(v, seat)
    useful: dict[Card, float] = {}
    for option in legal(v, seat):
        card: Card | None = getattr(option, "card", None)
        if card is not None:
            useful[card] = max(useful.get(card, 0.0), thought.score(option))
    hurry = 8.0 if max(useful.values(), default=0.0) > 12 else 1.0
    roll = dict(decision.prompt.fields).get("roll", 6)
    assert isinstance(roll, int)

    def worth(bid: Bid) -> float:
        return (hurry if INITIATIVE[bid.card] > roll else 0.0) - useful.get(bid.card, 0.0)

    chosen: Bid = max(decision.options, key=worth)
    return chosen.card
