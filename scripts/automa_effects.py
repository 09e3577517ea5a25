"""Measures the automas that come with the games against the originals, and writes the table into the guides.

.venv/bin/python scripts/automa_effects.py [PAIRS]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kempelen.engine.game import games, say_in
from kempelen.lab.compare import Compared, Two, compared, decisions_of
from kempelen.parts.automas import shipped_sheets
from kempelen.text.say import Say

DOCS = Path(__file__).resolve().parent.parent / "docs"
GUIDES = {"en": DOCS / "en" / "automas.md", "de": DOCS / "de" / "automas.md"}
BLOCK = re.compile(r"<!-- effects -->.*<!-- /effects -->", re.DOTALL)
SCENARIOS = ("orchard", "tu", "kraken", "border_post")


def measured(pairs: int) -> Iterator[tuple[str, str, Compared, str]]:
    for game in games().values():
        if game.automas is None:
            continue
        scenario = next(one for one in SCENARIOS if one in game.scenarios)
        for id, sheet in shipped_sheets(game).items():
            if sheet is game.automas.sheet:
                continue
            two = Two(game, scenario, sheet, game.automas.sheet)
            *_, last = compared(two, pairs, "effects")
            decisions = decisions_of(two)
            yield id, scenario, last, f"{decisions.differ} / {decisions.looked}"


def table(rows: list[tuple[str, str, Compared, str]], say: Say) -> str:
    heads = ("automa", "scenario", "its", "original", "difference", "games", "decisions")
    lines = [f"| {' | '.join(say(f'automa.effects.{head}') for head in heads)} |", "|---" * len(heads) + "|"]
    for id, scenario, one, decisions in rows:
        a, b = one.shares
        points = one.difference
        cells = (
            f"`{id}`",
            scenario,
            f"{a.value:.0%}",
            f"{b.value:.0%}",
            f"{points.value * 100:+.0f} ({points.low * 100:+.0f} \N{HORIZONTAL ELLIPSIS} {points.high * 100:+.0f})",
            str(one.pairs.n),
            decisions,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    rows = list(measured(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
    for lang, path in GUIDES.items():
        block = f"<!-- effects -->\n\n{table(rows, say_in(lang))}\n\n<!-- /effects -->"
        path.write_text(BLOCK.sub(lambda _: block, path.read_text("utf-8")), encoding="utf-8")  # noqa: B023  # used at once


if __name__ == "__main__":
    main()
