"""The experiments in docs/experiments: played, reported, photographed, and put on a page with their tables.

    .venv/bin/python scripts/experiments.py [--folder build/experiments] [--workers 2] [--only tactics]

What has been played already is not played again. Writes every report with its games worth watching and, in both
languages, the page docs/experiments/index.md from the rows, and how the first game of every cell ended into
first-games.toml, so that a test notices when the tables tell of games that end otherwise by now; with a browser
(chromium, or the one named by KEMPELEN_BROWSER) two pictures of every report. The guides' own tables of balance are
written from tactics-guide.toml and undaunted-scenarios.toml, by balance.py and scenarios.py. `make experiments` does it
all; exit status 1 if a share that ought to be even is not.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

from kempelen.engine.game import say_in
from kempelen.lab.backends import backend_for, cpu_count
from kempelen.lab.folder.manifest import MANIFEST, files_in, read_manifest
from kempelen.lab.folder.parquet import rows_in
from kempelen.lab.folder.play import open_folder, play_folder
from kempelen.lab.plan.plan import plan_file
from kempelen.lab.report.outcome import wins, words
from kempelen.lab.report.page import Picture, Table, Words
from kempelen.lab.report.results import Results, results_in
from kempelen.lab.report.write import write_report
from kempelen.lab.run import Row
from kempelen.text.say import Say

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "docs" / "experiments"
NAMES = ("saboteur", "tactics", "undaunted", "universalis")
TABLES = {"tactics-guide": "balance", "undaunted-scenarios": "scenarios"}
"""Experiments that no report is made of, and the script that writes a guide's table from their rows."""
WIDTHS = {"wide": (1100, 1250, "light"), "phone": (390, 1250, "dark")}
FIRST_GAMES = HOME / "first-games.toml"
FIRST_HEAD = """# How the first game of every cell ended when the tables were made; written by scripts/experiments.py.
"""
HEADS = {
    "en": """# Four experiments

*[Deutsch](index.de.md)*

Written by `scripts/experiments.py` from the rows of [these](saboteur.toml) [four](tactics.toml)
[files](undaunted.toml) [here](universalis.toml); do not edit. Make your own:
[Experiments](../en/experiments.md).
""",
    "de": """# Vier Versuche

*[English](index.md)*

Von `scripts/experiments.py` aus den Zeilen [dieser](saboteur.toml) [vier](tactics.toml) [Dateien](undaunted.toml)
[hier](universalis.toml) geschrieben; nicht von Hand ändern. Eigene Versuche: [Versuche](../de/versuche.md).
""",
}
PAGES = {"en": HOME / "index.md", "de": HOME / "index.de.md"}
WHOLE = {"en": "The whole report, with all its pictures", "de": "Der ganze Bericht mit allen Bildern"}


def play(name: str, folder: Path, workers: int) -> Path:
    """The folder of an experiment; what is missing of it is played now."""
    file = HOME / f"{name}.toml"
    plan = plan_file(file)
    command = f"kempelen lab run docs/experiments/{file.name} -o {name} --resume"
    manifest = open_folder(plan, folder / name, command, resume=(folder / name / MANIFEST).exists())
    play_folder(plan, manifest, folder / name, backend_for(workers, plan.games))
    note_first_games(folder / name)
    return folder / name


def first_games(rows: Iterable[Row]) -> str:
    """How the first game of every cell ended, in a few letters: the same as long as the games are."""
    ends = [(row.winners, row.reason, row.scores, row.turns, row.decisions) for row in rows]
    return blake2b(repr(ends).encode(), digest_size=8).hexdigest()


def note_first_games(folder: Path) -> None:
    """From the rows in the folder, not from games played anew: the tables come from them."""
    manifest = read_manifest(folder)
    begins = [path for path in files_in(folder, manifest) if int(path.stem.split("-")[1]) == 1]
    found = [next(whole.row for _, whole in rows_in(path, manifest.columns)) for path in begins]
    kept = tomllib.loads(FIRST_GAMES.read_text("utf-8")) if FIRST_GAMES.exists() else {}
    kept[folder.name] = first_games(found)
    lines = [f'{name} = "{kept[name]}"\n' for name in sorted(kept)]
    FIRST_GAMES.write_text(FIRST_HEAD + "".join(lines), "utf-8")


def markdown(name: str, results: Results, say: Say) -> Iterator[str]:
    yield f"\n## {results.asked.title}\n"
    for part in words(results, say).parts:
        if isinstance(part, Words) and part.weight != "small":
            yield part.text + "\n"
    for part in wins(results, say).parts:
        if isinstance(part, Picture):
            yield from table_lines(part.table)
    yield f"\n[{WHOLE[say.lang]}]({name}.html)\n"
    yield f"![{results.asked.title}]({name}-{'wide' if say.lang == 'en' else 'phone'}.png)"


def table_lines(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(table.head)} |"
    yield "|" + "---|" * len(table.head)
    for row in table.rows:
        yield f"| {' | '.join(row)} |"


def photograph(pages: Sequence[tuple[str, Path]]) -> None:
    """The beginning of every report at both widths."""
    from playwright.sync_api import sync_playwright
    from screenshots import browser_path

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu"])
        for name, path in pages:
            for width, (x, y, colours) in WIDTHS.items():
                page = browser.new_page(viewport={"width": x, "height": y}, color_scheme=colours)
                page.set_default_timeout(300_000)  # also beside other work
                page.goto(path.as_uri())
                if width == "phone":  # the German guide shows these
                    page.check("#lang-de", force=True)
                page.screenshot(path=HOME / f"{name}-{width}.png")
                page.close()
        browser.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "experiments")
    parser.add_argument("--workers", type=int, default=cpu_count())
    only = "do not write the page, only this report or table"
    parser.add_argument("--only", choices=(*NAMES, *TABLES), action="append", help=only)
    given = parser.parse_args()
    says = [say_in("en"), say_in("de")]
    pages, lines = [], {lang: [head] for lang, head in HEADS.items()}
    asked, outside = given.only or (*NAMES, *TABLES), 0
    for name in (name for name in asked if name in TABLES):
        outside += import_module(TABLES[name]).write(play(name, given.folder, given.workers))
    for name in (name for name in asked if name in NAMES):
        rows = play(name, given.folder, given.workers)
        write_report(rows, HOME / f"{name}.html", says, None)
        pages.append((name, HOME / f"{name}.html"))
        for say in says:
            lines[say.lang] += markdown(name, results_in(rows), say)
    if not given.only:
        for lang, path in PAGES.items():
            path.write_text("\n".join(lines[lang]) + "\n", "utf-8")
    if pages:
        photograph(pages)
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
