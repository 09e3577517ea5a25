"""Uploaded files are read in a process of their own, with a limit of time and memory.

What takes too long or too much ends that process and nothing else. It is started with the first upload and kept, since
starting it takes longer than reading; one file is read at a time, and only a few may wait.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.measure import TooMuch
from kempelen.engine.game import games
from kempelen.text.say import Text
from kempelen.web.computing import BUSY, computed_by
from kempelen.web.errors import Unwelcome
from kempelen.web.rooms import start
from kempelen.web.rooms.worker import BUGS

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = ["Reading", "ReadsAtOnce", "limit_memory"]

T = TypeVar("T")
log = logging.getLogger("kempelen.web")
MOST_WAITING = 8
START = 300.0
"""Seconds in which the process must be ready, on a machine that has much else to do."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a file; nothing if there is no text."""

    text: Text | None = None
    status: int = 409
    crash: str = ""
    """What a developer is told."""


class Reading:
    """Asks the process; everything but the waiting happens in the event loop."""

    def __init__(
        self, seconds: float, megabytes: int, read: Callable[[str, bytes, int], Verdict] | None = None
    ) -> None:
        self.seconds = seconds
        self.megabytes = megabytes
        self._read = read or judge
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._thread = ThreadPoolExecutor(1, "reading")
        self._beside = ThreadPoolExecutor(1, "beside")

    async def check(self, name: str, content: bytes, seat: int) -> None:
        """Raise Unwelcome if a file cannot be read, or not within the limits."""
        if self._waiting >= MOST_WAITING:
            raise Unwelcome(Text("web.error.reading_busy"), 503)
        self._waiting += 1
        try:
            async with self._turn:
                verdict = await self._ask(name, content, seat)
        finally:
            self._waiting -= 1
        if verdict.text is not None:
            raise Unwelcome(verdict.text, verdict.status)

    async def beside(self, function: Callable[..., T], *arguments: object) -> T:
        """Do something in a thread that no game waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._beside, function, *arguments)

    async def _ask(self, name: str, content: bytes, seat: int) -> Verdict:
        job = asyncio.get_running_loop().run_in_executor(self._thread, self._exchange, (name, content, seat))
        try:
            verdict = await job
        except TimeoutError:
            self._stop()
            return Verdict(Text("web.error.reading_long", file=name), 422)
        except (OSError, EOFError):
            self._stop()
            return Verdict(Text("web.error.reading_much", file=name), 422)
        except BaseException:
            self._stop()  # nobody waits for the answer on its way
            raise
        if verdict.crash:
            log.error("reading %s broke down\n%s", name, verdict.crash)
        return verdict

    def _exchange(self, job: tuple[str, bytes, int]) -> Verdict:
        line = self._ready()
        pid = None if self._process is None else self._process.pid
        begun = computed_by(pid)
        line.send(job)
        for _ in range(BUSY):
            if line.poll(self.seconds):
                verdict: Verdict = line.recv()
                return verdict
            if computed_by(pid) - begun >= self.seconds / 2:
                break
        raise TimeoutError

    def _ready(self) -> Connection:
        """The line to a process that reads; raises OSError or EOFError if there is none."""
        if self._line is None or self._process is None or not self._process.is_alive():
            self._stop()
            import multiprocessing  # not to be had in a browser

            context = multiprocessing.get_context("spawn")
            here, there = context.Pipe()
            self._process = context.Process(
                target=work, args=(there, self.megabytes, self._read), name="kempelen-reading", daemon=True
            )
            self._process.start()
            there.close()
            self._line = here
            if not here.poll(START):
                raise OSError("the reader does not start")
            here.recv()
        return self._line

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def close(self) -> None:
        self._stop()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._beside.shutdown(wait=False, cancel_futures=True)


class ReadsAtOnce:
    """On a device of one's own a file can hold up nobody else, and what is wrong with it shows when it is read."""

    async def check(self, name: str, content: bytes, seat: int) -> None:
        pass

    async def beside(self, function: Callable[..., T], *arguments: object) -> T:
        return function(*arguments)

    def close(self) -> None:
        pass


# -- in the process


def work(line: Any, megabytes: int, read: Callable[[str, bytes, int], Verdict]) -> None:
    """Read files until the other end closes, or until memory runs out: after that nothing is to be trusted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    games()
    limit_memory(megabytes)
    line.send(True)
    while True:
        try:
            name, content, seat = line.recv()
        except (EOFError, OSError):
            return
        try:
            verdict = read(name, content, seat)
        except MemoryError:
            return
        line.send(verdict)


def limit_memory(megabytes: int) -> None:
    """So much more than now, where the system can be told."""
    if sys.platform == "win32":
        return
    import resource

    now = 1 << 30
    if (known := Path("/proc/self/statm")).exists():
        now = int(known.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + (megabytes << 20),) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judge(name: str, content: bytes, seat: int) -> Verdict:
    """Read a file to the end, and play it as far as it goes."""
    try:
        start.from_file(name, content, seat)
    except TooMuch as error:
        return Verdict(error.text, 413)
    except PlayerError as error:
        return Verdict(error.text)
    except BUGS:
        return Verdict(Text("web.error.crash"), 500, traceback.format_exc())
    return Verdict()
