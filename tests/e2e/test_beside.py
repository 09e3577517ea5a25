"""A phone beside a real table, in German, at 360 pixels: the companion of every game, and the desk."""

import re

import pytest

from kempelen.engine.game import games
from tests.e2e.clicks import LAMPS, expect, follow
from tests.e2e.judging import judge

ANSWERS = ".answers .pick:visible, .board-pic .over:visible, form.deeds .primary:visible"
STEPS, ENOUGH = 60, 5


WIDE = """() => document.documentElement.scrollWidth <= 360 ? [] : [...document.querySelectorAll('*')]
  .filter(one => one.getBoundingClientRect().right > 361).map(one => one.outerHTML.slice(0, 80))"""


def fits(page):
    assert page.evaluate(WIDE) == []
    assert page.locator(".ask").first.inner_text().strip()


BROKEN = """() => [...document.querySelectorAll('[data-step]:not([hidden]) .got small')].flatMap(one => {
  const range = document.createRange(), text = one.firstChild.data;
  return [...text.matchAll(/\\p{L}{4,}/gu)].filter(word => {
    range.setStart(one.firstChild, word.index + 1); // the hyphen of a syllable before counts to its first letter
    range.setEnd(one.firstChild, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1;
  }).map(word => word[0]);
})"""
"""Words below cards that go on in the next line without a hyphen."""


CUT = """() => [...document.querySelectorAll('.framed > .upper, .framed > .upper .sheet')]
  .filter(one => one.clientHeight && one.scrollHeight > one.clientHeight + 2)
  .map(one => [one.className, one.scrollHeight, one.clientHeight, one.innerText.slice(0, 200)])"""
"""What is told and goes on below an edge."""


def read(page, *, low=False):
    """What is told fits on the screen; what does not comes after it, by the same button at the same place. On a very
    low one a question may not."""
    places = []
    while True:
        page.locator(".sheet.now:visible, .sheet.results:visible, .answers:visible").first.wait_for()
        assert low or page.evaluate(CUT) == []
        further = page.locator("[data-further]:visible")
        if not further.count():
            return places
        places.append(round(further.locator("button").bounding_box()["y"]))
        further.locator("button").tap()


def begin(page):
    """What is laid out comes first, then the first question."""
    follow(page, page.locator("form.setup .big"))
    onward = page.locator("[data-onward]")
    assert onward.is_visible(), "it is laid out step by step"
    while onward.is_visible():
        assert page.evaluate(BROKEN) == []
        onward.tap()
        assert page.locator("[data-step]:visible").count() == 1
    assert page.evaluate(BROKEN) == []
    follow(page, page.locator("[data-ready]"))


def name_hand(page):
    """All cards of a hand are tapped, then they go together."""
    hand = page.locator("form[data-several]")
    last, kinds = int(hand.get_attribute("data-several")) - 1, hand.locator(".pick").count()
    for n in range(last):
        hand.locator(".pick").nth(min(n, kinds - 1)).click()
        expect(hand.locator(".named-card")).to_have_count(n + 1)
    follow(page, hand.locator(".pick").nth(min(last, kinds - 1)))


def answer(page, number):
    """The n-th answer; several dice are named one after the other, and so are the cards of a hand."""
    if page.locator("form[data-several]").count():
        name_hand(page)
        return
    dice = page.locator(".dice-row")
    if page.locator("form[data-dice]").count():  # the last die sends them all
        *first, last = dice.all()
        for die in first:
            die.locator("label").nth(number % die.locator("label").count()).click()
        follow(page, last.locator("label").nth(number % last.locator("label").count()))
        return
    for die in dice.all():
        die.locator("label").nth(number % die.locator("label").count()).click()
    given = page.locator(".answers .primary") if dice.count() else page.locator(ANSWERS)
    follow(page, given.nth(number % given.count()))


KIND = """() => {
  const has = what => Boolean([...document.querySelectorAll(what)].find(one => one.checkVisibility()));
  return [['over', '[data-over]'], ['instruction', '.deed'], ['result', '.results'], ['place', '.taps'], ['point', '.points'],
    ['cards', '.answers .pics .pick'], ['die', '.answers .pad'], ['rows', '.answers .rows'], ['several', '[data-several]'], ['yes or no', '.answers .two'],
    ['price', '.price'], ['costly', '.costly'], ['said', '.message']].filter(([, what]) => has(what)).map(([name]) => name).join(' + ');
}"""


