"""A note about somebody whose role is hidden: a touch changes it, the browser keeps it, the end says who was right."""

import json

from kempelen.engine.game import say_in
from tests.e2e.clicks import expect, over, pace, see_the_end, settled
from tests.e2e.test_stars import follow_the_tip

SAY = say_in("en")


def begun(page, base):
    page.goto(base)
    page.click("#game-saboteur .primary")
    settled(page)
    pace(page)


def test_a_hunch_is_kept_and_held_against_the_roles(visit, base):
    page = visit()
    begun(page, base)
    notes = page.locator(".hunch")
    expect(notes).to_have_count(2)
    about = say_in("en")("web.hunch.unsure")
    assert about in notes.first.get_attribute("aria-label")
    picked = page.locator(".chosen").count()
    notes.first.click()  # a saboteur
    notes.last.click()
    notes.last.click()  # a gold seeker
    expect(notes.first.locator("b")).to_have_text("Saboteur")
    expect(notes.last.locator("b")).to_have_text("Gold seeker")
    assert page.locator(".chosen").count() == picked, "nothing is chosen by it"

    # It is this browser's, and nobody is told.
    page.reload()
    settled(page)
    expect(page.locator(".hunch").first.locator("b")).to_have_text("Saboteur")
    kept = json.loads(page.evaluate("() => localStorage.getItem('kempelen.hunches')"))
    assert list(kept["notes"].values()) == [{"1": "sab", "2": "gold"}]

    while not over(page):
        follow_the_tip(page)
    expect(page.locator("#now .revealed li")).to_have_count(3)
    expect(page.locator("#now .revealed li").last.locator("small")).to_have_text("Saboteur")
    see_the_end(page)
    told = page.locator("#end .hunch-told")
    expect(told.locator("h3")).to_be_visible()
    roles = page.evaluate("() => JSON.parse(document.querySelector('#hunches').textContent).told[0]")
    right = sum({1: "sab", 2: "gold"}[one["seat"]] == one["role"] for one in roles)
    assert told.locator("h3").inner_text() == SAY("web.hunch.right", n=right, of=2)
    assert told.locator("li.hit").count() == right
    kept = json.loads(page.evaluate("() => localStorage.getItem('kempelen.hunches')"))
    assert kept["tally"] == {"saboteur": [right, 2]}

    # Loaded again it counts no second time.
    page.reload()
    expect(page.locator("#end .hunch-told h3")).to_be_visible()
    assert json.loads(page.evaluate("() => localStorage.getItem('kempelen.hunches')"))["tally"] == kept["tally"]


def test_a_game_without_hidden_roles_asks_for_no_hunch(visit, base):
    page = visit()
    page.goto(base)
    page.click("#game-undaunted .primary")
    settled(page)
    assert page.locator(".hunch, #hunches").count() == 0


def test_a_plate_is_only_looked_at_unless_a_picked_card_can_be_for_him(visit, base):
    """On a phone a tap on an opponent tells of him, dots in words; nothing is begun by it. With a card picked that can be
    for him it aims."""
    page = visit(width=390, height=844, lang="de")
    page.goto(base)
    page.click("#game-saboteur .primary")
    settled(page)
    pace(page)
    plate = page.locator("#seats .seat.rival").first
    told = page.locator("#inspector")
    plate.locator("h3").click()
    expect(told).to_be_visible()
    expect(told.locator(".dots .lamps")).to_be_visible()
    assert told.locator(".dots").inner_text().strip()
    expect(page.locator("#commit")).to_have_count(0)
    assert page.locator("#table.picking").count() == 0
    told.locator(".closes").click()
    expect(told).to_be_hidden()
    page.locator("#own [data-handle='card:plus']").first.click()
    plate.locator("h3").click()
    expect(told).to_be_visible()
    expect(page.locator("#commit")).to_have_count(0)
    told.locator(".closes").click()
    page.locator("#own [data-handle='card:plus']").first.click()
    page.locator("#own [data-handle='card:broken_mine_cart']").first.click()
    plate.locator("h3").click()
    expect(page.locator("#commit")).to_be_visible()
    expect(told).to_be_hidden()
