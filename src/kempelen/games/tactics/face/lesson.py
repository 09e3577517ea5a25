"""What the tips of the small maps advise: shoot from where nobody strikes back, be out of reach when the boss comes,
and keep enforcers from the fields.

A plan is where a unit goes, whom it attacks, and which comes first. What it is worth is ours; what it may do,
and who could strike it there, are the rules'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.games.tactics.face.danger import danger
from kempelen.games.tactics.rules.actions import ATTACK, DONE, END, Action, Activate, Play, PlayAt, PlayOn
from kempelen.games.tactics.rules.board import Tile
from kempelen.games.tactics.rules.combat import attackable_from, mark_limit
from kempelen.games.tactics.rules.legal import turn_options
from kempelen.games.tactics.rules.state import EMPTY_TURNS, State, Unit

__all__ = ["Plan", "advised_card", "best_plan", "guards", "hunted", "places_mark", "turn_action"]

WIN = 1000
BOSS, FOE, FALLS = 32, 14, 12
"""What a point of damage is worth, to the boss and to another; and that somebody falls, besides what his attack is."""
STRENGTH = 8
"""What each point of attack of somebody who falls is worth."""
HURT = 9
"""What a point of one's own health costs that is lost for certain."""
RISK, DOOMED, LAST, LOST = 2, 5, 70, 400
"""What a point costs that could be lost in the opponent's turn, that the unit could fall in it, the last of all, and
the last where the game would be lost with it at once."""
ENTERS, LATE = 100, 50
"""What a new unit is worth, and when the boss has little left: a strike is quicker then."""
MARK, FAR, GUARDS = 90, 3, 30
"""What it is worth that nobody places a repression mark next turn; that share of it while he is not on a field yet; and
to stand on a field that he could get to."""
LITTLE = 8
NEAR = 4
"""What a step away from where it could shoot costs."""
HUNT = 2
"""He who runs away is not waited for: a step costs twice, and what could be lost half."""


class Plan(NamedTuple):
    """What a unit could do, and what that is worth."""

    worth: int
    first: Action
    """To do now."""
    target: Unit | None
    tile: Tile
    """Where it ends."""
    threat: int
    """What could strike it there in the opponent's next turn."""
    falls: bool
    """What it attacks strikes back so hard that it falls."""
    risky: bool
    """It could fall in the opponent's next turn."""


def pressure(s: State, enemy: Unit) -> int:
    """What an enforcer's fall is worth: from a field he places a mark next turn, and the last one loses all (Y1)."""
    full = enemy.profile.full
    if full is None or full.kind != "mark":
        return 0
    if not places_mark(s, enemy):
        return MARK // FAR
    return LOST if s.marks + full.amount >= mark_limit(s) else MARK


def places_mark(s: State, enemy: Unit) -> bool:
    """It stands where its full action places a repression mark, and uses it in its next turn (R20)."""
    full = enemy.profile.full
    return full is not None and full.kind == "mark" and bool(s.board.kind(full.tile) >> enemy.tile & 1)


def guards(s: State, tile: Tile, gone: Unit | None = None) -> bool:
    """Is it a field that an enforcer could step on next turn? While somebody stands there he cannot (R21)."""
    for enemy in s.units:
        full = enemy.profile.full
        if enemy is not gone and full is not None and full.kind == "mark" and s.board.kind(full.tile) >> tile & 1:
            if s.board.reach(enemy.tile, enemy.profile.move, s.free(enemy) | 1 << tile).ends >> tile & 1:
                return True
    return False


def best_plan(s: State, unit: Unit, moves: int, attacks: int) -> Plan:
    """The best of all plans; of equal ones the first, to do nothing more before all."""
    return max(_plans(s, unit, moves, attacks), key=lambda plan: plan.worth)


def _plans(s: State, unit: Unit, moves: int, attacks: int) -> Iterator[Plan]:
    here = unit.tile
    reach = s.board.reach(here, unit.profile.move, s.free(unit)) if moves else None
    ends: Sequence[tuple[Tile, Action]] = () if reach is None else tuple(zip(reach.tiles, reach.moves, strict=True))
    yield _plan(s, unit, None, here, here, DONE)
    for tile, move in ends:
        yield _plan(s, unit, None, tile, tile, move)
    if not attacks:
        return
    for enemy in s.units_on(s.enemies(unit.side)):
        places = attackable_from(s, unit, enemy)
        if places >> here & 1:
            strike = ATTACK[enemy.name]
            yield _plan(s, unit, enemy, here, here, strike)
            for tile, _ in ends:
                yield _plan(s, unit, enemy, here, tile, strike)
        for tile, move in ends:
            if places >> tile & 1:
                yield _plan(s, unit, enemy, tile, tile, move)


