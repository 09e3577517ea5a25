"""What is announced as the most that the opponent could strike next turn is never exceeded by units that were there."""

from __future__ import annotations

from collections import Counter

import pytest

from kempelen.engine.game import game_named
from kempelen.engine.search.coach import automas_choice
from kempelen.engine.search.player import SearchPlayer
from kempelen.engine.seats import HUMAN
from kempelen.engine.session import Session
from kempelen.engine.setup import Setup
from kempelen.engine.table import notation_of
from kempelen.games.tactics.face.danger import danger, risks_of
from kempelen.games.tactics.rules.actions import End
from kempelen.games.tactics.rules.events import Attacked, Played, Rallied
from kempelen.games.tactics.rules.state import TURN
from tests.games.tactics.table import a_table, foe, ours, unit
from tests.marks import rule


@rule("tactics:B2")
def test_who_begins_on_a_street_moves_twice():
    """The guard goes two tiles an action and strikes next to it: five tiles away only from a street."""
    for rows, struck in (([":......"], 3), (["......."], 0)):
        state = a_table(rows, [foe("guard", "0,0"), ours("archer", "5,0")], phase=TURN)
        assert danger(state, unit(state, "archer"), state.board.tile(5, 0)) == struck


@rule("tactics:F1")
def test_who_stands_in_the_way_may_have_gone_by_then():
    state = a_table(["....", "####"], [foe("guard", "0,0"), foe("siren", "1,0"), ours("archer", "3,0")], phase=TURN)
    assert danger(state, unit(state, "archer"), state.board.tile(3, 0)) >= 3


@pytest.mark.parametrize(
    ("scenario", "seed"), [("first", "d45"), ("village", "d43"), ("kraken", "d3"), ("tyrant", "d9")]
)
def test_no_blow_is_more_than_what_was_announced(scenario, seed):
    game = game_named("tactics")
    setup = Setup("tactics", scenario, (HUMAN,))
    session = Session(game, setup, seed=seed).run()
    automa = SearchPlayer(game, setup, iterations=1)
    turns = 0
    while not session.over:
        decision = session.decision_for(0)
        action = automas_choice(automa, decision)
        view, before = decision.view(), len(session.events)
        session.answer(notation_of(action))
        session.run()
        if isinstance(action, End):
            turns += 1
            exceeded = beyond(session.events[before:], risks_of(view), {one.name for one in view.units})
            assert not exceeded, (scenario, seed, view.round)
    assert turns > 2


def beyond(events, risks, there):
    """Blows that add up to more than what was announced; of cards that came since nothing was promised."""
    there, dealt, found = set(there), Counter(), []
    for event in events:
        if isinstance(event, Played | Rallied):
            there.discard(event.unit)
        elif isinstance(event, Attacked) and event.unit in there:
            dealt[event.target] += event.damage
            if dealt[event.target] > risks.get(event.target, 0):
                found.append(event)
    return found
