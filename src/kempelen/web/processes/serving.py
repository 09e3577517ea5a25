"""One process that serves: until it is told to stop, or nobody is there any more to tell it."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from kempelen.web.app import Settings

__all__ = ["READY", "log_lines", "serve_in_process", "serve_until_told"]

READY = "ready"
GRACE = 2
"""Seconds for requests that are being answered when the server is told to stop."""
GRACE_OF_MANY = 10
"""The same where another process is there already, so that nobody waits for this one to end."""


def serve_until_told(
    settings: Settings,
    sockets: Sequence[socket.socket],
    ready: Callable[[Any], None] = lambda server: None,
    grace: int = GRACE,
) -> None:
    """Serve; `ready` is called with the server as soon as it can be asked."""
    import uvicorn

    from kempelen.web.app import make_app
    from kempelen.web.memory import settle_memory
    from kempelen.web.wire import wired

    app = make_app(settings)

    class Server(uvicorn.Server):
        """Lets go of watching browsers as soon as it is told to stop; otherwise it would wait for them."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            settle_memory()
            ready(self)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.rooms.hang_up()
            await super().shutdown(sockets)

    config = wired(app, settings.limits.patience, log_level="warning", timeout_graceful_shutdown=grace)
    Server(config).run(sockets=list(sockets))


def serve_in_process(settings: Settings, sockets: Sequence[socket.socket], line: Connection, json_log: bool) -> None:
    """What a process of several does. When the line to whoever started it is dead, so is he."""
    if json_log:
        log_lines()

    def ready(server: Any) -> None:
        line.send(READY)
        Thread(target=end_with, args=(line, server), daemon=True).start()

    serve_until_told(settings, sockets, ready, GRACE_OF_MANY)


def end_with(line: Connection, server: Any) -> None:
    try:
        line.recv()
    except (EOFError, OSError):
        server.should_exit = True


def log_lines() -> None:
    """Everything that is logged, requests too, as lines of JSON on the standard output."""
    from kempelen.web.measures import JsonLines

    lines = logging.StreamHandler(sys.stdout)
    lines.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[lines])
    logging.getLogger("kempelen.requests").setLevel(logging.INFO)
