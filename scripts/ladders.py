"""The ladders in the guides: tables and pictures made from the rows of folders that have been played.

    .venv/bin/kempelen ladder undaunted -o build/ladders/undaunted --hours 8    # as long and as often as you like
    .venv/bin/python scripts/ladders.py [--folder build/ladders] [--only undaunted]

Folders GAME and GAME-anything belong together: what is played beside one of them, with --against for instance, must
have the same seed. Writes docs/en/ladder.md and docs/de/rangliste.md below the line that says so, and
docs/images/ladder-GAME-N.svg. A game without a folder keeps what stands there.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from kempelen.engine.game import games, say_in
from kempelen.lab.folder.manifest import MANIFEST
from kempelen.lab.ladder.play import Met, Standing, standing_in
from kempelen.lab.ladder.show import sections
from kempelen.lab.report.page import Picture, Table, Words
from kempelen.text.say import Say, Text

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"en": ROOT / "docs/en/ladder.md", "de": ROOT / "docs/de/rangliste.md"}
IMAGES = ROOT / "docs" / "images"
COLOURS = {"ink": "#1c1c1c", "soft": "#5b5b5b", "line": "#c9c9c9", "paper": "#ffffff", "font": "sans-serif"}
COLOURS |= {
    f"tone{n}": tone for n, tone in enumerate(("#1f5f8b", "#b3541e", "#3f7d3f", "#7a4fa3", "#8b1f3f", "#666"), 1)
}


def alone(svg: str) -> str:
    """A picture of a page as a file of its own, on white."""
    svg = re.sub(r"var\(--(\w+)\)", lambda found: COLOURS[found[1]], svg)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ', 1)
    return re.sub(r"(<svg[^>]*>)", r'\1<rect width="100%" height="100%" fill="#ffffff"/>', svg, count=1) + "\n"


def table_lines(table: Table) -> Iterator[str]:
    yield f"\n| {' | '.join(table.head)} |"
    yield "|" + "".join("---|" if n < table.left else "--:|" for n in range(len(table.head)))
    for row in table.rows:
        yield f"| {' | '.join(row)} |"


def lines(standing: Standing, say: Say) -> Iterator[str]:
    name = standing.game.name
    yield f"\n## {say.of(Text(f'{name}.title'))}\n"
    pictures = 0
    for section in sections(standing, say):
        yield f"\n### {section.title}\n"
        for part in section.parts:
            if isinstance(part, Words):
                yield part.text
            elif isinstance(part, Table):
                yield from table_lines(part)
                if part.caption:
                    yield f"\n{part.caption}"
            elif isinstance(part, Picture):
                pictures += 1
                image = IMAGES / f"ladder-{name}-{pictures}.svg"
                if say.lang == "en":
                    image.write_text(alone(part.svg), "utf-8")
                yield f"\n**{part.table.caption}**"
                yield from table_lines(part.table)
                yield f"\n![{part.caption}](../images/{image.name})"


def write(name: str, standing: Standing) -> None:
    """The part of a game in both guides."""
    begin, end = f"<!-- ladder {name} -->", f"<!-- end {name} -->"
    for lang, page in PAGES.items():
        text = page.read_text("utf-8")
        before, rest = text.split(begin, 1)
        _, after = rest.split(end, 1)
        made = "\n".join(lines(standing, say_in(lang)))
        page.write_text(f"{before}{begin}\n{made}\n\n{end}{after}", "utf-8")


def together(home: Path, name: str) -> Standing | None:
    """All that was played for a game; of what was played twice, the longer."""
    folders = [folder for folder in sorted(home.glob(f"{name}*")) if folder.name.split("-")[0] == name]
    standings = [standing_in(folder) for folder in folders if (folder / "quick" / MANIFEST).is_file()]
    found: dict[tuple[str, tuple[str, ...]], Met] = {}
    for met in (met for standing in standings for met in standing.met):
        key = (met.contest.name, met.seats)
        if key not in found or len(found[key].rows) < len(met.rows):
            found[key] = met
    return Standing(standings[0].game, tuple(found.values())) if standings else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "ladders")
    parser.add_argument("--only", choices=sorted(games()), action="append")
    given = parser.parse_args()
    for name in given.only or sorted(games()):
        if (standing := together(given.folder, name)) is not None:
            write(name, standing)


if __name__ == "__main__":
    main()
