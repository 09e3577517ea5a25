"""What one visitor may ask for, what strangers learn, and that nothing from outside breaks the server."""

import socket
from contextlib import closing, contextmanager

import pytest

from kempelen.engine.game import say_in
from kempelen.store import BadStore, open_store
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.guard import HEADERS
from kempelen.web.limits import Limits, Shares, TooMany, network_of
from kempelen.web.people.keys import table_address
from kempelen.web.processes.counting import LeftTogether, new_counts
from kempelen.web.rooms import start
from tests.web.people import PATIENCE, Person, Running, settings, text_of, until
from tests.web.test_tables import two_people

# -- shares


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_a_share_fills_up_again():
    clock = Clock()
    shares = Shares(Limits(games=2), clock)
    shares.take("games", "ann")
    shares.take("games", "ann")
    with pytest.raises(TooMany) as caught:
        shares.take("games", "ann")
    assert caught.value.wait == 1800
    shares.take("games", "ben")
    clock.now = 1799
    with pytest.raises(TooMany):
        shares.take("games", "ann")
    clock.now = 1801
    shares.take("games", "ann")
    clock.now = -5000  # a clock that goes back gives nothing away
    with pytest.raises(TooMany):
        shares.take("games", "ann")


def test_several_processes_count_together(tmp_path):
    clock, counts = Clock(), new_counts(tmp_path / "shares")
    with closing(LeftTogether(counts)) as here, closing(LeftTogether(counts)) as there:
        one, other = (Shares(Limits(games=2, uploads=1), clock, left) for left in (here, there))
        one.take("games", "ann")
        other.take("games", "ann")
        for shares in (one, other):
            with pytest.raises(TooMany):
                shares.take("games", "ann")
            shares.take("games", f"somebody at {id(shares)}")
        other.take("uploads", "ann")
        clock.now = 1801
        one.take("games", "ann")
        with pytest.raises(TooMany):
            other.take("games", "ann")


def test_of_very_many_visitors_the_last_are_remembered(tmp_path):
    """As in one process: whoever has not come for longest begins anew."""
    clock = Clock()
    with closing(LeftTogether(new_counts(tmp_path / "shares"))) as left:
        shares = Shares(Limits(games=1), clock, left)
        for n in range(20_000):
            clock.now = n / 1e6
            shares.take("games", str(n))
        for n in (19_000, 19_999):
            with pytest.raises(TooMany):
                shares.take("games", str(n))


def test_each_of_several_processes_has_its_part_of_the_lines():
    limits = Limits(streams=5, all_streams=9).for_one_of(2)
    assert (limits.streams, limits.all_streams, limits.games) == (3, 5, Limits().games)
    assert Limits(streams=0).for_one_of(2).streams == 0


def test_without_limit():
    shares = Shares(Limits(requests=0), Clock())
    for _ in range(10_000):
        shares.take("requests", "ann")


def test_lines_are_counted_while_they_are_open():
    shares = Shares(Limits(streams=1, all_streams=2), Clock())
    with shares.stream("ann"):
        with pytest.raises(TooMany) as caught:
            shares.check_stream("ann")
        assert caught.value.status == 429
        shares.check_stream("ben")
        with shares.stream("ben"), pytest.raises(TooMany) as caught:
            shares.check_stream("carl")
        assert caught.value.status == 503
    shares.check_stream("ann")


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("fe80::1%eth0", "fe80::"),
        ("unix", "unix"),
    ],
)
def test_a_house_is_one_visitor(host, network):
    assert network_of(host) == network


# -- on a server


