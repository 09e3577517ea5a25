"""What a phone shows of a real table: scenes as they were then, and the part of the board that a deed is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from markupsafe import Markup

from kempelen.companion import kept_now, names_all_cards
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.scene import parts
from kempelen.scene.layout import apart
from kempelen.scene.model import Scene, Shape, is_cell
from kempelen.text.say import Say
from kempelen.web.pocket.deed import Deed
from kempelen.web.pocket.tapping import badges, board_with_links, cropped, edged, gone_from, mark, numbered, placed, way
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import empty_scene
from kempelen.web.shown.happened import thing_of
from kempelen.web.shown.known import Look, state_when
from kempelen.web.shown.trays import Emblem, beside
from kempelen.wording import seated

__all__ = [
    "FRACTION",
    "Frame",
    "board_asked",
    "emblem_of",
    "event_of",
    "frames_of",
    "laid_told",
    "left_told",
    "named_events",
    "picture_of",
    "portrayed",
    "scene_of",
    "scene_then",
    "table_shown",
    "things_in",
    "tile_below",
    "told_on",
]

FEW_MODELS = 8
WHOLE = 8
"""A board of so few tiles across and along is shown whole: nobody has to look for the part of it."""
NEARLY_SQUARE = 0.85
"""What is tapped fills the width of a phone."""
WIDE = 1.5
"""A picture above a sentence is at least so much wider than high, where there is more to show."""


def scene_of(room: Room, view: Any, say: Say) -> Scene:
    if view is None:
        return empty_scene()
    scene, now = room.game.scene(view, say), kept_now(room.session)
    if now is not None:
        scene = room.game.things.kept_scene(scene, view, now, say)
    return seated(room.game, room.setup, scene, say)


@dataclass(frozen=True, slots=True)
class Frame:
    """One instruction, with the table before and after it."""

    deed: Deed
    before: Scene | None
    after: Scene


def frames_of(room: Room, deeds: Sequence[Deed], every: Sequence[Deed], say: Say) -> list[Frame]:
    """Instructions that stand on one page, each with what lay there; small things that follow it belong to it, up to
    the next of `every`."""
    found, look = list[Frame](), cache(room.session.look_back)
    begins = sorted(deed.number for deed in every)
    told = len(room.session.events_for(SPECTATOR))
    for deed in deeds:
        before = found[-1].after if found else scene_before(room, deed, say, look)
        last = next((number for number in begins if number > deed.last), told) - 1
        state = state_when(room.session, SPECTATOR, max(last, deed.last), look)
        found.append(Frame(deed, before, deed.mended or scene_of(room, state, say)))
    return found


def scene_before(room: Room, deed: Deed, say: Say, look: Look) -> Scene | None:
    """The table when it had not yet happened; None where there was none."""
    state = state_when(room.session, SPECTATOR, deed.number - 1, look) if deed.number > 0 else None
    return scene_of(room, state, say) if state is not None else None


def scene_then(room: Room, deed: Deed, say: Say) -> Scene:
    """The table when it had happened, and nothing after it but what was corrected of it."""
    return deed.mended or scene_of(room, state_when(room.session, SPECTATOR, deed.last), say)


def left_told(frame: Frame) -> list[str]:
    """How much is left of what was hurt or healed: who marks it reads the whole number, not only the difference."""
    before = {shape.id: shape for shape in frame.before.shapes} if frame.before is not None else {}
    after = {shape.id: shape for shape in frame.after.shapes}
    struck = [str(touch["handle"]) for touch in frame.deed.touches if touch["effect"] in ("hurt", "healed")]
    found = []
    for handle in dict.fromkeys(struck):
        was, now = before.get(handle), after.get(handle)
        if was is None or now is None or now.role != "unit":
            continue
        known = {fact.label for fact in was.facts}
        new = [fact.label for fact in now.facts if fact.label not in known and FRACTION.fullmatch(fact.value)]
        found += [f"{now.label.partition(':')[0]}: {label}" for label in new]
    return found


def laid_told(frame: Frame, say: Say) -> list[str]:
    """The small markers that lie on a board of tiles now, or no longer: somebody has to put them there."""
    if frame.before is None or frame.after.unit == "cm":
        return []
    before, after = (
        {one.id: one for one in scene.shapes if one.role in MARKS} for scene in (frame.before, frame.after)
    )
    new = [one for id, one in after.items() if id not in before or before[id].label != one.label]
    gone = [one for id, one in before.items() if id not in after]
    turned = [one for one in new if one.id in before]
    return [
        *(
            say(
                "web.beside.marks_turned",
                was=called(before[one.id]),
                what=called(one),
                where=tile_below(one, frame.after),
            )
            for one in turned
        ),
        *(
            say(f"web.beside.marks_{key}", what=what, where=[tile_below(one, frame.after) for one in some])
            for key, marks in (("laid", [one for one in new if one.id not in before]), ("gone", gone))
            for what, some in grouped(marks).items()
        ),
    ]


def called(mark: Shape) -> str:
    """What a marker is, and whose: what its label says before it goes on."""
    return mark.label.partition(":")[0].partition(" (")[0]


def grouped(marks: Sequence[Shape]) -> dict[str, list[Shape]]:
    found: dict[str, list[Shape]] = {}
    for one in marks:
        if what := called(one):
            found.setdefault(what, []).append(one)
    return found


def tile_below(one: Shape, scene: Scene) -> str:
    cells = (cell for cell in scene.shapes if is_cell(cell) and cell.label)
    near = min(cells, key=lambda cell: (cell.x - one.x) ** 2 + (cell.y - one.y) ** 2, default=one)
    return near.label.partition(",")[0]


MARKS = frozenset({"mark", "marker"})
FRACTION = re.compile(r"\d+/\d+")


def steps_drawn(frames: Sequence[Frame], scene: Scene) -> str:
    """Who has gone from where, who is lost, and which step is where if there are several."""
    drawn, numbers = list[str](), Counter[tuple[float, float]]()
    on_it = [frame for frame in frames if begins_at(frame) is not None]
    for nth, frame in enumerate(frames, 1):
        there = {shape.id: shape for shape in apart(frame.before.shapes)} if frame.before is not None else {}
        for touch in frame.deed.touches:
            shape, lost = there.get(str(touch["handle"])), touch["effect"] == "lost"
            after = next((one for one in frame.after.shapes if one.id == touch["handle"]), None)
            if shape is None or is_cell(shape) or not (lost or touch["effect"] == "moved"):
                continue
            if after is None if lost else (after is not None and (after.x, after.y) != (shape.x, shape.y)):
                drawn.append(gone_from(shape, scene, lost=lost))
        if len(on_it) > 1 and (place := begins_at(frame)) is not None:
            drawn.append(numbered(place, nth, scene, numbers[place.x, place.y]))
            numbers[place.x, place.y] += 1
    return "".join(drawn)


def begins_at(frame: Frame) -> Shape | None:
    """Where a step begins, on the board; whose turn it is is no place."""
    before = {shape.id: shape for shape in frame.before.shapes} if frame.before is not None else {}
    after = {shape.id: shape for shape in frame.after.shapes}
    for touch in frame.deed.touches:
        found = before.get(str(touch.get("by") or touch["handle"])) or after.get(str(touch["handle"]))
        if found is not None and touch["effect"] != "turned":
            return found
    return None


def table_shown(scene: Scene) -> Markup:
    """The table without anything to tap; of one in centimetres the part where somebody stands."""
    whole = board_with_links(without_axes(scene), {})
    return Markup(cropped(whole, scene, units_of(scene), ratio=WIDE)) if scene.unit == "cm" else whole


def without_axes(scene: Scene) -> Scene:
    """A part of a table in centimetres ends anywhere, also in the middle of the figures at its edge."""
    return replace(scene, columns=(), rows=()) if scene.unit == "cm" else scene


def picture_of(deed: Deed, scene: Scene, frames: Sequence[Frame] = ()) -> Markup | None:
    """The part of the board that it touches, as it was then; a small board whole, and any if it touches nothing there.

    With `frames` it shows also where pieces stood before, and numbers several steps.
    """
    if not scene.shapes:
        return None
    touched = marks_of(deed)
    there = {shape.id for shape in scene.shapes}
    marks = {handle: word for handle, word in touched.items() if handle in there}
    whole = board_with_links(replace(scene, columns=(), rows=()), {}, marks)
    units = units_of(scene) if scene.unit == "cm" else ()
    gone = "".join(way(scene, touch.get("path", ())) for touch in deed.touches)
    end = whole.rindex("</svg>")
    about = (*marks, *passed(deed), *acting(deed), *deed.aims) if marks else tuple(passed(deed))
    via = points_passed(deed, scene) if about else ()
    drawn, about = f"{whole[:end]}{gone}{steps_drawn(frames, scene)}{whole[end:]}", (*about, *(one.id for one in via))
    if scene.unit != "cm" and scene.w <= WHOLE and scene.h <= WHOLE:
        return Markup(edged(cropped(drawn, scene, tuple(there), 1), scene))
    return Markup(edged(cropped(drawn, scene, about or units, spots=via, ratio=WIDE), scene))


def points_passed(deed: Deed, scene: Scene) -> tuple[Shape, ...]:
    """The points of a measured table that a piece has gone over: whoever moves it sees where it stood."""
    points = [step for touch in deed.touches for step in touch.get("path", ()) if not isinstance(step, str)]
    return tuple(
        Shape(f"via:{n}", "place", x, scene.top + scene.h - y if scene.upwards else y, 1, 1)
        for n, (x, y, *_) in enumerate(points)
    )


def units_of(scene: Scene) -> tuple[str, ...]:
    return tuple(shape.id for shape in scene.shapes if shape.role == "unit")


def portrayed(scene: Scene, places: Container[str]) -> bool:
    """Is only one of few models chosen, on a measured table? They are buttons, too: so the board need not be so large
    that each can be hit, and shows the whole situation."""
    units = {shape.id for shape in scene.shapes if shape.role == "unit"}
    there = [shape.id for shape in scene.shapes if shape.id in places]
    return scene.unit == "cm" and 0 < len(there) <= FEW_MODELS and units.issuperset(there)


def told_on(drawing: str, scene: Scene, deed: Deed | None) -> str:
    """A board with the ways of what was just told, for a question that has a board of its own."""
    if deed is None:
        return drawing
    end = drawing.rindex("</svg>")
    gone = "".join(way(scene, touch.get("path", ())) for touch in deed.touches)
    marks = marks_of(deed)
    lost = "".join(mark(shape, marks[shape.id], scene) for shape in scene.shapes if marks.get(shape.id))
    return f"{drawing[:end]}{gone}{lost}{drawing[end:]}"


def things_in(room: Room, deeds: Sequence[Deed], say: Say) -> dict[int, Markup]:
    """The cards that instructions are about, and those that go with what comes of them, each by its own line."""
    found: dict[int, Markup] = {}
    for deed in deeds:
        shown: set[object] = set()
        for one in (deed.what, *deed.goes_on):
            event = event_of(room.session, one.number)
            card = getattr(event, "by_card", None) or getattr(event, "card", None)
            if card in shown:  # it lies there already
                continue
            if event is not None and (thing := thing_at(room, event, say)) is not None:
                found[one.number] = thing
                shown.add(card)
    return found


def thing_at(room: Room, event: Event, say: Say) -> Markup | None:
    """The card that has been played, or that something has happened to."""
    played = getattr(event, "by_card", None)  # where the event names another card than the one that is played
    if played is not None and (shape := room.game.things.picture(room.game.things.card_text(played), say)):
        return Markup(parts.sample(shape))
    thing = thing_of(room.game, event, say)
    if thing is None or not getattr(event, "turned", 0):
        return thing
    return Markup('<span class="turned-180">{}</span>').format(thing)


def acting(deed: Deed) -> list[str]:
    """The pieces that something was done by: who shoots is in the picture, too."""
    return [str(touch["by"]) for touch in deed.touches if touch.get("by")]


def passed(deed: Deed) -> list[str]:
    """The places that a piece has gone over."""
    return [step for touch in deed.touches for step in touch.get("path", ()) if isinstance(step, str)]


def marks_of(deed: Deed) -> dict[str, str]:
    """What is written over everything that an instruction touches: a number stays, whatever else is done to it."""
    found: dict[str, str] = {}
    for touch in deed.touches:
        handle = str(touch["handle"])
        found[handle] = found.get(handle, "") or mark_of(touch)
    return found


def mark_of(touch: Any) -> str:
    """`-2` for a loss, nothing for something that only moved. Points to act with are not marked on a piece: a number
    over it is read as what it has lost."""
    amount = touch.get("amount")
    if amount is None or touch["effect"] == "spent":
        return ""
    return f"−{amount}" if touch["effect"] in ("hurt", "lost") else f"+{amount}"


def named_events(session: Session) -> list[Event]:
    """What everybody knows has happened; where a person names the automas' cards, with the cards that he must move."""
    if not names_all_cards(session):
        return session.events_for(SPECTATOR)
    return [event for event in session.events if event.seen_by(SPECTATOR) is not None]


