"""How a game is won (V1 to V4); looked at whenever control changes, or a counter or a Rifleman card is lost."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat, Table
from kempelen.games.undaunted.rules.cards import FOG, RIFLEMEN, Card, profile
from kempelen.games.undaunted.rules.events import Ended
from kempelen.games.undaunted.rules.state import PIN, Ending, Side, State

__all__ = ["end", "hopeless", "in_vain", "judge", "pinned", "time_is_up"]

BRING_MORE = frozenset({"command", "inspire", "guide"})
"""Actions that bring other cards into the hand, or another's counter nearer."""


def end(s: State, table: Table, ending: Ending) -> None:
    s.ending = ending
    table.tell(Ended, ending.reason, ending.winners)


def pinned(side: Side) -> bool:
    """No Rifleman counter on the board (V2)."""
    return side.at[RIFLEMEN[0]] < 0 and side.at[RIFLEMEN[1]] < 0 and side.at[RIFLEMEN[2]] < 0


def hopeless(s: State, seat: Seat) -> bool:
    """A side that needs points and can get none: no Rifleman card is left to control a tile with (V4, H3, H6)."""
    side = s.sides[seat]
    goal = s.scenario.goals[seat]
    if goal == PIN or side.points >= goal:
        return False
    cards = (*side.hand, *side.discard, *side.play, *side.deck.bag, *side.deck.top)
    if any(side.supply[unit] or unit in cards for unit in RIFLEMEN):
        return False
    coming = s.scenario.reinforcements[seat]
    return not any(unit in coming[number] for number in coming if number > s.round for unit in RIFLEMEN)


def in_vain(s: State, seat: Seat) -> bool:
    """It is the last round, this side is behind, and its hand can take no point any more (P6, H7).

    That is said only if it is certain: a card that brings others may bring a Rifleman, and who is near enough may come.
    """
    side, goals = s.sides[seat], s.scenario.goals
    if not s.scenario.rounds or s.round < s.scenario.rounds or PIN in goals or _ahead(s) == seat or HIDDEN in side.hand:
        return False
    fog = FOG in side.hand
    for card in side.hand:
        acts = profile(card).actions
        if BRING_MORE & acts.keys() or (fog and "recon" in acts) or (card in RIFLEMEN and _may_come(s, seat, card)):
            return False
    return True


def _may_come(s: State, seat: Seat, unit: Card) -> bool:
    """These Riflemen could be at an objective with a card left to control it: a card is a tile, or turns them up."""
    side, terrain = s.sides[seat], s.scenario.terrain
    at = side.at[unit] if side.at[unit] >= 0 else s.scenario.spawns[seat][unit]
    most = side.hand.count(unit) - 1 - (side.suppressed >> unit & 1)
    again = s.scenario.radio  # it can be raised once more (V6)
    wanted = (goal for goal in terrain.objectives if goal == again or not side.controlled >> goal & 1)
    return any(terrain.distance[at][goal] <= most for goal in wanted)


def judge(s: State, table: Table, active: Seat) -> None:
    """Has anybody won? If both have, the side that has just acted."""
    ending = _ending(s, active)
    if ending is not None:
        end(s, table, ending)


def _ending(s: State, active: Seat) -> Ending | None:
    sides, goals = s.sides, s.scenario.goals
    for seat in (active, 1 - active):
        if goals[seat] != PIN and sides[seat].points >= goals[seat]:
            return Ending("points", (seat,))
    stuck = [hopeless(s, seat) for seat in (0, 1)]
    down = [pinned(side) for side in sides]
    if not any(stuck) and not any(down):
        return None
    for seat in (active, 1 - active):
        if goals[seat] == PIN and (down[1 - seat] or stuck[1 - seat]):
            return Ending("pinned" if down[1 - seat] else "hopeless", (seat,))
    if all(lame or lost for lame, lost in zip(down, stuck, strict=True)):
        return Ending("both_pinned", (_ahead(s),))
    for seat in (active, 1 - active):
        if stuck[seat] and sides[1 - seat].points > sides[seat].points:
            return Ending("hopeless", (1 - seat,))
    return None


def time_is_up(s: State, table: Table) -> None:
    """The scenario's last round is over: points decide as in V3 (H7). Without a limit it is a draw (H4)."""
    end(s, table, Ending("time", (_ahead(s),)) if s.scenario.rounds else Ending("capped", ()))


def _ahead(s: State) -> Seat:
    """More points, else the initiative marker (V3)."""
    ours, theirs = s.sides[0].points, s.sides[1].points
    return s.holder if ours == theirs else 0 if ours > theirs else 1
