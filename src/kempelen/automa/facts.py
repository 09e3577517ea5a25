"""Sections of facts: knobs that somebody may turn, and the author's own readings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kempelen.automa.clauses import Node, Reading, each, sentences
from kempelen.automa.reader import Reader
from kempelen.automa.sheet import Knob
from kempelen.text.say import LANGUAGES

__all__ = ["read_knobs", "read_readings"]

MOST_KNOBS = 12
SPAN = 200
_LANGUAGE = re.compile(rf"({'|'.join(LANGUAGES)}):\s*(.+)$")
_READING = re.compile(r"([A-Z][0-9]{1,3})\s+")


def read_knobs(nodes: Sequence[Node], reading: Reading) -> dict[str, Knob]:
    """`bold = +3 in -2..+6   en: how eager Riflemen are to shoot`."""
    found: dict[str, Knob] = {}

    def read(node: Node) -> None:
        reader = Reader(node.line)
        column, name = reader.column, reader.word()
        if not name or name != name.lower():
            raise reader.wrong("knob", column, given=name or reader.given())
        if name in found:
            raise reader.wrong("knob_twice", column, name=name)
        if len(found) == MOST_KNOBS:
            raise reader.wrong("many_knobs", column, most=MOST_KNOBS)
        reader.need("=")
        value = reader.number()
        reader.need("in")
        least = reader.number()
        reader.need("..")
        most = reader.number()
        if value is None or least is None or most is None or not least <= value <= most or most - least > SPAN:
            raise reader.wrong("knob_range", name=name, span=SPAN)
        said, lang = "", reading.language
        if not reader.over:
            match = _LANGUAGE.match(reader.rest)
            if match is None:
                raise reader.wrong("knob_words", given=reader.given())
            lang, said = match.groups()
        words, rest = sentences("", node, reading)
        if rest:
            raise Reader(rest[0].line).wrong("nothing_inside", given=rest[0].line.text[:30])
        found[name] = Knob(name, value, least, most, {lang: said, **words} if said else words, node.line.number)

    each(nodes, read, reading)
    return found


def read_readings(nodes: Sequence[Node], reading: Reading) -> dict[str, dict[str, str]]:
    """`A1 en: what the author means by it`; the other language on a line inside."""
    found: dict[str, dict[str, str]] = {}

    def read(node: Node) -> None:
        reader = Reader(node.line)
        match = _READING.match(node.line.text)
        said = _LANGUAGE.match(node.line.text[match.end() :]) if match else None
        if match is None or said is None:
            raise reader.wrong("own_reading", given=reader.given())
        if match.group(1) in found:
            raise reader.wrong("item_twice", item=match.group(1))
        words, rest = sentences("", node, reading)
        if rest:
            raise Reader(rest[0].line).wrong("nothing_inside", given=rest[0].line.text[:30])
        found[match.group(1)] = {said.group(1): said.group(2), **words}

    each(nodes, read, reading)
    return found
