"""Leaks planted where no page shows them: the twin worlds of test_secrets.py tell each of them."""

import hashlib
import logging

from starlette.responses import Response

from kempelen.contract import snapshot
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import game_named, say_in
from kempelen.web.app import make_app
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.rooms import Rooms
from tests.web.sent import MARK, everything, unknown
from tests.web.test_secrets import logged, played, steps_of, twins


def secret_of(room) -> str:
    """Eight characters by which worlds are told apart."""
    return hashlib.sha256(repr(snapshot(room.session.state)).encode()).hexdigest()[:8]


def in_the_stream(patch):
    """A mark is made of what it marks, say."""
    watch = Rooms.watch

    async def telling(rooms, id, *rest, **more):
        async for tick in watch(rooms, id, *rest, **more):
            secret = await rooms.run(lambda: secret_of(rooms.room(id)))
            yield tick and f"{tick} of {secret.upper()}"

    patch.setattr(Rooms, "watch", telling)


def in_the_log(patch):
    """Somebody wanted to see what was drawn."""
    view = Room.view

    def telling(room, seat):
        logging.getLogger("kempelen.requests").info("%s sees %s", seat, secret_of(room))
        return view(room, seat)

    patch.setattr(Room, "view", telling)


def in_the_steps(patch):
    """A loop goes on for as long as a secret says."""
    view = Room.view

    def slower(room, seat):
        any(n < 0 for n in range(int(secret_of(room)[:2], 16)))
        return view(room, seat)

    patch.setattr(Room, "view", slower)


def test_a_leak_planted_in_the_stream_is_found_there(server, monkeypatch):
    session = played(game_named("saboteur"), "tu", 2, 6)
    in_the_stream(monkeypatch)
    ours, theirs = (everything(server, world, 0) for world in (session, next(twins(session, 0))))
    assert [path for path in ours if ours[path] != theirs[path]] == ["stream"]


def test_a_leak_planted_in_a_line_of_the_log_is_found_there(server, monkeypatch):
    """What is sent is the same; what the host reads is not."""
    session = played(game_named("saboteur"), "tu", 2, 6)
    in_the_log(monkeypatch)
    sent, lines = [], []
    for world in (session, next(twins(session, 0))):
        with logged() as written:
            sent.append(everything(server, world, 0))
        lines.append(written)
    assert sent[0] == sent[1]
    assert lines[0] != lines[1]


def test_a_leak_planted_in_the_time_it_takes_is_found(monkeypatch):
    """A search that ends early with what it finds in a hand that nobody may see."""
    session, say = played(game_named("saboteur"), "tu", 2, 8), say_in("en")
    steps_of(session, 0, say)  # what is kept of it is found by likeness in every world that is compared
    worlds = [read_text("same", Record.of(session).text()).load().run(), *twins(session, 0, most=4)]
    assert len({steps_of(world, 0, say) for world in worlds}) == 1
    in_the_steps(monkeypatch)
    assert len({steps_of(world, 0, say) for world in worlds}) > 1


def test_an_address_that_nobody_has_thought_of_is_named():
    """One that changes a table or belongs to none; what is only read at a table is asked by itself."""
    app = make_app()
    before = unknown(app)

    async def new(request):
        return Response()

    for path, method in (("/tables/{id}/new", "POST"), ("/somewhere", "GET"), ("/api/else", "POST")):
        app.add_route(path, new, methods=[method])
    found = {(method, path) for method, path in unknown(app) - before if method != "HEAD"}
    assert found == {("POST", "/tables/{id}/new"), ("GET", "/somewhere"), ("POST", "/api/else")}


def test_a_mark_tells_nothing_of_what_it_marks(ann):
    """Marks are left out where worlds are compared: the same world has another one each time."""
    text = Record.of(played(game_named("saboteur"), "tu", 2, 6)).text().encode()
    made = [ann.post("/import?name=game.jsonl", content=text).json()["table"].rpartition("/")[2] for _ in range(2)]
    marks = [MARK.search(ann.get(f"/tables/{id}/board?seat=0").text)[0] for id in made]
    assert marks[0] != marks[1]
