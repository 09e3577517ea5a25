"""What a calculation or a drawing wants to know, as fields of a form; and a form read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kempelen.desk.calculator import Answers, Ask, Value
from kempelen.engine.files.numbers import number_in
from kempelen.text.say import Say, Text

__all__ = ["Row", "answers_in", "row_of"]


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


def answers_in(asks: Sequence[Ask], asked: Mapping[str, str]) -> tuple[dict[str, Value], Text | None]:
    """What the form says, in order, since what can be chosen may depend on what was said before; and what is wrong."""
    known: dict[str, Value] = {}
    problem: Text | None = None
    for ask in asks:
        given, usual = asked.get(ask.name), ask.usual(known)
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
    return Row(ask.name, text, "number", shown, (), ask.least, ask.most, ask.special, changed)
