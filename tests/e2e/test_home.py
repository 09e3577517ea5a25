"""Home and what is round the tables: results, names, deleting and bringing back, the form for a new game, the end."""

import re
from itertools import pairwise

import pytest

from kempelen.engine.game import say_in
from tests.e2e.clicks import expect, follow, hold_answers, let_answers_come, pace, play_to_the_end, see_the_end, settled

SAY = say_in("en")
FIRST = "undaunted"


def first_game(page, base, game=FIRST):
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)


def shows(page, area, *names):
    """These games and no others."""
    expect(page.locator(f"{area} .name")).to_have_text(list(names))


def test_from_the_end_to_the_results_and_to_the_other_side(visit, base):
    page = visit()
    first_game(page, base)
    pace(page)
    play_to_the_end(page)
    see_the_end(page)
    headline = page.inner_text("#end-title")
    assert headline in {SAY(f"web.end.{how}") for how in ("won", "lost", "drawn")}
    assert SAY("web.end.you") in page.inner_text("#end .scores")
    assert page.locator("#end a.next").count() == 1
    record = page.inner_text("#end .record")
    assert re.search(r"\b1 (won|lost|drawn)", record)

    # The other side, by one click; then home, where the game has its result.
    follow(page, page.locator("#swap"))
    settled(page)
    page.goto(base)
    assert page.locator("#results .name").count() == 1
    expect(page.locator("#results .what small b")).to_contain_text(headline)
    assert page.locator("#running .name").count() == 1
    page.click("#results .all a")
    expect(page.locator(".rate tbody tr")).to_have_count(1)
    page.select_option("select[name=state]", "running")
    page.click(".filters button")
    page.wait_for_url(re.compile("state=running"))
    expect(page.locator(".run")).to_have_count(1)
    expect(page.locator(".res")).to_have_count(0)


def test_a_name_and_gone_and_back_again(visit, base):
    page = visit(expected="404")
    first_game(page, base)
    table = page.url.partition("?")[0]
    page.goto(base)
    thumb = page.locator("#running .thumb img")
    thumb.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#running .thumb img').naturalWidth > 0")
    page.click("#running .more summary")
    page.fill("#running .rename input[name=name]", "Rainy Sunday")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Rainy Sunday", exact=True).wait_for()

    page.click("#running .more summary")
    page.click("#running .danger")
    page.locator("#take-back").wait_for()
    shows(page, "#running")
    assert page.goto(table).status == 404
    page.go_back()
    page.click("#take-back")
    page.get_by_role("link", name="Rainy Sunday", exact=True).click()
    settled(page)
    assert page.url.startswith(table)


def test_without_script_names_and_deleting_work(visit, base):
    page = visit(java_script_enabled=False)
    page.goto(base)
    page.click(f"#game-{FIRST} .primary")
    page.wait_for_url("**/tables/**")
    page.goto(base)
    page.click("#running .more summary")
    page.fill("#running .rename input[name=name]", "By hand")
    page.click("#running .rename button")
    shows(page, "#running", "By hand")
    page.click("#running .more summary")
    page.click("#running .danger")
    shows(page, "#running")
    page.click("#take-back")
    shows(page, "#running", "By hand")


def test_the_form_keeps_what_was_chosen(visit, base):
    page = visit()
    page.goto(f"{base}/new/saboteur")
    page.select_option("select[name=pace]", "instant")
    page.check("input[name=open_why]")
    page.check("input[name=scenario][value=tu]")
    page.locator("input[name=scenario][value=tu]:checked").wait_for()
    page.wait_for_url(re.compile("scenario=tu"))
    page.select_option("select[name=players]", "4")
    page.wait_for_url(re.compile("players=4"))
    expect(page.locator("select[name^=seat]")).to_have_count(4)
    assert page.input_value("select[name=pace]") == "instant"
    assert page.is_checked("input[name=open_why]")
    assert page.is_checked("input[name=scenario][value=tu]")
    assert page.evaluate("document.activeElement.name") == "players"
    page.click("#start")
    settled(page)
    assert len(page.locator("#asked").text_content()) > 10


