"""What moves on a board: dice are thrown there and lie until the next choice, one thing happens after the other."""

import pytest

from tests.e2e.clicks import changed, choose, confirm, expect, over, pace, settled, version

MOST = 12
DICE = """() => [...document.querySelectorAll('#marks .thrown')].map(one => ({
  event: one.dataset.beat,
  faces: [...one.querySelectorAll('.cube')].map(die => Number(die.dataset.face)),
  shown: [...one.querySelectorAll('.cube .face-up')].map(face => face.textContent),
}))"""
TOLD = """event => [...document.querySelectorAll(`#event .event:not(.whole)[data-touch="${event}"] .die`)]
  .map(die => Number(die.textContent))"""


def begin(page, base, game):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


def by_the_tip(page):
    """What the tip shows is done; without one, the first thing there is."""
    if page.locator("#show-me").count():
        before = version(page)
        page.evaluate("() => document.querySelector('#show-me').click()")
        confirm(page)
        changed(page, before)
    else:
        choose(page, 0)
    settled(page)


def roll(page):
    """Play by the tips until dice lie on the board."""
    for _ in range(MOST):
        if over(page) or page.locator("#marks .thrown").count():
            break
        by_the_tip(page)
    page.locator("#marks .thrown").first.wait_for(state="attached")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("game", ["undaunted", "universalis"])
def test_dice_lie_beside_the_piece_until_the_next_choice(visit, base, game, motion):
    """The die on the board shows what the line tells, with motion as soon as it lies, without at once."""
    page = visit(height=800, reduced_motion=motion)
    begin(page, base, game)
    roll(page)
    if motion == "reduce":
        assert not page.evaluate("() => document.getAnimations().length"), "nothing moves"
    else:
        page.keyboard.press("Shift")  # whoever touches a key has seen enough
    expect(page.locator("#table.rolling")).to_have_count(0)
    thrown = page.evaluate(DICE)
    assert len(thrown) == 1
    for one in thrown:
        assert one["faces"] == page.evaluate(TOLD, one["event"])
        assert [int(face) for face in one["shown"]] == one["faces"]
    page.evaluate("() => document.querySelector('#show-me')?.click()")
    if page.locator("#commit").count():
        expect(page.locator("#marks .event")).to_have_css("opacity", "0")


ROLLING = """() => {
  window.said = [];
  const {table, event} = Object.fromEntries(['table', 'event'].map(id => [id, document.getElementById(id)]));
  new MutationObserver(() => {
    if (table.classList.contains('rolling')) window.said.push(getComputedStyle(event, '::before').content);
  }).observe(table, {attributeFilter: ['class']});
}"""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_while_dice_roll_the_line_says_so(visit, base, lang):
    """How a throw comes out is not told before it lies, and the line is never empty meanwhile."""
    page = visit(height=800, lang=lang, reduced_motion="no-preference")
    begin(page, base, "universalis")
    page.evaluate(ROLLING)
    roll(page)
    said = set(page.evaluate("() => window.said"))
    assert said == {'"The dice are rolling …"' if lang == "en" else '"Die Würfel rollen …"'}


KNOWN = """() => {
  const said = () => ['#goal', '.race', '.seats .crew', '#own .cap', '#inspector-body'].map(one => document.querySelector(one)?.textContent);
  const table = document.getElementById('table');
  window.before = null;
  window.knew = [];
  new MutationObserver(() => {
    // what is chosen is told beside the board too, but before it is answered
    if (table.matches('.busy')) window.before ||= said();
    if (!table.matches('.rolling.waits')) return;
    window.knew.push(...said().flatMap((one, n) => one === window.before[n] ? [] : [[one, window.before[n]]]));
    window.seen = [...document.querySelectorAll('#now > *')].every(one => getComputedStyle(one).opacity === '0');
  }).observe(table, {attributeFilter: ['class']});
}"""


def test_nothing_beside_the_board_knows_a_roll_before_it_lies(visit, base):
    """Goal, points, models, what is told of one of them and the panel say what they said, until the dice lie."""
    page = visit(height=800, reduced_motion="no-preference")
    begin(page, base, "universalis")
    for _ in range(MOST):
        page.evaluate(KNOWN)
        by_the_tip(page)
        if page.locator("#marks .thrown").count():
            break
    assert page.evaluate("() => window.seen") is True
    assert page.evaluate("() => window.knew") == []
    page.keyboard.press("Shift")
    expect(page.locator("#table.waits")).to_have_count(0)
    expect(page.locator("#status")).to_have_css("opacity", "1")


WATCHED = """() => {
  window.moved = [];
  const {animate} = Element.prototype;
  Element.prototype.animate = function(...how) {
    window.moved.push(this.getAttribute('class') || '');
    return animate.apply(this, how);
  };
}"""


