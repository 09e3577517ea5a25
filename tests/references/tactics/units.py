"""The four lists of the AI page, "# Units", line by line."""

from __future__ import annotations

from collections.abc import Collection

from tests.references.lots import Lots
from tests.references.tactics.board import Cell, distance
from tests.references.tactics.table import Table, Unit

__all__ = ["activate"]


def activate(table: Table, name: str, lots: Lots) -> None:
    """Follow the unit's list from top to bottom, then tap it (R1, R2); one move and one attack, on a street one move
    more. A unit that was destroyed is not tapped, and nothing happens after the end of the game."""
    unit = table.units[name]
    unit.moves = 1 + (table.board.kinds[unit.at] == "street")
    unit.attacks, unit.unspent, unit.due = 1, True, False
    kind, _, rest = unit.ai.partition(" ")
    if kind == "aggressive":
        aggressive(table, unit, lots)
    elif kind == "shy":
        shy(table, unit, lots)
    elif kind == "wandering":
        wandering(table, unit, lots, int(rest))
    elif kind == "target":
        target_oriented(table, unit, lots, rest)
    else:
        assert kind == "none", unit.ai
    if alive(table, unit):
        unit.tapped = True
        table.log.append(("tap", unit.name))


def alive(table: Table, unit: Unit) -> bool:
    """Still on the board, in a game that goes on."""
    return not table.over and unit.name in table.units


# -- the lists


def aggressive(table: Table, unit: Unit, lots: Lots) -> None:
    """1: attack. 2: while there is a move action, 3a: towards the nearest enemy and back to 1, 3b: anywhere."""
    while True:
        if attack_somebody(table, unit, lots, "aggressive 1") and not alive(table, unit):
            return
        back_to_1 = False
        while unit.moves and not back_to_1:
            enemies = table.enemies(unit)
            if enemies:
                table.lines.append("aggressive 3a")
                nearest = lots.pick(closest(unit, enemies))
                goals = [cell for cell in table.board.kinds if table.can_attack(unit, nearest, cell)]
                approach(table, unit, goals, nearest.at, lots)
                back_to_1 = unit.attacks > 0
            else:
                table.lines.append("aggressive 3b")
                anywhere(table, unit, lots)
        if not back_to_1:
            return


def shy(table: Table, unit: Unit, lots: Lots) -> None:
    """1: full action, unless an enemy could attack it. 2: one move, as far from all enemies as possible. 3: attack."""
    threatened = any(table.can_attack(enemy, unit) for enemy in table.enemies(unit))
    if not threatened and use_full_action(table, unit, "shy 1"):
        return
    if unit.moves:
        table.lines.append("shy 2")
        enemies = [enemy.at for enemy in table.enemies(unit)]
        reach = table.board.costs([unit.at], table.taken(unit), table.stat(unit, "move"))
        away = {cell: min((distance(cell, enemy) for enemy in enemies), default=0) for cell in reach}
        farthest = max(away.values())
        unit.moves = 0
        move(table, unit, lots.pick(sorted(cell for cell in away if away[cell] == farthest)))
    attack_somebody(table, unit, lots, "shy 3")


def wandering(table: Table, unit: Unit, lots: Lots, x: int) -> None:
    """1: with an enemy in range X the aggressive list. 2: with a move action left anywhere, and back to 1."""
    while True:
        if any(distance(unit.at, enemy.at) <= x for enemy in table.enemies(unit)):
            table.lines.append("wandering 1")
            aggressive(table, unit, lots)
        if not unit.moves or not alive(table, unit):
            return
        table.lines.append("wandering 2")
        anywhere(table, unit, lots)


