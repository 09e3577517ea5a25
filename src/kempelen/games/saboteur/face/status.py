"""Goal, round and scores as a seat may know them: whoever has no role of his own reads what all of them want."""

from __future__ import annotations

from collections.abc import Iterator

from kempelen.engine.setup import Stat
from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.automa.knowledge import gold_located, known_goals
from kempelen.games.saboteur.face.pictures import GOLD_ICON
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import seat_word
from kempelen.games.saboteur.rules.board import GOALS, Cell
from kempelen.games.saboteur.rules.endings import hand_bonus
from kempelen.games.saboteur.rules.state import GOLD_GOAL, GOLD_SEEKER, ROLE_NAMES, STONE_SEEKER, Goal, Role, State
from kempelen.scene.icons import DECK, DISCARD, HAND
from kempelen.scene.status import Fact, Relation, Round, Score, Status
from kempelen.text.say import Say, Text

__all__ = ["WALLED_IN", "because", "cards_left", "nugget_fact", "relation", "sought", "stats", "status"]

WALLED_IN = 12
"""More cards than any way needs: everything is closed."""
ARRIVED = frozenset({"gold", "stone", "gold_and_stone"})
"""How a game ends with which nothing is left to dig."""

TURN_SIGNS = (HAND, DISCARD, DECK)
"""The signs of what a turn consists of."""


def status(view: State, say: Say) -> Status:
    """What stands above the table."""
    kind = "tu" if view.variant.third_role else "commercial"
    role = view.roles[view.viewer] if view.viewer >= 0 else HIDDEN
    whose = ROLE_NAMES.get(role, "anybody")
    if whose in ("sab", "anybody"):  # what they want depends on whether anybody seeks stones
        whose = f"{whose}_{kind}"
    rounds, way = view.variant.rounds, _way(view)
    return Status(
        say(f"saboteur.status.goal_{whose}"),
        tuple(_how(kind, rounds, say)),
        Round(view.round, rounds, say("saboteur.status.round")) if rounds > 1 else None,
        say("saboteur.status.over") if view.ending else say("saboteur.status.pile", n=len(view.deck)),
        tuple(_race(view, way, say) if kind == "tu" else _nuggets(view, say)),
        course=() if kind == "tu" else (Score(say("saboteur.status.way"), way),),
        steps=tuple(
            Fact(n[0], say(f"saboteur.status.turn_{n}"), icon) for n, icon in zip(_turn(kind), TURN_SIGNS, strict=True)
        ),
    )


def _turn(kind: str) -> tuple[str, str, str]:
    """What a turn consists of; where everybody sees what is thrown away, that is said."""
    return ("1", "2_open" if kind == "tu" else "2", "3")


def _how(kind: str, rounds: int, say: Say) -> Iterator[str]:
    """How one wins; points, which nearly never decide, stand in the rules."""
    yield say(f"saboteur.status.how_{kind}")
    if rounds > 1:
        yield say("saboteur.status.then_rounds", rounds=rounds)
    if kind == "tu":
        yield say("saboteur.status.then_tu")


def _race(view: State, way: int, say: Say) -> Iterator[Score]:
    """What decides where points do not: how far the tunnel still has to go, and how many cards are left for that."""
    walled = way == WALLED_IN
    aim = "gold" if len(sought(view)) == 1 else "way"
    words = say("saboteur.status.walled") if walled else say(f"saboteur.status.{aim}_words", n=way)
    yield Score(say(f"saboteur.status.{aim}_short"), way, words=words, sign="–" if walled else "")
    yield _clock(view, say)


def _nuggets(view: State, say: Say) -> Iterator[Score]:
    for seat in range(view.players):
        yield _score(view, seat, say)
    yield _clock(view, say)


def _clock(view: State, say: Say) -> Score:
    left = cards_left(view)
    return Score(say("saboteur.status.left"), left, kind="clock", words=say("saboteur.status.left_words", n=left))


def _score(view: State, seat: Seat, say: Say) -> Score:
    own = seat == view.viewer
    label = say("saboteur.status.you") if own else say.of(seat_word(seat), "Nom")
    return Score(label, view.scores[seat], seat=seat, own=own, words=nugget_fact(view, seat, say).label)


