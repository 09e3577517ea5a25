"""The tables of balance in the documents are those of the games as they are played now."""

import tomllib
from pathlib import Path

import pytest

from kempelen.lab.plan.asked import read_experiment
from kempelen.lab.plan.cells import cells_of
from kempelen.lab.run import play_one
from tests.test_scripts import script

HOME = Path(__file__).parents[2] / "docs" / "experiments"


FIRST = HOME / "first-games.toml"
FILES = sorted(file for file in HOME.glob("*.toml") if file != FIRST)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_first_game_of_every_cell_ends_as_it_did(file):
    """Where this fails, the rules or a computer player have changed: `make experiments` writes the tables anew."""
    kept = tomllib.loads(FIRST.read_text("utf-8"))
    asked, _ = read_experiment(file)
    rows = [play_one(cell.experiment, 1) for cell in cells_of(asked, file.parent)]
    assert script("experiments").first_games(rows) == kept[file.stem]
