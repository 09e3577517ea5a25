"""How well do two cores play together? Serial, pool, Dask and Ray side by side, and what rows and lines cost.

    .venv/bin/python bench/lab.py [--games 20000] [--runs 5] [--workers 2]
    .venv/bin/python bench/lab.py --memory 1000000 [--workers 2]

Efficiency is the serial time divided by workers times the backend's time: 1 is twice as fast on two cores. Starting a
cluster is not counted, nor what its workers import; all take turns, and the median of the runs counts. `apart` are as
many processes that play their share of the games and know nothing of each other: no backend can do better on this
machine. On one with other work the clock says little, so the CPU seconds are printed too: `cpu` is what the games
cost in the workers, `beside` what this process and the cluster's own processes (its scheduler) used meanwhile.

`--memory N` plays N games into a folder with the pool and adds up its report instead, and prints the most memory that
this process and any worker ever had. 20,000 games five times take about ten minutes on two free cores, a million rows
about fifteen.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from kempelen.engine.files.whole import write_whole
from kempelen.lab.backends import Backend, ProcessPool, Serial
from kempelen.lab.clusters.dask import dask_cluster
from kempelen.lab.clusters.ray import ray_cluster
from kempelen.lab.folder.play import Progress, open_folder, play_folder
from kempelen.lab.folder.work import Work, play_work
from kempelen.lab.plan.plan import Plan, plan_of
from kempelen.lab.report.results import results_in
from kempelen.lab.run import play_one

GAME = "saboteur"


@dataclass(frozen=True)
class Run:
    """One run of a backend."""

    wall: float
    cpu: float
    beside: float


def plan_for(games: int, *, lines: bool, chunk: int = 0) -> Plan:
    data = {"game": GAME, "players": 5, "games": games, "chunk": chunk, "record": {"lines": lines, "course": 0}}
    return plan_of(data, data, "bench", Path())


@contextmanager
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="kempelen-bench-"))
    try:
        yield folder / "rows"
    finally:
        shutil.rmtree(folder)


def cluster_cpu(pids: list[int]) -> float:
    """CPU seconds of processes that are no workers: schedulers, stores, nannies."""
    total = 0.0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def children() -> list[int]:
    """All processes below this one."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text("ascii").rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
    below, found = {os.getpid()}, True
    while found:
        found = bool(more := {pid for pid, parent in parents.items() if parent in below} - below)
        below |= more
    return sorted(below - {os.getpid()})


def run_once(plan: Plan, backend: Backend) -> Run:
    with scratch() as folder:
        manifest = open_folder(plan, folder, "bench", resume=False)
        pids = children()
        before, start, own = cluster_cpu(pids), perf_counter(), process_time()
        done = play_folder(plan, manifest, folder, backend)
        wall, used = perf_counter() - start, process_time() - own
        beside = used + max(cluster_cpu(pids) - before, 0.0)
        # Workers of a cluster are among its processes, those of a serial run are this one; a pool's come and go.
        pool = isinstance(backend, ProcessPool)
        return Run(wall, done.cpu, used if pool else max(beside - done.cpu, 0.0))


def run_apart(plan: Plan, workers: int) -> Run:
    """Every worker its share of the chunks, into a folder of its own; they meet at the end."""
    with scratch() as folder:
        cell, size = plan.cells[0].experiment, plan.chunk
        firsts = list(range(1, cell.games + 1, size))
        works = [
            Work(plan.digest, 1, cell, first, min(first + size - 1, cell.games), plan.kept, plan.columns)
            for first in firsts
        ]
        folder.mkdir()
        start = perf_counter()
        meet = get_context("fork")
        told: Any = meet.SimpleQueue()
        some = [meet.Process(target=_alone, args=(works[n::workers], folder, told)) for n in range(workers)]
        for one in some:
            one.start()
        cpu = sum(told.get() for _ in some)
        for one in some:
            one.join()
        return Run(perf_counter() - start, cpu, 0.0)


def _alone(works: Sequence[Work], folder: Path, told: Any) -> None:
    cpu = 0.0
    for work in works:
        played = play_work(work)
        write_whole(folder / work.file, [played.parquet])
        cpu += played.cpu
    told.put(cpu)


