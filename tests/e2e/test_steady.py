"""What one reaches for lies where it lay: the hand, what ends the turn, the tip; and no number hides another one."""

import json

import pytest

from kempelen.engine.game import game_named
from tests.e2e.clicks import changed, expect, settled, version
from tests.games.tactics.table import a_table, foe, ours

GAME = game_named("tactics")
PHONE = (390, 844)

PLACES = """() => {
  const box = one => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(one => 8 * Math.round(one / 8)).join(' '); };
  const shown = one => one.getBoundingClientRect().height > 0;
  return {
    cards: [...document.querySelectorAll('#own .hc > svg')].map(one => Math.round(one.getBoundingClientRect().height)),
    ends: [...document.querySelectorAll('#choices .ends .choice')].filter(shown).slice(-1).map(box),
  };
}"""

ON_BUTTONS = """() => {
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const tip = box(document.getElementById('ask-tip'));
  return tip.height ? [...document.querySelectorAll('#choices :is(.choice, summary)')].filter(one => meet(box(one), tip)).map(one => one.textContent) : ['no tip'];
}"""


def village(page, base):
    """The Village with tips that wait to be asked for."""
    page.goto(f"{base}/new/tactics")
    page.evaluate("() => localStorage.setItem('kempelen.set.tips', 'asked')")
    page.locator("input[name=scenario][value=village]").check(force=True)
    page.locator("#start").click()
    page.locator("#table").wait_for()
    if page.locator("#veil button, .veil-card button").first.is_visible():
        page.locator("#veil button, .veil-card button").first.click()
    settled(page)


def opened(page, base, rows, units, **more):
    """A table that somebody has written down."""
    found = GAME.to_position(a_table(rows, units, phase="turn", **more))
    page.goto(f"{base}/import")
    page.set_input_files(
        "#file", {"name": "p.json", "mimeType": "application/json", "buffer": json.dumps(found).encode()}
    )
    page.click("#import [type=submit], #import button.primary")
    page.wait_for_url("**/own")
    page.locator("form.setup button.primary").first.click()
    page.locator("#dock").wait_for()
    settled(page)


def walk(page, before):
    """To the next field, once it is lit: the touch does it, or shows it. The button of what it began with counts for neither."""
    page.locator("#board [data-handle='tile:1,0'].live").click()
    there = page.locator(f"#table:not(.busy):not([data-version='{before}'])")
    shown = page.locator("#table:not(.busy) #commit.pri")
    there.or_(shown).first.wait_for()
    if shown.count():
        shown.click()
    changed(page, before)


def test_the_hand_and_what_ends_the_turn_stay_where_they_are(visit, base):
    page = visit(*PHONE, "de")
    village(page, base)
    first = page.evaluate(PLACES)
    assert first["cards"]
    assert len(first["ends"]) == 1
    page.locator("#ask-tip").click()
    expect(page.locator("#show-me")).to_be_visible()
    assert page.evaluate(PLACES) == first
    page.locator("#board .r-unit.live").first.click()
    expect(page.locator("#commit")).to_be_visible()
    assert page.evaluate(PLACES)["cards"] == first["cards"]
    page.locator("#armed .go button", has_text="Zurück").click()
    expect(page.locator("#commit")).to_have_count(0)
    assert page.evaluate(PLACES) == first


def test_a_list_that_is_opened_can_be_read(visit, base):
    """Half a faded row was seen of fifteen."""
    page = visit(*PHONE, "de")
    village(page, base)
    before = page.evaluate(PLACES)
    page.locator("#choices .lit-list summary").click()
    expect(page.locator("#own")).to_be_hidden()
    whole = """() => { const edge = document.querySelector('#choices .scrolls').getBoundingClientRect();
      return [...document.querySelectorAll('#choices .long .choice')].filter(one => one.getBoundingClientRect().bottom <= edge.bottom + 1).length; }"""
    page.wait_for_function(f"() => ({whole})() >= 2")
    page.locator("#choices .lit-list summary").click()
    expect(page.locator("#own")).to_be_visible()
    page.wait_for_function(
        f"was => JSON.stringify(({PLACES})()) === was", arg=json.dumps(before, separators=(",", ":"))
    )


def test_a_folded_tip_lies_on_nothing_that_can_be_chosen(visit, base):
    """It lay on what ends the turn after the list was opened, the turn ended and all of it taken back."""
    page = visit(*PHONE, "de")
    village(page, base)
    page.locator("#choices .lit-list summary").click()
    before = version(page)
    page.locator("#choices .ends .choice").last.click()
    page.locator("#commit").click()
    changed(page, before)
    settled(page)
    page.locator("#undo, .bar [data-post=undo]").first.click()
    page.get_by_role("button", name="Zurücknehmen").last.click()
    expect(page.locator(".round")).to_contain_text("1 von")
    settled(page)
    if page.locator("#choices .lit-list[open] summary").count():
        page.locator("#choices .lit-list[open] summary").click()
    expect(page.locator("#prompt")).to_be_visible()
    page.wait_for_function(f"() => ({ON_BUTTONS})().length === 0")


