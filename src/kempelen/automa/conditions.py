"""Conditions: what stands between square brackets, read, and made into questions.

`or` of `and` of [`not`] a question with its numbers, or a number compared with a number or knob, or round brackets.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kempelen.automa.reader import Reader, Value, hint, nearest
from kempelen.automa.source import LIMITS
from kempelen.automa.vocabulary import Vocabulary, Word, fits
from kempelen.behaviour.question import All, Asked, Not, Question, Some, Tree
from kempelen.text.say import Text

__all__ = [
    "SIGNS",
    "Both",
    "Compared",
    "Condition",
    "Either",
    "Is",
    "Knobs",
    "Negated",
    "Place",
    "asked_in",
    "check_fits",
    "example",
    "made_question",
    "number_of",
    "read_condition",
    "read_number",
    "read_value",
    "sentence",
    "unknown",
    "words_in",
]

MOST_QUESTIONS = 6
"""In one condition: their answers are combined to find the odds, and a person has to keep them in mind."""


Knobs = Mapping[str, tuple[int, int]]
"""The knobs of a file, by their names: from where to where each can be turned."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands: in which section of which vocabulary, and which names are knobs there."""

    vocabulary: Vocabulary
    kind: str
    section: str
    knobs: Knobs
    letter: str = ""
    """A number that the section is followed with."""


@dataclass(frozen=True, slots=True)
class Is:
    word: Word
    numbers: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    word: Word
    sign: str
    value: Value


@dataclass(frozen=True, slots=True)
class Negated:
    part: Condition


@dataclass(frozen=True, slots=True)
class Both:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    parts: tuple[Condition, ...]


Condition = Is | Compared | Negated | Both | Either

SIGNS: Mapping[str, tuple[Callable[[int, int], bool], str]] = {
    "<=": (operator.le, "at_most"),
    ">=": (operator.ge, "at_least"),
    "<": (operator.lt, "less"),
    ">": (operator.gt, "more"),
    "=": (operator.eq, "exactly"),
}


def asked_in(condition: Condition) -> Iterator[tuple[Word, tuple[Value, ...]]]:
    """Its words, with the numbers they are asked with."""
    match condition:
        case Is(word, numbers):
            yield word, numbers
        case Compared(word, _, value):
            yield word, (value,)
        case Negated(part):
            yield from asked_in(part)
        case Both(parts) | Either(parts):
            for part in parts:
                yield from asked_in(part)


def words_in(condition: Condition) -> Iterator[Word]:
    return (word for word, _ in asked_in(condition))


# -- reading


def read_condition(reader: Reader, place: Place) -> Condition:
    """What stands here, up to the closing bracket, which is left."""
    column = reader.column
    found = _either(reader, place, 0)
    if sum(1 for _ in words_in(found)) > MOST_QUESTIONS:
        raise reader.wrong("many_questions", column, most=MOST_QUESTIONS)
    return found


def _either(reader: Reader, place: Place, depth: int) -> Condition:
    parts = [_both(reader, place, depth)]
    while reader.take("or"):
        parts.append(_both(reader, place, depth))
    return parts[0] if len(parts) == 1 else Either(tuple(parts))


def _both(reader: Reader, place: Place, depth: int) -> Condition:
    parts = [_one(reader, place, depth)]
    while reader.take("and"):
        parts.append(_one(reader, place, depth))
    return parts[0] if len(parts) == 1 else Both(tuple(parts))


def _one(reader: Reader, place: Place, depth: int) -> Condition:
    if depth > LIMITS.depth:
        raise reader.wrong("deep", most=LIMITS.depth)
    if reader.take("not"):
        return Negated(_one(reader, place, depth + 1))
    if reader.take("("):
        found = _either(reader, place, depth + 1)
        reader.need(")")
        return found
    column, name = reader.column, reader.word()
    if not name:
        raise reader.wrong("no_question", given=reader.given())
    word = place.vocabulary.named(name, "question", "number")
    if word is None:
        raise unknown(reader, column, name, place, "question", "number")
    check_fits(reader, column, word, place)
    if word.kind == "number":
        for sign in SIGNS:
            if reader.take(sign):
                return Compared(word, sign, read_value(reader, place, word.numbers[0], word))
        raise reader.wrong("no_comparison", word=word.name, name=word.name)
    return Is(word, tuple(read_value(reader, place, span, word) for span in word.numbers))


def read_value(reader: Reader, place: Place, span: tuple[int, int], word: Word) -> Value:
    """A number within this range, the name of a knob that cannot be turned out of it, or the section's own letter."""
    if place.letter and reader.take(place.letter):
        return place.letter
    return read_number(reader, span, place.knobs, word.name, word.name)