@contextmanager
def hosted(folder, lang="en", behind_proxy=False, **limits):
    with Running(settings(folder, limits=Limits(**limits), behind_proxy=behind_proxy)) as running:
        person = Person(running.base, lang)
        yield running, person
        person.client.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_too_much_is_said_kindly(tmp_path, lang):
    say = say_in(lang)
    with hosted(tmp_path, lang, games=2, uploads=1, streams=1) as (_, ann):
        table = ann.new("saboteur")
        with ann.client.stream("GET", f"/tables/{table.id}/events") as line:
            lines = line.iter_lines()
            assert next(lines)
            more = ann.get(f"/tables/{table.id}/events")
            assert (more.status_code, say("web.error.many_streams") in text_of(more.text)) == (429, True)
        assert ann.post("/import?name=x.toml", content=b"game = 1").status_code == 409
        file = ann.post("/import?name=x.toml", content=b"game = 1", headers={"accept": "application/json"})
        assert (file.status_code, file.json()["error"]) == (429, say("web.error.many_uploads"))
        for answer in (
            ann.post("/first/saboteur"),
            ann.post("/new/saboteur", data={}),
            ann.post("/api/tables", json={"game": "saboteur"}),
        ):
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert say("web.error.many_games") in answer.text
        assert ann.get(f"/tables/{table.id}").status_code == 200


