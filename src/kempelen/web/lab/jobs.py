"""Work that takes a while, for whoever asks on a page: each job in a process of its own, with a limit of time.

One of a kind a visitor, a few for everybody; never in the processes in which automas think at tables. The process
sends what it has so far down a pipe; whoever looks takes what has come.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from kempelen.engine.errors import PlayerError
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome, log
from kempelen.web.reading import limit_memory
from kempelen.web.rooms.worker import BUGS

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = ["Job", "Jobs", "Said", "Task", "Teller", "do", "start_process"]

MOST_JOBS = 3
"""At once, for everybody together."""
MOST_OF_ONE = 2
"""Of one visitor, known by his address: the last place is for somebody else."""
KEPT = 200
"""Finished jobs that can still be looked at."""
PAUSE = 0.25
"""Seconds between two messages of a process."""
MEGABYTES = 2048
"""That a job may take; what people write is not to take the memory of those who play."""
SPARE = 2
"""CPU seconds before the limit at which a task is asked to come to its end."""


@dataclass(frozen=True, slots=True)
class Said:
    """What there is so far."""

    what: Any = None
    """None before anything has come."""
    over: bool = False
    wrong: Text | None = None
    """Why there will be nothing."""
    crash: str = ""
    """What a developer is told."""


class Task(Protocol):
    """Something to be done in a process; it is sent there, and so is what it returns."""

    seconds: ClassVar[int]
    """Of the processor, at the most."""

    def run(self, tell: Teller) -> Any:
        """Do it; raises PlayerError. As soon as `tell` says no, time is up."""


class Teller(Protocol):
    """Says how it goes, if somebody may have looked again meanwhile; False when the task should end."""

    def __call__(self, so_far: Callable[[], Any]) -> bool: ...


@dataclass(slots=True)
class Job:
    """One visitor's task."""

    id: str
    visitor: str
    task: Any
    network: str = ""
    line: Connection | None = None
    process: BaseProcess | None = None
    said: Said = field(default_factory=Said)

    @property
    def running(self) -> bool:
        """Asked first and looked at afterwards: what a process has said before its end is then there."""
        alive = self.process is not None and self.process.is_alive()
        self.look()
        return alive and not self.said.over

    def look(self) -> Any:
        """The latest that has come. Whoever also asks whether it is running does that first."""
        try:
            while self.line is not None and self.line.poll():
                self.said = self.line.recv()
                if self.said.crash:
                    log.error("a job broke down\n%s", self.said.crash)
        except (EOFError, OSError):
            self.line = None
        return self.said.what

    @property
    def lost(self) -> bool:
        """Its process is gone, and nothing of it will come: it took too long."""
        return self.said.what is None and self.said.wrong is None and not self.running

    def stop(self) -> None:
        self.look()
        if self.process is not None and self.process.is_alive():
            self.process.kill()
            self.process.join()


class Jobs:
    """All jobs of a server."""

    def __init__(self, most: int = MOST_JOBS, start: Callable[[Job], None] | None = None) -> None:
        self.jobs: dict[str, Job] = {}
        self.most = most
        self._start = start or start_process

    def begin(self, visitor: str, task: Task, network: str = "") -> Job:
        """Start a visitor's job; one of the kind that he has is stopped for it. Raises Unwelcome if there is enough."""
        for job in self.jobs.values():
            job.look()
        for job in [job for job in self.jobs.values() if job.visitor == visitor and job.running]:
            if type(job.task) is type(task):
                job.stop()
        running = [job for job in self.jobs.values() if job.running]
        if len(running) >= self.most or sum(job.network == network for job in running) >= MOST_OF_ONE:
            raise Unwelcome(Text("web.error.simulating_busy"), 503)
        job = Job(secrets.token_urlsafe(9), visitor, task, network)
        self._start(job)
        self.jobs[job.id] = job
        while len(self.jobs) > KEPT:
            self.jobs.pop(next(iter(self.jobs))).stop()
        return job

    def named(self, id: str) -> Job | None:
        return self.jobs.get(id)

    def close(self) -> None:
        for job in self.jobs.values():
            job.stop()


def start_process(job: Job) -> None:
    import multiprocessing  # not to be had in a browser

    context = multiprocessing.get_context("spawn")
    job.line, there = context.Pipe(duplex=False)
    job.process = context.Process(target=do_limited, args=(job.task, there), name="kempelen-job", daemon=True)
    job.process.start()
    there.close()


def do_limited(task: Task, line: Any) -> None:
    """A process that does this and nothing else: should it never end, the system ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # whoever plays goes first
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (task.seconds, task.seconds + 1))
        limit_memory(MEGABYTES)
    do(task, line)


def do(task: Task, line: Any, clock: Callable[[], float] = time.monotonic) -> None:
    """Do it here, and say how it goes a few times a second."""
    start, limit = clock(), time.process_time() + task.seconds - SPARE

    def tell(so_far: Callable[[], Any]) -> bool:
        nonlocal start
        if clock() - start > PAUSE:
            start = clock()
            line.send(Said(so_far()))
        return time.process_time() < limit

    try:
        said = Said(task.run(tell), over=True)
    except PlayerError as error:
        said = Said(over=True, wrong=error.text)
    except MemoryError:
        said = Said(over=True, wrong=Text("web.error.job_much"))
    except BUGS:
        said = Said(over=True, wrong=Text("web.error.crash"), crash=traceback.format_exc())
    line.send(said)
    line.close()
