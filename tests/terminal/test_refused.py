"""A bot that the rules refuse: the terminal says which line chose what, and a person chooses for it."""

import pytest

from kempelen.engine.files.record import read_text
from tests.stubborn import WRONG, install

ONES = "1\n" * 400


@pytest.fixture(autouse=True)
def stubborn(monkeypatch):
    return install(monkeypatch)


@pytest.mark.parametrize(
    ("lang", "words", "noted"),
    [("en", "the rules refuse it", "a person chose"), ("de", "was die Regeln nicht zulassen", "ein Mensch hat")],
)
def test_somebody_chooses_for_it_and_the_record_notes_it(kempelen, tmp_path, lang, words, noted):
    file = tmp_path / "game.jsonl"
    begin = ("play", "saboteur", "--players", 3, "--bot", "stubborn", "--seed", 4, "--lang", lang)
    run = kempelen(*begin, typed=ONES)
    assert run.status == 0
    told = run.out.replace("\n", " ")
    assert words in told
    assert WRONG in told
    assert "solitaire-018" not in told.partition(words)[0]
    kempelen("play", "--resume", "saboteur-1", typed=f"save {file}\n\n")
    rows = [row for row in read_text("game", file.read_text()).rows if getattr(row, "instead", "")]
    assert rows
    assert all((row.instead, row.human) == (WRONG, True) for row in rows)
    verified = kempelen("replay", file, "--verify", "--lang", lang)
    assert verified.status == 0
    assert verified.out.count(noted) == len(rows)
    log = kempelen("play", "--resume", "saboteur-1", "--lang", lang, typed="".join(f"? {n}\n" for n in range(1, 12)))
    assert noted in log.out


def test_a_game_that_is_left_there_goes_on_there(kempelen):
    run = kempelen("play", "saboteur", "--players", 3, "--humans", 0, "--bot", "stubborn", "--seed", 4, typed="")
    assert "the rules refuse it" in run.out.replace("\n", " ")
    assert "kempelen play --resume saboteur-1" in run.out
    again = kempelen("play", "--resume", "saboteur-1", typed=ONES)
    assert "The game is over." in again.out


def test_the_companion_asks_too(kempelen):
    begin = ("companion", "saboteur", "--players", 3, "--bot", "stubborn", "--cards", "app", "--seed", 4)
    run = kempelen(*begin, typed="y\n" + ONES)
    assert "the rules refuse it" in run.out.replace("\n", " ")


def test_in_the_lab_it_is_a_failure(kempelen, tmp_path):
    said = kempelen("simulate", "saboteur", "-n", 3, "--players", 3, "--bots", "stubborn", "--workers", 1)
    assert said.status == 2
    assert said.out == ""
    assert "Game 1 (seed 1, tu)" in said.err
    assert WRONG in said.err


def test_a_strict_run_looks_after_the_first_games_too(kempelen, monkeypatch):
    monkeypatch.setattr("kempelen.lab.run.FIRST", 0)
    said = kempelen("simulate", "saboteur", "-n", 1, "--players", 3, "--bots", "stubborn", "--workers", 1, "--strict")
    assert (said.status, said.out) == (2, "")
    assert WRONG in said.err
