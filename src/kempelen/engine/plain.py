"""Plain data out of JSON that comes from outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["read_json"]


def read_json(text: str, table: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """What a JSON text holds; raises ValueError. `table` makes something of the fields of a table.

    Refused too is what Python would read and nobody could write again: NaN, half a character, a nest without end.
    """
    try:
        data = json.loads(text, object_pairs_hook=table, parse_constant=_refuse)
        if "\\u" in text:  # only an escape can give half a character
            json.dumps(data, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return data


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
