"""Does following the tips of a first game win, what has one to do there, and does a review agree?

    python scripts/tips.py [GAME ...] [--games 500] [--seed 1] [--review 12] [--worlds 120] [--scenario NAME] [--table]

A newcomer always does what he is advised. He sits where the page puts him, and the automa everywhere else, at the level
the page takes. Told are results, how many choices he had and of which kinds; with `--review` so many of the games are
looked back at, and every tip is named that a strong player would not have given. Games that give no advice as an action
are passed over. With `--table` nothing else is printed than the results of all of them as Markdown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kempelen.engine.game import Game, game_named, games, say_in
from kempelen.engine.search.weighing import choices_of, weigh
from kempelen.engine.session import Session
from kempelen.text.say import Say
from kempelen.wording import choice_text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.lessons import chosen, played  # where it is found is said above


def result(session: Session) -> str:
    outcome = session.outcome
    assert outcome is not None
    if 0 in outcome.winners:
        return "won"
    alone = len(session.setup.seats) == 1 and not outcome.capped  # against the game: nobody wins when it is lost
    return "lost" if outcome.winners or alone else "drawn"


def table(found: Sequence[tuple[Game[Any, Any], Sequence[Session]]]) -> Iterator[str]:
    """Results of every game, by the version of its rules."""
    yield "| first game | rules | won | drawn | lost | of |"
    yield "|---|---|---|---|---|---|"
    for game, sessions in found:
        results = Counter(map(result, sessions))
        numbers = " | ".join(str(results[how]) for how in ("won", "drawn", "lost"))
        yield f"| {say_in('en')(f'{game.name}.title')} | {game.version} | {numbers} | {len(sessions)} |"


def told(name: str, sessions: Sequence[Session]) -> None:
    results, kinds = Counter(map(result, sessions)), Counter[str]()
    counts = []
    for session in sessions:
        choices = chosen(session)
        counts.append(len(choices))
        kinds.update(choice.split()[0] for choice in choices)
    counts.sort()
    most = len(counts)
    print(f"{name}: won {results['won']}, drawn {results['drawn']}, lost {results['lost']} of {most}")
    ranks = ", ".join(
        f"{share} % {counts[min(most - 1, most * share // 100)]}" for share in (0, 10, 25, 50, 75, 90, 100)
    )
    print(f"  own choices a game: {ranks}")
    whole = sum(kinds.values())
    print("  " + ", ".join(f"{kind} {100 * n / whole:.0f} %" for kind, n in kinds.most_common()))


def reviewed(name: str, sessions: Sequence[Session], worlds: int) -> None:
    """Every tip that is called worse than something else."""
    say = Say.load("en", f"kempelen.games.{name}")
    marks = Counter[str]()
    for number, session in enumerate(sessions):
        for index in choices_of(session, 0):
            weighed = weigh(session, 0, index, worlds)
            marks[weighed.mark] += 1
            if weighed.better is not None:
                was, better = choice_text(weighed.text, say), choice_text(weighed.better.text, say)
                shares = f"{weighed.after:.0%}, not {weighed.better.share:.0%}"
                print(f"  game {number}: {weighed.mark}, {shares}: {was}; better: {better}")
    whole = sum(marks.values())
    print(f"{name}: of {whole} tips {marks['inaccurate']} inaccurate, {marks['mistake']} mistakes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--review", type=int, default=0, metavar="N")
    parser.add_argument("--worlds", type=int, default=120)
    parser.add_argument("--scenario", default="", help="another one with tips than the first")
    parser.add_argument("--table", action="store_true", help="the results alone, as a table for a page")
    asked = parser.parse_args()
    found = []
    for name in asked.names or games():
        game = game_named(name)
        sessions = [
            played(game, f"{asked.seed} {n}", scenario=asked.scenario) for n in range(max(asked.games, asked.review))
        ]
        if asked.table:
            found.append((game, sessions))
            continue
        told(name, sessions)
        if asked.review:
            reviewed(name, sessions[: asked.review], asked.worlds)
    if found:
        print("\n".join(table(found)))


if __name__ == "__main__":
    main()
