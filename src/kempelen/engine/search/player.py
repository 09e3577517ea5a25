"""The player `search`: tries its choices in worlds that fit what it knows, and takes the one that wins most often.

The automa's own choice is the one to beat, or that of whoever plays better (`to_beat`): it is left only for another
that is clearly better.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from time import perf_counter
from typing import Any, ClassVar

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.engine.player import Player, RandomPlayer, without_giving_up
from kempelen.engine.search.halving import Tried, halve, lead
from kempelen.engine.search.lines import likely_line
from kempelen.engine.search.saying import words_of
from kempelen.engine.search.seen import Seen, deeds_in, seen_by
from kempelen.engine.search.trial import AS_AUTOMA, Trial
from kempelen.engine.seats import HUMAN, Spec, Within, read_spec
from kempelen.engine.setup import Setup
from kempelen.engine.table import Choice, Decision, DirectTable, Seat, Table
from kempelen.engine.tables.odds import wilson
from kempelen.engine.trace import Cite, Trace, note
from kempelen.text.say import Text

__all__ = [
    "CHEAT",
    "ITERATIONS",
    "MOST_ITERATIONS",
    "SEARCH",
    "Continuation",
    "SearchPlayer",
    "Searched",
    "as_people",
    "chosen_by",
    "strongest",
    "to_try",
]

SEARCH = "search"
CHEAT = "cheat"
"""Only in the lab, see `engine/search/cheat`."""
ITERATIONS = 200
MOST_ITERATIONS = 100_000
LEAST_SECONDS, MOST_SECONDS = 0.05, 600.0
"""For one choice."""
FARTHEST = 1_000
"""Quiet positions to look ahead."""
MEASURED = 3
"""In so many worlds the time is taken."""
MOST_TRIED = 24
"""So many different choices are tried, the automa's among them."""
WORLDS_EACH = 4
"""Where worlds are played to their end, no more choices are tried than could have so many each: how one game ended says
little, and with less luck would choose."""
CLEAR = 1.0
"""So many standard errors another choice must be ahead of the one to beat."""
LEAST_LEAD = 0.05
"""And by so much more: who plays on in the head and what judges there are right to a few points only. Without it small
differences that mean nothing, but are the same in every world, made searchers worse than those they were to beat."""
STRANGE_LEAD = 0.15
"""The same where who plays on in the head would do otherwise: he does not go on with what was begun so."""
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


