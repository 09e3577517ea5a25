"""The turn of several opponents: each deed for itself, the card on its way, and afterwards who did what to whom."""

import pytest

from tests.e2e.clicks import changed, expect, settled, version
from tests.e2e.test_told import begin, tip

WATCH = """() => {
  window.seen = {cards: 0, lit: new Set(), told: new Set(), both: 0};
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.seat.acts-now')) window.seen.lit.add(one.id);
    const shown = [...document.querySelectorAll('#event .event')].filter(one => one.getClientRects().length);
    if (shown.length > 1) window.seen.both += 1;
    for (const one of shown) if (!one.matches('.whole, [data-mine]')) window.seen.told.add(one.querySelector('b').textContent);
  }).observe(document.querySelector('#main'), {subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'hidden']});
  new MutationObserver(made => { window.seen.cards += made.flatMap(one => [...one.addedNodes]).filter(one => one.matches?.('.passing')).length; })
    .observe(document.body, {childList: true});
}"""
SEEN = "() => ({...window.seen, lit: [...window.seen.lit], told: [...window.seen.told]})"


def tip_of_the_lesson(page):
    """The first choice of the first game; nobody hurries those who act after it."""
    before = version(page)
    page.evaluate("() => document.querySelector('#show-me').click()")
    page.click("#commit")
    changed(page, before)
    page.locator("#event .rows").wait_for(state="attached")
    page.wait_for_function("() => !document.querySelector('.acts-now, .passing')")


@pytest.mark.parametrize("width", [1280, 390])
def test_each_of_several_others_is_seen_in_his_turn(visit, base, width):
    """Who acts is lit, his deed alone has the line, and a card that is played on somebody goes there."""
    page = visit(width=width, height=844, reduced_motion="no-preference")
    page.goto(base)
    page.click("#game-saboteur .primary")
    settled(page)
    page.keyboard.press("Enter")
    page.evaluate(WATCH)
    tip_of_the_lesson(page)
    page.locator("#event .rows").wait_for()
    seen = page.evaluate(SEEN)
    assert len(seen["lit"]) == 2, "one plate after the other"
    assert len(seen["told"]) >= 2
    assert seen["cards"] >= 2
    assert seen["both"] == 0, "one thing has the line at a time"


@pytest.mark.parametrize("width", [1280, 390])
def test_what_they_did_shows_whom_it_was_for(visit, base, width):
    page = visit(width=width, height=844)
    begin(page, base, "saboteur")
    tip(page)
    rows = page.locator("#event .rows li[data-event]")
    expect(rows).to_have_count(2)
    whom = rows.locator(".whom").evaluate_all("all => all.map(one => one.children.length)")
    assert whom == [1, 1], "the reader's tool and another's were broken"
    mine = rows.evaluate_all("all => all.map(one => one.classList.contains('to-me'))")
    assert mine == [True, False]
    inside = "all => all.every(one => one.scrollHeight <= one.clientHeight + 1)"
    assert rows.locator("[data-lists]").evaluate_all(inside)


def test_one_s_own_facts_are_signs_with_numbers_and_words(visit, base):
    """What a sign means is told of whoever points at the plate or comes to it by keyboard, and on a phone with a tap."""
    page = visit(width=1280, height=800)
    begin(page, base, "undaunted")
    facts = page.locator("#dock .you .facts")
    signed = facts.locator(".fact.signed")
    assert signed.count() >= 3
    for number in range(signed.count()):
        one = signed.nth(number)
        expect(one.locator(".ic")).to_be_visible()
        assert one.locator(".sr").inner_text().strip(), "its words"
    facts.focus()
    words = [one.strip() for one in signed.locator(".sr").all_inner_texts()]
    expect(page.locator("#inspector")).to_be_visible()
    assert page.locator("#inspector li").all_inner_texts()[: len(words)] == words
    phone = visit(width=390, height=844)
    begin(phone, base, "undaunted")
    expect(phone.locator("#dock .you .fact.signed .ic").first).to_be_visible()
    phone.locator("#dock .you .facts").click()
    expect(phone.locator("#inspector li").first).to_have_text(words[0])
