"""The table of win rates in the guide to the tile tactics game, from simulated games.

    .venv/bin/python scripts/experiments.py --only tactics-guide      # plays what is missing, then writes
    .venv/bin/python scripts/balance.py build/experiments/tactics-guide

Writes what stands between the two comments in docs/en/tactics-guide.md and docs/de/tactics-anleitung.md. Exit status 1
if a share at the usual difficulty is not between a third and two thirds.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from kempelen.engine.game import game_named, say_in
from kempelen.engine.tables.odds import wilson
from kempelen.lab.folder.lines import json_lines

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"en": DOCS / "en" / "tactics-guide.md", "de": DOCS / "de" / "tactics-anleitung.md"}
BEGIN, END = "<!-- simulated -->", "<!-- end -->"
LEVELS = ("easy", "normal", "hard")
HEADS = {
    "en": ("map", "players", "difficulty", "boss's health", "games", "won", "rounds", "decisions", "capped", "lost by"),
    "de": (
        "Plan",
        "Spieler",
        "Stufe",
        "Gesundheit des Anführers",
        "Spiele",
        "gewonnen",
        "Runden",
        "Entscheidungen",
        "begrenzt",
        "verloren durch",
    ),
}

Cell = tuple[str, int, str]
Rows = dict[Cell, list[dict[str, Any]]]


def read(folder: Path) -> Rows:
    """Rows by map, players and difficulty, in this order."""
    found: Rows = {}
    for line in json_lines(folder):
        row = json.loads(line)
        level = row["options"].get("level", "normal")
        found.setdefault((row["scenario"], len(row["seats"]), level), []).append(row)
    return dict(sorted(found.items(), key=lambda entry: (entry[0][0], entry[0][1], LEVELS.index(entry[0][2]))))


def health(cell: Cell) -> int:
    """The boss's health before the first turn."""
    game, (scenario, players, level) = game_named("tactics"), cell
    position = {"game": "tactics", "variant": scenario, "players": [{}] * players}
    state = game.from_position(position, {"level": level})
    return next(unit.health for unit in state.units if unit.profile.boss)


def table(rows: Rows, lang: str) -> Iterator[str]:
    say = say_in(lang)
    levels = game_named("tactics").rulings["level"].values
    yield f"| {' | '.join(HEADS[lang])} |"
    yield "|" + "---|" * len(HEADS[lang])
    for (scenario, players, level), games in rows.items():
        won = wilson(sum(bool(row["winners"]) for row in games), len(games))
        share = "{:.1f} % ({:.1f}–{:.1f})".format(*(100 * x for x in (won.share, won.low, won.high)))
        reasons = Counter(row["reason"] for row in games if not row["winners"] and not row["capped"])
        lost = ", ".join(
            f"{say(f'tactics.ending.{reason}').rpartition(': ')[2]} {100 * n / len(games):.0f} %"
            for reason, n in sorted(reasons.items())
        )
        cells = [
            f"`{scenario}`",
            str(players),
            levels[level][lang],
            str(health((scenario, players, level))),
            str(len(games)),
            f"**{share}**" if level == "normal" else share,
            f"{fmean(row['facts']['rounds'] for row in games):.1f}",
            f"{fmean(row['decisions'] for row in games):.0f}",
            str(sum(row["capped"] for row in games)),
        ]
        yield f"| {' | '.join(cell.replace('.', say('number.decimal')) for cell in cells)} | {lost} |"


def write(folder: Path) -> int:
    """The tables from the rows in a folder; how many shares at the usual difficulty are out of bounds."""
    rows = read(folder)
    for lang, page in PAGES.items():
        block = f"{BEGIN}\n\n{chr(10).join(table(rows, lang))}\n\n{END}"
        page.write_text(block.join(re.split(f"{BEGIN}.*?{END}", page.read_text("utf-8"), flags=re.DOTALL)), "utf-8")
    outside = 0
    for cell, games in rows.items():
        share = sum(bool(row["winners"]) for row in games) / len(games)
        if cell[2] == "normal" and not 1 / 3 <= share <= 2 / 3:
            print(f"{cell}: {share:.3f}", file=sys.stderr)
            outside += 1
    return outside


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    return 1 if write(parser.parse_args().folder) else 0


if __name__ == "__main__":
    sys.exit(main())
