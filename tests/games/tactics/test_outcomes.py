"""All permitted outcomes of an activation with exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.game import say_in
from kempelen.engine.table import DirectTable
from kempelen.engine.tables.odds import Inquiry
from kempelen.games.tactics import GAME
from kempelen.games.tactics.automa.opponent import activate
from kempelen.games.tactics.desk.outcomes import activation_outcomes
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, foe, ours, unit


def a_crowd():
    units = [foe("tentacle", "2,3"), ours("militia", "3,6"), ours("archer", "4,6"), foe("patrol", "6,1")]
    return a_table(["." * 8] * 8, units)


def test_the_chances_are_exact_and_add_up():
    chances = GAME.advice.odds_of(a_crowd(), Inquiry(unit="tentacle"))
    assert [chance.p for chance in chances] == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert chances[0].handles == ("tile:2,4", "unit:militia")
    for lang in LANGUAGES:
        for chance in chances:
            assert say_in(lang).of(chance.text)
            assert chance.trace is not None
            assert all(say_in(lang).of(step.text) for step in chance.trace)


def test_every_outcome_can_be_drawn_and_no_other():
    state = a_crowd()
    possible = activation_outcomes(GAME, state, "patrol")
    assert sum(possible.values()) == 1
    seen = set()
    for seed in range(400):
        events: list = []
        table = DirectTable(GAME, [], TapeDice(seed), listener=events.append)
        table.state = copy = state.copy()
        activate(copy, table, unit(copy, "patrol"))
        seen.add(tuple(events))
    assert seen == set(possible)


def test_asking_changes_nothing():
    state = a_crowd()
    before = repr(state)
    activation_outcomes(GAME, state, "patrol")
    assert repr(state) == before


@pytest.mark.parametrize("name", ["archer", "moon"])
def test_whoever_has_no_ai_has_no_outcomes(name):
    with pytest.raises(IllegalAction) as error:
        GAME.advice.odds_of(a_crowd(), Inquiry(unit=name))
    for lang in LANGUAGES:
        assert say_in(lang).of(error.value.text)


def test_without_a_table_or_a_unit_there_is_nothing_to_compute():
    with pytest.raises(BadSetup):
        GAME.advice.odds_of(None, Inquiry(unit="tentacle"))
    with pytest.raises(BadSetup):
        GAME.advice.odds_of(a_crowd(), Inquiry())
