"""Looking back: a game choice by choice, and each choice thing by thing, as the table was when it happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from markupsafe import Markup

from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.scene import parts
from kempelen.scene.model import Scene
from kempelen.text.say import Say
from kempelen.web.rooms.start import empty_scene
from kempelen.web.shown.art import Played, played_in
from kempelen.web.shown.bar import Bar, bar_of
from kempelen.web.shown.happened import Happened, facts_of, is_slight, line_of
from kempelen.web.shown.known import Told, state_at, told_events
from kempelen.web.shown.outcomes import Sides
from kempelen.web.shown.seen import sides_of, still_mine
from kempelen.web.shown.story import why_keys, worded, worded_then
from kempelen.web.shown.trays import Beside, Emblem, beside, emblems_of
from kempelen.wording import seated

__all__ = ["LAST", "MAIN", "Deed", "Frame", "Spot", "frame_of", "moments_of"]

LAST = -1
"""The last thing that happened in a frame."""
MAIN = -2
"""The one that weighs most."""


class Spot(NamedTuple):
    """Where in a replay: the number of the frame, and which of the things that happened in it."""

    at: int
    deed: int

    @property
    def query(self) -> str:
        return f"{self.at}.{self.deed}"


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that happened."""

    line: Happened
    began: str
    """What began before it: a round."""
    heading: bool
    """It says nothing but that something has begun."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a game."""

    board: Markup
    bar: Bar
    beside: Beside
    emblems: dict[Seat, Emblem]
    lines: tuple[str, ...]
    """Everything that happened with this choice."""
    deeds: tuple[Deed, ...]
    """The same, what is small told with what it came from."""
    which: int
    """The one of them that is shown."""
    card: Played | None
    """What was played for it."""
    touched: Markup
    """What the page marks on the board."""
    whys: tuple[str, ...]
    """The decisions that led here, as keys: see `why_keys`."""
    status: str
    """Which round it was, and how everybody stood."""
    back: Spot | None
    on: Spot | None

    @property
    def deed(self) -> Deed | None:
        return self.deeds[self.which] if self.deeds else None


class Around(NamedTuple):
    """What a frame is made of: the table before its choice and after it, and what was heard in between."""

    before: Any
    after: Any
    heard: Sequence[Told]
    events: range
    """Their numbers among all events."""


def moments_of(session: Session, numbers: Sequence[int], reader: Seat | None) -> Iterator[int]:
    """The frames in which something was heard, and the first one."""
    for number in range(len(numbers)):
        if number == 0 or around(session, numbers, number, reader).heard:
            yield number


def around(session: Session, numbers: Sequence[int], number: int, reader: Seat | None) -> Around:
    after, now = session.look_back(numbers[number])
    before, then = session.look_back(numbers[number - 1]) if number else (None, 0)
    first = _heard(session, reader, then)
    return Around(
        before,
        after,
        told_events(session, reader)[first : first + _heard(session, reader, now, then)],
        range(then, now),
    )


def _heard(session: Session, reader: Seat | None, until: int, since: int = 0) -> int:
    """So many of these events a reader has heard of."""
    if reader is None:
        return until - since
    return sum(event.seen_by(reader) is not None for event in session.events[since:until])


def frame_of(
    session: Session,
    numbers: Sequence[int],
    number: int,
    reader: Seat | None,
    say: Say,
    spoken: Say | None = None,
    *,
    seat: Seat = SPECTATOR,
    which: int = MAIN,
) -> Frame:
    """A moment as a reader may see it who sits there; `spoken` is what tells him what happened, if it speaks to him."""
    told = spoken or say
    found = around(session, numbers, number, reader)
    sides = {**sides_of(_scene(session, found.before, reader, seat, say))} if number else {}
    last = _scene(session, found.after, reader, seat, say)
    groups = _groups(found.heard, {**sides, **sides_of(last)})
    me = frozenset({seat}) if seat >= 0 else frozenset[Seat]()
    deeds = tuple(_deed(session, found.after, group, me, told, {**sides, **sides_of(last)}) for group in groups)
    place = _place(deeds, which)
    scene = last
    if place < len(deeds) - 1:
        then = state_at(session, reader, deeds[place].line.number)
        scene = _drawn(session, then, reader, seat, say) if then is not None else last
    lying = beside(scene, _names(session, seat))
    decided = _decided(session, numbers, number, reader, found)
    why = deeds[place].line.why if deeds else ""
    shown = groups[place].one.event if groups else None
    return Frame(
        Markup(parts.board(scene)),
        bar_of(scene, say),
        lying,
        emblems_of(session.game.speech.seat_names(session.setup), lying),
        tuple(worded_then(session, found.after, one.event, told) for one in found.heard),
        deeds,
        place,
        None if shown is None else played_in(session.game, shown, told),
        _touched(deeds[place].line if deeds else None, scene),
        decided if len(deeds) < 2 else (why,) if why else (),
        _standing(scene),
        Spot(number, place - 1) if place > 0 else _beyond(session, numbers, number, reader, -1),
        Spot(number, place + 1) if place < len(deeds) - 1 else _beyond(session, numbers, number, reader, 1),
    )


