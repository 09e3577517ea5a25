"""Chunks on a Ray cluster: one on this machine, or an existing one by its address."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from kempelen.lab.backends import AHEAD, LOSSES, Backend
from kempelen.lab.clusters.same import check_address, check_workers, facts_here
from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = ["RayCluster", "ray_cluster"]

C = TypeVar("C")
R = TypeVar("R")


class RayCluster:
    """Tasks on Ray's workers; Ray plays anew what a dead worker had."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def each(self, function: Callable[[C], R], chunks: Iterable[C]) -> Iterator[tuple[C, R]]:
        import ray
        from ray.exceptions import RayTaskError, WorkerCrashedError

        task = ray.remote(num_cpus=1, max_retries=LOSSES - 1)(_call)
        play = ray.put(function)
        coming = iter(chunks)
        running: dict[Any, C] = {}

        def hand_out(most: int) -> None:
            for chunk in islice(coming, most):
                running[task.remote(play, chunk)] = chunk

        # Whoever stops in the middle takes no more; what was handed out, a second or two, ends by itself. It is not
        # cancelled: Ray ends the whole program if a task turns out to be done just then.
        hand_out(AHEAD * self.workers)
        while running:
            (done, *_), _ = ray.wait(list(running), num_returns=1)
            chunk = running.pop(done)
            try:
                result = ray.get(done)
            except WorkerCrashedError as error:
                raise BadExperiment(Text("lab.worker_died")) from error
            except RayTaskError as error:
                raise error.cause from error
            hand_out(1)
            yield chunk, result


def _call(function: Callable[[Any], Any], chunk: Any) -> Any:
    return function(chunk)


@contextmanager
def ray_cluster(workers: int, game: str, address: str | None = None) -> Iterator[Backend]:
    """A cluster, closed in the end if it was started here. Raises BadExperiment if it is not there or does not fit."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # of what nobody waits for any more
    try:
        import ray
    except ImportError as error:
        raise BadExperiment(Text("lab.cluster.needs", name="Ray", extra="ray")) from error
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    if address is not None:
        check_address("ray", address)
    if address is None:
        _start(ray, workers, quiet)
    else:
        try:
            ray.init(address=address, **quiet)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadExperiment(Text("lab.cluster.not_there", name="Ray", address=address)) from error
    try:
        count = workers if address is None else max(int(ray.cluster_resources().get("CPU", 0)), 0)
        if not count:
            raise BadExperiment(Text("lab.cluster.no_workers", address=address or ""))
        check_workers(_facts_of_nodes(ray), game)
        yield RayCluster(count)
    finally:
        ray.shutdown()


def _start(ray: Any, workers: int, quiet: dict[str, Any]) -> None:
    """A cluster on this machine; raises BadExperiment if it does not come up in the half minute that Ray gives it."""
    try:
        ray.init(num_cpus=workers, include_dashboard=False, object_store_memory=200 * 2**20, **quiet)
    except Exception as error:  # on a busy machine Ray raises a plain Exception; all others go on
        if type(error) not in (Exception, ConnectionError, RuntimeError, TimeoutError):
            raise
        ray.shutdown()
        raise BadExperiment(Text("lab.cluster.not_started", name="Ray")) from error


def _facts_of_nodes(ray: Any) -> list[tuple[str, Any]]:
    """What every machine of the cluster has installed."""
    from ray.exceptions import RayError
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    asked = ray.remote(num_cpus=1)(facts_here)
    found: list[tuple[str, Any]] = []
    for node in ray.nodes():
        if not node["Alive"] or not node["Resources"].get("CPU"):
            continue
        here = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        try:
            found.append((node["NodeManagerAddress"], ray.get(asked.options(scheduling_strategy=here).remote())))
        except RayError as error:
            found.append((node["NodeManagerAddress"], str(error)))
    return found
