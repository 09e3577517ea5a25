"""Somebody who has never been here: he follows the tips, he uses the keyboard and what is read aloud, he has a phone."""

import re

import pytest

from kempelen.engine.game import say_in
from tests.e2e.clicks import expect, over, pace, see_the_end, settled, tip, version

SAY = say_in("en")
WEIGHT = 400_000
"""So many bytes a table may take on its way here."""


def begin(page, base, game):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


def by_the_tip(page):
    """What the tip shows, and what it shows is done."""
    before = version(page)
    tip(page)
    page.click("#show-me")
    expect(page.locator("#armed")).to_be_visible()
    page.click("#commit")
    page.locator(f"#table:not(.busy):not([data-version='{before}'])").wait_for()
    settled(page)


SIGNS = "all => all.map(one => one.getAttribute('class'))"


@pytest.mark.parametrize(("game", "width", "height"), [("saboteur", 390, 844), ("tactics", 1280, 800)])
def test_a_first_game_by_its_tips(visit, base, game, width, height):
    page = visit(width=width, height=height)
    begin(page, base, game)
    pace(page)
    signs = page.locator(".seat .emb").evaluate_all(SIGNS)
    for _ in range(90):
        if over(page):
            break
        by_the_tip(page)
    see_the_end(page)
    expect(page.locator("#end .next")).to_have_count(1)
    # Everybody is who he was: one's own plate is one's own, the goal was one's own.
    expect(page.locator("#dock .you h3")).to_contain_text(SAY("web.end.you"))
    assert page.locator(".seat .emb").evaluate_all(SIGNS) == signs, "roles that are shown change nobody's colour"


