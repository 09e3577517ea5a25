"""Where the user's games are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder", "is_database", "name_of", "usual_store"]


def data_folder() -> Path:
    """KEMPELEN_DATA, or where programs keep data on this system."""
    if given := os.environ.get("KEMPELEN_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kempelen"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kempelen"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kempelen"


def usual_store() -> Path | str:
    """The file or database that KEMPELEN_DB names, or a file in the data folder."""
    given = os.environ.get("KEMPELEN_DB", "")
    return (given if is_database(given) else Path(given)) if given else data_folder() / "games.sqlite"


def is_database(where: Path | str) -> bool:
    """The address of a PostgreSQL database, not a file."""
    return isinstance(where, str) and where.startswith(("postgresql://", "postgres://"))


def name_of(where: Path | str) -> str:
    """What a store is called where others may read it: without user and password."""
    if not is_database(where):
        return str(where)
    scheme, _, rest = str(where).partition("://")
    address, _, more = rest.partition("?")
    if "@" in more:  # either may belong to a password
        return f"{scheme}://…"
    return f"{scheme}://{address.rpartition('@')[2]}"
