"""Outlines of the area in which a value that is known on a grid is not above a level: marching squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

__all__ = ["outlines"]

Point: TypeAlias = tuple[float, float]
Corner: TypeAlias = tuple[int, int]

AROUND: tuple[Corner, ...] = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a cell, one after the other."""


def outlines(values: Sequence[Sequence[float]], level: float, at: Callable[[float, float], Point]) -> list[list[Point]]:
    """Closed lines round all that is not above the level; rows of values, `at(column, row)` says where they lie.

    Beyond the grid everything is above it, so that every line comes back to where it began. A hole has a line of its
    own, the other way round.
    """
    high, wide = len(values), len(values[0]) if values else 0

    def value(i: int, j: int) -> float:
        return values[j][i] if 0 <= i < wide and 0 <= j < high else level + 1e9

    nexts: dict[tuple[Corner, Corner], tuple[Corner, Corner]] = {}
    for j in range(-1, high):
        for i in range(-1, wide):
            corners = [(i + dx, j + dy) for dx, dy in AROUND]
            inner = [value(*corner) <= level for corner in corners]
            if all(inner) or not any(inner):
                continue
            # An edge is entered where one goes from outside in, and left where one goes out again.
            ins = [n for n in range(4) if not inner[n] and inner[(n + 1) % 4]]
            outs = [n for n in range(4) if inner[n] and not inner[(n + 1) % 4]]
            for n in ins:
                out = next(k % 4 for k in range(n + 1, n + 5) if k % 4 in outs)
                nexts[_edge(corners, out)] = _edge(corners, n)

    def crossing(edge: tuple[Corner, Corner]) -> Point:
        (ai, aj), (bi, bj) = edge
        a, b = value(ai, aj), value(bi, bj)
        share = min(1.0, max(0.0, (level - a) / (b - a))) if a != b else 0.5
        return at(ai + (bi - ai) * share, aj + (bj - aj) * share)

    found = []
    while nexts:
        start, edge = nexts.popitem()
        loop = [crossing(start)]
        while edge != start:
            loop.append(crossing(edge))
            edge = nexts.pop(edge)
        found.append(loop)
    return found


def _edge(corners: Sequence[Corner], n: int) -> tuple[Corner, Corner]:
    """A side of a cell, the same for both cells it belongs to."""
    one, other = corners[n], corners[(n + 1) % 4]
    return (one, other) if one < other else (other, one)
