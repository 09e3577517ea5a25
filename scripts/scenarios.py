"""The guide to scenarios: its pictures, and its table of simulated games.

    .venv/bin/python scripts/experiments.py --only undaunted-scenarios      # plays what is missing, then writes
    .venv/bin/python scripts/scenarios.py build/experiments/undaunted-scenarios

Without a folder only the pictures in docs/images are drawn anew; with it the table between the two comments in
docs/en/undaunted-scenarios.md and docs/de/undaunted-szenarien.md is written from its rows too.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from kempelen.engine.game import game_named, say_in
from kempelen.engine.table import SPECTATOR
from kempelen.engine.tables.odds import wilson
from kempelen.lab.folder.lines import json_lines
from kempelen.parts.scenarios import scenario_file
from kempelen.scene.svg import render
from kempelen.terminal.commands.scenario import map_of
from kempelen.text.say import Say

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"en": DOCS / "en" / "undaunted-scenarios.md", "de": DOCS / "de" / "undaunted-szenarien.md"}
ENDINGS = {"en": "", "de": ".de"}
GAME = "undaunted"
DRAWN = "orchard"
HEADS = {
    "en": ("scenario", "goals", "rounds", "losses", "capped", "US wins", "US scripted", "German scripted"),
    "de": ("Szenario", "Siegziele", "Runden", "Verluste", "begrenzt", "US gewinnt", "US geskriptet", "DE geskriptet"),
}
BEGIN, END = "<!-- simulated -->", "<!-- end -->"

Rows = Mapping[str, list[dict[str, Any]]]


def picture(lang: str) -> str:
    game = game_named(GAME)
    state = game.from_position(scenario_file(game, DRAWN) or {}, {})
    return render(map_of(game.scene(game.view(state, SPECTATOR), say_in(lang))), theme="light")


def read(folder: Path) -> list[Rows]:
    """Rows by scenario, for each pairing of bots: the automa against itself, then with the scripted side."""
    found: dict[tuple[str, ...], dict[str, list[dict[str, Any]]]] = {}
    for line in json_lines(folder):
        row = json.loads(line)
        found.setdefault(tuple(row["seats"]), {}).setdefault(row["scenario"], []).append(row)
    return list(found.values())


def wins(rows: list[dict[str, Any]], say: Say) -> str:
    """How often the first side won, with the interval."""
    won = wilson(sum(1 in row["winners"] for row in rows), len(rows))
    numbers = [f"{100 * share:.0f}" for share in (won.share, won.low, won.high)]
    return "{} % ({}–{})".format(*numbers)


def table(files: Sequence[Rows], lang: str) -> Iterator[str]:
    say = say_in(lang)
    decimal = say("number.decimal")
    yield f"| {' | '.join(HEADS[lang])} |"
    yield "|---|---|---|---|---|---|---|---|"
    for scenario, rows in files[0].items():
        goals = " / ".join(say(f"{GAME}.goal.{goal}") for goal in rows[0]["facts"]["goal"])
        rounds = f"{fmean(row['facts']['rounds'] for row in rows):.1f}"
        lost = " / ".join(f"{fmean(row['facts']['losses'][seat] for row in rows):.1f}" for seat in (0, 1))
        everything = [row for file in files for row in file[scenario]]
        capped = f"{sum(row['capped'] for row in everything)} / {len(everything)}"
        numbers = [cell.replace(".", decimal) for cell in (rounds, lost)]
        shares = [wins(file[scenario], say) for file in files]
        yield f"| `{scenario}` | {goals} | {' | '.join((*numbers, capped, *shares))} |"


def write(folder: Path | None) -> int:
    """The pictures, and the tables from the rows in a folder; nothing can be out of bounds."""
    files = read(folder) if folder is not None else []
    for lang, page in PAGES.items():
        (DOCS / "images" / f"{GAME}-{DRAWN}{ENDINGS[lang]}.svg").write_text(picture(lang), "utf-8")
        if files:
            drawn = "\n".join(table(files, lang))
            block = f"{BEGIN}\n\n{drawn}\n\n{END}"
            parts = re.split(f"{BEGIN}.*?{END}", page.read_text("utf-8"), flags=re.DOTALL)
            page.write_text(block.join(parts), "utf-8")
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    write(parser.parse_args().folder)


if __name__ == "__main__":
    main()
