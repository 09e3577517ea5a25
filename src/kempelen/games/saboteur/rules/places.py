"""Where on the table a path card can be laid: the cells of the grid, and the actions that fill them.

Every Place is built once per process and used again: listing the options of a hand is then only a matter of
joining ready tuples.
"""

from dataclasses import dataclass
from operator import getitem

from kempelen.games.saboteur.rules.cards import NAMES, OPEN, PATH_CARDS, SYMMETRIC, Card, Side, laid
from kempelen.text.say import Text

__all__ = [
    "CHOICES",
    "FARTHEST",
    "ROW",
    "Cell",
    "Choices",
    "Place",
    "cell",
    "fitting_turns",
    "place",
    "place_word",
    "xy",
]
__all__ += ["GOAL_COLUMN", "GOAL_ROWS"]

Cell = int
"""A cell of the grid as one number, so that its neighbours are at constant distances: 1 and ROW."""

ROW = 256
_MIDDLE = 128

GOAL_COLUMN, GOAL_ROWS = 8, (-2, 0, 2)
"""Seven cards fit between the start and each goal (1.3)."""

FARTHEST = 72
"""No coordinate may be larger: from here even a whole deck laid in a line stays on the grid."""


def cell(x: int, y: int) -> Cell:
    """The cell at x to the right of the start card and y below it."""
    if max(abs(x), abs(y)) > FARTHEST:
        raise ValueError(f"({x}, {y}) is farther than {FARTHEST} cells from the start card")
    return (y + _MIDDLE) * ROW + x + _MIDDLE


def xy(cell: Cell) -> tuple[int, int]:
    """The coordinates of a cell."""
    row, column = divmod(cell, ROW)
    return column - _MIDDLE, row - _MIDDLE


def place_word(cell: Cell) -> Text:
    """Where a cell lies, in words that stay the same whatever is laid: `with 1 free cell up to the top goal`.

    Half way and farther it is counted to the goals, before that from the start.
    """
    x, y = xy(cell)
    if x == GOAL_COLUMN and min(GOAL_ROWS) < y < max(GOAL_ROWS) and y not in GOAL_ROWS:
        return Text("saboteur.place.between", upper=_goal_at(y - 1), lower=_goal_at(y + 1))
    if x == GOAL_COLUMN and y == min(GOAL_ROWS) - 1:
        return Text("saboteur.place.above_goal", goal=_goal_at(y + 1))
    if x == GOAL_COLUMN and y == max(GOAL_ROWS) + 1:
        return Text("saboteur.place.below_goal", goal=_goal_at(y - 1))
    if x == GOAL_COLUMN + 1 and y in GOAL_ROWS:
        return Text("saboteur.place.behind", goal=_goal_at(y))
    if GOAL_COLUMN // 2 < x < GOAL_COLUMN and y in GOAL_ROWS:
        n = GOAL_COLUMN - x
        goal = _goal_at(y)
        return (
            Text("saboteur.place.before", gap=n - 1, goal=goal)
            if n > 1
            else Text("saboteur.place.right_before", goal=goal)
        )
    if GOAL_COLUMN // 2 < x < GOAL_COLUMN and min(GOAL_ROWS) < y < max(GOAL_ROWS):
        return Text(f"saboteur.place.before_{_way(y, 'y')}", n=GOAL_COLUMN - x)
    if x and y:
        across = Text(f"saboteur.place.{_way(x, 'x')}", n=abs(x))
        return Text("saboteur.place.from_start", across=across, along=Text(f"saboteur.place.{_way(y, 'y')}", n=abs(y)))
    way = _way(x, "x") if x else _way(y, "y")
    return Text(f"saboteur.place.{'next' if abs(x + y) == 1 else 'straight'}_{way}", n=abs(x + y))


def _goal_at(y: int) -> Text:
    return Text(f"saboteur.preview.goal.{GOAL_ROWS.index(y)}")


def _way(n: int, axis: str) -> str:
    return {"x": ("left", "right"), "y": ("up", "down")}[axis][n > 0]


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a path card into a cell, turned by 180 degrees or not (1.4.2)."""

    card: Card
    cell: Cell
    turned: int

    @property
    def notation(self) -> str:
        return f"lay {NAMES[self.card]} {self._at}{' r180' if self.turned else ''}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{NAMES[self.card]}", f"cell:{self._at}", f"turn:{'r180' if self.turned else 'r0'}")

    @property
    def text(self) -> Text:
        key = "saboteur.do.lay_turned" if self.turned else "saboteur.do.lay"
        return Text(key, card=Text(f"saboteur.card.{NAMES[self.card]}"), at=place_word(self.cell))

    @property
    def _at(self) -> str:
        x, y = xy(self.cell)
        return f"{x},{y}"


Ways = tuple[tuple[tuple[Place, ...], ...], ...]
"""WAYS[cell][card][turns]: a card's Places in one cell; turns is 1 for as printed + 2 for turned."""


class _WaysByCell(dict[Cell, Ways]):
    """All Places of a cell, made when first asked for."""

    def __missing__(self, cell: Cell) -> Ways:
        ways = []
        for card in PATH_CARDS:
            printed = Place(card, cell, 0)
            turned = printed if SYMMETRIC[card] else Place(card, cell, 1)
            ways.append(((), (printed,), (turned,), (printed, turned)))
        made = self[cell] = tuple(ways)
        return made


WAYS = _WaysByCell()


def place(card: Card, cell: Cell, turned: int = 0) -> Place:
    """The one Place with these values; a path card that looks the same both ways lies as printed."""
    return WAYS[cell][card][1 << turned][0]


def fitting_turns(card: Card, must_open: Side, must_close: Side) -> tuple[int, ...]:
    """The ways to turn a card so that open meets open and closed meets closed (1.4.2)."""
    return tuple(
        turned
        for turned in ((0,) if SYMMETRIC[card] else (0, 1))
        if OPEN[laid(card, turned)] & (must_open | must_close) == must_open
    )


_FITTING = tuple(
    tuple(sum(1 << turned for turned in fitting_turns(card, need & 15, need >> 4)) for card in PATH_CARDS)
    for need in range(256)
)

Choices = tuple[tuple[Place, ...], ...]
"""For every path card all ways to lay it into one cell."""


class _ChoicesByNeed(dict[int, Choices]):
    """Choices for a cell and what its neighbours demand, made when first asked for."""

    def __missing__(self, key: int) -> Choices:
        cell, need = divmod(key, 256)
        made = self[key] = tuple(map(getitem, WAYS[cell], _FITTING[need]))
        return made


CHOICES = _ChoicesByNeed()
"""CHOICES[cell * 256 + need], where need is: sides that must be open + 16 * sides that must be closed."""
