"""Textures of our own, made of a few numbers: grain by turbulence and a light, contours, rhumb lines. No files.

Each is a small SVG picture that a page lays over a colour and multiplies with it; as a data address it can stand in a
style sheet. Those of turbulence are drawn once by the browser and then repeated.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, hypot, pi, sin
from typing import NamedTuple
from urllib.parse import quote

from .model import Point

__all__ = ["GRAINS", "PAGE_TEXTURES", "TEXTURES", "address", "grain", "texture"]


class Grain(NamedTuple):
    """Turbulence: how fine it is across and down, in how many octaves, how rough, and how high the light stands."""

    frequency: str
    octaves: int
    rough: float
    seed: int
    height: int
    side: int = 512
    light: str = "#fff"


GRAINS: Mapping[str, Grain] = {
    "rock": Grain(".018 .022", 4, 7, 11, 56, 400),
    "wood": Grain(".006 .11", 3, 2.4, 8, 64, 400),
    "paper": Grain(".035", 3, 1.2, 5, 66, 300),
    "felt": Grain(".75", 2, 0.9, 2, 62, 160),
    "concrete": Grain(".09", 3, 2.2, 21, 62, 300),
    "beam": Grain(".02 .16", 4, 2.6, 3, 52, 120, "#c99a63"),
    "fine wood": Grain(".012 .14", 3, 2.6, 5, 62, 160),
    "fine paper": Grain(".06", 3, 1.3, 9, 66, 160),
}
LINES = ("contours", "rhumb lines")
TEXTURES = (*GRAINS, *LINES)
"""The names a look may use."""
ALPHA = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 .8 .6 0 0 0"
"""Two channels of the turbulence become the height of the surface."""


def address(svg: str) -> str:
    """A picture as a data address for a style sheet or an image."""
    return "data:image/svg+xml," + quote(svg, safe="/:=' ,;()")


@cache
def texture(name: str, lines: str) -> str:
    """A picture by its name; `lines` is the colour of those that are drawn with lines."""
    if name in GRAINS:
        return grain(GRAINS[name])
    return {"contours": contours, "rhumb lines": rhumb_lines}[name](lines)


def grain(made: Grain) -> str:
    side, area = made.side, "width='100%' height='100%'"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'><filter id='f' x='0' y='0' {area}>"
        f"<feTurbulence type='fractalNoise' baseFrequency='{made.frequency}' numOctaves='{made.octaves}'"
        f" seed='{made.seed}' stitchTiles='stitch'/><feColorMatrix values='{ALPHA}'/>"
        f"<feDiffuseLighting surfaceScale='{made.rough:g}' lighting-color='{made.light}'>"
        f"<feDistantLight azimuth='235' elevation='{made.height}'/></feDiffuseLighting></filter>"
        f"<rect {area} filter='url(#f)'/></svg>"
    )


# -- contours: lines of equal height by marching squares

CELLS, SIDE = 44, 880
WAVES = (
    (1, 2, 0.4, 1.9, 1.0),
    (2, 1, 3.1, 0.3, 0.7),
    (1, 3, 5.2, 4.4, 0.5),
    (3, 2, 2.2, 2.8, 0.42),
    (2, 3, 0.9, 5.5, 0.3),
)
"""The land: so many waves across and down, where they begin, how high they are. It repeats at the edges."""
LEVELS, HIGH, EVERY = 9, 0.3, 3
MISSED = 2.6
"""A point that lies no further beside the line, in points of the screen, is not missed."""
"""So many levels up and down, the height between two, and which are drawn broader."""


def contours(colour: str) -> str:
    levels = range(-LEVELS, LEVELS + 1)
    fine, broad = (
        "".join(_path(line) for level in levels if (level % EVERY == 0) is wide for line in _at(level))
        for wide in (False, True)
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{SIDE}' height='{SIDE}'>"
        f"<g fill='none' stroke='{colour}' stroke-linejoin='round'><path opacity='.28' d='{fine}'/>"
        f"<path opacity='.4' stroke-width='1.8' d='{broad}'/></g></svg>"
    )


def _height(i: int, j: int) -> float:
    turn = 2 * pi / CELLS
    return sum(high * sin(turn * u * i + p) * cos(turn * v * j + q) for u, v, p, q, high in WAVES)


def _at(level: int) -> Iterator[list[Point]]:
    """The lines of one level: pieces through the squares, joined where they meet."""
    steps: dict[Point, list[Point]] = {}
    for j in range(CELLS):
        for i in range(CELLS):
            for a, b in _through(i, j, level * HIGH + 0.01):
                steps.setdefault(a, []).append(b)
                steps.setdefault(b, []).append(a)
    ends = [at for at, near in steps.items() if len(near) == 1]
    for start in (*ends, *steps):
        line = [start]
        while steps[line[-1]]:
            here = line[-1]
            there = steps[here].pop()
            steps[there].remove(here)
            line.append(there)
        if len(line) > 1:
            yield line


def _through(i: int, j: int, level: float) -> Iterator[tuple[Point, Point]]:
    corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
    cut: list[Point] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        a, b = _height(ax, ay), _height(bx, by)
        if (a < level) != (b < level):
            (ax, ay, a), (bx, by, b) = sorted([(ax, ay, a), (bx, by, b)])
            part = (level - a) / (b - a)
            cut.append((round(ax + (bx - ax) * part, 6), round(ay + (by - ay) * part, 6)))
    yield from zip(cut[::2], cut[1::2], strict=True)


def _path(line: list[Point]) -> str:
    """In whole points from one to the next."""
    scale = SIDE / CELLS
    places = _plainly([(round(x * scale), round(y * scale)) for x, y in line])
    (x, y), *others = places
    if set(others) <= {(x, y)}:
        return ""
    steps = []
    for u, v in others:
        steps.append(f"{u - x} {v - y}".replace(" -", "-"))
        x, y = u, v
    return f"M{places[0][0]} {places[0][1]}l{' '.join(steps)}".replace(" -", "-")


def _plainly(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same line without points that nobody would miss."""
    if len(places) < 3:
        return places
    (ax, ay), (bx, by) = places[0], places[-1]
    long = hypot(bx - ax, by - ay)

    def off(n: int) -> float:
        x, y = places[n]
        return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long if long else hypot(x - ax, y - ay)

    far = max(range(1, len(places) - 1), key=off)
    if off(far) <= MISSED:
        return [places[0], places[-1]]
    return _plainly(places[: far + 1])[:-1] + _plainly(places[far:])


