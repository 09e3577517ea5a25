"""`kempelen replay`: from a file and from the store, whole, cut and broken."""

import json
from io import StringIO
from itertools import pairwise

import pytest
from rich.console import Console

from kempelen.engine.files.record import Record
from kempelen.engine.game import say_in
from kempelen.terminal.ask import Screen
from kempelen.terminal.commands.replay import look_through


@pytest.fixture
def lines(kempelen, record):
    """The record of a finished game, line by line."""
    kempelen("play", "saboteur", "--players", 3, "--humans", "none", "--seed", 6)
    return Record.of(record().load()).text().splitlines(keepends=True)


@pytest.fixture
def replay(kempelen, tmp_path):
    def run(lines, *words):
        file = tmp_path / "game.jsonl"
        file.write_text("".join(lines), "utf-8")
        return kempelen("replay", file, *words)

    return run


def test_the_log_of_a_game(lines, replay, kempelen):
    for run in (replay(lines), kempelen("replay", "saboteur-1")):
        assert run.status == 0
        assert "  1. Player 1 " in run.out
        assert "Winners: " in run.out
        assert "★" in run.out
        assert "The record ends" not in run.out
    assert "Computerspieler" in replay(lines, "--lang", "de").out


def test_verify_finds_what_would_now_be_decided_otherwise(lines, replay):
    assert replay(lines, "--verify").status == 0
    at = next(n for n, line in enumerate(lines) if "rolls" in json.loads(line))
    row = json.loads(lines[at])
    row["rolls"] = ["discard nothing"]
    run = replay([*lines[:at], json.dumps(row) + "\n", *lines[at + 1 :]], "--verify")
    assert run.status == 1
    assert "now it would draw other lots" in run.out
    assert "1 of " in run.out

    other = next(json.loads(line)["rolls"] for line in lines[at + 1 :] if '"map ' in line and "rolls" in line)
    row = json.loads(lines[at])
    if row["do"].startswith("map") and other != row["rolls"]:
        run = replay([*lines[:at], json.dumps(row | {"rolls": other}) + "\n", *lines[at + 1 :]], "--verify")
        assert run.status == 1
        assert "recorded is “look at the goal" in run.out


def test_a_record_cut_in_the_middle_loads_up_to_the_cut(lines, replay):
    whole = lines[: len(lines) // 2]
    run = replay([*whole, lines[len(whole)][:10]])
    assert run.status == 0
    assert f"Line {len(whole) + 1} is cut off; this is the game up to there." in run.out
    assert "Winners: " not in run.out
    run = replay(whole)
    assert run.status == 0
    assert "The record ends before the game is over." in run.out
    assert replay(whole, "--verify").status == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [], "game.jsonl: "),
        (lambda lines: ["hello\n"], "game.jsonl, line 1: "),
        (lambda lines: ["\x00\x01\x02\n", *lines[1:]], "game.jsonl, line 1: "),
        (lambda lines: ['{"format":1,"game":"chess","scenario":"x","seats":{"1":"human"}}\n'], "game.jsonl, line 1: "),
        (lambda lines: [*lines[:9], "{broken\n", *lines[9:]], "game.jsonl, line 10: "),
        (lambda lines: [*lines[:9], '{"do":"pass","seat":"9"}\n', *lines[9:]], "game.jsonl, line 10: "),
        (
            lambda lines: [*lines[:9], '{"draw":"cards","why":"deal","is":"joker"}\n', *lines[10:]],
            "game.jsonl, line 10: ",
        ),
        (lambda lines: [*lines[:9], '{"undo":99}\n', *lines[9:]], "game.jsonl, line 10: "),
        (lambda lines: [*lines[:9], '{"undo":-1}\n', *lines[9:]], "game.jsonl, line 10: "),
        (lambda lines: [*lines[:25], *lines[26:]], "game.jsonl, line "),
    ],
)
def test_broken_records_name_file_and_line(lines, replay, change, message):
    run = replay(change(lines))
    assert run.status == 2
    assert run.out == ""
    assert run.err.startswith(message)
    assert run.err.count("\n") == 1


# -- step by step


@pytest.fixture
def steps(lines, record, monkeypatch):
    """What is shown after each typed line."""

    def run(*typed, lang="en"):
        screen = Screen(say_in(lang), Console(file=StringIO(), width=100, highlight=False))
        left, shown = [*typed, "quit"], [""]

        def read(self, prompt="> ", words=()):
            shown.append(screen.out.file.getvalue())
            return left.pop(0)

        monkeypatch.setattr(Screen, "read", read)
        look_through(screen, record().load())
        return [after[len(before) :] for before, after in pairwise(shown)]

    return run


def test_a_step_shows_the_board_and_hands_only_when_asked(steps):
    start, first, hands, board = steps("", "hands", "board")
    for shown in (start, first, board):
        assert "start card" in shown
        assert "'s hand" not in shown
    assert "  1. Player 1 " in first
    assert hands.count("'s hand") == 3
    assert "start card" not in hands


def test_a_step_says_its_number_once_and_why_without_repeating_it(steps):
    _, first, why, there = steps("", "?", "5")
    assert first.count("1. Player 1") == 1
    assert "It goes through the list" in why
    assert "  5. Player 2 " in there


def test_nothing_is_hidden_and_nobody_in_particular_has_seen_it(steps):
    shown = steps(*[""] * 12)[-1]
    assert "you have seen" not in shown
    assert "role unknown" not in shown


def test_steps_in_german(steps):
    _, hands, why = steps("hände", "?", lang="de")
    assert "Handkarten von Spieler" in hands
    assert why.strip() == say_in("de")("session.no_bot")
