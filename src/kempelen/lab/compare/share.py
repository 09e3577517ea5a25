"""An automa as one page to give away: its printed page with odds and heat map, what it does, a game, and the file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from importlib.util import find_spec
from typing import Any

from kempelen.automa.changes import changes_of
from kempelen.automa.shipped import ENDING
from kempelen.behaviour.document import CHANGED, Grid, Page
from kempelen.engine.trace import cited
from kempelen.lab.compare.positions import decisions_section
from kempelen.lab.compare.report import Comparison, change_text, repeat_section, verdict, wins_section
from kempelen.lab.compare.story import game_section
from kempelen.lab.compare.tables import heat_pages, opposite
from kempelen.lab.report.page import Raw, Section, Words, html_page
from kempelen.parts.automas import credits_of, readings_of
from kempelen.text.say import Say
from kempelen.wording import bot_name, sheet_name

__all__ = ["page_html", "share_page", "share_sections"]

POSITIONS = 3
"""Where it decides otherwise than the original, so many positions are shown."""


def share_page(found: Comparison, languages: Sequence[Say]) -> str:
    """The page of A, measured by B; one file, no network."""
    by_lang = {say.lang: say for say in languages}
    data = {"id": found.a.id, "digest": found.a.digest, "game": found.game.name, "file": found.a.text}
    return html_page(partial(sheet_name, found.game, found.a), by_lang, lambda say: share_sections(found, say), data)


def share_sections(found: Comparison, say: Say) -> list[Section]:
    made: list[Section | None] = [_about(found, say), _printed(found, say)]
    if found.a is not found.b:
        if find_spec("matplotlib") is not None:
            made.append(wins_section(found, say))
        few = replace(found.decisions, largest=found.decisions.largest[:POSITIONS])
        made.append(decisions_section(found.game, found.names(say), few, say))
    made += [game_section(found.game, found.scenarios[0].experiments[0], say), _file(found, say)]
    made.append(repeat_section(found, say))
    return [section for section in made if section is not None]


def _about(found: Comparison, say: Say) -> Section:
    section = Section("about", say("automa.share.about"))
    add, sheet = section.parts.append, found.a
    for credit in credits_of(found.game, sheet):
        add(Words(say.of(credit)))
    if found.a is not found.b:
        for one in found.scenarios:
            add(Words(verdict(found, one, say), "lead"))
    who = bot_name(found.game, opposite(found.game), say)
    add(Words(say("automa.compare_honest", who=who, seed=found.seed), "small"))
    changes = changes_of(sheet)
    if changes and sheet.base is not None:
        add(Words(say("automa.changes", base=sheet_name(found.game, sheet.base, say))))
        add(Raw(_list(say.of(change_text(change)) for change in changes)))
    for reading in readings_of(sheet):
        add(Words(say.of(reading), "small"))
    return section


def _list(lines: Iterator[str]) -> str:
    return f'<ul class="small">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def _printed(found: Comparison, say: Say) -> Section:
    """The author's own pages first; what he took over can be unfolded."""
    one, sheet = found.scenarios[0], found.a
    pages = heat_pages(found.game, sheet, one.experiments[0], one.tallies[0])
    own = [page for page in pages if page.source.startswith(f"{sheet.head.cited} / ")] or list(pages)
    section = Section("page", say("automa.share.page"))
    who = bot_name(found.game, opposite(found.game), say)
    fields: dict[str, Any] = {"n": one.pairs.n, "scenario": found.called(one, say), "who": who, "seed": found.seed}
    section.parts.append(Words(say("document.heat", **fields), "small"))
    section.parts.extend(Raw(page_html(page, say)) for page in own)
    rest = [page for page in pages if page not in own]
    if rest:
        inside = "".join(page_html(page, say) for page in rest)
        title = escape(say("automa.share.rest", n=len(rest)))
        section.parts.append(Raw(f"<details><summary>{title}</summary>{inside}</details>"))
    return section


def page_html(page: Page, say: Say) -> str:
    """A printed page: its lines with their share of the decisions, changed ones marked; then its tables."""
    title, source = escape(say.of(page.title, "Nom")), escape(cited(page.source, say))
    out = [f'<h3>{title} <small class="small">{source}</small></h3>']
    out += [f"<p>{escape(say.of(sentence))}</p>" for sentence in page.intro]
    rows = "".join(_line_html(page, *line, say) for line in page.lines)
    if rows:
        out.append(f'<div class="wide" tabindex="0"><table class="heat printed"><tbody>{rows}</tbody></table></div>')
    out += [_grid_html(grid, say) for grid in page.grids]
    out += [f"<p>{escape(say.of(sentence))}</p>" for sentence in page.after]
    if page.changed:
        out.append(f'<p class="small">{escape(say("document.changed", mark=CHANGED))}</p>')
    return "".join(out)


def _line_html(page: Page, number: str, line: Any, how: Any, say: Say) -> str:
    words = f"<strong>{escape(say.of(line, 'Nom'))}</strong>"
    if how is not None:
        words += f" {escape(say.of(how))}"
    if page.mark(number):
        words += f' <span class="changed">{CHANGED}</span>'
    heat = page.heat.get(number)
    cell = ""
    if heat is not None:
        cell = f'<td class="h" style="--w:{heat.share:.3f}">{escape(page.warmth(number, say))}</td>'
    mark = ' class="never"' if heat is not None and not heat.done else ""
    return f'<tr{mark}><th scope="row">{escape(page.shown(number))}</th><td>{words}</td>{cell}</tr>'


def _grid_html(grid: Grid, say: Say) -> str:
    caption = f"<caption>{escape(say.of(grid.caption))}</caption>" if grid.caption is not None else ""
    head = "".join(f'<th scope="col">{escape(say.of(cell))}</th>' for cell in grid.head)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(say.of(cell))}</td>' for cell in row)}</tr>" for row in grid.rows)
    inside = f"{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inside}</table></div>'


def _file(found: Comparison, say: Say) -> Section:
    """The file itself, to read and to take along."""
    sheet = found.a
    inside, name = b64encode(sheet.text.encode()).decode(), sheet.id + ENDING
    words = escape(say("automa.share.download", file=name))
    link = f'<p><a download="{escape(name)}" href="data:text/plain;base64,{inside}">{words}</a></p>'
    how = Words(say("automa.share.file_words", command=f"kempelen play {found.game.name} --automa {name}"))
    return Section("file", say("automa.share.file"), [how, Raw(link), Raw(f"<pre>{escape(sheet.text)}</pre>")])
