"""Positions: a table as a file, TOML by hand or JSON by machine, in one shape.

A position is plain data whose field `game` names its game; the rest is the game's business (`Game.from_position`). What
is wrong with one is said by BadPosition, which names the field, and here also the file and the line.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kempelen.engine.errors import BadPosition, reason_of
from kempelen.engine.files.measure import content_of, measure
from kempelen.engine.files.migrations import current_position, written_position
from kempelen.engine.files.plain import read_json
from kempelen.engine.files.shape import Fault, read_as
from kempelen.engine.files.shape import Path as Place
from kempelen.engine.files.whole import write_whole
from kempelen.text.say import Field, Text

__all__ = [
    "EndingFile",
    "Faults",
    "field_name",
    "in_file",
    "parse_data",
    "parse_position",
    "position_text",
    "read_data",
    "read_position",
    "shaped",
    "toml_text",
    "write_position",
]

T = TypeVar("T")
WIDTH = 100


# -- reading


def read_position(path: Path) -> dict[str, Any]:
    """The position in a .toml or .json file in today's format, nothing else of it checked; raises BadPosition."""
    return _current(read_data(path), path.name)


def read_data(path: Path) -> dict[str, Any]:
    """What a .toml or .json file holds, nothing of it checked; raises BadPosition."""
    try:
        content = content_of(path)
    except FileNotFoundError:
        raise BadPosition(Text("position.no_file", file=path.name)) from None
    except OSError as error:
        raise BadPosition(Text("position.cannot_read", file=path.name, reason=reason_of(error))) from error
    return _parse(content, path.name)


def parse_data(content: bytes, name: str) -> dict[str, Any]:
    """The same from the content of a file; the ending of its name says how it is written."""
    return _parse(content, name)


def parse_position(content: bytes, name: str) -> dict[str, Any]:
    """A position in the content of a file, as it is written today; raises BadPosition."""
    return _current(_parse(content, name), name)


def _parse(content: bytes, name: str) -> dict[str, Any]:
    suffix = Path(name).suffix.lower()
    if suffix not in (".toml", ".json"):
        raise BadPosition(Text("position.ending", file=name))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadPosition(Text("position.not_utf8", file=name, line=_line(content[: error.start]))) from error
    measure(text, name, "toml" if suffix == ".toml" else "json")
    position = _parse_toml(text, name) if suffix == ".toml" else _parse_json(text, name)
    if not isinstance(position, dict):
        raise BadPosition(Text("position.no_table", file=name))
    return position


def _parse_toml(text: str, name: str) -> Any:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else _line(text.rstrip().encode())
        if re.match("Cannot (overwrite|declare|mutate)|Duplicate", str(error)):
            raise BadPosition(Text("position.twice_at", file=name, line=line)) from error
        raise BadPosition(Text("position.syntax", file=name, line=line, language="TOML")) from error
    except (RecursionError, ValueError) as error:
        raise BadPosition(Text("position.unreadable", file=name)) from error


def _parse_json(text: str, name: str) -> Any:
    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise BadPosition(Text("position.twice", file=name, field=twice))
        return made

    try:
        return read_json(text, table)
    except json.JSONDecodeError as error:
        raise BadPosition(Text("position.syntax", file=name, line=error.lineno, language="JSON")) from error
    except ValueError as error:
        raise BadPosition(Text("position.unreadable", file=name)) from error


def _line(before: bytes) -> int:
    return before.count(b"\n") + 1


