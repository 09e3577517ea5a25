"""Everything in its order: what is told is seen when it is told, not before, and nothing is told twice."""

import pytest

from tests.e2e.clicks import changed, expect, over, settled, version
from tests.e2e.test_deeds import tip_of_the_lesson
from tests.e2e.test_rows import LEAVES, five
from tests.e2e.test_told import begin, tip

MOST = 30
FEW = ("1", "2")

WATCH = """() => {
  window.seen = [];
  const look = () => {
    const table = document.querySelector('#table');
    const line = [...document.querySelectorAll('#event .event')].find(one => !one.hidden);
    const of = where => document.querySelectorAll(where).length;
    return JSON.stringify({
      telling: table.classList.contains('telling'), ending: table.classList.contains('ending'),
      number: Number(line?.dataset.heard ?? line?.dataset.number ?? -1), told: line?.querySelector('b')?.textContent || '',
      gold: of('#s-board .t-gold'), goals: of('#s-board .t-goal.t-hatched'), lamps: of('.seat .lamps'), hand: of('#own .hc'),
      race: document.querySelector('.race')?.textContent || '', says: document.querySelector('#now').dataset.waits,
      waits: table.classList.contains('waits'),
      yours: [...document.querySelectorAll('.your-turn')].some(one => one.getClientRects().length > 0),
    });
  };
  let last = '';
  const note = () => {
    const now = look();
    if (now !== last) window.seen.push(JSON.parse(last = now));
    requestAnimationFrame(note);
  };
  note();
}"""


def steps_to_the_end(page):
    """By the tips until few cards are missing; from there on nothing is hurried."""
    for _ in range(MOST):
        if over(page):
            return
        last = page.locator(".race b").first.inner_text().strip() in FEW
        page.emulate_media(reduced_motion="no-preference" if last else "reduce")
        if not page.locator("#show-me").count():
            page.locator("#ask-tip").click()
        before = version(page)
        page.evaluate("() => document.querySelector('#show-me').click()")
        page.click("#commit")
        changed(page, before)
        page.wait_for_function("() => document.querySelector('#table.asked, #table[data-over]')")
        page.wait_for_function("() => !document.querySelector('#table.telling, #table.ending, .acts-now')")
        settled(page)


def test_the_end_is_told_once_and_known_when_it_is_told(visit, base):
    """The gold is turned when that is told; how many cards are missing, the lamps and the hand stay as they were."""
    page = visit(width=390, height=844, reduced_motion="reduce")
    page.goto(base)
    page.click("#game-saboteur .primary")
    settled(page)
    page.keyboard.press("Enter")
    page.evaluate(WATCH)
    steps_to_the_end(page)
    seen = page.evaluate("() => window.seen")
    ending = [one for one in seen if one["ending"]]
    assert ending, "the last card is seen as it falls"
    first = ending[0]
    assert (first["gold"], first["lamps"]) == (0, 2)
    assert first["hand"] > 0
    assert ending[-1]["gold"] == 1, "by then it is told"
    before = max(one["number"] for one in seen[: seen.index(first)])
    assert all(one["number"] >= before for one in ending), "nothing is told once more"
    assert len({one["goals"] for one in ending if not one["gold"]}) == 1, "no other goal is turned before"
    expect(page.locator(".seat .lamps")).to_have_count(0)


def test_until_all_is_told_nobody_is_said_to_be_on_turn_who_is_not_shown(visit, base):
    """The panel says whose deed is seen; only then it is the reader's turn."""
    page = visit(width=390, height=844, reduced_motion="no-preference")
    page.goto(base)
    page.click("#game-saboteur .primary")
    settled(page)
    page.keyboard.press("Enter")
    page.evaluate(WATCH)
    tip_of_the_lesson(page)
    page.wait_for_function("() => !document.querySelector('#table.telling')")
    seen = page.evaluate("() => window.seen")
    telling = [one for one in seen if one["telling"]]
    names = {one["says"].partition(" is ")[0] for one in telling if one["waits"]}
    assert {"Alrik", "Berta"} <= names
    assert not any(one["yours"] for one in telling)
    expect(page.locator(".your-turn")).to_be_visible()


