"""An automa as a form: every line as it stands, with a menu or a field wherever something can be changed.

The text is the only thing that is kept. A field knows its place in its line; what was not changed there stays as it is,
byte for byte, and so do comments, blank lines and everything the form has no field for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kempelen.automa.conditions import SIGNS, example, sentence
from kempelen.automa.source import Line, Section, Source, replaced, source_of
from kempelen.automa.vocabulary import SECTIONS, Slot, Vocabulary, Word
from kempelen.text.say import LANGUAGES, Say
from kempelen.web.bench.facts import HEAD, Facts, fact_pieces
from kempelen.web.bench.fields import Field, Piece, field_at, number_at, written_as
from kempelen.web.bench.labels import section_title, spoken, thing_title

__all__ = ["ITEM", "Card", "Row", "applied", "form_of_text", "is_item", "item_of"]

LONGEST = 300
"""Letters in one field, unless there are more already."""
CONDITION = ("question", "number")
DONE = {"chart": CONDITION, "list": ("attempt",), "procedure": ("deed",), "targets": ("set", "part")}
"""What may stand between brackets, by kind of section; behind `if`, `while` and `needs` it is a condition."""
_TOKEN = re.compile(r"[A-Za-z_]\w*|[+\-\N{MINUS SIGN}]?\d+|<=|>=|[<>=]")
_SPEECH = re.compile(rf"(?P<lang>{'|'.join(LANGUAGES)}):\s*")
ITEM = re.compile(r"\(?[0-9][\w.\-]*\)?\s+|\([\w.\-]+\)\s+")
_CLAUSE = re.compile(r"(?:if|while|needs)\s*\[|otherwise\b|follow\s+\w|\[")
_RANGE = re.compile(r"(\d+)(?:-(\d+))?(?=\s+[A-Z])")
_DRM = re.compile(r"\bdrm\s+([+\-\N{MINUS SIGN}]?\w+)")
_GO = re.compile(r"\bgo to ([\w.\-]+)")
_AIM = re.compile(r"\baim (\w+)")
_FOLLOW = re.compile(r"\bfollow (\w+)")
_MEASURE = re.compile(r"\b(least|most)\s+(\w+)")
_MARGIN = re.compile(r"\bunless another is (\d+) (lower|higher) in (\w+)")
_LEADING = re.compile(r"^(\w+:\s*),\s*")
_LOUD = re.compile(r"\b[A-Z][A-Z_]+\b")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a section."""

    number: int
    depth: int
    pieces: tuple[Piece, ...]
    movable: bool
    """Numbered by the author: it can be moved among its like, taken out, and followed by another."""


@dataclass(frozen=True, slots=True)
class Card:
    """A section."""

    title: str
    line: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    vocabulary: Vocabulary
    kind: str
    section: str
    items: tuple[str, ...]
    say: Say

    def menu(self, *kinds: str) -> list[Word]:
        return list(self.vocabulary.fitting(self.kind, self.section, *kinds))

    def words(self, *kinds: str) -> list[tuple[str, str]]:
        """The same, each with its sentence."""
        return [(word.name, self.say.of(sentence(word), "Nom")) for word in self.menu(*kinds)]

    @property
    def alike(self) -> list[Slot]:
        """Sections that one of this kind may follow."""
        return [slot for slot in self.vocabulary.slots.values() if slot.kind == self.kind]


def form_of_text(
    text: str,
    vocabulary: Vocabulary,
    say: Say,
    line: int = 0,
    inherited: Mapping[str, Mapping[str, int]] | None = None,
) -> tuple[list[tuple[int, str]], Card | None]:
    """The sections of a text, by line and title, and the one that begins at this line, or the first with a form.

    `inherited`: numbers of the automa that is changed, to be shown where the text writes none.
    """
    source = source_of(text)
    facts = Facts(vocabulary, say, _knobs(source), inherited or {})
    sections = _sections(source)
    titles = [(section.head.number, section_title(vocabulary, _head(section), say)) for section in sections]
    named = [section for section in sections if section.head.number == line]
    usual = [section for section in sections if _kind(section) in SECTIONS]
    chosen = next(iter([*named, *usual, *source.sections]), None)
    return titles, None if chosen is None else _card(chosen, vocabulary, say, facts)


def _sections(source: Source) -> list[Section]:
    """With what stands above them, as if it were one."""
    if not source.head:
        return list(source.sections)
    first = source.head[0]
    return [Section(Line(first.number, 0, f"## {HEAD}", 1, ""), source.head), *source.sections]


def _knobs(source: Source) -> tuple[str, ...]:
    lines = [line for section in source.sections if _kind(section) == "knobs" for line in section.lines]
    return tuple(line.text.partition("=")[0].strip() for line in lines if "=" in line.text)


