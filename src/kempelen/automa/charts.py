"""Sections of charts: questions with their answers, rows of the die, what is done if an action is not possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kempelen.automa.chart_checks import contradictions
from kempelen.automa.clauses import (
    Guard,
    Node,
    Reading,
    each,
    holds_for,
    own_text,
    read_guard,
    read_ids,
    read_per,
    sentences,
)
from kempelen.automa.conditions import (
    Condition,
    Place,
    asked_in,
    check_fits,
    made_question,
    number_of,
    read_condition,
    read_number,
    unknown,
    words_in,
)
from kempelen.automa.reader import Reader, Value
from kempelen.automa.vocabulary import Word
from kempelen.behaviour.chart import Chart, chart
from kempelen.behaviour.chart_words import Aim, Ask, Case, Do, Drm, Effect, Effects, Instead, Otherwise, Perform, Row

__all__ = ["ChartLines", "made_chart", "read_chart"]

DRM = (-20, 20)
DIE = (2, 100)
_SPAN = re.compile(r"([0-9]{1,3})(?:\s*[-\N{EN DASH}]\s*([0-9]{1,3}))?(?=\s)")
_ROLL_AGAIN = "else roll again"


@dataclass(frozen=True, slots=True)
class ReadEffect:
    kind: str
    name: str = ""
    other: str = ""
    value: Value = 0
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    yes: bool
    effects: tuple[ReadEffect, ...]
    guard: Guard
    line: int


@dataclass(frozen=True, slots=True)
class ReadAsk:
    item: str
    numbered: bool
    condition: Condition
    words: Mapping[str, str]
    per: tuple[str, ...]
    guard: Guard
    answers: tuple[Answer, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ReadRow:
    row: Row
    line: int


@dataclass(frozen=True, slots=True)
class ReadFall:
    fall: Otherwise
    guard: Guard
    line: int


@dataclass(frozen=True, slots=True)
class Outside:
    how: str
    per: tuple[str, ...]
    guard: Guard


@dataclass(frozen=True, slots=True)
class ChartLines:
    """A chart as it was read; `made_chart` makes it for a choice of options."""

    asks: tuple[ReadAsk, ...]
    rows: tuple[ReadRow, ...]
    falls: tuple[ReadFall, ...]
    outside: tuple[Outside, ...]
    readings: tuple[str, ...]
    die: int
    words: frozenset[Word]
    """All words of the vocabulary it uses."""


# -- reading


class _Reads:
    """A chart while it is read."""

    def __init__(self, place: Place, reading: Reading) -> None:
        self.place, self.reading = place, reading
        self.asks: list[ReadAsk] = []
        self.rows: list[ReadRow] = []
        self.falls: list[ReadFall] = []
        self.outside: list[Outside] = []
        self.readings: tuple[str, ...] = ()
        self.die = 10
        self.words: set[Word] = set()

    def line(self, node: Node) -> None:
        end, guard = read_guard(node.line, self.reading)
        text = node.line.text[:end]
        reader = Reader(node.line, 0, end)
        if "[" in text:
            self.asks.append(self._ask(node, reader, guard))
            return
        if text.startswith(("outside:", "readings:", "die:")):
            self._fact(reader, guard)
        elif "not possible" in text:
            self._fall(reader, guard, node.line.number)
        elif text[0].isdigit():
            self._row(reader, guard, node.line.number)
        else:
            raise reader.wrong("chart_line", given=reader.given())
        if node.inside:
            raise Reader(node.inside[0].line).wrong("nothing_inside", given=node.inside[0].line.text[:30])

    def _fact(self, reader: Reader, guard: Guard) -> None:
        if reader.take("outside:"):
            if reader.take("roll again"):
                how = "reroll"
            elif reader.take("the nearest row"):
                how = "clamp"
            else:
                raise reader.wrong("outside", given=reader.given())
            self.outside.append(Outside(how, read_per(reader, self.reading), guard))
        elif reader.take("die:"):
            column, number = reader.column, reader.number()
            if number is None or not DIE[0] <= number <= DIE[1]:
                raise reader.wrong("die", column, given=reader.given(), least=DIE[0], most=DIE[1])
            self.die = number
        else:
            reader.need("readings:")
            self.readings += read_ids(reader, self.reading)
        reader.finish()

    def _ask(self, node: Node, reader: Reader, guard: Guard) -> ReadAsk:
        numbered = not reader.take("(")
        item = reader.item()
        if not item:
            raise reader.wrong("no_item", given=reader.given())
        if not numbered:
            reader.need(")")
        bracket = reader.text.index("[", reader.at)
        said = reader.text[reader.at : bracket]
        reader.at = bracket
        reader.need("[")
        condition = read_condition(reader, self.place)
        reader.need("]")
        per = read_per(reader, self.reading)
        reader.finish()
        words, rest = sentences(said, node, self.reading)
        answers = each(rest, self._answer, self.reading)
        return ReadAsk(item, numbered, condition, words, per, guard, tuple(answers), node.line.number)

    def _answer(self, node: Node) -> Answer:
        end, guard = read_guard(node.line, self.reading)
        reader = Reader(node.line, 0, end)
        yes = reader.take("yes:")
        if not yes and not reader.take("no:"):
            raise reader.wrong("answer", given=reader.given())
        if node.inside:
            raise Reader(node.inside[0].line).wrong("nothing_inside", given=node.inside[0].line.text[:30])
        effects: list[ReadEffect] = []
        if not reader.take("roll"):
            effects.append(self._effect(reader))
            while reader.take(","):
                effects.append(self._effect(reader))
        reader.finish()
        return Answer(yes, tuple(effects), guard, node.line.number)

    def _effect(self, reader: Reader) -> ReadEffect:
        place = reader.line.number, reader.column
        if reader.take("drm"):
            return ReadEffect("drm", "", "", read_number(reader, DRM, self.place.knobs, "drm"), *place)
        if reader.take("go to"):
            item = reader.item()
            if not item:
                raise reader.wrong("no_item", given=reader.given())
            return ReadEffect("go", item, "", 0, *place)
        if reader.take("case"):
            return ReadEffect("case", self._case(reader), "", 0, *place)
        if reader.take("aim"):
            return self._aim(reader, *place)
        action = self._action(reader)
        if reader.take("instead of"):
            return ReadEffect("instead", self._action(reader), action, 0, *place)
        if reader.take("stays"):
            column, same = reader.column, self._action(reader)
            if same != action:
                raise reader.wrong("stays", column, given=same.upper(), wanted=action.upper())
            return ReadEffect("instead", action, action, 0, *place)
        return ReadEffect("do", action, "", 0, *place)

    def _aim(self, reader: Reader, line: int, at: int) -> ReadEffect:
        column, name = reader.column, reader.word()
        word = self.place.vocabulary.named(name, "aim")
        if word is None:
            raise unknown(reader, column, name or reader.given(), self.place, "aim")
        check_fits(reader, column, word, self.place)
        self.words.add(word)
        return ReadEffect("aim", name, word.needs, 0, line, at)

    def _case(self, reader: Reader) -> str:
        column, name = reader.column, reader.word()
        if not re.fullmatch("[A-Z]", name):
            raise reader.wrong("case", column, given=name or reader.given())
        return name

    def _action(self, reader: Reader) -> str:
        column, given = reader.column, reader.word()
        name = given.lower()
        word = self.place.vocabulary.named(name, "action")
        if word is None or given != given.upper():
            raise unknown(reader, column, given or reader.given(), self.place, "action")
        check_fits(reader, column, word, self.place)
        self.words.add(word)
        return name

    def _row(self, reader: Reader, guard: Guard, line: int) -> None:
        if guard:
            raise reader.wrong("guard_here")
        found = _SPAN.match(reader.text, reader.at, reader.end)
        if found is None:
            raise reader.wrong("row", given=reader.given())
        least = int(found.group(1))
        most = int(found.group(2) or least)
        column = reader.column
        reader.at = found.end()
        reader.skip()
        if not 1 <= least <= most:
            raise reader.wrong("span", column, given=found.group().strip())
        action = self._action(reader)
        starred = reader.take("*")
        case = self._case(reader) if reader.take("in case") else ""
        aimed, again = starred, False
        while reader.take(","):
            if reader.take("aimed"):
                aimed = True
            elif reader.take(_ROLL_AGAIN):
                again = True
            else:
                raise reader.wrong("row_end", given=reader.given())
        reader.finish()
        row = Row(action, least, most, case, again, aimed, starred)
        self.rows.append(ReadRow(row, line))

    def _fall(self, reader: Reader, guard: Guard, line: int) -> None:
        actions = [self._action(reader)]
        while reader.take("or"):
            actions.append(self._action(reader))
        reader.need("not possible:")
        then = self._action(reader)
        per = read_per(reader, self.reading)
        reader.finish()
        self.falls.append(ReadFall(Otherwise(tuple(actions), then, per), guard, line))


def read_chart(nodes: Sequence[Node], place: Place, reading: Reading, head: int) -> ChartLines:
    """What the lines of a chart say; what contradicts itself is named."""
    reads = _Reads(place, reading)
    each(nodes, reads.line, reading)
    lines = ChartLines(
        tuple(reads.asks),
        tuple(reads.rows),
        tuple(reads.falls),
        tuple(reads.outside),
        reads.readings,
        reads.die,
        frozenset(reads.words),
    )
    if not reading.problems:
        reading.problems += contradictions(lines, head)
    return lines


# -- making it


def made_chart(
    lines: ChartLines,
    options: Mapping[str, str],
    knobs: Mapping[str, int],
    place: Place,
    *,
    document: str,
    section: str,
    own: Mapping[str, str],
) -> Chart:
    """The chart under these options; `own` has the author's own readings, with whose they are."""
    vocabulary, frame = place.vocabulary, place.vocabulary.frame
    assert frame is not None

    def ids(given: Iterable[str]) -> tuple[str, ...]:
        return tuple(own.get(id, id) for id in given)

    asks: dict[str, Ask] = {}
    secret = False
    for read in lines.asks:
        if read.item in asks or not holds_for(read.guard, options):
            continue
        question, about = made_question(read.condition, knobs)
        asked = {word.name: numbers for word, numbers in asked_in(read.condition)}
        yes, no = (_effects(read.answers, answer, options, knobs, asked) for answer in (True, False))
        words = own_text(read.words)
        asks[read.item] = Ask(read.item, question, about, yes, no, ids(read.per), read.numbered, words)
        secret = secret or any(word.secret for word in words_in(read.condition))
    rows = [read.row for read in lines.rows]
    falls: list[Otherwise] = []
    for fall in lines.falls:
        if holds_for(fall.guard, options):
            falls.append(Otherwise(fall.fall.actions, fall.fall.then, ids(fall.fall.rulings)))
    outside = next((one for one in lines.outside if holds_for(one.guard, options)), Outside("clamp", (), ()))
    quick = [row.action for row in rows if _is_quick(place, row.action)]
    return chart(
        place.section,
        *asks.values(),
        *rows,
        otherwise=falls,
        can={word.name: word.can for word in vocabulary.of_kind("action") if word.can is not None},
        last=frame.last,
        game=vocabulary.game,
        document=document,
        section=section,
        rulings={**frame.rulings, **({"outside": ids(outside.per)[0]} if outside.per else {})},
        die=lines.die,
        outside=outside.how,
        first_look=tuple(dict.fromkeys(quick)),
        readings=ids(lines.readings),
        public=frame.public and not secret,
    )


def _is_quick(place: Place, action: str) -> bool:
    word = place.vocabulary.named(action, "action")
    return word is not None and word.quick


def _effects(
    answers: Sequence[Answer],
    yes: bool,
    options: Mapping[str, str],
    knobs: Mapping[str, int],
    asked: Mapping[str, tuple[Value, ...]],
) -> Effects:
    """What an answer brings: the first of its lines whose guard holds."""
    for answer in answers:
        if answer.yes == yes and holds_for(answer.guard, options):
            return Effects(_effect(effect, knobs, asked) for effect in answer.effects)
    return Effects()


def _effect(effect: ReadEffect, knobs: Mapping[str, int], asked: Mapping[str, tuple[Value, ...]]) -> Effect:
    """An aim takes on the numbers of the question that found it."""
    match effect.kind:
        case "do":
            return Do(effect.name)
        case "drm":
            return Drm(number_of(effect.value, knobs))
        case "case":
            return Case(effect.name)
        case "go":
            return Perform(effect.name)
        case "aim":
            numbers = next(asked[needed] for needed in effect.other.split() if needed in asked)
            return Aim(effect.name, tuple(number_of(value, knobs) for value in numbers))
    return Instead(effect.name, effect.other)
