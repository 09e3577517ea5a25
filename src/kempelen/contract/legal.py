"""Every action of every bot is in the legal list of its decision."""

from __future__ import annotations

from typing import Any

from kempelen.contract.playing import Problems, played_directly
from kempelen.engine.errors import NeverEnds
from kempelen.engine.game import Game, Setup
from kempelen.engine.refusal import BotRefused

__all__ = ["bots_keep_to_the_rules"]


def bots_keep_to_the_rules(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """A whole game at a strict table, to its end."""
    try:
        played_directly(game, setup, seed)
    except (BotRefused, NeverEnds) as error:
        return [error.text]
    return []
