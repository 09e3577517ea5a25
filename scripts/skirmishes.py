"""Many games of the Universalis opponent: does it win where it must, and what do tables, missions and points do?

    .venv/bin/python scripts/skirmishes.py levels            # the levels against each other and others
    .venv/bin/python scripts/skirmishes.py tables            # every table and mission
    .venv/bin/python scripts/skirmishes.py factions          # every faction against every other
    .venv/bin/python scripts/skirmishes.py points            # groups of different strength: the points formula
    .venv/bin/python scripts/skirmishes.py habits            # what an onlooker would shake his head at
    .venv/bin/python scripts/skirmishes.py all --write       # all of it, into docs/en and docs/de
    .venv/bin/python scripts/skirmishes.py testers           # random against charge everywhere: does anything break?

Sides are swapped throughout. Intervals are 95 %. The same --seed plays the same games; each table has games of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import combinations, permutations
from math import exp, sqrt
from pathlib import Path
from time import process_time
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.tables.odds import wilson
from kempelen.games.universalis.files.scenarios import NAMES, scenario
from kempelen.games.universalis.lab.habits import Habits, Watched
from kempelen.lab.run import play_through
from kempelen.text.say import LANGUAGES, Say

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"en": "docs/en/universalis-games.md", "de": "docs/de/universalis-spiele.md"}
PICTURES = {"en": "docs/images/universalis-points.svg", "de": "docs/images/universalis-points.de.svg"}
GAME = game_named("universalis")
GROUPS = ("border_watch", "scrappers", "clockwork")
TABLES = NAMES[1:]

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Universalis: what many games say",
        "about": "Made by `scripts/skirmishes.py all --write`; do not edit. Percentages with 95 % intervals. "
        "A game that is "
        "not decided after ten rounds is a draw, and nobody has won it.",
        "other": "*[Deutsch](../de/universalis-spiele.md)*",
        "levels": "Levels",
        "levels_about": "Sides are swapped after every game; the five tables in turn.",
        "who": "who",
        "against": "against",
        "games": "games",
        "won": "won",
        "drawn": "drawn",
        "decided": "won of those decided",
        "cpu": "CPU s a game",
        "tables": "Every table and mission",
        "tables_about": "The middle level on both sides. One side has the mission, the other each of the "
        "table's missions in "
        "turn; the three groups meet in every order. Errors: {errors}.",
        "seed": "Seed: `{seed}`.",
        "factions": "Faction against faction",
        "factions_about": "The middle level on both sides. The five tables in turn, each with its missions in turn; "
        "sides are swapped after every game.",
        "habits": "Habits",
        "habits_about": "The same level on both sides, the five tables in turn. Counted are the initiative phases of "
        "models; in how many of them one lay down and stood up, ended with 5 AP or more although something useful was "
        "possible, walked there and back, or became fire-ready.",
        "level": "level",
        "phases": "phases",
        "down_and_up": "down and up",
        "idle": "idle",
        "there_and_back": "there and back",
        "ready": "fire-ready",
        "table": "table",
        "mission": "mission",
        "side": "Side",
        "faction": "Faction",
        "by_mission": "Mission",
        "points": "Points",
        "points_about": "Groups from which up to two models were left out at random, both to eliminate the "
        "other, on the five "
        "tables in turn. The lead is the difference by the points formula.",
        "short": "**In short:** of the games that somebody won, the side with more points won {more}; without meaning "
        "it would be 50 %. The factions won {factions} of theirs. So points tell a stronger group from a "
        "weaker one of the same faction; they do not make groups of different factions even.",
        "picture": "What each model brings, against what it costs",
        "picture_about": "Each sign is a model: to the right what it costs by the formula, upwards how much more "
        "often its group wins with it than without it, in percentage points, with 95 % intervals. If the formula were "
        "right, the signs would lie along a rising line; the dashed line is the best one there is.",
        "lead": "lead in points",
        "more": "won by the side with more",
        "fit": "A lead of 1000 points multiplies the chances of winning by {factor} ({low} to {high}). "
        "Without any lead both "
        "sides are even by construction; a formula without meaning would give 1.",
        "fit_within": "With the strength of each faction taken out it is {factor} ({low} to {high}): so much a model "
        "more or less means within one group.",
        "worth": "Models",
        "worth_about": "How often a group wins with and without a model. A model whose presence brings more "
        "than its points "
        "suggest is too cheap.",
        "model": "model",
        "with": "with it",
        "without": "without it",
        "brings": "brings",
        "price": "points",
        "player": "player {n}",
    },
    "de": {
        "title": "Universalis: was viele Spiele sagen",
        "about": "Von `scripts/skirmishes.py all --write` geschrieben; nicht von Hand ändern. Prozente mit "
        "95-%-Intervallen. "
        "Ein Spiel, das nach zehn Runden nicht entschieden ist, endet unentschieden, und niemand hat es gewonnen.",
        "other": "*[English](../en/universalis-games.md)*",
        "levels": "Stufen",
        "levels_about": "Nach jedem Spiel werden die Seiten getauscht; die fünf Tische reihum.",
        "who": "wer",
        "against": "gegen",
        "games": "Spiele",
        "won": "gewonnen",
        "drawn": "unentschieden",
        "decided": "gewonnen von den entschiedenen",
        "cpu": "CPU-s je Spiel",
        "tables": "Jeder Tisch und jede Mission",
        "tables_about": "Auf beiden Seiten die mittlere Stufe. Eine Seite hat die Mission, die andere reihum "
        "jede des Tisches; "
        "die drei Gruppen treffen in jeder Reihenfolge aufeinander. Fehler: {errors}.",
        "seed": "Startwert: `{seed}`.",
        "factions": "Fraktion gegen Fraktion",
        "factions_about": "Auf beiden Seiten die mittlere Stufe. Die fünf Tische reihum, jeder mit seinen Missionen "
        "reihum; nach jedem Spiel werden die Seiten getauscht.",
        "habits": "Angewohnheiten",
        "habits_about": "Auf beiden Seiten dieselbe Stufe, die fünf Tische reihum. Gezählt sind die Initiativephasen "
        "der Modelle; in wie vielen davon sich eines hingelegt hat und wieder aufgestanden ist, mit 5 oder mehr AP "
        "aufgehört hat, obwohl etwas Nützliches möglich war, hin- und zurückgelaufen ist oder feuerbereit wurde.",
        "level": "Stufe",
        "phases": "Phasen",
        "down_and_up": "hin und auf",
        "idle": "untätig",
        "there_and_back": "hin und zurück",
        "ready": "feuerbereit",
        "table": "Tisch",
        "mission": "Mission",
        "side": "Seite",
        "faction": "Fraktion",
        "by_mission": "Mission",
        "points": "Punkte",
        "points_about": "Gruppen, aus denen bis zu zwei Modelle zufällig weggelassen wurden, beide sollen die andere "
        "ausschalten, auf den fünf Tischen reihum. Der Vorsprung ist der Unterschied nach der Punkteformel.",
        "short": "**Kurz gesagt:** Von den Spielen, die jemand gewonnen hat, gewann die Seite mit mehr Punkten {more}; "
        "ohne Bedeutung wären es 50 %. Die Fraktionen gewannen von ihren Spielen: {factions}. Punkte "
        "unterscheiden also eine stärkere von einer schwächeren Gruppe derselben Fraktion; Gruppen "
        "verschiedener Fraktionen machen sie nicht gleich stark.",
        "picture": "Was jedes Modell bringt und was es kostet",
        "picture_about": "Jedes Zeichen ist ein Modell: nach rechts, was es nach der Formel kostet, nach oben, wie "
        "viel öfter seine Gruppe mit ihm gewinnt als ohne es, in Prozentpunkten, mit 95-%-Intervallen. Stimmte die "
        "Formel, lägen die Zeichen an einer steigenden Linie; gestrichelt ist die beste, die es gibt.",
        "lead": "Vorsprung in Punkten",
        "more": "gewonnen von der Seite mit mehr",
        "fit": "Ein Vorsprung von 1000 Punkten vervielfacht die Siegchancen um {factor} ({low} bis {high}). "
        "Ohne Vorsprung "
        "stehen beide Seiten zwangsläufig gleich; eine Formel ohne Bedeutung ergäbe 1.",
        "fit_within": "Rechnet man die Stärke der Fraktionen heraus, sind es {factor} ({low} bis {high}): So viel "
        "bedeutet ein Modell mehr oder weniger innerhalb einer Gruppe.",
        "worth": "Modelle",
        "worth_about": "Wie oft eine Gruppe mit und ohne ein Modell gewinnt. Ein Modell, das mehr bringt, als "
        "seine Punkte "
        "vermuten lassen, ist zu billig.",
        "model": "Modell",
        "with": "mit ihm",
        "without": "ohne es",
        "brings": "bringt",
        "price": "Punkte",
        "player": "Spieler {n}",
    },
}


@dataclass(frozen=True)
class Played:
    """One game."""

    table: str
    missions: tuple[str, ...]
    factions: tuple[str, ...]
    points: tuple[int, ...]
    models: tuple[tuple[str, ...], ...]
    winner: int | None
    cpu: float


class Rows:
    """Games that have been played, kept in a file so that a long run can be gone on with."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, Played] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                row = json.loads(line)
                sides = {key: tuple(row[key]) for key in ("missions", "factions", "points")}
                models = tuple(map(tuple, row["models"]))
                self.known[row["seed"]] = Played(
                    row["table"], **sides, models=models, winner=row["winner"], cpu=row["cpu"]
                )

    def play(self, position: dict[str, Any] | None, name: str, bots: tuple[str, str], seed: str) -> Played:
        if seed not in self.known:
            played = self.known[seed] = play(position, name, bots, seed)
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"seed": seed, **asdict(played)}) + "\n")
        return self.known[seed]


