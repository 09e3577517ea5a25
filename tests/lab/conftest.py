"""The command line as a person calls it."""

import sys
from dataclasses import dataclass

import pytest

from kempelen.terminal.cli import main


@dataclass
class Said:
    status: int | str | None
    out: str
    err: str


@pytest.fixture
def kempelen(monkeypatch, capsys):
    """Call `kempelen` with these words: exit status and what it said."""

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["kempelen", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = capsys.readouterr()
        return Said(stopped.value.code, said.out, said.err)

    return call
