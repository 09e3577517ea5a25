"""Little room: no choice is covered, what scrolls says that it goes on, the line of news tells the main thing whole."""

import pytest

from kempelen.engine.game import games
from tests.e2e.clicks import expect, pace, settled, take, version

GAMES = tuple(games())
COVERED = """() => {
  const found = [];
  for (const one of document.querySelectorAll('#choices .choice')) {
    const box = one.getBoundingClientRect();
    const area = one.closest('.scrolls')?.getBoundingClientRect();
    if (!one.checkVisibility()) continue;
    if (area?.height && (box.bottom > area.bottom + 1 || box.top < area.top - 1)) continue;
    for (const y of [box.top + 4, box.bottom - 4]) {
      if (!one.contains(document.elementFromPoint(box.x + box.width / 2, y))) found.push(one.textContent);
    }
  }
  return found;
}"""
SCROLLS = """() => {
  const area = document.querySelector('#choices .scrolls');
  return area ? area.scrollHeight - area.clientHeight : 0;
}"""
IN_SIGHT = """id => {
  const box = document.querySelector(id)?.getBoundingClientRect();
  const panel = document.querySelector('#now').getBoundingClientRect();
  return !box || (box.top >= panel.top - 1 && box.bottom <= panel.bottom + 1);
}"""


def enter(page, base, game):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1280, 600), (390, 844), (390, 740), (320, 640), (844, 390)]
)
def test_no_choice_is_covered_and_a_list_says_that_it_goes_on(visit, base, game, width, height):
    page = visit(width=width, height=height, lang="de")
    enter(page, base, game)
    assert page.evaluate(COVERED) == []
    sign = page.locator("#choices > .goes-on")
    if page.evaluate(SCROLLS) > 6:
        expect(sign).to_contain_text("▾")
        sign.click()
        page.evaluate(
            "() => { const area = document.querySelector('#choices .scrolls'); area.scrollTop = area.scrollHeight; }"
        )
        expect(sign).to_have_text("▴")
        assert page.evaluate(COVERED) == []
    for what in ("#status", "#tips", "#choices > .ends"):
        assert page.evaluate(IN_SIGHT, what), what


def test_a_long_list_on_a_phone_scrolls_by_itself(visit, base):
    """Cards of a hand, all of them offered one by one: more than the panel holds."""
    page = visit(width=390, height=700)
    enter(page, base, "tactics")
    page.evaluate(
        """async () => {
          const {src} = document.querySelector('script[src$="table.js"]');
          const {ask, question} = await import(new URL('decide.js', src));
          const asked = question();
          const end = asked.options.find(option => option.handles[0] === 'end') || asked.options.at(-1);
          const many = [...Array(9).keys()].map(n => ({do: `x${n}`, text: `Something quite long to be chosen, number ${n + 1}`, handles: []}));
          ask({...asked, options: [...many, {...end, handles: ['end']}]}, false, () => {});
        }"""
    )
    expect(page.locator("#now.tight #choices > .goes-on")).to_contain_text("more")
    assert page.evaluate(COVERED) == []
    last = page.locator("#choices .scrolls .choice").last
    last.scroll_into_view_if_needed()
    expect(page.locator("#choices > .goes-on")).to_have_text("▴")
    assert page.evaluate(IN_SIGHT, "#status")
    assert page.evaluate(COVERED) == []


