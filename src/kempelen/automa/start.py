"""A file to begin with: the original's sections as text to change, with its words explained in comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from kempelen.automa.charts import ChartLines
from kempelen.automa.conditions import asked_in, sentence
from kempelen.automa.lists import ListLines
from kempelen.automa.procedures import ProcedureLines, flat
from kempelen.automa.sheet import Part, Sheet
from kempelen.automa.source import source_of
from kempelen.automa.vocabulary import Word
from kempelen.engine.errors import BadSetup
from kempelen.text.say import Say, Text

__all__ = ["started"]


WIDTH = 64
"""Letters in a line of a comment: it is read without moving to the side."""


def started(base: Sheet, sections: Sequence[str], name: str, say: Say, *remarks: str) -> str:
    """The text of a new automa that changes these sections of another, or its first; raises BadSetup.

    `remarks` are keys of texts that are told at its beginning too.
    """
    chosen = [key for key in base.parts if key[1] in sections or " ".join(key) in sections]
    rows = {"orders": base.orders, "numbers": base.numbers}
    listed = [name for name in rows if rows[name]]
    known = base.vocabulary.sections
    for asked in sections:
        if asked not in listed and not any(asked in (key[1], " ".join(key)) for key in base.parts):
            raise BadSetup(Text("automa.no_section", section=asked, known=", ".join(known)))
    if not sections:
        chosen = [key for key in base.parts if key[1] == base.vocabulary.begin] or list(base.parts)[:1]
    lines = [
        f"automa: {name}",
        "format: 1",
        f"game: {base.vocabulary.game}",
        f"changes: {base.id}",
        f"author: {say('automa.new_author')}",
        "version: 1",
        "licence: CC BY-SA 4.0",
        f"language: {say.lang}",
        "",
        *_comment(say("automa.new_intro", sections=", ".join(known))),
        *(line for remark in remarks for line in _comment(say(remark))),
    ]
    for key in chosen:
        lines += ["", *_explained(base, base.parts[key][0], say), *_section(base.own(*key), key)]
    for name in listed:
        if name in sections:
            lines += ["", *_listed(base, name, say)]
    return "\n".join(lines) + "\n"


def _listed(base: Sheet, section: str, say: Say) -> Iterator[str]:
    """Orders or numbers, each below what it is for; whatever is taken out stays as it was."""
    yield f"## {section}"
    if section == "orders":
        for name, listed in base.vocabulary.orders.items():
            yield from _comment(say.of(listed.text(), "Nom"))
            yield f"{name}: {', '.join(base.order(name))}"
        return
    for name, listed in base.vocabulary.tables.items():
        yield from _comment(say.of(listed.text(), "Nom"))
        for thing in listed.things if listed.told else ():
            yield from _comment(say.of(listed.thing_text(thing), "Nom"), f"  {thing:14} ")
        yield f"{name}: {', '.join(f'{thing} {number}' for thing, number in base.table(name).items())}"


def _section(owner: Sheet, key: tuple[str, str]) -> Iterator[str]:
    """The lines of a section as they stand in its file, without its title there and without comments."""
    for section in source_of(owner.text).sections:
        head = re.split(r"[\s:{]+", section.head.text.removeprefix("##").strip())
        if (head[0], head[1] if len(head) > 1 else "") != key:
            continue
        guard = re.search(r"\{[^{}]*\}\s*$", section.head.text)
        letter = f" {head[2]}" if len(head) > 2 and len(head[2]) == 1 and head[2].isupper() else ""
        yield f"## {key[0]} {key[1]}{letter}{f' {guard.group().strip()}' if guard else ''}"
        yield from (" " * line.indent + line.text for line in section.lines)


def _explained(base: Sheet, part: Part, say: Say) -> Iterator[str]:
    """The words of a section with their sentences."""
    width = max([len(word.name) for word in _words(part)], default=0)
    for word in _words(part):
        yield from _comment(say.of(sentence(word), "Nom"), f"{word.name:{width}}  ")


def _comment(words: str, before: str = "") -> Iterator[str]:
    """Lines that nobody reads but people; what is explained stands before it, and the rest of a long one below."""
    hanging = " " * len(before)
    for line in words.split("\n"):
        for piece in wrap(line, WIDTH, initial_indent=before, subsequent_indent=hanging, break_on_hyphens=False):
            yield f"# {piece}"


def _words(part: Part) -> list[Word]:
    match part.lines:
        case ChartLines(asks):
            conditions = [ask.condition for ask in asks]
            words: list[Word] = []
        case ListLines(attempts):
            conditions = [one.when for one in attempts if one.when is not None]
            words = [one.word for one in attempts if one.word is not None]
        case ProcedureLines(lines):
            every = list(flat(lines))
            conditions = [one for line in every for one in (line.when, line.needs, line.then_if) if one is not None]
            words = [line.deed for line in every if line.deed is not None]
        case _:
            return []
    return list(dict.fromkeys([*words, *(word for condition in conditions for word, _ in asked_in(condition))]))
