"""`kempelen game new`: a package that works at once, and a check that says what is still to do."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kempelen import contract
from kempelen.contract.unfinished import MARK
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named, games
from kempelen.terminal.commands.game import make
from kempelen.text.say import LANGUAGES
from tests.examples.known import known

SRC = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A new game, known as if it were installed: its folder and the folder of its metadata."""
    folder, site = tmp_path_factory.mktemp("games") / "stones", tmp_path_factory.mktemp("site")
    make("river_stones", folder)
    with known(site, folder):
        yield folder, site


def test_it_says_what_it_made_and_how_to_install_it(kempelen, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = kempelen("game", "new", "lake_stones")
    assert run.status == 0
    assert "python" in run.out.replace("\n", "")
    assert "install -e lake_stones" in " ".join(run.out.split())
    assert "kempelen check lake_stones" in " ".join(run.out.split())
    assert (tmp_path / "lake_stones" / "kempelen_lake_stones" / "__init__.py").is_file()


def test_no_word_of_the_template_is_left(made):
    folder, _ = made
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert [path.name for path in files if re.search("@[A-Z]+@", path.read_text("utf-8"))] == []
    assert {path.relative_to(folder).parts[1] for path in files if path.parts[-3:-2] == ("kempelen_river_stones",)} >= {
        "rules",
        "automa",
        "face",
        "files",
        "conform",
        "text",
    }


def test_all_is_well_but_for_what_is_still_to_do(made):
    found = {check: problems for check, problems in contract.checks(game_named("river_stones")) if problems}
    assert list(found) == ["nothing_still_to_do"]
    problems = found["nothing_still_to_do"]
    for place in (
        "rules/state.py",
        "automa/sheet.py",
        "face/scene.py",
        "text/de.toml",
        "pyproject.toml",
        "cases.yaml",
        "tests/test_game.py",
    ):
        assert any(dict(problem.fields)["file"] == place for problem in problems), place
    folder, _ = made
    marks = sum(
        path.read_text("utf-8").count(MARK) for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".yaml")
    )
    assert len(problems) == marks


@pytest.mark.parametrize("lang", LANGUAGES)
def test_check_says_what_is_still_to_do_until_it_is_done(made, kempelen, tmp_path, lang):
    run = kempelen("check", "river_stones", "--lang", lang)
    assert run.status == 1
    assert run.out.count("✗") == 1
    assert f"rules/course.py, {'line' if lang == 'en' else 'Zeile'} " in run.out


def test_with_everything_done_the_check_is_green(kempelen, tmp_path):
    folder = tmp_path / "stones"
    make("pond_stones", folder)
    for path in folder.rglob("*"):
        if path.is_file():
            lines = path.read_text("utf-8").splitlines(keepends=True)
            path.write_text("".join(line for line in lines if MARK not in line), "utf-8")
    (tmp_path / "site").mkdir()
    with known(tmp_path / "site", folder):
        run = kempelen("check", "pond_stones")
    assert (run.status, run.out.count("✗")) == (0, 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_can_be_played_guided_asked_and_printed(made, kempelen, tmp_path, lang):
    folder, _ = made
    table = tmp_path / "table.toml"
    table.write_text('game = "river_stones"\nheap = 9\n', "utf-8")
    for words in (
        ("play", "river_stones"),
        ("companion", "river_stones"),
        ("simulate", "river_stones", "-n", "20"),
        ("odds", "river_stones", "--position", str(table)),
        ("document", "river_stones"),
        ("conform", str(folder / "cases.yaml")),
    ):
        run = kempelen(*words, "--lang", lang, typed="y\n" + "1\n" * 40)
        assert (run.status, run.err) == (0, ""), (words, run.out)


def test_its_own_tests_pass(made):
    folder, site = made
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (site, folder, SRC)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    "name", ["", "x", "Stones", "river-stones", "2stones", "class", "stones_", "../stones", "s" * 31]
)
def test_a_name_that_cannot_be_is_refused(tmp_path, name):
    with pytest.raises(BadSetup, match=r"new_game\.bad_name"):
        make(name, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_another_game_is_refused(tmp_path):
    with pytest.raises(BadSetup, match=r"new_game\.taken"):
        make(next(iter(games())), tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_there_is_not_touched(kempelen, tmp_path, lang):
    own = tmp_path / "stones"
    own.mkdir()
    own.joinpath("mine.txt").write_text("mine", "utf-8")
    run = kempelen("game", "new", "sea_stones", "-o", str(own), "--lang", lang)
    assert run.status == 2
    assert "stones" in run.err
    assert [path.name for path in own.iterdir()] == ["mine.txt"]


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    tmp_path.joinpath("file").write_text("", "utf-8")
    with pytest.raises(BadSetup, match=r"new_game\.unwritable"):
        make("sea_stones", tmp_path / "file" / "stones")
