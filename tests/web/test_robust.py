"""Whatever happens to the server: what was accepted is there again, and nothing is taken twice."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from kempelen.engine.game import games, say_in
from kempelen.scene.plain import render_text
from kempelen.store import open_store
from kempelen.web.people.keys import table_address
from kempelen.web.rooms import thinking
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.rooms.start import begin, first_game
from kempelen.web.rooms.thinking import AutomaStuck, Processes
from kempelen.web.rooms.worker import Played
from tests.web.people import PATIENCE, Person, Running, Sitting, run, settings, text_of, until

KEMPELEN = Path(sys.executable).parent / "kempelen"


@contextmanager
def server(db, port=0, options=()):
    """The real command, in a process of its own."""
    words = ["serve", "--port", str(port), "--db", str(db), "--lang", "en", "--most-requests", "0", *options]
    process = subprocess.Popen(
        [str(KEMPELEN), *words],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[-1].rstrip("/")
        until(lambda: answers(address), "the server")
        yield address, process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def answers(address) -> bool:
    try:
        return httpx.get(address, timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def kill(process) -> None:
    """kill -9, the server and its workers."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_games_survive_kill_9(tmp_path):
    """Every game is killed at once after an answer was acknowledged, perhaps while automas think."""
    db, acknowledged = tmp_path / "games.sqlite", {}
    with server(db) as (address, process):
        ann = Person(address)
        tables = [ann.new(game, seed="11") for game in games()]
        for _ in range(2):
            for table in tables:
                state = table.settled()
                if not state["outcome"]:
                    answer = table.answer(state["asked"]["options"][0]["do"], state["version"])
                    assert answer.status_code == 200
                    acknowledged[table.id] = state["version"]
        kill(process)
        cookies = dict(ann.client.cookies)
        ann.client.close()
    with server(db) as (address, _):
        again = Person(address)
        again.client.cookies.update(cookies)
        for id, version in acknowledged.items():
            assert again.get(f"/tables/{id}").status_code == 200
            table = Sitting(again, id, 0)
            state = table.settled()
            assert state["version"] > version
            if not state["outcome"]:
                assert table.answer(state["asked"]["options"][0]["do"], state["version"]).status_code == 200
        again.client.close()


def test_many_clicks_at_once_count_once(ann):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], pace="step")
    state = table.settled()
    option = state["asked"]["options"][0]["do"]
    codes = []
    threads = [
        threading.Thread(target=lambda: codes.append(table.answer(option, state["version"]).status_code))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409, 409, 409, 409, 409]


def test_another_program_goes_on_with_the_game(server, ann):
    """The terminal has the same file: its answer counts, the one that comes later here is refused."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()
    option = state["asked"]["options"][0]["do"]
    store = open_store(server.app.state.settings.db)
    game = store.game_at(table.id)
    elsewhere = store.record(game).load()
    store.keep(elsewhere, game)
    elsewhere.run().answer(option)
    elsewhere.run()
    store.close()
    refused = table.answer(option, state["version"])
    assert refused.status_code == 409
    assert table.settled()["version"] > state["version"]


def test_another_program_plays_the_automas(server, ann):
    """While an automa thinks here, the terminal goes on with the game: it is loaded anew, and nobody is stuck."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], pace="step", seed="11")
    state = table.settled()
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    until(lambda: 'id="next"' in table.board(), "the second automa, which waits,")
    store = open_store(server.app.state.settings.db)
    game = store.game_at(table.id)
    elsewhere = store.record(game).load()
    store.keep(elsewhere, game)
    elsewhere.run()
    store.close()
    assert table.post("next").status_code == 200
    again = table.settled()
    assert again["asked"]
    assert again["picture"] == render_text(elsewhere.game.scene(elsewhere.view(0), say_in("en")))


def test_a_game_from_the_terminal_opens_here(server, visit):
    """On the same computer; nobody else has a place there yet."""
    store = open_store(server.app.state.settings.db)
    id = table_address(store, store.keep(first_game("saboteur", "en").session))
    store.close()
    ann, ben = visit(), visit()
    assert f"/tables/{id}/claim" in ann.get("/").text
    assert ann.post(f"/tables/{id}/claim").status_code == 303
    assert Sitting(ann, id, 0).settled()["asked"]
    assert ben.post(f"/tables/{id}/claim").status_code == 404
    assert id not in ben.get("/").text