def _plan(s: State, unit: Unit, target: Unit | None, at: Tile, tile: Tile, first: Action) -> Plan:
    """Attack the target from one tile, and end on another."""
    worth, health, gone = 0, unit.health, None
    if target is not None:
        damage = min(unit.profile.attack, target.health)
        worth += damage * (BOSS if target.profile.boss else FOE)
        if damage == target.health:
            gone = target
            worth += WIN if target.profile.boss else FALLS + STRENGTH * target.profile.attack + pressure(s, target)
        health -= _counter(s, unit, target, at)
        worth -= HURT * (unit.health - health)
    falls = health <= 0
    if falls:
        tile = at  # it goes nowhere any more
    threat = danger(s, unit, tile, gone)
    risky = threat >= health
    if falls:
        worth -= FALLS + STRENGTH * unit.profile.attack + _doom(s, unit.owner, unit)
    else:
        worth -= _risk(s) * min(threat, health) + (_doom(s, unit.owner, unit) if risky else 0)
        worth += GUARDS if guards(s, tile, gone) else 0
    return Plan(worth - _near(s) * _too_far(s, unit, tile), first, target, tile, threat, falls, risky and not falls)


def _counter(s: State, unit: Unit, target: Unit, at: Tile) -> int:
    """Both strike at once, the target only if it could attack, too (B1, A1)."""
    there = unit.copy()
    there.tile = at
    return target.profile.attack if attackable_from(s, target, there) >> target.tile & 1 else 0


def _too_far(s: State, unit: Unit, tile: Tile) -> int:
    """How many tiles it stands too far from the boss to shoot at it."""
    away = [s.board.distance(tile, enemy.tile) for enemy in s.units if enemy.profile.boss and enemy.side != unit.side]
    return max(0, min(away, default=0) - unit.profile.range)


def hunted(s: State) -> bool:
    """The boss is shy: whoever waits for him waits in vain."""
    return any(unit.profile.boss and unit.profile.ai is not None and unit.profile.ai.kind == "shy" for unit in s.units)


def _risk(s: State) -> int:
    return RISK // HUNT if hunted(s) else RISK


def _near(s: State) -> int:
    return NEAR * HUNT if hunted(s) else NEAR


# -- a turn


def turn_action(s: State, seat: Seat) -> Action:
    """Cards first, then the unit with the best plan, then the end of the turn."""
    options = turn_options(s, seat)
    card = advised_card(s, seat, options)
    if card is not None:
        return card
    plans = {}
    for action in options:
        if isinstance(action, Activate):
            unit = s.named(action.unit)
            assert unit is not None
            plans[action] = best_plan(s, unit, unit.profile.moves, unit.profile.attacks).worth
    return max(plans, key=plans.__getitem__, default=END)


def advised_card(s: State, seat: Seat, options: Sequence[Action]) -> Action | None:
    """A strike on whom it fells, else on the boss; a bandage for who needs it; a unit where nobody can strike it."""
    ways = [(worth, action) for action in options if (worth := _card_worth(s, seat, action)) > 0]
    return max(ways, key=lambda way: way[0], default=(0, None))[1]


def _card_worth(s: State, seat: Seat, action: Action) -> int:
    if isinstance(action, PlayOn):
        effect, target = s.book[action.card].effect, s.named(action.target)
        assert effect is not None
        assert target is not None
        if effect.kind == "strike":
            falls = target.health <= effect.amount
            if target.profile.boss:
                ends = target.health <= effect.amount + _blow(s, seat, target)  # then units do the rest
                return WIN if falls or ends else BOSS * effect.amount
            felled = FALLS + STRENGTH * target.profile.attack + FOE * target.health + pressure(s, target)
            return felled if falls else 0
        return 10 * (min(effect.amount, target.profile.health - target.health) - 1) if effect.kind == "mend" else 0
    if isinstance(action, PlayAt):
        profile = s.book[action.card].unit
        assert profile is not None
        unit = Unit(next(iter(s.units)).name, profile, 0, seat, s.board.tile(action.x, action.y), profile.health, None)
        upkeep = sum(one.profile.upkeep for one in s.of_owner(seat)) + profile.upkeep
        if upkeep > s.rule.income:
            return 0
        threat = danger(s, unit, unit.tile)
        doom = _doom(s, seat, unit) if threat >= unit.health else 0
        return (LATE if _little(s) else ENTERS) - _risk(s) * threat - doom - _near(s) * _too_far(s, unit, unit.tile)
    if isinstance(action, Play):
        event = s.book[action.card].effect
        assert event is not None
        return (LOST if s.marks else 0) if event.kind == "unmark" else 1
    return 0


def _doom(s: State, seat: Seat, unit: Unit) -> int:
    """That it could fall; where nobody else of its owner stands, the game could be lost with it (W2)."""
    if s.rule.mode != "kraken" or any(one.name != unit.name for one in s.of_owner(seat)):
        return DOOMED
    return LOST if s.empty_turns + 1 >= EMPTY_TURNS else LAST


def _little(s: State) -> bool:
    return any(unit.profile.boss and unit.health <= LITTLE for unit in s.units)


def _blow(s: State, seat: Seat, boss: Unit) -> int:
    """What all units that are ready could still do to the boss in this turn."""
    found = 0
    for unit in s.of_owner(seat):
        if not unit.tapped:
            ends = s.board.reach(unit.tile, unit.profile.move, s.free(unit)).ends | 1 << unit.tile
            if ends & attackable_from(s, unit, boss):
                found += unit.profile.attack
    return found
