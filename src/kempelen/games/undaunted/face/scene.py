"""What a seat sees of the table: the map, counters and markers, hands, supplies.

Handles are those of the actions. Of equal cards the first is `card:scout-A`, further ones are `card:scout-A#2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.about import (
    about_card,
    about_tile,
    ground,
    marker_about,
    share_left,
    unit_facts,
)
from kempelen.games.undaunted.face.beside import fallen, hand, piles, plate, play_area, short, supply
from kempelen.games.undaunted.face.figures import figure
from kempelen.games.undaunted.face.pictures import CONTROLLED, ICONS, SCOUTED, TARGET
from kempelen.games.undaunted.face.scenery import scenery
from kempelen.games.undaunted.face.status import status
from kempelen.games.undaunted.face.words import side_word, unit_word
from kempelen.games.undaunted.rules.cards import KIND, NAMES, SQUAD, UNITS
from kempelen.games.undaunted.rules.state import HIDDEN, SIDES, TURN, State
from kempelen.games.undaunted.rules.terrain import Terrain, Tile, TileFacts
from kempelen.scene.model import DISC, POLY, RECT, SHIELD, SIGNS, Form, Point, Scene, Shape, Tray
from kempelen.scene.model import MARKS as TAG_SIGNS
from kempelen.text.say import Say, Text

__all__ = ["scene"]

IN_A_ROW = (1, 1, 2, 3, 2, 3, 3, 4, 4)
"""Counters side by side on a tile, by how many there are; even more also stand four in a row."""
FIELD = (-0.2, 0.285)
"""Above this part of a tile are its name and cover, below are markers; the counters share it."""
WIDE, HIGH, GAP = 0.46, 0.44, 0.02
"""The largest counters, and what is between two."""
CROWD = 4
"""From so many counters on, the markers of a tile are small and the counters have the room."""
BETWEEN = 0.33
"""The size of counters whose lower row of two fits between such markers."""
MARKERS, SMALL_MARKERS = (0.385, 0.2), (0.415, 0.15)
"""How far from a tile's middle its markers lie, and how large they are."""
LOWER = 0.335
"""Down to there counters stand above small markers."""
TARGET_BETWEEN, TARGET_ABOVE = 0.12, (0.415, 0.2)
"""Where target markers lie: between the other markers, or above them if counters stand there."""
MARKS = (("u", "U"), ("d", "D"))
"""Scouted and controlled, by side, in a text drawing."""
COVER, POINTS, STAR = "⌂", "*", "★"
"""Before a tile's cover, and before what an objective is worth; on its coin a star stands behind that."""
HOUSE = ((-0.13, -0.02), (0.0, -0.13), (0.13, -0.02), (0.13, 0.13), (-0.13, 0.13))
"""The same sign as a picture, round its middle."""
HILL = ((-0.16, 0.13), (-0.05, -0.13), (0.05, -0.13), (0.16, 0.13))


