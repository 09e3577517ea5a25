"""Does following the tips of a first game win? Plays it with a newcomer who always does what he is advised.

    python scripts/tips.py [GAME ...] [--games 500] [--seed 1]

He sits where the page puts him, and the automa everywhere else, at the level the page takes. Games that give no advice
as an action are passed over.
"""

from __future__ import annotations

import argparse
from collections import Counter

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup, game_named, games
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.table import Choice, Decision, DirectTable, Table
from kempelen.web.rooms.start import first_scenario, seat_count


class Newcomer:
    """Does what the tips say; without one, the first thing on offer."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game, self.setup = game, setup

    def decide(self, decision: Decision, table: Table) -> Choice:
        advised = self.game.speech.advised(self.setup, decision)
        return Choice(decision.options[0] if advised is None else advised)


def played(game: Game, seed: object) -> str:
    """How one game comes out for the newcomer."""
    scenario = first_scenario(game)
    seats = (HUMAN, *[game.automa] * (seat_count(game, scenario) - 1))
    setup = Setup(game.name, scenario, seats)
    players = [Newcomer(game, setup), *(game.player(read_spec(name), setup) for name in seats[1:])]
    table = DirectTable(game, players, TapeDice(seed))
    state = table.state = game.new(setup, table)
    while (outcome := game.outcome(state)) is None:
        game.step(state, table)
    if 0 in outcome.winners:
        return "won"
    alone = len(seats) == 1 and not outcome.capped  # against the game itself: nobody wins when it is lost
    return "lost" if outcome.winners or alone else "drawn"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    for name in asked.names or games():
        game = game_named(name)
        found = Counter(played(game, f"{asked.seed} {n}") for n in range(asked.games))
        print(f"{name}: won {found['won']}, drawn {found['drawn']}, lost {found['lost']} of {asked.games}")


if __name__ == "__main__":
    main()
