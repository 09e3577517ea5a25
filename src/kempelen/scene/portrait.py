"""Who sits there, as a small picture: coats of colour in a square of 100, from back to front. No files, no names.

A game declares a portrait with the tray of a seat. It depends on the seat alone: a face that knew a hidden role would
give it away. The seat's emblem stays beside it, so nobody is told apart by a face or a colour alone.
"""

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .status import Icon

__all__ = ["INK", "Coat", "Moved", "Portrait", "draw_portrait", "oval", "painted", "visored"]

INK = "#1f1a16"
PATH = re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+")
COLOUR = re.compile(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?")


class Coat(NamedTuple):
    """An area, a line or both: the path as in SVG, its colour, and the colour and breadth of its line."""

    path: str
    fill: str = ""
    line: str = ""
    width: float = 3

    @property
    def sound(self) -> bool:
        """Whether it is a path and colours, and nothing else."""
        drawn = all(COLOUR.fullmatch(colour) for colour in (self.fill, self.line) if colour)
        return bool(PATH.fullmatch(self.path)) and drawn and bool(self.fill or self.line)


Portrait: TypeAlias = tuple[Coat, ...]


class Moved(NamedTuple):
    """Coats, moved to the right and down, and how large they are."""

    coats: Portrait
    x: float
    y: float
    scale: float


def oval(x: float, y: float, across: float, down: float | None = None) -> str:
    """The path of a circle or an ellipse round a middle, by its half widths."""
    high = across if down is None else down
    return (
        f"M{x - across:g} {y:g}a{across:g} {high:g} 0 1 0 {2 * across:g} 0a{across:g} {high:g} 0 1 0 {-2 * across:g} 0Z"
    )


def visored(cloth: str, steel: str, light: str, sign: Icon = ()) -> Portrait:
    """A helmet with its visor down, for whoever fights for a group: colours, and the group's sign on the forehead."""
    marks = "".join("M" + "L".join(f"{38 + 24 * x:.3g} {10 + 24 * y:.3g}" for x, y in stroke) for stroke in sign)
    return (
        Coat("M0 0H100V100H0Z", "#33383d"),
        Coat("M4 100Q8 78 30 74H70Q92 78 96 100Z", cloth, INK),
        Coat("M38 70H62V86H38Z", "#23272b", INK, 2.5),
        Coat("M20 50C18 18 32 5 50 5S82 18 80 50L76 72Q64 84 50 84T24 72Z", steel, INK),
        Coat("M21 42Q50 34 79 42L77 60Q50 54 23 60Z", "#16191c", INK),
        Coat("M28 47Q50 41 72 47L71 52Q50 46 29 52Z", light),
        Coat("M38 66H62M40 72H60M43 78H57", "", INK, 2.6),
        Coat("M13 46H22V66H13ZM78 46H87V66H78Z", cloth, INK, 2.5),
        *((Coat(marks, "", INK, 2.6),) if marks else (Coat("M47 7H53V36H47Z", cloth, INK, 2),)),
    )


@lru_cache(maxsize=256)
def draw_portrait(portrait: Portrait) -> str:
    """The picture for a page: it says nothing that does not stand beside it in words, so readers of screens skip it."""
    if not all(coat.sound for coat in portrait):
        raise ValueError("a portrait is made of paths and colours")
    return f'<svg class="face" viewBox="0 0 100 100" aria-hidden="true">{"".join(map(_drawn, portrait))}</svg>'


@lru_cache(maxsize=512)
def painted(*layers: Portrait | Moved) -> str:
    """A picture for a card, in a square of 100, from back to front."""
    return "".join(map(_layer, layers))


def _layer(layer: Portrait | Moved) -> str:
    coats = layer.coats if isinstance(layer, Moved) else layer
    if not all(coat.sound for coat in coats):
        raise ValueError("a picture is made of paths and colours")
    paths = "".join(map(_laid, coats))
    if not isinstance(layer, Moved):
        return paths
    return f'<g transform="translate({layer.x:g} {layer.y:g}) scale({layer.scale:g})">{paths}</g>'


def _laid(coat: Coat) -> str:
    """As `_drawn`, but short: the lines of a picture are of ink and three broad, unless it says otherwise."""
    line = "" if coat.line else ' stroke="none"'
    if coat.line:
        line += f' stroke="{coat.line}"' if coat.line != INK else ""
        line += f' stroke-width="{coat.width:g}"' if coat.width != 3 else ""
    return f'<path d="{coat.path}" fill="{coat.fill or "none"}"{line}/>'


def _drawn(coat: Coat) -> str:
    line = f' stroke="{coat.line}" stroke-width="{coat.width:g}"' if coat.line else ""
    return f'<path d="{coat.path}" fill="{coat.fill or "none"}"{line}/>'
