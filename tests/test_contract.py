"""Every registered game keeps the contract: fixed seeds by the shipped checks, random ones by hypothesis."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kempelen import contract
from kempelen.engine.game import Setup, games, say_in
from kempelen.text.say import LANGUAGES

SCENARIOS = [(name, scenario) for name, game in games().items() for scenario in game.scenarios]
USUAL = [(name, game.scenarios[0]) for name, game in games().items()]
"""One scenario a game where many games are played; `kempelen check` goes through all."""


@pytest.mark.parametrize(("name", "scenario"), USUAL)
def test_the_shipped_checks_pass(name, scenario):
    found = dict(contract.checks(games()[name], range(1), [scenario]))
    assert found
    assert {check: problems for check, problems in found.items() if problems} == {}
    for lang in LANGUAGES:
        assert all(say_in(lang).has(f"terminal.checks.{check}") for check in found)


@pytest.mark.parametrize("name", games())
def test_a_thorough_look_takes_every_scenario_with_every_bot(name, monkeypatch):
    game = games()[name]
    looked = []

    def look(game, setup, seed):
        looked.append((setup.scenario, setup.seats[0]))
        return []

    for group in ("BROAD", "PLAYED"):
        monkeypatch.setattr(contract, group, (look,))
    for check in ("whys_cite", "same_however_played", "undo_leads_back"):
        monkeypatch.setattr(contract, check, lambda game, setup, seed: [])
        getattr(contract, check).__name__ = check
    list(contract.checks(game))
    assert {scenario for scenario, _ in looked} == set(game.scenarios)
    assert {bot for _, bot in looked} == set(game.bots)
    looked.clear()
    list(contract.checks(game, thorough=True))
    assert set(looked) == {(scenario, bot) for scenario in game.scenarios for bot in game.bots}


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_scenario_is_the_same_game_however_played(name, scenario):
    game = games()[name]
    setup = contract.default_setup(game, game.automa, scenario)
    assert contract.same_however_played(game, setup, 11) == []


@pytest.mark.parametrize(("name", "scenario"), USUAL)
@given(data=st.data(), seed=st.integers(0, 10**9))
@settings(max_examples=6, deadline=None, derandomize=True)
def test_direct_stepped_and_replayed_play_agree(name, scenario, data, seed):
    game = games()[name]
    count = data.draw(st.sampled_from(list(game.seat_counts(scenario))))
    who = st.sampled_from(["human", *game.bots])
    seats = tuple(data.draw(st.lists(who, min_size=count, max_size=count)))
    setup = Setup(name, scenario, seats)
    assert contract.same_however_played(game, setup, seed) == []


@pytest.mark.parametrize(("name", "scenario"), USUAL)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=3, deadline=None, derandomize=True)
def test_what_a_seat_cannot_see_changes_nothing_for_it(name, scenario, seed):
    game = games()[name]
    setup = contract.default_setup(game, game.automa, scenario)
    assert contract.views_hide(game, setup, seed) == []