def _place(deeds: Sequence[Deed], which: int) -> int:
    if not deeds:
        return 0
    if which == MAIN:
        return max(range(len(deeds)), key=lambda n: (not deeds[n].heading, deeds[n].line.rank, -n))
    return len(deeds) - 1 if which == LAST else min(max(which, 0), len(deeds) - 1)


def _beyond(session: Session, numbers: Sequence[int], number: int, reader: Seat | None, by: int) -> Spot | None:
    """The next frame on this side in which something was heard; the beginning is one too."""
    number += by
    while 0 <= number < len(numbers):
        if number == 0 or around(session, numbers, number, reader).heard:
            return Spot(number, 0 if by > 0 else LAST)
        number += by
    return None


# -- what happened


class Group(NamedTuple):
    """One thing, what is small and came with it, and what began before it."""

    one: Told
    small: list[Told]
    began: Told | None


def _groups(heard: Sequence[Told], sides: Sides) -> list[Group]:
    groups: list[Group] = []
    small: list[Told] = []
    began: Told | None = None
    for one in heard:
        if facts_of(one.event).heading:
            began = one
        elif not is_slight(one.event, sides):
            groups.append(Group(one, small, began))
            small, began = [], None
        elif groups and began is None:
            groups[-1].small.append(one)
        else:
            small.append(one)
    if began is not None:
        groups.append(Group(began, small, None))
    elif small:
        groups.append(Group(small[-1], small[:-1], None))
    return groups


def _deed(session: Session, then: Any, group: Group, me: frozenset[Seat], say: Say, sides: Sides) -> Deed:
    line = line_of(session, group.one, group.small, me, say, sides)
    if session.game.places is not None and session.physical is None and not line.to_reader:  # places as they were then
        line = replace(line, headline=worded_then(session, then, group.one.event, say), small="")
    began = "" if group.began is None else worded(session, group.began.event, say)
    return Deed(line, began, facts_of(group.one.event).heading)


def _decided(
    session: Session, numbers: Sequence[int], number: int, reader: Seat | None, found: Around
) -> tuple[str, ...]:
    """What was decided here, and on the way here by choices of which nothing was heard."""
    first = number
    while first > 1 and not around(session, numbers, first - 1, reader).heard:
        first -= 1
    inputs = range(numbers[first - 1], numbers[number]) if number else range(0)
    return tuple(why_keys(session, inputs, found.events, [session.events[n] for n in found.events], reader))


# -- the table at that moment


def _scene(session: Session, state: Any, reader: Seat | None, seat: Seat, say: Say) -> Scene:
    if state is None:
        return empty_scene()
    view = state if reader is None else session.game.view(state, reader)
    return _drawn(session, view, reader, seat, say)


def _drawn(session: Session, view: Any, reader: Seat | None, seat: Seat, say: Say) -> Scene:
    """As it was drawn; where all is open now, the reader's seat is his and its goal was his all the same."""
    game = session.game
    scene = seated(game, session.setup, game.scene(view, say), say)
    if reader is None and seat >= 0:
        scene = still_mine(scene, game.scene(game.view(view, seat), say))
    return scene


def _touched(line: Happened | None, scene: Scene) -> Markup:
    """What the page marks on the board, as it is marked at the table."""
    from kempelen.web.templating import json_in_page

    upwards = scene.top + scene.h if scene.upwards else None
    return json_in_page({"of": [] if line is None else [list(line.touches)], "upwards": upwards})


def _names(session: Session, seat: Seat) -> frozenset[str]:
    if seat < 0:
        return frozenset()
    return frozenset({session.game.speech.seat_names(session.setup)[seat], str(seat + 1)})


def _standing(scene: Scene) -> str:
    """Round and scores in a line; empty for a game that tells none."""
    if scene.status is None:
        return ""
    counted = [scene.status.round.words] if scene.status.round is not None else []
    scores = [
        f"{score.label}: {score.sign or score.value}{f'/{score.of}' if score.of else ''}"
        for score in scene.status.scores
    ]
    return " · ".join(counted + scores)
