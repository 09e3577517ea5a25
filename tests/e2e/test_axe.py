"""Names, roles, headings and contrast, as axe-core judges them: pages, and a table in its states."""

import pytest

from kempelen.engine.game import games
from tests.e2e.clicks import expect, pace, play_to_the_end, see_the_end, settled
from tests.e2e.judging import judge

GAMES = tuple(games())


def test_what_is_broken_is_found(visit, base, axe):
    """Or all that follows would be worth nothing: a button without a name, pale letters, a heading left out."""
    page = visit()
    page.goto(base)
    page.click(f"#game-{GAMES[0]} .primary")
    settled(page)
    assert judge(page, axe) == []
    for harm, rule in (
        (
            "document.querySelector('#menu > summary').removeAttribute('aria-label'), document.querySelector('#menu > summary').removeAttribute('title')",
            "summary-name",
        ),
        ("document.querySelector('#pane-why p').style.color = '#e9dfc6'", "color-contrast"),
        (
            "document.querySelector('#tabs').removeAttribute('aria-labelledby'), document.querySelector('.tabrow').setAttribute('role', 'nothing')",
            "aria-",
        ),
    ):
        page.evaluate(f"() => {{ {harm} }}")
        assert any(rule in wrong for wrong in judge(page, axe)), rule


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_its_states(visit, base, axe, game, scheme):
    """The card at the start, a choice, something to confirm, every tab, the menu."""
    page = visit(height=800, color_scheme=scheme)
    page.goto(base)
    page.click(f"#game-{game} .primary")
    page.locator("#card[open]").wait_for()
    found = {"card": judge(page, axe)}
    settled(page)
    page.evaluate("() => localStorage.setItem('kempelen.set.confirm', 'all')")
    pace(page)
    found["choice"] = judge(page, axe)
    for _ in range(4):
        if page.locator("#commit").count():
            break
        page.keyboard.press("1")
        settled(page)
    expect(page.locator("#commit")).to_be_visible()
    found["confirm"] = judge(page, axe)
    for tab in ("why", "log", "odds", "rules") if scheme == "light" else ("why",):
        page.click(f"#tab-{tab}")
        found[tab] = judge(page, axe)
    page.click("#menu > summary")
    found["menu"] = judge(page, axe)
    page.keyboard.press("Escape")
    page.evaluate("() => document.querySelector('#menu').removeAttribute('open')")
    page.locator("#s-board [data-handle]").first.hover(force=True)
    found["inspector"] = judge(page, axe)
    page.set_viewport_size({"width": 390, "height": 844})
    found["phone"] = judge(page, axe)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_over_and_what_is_left_of_it(visit, base, axe, tmp_path, handed, game):
    """The end, the table behind it, an earlier moment, the replay, its links, and the lists."""
    page = visit(height=800)
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)
    pace(page)
    play_to_the_end(page)
    see_the_end(page)
    found = {"end": judge(page, axe)}
    page.click("[data-close=end]")
    found["over"] = judge(page, axe)
    if page.locator("#event [data-lists]:visible").count():
        page.locator("#event [data-lists]:visible").click()
        found["told"] = judge(page, axe)
        page.keyboard.press("Escape")
    page.keyboard.press("[")
    page.locator("#back-to-now:visible").wait_for()
    found["earlier"] = judge(page, axe)
    table = page.url.partition("?")[0]
    for path in (
        f"{table}/replay?at=2",
        *{f"{table}/{handed}", f"{table}/take"},
        f"{table}/review",
        f"{base}/",
        f"{base}/mine",
    ):
        page.goto(path)
        found[path] = judge(page, axe)
    file = tmp_path / "replay.html"
    file.write_text(page.evaluate("async at => (await fetch(at)).text()", f"{table}/replay.html"), "utf-8")
    page.goto(file.as_uri())
    expect(page.locator("#s-board")).to_be_visible()
    found["file"] = judge(page, axe)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/import",
        "/mine",
        "/box",
        "/key",
        "/experiments",
        "/new/saboteur",
        "/new/saboteur?companion=1",
        "/new/tactics",
        "/new/undaunted",
        "/new/universalis",
        "/rules/saboteur",
        "/rules/tactics",
        "/rules/undaunted",
        "/rules/universalis",
        "/desk/tactics",
        "/desk/undaunted",
        "/desk/universalis",
        "/workbench/tactics",
        "/workbench/saboteur/words",
    ],
)
def test_a_page(visit, base, axe, path):
    page = visit()
    page.goto(base + path)
    found = {"desktop": judge(page, axe)}
    page.set_viewport_size({"width": 390, "height": 844})
    found["phone"] = judge(page, axe)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "path", ["/", "/box", "/key", "/mine", "/new/undaunted", "/rules/tactics", "/desk/universalis"]
)
def test_a_page_in_german_and_dark(visit, base, axe, path):
    page = visit(width=390, height=844, lang="de", color_scheme="dark")
    page.goto(base + path)
    assert judge(page, axe) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_high_contrast(visit, base, axe, game):
    page = visit(height=800, contrast="more")
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)
    assert page.evaluate("() => matchMedia('(prefers-contrast: more)').matches")
    assert judge(page, axe) == []


