"""Which deals make a good first game: the tips win, mistakes are forgiven, and there is something to do.

    python scripts/lessons.py [GAME ...] [--seeds 40] [--slips 6] [--best 3] [--again]

Every seed is played by somebody who always does what he is advised, once for every language (editions differ), and then
by some who do something else with one choice in four. Told are the seeds that the tips win, the most forgiving first:
those that stand as `lessons` with the first scenario of a game are among them. `scripts/tips.py` says how the tips fare
where chance decides.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from kempelen.engine.game import Game, game_named, games
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.text.say import LANGUAGES
from kempelen.web.rooms.start import dealt_anew, first_scenario, first_setup

CARELESS = 0.25
"""So many choices of somebody who does not listen are made at random."""


@dataclass(frozen=True)
class Dealt:
    """What came of one seed."""

    seed: str
    forgiven: int
    """Games that were won in spite of mistakes."""
    choices: tuple[int, ...]
    """How many somebody has who follows the tips, in every language."""
    kinds: str


def played(
    game: Game[Any], seed: str, lang: str = "en", careless: Random | None = None, again: bool = False
) -> Session:
    """A first game by the tips, or nearly; where there is none, the first thing on offer. `again`: with other hands."""
    setup = first_setup(game, lang, first_scenario(game))
    setup = dealt_anew(setup, seed) if again else setup
    session = Session(game, setup, seed=seed).run()
    while not session.over:
        decision = session.decision_for(0)
        if careless is not None and careless.random() < CARELESS:
            session.answer(careless.choice(decision.options))
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


def tried(game: Game[Any], seed: str, slips: int, again: bool = False) -> Dealt | None:
    """None if the tips do not win it in every language."""
    by_tips = []
    for lang in LANGUAGES:
        by_tips.append(played(game, seed, lang, again=again))
        if not won(by_tips[-1]):
            return None
    forgiven = sum(won(played(game, seed, "en", Random(f"{seed} {n}"), again)) for n in range(slips))
    mine = [chosen(one) for one in by_tips]
    kinds = Counter(value.split()[0] for value in mine[0])
    told = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
    return Dealt(seed, forgiven, tuple(map(len, mine)), told)


def good(game: Game[Any], seeds: int, slips: int, again: bool = False) -> Iterator[Dealt]:
    for number in range(1, seeds + 1):
        dealt = tried(game, f"lesson {number}", slips, again)
        if dealt is not None:
            yield dealt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--slips", type=int, default=6)
    parser.add_argument("--best", type=int, default=12)
    parser.add_argument("--again", action="store_true", help="with the hands of who plays it again")
    given = parser.parse_args()
    for name in given.games or games():
        found = sorted(good(game_named(name), given.seeds, given.slips, given.again), key=lambda dealt: -dealt.forgiven)
        print(f"{name}: the tips win {len(found)} of {given.seeds} seeds")
        for dealt in found[: given.best]:
            counts = " and ".join(map(str, dealt.choices))
            print(
                f"  {dealt.seed}: {dealt.forgiven} of {given.slips} forgiven, {counts} choices ({dealt.kinds})",
                flush=True,
            )


if __name__ == "__main__":
    main()
