"""How much one visitor may ask of a server. Whoever wants more is told so kindly, and when to come again."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import Protocol

from kempelen.web.guard import MOST_BYTES

__all__ = ["Left", "LeftHere", "Limits", "Shares", "TooMany", "network_of"]

Clock = Callable[[], float]
REMEMBERED = 10_000
"""Visitors whose shares are kept; of more than that, whoever has not come for longest begins anew."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a host allows; 0 is without limit. A visitor is known by his address, for cookies cost nothing."""

    requests: int = 1200
    """A visitor's requests in a minute."""
    games: int = 120
    """Games that a visitor begins in an hour."""
    uploads: int = 60
    """Files that a visitor sends in an hour."""
    drafts: int = 60
    """Automas that a visitor begins to write in an hour."""
    streams: int = 60
    """Tables that a visitor has open at a time."""
    all_streams: int = 2000
    """Tables that everybody together has open at a time."""
    bytes: int = MOST_BYTES
    """The largest thing that may be uploaded."""
    patience: float = 20.0
    """Seconds in which a request must have been sent whole."""
    idle: float = 60.0
    """Minutes for which a game stays in memory that nobody looks at."""
    reading: float = 15.0
    """Seconds that reading an uploaded file may take."""
    memory: int = 512
    """Megabytes that reading an uploaded file may take."""

    def for_one_of(self, processes: int) -> Limits:
        """Lines belong to the process at which they are open, so each of several has its part; the rest is counted
        together."""
        return replace(self, streams=-(-self.streams // processes), all_streams=-(-self.all_streams // processes))


class TooMany(Exception):
    """A share is used up: the key of what is said, and seconds until there is something again."""

    def __init__(self, what: str, wait: int, status: int = 429) -> None:
        super().__init__(what)
        self.key = f"web.error.many_{what}"
        self.wait = wait
        self.status = status


class Left(Protocol):
    """What visitors have left of their shares, and when that was so."""

    def held(self) -> AbstractContextManager[object]:
        """Until this ends nobody else looks or notes anything."""

    def of(self, share: str) -> tuple[float, float] | None: ...

    def note(self, share: str, left: float, now: float) -> None: ...


class LeftHere:
    """For one process."""

    def __init__(self) -> None:
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def held(self) -> AbstractContextManager[object]:
        return nullcontext()

    def of(self, share: str) -> tuple[float, float] | None:
        return self._left.pop(share, None)

    def note(self, share: str, left: float, now: float) -> None:
        self._left[share] = left, now
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)


class Shares:
    """What every visitor may still ask for. A share is full at first and fills up again evenly."""

    PERIODS: Mapping[str, float] = {"requests": 60.0, "games": 3600.0, "uploads": 3600.0, "drafts": 3600.0}

    def __init__(self, limits: Limits, clock: Clock = time.monotonic, left: Left | None = None) -> None:
        self.limits = limits
        self.clock = clock
        self._left = left if left is not None else LeftHere()
        self._streams: Counter[str] = Counter()

    def take(self, what: str, visitor: str) -> None:
        """One more request, game or upload; raises TooMany."""
        most: int = getattr(self.limits, what)
        if not most:
            return
        share, speed = f"{what} {visitor}", most / self.PERIODS[what]
        with self._left.held():
            now = self.clock()
            left, then = self._left.of(share) or (float(most), now)
            left = min(float(most), left + max(0.0, now - then) * speed)
            enough = left >= 1
            self._left.note(share, left - enough, now)
        if not enough:
            raise TooMany(what, math.ceil((1 - left) / speed))

    @contextmanager
    def stream(self, visitor: str) -> Iterator[None]:
        """An open line, counted for as long as it is open."""
        self._streams[visitor] += 1
        try:
            yield
        finally:
            self._streams[visitor] -= 1
            if not self._streams[visitor]:
                del self._streams[visitor]

    def check_stream(self, visitor: str) -> None:
        """Raise TooMany if this visitor, or everybody together, has as many lines as there may be."""
        if self.limits.streams and self._streams[visitor] >= self.limits.streams:
            raise TooMany("streams", 10)
        if self.limits.all_streams and self._streams.total() >= self.limits.all_streams:
            raise TooMany("all_streams", 30, 503)


def network_of(host: str) -> str:
    """What an address counts as: a house has one of the old kind, and of the new kind a whole network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:60]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
