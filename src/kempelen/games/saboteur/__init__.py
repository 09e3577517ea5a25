"""Saboteur with the third role and the computer players of project group 018."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kempelen.behaviour.document import Page, page_of
from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadNotation, BadSetup
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.table import HIDDEN, Seat, Table
from kempelen.games.saboteur.automa.solitaire import GOLD_SEEKERS, SABOTEURS, STONE_SEEKERS, ComputerPlayer
from kempelen.games.saboteur.face.scene import scene
from kempelen.games.saboteur.files.position import from_position, to_position
from kempelen.games.saboteur.rules import course, view
from kempelen.games.saboteur.rules.actions import DISCARD, parse
from kempelen.games.saboteur.rules.cards import BY_NAME, NAMES
from kempelen.games.saboteur.rules.legal import hint, objection
from kempelen.games.saboteur.rules.setup import NUGGET, VARIANTS, lesson
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES, State
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text

__all__ = ["GAME", "Saboteur"]

_ROLES = {f"role_{name}": role for role, name in ROLE_NAMES.items()}
_GOALS = {f"goal_{name}": goal for goal, name in GOAL_NAMES.items()}
_NUGGETS = {f"nuggets_{n}": NUGGET + n for n in (1, 2, 3)}
_BY_TEXT: Mapping[str, int] = {**BY_NAME, **_ROLES, **_GOALS, **_NUGGETS}
_TEXTS = {thing: text for text, thing in _BY_TEXT.items()} | dict(enumerate(NAMES))


class Saboteur(Game[State]):
    """The engine's door to the game; the rules are in the modules beside this one."""

    name = "saboteur"
    package = "kempelen.games.saboteur"
    version = "1"
    scenarios = (*VARIANTS, "first")
    bots: ClassVar = {"rule": ComputerPlayer, "random": RandomPlayer}
    credits = (Text("saboteur.credits"),)
    physical = frozenset({"cards", "roles", "goals", "nuggets"})

    def new(self, setup: Setup, table: Table) -> State:
        options = self.rulings.resolve(setup.options)
        position = lesson() if setup.scenario == "first" and setup.position is None else setup.position
        if position is None:
            return course.new(setup, options, table)
        table.state = state = from_position(position, options)
        course.deal_hidden(state, table)
        return state

    def check_setup(self, setup: Setup) -> None:
        super().check_setup(setup)
        if setup.position is not None:
            state = self.from_position(setup.position, setup.options)
            if state.players != len(setup.seats):
                raise BadSetup(Text("setup.position_players", n=state.players, seats=len(setup.seats)))
            if setup.scenario in VARIANTS and state.variant.name != setup.scenario:
                raise BadSetup(Text("setup.position_scenario", here=state.variant.name, asked=setup.scenario))

    def step(self, state: State, table: Table) -> None:
        course.step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        return Outcome(state.ending.winners, state.ending.reason, tuple(state.scores))

    def view(self, state: State, seat: Seat) -> State:
        return view.view(state, seat)

    def redeal(self, view_: State, dice: Dice) -> State:
        return view.redeal(view_, dice)

    def parse(self, notation: str) -> Any:
        return parse(notation)

    def scene(self, view_: State, say: Say) -> Scene:
        return scene(view_, say)

    def card_text(self, card: int) -> str:
        return _TEXTS[card]

    def card_from(self, text: str) -> int:
        if text not in _BY_TEXT:
            raise BadNotation(Text("saboteur.notation.card", card=text))
        return _BY_TEXT[text]

    def objection(self, state: State, seat: Seat, action: Any) -> Text | None:
        return objection(state, seat, action)

    def pages(self) -> Sequence[Page]:
        actions = ("R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R25", "R29")
        return (
            page_of(GOLD_SEEKERS, actions),
            page_of(STONE_SEEKERS, actions),
            page_of(SABOTEURS, (*actions, "R24", "R26")),
        )

    def row_facts(self, state: State) -> Mapping[str, Any]:
        """The roles; not in the commercial game, where every round deals them anew."""
        return {"role": [ROLE_NAMES[role] for role in state.roles]} if state.variant.third_role else {}

    def seat_counts(self, scenario: str) -> range:
        return VARIANTS[scenario].players if scenario in VARIANTS else range(3, 4)

    def public_notation(self, state: State, notation: str) -> str:
        if notation.startswith("discard") and not state.variant.third_role:
            return DISCARD[HIDDEN].notation
        return notation

    def hint(self, setup: Setup, view_: State, seat: Seat) -> Text | None:
        return hint(view_, seat) if setup.scenario == "first" else None

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return from_position(position, self.rulings.resolve(options))

    def to_position(self, state: State) -> dict[str, Any]:
        return to_position(state)

    def options_of(self, state: State) -> Mapping[str, str]:
        return self.rulings.changed(state.options)


GAME = Saboteur()
