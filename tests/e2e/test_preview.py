"""Before one commits: what it would do, in words and on the board; lists that remember; colours, log, rules beside it."""

import re

from tests.e2e.clicks import changed, confirm, expect, no_news, pace, press, settled, version

ONLY_DISCARDS = """async () => {
  const {src} = document.querySelector('script[src$="table.js"]');
  const {ask, question} = await import(new URL('decide.js', src));
  const asked = question();
  ask({...asked, options: asked.options.filter(option => option.handles.at(-1) === 'discard')}, false, () => {});
}"""
"""As with a broken tool: no card can be laid."""

ANOTHER_CARD = """async () => {
  const {src} = document.querySelector('script[src$="table.js"]');
  const {ask, pick, question} = await import(new URL('decide.js', src));
  const asked = question();
  const laid = asked.options.filter(option => option.handles[1]?.startsWith('cell:'));
  const [first] = laid;
  const other = laid.find(option => option.handles[0] !== first.handles[0] && option.handles[1] !== first.handles[1]);
  ask({...asked, options: [first, other]}, false, () => {});
  pick(first.handles[0]);
  if (document.querySelector('#armed .instead')) throw new Error('too early');
  pick(other.handles[1]);
}"""
"""A card is picked, then a place that takes only another one."""


def enter(page, base, game):
    """A first game, and nothing is set: no answer of the server is under way that would ask the real question again."""
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


def begin(page, base, game, confirms="usual"):
    """`confirms`: what is shown before it is done, as the menu says it."""
    enter(page, base, game)
    page.evaluate("wanted => localStorage.setItem('kempelen.set.confirm', wanted)", confirms)
    pace(page)


def of_list(page, text):
    """The choice of the list with this text."""
    return page.locator("#choices .choice").filter(has_text=text)


ON_LETTERS = """() => { const boxes = what => [...document.querySelectorAll(what)].map(one => one.getBoundingClientRect());
  const names = boxes('#board .r-tile > text');
  return names.length ? boxes('#marks .pct rect').filter(a => names.some(b =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length : -1; }"""


def test_a_shot_shows_its_chance_on_the_target_and_in_words(visit, base):
    """A card that is chosen puts chances on targets; the shot shows need, sum and effect; Escape goes back, Enter fires."""
    page = visit()
    begin(page, base, "undaunted")
    before = version(page)
    page.locator("#own .live").last.click()
    page.locator("#marks .chances .pct").first.wait_for()
    assert page.evaluate(ON_LETTERS) == 0, "no number lies on what a field is called"
    of_list(page, "ATTACK").click()
    assert page.locator("#choices .choice .pct").count() == page.locator("#board .live").count()
    rows = page.locator("#choices .choice .what")
    assert not any("ATTACK" in text for text in rows.all_inner_texts()), "what was picked is not said again"
    fits = "all => all.every(one => one.offsetHeight <= one.parentElement.clientHeight)"
    assert rows.evaluate_all(fits), "no row is lower than its words"
    chances = [int(text.split()[0]) for text in page.locator("#choices .choice .pct").all_inner_texts()]
    assert chances == sorted(chances, reverse=True), "the likeliest comes first"
    page.locator("#choices .choice").first.click()
    page.locator("#said .chance").wait_for()
    assert f"{chances[0]} %" in page.inner_text("#said .chance")
    assert f"{chances[0]} %" in page.inner_text("#commit")
    assert page.locator("#said .remarks li").count() >= 1
    assert page.locator("#marks .foreseen .burst, #marks .foreseen .gone").count()
    assert version(page) == before
    page.keyboard.press("Escape")
    page.locator("#commit").wait_for(state="detached")
    assert not page.locator("#marks .foreseen > *").count()
    page.locator("#choices .choice").first.click()
    page.keyboard.press("Enter")
    changed(page, before)
    assert page.locator("#event .event:visible").count() == 1


TWO_VERBS = """async () => {
  const {src} = document.querySelector('script[src$="table.js"]');
  const {drawChances} = await import(new URL('preview.js', src));
  const {handle} = document.querySelector('#board [data-handle^="unit:de-"]').dataset;
  const option = (verb, chance) => ({handles: ['card:mg-A', `action:${verb}`, handle], chance});
  drawChances([option('attack', '36 %'), option('suppress', '59 %')]);
}"""


def test_a_chance_before_it_is_said_what_is_done_is_that_of_the_attack(visit, base):
    """Fire that only suppresses is likelier; its number would be read as the chance to hit for good."""
    page = visit()
    enter(page, base, "undaunted")
    page.evaluate(TWO_VERBS)
    expect(page.locator("#marks .chances .pct text")).to_have_text("36 %")


