"""All that a server sends to one place at a table, so that two worlds can be compared byte for byte.

Every address of the app is asked here, or stands here with the reason why not: `unknown` names those that do neither.
"""

import re
from collections.abc import Iterator
from typing import Any

from fastapi.routing import iter_route_contexts
from starlette.applications import Starlette

from kempelen.engine.files.record import Record
from kempelen.engine.session import Session
from tests.references.prove import LONG
from tests.web.people import Person, Running, asked_in

__all__ = ["MARK", "addresses_of", "everything", "unknown"]

MARK = re.compile(r'data-tick="\w+"')
TIME = re.compile(r'<time datetime="[^"]*">[^<]*</time>|"updated":"[^"]*"')
TOKEN = re.compile(r"(/join/ID/)[\w-]+")
MOST_OPTIONS = 4
"""So many of what can be chosen are looked at before they are chosen."""

LISTS = ("/", "/mine", "/box", "/api/tables", "/games.zip")
"""They belong to no table and tell of several."""
NONE = {
    "/tables/{id}/share": "pictures of secrets that are drawn at random; the same ones stand in /api/tables/{id}/links",
    "/tables/{id}/events": "a line that stays open: its beginning is compared",
    **({} if LONG else {"/tables/{id}/coach": "it takes seconds; compared in the long form"}),
}
"""Addresses of a table that are not asked with the others."""
ELSEWHERE = {
    ("/new/{name}", "/first/{name}", "/day/{name}", "/import", "/api/import"): "begins a game",
    (
        "/rules/{name}",
        "/preview/",
        "/cover/",
        "/desk/{name}",
        "/api/games",
        "/api/openapi.json",
    ): "tells of games, not of tables",
    ("/scene.css", "/look/", "/robots.txt", "/static", "/language", "/health"): "the same for everybody",
    ("/metrics",): "counts, for the host",
    ("/join/{id}/{token}", "/key", "/api/visitor"): "who somebody is, and where he sits",
    ("/workbench/", "/api/automa/", "/experiments", "/simulate"): "plays games of its own",
}
"""Beginnings of addresses that know no table, and what they are for."""

POSTED: dict[str, tuple[str, dict[str, Any]]] = {
    "/tables/{id}/check": ("", {"json": {"do": "nonsense"}}),
    "/tables/{id}/answer": ("", {"json": {"do": "nonsense"}}),
    "/api/tables/{id}/answer": ("", {"json": {"do": "nonsense"}}),
    "/tables/{id}/undo": ("", {"json": {"version": 0}}),
    "/api/tables/{id}/undo": ("", {"json": {"version": 0}}),
    "/tables/{id}/agree": ("", {"json": {"yes": True}}),
    "/api/tables/{id}/agree": ("", {"json": {"yes": True}}),
    "/tables/{id}/correct": ("", {"json": {"fact": "round=1"}}),
    "/api/tables/{id}/correct": ("", {"json": {"fact": "round=1"}}),
    "/tables/{id}/coaching": ("", {"json": {"yes": True}}),
    "/tables/{id}/tip": ("", {}),
    "/tables/{id}/pace": ("", {"json": {"pace": "step"}}),
    "/api/tables/{id}/pace": ("", {"json": {"pace": "instant"}}),
    "/tables/{id}/next": ("", {}),
    "/api/tables/{id}/next": ("", {}),
    "/api/tables/{id}/links": ("", {}),
    "/tables/{id}/fork": ("&at=0", {}),
    "/tables/{id}/again": ("", {}),
    "/tables/{id}/review": ("", {}),
    "/tables/{id}/beside/say": ("", {"data": {"do": "nonsense"}}),
    "/tables/{id}/beside/roll": ("", {}),
    "/tables/{id}/beside/dice": ("", {"data": {"dice": "table"}}),
    "/tables/{id}/beside/fix": ("", {"data": {"fact": "round=1"}}),
    "/tables/{id}/beside/undo": ("", {"data": {"sure": "1"}}),
    "/tables/{id}/beside/redo": ("", {}),
    "/tables/{id}/beside/next": ("", {}),
    "/tables/{id}/claim": ("", {}),
    "/tables/{id}/name": ("", {"data": {"name": "Twin"}}),
    "/tables/{id}/leave": ("", {}),
    "/tables/{id}/delete": ("", {}),
    "/tables/{id}/restore": ("", {}),
}
"""What is sent to a table that may be changed: the query and the body. What can be pointed at is added, see `pointed`."""
HANDLE, MOST_HANDLES = re.compile(r'data-handle=\\?"([^"\\]+)'), 12
"""What of a table is clicked although it may mean nothing."""
POINTED = ("/tables/{id}/preview", "/tables/{id}/aim", "/tables/{id}/reach", "/tables/{id}/refused")


