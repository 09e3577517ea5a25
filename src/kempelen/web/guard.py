"""What every request passes before a page is asked: host, origin, size. And what every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from kempelen.web.addresses import below

__all__ = ["HEADERS", "App", "Guard", "Receive", "Refused", "Scope", "Send", "int_or"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_DIGITS = 18
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 1_000_000
"""The largest thing that may be uploaded: a long record is a tenth of it."""
MOST_JSON = 4_000_000
"""The largest thing that programs may send; their JSON may write every character in twelve bytes."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    "cache-control": "no-store",
}


class Refused(HTTPException):
    """A request that goes no further: status, and the key of what is said. May be raised while a body is read, too."""

    def __init__(self, status: int, key: str, wait: int = 0) -> None:
        headers = {"retry-after": str(wait)} if wait else {}
        super().__init__(status, headers=headers | ({"connection": "close"} if status == 408 else {}))
        self.key = key


class Guard:
    """Wraps the app. What it refuses is worded by `refuse`, an app of its own."""

    def __init__(
        self,
        app: App,
        *,
        hosts: Iterable[str],
        refuse: Callable[[Refused], App],
        count: Callable[[Scope], None],
        patience: float,
        note: Callable[[Scope, int, float], None] = lambda *_: None,
        headers: Mapping[str, str] = HEADERS,
        most: int = MOST_BYTES,
    ) -> None:
        self.app = app
        self.count = count
        """Raises Refused if a visitor asks too often."""
        self.patience = patience
        self.note = note
        """Is told the status of every answer, and after how many seconds it began."""
        self.headers = headers
        self.most = most
        """Bytes that may be uploaded."""
        self.hosts = frozenset(host.lower() for host in hosts)
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        started, begun = False, time.perf_counter()

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self.note(scope, message["status"], time.perf_counter() - begun)
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.encode(), value.encode())
                        for name, value in self.headers.items()
                        if name.encode() not in known
                    ),
                ]
            await send(message)

        try:
            self.count(scope)
            self.check(scope, headers)
            await self.app(scope, self.limited(receive, self.most_bytes(scope), has_body(headers)), send_guarded)
        except Refused as refused:
            if started:
                raise
            await self.refuse(refused)(scope, receive, send_guarded)

    def check(self, scope: Scope, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if sum(name == b"host" for name, _ in scope["headers"]) > 1 or not self.knows(host):
            raise Refused(400, "web.error.host")
        if int_or(headers.get("content-length", "0"), sys.maxsize) > self.most_bytes(scope):
            raise Refused(413, "web.error.too_large")
        if scope["method"] in SAFE:
            return
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused(403, "web.error.origin")
        # Our own pages send no referrer, and so "null" for their origin; then the line above and the cookie decide.
        origin = headers.get("origin", "null")
        if origin != "null" and netloc_of(origin) != host.lower():
            raise Refused(403, "web.error.origin")

    def most_bytes(self, scope: Scope) -> int:
        return max(self.most, MOST_JSON) if below(scope).startswith("/api/") else self.most

    def knows(self, host: str) -> bool:
        """A name of ours, or a bare address: a foreign name that points here is a trick."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
        name = name.lower().strip("[]")
        if name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def limited(self, receive: Receive, most: int, body: bool) -> Receive:
        """The body, as long as it is not too long and comes in time. After it only the end of the line can come.

        Only the time counts in which the visitor is waited for: what a busy server takes is not his fault, and no
        answer that has begun is broken off for it.
        """
        read, whole, loop = 0, not body, asyncio.get_running_loop()
        left = self.patience

        async def receive_limited() -> Message:
            nonlocal read, whole, left
            if whole or not self.patience:
                message = await receive()
            else:
                asked = loop.time()
                if left <= 0:
                    raise Refused(408, "web.error.half")
                try:
                    message = await asyncio.wait_for(receive(), left)
                except TimeoutError:
                    raise Refused(408, "web.error.half") from None
                left -= loop.time() - asked
            if message["type"] == "http.request":
                whole = not message.get("more_body", False)
                read += len(message.get("body", b""))
                if read > most:
                    raise Refused(413, "web.error.too_large")
            return message

        return receive_limited


def has_body(headers: Mapping[str, str]) -> bool:
    """Whether a request says that it brings something."""
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def int_or(text: str, otherwise: int) -> int:
    """The number in a text from outside; Python itself refuses to read one of thousands of digits."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else otherwise


def netloc_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
