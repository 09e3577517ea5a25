"""The table of the day in a browser: from a first victory to the row of days and a text for others."""

import re
from datetime import date

import pytest

from kempelen.engine.game import say_in
from kempelen.web.rooms import day
from tests.e2e.clicks import expect, over, pace, play_to_the_end, see_the_end, settled
from tests.e2e.test_stars import follow_the_tip

GAME = "saboteur"
COPIED = """() => {
  window.told = '';
  Object.defineProperty(navigator, 'share', {configurable: true, value: undefined});
  Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText: async text => { window.told = text; }}});
}"""
NO_CLIPBOARD = "() => Object.defineProperty(navigator, 'clipboard', {configurable: true, value: undefined})"


@pytest.mark.both_homes
def test_from_a_first_victory_to_the_table_of_the_day(visit, base, home, monkeypatch):
    """On a computer at a server in English, on a phone from the folder in German; there it is the day that it is."""
    monkeypatch.setattr(day, "today", lambda: date(2026, 11, 18))
    width, height, lang = (1280, 800, "en") if home == "server" else (390, 844, "de")
    page, say = visit(width, height, lang), say_in(lang)
    page.goto(base)
    expect(page.locator("#days, #today")).to_have_count(0)  # whoever knows no game begins with a first one
    page.click(f"#game-{GAME} .primary")
    settled(page)
    pace(page)
    while not over(page):
        follow_the_tip(page)
    see_the_end(page)
    assert page.get_attribute("#share", "data-share").startswith(f"{say('web.name')}\n")

    page.goto(base)
    expect(page.locator("#today .eyebrow")).to_contain_text(say("web.day.title"))
    week = page.locator("#days .week li")
    expect(week).to_have_count(7)
    expect(week.last.locator(".sr")).to_contain_text(say("web.day.open"))
    page.click("#today button")
    settled(page)
    assert say("web.day.same") in page.evaluate("() => document.querySelector('#how').content.textContent")
    pace(page)
    table = page.url

    # Whoever leaves it comes back to it.
    page.goto(base)
    expect(page.locator("#today")).to_have_count(0)
    page.click("#go-on")
    settled(page)
    assert page.url.partition("?")[0] == table.partition("?")[0]
    play_to_the_end(page)
    see_the_end(page)
    page.evaluate(COPIED)
    page.click("#share")
    expect(page.locator("#share")).to_have_text(say("web.day.shared"))
    first, second, third = page.evaluate("() => window.told").splitlines()
    assert re.fullmatch(rf"{say('web.name')}: {say('web.day.title')}, \d+\.? \w+ 20\d\d", first)
    assert second.startswith("Saboteur, ")
    assert re.match(r"[★☆]{3} · \w+", third)

    # The row has it, and what was told at the end is told there too; without a clipboard it can be copied by hand.
    page.goto(base)
    expect(week.last).to_have_class(re.compile("on"))
    expect(week.last.locator(".sr")).not_to_contain_text(say("web.day.open"))
    assert page.get_attribute(".offers [data-share]", "data-share") == "\n".join((first, second, third))
    page.evaluate("() => Object.defineProperty(navigator, 'share', {configurable: true, value: undefined})")
    page.evaluate(NO_CLIPBOARD)
    page.click(".offers [data-share]")
    assert page.input_value(".offers textarea") == "\n".join((first, second, third))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.click(".offers form button")  # again, with the same deal
    settled(page)
    assert page.url.partition("?")[0] != table.partition("?")[0]
