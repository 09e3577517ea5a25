"""Sections of procedures: every line is carried out in turn, with `if`, `while`, `otherwise`, `go to` and `follow`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kempelen.automa.clauses import Node, Reading, each, own_text, read_guard, sentences
from kempelen.automa.conditions import (
    Condition,
    Is,
    Place,
    check_fits,
    made_question,
    read_condition,
    unknown,
)
from kempelen.automa.problems import Problem
from kempelen.automa.reader import Reader, Value
from kempelen.automa.vocabulary import Word
from kempelen.behaviour.procedure import Ask, Line, Procedure, Proceed, procedure
from kempelen.behaviour.question import StateOracle as Facts
from kempelen.behaviour.question import Tree, holds
from kempelen.text.say import Text

__all__ = ["ProcedureLines", "made_procedure", "read_procedure"]

LETTER = (0, 50)
TIMES = (1, 20)
_BEGINS = re.compile(r"(?:if|while)\s*\[|otherwise\s*:|follow\s+[a-z]|\[")
_OFTEN = re.compile(r"([0-9]{1,3}) times a turn")


@dataclass(frozen=True, slots=True)
class ReadLine:
    item: str
    words: Mapping[str, str]
    when: Condition | None
    loop: bool
    otherwise: bool
    deed: Word | None
    follow: str
    argument: Value | None
    needs: Condition | None
    then: str
    then_if: Condition | None
    times: int
    inside: tuple[ReadLine, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ProcedureLines:
    """A procedure as it was read."""

    lines: tuple[ReadLine, ...]
    letter: str


# -- reading


def read_procedure(nodes: Sequence[Node], place: Place, reading: Reading, head: int) -> ProcedureLines:
    """What the lines of a procedure say."""
    found = tuple(each(nodes, partial(_line, place=place, reading=reading), reading))
    lines = ProcedureLines(found, place.letter)
    if not reading.problems:
        if not found:
            reading.problems.append(Problem(head, 1, Text("automa.wrong.empty_section")))
        reading.problems += _contradictions(lines, place)
    return lines


def _line(node: Node, place: Place, reading: Reading) -> ReadLine:
    end, guard = read_guard(node.line, reading)
    reader = Reader(node.line, 0, end)
    if guard:
        raise reader.wrong("guard_here")
    item = reader.item()
    if not item:
        raise reader.wrong("no_item", given=reader.given())
    begins = _BEGINS.search(reader.text, reader.at, reader.end)
    if begins is None:
        raise reader.wrong("no_meaning", given=reader.given())
    said = reader.text[reader.at : begins.start()].rstrip(": ")
    reader.at = begins.start()
    column = reader.column
    when, loop, otherwise = None, False, reader.take("otherwise")
    if otherwise:
        reader.need(":")
    elif reader.take("if") or (loop := reader.take("while")):
        when = _condition(reader, place)
        reader.need(":")
    words, rest = sentences(said, node, reading)
    inside = tuple(each(rest, partial(_line, place=place, reading=reading), reading))
    deed, follow, argument = None, "", None
    if not reader.over:
        deed, follow, argument = _done(reader, place)
    elif not loop:
        raise reader.wrong("does_nothing")
    elif not rest:
        raise reader.wrong("empty_loop")
    needs, then, then_if, times = None, "", None, 0
    while reader.take(","):
        if reader.take("needs"):
            needs = _condition(reader, place)
        elif reader.take("go to"):
            then = reader.item()
            if not then:
                raise reader.wrong("no_item", given=reader.given())
            then_if = _condition(reader, place) if reader.take("if") else None
        else:
            times = _times(reader)
    reader.finish()
    return ReadLine(
        item, words, when, loop, otherwise, deed, follow, argument, needs, then, then_if, times, inside,
        node.line.number, column,
    )  # fmt: skip


def _condition(reader: Reader, place: Place) -> Condition:
    reader.need("[")
    found = read_condition(reader, place)
    reader.need("]")
    return found


def _done(reader: Reader, place: Place) -> tuple[Word | None, str, Value | None]:
    """What a line does: a deed, or another procedure with its number."""
    if reader.take("follow"):
        column, name = reader.column, reader.word()
        slot = place.vocabulary.slots.get(("procedure", name))
        if slot is None:
            known = ", ".join(name for kind, name in place.vocabulary.slots if kind == "procedure")
            raise reader.wrong("unknown_list", column, given=name or reader.given(), known=known)
        argument: Value | None = None
        if slot.letter:
            number = reader.number() if not (place.letter and reader.take(place.letter)) else place.letter
            if number is None or (isinstance(number, int) and not LETTER[0] <= number <= LETTER[1]):
                raise reader.wrong("follow_number", name=name, least=LETTER[0], most=LETTER[1])
            argument = number
        return None, name, argument
    reader.need("[")
    column, name = reader.column, reader.word()
    word = place.vocabulary.named(name, "deed")
    if word is None:
        raise unknown(reader, column, name or reader.given(), place, "deed")
    check_fits(reader, column, word, place)
    reader.need("]")
    return word, "", None


def _times(reader: Reader) -> int:
    if reader.take("once a turn"):
        return 1
    found = _OFTEN.match(reader.text, reader.at, reader.end)
    if found is None or not TIMES[0] <= int(found.group(1)) <= TIMES[1]:
        raise reader.wrong("line_end", given=reader.given())
    reader.at = found.end()
    reader.skip()
    return int(found.group(1))


def flat(lines: Sequence[ReadLine]) -> Iterator[ReadLine]:
    for line in lines:
        yield line
        yield from flat(line.inside)


def _wrong(line: ReadLine, key: str, word: str = "", **fields: str | int) -> Problem:
    return Problem(line.line, line.column, Text(f"automa.wrong.{key}", **fields), word)


def _contradictions(lines: ProcedureLines, place: Place) -> Iterator[Problem]:
    every = list(flat(lines.lines))
    items = [line.item for line in every]
    for line in every:
        if items.count(line.item) > 1:
            yield _wrong(line, "item_twice", item=line.item)
            return
        if line.then and line.then not in items:
            yield _wrong(line, "no_such_line", item=line.then, known=", ".join(items))
    yield from _otherwise_follows(lines.lines)
    yield from _marked(lines, every, items)
    for line in every:
        if line.loop and not any(_spends(one) for one in flat((line,))):
            yield _wrong(line, "loop", item=line.item)
        elif line.then and line.then in items and items.index(line.then) <= items.index(line.item):
            between = every[items.index(line.then) : items.index(line.item) + 1]
            if not any(_spends(one) for one in between):
                yield _wrong(line, "loop", item=line.item)


def _spends(line: ReadLine) -> bool:
    """Whether carrying out a line uses something up; whoever follows another list may."""
    return bool(line.follow or line.times or (line.deed is not None and line.deed.spends))


def _otherwise_follows(lines: Sequence[ReadLine]) -> Iterator[Problem]:
    before: ReadLine | None = None
    for line in lines:
        if line.otherwise and (before is None or before.when is None or before.loop):
            yield _wrong(line, "otherwise", item=line.item)
        yield from _otherwise_follows(line.inside)
        before = line


def _marked(lines: ProcedureLines, every: Sequence[ReadLine], items: Sequence[str]) -> Iterator[Problem]:
    """A deed after which the rest follows later: once, on its own level, and nothing behind it leads back before it."""
    marks = [line for line in every if line.deed is not None and line.deed.once]
    for line in marks[1:]:
        yield _wrong(line, "mark_twice", line.deed.name if line.deed else "", other=marks[0].line)
    for mark in marks[:1]:
        assert mark.deed is not None
        if mark not in lines.lines or mark.loop or mark.when or mark.otherwise or mark.then or mark.inside:
            yield _wrong(mark, "mark_alone", mark.deed.name, name=mark.deed.name)
        at = items.index(mark.item)
        for line in every:
            if line.then in items and items.index(line.item) > at >= items.index(line.then):
                yield _wrong(line, "mark_back", mark.deed.name, item=line.then, mark=mark.item)


# -- making it


def made_procedure(
    lines: ProcedureLines,
    knobs: Mapping[str, int],
    place: Place,
    other: Callable[[str, int | str], Procedure],
    *,
    document: str,
    section: str,
    argument: int | str = "",
) -> Procedure:
    """The procedure; `other` gives the one that a line follows. With a letter it is the page as its author wrote it."""
    known: dict[str, Any] = {**knobs, lines.letter: argument} if lines.letter else dict(knobs)
    game = place.vocabulary.game

    def ask(condition: Condition | None) -> Ask | None:
        if condition is None:
            return None
        if isinstance(condition, Is):
            return Ask(condition.word.name, tuple(known.get(str(value), value) for value in condition.numbers))
        if argument and isinstance(argument, str):
            question, _ = made_question(condition, {**known, lines.letter: 0})
        else:
            question, _ = made_question(condition, known)
        test = question.rule if question.parts is None else partial(_holds, question.parts)
        return Ask(question.name, (), test, question.text())

    def line(read: ReadLine) -> Line:
        followed = None
        if read.follow:
            value = read.argument if read.argument is not None else ""
            followed = other(read.follow, known.get(value, value) if isinstance(value, str) else value)
        then = Proceed(read.then, ask(read.then_if)) if read.then else None
        return Line(
            read.item,
            read.deed.name if read.deed is not None else "",
            ask(read.when),
            ask(read.needs),
            read.otherwise,
            read.loop,
            followed,
            then,
            tuple(map(line, read.inside)),
            read.times,
            own_text(read.words),
        )

    title = Text(f"{game}.list.{place.section}", **({lines.letter.lower(): argument} if lines.letter else {}))
    return procedure(
        place.section,
        *map(line, lines.lines),
        game=game,
        document=document,
        section=section,
        title=title,
    )


def _holds(tree: Tree, actor: Any) -> bool:
    return holds(tree, Facts(actor))
