"""Whole numbers as people type them."""

from __future__ import annotations

__all__ = ["number_in"]

MOST = 999_999_999
"""Larger than any number that means something here. Python itself refuses to read very long ones."""


def number_in(text: str, least: int = 0, most: int = MOST) -> int | None:
    """The number, if it is one from `least` to `most`; else None."""
    if len(text) > len(str(MOST)) or not text.isascii() or not text.isdecimal():
        return None
    return int(text) if least <= int(text) <= most else None