def scene(view: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    order = [view.active, 1 - view.active]
    used: Counter[str] = Counter()
    trays = [
        *(hand(view, seat, say, used) for seat in order if _is_open(view, seat)),
        *(plate(view, seat, say) for seat in (0, 1)),
        *(supply(view, seat, say) for seat in (0, 1)),
        *(play_area(view, seat, say) for seat in order if view.sides[seat].play),
        *(fallen(view, seat, say) for seat in (0, 1) if view.sides[seat].casualties),
        *(piles(view, say) if view.viewer >= 0 else ()),
        Tray(SIGNS, say("undaunted.scene.signs"), text=_signs(view, say)),
    ]
    return Scene.around(
        (*_tiles(_land(view), say), *_markers(view, say), *_counters(view, say)),
        "tile",
        trays,
        title=say("undaunted.title"),
        description=_description(view, say),
        columns=(),
        rows=(),
        status=status(view, say),
    )


def _description(view: State, say: Say) -> str:
    if view.ending is not None:
        winner = side_word(view.ending.winners[0]) if view.ending.winners else Text("undaunted.nobody")
        return say("undaunted.scene.over", winner=winner)
    if not view.round:
        return say("undaunted.scene.start", side=side_word(view.holder))
    if view.phase != TURN:
        return say("undaunted.scene.initiative", n=view.round)
    return say("undaunted.scene.turn", n=view.round, side=side_word(view.active))


def _is_open(view: State, seat: Seat) -> bool:
    hand = view.sides[seat].hand
    return bool(hand) and (view.viewer == seat or any(card != HIDDEN for card in hand))


# -- the map


class _Land(NamedTuple):
    """The map without who stands on it."""

    terrain: Terrain
    values: tuple[int, ...]
    radio: Tile
    spawns: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    marks: tuple[tuple[int, int], ...]
    """By side: what it has scouted, and what it controls."""


def _land(view: State) -> _Land:
    facts, marks = view.scenario, tuple((side.marked, side.controlled) for side in view.sides)
    return _Land(facts.terrain, tuple(view.values), facts.radio, facts.spawns, marks)


@lru_cache(maxsize=64)
def _tiles(land: _Land, say: Say) -> tuple[Shape, ...]:
    """It rarely changes."""
    return tuple(_drawn_tiles(land, say))


def _drawn_tiles(land: _Land, say: Say) -> Iterator[Shape]:
    grounds: Counter[str] = Counter()
    for n, tile in enumerate(land.terrain.tiles):
        x, y = tile.place
        kind = ground(tile)
        grounds[kind] += 1
        value = land.values[n]
        cover = _cover(tile)
        tags = {"hill" if tile.hill else f"cover-{tile.cover}", kind}
        yield Shape(
            f"tile:{tile.name}",
            "tile",
            x,
            y,
            text=tile.name,
            art=scenery(kind, grounds[kind]),
            label=_tile_label(land, n, say),
            tags=frozenset(tags | ({"objective"} if value else set())),
            glyph=(f"{tile.name} {COVER}{cover}{f'{POINTS}{value}' if value else ''}",),
            about=about_tile(tile, value, n == land.radio, say),
        )
        yield Shape(
            f"cover:{tile.name}",
            "cover",
            form=POLY,
            points=tuple((x - 0.34 + across, y - 0.33 + down) for across, down in (HILL if tile.hill else HOUSE)),
            text=cover,
        )


def _cover(tile: TileFacts) -> str:
    return "h" if tile.hill else str(tile.cover)


def _signs(view: State, say: Say) -> str:
    """What the signs on the map mean; those that are rare only when they are there."""
    down = any(side.suppressed >> unit & 1 and side.at[unit] >= 0 for side in view.sides for unit in UNITS)
    aimed = any(side.marker >= 0 for side in view.sides)
    words = [
        say("undaunted.scene.sign_cover", sign=COVER),
        *([say("undaunted.scene.sign_hill", sign=f"{COVER}h")] if any(view.scenario.terrain.hill) else []),
        say("undaunted.scene.sign_points", sign=f"{POINTS}, {STAR}"),
        *([say("undaunted.scene.sign_suppressed", sign=TAG_SIGNS["suppressed"])] if down else []),
        *([say("undaunted.scene.sign_target", sign=TAG_SIGNS["target"])] if aimed else []),
    ]
    return " · ".join(words)


def _tile_label(land: _Land, tile: Tile, say: Say) -> str:
    facts = land.terrain.tiles[tile]
    words = [say("undaunted.scene.hill" if facts.hill else "undaunted.scene.tile", at=facts.name, cover=facts.cover)]
    if land.values[tile]:
        words.append(say("undaunted.scene.objective", n=land.values[tile]))
    if tile == land.radio:
        words.append(say("undaunted.scene.radio"))
    for seat, (marked, controlled) in enumerate(land.marks):
        if marked >> tile & 1:
            words.append(_marked(controlled >> tile & 1 == 1, seat, say))
        units = tuple(unit_word(unit, seat) for unit in UNITS if land.spawns[seat][unit] == tile)
        if units:
            words.append(say("undaunted.scene.spawn", units=units))
    return ", ".join(words)


def _markers(view: State, say: Say) -> Iterator[Shape]:
    terrain, crowd = view.scenario.terrain, _crowd(view)
    for tile in terrain.objectives:
        x, y = terrain.tiles[tile].place
        yield Shape(
            f"objective:{terrain.names[tile]}",
            "marker",
            x + 0.31,
            y - 0.33,
            w=0.25,
            h=0.25,
            form=DISC,
            label=say("undaunted.scene.objective", n=view.values[tile]),
            text=f"{view.values[tile]}{STAR}",
            glyph=" ",
            tags=_taken(view, tile),
            about=marker_about("objective", say, n=view.values[tile]),
        )
    for seat, side in enumerate(view.sides):
        for tile, name in enumerate(terrain.names):
            if side.marked >> tile & 1:
                controlled = side.controlled >> tile & 1
                state = "controlled" if controlled else "scouted"
                x, y = terrain.tiles[tile].place
                far, size = _marks(crowd[tile])
                yield Shape(
                    f"mark:{SIDES[seat]}-{name}",
                    "mark",
                    x + (-far, far)[seat],
                    y + far,
                    w=size,
                    h=size,
                    form=_form(view, seat, RECT),
                    icon=CONTROLLED if controlled else SCOUTED,
                    label=_marked(bool(controlled), seat, say),
                    tags=frozenset({state, *(["filled"] if controlled else []), *_foe(view, seat)}),
                    glyph=MARKS[seat][controlled],
                    about=marker_about(state, say),
                )
        if side.marker >= 0:
            x, y = terrain.tiles[side.marker].place
            far, size = _marks(crowd[side.marker])
            across, down = TARGET_ABOVE if _between(crowd[side.marker]) else (TARGET_BETWEEN, far)
            yield Shape(
                f"target:{SIDES[seat]}",
                "marker",
                x + (-across, across)[seat],
                y + down,
                w=size,
                h=size,
                form=_form(view, seat, DISC),
                icon=TARGET,
                glyph=MARKS[seat][0],
                tags=frozenset({"target", *_foe(view, seat)}),
                label=say("undaunted.scene.target", side=side_word(seat), at=terrain.names[side.marker]),
                about=marker_about("aimed", say),
            )


def _taken(view: State, tile: Tile) -> frozenset[str]:
    """Whose colour a coin has: what is held looks unlike what can still be taken."""
    holders = [seat for seat, side in enumerate(view.sides) if side.controlled >> tile & 1]
    return frozenset({"taken", *_foe(view, holders[0])}) if holders else frozenset()


def _marked(controlled: bool, seat: Seat, say: Say) -> str:
    return say("undaunted.scene.controlled" if controlled else "undaunted.scene.scouted", side=side_word(seat))


def _foe(view: State, seat: Seat) -> set[str]:
    """Whoever looks on without a side sees the second one as the enemy."""
    return {"foe"} if seat != max(view.viewer, 0) else set()


def _form(view: State, seat: Seat, own: Form) -> Form:
    return SHIELD if _foe(view, seat) else own


def _counters(view: State, say: Say) -> Iterator[Shape]:
    terrain = view.scenario.terrain
    crowd = _crowd(view)
    placed: Counter[Tile] = Counter()
    for seat, side in enumerate(view.sides):
        for unit in UNITS:
            at = side.at[unit]
            if at < 0:
                continue
            (across, down), (wide, high) = _spot(placed[at], crowd[at])
            placed[at] += 1
            x, y = terrain.tiles[at].place
            tags = {SIDES[seat], *_foe(view, seat)}
            label = say.of(unit_word(unit, seat), "bare")
            if side.suppressed >> unit & 1:
                tags.add("suppressed")
                label = say("undaunted.scene.suppressed", unit=label)
            yield Shape(
                f"unit:{SIDES[seat]}-{NAMES[unit]}",
                "unit",
                x + across,
                y + down,
                w=wide,
                h=high,
                form=_form(view, seat, RECT),
                icon=ICONS[KIND[unit]],
                art=figure(KIND[unit], seat, down="suppressed" in tags),
                corner=SQUAD[unit],
                label=label,
                tags=frozenset(tags),
                glyph=short(unit, say),
                facts=unit_facts(view, seat, unit, say),
                left=share_left(side, unit),
                about=(*(marker_about("suppressed", say) if "suppressed" in tags else ()), *about_card(unit, say)),
            )


def _crowd(view: State) -> Counter[Tile]:
    """How many counters are on a tile."""
    return Counter(at for side in view.sides for at in side.at if at >= 0)


def _marks(count: int) -> tuple[float, float]:
    """How far from the middle the markers of a tile with so many counters lie, and how large they are."""
    return SMALL_MARKERS if count >= CROWD else MARKERS


def _between(count: int) -> bool:
    """Whether so many counters have a lower row of two, between the markers."""
    return count in (4, 5)


def _spot(n: int, count: int) -> tuple[Point, Point]:
    """Where on a tile the n-th of so many counters stands, from its middle, and how wide and high it is."""
    per_row = IN_A_ROW[min(count, len(IN_A_ROW) - 1)]
    rows = -(-count // per_row)
    top, bottom = FIELD[0], LOWER if count >= CROWD else FIELD[1]
    wide, high = min(WIDE, 0.94 / per_row), min(HIGH, (bottom - top) / rows)
    if _between(count):
        wide = high = min(BETWEEN, wide)
        bottom = top + rows * high
    row, column = divmod(n, per_row)
    here = min(per_row, count - row * per_row)
    across = (column - (here - 1) / 2) * wide
    down = (top + bottom) / 2 + (row - (rows - 1) / 2) * high
    return (across, down), (wide - GAP, high - GAP)
