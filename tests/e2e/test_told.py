"""What others did since one's last choice: told together, each with a tap; and a phone's board keeps its size."""

import pytest

from kempelen.engine.game import games
from tests.e2e.clicks import changed, choose, expect, over, pace, see_the_end, settled, version

GAMES = tuple(games())
SIZE = "() => { const box = document.querySelector('.sheet').getBoundingClientRect(); return [box.y, box.height]; }"
MOST = 16
LOW = {"undaunted": 0.27, "saboteur": 0.32}
"""How much of a phone's height a board has that is low, and as wide as the screen."""
UNCOVERED = """() => { const box = document.querySelector('.sheet').getBoundingClientRect();
  return Boolean(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('#board')); }"""


def begin(page, base, game):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)
    pace(page)


def tip(page, look=lambda: None):
    """What the tip says, else whatever comes first; `look` is called while it is only shown."""
    if not page.locator("#show-me").count():
        choose(page, 0)
        return
    before = version(page)
    page.evaluate("() => document.querySelector('#show-me').click()")
    expect(page.locator("#commit")).to_be_visible()
    look()
    page.click("#commit")
    changed(page, before)


@pytest.mark.parametrize("game", ["undaunted", "tactics"])
def test_a_turn_of_others_is_told_whole(visit, base, game):
    """The main deed on the line, all of them below it with a tap, each with its board; Escape closes."""
    page = visit(height=800)
    begin(page, base, game)
    for _ in range(MOST):
        if over(page) or page.locator("#event-all").count():
            break
        tip(page)
    whole = page.locator("#event-all")
    expect(whole).to_be_visible()
    deeds = page.locator("#told-all li button")
    expect(page.locator("#told-all")).to_be_hidden()
    whole.locator(".txt").click()
    expect(page.locator("#told-all")).to_be_visible()
    assert deeds.count() >= 2
    said = page.locator("#told-all").inner_text()
    assert whole.locator(".txt b").inner_text().rstrip(" ▾") in said, "the main deed is one of them"
    page.keyboard.press("Escape")
    expect(page.locator("#told-all")).to_be_hidden()
    whole.locator(".txt").click()
    deeds.first.click()
    page.locator("#table.looking-back #past svg").wait_for()
    expect(page.locator("#event-all")).to_be_hidden()
    page.click("#back-to-now button")
    expect(whole).to_be_visible()


HELD_REST = """{ const ask = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => ms === 950 ? (window.rest = act, 0) : ask(act, ms, ...more); }"""


def test_what_one_s_last_card_did_is_seen_before_others_act(visit, base):
    """The picture after it stays for a rest, also where nothing moves; then comes what they did."""
    page = visit(height=800)
    page.add_init_script(HELD_REST)
    page.goto(base)
    page.click("#game-undaunted .primary")
    settled(page)
    page.locator("#choices button").last.click()
    page.click("#commit")
    page.wait_for_function("() => window.rest")
    mine = version(page)
    expect(page.locator("#choices button")).to_have_count(0)
    page.evaluate("() => window.rest()")
    changed(page, mine)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_a_phone_keeps_its_size(visit, base, game):
    """Whatever is chosen, previewed or told, with tips or without."""
    page = visit(width=390, height=844)
    begin(page, base, game)
    page.click("#menu > summary")
    page.select_option("#set-tips", "open")
    page.click("#menu > summary")
    sizes = {tuple(page.evaluate(SIZE))}
    for _ in range(4):
        if over(page):
            break
        tip(page, lambda: sizes.add(tuple(page.evaluate(SIZE))))
        sizes.add(tuple(page.evaluate(SIZE)))
    assert len(sizes) == 1
    ((_, high),) = sizes
    assert high > 844 * LOW.get(game, 0.33)


def test_whoever_has_no_seat_has_reasons_too(visit, base):
    """On a phone: after an opponent has acted that the rules play, the line has its why, and so has the tab. Neither
    reasons nor a log are asked for while nobody sees them."""
    page = visit(width=390, height=844)
    begin(page, base, "tactics")
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(base).partition("?")[0].split("/")[3:4]))
    asks = page.locator("#event .event:not([hidden]) .chip.why")
    for _ in range(MOST):
        if over(page) or asks.count():
            break
        tip(page)
    expect(asks).to_be_visible()
    assert ["preview"] in asked, "answers of a device go by a line of their own, which nobody hears"
    assert ["why"] not in asked
    page.click("[data-sheet=why]")
    expect(page.locator("#why-body :is(.why-lead, .steps li):visible").first).to_be_visible()
    assert ["log"] not in asked
    page.click("[data-sheet=log]")
    expect(page.locator("#log-body li:visible").first).to_be_visible()


def test_what_was_done_gives_way_to_what_would_be_done(visit, base):
    """Nothing stays armed after it was done, what came of it stands in the line and only there, and marks go under a preview."""
    page = visit(height=800)
    begin(page, base, "undaunted")
    results = 0
    for _ in range(6):
        if over(page):
            break
        tip(page, lambda: expect(page.locator("#marks .event")).to_have_css("opacity", "0"))
        expect(page.locator("#commit")).to_have_count(0)
        results += page.locator("#event .event:visible .out").count()
        expect(page.locator("#result")).to_have_count(0)
    assert results, "a shot or an objective was among them"


