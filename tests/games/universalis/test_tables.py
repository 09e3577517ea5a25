"""Every shipped table with every mission: played a while at random, what is offered is allowed, positions read back."""

from __future__ import annotations

import json

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.table import DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.files.scenarios import NAMES, TABLES, scenario
from kempelen.games.universalis.players.charger import Charger
from kempelen.games.universalis.rules.actions import END
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.missions import missions
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.terms import FLIGHT
from tests.marks import rule

FACTIONS = ("border_watch", "scrappers", "clockwork")
MISSIONS = tuple(missions())


def a_game(table, n):
    """One of the missions for each side, two of the factions, at most two rounds."""
    position = {
        "game": "universalis",
        "table": table,
        "rosters": [FACTIONS[n % 3], FACTIONS[(n + 1) % 3]],
        "missions": [MISSIONS[n], MISSIONS[-n - 1]],
        "phase": "zones",
        "round": 0,
        "max_rounds": 2,
    }
    bots = (RandomPlayer(), Charger()) if n % 2 else (Charger(), RandomPlayer())
    at = DirectTable(GAME, bots, TapeDice(f"{table} {n}"))
    at.state = s = GAME.new(Setup("universalis", "first", ("random", "random"), position=position), at)
    return s, at


@pytest.mark.parametrize("score", [10**60, -(10**60)])
def test_a_score_that_nobody_can_have_is_refused(score):
    written = GAME.to_position(a_game(TABLES[0], 0)[0]) | {"scores": [0, score]}
    with pytest.raises(BadPosition) as error:
        GAME.from_position(written, {})
    assert dict(error.value.text.fields)["field"] == "scores.2"


@pytest.mark.parametrize("name", NAMES)
def test_whoever_walks_can_stand_where_a_mission_puts_something(name):
    """A prize inside a rock or in the river would be for flyers only."""
    s, _ = a_game(scenario(name).table, 0)
    walker = next(m for m in s.models if m.card.going != FLIGHT)
    for mission in scenario(name).missions:
        for _, x, y in missions()[mission].objects:
            assert stand_problem(s, walker, x, y, 0.0, ghost=True) is None, (mission, x, y)


@rule("universalis:R061")
@rule("universalis:R079")
@pytest.mark.parametrize("n", range(len(MISSIONS)), ids=MISSIONS)
@pytest.mark.parametrize("table", TABLES)
def test_a_game_on_every_table_with_every_mission(table, n):
    s, at = a_game(table, n)
    steps = 0
    while GAME.outcome(s) is None and steps < 45:
        GAME.step(s, at)
        steps += 1
        assert all(0 <= m.ap <= 12 for m in s.models)
        if steps % 9 == 0:
            written = json.loads(json.dumps(GAME.to_position(s)))
            assert GAME.from_position(written, GAME.options_of(s)) == s
        if s.phase == "act" and steps % 11 == 0:
            flying = any(s.models[k].card.going == FLIGHT and not s.models[k].first_done for k in s.active)
            for action in () if flying else options(s):
                assert action is END or why_not(s, action) is None, action.notation
    assert steps > 10
