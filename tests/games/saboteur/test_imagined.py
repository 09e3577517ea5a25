"""Worlds that somebody imagines: what is certain is not played on, and who plays there knows no more than at a table."""

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.table import DirectTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.certain import certain
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer
from kempelen.games.saboteur.players.careful import CarefulPlayer


@pytest.mark.parametrize("players", [3, 5, 8])
def test_what_is_certain_comes_true(players):
    told = 0
    for seed in range(60):
        setup = Setup("saboteur", "tu", ("rule",) * players)
        table = DirectTable(GAME, [ComputerPlayer()] * players, TapeDice(seed))
        state = table.state = GAME.new(setup, table)
        tells = certain(table.players)
        assert tells is not None
        found = None
        while GAME.outcome(state) is None:
            now = tells(state)
            assert found is None or now == found  # what was certain once stays so
            found = now
            GAME.step(state, table)
        if found is not None:
            told += 1
            assert GAME.outcome(state).reason == "saboteurs"
            assert tuple(found) == GAME.outcome(state).winners
    assert told > 5


def test_of_others_than_the_authors_players_nothing_is_certain():
    assert certain([ComputerPlayer(), CarefulPlayer()]) is None


def test_the_result_is_the_outcome_without_its_words():
    setup = Setup("saboteur", "tu", ("rule",) * 4)
    table = DirectTable(GAME, [ComputerPlayer()] * 4, TapeDice(2))
    state = table.state = GAME.new(setup, table)
    while (found := GAME.counted(state)) is None:
        assert GAME.outcome(state) is None
        GAME.step(state, table)
    told = GAME.outcome(state)
    assert (found.winners, found.reason, found.scores, found.scored) == (
        told.winners,
        told.reason,
        told.scores,
        told.scored,
    )
    assert told.because is not None
    assert found.because is None


def chosen(state, seed, *, tracing):
    """What the computer player whose turn it is does, by these dice."""
    made = []
    table = DirectTable(
        GAME,
        [ComputerPlayer()] * state.players,
        TapeDice(seed),
        tracing=tracing,
        on_choice=lambda seat, choice: made.append(choice.action),
    )
    table.state = state.copy()
    GAME.step(table.state, table)
    return made[0]


@pytest.mark.parametrize("seed", range(6))
def test_who_tells_no_why_sees_no_more_and_does_the_same(seed):
    setup = Setup("saboteur", "tu", ("rule",) * 5)
    table = DirectTable(GAME, [ComputerPlayer()] * 5, TapeDice(seed))
    state = table.state = GAME.new(setup, table)
    while GAME.counted(state) is None:
        told, untold = (chosen(state, seed, tracing=tracing) for tracing in (True, False))
        assert told == untold
        other = GAME.redeal(GAME.view(state, state.active), TapeDice(f"{seed} {state.turn}"))
        assert chosen(other, seed, tracing=False) == untold
        GAME.step(state, table)