ONE_KIND = """async () => {
  const {src} = document.querySelector('script[src$="table.js"]');
  const {ask, question} = await import(new URL('decide.js', src));
  const asked = question();
  const [card] = asked.options[0].handles;
  ask({...asked, options: asked.options.filter(option => option.handles[0] === card || option.handles.length === 1)}, false, () => {});
}"""
"""As late in a turn: only one kind of card is left, and what it is played for is asked at once."""


def test_a_hand_that_is_asked_for_is_lit_and_a_resting_pointer_lights_nothing(visit, base):
    page = visit()
    enter(page, base, "undaunted")
    page.locator("#choices .choice").last.hover()
    page.evaluate(ONE_KIND)
    expect(of_list(page, "End the turn")).to_be_visible()
    expect(page.locator("#own .live").first).to_be_visible()
    expect(page.locator("#own .chosen")).to_have_count(0)

    last = page.locator("#choices .choice").last
    plain = page.locator("#choices").evaluate("one => getComputedStyle(one.querySelector('.choice')).borderTopColor")
    last.hover()
    expect(last).not_to_have_css("border-top-color", plain)
    page.evaluate(ONE_KIND)  # another question: the same button lies beneath the pointer, which has not moved
    expect(last).to_have_css("border-top-color", plain)
    box = last.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 12)
    expect(last).not_to_have_css("border-top-color", plain)


def test_what_throws_cards_away_is_red(visit, base):
    page = visit(lang="de")
    begin(page, base, "undaunted")
    of_list(page, "Zug beenden").click()
    page.locator("#commit.costly").wait_for()
    assert page.locator("#said .remarks .bad").count()


def test_pointing_shows_it_before_the_first_click(visit, base):
    page = visit()
    begin(page, base, "saboteur")
    page.locator("#own .live.r-card").nth(1).click()
    page.locator("#board .live").last.hover()
    page.locator("#marks .foreseen .opens").first.wait_for(state="attached")
    assert page.locator("#marks .preview .ghost").count()
    assert not page.locator("#commit").count()
    page.mouse.move(5, 5)


def test_another_card_is_not_proposed_without_a_word(visit, base):
    page = visit(lang="de")
    no_news(page)  # it would ask the real question again
    enter(page, base, "saboteur")
    page.evaluate(ANOTHER_CARD)
    expect(page.locator("#armed .instead")).to_have_text("Deine erste Wahl passt dort nicht. Stattdessen:")
    page.keyboard.press("Escape")
    expect(page.locator("#armed .instead")).to_have_count(0)


def test_a_list_that_was_opened_stays_open_when_news_comes(visit, base):
    page = visit()
    begin(page, base, "saboteur")
    cards, fold = page.locator("#own .live.r-card"), page.locator("#choices .lit-list")
    for nth in range(cards.count()):  # one that can be laid in several places
        cards.nth(nth).click()
        if fold.locator("summary").count():
            break
        page.keyboard.press("Escape")
    fold.locator("summary").click()
    assert fold.get_attribute("open") is not None
    # Whatever makes the page lay the table anew while the question stays the same.
    with page.expect_response(lambda reply: "/pace" in reply.url):
        page.evaluate(
            "() => { const pace = document.querySelector('#pace'); pace.value = 'auto'; pace.dispatchEvent(new Event('change', {bubbles: true})); }"
        )
    page.locator("#table:not(.busy)").wait_for()
    assert page.locator("#choices .lit-list").get_attribute("open") is not None


def by_digit(page):
    """A card, and then its place if it fits in several."""
    page.keyboard.press("1")
    page.locator("#commit, #picked:not([hidden])").first.wait_for()
    if not page.locator("#commit").count():
        page.keyboard.press("1")
        page.locator("#commit").wait_for()


def test_choices_by_keys_alone(visit, base):
    """Digits choose, arrows go through the list, Space does what is shown."""
    page = visit()
    begin(page, base, "tactics", confirms="all")
    before = version(page)
    by_digit(page)
    while page.locator("#commit, #picked:not([hidden])").count():
        page.keyboard.press("Escape")
    page.locator("#choices .choice").first.focus()
    page.keyboard.press("ArrowDown")
    assert (
        page.evaluate("() => [...document.querySelectorAll('#choices .choice')].indexOf(document.activeElement)") == 1
    )
    by_digit(page)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Space")
    changed(page, before)


