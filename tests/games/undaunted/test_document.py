"""The automa's document, printed back: compared with checked-in pages, and read for what must be in it.

After a wanted change: `kempelen document undaunted --lang en > tests/documents/undaunted.en.md`, likewise for de.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kempelen.behaviour.document import markdown
from kempelen.engine.game import say_in
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.pages import pages
from kempelen.parts.document import pages_of
from kempelen.text.say import LANGUAGES

GOLDEN = Path(__file__).parents[2] / "documents"


def printed(lang):
    say = say_in(lang)
    return markdown(say("undaunted.title"), pages_of(GAME), GAME.credits, say)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_are_as_checked_in(lang):
    assert printed(lang) == (GOLDEN / f"undaunted.{lang}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_author_finds_every_card_line_and_row(lang):
    text = printed(lang)
    say = say_in(lang)
    for chart in charts_for(GAME.rulings.defaults).values():
        assert f"## {say.of(chart.title)}\n" in text
        assert f"`{chart.cite}`" in text
        for ask in chart.asks:
            assert f"- {ask.item}) **{say.of(ask.question.text(*ask.about))}**" in text
        for row in chart.rows:
            assert re.search(rf"\| {say(f'undaunted.action.{row.action}')}\*? \|.* {row.least}–{row.most} \|", text)


def test_the_authors_modifiers_are_in_the_text():
    text = printed("en")
    for modifier in ("+1", "+2", "+3", "+4", "+6", "−2", "−3", "−4", "−5"):
        assert f"DRM = {modifier}" in text
    assert "WWM = +6" in printed("de")


def test_a_table_of_markdown_is_complete():
    for lang in LANGUAGES:
        columns = 0
        for line in printed(lang).splitlines():
            if not line.startswith("|"):
                columns = 0
                continue
            count = line.count("|")
            assert columns in (0, count), line
            columns = count


def test_options_change_the_pages():
    say = say_in("en")
    german = pages(GAME.rulings.resolve(GAME.editions["de"]))
    assert markdown("x", german, (), say) != markdown("x", pages_of(GAME), (), say)


def test_every_ruling_that_a_page_names_exists():
    named = {ruling for page in pages_of(GAME) for ruling in page.rulings}
    assert named <= set(GAME.rulings)
    assert len(named) > 50
