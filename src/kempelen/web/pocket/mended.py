"""What was corrected after it had been told: instructions say and show it as it is now, and the history tells of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kempelen.companion import path_of
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR
from kempelen.engine.things import Correction
from kempelen.scene.model import Point, Scene, is_cell
from kempelen.text.say import Say
from kempelen.web.pocket.deed import PUT, Deed
from kempelen.web.pocket.deeds import counted, places_public, points_told
from kempelen.web.pocket.measures import told_up
from kempelen.web.pocket.pictured import scene_of, scene_then
from kempelen.web.pocket.wrong.correcting import TYPED, changed_text, name_in, names_in, tray_in
from kempelen.web.rooms.room import Room
from kempelen.web.shown.happened import Happened
from kempelen.web.shown.story import log_of

__all__ = ["log_lines", "mended"]

LONGEST = 60
"""So many turns of the history are shown on a phone."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A correction that still counts."""

    told: int
    """So many events had been told before it, secret ones too."""
    before: Any
    after: Any
    facts: Mapping[str, Any]


def mends_of(session: Session) -> list[Mend]:
    found = []
    for moment, after in pairwise(session.moments):
        rows = session.inputs[moment.inputs : after.inputs]
        if len(rows) == 1 and rows[0].kind == "set" and moment.state is not None:
            found.append(Mend(after.events, moment.state, after.state, rows[0].value))
    return found


def seen(room: Room, state: Any, say: Say) -> Scene:
    return scene_of(room, room.game.view(state, SPECTATOR), say)


# -- an instruction whose piece stands elsewhere by now


def mended(room: Room, deeds: Sequence[Deed], say: Say) -> list[Deed]:
    """The same instructions; what one has put somewhere, and was corrected since, goes where it really is."""
    mends = mends_of(room.session)
    if not mends:
        return list(deeds)
    public = places_public(room.session)
    return [mended_deed(room, deed, [one for one in mends if one.told > public[deed.last]], say) for deed in deeds]


def mended_deed(room: Room, deed: Deed, since: Sequence[Mend], say: Say) -> Deed:
    put = [str(touch["handle"]) for touch in deed.touches if touch["effect"] in PUT]
    if not since or not put:
        return deed
    place, found = places_in(scene_then(room, deed, say)), deed
    for mend in since:
        before, now = places_in(seen(room, mend.before, say)), seen(room, mend.after, say)
        after = places_in(now)
        moved = {
            one: after[one]
            for one in put
            if one in after and before.get(one) == place.get(one) not in (None, after[one])
        }
        if moved:
            place |= moved
            what, *others = (led_to(part, moved, now) for part in (found.what, *found.goes_on))
            found = replace(found, what=what, goes_on=tuple(others), mended=now)
    return found


def places_in(scene: Scene) -> dict[str, Point]:
    return {shape.id: (shape.x, shape.y) for shape in scene.shapes}


def led_to(what: Happened, moved: Mapping[str, Point], scene: Scene) -> Happened:
    """A way on a measured table ends where the piece really stands."""
    if scene.unit != "cm":
        return what
    return replace(what, touches=tuple(way_to(touch, moved.get(str(touch["handle"])), scene) for touch in what.touches))


def way_to(touch: Mapping[str, Any], place: Point | None, scene: Scene) -> Mapping[str, Any]:
    if place is None or not touch.get("path"):
        return touch
    return {**touch, "path": [*touch["path"][:-1], [place[0], told_up(scene, place[1])]]}


# -- the history


def log_lines(room: Room, upto: int, say: Say) -> list[tuple[str, ...]]:
    """What has happened, the newest first, also within a turn, with what was corrected in between; not what the table
    has not got to: `upto` so many events that everybody knows."""
    session = room.session
    public = places_public(session)
    end = public[upto] if upto < len(public) else len(session.events)
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for entry in log_of(session, None if room.over else SPECTATOR, say):
        if entry.first < end:
            found.append((entry.first, 1, tuple(counted([points_told(line, say) for line in entry.lines]))))
    mends = [one for one in mends_of(session) if one.told <= end]
    found += [(one.told, 0, (say("web.beside.fixed", what=fixed_text(room, one, say)),)) for one in mends]
    return [lines[::-1] for _, _, lines in sorted(found, key=lambda one: one[:2], reverse=True)[:LONGEST]]


def fixed_text(room: Room, mend: Mend, say: Say) -> str:
    """A correction in the words in which it was offered."""
    view = room.game.view(mend.before, SPECTATOR)
    scene, position = scene_of(room, view, say), room.game.to_position(view)
    cells = [shape.id for shape in scene.shapes if is_cell(shape)]
    for handle in names_in(scene):
        for one in room.game.things.corrections(position, handle, cells):
            if (typed := value_in(position, one, mend.facts)) is not None:
                return changed_text([one], one.fact, typed, say, name_in(scene, handle), tray_in(scene, handle))
    return say("web.beside.fixed_else")  # what was typed may stand beside what else had to be dealt: that is nobody's


def value_in(position: Mapping[str, Any], one: Correction, facts: Mapping[str, Any]) -> str | None:
    """What somebody typed for this correction if these are its facts; empty if it needs nothing typed."""
    steps, value = path_of(position, one.fact)
    place: Any = facts
    for step in steps:
        if not isinstance(place, Mapping) or step not in place:
            return None
        place = place[step]
    if TYPED in one.fact:
        return ", ".join(map(str, place)) if isinstance(place, list | tuple) else str(place)
    return "" if place == value else None
