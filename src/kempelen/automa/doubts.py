"""What is probably not meant in an automa that can be played: rows that nobody reaches, and the like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kempelen.automa.charts import ChartLines
from kempelen.automa.conditions import asked_in, words_in
from kempelen.automa.lists import ListLines
from kempelen.automa.problems import Problem
from kempelen.automa.procedures import ProcedureLines, flat
from kempelen.automa.sheet import Part, Sheet
from kempelen.behaviour.chances import courses
from kempelen.behaviour.chart import Chart
from kempelen.text.say import LANGUAGES, Text

__all__ = ["doubts_about"]

MANY = 7
"""Questions on a card: with more a person needs too long."""


def _doubt(line: int, key: str, **fields: str | int) -> Problem:
    return Problem(line, 1, Text(f"automa.doubt.{key}", **fields))


def doubts_about(sheet: Sheet, options: Mapping[str, str]) -> Iterator[Problem]:
    """Of the sections that this file has itself, with these options."""
    used: set[str] = set()
    for (kind, name), variants in sheet.parts.items():
        if sheet.own(kind, name) is not sheet:
            continue
        for part in variants:
            used |= _knobs(part)
            yield from _languages(part, sheet)
        part = sheet.part(kind, name, options)
        if isinstance(part.lines, ChartLines):
            yield from _chart(part, part.lines, sheet.made(options).charts[name])
        elif isinstance(part.lines, ListLines):
            yield from _list(part.lines)
    used |= {value for row in sheet.numbers.values() for _, value in row if isinstance(value, str)}
    own = set(sheet.knobs) - set(sheet.base.knobs if sheet.base is not None else ())
    for name in sorted(own - used):
        yield _doubt(sheet.knobs[name].line, "knob_unused", name=name)


def _chart(part: Part, lines: ChartLines, chart: Chart) -> Iterator[Problem]:
    if len(chart.asks) > MANY:
        yield _doubt(lines.asks[MANY].line, "many_asked", n=len(chart.asks), most=MANY)
    ways = courses(chart)
    reached = {action for way in ways for action, chance in way.chances.items() if chance}
    done = {
        effect.name for ask in lines.asks for answer in ask.answers for effect in answer.effects if effect.kind == "do"
    }
    for read in lines.rows:
        if read.row.action not in reached | done:
            yield _doubt(read.line, "row_unreached", action=read.row.action.upper())
    followed = {lines.asks[0].item} if lines.asks else set()
    for ask in lines.asks:
        followed |= {effect.name for answer in ask.answers for effect in answer.effects if effect.kind == "go"}
    for ask in lines.asks:
        if ask.item not in followed:
            yield _doubt(ask.line, "line_unreached", item=ask.item)
    yield from _settled(lines)


def _settled(lines: ChartLines) -> Iterator[Problem]:
    """The same question again, where both answers to the first lead on in one order."""
    asked: dict[str, int] = {}
    for ask in lines.asks:
        name = " ".join([*(word.name for word in words_in(ask.condition)), repr(ask.condition)])
        if name in asked and not ask.guard and len(lines.asks) < MANY and _straight(lines):
            yield _doubt(ask.line, "settled", other=asked[name])
        asked.setdefault(name, ask.line)


def _straight(lines: ChartLines) -> bool:
    """No answer leads to two different places: a chart that branches may well ask the same thing twice."""
    return all(
        len({effect.name for answer in ask.answers for effect in answer.effects if effect.kind == "go"}) < 2
        for ask in lines.asks
    )


def _list(lines: ListLines) -> Iterator[Problem]:
    always = 0
    for attempt in lines.attempts:
        if always:
            yield _doubt(attempt.line, "behind", item=attempt.item, other=always)
        elif attempt.word is not None and attempt.word.always and attempt.when is None:
            always = attempt.line


def _languages(part: Part, sheet: Sheet) -> Iterator[Problem]:
    """Sentences that only one language has; said once a section, at the first."""
    words = [(words, line) for words, line in _sentences(part) if words]
    for lang in LANGUAGES:
        missing = [line for said, line in words if lang not in said]
        if missing:
            yield _doubt(missing[0], f"no_{lang}", n=len(missing))


def _sentences(part: Part) -> Iterator[tuple[Mapping[str, str], int]]:
    match part.lines:
        case ChartLines(asks):
            yield from ((ask.words, ask.line) for ask in asks)
        case ListLines(attempts):
            yield from ((attempt.words, attempt.line) for attempt in attempts)
        case ProcedureLines(lines):
            yield from ((line.words, line.line) for line in flat(lines))


def _knobs(part: Part) -> set[str]:
    """Names of knobs that a section uses."""
    match part.lines:
        case ChartLines(asks):
            values = [effect.value for ask in asks for answer in ask.answers for effect in answer.effects]
            conditions = [ask.condition for ask in asks]
        case ListLines(attempts):
            values, conditions = [], [one.when for one in attempts if one.when is not None]
        case ProcedureLines(lines):
            every = list(flat(lines))
            values = []
            conditions = [one for line in every for one in (line.when, line.needs, line.then_if) if one is not None]
        case _:
            return set()
    numbers = [value for condition in conditions for _, found in asked_in(condition) for value in found]
    return {value for value in (*values, *numbers) if isinstance(value, str)}
