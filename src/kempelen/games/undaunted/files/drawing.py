"""The map as a drawing of half-shifted tiles, and back.

    map = '''
    0     1*2   h     0
       2     0     1*1
    0     1     2     0
    '''

A tile is its cover, 0 to 3, or `h` for a hill; `*2` makes it an objective worth 2 points. Tiles of a line stand six
characters apart, and every other line begins three characters further in: half a tile. A dot is a gap. Lines are
lettered from the top, tiles numbered from the left: A1, A2, ..., B1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from kempelen.engine.errors import BadPosition
from kempelen.games.undaunted.rules.terrain import FAR, HILL, Terrain, TileFacts
from kempelen.text.say import Field, Text

__all__ = ["draw_map", "read_map"]

HALF = 3
"""Characters to half a tile."""
MOST_TILES = 60
MOST_LINES = 26
"""Lines are lettered."""
_TILE = re.compile(r"([0-3]|h)(?:\*([1-9]))?")


def _bad(key: str, **fields: Field) -> BadPosition:
    return BadPosition(Text(f"undaunted.map.{key}", field="map", **fields))


@cache
def read_map(drawing: str) -> Terrain:
    """The map that a drawing shows; raises BadPosition naming the line and what stands there."""
    found = list(_tokens(drawing))
    if not found:
        raise _bad("empty")
    if found[-1][0] >= MOST_LINES:
        raise _bad("too_many_lines", n=found[-1][0] + 1, most=MOST_LINES)
    base = min(column for _, column, _ in found)
    slots: dict[tuple[int, int], tuple[str, int]] = {}
    shift: int | None = None
    for line, column, text in found:
        slot = round((column - base) / HALF)
        if text == ".":
            continue
        if shift is None:
            shift = (slot + line) % 2
        if (slot + line) % 2 != shift:
            raise _bad("shift", line=line + 1, column=column + 1, tile=text)
        if (line, slot) in slots:
            raise _bad("twice", line=line + 1, column=column + 1, tile=text, other=slots[line, slot][0])
        slots[line, slot] = text, column + 1
    if not slots:
        raise _bad("empty")
    lowest = min(slot for _, slot in slots)
    tiles = [_tile(line, slot, lowest, slots) for line, slot in sorted(slots)]
    if len(tiles) > MOST_TILES:
        raise _bad("too_many", n=len(tiles), most=MOST_TILES)
    terrain = Terrain(tiles)
    for tile, far in zip(tiles, terrain.distance[0], strict=True):
        if far == FAR:
            raise _bad("apart", tile=tile.name, first=tiles[0].name)
    return terrain


def _tokens(drawing: str) -> Iterator[tuple[int, int, str]]:
    lines = drawing.expandtabs(4).splitlines()
    while lines and not lines[0].strip():
        lines.pop(0)
    for number, line in enumerate(lines):
        for token in re.finditer(r"\S+", line):
            yield number, token.start(), token.group()


def _name(line: int, slot: int, lowest: int) -> str:
    return f"{chr(ord('A') + line)}{(slot - lowest) // 2 + 1}"


def _tile(line: int, slot: int, lowest: int, slots: Mapping[tuple[int, int], tuple[str, int]]) -> TileFacts:
    text, column = slots[line, slot]
    fits = _TILE.fullmatch(text)
    if fits is None:
        raise _bad("tile", line=line + 1, column=column, tile=text)
    around = [(line, slot - 2), (line, slot + 2)]
    around += [(line + down, slot + across) for down in (-1, 1) for across in (-1, 1)]
    hill = fits[1] == "h"
    return TileFacts(
        _name(line, slot, lowest),
        HILL if hill else int(fits[1]),
        hill,
        int(fits[2] or 0),
        tuple(_name(*place, lowest) for place in sorted(around) if place in slots),
        ((slot - lowest) / 2, float(line)),
    )


def draw_map(terrain: Terrain) -> str:
    """The drawing of a map; the inverse of `read_map`."""
    lines: dict[int, list[tuple[int, str]]] = {}
    for tile in terrain.tiles:
        x, y = tile.place
        text = ("h" if tile.hill else str(tile.cover)) + (f"*{tile.points}" if tile.points else "")
        lines.setdefault(round(y), []).append((round(x * 2) * HALF, text))
    drawn = []
    for number in range(max(lines) + 1):
        line = ""
        for column, text in sorted(lines.get(number, [])):
            line = line.ljust(column) + text
        drawn.append(line)
    return "\n".join(drawn) + "\n"