# -- which addresses there are


def addresses_of(app: Starlette) -> set[tuple[str, str]]:
    """Every way to ask and every pattern of an address."""
    found = {
        (method, str(route.path))
        for route in iter_route_contexts(app.routes)
        for method in (route.methods or {"GET"}) - {"HEAD"}
    }
    return found


def of_tables(path: str) -> bool:
    return "/tables/{id}" in path


def unknown(app: Starlette) -> set[tuple[str, str]]:
    """Addresses that nobody has thought of here."""
    known = {("GET", path) for path in LISTS}
    known |= {("POST", path) for path in (*POSTED, *POINTED, "/api/tables")}
    known |= {(method, path) for path in NONE for method in ("GET", "POST")}
    beginnings = tuple(beginning for group in ELSEWHERE for beginning in group)
    return {
        (method, path)
        for method, path in addresses_of(app) - known
        if not (method == "GET" and of_tables(path)) and not path.startswith(beginnings)
    }


# -- what comes back


def everything(server: Running, session: Session, seat: int, *, posted: bool = True) -> dict[str, str]:
    """All that the server sends to this seat, refusals too. Whoever asks has come for this game alone.

    Without `posted` nothing is tried that might change the game.
    """
    guest = Person(server.base)
    try:
        return sent_to(guest, server.app, session, seat, posted)
    finally:
        guest.client.close()


def sent_to(person: Person, app: Starlette, session: Session, seat: int, posted: bool) -> dict[str, str]:
    answer = person.post("/import?name=game.jsonl", content=Record.of(session).text().encode())
    assert answer.status_code == 201, answer.text
    id = answer.json()["table"].rpartition("/")[2]
    sent: dict[str, str] = {}

    def ask(method: str, path: str, query: str = "", **body: Any) -> None:
        answer = person.ask(method, f"{path}?seat={seat}{query}", **body)
        text = f"{answer.status_code} {answer.headers.get('location', '')} {answer.text}".replace(id, "ID")
        for changes, instead in ((MARK, ""), (TIME, "TIME"), (TOKEN, r"\1TOKEN")):
            text = changes.sub(instead, text)
        sent[f"{method} {path}{query} {body or ''}".replace(id, "ID")] = text

    frames = sum(row.kind in ("do", "together") for row in session.inputs) + 1
    for method, template in sorted(addresses_of(app)):
        if method == "GET" and of_tables(template) and template not in NONE:
            for path in filled(template, id, frames):
                ask("GET", path)
    with person.client.stream("GET", f"/tables/{id}/events?seat={seat}") as stream:
        lines = stream.iter_lines()
        sent["stream"] = "|".join(re.sub(r"[0-9a-f]{8}", "MARK", next(lines)) for _ in range(4))
    for path in LISTS:
        ask("GET", path)
    for at in range(1, frames, max(1, frames // 3)):
        ask("GET", f"/tables/{id}/picture.svg", f"&at={at}")
    for path, body in pointed(person, id, seat):
        ask("POST", path, json=body)
    for template, (query, given) in POSTED.items() if posted else ():
        ask("POST", template.replace("{id}", id), query, **given)
    return sent


def filled(template: str, id: str, frames: int) -> Iterator[str]:
    """An address with what may stand in its gaps."""
    path = template.replace("{id}", id)
    gaps = {
        "{at}": [*range(0, frames, max(1, frames // 6))],
        "{number}": [0, 3, 9],
        "{key}": ["e0", "e3", "m1", "1-1", "x"],
        "{keys}": ["e0", "e3", "m1", "1-1", "x"],
        "{what}": ["answer", "undo", "x"],
    }
    for gap, values in gaps.items():
        if gap in path:
            yield from (path.replace(gap, str(value)) for value in values)
            return
    assert "{" not in path, f"what may stand in {template}?"
    yield path


def pointed(person: Person, id: str, seat: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What can be looked at before it is chosen: options, points of the table, how far something reaches."""
    page = person.get(f"/tables/{id}/board?seat={seat}").text
    asked = asked_in(page) or {}
    for handle in sorted({*HANDLE.findall(page)})[:MOST_HANDLES]:
        yield f"/tables/{id}/refused", {"handles": [handle]}
    for option in asked.get("options", [])[:MOST_OPTIONS]:
        yield f"/tables/{id}/preview", {"do": option["do"]}
    for handles in [[], *(one["handles"] for one in asked.get("free", [])[:2])]:
        yield f"/tables/{id}/reach", {"handles": handles}
        yield f"/tables/{id}/aim", {"handles": handles, "points": [[30, 30]]}
