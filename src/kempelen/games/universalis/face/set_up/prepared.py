"""What is got ready beside a real table: the terrain, a building as one thing (R001, R137 to R149), and what is
measured and rolled with, hit points, marks for states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from kempelen.engine.setup import Setup
from kempelen.engine.things import Ground, Prepared
from kempelen.games.universalis.face.where import terrain_name
from kempelen.games.universalis.files.scenarios import scenario
from kempelen.games.universalis.rules.events import (
    Became,
    Did,
    Lost,
    PhaseBegan,
    PhaseEnded,
    RoundBegan,
    Shaken,
    Shocked,
    Stunned,
)
from kempelen.games.universalis.rules.missions import OBJECTS, missions
from kempelen.games.universalis.rules.profile import PLAY
from kempelen.games.universalis.rules.state import ON_TABLE, State
from kempelen.games.universalis.rules.table.board import Board, Ladder, Piece
from kempelen.geometry import Point
from kempelen.text.say import Field, Text

__all__ = ["MARKED", "by_hand", "grounds", "in_vain", "lying", "prepared"]

MARKED = ("prone", "critical", "panic", "defence", "fast", "ready", "shock", "acted")
"""States that a mark beside a model shows."""
PLAIN = ("prone", "critical", "panic", "defence", "fast", "acted")
"""Of them those that a model either has or not."""
PASSING = ("defence", "fast", "ready")
"""These go when the model acts again (R075)."""
DID = {
    "lie_down": ("lay", "prone"),
    "stand_up": ("take", "prone"),
    "defend": ("lay", "defence"),
    "calm": ("take", "panic"),
}
"""What plain actions do with a mark."""
OFF = 0.05
"""A wall is cut where its parts begin and end; what is nearer to each other is one cut, in cm."""
FROM_BELOW, FROM_LEFT = "below", "left"


def prepared(setup: Setup, position: Mapping[str, Any], piles: frozenset[str]) -> tuple[Prepared, ...]:
    """The same for every skirmish but for the models; missions are chosen later, and secretly."""
    tools = Prepared(Text("universalis.prepared.tools", die=PLAY.die))
    states = tuple(Text(f"universalis.correct.state.{state}") for state in MARKED)
    return (
        tools,
        *for_missions(position),
        *hit_points(position),
        Prepared(Text("universalis.prepared.marks", states=states)),
    )


def for_missions(position: Mapping[str, Any]) -> Iterator[Prepared]:
    """What the missions that can be chosen may need; what the chosen ones do is told with its place, see `laid`."""
    if position.get("phase") not in ("missions", "zones"):
        return
    offered = position.get("choice") or scenario(str(position["scenario"])).missions
    kinds = [Counter(kind for kind, _, _ in missions()[name].objects) for name in offered]
    most = {kind: max(one[kind] for one in kinds) for kind in OBJECTS}
    what = tuple(Text(f"universalis.laid.some.{kind}", n=n) for kind, n in most.items() if n)
    if what:
        yield Prepared(Text("universalis.prepared.objects", what=what))


def hit_points(position: Mapping[str, Any]) -> Iterator[Prepared]:
    """R017: what each model of a side begins with."""
    for seat, letter in enumerate("AB"):
        models = tuple(
            Text("universalis.prepared.model", model=Text("universalis.named", name=model["label"]), n=model["tp"][0])
            for model in position["models"]
            if model["label"].startswith(letter)
        )
        yield Prepared(
            Text("universalis.prepared.hit_points", side=Text("universalis.side", n=seat + 1), models=models)
        )


# -- marks that come and go


def by_hand(event: Any, there: frozenset[str]) -> Text | None:
    """The mark that is laid down or taken away by what has happened."""
    if isinstance(event, Stunned):
        return Text("universalis.by_hand.shocks", who=event.who, n=event.n)
    if isinstance(event, Shocked):
        return None if event.ap else Text("universalis.by_hand.shocks", who=event.who, n=1)
    if isinstance(event, Shaken):
        how = "shaken_left" if event.left else "shaken"
        return Text(f"universalis.by_hand.{how}", who=event.who, ap=event.ap, n=event.markers, left=event.left)
    if isinstance(event, PhaseBegan):
        states = tuple(Text(f"universalis.correct.state.{state}") for state in event.gone)
        return (
            Text("universalis.by_hand.phase", who=event.who, ap=event.ap, n=len(states), states=states)
            if states
            else None
        )
    if isinstance(event, Lost) and event.state == "shock":
        return Text("universalis.by_hand.shock_off", who=event.who)
    if isinstance(event, RoundBegan) and event.n > 1:
        return Text("universalis.by_hand.round", state=Text("universalis.correct.state.acted"))
    how, state = _marked(event)
    if state not in MARKED:
        return None
    how = "passing" if how == "lay" and state in PASSING else how
    return Text(f"universalis.by_hand.{how}", who=event.who, state=Text(f"universalis.correct.state.{state}"))


def in_vain(event: Any, later: Any) -> bool:
    """A mark that is taken away by what comes later need not be laid at all."""
    how, state = _marked(event)
    if how != "lay":
        return False
    if isinstance(later, RoundBegan):
        return state == "acted"
    return _marked(later) == ("take", state) and bool(later.who == event.who)


def _marked(event: Any) -> tuple[str, str]:
    if isinstance(event, Became):
        return "lay", event.state
    if isinstance(event, Lost):
        return "take", event.state
    if isinstance(event, PhaseEnded):
        return "lay", "acted"
    return DID.get(event.action, ("", "")) if isinstance(event, Did) else ("", "")


def lying(s: State) -> Mapping[str, Text]:
    """The marks beside the models that stand on the table."""
    found = {}
    for m in s.models:
        on = {"shock": m.shocks > 0, "ready": m.ready >= 0, **{name: getattr(m, name) for name in PLAIN}}
        for state in MARKED if m.place == ON_TABLE else ():
            if on[state]:
                mark = Text(f"universalis.correct.state.{state}")
                found[f"{m.label}.{state}"] = Text("universalis.by_hand.mark", who=m.name, state=mark)
    return found


# -- the terrain


def grounds(s: State) -> tuple[Ground, ...]:
    """The bare table first, then its pieces, then what stands alone beside them."""
    board = s.board
    whole = Ground(Text("universalis.ground.table", cm=board.size))
    alone = [piece for piece in board.pieces if not piece.part_of]
    houses = [piece for piece in board.pieces if piece.part_of == piece.id]
    inside = {n for n, ladder in enumerate(board.ladders) if any(one.holds(ladder.x, ladder.y) for one in houses)}
    ladders = [
        Ground(Text("universalis.ground.ladder", cm=half(one.high)), (at(one),), (f"ladder:{n + 1}",))
        for n, one in enumerate(board.ladders)
        if n not in inside
    ]
    return (whole, *map(laid, alone), *(built(board, house) for house in houses), *ladders)


def laid(piece: Piece) -> Ground:
    """What it is and how large; between which distances from the edges, or where its corners are."""
    where = between(piece) if is_straight(piece.polygon) else corners(piece)
    return Ground(sized(piece), (where,), (f"terrain:{piece.id}",))


def sized(piece: Piece) -> Text:
    left, low, right, high = piece.box
    tall = Text("universalis.scene.high" if piece.top else "universalis.scene.flat", cm=half(piece.top))
    if not is_straight(piece.polygon):  # its corners say it
        return Text("universalis.scene.piece", kind=terrain_name(piece), high=tall)
    size = {"wide": half(right - left), "deep": half(high - low)}
    return Text("universalis.ground.piece", what=terrain_name(piece), high=tall, **size)


def between(piece: Piece) -> Text:
    left, low, right, high = map(half, piece.box)
    return Text("universalis.ground.between", left=left, right=right, low=low, high=high)


def corners(piece: Piece) -> Text:
    points = tuple(Text("universalis.ground.point", x=half(x), y=half(y)) for x, y in piece.polygon)
    return Text("universalis.ground.corners", points=points)


def at(ladder: Ladder) -> Text:
    return Text("universalis.ground.at", x=half(ladder.x), y=half(ladder.y))


def is_straight(polygon: Sequence[Point]) -> bool:
    """A rectangle along the edges of the table."""
    return len(polygon) == 4 and all(min(abs(x - u), abs(y - v)) < OFF for (x, y), (u, v) in sides(polygon))


def sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from pairwise([*polygon, polygon[0]])


def half(cm: float) -> float:
    """To half a centimetre: nobody builds more exactly."""
    return round(cm * 2) / 2


# -- buildings


def built(board: Board, house: Piece) -> Ground:
    """Its outline, its walls one by one with what is open in them, its floors and how one gets there."""
    parts = [piece for piece in board.pieces if piece.part_of == house.id and piece is not house]
    walls = [piece for piece in parts if not piece.stand]
    lines = [between(house) if is_straight(house.polygon) else corners(house)]
    for one, other in sides(house.polygon):
        lines += wall(house, walls, one, other)
    lines += [
        Text("universalis.ground.roof" if floor.top >= house.top else "universalis.ground.floor", cm=half(floor.top))
        for floor in parts
        if floor.stand
    ]
    ladders = {(one.x, one.y): one for one in board.ladders if house.holds(one.x, one.y)}
    lines += [Text("universalis.ground.ladder_at", where=at(one)) for one in ladders.values()]
    return Ground(sized(house), tuple(lines), (f"terrain:{house.id}",))


def wall(house: Piece, walls: Sequence[Piece], one: Point, other: Point) -> Iterator[Text]:
    """One side of a building and what is open in it, in the order along the wall."""
    # corners go against the clock: outwards is to the right of the way from one to the other
    dx, dy = other[0] - one[0], other[1] - one[1]
    side = ("right" if dy > 0 else "left") if abs(dy) > abs(dx) else ("below" if dx > 0 else "above")
    name = Text(f"universalis.ground.wall.{side}")
    found = list(openings(house, walls, one, other))
    yield from (Text("universalis.ground.open", wall=name, what=what) for what in found)
    if not found:
        yield Text("universalis.ground.closed", wall=name)


def openings(house: Piece, walls: Sequence[Piece], one: Point, other: Point) -> Iterator[Text]:
    """Wherever the parts of a wall leave something open, from the ground to the top; a door fills it."""
    far = hypot(other[0] - one[0], other[1] - one[1])
    ux, uy = (other[0] - one[0]) / far, (other[1] - one[1]) / far
    parts = [(span, part) for part in walls if (span := along(part, one, (ux, uy))) is not None]
    cuts = sorted({0.0, far, *(end for span, _ in parts for end in span)})
    for start, end in pairwise(cuts):
        if end - start < OFF:
            continue
        middle = (start + end) / 2
        here = [part for (begins, ends), part in parts if begins < middle < ends]
        x, y = one[0] + ux * middle, one[1] + uy * middle
        edge, cm = (FROM_LEFT, x) if abs(ux) >= abs(uy) else (FROM_BELOW, y)
        fields: dict[str, Field] = {
            "wide": half(end - start),
            "where": Text(f"universalis.ground.from_{edge}", cm=half(cm)),
        }
        doors = [part for part in here if part.door >= 0]
        if doors:
            yield Text("universalis.ground.door", high=half(doors[0].top), **fields)
            continue
        level = 0.0
        for part in [*sorted(here, key=lambda one: one.bottom), None]:
            top = part.bottom if part is not None else house.top
            if top - level > OFF and level > 0:
                yield Text("universalis.ground.window", low=half(level), high=half(top), **fields)
            elif top - level > OFF:
                yield Text("universalis.ground.gap", high=half(top), **fields)
            level = max(level, part.top if part is not None else 0.0)


def along(part: Piece, one: Point, way: Point) -> tuple[float, float] | None:
    """From where to where a part of a wall goes on one side, from its corner; None if it is on another side."""
    (x0, y0), (ux, uy) = one, way
    places = [((x - x0) * ux + (y - y0) * uy, abs((y - y0) * ux - (x - x0) * uy)) for x, y in part.polygon]
    on = [far for far, off in places if off < OFF]
    return (min(on), max(on)) if len(on) > 1 and max(on) - min(on) > OFF else None
