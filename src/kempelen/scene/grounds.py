"""What the ground of a tile or a piece of terrain looks like: a small pattern a tag, told apart without colour too."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from .model import Scene

__all__ = ["GROUNDS", "ground_rules", "grounds_of", "patterns"]


class Ground(NamedTuple):
    """The side of the square that is repeated, and what lies on its colour (`currentColor` is the colour of lines)."""

    side: float
    lines: str
    shift: float = 0


def _line(d: str, width: float = 1.2, opacity: float = 1) -> str:
    seen = f' opacity="{opacity:g}"' if opacity != 1 else ""
    return f'<path d="{d}" fill="none" stroke="currentColor" stroke-width="{width:g}" stroke-linecap="round"{seen}/>'


def _blot(d: str, opacity: float = 1) -> str:
    return f'<path d="{d}" fill="currentColor" opacity="{opacity:g}"/>'


def _tuft(x: float, y: float) -> str:
    return f"M{x:g} {y:g}q-1-4-3-5M{x:g} {y:g}v-7M{x:g} {y:g}q1-4 3-5"


def _bush(x: float, y: float, r: float) -> str:
    """Three lobes on a flat foot."""
    lobe = f"a{r * 0.6:g} {r * 0.6:g} 0 0 1"
    return f"M{x - r:g} {y:g}{lobe} {r * 0.5:g} {-r * 0.8:g}{lobe} {r:g} 0{lobe} {r * 0.5:g} {r * 0.8:g}z"


def _wave(x: float, y: float) -> str:
    return f"M{x:g} {y:g}q4-4 8 0t8 0"


def _ring(x: float, y: float, a: float, b: float) -> str:
    return f"M{x - a:g} {y:g}a{a:g} {b:g} 0 1 0 {2 * a:g} 0a{a:g} {b:g} 0 1 0 {-2 * a:g} 0"


_CLUMPS = ((9, 14, 7), (27, 9, 5), (31, 28, 7.5), (13, 33, 6), (20, 21, 4))
_BUSHES = "".join(_bush(x, y, r) for x, y, r in _CLUMPS)
_SHADOWS = '<path d="' + "".join(_ring(x + 1.5, y + 0.6, r, r * 0.34) for x, y, r in _CLUMPS) + '" opacity=".22"/>'
"""Bushes in clumps, and what they throw on the ground."""


GROUNDS: Mapping[str, Ground] = {
    "open": Ground(38, _line(_tuft(9, 13) + _tuft(28, 32) + _tuft(31, 10), 1)),
    "brush": Ground(38, _SHADOWS + _blot(_BUSHES, 0.8)),
    "built": Ground(
        38,
        _line("M0 9.5H38M0 19H38M0 28.5H38M0 38H38M10 0V9.5M29 0V9.5M0 9.5V19M19 9.5V19M10 19V28.5M29 19V28.5", 1, 0.6)
        + _line("M0 28.5V38M19 28.5V38", 1, 0.6),
    ),
    "high": Ground(76, _line(_ring(40, 44, 30, 24) + _ring(42, 45, 21, 16) + _ring(44, 46, 12, 9), 1.3, 0.8), -38),
    "crop": Ground(14, _line("M0 3.5H14M0 10.5H14", 2.2, 0.7)),
    "road": Ground(76, _line("M16 0V76M60 0V76", 1.2) + _line("M38 6v14M38 32v14M38 58v14", 2), -38),
    "wet": Ground(38, _line(_wave(3, 10) + _wave(20, 29), 1.3, 0.8)),
    "deep": Ground(38, _line(_wave(1, 7) + _wave(20, 16) + _wave(1, 25) + _wave(20, 34), 1.5)),
    "wall": Ground(10, _line("M0 5H10M5 0V5M0 5V10", 1)),
    "floor": Ground(48, _line("M0 0H48M0 24H48M0 0V24M24 24V48", 1)),
    "rubble": Ground(30, _blot("M3 6l6-3 4 5-5 4zM18 14l7-2 2 6-6 3zM6 21l5-2 3 5-6 3z")),
    "swamp": Ground(30, _line("M5 12v-6M8 12v-5M2 12h9M20 25v-6M23 25v-5M17 25h9", 1.2)),
    "sand": Ground(26, _line("M4 5h.1M17 3h.1M11 12h.1M22 15h.1M5 20h.1M15 22h.1", 2)),
}
"""By tag; the colours are the tokens of the same name, lines those with a 2 behind it."""


def grounds_of(scene: Scene) -> tuple[str, ...]:
    """Those that a scene needs, in the order of the table."""
    used = {tag for shape in scene.everything() for tag in shape.tags}
    return tuple(tag for tag in GROUNDS if tag in used)


def ground_rules(tags: Collection[str], prefix: str) -> str:
    """The rules that fill shapes with the grounds; `.g-tag` colours the pattern itself."""
    return "".join(
        f"\n.scene .g-{tag}{{fill:var(--{tag});color:var(--{tag}2)}}"
        f".scene .t-{tag}>.b{{fill:url(#{prefix}-{tag}) var(--{tag})}}"
        for tag in tags
    )


def patterns(tags: Collection[str], prefix: str) -> Iterator[str]:
    """The patterns that `ground_rules` refers to."""
    for tag in tags:
        side, lines, shift = GROUNDS[tag]
        moved = f' patternTransform="translate({shift:g} {shift:g})"' if shift else ""
        yield (
            f'<pattern id="{prefix}-{tag}" class="g-{tag}" width="{side:g}" height="{side:g}"'
            f' patternUnits="userSpaceOnUse"{moved}><rect width="{side:g}" height="{side:g}"/>{lines}</pattern>'
        )
