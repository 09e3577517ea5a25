"""The parts of a file that no line of play goes through, as fields: its head, knobs, readings, orders and numbers.

What is shown beside the fields is said in the reader's words; the line itself changes only where a field does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from kempelen.automa.source import Line
from kempelen.automa.vocabulary import Listed, Vocabulary
from kempelen.text.say import LANGUAGES, Say
from kempelen.web.bench.fields import NUMBER, Field, Piece, field_at, is_number, number_at
from kempelen.web.bench.labels import thing_said, thing_title

__all__ = ["HEAD", "Facts", "fact_pieces"]

HEAD = "head"
"""What stands above the first section, as if it were one."""
WIDEST = 999
"""How far a knob may go in the form; what is too far is said by the check."""
_LANGUAGE = "|".join(LANGUAGES)
_SPEECH = re.compile(rf"({_LANGUAGE}):\s*")
_HEAD_LINE = re.compile(r"(automa|author|version|licence|language)\s*:\s*")
_FIXED = re.compile(r"(format|game|changes)\s*:\s*(.*)")
_KNOB = re.compile(rf"(\w+)\s*=\s*({NUMBER})\s+in\s+({NUMBER})\s*\.\.\s*({NUMBER})(?:\s+({_LANGUAGE}):\s*(.*))?$")
_READING = re.compile(rf"([A-Z]\d{{1,3}})\s+({_LANGUAGE}):\s*")
_NAME = re.compile(r"(\w+)\s*:\s*")
_THING = re.compile(rf"\s*(\w+)(?:\s+({NUMBER}|[a-z_]\w*))?\s*")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the fields of such a section need to know of the file."""

    vocabulary: Vocabulary
    say: Say
    knobs: tuple[str, ...] = ()
    inherited: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Numbers of the automa that is changed: they hold where the file writes none."""


def fact_pieces(line: Line, kind: str, facts: Facts) -> list[Piece]:
    """A line of such a section; what cannot be read is one field."""
    say = facts.say
    if kind != HEAD and (spoken := _SPEECH.match(line.text)):
        return [_in_words(line, spoken.end(), spoken[1], say)]
    pieces = [*_READERS[kind](line, facts)] if kind in _READERS else []
    return pieces or [field_at(line, 0, len(line.text), say("web.form.line"), wide=True)]


def _in_words(line: Line, start: int, lang: str, say: Say) -> Field:
    label = say("web.form.sentence_in", lang=say(f"web.languages.{lang}"))
    return replace(field_at(line, start, len(line.text), label, wide=True), said=label)


def _head(line: Line, facts: Facts) -> Iterator[Piece]:
    say = facts.say
    if fixed := _FIXED.fullmatch(line.text):
        yield say(f"web.form.head.{fixed[1]}", what=fixed[2])
    elif found := _HEAD_LINE.match(line.text):
        label = say(f"web.form.head.{found[1]}")
        languages = [(lang, say(f"web.languages.{lang}")) for lang in LANGUAGES] if found[1] == "language" else []
        yield replace(field_at(line, found.end(), len(line.text), label, languages, wide=not languages), said=label)


def _knob(line: Line, facts: Facts) -> Iterator[Piece]:
    say, found = facts.say, _KNOB.match(line.text)
    if found is None:
        return
    yield found[1]
    for group, name in ((2, "knob_value"), (3, "knob_least"), (4, "knob_most")):
        label = say(f"web.form.{name}")
        yield replace(number_at(line, *found.span(group), label, -WIDEST, WIDEST), said=label)
    if found[5]:
        yield _in_words(line, found.start(6), found[5], say)


def _reading(line: Line, facts: Facts) -> Iterator[Piece]:
    if found := _READING.match(line.text):
        yield found[1]
        yield _in_words(line, found.end(), found[2], facts.say)


def _order(line: Line, facts: Facts) -> Iterator[Piece]:
    """Each thing as a menu, in the file's order; one more may be put behind them, and each taken out."""
    say, read = facts.say, _listed(line, facts.vocabulary.orders)
    if read is None:
        return
    listed, things = read
    named = [line.text[start:end] for start, end, _ in things]
    titles = [(name, thing_title(facts.vocabulary, name, say, listed.name)) for name in listed.things]
    yield say.of(listed.text(), "Nom")
    for n, (start, end, cut) in enumerate(things, 1):
        choices = [*titles, ("", say("web.form.take_out"))]
        one = field_at(line, start, end, say("web.form.place", n=n), choices)
        yield replace(one, start=cut, before=line.text[cut:start], optional=True, said=say("web.form.place", n=n))
    left = [(name, title) for name, title in titles if name not in named]
    if left:
        yield _more(line, ", ", "more", say("web.form.place", n=len(things) + 1), [("", say("web.form.none")), *left])


def _numbers(line: Line, facts: Facts) -> Iterator[Piece]:
    """Each number of a table with what it means; those that the file does not write may be filled in."""
    say, read = facts.say, _listed(line, facts.vocabulary.tables, numbers=True)
    if read is None:
        return
    listed, things = read
    known = facts.inherited.get(listed.name, {})
    yield say.of(listed.text(), "Nom")
    written = []
    for start, end, cut in things:
        found = _THING.fullmatch(line.text, start, end)
        assert found is not None
        thing = found[1]
        written.append(thing)
        said = thing_said(facts.vocabulary, listed, thing, say)
        if is_number(found[2]):
            one = number_at(line, *found.span(2), said, *listed.things.get(thing, (None, None)))
        else:
            one = field_at(line, *found.span(2), said, [(knob, knob) for knob in facts.knobs])
        before = line.text[cut : found.start(2)]
        yield replace(one, start=cut, before=before, optional=not one.choices, said=said, hint=_hint(known, thing))
    for thing, (least, most) in listed.things.items():
        if thing not in written:
            one = _more(line, f", {thing} ", thing, thing_said(facts.vocabulary, listed, thing, say))
            yield replace(one, least=least, most=most, hint=_hint(known, thing))


def _hint(known: Mapping[str, int], thing: str) -> str:
    return str(known[thing]) if thing in known else ""


def _more(line: Line, before: str, name: str, label: str, choices: list[tuple[str, str]] | None = None) -> Field:
    """Something that is not there yet, behind everything else."""
    end = len(line.text)
    field = Field(f"f.{line.number}.{end}.{name}", end, end, "", label, tuple(choices or ()))
    return replace(field, before=before, optional=True, said=label)


def _listed(
    line: Line, known: Mapping[str, Listed], *, numbers: bool = False
) -> tuple[Listed, list[tuple[int, int, int]]] | None:
    """Which order or table a line is about, and its things: from, to, and from where it is cut with its comma."""
    name = _NAME.match(line.text)
    listed = known.get(name[1]) if name else None
    if name is None or listed is None:
        return None
    things: list[tuple[int, int, int]] = []
    end = name.end() - 1
    for part in line.text[name.end() :].split(","):
        start, end = end + 1, end + 1 + len(part)
        found = _THING.fullmatch(line.text, start, end)
        if found is None or (found[2] is not None) != numbers:
            return None
        last = max(found.end(1), found.end(2))
        things.append((found.start(1), last, things[-1][1] if things else found.start(1)))
    return listed, things


_READERS = {HEAD: _head, "knobs": _knob, "readings": _reading, "orders": _order, "numbers": _numbers}
