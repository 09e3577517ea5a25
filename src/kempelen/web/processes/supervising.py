"""Starts several processes that serve, replaces one that dies, and replaces all of them one by one when asked (SIGHUP).

All of them answer at the same address, which stays open in here: nobody is turned away while one is replaced. A new
one is ready before an old one is told to stop, and that lets go of whoever watches, who comes back to another.
"""

from __future__ import annotations

import dataclasses
import logging
import signal
import socket
import time
from dataclasses import dataclass
from multiprocessing import connection, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING

from kempelen.web.processes.counting import COUNTS, new_counts
from kempelen.web.processes.serving import READY, serve_in_process

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from kempelen.web.app import Settings

__all__ = ["Supervisor"]

log = logging.getLogger("kempelen.web")
LOOK = 0.2
"""Seconds between two looks at what has been asked for."""
BREATH = 1.0
"""Seconds before a process that has died at once is started again."""
LONGEST_END = 30.0
"""Seconds that a process may take to stop."""
LONGEST_START = 120.0


@dataclass(slots=True)
class Serving:
    """One process."""

    process: SpawnProcess
    line: Connection
    since: float
    ready: bool = False

    def look(self) -> None:
        try:
            while self.line.poll():
                self.ready = self.line.recv() == READY or self.ready
        except (EOFError, OSError):
            return

    def stop(self) -> None:
        """Tell it to stop, and wait; whoever takes too long is ended."""
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(LONGEST_END)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.line.close()


class Supervisor:
    """Several processes at one address."""

    def __init__(self, count: int, settings: Settings, listening: socket.socket, *, json_log: bool = False) -> None:
        self.count = count
        self.settings = settings
        self.listening = listening
        self.json_log = json_log
        self.stopping = False
        self.renewing = False
        self.serving: dict[int, Serving] = {}
        self._context = get_context("spawn")

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        signal.signal(signal.SIGTERM, self._on_stop)
        signal.signal(signal.SIGINT, self._on_stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._on_renew)
        with TemporaryDirectory(prefix="kempelen-") as folder, socket.socket(socket.AF_UNIX) as own:
            self._first = Path(folder) / "first"
            own.bind(str(self._first))
            self._first.chmod(0o600)
            own.listen(128)
            self._own = own
            new_counts(self._first.with_name(COUNTS))
            try:
                for number in range(self.count):
                    self.serving[number] = self._start(number)
                while not self.stopping:
                    self._mind()
            finally:
                for one in self.serving.values():
                    one.process.terminate()
                for one in self.serving.values():
                    one.stop()

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _on_renew(self, number: int, frame: FrameType | None) -> None:
        self.renewing = True

    def _start(self, number: int) -> Serving:
        settings = dataclasses.replace(
            self.settings, number=number, first=str(self._first), limits=self.settings.limits.for_one_of(self.count)
        )
        sockets = [self.listening, self._own] if number == 0 else [self.listening]
        here, there = self._context.Pipe()
        process = self._context.Process(
            target=serve_in_process, args=(settings, sockets, there, self.json_log), name=f"kempelen-serving-{number}"
        )
        process.start()
        there.close()
        return Serving(process, here, time.monotonic())

    def _mind(self) -> None:
        """Wait a moment, and see to what has happened meanwhile."""
        connection.wait([one.process.sentinel for one in self.serving.values()], LOOK)
        for number, one in list(self.serving.items()):
            one.look()
            if not one.process.is_alive() and not self.stopping:
                log.warning("a process that serves has died and is replaced")
                if time.monotonic() - one.since < BREATH:
                    time.sleep(BREATH)
                one.stop()
                self.serving[number] = self._start(number)
        if self.renewing:
            self.renewing = False
            for number in range(self.count):
                self._renew(number)

    def _renew(self, number: int) -> None:
        """Another process in the place of this one; if it does not come up, this one stays."""
        old, new = self.serving[number], self._start(number)
        until = time.monotonic() + LONGEST_START
        while not new.ready and new.process.is_alive() and not self.stopping and time.monotonic() < until:
            connection.wait([new.process.sentinel, new.line], LOOK)
            new.look()
        if not new.ready:
            new.stop()
            if not self.stopping:
                log.error("a new process does not come up; the old one stays")
            return
        old.stop()
        self.serving[number] = new