# -- thinking


async def asked(rooms, id):
    """The game as it stands when the person is asked: nothing more happens by itself."""
    deadline = time.monotonic() + PATIENCE

    def look():
        room = rooms.room(id)
        return (room.header, room.rows()) if room.asked(0) else None

    while not (found := await rooms.run(look)):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
    return found


def deadly(monkeypatch, name, times):
    """So many workers are killed as they get a job of this name; how many are still to come, as a list of one."""
    left, ask = [times], thinking._ask

    def asked_of(worker, job):
        if job.name == name and left[0]:
            left[0] -= 1
            worker.process.kill()
            worker.process.join()
        return ask(worker, job)

    monkeypatch.setattr(thinking, "_ask", asked_of)
    return left


@pytest.mark.parametrize("deaths", [1, 2, thinking.TRIES])
def test_a_worker_that_dies_is_replaced_and_its_thought_thought_again(tmp_path, monkeypatch, deaths):
    """Nobody notices; only a thought that kills every worker is given up, and the next one is thought."""
    left = deadly(monkeypatch, "odds", deaths)

    async def story() -> None:
        rooms = Rooms(open_store(tmp_path / "games.sqlite"), Processes(1), pause=0)
        await rooms.start()
        session = begin(first_game("saboteur", "en").session.setup)
        id = await rooms.add(session, "ann", frozenset({0}), pace="instant")
        header, rows = await asked(rooms, id)
        if deaths == thinking.TRIES:
            with pytest.raises(AutomaStuck) as caught:
                await rooms.thinking.do("odds", id, header, rows, 0)
            assert caught.value.text.key == "web.error.automa_died"
        chances, _ = await rooms.thinking.do("odds", id, header, rows, 0)
        assert sum(chance.numerator / chance.denominator for chance in chances) == pytest.approx(1)
        await rooms.close()
        assert not left[0]

    run(story())


@pytest.mark.parametrize("rounds", [1, 3, None])
def test_automas_whose_workers_die_begin_anew_by_themselves(tmp_path, monkeypatch, rounds):
    """Nobody has to say so; only where no worker ever survives (None) a person is told in the end. As at a server one
    thread alone asks the store."""
    deadly(monkeypatch, "play", float("inf") if rounds is None else rounds * thinking.TRIES)
    monkeypatch.setattr("kempelen.web.rooms.rooms.AGAIN", (0.01, 0.02))
    monkeypatch.setattr("kempelen.web.rooms.rooms.DEATHS", 4)

    async def story() -> None:
        thread = ThreadPoolExecutor(1)
        rooms = Rooms(open_store(tmp_path / "games.sqlite"), Processes(1), pause=0, thread=thread)
        await rooms.start()
        setup = replace(first_game("saboteur", "en").session.setup, seats=("rule", "human", "rule"))
        id = await rooms.add(begin(setup), "ann", frozenset({1}), pace="instant")
        deadline = time.monotonic() + PATIENCE

        def settled():
            room = rooms.room(id)
            told = room.trouble.key if room.trouble else ""
            return "asked" if room.asked(1) else told.removeprefix("web.error.automa_again")

        while not (found := await rooms.run(settled)):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)
        assert found == ("web.error.automa_died" if rounds is None else "asked")
        await rooms.close()

    run(story())


def test_a_thought_that_takes_too_long_is_stopped(tmp_path):
    async def story() -> None:
        impatient = Processes(1, patience=0.001)
        await impatient.start()
        session = first_game("saboteur", "en").session
        store = open_store(tmp_path / "games.sqlite")
        rooms = Rooms(store, impatient, pause=0)
        await rooms.run(store.prepare)
        id = await rooms.add(session, "ann", frozenset({0}), pace="instant")
        header, rows = await asked(rooms, id)
        with pytest.raises(AutomaStuck) as caught:
            await impatient.do("odds", id, header, rows, 0)
        assert caught.value.text.key == "web.error.automa_slow"
        await rooms.close()

    run(story())


