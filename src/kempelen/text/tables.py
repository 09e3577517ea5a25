"""A package's TOML files. In the folder for devices they lie as JSON: what Python reads slowly there takes no time."""

from __future__ import annotations

import json
import tomllib
from importlib.resources.abc import Traversable
from typing import Any

__all__ = ["table_in"]


def table_in(folder: Traversable, name: str) -> dict[str, Any]:
    """What NAME.toml says, or the NAME.json that was made of it; raises FileNotFoundError and TOMLDecodeError."""
    made = folder / f"{name}.json"
    if made.is_file():
        found: dict[str, Any] = json.loads(made.read_text("utf-8"))
        return found
    return tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
