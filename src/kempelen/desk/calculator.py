"""Calculators: chances worked out from a few facts, with no game set up.

A game offers calculations. Each says what it asks for and works out a result with the game's own rules. What it asks
for becomes options of the command line (`--distance 30`), or questions of the adviser; circumstances that hardly ever
matter are asked for only if a person says that they do. Nothing here knows a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from kempelen.desk.adviser import Advice, Asking, Consultation, Option
from kempelen.engine.errors import BadSetup
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Trace
from kempelen.text.say import Field, Say, Text
from kempelen.text.typed import folded

__all__ = [
    "Answers",
    "Ask",
    "Calculation",
    "Choices",
    "Result",
    "consultation_of",
    "stated",
    "with_defaults",
    "words_for",
]

Value: TypeAlias = bool | int | float | str
Answers: TypeAlias = Mapping[str, Value]
Choices: TypeAlias = Callable[[Answers], Sequence[Option]]
NO = ("no", "false", "0", "nein")
YES = ("yes", "true", "1", "ja")
DONE = "done"


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing a calculation wants to know; the kind follows from the default."""

    name: str
    """On the command line `--name`."""
    text: Text
    """The question, or for a circumstance what is the case."""
    default: Value | Callable[[Answers], Value]
    least: int = 0
    most: int = 0
    choices: Choices | None = None
    also: Choices | None = None
    """What may be named besides, but is not shown to choose from."""
    special: bool = False
    """A circumstance: as usual unless somebody says otherwise."""
    quick: tuple[int, ...] = ()
    """Numbers that are often meant: a page offers them to tap."""
    joined: bool = False
    """Belongs to what is asked before it: a page offers both in one where that are few."""

    def usual(self, known: Answers) -> Value:
        return self.default(known) if callable(self.default) else self.default


