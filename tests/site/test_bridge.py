"""The bridge, without a browser: what a service worker asks and gets, by a port that only writes down."""

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from kempelen.site.bridge import Bridge, Jar, keep_copy, open_app
from kempelen.web.routes import table

ROOT = "/pocket"


class Fake:
    """A port that writes down what it is told."""

    def __init__(self):
        self.told = []
        self.news = asyncio.Event()

    def start(self, id, status, headers):
        self._tell("start", id, status, dict(json.loads(headers)))

    def body(self, id, content):
        self._tell("body", id, content)

    def end(self, id):
        self._tell("end", id)

    def _tell(self, *what):
        self.told.append(what)
        self.news.set()

    async def until(self, kind, id):
        while not (found := [what for what in self.told if what[:2] == (kind, id)]):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)
        return found[0]


class Visit:
    """A browser's requests through the bridge."""

    def __init__(self, bridge):
        self.bridge, self.port, self.count = bridge, Fake(), 0

    def begin(self, method, path, body=b"", headers=()):
        self.count += 1
        id, (path, _, query) = f"a-{self.count}", path.partition("?")
        given = json.dumps([["Accept-Language", "de"], *headers])
        self.bridge.ask(self.port, id, method, ROOT + path, query, given, body)
        return id

    async def ask(self, *request, **more):
        id = self.begin(*request, **more)
        await self.port.until("end", id)
        _, _, status, headers = await self.port.until("start", id)
        content = b"".join(what[2] for what in self.port.told if what[:2] == ("body", id))
        return status, headers, content.decode()


def tell(story, folder):
    """Open the app in this folder, and let the story happen; in a thread, since a browser may be driven in this one."""

    async def whole():
        bridge = await open_app(str(folder), ROOT, f"https://example.org{ROOT}", "one")
        try:
            return await story(Visit(bridge))
        finally:
            await bridge.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, whole()).result()


def test_a_form_leads_on_and_the_game_is_there_when_opened_again(tmp_path):
    async def first(visit):
        status, _, page = await visit.ask("GET", "/")
        assert status == 200
        assert '<html lang="de"' in page
        status, headers, _ = await visit.ask("POST", "/first/saboteur")
        assert status == 303
        assert headers["location"].startswith(f"{ROOT}/tables/")
        return headers["location"].removeprefix(ROOT)

    async def later(visit):
        assert address in (await visit.ask("GET", "/"))[2]
        return (await visit.ask("GET", address))[0]

    address = tell(first, tmp_path)
    assert tell(later, tmp_path) == 200


def test_answers_carry_no_cookie_but_the_jar_has_it(tmp_path):
    async def story(visit):
        _, headers, _ = await visit.ask("GET", "/")
        assert "set-cookie" not in headers
        assert headers["content-security-policy"].endswith("frame-ancestors 'self'")
        await visit.ask("POST", "/language", b"lang=en&back=/")
        assert '<html lang="en"' in (await visit.ask("GET", "/"))[2]

    tell(story, tmp_path)
    assert set(Jar(tmp_path).cookies) == {"kempelen", "language"}


def test_news_comes_in_pieces_until_it_is_cancelled(tmp_path):
    async def story(visit):
        await visit.ask("GET", "/")
        address = (await visit.ask("POST", "/first/tactics"))[1]["location"].removeprefix(ROOT)
        id = visit.begin("GET", f"{address}/events")
        assert b"event: changed" in (await visit.port.until("body", id))[2]
        task = visit.bridge.tasks[id]
        visit.bridge.cancel(id)
        await asyncio.wait([task])
        assert id not in visit.bridge.tasks
        assert not [what for what in visit.port.told if what[:2] == ("end", id)]

    tell(story, tmp_path)


def test_an_answer_is_in_the_file_before_anybody_is_told(tmp_path):
    """What has been acknowledged is there, whatever happens to the device the next moment."""
    rows = []

    class Watching(Fake):
        def start(self, id, status, headers):
            with closing(sqlite3.connect(f"file:{tmp_path / 'copy.sqlite'}", uri=True)) as copy:
                for name in ("games.sqlite", "games.sqlite-wal"):
                    (tmp_path / name.replace("games", "copy")).write_bytes((tmp_path / name).read_bytes())
                rows.append(copy.execute("SELECT count(*) FROM inputs").fetchone()[0])
            super().start(id, status, headers)

    async def story(visit):
        await visit.ask("GET", "/")
        address = (await visit.ask("POST", "/first/tactics"))[1]["location"].removeprefix(ROOT)
        page = (await visit.ask("GET", address))[2]
        do = re.search(r'"do":"([^"]+)"', page)[1]
        visit.port = Watching()
        await visit.ask(
            "POST", f"{address}/answer", b'{"do":"%s"}' % do.encode(), [["content-type", "application/json"]]
        )

    tell(story, tmp_path)
    assert rows == [pytest.approx(rows[0])]
    assert rows[0] > 0