def read_number(reader: Reader, span: tuple[int, int], knobs: Knobs, name: str, word: str = "") -> Value:
    """A number within this range, or the name of a knob that cannot be turned out of it."""
    column, (least, most) = reader.column, span
    value = reader.value()
    if not isinstance(value, str):
        if not least <= value <= most:
            raise reader.wrong("range", column, word, name=name, given=value, least=least, most=most)
        return value
    if value not in knobs:
        raise reader.wrong(
            "unknown_knob", column, given=value, hint=hint(value, knobs) if knobs else Text("automa.no_knobs")
        )
    for end in knobs[value]:
        if not least <= end <= most:
            raise reader.wrong("knob_reach", column, word, knob=value, given=end, name=name, least=least, most=most)
    return value


def unknown(reader: Reader, column: int, name: str, place: Place, *kinds: str) -> Exception:
    """A word that this game does not have: the nearest, its sentence, and how it is written."""
    fitting = place.vocabulary.fitting(place.kind, place.section, *kinds)
    near = nearest(name, [word.name for word in fitting])
    word = next((word for word in fitting if word.name == near), None)
    if word is None:
        return reader.wrong("unknown_word", column, given=name, game=place.vocabulary.game)
    return reader.wrong(
        "unknown_word_near", column, word.name, given=name, near=near, means=sentence(word), example=example(word)
    )


def check_fits(reader: Reader, column: int, word: Word, place: Place) -> None:
    if not fits(word, place.kind, place.section):
        whom = ", ".join(sorted(word.of or word.kinds))
        raise reader.wrong("does_not_fit", column, word.name, name=word.name, section=place.section, whom=whom)


def sentence(word: Word) -> Text:
    """What a word means, with letters for its numbers."""
    return word.text(*("X" for _ in word.fields))


def example(word: Word) -> str:
    """How a word is written."""
    if word.kind == "action":
        return word.name.upper()
    if word.kind == "number":
        return f"[{word.name} <= {min(max(word.numbers[0][0], 3), word.numbers[0][1])}]"
    numbers = [str((least + most) // 2) for least, most in word.numbers]
    return f"[{' '.join([word.name, *numbers])}]" if word.kind != "aim" else f"aim {word.name}"


# -- making questions of it


def made_question(condition: Condition, knobs: Mapping[str, int]) -> tuple[Question, tuple[int, ...]]:
    """The question of a condition, and the numbers it is asked with."""
    tree = _tree(condition, knobs)
    if isinstance(tree, Asked):
        return tree.question, tree.about
    game = next(words_in(condition)).game
    form = "joined" if next(words_in(condition)).clause else "tree"
    return Question(game, _name(tree), _never, words=_worded(tree, form), parts=tree), ()


def _never(facts: Any) -> bool:
    raise AssertionError("a condition is answered part by part")


def _tree(condition: Condition, knobs: Mapping[str, int]) -> Tree:
    match condition:
        case Is(word, numbers):
            return Asked(word.question(), tuple(number_of(value, knobs) for value in numbers))
        case Compared(word, sign, value):
            return Asked(_comparison(word, sign, number_of(value, knobs)))
        case Negated(part):
            return Not(_tree(part, knobs))
        case Both(parts):
            return All(tuple(_tree(part, knobs) for part in parts))
        case Either(parts):
            return Some(tuple(_tree(part, knobs) for part in parts))


def number_of(value: Value, knobs: Mapping[str, int]) -> int:
    """A number, or that of a knob."""
    return knobs[value] if isinstance(value, str) else value


@cache
def _comparison(word: Word, sign: str, value: int) -> Question:
    compare, key = SIGNS[sign]
    count = word.rule
    assert count is not None

    def rule(facts: Any) -> bool:
        return compare(count(facts), value)

    words = Text(f"automa.{'clause' if word.clause else 'compare'}.{key}", what=word.text(), n=value)
    return Question(word.game, f"{word.name} {sign} {value}", rule, words=words)


def _name(tree: Tree) -> str:
    match tree:
        case Asked(question, about):
            return " ".join([question.name, *map(str, about)])
        case Not(part):
            return f"not ({_name(part)})"
        case All(parts):
            return " and ".join(f"({_name(part)})" for part in parts)
        case Some(parts):
            return " or ".join(f"({_name(part)})" for part in parts)


def _worded(tree: Tree, form: str) -> Text:
    """`tree` puts questions together, `joined` what is said after "if"."""
    match tree:
        case Asked(question, about):
            return question.text(*about)
        case Not(part):
            return Text(f"automa.{form}.not", part=_worded(part, form))
        case All(parts):
            return Text(f"automa.{form}.all", parts=tuple(_worded(part, form) for part in parts))
        case Some(parts):
            return Text(f"automa.{form}.some", parts=tuple(_worded(part, form) for part in parts))
