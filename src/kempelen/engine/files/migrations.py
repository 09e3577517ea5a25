"""What earlier versions have written, brought to today's shape: every format is read for ever.

Records and positions say their format; a position that says none is of format 1. A change of shape is one more step at
the end of a list, and the steps before it are never touched again: `RECORDS` for what the records of all games share,
`Game.older_positions` for the positions of one game. The tables of the store have a list of their own, in
`store/migrations.py`. A newer format is refused in words, since nobody here can know what it means.

A step gets plain data from outside, of which nothing is checked yet, and gives plain data back. It changes nothing in
place; what is wrong with the data may end in a KeyError, TypeError or ValueError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from kempelen.engine.errors import BadPosition, BadRecord
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.engine.game import Game

__all__ = [
    "RECORDS",
    "Json",
    "PositionStep",
    "RecordStep",
    "current_header",
    "current_position",
    "current_row",
    "format_of_record",
    "is_newer",
    "position_format",
    "record_format",
    "written_position",
]

LONGEST = 40
Json: TypeAlias = dict[str, Any]
PositionStep: TypeAlias = Callable[[Json], Json]
"""From a position of one format to the next; it may also be a part of one, and knows nothing of `format`."""


@dataclass(frozen=True, slots=True)
class RecordStep:
    """From one format of records to the next. Row by row, so that messages still name the right line."""

    header: Callable[[Json], Json] = dict
    row: Callable[[Json], Json] = dict


RECORDS: Sequence[RecordStep] = ()
"""The first step leads from format 1 to format 2. A new one also needs a new version of the store, which holds rows."""


# -- records


def record_format() -> int:
    """The format in which records are written today."""
    return 1 + len(RECORDS)


def format_of_record(name: str, header: Any) -> int:
    """The format a record was written in; raises BadRecord if it has none, or one that is not known yet."""
    format = header.get("format") if isinstance(header, dict) else None
    if type(format) is not int or format < 1:
        raise BadRecord(Text("record.no_header", file=name))
    if format > record_format():
        raise BadRecord(Text("record.newer", file=name, format=_short(format), known=record_format()))
    return format


def current_header(name: str, header: Json) -> Json:
    """A header in today's format; raises BadRecord."""
    format = format_of_record(name, header)
    try:
        for step in RECORDS[format - 1 :]:
            header = step.header(header)
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(Text("record.no_header", file=name)) from error
    return {**header, "format": record_format()}


def current_row(row: Any, format: int) -> Any:
    """A row of a record of this format in today's; raises KeyError, TypeError or ValueError if it is none."""
    for step in RECORDS[format - 1 :]:
        row = step.row(row)
    return row


def is_newer(rules: str, ours: str) -> bool:
    """Is this version of a game's rules newer than ours? Versions are numbers, perhaps with points: `2`, `2.1`."""
    return _numbers(rules) > _numbers(ours)


def _numbers(version: str) -> tuple[int, ...]:
    """Something else than numbers counts as the oldest: it is read, and what does not fit will show."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}){0,3}", version):
        return ()
    return tuple(map(int, version.split(".")))


def _short(value: object) -> str:
    """A file may hold anything; a message has a limit."""
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


# -- positions


def position_format(game: Game[Any]) -> int:
    """The format in which this game's positions are written today."""
    return 1 + len(game.older_positions)


def current_position(game: Game[Any], position: Mapping[str, Any]) -> Json:
    """A position as it was written, in today's shape and without its `format`; raises BadPosition.

    This is what games and sessions work with; only what is written says its format.
    """
    format, known = position.get("format", 1), position_format(game)
    if type(format) is not int or format < 1:
        value = json.dumps(format, ensure_ascii=False, default=str)
        raise BadPosition(Text("position.wrong_value", field="format", value=_short(value)))
    if format > known:
        raise BadPosition(Text("position.newer", format=_short(format), known=known))
    data = {key: value for key, value in position.items() if key != "format"}
    try:
        for step in game.older_positions[format - 1 :]:
            data = step(data)
    except (KeyError, TypeError, ValueError) as error:
        raise BadPosition(Text("position.not_of_format", format=format)) from error
    return data


def written_position(game: Game[Any], position: Mapping[str, Any]) -> Json:
    """A position of today as it is written: with its format, once there is more than one."""
    format = position_format(game)
    return {"format": format, **position} if format > 1 else dict(position)
