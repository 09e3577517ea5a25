"""The workbench by hand: an error at its line, mended; page and odds change; a position; a comparison; one card."""

import re

from tests.e2e.clicks import expect, follow, hold_answers, let_answers_come, settled, take

SECTION = "?section=chart+rifleman"


def test_change_a_card_and_play_against_it(visit, base):
    page = visit()
    page.goto(f"{base}/workbench/undaunted{SECTION}")
    text = page.locator("#text")
    expect(page.locator("#verdict .verdict.good")).to_be_visible()
    written = text.input_value()
    page.click("#tab-odds")
    ways = page.locator("#odds-shown .odds-of")
    expect(page.locator("#odds-shown .course")).not_to_have_count(0)
    expect(page.locator("#odds-shown .differs")).to_have_count(0)
    before = ways.inner_text()

    text.fill(written.replace("may_shoot_at 5", "may_shot_at 5"))
    expect(page.locator("#verdict .verdict.bad")).to_be_visible()
    line = written[: written.index("5 [may_shoot_at")].count("\n") + 1
    expect(page.locator(".margin .bad")).to_have_text(str(line))
    expect(page.locator("#verdict .problems")).to_contain_text("may_shoot_at")
    expect(page.locator("#odds-shown .last-good")).to_be_visible()
    expect(ways).to_have_text(before, use_inner_text=True)
    page.click("#verdict .problems [data-line]")
    expect(text).to_be_focused()

    text.fill(written.replace("drm -3", "drm +3"))
    expect(page.locator("#verdict .verdict.good")).to_be_visible()
    expect(page.locator("#odds-shown .last-good")).to_have_count(0)
    expect(ways).not_to_have_text(before, use_inner_text=True)
    expect(page.locator("#odds-shown .course.changed caption")).to_contain_text("−3 → +3")
    expect(page.locator("#odds-shown .differs").first).to_be_visible()
    expect(page.locator("#verdict .effect")).to_contain_text("→")
    page.click("#tab-page")
    expect(page.locator(".sheet .changed")).to_have_count(1)

    page.click("#tab-position")
    page.click("#pane-position button[value=differ]")
    expect(page.locator("#position-shown .pair section")).to_have_count(2)
    expect(page.locator("#position-shown #w-board")).to_be_visible()

    page.click("#tab-compare")
    page.click("#compare")
    expect(page.locator("#compare-shown .compared").first).to_be_visible()
    page.click("#compare-shown [data-stop]")
    expect(page.locator("#compare-shown .job:not([data-running])")).to_be_visible()

    page.click("#play")
    page.wait_for_url(re.compile(r"/tables/"))
    settled(page)
    take(page)
    page.goto(f"{base}/workbench/undaunted")
    follow(page, page.locator("#drafts button"))
    expect(text).to_have_value(re.compile(r"drm \+3\n  no: go to 5"))


def test_a_newcomer_sees_what_one_modifier_does(visit, base):
    """A click and a number, from the home page: what the first page suggests, and what it does."""
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/")
    follow(page, page.locator("a[href$='/workbench/undaunted']"))
    expect(page.locator("#trial")).to_contain_text("+2")
    modifier = page.get_by_label("Würfelmodifikator")
    expect(modifier).to_have_value("-2")
    modifier.fill("+2")
    modifier.press("Tab")
    expect(page.locator("#verdict .effect")).to_contain_text("VERSTÄRKEN 80 % → 40 %")


