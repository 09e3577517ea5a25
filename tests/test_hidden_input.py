"""The linter keeps chance, clock and environment out of rules and behaviours, and only there."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = ["datetime", "os", "random", "secrets", "time", "uuid"]
SOURCE = "".join(f"import {module}\nfrom {module} import name\n" for module in MODULES)


def banned_imports(path: str) -> int:
    """How many imports of SOURCE the linter would refuse in the file at path."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251"]
    command += ["--output-format", "concise", "--stdin-filename", path, "-"]
    run = subprocess.run(command, cwd=ROOT, input=SOURCE, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout.count("TID251")


@pytest.mark.parametrize("path", ["games/any/rules.py", "games/any.py", "behaviour/chart.py"])
def test_rules_have_no_hidden_input(path):
    assert banned_imports(f"src/kempelen/{path}") == 2 * len(MODULES)


@pytest.mark.parametrize("path", ["src/kempelen/engine/dice.py", "src/kempelen/store/folder.py", "tests/any.py"])
def test_the_rest_may_use_them(path):
    assert banned_imports(path) == 0
