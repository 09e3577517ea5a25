"""Two servers at one store: any of them serves any game, and whoever watches at one is told what happens at the other."""

import asyncio
import threading
from contextlib import ExitStack

import pytest

from kempelen.store import BusyStore
from kempelen.text.say import Text
from kempelen.web.app import Settings, make_app
from kempelen.web.guard import Refused
from kempelen.web.processes.passing import PassOn, is_passed
from kempelen.web.routes import bench_jobs, experiments, review
from tests.web.people import QUICK, Person, Running, Sitting, run, settings, until

ALONE = {"scenario": "tu", "seats": ["me", "rule", "rule"], "pace": "instant"}


@pytest.fixture(params=["sqlite", "postgresql"])
def homes(request, tmp_path):
    """Two servers with the same games."""
    db = request.getfixturevalue("database").empty() if request.param == "postgresql" else tmp_path / "games.sqlite"
    with ExitStack() as stack:
        yield [stack.enter_context(Running(Settings(db=db, **QUICK))) for _ in range(2)]


@pytest.fixture
def people(homes):
    """Ann, who comes by both; and Ben, who comes by the second."""
    here, there, ben = Person(homes[0].base), Person(homes[1].base), Person(homes[1].base)
    there.client.cookies = here.client.cookies
    yield here, there, ben
    for person in (here, there, ben):
        person.client.close()


def by_both(people, **table):
    """A new table of Ann's, as she sees it by either server."""
    made = people[0].new("saboteur", **table)
    return made, Sitting(people[1], made.id, made.seat)


def answered(table):
    state = table.settled()
    answer = table.answer(state["asked"]["options"][0]["do"], state["version"])
    assert answer.status_code == 200, answer.text
    return state


def rows_of(homes, table):
    rooms = homes[0].app.state.rooms

    def look():
        id = rooms.store.game_at(table.id)
        return rooms.store.record(id)

    return rooms._thread.submit(look).result()


def test_any_of_them_serves_any_game(homes, people):
    both = by_both(people, **ALONE)
    for turn in range(6):
        if both[turn % 2].settled()["outcome"]:
            break
        before = answered(both[turn % 2])
        other = both[1 - turn % 2].settled()
        assert other["version"] > before["version"]
        assert other == both[turn % 2].settled()
    assert rows_of(homes, both[0]).load().rows  # they fit together


