"""Every game, from the home page: the first game by clicking to its end, and everything round it."""

import pytest

from kempelen.engine.game import games, say_in
from tests.e2e.clicks import changed, choose, confirm, over, pace, play_to_the_end, see_the_end, settled, version

GAMES = tuple(games())


def begin(page, base, game):
    """Two clicks: the address, and the game."""
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_plays_the_first_game(visit, base, game):
    page = visit()
    begin(page, base, game)
    assert page.locator("#hint").inner_text().strip(), "a first game has hints"
    pace(page)

    # Taking back.
    asked, here = page.text_content("#asked"), version(page)
    choose(page, 2)
    assert not over(page)
    after = version(page)
    asks = page.locator("#undo").get_attribute("data-asks")
    page.click("#undo")
    if asks:  # others have acted since: that is not taken back by one touch
        page.click(".asks-first .btn:not(.costly)")
        assert version(page) == after
        page.click("#undo")
        page.click(".asks-first .costly")
    changed(page, after)
    assert version(page) > after > here
    assert page.text_content("#asked") == asked

    # Loading the page again, and in the other language.
    page.reload()
    settled(page)
    assert page.text_content("#asked") == asked
    page.click("#menu > summary")
    page.click(".languages button[value=de]")
    page.locator("html[lang=de]").wait_for()
    settled(page)
    assert page.inner_text("#tab-log") == say_in("de")("web.tabs.log")
    page.click("#menu > summary")
    page.click(".languages button[value=en]")
    page.locator("html[lang=en]").wait_for()
    settled(page)

    play_to_the_end(page)
    assert page.text_content("#status") == say_in("en")("web.table.over")

    # The end, and the table behind it.
    see_the_end(page)
    won = {say_in("en")(f"web.end.{how}") for how in ("won", "lost", "drawn")}
    assert page.inner_text("#end-title") in won
    page.click("[data-close=end]")

    # Why: all of it, now that nothing is secret any more.
    page.click("#tab-log")
    page.locator("#pane-log .why-button").first.click()
    step = page.locator("#why-body .steps li:visible").first
    step.wait_for()
    assert step.locator(".sources").inner_text().strip()

    # Watching it again.
    page.click("[data-open=end]")
    page.click("#watch")
    page.wait_for_url("**/replay*")
    page.click("[data-go=next]")
    page.locator("#then[data-number='1']").wait_for()
    page.locator("#slider").fill("3")
    page.locator("#then[data-number='3']").wait_for()
    page.select_option("#speed", "250")
    page.click("#play")
    page.locator("#then:not([data-number='3'])").wait_for()  # by itself; how far depends on the machine
    page.click("#play")

    # Playing on from there.
    page.click("[data-go=first]")
    page.locator("#then[data-number='0']").wait_for()
    page.click("#fork button")
    page.locator("#table").wait_for()
    settled(page)
    assert not over(page)


def test_the_downloaded_file_plays_by_itself(visit, base, tmp_path):
    page = visit()
    begin(page, base, GAMES[0])
    pace(page)
    play_to_the_end(page)
    see_the_end(page)
    with page.expect_download() as waiting:
        page.click("#end a[href*='replay.html']")
    file = tmp_path / "game.html"
    waiting.value.save_as(file)
    alone = visit()
    alone.context.set_offline(True)
    alone.goto(file.as_uri())
    assert alone.locator("#s-board").count() == 1
    before = alone.inner_html("#s-board")
    alone.click("[data-go=last]")
    assert alone.inner_html("#s-board") != before
    assert alone.inner_text("#told").strip()
    alone.click("[data-go=back]")
    alone.keyboard.press("ArrowLeft")
    now, last = map(int, alone.inner_text("#number").split("/"))
    assert now == last - 2


@pytest.mark.both_homes
def test_odds_on_demand(visit, base):
    """What an automa would do, in the tab; one of them can be taken from there."""
    page = visit()
    begin(page, base, GAMES[0])
    page.click("#tab-odds")
    page.click("#ask-odds")
    page.locator("#odds-body .odds li").first.wait_for()
    assert "%" in page.inner_text("#odds-body")
    before = version(page)
    page.locator("#odds-body [data-play]").first.click()
    confirm(page)
    changed(page, before)


def test_by_keyboard_alone(visit, base):
    """Tab and Enter lead to a game; digits, arrows, Enter and Escape choose; letters open the rest; u takes back."""
    page = visit()
    page.goto(base)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.gc .primary')"):
            break
    page.keyboard.press("Enter")
    page.locator("#card[open]").wait_for()
    page.keyboard.press("Enter")
    page.locator("#card:not([open])").wait_for(state="attached")
    settled(page)
    begun = version(page)
    for _ in range(8):
        page.keyboard.press("Enter" if page.locator("#commit").count() else "1")
        settled(page)
        if version(page) != begun:
            break
    assert version(page) > begun
    assert page.evaluate("() => document.activeElement.closest('#now') !== null"), "the focus stays at the decision"

    for key, tab in (("l", "log"), ("o", "odds"), ("k", "rules"), ("w", "why")):
        page.keyboard.press(key)
        assert page.locator(f"#pane-{tab}").is_visible()
    page.keyboard.press("g")
    page.locator("#card[open]").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("#keys[open]").wait_for()
    page.keyboard.press("Escape")

    settled(page)
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('#table .live')"):
            break
    else:
        raise AssertionError("no lit piece can be reached with Tab")
    page.keyboard.press("Enter")
    assert page.locator(".chosen").count()
    page.keyboard.press("Escape")
    assert not page.locator(".chosen").count()
    before = version(page)
    page.keyboard.press("u")
    page.locator("dialog.asks-first[open]").wait_for()  # others have acted since
    page.keyboard.press("Enter")
    changed(page, before)
