"""The games in memory, as the rows on disk have them. All of it runs in the thread that owns the games.

Another program may serve the same games: a second process of this server, a server elsewhere, a terminal. So a game is
brought up to the rows on disk before it is looked at or changed, and whoever was late with a change looks again.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeVar

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.header import Json
from kempelen.engine.files.plain import read_json
from kempelen.engine.files.record import read_row
from kempelen.engine.session import Restart, Undo
from kempelen.parts.stars import stars_in
from kempelen.store import BadStore, BusyStore, Rest, Store, result_of
from kempelen.text.say import Text
from kempelen.web.people.keys import table_address
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.thinking import AutomaStuck, stuck_text
from kempelen.web.rooms.worker import Played

__all__ = ["DELETED_FOR", "ELSEWHERE", "Doing", "Loaded", "NoTable"]

T = TypeVar("T")
DELETED_FOR = timedelta(days=30)
"""So long deleted games can be brought back."""
ELSEWHERE = "terminal.store.elsewhere"
"""What a store says to whoever is late."""
TRIES = 20
"""So often in a row somebody may be late; others are then so quick that something else must be wrong."""


class NoTable(PlayerError):
    """There is no such game."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What a game does without a person, read off in one go; the game itself may change while this is done."""

    what: Literal["moves", "thinks", "rests"]
    pace: str
    header: Json
    rows: list[Json]
    paused: bool
    halted: bool
    """Something has happened to whoever plays that he reads first, see `Room.halted`."""