def play(position: dict[str, Any] | None, name: str, bots: tuple[str, str], seed: str) -> Played:
    start = process_time()
    setup = Setup("universalis", name, bots, {}, position)
    state, outcome, _ = play_through(GAME, setup, [GAME.bots[bot]() for bot in bots], TapeDice(seed))
    sides = [[m for m in state.models if m.seat == seat] for seat in (0, 1)]
    return Played(
        name,
        (state.missions[0], state.missions[1]),
        (sides[0][0].card.faction, sides[1][0].card.faction),
        (sum(m.card.points for m in sides[0]), sum(m.card.points for m in sides[1])),
        tuple(tuple(m.card.name for m in side) for side in sides),
        outcome.winners[0] if len(outcome.winners) == 1 else None,
        round(process_time() - start, 4),
    )


def share(won: int, games: int) -> str:
    if not games:
        return ""
    found = wilson(won, games)
    return f"{100 * won / games:.0f} % ({100 * found.low:.0f}–{100 * found.high:.0f})"


SHARES = ("games", "won", "drawn", "decided")
"""The columns of `shares`."""


def shares(won: int, drawn: int, games: int) -> tuple[object, ...]:
    """How many games, the share of them that was won, how many nobody has won, and the share of the others."""
    return games, share(won, games), drawn, share(won, games - drawn)


