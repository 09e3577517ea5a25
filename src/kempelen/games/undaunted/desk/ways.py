"""Where a unit of the automa goes, from what a person shows of the map around it.

The person taps where things lie (`sketch`); ways are found by the functions that play uses (paths.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from kempelen.desk.adviser import Advice, Asking, Option
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Note, Trace
from kempelen.games.undaunted.automa import paths, whys
from kempelen.games.undaunted.automa.facts import EVERYWHERE
from kempelen.games.undaunted.desk.calculators import choose_kind, choose_squad, next_cards, readings
from kempelen.games.undaunted.desk.sketch import COVER, HERE, Cell, Sketch, place_word
from kempelen.games.undaunted.rules.cards import KINDS, Kind
from kempelen.text.say import Text

__all__ = ["path"]

SEVERAL = Option("several", Text("undaunted.adviser.several_goals"))
NOWHERE = Option("nowhere", Text("undaunted.adviser.nowhere"))


def path(options: Mapping[str, str], asking: Asking) -> Advice:
    """MOVE, SCOUT and STALK by the general behaviour of the document."""
    kinds = ("scout", "rifleman", "sniper", "mg", "mortar")
    kind = choose_kind(asking, "kind", Text("undaunted.adviser.who_moves"), kinds)
    trace, sketch = Trace(NOBODY), Sketch(asking)
    if kind == "scout":
        return _scouting(asking, sketch, trace)
    if asking.known.get("stalk_tile"):
        return _stalking(options, asking, sketch, trace)
    steps = _toward_goal(asking, sketch, trace) if kind == "rifleman" else _toward_cover(asking, sketch, kind, trace)
    if not steps and asking.yes("marked", Text("undaunted.question.on_target_marker"), sources=readings("Q08")):
        steps = _away(sketch, whys.AWAY, trace)
    return _go(asking, sketch, trace, steps)


def _go(asking: Asking, sketch: Sketch, trace: Trace, tiles: Sequence[Cell]) -> Advice:
    """To one of these; a die decides."""
    if not tiles:
        return Advice(Text("undaunted.adviser.no_way"), trace, then=next_cards(asking))
    words = [place_word(cell) for cell in tiles]
    chosen = asking.pick(words, "tile")
    if len(tiles) > 1:
        trace.add(whys.WAY_TIE, len(tiles), (chosen,))
    to = tiles[words.index(chosen)]
    spots = sketch.spots(ways=[to], only=[*sketch.around(), to])
    return Advice(Text("undaunted.adviser.go", to=chosen), trace, then=next_cards(asking), spots=tuple(spots))


# -- Scouts and Riflemen: toward the most points


def _goal(asking: Asking, sketch: Sketch, kind: Kind) -> tuple[Cell, Note, tuple[Any, ...]]:
    """Which objective it moves toward; equal ones are shared out between the teams (Q61, Q65).

    The objective, and what is noted if a step leads there.
    """
    text, sources = Text(f"undaunted.adviser.where_goal.{kind}"), readings("Q61", "Q65")
    found = sketch.find(text, [SEVERAL], sources, here=True)
    if not isinstance(found, str):
        sketch.goals = [found]
        return found, whys.TOWARD, (Text("undaunted.adviser.the_objective"),)
    sketch.goals = []
    several = sketch.find_all(Text("undaunted.adviser.each_goal"), sources, sketch.goals, least=2, here=True)
    squad = choose_squad(asking, "squad", kind)
    round_ = asking.number("round", Text("undaunted.adviser.which_round"), 1, 99) if squad == "C" else 1
    number = paths.team_goal(range(len(several)), squad, round_)
    names = [Text("undaunted.adviser.objective", n=n) for n in range(1, len(several) + 1)]
    sketch.goals = [several[number]]
    return several[number], whys.SPLIT, (tuple(names), names[number])


def _toward_goal(asking: Asking, sketch: Sketch, trace: Trace) -> list[Cell]:
    """A step onto a marked tile that is nearer (Q62): over marked tiles if they lead there, else as the crow flies."""
    goal, note, noted = _goal(asking, sketch, "rifleman")
    if goal == HERE:
        return []
    sources = readings("Q62")
    if asking.yes("linked", Text("undaunted.adviser.linked"), sources=sources):
        sketch.taps(Text("undaunted.adviser.every_marked"), sketch.there(), sketch.marked, sources)
    else:
        terrain = sketch.terrain()
        far = terrain.distance[sketch.tile(goal)]
        now = far[sketch.tile(HERE)]
        nearer = [cell for cell in sketch.around() if far[sketch.tile(cell)] < now]
        while not sketch.which_marked([cell for cell in nearer if cell not in sketch.gone], sources):
            continue

    def steps() -> list[Cell]:
        mask = sketch.mask(sketch.marked)
        return sketch.cells(paths.steps_toward(sketch.terrain(), sketch.tile(HERE), sketch.tile(goal), mask))

    sketch.ask_covers(steps())
    found = steps()
    if found:
        trace.add(note, *noted)
        trace.add(whys.STEPS, tuple(map(place_word, found)))
    return found


def _scouting(asking: Asking, sketch: Sketch, trace: Trace) -> Advice:
    """A shortest path: fewest new markers, then most cover (Q63)."""
    goal, note, noted = _goal(asking, sketch, "scout")
    if goal == HERE:
        return _go(asking, sketch, trace, _away(sketch, whys.SCOUTS_AWAY, trace))

    def ways() -> list[list[Cell]]:
        if goal in sketch.gone:
            return []
        steps, mask = KINDS["scout"].actions["scout"], sketch.mask(sketch.marked)
        found = paths.scout_paths(sketch.terrain(), sketch.tile(HERE), sketch.tile(goal), mask, steps)
        return [sketch.cells(tiles) for tiles in found]

    every = ways()
    if not every:
        return _go(asking, sketch, trace, _away(sketch, whys.SCOUTS_AWAY, trace))
    trace.add(note, *noted)
    best = every
    while len(best) > 1 and not sketch.which_marked(_on(best), readings("Q63")):
        sketch.marked = []
        every = best = ways()
    best = ways()
    if not best:  # the objective lies where there is no tile
        return _go(asking, sketch, trace, [])
    if len(best) > 1:
        differ = [cell for cell in _on(best) if not all(cell in way for way in best)]
        sketch.ask_covers(differ)
        best = ways()
    words = [_way_word(way) for way in best]
    chosen = asking.pick(words, "path")
    way = best[words.index(chosen)]
    if len(every) > 1:
        trace.add(whys.PATHS, (chosen,), sum(cell not in sketch.marked for cell in way))
    if len(best) > 1:
        trace.add(whys.WAY_TIE, len(best), (chosen,))
    return Advice(
        Text("undaunted.adviser.scout", path=chosen),
        trace,
        (Text("undaunted.adviser.scout_fog"),),
        next_cards(asking),
        spots=tuple(sketch.spots(ways=way, only=[*sketch.around(), *way])),
    )


def _on(ways: Sequence[Sequence[Cell]]) -> list[Cell]:
    """Every tile on one of these, in reading order."""
    return sorted(set(chain.from_iterable(ways)), key=lambda cell: (cell[1], cell[0]))


def _way_word(way: Sequence[Cell]) -> Text:
    if len(way) == 1:
        return place_word(way[0])
    return Text("undaunted.adviser.way", first=place_word(way[0]), then=place_word(way[1]))


# -- Snipers, Machine Gunners, Mortars: toward more cover


def _toward_cover(asking: Asking, sketch: Sketch, kind: Kind, trace: Trace) -> list[Cell]:
    """Toward the nearest tile with more cover (Q64): a neighbour, or on the way to one further off."""
    enter = "any" if kind == "sniper" else "marked"
    sources = readings("Q64", "Q67")
    text = Text(f"undaunted.adviser.better_neighbours.{enter}")
    near = sketch.taps(text, sketch.around(), [], sources)
    if near:
        sketch.covers = dict.fromkeys(near, 1)
        sketch.ask_covers(near, least=1)
        mask = sketch.mask(near)
    else:
        text = Text(f"undaunted.adviser.shelters.{enter}")
        shelters = sketch.find_all(text, readings("Q64"), sketch.goals, least=0, here=False, none=NOWHERE)
        if not shelters:
            return []
        sketch.covers = {HERE: 0} | dict.fromkeys(shelters, 1)
        sketch.ask_covers(shelters, least=1)
        mask = EVERYWHERE
        if enter == "marked":
            among = [cell for cell in sketch.there() if cell not in shelters]
            sketch.taps(Text("undaunted.adviser.every_marked"), among, sketch.marked, readings("Q64"))
            mask = sketch.mask([*sketch.marked, *shelters])
        steps = sketch.cells(paths.cover_steps(sketch.terrain(), sketch.tile(HERE), mask))
        asked = dict(sketch.ask_covers(steps)) if len(steps) > 1 else {}
        # On the way there is at most the cover of here; less than none tells the steps apart.
        sketch.covers |= {cell: asked[cell] - COVER for cell in steps if cell in asked}
    steps = sketch.cells(paths.cover_steps(sketch.terrain(), sketch.tile(HERE), mask))
    if steps:
        trace.add(whys.SHELTER, tuple(map(place_word, steps)))
    return steps


def _stalking(options: Mapping[str, str], asking: Asking, sketch: Sketch, trace: Trace) -> Advice:
    """SNIPER 3: a neighbour with more cover, of those the nearest to the most points, then the most cover (Q35)."""
    sources = (whys.STALK_TILE.sources[0], *readings("Q35"))
    least = 0 if options["Q35"] == "or_near" else 1
    near = sketch.taps(Text("undaunted.adviser.better_neighbours.any"), sketch.around(), [], sources, least=least)
    if not near:
        return _go(asking, sketch, trace, _top_beside(sketch, trace))
    if len(near) > 1:
        sketch.find_all(Text("undaunted.adviser.top_goals"), readings("Q35"), sketch.goals, least=1, here=True)

    def tiles() -> list[Cell]:
        terrain = sketch.terrain()
        return sketch.cells(paths.better_stalk_tiles(terrain, terrain.points, sketch.tile(HERE)))

    sketch.covers = dict.fromkeys(near, 1)
    sketch.ask_covers(tiles(), least=1)
    found = tiles()
    trace.add(whys.STALK_TILE, tuple(map(place_word, found)))
    return _go(asking, sketch, trace, found)


def _top_beside(sketch: Sketch, trace: Trace) -> list[Cell]:
    """SNIPER 3 of the German sheet without more cover: the most points beside it, of several the most cover (Q35)."""
    text = Text("undaunted.adviser.tops_beside")
    near = sketch.taps(text, sketch.around(), [], whys.STALK_NEAR.sources, least=1)
    sketch.goals = near
    sketch.ask_covers(near)
    terrain = sketch.terrain()
    tiles = sketch.cells(paths.top_beside(terrain, terrain.points, sketch.tile(HERE)))
    trace.add(whys.STALK_NEAR, tuple(map(place_word, tiles)))
    return tiles


# -- all units


def _away(sketch: Sketch, note: Note, trace: Trace) -> list[Cell]:
    """No step leads toward anything: the most cover around (Q28, Q66); of a Scout first where it is scouted."""
    near: list[Cell] = []
    sketch.covers = {}
    if note is whys.SCOUTS_AWAY:
        sketch.taps(Text("undaunted.adviser.scouted_around"), sketch.around(), near, readings("Q66"))
    if not near:
        sketch.taps(Text("undaunted.adviser.around"), sketch.around(), near, readings("Q66"))
    sketch.ask_covers(near)
    mask = sketch.mask(near)
    steps = sketch.cells(paths.any_neighbour(sketch.terrain(), sketch.tile(HERE), mask))
    if steps:
        trace.add(note, tuple(map(place_word, steps)))
    return steps
