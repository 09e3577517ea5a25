"""What a device goes through while games lie on it: closed, no network, a new version, wiped, killed."""

import os
import shutil
import signal
import subprocess
from urllib.parse import urljoin

import pytest

from kempelen.engine.game import games, say_in
from tests.e2e.clicks import choose, expect, pace, play_to_the_end, settled, version
from tests.e2e.test_beside import ANSWERS, answer, follow
from tests.site.device import Host, app, newer, shown
from tests.site.hands import begin, window_of

LONG = os.environ.get("KEMPELEN_PROVE") == "1"
GAMES = tuple(games())
STEPS = 12
"""Answers and instructions of a companion session."""
ASKED = "#prompt, .sheet.now .ask, .deed-text .ask"
"""What somebody is asked or told at a table, at the screen and beside a real one."""


def every_kind_of_game(window, host):
    """The first game and a companion of every game, begun: what is asked there, by address."""
    found = {}
    for game in GAMES:
        app(window).goto(host.base)
        begin(window, game)
        found[window.url] = app(window).locator(ASKED).first.inner_text()
        app(window).goto(f"{host.base}new/{game}?companion=1")
        app(window).click("form.setup button.primary")
        app(window).locator("[data-skip]").click()
        asked = asked_there(window)
        found[app(window).url] = asked
    return found


def are_as_they_were(window, tables):
    for address, asked in tables.items():
        app(window).goto(address)
        expect(app(window).locator(ASKED).first).to_have_text(asked)


def play_on(window, address, turn=1):
    """A step there; what is asked when one comes again."""
    app(window).goto(address)
    step(window_of(window), turn)
    app(window).goto(address)
    return asked_there(window)


def step(page, turn):
    """An answer at the screen; beside a real table what is told is done, or a part of an answer is given."""
    if page.locator("#table").count():
        settled(page)
        before = version(page)
        choose(page, turn)
        page.locator(f"#table:not([data-version='{before}'])").wait_for(state="attached")
        settled(page)
    elif page.locator("#done").count():
        follow(page, page.locator("#done"))
    elif page.locator(ANSWERS).count():
        answer(page, turn)


def asked_there(window):
    app(window).locator(ASKED).first.wait_for()
    return app(window).locator(ASKED).first.inner_text()


def asked_again(window, wanted):
    """Where a game is taken in, what was told last is told once more, alone or above what is asked."""
    page = window_of(window)
    while not (known := [one for one in told_there(window) if one in wanted]) and page.locator("#done").count():
        follow(page, page.locator("#done"))
    return known[0] if known else asked_there(window)


def told_there(window):
    app(window).locator(ASKED).first.wait_for()
    return app(window).locator(ASKED).all_inner_texts()


def test_games_outlive_closing_a_lost_network_a_new_version_and_a_wiped_device(switch_on, built, tmp_path):
    """Every game, at the screen and beside a real table, through all that may happen to a phone."""
    place = tmp_path / "host" / "games" / "kempelen"
    shutil.copytree(built, place)
    host = Host(tmp_path / "host")
    device = switch_on(tmp_path / "profile")
    window = device.open(host.base)
    tables = every_kind_of_game(window, host)
    assert len(tables) == 2 * len(GAMES)
    played = next(iter(tables))
    device.close()
    host.close()

    device = switch_on(tmp_path / "profile", expected="Failed to load")
    window = device.open(played)  # no network, from nothing
    are_as_they_were(window, tables)
    tables |= {address: play_on(window, address) for address in tables}
    tables[played] = play_on(window, played, 2)

    newer(built, place)
    host = Host(tmp_path / "host", host.port)
    address = window.url
    window.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    expect(window.locator("#note-said")).to_have_text(say_in("en")("site.shell.update"))
    expect(app(window).locator(ASKED).first).to_have_text(tables[played])  # nothing happens by itself
    with window.expect_navigation():
        window.click("#note-do")
    shown(window)
    window.wait_for_url(address)
    are_as_they_were(window, tables)
    tables[played] = play_on(window, played, 3)
    names = window.evaluate("caches.keys()")
    assert set(names) - {"kempelen-picture"} == {f"kempelen-{(place / 'VERSION').read_text().split()[1]}"}

    app(window).goto(host.base)
    with window.expect_download() as kept:
        app(window).click("#keep a.button")
    kept.value.save_as(tmp_path / "all.zip")
    window.goto("about:blank")
    line = device.context.new_cdp_session(window)
    line.send("Storage.clearDataForOrigin", {"origin": f"http://127.0.0.1:{host.port}", "storageTypes": "all"})
    window.goto(host.base)
    shown(window)
    expect(app(window).locator("#running a.name")).to_have_count(0)
    app(window).goto(f"{host.base}import")
    app(window).set_input_files("#file", tmp_path / "all.zip")
    app(window).click("#import button.primary")
    window.wait_for_url(host.base)
    app(window).goto(f"{host.base}mine")
    links = app(window).locator("a.name")
    expect(links).to_have_count(len(tables))
    again = [urljoin(host.base, links.nth(n).get_attribute("href")) for n in range(len(tables))]
    found = []
    for address in again:
        app(window).goto(address)
        found.append(asked_again(window, tables.values()))
    assert sorted(found) == sorted(tables.values())
    assert play_on(window, next(at for at, asked in zip(again, found, strict=True) if asked == tables[played]), 4)
    device.close()
    host.close()


@pytest.mark.skipif(not LONG, reason="the long form of the tests: make prove ONLY=site")
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_and_a_companion_session_without_a_network(switch_on, folder, tmp_path, game):
    """From nothing but the device: the first game to its end, loaded again in its middle, and what a table is told."""
    host = Host(folder.parents[1])
    device = switch_on(tmp_path / "profile")
    device.open(host.base)
    device.close()
    host.close()
    device = switch_on(tmp_path / "profile", expected="Failed to load")
    window = device.open(host.base)
    begin(window, game)
    pace(window_of(window))
    asked = play_on(window, window.url)
    window.reload()
    shown(window)
    settled(window_of(window))
    expect(app(window).locator(ASKED).first).to_have_text(asked)
    play_to_the_end(window_of(window))
    app(window).goto(f"{host.base}new/{game}?companion=1")
    app(window).click("form.setup button.primary")
    app(window).locator("[data-skip]").click()
    told = {asked_there(window)}
    for turn in range(STEPS):
        step(window_of(window), turn)
        told.add(asked_there(window))
    assert len(told) > STEPS // 4, "the session goes on"
    device.close()


@pytest.mark.skipif(not LONG, reason="the long form of the tests: make prove ONLY=site")
def test_a_browser_that_is_killed_has_lost_nothing(host, tmp_path, switch_on):
    for turn in range(5):
        device = switch_on(tmp_path / f"profile-{turn}")
        window = device.open(host.base)
        begin(window, "saboteur")
        choose(window_of(window), 1)
        address, prompt = window.url, app(window).locator("#prompt").inner_text()
        which = ["pgrep", "-f", f"user-data-dir={tmp_path}/profile-{turn}"]
        for process in subprocess.run(which, capture_output=True, text=True, check=True).stdout.split():
            os.kill(int(process), signal.SIGKILL)
        device = switch_on(tmp_path / f"profile-{turn}")
        window = device.open(address)
        settled(window_of(window))
        assert app(window).locator("#prompt").inner_text() == prompt
        device.close()
