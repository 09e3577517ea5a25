"""Where no seat decides and the rules let an automa's units act: what a unit would do, exactly.

A game says which units are to act (`Advice.due`) and what one may do (`Advice.odds_of`); both are asked here alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup
from kempelen.engine.seats import read_spec
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.engine.tables.odds import Inquiry
from kempelen.lab.compare.heard import Heard
from kempelen.parts.advice import Advice
from kempelen.text.say import Say, Text

__all__ = ["Course", "activated", "activations", "heard_of_unit", "plays_units", "unit_name"]


@dataclass(frozen=True, slots=True)
class Course:
    """Something that an activation may come to, in words."""

    text: Text

    @property
    def notation(self) -> str:
        """Nobody types it; it puts outcomes in order."""
        return repr(self.text)


def plays_units(game: Game[Any]) -> bool:
    """Do the rules play what an automa file of this game says, and no seat?"""
    return game.automas is not None and bool(game.automas.vocabulary.roles)


def heard_of_unit(game: Game[Any], state: Any, unit: str, sheet: Sheet | None) -> Heard:
    """If it were activated now, by this automa or by the one of the table; raises a PlayerError."""
    advice = _advice(game)
    assert advice.odds_of is not None
    chances = advice.odds_of(state.copy(), Inquiry(unit=unit, sheet=sheet))
    return Heard(
        {Course(chance.text): chance.p for chance in chances},
        {Course(chance.text): chance.trace for chance in chances if chance.trace is not None},
    )


def activated(game: Game[Any], before: Any, after: Any) -> str | None:
    """The unit that has acted between two states; None if none has."""
    due = _advice(game).due
    assert due is not None
    left = due(after)
    return next((unit for unit in due(before) if unit not in left), None)


def activations(game: Game[Any], setup: Setup, dice: TapeDice) -> Iterator[tuple[Any, str]]:
    """Every activation of a game: the table before it, as everybody sees it, and the unit."""
    table = DirectTable(game, [game.player(read_spec(seat), setup) for seat in setup.seats], dice)
    state = table.state = game.new(setup, table)
    while game.outcome(state) is None:
        before = state.copy()
        game.step(state, table)
        if (unit := activated(game, before, state)) is not None:
            yield game.view(before, SPECTATOR), unit


def unit_name(game: Game[Any], state: Any, unit: str, say: Say) -> str:
    """As it is called in the picture."""
    labels = {shape.id: shape.label for shape in game.scene(state, say).everything()}
    return labels.get(f"unit:{unit}", unit).partition(":")[0]


def _advice(game: Game[Any]) -> Advice[Any]:
    assert game.advice is not None
    return game.advice
