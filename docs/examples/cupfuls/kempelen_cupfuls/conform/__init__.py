"""Worked cases of Cupfuls, put to the same rules and automas that play: `kempelen conform cases.yaml`.

Every case lays out a table in the words of a position: `cups`, `open`, `bid`, `turn`, and `options` if they matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.conform import Adapter, Case, Misunderstood, Possible, among, listed, table, whole, word
from kempelen.engine.table import notation_of
from kempelen.engine.tables.odds import decision_odds
from kempelen.text.say import Text
from kempelen_cupfuls import GAME
from kempelen_cupfuls.rules import course
from kempelen_cupfuls.rules.actions import DOUBT
from kempelen_cupfuls.rules.legal import higher_bids, legal
from kempelen_cupfuls.rules.state import State

__all__ = ["ADAPTER"]


def _laid_out(case: Case) -> State:
    facts = case.facts
    cups = facts.get("cups", listed(listed(whole)))
    position = {
        "game": GAME.name,
        "open": facts.get("open", whole),
        "turn": facts.get("turn", whole, 1),
        "bid": facts.get("bid", word, ""),
        "players": [{"cup": cup, "corks": 2} for cup in cups],
    }
    return GAME.from_position(position, {**case.options, **facts.get("options", table, {})})


def bidding(case: Case) -> Mapping[str, Any]:
    """B2 to B4: what may be done now, and whether one action may."""
    state = _laid_out(case)
    answers: dict[str, Any] = {
        "lowest": lambda: higher_bids(state)[0].notation,
        "highest": lambda: higher_bids(state)[-1].notation,
        "bids": len(higher_bids(state)),
        "doubt": DOUBT in legal(state),
    }
    action = case.facts.get("action", word, None)
    if action is not None:
        answers["allowed"] = GAME.parse(action) in legal(state)
    return answers


def doubt(case: Case) -> Mapping[str, Any]:
    """C1 and C2: how many dice there are of what was bid, and who loses a cork."""
    state = _laid_out(case)
    if state.bid is None:
        raise Misunderstood(Text("conform.missing", field="bid"))
    there = course.found(state, state.bid.face)
    loser = course.wrong(state, there)
    return {"found": there, "loses": None if loser is None else loser + 1}


def automa(case: Case) -> Mapping[str, Any]:
    """What an automa does from what its seat may know, with exact chances."""
    player = case.facts.get("automa", among(GAME.bots))
    state = _laid_out(case)
    chances = decision_odds(GAME, GAME.view(state, state.turn), player(), state.turn)
    return {"outcomes": Possible(tuple(({"do": notation_of(action)}, p) for action, p in chances.items()))}


ADAPTER = Adapter({"bidding": bidding, "doubt": doubt, "automa": automa})
