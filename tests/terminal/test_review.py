"""`kempelen review`: on the screen, as a page, and what it does not do."""

import pytest

from kempelen.engine.files.record import Record
from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Session


@pytest.fixture
def game(tmp_path):
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("random", "solitaire")), seed=50).run()
    file = tmp_path / "game.jsonl"
    Record.of(session).save(file)
    return file


def test_a_game_is_looked_back_at(kempelen, game):
    run = kempelen("review", game, "--worlds", 30, "--workers", 1)
    assert run.status == 0
    for words in ("Review: Undaunted", "Chance to win at the first choice", ": dice, cards", "All choices", "8 "):
        assert words in run.out
    german = kempelen("review", game, "--worlds", 30, "--workers", 1, "--lang", "de")
    assert "Siegchance bei der ersten Entscheidung" in german.out


def test_more_processes_change_nothing(kempelen, game):
    one = kempelen("review", game, "--worlds", 24, "--workers", 1)
    assert one.out == kempelen("review", game, "--worlds", 24, "--workers", 2).out


def test_the_other_side(kempelen, game):
    run = kempelen("review", game, "--worlds", 24, "--workers", 1, "--seat", "2")
    assert run.status == 0
    assert "The German side" in run.out


def test_a_page(kempelen, game, tmp_path):
    page = tmp_path / "review.html"
    run = kempelen("review", game, "--worlds", 100, "--workers", 1, "-o", page)
    assert run.status == 0
    text = page.read_text("utf-8")
    assert "<polyline" in text
    assert "data:image/svg+xml;base64," in text  # the line that was better, on the board
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert kempelen("review", game, "-o", page).status == 2  # it is there already


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "7"), "There is no seat"),
        (("--worlds", "0"), "--worlds"),
        (("--seconds", "0"), "--seconds"),
        (("--seconds", "nan"), "--seconds"),
        (("-o", "review.txt"), "ends with .html"),
    ],
)
def test_what_cannot_be_done_is_said(kempelen, game, words, said):
    run = kempelen("review", game, *words)
    assert run.status == 2
    assert said in run.out + run.err