@dataclass(frozen=True, slots=True)
class Result:
    """What came out: a sentence, and lines under it."""

    do: Text
    lines: tuple[Text, ...] = ()
    trace: Trace = field(default_factory=lambda: Trace(NOBODY))
    short: Text | None = None
    """The sentence for a headline: all that came out, in figures to be read at a glance."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """Something that can be worked out."""

    id: str
    title: Text
    asks: tuple[Ask, ...]
    work: Callable[[Answers], Result]
    key: Text | None = None
    """The key that opens it at the adviser."""
    side_by_side: str = ""
    """The name of something asked for; a page shows what comes of each of its options, so nobody has to choose."""


def with_defaults(calculation: Calculation, given: Answers) -> dict[str, Value]:
    """The answers, and what is usual for the rest."""
    known: dict[str, Value] = {}
    for ask in calculation.asks:
        known[ask.name] = given[ask.name] if ask.name in given else ask.usual(known)
    return known


# -- from the command line


def stated(calculation: Calculation, words: Sequence[str], say: Say) -> dict[str, Value]:
    """`--distance 30 --fast --cover=2`: every answer, checked; raises BadSetup naming the option."""
    asks = {ask.name: ask for ask in calculation.asks}
    texts: dict[str, str | None] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        name = name.replace("-", "_")
        if not word.startswith("--") or name not in asks:
            options = tuple(f"--{ask.replace('_', '-')}" for ask in asks)
            raise BadSetup(Text("calculator.unknown", option=word, what=calculation.id, known=options))
        if equals:
            texts[name] = value
        elif left and not left[0].startswith("--") and not _is_flag(asks[name], left[0]):
            texts[name] = left.pop(0)
        else:
            texts[name] = None
    known: dict[str, Value] = {}
    for ask in calculation.asks:  # in order: what can be chosen may depend on what was said before
        known[ask.name] = _read(ask, texts[ask.name], known, say) if ask.name in texts else ask.usual(known)
    return known


def _is_flag(ask: Ask, word: str) -> bool:
    """A flag needs no value; `--fast no` takes one nevertheless."""
    return isinstance(ask.default, bool) and word.lower() not in (*YES, *NO)


def _read(ask: Ask, text: str | None, known: Answers, say: Say) -> Value:
    option = f"--{ask.name.replace('_', '-')}"
    usual = ask.usual(known)
    if isinstance(usual, bool):
        if text is not None and text.lower() not in (*YES, *NO):
            raise BadSetup(Text("calculator.flag", option=option, value=text))
        return text is None or text.lower() in YES
    if text is None:
        raise BadSetup(Text("calculator.no_value", option=option))
    if ask.choices is not None:
        return _choice(ask, text, known, say, option)
    return _number(ask, text, isinstance(usual, float), option)


def _choice(ask: Ask, text: str, known: Answers, say: Say, option: str) -> str:
    assert ask.choices is not None
    offered = [*ask.choices(known), *(ask.also(known) if ask.also is not None else ())]
    wanted, words = folded(text), words_for(offered, say)
    for names in ([one.id for one in offered], words, [say.of(one.text, "bare") for one in offered]):
        for one, name in zip(offered, names, strict=True):
            if folded(name) == wanted:
                return one.id
    raise BadSetup(Text("calculator.one_of", option=option, value=text, known=tuple(dict.fromkeys(words))))


def words_for(offered: Sequence[Option], say: Say) -> list[str]:
    """What is typed for each: the words that are shown for it, without what is told behind a colon; its id where two
    are called the same."""
    words = [_called(one, say) for one in offered]
    meant = {word: {one.id for one, other in zip(offered, words, strict=True) if other == word} for word in words}
    return [word if len(meant[word]) == 1 else one.id for one, word in zip(offered, words, strict=True)]


def _called(one: Option, say: Say) -> str:
    words = say.of(one.text, "bare") if isinstance(one.text, Text) else str(one.text)
    return words.partition(":")[0]


def _number(ask: Ask, text: str, fraction: bool, option: str) -> int | float:
    try:
        value = float(text.replace(",", ".")) if fraction else int(text)
    except ValueError:
        value = ask.least - 1
    if not ask.least <= value <= ask.most:
        raise BadSetup(Text("calculator.number", option=option, value=text, least=ask.least, most=ask.most))
    return value


# -- at the adviser


def consultation_of(calculation: Calculation, group: Text) -> Consultation:
    """The calculation as something an adviser can be asked."""

    def run(asking: Asking) -> Advice:
        known: dict[str, Value] = {}
        for ask in calculation.asks:
            known[ask.name] = ask.usual(known) if ask.special else _asked(asking, ask, known)
        _circumstances(asking, calculation, known)
        found = calculation.work(known)
        return Advice(found.do, found.trace, found.lines)

    return Consultation(calculation.id, calculation.title, group, run, calculation.key)


def _asked(asking: Asking, ask: Ask, known: Answers) -> Value:
    if ask.choices is not None:
        offered = ask.choices(known)
        return offered[0].id if len(offered) == 1 else asking.choice("", ask.text, offered)
    if isinstance(ask.usual(known), bool):
        return asking.yes("", ask.text)
    return asking.number("", ask.text, ask.least, ask.most)


def _circumstances(asking: Asking, calculation: Calculation, known: dict[str, Value]) -> None:
    """Whatever is out of the ordinary, one thing after the other, until there is no more."""
    left = [ask for ask in calculation.asks if ask.special]
    said: list[Field] = []
    while left:
        done = Option(DONE, Text("calculator.no_more"))
        text = Text("calculator.more", said=tuple(said)) if said else Text("calculator.circumstances")
        chosen = asking.choice("", text, [done, *(Option(ask.name, ask.text) for ask in left)], enter=DONE)
        if chosen == DONE:
            return
        ask = next(one for one in left if one.name == chosen)
        left.remove(ask)
        known[ask.name] = True if isinstance(ask.usual(known), bool) else _asked(asking, ask, known)
        said.append(ask.text)
