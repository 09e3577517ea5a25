"""The commander: a computer player for a player's seat. How it weighs things is ours (S1, S2), no author's text.

In a turn it first uses its cards, then its units, then it buys. It thinks of every unit's activation as a plan: a place
to stand, whom to attack from where, and what that is worth; the unit with the best plan acts first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.trace import RulingCite, Trace, note
from kempelen.games.tactics.rules.actions import (
    ACTIVATE,
    ATTACK,
    AUTO,
    BUY,
    DONE,
    END,
    FULL,
    PLAY,
    PLAY_AT,
    PLAY_ON,
    Action,
    GiveUp,
)
from kempelen.games.tactics.rules.board import Tile
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Card, Profile
from kempelen.games.tactics.rules.combat import attack_range, attackable_from
from kempelen.games.tactics.rules.course import GIVE_UP_WHOM, WHAT_NOW
from kempelen.games.tactics.rules.effects import full_possible, legal_targets
from kempelen.games.tactics.rules.legal import may_buy, side_of
from kempelen.games.tactics.rules.state import State, Unit
from kempelen.games.tactics.rules.topology import Tiles, first_of, tiles_in
from kempelen.text.say import Text

__all__ = ["Commander"]

FARTHEST = 60
"""Ways that cost more are none."""
PRESSING = 110
"""What damage to an enemy is worth that places marks or closes stores."""
CARDS_FIRST, BEST_PLAN = RulingCite("tactics:S1"), RulingCite("tactics:S2")


def _action(action: Action) -> Text:
    return action.text


def _points(worth: int) -> float:
    return worth / 100


PLAYS = note("tactics.why.plays", CARDS_FIRST, action=_action)
BUYS = note("tactics.why.buys", CARDS_FIRST, action=_action)
LETS_ACT = note("tactics.why.lets_act", BEST_PLAN, action=_action, worth=_points)
PLANS = note("tactics.why.plans", BEST_PLAN, action=_action, worth=_points)
NOTHING_BETTER = note("tactics.why.nothing_better", BEST_PLAN)
GIVES_UP = note("tactics.why.gives_up", CARDS_FIRST, action=_action)
ENDS = note("tactics.why.ends", CARDS_FIRST)


@dataclass(slots=True)
class Plan:
    """What a unit could do, and what it is worth in hundredths of a point."""

    worth: int
    first: Action


class Commander:
    """Plays a player's seat from what it may know."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        trace = Trace(decision.seat) if table.tracing else None
        s: State = decision.view()
        if decision.prompt is WHAT_NOW:
            return _choice(*_turn_action(s, decision.seat), trace)
        if decision.prompt is GIVE_UP_WHOM:
            return _give_up(s, decision.options, trace)
        return _choice(*_unit_action(s), trace)


def _choice(action: Action, kind: Any, worth: int | None, trace: Trace | None) -> Choice:
    if trace is not None:
        values = (action,) if worth is None else (action, worth)
        trace.add(kind, *(values if kind not in (ENDS, NOTHING_BETTER) else ()))
    return Choice(action, trace)


def _give_up(s: State, options: Sequence[GiveUp], trace: Trace | None) -> Choice:
    """The unit that is worth least for its upkeep."""

    def value(action: GiveUp) -> float:
        unit = s.named(action.unit)
        assert unit is not None
        return _unit_value(unit.profile) * unit.health / unit.profile.health / unit.profile.upkeep

    action = min(options, key=value)
    return _choice(action, GIVES_UP, None, trace)


# -- a turn


