"""People at the tables of a test: each a browser of his own, without a browser."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from zlib import crc32

import httpx
import pytest
import uvicorn

from kempelen.engine.dice import TapeDice
from kempelen.terminal.commands.serve import listen
from kempelen.web.app import Settings, make_app
from kempelen.web.limits import Limits
from kempelen.web.rooms import start
from kempelen.web.wire import wired

ASKED = re.compile(r'<script type="application/json" id="asked">(.*?)</script>', re.DOTALL)
QUICK: dict[str, Any] = {
    "pause": 0.0,
    "workers": 1,
    "limits": Limits(requests=0, games=0, uploads=0, drafts=0, streams=0),
}
"""All people of a test come from one address, so nobody counts them."""


@pytest.fixture(autouse=True)
def the_same_games(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A test meets the same dice and cards on every run: some games are over after one answer, and few tests expect it."""
    seed = crc32(request.node.name.encode())
    monkeypatch.setattr(start, "secret_seed", lambda: str(seed))


PATIENCE = 120.0
"""Seconds that a test waits for something that is sure to come, however slow the machine is."""


def until(found: Callable[[], Any], what: str = "it") -> Any:
    """Ask again and again until there is an answer."""
    deadline = monotonic() + PATIENCE
    while not (answer := found()):
        assert monotonic() < deadline, f"{what} has not come"
        sleep(0.01)
    return answer


def run(story: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: where a browser is driven in this process, this one already has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(db=folder / "games.sqlite", **(QUICK | more))


class Running:
    """A server in a thread, on a free port."""

    def __init__(self, settings: Settings) -> None:
        self.app = make_app(settings)
        self.socket = listen("127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = wired(self.app, settings.limits.patience, log_level="critical", timeout_graceful_shutdown=1)
        self.uvicorn = uvicorn.Server(config)
        self.thread = Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def __enter__(self) -> "Running":
        self.thread.start()
        until(lambda: self.uvicorn.started or not self.thread.is_alive(), "the server")
        assert self.uvicorn.started
        return self

    def __exit__(self, *_: object) -> None:
        self.app.state.rooms.hang_up()
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()


class Person:
    """A visitor with cookies of his own."""

    def __init__(self, base: str, lang: str = "en") -> None:
        self.client = httpx.Client(base_url=base, headers={"accept-language": lang}, timeout=PATIENCE)
        self.get("/")

    def ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        return self.client.request(method, path, follow_redirects=False, **rest)

    def get(self, path: str, **rest: Any) -> httpx.Response:
        return self.ask("GET", path, **rest)

    def post(self, path: str, **rest: Any) -> httpx.Response:
        return self.ask("POST", path, **rest)

    def api(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.ask(method, f"/api{path}", **({} if body is None else {"json": body}))
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def new(self, game: str, **more: Any) -> "Sitting":
        state = self.api("POST", "/tables", {"game": game, **more})
        return Sitting(self, state["id"], state["seat"])


class Sitting:
    """A person on a place at a table."""

    def __init__(self, person: Person, id: str, seat: int) -> None:
        self.person, self.id, self.seat = person, id, seat

    def get(self, what: str, **rest: Any) -> httpx.Response:
        return self.person.get(f"/tables/{self.id}/{what}?seat={self.seat}", **rest)

    def post(self, what: str, body: Any = None) -> httpx.Response:
        return self.person.post(f"/tables/{self.id}/{what}?seat={self.seat}", json={} if body is None else body)

    def state(self) -> Any:
        return self.person.api("GET", f"/tables/{self.id}?seat={self.seat}")

    def settled(self) -> Any:
        """The state when it is somebody's turn, or over."""

        def asked() -> Any:
            state = self.state()
            waiting = state["status"].startswith(("Waiting", "Your answer"))
            return state if state["asked"] or state["outcome"] or waiting else None

        return until(asked, "anybody's turn")

    def answer(self, do: str, version: int | None = None) -> httpx.Response:
        return self.post("answer", {"do": do, "version": version})

    def board(self) -> str:
        return self.get("board").text

    def play(self, seed: int = 1, choices: int = 500) -> Any:
        """Choose at random until it is over, or so many times."""
        dice = TapeDice(seed)
        state = self.settled()
        for _ in range(choices):
            if state["outcome"]:
                break
            options = state["asked"]["options"]
            do = options[dice.below(len(options), "", "")]["do"]
            answer = self.answer(do, state["version"])
            assert answer.status_code == 200, answer.text
            state = self.settled()
        return state


def asked_in(page: str) -> Any:
    """The question in a page."""
    found = ASKED.search(page)
    assert found, page[:500]
    return json.loads(found[1])


def text_of(page: str) -> str:
    """What a page says."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
