"""Behaviours of the form "do this, then that": every line is carried out in turn, unless its condition says no.

Where `priorities` does the first line that is possible, a procedure runs to its end, with the author's "if",
"otherwise", "while" and "proceed at". It is data that follows the document line by line: it can be printed back, and
every step cites its line. What a line or a condition means is a function of the game, found by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from kempelen.behaviour.document import Page
from kempelen.behaviour.procedure_words import (
    Ask,
    Line,
    Proceed,
    Word,
    do,
    execute,
    flat,
    proceed_at,
    question_text,
    repeat,
    what_text,
)
from kempelen.engine.errors import NeverEnds
from kempelen.engine.trace import Cite, Note, Trace
from kempelen.text.say import Text

__all__ = [
    "Ask",
    "Line",
    "Procedure",
    "Proceed",
    "do",
    "execute",
    "follow",
    "page",
    "procedure",
    "proceed_at",
    "repeat",
]


# -- a procedure: the lines, and a short program with jumps made from them

_TEST, _POSSIBLE, _QUIET_TEST, _DO, _CALL, _ENTER, _JUMP, _BACK, _TEST_WITH, _TIMES, _LOOP = range(11)
Op: TypeAlias = tuple[int, Any, Any, Any, int]
"""Kind; name or procedure; facts; where to jump; number of the line. In the quiet program: kind; the word itself or a
procedure; a fact or a place; where to jump; where to go on."""


class Quiet:
    """A program without what only the trace says; it holds the words themselves, not their names."""

    __slots__ = ("program", "words")

    def __init__(self) -> None:
        self.words: Mapping[str, Word] = {}
        self.program: tuple[Op, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """Lines in the author's order."""

    name: str
    """`game.list.name` is its text, `game.attempt.…` those of its lines, `game.ask.…` those of its conditions."""
    game: str
    document: str
    section: str
    lines: tuple[Line, ...]
    title: Text
    begun: Note
    done: tuple[Note, ...]
    """What the trace says when a line is carried out; likewise if its condition does not hold (`left_out`), if it
    cannot be done (`skipped`), and where it goes `back`."""
    left_out: tuple[Note, ...]
    skipped: tuple[Note, ...]
    back: tuple[Note, ...]
    places: tuple[str, ...]
    """`aggressive 3a`: what stands in the state while a line is carried out."""
    program: tuple[Op, ...] = field(repr=False)
    quiet: Quiet = field(repr=False)
    """The program for when nobody will read the why."""
    starts: Mapping[str, int] = field(repr=False)
    """Where the lines begin in the program."""

    @property
    def cite(self) -> Cite:
        return Cite(self.document, self.section)

    def after(self, name: str) -> int | None:
        """Where it goes on behind the line that does this; None if no line does."""
        return next((n + 1 for n, op in enumerate(self.program) if op[0] == _DO and op[1] == name), None)


def procedure(name: str, *lines: Line, game: str, document: str, section: str, title: Text | None = None) -> Procedure:
    """A procedure; its program and its notes are made here, once."""
    every = list(flat(lines))
    program: list[Op] = []
    starts: dict[str, int] = {}
    _compile(lines, every, program, starts)
    program = [
        (kind, name, facts, starts[jump] if isinstance(jump, str) else jump, n)
        for kind, name, facts, jump, n in program
    ]
    title = title or Text(f"{game}.list.{name}")

    def notes(key: str, loop_key: str) -> tuple[Note, ...]:
        """`list` is for whoever counts lines: after another list has run, this one goes on."""
        return tuple(
            Note(
                partial(
                    Text,
                    loop_key if line.loop and not line.name else key,
                    item=line.item,
                    what=what_text(game, line),
                    list=title,
                ),
                (Cite(document, section, line.item),),
                public=True,
                kind="done" if key == "why.done" else "passed",
            )
            for line in every
        )

    skipped = notes("why.skipped", f"{game}.why.while_over")
    return Procedure(
        name,
        game,
        document,
        section,
        lines,
        title,
        Note(partial(Text, "why.list", list=title), (Cite(document, section),), public=True),
        notes("why.done", f"{game}.why.while"),
        tuple(
            skip if line.when is None or (line.loop and not line.name) else _left_out(line, game, title, skip.sources)
            for line, skip in zip(every, skipped, strict=True)
        ),
        skipped,
        tuple(
            Note(
                partial(Text, f"{game}.why.proceed", item=line.then.at if line.then else line.item),
                (Cite(document, section, line.item),),
                public=True,
            )
            for line in every
        ),
        tuple(f"{name} {line.item}" for line in every),
        tuple(program),
        Quiet(),
        starts,
    )