def tab_to(page, wanted, most=90):
    """From one thing to the next, until it has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError("it cannot be reached by keys")


def first_button(page, game):
    return page.get_by_role(
        "button", name=re.compile(rf"^{SAY('web.home.first')}\W+{re.escape(SAY(f'{game}.title'))}$")
    )


UNNAMED = """() => [...document.querySelectorAll('button, a[href], summary, select, input, [tabindex="0"]')]
  .filter(one => one.offsetParent && !one.textContent.trim() && !one.getAttribute('aria-label') && !one.labels?.length
    && !one.getAttribute('aria-labelledby') && !one.querySelector('title')).map(one => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("game", ["tactics", "undaunted", "universalis"])
def test_a_whole_first_game_by_tips_and_keys_alone(visit, base, game):
    """As somebody plays who sees nothing: from name to name, by Tab and Enter, as the tip advises; no board is looked
    at, and what happened is told in words."""
    page = visit()
    page.goto(base)
    tab_to(page, first_button(page, game))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#card")).not_to_be_visible()
    pace(page)
    live, told = page.locator("#live"), set()
    for _ in range(90):
        if over(page):
            break
        before = version(page)
        expect(page.get_by_role("heading", name=SAY("web.table.your_turn"), level=2)).to_be_visible()
        assert page.evaluate(UNNAMED) == []
        if not page.locator("#hint").is_visible():
            page.keyboard.press("t")
        tab_to(page, page.get_by_role("button", name=SAY("web.table.show_me"), exact=True))
        page.keyboard.press("Enter")
        expect(page.locator("#commit")).to_be_visible()
        described = page.locator("#commit").get_attribute("aria-describedby")
        assert page.locator(f"#{described}").inner_text().strip(), "what would be done is read with its button"
        page.keyboard.press("Enter")
        page.locator(f"#table:not(.busy):not([data-version='{before}'])").wait_for()
        settled(page)
        told.add(live.text_content())
    assert over(page)
    assert len(told - {""}) > 3, "what happened is told, and not always the same"
    page.keyboard.press("Enter")
    end = page.get_by_role("dialog")
    verdicts = "|".join(SAY(f"web.end.{how}") for how in ("won", "lost", "drawn"))
    expect(end.get_by_role("heading", name=re.compile(verdicts))).to_be_visible()


def test_a_whole_first_game_by_keyboard_and_by_what_is_read_aloud(visit, base):
    """No click and no look at the board: names of what has the focus, digits, Enter, and the sentences told."""
    page = visit()
    page.goto(base)
    tab_to(page, first_button(page, "saboteur"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#card")).not_to_be_visible()
    pace(page)
    for _ in range(40):
        if over(page):
            break
        before = version(page)
        expect(page.get_by_role("heading", name=SAY("web.table.your_turn"), level=2)).to_be_visible()
        for _ in range(6):
            choices = page.locator("#choices").get_by_role("button")
            assert all(name.strip() for name in choices.all_text_contents()), "every choice has words"
            page.keyboard.press("Enter" if page.locator("#commit").count() else "1")
            settled(page)
            if over(page) or version(page) != before:
                break
        assert over(page) or version(page) != before
        assert page.locator("[aria-live]").count()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Enter")
    end = page.get_by_role("dialog")
    verdicts = "|".join(SAY(f"web.end.{how}") for how in ("won", "lost", "drawn"))
    expect(end.get_by_role("heading", name=re.compile(verdicts))).to_be_visible()
    words = (SAY("web.end.again"), SAY("web.end.rematch"), *(SAY("web.end.again_stars", n=n) for n in (1, 2, 3)))
    again = end.get_by_role("button", name=re.compile(f"^({'|'.join(map(re.escape, words))})$"))
    expect(again).to_have_count(1)
    for _ in range(20):
        page.keyboard.press("Tab")
        if again.evaluate("one => one === document.activeElement"):
            break
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)
    settled(page)
    assert not over(page)


@pytest.mark.parametrize(
    ("game", "scenario"), [("saboteur", "commercial"), ("tactics", "kraken"), ("undaunted", "platoon")]
)
def test_a_table_takes_little_from_a_server(visit, base, game, scenario):
    """What comes over the line for somebody whose browser has kept nothing; the board, every script and texture."""
    page = visit()
    page.goto(f"{base}/new/{game}?scenario={scenario}")
    page.click("form.setup .primary")
    settled(page)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    came = []
    line.on("Network.loadingFinished", lambda told: came.append(told["encodedDataLength"]))
    page.reload()
    settled(page)
    page.wait_for_load_state("load")
    assert 50_000 < sum(came) < WEIGHT


def test_letters_twice_as_large_lose_nothing(visit, base):
    """A window of 1280 by 800 at 200 %: the page scrolls, nothing is cut, nothing lies beside the screen."""
    page = visit(width=640, height=400)
    begin(page, base, "saboteur")
    cards = page.locator("#own .hc")
    expect(cards).to_have_count(6)
    for part in (*cards.all(), page.locator("#show-me"), page.locator(".seat").first):
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 641
        assert box["height"] >= 24
    assert page.evaluate("() => document.querySelector('#board').offsetHeight") >= 0.55 * 400
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 640


def test_where_one_is_on_a_board_that_is_larger_than_its_window(visit, base):
    page = visit()
    begin(page, base, "tactics")
    expect(page.locator("#minimap")).to_be_hidden()
    page.click("[data-zoom=in]")
    page.click("[data-zoom=in]")
    expect(page.locator("#minimap")).to_be_visible()
    expect(page.locator("#minimap .foe")).to_have_count(1)
    seen = page.locator("#minimap .seen")
    before = seen.get_attribute("x")
    page.locator("#minimap").click(position={"x": 90, "y": 90})
    expect(seen).not_to_have_attribute("x", before)
    page.click("[data-zoom=fit]")
    expect(page.locator("#minimap")).to_be_hidden()


def test_a_guest_takes_a_table_off_his_list(visit, base):
    host, guest = visit(), visit()
    begin(host, base, "saboteur")
    host.goto(host.url.partition("?")[0] + "/share")
    spectators = host.locator(".link").last
    address = spectators.locator("input.address").input_value()
    guest.goto(address)
    guest.locator("#table").wait_for()
    guest.goto(base)
    expect(guest.locator("#running .run")).to_have_count(1)
    guest.click("#running .more summary")
    expect(guest.locator("#running .danger")).to_have_count(0)
    guest.click("#running form[action$='/leave'] button")
    expect(guest.locator("#running .run")).to_have_count(0)
    host.goto(base)
    expect(host.locator("#running .run")).to_have_count(1)


CUT = """() => {
  const nav = document.querySelector('#pnav').getBoundingClientRect().top;
  const all = [...document.querySelectorAll('#choices .choice')].map(one => [one.textContent, one.getBoundingClientRect()]);
  const tip = document.querySelector('#tips summary');
  return [...all.filter(([, box]) => box.bottom > nav || !box.height).map(([text]) => text),
    ...(tip && tip.scrollHeight - tip.clientHeight > 2 ? [tip.textContent] : [])];
}"""


def test_a_phone_shows_every_action_and_the_whole_tip(visit, base):
    """What one may do is not looked for behind "more": two turns of a game with many actions, in the longer language."""
    page = visit(width=390, height=844, lang="de")
    begin(page, base, "universalis")
    pace(page)
    seen = 0
    for _ in range(8):
        if page.locator("#choices .choice").count() > 5:
            seen += 1
            assert page.evaluate(CUT) == []
        by_the_tip(page)
    assert seen > 1


def test_who_has_enough_lets_the_tips_play_to_the_end(visit, base):
    page = visit(width=390, height=844)
    begin(page, base, "saboteur")
    before = page.locator("#table").get_attribute("data-pace")
    assert before != "instant"
    page.click("#menu > summary")
    page.locator("#menu [data-to-end]").click()
    expect(page.locator("#table[data-over]")).to_have_count(1)
    expect(page.locator(f'#table[data-pace="{before}"]')).to_have_count(1)  # the next game is not rushed through
    see_the_end(page)
