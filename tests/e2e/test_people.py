"""Several people, and a phone beside a real table."""

import json
import re

import pytest

from kempelen.engine.game import game_named, games
from tests.e2e.clicks import changed, follow, option, pace, press, settled, take, version
from tests.e2e.framed import another
from tests.web.people import until
from tests.web.test_robust import kill, server

GAMES = tuple(games())
DEAF = """{
  window.EventSource = class extends EventTarget { close() {} };
  const ask = window.fetch;
  window.fetch = (what, ...how) => (String(what).endsWith('/board') ? Promise.reject(new TypeError()) : ask(what, ...how));
}"""
"""In every page of a window: nothing tells it what is done elsewhere."""
CARDS = re.compile(r'data-handle="(card:[^"#]+)')


def shared_table(page, base, game):
    """A game for two people; the link for the other."""
    rules = game_named(game)
    scenario = next(s for s in rules.scenarios if rules.seat_counts(s)[-1] > 1)
    players = max(2, rules.seat_counts(scenario)[0])
    page.goto(f"{base}/new/{game}?scenario={scenario}&players={players}&seat2=person")
    page.select_option("[name=pace]", "instant")
    page.click("form.setup .big")
    page.locator("#table").wait_for()
    table = page.url
    settled(page)
    page.click("#menu > summary")
    follow(page, page.locator("#menu a[href*=share]"))
    link = page.locator(".address").first.input_value()
    page.goto(table)
    return link


def own_cards(page):
    return sorted(CARDS.findall(page.inner_html("#own"))) if page.locator("#own").count() else []


def is_asked(page):
    """Whether the server asks this person; the page itself shows it a moment later."""
    return json.loads(page.text_content("#asked")) is not None


def choose_first(page):
    settled(page)
    before = version(page)
    for _ in range(6):
        if page.locator("#commit").count():
            page.click("#commit")
        else:
            press(page)
        page.locator("#table:not(.busy)").wait_for()
        if version(page) != before or page.locator("#sealed").count():
            return
    raise AssertionError(page.inner_text("#now"))


@pytest.mark.parametrize("game", [name for name in GAMES if game_named(name).things.physical])
def test_two_people_do_not_see_each_others_hands(visit, base, game):
    ann, ben = visit(), visit(lang="de")
    link = shared_table(ann, base, game)
    ben.goto(link)
    ben.locator("#table").wait_for()
    token = link.rpartition("/")[2]
    assert token not in ben.url
    assert token not in ben.content()
    hands = own_cards(ann), own_cards(ben)
    assert any(hands)
    for page, theirs in ((ann, hands[1]), (ben, hands[0])):
        # What lies open on the table may be there as well; a hand of the other is in no drawing of mine.
        elsewhere = CARDS.findall(page.inner_html("#around"))
        assert not theirs or sorted(elsewhere) != theirs
        assert page.locator("#around .fan, #own .fan ~ .fan").count() == 0

    # What one does, the other sees without loading anything.
    turn, watching = (ann, ben) if is_asked(ann) else (ben, ann)
    tick = watching.locator("#table").get_attribute("data-tick")
    choose_first(turn)
    watching.locator(f"#table:not([data-tick='{tick}'])").wait_for()

    # A closed laptop comes back and has missed nothing.
    watching.context.set_offline(True)
    watching.context.set_offline(False)
    watching.reload()
    watching.locator("#table").wait_for()
    until(lambda: version(watching) == version(turn), "the same table")


def test_a_doubled_click_chooses_once(visit, base):
    """The second click would fall on what has taken the place of the first choice."""
    page = visit()
    page.goto(f"{base}/new/tactics?scenario=first")
    follow(page, page.locator("form.setup .primary"))
    settled(page)
    pace(page)
    page.evaluate(
        "() => localStorage.setItem('kempelen.set.confirm', 'none')"
    )  # the second click would confirm otherwise
    begun = version(page)
    press(page)
    changed(page, begun)
    asked, then = page.text_content("#asked"), version(page)
    page.click("#undo")
    changed(page, then)
    again = version(page)
    option(page).dblclick()
    changed(page, again)
    assert page.text_content("#asked") == asked
    page.reload()
    settled(page)
    assert page.text_content("#asked") == asked


def test_two_windows_of_one_seat(visit, base):
    """What is done in one shows in the other; where it does not, a late answer gets a message and the table as it is."""
    page = visit(expected="Failed to load resource")
    page.goto(base)
    page.locator(".gc .primary").first.click()
    settled(page)
    other = another(page)
    other.goto(page.url)
    settled(other)
    before = version(other)
    choose_first(other)
    page.locator(f"#table:not([data-version='{before}'])").wait_for()

    settled(page)
    deaf = another(page)
    deaf.add_init_script(DEAF)
    deaf.goto(page.url)
    settled(deaf)
    settled(page)
    before = version(page)
    choose_first(page)
    settled(page)  # a deaf window would never hear that the automas have done
    for _ in range(6):
        take(deaf)
        deaf.locator("#table:not(.busy)").wait_for()
        if deaf.locator("#message").count():
            break
    assert deaf.locator("#message").inner_text().strip()
    assert version(deaf) > before

    # Whatever others do meanwhile, the message stays until something else is done here.
    deaf = another(page)
    deaf.goto(page.url)
    settled(deaf)
    deaf.evaluate("() => document.querySelector('#table').dataset.version = '0'")
    choose_first(deaf)
    deaf.locator("#message").wait_for()
    before = version(deaf)
    choose_first(page)
    deaf.locator(f"#table:not([data-version='{before}'])").wait_for()
    assert deaf.locator("#message").inner_text().strip()


def test_a_server_that_is_killed_and_comes_back(visit, tmp_path):
    """The page goes on where it was, without being loaded again."""
    page = visit(expected="Failed to load resource")
    with server(tmp_path / "games.sqlite") as (address, process):
        page.goto(f"{address}/new/{GAMES[0]}?scenario=first")
        page.locator("form.setup details.options > summary").last.click()
        page.fill("[name=seed]", "a game that is not over at once")
        page.click("form.setup .big")
        settled(page)
        choose_first(page)
        settled(page)
        before = version(page)
        kill(process)
    page.locator(".line-lost").wait_for()
    with server(tmp_path / "games.sqlite", int(address.rpartition(":")[2])):
        page.locator(".line-lost").wait_for(state="detached")
        settled(page)
        assert version(page) >= before
        choose_first(page)
        assert version(page) > before


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_page_fits_a_narrow_phone(visit, base, handed, lang):
    page = visit(width=360, height=740, lang=lang)
    wide = {}
    for path in ("/", "/import", "/nothing", *(f"/{kind}/{game}" for kind in ("new", "rules") for game in GAMES)):
        if path == "/nothing":
            continue
        page.goto(base + path)
        wide[path] = page.evaluate("() => document.documentElement.scrollWidth")
    for game in GAMES:
        page.goto(base)
        page.click(f"#game-{game} .primary")
        settled(page)
        wide[game] = page.evaluate("() => document.documentElement.scrollWidth")
        page.goto(f"{page.url}/{handed}")
        wide[f"{game} {handed}"] = page.evaluate("() => document.documentElement.scrollWidth")
    assert {path: width for path, width in wide.items() if width > 360} == {}
