"""A line for somebody who watches long work; nothing of it in a pipe."""

import io

import pytest
from rich import console

from kempelen.terminal.progress import watched


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "term", "shown"),
    [(Terminal, "xterm", True), (Terminal, "dumb", False), (io.StringIO, "xterm", False)],
)
def test_only_a_terminal_is_told_what_is_being_worked_on(monkeypatch, stream, term, shown):
    out = stream()
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(console.sys, "stderr", out)
    assert list(watched("ab", lambda n: f"number {n}")) == ["a", "b"]
    said = out.getvalue()
    assert ("number 1" in said) is shown
    assert said.endswith("\r\x1b[2K") is shown  # and the line is wiped


def test_check_and_bench_write_no_progress_into_a_pipe(kempelen):
    run = kempelen("bench", "saboteur", "--runs", 1, "-n", 1)
    assert run.status == 0
    assert run.err == ""
    assert "measuring" not in run.out
