"""Reads an automa file: its head, its sections, and what it takes over from the automa that it changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kempelen.automa.charts import read_chart
from kempelen.automa.clauses import Guard, Reading, nodes_of, read_guard
from kempelen.automa.conditions import Knobs, Place
from kempelen.automa.examples import Example, read_examples
from kempelen.automa.facts import read_knobs, read_readings
from kempelen.automa.lists import ListLines, read_list
from kempelen.automa.problems import Problem, Spoiled
from kempelen.automa.procedures import ProcedureLines, flat, read_procedure
from kempelen.automa.reader import Reader, Value, hint, nearest
from kempelen.automa.sheet import Head, Lines, Part, Sheet, id_of
from kempelen.automa.source import FORMAT, Section, Source, source_of
from kempelen.automa.targets import read_orders, read_targets
from kempelen.automa.vocabulary import SECTIONS, Vocabulary
from kempelen.text.say import LANGUAGES, Text

__all__ = ["Found", "Known", "read_file", "read_head"]

HEAD = ("automa", "format", "game", "changes", "author", "version", "licence", "language")
OURS = ("document",)
"""What only shipped files say."""
FACTS = ("knobs", "readings", "orders", "numbers", "examples")
_READ: Mapping[str, Callable[..., Lines]] = {
    "chart": read_chart,
    "list": read_list,
    "procedure": read_procedure,
    "targets": read_targets,
}
_HEAD = re.compile(r"##\s*([a-z]+)(?:\s+([a-z_]+))?(?:\s+([A-Z]))?\s*(?::\s*(.*))?$")
_ADDRESS = re.compile(r"[a-z]{2,10}://|\bwww\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """What a file may refer to."""

    vocabulary: Vocabulary
    sheets: Mapping[str, Sheet]
    """Automas that may be changed, by their id."""
    options: Mapping[str, Sequence[str]] | None = None
    """Options of the game and their values, to check guards; None for a shipped file, which tests look at."""
    readings: frozenset[str] | None = None
    ours: bool = False
    """A shipped file: it says how its document is cited."""


@dataclass(slots=True)
class Found:
    """What was read, and what is wrong with it."""

    source: Source
    sheet: Sheet | None = None
    problems: list[Problem] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


def read_head(source: Source, problems: list[Problem]) -> dict[str, tuple[str, int, int]]:
    """What stands above the first section: key -> value, line and column."""
    found: dict[str, tuple[str, int, int]] = {}
    for line in source.head:
        key, colon, value = line.text.partition(":")
        key = key.strip().lower()
        if not colon or key not in (*HEAD, *OURS):
            near = nearest(key, HEAD) or "automa"
            text = Text("automa.wrong.head", given=line.text[:30], near=near, known=", ".join(HEAD))
            problems.append(Problem(line.number, line.column, text))
        elif key in found:
            problems.append(Problem(line.number, line.column, Text("automa.wrong.head_twice", key=key)))
        else:
            start = len(line.text) - len(line.text.partition(":")[2].lstrip())
            found[key] = value.strip(), line.number, line.at(start)
    return found


def read_file(text: str, known: Known) -> Found:
    """Read a file; every problem has its place, and without one there is a sheet."""
    found = Found(source_of(text))
    problems = found.problems
    problems += found.source.problems
    if problems:
        return found
    problems += [
        Problem(line.number, match.start() + 1, Text("automa.wrong.address", given=match.group()))
        for line in found.source.lines
        if (match := _ADDRESS.search(line.raw))
    ]
    said = read_head(found.source, problems)
    head, base = _head(said, known, problems)
    if head is None:
        return found
    sheet = _sections(found, head, base, known, text)
    problems.sort(key=lambda problem: (problem.line, problem.column))
    if not problems:
        found.sheet = sheet
    return found


def _head(
    said: Mapping[str, tuple[str, int, int]], known: Known, problems: list[Problem]
) -> tuple[Head | None, Sheet | None]:
    def wrong(of: str, what: str, **fields: str | int | Text) -> None:
        _, line, column = said.get(of, ("", 1, 1))
        problems.append(Problem(line, column, Text(f"automa.wrong.{what}", **fields)))

    values = {key: value for key, (value, _, _) in said.items()}
    for key in ("automa", "format", "game"):
        if not values.get(key):
            wrong(key, "head_missing", key=key)
    if problems:
        return None, None
    if not values["format"].isascii() or not values["format"].isdigit():
        wrong("format", "format", given=values["format"], known=FORMAT)
    elif int(values["format"][:9]) > FORMAT:
        wrong("format", "newer", given=values["format"], known=FORMAT)
    if values["game"] != known.vocabulary.game:
        wrong("game", "other_game", given=values["game"], game=known.vocabulary.game)
        return None, None  # whatever else is strange here belongs to that game
    language = values.get("language", "en")
    if language not in LANGUAGES:
        wrong("language", "language", given=language, known=", ".join(LANGUAGES))
    if not id_of(values["automa"]):
        wrong("automa", "name", given=values["automa"])
    elif not known.ours and id_of(values["automa"]) in known.sheets and not known.sheets[id_of(values["automa"])].base:
        wrong("automa", "name_taken", given=values["automa"])
    if "document" in values and not known.ours:
        wrong("document", "head", given="document", near="version", known=", ".join(HEAD))
    base: Sheet | None = None
    changes = values.get("changes", "")
    if changes:
        base = known.sheets.get(changes)
        if base is None:
            wrong(
                "changes",
                "changes",
                given=changes,
                hint=hint(changes, known.sheets),
            )
    if problems:
        return None, None
    return Head(
        name=values["automa"],
        game=values["game"],
        language=language,
        changes=changes,
        author=values.get("author", ""),
        version=values.get("version", ""),
        licence=values.get("licence", ""),
        document=values.get("document", ""),
    ), base


# -- sections


def _sections(found: Found, head: Head, base: Sheet | None, known: Known, text: str) -> Sheet:
    problems, vocabulary = found.problems, known.vocabulary
    guards: set[str] = set(base.guards) if base is not None else set()
    facts: dict[str, Section] = {}
    rest: list[tuple[Section, str, str, str]] = []
    for section in found.source.sections:
        try:
            kind, name, title = _section_head(section, vocabulary)
            if kind in FACTS and kind in facts:
                raise Reader(section.head).wrong("section_twice", name=kind, other=facts[kind].head.number)
        except Spoiled as spoiled:
            problems.append(spoiled.problem)
            continue
        if kind in FACTS:
            facts[kind] = section
        else:
            rest.append((section, kind, name, title))

    def reading(readings: frozenset[str] | None) -> Reading:
        return Reading(head.language, known.options, readings)

    first = reading(None)
    readings = read_readings(nodes_of(facts["readings"].lines, first), first) if "readings" in facts else {}
    knobs = read_knobs(nodes_of(facts["knobs"].lines, first), first) if "knobs" in facts else {}
    problems += first.problems
    cited = None if known.readings is None else known.readings | readings.keys()
    turns = {name: (knob.least, knob.most) for name, knob in knobs.items()}
    parts: dict[tuple[str, str], tuple[Part, ...]] = {}
    for section, kind, name, title in rest:
        now = reading(cited)
        part = _part(section, kind, name, title, turns, now, vocabulary)
        problems += now.problems
        guards |= now.guards
        if part is None:
            continue
        before = parts.get((kind, name), ())
        if any(not other.guard for other in before):
            problems.append(
                Problem(part.line, 1, Text("automa.wrong.section_twice", name=f"{kind} {name}", other=before[0].line))
            )
        parts[kind, name] = (*before, part)
    orders: dict[str, tuple[tuple[str, Value], ...]] = {}
    numbers: dict[str, tuple[tuple[str, Value], ...]] = {}
    for kind, into, names in (("orders", orders, vocabulary.orders), ("numbers", numbers, vocabulary.tables)):
        if kind in facts:
            now = reading(cited)
            rows, inherited = nodes_of(facts[kind].lines, now), base.numbers if base is not None else {}
            into.update(read_orders(rows, now, names, kind == "numbers", turns, inherited))
            problems += now.problems
    if not problems:
        problems += _whole(parts, {**orders, **numbers}, base, vocabulary)
    order = (*base.parts, *parts) if base is not None else (*vocabulary.slots, *parts)
    merged = {**(base.parts if base is not None else {}), **parts}
    sheet = Sheet(
        head,
        vocabulary,
        text,
        {key: merged[key] for key in dict.fromkeys(order) if key in merged},
        {**(base.knobs if base is not None else {}), **knobs},
        readings,
        {**(base.orders if base is not None else {}), **orders},
        {**(base.numbers if base is not None else {}), **numbers},
        tuple(sorted(guards)),
        base,
    )
    if not problems:
        problems += _circles(sheet)
    if not problems and "examples" in facts:
        now = reading(cited)
        found.examples = read_examples(nodes_of(facts["examples"].lines, now), vocabulary, now)
        problems += now.problems
    return sheet


def _section_head(section: Section, vocabulary: Vocabulary) -> tuple[str, str, str]:
    """Its kind, its name, and how the author's document calls it."""
    line = section.head
    reader = Reader(line)
    end, _ = read_guard(line, Reading("en", None, None))
    match = _HEAD.match(line.text[:end].rstrip())
    if match is None:
        raise reader.wrong("section", given=line.text[:40], known=_known(vocabulary))
    kind, name, letter, title = match.groups()
    if kind in FACTS and not name:
        return kind, "", ""
    slot = vocabulary.slots.get((kind, name or ""))
    if slot is None:
        if kind not in SECTIONS or kind not in {kind for kind, _ in vocabulary.slots}:
            raise reader.wrong("section", given=line.text[:40], known=_known(vocabulary))
        names = [known for of, known in vocabulary.slots if of == kind]
        raise reader.wrong("section_name", given=name or "", kind=kind, hint=hint(name or "", names))
    if (letter or "") != slot.letter:
        raise reader.wrong("section_letter", name=name, wanted=f"{name} {slot.letter}".strip())
    return kind, slot.name, (title or "").strip() or slot.name


