"""Which deals make a good first game: the tips win, mistakes are forgiven, and it was in doubt.

    python scripts/lessons.py [GAME ...] [--seeds 40] [--slips 12] [--best 12] [--worlds 24] [--again] [--scenario NAME]

Every seed is played by somebody who always does what he is advised, once for every language (editions differ), and then
by some who do as they please with every second choice: what the automa would do in their place, or anything. Of the
game that the tips play is told what both sides did to each other, and how the chance to win went (`scripts/drama.py`).
Seeds that the tips win come in the order of what was in doubt: something of one's own was hurt and something of the
enemy's, the enemy was at least level at some time in the middle, it was decided late, and it had neither few nor many
choices. How many of the games of their own mind are won, and how many have blows on both sides, is told beside. Those
that stand as `lessons` with the first scenario of a game are among them. `scripts/tips.py` says how the tips fare where
chance decides.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kempelen.engine.game import Game, game_named, games
from kempelen.engine.search.coach import automas_choice
from kempelen.engine.search.player import SearchPlayer
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.text.say import LANGUAGES
from kempelen.web.rooms.start import dealt_anew, first_scenario, first_setup

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.drama import (  # where it is found is said above
    FEWEST,
    LATE,
    LEVEL,
    MOST,
    Blows,
    Course,
    blows_of,
    course_of,
)

OWN = 0.5
"""So many choices of somebody of his own mind are not the tip's."""
ANYTHING = 0.3
"""And so many of these are anything; else they are the automa's."""


@dataclass(frozen=True)
class Dealt:
    """What came of one seed."""

    seed: str
    forgiven: int
    """Games of somebody of his own mind that were won."""
    lively: int
    """Those in which both sides were hurt, and which were not over at once."""
    choices: tuple[int, ...]
    """How many somebody has who follows the tips, in every language."""
    kinds: str
    blows: Blows
    course: Course

    @property
    def doubts(self) -> tuple[bool, ...]:
        """What makes a game: both sides were hurt, nobody was ahead in the middle, it was late decided, and short."""
        went = self.course
        both = self.blows.suffered > 0 and self.blows.dealt > 0
        return both, went.halfway <= LEVEL, went.decided >= LATE, FEWEST <= self.choices[0] <= MOST


def played(
    game: Game[Any], seed: str, lang: str = "en", own: Random | None = None, again: bool = False, scenario: str = ""
) -> Session:
    """A first game by the tips, or by half of them; where there is none, the first thing on offer. `again`: with other
    hands."""
    setup = first_setup(game, lang, scenario or first_scenario(game))
    setup = dealt_anew(setup, seed) if again else setup
    session = Session(game, setup, seed=seed).run()
    automa = SearchPlayer(game, setup, iterations=1)
    while not session.over:
        decision = session.decision_for(0)
        if own is not None and own.random() < OWN:
            anything = own.random() < ANYTHING
            action = own.choice(decision.options) if anything else automas_choice(automa, decision)
            session.answer(notation_of(action))
        else:
            advised = game.speech.advised(setup, decision)
            session.answer(decision.options[0] if advised is None else notation_of(advised))
        session.run()
    return session


def won(session: Session) -> bool:
    return session.outcome is not None and 0 in session.outcome.winners


def chosen(session: Session) -> list[str]:
    """What the newcomer did, in notation."""
    return [row.value for row in session.inputs if row.kind == "do" and row.seat == 0]


def is_lively(session: Session) -> bool:
    """Both sides were hurt, and it was not over at once."""
    felt = blows_of(session)
    return felt.suffered > 0 and felt.dealt > 0 and len(chosen(session)) >= FEWEST


def tried(game: Game[Any], seed: str, slips: int, worlds: int, again: bool = False, scenario: str = "") -> Dealt | None:
    """None if the tips do not win it in every language, or if nobody on one side was hurt."""
    by_tips = []
    for lang in LANGUAGES:
        by_tips.append(played(game, seed, lang, again=again, scenario=scenario))
        if not won(by_tips[-1]):
            return None
    blows = blows_of(by_tips[0])
    if not blows.suffered or not blows.dealt:
        return None
    own = [played(game, seed, "en", Random(f"{seed} {n}"), again, scenario) for n in range(slips)]
    mine = [chosen(one) for one in by_tips]
    kinds = Counter(value.split()[0] for value in mine[0])
    return Dealt(
        seed,
        forgiven=sum(map(won, own)),
        lively=sum(map(is_lively, own)),
        choices=tuple(map(len, mine)),
        kinds=", ".join(f"{kind} {n}" for kind, n in kinds.most_common()),
        blows=blows,
        course=course_of(by_tips[0], worlds),
    )


def good(
    game: Game[Any], seeds: int, slips: int, worlds: int, again: bool = False, scenario: str = ""
) -> Iterator[Dealt]:
    for number in range(1, seeds + 1):
        dealt = tried(game, f"lesson {number}", slips, worlds, again, scenario)
        if dealt is not None:
            yield dealt


def best_first(dealt: Dealt) -> tuple[int, int, float]:
    """By what was in doubt, then by how own minds fare, then by how low the chance fell."""
    return -sum(dealt.doubts), -(dealt.lively + dealt.forgiven), dealt.course.halfway


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--slips", type=int, default=12)
    parser.add_argument("--best", type=int, default=12)
    parser.add_argument("--worlds", type=int, default=24)
    parser.add_argument("--again", action="store_true", help="with the hands of who plays it again")
    parser.add_argument("--scenario", default="", help="another one with tips than the first")
    given = parser.parse_args()
    for name in given.games or games():
        asked = given.seeds, given.slips, given.worlds, given.again, given.scenario
        found = list(good(game_named(name), *asked))
        found.sort(key=best_first)
        print(f"{name}: the tips win {len(found)} of {given.seeds} seeds with blows on both sides")
        for dealt in found[: given.best]:
            counts = " and ".join(map(str, dealt.choices))
            of = f"of {given.slips}"
            went = f"decided after {dealt.course.decided:.0%}, the lead changed {dealt.course.turns} times"
            print(f"  {dealt.seed}: {sum(dealt.doubts)} of 4; {dealt.blows}; {went}; {counts} choices ({dealt.kinds})")
            minds = f"own minds: {dealt.forgiven} {of} won, {dealt.lively} lively"
            print(f"    {minds}; chances {dealt.course}", flush=True)


if __name__ == "__main__":
    main()