class SearchPlayer:
    """Plays a seat from what it may know, by trying things out.

    `iterations` are the worlds it tries in all; with one alone it cannot compare, and plays as the automa. With
    `seconds` it measures how many it has time for, and the record has the number. In `slips` of a hundred choices it
    takes any, so that whoever learns can win. `ahead` quiet positions later it judges a world, if the game has a fitted
    judgement, instead of playing it to its end; 0 is to the end. `rollout` plays on, if it is not to be the automa at
    its hardest level, or whoever plays by the rules of people where the automa has its own.
    """

    looks_back = True
    parameters: ClassVar[Mapping[str, Callable[[str], Any]]] = {
        "iterations": Within(1, MOST_ITERATIONS),
        "seconds": Within(LEAST_SECONDS, MOST_SECONDS),
        "slips": Within(0, 100),
        "rollout": str,
        "ahead": Within(0, FARTHEST),
    }

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        *,
        iterations: int = ITERATIONS,
        seconds: float = 0.0,
        slips: int = 0,
        rollout: str = "",
        ahead: int | None = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.iterations = iterations
        self.seconds = seconds
        self.slips = slips
        if rollout == SEARCH:
            raise BadSetup(Text("search.in_search"))
        if ahead and game.judging is None:
            raise BadSetup(Text("search.no_judging", game=Text(f"{game.name}.title")))
        self.ahead = ahead if ahead is not None else game.judging.ahead if game.judging is not None else 0
        own = Spec(rollout or strongest(game))
        usual = Spec(rollout or as_people(game, setup.scenario) or own.name)
        self.own = game.player(own, setup)
        """The automa."""
        self.usual = self.own if usual == own else game.player(usual, setup)
        """Who plays on for this seat in the head."""
        others = {
            name: game.player(Spec(name), setup)
            for name, bot in game.bots.items()
            if bot is not RandomPlayer and name not in (own.name, usual.name)
        }
        self.others = list(others.values())
        """What they would do is tried, too."""
        best = "" if game.heads is None or rollout else game.heads.to_beat
        self.to_beat = others.get(best, self.usual)
        """Whose choice is left only for one that is clearly better."""
        self.players = [self._stand_in(seat) for seat in setup.seats]

    @classmethod
    def at(cls, game: Game[Any], setup: Setup) -> Callable[..., Player]:
        """Makes such players, as the bots of a game are made."""

        def made(**given: Any) -> Player:
            return cls(game, setup, **given)

        made.parameters = cls.parameters  # type: ignore[attr-defined]
        return made

    def _stand_in(self, seat: str) -> Player:
        """Who plays a seat in the head: the bot that sits there; for people and for searchers who plays as they may."""
        spec = read_spec(seat)
        return self.usual if spec.name in (HUMAN, SEARCH, CHEAT) else self.game.player(spec, self.setup)

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        automa = self.own.decide(decision, table)
        if table.checkpoint is None or len(decision.options) < 2:
            return automa
        if self.slips and (slip := self._slip(decision, table)) is not None:
            trace = Trace(decision.seat)
            trace.add(SLIP, self.slips)
            return Choice(slip, trace if table.tracing else None)
        if self.iterations < 2 and not self.seconds:
            return automa
        found = self.search(decision, table, automa.action)
        return Choice(found.chosen, self._trace(decision, table, found) if table.tracing else None)

    def _slip(self, decision: Decision[Any], table: Table) -> Any:
        """Any choice, if this is one of those at which it does not look closely; by dice that `why` can repeat."""
        dice = TapeDice(f"{self.trial(table, decision.seat).seed}|slip")
        if dice.below(100, "", "") >= self.slips:
            return None
        options = without_giving_up(decision.options)
        return options[dice.below(len(options), "", "")]

    def search(self, decision: Decision[Any], table: Table, automa: Any) -> Searched:
        """Every choice, or a fair part of them, tried out."""
        trial = self.trial(table, decision.seat)
        first, goes_on = self._named(decision, automa)
        iterations = self.iterations
        if self.seconds:
            iterations = table.measured("iterations", lambda: self._in_time(trial))
        most = MOST_TRIED if self.ahead else min(MOST_TRIED, iterations // WORLDS_EACH)
        tried, left_out = to_try(decision.options, first, TapeDice(f"{trial.seed}|options"), most)
        order = halve(len(tried), iterations, lambda index, world: trial.value(tried[index], world))
        best, kept = order[0], next(one for one in order if one.index == 0)
        ahead, error = lead(best.values, kept.values)
        margin = LEAST_LEAD if goes_on else STRANGE_LEAD
        chosen = best if best is not kept and ahead > margin + CLEAR * error else kept
        return Searched(
            tuple(_continuation(tried[one.index], one) for one in order),
            automa,
            tried[chosen.index],
            iterations,
            left_out,
        )

    def _named(self, decision: Decision[Any], automa: Any) -> tuple[list[Any], bool]:
        """What players of this game would do here, all different: first whoever is to be beaten; and whether whoever
        plays on in the head would do the same."""
        actions = {self.own: automa}
        for player in (self.to_beat, self.usual, *self.others):
            if player not in actions:
                actions[player] = chosen_by(player, self, decision)
        found: list[Any] = []
        for player in (self.to_beat, self.usual, self.own, *self.others):
            if actions[player] not in found:
                found.append(actions[player])
        return found, actions[self.to_beat] == actions[self.usual]

    def _in_time(self, trial: Trial) -> int:
        """How many worlds it has time for."""
        began = perf_counter()
        for world in range(MEASURED):
            trial.value(AS_AUTOMA, world)
        cost = max(1e-6, (perf_counter() - began) / MEASURED)
        return max(2, min(MOST_ITERATIONS, int(self.seconds / cost) - MEASURED))

    def trial(self, table: Table, seat: Seat) -> Trial:
        """Where the game stands, as far as this seat knows, for trying things out."""
        view = self.game.view(table.checkpoint, seat)
        seen = seen_by(self.game, table.state, table.since(), seat)
        players = [*self.players]
        players[seat] = self.usual
        seed = _seed(self.game, view, seen, self.iterations)
        beliefs = self.game.beliefs
        evidence = None if beliefs is None else beliefs.evidence(view, deeds_in(self.game, table.past()))
        return Trial(self.game, self.setup, players, seat, view, seen, seed, ahead=self.ahead, evidence=evidence)

    def _trace(self, decision: Decision[Any], table: Table, found: Searched) -> Trace:
        trace = Trace(decision.seat)
        trace.add(TRIED, found.iterations, len(found.continuations))
        for one in found.continuations[:3]:
            trace.add(SHARE, one.action, one.share, one.low, one.high)
        line = likely_line(self.trial(table, decision.seat), found.chosen).choices
        if line:
            names = self.game.speech.seat_names(self.setup)
            trace.add(EXPECTS, tuple(Text("search.move", seat=names[seat], what=what) for seat, what in line))
        trace.add(AUTOMA_TOO if found.automa == found.chosen else AUTOMA_ELSE, found.automa)
        return trace


def strongest(game: Game[Any]) -> str:
    """The automa; where it has levels, the strongest."""
    return game.automa if game.heads is None or not game.heads.strongest else game.heads.strongest


def as_people(game: Game[Any], scenario: str) -> str:
    """Where the automa has rules of its own: the bot that plays by those of people, of several the one that has won
    most often in this scenario; else nobody."""
    names = () if game.heads is None else game.heads.as_people
    best = "" if game.judging is None else game.judging.stand_in(scenario)
    return best if best in names else next(iter(names), "")


class _Beside(DirectTable):
    """Asked beside a game, with what has happened in it so far."""

    asked: Table

    def past(self) -> Sequence[tuple[Any, Sequence[Any]]]:
        return self.asked.past()


def chosen_by(player: Player, asking: SearchPlayer, decision: Decision[Any]) -> Any:
    """What somebody would do here, by dice of its own, so that the game's are not touched."""
    assert decision.table is not None
    table = _Beside(asking.game, asking.players, TapeDice(0))
    table.state, table.setup, table.asked = decision.table.state, asking.setup, decision.table
    asked: Decision[Any] = Decision(decision.seat, decision.prompt, decision.offer, decision.check, table)
    return player.decide(asked, table).action


def _percent(share: float) -> str:
    return f"{share * 100:.0f}"


TRIED = note("search.tried", OURS, iterations=str, n=int)
SHARE = note("search.share", OURS, action=words_of, share=_percent, low=_percent, high=_percent)
EXPECTS = note("search.expects", OURS, line=lambda line: line)
SLIP = note("search.slip", OURS, slips=int)
AUTOMA_TOO = note("search.automa_too", OURS, action=words_of)
AUTOMA_ELSE = note("search.automa_else", OURS, action=words_of)


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
