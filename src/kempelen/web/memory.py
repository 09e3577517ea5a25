"""Keeps Python's search for garbage from getting in the way of clicks."""

from __future__ import annotations

import gc

__all__ = ["settle_memory"]


def settle_memory() -> None:
    """What is loaded by now stays, so it is not searched again; games are, but rarely.

    A full search among two hundred games takes a fifth of a second, in which nobody gets an answer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
