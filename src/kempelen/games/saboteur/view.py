"""What a seat may know of the table, and full tables it could be."""

from __future__ import annotations

from kempelen.engine.dice import Dice
from kempelen.engine.table import HIDDEN, Deck, Seat
from kempelen.games.saboteur.board import GOALS
from kempelen.games.saboteur.rules import ROLE_OF, goal_pool
from kempelen.games.saboteur.setup import role_pool
from kempelen.games.saboteur.state import State

__all__ = ["redeal", "view"]

_HIDDEN_HANDS = tuple([HIDDEN] * n for n in range(7))
"""Hands of others, shared: a view is for reading."""


def view(s: State, seat: Seat) -> State:
    """Own hand and role, goals looked at or turned up, and everything public; the rest is HIDDEN.

    When the game is over everything is shown.
    """
    if s.ending is not None:
        return s
    unseen = s.deck.bag + s.buried
    away = s.deck.away + len(s.buried)
    hands, roles = [], []
    for other, hand in enumerate(s.hands):
        if other == seat:
            hands.append(hand)
            roles.append(s.roles[other])
        else:
            unseen += hand
            away += len(hand)
            hands.append(_HIDDEN_HANDS[len(hand)])
            roles.append(HIDDEN)
    if s.deck.away:  # cards that nobody has named are in the bag already
        gone = unseen.count(HIDDEN)
        unseen = [card for card in unseen if card != HIDDEN]
        away -= gone
    unseen.sort()
    looked = s.looked[seat] if seat >= 0 else 0
    face_down = s.board.face_down
    goals = [
        goal if looked >> n & 1 or GOALS[n] not in face_down else HIDDEN for n, goal in enumerate(s.goals)
    ]
    return State(
        s.variant,
        s.options,
        s.board,
        goals,
        s.looked,
        Deck("cards", unseen, [], away),
        s.discards,
        [HIDDEN] * len(s.buried),
        hands,
        [turned if other == seat else [0] * len(turned) for other, turned in enumerate(s.turned)],
        roles,
        [HIDDEN] * len(s.left_over),
        s.broken,
        s.scores,
        s.nuggets,
        s.active,
        s.round,
        s.turn,
        s.ending,
    )


def redeal(v: State, dice: Dice) -> State:
    """Deal what is hidden at random from what is unseen."""
    s = v.copy()

    def draw(pool: list[int]) -> int:
        return pool.pop(dice.below(len(pool), "redeal", ""))

    roles = [ROLE_OF[name] for name, n in role_pool(s.players, s.variant.third_role).items() for _ in range(n)]
    for role in s.roles:
        if role != HIDDEN:
            roles.remove(role)
    s.roles = [draw(roles) if role == HIDDEN else role for role in s.roles]
    s.left_over = sorted(roles)

    goals = goal_pool(s.variant)
    for goal in s.goals:
        if goal != HIDDEN:
            goals.remove(goal)
    s.goals = [draw(goals) if goal == HIDDEN else goal for goal in s.goals]

    bag = s.deck.bag
    s.hands = [[draw(bag) if card == HIDDEN else card for card in hand] for hand in s.hands]
    s.buried = [draw(bag) if card == HIDDEN else card for card in s.buried]
    s.deck.away = 0
    if s.options["R14"] == "as_dealt":
        s.turned = [
            turned if v.roles[seat] != HIDDEN else [dice.below(2, "redeal", "") for _ in turned]
            for seat, turned in enumerate(s.turned)
        ]
    return s
