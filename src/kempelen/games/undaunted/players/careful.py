"""What a careful side would do: as the scripted one, but its Riflemen keep out of the open, and bids cost no points.

Its heuristics are ours (H5). The tips of a first game are its choices, so they can be weighed in the lab as a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.tables.foreseen import at_best
from kempelen.engine.trace import Trace
from kempelen.games.undaunted.automa import whys
from kempelen.games.undaunted.automa.facts import control_changes
from kempelen.games.undaunted.face.prompts import PLAYS
from kempelen.games.undaunted.players.scripted import ScriptedSide, scores
from kempelen.games.undaunted.rules.actions import BIDS, END, Action, Go, Plain
from kempelen.games.undaunted.rules.cards import FOG, INITIATIVE, RIFLEMEN, SCOUTS, Card
from kempelen.games.undaunted.rules.course import perform
from kempelen.games.undaunted.rules.legal import bids, legal
from kempelen.games.undaunted.rules.state import PIN, TURN, State
from kempelen.games.undaunted.rules.terrain import Tile

__all__ = ["CarefulSide", "advised", "begins", "is_wanted", "least_useful", "roll_of", "winning"]

EXPOSED = 100.0
"""What a Rifleman loses who would stand in the open until the enemy's turn: more than anything there is worth."""
AT_ONCE = 20.0
"""What it is worth to reach an objective that the next card controls in the same turn."""


class CarefulSide:
    """Plays as a newcomer is advised, in any scenario and on both sides."""

    def __init__(self) -> None:
        self.scripted = ScriptedSide()

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        view: State = decision.view()
        bidding = view.phase != TURN
        if not bidding and decision.prompt.key not in PLAYS:
            return self.scripted.decide(decision, table)
        chosen = advised(view, decision.seat, () if bidding else decision.options, roll_of(decision))
        trace = Trace(decision.seat) if table.tracing else None
        if trace is not None:
            trace.add(whys.SCRIPTED, chosen)
        return Choice(chosen, trace)


def roll_of(decision: Decision[Any]) -> int:
    """The die that a bid has to beat (Q14); 0 if it is not known."""
    roll = dict(decision.prompt.fields).get("roll")
    return roll if isinstance(roll, int) else 0


def advised(v: State, seat: Seat, options: Sequence[Action] = (), roll: int = 0) -> Any:
    """What wins in this turn; else what the scripted side would do, but no Rifleman goes into the open with his last
    card.

    It is looked for among the options, or else among everything that is allowed. A bid counts against the roll.
    """
    if v.phase != TURN:
        return BIDS[least_useful(v, seat, roll)]
    wins = winning(v, seat)
    if wins is not None:
        return wins
    found: Action = END
    top = 0.0
    score = scores(v, seat)
    for option in options or legal(v, seat):
        points = score(option) + _patience(v, seat, option)
        if points > top:
            found, top = option, points
    return found


def _patience(v: State, seat: Seat, action: Action) -> float:
    """In the open one is shot at; with a second card of the same unit its objective is taken before that (P6)."""
    if not isinstance(action, Go) or action.card not in RIFLEMEN or not action.tiles:
        return 0.0
    end = action.tiles[-1]
    if v.sides[seat].hand.count(action.card) > 1:
        here = v.sides[seat].at[action.card]
        stays = here >= 0 and is_wanted(v, seat, here)  # what he stands on comes first
        return AT_ONCE if is_wanted(v, seat, end) and not stays else 0.0
    return 0.0 if v.scenario.terrain.cover[end] else -EXPOSED


def is_wanted(v: State, seat: Seat, tile: Tile) -> bool:
    """An objective that a Rifleman could control there; not while an enemy stands on it (P6)."""
    return bool(v.values[tile]) and control_changes(v, seat, tile)