def _left_out(line: Line, game: str, title: Text, sources: tuple[Any, ...]) -> Note:
    """The condition of a line does not hold."""
    assert line.when is not None
    what, condition = what_text(game, line), question_text(game, line.when)
    write = partial(Text, "why.left_out", item=line.item, what=what, condition=condition, list=title)
    return Note(write, sources, public=True, kind="passed")


def _compile(lines: tuple[Line, ...], every: list[Line], program: list[Op], starts: dict[str, int]) -> None:
    over: int | None = None
    for n, line in enumerate(lines):
        number = next(n for n, other in enumerate(every) if other is line)
        starts.setdefault(line.item, len(program))
        test = len(program)
        if line.when is not None:
            program.append((_TEST, _test_of(line.when), line.when.facts, 0, number))
        if line.times:
            limited = len(program)
            program.append((_TIMES, line.times, (), 0, number))
        if line.possible is not None:
            program.append((_POSSIBLE, _test_of(line.possible), line.possible.facts, len(program) + 2, number))
        if line.other is not None:
            program.append((_CALL, line.other, (), 0, number))
        elif line.name:
            program.append((_DO, line.name, (), 0, number))
        else:
            program.append((_ENTER, "", (), 0, number))
        _compile(line.body, every, program, starts)
        if line.then is not None:
            if line.then.when is not None:
                program.append((_QUIET_TEST, _test_of(line.then.when), line.then.when.facts, len(program) + 2, number))
            program.append((_BACK, "", (), line.then.at, number))
        if line.times:
            program[limited] = (_TIMES, line.times, (), len(program), number)
        if line.loop:
            program.append((_LOOP, "", (), test, number))
        if over is not None:
            program[over] = (_JUMP, "", (), len(program), number)
            over = None
        if n + 1 < len(lines) and lines[n + 1].otherwise:
            over = len(program)
            program.append((_JUMP, "", (), 0, number))
        if line.when is not None:
            program[test] = (_TEST, _test_of(line.when), line.when.facts, len(program), number)


def _test_of(ask: Ask) -> Word | str:
    """A word's name; what is put together from several stands for itself."""
    return ask.test or ask.name


def _meant(words: Mapping[str, Word], name: Word | str) -> Word:
    return words[name] if isinstance(name, str) else name


def _quietened(text: Procedure, words: Mapping[str, Word]) -> tuple[Op, ...]:
    """The program with jumps followed to where they lead; made when it is first followed with these words."""
    program = text.program

    def landing(at: int) -> int:
        while at < len(program) and program[at][0] in (_ENTER, _JUMP, _BACK):
            if program[at][0] == _BACK and program[at][3] <= at:
                break
            at = at + 1 if program[at][0] == _ENTER else program[at][3]
        return at

    def quiet(op: Op, on: int) -> Op:
        kind, name, facts, jump, number = op
        if kind == _DO:
            return _DO, words[name], text.places[number], jump, on
        if kind in (_LOOP, _BACK):
            return _LOOP, None, f"{text.places[number]} again", jump, on
        if kind == _TIMES:
            return _TEST, partial(_still, place=text.places[number], most=name), None, jump, on
        if kind in (_TEST, _POSSIBLE, _QUIET_TEST):
            word = _meant(words, name)
            return (_TEST_WITH, word, facts[0], jump, on) if facts else (_TEST, word, None, jump, on)
        return kind, name, None, jump, on

    landed = [(kind, name, facts, landing(jump), number) for kind, name, facts, jump, number in program]
    return tuple(quiet(op, landing(at + 1)) for at, op in enumerate(landed))


# -- carrying it out


class Actor(Protocol):
    """Whoever carries out a procedure; `trace` is None when nobody will read the why."""

    trace: Trace | None
    times: dict[str, int]
    """How often lines with a limit were carried out, and how much was done when a loop was last gone round."""
    done: int
    """How many things were done: what goes round and does nothing ends."""

    def goes_to(self, place: str) -> None:
        """A line is carried out now; whoever looks at the table meanwhile may see where we are."""


def _again(actor: Actor, key: str) -> bool:
    """Whether to go round once more: only if something was done since the last time."""
    if actor.times.get(key) == actor.done:
        return False
    actor.times[key] = actor.done
    return True


def _still(actor: Actor, place: str, most: int) -> bool:
    """A line with a limit: whether it may be carried out once more; if so, that is counted."""
    done = actor.times.get(place, 0)
    if done >= most:
        return False
    actor.times[place] = done + 1
    return True


MOST_STEPS = 10_000
"""A procedure that takes more never ends: a condition stays true, or "proceed" leads round in a circle."""

A = TypeVar("A", bound=Actor)


