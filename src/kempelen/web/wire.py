"""The line itself, before there is a request: half a request does not hold it up, and nonsense gets a sentence."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kempelen.text.say import LANGUAGES, Say
from kempelen.web.guard import HEADERS

__all__ = ["Wire", "wired"]


class Wire(H11Protocol):
    """One line. Whoever has sent no whole head of a request in time is hung up on; bodies are the guard's business."""

    def __init__(self, *arguments: Any, patience: float, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.patience = patience
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE or not self.patience:
            self._calm()
        elif self._late is None:
            self._late = self.loop.call_later(self.patience, self._hang_up)

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _hang_up(self) -> None:
        self._late = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What nobody can read has no language, so it is answered in all."""
        said = "\n".join(Say.load(lang)("web.error.bad_request") for lang in LANGUAGES).encode()
        headers = HEADERS | {"content-type": "text/plain; charset=utf-8", "connection": "close"}
        for event in (
            h11.Response(status_code=400, headers=list(headers.items()), reason=b"Bad Request"),
            h11.Data(data=said),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def wired(app: Any, patience: float, **more: Any) -> uvicorn.Config:
    """How uvicorn serves the app."""
    return uvicorn.Config(
        app,
        http=functools.partial(Wire, patience=patience),  # type: ignore[arg-type]  # called like the class
        ws="none",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        **more,
    )
