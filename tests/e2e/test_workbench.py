"""The workbench by hand: an error at its line, mended; the page and its odds change; one card against it."""

import re

from kempelen.engine.game import say_in
from tests.e2e.clicks import expect, settled

SAY = say_in("en")


def test_change_a_card_and_play_against_it(visit, base):
    page = visit()
    page.goto(f"{base}/workbench/undaunted?section=chart+rifleman")
    text = page.locator("#text")
    written = text.input_value()
    page.locator(".verdict.good").wait_for()
    before = page.inner_text(".sheet table")

    text.fill(written.replace("may_shoot_at 5", "may_shot_at 5"))
    page.locator(".verdict.bad").wait_for()
    line = written[: written.index("5 [may_shoot_at")].count("\n") + 1
    assert page.inner_text(".margin .bad") == str(line)
    assert "may_shoot_at" in page.inner_text(".problems")
    page.click(".problems a")
    assert page.evaluate("document.activeElement.id") == "text"

    text.fill(written.replace("drm +1, ATTACK", "drm +4, ATTACK"))
    page.locator(".verdict.good").wait_for()
    page.locator(".sheet .changed").wait_for()
    assert page.inner_text(".sheet table") != before

    page.click("#effect")
    page.locator("#effect-shown p").first.wait_for(timeout=120_000)
    page.click("#play")
    page.wait_for_url(re.compile(r"/tables/"))
    settled(page)
    page.goto(f"{base}/workbench/undaunted?section=chart+rifleman")
    page.click("#restore")
    expect(text).to_have_value(re.compile(r"drm \+4, ATTACK"))