def follow(text: Procedure, words: Mapping[str, Word], actor: A, start: str | int | None = None) -> bool:
    """Carry out a procedure, from its top, from a line on, or from a place in its program; True if it was stopped."""
    if actor.trace is not None:
        return _follow_and_say_why(text, words, actor, actor.trace, start)
    quiet = text.quiet
    if quiet.words is not words:
        quiet.program, quiet.words = _quietened(text, words), words
    program = quiet.program
    at, end = 0 if start is None else text.starts[start] if isinstance(start, str) else start, len(program)
    for _ in range(MOST_STEPS):
        if at >= end:
            return False
        kind, word, fact, jump, on = program[at]
        if kind == _TEST:
            at = on if word(actor) else jump
        elif kind == _DO:
            actor.goes_to(fact)
            if word(actor):
                return True
            at = on
        elif kind == _TEST_WITH:
            at = on if word(actor, fact) else jump
        elif kind == _LOOP:
            at = jump if _again(actor, fact) else on
        else:
            if follow(word, words, actor):
                return True
            at = on
    raise _never_ends(text, at)


def _never_ends(text: Procedure, at: int) -> NeverEnds:
    line = text.places[text.program[min(at, len(text.program) - 1)][4]]
    return NeverEnds(Text("why.never_ends", list=text.title, line=line, steps=MOST_STEPS))


def _follow_and_say_why(
    text: Procedure, words: Mapping[str, Word], actor: Actor, trace: Trace, start: str | int | None
) -> bool:
    """The same, and every line that is carried out or left out is noted."""
    program = text.program
    at, end = 0, len(program)
    if start is not None:
        at = text.starts[start] if isinstance(start, str) else start
    else:
        trace.add(text.begun)
    for _ in range(MOST_STEPS):
        if at >= end:
            return False
        kind, name, facts, jump, number = program[at]
        at += 1
        if kind == _TEST:
            if not _meant(words, name)(actor, *facts):
                trace.add(text.left_out[number])
                at = jump
        elif kind == _POSSIBLE:
            if not _meant(words, name)(actor, *facts):
                trace.add(text.skipped[number])
                at = jump
        elif kind == _DO:
            trace.add(text.done[number])
            actor.goes_to(text.places[number])
            if words[name](actor):
                return True
        elif kind == _QUIET_TEST:
            if not _meant(words, name)(actor, *facts):
                at = jump
        elif kind == _TIMES:
            if not _still(actor, text.places[number], name):
                trace.add(text.skipped[number])
                at = jump
        elif kind == _JUMP:
            at = jump
        elif kind == _LOOP:
            at = jump if _again(actor, f"{text.places[number]} again") else at
        elif kind == _BACK:
            if jump > at or _again(actor, f"{text.places[number]} again"):
                trace.add(text.back[number])
                at = jump
        else:
            trace.add(text.done[number])
            if kind == _CALL and follow(name, words, actor):
                return True
    raise _never_ends(text, at)


# -- printing it back


def page(
    text: Procedure, rulings: Iterable[str] = (), *, intro: Sequence[Text] = (), after: Sequence[Text] = ()
) -> Page:
    """The page of a procedure; the texts under `game.page` (`if`, `otherwise`, `while`, ...) put its lines together."""
    return Page(
        text.title,
        tuple((line.item, _words(text.game, line), _how(text.game, line)) for line in flat(text.lines)),
        str(text.cite),
        tuple(rulings),
        tuple(intro),
        after=tuple(after),
        depths=tuple(_depths(text.lines)),
    )


def _depths(lines: Iterable[Line], depth: int = 0) -> Iterator[int]:
    for line in lines:
        yield depth
        yield from _depths(line.body, depth + 1)


def _words(game: str, line: Line) -> Text:
    words = what_text(game, line)
    if line.loop:
        assert line.when is not None
        if not line.name:
            return Text(f"{game}.page.while", condition=words)
        return Text(f"{game}.page.while_do", condition=question_text(game, line.when), what=words)
    if line.then is not None:
        if line.then.when is None:
            words = Text(f"{game}.page.then", what=words, item=line.then.at)
        else:
            condition = question_text(game, line.then.when)
            words = Text(f"{game}.page.then_if", what=words, condition=condition, item=line.then.at)
    if line.times:
        words = Text("automa.times", what=words, n=line.times)
    if line.otherwise:
        return Text(f"{game}.page.otherwise", what=words)
    if line.when is not None:
        return Text(f"{game}.page.if", condition=question_text(game, line.when), what=words)
    return words


def _how(game: str, line: Line) -> Text | None:
    return Text(f"{game}.how.{line.name}") if line.name else None
