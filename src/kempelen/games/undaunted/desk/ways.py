"""Where a unit of the automa goes, from what a person shows of the map around it.

The person taps where things lie (`sketch`); ways are found by the functions that play uses (paths.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from kempelen.desk.adviser import Advice, Asking, Option
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Note, Source, Trace
from kempelen.games.undaunted.automa import paths, whys
from kempelen.games.undaunted.automa.facts import EVERYWHERE
from kempelen.games.undaunted.desk.calculators import choose_kind, choose_squad, next_cards, readings
from kempelen.games.undaunted.desk.sketch import HERE, Cell, Sketch, place_word
from kempelen.games.undaunted.rules.cards import KINDS, Kind
from kempelen.games.undaunted.rules.terrain import FAR
from kempelen.text.say import Text

__all__ = ["path"]

NEAR = 7
"""On so few tiles between the unit and its goal a person sees at once where markers lie."""
DIE = 10
"""The box has these dice: a lot is thrown with one."""
TEAMS = 2
"""Of equal objectives the first two are shared out between the teams (Q65)."""
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
    chosen = asking.lot(
        words, DIE, lambda: sketch.spots(only=[*sketch.around(), *tiles]), arrows([[to] for to in tiles])
    )
    if len(tiles) > 1:
        trace.add(whys.WAY_TIE, len(tiles), (chosen,))
    to = tiles[words.index(chosen)]
    spots = sketch.spots(ways=[to], only=[*sketch.around(), to])
    return Advice(
        Text("undaunted.adviser.go", to=chosen),
        trace,
        then=next_cards(asking),
        spots=tuple(spots),
        doubt=next(reversed(asking.presumed), ""),
    )


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
    text = Text("undaunted.adviser.each_goal")
    several = sketch.find_all(text, sources, sketch.goals, least=TEAMS, here=True, most=TEAMS)
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
    _show_markers(asking, sketch, goal)

    def steps() -> list[Cell]:
        mask = sketch.mask(sketch.marked)
        return sketch.cells(paths.steps_toward(sketch.terrain(), sketch.tile(HERE), sketch.tile(goal), mask))

    sketch.covers |= dict.fromkeys(sketch.most_cover(steps()), 1)
    found = steps()
    if found:
        trace.add(note, *noted)
        trace.add(whys.STEPS, tuple(map(place_word, found)))
    return found


def _show_markers(asking: Asking, sketch: Sketch, goal: Cell) -> None:
    """As many markers of the automa as decide: first on the straight ways there, then what a detour may lead over."""
    sources = readings("Q62")
    if len(straight := sketch.between(goal)) <= NEAR:
        sketch.which_marked(straight, sources)
        if not _leads_there(sketch, goal) and asking.yes("", Text("undaunted.adviser.detour"), sources=sources):
            _every_marked(sketch, sources)
        return
    if asking.yes("linked", Text("undaunted.adviser.linked"), sources=sources):
        _every_marked(sketch, sources)
        return
    far = sketch.terrain().distance[sketch.tile(goal)]
    now = far[sketch.tile(HERE)]
    nearer = [cell for cell in sketch.around() if far[sketch.tile(cell)] < now]
    sketch.which_marked(nearer, sources)


def _leads_there(sketch: Sketch, goal: Cell) -> bool:
    """The markers that are known lead to the goal; then no detour can be shorter."""
    here = sketch.tile(HERE)
    return sketch.terrain().ways(sketch.tile(goal), sketch.mask([*sketch.marked, HERE]))[here] < FAR


def _every_marked(sketch: Sketch, sources: Sequence[Source]) -> None:
    sketch.taps(Text("undaunted.adviser.every_marked"), sketch.there(), sketch.marked, sources)


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
    while len(best) > 1 and not sketch.which_marked(_on(best), readings("Q63"), gaps=True):
        sketch.marked = []
        every = best = ways()
    best = ways()
    if not best:  # the objective lies where there is no tile
        return _go(asking, sketch, trace, [])
    if len(best) > 1:
        differ = [cell for cell in _on(best) if not all(cell in way for way in best)]
        if all(sum(cell in way for cell in differ) == 1 for way in best):
            sketch.covers |= dict.fromkeys(sketch.most_cover(differ), 1)
        else:
            sketch.ask_covers(differ)
        best = ways()
    words = [_way_word(way) for way in best]
    chosen = asking.lot(words, DIE, lambda: sketch.spots(only=_on(best)), arrows(best))
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
        doubt=next(reversed(asking.presumed), ""),
    )


def _on(ways: Sequence[Sequence[Cell]]) -> list[Cell]:
    """Every tile on one of these, in reading order."""
    return sorted(set(chain.from_iterable(ways)), key=lambda cell: (cell[1], cell[0]))


def arrows(ways: Sequence[Sequence[Cell]]) -> list[list[tuple[float, float]]]:
    """The ways as lines in the picture, from the unit on."""
    return [[(across / 2, down) for across, down in (HERE, *way)] for way in ways]


def _way_word(way: Sequence[Cell]) -> Text:
    if len(way) == 1:
        return place_word(way[0])
    return Text("undaunted.adviser.way", first=place_word(way[0]), then=place_word(way[1]))


# -- Snipers, Machine Gunners, Mortars: toward more cover


def _toward_cover(asking: Asking, sketch: Sketch, kind: Kind, trace: Trace) -> list[Cell]:
    """Toward the nearest tile with more cover (Q64): a neighbour, or on the way to one further off."""
    enter = "any" if kind == "sniper" else "marked"
    sources = readings("Q64", "Q67")
    text = Text(f"undaunted.adviser.best_neighbour.{enter}")
    near = sketch.best(text, sketch.around(), sources, [NOWHERE])
    if near:
        sketch.covers = dict.fromkeys(near, 1)
        mask = sketch.mask(near)
    else:
        shelters = _shelters(asking, sketch, enter)
        if not shelters:
            return []
        sketch.goals = shelters
        sketch.covers = {HERE: 0} | dict.fromkeys(shelters, 1)
        mask = EVERYWHERE
        if enter == "marked":
            _marked_way(asking, sketch, shelters)
            mask = sketch.mask([*sketch.marked, *shelters])
        steps = sketch.cells(paths.cover_steps(sketch.terrain(), sketch.tile(HERE), mask))
        if len(steps) > 1:
            # On the way there is at most the cover of here; less than none tells the steps apart.
            sketch.covers |= dict.fromkeys(steps, -2) | dict.fromkeys(sketch.most_cover(steps), -1)
    steps = sketch.cells(paths.cover_steps(sketch.terrain(), sketch.tile(HERE), mask))
    if steps:
        trace.add(whys.SHELTER, tuple(map(place_word, steps)))
    return steps


def _shelters(asking: Asking, sketch: Sketch, enter: str) -> list[Cell]:
    """The nearest tile with more cover; those that are as near and have as much only if somebody says there are."""
    text, sources = Text(f"undaunted.adviser.shelters.{enter}"), readings("Q64")
    first = sketch.find(text, [NOWHERE], sources, here=False)
    if isinstance(first, str):
        return []
    found = [first]
    if not asking.presume("only shelter", Text("undaunted.adviser.only_shelter")):
        sketch.goals = found
        sketch.find_all(Text("undaunted.adviser.as_good"), sources, found, least=2, here=False)
    return found


def _marked_way(asking: Asking, sketch: Sketch, shelters: Sequence[Cell]) -> None:
    """The markers over which a way leads to a shelter: on the straight ways first, as toward an objective."""
    sources = readings("Q64")
    if len(shelters) == 1 and len(sketch.between(shelters[0])) <= NEAR:
        sketch.which_marked([cell for cell in sketch.between(shelters[0]) if cell not in shelters], sources)
        if _leads_there(sketch, shelters[0]):
            return
    among = [cell for cell in sketch.there() if cell not in shelters]
    sketch.taps(Text("undaunted.adviser.every_marked"), among, sketch.marked, sources)


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
    sketch.covers |= dict.fromkeys(sketch.most_cover(tiles()), 2)
    found = tiles()
    trace.add(whys.STALK_TILE, tuple(map(place_word, found)))
    return _go(asking, sketch, trace, found)


def _top_beside(sketch: Sketch, trace: Trace) -> list[Cell]:
    """SNIPER 3 of the German sheet without more cover: the most points beside it, of several the most cover (Q35)."""
    text = Text("undaunted.adviser.tops_beside")
    near = sketch.best(text, sketch.around(), whys.STALK_NEAR.sources)
    sketch.goals = near
    terrain = sketch.terrain()
    tiles = sketch.cells(paths.top_beside(terrain, terrain.points, sketch.tile(HERE)))
    trace.add(whys.STALK_NEAR, tuple(map(place_word, tiles)))
    return tiles


# -- all units


def _away(sketch: Sketch, note: Note, trace: Trace) -> list[Cell]:
    """No step leads toward anything: the most cover around (Q28, Q66); of a Scout first where it is scouted."""
    near: list[Cell] = []
    sketch.covers = {}
    for text in ("scouted_around", "around") if note is whys.SCOUTS_AWAY else ("around",):
        near = near or sketch.best(Text(f"undaunted.adviser.{text}"), sketch.around(), readings("Q66"), [NOWHERE])
    mask = sketch.mask(near)
    steps = sketch.cells(paths.any_neighbour(sketch.terrain(), sketch.tile(HERE), mask))
    if steps:
        trace.add(note, tuple(map(place_word, steps)))
    return steps
