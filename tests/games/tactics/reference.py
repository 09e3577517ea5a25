"""A second reading of the page, slow and plain, to check the game against: everything is looked up tile by tile.

It knows nothing of the game's own code. A case as in the worked examples goes in, all its outcomes with their chances
come out: sequences of events of a unit, or logs of a turn of the opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

Cell = tuple[int, int]
Case = dict[str, Any]
USUAL = {"hp": 10, "attack": 1, "range": 1, "move": 2, "upkeep": 0, "move_actions": 1, "attack_actions": 1}
DEFAULTS = {"B1": "mutual", "U3": "not_boss", "R6": "range", "R14": "nearest", "D2": "stop", "D5": "at_once"}


class Chance:
    """Goes through every way a tale can go: each pick takes the next branch of the tree."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        self.at = 0

    def pick(self, options: list[Any]) -> Any:
        assert options
        if len(options) == 1:
            return options[0]
        if self.at == len(self.path):
            self.path.append((0, len(options)))
        taken, _ = self.path[self.at]
        self.at += 1
        return options[taken]

    def every(self, tale: Callable[[], Any]) -> Iterator[tuple[Any, Fraction]]:
        while True:
            self.at = 0
            told = tale()
            p = Fraction(1)
            for _, many in self.path:
                p /= many
            yield told, p
            while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
                self.path.pop()
            if not self.path:
                return
            taken, many = self.path.pop()
            self.path.append((taken + 1, many))


class Stopped(Exception):
    """The unit is gone, or the game is over."""


