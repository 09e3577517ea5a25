"""Trove: a small game, complete, to show how a game is added to Kempelen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kempelen.behaviour.document import Page, page_of
from kempelen.engine.dice import Dice
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.table import Seat, Table
from kempelen.scene.model import Scene
from kempelen.text.say import Say
from kempelen_trove.automa.dragon import DRAGON, Dragon
from kempelen_trove.face.scene import scene
from kempelen_trove.files.notation import parse
from kempelen_trove.files.position import from_position, to_position
from kempelen_trove.rules import course
from kempelen_trove.rules.actions import Play
from kempelen_trove.rules.state import State
from kempelen_trove.rules.view import redeal, view

__all__ = ["GAME", "Trove"]


class Trove(Game[State]):
    """The engine's door to the game; everything is in the rooms beside this one."""

    name = "trove"
    package = "kempelen_trove"
    scenarios = ("basic",)
    bots: ClassVar = {"dragon": Dragon, "random": RandomPlayer}
    physical = frozenset({"cards"})

    def new(self, setup: Setup, table: Table) -> State:
        options = self.rulings.resolve(setup.options)
        if setup.position is None:
            return course.new(len(setup.seats), options, table)
        state = from_position(setup.position, options)
        table.state = state
        return state

    def step(self, state: State, table: Table) -> None:
        course.step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= course.ROUNDS:
            return None
        most = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == most)
        return Outcome(winners, "treasure", tuple(state.scores))

    def view(self, state: State, seat: Seat) -> State:
        return view(state, seat)

    def redeal(self, view: State, dice: Dice) -> State:
        return redeal(view, dice)

    def seat_counts(self, scenario: str) -> range:
        return range(2, 5)

    def parse(self, notation: str) -> Play:
        return parse(notation)

    def card_text(self, card: int) -> str:
        return str(card)

    def card_from(self, text: str) -> int:
        return int(text)

    def scene(self, view: State, say: Say) -> Scene:
        return scene(view, say)

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return from_position(position, self.rulings.resolve(options))

    def to_position(self, state: State) -> dict[str, Any]:
        return to_position(state)

    def options_of(self, state: State) -> Mapping[str, str]:
        return self.rulings.changed(state.options)

    def pages(self) -> Sequence[Page]:
        return (page_of(DRAGON, ("Q2",)),)


GAME = Trove()