def event_of(session: Session, number: int) -> Event | None:
    events = named_events(session)
    return events[number] if 0 <= number < len(events) else None


def emblem_of(room: Room, seat: Seat | None, scene: Scene) -> Emblem | None:
    """The sign of a seat, as it looks to whoever plays; `scene` is what he sees."""
    if seat is None or seat < 0:
        return None
    lying = beside(scene, frozenset())
    names: Sequence[str] = room.game.speech.seat_names(room.setup)
    trays = [*lying.seats, *([lying.you] if lying.you else [])]
    found = next((tray.emblem for tray in trays if tray.seat in (names[seat], str(seat + 1))), None)
    return replace(found, relation="own") if found is not None and seat in room.session.humans else found


def board_asked(
    scene: Scene,
    places: Mapping[str, str],
    does: Mapping[str, str],
    spots: Sequence[Shape],
    told: Deed | None,
    chances: Mapping[str, str],
    numbers: Mapping[str, int],
) -> Markup:
    """The board with what can be tapped; of a table in centimetres the part where that is, or nobody would hit it."""
    whole = told_on(board_with_links(without_axes(scene), places, {}, does, spots), scene, told)
    if numbers:
        end = whole.rindex("</svg>")
        counted = "".join(placed(shape, numbers[shape.id], scene) for shape in scene.shapes if shape.id in numbers)
        whole = f"{whole[:end]}{counted}{whole[end:]}"
    if scene.unit == "cm":
        end = whole.rindex("</svg>")
        likely = "".join(badges(scene, chances))
        whole = f"{whole[:end]}{likely}{whole[end:]}"
        shown, room = (units_of(scene), 0.0) if portrayed(scene, places) else (tuple(places), 7 if spots else 12)
        return Markup(cropped(whole, scene, shown, room, spots, ratio=NEARLY_SQUARE))
    return Markup(whole)
