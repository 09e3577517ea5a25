"""The automa's document, printed back: the author's cards, order and tables in our own sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Grid, Page, chart_page
from kempelen.engine.trace import Cite
from kempelen.games.undaunted.automa.charts import DOCUMENT, SHEET
from kempelen.games.undaunted.automa.selection import Tables, tables_of
from kempelen.games.undaunted.face.words import kind_word
from kempelen.games.undaunted.rules.cards import KIND
from kempelen.text.say import Field, Text

__all__ = ["pages"]


def pages(options: Mapping[str, str], sheet: Sheet = SHEET) -> tuple[Page, ...]:
    """The whole document, as these options have it."""
    return _pages(tuple(options.items()), sheet)


@lru_cache(maxsize=64)
def _pages(options: tuple[tuple[str, str], ...], sheet: Sheet) -> tuple[Page, ...]:
    cards, tables = sheet.made(dict(options)).charts, tables_of(sheet)
    return (
        _gameplay(),
        chart_page(cards["sergeant"]),
        chart_page(cards["guide"], grids=[_guide_list()]),
        chart_page(cards["scout"]),
        chart_page(cards["rifleman"]),
        chart_page(cards["sniper"]),
        chart_page(cards["mg"], after=[Text("undaunted.page.no_target_provided")]),
        chart_page(cards["leader"], grids=[_inspire_order(tables)]),
        chart_page(cards["mortar"], grids=[_target_values(tables)], after=[Text("undaunted.page.mortar_tile")]),
        _page("targets", "TARGET SELECTION", 3, ("Q51", "Q52", "Q53", "Q54", "Q55", "Q56"), _target_table(tables)),
        _page("bolster", "ACTION BOLSTER", 4, ("Q57", "Q58", "Q59", "Q60")),
        _page("move", "ACTION MOVE/SCOUT", 5, ("Q61", "Q62", "Q63", "Q64", "Q65", "Q66", "Q67", "Q70", "Q71")),
        _page("hunker_down", "HUNKER DOWN", 1, ("Q05", "Q68")),
    )


def _page(name: str, section: str, lines: int, rulings: tuple[str, ...], *grids: Grid) -> Page:
    """A page of plain sentences: `page.name.title`, and for each line its name and how it is done."""
    return Page(
        Text(f"undaunted.page_title.{name}"),
        tuple(
            (str(n), Text(f"undaunted.page_line.{name}_{n}"), Text(f"undaunted.page_how.{name}_{n}"))
            for n in range(1, lines + 1)
        ),
        str(Cite(DOCUMENT, section)),
        rulings,
        grids=grids,
        counted=False,
    )


def _gameplay() -> Page:
    page = _page(
        "gameplay", "GAMEPLAY", 4, ("Q01", "Q11", "Q12", "Q13", "Q14", "Q15", "Q16", "Q17", "Q18", "Q19", "Q69")
    )
    kinds = tuple(kind_word(kind) for kind in dict.fromkeys(KIND))
    return replace(page, after=(Text("undaunted.page.sequence", kinds=kinds),))


def _guide_list() -> Grid:
    rows: tuple[tuple[Field, ...], ...] = tuple((str(n), Text(f"undaunted.page_guide.{n}")) for n in range(1, 5))
    return Grid(Text("undaunted.page.guide"), (Text("undaunted.page.line"), Text("undaunted.page.unit")), rows)


def _inspire_order(tables: Tables) -> Grid:
    rows = tuple(
        (enough, Text("undaunted.page.others", kinds=tuple(kind_word(kind) for kind in tables.inspire[enough])))
        for enough in (False, True)
    )
    return Grid(
        Text("undaunted.page.inspire"), (Text("undaunted.question.scouted_enough"), Text("undaunted.page.order")), rows
    )


def _target_values(tables: Tables) -> Grid:
    rows = tuple((kind_word(kind), value) for kind, value in tables.values.items())
    return Grid(Text("undaunted.page.values"), (Text("undaunted.page.unit"), Text("undaunted.page.value")), rows)


def _target_table(tables: Tables) -> Grid:
    """The columns of the author; below each the weakest unit."""
    weakest = Text("undaunted.page.weakest")
    columns = [(*map(kind_word, column), weakest) for column in tables.columns.values()]
    depth = max(map(len, columns))
    head = tuple(map(kind_word, tables.columns))
    rows = tuple(tuple(column[n] if n < len(column) else "" for column in columns) for n in range(depth))
    return Grid(Text("undaunted.page.target_table"), head, rows)
