"""Kempelen on a device, from the built folder and a plain file server: play, load again, close, no network, update."""

import json
import os
import re
from pathlib import Path

import pytest

from kempelen.engine.game import games, say_in
from tests.conftest import browser_path
from tests.e2e.clicks import LAMPS, choose, expect, follow, settled, version
from tests.site.device import ELSEWHERE, Host, app, shown
from tests.site.hands import begin, window_of
from tests.web.people import PATIENCE, until

LONG = os.environ.get("KEMPELEN_PROVE") == "1"
GAMES = tuple(games())
OVER = Path(__file__).parents[1] / "kept" / "records" / "universalis-first-over.jsonl"


@pytest.fixture(scope="module")
def phone(switch_on, host, tmp_path_factory):
    """One device for the tests that leave it in order."""
    device = switch_on(tmp_path_factory.mktemp("phone"))
    yield device
    device.close()


@pytest.fixture
def window(phone, host):
    """Its window, on the first page."""
    if (page := phone.context.pages[0]).url == "about:blank":
        return phone.open(host.base)
    app(page).goto(host.base)
    page.wait_for_url(host.base)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_the_first_game_begins_and_takes_an_answer(window, game):
    begin(window, game)
    page = window_of(window)
    before = version(page)
    choose(page, 1)
    page.locator(f"#table:not([data-version='{before}'])").wait_for(state="attached")
    assert version(page) > before


@pytest.mark.parametrize("game", GAMES)
def test_a_companion_is_beside_a_real_table(window, game):
    app(window).goto(f"{window.url}new/{game}?companion=1")
    app(window).click("form.setup button.primary")
    app(window).locator("[data-skip]").click()  # everything is laid out
    asked = app(window).locator(".sheet.now .ask:visible, .deed-text:visible").first  # a covered role is no question
    asked.wait_for()
    assert asked.inner_text().strip()


def test_the_address_leads_there_when_loaded_again(window, host):
    begin(window, "saboteur")
    address, prompt = window.url, app(window).locator("#prompt").inner_text()
    assert address.startswith(f"{host.base}tables/")
    window.reload()
    shown(window)
    settled(window_of(window))
    assert window.url == address
    assert app(window).locator("#prompt").inner_text() == prompt


def test_every_page_answers(window, host):
    """Each link of the pages a visitor sees, and theirs; nothing breaks down."""
    begin(window, "tactics")
    seen, todo = {}, [host.base, window.url]
    while todo and len(seen) < 120:
        address = todo.pop(0)
        status, text = window.evaluate(
            "async address => { const a = await fetch(address); return [a.status, a.headers.get('content-type').includes('html') ? await a.text() : '']; }",
            address,
        )
        seen[address] = status
        found = re.findall(r'(?:href|src)="(/games/kempelen/[^"#]*)', text)
        new = {f"http://127.0.0.1:{host.port}{link.replace('&amp;', '&')}" for link in found}
        todo += sorted(new - seen.keys() - set(todo))
    assert len(seen) > 30
    assert set(seen.values()) <= {200}, {at: status for at, status in seen.items() if status != 200}


ROUND = "() => performance.getEntriesByType('resource').some(one => /answer/.test(one.name))"
"""Whether an answer of this page went round by the service worker."""


def test_two_windows_share_their_games(phone, window, host):
    """Answers of the one that has Python go straight to it, those of the other by the service worker."""
    begin(window, "tactics")
    first = window_of(window)
    second = phone.open(window.url)
    other = window_of(second)
    settled(other)
    for one, another, goes_round in ((first, other, False), (other, first, True)):
        before = version(one)
        choose(one, 1)
        for page in (one, another):
            page.locator(f"#table:not([data-version='{before}'])").wait_for(state="attached")
            settled(page)
        assert one.evaluate(ROUND) == goes_round
    second.close()


def test_the_window_that_had_python_is_closed(phone, window, host):
    """Another one goes on by itself."""
    begin(window, "saboteur")
    address = window.url
    second = phone.open(address)
    window.close()
    second.bring_to_front()
    second.reload()
    shown(second)
    settled(window_of(second))
    assert second.url == address