def efficiency(games: int, runs: int, workers: int) -> int:
    """Prints the table; gives back the games of a chunk."""
    plan = plan_for(games, lines=False)
    load = os.getloadavg()[0]
    print(f"{games} games of {GAME}, chunks of {plan.chunk}, {workers} workers, load {load:.1f} before it began")
    found: dict[str, list[Run]] = {}
    starts: dict[str, Callable[[], object]] = {
        "dask": lambda: dask_cluster(workers, GAME),
        "ray": lambda: ray_cluster(workers, GAME),
    }
    warm = plan_for(20 * workers, lines=False, chunk=5)
    run_once(warm, Serial())  # what the first run would have to load

    def note(n: int, name: str, run: Run) -> None:
        found.setdefault(name, []).append(run)
        print(f"  run {n}: {name} {run.wall:.2f} s", file=sys.stderr, flush=True)

    for n in range(1, runs + 1):
        note(n, "serial", run_once(plan, Serial()))
        note(n, "apart", run_apart(plan, workers))
        note(n, "pool", run_once(plan, ProcessPool(workers)))
        for name, start in starts.items():
            with ExitStack() as stack:
                backend: Backend = stack.enter_context(start())  # type: ignore[arg-type]
                run_once(warm, backend)  # every worker has played, and imported what it needs
                note(n, name, run_once(plan, backend))
    serial = median(run.wall for run in found["serial"])
    print("backend  wall s   cpu s  beside s  efficiency (wall)  efficiency (cpu)")
    for name, some in found.items():
        wall, cpu, beside = (median(getattr(run, what) for run in some) for what in ("wall", "cpu", "beside"))
        count = 1 if name == "serial" else workers
        base = median(run.cpu + run.beside for run in found["serial"])
        by_cpu = base / (cpu + beside)
        print(f"{name:7}{wall:8.2f}{cpu:8.2f}{beside:10.2f}{serial / (count * wall):19.2f}{by_cpu:18.2f}")
    return plan.chunk


def costs(games: int, chunk: int, runs: int) -> None:
    """CPU of the same games played only, with lines counted, and as rows in Parquet files."""
    times: dict[str, list[float]] = {"played": [], "lines": [], "parquet": [], "parquet and lines": []}
    plain, counted = plan_for(games, lines=False, chunk=chunk), plan_for(games, lines=True, chunk=chunk)
    for n in range(runs + 1):  # the first only warms up: it imports what the others need
        for name, plan, folder in (
            ("played", plain, False),
            ("lines", counted, False),
            ("parquet", plain, True),
            ("parquet and lines", counted, True),
        ):
            start = process_time()
            if folder:
                with scratch() as rows:
                    play_folder(plan, open_folder(plan, rows, "bench", resume=False), rows, Serial())
            else:
                for number in range(1, games + 1):
                    play_one(plan.cells[0].experiment, number, lines=plan.kept.lines)
            if n:
                times[name].append(process_time() - start)
    base = median(times["played"])
    for name, some in times.items():
        print(f"{name:18}{1e6 * median(some) / games:8.0f} us of CPU a game{median(some) / base:8.2f} times")


def memory(rows: int, workers: int) -> None:
    plan, start = plan_for(rows, lines=False), perf_counter()
    with scratch() as folder:
        play_folder(plan, open_folder(plan, folder, "bench", resume=False), folder, ProcessPool(workers), _so_far())
        size = sum(path.stat().st_size for path in folder.glob("*.parquet"))
        played, here = perf_counter() - start, _most(resource.RUSAGE_SELF)
        counted = results_in(folder).games
    print(f"{counted} rows in {played:.0f} s, {size / 2**20:.1f} MiB of Parquet")
    print(f"at most {here:.0f} MiB here, {_most(resource.RUSAGE_CHILDREN):.0f} MiB in a worker")
    print(
        f"and {_most(resource.RUSAGE_SELF):.0f} MiB here after the report was added up, {perf_counter() - start:.0f} s"
    )


def _most(whose: int) -> float:
    """MiB that it ever had."""
    return resource.getrusage(whose).ru_maxrss / 1024


def _so_far() -> Progress:
    """Says every tenth of the games that it is there, so that nobody thinks it hangs."""
    said = -1

    def progress(games: int, most: int) -> None:
        nonlocal said
        if 10 * games // most > said:
            said = 10 * games // most
            print(f"  {games} of {most}, {_most(resource.RUSAGE_SELF):.0f} MiB", file=sys.stderr, flush=True)

    return progress


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", type=int, metavar="ROWS")
    given = parser.parse_args()
    if given.memory:
        memory(given.memory, given.workers)
        return
    chunk = efficiency(given.games, given.runs, given.workers)
    costs(max(given.games // 20, 50), chunk, given.runs)


if __name__ == "__main__":
    main()
