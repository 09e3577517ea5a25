"""Whole games with the automa watched: each of its decisions beside what the reference allows.

This is the only module here that knows the program: its door, its tables, and how a why looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kempelen.behaviour.trace import Cite, Step
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.table import Choice, Decision, DirectTable, Table, notation_of
from kempelen.games.undaunted import GAME
from tests.references.undaunted.board import kind, read_table
from tests.references.undaunted.charts import BOLSTER, EDITIONS, Answer, NotEnoughDice, answers, take_more

__all__ = ["BOTS", "Decided", "Difference", "compare", "differences", "games", "watched"]

BOTS = (
    ("solitaire", "scripted"),
    ("random", "solitaire"),
    ("solitaire", "solitaire"),
    ("scripted", "solitaire"),
    ("solitaire", "random"),
)
"""Who plays the US and the German side, from game to game."""
SEATS = ("us", "de")
WHERE_TO = frozenset({"Q24", "Q35", "Q47", "Q48", "Q61", "Q62", "Q63", "Q64", "Q65", "Q66"})
WHOM = frozenset({"Q40", "Q51", "Q52", "Q53", "Q55"})
BY_TARGET = {"main target": ({"Q51"},), "provided": ({"Q40"},), "table": ({"Q52"}, {"Q55"}), "two lower": ({"Q53"},)}
"""The readings a why cites for a target; with several sets any of them."""


@dataclass
class Decided:
    """One decision of the automa: the table before it, the dice it rolled, what it did and why."""

    game: str
    """Scenario, bots, edition and seed: enough to play it again."""
    number: int
    position: Mapping[str, Any]
    edition: str
    action: str
    legal: bool
    dice: list[int] = field(default_factory=list)
    why: list[Step] = field(default_factory=list)
    bolstering: str = ""
    """The card whose Bolster goes on with this decision."""
    left: int = 0
    """How many cards that Bolster may still take."""


@dataclass
class Difference:
    """Where the program does or says something that the documents do not."""

    what: str
    """legal, card, action, modifier, dice, asked, toward, cites."""
    game: str
    number: int
    said: Any
    allowed: Any
    action: str

    def __str__(self) -> str:
        return (
            f"{self.game}, decision {self.number} ({self.action}): {self.what} {self.said!r}, allowed {self.allowed!r}"
        )


class Watched:
    """The automa, and a note of everything it decides."""

    def __init__(self, game: str, edition: str, seen: list[Decided]) -> None:
        self.automa = GAME.bots["solitaire"]()
        self.game, self.edition, self.seen = game, edition, seen
        self.bolstering, self.left = "", 0

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        assert isinstance(table, Noting)
        position = GAME.to_position(table.state)
        table.noted.clear()
        choice = self.automa.decide(decision, table)
        action = notation_of(choice.action)
        legal = action in map(notation_of, decision.options)
        assert choice.trace is not None
        one = Decided(self.game, len(self.seen) + 1, position, self.edition, action, legal)
        one.dice, one.why = list(table.noted), list(choice.trace)
        match action.split():
            case ["take", count, _]:
                one.bolstering, one.left = self.bolstering, self.left
                self.left -= int(count)
            case [card, "bolster", count, _]:
                self.bolstering, self.left = card, BOLSTER[kind(card)] - int(count)
        self.seen.append(one)
        return choice


class Noting(DirectTable):
    """A table that keeps the ten-sided dice of the decision that is being made."""

    noted: list[int]

    def roll(self, die: int, why: str) -> int:
        face = super().roll(die, why)
        self.noted.append(face)
        return face


def watched(scenario: str, bots: Sequence[str], seed: str, edition: str = "en") -> list[Decided]:
    """Play one whole game; every decision of the automas in it."""
    seen: list[Decided] = []
    setup = Setup("undaunted", scenario, tuple(bots), GAME.editions[edition], edition=edition)
    name = f"{scenario} {','.join(bots)} {edition} seed {seed!r}"
    players = [Watched(name, edition, seen) if bot == "solitaire" else GAME.bots[bot]() for bot in bots]
    table = Noting(GAME, players, TapeDice(seed), tracing=True)
    table.noted = []
    state = table.state = GAME.new(setup, table)
    while GAME.outcome(state) is None:
        GAME.step(state, table)
    return seen


def games(scenario: str, least: int, edition: str = "en") -> Iterator[Decided]:
    """Whole games of a scenario, with the bots by turns, until there are so many decisions."""
    count = number = 0
    while count < least:
        for one in watched(scenario, BOTS[number % len(BOTS)], f"{scenario} {number}", edition):
            count += 1
            yield one
        number += 1


# -- what the why says


def _said_modifier(why: Sequence[Step]) -> int | None:
    said = [dict(step.text.fields)["drm"] for step in why if step.text.key == "chart.rolled"]
    return int(str(said[-1]).replace("\u2212", "-")) if said else None


def _said_questions(why: Sequence[Step]) -> tuple[tuple[str, bool], ...]:
    """The author's numbered questions with their answers; steps that he did not number are left out."""
    asked = []
    for step in why:
        if step.text.key in ("chart.yes", "chart.no"):
            cites = [source for source in step.sources if isinstance(source, Cite)]
            item = cites[0].item if cites else ""
            yes = step.text.key == "chart.yes"
            if cites and cites[0].section in ("SERGEANT", "GUIDE") and item == "1":
                yes = not yes  # the author asks whether no cards are left, the program whether some are
            if item[:1] in "123456789" and item:
                asked.append((item, yes))
    return tuple(asked)


