"""Reviews of finished games: one at a time, in processes of their own, so that no game waits for them.

Whoever has asked for one may leave and come back: it goes on meanwhile, and what is there is kept in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TypeAlias

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.header import Json
from kempelen.engine.search.keeping import write_review
from kempelen.engine.search.review import SECONDS, Plan, Review, Swing, review_of
from kempelen.engine.search.swings import Span, spans_of, swings_of, worlds_for_spans
from kempelen.engine.search.weighing import Weighed
from kempelen.engine.table import Seat
from kempelen.store import BadStore
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome, log
from kempelen.web.rooms.thinking import AutomaStuck, Processes, Thinking
from kempelen.web.rooms.worker import BUGS

__all__ = ["Key", "Reviewing", "Reviews"]

Key: TypeAlias = tuple[str, Seat, int]
"""A game, a seat, and how many rows it has: a game that is taken back and goes on is another one."""
WORKERS = 2
MOST_WAITING = 6
MOST_OF_ONE = 4
"""Of one visitor, known by his address: the last places are for others."""
KEPT = 100
PATIENCE = 900.0
"""Seconds that one choice may take, on a machine that has much else to do; nobody waits for it at a table."""


@dataclass(slots=True)
class Reviewing:
    """A review that is asked for, being made, or there."""

    key: Key
    network: str = ""
    """Of the visitor who has asked for it."""
    plan: Plan | None = None
    began: float = 0.0
    """When it was planned, by the clock that only goes on."""
    weighed: list[Weighed] = field(default_factory=list)
    review: Review | None = None
    error: Text | None = None

    @property
    def running(self) -> bool:
        return self.review is None and self.error is None

    @property
    def share(self) -> float:
        """How much of it is done."""
        return len(self.weighed) / len(self.plan.choices) if self.plan is not None else 0.0

    def left(self, workers: int) -> float:
        """Seconds it will still take, about; 0 if nobody knows yet."""
        if self.plan is None or not self.plan.measured(len(self.weighed), workers):
            return 0.0
        return self.plan.left(len(self.weighed), monotonic() - self.began, workers)


class Reviews:
    """All reviews of a server."""

    def __init__(
        self,
        start: Callable[[], Thinking] | None = None,
        *,
        workers: int = WORKERS,
        seconds: float = SECONDS,
        keep: Callable[[Key, str], Awaitable[None]] | None = None,
    ) -> None:
        self.workers = workers
        self.seconds = seconds
        self._keep = keep
        self._start = start or (lambda: Processes(workers, PATIENCE))
        self._known: dict[Key, Reviewing] = {}
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def find(self, key: Key) -> Reviewing | None:
        return self._known.get(key)

    def remember(self, key: Key, review: Review) -> Reviewing:
        """One that was kept."""
        return self._know(Reviewing(key, review=review))

    def begin(self, key: Key, header: Json, rows: Sequence[Json], network: str = "") -> Reviewing:
        """Ask for a review; one that is there or on its way is not made twice. Raises Unwelcome if many wait."""
        known = self._known.get(key)
        if known is not None and known.error is None:
            return known
        own = sum(self._known[other].network == network for other in self._tasks if other in self._known)
        if len(self._tasks) >= MOST_WAITING or own >= MOST_OF_ONE:
            raise Unwelcome(Text("review.busy"), 503)
        job = self._know(Reviewing(key, network))
        task = self._tasks[key] = asyncio.create_task(self._make(job, header, rows))
        task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return job

    def _know(self, job: Reviewing) -> Reviewing:
        """From now on; of those that are done, the oldest are forgotten. The store has them."""
        self._known[job.key] = job
        done = [key for key, known in self._known.items() if not known.running and known is not job]
        for key in done[: max(0, len(self._known) - KEPT)]:
            del self._known[key]
        return job

    async def _make(self, job: Reviewing, header: Json, rows: Sequence[Json]) -> None:
        async with self._turn:
            thinking = self._start()
            try:
                await self._weigh(job, thinking, header, rows)
            except AutomaStuck:
                job.error = Text("review.stuck")
            except PlayerError as error:
                job.error = error.text
            except (*BUGS, OSError):
                # Not even the processes could be started, say: whoever waits is told, and can ask again.
                log.exception("the review of %s broke down", job.key[0])
                job.error = Text("web.error.crash")
            finally:
                thinking.close()

    async def _weigh(self, job: Reviewing, thinking: Thinking, header: Json, rows: Sequence[Json]) -> None:
        id, seat, _ = job.key
        await thinking.start()
        plan: Plan = await thinking.do("plan", id, header, rows, seat, self.seconds, self.workers)
        job.plan, job.began = plan, monotonic()
        waiting = list(reversed(plan.choices))

        fewest = plan.worlds

        async def work() -> None:
            nonlocal fewest
            while waiting:
                index = waiting.pop()
                worlds = plan.worlds_in(self.seconds, len(job.weighed), monotonic() - job.began, self.workers)
                fewest = min(fewest, worlds)
                job.weighed.append(await thinking.do("weigh", id, header, rows, seat, index, worlds))

        await asyncio.gather(*(work() for _ in range(self.workers)))
        weighed = review_of(replace(plan, worlds=fewest), job.weighed)

        async def look_into(spans: list[Span]) -> list[Swing]:
            worlds = worlds_for_spans(replace(plan, worlds=fewest))
            return [await thinking.do("swing", id, header, rows, seat, span, worlds) for span in spans]

        spans = spans_of(weighed, plan.inputs)
        shared = await asyncio.gather(*(look_into(spans[n :: self.workers]) for n in range(self.workers)))
        review = replace(weighed, swings=swings_of(weighed, [one for part in shared for one in part]))
        if self._keep is not None:
            try:
                await self._keep(job.key, write_review(review))
            except BadStore as error:  # then it is there as long as the server runs
                log.warning("the review of %s is not kept: %s", id, error)
        job.review = review

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
