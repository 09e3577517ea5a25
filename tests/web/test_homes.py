"""The app has two homes: a server, and the device of whoever plays. What differs between them stands in Settings."""

import itertools
import re
import sqlite3
from pathlib import Path

import pytest

import kempelen.web
from kempelen.store import open_store
from kempelen.web.app import Settings
from kempelen.web.guard import HEADERS
from tests.web.people import QUICK, Person, Running
from tests.web.test_uploads import ATTACKS

WEB = Path(kempelen.web.__file__).parent
FRAMED = HEADERS | {
    "content-security-policy": HEADERS["content-security-policy"].replace("'none'; frame", "'self'; frame")
}


class Under:
    """Whoever asks the app says which path it stands under, as ASGI has it."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        await self.app(scope | {"root_path": "/pocket"}, receive, send)


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    """The app as it runs on a device: without threads, processes, and other people, under a path of a host."""
    alone = {"workers": 0, "threads": False, "alone": True, "headers": FRAMED}
    running = Running(Settings(db=tmp_path_factory.mktemp("device") / "games.sqlite", **(QUICK | alone)))
    running.app.add_middleware(Under)
    with running:
        yield running


@pytest.fixture
def owner(device):
    person = Person(f"{device.base}/pocket")
    yield person
    person.client.close()


@pytest.mark.parametrize("game", ["saboteur", "tactics", "undaunted", "universalis"])
def test_automas_think_in_place(owner, game):
    table = owner.new(game, pace="instant")
    state = table.settled()
    answer = table.answer(state["asked"]["options"][0]["do"], state["version"])
    assert answer.status_code == 200
    assert table.settled()["version"] > state["version"]


@pytest.mark.parametrize("name", tuple(ATTACKS))
def test_what_costs_too_much_is_measured_before_it_is_read_on_a_device_too(owner, monkeypatch, name):
    """There is no process to read it in: whoever parses it here would be held up for as long as it takes."""

    def never(*_, **__):
        raise AssertionError("parsed before it was measured")

    monkeypatch.setattr("kempelen.engine.files.position.tomllib.loads", never)
    monkeypatch.setattr("kempelen.engine.files.plain.json.loads", never)
    answer = owner.post(f"/import?name={name}", content=ATTACKS[name], headers={"accept": "application/json"})
    assert answer.status_code in (409, 413)
    assert f"{name}, line 1" in answer.text


def test_a_game_is_played_to_its_end_without_threads(owner):
    table = owner.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], pace="instant")
    assert table.play()["outcome"]
    assert table.get("replay.html").status_code == 200


def test_why_and_odds_are_answered_in_place(owner):
    table = owner.new("saboteur", scenario="tu", seats=["rule", "me", "rule"], pace="instant")
    table.settled()
    assert "%" in table.get("odds").text
    assert table.get("why/m0").status_code == 200


def test_nobody_else_can_be_asked_to_a_device(owner):
    assert 'value="person"' not in owner.get("/new/saboteur").text
    table = owner.new("saboteur", pace="instant")
    assert "/record" in (shown := table.board())
    assert "/share" not in shown


def test_a_server_has_places_for_others(ann):
    assert 'value="person"' in ann.get("/new/saboteur").text
    assert "/share" in ann.new("saboteur").board()


def test_what_is_said_of_a_device(owner):
    missing = owner.get("/tables/nosuchtable")
    assert missing.status_code == 404
    assert "on this device" in missing.text
    assert "Ask for a link" not in missing.text


def test_every_answer_carries_the_headers_it_was_given(owner, ann):
    assert owner.get("/").headers["content-security-policy"] == FRAMED["content-security-policy"]
    assert ann.get("/").headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_a_file_is_read_at_once(owner):
    table = owner.new("tactics", pace="instant")
    table.settled()
    record = table.get("record").content
    sent = owner.post("/import?name=game.jsonl", content=record, headers={"accept": "application/json"})
    assert sent.status_code == 201
    assert sent.json()["table"].startswith("/pocket/tables/")
    refused = owner.post("/import?name=game.jsonl", content=b"no game", headers={"accept": "application/json"})
    assert refused.status_code == 409
    assert refused.json()["error"]


# -- addresses


BARE = re.compile(r"""(?:href|src|action|data-reload)="/|fetch\([`'"]/|EventSource\([`'"]/|RedirectResponse\(f?"/""")


def test_no_address_begins_with_a_bare_slash():
    """Under a path of a host it would lead outside."""
    files = [*WEB.glob("templates/*.html"), *WEB.glob("static/*.js"), *WEB.rglob("*.py")]
    bare = [
        f"{file.name}: {line.strip()[:90]}"
        for file in files
        for line in file.read_text().splitlines()
        if BARE.search(line)
    ]
    assert not bare


def test_pages_lead_to_pages_under_the_same_path(owner):
    """Every link, picture and form of the first pages is there."""
    begun = owner.post("/first/saboteur")
    assert begun.status_code == 303
    assert begun.headers["location"].startswith("/pocket/tables/")
    seen = set()
    for page in ("/", "/new/saboteur", "/rules/saboteur", begun.headers["location"].removeprefix("/pocket")):
        seen |= set(re.findall(r'(?:href|src)="(/[^"#]*)', owner.get(page).text))
    assert len(seen) > 20
    for address in sorted(seen):
        assert address.startswith("/pocket/"), address
        assert owner.get(address.removeprefix("/pocket").replace("&amp;", "&")).status_code == 200, address


def test_a_cookie_stays_under_the_path(device):
    person = Person(f"{device.base}/pocket")
    assert {cookie.path for cookie in person.client.cookies.jar} == {"/pocket/"}
    chosen = person.post("/language", data={"lang": "de", "back": "nonsense"})
    assert chosen.headers["location"] == "/pocket/"
    assert "Spiele" in person.get("/").text
    person.client.close()


def test_a_lost_line_comes_back_soon(owner):
    table = owner.new("saboteur", pace="instant")
    with owner.client.stream("GET", f"/tables/{table.id}/events?seat={table.seat}") as line:
        assert "retry: 300" in itertools.islice(line.iter_lines(), 4)


def test_no_link_is_kept_from_the_app():
    """Chromium takes a link with `download` past whoever stands in for the server."""
    assert not [file.name for file in WEB.glob("templates/*.html") if " download" in file.read_text()]


# -- the store


def test_a_store_of_ones_own_is_opened_by_nobody_else(tmp_path):
    own = open_store(tmp_path / "games.sqlite", alone=True)
    own.prepare()
    other = sqlite3.connect(tmp_path / "games.sqlite", timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("SELECT * FROM games")
    other.close()
    own.close()
    shared = open_store(tmp_path / "games.sqlite")
    shared.prepare()
    assert not shared.games()
    shared.close()
