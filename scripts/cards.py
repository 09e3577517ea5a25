"""Print the cards of every shipped group anew: docs/cards/GAME.en.pdf and GAME.de.pdf, and a picture of a page.

    .venv/bin/python scripts/cards.py

The same bytes on every run, as long as the printing package is the same.
"""

from __future__ import annotations

from pathlib import Path

import typst

from kempelen.engine.game import games, say_in
from kempelen.printing import print_sheet, sheet_settings
from kempelen.text.say import LANGUAGES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "cards"
DOTS_PER_INCH = 80


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in games().values():
        if game.rosters is None:
            continue
        groups = [group for faction in game.rosters.factions if (group := game.rosters.file(faction)) is not None]
        for lang in LANGUAGES if groups else ():
            sheet = game.rosters.cards(groups, say_in(lang), markers=True)
            made = print_sheet(sheet)
            assert made.problems == (), made.problems
            (FOLDER / f"{game.name}.{lang}.pdf").write_bytes(made.pdf)
            pages = typst.compile(sheet.template, format="png", ppi=DOTS_PER_INCH, **sheet_settings(sheet))
            for name, page in (("front", pages[4]), ("back", pages[5])):
                (FOLDER / f"{game.name}.{name}.{lang}.png").write_bytes(page)
            print(f"docs/cards/{game.name}.{lang}.pdf: {made.pages} pages")


if __name__ == "__main__":
    main()
