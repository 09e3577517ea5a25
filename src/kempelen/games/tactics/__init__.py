"""Tile tactics: unit AIs, The Kraken and The Tyrant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from kempelen.behaviour.document import Page
from kempelen.behaviour.procedure import page
from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadNotation, BadSetup
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.odds import Chance, Inquiry
from kempelen.engine.player import Player, RandomPlayer
from kempelen.engine.table import Seat, Table
from kempelen.games.tactics.automa.opponent import TURN
from kempelen.games.tactics.automa.units import AGGRESSIVE, SHY, TARGET_ORIENTED, wandering
from kempelen.games.tactics.desk.outcomes import activation_chances
from kempelen.games.tactics.face.hints import hint
from kempelen.games.tactics.face.scene import scene
from kempelen.games.tactics.files.maps import SCENARIOS
from kempelen.games.tactics.files.position import from_position
from kempelen.games.tactics.files.written import to_position, to_scenario
from kempelen.games.tactics.lab.benches import bench_works
from kempelen.games.tactics.players.commander import Commander
from kempelen.games.tactics.rules import course, view
from kempelen.games.tactics.rules.actions import parse
from kempelen.games.tactics.rules.cards import HIDDEN_CARD
from kempelen.games.tactics.rules.legal import objection
from kempelen.games.tactics.rules.setup import OPPONENTS_DECK, PLAYERS_DECK, new_state
from kempelen.games.tactics.rules.state import State, thing_word
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text

__all__ = ["GAME", "Tactics"]

LOTS = (
    "attack",
    "nearest enemy",
    "tile",
    "random tile",
    "most distant",
    "target",
    "order",
    "upkeep",
    "spawn",
    "event",
)
"""Lots that the document leaves to the players; all of them are about what lies open on the map."""


class Tactics(Game[State]):
    """The engine's door to the game; the rules are in the modules beside this one."""

    name = "tactics"
    package = "kempelen.games.tactics"
    version = "1"
    scenarios = tuple(SCENARIOS)
    bots: ClassVar[Mapping[str, Callable[[], Player]]] = {"rule": Commander, "random": RandomPlayer}
    credits = (Text("tactics.credits"),)
    physical = frozenset({PLAYERS_DECK, OPPONENTS_DECK})
    own_dice = frozenset(LOTS)

    def new(self, setup: Setup, table: Table) -> State:
        options = self.rulings.resolve(setup.options)
        if setup.position is not None:
            table.state = from_position(setup.position, options)
        else:
            table.state = new_state(setup, options)
        state: State = table.state
        return state

    def step(self, state: State, table: Table) -> None:
        course.step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        ending = state.ending
        if ending is None:
            return None
        return Outcome(ending.winners, ending.reason, capped=ending.reason == "cap")

    def view(self, state: State, seat: Seat) -> State:
        return view.view(state, seat)

    def redeal(self, view_: State, dice: Dice) -> State:
        return view.redeal(view_, dice)

    def parse(self, notation: str) -> Any:
        return parse(notation)

    def scene(self, view_: State, say: Say) -> Scene:
        return scene(view_, say)

    def card_text(self, card: str) -> str:
        return card

    def card_from(self, text: str) -> str:
        if text == HIDDEN_CARD or not re.fullmatch("[a-z_]{1,40}", text):
            raise BadNotation(Text("tactics.notation.card", card=text))
        return text

    def bench_works(self) -> Mapping[str, Callable[[], Sequence[Callable[[], object]]]]:
        return bench_works(self)

    def thing_word(self, notation: str) -> Text | None:
        return thing_word(notation)

    def objection(self, state: State, seat: Seat, action: Any) -> Text | None:
        return objection(state, seat, action)

    def pages(self) -> Sequence[Page]:
        return (
            page(AGGRESSIVE, ("R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11")),
            page(SHY, ("R12", "R13", "R14", "R15", "R16")),
            page(wandering("X"), ("R17", "R18", "R19")),
            page(TARGET_ORIENTED, ("R20", "R21", "R22", "R23", "R24")),
            page(TURN, ("D1", "D2", "D3", "D4", "D5", "D6", "U1", "U2", "U3", "U4", "Y1", "Y2")),
        )

    def odds_of(self, state: State | None, about: Inquiry) -> Sequence[Chance]:
        """Everything the activation of a unit can lead to, the likeliest first."""
        if state is None or not about.unit:
            raise BadSetup(Text("tactics.no.inquiry"))
        return activation_chances(self, state, about.unit)

    def hint(self, setup: Setup, view_: State, seat: Seat) -> Text | None:
        return hint(view_, seat) if setup.scenario == "first" and HIDDEN_CARD not in view_.mats[seat].hand else None

    def row_facts(self, state: State) -> Mapping[str, Any]:
        return {"map": state.rule.map, "rounds": state.round, "marks": state.marks, "level": state.options["level"]}

    def seat_counts(self, scenario: str) -> range:
        counts = SCENARIOS[scenario]
        return range(min(counts), max(counts) + 1)

    def scenario_file(self, scenario: str) -> Mapping[str, Any]:
        """The map for the fewest players with everything on it, to change into one of one's own."""
        setup = Setup(self.name, scenario, ("rule",) * min(SCENARIOS[scenario]))
        return to_scenario(new_state(setup, self.rulings.resolve({})))

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return from_position(position, self.rulings.resolve(options))

    def to_position(self, state: State) -> dict[str, Any]:
        return to_position(state)

    def options_of(self, state: State) -> Mapping[str, str]:
        return self.rulings.changed(state.options)


GAME = Tactics()
