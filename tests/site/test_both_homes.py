"""Records made in the browser's Python are the same here, and the other way round."""

import importlib.util
from pathlib import Path

import pytest

from kempelen.engine.game import games

FILE = Path(__file__).parents[2] / "scripts" / "homes.py"


@pytest.fixture(scope="module")
def homes():
    spec = importlib.util.spec_from_file_location("homes", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_games_are_the_same_in_both(homes, built):
    """Three of every game; `make prove ONLY=homes` does 200."""
    assert list(homes.compare(built, [job for name in games() for job in homes.jobs_of(name, 3)])) == []


def test_a_difference_is_found(homes, monkeypatch):
    text, end = homes.played("saboteur", "first", 1)
    monkeypatch.setattr(
        homes, "there", lambda site, jobs: [end + "!" if isinstance(job, str) else (text + "\n", end) for job in jobs]
    )
    said = list(homes.compare(Path(), [("saboteur", "first", 1)]))
    assert [line.partition(": ")[2] for line in said] == [
        "the records differ",
        "a record made here ends otherwise there",
    ]