def test_the_first_page_makes_its_small_change_and_shows_where(visit, base):
    """Without typing: one button changes the card, the next shows a position where it decides otherwise."""
    page = visit(width=360, height=740)
    page.goto(f"{base}/workbench/saboteur")
    text = page.locator("#text")
    expect(page.locator("#verdict .verdict.good")).to_be_visible()
    page.click("#try")
    expect(text).to_have_value(re.compile(r"3 \[lay_path\]\n4 \[block_someone\]"))
    expect(page.locator("#try")).to_be_hidden()
    expect(page.locator("#verdict [data-differ]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#position-shown .pair section")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_key_in_the_form_checks_and_stays_there(visit, base):
    page = visit()
    page.goto(f"{base}/workbench/undaunted")
    modifier = page.get_by_label("Modifier of the die")
    modifier.fill("+2")
    modifier.press("Enter")
    expect(page.locator("#verdict .effect")).to_contain_text("→")
    expect(modifier).to_be_focused()
    expect(page.locator("#text")).to_be_hidden()


def test_the_form_changes_the_text_and_nothing_else(visit, base):
    page = visit(width=360, height=740, lang="de")
    page.goto(f"{base}/workbench/saboteur")
    text = page.locator("#text")
    expect(page.locator("#verdict .verdict.good")).to_be_visible()
    written = text.input_value()
    page.click("[data-view-to=form]")
    expect(text).to_be_hidden()
    expect(page.locator(".lines-form input").first).to_be_visible()
    page.locator(".lines-form select").nth(1).select_option("block_someone")
    expect(text).to_have_value(written.replace("2 [repair_own_tool]", "2 [block_someone]"))
    expect(page.locator(".sheet .changed")).to_have_count(1)
    page.locator(".lines-form button[value^=down]").nth(0).click()
    expect(text).to_have_value(re.compile(r"1 \[block_someone\]\n2 \[use_map\]"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("[data-view-to=text]")
    expect(text).to_be_visible()
    expect(page.locator(".lines-form")).to_have_count(0)


def test_what_is_chosen_while_an_answer_comes_is_not_lost(visit, base):
    page = visit()
    page.goto(f"{base}/workbench/saboteur")
    text = page.locator("#text")
    expect(page.locator("#verdict .verdict.good")).to_be_visible()
    written = text.input_value()
    page.click("[data-view-to=form]")
    expect(page.locator(".lines-form input").first).to_be_visible()
    hold_answers(page)
    page.locator(".lines-form select").nth(1).select_option("block_someone")
    page.locator(".lines-form select").nth(2).select_option("repair_own_tool")
    let_answers_come(page)
    lines = written.splitlines()
    second, third = (next(n for n, line in enumerate(lines) if line.startswith(f"{number} [")) for number in (2, 3))
    lines[second] = "2 [block_someone]"
    lines[third] = "3 [repair_own_tool]"
    expect(text).to_have_value("\n".join(lines) + "\n")


def test_a_line_is_moved_by_keyboard_as_far_as_wanted(visit, base):
    """The button stays in hand: whoever presses it again moves the same line on."""
    page = visit()
    page.goto(f"{base}/workbench/saboteur")
    text = page.locator("#text")
    page.click("[data-view-to=form]")
    expect(page.locator(".lines-form .moves")).to_have_count(6)
    written = text.input_value()
    page.locator(".lines-form button[value^=down]").first.focus()
    for n in (2, 3, 4):
        page.keyboard.press("Enter")
        expect(text).to_have_value(re.compile(rf"\n{n} \[use_map\]"))
        expect(page.locator(".lines-form button[value^=down]").nth(n - 1)).to_be_focused()
    for n in (3, 2, 1):
        page.locator(".lines-form button[value^=up]").nth(n).focus()
        page.keyboard.press("Enter")
        expect(text).to_have_value(re.compile(rf"\n{n} \[use_map\]"))
    expect(text).to_have_value(written)


def test_what_is_being_typed_stays_while_the_form_is_written_anew(visit, base):
    page = visit()
    page.goto(f"{base}/workbench/undaunted{SECTION}")
    page.click("[data-view-to=form]")
    numbers = page.locator(".lines-form input.short")
    expect(numbers.nth(1)).to_be_visible()
    first, second = numbers.nth(0), numbers.nth(1)
    hold_answers(page)
    first.fill("+4")
    second.focus()
    second.fill("9")
    let_answers_come(page)
    expect(page.locator("#text")).to_have_value(re.compile(r"\+4"))
    expect(second).to_have_value("9")
    expect(second).to_be_focused()
    expect(first).to_have_value("+4")


def test_tabs_by_keyboard(visit, base):
    page = visit()
    page.goto(f"{base}/workbench/tactics")
    page.focus("#tab-page")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-position")).to_be_focused()
    expect(page.locator("#pane-position")).to_be_visible()
    expect(page.locator("#pane-page")).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator("#pane-compare")).to_be_visible()


def test_without_a_script_it_is_a_form_with_check(visit, base):
    page = visit(java_script_enabled=False)
    page.goto(f"{base}/workbench/saboteur")
    page.click("#try")
    expect(page.locator("#text")).to_have_value(re.compile(r"3 \[lay_path\]\n4 \[block_someone\]"))
    expect(page.locator(".effect")).to_be_visible()
    page.goto(f"{base}/workbench/saboteur?view=text")
    text = page.locator("#text")
    good = text.input_value()
    text.fill(good.replace("[use_map]", "[use_mop]"))
    page.click("#check")
    expect(page.locator(".verdict.bad")).to_be_visible()
    page.click("button[name=view][value=form]")
    expect(page.locator(".lines-form li")).to_have_count(6)
    page.locator(".lines-form button[value^=out]").first.click()
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator(".lines-form li")).to_have_count(5)
