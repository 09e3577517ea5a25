"""All games on the server: changed one at a time, watched, and kept going while automas think.

Sessions, the file and the drawings belong to one thread, so nothing needs a lock; the event loop only waits.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import TypeVar

from kempelen.engine.errors import PlayerError
from kempelen.engine.session import Session
from kempelen.engine.table import Seat
from kempelen.store import BadStore, BusyStore, Store
from kempelen.text.say import Text
from kempelen.web.errors import public
from kempelen.web.people.keys import open_table, server_secret, table_address
from kempelen.web.rooms.loaded import DELETED_FOR, ELSEWHERE, Doing, Loaded, NoTable
from kempelen.web.rooms.room import PACES, Room
from kempelen.web.rooms.thinking import Thinking, WorkerDied, stuck_text
from kempelen.web.rooms.worker import Played

__all__ = ["DELETED_FOR", "NoTable", "Rooms"]

T = TypeVar("T")
log = logging.getLogger("kempelen.web")
KEPT = 400
"""So many games stay in memory, at a megabyte each (0.3 to 2.1, by game and length); others are loaded from disk again,
which costs as much as one to three clicks."""
PAUSE = 0.9
"""Seconds between the automas' actions at the pace `auto`."""
PATIENCE = 10.0
"""Seconds for which a change waits while another program writes; nobody else waits with it."""
AGAIN = (0.1, 15.0)
"""Seconds until automas try again what could not be written, at first and at most; it doubles."""
DEATHS = 8
"""So often automas begin anew by themselves after nobody has survived a thought; then a person says when."""
CLAIMED = 8.0
"""Seconds after which the automas of a program that has died are taken over by another."""
STANDBY = 0.5
"""Seconds after which this is asked for again."""
LOOK = 0.1
"""Seconds after which what another program has changed is seen here at the latest."""
MOMENT = 0.1
"""So many seconds an answer waits for automas who act at once."""
GLIMPSE = 0.4
"""Seconds after which something is shown of automas that act at once."""


