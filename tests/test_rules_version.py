"""A change of the rules raises `Game.version`: records carry it, and a program with older rules refuses them."""

import json
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from kempelen.engine.files.record import Record
from kempelen.engine.game import Setup, games
from kempelen.engine.session import Session

FILE = Path(__file__).parent / "kept" / "fingerprints.toml"
KNOWN = tomllib.loads(FILE.read_text("utf-8"))
STEPS = 40
CHANGED = """
{name} plays otherwise than it did with version {version} of its rules; its fingerprint is now {found}.
If the rules have changed, raise `version` of its Game and add a line to tests/kept/fingerprints.toml.
If only the order of choices or dice has changed, or how a position is written, replace the line of this version.
"""


def fingerprint(game):
    """Some steps of every scenario with random players, who do whatever the rules allow, and the table they lead to."""
    seen = []
    for scenario in game.scenarios:
        setup = Setup(game.name, scenario, ("random",) * game.seat_counts(scenario)[0])
        session = Session(game, setup, seed=1)
        for _ in range(STEPS):
            if not session.advance():
                break
        seen.append(Record.of(session).text().partition("\n")[2])
        seen.append(json.dumps(game.to_position(session.checkpoint), sort_keys=True))
    return sha256("\n".join(seen).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", KNOWN)
def test_the_rules_are_those_of_their_version(name):
    game = games()[name]
    found = fingerprint(game)
    assert KNOWN[name].get(game.version) == found, CHANGED.format(name=name, version=game.version, found=found)


def test_versions_only_rise():
    assert [name for name, game in games().items() if game.package.startswith("kempelen.games.")] == list(KNOWN)
    for name, versions in KNOWN.items():
        assert max(versions, key=int) == games()[name].version