HIDDEN = """async () => {
  const {src} = document.querySelector('script[src$="table.js"]');
  const {burstAt, layerOf, spotOf} = await import(new URL('marks.js', src));
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const layer = layerOf('event');
  layer.replaceChildren();
  const off = [];
  for (const unit of document.querySelectorAll('#board .r-unit')) {
    burstAt(layer, {handle: unit.dataset.handle, effect: 'hurt', amount: 3}, spotOf(unit.dataset.handle));
    const mark = box(layer.querySelector('.pop:last-child path'));
    if ([...unit.querySelectorAll('.q, .v')].some(one => meet(box(one), mark))) off.push(unit.dataset.handle);
  }
  return off;
}"""


def test_a_loss_hides_no_number_of_the_unit_that_has_it(visit, base):
    """The red burst lay on one's own health until somebody acted again."""
    page = visit(*PHONE, "de")
    rows = ["." * 7] * 7
    units = [
        ours("archer", "4,3"),
        ours("spearman", "0,3", health=1),
        foe("guard", "6,2"),
        ours("militia", "6,3"),
        foe("patrol", "0,1"),
    ]
    opened(page, base, rows, units, players=[{"hand": ["volley"], "pool": 4}])
    assert page.evaluate(HIDDEN) == []


def test_whoever_touches_something_else_does_not_end_his_turn(visit, base):
    """The question stayed armed, and the next careless tap ended the turn."""
    page = visit(*PHONE, "de")
    units = [ours("archer", "0,0"), ours("spearman", "3,0"), foe("guard", "6,3")]
    opened(page, base, ["." * 7] * 4, units, players=[{"hand": ["volley"], "pool": 4}])
    before = version(page)
    page.locator("#board [data-handle='unit:archer']").click()
    walk(page, before)
    settled(page)
    page.locator("#choices .ends .choice").last.click()
    expect(page.locator("#commit")).to_contain_text("Zug beenden")
    page.locator("#board [data-handle='unit:guard']").click()
    expect(page.locator("#commit.costly")).to_have_count(0)


@pytest.mark.parametrize("first", [True, False])
def test_a_blow_looks_the_same_wherever_one_stands(visit, base, first):
    """Big and gold from afar, small and plain for a unit that acts already."""
    page = visit(*PHONE, "de")
    units = [ours("archer", "0,0"), foe("guard", "3,0"), foe("guard", "6,3")]
    opened(page, base, ["." * 7] * 4, units, players=[{"hand": [], "pool": 0}])
    page.locator("#board [data-handle='unit:archer']").click()
    if not first:
        before = version(page)
        walk(page, before)
        settled(page)
    page.locator("#board [data-handle='unit:guard']").click()
    expect(page.locator("#commit")).to_contain_text("Angreifen")
    expect(page.locator("#said")).not_to_be_empty()
    assert "pri" in page.locator("#commit").get_attribute("class")


def test_what_a_blow_did_away_with_is_told_at_once(visit, base):
    page = visit(*PHONE, "de")
    units = [ours("archer", "0,0"), foe("guard", "3,0", health=2), foe("guard", "6,3")]
    opened(page, base, ["." * 7] * 4, units, players=[{"hand": [], "pool": 0}])
    page.locator("#board [data-handle='unit:archer']").click()
    page.locator("#board [data-handle='unit:guard']").click()
    page.locator("#commit").click()
    expect(page.locator("#event .event:not([hidden]) b").first).to_contain_text("vernichtet den Gardisten")


def test_what_can_be_pressed_is_pressed_though_a_word_is_told(visit, base):
    """The first tap after the meaning of a word did nothing."""
    page = visit(*PHONE, "de")
    village(page, base)
    told = page.locator("#term-words")
    page.locator(".dock dfn.term").first.focus()
    expect(told).to_be_visible()
    page.locator("#choices .ends .choice").last.tap()
    expect(page.locator("#commit")).to_be_visible()
    expect(told).to_be_hidden()


def test_a_finger_is_told_what_a_reading_of_ours_says(visit, base):
    """It opened another page, and nothing was seen of it."""
    page = visit(*PHONE, "de")
    village(page, base)
    page.locator("#pnav [data-sheet=why]").tap()
    expect(page.locator("#pane-why")).to_be_visible()
    page.evaluate("""() => document.getElementById('pane-why').insertAdjacentHTML('afterbegin',
      '<p class="sources"><span class="reading"><a id="ours" href="#r6" title="So lesen wir das.">unsere Lesart R6</a></span></p>')""")
    page.locator("#ours").tap()
    expect(page.locator("#term-words")).to_have_text("So lesen wir das.")