def test_a_click_that_was_meant_for_an_older_table_is_refused_by_both(homes, people):
    here, there = by_both(people, **ALONE)
    state = here.settled()
    do = state["asked"]["options"][0]["do"]
    codes = []
    threads = [
        threading.Thread(target=lambda table=table: codes.append(table.answer(do, state["version"]).status_code))
        for table in (here, there) * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [409] * 5


def test_a_game_is_let_go_of_although_somebody_else_writes_just_then(homes, people, monkeypatch):
    """Else the other server would wait for a program that has nothing to do with it any more."""
    both = by_both(people, **ALONE)
    both[0].settled()
    store = homes[0].app.state.rooms.store
    let_go, refused = type(store).let_go, []

    def busy_once(self, program, game=None):
        if self is store and not refused:
            refused.append(game)
            raise BusyStore(Text("store.busy"))
        return let_go(self, program, game)

    monkeypatch.setattr(type(store), "let_go", busy_once)
    answered(both[0])
    both[0].settled()
    assert until(lambda: refused and not homes[0].app.state.rooms._claimed)
    answered(both[1])
    both[1].settled()


def test_whoever_watches_at_the_other_is_told(homes, people):
    here, there = by_both(people, **ALONE)
    here.settled()
    with people[1].client.stream("GET", f"/tables/{there.id}/events?seat=0") as stream:
        marks = (line.removeprefix("data: ") for line in stream.iter_lines() if line.startswith("data: "))
        first = next(marks)
        answered(here)
        assert next(mark for mark in marks if mark != first)  # the same one may come twice, which draws nothing


def test_a_game_that_is_deleted_at_the_other_while_automas_act_keeps_no_server_from_closing(homes, people):
    here, _ = by_both(people, **(ALONE | {"pace": "auto"}))
    state = here.settled()
    rooms, others = (home.app.state.rooms for home in homes)
    rooms.pause = 0.5
    here.answer(state["asked"]["options"][0]["do"], state["version"])
    (task,) = rooms._tasks.values()
    others._thread.submit(lambda: others.store.delete(others.store.game_at(here.id))).result()
    until(task.done, "the automas")
    assert task.exception() is None
    homes[0].__exit__()
    assert rooms._thread._shutdown


def test_what_is_taken_back_at_one_is_gone_at_the_other(homes, people):
    here, there = by_both(people, **ALONE)
    before = here.settled()
    answered(here)
    there.settled()
    assert there.post("undo").status_code == 200
    assert here.settled()["asked"] == before["asked"]
    answered(here)
    assert there.settled()["version"] == here.settled()["version"]


def test_at_the_pace_of_steps_either_lets_the_automas_go_on(homes, people):
    here, there = by_both(people, **(ALONE | {"pace": "step"}))
    with people[0].client.stream("GET", f"/tables/{here.id}/events?seat=0") as stream:
        next(stream.iter_lines())
        answered(here)
        for _ in range(3):
            if there.state()["asked"] or there.state()["outcome"]:
                break
            until(lambda: 'data-post="next"' in there.board() or there.state()["asked"], "a pause")
            before = there.state()["version"]
            there.post("next")
            until(lambda was=before: there.state()["version"] > was or there.state()["asked"], "the next automa")


def test_a_deleted_game_is_gone_at_both(homes, people):
    here, there = by_both(people, **ALONE)
    there.settled()
    assert people[0].post(f"/tables/{here.id}/delete").status_code == 303
    assert people[1].get(f"/tables/{there.id}?seat=0").status_code in (403, 404)


def test_automas_are_taken_over_from_a_server_that_ends(tmp_path):
    with Running(settings(tmp_path)) as second:
        with Running(settings(tmp_path)) as first:
            here = Person(first.base)
            table = here.new("saboteur", scenario="tu", seats=["rule", "rule", "rule"], pace="step")
            there = Person(second.base)
            there.client.cookies = here.client.cookies
            here.client.close()
        other = Sitting(there, table.id, table.seat)
        assert other.post("pace", {"pace": "instant"}).status_code == 200
        until(lambda: other.state()["outcome"], "the end")
        there.client.close()


# -- several processes


def test_whatever_needs_jobs_or_reviews_is_passed_on(tmp_path):
    """They live in the first process; no page that asks for them is forgotten."""
    make_app(settings(tmp_path))
    for room in (review, bench_jobs, experiments):
        for route in room.router.routes:
            path = route.path.replace("{id}", "abc").replace("{name}", "saboteur").replace("{file}", "x.html")
            assert is_passed(path), path
    for path in ("/", "/tables/abc", "/tables/abc/answer", "/tables/abc/replay", "/workbench/saboteur", "/health"):
        assert not is_passed(path)


def passed_on(folder, first, method, came, headers=()):
    """What a visitor gets of a request that is passed on to a first process that answers like this."""
    messages, sent = list(came), []

    async def receive():
        return messages.pop(0)

    async def send(message):
        sent.append(message)

    async def story():
        ended = asyncio.Event()

        async def answering(reader, writer):
            await first(reader, writer)
            writer.close()
            await writer.wait_closed()
            ended.set()

        path, to = str(folder / "first"), "/experiments"
        scope = {"type": "http", "method": method, "path": to, "raw_path": to.encode(), "query_string": b""}
        scope |= {"root_path": "", "headers": [(b"host", b"here"), *headers]}
        async with await asyncio.start_unix_server(answering, path):
            try:
                await PassOn(None, path)(scope, receive, send)
            finally:
                await ended.wait()

    run(story())
    return sent


def test_the_answer_to_a_mere_question_for_its_head_has_a_length_and_no_body(tmp_path):
    async def first(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n")

    sent = passed_on(tmp_path, first, "HEAD", [{"type": "http.request", "body": b""}])
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert (b"content-length", b"9") in sent[0]["headers"]


def test_a_visitor_who_waits_to_be_told_to_go_on_is_answered(tmp_path):
    """The process that passes a request on has told him; the first one may say so once more."""
    heads = []

    async def says_on(reader, writer):
        heads.append(await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(3))
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")

    came = [{"type": "http.request", "body": b"a=1", "more_body": False}]
    sent = passed_on(tmp_path, says_on, "POST", came, [(b"expect", b"100-continue")])
    assert b"expect" not in heads[0].lower()
    assert [message.get("status", message.get("body")) for message in sent] == [200, b"ok", b""]


def test_half_of_what_somebody_wanted_to_say_is_not_passed_on(tmp_path):
    heads = []

    async def first(reader, writer):
        heads.append(await reader.read())

    came = [{"type": "http.request", "body": b"game=x&", "more_body": True}, {"type": "http.disconnect"}]
    assert passed_on(tmp_path, first, "POST", came) == []
    assert heads == [b""]


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"])
def test_a_first_process_that_dies_over_a_request_may_be_asked_again(tmp_path, said):
    async def dies(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)

    with pytest.raises(Refused) as refused:
        passed_on(tmp_path, dies, "GET", [{"type": "http.request", "body": b""}])
    assert refused.value.status_code == 503


def test_what_was_lost_with_a_database_is_played_again(database):
    """Automas do not wait for the disk: what they did last may be gone with a database that dies, while servers live.
    They must not go on from what only they remember."""
    import psycopg

    where = database.empty()
    with Running(Settings(db=where, **QUICK)) as home:
        ann = Person(home.base)
        table = ann.new("saboteur", **ALONE)
        answered(table)
        after = table.settled()
        record = rows_of([home], table)
        last = max(n for n, row in enumerate(record.rows) if not row.human)
        assert last == len(record.rows) - 1, "an automa did it"
        rooms = home.app.state.rooms
        game = rooms._thread.submit(rooms.store.game_at, table.id).result()
        with psycopg.connect(where, autocommit=True) as host:
            host.execute("DELETE FROM inputs WHERE game = %s AND n >= %s", (game, last))
            host.execute("UPDATE games SET stamp = stamp - 1 WHERE id = %s", (game,))
            host.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'kempelen' AND pid <> pg_backend_pid()"
            )
        assert table.settled()["version"] == after["version"], "the same again"
        assert len(rows_of([home], table).rows) == len(record.rows)
        answered(table)
        rows_of([home], table).load()
        ann.client.close()
