"""How good a position is: fitted numbers that fit their game, know no secrets, and are used by search."""

import json
import subprocess
import sys
from importlib.resources import files
from math import isclose
from pathlib import Path

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Setup, game_named, games
from kempelen.engine.search.player import SearchPlayer
from kempelen.engine.search.trial import AS_AUTOMA
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.table import DirectTable
from kempelen.parts.judging import FILE, Fit, fits_of
from kempelen.parts.ladder import ladder_of
from tests.examples.known import TROVE, known

SCRIPT = Path(__file__).parents[1] / "scripts" / "fits.py"
JUDGED = [name for name, game in games().items() if game.judging is not None]
MOST_BYTES = 200_000


def quiet_positions(name, contest, most=4):
    """Some quiet positions of a game of automas."""
    game = game_named(name)
    seats = (game.automa,) * contest.seats
    setup = Setup(name, contest.scenario, seats, dict(contest.options), position=contest.position)
    table = DirectTable(game, [game.player(read_spec(seat), setup) for seat in seats], TapeDice("quiet"))
    table.setup = setup
    state = table.state = game.new(setup, table)
    found = 0
    while game.outcome(state) is None and found < most:
        if game.judging.quiet(state):
            found += 1
            yield state
        game.step(state, table)


NOT_JUDGED = {("tactics", "kraken"), ("tactics", "tyrant")}
"""A fit was tried there and did not play better, so they are played to their end."""
TABLES = [
    (name, contest)
    for name in JUDGED
    for contest in ladder_of(game_named(name)).contests
    if (name, contest.name) not in NOT_JUDGED
]


@pytest.mark.parametrize(("name", "contest"), TABLES, ids=lambda one: getattr(one, "name", one))
def test_every_table_of_the_ladder_is_fitted_and_no_secret_is_judged(name, contest):
    game = game_named(name)
    seen = 0
    for state in quiet_positions(name, contest):
        for seat in range(contest.seats):
            view = game.view(state, seat)
            numbers = game.judging.numbers(view, seat)
            assert len(numbers) == len(game.judging.names)
            assert game.judging.numbers(game.redeal(view, TapeDice("another")), seat) == numbers
            fit = game.judging.fit(state, seat)
            assert fit is not None
            assert 0 < fit.chance(numbers) < 1
            seen += 1
    assert seen > 2


@pytest.mark.parametrize("name", JUDGED)
def test_what_was_fitted_says_what_it_was_made_from(name):
    text = files(game_named(name).judging.package).joinpath(FILE).read_text("utf-8")
    data = json.loads(text)
    assert len(text.encode()) <= MOST_BYTES
    assert data["made_by"] == "scripts/fits.py"
    assert tuple(data["names"]) == game_named(name).judging.names
    for one in data["fits"].values():
        assert len(one["weights"]) == len(data["names"])
        assert one["loss_apart"] < one["loss_of_the_share_alone"]
        assert one["games"] >= 100
        assert one["seed"]


def test_a_chance_follows_from_the_numbers():
    fit = Fit(0.0, (1.0, -2.0))
    assert fit.chance((0, 0)) == 0.5
    assert isclose(fit.chance((2, 1)), 0.5)
    assert fit.chance((5, 0)) > 0.99
    assert fit.chance((-1e9, 0)) < 1e-12
    assert fits_of("kempelen.games.saboteur.lab") == {} or "saboteur" in JUDGED


def test_search_looks_as_far_ahead_as_it_is_told():
    """To the end a world is won or lost; ahead of it there is a chance."""
    game, setup = game_named("undaunted"), Setup("undaunted", "first", ("human", "solitaire"))
    session = Session(game, setup, seed="3").run()
    table = session.pending[0].table

    def values(**how):
        trial = SearchPlayer(game, setup, **how).trial(table, 0)
        return [trial.value(AS_AUTOMA, world) for world in range(6)]

    assert set(values(ahead=0)) <= {0.0, 1.0}
    assert any(0 < value < 1 for value in values(ahead=1))
    assert values(ahead=1) == values(ahead=1)
    assert values() == values(ahead=game.judging.ahead)


def test_a_game_without_a_judgement_says_so(tmp_path):
    with known(tmp_path, TROVE):
        game = game_named("trove")
        setup = Setup("trove", game.scenarios[0], ("search:ahead=2", *(game.automa,)))
        with pytest.raises(BadSetup) as refused:
            game.player(read_spec("search:ahead=2"), setup)
        assert refused.value.text.key == "search.no_judging"
        game.player(read_spec("search:ahead=0"), setup)


def test_the_fit_is_made_by_one_command_and_the_same_every_time(tmp_path):
    """With a few games, into a folder of its own."""
    made = []
    for folder in ("one", "two"):
        command = [sys.executable, str(SCRIPT), "--only", "undaunted", "--tables", "first", "--games", "60"]
        subprocess.run([*command, "--into", str(tmp_path / folder)], check=True, capture_output=True)
        made.append((tmp_path / folder / "undaunted.json").read_text("utf-8"))
    assert made[0] == made[1]
    tables = ("first", "first_rolls0", "first_rolls01", "first_rolls1")
    assert set(json.loads(made[0])["fits"]) == {f"{table}.{seat}" for table in tables for seat in (0, 1)}
