"""A search that looks at everybody's cards. Only the lab has it: how far it gets says how far anybody could get.

It is no player of any game: `Game.player` does not know it, so nobody can meet it at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.search.player import CHEAT, SearchPlayer
from kempelen.engine.search.seen import seen_by
from kempelen.engine.search.trial import Trial
from kempelen.engine.setup import Setup
from kempelen.engine.table import Seat, Table

__all__ = ["CheatingPlayer", "only_in_the_lab"]


class CheatingPlayer(SearchPlayer):
    """Tries its choices in the world as it is. What has not been drawn or rolled yet not even it knows."""

    def trial(self, table: Table, seat: Seat) -> Trial:
        seen = seen_by(self.game, table.state, table.since(), seat, everything=True)
        return replace(super().trial(table, seat), view=table.checkpoint, seen=seen, knows_all=True)


def only_in_the_lab(game: Game[Any], setup: Setup) -> Mapping[str, Callable[..., Player]]:
    """Players that the lab adds to those of a game."""
    return {CHEAT: CheatingPlayer.at(game, setup)}