def test_too_many_requests(tmp_path):
    with hosted(tmp_path, requests=3) as (_, ann):
        answers = [ann.get("/robots.txt") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        assert "retry-after" in answers[-1].headers
        assert set(HEADERS) <= set(answers[-1].headers)


def test_half_a_request_is_not_waited_for(tmp_path):
    """Neither half a head, nor half a body, nor silence; whoever has sent all of it may watch for ever."""
    with hosted(tmp_path, patience=2) as (running, ann):
        where = ("127.0.0.1", int(running.base.rpartition(":")[2]))
        table = ann.new("saboteur")
        with ann.client.stream("GET", f"/tables/{table.id}/events") as line:
            for sent in (b"", b"GET / HTTP/1.1\r\nHo", b"POST /language HTTP/1.1\r\nhost: localhost\r\n"):
                body = b"content-length: 9\r\n\r\nlan" if sent.endswith(b"\r\n") else b""
                with closing(socket.create_connection(where, PATIENCE)) as other:
                    other.sendall(sent + body)
                    answer = b"".join(iter(lambda other=other: other.recv(9999), b""))
                assert (b"408" in answer[:20]) == bool(body)
            assert next(line.iter_lines()).startswith("event")


def test_an_idle_game_leaves_the_memory_and_comes_back(server, ann):
    rooms, table = server.app.state.rooms, ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    before = table.settled()
    game = rooms._thread.submit(rooms.store.game_at, table.id).result()
    until(lambda: game not in rooms._tasks or rooms._tasks[game].done(), "rest")
    rooms._thread.submit(rooms.sweep, 3600).result()
    assert game in rooms._rooms
    rooms._thread.submit(rooms.sweep, 0).result()
    assert game not in rooms._rooms
    assert table.settled()["asked"] == before["asked"]


# -- strangers


def test_a_stranger_loads_no_game_and_learns_of_none(server, ann, ben, monkeypatch):
    """For a game that is there and for one that is not the answer is the same, byte for byte."""
    table = ann.new("saboteur")
    table.settled()
    rooms = server.app.state.rooms
    game = rooms._thread.submit(rooms.store.game_at, table.id).result()
    until(lambda: game not in rooms._tasks or rooms._tasks[game].done(), "rest")
    loaded = []
    room = rooms.room
    monkeypatch.setattr(rooms, "room", lambda id: (loaded.append(id) if id == game else None) or room(id))
    asked = [("GET", path) for path in ("", "/board", "/share", "/record", "/events", "/replay", "/why/e1")]
    asked += [("POST", "/claim"), ("POST", "/next"), ("POST", "/share")]
    for method, path in asked:
        for start_ in ("/tables/{}", "/api/tables/{}"):
            told = [ben.ask(method, start_.format(id) + path) for id in (table.id, "a" * len(table.id))]
            assert told[0].status_code in (404, 405), (method, path)
            one, other = (
                (each.status_code, each.text.replace(id, "ID"))
                for each, id in zip(told, (table.id, "a" * len(table.id)), strict=True)
            )
            assert one == other, (method, path)
    wrong = [ben.get(f"/join/{id}/nonsense") for id in (table.id, "aaaa")]
    assert {answer.status_code for answer in wrong} == {404}
    assert not loaded


def test_addresses_cannot_be_counted(server, ann):
    tables = [ann.new("saboteur", scenario="first") for _ in range(3)]
    assert len({table.id for table in tables}) == 3
    store = open_store(server.app.state.settings.db)
    for table in tables:
        assert len(table.id) == 16
        game = store.game_at(table.id)
        assert game.startswith("saboteur-"), "the terminal has its own name for it"
        assert ann.get(f"/tables/{game}").status_code == 404
        assert ann.get(f"/api/tables/{game}").status_code == 404
        for page in (
            f"/tables/{table.id}",
            f"/api/tables/{table.id}",
            "/",
            "/api/tables",
            f"/tables/{table.id}/replay",
        ):
            assert f"{game}<" not in ann.get(page).text
            assert f"{game}/" not in ann.get(page).text
            assert f'"{game}"' not in ann.get(page).text
    store.close()


def test_whoever_watches_changes_nothing(server, ann, ben, visit):
    one, _ = two_people(ann, ben, "saboteur", pace="step")
    carl = visit()
    link = next(link["path"] for link in ann.api("GET", f"/tables/{one.id}/links") if link["seat"] == -1)
    carl.get(link)
    tick = one.board().split('data-tick="')[1].split('"')[0]
    for path in ("next", "pace", "answer", "undo", "agree", "correct", "fork?at=0&x="):
        body = {
            "pace": {"pace": "instant"},
            "answer": {"do": "pass"},
            "agree": {"yes": True},
            "correct": {"fact": "a=1"},
        }
        for before in ("/tables", "/api/tables"):
            mark = "&" if "?" in path else "?"
            answer = carl.post(f"{before}/{one.id}/{path}{mark}seat=-1", json=body.get(path, {}))
            assert answer.status_code in (403, 404), (before, path)
    assert one.board().split('data-tick="')[1].split('"')[0] == tick


def test_whoever_looks_wakes_no_automa(server, ann, ben, monkeypatch):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    link = next(link["path"] for link in ann.api("GET", f"/tables/{table.id}/links") if link["seat"] == -1)
    ben.get(link)
    woken = []

    async def wake(id):
        woken.append(id)

    monkeypatch.setattr(server.app.state.rooms, "wake", wake)
    assert ben.get(f"/api/tables/{table.id}?seat=-1").status_code == 200
    with ben.client.stream("GET", f"/tables/{table.id}/events?seat=-1") as line:
        next(line.iter_lines())
    assert not woken
    assert ann.get(f"/api/tables/{table.id}").status_code == 200
    assert woken


def test_whoever_has_set_automas_to_play_drives_them(ann):
    table = ann.new("saboteur", scenario="tu", seats=["rule", "rule", "rule"], pace="step")
    until(lambda: 'id="next"' in table.board(), "a pause")
    assert table.post("next").status_code == 200
    assert ann.post(f"/api/tables/{table.id}/pace", json={"pace": "instant"}).status_code == 200
    assert until(lambda: table.state()["outcome"], "the end")


# -- behind a proxy


def test_behind_a_proxy_nobody_is_local(tmp_path):
    with hosted(tmp_path, behind_proxy=True, games=1) as (running, ann):
        store = open_store(running.app.state.settings.db)
        store.keep(start.first_game("saboteur", "en").session)
        store.close()
        assert "/claim" not in ann.get("/").text
        # A visitor is counted by what the proxy has noted last, whatever he says himself.
        for told, status in (("1.1.1.1", 201), ("2.2.2.2, 1.1.1.1", 429), ("1.1.1.1, 2.2.2.2", 201)):
            answer = ann.post("/api/tables", json={"game": "saboteur"}, headers={"x-forwarded-for": told})
            assert answer.status_code == status
        fresh = running.base, {"x-forwarded-proto": "https", "x-forwarded-for": "3.3.3.3"}
        other = Person(fresh[0])
        other.client.cookies.clear()
        assert "Secure" in other.get("/", headers=fresh[1]).headers["set-cookie"]
        other.client.close()


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
def test_what_a_proxy_passes_on_is_not_local_though_nobody_said_so(server, ann, header):
    store = open_store(server.app.state.settings.db)
    id = table_address(store, store.keep(start.first_game("saboteur", "en").session))
    store.close()
    assert id in ann.get("/").text
    assert id not in ann.get("/", headers={header: "203.0.113.5"}).text
    assert ann.post(f"/tables/{id}/claim", headers={header: "203.0.113.5"}).status_code == 404


# -- nothing from outside breaks the server


def test_what_broke_the_server_once(server, ann):
    table = ann.new("saboteur")
    assert table.get("why/e" + "9" * 5000).status_code == 200, "no such reason, said on the page"
    assert table.get("why/" + "9" * 5000 + "-" + "9" * 5000).status_code == 200
    assert ann.get(f"/api/tables/{table.id}/why/e{'9' * 5000}").status_code == 422
    assert ann.post("/first/saboteur", headers={"origin": "http://["}).status_code == 403
    fields = ann.post("/new/saboteur", data={f"f{n}": "1" for n in range(600)})
    assert fields.status_code == 413
    assert "500 fields" in text_of(fields.text)
    assert ann.get(f"/tables/{table.id}?seat={'9' * 5000}").status_code == 422
    assert ann.get(f"/tables/{table.id}/frames/{'9' * 4000}").status_code == 200


def test_a_body_in_pieces_is_too_large_for_programs_too(ann):
    def drops():
        for _ in range(50):
            yield b"x" * 100_000

    answer = ann.post("/api/tables", content=drops(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def raw(server, request: bytes) -> bytes:
    with closing(socket.create_connection(("127.0.0.1", int(server.base.rpartition(":")[2])), PATIENCE)) as line:
        line.sendall(request)
        return b"".join(iter(lambda: line.recv(9999), b""))


def test_every_answer_has_the_headers(server, ann, monkeypatch):
    def broken(*_):
        raise RuntimeError("inside")

    monkeypatch.setattr("kempelen.web.rooms.start.first_game", broken)
    answers = [
        ann.post("/first/saboteur"),
        ann.get("/nothing"),
        ann.get("/static/nothing"),
        ann.post("/"),
        ann.get("/", headers={"host": "evil.example"}),
        ann.post("/first/saboteur", headers={"origin": "http://["}),
        ann.post("/api/tables", content=b"{"),
        ann.get("/api/tables/none"),
    ]
    assert answers[0].status_code == 500
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (answer.url, name)
    nonsense = raw(server, b"nonsense\r\n\r\n")
    assert nonsense.startswith(b"HTTP/1.1 400")
    for name, value in HEADERS.items():
        assert f"{name}: {value}".encode() in nonsense.lower() or f"{name}: {value}".encode() in nonsense
    for lang in LANGUAGES:
        assert say_in(lang)("web.error.bad_request").encode() in nonsense


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_path_of_the_server_is_told(server, visit, monkeypatch, lang):
    person, path = visit(lang), str(server.app.state.settings.db)
    table = person.new("saboteur")

    def full(*_):
        raise BadStore(Text("terminal.store.failed", file=path, reason="disk full"))

    monkeypatch.setattr(server.app.state.rooms.store, "seats_of", full)
    for answer in (person.get(f"/tables/{table.id}"), person.get(f"/api/tables/{table.id}")):
        assert answer.status_code == 503
        assert path not in answer.text
        assert "games.sqlite" not in answer.text
        assert say_in(lang)("web.error.store") in text_of(answer.text)
    monkeypatch.undo()
    monkeypatch.setattr(server.app.state.rooms, "_change", full)
    answer = table.answer("pass")
    assert answer.status_code == 409
    assert path not in answer.text
