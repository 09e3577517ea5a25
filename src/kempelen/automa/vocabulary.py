"""The words an automa file may use in one game: declared once, typed, with a sentence in both languages.

Each word says what kind it is, which cards it fits, its numbers and their range, what it needs before and what it
spends, and whether a person without a board can answer it. A word never changes its meaning; a new meaning is a new
word. From this come the checks, the list of words, the menus of the workbench, and what a file is made into.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from kempelen.behaviour.question import Question
from kempelen.text.say import Text

__all__ = ["KINDS", "SECTIONS", "ChartFrame", "Listed", "Slot", "Vocabulary", "Word"]

KINDS = ("question", "number", "action", "aim", "attempt", "deed", "set", "measure", "part")
"""Kinds of words: `set`, `measure` and the `part` of a set are those of targets; an `aim` provides one in a chart."""
SECTIONS = ("chart", "list", "procedure", "targets")
"""Kinds of sections that hold lines to go through."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Word:
    """One word."""

    game: str
    kind: str
    name: str
    key: str
    """Its sentence."""
    rule: Callable[..., Any] | None = None
    """What it means: a question or number of the facts, the mind or the actor; the measure of a member of a set."""
    can: Question | None = None
    """Of an action: whether it can be carried out now."""
    of: frozenset[str] = frozenset()
    """The sections it fits; empty for all of its game."""
    numbers: tuple[tuple[int, int], ...] = ()
    """The least and the most of each number it is asked with."""
    fields: tuple[str, ...] = ()
    """What its sentence calls these numbers."""
    kinds: frozenset[str] = frozenset()
    """Kinds of sections it fits; empty for all."""
    needs: str = ""
    """A question that must hold before; without it nothing is done."""
    spends: str = ""
    """What it uses up, so that a loop around it ends."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """What may stand behind it after `as`, and whose sentence then says how it is done."""
    always: bool = False
    """An attempt that can always be done; what stands behind it is never reached."""
    once: bool = False
    """A deed that a procedure may name once, on its own level, outside of loops; what comes before is not gone back
    to: the rest of the procedure follows when it is through."""
    person: bool = True
    """Somebody without a board on the screen can answer it."""
    secret: bool = False
    """About what only the automa's own seat may see."""
    quick: bool = False
    """An action that is soonest seen to be possible."""
    clause: bool = False
    """Its sentence is said after "if", and asks nothing by itself."""
    by_list: bool = False
    """An attempt that lists carry out in different ways: `game.how.name_list` says how."""
    since: int = 1
    cites: tuple[str, ...] = ()
    """Readings it rests on."""

    def text(self, *numbers: int | str) -> Text:
        return Text(self.key, **dict(zip(self.fields, numbers, strict=False)))

    def question(self) -> Question:
        """The question of this word; the same object every time it is asked for."""
        found = _QUESTIONS.get(self)
        if found is None:
            assert self.rule is not None
            found = _QUESTIONS[self] = Question(self.game, self.name, self.rule, self.fields, key=self.key)
        return found


_QUESTIONS: dict[Word, Question] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartFrame:
    """What no card says and all charts of a game share."""

    last: str
    """The action when nothing else is possible."""
    rulings: Mapping[str, str]
    """Our readings: outside, nothing, ladder, cap."""
    public: bool = True
    """Nothing that its questions are about is hidden, unless a word says so."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A section that this game's automa has: its kind and name, and the letter of a number it is followed with."""

    kind: str
    name: str
    letter: str = ""
    family: str = ""
    """Lists of one family are gone through for the same questions, so one may follow another."""
    ends: bool = True
    """Something must always work in this list; if not, another is gone through after it."""
    each: tuple[str, ...] = ()
    """Attempts that each answer a question of their own: all of them must be there, without a condition."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A named order of things, or numbers for each of them."""

    name: str
    key: str
    """Its sentence."""
    things: Mapping[str, tuple[int, int]]
    """What it lists, and the least and the most of each number."""
    told: str = ""
    """Every number has a sentence of its own: `game.weight.told.thing`."""

    def text(self) -> Text:
        return Text(self.key)

    def thing_text(self, thing: str) -> Text:
        game = self.key.partition(".")[0]
        return Text(f"{game}.weight.{self.told}.{thing}")


VALUE = (0, 100)
"""The numbers of a table that says no more about them."""