class Judged:
    """Every kind of page is judged once: by all rules in the light, by its contrast in the dark."""

    def __init__(self, page, axe):
        self.page, self.axe = page, axe
        self.found, self.seen = {}, set()

    def __call__(self, kind=""):
        kind = kind or self.page.evaluate(KIND)
        if kind in self.seen:
            return
        self.seen.add(kind)
        self.found[kind] = judge(self.page, self.axe)
        self.page.emulate_media(color_scheme="dark")
        self.found[kind] += judge(self.page, self.axe, "color-contrast")
        self.page.emulate_media(color_scheme="light")

    @property
    def wrong(self):
        return {kind: wrong for kind, wrong in self.found.items() if wrong}


def fixed(page, judged):
    """Things on the table are tapped, one after the other, until every kind of thing has been corrected."""
    table = page.url.partition("?")[0] + "?tab=table"
    page.goto(table)
    judged("the table")
    links = page.locator(".board-pic a.over").evaluate_all(
        "all => all.map(one => new URL(one.href.baseVal, location).href)"
    )
    links += page.locator("a.wrong, .rows a.pick").evaluate_all("all => all.map(one => one.href)")
    kinds = {re.sub(r".*piece=", "", link).partition("%3A")[0]: link for link in links}
    for kind, link in kinds.items():
        page.goto(link)
        judged(f"correct {kind}")
    page.goto(table)


@pytest.mark.parametrize("game", games())
def test_names_headings_and_contrast_of_every_kind_of_page(visit, base, axe, game):
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/{game}?companion=1")
    page.locator("[name=dice][value=table]").check(force=True)
    judged = Judged(page, axe)
    judged("what is played")
    follow(page, page.locator("form.setup .big"))
    steps = page.locator("[data-step]").count()
    for n in range(steps):
        judged(f"set-up {n}")
        if n == steps - 1:
            follow(page, page.locator("[data-ready]"))  # another page: its script divides what does not fit
        else:
            page.locator("[data-onward]").tap()
    for turn in range(STEPS):
        read(page)
        judged()
        if page.locator("#done").count():
            follow(page, page.locator("#done"))
        elif page.locator(ANSWERS).count():
            answer(page, turn * 7)
        else:
            break
    fixed(page, judged)
    paths = page.locator(".bottom a").evaluate_all("all => all.map(one => one.href)")
    for path in paths[2:]:
        page.goto(path)
        judged(re.sub(r".*[?/]", "", path))
    assert judged.wrong == {}


@pytest.mark.parametrize("high", [740, 640])
@pytest.mark.parametrize("game", games())
def test_a_companion_session_on_a_phone(visit, base, game, high):
    """One thing after the other: every instruction has a picture and its button on the screen, every question an answer,
    and no word is below an edge."""
    page = visit(width=360, height=high, lang="de")
    page.goto(f"{base}/new/{game}?companion=1")
    page.locator("[name=dice][value=table]").check(force=True)
    begin(page)
    told = 0
    places = set()
    for turn in range(STEPS):
        fits(page)
        places |= set(read(page))
        if page.locator(".sheet.deed").count():
            told += 1
            drawn = ".sheet.deed .board-pic svg, .deed-text .pic"
            if page.locator("#done").count() == 0:  # with the question: its board, or the dice of what is only told
                drawn = f"{drawn}, .sheet.now .board-pic svg, .deed .die"
            assert page.locator(drawn).count()
        if page.locator(
            ".sheet.results.now:visible"
        ).count():  # what came of one's own deed has a picture that can be seen
            assert page.locator(".results .board-pic svg").bounding_box()["width"] > 60
        assert page.evaluate("() => document.documentElement.scrollHeight") <= high, "nobody scrolls the page"
        if page.locator("#done").count():
            places.add(round(page.locator("#done").bounding_box()["y"]))
            assert len(places) == 1, "done is always at the same place"
            follow(page, page.locator("#done"))
        elif told >= ENOUGH:
            break
        elif page.locator(ANSWERS).count():
            answer(page, turn * 7)
        else:
            break
    assert told, "nobody was told anything"
    shown = page.url
    page.reload()
    page.wait_for_url(shown)
    # while somebody thinks the page is loaded again by itself: a tap would be lost in that
    page.locator("head:not(:has(meta[http-equiv=refresh]))").wait_for(state="attached")
    read(page)
    fits(page)
    for tab in ("table", "why", "log"):
        follow(page, page.locator(f".bottom a[href*='tab={tab}']"))
        page.locator(".one").wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        assert page.locator(".one").inner_text().strip()