def _head(section: Section) -> str:
    return section.head.text.removeprefix("##").strip()


def _kind(section: Section) -> str:
    return (_head(section).split() or [""])[0]


def _card(section: Section, vocabulary: Vocabulary, say: Say, facts: Facts) -> Card:
    words = re.split(r"[\s:{]+", _head(section))
    name = words[1] if len(words) > 1 else ""
    items = tuple(item_of(line) for line in section.lines if is_item(line))
    place = _Place(vocabulary, words[0], name, items, say)
    rows = tuple(
        Row(line.number, line.indent, tuple(_pieces(line, place)), is_item(line))
        if place.kind in SECTIONS
        else Row(line.number, line.indent, tuple(fact_pieces(line, place.kind, facts)), False)
        for line in section.lines
    )
    return Card(section_title(vocabulary, _head(section), say), section.head.number, rows)


def is_item(line: Line) -> bool:
    """Numbered by the author; the rows of a chart begin with numbers of the die."""
    return ITEM.match(line.text) is not None and ("[" in line.text or not _RANGE.match(line.text))


def item_of(line: Line) -> str:
    found = ITEM.match(line.text)
    assert found is not None
    return found.group().strip(" ()")


def _pieces(line: Line, place: _Place) -> Iterator[Piece]:
    fields = sorted(_fields(line, place), key=lambda one: one.start)
    at = 0
    for one in fields:
        if one.start < at:
            continue  # it stands inside the one before
        if one.start > at:
            yield spoken(line.text[at : one.start], place.say)
        yield one
        at = one.end
    if at < len(line.text):
        yield spoken(line.text[at:], place.say)


def _fields(line: Line, place: _Place) -> Iterator[Field]:
    say = place.say
    if spoken := _SPEECH.match(line.text):
        label = say("web.form.sentence_in", lang=say(f"web.languages.{spoken['lang']}"))
        yield field_at(line, spoken.end(), len(line.text), label, wide=True)
        return
    if is_item(line):
        yield from _sentence(line, place)
    for found in re.finditer(r"\[([^\[\]]*)\]", line.text):
        before = line.text[: found.start()].rstrip()
        asks = place.kind == "chart" or before.endswith(("if", "while", "needs"))
        yield from _bracket(line, found.start(1), found.end(1), place, CONDITION if asks else DONE[place.kind])
    if place.kind in ("chart", "procedure"):
        items = tuple((item, item) for item in place.items)
        yield from (field_at(line, *found.span(1), say("web.form.go_to"), items) for found in _GO.finditer(line.text))
    if place.kind == "chart":
        yield from _chart_fields(line, place)
    elif place.kind == "targets":
        yield from _target_fields(line, place)
    else:
        others = [(slot.name, section_title(place.vocabulary, f"{slot.kind} {slot.name}", say)) for slot in place.alike]
        yield from (field_at(line, *one.span(1), say("web.form.follow"), others) for one in _FOLLOW.finditer(line.text))


def _sentence(line: Line, place: _Place) -> Iterator[Field]:
    """What the author says in his own words, between the number of the line and its meaning."""
    item = ITEM.match(line.text)
    assert item is not None
    clause = _CLAUSE.search(line.text, item.end())
    if clause is None:
        return
    start = item.end()
    end = start + len(line.text[start : clause.start()].rstrip())
    label = place.say("web.form.sentence")
    if end > start:
        yield field_at(line, start, end, label, wide=True)
    else:
        hint = place.say("web.form.sentence_empty")
        yield Field(f"f.{line.number}.{start}", start, start, "", label, wide=True, after="  ", hint=hint)


def _chart_fields(line: Line, place: _Place) -> Iterator[Field]:
    say = place.say
    if not is_item(line) and (rows := _RANGE.match(line.text)):
        for group in (1, 2):
            if rows[group] is not None:
                label = say("web.form.from" if group == 1 else "web.form.to")
                yield number_at(line, *rows.span(group), label, 1, 30)
    for found in _DRM.finditer(line.text):
        yield field_at(line, *found.span(1), say("web.form.drm"))
    for found in _AIM.finditer(line.text):
        yield field_at(line, *found.span(1), say("web.form.aim"), place.words("aim"))
    inside = [found.span() for found in re.finditer(r"\[[^\[\]]*\]", line.text)]
    quoted = is_item(line)  # in an author's own sentence capitals are only his
    actions = [(word.name.upper(), say.of(word.text(), "Nom")) for word in place.menu("action")]
    known = {name for name, _ in actions}
    for found in _LOUD.finditer(line.text):
        if not quoted and found.group() in known and not any(a <= found.start() < b for a, b in inside):
            yield field_at(line, *found.span(), say("web.form.action"), actions)


