"""Several people, and a phone beside a real table."""

import re

from kempelen.engine.game import game_named, games
from tests.e2e.clicks import settled

GAMES = tuple(games())


def shared_table(page, base, game):
    """A game for two people; the link for the other."""
    rules = game_named(game)
    scenario = next(s for s in rules.scenarios if rules.seat_counts(s)[-1] > 1)
    page.goto(f"{base}/new/{game}?scenario={scenario}&players={max(2, rules.seat_counts(scenario)[0])}")
    page.select_option("[name=seat2]", "person")
    page.select_option("[name=pace]", "instant")
    page.click("form.setup .big")
    page.wait_for_selector("#table")
    table = page.url
    page.goto(f"{table}/share")
    link = page.locator(".address").first.input_value()
    page.goto(table)
    return link


def test_two_people_do_not_see_each_others_hands(visit, base):
    game = next(name for name in GAMES if game_named(name).physical)
    ann, ben = visit(), visit(lang="de")
    link = shared_table(ann, base, game)
    ben.goto(link)
    ben.wait_for_selector("#table")
    token = link.rpartition("/")[2]
    assert token not in ben.url
    for page, other in ((ann, ben), (ben, ann)):
        mine = set(re.findall(r'data-handle="(card:[^"]+)"', page.inner_html("#own")))
        assert mine
        theirs = set(re.findall(r'data-handle="(card:[^"]+)"', other.content()))
        own = set(re.findall(r'data-handle="(card:[^"]+)"', other.inner_html("#own")))
        assert theirs <= own | set(re.findall(r'data-handle="(card:[^"]+)"', other.inner_html("#around")))
        assert page.locator("#own .tray").first.inner_text() != other.locator("#own .tray").first.inner_text()

    # What one does, the other sees without loading anything.
    turn = ann if ann.locator("#choices button").count() else ben
    watching = ben if turn is ann else ann
    settled(turn)
    before = watching.locator("#table").get_attribute("data-tick")
    for _ in range(6):
        version = turn.locator("#table").get_attribute("data-version")
        turn.locator("#choices button").first.click()
        turn.wait_for_timeout(200)
        if turn.locator("#table").get_attribute("data-version") != version:
            break
    watching.wait_for_function(f"document.querySelector('#table').dataset.tick != '{before}'")

    # A closed laptop misses nothing.
    watching.context.set_offline(True)
    watching.wait_for_timeout(200)
    watching.context.set_offline(False)
    watching.reload()
    watching.wait_for_selector("#table")


def test_a_companion_on_a_phone(visit, base):
    page = visit(width=390, height=844)
    page.goto(base)
    game = next(name for name in GAMES if game_named(name).physical)
    page.click(f"#game-{game} a[href*=companion]")
    page.click("form.setup .big")
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for turn in range(25):
        settled(page)
        if page.locator("#table[data-over]").count():
            break
        buttons = page.locator("#choices button")
        buttons.nth(turn % buttons.count()).click()
        page.wait_for_timeout(100)
    settled(page)
    assert page.locator("#prompt").inner_text().strip()
    page.click("#undo")
    settled(page)
    page.locator("#board-fold > summary").click()
    assert page.locator("#s-board").is_visible()


def test_every_page_fits_a_narrow_phone(visit, base):
    page = visit(width=360, height=740)
    for path in ("/", "/import", *(f"/new/{game}" for game in GAMES), *(f"/rules/{game}" for game in GAMES)):
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    for game in GAMES:
        page.goto(base)
        page.click(f"#game-{game} .primary")
        settled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, game


def test_a_server_that_comes_back(visit, base):
    """A tab in the background lets go of its line and catches up when it is looked at again."""
    page = visit()
    page.goto(base)
    page.locator(".card-game .primary").first.click()
    settled(page)
    other = page.context.new_page()
    other.goto(page.url)
    settled(other)
    for _ in range(6):
        version = other.locator("#table").get_attribute("data-version")
        other.locator("#choices button").first.click()
        other.wait_for_timeout(200)
        if other.locator("#table").get_attribute("data-version") != version:
            break
    page.wait_for_function(f"document.querySelector('#table').dataset.version != '{version}'")