WHOLE = """() => {
  const text = document.querySelector('#event .event:not([hidden]) :is(.txt, .rows)');
  const line = document.querySelector('#event').getBoundingClientRect();
  const box = text.getBoundingClientRect();
  const bits = [...text.querySelectorAll('b, .bit:not([hidden]), [data-lists]')].filter(one => one.getClientRects().length);
  return box.top >= line.top && box.bottom <= line.bottom && bits.every(one => one.scrollHeight <= one.clientHeight + 1 || !one.clientHeight);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_news_on_a_phone_are_whole_sentences(visit, base, game):
    page = visit(width=390, height=844, lang="de")
    enter(page, base, game)
    pace(page)
    for _ in range(3):
        if page.locator("#table[data-over]").count():
            break
        before = page.locator("#table").get_attribute("data-version")
        page.evaluate(
            "() => (document.querySelector('#show-me') || document.querySelector('#choices .choice')).click()"
        )
        if page.locator("#commit").count():
            page.evaluate("() => document.querySelector('#commit').click()")
        page.locator(f"#table:not(.busy):not([data-version='{before}'])").wait_for()
        settled(page)
        page.wait_for_function(WHOLE)


def test_what_happened_covers_nothing_that_can_be_tapped(visit, base):
    page = visit(width=390, height=844)
    enter(page, base, "tactics")
    page.evaluate(
        "() => { const list = document.createElement('div'); list.className = 'told-list'; list.style.height = '2000px'; document.querySelector('#event').append(list); }"
    )
    low = page.evaluate("() => document.querySelector('#event .told-list:last-child').getBoundingClientRect().bottom")
    assert low <= page.evaluate("() => document.querySelector('#dock').getBoundingClientRect().top")


def test_the_round_and_the_cards_left_stand_in_the_bar_at_every_width(visit, base):
    page = visit(width=390, height=844, lang="de")
    page.goto(f"{base}/new/saboteur?scenario=commercial")
    page.select_option("select[name=players]", "5")
    page.click("form.setup button.primary")
    settled(page)
    inside = """one => {
      const [box, bar] = [one, one.closest('#bar')].map(it => it.getBoundingClientRect());
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.width > 0 && box.left >= bar.left && box.right <= bar.right && box.top >= bar.top && box.bottom <= bar.bottom && one.contains(hit);
    }"""
    for width, height in ((390, 844), (320, 640), (360, 740), (844, 390), (1000, 700), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for what in ("#bar .round b", "#bar .k-clock b"):
            assert page.locator(what).evaluate(inside), (what, width)


@pytest.mark.parametrize("game", ["tactics", "undaunted", "universalis"])
def test_which_round_it_is_and_who_plays_against_one_is_read_at_every_width(visit, base, game):
    page = visit(width=390, height=844, lang="de")
    enter(page, base, game)
    seen = """one => {
      const box = one.getBoundingClientRect(), hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.left >= 0 && box.right <= innerWidth && one.contains(hit);
    }"""
    cut = "one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2"
    for width, height in ((390, 844), (360, 740), (320, 640), (844, 390), (768, 1024), (1000, 700), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#bar .round b").evaluate(seen), width
        assert not page.locator("#goal .aim").evaluate(cut), width
        if width > 350:  # on the smallest phone faces stand for names
            assert not page.locator(".seat h3").first.evaluate(cut), width


@pytest.mark.parametrize("players", [5, 10])
def test_however_many_play_all_seats_are_seen_and_the_line_of_news_holds(visit, base, players):
    page = visit(height=800, lang="de")
    page.goto(f"{base}/new/saboteur?scenario=commercial")
    page.select_option("select[name=players]", str(players))
    page.select_option("select[name=pace]", "instant")
    page.click("form.setup button.primary")
    settled(page)
    before = version(page)
    while version(page) == before:
        take(page)
    cut = """() => {
      const [list, line] = ['#around', '#event'].map(one => document.querySelector(one).getBoundingClientRect());
      const off = [...document.querySelectorAll('#around .seat.rival')].filter(one => one.getBoundingClientRect().bottom > list.bottom + 1);
      const rows = [...document.querySelectorAll('#event .rows li')].map(one => one.getBoundingClientRect());
      return [off.length, rows.filter(one => one.top < line.top || one.bottom > line.bottom).length, rows.length];
    }"""
    seats, rows, told = page.evaluate(cut)
    assert (seats, rows) == (0, 0)
    assert told == (4 if players == 5 else 5)
    expect(page.locator("#event .rows .more")).to_have_count(1 if players > 5 else 0)
    if players > 5:
        page.click("#event .rows .more button")
        expect(page.locator("#told-all li")).to_have_count(players, timeout=5000)


SMALL = """least => {
  const small = [];
  for (const one of document.querySelectorAll('#table :is(a, button, summary):not(.rows *, .menu-sheet *, .tip *)')) {
    if (!one.checkVisibility({visibilityProperty: true}) || one.closest('.sr')) continue;
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const meant = (across, down) => one.contains(document.elementFromPoint(x + across, y + down));
    if (!box.width || box.bottom > innerHeight || !meant(0, 0)) continue;
    const reach = (dx, dy) => { let n = 0; while (n < 44 && meant(dx * (n + 1), dy * (n + 1))) n += 1; return n; };
    const [wide, high] = [reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1];
    if (wide < least || high < least) small.push(`${one.id || one.className}: ${one.textContent.trim().slice(0, 20)}: ${wide} x ${high}`);
  }
  return small;
}"""
"""What a finger is meant to press and that answers to less than so many pixels, beside its edge too. Lines of news that
lie three upon each other open one list, in which there is room."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (844, 390)])
def test_whatever_a_finger_presses_is_as_large_as_a_finger(visit, base, game, width, height):
    """44 pixels; neighbours may take a few of them."""
    page = visit(width=width, height=height, lang="de")
    enter(page, base, game)
    assert page.evaluate(SMALL, 40) == []
    take(page)
    assert page.evaluate(SMALL, 40) == []
