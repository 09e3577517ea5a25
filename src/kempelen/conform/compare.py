"""Comparing what a case expects with what came."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isclose
from typing import Any, TypeAlias

from kempelen.text.say import Text

__all__ = [
    "Compare",
    "Possible",
    "as_counts",
    "as_set",
    "compare_outcomes",
    "differing",
    "named_only",
    "partly",
    "same",
    "shown",
]

Compare: TypeAlias = Callable[[Any, Any], bool]
"""Is what came (second) what the case expects (first)?"""


@dataclass(frozen=True, slots=True)
class Possible:
    """All results that chance can bring, with their chances. A case that expects one value expects no other."""

    chances: tuple[tuple[Any, Fraction], ...]

    @property
    def values(self) -> list[Any]:
        return [value for value, _ in self.chances]


def same(expected: Any, came: Any) -> bool:
    """Equal, also inside; yes and no are no numbers, and fractions of a unit may be off by rounding."""
    if isinstance(expected, bool) or isinstance(came, bool):
        return expected is came
    if isinstance(expected, float) or isinstance(came, float):
        numbers = isinstance(expected, int | float) and isinstance(came, int | float)
        return numbers and isclose(expected, came, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(expected, Mapping) and isinstance(came, Mapping):
        return expected.keys() == came.keys() and all(same(value, came[key]) for key, value in expected.items())
    if isinstance(expected, list | tuple) and isinstance(came, list | tuple):
        return len(expected) == len(came) and all(map(same, expected, came))
    return bool(expected == came)


def as_set(expected: Any, came: Any, equal: Compare = same) -> bool:
    """Lists of legal or possible things: the same ones in any order."""
    if not isinstance(expected, list) or not isinstance(came, list):
        return equal(expected, came)
    return all(any(equal(one, other) for other in came) for one in expected) and all(
        any(equal(one, other) for one in expected) for other in came
    )


def as_counts(expected: Any, came: Any) -> bool:
    """How often each thing is there; what is not named is there no times."""
    if not isinstance(expected, Mapping) or not isinstance(came, Mapping):
        return same(expected, came)
    return all(same(expected.get(key, 0), came.get(key, 0)) for key in {*expected, *came})


def named_only(expected: Any, came: Any, equal: Compare = same) -> bool:
    """Tables of which the case names some entries; also tables in a list, one by one."""
    if isinstance(expected, Mapping) and isinstance(came, Mapping):
        return all(key in came and equal(value, came[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(came, list):
        return len(expected) == len(came) and all(map(named_only, expected, came))
    return equal(expected, came)


def partly(expected: Any, came: Any) -> bool:
    """Tables of which the case names some entries, however deep; lists are complete."""
    if isinstance(expected, list) and isinstance(came, list | tuple):
        return len(expected) == len(came) and all(map(partly, expected, came))
    return named_only(expected, came, partly) if isinstance(expected, Mapping) else same(expected, came)


def compare_outcomes(expected: Any, came: Possible, equal: Compare = named_only) -> Iterable[Text]:
    """`outcomes` is the complete set of results, each with its exact chance `p`; only what a row names is compared."""
    if not isinstance(expected, list) or not all(
        isinstance(row, Mapping) and _is_chance(row.get("p")) for row in expected
    ):
        yield Text("conform.bad_outcomes")
        return
    rows = [{key: value for key, value in row.items() if key != "p"} for row in expected]
    total = [Fraction(0)] * len(rows)
    for result, p in came.chances:
        fitting = [n for n, row in enumerate(rows) if named_only(row, result, equal)]
        if fitting:
            total[fitting[0]] += p
        else:
            yield Text("conform.unexpected", result=shown(result), p=str(p))
    for row, wanted, p in zip(rows, expected, total, strict=True):
        if Fraction(str(wanted["p"])) != p:
            yield Text("conform.chance", result=shown(row), expected=str(wanted["p"]), came=str(p))


def _is_chance(value: Any) -> bool:
    """`1/3`, `'1'`, `0.25`."""
    try:
        return 0 <= Fraction(str(value)) <= 1
    except (ValueError, ZeroDivisionError):
        return False


def differing(expected: Any, came: Any) -> tuple[Any, Any]:
    """Of two long tables only what differs, for the message."""
    if not isinstance(expected, Mapping) or not isinstance(came, Mapping):
        return expected, came
    keys = [key for key in expected if key not in came or not same(expected[key], came[key])]
    keys = keys or [key for key in came if key not in expected]
    return tuple({key: side[key] for key in keys if key in side} for side in (expected, came))  # type: ignore[return-value]


def shown(value: Any) -> str:
    """A value on one line."""
    return json.dumps(_plain(value), ensure_ascii=False, default=str)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(entry) for entry in value]
    return value
