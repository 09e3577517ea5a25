"""What a calculation or a drawing wants to know, as fields of a form; a form read back, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.desk.calculator import Answers, Ask, Calculation, Result, Value
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game
from kempelen.text.say import Say, Text
from kempelen.web.shown.reasons import why_steps

__all__ = ["Row", "answers_in", "row_of", "rows_of", "worked"]

FEW = 4
"""So many things are offered together with what they belong to."""
SMALL = 9
"""Whole numbers up to this are tapped."""
PERCENT = re.compile(r"(\d+(?:[.,]\d+)?)\s*%")
AND = "~"
"""Between two things that are chosen in one."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing a calculation wants to know, as a form shows it."""

    name: str
    text: str
    kind: str
    """`choice`, `number` or `flag`."""
    value: str
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    special: bool = False
    changed: bool = False
    quick: tuple[tuple[str, str], ...] = ()
    """Numbers to tap."""


def answers_in(asks: Sequence[Ask], asked: Mapping[str, str]) -> tuple[dict[str, Value], Text | None]:
    """What the form says, in order, since what can be chosen may depend on what was said before; and what is wrong."""
    known: dict[str, Value] = {}
    problem: Text | None = None
    both = ""
    for ask in asks:
        given, usual = asked.get(ask.name), ask.usual(known)
        if ask.joined and both:
            given = both
        elif given is not None and ask.choices is not None:
            given, _, both = given.partition(AND)
        value: Value | None = None
        if isinstance(usual, bool):
            value = given == "1"
        elif given is None or not given.strip():
            value = usual
        elif ask.choices is not None:
            # another model may not have the weapon that was chosen before
            value = given if given in {one.id for one in ask.choices(known)} else usual
        else:
            value = number_from(given, ask, isinstance(usual, float))
            if value is None:
                value = usual
                problem = problem or Text(
                    "web.desk.number", what=ask.text, value=given[:20], least=ask.least, most=ask.most
                )
        known[ask.name] = value
    return known, problem


def number_from(given: str, ask: Ask, fraction: bool) -> int | float | None:
    """A number as people write it, with a point or a comma; None if it cannot be."""
    whole, _, part = given.strip().replace(",", ".").partition(".")
    found = number_in(whole or "0", 0, ask.most)
    if found is None or (part and not fraction) or (part and number_in(part) is None):
        return None
    value = float(f"{found}.{part}") if part else found
    return value if ask.least <= value <= ask.most else None


def row_of(ask: Ask, known: Answers, say: Say) -> Row:
    value, usual = known[ask.name], ask.usual(known)
    text = say.of(ask.text, "Nom")
    changed = value != usual
    if isinstance(usual, bool):
        return Row(ask.name, text, "flag", "1" if value else "", special=ask.special, changed=changed)
    if ask.choices is not None:
        options = tuple((one.id, say.of(one.text, "Bare")) for one in ask.choices(known))
        return Row(ask.name, text, "choice", str(value), options, special=ask.special, changed=changed)
    shown = "" if value == usual and isinstance(usual, int) and usual < ask.least else say.of(value)
    small = range(ask.least, ask.most + 1) if not ask.special and ask.most <= SMALL else ()
    quick = tuple((str(n), str(n)) for n in ask.quick or small)
    return Row(ask.name, text, "number", shown, (), ask.least, ask.most, ask.special, changed, quick)


def rows_of(asks: Sequence[Ask], known: Answers, say: Say, without: str = "") -> list[Row]:
    """Every row of a form; what belongs to another thing is chosen with it, if that are few."""
    found: list[Row] = []
    for n, ask in enumerate(asks):
        after = asks[n + 1] if n + 1 < len(asks) and asks[n + 1].joined else None
        row = row_of(ask, known, say)
        if after is not None and not ask.joined:
            row = with_others(row, ask, after, known, say)
        if ask.name != without and not (ask.joined and ask.choices is not None and len(ask.choices(known)) <= FEW):
            found.append(row)
    # what changes from one question to the next stands above the long lists of who and with what
    return sorted(found, key=lambda row: len(row.options) > SMALL)


def with_others(row: Row, ask: Ask, after: Ask, known: Answers, say: Say) -> Row:
    """A model with each of its few weapons."""
    assert ask.choices is not None
    assert after.choices is not None
    options: list[tuple[str, str]] = []
    for id, word in row.options:
        held = after.choices({**known, ask.name: id})
        if 1 < len(held) <= FEW:
            options += [(f"{id}{AND}{one.id}", f"{word}, {say.of(one.text, 'Bare')}") for one in held]
        else:
            options.append((id, word))
    chosen = f"{row.value}{AND}{known[after.name]}"
    value = chosen if any(id == chosen for id, _ in options) else row.value
    return replace(row, options=tuple(options), value=value)


# -- what comes of it


def worked(
    game: Game[Any], calculation: Calculation, given: Mapping[str, str], say: Say, options: Mapping[str, str]
) -> dict[str, Any]:
    """The fields of the form, and what comes of them."""
    message = ""
    known, problem = answers_in(calculation.asks, given)
    result = None
    if problem is not None:
        message = say.of(problem)
    else:
        try:
            result = calculation.work(known)
        except PlayerError as error:
            message = say.of(error.text)
    beside = next((ask for ask in calculation.asks if ask.name == calculation.side_by_side), None)
    told = headline(result, say) if result is not None else ""
    return {
        "what": say.of(calculation.title, "Nom"),
        "id": calculation.id,
        "rows": rows_of(calculation.asks, known, say, calculation.side_by_side),
        "message": message,
        "beside": row_of(beside, known, say) if beside is not None and result is not None else None,
        "each": each_of(calculation, beside, known, say) if beside is not None and result is not None else {},
        "do": told,
        "share": share_in(told),
        "lines": [say.of(text, "Nom") for text in lines_of(result)] if result is not None else [],
        "why": why_steps(result.trace, game, say, options) if result is not None else [],
    }


def headline(result: Result, say: Say) -> str:
    return unbroken(say.of(result.short or result.do, "Nom"))


def lines_of(result: Result) -> list[Any]:
    """What stands below it; the sentence that tells it exactly, too, if the headline is a shorter one."""
    return [*([result.do] if result.short not in (None, result.do) else []), *result.lines]


def unbroken(text: str) -> str:
    """A number stays with its sign, however narrow a page is."""
    return text.replace(" %", "\u00a0%")


def share_in(text: str) -> float | None:
    """The first chance that a sentence names, in percent: it is drawn as well."""
    found = PERCENT.search(text)
    return min(float(found[1].replace(",", ".")), 100.0) if found is not None else None


def each_of(calculation: Calculation, ask: Ask, known: Answers, say: Say) -> dict[str, str]:
    """What comes of each option of what is shown side by side, in a line."""
    assert ask.choices is not None
    found = {}
    for option in ask.choices(known):
        try:
            found[option.id] = headline(calculation.work({**known, ask.name: option.id}), say)
        except PlayerError as error:
            found[option.id] = say.of(error.text)
    return found
