"""The command line, run in this process with typed lines."""

import sys
from contextlib import closing
from dataclasses import dataclass
from itertools import count

import pytest
from click.testing import CliRunner

from kempelen.store import open_store, sqlite
from kempelen.terminal import start
from kempelen.terminal.cli import main


@dataclass
class Run:
    out: str
    err: str
    status: int


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Games of these tests go into a folder of their own."""
    monkeypatch.setenv("KEMPELEN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KEMPELEN_LANG", "en")
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", "OFF")
    seeds = count(1)
    monkeypatch.setattr(start, "secret_seed", lambda: next(seeds))  # nobody's luck decides a test


@pytest.fixture
def kempelen(monkeypatch):
    def run(*words, typed=""):
        monkeypatch.setattr(sys, "argv", ["kempelen", *map(str, words)])
        with CliRunner().isolation(input=typed) as (out, err, _):
            try:
                main()
            except SystemExit as stop:
                status = int(stop.code or 0)
        return Run(out.getvalue().decode(), err.getvalue().decode(), status)

    return run


@pytest.fixture
def record():
    """What is on disk of a game."""

    def read(id="saboteur-1"):
        with closing(open_store()) as kept:
            return kept.record(id)

    return read
