"""Two games as a newcomer finds them: sums that can be read, tips that can be followed, numbers at their own pieces."""

import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.e2e.clicks import changed, confirm, settled, version


def begin(page, base, game, scenario="first"):
    page.goto(f"{base}/new/{game}?scenario={scenario}")
    page.select_option("select[name=pace]", "instant")
    page.click("form.setup button.primary")
    settled(page)


def follow_tip(page):
    """Show me, and do it."""
    number = version(page)
    page.click("#show-me")
    expect(page.locator("#commit")).to_be_visible()
    page.click("#commit")
    changed(page, number)


def test_a_comparison_shows_both_sums_and_whose_is_higher(visit, base):
    page = visit(height=800)
    begin(page, base, "universalis")
    follow_tip(page)
    shown = page.locator("#event .event:not([hidden])")
    for _ in range(12):  # whoever was quicker has perhaps acted since
        if shown.locator(".rival").count():
            break
        page.click("#event [data-step='-1']")
    expect(shown.locator(".rival")).to_have_count(2)
    for rival in shown.locator(".rival").all():
        name, adds, die, total = re.findall(r"[A-Za-z]+|\d+", rival.inner_text())
        assert int(adds) + int(die) == int(total), name
    expect(shown.locator(".need")).to_have_count(0)


def test_what_acts_is_told_about_without_pointing_and_models_go_by_their_names(visit, base):
    page = visit(height=800)
    begin(page, base, "universalis")
    for _ in range(6):  # whoever was quicker may have shot first, and one is asked whether to dodge
        follow_tip(page)
        if page.locator("#aim-keys").count():
            break
    expect(page.locator("#prompt")).to_contain_text(re.compile("^(Voss|Brandt) has"))
    expect(page.locator("#inspector h3")).to_have_text(re.compile("^(Voss|Brandt)$"))
    seats, told = page.locator("#seats .seat").last.bounding_box(), page.locator("#inspector").bounding_box()
    assert told["y"] >= seats["y"] + seats["height"], "the other seat is not covered"
    expect(page.locator("#event")).not_to_contain_text(re.compile(r"\b[AB]\d "))


def test_a_why_begins_with_what_decided(visit, base):
    page = visit(height=800)
    begin(page, base, "universalis")
    for _ in range(3):
        follow_tip(page)
    page.click("#tab-log")
    page.locator("#pane-log .why-button").first.click()
    first = page.locator("#why-body .steps").first
    expect(first).to_be_visible()
    expect(first).not_to_contain_text("not possible now")
    expect(page.locator("#why-body")).not_to_contain_text("secrets")
    expect(page.locator("#seats .seat").first).to_contain_text("Scrapper Gang")
    expect(page.locator("#goal, .goal").first).to_contain_text("mast")


def test_missions_say_what_they_want_before_one_is_chosen(visit, base):
    page = visit(height=800)
    begin(page, base, "universalis", "factory")
    rows = page.locator("#choices button")
    expect(rows).to_have_count(5)
    for row in rows.all():
        assert len(row.locator("small").inner_text()) > 20
    rows.first.click()
    expect(page.locator("#marks .area")).to_have_count(1)
    confirm(page)
    expect(page.locator("#choices button").first).to_contain_text("edge")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_tip_of_undaunted_is_shown_and_done(visit, base, width, height):
    page = visit(width=width, height=height)
    begin(page, base, "undaunted")
    tip, panel = page.locator("#hint summary"), page.locator("#now")
    expect(tip).to_be_visible()
    if width < 700:  # two lines of it; a touch shows all
        tip.click()
        expect(page.locator("#hint")).to_have_attribute("open", "")
    assert tip.evaluate("one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1")
    expect(page.locator("#show-me")).to_be_in_viewport()
    if width < 700:
        tip.click()
    expect(panel.locator(".verbs.ends button").last).to_be_in_viewport()
    before = page.inner_text("#hint summary")
    follow_tip(page)
    expect(page.locator("#hint summary")).not_to_have_text(before)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_every_chance_lies_at_its_own_piece(visit, base, width, height):
    page = visit(width=width, height=height)
    begin(page, base, "undaunted")
    # On a phone three counters of one tile are too near each other: what is the same for all is said once.
    expect(page.locator("#marks .pct")).to_have_count(3 if width > 700 else 1)
    boxes = page.evaluate(
        """() => {
          const box = one => { const {x, y, width, height} = one.getBoundingClientRect(); return [x, y, x + width, y + height]; };
          return [[...document.querySelectorAll('#marks .pct rect')].map(box),
                  [...document.querySelectorAll('#s-board .r-unit.t-foe > .b')].map(box)];
        }"""
    )
    badges, pieces = boxes
    for left, top, right, bottom in badges:
        near = [a - 4 <= right and left <= c + 4 and b - 4 <= bottom and top <= d + 4 for a, b, c, d in pieces]
        assert any(near), "on it or right beside it"
    for (a, b, c, d), (left, top, right, bottom) in combinations(badges, 2):
        assert min(c, right) - max(a, left) < 2 or min(d, bottom) - max(b, top) < 2, "none covers another"


