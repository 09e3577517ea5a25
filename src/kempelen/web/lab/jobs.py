"""Many games of a scenario for whoever asks on the page: each job in a process of its own, with a limit of time.

One a visitor, a few for everybody; never in the processes in which automas think at tables. The process sends what it
has so far down a pipe; whoever looks takes what has come.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kempelen.lab.experiment import Experiment
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.run import play_one
from kempelen.lab.tally import Tally
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = ["GAMES", "Job", "Jobs", "Snapshot", "play_job", "snapshot_of"]

GAMES = 300
CPU_SECONDS = 60
MOST_JOBS = 2
"""At once, for everybody together."""
KEPT = 200
"""Finished jobs whose bars can still be looked at."""
PAUSE = 0.25
"""Seconds between two messages of a process."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there is so far; plain, so that it can be sent."""

    games: int = 0
    won: dict[str, tuple[int, int]] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    turns: float = 0.0
    together: bool = False
    over: bool = False


@dataclass(slots=True)
class Job:
    """One visitor's games."""

    id: str
    visitor: str
    experiment: Experiment
    line: Connection | None = None
    process: BaseProcess | None = None
    seen: Snapshot = field(default_factory=Snapshot)

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.is_alive() and not self.seen.over

    def look(self) -> Snapshot:
        """The latest that has come."""
        try:
            while self.line is not None and self.line.poll():
                self.seen = self.line.recv()
        except (EOFError, OSError):
            self.line = None
        return self.seen

    def stop(self) -> None:
        if self.process is not None and self.process.is_alive():
            self.process.kill()
            self.process.join()


class Jobs:
    """All jobs of a server."""

    def __init__(self, most: int = MOST_JOBS, start: Callable[[Job], None] | None = None) -> None:
        self.jobs: dict[str, Job] = {}
        self.most = most
        self._start = start or start_process

    def begin(self, visitor: str, experiment: Experiment) -> Job:
        """Start a visitor's job; one he has is stopped for it. Raises Unwelcome if the server has enough to do."""
        for job in self.jobs.values():
            job.look()
        for job in [job for job in self.jobs.values() if job.visitor == visitor and job.running]:
            job.stop()
        if sum(job.running for job in self.jobs.values()) >= self.most:
            raise Unwelcome(Text("web.error.simulating_busy"), 503)
        job = Job(secrets.token_urlsafe(9), visitor, experiment)
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
    job.process = context.Process(target=play_limited, args=(job.experiment, there), name="kempelen-lab", daemon=True)
    job.process.start()
    there.close()


def play_limited(experiment: Experiment, line: Any) -> None:
    """A process that plays and does nothing else: should a game never end, it does."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    play_job(experiment, line)


def play_job(experiment: Experiment, line: Any, clock: Callable[[], float] = time.monotonic) -> None:
    """Play in this process, and say how it goes a few times a second."""
    start, cpu = clock(), time.process_time()
    tally = Tally(len(experiment.seats))
    for number in range(1, experiment.games + 1):
        tally.add(WholeRow(play_one(experiment, number)))
        if time.process_time() - cpu > CPU_SECONDS - 2:
            break
        if clock() - start > PAUSE:
            start = clock()
            line.send(snapshot_of(tally, over=False))
    line.send(snapshot_of(tally, over=True))
    line.close()


def snapshot_of(tally: Tally, *, over: bool) -> Snapshot:
    return Snapshot(tally.games, dict(tally.won), dict(tally.endings), tally.mean_turns, tally.together, over)
