"""What to draw: the table in centimetres with terrain, zones, objects and models, and a tray of cards a side.

The game counts y from the lower edge, drawings from the upper one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from kempelen.games.universalis.face.about import About, about_model, about_piece, model_facts, term, why_unshot
from kempelen.games.universalis.face.drawn.figures import figure, illustration
from kempelen.games.universalis.face.drawn.landscape import is_tall, landscape, thing
from kempelen.games.universalis.face.fetching import untaken
from kempelen.games.universalis.face.names import SIDES, Base, name_sides
from kempelen.games.universalis.face.outlook import short_name
from kempelen.games.universalis.face.pictures import (
    GLYPHS,
    GROUNDS,
    MARKERS,
    OBJECTS,
    TERRAIN_GLYPHS,
    TYPE_ICONS,
)
from kempelen.games.universalis.face.status import relation, seat_tray, side_of, status
from kempelen.games.universalis.face.where import terrain_name
from kempelen.games.universalis.rules.missions import Area, held_by, missions, turned
from kempelen.games.universalis.rules.models.current import danger, perception, radius
from kempelen.games.universalis.rules.models.equipment import TOUCH
from kempelen.games.universalis.rules.state import EXITED, GONE, ON_TABLE, RESERVE, Model, State
from kempelen.games.universalis.rules.table.board import Piece
from kempelen.games.universalis.rules.terms import HULL, TYPES
from kempelen.scene.icons import LOST
from kempelen.scene.model import DISC, LINE, POLY, RECT, SHIELD, Point, Scene, Shape, Stroke, Tray
from kempelen.scene.status import Fact
from kempelen.text.say import Say, Text

__all__ = ["markers_of", "scene"]

Told: TypeAlias = Mapping[int, tuple[tuple[Fact, ...], About]]
"""Facts and terms of every model; it is drawn on the table and in its roster."""

MARKER = 2.4
"""The size of a marker beside a model, in centimetres."""
THING, RISES = 6.0, 2.0
"""The size of a mast, a core or a crate, and how far its middle stands above its place: the foot is where it is."""


def scene(view: State, say: Say) -> Scene:
    """Nothing on the table is hidden; who looks on without a side sees the second one as the enemy."""
    size = view.board.size
    known = {
        m.index: (model_facts(view, m, say), (*why_unshot(view, m, say), *about_model(view, m, markers_of(m), say)))
        for m in view.models
    }
    shapes = [
        *_zones(view, say),
        *_terrain(view, say),
        *_rings(view, say),
        *_holds(view, say),
        *_way(view, say),
        *_objects(view, say),
        *_markers(view, say),
        *_models(view, known, say),
    ]
    trays = (*(seat_tray(view, seat, say) for seat in (0, 1)), *(_roster(view, seat, known, say) for seat in (0, 1)))
    title, told = say("universalis.title"), _told(view, say)
    return Scene(
        size, size, "cm", tuple(shapes), trays, title=title, description=told, upwards=True, status=status(view, say)
    )


def _told(view: State, say: Say) -> str:
    if view.ending is not None:
        return say("universalis.scene.over", reason=Text(f"universalis.ending.{view.ending.reason}"))
    if view.active:
        m = view.models[view.active[0]]
        return say("universalis.scene.active", n=view.round, who=m.name, ap=m.ap)
    return say(f"universalis.scene.{view.phase}", n=view.round)


# -- the ground


def _flip(view: State, point: Point) -> Point:
    return point[0], view.board.size - point[1]


def _zones(view: State, say: Say) -> Iterator[Shape]:
    for seat, name in enumerate(view.missions):
        if not name:
            continue
        mission = missions()[name]
        side = side_of(view, seat)
        for kind, area in (("zone", mission.zone), ("goal", mission.target)):
            if area is not None:
                label = say(f"universalis.scene.{kind}", side=side, mission=Text(f"universalis.mission.{name}"))
                tags = frozenset({"zone", f"side-{1 + _is_foe(view, seat)}", *(("aim",) if kind == "goal" else ())})
                shapes = _area(view, f"{kind}:{seat + 1}", area, view.turned[seat], label, tags)
                yield from (replace(shape, about=(term(kind, say),)) for shape in shapes)


def _area(view: State, id: str, area: Area, degrees: int, label: str, tags: frozenset[str]) -> Iterator[Shape]:
    middle = view.board.size / 2
    if area.circle is not None:
        x, y, r = area.circle
        x, y = _flip(view, turned(x, y, degrees, middle))
        yield Shape(id, "reach", x, y, 2 * r, 2 * r, DISC, label=label, tags=tags)
    for n, polygon in enumerate(area.polygons):
        points = tuple(_flip(view, turned(x, y, degrees, middle)) for x, y in polygon)
        yield Shape(f"{id}{'' if not n else f'.{n}'}", "reach", form=POLY, points=points, label=label, tags=tags)


def _terrain(view: State, say: Say) -> Sequence[Shape]:
    """Drawn once for a table: only doors change it. By other rules or in other words it is drawn anew."""
    kept = view.board.drawn.get((view.doors, say.lang))
    if kept is None or kept[0] is not view.rules or kept[1] is not say:
        kept = view.board.drawn[view.doors, say.lang] = view.rules, say, tuple(_terrain_of(view, say))
    shapes: Sequence[Shape] = kept[2]
    return shapes


def _terrain_of(view: State, say: Say) -> Iterator[Shape]:
    for piece in view.board.pieces:
        if piece.stand and piece.part_of:
            continue  # floors would hide what is below
        points = tuple(_flip(view, point) for point in piece.polygon)
        tags = {"terrain-" + (piece.type or "solid"), GROUNDS[piece.type]}
        if is_tall(piece):
            tags.add("tall")
        tags.add("hatched" if piece.solid else "dotted" if view.rules.terrain[piece.type].passability else "flat")
        id = f"door:{piece.door + 1}" if piece.door >= 0 else f"terrain:{piece.id}"
        glyph = TERRAIN_GLYPHS[piece.type]
        if piece.door >= 0:
            opened = bool(view.doors >> piece.door & 1)
            tags = {"door", "floor" if opened else "wall", "blocked" if opened else "hatched"}
            glyph = "/" if opened else "D"
        label = _piece_label(view, piece, say)
        about = about_piece(view, piece, say)
        yield Shape(
            id,
            "terrain",
            form=POLY,
            points=points,
            label=label,
            tags=frozenset(tags),
            glyph=glyph,
            art=landscape(piece, points),
            about=about,
            noun=terrain_name(piece) if piece.door < 0 else None,
        )
    for n, ladder in enumerate(view.board.ladders):
        x, y = _flip(view, (ladder.x, ladder.y))
        label = say("universalis.scene.ladder", cm=ladder.high)
        rungs = ((x - 0.5, y - 1), (x - 0.5, y + 1), (x + 0.5, y + 1), (x + 0.5, y - 1))
        yield Shape(
            f"ladder:{n + 1}", "terrain", form=LINE, points=rungs, label=label, glyph="H", about=(term("ladder", say),)
        )


def _piece_label(view: State, piece: Piece, say: Say) -> str:
    if piece.door >= 0:
        key = "door_open" if view.doors >> piece.door & 1 else "door_shut"
        return say(f"universalis.scene.{key}", n=piece.door + 1)
    kind = terrain_name(piece)
    high = Text("universalis.scene.high" if piece.top else "universalis.scene.flat", cm=piece.top)
    if piece.cover:
        return say("universalis.scene.cover", kind=kind, level="I" * piece.cover, high=high)
    return say("universalis.scene.piece", kind=kind, high=high)


def _rings(view: State, say: Say) -> Iterator[Shape]:
    """Danger of the active model; and its perception, if an enemy hides who could be noticed."""
    if not view.active:
        return
    m = view.models[view.active[0]]
    if not m.standing:
        return
    x, y = _flip(view, (m.x, m.y))
    hiding = any(o.hidden for o in view.enemies(m.seat))
    for name, reach in (("perception", perception(view, m) if hiding else 0), ("danger", danger(view, m))):
        if reach:
            wide = 2 * (reach + radius(view, m))
            label = say(f"universalis.scene.{name}", who=m.name, cm=reach)
            yield Shape(
                f"ring:{name}",
                "reach",
                x,
                y,
                wide,
                wide,
                DISC,
                label=label,
                text=say(f"universalis.rim.{name}", cm=reach),
                glyph="·",
                tags=frozenset({name, *(("quiet",) if name == "danger" else ())}),
                about=(term(name, say),),
            )


def _holds(view: State, say: Say) -> Iterator[Shape]:
    """Round what a mission wants held: who is inside, and what that means."""
    drawn: set[Point] = set()
    for seat in (0, 1):
        mission = missions()[view.missions[seat]] if view.missions[seat] else None
        if mission is None or mission.kind != "hold" or not view.objects:
            continue
        for n, near in enumerate(held_by(view, seat)):
            _, x, y = mission.objects[n]
            at = _flip(view, turned(x, y, view.turned[seat], view.board.size / 2))
            if at in drawn:
                continue
            drawn.add(at)
            label = say.of(_held_words(view, near, mission.reach))
            wide = 2 * mission.reach
            yield Shape(
                f"hold:{seat + 1}.{n + 1}",
                "reach",
                *at,
                wide,
                wide,
                DISC,
                label=label,
                text=say("universalis.rim.hold", cm=mission.reach),
                glyph="·",
                tags=frozenset({"hold"}),
                about=(term("hold", say, cm=mission.reach),),
            )


def _way(view: State, say: Say) -> Iterator[Shape]:
    """Where somebody is about to go, while others are asked whether they react."""
    window = view.window
    if window is None or len(window.way) < 2:
        return
    mover = view.models[window.whom]
    points = tuple(_flip(view, (x, y)) for x, y, _ in window.way)
    label = say("universalis.scene.way", who=mover.name)
    yield Shape(f"way:{mover.label}", "arrow", form=LINE, points=points, label=label, tags=frozenset({"way"}))


def _held_words(view: State, near: Sequence[Model], cm: float) -> Text:
    """Who stands within reach of it."""
    seats = {m.seat for m in near}
    if not seats:
        return Text("universalis.scene.held_none", cm=cm)
    names = tuple(short_name(m) for m in near)
    if len(seats) > 1:
        return Text("universalis.scene.held_both", cm=cm, who=names)
    side = side_of(view, next(iter(seats)))
    return Text("universalis.scene.held_one", cm=cm, who=names, side=side)


def _objects(view: State, say: Say) -> Iterator[Shape]:
    for n, found in enumerate(view.objects):
        there, beside = (found, 0.0) if found.carrier < 0 else (view.models[found.carrier], 1.0)
        x, y = _flip(view, (there.x + beside, there.y + beside))
        at, kind = f"{there.x:g},{there.y:g}", Text(f"universalis.object.{found.kind}")
        label = say("universalis.scene.object", kind=kind, n=n + 1, at=at)
        yield Shape(
            f"object:{n + 1}",
            "marker",
            x,
            y - RISES,
            THING,
            THING,
            text=say.of(kind),
            label=label,
            icon=OBJECTS[found.kind],
            art=thing(found.kind),
            tags=frozenset({"standing"}),
            glyph=f"${n + 1}",
            about=(
                term(found.kind, say, cm=TOUCH, n=view.rules.interact_ap),
                *((term("take_not_now", say, why=why),) if (why := untaken(view, n)) else ()),
            ),
            foot=RISES,
            noun=kind,
        )


# -- models


def markers_of(m: Model) -> list[str]:
    """The markers that lie beside a model (R003)."""
    found = {
        "burning": m.burning is not None,
        "ready": m.ready >= 0,
        "panic": m.panic,
        "poison": bool(m.poison),
        "reload": bool(m.reloading),
        "fast": m.fast,
        "shock": m.shocks > 0,
        "hidden": m.hidden,
        "defence": m.defence,
    }
    return [name for name, on in found.items() if on]


def _markers(view: State, say: Say) -> Iterator[Shape]:
    """To the right of a model: its name is above it, and its signs are below."""
    for m in view.models:
        if m.place != ON_TABLE:
            continue
        x, y = _flip(view, (m.x, m.y))
        for n, name in enumerate(markers_of(m)):
            yield Shape(
                f"marker:{m.label}.{name}",
                "marker",
                x + radius(view, m) + MARKER * (n + 0.6),
                y,
                MARKER,
                MARKER,
                label=say(f"universalis.marker.{name}"),
                icon=MARKERS[name],
                glyph=" ",
                about=(term(name, say),),
            )


def _models(view: State, told: Told, say: Say) -> Iterator[Shape]:
    standing = [m for m in view.models if m.place == ON_TABLE]
    places = [_flip(view, (m.x, m.y)) for m in standing]
    bases = [
        Base(x, y, radius(view, m), len(_plate(m, say)), len(markers_of(m)))
        for m, (x, y) in zip(standing, places, strict=True)
    ]
    lying = [_flip(view, (thing.x, thing.y)) for thing in view.objects if thing.carrier < 0]
    for m, base, side in zip(standing, bases, name_sides(bases, view.board.size, lying), strict=True):
        wide = 2 * base.radius
        yield Shape(
            f"model:{m.label}",
            "unit",
            base.x,
            base.y,
            wide,
            wide,
            DISC,
            text=_plate(m, say),
            label=_status(view, m, say),
            icon=_icon(m),
            art="" if m.out else figure(m),
            tags=frozenset({*_tags(view, m), *_drawn_tags(m, side)}),
            glyph=m.label + "".join(GLYPHS[name] for name in markers_of(m)),
            facts=told[m.index][0],
            about=told[m.index][1],
            left=_left(m),
        )


def _drawn_tags(m: Model, side: str) -> Iterator[str]:
    """Where its name stands, and that it is more than a sign."""
    if side != SIDES[0]:
        yield f"name-{side}"
    if not m.out:
        yield "figure"


def _left(m: Model) -> float:
    """How much of its hit points it has left; who is out has nothing to show."""
    return 1 if m.out else max(0, m.tp[HULL]) / max(1, m.card.tp)


def _plate(m: Model, say: Say) -> str:
    """Its name; with the word for it if it is out."""
    return say("universalis.scene.out", who=short_name(m)) if m.out else short_name(m)


def _icon(m: Model) -> tuple[Stroke, ...]:
    """Who is out is crossed out."""
    return LOST if m.out else TYPE_ICONS[TYPES[m.card.type]]


def _tags(view: State, m: Model) -> Iterator[str]:
    if _is_foe(view, m.seat):
        yield "foe"
    if m.card.leader:
        yield "leader"
    if m.out:
        yield from ("broken", "fallen")
    if m.acted and m.index not in view.active:
        yield "done"
    if m.hidden:
        yield "hidden"
    if m.prone:
        yield "suppressed"
    if m.critical:
        yield "critical"
    if m.index in view.active:
        yield "last-move"


def _is_foe(view: State, seat: int) -> bool:
    return seat != max(view.viewer, 0)


def _status(view: State, m: Model, say: Say) -> str:
    """Name, AP (red when critical, R032), TP and states in a line."""
    states = _states(m)
    line = say("universalis.scene.status", who=m.name, ap=m.ap, tp="/".join(map(str, m.tp)))
    return line if not states else say("universalis.scene.states", line=line, states=tuple(states))


def _states(m: Model) -> list[Text]:
    """All that is out of the ordinary about it, in words."""
    if m.place in (GONE, EXITED, RESERVE):
        return [Text(f"universalis.marker.{('reserve', '', 'gone', 'exited')[m.place]}")]
    states = [Text(f"universalis.marker.{name}") for name in markers_of(m)]
    for name, on in (("out", m.out), ("critical", m.critical), ("prone", m.prone)):
        if on:
            states.append(Text(f"universalis.marker.{name}"))
    if m.drone_ap:
        states.append(Text("universalis.scene.drone_ap", n=m.drone_ap))
    return states


def _state(m: Model, say: Say) -> str:
    """The same for a line below its name; that it is out says all."""
    if m.out:
        return say("universalis.marker.out")
    return ", ".join(say.of(text) for text in _states(m))


def _roster(view: State, seat: int, told: Told, say: Say) -> Tray:
    """The models of a side, each with what it has left. One that waits for its place is to be picked here."""
    items = tuple(
        Shape(
            f"{'model' if m.place == RESERVE and view.phase == 'deploy' else 'card'}:{m.label}",
            "unit",
            form=SHIELD if _is_foe(view, m.seat) else RECT,
            glyph=m.label,
            label=_status(view, m, say),
            icon=_icon(m),
            art="" if m.out else illustration(m),
            tags=frozenset(_tags(view, m)),
            facts=told[m.index][0],
            about=told[m.index][1],
            left=0 if m.out else _left(m),
            state=_state(m, say),
            usable=(m.place == RESERVE and view.phase == "deploy")
            or (m.standing and not (m.acted and m.index not in view.active)),
        )
        for m in view.models
        if m.seat == seat
    )
    label = say("universalis.scene.roster", side=side_of(view, seat))
    return Tray(f"group:{seat + 1}", label, "roster", items, str(seat + 1), relation=relation(view, seat))
