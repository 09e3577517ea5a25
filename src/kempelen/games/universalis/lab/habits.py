"""Bad habits of a player, counted over whole games: what an onlooker would shake his head at.

Nothing here knows how the opponent decides: what it does is watched, what it could have done is read off the list of
offers. So a habit that comes back is found, wherever in the lists it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from math import dist, hypot
from typing import Any

from kempelen.engine.player import Player
from kempelen.engine.table import Choice, Decision, Table
from kempelen.games.universalis.automa.mind import worth_firing
from kempelen.games.universalis.automa.solitaire import WEIGHTS
from kempelen.games.universalis.automa.worth import charges, roll_chance, shots, vigil
from kempelen.games.universalis.rules.actions import (
    END,
    Attack,
    Charge,
    Disengage,
    Handle,
    Jump,
    Move,
    Order,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
)
from kempelen.games.universalis.rules.missions import in_target, in_zone, mission_of, turned
from kempelen.games.universalis.rules.models.current import contacts
from kempelen.games.universalis.rules.movement.routing import distances
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.camouflage import reconnoitre_reckoning
from kempelen.games.universalis.rules.table.sight import sees_model
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.games.universalis.rules.terms import FLIGHT

__all__ = ["IDLE_AP", "Habits", "Watched", "useful"]

IDLE_AP = 5
"""Who ends a phase with so many AP should have had nothing to do."""
FAR = 4.0
"""Ways shorter than this are no walk."""
SMALL = 0.2
NEARER = 2.0
"""A move is of use if it shortens the way to some enemy by more than this."""
BACK = 1 / 3
"""Whoever is after a walk nearer to where it began than this share of it, went there and back."""


@dataclass(slots=True)
class Habits:
    """Initiative phases of models, and in how many of them something silly was done."""

    phases: int = 0
    down_and_up: int = 0
    """It lay down and stood up."""
    idle: int = 0
    """It ended with 5 AP or more although something useful was possible."""
    there_and_back: int = 0
    """It walked, and back again."""
    ready: int = 0
    """It became fire-ready; no bad habit."""
    unready: int = 0
    """It ended although readiness was possible and reaction fire would have had a chance."""
    seen: list[str] = field(default_factory=list)
    """Where: for who wants to look."""

    def __add__(self, other: Habits) -> Habits:
        return Habits(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(Habits)))


@dataclass(slots=True)
class _Phase:
    """What one model did in the running phase."""

    prone: bool
    stops: list[Place]
    """Where it stood at first, and where each of its moves led."""
    lengths: list[float] = field(default_factory=list)
    """As the crow flies: a way round something is no way back."""
    turns: int = 0
    last: str = ""
    """Its last action, until it is seen what came of it."""
    ended: bool = False


class Watched:
    """A player whose phases are counted; it decides as the player inside."""

    def __init__(self, player: Player, name: str = "") -> None:
        self.player = player
        self.name = name
        self.habits = Habits()
        self._when: tuple[int, int] = (0, -1)
        self._running: dict[int, _Phase] = {}

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if decision.prompt.key == "universalis.prompt.action":
            s: State = decision.view()
            self._look(s)
            choice = self.player.decide(decision, table)
            self._note(s, decision, choice.action)
            return choice
        return self.player.decide(decision, table)

    def _look(self, s: State) -> None:
        """What has come of the last action: it may have failed, or not have been done at all (R048)."""
        for n, phase in self._running.items():
            self._see(s, s.models[n], phase)
        if self._when != (s.round, s.active[0]):
            self._when, self._running = (s.round, s.active[0]), {}
        for n in s.active:
            if n not in self._running:
                m = s.models[n]
                self._running[n] = _Phase(m.prone, [(m.x, m.y, m.z)])
                self.habits.phases += 1

    def _see(self, s: State, m: Model, phase: _Phase) -> None:
        if m.place != ON_TABLE:
            return
        if m.prone != phase.prone and phase.last in ("lie_down", "stand_up"):
            phase.prone = m.prone
            phase.turns += 1
            if phase.turns == 2:
                self.habits.down_and_up += 1
                self._tell("down_and_up", s, m, phase.last)
        here = (m.x, m.y, m.z)
        if phase.last == "normal_move" and here != phase.stops[-1]:
            phase.lengths.append(dist(phase.stops[-1], here))
            phase.stops.append(here)
            if _turned_back(phase):
                self.habits.there_and_back += 1
                self._tell("there_and_back", s, m, phase.stops)
                phase.stops, phase.lengths = [here], []
            if m.card.going == FLIGHT and len(phase.stops) == 2:
                phase.stops, phase.lengths = [here], []  # a flyer must begin straight ahead (R091)
        elif phase.last not in ("", "normal_move", "lie_down", "stand_up", "turn"):
            phase.stops, phase.lengths = [here], []  # it had something to do there
        phase.last = ""

    def _note(self, s: State, decision: Decision[Any], action: Any) -> None:
        if isinstance(action, Order):
            m = next(m for m in s.models if m.label == action.label)
            phase = self._running[m.index]
            phase.last = action.kind
            self.habits.ready += isinstance(action, Reload) and action.ready
        elif action is END:
            for n, phase in self._running.items():
                m = s.models[n]
                could = next(useful(s, m, decision.options), "") if m.standing and m.ap >= IDLE_AP else ""
                if could and not phase.ended:
                    self.habits.idle += 1
                    self._tell("idle", s, m, could)
                if m.standing and not phase.ended and _might_watch(s, m, decision.options):
                    self.habits.unready += 1
                    self._tell("unready", s, m, m.ap)
                phase.ended = True

    def _tell(self, what: str, s: State, m: Model, more: object) -> None:
        self.habits.seen.append(f"{self.name} round {s.round} {m.name} {what}: {more}")


def _turned_back(phase: _Phase) -> bool:
    """It stands where it stood earlier in the phase, or nearly so."""
    way = 0.0
    for stop, length in zip(phase.stops[-2::-1], phase.lengths[::-1], strict=True):
        way += length
        if way >= FAR and dist(phase.stops[-1], stop) < BACK * way:
            return True
    return False


def useful(s: State, m: Model, options: Any) -> Iterator[str]:
    """What on the list of offers would have been worth doing for somebody with so many AP."""
    if _fulfils(s, m) or m.ready >= 0:
        return  # any further action would end its readiness (R222)
    own = [action for action in options if isinstance(action, Order) and action.label == m.label]
    stays = _holds(s, m)
    ways = [] if stays else [distances(s, m, o.x, o.y) for o in s.enemies(m.seat)]
    hopeful = any(worth_firing(plan, WEIGHTS) for plan in shots(s, m, m.ap, WEIGHTS))
    struck = {plan.target.label for plan in charges(s, m, m.ap, WEIGHTS) if plan.total >= WEIGHTS.worthwhile}
    waits = _might_watch(s, m, own)
    for action in own:
        match action:
            case Attack():
                yield action.notation
            case Charge(target=label) if label in struck:
                yield action.notation
            case Reconnoitre(target=label, extra=extra) if _spots(s, m, label, extra):
                yield action.notation
            case Handle(verb="take") | Simple(verb="leave"):
                yield action.notation
            case Shoot() if hopeful:
                yield action.notation
            case Reload() if not action.ready or waits:
                yield action.notation
            case Jump() | Disengage():
                pass
            case Move(points=points) if not stays:
                x, y, z = points[-1]
                if z == m.z and any(far(x, y) < far(m.x, m.y) - NEARER for far in ways):
                    yield action.notation


def _might_watch(s: State, m: Model, options: Any) -> bool:
    """It is not ready, may become so, and reaction fire would have a chance."""
    ready = any(isinstance(action, Reload) and action.ready and action.label == m.label for action in options)
    found = vigil(s, m, m.ap, WEIGHTS) if ready and m.ready < 0 else None
    return found is not None and found.chance >= WEIGHTS.least_shot


def _spots(s: State, m: Model, label: str, extra: int) -> bool:
    """The hidden enemy is in sight, and found with at least a small chance."""
    o = next(o for o in s.models if o.label == label)
    needed = reconnoitre_reckoning(s, m, o.card.camouflage_level, extra, 0)
    return sees_model(s, m, o) and roll_chance(needed.total) >= SMALL


def _fulfils(s: State, m: Model) -> bool:
    """It has carried home what its mission wants: that is looked at when the phase ends (G43)."""
    home = mission_of(s, m.seat).kind == "carry" and in_zone(s, m.seat, m.x, m.y)
    return home and any(thing.carrier == m.index for thing in s.objects)


def _holds(s: State, m: Model) -> bool:
    """It stands where its mission wants it or in the way of the enemy's, or keeps an enemy busy."""
    if contacts(s, m, enemy=True):
        return True
    for seat in (m.seat, 1 - m.seat):
        mission = mission_of(s, seat)
        if mission.kind == "hold":
            _, x, y = mission.objects[0]
            x, y = turned(x, y, s.turned[seat], s.board.size / 2)
            if hypot(m.x - x, m.y - y) <= mission.reach + m.r:
                return True
    return mission_of(s, m.seat).kind == "reach" and in_target(s, m.seat, m.x, m.y)
