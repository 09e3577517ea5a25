"""What leads at once to the next question of the same seat is known from the seat's view, and true."""

from random import Random

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import game_named, games
from kempelen.engine.inputs import CHANCE
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.engine.tables.onward import leads_onward
from kempelen.web.rooms.start import first_setup

SEAT = 0
CHOICES = 40
EACH = 8
"""Options that are looked at of every question."""


def onward(session, decision, option):
    view = session.game.view(session.checkpoint, SEAT)
    return leads_onward(session.game, view, session.inputs[session.moments[-1].inputs :], SEAT, [option])


def positions(name, seed):
    """A game of the automa's equals, by lot."""
    game, dice = game_named(name), Random(seed)
    session = Session(game, first_setup(game, "en", "first"), seed=seed).run()
    for _ in range(CHOICES):
        if session.over:
            return
        decision = session.decision_for(SEAT)
        if not decision.together:
            yield session, decision, dice.sample(list(decision.options), min(EACH, len(decision.options)))
        session.answer(notation_of(dice.choice(list(decision.options))))
        session.run()


@pytest.mark.parametrize("name", games())
def test_what_leads_onward_does_so_and_what_does_not_meets_chance_or_others(name):
    """The game itself, played on from there, is asked the same: nothing is guessed, nothing comes between."""
    known = set()
    for session, decision, options in positions(name, "onward 1"):
        for option in options:
            found = onward(session, decision, option)
            other = session.fork().run()
            before = len(other.inputs)
            other.answer(notation_of(option))
            other.run()
            mine = [row for row in other.inputs[before + 1 :] if row.kind in CHANCE or row.seat != SEAT]
            goes_on = not other.over and not mine and [one.seat for one in other.pending] == [SEAT]
            assert (found is not None) <= goes_on, notation_of(option)
            known.add(found is not None)
    assert False in known


@pytest.mark.parametrize("name", games())
def test_another_deal_of_what_nobody_sees_changes_nothing(name):
    """It may be told by the page: whether a choice is confirmed says nothing of what is hidden."""
    for session, decision, options in positions(name, "onward 2"):
        game, view = session.game, session.game.view(session.checkpoint, SEAT)
        dealt = game.view(game.redeal(view, TapeDice(7)), SEAT)
        rows = session.inputs[session.moments[-1].inputs :]
        for option in options:
            again = leads_onward(game, dealt, rows, SEAT, [option])
            assert (onward(session, decision, option) is None) == (again is None), notation_of(option)
