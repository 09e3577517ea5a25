"""How a person plays in a browser: looks until it is his turn, clicks what is lit up, chooses from the list."""

from playwright.sync_api import TimeoutError, expect

from tests.conftest import PATIENCE

__all__ = [
    "LAMPS",
    "changed",
    "choose",
    "confirm",
    "expect",
    "follow",
    "hold_answers",
    "let_answers_come",
    "no_news",
    "option",
    "over",
    "pace",
    "play_to_the_end",
    "press",
    "see_the_end",
    "settled",
    "take",
    "tip",
    "version",
]

# A page that a click has asked for comes when it comes: what is expected of it is waited for.
expect.set_options(timeout=PATIENCE * 1000)

READY = "#table:not(.busy)"
ASKED = f"{READY} #choices button"
SETTLED = f"{ASKED}, {READY} #commit, {READY} #next, {READY}[data-over]"


def follow(page, link):
    """Click what leads to another page, and wait until that page is there and waits for nobody's thought."""
    page.evaluate("() => { document.documentElement.dataset.left = '1' }")
    link.first.click()
    page.locator("html:not([data-left]) head:not(:has(meta[http-equiv=refresh]))").wait_for(state="attached")
    page.wait_for_load_state()


def hold_answers(page):
    """The next answer of the server does not come before `let_answers_come`."""
    page.evaluate("""() => {
      const ask = window.fetch;
      window.fetch = async (...what) => {
        window.fetch = ask;
        const answer = await ask(...what);
        await new Promise(go => { window.letCome = go });
        return answer;
      };
    }""")


def let_answers_come(page):
    page.wait_for_function("() => window.letCome")
    page.evaluate("() => window.letCome()")


def no_news(page):
    """On every page that is opened from now on, news of the table is asked for and never comes."""
    page.add_init_script("""{
      const ask = window.fetch;
      window.fetch = (what, ...how) => (String(what).endsWith('/board') ? new Promise(() => {}) : ask(what, ...how));
    }""")


def settled(page):
    """Until somebody is asked, an automa waits for a click, or it is over; what stops the game is read."""
    page.locator(SETTLED).first.wait_for(state="attached")
    while (stops := page.locator("#card[open] #card-close, .decide.held #hold-go")).count():
        stops.first.click()


def see_the_end(page):
    """The board is seen first; then how it ended is asked for."""
    page.locator("#show-end").click()
    expect(page.locator("#end[open]")).to_be_visible()


def pace(page, wanted="instant"):
    """How fast the automas act, as the menu says."""
    if not page.locator("#menu").get_attribute("open"):
        page.click("#menu > summary")
    page.select_option("#pace", wanted)
    settled(page)
    page.keyboard.press("Escape")
    page.evaluate("() => document.querySelector('#menu').removeAttribute('open')")


def tip(page):
    """The tip is there; where it is folded by now, it is asked for."""
    if not page.locator("#hint").is_visible():
        page.keyboard.press("t")
    expect(page.locator("#hint")).to_be_visible()


def option(page, number=0):
    """The n-th thing that can be chosen; where the list is folded, it is opened."""
    page.locator(ASKED).first.wait_for(state="attached")
    fold = page.locator("#choices .lit-list:not([open]) > summary")
    if fold.count():
        fold.click()
    buttons = page.locator("#choices button")
    return buttons.nth(number % buttons.count())


def press(page, number=0):
    """Click it; if news comes just then, the list is laid out anew and the click has to be made once more."""
    for patience in (2_000, 4_000, 8_000, 30_000):
        try:
            return option(page, number).click(timeout=patience)
        except TimeoutError:
            settled(page)
    return option(page, number).click()


def take(page, number=0):
    """Choose it, and confirm where that is asked."""
    press(page, number)
    confirm(page)


def confirm(page):
    if page.locator("#commit").count():
        page.click("#commit")
    settled(page)


def version(page):
    return int(page.locator("#table").get_attribute("data-version"))


def over(page):
    return page.locator("#table[data-over]").count() > 0


def changed(page, before):
    """Until the table is another one than this version."""
    page.locator(f"{READY}:not([data-version='{before}'])").wait_for()
    settled(page)


def choose(page, turn):
    """Click what is lit up, one after the other, or choose from the list, until something has been done."""
    settled(page)
    before = version(page)
    for click in range(12):
        if over(page) or version(page) != before:
            return
        if (going := page.locator("#next")).count():
            going.click()
            settled(page)
            continue
        live = page.locator("#table .live")
        if page.locator("#commit").count():
            page.click("#commit")
        elif click < 3 and (turn + click) % 2 == 0 and (there := live.count()):
            live.nth(turn % there).dispatch_event("click")
        else:
            press(page, turn + click)
        settled(page)
    assert version(page) != before, page.inner_text("#now")


def play_to_the_end(page, most=120):
    for turn in range(most):
        if over(page):
            return
        choose(page, turn)
    assert over(page), page.inner_text("#now")


LAMPS = """() => {
  window.lamps = []; // every request, in turn; the test grants or refuses it
  let state = 'visible';
  Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => state});
  window.turn = to => {
    state = to;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  navigator.wakeLock.request = () => new Promise((give, fail) => {
    const lamp = {on: false, refuse: () => fail(new DOMException('no', 'NotAllowedError'))};
    lamp.give = () => {
      lamp.on = true;
      give({release: () => { lamp.on = false }, addEventListener() {}});
    };
    window.lamps.push(lamp);
  });
}"""
"""In a window: every request to keep the screen on waits for the test, which also says who looks."""
