"""Draw the pictures of the documents anew, from a seeded game: docs/images/*.svg.

    .venv/bin/python scripts/pictures.py           # write them
    .venv/bin/python scripts/pictures.py --check   # exit status 1 if one differs from what is there

A change to a text or a drawing of Saboteur changes them, so `make docs` is run before a release.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from dataclasses import replace
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.session import Session
from kempelen.scene.svg import render
from kempelen.terminal.ask import Screen
from kempelen.terminal.board import draw
from kempelen.terminal.commands.odds import show_hint

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
SEED, TURNS = 39, 33
"""A game in which a path is close to the goals and the player on turn has looked at one of them."""
ENDINGS = {"en": "", "de": ".de"}
WIDTH = 80
PAPER = TerminalTheme(
    (251, 249, 244),
    (31, 35, 40),
    [
        (31, 35, 40),
        (168, 40, 31),
        (47, 110, 52),
        (138, 90, 0),
        (29, 95, 168),
        (122, 60, 140),
        (20, 110, 120),
        (91, 96, 104),
    ],
)
FRAME = re.sub(r"@font-face \{\{.*?\n    \}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
FRAME = re.sub(r"<!--.*?-->\s*", "", FRAME).replace("Fira Code, monospace", '"DejaVu Sans Mono", monospace')
"""Rich's drawing of a terminal without the fonts it would fetch from elsewhere."""


def middle_of_a_game() -> Session:
    game = game_named("saboteur")
    session = Session(game, Setup(game.name, "tu", ("rule",) * 4), seed=SEED)
    for _ in range(TURNS + 1):
        session.advance()
    return session


def board(session: Session, lang: str) -> str:
    """The board and the hand of the player on turn."""
    scene = session.game.scene(session.view(session.state.active), say_in(lang))
    return render(replace(scene, trays=scene.trays[:1]), theme="light")


def terminal(session: Session, lang: str) -> str:
    """The same table at the screen, and a hint: what a computer player would do here, and why."""
    say, seat = say_in(lang), session.state.active
    out = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False, markup=False, emoji=False)
    screen = Screen(say, out)
    draw(screen, session.game.scene(session.view(seat), say))
    screen.line()
    screen.tell("saboteur.prompt.action", "bold")
    screen.line(f"> {say('terminal.word.odds')}")
    show_hint(screen, session, seat)
    return out.export_svg(title=f"kempelen play saboteur --lang {lang}", theme=PAPER, code_format=FRAME, unique_id="t")


def pictures() -> dict[str, str]:
    session = middle_of_a_game()
    made = {}
    for lang, ending in ENDINGS.items():
        made[f"saboteur{ending}.svg"] = board(session, lang)
        made[f"terminal{ending}.svg"] = terminal(session, lang)
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = 0
    for name, drawn in pictures().items():
        path = FOLDER / name
        if path.exists() and path.read_text("utf-8") == drawn:
            continue
        stale += 1
        print(f"{name} {'differs' if check else 'written'}")
        if not check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(drawn, "utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
