"""What a newcomer might do now, on the map that teaches the game: an action, and the rule behind it in words."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.actions import (
    DONE,
    END,
    Action,
    Activate,
    Attack,
    Done,
    End,
    Move,
    Play,
    PlayAt,
    PlayOn,
)
from kempelen.games.tactics.rules.legal import activation_options, turn_options
from kempelen.games.tactics.rules.state import ACTIVATION, TURN, State, Unit
from kempelen.text.say import Text

__all__ = ["advised", "hint"]


def advised(view: State, seat: Seat) -> Action | None:
    """First a unit, then the card, then the end of the turn; a unit goes into a house before it shoots."""
    if view.phase == TURN:
        return _turn(view, turn_options(view, seat))
    unit = _acting(view)
    return None if unit is None else _unit(view, unit)


def hint(view: State, seat: Seat) -> Text | None:
    """Why it pays is said along the way."""
    action, unit = advised(view, seat), _acting(view)
    match action:
        case Activate():
            return Text("tactics.hint.activate", unit=action.unit.text)
        case Move():
            return Text("tactics.hint.house", at=view.board.spots[view.board.tile(action.x, action.y)].text)
        case Attack() if unit is not None:
            return Text("tactics.hint.attack", range=unit.profile.range, damage=unit.profile.attack)
        case Play() | PlayAt() | PlayOn():
            return Text("tactics.hint.play", pool=view.mats[seat].pool, cost=view.book[action.card].cost or 0)
        case Done():
            return Text("tactics.hint.done")
        case End():
            return Text("tactics.hint.end")
        case _:
            return None


def _acting(view: State) -> Unit | None:
    return view.named(view.acting) if view.phase == ACTIVATION and view.acting is not None else None


def _turn(view: State, options: Sequence[Action]) -> Action:
    wakes: list[Action] = [action for action in options if isinstance(action, Activate)]
    cards: list[Action] = [action for action in options if isinstance(action, Play | PlayAt | PlayOn)]
    return (wakes or sorted(cards, key=lambda action: not _on_boss(view, action)) or [END])[0]


def _unit(view: State, unit: Unit) -> Action:
    """Into a house that it can reach, if it can attack from there; then it attacks, the boss if it can."""
    options, board = activation_options(view, unit), view.board
    moves = [action for action in options if isinstance(action, Move)]
    ways = [action for action in moves if board.house >> board.tile(action.x, action.y) & 1]
    attacks: list[Action] = [action for action in options if isinstance(action, Attack)]
    if ways and unit.attacks and not board.house >> unit.tile & 1:
        return ways[0]
    return (sorted(attacks, key=lambda action: not _on_boss(view, action)) or [DONE])[0]


def _on_boss(view: State, action: Action) -> bool:
    target = view.named(action.target) if isinstance(action, Attack | PlayOn) else None
    return target is not None and target.profile.boss