def test_a_finger_on_the_table_is_the_place_to_go_to(visit, base):
    """Three taps: to move, where to, and that it is so. Half centimetres can be chosen after that."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/universalis?companion=1")
    begin(page)
    to_move = page.locator("a.pick", has_text="Bewegen")
    for _ in range(20):
        read(page)
        if to_move.count():
            break
        follow(page, page.locator("#done") if page.locator("#done").count() else page.locator(ANSWERS))
    follow(page, to_move)
    box = page.locator(".board-pic.points").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url(re.compile(r"to=\d+(\.5)?%2C\d+(\.5)?%2Ccm"))
    expect(page.locator("form.deeds .primary.big")).to_be_visible()


@pytest.mark.both_homes
def test_undo_is_everywhere(visit, base):
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/saboteur?companion=1&scenario=tu&cards=table")
    begin(page)
    for _ in range(9):  # roles come first, one for each computer player
        if page.locator("form[data-several]").count():
            break
        follow(page, page.locator(".answers .pick").first)
    name_hand(page)
    follow(page, page.locator("header button.icon-button"))
    expect(page.locator(".ask")).to_have_text("Die 6. Karte für Computerspieler 2?")


@pytest.mark.both_homes
def test_whoever_leaves_what_is_laid_out_goes_on_there(visit, base):
    """Which step it was and what was ticked off is kept on the device; a set-up that is done begins anew."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/tactics?companion=1")
    follow(page, page.locator("form.setup .big"))
    laid_out = page.url
    page.locator("[data-onward]").tap()
    page.locator("[data-step]:not([hidden]) input").first.check()
    page.goto(f"{base}/desk/tactics")
    page.goto(laid_out)
    expect(page.locator("[data-nth]")).to_contain_text("2")
    expect(page.locator("[data-step]:not([hidden]) input").first).to_be_checked()
    page.locator("[data-skip]").tap()
    page.wait_for_url(lambda url: "tab=build" not in url)
    page.goto(laid_out)
    expect(page.locator("[data-nth]")).to_contain_text("1")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_card_of_the_adviser_on_a_phone(visit, base, scripts):
    """At a server it works without any script, too."""
    page = visit(width=360, height=740, lang="de", **({} if scripts else {"java_script_enabled": False}))
    page.goto(f"{base}/desk/undaunted")
    follow(page, page.locator("a[href*='o-rifleman']"))
    for place in ("nth=0", "nth=1"):
        follow(page, page.locator(f"a.pick.big >> {place}"))
    assert page.locator(".ask").inner_text().strip()
    page.goto(f"{base}/desk/undaunted?q=o-path~c-scout")
    follow(page, page.locator("svg.sketch a").first)
    assert page.locator("svg.sketch").count()


def test_the_screen_is_asked_for_again(visit, base):
    """A refusal, or somebody who looks away, is not the last word."""
    page = visit(width=360, height=740, lang="de")
    page.context.add_init_script(f"({LAMPS})()")
    page.goto(f"{base}/new/undaunted?companion=1")
    begin(page)
    page.wait_for_function("window.lamps.length === 1")
    page.evaluate("window.lamps[0].refuse()")
    page.evaluate("window.turn('hidden')")
    page.evaluate("window.turn('visible')")
    page.wait_for_function("window.lamps.length === 2")
    page.evaluate("window.lamps[1].give()")
    page.wait_for_function("window.lamps[1].on")


