"""`kempelen lab` as a person calls it: what it says, and what it refuses."""

import errno
import json
import re
import shlex
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from kempelen.engine.game import game_named
from kempelen.lab.folder.play import open_folder
from kempelen.lab.plan.plan import plan_file

SMALL = 'game = "saboteur"\ngames = 6\nplayers = 3\nchunk = 2\n'


def written(tmp_path, text, name="small.toml"):
    file = tmp_path / name
    file.write_text(text, "utf-8")
    return file


@pytest.fixture
def run(kempelen, tmp_path):
    """A small experiment that has been played."""
    file, folder = written(tmp_path, SMALL), tmp_path / "rows"
    assert kempelen("lab", "run", file, "-o", folder, "--workers", 1, "--lang", "en").status == 0
    return file, folder


def test_plan_says_how_many_and_how_long(kempelen, tmp_path):
    file = written(tmp_path, SMALL + '[grid]\noptions.R15 = ["cell", "opening"]\n')
    said = kempelen("lab", "plan", file, "--workers", 2, "--lang", "en")
    assert said.status == 0
    for words in ("2 cells, 12 games", "2. R15 opening (rule, rule, rule)", "Chunks of 2 games", "with 2 workers"):
        assert words in said.out
    said = kempelen("lab", "plan", file, "--lang", "de")
    assert "2 Zellen, insgesamt 12 Spiele" in said.out
    assert list(tmp_path.iterdir()) == [file]


def test_plan_of_an_open_end(kempelen, tmp_path):
    file = written(tmp_path, 'game = "saboteur"\nplayers = 3\n[until]\nwidth = 8\nmost = 300\n')
    assert "narrower than 8 points; 300 games" in kempelen("lab", "plan", file, "--lang", "en").out


def test_query_as_table_and_as_json(kempelen, run):
    _, folder = run
    said = kempelen("lab", "query", folder, "SELECT count(*) AS n, min(number) AS first FROM rows")
    assert said.out.split() == ["n", "first", "─" * 9, "6", "1"]
    said = kempelen("lab", "query", folder, "SELECT number, winners FROM rows ORDER BY number", "--json")
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6]


def test_the_folder_has_the_name_of_the_file(kempelen, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, SMALL)
    assert kempelen("lab", "run", "small.toml", "--workers", 1).status == 0
    assert len(list((tmp_path / "small.lab").glob("*.parquet"))) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game: This field is missing"),
        ("game = 3", "game: This must be a text"),
        ("game = ", "line 1: This is not valid TOML"),
        ('game = "chess"', "no game “chess”"),
        ('game = "saboteur"\ngmaes = 3', "gmaes: There is no such field"),
        ('game = "saboteur"\ngames = 0', "games: 0 is not possible"),
        ('game = "saboteur"\ngames = 1.5', "games: This must be a whole number"),
        ('game = "saboteur"\nplayers = 11', "Cell 1 (saboteur) cannot be played"),
        ('game = "saboteur"\n[grid]\nplayers = [3, 11]', "Cell 2 (players 11) cannot be played"),
        ('game = "saboteur"\n[grid]\noptions.R15 = ["cell", "no"]', "Cell 2 (R15 no) cannot be played"),
        ('game = "saboteur"\nbots = ["chess"]', "no bot called “chess”"),
        ('game = "saboteur"\nbots = []', "cannot be played"),
        ('game = "saboteur"\ndifficulty = "hard"', "no levels of difficulty"),
        ('game = "saboteur"\nposition = "none.toml"', "none.toml: There is no such file"),
        ('game = "saboteur"\n[grid]\nplayers = [3, 3]', "Cells 1 and 2 are the same"),
        ('game = "saboteur"\n[grid]\nplayers = [3]\n[[cells]]\nplayers = 4', "[grid] and a list"),
        ('game = "saboteur"\n[until]\nwidth = 0', "until.width: 0"),
        ("[" * 200, "line 1"),
    ],
)
def test_a_file_that_cannot_be_played(kempelen, tmp_path, text, words):
    file, folder = written(tmp_path, text), tmp_path / "rows"
    said = kempelen("lab", "run", file, "-o", folder, "--workers", 1, "--lang", "en")
    assert said.status == 2
    assert words in said.err
    assert "small.toml" in said.err or "Cell" in said.err or "chess" in said.err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("lab", "run", "FILE", "-o", "FOLDER", "--workers", "1"), "holds this experiment already"),
        (("lab", "run", "OTHER", "-o", "FOLDER", "--resume"), "holds another experiment (small)"),
        (("lab", "run", "FILE", "-o", "HERE", "--workers", "1"), "holds something else"),
        (("lab", "run", "FILE", "-o", "FILE", "--workers", "1"), "holds something else"),
        (("lab", "run", "FILE", "-o", "FOLDER", "--resume", "--workers", "0"), "not a number of workers"),
        (("lab", "run", "FILE", "--address", "tcp://127.0.0.1:1"), "--on dask or --on ray"),
        (("lab", "run", "NONE"), "There is no such file"),
        (("lab", "query", "HERE", "SELECT 1"), "holds no experiment"),
        (("lab", "query", "FOLDER", "SELECT trns FROM rows"), 'column "trns" not found'),
        (("lab", "query", "FOLDER", "SELEC turns FROM rows"), "cannot be answered"),
        (("lab", "query", "FOLDER", "DROP VIEW rows"), "One SELECT"),
        (("lab", "query", "FOLDER", "COPY rows TO 'x.csv'"), "One SELECT"),
        (("lab", "query", "FOLDER", "SELECT 1; SELECT 2"), "One SELECT"),
        (("lab", "query", "FOLDER", "SELECT * FROM read_text('/etc/hostname')"), "cannot be answered"),
    ],
)
def test_what_is_refused(kempelen, run, tmp_path, words, answer):
    file, folder = run
    other = written(tmp_path, SMALL.replace("6", "8"), "other.toml")
    places = {"FILE": file, "OTHER": other, "FOLDER": folder, "HERE": tmp_path, "NONE": tmp_path / "none.toml"}
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    said = kempelen(*(places.get(word, word) for word in words), "--lang", "en")
    assert said.status == 2
    assert answer in said.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_another_version_does_not_go_on(kempelen, run):
    file, folder = run
    manifest = folder / "_manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"kempelen": "', '"kempelen": "0.'), "utf-8")
    said = kempelen("lab", "run", file, "-o", folder, "--resume", "--lang", "en")
    assert said.status == 2
    assert "was begun with kempelen 0." in said.err


