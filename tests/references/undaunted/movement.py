"""ACTION MOVE/SCOUT, from seed 002 and the readings Q35 and Q61 to Q67.

Every function gives all ways that the document allows: where it lets the d10 decide there are several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.references.undaunted.board import Table, kind, squad

__all__ = ["Way", "away", "better_stalk", "enterable", "highest", "top_tile", "ways"]

T = TypeVar("T")
SCOUT_STEPS = 2


@dataclass(frozen=True)
class Way:
    """Tiles entered one after the other, the tile they lead toward (if any) and the readings that decided."""

    path: tuple[str, ...]
    toward: str
    by: str


def _best(things: Iterable[T], key: Callable[[T], object]) -> list[T]:
    """Those with the highest key."""
    things = list(things)
    top = max((key(thing) for thing in things), default=None)  # type: ignore[type-var]
    return [thing for thing in things if key(thing) == top]


def enterable(table: Table, unit: str, guided: bool = False) -> set[str]:
    """Scouts and Snipers enter any tile by themselves (M2, M3); all others, and whoever is guided, marked ones (M1, M4)."""
    if not guided and kind(unit) in ("scout", "sniper"):
        return set(table.board.near)
    return table.own.scouted


def highest(table: Table, tiles: Iterable[str]) -> list[str]:
    """Those worth the most, in reading order."""
    return _best([tile for tile in table.objectives() if tile in set(tiles)], lambda tile: table.worth[tile])


def _share(table: Table, unit: str, tops: Sequence[str]) -> str:
    """Equal points: team A to the first in reading order, B to the second, C by turns (Q65)."""
    second = {"A": False, "B": True, "C": table.round % 2 == 0}[squad(unit)]
    return tops[1] if second and len(tops) > 1 else tops[0]


def top_tile(table: Table, unit: str) -> tuple[str, str]:
    """Toward which tile a Scout or a Rifleman goes and what says so: Q61, or Q65 where several are worth the most.

    Nothing on a map without objectives.
    """
    everything = table.objectives()
    open_to = [tile for tile in everything if tile not in table.own.controlled]
    if kind(unit) == "scout":
        open_to = [tile for tile in everything if tile not in table.own.scouted] or open_to
    tops = highest(table, open_to or everything)
    if not tops:
        return "", ""
    return _share(table, unit, tops), "Q61" if len(tops) == 1 else "Q65"


def _scout_paths(table: Table, here: str, goal: str) -> list[tuple[str, ...]]:
    """Shortest, then the fewest new markers, then the sum of cover; he stops on arrival (Q63)."""
    far = table.board.distances_to(goal)
    paths: list[tuple[str, ...]] = [(here,)]
    for _ in range(min(SCOUT_STEPS, far[here])):
        paths = [(*path, tile) for path in paths for tile in table.board.near[path[-1]] if far[tile] < far[path[-1]]]
    paths = [path[1:] for path in paths if len(path) > 1]
    paths = _best(paths, lambda path: -sum(tile not in table.own.scouted for tile in path))
    return _best(paths, lambda path: sum(table.board.cover[tile] for tile in path))


def _steps_toward(table: Table, here: str, goal: str, ground: set[str]) -> list[str]:
    """One step nearer, counted over enterable tiles if they lead to the goal, else as the map lies (Q62)."""
    over = table.board.distances_to(goal, ground)
    far = over if here in over else table.board.distances_to(goal)
    steps = [tile for tile in table.board.near[here] if tile in ground and tile in far and far[tile] < far[here]]
    return _best(steps, lambda tile: table.board.cover[tile])


def _shelter_ways(table: Table, here: str, ground: set[str]) -> list[Way]:
    """One step toward the nearest tile with more cover, the better of equally near ones, then the step's cover (Q64)."""
    cover = table.board.cover
    reach = {
        tile: table.board.distances_to(tile, ground)[here]
        for tile in ground
        if cover[tile] > cover[here] and here in table.board.distances_to(tile, ground)
    }
    nearest = min(reach.values(), default=0)
    shelters = _best([tile for tile, far in reach.items() if far == nearest], lambda tile: cover[tile])
    steps = [
        Way((tile,), shelter, "Q64")
        for shelter in shelters
        for tile in table.board.near[here]
        if tile in ground and table.board.distances_to(shelter, ground).get(tile, nearest) < nearest
    ]
    return _best(steps, lambda way: cover[way.path[0]])


def away(table: Table, unit: str, here: str, ground: set[str]) -> list[Way]:
    """No step leads toward anything: any neighbour, a Scout by the fewest new markers, then the most cover (Q66)."""
    steps = [tile for tile in table.board.near[here] if tile in ground]
    if kind(unit) == "scout":
        steps = _best(steps, lambda tile: tile in table.own.scouted)
    return [Way((tile,), "", "Q66") for tile in _best(steps, lambda tile: table.board.cover[tile])]


def _toward(table: Table, unit: str, guided: bool) -> list[Way]:
    """SCOUTS/RIFLEMAN toward the most points, SNIPER/MG/MORTARS toward more cover; nothing if no step leads there."""
    here, ground = table.place_of(unit), enterable(table, unit, guided)
    if kind(unit) not in ("scout", "rifleman"):
        return _shelter_ways(table, here, ground)
    goal, by = top_tile(table, unit)
    if not goal:
        return []
    if kind(unit) == "scout" and not guided:
        return [Way(path, goal, f"{by} Q63") for path in _scout_paths(table, here, goal)]
    return [Way((tile,), goal, f"{by} Q62") for tile in _steps_toward(table, here, goal, ground)]


def ways(table: Table, unit: str, guided: bool = False) -> list[Way]:
    """How a unit may go; nothing if MOVE, SCOUT or STALK is not possible.

    Without a step toward anything only somebody who has to leave a marked tile goes elsewhere (Q66), or a Scout, whose
    SCOUT is impossible only without a neighbour (Q28), or somebody who is guided (Q24: he needs a legal move, no more).
    """
    nearer = _toward(table, unit, guided)
    here = table.place_of(unit)
    if nearer or not (guided or kind(unit) == "scout" or table.in_danger(here)):
        return nearer
    return away(table, unit, here, enterable(table, unit, guided))


def better_stalk(table: Table, or_near: bool = False) -> list[Way]:
    """SNIPER 3: a neighbour with more cover, nearest to the most points, then the highest defence, then chance (Q35).

    The German edition's `or_near`: else a neighbour that is worth the most itself.
    """
    board, here = table.board, table.place_of("sniper")
    tops = highest(table, table.objectives())

    def nearness(tile: str) -> int:
        return -min((board.apart(tile, top) for top in tops), default=0)

    better = [tile for tile in board.near[here] if board.cover[tile] > board.cover[here]]
    if not better and or_near:
        better = [tile for tile in board.near[here] if tile in tops]
    better = _best(_best(better, nearness), lambda tile: board.cover[tile])
    return [Way((tile,), tile, "Q35") for tile in better]
