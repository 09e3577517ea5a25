"""What every request passes, and what every answer carries."""

import asyncio
import re
import socket

import httpx
import pytest

from kempelen.engine.game import games
from kempelen.store import open_store
from kempelen.web.guard import MOST_BYTES, Guard
from kempelen.web.people.keys import equip, seat_with
from kempelen.web.people.visitor import COOKIE
from tests.web.people import PATIENCE, Sitting, run, text_of

PAGES = ("/", "/import", "/new/saboteur", "/rules/saboteur", "/nothing", "/static/base.css", "/scene.css", "/api/games")


@pytest.mark.parametrize("path", PAGES)
def test_headers(ann, path):
    headers = ann.get(path).headers
    assert "unsafe" not in headers["content-security-policy"]
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers or headers["server"] != "uvicorn"


@pytest.mark.parametrize("path", [path for path in PAGES if "static" not in path and "css" not in path])
def test_nothing_is_inline(ann, path):
    page = ann.get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    for script in re.findall(r"<script[^>]*>", page):
        assert "src=" in script or "application/json" in script


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", ""])
def test_foreign_names_are_refused(server, host):
    answer = httpx.get(server.base, headers={"host": host}, timeout=PATIENCE)
    assert answer.status_code == 400
    assert "saboteur" not in answer.text


def test_of_two_names_none_is_believed(server):
    where = server.socket.getsockname()
    with socket.create_connection(where, PATIENCE) as line:
        line.sendall(b"GET /experiments HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n")
        assert line.recv(100).split()[1] == b"400"


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000"])
def test_own_names_and_bare_addresses_are_fine(server, host):
    assert httpx.get(server.base, headers={"host": host}, timeout=PATIENCE).status_code == 200


def test_other_websites_change_nothing(ann, server):
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert ann.post("/first/saboteur", headers=headers).status_code == 403
    own = {"origin": server.base, "sec-fetch-site": "same-origin"}
    assert ann.post("/first/saboteur", headers=own).status_code == 303
    # A page that sends no referrer sends no origin either.
    assert ann.post("/first/saboteur", headers={"origin": "null", "sec-fetch-site": "same-origin"}).status_code == 303


def test_changes_need_the_cookie(server):
    assert httpx.post(f"{server.base}/first/saboteur", timeout=PATIENCE).status_code == 401
    assert httpx.post(f"{server.base}/api/tables", json={"game": "saboteur"}, timeout=PATIENCE).status_code == 401


def test_a_made_up_cookie_is_nobody(server):
    cookies = {COOKIE: "somebody.0123456789abcdef0123456789abcdef"}
    body = {"game": "saboteur"}
    answer = httpx.post(f"{server.base}/api/tables", json=body, cookies=cookies, timeout=PATIENCE)
    assert answer.status_code == 401


def test_cookies_are_for_this_site_only(server, visit):
    cookie = httpx.get(server.base, timeout=PATIENCE).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    person = visit()
    answer = person.post("/language", data={"lang": "de", "back": "/"})
    assert "HttpOnly" in answer.headers["set-cookie"]


def test_too_much_is_refused(ann):
    assert ann.post("/import?name=a.jsonl", content=b"x" * (MOST_BYTES + 1)).status_code == 413

    def drops():
        for _ in range(12):
            yield b"x" * 100_000

    assert ann.post("/import?name=a.jsonl", content=drops()).status_code == 413


def test_a_table_is_closed_to_strangers(ann, ben):
    table = ann.new("saboteur")
    for path in ("", "/board", "/record", "/position", "/log", "/replay", "/frames/0", "/share", "/odds", "/events"):
        assert ben.get(f"/tables/{table.id}{path}").status_code == 404, path
    assert ben.get(f"/api/tables/{table.id}").status_code == 404
    assert Sitting(ben, table.id, 0).answer("pass").status_code == 404
    assert table.id not in ben.get("/").text
    assert table.id in ann.get("/").text


def test_a_secret_link(ann, ben):
    table = ann.new("saboteur", seats=["me", "person", "rule"])
    link = next(link["path"] for link in ann.api("GET", f"/tables/{table.id}/links") if link["seat"] == 1)
    token = link.rpartition("/")[2]
    assert len(token) >= 32
    answer = ben.get(link)
    assert answer.status_code == 303
    assert token not in answer.headers["location"]
    page = ben.get(answer.headers["location"])
    assert page.status_code == 200
    assert token not in page.text
    assert ben.get(f"/join/{table.id}/{token[:-1]}x").status_code == 404
    assert ben.get(f"/join/other-1/{token}").status_code == 404


def test_secrets_are_compared_in_constant_time(tmp_path, monkeypatch):
    compared = []
    monkeypatch.setattr("hmac.compare_digest", lambda one, other: compared.append(one) or one == other)
    store = open_store(tmp_path / "games.sqlite")
    store.prepare()
    equip(store, "a-1", {"seats": {"1": "human", "2": "human"}})
    links = store.links("a-1")
    assert seat_with(store, "a-1", links[0]) == 0
    assert len(compared) == len(links), "all are compared, also after the right one"
    store.close()


def test_the_home_page_of_another_shows_nothing_of_mine(ann, ben):
    table = ann.new("saboteur")
    assert table.id not in ben.get("/").text
    assert table.id not in str(ben.api("GET", "/tables"))


# -- whatever goes wrong is said in words


@pytest.mark.parametrize("lang", ["en", "de"])
def test_errors_are_sentences(server, visit, lang):
    person = visit(lang)
    title = {"en": "That did not work", "de": "Das hat nicht geklappt"}[lang]
    for path in ("/nothing", "/tables/none-1", "/rules/chess", "/new/chess", "/preview/en/saboteur/none.svg"):
        answer = person.get(path)
        assert answer.status_code in (404, 409), path
        assert title in text_of(answer.text)
        assert "Traceback" not in answer.text
    answer = person.get("/api/tables/none-1")
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_a_crash_shows_no_trace(ann, server, monkeypatch):
    def broken(*_):
        raise RuntimeError("secret inside")

    monkeypatch.setattr("kempelen.web.rooms.start.first_game", broken)
    answer = ann.post(f"/first/{next(iter(games()))}")
    assert answer.status_code == 500
    assert "secret inside" not in answer.text
    assert "went wrong" in text_of(answer.text)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_the_language_form_leads_nowhere_else(ann, back):
    assert ann.post("/language", data={"lang": "de", "back": back}).headers["location"] == "/"


def guarded(app, headers):
    """What comes of a request whose body is never sent, with hardly any patience."""
    sent = []

    async def receive():
        await asyncio.Event().wait()

    async def listening():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message["type"])

    def refuse(refused):
        async def answer(scope, receive, send):
            sent.append(refused.status_code)

        return answer

    guard = Guard(app, hosts=("here",), refuse=refuse, count=lambda scope: None, patience=0.01)
    scope = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": [(b"host", b"here"), *headers]}
    run(guard(scope, receive if headers else listening, send))
    return sent


async def slow(scope, receive, send):
    """An answer that is sent for longer than a visitor would be waited for, and then looks whether he is still there."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await asyncio.sleep(0.05)
    await receive()
    await send({"type": "http.response.body", "body": b"all of it"})


async def reads(scope, receive, send):
    await receive()


def test_what_a_busy_server_takes_is_not_the_visitors_fault():
    """Whoever has sent all there is gets all of the answer, however long it takes; whoever keeps it back does not."""
    assert guarded(slow, []) == ["http.response.start", "http.response.body"]
    assert guarded(reads, [(b"content-length", b"9")]) == [408]
