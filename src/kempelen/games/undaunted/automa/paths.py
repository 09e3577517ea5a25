"""Where the automa moves (document: ACTION MOVE/SCOUT).

Every function gives all steps or paths that are equally good; a die decides between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.games.undaunted.rules.terrain import FAR, Mask, Terrain, Tile

__all__ = [
    "any_neighbour",
    "better_stalk_tiles",
    "cover_steps",
    "goals",
    "scout_paths",
    "steps_toward",
    "team_goal",
    "top_beside",
    "top_tiles",
]

Path = tuple[Tile, ...]


# -- Scouts and Riflemen: toward the tile with the highest VPs


def goals(terrain: Terrain, values: Sequence[int], marked: Mask, controlled: Mask, *, scouting: bool) -> list[Tile]:
    """The tiles to move toward, all worth the same, in reading order (Q61).

    Riflemen look among the objectives their side does not control, Scouts first among those without its marker.
    """
    objectives = terrain.objectives
    found: Sequence[Tile] = ()
    if scouting:
        found = [tile for tile in objectives if not marked >> tile & 1]
    if not found:
        found = [tile for tile in objectives if not controlled >> tile & 1] or objectives
    return _worth_most(found, values)


def top_tiles(terrain: Terrain, values: Sequence[int]) -> list[Tile]:
    """The objectives worth most, whoever holds them."""
    return _worth_most(terrain.objectives, values)


def _worth_most(tiles: Sequence[Tile], values: Sequence[int]) -> list[Tile]:
    if not tiles:
        return []
    most = max([values[tile] for tile in tiles])
    return [tile for tile in tiles if values[tile] == most]


def team_goal(goals: Sequence[Tile], squad: str, round: int) -> Tile:
    """Of tiles worth the same, team A takes the first, team B the second, team C now one, now the other (Q65)."""
    if len(goals) == 1 or squad == "A":
        return goals[0]
    if squad == "B":
        return goals[1]
    return goals[(round + 1) % 2] if squad == "C" else goals[0]


def steps_toward(terrain: Terrain, at: Tile, goal: Tile, marked: Mask) -> list[Tile]:
    """One step onto a marked tile that is nearer to the goal, of those the ones with most cover (Q62).

    Nearer on the way over marked tiles, if these lead to the goal; else as the crow flies.
    """
    far: Sequence[int] = terrain.ways(goal, marked | 1 << at)
    if far[at] == FAR:
        far = terrain.distance[goal]
    now = far[at]
    return _most_cover(terrain, [tile for tile in terrain.near[at] if marked >> tile & 1 and far[tile] < now])


def scout_paths(terrain: Terrain, at: Tile, goal: Tile, marked: Mask, steps: int) -> list[Path]:
    """Up to `steps` tiles on a shortest way to the goal: fewest new markers, then most cover (Q63).

    Nothing if he stands there already.
    """
    far = terrain.distance[goal]
    paths: list[Path] = [()]
    for _ in range(min(steps, far[at])):
        paths = [
            (*path, tile)
            for path in paths
            for tile in terrain.near[path[-1] if path else at]
            if far[tile] < far[path[-1] if path else at]
        ]
    if paths == [()]:
        return []
    if len(paths) < 2:
        return paths
    cover = terrain.cover
    keys = [(sum([not marked >> tile & 1 for tile in path]), -sum([cover[tile] for tile in path])) for path in paths]
    best = min(keys)
    return [path for path, key in zip(paths, keys, strict=True) if key == best]


# -- Snipers, Machine Gunners, Mortars: toward more cover


def cover_steps(terrain: Terrain, at: Tile, enterable: Mask) -> list[Tile]:
    """One step toward the nearest tile with more cover, over tiles that may be entered (Q64).

    Of several that are equally near toward the one with most cover, then the step with most cover.
    """
    near = [tile for tile in terrain.near[at] if enterable >> tile & 1]
    now = terrain.cover[at]
    better = [tile for tile in near if terrain.cover[tile] > now]
    if better or not near:
        return _most_cover(terrain, better)
    allowed = enterable | 1 << at
    far = terrain.ways(at, allowed)
    shelters = [tile for tile in terrain.by_cover[at] if enterable >> tile & 1 and far[tile] < FAR]
    if not shelters:
        return []
    nearest = min([far[tile] for tile in shelters])
    found: list[tuple[int, int, Tile]] = []
    for shelter in shelters:
        if far[shelter] == nearest:
            back = terrain.ways(shelter, allowed)
            found += [(terrain.cover[shelter], terrain.cover[tile], tile) for tile in near if back[tile] == nearest - 1]
    best = max(found)[:2]
    return sorted({tile for *covers, tile in found if tuple(covers) == best})


def better_stalk_tiles(terrain: Terrain, values: Sequence[int], at: Tile) -> list[Tile]:
    """SNIPER 3: neighbours with more cover, of those the nearest to the highest VPs, then the most cover (Q35)."""
    better = [tile for tile in terrain.near[at] if terrain.cover[tile] > terrain.cover[at]]
    top = top_tiles(terrain, values)
    if len(better) < 2 or not top:
        return _most_cover(terrain, better)
    far = [min([terrain.distance[tile][goal] for goal in top]) for tile in better]
    nearest = min(far)
    return _most_cover(terrain, [tile for tile, steps in zip(better, far, strict=True) if steps == nearest])


def top_beside(terrain: Terrain, values: Sequence[int], at: Tile) -> list[Tile]:
    """SNIPER 3 of the German sheet: neighbours with the highest VPs, of those the ones with most cover (Q35)."""
    top = top_tiles(terrain, values)
    return _most_cover(terrain, [tile for tile in terrain.near[at] if tile in top])


# -- all units


def any_neighbour(terrain: Terrain, at: Tile, enterable: Mask, scouted: Mask = 0) -> list[Tile]:
    """No step leads toward anything: the neighbours with most cover (Q66).

    A Scout looks among tiles that are `scouted` already, if there are any: those cost no Fog (SCOUTS).
    """
    near = [tile for tile in terrain.near[at] if enterable >> tile & 1]
    return _most_cover(terrain, [tile for tile in near if scouted >> tile & 1] or near)


def _most_cover(terrain: Terrain, tiles: Sequence[Tile]) -> list[Tile]:
    if len(tiles) < 2:
        return list(tiles)
    cover = terrain.cover
    most = max([cover[tile] for tile in tiles])
    return [tile for tile in tiles if cover[tile] == most]
