"""What only the first process has: reviews and jobs, of which there are a few for everybody. Others pass it on.

The line between them is a socket in a folder that only the host may open; what comes over it says who has asked.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import h11

from kempelen.web.addresses import below
from kempelen.web.guard import App, Receive, Refused, Scope, Send

__all__ = ["PASSED", "FromOthers", "PassOn", "is_passed"]

PASSED = "kempelen.passed"
"""Says of a request that another process has passed it on, and counted it."""
CLIENT = b"x-kempelen-client"
PIECE = 65_536
ONLY_FIRST = re.compile(
    r"/tables/[^/]+/(review(/.*)?|replay\.html)"
    r"|/workbench/[^/]+/(compare|lines|share|position|jobs)(/.*)?"
    r"|/simulate(d)?/.*"
    r"|/experiments(/.*)?"
)
"""Where reviews and jobs are asked for."""


def is_passed(path: str) -> bool:
    return ONLY_FIRST.fullmatch(path) is not None


class PassOn:
    """Hands a request to the first process and its answer back."""

    def __init__(self, app: App, first: str) -> None:
        self.app = app
        self.first = first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_passed(below(scope)):
            await self.app(scope, receive, send)
            return
        try:
            reader, writer = await asyncio.open_unix_connection(self.first)
        except OSError as error:  # it is being replaced
            raise Refused(503, "web.error.store_busy", 2) from error
        try:
            line = await _ask(scope, receive, writer)
            if line is not None:
                async for message in _answer(line, reader):
                    await send(message)
        except (OSError, h11.RemoteProtocolError) as error:  # it has died over this
            raise Refused(503, "web.error.store_busy", 2) from error
        finally:
            writer.close()


async def _ask(scope: Scope, receive: Receive, writer: asyncio.StreamWriter) -> h11.Connection | None:
    """The line on which the answer comes; None if the visitor has left before he had said everything."""
    line = h11.Connection(h11.CLIENT)
    target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    host = scope["client"][0] if scope.get("client") else ""
    dropped = (CLIENT, b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"expect")
    headers = [(name, value) for name, value in scope["headers"] if name.lower() not in dropped]
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    headers += [(CLIENT, host.encode()), (b"connection", b"close"), (b"content-length", str(len(body)).encode())]
    for event in (
        h11.Request(method=scope["method"], target=target, headers=headers),
        h11.Data(data=body),
        h11.EndOfMessage(),
    ):
        writer.write(line.send(event) or b"")
    await writer.drain()
    return line


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> AsyncIterator[dict[str, Any]]:
    """The line knows what was asked: the answer to HEAD has a length and no body."""
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(PIECE))
        elif isinstance(event, h11.Response):
            dropped = (b"connection", b"transfer-encoding")
            headers = [(name, value) for name, value in event.headers if name not in dropped]
            yield {"type": "http.response.start", "status": event.status_code, "headers": headers}
        elif isinstance(event, h11.InformationalResponse):
            continue
        elif isinstance(event, h11.Data):
            yield {"type": "http.response.body", "body": bytes(event.data), "more_body": True}
        else:
            yield {"type": "http.response.body", "body": b"", "more_body": False}
            return


class FromOthers:
    """In the first process: whoever asks over the line between processes asks for somebody."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope.get("server") and scope["server"][1] is None:
            given = dict(scope["headers"]).get(CLIENT, b"").decode("latin-1")
            scope["client"] = (given, 0) if given else None
            scope[PASSED] = True
        await self.app(scope, receive, send)