def _known(vocabulary: Vocabulary) -> str:
    kinds = dict.fromkeys(kind for kind, _ in vocabulary.slots)
    return ", ".join([*(f"## {kind} \N{HORIZONTAL ELLIPSIS}" for kind in kinds), *(f"## {fact}" for fact in FACTS)])


def _part(
    section: Section,
    kind: str,
    name: str,
    title: str,
    knobs: Knobs,
    reading: Reading,
    vocabulary: Vocabulary,
) -> Part | None:
    place = Place(vocabulary, kind, name, knobs, vocabulary.slots[kind, name].letter)
    guard: Guard = ()
    try:
        _, guard = read_guard(section.head, reading)
    except Spoiled as spoiled:
        reading.problems.append(spoiled.problem)
    nodes = nodes_of(section.lines, reading)
    lines = _READ[kind](nodes, place, reading, section.head.number)
    return Part(kind, name, title, guard, lines, section.head.number) if not reading.problems else None


def _whole(
    parts: Mapping[tuple[str, str], tuple[Part, ...]],
    listed: Collection[str],
    base: Sheet | None,
    vocabulary: Vocabulary,
) -> Iterator[Problem]:
    """Every section that the game needs is there, whatever the options."""
    for (kind, name), variants in parts.items():
        if all(part.guard for part in variants):
            yield Problem(variants[-1].line, 1, Text("automa.wrong.guard_only", item=f"{kind} {name}"))
    if base is None:
        missing = [f"## {kind} {name}" for kind, name in vocabulary.slots if (kind, name) not in parts]
        missing += [f"## orders: {name}" for name in vocabulary.orders if name not in listed]
        missing += [f"## numbers: {name}" for name in vocabulary.tables if name not in listed]
        if missing:
            yield Problem(1, 1, Text("automa.wrong.missing", missing=", ".join(missing)))


def _circles(sheet: Sheet) -> Iterator[Problem]:
    """No list may come back to itself by following others."""
    follows: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for (kind, name), variants in sheet.parts.items():
        for part in variants:
            if isinstance(part.lines, ListLines):
                names = {one.follow for one in part.lines.attempts if one.follow}
            elif isinstance(part.lines, ProcedureLines):
                names = {line.follow for line in flat(part.lines.lines) if line.follow}
            else:
                continue
            follows.setdefault((kind, name), set()).update((kind, other) for other in names)
    for start in follows:
        seen, todo = set(), [start]
        while todo:
            at = todo.pop()
            for other in follows.get(at, ()):
                if other == start:
                    line = sheet.parts[start][0].line
                    yield Problem(line, 1, Text("automa.wrong.circle", name=f"{start[0]} {start[1]}"))
                    return
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
