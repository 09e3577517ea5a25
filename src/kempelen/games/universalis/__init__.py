"""Universalis, the skirmish wargame: every rule of the rulebook 0.1.0, with gaps closed by numbered readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from kempelen.behaviour.document import Page
from kempelen.desk.adviser import Adviser
from kempelen.desk.calculator import Calculation
from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.replay import ROLLS
from kempelen.engine.table import Seat, Table
from kempelen.games.universalis.automa.pages import pages
from kempelen.games.universalis.automa.solitaire import LEVEL_BOTS
from kempelen.games.universalis.desk.calculators import adviser, calculations
from kempelen.games.universalis.face.card_sheet import card_sheet
from kempelen.games.universalis.face.hints import hint
from kempelen.games.universalis.face.scene import scene
from kempelen.games.universalis.files.muster import FACTIONS, battle, muster, shipped_roster, start_file
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.position import from_position, to_position
from kempelen.games.universalis.files.scenarios import NAMES, new_state, scenario
from kempelen.games.universalis.players.charger import Charger
from kempelen.games.universalis.rules import course, view
from kempelen.games.universalis.rules.state import State
from kempelen.parts.rosters import Muster
from kempelen.printing import Sheet
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text

__all__ = ["GAME", "Universalis"]


class Universalis(Game[State]):
    """The engine's door to the game; the rules are in the modules beside this one."""

    name = "universalis"
    package = "kempelen.games.universalis"
    version = "2"
    scenarios = NAMES
    bots: ClassVar = {**LEVEL_BOTS, "charge": Charger, "random": RandomPlayer}
    bench_scenario = "border_post"
    factions = FACTIONS
    own_dice = frozenset({ROLLS, "tie", "orphans", "melee"})
    example_fact = "A2.at=[34.5, 20]"
    credits = (Text("universalis.credits"),)

    def new(self, setup: Setup, table: Table) -> State:
        options = self.rulings.resolve(setup.options)
        if setup.position is not None:
            table.state = state = from_position(setup.position, options)
        else:
            state = new_state(scenario(setup.scenario), options, table)
        if "human" not in setup.seats:
            state.cap = state.rules.match_rounds  # G75: bots among themselves must come to an end
        return state

    def check_setup(self, setup: Setup) -> None:
        super().check_setup(setup)
        if setup.position is not None:
            self.from_position(setup.position, setup.options)

    def step(self, state: State, table: Table) -> None:
        course.step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        ending = state.ending
        if ending is None:
            return None
        return Outcome(ending.winners, ending.reason, tuple(state.scores), capped=ending.reason == "rounds")

    def view(self, state: State, seat: Seat) -> State:
        return view.view(state, seat)

    def redeal(self, view_: State, dice: Dice) -> State:
        return view.redeal(view_, dice)

    def hint(self, setup: Setup, view_: State, seat: Seat) -> Text | None:
        if setup.scenario != "first" or setup.position is not None:
            return None
        return hint(self, view_, seat)

    def pages(self) -> Sequence[Page]:
        return pages()

    def parse(self, notation: str) -> Any:
        return parse(notation)

    def scene(self, view_: State, say: Say) -> Scene:
        return scene(view_, say)

    def card_text(self, card: Any) -> str:
        return str(card)

    def card_from(self, text: str) -> Any:
        raise BadNotation(Text("universalis.notation.card"))

    def row_facts(self, state: State) -> Mapping[str, Any]:
        """Missions and groups a side, and how many models were put out."""
        return {
            "mission": list(state.missions),
            "faction": [next(m.card.faction for m in state.models if m.seat == seat) for seat in (0, 1)],
            "rounds": state.round,
            "out": sum(m.out for m in state.models),
        }

    def seat_counts(self, scenario: str) -> range:
        return range(2, 3)

    def position_seats(self, position: Mapping[str, Any]) -> int:
        return 2

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return from_position(position, self.rulings.resolve(options))

    def to_position(self, state: State) -> dict[str, Any]:
        return to_position(state)

    def calculations(
        self, options: Mapping[str, str], groups: Sequence[Mapping[str, Any]] = ()
    ) -> Sequence[Calculation]:
        return calculations(options, groups)

    def adviser(self, options: Mapping[str, str]) -> Adviser:
        return adviser(options)

    def bench_works(self) -> Mapping[str, Callable[[], Sequence[Callable[[], object]]]]:
        from kempelen.games.universalis.lab.benches import works

        return works()

    def roster_file(self, name: str) -> Mapping[str, Any] | None:
        return shipped_roster(name)

    def muster(self, data: Mapping[str, Any]) -> Muster:
        return muster(data)

    def roster_start(self, faction: str, say: Say) -> str:
        return start_file(faction, say)

    def roster_battle(self, groups: Sequence[Mapping[str, Any]], scenario: str) -> dict[str, Any]:
        return battle(groups, scenario)

    def roster_cards(self, groups: Sequence[Mapping[str, Any]], say: Say, *, markers: bool) -> Sheet:
        return card_sheet(groups, say, markers=markers)

    def options_of(self, state: State) -> Mapping[str, str]:
        return self.rulings.changed(state.options)


GAME = Universalis()