def test_the_last_deed_is_seen_before_the_end_is_told(visit, base):
    page = visit(height=800)
    begin(page, base, "saboteur")
    for _ in range(MOST):
        if over(page):
            break
        tip(page)
    expect(page.locator("#show-end")).to_be_visible()
    expect(page.locator("#end[open]")).to_have_count(0)
    assert page.evaluate(UNCOVERED)
    page.keyboard.press("Enter")
    expect(page.locator("#end[open]")).to_be_visible()
    page.reload()
    expect(page.locator("#end[open]")).to_be_visible()


def test_signs_on_a_card_are_told_in_words_on_a_phone(visit, base):
    page = visit(width=390, height=844)
    begin(page, base, "undaunted")
    page.locator("#seats .seat .facts").first.click()
    expect(page.locator("#inspector li").first).to_be_visible()
    page.locator("#prompt").click()
    expect(page.locator("#inspector")).to_be_hidden()


@pytest.mark.parametrize(("lang", "own", "foreign"), [("de", "Du ", "Spieler 1"), ("en", "You ", "Player 1")])
def test_whoever_reads_it_is_spoken_to(visit, base, lang, own, foreign):
    """A whole first game: in the event line, in all that is told since, in the log and at the end."""
    page = visit(lang=lang, height=800)
    begin(page, base, "saboteur")
    page.click("#tab-log")
    heard = ""
    while not over(page):
        tip(page)
        told = page.locator("#event").evaluate("line => line.textContent") + page.locator(".log").first.evaluate(
            "log => log.textContent"
        )
        assert foreign not in told
        heard += told
    assert own in heard
    see_the_end(page)
    expect(page.locator("#end .mom")).not_to_contain_text(foreign)


@pytest.mark.parametrize("game", GAMES)
def test_whose_turn_it_is_stands_there_as_long_as_one_may_act(visit, base, game):
    """On a phone: while something is chosen, and while it is only shown."""
    page = visit(width=390, height=844, lang="de")
    begin(page, base, game)
    turn = page.locator("#dock .your-turn")
    for _ in range(3):
        if over(page):
            break
        expect(turn).to_have_text("Du bist dran")
        expect(turn).to_be_visible()
        tip(page, lambda: expect(turn).to_be_visible())


AWAY = """() => {
  const tip = document.querySelector('#show-me');
  const words = tip.dataset.play.split(' ');
  const options = JSON.parse(document.querySelector('#asked').textContent).options.map(option => option.do);
  const away = options.filter(one => one.startsWith('discard'));
  tip.dataset.play = away.find(one => words.includes(one.split(' ')[1])) || away[0];
  tip.click();
}"""
NOTHING_MORE = """() => {
  const table = document.querySelector('#table');
  const asked = table.querySelector('#now .asks') && !table.querySelector('#wait-on');
  return !table.classList.contains('busy') && (table.hasAttribute('data-over') || Boolean(asked));
}"""


def test_passing_the_time_goes_on_by_itself_until_there_is_something_to_do(visit, base):
    """Whoever throws away all that is useful has nothing else to do at last."""
    page = visit(width=390, height=844)
    begin(page, base, "saboteur")
    waits = page.locator("#wait-on")
    for _ in range(MOST):
        if waits.count():
            break
        before = version(page)
        page.evaluate(AWAY)
        page.click("#commit")
        changed(page, before)
    expect(waits).to_be_visible()
    waits.click()
    page.wait_for_function(NOTHING_MORE)


def test_who_listens_hears_what_each_of_several_others_did(visit, base):
    page = visit(height=800)
    begin(page, base, "saboteur")
    rows = page.locator("#event-all .rows [data-lists]")
    for _ in range(4):
        if rows.count():
            break
        tip(page)
    told = rows.all_inner_texts()
    assert len(told) > 1
    heard = page.locator("#live").inner_text()
    assert [one for one in told if one not in heard] == []


VERDICTS = """() => {
  window.verdicts = [];
  const look = () => {
    if (!document.querySelector('#table[data-over]') || !document.querySelector('.verdict')?.getClientRects().length) return;
    const line = document.querySelector('#event .event:not([hidden])');
    const moving = document.getAnimations().filter(one => one.playState === 'running' && one.effect.target?.closest('#s-board, #marks, .gliding') && !(one instanceof CSSAnimation)).length;
    window.verdicts.push([moving, line.textContent]);
  };
  new MutationObserver(look).observe(document.querySelector('#main'), {subtree: true, childList: true, attributes: true});
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_who_has_won_is_told_after_the_board_and_the_line(visit, base, motion):
    """The last card lies and the line says what ended it; then comes the verdict."""
    page = visit(width=390, height=844, lang="de", reduced_motion="reduce")
    begin(page, base, "saboteur")
    pace(page, "auto")
    page.emulate_media(reduced_motion=motion)
    page.evaluate(VERDICTS)
    for _ in range(MOST):
        if over(page):
            break
        tip(page)
        page.locator("#event").click(position={"x": 2, "y": 2})
    expect(page.locator(".verdict")).to_be_visible()
    seen = page.evaluate("() => window.verdicts")
    assert seen
    assert not seen[0][0], "nothing moves on the board any more"
    assert "gewinnen" in seen[0][1] or "Gold" in seen[0][1]
