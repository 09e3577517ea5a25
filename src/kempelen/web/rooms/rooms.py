"""All games on the server: loaded when somebody comes, changed one at a time, and kept going while automas think.

Sessions, the file and the drawings belong to one thread, so nothing needs a lock; the event loop only waits.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeVar

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.header import Json
from kempelen.engine.files.record import read_row
from kempelen.engine.session import Session
from kempelen.engine.table import Seat
from kempelen.store import BadStore, BusyStore, Rest, Store, result_of
from kempelen.text.say import Text
from kempelen.web.errors import public
from kempelen.web.people.keys import open_table, table_address
from kempelen.web.rooms.room import PACES, Room
from kempelen.web.rooms.thinking import Thinking
from kempelen.web.rooms.worker import Played

__all__ = ["DELETED_FOR", "NoTable", "Rooms"]

T = TypeVar("T")
log = logging.getLogger("kempelen.web")
KEPT = 128
"""So many games stay in memory; others are loaded from disk again."""
PAUSE = 0.9
"""Seconds between the automas' actions at the pace `auto`."""
DELETED_FOR = timedelta(days=30)
"""So long deleted games can be brought back."""
PATIENCE = 10.0
"""Seconds for which a change waits while another program writes; nobody else waits with it."""
AGAIN = (0.1, 15.0)
"""Seconds until automas try again what could not be written, at first and at most; it doubles."""
GLIMPSE = 0.4
"""Seconds after which something is shown of automas that act at once."""


class NoTable(PlayerError):
    """There is no such game."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What a game does without a person, read off in one go; the game itself may change while this is done."""

    what: Literal["moves", "thinks", "rests"]
    pace: str
    header: Json
    rows: list[Json]


