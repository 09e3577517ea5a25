"""Cards that do what a person means: the supply in the list, a counter for its card, one place for the button."""

import pytest

from tests.e2e.clicks import changed, expect, settled, version
from tests.e2e.test_hand import open_it, position

CARD = ".hand [data-handle^='card:{}']"
COUNTER = "#board [data-handle='unit:us-{}'] > .b"
TILE = "#board [data-handle='tile:{}']"
SIZES = ((1280, 800), (768, 1024), (390, 844))


def laid(hand=("sergeant", "scout-A", "rifleman-A", "leader-A")):
    """The hedge lane with four cards of one's own choice, all supply there, and nobody suppressed."""
    found = position(4)
    us = found["us"]
    every = ["sergeant", "leader-A", "leader-B", *["scout-A"] * 3, *["rifleman-A"] * 5, *["rifleman-B"] * 5]
    every += [*["mg-A"] * 3, "scout-B"]
    supply = {"guide": 1, "scout-A": 1, "rifleman-A": 2, "rifleman-B": 3, "mg-A": 2, "fog": 6}
    for card in (*hand, *(card for card, n in supply.items() if card not in ("guide", "fog") for _ in range(n))):
        every.remove(card)
    us |= {"hand": list(hand), "supply": supply, "deck": {card: every.count(card) for card in every}}
    us |= {"suppressed": [], "counters": {"B1": ["scout-A", "mg-A"], "C1": ["rifleman-B"], "B2": ["rifleman-A"]}}
    us["scouted"].remove("C2")
    found["de"]["counters"] = {"B5": ["scout-A", "rifleman-A"], "A4": ["mg-A"]}
    return found


def middle(page, what):
    box = page.locator(what).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


COVERED = """() => {
  const box = one => one.getBoundingClientRect();
  const sheets = [...document.querySelectorAll('.drawer-sheet')].filter(one => one.checkVisibility()).map(box);
  return sheets.length;
}"""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_the_supply_is_chosen_in_the_list_and_covers_nothing(visit, base, size, lang):
    page = visit(*size, lang)
    open_it(page, base, 4, laid())
    page.locator(CARD.format("sergeant")).first.click()
    page.locator("#choices .choice", has_text="BOLSTER" if lang == "en" else "VERSTÄRKEN").first.click()
    stock = page.locator("#choices .choice.pictured")
    expect(stock).to_have_count(5)
    assert page.evaluate(COVERED) == 0
    texts = page.locator("#choices .choice .what").all_inner_texts()
    assert all("BOLSTER" not in one and "VERSTÄRKEN" not in one for one in texts)
    assert len(set(texts)) == len(texts)
    for one in stock.all():
        assert one.locator("svg").bounding_box()["width"] > 20
        assert one.locator(".what").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    if size[0] > 760:
        keys = page.locator("#choices .choice .key").all_inner_texts()
        assert keys == [str(n + 1) for n in range(len(keys))]
    before = version(page)
    stock.nth(2).click()
    page.locator("#choices .choice").first.click()
    expect(page.locator("#commit")).to_be_visible()
    assert version(page) == before
    page.click("#commit")
    changed(page, before)
    settled(page)


def test_what_takes_a_card_is_shown_before_it_is_done(visit, base):
    """INSPIRE, and a Scout onto new ground, by the list as by the board."""
    page = visit(1280, 800)
    open_it(page, base, 4, laid(("leader-A", "scout-A", "rifleman-A", "mg-A")))
    before = version(page)
    page.locator(CARD.format("scout-A")).first.click()
    page.locator("#choices .choice", has_text="SCOUT").first.click()
    page.locator("#choices .choice", has_text="B2").first.click()
    page.locator("#choices summary").first.click()
    page.locator("#choices .lit-list .choice", has_text="C2").first.click()
    expect(page.locator("#said")).to_contain_text("Fog of War")
    assert version(page) == before
    page.click("#commit")
    changed(page, before)
    settled(page)
    before = version(page)
    page.locator(CARD.format("leader-A")).first.click()
    page.locator("#choices .choice", has_text="INSPIRE").first.click()
    expect(page.locator("#said")).to_contain_text("comes back")
    assert version(page) == before


def test_a_card_is_dragged_to_where_it_is_to_lead(visit, base):
    page = visit(1280, 800)
    open_it(page, base, 4, laid())

    def drag(start, end):
        x, y = middle(page, start)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 40, steps=4)
        expect(page.locator(".dragged")).to_have_count(1)
        page.mouse.move(*middle(page, end), steps=6)
        page.mouse.up()
        expect(page.locator(".dragged")).to_have_count(0)

    for start in (CARD.format("rifleman-A"), COUNTER.format("rifleman-A")):
        drag(start, TILE.format("A1") + " > .b")
        expect(page.locator("#own .chosen")).to_have_count(1)
        assert not page.evaluate("() => String(getSelection())")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def test_ones_own_counter_means_its_card(visit, base):
    page = visit(1280, 800)
    open_it(page, base, 4, laid())
    page.mouse.click(*middle(page, COUNTER.format("rifleman-A")))
    expect(page.locator("#own .chosen")).to_have_attribute("data-handle", "card:rifleman-A")
    expect(page.locator("#why-not")).to_have_count(0)
    page.mouse.click(*middle(page, COUNTER.format("rifleman-A")))
    expect(page.locator("#own .chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.click(*middle(page, COUNTER.format("rifleman-B")))  # no such card is in the hand: why is said
    expect(page.locator("#why-not")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_button_that_does_it_has_one_place(visit, base, lang):
    """Whatever is said of it, long or short, after one step or three."""
    page = visit(1280, 800, lang)
    open_it(page, base, 4, laid())
    tops = set()
    for steps in (
        [CARD.format("rifleman-A"), "#board .r-unit.t-foe.later"],
        [CARD.format("scout-A"), TILE.format("C2") + " > .b"],
        [CARD.format("sergeant"), "#choices .choice >> nth=0", ".choice.pictured >> nth=0", "#choices .choice"],
        ["#choices .ends .choice"],
    ):
        for step in steps:
            if page.locator("#commit").count():
                break
            page.locator(step).first.click()
        page.locator("#said > *").first.wait_for()
        box = page.locator("#commit").bounding_box()
        tops.add((round(box["y"]), round(box["x"])))
        assert page.locator("#preview").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        while page.locator("#commit, #picked .crumb").count():
            page.keyboard.press("Escape")
    assert len(tops) == 1


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_a_tab_moves_nothing_below_the_pointer(visit, base, size):
    page = visit(*size)
    open_it(page, base, 4, laid())
    for tab in ("odds", "rules", "log", "why"):
        places = [page.locator(one).bounding_box() for one in ("#tab-odds", "#now", "#choices .ends .choice")]
        page.click(f"#tab-{tab}")
        page.locator(f"#pane-{tab}").wait_for()
        assert [page.locator(one).bounding_box() for one in ("#tab-odds", "#now", "#choices .ends .choice")] == places


def test_enter_goes_on_though_something_was_unfolded(visit, base):
    page = visit(1280, 800)
    page.goto(base)
    page.click("#game-undaunted .primary")
    page.locator("#card summary").click()
    expect(page.locator("#card .how-more[open]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#card[open]")).to_have_count(0)
    page.keyboard.press("?")
    page.click("[data-legend]")  # what the signs mean is told by the list of keys
    expect(page.locator("#keys[open]")).to_have_count(0)
    expect(page.locator("#legend-body li").first).to_be_visible()
    assert page.locator("#legend-head").evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")