def test_a_machine_that_is_busy_is_waited_for(tmp_path, monkeypatch):
    """Once an automa gave up for good when it had not got to think for two minutes."""
    ask, answered = thinking._ask, threading.Event()

    def late(worker, job):
        reply = ask(worker, job)
        answered.wait(PATIENCE)
        return reply

    def computed(pid):
        waited.append(pid)
        if len(waited) == 4:
            answered.set()
        return 0.0

    waited: list[int | None] = []
    monkeypatch.setattr(thinking, "_ask", late)
    monkeypatch.setattr(thinking, "computed_by", computed)
    monkeypatch.setattr(thinking, "BUSY", 1_000_000)

    async def story() -> None:
        store = open_store(tmp_path / "games.sqlite")
        rooms = Rooms(store, Processes(1, patience=0.01), pause=0)
        await rooms.start()
        id = await rooms.add(first_game("saboteur", "en").session, "ann", frozenset({0}), pace="instant")
        header, rows = await asked(rooms, id)
        await rooms.thinking.do("odds", id, header, rows, 0)
        await rooms.close()
        assert len(waited) >= 4

    run(story())


def test_one_long_thought_does_not_stop_others(tmp_path):
    """With two workers a game is played to its end while another automa thinks and thinks."""

    async def story() -> None:
        two = Processes(2)
        await two.start()
        busy = await two._take("other")
        session = first_game("saboteur", "en").session
        store = open_store(tmp_path / "games.sqlite")
        rooms = Rooms(store, two, pause=0)
        await rooms.run(store.prepare)
        id = await rooms.add(session, "ann", frozenset({0}), pace="instant")

        def answer(room):
            if room.asked(0):
                room.answer(0, room.asked(0).options[0].notation)
            return room.over

        deadline = time.monotonic() + PATIENCE
        while not await rooms.change(id, answer):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)
        await two._give_back(busy)
        await rooms.close()

    run(story())


def test_an_automa_that_breaks_down_is_reported(server, ann, monkeypatch):
    async def broken(*_):
        raise AutomaStuck(thinking.stuck_text("broke", "saboteur"))

    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()
    monkeypatch.setattr(server.app.state.rooms.thinking, "do", broken)
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    until(lambda: "The computer player has broken down" in text_of(table.board()), "the report")
    assert "The computer player has broken down" in table.state()["trouble"], "programs are told, too"
    monkeypatch.undo()
    assert table.post("next").status_code == 200
    assert table.settled()["asked"]
    assert not table.state()["trouble"]


def test_an_automa_that_gives_nothing_is_not_asked_for_ever(server, ann, monkeypatch):
    """Wherever it thinks the game stands otherwise than here: asking again would bring the same."""
    asked = []

    async def nothing(*what):
        asked.append(what)
        if len(asked) > 20:
            raise AutomaStuck(thinking.stuck_text("slow", "saboteur"))
        return Played([], None)

    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()
    monkeypatch.setattr(server.app.state.rooms.thinking, "do", nothing)
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    until(lambda: table.state()["trouble"], "the report")
    assert "The computer player has broken down" in table.state()["trouble"]
    assert len(asked) == 1
    monkeypatch.undo()
    assert table.post("next").status_code == 200
    assert table.settled()["asked"]


# -- watching


def test_watchers_are_told_and_miss_nothing(tmp_path):
    with Running(settings(tmp_path)) as running:
        ann = Person(running.base)
        table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
        state = table.settled()
        seen = []

        def listen():
            with ann.client.stream("GET", f"/tables/{table.id}/events?seat=0") as lines:
                for line in lines.iter_lines():
                    if line.startswith("data: "):
                        seen.append(line.removeprefix("data: "))

        thread = threading.Thread(target=listen)
        thread.start()
        until(lambda: seen, "the first event")
        other = Person(running.base)
        other.client.cookies.update(dict(ann.client.cookies))
        there = Sitting(other, table.id, 0)
        there.answer(state["asked"]["options"][0]["do"], state["version"])
        there.settled()
        tick = there.board().split('data-tick="')[1].split('"')[0]
        assert tick != seen[0]
        until(lambda: seen[-1] == tick, "the last thing told, which is what there is now,")
        other.client.close()
    thread.join(PATIENCE)
    assert not thread.is_alive(), "a server that stops lets go of its watchers"
    ann.client.close()
