"""The same games in both homes: records made in a browser's Python are played again here to the last row, and back.

    .venv/bin/python scripts/homes.py                        # 200 games of every game
    .venv/bin/python scripts/homes.py -n 3 --game universalis
    .venv/bin/python scripts/homes.py --site FOLDER          # one that was built before

Builds a folder, plays games of automas among themselves with its Python (node and the files of the folder), and the
same games here. Compared are the records byte by byte, and every event and the table at the end of each record played
again in the other home.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from kempelen.engine.game import games
from kempelen.site.build import build
from kempelen.site.homes import again, played
from kempelen.site.runtime import runtime_folder, tool

GAMES = 200
SEED = 20_261_115


def there(site: Path, jobs: Sequence[Any]) -> list[Any]:
    """What the folder's own Python makes of these jobs."""
    with tempfile.TemporaryDirectory() as made, as_file(files("kempelen.site") / "homes.mjs") as script:
        asked, answered = Path(made) / "jobs.json", Path(made) / "answers.json"
        asked.write_text(json.dumps(jobs), "utf-8")
        subprocess.run([tool("node"), str(script), str(site), str(asked), str(answered)], check=True)
        found: list[Any] = json.loads(answered.read_text("utf-8"))
        return found


def jobs_of(name: str, count: int) -> list[tuple[str, str, int]]:
    """So many games, all scenarios in turn."""
    scenarios = games()[name].scenarios
    return [(name, scenarios[n % len(scenarios)], SEED + n) for n in range(count)]


def compare(site: Path, jobs: Sequence[tuple[str, str, int]]) -> Iterable[str]:
    """What differs; nothing if the homes are the same."""
    here, theirs = [played(*job) for job in jobs], there(site, jobs)
    back = there(site, [text for text, _ in here])
    for job, own, (text, end), replayed in zip(jobs, here, theirs, back, strict=True):
        if own[0] != text:
            yield f"{job}: the records differ"
        if again(text) != end:
            yield f"{job}: a record made there ends otherwise here"
        if replayed != own[1]:
            yield f"{job}: a record made here ends otherwise there"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-n", "--number", type=int, default=GAMES, metavar="N", help="games of every game")
    parser.add_argument("--game", action="append", choices=list(games()), help="only this one; may be repeated")
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="a folder that was built before")
    asked = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as made:
        site = asked.site
        if site is None:
            build(site := Path(made) / "site", runtime_folder())
        for name in asked.game or games():
            found = list(compare(site, jobs_of(name, asked.number)))
            print(*found, f"{name}: {asked.number} games, {len(found)} differences", sep="\n", flush=True)
            wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
