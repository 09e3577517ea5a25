"""Exact odds: run the same rules with every face and every tied choice in turn, with fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, sqrt
from typing import TYPE_CHECKING, Any, TypeVar

from kempelen.engine.dice import Dice
from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.game import Game
from kempelen.engine.notation import objection_to
from kempelen.engine.player import Player
from kempelen.engine.refusal import BotRefused, refusal_of
from kempelen.engine.table import HIDDEN, A, Check, Decision, Deck, DirectTable, Event, Offer, P, Seat, Table
from kempelen.engine.tables.steps import Steps, at_once
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.engine.trace import Trace

__all__ = [
    "MOST_RUNS",
    "SAMPLES",
    "Chance",
    "Estimate",
    "Inquiry",
    "OddsTable",
    "SampledTable",
    "TooManyOutcomes",
    "decision_estimate",
    "decision_odds",
    "decision_odds_in_steps",
    "estimate",
    "odds",
    "wilson",
]

C = TypeVar("C")
MOST_RUNS = 100_000
SAMPLES = 10_000
Distribution = dict[Hashable, Fraction]
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What a game is asked for the chances of; see `Game.odds_of`."""

    card: str = ""
    """A card as if it were played now."""
    unit: str = ""
    """A unit as if it were activated now."""
    facts: tuple[str, ...] = ()
    """Without a table: facts by name, `name` or `name=value`."""
    seat: Seat | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    sheet: Any = None
    """The automa that is asked, if it is not the game's own."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Something that may happen, and how likely it is."""

    p: Fraction
    text: Text
    group: Text | None = None
    """What it is a case of, such as the action of an attack on somebody."""
    trace: Trace | None = None
    handles: tuple[str, ...] = ()
    """What to light in the picture."""


class TooManyOutcomes(PlayerError):
    """An exact answer would need too many runs; an estimate can be had."""

    def __init__(self, runs: int) -> None:
        super().__init__(Text("odds.too_many", runs=runs))


class _Branch(BaseException):
    """The run has come to a chance point that its path does not decide."""

    def __init__(self, weights: Sequence[tuple[Any, int]], point: tuple[object, Any] | None = None) -> None:
        super().__init__()
        self.weights = weights
        self.point = point
        """A mark, and the state at it."""


class Decided(BaseException):
    """A player has decided, which was all that was wanted."""

    def __init__(self, action: Any) -> None:
        super().__init__()
        self.action = action


@dataclass(frozen=True, slots=True)
class _BackAt:
    """An outcome: the run came back to a point it had passed, as a re-roll does."""

    point: int
    """How many were open when it was passed."""


