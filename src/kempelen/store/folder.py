"""Where the user's games are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """KEMPELEN_DATA, or where programs keep data on this system."""
    if given := os.environ.get("KEMPELEN_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kempelen"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kempelen"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kempelen"
