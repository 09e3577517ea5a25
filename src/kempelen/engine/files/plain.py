"""Plain data out of JSON that comes from outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["read_json"]

DEEPEST = 200
"""So many lists and tables may stand inside each other: some versions of Python read more than they can write."""


def read_json(text: str, table: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """What a JSON text holds; raises ValueError. `table` makes something of the fields of a table.

    Refused too is what Python would read and nobody could write again: NaN, half a character, a nest without end.
    """
    try:
        data = json.loads(text, object_pairs_hook=table, parse_constant=_refuse)
        if "\\u" in text:  # only an escape can give half a character
            json.dumps(data, ensure_ascii=False).encode()
        if text.count("[") + text.count("{") > DEEPEST and _too_deep(data):
            raise ValueError("nested too deeply")
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return data


def _too_deep(data: Any) -> bool:
    level = [data] if isinstance(data, (dict, list, tuple)) else []
    for _ in range(DEEPEST + 1):
        if not level:
            return False
        inside = [value.values() if isinstance(value, dict) else value for value in level]
        level = [one for values in inside for one in values if isinstance(one, (dict, list, tuple))]
    return True


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
