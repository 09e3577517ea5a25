"""Reading a file of worked examples; every case knows its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kempelen.engine.errors import PlayerError, reason_of
from kempelen.engine.files.measure import LONGEST, TooMuch, content_of, excess
from kempelen.text.say import Text

if TYPE_CHECKING:
    import yaml

__all__ = ["CaseFile", "Unreadable", "read_cases"]

MOST_NODES = 1_000_000
"""A few aliases of aliases can stand for more than any memory holds."""


class Unreadable(PlayerError):
    """A file of cases cannot be read; the text names the file and the line."""

    def __init__(self, path: Path, line: int, reason: Text) -> None:
        super().__init__(Text("conform.unreadable", file=str(path), line=line, reason=reason))


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of one file, not yet understood."""

    path: Path
    game: str
    game_line: int
    head: Mapping[str, Any]
    """What the file says of all its cases."""
    cases: tuple[tuple[int, Any], ...]
    """Line and content."""


def read_cases(path: Path) -> CaseFile:
    """Read a YAML file of worked examples; raises Unreadable."""
    import yaml

    text = _text_of(path)
    if (found := excess(text, "yaml")) is not None:
        raise Unreadable(path, text.count("\n", 0, found[1]) + 1, found[0])
    try:
        return _cases_in(path, text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, problem = mark.line + 1 if mark else 1, str(error.problem or error.context)
    except yaml.reader.ReaderError as error:
        line, problem = text.count("\n", 0, error.position) + 1, error.reason
    except RecursionError:
        raise Unreadable(path, 1, Text("conform.too_deep")) from None
    raise Unreadable(path, line, Text("conform.bad_yaml", problem=" ".join(problem.split())))


def _cases_in(path: Path, text: str) -> CaseFile:
    import yaml

    loader = yaml.SafeLoader(text)
    root = loader.get_single_node()
    if not isinstance(root, yaml.MappingNode):
        raise Unreadable(path, 1, Text("conform.no_table"))
    if _size(root, {}) > MOST_NODES:
        raise Unreadable(path, 1, Text("conform.too_large"))
    for key in _keys_given_twice(root):
        raise Unreadable(path, _line(key), Text("conform.twice", key=key.value))
    head: dict[str, Any] = {}
    lines: dict[str, int] = {}
    cases: list[tuple[int, Any]] | None = None
    for key, node in root.value:
        if key.value == "cases" and isinstance(node, yaml.SequenceNode):
            cases = [(_line(case), _content(path, loader, case)) for case in node.value]
        else:
            head[str(key.value)] = _content(path, loader, node)
            lines[str(key.value)] = _line(node)
    if cases is None:
        raise Unreadable(path, lines.get("cases", 1), Text("conform.no_cases"))
    game, game_line = head.pop("game", None), lines.get("game", 1)
    if not isinstance(game, str):
        raise Unreadable(path, game_line, Text("conform.no_game"))
    return CaseFile(path, game, game_line, head, tuple(cases))


def _text_of(path: Path) -> str:
    try:
        data = content_of(path)
    except TooMuch:
        raise Unreadable(path, 1, Text("measure.long", most=LONGEST)) from None
    except OSError as error:
        raise Unreadable(path, 1, Text("conform.no_file", problem=reason_of(error))) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(path, data.count(b"\n", 0, error.start) + 1, Text("conform.no_utf8")) from None


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _content(path: Path, loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    try:
        return loader.construct_document(node)
    except ValueError as error:  # a date that does not exist, a number that is none
        raise Unreadable(path, _line(node), Text("conform.bad_yaml", problem=str(error))) from None


def _size(node: yaml.Node, known: dict[int, int]) -> int:
    """How many nodes there are when every alias is written out; one that contains itself is endless."""
    import yaml

    if id(node) not in known:
        known[id(node)] = MOST_NODES + 1
        parts: list[yaml.Node] = []
        if isinstance(node, yaml.SequenceNode):
            parts = node.value
        elif isinstance(node, yaml.MappingNode):
            parts = [part for pair in node.value for part in pair]
        known[id(node)] = 1 + sum(_size(part, known) for part in parts)
    return known[id(node)]


def _keys_given_twice(root: yaml.Node) -> Iterator[yaml.Node]:
    """YAML's reader would silently keep the last one only."""
    import yaml

    waiting, done = [root], set()
    while waiting:
        node = waiting.pop()
        if id(node) in done:
            continue
        done.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            names = set()
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode):
                    if (key.tag, key.value) in names:
                        yield key
                    names.add((key.tag, key.value))
                waiting.append(value)
