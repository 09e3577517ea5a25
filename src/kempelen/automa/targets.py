"""Sections of targets: whom an attack takes, and named orders and numbers of kinds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.automa.clauses import Node, Reading, each, own_text, read_guard, sentences
from kempelen.automa.conditions import Knobs, Place, check_fits, read_number, unknown
from kempelen.automa.problems import Problem
from kempelen.automa.reader import Reader, Value, hint
from kempelen.automa.vocabulary import Listed, Word
from kempelen.behaviour.targets import Measure, Part, TargetLine, Targets
from kempelen.text.say import Text

__all__ = ["TargetLines", "made_targets", "read_orders", "read_targets"]

MARGIN = (1, 20)


@dataclass(frozen=True, slots=True)
class TargetLines:
    """A table of targets as it was read."""

    lines: tuple[TargetLine, ...]
    margin: int
    sign: int
    measure: Measure | None


class _Reads:
    def __init__(self, place: Place, reading: Reading) -> None:
        self.place, self.reading = place, reading
        self.lines: list[TargetLine] = []
        self.margin, self.sign = 0, 1
        self.measure: Measure | None = None
        self.last = 0

    def line(self, node: Node) -> None:
        end, guard = read_guard(node.line, self.reading)
        reader = Reader(node.line, 0, end)
        if guard:
            raise reader.wrong("guard_here")
        self.last = node.line.number
        if reader.take("unless another is"):
            self._unless(reader)
        elif reader.take("tie:"):
            if not reader.take("lot"):
                raise reader.wrong("tie", given=reader.given())
        else:
            self.lines.append(self._line(node, reader))
        reader.finish()

    def _unless(self, reader: Reader) -> None:
        column, number = reader.column, reader.number()
        if number is None or not MARGIN[0] <= number <= MARGIN[1]:
            raise reader.wrong("range", column, name="unless", given=reader.given(), least=MARGIN[0], most=MARGIN[1])
        if not reader.take("lower") and not reader.take("higher"):
            raise reader.wrong("lower_or_higher", given=reader.given())
        self.sign = 1 if "lower" in reader.text[: reader.at].split() else -1
        self.margin = number
        reader.need("in")
        self.measure = _rule(self._word(reader, "measure"))
        reader.need(": that one")

    def _line(self, node: Node, reader: Reader) -> TargetLine:
        item = reader.item()
        if not item:
            raise reader.wrong("no_item", given=reader.given())
        if "[" not in reader.rest:
            raise reader.wrong("no_meaning", given=reader.given())
        bracket = reader.text.index("[", reader.at)
        said = reader.text[reader.at : bracket]
        reader.at = bracket
        reader.need("[")
        self._word(reader, "set")
        kinds = self._kinds(reader)
        parts: list[tuple[str, bool, Part]] = []
        if reader.take("where"):
            while True:
                wanted = not reader.take("not")
                word = self._word(reader, "part")
                parts.append((word.name, wanted, _rule(word)))
                if not reader.take("and"):
                    break
        reader.need("]")
        measures: list[tuple[str, int, Measure]] = []
        at_once = False
        if not reader.over:
            measures.append(self._measure(reader))
            while reader.take(","):
                if reader.take("at once"):
                    at_once = True
                    break
                reader.need("then")
                measures.append(self._measure(reader))
        words, rest = sentences(said, node, self.reading)
        if rest:
            raise Reader(rest[0].line).wrong("nothing_inside", given=rest[0].line.text[:30])
        return TargetLine(item, kinds, tuple(parts), tuple(measures), at_once, own_text(words))

    def _kinds(self, reader: Reader) -> frozenset[str] | None:
        if reader.peek() in ("", "where"):
            return None
        kinds = [_thing(reader, self.place.vocabulary.things)]
        while reader.take("or"):
            kinds.append(_thing(reader, self.place.vocabulary.things))
        return frozenset(kinds)

    def _measure(self, reader: Reader) -> tuple[str, int, Measure]:
        if not reader.take("least") and not reader.take("most"):
            raise reader.wrong("least_or_most", given=reader.given())
        sign = 1 if reader.text[: reader.at].rstrip().endswith("least") else -1
        word = self._word(reader, "measure")
        return word.name, sign, _rule(word)

    def _word(self, reader: Reader, kind: str) -> Word:
        column, name = reader.column, reader.word()
        word = self.place.vocabulary.named(name, kind)
        if word is None:
            raise unknown(reader, column, name or reader.given(), self.place, kind)
        check_fits(reader, column, word, self.place)
        return word


def _rule(word: Word) -> Any:
    assert word.rule is not None
    return word.rule


def _thing(reader: Reader, known: Collection[str]) -> str:
    column, name = reader.column, reader.word()
    if name not in known:
        raise reader.wrong("unknown_thing", column, given=name or reader.given(), hint=hint(name, sorted(known)))
    return name


def read_targets(nodes: Sequence[Node], place: Place, reading: Reading, head: int) -> TargetLines:
    """What the lines of a table of targets say. The last line must fit everybody: some target there must be."""
    reads = _Reads(place, reading)
    each(nodes, reads.line, reading)
    if not reading.problems and not any(line.kinds is None and not line.parts for line in reads.lines):
        sets = ", ".join(f"[{word.name}]" for word in place.vocabulary.of_kind("set"))
        reading.problems.append(Problem(reads.last or head, 1, Text("automa.wrong.targets_end", sets=sets)))
    return TargetLines(tuple(reads.lines), reads.margin, reads.sign, reads.measure)


def made_targets(lines: TargetLines, place: Place, *, document: str, section: str) -> Targets:
    return Targets(place.section, document, section, lines.lines, lines.margin, lines.sign, lines.measure)


def read_orders(
    nodes: Sequence[Node],
    reading: Reading,
    known: Mapping[str, Listed],
    numbers: bool,
    knobs: Knobs,
    base: Mapping[str, tuple[tuple[str, Value], ...]],
) -> dict[str, tuple[tuple[str, Value], ...]]:
    """`inspire: scout, rifleman, mg`, or with numbers `values: sniper 7, mg 6`: names and what they list.

    Instead of a number a knob may stand there, if all that it may be turned to is allowed. Numbers that are not written
    stay as the automa has them that is changed, if there is one.
    """
    found: dict[str, tuple[tuple[str, Value], ...]] = {}

    def read(node: Node) -> None:
        reader = Reader(node.line)
        column, name = reader.column, reader.word()
        if name not in known:
            raise reader.wrong("unknown_thing", column, given=name, hint=hint(name, known))
        if name in found:
            raise reader.wrong("thing_twice", column, given=name)
        reader.need(":")
        things: list[tuple[str, Value]] = []
        spans = known[name].things
        while True:
            column = reader.column
            thing = _thing(reader, spans)
            if thing in dict(things):
                raise reader.wrong("thing_twice", column, given=thing)
            things.append((thing, read_number(reader, spans[thing], knobs, thing) if numbers else 0))
            if not reader.take(","):
                break
        reader.finish()
        if numbers:
            things = list({**dict(base.get(name, ())), **dict(things)}.items())
            if missing := [thing for thing in spans if thing not in dict(things)]:
                raise reader.wrong("numbers_missing", missing=", ".join(missing))
        found[name] = tuple(things)

    each(nodes, read, reading)
    return found
