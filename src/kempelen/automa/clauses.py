"""What lines of every kind of section have in common: what stands inside them, readings, guards, own sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kempelen.automa.problems import Problem, Spoiled
from kempelen.automa.reader import Reader
from kempelen.automa.source import LIMITS, Line
from kempelen.text.say import LANGUAGES, Own, Text

__all__ = [
    "Guard",
    "Node",
    "Reading",
    "each",
    "holds_for",
    "nodes_of",
    "own_text",
    "read_guard",
    "read_ids",
    "read_per",
    "sentences",
]

T = TypeVar("T")
Guard = tuple[tuple[str, str], ...]
"""Options and their values under which a line counts: shipped files follow the readings that are options with it."""
_GUARD = re.compile(r"\{([^{}]*)\}\s*$")
_ID = re.compile(r"[A-Za-z]{1,8}[0-9]{0,4}")
_OTHER_LANGUAGE = re.compile(r"(?!no)[a-z]{2}")
"""What looks like the name of a language; `no:` is an answer."""
_TERM = re.compile(r"\s*([A-Za-z]\w*)\s*=\s*(\w+)\s*")


@dataclass(slots=True)
class Reading:
    """A section while it is read: problems are collected, one a line."""

    language: str
    known: Mapping[str, Sequence[str]] | None
    """Options and their values, to check guards; None if nobody needs to."""
    readings: frozenset[str] | None
    """Numbers of readings that may be cited; None if nobody needs to check."""
    problems: list[Problem] = field(default_factory=list)
    guards: set[str] = field(default_factory=set)
    """Options that some line depends on."""


@dataclass(frozen=True, slots=True)
class Node:
    """A line with the lines inside it."""

    line: Line
    inside: tuple[Node, ...]


def nodes_of(lines: Sequence[Line], reading: Reading) -> tuple[Node, ...]:
    """The lines as a tree, by their indentation."""
    found, at = _nodes(lines, 0, -1, 0, reading)
    assert at == len(lines)
    return found


def _nodes(lines: Sequence[Line], at: int, above: int, depth: int, reading: Reading) -> tuple[tuple[Node, ...], int]:
    found: list[Node] = []
    while at < len(lines) and lines[at].indent > above:
        line = lines[at]
        if depth == LIMITS.depth:
            reading.problems.append(Problem(line.number, line.column, Text("automa.wrong.deep", most=LIMITS.depth)))
            while at < len(lines) and lines[at].indent > above:
                at += 1
            break
        inside, at = _nodes(lines, at + 1, line.indent, depth + 1, reading)
        found.append(Node(line, inside))
    return tuple(found), at


def each(nodes: Sequence[Node], read: Callable[[Node], T], reading: Reading) -> list[T]:
    """What each line says; one that cannot be read is left out, with its problem."""
    found = []
    for node in nodes:
        try:
            found.append(read(node))
        except Spoiled as spoiled:
            reading.problems.append(spoiled.problem)
    return found


def read_guard(line: Line, reading: Reading) -> tuple[int, Guard]:
    """Where what the line says ends, and under which options it counts: `{Q26=scout}` at its end."""
    found = _GUARD.search(line.text)
    if found is None:
        return len(line.text), ()
    guard = []
    for term in found.group(1).split(","):
        read = _TERM.fullmatch(term)
        reader = Reader(line, found.start())
        if read is None:
            raise reader.wrong("guard", given=term.strip() or found.group())
        id, value = read.groups()
        if reading.known is not None:
            if id not in reading.known:
                raise reader.wrong("guard_option", id=id, known=", ".join(reading.known))
            if value not in reading.known[id]:
                raise reader.wrong("guard_value", id=id, value=value, known=", ".join(reading.known[id]))
        reading.guards.add(id)
        guard.append((id, value))
    return len(line.text[: found.start()].rstrip()), tuple(guard)


def holds_for(guard: Guard, options: Mapping[str, str]) -> bool:
    return all(options.get(id) == value for id, value in guard)


def read_per(reader: Reader, reading: Reading) -> tuple[str, ...]:
    """`per Q31, Q32`: the readings a line rests on."""
    return read_ids(reader, reading) if reader.take("per") else ()


def read_ids(reader: Reader, reading: Reading) -> tuple[str, ...]:
    """Numbers of readings, with commas."""
    found = []
    while True:
        column, id = reader.column, reader.word()
        if not _ID.fullmatch(id):
            raise reader.wrong("reading_id", column, given=id or reader.given())
        if reading.readings is not None and id not in reading.readings:
            raise reader.wrong("unknown_reading", column, given=id)
        found.append(id)
        if not reader.take(","):
            return tuple(found)


def sentences(said: str, node: Node, reading: Reading) -> tuple[dict[str, str], list[Node]]:
    """The author's own sentence by language, and the lines inside that say something else."""
    words = {reading.language: said.strip()} if said.strip() else {}
    rest = []
    for child in node.inside:
        lang, colon, text = child.line.text.partition(":")
        if colon and lang not in LANGUAGES and _OTHER_LANGUAGE.fullmatch(lang):
            raise Reader(child.line).wrong("language", given=lang, known=", ".join(LANGUAGES))
        if not colon or lang not in LANGUAGES:
            rest.append(child)
        elif not text.strip():
            raise Reader(child.line).wrong("empty_sentence")
        elif lang in words:
            raise Reader(child.line).wrong("sentence_twice", lang=lang)
        else:
            words[lang] = text.strip()
    return words, rest


def own_text(words: Mapping[str, str]) -> Text | None:
    """An author's own sentence as a text; None if he wrote none."""
    return Text("automa.own", words=Own(words)) if words else None