def test_other_rules_do_not_go_on(kempelen, run, monkeypatch):
    file, folder = run
    monkeypatch.setitem(vars(game_named("saboteur")), "version", "77")
    said = kempelen("lab", "run", file, "-o", folder, "--resume", "--lang", "en")
    assert said.status == 2
    assert "was begun with the rules of saboteur, version" in said.err
    assert "here it is 77" in said.err


def test_the_manifest_has_the_digests_of_automas(tmp_path):
    text = "automa: Quiet\nformat: 1\ngame: saboteur\nchanges: saboteur-018\nlanguage: en\n\n## list sab\n1 [discard]\n"
    written(tmp_path, text, "quiet.automa")
    plan = plan_file(written(tmp_path, SMALL + 'automas = ["quiet.automa"]\nbots = ["rule@quiet"]\n'))
    open_folder(plan, tmp_path / "rows", "again", resume=False)
    manifest = json.loads((tmp_path / "rows" / "_manifest.json").read_text("utf-8"))
    assert manifest["automas"] == {"quiet": blake2b(text.encode(), digest_size=16).hexdigest()}


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can be told how large a file may be")
def test_a_disk_that_is_really_full(tmp_path):
    """No file may be larger than this, so that the system itself refuses to write the rows."""
    file, folder = written(tmp_path, SMALL.replace("games = 6", "games = 4")), tmp_path / "rows"
    full = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000));"
        "from kempelen.terminal.cli import main; main()"
    )
    words = ["lab", "run", str(file), "-o", str(folder), "--workers", "1", "--lang", "en"]
    said = subprocess.run([sys.executable, "-c", full, *words], capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "make room and go on with --resume" in said.stderr
    assert "Traceback" not in said.stderr
    assert [path.name for path in folder.iterdir()] == ["_manifest.json"]


@pytest.mark.parametrize("spoiled", ["{}", "[", '{"format": 9}', '{"format": 1, "cells": 3}'])
def test_a_spoiled_manifest(kempelen, run, spoiled):
    _, folder = run
    (folder / "_manifest.json").write_text(spoiled, "utf-8")
    assert kempelen("lab", "query", folder, "SELECT 1").status == 2


def test_a_full_disk_leaves_whole_files(kempelen, tmp_path, monkeypatch):
    from kempelen.lab.folder import play

    file, folder = written(tmp_path, SMALL), tmp_path / "rows"
    real, written_files = play.write_whole, []

    def full(path, parts):
        written_files.append(path)
        if len(written_files) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, parts)

    monkeypatch.setattr(play, "write_whole", full)
    said = kempelen("lab", "run", file, "-o", folder, "--workers", 1, "--lang", "en")
    assert said.status == 2
    assert "make room" in said.err
    assert "--resume" in said.err
    assert len(list(folder.glob("*.parquet"))) == 1
    monkeypatch.setattr(play, "write_whole", real)
    said = kempelen("lab", "run", file, "-o", folder, "--workers", 1, "--resume", "--lang", "en")
    assert "4 games played" in said.out
    assert "2 were there already" in said.out


