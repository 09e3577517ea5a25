"""A gold seeker who looks where he digs: the shortest way, his tools, and whom to trust by what everybody has seen.

What reaches the gold comes first, then his tools, then whoever has given himself away as a saboteur, then the map, a
fellow's tools, and the shortest way on (see `tells`). It is ours and no part of the authors' lists. The tips of a first
game are its choices; in other roles it is a computer player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.search.seen import Deed, deeds_in
from kempelen.engine.table import Choice, Decision, DirectTable, Seat, Table
from kempelen.engine.trace import Trace
from kempelen.games.saboteur.automa.actions import (
    BLOCKING,
    BREAK_CARDS,
    REPAIR_CARDS,
    SaboteurMind,
    repair_own_tool,
    use_rockfall,
)
from kempelen.games.saboteur.automa.distance import DISTANCE, nearest
from kempelen.games.saboteur.automa.knowledge import gold_located, known_goals, targets
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer, tell_deed
from kempelen.games.saboteur.automa.tells import could_have
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.rules.actions import (
    BREAK,
    DISCARD,
    LOOK,
    PASS,
    REPAIR,
    ROCKFALLS,
    Action,
    Break,
    Discard,
    Look,
    Place,
    Repair,
    Rockfall,
)
from kempelen.games.saboteur.rules.board import GOALS, Board, Cell
from kempelen.games.saboteur.rules.cards import CARDS, MAP, PATH_CARDS, ROCKFALL, Card, laid
from kempelen.games.saboteur.rules.endings import TAKE_NUGGETS
from kempelen.games.saboteur.rules.legal import removable
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, HIDDEN, State

__all__ = ["NOBODY_KNOWN", "CarefulPlayer", "Suspicion", "advised", "suspicion", "suspicion_at"]

_FROM_THE_MIDDLE = (1, 0, 2)
"""The goals in the order in which a map is tried: the one straight ahead first."""


_NO_WAY = 99


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What everybody could see of the others: who has done what only saboteurs do, and who what they never do."""

    suspects: dict[Seat, Action]
    """With the first deed that gave each away."""
    fellows: frozenset[Seat]


NOBODY_KNOWN = Suspicion({}, frozenset())


def suspicion(seat: Seat, deeds: Iterable[Deed[State]]) -> Suspicion:
    """By the authors' lists (4.3.3): a list that never does such a thing has not led to it."""
    suspects: dict[Seat, Action] = {}
    fellows = set()
    for deed in deeds:
        if deed.seat != seat:
            seeker, saboteur = could_have(deed.view, deed.seat, deed.action)
            if saboteur and not seeker:
                suspects.setdefault(deed.seat, deed.action)
            elif seeker and not saboteur:
                fellows.add(deed.seat)
    return Suspicion({who: deed for who, deed in suspects.items() if who not in fellows}, frozenset(fellows))


class CarefulPlayer:
    """Seeks gold as a newcomer is advised; in other roles it plays the authors' list."""

    looks_back = True
    """At what everybody did."""

    def __init__(self) -> None:
        self.computer = ComputerPlayer()

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        view: State = decision.view()
        seat = decision.seat
        if decision.prompt is TAKE_NUGGETS or view.roles[seat] != GOLD_SEEKER:
            return self.computer.decide(decision, table)
        action = advised(table.game, view, seat, suspicion_at(decision))
        trace = Trace(seat) if table.tracing else None
        if trace is not None:
            tell_deed(trace, view, action, counting=table.counting)
        return Choice(action, trace)


def suspicion_at(decision: Decision[Any]) -> Suspicion:
    """Whom his deeds have given away so far, as everybody has seen them."""
    assert decision.table is not None
    view: State = decision.view()
    deeds = deeds_in(decision.table.game, decision.table.past())
    return suspicion(decision.seat, (deed for deed in deeds if deed.view.round == view.round))  # then roles are new


def advised(game: Game[Any], v: State, seat: Seat, seen: Suspicion = NOBODY_KNOWN) -> Action:
    """The action a gold seeker is advised to choose; equal ones are told apart by lots that are always the same."""
    table = DirectTable(game, (), TapeDice(0))
    table.state = v
    mind = SaboteurMind(v, seat, table, None, v.hands[seat], False, known_goals(v))
    tries: tuple[Callable[[SaboteurMind], Action | None], ...] = (
        _arrive,
        repair_own_tool,
        partial(_stop, suspects=seen.suspects),
        _look,
        partial(_help, fellows=seen.fellows),
        _clear,
        _dig,
        use_rockfall,
        partial(_stop, suspects=seen.suspects, more=True),
        _discard,
    )
    return next((action for action in (attempt(mind) for attempt in tries) if action is not None), PASS)


