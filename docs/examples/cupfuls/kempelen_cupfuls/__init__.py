"""Cupfuls: a game of hidden dice, complete, to show what Trove does not need.

Secrets that are not cards, a chart and a list as automas, a first game with hints, objections, options, worked cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kempelen.behaviour.document import Page, chart_page, page_of
from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.numbers import number_in
from kempelen.engine.player import RandomPlayer
from kempelen.engine.replay import ROLLS
from kempelen.engine.table import Seat, Table
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text
from kempelen_cupfuls.automa.landlady import LANDLADY, Landlady
from kempelen_cupfuls.automa.miser import MISER, Miser
from kempelen_cupfuls.face.hints import hint
from kempelen_cupfuls.face.scene import scene
from kempelen_cupfuls.files.notation import parse
from kempelen_cupfuls.files.position import from_position, to_position
from kempelen_cupfuls.rules import course
from kempelen_cupfuls.rules.actions import MOST_PLAYERS, Action
from kempelen_cupfuls.rules.objections import objection
from kempelen_cupfuls.rules.state import CORKS, State
from kempelen_cupfuls.rules.view import redeal, view

__all__ = ["GAME", "Cupfuls"]


class Cupfuls(Game[State]):
    """The engine's door to the game; everything is in the rooms beside this one."""

    name = "cupfuls"
    package = "kempelen_cupfuls"
    scenarios = tuple(CORKS)
    bots: ClassVar = {"landlady": Landlady, "miser": Miser, "random": RandomPlayer}
    physical = frozenset(map(course.cup_name, range(MOST_PLAYERS)))
    own_dice = frozenset({ROLLS})
    example_fact = "players.2.corks=1"

    def new(self, setup: Setup, table: Table) -> State:
        options = self.rulings.resolve(setup.options)
        if setup.position is None:
            return course.new(setup.scenario, len(setup.seats), options, table)
        state = from_position(setup.position, options)
        table.state = state
        return state

    def step(self, state: State, table: Table) -> None:
        course.step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        """It ends with the first player who has no cork left; the most corks win (C4)."""
        if min(state.corks) > 0:
            return None
        most = max(state.corks)
        winners = tuple(seat for seat, corks in enumerate(state.corks) if corks == most)
        return Outcome(winners, "corks", tuple(state.corks))

    def view(self, state: State, seat: Seat) -> State:
        return view(state, seat)

    def redeal(self, view: State, dice: Dice) -> State:
        return redeal(view, dice)

    def seat_counts(self, scenario: str) -> range:
        return range(2, 3) if scenario == "first" else range(2, MOST_PLAYERS + 1)

    def parse(self, notation: str) -> Action:
        return parse(notation)

    def card_text(self, card: int) -> str:
        return str(card)

    def card_from(self, text: str) -> int:
        face = number_in(text, 1, 6)
        if face is None:
            raise BadNotation(Text("cupfuls.no_face", face=text))
        return face

    def objection(self, state: State, seat: Seat, action: Action) -> Text | None:
        return objection(state, action)

    def hint(self, setup: Setup, view: State, seat: Seat) -> Text | None:
        return hint(view, seat) if setup.scenario == "first" else None

    def on_table(self, people: frozenset[Seat]) -> frozenset[str]:
        """People shake their own cups; the program shakes the automas', so that nobody sees their dice."""
        return frozenset(map(course.cup_name, people))

    def scene(self, view: State, say: Say) -> Scene:
        return scene(view, say)

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return from_position(position, self.rulings.resolve(options))

    def to_position(self, state: State) -> dict[str, Any]:
        return to_position(state)

    def options_of(self, state: State) -> Mapping[str, str]:
        return self.rulings.changed(state.options)

    def pages(self) -> Sequence[Page]:
        return (chart_page(LANDLADY, after=(Text("cupfuls.page.landlady"),)), page_of(MISER, ("Q3",)))


GAME = Cupfuls()
