"""Work of this game that is worth measuring: one activation on a large map, and everything it can lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.table import DirectTable
from kempelen.games.tactics.automa.opponent import activate
from kempelen.games.tactics.desk.outcomes import activation_outcomes
from kempelen.games.tactics.files.position import from_position
from kempelen.games.tactics.rules.state import Name, State

__all__ = ["bench_works", "large_table"]

SIZE = 20
CARDS = ("tentacle", "siren", "ink_squid", "reef_breaker", "cavalier", "patrol")
"""Of the opponent; the players' are militiamen, each with another AI."""
AIS = ("aggressive", "wandering 4", "shy", "target store", "target unit king")
UNITS = 30
DRIFTER = "drifter"
"""Wanders far and has many enemies in reach, so that its activation has many outcomes."""


@cache
def large_table(game: Game[Any]) -> State:
    """20 x 20 tiles and 30 units, every AI among them."""
    rows = ["".join(_symbol(x, y) for x in range(SIZE)) for y in range(SIZE)]
    free = [(x, y) for y in range(SIZE) for x in range(SIZE) if rows[y][x] != "#"]
    spots = free[:: len(free) // UNITS][:UNITS]
    units: list[dict[str, Any]] = []
    for n, (x, y) in enumerate(spots):
        unit: dict[str, Any] = {"card": CARDS[n % len(CARDS)], "at": f"{x},{y}"}
        if n % 2:
            unit = {"card": "militia", "at": f"{x},{y}", "ai": AIS[n % len(AIS)], "player": 1}
        units.append(unit)
    units[UNITS // 2] |= {"card": DRIFTER}
    units[UNITS // 2].pop("ai", None)
    units[UNITS // 2].pop("player", None)
    drifter = {"cost": 0, "health": 9, "attack": 1, "range": 3, "move": 10, "ai": "wandering 3"}
    position = {
        "game": "tactics",
        "mode": "none",
        "map": rows,
        "players": [{"deck": []}],
        "opponent": {"deck": []},
        "cards": {DRIFTER: drifter},
        "units": units,
    }
    return from_position(position, game.rulings.resolve({}))


def _symbol(x: int, y: int) -> str:
    """Walls with gaps, houses, towers and stores, always the same."""
    return "...#...h...:...#t.s."[(7 * x + 3 * y + x * y) % SIZE]


def bench_works(game: Game[Any]) -> Mapping[str, Callable[[], Sequence[Callable[[], object]]]]:
    """Every unit's activation, each from the same table; and the whole set of outcomes of one of them."""

    def activations() -> Sequence[Callable[[], object]]:
        state = large_table(game)
        return [partial(_activate, game, state, unit.name) for unit in state.units]

    def outcomes() -> Sequence[Callable[[], object]]:
        return [partial(activation_outcomes, game, large_table(game), DRIFTER)]

    return {"activation": activations, "outcomes": outcomes}


def _activate(game: Game[Any], state: State, name: Name) -> None:
    copy = state.copy()
    table = DirectTable(game, (), TapeDice("bench"))
    table.state = copy
    unit = copy.named(name)
    assert unit is not None
    activate(copy, table, unit)
