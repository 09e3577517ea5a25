"""Dice of a served game come from a secret that nobody can search, and a seed that somebody chose is told to all."""

import json

import pytest

from kempelen.engine.dice import secret_seed
from kempelen.web.rooms import start
from tests.web.people import Sitting

GAME = "saboteur"
SECRET = "5ec3e7" * 5


@pytest.fixture
def secret(monkeypatch):
    monkeypatch.setattr(start, "secret_seed", lambda: SECRET)


def test_a_secret_has_128_bits():
    seeds = {secret_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 and int(seed, 16) < 2**128 for seed in seeds)


def test_a_running_game_sends_its_secret_to_nobody(secret, ann):
    table = ann.new(GAME)
    table.settled()
    pages = [ann.get(f"/tables/{table.id}?seat={table.seat}")]
    pages += [table.get(what) for what in ("log", "record", "replay", "share", "board")]
    pages += [ann.get("/"), ann.get("/api/tables"), ann.get(f"/api/tables/{table.id}?seat={table.seat}")]
    assert [page.status_code for page in pages] == [200] * len(pages)
    assert not [page.request.url for page in pages if SECRET in page.text]


def test_a_finished_game_can_be_verified(secret, ann):
    table = ann.new(GAME)
    table.play()
    header = json.loads(table.get("record").text.splitlines()[0])
    assert header["seed"] == SECRET
    assert "known_seed" not in header


def test_a_chosen_seed_is_told_to_every_seat(ann, ben):
    table = ann.new(GAME, seed="42", seats=["me", "person", "rule"])
    assert table.state()["seed"] == "42"
    assert "Somebody chose the seed of this game: 42." in ann.get(f"/tables/{table.id}?seat={table.seat}").text
    links = ann.api("GET", f"/tables/{table.id}/links?seat={table.seat}")
    assert ben.get(next(link["path"] for link in links if link["seat"] == 1)).status_code == 303
    other = Sitting(ben, table.id, 1)
    assert other.state()["seed"] == "42"


def test_an_uploaded_game_tells_that_its_seed_is_known(ann):
    table = ann.new(GAME)
    table.play(choices=2)
    rows = table.get("record").text.splitlines(keepends=True)
    with_seed = json.dumps({**json.loads(rows[0]), "seed": 7}) + "\n"
    answer = ann.post("/import?name=game.jsonl", content=with_seed.encode())
    assert answer.status_code == 201, answer.text
    assert Sitting(ann, answer.json()["table"].rpartition("/")[2], 0).state()["seed"] == "7"


def test_a_fork_of_a_running_game_has_dice_of_its_own(monkeypatch, ann):
    table = ann.new(GAME, seed="42")
    table.play(choices=1)
    monkeypatch.setattr(start, "secret_seed", lambda: SECRET)
    answer = ann.post(f"/tables/{table.id}/fork?seat={table.seat}&at=1&as_seat=0")
    assert answer.status_code == 303, answer.text
    fork = Sitting(ann, answer.headers["location"].rpartition("/")[2], 0)
    fork.settled()
    assert fork.state()["seed"] == ""
    fork.play()
    assert json.loads(fork.get("record").text.splitlines()[0])["seed"] == SECRET
