"""Whoever looks at a table can say what he must reach, how he stands and who sits there; and at the end, why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kempelen.contract.playing import Problems, players_of
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup, say_in
from kempelen.engine.player import Player
from kempelen.engine.table import Choice, Decision, DirectTable, Table
from kempelen.scene.model import Scene, Shape
from kempelen.text.say import LANGUAGES, MissingText, Text

__all__ = ["GOAL_LETTERS", "tells_how_it_stands"]

GOAL_LETTERS = 90
"""So many letters of a goal fit above a table."""
PIECES = ("unit", "marker")
"""What lies on a board and somebody asks about, as about the cards of a hand."""
UNKNOWN = frozenset({"hidden", "hatched"})
AT_FIRST, THEN = 12, 15
"""Every one of the first decisions is looked at, then every so manieth."""


def tells_how_it_stands(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """At a decision every seat, and who only watches, reads a goal that fits and sees all seats, in every language.

    That none of it depends on what a seat cannot see is asked by `views_hide`, which compares whole pictures.
    """
    problems: dict[Text, None] = {}
    looked = _Looked(game, setup, problems)
    table = DirectTable(game, [_Looker(bot, looked) for bot in players_of(game, setup, seed)], TapeDice(seed))
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        game.step(table.state, table)
    looked.at(table.state)
    problems |= dict.fromkeys(_of_the_end(game, setup, table.state))
    problems |= dict.fromkeys(_of_scenarios(game))
    return [Text("contract.at_seed", seed=seed, problem=problem) for problem in problems][:5]


class _Looked:
    """Looks at tables through everybody's eyes."""

    def __init__(self, game: Game[Any], setup: Setup, problems: dict[Text, None]) -> None:
        self.game, self.setup, self.problems = game, setup, problems
        self.decisions = 0

    def now(self, state: Any) -> None:
        self.decisions += 1
        if self.decisions <= AT_FIRST or self.decisions % THEN == 0:
            self.at(state)

    def at(self, state: Any) -> None:
        for seat in range(-1, len(self.setup.seats)):
            view = self.game.view(state, seat)
            try:
                scenes = [self.game.scene(view, say_in(lang)) for lang in LANGUAGES]
            except MissingText as missing:
                self.problems[Text("contract.missing_text", missing=str(missing))] = None
                continue
            for lang, scene in zip(LANGUAGES, scenes, strict=True):
                if self.game.status(view, say_in(lang)) != scene.status:
                    self.problems[Text("contract.other_status", lang=lang, seat=seat)] = None
                for problem in self._of(scene):
                    self.problems[Text("contract.in_language", lang=lang, seat=seat, problem=problem)] = None
            for problem in _differences(*scenes):
                self.problems[Text("contract.at_seat", seat=seat, problem=problem)] = None

    def _of(self, scene: Scene) -> Iterator[Text]:
        status = scene.status
        if status is None:
            yield Text("contract.no_status")
            return
        if not 0 < len(status.goal) <= GOAL_LETTERS:
            yield Text("contract.goal_letters", n=len(status.goal), most=GOAL_LETTERS, goal=status.goal)
        if not all(status.how) or not status.how:
            yield Text("contract.no_how")
        seats = [tray.seat for tray in scene.trays if tray.kind == "seat"]
        for name in self.game.speech.seat_names(self.setup):
            if seats.count(name) != 1:
                yield Text("contract.seat_trays", n=seats.count(name), seat=name)
        yield from _untold(scene)
        facts = [fact for tray in scene.trays for fact in tray.facts]
        facts += [fact for shape in scene.everything() for fact in shape.facts]
        if not all(fact.label for fact in facts):
            yield Text("contract.fact_words")


def _untold(scene: Scene) -> Iterator[Text]:
    """What one plays with has a name, and says what it is worth to whoever points at it; of what is hidden nothing is
    known."""
    hands = [shape for tray in scene.trays if tray.kind == "hand" for shape in tray.things if shape.role == "card"]
    for shape in (*hands, *(shape for shape in scene.shapes if shape.role in PIECES)):
        if not shape.label:
            yield Text("contract.no_label", thing=shape.id)
        if not shape.about and not shape.facts and not shape.tags & UNKNOWN:
            yield Text("contract.no_about", thing=shape.id)


def _differences(one: Scene, other: Scene) -> Iterator[Text]:
    """The same things have a name and words in every language, or in none."""
    for a, b in zip(one.everything(), other.everything(), strict=True):
        if a.id != b.id:
            yield Text("contract.other_thing", one=a.id, other=b.id)
        elif bool(a.label) != bool(b.label):
            yield Text("contract.label_once", thing=a.id)
        elif _shape_of(a) != _shape_of(b):
            yield Text("contract.other_facts", thing=a.id)
        elif not all(term and words for term, words in (*a.about, *b.about)):
            yield Text("contract.term_words", thing=a.id)


def _shape_of(shape: Shape) -> tuple[int, int]:
    return len(shape.facts), len(shape.about)


def _of_the_end(game: Game[Any], setup: Setup, state: Any) -> Iterator[Text]:
    """What decided it can be said, and all seats have the same numbers."""
    outcome = game.outcome(state)
    assert outcome is not None
    if outcome.because is None:
        yield Text("contract.no_because")
        return
    if outcome.stats and len({tuple(stat.label for stat in row) for row in outcome.stats}) > 1:
        yield Text("contract.stats_differ")
    if len(outcome.stats) not in (0, len(setup.seats)):
        yield Text("contract.stats_seats", n=len(outcome.stats), played=len(setup.seats))
    for lang in LANGUAGES:
        say = say_in(lang)
        try:
            say.of(outcome.because)
            for row in outcome.stats:
                for stat in row:
                    say.of(stat.label)
                    say.of(stat.value)
        except MissingText as missing:
            yield Text("contract.missing_text", missing=str(missing))


def _of_scenarios(game: Game[Any]) -> Iterator[Text]:
    for scenario, facts in game.scenario_facts.items():
        if scenario not in game.scenarios:
            yield Text("contract.no_scenario", scenario=scenario)
        for lang in LANGUAGES:
            if not say_in(lang).has(facts.goal.key):
                yield Text("contract.no_goal_text", key=facts.goal.key, lang=lang)


class _Looker(Player):
    """Lets somebody look at the table before it decides."""

    def __init__(self, bot: Player, looked: _Looked) -> None:
        self.bot, self.looked = bot, looked

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        self.looked.now(table.state)
        return self.bot.decide(decision, table)
