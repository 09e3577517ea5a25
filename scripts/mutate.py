"""Switch off rules at random and see which tests notice.

    .venv/bin/python scripts/mutate.py saboteur             # twenty rules, seed 0
    .venv/bin/python scripts/mutate.py saboteur -n 50 --seed 7
    .venv/bin/python scripts/mutate.py universalis --only wounds.py melee_numbers.py

A rule is switched off in a copy of the source: a condition never holds, a filter lets everything through, one part of
an `and` is dropped, or a change of the state is left out. Then the game's tests run until the first one fails.
Exit status 1 if something went unnoticed.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from kempelen.engine.game import game_named

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {"rules", "automa"}
"""Where the rules of a game are; words, pictures and files are elsewhere."""
NOT_RULES = {"events", "events.py", "whys.py", "pages.py", "__init__.py"}
"""What these rooms also hold: what is told, and the document printed."""


@dataclass(frozen=True)
class Switch:
    """One place where a rule can be switched off."""

    file: Path
    line: int
    function: str
    what: str
    start: int
    end: int
    text: str
    """Replaces the source between start and end."""


def switches(file: Path) -> Iterator[Switch]:
    source = file.read_text("utf-8")
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))
    raw = source.encode()

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset

    def switch(function: str, node: ast.expr | ast.stmt, text: str) -> Switch:
        start, end = span(node)
        what = " ".join(raw[start:end].decode().split())
        return Switch(file, node.lineno, function, f"{what[:70]}  ->  {text or 'nothing'}"[:110], start, end, text)

    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.If | ast.IfExp) and "trace" not in ast.unparse(node.test):
                yield switch(function.name, node.test, "False")
            elif isinstance(node, ast.comprehension):
                for test in node.ifs:
                    yield switch(function.name, test, "True")
            elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
                for part in node.values:
                    yield switch(function.name, part, "True")
            elif isinstance(node, ast.AugAssign):
                yield switch(function.name, node, "pass")


def noticed_by(switch: Switch, game: str, copy: Path) -> str | None:
    """The first test that fails with this rule switched off; None if none does."""
    target = copy / switch.file.relative_to(ROOT / "src")
    raw = switch.file.read_bytes()
    target.write_bytes(raw[: switch.start] + (switch.text or "None").encode() + raw[switch.end :])
    failed = first_failure(game, copy)
    target.write_bytes(raw)
    return failed


def first_failure(game: str, copy: Path) -> str | None:
    """Run the game's tests on this copy of the source until one fails."""
    tests = [ROOT / "tests" / "games" / game, ROOT / "tests" / "test_conform.py", ROOT / "tests" / "test_contract.py"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, *(str(test) for test in tests if test.exists())],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if run.returncode == 0:
        return None
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].removeprefix("FAILED ") if failed else "the tests do not run at all"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-n", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", metavar="FILE", help="only rules in files of these names")
    arguments = parser.parse_args()
    game = game_named(arguments.game)
    folder = ROOT / "src" / Path(*game.package.split("."))
    files = [
        file
        for file in sorted(folder.rglob("*.py"))
        if ROOMS & set(file.relative_to(folder).parts) and not {file.name, file.parent.name} & NOT_RULES
    ]
    if arguments.only:
        files = [file for file in files if file.name in arguments.only]
    places = [switch for file in files for switch in switches(file)]
    chosen = Random(arguments.seed).sample(places, min(arguments.n, len(places)))
    print(f"{len(places)} places where a rule of {game.name} can be switched off; trying {len(chosen)}")
    unnoticed = 0
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / "src"
        shutil.copytree(ROOT / "src", copy)
        if failed := first_failure(game.name, copy):
            print(f"The tests fail before anything is switched off: {failed}. Mend that first.")
            return 2
        for n, switch in enumerate(chosen, 1):
            test = noticed_by(switch, game.name, copy)
            unnoticed += test is None
            verdict = f"noticed by {test}" if test else "NOT NOTICED"
            print(
                f"{n:3} {switch.file.name}:{switch.line} {switch.function}: {switch.what}\n      {verdict}", flush=True
            )
    print(f"{len(chosen) - unnoticed} noticed, {unnoticed} not")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