def _cited(why: Sequence[Step]) -> set[str]:
    """Readings that the why cites beside the chart's own lines."""
    return {
        str(source).removeprefix("undaunted:")
        for step in why
        if not step.text.key.startswith("chart.")
        for source in step.sources
        if not isinstance(source, Cite)
    }


def _said_toward(why: Sequence[Step]) -> str:
    """The tile the why says a unit goes toward."""
    return next((str(dict(step.text.fields)["goal"]) for step in why if "goal" in dict(step.text.fields)), "")


# -- the comparison


def _faults(one: Decided, answer: Answer) -> list[tuple[str, Any, Any]]:
    """In which points the program's decision is not this answer; the weightiest first."""
    faults: list[tuple[str, Any, Any]] = []

    def same(what: str, said: Any, allowed: Any) -> None:
        if said != allowed:
            faults.append((what, said, allowed))

    same("action", one.action, answer.action)
    same("modifier", _said_modifier(one.why), answer.modifier)
    same("dice", len(one.dice), answer.used)
    same("asked", _said_questions(one.why), answer.asked)
    cited = (WHERE_TO | WHOM) & _cited(one.why)
    readings = set(answer.by.split())
    if answer.by in BY_TARGET:
        if cited not in BY_TARGET[answer.by]:
            faults.append(("cites", sorted(cited), [sorted(some) for some in BY_TARGET[answer.by]]))
    elif "Q24" in readings:
        # A guided unit's why may stop at the list of GUIDE; what it says beyond that must be so.
        if "Q24" not in cited or not cited <= readings:
            faults.append(("cites", sorted(cited), sorted(readings)))
    elif readings:
        same("cites", sorted(cited), sorted(readings))
    if readings & {"Q62", "Q63", "Q66"} and "Q24" not in readings:
        same("toward", _said_toward(one.why), answer.toward)
    return faults


def compare(one: Decided) -> list[Difference]:
    """What the program did or said that the documents do not; nothing if all is well."""

    def difference(what: str, said: Any, allowed: Any) -> Difference:
        return Difference(what, one.game, one.number, said, allowed, one.action)

    found = [] if one.legal else [difference("legal", one.action, "an action of the legal list")]
    table = read_table(one.position, GAME.scenario_file(one.position["scenario"]))
    if one.bolstering:
        pile = take_more(table, one.bolstering)
        wanted = f"take {min(one.left, table.own.supply[pile])} {pile}"
        return found if one.action == wanted else [*found, difference("action", one.action, wanted)]
    try:
        allowed = answers(table, one.dice, EDITIONS[one.edition])
    except NotEnoughDice:
        return [*found, difference("dice", one.dice, "another roll")]
    tried = [_faults(one, answer) for answer in allowed]
    best = min(tried, key=lambda faults: (any(what == "action" for what, _, _ in faults), len(faults)))
    if best and best[0][0] == "action":
        return [*found, difference("action", one.action, sorted({answer.action for answer in allowed}))]
    return found + [difference(*fault) for fault in best]


def differences(decisions: Sequence[Decided]) -> list[Difference]:
    return [difference for one in decisions for difference in compare(one)]
