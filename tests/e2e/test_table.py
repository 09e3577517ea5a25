"""The table itself: one screen, what has just happened, looking before doing, what a thing is, how it ends."""

import pytest

from kempelen.engine.game import games, say_in
from tests.e2e.clicks import (
    changed,
    choose,
    confirm,
    expect,
    option,
    over,
    pace,
    play_to_the_end,
    press,
    see_the_end,
    settled,
    take,
    version,
)

GAMES = tuple(games())
LARGE = (("saboteur", "commercial"), ("tactics", "kraken"))
"""Scenarios with much on the table."""
SIZES = (
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (360, 740),
    (320, 640),
    (844, 390),
    (740, 360),
)
FITS = """() => {
  const off = [];
  const [wide, high] = [innerWidth, innerHeight];
  const page = document.documentElement;
  if (page.scrollHeight > high || page.scrollWidth > wide) off.push(`the page: ${page.scrollWidth}x${page.scrollHeight}`);
  for (const id of ['bar', 'event', 'now', 'board', 'dock', 'seats']) {
    const box = document.getElementById(id).getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1) off.push(`${id}: ${JSON.stringify(box)}`);
  }
  for (const seat of document.querySelectorAll('.seat')) {
    if (wide >= 1280 && seat.scrollWidth > seat.clientWidth + 1) off.push(`a seat is cut: ${seat.innerText}`);
  }
  const board = document.querySelector('#s-board').getBoundingClientRect();
  if (board.height < 60) off.push(`the board is ${board.height} high`);
  if (high < 500) {
    const [sheet, panel] = ['#board', '#now'].map(one => document.querySelector(one).getBoundingClientRect());
    if (sheet.height < 0.5 * high || panel.left < sheet.right - 1) off.push(`on its side the board is ${sheet.height} high, the panel not beside it`);
  }
  const box = one => one.getBoundingClientRect();
  // Of a card in the hand the head, the price and the words below it are seen whole: nothing of the page lies over them.
  if (wide > 760 && high > 500) {
    for (const card of document.querySelectorAll('.hand .hc')) {
      for (const part of [card.querySelector('.b'), card.querySelector('.cap')].filter(Boolean)) {
        const at = box(part);
        if (at.bottom > high + 1 || at.left < -1 || at.right > wide + 1) off.push(`a card is cut: ${card.innerText} ${JSON.stringify(at)}`);
        const over = document.elementFromPoint((at.left + at.right) / 2, at.top + 5);
        if (!over?.closest('.hand')) off.push(`${over?.closest('[class]')?.className.baseVal ?? over?.className} lies over a card: ${card.innerText}`);
      }
      const words = card.querySelector('.cap');
      if (words && words.scrollHeight > words.clientHeight + 2) off.push(`words of a card are cut: ${words.textContent}`);
    }
    for (const words of document.querySelectorAll('.piles .pile > span:last-child')) {
      if (box(words).right > wide + 1 || words.scrollWidth > words.clientWidth + 2) off.push(`words of a pile are cut: ${words.textContent}`);
    }
    for (const one of document.querySelectorAll('.round b, .round .eyebrow')) {
      const [at, bar] = [box(one), box(document.querySelector('#bar'))];
      if (at.right > bar.right + 1 || at.bottom > bar.bottom + 1) off.push(`the round hangs over the bar: ${at.bottom} of ${bar.bottom}`);
    }
  }
  for (const name of document.querySelectorAll('.seat h3, .who > span:first-child')) {
    if (wide > 760 && name.checkVisibility() && name.scrollWidth > name.clientWidth + 1) off.push(`a name is cut: ${name.innerText}`);
  }
  for (const picture of document.querySelectorAll('.event:not([hidden]) .who-did svg *, .crumb svg *')) {
    const drawn = picture.getBoundingClientRect();
    if (drawn.width > 200) off.push(`a small picture is ${drawn.width} wide`);
  }
  return off;
}"""