def test_forced_colours_leave_what_is_chosen_and_what_round_it_is(visit, base):
    """Grounds are the system's then: what only a ground tells is told by an edge or by the system's own colour."""
    page = visit(height=800, forced_colors="active")
    page.goto(base)
    page.click("#game-undaunted .primary")
    settled(page)
    ground = "one => getComputedStyle(one).backgroundColor"
    now, later = page.locator("#bar .pips .now"), page.locator("#bar .pips i:not(.now, .on)").first
    assert now.evaluate(ground) != later.evaluate(ground)
    edge = "one => getComputedStyle(one).outlineStyle"
    assert page.locator("#tab-why").evaluate(edge) == "solid"
    assert page.locator("#tab-log").evaluate(edge) == "none"


GIVE_AWAY = """async () => {
  const at = location.pathname;
  const read = async (what, body) => new DOMParser().parseFromString(await (await fetch(`${at}/${what}`, body && {
    method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json', accept: 'text/html'}})).text(), 'text/html');
  const dealt = page => page.querySelector('#dealt') && page.querySelector('#hold')?.dataset.number;
  let page = await read('board');
  const first = dealt(page);
  for (let n = 0; n < 200 && (!dealt(page) || dealt(page) === first); n += 1) {
    const asked = JSON.parse(page.querySelector('#asked').textContent || 'null');
    const version = Number(page.querySelector('#table').dataset.version);
    page = asked?.options?.length ? await read('answer', {do: asked.options.at(-1).do, then: '', version}) : await read('board');
  }
}"""


@pytest.mark.parametrize(("lang", "width", "scheme"), [("en", 1280, "light"), ("de", 390, "dark")])
def test_a_new_round_deals_a_new_role(visit, base, axe, lang, width, scheme):
    """Everybody's cards are played out by giving them away; what is dealt then stops the game until it has been read."""
    page = visit(width=width, height=844, lang=lang, color_scheme=scheme)
    page.goto(f"{base}/new/saboteur?scenario=commercial")
    page.click("form.setup .primary")
    settled(page)
    pace(page)
    page.evaluate(GIVE_AWAY)
    page.reload()
    expect(page.locator(".decide.held #hold-title")).to_be_visible()
    found = {"held": judge(page, axe)}
    # The board may be that of the deed that ended the round: it is told all the same.
    page.evaluate("() => document.querySelector('#table').classList.add('looking-back')")
    expect(page.locator("#hold-title")).to_be_visible()
    page.click("#hold-go")
    expect(page.locator("#card[open] .rolecard svg")).to_be_visible()
    expect(page.locator("#card[open] .rd")).to_contain_text("2")
    found["role"] = judge(page, axe)
    page.keyboard.press("Escape")
    expect(page.locator("#card[open]")).to_have_count(0)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(("scheme", "lang", "width"), [("light", "en", 1280), ("dark", "de", 360)])
def test_the_workbench_in_its_states(visit, base, axe, scheme, lang, width):
    """A card as text and as a form, numbers and orders, an error, every tab with something in it."""
    page = visit(width=width, lang=lang, color_scheme=scheme)
    verdict, text = page.locator("#verdict .verdict"), page.locator("#text")
    found = {}

    def opened(path):
        page.goto(f"{base}/workbench/{path}")
        expect(page.locator("#verdict .verdict.good")).to_be_visible()

    opened("universalis?section=numbers")
    page.click("[data-view-to=form]")
    expect(page.locator(".told input").first).to_be_visible()
    found["numbers"] = judge(page, axe)
    opened("undaunted?section=orders")
    page.click("[data-view-to=form]")
    expect(page.locator(".told select").first).to_be_visible()
    found["orders"] = judge(page, axe)
    opened("undaunted?changes=bold-riflemen")
    page.click("#tab-odds")
    expect(page.locator("#odds-shown .differs").first).to_be_visible()
    found["odds"] = judge(page, axe)
    page.click("[data-view-to=form]")
    expect(page.locator(".lines-form li").first).to_be_visible()
    found["form"] = judge(page, axe)
    page.click("[data-view-to=text]")
    expect(text).to_be_visible()
    text.fill(text.input_value().replace("may_shoot_at", "may_shot_at"))
    expect(verdict).to_have_class("verdict bad")
    found["error"] = judge(page, axe)
    page.click("#tab-page")
    expect(page.locator("#page-shown .stale")).to_be_visible()
    found["last good"] = judge(page, axe)
    opened("saboteur?changes=quiet-diggers")
    page.click("#tab-position")
    page.click("#pane-position button[value=differ]")
    expect(page.locator("#position-shown .pair section")).to_have_count(2)
    found["position"] = judge(page, axe)
    page.click("#tab-compare")
    page.click("#compare")
    expect(page.locator("#compare-shown .compared").first).to_be_visible()
    found["comparing"] = judge(page, axe)
    # Few games are soon compared: it may be over before it can be stopped.
    page.evaluate("() => document.querySelector('#compare-shown [data-stop]')?.click()")
    expect(page.locator("#compare-shown .job:not([data-running])")).to_be_visible()
    found["compared"] = judge(page, axe)
    page.click("#tab-lines")
    page.click("#count-lines")
    expect(page.locator("#lines-shown .heat").first).to_be_visible()
    found["lines"] = judge(page, axe)
    page.goto(f"{base}/workbench/universalis/words")
    found["words"] = judge(page, axe)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
