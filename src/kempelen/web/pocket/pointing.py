"""Where a model of one's own goes on a table in centimetres: by a part of the table and a point in it, or by a thing.

What the address says is where somebody has pointed so far. The last step shows the way, what it takes and where the
model then stands, and nothing is done before it is said to be so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from math import ceil, floor, hypot
from typing import Any

from markupsafe import Markup

from kempelen.engine.errors import IllegalAction
from kempelen.engine.table import Decision, notation_of
from kempelen.scene.model import Point, Scene, Shape
from kempelen.scene.svg import SCALE
from kempelen.text.say import Say, Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.measures import FOOT, beside_of, first_word, gap, legs_of, told_up
from kempelen.web.pocket.set_up.building import from_edges, half
from kempelen.web.pocket.tapping import RULED, board_with_links, cropped, ruled, way
from kempelen.web.pocket.wrong.correcting import AREA, PART, spot
from kempelen.web.rooms.room import Room
from kempelen.web.shown.choices import free_points
from kempelen.web.shown.previews import aim_in_words, leads_to, reach_in_words
from kempelen.web.shown.seen import sides_of

__all__ = ["Pointing", "pointing_of", "typed_point"]

TYPED = re.compile(r"(-?\d+(?:[.,]\d+)?)\s*(?:[;/ ]|,\s)\s*(-?\d+(?:[.,]\d+)?)$")
WRITTEN = re.compile(r"(-?\d+\.\d+),(-?\d+(?:\.\d+)?)$|(-?\d+),(-?\d+\.\d+)$")
"""A point as files have it; `34,5` alone is one number."""
FARTHEST = 999
"""No table is so large, in cm."""
LONGEST = 200
"""Letters that anybody types for one answer."""
EXACT = re.compile(r"(\d{1,3}(?:\.\d+)?),(\d{1,3}(?:\.\d+)?),cm")
TOWARDS = "to "
CELL, MOST_CELLS = 2, 13
"""Within so many cells of two centimetres across nobody needs a part of the table first."""
ROUND = tuple(n / 2 for n in range(-4, 5))
"""Half centimetres round a point, for whoever measures more exactly."""
LEAST_SHOWN = 14
"""So many centimetres of the table are shown at least."""
MOST_THINGS = 8
MOST_LETTERS = 12
"""What a ring takes is written at it if it is so short."""
MODEL = 2.5
"""So wide is the base of a model that is drawn where it would stand."""
BROAD = 1.2
"""What one points at is so much wider than high, or nothing is beside it that one goes by."""
THINGS = ("unit", "terrain", "marker", "mark")
WIDE = 1.6
"""A way is shown so much wider than high, for what is said of it must be seen as well."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """One step of pointing."""

    level: str
    """`part`, `point`, or `sure` where a way is shown."""
    board: Markup
    lines: tuple[str, ...] = ()
    """What cannot be, the way in words, and what it takes."""
    more: tuple[str, ...] = ()
    """Where it ends, and what else is so there."""
    exact: Markup | None = None
    """Half centimetres round its end."""
    do: str = ""
    """The answer that the way is."""
    towards: tuple[tuple[str, str], ...] = ()
    """Things to go to: address and name."""
    near: tuple[tuple[str, str], ...] = ()
    """Places that the game proposes: answer and where that is."""


def typed_point(room: Room, typed: str, picked: Sequence[str]) -> str:
    """What was typed, in the notation: `34,5 20` is a point, and alone where only one thing can be done with it. Raises
    IllegalAction for one that no table has."""
    text = typed.strip()
    found = (TYPED.search(text) or WRITTEN.search(text)) if len(text) <= LONGEST else None
    if found is None:
        return text
    before = text[: found.start()].strip()
    if before:  # a whole order: the game reads its numbers
        return text
    x, y = (number.replace(",", ".") for number in found.groups() if number is not None)
    if max(abs(float(x)), abs(float(y))) > FARTHEST:
        raise IllegalAction(Text("web.beside.far_off", typed=text))
    asked = room.asked(OPERATOR)
    free = free_in(asked, picked) if asked is not None and asked.kind == "do" else []
    return str(free[0]["do"]).replace("{point}", f"{x},{y}") if len(free) == 1 else f"{x},{y}"


def free_in(decision: Decision[Any], picked: Sequence[str]) -> list[dict[str, Any]]:
    """What takes any point, of what is left after these picks."""
    options = [{"do": notation_of(one), "handles": list(one.handles)} for one in decision.options]
    return [one for one in free_points(options) if not picked or set(picked) <= set(one["handles"])]


def pointing_of(
    room: Room, scene: Scene, picked: Sequence[str], to: str, address: Callable[..., str], say: Say
) -> Pointing | None:
    """What is pointed at next; None where something else is asked."""
    decision = room.asked(OPERATOR)
    if decision is None or decision.kind != "do" or decision.check is None or scene.unit != "cm":
        return None
    free = free_in(decision, picked)
    if len(free) != 1 or not (picked or is_all_there_is(decision, free[0]["handles"])):
        return None
    handles = tuple(free[0]["handles"])
    piece = next((shape for shape in scene.shapes if shape.id in handles and shape.role == "unit"), None)
    if (exact := EXACT.fullmatch(to)) is not None:
        return way_shown(room, scene, handles, piece, (float(exact[1]), float(exact[2])), address, say)
    if to.startswith(TOWARDS):
        thing = next((shape for shape in scene.shapes if shape.id == to.removeprefix(TOWARDS)), None)
        if thing is not None:
            # what is upright on a foot stands there itself, as wide as its foot
            apart = FOOT + (piece.w / 2 if piece is not None else 0) if thing.foot else 0.0
            point = nearest_to(room, scene, handles, piece, (thing.x, told_up(scene, thing.y + thing.foot)), apart)
            return way_shown(room, scene, handles, piece, point, address, say)
    rings = reach_in_words(room, OPERATOR, handles, say)["rings"]
    lines = [outline for ring in rings for outline in ring["outlines"]]
    level, spots, links = cells(scene, lines, to, address, say)
    if piece is None:  # it is set up: nothing but the rules says where
        allowed = partial(room_for, room, scene, str(free[0]["do"]))
        spots = [one for one in spots if allowed(one)]
        links = {one.id: links[one.id] for one in spots}
    whole = board_with_links(scene, links, {piece.id: ""} if piece is not None else {}, {}, spots)
    drawn = with_rings(whole, scene, rings)
    near = max((LEAST_SHOWN - extent(spots)) / 2, 1.0)  # who hardly gets anywhere sees more than his own feet
    drawn = ruled(drawn, scene, spots)
    board = Markup(cropped(drawn, scene, tuple(links), max(near, RULED), tuple(spots), ratio=BROAD))
    first = level == "part" or to == ""
    return Pointing(
        level,
        board,
        towards=tuple(things_near(scene, piece, address, say)) if first and piece is not None else (),
        near=tuple(proposed(scene, decision, handles, piece, say)) if first else (),
    )


def extent(spots: Sequence[Shape]) -> float:
    """How far what can be tapped reaches, the longer way."""
    xs, ys = [one.x for one in spots], [one.y for one in spots]
    return max(max(xs) - min(xs), max(ys) - min(ys)) if spots else 0


def is_all_there_is(decision: Decision[Any], handles: Sequence[str]) -> bool:
    """Is nothing asked but where this one is set up?"""
    return all(set(handles) <= set(option.handles) for option in decision.options)


def room_for(room: Room, scene: Scene, do: str, square: Shape) -> bool:
    """May something stand anywhere on a square, as far as one looks: in its middle, and in a large one round it?"""
    far = square.w * 0.35 if square.w > 1 else 0
    for dx, dy in ((0, 0), (far, far), (-far, far), (far, -far), (-far, -far)) if far else ((0, 0),):
        x, y = half(square.x + dx), half(told_up(scene, square.y) + dy)
        if room.objection(OPERATOR, do.replace("{point}", f"{x:g},{y:g}")) is None:
            return True
    return False


# -- where it may be


def cells(
    scene: Scene, lines: Sequence[Sequence[Sequence[float]]], to: str, address: Callable[..., str], say: Say
) -> tuple[str, list[Shape], dict[str, str]]:
    """Squares to tap, where anything is in reach: of two centimetres, or first a part of the table."""
    xs, ys = [x for line in lines for x, _ in line], [y for line in lines for _, y in line]
    left, right = (max(min(xs), 0), min(max(xs), scene.w)) if xs else (0.0, scene.w)
    low, high = (max(min(ys), 0), min(max(ys), scene.h)) if ys else (0.0, scene.h)
    part = PART.fullmatch(to)
    if part is not None:
        x0, y0 = int(part[1]), int(part[2])
        points = [(x, y) for x in range(x0, x0 + AREA + 1) for y in range(y0, y0 + AREA + 1)]
        level, wide = "point", 1
    elif max(right - left, high - low) <= CELL * MOST_CELLS:
        across, up = range(floor(left), ceil(right) + 1, CELL), range(floor(low), ceil(high) + 1, CELL)
        points, level, wide = [(x, y) for x in across for y in up], "point", CELL
    else:
        across, up = (
            range(floor(left / AREA) * AREA, ceil(right), AREA),
            range(floor(low / AREA) * AREA, ceil(high), AREA),
        )
        corners = [(x, y) for x in across for y in up]
        spots = [spot(scene, x + AREA / 2, y + AREA / 2, AREA, say) for x, y in corners]
        return "part", spots, {shape.id: address(to=f"{x},{y}") for shape, (x, y) in zip(spots, corners, strict=True)}
    there = [
        (x, y) for x, y in points if 0 <= x <= scene.w and 0 <= y <= scene.h and (not lines or inside(x, y, lines))
    ]
    spots = [spot(scene, x, y, wide, say) for x, y in there]
    return level, spots, {shape.id: address(to=f"{x},{y},cm") for shape, (x, y) in zip(spots, there, strict=True)}


def inside(x: float, y: float, lines: Sequence[Sequence[Sequence[float]]]) -> bool:
    """A point within any of these outlines; islands in them are left to the rules."""
    return any(crossings(x, y, line) % 2 for line in lines)


def crossings(x: float, y: float, line: Sequence[Sequence[float]]) -> int:
    """How often somebody who goes to the right from a point crosses the line."""
    found = 0
    for (x1, y1), (x2, y2) in zip(line, [*line[1:], line[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            found += 1
    return found


def with_rings(drawing: str, scene: Scene, rings: Sequence[Mapping[str, Any]]) -> str:
    """How far one gets, each outline with what it takes."""
    sx, sy = SCALE[scene.unit]
    found: list[str] = []
    for ring in rings:
        for outline in ring["outlines"]:
            points = [(x * sx, told_up(scene, y) * sy) for x, y in outline]
            line = "L".join(f"{x:g} {y:g}" for x, y in points)
            x, y = min(points, key=lambda point: point[1])
            found.append(f'<path class="over-reach" d="M{line}Z"/>')
            if len(short := escape(ring["short"])) <= MOST_LETTERS:
                at = f'x="{x:g}" y="{y - 3:g}" font-size="{1.3 * sy:g}"'
                found.append(f'<text class="over-takes" {at}>{short}</text>')
    end = drawing.rindex("</svg>")
    return f"{drawing[:end]}{''.join(found)}{drawing[end:]}"


def is_worn(one: Shape, models: Container[str]) -> bool:
    """A state that a model has, `marker:A1.prone`: nobody walks to that."""
    model, dot, _ = one.id.partition(":")[2].partition(".")
    return one.role == "marker" and bool(dot) and model in models


def things_near(scene: Scene, piece: Shape, address: Callable[..., str], say: Say) -> Iterator[tuple[str, str]]:
    """What somebody may walk to: other models, terrain, what a mission is about; the nearest first, his own last."""
    sides = sides_of(scene)
    models = {one.id.partition(":")[2] for one in scene.shapes if one.role == "unit"}
    others = [
        one
        for one in scene.shapes
        if one.role in THINGS and one.id != piece.id and one.label and not is_worn(one, models)
    ]
    named: dict[str, Shape] = {}
    nouns = Counter(one.noun for one in others)
    for one in sorted(others, key=lambda one: (sides.get(one.id) is True, gap(one, piece))):
        bare = say.of(one.noun, "Bare") if one.noun is not None and nouns[one.noun] == 1 else ""
        named.setdefault(bare or first_word(one.label), one)
    for name, one in list(named.items())[:MOST_THINGS]:
        yield address(to=f"{TOWARDS}{one.id}"), name


def proposed(
    scene: Scene, decision: Decision[Any], handles: Sequence[str], piece: Shape | None, say: Say
) -> Iterator[tuple[str, str]]:
    """What the game proposes, by how far it is and what lies beside it; what is set up by the edges."""
    for option in decision.options:
        if not set(handles) <= set(option.handles):
            continue
        points = [point_in(handle) for handle in option.handles if handle.startswith("at:")]
        if piece is None:
            yield notation_of(option), from_edges(scene, set_up_at(scene, handles, points[-1]), say)
            continue
        path = [(piece.x, told_up(scene, piece.y)), *points]
        ghost = Shape(piece.id, "unit", path[-1][0], told_up(scene, path[-1][1]), piece.w, piece.h)
        words = say.of(list(legs_of(path, scene, say)))
        yield notation_of(option), ". ".join([words, *beside_of(scene, ghost, say)])


def set_up_at(scene: Scene, handles: Sequence[str], point: Point) -> Shape:
    """A piece that does not stand on the table yet, where it would."""
    return Shape(handles[0], "unit", point[0], told_up(scene, point[1]), MODEL, MODEL)


def point_in(handle: str) -> Point:
    x, y, *_ = handle.removeprefix("at:").split(",")
    return float(x), float(y)


# -- the way


def nearest_to(
    room: Room, scene: Scene, handles: Sequence[str], piece: Shape | None, thing: Point, apart: float = 0.0
) -> Point:
    """The last point on the straight line to a thing where a way may end, also one round what lies between: it stands
    there itself. No nearer to its middle than `apart`."""
    if piece is None:
        return thing
    x0, y0 = piece.x, told_up(scene, piece.y)
    steps = int(2 * hypot(thing[0] - x0, thing[1] - y0))
    for n in range(steps, 0, -1):
        x, y = (half(a + (b - a) * n / steps) for a, b in ((x0, thing[0]), (y0, thing[1])))
        if hypot(thing[0] - x, thing[1] - y) >= apart and leads_to(room, OPERATOR, handles, (x, y)):
            return x, y
    return thing


def nearest_proposed(room: Room, handles: Sequence[str], point: Point, say: Say) -> dict[str, Any]:
    """Where nothing is near enough to what was tapped: the nearest place of those that the game proposes."""
    decision = room.asked(OPERATOR)
    assert decision is not None
    ends = [
        point_in(places[-1])
        for option in decision.options
        if set(handles) <= set(option.handles)
        and (places := [handle for handle in option.handles if handle.startswith("at:")])
    ]
    for end in sorted(ends, key=lambda one: hypot(one[0] - point[0], one[1] - point[1])):
        aimed = aim_in_words(room, OPERATOR, handles, [end], say)
        if "do" in aimed:
            return aimed
    return {}


def way_shown(
    room: Room,
    scene: Scene,
    handles: Sequence[str],
    piece: Shape | None,
    point: Point,
    address: Callable[..., str],
    say: Say,
) -> Pointing:
    """The way to a point, or as near to it as one gets; half centimetres round its end can be tapped."""
    aimed = aim_in_words(room, OPERATOR, handles, [point], say)
    lines: list[str] = []
    more: list[str] = []
    if "do" not in aimed:
        lines.append(str(aimed["objection"]))
        aimed = aimed.get("nearer") or nearest_proposed(room, handles, point, say)
    seen = aimed.get("seen", {})
    path = [tuple(step) for step in seen.get("path", ()) if not isinstance(step, str)] or [point]
    end = path[-1] if aimed else point
    if aimed and piece is not None:
        ghost = Shape(piece.id, "unit", end[0], told_up(scene, end[1]), piece.w, piece.h)
        if legs := list(legs_of(path, scene, say)):
            lines.append(say("web.beside.way", legs=legs))
        more += [say("web.beside.then_stands", where=from_edges(scene, ghost, say)), *beside_of(scene, ghost, say)]
    elif aimed:
        ghost = set_up_at(scene, handles, end)
        lines.append(from_edges(scene, ghost, say))
        more += beside_of(scene, ghost, say)
    # how far it is, the way itself says, to half a centimetre as it is measured
    if costs := [cost for cost in seen.get("costs", []) if not (lines and cost.endswith(f" {scene.unit}"))]:
        lines.append(say("web.beside.takes", costs=costs))
    more += [text for _, text in seen.get("remarks", [])]
    x0, y0 = half(end[0]), half(end[1])
    around = [(x0 + dx, y0 + dy) for dx in ROUND for dy in ROUND if 0 <= x0 + dx <= scene.w and 0 <= y0 + dy <= scene.h]
    spots = [spot(scene, x, y, 0.5, say) for x, y in around]
    links = {shape.id: address(to=f"{x:g},{y:g},cm") for shape, (x, y) in zip(spots, around, strict=True)}
    base = piece or set_up_at(scene, handles, (x0, y0))
    fine = ruled(board_with_links(scene, links, {}, {}, spots), scene, spots, replace(base, x=x0, y=told_up(scene, y0)))
    exact = Markup(cropped(fine, scene, tuple(links), RULED, tuple(spots)))
    ends = spot(scene, end[0], end[1], 0.5, say)
    there = {} if piece is not None else {ends.id: address(to=f"{end[0]:g},{end[1]:g},cm")}
    whole = board_with_links(scene, there, {piece.id: ""} if piece is not None else {}, {}, (ends,) if there else ())
    cut = whole.rindex("</svg>")
    about = (ends.id, piece.id) if piece is not None else (ends.id,)
    board = cropped(f"{whole[:cut]}{way(scene, path)}{whole[cut:]}", scene, about, 5, (ends,), ratio=WIDE)
    do = str(aimed.get("do", ""))
    return Pointing("sure", Markup(board), tuple(dict.fromkeys(lines)), tuple(dict.fromkeys(more)), exact, do)