def _turn_action(s: State, seat: Seat) -> tuple[Action, Any, int | None]:
    mat = s.mats[seat]
    hand = [s.book[card] for card in dict.fromkeys(mat.hand) if card != HIDDEN_CARD]
    if played := _card_to_play(s, seat, [card for card in hand if card.cost is not None and card.cost <= mat.pool]):
        return played, PLAYS, None
    best: Plan | None = None
    fields: dict[int, _Field] = {}
    for unit in s.units:
        if unit.owner == seat and not unit.tapped:
            if unit.ai is not None:
                plan = Plan(0, AUTO[unit.name])
            else:
                if unit.side not in fields:
                    fields[unit.side] = _Field(s, unit.side)
                plan = _Thought(s, unit, fields[unit.side]).plan(unit.profile.moves, unit.profile.attacks, True)
                plan.first = ACTIVATE[unit.name]
            if best is None or plan.worth > best.worth:
                best = plan
    if best is not None:
        return best.first, LETS_ACT, best.worth
    if bought := _card_to_buy(s, seat):
        return bought, BUYS, None
    return END, ENDS, None


def _card_to_play(s: State, seat: Seat, cards: Sequence[Card]) -> Action | None:
    """Events that pay now, then the best unit whose upkeep can be borne."""
    units: list[Card] = []
    for card in cards:
        if card.unit is not None:
            units.append(card)
        elif (action := _event(s, seat, card)) is not None:
            return action
    free = s.rule.spawns[seat] & s.board.passable & ~s.occupied
    if not units or not free:
        return None
    upkeep = sum(unit.profile.upkeep for unit in s.of_owner(seat))
    for card in sorted(units, key=lambda card: (-_unit_value(card.unit), card.name)):
        assert card.unit is not None
        assert card.cost is not None
        left = s.mats[seat].pool - card.cost
        if card.unit.upkeep == 0 or upkeep + card.unit.upkeep <= s.rule.income + left:
            tile = _spawn_tile(s, side_of(s, seat), free)
            x, y = s.board.xy(tile)
            return PLAY_AT[card.name, x, y]
    return None


def _spawn_tile(s: State, side: int, free: Tiles) -> Tile:
    """As near to an enemy as possible."""
    enemies = list(tiles_in(s.enemies(side)))
    if not enemies:
        return first_of(free)
    distance = s.board.distance
    return min(tiles_in(free), key=lambda tile: (min(distance(tile, enemy) for enemy in enemies), tile))


def _event(s: State, seat: Seat, card: Card) -> Action | None:
    """How to play an event, if it pays now."""
    effect = card.effect
    assert effect is not None
    side = side_of(s, seat)
    units = legal_targets(s, effect, seat, side)
    if units is not None:
        worth = [(_event_worth(s, effect.kind, effect.amount, unit), unit) for unit in units]
        best = max(worth, key=lambda pair: pair[0], default=(0, None))
        return PLAY_ON[card.name, best[1].name] if best[1] is not None and best[0] > 0 else None
    if effect.kind in ("gain", "draw"):
        return PLAY[card.name]
    if effect.kind == "unmark":
        return PLAY[card.name] if s.marks else None
    if effect.kind == "mend_all":
        hurt = sum(min(effect.amount, unit.profile.health - unit.health) for unit in s.units_on(s.held[side]))
        return PLAY[card.name] if hurt > 2 else None
    if effect.kind == "quake":
        return PLAY[card.name] if (s.enemies(side) & ~s.board.house).bit_count() > 2 else None
    return None


def _event_worth(s: State, kind: str, amount: int, unit: Unit) -> int:
    if kind == "strike":
        if unit.profile.boss:
            return 300 + 100 * (unit.health <= amount)
        return 100 + 10 * unit.profile.attack if unit.health <= amount else 0
    if kind == "mend":
        return 10 * (min(amount, unit.profile.health - unit.health) - 1)
    return 10 * unit.profile.attack if _Thought(s, unit).plan(1, 1, False).worth > 150 else 0


def _card_to_buy(s: State, seat: Seat) -> Action | None:
    """The best card that leaves enough for the next turn."""
    pool = s.mats[seat].pool
    if pool < 3 or not s.stock or not may_buy(s, seat):
        return None
    best, most = None, 0.0
    for name, left in s.stock.items():
        card = s.book[name]
        if left and card.price <= pool - 1:
            worth = _unit_value(card.unit) if card.unit is not None else 2.5
            if worth > most:
                best, most = name, worth
    return BUY[best] if best is not None and most >= 4 else None


