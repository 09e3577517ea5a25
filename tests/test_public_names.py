"""What `import kempelen` offers."""

import subprocess
import sys

import pytest

import kempelen


@pytest.mark.parametrize("name", kempelen.__all__)
def test_every_public_name_exists(name):
    assert getattr(kempelen, name) is not None


def test_the_example_in_the_docstring_runs(capsys):
    example = "\n".join(line[4:] for line in kempelen.__doc__.splitlines() if line.startswith("    "))
    exec(compile(example, "docstring", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_no_other_name_is_offered():
    with pytest.raises(AttributeError):
        kempelen.utils  # noqa: B018


def test_help_loads_no_game():
    code = (
        "import sys, kempelen.terminal.cli; print([name for name in sys.modules if name.startswith('kempelen.games')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
