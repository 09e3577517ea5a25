"""How long is waited for what is sure to come: on a machine that has much else to do everything is only slower."""

from __future__ import annotations

import os
from time import monotonic

__all__ = ["Patience"]


class Patience:
    """So many seconds of a machine that does nothing else. Of one with thirty others on two processors each second
    counts a fifteenth, for so much of it whoever is waited for has got."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self._then = monotonic()

    def __bool__(self) -> bool:
        """There is some of it left."""
        now = monotonic()
        self.left -= (now - self._then) / max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        self._then = now
        return self.left > 0
