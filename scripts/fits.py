"""What positions are worth, fitted on games from the lab: writes src/kempelen/games/GAME/lab/judging.json.

    .venv/bin/python scripts/fits.py [--games 400] [--tried 200] [--seed fit] [--only GAME] [--tables A,B] [--into F]

Those who play on in the head of a search play every table of the ladder and every scenario, on seeds that follow from
--seed and the table's name; each game begins with a stretch of careless play, so that it comes to positions of all
kinds. Every quiet position after that is a row, and who won in the end what it is fitted to: a logistic regression with
a small penalty (Newton's method), for every table and seat. A fifth of the games is kept apart; how well they are
foretold is printed and stands in the file. Where several bots could stand in for people, each is tried first, and the
best of a table plays there. With `--games 0` nothing else is done. The rows are not kept: the same command
makes them again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, games
from kempelen.engine.player import Player, without_giving_up
from kempelen.engine.search.player import as_people, strongest
from kempelen.engine.search.trial import MOST_STEPS, worth
from kempelen.engine.seats import read_spec
from kempelen.engine.setup import Setup
from kempelen.engine.table import Choice, Decision, DirectTable, Table
from kempelen.lab.run import play_through
from kempelen.parts.judging import FILE, Judging
from kempelen.parts.ladder import ladder_of

ROOT = Path(__file__).resolve().parent.parent
PENALTY = 3.0
"""On the squares of weights of numbers that have been scaled to a spread of one."""
APART = 5
"""Every fifth game is not fitted."""
SLIPS = (0, 15, 40)
"""Of a hundred choices, before a game is played well."""
LENGTHS = 8
"""Games that say how many quiet positions there are in one."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Quiet positions of one table as one seat saw them."""

    numbers: Any
    won: Any
    game: Any
    """Which game a row is from."""


def tables_of(game: Game[Any]) -> dict[str, Setup]:
    """The tables of the ladder and all other scenarios, by name, with the seats still empty."""
    found: dict[str, Setup] = {}
    for contest in ladder_of(game).contests:
        found[contest.name] = Setup(
            game.name, contest.scenario, ("",) * contest.seats, options=dict(contest.options), position=contest.position
        )
    for scenario in game.scenarios:
        found.setdefault(scenario, Setup(game.name, scenario, ("",) * game.seat_counts(scenario)[0]))
    return found


def bots_of(game: Game[Any], table: str, stand_ins: Mapping[str, float]) -> list[str]:
    """Who plays to the end: whoever plays on in the head of a search."""
    best = max(stand_ins, key=lambda name: stand_ins[name]) if stand_ins else as_people(game, table)
    return [strongest(game), *([best] if best else [])]


def tried(game: Game[Any], name: str, setup: Setup, count: int, seed: str) -> dict[str, float]:
    """How often each of those wins against the automa who stand in for people, in all seats; nothing for one alone."""
    names = () if game.heads is None else game.heads.as_people
    found: dict[str, float] = {}
    for bot in names if len(names) > 1 else ():
        won = 0
        for seat in range(len(setup.seats)):
            seats = tuple(bot if at == seat else game.automa for at in range(len(setup.seats)))
            one = Setup(game.name, setup.scenario, seats, options=setup.options, position=setup.position)
            for number in range(count):
                players = [game.player(read_spec(who), one) for who in seats]
                dice = TapeDice(f"{seed}|{name}|{number}|stand-in")
                won += seat in play_through(game, one, players, dice)[1].winners
        found[bot] = round(won / (count * len(setup.seats)), 4)
    return found


class Slipping:
    """Somebody who takes any choice now and then, so that games come to positions of all kinds."""

    def __init__(self, player: Player, slips: int, dice: TapeDice) -> None:
        self.player, self.slips, self.dice = player, slips, dice

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if self.dice.below(100, "", "") >= self.slips:
            return self.player.decide(decision, table)
        options = without_giving_up(decision.options)
        return Choice(options[self.dice.below(len(options), "", "")])


def played(
    game: Game[Any], judging: Judging[Any], setup: Setup, seed: str, loose: int, slips: Sequence[int]
) -> Iterator[tuple[str, Any, float]]:
    """One game: `TABLE.SEAT`, numbers and result of every quiet position. At the first `loose` of them everybody slips
    now and then, which are left out; then all play as well as they can, or who slipped would be what was fitted."""
    sure = [game.player(read_spec(seat), setup) for seat in setup.seats]
    slipping = [Slipping(player, slips[n], TapeDice(f"{seed}|{n}")) for n, player in enumerate(sure)]
    table = DirectTable(game, slipping if loose else sure, TapeDice(seed))
    table.setup = setup
    state = table.state = game.new(setup, table)
    rows = []
    quiet = 0
    for _ in range(MOST_STEPS):
        if (outcome := game.outcome(state)) is not None:
            break
        if judging.quiet(state):
            if quiet == loose:
                table.players = sure
            if quiet >= loose:
                rows += [(seat, judging.numbers(state, seat)) for seat in range(len(sure))]
            quiet += 1
        game.step(state, table)
    else:
        return
    for seat, numbers in rows:
        yield f"{judging.table(state)}.{seat}", numbers, worth(outcome, seat)


