"""Positions for tests, written short."""

from __future__ import annotations

from kempelen.behaviour.question import StateOracle
from kempelen.behaviour.verdict import consult
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.facts import BoardFacts
from kempelen.games.undaunted.automa.solitaire import Automa, carry_out
from kempelen.games.undaunted.rules.cards import BY_NAME

MAP = """
1     0     2*2   0
   0     1     0     h
2*1   1     0     1*3
   0     0     1     0
"""
"""A1 A2 A3 A4 / B1 B2 B3 B4 / C1 C2 C3 C4 / D1 D2 D3 D4; objectives A3 (2), C1 (1), C4 (3); hill B4."""

US = {
    "goal": 4,
    "spawn": {
        "D1": [f"{kind}-{squad}" for squad in "ABC" for kind in ("scout", "mg", "rifleman")] + ["sniper", "mortar"]
    },
    "automa": True,
}
DE = {
    "goal": 4,
    "spawn": {
        "A4": [f"{kind}-{squad}" for squad in "ABC" for kind in ("scout", "mg", "rifleman")] + ["sniper", "mortar"]
    },
}
ENEMY = {"D4": ["rifleman-A"]}
"""Somebody far away, so that an enemy is on the board."""


def position(us=None, de=None, **more):
    """The US side is the automa and on turn; the German side is the human."""
    return {
        "game": "undaunted",
        "map": MAP,
        "round": 2,
        "phase": "turn",
        "active": "us",
        **more,
        "us": {**US, "counters": {}, **(us or {})},
        "de": {**DE, "counters": ENEMY, **(de or {})},
    }


def state(us=None, de=None, options=None, **more):
    return GAME.from_position(position(us, de, **more), options or {})


def facts(card, us=None, de=None, options=None, **more):
    """What the automa's card rests on."""
    us = {"hand": [card], **(us or {})}
    return BoardFacts(state(us, de, options, **more), 0, BY_NAME[card])


def verdict(f, *rolls):
    """What the chart of the card says, with these dice; all of them must be used."""
    table = ScriptedTable(GAME, f.s, *(f"d10:{roll}" for roll in rolls))
    found = consult(charts_for(f.options)[f.kind], StateOracle(f), table)
    table.finish()
    return found


def does(f, *script):
    """The action of the automa in notation; the script holds decision dice and lots."""
    table = ScriptedTable(GAME, f.s, *script)
    found = consult(charts_for(f.options)[f.kind], StateOracle(f), table)
    action = carry_out(found, f, table, None)
    table.finish()
    return action.notation


def play(s, *script, bots=()):
    """One step with scripted answers; the table, with what was told."""
    table = ScriptedTable(GAME, s, *script, players={seat: Automa() for seat in bots})
    GAME.step(s, table)
    table.finish()
    return table
