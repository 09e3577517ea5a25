"""Words that a newcomer cannot know: dotted where they stand, and told by pointing, by tapping and by the keyboard."""

import pytest

from kempelen.engine.game import games, say_in
from tests.e2e.clicks import expect, settled

GAMES = tuple(games())
SAY = say_in("en")


def begin(page, base, game):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


@pytest.mark.parametrize(
    ("lang", "verb", "means"),
    [
        ("en", "SUPPRESS", "Fire that keeps a unit down."),
        ("de", "NIEDERHALTEN", "Feuer, das eine Einheit am Boden hält."),
    ],
)
def test_suppress_is_explained_where_it_first_stands(visit, base, lang, verb, means):
    """On the button by pointing; whoever chooses it reads it in the panel."""
    page = visit(lang=lang, height=800)
    begin(page, base, "undaunted")
    told = page.locator("#term-words")
    small = page.locator("#choices .what > small dfn", has_text=verb)
    small.first.hover()
    expect(told).to_contain_text(means)
    page.mouse.move(4, 4)
    expect(told).to_be_hidden()
    page.locator("#choices button", has_text=verb).first.click()
    page.locator("#choices .verbs button", has_text=verb).click()
    expect(page.locator("#picked-means")).to_contain_text(means)
    word = page.locator("#picked dfn", has_text=verb)
    word.click()
    expect(told).to_be_visible()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    expect(page.locator("#picked .crumb")).to_have_count(2)  # Escape has closed the word alone
    page.keyboard.press("Escape")
    expect(page.locator("#picked-means")).to_have_count(0)


UNCOVERED = """() => {
  const told = document.getElementById('term-words').getBoundingClientRect();
  return [...document.querySelectorAll('#pane-rules h3')].findIndex(one => {
    const at = one.getBoundingClientRect();
    return (at.top > told.bottom || at.bottom < told.top) && at.top > 0 && document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2) === one;
  });
}"""
"""Which heading is in sight and not under the words that are told: nothing has to scroll for a tap there."""


def test_the_rules_begin_with_the_words_of_this_question(visit, base):
    """What the panel and the line of news say just now is explained first; with another question other words are."""
    page = visit()
    begin(page, base, "undaunted")
    page.locator("#tab-rules").click()
    first = page.locator("#pane-rules :is(h3, dt)")
    expect(first.first).to_have_text(SAY("web.rules.now"))
    told = page.locator("#rules-now dt")
    for dotted in page.locator("#now dfn.term").all_inner_texts():
        expect(told.filter(has_text=dotted)).not_to_have_count(0)
    before = told.all_inner_texts()
    assert len(before) == len(set(before)) == page.locator("#rules-now dd").count()
    page.locator("#tab-why").click()
    page.locator("#choices button", has_text="SUPPRESS").first.click()
    page.locator("#tab-rules").click()
    expect(told.first).to_be_visible()
    assert told.all_inner_texts() != before


@pytest.mark.parametrize("game", GAMES)
def test_a_word_is_told_by_a_tap_and_by_the_keyboard(visit, base, game):
    """It folds no tip and chooses nothing; on a phone it stays within the window."""
    page = visit(width=390, height=844)
    begin(page, base, game)
    page.locator("#pnav [data-sheet=rules]").click()
    word = page.locator("#pane-rules dfn.term").first
    told = page.locator("#term-words")
    word.tap()
    expect(told).to_be_visible()
    expect(word).to_have_attribute("aria-describedby", "term-words")
    box = told.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    elsewhere = page.evaluate(UNCOVERED)
    page.locator("#pane-rules h3").nth(elsewhere).click()
    expect(told).to_be_hidden()
    word.focus()
    expect(told).to_be_visible()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    expect(page.locator("#pane-rules")).to_be_visible()


def test_a_tap_beside_what_a_word_means_only_closes_it(visit, base):
    """Also on the card that begins a game: the game does not begin by it."""
    page = visit(width=390, height=844)
    page.goto(base)
    page.click("#game-saboteur .primary")
    page.locator("#card[open] dfn.term").first.tap()
    told = page.locator(".term-words")
    expect(told).to_be_visible()
    page.touchscreen.tap(5, 5)
    expect(told).to_be_hidden()
    expect(page.locator("#card[open]")).to_be_visible()
    page.touchscreen.tap(5, 5)
    expect(page.locator("#card[open]")).to_have_count(0)
