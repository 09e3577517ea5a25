"""What a calculation or a drawing wants to know, as fields of a form; and a form read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kempelen.desk.calculator import Answers, Ask, Value
from kempelen.engine.files.numbers import number_in
from kempelen.text.say import Say, Text

__all__ = ["Row", "answers_in", "row_of", "rows_of"]

FEW = 4
"""So many things are offered together with what they belong to."""
SMALL = 9
"""Whole numbers up to this are tapped."""
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
