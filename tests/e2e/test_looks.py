"""What makes a table pleasant to look at, as far as it can be measured: large cards, letters one can read, nothing that lies over the board."""

import pytest

from tests.e2e.clicks import choose, expect, pace, settled

GAMES = ("saboteur", "undaunted", "tactics", "universalis")
CARD = (44, 62)
"""A card in hand is at least so wide and high on a phone, in pixels: its picture can be told from others."""
LETTERS = 12
"""Smaller words on a phone are hard to read. What three verbs in a row cost may be a pixel smaller."""
FACES = """() => [...document.querySelectorAll('#own .hc')].map(card => card.querySelector('.b').getBoundingClientRect())
  .map(box => [Math.round(box.width), Math.round(box.height)])"""
SMALL = """least => {
  const found = [];
  const walk = document.createTreeWalker(document.querySelector('#table'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    if (!node.textContent.trim() || holder.closest('svg, template, .gname, .sr, .choice small')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const style = getComputedStyle(holder);
    if (box.width < 2 || box.height < 3 || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    if (parseFloat(style.fontSize) < least) found.push(`${node.textContent.trim()}: ${style.fontSize}`);
  }
  return found;
}"""
OVER = """() => {
  const [note, sheet] = ['#back-to-now', '#board .sheet'].map(what => document.querySelector(what).getBoundingClientRect());
  const meets = box => Math.min(box.right, note.right) - Math.max(box.left, note.left) > 1 && Math.min(box.bottom, note.bottom) - Math.max(box.top, note.top) > 1;
  return {over: meets(sheet), inside: note.bottom <= innerHeight && note.left >= 0 && note.right <= innerWidth};
}"""


def begun(visit, base, game, **how):
    page = visit(**how)
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)
    return page


@pytest.mark.parametrize("game", ["saboteur", "undaunted", "tactics"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_cards_are_large_on_a_phone_as_long_as_there_is_room(visit, base, game, lang):
    page = begun(visit, base, game, width=390, height=844, lang=lang)
    faces = page.evaluate(FACES)
    assert faces
    assert all(wide >= CARD[0] and high >= CARD[1] for wide, high in faces), faces


@pytest.mark.parametrize("game", GAMES)
def test_words_are_large_enough_on_a_phone(visit, base, game):
    page = begun(visit, base, game, width=390, height=844, lang="de")
    pace(page, "instant")
    assert page.evaluate(SMALL, LETTERS) == []
    choose(page, 1)
    assert page.evaluate(SMALL, LETTERS) == []


@pytest.mark.parametrize("game", ["saboteur", "universalis"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_the_way_back_from_then_lies_over_nothing_of_the_board(visit, base, game, size):
    page = begun(visit, base, game, width=size[0], height=size[1])
    pace(page, "instant")
    for turn in range(3):
        choose(page, turn)
        if page.locator("#event [data-step='-1']").count():
            break
    page.keyboard.press("[")
    expect(page.locator("#back-to-now")).to_be_visible()
    assert page.evaluate(OVER) == {"over": False, "inside": True}
    # Whoever stands there is called as he is called now, and what could be reached now is not drawn.
    names = [page.locator(f".seats{which} .nm").all_inner_texts() for which in (".then-copy", ":not(.then-copy)")]
    assert names[0] == names[1]
    expect(page.locator("#overlay")).to_be_hidden()
    page.click("#back-to-now button")
    expect(page.locator("#back-to-now")).to_be_hidden()


CROSSING = """() => {
  const boxes = [...document.querySelectorAll('.seat .facts .fact, .seat .crew li, .bar .aim, .bar .who')].map(one => [one.textContent.trim(), one.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return boxes.flatMap(([a, one], n) => boxes.slice(n + 1).filter(([, other]) => meet(one, other)).map(([b]) => `${a} / ${b}`));
}"""


@pytest.mark.parametrize("wide", [360, 390])
def test_nothing_of_an_opponent_lies_over_something_else(visit, base, wide):
    page = begun(visit, base, "universalis", width=wide, height=740, lang="de")
    assert page.evaluate(CROSSING) == []