def test_a_disk_that_is_full_from_the_beginning_leaves_nothing(kempelen, tmp_path, monkeypatch):
    def full(path, parts):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("kempelen.lab.folder.manifest.write_whole", full)
    file, folder = written(tmp_path, SMALL), tmp_path / "rows"
    said = kempelen("lab", "run", file, "-o", folder, "--workers", 1, "--lang", "en")
    assert said.status == 2
    assert "no space left" in said.err
    assert not folder.exists()


def test_ctrl_c_says_how_to_go_on(kempelen, tmp_path, monkeypatch):
    from kempelen.lab.folder import play

    def stop(*_):
        raise KeyboardInterrupt

    file, folder = written(tmp_path, SMALL), tmp_path / "rows"
    monkeypatch.setattr(play, "write_whole", stop)
    said = kempelen("lab", "run", file, "-o", folder, "--workers", 1, "--lang", "en")
    assert said.status == 130
    assert "--resume" in said.err


@pytest.mark.parametrize("guide", ["en/experiments.md", "de/versuche.md"])
def test_the_guide_can_be_followed(kempelen, tmp_path, monkeypatch, guide):
    """From the question to the report, every line as it stands there; only with fewer games."""
    text = (Path(__file__).parents[2] / "docs" / guide).read_text("utf-8")
    five_minutes = text.split("\n## ")[1]
    name = re.search(r"`(\w+)\.toml`", five_minutes)[1]
    file, code = (re.search(rf"```{lang}\n(.*?)```", five_minutes, re.DOTALL)[1] for lang in ("toml", "python"))
    assert "games = 100" in file
    monkeypatch.chdir(tmp_path)
    written(tmp_path, file.replace("games = 100", "games = 1"), f"{name}.toml")
    commands = re.findall(r"^    kempelen (.*)$", five_minutes, re.MULTILINE)
    assert [line.split()[1] for line in commands] == ["plan", "run", "report", "query"]
    for line in commands:
        said = kempelen(*shlex.split(line))
        assert said.status == 0, said.err
    assert (tmp_path / f"{name}.html").is_file()
    found = {}
    exec(code, found)
    assert found["rows"].height == 12


def test_an_own_automa_travels_with_the_experiment(kempelen, tmp_path):
    """Its text is part of the experiment; another text is another experiment."""
    text = "automa: Quiet\nformat: 1\ngame: saboteur\nchanges: saboteur-018\nlanguage: en\n\n## list sab\n1 [lay_path]\n2 [discard]\n"
    automa = written(tmp_path, text, "quiet.automa")
    file = written(
        tmp_path,
        SMALL + 'automas = ["quiet.automa"]\n[grid]\nbots = [["rule"], ["rule@quiet"]]\n',
    )
    folder = tmp_path / "rows"
    said = kempelen("lab", "run", file, "-o", folder, "--workers", 2, "--lang", "en")
    assert said.status == 0, said.err
    lines = "SELECT cell, max(l.line) AS last FROM (SELECT cell, unnest(lines) l FROM rows) WHERE l.line LIKE '%.sab/%' GROUP BY 1"
    said = kempelen("lab", "query", folder, f"{lines} ORDER BY 1", "--json")
    assert [json.loads(line)["last"][-1] for line in said.out.splitlines()] == ["5", "2"]
    assert kempelen("lab", "report", folder, "-o", tmp_path / "page.html", "--lang", "en").status == 0
    assert (tmp_path / "page.html").read_text("utf-8").count("<h3>") == 4
    automa.write_text(text.replace("1 [lay_path]\n2", "1"), "utf-8")
    assert "another experiment" in kempelen("lab", "run", file, "-o", folder, "--resume", "--lang", "en").err
    automa.write_text(text.replace("discard", "discrd"), "utf-8")
    said = kempelen("lab", "run", file, "-o", tmp_path / "new", "--lang", "en")
    assert said.status == 2
    assert "discrd" in said.err
    automa.unlink()
    assert "quiet.automa" in kempelen("lab", "run", file, "-o", tmp_path / "new", "--lang", "en").err
    assert not (tmp_path / "new").exists()
