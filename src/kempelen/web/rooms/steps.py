"""What comes after a game: the same a little easier or harder or against another opponent, and the next scenario that
somebody has not won."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.game import Game, Setup, game_named
from kempelen.parts.automas import shipped_sheets
from kempelen.parts.levels import LEVEL, level_bots, levels_of, usual_level
from kempelen.parts.opponents import OPPONENTS
from kempelen.parts.scenarios import in_order
from kempelen.text.say import Say

__all__ = ["level_in", "level_word", "next_scenario", "other_opponent", "otherwise_hard"]
__all__ += ["unusual_level"]

CARELESS = "careless"
"""The easier opponent of a game whose automas have no levels."""


def level_in(setup: Setup) -> str:
    """How hard this set-up is: a level of the game, or `careless`; empty if nothing can be chosen there."""
    game = game_named(setup.game)
    levels = levels_of(game)
    if LEVEL in game.rulings:
        return setup.options.get(LEVEL, usual_level(game)) if levels else ""
    if levels:
        return next((bot for seat in setup.seats if (bot := seat.partition("@")[0]) in levels), "")
    return CARELESS if OPPONENTS[CARELESS] in setup.seats else ""


def level_word(setup: Setup, say: Say) -> str:
    """That level in a word or two."""
    game, level = game_named(setup.game), level_in(setup)
    if level == CARELESS:
        return say("web.end.careless")
    if not level:
        return say("web.end.usual")
    word = game.rulings[LEVEL].values[level][say.lang] if LEVEL in game.rulings else say(f"web.level.{level}")
    return say("web.end.level", level=word)


def unusual_level(setup: Setup, say: Say) -> str:
    """The same where it is not the one that is played without choosing; else nothing."""
    game = game_named(setup.game)
    if LEVEL not in game.rulings or level_in(setup) in ("", usual_level(game)):
        return ""
    return level_word(setup, say)


def otherwise_hard(setup: Setup, by: int) -> Setup | None:
    """The same a level harder (`by` 1) or easier (-1); None if there is none.

    Where a game has no levels, an opponent who slips now and then is easier, if two play against each other.
    """
    game = game_named(setup.game)
    levels, level = levels_of(game), level_in(setup)
    if setup.position is not None:
        return None
    if levels:
        place = levels.index(level) + by if level in levels else -1
        return _at(game, setup, levels[place]) if 0 <= place < len(levels) else None
    if len(setup.seats) != 2 or "human" not in setup.seats:
        return None
    wanted = {-1: (game.automa, OPPONENTS[CARELESS]), 1: (OPPONENTS[CARELESS], game.automa)}[by]
    seats = tuple(wanted[1] if seat == wanted[0] else seat for seat in setup.seats)
    return replace(setup, seats=seats) if seats != setup.seats else None


def _at(game: Game[Any], setup: Setup, level: str) -> Setup:
    if LEVEL in game.rulings:
        return replace(setup, options={**setup.options, LEVEL: level})
    known = level_bots(game)
    return replace(setup, seats=tuple(_seat(seat, level) if _bot(seat) in known else seat for seat in setup.seats))


def _bot(seat: str) -> str:
    return seat.partition("@")[0]


def _seat(seat: str, level: str) -> str:
    _, sign, sheet = seat.partition("@")
    return f"{level}{sign}{sheet}"


def other_opponent(setup: Setup) -> tuple[Setup, Sheet] | None:
    """The same against the next automa that comes with the game, for whoever has nothing harder left; None where the
    opponent is no automa by itself, or is one of somebody's own."""
    game = game_named(setup.game)
    roles = game.automas.vocabulary.roles if game.automas is not None else ()
    if not roles or game.automas is None or setup.position is not None or otherwise_hard(setup, 1) is not None:
        return None
    known = list(shipped_sheets(game).values())
    now = setup.roles.get(next(iter(roles)), game.automas.sheet.id)
    place = next((n for n, sheet in enumerate(known) if sheet.id == now), None)
    if place is None or len(known) < 2:
        return None
    other = known[(place + 1) % len(known)]
    chosen = {} if other is game.automas.sheet else dict.fromkeys(roles, other.id)
    return replace(setup, roles=chosen), other


def next_scenario(game: Game[Any], won: Collection[str]) -> str | None:
    """The first, in the order to play them, that has not been won, for whoever has won one; None once all are."""
    if not won:
        return None
    return next((scenario for scenario in in_order(game) if scenario not in won), None)
