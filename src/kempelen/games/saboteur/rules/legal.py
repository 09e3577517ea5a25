"""What a player may do now (rules 1.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import card_word, seat_word, tool_word, tools_word, xy_text
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
    Take,
)
from kempelen.games.saboteur.rules.board import GOALS, START, Cell
from kempelen.games.saboteur.rules.cards import (
    CARDS,
    MAP,
    OPEN,
    PATH_CARDS,
    ROCKFALL,
    SYMMETRIC,
    Card,
    is_blocking,
    laid,
)
from kempelen.games.saboteur.rules.state import GOLD_GOAL, State
from kempelen.text.say import Text

__all__ = ["held", "hint", "legal", "objection", "removable"]

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


# -- for newcomers


def hint(v: State, seat: Seat) -> Text:
    """A word for a newcomer who seeks gold: what his hand is good for now."""
    cards = held(v, seat)
    if v.broken[seat]:
        fitting = [card for card in cards if any(v.broken[seat] & tool for tool in CARDS[card].repairs)]
        return Text("saboteur.hint.repair", card=card_word(fitting[0])) if fitting else Text("saboteur.hint.blocked")
    if MAP in cards and v.goals.count(HIDDEN) > 1 and GOLD_GOAL not in v.goals:
        return Text("saboteur.hint.map")
    if any(not is_blocking(card) and v.board.places(card) for card in cards if card in PATH_CARDS):
        return Text("saboteur.hint.lay")
    return Text("saboteur.hint.discard")


# -- why not


def objection(s: State, seat: Seat, action: Action) -> Text | None:
    """Why an action is not among the legal ones, for the person who tried it."""
    card = _card_of(action)
    if not s.hands[seat]:
        return Text("saboteur.objection.empty_hand")
    if card is not None and card not in held(s, seat):
        return Text(
            "saboteur.objection.not_held", card=card_word(card), hand=tuple(card_word(c) for c in held(s, seat))
        )
    match action:
        case Place():
            return _cannot_lay(s, seat, action)
        case Break(card, target) if target >= s.players:
            return Text("saboteur.objection.no_such_player", n=target + 1, players=s.players)
        case Break(card, target) if target == seat:
            return Text("saboteur.objection.not_oneself")
        case Break(card, target):
            return Text(
                "saboteur.objection.already_broken", target=seat_word(target), tool=tool_word(CARDS[card].breaks)
            )
        case Repair(card, target, tool) if target >= s.players:
            return Text("saboteur.objection.no_such_player", n=target + 1, players=s.players)
        case Repair(card, target, tool):
            return Text("saboteur.objection.not_broken", target=seat_word(target), tool=tool_word(tool))
        case Rockfall(cell):
            return Text("saboteur.objection.nothing_to_remove", at=xy_text(cell))
        case Look(goal):
            return Text("saboteur.objection.face_up", at=xy_text(goal))
        case Take(nuggets):
            return Text("saboteur.objection.not_offered", n=nuggets)
        case Discard():
            return Text("saboteur.objection.face_down")
    return Text("saboteur.objection.must_act")


def _card_of(action: Action) -> Card | None:
    match action:
        case Place(card=card) | Break(card=card) | Repair(card=card):
            return card
        case Discard(card) if card != HIDDEN:
            return card
        case Rockfall():
            return ROCKFALL
        case Look():
            return MAP
    return None


def _cannot_lay(s: State, seat: Seat, action: Place) -> Text:
    at = xy_text(action.cell)
    if s.broken[seat]:
        return Text("saboteur.objection.broken_tool", tools=tools_word(s.broken[seat]))
    if action.cell in s.board.laid or action.cell in GOALS:
        return Text("saboteur.objection.occupied", at=at)
    shown = s.board.around.get(action.cell, 0)
    if not shown >> 8:
        return Text("saboteur.objection.no_way", at=at)
    turns = (action.turned,) if SYMMETRIC[action.card] else (action.turned, 1 - action.turned)
    for side, name in ((1, "left"), (2, "right"), (4, "above"), (8, "below")):
        is_open = bool(OPEN[laid(action.card, turns[0])] & side)
        if (shown & side and not is_open) or (shown >> 4 & side and is_open):
            other_way = len(turns) == 2 and s.board.fits(action.cell, laid(action.card, turns[1]))
            key = "saboteur.objection.turn_it" if other_way else "saboteur.objection.mismatch"
            return Text(key, card=card_word(action.card), at=at, side=Text(f"saboteur.side.{name}"))
    return Text("saboteur.objection.no_way", at=at)
