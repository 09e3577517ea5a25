"""Where automas think: in processes of their own, so that one long thought does not stop other games; or here.

Here is the only place where there are no processes: in a browser. There one game is played at a time, and long
thoughts are cut into slices.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.header import Json
from kempelen.engine.game import game_named
from kempelen.engine.tables.steps import Steps
from kempelen.text.say import Text
from kempelen.web.computing import BUSY, computed_by
from kempelen.web.rooms.worker import KEPT, Job, Reply, Shelf, work

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = [
    "AutomaStuck",
    "InPlace",
    "Processes",
    "Thinking",
    "WorkerDied",
    "in_slices",
    "stuck_text",
    "thinking_in",
    "timing",
]

T = TypeVar("T")
PATIENCE = 120.0
"""Seconds a thought may take."""
SLICE = 0.03
"""Seconds that a thought goes on where it keeps a click waiting; its last step may take a little longer."""
TRIES = 3
"""So often a thought is begun: whatever killed its worker twice will hardly do so by chance."""
log = logging.getLogger("kempelen.web")


class AutomaStuck(PlayerError):
    """An automa gave no answer: it broke down or took too long."""


class WorkerDied(AutomaStuck):
    """Whoever thought about it died, again and again: by the thought itself, or by chance."""


def stuck_text(how: str, game: str) -> Text:
    """What has become of whoever thinks, by the game's own word for him."""
    return Text(f"web.error.automa_{how}", automa=game_named(game).speech.automa)


class Thinking(Protocol):
    """Does jobs on games, each of which is told as the rows of its record."""

    moment: float
    """Seconds for which automas that act at once go on before something is shown."""
    long: bool
    """A thought may take many seconds without keeping anybody waiting but who asked for it."""
    died: int
    """Workers that have died and were replaced."""
    longest: dict[str, float]
    """Seconds that a job has kept a click waiting at the most, by its name; nothing where it keeps nobody waiting."""

    async def start(self) -> None: ...

    async def do(self, name: str, id: str, header: Json, rows: Sequence[Json], *arguments: Any) -> Any:
        """Have a job done on a game; raises the PlayerError it ends with, or AutomaStuck, WorkerDied among them."""

    def forget(self, id: str) -> None:
        """What was played elsewhere has not been taken; tell the game anew next time."""

    def close(self) -> None: ...


def thinking_in(workers: int) -> Thinking:
    """So many processes; none: in place."""
    return Processes(workers) if workers else InPlace()


class InPlace:
    """Thinks here and now. Before each thought, and between the slices of a long one, whoever clicks is let through."""

    moment = 0.04
    long = False
    died = 0

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}
        self._shelf = Shelf()
        self._known: dict[str, int] = {}

    async def start(self) -> None:
        pass

    async def do(self, name: str, id: str, header: Json, rows: Sequence[Json], *arguments: Any) -> Any:
        reply = await self._in_slices(job_of(self._known, name, id, header, rows, arguments))
        if reply.unknown:
            reply = await self._in_slices(job_of(self._known, name, id, header, rows, arguments))
        return taken(self._known, reply, name, id, header, rows)

    async def _in_slices(self, job: Job) -> Reply:
        await asyncio.sleep(0)
        return await in_slices(self._shelf.steps(job), job.name, self.longest)

    def forget(self, id: str) -> None:
        self._known.pop(id, None)

    def close(self) -> None:
        self._known.clear()


async def in_slices(steps: Steps[T], name: str, longest: dict[str, float]) -> T:
    """Go through the steps; whoever clicks is let through as soon as a slice is full. How long nobody was is noted."""
    begun = time.monotonic()

    def note() -> None:
        longest[name] = max(longest.get(name, 0.0), time.monotonic() - begun)

    while True:
        try:
            next(steps)
        except StopIteration as end:
            note()
            found: T = end.value
            return found
        if time.monotonic() - begun > SLICE:
            note()
            await asyncio.sleep(0)
            begun = time.monotonic()


def timing(thinking: Thinking) -> dict[str, str]:
    """The longest slices so far, as a header that tools of browsers know."""
    return {"server-timing": ", ".join(f"{job};dur={1000 * most:.1f}" for job, most in thinking.longest.items())}


def job_of(
    known: dict[str, int], name: str, id: str, header: Json, rows: Sequence[Json], arguments: tuple[Any, ...]
) -> Job:
    """The job with the rows that are not known there yet. Until it is done, nothing of the game counts as known."""
    start = known.pop(id, 0)
    if start > len(rows):
        start = 0
    return Job(name, id, header, start, list(rows[start:]), arguments)