def rows_of(
    game: Game[Any], judging: Judging[Any], name: str, setup: Setup, count: int, seed: str, bots: Sequence[str]
) -> dict[str, Rows]:
    """Rows by `TABLE.SEAT`; the first games are played well from the beginning, and say how long games are."""
    kept: dict[str, tuple[list[Any], list[float], list[int]]] = {}
    places = len(setup.seats)
    quiet = 0
    for number in range(count):
        seats = tuple(bots[(number // len(bots) ** at) % len(bots)] for at in range(places))
        one = Setup(game.name, setup.scenario, seats, options=setup.options, position=setup.position)
        dice = TapeDice(f"{seed}|{name}|{number}|before")
        loose = dice.below(quiet // LENGTHS + 1, "", "") if number >= LENGTHS else 0
        slips = [SLIPS[dice.below(len(SLIPS), "", "")] for _ in range(places)]
        for key, numbers, won in played(game, judging, one, f"{seed}|{name}|{number}", loose, slips):
            row = kept.setdefault(key, ([], [], []))
            row[0].append(numbers)
            row[1].append(won)
            row[2].append(number)
            quiet += number < LENGTHS and key.endswith(".0")
    return {key: Rows(np.array(a), np.array(b), np.array(c)) for key, (a, b, c) in kept.items()}


def fitted(numbers: Any, won: Any) -> tuple[float, Any]:
    """Bias and weights of the regression; a number that never changes gets no weight."""
    middle, spread = numbers.mean(axis=0), numbers.std(axis=0)
    scaled = np.where(spread > 1e-9, (numbers - middle) / np.where(spread > 1e-9, spread, 1.0), 0.0)
    full = np.hstack([np.ones((len(scaled), 1)), scaled])
    penalty = np.diag([1e-3, *[PENALTY] * scaled.shape[1]])
    weights = np.zeros(full.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(full @ weights, -30, 30)))
        slope = full.T @ (chance - won) + penalty @ weights
        bend = (full * (chance * (1 - chance) + 1e-9)[:, None]).T @ full + penalty
        change = np.linalg.solve(bend, slope)
        weights -= change
        if np.abs(change).max() < 1e-8:
            break
    plain = np.where(spread > 1e-9, weights[1:] / np.where(spread > 1e-9, spread, 1.0), 0.0)
    return float(weights[0] - plain @ middle), plain


def loss(chance: Any, won: Any) -> float:
    """Mean logarithmic loss."""
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def fit_of(rows: Rows) -> dict[str, Any]:
    apart = rows.game % APART == 0
    bias, weights = fitted(rows.numbers[~apart], rows.won[~apart])
    foretold = 1 / (1 + np.exp(-np.clip(bias + rows.numbers[apart] @ weights, -30, 30)))
    share = rows.won[~apart].mean()
    return {
        "bias": round(bias, 5),
        "weights": [round(float(weight), 5) for weight in weights],
        "rows": len(rows.won),
        "won": round(float(rows.won.mean()), 4),
        "loss_apart": round(loss(foretold, rows.won[apart]), 4),
        "loss_of_the_share_alone": round(loss(np.full(apart.sum(), share), rows.won[apart]), 4),
    }


def write(
    file: Path,
    judging: Judging[Any],
    fits: Mapping[str, Any],
    made: Mapping[str, Any],
    stand_ins: Mapping[str, Mapping[str, float]],
) -> None:
    """Into what is there of other tables, unless they were judged by other numbers."""
    kept = json.loads(file.read_text("utf-8")) if file.is_file() else {"fits": {}}
    same = kept["fits"] if kept.get("names") == list(judging.names) else {}
    data: dict[str, Any] = {"made_by": "scripts/fits.py", "names": list(judging.names)}
    if shares := {**kept.get("stand_ins", {}), **stand_ins}:
        data["stand_ins"] = dict(sorted(shares.items()))
    data["fits"] = dict(sorted({**same, **fits}.items()))
    for name, one in fits.items():
        data["fits"][name] = {**made, **one}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_lines(data), "utf-8")


def _lines(data: Mapping[str, Any]) -> str:
    """A line for every table and seat, so that changes can be read."""
    head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items() if key != "fits"]
    fits = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data["fits"].items())
    return "{\n" + ",\n".join([*head, f' "fits": {{\n{fits}\n }}']) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--tried", type=int, default=200, help="games of each seat, for those who stand in for people")
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--only", choices=sorted(games()))
    parser.add_argument("--tables", default="")
    parser.add_argument("--into", type=Path, help="a folder, instead of the game's own")
    given = parser.parse_args()
    for name, game in games().items():
        if game.judging is None or given.only not in (None, name):
            continue
        fits: dict[str, Any] = {}
        stand_ins: dict[str, Mapping[str, float]] = {}
        for table, setup in tables_of(game).items():
            if given.tables and table not in given.tables.split(","):
                continue
            began = process_time()
            if shares := tried(game, table, setup, given.tried, given.seed):
                stand_ins[table] = shares
                print(
                    f"{name} {table}: " + ", ".join(f"{who} {share:.1%}" for who, share in shares.items()), flush=True
                )
            bots = bots_of(game, table, shares)
            rows = rows_of(game, game.judging, table, setup, given.games, given.seed, bots)
            for key, found in rows.items():
                fits[key] = fit_of(found)
                print(
                    f"{name} {key}: {fits[key]['rows']} rows, won {fits[key]['won']:.2f}, "
                    f"loss {fits[key]['loss_apart']} for {fits[key]['loss_of_the_share_alone']}",
                    flush=True,
                )
            print(f"  {process_time() - began:.0f} s of CPU time", flush=True)
        own = ROOT / "src" / "kempelen" / "games" / name / "lab" / FILE
        file = own if given.into is None else given.into / f"{name}.json"
        write(file, game.judging, fits, {"games": given.games, "seed": given.seed}, stand_ins)


if __name__ == "__main__":
    main()