def test_pieces_and_dice_are_seen_to_move(visit, base):
    """A piece goes to its place, dice tumble before what they decide; where everything is wanted at once, nothing does."""
    page = visit(height=800, reduced_motion="no-preference")
    begin(page, base, "universalis")
    page.evaluate(WATCHED)
    for what in ("cube", "r-unit"):
        for _ in range(MOST):
            if over(page) or any(what in one for one in page.evaluate("() => window.moved")):
                break
            by_the_tip(page)
        assert any(what in one for one in page.evaluate("() => window.moved")), what
    pace(page)
    page.evaluate("() => { window.moved = []; }")
    before = version(page)
    page.evaluate("() => document.querySelector('#show-me').click()")
    confirm(page)
    changed(page, before)
    assert not any("cube" in one for one in page.evaluate("() => window.moved"))


HIDES = """() => {
  const box = one => one.getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const touched = JSON.parse(document.querySelector('#touched').textContent).of;
  return [...document.querySelectorAll('#marks .thrown')].flatMap(thrown => touched[Number(thrown.dataset.beat)]
    .flatMap(touch => [touch.handle, touch.by]).filter(Boolean)
    .flatMap(handle => [...document.querySelectorAll(`#s-board .r-unit[data-handle="${handle}"] > .b`)])
    .filter(piece => !apart(box(thrown.querySelector('.tray')), box(piece)))).length;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_dice_cover_no_piece_that_they_are_about(visit, base, width, height):
    page = visit(width=width, height=height)
    begin(page, base, "undaunted")
    roll(page)
    assert page.evaluate(HIDES) == 0


COVERED = """() => {
  const box = one => one.getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left + 3 || b.right <= a.left + 3 || a.bottom <= b.top + 3 || b.bottom <= a.top + 3;
  const tray = document.querySelector('#marks .thrown .tray');
  return tray ? [...document.querySelectorAll('#s-board .r-unit :is(.b, rect.plate), #board [data-zoom]')].filter(one => !apart(box(tray), box(one))).length : -1;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_where_there_is_room_dice_cover_nobody_and_no_name(visit, base, width, height):
    page = visit(width=width, height=height)
    begin(page, base, "universalis")
    roll(page)
    assert page.evaluate(COVERED) == 0


@pytest.mark.parametrize("game", ["undaunted", "tactics", "universalis"])
def test_a_card_has_a_picture_and_its_title(visit, base, game):
    page = visit()
    begin(page, base, game)
    drawn = page.locator("#own .hc g:has(> .a)")
    assert drawn.count()
    for one in drawn.all():
        assert one.get_attribute("aria-label"), "its title, which the page reads out and shows in the inspector"
        assert one.evaluate(COATS) > 3


COATS = """card => {
  const art = card.querySelector(':scope > .a');
  const shared = [...art.querySelectorAll('use')].map(one => document.querySelector(one.getAttribute('href')));
  const inner = shared.flatMap(one => [...one.querySelectorAll('use')].map(of => document.querySelector(of.getAttribute('href'))));
  return [art, ...shared, ...inner].reduce((sum, one) => sum + one.querySelectorAll('path').length, 0);
}"""
"""How many coats a picture has; one that stands on several cards is kept once on the page and used from there."""


OUTCOMES = """() => {
  const middle = one => { const b = one.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.x, b.x) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 3;
  const touched = JSON.parse(document.querySelector('#touched').textContent).of;
  const pieces = [...document.querySelectorAll('#s-board .r-unit')];
  const nearest = tag => pieces.map(one => [far(middle(one.querySelector('.b')), middle(tag)), one.dataset.handle]).sort((a, b) => a[0] - b[0])[0][1];
  return [...document.querySelectorAll('#marks :is(.tag, .thrown)[data-box]')].flatMap(one => {
    const shot = touched[Number(one.dataset.beat)].find(touch => touch.effect === 'fired');
    if (!shot) return [];
    const over = pieces.filter(piece => meets(piece.querySelector('.b').getBoundingClientRect(), one.getBoundingClientRect()));
    return [one.matches('.tag') ? nearest(one) === shot.handle : /[✓✕]/.test(one.textContent) && !over.length];
  });
}"""


def test_how_a_shot_came_out_stands_at_its_target_or_with_its_dice(visit, base):
    """Not in the middle of its line, where somebody else may stand; and no dice lie on a piece."""
    page = visit(height=800)
    begin(page, base, "undaunted")
    found = []
    for _ in range(MOST):
        by_the_tip(page)
        found += page.evaluate(OUTCOMES)
        if len(found) > 1 or over(page):
            break
    assert found
    assert all(found), found


HEARD = """
window.heard = 0;
window.AudioContext = class {
  currentTime = 0;
  destination = {};
  createGain = () => ({gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: next => next});
  createOscillator = () => ({frequency: {setValueAtTime() {}}, connect: next => next, start: () => { window.heard += 1; }, stop() {}});
};
"""


def test_nothing_is_heard_until_somebody_wants_it(visit, base):
    page = visit(height=800)
    page.add_init_script(HEARD)
    page.goto(base)
    page.click("#game-saboteur .primary")
    settled(page)
    pace(page)

    def choice():
        by_the_tip(page)
        return page.evaluate("() => window.heard")

    assert choice() == 0
    page.click("#menu > summary")
    page.check("#set-sound")
    page.keyboard.press("Escape")
    heard = page.evaluate("() => window.heard")
    assert choice() > heard
