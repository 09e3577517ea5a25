"""Two automas compared: where their decisions differ, exactly; then the same games with each, seed by seed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game, Setup
from kempelen.engine.player import Player
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.tables.odds import TooManyOutcomes, decision_odds
from kempelen.lab.experiment import game_seed, usual_seats
from kempelen.lab.run import FIRST, play_through
from kempelen.lab.stats.paired import Pairs
from kempelen.lab.stats.sequences import difference_sequence
from kempelen.lab.stats.shares import Interval, Moments, share_interval
from kempelen.parts.automas import with_automa

__all__ = ["Compared", "Decisions", "compared", "decisions_of", "stand_in", "table_for"]

NEAR = 0.02
"""It is enough when the difference is known within two points."""
POSITIONS = 300
"""Decisions that are looked at exactly."""


def stand_in(game: Game[Any]) -> str:
    """Who sits opposite: a bot of the game that is neither its automa nor plays at random; else the automa itself."""
    others = [name for name in game.bots if name not in (game.automa, "random", "search") and name.isidentifier()]
    return others[0] if others else game.automa


def table_for(game: Game[Any], scenario: str, sheet: Sheet, options: Mapping[str, str]) -> Setup:
    """The automa in the first seat, or in the roles that the rules play, and stand-ins around it."""
    count = usual_seats(game, scenario)
    roles = game.automas is not None and bool(game.automas.vocabulary.roles)
    if roles:
        return with_automa(game, Setup(game.name, scenario, (game.automa,) * count, options), sheet)
    first = with_automa(game, Setup(game.name, scenario, (game.automa,), options), sheet)
    return replace(first, seats=(first.seats[0], *(stand_in(game),) * (count - 1)))


# -- exactly, without dice


@dataclass(slots=True)
class Decisions:
    """How far two automas decide alike on the same positions."""

    looked: int = 0
    differ: int = 0
    far: Fraction = field(default_factory=Fraction)
    """The sum of their distances: how much of the chances lies elsewhere."""
    by_line: dict[str, tuple[int, int]] = field(default_factory=dict)
    """What the first line of the why names -> decisions, and those that differ."""

    @property
    def share(self) -> float:
        return float(self.far / self.looked) if self.looked else 0.0


class _Both:
    """Plays like one of them, and notes what the other would have done."""

    def __init__(self, game: Game[Any], one: Player, other: Player, found: Decisions) -> None:
        self.game, self.one, self.other, self.found = game, one, other, found

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if self.found.looked < POSITIONS:
            self._look(decision)
        return self.one.decide(decision, table)

    def _look(self, decision: Decision[Any]) -> None:
        view, seat = decision.view(), decision.seat
        try:
            a, b = (decision_odds(self.game, view, player, seat) for player in (self.one, self.other))
        except (TooManyOutcomes, IllegalAction):
            return
        self.found.looked += 1
        apart = _distance(a, b)
        self.found.far += apart
        self.found.differ += apart > 0
        key = decision.prompt.key
        looked, differ = self.found.by_line.get(key, (0, 0))
        self.found.by_line[key] = looked + 1, differ + (apart > 0)


def _distance(a: Mapping[Hashable, Fraction], b: Mapping[Hashable, Fraction]) -> Fraction:
    """Half of what lies elsewhere: 0 if both do the same, 1 if they never do."""
    zero = Fraction(0)
    return sum((abs(a.get(action, zero) - b.get(action, zero)) for action in {*a, *b}), zero) / 2


def decisions_of(game: Game[Any], scenario: str, a: Sheet, b: Sheet, options: Mapping[str, str]) -> Decisions | None:
    """On positions of games with the first; None where the rules play and no seat decides."""
    found = Decisions()
    ours, theirs = (table_for(game, scenario, sheet, options) for sheet in (a, b))
    if ours.roles:
        return None
    for number in range(1, 21):
        players = [game.player(read_spec(seat), ours) for seat in ours.seats]
        players[0] = _Both(game, players[0], game.player(read_spec(theirs.seats[0]), theirs), found)
        play_through(game, ours, players, TapeDice(game_seed("compare", number)))
        if found.looked >= POSITIONS:
            break
    return found


# -- pairs of games


@dataclass(slots=True)
class Compared:
    """One scenario: pairs of games on common seeds."""

    scenario: str
    pairs: Pairs = field(default_factory=Pairs)
    length: Moments = field(default_factory=Moments)
    """How many turns longer the games with A were."""
    same: int = 0
    """Games that went exactly alike."""

    @property
    def difference(self) -> Interval:
        """May be looked at after every game (a confidence sequence)."""
        return difference_sequence(self.pairs)

    @property
    def shares(self) -> tuple[Interval, Interval]:
        pairs = self.pairs
        return tuple(share_interval(pairs.both + one, pairs.n) for one in (pairs.only_a, pairs.only_b))  # type: ignore[return-value]

    @property
    def known(self) -> bool:
        interval = self.difference
        return interval.high - interval.low <= 2 * NEAR


def compared(
    game: Game[Any], scenario: str, a: Sheet, b: Sheet, options: Mapping[str, str], games: int, seed: str = "1"
) -> Iterator[Compared]:
    """The same after every pair, until the difference is known well enough or so many were played."""
    found = Compared(scenario)
    setups = [table_for(game, scenario, sheet, options) for sheet in (a, b)]
    for number in range(1, games + 1):
        ends = [_played(game, setup, game_seed(seed, number), number <= FIRST) for setup in setups]
        found.pairs.add(ends[0][0], ends[1][0])
        found.length.add(ends[0][1] - ends[1][1])
        found.same += ends[0] == ends[1]
        yield found
        if number % 50 == 0 and found.known:
            return


def _played(game: Game[Any], setup: Setup, seed: Any, strict: bool) -> tuple[bool, int, str, tuple[int, ...]]:
    """Whether the automa won, how many turns it took, how it ended and the scores."""
    players = [game.player(read_spec(seat), setup) for seat in setup.seats if seat != HUMAN]
    _, outcome, turns = play_through(game, setup, players, TapeDice(seed), strict=strict)
    won = not outcome.winners and not outcome.capped if setup.roles else 0 in outcome.winners
    return won, turns, outcome.reason, outcome.scores