@pytest.mark.parametrize("drawn", [True, False])
def test_a_choice_is_acknowledged_before_the_table_is_drawn(tmp_path, monkeypatch, drawn):
    """And whoever waits for a table that cannot be drawn is let go of, with nothing to show."""
    show, told = table.show, []

    async def late(request, here, *more):
        told.append([what[0] for what in visits[0].port.told])
        if not drawn:
            raise ZeroDivisionError
        return await show(request, here, *more)

    async def story(visit):
        visits.append(visit)
        await visit.ask("GET", "/")
        address = (await visit.ask("POST", "/first/tactics"))[1]["location"].removeprefix(ROOT)
        page = (await visit.ask("GET", address))[2]
        do = re.search(r'"do":"([^"]+)"', page)[1]
        visit.port = Fake()
        monkeypatch.setattr(table, "show", late)
        request = ("POST", f"{address}/answer", b'{"do":"%s"}' % do.encode(), [["content-type", "application/json"]])
        status, _, content = await visit.ask(*request)
        assert status == 200
        assert content.startswith('<div id="table"' if drawn else "")
        assert bool(content) is drawn
        monkeypatch.setattr(table, "show", show)
        assert (await visit.ask("GET", f"{address}/board"))[2].startswith('<div id="table"')

    visits = []
    tell(story, tmp_path)
    assert told == [["start"]]


def test_a_jar_that_was_cut_off_is_the_one_before(tmp_path):
    jar = Jar(tmp_path)
    jar.take("kempelen=abc; Path=/; HttpOnly")
    jar.take("language=de; Path=/")
    newest = tmp_path / f"jar-{jar.turn % 2}.json"
    newest.write_text(newest.read_text()[:-9])
    assert Jar(tmp_path).cookies == {"kempelen": "abc"}


def test_nobody_waits_for_an_answer_whose_cookie_has_no_room(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "no space left on device")

    async def story(visit):
        await visit.ask("GET", "/")
        monkeypatch.setattr(Jar, "take", full)
        request = ("POST", "/language", b"lang=en&back=/")
        assert (await visit.ask(*request))[0] == 507
        monkeypatch.undo()
        assert (await visit.ask(*request))[0] == 303

    tell(story, tmp_path)


def test_a_new_version_without_room_for_a_copy_begins_without_one(tmp_path, monkeypatch):
    async def begin(visit):
        await visit.ask("GET", "/")
        await visit.ask("POST", "/first/saboteur")
        return (await visit.ask("GET", "/"))[0]

    def narrow(path):
        opened = connect(path)
        if path.name.endswith(".before"):
            opened.execute("PRAGMA max_page_count = 2")
        return opened

    tell(begin, tmp_path)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", narrow)
    keep_copy(tmp_path, "two")
    monkeypatch.undo()
    assert not (tmp_path / "games.sqlite.before").exists()
    assert (tmp_path / "version.txt").read_text("utf-8") == "two"
    assert tell(begin, tmp_path) == 200


def test_a_cookie_can_be_taken_out_of_the_jar(tmp_path):
    jar = Jar(tmp_path)
    jar.take("language=de; Path=/")
    jar.take("language=; Max-Age=0; Path=/")
    assert Jar(tmp_path).cookies == {}


def test_an_app_that_cannot_be_opened_says_why(tmp_path):
    async def broken(scope, receive, send):
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no room"})

    async def story():
        await Bridge(broken, Jar(tmp_path)).start()

    with ThreadPoolExecutor(1) as thread, pytest.raises(RuntimeError, match="no room"):
        thread.submit(asyncio.run, story()).result()


def test_everything_is_in_the_picture_of_the_memory_and_nothing_of_it_is_machine_code(tmp_path):
    """A picture with machine code of packages breaks down when it is used; and what is missing in it is loaded anew."""
    story = """
import sys
from kempelen.site.rehearsal import prepare
prepare("de,en", sys.argv[1])
before = set(sys.modules)
print(*sorted({name.partition(".")[0] for name in before} & {"pydantic", "pydantic_core", "fastapi"}))
from kempelen.engine.game import games
games()
from kempelen.web.app import Settings, make_app
make_app(Settings(alone=True, api=False))
print(*sorted(name for name in set(sys.modules) - before if name.startswith(("kempelen", "starlette", "jinja2"))))
"""
    said = subprocess.run(
        [sys.executable, "-c", story, str(tmp_path / "rehearsal")], capture_output=True, text=True, check=True
    )
    assert said.stdout == "\n\n"
    assert not (tmp_path / "rehearsal").exists()


def test_before_a_new_version_writes_the_games_are_copied(tmp_path):
    async def begin(visit):
        await visit.ask("GET", "/")
        await visit.ask("POST", "/first/saboteur")

    tell(begin, tmp_path)
    assert not (tmp_path / "games.sqlite.before").exists()
    keep_copy(tmp_path, "one")
    assert not (tmp_path / "games.sqlite.before").exists()
    keep_copy(tmp_path, "two")
    with closing(sqlite3.connect(tmp_path / "games.sqlite.before")) as kept:
        assert kept.execute("SELECT count(*) FROM games").fetchone() == (1,)
