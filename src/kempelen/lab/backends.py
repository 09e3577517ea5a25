"""Where chunks of games are played: here, or in a pool of processes. Anything with this `map` will do."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol, TypeVar

from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = ["Backend", "ProcessPool", "Serial", "backend_for", "cpu_count"]

C = TypeVar("C")
R = TypeVar("R")


class Backend(Protocol):
    """Runs a function on every chunk."""

    @property
    def workers(self) -> int:
        """How many chunks run at once."""

    def map(self, function: Callable[[C], R], chunks: Sequence[C]) -> Iterator[R]:
        """The results in the order of the chunks, each as soon as it and those before it are there."""


class Serial:
    """One chunk after the other, in this process."""

    workers = 1

    def map(self, function: Callable[[C], R], chunks: Sequence[C]) -> Iterator[R]:
        return map(function, chunks)


class ProcessPool:
    """Several processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, function: Callable[[C], R], chunks: Sequence[C]) -> Iterator[R]:
        pool = ProcessPoolExecutor(self.workers, initializer=_leave_interrupts_to_the_parent)
        try:
            yield from pool.map(function, chunks)
        except BrokenProcessPool as error:
            raise BadExperiment(Text("lab.worker_died")) from error
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def backend_for(workers: int, games: int) -> Backend:
    """No more workers than games; one worker needs no pool."""
    workers = min(workers, games)
    return Serial() if workers < 2 else ProcessPool(workers)


def cpu_count() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
