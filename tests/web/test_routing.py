"""What a page's function is called with: parts of its address, its query, what was sent."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Annotated

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kempelen.web.routing import Given, Pages, Unreadable

pages = Pages("/tables/{id}")


@dataclass(frozen=True, slots=True)
class Sent:
    do: str
    version: int | None = None

    def __post_init__(self):
        if len(self.do) > 5:
            raise Unreadable("do")


async def place(request: Request, id: str, seat: int | None = None) -> str:
    return f"{id} {seat}"


Here = Annotated[str, Given(place)]


@pages.get("")
async def look(request: Request, here: Here) -> Response:
    return JSONResponse(here)


@pages.get("/at/{n}")
async def moment(request: Request, here: Here, n: int, swap: bool = False, name: str = "x") -> Response:
    return JSONResponse([here, n, swap, name])


@pages.post("/answer")
async def answer(request: Request, here: Here, body: Sent, at: int) -> Response:
    return JSONResponse([here, body.do, body.version, at])


async def refuse(request: Request, error: Exception) -> Response:
    return JSONResponse(error.field, 422)


app = Starlette(routes=pages.routes, exception_handlers={Unreadable: refuse})


def ask(method: str, path: str, **more: object) -> httpx.Response:
    async def story() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.request(method, f"/tables/t1{path}", **more)

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have this thread's loop
        return thread.submit(asyncio.run, story()).result()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "t1 None"),
        ("?seat=2", "t1 2"),
        ("/at/3", ["t1 None", 3, False, "x"]),
        ("/at/-3?swap=true&name=a%20b&seat=0", ["t1 0", -3, True, "a b"]),
    ],
)
def test_a_page(address, said):
    assert ask("GET", address).json() == said


@pytest.mark.parametrize(
    ("address", "field"), [("?seat=", "seat"), ("?seat=one", "seat"), ("/at/x", "n"), ("/at/1?swap=perhaps", "swap")]
)
def test_what_cannot_be_read(address, field):
    answer = ask("GET", address)
    assert (answer.status_code, answer.json()) == (422, field)


def test_what_is_sent():
    assert ask("POST", "/answer?at=1", json={"do": "x", "version": 3}).json() == ["t1 None", "x", 3, 1]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "do"),
        ({"do": 1}, "do"),
        ({"do": "x", "version": "3"}, "version"),
        ({"do": "x", "more": 1}, "more"),
        ({"do": "too long"}, "do"),
        ([], "body"),
    ],
)
def test_what_is_sent_has_its_shape(body, field):
    answer = ask("POST", "/answer?at=1", json=body)
    assert (answer.status_code, answer.json()) == (422, field)


def test_only_json_that_says_so_is_read():
    """A form of another site can send text, but cannot call it JSON."""
    told = ask("POST", "/answer?at=1", content='{"do": "x"}', headers={"content-type": "text/plain"})
    assert (told.status_code, told.json()) == (422, "body")
    broken = ask("POST", "/answer?at=1", content="{", headers={"content-type": "application/json"})
    assert (broken.status_code, broken.json()) == (422, "")
    assert ask("POST", "/answer", json={"do": "x"}).json() == "at"


@pytest.mark.parametrize("body", [r'{"do": "\ud800"}', r'{"do": "x", "\udfff": 1}'])
def test_half_a_character_is_refused(body):
    """It can be written in JSON, but in no answer."""
    answer = ask("POST", "/answer?at=1", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()) == (422, "")


def test_other_ways_to_ask_are_refused():
    assert ask("POST", "").status_code == 405
    assert ask("HEAD", "").status_code == 405