def _look(mind: SaboteurMind) -> Look | None:
    if MAP not in mind.hand or gold_located(mind.known):
        return None
    unknown = [n for n in _FROM_THE_MIDDLE if mind.known[n] == HIDDEN and GOALS[n] in mind.view.board.face_down]
    return LOOK[GOALS[unknown[0]]] if unknown else None


# -- others


def _stop(mind: SaboteurMind, suspects: Iterable[Seat], more: bool = False) -> Break | None:
    """A tool of a saboteur whose tools are all whole; with `more`, one more of his."""
    for target in sorted(suspects):
        broken = mind.view.broken[target]
        for card in mind.hand:
            if card in BREAK_CARDS and not broken & CARDS[card].breaks and (more or not broken):
                return BREAK[card][target]
    return None


def _help(mind: SaboteurMind, fellows: Iterable[Seat]) -> Repair | None:
    """A fellow with a single broken tool digs on at once; one of two helps nobody yet."""
    for target in sorted(fellows):
        broken = mind.view.broken[target]
        for card in mind.hand:
            for tool in CARDS[card].repairs:
                if broken == tool:
                    return REPAIR[card][target][tool]
    return None


# -- the way


def _aims(mind: SaboteurMind) -> tuple[int, list[Cell]]:
    """The goals worth reaching, as bits and as cells."""
    v = mind.view
    aims = targets(v, mind.seat, mind.known)
    return aims, [goal for n, goal in enumerate(GOALS) if aims >> n & 1 and goal in v.board.face_down]


def _arrive(mind: SaboteurMind) -> Place | None:
    """A card that reaches the gold, if it is known where that lies."""
    place = _dig(mind) if gold_located(mind.known) else None
    if place is None:
        return None
    after = mind.view.board.copy()
    after.lay(place.cell, laid(place.card, place.turned))
    return place if not set(_aims(mind)[1]).isdisjoint(after.reached_goals()) else None


def _dig(mind: SaboteurMind) -> Place | None:
    """The card and cell from which the fewest cards lead on to a goal worth reaching, if it is a step forward."""
    v = mind.view
    if v.broken[mind.seat]:
        return None
    aims, goals = _aims(mind)
    before = fewest_cards(v.board, v.board.frontier, goals)
    best: tuple[int, int, int] | None = None
    found = None
    for place in _joining(v.board, mind.hand):
        after = v.board.copy()
        after.lay(place.cell, laid(place.card, place.turned))
        left = 0 if not set(goals).isdisjoint(after.reached_goals()) else _left(after, goals)
        worth = left, DISTANCE[aims][place.cell], nearest(place, DISTANCE[aims])
        if best is None or worth < best:
            best, found = worth, place
    return found if best is not None and (before is None or best[0] < before[0]) else None


def _clear(mind: SaboteurMind) -> Rockfall | None:
    """A dead end that stands so much in the way that without it more is saved than one card could bring."""
    v, goals = mind.view, _aims(mind)[1]
    if ROCKFALL not in mind.hand:
        return None
    before, found = _left(v.board, goals), None
    for cell in removable(v):
        if v.board.laid[cell] >> 1 in BLOCKING:
            after = v.board.copy()
            after.remove(cell)
            left = _left(after, goals)
            if left + 1 < before:
                before, found = left + 1, ROCKFALLS[cell]
    return found


def _joining(board: Board, hand: Iterable[Card]) -> list[Place]:
    places: list[Place] = []
    board.add_places(sorted({card for card in hand if card in PATH_CARDS and card not in BLOCKING}), places)
    return places


def _left(board: Board, goals: Sequence[Cell]) -> int:
    found = fewest_cards(board, board.frontier, goals)
    return _NO_WAY if found is None else found[0]


# -- what is not needed


def _discard(mind: SaboteurMind) -> Discard | None:
    """What helps a gold seeker least."""
    return DISCARD[min(mind.hand, key=lambda card: (_helps(card), card))] if mind.hand else None


def _helps(card: Card) -> int:
    """Dead ends help him least, then maps and rockfalls, then paths; what mends or breaks tools he keeps longest."""
    if card in BLOCKING:
        return 0
    if card in REPAIR_CARDS or card in BREAK_CARDS:
        return 3
    return 2 if card in PATH_CARDS else 1