def target_oriented(table: Table, unit: Unit, lots: Lots, target: str) -> None:
    """1: full action. 2a: onto or towards the nearest TARGET that can be reached, 3a: attack. 2b: wandering 3."""
    if use_full_action(table, unit, "target 1"):
        return
    ways = table.board.costs([unit.at], table.taken(unit))
    kind, _, tag = target.partition(" ")
    goals: dict[Cell, list[Cell]] = {}
    if kind == "unit":
        for other in table.units.values():
            if other is not unit and (other.card == tag or tag in table.cards[other.card].get("tags", ())):
                goals[other.at] = [cell for cell, _ in table.board.next_to[other.at] if cell in ways]
    else:
        goals = {cell: [cell] for cell in table.board.of_kind(target, table.closed) if cell in ways}
    goals = {cell: ends for cell, ends in goals.items() if ends}
    if goals:
        table.lines.append("target 2a")
        least = min(distance(unit.at, cell) for cell in goals)
        nearest = lots.pick(sorted(cell for cell in goals if distance(unit.at, cell) == least))
        approach(table, unit, goals[nearest], nearest, lots)
        unit.moves = 0
        attack_somebody(table, unit, lots, "target 3a")
    else:
        table.lines.append("target 2b")
        wandering(table, unit, lots, 3)


# -- what the lines say


def closest(unit: Unit, others: Collection[Unit]) -> list[Unit]:
    """R6: by distance; whether there is a way does not matter."""
    least = min(distance(unit.at, other.at) for other in others)
    return [other for other in others if distance(unit.at, other.at) == least]


def attack_somebody(table: Table, unit: Unit, lots: Lots, line: str) -> bool:
    """R4: with an attack action left, any enemy in attack range."""
    targets = [enemy for enemy in table.enemies(unit) if table.can_attack(unit, enemy)]
    if not unit.attacks or not targets:
        return False
    table.lines.append(line)
    unit.attacks, unit.unspent = unit.attacks - 1, False
    table.attack(unit, lots.pick(targets))
    return True


def approach(table: Table, unit: Unit, goals: Collection[Cell], where: Cell, lots: Lots) -> None:
    """R5, R7, R8: spends a move action on getting as near as possible to one of the goals, as cheaply as possible.

    Without any way to a goal, the reachable tile nearest to `where`.
    """
    taken = table.taken(unit)
    reach = table.board.costs([unit.at], taken, table.stat(unit, "move"))
    free = [cell for cell in goals if cell not in taken and table.board.kinds[cell] != "wall"]
    left = table.board.costs(free, taken)
    if unit.at in left:
        worth = {cell: (left[cell], cost) for cell, cost in reach.items()}
    else:
        worth = {cell: (distance(cell, where), cost) for cell, cost in reach.items()}
    best = min(worth.values())
    unit.moves -= 1
    move(table, unit, lots.pick(sorted(cell for cell in worth if worth[cell] == best)))


def anywhere(table: Table, unit: Unit, lots: Lots) -> None:
    """R11: any tile in movement range but its own; without one the move action is lost."""
    reach = table.board.costs([unit.at], table.taken(unit), table.stat(unit, "move"))
    others = sorted(cell for cell in reach if cell != unit.at)
    unit.moves -= 1
    if others:
        move(table, unit, lots.pick(others))


def move(table: Table, unit: Unit, cell: Cell) -> None:
    unit.unspent = False
    if cell != unit.at:
        unit.at = cell
        table.log.append(("move", unit.name, cell))


def use_full_action(table: Table, unit: Unit, line: str) -> bool:
    """R13: it has one, stands where it works, and has spent nothing; it uses up everything."""
    full = table.cards[unit.card].get("full")
    if full is None or not unit.unspent:
        return False
    if "tile" in full and unit.at not in table.board.of_kind(full["tile"], table.closed):
        return False
    table.lines.append(line)
    table.log.append(("full", unit.name, full["effect"]))
    unit.moves = unit.attacks = 0
    unit.unspent = False
    if full["effect"] == "gain":
        table.pools[unit.owner] += full["amount"]
    elif full["effect"] == "mark":
        table.mark(full["amount"])
    elif full["effect"] == "neutralise":
        table.close(unit.at)
    else:
        raise AssertionError(f"no list of the opponent's has the full action {full['effect']}")
    return True
