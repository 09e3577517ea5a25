"""The page itself: one file, no script, no network; light and dark, on a telephone, on paper, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any

from kempelen.lab.report.pictures import MARK
from kempelen.text.say import Say

__all__ = ["Picture", "Raw", "Section", "Table", "Words", "html_page", "section_html"]


BESIDE = 56
"""A table with more letters in a line stands below its picture, not beside it."""
WRAPPED = 18
"""So many letters of a row's name fit into one line; a longer one has several."""


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str
    weight: str = ""
    """`lead` for what matters most, `small` for a remark."""


@dataclass(frozen=True, slots=True)
class Table:
    """A heading for every column; cells are plain words. Numbers stand on the right, from column `left` on."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG drawing, with what it shows in a sentence; a table follows it."""

    svg: str
    caption: str
    table: Table


@dataclass(frozen=True, slots=True)
class Raw:
    """Ready HTML, for what is neither words nor a picture nor a table; whoever makes it has escaped it."""

    html: str


Part = Words | Table | Picture | Raw


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it."""

    name: str
    """A short word for the address: `wins`."""
    title: str
    parts: list[Part] = field(default_factory=list)


def section_html(section: Section, lang: str) -> str:
    # Names inside pictures must differ, also from those in the language that is not shown.
    parts = (_part_html(part).replace(MARK, f"{lang}-{section.name}-{n}-") for n, part in enumerate(section.parts))
    body = "".join(parts)
    return f'<section id="{section.name}-{lang}"><h2>{escape(section.title)}</h2>{body}</section>'


def _part_html(part: Part) -> str:
    match part:
        case Words(text, weight):
            text = escape(text).replace(" %", "\N{NO-BREAK SPACE}%")
            return f'<p class="{weight}">{text}</p>' if weight else f"<p>{text}</p>"
        case Table():
            return _table_html(part)
        case Picture(svg, caption, table):
            figure = f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
            below = " below" if _letters(table) > BESIDE else ""
            return f'<div class="pair{below}">{figure}{_table_html(table)}</div>'
        case Raw(html):
            return html


def _letters(table: Table) -> int:
    """How many letters stand beside each other in its widest line; names of rows may have several lines."""
    columns = zip(table.head, *table.rows, strict=True)
    widest = [max(map(len, column)) for column in columns]
    return min(widest[0], WRAPPED) + sum(widest[1:]) + len(widest)


def _table_html(table: Table) -> str:
    head = "".join(_cell("th", cell, n >= table.left, ' scope="col"') for n, cell in enumerate(table.head))
    body = "".join(_group_html(list(rows), table.left) for _, rows in groupby(table.rows, key=lambda row: row[0]))
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    inside = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inside}</table></div>'


def _group_html(rows: Sequence[Sequence[str]], left: int) -> str:
    """Rows of one name, which stands there once."""
    span = f' scope="rowgroup" rowspan="{len(rows)}"' if len(rows) > 1 else ' scope="row"'
    name = _cell("th", rows[0][0], False, span)
    return "".join(
        f"<tr>{'' if n else name}{''.join(_cell('td', cell, k >= left, '') for k, cell in enumerate(row[1:], 1))}</tr>"
        for n, row in enumerate(rows)
    )


def _cell(tag: str, text: str, right: bool, more: str) -> str:
    side = ' class="n"' if right else ""
    return f"<{tag}{more}{side}>{escape(text)}</{tag}>"


def html_page(
    title: Callable[[Say], str],
    languages: Mapping[str, Say],
    sections: Callable[[Say], Sequence[Section]],
    data: Mapping[str, Any] | None = None,
) -> str:
    """The whole page. With several languages a switch at the top chooses, the first to begin with."""
    css = (files("kempelen.lab.report") / "report.css").read_text("utf-8")
    several = len(languages) > 1
    switches, bodies, rules = [], [], []
    for n, (lang, say) in enumerate(languages.items()):
        made = sections(say)
        links = "".join(f'<li><a href="#{one.name}-{lang}">{escape(one.title)}</a></li>' for one in made)
        body = "".join(section_html(one, lang) for one in made)
        if several:
            checked = " checked" if not n else ""
            switches.append(
                f'<input type="radio" name="lang" id="lang-{lang}"{checked}>'
                f'<label for="lang-{lang}" lang="{lang}">{escape(say("lab.report.language"))}</label>'
            )
            rules.append(f"body:has(#lang-{lang}:checked) .in-{lang}{{display:block}}")
        bodies.append(
            f'<div class="words{f" in-{lang}" if several else ""}" lang="{lang}">'
            f"<header><h1>{escape(title(say))}</h1></header><nav><ol>{links}</ol></nav><main>{body}</main></div>"
        )
    first = next(iter(languages))
    name = escape(title(languages[first]))
    hide = ".words{display:none}" + "".join(rules) if several else ""
    switch = f'<form class="switch">{"".join(switches)}</form>' if several else ""
    inside = json.dumps(data or {}, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<!DOCTYPE html>\n<html lang="{first}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}</title><style>{css}{hide}</style></head><body>{switch}{''.join(bodies)}"
        f'<script type="application/json" id="data">{inside}</script></body></html>\n'
    )
