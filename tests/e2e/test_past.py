"""A replay is a table: seats, an event line, marks on the board, a why; and so is the file of it, without a server."""

import pytest

from kempelen.engine.game import games, say_in
from tests.e2e.clicks import expect, over, pace, settled, tip, version

GAMES = tuple(games())
SAY = say_in("en")


@pytest.fixture
def finished(visit, base):
    """A first game by its tips, and where it was."""

    def play(game, most=60):
        page = visit()
        page.goto(base)
        page.click(f"#game-{game} .primary")
        settled(page)
        pace(page)
        for _ in range(most):
            if over(page):
                break
            before = version(page)
            tip(page)
            page.click("#show-me")
            page.click("#commit")
            page.locator(f"#table:not(.busy):not([data-version='{before}'])").wait_for()
            settled(page)
        assert over(page)
        return page, page.url.partition("?")[0]

    return play


MARKED = "#marks .event :is(.ring, .trail2, .aim2, .pop)"
SPOT = "#then[data-number='{}'][data-deed='{}']"


def walk_to(page, wanted, key="ArrowRight", most=60):
    """Step by step until it is there."""
    for _ in range(most):
        if page.locator(wanted).count():
            return
        then = page.locator("#then")
        before = SPOT.format(then.get_attribute("data-number"), then.get_attribute("data-deed"))
        page.keyboard.press(key)
        page.locator(f"#then:not({before})").wait_for(state="attached")
    raise AssertionError(wanted)


def test_a_replay_looks_like_the_table(finished):
    page, table = finished("tactics")
    page.goto(f"{table}/replay?at=1")
    expect(page.locator("#seats .seat .facts").first).to_be_visible()
    expect(page.locator("#dock .you")).to_be_visible()
    walk_to(page, MARKED)
    # Each thing of a long turn has its own step, its own address, and its reasons beside it.
    walk_to(page, "#told [data-deed]")
    page.locator("#told [data-deed]").last.click()
    expect(page.locator("#told [data-deed]").last).to_have_attribute("aria-current", "step")
    words = page.inner_text("#event .txt")
    page.goto(page.url)
    assert page.inner_text("#event .txt") == words
    page.goto(f"{table}/replay?at=1")
    walk_to(page, "#event .chip.why")
    expect(page.locator("#why-body .steps li:visible, #why-body .passed-over > summary").first).to_be_visible()
    expect(page.locator("#live")).to_contain_text(page.inner_text("#event .txt b"))


@pytest.mark.parametrize("game", ["tactics", "universalis"])
def test_the_file_of_it_does_the_same_from_the_disk(finished, visit, tmp_path, game):
    page, table = finished(game)
    file = tmp_path / "game.html"
    file.write_text(page.evaluate("async at => (await fetch(at)).text()", f"{table}/replay.html"), "utf-8")
    alone, wrong = visit(width=390, height=844), []
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith("file:") else None)
    alone.context.set_offline(True)
    alone.goto(file.as_uri())
    expect(alone.locator("#seats .seat").first).to_be_visible()
    walk_to(alone, MARKED)
    alone.click("#player [data-go=last]")
    expect(alone.locator("#event .stepper [data-go=next]")).to_be_disabled()
    walk_to(alone, "#why-body .steps li", "ArrowLeft")
    expect(alone.locator("#why-body .steps li").first).to_be_visible()
    assert alone.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert not wrong