def test_what_is_typed_while_the_form_changes_is_not_lost(visit, base):
    page = visit()
    page.goto(f"{base}/new/saboteur?scenario=tu&players=3")
    hold_answers(page)
    page.select_option("select[name=players]", "4")
    page.evaluate("() => { document.querySelector('input[name=seed]').value = 'barrel' }")
    let_answers_come(page)
    page.wait_for_url(re.compile("players=4"))
    expect(page.locator("select[name=seat4]")).to_have_count(1)
    expect(page.locator("input[name=seed]")).to_have_value("barrel")


def test_difficulty_is_chosen_by_keyboard(visit, base):
    page = visit()
    page.goto(f"{base}/new/tactics")
    page.focus("input[name=option-level][value=normal]")
    page.keyboard.press("ArrowRight")
    assert page.is_checked("input[name=option-level][value=hard]")
    page.check("input[name=scenario][value=tyrant]")
    page.wait_for_url(re.compile("scenario=tyrant"))
    expect(page.locator("input[name=option-level][value=hard]")).to_be_checked()


def test_no_page_is_wider_than_a_small_phone(visit, base):
    page = visit(width=360, height=740, lang="de", expected="404")
    for path in (
        "/",
        "/mine",
        "/new/undaunted",
        "/new/universalis?companion=1",
        "/import",
        "/rules/saboteur",
        "/nowhere",
    ):
        page.goto(base + path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, (path, wide)


HEADINGS = "() => [...document.querySelectorAll('h1,h2,h3,h4')].map(one => Number(one.tagName[1]))"


def test_headings_come_in_order(visit, base, handed):
    page = visit(expected="404")
    first_game(page, base)
    table = page.url.partition("?")[0]
    for path in (
        base,
        f"{base}/mine",
        f"{base}/new/tactics",
        f"{base}/rules/undaunted",
        f"{base}/import",
        f"{base}/no",
    ):
        page.goto(path)
        levels = page.evaluate(HEADINGS)
        assert levels[0] == 1, path
        assert all(after <= before + 1 for before, after in pairwise(levels)), (path, levels)
    for path in ("/replay", f"/{handed}"):
        page.goto(table + path)
        levels = page.evaluate(HEADINGS)
        assert all(after <= before + 1 for before, after in pairwise(levels)), (path, levels)


def test_rules_are_searched(visit, base):
    page = visit()
    page.goto(f"{base}/rules/saboteur")
    lines = page.locator("#rules [data-line]")
    whole = lines.count()
    page.fill("#find", "rockfall")
    page.wait_for_function("() => document.querySelector('#found').textContent.match(/\\d/)")
    told = int(re.search(r"\d+", page.inner_text("#found"))[0])
    assert 0 < told < whole
    assert all("rockfall" in text.lower() for text in page.locator(".ruling:visible").all_inner_texts())
    page.fill("#find", "no such words at all")
    page.get_by_text(SAY("web.rules.none")).wait_for()
    page.press("#find", "Escape")
    expect(page.locator("#rules [data-line]:visible")).to_have_count(whole)


def test_looking_back_needs_no_scrolling(visit, base):
    page = visit(width=1280, height=800)
    first_game(page, base)
    table = page.url.partition("?")[0]
    page.goto(f"{table}/replay")
    page.locator("#s-board").wait_for()
    tall, high = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert tall <= high
    box = page.locator("#s-board").bounding_box()
    assert box["height"] > 300
    assert box["y"] + box["height"] <= 800


@pytest.mark.parametrize("script", [True, False])
def test_long_rules_are_folded_and_opened_by_what_leads_there(visit, base, script):
    """By search, by a link and by an address; the last needs no script."""
    page = visit(360, 740, java_script_enabled=script)
    page.goto(f"{base}/rules/universalis")
    expect(page.locator("#R104")).to_be_hidden()
    page.goto(base)
    page.goto(f"{base}/rules/universalis#R104")
    expect(page.locator("#R104")).to_be_visible()
    if script:
        page.reload()
        expect(page.locator("#R104")).to_be_visible()
        page.goto(f"{base}/rules/universalis")
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("document.documentElement.scrollHeight") < 20_000
        page.fill("#find", "R105")
        expect(page.locator("#R105")).to_be_visible()
        page.press("#find", "Escape")
        expect(page.locator("#R105")).to_be_hidden()
