"""How much is compared: 500 decisions a game, and 10,000 with KEMPELEN_PROVE=1."""

from __future__ import annotations

import os

__all__ = ["DECISIONS", "LONG"]

LONG = os.environ.get("KEMPELEN_PROVE") == "1"
DECISIONS = 10_000 if LONG else 500
