"""What there is to be won in a scenario: three stars, each level of difficulty, or each of two sides; and what somebody
has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.game import Game, Setup, games
from kempelen.parts.levels import levels_of
from kempelen.parts.scenarios import in_order
from kempelen.parts.stars import STARS
from kempelen.store import Standing
from kempelen.text.say import Say, Text
from kempelen.web.rooms.room import seat_text
from kempelen.web.rooms.steps import level_in, level_word
from kempelen.wording import scenario_title

__all__ = ["Feats", "Rung", "against", "feats_of", "goal_of", "rungs_of", "setup_in", "stars_by_scenario", "won_in"]

Feats = Mapping[str, frozenset[str]]
"""What has been won, by scenario: levels or names of seats; empty where a win counts for none of them."""
TWO = 2


@dataclass(frozen=True, slots=True)
class Rung:
    """A scenario on the way through a game."""

    scenario: str
    name: str
    won: bool
    done: int
    of: int
    """So many of its levels or sides have been won."""
    told: tuple[str, ...]
    """Those, in words."""
    stars: int = 0
    """So many of its stars have been won."""

    @property
    def medal(self) -> str:
        """`open`, `part` as long as a level or a side is left, `full`."""
        return "open" if not self.won else "full" if self.done >= self.of else "part"

    @property
    def lit(self) -> tuple[bool, ...]:
        """Which of its stars are drawn as won, from left to right."""
        return tuple(place < self.stars for place in range(STARS))


def setup_in(standing: Standing) -> Setup:
    """How the games of a standing were set up, as far as lists need it: nothing of it is loaded."""
    header = standing.header
    seats = tuple(header["seats"].values())
    return Setup(header["game"], header["scenario"], seats, header.get("options", {}))


def feats_of(game: Game[Any], scenario: str) -> tuple[str, ...]:
    """The levels of the game, the easiest first; without any the two sides of a table for two; else nothing more than
    to win."""
    if levels := levels_of(game):
        return levels
    if set(game.seat_counts(scenario)) != {TWO}:
        return ()
    return game.speech.seat_names(Setup(game.name, scenario, ("human", game.automa)))


def won_in(game: Game[Any], standings: Iterable[Standing]) -> Feats:
    """What somebody has won of a game. A harder level counts for the easier ones; a side counts against the usual
    automa; what was set up by hand, or with an automa of one's own, is a win and no more."""
    found: dict[str, set[str]] = {}
    for standing in standings:
        if standing.tally.won and standing.header.get("game") == game.name and not _by_hand(game, standing):
            setup = setup_in(standing)
            found.setdefault(setup.scenario, set()).update(_counts_for(game, setup))
    return {scenario: frozenset(feats) for scenario, feats in found.items()}


def _by_hand(game: Game[Any], standing: Standing) -> bool:
    """Somebody has set up the table himself; a scenario that lays out hands does so anew when it is played again."""
    facts = game.scenario_facts.get(standing.header["scenario"])
    return "position" in standing.header and (facts is None or facts.again is None)


def stars_by_scenario(game: Game[Any], standings: Iterable[Standing]) -> dict[str, int]:
    """How many stars of each scenario somebody has: each may come from another game. With an automa of one's own there
    is only that of the victory."""
    found: dict[str, int] = {}
    for standing in standings:
        if standing.tally.won and standing.header.get("game") == game.name and not _by_hand(game, standing):
            own = any("@" in seat for seat in standing.header["seats"].values())
            scenario = standing.header["scenario"]
            found[scenario] = found.get(scenario, 0) | (1 if own else standing.stars | 1)
    return {scenario: stars.bit_count() for scenario, stars in found.items()}


def _counts_for(game: Game[Any], setup: Setup) -> tuple[str, ...]:
    feats = feats_of(game, setup.scenario)
    if any("@" in seat for seat in setup.seats):
        return ()
    if levels := levels_of(game):
        level = level_in(setup)
        return levels[: levels.index(level) + 1] if level in levels else ()
    names = game.speech.seat_names(setup)
    usual = set(setup.seats) == {"human", game.automa}
    return tuple(name for name, seat in zip(names, setup.seats, strict=False) if usual and seat == "human" and feats)


def rungs_of(game: Game[Any], standings: Sequence[Standing], say: Say) -> tuple[Rung, ...]:
    """The scenarios of a game in the order to play them."""
    won, stars = won_in(game, standings), stars_by_scenario(game, standings)
    return tuple(_rung(game, scenario, won, stars.get(scenario, 0), say) for scenario in in_order(game))


def _rung(game: Game[Any], scenario: str, won: Feats, stars: int, say: Say) -> Rung:
    feats, mine = feats_of(game, scenario), won.get(scenario, frozenset())
    done = [feat for feat in feats if feat in mine]
    told = done[-1:] if levels_of(game) else done  # the hardest says it all
    words = tuple(say.of(feat_word(game, scenario, feat, say), "Nom") for feat in told)
    return Rung(scenario, scenario_title(game, scenario, say), scenario in won, len(done), len(feats), words, stars)


def feat_word(game: Game[Any], scenario: str, feat: str, say: Say) -> Text:
    """A level or a side in a few words."""
    setup = Setup(game.name, scenario, ("human", game.automa))
    if feat in levels_of(game):
        return Text("web.home.at_level", level=_level(game, feat, say))
    return seat_text(game, setup, game.speech.seat_names(setup).index(feat), say.has)


def _level(game: Game[Any], level: str, say: Say) -> str:
    ruling = game.rulings.get("level")
    return ruling.values[level][say.lang] if ruling is not None else say(f"web.level.{level}")


def goal_of(game: Game[Any], scenario: str, won: Feats, say: Say) -> str:
    """What to do next in this scenario, in a sentence: win it; where that is done, at the next level or as the other
    side."""
    title = scenario_title(game, scenario, say)
    mine = won.get(scenario)
    left = [feat for feat in feats_of(game, scenario) if mine is not None and feat not in mine]
    if not left:
        return say("web.home.goal_win", scenario=title)
    if levels_of(game):
        return say("web.home.goal_level", scenario=title, level=_level(game, left[0], say))
    return say("web.home.goal_as", scenario=title, side=feat_word(game, scenario, left[0], say))


def against(standings: Iterable[Standing], say: Say) -> dict[str, dict[str, tuple[int, int]]]:
    """By game and opponent: how many of how many games were won; only where there is somebody to win against."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for standing in standings:
        game = games().get(standing.header.get("game", ""))
        if game is None:
            continue
        setup = setup_in(standing)
        own = next((seat for seat in setup.seats if "@" in seat), "")
        word = own.partition("@")[2] or level_word(setup, say)
        won, of = found.setdefault(game.name, {}).get(word, (0, 0))
        tally = standing.tally
        if counted := tally.won + tally.lost + tally.drawn:
            found[game.name][word] = won + tally.won, of + counted
    return found
