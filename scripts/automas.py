"""Writes tests/automa/GAME.txt anew: all charts, lists and procedures of the shipped automas, for a test to compare."""

import sys
from pathlib import Path

HOME = Path(__file__).parent.parent
sys.path.insert(0, str(HOME))

from tests.automa.described import GAMES, described  # noqa: E402


def main() -> None:
    for name in GAMES:
        (HOME / "tests" / "automa" / f"{name}.txt").write_text(described(name), encoding="utf-8")


if __name__ == "__main__":
    main()
