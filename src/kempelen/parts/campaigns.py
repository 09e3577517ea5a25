"""A campaign: battles one after the other, each a scenario of one game; who wins one may decide which comes next.

    game = "undaunted"

    [[battles]]
    scenario = "orchard"
    next = { us = "bridges", de = "dusk" }     # by winner, or for all: next = "dusk"; "end" for none

Without `next`, and after a draw where it depends on the winner, the next battle in the file follows. Battles lead only
onward, so a campaign always ends.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, Outcome
from kempelen.engine.table import Seat
from kempelen.parts.lab import row_facts
from kempelen.text.say import Text

__all__ = [
    "Battle",
    "Campaign",
    "Campaigns",
    "Result",
    "campaign_named",
    "campaign_names",
    "course",
    "load_campaign",
    "result_of",
]

END = "end"


@dataclass(frozen=True, slots=True)
class Battle:
    """One scenario of a campaign."""

    scenario: str
    next: Mapping[str, str] = field(default_factory=dict)
    """What comes after it, by the name of the seat that won; under the empty name whoever has won."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """Its battles, in the order of the file."""

    game: str
    name: str
    battles: tuple[Battle, ...]

    def after(self, battle: Battle, winner: str) -> Battle | None:
        """The next battle; None at the end. Nobody's name is the winner of a draw."""
        place = self.battles.index(battle)
        wanted = battle.next.get(winner, battle.next.get(""))
        if wanted == END:
            return None
        if wanted is None:
            return self.battles[place + 1] if place + 1 < len(self.battles) else None
        return next(later for later in self.battles[place + 1 :] if later.scenario == wanted)


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended; what a campaign remembers of it."""

    scenario: str
    winners: tuple[Seat, ...]
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the game says of a finished game, see `parts/lab`."""

    def data(self) -> dict[str, Any]:
        """As it is stored."""
        return {"winners": list(self.winners), "reason": self.reason, "facts": dict(self.facts)}

    @classmethod
    def read(cls, scenario: str, data: Mapping[str, Any]) -> Result:
        return cls(scenario, tuple(data["winners"]), str(data["reason"]), dict(data["facts"]))


def _won(results: Sequence[Result], seats: int) -> tuple[int, ...]:
    """The score of every seat after these battles: how many it has won."""
    return tuple(sum(seat in result.winners for result in results) for seat in range(seats))


@dataclass(frozen=True, kw_only=True)
class Campaigns:
    """A game whose scenarios can be played in a row."""

    names: tuple[str, ...]
    """Its campaigns, each a file in campaigns/."""
    lines: Callable[[Sequence[Result]], Sequence[Text]] = lambda results: ()
    """How the sides stand after these battles."""
    scores: Callable[[Sequence[Result], int], tuple[int, ...]] = _won
    """The score of every seat after these battles."""


def campaign_names(game: Game[Any]) -> tuple[str, ...]:
    return game.campaigns.names if game.campaigns is not None else ()


def campaign_named(game: Game[Any], name: str) -> Campaign:
    """One of the game's campaigns; raises BadSetup."""
    if name not in campaign_names(game):
        raise unknown_campaign(name, campaign_names(game))
    return load_campaign(game.package, game.name, name)


def result_of(game: Game[Any], scenario: str, state: Any, outcome: Outcome) -> Result:
    return Result(scenario, outcome.winners, outcome.reason, row_facts(game, state))


def course(campaign: Campaign, names: Sequence[str], results: Sequence[Result]) -> Battle | None:
    """The battle that comes after these results; None if the campaign is over."""
    battle: Battle | None = campaign.battles[0]
    for result in results:
        assert battle is not None
        winner = names[result.winners[0]] if len(result.winners) == 1 else ""
        battle = campaign.after(battle, winner)
    return battle


@cache
def load_campaign(package: str, game: str, name: str) -> Campaign:
    """A campaign that is shipped with a game; raises ValueError if its file is not as it should be."""
    text = files(package).joinpath("campaigns", f"{name}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    battles = tuple(Battle(entry["scenario"], _next(entry.get("next", {}))) for entry in data["battles"])
    scenarios = [battle.scenario for battle in battles]
    for place, battle in enumerate(battles):
        for wanted in battle.next.values():
            if wanted != END and wanted not in scenarios[place + 1 :]:
                raise ValueError(f"{name}: {wanted!r} does not come after {battle.scenario!r}")
    if len(set(scenarios)) < len(scenarios) or data["game"] != game:
        raise ValueError(f"{name}: a scenario twice, or of another game")
    return Campaign(game, name, battles)


def _next(given: str | Mapping[str, str]) -> Mapping[str, str]:
    return {"": given} if isinstance(given, str) else given


def unknown_campaign(name: str, known: Sequence[str]) -> BadSetup:
    return BadSetup(Text("campaign.unknown", name=name, known=known))
