"""Tips that fold and open again; stars on the first card, at the end and at home."""

import pytest

from kempelen.engine.game import say_in
from tests.e2e.clicks import changed, confirm, expect, over, pace, see_the_end, settled, version

SAY = say_in("en")


def follow_the_tip(page):
    """Do what the tip says, asked for or not, as the page itself would send it."""
    before = version(page)
    page.evaluate("() => document.querySelector('#show-me').click()")
    confirm(page)
    changed(page, before)
    settled(page)


def begun(page, base):
    page.goto(base)
    page.click("#game-undaunted .primary")
    page.locator("#card[open]").wait_for()


def test_a_tip_folds_after_some_choices_and_opens_when_asked(visit, base):
    page = visit()
    begun(page, base)
    settled(page)
    pace(page)
    tips, hint = page.locator("#tips"), page.locator("#hint")
    expect(hint).to_be_visible()
    while not page.locator("#tips.folded").count():
        follow_the_tip(page)
    expect(hint).to_be_hidden()
    expect(page.locator(".from-here")).to_be_visible()
    page.keyboard.press("t")
    expect(hint).to_be_visible()
    expect(page.locator("#show-me")).to_be_visible()
    follow_the_tip(page)
    expect(tips).to_have_class("tips folded")
    expect(page.locator(".from-here")).to_have_count(0)

    # The menu says how tips are given, and the browser remembers it.
    page.click("#menu > summary")
    page.select_option("#set-tips", "open")
    expect(hint).to_be_visible()
    page.reload()
    settled(page)
    tips, hint = page.locator("#tips"), page.locator("#hint")
    expect(hint).to_be_visible()
    page.click("#menu > summary")
    page.select_option("#set-tips", "off")
    expect(tips).to_be_hidden()
    page.click("#menu > summary")

    # Whoever asks three times in a row has them open.
    page.click("#menu > summary")
    page.select_option("#set-tips", "fade")
    page.click("#menu > summary")
    for _ in range(3):
        if over(page):
            return
        if page.locator("#tips.folded").count():
            page.keyboard.press("t")
        follow_the_tip(page)
    if not over(page) and page.locator("#tips").count():
        expect(hint).to_be_visible()


@pytest.mark.parametrize("game", ["undaunted", "saboteur", "tactics", "universalis"])
def test_a_folded_tip_lies_on_nothing_and_the_board_stays_as_it_is(visit, base, game):
    page = visit(390, 844, "de")
    page.goto(base)
    page.click(f"#game-{game} .primary")
    page.locator("#card[open]").wait_for()
    settled(page)
    pace(page)
    while not page.locator("#tips.folded").count():
        follow_the_tip(page)
    expect(page.locator(".from-here")).to_have_text(say_in("de")("web.tips.from_here"))
    assert page.evaluate(LIES_ON) == []
    board = page.locator("#board").bounding_box()["height"]
    page.click("#ask-tip")
    expect(page.locator("#hint")).to_be_visible()
    assert page.locator("#board").bounding_box()["height"] == board


LIES_ON = """() => {
  const own = document.querySelector('#ask-tip').getBoundingClientRect();
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('#now'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest('#tips') || !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 2 && box.right > own.left && box.left < own.right && box.bottom > own.top && box.top < own.bottom) found.push(node.data);
  }
  for (const one of document.querySelectorAll('#now .choice, #result')) {
    const box = one.getBoundingClientRect();
    if (box.right > own.left && box.left < own.right && box.bottom > own.top && box.top < own.bottom) found.push(one.id || one.textContent);
  }
  return found;
}"""


def test_stars_are_promised_won_and_counted(visit, base):
    page = visit()
    begun(page, base)
    expect(page.locator("#card .aims li")).to_have_count(3)
    settled(page)
    pace(page)
    while not over(page):
        follow_the_tip(page)
    see_the_end(page)
    expect(page.locator("#end .won-stars li")).to_have_count(3)
    won = page.locator("#end .won-stars li.won").count()
    assert won >= 1
    assert page.evaluate(
        "() => { const end = document.querySelector('#end'); return end.scrollHeight <= end.clientHeight }"
    )
    page.goto(base)
    expect(page.locator("#game-undaunted .ladder .sum")).to_contain_text(SAY("web.star.sum", n=won, of=39))


def test_the_start_card_scrolls_above_its_button_and_the_button_has_no_ground_of_its_own(visit, base):
    """On a low screen what is read scrolls and fades; the button stands whole below it, on the veil itself."""
    page = visit(width=390, height=500)
    begun(page, base)
    seen = page.evaluate("""() => {
      const [read, go] = ['.veil-read', '.veil-go'].map(one => document.querySelector(`#card ${one}`));
      const button = go.firstElementChild.getBoundingClientRect();
      return {scrolls: read.scrollHeight > read.clientHeight, reached: read.tabIndex,
        ground: getComputedStyle(go).backgroundImage + getComputedStyle(go).backgroundColor,
        below: button.top - read.getBoundingClientRect().bottom, bottom: button.bottom}}""")
    assert seen["scrolls"]
    assert seen["reached"] == 0
    assert seen["ground"] == "nonergba(0, 0, 0, 0)"
    assert seen["below"] >= 0
    assert seen["bottom"] <= 500