def begin(page, base, game, card=True):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    if card:
        settled(page)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_one_screen(visit, base, game, lang):
    """Nothing of the table lies below a fold, at the start and while something is to be confirmed."""
    page = visit(lang=lang)
    begin(page, base, game)
    assert page.evaluate(FITS) == []
    pace(page)
    choose(page, 1)
    wrong = {}
    for armed in (False, True):
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            if found := page.evaluate(FITS):
                wrong[wide, high, armed] = found
            if armed:
                box = page.locator("#commit").bounding_box()
                assert box["y"] + box["height"] <= high, (wide, high)
        for _ in range(24):  # what only leads on is done at the first touch
            if over(page) or page.locator("#commit").count():
                break
            press(page)
            settled(page)
        if over(page):
            break
    assert wrong == {}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_menu_is_as_wide_as_what_stands_in_it(visit, base, lang):
    page = visit(lang=lang, height=800)
    begin(page, base, "saboteur")
    for wide, high in ((1280, 800), (390, 844), (320, 640), (844, 390)):
        page.set_viewport_size({"width": wide, "height": high})
        if not page.locator("#menu[open]").count():
            page.click("#menu > summary")
        sheet = page.locator(".menu-sheet")
        assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth"), (wide, high)
        box = sheet.bounding_box()
        assert box["x"] >= 0, (wide, high)
        assert box["x"] + box["width"] <= wide, (wide, high)


def test_looking_before_doing(visit, base):
    """The first click shows what would be done, Escape leaves it, Enter does it; where somebody wants it, one click does."""
    page = visit()
    begin(page, base, "saboteur")
    pace(page)
    before = version(page)
    path = page.locator("#own .live.r-card").first
    path.click()
    place = page.locator("#board .live").first
    while not place.count():
        page.keyboard.press("Escape")
        page.locator("#own .live.r-card").nth(1).click()
    place.click()
    page.locator("#commit").wait_for()
    assert page.locator("#marks .preview > *").count(), "the card is shown where it would lie"
    assert page.inner_text("#preview p").strip()
    assert version(page) == before
    page.keyboard.press("Escape")
    assert not page.locator("#commit").count()
    assert not page.locator("#marks .preview > *").count()
    assert page.locator("#own .chosen").count(), "only one step back"

    page.locator("#board .live").first.click()
    page.keyboard.press("Enter")
    changed(page, before)

    settled(page)
    before = version(page)
    page.click("#menu > summary")
    page.select_option("#set-confirm", "none")
    page.keyboard.press("Escape")
    for _ in range(4):
        if version(page) != before:
            break
        press(page)
        settled(page)
        assert not page.locator("#commit").count()
    assert version(page) != before


@pytest.mark.parametrize("game", GAMES)
def test_what_has_just_happened(visit, base, game):
    """The event line tells the newest, steps back to the board of that moment, and comes back."""
    page = visit()
    begin(page, base, game)
    pace(page)
    choose(page, 0)
    if not over(page):
        choose(page, 1)
    shown = page.locator("#event .event:visible")
    assert shown.count() == 1
    newest = shown.inner_text()
    assert newest.strip()
    page.keyboard.press("[")
    page.locator("#table.looking-back #past svg").wait_for()
    assert page.locator("#event .event:visible").inner_text() != newest
    assert not page.locator("#s-board").is_visible()
    page.keyboard.press("]")
    page.locator("#table:not(.looking-back)").wait_for()
    assert page.locator("#event .event:visible").inner_text() == newest
    assert page.locator("#s-board").is_visible()
    page.click("#event [data-step='-1']")
    page.locator("#past svg").wait_for()
    page.click("#back-to-now button")
    page.locator("#table:not(.looking-back)").wait_for()