class OddsTable(Table):
    """Follows a path of chance results; where the path ends, it tells which results are possible."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        path: Sequence[Any],
        players: Mapping[Seat, Player],
        *,
        stop_at_choice: bool = False,
        strict: bool = False,
    ) -> None:
        self.game = game
        self.state = state
        self.path = path
        self.players = players
        self.stop_at_choice = stop_at_choice
        self.strict = strict
        """Whatever a player chooses must be in the legal list of its decision; else BotRefused is raised."""
        self._at = 0

    def _chance(self, weights: Sequence[tuple[Any, int]], point: tuple[object, Any] | None = None) -> Any:
        if self._at == len(self.path):
            raise _Branch(weights, point)
        self._at += 1
        return self.path[self._at - 1]

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if seat not in self.players:
            raise IllegalAction(Text("odds.open_decision", seat=seat + 1))
        decision: Decision[A] = Decision(seat, prompt, options, check, self)
        choice = self.players[seat].decide(decision, self)
        action: A = choice.action
        if self.strict and (reason := objection_to(self.game, decision, self.state, action)) is not None:
            raise BotRefused(refusal_of(self, seat, self.players[seat], choice, reason, (), choice.trace))
        if self.stop_at_choice:
            raise Decided(action)
        return action

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        # Secret and simultaneous: whoever is wanted can be asked before the others.
        order = sorted(asked, key=lambda seat: (self.stop_at_choice and seat not in self.players, seat))
        return {seat: self.choose(seat, *asked[seat]) for seat in order}

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        return int(self._chance(_faces(die)))

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return tuple(self._chance(pool_weights(die, count)))

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if len(options) == 1:
            return options[0]
        index: int = self._chance([(n, 1) for n in range(len(options))])
        return options[index]

    def direction(self, why: str) -> int:
        return int(self._chance([(degrees, 1) for degrees in range(360)]))

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        if deck.top:
            return deck.top.pop()
        card: C = self._chance(sorted(Counter(deck.bag).items()))
        deck.bag.remove(card)
        return card

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if known != HIDDEN:
            return known
        card: C = self._chance([(option, 1) for option in options])
        return card

    def ask(self, question: str, about: Text) -> bool:
        raise IllegalAction(Text("odds.open_question", question=question))

    def here(self, point: object) -> None:
        # Taken as a branch with one result, so that the explorer sees the point and the state at it.
        self._chance([(None, 1)], (point, self.state))

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        return


class SampledTable(OddsTable):
    """Follows one course of events, each result as likely as it is."""

    def __init__(
        self, game: Game[Any], state: Any, dice: Dice, players: Mapping[Seat, Player], *, stop_at_choice: bool = False
    ) -> None:
        super().__init__(game, state, (), players, stop_at_choice=stop_at_choice)
        self.dice = dice

    def _chance(self, weights: Sequence[tuple[Any, int]], point: tuple[object, Any] | None = None) -> Any:
        left = self.dice.below(sum(weight for _, weight in weights), "sample", "")
        for value, weight in weights:
            left -= weight
            if left < 0:
                return value
        raise AssertionError("the dice gave too high a number")

    def here(self, point: object) -> None:
        return


@cache
def _faces(die: int) -> Sequence[tuple[int, int]]:
    return [(face, 1) for face in range(1, die + 1)]


def pool_weights(die: int, count: int) -> list[tuple[tuple[int, ...], int]]:
    """Every multiset of faces with the number of ways to throw it."""
    weights = []
    for faces in combinations_with_replacement(range(1, die + 1), count):
        ways = factorial(count)
        for same in Counter(faces).values():
            ways //= factorial(same)
        weights.append((faces, ways))
    assert len(weights) == comb(die + count - 1, count)
    return weights


def odds(
    game: Game[Any],
    state: Any,
    act: Callable[[Any, OddsTable], Hashable],
    *,
    players: Mapping[Seat, Player] | None = None,
    stop_at_choice: bool = False,
    strict: bool = False,
    most_runs: int = MOST_RUNS,
) -> Distribution:
    """The exact distribution of what `act(state, table)` returns; raises TooManyOutcomes.

    With `stop_at_choice` the outcome is the first action that one of the players decides on. With `strict` what they
    choose is looked up in the legal list; raises BotRefused.
    """
    return at_once(
        _steps(
            game, state, act, players=players or {}, stop_at_choice=stop_at_choice, strict=strict, most_runs=most_runs
        )
    )


def _steps(
    game: Game[Any],
    state: Any,
    act: Callable[[Any, OddsTable], Hashable],
    *,
    players: Mapping[Seat, Player],
    stop_at_choice: bool,
    strict: bool,
    most_runs: int,
) -> Steps[Distribution]:
    runs = 0
    known: list[tuple[tuple[object, Any], Distribution]] = []
    open_points: list[tuple[object, Any]] = []

    def explore(path: tuple[Any, ...]) -> Steps[Distribution]:
        nonlocal runs
        yield
        runs += 1
        if runs > most_runs:
            raise TooManyOutcomes(most_runs)
        copy = state.copy()
        try:
            table = OddsTable(game, copy, path, players, stop_at_choice=stop_at_choice, strict=strict)
            outcome = act(copy, table)
        except Decided as decided:
            return {decided.action: ONE}
        except _Branch as branch:
            if branch.point is None:
                return (yield from mixed(path, branch.weights))
            return (yield from at_point(path, branch.point))
        return {outcome: ONE}

    def mixed(path: tuple[Any, ...], weights: Sequence[tuple[Any, int]]) -> Steps[Distribution]:
        result: dict[Hashable, Fraction | int] = {}  # whole numbers as long as possible: they are added much faster
        for value, weight in weights:
            for outcome, p in (yield from explore((*path, value))).items():
                result[outcome] = result.get(outcome, 0) + (weight if p is ONE else p * weight)
        total = sum(weight for _, weight in weights)
        return {outcome: Fraction(p, total) for outcome, p in result.items()}

    def at_point(path: tuple[Any, ...], point: tuple[object, Any]) -> Steps[Distribution]:
        # Equal states are recognised by `==`, which is quick: what never changes is the same object in every copy.
        if point in open_points:
            return {_BackAt(open_points.index(point)): ONE}
        for passed, came_of_it in known:
            if passed == point:
                return came_of_it
        open_points.append(point)
        result = yield from explore((*path, None))
        open_points.pop()
        # Coming back changes nothing, so what does not come back shares the whole probability.
        back = result.pop(_BackAt(len(open_points)), Fraction(0))
        if back == 1:
            raise IllegalAction(Text("odds.never_ends"))
        result = {outcome: p / (1 - back) for outcome, p in result.items()}
        if not any(isinstance(outcome, _BackAt) for outcome in result):
            known.append((point, result))
        return result

    return (yield from explore(()))


def _next_decision(state: Any, table: OddsTable) -> Hashable:
    table.game.step(state, table)
    raise IllegalAction(Text("odds.nothing_to_decide"))


def decision_odds(
    game: Game[Any], view: Any, player: Player, seat: Seat, *, strict: bool = False, most_runs: int = MOST_RUNS
) -> Distribution:
    """What this seat's bot will do next, with exact chances, from what the seat may know; raises TooManyOutcomes."""
    players = {seat: player}
    return odds(game, view, _next_decision, players=players, stop_at_choice=True, strict=strict, most_runs=most_runs)


