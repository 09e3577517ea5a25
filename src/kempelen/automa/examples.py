"""Examples in a file: answers, and what the chart then does how often. Checking a file runs them.

rifleman when on_target_marker yes, would_win_by_control no, round 3: MOVE 4/5, ATTACK 1/5
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kempelen.automa.clauses import Node, Reading, each
from kempelen.automa.conditions import SIGNS
from kempelen.automa.problems import Problem
from kempelen.automa.reader import Reader, hint
from kempelen.automa.vocabulary import Vocabulary
from kempelen.behaviour.chances import action_chances
from kempelen.behaviour.chart import Chart
from kempelen.behaviour.question import Question
from kempelen.text.say import Text

__all__ = ["Example", "chances_text", "check_example", "read_examples"]

_CHANCE = re.compile(r"([0-9]{1,4})(?:\s*/\s*([0-9]{1,4})|\s*%)?")


@dataclass(frozen=True, slots=True)
class Example:
    """What an author expects of a card."""

    chart: str
    answers: Mapping[str, bool]
    numbers: Mapping[str, int]
    chances: Mapping[str, Fraction]
    line: int


def read_examples(nodes: Sequence[Node], vocabulary: Vocabulary, reading: Reading) -> list[Example]:
    def read(node: Node) -> Example:
        return _example(Reader(node.line), vocabulary)

    return each(nodes, read, reading)


def _example(reader: Reader, vocabulary: Vocabulary) -> Example:
    charts = [name for kind, name in vocabulary.slots if kind == "chart"]
    column, chart = reader.column, reader.word()
    if not charts:
        raise reader.wrong("no_examples", column)
    if chart not in charts:
        raise reader.wrong("example_chart", column, given=chart or reader.given(), hint=hint(chart, charts))
    answers: dict[str, bool] = {}
    numbers: dict[str, int] = {}
    if reader.take("when"):
        while True:
            column, name = reader.column, reader.word()
            word = vocabulary.named(name, "question", "number")
            if word is None:
                near = hint(name, [one.name for one in vocabulary.of_kind("question", "number")])
                raise reader.wrong("example_word", column, given=name or reader.given(), hint=near)
            if word.kind == "number":
                value = reader.number()
                if value is None:
                    raise reader.wrong("number", given=reader.given())
                numbers[name] = value
            else:
                asked = " ".join([name, *(str(reader.number()) for _ in word.numbers)])
                yes = reader.take("yes")
                if not yes and not reader.take("no"):
                    raise reader.wrong("yes_or_no", given=reader.given())
                answers[asked] = yes
            if not reader.take(","):
                break
    reader.need(":")
    chances: dict[str, Fraction] = {}
    while True:
        column, action = reader.column, reader.word().lower()
        if vocabulary.named(action, "action") is None:
            near = hint(action.upper(), [word.name.upper() for word in vocabulary.of_kind("action")])
            raise reader.wrong("example_word", column, given=action or reader.given(), hint=near)
        match = _CHANCE.match(reader.text, reader.at, reader.end)
        if match is None or (match.group(2) and not int(match.group(2))):
            raise reader.wrong("example_chance", given=reader.given())
        reader.at = match.end()
        reader.skip()
        percent = match.group().endswith("%")
        chances[action] = Fraction(int(match.group(1)), 100 if percent else int(match.group(2) or 1))
        if not reader.take(","):
            break
    reader.finish()
    return Example(chart, answers, numbers, chances, reader.line.number)


@dataclass(slots=True)
class _Stated:
    """The example answers; what it does not say about actions is taken to be possible."""

    example: Example
    asked: frozenset[str]
    missing: list[str] = field(default_factory=list)

    def yes(self, question: Question, *about: Any) -> bool:
        name = " ".join([question.name, *(str(value) for value in about if isinstance(value, int))])
        if name in self.example.answers:
            return self.example.answers[name]
        parts = question.name.split(" ")
        if len(parts) == 3 and parts[0] in self.example.numbers and parts[1] in SIGNS:
            return SIGNS[parts[1]][0](self.example.numbers[parts[0]], int(parts[2]))
        if name in self.asked or (len(parts) == 3 and parts[1] in SIGNS):
            self.missing.append(parts[0] if len(parts) == 3 else name)
        return True


def check_example(example: Example, chart: Chart) -> Problem | None:
    """What is wrong with an example; None if the chart does what it says."""
    asked = frozenset(" ".join([ask.question.name, *map(str, ask.about)]) for ask in chart.asks)
    stated = _Stated(example, asked)
    chances = {action: chance for action, chance in action_chances(chart, stated).items() if chance}
    if stated.missing:
        return Problem(example.line, 1, Text("automa.wrong.example_missing", missing=stated.missing[0]))
    if chances != {action: chance for action, chance in example.chances.items() if chance}:
        return Problem(example.line, 1, Text("automa.wrong.example", chances=chances_text(chances)))
    return None


def chances_text(chances: Mapping[str, Fraction]) -> str:
    """`MOVE 4/5, ATTACK 1/5`."""
    return ", ".join(f"{action.upper()} {chance}" for action, chance in chances.items())
