"""Where a unit of the automa goes, from what a person sees around it.

The tiles that matter are laid out as a small map, numbered as the person counted them, and put to the functions that
play uses (paths.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from kempelen.desk.adviser import Advice, Asking
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Note, Trace
from kempelen.games.undaunted.automa import paths, whys
from kempelen.games.undaunted.automa.facts import EVERYWHERE
from kempelen.games.undaunted.desk.calculators import choose_kind, choose_squad, next_cards, readings
from kempelen.games.undaunted.rules.cards import KINDS, Kind
from kempelen.games.undaunted.rules.terrain import Terrain, Tile, TileFacts
from kempelen.text.say import Text

__all__ = ["path"]

HERE, GOAL = "here", "goal"
COVER = 3
"""The most cover a tile has (a hill, Q67)."""
NEIGHBOURS = 6
ONE_GOAL = "one_goal"


def path(options: Mapping[str, str], asking: Asking) -> Advice:
    """MOVE, SCOUT and STALK by the general behaviour of the document."""
    kinds = ("scout", "rifleman", "sniper", "mg", "mortar")
    kind = choose_kind(asking, "kind", Text("undaunted.adviser.who_moves"), kinds)
    trace = Trace(NOBODY)
    if kind == "scout":
        return _scouting(asking, trace)
    if asking.known.get("stalk_tile"):
        return _stalking(options, asking, trace)
    steps = _toward_goal(asking, trace) if kind == "rifleman" else _toward_cover(asking, kind, trace)
    if not steps and asking.yes("marked", Text("undaunted.question.on_target_marker"), sources=readings("Q08")):
        steps = _away(asking, whys.AWAY, trace)
    return _go(asking, trace, steps)


def _go(asking: Asking, trace: Trace, tiles: Sequence[Text]) -> Advice:
    """To one of these; a die decides."""
    if not tiles:
        return Advice(Text("undaunted.adviser.no_way"), trace, then=next_cards(asking), doubt=_doubt(asking))
    chosen = asking.pick(tiles, "tile")
    if len(tiles) > 1:
        trace.add(whys.WAY_TIE, len(tiles), (chosen,))
    return Advice(Text("undaunted.adviser.go", to=chosen), trace, then=next_cards(asking), doubt=_doubt(asking))


def _doubt(asking: Asking) -> str:
    return ONE_GOAL if ONE_GOAL in asking.presumed else ""


# -- Scouts and Riflemen: toward the most points


def _goal(asking: Asking, kind: Kind) -> tuple[Text, Note, tuple[Any, ...]]:
    """Which objective it moves toward; equal ones are shared out between the teams (Q61, Q65).

    Said to the person, and what is noted if a step leads there.
    """
    if asking.presume(ONE_GOAL, Text(f"undaunted.adviser.one_goal.{kind}")):
        goal = Text("undaunted.adviser.the_objective")
        return Text(f"undaunted.adviser.goal.{kind}"), whys.TOWARD, (goal,)
    count = asking.number("goals", Text("undaunted.adviser.how_many_goals"), 2, 9, sources=readings("Q61", "Q65"))
    squad = choose_squad(asking, "squad", kind)
    round_ = asking.number("round", Text("undaunted.adviser.which_round"), 1, 99) if squad == "C" else 1
    goals = [Text("undaunted.adviser.objective", n=n) for n in range(1, count + 1)]
    goal = goals[paths.team_goal(range(count), squad, round_)]
    return Text("undaunted.adviser.goal_is", goal=goal), whys.SPLIT, (tuple(goals), goal)


def _toward_goal(asking: Asking, trace: Trace) -> list[Text]:
    """A step onto a marked tile that is nearer (Q62)."""
    hint, note, goal_noted = _goal(asking, "rifleman")
    text = Text("undaunted.adviser.nearer_tiles")
    near = asking.number("nearer", text, 0, NEIGHBOURS, hint=hint, sources=readings("Q61", "Q62"))
    covers = _covers(asking, near)
    terrain = _map({HERE: 0, GOAL: 0} | covers, [(HERE, name) for name in covers] + [(name, GOAL) for name in covers])
    at, goal = terrain.index[HERE], terrain.index[GOAL]
    steps = _named(terrain, paths.steps_toward(terrain, at, goal, EVERYWHERE & ~(1 << goal)) if near else [])
    if steps:
        trace.add(note, *goal_noted)
        trace.add(whys.STEPS, tuple(steps))
    return steps


def _scouting(asking: Asking, trace: Trace) -> Advice:
    """A shortest path: fewest new markers, then most cover (Q63)."""
    hint, note, goal_noted = _goal(asking, "scout")
    text = Text("undaunted.adviser.how_many_paths")
    count = asking.number("paths", text, 0, 9, hint=hint, sources=readings("Q61", "Q63"))
    if not count:
        return _go(asking, trace, _away(asking, whys.SCOUTS_AWAY, trace))
    trace.add(note, *goal_noted)
    covers, roads, marked = {HERE: 0, GOAL: 0}, list[tuple[str, str]](), list[str]()
    fresh: dict[str, int] = {}
    for n in range(1, count + 1):
        new, cover = 0, 0
        if count > 1:
            new = asking.number(f"new {n}", Text("undaunted.adviser.path_new", n=n), 0, 2)
            cover = asking.number(f"cover {n}", Text("undaunted.adviser.path_cover", n=n), 0, 2 * COVER)
        first, second = str(n), f"{n}'"
        covers |= {first: min(cover, COVER), second: cover - min(cover, COVER)}
        roads += [(HERE, first), (first, second), (second, GOAL)]
        marked += [first, second][: 2 - new]
        fresh[first] = new
    terrain = _map(covers, roads)
    mask = sum(1 << terrain.index[name] for name in marked)
    steps = KINDS["scout"].actions["scout"]
    found = paths.scout_paths(terrain, terrain.index[HERE], terrain.index[GOAL], mask, steps)
    names = [terrain.names[tiles[0]] for tiles in found]
    ways = [Text("undaunted.adviser.path", n=int(name)) for name in names]
    chosen = asking.pick(ways, "path")
    if count > 1:
        trace.add(whys.PATHS, (chosen,), fresh[names[0]])
    if len(ways) > 1:
        trace.add(whys.WAY_TIE, len(ways), (chosen,))
    return Advice(
        Text("undaunted.adviser.scout", path=chosen),
        trace,
        (Text("undaunted.adviser.scout_fog"),),
        next_cards(asking),
        _doubt(asking),
    )


# -- Snipers, Machine Gunners, Mortars: toward more cover


def _toward_cover(asking: Asking, kind: Kind, trace: Trace) -> list[Text]:
    """Toward the nearest tile with more cover (Q64): a neighbour, or on the way to one further off."""
    enter = "any" if kind == "sniper" else "marked"
    text = Text(f"undaunted.adviser.better_neighbours.{enter}")
    near = asking.number("better", text, 0, NEIGHBOURS, sources=readings("Q64", "Q67"))
    if near:
        covers = _covers(asking, near)
        terrain = _map({HERE: -1} | covers, [(HERE, name) for name in covers])
    else:
        ways = asking.number("ways", Text(f"undaunted.adviser.ways_to_cover.{enter}"), 0, 9, sources=readings("Q64"))
        covers, roads = {HERE: 0}, list[tuple[str, str]]()
        for n in range(1, ways + 1):
            beyond, step = 1, 0
            if ways > 1:
                beyond = asking.number(f"beyond {n}", Text("undaunted.adviser.way_cover", n=n), 1, COVER)
                step = asking.number(f"step {n}", Text("undaunted.adviser.way_step", n=n), 0, COVER)
            # On the way there is at most the cover of here; a small part of it tells the steps apart.
            covers |= {str(n): step - COVER, f"{n}'": beyond}
            roads += [(HERE, str(n)), (str(n), f"{n}'")]
        terrain = _map(covers, roads)
    steps = _named(terrain, paths.cover_steps(terrain, terrain.index[HERE], EVERYWHERE))
    if steps:
        trace.add(whys.SHELTER, tuple(steps))
    return steps


def _stalking(options: Mapping[str, str], asking: Asking, trace: Trace) -> Advice:
    """SNIPER 3: a neighbour with more cover, of those the nearest to the most points, then the most cover (Q35)."""
    sources = (whys.STALK_TILE.sources[0], *readings("Q35"))
    least = 0 if options["Q35"] == "or_near" else 1
    near = asking.number("better", Text("undaunted.adviser.better_neighbours.any"), least, NEIGHBOURS, sources=sources)
    if not near:
        return _go(asking, trace, _top_beside(asking, trace))
    ways = range(1, near + 1)
    far = {n: asking.number(f"far {n}", Text("undaunted.adviser.tile_far", n=n), 0, 9) if near > 1 else 0 for n in ways}
    nearest = [n for n in ways if far[n] == min(far.values())]
    cover = dict.fromkeys(ways, 1)
    if len(nearest) > 1:
        cover |= {n: asking.number(f"cover {n}", Text("undaunted.adviser.tile_cover", n=n), 1, COVER) for n in nearest}
    covers, roads = {HERE: 0}, list[tuple[str, str]]()
    points: dict[str, int] = {}
    for n in ways:
        chain = [str(n), *(f"{n}.{step}" for step in range(1, far[n] + 1))]
        covers |= dict.fromkeys(chain, 1) | {str(n): cover[n]}
        roads += [(HERE, chain[0]), *pairwise(chain)]
        points[chain[-1]] = 1
    terrain = _map(covers, roads, points)
    tiles = _named(terrain, paths.better_stalk_tiles(terrain, terrain.points, terrain.index[HERE]))
    trace.add(whys.STALK_TILE, tuple(tiles))
    return _go(asking, trace, tiles)


def _top_beside(asking: Asking, trace: Trace) -> list[Text]:
    """SNIPER 3 of the German sheet without more cover: the most points beside it, of several the most cover (Q35)."""
    text = Text("undaunted.adviser.tops_beside")
    near = asking.number("tops", text, 1, NEIGHBOURS, sources=whys.STALK_NEAR.sources)
    covers = _covers(asking, near)
    terrain = _map({HERE: 0} | covers, [(HERE, name) for name in covers], dict.fromkeys(covers, 1))
    tiles = _named(terrain, paths.top_beside(terrain, terrain.points, terrain.index[HERE]))
    trace.add(whys.STALK_NEAR, tuple(tiles))
    return tiles


# -- all units


def _away(asking: Asking, note: Note, trace: Trace) -> list[Text]:
    """No step leads toward anything: the most cover around (Q28, Q66); of a Scout first where it is scouted."""
    scouted = 0
    if note is whys.SCOUTS_AWAY:
        text = Text("undaunted.adviser.scouted_around")
        scouted = asking.number("scouted", text, 0, NEIGHBOURS, sources=readings("Q66"))
    around = Text("undaunted.adviser.around")
    near = scouted or asking.number("around", around, 0, NEIGHBOURS, sources=readings("Q66"))
    covers = _covers(asking, near)
    terrain = _map({HERE: 0} | covers, [(HERE, name) for name in covers])
    steps = _named(terrain, paths.any_neighbour(terrain, terrain.index[HERE], EVERYWHERE))
    if steps:
        trace.add(note, tuple(steps))
    return steps


def _covers(asking: Asking, count: int) -> dict[str, int]:
    """The cover of so many tiles; of a single one it does not matter."""
    if count < 2:
        return {"1": 0} if count else {}
    return {str(n): asking.number("", Text("undaunted.adviser.tile_cover", n=n), 0, COVER) for n in range(1, count + 1)}


def _map(
    covers: Mapping[str, int], roads: Sequence[tuple[str, str]], points: Mapping[str, int] | None = None
) -> Terrain:
    """A small map: tiles with their cover, and which are neighbours."""
    return Terrain(
        TileFacts(
            name,
            cover,
            points=(points or {}).get(name, 0),
            near=tuple([b for a, b in roads if a == name] + [a for a, b in roads if b == name]),
        )
        for name, cover in covers.items()
    )


def _named(terrain: Terrain, tiles: Sequence[Tile]) -> list[Text]:
    return [Text("undaunted.adviser.tile", n=int(terrain.names[tile])) for tile in tiles]
