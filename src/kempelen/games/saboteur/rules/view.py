"""What a seat may know of the table, and full tables it could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kempelen.engine.dice import Dice
from kempelen.engine.table import HIDDEN, SPECTATOR, Deck, Seat
from kempelen.games.saboteur.rules.board import GOALS
from kempelen.games.saboteur.rules.cards import Card
from kempelen.games.saboteur.rules.course import ROLE_OF, goal_pool
from kempelen.games.saboteur.rules.setup import role_pool
from kempelen.games.saboteur.rules.state import Goal, State

__all__ = ["hidden_roles", "redeal", "seen_goals", "view"]

_HIDDEN = tuple([HIDDEN] * n for n in range(74))
"""So many hidden cards, shared: a view is for reading."""
_TURNED_UP = {tuple(goal for n, goal in enumerate(GOALS) if not bits >> n & 1): bits for bits in range(1 << len(GOALS))}
"""The goals that are turned up, as bits, by those that are still face down."""


def view(s: State, seat: Seat) -> State:
    """Own hand and role, goals looked at or turned up, and everything public; the rest is HIDDEN.

    When the game is over everything is shown.
    """
    if s.ending is not None:
        return replace(s, viewer=seat)
    hands = [_HIDDEN[len(hand)] for hand in s.hands]
    roles = _HIDDEN[len(hands)]
    if seat >= 0:
        hands[seat] = s.hands[seat]
        roles = roles[:]
        roles[seat] = s.roles[seat]
    return State(
        s.variant,
        s.options,
        s.board,
        seen_goals(s, seat),
        s.looked,
        UnseenDeck(s, seat),
        s.discards,
        _HIDDEN[len(s.buried)],
        hands,
        s.turned if s.options["R14"] == "turn" else _own_turned(s, seat),
        roles,
        _HIDDEN[len(s.left_over)],
        s.broken,
        s.scores,
        s.nuggets,
        s.active,
        s.round,
        s.turn,
        None,
        seat,
    )


def seen_goals(s: State, seat: Seat) -> list[Goal]:
    """The three goals as a seat knows them: looked at with a map (1.4.8), or turned up."""
    looked, face_down = (s.looked[seat] if seat >= 0 else 0), s.board.face_down
    if not looked and face_down is GOALS:
        return [HIDDEN, HIDDEN, HIDDEN]
    known = looked | _TURNED_UP[face_down]
    top, middle, bottom = s.goals
    return [top if known & 1 else HIDDEN, middle if known & 2 else HIDDEN, bottom if known & 4 else HIDDEN]


def _own_turned(s: State, seat: Seat) -> list[list[int]]:
    return [turned if other == seat else [0] * len(turned) for other, turned in enumerate(s.turned)]


class UnseenDeck(Deck[Card]):
    """The pile as a seat knows it: any card it has not seen may be in it, or in another hand.

    Most views are never asked for the pile, so the unseen cards are counted out only then.
    """

    __slots__ = ("_counted", "_seat", "_state")

    name, hidden = "cards", HIDDEN

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._counted: tuple[list[Card], int] | None = None

    @property
    def bag(self) -> list[Card]:  # type: ignore[override]
        return (self._counted or self._count())[0]

    @property
    def top(self) -> list[Card]:  # type: ignore[override]
        return []

    @property
    def away(self) -> int:  # type: ignore[override]
        return (self._counted or self._count())[1]

    def _count(self) -> tuple[list[Card], int]:
        """The unseen cards, and how many of them lie elsewhere; cards that nobody has named are counted as away."""
        s = self._state
        elsewhere = s.buried[:]
        for other, hand in enumerate(s.hands):
            if other != self._seat:
                elsewhere += hand
        named = [card for card in elsewhere if card != HIDDEN]
        away = s.deck.away + (len(named) if s.deck.away else len(elsewhere))
        self._counted = sorted([*(card for card in s.deck.bag + s.deck.top if card != HIDDEN), *named]), away
        return self._counted


def hidden_roles(v: State) -> list[int]:
    """The roles that a view does not show: those of others, and what is left over."""
    roles = [ROLE_OF[name] for name, n in role_pool(v.players, v.variant.third_role).items() for _ in range(n)]
    for role in v.roles:
        if role != HIDDEN:
            roles.remove(role)
    return roles


def redeal(v: State, dice: Dice, dealt: Sequence[int] | None = None) -> State:
    """Deal what is hidden at random from what is unseen; if it is said, these roles to those who hide theirs."""
    s = v.copy()
    s.viewer = SPECTATOR

    below = dice.below

    def draw(pool: list[int]) -> int:
        return pool.pop(below(len(pool), "redeal", ""))

    roles = hidden_roles(s)
    if dealt is None:
        s.roles = [draw(roles) if role == HIDDEN else role for role in s.roles]
    else:
        given = iter(dealt)
        s.roles = [next(given) if role == HIDDEN else role for role in s.roles]
        for role in dealt:
            roles.remove(role)
    s.left_over = sorted(roles)

    goals = goal_pool(s.variant)
    for goal in s.goals:
        if goal != HIDDEN:
            goals.remove(goal)
    s.goals = [draw(goals) if goal == HIDDEN else goal for goal in s.goals]

    bag = s.deck.bag
    for hand in s.hands:
        if HIDDEN in hand:
            hand[:] = [bag.pop(below(len(bag), "redeal", "")) if card == HIDDEN else card for card in hand]
    s.buried = [draw(bag) if card == HIDDEN else card for card in s.buried]
    s.deck.away = 0
    if s.options["R14"] == "as_dealt":
        s.turned = [
            turned if v.roles[seat] != HIDDEN else [dice.below(2, "redeal", "") for _ in turned]
            for seat, turned in enumerate(s.turned)
        ]
    return s
