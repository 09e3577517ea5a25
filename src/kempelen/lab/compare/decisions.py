"""Where two automas decide differently: exactly, on positions of games, without dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.seats import read_spec
from kempelen.engine.table import SPECTATOR, Choice, Decision, Seat, Table
from kempelen.engine.tables.odds import TooManyOutcomes
from kempelen.engine.trace import Trace
from kempelen.lab.compare.heard import Heard, distance, heard_from
from kempelen.lab.compare.tables import Two, table_for
from kempelen.lab.compare.units import activations, heard_of_unit, plays_units, unit_name
from kempelen.lab.experiment import game_seed
from kempelen.lab.lines import count_lines
from kempelen.lab.run import play_through
from kempelen.text.say import Say, Text

__all__ = ["Decisions", "Difference", "decisions_of", "next_difference"]

POSITIONS = 300
"""Decisions that are looked at exactly."""
GAMES = 20
LARGEST = 10
"""Positions that are kept to be shown."""
Look = Callable[[int, int], bool]
"""Whether a decision is looked at, by the number of its game and its own in it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A position on which two automas decide differently."""

    scenario: str
    game: int
    """The number of the game, from 1, and of the decision in it."""
    decision: int
    seat: Seat
    view: Any
    prompt: Text | None
    a: Heard
    b: Heard
    apart: Fraction
    """How much of the chances lies elsewhere."""
    unit: str = ""
    """Where the rules play: which unit acts."""

    @property
    def at(self) -> tuple[int, int]:
        """From here `next_difference` goes on."""
        return self.game, self.decision

    def asked(self, game: Game[Any], say: Say) -> str:
        """What is to be decided here."""
        if self.prompt is not None:
            return say.of(self.prompt)
        return say("automa.unit_acts", unit=unit_name(game, self.view, self.unit, say))


@dataclass(slots=True)
class Decisions:
    """How far two automas decide alike on the same positions."""

    looked: int = 0
    differ: int = 0
    far: Fraction = field(default_factory=Fraction)
    """The sum of their distances: how much of the chances lies elsewhere."""
    by_section: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The card or list that A went by -> decisions, and those that differ."""
    units: bool = False
    """The rules play: what was looked at is what units do."""
    largest: list[Difference] = field(default_factory=list)
    """Positions to show. They stay in their process: tables and whys cannot be sent to another."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Decisions, (self.looked, self.differ, self.far, self.by_section, self.units)

    @property
    def share(self) -> float:
        return float(self.far / self.looked) if self.looked else 0.0

    @property
    def words(self) -> tuple[Text, ...]:
        """How many differ; and, where the rules play, what was not looked at."""
        about: dict[str, Any] = {"n": self.looked, "differ": self.differ, "share": round(self.share * 100, 1)}
        first = Text("automa.compare_differ" if self.differ else "automa.compare_same", **about)
        if not self.looked:
            first = Text("automa.compare_nowhere")
        return (first, Text("automa.compare_units")) if self.units else (first,)

    def add(self, found: Difference) -> None:
        self.looked += 1
        self.far += found.apart
        self.differ += found.apart > 0
        section = section_of(found.a.why)
        looked, differ = self.by_section.get(section, (0, 0))
        self.by_section[section] = looked + 1, differ + (found.apart > 0)
        if found.apart:
            self.largest.append(found)
            self.largest.sort(key=lambda one: (-one.apart, one.at))
            del self.largest[LARGEST:]


def section_of(why: Trace | None) -> str:
    """The key of the card or list that a decision was made by; empty if the why names none."""
    counts: dict[str, tuple[int, int]] = {}
    if why is not None:
        count_lines(why, counts)
    return next(iter(counts), "").rpartition("/")[0]


class _Both:
    """Plays like one of them, and notes what the other would have done."""

    def __init__(self, game: Game[Any], one: Player, other: Player, look: Callable[[int], bool]) -> None:
        self.game, self.one, self.other, self.look = game, one, other, look
        self.decisions = 0
        self.found: list[tuple[int, Decision[Any], Any, Heard, Heard]] = []

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        self.decisions += 1
        if self.look(self.decisions):
            view = decision.view().copy()  # it is shown later, when the game has gone on
            try:
                a, b = (heard_from(self.game, view, player, decision.seat) for player in (self.one, self.other))
            except (TooManyOutcomes, IllegalAction):
                pass
            else:
                self.found.append((self.decisions, decision, view, a, b))
        return self.one.decide(decision, table)


def _looked(two: Two, numbers: range, look: Look) -> Iterator[Difference]:
    """Every decision of these games with A on which both were asked; where the rules play, every activation."""
    by = _by_units if plays_units(two.game) else _by_seats
    for number in numbers:
        yield from by(two, number, look)


def _by_seats(two: Two, number: int, look: Look) -> Iterator[Difference]:
    """The decisions of A's seat in one game."""
    game = two.game
    ours, theirs = (table_for(game, two.scenario, sheet, two.options) for sheet in (two.a, two.b))
    players = [game.player(read_spec(seat), ours) for seat in ours.seats]
    other = game.player(read_spec(theirs.seats[0]), theirs)
    both = _Both(game, players[0], other, lambda n: look(number, n))
    players[0] = both
    play_through(game, ours, players, TapeDice(game_seed("compare", number)))
    for n, decision, view, a, b in both.found:
        apart = distance(a.odds, b.odds)
        yield Difference(two.scenario, number, n, decision.seat, view, decision.prompt, a, b, apart)


def _by_units(two: Two, number: int, look: Look) -> Iterator[Difference]:
    """The activations of units in one game with A."""
    setup = table_for(two.game, two.scenario, two.a, two.options)
    for n, (state, unit) in enumerate(activations(two.game, setup, TapeDice(game_seed("compare", number))), 1):
        if not look(number, n):
            continue
        try:
            a, b = (heard_of_unit(two.game, state, unit, sheet) for sheet in (two.a, two.b))
        except (TooManyOutcomes, IllegalAction):
            continue
        apart = distance(a.odds, b.odds)
        yield Difference(two.scenario, number, n, SPECTATOR, state, None, a, b, apart, unit)


def decisions_of(two: Two) -> Decisions:
    """On positions of games with the first; where the rules play, what its units do."""
    found, asked = Decisions(units=plays_units(two.game)), 0

    def look(number: int, n: int) -> bool:
        nonlocal asked
        asked += 1
        return asked <= POSITIONS

    for one in _looked(two, range(1, GAMES + 1), look):
        found.add(one)
        if found.looked >= POSITIONS:
            break
    return found


def next_difference(two: Two, after: tuple[int, int] = (1, 0), games: int = GAMES) -> Difference | None:
    """The next position on which they differ, after this game and decision; None if there is none in so many games."""
    first, last = after

    def look(number: int, n: int) -> bool:
        return number > first or n > last

    for one in _looked(two, range(first, first + games), look):
        if one.apart:
            return one
    return None
