"""One upload stops nobody: it is measured, then read in a process with a limit of time and memory."""

import asyncio
import os
import time

import pytest

from kempelen.engine.files.position import position_text
from kempelen.engine.files.record import Record
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.session import Session
from kempelen.text.say import LANGUAGES
from kempelen.web import reading
from kempelen.web.errors import Unwelcome
from kempelen.web.reading import MOST_WAITING, Reading, Verdict
from kempelen.web.rooms import start
from tests.web.test_robust import run

ATTACKS = {
    "a.toml": "a" + ".a" * 30_000 + "=1",
    "b.toml": "a=" + "[" * 60_000,
    "c.json": '{"game":' + "9" * 50_000 + "}",
    "d.jsonl": '{"format":' * 6_000,
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", tuple(ATTACKS))
def test_what_costs_too_much_is_refused_in_words(server, visit, monkeypatch, name, lang):
    def never(*_):
        raise AssertionError("read in the server itself")

    monkeypatch.setattr(start, "from_file", never)
    monkeypatch.setattr(start, "from_position", never)
    monkeypatch.setattr(start, "from_record", never)
    person, content = visit(lang), ATTACKS[name]
    page = person.post(f"/import?name={name}", content=content, headers={"accept": "application/json"})
    program = person.post("/api/import", json={"name": name, "content": content})
    place = say_in(lang)("measure.in_file", file=name, line=1, reason="")
    for answer in (page, program):
        assert answer.status_code == 413, answer.text
        assert answer.json()["error"].startswith(place)


@pytest.mark.parametrize("name", tuple(games()))
def test_whole_games_and_positions_still_come_in(ann, name):
    game = game_named(name)
    scenario = start.first_scenario(game)
    count = game.seat_counts(scenario)[0]
    session = Session(game, Setup(name, scenario, (next(iter(game.bots)),) * count), seed=2)
    position = game.to_position(session.run().checkpoint)
    for file, content in (
        ("x.jsonl", Record.of(session).text()),
        ("x.toml", position_text(position, "x.toml")),
        ("x.json", position_text(position, "x.json")),
    ):
        answer = ann.post(f"/import?name={file}", content=content.encode())
        if session.over and file != "x.jsonl":
            continue  # a finished table is nothing to begin from
        assert answer.status_code == 201, answer.text
        assert ann.get(answer.json()["table"]).status_code == 200


# -- the process


def check(reading, name):
    """What the reader says to a file with this name."""

    async def ask():
        try:
            await reading.check(name, b"", 0)
        except Unwelcome as error:
            return error.status, error.text.key
        return 200, ""

    return ask()


def strange(name: str, content: bytes, seat: int) -> Verdict:
    """Reads as its file is called; runs in the reader."""
    if name == "slow":
        time.sleep(600)
    if name == "late":
        time.sleep(0.5)
    if name == "large":
        bytearray(1 << 30)
    if name == "dead":
        os._exit(1)
    return Verdict()


def test_a_reader_that_takes_too_much_is_stopped_and_the_next_file_is_read():
    async def story():
        patient, hasty = Reading(60, 512, strange), Reading(0.5, 512, strange)
        assert await check(patient, "fine") == (200, "")
        assert await check(patient, "large") == (422, "web.error.reading_much")
        assert await check(patient, "dead") == (422, "web.error.reading_much")
        assert await check(patient, "fine") == (200, "")
        assert await check(hasty, "slow") == (422, "web.error.reading_long")
        assert hasty._process is None
        patient.close()
        hasty.close()

    run(story())


def test_a_reader_that_does_not_get_to_read_is_waited_for(monkeypatch):
    """On a machine with much else to do a good file was once refused."""
    monkeypatch.setattr(reading, "computed_by", lambda pid: 0.0)
    monkeypatch.setattr(reading, "BUSY", 10_000)

    async def story():
        hasty = Reading(0.05, 512, strange)
        assert await check(hasty, "late") == (200, "")
        hasty.close()

    run(story())


def test_only_a_few_wait_for_the_reader():
    async def story():
        reading = Reading(60, 512, strange)
        answers = await asyncio.gather(*(check(reading, "fine") for _ in range(MOST_WAITING + 2)))
        assert answers.count((200, "")) == MOST_WAITING
        assert answers.count((503, "web.error.reading_busy")) == 2
        reading.close()

    run(story())