CARDS = """async () => {
  const {cardsTold, rememberCards} = await import(new URL('/static/lain.js', location.href).href.replace('/static/', `${document.documentElement.dataset.root || ''}/static/`));
  const board = document.querySelector('#s-board');
  const card = board.querySelector('.r-card[data-handle]:not(.t-goal, .t-special)'), place = board.querySelector('.r-place[data-handle]');
  const event = document.querySelector('#event').appendChild(document.createElement('div'));
  event.id = 'event-9000';
  event.innerHTML = `<span class="played turned"><svg viewBox="-35 -44 70 88"></svg></span>`;
  const copy = card.cloneNode(true);
  copy.removeAttribute('id');
  copy.removeAttribute('data-handle');
  copy.setAttribute('transform', 'translate(0 0)');
  event.querySelector('svg').append(copy);
  rememberCards(one => one.cloneNode(true), true);
  const gone = card.dataset.handle, free = place.dataset.handle;
  card.setAttribute('class', 'r-place');
  const touch = (handle, effect) => ({number: '9000', touches: [{handle, effect, by: 'seat:2'}]});
  const told = cardsTold([touch(free, 'laid'), touch(free, 'lost'), touch(gone, 'lost')], false);
  const there = () => [...document.querySelectorAll('#marks > .lain > *')].map(one => [one.style.opacity, one.classList.contains('taken')]);
  const found = [there()];
  told.begins(0);
  found.push(there());
  told.lands(1);
  found.push(there());
  told.lands(2);
  found.push(there());
  const laid = document.querySelector('#marks > .lain > *:nth-child(2) > *').getAttribute('transform');
  told.told();
  found.push(there());
  return {found, laid};
}"""


def test_a_card_that_is_laid_and_taken_away_again_lies_there_in_between(visit, base):
    """What was there before lies there until it is taken; what came and went is seen, in its turn, and then pale."""
    page = visit(width=390, height=844)
    begin(page, base, "saboteur")
    seen = page.evaluate(CARDS)
    there, away = ["", False], ["", True]
    assert seen["found"] == [
        [there, ["0", False]],
        [there, ["1", False]],
        [there, ["1", True]],
        [away, ["1", True]],
        [],
    ]
    assert "rotate(180)" in seen["laid"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_cell_of_pictures_says_in_a_word_what_was_done(visit, base, lang):
    page = visit(width=390, height=844, lang=lang)
    five(page, base)
    verbs = page.locator("#event .rows.tiles li:not([hidden]) .verb")
    expect(verbs).to_have_count(4)
    words = {"en": {"lays", "discards", "removes", "blocks", "repairs", "looks", "passes"}}
    words["de"] = {"legt", "wirft ab", "entfernt", "sperrt", "repariert", "sieht nach", "setzt aus"}
    assert set(verbs.all_inner_texts()) <= words[lang]
    inside = (
        "all => all.every(one => one.getBoundingClientRect().width <= one.parentElement.getBoundingClientRect().width)"
    )
    assert verbs.evaluate_all(inside)
    assert page.evaluate(LEAVES) == []
    below = "all => all.every(one => one.getBoundingClientRect().top >= one.parentElement.querySelector('.who-is').getBoundingClientRect().bottom - 3)"
    assert verbs.evaluate_all(below), "no face lies over a word"


def test_who_acted_last_has_no_ring(visit, base):
    """A ring is whoever can be chosen: of the last to act the edge of his plate is coloured."""
    page = visit(width=390, height=844)
    begin(page, base, "saboteur")
    tip(page)
    last = page.locator(".seat.just")
    expect(last.first).to_be_visible()
    ring = "one => { const {outlineStyle, boxShadow} = getComputedStyle(one); return [outlineStyle, /0px 0px 0px [1-9]/.test(boxShadow)] }"
    assert last.first.evaluate(ring) == ["none", False]
    edges = page.locator(".seat").evaluate_all("all => all.map(one => getComputedStyle(one).borderLeftColor)")
    assert len(set(edges)) == 2


TWO_BROKEN = """() => {
  const tool = () => {
    const one = Object.assign(document.createElement('span'), {className: 'cond'});
    const thing = one.appendChild(Object.assign(document.createElement('span'), {className: 'thing'}));
    thing.append(document.querySelector('#own .hc svg').cloneNode(true));
    one.append(document.createElement('span'));
    return one;
  };
  const out = [];
  for (const plate of document.querySelectorAll('.seat, .you')) {
    plate.querySelector('.conds')?.remove();
    const broken = Object.assign(document.createElement('p'), {className: 'conds'});
    broken.append(tool(), tool());
    plate.insertBefore(broken, plate.matches('.you') ? plate.querySelector('.facts') : null);
    const edge = plate.getBoundingClientRect();
    for (const one of broken.querySelectorAll('svg')) if (one.getBoundingClientRect().bottom > edge.bottom + 1) out.push(plate.id);
  }
  const face = document.querySelector('.you .who-is').getBoundingClientRect();
  return [out, face.width > 0, document.querySelector('.you').scrollHeight < 40];
}"""


@pytest.mark.parametrize("many", [False, True])
def test_two_broken_tools_are_whole_and_leave_the_own_face(visit, base, many):
    page = visit(width=390, height=844, lang="de")
    if many:
        five(page, base)
    else:
        begin(page, base, "saboteur")
    assert page.evaluate(TWO_BROKEN) == [[], True, True]