class Rooms:
    """The games by id."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        *,
        pause: float = PAUSE,
        kept: int = KEPT,
        thread: Executor | None = None,
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.pause = pause
        self.kept = kept
        self.patience = PATIENCE
        self.closing = False
        self.clock = time.monotonic
        self._looked_at: dict[str, float] = {}
        self._thread = thread
        """None: there are no threads, and what concerns the games is done at once."""
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._next: dict[str, asyncio.Event] = {}

    async def start(self) -> None:
        await self.run(self.store.prepare)
        await self.thinking.start()

    def hang_up(self) -> None:
        """Let go of everybody who watches; they will come back when a server is there again."""
        self.closing = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.set()

    async def close(self) -> None:
        """End quietly: whatever was accepted is on disk."""
        self.hang_up()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        self.thinking.close()
        await self.run(self._let_all_go)
        await self.run(self.store.close)
        if self._thread is not None:
            self._thread.shutdown()

    async def run(self, function: Callable[..., T], *arguments: object) -> T:
        """Do something in the thread that owns the games. While another program writes to them, others go first."""
        if self._thread is None:
            return function(*arguments)
        loop = asyncio.get_running_loop()
        until = loop.time() + self.patience
        while True:
            try:
                return await loop.run_in_executor(self._thread, function, *arguments)
            except BusyStore:
                if loop.time() > until:
                    raise
                await asyncio.sleep(AGAIN[0])

    # -- in that thread

    def room(self, id: str) -> Room:
        """The game, loaded if it is not in memory; raises NoTable, or BadRecord if it cannot be played."""
        room = self._rooms.get(id)
        if room is None:
            if id not in self.store:
                raise NoTable(Text("web.error.no_table"))
            record = self.store.record(id)
            record.name = table_address(self.store, id)
            session = record.load()
            session.own_dice = bool(record.header.get("own_dice"))
            pace, hints = self.store.habits(id)
            room = Room(id, session, pace, hints, record.name)
            self.store.keep(session, id)
            room.settle()  # writes nothing as a rule, so that whoever only looks waits for no other program
            if room.over:  # what was played in the terminal or before there were results says nothing of it yet
                with suppress(BusyStore), self.store.whole(lasting=False):
                    self._note(room, -1)
            self._rooms[id] = room
        self._rooms.move_to_end(id)
        self._looked_at[id] = self.clock()
        while len(self._rooms) > self.kept:
            self._let_go(next(iter(self._rooms)))
        return room

    def rest_of(self, id: str) -> Rest | None:
        """Where a game in memory waits for people; None if it is not there, has not been drawn, or does not wait."""
        room = self._rooms.get(id)
        return room.rest if room is not None and room.waiting_for and room.round is not None else None

    def _let_go(self, id: str) -> None:
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
            if self.clock() - then >= idle and id not in self._watchers and not self._is_busy(id):
                self._let_go(id)

    def _let_all_go(self) -> None:
        with suppress(BadStore):  # then lists will say a little less
            for id in list(self._rooms):
                self._let_go(id)

    def _erase(self) -> None:
        """What was deleted long ago cannot be brought back any more."""
        before = datetime.now(UTC) - DELETED_FOR
        if self.store.deleted():
            self.store.erase(before)

    def _is_busy(self, id: str) -> bool:
        task = self._tasks.get(id)
        return task is not None and not task.done()

    def _change(self, id: str, change: Callable[[Room], T], *, lasting: bool = True) -> T:
        """Change a game: when this returns, it is on disk. If something goes wrong, nothing has happened."""
        room = self.room(id)
        rows, physical = len(room.session.rows), room.session.physical
        try:
            with self.store.whole(lasting=lasting):
                result = change(room)
                self._note(room, rows)
                if room.session.physical != physical:
                    self.store.note_physical(room.session, id)
        except BadStore:
            self._rooms.pop(id, None)  # another program has gone on with this game
            raise
        except BaseException:
            if len(room.session.rows) != rows:
                self._rooms.pop(id, None)
            raise
        return result

    def _note(self, room: Room, rows: int) -> None:
        """Write for lists how a game has ended or whom it waits for, if something has happened."""
        if len(room.session.rows) == rows:
            return
        if room.over:
            self.store.finish(room.id, result_of(room.session))
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
        return Doing(what, room.pace, room.header, room.rows())

    def _pauses(self, id: str, rows: int) -> bool:
        """A person decides when to go on; not if somebody has taken something back or answered meanwhile."""
        room = self.room(id)
        if room.pace != "step" or len(room.session.rows) != rows:
            return False
        room.renew()
        return True

    def _changed(self, id: str, change: Callable[[Room], T]) -> tuple[T, bool]:
        result = self._change(id, change)
        return result, self._goes_on(id)

    def _goes_on(self, id: str) -> bool:
        """The game has something to do without a person."""
        room = self.room(id)
        return (room.thinks is not None or room.moving) and room.trouble is None

    def _follow(self, id: str, rows: int, played: Played) -> bool | None:
        """Take a bot's rows: whether there is something new to see; None if the game has moved on meanwhile."""
        room = self.room(id)
        if len(room.session.rows) != rows:
            return None
        told = len(room.session.events)
        new = [read_row(row, room.header) for row in played.rows]
        self._change(id, lambda room: room.follow(new, played.asked, played.refused), lasting=room.companion)
        return len(self.room(id).session.events) != told

    def _move(self, id: str, rows: int) -> bool | None:
        """Let the game go on by itself: whether there is something new to see; None if it has moved on meanwhile."""
        room = self.room(id)
        if len(room.session.rows) != rows or not room.moving:
            return None
        told = len(room.session.events)
        self._change(id, Room.settle)
        return len(self.room(id).session.events) != told

    # -- in the event loop

    async def change(self, id: str, change: Callable[[Room], T]) -> T:
        """Change a game, tell everybody who watches, and let the automas go on."""
        changed: tuple[T, bool] = await self.run(self._changed, id, change)
        self._tell(id)
        self.go_on(id)
        self._wake(id, changed[1])
        return changed[0]

    async def add(self, session: Session, who: str, mine: frozenset[Seat], *, pace: str, hints: bool = False) -> str:
        """A new game; whoever made it has these places."""

        def write() -> str:
            id = open_table(self.store, session, who, sorted(mine), pace=pace, hints=hints)
            self._rooms[id] = Room(id, session, pace, hints, table_address(self.store, id))
            self._note(self._rooms[id], -1)
            return id

        id = await self.run(write)
        await self.wake(id)
        return id

    async def delete(self, id: str) -> None:
        """Nobody finds this game any more; for a while it can be brought back (`Store.restore`)."""
        if (task := self._tasks.pop(id, None)) is not None:
            task.cancel()

        def forget() -> None:
            self._let_go(id)
            self.store.delete(id)

        await self.run(forget)
        self._tell(id)

    async def set_pace(self, id: str, pace: str) -> None:
        if pace not in PACES:
            raise PlayerError(Text("web.error.pace", known=", ".join(PACES)))

        def change(room: Room) -> None:
            room.pace = pace
            self.store.set_habits(id, pace, room.hints)
            room.renew()

        await self.change(id, change)

    def go_on(self, id: str) -> None:
        """At the pace `step`: show what the next automa does."""
        if id in self._next:
            self._next[id].set()

    def is_paused(self, id: str) -> bool:
        return id in self._next

    async def wake(self, id: str) -> None:
        """Let the automas of this game go on if they are to decide."""
        if self.closing or self._is_awake(id):
            return
        self._wake(id, await self.run(self._goes_on, id))

    def _wake(self, id: str, goes_on: bool) -> None:
        if goes_on and not self.closing and not self._is_awake(id):
            self._tasks[id] = asyncio.create_task(self._automas(id))

    def _is_awake(self, id: str) -> bool:
        task = self._tasks.get(id)
        if task is not None and task.done():
            del self._tasks[id]
            if (error := task.exception()) is not None:
                log.error("the automas of %s have stopped", id, exc_info=error)
        return id in self._tasks

    async def _automas(self, id: str) -> None:
        """One automa after the other, at the table's pace. Those who act at once are shown together, now and then."""
        loop = asyncio.get_running_loop()
        shown, told, again = False, loop.time(), AGAIN[0]
        while True:
            try:
                doing = await self.run(self._doing, id)
                if doing.what == "rests":
                    self._tell(id)
                    return
                fresh = await self._do(id, doing, shown)
            except BadStore as error:
                self.thinking.forget(id)
                if error.text.key == "terminal.store.elsewhere":
                    continue  # another program has gone on with this game, which is loaded anew
                await self._tell_trouble(id, public(error))
                await asyncio.sleep(again)  # a disk that is full or locked will not be so for ever
                again = min(2 * again, AGAIN[1])
                await self._tell_trouble(id, None)
                continue
            except PlayerError as error:
                self.thinking.forget(id)
                await self._tell_trouble(id, public(error))
                return
            again = AGAIN[0]
            shown = shown or bool(fresh)
            if doing.pace != "instant" or loop.time() - told > GLIMPSE:
                told = loop.time()
                self._tell(id)

    async def _do(self, id: str, doing: Doing, shown: bool) -> bool | None:
        """One thing an automa or the game itself does; see `_follow` and `_move`."""
        rows = len(doing.rows)
        if doing.what == "moves":
            await self._wait(id, doing.pace, rows, shown)
            return await self.run(self._move, id, rows)
        moment = self.thinking.moment if doing.pace == "instant" else 0
        played = await self.thinking.do("play", id, doing.header, doing.rows, moment)
        await self._wait(id, doing.pace, rows, shown)
        fresh = await self.run(self._follow, id, rows, played)
        if fresh is None:
            self.thinking.forget(id)
        return fresh

    async def _wait(self, id: str, pace: str, rows: int, shown: bool) -> None:
        """Give people time for what the last automa has done."""
        if pace == "auto":
            await asyncio.sleep(self.pause if shown else self.pause / 2)
        elif pace == "step" and shown:
            event = self._next[id] = asyncio.Event()
            try:
                if await self.run(self._pauses, id, rows):
                    self._tell(id)
                    await event.wait()
            finally:
                self._next.pop(id, None)

    async def _tell_trouble(self, id: str, text: Text | None) -> None:
        """Say why an automa does not go on, or that it tries again; nothing, where not even the game can be read."""
        with suppress(BadStore):
            await self.run(self._trouble, id, text)
            self._tell(id)

    def _trouble(self, id: str, text: Text | None) -> None:
        room = self.room(id)
        room.trouble = text
        room.renew()

    def counts(self) -> dict[str, float]:
        """What there is of games and thoughts now, for whoever runs the server."""
        return {
            "games_in_memory": len(self._rooms),
            "watchers": sum(map(len, self._watchers.values())),
            "automas_awake": sum(not task.done() for task in self._tasks.values()),
            "workers_died_total": self.thinking.died,
        }

    # -- watching

    def _tell(self, id: str) -> None:
        for watcher in self._watchers.get(id, ()):
            watcher.set()

    async def watch(self, id: str, beat: float = 15.0, *, wakes: bool = True) -> AsyncIterator[str]:
        """The tick of a game now and whenever it changes; now and then an empty text, so that a dead line shows.

        If it wakes the game, automas that are to decide go on.
        """
        event = asyncio.Event()
        self._watchers.setdefault(id, set()).add(event)
        try:
            if wakes:
                await self.wake(id)
            while not self.closing:
                event.clear()
                try:
                    room = await self.run(self.room, id)
                except NoTable:
                    return  # somebody has deleted it
                yield room.tick
                while not self.closing:
                    try:
                        await asyncio.wait_for(event.wait(), beat)
                        break
                    except TimeoutError:
                        yield ""
        finally:
            self._watchers[id].discard(event)
            if not self._watchers[id]:
                del self._watchers[id]
