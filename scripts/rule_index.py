"""Where is a rule in the code, and which tests pin it?

    .venv/bin/python scripts/rule_index.py saboteur            # the table, as Markdown
    .venv/bin/python scripts/rule_index.py saboteur R15        # one rule, with every place and every test
    .venv/bin/python scripts/rule_index.py saboteur --missing  # rules without a test; exit status 1 if there are any

A rule is found by its number in the docstrings and comments of the game's folder (`R130 to R132` names three), a test
by its marker `@rule("saboteur:R15")` or by the `rules` and `readings` of a worked example. Rules that a program has
nothing to do with stand under `[without_effect]` in rulebook.toml, with the reason. A reading says which option it is,
or on what grounds there is no choice.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import yaml

from kempelen.engine.game import game_named
from kempelen.engine.rulings import Ruling
from kempelen.terminal.commands.rules import found as number_meant

ROOT = Path(__file__).resolve().parent.parent


WIDEST = 12
"""A range of more rules says what a file is about, not where they are."""


def mentioned(line: str, pattern: re.Pattern[str], order: dict[str, int]) -> list[str]:
    """The numbers a line names, those within ranges too."""
    found = list(pattern.finditer(line))
    names = [match[0] for match in found]
    for one, other in pairwise(found):
        first, last = order[one[0]], order[other[0]]
        if line[one.end() : other.start()] == " to " and one[0][:1] == other[0][:1] and last - first < WIDEST:
            names += [name for name, n in order.items() if first < n < last]
    return list(dict.fromkeys(names))


def places_in_code(folder: Path, numbers: list[str]) -> dict[str, list[str]]:
    """Number -> file:line of every mention."""
    found: dict[str, list[str]] = defaultdict(list)
    pattern = re.compile(
        r"(?<![\w.])(" + "|".join(map(re.escape, sorted(numbers, key=len, reverse=True))) + r")(?![\w.]*\d)"
    )
    order = {number: n for n, number in enumerate(numbers)}
    for file in sorted(folder.rglob("*.py")):
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for number in mentioned(line, pattern, order):
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


def pinned_by_case(tests: Path, game: str) -> dict[str, list[str]]:
    """Rule or ruling -> worked examples that name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted([*(tests / "conformance").glob("*.yaml"), *(tests / "games" / game).glob("*.yaml")]):
        data = yaml.safe_load(file.read_text("utf-8"))
        if data.get("game") != game:
            continue
        for case in data["cases"]:
            readings = case.get("readings", case.get("depends", [])) or []
            basis = str(case.get("basis", "")).removeprefix("house:")
            for number in dict.fromkeys([*case.get("rules", []), *readings, basis]):
                found[str(number)].append(f"{file.name} {case['id']}")
    return found


def says(ruling: Ruling) -> str:
    """A reading's question, and whether one may choose."""
    if ruling.values:
        values = ", ".join(
            f"`{ruling.id}={value}`" + (" (default)" if value == ruling.default else "") for value in ruling.values
        )
        return f"{ruling.question['en']} Option: {values}."
    return f"{ruling.question['en']} No choice: {ruling.grounds['en']}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("number", nargs="?")
    parser.add_argument("--missing", action="store_true")
    arguments = parser.parse_args()
    game = game_named(arguments.game)
    wordings = {id: wording["en"] for id, wording in game.rulebook.rules.items()}
    wordings |= {id: says(ruling) for id, ruling in game.rulings.items()}
    code = places_in_code(ROOT / "src" / Path(*game.package.split(".")), list(wordings))
    marked = pinned_by_marker(ROOT / "tests", game.name)
    cases = pinned_by_case(ROOT / "tests", game.name)
    reasons = game.rulebook.without_effect
    if arguments.number is not None:
        number = number_meant(arguments.number.removeprefix(f"{game.name}:"), wordings)
        if not number:
            print(f"{game.name} has no rule and no reading {arguments.number}", file=sys.stderr)
            return 1
        folder = f"src/{game.package.replace('.', '/')}"
        places = [f"{folder}/{place}" for place in code.get(number, [])]
        tests = [
            test if ".yaml " in test else f"tests/{test}" for test in marked.get(number, []) + cases.get(number, [])
        ]
        print("\n  ".join([f"{game.name}:{number}  {wordings[number]}", *places, *tests]))
        return 0
    missing = 0
    if not arguments.missing:
        print("| rule | what it says | code | tests |\n|---|---|---|---|")
    for number, wording in wordings.items():
        tests = marked.get(number, []) + cases.get(number, [])
        missing += not tests and number not in reasons
        if arguments.missing:
            if not tests and number not in reasons:
                print(f"{game.name}:{number}  {wording}")
        else:
            none = f"no effect: {reasons[number]['en']}" if number in reasons else "**none**"
            where = "<br>".join(code.get(number, [])[:4]) or (none if number in reasons else "-")
            print(f"| {number} | {wording} | {where} | {'<br>'.join(tests[:4]) or none} |")
    print(f"{len(wordings)} rules, {missing} without a test", file=sys.stderr)
    return 1 if arguments.missing and missing else 0


if __name__ == "__main__":
    sys.exit(main())
