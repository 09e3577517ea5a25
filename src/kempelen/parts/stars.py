"""What there is to reach: every scenario has three stars, one for the victory and two for how it came about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from kempelen.engine.files.takebacks import taken_back
from kempelen.engine.game import Game
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, Seat
from kempelen.engine.tables.foreseen import foresee_answers
from kempelen.text.say import Text

__all__ = ["EVERY", "STARS", "Star", "Stars", "stars_at_stake", "stars_in", "stars_of", "stars_won"]

S = TypeVar("S")
STARS = 3
EVERY = (1 << STARS) - 1
"""All stars as bits: the first is the victory, then those of the scenario in their order."""
PERCENT = 100
CLEAR = 75
"""In percent: who has no more than that of the winner's points is clearly behind."""
FEW_COURSES = 24
"""What a star costs is asked for whatever somebody points at."""
LIKELY = Fraction(1, 4)
"""A star that is less likely to be lost is not spoken of: nearly every throw would put it at risk."""


@dataclass(frozen=True, slots=True)
class Star(Generic[S]):
    """A goal that makes one play otherwise: something that is counted, and how much of it there may or must be.

    Its texts are `GAME.star.NAME`, the goal in a few words, `GAME.star_short.NAME`, the same in three words for the bar
    of a table, and `GAME.star_was.NAME`, how much it was; all have `n`.
    """

    name: str
    counts: Callable[[S, Seat], int]
    """From the table as it is, or as a seat sees it: it is told while the game goes on, too."""
    most: int | None = None
    """So much there may be at the end; or, if this is None, `least` must be there."""
    least: int = 0
    game: str = ""
    """Whose texts these are, if not those of the game that is played."""
    stays: bool = False
    """What is counted never falls: who has reached it has it, if he wins."""
    gone: Callable[[S, Seat], bool] | None = None
    """It cannot be reached any more. If nothing is said, that is so as soon as there is more than there may be."""
    harder: Callable[[S, Seat], Text | None] | None = None
    """What it takes from now on, in a few words, if that is no longer what it was."""

    @property
    def limit(self) -> int:
        return self.least if self.most is None else self.most

    def reached(self, count: int) -> bool:
        return count >= self.least if self.most is None else count <= self.most

    def lost(self, state: S, seat: Seat) -> bool:
        """Nothing brings it back."""
        if self.gone is not None:
            return self.gone(state, seat)
        return self.most is not None and not self.reached(self.counts(state, seat))

    def short(self, game: str) -> Text:
        return Text(f"{self.game or game}.star_short.{self.name}", n=self.limit)

    def goal(self, game: str) -> Text:
        return Text(f"{self.game or game}.star.{self.name}", n=self.limit)

    def told(self, game: str, count: int) -> Text:
        return Text(f"{self.game or game}.star_was.{self.name}", n=count)


Stars: TypeAlias = Callable[[str, Seat], tuple[Star[S], Star[S]]]
"""By scenario and seat: sides may have different tasks. A scenario of somebody's own has those of its name, or usual
ones."""


def stars_of(game: Game[Any], scenario: str, seat: Seat) -> tuple[Star[Any], Star[Any]]:
    """The two besides the victory. A game that declares none has scores: nobody else has as many, and nobody nearly."""
    if game.stars is not None:
        return game.stars(scenario, seat)

    def equals(state: Any, seat: Seat) -> int:
        own, others = _scores(game, state, seat)
        return sum(score >= own for score in others)

    def behind(state: Any, seat: Seat) -> int:
        own, others = _scores(game, state, seat)
        return PERCENT * max(others, default=0) // own if own > 0 else PERCENT

    return Star("alone", equals, most=0, game="web"), Star("clear", behind, most=CLEAR, game="web")


def _scores(game: Game[Any], state: Any, seat: Seat) -> tuple[int, list[int]]:
    outcome = game.outcome(state)
    scores = () if outcome is None else outcome.scores
    return (scores[seat] if scores else 0), [score for other, score in enumerate(scores) if other != seat]


def stars_won(session: Session, seat: Seat) -> int:
    """The stars of a game that is over, as bits; whoever has not won has none. Whoever has taken dice back and then
    done otherwise has the victory alone."""
    outcome = session.outcome
    if outcome is None or outcome.verdict(seat) != "won":
        return 0
    if taken_back(session.rows).times:
        return 1
    found, game = 1, session.game
    for place, star in enumerate(stars_of(game, session.setup.scenario, seat), 1):
        if star.reached(star.counts(session.state, seat)):
            found |= 1 << place
    return found


def stars_in(session: Session) -> dict[Seat, int]:
    """What each person has won in a game that is over."""
    return {seat: stars_won(session, seat) for seat in sorted(session.humans)}


def stars_at_stake(
    game: Game[Any], scenario: str, view: Any, decision: Decision[Any], *answers: Any
) -> Iterator[tuple[Star[Any], Fraction]]:
    """The stars that these answers would lose, and how likely that is, by the rules and from the seat's own view.

    A star of which there may only be so much is lost where there is more; any other where the game is won without it.
    """
    seat, courses = decision.seat, foresee_answers(view, game.step, decision, *answers, most=FEW_COURSES)
    for star in stars_of(game, scenario, seat):
        if courses and not star.game and (star.most is None or star.reached(star.counts(view, seat))):
            lost = sum((one.p for one in courses if _loses(game, star, one.state, seat)), Fraction(0))
            if lost >= LIKELY:
                yield star, lost


def _loses(game: Game[Any], star: Star[Any], state: Any, seat: Seat) -> bool:
    outcome = game.outcome(state)
    if outcome is None:
        return star.most is not None and not star.reached(star.counts(state, seat))
    return outcome.verdict(seat) == "won" and not star.reached(star.counts(state, seat))
