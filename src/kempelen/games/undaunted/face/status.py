"""Goal, round and points as a side reads them; whoever looks on reads both goals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kempelen.engine.setup import Stat
from kempelen.engine.table import Event, Seat
from kempelen.games.undaunted.face.words import side_word
from kempelen.games.undaunted.rules.cards import RIFLEMEN, UNITS
from kempelen.games.undaunted.rules.events import Controlled, InitiativeWon
from kempelen.games.undaunted.rules.state import PIN, TURN, State
from kempelen.scene.icons import CLOCK, DECK, DISCARD, DOWN, FLAG, HAND, LOST, STAR
from kempelen.scene.status import Fact, Relation, Round, Score, Status
from kempelen.text.say import Say, Text

__all__ = ["because", "relation", "seat_facts", "settled", "stats", "status"]

TURN_SIGNS = (HAND, FLAG, CLOCK)
"""The signs of what a turn consists of."""


def status(view: State, say: Say) -> Status:
    """What stands above the table."""
    rounds = view.scenario.rounds
    return Status(
        _goal(view, say),
        tuple(_how(view, say)),
        Round(max(view.round, 1), rounds or None, say("undaunted.status.round")),
        _phase(view, say),
        tuple(_score(view, seat, say) for seat in (0, 1)),
        steps=tuple(
            Fact(str(n), say(key), icon) for n, key, icon in zip((1, 2, 3), _turn(view), TURN_SIGNS, strict=True)
        ),
    )


def _turn(view: State) -> tuple[str, str, str]:
    """How a turn goes; against an automa nobody bids in the first round (Q11)."""
    later = any(side.rolls for side in view.sides) and view.options["Q11"] == "no_bid"
    return f"undaunted.status.turn_1{'_later' * later}", "undaunted.status.turn_2", "undaunted.status.turn_3"


def _goal(view: State, say: Say) -> str:
    if view.viewer < 0:
        us, de = (
            Text("undaunted.status.must_pin") if goal == PIN else Text("undaunted.status.must_points", n=goal)
            for goal in view.scenario.goals
        )
        return say("undaunted.status.goals", us=us, de=de)
    goal = view.scenario.goals[view.viewer]
    if view.scenario.rounds:
        return say.of(_standing(view, view.viewer))
    if goal == PIN:
        return say("undaunted.status.goal_pin")
    pinned = view.scenario.goals[1 - view.viewer] == PIN
    return say("undaunted.status.goal_points_stay" if pinned else "undaunted.status.goal_points", n=goal)


def _standing(view: State, seat: Seat) -> Text:
    """What decides when time is up, and for whom it stands now: more points, else the initiative marker (V3, H7).

    When it is over, what had to be done is what it was at the beginning.
    """
    rounds, goal = view.scenario.rounds, view.scenario.goals[seat]
    if view.round < rounds or view.ending is not None:
        return Text(f"undaunted.status.{'time_pin' if goal == PIN else 'time_points'}", n=goal, rounds=rounds)
    own, foe = view.sides[seat].points, view.sides[1 - seat].points
    if own != foe:
        lead = "ahead" if own > foe else "behind"
    elif view.phase != TURN:
        lead = "tie_open"  # who begins takes the marker (T2)
    else:
        lead = "tie_own" if view.holder == seat else "tie_foe"
    return Text(f"undaunted.last_round.{lead}", own=own, foe=foe)


def _how(view: State, say: Say) -> Iterator[str]:
    """How points are taken (P6), when the other side wins (V1, V2), and what the end of the last round decides (H7).

    Only a side that has to pin wins by driving off Riflemen (V2); one that needs points, only by more of them (V4).
    """
    goals = view.scenario.goals
    if view.viewer < 0 or goals[view.viewer] != PIN:
        yield say("undaunted.status.how_control")
    same = goals[0] == goals[1] != PIN  # then the sentence about one's own points has said it
    for seat in (0, 1) if view.viewer < 0 else () if same else (1 - view.viewer,):
        key = "how_pin" if goals[seat] == PIN else "how_points"
        yield say(f"undaunted.status.{key}", side=side_word(seat), other=side_word(1 - seat), n=goals[seat])
    if view.scenario.rounds:
        yield say("undaunted.status.how_time", n=view.scenario.rounds)
    yield say("undaunted.status.how_hits")
    if view.viewer >= 0 and goals[view.viewer] != PIN:
        yield say(f"undaunted.status.how_no_pin{'_own' if PIN in goals else ''}")


def _phase(view: State, say: Say) -> str:
    if view.ending is not None:
        return say("undaunted.status.over")
    if view.phase != TURN:
        return say("undaunted.status.initiative")
    # Who looks on is told here; a side reads it on its card and on the enemy's.
    return say("undaunted.status.turn", side=side_word(view.active)) if view.viewer < 0 else ""


def _score(view: State, seat: Seat, say: Say) -> Score:
    """Points on the way to the goal; against a side that has to pin, the Riflemen that the other still has.

    A bar that is full at the start must not look like a goal that has been reached: they are named.
    """
    goal = view.scenario.goals[seat]
    if goal != PIN:
        points, own = view.sides[seat].points, seat == view.viewer
        label = say.of(side_word(seat), "bare")
        return Score(label, points, goal, "race", seat, own, say("undaunted.scene.goal", points=points, goal=goal))
    there = sum(view.sides[1 - seat].at[unit] >= 0 for unit in RIFLEMEN)
    most = sum(view.scenario.spawns[1 - seat][unit] >= 0 for unit in RIFLEMEN)
    other = 1 - seat
    label = say(f"undaunted.status.riflemen_{'de' if other else 'us'}")
    words = say("undaunted.status.riflemen", n=there, side=side_word(seat))
    return Score(label, there, max(most, there), "health", other, other == view.viewer, words)


def relation(view: State, seat: Seat) -> Relation:
    if view.viewer < 0:
        return ""
    return "own" if seat == view.viewer else "foe"


def seat_facts(view: State, seat: Seat, say: Say) -> Iterator[Fact]:
    """The hand, losses and the initiative marker, then the piles; points where they are not what wins."""
    side, goal = view.sides[seat], view.scenario.goals[seat]
    if goal == PIN:  # else the bar has them
        yield Fact(str(side.points), say("undaunted.scene.goal_pin", points=side.points), STAR)
    yield Fact(
        say("undaunted.scene.short_hand", n=len(side.hand)), say("undaunted.scene.in_hand", n=len(side.hand)), HAND
    )
    if side.casualties:
        yield Fact(str(side.casualties), say("undaunted.scene.lost", n=side.casualties), LOST, "bad")
    down = sum(side.suppressed >> unit & 1 and side.at[unit] >= 0 for unit in UNITS)
    if down:
        yield Fact(say("undaunted.scene.short_down", n=down), say("undaunted.scene.down", n=down), DOWN, "bad")
    if view.holder == seat:
        yield Fact(say("undaunted.scene.marker"), say("undaunted.scene.holder"), FLAG)
    for place, icon, n in (("deck", DECK, len(side.deck)), ("discard", DISCARD, len(side.discard))):
        yield Fact(say(f"undaunted.scene.short_{place}", n=n), say(f"undaunted.scene.in_{place}", n=n), icon)


# -- when it is over


def because(s: State) -> Text:
    """What decided it."""
    assert s.ending is not None
    key = f"undaunted.because.{s.ending.reason}"
    ours, theirs = (side.points for side in s.sides)
    if not s.ending.winners:
        return Text(key)
    winner = s.ending.winners[0]
    side, other = side_word(winner), side_word(1 - winner)
    match s.ending.reason:
        case "points":
            return Text(key, side=side, n=s.sides[winner].points, goal=s.scenario.goals[winner])
        case "pinned" | "hopeless":
            return Text(key, other=other)
    tie = "_tie" if ours == theirs else ""
    return Text(f"{key}{tie}", side=side, ours=ours, theirs=theirs, n=s.round)


def settled(s: State, events: Sequence[Event]) -> tuple[int, Text] | None:
    """A tie when time was up: whoever won the marker last has won, unless he needed a point after that (V3, H7)."""
    if s.ending is None or s.ending.reason != "time" or s.sides[0].points != s.sides[1].points:
        return None
    for number in reversed(range(len(events))):
        event = events[number]
        if isinstance(event, Controlled) and event.seat == s.holder:
            return number, event.text
        if isinstance(event, InitiativeWon):
            key = f"undaunted.settled.{'kept' if event.kept else 'won'}"
            return number, Text(key, side=side_word(event.seat), high=event.high, low=event.low)
    return None


def stats(s: State) -> tuple[tuple[Stat, ...], ...]:
    return tuple(
        (
            Stat(Text("undaunted.stat.points"), side.points),
            Stat(Text("undaunted.stat.tiles"), side.controlled.bit_count()),
            Stat(Text("undaunted.stat.lost"), side.casualties),
        )
        for side in s.sides
    )