def _unit_value(unit: Profile | None) -> float:
    if unit is None:
        return 0.0
    return (
        unit.attack * (1.2 + 0.3 * min(unit.range, 4)) + unit.health * 0.6 + unit.move * 0.3 + (2 if unit.full else 0)
    )


# -- a unit


def _unit_action(s: State) -> tuple[Action, Any, int | None]:
    assert s.acting is not None
    unit = s.named(s.acting)
    assert unit is not None
    plan = _Thought(s, unit).plan(unit.moves, unit.attacks, unit.unspent)
    if plan.first is DONE:
        return DONE, NOTHING_BETTER, None
    return plan.first, PLANS, plan.worth


class _Field:
    """What a side has before it, as long as nothing moves: enemies, and how much danger a tile is in."""

    __slots__ = ("_danger", "_threats", "enemies", "s")

    def __init__(self, s: State, side: int) -> None:
        self.s = s
        self.enemies = s.units_on(s.enemies(side))
        self._danger: dict[Tile, int] = {}
        within = s.board.within
        self._threats = [
            (within(enemy.tile, enemy.profile.range + enemy.profile.move), enemy.profile.attack)
            for enemy in self.enemies
            if enemy.profile.attack
        ]

    def danger(self, tile: Tile) -> int:
        """What all enemies who could get at the tile would do there; half of it in a house."""
        found = self._danger.get(tile)
        if found is None:
            found = 0
            for reached, attack in self._threats:
                if reached >> tile & 1:
                    found += attack
            if self.s.board.house >> tile & 1:
                found //= 2
            self._danger[tile] = found
        return found