def _current(position: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A position of an installed game, in today's format."""
    from kempelen.engine.game import games

    known = ", ".join(games())
    if "game" not in position:
        raise BadPosition(Text("position.no_game", file=name, known=known))
    if not isinstance(position["game"], str) or position["game"] not in games():
        raise BadPosition(Text("position.unknown_game", file=name, game=_short(position["game"]), known=known))
    try:
        return current_position(games()[position["game"]], position)
    except BadPosition as error:
        raise in_file(error, name) from error


def in_file(error: BadPosition, name: str) -> BadPosition:
    """What a game has found wrong, with the file it was found in."""
    return BadPosition(Text("position.in_file", file=name, problem=error.text))


# -- the shape

LONGEST = 40
"""A longer text from a file is cut in messages."""


@dataclass(slots=True)
class EndingFile:
    """How it ended, in a position after the last move; seats are counted from 1."""

    reason: str
    winners: list[int]


class Faults:
    """What can be wrong in the files of a game: texts under one key, each with its field."""

    def __init__(self, texts: str) -> None:
        self.texts = texts

    def __call__(self, key: str, *path: int | str, **fields: Field) -> BadPosition:
        for name, value in fields.items():
            if isinstance(value, str) and len(value) > LONGEST:
                fields[name] = f"{value[: LONGEST - 1]}…"
        return BadPosition(Text(f"{self.texts}.{key}", field=field_name(path), **fields))

    def in_range(self, value: int, least: int, most: int, *path: int | str) -> int:
        """The value, if it is possible; raises BadPosition."""
        if not least <= value <= most:
            raise self("range", *path, value=str(value), least=least, most=most)
        return value


def shaped(shape: type[T], position: Mapping[str, Any]) -> T:
    """The position as a dataclass whose types it must have; raises BadPosition naming the field."""
    faults: list[Fault] = []
    try:
        # Through JSON, so that whatever else plain data may hold, such as a date, is a text.
        text = json.dumps(position, default=str, ensure_ascii=False)
        text.encode()
        found = read_as(shape, json.loads(text), faults)
    except (RecursionError, TypeError, ValueError) as error:
        raise BadPosition(Text("position.no_data")) from error
    if found is None:
        raise BadPosition(_problem(faults, position))
    return found


def _problem(faults: Sequence[Fault], position: Mapping[str, Any]) -> Text:
    """The first field at fault; of a field that may be several things, the deepest fault."""
    first = _place(faults[0])
    alike = [fault for fault in faults if _place(fault)[: len(first)] == first]
    deepest = max(len(_place(fault)) for fault in alike)
    alike = [fault for fault in alike if len(_place(fault)) == deepest]
    fault = alike[0]
    field = field_name(fault.path)
    if fault.kind == "missing":
        return Text("position.missing", field=field)
    if fault.kind == "unknown":
        return Text("position.unknown_field", field=field)
    value = _short(_at(fault.path, position))
    if any(other.kind in ("missing", "unknown", "value") for other in alike):
        return Text("position.wrong_value", field=field, value=value)
    wanted = tuple(dict.fromkeys(Text(f"position.type.{other.kind}") for other in alike))
    return Text("position.wrong_type", field=field, value=value, wanted=wanted)


def _place(fault: Fault) -> Place:
    """The table in which a field is missing, or the field."""
    return fault.path[:-1] if fault.kind == "missing" else fault.path


def _at(path: Sequence[int | str], position: Any) -> Any:
    for step in path:
        position = position[step]
    return position


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def field_name(path: Sequence[int | str]) -> str:
    """`players.2.hand`: entries of lists are numbered from 1, as people count."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)


# -- writing


def write_position(path: Path, position: Mapping[str, Any]) -> None:
    """Write a .toml or .json file as a whole, or leave what was there; raises OSError."""
    write_whole(path, [position_text(position, path.name).encode()])


def position_text(position: Mapping[str, Any], name: str = ".toml") -> str:
    """The content of a file with this name."""
    from kempelen.engine.game import games

    if (game := games().get(position.get("game", ""))) is not None:
        position = written_position(game, position)
    suffix = Path(name).suffix.lower() or name
    if suffix == ".json":
        return json.dumps(position, ensure_ascii=False, indent=1) + "\n"
    if suffix != ".toml":
        raise BadPosition(Text("position.ending", file=name))
    return toml_text(position)


def toml_text(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: fields, tables, lists of tables."""
    return "\n".join(_toml(data)) + "\n"


def _toml(position: Mapping[str, Any]) -> Iterator[str]:
    """Plain fields first, then tables, then lists of tables."""
    tables = {key: value for key, value in position.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in position.items() if _is_table_list(value)}
    yield from _fields({key: value for key, value in position.items() if key not in tables | lists})
    for key, table in tables.items():
        yield from ("", f"[{_key(key)}]", *_fields(table))
    for key, entries in lists.items():
        for table in entries:
            yield from ("", f"[[{_key(key)}]]", *_fields(table))


def _is_table_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(entry, Mapping) for entry in value)


def _fields(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, str) and _LINES.fullmatch(value):
            yield from (f"{_key(key)} = '''", *value.removesuffix("\n").split("\n"), "'''")
            continue
        line = f"{_key(key)} = {_value(value)}"
        if len(line) <= WIDTH or not isinstance(value, (list, tuple)):
            yield line
        else:
            yield from (f"{_key(key)} = [", *_lines(value), "]")


def _lines(entries: Sequence[Any]) -> Iterator[str]:
    """A long list, as many entries a line as fit."""
    line = "   "
    for entry in map(_value, entries):
        if len(line) + len(entry) + 2 > WIDTH and line.strip():
            yield line
            line = "   "
        line += f" {entry},"
    yield line


_LINES = re.compile(r"(?!\n)(?:[^\x00-\x1f\x7f']*\n)+")
"""A text of several lines, such as a map, that can stand in a file as it is."""


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _string(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(entry)}' for key, entry in value.items())} }}"
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"{value!r} has no place in a position")


def _string(text: str) -> str:
    """JSON's escapes are TOML's too, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