class Rooms(Loaded):
    """The games by id."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        *,
        pause: float = PAUSE,
        kept: int = KEPT,
        thread: Executor | None = None,
        shared: bool = True,
    ) -> None:
        super().__init__(store, kept, shared=shared)
        self.thinking = thinking
        self.pause = pause
        self.patience = PATIENCE
        self.closing = False
        self.program = secrets.token_hex(8)
        """How other programs know this one."""
        self._thread = thread
        """None: there are no threads, and what concerns the games is done at once."""
        self.one_by_one = asyncio.Lock()
        """For what is looked for first and made only if it is not there."""
        self._minding: list[asyncio.Task[None]] = []
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._next: dict[str, asyncio.Event] = {}
        self._claimed: set[str] = set()
        """Games whose automas this program lets go on, while others leave them alone."""

    async def start(self) -> None:
        await self.run(self.store.prepare)
        self.salt = await self.run(server_secret, self.store)
        await self.thinking.start()
        if self.shared:
            self._minding = [asyncio.create_task(self._hear()), asyncio.create_task(self._hold_on())]

    def hang_up(self) -> None:
        """Let go of everybody who watches; they will come back when a server is there again."""
        self.closing = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.set()

    async def close(self) -> None:
        """End quietly: whatever was accepted is on disk."""
        self.hang_up()
        tasks = [*self._tasks.values(), *self._minding]
        for task in tasks:
            task.cancel()
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(error, Exception):  # no reason to leave anything open
                log.error("something had stopped before the end", exc_info=error)
        self.thinking.close()
        if self.shared:
            with suppress(BadStore):
                await self.run(self._release)
        await self.run(self._forget_all)
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

    # -- in the event loop

    async def change(self, id: str, change: Callable[[Room], T]) -> T:
        """Change a game, tell everybody who watches, and let the automas go on."""
        changed: tuple[T, bool] = await self.run(self._changed, id, change)
        self._tell(id)
        self._go_on(id)
        self._wake(id, changed[1])
        return changed[0]

    async def settle(self, id: str) -> None:
        """Wait a moment for automas who act at once: what they do is then shown together with what was answered."""
        task = self._tasks.get(id)
        if task is not None and not task.done() and await self.run(lambda: self.room(id).pace == "instant"):
            await asyncio.wait({task}, timeout=MOMENT)

    async def note(self, id: str, change: Callable[[Room], None]) -> None:
        """Change what nobody sees; the page of whoever has asked stays as it is."""
        await self.run(self._changed, id, change)

    async def seen_to(self, id: str, told: int) -> None:
        """At a real table so much of what was told is done; whoever comes back goes on there, also tomorrow.

        Nothing is lost if it cannot be written: then the last instructions are told once more.
        """

        def change(room: Room) -> None:
            room.see_to(told)

        if await self.run(lambda: self.room(id).seen < told):
            with suppress(BadStore):
                await self.run(lambda: self._change(id, change, lasting=False))

    async def add(self, session: Session, who: str, mine: frozenset[Seat], *, pace: str, hints: bool = False) -> str:
        """A new game; whoever made it has these places."""

        def write() -> str:
            id = open_table(self.store, session, who, sorted(mine), pace=pace, hints=hints)
            self._rooms[id] = Room(id, session, pace, hints, table_address(self.store, id))
            self._note(self._rooms[id])
            self._look_up(self._rooms[id])
            return id

        id = await self.run(write)
        await self.wake(id)
        return id

    async def delete(self, id: str) -> None:
        """Nobody finds this game any more; for a while it can be brought back (`Store.restore`)."""
        if (task := self._tasks.pop(id, None)) is not None:
            task.cancel()

        def forget() -> None:
            self._forget(id)
            self.store.delete(id)

        await self.run(forget)
        self._tell(id)

    async def set_pace(self, id: str, pace: str) -> None:
        if pace not in PACES:
            raise PlayerError(Text("web.error.pace", known=", ".join(PACES)))

        def change(room: Room) -> None:
            room.pace = pace
            room.renew()

        await self.change(id, change)

    async def go_on(self, id: str) -> None:
        """At the pace `step`: show what the next automa does. An automa that got stuck tries again."""

        def free() -> None:
            room = self.room(id)
            room.trouble = None
            if room.paused:
                self._wait_for_person(id, False)

        await self.run(free)
        self._go_on(id)
        await self.wake(id)

    def _go_on(self, id: str) -> None:
        if id in self._next:
            self._next[id].set()

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
        """One automa after the other, at the table's pace, while no other program does this."""
        try:
            while not await self._act(id):
                await asyncio.sleep(STANDBY)  # another program lets them go on; should it die, this one does
        finally:
            if id in self._claimed and not self.closing:  # else all is let go of together
                with suppress(BadStore):
                    await self.run(self._release, id)

    async def _act(self, id: str) -> bool:
        """Let the automas go on until they rest; False if another program does. Those who act at once are shown
        together, now and then."""
        loop = asyncio.get_running_loop()
        shown, told, again, begun, deaths = False, loop.time(), AGAIN[0], False, 0
        doing: Doing | None = None
        following: Doing | None = None
        while True:
            try:
                doing = following or await self.run(self._next_thing, id)
                following = None
                if doing is None:
                    return False
                if doing.what == "rests":
                    self._tell(id)
                    return True
                if not begun:
                    begun, shown = True, doing.paused
                fresh, following = await self._do(id, doing, shown)
            except BadStore as error:
                self.thinking.forget(id)
                if error.text.key != ELSEWHERE:  # else another program has gone on with this game, which is loaded anew
                    again = await self._rest(
                        id, public(error, alone=not self.shared), again
                    )  # a disk is not full or locked for ever
                continue
            except PlayerError as error:
                self.thinking.forget(id)
                if isinstance(error, WorkerDied) and doing is not None and deaths < DEATHS:
                    deaths += 1
                    again = await self._rest(id, stuck_text("again", doing.header["game"]), again)
                    continue
                await self._tell_trouble(id, public(error, alone=not self.shared))
                return True
            again, deaths = AGAIN[0], 0
            shown = shown or bool(fresh)
            if doing.pace != "instant" or loop.time() - told > GLIMPSE:
                told = loop.time()
                self._tell(id)

    def _next_thing(self, id: str) -> Doing | None:
        """What there is to do, which is this program's business from now on until it rests; None if another does it."""
        doing = self._doing(id)
        if doing.what != "rests":
            return doing if id in self._claimed or self._claim(id) else None
        if id in self._claimed:
            with suppress(BadStore):  # then it is tried again when this task ends, with more patience
                self._release(id)
        return doing

    async def _do(self, id: str, doing: Doing, shown: bool) -> tuple[bool | None, Doing | None]:
        """One thing an automa or the game itself does, see `_follow` and `_move`, and what is next if it is known."""
        rows = len(doing.rows)
        if doing.what == "moves":
            await self._wait(id, doing, shown)
            return await self.run(self._move, id, rows), None
        moment = self.thinking.moment if doing.pace == "instant" else 0
        played = await self.thinking.do("play", id, doing.header, doing.rows, moment)
        await self._wait(id, doing, shown)
        fresh, following = await self.run(self._follow_on, id, rows, played)
        if fresh is None:
            self.thinking.forget(id)
        return fresh, following

    def _follow_on(self, id: str, rows: int, played: Played) -> tuple[bool | None, Doing | None]:
        fresh = self._follow(id, rows, played)
        return fresh, None if fresh is None else self._next_thing(id)

    async def _wait(self, id: str, doing: Doing, shown: bool) -> None:
        """Give people time for what the last automa has done."""
        if doing.pace == "auto" and not doing.halted:
            await asyncio.sleep(self.pause if shown else self.pause / 2)
        elif doing.halted or (doing.pace == "step" and shown):
            event = self._next[id] = asyncio.Event()
            try:
                if await self.run(self._pauses, id, len(doing.rows)):
                    self._tell(id)
                    await event.wait()
                    await self.run(self._has_read, id)
            finally:
                self._next.pop(id, None)

    async def _rest(self, id: str, why: Text, seconds: float) -> float:
        """Say why an automa does not go on, let it rest, and say that it does; how long it rests the next time."""
        await self._tell_trouble(id, why)
        await asyncio.sleep(seconds)
        await self._tell_trouble(id, None)
        return min(2 * seconds, AGAIN[1])

    async def _tell_trouble(self, id: str, text: Text | None) -> None:
        """Say why an automa does not go on, or that it tries again; nothing, where not even the game can be read."""
        with suppress(PlayerError):  # another program has deleted it, or its rows do not fit
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

    # -- other programs

    def _claim(self, id: str) -> bool:
        if not self.shared:
            return True
        with self.store.whole(lasting=False):
            claimed = self.store.claim(id, self.program, CLAIMED)
        if claimed:
            self._claimed.add(id)
        return claimed

    def _release(self, id: str | None = None) -> None:
        with self.store.whole(lasting=False):
            self.store.let_go(self.program, id)
        self._claimed -= set(self._claimed) if id is None else {id}

    async def _hold_on(self) -> None:
        """While a thought takes long, others are told now and then that this program is still there."""

        def hold_on() -> None:
            with self.store.whole(lasting=False):
                self.store.go_on_with(self.program, CLAIMED)

        while True:
            await asyncio.sleep(CLAIMED / 4)
            if any(not task.done() for task in self._tasks.values()):
                with suppress(BadStore):  # another may then go on in its place, which does no harm
                    await self.run(hold_on)

    async def _hear(self) -> None:
        """Whoever watches here is told what others have changed."""
        while True:
            await asyncio.sleep(LOOK)
            if not self._watchers and not self._next:
                continue
            with suppress(BadStore):  # a database that is gone for a while
                changed = await self.run(self.store.news)
                for id in {*self._watchers, *self._next}:
                    if changed is None or id in changed:
                        await self._heard(id)

    async def _heard(self, id: str) -> None:
        self._tell(id)
        try:
            if id in self._next and not (await self.run(self.room, id)).paused:
                self._go_on(id)
            await self.wake(id)
        except PlayerError:
            return  # it is deleted, or cannot be played; whoever watches is told when he asks

    # -- watching

    def _is_needed(self, id: str) -> bool:
        task = self._tasks.get(id)
        return id in self._watchers or (task is not None and not task.done())

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