class _Thought:
    """What the best a unit can do is worth."""

    __slots__ = ("aim", "enemies", "field", "s", "slack", "unit")

    def __init__(self, s: State, unit: Unit, field: _Field | None = None) -> None:
        self.s, self.unit = s, unit
        self.field = field or _Field(s, unit.side)
        self.enemies = self.field.enemies
        goal = self._goal()
        self.aim: Mapping[Tile, int] = s.board.ways_to(goal, FARTHEST) if goal else {}
        """How far every tile is from what the unit is after; so much less as it can shoot."""
        self.slack = max(0, unit.profile.range - 1) if unit.profile.attack else 0

    def plan(self, moves: int, attacks: int, unspent: bool) -> Plan:
        """Stand somewhere and attack from there; or attack from here, then go; or the full action."""
        s, unit, here = self.s, self.unit, self.unit.tile
        ends: Sequence[Tile] = ()
        actions: Sequence[Action] = ()
        if moves:
            reach = s.board.reach(here, unit.profile.move, s.free(unit))
            ends, actions = reach.tiles, reach.moves
        stay = self._standing(here)
        stand = [self._standing(tile) for tile in ends]
        top = stay
        first: Action = DONE
        strikes = self._strikes() if attacks else 0
        if strikes >> here & 1:
            worth, target = self._best_attack(here)
            worth += max(stay, max(stand, default=stay))
            if worth > top:
                top, first = worth, ATTACK[target.name]
        for tile, action, worth in zip(ends, actions, stand, strict=True):
            if strikes >> tile & 1:
                worth += max(0, self._best_attack(tile)[0])
            if worth > top:
                top, first = worth, action
        if unspent and self._full_possible():
            worth = self._full_worth() + stay
            if worth > top:
                top, first = worth, FULL
        return Plan(top - stay, first)

    # -- attacks

    def _strikes(self) -> Tiles:
        """Where the unit could attack somebody from."""
        found = 0
        for enemy in self.enemies:
            found |= attackable_from(self.s, self.unit, enemy)
        return found

    def _best_attack(self, tile: Tile) -> tuple[int, Unit]:
        """From a tile where it can attack somebody."""
        s, unit = self.s, self.unit
        board = s.board
        reach, far = attack_range(board, unit, tile), board.distances[tile]
        best: tuple[int, Unit] | None = None
        for enemy in self.enemies:
            away = far[enemy.tile]
            if away > reach or (away > 1 and board.house >> enemy.tile & 1):
                continue
            counter = enemy.profile.attack if self._strikes_back(enemy, tile, away) else 0
            worth = self._attack_worth(enemy, counter)
            if best is None or worth > best[0]:
                best = worth, enemy
        assert best is not None
        return best

    def _strikes_back(self, enemy: Unit, tile: Tile, away: int) -> bool:
        board = self.s.board
        return away <= attack_range(board, enemy, enemy.tile) and (away <= 1 or not board.house >> tile & 1)

    def _attack_worth(self, enemy: Unit, counter: int) -> int:
        unit = self.unit
        damage = min(unit.profile.attack, enemy.health)
        worth = damage * self._weight(enemy)
        if unit.profile.attack >= enemy.health:
            worth += 10_000 if enemy.profile.boss else 60 + 40 * enemy.profile.attack
        if counter >= unit.health:
            worth -= 60 + 40 * unit.profile.attack + (10_000 if unit.profile.boss else 0)
        return worth - 45 * min(counter, unit.health)

    def _weight(self, enemy: Unit) -> int:
        """The boss is what it is about; who presses marks or stores comes next."""
        if enemy.profile.boss:
            return 160
        full = enemy.profile.full
        return PRESSING if full is not None and full.kind in ("mark", "neutralise") else 70

    # -- standing somewhere

    def _standing(self, tile: Tile) -> int:
        """Near to the aim is good, within reach of many enemies is bad."""
        unit, danger = self.unit, self.field.danger(tile)
        worth = -9 * min(danger, unit.health) - (25 if danger >= unit.health else 0)
        if unit.profile.boss:
            return 4 * worth
        far = self.aim.get(tile)
        return worth - 22 * (40 if far is None else max(0, far - self.slack))

    def _goal(self) -> Tiles:
        s, unit = self.s, self.unit
        full = unit.profile.full
        if full is not None and full.tile and not unit.profile.attack:
            wanted = s.board.kind(full.tile) & (~s.occupied | 1 << unit.tile)
            if full.kind == "reopen":
                wanted &= s.neutral
            if wanted:
                return wanted
        if not unit.profile.attack:
            return s.held[unit.side] & ~(1 << unit.tile)
        far = s.board.distances[unit.tile]
        pressing = bosses = everybody = 0
        for enemy in self.enemies:
            everybody |= 1 << enemy.tile
            if enemy.profile.boss:
                bosses |= 1 << enemy.tile
            elif far[enemy.tile] <= 5 and self._weight(enemy) == PRESSING:
                pressing |= 1 << enemy.tile
        return pressing or bosses or everybody

    # -- full actions

    def _full_possible(self) -> bool:
        s, unit = self.s, self.unit
        if unit.profile.full is None:
            return False
        if unit.unspent:
            return full_possible(s, unit)
        tile = unit.profile.full.tile
        on_tile = not tile or bool(s.board.kind(tile) >> unit.tile & 1)
        return on_tile and (unit.profile.full.kind != "reopen" or bool(s.neutral >> unit.tile & 1))

    def _full_worth(self) -> int:
        s, unit = self.s, self.unit
        full = unit.profile.full
        assert full is not None
        if full.kind == "gain":
            return 45 * full.amount
        if full.kind == "reopen":
            return 300
        if full.kind == "draw":
            return 20 * full.amount
        if full.kind == "mend_all":
            friends = s.units_on(s.held[unit.side] & s.board.within(unit.tile, 1))
            return 40 * sum(min(full.amount, friend.profile.health - friend.health) for friend in friends)
        return 0
