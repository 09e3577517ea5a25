"""Chunks on a Dask cluster (`distributed`): one on this machine, or an existing one by its address."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from kempelen.lab.backends import AHEAD, LOSSES, Backend, left_to_this_process
from kempelen.lab.clusters.same import check_address, check_workers, facts_here
from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = ["QUIET", "DaskCluster", "dask_cluster"]

C = TypeVar("C")
R = TypeVar("R")
QUIET = {
    # Its profiler takes a fifth of a worker that computes all the time.
    "distributed.worker.profile.enabled": False,
    # A worker's clocks interrupt whoever computes beside them; a chunk takes about a second.
    "distributed.admin.tick.interval": "2s",
    "distributed.admin.tick.limit": "1m",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.worker.memory.monitor-interval": "5s",
    "distributed.scheduler.allowed-failures": LOSSES - 1,
    "distributed.comm.timeouts.connect": "10s",
    "distributed.diagnostics.nvml": False,
}
PATIENCE = 20.0
"""Seconds until a cluster that does not answer is not there."""


class DaskCluster:
    """The workers of a client. The scheduler itself hands out anew what a dead worker had."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def workers(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(sum(threads.values()), 1)

    def each(self, function: Callable[[C], R], chunks: Iterable[C]) -> Iterator[tuple[C, R]]:
        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        coming = enumerate(chunks)
        running: dict[Any, C] = {}

        def hand_out(most: int) -> list[Any]:
            some = []
            for n, chunk in islice(coming, most):
                # A name of its own: an equal chunk of another run is no result of this one.
                future = self.client.submit(function, chunk, pure=False, priority=-n)
                running[future] = chunk
                some.append(future)
            return some

        try:
            with self.client.as_current():
                ended = as_completed(hand_out(AHEAD * self.workers))
            for future in ended:
                chunk = running.pop(future)
                try:
                    result = future.result()
                except KilledWorker as error:
                    raise BadExperiment(Text("lab.worker_died")) from error
                future.release()
                for more in hand_out(1):
                    ended.add(more)
                yield chunk, result
        finally:
            self.client.cancel(list(running))


@contextmanager
def dask_cluster(workers: int, game: str, address: str | None = None) -> Iterator[Backend]:
    """A cluster, closed in the end if it was started here. Raises BadExperiment if it is not there or does not fit."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise BadExperiment(Text("lab.cluster.needs", name="Dask", extra="dask")) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is raised
    with dask.config.set(QUIET):
        if address is None:
            with left_to_this_process():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    host="127.0.0.1",
                    silence_logs=logging.CRITICAL,
                )
            with cluster, Client(cluster, set_as_default=False) as client:
                check_workers(client.run(facts_here).items(), game)
                yield DaskCluster(client)
            return
        check_address("dask", address)
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:  # a timeout is an OSError, too
            raise BadExperiment(Text("lab.cluster.not_there", name="Dask", address=address)) from error
        with client:
            if not client.nthreads():
                raise BadExperiment(Text("lab.cluster.no_workers", address=address))
            check_workers(client.run(facts_here, on_error="return").items(), game)
            yield DaskCluster(client)