def taken(known: dict[str, int], reply: Reply, name: str, id: str, header: Json, rows: Sequence[Json]) -> Any:
    """What came of a job; from now on the game is known as far as it went."""
    if reply.error is not None:
        raise PlayerError(reply.error)
    if reply.crash:
        log.error("%s of %s broke down\n%s", name, id, reply.crash)
        raise AutomaStuck(stuck_text("broke", header["game"]))
    known[id] = len(rows) + (len(reply.result.rows) if name == "play" else 0)
    while len(known) > KEPT:
        known.pop(next(iter(known)))
    return reply.result


@dataclass(eq=False)
class Worker:
    """One process, and how many rows of each game it has seen."""

    process: BaseProcess
    connection: Connection
    known: dict[str, int] = field(default_factory=dict)
    busy: bool = False

    def stop(self) -> None:
        """End the process; whoever waits for its answer is told that the line is dead."""
        self.process.kill()
        self.process.join()


class Processes:
    """Hands jobs to workers. Everything but the waiting happens in the event loop."""

    moment = 0.3
    long = True

    def __init__(self, workers: int = 2, patience: float = PATIENCE) -> None:
        self.most = workers
        self.died = 0
        self.longest: dict[str, float] = {}
        self.patience = patience
        self._workers: list[Worker] = []
        import multiprocessing  # not to be had in a browser

        self._context = multiprocessing.get_context("spawn")
        self._threads = ThreadPoolExecutor(workers, "thinking")
        self._free = asyncio.Condition()

    async def start(self) -> None:
        """One worker is ready before the first game."""
        self._workers.append(await self._hired())

    async def _hired(self) -> Worker:
        return await asyncio.get_running_loop().run_in_executor(None, self._hire)

    def _hire(self) -> Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there,), name="kempelen-thinking", daemon=True)
        process.start()
        there.close()
        return Worker(process, here)

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()
        self._workers.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def do(self, name: str, id: str, header: Json, rows: Sequence[Json], *arguments: Any) -> Any:
        """A worker that dies is replaced, and its thought is thought again: the same rows give the same thought."""
        for _ in range(TRIES):
            try:
                return await self._done(name, id, header, rows, arguments)
            except (OSError, EOFError):
                self.died += 1
                log.warning("a worker died over %s of %s", name, id)
        raise WorkerDied(stuck_text("died", header["game"]))

    async def _done(self, name: str, id: str, header: Json, rows: Sequence[Json], arguments: tuple[Any, ...]) -> Any:
        """The job by one worker; raises OSError or EOFError if that dies over it."""
        worker = await self._take(id)
        try:
            reply = await self._send(worker, name, id, header, rows, arguments)
            if reply.unknown:
                reply = await self._send(worker, name, id, header, rows, arguments)
        except TimeoutError as error:
            self._dismiss(worker)
            raise AutomaStuck(stuck_text("slow", header["game"])) from error
        except BaseException:
            # Nobody will read the answer on its way, so the line is of no use any more.
            self._dismiss(worker)
            raise
        finally:
            await self._give_back(worker)
        return taken(worker.known, reply, name, id, header, rows)

    def forget(self, id: str) -> None:
        for worker in self._workers:
            worker.known.pop(id, None)

    async def _send(
        self, worker: Worker, name: str, id: str, header: Json, rows: Sequence[Json], arguments: tuple[Any, ...]
    ) -> Reply:
        job = job_of(worker.known, name, id, header, rows, arguments)
        asking = asyncio.get_running_loop().run_in_executor(self._threads, _ask, worker, job)
        begun = computed_by(worker.process.pid)
        try:
            for _ in range(BUSY):
                await asyncio.wait({asking}, timeout=self.patience)
                if asking.done():
                    return await asking
                if computed_by(worker.process.pid) - begun >= self.patience / 2:
                    break
        finally:
            asking.cancel()  # nobody will hear the answer, should one still come
        raise TimeoutError

    async def _take(self, id: str) -> Worker:
        async with self._free:
            while True:
                idle = [worker for worker in self._workers if not worker.busy]
                if idle:
                    worker = max(idle, key=lambda worker: worker.known.get(id, -1))
                    break
                if len(self._workers) < self.most:
                    worker = await self._hired()
                    self._workers.append(worker)
                    break
                await self._free.wait()
            worker.busy = True
            return worker

    async def _give_back(self, worker: Worker) -> None:
        worker.busy = False
        with suppress(asyncio.CancelledError):
            async with self._free:
                self._free.notify()

    def _dismiss(self, worker: Worker) -> None:
        if worker in self._workers:
            self._workers.remove(worker)
        worker.stop()


def _ask(worker: Worker, job: Job) -> Reply:
    worker.connection.send(job)
    reply: Reply = worker.connection.recv()
    return reply
