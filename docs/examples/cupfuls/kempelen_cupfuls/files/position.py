"""A table of Cupfuls as a file: plain data, checked when it is read.

game = "cupfuls"
scenario = "basic"
open = 4                    # the open die
turn = 2                    # player 2 bids or doubts
bid = "2x5"                 # by the player before; left out at the beginning of a round

[[players]]
cup = [2, 5, 5]
corks = 2

[[players]]
cup = [0, 0, 0]             # 0 is a die nobody has named
corks = 1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kempelen.engine.files.position import Faults, shaped
from kempelen.engine.table import HIDDEN
from kempelen_cupfuls.files.notation import bid_from
from kempelen_cupfuls.rules.actions import DICE, MOST_PLAYERS
from kempelen_cupfuls.rules.state import CORKS, State

__all__ = ["from_position", "to_position"]

LONGEST_GAME = 1000
"""Rounds; with Q1=nobody there is no last one by rule."""

_bad = Faults("cupfuls.position")


@dataclass(slots=True)
class PlayerFile:
    cup: list[int]
    corks: int


@dataclass(slots=True)
class PositionFile:
    game: str
    players: list[PlayerFile]
    open: int
    scenario: str = "basic"
    turn: int = 1
    bid: str = ""
    round: int = 1


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The state a position describes; raises BadPosition naming the field."""
    p = shaped(PositionFile, position)
    if p.scenario not in CORKS:
        raise _bad("scenario", "scenario", value=p.scenario, known=", ".join(CORKS))
    players = len(p.players)
    if not 2 <= players <= MOST_PLAYERS:
        raise _bad("players", "players", n=players, most=MOST_PLAYERS)
    for n, player in enumerate(p.players):
        if len(player.cup) != DICE:
            raise _bad("dice", "players", n, "cup", n=len(player.cup), wanted=DICE)
        for m, die in enumerate(player.cup):
            _bad.in_range(die, 0, 6, "players", n, "cup", m)
        _bad.in_range(player.corks, 0, CORKS[p.scenario], "players", n, "corks")
    state = State(
        options,
        p.scenario,
        [sorted(die or HIDDEN for die in player.cup) for player in p.players],
        [player.corks for player in p.players],
        _bad.in_range(p.open, 1, 6, "open"),
        _bad.in_range(p.turn, 1, players, "turn") - 1,
        bid_from(p.bid),
        _bad.in_range(p.round, 1, LONGEST_GAME, "round"),
    )
    if p.bid and (state.bid is None or state.bid.count > state.dice):
        raise _bad("bid", "bid", value=p.bid, n=state.dice)
    return state


def to_position(s: State) -> dict[str, Any]:
    """The inverse of `from_position`."""
    return {
        "game": "cupfuls",
        "scenario": s.scenario,
        "open": s.open_die,
        "turn": s.turn + 1,
        "bid": "" if s.bid is None else f"{s.bid.count}x{s.bid.face}",
        "round": s.round,
        "players": [
            {"cup": [0 if die == HIDDEN else die for die in cup], "corks": corks}
            for cup, corks in zip(s.cups, s.corks, strict=True)
        ],
    }
