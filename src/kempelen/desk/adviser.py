"""Advice without a board: the program knows nothing of the table and asks for just what it needs.

A game offers consultations: what a card does, which target it takes. Each is a plain function that gets what it needs
from `Asking`, one answer after the other, and ends with an `Advice` and its why. It runs anew with every answer, so
taking one back is leaving it out. Nothing here knows a screen: the terminal and the web page put the queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias, TypeVar

from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.table import A, Check, Deck, Event, Offer, P, Seat, Table
from kempelen.engine.trace import Source, Trace
from kempelen.text.say import Field, Text

__all__ = ["Advice", "Adviser", "Advising", "Asking", "Consultation", "Follow", "Option", "Query", "Spot"]

C = TypeVar("C")
Answer: TypeAlias = bool | int | str
"""Yes or no, a number or a die, the id of an option."""


# -- what a game offers


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose."""

    id: str
    text: Field
    thing: str = ""
    """The notation of the card or unit it is; a page shows its picture (`Things.picture`)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a small picture of the table, in tiles from the middle; an option with its id is chosen there."""

    id: str
    x: float
    y: float
    text: str = ""
    tag: str = ""
    """`here`, `goal`, `marked`, `way`, `gone`, `asked`: how it is drawn."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a person is asked now."""

    kind: str
    """`yes_no`, `number`, `choice`; `roll` and `lot` may be left to the program."""
    text: Text
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    hint: Text | None = None
    sources: tuple[Source, ...] = ()
    """Where the question stands, and the readings of ours it rests on."""
    enter: str = ""
    """The id of the option that Enter takes, such as "no more"."""
    spots: tuple[Spot, ...] = ()
    """What is asked about, as a picture."""
    joined: bool = False
    """Belongs to the answer before it: a page offers both in one."""
    none: Text | None = None
    """Of a number: what 0 means, for a button of its own."""
    ways: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Of a lot between ways: where each of the options leads, in the picture's tiles, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Follow:
    """What can be worked out next, with what is known of it already."""

    id: str
    text: Text
    known: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do at the table."""

    do: Text
    trace: Trace
    how: tuple[Text, ...] = ()
    then: tuple[Follow, ...] = ()
    short: Text | None = None
    """The same in a word or two, where several are listed."""
    spots: tuple[Spot, ...] = ()
    """Where it is to be done, as a picture."""
    doubt: str = ""
    """What was taken to be so without asking (see `Asking.presume`); a person may deny it."""


@dataclass(frozen=True, slots=True)
class Consultation:
    """Something an adviser can be asked."""

    id: str
    title: Text
    group: Text
    """Consultations of one kind are listed together."""
    run: Callable[[Asking], Advice]
    key: Text | None = None
    """The key that opens it, if it is not simply numbered."""
    reminder: Text | None = None
    """What to think of before the first question."""
    thing: str = ""
    """The card it is about, by its notation."""


@dataclass(frozen=True, slots=True)
class Adviser:
    """Everything a game can be asked without a board."""

    intro: Text
    consultations: tuple[Consultation, ...]

    def __getitem__(self, id: str) -> Consultation:
        for consultation in self.consultations:
            if consultation.id == id:
                return consultation
        raise KeyError(id)


# -- asking


class NeedAnswer(BaseException):
    """The consultation needs an answer that is not there yet; like NeedInput, no handler may swallow it."""

    def __init__(self, query: Query) -> None:
        super().__init__()
        self.query = query


class Asking(Table):
    """The table of a consultation: a person answers everything, one thing after the other.

    With a `name` a question is asked at most once, and not at all if the answer is known from before.
    """

    def __init__(
        self, answers: Sequence[Answer] = (), known: Mapping[str, Any] | None = None, denied: Iterable[str] = ()
    ) -> None:
        self.answers = answers
        self.known: dict[str, Any] = dict(known or {})
        self.denied = frozenset(denied)
        self.tracing = True
        self.at = 0
        self.asked: list[Query] = []
        """What the answers so far were given to."""
        self.presumed: dict[str, tuple[Text, int]] = {}
        """What was taken to be so, and how many answers had been given by then."""
        self._rolled: set[str] = set()

    @property
    def is_new(self) -> bool:
        """Nobody has answered the next question yet, so it will be shown: a picture of it is worth drawing."""
        return self.at == len(self.answers)

    def _next(self, name: str, query: Query) -> Any:
        if name and name in self.known:
            return self.known[name]
        if self.is_new:
            raise NeedAnswer(query)
        answer = self.answers[self.at]
        self.at += 1
        self.asked.append(query)
        if name:
            self.known[name] = answer
        return answer

    def yes(self, name: str, text: Text, *, hint: Text | None = None, sources: Sequence[Source] = ()) -> bool:
        return bool(self._next(name, Query("yes_no", text, hint=hint, sources=tuple(sources))))

    def number(
        self,
        name: str,
        text: Text,
        least: int,
        most: int,
        *,
        hint: Text | None = None,
        sources: Sequence[Source] = (),
        spots: Sequence[Spot] = (),
        none: Text | None = None,
    ) -> int:
        query = Query("number", text, (), least, most, hint, tuple(sources), spots=tuple(spots), none=none)
        return int(self._next(name, query))

    def choice(
        self,
        name: str,
        text: Text,
        options: Sequence[Option],
        *,
        hint: Text | None = None,
        sources: Sequence[Source] = (),
        enter: str = "",
        spots: Sequence[Spot] = (),
        joined: bool = False,
    ) -> str:
        """The id of what is chosen."""
        query = Query(
            "choice",
            text,
            tuple(options),
            hint=hint,
            sources=tuple(sources),
            enter=enter,
            spots=tuple(spots),
            joined=joined,
        )
        return str(self._next(name, query))

    def presume(self, name: str, text: Text) -> bool:
        """Nearly always so, hence not asked; whoever knows better denies it afterwards."""
        self.presumed.setdefault(name, (text, self.at))
        return name not in self.denied

    # -- what charts and behaviours ask a table for

    def ask(self, question: str, about: Text) -> bool:
        return self.yes(question, about)

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        key = "adviser.roll_again" if why in self._rolled else "adviser.roll"
        self._rolled.add(why)
        return int(self._next("", Query("roll", Text(key, die=die), (), 1, die)))

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        return self.lot(options)

    def lot(
        self,
        options: Sequence[C],
        die: int = 0,
        spots: Callable[[], Sequence[Spot]] = tuple,
        ways: Sequence[Sequence[tuple[float, float]]] = (),
    ) -> C:
        """One of several that are equally good, by the die that the box has, if it has one; with a picture of them if
        they are ways."""
        if len(options) == 1:
            return options[0]
        offered = tuple(Option(str(n), _word(option)) for n, option in enumerate(options, 1))
        drawn = tuple(spots()) if self.is_new else ()
        query = Query(
            "lot", Text("adviser.lot", n=len(options)), offered, 1, die, spots=drawn, ways=tuple(map(tuple, ways))
        )
        return options[int(self._next("", query)) - 1]

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        self._no_table()

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        self._no_table()

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        self._no_table()

    def direction(self, why: str) -> int:
        self._no_table()

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        self._no_table()

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        self._no_table()

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        return

    def _no_table(self) -> NoReturn:
        raise AssertionError("an adviser has no players, no cards and no board")


def _word(option: object) -> Field:
    return option if isinstance(option, Text) else str(option)


# -- a sitting


@dataclass(frozen=True, slots=True)
class _Opened:
    id: str
    known: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Answered:
    value: Answer
    by_program: bool = False
    """The program has rolled."""


@dataclass(frozen=True, slots=True)
class _Denied:
    name: str
    answers: int
    """Answers beyond this number rested on what was denied."""


class Advising:
    """A sitting with an adviser: consultations one after the other, and every step can be taken back."""

    def __init__(self, adviser: Adviser, dice: Dice) -> None:
        self.adviser = adviser
        self.dice = dice
        self.consultation: Consultation | None = None
        """The one that is running, or that has given the last advice."""
        self.query: Query | None = None
        self.advice: Advice | None = None
        self.said: list[tuple[Query, Answer, bool]] = []
        """The answers in this consultation, and whether the program rolled."""
        self._steps: list[_Opened | _Answered | _Denied] = []
        self._asking = Asking()

    def open(self, id: str, known: Mapping[str, Any] | None = None) -> None:
        """Begin a consultation."""
        self._steps.append(_Opened(self.adviser[id].id, known or {}))
        self._run()

    def follow(self, number: int = 0) -> None:
        """Go on with what the advice leads to."""
        if self.advice is None or not 0 <= number < len(self.advice.then):
            raise IllegalAction(Text("adviser.nothing_follows"))
        self.open(self.advice.then[number].id, self.advice.then[number].known)

    def answer(self, value: Answer) -> None:
        """Answer the query; raises BadNotation and changes nothing."""
        if self.query is None:
            raise IllegalAction(Text("adviser.nothing_asked"))
        self._steps.append(_Answered(checked(self.query, value)))
        self._run()

    def roll(self) -> int:
        """Let the program roll or draw lots; the number it got."""
        query = self.query
        if query is None or query.kind not in ("roll", "lot"):
            raise IllegalAction(Text("adviser.nothing_to_roll"))
        faces = len(query.options) or query.most
        value = self.dice.below(faces, query.kind, str(len(self._steps))) + 1
        self._steps.append(_Answered(str(value) if query.kind == "lot" else value, by_program=True))
        self._run()
        return value

    @property
    def doubt(self) -> Text | None:
        """What was taken to be so, as a question."""
        if self.advice is None or self.advice.doubt not in self._asking.presumed.keys() - self._asking.denied:
            return None
        return self._asking.presumed[self.advice.doubt][0]

    def deny(self) -> None:
        """What was taken to be so is not; the advice is given anew."""
        if self.doubt is None or self.advice is None:
            raise IllegalAction(Text("adviser.nothing_to_deny"))
        _, answers = self._asking.presumed[self.advice.doubt]
        self._steps.append(_Denied(self.advice.doubt, answers))
        self._run()

    def leads_to(self, value: Answer) -> tuple[Query | None, Advice | None]:
        """What an answer would bring: the next question or the advice. Nothing changes."""
        self.answer(value)
        found = self.query, self.advice
        self.undo()
        return found

    def undo(self) -> bool:
        """One step back: an answer, a denial, or out of a consultation; False if there is nothing."""
        if not self._steps:
            return False
        self._steps.pop()
        self._run()
        return True

    def _run(self) -> None:
        begun = next((n for n in reversed(range(len(self._steps))) if isinstance(self._steps[n], _Opened)), None)
        self.consultation = self.query = self.advice = None
        self.said = []
        if begun is None:
            return
        opened, given, denied = self._steps[begun], list[_Answered](), list[str]()
        assert isinstance(opened, _Opened)
        for step in self._steps[begun + 1 :]:
            if isinstance(step, _Denied):
                denied.append(step.name)
                del given[step.answers :]
            elif isinstance(step, _Answered):
                given.append(step)
        self.consultation = self.adviser[opened.id]
        self._asking = Asking([step.value for step in given], opened.known, denied)
        try:
            self.advice = self.consultation.run(self._asking)
        except NeedAnswer as need:
            self.query = need.query
        self.said = [
            (query, step.value, step.by_program) for query, step in zip(self._asking.asked, given, strict=False)
        ]


def checked(query: Query, value: Answer) -> Answer:
    """The answer, if it fits the query; raises BadNotation."""
    if query.kind == "yes_no":
        if isinstance(value, bool):
            return value
        raise BadNotation(Text("answer.yes_no", answer=str(value)))
    if query.kind in ("number", "roll"):
        if isinstance(value, int) and not isinstance(value, bool) and query.least <= value <= query.most:
            return value
        raise BadNotation(Text("answer.number", answer=str(value), least=query.least, most=query.most))
    if all(str(value) != option.id for option in query.options):
        raise BadNotation(Text("answer.one_of", answer=str(value), known=[option.text for option in query.options]))
    return str(value)
