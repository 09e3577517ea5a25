"""One game of every kind, told as it was checked in: whatever changes in rules, behaviours or words shows here.

After a wanted change: `python scripts/transcripts.py`, and read what is different.
"""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from kempelen.engine.game import games, say_in
from kempelen.text.say import LANGUAGES

SCRIPT = Path(__file__).parents[1] / "scripts" / "transcripts.py"


@pytest.fixture(scope="module")
def script():
    spec = spec_from_file_location("transcripts", SCRIPT)
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("name", games())
def test_the_game_goes_as_it_was_told(name, script):
    session = script.played(games()[name])
    for lang in LANGUAGES:
        told = (script.FOLDER / f"{name}.{lang}.txt").read_text("utf-8")
        assert script.transcript(session, say_in(lang)).splitlines() == told.splitlines()


def test_every_transcript_belongs_to_a_game(script):
    assert {path.name for path in script.FOLDER.iterdir()} == {
        f"{name}.{lang}.txt" for name in games() for lang in LANGUAGES
    }
