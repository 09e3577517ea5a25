"""Plain data as dataclasses: every field has the type it is declared with, and nothing else may be there.

Types are those a file can hold: texts, whole numbers, numbers, truth values, lists, tables with any keys, dataclasses,
some words (`Literal`), one of several (`int | list[str]`), and `Any`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

__all__ = ["Fault", "Kind", "Path", "read_as"]

T = TypeVar("T")
Path = tuple[int | str, ...]
Kind = Literal["missing", "unknown", "value", "number", "text", "truth", "list", "table"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: a field that is missing or unknown, a value that cannot be, or what it should have been."""

    path: Path
    kind: Kind


Reader = Callable[[Any, Path, list[Fault]], Any]
"""Makes a value, and notes what is wrong with it."""


def read_as(shape: type[T], data: Any, faults: list[Fault]) -> T | None:
    """The data in this shape; None if there are faults, which are noted in the order of the fields."""
    found = _reader(shape)(data, (), faults)  # type: ignore[arg-type]  # a class is hashable
    return None if faults else found


@cache
def _reader(shape: Any) -> Reader:
    if shape in _PLAIN:
        return _PLAIN[shape]
    if is_dataclass(shape) and isinstance(shape, type):
        return _record(shape)
    origin, inner = get_origin(shape), get_args(shape)
    if origin is list:
        return _list(_reader(inner[0]))
    if origin is dict:
        return _table(_reader(inner[1]))
    if origin is Literal:
        return lambda value, path, faults: value if value in inner else _note(faults, path, "value")
    if origin in (Union, UnionType):
        return _any_of(*(_reader(one) for one in inner if one is not NoneType), empty=NoneType in inner)
    raise TypeError(f"{shape!r} is no type of a file")


def _note(faults: list[Fault], path: Path, kind: Kind) -> None:
    faults.append(Fault(path, kind))


def _text(value: Any, path: Path, faults: list[Fault]) -> Any:
    return value if isinstance(value, str) else _note(faults, path, "text")


def _whole(value: Any, path: Path, faults: list[Fault]) -> Any:
    return value if isinstance(value, int) and not isinstance(value, bool) else _note(faults, path, "number")


def _number(value: Any, path: Path, faults: list[Fault]) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return _note(faults, path, "value")
    return _note(faults, path, "value")


def _truth(value: Any, path: Path, faults: list[Fault]) -> Any:
    return value if isinstance(value, bool) else _note(faults, path, "truth")


_PLAIN: dict[Any, Reader] = {
    Any: lambda value, path, faults: value,
    str: _text,
    int: _whole,
    float: _number,
    bool: _truth,
}


def _list(entry: Reader) -> Reader:
    def read(value: Any, path: Path, faults: list[Fault]) -> Any:
        if not isinstance(value, list):
            return _note(faults, path, "list")
        return [entry(one, (*path, n), faults) for n, one in enumerate(value)]

    return read


def _table(entry: Reader) -> Reader:
    def read(value: Any, path: Path, faults: list[Fault]) -> Any:
        if not isinstance(value, dict):
            return _note(faults, path, "table")
        return {key: entry(one, (*path, key), faults) for key, one in value.items()}

    return read


def _any_of(*ways: Reader, empty: bool) -> Reader:
    """The first way that fits; if none does, what each finds wrong."""

    def read(value: Any, path: Path, faults: list[Fault]) -> Any:
        if value is None and empty:
            return None
        wrong: list[Fault] = []
        for way in ways:
            before = len(wrong)
            found = way(value, path, wrong)
            if len(wrong) == before:
                return found
        faults += wrong
        return None

    return read


def _record(shape: type[Any]) -> Reader:
    """Fields in their order, then those that are unknown."""
    types = get_type_hints(shape)
    readers = {one.name: _reader(types[one.name]) for one in fields(shape)}
    needed = [one.name for one in fields(shape) if one.default is MISSING and one.default_factory is MISSING]

    def read(value: Any, path: Path, faults: list[Fault]) -> Any:
        if not isinstance(value, dict):
            return _note(faults, path, "table")
        before, given = len(faults), {}
        for name, reader in readers.items():
            if name in value:
                given[name] = reader(value[name], (*path, name), faults)
            elif name in needed:
                _note(faults, (*path, name), "missing")
        for name in value:
            if name not in readers:
                _note(faults, (*path, name), "unknown")
        return shape(**given) if len(faults) == before else None

    return read
