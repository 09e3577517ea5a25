"""The facts a case gives: every fact that is read is remembered, so that an unknown one can be reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isnan
from typing import Any, TypeAlias, TypeVar, overload

from kempelen.conform.compare import shown
from kempelen.engine.errors import PlayerError
from kempelen.text.say import Field, Text

__all__ = ["Facts", "Misunderstood", "among", "bad_value", "flag", "listed", "number", "pair", "table", "whole", "word"]

T = TypeVar("T")
D = TypeVar("D")
N = TypeVar("N", int, float)
Reader: TypeAlias = Callable[[Any, str], T]
"""Makes something of a value from a file; the second argument is its place, for the message."""

_NEEDED: Any = object()
MOST = 1_000_000
"""No table has larger numbers on it; with some of them a rule would never come to an end."""


class Misunderstood(PlayerError):
    """A case says something that is not understood; it fails."""


def bad_value(path: str, value: Any, wanted: str, **fields: Field) -> Misunderstood:
    """`wanted` names a text under `conform.wanted`."""
    return Misunderstood(
        Text("conform.bad_value", field=path, value=shown(value), wanted=Text(f"conform.wanted.{wanted}", **fields))
    )


class Facts:
    """A table of facts out of a case."""

    def __init__(self, values: Mapping[str, Any], path: str = "") -> None:
        self.values = values
        self.path = path
        self._read: set[str] = set()
        self._parts: list[Facts] = []

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def at(self, name: str) -> str:
        """The place of a fact in the file."""
        return f"{self.path}.{name}" if self.path else name

    @overload
    def get(self, name: str, reader: Reader[T]) -> T: ...

    @overload
    def get(self, name: str, reader: Reader[T], default: D) -> T | D: ...

    def get(self, name: str, reader: Reader[Any], default: Any = _NEEDED) -> Any:
        """A fact; without a default it must be there."""
        self._read.add(name)
        if name in self.values:
            return reader(self.values[name], self.at(name))
        if default is _NEEDED:
            raise Misunderstood(Text("conform.missing", field=self.at(name)))
        return default

    def part(self, name: str) -> Facts:
        """A table inside; empty if it is not there."""
        return self._part(self.get(name, table, {}), self.at(name))

    def parts(self, name: str) -> list[Facts]:
        """A list of tables inside; empty if it is not there."""
        tables = self.get(name, listed(table), [])
        return [self._part(values, f"{self.at(name)}[{n}]") for n, values in enumerate(tables, 1)]

    def _part(self, values: Mapping[str, Any], path: str) -> Facts:
        part = Facts(values, path)
        self._parts.append(part)
        return part

    def unread(self) -> list[str]:
        """The places of all facts that nobody has asked for."""
        own = [self.at(str(name)) for name in self.values if name not in self._read]
        return own + [place for part in self._parts for place in part.unread()]


# -- readers


def whole(value: Any, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad_value(path, value, "whole")
    return _within_reason(value, path)


def number(value: Any, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
        raise bad_value(path, value, "number")
    return _within_reason(value, path)


def _within_reason(value: N, path: str) -> N:
    if abs(value) > MOST:
        raise bad_value(path, value, "range", least=-MOST, most=MOST)
    return value


def flag(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise bad_value(path, value, "flag")
    return value


def word(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise bad_value(path, value, "word")
    return value


def table(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise bad_value(path, value, "table")
    return value


def pair(value: Any, path: str) -> tuple[int, int]:
    """Coordinates [x, y]."""
    if not isinstance(value, list) or len(value) != 2:
        raise bad_value(path, value, "pair")
    return whole(value[0], path), whole(value[1], path)


def listed(reader: Reader[T]) -> Reader[list[T]]:
    """A list, each entry read by `reader`."""

    def read(value: Any, path: str) -> list[T]:
        if not isinstance(value, list):
            raise bad_value(path, value, "list")
        return [reader(entry, f"{path}[{n}]") for n, entry in enumerate(value, 1)]

    return read


def among(known: Mapping[str, T]) -> Reader[T]:
    """One of these words, and what it stands for."""

    def read(value: Any, path: str) -> T:
        if not isinstance(value, str) or value not in known:
            raise bad_value(path, value, "among", known=", ".join(known))
        return known[value]

    return read
