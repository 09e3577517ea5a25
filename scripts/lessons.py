"""Do the tips of the first scenario teach how to win? A newcomer who follows every one of them, many times.

    .venv/bin/python scripts/lessons.py                     # every game with a scenario `first`
    .venv/bin/python scripts/lessons.py universalis -n 500
    .venv/bin/python scripts/lessons.py --write             # the table in docs/en/lab.md and docs/de/lab.md

The newcomer has the first seat, the others are the game's automa at its usual level. A tip that names its action is
followed to the letter; else an action with its verb and what it names is taken. Where there is no tip, or none of the
choices fits it, and between several that fit, the newcomer does what the automa would do.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup, games, say_in
from kempelen.engine.notation import notation_of, read_action
from kempelen.engine.player import Player
from kempelen.engine.seats import read_spec
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.tables.odds import wilson
from kempelen.lab.experiment import game_seed, usual_seats
from kempelen.lab.run import play_through
from kempelen.text.say import LANGUAGES, Say, Text

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"en": "docs/en/lab.md", "de": "docs/de/lab.md"}
BEGIN, END = "<!-- lessons -->", "<!-- end of lessons -->"
FIRST = "first"
HEADS = {
    "en": ("game", "games", "won", "drawn", "won of those decided", "tips followed, a game"),
    "de": ("Spiel", "Spiele", "gewonnen", "unentschieden", "gewonnen von den entschiedenen", "befolgte Tipps je Spiel"),
}


class Newcomer(Player):
    """Follows the tips."""

    def __init__(self, game: Game[Any], setup: Setup, say: Say) -> None:
        self.game, self.setup, self.say = game, setup, say
        self.automa = game.player(read_spec(game.automa), setup)
        self.followed = 0

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        usual = self.automa.decide(decision, table)
        tip = self.game.speech.hint(self.setup, decision.view(), decision.seat)
        fitting = self.meant(tip, decision) if tip is not None else []
        if not fitting:
            return usual
        self.followed += 1
        return usual if usual.action in fitting else Choice(fitting[0])

    def meant(self, tip: Text, decision: Decision[Any]) -> list[Any]:
        """The choices a tip means: the one it spells out, or those that fit what it says."""
        typed = dict(tip.fields).get("typed")
        if typed is not None:
            return [read_action(self.game, decision, decision.view(), str(typed))]
        return fitting_to(tip, decision.options, self.say)


def fitting_to(tip: Text, options: Sequence[Any], say: Say) -> list[Any]:
    """Those with its verb that name most of what it names."""
    fields = dict(tip.fields)
    verb = tip.key.rpartition(".")[2]
    meant = [option for option in options if verb in notation_of(option).split()]
    words = [said for value in fields.values() if (said := _said(value, say))]
    named = {id(option): sum(word in _said(option.text, say) for word in words) for option in meant}
    most = max(named.values(), default=0)
    return [option for option in meant if named[id(option)] == most]


def _said(value: Any, say: Say) -> str:
    return say.of(value) if isinstance(value, Text) else str(value)


@dataclass(frozen=True)
class Lesson:
    """How a newcomer fared."""

    name: str
    games: int
    won: int
    drawn: int
    followed: int

    def row(self, say: Say) -> tuple[object, ...]:
        decided = self.games - self.drawn
        tips = f"{self.followed / self.games:.1f}".replace(".", say("number.decimal"))
        return (
            say(f"{self.name}.title"),
            self.games,
            share(self.won, self.games),
            self.drawn,
            share(self.won, decided),
            tips,
        )


def share(won: int, games: int) -> str:
    if not games:
        return ""
    found = wilson(won, games)
    return f"{100 * won / games:.0f} % ({100 * found.low:.0f}–{100 * found.high:.0f})"


def lesson(game: Game[Any], number: int, seed: str) -> Lesson:
    """So many games of the first scenario."""
    seats = ("human", *[game.automa] * (usual_seats(game, FIRST) - 1))
    setup, say = Setup(game.name, FIRST, seats), say_in("en")
    won = drawn = followed = 0
    for n in range(1, number + 1):
        newcomer = Newcomer(game, setup, say)
        others = [game.player(read_spec(seat), setup) for seat in seats[1:]]
        _, outcome, _ = play_through(game, setup, [newcomer, *others], TapeDice(game_seed(f"{seed} {game.name}", n)))
        even = len(seats) == 2 and len(outcome.winners) != 1
        won += 0 in outcome.winners and not even
        drawn += even
        followed += newcomer.followed
    return Lesson(game.name, number, won, drawn, followed)


def table(found: Sequence[Lesson], seed: str, lang: str) -> str:
    """As it stands in the guide."""
    say = say_in(lang)
    head = HEADS[lang]
    rows = [head, ["---"] * len(head), *(one.row(say) for one in found)]
    lines = "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)
    made = {"en": "Made by `scripts/lessons.py --write`, seed", "de": "Von `scripts/lessons.py --write`, Startwert"}[
        lang
    ]
    return f"{lines}\n\n{made} `{seed}`."


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", help="all with a scenario `first` if left out")
    parser.add_argument("-n", "--number", type=int, default=500)
    parser.add_argument("--seed", default="lessons")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known = {name: game for name, game in games().items() if FIRST in game.scenarios}
    found = []
    for name in asked.games or known:
        found.append(lesson(known[name], asked.number, asked.seed))
        print(found[-1], file=sys.stderr, flush=True)
    for lang in LANGUAGES:
        text = table(found, asked.seed, lang)
        if asked.write:
            page = ROOT / PAGES[lang]
            old = page.read_text("utf-8")
            new = re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{text}\n{END}", old, flags=re.DOTALL)
            page.write_text(new, "utf-8")
        elif lang == "en":
            print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
