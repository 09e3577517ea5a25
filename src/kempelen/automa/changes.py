"""What an automa changes against the one it was made from, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from kempelen.automa.sheet import Sheet
from kempelen.automa.source import Line, source_of
from kempelen.behaviour.document import Page

__all__ = ["Change", "changes_of", "marked"]

Lines = tuple[Line, ...]
_ITEM = re.compile(r"\(?([0-9]+[A-Za-z0-9.\-]*)\)?\s")


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a section: what it says now, and what it said before; one of them may be missing."""

    kind: str
    section: str
    line: int
    """In the new file; of a line that is gone, where it was."""
    now: str
    before: str
    item: str
    """The numbered line it belongs to."""


def changes_of(sheet: Sheet) -> tuple[Change, ...]:
    """Everything that differs; nothing if it was written from scratch."""
    return tuple(_changes(sheet)) if sheet.base is not None else ()


def _changes(sheet: Sheet) -> Iterator[Change]:
    assert sheet.base is not None
    new = _sections(sheet)
    for (kind, name), variants in new.items():
        if kind in ("readings", "examples"):
            continue
        if kind in ("knobs", "orders", "numbers"):
            yield from _rows(kind, sum(variants, ()), sum(_sections(sheet.base).get((kind, name), []), ()))
            continue
        owner = sheet.base.own(kind, name) if (kind, name) in sheet.base.parts else sheet.base
        alike = _unnumbered if kind == "list" else _plain
        before_it = _sections(owner).get((kind, name), [])
        lines = sum(variants, ())
        old, matcher = _nearest(before_it if len(variants) == 1 else [sum(before_it, ())], lines, alike)
        for what, a, b, c, d in matcher.get_opcodes():
            if what == "equal":
                continue
            for n in range(max(b - a, d - c)):
                before = old[a + n] if a + n < b else None
                now = lines[c + n] if c + n < d else None
                at = now or lines[min(c, len(lines) - 1)]
                item = _item(lines, at)
                yield Change(kind, name, at.number, _plain(now), _plain(before), item)


def _rows(kind: str, lines: Lines, old: Lines) -> Iterator[Change]:
    """Knobs, orders and numbers go by their names; what is not written stays as it was."""
    before = {_row_name(line): _plain(line) for line in old if not line.indent}
    for line in lines:
        was = before.get(_row_name(line), "")
        if not line.indent and _plain(line) != was:
            yield Change(kind, "", line.number, _plain(line), was, "")


def _row_name(line: Line) -> str:
    return re.split(r"[\s:=]", line.text, maxsplit=1)[0]


def _nearest(variants: list[Lines], lines: Lines, alike: Callable[[Line], str]) -> tuple[Lines, SequenceMatcher[str]]:
    """Of several variants for options the one that is most like the new lines, the plain one, which comes last, if
    several are; with what they have in common."""
    now = [alike(line) for line in lines]
    found = [
        (old, SequenceMatcher(None, [alike(line) for line in old], now, autojunk=False))
        for old in reversed(variants or [()])
    ]
    return max(found, key=lambda one: one[1].ratio())


def _plain(line: Line | None) -> str:
    return " ".join(line.text.split()) if line is not None else ""


def _unnumbered(line: Line) -> str:
    """Nothing leads to a line of a list by its number: one that only moved down has not changed."""
    return _ITEM.sub("", _plain(line), count=1)


def _item(lines: Lines, at: Line) -> str:
    """The number of the line that this one is, or stands in."""
    for line in reversed(lines[: lines.index(at) + 1]):
        match = _ITEM.match(line.text + " ")
        if match and "[" in line.text:
            return match.group(1)
    return ""


def _sections(sheet: Sheet) -> dict[tuple[str, str], list[Lines]]:
    """The lines of each section of a file, its variants for options one after the other."""
    found: dict[tuple[str, str], list[Lines]] = {}
    for section in source_of(sheet.text).sections:
        words = re.split(r"[\s:{]+", section.head.text.removeprefix("##").strip())
        key = words[0], words[1] if len(words) > 1 and words[0] in ("chart", "list", "procedure", "targets") else ""
        found.setdefault(key, []).append(tuple(section.lines))
    return found


def marked(pages: tuple[Page, ...], sheet: Sheet) -> tuple[Page, ...]:
    """The pages, with the lines that this automa has changed."""
    items: dict[str, set[str]] = {}
    for change in changes_of(sheet):
        title = (
            sheet.parts[change.kind, change.section][0].title if (change.kind, change.section) in sheet.parts else ""
        )
        items.setdefault(f"{sheet.head.cited} / {title}", set()).add(change.item)
    return tuple(replace(page, changed=frozenset(items.get(page.source, ()))) for page in pages)