def least_useful(v: State, seat: Seat, roll: int) -> Card:
    """The card to give up for initiative (T2): Fog if there is any, else the one with the least to do now.

    No card is given up with which the others would take more points in this turn. Against a roll it is looked for among
    the cards that would begin, if there are any: a tie is the holder's (Q13).
    """
    useful: dict[Card, float] = {}
    score = scores(v, seat)
    for option in legal(v, seat):
        card: Card | None = getattr(option, "card", None)
        if card is not None:
            useful[card] = max(useful.get(card, 0.0), score(option))
    hand = [bid.card for bid in bids(v.sides[seat])]
    if roll:
        hand = [card for card in hand if begins(v, seat, card, roll)] or hand
    keeps = _without(v, seat, hand)
    return min(hand, key=lambda card: (-keeps[card], card != FOG, useful.get(card, 0.0), -INITIATIVE[card]))


def _without(v: State, seat: Seat, cards: Iterable[Card]) -> dict[Card, int]:
    """For each of these cards: the points that the rest of the hand takes in this turn."""
    whole: int | None = None
    found: dict[Card, int] = {}
    for card in cards:
        if card in found:
            continue
        if card in RIFLEMEN or card in SCOUTS:
            rest = v.copy()
            rest.sides[seat].hand.remove(card)
            found[card] = _taken(rest, seat)
        else:  # nobody else takes points, so the rest is as good as all
            whole = _taken(v, seat) if whole is None else whole
            found[card] = whole
    return found


def _taken(v: State, seat: Seat) -> int:
    """The most points that this hand takes without dice and if nobody comes between."""
    own = v.sides[seat]
    return max((state.sides[seat].points - own.points for _, state in _ways(v, seat)), default=0)


def winning(v: State, seat: Seat) -> Action | None:
    """The first of the actions that win the game in this turn for certain, without dice; None if the hand has none."""
    goal, points = v.scenario.goals[seat], v.sides[seat].points
    if goal == PIN or goal > points + sum(v.values[tile] for tile in v.scenario.terrain.objectives):
        return None
    won = (first for first, state in _ways(v, seat) if state.ending is not None and seat in state.ending.winners)
    return next(won, None)


def _ways(v: State, seat: Seat) -> Iterator[tuple[Action, State]]:
    """Where this hand leads to without dice, Scouts first and then Riflemen: the first action, and the table."""
    if not any(_near_enough(v, seat, unit) for unit in RIFLEMEN if unit in v.sides[seat].hand):
        return
    seen: set[tuple[Any, ...]] = set()
    ahead: list[tuple[Action | None, State, bool]] = [(None, v, True)]
    while ahead:
        first, state, scouting = ahead.pop()
        if first is not None:
            yield first, state
        for option in legal(state, seat) if state.ending is None else ():
            scouts = isinstance(option, Go) and option.card in SCOUTS
            if not (scouts and scouting) and not _is_riflemans_way(option):
                continue
            after = _after(state, seat, option)
            own = after.sides[seat]
            key = (scouts, tuple(sorted(own.hand)), tuple(own.at), own.marked, own.controlled, own.suppressed)
            if key not in seen:
                seen.add(key)
                ahead.append((first or option, after, scouts))


def _near_enough(v: State, seat: Seat, unit: Card) -> bool:
    """Could these Riflemen, who alone take control (P6), be at an objective with a card left? A card is a tile."""
    side, terrain = v.sides[seat], v.scenario.terrain
    at = side.at[unit] if side.at[unit] >= 0 else v.scenario.spawns[seat][unit]
    far = terrain.distance[at]
    most = side.hand.count(unit) - 1
    again = v.scenario.radio  # it can be raised once more (V6)
    return any(far[goal] <= most for goal in terrain.objectives if goal == again or not side.controlled >> goal & 1)


def _after(v: State, seat: Seat, action: Action) -> State:
    state: State = at_best(v, lambda s, table: perform(s, table, seat, action)).state
    return state


def _is_riflemans_way(action: Action) -> bool:
    if isinstance(action, Plain):
        return action.how == "control" or (action.how == "ready" and action.card in RIFLEMEN)
    return isinstance(action, Go) and action.card in RIFLEMEN


def begins(v: State, seat: Seat, card: Card, roll: int) -> bool:
    return INITIATIVE[card] > roll or (INITIATIVE[card] == roll and v.holder == seat)