class World:
    """The board and the units on it."""

    def __init__(self, case: Case, chance: Chance, options: dict[str, str]) -> None:
        board = case["board"]
        self.chance, self.options = chance, {**DEFAULTS, **options}
        self.hexes = board.get("topology") == "hex"
        self.cells = {(x, y) for x in range(board["width"]) for y in range(board["height"])}
        self.walls = {tuple(cell) for cell in board.get("walls", [])}
        self.kinds = {kind: {tuple(cell) for cell in cells} for kind, cells in board.get("tiles", {}).items()}
        self.units: list[dict[str, Any]] = []
        self.log: list[list[Any]] = []
        self.mode, self.players = case.get("mode"), case.get("players", 1)
        self.marks, self.over = case.get("marks", 0), None
        self.pile: list[str] = []

    def unit(self, facts: dict[str, Any], **more: Any) -> dict[str, Any]:
        made = {**USUAL, **facts, **more}
        made["pos"] = tuple(made["pos"])
        self.units.append(made)
        return made

    def kind(self, name: str) -> set[Cell]:
        return self.kinds.get(name, set())

    # -- geometry

    def distance(self, a: Cell, b: Cell) -> int:
        dx, dy = b[0] - a[0], b[1] - a[1]
        if self.hexes:
            return (abs(dx) + abs(dy) + abs(dx + dy)) // 2
        return max(abs(dx), abs(dy)) + min(abs(dx), abs(dy)) // 2

    def steps(self, a: Cell) -> Iterator[tuple[Cell, bool]]:
        """Neighbours, and whether the step there is diagonal."""
        ways = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        slant = [(1, -1), (-1, 1)] if self.hexes else [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        for dx, dy in ways:
            yield (a[0] + dx, a[1] + dy), False
        for dx, dy in slant:
            yield (a[0] + dx, a[1] + dy), not self.hexes

    def free_for(self, unit: dict[str, Any]) -> set[Cell]:
        return self.cells - self.walls - {other["pos"] for other in self.units if other is not unit}

    def costs(self, start: Cell, free: set[Cell]) -> dict[Cell, int]:
        """The cheapest way to every tile: steps, every second diagonal one counting two."""
        best = {(start, 0): 0}
        work = [(start, 0)]
        while work:
            cell, odd = work.pop(0)
            for to, diagonal in self.steps(cell):
                cost = best[cell, odd] + (2 if diagonal and odd else 1)
                key = (to, odd ^ diagonal)
                if to in free and cost < best.get(key, 10**9):
                    best[key] = cost
                    work.append(key)
        found: dict[Cell, int] = {}
        for (cell, _), cost in best.items():
            found[cell] = min(cost, found.get(cell, 10**9))
        return found

    def reachable(self, unit: dict[str, Any]) -> dict[Cell, int]:
        costs = self.costs(unit["pos"], self.free_for(unit))
        return {cell: cost for cell, cost in costs.items() if cost <= unit["move"]}

    # -- attacks

    def could_attack(self, unit: dict[str, Any], cell: Cell, target: Cell) -> bool:
        reach = unit["range"] + (unit["range"] > 1 and cell in self.kind("tower"))
        away = self.distance(cell, target)
        return away <= reach and (away <= 1 or target not in self.kind("house"))

    def enemies(self, unit: dict[str, Any]) -> list[dict[str, Any]]:
        return [other for other in self.units if (other["side"] == "ai") != (unit["side"] == "ai")]

    def in_range(self, unit: dict[str, Any]) -> list[dict[str, Any]]:
        return [enemy for enemy in self.enemies(unit) if self.could_attack(unit, unit["pos"], enemy["pos"])]

    def destroy(self, unit: dict[str, Any]) -> None:
        self.units.remove(unit)
        if unit["side"] == "ai":
            self.pile.append(unit["id"])
        if unit.get("boss"):
            self.marks = 0
            if self.mode and self.over is None:
                self.over = "players_win"

    # -- an activation

    def act(self, unit: dict[str, Any]) -> Iterator[list[Any]]:
        """The events of one activation."""
        self.me, self.said = unit, []
        self.moves = unit["move_actions"] + (unit["pos"] in self.kind("street"))
        self.attacks, self.spent = unit["attack_actions"], False
        try:
            name, *x = unit["ai"].split()
            {"aggressive": self.aggressive, "shy": self.shy, "wandering": self.wandering, "target": self.target}[name](
                *map(int, x)
            )
            self.said.append(["tap"])
        except Stopped:
            pass
        yield from self.said

    def attack(self) -> None:
        targets = self.in_range(self.me)
        if not targets or not self.attacks:
            return
        self.attacks -= 1
        self.spent = True
        target = self.chance.pick(targets)
        back = self.options["B1"] == "mutual" and self.could_attack(target, target["pos"], self.me["pos"])
        target["hp"] -= self.me["attack"]
        if back:
            self.me["hp"] -= target["attack"]
        self.said.append(["attack", target["id"]])
        for one in (target, self.me):
            if one["hp"] <= 0:
                self.destroy(one)
        if self.me["hp"] <= 0:
            self.said.append(["die"])
            raise Stopped
        if self.over is not None:
            raise Stopped

    def go(self, cell: Cell) -> None:
        self.moves -= 1
        self.spent = True
        if cell != self.me["pos"]:
            self.me["pos"] = cell
            self.said.append(["move", *cell])

    def full(self) -> None:
        full = self.me.get("full_action")
        if not full or self.spent or self.moves < 1 or self.attacks < 1:
            return
        if isinstance(full, dict) and "tile" in full and self.me["pos"] not in self.kind(full["tile"]):
            return
        self.moves = self.attacks = 0
        self.spent = True
        self.said.append(["full"])

    def towards(self, goal: set[Cell], otherwise: Cell | None) -> None:
        """R7, R8."""
        ends, free = self.reachable(self.me), self.free_for(self.me)
        goal = goal & free
        left: dict[Cell, tuple[int, int]] = {}
        for cell, cost in ends.items():
            ways = self.costs(cell, free)
            remaining = min((ways[tile] for tile in goal if tile in ways), default=None)
            if remaining is not None:
                left[cell] = (remaining, cost)
        if not left:
            assert otherwise is not None
            left = {cell: (self.distance(cell, otherwise), cost) for cell, cost in ends.items()}
        least = min(left.values())
        self.go(self.chance.pick([cell for cell, value in left.items() if value == least]))

    def wander(self) -> None:
        ends = [cell for cell in self.reachable(self.me) if cell != self.me["pos"]]
        self.go(self.chance.pick(ends) if ends else self.me["pos"])

    def nearest(self) -> dict[str, Any]:
        enemies = self.enemies(self.me)
        if self.options["R6"] == "path":
            ways = self.costs(self.me["pos"], self.free_for(self.me))
            by_path = []
            for enemy in enemies:
                goals = [ways[cell] for cell in ways if self.could_attack(self.me, cell, enemy["pos"])]
                if goals:
                    by_path.append((min(goals), enemy))
            if by_path:
                least = min(cost for cost, _ in by_path)
                return self.chance.pick([enemy for cost, enemy in by_path if cost == least])
        far = [self.distance(self.me["pos"], enemy["pos"]) for enemy in enemies]
        return self.chance.pick([enemy for enemy, away in zip(enemies, far, strict=True) if away == min(far)])

    def aggressive(self) -> None:
        while True:
            self.attack()
            back_to_1 = False
            while self.moves > 0:
                if self.enemies(self.me):
                    enemy = self.nearest()
                    spots = {cell for cell in self.cells if self.could_attack(self.me, cell, enemy["pos"])}
                    self.towards(spots, enemy["pos"])
                    if self.attacks:
                        back_to_1 = True
                        break
                else:
                    self.wander()
            if not back_to_1:
                return

    def shy(self) -> None:
        here = self.me["pos"]
        if not any(self.could_attack(enemy, enemy["pos"], here) for enemy in self.enemies(self.me)):
            self.full()
        if self.moves > 0:
            measure = sum if self.options["R14"] == "sum" else min
            enemies = [enemy["pos"] for enemy in self.enemies(self.me)]
            ends = self.reachable(self.me)
            far = {cell: measure([self.distance(cell, enemy) for enemy in enemies] or [0]) for cell in ends}
            self.go(self.chance.pick([cell for cell in ends if far[cell] == max(far.values())]))
        self.attack()

    def wandering(self, x: int) -> None:
        while True:
            if any(self.distance(self.me["pos"], enemy["pos"]) <= x for enemy in self.enemies(self.me)):
                self.aggressive()
            if self.moves <= 0:
                return
            self.wander()

    def target(self) -> None:
        self.full()
        free, here = self.free_for(self.me), self.me["pos"]
        ways = self.costs(here, free)
        wanted: list[tuple[Cell, set[Cell]]] = []
        if "tile" in self.me["target"]:
            for cell in self.kind(self.me["target"]["tile"]):
                if cell in free and cell in ways:
                    wanted.append((cell, {cell}))
        else:
            for other in self.units:
                if other is not self.me and self.me["target"]["unit_tag"] in other.get("tags", []):
                    beside = {cell for cell in free if self.distance(cell, other["pos"]) == 1}
                    if beside & set(ways):
                        wanted.append((other["pos"], beside))
        if not wanted:
            self.wandering(3)
            return
        if self.moves > 0:
            least = min(self.distance(here, cell) for cell, _ in wanted)
            _, goal = self.chance.pick([one for one in wanted if self.distance(here, one[0]) == least])
            self.towards(goal, None)
        self.attack()


def unit_outcomes(case: Case, **options: str) -> dict[str, Fraction]:
    """Every sequence of events of the activated unit, with its chance."""
    chance = Chance()

    def tale() -> str:
        world = World(case, chance, options)
        me = world.unit({"id": "m", "side": "ai", **case["me"]})
        for other in case["others"]:
            world.unit(other)
        return repr(list(world.act(me)))

    return _summed(chance.every(tale))


def turn_outcomes(case: Case, **options: str) -> dict[str, Fraction]:
    """Every log of the opponent's turn together with what is left at its end."""
    chance = Chance()
    cards = {card["id"]: card for card in [*case.get("deck", []), *case.get("discard", [])]}

    def tale() -> str:
        world = World(case, chance, options)
        for facts in case.get("units", []):
            world.unit(facts)
        return repr(_turn(world, case, cards))

    return _summed(chance.every(tale))


def _summed(tales: Iterator[tuple[str, Fraction]]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for told, p in tales:
        found[told] = found.get(told, Fraction(0)) + p
    return found


def _turn(world: World, case: Case, cards: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    log: list[Any] = []
    deck = [card["id"] for card in case.get("deck", [])]
    world.pile = [card["id"] for card in case.get("discard", [])]
    pool, unused, again = case.get("resource", 0), None, False

    def shuffle() -> None:
        if world.pile:
            log.append(["shuffle"])
        while world.pile:
            card = world.chance.pick(sorted(world.pile))
            world.pile.remove(card)
            deck.append(card)

    def final() -> tuple[list[Any], dict[str, Any]]:
        left = {"resource": pool, "deck": deck, "discard": sorted(world.pile), "marks": world.marks}
        return log, {**left, "over": world.over}

    own = [unit for unit in world.units if unit["side"] == "ai"]
    if not deck:
        shuffle()
    pool += 5 * world.players
    log.append(["gain", 5 * world.players])
    while sum(unit["upkeep"] for unit in own) > pool:
        rule = world.options["U3"]
        able = [unit for unit in own if rule == "anybody" or not unit.get("boss")]
        if rule == "with_upkeep":
            able = [unit for unit in able if unit["upkeep"]]
        if not able:
            break
        gone = world.chance.pick(able)
        own.remove(gone)
        log.append(["destroy", gone["id"]])
        world.destroy(gone)
        if world.over is not None:
            return final()
    paid = min(pool, sum(unit["upkeep"] for unit in own))
    pool -= paid
    log.append(["pay", paid])
    while True:
        if not deck and world.options["D2"] == "reshuffle" and not again:
            again = True
            shuffle()
        if not deck:
            break
        top = deck.pop(0)
        card = cards.get(top, {"id": top, "type": "unit", "cost": None})
        log.append(["draw", card["id"]])
        taken = {unit["pos"] for unit in world.units}
        spots = [tuple(cell) for cell in case.get("spawn", []) if tuple(cell) not in taken | world.walls]
        if card.get("cost") is None or card["cost"] > pool or (card["type"] == "unit" and not spots):
            unused = card["id"]
            break
        pool -= card["cost"]
        if card["type"] == "unit":
            spot = world.chance.pick(spots)
            unit = world.unit({"side": "ai", **card["unit"]}, id=card["id"], pos=spot)
            unit["fresh"] = True
            log.append(["play", card["id"], *spot])
            continue
        log.append(["play", card["id"]])
        world.pile.append(card["id"])
        if card.get("effect") == "repression_mark":
            world.marks += 1
            if world.mode == "tyrant" and world.marks >= 2 * world.players:
                world.over = "players_lose"
                return final()
    due = [unit for unit in world.units if unit["side"] == "ai"]
    if world.options["D5"] == "next_turn":
        due = [unit for unit in due if not unit.get("fresh")]
    while due:
        unit = world.chance.pick(due)
        due.remove(unit)
        log.extend([unit["id"], *event] for event in world.act(unit))
        if world.over is not None:
            return final()
    if unused is not None:
        log.append(["discard", unused])
        world.pile.append(unused)
    return final()
