"""Where is a rule in the code, and which tests pin it?

    .venv/bin/python scripts/rule_index.py saboteur            # the table, as Markdown
    .venv/bin/python scripts/rule_index.py saboteur --missing  # rules without a test; exit status 1 if there are any

A rule is found by its number in the docstrings and comments of the game's folder, a test by its marker
`@rule("saboteur:R15")` or by the `readings` of a conformance case.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

import yaml

from kempelen.engine.game import game_named

ROOT = Path(__file__).resolve().parent.parent


def places_in_code(folder: Path, numbers: list[str]) -> dict[str, list[str]]:
    """Number -> file:line of every mention."""
    found: dict[str, list[str]] = defaultdict(list)
    pattern = re.compile(
        r"(?<![\w.])(" + "|".join(map(re.escape, sorted(numbers, key=len, reverse=True))) + r")(?![\w.]*\d)"
    )
    for file in sorted(folder.rglob("*.py")):
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for number in dict.fromkeys(pattern.findall(line)):
                found[number].append(f"{file.relative_to(folder)}:{n}")
    return found


def pinned_by_marker(tests: Path, game: str) -> dict[str, list[str]]:
    """Rule id -> tests that carry its marker, read from the source."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).split(".")[-1] == "rule":
                    for argument in mark.args:
                        if isinstance(argument, ast.Constant) and str(argument.value).startswith(f"{game}:"):
                            found[str(argument.value).partition(":")[2]].append(
                                f"{file.relative_to(tests)}::{node.name}"
                            )
    return found


def pinned_by_case(folder: Path, game: str) -> dict[str, list[str]]:
    """Ruling -> conformance cases that name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.glob("*.yaml")):
        data = yaml.safe_load(file.read_text("utf-8"))
        if data.get("game") != game:
            continue
        for case in data["cases"]:
            for ruling in case.get("readings", case.get("depends", [])) or []:
                found[str(ruling)].append(f"{file.name} {case['id']}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--missing", action="store_true")
    arguments = parser.parse_args()
    game = game_named(arguments.game)
    wordings = {**game.rulebook.rules, **{id: ruling.question for id, ruling in game.rulings.items()}}
    code = places_in_code(ROOT / "src" / Path(*game.package.split(".")), list(wordings))
    marked = pinned_by_marker(ROOT / "tests", game.name)
    cases = pinned_by_case(ROOT / "tests" / "conformance", game.name)
    missing = 0
    if not arguments.missing:
        print("| rule | what it says | code | tests |\n|---|---|---|---|")
    for number, wording in wordings.items():
        tests = marked.get(number, []) + cases.get(number, [])
        missing += not tests
        if arguments.missing:
            if not tests:
                print(f"{game.name}:{number}  {wording['en']}")
        else:
            where = "<br>".join(code.get(number, ["-"])[:4])
            print(f"| {number} | {wording['en']} | {where} | {'<br>'.join(tests[:4]) or '**none**'} |")
    print(f"{len(wordings)} rules, {missing} without a test", file=sys.stderr)
    return 1 if arguments.missing and missing else 0


if __name__ == "__main__":
    sys.exit(main())
