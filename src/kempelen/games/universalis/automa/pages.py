"""The solo opponent's document, printed: how to read it, the levels, the temperaments, and every list."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Grid, Page, page_of
from kempelen.behaviour.priorities import Priorities
from kempelen.engine.trace import Cite
from kempelen.games.universalis.automa.levels import SKILLS, Level, Weights, levels_of
from kempelen.games.universalis.automa.solitaire import SHEET
from kempelen.games.universalis.automa.temperaments import DOCUMENT, temperament_of
from kempelen.games.universalis.files.rosters import roster
from kempelen.text.say import Field, Text

__all__ = ["pages"]

RULINGS: Mapping[str, tuple[str, ...]] = {
    "setting_up": ("universalis:G43",),
    "picking": ("universalis:G42",),
    "every_model": ("universalis:G33", "universalis:G39", "universalis:G43"),
    "aggressive": ("universalis:G38", "universalis:G55"),
    "target": ("universalis:G43",),
    "answers": ("universalis:G18", "universalis:G23", "universalis:G26", "universalis:G54", "universalis:G60"),
}
"""Readings of the rules that a list rests on."""
ROSTERS = ("border_watch", "scrappers", "clockwork")
PARAGRAPHS = ("intro", "how_to_read", "parts", "against", "worth", "drones")


def pages(options: Mapping[str, str], sheet: Sheet = SHEET) -> tuple[Page, ...]:
    """The whole document of an automa; its numbers are only listed if they are others than ours."""
    lists = sheet.made(options).lists.values()
    return (_reading(levels_of(sheet)), *(_page(text) for text in lists), *_numbers(sheet))


def _page(text: Priorities) -> Page:
    return page_of(text, tuple(id.partition(":")[2] for id in RULINGS.get(text.name, ())))


def _reading(levels: Mapping[str, Level]) -> Page:
    """What stands before the lists."""
    return Page(
        Text("universalis.page.title"),
        (),
        str(Cite(DOCUMENT, "How to read it")),
        intro=tuple(Text(f"universalis.page.{key}") for key in PARAGRAPHS),
        grids=(_levels(levels), _temperaments(levels["middle"].weights)),
        after=(Text("universalis.page.default"),),
    )


def _levels(levels: Mapping[str, Level]) -> Grid:
    head: tuple[Field, ...] = (
        Text("universalis.page.level"),
        *(Text(f"universalis.weight.level.{skill}") for skill in (*SKILLS, "denies")),
    )
    rows: tuple[tuple[Field, ...], ...] = tuple(
        (Text(f"universalis.level.{level.name}"), *(bool(getattr(level, skill)) for skill in SKILLS), level.denies)
        for level in levels.values()
    )
    return Grid(Text("universalis.page.levels"), head, rows)


def _temperaments(w: Weights) -> Grid:
    """Of the shipped models, so that a reader sees what the rule below makes of them."""
    rows: list[tuple[Field, ...]] = []
    for name in ROSTERS:
        for card in roster(name).cards:
            rows.append((card.name, Text(f"universalis.temperament.{temperament_of(card, w)}")))
    head: tuple[Field, ...] = (Text("universalis.page.model"), Text("universalis.page.temperament"))
    return Grid(Text("universalis.page.temperaments"), head, tuple(rows))


def _numbers(sheet: Sheet) -> tuple[Page, ...]:
    """What weighs otherwise than in our own document, with our numbers beside it."""
    grids = []
    for name, listed in sheet.vocabulary.tables.items():
        now, before = sheet.table(name), SHEET.table(name)
        rows = [(listed.thing_text(one), now[one], before[one]) for one in listed.things if now[one] != before[one]]
        if rows:
            head = (Text("universalis.page.weight"), Text("universalis.page.now"), Text("universalis.page.before"))
            grids.append(Grid(listed.text(), head, tuple(rows)))
    if not grids:
        return ()
    title = Text("universalis.page.numbers")
    cite = str(Cite(sheet.head.cited, "numbers"))
    return (Page(title, (), cite, intro=(Text("universalis.page.numbers_count"),), grids=tuple(grids)),)