class Vocabulary:
    """The words of one game, and the sections its automas have."""

    def __init__(
        self,
        game: str,
        slots: Iterable[Slot],
        *,
        frame: ChartFrame | None = None,
        clauses: bool = False,
        version: int = 1,
        things: Collection[str] = (),
        public: bool = False,
        roles: Mapping[str, Collection[str]] | None = None,
        begin: str = "",
        small_change: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.game = game
        self.slots: Mapping[tuple[str, str], Slot] = {(slot.kind, slot.name): slot for slot in slots}
        self.frame = frame
        self.version = version
        self.things = frozenset(things)
        """Kinds of counters or cards that sets, orders and numbers may name."""
        self.public = public
        """Nothing is hidden in this game, so every line of a list may be read by all."""
        self.roles: Mapping[str, Collection[str]] = roles or {}
        """Parts of the automa that the rules play, and not a seat, each with its sections."""
        self.begin = begin
        """The section that somebody is shown first who wants to change one; else the first."""
        self.small_change = tuple(small_change)
        """Lines of it that he may change as a trial (`GAME.automa_try` says it in words): how each begins, and what is
        written instead; nothing if it is taken out."""
        self.words: dict[tuple[str, str], Word] = {}
        self.orders: dict[str, Listed] = {}
        self.tables: dict[str, Listed] = {}
        self._clauses = clauses

    # -- declaring

    def _add(self, kind: str, name: str, key: str, **more: Any) -> None:
        if (kind, name) in self.words:
            raise ValueError(f"{self.game}: {kind} {name} is declared twice")
        more["of"] = frozenset(more.get("of", ()))
        more["kinds"] = frozenset(more.get("kinds", ()))
        more["clause"] = self._clauses
        self.words[kind, name] = Word(game=self.game, kind=kind, name=name, key=key, **more)

    def question(self, rule: Question | Callable[..., bool], *numbers: tuple[int, int], **more: Any) -> None:
        """A yes or no, by a `Question` or a plain function."""
        if isinstance(rule, Question):
            key = f"{self.game}.question.{rule.name}"
            self._add("question", rule.name, key, rule=rule.rule, numbers=numbers, fields=rule.fields, **more)
            _QUESTIONS[self.words["question", rule.name]] = rule
            return
        fields = more.pop("fields", tuple(signature(rule).parameters)[1:])
        name = rule.__name__
        key = f"{self.game}.ask.{name}" if self._clauses else f"{self.game}.question.{name}"
        self._add("question", name, key, rule=rule, numbers=numbers, fields=fields, **more)

    def number(self, name: str, least: int, most: int, rule: Callable[[Any], int], **more: Any) -> None:
        """Something that is counted; conditions compare it."""
        self._add("number", name, f"{self.game}.number.{name}", rule=rule, numbers=((least, most),), **more)

    def action(self, name: str, can: Question | None, **more: Any) -> None:
        """What a row of a chart brings; `can` asks whether it can be carried out."""
        self._add("action", name, f"{self.game}.action.{name}", can=can, kinds=("chart",), **more)

    def aim(self, name: str, *, needs: str, **more: Any) -> None:
        """A target that an answer of a chart provides; `needs` names the questions that find it, with spaces."""
        self._add("aim", name, f"{self.game}.aim.{name}", needs=needs, kinds=("chart",), **more)

    def attempt(self, rule: Callable[[Any], Any], **more: Any) -> None:
        """A line of a list: gives an action, or None."""
        self._add("attempt", rule.__name__, f"{self.game}.attempt.{rule.__name__}", rule=rule, kinds=("list",), **more)

    def deed(self, rule: Callable[[Any], Any], **more: Any) -> None:
        """A line of a procedure: carries something out."""
        self._add(
            "deed", rule.__name__, f"{self.game}.attempt.{rule.__name__}", rule=rule, kinds=("procedure",), **more
        )

    def set(self, name: str, **more: Any) -> None:
        """Whom targets are taken from."""
        self._add("set", name, f"{self.game}.set.{name}", kinds=("targets",), **more)

    def part(self, name: str, rule: Callable[..., bool], **more: Any) -> None:
        """Which of a set: `where name`."""
        self._add("part", name, f"{self.game}.member.{name}", rule=rule, kinds=("targets",), **more)

    def measure(self, name: str, rule: Callable[..., int], **more: Any) -> None:
        """What members of a set are compared by."""
        self._add("measure", name, f"{self.game}.measure.{name}", rule=rule, kinds=("targets",), **more)

    def order(self, name: str, things: Collection[str]) -> None:
        """A named order of kinds of things that the automa uses."""
        self.orders[name] = Listed(name, f"{self.game}.order.{name}", dict.fromkeys(things, VALUE))

    def table(self, name: str, things: Collection[str] | Mapping[str, tuple[int, int]], *, told: str = "") -> None:
        """A named table of numbers by kinds of things; with the range of each, if it is another than usual."""
        spans = things if isinstance(things, Mapping) else dict.fromkeys(things, VALUE)
        self.tables[name] = Listed(name, f"{self.game}.numbers.{name}", spans, told)

    # -- looking up

    @property
    def sections(self) -> list[str]:
        """All that a file may have: `list shy`, `numbers`."""
        listed = [name for name, found in (("orders", self.orders), ("numbers", self.tables)) if found]
        return [*(" ".join(key) for key in self.slots), *listed]

    def named(self, name: str, *kinds: str) -> Word | None:
        return next((self.words[kind, name] for kind in kinds if (kind, name) in self.words), None)

    def of_kind(self, *kinds: str) -> tuple[Word, ...]:
        return tuple(word for word in self.words.values() if word.kind in kinds)

    def fitting(self, kind: str, section: str, *kinds: str) -> tuple[Word, ...]:
        """The words of these kinds that fit a section."""
        return tuple(word for word in self.of_kind(*kinds) if fits(word, kind, section))


def fits(word: Word, kind: str, section: str) -> bool:
    return (not word.of or section in word.of) and (not word.kinds or kind in word.kinds)
