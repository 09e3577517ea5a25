"""What several opponents did, in one line of news: however many they are and however long their words, nothing leaves its
box, letters stay readable, and what has no room is a tap away."""

from tests.e2e.clicks import changed, expect, pace, settled, take, version
from tests.e2e.test_told import begin, tip

LONGEST = (
    "Berta spielt eine Sperrkarte „Spitzhacke“ gegen Odo.",
    "Die obere Zielkarte wird aufgedeckt: Es ist ein Stein.",
    "Alrik legt eine blockierte senkrechte Abzweigung zwischen die mittlere Zielkarte und die untere Zielkarte.",
    "Runa repariert Bertas Spitzhacke mit einer Werkzeugkarte „Spitzhacke und Laterne“.",
    "Odo wirft eine waagerechte Abzweigung ab.",
)

PUT = """([texts, rank]) => {
  const rows = document.querySelector('#event .rows');
  const like = rows.querySelector('li[data-event]:has(.whom>*)') || rows.querySelector('li[data-event]');
  const all = texts.map((text, n) => {
    const one = like.cloneNode(true);
    one.hidden = false;
    one.classList.remove('to-me');
    one.querySelector('[data-lists]').textContent = text;
    return one;
  });
  Object.assign(rows.closest('.event').dataset, {beyond: '0', ranks: texts.map((_, n) => (n === rank ? 9 : 1)).join(' ')});
  rows.replaceChildren(...all);
  dispatchEvent(new Event('resize'));
}"""

LEAVES = """() => {
  const line = document.querySelector('#event').getBoundingClientRect(), out = [];
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  for (const cell of document.querySelectorAll('#event .rows > li:not([hidden])')) {
    const box = cell.getBoundingClientRect();
    if (!inside(box, line)) out.push(`cell: ${cell.innerText}`);
    for (const one of cell.querySelectorAll('[data-lists], .doer, .doer svg, .whom, .chip.why')) {
      if (one.getClientRects().length && !inside(one.getBoundingClientRect(), line)) out.push(`${one.className}: ${cell.innerText}`);
    }
    if (cell.parentElement.matches('.tiles')) continue; // pictures: the list has the words
    const text = cell.querySelector('[data-lists]');
    const words = document.createRange();
    words.selectNodeContents(text);
    if (!inside(words.getBoundingClientRect(), box)) out.push(`words: ${text.innerText}`);
    if (parseFloat(getComputedStyle(text).fontSize) < 12) out.push(`small: ${text.innerText}`);
  }
  return out;
}"""

SIZES = ((390, 844), (360, 740), (320, 640), (844, 390), (1000, 700), (1280, 800))


def everybody_fits(page, most):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for many in range(3, most + 1):
            for rank in (0, many - 1):
                page.evaluate(PUT, [LONGEST[:many], rank])
                where = (width, height, many)
                assert page.evaluate(LEAVES) == [], where
                cells = page.locator("#event .rows > li[data-event]")
                shown = [n for n in range(many) if cells.nth(n).is_visible()]
                assert shown, where
                assert rank in shown, "what weighs most is told first"
                more = page.locator("#event .rows > .more button")
                assert more.all_inner_texts() == ([f"+{many - len(shown)}"] if len(shown) < many else []), where


def test_three_four_and_five_deeds_of_two_opponents_stay_in_their_box(visit, base):
    page = visit(width=390, height=844, lang="de")
    begin(page, base, "saboteur")
    tip(page)
    page.locator("#event .rows").wait_for()
    everybody_fits(page, len(LONGEST))
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#event .rows > .more button").click()
    expect(page.locator("#told-all")).to_be_visible()


def five(page, base):
    """A table with four opponents who have all acted."""
    page.goto(f"{base}/new/saboteur?scenario=commercial")
    page.select_option("select[name=players]", "5")
    page.click("form.setup button.primary")
    settled(page)
    pace(page)
    before = version(page)
    while version(page) == before:
        take(page)
    changed(page, before)
    page.locator("#event .rows").wait_for()


def test_the_deeds_of_four_opponents_stay_in_their_box(visit, base):
    page = visit(width=390, height=844, lang="de")
    five(page, base)
    assert page.evaluate(LEAVES) == []
    everybody_fits(page, len(LONGEST))
