"""Before a picture of Python's memory is taken: everything is loaded, and the pages that come first are asked for once.

What they keep in memory, such as texts, templates and drawings, is in the picture then, and nobody waits for it again.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from typing import Any

from kempelen.engine.game import games
from kempelen.site.bridge import Bridge, open_app

__all__ = ["Kept", "ask", "prepare"]

PLAIN = ("anyio._backends._asyncio", "email.message", "gzip", "segno", "sqlite3", "zipfile", "kempelen.web.app")
"""What is loaded besides the games. Packages with machine code cannot be in a picture: nothing of ours may need any."""
CHOICE = re.compile(r'"do":("(?:[^"\\]|\\.)*")')


class Kept:
    """A port that keeps the one answer it gets."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.content = b""

    def start(self, id: str, status: int, headers: str) -> None:
        self.status, self.headers = status, {name.lower(): value for name, value in json.loads(headers)}

    def body(self, id: str, content: bytes) -> None:
        self.content += content

    def end(self, id: str) -> None:
        pass


class Nothing:
    """No file or network is waited for."""

    def select(self, timeout: float | None) -> Sequence[Any]:
        return ()


class Loop(asyncio.BaseEventLoop):
    """Runs tasks at once, in whatever has no network: the loop of a browser would keep hold of the browser."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = Nothing()

    def _process_events(self, event_list: Sequence[Any]) -> None:
        pass


def prepare(languages: str, place: str = "/rehearsal") -> None:
    """Load everything and ask for what is asked for first; `languages` as a browser says them."""
    for name in PLAIN:
        importlib.import_module(name)
    from kempelen.web.templating import compile_all

    compile_all()
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    loop = Loop()
    try:
        loop.run_until_complete(rehearse(Path(place), languages))
    finally:
        loop.close()
        asyncio._set_running_loop(running)
        rmtree(place, ignore_errors=True)
    gc.unfreeze()
    gc.collect()
    gc.freeze()  # what is in the picture stays: no start searches it for garbage


async def rehearse(place: Path, languages: str) -> None:
    """The first page, and of every game the page of a new one, its first table and an answer there."""
    place.mkdir(parents=True, exist_ok=True)
    bridge = await open_app(str(place), "", "", "")
    try:
        await ask(bridge, languages, "/")
        for name in games():
            await ask(bridge, languages, f"/new/{name}")
            table = (await ask(bridge, languages, f"/first/{name}", "")).headers["location"]
            page = await ask(bridge, languages, table)
            if (choice := CHOICE.search(page.content.decode())) is not None:
                await ask(bridge, languages, f"{table.partition('?')[0]}/answer?seat=0", {"do": json.loads(choice[1])})
        await ask(bridge, languages, "/")
    finally:
        await bridge.close()


async def ask(bridge: Bridge, languages: str, address: str, posted: str | dict[str, str] | None = None) -> Kept:
    """What the app answers; `posted` is a form as it is sent, or data."""
    path, _, query = address.partition("?")
    headers = [("accept-language", languages)]
    body = ""
    if posted is not None:
        body = posted if isinstance(posted, str) else json.dumps(posted)
        kind = "application/x-www-form-urlencoded" if isinstance(posted, str) else "application/json"
        headers += [("content-type", kind), ("content-length", str(len(body.encode())))]
    port = Kept()
    scope = bridge.scope("GET" if posted is None else "POST", path, query, headers)
    await bridge.answer(port, "rehearsal", scope, body.encode())
    return port
