"""The lines of an automa file: head, sections, comments. Written back they are the same bytes.

automa: Bold Riflemen                    # name
format: 1
game: ...

## chart rifleman                        # a section
1 Would CONTROL win now?  [would_win_by_control]
  yes: CONTROL                           # inside the line above, by its indentation
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kempelen.automa.problems import Problem
from kempelen.text.say import Text

__all__ = ["FORMAT", "LIMITS", "Limits", "Line", "Section", "Source", "replaced", "source_of", "written"]

FORMAT = 1
"""Newer files are refused in words; older ones are read for ever."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What nobody needs more of."""

    bytes: int = 64 * 1024
    lines: int = 2400
    sections: int = 40
    section_lines: int = 60
    line: int = 400
    depth: int = 8


LIMITS = Limits()
TAB = 4
_COMMENT = re.compile(r"(?:^|(?<=\s))#(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it says without its comment, where that begins, and the line as it stands in the file."""

    number: int
    indent: int
    text: str
    column: int
    raw: str

    def at(self, offset: int) -> int:
        """The column of a place in `text`, from 1."""
        return self.column + offset


@dataclass(frozen=True, slots=True)
class Section:
    """`## chart rifleman: RIFLEMAN {Q02=reroll}` and the lines below it that say something."""

    head: Line
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A file, line by line."""

    lines: tuple[Line, ...]
    head: tuple[Line, ...]
    """What stands above the first section and says something."""
    sections: tuple[Section, ...]
    problems: tuple[Problem, ...]
    """What is wrong with its size and shape."""


def source_of(text: str) -> Source:
    """The lines of a text. What is beyond the limits is named and not read."""
    problems = list(_too_much(text))
    if problems:
        return Source((), (), (), tuple(problems))
    lines = tuple(_line(number, raw) for number, raw in enumerate(_raws(text), 1))
    problems += [
        Problem(line.number, LIMITS.line, Text("automa.wrong.line_long", most=LIMITS.line))
        for line in lines
        if len(line.raw) > LIMITS.line
    ]
    head: list[Line] = []
    sections: list[tuple[Line, list[Line]]] = []
    for line in lines:
        if not line.text:
            continue
        if line.text.startswith("##"):
            sections.append((line, []))
        elif sections:
            sections[-1][1].append(line)
        else:
            head.append(line)
    if len(sections) > LIMITS.sections:
        number = sections[LIMITS.sections][0].number
        problems.append(Problem(number, 1, Text("automa.wrong.many_sections", most=LIMITS.sections)))
    for _, inside in sections:
        if len(inside) > LIMITS.section_lines:
            number = inside[LIMITS.section_lines].number
            problems.append(Problem(number, 1, Text("automa.wrong.long_section", most=LIMITS.section_lines)))
    kept = tuple(Section(of, tuple(inside)) for of, inside in sections)
    return Source(lines, tuple(head), () if problems else kept, tuple(problems))


def written(source: Source) -> str:
    """The text of a file; the inverse of `source_of`."""
    return "".join(line.raw for line in source.lines)


def replaced(text: str, number: int, said: str) -> str:
    """The text with another line in the place of this one; its indentation, its comment and all others stay."""
    raws = list(_raws(text))
    raw = raws[number - 1]
    line = _line(number, raw)
    start = line.column - 1
    raws[number - 1] = raw[:start] + said + raw[start + len(line.text) :]
    return "".join(raws)


def _too_much(text: str) -> Iterator[Problem]:
    if len(text.encode("utf-8", "replace")) > LIMITS.bytes:
        yield Problem(1, 1, Text("automa.wrong.big", most=LIMITS.bytes // 1024))
    elif text.count("\n") > LIMITS.lines:
        yield Problem(LIMITS.lines, 1, Text("automa.wrong.many_lines", most=LIMITS.lines))
    elif "\0" in text:
        yield Problem(text.count("\n", 0, text.index("\0")) + 1, 1, Text("automa.wrong.no_text"))


def _raws(text: str) -> list[str]:
    """Lines end with a newline and nothing else: what other signs an author uses is his own."""
    return [part for part in re.split(r"(?<=\n)", text) if part]


def _line(number: int, raw: str) -> Line:
    body = raw.rstrip("\r\n")
    skip = 1 if number == 1 and body.startswith("\N{ZERO WIDTH NO-BREAK SPACE}") else 0
    begin = skip + len(body[skip:]) - len(body[skip:].lstrip())
    found = _COMMENT.search(body, begin + 2 if body.startswith("##", begin) else begin)
    said = body[begin : found.start() if found else len(body)].rstrip()
    return Line(number, len(body[skip:begin].expandtabs(TAB)), said, begin + 1, raw)
