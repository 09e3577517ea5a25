"""Keeps Python's search for garbage from getting in the way of clicks."""

from __future__ import annotations

import gc

__all__ = ["RARELY", "settle_memory"]

RARELY = (50_000, 20, 100)
"""How much must have been made before Python searches, see `gc.set_threshold`."""


def settle_memory() -> None:
    """What is loaded by now stays, so it is not searched again; games are, but rarely.

    A full search among two hundred games takes a fifth of a second, in which nobody gets an answer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)
