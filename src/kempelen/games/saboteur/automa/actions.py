"""The actions ("Aktionen") of the computer players of project group 018 (4.3.3, "Computerspieler").

Every function below is one of them. It gives the action to take, or None if it cannot be carried
out now; then the next line is tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from kempelen.engine.table import Seat, Table
from kempelen.engine.trace import Trace
from kempelen.games.saboteur.automa import whys
from kempelen.games.saboteur.automa.distance import DISTANCE, best_places, nearest
from kempelen.games.saboteur.automa.knowledge import gold_located, targets
from kempelen.games.saboteur.rules.actions import (
    BREAK,
    DISCARD,
    LOOK,
    REPAIR,
    ROCKFALLS,
    Break,
    Discard,
    Look,
    Place,
    Repair,
    Rockfall,
)
from kempelen.games.saboteur.rules.board import GOALS
from kempelen.games.saboteur.rules.cards import CARDS, DECK_TU, MAP, PATH_CARDS, ROCKFALL, SYMMETRIC, Card, is_blocking
from kempelen.games.saboteur.rules.legal import removable
from kempelen.games.saboteur.rules.state import Goal, State

__all__ = ["BLOCKING", "BREAK_CARDS", "JOINING", "REPAIR_CARDS", "TRIES", "SaboteurMind", "as_role"]

A = TypeVar("A", Look, Break, Place, Rockfall, Discard)

# Which cards a role uses and which are useless to it, by whether it is a saboteur.
BREAK_CARDS = frozenset(BREAK)
REPAIR_CARDS = frozenset(REPAIR)
BLOCKING = frozenset(card for card in PATH_CARDS if is_blocking(card))
JOINING = frozenset(PATH_CARDS) - BLOCKING
_LAYS: Mapping[bool, frozenset[Card]] = {True: BLOCKING, False: JOINING}
"""Saboteurs lay only blocking path cards, the others only those that do not block (R17)."""
_USELESS: Mapping[bool, frozenset[Card]] = {True: JOINING | {MAP}, False: BLOCKING}
"""R25, as the document has it."""


@dataclass(slots=True)
class SaboteurMind:
    """A computer player at one decision: what it sees, and what it notes if somebody will read it."""

    view: State
    seat: Seat
    table: Table
    trace: Trace | None
    hand: list[Card]
    saboteur: bool
    known: list[Goal]
    """What it knows of the three goals."""


def as_role(mind: SaboteurMind, role: str) -> SaboteurMind:
    """The same player, who acts like a seeker or a saboteur."""
    return replace(mind, saboteur=role == "saboteur")


# -- the actions, in the document's order


def use_map(mind: SaboteurMind) -> Look | None:
    """Look at one of the goals. R20: not once the gold is located, and never at a goal seen before."""
    v, trace = mind.view, mind.trace
    if MAP not in mind.hand:
        if trace is not None:
            trace.add(whys.NO_MAP)
        return None
    if gold_located(mind.known):
        if trace is not None:
            trace.add(whys.GOLD_LOCATED)
        return None
    looked = 0 if v.options["R20"] == "relook" else v.looked[mind.seat]
    goals = [LOOK[goal] for n, goal in enumerate(GOALS) if goal in v.board.face_down and not looked >> n & 1]
    if not goals:
        if trace is not None:
            trace.add(whys.ALL_SEEN)
        return None
    if trace is not None:
        trace.add(whys.MAY_LOOK, goals)
    return _pick(mind, goals, "map")


def repair_own_tool(mind: SaboteurMind) -> Repair | None:
    """Repair a tool of one's own. R21: the first card in hand order, its tools in the order named on it."""
    broken, trace = mind.view.broken[mind.seat], mind.trace
    if not broken:
        if trace is not None:
            trace.add(whys.NOTHING_BROKEN)
        return None
    if not REPAIR_CARDS.isdisjoint(mind.hand):
        for card in mind.hand:
            for tool in CARDS[card].repairs:
                if broken & tool:
                    if trace is not None:
                        trace.add(whys.REPAIR_FITS, card, broken)
                    return REPAIR[card][mind.seat][tool]
    if trace is not None:
        trace.add(whys.NO_REPAIR, broken)
    return None


def block_someone(mind: SaboteurMind) -> Break | None:
    """A broken-tool card on a random player. R18: roles are unknown, so it may be anybody; equal cards are one."""
    trace = mind.trace
    if BREAK_CARDS.isdisjoint(mind.hand):
        if trace is not None:
            trace.add(whys.NO_BLOCK_CARD)
        return None
    choices = [
        BREAK[card][target]
        for card in dict.fromkeys(mind.hand)
        if card in BREAK_CARDS
        for target, broken in enumerate(mind.view.broken)
        if target != mind.seat and not broken & CARDS[card].breaks
    ]
    if not choices:
        if trace is not None:
            trace.add(whys.NOBODY_TO_BLOCK)
        return None
    if mind.view.options["R18"] == "first":
        choices = choices[:1]
    if trace is not None:
        trace.add(whys.MAY_BLOCK, choices)
    return _pick(mind, choices, "block")