@pytest.mark.both_homes
def test_a_card_says_what_it_can_do(visit, base):
    page = visit(height=800)
    begin(page, base, "undaunted")
    captions = page.locator("#own .cap.can")
    expect(captions).to_have_count(4)
    expect(captions.filter(has_text="CONTROL").first).to_contain_text("Move")
    expect(page.locator("#choices button", has_text="Rifleman A").locator("small")).to_contain_text("CONTROL")


def test_on_a_phone_what_would_be_done_is_seen_on_a_large_board(visit, base):
    page = visit(width=390, height=844, lang="de")
    begin(page, base, "undaunted")
    before = page.locator("#board").bounding_box()["height"]
    page.click("#show-me")
    expect(page.locator("#commit")).to_be_in_viewport()
    expect(page.locator("#own")).to_be_visible()  # the hand stays where it was
    assert page.locator("#board").bounding_box()["height"] == before > 844 / 4, "whatever is chosen"
    wide = page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll('#s-board .r-tile')].map(one => one.getBoundingClientRect());
          return Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left));
        }"""
    )
    assert wide > 0.8 * 390, "a low map is as wide as the screen, and takes no more height than that needs"
    page.locator("#armed .go .btn").last.click()
    expect(page.locator("#own")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_models_are_large_and_neither_they_nor_their_names_cover_each_other(visit, base, width, height):
    page = visit(width=width, height=height)
    begin(page, base, "universalis")
    expect(page.locator("#s-board .r-unit[data-plate]")).to_have_count(4)
    bodies, plates, faces = page.evaluate(
        """() => ['.b', 'rect.plate', '.a'].map(part => [...document.querySelectorAll(`#s-board .r-unit > ${part}`)].map(one => {
          const {x, y, width, height} = one.getBoundingClientRect(); return [x, y, x + width, y + height]; }))"""
    )
    assert all(right - left >= 36 for left, _, right, _ in bodies)
    for (a, b, c, d), (left, top, right, bottom) in zip(bodies, faces, strict=True):
        far = abs(a + c - left - right) / 2, abs(b + d - top - bottom) / 2
        assert max(far) < 0.2 * (c - a), "a face lies in the middle of its disc, however large it is drawn"
        assert right - left > 0.5 * (c - a), "and grows with it"
    for (a, b, c, d), (left, top, right, bottom) in [*combinations(plates, 2), *combinations(bodies, 2)]:
        assert min(c, right) - max(a, left) < 3 or min(d, bottom) - max(b, top) < 3, "none covers another"


def test_a_click_on_ones_own_piece_means_the_lit_tile_it_stands_on(visit, base):
    page = visit(height=800)
    begin(page, base, "undaunted")
    stands = """() => {
      for (const unit of document.querySelectorAll('#board [data-handle^="unit:"]:not(.live, .later, .chosen)')) {
        const {x, y, width, height} = unit.getBoundingClientRect();
        const [at, over] = [x + width / 2, y + height / 2];
        const tile = document.elementsFromPoint(at, over).map(one => one.closest('[data-handle]')).find(one => one?.matches('.later'));
        if (tile) return [at, over];
      }
      return null;
    }"""
    for _ in range(8):  # whatever was drawn: a Scout may come back to where others stand
        for number in range(page.locator("#own .live").count()):
            page.locator("#own .live").nth(number).click()
            if page.evaluate(stands):
                break
            page.keyboard.press("Escape")
        if page.evaluate(stands):
            break
        follow_tip(page)
    x, y = page.evaluate(stands)
    page.mouse.click(x, y)
    expect(page.locator("#picked .crumb")).to_have_count(2)
    expect(page.locator("#why-not")).to_have_count(0)


def test_the_picture_of_a_model_is_as_large_as_its_piece(visit, base):
    """Pieces are drawn larger on a narrow screen, and who they are with them."""
    page = visit(width=390, height=844)
    begin(page, base, "universalis")
    shares = page.evaluate("""() => [...document.querySelectorAll('#s-board .r-unit')].map(one => {
      const [art, body] = ['.a', '.b'].map(part => one.querySelector(`:scope > ${part}`).getBoundingClientRect());
      const apart = Math.hypot(art.x + art.width / 2 - body.x - body.width / 2, art.y + art.height / 2 - body.y - body.height / 2);
      return [art.width / body.width, apart / body.width];
    })""")
    assert len(shares) == 4
    assert all(share > 0.8 and apart < 0.12 for share, apart in shares), shares
