"""How hard a game is to be, where one can choose: an option called `level`, or bots that are called by their levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kempelen.engine.game import Game

__all__ = ["LEVEL", "at_level", "level_bots", "levels_of", "usual_level"]

LEVEL = "level"
ORDER = ("easy", "normal", "middle", "hard")
"""From easy to hard; a game uses some of these names."""


def levels_of(game: Game[Any]) -> tuple[str, ...]:
    """The levels of a game, the easiest first; none if there is nothing to choose."""
    known = game.rulings[LEVEL].values if LEVEL in game.rulings else game.bots
    found = tuple(name for name in ORDER if name in known)
    return found if len(found) > 1 else ()


def level_bots(game: Game[Any]) -> tuple[str, ...]:
    """The bots that are the levels; none where it is an option of the rules."""
    return () if LEVEL in game.rulings else levels_of(game)


def usual_level(game: Game[Any]) -> str:
    """The level of whoever does not choose; empty if there are none."""
    if not levels_of(game):
        return ""
    return game.rulings[LEVEL].default if LEVEL in game.rulings else game.automa


def at_level(game: Game[Any], level: str) -> tuple[Game[Any], dict[str, str]]:
    """The game with an automa of this level, and the options for it; a level that it does not have changes nothing."""
    if level not in levels_of(game):
        return game, {}
    if LEVEL in game.rulings:
        return game, {LEVEL: level}
    return replace(game, bots={level: game.bots[level], **game.bots}), {}  # the first bot is the automa
