"""What each line of the unit AIs means.

A unit follows its list from the top to the end; ties are decided at random, with `table.pick` (T4).
"""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.engine.trace import Trace
from kempelen.games.tactics.automa import whys
from kempelen.games.tactics.rules.board import Spots, Tile
from kempelen.games.tactics.rules.combat import attack_range, attackable_from, can_attack, strike, targets
from kempelen.games.tactics.rules.effects import Effecting, apply, full_possible
from kempelen.games.tactics.rules.events import FullAction, Moved, Tapped
from kempelen.games.tactics.rules.state import State, Unit
from kempelen.games.tactics.rules.topology import Tiles, first_of, tiles_in
from kempelen.text.say import Text

__all__ = ["Acting", "move_unit", "start_activation", "tap"]

# -- an activation

UNASKED: Tiles = -1
"""Nobody has looked since the unit last acted."""


class Acting:
    """A unit that follows its list."""

    __slots__ = ("done", "in_range", "reachable_targets", "s", "table", "times", "trace", "unit")

    def __init__(self, s: State, table: Table, unit: Unit, trace: Trace | None) -> None:
        self.s, self.table, self.unit, self.trace = s, table, unit, trace
        self.in_range: Tiles = UNASKED
        """What `enemy_in_attack_range` found: tiles of enemies to attack."""
        self.reachable_targets: Tiles = UNASKED
        """What `target_reachable` found: tiles to go to, or tiles of units to go next to."""
        self.times: dict[str, int] = {}
        self.done = 0

    def goes_to(self, place: str) -> None:
        self.s.place = place

    def acted(self) -> None:
        """What was found before does not count any more."""
        self.in_range = self.reachable_targets = UNASKED
        self.done += 1


def start_activation(s: State, unit: Unit) -> None:
    """One move and one attack action (N2); a street gives one more move action (B2, F3)."""
    profile = unit.profile
    unit.moves = profile.moves + (s.board.street >> unit.tile & 1)
    unit.attacks = profile.attacks
    unit.unspent = True
    s.acting = unit.name


def tap(s: State, table: Table, unit: Unit) -> None:
    """Nothing more to do (R2)."""
    unit.moves = unit.attacks = 0
    unit.unspent = False
    unit.tapped = True
    table.tell(Tapped, unit.name)


def _moves(a: Acting, tile: Tile) -> None:
    move_unit(a.s, a.table, a.unit, tile)
    a.acted()


def move_unit(s: State, table: Table, unit: Unit, tile: Tile) -> None:
    """Spend a move action, also on staying where it is (R5)."""
    unit.moves -= 1
    unit.unspent = False
    if tile != unit.tile:
        start = s.board.spots[unit.tile]
        s.move(unit, tile)
        table.tell(Moved, unit.name, start, s.board.spots[tile])


# -- the questions


def enemy_in_attack_range(a: Acting) -> bool:
    """R3: a legal attack target now."""
    found = a.in_range = targets(a.s, a.unit)
    if a.trace is not None:
        reach = attack_range(a.s.board, a.unit, a.unit.tile)
        if found:
            a.trace.add(whys.IN_RANGE, reach, [unit.name for unit in a.s.units_on(found)])
        else:
            a.trace.add(whys.NONE_IN_RANGE, reach)
    return found != 0


def attack_action_available(a: Acting) -> bool:
    if a.unit.attacks:
        return True
    if a.trace is not None:
        a.trace.add(whys.NO_ATTACK_LEFT)
    return False


def move_action_available(a: Acting) -> bool:
    return a.unit.moves > 0


def move_left(a: Acting) -> bool:
    """R13: after a full action there is none."""
    if a.unit.moves:
        return True
    if a.trace is not None:
        a.trace.add(whys.NO_MOVE_LEFT)
    return False


def action_left(a: Acting) -> bool:
    """R13: likewise; another list would find nothing to do."""
    if a.unit.moves or a.unit.attacks:
        return True
    if a.trace is not None:
        a.trace.add(whys.NO_ACTION_LEFT)
    return False


def enemy_exists(a: Acting) -> bool:
    if a.s.enemies(a.unit.side):
        return True
    if a.trace is not None:
        a.trace.add(whys.NO_ENEMY)
    return False


def no_enemy_can_attack_it(a: Acting) -> bool:
    """R12: no enemy could attack it now from where it stands."""
    s, unit = a.s, a.unit
    threats = [enemy for enemy in s.units if enemy.side != unit.side and can_attack(s, enemy, unit)]
    if a.trace is not None:
        if threats:
            a.trace.add(whys.THREATENED, [enemy.name for enemy in threats])
        else:
            a.trace.add(whys.SAFE)
    return not threats