def test_looking_back_shows_hands_and_piles_of_then(visit, base):
    page = visit()
    begin(page, base, "saboteur")
    for _ in range(2):
        before = version(page)
        while version(page) == before:
            press(page)
            confirm(page)
        settled(page)
    pile = page.locator(".dock .pile").first
    now = pile.inner_text()
    while page.locator("#event [data-step='-1']:not([disabled])").count():
        page.keyboard.press("[")
        page.wait_for_function("() => document.querySelector('.dock.then-copy')")
    assert page.locator(".dock:visible").count() == 1
    assert page.locator(".dock.then-copy .pile").first.inner_text() != now
    page.click("#back-to-now button")
    page.locator(".then-copy").first.wait_for(state="detached")
    assert page.locator(".dock:visible .pile").first.inner_text() == now


def test_colours_are_a_choice_of_ones_own(visit, base):
    """Dark on a light device, kept for the next page; and back."""
    page = visit(color_scheme="light")
    begin(page, base, "saboteur")
    paper = "() => getComputedStyle(document.querySelector('#now')).backgroundColor"
    light = page.evaluate(paper)
    page.click("#menu > summary")
    page.select_option("#scheme", "dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    settled(page)
    page.wait_for_function(f"wanted => ({paper})() === wanted", arg=dark)
    page.click("#menu > summary")
    assert page.locator("#scheme").input_value() == "dark"
    page.select_option("#scheme", "")
    assert page.evaluate(paper) == light


def test_log_and_rules_beside_the_table(visit, base):
    page = visit()
    begin(page, base, "saboteur")
    before = version(page)
    while version(page) == before:
        press(page)
        confirm(page)
    settled(page)
    page.keyboard.press("l")
    page.locator("#log-body li").first.wait_for()
    whole = page.locator("#log-body li:visible").count()
    page.click("#log-body [data-log=mine]")
    assert 0 < page.locator("#log-body li:visible").count() < whole
    page.click("#log-body [data-log=all]")
    page.click("#tab-rules")
    page.fill("#rule-words", "rockfall")
    page.locator("#rules-found dd").first.wait_for()
    assert all("rockfall" in text.lower() for text in page.locator("#rules-found dd").all_inner_texts())
    page.fill("#rule-words", "xyzzy")
    page.locator("#rules-found p").wait_for()


def test_a_card_can_be_dragged_to_its_place(visit, base):
    """Dropped on a lit place it is shown there and waits to be confirmed; dropped elsewhere it goes back."""
    page = visit()
    begin(page, base, "saboteur")
    card = page.locator("#own .hc").nth(1)

    def drag(to):
        box = card.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 30, steps=4)
        page.locator("#board .live").first.wait_for()
        if to is None:
            page.mouse.move(300, 12, steps=4)
        else:
            spot = page.locator("#board .live").nth(to).bounding_box()
            page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=6)
        page.mouse.up()

    drag(0)
    page.locator("#commit").wait_for()
    assert page.locator("#marks .preview .ghost").count()
    assert not page.locator(".dragged").count()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert not page.locator("#own .chosen").count()
    drag(None)
    assert not page.locator("#commit").count()
    assert not page.locator("#own .chosen").count()