def service_workers_end(device, window):
    """As the browser ends one that has had nothing to do, or whose memory it wants: at once, whatever is open."""
    seen, line = {}, device.context.new_cdp_session(window)
    line.on(
        "ServiceWorker.workerVersionUpdated",
        lambda told: seen.update({one["versionId"]: one["runningStatus"] for one in told["versions"]}),
    )
    line.send("ServiceWorker.enable")
    until(lambda: window.evaluate("() => 1") and "running" in seen.values(), "a service worker that runs")
    ended = [version for version, status in seen.items() if status == "running"]
    line.on(
        "ServiceWorker.workerVersionUpdated",
        lambda told: [
            ended.remove(one["versionId"])
            for one in told["versions"]
            if one["versionId"] in ended and one["runningStatus"] in ("stopping", "stopped")
        ],
    )
    line.send("ServiceWorker.stopAllWorkers")
    until(lambda: window.evaluate("() => 1") and not ended, "its end")
    line.detach()


def test_a_service_worker_that_was_ended_is_there_for_the_next_click_and_link(switch_on, host, tmp_path):
    """In the window that has Python, and in one that asks by the service worker alone."""
    device = switch_on(tmp_path / "profile", expected="Failed to load resource")  # news is cut off, and comes again
    window = device.open(host.base)
    begin(window, "tactics")
    second = device.open(window.url)
    first, other = window_of(window), window_of(second)
    settled(other)
    for one in (first, other):
        before = version(one)
        service_workers_end(device, window)
        choose(one, 1)
        for page in (first, other):
            page.locator(f"#table:not([data-version='{before}'])").wait_for(state="attached")
            settled(page)
        service_workers_end(device, window)
        one.click("#menu > summary")
        follow(one, one.locator("#menu a[href*=take]"))
        one.locator("input.address").wait_for()
        one.evaluate("() => history.back()")
        settled(one)
    device.close()


def test_games_go_to_an_empty_device_by_a_link_and_as_one_file(window, host, switch_on, tmp_path):
    begin(window, "saboteur")
    table, prompt = window.url, app(window).locator("#prompt").inner_text()
    app(window).goto(f"{table}/take")
    link = app(window).locator("input.address").input_value()
    app(window).locator("figure svg").wait_for()  # the same as a QR code
    app(window).goto(host.base)
    with window.expect_download() as kept:
        app(window).click("#keep a.button")
    kept.value.save_as(tmp_path / "kempelen-games.zip")
    device = switch_on(tmp_path / "profile")
    other = device.open(link)
    other.wait_for_url(f"{host.base}tables/**")
    settled(window_of(other))
    assert app(other).locator("#prompt").inner_text() == prompt
    app(other).goto(f"{host.base}import")
    app(other).set_input_files("#file", tmp_path / "kempelen-games.zip")
    app(other).click("#import button.primary")
    other.wait_for_url(host.base)
    assert app(other).locator("#running a.name").count() > 1
    app(other).locator("#running a.name").first.click()
    app(other).locator("#table").wait_for(state="attached")
    settled(window_of(other))
    assert app(other).locator("#prompt").inner_text() == prompt
    device.close()


HANDS = """can => {
  window.given = [];
  navigator.canShare = ({files}) => { window.asked = files.length; return can };
  navigator.share = async ({files}) => {
    window.given.push([files[0].name, files[0].type, (await files[0].text()).split('\\n')[0]]);
    if (window.given.length > 1) throw new DOMException('', 'NotAllowedError');
  };
}"""


def test_a_game_is_handed_on_as_a_file_where_the_browser_can(phone, host):
    """By the device's own way; if that is refused, the file is there to keep; a browser without one shows no button."""
    for can in (True, False):
        window = phone.context.new_page()
        window.add_init_script(f"({HANDS})({json.dumps(can)})")
        window.goto(host.base)
        shown(window)
        begin(window, "saboteur")
        app(window).goto(f"{window.url}/take")
        button = app(window).get_by_text(say_in("en")("web.keep.hand_on"))
        if not can:
            app(window).wait_for_function("() => window.asked")
            expect(button).to_be_hidden()
        else:
            button.click()
            with window.expect_download() as kept:
                button.click()
            [(name, kind, first), _] = app(window).evaluate("() => window.given")
            assert name == f"{kept.value.suggested_filename}.txt"
            assert kind == "text/plain"
            assert app(window).evaluate("() => window.asked") == 1
            assert json.loads(first)["game"] == "saboteur"
        window.close()


def test_it_can_be_installed(phone, window):
    """A browser finds a name, icons and a page to begin with, and nothing wrong with them."""
    line = phone.context.new_cdp_session(window)
    found = line.send("Page.getAppManifest")
    line.detach()
    manifest = json.loads(found["data"])
    assert found["errors"] == []
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for there in (manifest["start_url"], *(icon["src"] for icon in manifest["icons"])):
        fetched = (
            "async there => (await fetch(new URL(there, document.querySelector('link[rel=manifest]').href))).status"
        )
        assert window.evaluate(fetched, there) == 200


