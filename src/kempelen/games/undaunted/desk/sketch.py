"""The tiles around a unit as a person shows them: rows of tiles, each row half a tile further, as the box lays them.

Nobody has to count ways: the person taps where something lies, and the program finds the ways between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from kempelen.desk.adviser import Asking, Option, Spot
from kempelen.engine.trace import Source
from kempelen.games.undaunted.rules.terrain import Mask, Terrain, Tile, TileFacts
from kempelen.text.say import Field, Text

__all__ = ["HERE", "Cell", "Sketch", "beside", "place_word"]

Cell = tuple[int, int]
"""Half tiles to the right, rows downwards, from the unit."""
HERE: Cell = (0, 0)
STEPS: tuple[Cell, ...] = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
"""To the six neighbours, in reading order."""
WIDE, HIGH = 10, 4
"""Further away is nothing on any map of the box."""
COVER = 3
"""The most cover a tile has (a hill, Q67)."""
MOST_TAPS = 120
DONE = Option("done", Text("undaunted.adviser.done"))
NONE = Option("done", Text("undaunted.adviser.none"))
"""The same where nothing has been shown yet."""
GAPS = Option("gaps", Text("undaunted.adviser.gaps"))
MISSING = Option("missing", Text("undaunted.adviser.one_missing"))
NOWHERE_YET = Option("done", Text("undaunted.adviser.on_none"))
"""The same to a question where something lies."""
ALL = Option("all", Text("undaunted.adviser.all_of_them"))
EQUAL = Option("equal", Text("undaunted.adviser.all_equal"))


CELLS: tuple[Cell, ...] = tuple(
    (across, down) for down in range(-HIGH, HIGH + 1) for across in range(-WIDE, WIDE + 1) if (across + down) % 2 == 0
)
"""Every place a tile may lie, in reading order."""


def beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + across, cell[1] + down) for across, down in STEPS]


@cache
def option_of(cell: Cell) -> Option:
    return Option(name_of(cell), place_word(cell))


def name_of(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


@cache
def place_word(cell: Cell) -> Text:
    """`the tile up left of it`, or so many rows and tiles away."""
    if cell == HERE:
        return Text("undaunted.adviser.spot.here")
    if cell in STEPS:
        return Text(f"undaunted.adviser.spot.beside_{STEPS.index(cell) + 1}")
    across, down = cell
    parts: list[Field] = []
    if down:
        parts.append(Text(f"undaunted.adviser.spot.{'up' if down < 0 else 'down'}", n=abs(down)))
    if across:
        whole, half = divmod(abs(across), 2)
        n = f"{whole or ''}{'½' if half else ''}"
        parts.append(Text(f"undaunted.adviser.spot.{'left' if across < 0 else 'right'}", n=n))
    return Text("undaunted.adviser.spot.far", parts=tuple(parts))


@lru_cache(maxsize=64)
def terrain_of(gone: frozenset[Cell], covers: tuple[tuple[Cell, int], ...], points: tuple[Cell, ...]) -> Terrain:
    """The map with all tiles but those that are gone, in reading order."""
    there = [cell for cell in CELLS if cell not in gone]
    known, cover = frozenset(there), dict(covers)
    return Terrain(
        TileFacts(
            name_of(cell),
            cover.get(cell, 0),
            points=int(cell in points),
            near=tuple(name_of(other) for other in beside(cell) if other in known),
        )
        for cell in there
    )


class Sketch:
    """What a person has shown of the map so far."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.gone: set[Cell] = set()
        self.goals: list[Cell] = []
        self.marked: list[Cell] = []
        self.covers: dict[Cell, int] = {}
        self.counted: set[Cell] = set()
        """Those whose cover is known as a number."""
        self.ended = ""
        """What ended the last list of places."""

    def terrain(self) -> Terrain:
        return terrain_of(frozenset(self.gone), tuple(sorted(self.covers.items())), tuple(sorted(self.goals)))

    def tile(self, cell: Cell) -> Tile:
        return self.terrain().index[name_of(cell)]

    def mask(self, there: Iterable[Cell]) -> Mask:
        return sum(1 << self.tile(cell) for cell in set(there))

    def cells(self, tiles: Iterable[Tile]) -> list[Cell]:
        names = self.terrain().names
        found = []
        for tile in tiles:
            across, _, down = names[tile].partition(",")
            found.append((int(across), int(down)))
        return found

    def there(self) -> list[Cell]:
        """Every other tile."""
        return [cell for cell in CELLS if cell not in self.gone and cell != HERE]

    def around(self) -> list[Cell]:
        """The neighbours, in reading order."""
        return [cell for cell in beside(HERE) if cell not in self.gone]

    # -- the picture

    def spots(self, *, ways: Sequence[Cell] = (), asked: Cell | None = None, only: Iterable[Cell] = ()) -> list[Spot]:
        """The whole map, or only these tiles and what is known of them."""
        wanted = {HERE, *only, *self.goals} if only else set(CELLS)
        found = []
        for cell in CELLS:
            if cell not in wanted:
                continue
            tag = (
                "asked"
                if cell == asked
                else "here"
                if cell == HERE
                else "gone"
                if cell in self.gone
                else "way"
                if cell in ways
                else "goal"
                if cell in self.goals
                else "marked"
                if cell in self.marked
                else ""
            )
            text = str(self.covers[cell]) if cell in self.counted and cell != HERE else ""
            if cell in ways:
                text = str(ways.index(cell) + 1) if len(ways) > 1 else ""
            found.append(Spot(name_of(cell), cell[0] / 2, cell[1], text, tag))
        return found

    # -- asking

    def tap(self, text: Text, among: Sequence[Cell], more: Sequence[Option], sources: Sequence[Source] = ()) -> str:
        """One place, or one of the other options."""
        options = [option_of(cell) for cell in among]
        enter = DONE.id if any(one.id == DONE.id for one in more) else ""
        few = set(among) if len(among) < len(CELLS) // 2 else ()
        spots = self.spots(only=few) if self.asking.is_new else ()
        return self.asking.choice("", text, [*more, *options], sources=sources, enter=enter, spots=spots)

    def taps(
        self,
        text: Text,
        among: Sequence[Cell],
        into: list[Cell],
        sources: Sequence[Source] = (),
        *,
        least: int = 0,
        more: Sequence[Option] = (),
        none: Option = NONE,
    ) -> list[Cell]:
        """Several places, one after the other, until there are no more or another of the options is chosen."""
        by_name = {name_of(cell): cell for cell in among}
        self.ended = ""
        while len(into) < MOST_TAPS and (left := [cell for cell in among if cell not in into]):
            end = DONE if into else none
            chosen = self.tap(text, left, [*([end] if len(into) >= least else []), *more], sources)
            if chosen not in by_name:
                self.ended = chosen
                break
            into.append(by_name[chosen])
        into.sort(key=lambda cell: (cell[1], cell[0]))
        return into

    def find(self, text: Text, more: Sequence[Option], sources: Sequence[Source], *, here: bool) -> Cell | str:
        """One place on the whole map; who says that tiles are missing shows them first."""
        while True:
            among = [*([HERE] if here else []), *self.there()]
            chosen = self.tap(text, among, [*more, *([] if self.gone else [GAPS])], sources)
            if chosen != GAPS.id:
                across, comma, down = chosen.partition(",")
                return (int(across), int(down)) if comma else chosen
            self.gone |= set(self.taps(Text("undaunted.adviser.missing"), self.there(), []))

    def which_marked(self, among: Sequence[Cell], sources: Sequence[Source], *, gaps: bool = False) -> bool:
        """Which of these have a marker of the automa; with `gaps`, False if one of them is not there at all.

        Without, a tile that is not there is simply one without a marker.
        """
        self.marked = []
        more = [*([ALL] if len(among) > 1 else []), *([MISSING] if gaps else [])]
        self.taps(Text("undaunted.adviser.which_marked"), among, self.marked, sources, more=more, none=NOWHERE_YET)
        if self.ended == ALL.id:
            self.marked = list(among)
        if self.ended != MISSING.id:
            return True
        self.gone |= set(self.taps(Text("undaunted.adviser.missing"), among, [], least=1))
        return False

    def best(
        self, text: Text, among: Sequence[Cell], sources: Sequence[Source] = (), none: Sequence[Option] = ()
    ) -> list[Cell]:
        """The one that is best; that no other is as good is taken to be so, and whoever denies it shows the others.

        Nothing if another of the options is chosen, which `ended` tells.
        """
        chosen = self.tap(text, among, none, sources)
        if all(chosen != name_of(cell) for cell in among):
            self.ended = chosen
            return []
        found = [cell for cell in among if name_of(cell) == chosen]
        self.ended = ""
        if len(among) > 1 and not self.asking.presume(
            f"only {len(self.asking.presumed)}", Text("undaunted.adviser.only_best")
        ):
            rest = [cell for cell in among if cell not in found]
            found += self.taps(Text("undaunted.adviser.as_good"), rest, [], sources, least=1)
        return sorted(found, key=lambda cell: (cell[1], cell[0]))

    def most_cover(self, there: Sequence[Cell]) -> list[Cell]:
        """Which of these have the most cover; of a single one nothing is asked."""
        if len(there) < 2:
            return list(there)
        return self.best(Text("undaunted.adviser.most_cover"), there, none=[EQUAL]) or list(there)

    def between(self, goal: Cell) -> list[Cell]:
        """Every tile on a shortest way there as the crow flies; the goal itself only if it is a neighbour."""
        terrain = self.terrain()
        here, there = self.tile(HERE), self.tile(goal)
        far, whole = terrain.distance, terrain.distance[here][there]
        on_the_way = [tile for tile in range(len(terrain)) if far[here][tile] + far[tile][there] == whole]
        return self.cells(tile for tile in on_the_way if tile != here and (tile != there or whole == 1))

    def find_all(
        self, text: Text, sources: Sequence[Source], into: list[Cell], *, least: int, here: bool, most: int = MOST_TAPS
    ) -> list[Cell]:
        """Several places on the whole map, at least and at most so many."""
        while len(into) < most:
            end = [DONE] if len(into) >= least else []
            chosen = self.find(text, end, sources, here=here)
            if isinstance(chosen, str):
                break
            if chosen not in into:
                into.append(chosen)
        into.sort(key=lambda cell: (cell[1], cell[0]))
        return into

    def ask_covers(self, there: Sequence[Cell]) -> None:
        """The cover of so many tiles, where their sum counts."""
        for cell in there:
            text = Text("undaunted.adviser.tile_cover", tile=place_word(cell))
            spots = self.spots(asked=cell, only=there) if self.asking.is_new else ()
            self.covers[cell] = self.asking.number("", text, 0, COVER, spots=spots)
            self.counted.add(cell)