def test_a_unit_goes_where_somebody_taps(visit, base):
    """A unit, a field in its reach, one button: it acts and goes there. Another field may be tapped, and back is back."""
    page = visit(390, 844)
    begin(page, base, "tactics", confirms="all")
    before = version(page)
    board = page.locator("#s-board")
    board.locator("[data-handle='unit:archer']").tap()
    expect(board.locator("[data-handle='tile:1,3']")).to_have_class(re.compile("live"))
    expect(page.locator("#commit")).not_to_have_class(re.compile("pri"))  # where to go is what is asked for
    board.locator("[data-handle='tile:2,3']").tap()
    expect(page.locator("#marks .preview .ghost")).to_have_count(1)
    board.locator("[data-handle='tile:1,3']").tap()
    expect(page.locator("#said .remarks li").filter(has_text="house")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#preview")).to_contain_text("Let the archer act")
    board.locator("[data-handle='tile:1,3']").tap()
    expect(page.locator("#said .remarks li").filter(has_text="house")).to_have_count(1)
    assert version(page) == before
    page.click("#commit")
    changed(page, before)
    expect(page.locator("#event .event:visible")).to_contain_text("The archer moves")


def test_what_only_leads_on_is_done_at_once_and_what_strikes_is_shown_first(visit, base):
    """A unit and a field: it has gone there. Nothing is lost by it, and one press takes it back; a blow waits to be
    confirmed, and so does a way after which the unit can do nothing more."""
    page = visit(390, 844)
    begin(page, base, "tactics")
    before = version(page)
    board = page.locator("#s-board")
    board.locator("[data-handle='unit:archer']").tap()
    expect(board.locator("[data-handle='tile:3,4']")).to_have_class(re.compile("live"))
    assert version(page) == before, "another unit may still be meant"
    board.locator("[data-handle='tile:3,4']").tap()
    changed(page, before)
    expect(page.locator("#commit")).to_have_count(0)
    expect(page.locator("#event .event:visible")).to_contain_text("The archer moves")
    moved = version(page)
    board.locator("[data-handle='unit:kraken']").tap()
    expect(page.locator("#said .remarks li").filter(has_text="15 → 13")).to_have_count(1)
    assert version(page) == moved
    page.keyboard.press("Escape")
    undone = version(page)
    page.locator("#undo").click()
    changed(page, undone)
    expect(board.locator("[data-handle='unit:spearman']")).to_have_class(re.compile("live"))
    board.locator("[data-handle='unit:archer']").tap()
    expect(board.locator("[data-handle='tile:1,4']")).to_have_class(re.compile("live"))
    undone = version(page)
    board.locator("[data-handle='tile:1,4']").tap()
    expect(page.locator("#marks .preview .ghost")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert version(page) == undone, "nobody is in range from there"
    ends = page.locator("#choices .choice").filter(has_text="End")
    ends.first.click()
    expect(page.locator("#commit")).to_be_visible()
    assert version(page) == undone, "a turn is not ended by one touch"


def test_a_tap_that_closes_something_does_nothing_else_and_a_place_alone_plays_no_card(visit, base):
    """What a rested finger has opened is closed by a tap on a home tile; a tap more shows the card that would go there."""
    page = visit(390, 844)
    begin(page, base, "tactics")
    before = version(page)
    home = page.locator("#s-board [data-handle='tile:3,5']")
    home.evaluate("""shape => {
      const told = {bubbles: true, pointerType: 'touch'};
      shape.dispatchEvent(new PointerEvent('pointerdown', told));
    }""")
    expect(page.locator("#inspector")).to_be_visible()
    home.evaluate("shape => shape.dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    expect(page.locator("#inspector")).to_be_visible()
    home.tap()
    expect(page.locator("#inspector")).to_be_hidden()
    expect(page.locator("#commit")).to_have_count(0)
    expect(page.locator("#table.busy")).to_have_count(0)
    home.tap()
    expect(page.locator("#choices, #armed").get_by_text("archer").or_(page.locator("#picked")).first).to_be_visible()
    assert version(page) == before, "no card has been picked"


def test_a_unit_goes_somewhere_and_attacks_from_there(visit, base):
    """A unit, a tile, an enemy, one button for all of it; back goes one of them back."""
    page = visit(390, 844)
    begin(page, base, "tactics", confirms="all")
    before = version(page)
    board = page.locator("#s-board")
    board.locator("[data-handle='unit:archer']").tap()
    expect(board.locator("[data-handle='tile:3,4']")).to_have_class(re.compile("live"))
    board.locator("[data-handle='tile:3,4']").tap()
    expect(page.locator("#said .remarks li").filter(has_text="tower")).to_have_count(1)
    expect(board.locator("[data-handle='unit:kraken']")).to_have_class(re.compile("live"))
    board.locator("[data-handle='unit:kraken']").tap()
    expect(page.locator("#preview")).to_contain_text("Move to D5 › Attack The Kraken")
    expect(page.locator("#said .remarks li").filter(has_text="15 → 13")).to_have_count(1)
    expect(page.locator("#marks .preview .ghost")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#preview")).not_to_contain_text("Attack")
    expect(board.locator("[data-handle='unit:kraken']")).to_have_class(re.compile("live"))
    board.locator("[data-handle='unit:kraken']").tap()
    expect(page.locator("#preview")).to_contain_text("Attack The Kraken")
    assert version(page) == before
    page.click("#commit")
    changed(page, before)
    expect(page.locator("#event .event:visible")).to_contain_text("The archer attacks The Kraken: 2 damage")


def test_a_card_that_can_only_be_thrown_away_is_not_by_touching_it(visit, base):
    """Enter after it does nothing; the choice stands in the list, is shown first and is red."""
    page = visit()
    no_news(page)  # it would ask the real question again
    enter(page, base, "saboteur")
    page.evaluate(ONLY_DISCARDS)
    before = version(page)
    page.locator("#own .live.r-card").nth(1).click()
    expect(page.locator("#picked")).to_be_visible()
    expect(page.locator("#commit")).to_have_count(0)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator("#choices .choice")).to_have_count(1)
    page.locator("#choices .choice").click()
    expect(page.locator("#commit.costly")).to_be_visible()
    assert version(page) == before
