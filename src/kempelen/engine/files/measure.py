"""Whatever comes from outside is measured before it is parsed, every kind of file by one function.

Readers of TOML, JSON and YAML take more than a file's length suggests: a key of many parts costs the square of them, a
nest without end the whole stack, a few aliases of aliases more than any memory holds, and a number of many digits
cannot be written again. So the text is walked over once, with no more than a look at its signs, and refused where it
holds more of something than any file that is meant. What is no proper TOML, JSON or YAML may pass:
its reader refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from kempelen.engine.errors import BadPosition, BadRecord
from kempelen.text.say import Text

__all__ = [
    "DEEPEST",
    "LONGEST",
    "MOST_ALIASES",
    "MOST_DIGITS",
    "MOST_PARTS",
    "TooMuch",
    "content_of",
    "excess",
    "measure",
]

Kind = Literal["toml", "json", "yaml"]
"""A record is JSON too, one value a line."""

LONGEST = 4_000_000
"""Characters in a file, or bytes before they are read as text; the longest record of a game has a tenth of it."""
MOST_PARTS = 16
"""Parts of one dotted key, `players.2.hand`."""
DEEPEST = 100
"""Lists and tables inside each other."""
MOST_DIGITS = 64
"""Characters of a number: no die, no coordinate and no chance has as many."""
MOST_ALIASES = 200
"""Names that stand for something written elsewhere, in one YAML file."""


class TooMuch(BadPosition, BadRecord):
    """A file holds more of something than any that is meant, whether it was to be a position or a record."""


# Strings, comments and everything else that may hold signs without meaning them. A string that does not end goes on to
# where its reader gives up, so that no text is walked over twice.
SIGNS = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*(?:"{3,5})?'
    r"|'''[^']*(?:'{1,2}(?!')[^']*)*(?:'{3,5})?"
    r'|"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|(?P<word>[\w.+-]+)"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<other>[^\s\w\"'#\[\]{}.+-]|\n)",
    re.DOTALL,
)
# In YAML a quote opens a string only where a value begins, and a line without quotes may hold any sign in passing.
YAML_SIGNS = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"?'
    r"|'[^']*(?:''[^']*)*'?"
    r"|(?<![^\s])\#[^\n]*"
    r"|(?P<open>[\[{])|(?P<close>[\]}])"
    r"|(?P<alias>[*&][^\s,\[\]{}]+)"
    r"|(?P<dash>(?:[-?][ \t]+){2,})"
    r"|(?P<word>[^\s\[\]{},\"'#&*:-][^\n\[\]{},:]*)"
    r"|(?P<line>\n(?=[^\s\[\]{}]))",
    re.DOTALL,
)


def measure(text: str, name: str, kind: Kind) -> None:
    """Raise TooMuch, naming file and line, if a text is not to be parsed."""
    found = excess(text, kind)
    if found is not None:
        reason, at = found
        raise TooMuch(Text("measure.in_file", file=name, line=text.count("\n", 0, at) + 1, reason=reason))


def content_of(path: Path) -> bytes:
    """The bytes of a file, but never more than one may have; raises TooMuch or OSError."""
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise TooMuch(Text("measure.whole", file=path.name, reason=Text("measure.long", most=LONGEST)))
    return content


def excess(text: str, kind: Kind) -> tuple[Text, int] | None:
    """What a text has too much of, and where; None if it may be parsed."""
    if len(text) > LONGEST:
        return Text("measure.long", most=LONGEST), 0
    return next(_yaml(text) if kind == "yaml" else _signs(text), None)


def _signs(text: str) -> Iterator[tuple[Text, int]]:
    """TOML and JSON alike: what is a string in one is none of the other's signs."""
    depth = dots = 0
    for sign in SIGNS.finditer(text):
        what = sign.lastgroup
        if what == "word":
            word = sign[0]
            dots += word.count(".")
            if dots >= MOST_PARTS:
                yield Text("measure.parts", most=MOST_PARTS), sign.start()
            if len(word) > MOST_DIGITS and word.lstrip("+-")[:1].isdigit():
                yield Text("measure.digits", most=MOST_DIGITS), sign.start()
        elif what is not None:
            dots = 0
            depth = max(0, depth + (what == "open") - (what == "close"))
            if depth > DEEPEST:
                yield Text("measure.deep", most=DEEPEST), sign.start()


def _yaml(text: str) -> Iterator[tuple[Text, int]]:
    depth = aliases = 0
    for digits in re.finditer(rf"\d[\d_]{{{MOST_DIGITS},}}", text):
        yield Text("measure.digits", most=MOST_DIGITS), digits.start()
    for indented in re.finditer(rf"(?m)^[ \t]{{{10 * DEEPEST},}}\S", text):
        yield Text("measure.deep", most=DEEPEST), indented.start()
    for sign in YAML_SIGNS.finditer(text):
        what = sign.lastgroup
        if what == "line":
            depth = 0  # what stands at the margin is in no list
        elif what == "alias":
            aliases += 1
            if aliases > MOST_ALIASES:
                yield Text("measure.aliases", most=MOST_ALIASES), sign.start()
        elif what in ("open", "close"):
            depth = max(0, depth + (what == "open") - (what == "close"))
        if depth > DEEPEST or (what == "dash" and len(sign[0].split()) > DEEPEST):
            yield Text("measure.deep", most=DEEPEST), sign.start()
