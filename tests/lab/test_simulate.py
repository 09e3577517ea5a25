"""`kempelen simulate` from outside."""

import json

import pytest

from kempelen.engine.files.record import read_record
from kempelen.lab import run as lab_run


def test_tables_and_rows(kempelen, tmp_path):
    file = tmp_path / "games.jsonl"
    said = kempelen("simulate", "saboteur", "-n", 6, "--players", 3, "--lang", "en", "-o", file)
    assert (said.status, said.err) == (0, "")
    for word in ("95 % interval", "gold seeker", "1 (rule)", "Length", "per CPU second", "6 rows saved"):
        assert word in said.out.replace("\n", " ")
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.jsonl"]


def test_german(kempelen):
    said = kempelen("simulate", "saboteur", "-n", 2, "--workers", 1, "--lang", "de", "--lines")
    assert said.status == 0
    for word in ("95-%-Intervall", "Goldsucher", "Rechenzeit", "Pfadkarte setzen"):
        assert word in said.out


def test_lines_of_random_players_cannot_be_counted(kempelen):
    said = kempelen("simulate", "saboteur", "-n", 1, "--bots", "random", "--lines", "--lang", "en")
    assert said.status == 0
    assert "follows a list" in said.out


def test_bots_and_options(kempelen, tmp_path):
    file = tmp_path / "games.jsonl"
    words = ("--variant", "commercial", "--bots", "rule,random", "--option", "R6=stone", "--players", 3)
    assert kempelen("simulate", "saboteur", "-n", 1, *words, "-o", file).status == 0
    row = json.loads(file.read_text("utf-8"))
    assert row["seats"] == ["rule", "random", "rule"]
    assert (row["scenario"], row["options"], row["facts"]) == ("commercial", {"R6": "stone"}, {})


@pytest.mark.parametrize(
    "words",
    [
        ("-n", "0"),
        ("-n", "-5"),
        ("-n", "many"),
        ("-n", "1.5"),
        ("-n", "²"),
        ("--players", "0"),
        ("--players", "11"),
        ("--players", "five"),
        ("--bots", "chess"),
        ("--bots", "human"),
        ("--bots", ""),
        ("--variant", "none"),
        ("--option", "R99=x"),
        ("--option", "R15=x"),
        ("--option", "R15"),
        ("--workers", "0"),
        ("--workers", "x"),
        ("--record", "0", "game.jsonl"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_bad_inputs_are_refused_in_one_line(kempelen, tmp_path, monkeypatch, words, lang):
    monkeypatch.chdir(tmp_path)
    more = () if "--record" in words else ("-o", "games.jsonl")
    said = kempelen("simulate", "saboteur", *words, "--lang", lang, *more)
    assert (said.status, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_game_is_refused(kempelen):
    said = kempelen("simulate", "chess", "-n", 1)
    assert said.status == 2
    assert "saboteur" in said.err


def test_a_file_is_not_overwritten_without_force(kempelen, tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text("mine")
    said = kempelen("simulate", "saboteur", "-n", 1, "-o", file, "--lang", "en")
    assert (said.status, file.read_text()) == (2, "mine")
    assert "--force" in said.err
    assert kempelen("simulate", "saboteur", "-n", 1, "-o", file, "--force").status == 0
    assert json.loads(file.read_text("utf-8"))["number"] == 1


def test_a_path_that_cannot_be_written(kempelen, tmp_path):
    for path in (tmp_path / "nowhere" / "games.jsonl", tmp_path):
        said = kempelen("simulate", "saboteur", "-n", 1, "-o", path)
        assert (said.status, said.out, len(said.err.splitlines())) == (2, "", 1)


def test_a_disk_that_fails_leaves_what_was_there(kempelen, tmp_path, monkeypatch):
    file = tmp_path / "games.jsonl"
    file.write_text("mine")

    def fail(self, target):
        raise OSError

    monkeypatch.setattr("pathlib.Path.replace", fail)
    said = kempelen("simulate", "saboteur", "-n", 1, "-o", file, "--force")
    assert (said.status, file.read_text()) == (2, "mine")
    assert list(tmp_path.iterdir()) == [file]


def test_stopping_saves_nothing(kempelen, tmp_path, monkeypatch):
    def stop(experiment, numbers, *, lines=False, strict=False):
        raise KeyboardInterrupt

    monkeypatch.setattr(lab_run, "play_chunk", stop)
    said = kempelen("simulate", "saboteur", "-n", 9, "--workers", 1, "-o", tmp_path / "g.jsonl", "--lang", "en")
    assert (said.status, said.out) == (130, "")
    assert "Stopped after 0 of 9 games" in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_game_saved_as_a_record(kempelen, tmp_path):
    rows, file = tmp_path / "games.jsonl", tmp_path / "game.jsonl"
    kempelen("simulate", "saboteur", "-n", 4, "--seed", "x", "-o", rows)
    said = kempelen("simulate", "saboteur", "--seed", "x", "--record", 4, file, "--lang", "en")
    assert said.status == 0
    assert "kempelen replay" in said.out
    row = json.loads(rows.read_text("utf-8").splitlines()[3])
    outcome = read_record(file.name, file.read_text("utf-8").splitlines(keepends=True)).load().outcome
    assert outcome is not None
    assert (outcome.reason, list(outcome.scores)) == (row["reason"], row["scores"])
    assert [seat + 1 for seat in outcome.winners] == row["winners"]
    assert kempelen("simulate", "saboteur", "--record", 4, file).status == 2
    assert kempelen("simulate", "saboteur", "--record", 4, tmp_path / "new", "-o", tmp_path / "o").status == 2
