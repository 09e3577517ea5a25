"""The long form of the tests: `make prove`, or `make prove ONLY=references` for one part.

    .venv/bin/python scripts/prove.py                       # everything; hours
    .venv/bin/python scripts/prove.py references games      # these parts
    .venv/bin/python scripts/prove.py games --size 20 -o /tmp/try.md

Everything that an issue wants more than a thousand times is done here and not in every test run. What was done, when,
on which commit and with which seeds goes into docs/proved.md, one section a part; the other sections stay as they are.
A part that fails writes nothing: what stands there was proved.

Tests read KEMPELEN_PROVE=1 and do more (see tests/references/prove.py).
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kempelen.engine.game import games

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "proved.md"
PAGES = ("docs/proved.md", "docs/reliability.md")
"""What a proof writes itself."""
HEAD = """# Proved

What the long form of the tests did, part by part. Made by `make prove`; do not edit. `make prove ONLY=references` does
one part anew and leaves the others as they stand.
"""
GAMES = 2_000
KILLS = 500
EACH_HOME = 200
GAME_SEED = 20_261_115
ORDERS = (11, 222, 3333)
PROGRAM = "from kempelen.terminal.cli import main; main()"
BUSY = "while True: pass"


@dataclass(frozen=True)
class Work:
    """One command and what it is for."""

    what: str
    words: Sequence[str]
    """For this Python."""
    busy: int = 0
    """How many processes run beside it and do nothing but take time."""
    long: bool = True
    """Tests do more than in every run."""
    switches: tuple[tuple[str, str], ...] = ()
    """What else tests find in their environment."""


@dataclass(frozen=True)
class Part:
    """What is proved together."""

    title: str
    why: str
    seeds: str
    works: Callable[[int | None], Sequence[Work]]
    """Given the size asked for, or None for all of it."""


def _references(size: int | None) -> Sequence[Work]:
    return [Work("second readings of the automas, 10,000 decisions a game", ["-m", "pytest", "-q", "tests/references"])]


def _games(size: int | None) -> Sequence[Work]:
    count = size or GAMES
    words = [str(ROOT / "scripts" / "strict.py"), "--seed", str(GAME_SEED), "-n", str(count)]
    return [Work(f"{name}: {count:,} games at a strict table", [*words, name]) for name in games()]


def _check(size: int | None) -> Sequence[Work]:
    everything = [] if size else ["--all"]
    return [
        Work(
            f"kempelen check {' '.join([name, *everything])}",
            ["-c", PROGRAM, "check", name, *everything, "--lang", "en"],
        )
        for name in games()
    ]


def _automas(size: int | None) -> Sequence[Work]:
    words = ["-m", "pytest", "-q", "tests/automa/test_fuzz.py"]
    return [Work("shipped automa files, spoiled in 10,000 ways a game: refused with a line, or played legally", words)]


def _site(size: int | None) -> Sequence[Work]:
    return [
        Work("the folder without a server, in a browser", ["-m", "pytest", "-q", "tests/site"]),
        Work(
            "the browser tests, in the folder instead of at a server",
            ["-m", "pytest", "-q", "-n", "2", "tests/e2e"],
            long=False,
            switches=(("KEMPELEN_TEST_HOME", "folder"),),
        ),
    ]


def _homes(size: int | None) -> Sequence[Work]:
    words = ["scripts/homes.py", "-n", str(size or EACH_HOME), "--game"]
    return [Work(f"{name}: {size or EACH_HOME} games in both homes", [*words, name], long=False) for name in games()]


def _faults(size: int | None) -> Sequence[Work]:
    kills = size or KILLS
    page = [] if size else ["-o", str(ROOT / "docs" / "reliability.md")]
    words = [str(ROOT / "scripts" / "faults.py"), "--kills", str(kills), "--at-once", "4", *page]
    return [Work(f"{kills} kills of servers, workers and the database; full, slow and locked disks", words, long=False)]


def _secrets(size: int | None) -> Sequence[Work]:
    words = ["-m", "pytest", "-q"]
    return [
        Work("twin games, every page and answer byte for byte", [*words, "tests/web/test_secrets.py"]),
        Work("the API against its own description, 500 examples an operation", [*words, "tests/web/test_api.py"]),
    ]


def _order(seed: int, busy: int = 0) -> Callable[[int | None], Sequence[Work]]:
    what = f"all tests in the order of seed {seed}" + (f", {busy} busy loops beside them" if busy else "")
    words = ["-m", "pytest", "-q", "-n", "auto", "-m", "not alone", *in_order(seed)]
    return lambda size: [Work(what, [*words, *(["tests/test_conform.py"] if size else [])], busy, long=False)]


def in_order(seed: int) -> list[str]:
    """Options of pytest for one order of the tests; nothing but the order is left to the plugin."""
    return ["-p", "randomly", f"--randomly-seed={seed}", "--randomly-dont-reset-seed"]


PARTS = {
    "references": Part(
        "Second readings",
        "What every automa decides, compared with a second reading of its document that shares no code with it.",
        "fixed in the tests",
        _references,
    ),
    "games": Part(
        "Whole games",
        "Every scenario, number of players and pair of bots in turn, each game to its end. Whatever a bot chooses is "
        "looked up in the legal list of its decision. The record of every 20th game is read back and must end as the "
        "game has ended, and its first half is played on. See `scripts/strict.py`.",
        str(GAME_SEED),
        _games,
    ),
    "site": Part(
        "Without a server",
        "The built folder in a browser, killed five times in the middle of a game; the browser tests of the server, "
        "in the folder.",
        "fixed in the tests",
        _site,
    ),
    "homes": Part(
        "The same games in both homes",
        "Records made by a browser's Python are played again here to the last row, and the other way round.",
        "fixed in scripts/homes.py",
        _homes,
    ),
    "automas": Part(
        "Automa files",
        "Every shipped file with lines shuffled, numbers changed and words exchanged: a refusal with a line, or a game "
        "without an illegal action, an endless loop or an error.",
        "fixed in tests/automa/test_fuzz.py",
        _automas,
    ),
    "check": Part(
        "What every game must do",
        "The contract: every check with every scenario and every bot.",
        "fixed in the checks",
        _check,
    ),
    "faults": Part(
        "Faults",
        "People play while servers, workers and the database are killed and disks are full, slow or locked; every "
        "acknowledged answer is there afterwards. The figures are in docs/reliability.md.",
        "fixed in scripts/faults.py",
        _faults,
    ),
    "web": Part(
        "The web app",
        "Two games that differ in one secret send the same bytes to whoever must not know it. Whatever is sent to the "
        "API, the answer is one that its description names.",
        "fixed in the tests",
        _secrets,
    ),
    **{
        f"order-{seed}": Part(
            f"Any order: {seed}",
            "The whole test run in a random order" + (", beside other load." if busy else "."),
            str(seed),
            _order(seed, busy),
        )
        for seed, busy in zip(ORDERS, (0, 0, 2), strict=True)
    },
}


# -- doing it


@dataclass(frozen=True)
class Done:
    """A command that has passed."""

    what: str
    seconds: float
    said: str
    """Its last line that says something."""


class Failed(Exception):
    """A command that did not pass, with what it said."""


def do(work: Work, cwd: Path = ROOT) -> Done:
    """Run a command in the long form; raises Failed."""
    environment = {**os.environ, "COLUMNS": "300"} | ({"KEMPELEN_PROVE": "1"} if work.long else {})
    environment |= dict(work.switches)
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(work.busy)]
    start = time.monotonic()
    try:
        run = subprocess.run(
            [sys.executable, *work.words], cwd=cwd, env=environment, capture_output=True, text=True, check=False
        )
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    if run.returncode:
        raise Failed(f"{work.what}: exit status {run.returncode}\n{run.stdout[-4000:]}{run.stderr[-2000:]}")
    lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
    return Done(work.what, time.monotonic() - start, lines[-1] if lines else "")


def done_of(works: Iterable[Work]) -> Iterator[Done]:
    """Every command in turn, told as it ends. One that does not pass is left out; the others are still run."""
    for work in works:
        try:
            done = do(work)
        except Failed as failed:
            print(failed, file=sys.stderr, flush=True)
        else:
            print(f"{done.what}: {done.said} ({done.seconds:.0f} s)", flush=True)
            yield done


def commit() -> str:
    """The commit this is, and whether something is not in it."""
    asked = ["git", "-C", str(ROOT)]
    name = subprocess.run([*asked, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True)
    changed = subprocess.run([*asked, "status", "--porcelain"], capture_output=True, text=True, check=True)
    others = [line for line in changed.stdout.splitlines() if not line.endswith(PAGES)]
    return name.stdout.strip() + (" with changes" if others else "")


# -- writing it down


def section(part: Part, done: Sequence[Done], when: datetime, where: str) -> str:
    """A part as it stands on the page."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    rows = "".join(f"| {one.what} | {one.said.replace('|', '/')} | {one.seconds:.0f} s |\n" for one in done)
    return (
        f"## {part.title}\n\n{part.why}\n\n"
        f"{when:%Y-%m-%d %H:%M} UTC, commit `{where}`, {python}. Seeds: {part.seeds}.\n\n"
        f"| what | result | time |\n|---|---|---|\n{rows}"
    )


def put(page: str, title: str, text: str) -> str:
    """The page with one section replaced, or added at its end."""
    head, *sections = page.rstrip("\n").split("\n## ")
    by_title = {one.partition("\n")[0]: one.rstrip("\n") for one in sections}
    by_title[title] = text.removeprefix("## ").rstrip("\n")
    return "\n\n".join([head.rstrip("\n"), *(f"## {one}" for one in by_title.values())]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all if left out")
    parser.add_argument("--size", type=int, help="a small number instead of the long form, to try this script")
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    asked = parser.parse_args()
    if unknown := [name for name in asked.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    if asked.size and asked.output == PAGE:
        parser.error("what was only tried is not proved: name another file with -o")
    for name in asked.parts or PARTS:
        part, when, where = PARTS[name], datetime.now(UTC), commit()
        works = part.works(asked.size)
        done = list(done_of(works))
        if len(done) < len(works):
            print(f"{name} is not proved.", file=sys.stderr)
            sys.exit(1)
        page = asked.output.read_text("utf-8") if asked.output.exists() else HEAD
        text = section(part, done, when, where)
        asked.output.write_text(put(page, part.title, text), "utf-8")
        print(text)


if __name__ == "__main__":
    main()
