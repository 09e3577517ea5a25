"""Undaunted: Normandy, with the Solitaire A.I. v1.2 by Dylan Cane."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from kempelen.behaviour.document import Page
from kempelen.desk.adviser import Adviser
from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadNotation
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.odds import Chance, Inquiry
from kempelen.engine.player import Player, RandomPlayer
from kempelen.engine.replay import ROLLS
from kempelen.engine.table import HIDDEN, Seat, Table
from kempelen.games.undaunted.automa.pages import pages
from kempelen.games.undaunted.automa.solitaire import Automa
from kempelen.games.undaunted.desk.adviser import adviser
from kempelen.games.undaunted.desk.inquiry import odds_of
from kempelen.games.undaunted.face.hints import hint
from kempelen.games.undaunted.face.scene import scene
from kempelen.games.undaunted.files.notation import parse
from kempelen.games.undaunted.files.position import counters_moved, from_position, scenario_file, to_position
from kempelen.games.undaunted.files.scenario import doubts, problems, sheet
from kempelen.games.undaunted.players.scripted import Opponent
from kempelen.games.undaunted.rules import course, view
from kempelen.games.undaunted.rules.campaign import lines, standing
from kempelen.games.undaunted.rules.cards import BY_NAME, NAMES, Card
from kempelen.games.undaunted.rules.objections import objection
from kempelen.games.undaunted.rules.state import PIN, SIDES, State
from kempelen.parts.campaigns import Result
from kempelen.scene.model import Scene
from kempelen.text.say import Say, Text

__all__ = ["GAME", "Undaunted"]


class Undaunted(Game[State]):
    """The engine's door to the game; the rules are in the modules beside this one."""

    name = "undaunted"
    package = "kempelen.games.undaunted"
    version = "1"
    scenarios = (
        "first",
        "hedges",
        "snipers",
        "orchard",
        "ridge",
        "mortars",
        "raid",
        "convoy",
        "relay",
        "dusk",
        "relief",
        "bridges",
        "platoon",
    )
    bots: ClassVar[Mapping[str, Callable[[], Player]]] = {
        "solitaire": Automa,
        "scripted": Opponent,
        "random": RandomPlayer,
    }
    campaigns = ("patrol", "week")
    example_fact = "us.rifleman-A=C2"
    bench_scenario = "platoon"
    credits = (Text("undaunted.credits"),)
    physical = frozenset(SIDES)
    own_dice = frozenset({ROLLS})
    editions: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {},
        "de": {"Q03": "nothing_fits", "Q26": "swap", "Q35": "or_near"},
    }
    """Options that follow the English or the German text where the two differ in meaning."""

    def new(self, setup: Setup, table: Table) -> State:
        options = self.rulings.resolve(setup.options)
        if setup.position is not None:
            state = from_position(setup.position, options, self.scenarios)
        else:
            state = _start(setup.scenario, self.scenarios, tuple(options.items())).copy()
        for side, who in zip(state.sides, setup.seats, strict=True):
            side.rolls = who == "solitaire"
        table.state = state
        course.deal_hidden(state, table)
        return state

    def step(self, state: State, table: Table) -> None:
        course.step(state, table)

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        scores = tuple(side.points for side in state.sides)
        return Outcome(state.ending.winners, state.ending.reason, scores, state.ending.reason == "capped")

    def view(self, state: State, seat: Seat) -> State:
        return view.view(state, seat)

    def redeal(self, view_: State, dice: Dice) -> State:
        return view.redeal(view_, dice)

    def parse(self, notation: str) -> Any:
        return parse(notation)

    def scene(self, view_: State, say: Say) -> Scene:
        return scene(view_, say)

    def card_text(self, card: Card) -> str:
        return NAMES[card] if card != HIDDEN else "hidden"

    def card_from(self, text: str) -> Card:
        if text not in BY_NAME:
            raise BadNotation(Text("undaunted.notation.card", card=text, known=", ".join(NAMES)))
        return BY_NAME[text]

    def objection(self, state: State, seat: Seat, action: Any) -> Text | None:
        return objection(state, seat, action)

    def pages(self) -> Sequence[Page]:
        return pages(self.rulings.defaults)

    def pages_with(self, options: Mapping[str, str]) -> Sequence[Page]:
        return pages(self.rulings.resolve(options))

    def hint(self, setup: Setup, view_: State, seat: Seat) -> Text | None:
        if setup.scenario != "first" or setup.position is not None or HIDDEN in view_.sides[seat].hand:
            return None
        return hint(view_, seat)

    def campaign_lines(self, results: Sequence[Result]) -> Sequence[Text]:
        return tuple(lines(results))

    def campaign_scores(self, results: Sequence[Result], seats: int) -> tuple[int, ...]:
        return tuple(standing(results, seat).score for seat in range(seats))

    def scenario_file(self, scenario: str) -> Mapping[str, Any]:
        return scenario_file(scenario)

    def scenario_problems(self, state: State) -> Sequence[Text]:
        return tuple(problems(state))

    def scenario_doubts(self, state: State) -> Sequence[Text]:
        return tuple(doubts(state))

    def scenario_sheet(self, state: State) -> Sequence[tuple[Text, Sequence[Text]]]:
        return tuple(sheet(state))

    def adviser(self, options: Mapping[str, str]) -> Adviser:
        return adviser(self.rulings.resolve(options))

    def odds_of(self, state: State | None, about: Inquiry) -> Sequence[Chance]:
        """What a card of the automa does, on a table or by stated facts."""
        return odds_of(self, state, about)

    def on_table(self, people: frozenset[Seat]) -> frozenset[str]:
        """People have their own decks; the program shuffles the automa's."""
        return frozenset(SIDES[seat] for seat in people)

    def row_facts(self, state: State) -> Mapping[str, Any]:
        """Rounds, and for each side its losses and what it had to reach."""
        return {
            "rounds": state.round,
            "losses": [side.casualties for side in state.sides],
            "goal": ["pin" if goal == PIN else "points" for goal in state.scenario.goals],
        }

    def seat_names(self, setup: Setup) -> tuple[str, ...]:
        return SIDES

    def seat_counts(self, scenario: str) -> range:
        return range(2, 3)

    def position_seats(self, position: Mapping[str, Any]) -> int:
        return len(SIDES)

    def from_position(self, position: Mapping[str, Any], options: Mapping[str, str]) -> State:
        return from_position(position, self.rulings.resolve(options), self.scenarios)

    def to_position(self, state: State) -> dict[str, Any]:
        return to_position(state)

    def correct(self, state: State, facts: Mapping[str, Any]) -> State:
        return super().correct(state, counters_moved(to_position(state), facts))

    def options_of(self, state: State) -> Mapping[str, str]:
        return self.rulings.changed(state.options)


@cache
def _start(scenario: str, shipped: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> State:
    """A shipped scenario, set up; to be copied."""
    return from_position(scenario_file(scenario), dict(options), shipped)


GAME = Undaunted()