def _bracket(line: Line, start: int, end: int, place: _Place, kinds: tuple[str, ...]) -> Iterator[Field]:
    """Words, their numbers and what they are compared with."""
    say, last, owed = place.say, None, 0
    for found in _TOKEN.finditer(line.text, start, end):
        token = found.group()
        word = place.vocabulary.named(token, *kinds)
        if word is not None:
            choices = place.words(*_like(word, kinds))
            yield field_at(line, *found.span(), say(f"automa.kind.{word.kind}"), choices)
            last, owed = word, 0
        elif place.kind == "targets" and token in place.vocabulary.things:
            yield field_at(line, *found.span(), say("web.form.thing"), _things(place))
        elif token in SIGNS:
            yield field_at(line, *found.span(), say("web.form.sign"), [(sign, sign) for sign in SIGNS])
        elif token in ("and", "or"):
            both = [(one, say(f"web.form.{one}")) for one in ("and", "or")]
            yield field_at(line, *found.span(), say("web.form.joined"), both)
        elif token.lstrip("+-\N{MINUS SIGN}").isdecimal() and last is not None:
            ranges = last.numbers[owed] if owed < len(last.numbers) else (None, None)
            owed += 1
            yield number_at(line, *found.span(), say("web.form.number"), *ranges)


def _like(word: Word, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What may stand in a word's place: of a set no part, and no set where a part is."""
    return (word.kind,) if word.kind in ("set", "part") else kinds


def _things(place: _Place) -> list[tuple[str, str]]:
    return [(name, thing_title(place.vocabulary, name, place.say)) for name in sorted(place.vocabulary.things)]


def _target_fields(line: Line, place: _Place) -> Iterator[Field]:
    """Whom a line takes: the least or most of a measure; and by how much another must differ."""
    say, measures = place.say, place.words("measure")

    def signs(*names: str) -> list[tuple[str, str]]:
        return [(name, say(f"web.form.{name}")) for name in names]

    for found in _MEASURE.finditer(line.text):
        yield field_at(line, *found.span(1), say("web.form.sign"), signs("least", "most"))
        yield field_at(line, *found.span(2), say("web.form.measure"), measures)
    if margin := _MARGIN.search(line.text):
        yield number_at(line, *margin.span(1), say("web.form.number"), 1, 20)
        yield field_at(line, *margin.span(2), say("web.form.sign"), signs("lower", "higher"))
        yield field_at(line, *margin.span(3), say("web.form.measure"), measures)


# -- what was sent


def applied(text: str, vocabulary: Vocabulary, say: Say, sent: Mapping[str, str]) -> str:
    """The text with what somebody has changed in the form of it; everything else stays as it is."""
    source = source_of(text)
    facts = Facts(vocabulary, say, _knobs(source))
    for section in _sections(source):
        for row in _card(section, vocabulary, say, facts).rows:
            line = source.lines[row.number - 1]
            said = _said(line, [piece for piece in row.pieces if isinstance(piece, Field)], vocabulary, sent)
            if said != line.text:
                text = replaced(text, row.number, said)
    return text


def _said(line: Line, fields: Sequence[Field], vocabulary: Vocabulary, sent: Mapping[str, str]) -> str:
    said = line.text
    for field in reversed(fields):
        given = " ".join(sent.get(field.name, field.value).split())[: max(LONGEST, len(field.value))]
        if given == " ".join(field.value.split()) or not (given or field.wide or field.optional):
            continue
        end = field.end
        if field.choices and (word := vocabulary.named(given, *CONDITION, "attempt", "deed", "set")) is not None:
            before = vocabulary.named(field.value, *CONDITION, "attempt", "deed", "set")
            if before is not None and _shape(before) != _shape(word):
                end = _end_of_word(said, field.end)
                given = example(word).strip("[]")
        said = said[: field.start] + written_as(field, given) + said[end:]
    # Whoever takes the first of an order out leaves the comma behind it.
    return said if said == line.text else _LEADING.sub(r"\1", said)


def _shape(word: Word) -> tuple[bool, int]:
    """How a word is written: compared with something, or with so many numbers behind it."""
    return word.kind == "number", 0 if word.kind == "number" else len(word.numbers)


def _end_of_word(said: str, end: int) -> int:
    """Where the numbers and signs end that belong to a word which ends here."""
    while found := re.match(r"\s*(?:<=|>=|[<>=]|[+\-\N{MINUS SIGN}]?\d+)", said[end:]):
        end += found.end()
    return end