def full_action_available(a: Acting) -> bool:
    """R13."""
    possible = full_possible(a.s, a.unit)
    if a.trace is not None:
        a.trace.add(whys.FULL_ACTION if possible else whys.NO_FULL_ACTION)
    return possible


def enemy_within(a: Acting, x: int) -> bool:
    """R17: range distance from the unit's tile, whatever its attack range."""
    s, unit = a.s, a.unit
    found = s.board.within(unit.tile, x) & s.enemies(unit.side)
    if a.trace is not None:
        if found:
            a.trace.add(whys.WITHIN, x, [enemy.name for enemy in s.units_on(found)])
        else:
            a.trace.add(whys.NONE_WITHIN, x)
    return found != 0


def target_reachable(a: Acting) -> bool:
    """R21: a way exists, in any number of turns; standing on the tile, or next to the unit, counts."""
    s, ai = a.s, a.unit.ai
    assert ai is not None
    found = a.reachable_targets = _reachable(a)
    if a.trace is not None:
        if not found:
            a.trace.add(whys.NO_TARGET)
        elif ai.tile:
            a.trace.add(whys.TARGET_TILES, s.spots(found))
        else:
            a.trace.add(whys.TARGET_UNITS, [other.name for other in s.units_on(found)])
    return found != 0


def _reachable(a: Acting) -> Tiles:
    s, unit, ai = a.s, a.unit, a.unit.ai
    assert ai is not None
    free = s.free(unit)
    if ai.tile:
        found = s.board.kind(ai.tile) & free
        if ai.tile == "store":
            found &= ~s.neutral
        if found:
            found &= s.board.joined(unit.tile, free)
    else:
        found = 0
        joined = s.board.joined(unit.tile, free)
        for other in s.units:
            if ai.tag in other.profile.tags and other is not unit and s.board.within(other.tile, 1) & joined:
                found |= 1 << other.tile
    return found


# -- what the lines do; True if the unit is gone or the game is over


def attack_enemy_in_range(a: Acting) -> bool:
    """R4: any enemy in range, not the nearest; nothing without an attack action, or with nobody there."""
    found = a.in_range if a.in_range >= 0 else targets(a.s, a.unit)
    if not a.unit.attacks or not found:
        return False
    a.unit.attacks -= 1
    a.unit.unspent = False
    a.acted()
    target = _pick_unit(a, found, "attack")
    if a.trace is not None:
        a.trace.add(whys.ATTACKS, target.name)
    return strike(a.s, a.table, a.unit, target)


def move_towards_nearest_enemy(a: Acting) -> bool:
    """Pick the nearest enemy (R6) and go where it can be attacked, or as near to that as one move leads (R7, R8)."""
    s, unit = a.s, a.unit
    if not unit.moves or not s.enemies(unit.side):
        return False
    enemy = _pick_unit(a, _nearest_enemies(a), "nearest enemy")
    free = s.free(unit)
    goal = attackable_from(s, unit, enemy) & free
    own = 1 << unit.tile
    if goal & own:
        if a.trace is not None:
            a.trace.add(whys.STAYS, enemy.name)
        _moves(a, unit.tile)
        return False
    best = s.board.approach(unit.tile, unit.profile.move, goal, free) if goal else 0
    way = whys.ENDS_IN_RANGE if goal & best else whys.ENDS_CLOSER
    if not best:
        reach = s.board.reach(unit.tile, unit.profile.move, free)
        best = reach.cheapest(s.board.nearest(enemy.tile, reach.ends))
        way = whys.NO_WAY
    if a.trace is not None:
        a.trace.add(way, enemy.name, s.spots(best))
    _moves(a, _pick_tile(a, best, "tile"))
    return False


def move_to_random_tile(a: Acting) -> bool:
    """R11: any tile in movement range but the own one; without one the action is forfeited."""
    s, unit = a.s, a.unit
    if not unit.moves:
        return False
    ends = s.board.reach(unit.tile, unit.profile.move, s.free(unit)).others
    if not ends:
        if a.trace is not None:
            a.trace.add(whys.NOWHERE)
        _moves(a, unit.tile)
        return False
    if a.trace is not None:
        a.trace.add(whys.RANDOM_TILES, s.spots(ends))
    _moves(a, _pick_tile(a, ends, "random tile"))
    return False


def full_action(a: Acting) -> bool:
    """R13: it uses up both actions."""
    unit = a.unit
    full = unit.profile.full
    if full is None or not full_possible(a.s, unit):
        return False
    unit.moves = unit.attacks = 0
    unit.unspent = False
    a.acted()
    a.table.tell(FullAction, unit.name, full.kind)
    apply(Effecting(a.s, a.table, full, unit.owner, unit.side, unit))
    return a.s.ending is not None


