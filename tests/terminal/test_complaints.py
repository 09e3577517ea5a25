"""What a mistake at the keyboard or a refusal of the system looks like to a player."""

import errno
import io
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kempelen.engine.errors import reason_of
from kempelen.store import open_store
from kempelen.terminal.cli import main
from kempelen.terminal.complaint import complaint, perhaps, report_fault
from kempelen.text import Say
from kempelen.text.say import Text


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["paly"], "play"),
        (["scenario", "chek"], "check"),
        (["play", "saboteur", "--scenrio", "first"], "--scenario"),
        (["play", "Saboteur"], "saboteur"),
        (["play", "sabotuer"], "saboteur"),
        (["play", "saboteur", "--scenario", "frist"], "first"),
        (["play", "saboteur", "--bot", "rnadom"], "random"),
        (["play", "saboteur", "--option", "R15=openin"], "opening"),
        (["scenario", "show", "undaunted/plattoon"], "undaunted/platoon"),
        (["scenario", "show", "plattoon"], "undaunted/platoon"),
        (["campaign", "start", "patrl"], "undaunted/patrol"),
        (["cards", "clockwrok", "-o", "x.pdf"], "clockwork"),
        (["odds", "universalis", "shto"], "shot"),
    ],
    ids=str,
)
def test_a_slip_of_the_keyboard_is_met_with_what_was_meant(kempelen, words, meant):
    run = kempelen(*words)
    assert (run.status, run.out) == (2, "")
    assert run.err.splitlines()[-1] == f"Did you mean “{meant}”?"
    assert kempelen(*words, "--lang", "de").err.splitlines()[-1] == f"Meintest du „{meant}“?"


@pytest.mark.parametrize(
    ("lang", "typed", "meant"), [("en", "rifelman", "“Rifleman”?"), ("de", "Schütez", "„Schütze“?")]
)
def test_a_slip_in_a_name_is_met_with_the_name_in_the_language_spoken(kempelen, lang, typed, meant):
    run = kempelen("odds", "undaunted", "--card", typed, "--lang", lang)
    assert run.status == 2
    assert run.err.splitlines()[-1].endswith(meant)


def test_another_word_is_no_slip():
    assert perhaps(Text("setup.unknown_game", name="chess", known="saboteur, undaunted")) == ""
    assert perhaps(Text("option.unknown", id="R51", game="saboteur", known="R5, R15")) == ""  # a number, not a typo
    assert perhaps(Text("session.over")) == ""


def test_what_was_meant_is_found_in_a_file_too():
    inner = Text("position.unknown_game", file="a.toml", game="sabotuer", known="saboteur")
    assert perhaps(Text("position.in_file", file="a.toml", problem=inner)) == "saboteur"
    assert complaint(Say.load("en"), inner).endswith("\nDid you mean “saboteur”?")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_system_speaks_the_players_language(kempelen, tmp_path, lang):
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    for words in (["play", "saboteur", "--position"], ["replay"], ["cards", "-o", "x.pdf"], ["conform"]):
        run = kempelen(*words, folder, "--lang", lang)
        assert run.status == 2
        assert {"en": "it is a folder", "de": "es ist ein Ordner"}[lang] in run.err
    assert isinstance(reason_of(OSError(errno.ENOSPC, "No space left on device")), Text)
    assert reason_of(OSError(errno.EBADMSG, "Bad message")) == "Bad message"


def test_no_stack_trace_reaches_a_player(capsys):
    say = Say.load("en")
    try:
        raise ZeroDivisionError("two by nought")
    except ZeroDivisionError as error:
        report_fault(say, error, error.__traceback__)
    said = capsys.readouterr().err
    assert "Something has gone wrong in the program itself (ZeroDivisionError: two by nought)." in said
    assert "Traceback" not in said
    details = Path(said.split()[-1])
    assert "two by nought" in details.read_text("utf-8")
    details.unlink()
    report_fault(say, OSError(errno.ENOSPC, "No space left on device"), None)
    assert capsys.readouterr().err == "the output cannot be used: there is no space left.\n"


def test_the_net_is_hung_up(kempelen, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    kempelen("games")
    assert sys.excepthook is not sys.__excepthook__


def test_an_option_with_two_values(kempelen):
    run = kempelen("simulate", "saboteur", "--record", "1")
    assert run.err == "--record needs 2 values. More about it: kempelen simulate --help\n"


def test_difficulty_that_a_game_does_not_have(kempelen):
    run = kempelen("play", "saboteur", "--difficulty", "hard")
    assert run.status == 2
    assert "There is no level “hard”. Possible: careless, strong, stronger, timed." in run.err


def test_opponents_of_every_game_by_their_level(kempelen, record):
    run = kempelen("play", "saboteur", "--players", 3, "--humans", "none", "--seed", 6, "--difficulty", "careless")
    assert run.status == 0
    assert set(record().header["seats"].values()) == {"search:iterations=1:slips=30"}


def test_difficulty_where_bots_are_the_levels(kempelen):
    refused = kempelen("play", "universalis", "--difficulty", "brutal")
    assert refused.status == 2
    assert "easy, middle, hard" in refused.err
    kempelen("play", "universalis", "--scenario", "first", "--difficulty", "hard", typed="")
    with closing(open_store()) as store:
        (kept,) = store.games()
        assert list(kept.header["seats"].values()) == ["human", "hard"]
        store.set_name(kept.id, "Rainy Sunday")
    assert "“Rainy Sunday”" in kempelen("games", "--mine").out


def test_a_file_that_cannot_hold_games(kempelen, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text("hello, this is not a database" * 40, "utf-8")
    run = kempelen("serve", "--db", file, "--port", 0)
    assert run.status == 2
    assert run.out == ""
    assert run.err.startswith("Your games cannot be read or written")


def test_a_terminal_that_knows_no_umlauts_still_shows_the_rest(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "argv", ["kempelen", "rules", "saboteur", "R15", "--lang", "de"])
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 0
    out.flush()
    assert b"Luftlinie vom Feld zum n?chsten Ziel" in out.buffer.getvalue()