class Loaded:
    """The games by id."""

    def __init__(self, store: Store, kept: int, *, shared: bool) -> None:
        self.store = store
        self.kept = kept
        self.shared = shared
        """Others may change the same games."""
        self.salt = ""
        """So that a mark says nothing of how often others change something."""
        self.clock = time.monotonic
        self._looked_at: dict[str, float] = {}
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._line = 0
        """By which line to the store they were loaded, see `Store.lines`."""

    def room(self, id: str) -> Room:
        """The game as it is on disk; raises NoTable, or BadRecord if it cannot be played."""
        room = self._tried(id, lambda: self._current(id))
        self._rooms.move_to_end(id)
        self._looked_at[id] = self.clock()
        while len(self._rooms) > self.kept:
            self._forget(next(iter(self._rooms)))
        return room

    def _tried(self, id: str, deed: Callable[[], T]) -> T:
        """Whoever was late looks again. What is in memory does not count any more when something went wrong."""
        for more in reversed(range(TRIES)):
            try:
                return deed()
            except BadStore as error:
                self._rooms.pop(id, None)
                if error.text.key != ELSEWHERE or not more:
                    raise
        raise AssertionError

    def _current(self, id: str) -> Room:
        room = self._rooms.get(id)
        if room is None:
            return self._load(id)
        if not self.shared:
            return room
        stamp = self.store.stamp_of(id)
        if self._line != self.store.lines:
            self._rooms.clear()  # what automas did last may have been lost with the line
            return self._load(id)
        if stamp == room.stamp:
            return room
        seen = self.store.glance(id)
        if seen is None:
            self._rooms.pop(id, None)
            raise NoTable(Text("web.error.no_table"))
        rows = [read_row(read_json(row), room.header) for row in self.store.rows_from(id, len(room.session.rows))]
        if seen.header != room.written or any(isinstance(row, Undo | Restart) for row in rows):
            return self._load(id)
        if rows:
            room.catch_up(rows)
        room.agreed(seen)
        self._mark(room, seen.stamp)
        return room

    def _load(self, id: str) -> Room:
        seen, known = self.store.glance(id), self._rooms.get(id)
        if seen is None:
            raise NoTable(Text("web.error.no_table"))
        if self._line != self.store.lines:
            self._rooms.clear()
            self._line = self.store.lines
        record = self.store.record(id)
        record.name = table_address(self.store, id)
        session = record.load()
        session.own_dice = bool(record.header.get("own_dice"))
        room = Room(id, session, address=record.name)
        room.agreed(seen)
        if known is not None:
            room.tips, room.round = known.tips, known.round
        self.store.keep(session, id)
        room.settle()  # writes nothing as a rule, so that whoever only looks waits for no other program
        if room.over:  # what was played in the terminal or before there were results says nothing of it yet
            with suppress(BusyStore), self.store.whole(lasting=False):
                self._note(room)
        self._rooms[id] = room
        self._look_up(room)
        return room

    def _look_up(self, room: Room) -> None:
        """Note what is known of a game: whatever is written now is known."""
        if self.shared and (seen := self.store.glance(room.id)) is not None:
            room.written = seen.header
            self._mark(room, seen.stamp)

    def _mark(self, room: Room, stamp: int) -> None:
        """In every process the same."""
        room.stamp = stamp
        seen = f"{self.salt} {room.id} {stamp} {len(room.session.events)} {len(room.session.pending)} {room.over}"
        room.tick = hashlib.sha256(seen.encode()).hexdigest()[:8]

    def rest_of(self, id: str) -> Rest | None:
        """Where a game in memory waits for people; None if it is not there, has not been drawn, or does not wait."""
        room = self._rooms.get(id)
        return room.rest if room is not None and room.waiting_for and room.round is not None else None

    def _forget(self, id: str) -> None:
        """Forget a game until somebody comes again; lists know where it waits."""
        if (rest := self.rest_of(id)) is not None and id in self.store:
            with self.store.whole(lasting=False):
                self.store.rest(id, rest)
        self._rooms.pop(id, None)
        self._looked_at.pop(id, None)

    def sweep(self, idle: float) -> None:
        """Let go of the games that nobody has looked at for so many seconds; they are on disk."""
        self._erase()
        for id, then in list(self._looked_at.items()):
            if self.clock() - then >= idle and not self._is_needed(id):
                self._forget(id)

    def _is_needed(self, id: str) -> bool:
        """Somebody watches, or automas are busy."""
        return False

    def _forget_all(self) -> None:
        with suppress(BadStore):  # then lists will say a little less
            for id in list(self._rooms):
                self._forget(id)

    def _erase(self) -> None:
        """What was deleted long ago cannot be brought back any more."""
        before = datetime.now(UTC) - DELETED_FOR
        if self.store.deleted():
            self.store.erase(before)

    def _change(self, id: str, change: Callable[[Room], T], *, lasting: bool = True) -> T:
        """Change a game: when this returns, it is on disk. If something goes wrong, nothing has happened."""
        return self._tried(id, lambda: self._try(id, change, lasting))

    def _try(self, id: str, change: Callable[[Room], T], lasting: bool) -> T:
        room = self.room(id)
        rows, stamp = len(room.session.rows), room.stamp
        agreed = physical, habits, waits = room.session.physical, room.habits, room.waits
        stood = room.over, room.waiting_for
        try:
            with self.store.gathering() as unwritten:
                room.paused = False
                result = change(room)
            moved = (room.over, room.waiting_for) != stood  # the rules may have gone on with nothing to write down
            if unwritten or moved or (room.session.physical, room.habits, room.waits) != agreed:
                with self.store.whole(lasting=lasting):
                    self._check_stamp(id, stamp)
                    self.store.write(unwritten)
                    if moved or len(room.session.rows) != rows:
                        self._note(room)
                    if room.session.physical != physical:
                        self.store.note_physical(room.session, id)
                    if room.habits != habits:
                        self.store.set_habits(id, *room.habits)
                    if room.waits != waits:
                        self.store.set_waits(id, *room.waits)
                    self._look_up(room)
        except BaseException:
            if len(room.session.rows) != rows or room.session.physical != physical:
                self._rooms.pop(id, None)
            room.pace, room.hints = habits
            room.wait_as(waits)
            raise
        if self.shared:
            self._mark(room, room.stamp)
        return result

    def _check_stamp(self, id: str, stamp: int) -> None:
        """Raise BadStore if somebody was quicker; nobody will be before the transaction ends."""
        if self.shared:
            held = self.store.hold(id)
            if self._line != self.store.lines or held != stamp:
                raise BadStore(Text(ELSEWHERE, id=id))

    def _note(self, room: Room) -> None:
        """Write for lists how a game has ended or whom it waits for."""
        if room.over:
            self.store.finish(room.id, result_of(room.session, stars=stars_in(room.session)))
        elif room.waiting_for:
            self.store.rest(room.id, room.rest)

    def _doing(self, id: str) -> Doing:
        """What this game does now, and everything that has to be known about it elsewhere."""
        room = self.room(id)
        what: Literal["moves", "thinks", "rests"] = "rests"
        if room.moving:
            what = "moves"
        elif room.thinks is not None:
            what = "thinks"
        return Doing(what, room.pace, room.header, room.rows(), room.paused, room.halted)

    def _pauses(self, id: str, rows: int) -> bool:
        """A person decides when to go on; not if somebody has taken something back or answered meanwhile."""
        room = self.room(id)
        if not (room.pace == "step" or room.halted) or len(room.session.rows) != rows:
            return False
        self._wait_for_person(id, True)
        return True

    def _has_read(self, id: str) -> None:
        """What had happened when he let the automas go on stops them no more."""
        room = self.room(id)
        room.read = len(room.session.events)

    def _wait_for_person(self, id: str, paused: bool) -> None:
        """Automas wait until somebody lets them go on, or do not wait any more."""

        def change(room: Room) -> None:
            room.paused = paused
            room.renew()

        self._change(id, change, lasting=False)

    def _changed(self, id: str, change: Callable[[Room], T]) -> tuple[T, bool]:
        result = self._change(id, change)
        return result, self._goes_on(id)

    def _goes_on(self, id: str) -> bool:
        return self.room(id).busy

    def _follow(self, id: str, rows: int, played: Played) -> bool | None:
        """Take a bot's rows: whether there is something new to see; None if the game has moved on meanwhile."""

        def follow(room: Room) -> bool | None:
            if len(room.session.rows) != rows:
                return None
            told = len(room.session.events)
            new = [read_row(row, room.header) for row in played.rows]
            room.follow(new, played.asked, played.refused)
            if not new and played.asked is None and played.refused is None and room.thinks is not None:
                # it would be asked the same for ever; elsewhere the game must stand otherwise than here
                raise AutomaStuck(stuck_text("broke", room.game.name))
            return len(room.session.events) != told

        return self._change(id, follow, lasting=self.room(id).companion)

    def _move(self, id: str, rows: int) -> bool | None:
        """Let the game go on by itself: whether there is something new to see; None if it has moved on meanwhile."""

        def move(room: Room) -> bool | None:
            if len(room.session.rows) != rows or not room.moving:
                return None
            told = len(room.session.events)
            room.settle()
            return len(room.session.events) != told

        return self._change(id, move)
