"""Where a browser's service worker asks instead of a server: requests come in, the app answers them, by ASGI.

A service worker may neither read nor set cookies, so they are kept here, in a jar beside the games.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import sys
import zlib
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping, Sequence
from contextlib import closing, suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, Protocol

__all__ = ["Bridge", "Jar", "Port", "keep_copy", "open_app"]

App = Callable[
    [MutableMapping[str, Any], Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]
]
Headers = Sequence[tuple[str, str]]


class Port(Protocol):
    """Who asked. What is sent here may be shown, so everything before it must be on the device by then."""

    def start(self, id: str, status: int, headers: str) -> None:
        """The headers are a list of pairs, as JSON: one text crosses over sooner than twenty."""

    def body(self, id: str, content: bytes) -> None: ...

    def end(self, id: str) -> None: ...


class Jar:
    """The browser's cookies, in two files in turn: whenever the device stops, one of them is whole."""

    def __init__(self, folder: Path) -> None:
        self.files = [folder / "jar-0.json", folder / "jar-1.json"]
        self.turn, self.cookies = max((read_jar(file) for file in self.files), key=lambda found: found[0])

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def take(self, set_cookie: str) -> None:
        """What an answer wants to be remembered."""
        try:
            found = SimpleCookie(set_cookie)
        except CookieError:
            return
        for name, cookie in found.items():
            if cookie["max-age"] == "0" or not cookie.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = cookie.value
        self.turn += 1
        text = json.dumps(self.cookies)
        whole = json.dumps({"turn": self.turn, "cookies": text, "sum": zlib.crc32(text.encode())})
        self.files[self.turn % 2].write_text(whole, "utf-8")


def read_jar(file: Path) -> tuple[int, dict[str, str]]:
    """How new a jar is, and what is in it; one that is not whole is the oldest."""
    try:
        data = json.loads(file.read_text("utf-8"))
        if zlib.crc32(data["cookies"].encode()) != data["sum"]:
            return 0, {}
        return int(data["turn"]), json.loads(data["cookies"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, {}


class Bridge:
    """Asks the app and hands on what it answers, also in pieces as they come."""

    def __init__(self, app: App, jar: Jar, root: str = "") -> None:
        self.app = app
        self.jar = jar
        self.root = root
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._lifespan: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._alive: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """The app is ready to be asked; raises RuntimeError if it cannot be."""
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def send(message: MutableMapping[str, Any]) -> None:
            if not ready.done():
                ready.set_result(message.get("message", "") if message["type"].endswith("failed") else "")

        async def live() -> None:
            await self.app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, self._lifespan.get, send)

        self._alive = asyncio.ensure_future(live())
        self._lifespan.put_nowait({"type": "lifespan.startup"})
        if failed := await ready:
            raise RuntimeError(failed)

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        if self._alive is not None:
            await self._alive

    def ask(self, port: Port, id: str, method: str, path: str, query: str, headers: str, body: bytes) -> None:
        """Begin to answer a request; `cancel` ends it before it is answered. The headers are pairs, as JSON."""
        scope = self.scope(method, path, query, [(name, value) for name, value in json.loads(headers)])
        task = begun(self.answer(port, id, scope, bytes(body)))
        if not task.done():
            self.tasks[id] = task
            task.add_done_callback(lambda _: self.tasks.pop(id, None))

    def cancel(self, id: str) -> None:
        """Whoever asked has gone."""
        if (task := self.tasks.get(id)) is not None:
            task.cancel()

    def scope(self, method: str, path: str, query: str, headers: Headers) -> dict[str, Any]:
        own = {"host": "localhost"} | ({"cookie": self.jar.header} if self.jar.cookies else {})
        told = [(name.lower(), value) for name, value in headers if name.lower() not in ("host", "cookie")]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": self.root,
            "query_string": query.encode(),
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in [*own.items(), *told]
            ],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", 80),
        }

    async def answer(self, port: Port, id: str, scope: dict[str, Any], body: bytes) -> None:
        gone: asyncio.Event = asyncio.Event()
        sent = False
        begun = ended = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal begun, ended
            if message["type"] == "http.response.start":
                told = []
                for name, value in message["headers"]:
                    if name.lower() == b"set-cookie":
                        self.jar.take(value.decode("latin-1"))
                    else:
                        told.append([name.decode("latin-1"), value.decode("latin-1")])
                port.start(id, message["status"], json.dumps(told))
                begun = True
            elif message["type"] == "http.response.body":
                if content := message.get("body", b""):
                    port.body(id, content)
                if message.get("more_body", False):
                    await asyncio.sleep(0)  # whoever else waits has his turn before the next piece
                else:
                    ended = True
                    port.end(id)

        try:
            await self.app(scope, receive, send)
        except Exception as error:  # nobody waits for what cannot be made any more
            if not begun:
                port.start(id, NO_ROOM if isinstance(error, OSError) else BROKEN, "[]")
            if not ended:
                port.end(id)
            raise
        gone.set()
        if gc.get_count()[0] > MUCH and scope["method"] == "POST":
            asyncio.get_running_loop().call_later(CALM, gc.collect, 0)