def lay_path(mind: SaboteurMind) -> Place | None:
    """The card and cell with the shortest distance to a target (R15), ties at random (R16)."""
    v, trace = mind.view, mind.trace
    if v.broken[mind.seat]:
        if trace is not None:
            trace.add(whys.BLOCKED, v.broken[mind.seat])
        return None
    cards = _LAYS[mind.saboteur].intersection(mind.hand)
    if not cards:
        if trace is not None:
            trace.add(whys.NO_PATH[mind.saboteur])
        return None
    aims = targets(v, mind.seat, mind.known)
    best = best_places(v.board, cards, aims, v.options["R15"], _as_dealt(mind) if v.turned[mind.seat] else None)
    if not best:
        if trace is not None:
            trace.add(whys.NOWHERE_TO_LAY)
        return None
    if trace is not None:
        _note_targets(mind, trace, aims)
        if v.options["R15"] != "opening":
            trace.add(whys.COMPARED, tuple(v.board.frontier.items()), cards, aims)
        distance = DISTANCE[aims]
        trace.add(whys.BEST, best[0].cell, distance[best[0].cell], nearest(best[0], distance))
    return _pick(mind, best, "path")


def _as_dealt(mind: SaboteurMind) -> set[tuple[Card, int]]:
    """R14 as built: a card is laid only the way it was dealt."""
    dealt = zip(mind.hand, mind.view.turned[mind.seat], strict=True)
    return {(card, 0 if SYMMETRIC[card] else turned) for card, turned in dealt if card in PATH_CARDS}


def use_rockfall(mind: SaboteurMind) -> Rockfall | None:
    """Remove the laid card nearest to a target: a way (saboteurs) or a dead end (the others); R23."""
    v, trace = mind.view, mind.trace
    if ROCKFALL not in mind.hand:
        if trace is not None:
            trace.add(whys.NO_ROCKFALL)
        return None
    laid, wrong = v.board.laid, _LAYS[not mind.saboteur]
    cells = sorted(cell for cell in removable(v) if laid[cell] >> 1 in wrong)
    if not cells:
        if trace is not None:
            trace.add(whys.NOTHING_TO_REMOVE[mind.saboteur])
        return None
    aims = targets(v, mind.seat, mind.known)
    distance = DISTANCE[aims]
    shortest = min(distance[cell] for cell in cells)
    best = [cell for cell in cells if distance[cell] == shortest]
    if trace is not None:
        _note_targets(mind, trace, aims)
        trace.add(whys.NEAREST_LAID, best, shortest, len(cells))
    return _pick(mind, [ROCKFALLS[cell] for cell in best], "rockfall")


def discard(mind: SaboteurMind) -> Discard | None:
    """A random useless card (R25), else any; with an empty hand there is nothing to throw away."""
    if not mind.hand:
        return None
    useless = _useless_cards(mind)
    thrown = [DISCARD[card] for card in mind.hand if card in useless]
    if mind.trace is not None:
        if thrown:
            mind.trace.add(whys.USELESS, [action.card for action in thrown])
        else:
            mind.trace.add(whys.NOTHING_USELESS)
    return _pick(mind, thrown or [DISCARD[card] for card in mind.hand], "discard")


def _useless_cards(mind: SaboteurMind) -> frozenset[Card]:
    """The document's sets; the authors' program threw away more (R25)."""
    useless = _USELESS[mind.saboteur]
    if mind.view.options["R25"] == "built":
        if mind.saboteur:
            return useless | frozenset(DECK_TU) - BLOCKING
        if gold_located(mind.known):
            return useless | {MAP}
    return useless


TRIES = {
    "use_map": use_map,
    "repair_own_tool": repair_own_tool,
    "block_someone": block_someone,
    "lay_path": lay_path,
    "use_rockfall": use_rockfall,
    "discard": discard,
}


def _pick(mind: SaboteurMind, options: list[A], why: str) -> A:
    """R16: ties are broken uniformly at random."""
    chosen = mind.table.pick(options, why)
    if mind.trace is not None and len(options) > 1:
        mind.trace.add(whys.TIE, len(options), chosen)
    return chosen


def _note_targets(mind: SaboteurMind, trace: Trace, aims: int) -> None:
    if mind.saboteur:
        trace.add(whys.ALL_TARGETS, aims)
    else:
        trace.add(whys.TARGETS, mind.known, aims)
