"""The player `search`: tries its choices in worlds that fit what it knows, and takes the one that wins most often.

The automa's own choice is the one to beat: it is left only for another that is clearly better.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, ClassVar

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.search.halving import Tried, halve, lead
from kempelen.engine.search.seen import Seen, seen_by
from kempelen.engine.search.trial import Trial
from kempelen.engine.seats import HUMAN, Spec, read_spec
from kempelen.engine.setup import Setup
from kempelen.engine.table import Choice, Decision, Seat, Table, notation_of
from kempelen.engine.tables.odds import wilson
from kempelen.engine.trace import Cite, Trace, note
from kempelen.text.say import Text

__all__ = ["ITERATIONS", "MOST_ITERATIONS", "SEARCH", "Continuation", "SearchPlayer", "Searched", "to_try"]

SEARCH = "search"
ITERATIONS = 200
MOST_ITERATIONS = 100_000
MOST_TRIED = 24
"""So many different choices are tried, the automa's among them."""
CLEAR = 1.0
"""So many standard errors another choice must be ahead of the automa's."""
OURS = Cite("kempelen-search", "halving")


@dataclass(frozen=True, slots=True)
class Continuation:
    """One choice and how it fared."""

    action: Any
    share: float
    low: float
    high: float
    trials: int


@dataclass(frozen=True, slots=True)
class Searched:
    """What came of a search, the best choice first."""

    continuations: tuple[Continuation, ...]
    automa: Any
    """What the automa would do here."""
    chosen: Any
    iterations: int
    left_out: int = 0
    """Choices that were not tried, since there were too many."""


def _iterations(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_ITERATIONS:
        raise ValueError(text)
    return number


class SearchPlayer:
    """Plays a seat from what it may know, by trying things out."""

    searches = True
    """Tables keep for it where the step began and what has come since."""
    parameters: ClassVar[Mapping[str, Callable[[str], Any]]] = {"iterations": _iterations, "rollout": str}

    def __init__(self, game: Game[Any], setup: Setup, *, iterations: int = ITERATIONS, rollout: str = "") -> None:
        self.game = game
        self.setup = setup
        self.iterations = iterations
        if rollout == SEARCH:
            raise BadSetup(Text("search.in_search"))
        own = Spec(rollout) if rollout else Spec(game.automa)
        self.players = [self._stand_in(seat, own) for seat in setup.seats]
        self.own = game.player(own, setup)

    @classmethod
    def at(cls, game: Game[Any], setup: Setup) -> Callable[..., Player]:
        """Makes such players, as the bots of a game are made."""

        def made(**given: Any) -> Player:
            return cls(game, setup, **given)

        made.parameters = cls.parameters  # type: ignore[attr-defined]
        return made

    def _stand_in(self, seat: str, own: Spec) -> Player:
        """Who plays a seat in the head: the bot that sits there; for people and for searchers the automa."""
        spec = read_spec(seat)
        return self.game.player(own if spec.name in (HUMAN, SEARCH) else spec, self.setup)

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        automa = self.own.decide(decision, table)
        if table.checkpoint is None or len(decision.options) < 2:
            return automa
        found = self.search(decision, table, automa.action)
        return Choice(found.chosen, self._trace(decision.seat, found) if table.tracing else None)

    def search(self, decision: Decision[Any], table: Table, automa: Any) -> Searched:
        """Every choice, or a fair part of them, tried out."""
        trial = self.trial(table, decision.seat)
        tried, left_out = to_try(decision.options, (automa,), TapeDice(f"{trial.seed}|options"))
        order = halve(len(tried), self.iterations, lambda index, world: trial.value(tried[index], world))
        best, kept = order[0], next(one for one in order if one.index == 0)
        ahead, error = lead(best.values, kept.values)
        chosen = best if best is not kept and ahead > CLEAR * error else kept
        return Searched(
            tuple(_continuation(tried[one.index], one) for one in order),
            automa,
            tried[chosen.index],
            self.iterations,
            left_out,
        )

    def trial(self, table: Table, seat: Seat) -> Trial:
        """Where the game stands, as far as this seat knows, for trying things out."""
        view = self.game.view(table.checkpoint, seat)
        seen = seen_by(self.game, table.state, table.since(), seat)
        players = [*self.players]
        players[seat] = self.own
        return Trial(self.game, self.setup, players, seat, view, seen, _seed(self.game, view, seen, self.iterations))

    def _trace(self, seat: Seat, found: Searched) -> Trace:
        trace = Trace(seat)
        trace.add(TRIED, found.iterations, len(found.continuations))
        for one in found.continuations[:3]:
            trace.add(SHARE, one.action, one.share, one.low, one.high)
        trace.add(AUTOMA_TOO if found.automa == found.chosen else AUTOMA_ELSE, found.automa)
        return trace


def _text(action: Any) -> Any:
    text = getattr(action, "text", None)
    return text if isinstance(text, Text) else notation_of(action)


def _percent(share: float) -> str:
    return f"{share * 100:.0f}"


TRIED = note("search.tried", OURS, iterations=str, n=int)
SHARE = note("search.share", OURS, action=_text, share=_percent, low=_percent, high=_percent)
AUTOMA_TOO = note("search.automa_too", OURS, action=_text)
AUTOMA_ELSE = note("search.automa_else", OURS, action=_text)


def _seed(game: Game[Any], view: Any, seen: Sequence[Seen], iterations: int) -> str:
    """Follows from what the seat knows: asked again, it meets the same worlds, and no die of the game is used."""
    known = json.dumps(game.to_position(view), sort_keys=True, default=str)
    return blake2b(f"{known}|{seen}|{iterations}".encode(), digest_size=16).hexdigest()


def to_try(
    options: Sequence[Any], first: Sequence[Any], dice: TapeDice, most: int = MOST_TRIED
) -> tuple[list[Any], int]:
    """These first, such as the automa's choice, then the others, at most so many; drawn by lot if there are more."""
    others = [option for option in options if option not in first and not getattr(option, "gives_up", False)]
    whole = len(others)
    while len(others) > max(0, most - len(first)):
        others.pop(dice.below(len(others), "", ""))
    return [*first, *others], whole - len(others)


def _continuation(action: Any, tried: Tried) -> Continuation:
    count = len(tried.values)
    interval = wilson(round(sum(tried.values)), count)
    return Continuation(action, tried.mean, interval.low, interval.high, count)
