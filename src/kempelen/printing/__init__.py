"""Pages to print, as PDF: the same on every machine and every time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from kempelen.behaviour.document import CHANGED, Grid, Page, Pictured
from kempelen.engine.errors import BadSetup
from kempelen.engine.trace import cited
from kempelen.text.say import Say, Text

__all__ = ["Printed", "Sheet", "document_pdf", "print_sheet", "sheet_settings"]

LINES_KEPT_TOGETHER = 16
"""A procedure with so many lines at most is not broken between two sheets; readings are, or half a sheet stays empty.
A chart has a sheet to itself: it lies beside the table with the card it is for."""
SHORT = 8
"""Columns with so many characters at most in every cell stand in the middle."""
MANY_COLUMNS = 4
"""In a wide table the first column is bold, to find the way."""
NO_TIME = 0
"""A PDF says when it was made; this one always says the same."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pages of a game's own, such as cards: how they look, and what stands on them.

    The template measures what it sets. What has no room it marks with `metadata(...) <overflow>`.
    """

    template: bytes
    data: Mapping[str, Any]
    problem: Callable[[Mapping[str, Any]], Text]
    """What such a mark means, with the field at fault."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, and what did not fit on it."""

    pdf: bytes
    pages: int
    problems: tuple[Text, ...]


def print_sheet(sheet: Sheet) -> Printed:
    """Set the pages; raises BadSetup if the printing package is not installed."""
    typst = _printer()
    settings = sheet_settings(sheet)
    found = json.loads(typst.query(sheet.template, "<overflow>", field="value", **settings))
    pages = json.loads(typst.query(sheet.template, "<pages>", field="value", one=True, **settings))
    pdf: bytes = typst.compile(sheet.template, format="pdf", timestamp=NO_TIME, **settings)
    return Printed(pdf, int(pages), tuple(dict.fromkeys(sheet.problem(mark) for mark in found)))


def sheet_settings(sheet: Sheet) -> dict[str, Any]:
    """How a sheet is set, for who wants it in another format."""
    return _settings(sheet.data)


def _printer() -> Any:
    try:
        import typst
    except ImportError:
        raise BadSetup(Text("document.no_printer")) from None
    return typst


def _settings(data: Mapping[str, Any]) -> dict[str, Any]:
    """Embedded fonts only, and everything that is printed as one input."""
    return {"ignore_system_fonts": True, "sys_inputs": {"data": json.dumps(data, ensure_ascii=False)}}


def document_pdf(title: str, pages: Iterable[Page], credits: Iterable[Text], say: Say) -> bytes:
    """The pages of a document on A4; raises BadSetup if the printing package is not installed."""
    typst = _printer()
    data = {
        "lang": say.lang,
        "title": title,
        "credits": [say.of(credit) for credit in credits],
        "pages": [_page(page, say) for page in pages],
    }
    template = files("kempelen.printing").joinpath("document.typ").read_bytes()
    made: bytes = typst.compile(template, format="pdf", timestamp=NO_TIME, **_settings(data))
    return made


def _page(page: Page, say: Say) -> dict[str, Any]:
    words = [
        (number, say.of(line, "Nom"), say.of(how) if how is not None else None) for number, line, how in page.lines
    ]
    return {
        "title": say.of(page.title, "Nom"),
        "source": cited(page.source, say) if page.source else "",
        "intro": [say.of(sentence) for sentence in page.intro],
        "lines": [
            {
                "number": f"{shown})" if (shown := page.shown(number)) else "",
                "words": line,
                "how": how,
                "question": line.endswith(("?", ".")),
                "mark": page.mark(number).strip(),
                "heat": page.heat[number].share if number in page.heat else None,
                "warmth": page.warmth(number, say),
            }
            for number, line, how in words
        ],
        "grids": [_grid(grid, say) for grid in page.grids],
        "after": [
            *(_pictures(page.pictured[one], say) if one in page.pictured else say.of(one) for one in page.after),
            *([say("document.changed", mark=CHANGED)] if page.changed else []),
        ],
        "rulings": f"{say('document.rulings')}: {', '.join(page.rulings)}" if page.rulings else None,
        "whole": page.counted and len(page.lines) <= LINES_KEPT_TOGETHER,
        "sheet": bool(page.rows),
    }


def _pictures(pictured: Pictured, say: Say) -> dict[str, Any]:
    things = [{"name": say.of(name, "bare"), "svg": draw()} for name, draw in pictured.things]
    return {"caption": say.of(pictured.caption), "things": things}


def _grid(grid: Grid, say: Say) -> dict[str, Any]:
    head, *rows = [[say.of(cell) for cell in row] for row in (grid.head, *grid.rows)]
    return {
        "caption": say.of(grid.caption) if grid.caption is not None else None,
        "head": head,
        "rows": rows,
        "middle": [n > 0 and all(len(row[n]) <= SHORT for row in rows) for n in range(len(head))],
        "first": len(head) > MANY_COLUMNS,
    }
