"""What the workbench lets a process do: the same games with two automas, and how often each line is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import ENDING
from kempelen.engine.game import Game, game_named, say_in
from kempelen.lab.compare import Compared, Decisions, Two, compared, decisions_of
from kempelen.lab.compare.report import Comparison
from kempelen.lab.compare.share import share_page
from kempelen.lab.compare.tables import experiment_for
from kempelen.lab.lines import added, lines_of
from kempelen.lab.run import play_one
from kempelen.lab.stats.shares import Interval
from kempelen.parts.automas import against, sheet_from
from kempelen.parts.levels import at_level, levels_of
from kempelen.text.say import LANGUAGES
from kempelen.web.lab.jobs import Teller

__all__ = ["AGAINST", "ALL", "Comparing", "Counted", "Counting", "Shared", "Sharing", "SoFar", "Told", "scenarios_in"]

T = TypeVar("T")
ALL = "all"
AGAINST = ("random", "careless")
"""Worse than the usual stand-in, and quick enough for a page."""
PAIRS = 1000
COUNTED = 100
SHARED = 60
SEED = "workbench"
"""Whoever asks again sees the same games."""


def scenarios_in(game: Game[Any], wanted: str) -> list[str]:
    """Those that are compared: one, or all but the one that teaches."""
    playable = [one for one in game.scenarios if one != "first"]
    if wanted == ALL:
        return playable
    return [wanted if wanted in game.scenarios else playable[0]]


def _pair(game: Game[Any], text: str, level: str) -> tuple[Game[Any], dict[str, str], Sheet, Sheet]:
    assert game.automas is not None
    return *at_level(game, level), sheet_from(game_named(game.name), text), game.automas.sheet


def _as_far(steps: Iterable[None], tell: Teller, so_far: Callable[[], T]) -> T:
    """One step after the other until all are done or time is up; whoever looks is told how far it has come."""
    for _ in steps:
        if not tell(so_far):
            break
    return so_far()


@dataclass(frozen=True, slots=True)
class Told:
    """What pairs of games in one scenario come to; plain, so that it can be sent a few times a second."""

    scenario: str
    pairs: int
    changed: int
    same: int
    longer: float
    difference: Interval
    shares: tuple[Interval, Interval]


def _told(one: Compared) -> Told:
    pairs = one.pairs
    return Told(one.scenario, pairs.n, pairs.changed, one.same, one.length.mean, one.difference, one.shares)


@dataclass(frozen=True, slots=True)
class SoFar:
    """A comparison as far as it has come."""

    found: tuple[Told, ...] = ()
    decisions: Decisions | None = None
    played: int = 0
    most: int = 1


@dataclass(frozen=True, slots=True)
class Comparing:
    """A task: decisions exactly, then pairs of games on common seeds, all scenarios in turn."""

    game: str
    text: str
    scenario: str
    pairs: int = PAIRS
    level: str = ""
    against: str = ""
    """Who sits opposite: one of `AGAINST`, or the usual stand-in."""
    seconds: ClassVar[int] = 120

    @property
    def at_table(self) -> Game[Any]:
        """The game with that stand-in."""
        return against(game_named(self.game), self.against if self.against in AGAINST else "")

    def run(self, tell: Teller) -> SoFar:
        game, options, own, original = _pair(self.at_table, self.text, self.level)
        scenarios = scenarios_in(game, self.scenario)
        pairs = [Two(game, scenario, own, original, options) for scenario in scenarios]
        decisions = decisions_of(pairs[0])
        found = [Compared(scenario) for scenario in scenarios]
        running: dict[int, Iterator[Compared]] = {n: compared(two, self.pairs, SEED) for n, two in enumerate(pairs)}

        def so_far() -> SoFar:
            played = sum(one.pairs.n for one in found)
            told = tuple(_told(one) for one in found if one.pairs.n)
            return SoFar(told, decisions, played, played if not running else self.pairs * len(found))

        def in_turn() -> Iterator[None]:
            yield
            while running:
                for n in list(running):
                    now = next(running[n], None)
                    if now is None:
                        del running[n]
                    else:
                        found[n] = now
                    yield

        return _as_far(in_turn(), tell, so_far)


@dataclass(frozen=True, slots=True)
class Counted:
    """How often lines were tried and carried out: with one's own automa, and with the original."""

    games: int = 0
    most: int = COUNTED
    own: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    original: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shared:
    """A page to give away, as far as it has come."""

    id: str = ""
    games: int = 0
    most: int = 1
    page: str = ""


@dataclass(frozen=True, slots=True)
class Counting:
    """A task: games with each of the two, line by line."""

    game: str
    text: str
    scenario: str
    games: int = COUNTED
    level: str = ""
    seconds: ClassVar[int] = 60

    def run(self, tell: Teller) -> Counted:
        game, options, own, original = _pair(game_named(self.game), self.text, self.level)
        scenario = scenarios_in(game, self.scenario)[0]
        experiments = [experiment_for(game, scenario, sheet, options, self.games, SEED) for sheet in (own, original)]
        lines: list[dict[str, tuple[int, int]]] = [{}, {}]
        played = 0

        def games() -> Iterator[None]:
            nonlocal played
            for number in range(1, self.games + 1):
                for n, (sheet, experiment) in enumerate(zip((own, original), experiments, strict=True)):
                    row = play_one(experiment, number, lines=True)
                    # What the rules play is counted without a name.
                    lines[n] = added([lines[n], lines_of(row.lines, "" if experiment.roles else sheet.id)])
                played = number
                yield

        return _as_far(games(), tell, lambda: Counted(played, self.games, *lines))


@dataclass(frozen=True, slots=True)
class Sharing:
    """A task: one page to give away, with some games of the automa and of the original."""

    game: str
    text: str
    lang: str
    pairs: int = SHARED
    level: str = ""
    seconds: ClassVar[int] = 120

    def run(self, tell: Teller) -> Shared:
        game, options, own, original = _pair(game_named(self.game), self.text, self.level)
        scenario = scenarios_in(game, "")[0]
        found, two = Compared(scenario), Two(game, scenario, own, original, options)

        def pairs() -> Iterator[None]:
            nonlocal found
            for found in compared(two, self.pairs, SEED, lines=True):  # noqa: B007
                yield

        _as_far(pairs(), tell, lambda: Shared(own.id, found.pairs.n, self.pairs))
        decisions = decisions_of(two)
        command = f"kempelen automa share {own.id}{ENDING}"
        if self.level in levels_of(game):
            command += f" --difficulty {self.level}"
        whole = Comparison(game, own, original, [found], decisions, SEED, options, command)
        others = [say_in(lang) for lang in LANGUAGES if lang != self.lang]
        return Shared(own.id, found.pairs.n, self.pairs, share_page(whole, [say_in(self.lang), *others]))