def grid(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# -- levels


MATCHES = (("middle", "random"), ("middle", "charge"), ("middle", "easy"), ("hard", "middle"))


def levels(rows: Rows, games: int, seed: str) -> list[tuple[str, str, int, int, int, float]]:
    found = []
    for one, other in MATCHES:
        won = drawn = 0
        spent = 0.0
        for n in range(games):
            bots = (one, other) if n % 2 == 0 else (other, one)
            played = rows.play(None, TABLES[n // 2 % len(TABLES)], bots, f"{seed} {one} {other} {n}")
            won += played.winner == n % 2
            drawn += played.winner is None
            spent += played.cpu / games
        found.append((one, other, games, won, drawn, spent))
        progress(f"{one} against {other}: {share(won, games)}, {drawn} drawn, {spent:.2f} s a game")
    return found


def decimal(value: float, say: Say) -> str:
    """Two places, with a comma in German."""
    return f"{value:.2f}".replace(".", say("number.decimal"))


def headed(part: str, words: dict[str, str], seed: str, **more: object) -> Iterator[str]:
    """A heading, what was played, and the seed: every table has its own."""
    about = f"{words[f'{part}_about'].format(**more)} {words['seed'].format(seed=seed)}"
    yield from (f"## {words[part]}", "", about, "")


def levels_page(
    rows: Sequence[tuple[str, str, int, int, int, float]], seed: str, say: Say, words: dict[str, str]
) -> Iterator[str]:
    yield from headed("levels", words, seed)
    head = [words[key] for key in ("who", "against", "games", "won", "drawn", "cpu")]
    yield from grid(
        head,
        [
            (f"`{one}`", f"`{other}`", games, share(won, games), drawn, decimal(spent, say))
            for one, other, games, won, drawn, spent in rows
        ],
    )


# -- tables and missions


def with_mission(name: str, mission: str, n: int) -> dict[str, Any] | None:
    """Before deployment: one side has the mission, the other each of the table's in turn; all groups meet."""
    which, pairs = scenario(name), list(permutations(GROUPS, 2))
    if name not in TABLES:
        return None
    other = which.missions[n // 2 % len(which.missions)]
    return {
        "game": "universalis",
        "table": which.table,
        "rosters": list(pairs[n // 2 % len(pairs)]),
        "choice": list(which.missions),
        "missions": [mission, other] if n % 2 == 0 else [other, mission],
        "phase": "zones",
        "round": 0,
    }


def tables(rows: Rows, games: int, seed: str) -> tuple[dict[tuple[str, str], list[tuple[Played, int]]], int, float]:
    """For every table and mission so many games, with the seat that had the mission; errors; CPU seconds a game."""
    found: dict[tuple[str, str], list[tuple[Played, int]]] = {
        (name, mission): [] for name in TABLES for mission in scenario(name).missions
    }
    errors, count, spent = 0, 0, 0.0
    for n in range(games):
        for (name, mission), played in found.items():
            seat, position = n % 2, with_mission(name, mission, n)
            count += 1
            try:
                one = rows.play(position, name, ("middle", "middle"), f"{seed} {name} {mission} {n}")
            except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
                errors += 1
                progress(f"{name} {mission} {n}: {error!r}")
                continue
            played.append((one, seat))
            spent += one.cpu
        if n % 10 == 9:
            progress(f"tables: {n + 1} games each, {errors} errors")
    return found, errors, spent / count


def tables_page(
    found: dict[tuple[str, str], list[tuple[Played, int]]],
    errors: int,
    spent: float,
    seed: str,
    say: Say,
    words: dict[str, str],
) -> Iterator[str]:
    yield from headed("tables", words, seed, errors=errors)
    head = [words[key] for key in ("table", "mission", *SHARES)]
    yield from grid(
        head,
        [
            (
                say(f"universalis.scenario.{name}"),
                say(f"universalis.mission.{mission}"),
                *shares(
                    sum(one.winner == seat for one, seat in played),
                    sum(one.winner is None for one, _ in played),
                    len(played),
                ),
            )
            for (name, mission), played in found.items()
        ],
    )
    yield from ("", f"{words['cpu']}: {decimal(spent, say)}")
    all_ = [one for played in found.values() for one, _ in played]

    def group(title: str, of: Callable[[Played, int], str], word: Callable[[str], str]) -> Iterator[str]:
        counts: dict[str, list[int]] = {}
        for one in all_:
            for seat in (0, 1):
                entry = counts.setdefault(of(one, seat), [0, 0, 0])
                entry[0] += one.winner == seat
                entry[1] += one.winner is None
                entry[2] += 1
        yield from ("", f"### {title}", "")
        rows = [(word(name), *shares(*entry)) for name, entry in sorted(counts.items())]
        yield from grid([title, *(words[key] for key in SHARES)], rows)

    yield from group(words["side"], lambda one, seat: str(seat + 1), lambda n: words["player"].format(n=n))
    yield from group(words["faction"], lambda one, seat: one.factions[seat], lambda f: say(f"universalis.faction.{f}"))
    yield from group(
        words["by_mission"], lambda one, seat: one.missions[seat], lambda name: say(f"universalis.mission.{name}")
    )


# -- faction against faction


def factions(rows: Rows, games: int, seed: str) -> dict[tuple[str, str], list[tuple[Played, int]]]:
    """So many games for every two factions, with the seat of the first."""
    found: dict[tuple[str, str], list[tuple[Played, int]]] = {pair: [] for pair in combinations(GROUPS, 2)}
    for n in range(games):
        for pair, played in found.items():
            seat, which = n % 2, scenario(TABLES[n // 2 % len(TABLES)])
            own, other = (which.missions[k % len(which.missions)] for k in (n // 10, n // 10 + n // 50))
            position = {
                "game": "universalis",
                "table": which.table,
                "rosters": list(pair if seat == 0 else pair[::-1]),
                "choice": list(which.missions),
                "missions": [own, other] if seat == 0 else [other, own],
                "phase": "zones",
                "round": 0,
            }
            name = TABLES[n // 2 % len(TABLES)]
            played.append((rows.play(position, name, ("middle", "middle"), f"{seed} {' '.join(pair)} {n}"), seat))
        if n % 50 == 49:
            progress(f"factions: {n + 1} games each")
    return found


def factions_page(
    found: dict[tuple[str, str], list[tuple[Played, int]]], seed: str, say: Say, words: dict[str, str]
) -> Iterator[str]:
    yield from headed("factions", words, seed)
    rows = []
    for pair, played in found.items():
        for one, other in ((0, 1), (1, 0)):
            won = sum(game.winner == (seat if one == 0 else 1 - seat) for game, seat in played)
            drawn = sum(game.winner is None for game, _ in played)
            names = (say(f"universalis.faction.{pair[who]}") for who in (one, other))
            rows.append((*names, *shares(won, drawn, len(played))))
    yield from grid([words[key] for key in ("faction", "against", *SHARES)], rows)


# -- habits


def habits(games: int, seed: str) -> dict[str, Habits]:
    """So many games of each level against itself; on every table a player picks his mission himself."""
    found = {}
    for level in ("middle", "hard"):
        found[level] = Habits()
        for n in range(games):
            name = TABLES[n % len(TABLES)]
            players = [Watched(GAME.bots[level](), f"{name} {n}") for _ in (0, 1)]
            play_through(GAME, Setup("universalis", name, (level, level)), players, TapeDice(f"{seed} {level} {n}"))
            found[level] = found[level] + players[0].habits + players[1].habits
        for line in found[level].seen:
            progress(f"{level} {line}")
    return found


def habits_page(found: dict[str, Habits], games: int, seed: str, say: Say, words: dict[str, str]) -> Iterator[str]:
    yield from headed("habits", words, seed)
    kinds = ("phases", "down_and_up", "idle", "there_and_back", "ready")
    rows = [(f"`{level}`", games, *(getattr(one, kind) for kind in kinds)) for level, one in found.items()]
    yield from grid([words[key] for key in ("level", "games", *kinds)], rows)


# -- players that only try the rules out


def testers(games: int, seed: str) -> Iterator[str]:
    """Random against charge on every table and mission, the teaching table too: ends, capped games, errors."""
    yield from grid(("table", "mission", "games", "decided", "capped", "errors"), ())
    for name in NAMES:
        for mission in scenario(name).missions:
            decided = capped = errors = 0
            for n in range(games):
                bots = ("random", "charge") if n % 2 == 0 else ("charge", "random")
                setup = Setup("universalis", name, bots, {}, with_mission(name, mission, n))
                players = [GAME.bots[bot]() for bot in bots]
                try:
                    _, outcome, _ = play_through(GAME, setup, players, TapeDice(f"{seed} testers {name} {mission} {n}"))
                except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
                    errors += 1
                    progress(f"{name} {mission} {n}: {error!r}")
                    continue
                capped += outcome.capped
                decided += len(outcome.winners) == 1
            yield f"| {name} | {mission} | {games} | {decided} | {capped} | {errors} |"


# -- points


def points(rows: Rows, games: int, seed: str) -> list[Played]:
    """Groups of different strength, each game played twice with sides swapped."""
    found = []
    pairs = list(permutations(GROUPS, 2))
    for n in range(games):
        dice = TapeDice(f"{seed} groups {n // 2}")
        one, other = pairs[n // 2 % len(pairs)]
        groups = [thinned(one, dice), thinned(other, dice)]
        name = TABLES[n // 2 % len(TABLES)]
        position = {
            "game": "universalis",
            "table": scenario(name).table,
            "groups": groups if n % 2 == 0 else groups[::-1],
            "choice": ["eliminate"],
            "missions": ["eliminate", "eliminate"],
            "phase": "zones",
            "round": 0,
        }
        found.append(rows.play(position, name, ("middle", "middle"), f"{seed} points {n}"))
        if n % 50 == 49:
            progress(f"points: {n + 1} games")
    return found


def thinned(name: str, dice: TapeDice) -> dict[str, Any]:
    """A shipped group without up to two of its models; drones go with their controller."""
    text = files("kempelen.games.universalis").joinpath("data", "rosters", f"{name}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    for _ in range(dice.below(3, "drop", "")):
        able = [entry["id"] for entry in data["models"] if not entry.get("leader")]
        gone = able[dice.below(len(able), "who", "")]
        data["models"] = [
            entry for entry in data["models"] if entry["id"] != gone and entry.get("controller", "") != gone
        ]
    return data


def fitted(played: Sequence[Played], factions: Sequence[str] = ()) -> tuple[float, float]:
    """Logistic regression of winning on the lead in thousands of points: its slope and the error of it.

    With factions their own strength is taken out: what is left is what points mean within one and the same faction.
    """
    data = []
    for one in played:
        if one.winner is not None:
            sides = [[faction == name for name in factions] for faction in one.factions]
            facts = [(one.points[0] - one.points[1]) / 1000, *(a - b for a, b in zip(*sides, strict=True))]
            data.append((facts, one.winner == 0))
    size = 1 + len(factions)
    slopes = [0.0] * size
    for _ in range(30):
        push, weight = [0.0] * size, [[0.0] * size for _ in range(size)]
        for facts, won in data:
            chance = 1 / (1 + exp(-sum(s * x for s, x in zip(slopes, facts, strict=True))))
            for a in range(size):
                push[a] += facts[a] * (won - chance)
                for b in range(size):
                    weight[a][b] += facts[a] * facts[b] * chance * (1 - chance)
        slopes = [s + step for s, step in zip(slopes, solved(weight, push), strict=True)]
    return slopes[0], sqrt(solved(weight, [1.0, *([0.0] * (size - 1))])[0])


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, row in enumerate(rows):
        rows[n] = row = [value / row[n] for value in row]
        for m, other in enumerate(rows):
            if m != n:
                rows[m] = [b - other[n] * a for a, b in zip(row, other, strict=True)]
    return [row[-1] for row in rows]


def points_page(played: Sequence[Played], seed: str, say: Say, words: dict[str, str]) -> Iterator[str]:
    yield from headed("points", words, seed)
    decided = [one for one in played if one.winner is not None and one.points[0] != one.points[1]]
    more = share(sum(one.points[one.winner or 0] == max(one.points) for one in decided), len(decided))
    factions = ", ".join(
        f"{say(f'universalis.faction.{name}')} {share(won, games)}" for name, won, games in by_faction(decided)
    )
    yield from (words["short"].format(more=more, factions=factions), "")
    rows = []
    for low, high in ((0, 500), (500, 1000), (1000, 2000), (2000, 3000), (3000, 99999)):
        here = [one for one in played if low <= abs(one.points[0] - one.points[1]) < high]
        won = sum(one.winner == int(one.points[1] > one.points[0]) for one in here)
        drawn = sum(one.winner is None for one in here)
        rows.append((f"{low}–{high}" if high < 99999 else f"{low}+", len(here), share(won, len(here)), drawn))
    yield from grid([words["lead"], words["games"], words["more"], words["drawn"]], rows)
    for key, factions in (("fit", ()), ("fit_within", GROUPS[:2])):
        slope, error = fitted(played, factions)
        factor, low_, high_ = (decimal(exp(slope + k * error), say) for k in (0.0, -1.96, 1.96))
        yield from ("", words[key].format(factor=factor, low=low_, high=high_))
    yield from ("", f"### {words['worth']}", "", words["worth_about"], "")
    yield from (f"![{words['picture']}](../../{PICTURES[say.lang]})".replace("../../docs", ".."), "")
    yield from (words["picture_about"], "")
    rows_ = [
        (one.name, one.price, share(*one.there), share(*one.away), f"{round(100 * one.brings):+d}")
        for one in worths(played)
    ]
    yield from grid([words[key] for key in ("model", "price", "with", "without", "brings")], rows_)


def by_faction(played: Sequence[Played]) -> list[tuple[str, int, int]]:
    """Games won and played by each faction."""
    sides = [(one, seat) for one in played for seat in (0, 1)]
    return [
        (
            name,
            sum(one.winner == seat for one, seat in sides if one.factions[seat] == name),
            sum(one.factions[seat] == name for one, seat in sides),
        )
        for name in GROUPS
    ]


@dataclass(frozen=True)
class Worth:
    """A model: what it costs, and games won and played with it and without it."""

    faction: str
    name: str
    price: int
    there: tuple[int, int]
    away: tuple[int, int]

    @property
    def brings(self) -> float:
        return self.there[0] / self.there[1] - self.away[0] / self.away[1]

    @property
    def error(self) -> float:
        shares = [(won / games, games) for won, games in (self.there, self.away)]
        return 1.96 * sqrt(sum(p * (1 - p) / n for p, n in shares))


def worths(played: Sequence[Played]) -> list[Worth]:
    found = []
    for faction, name, price in prices_of():
        sides = [(one, seat) for one in played for seat in (0, 1) if one.factions[seat] == faction]
        there = [one.winner == seat for one, seat in sides if name in one.models[seat]]
        away = [one.winner == seat for one, seat in sides if name not in one.models[seat]]
        if away and there:
            found.append(Worth(faction, name, price, (sum(there), len(there)), (sum(away), len(away))))
    return found


WIDE, HIGH, LEFT, FOOT = 760, 420, 60, 370
CHEAP, DEAR, LOW, TOP = 400, 2600, -0.4, 0.6


def picture(played: Sequence[Played], say: Say, words: dict[str, str]) -> str:
    """What models bring against what they cost, as SVG; each faction has a shape of its own."""

    def across(price: float) -> float:
        return round(LEFT + (price - CHEAP) / (DEAR - CHEAP) * (WIDE - LEFT - 20), 1)

    def up(brings: float) -> float:
        return round(FOOT - (min(max(brings, LOW), TOP) - LOW) / (TOP - LOW) * (FOOT - 20), 1)

    models = worths(played)
    mean_x, mean_y = (sum(values) / len(models) for values in zip(*((m.price, m.brings) for m in models), strict=True))
    slope = sum((m.price - mean_x) * (m.brings - mean_y) for m in models) / sum((m.price - mean_x) ** 2 for m in models)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">',
        f"<title>{words['picture']}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
    ]
    for price in range(500, DEAR + 1, 500):
        x = across(price)
        parts.append(
            f'<path d="M{x} 20V{FOOT}" stroke="#ddd"/><text x="{x}" y="{FOOT + 18}" text-anchor="middle">{price}</text>'
        )
    for tenth in range(round(10 * LOW), round(10 * TOP) + 1, 2):
        y = up(tenth / 10)
        ink = "#555" if tenth == 0 else "#ddd"
        text = f"{10 * tenth:+d}".replace("-", "−") if tenth else "0"
        parts.append(
            f'<path d="M{LEFT} {y}H{WIDE - 20}" stroke="{ink}"/>'
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{text}</text>'
        )
    ends = [(across(price), up(mean_y + slope * (price - mean_x))) for price in (500, 2500)]
    parts.append(
        f'<path d="M{ends[0][0]} {ends[0][1]}L{ends[1][0]} {ends[1][1]}" stroke="#333" stroke-dasharray="6 5"/>'
    )
    for m in models:
        x, y, ink = across(m.price), up(m.brings), INKS[m.faction]
        parts.append(
            f'<path d="M{x} {up(m.brings - m.error)}V{up(m.brings + m.error)}" stroke="{ink}" stroke-width="1.5"/>'
        )
        parts.append(sign(m.faction, x, y, ink) + f'<text x="{x + 8}" y="{y + 4}">{m.name}</text>')
    for n, name in enumerate(GROUPS):
        x, y = LEFT + 12, 36 + 18 * n
        parts.append(
            sign(name, x, y - 4, INKS[name]) + f'<text x="{x + 12}" y="{y}">{say(f"universalis.faction.{name}")}</text>'
        )
    parts.append(f'<text x="{(WIDE + LEFT) / 2}" y="{HIGH - 8}" text-anchor="middle">{words["price"]}</text>')
    parts.append(
        f'<text transform="translate(16 {FOOT / 2}) rotate(-90)" text-anchor="middle">{words["brings"]}</text></svg>'
    )
    return "\n".join(parts) + "\n"


INKS = {"border_watch": "#1f5fa8", "scrappers": "#a3431c", "clockwork": "#5b3d8a"}


def sign(faction: str, x: float, y: float, ink: str) -> str:
    if faction == "border_watch":
        return f'<circle cx="{x}" cy="{y}" r="4.5" fill="{ink}"/>'
    if faction == "scrappers":
        return f'<rect x="{x - 4}" y="{y - 4}" width="8" height="8" fill="{ink}"/>'
    return f'<path d="M{x} {y - 5.5}L{x + 5} {y + 4}H{x - 5}Z" fill="{ink}"/>'


def prices_of() -> list[tuple[str, str, int]]:
    from kempelen.games.universalis.files.rosters import roster

    return [(roster(name).faction, card.name, card.points) for name in GROUPS for card in roster(name).cards]


# -- writing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("levels", "tables", "factions", "points", "habits", "all", "testers"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--table-games", type=int, help="for each table and mission; else as many as --games")
    parser.add_argument("--points-games", type=int, help="else three times --games")
    parser.add_argument("--habit-games", type=int, help="of each level; as many as --games if left out")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--write", action="store_true", help="into docs/en and docs/de")
    parser.add_argument("--rows", type=Path, help="keep the games here, and go on with those that are there")
    given = parser.parse_args()
    if given.part == "testers":
        for line in testers(given.games, given.seed):
            print(line, flush=True)
        return 0
    rows = Rows(given.rows)
    made: list[Callable[[Say, dict[str, str]], Iterator[str]]] = []
    seeds = {part: f"{given.seed} {part}" for part in ("levels", "tables", "factions", "points", "habits")}
    if given.part in ("levels", "all"):
        matches = levels(rows, given.games, seeds["levels"])
        made.append(lambda say, words: levels_page(matches, seeds["levels"], say, words))
    if given.part in ("tables", "all"):
        found, errors, spent = tables(rows, given.table_games or given.games, seeds["tables"])
        made.append(lambda say, words: tables_page(found, errors, spent, seeds["tables"], say, words))
    if given.part in ("factions", "all"):
        met = factions(rows, given.games, seeds["factions"])
        made.append(lambda say, words: factions_page(met, seeds["factions"], say, words))
    if given.part in ("habits", "all"):
        watched = given.habit_games or given.games
        counted = habits(watched, seeds["habits"])
        made.append(lambda say, words: habits_page(counted, watched, seeds["habits"], say, words))
    if given.part in ("points", "all"):
        played = points(rows, given.points_games or 3 * given.games, seeds["points"])
        made.append(lambda say, words: points_page(played, seeds["points"], say, words))
    for lang in LANGUAGES:
        say, words = say_in(lang), WORDS[lang]
        lines = [f"# {words['title']}", "", words["other"], "", words["about"]]
        for part in made:
            lines += ["", *part(say, words)]
        text = "\n".join(lines) + "\n"
        if given.write:
            (ROOT / PAGES[lang]).write_text(text, "utf-8")
            if given.part in ("points", "all"):
                (ROOT / PICTURES[lang]).write_text(picture(played, say, words), "utf-8")
        elif lang == "en":
            print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