def test_the_own_role_is_uncovered_by_a_touch(visit, base):
    """Nobody sees it before; a second touch covers it again, and the next page has it covered."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/saboteur?companion=1&scenario=commercial")
    begin(page)
    words = page.locator(".role p").first
    expect(words).to_be_hidden()
    page.locator(".role summary").tap()
    expect(words).to_be_visible()
    page.locator(".role summary").tap()
    expect(words).to_be_hidden()
    page.locator(".role summary").tap()
    follow(page, page.locator(".answers .pick").first)
    expect(page.locator(".role p").first).to_be_hidden()


def test_an_answer_stays_on_the_screen_of_a_calculator(visit, base):
    """Whoever tries one weapon after the other below sees above what comes of each; no name is wider than its button."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/desk/universalis/melee")
    page.evaluate("() => scrollTo(0, 500)")
    assert 0 <= page.locator("#result > .ask").bounding_box()["y"] < 200
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"
    assert page.locator(".chips .pick span").evaluate_all(wide) == []
    page.goto(f"{base}/desk/universalis/melee")
    folded = page.locator("details.lines > summary")
    folded.click()
    assert "▾" in folded.evaluate("one => getComputedStyle(one, '::before').content")


HIDDEN_FIELDS = """() => [...document.querySelectorAll('.foot input.sr')].map((one, n) => {
  one.focus({preventScroll: false});
  one.scrollIntoView();
  return [n, Math.round(scrollY), Math.round(document.body.scrollTop), document.documentElement.scrollHeight > innerHeight];
}).filter(([, window, body, more]) => window || body || more)"""


def test_a_finger_on_an_answer_far_down_moves_no_page(visit, base):
    """Fields that are only read aloud lie where their buttons are; whoever leaves one open is told which, in his words."""
    page = visit(width=360, height=560, lang="de")
    page.goto(f"{base}/new/universalis?companion=1")
    page.locator("[name=dice][value=table]").check(force=True)
    begin(page)
    for _ in range(30):
        read(page, low=True)
        if page.locator(".dice-row").count() > 1:
            break
        follow(page, page.locator("#done") if page.locator("#done").count() else page.locator(ANSWERS))
    rows = page.locator(".dice-row")
    page.evaluate("() => document.querySelectorAll('.dice-row').forEach(one => { one.style.marginTop = '40rem' })")
    assert page.evaluate(HIDDEN_FIELDS) == []
    rows.last.locator("label").first.click()
    page.evaluate("() => document.querySelector('form[data-missing]').requestSubmit()")
    expect(rows.first.locator(".missing")).to_have_text("Hier fehlt noch deine Antwort.")
    assert page.evaluate("() => scrollY") == 0


FIELDS = """() => [...document.querySelectorAll('.board-pic.taps:not(.swipes)')].map(pic => {
  const svg = pic.querySelector('svg'), box = svg.viewBox.baseVal, drawn = svg.getBoundingClientRect();
  const seen = [...pic.querySelectorAll('a.over > rect')].map(one => one.getBoundingClientRect());
  const edge = pic.getBoundingClientRect();
  const far = one => one.bottom > edge.bottom + 2 || one.right > edge.right + 2 || one.left < edge.left - 2 || one.top < edge.top - 2;
  return [pic.dataset.field * Math.min(drawn.width / box.width, drawn.height / box.height), !pic.matches('.panned') && seen.some(far)];
})"""
"""How wide a field of every board to tap is, in pixels, and whether something to tap lies beyond its edge."""


def test_a_field_is_as_large_as_a_finger(visit, base):
    """Also below what was just told and above a hand of cards."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/tactics?companion=1&scenario=kraken_1&cards=usual")
    begin(page)
    seen = 0
    for number in range(16):
        read(page)
        for wide, cut in page.evaluate(FIELDS):
            seen += 1
            assert wide > 43.5, page.url
            assert not cut
        done = page.locator("#done:visible")
        follow(page, done if done.count() else page.locator(ANSWERS).nth(number * 3 % page.locator(ANSWERS).count()))
    assert seen > 4


def test_a_second_tap_where_done_was_chooses_nothing(visit, base):
    """As long as the clock stands still no answer takes a finger."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/new/tactics?companion=1&scenario=kraken_1&cards=usual")
    begin(page)
    page.clock.install()
    first = page.locator(".answers .pick:visible").first
    page.clock.run_for(3000)
    box = first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(
        "([x, y]) => sessionStorage.setItem('kempelen.tapped', JSON.stringify({at: Date.now(), x, y}))", [x, y]
    )
    page.reload()
    page.locator(".pick.settling").wait_for()
    before = page.url
    page.touchscreen.tap(x, y)
    assert page.url == before
    assert page.locator(".answers .pick:visible").count()
    page.clock.run_for(1000)
    follow(page, first)
    assert page.url != before
