"""A phone beside a real table, in German, at 360 pixels: the companion of every game, and the desk."""

import pytest

from kempelen.engine.game import games

ANSWERS = ".answers .pick, .board-pic .over, form.deeds .primary"
STEPS, ENOUGH = 60, 5


WIDE = """() => document.documentElement.scrollWidth <= 360 ? [] : [...document.querySelectorAll('*')]
  .filter(one => one.getBoundingClientRect().right > 361).map(one => one.outerHTML.slice(0, 80))"""


def fits(page):
    assert page.evaluate(WIDE) == []
    assert page.locator(".ask").first.inner_text().strip()


@pytest.mark.parametrize("game", games())
def test_a_companion_session_on_a_phone(visit, base, game):
    """One thing after the other: every instruction has a picture and its button on the screen, every question an answer."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/{game}?companion=1")
    page.select_option("[name=dice]", "table")
    page.click("form.setup .big")
    told = 0
    for turn in range(STEPS):
        page.wait_for_load_state()
        page.locator(".sheet.now").first.wait_for()
        fits(page)
        if page.locator("#done").count():
            told += 1
            assert page.locator(".board-pic svg, .deed-text .pic, .checklist").count()
            button = page.locator("#done").bounding_box()
            assert button["y"] + button["height"] <= 740
            page.click("#done")
            if told == ENOUGH:
                break
        elif page.locator(ANSWERS).count():
            page.locator(ANSWERS).nth((turn * 7) % page.locator(ANSWERS).count()).click()
        else:
            break
    assert told, "nobody was told anything"
    page.wait_for_load_state()
    shown = page.url
    page.reload()
    assert page.url == shown
    page.locator(".sheet.now").first.wait_for()
    fits(page)
    for tab in ("table", "why", "log"):
        page.click(f".bottom a[href*='tab={tab}']")
        page.wait_for_url(f"**tab={tab}**")
        page.locator(".one").wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        assert page.locator(".one").inner_text().strip()


def test_undo_is_everywhere(visit, base):
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/saboteur?companion=1")
    page.click("form.setup .big")
    first = page.locator(".ask").inner_text()
    page.locator(".answers .pick").first.click()
    page.locator("header button.icon-button").wait_for()
    page.click("header button.icon-button")
    page.locator("header button.icon-button").wait_for(state="detached")
    assert page.locator(".ask").inner_text() == first


def test_a_card_of_the_adviser_on_a_phone(visit, base):
    """Works without any script."""
    page = visit(width=360, height=740, lang="de", java_script_enabled=False)
    page.goto(f"{base}/desk/undaunted")
    page.click("a[href*='o-rifleman']")
    for place in ("nth=0", "nth=1"):
        page.locator(f"a.pick.big >> {place}").click()
    assert page.locator(".ask").inner_text().strip()
    page.goto(f"{base}/desk/undaunted?q=o-path~c-scout")
    page.locator("svg.sketch a").first.click()
    assert page.locator("svg.sketch").count()
