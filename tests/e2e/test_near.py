"""A large map on a phone: tiles that a finger finds, a window that goes where something happens, and all of it on wish."""

from tests.e2e.clicks import confirm, expect, pace, settled, version

FINGER = 40
"""A tile of fewer pixels is hard to hit."""
TILE = "() => document.querySelector('#s-board .r-tile > .b').getBoundingClientRect().width"
INSIDE = """() => {
  const stage = document.querySelector('#s-board').getBoundingClientRect();
  return [...document.querySelectorAll('#s-board .r-unit:not(.t-foe) > .b')].map(one => one.getBoundingClientRect())
    .every(box => box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom);
}"""


def begun(visit, base, scenario="tyrant"):
    page = visit(width=390, height=844)
    page.goto(f"{base}/new/tactics?scenario={scenario}")
    page.click("form.setup .primary")
    settled(page)
    return page


def test_a_large_map_is_near_enough_for_a_finger_and_shows_ones_own(visit, base):
    page = begun(visit, base)
    assert page.evaluate(TILE) >= FINGER
    assert page.evaluate(INSIDE)
    expect(page.locator("#minimap")).to_be_visible()
    fit = page.locator("[data-zoom=fit]")
    assert fit.bounding_box()["width"] >= FINGER
    fit.click()
    assert page.evaluate(TILE) < FINGER
    expect(page.locator("#minimap")).to_be_hidden()
    fit.click()  # and back again
    assert page.evaluate(TILE) >= FINGER
    assert page.evaluate(INSIDE)


def test_a_small_map_is_seen_whole(visit, base):
    page = begun(visit, base, "village")
    expect(page.locator("#board.near")).to_have_count(0)
    expect(page.locator("#minimap")).to_be_hidden()


def test_after_the_opponents_turn_the_window_is_with_ones_own_again(visit, base):
    page = begun(visit, base)
    pace(page, "instant")
    page.locator("#choices button").last.click()
    confirm(page)
    settled(page)
    assert page.evaluate(TILE) >= FINGER
    assert page.evaluate(INSIDE)


def test_a_touch_on_a_place_pays_for_nothing_and_no_map_lies_over_it(visit, base):
    """The first touch shows the unit there and what it costs, the second puts it there."""
    page = begun(visit, base, "kraken")
    before = version(page)
    page.locator(".hand .live").first.click()
    place = page.locator("#s-board .r-tile.live").last
    place.wait_for()
    assert page.evaluate("() => getComputedStyle(document.querySelector('#minimap')).opacity") == "0"
    place.click()
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#marks .ghost")).to_have_count(1)
    assert version(page) == before
    place.click()
    page.locator(f"#table:not(.busy):not([data-version='{before}'])").wait_for()
