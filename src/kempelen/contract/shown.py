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
from kempelen.text.say import LANGUAGES, MissingText

__all__ = ["GOAL_LETTERS", "tells_how_it_stands"]

GOAL_LETTERS = 90
"""So many letters of a goal fit above a table."""
AT_FIRST, THEN = 12, 15
"""Every one of the first decisions is looked at, then every so manieth."""


def tells_how_it_stands(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """At a decision every seat, and who only watches, reads a goal that fits and sees all seats, in every language.

    That none of it depends on what a seat cannot see is asked by `views_hide`, which compares whole pictures.
    """
    problems: dict[str, None] = {}
    looked = _Looked(game, setup, problems)
    table = DirectTable(game, [_Looker(bot, looked) for bot in players_of(game, setup, seed)], TapeDice(seed))
    table.state = game.new(setup, table)
    while game.outcome(table.state) is None:
        game.step(table.state, table)
    looked.at(table.state)
    problems |= dict.fromkeys(_of_the_end(game, setup, table.state))
    problems |= dict.fromkeys(_of_scenarios(game))
    return [f"seed {seed}: {problem}" for problem in problems][:5]


class _Looked:
    """Looks at tables through everybody's eyes."""

    def __init__(self, game: Game[Any], setup: Setup, problems: dict[str, None]) -> None:
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
                self.problems[str(missing)] = None
                continue
            for lang, scene in zip(LANGUAGES, scenes, strict=True):
                where = f"{lang}, seat {seat}"
                self.problems |= dict.fromkeys(f"{where}: {problem}" for problem in self._of(scene))
            self.problems |= dict.fromkeys(f"seat {seat}: {problem}" for problem in _differences(*scenes))

    def _of(self, scene: Scene) -> Iterator[str]:
        status = scene.status
        if status is None:
            yield "the scene has no status"
            return
        if not 0 < len(status.goal) <= GOAL_LETTERS:
            yield f"a goal of {len(status.goal)} letters, at most {GOAL_LETTERS} fit: {status.goal!r}"
        if not all(status.how) or not status.how:
            yield "nobody says how to win"
        seats = [tray.seat for tray in scene.trays if tray.kind == "seat"]
        for name in self.game.speech.seat_names(self.setup):
            if seats.count(name) != 1:
                yield f"{seats.count(name)} trays of the kind `seat` for seat {name}"
        facts = [fact for tray in scene.trays for fact in tray.facts]
        facts += [fact for shape in scene.everything() for fact in shape.facts]
        if not all(fact.label for fact in facts):
            yield "a fact without words"


def _differences(one: Scene, other: Scene) -> Iterator[str]:
    """The same things have a name and words in every language, or in none."""
    for a, b in zip(one.everything(), other.everything(), strict=True):
        if a.id != b.id:
            yield f"{a.id} in one language, {b.id} in another"
        elif bool(a.label) != bool(b.label):
            yield f"{a.id} has a label in one language only"
        elif _shape_of(a) != _shape_of(b):
            yield f"{a.id} has other facts or terms in another language"
        elif not all(term and words for term, words in (*a.about, *b.about)):
            yield f"{a.id} has a term without words"


def _shape_of(shape: Shape) -> tuple[int, int]:
    return len(shape.facts), len(shape.about)


def _of_the_end(game: Game[Any], setup: Setup, state: Any) -> Iterator[str]:
    """What decided it can be said, and all seats have the same numbers."""
    outcome = game.outcome(state)
    assert outcome is not None
    if outcome.because is None:
        yield "the outcome does not say what decided it (because)"
        return
    if outcome.stats and len({tuple(stat.label for stat in row) for row in outcome.stats}) > 1:
        yield "seats have different statistics"
    if len(outcome.stats) not in (0, len(setup.seats)):
        yield f"statistics of {len(outcome.stats)} seats, and {len(setup.seats)} played"
    for lang in LANGUAGES:
        say = say_in(lang)
        try:
            say.of(outcome.because)
            for row in outcome.stats:
                for stat in row:
                    say.of(stat.label)
                    say.of(stat.value)
        except MissingText as missing:
            yield str(missing)


def _of_scenarios(game: Game[Any]) -> Iterator[str]:
    for scenario, facts in game.scenario_facts.items():
        if scenario not in game.scenarios:
            yield f"facts about {scenario}, which is no scenario"
        for lang in LANGUAGES:
            if not say_in(lang).has(facts.goal.key):
                yield f"no text {facts.goal.key!r} in {lang}"


class _Looker(Player):
    """Lets somebody look at the table before it decides."""

    def __init__(self, bot: Player, looked: _Looked) -> None:
        self.bot, self.looked = bot, looked

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        self.looked.now(table.state)
        return self.bot.decide(decision, table)