# -- rhumb lines: rays from three points of a chart, and a rose

CENTRES = ((200, 560), (760, 160), (1180, 720))
CHART = (2000, 1400)
"""As large as any sheet: where it were repeated, rays would end."""


def rhumb_lines(colour: str) -> str:
    rays = "".join(
        f"M{x} {y}l{2400 * cos(k * pi / 8):.0f} {2400 * sin(k * pi / 8):.0f}" for x, y in CENTRES for k in range(16)
    )
    long = "".join(
        f"<path d='M0-62L7-9L0 0L-7-9Z' transform='rotate({turn})' fill='{colour}'/>" for turn in (0, 90, 180, 270)
    )
    short = "".join(f"<path d='M0-40L5-8L0 0L-5-8Z' transform='rotate({turn})'/>" for turn in (45, 135, 225, 315))
    x, y = CENTRES[0]
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{CHART[0]}' height='{CHART[1]}'>"
        f"<g opacity='.26' fill='none' stroke='{colour}'><path d='{rays}'/>"
        f"<g transform='translate({x} {y})'>{long}{short}<circle r='70'/><circle r='46'/></g></g></svg>"
    )


PAGE_TEXTURES = (
    ":root{"
    + ";".join(f'--tx-{name}:url("{address(texture(name, "#5b4522"))}")' for name in ("paper", "wood"))
    + "}@media(prefers-contrast:more),(forced-colors:active){"
    ":root{--tx-paper:none;--tx-wood:linear-gradient(#0000,#0000)}}"
)
"""What every page is made of: paper, and wood along the top."""
