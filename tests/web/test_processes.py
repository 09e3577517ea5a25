"""`kempelen serve --processes 2`: one that dies is replaced, and SIGHUP replaces all of them while nobody is turned away."""

import signal
import subprocess
import sys
import time
from contextlib import suppress

import httpx
import pytest

PROGRAM = "from kempelen.terminal.cli import main; main()"
PATIENCE = 240.0
"""Seconds until a process must have come, however busy the machine is."""
ps = pytest.importorskip("psutil", reason="psutil is not installed")


def serving(pid):
    """The processes that serve, without the one that only tidies up and any that has just ended."""
    found = set()
    for child in ps.Process(pid).children():
        with suppress(ps.NoSuchProcess):
            if "resource_tracker" not in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


def health(address):
    return httpx.get(address + "health", timeout=PATIENCE).status_code


def until(told, what):
    end = time.monotonic() + PATIENCE
    while not (found := told()):
        assert time.monotonic() < end, what
        time.sleep(0.1)
    return found


@pytest.fixture
def program(tmp_path):
    """Two processes at an address that the system has chosen; its number stands in what the program says."""
    words = ["serve", "--processes", "2", "--port", "0", "--db", str(tmp_path / "x.sqlite"), "--lang", "en"]
    run = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, text=True)
    try:
        address = next(line for line in run.stdout if "http://" in line).split()[-1]
        yield run.pid, address
    finally:
        run.terminate()
        run.wait(PATIENCE)
        run.stdout.close()


def test_processes_are_replaced_and_nobody_is_turned_away(program):
    pid, address = program
    first = until(lambda: len(found := serving(pid)) == 2 and found, "two processes")
    assert health(address) == 200
    ps.Process(min(first)).kill()
    second = until(lambda: len(found := serving(pid)) == 2 and min(first) not in found and found, "another one")
    assert health(address) == 200
    ps.Process(pid).send_signal(signal.SIGHUP)
    answers = []

    def renewed():
        answers.append(health(address))
        found = serving(pid)
        return len(found) == 2 and not found & second

    until(renewed, "two new ones")
    assert set(answers) == {200}
