"""Work for `kempelen bench`: sight between two places, looked up, reckoned, and on the fullest tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from kempelen.games.universalis.files.rosters import roster
from kempelen.games.universalis.files.scenarios import TABLES, models_of, scenario
from kempelen.games.universalis.files.tables import board
from kempelen.games.universalis.rules.profile import PLAY
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import Board
from kempelen.games.universalis.rules.table.sight import body, clear, sees_model
from kempelen.geometry import chord

__all__ = ["SCENARIO", "works"]

SCENARIO = "border_post"
"""Six against six."""
STEP, EDGE = 8.0, 5.0
"""Places are the points of a grid where nothing solid stands."""
FEW = 4
SPARSE = 7
"""Of all pairs of places every so manyth is taken."""

Work = Callable[[], object]


def works() -> Mapping[str, Callable[[], Sequence[Work]]]:
    """By the name of the row: a function that prepares, and returns what is to be measured."""
    return {
        "sight_cached": looked_up,
        "sight_asked": cached,
        "sight": partial(fresh, FEW),
        "sight_full": partial(fresh, 99),
    }


def looked_up() -> list[Work]:
    """The table of sight past terrain, where it was asked before."""
    return [partial(_look_up, *work.args) for work in cached()]


def _look_up(s: State, a: Model, b: Model) -> bool:
    return clear(s.board, s.doors, body(s, a), body(s, b))


def cached() -> list[partial[bool]]:
    """What was asked before, among all models of a game; whoever stands between is looked at anew."""
    s = _state(board(scenario(SCENARIO).table))
    for m, (x, y) in zip(s.models, _places(s.board), strict=False):
        m.x, m.y = x, y
    pairs = [(a, b) for a in s.models for b in s.models if a.seat != b.seat]
    return [partial(sees_model, s, a, b) for a, b in pairs]


def fresh(most: int) -> list[Work]:
    """Nothing is known, and 1 to so many pieces stand in the strip between two models."""
    found: list[Work] = []
    for name in TABLES:
        s = _state(board(name))
        for n, (here, there) in enumerate(combinations(_places(s.board), 2)):
            if n % SPARSE == 0 and 1 <= _between(s.board, here, there) <= most:
                found.append(partial(_ask, s, here, there))
    return found


def _ask(s: State, here: tuple[float, float], there: tuple[float, float]) -> bool:
    s.board._sight.clear()
    s.board._depth.clear()
    viewer, target = s.models[0], _first_enemy(s)
    viewer.x, viewer.y = here
    target.x, target.y = there
    return sees_model(s, viewer, target)


def _first_enemy(s: State) -> Model:
    return next(m for m in s.models if m.seat != s.models[0].seat)


def _state(where: Board) -> State:
    """A board of its own, so that measuring forgets nothing that others have found out."""
    own = Board(where.name, where.pieces, where.ladders, where.environment, where.size)
    which = scenario(SCENARIO)
    s = State(PLAY, {}, which, own, models_of(PLAY, [roster(name) for name in which.rosters]))
    for n, m in enumerate(s.models):
        m.place, m.x, m.y = ON_TABLE, 5.0 * n, -20.0
    return s


def _places(where: Board) -> list[tuple[float, float]]:
    steps = int((where.size - 2 * EDGE) / STEP) + 1
    grid = [(EDGE + STEP * i, EDGE + STEP * k) for i in range(steps) for k in range(steps)]
    solid = [piece for piece in where.pieces if piece.solid]
    return [at for at in grid if not any(piece.holds(*at) for piece in solid)]


def _between(where: Board, here: tuple[float, float], there: tuple[float, float]) -> int:
    """Pieces that some line of the strip crosses."""
    return sum(any(chord(part.polygon, *line) is not None for line in _lines(here, there)) for part in where.solids(0))


def _lines(here: tuple[float, float], there: tuple[float, float]) -> Iterator[tuple[float, float, float, float]]:
    dx, dy = there[0] - here[0], there[1] - here[1]
    far = (dx * dx + dy * dy) ** 0.5
    for off in (-1.2, 0.0, 1.2):
        x, y = -dy / far * off, dx / far * off
        yield here[0] + x, here[1] + y, there[0] + x, there[1] + y
