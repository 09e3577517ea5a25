"""The automa's document, printed back: compared with checked-in pages, and read for what must be in it.

After a wanted change: `kempelen document undaunted --lang en > tests/documents/undaunted.en.md`, likewise for de.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kempelen.behaviour.document import markdown
from kempelen.engine.game import say_in
from kempelen.engine.rulings import options_text
from kempelen.engine.setup import edition_for, options_in
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.pages import pages
from kempelen.parts.document import pages_of, readings_of
from kempelen.text.say import LANGUAGES

GOLDEN = Path(__file__).parents[2] / "documents"


def printed(lang):
    """As `kempelen document` has it: the edition in the reader's language, and it says so."""
    say = say_in(lang)
    options = options_in(GAME, edition_for(GAME, "", lang), {})
    notes = (*GAME.credits, options_text(lang, options, GAME.rulings))
    pages = pages_of(GAME, options)
    return markdown(say("undaunted.title"), (*pages, *readings_of(GAME, pages, options)), notes, say)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_are_as_checked_in(lang):
    assert printed(lang) == (GOLDEN / f"undaunted.{lang}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_author_finds_every_card_line_and_row(lang):
    text = printed(lang)
    say = say_in(lang)
    for chart in charts_for(GAME.rulings.resolve(GAME.editions[lang])).values():
        assert f"## {say.of(chart.title)}\n" in text
        assert f"`{chart.cite}`" in text
        for ask in chart.asks:
            number = f"{ask.number}) " if ask.numbered else ""
            assert f"- {number}**{say.of(ask.question.text(*ask.about))}**" in text
        for row in chart.rows:
            assert re.search(rf"\| {say(f'undaunted.action.{row.action}')}\*? \|.* {row.least}–{row.most} \|", text)


def test_readings_are_printed_as_the_edition_has_them():
    """The German text changes three of our readings: its sheet must not say the contrary of its own tables."""
    german = printed("de")
    assert "?** Auch bei Ergebnissen außerhalb der Tabelle." in german
    assert "?** ERKUNDEN ist trotzdem VERSCHLEIERN." in german
    assert "?** Mehr Deckung, oder neben den meisten Punkten." in german
    assert "Nur bei SICHERN" not in german
    assert "?** Only on CONTROL, when he cannot control." in printed("en")


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


@pytest.mark.parametrize("edition", GAME.editions)
def test_every_reading_of_the_document_is_named_on_a_page(edition):
    """H readings are about the base game and the scripted opponent, not about the document."""
    named = {ruling for page in pages_of(GAME, GAME.editions[edition]) for ruling in page.rulings}
    assert named == {id for id in GAME.rulings if id.startswith("Q")}


def test_cards_name_the_readings_that_shape_them():
    named = {page.title.key.rpartition(".")[2]: set(page.rulings) for page in pages_of(GAME)}
    assert "Q23" in named["sergeant"]
    assert {"Q23", "Q24"} <= named["guide"]
    assert {"Q28", "Q29"} <= named["scout"]
    assert "Q03" in named["rifleman"]
    assert "Q39" in named["mg"]
    assert {"Q47", "Q48", "Q49", "Q50"} <= named["mortar"]
    assert all({"Q06", "Q07"} <= named[unit] for unit in ("scout", "rifleman", "sniper", "mg", "mortar"))
    assert {"Q59", "Q70", "Q71"} <= named["bolster"] | named["move"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_author_did_not_number_has_no_number(lang):
    text = printed(lang)
    assert not re.search(r"\b0[a-c]\b", text)
    assert say_in(lang)("chart.go_on_next") in text


def test_the_german_edition_says_that_results_outside_are_rolled_again():
    say = say_in("en")
    german = {page.title.key: markdown("x", [page], (), say) for page in pages_of(GAME, GAME.editions["de"])}
    again = say("chart.outside_rerolled")
    assert [key for key, text in german.items() if again in text] == ["undaunted.chart.rifleman"]
    assert again not in printed("en")
