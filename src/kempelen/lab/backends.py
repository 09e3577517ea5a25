"""Where chunks of games are played: here, or in a pool of processes. Anything with this `each` will do.

`lab/clusters` has Dask and Ray. A chunk gives the same rows wherever it is played, and however often.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = [
    "AHEAD",
    "LOSSES",
    "Backend",
    "ProcessPool",
    "Serial",
    "backend_for",
    "cpu_count",
    "in_order",
    "left_to_this_process",
]

C = TypeVar("C")
R = TypeVar("R")
LOSSES = 3
"""A chunk whose worker has died so often is to blame itself."""
AHEAD = 2
"""Chunks handed out for each worker: one is played, one waits, so that nobody is ever idle."""


class Backend(Protocol):
    """Runs a function on every chunk."""

    @property
    def workers(self) -> int:
        """How many chunks run at once."""

    def each(self, function: Callable[[C], R], chunks: Iterable[C]) -> Iterator[tuple[C, R]]:
        """Every chunk with its result, as soon as it is there. Chunks are only taken when a worker is free for them."""


def in_order(backend: Backend, function: Callable[[C], R], chunks: Iterable[C]) -> Iterator[R]:
    """The results in the order of the chunks, each as soon as it and those before it are there."""
    waiting: dict[int, R] = {}
    following = 0

    for (n, _), result in backend.each(_Numbered(function), enumerate(chunks)):
        waiting[n] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


class _Numbered:
    """A function on the second of a pair; a class, so that it can be sent to another process."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def __call__(self, pair: tuple[int, Any]) -> Any:
        return self.function(pair[1])


class Serial:
    """One chunk after the other, in this process."""

    workers = 1

    def each(self, function: Callable[[C], R], chunks: Iterable[C]) -> Iterator[tuple[C, R]]:
        return ((chunk, function(chunk)) for chunk in chunks)


class ProcessPool:
    """Several processes on this machine. If one dies, new ones are started, and what was lost is played again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def each(self, function: Callable[[C], R], chunks: Iterable[C]) -> Iterator[tuple[C, R]]:
        coming = iter(chunks)
        again: list[tuple[C, int]] = []
        running: dict[Future[R], tuple[C, int]] = {}
        pool = self._pool()
        try:
            while True:
                room = AHEAD * self.workers - len(running)
                todo = [again.pop() for _ in range(min(room, len(again)))]
                todo += [(chunk, 0) for chunk in islice(coming, room - len(todo))]
                broken = False
                for chunk, lost in todo:
                    try:
                        running[pool.submit(function, chunk)] = chunk, lost
                    except BrokenProcessPool:
                        broken = True
                        again.append((chunk, lost))
                if not running and not again:
                    return
                # If one process has died, all that runs is lost, but for what has just ended.
                done, _ = wait(running, return_when=FIRST_COMPLETED) if not broken else wait(running)
                if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                    broken = True
                    done, _ = wait(running)
                for future in done:
                    chunk, lost = running.pop(future)
                    if isinstance(future.exception(), BrokenProcessPool):
                        again.append((chunk, lost + 1))
                    else:
                        yield chunk, future.result()
                if broken:
                    if any(lost >= LOSSES for _, lost in again):
                        raise BadExperiment(Text("lab.worker_died"))
                    pool.shutdown()
                    pool = self._pool()
        finally:
            pool.shutdown(cancel_futures=True)

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, initializer=_follow_the_parent)


def _follow_the_parent() -> None:
    """In a worker: interrupts are the parent's business, and when it is gone, however it ended, so is the worker.

    What was the parent's is not searched for garbage either: things that belong to a thread which was not copied (those
    of a browser's driver, for example) cannot be cleared away here, and pages that are only read stay shared.
    """
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)  # whatever it plays, nobody will fetch it


@contextmanager
def left_to_this_process() -> Iterator[None]:
    """Whoever is started now does not hear Ctrl-C, which a terminal sends to all: this process stops them in order."""
    if threading.current_thread() is not threading.main_thread():  # only there may that be said
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def backend_for(workers: int, games: int) -> Backend:
    """No more workers than games; one worker needs no pool."""
    workers = min(workers, games)
    return Serial() if workers < 2 else ProcessPool(workers)


def cpu_count() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
