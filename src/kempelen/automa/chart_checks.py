"""What a chart cannot be made with: gaps and overlaps of rows, jumps into nothing, cases that nobody chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kempelen.automa.clauses import Guard
from kempelen.automa.conditions import words_in
from kempelen.automa.problems import Problem
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.automa.charts import Answer, ChartLines, ReadAsk, ReadEffect

__all__ = ["contradictions"]

MOST_ASKED = 12
"""Questions a chart may ask: all their courses are counted out."""


def _wrong(line: int, key: str, column: int = 1, word: str = "", **fields: str | int) -> Problem:
    return Problem(line, column, Text(f"automa.wrong.{key}", **fields), word)


def contradictions(lines: ChartLines, head: int) -> Iterator[Problem]:
    """Whatever a chart cannot be made with, under any options."""
    if not lines.rows:
        yield _wrong(head, "no_rows")
        return
    items = list(dict.fromkeys(ask.item for ask in lines.asks))
    if len(items) > MOST_ASKED:
        yield _wrong(
            next(ask.line for ask in lines.asks if ask.item == items[MOST_ASKED]), "many_asked", most=MOST_ASKED
        )
    cases = {read.row.case for read in lines.rows if read.row.case}
    aimed = {read.row.action for read in lines.rows if read.row.aimed}
    seen: set[tuple[str, Guard]] = set()
    for ask in lines.asks:
        if (ask.item, ask.guard) in seen or (ask.item, ()) in seen:
            yield _wrong(ask.line, "item_twice", item=ask.item)
        seen.add((ask.item, ask.guard))
        given: set[tuple[bool, Guard]] = set()
        for answer in ask.answers:
            if (answer.yes, answer.guard) in given or (answer.yes, ()) in given:
                yield _wrong(answer.line, "answer_twice", answer="yes" if answer.yes else "no")
            given.add((answer.yes, answer.guard))
            yield from _effects_fit(ask, answer, items, cases, aimed)
        if not ask.answers:
            yield _wrong(ask.line, "no_answers", item=ask.item)
    for item in items:
        if all(ask.guard for ask in lines.asks if ask.item == item):
            yield _wrong(next(ask.line for ask in lines.asks if ask.item == item), "guard_only", item=item)
    yield from _rows_fit(lines, cases)
    if cases:
        yield from _cases_chosen(lines, items, head)


def _cases_chosen(lines: ChartLines, items: Sequence[str], head: int) -> Iterator[Problem]:
    """Where rows have cases, every course of answers must have chosen one before the die."""
    unchosen = {items[0]} if items else set()
    """Lines that may be reached without a case."""
    if not items:
        yield _wrong(head, "case_never_chosen")
    for ask in lines.asks:
        if ask.item not in unchosen:
            continue
        for yes in (True, False):
            answers: Sequence[Answer | None] = [answer for answer in ask.answers if answer.yes == yes] or [None]
            for answer in answers:
                effects = {effect.kind: effect for effect in answer.effects} if answer is not None else {}
                if "do" in effects or "case" in effects:
                    continue
                if "go" not in effects:
                    line = answer.line if answer is not None else ask.line
                    yield _wrong(line, "case_not_chosen", answer="yes" if yes else "no", item=ask.item)
                    return
                unchosen.add(effects["go"].name)


def _effects_fit(
    ask: ReadAsk, answer: Answer, items: Sequence[str], cases: Iterable[str], aimed: set[str]
) -> Iterator[Problem]:
    kinds = [effect.kind for effect in answer.effects]
    for effect in answer.effects:
        if effect.kind == "go" and effect.name not in items:
            yield _wrong(effect.line, "no_such_line", effect.column, item=effect.name, known=", ".join(items))
        elif effect.kind == "go" and items.index(effect.name) <= items.index(ask.item):
            yield _wrong(effect.line, "goes_back", effect.column, item=effect.name)
        elif effect.kind == "case" and effect.name not in cases:
            yield _wrong(effect.line, "case_without_rows", effect.column, case=effect.name)
        elif effect.kind == "aim" and not (answer.yes and _provided(ask, effect)):
            needs = effect.other.replace(" ", ", ")
            yield _wrong(effect.line, "aim_needs", effect.column, word=effect.name, aim=effect.name, needs=needs)
        elif effect.kind == "aim" and not aimed:
            yield _wrong(effect.line, "aim_without_star", effect.column, word=effect.name, aim=effect.name)
        elif effect.kind == "do" and len(answer.effects) > 1:
            yield _wrong(effect.line, "do_alone", effect.column, action=effect.name.upper())
    for kind in ("go", "drm", "case", "aim"):
        if kinds.count(kind) > 1:
            yield _wrong(answer.line, "effect_twice", what={"go": "go to"}.get(kind, kind))


def _provided(ask: ReadAsk, effect: ReadEffect) -> bool:
    """An aim stands with a question that finds it."""
    return not {word.name for word in words_in(ask.condition)}.isdisjoint(effect.other.split())


def _rows_fit(lines: ChartLines, cases: Iterable[str]) -> Iterator[Problem]:
    """Every result of the die has one row, in every case."""
    for case in sorted(cases) or [""]:
        for result in range(1, lines.die + 1):
            found = [
                read for read in lines.rows if read.row.least <= result <= read.row.most and read.row.case in ("", case)
            ]
            if len(found) > 1:
                yield _wrong(found[1].line, "overlap", result=result, other=found[0].line)
                return
            if not found:
                yield _wrong(lines.rows[-1].line, "gap", result=result, case=case or "\N{EN DASH}", most=lines.die)
                return
    for read in lines.rows:
        if read.row.most > lines.die:
            yield _wrong(read.line, "span_die", given=read.row.most, die=lines.die)
            return