def begun(answer: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """It goes on at once as far as it can, where Python knows how: whoever taps waits for nothing else first."""
    if sys.version_info >= (3, 12):
        return asyncio.Task(answer, loop=asyncio.get_running_loop(), eager_start=True)
    return asyncio.ensure_future(answer)


NO_ROOM, BROKEN = 507, 500
"""What is answered if nothing could be: the device is full, or something else."""
MUCH = 20_000
"""So much has been made that it is time to search for garbage: after an answer, when nobody waits. A long thought of
ten times as much is interrupted for it."""
CALM = 0.1
"""Seconds after an answer in which its page is shown, before this is done."""


def keep_copy(folder: Path, version: str) -> None:
    """Before a new version writes for the first time, the games are kept as they are, beside them."""
    mark, games = folder / "version.txt", folder / "games.sqlite"
    before = mark.read_text("utf-8") if mark.exists() else ""
    if before == version:
        return
    beside = folder / "games.sqlite.before"
    if before and games.exists() and games.stat().st_size:
        try:
            copy_games(games, beside)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_FULL:
                raise
            beside.unlink(missing_ok=True)  # half of one helps nobody; the games are there, and can be played
    with suppress(OSError):  # no room for that either: the next start tries again
        mark.write_text(version, "utf-8")


def copy_games(games: Path, beside: Path) -> None:
    with closing(sqlite3.connect(games)) as source, closing(sqlite3.connect(beside)) as copy:
        source.execute("PRAGMA locking_mode = EXCLUSIVE")
        copy.execute("PRAGMA journal_mode = OFF")
        source.backup(copy)


async def open_app(folder: str, root: str, address: str, version: str) -> Bridge:
    """The whole app with the games in this folder, ready to be asked."""
    from kempelen.web.app import Settings, make_app
    from kempelen.web.guard import HEADERS
    from kempelen.web.limits import Limits
    from kempelen.web.memory import RARELY

    place = Path(folder)
    keep_copy(place, version)
    policy = HEADERS["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    unlimited = Limits(requests=0, games=0, uploads=0, streams=0, all_streams=0, bytes=50_000_000, patience=0, idle=0)
    settings = Settings(
        db=place / "games.sqlite",
        workers=0,
        threads=False,
        alone=True,
        api=False,
        share=address,
        limits=unlimited,
        headers=HEADERS | {"content-security-policy": policy},
    )
    bridge = Bridge(make_app(settings), Jar(place), root)
    await bridge.start()
    gc.freeze()  # as `settle_memory`, without a search: nobody waits for that at a start
    gc.set_threshold(MUCH * 10, *RARELY[1:])
    return bridge
