"""The first skirmish as a stranger met it: what costs points is shown first, and nothing on the table hides a number."""

from tests.e2e.clicks import changed, expect, pace, settled, version
from tests.e2e.test_told import tip

OVERLAPS = """() => { const boxes = what => [...document.querySelectorAll(what)].filter(one => getComputedStyle(one).opacity !== '0')
    .map(one => one.getBoundingClientRect());
  const on = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const signs = boxes('#marks .tag rect, #marks .burst');
  return boxes('#marks .pct > :is(rect, path)').filter(a => signs.some(b => on(a, b))).length; }"""
SUMS = """() => [...document.querySelectorAll('#marks .thrown .rolled + .told')].map(one => one.matches('.bold'))"""
MOST = 8


def begin(page, base):
    page.goto(base)
    page.click("#game-universalis .primary")


def test_enter_plays_though_something_was_unfolded_with_the_mouse(visit, base):
    page = visit()
    begin(page, base)
    card = page.locator("#card")
    expect(card).to_be_visible()
    card.locator("summary").first.click()
    expect(card.locator("details").first).to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(card).to_be_hidden()


def test_a_button_that_costs_points_shows_first_what_it_does(visit, base):
    """Defence was done, and paid for, by the click of a stranger who wanted to know what it is."""
    page = visit()
    begin(page, base)
    settled(page)
    pace(page)
    defence = page.locator("#choices .choice").filter(has_text="Defence")
    sums = []
    for _ in range(MOST):
        sums += page.evaluate(SUMS)
        assert page.evaluate(OVERLAPS) == 0
        if defence.count():
            break
        tip(page)
    before = version(page)
    defence.click()
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#said .costs")).to_contain_text("2 of")
    assert version(page) == before, "nothing has been paid yet"
    page.click("#commit")
    changed(page, before)
    assert sums
    assert all(sums), "a sum that does not wait for its dice tells what they will show"


def test_the_next_card_is_read_from_its_name_on(visit, base):
    page = visit(width=1280, height=720)
    begin(page, base)
    settled(page)
    pace(page)
    panel = page.locator("#inspector")
    cards = page.locator("#own .hc")
    cards.nth(0).hover()
    expect(panel.locator("h3")).to_have_text("Voss")
    page.evaluate("() => { document.querySelector('#inspector').scrollTop = 90 }")
    assert page.evaluate("() => document.querySelector('#inspector').scrollTop") > 0
    cards.nth(1).hover()
    expect(panel.locator("h3")).to_have_text("Brandt")
    assert page.evaluate("() => document.querySelector('#inspector').scrollTop") == 0
