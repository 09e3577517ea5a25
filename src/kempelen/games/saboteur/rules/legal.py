"""What a player may do now (rules 1.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.rules.actions import (
    BREAK,
    DISCARD,
    LOOK,
    PASS,
    REPAIR,
    ROCKFALLS,
    Action,
)
from kempelen.games.saboteur.rules.board import GOALS, START, Cell
from kempelen.games.saboteur.rules.cards import (
    CARDS,
    MAP,
    PATH_CARDS,
    ROCKFALL,
    Card,
)
from kempelen.games.saboteur.rules.state import State

__all__ = ["held", "legal", "removable"]

_FIRST_ACTION_CARD = PATH_CARDS.stop
_PASS_ONLY = (PASS,)
_NOT_REMOVABLE = frozenset((START, *GOALS))


def held(s: State, seat: Seat) -> list[Card]:
    """The different cards a player may hold: his own, or anything unseen if his hand is unknown."""
    hand = s.hands[seat]
    if HIDDEN in hand:
        return sorted({*s.deck.bag, *hand} - {HIDDEN})
    return sorted(set(hand))


def removable(s: State) -> list[Cell]:
    """Laid path cards, connected or not: not the start, not a goal (1.4.7)."""
    return [cell for cell in s.board.laid if cell not in _NOT_REMOVABLE]


def legal(s: State, seat: Seat) -> Sequence[Action]:
    """Every action the player may take, free to choose among them (R30): a complete list, in a fixed order."""
    hand = s.hands[seat]
    if not hand:
        return _PASS_ONLY
    cards = held(s, seat)
    options: list[Action] = []
    paths = bisect_left(cards, _FIRST_ACTION_CARD)
    if paths and not s.broken[seat]:
        s.board.add_places(cards[:paths], options)  # type: ignore[arg-type]  # a list of any actions takes places
    for card in cards[paths:]:
        options += _USES[card](s, seat, card)
    if s.variant.third_role or HIDDEN not in hand:
        options += map(DISCARD.__getitem__, cards)
    else:
        options.append(DISCARD[HIDDEN])
    return options


def _breaks(s: State, seat: Seat, card: Card) -> list[Action]:
    """On another player who does not have that tool broken (1.4.5)."""
    tool = CARDS[card].breaks
    actions = BREAK[card]
    return [actions[target] for target, broken in enumerate(s.broken) if not broken & tool and target != seat]


def _repairs(s: State, seat: Seat, card: Card) -> list[Action]:
    """On anybody with a broken tool that the card shows (1.4.6)."""
    options: list[Action] = []
    for target, broken in enumerate(s.broken):
        if broken:
            options += _REPAIRS[card][target][broken]
    return options


def _rockfalls(s: State, seat: Seat, card: Card) -> list[Action]:
    return [ROCKFALLS[cell] for cell in removable(s)]


def _looks(s: State, seat: Seat, card: Card) -> list[Action]:
    """At any goal that is face down, also one looked at before (1.4.8)."""
    return [LOOK[goal] for goal in s.board.face_down]


_REPAIRS: Mapping[Card, tuple[tuple[tuple[Action, ...], ...], ...]] = {
    card: tuple(
        tuple(tuple(action for tool, action in actions.items() if broken & tool) for broken in range(8))
        for actions in by_seat
    )
    for card, by_seat in REPAIR.items()
}
"""_REPAIRS[card][seat][broken tools]: what can be repaired."""

_USES: Mapping[Card, Callable[[State, Seat, Card], list[Action]]] = {
    **dict.fromkeys(BREAK, _breaks),
    **dict.fromkeys(REPAIR, _repairs),
    ROCKFALL: _rockfalls,
    MAP: _looks,
}
