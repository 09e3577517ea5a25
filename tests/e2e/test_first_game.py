"""Every game, from the home page: the first game by clicking to its end, and everything round it."""

import pytest

from kempelen.engine.game import games, say_in
from tests.e2e.clicks import choose, over, play_to_the_end, settled, version


@pytest.mark.parametrize("game", tuple(games()))
def test_a_newcomer_plays_the_first_game(visit, base, game):
    page = visit()
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)
    assert page.locator("#hint").count() == 1, "a first game has hints"
    page.select_option("#pace", "instant")
    choose(page, 0)
    settled(page)

    # Taking back.
    here = version(page)
    choose(page, 2)
    settled(page)
    page.click("#undo")
    page.wait_for_function(f"document.querySelector('#table').dataset.version > {here}")
    settled(page)

    # Loading the page again, and in the other language.
    status = page.inner_text("#prompt")
    page.reload()
    settled(page)
    assert page.inner_text("#prompt") == status
    page.click(".languages button[value=de]")
    settled(page)
    assert page.inner_text("#log h2") == say_in("de")("web.table.log")
    page.click(".languages button[value=en]")
    settled(page)

    play_to_the_end(page)
    assert say_in("en")("web.table.over") in page.inner_text("#now")

    # Why.
    page.locator(".why-button").first.click()
    page.wait_for_selector("#why-body .steps li")
    assert page.locator("#why-body .sources").first.inner_text().strip()

    # Watching it again.
    page.click("#now .primary")
    page.wait_for_selector("#slider")
    page.click("[data-go=next]")
    page.wait_for_selector("#frame[data-number='1']")
    page.locator("#slider").fill("3")
    page.wait_for_selector("#frame[data-number='3']")
    page.keyboard.press("ArrowRight")
    page.select_option("#speed", "250")
    page.click("#play")
    page.wait_for_selector("#frame[data-number='6'], #frame[data-number='7'], #frame[data-number='8']")

    # Playing on from there.
    page.click("#play")
    page.click("[data-go=first]")
    page.wait_for_selector("#frame[data-number='0']")
    page.click("#fork button")
    page.wait_for_selector("#table")
    settled(page)
    assert not over(page)


def test_the_downloaded_file_plays_by_itself(visit, base, tmp_path):
    page = visit()
    page.goto(base)
    page.locator(".card-game .primary").first.click()
    settled(page)
    page.select_option("#pace", "instant")
    play_to_the_end(page)
    with page.expect_download() as waiting:
        page.click("#now a[download]")
    file = tmp_path / "game.html"
    waiting.value.save_as(file)
    alone = visit()
    alone.context.set_offline(True)
    alone.goto(file.as_uri())
    assert alone.locator("#board svg").count() == 1
    before = alone.inner_html("#board")
    alone.click("[data-go=last]")
    assert alone.inner_html("#board") != before
    assert alone.inner_text("#told").strip()
    alone.click("[data-go=back]")
    alone.keyboard.press("ArrowLeft")
    assert alone.inner_text("#number").split("/")[0] == str(int(alone.inner_text("#number").split("/")[1]) - 2)


def test_by_keyboard_alone(visit, base):
    page = visit()
    page.goto(base)
    page.locator(".card-game .primary").first.focus()
    page.keyboard.press("Enter")
    settled(page)
    before = version(page)
    for _ in range(6):
        page.keyboard.press("1")
        page.wait_for_timeout(150)
        settled(page)
        if version(page) != before:
            break
    assert version(page) != before
    settled(page)
    page.locator(".live").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".chosen").count()
    page.keyboard.press("Escape")
    assert not page.locator(".chosen").count()
    page.keyboard.press("u")
    page.wait_for_function(f"document.querySelector('#table').dataset.version != {version(page)} || true")
    settled(page)