@pytest.fixture
def lamps(window, phone, host):
    """A window of its own beside the others, in which the test grants or refuses that the screen stays on."""
    window = phone.open(host.base)
    window.evaluate(LAMPS)
    yield window
    window.close()


def test_the_screen_stays_on_while_a_table_is_shown(lamps, host):
    begin(lamps, "saboteur")
    lamps.wait_for_function("window.lamps.length === 1")
    lamps.evaluate("window.lamps[0].give()")
    lamps.wait_for_function("window.lamps[0].on")
    app(lamps).goto(host.base)
    lamps.wait_for_function("!window.lamps[0].on")


def test_a_screen_that_was_granted_too_late_or_refused_is_asked_for_again(lamps):
    """Granted when nobody looks any more: given back. Refused: asked for when somebody looks again."""
    begin(lamps, "saboteur")
    lamps.wait_for_function("window.lamps.length === 1")
    lamps.evaluate("window.turn('hidden'); window.lamps[0].give()")
    lamps.wait_for_function("!window.lamps[0].on")
    lamps.evaluate("window.turn('visible')")
    lamps.wait_for_function("window.lamps.length === 2")
    lamps.evaluate("window.lamps[1].refuse()")
    lamps.evaluate("window.turn('hidden'); window.turn('visible')")
    lamps.wait_for_function("window.lamps.length === 3")
    lamps.evaluate("window.lamps[2].give()")
    lamps.wait_for_function("window.lamps[2].on")
    lamps.evaluate("window.turn('hidden')")
    lamps.wait_for_function("!window.lamps[2].on")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_over_plain_http_the_page_says_what_is_missing(browser, host, lang, tmp_path):
    """A name that is not this machine's own, without https: no service worker, and so no games; the page says so."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    context = browser.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=browser_path(),
        args=[*arguments, "--disable-gpu", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"],
        locale=lang,
        timeout=PATIENCE * 1000,
    )
    page = context.pages[0]
    page.goto(host.base.replace("127.0.0.1", ELSEWHERE))
    expect(page.locator("#trouble")).to_have_text(say_in(lang)("site.shell.insecure"))
    expect(page.locator("#app")).to_be_hidden()
    context.close()


def test_games_that_are_over_are_asked_to_be_kept(window, host):
    """The browser is asked to keep what lies there when there is something to lose, and not before."""
    window.evaluate(
        """() => {
          window.asked = 0;
          navigator.storage.persisted = async () => false;
          navigator.storage.persist = async () => { window.asked += 1; return true };
        }"""
    )
    begin(window, "tactics")
    assert window.evaluate("() => window.asked") == 0
    app(window).goto(f"{host.base}import")
    app(window).set_input_files("#file", OVER)
    app(window).click("#import button.primary")
    window.wait_for_url(f"{host.base}tables/**")
    window.wait_for_function("window.asked > 0")


def test_a_game_that_is_over_is_kept_as_a_file_that_plays_by_itself(window, host, tmp_path):
    """Its styles and scripts are in it: the device has them for that, too."""
    app(window).goto(f"{host.base}import")
    app(window).set_input_files("#file", OVER)
    app(window).click("#import button.primary")
    window.wait_for_url(f"{host.base}tables/**")
    ask = "async at => { const a = await fetch(at); return [a.status, await a.text()]; }"
    status, text = app(window).evaluate(ask, f"{window.url.partition('?')[0]}/replay.html")
    assert status == 200
    (tmp_path / "replay.html").write_text(text, "utf-8")
    page = window.context.new_page()
    page.goto((tmp_path / "replay.html").as_uri())
    expect(page.locator("#s-board")).to_be_visible()
    page.close()


def test_the_first_page_is_there_before_python_and_a_click_on_it_counts(switch_on, folder, tmp_path):
    host = Host(folder.parents[1])
    host.server.door.clear()
    device = switch_on(tmp_path / "profile")
    window = device.context.pages[0]
    window.goto(host.base, wait_until="commit")
    window.frame_locator("#app").locator("#game-undaunted form[action*='/first/'] button").click()
    expect(window.locator("#starting")).to_be_visible()
    host.server.door.set()
    window.wait_for_url(f"{host.base}tables/**")
    expect(window.locator("#starting")).to_be_hidden()
    settled(window_of(window))
    device.close()
    host.close()
