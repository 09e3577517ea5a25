"""A person's role, or two goals, exchanged for others that were possible: when may an automa's why change?

It may not as long as the automa has learned the same in both games. What it has learned differs from
- its own look at one of the exchanged goals (1.4.8, R19),
- one of them being turned up for all (1.4.4, R27),
- a game or round that ends in one of the two: whether a reached treasure ends it, and who is paid, depends on the roles
  that were dealt (R4 to R6, 1.5.4), and then they are shown.
These are the only ways, and all of them are rules of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.inputs import Input
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, DirectTable, Event, Seat
from kempelen.engine.tables.replay import LeftRules
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer
from kempelen.games.saboteur.rules.events import Ended, Looked, TurnedUp
from kempelen.games.saboteur.rules.state import ROLE_NAMES, State
from tests.games.saboteur.tables import ROW, state, turn
from tests.marks import rule

SAME, OWN_LOOK, TURNED_UP, ENDED = "same", "own look", "turned up", "ended"

GAMES = [
    ("tu", 2, 20), ("tu", 3, 4), ("tu", 4, 16), ("tu", 5, 1), ("tu", 7, 3),
    ("commercial", 3, 6), ("commercial", 4, 1), ("commercial", 6, 2),
]  # fmt: skip
"""Variant, players, seed; the person sits at seat `seed % players` and plays at random."""


def played(variant: str, players: int, seed: int) -> Session:
    """One whole game with one person."""
    person = seed % players
    seats = tuple("human" if seat == person else "rule" for seat in range(players))
    session = Session(GAME, Setup("saboteur", variant, seats), seed=seed).run()
    chance = Random(f"p{seed}")
    while not session.over:
        session.answer(chance.choice(list(session.decision_for().options)).notation)
        session.run()
    return session


def exchanged(session: Session) -> Iterator[dict[int, Input]]:
    """Inputs to put in the place of others: another role card for the person, or two goals the other way round.

    All of them belong to the first round; the role is one of the cards that nobody was dealt.
    """
    drawn = [(index, row) for index, row in enumerate(session.inputs) if row.kind == "draw"]
    roles = [(index, row) for index, row in drawn if row.what == "roles"][: len(session.setup.seats)]
    goals = [(index, row) for index, row in drawn if row.what == "goals"][:3]
    left = session.look_back(roles[-1][0] + len(goals) + 1)[0].left_over
    [(index, own)] = [(index, row) for index, row in roles if row.seat in session.humans]
    for role in sorted({f"role_{ROLE_NAMES[role]}" for role in left} - {own.value}):
        yield {index: replace(own, value=role)}
    for (one, first), (other, second) in ((goals[a], goals[b]) for a, b in ((0, 1), (0, 2), (1, 2))):
        if first.value != second.value:
            yield {one: replace(first, value=second.value), other: replace(second, value=first.value)}


def told(events: list[Event], seat: Seat) -> list[Event]:
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


def why(session: Session, index: int) -> list[object]:
    trace = session.why(index)
    assert trace is not None
    return [(step.text, step.sources) for step in trace]


def compared(session: Session, other: Mapping[int, Input]) -> Counter[str]:
    """Play the record again with these inputs, step by step, until the two games part or all automas can tell them
    apart; how many whys were the same, and by what seats could tell."""
    twin = Session(GAME, session.setup, seed=session.seed)
    found: Counter[str] = Counter()
    cannot_tell = set(session.players)
    for inputs, events in session.steps():
        known = len(twin.events)
        try:
            twin.restore([other.get(index, session.inputs[index]) for index in inputs])
        except LeftRules:
            assert any(isinstance(event, TurnedUp | Ended) for event in events), "the games part for no good reason"
            break
        asked = session.inputs[inputs.start]
        if asked.kind == "do" and asked.seat in cannot_tell:
            assert why(session, inputs.start) == why(twin, inputs.start), f"input {inputs.start}"
            found[SAME] += 1
        for seat in sorted(cannot_tell):
            one, two = told(events, seat), told(twin.events[known:], seat)
            if one != two:
                cannot_tell.remove(seat)
                found[reason(seat, one, two)] += 1
        if twin.over or not cannot_tell:
            break
    return found


def reason(seat: Seat, one: list[Event], other: list[Event]) -> str:
    """What the first event is by which a seat can tell two games apart."""
    differing = next(pair for pair in zip([*one, None], [*other, None], strict=False) if pair[0] != pair[1])
    match next(event for event in differing if event is not None), differing:
        case Looked(looker), _ if looker == seat:
            return OWN_LOOK
        case TurnedUp(), _:
            return TURNED_UP
        case _, (Ended(), _) | (_, Ended()):
            return ENDED
    raise AssertionError(f"seat {seat} can tell by {differing}")


@rule("saboteur:R4", "saboteur:R19", "saboteur:R27")
def test_an_automa_gives_the_same_reasons_until_it_can_know_better():
    found: Counter[str] = Counter()
    for variant, players, seed in GAMES:
        session = played(variant, players, seed)
        for other in exchanged(session):
            found += compared(session, other)
    assert set(found) == {SAME, OWN_LOOK, TURNED_UP, ENDED}


def thought(s: State, seat: Seat) -> list[object]:
    """Why the automa in this seat would do what it would do now."""
    s.active = seat
    choices: list[Choice] = []
    table = DirectTable(
        GAME,
        [ComputerPlayer()] * s.players,
        TapeDice(0),
        on_choice=lambda seat, choice: choices.append(choice),
        tracing=True,
    )
    table.state = s.copy()
    GAME.step(table.state, table)
    assert choices[0].trace is not None
    return [(step.text, step.sources) for step in choices[0].trace]


@rule("saboteur:R19")
def test_only_who_has_looked_at_a_goal_reasons_by_it():
    one, other = (
        state(
            "plus",
            "three_horiz",
            "three_vert",
            board=ROW,
            goals=goals,
            roles=("gold", "gold", "gold"),
            looked={0: ["8,0"]},
        )
        for goals in (("stone", "gold", "stone"), ("stone", "stone", "gold"))
    )
    assert thought(one, 0) != thought(other, 0)
    assert thought(one, 1) == thought(other, 1)


@rule("saboteur:R4")
def test_a_persons_role_shows_only_in_whether_a_reached_stone_ends_the_game():
    one, other = (
        state(
            "plus",
            "three_horiz",
            "three_vert",
            board=ROW,
            goals=("stone", "stone", "gold"),
            roles=(role, "gold", "gold"),
        )
        for role in ("stone", "sab")
    )
    for seat in (1, 2):
        assert thought(one, seat) == thought(other, seat)
    one.active = other.active = 0
    turn(one, "lay plus 7,0")
    turn(other, "lay plus 7,0", "draw:map")
    assert GAME.outcome(one) is not None
    assert GAME.outcome(other) is None
