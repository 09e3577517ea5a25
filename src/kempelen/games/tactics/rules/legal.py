"""What a player may do now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.actions import (
    ACTIVATE,
    ATTACK,
    AUTO,
    BUY,
    DONE,
    END,
    FULL,
    GIVE_UP,
    PLAY,
    PLAY_AT,
    PLAY_ON,
    Action,
    GiveUp,
    PlayAt,
)
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Card
from kempelen.games.tactics.rules.combat import targets
from kempelen.games.tactics.rules.effects import full_possible, legal_targets
from kempelen.games.tactics.rules.state import State, Unit
from kempelen.games.tactics.rules.topology import Tiles, tiles_in

__all__ = [
    "activation_options",
    "anything_left",
    "giving_up",
    "may_buy",
    "playable",
    "side_of",
    "turn_options",
]


def side_of(s: State, seat: Seat) -> int:
    """The players are one side, unless they play against each other (T1)."""
    return seat if s.rule.mode == "versus" else 0


# -- a turn


def turn_options(s: State, seat: Seat) -> list[Action]:
    """Activate a unit, play a card, buy one, or end the turn."""
    options: list[Action] = []
    shops = s.board.near(s.board.store & ~s.neutral) if s.stock else 0
    buying = False
    for unit in s.units:
        if unit.owner == seat:
            if not unit.tapped:
                options.append(ACTIVATE[unit.name] if unit.ai is None else AUTO[unit.name])
            if shops >> unit.tile & 1:
                buying = True
    mat = s.mats[seat]
    for card in dict.fromkeys(mat.hand) if len(mat.hand) > 1 else mat.hand:
        if card == HIDDEN_CARD:
            for unseen in dict.fromkeys(mat.deck.bag):
                if unseen not in mat.hand:
                    options += playable(s, seat, s.book[unseen])
        else:
            options += playable(s, seat, s.book[card])
    if buying:
        pool, book = mat.pool, s.book
        options += [BUY[card] for card, left in s.stock.items() if left and book[card].price <= pool]
    options.append(END)
    return options


def playable(s: State, seat: Seat, card: Card) -> Sequence[Action]:
    """All ways to play a card: it has a cost, it can be paid, there is a free spawn tile or a target (K1)."""
    if card.cost is None or card.cost > s.mats[seat].pool:
        return ()
    if card.unit is not None:
        return _entering(card.name, s.rule.spawns[seat] & s.board.passable & ~s.occupied, s.board.row)
    assert card.effect is not None
    units = legal_targets(s, card.effect, seat, side_of(s, seat))
    if units is None:
        return [PLAY[card.name]]
    return [PLAY_ON[card.name, unit.name] for unit in units]


@lru_cache(maxsize=10_000)
def _entering(card: str, spawns: Tiles, row: int) -> tuple[PlayAt, ...]:
    """A unit on each of some tiles of a board with rows so long."""
    return tuple(PLAY_AT[card, tile % row, tile // row] for tile in tiles_in(spawns))


def may_buy(s: State, seat: Seat) -> bool:
    """One of the player's units stands on or next to an open store (P4, K3)."""
    shops = s.board.near(s.board.store & ~s.neutral)
    return any(shops >> unit.tile & 1 for unit in s.units if unit.owner == seat)


def giving_up(s: State, seat: Seat) -> list[GiveUp]:
    """Units with upkeep, one of which is not paid for."""
    return [GIVE_UP[unit.name] for unit in s.of_owner(seat) if unit.profile.upkeep]


# -- an activation


def activation_options(s: State, unit: Unit) -> list[Action]:
    """Moves, attacks, the full action, or nothing more."""
    options: list[Action] = []
    if unit.attacks and (found := targets(s, unit)):
        options += [ATTACK[target.name] for target in s.units_on(found)]
    if unit.moves:
        options += s.board.reach(unit.tile, unit.profile.move, s.free(unit)).moves
    if unit.unspent and full_possible(s, unit):
        options.append(FULL)
    options.append(DONE)
    return options


def anything_left(s: State, unit: Unit) -> bool:
    """Whether there is more to choose from than doing nothing."""
    if unit.attacks and targets(s, unit):
        return True
    if unit.moves and s.board.reach(unit.tile, unit.profile.move, s.free(unit)).others:
        return True
    return unit.unspent and full_possible(s, unit)
