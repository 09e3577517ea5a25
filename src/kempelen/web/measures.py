"""What a host may know about his server: how many requests, how fast, how many games; nothing of who plays what.

Requests are counted by the pattern of their address, `/tables/{id}/answer`, never by the address itself: that would
hold secrets.
"""

from __future__ import annotations

import json
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

__all__ = ["STEPS", "JsonLines", "Measures"]

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds up to which answers are counted together."""
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
log = logging.getLogger("kempelen.requests")


class Measures:
    """Counts since the server was started."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.times: list[int] = [0] * (len(STEPS) + 1)
        self.seconds = 0.0

    def note(self, method: str, pattern: str, status: int, seconds: float) -> None:
        """A request was answered. What a visitor may invent, such as a method, is not counted by its name."""
        method = method if method in METHODS else "other"
        self.requests[method, pattern, status] += 1
        self.times[bisect_left(STEPS, seconds)] += 1
        self.seconds += seconds
        if log.isEnabledFor(logging.INFO):
            milliseconds = round(1000 * seconds, 1)
            said = {"method": method, "pattern": pattern, "status": status, "ms": milliseconds}
            log.info("%s %s %s %s ms", method, pattern, status, milliseconds, extra={"said": said})

    def lines(self, now: Mapping[str, float]) -> Iterator[str]:
        """As Prometheus reads it, with what is counted now."""
        yield "# HELP kempelen_requests_total Requests that were answered."
        yield "# TYPE kempelen_requests_total counter"
        for (method, pattern, status), n in sorted(self.requests.items()):
            yield f'kempelen_requests_total{{method="{method}",pattern="{pattern}",status="{status}"}} {n}'
        yield "# HELP kempelen_request_seconds Seconds until an answer began."
        yield "# TYPE kempelen_request_seconds histogram"
        so_far = 0
        for step, n in zip((*STEPS, "+Inf"), self.times, strict=True):
            so_far += n
            yield f'kempelen_request_seconds_bucket{{le="{step}"}} {so_far}'
        yield f"kempelen_request_seconds_sum {self.seconds:.6f}"
        yield f"kempelen_request_seconds_count {so_far}"
        for name, value in now.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            yield f"# TYPE kempelen_{name} {kind}"
            yield f"kempelen_{name} {value:g}"


class JsonLines(logging.Formatter):
    """One object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "said", {}),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)
