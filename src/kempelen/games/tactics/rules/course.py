"""The rules: a round of players' turns and the opponent's turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from kempelen.engine.table import Seat, Table
from kempelen.games.tactics.automa.opponent import activate, opponent_step, place_unit
from kempelen.games.tactics.automa.units import move_unit, start_activation, tap
from kempelen.games.tactics.rules.actions import (
    Action,
    Activate,
    Attack,
    Auto,
    Buy,
    Done,
    End,
    Full,
    Move,
    Play,
    PlayAt,
    PlayOn,
)
from kempelen.games.tactics.rules.combat import destroy, end, strike
from kempelen.games.tactics.rules.effects import Effecting, apply
from kempelen.games.tactics.rules.events import (
    Bought,
    DiscardedHand,
    FullAction,
    Gained,
    GaveUp,
    Paid,
    Played,
    TurnBegan,
)
from kempelen.games.tactics.rules.legal import activation_options, anything_left, giving_up, side_of, turn_options
from kempelen.games.tactics.rules.piles import draw_cards, spend_card
from kempelen.games.tactics.rules.state import ACTIVATION, BEGIN, OPPONENT, TURN, Name, State, Unit
from kempelen.text.say import Text

__all__ = ["GIVE_UP_WHOM", "WHAT_NOW", "step", "what_unit"]

WHAT_NOW = Text("tactics.prompt.turn")
GIVE_UP_WHOM = Text("tactics.prompt.give_up")


@cache
def what_unit(name: Name, begun: str) -> Text:
    """What a unit does; `begun` says what it has done already."""
    return Text(f"tactics.prompt.activation{begun}", unit=name.text)


def _begun(unit: Unit) -> str:
    moves, attacks = unit.profile.moves, unit.profile.attacks
    if not moves or not attacks:
        return "_once"
    return "_moved" if unit.moves < moves and unit.attacks else "_struck" if unit.attacks < attacks else ""


def step(s: State, table: Table) -> None:
    """One decision of a player, or one piece of the opponent's turn."""
    if s.phase == TURN:
        seat = s.active
        action: Action = table.choose(seat, WHAT_NOW, lambda: turn_options(s, seat))
        _DO[type(action)](s, table, seat, action)
    elif s.phase == ACTIVATION:
        _act(s, table)
    elif s.phase == BEGIN:
        _begin_turn(s, table)
    else:
        opponent_step(s, table)


# -- the beginning and the end of a player's turn


def _begin_turn(s: State, table: Table) -> None:
    """Untap, draw up to the hand size, income and upkeep (P1, P2, B5, T2)."""
    seat, mat = s.active, s.mats[s.active]
    table.tell(TurnBegan, seat, s.round)
    upkeep = 0
    for unit in s.units:
        if unit.owner == seat:
            unit.tapped = False
            upkeep += unit.profile.upkeep
    draw_cards(s, table, seat, s.rule.hand - len(mat.hand))
    if s.rule.income:
        mat.pool += s.rule.income
        table.tell(Gained, seat, s.players, s.rule.income)
    while upkeep > mat.pool:
        action = table.choose(seat, GIVE_UP_WHOM, giving_up(s, seat))
        unit = _unit(s, action.unit)
        upkeep -= unit.profile.upkeep
        table.tell(GaveUp, unit.name)
        destroy(s, table, unit)
    if upkeep:
        mat.pool -= upkeep
        table.tell(Paid, seat, s.players, upkeep)
    s.phase = TURN


def _end_turn(s: State, table: Table, seat: Seat, action: End) -> None:
    """The hand is discarded; the next player begins, after the last one the opponent (T1); then P6."""
    mat = s.mats[seat]
    if mat.hand:
        table.tell(DiscardedHand, seat, tuple(mat.hand))
        mat.discard += mat.hand
        mat.hand = []
    if seat + 1 < s.players:
        s.phase, s.active = BEGIN, seat + 1
    elif s.has_opponent:
        s.phase = OPPONENT
    else:
        s.phase, s.active = BEGIN, 0
        s.round += 1
        if s.round > s.rule.cap:
            end(s, table, "cap", ())