def move_to_most_distant_point(a: Acting) -> bool:
    """R14: as far as possible from the nearest enemy; the own tile competes. One move (R16)."""
    s, unit = a.s, a.unit
    if not unit.moves:
        return False
    ends = s.board.reach(unit.tile, unit.profile.move, s.free(unit)).ends
    enemies = list(tiles_in(s.enemies(unit.side)))
    distance = s.board.distance
    if not enemies:
        best = ends
        if a.trace is not None:
            a.trace.add(whys.NOBODY_TO_FLEE, s.spots(ends))
    else:
        measure = sum if s.options["R14"] == "sum" else min
        best = most = 0
        for tile in tiles_in(ends):
            away = measure([distance(tile, enemy) for enemy in enemies])
            if away > most:
                best, most = 1 << tile, away
            elif away == most:
                best |= 1 << tile
        if a.trace is not None:
            a.trace.add(whys.FARTHEST if measure is min else whys.FARTHEST_SUM, most, s.spots(best))
    _moves(a, _pick_tile(a, best, "most distant"))
    return False


def move_towards_nearest_target(a: Acting) -> bool:
    """R22: onto the nearest tile, or next to the nearest unit; no stop at attack range. One move (R23)."""
    s, unit, ai = a.s, a.unit, a.unit.ai
    assert ai is not None
    found = a.reachable_targets if a.reachable_targets >= 0 else _reachable(a)
    if not unit.moves or not found:
        return False
    nearest = s.board.nearest(unit.tile, found)
    away = s.board.distance(unit.tile, first_of(nearest))
    free = s.free(unit)
    if ai.tile:
        if a.trace is not None:
            a.trace.add(whys.NEAREST_TILES, s.spots(nearest), away)
        goal = 1 << _pick_tile(a, nearest, "target")
    else:
        if a.trace is not None:
            a.trace.add(whys.NEAREST_UNITS, [other.name for other in s.units_on(nearest)], away)
        goal = s.board.within(_pick_unit(a, nearest, "target").tile, 1) & free
    if goal >> unit.tile & 1:
        if a.trace is not None:
            a.trace.add(whys.ON_TARGET)
        _moves(a, unit.tile)
        return False
    best = s.board.approach(unit.tile, unit.profile.move, goal, free)
    if a.trace is not None:
        a.trace.add(whys.TOWARDS, s.spots(best))
    _moves(a, _pick_tile(a, best, "tile"))
    return False


# -- helpers


def _nearest_enemies(a: Acting) -> Tiles:
    """R6: by range distance; reachability is not asked. The option `path` asks for the cheapest way instead."""
    s, unit = a.s, a.unit
    enemies = s.enemies(unit.side)
    if s.options["R6"] == "path":
        by_path = _nearest_by_path(s, unit)
        if by_path:
            if a.trace is not None:
                a.trace.add(whys.NEAREST_BY_PATH, [enemy.name for enemy in s.units_on(by_path)])
            return by_path
    nearest = s.board.nearest(unit.tile, enemies)
    if a.trace is not None:
        away = s.board.distance(unit.tile, first_of(nearest))
        a.trace.add(whys.NEAREST, [enemy.name for enemy in s.units_on(nearest)], away)
    return nearest


def _nearest_by_path(s: State, unit: Unit) -> Tiles:
    """Enemies with the cheapest way to a tile from which they can be attacked; none if no way leads to any."""
    free = s.free(unit)
    goals = {enemy.tile: attackable_from(s, unit, enemy) & free for enemy in s.units_on(s.enemies(unit.side))}
    for layer in s.board.reach(unit.tile, s.board.row * s.board.height * 2, free).layers:
        found = sum(1 << tile for tile, goal in goals.items() if goal & layer)
        if found:
            return found
    return 0


def _asks_for(a: Acting, why: str) -> None:
    """Whoever draws the lot at a table is told which unit it is for."""
    if a.table.explaining:
        a.table.about = Text(f"tactics.lot.{why.replace(' ', '_')}", unit=a.unit.name.text)


def _pick_unit(a: Acting, tiles: Tiles, why: str) -> Unit:
    if not tiles & (tiles - 1):
        unit = a.s.at[tiles.bit_length() - 1]
        assert unit is not None
        return unit
    units = a.s.units_on(tiles)
    _asks_for(a, why)
    drawn = a.table.pick(units, why)
    if a.trace is not None:
        a.trace.add(whys.DRAWN_UNIT, [unit.name for unit in units], drawn.name)
    return drawn


def _pick_tile(a: Acting, tiles: Tiles, why: str) -> Tile:
    if not tiles & (tiles - 1):
        return tiles.bit_length() - 1
    _asks_for(a, why)
    drawn = a.table.pick(Spots(a.s.board, tiles), why)
    if a.trace is not None:
        a.trace.add(whys.DRAWN_TILE, tiles.bit_count(), drawn)
    return drawn.tile
