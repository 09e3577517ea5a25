"""A review as plain data, so that it can be kept and is there again after a restart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from kempelen.engine.search.lines import Line
from kempelen.engine.search.review import Point, Review, Swing
from kempelen.engine.search.weighing import Better, Punished, Weighed
from kempelen.engine.trace import Cite, RulingCite, Step
from kempelen.text.say import Noun, Own, Text

__all__ = ["read_review", "write_review"]

FORMAT = 2
"""Raised when a review says other things than before; older ones are made again."""
KINDS: Mapping[str, type] = {
    kind.__name__: kind for kind in (Review, Point, Swing, Weighed, Better, Punished, Line, Step, Cite, RulingCite)
}


def write_review(review: Review) -> str:
    """As JSON."""
    return json.dumps({"format": FORMAT, "review": _plain(review)}, ensure_ascii=False, separators=(",", ":"))


def read_review(text: str) -> Review | None:
    """What `write_review` wrote; None for one of another format."""
    data = json.loads(text)
    if data["format"] != FORMAT:
        return None
    found: Review = _read(data["review"])
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return {"text": value.key, "with": {name: _plain(field) for name, field in value.fields}}
    if isinstance(value, Noun):
        return {"noun": dict(value.forms)}
    if isinstance(value, Own):
        return {"own": dict(value.words)}
    if (name := type(value).__name__) in KINDS:
        return {"is": name, "with": {field.name: _plain(getattr(value, field.name)) for field in fields(value)}}
    if isinstance(value, Mapping):
        return {"as": dict(value)}  # a position: plain data already
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return value


def _read(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_read(one) for one in data)
    if not isinstance(data, dict):
        return data
    if "as" in data:
        return data["as"]
    if "noun" in data:
        return Noun(**data["noun"])
    if "own" in data:
        return Own(data["own"])
    given = {name: _read(field) for name, field in data["with"].items()}
    return Text(data["text"], **given) if "text" in data else KINDS[data["is"]](**given)