# -- what a player does in his turn


def _activate(s: State, table: Table, seat: Seat, action: Activate) -> None:
    start_activation(s, _unit(s, action.unit))
    s.phase = ACTIVATION


def _auto(s: State, table: Table, seat: Seat, action: Auto) -> None:
    activate(s, table, _unit(s, action.unit))


def _play(s: State, table: Table, seat: Seat, action: Play) -> None:
    _play_event(s, table, seat, action.card, None)


def _play_on(s: State, table: Table, seat: Seat, action: PlayOn) -> None:
    _play_event(s, table, seat, action.card, _unit(s, action.target))


def _play_event(s: State, table: Table, seat: Seat, card: str, target: Unit | None) -> None:
    """Pay, carry it out, discard it (K2)."""
    effect = s.book[card].effect
    assert effect is not None
    _pay(s, seat, card)
    table.tell(Played, seat, s.players, card, None, None, target.name if target else None)
    s.mats[seat].discard.append(card)
    apply(Effecting(s, table, effect, seat, side_of(s, seat), target=target, card=card))


def _play_at(s: State, table: Table, seat: Seat, action: PlayAt) -> None:
    """Pay; the unit enters untapped on a spawn tile of one's own (P5, K2)."""
    profile = s.book[action.card].unit
    assert profile is not None
    _pay(s, seat, action.card)
    tile = s.board.tile(action.x, action.y)
    unit = place_unit(s, profile, seat, side_of(s, seat), tile)
    table.tell(Played, seat, s.players, action.card, s.board.spots[tile], unit.name)


def _pay(s: State, seat: Seat, card: str) -> None:
    spend_card(s, seat, card)
    cost = s.book[card].cost
    assert cost is not None
    s.mats[seat].pool -= cost


def _buy(s: State, table: Table, seat: Seat, action: Buy) -> None:
    """A bought card goes to the discard pile (P4)."""
    s.stock[action.card] -= 1
    s.mats[seat].pool -= s.book[action.card].price
    s.mats[seat].discard.append(action.card)
    table.tell(Bought, seat, action.card)


_DO: Mapping[type, Callable[[State, Table, Seat, Any], None]] = {
    Activate: _activate,
    Auto: _auto,
    Play: _play,
    PlayAt: _play_at,
    PlayOn: _play_on,
    Buy: _buy,
    End: _end_turn,
}


# -- a player's unit acts


def _act(s: State, table: Table) -> None:
    """One action of the acting unit; when none is left it is tapped (P3)."""
    assert s.acting is not None
    unit = _unit(s, s.acting)
    action: Action = table.choose(s.active, what_unit(unit.name, _begun(unit)), lambda: activation_options(s, unit))
    gone = False
    if isinstance(action, Move):
        move_unit(s, table, unit, s.board.tile(action.x, action.y))
    elif isinstance(action, Attack):
        unit.attacks -= 1
        unit.unspent = False
        gone = strike(s, table, unit, _unit(s, action.target))
    elif isinstance(action, Full):
        _full_action(s, table, unit)
    else:
        assert isinstance(action, Done)
        unit.moves = unit.attacks = 0
    if gone or unit.moves + unit.attacks == 0 or not anything_left(s, unit):
        s.acting, s.phase = None, TURN
        if not gone:
            tap(s, table, unit)


def _full_action(s: State, table: Table, unit: Unit) -> None:
    full = unit.profile.full
    assert full is not None
    unit.moves = unit.attacks = 0
    unit.unspent = False
    table.tell(FullAction, unit.name, full.kind)
    apply(Effecting(s, table, full, unit.owner, unit.side, unit))


def _unit(s: State, name: Name) -> Unit:
    unit = s.named(name)
    assert unit is not None
    return unit
