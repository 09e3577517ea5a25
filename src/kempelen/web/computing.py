"""How long another process has computed: on a machine that has much else to do, that is not how long one has waited."""

from __future__ import annotations

import os
import time
from pathlib import Path

__all__ = ["BUSY", "computed_by"]

BUSY = 10
"""So many times as long a process is waited for that hardly gets to compute."""


def computed_by(pid: int | None) -> float:
    """Seconds for which a process has computed; where the system does not tell, as many as have passed."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