def decision_odds_in_steps(game: Game[Any], view: Any, player: Player, seat: Seat) -> Steps[Distribution]:
    """The same, run by run."""
    players = {seat: player}
    return _steps(game, view, _next_decision, players=players, stop_at_choice=True, strict=False, most_runs=MOST_RUNS)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sampled share with its 95 % interval."""

    share: float
    low: float
    high: float


def estimate(
    game: Game[Any],
    state: Any,
    act: Callable[[Any, Table], Hashable],
    dice: Dice,
    players: Sequence[Player],
    samples: int = SAMPLES,
) -> dict[Hashable, Estimate]:
    """The distribution by sampling, where the exact one is out of reach."""
    seen: Counter[Hashable] = Counter()
    table = DirectTable(game, players, dice)
    for _ in range(samples):
        table.state = state.copy()
        seen[act(table.state, table)] += 1
    return {outcome: wilson(count, samples) for outcome, count in seen.most_common()}


def decision_estimate(
    game: Game[Any], view: Any, player: Player, seat: Seat, dice: Dice, samples: int = SAMPLES
) -> dict[Hashable, Estimate]:
    """What this seat's bot will do next, by sampling, from what the seat may know."""
    seen: Counter[Hashable] = Counter()
    for _ in range(samples):
        state = view.copy()
        try:
            _next_decision(state, SampledTable(game, state, dice, {seat: player}, stop_at_choice=True))
        except Decided as decided:
            seen[decided.action] += 1
    return {action: wilson(count, samples) for action, count in seen.most_common()}


def wilson(hits: int, trials: int) -> Estimate:
    """A share with its 95 % Wilson interval."""
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    z = 1.959964
    share = hits / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))