def cards_left(view: State) -> int:
    """In the pile and in all hands: when none is left, the saboteurs win."""
    return len(view.deck) + sum(map(len, view.hands))


def _way(view: State) -> int:
    """How many cards the tunnel is short of a goal that nobody has reached: points come only with the end."""
    board, goals = view.board, sought(view)
    if view.ending is not None and view.ending.reason in ARRIVED and (view.ending.reason != "stone" or len(goals) != 1):
        return 0  # a stone is no gold, where that is what is counted
    if any(kind == GOLD_GOAL and at not in board.face_down for at, kind in zip(GOALS, view.goals, strict=True)):
        return 0  # also while people still name what it ends with
    found = fewest_cards(board, board.frontier, goals)
    return found[0] if found is not None else WALLED_IN


def sought(view: State) -> tuple[Cell, ...]:
    """The gold, if whoever seeks it knows where it lies, or looks back; else all goals that nobody has turned up.

    Those that a seeker knows not to be his are left out.
    """
    known = known_goals(view)
    seeks = view.roles[view.viewer] == GOLD_SEEKER if view.viewer >= 0 else view.variant.third_role
    if seeks and gold_located(known):
        return (GOALS[known.index(GOLD_GOAL)],)
    role = view.roles[view.viewer] if view.viewer >= 0 else HIDDEN
    left = tuple(goal for goal in view.board.face_down if not _is_not_his(known[GOALS.index(goal)], role))
    return left or tuple(view.board.face_down)


def _is_not_his(goal: Goal, role: Role) -> bool:
    if goal == HIDDEN:
        return False
    return goal == GOLD_GOAL if role == STONE_SEEKER else role == GOLD_SEEKER and goal != GOLD_GOAL


def nugget_fact(view: State, seat: Seat, say: Say) -> Fact:
    n = view.scores[seat]
    return Fact(str(n), say("saboteur.scene.nuggets", n=n), GOLD_ICON)


def relation(view: State, seat: Seat) -> Relation:
    """Everybody else is a rival, also when roles are shown: who he was is said, and his colour stays his."""
    if view.viewer < 0:
        return ""
    return "own" if seat == view.viewer else "rival"


# -- when it is over


def because(s: State) -> Text:
    assert s.ending is not None
    key = f"saboteur.because.{s.ending.reason}"
    if s.ending.reason == "nuggets":
        return Text(key, n=max(s.scores), rounds=s.variant.rounds)
    if s.ending.reason == "points":
        return Text(key, n=max(s.scores))
    if s.ending.reason != "saboteurs":
        return Text(key)
    missing = fewest_cards(s.board, s.board.frontier, s.board.face_down)
    return Text("saboteur.because.saboteurs_walled") if missing is None else Text(key, n=missing[0])


def stats(s: State) -> tuple[tuple[Stat, ...], ...]:
    """Nuggets; or role and what it wanted; points only where they decide, with what winners got for cards in hand
    (4.3.2.1.5)."""
    if not s.variant.third_role:
        return tuple((Stat(Text("saboteur.stat.nuggets"), n),) for n in s.scores)
    return tuple(_points(s, seat) for seat in range(s.players))


def _points(s: State, seat: Seat) -> tuple[Stat, ...]:
    role = Stat(Text("saboteur.stat.role"), _role(s.roles[seat]))
    if s.ending is None or s.ending.reason != "points":
        return role, Stat(Text("saboteur.stat.wanted"), _wanted(s.roles[seat]))
    hand = s.hands[seat]
    bonus = sum(map(hand_bonus, hand)) if seat in s.ending.winners and HIDDEN not in hand else 0
    return (
        role,
        Stat(Text("saboteur.stat.points"), s.scores[seat]),
        Stat(Text("saboteur.stat.cards"), bonus or "–"),
    )


def _role(role: Role) -> Text | str:
    """At a real table a role may stay unknown."""
    return Text("saboteur.stat.role_of", role=Text(f"saboteur.role.{ROLE_NAMES[role]}")) if role in ROLE_NAMES else "?"


def _wanted(role: Role) -> Text | str:
    """What decided whether he has won."""
    return Text(f"saboteur.stat.wanted_{ROLE_NAMES[role]}") if role in ROLE_NAMES else "?"
