"""Sections of lists: the first line that can be done is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kempelen.automa.clauses import Node, Reading, each, own_text, read_guard, sentences
from kempelen.automa.conditions import Condition, Place, check_fits, made_question, read_condition, unknown
from kempelen.automa.problems import Problem
from kempelen.automa.reader import Reader
from kempelen.automa.vocabulary import Word
from kempelen.behaviour.priorities import Attempt, Priorities, priorities
from kempelen.behaviour.question import Asked
from kempelen.text.say import Text

__all__ = ["ListLines", "made_list", "read_list"]


@dataclass(frozen=True, slots=True)
class ReadAttempt:
    item: str
    word: Word | None
    follow: str
    role: str
    when: Condition | None
    words: Mapping[str, str]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ListLines:
    """A list as it was read."""

    attempts: tuple[ReadAttempt, ...]


def read_list(nodes: Sequence[Node], place: Place, reading: Reading, head: int) -> ListLines:
    """What the lines of a list say."""

    def read(node: Node) -> ReadAttempt:
        end, guard = read_guard(node.line, reading)
        if guard:
            raise Reader(node.line).wrong("guard_here")
        return _attempt(node, Reader(node.line, 0, end), place, reading)

    attempts = tuple(each(nodes, read, reading))
    seen: set[str] = set()
    for attempt in attempts:
        if attempt.item in seen:
            reading.problems.append(Problem(attempt.line, 1, Text("automa.wrong.item_twice", item=attempt.item)))
        seen.add(attempt.item)
    if not reading.problems:
        if not attempts:
            reading.problems.append(Problem(head, 1, Text("automa.wrong.empty_section")))
        else:
            reading.problems += _whole(attempts, place)
    return ListLines(attempts)


def _whole(attempts: Sequence[ReadAttempt], place: Place) -> Iterator[Problem]:
    """Whatever is asked, some line must answer."""
    slot, last = place.vocabulary.slots[place.kind, place.section], attempts[-1].line
    certain = {one.word.name: one.word for one in attempts if one.word is not None and one.when is None}
    if slot.each:
        missing = ", ".join(f"[{name}]" for name in slot.each if name not in certain)
        if missing:
            yield Problem(last, 1, Text("automa.wrong.list_each", missing=missing))
    elif slot.ends and not any(word.always for word in certain.values()):
        fitting = place.vocabulary.fitting(place.kind, place.section, "attempt")
        always = ", ".join(word.name for word in fitting if word.always)
        yield Problem(last, 1, Text("automa.wrong.list_ends", always=always), always)


def _attempt(node: Node, reader: Reader, place: Place, reading: Reading) -> ReadAttempt:
    item = reader.item()
    if not item:
        raise reader.wrong("no_item", given=reader.given())
    if "[" not in reader.rest:
        raise reader.wrong("no_meaning", given=reader.given())
    bracket = reader.text.index("[", reader.at)
    said = reader.text[reader.at : bracket]
    reader.at = bracket
    reader.need("[")
    column = reader.column
    word: Word | None = None
    follow = role = ""
    if reader.take("follow"):
        column, follow = reader.column, reader.word()
        known = _followed(place)
        if follow not in known:
            names = ", ".join(known) or "\N{EN DASH}"
            raise reader.wrong("unknown_list", column, given=follow or reader.given(), known=names)
    else:
        name = reader.word()
        word = place.vocabulary.named(name, "attempt")
        if word is None:
            raise unknown(reader, column, name or reader.given(), place, "attempt")
        check_fits(reader, column, word, place)
    if reader.take("as"):
        role = _role(reader, word, place)
    reader.need("]")
    when = None
    if reader.take("if"):
        reader.need("[")
        when = read_condition(reader, place)
        reader.need("]")
    reader.finish()
    words, rest = sentences(said, node, reading)
    if rest:
        raise Reader(rest[0].line).wrong("nothing_inside", given=rest[0].line.text[:30])
    return ReadAttempt(item, word, follow, role, when, words, node.line.number, reader.line.at(bracket))


def _followed(place: Place) -> list[str]:
    """The lists that a line of this one may follow."""
    slots = place.vocabulary.slots
    family = slots[place.kind, place.section].family
    return [name for (kind, name), slot in slots.items() if kind == "list" and slot.family == family]


def _role(reader: Reader, word: Word | None, place: Place) -> str:
    column, role = reader.column, reader.word()
    known = dict(word.arguments) if word is not None else _roles(place)
    if role not in known:
        raise reader.wrong(
            "unknown_role", column, given=role or reader.given(), known=", ".join(known) or "\N{EN DASH}"
        )
    return role


def _roles(place: Place) -> dict[str, str]:
    return {role: how for word in place.vocabulary.of_kind("attempt") for role, how in word.arguments.items()}


def made_list(
    lines: ListLines,
    knobs: Mapping[str, int],
    place: Place,
    other: Callable[[str], Priorities],
    *,
    document: str,
    section: str,
) -> Priorities:
    """The list; `other` gives the one that a line follows."""

    def attempt(read: ReadAttempt) -> Attempt:
        when = Asked(*made_question(read.when, knobs)) if read.when is not None else None
        if read.word is None:
            return Attempt(read.item, "", "", when, read.role, other(read.follow), own_text(read.words))
        how = ""
        if read.role:
            how = read.word.arguments[read.role]
        elif read.word.by_list:
            how = f"{read.word.name}_{place.section}"
        return Attempt(read.item, read.word.name, how, when, read.role, None, own_text(read.words))

    vocabulary = place.vocabulary
    return priorities(
        place.section,
        *map(attempt, lines.attempts),
        game=vocabulary.game,
        document=document,
        section=section,
        public=vocabulary.public,
    )