def test_a_moment_that_comes_too_late_is_not_shown(visit, base):
    """Back to now while the board of then is still on its way: it stays now."""
    page = visit()
    begin(page, base, "tactics")
    pace(page)
    choose(page, 0)
    page.evaluate("""() => {
      const read = Response.prototype.text;
      window.came = new Promise(done => {
        Response.prototype.text = async function () {
          await new Promise(go => { window.bring = go });
          const text = await read.call(this);
          setTimeout(done, 50);
          return text;
        };
      });
    }""")
    page.keyboard.press("[")
    page.wait_for_function("() => window.bring")
    page.keyboard.press("]")
    page.evaluate("() => { window.bring(); return window.came }")
    expect(page.locator("#table.looking-back")).to_have_count(0)
    assert page.locator("#s-board").is_visible()


def test_why_in_the_event_line(visit, base):
    page = visit()
    begin(page, base, "undaunted")
    pace(page)
    for turn in range(12):
        if over(page) or page.locator("#event .event:visible [data-why]").count():
            break
        choose(page, turn)
    page.locator("#event .event:visible [data-why]").click()
    page.locator("#why-body .steps li").first.wait_for()
    assert page.locator("#pane-why").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_how_to_win_is_told_at_the_start(visit, base, game):
    """In a card that Enter closes, once; the key G and the bar show it again."""
    page = visit()
    begin(page, base, game, card=False)
    page.locator("#card[open]").wait_for()
    assert say_in("en")("web.bar.how") in page.inner_text("#card")
    expect(page.locator("#card .turn-goes li:has(svg)")).to_have_count(3)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.querySelector('#card').scrollTop") == 0, "it begins at its top"
    expect(page.locator("#card .rd").first).to_be_in_viewport()
    expect(page.locator("#card-close")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    page.locator("#card:not([open])").wait_for(state="attached")
    assert page.locator("#goal .aim").inner_text().strip()
    page.reload()
    settled_without_card(page)
    page.keyboard.press("g")
    page.locator("#card[open]").wait_for()
    page.keyboard.press("Escape")
    page.click("#goal")
    page.locator("#card[open]").wait_for()


def settled_without_card(page):
    page.locator("#table:not(.busy) #choices button").first.wait_for(state="attached")
    expect(page.locator("#card[open], .decide.held")).to_have_count(0)


def test_what_is_told_is_never_old(visit, base):
    """The goal behind the key G is the one of now, also after the table has been laid anew."""
    page = visit()
    begin(page, base, "undaunted")
    pace(page)
    page.evaluate("() => { document.querySelector('#how').innerHTML = '<h2 id=\"card-title\">old</h2>'; }")
    choose(page, 0)
    page.keyboard.press("g")
    page.locator("#card[open]").wait_for()
    assert say_in("en")("web.bar.how") in page.inner_text("#card")


def test_a_new_round_is_told_with_what_was_done_before_it(visit, base):
    """Nobody is stopped by it: it stands on the rim of the line, what happened has the line, and the next choice follows."""
    page = visit()
    begin(page, base, "undaunted")
    for turn in range(30):
        page.locator("#table:not(.busy) #choices button, #table:not(.busy) #commit, #table[data-over]").first.wait_for(
            state="attached"
        )
        if page.locator("#event .began:visible").count() or over(page):
            break
        buttons = page.locator("#choices button")
        if page.locator("#commit").count():
            page.click("#commit")
        elif buttons.count():
            ends = page.locator("#choices button").filter(has_text="End the turn")
            (ends.first if ends.count() else option(page, turn)).click()
    expect(page.locator("#event .began:visible")).to_contain_text("2")
    assert "2" not in page.locator("#event .event:visible .txt b, #event .event:visible .rows li").first.inner_text()
    expect(page.locator(".decide.held")).to_have_count(0)
    expect(page.locator("#choices")).to_be_visible()
    assert say_in("en")("web.table.your_turn") in page.inner_text("#turn")
    page.reload()
    settled_without_card(page)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_thing_is(visit, base, game):
    """Pointing at it, or the key I, tells name and terms in a place that does not cover the board."""
    page = visit()
    begin(page, base, game, card=False)
    page.locator("#card[open]").wait_for()
    page.mouse.move(2, 2)
    page.keyboard.press("Enter")
    known = page.evaluate("() => Object.keys(JSON.parse(document.querySelector('#abouts').textContent).of)")
    assert known
    inspector = page.locator("#inspector")
    assert not inspector.is_visible()
    shape = page.locator("#own [data-handle], #board [data-handle]").first
    shape.hover()
    inspector.wait_for()
    assert page.locator("#inspector h3").inner_text().strip()
    assert page.locator("#inspector dd").count() or page.locator("#inspector li").count()
    told, board = inspector.bounding_box(), page.locator("#s-board").bounding_box()
    assert told["x"] + told["width"] <= board["x"]
    assert page.locator("#table [data-handle] > title").count() == 0, "nothing else pops up"
    page.keyboard.press("i")
    assert not inspector.is_visible()


def test_a_finger_that_rests_tells_and_chooses_nothing(visit, base):
    page = visit(width=390, height=844)
    begin(page, base, "saboteur")
    card = page.locator("#own [data-handle]").first
    box = card.bounding_box()
    at = {"pointerType": "touch", "bubbles": True, "clientX": box["x"] + 8, "clientY": box["y"] + 8}
    card.dispatch_event("pointerdown", at)
    page.locator("#inspector").wait_for()
    card.dispatch_event("pointerup", at)
    card.dispatch_event("click", {"bubbles": True})
    assert not page.locator(".chosen").count()
    page.locator("#event").click()
    assert not page.locator("#inspector").is_visible()


def test_the_end_and_once_more(visit, base):
    page = visit()
    begin(page, base, "saboteur")
    pace(page)
    play_to_the_end(page)
    see_the_end(page)
    assert page.inner_text("#end-title")
    assert len(page.inner_text(".ribbon p")) > 10, "what decided it"
    assert page.locator("#end .scores tbody tr").count() == 3
    page.keyboard.press("Escape")
    assert not page.locator("#end").is_visible()
    page.click("[data-open=end]")
    here = page.url
    page.click("#again")
    page.wait_for_url(lambda url: "/tables/" in url and url != here)
    settled(page)
    assert not over(page)


def end_the_phase(page):
    """Whatever else there is; a question without that choice gets its first answer."""
    ends = page.locator("#choices button", has_text="End the phase")
    if ends.count():
        ends.first.click()
        confirm(page)
    else:
        take(page)


def test_a_lost_game_has_an_end_too(visit, base):
    """The card of a lost game stays when the line to the server is back, and can be opened again."""
    page = visit()
    begin(page, base, "universalis")
    pace(page)
    for _ in range(40):
        if over(page):
            break
        end_the_phase(page)
    see_the_end(page)
    assert "lost" in page.locator("#end").get_attribute("class").split()
    page.evaluate("there => import(there).then(line => line.lost(false))", f"{base}/static/line.js")
    assert page.locator("#end[open]").count() == 1
    page.keyboard.press("Escape")
    page.click("[data-open=end]")
    page.locator("#again").wait_for()


def test_tabs_on_a_phone_lie_over_the_table(visit, base):
    page = visit(width=390, height=844)
    begin(page, base, "saboteur")
    assert not page.locator("#tabs").is_visible()
    page.click("[data-sheet=log]")
    assert page.locator("#pane-log").is_visible()
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 844
    page.click("[data-sheet=play]")
    assert not page.locator("#tabs").is_visible()
    before = version(page)
    for _ in range(4):
        take(page)
        confirm(page)
        if version(page) != before:
            break
    assert version(page) != before


@pytest.mark.parametrize(("game", "scenario"), [*((game, "") for game in GAMES), *LARGE])
def test_a_table_is_light(visit, base, game, scenario):
    """Everything a first look needs weighs less than 400 kB, unpacked."""
    page, weights = visit(), []
    page.on("response", lambda reply: weights.append(len(reply.body())) if "/events" not in reply.url else None)
    if scenario:
        page.goto(f"{base}/new/{game}?scenario={scenario}")
        page.click("form.setup .primary")
        settled(page)
    else:
        begin(page, base, game)
    url = page.url
    weights.clear()
    page.goto(url)
    settled(page)
    assert 20_000 < sum(weights) < 400_000
