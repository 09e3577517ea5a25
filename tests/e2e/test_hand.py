"""Many cards, a plate of which much is to be said, four pieces on one tile: everything keeps to its place."""

import json

import pytest

from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Session
from tests.e2e.clicks import expect, settled

GAME = game_named("undaunted")
HAND = ["scout-A", "scout-A", "rifleman-A", "leader-A", "leader-B", "mg-A", "rifleman-B"]
OFF = """([wide, high]) => {
  const off = [];
  const box = what => (typeof what === 'string' ? document.querySelector(what) : what).getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const plate = document.querySelector('.you');
  for (const one of plate.querySelectorAll('h3, p, .fact')) {
    const [a, b] = [box(one), box(plate)];
    if (a.bottom > b.bottom - 2 || a.right > b.right + 1) off.push(`cut: ${one.textContent}`);
  }
  const faces = [...document.querySelectorAll('.hand .hc')].map(card => [...card.querySelectorAll('.b')].map(box)[0] || box(card));
  const others = [plate, ...document.querySelectorAll('.zoom button, .piles > *')].map(box);
  for (const face of faces) {
    if (others.some(other => meet(face, other))) off.push(`a card lies over something: ${JSON.stringify(face)}`);
    if (face.top < box('#dock').top - 16) off.push(`a card stands ${box('#dock').top - face.top} above its place`);
  }
  for (const words of document.querySelectorAll('.hand .cap')) if (box(words).bottom > high + 1) off.push(`below the edge: ${words.textContent}`);
  return off;
}"""

FACTS = """count => {
  const plate = document.querySelector('.you .facts');
  const short = [...plate.querySelectorAll('.fact:not(.bad)')];
  while (plate.children.length > count) short.pop().remove();
  while (plate.children.length < count) plate.append(short[0].cloneNode(true));
}"""
"""So many facts stand on one's own plate; what is bad stays."""


def position(cards):
    """The hedge lane with so many cards in hand, one unit down, a card lost, and four units in one tile."""
    session = Session(GAME, Setup("undaunted", "hedges", ("human", "solitaire")), seed=7).run()
    found = GAME.to_position(session.checkpoint)
    us, de = found["us"], found["de"]
    hand = HAND[:cards]
    rest = [card for place in ("deck", "supply") for card, n in us[place].items() for _ in range(n)] + us["hand"]
    for card in hand:
        rest.remove(card)
    units = [card for card in rest if card not in ("fog", "guide")]
    us |= {"hand": hand, "deck": {card: units.count(card) for card in units}, "supply": {"fog": 6, "guide": 1}}
    us |= {"suppressed": ["rifleman-A"], "removed": {"scout-B": 1}, "scouted": [*us["scouted"], "C2"]}
    us["counters"] = {"C2": ["scout-A", "rifleman-A"], "B1": ["mg-A"], "C1": ["rifleman-B"]}
    de["counters"] = {"C2": ["scout-A", "rifleman-A"], "A4": ["mg-A"]}
    de["scouted"] = [*de["scouted"], "C2"]
    return found


def open_it(page, base, cards, found=None):
    page.goto(f"{base}/import")
    page.set_input_files(
        "#file",
        {"name": "p.json", "mimeType": "application/json", "buffer": json.dumps(found or position(cards)).encode()},
    )
    page.click("#import [type=submit], #import button.primary")
    page.wait_for_url("**/own")
    page.locator("form.setup button.primary").first.click()
    page.locator("#dock").wait_for()
    settled(page)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1024, 768), (768, 1024)])
def test_a_hand_keeps_to_its_place_and_a_plate_is_not_cut(visit, base, size, lang):
    page = visit(*size, lang)
    for cards in (4, 5, 6, 7):
        open_it(page, base, cards)
        expect(page.locator(".you .fact")).to_have_count(6)
        expect(page.locator(".hand .hc")).to_have_count(cards)
        assert page.evaluate(OFF, list(size)) == [], cards
    for facts in (5, 4, 3, 7):
        page.evaluate(FACTS, facts)
        expect(page.locator(".you .fact")).to_have_count(facts)
        assert page.evaluate(OFF, list(size)) == [], facts


HIDES = """() => {
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const chips = [...document.querySelectorAll('#board .pct')].map(box);
  const letters = [...document.querySelectorAll('#board .r-unit :is(.c, .gone)')].map(box);
  return [chips.length, chips.filter(chip => letters.some(one => meet(chip, one))).length,
    chips.filter((chip, n) => chips.slice(n + 1).some(one => meet(chip, one))).length];
}"""


def test_chances_hide_no_letter_and_no_other_chance_where_four_stand_in_a_tile(visit, base):
    page = visit(1280, 800)
    open_it(page, base, 7)
    page.locator("#board .pct").first.wait_for()
    chips, on_letters, on_chips = page.evaluate(HIDES)
    assert (chips, on_letters, on_chips) == (3, 0, 0)
    in_tile = page.locator("#board [data-handle='unit:us-scout-A'] > .b")
    assert in_tile.bounding_box()["width"] >= 34


def test_nobody_is_asked_what_comes_to_the_same_or_what_he_has_clicked(visit, base):
    """A Scout goes where he is sent: by one of two scouted ways without a question, else in the order of the clicks."""
    page = visit(1280, 800)
    found = position(4)
    found["us"]["suppressed"] = []
    found["us"]["counters"] = {"B1": ["scout-A", "mg-A"], "C1": ["rifleman-B"], "B2": ["rifleman-A"]}
    found["us"]["scouted"].remove("C2")
    found["de"]["counters"] = {"B5": ["scout-A", "rifleman-A"], "A4": ["mg-A"]}
    card = ".hand [data-handle^='card:scout-A']"
    open_it(page, base, 4, found)
    page.locator(card).first.click()
    page.locator("#board [data-handle='tile:C2']").click()
    expect(page.locator("#preview")).to_contain_text("C2")
    expect(page.locator("#said")).to_contain_text("It will stand on C2")
    expect(page.locator("#said")).to_contain_text("1 Fog of War card")
    page.click("#commit")
    settled(page)
    page.locator(card).first.click()
    page.locator("#board [data-handle='tile:C3']").click()
    page.locator("#board [data-handle='tile:B3']").click()
    expect(page.locator("#preview")).to_contain_text("C3 and B3")
    expect(page.locator("#said")).to_contain_text("It will stand on B3")
