"""Places are clicked, not read: ways with corners, spots where nobody can stand, targets, putting models up, a whole game."""

import re

from playwright.sync_api import expect

from tests.e2e.clicks import READY, changed, confirm, over, pace, press, settled, tip, version

NUMBERS = re.compile(r"\d+\.\d,\d+\.\d")
"""Coordinates, which nobody should have to read."""


def begin(page, base, scenario="first"):
    page.goto(f"{base}/new/universalis?scenario={scenario}")
    page.select_option("select[name=pace]", "instant")
    page.click("form.setup button.primary")
    settled(page)


def asked(page):
    return page.evaluate("() => JSON.parse(document.querySelector('#asked').textContent)")


def acting(page, base):
    """The first skirmish, where one's own model acts; where it stands, in centimetres."""
    begin(page, base)
    for _ in range(4):
        usual = [one for one in asked(page)["free"] if one.get("usual")]
        if usual:
            return place_of(page, usual[0]["handles"][0])
        before = version(page)
        press(page)
        confirm(page)
        changed(page, before) if version(page) == before else None
    raise AssertionError(page.inner_text("#now"))


def place_of(page, handle):
    return tuple(
        page.evaluate(
            """handle => {
              const svg = document.querySelector('#s-board');
              const up = JSON.parse(document.querySelector('#asked').textContent).upwards;
              const shape = svg.querySelector(`[data-handle="${handle}"]`);
              const [, x, y] = /translate\\(([-\\d.]+)[ ,]+([-\\d.]+)\\)/.exec(shape.getAttribute('transform'));
              return [x / svg.dataset.sx, up - y / svg.dataset.sy];
            }""",
            handle,
        )
    )


def on_screen(page, x, y):
    return page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector('#s-board');
          const up = JSON.parse(document.querySelector('#asked').textContent).upwards;
          const at = new DOMPoint(x * svg.dataset.sx, (up - y) * svg.dataset.sy).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )


def click_at(page, x, y):
    page.mouse.click(*on_screen(page, x, y))


def test_a_way_is_clicked_bent_and_gone(visit, base):
    page = visit()
    x, y = acting(page, base)
    expect(page.locator("#marks .ring-area").first).to_be_attached()
    click_at(page, x + 3, y - 4)
    page.locator("#commit").wait_for()
    before = page.inner_text("#armed")
    assert "cm" in before
    assert "action points" in before
    assert not NUMBERS.search(before)
    grip = page.locator("#overlay .aim-bend").first.bounding_box()
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(*on_screen(page, x - 2, y - 3), steps=5)
    page.mouse.up()
    expect(page.locator("#overlay .aim-corner")).not_to_have_count(0)
    expect(page.locator("#armed")).not_to_have_text(before)
    far = page.inner_text("#armed")
    number = version(page)
    page.keyboard.press("Enter")
    changed(page, number)
    assert "cm" in far
    assert not NUMBERS.search(page.inner_text("#event"))


def test_a_card_means_its_model_and_the_core_never_moves(visit, base):
    """The first click of a newcomer went to his card below the board, and he was told that it cannot be chosen."""
    page = visit()
    begin(page, base, "lost_core")
    handle = asked(page)["options"][0]["handles"][0]
    page.locator(f"#own [data-handle='card:{handle.partition(':')[2]}']").click()
    page.locator("#commit").wait_for()
    assert page.locator("#why-not").count() == 0
    core = page.locator("#s-board [data-handle='object:1']")
    assert (core.get_attribute("data-dx"), core.get_attribute("data-dy")) == ("0.00", "0.00")


def test_a_second_click_goes_there(visit, base):
    page = visit()
    x, y = acting(page, base)
    click_at(page, x, y - 3)
    page.locator("#commit").wait_for()
    number = version(page)
    click_at(page, x, y - 3)
    changed(page, number)


def test_where_one_cannot_go_the_reason_is_said_and_how_far_one_gets(visit, base):
    page = visit()
    acting(page, base)
    click_at(page, 45, 35.3)  # the wall
    page.locator("#free").wait_for()
    assert "obstacle" in page.inner_text("#free")
    assert not page.locator("#commit").count()
    click_at(page, 25, 60)
    expect(page.locator("#free")).to_contain_text("Too far")
    page.click("#nearer")
    page.locator("#commit").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#commit")).to_have_count(0)


def test_a_point_is_aimed_at_by_keyboard(visit, base):
    page = visit()
    acting(page, base)
    page.click("#aim-keys")  # keys pressed before it is known how far one gets are not lost
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.locator("#commit").wait_for()
    number = version(page)
    page.locator("#commit").focus()
    page.keyboard.press("Enter")
    changed(page, number)


def test_a_target_shows_its_chance_and_what_lowers_it(visit, base):
    page = visit()
    acting(page, base)
    expect(page.locator("#marks .pct").first).to_be_attached()
    page.locator("#board [data-handle='model:B2'] > .b").click()
    page.locator("#choices button", has_text="Snap shot").click()
    page.locator("#said .chance").wait_for()
    said = page.inner_text("#armed")
    assert re.search(r"\d+ %", said)
    assert "snap shot" in said.lower()
    assert "of those get through the armour" in said
    assert page.locator("#marks .foreseen path").count(), "a line to the target"


def test_models_are_put_up_by_clicks(visit, base):
    page = visit()
    begin(page, base, "border_post")
    pace(page)
    for _ in range(12):
        usual = [one for one in asked(page)["free"] if one.get("usual")]
        if usual and len(usual[0]["handles"]) == 1:
            break
        press(page)
        confirm(page)
    waiting = [one["handles"][0] for one in asked(page)["free"]]
    assert len(waiting) > 3
    page.locator(f"#own [data-handle='{waiting[2]}'], #dock [data-handle='{waiting[2]}']").first.click()
    points = list(asked(page)["points"])
    for n, point in enumerate(points[:2]):
        x, y = map(float, point.removeprefix("at:").split(",")[:2])
        number = version(page)
        click_at(page, x, y)
        # Nothing is decided by it for good, so one click puts somebody there; the last one begins the round.
        page.locator(f"#commit, {READY}:not([data-version='{number}'])").first.wait_for()
        if version(page) == number:
            page.keyboard.press("Enter")
        changed(page, number)
        if n == 0:
            assert page.locator(f"#board [data-handle='{waiting[2]}']").count(), "the one that was chosen first"
    assert page.locator("#board .r-unit:not(.t-foe)").count() == 2


def test_the_first_game_is_played_to_its_end_by_its_tips(visit, base):
    page = visit()
    page.goto(f"{base}/")
    page.evaluate("() => document.querySelector('form[action*=\"first/universalis\"]').submit()")
    page.wait_for_url("**/tables/**")
    settled(page)
    pace(page)
    for _ in range(60):
        if over(page):
            break
        number = version(page)
        tip(page)
        told = page.inner_text("#hint")
        assert not NUMBERS.search(told), told
        page.click("#show-me")
        page.locator("#commit").wait_for()
        page.keyboard.press("Enter")
        changed(page, number)
    assert over(page)
