"""`kempelen serve --processes 2`: one that dies is replaced, and SIGHUP replaces all of them while nobody is turned away."""

import signal
import subprocess
import sys
import time
from contextlib import suppress

import httpx
import pytest

from tests.servers import UNCOUNTED, account, more, playing

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
    words = ["serve", "--processes", "2", "--port", "0", "--db", str(tmp_path / "x.sqlite"), "--lang", "en", *UNCOUNTED]
    run = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, text=True)
    try:
        address = next(line for line in run.stdout if "http://" in line).split()[-1]
        yield run.pid, address
    finally:
        run.terminate()
        run.wait(PATIENCE)
        run.stdout.close()


def test_processes_are_replaced_and_nothing_is_lost(program, tmp_path):
    pid, address = program
    first = until(lambda: len(found := serving(pid)) == 2 and found, "two processes")
    assert health(address) == 200
    ps.Process(min(first)).kill()
    second = until(lambda: len(found := serving(pid)) == 2 and min(first) not in found and found, "another one")
    assert health(address) == 200
    answers = []

    def renewed():
        answers.append(health(address))
        found = serving(pid)
        return len(found) == 2 and not found & second

    with playing([address.rstrip("/")]) as people:
        more(people)
        ps.Process(pid).send_signal(signal.SIGHUP)
        until(renewed, "two new ones")
        more(people, 4)
    assert set(answers) == {200}
    assert account(str(tmp_path / "x.sqlite"), people)


def test_whoever_watches_finds_his_way_to_a_new_process(program):
    pid, address = program
    first = until(lambda: len(found := serving(pid)) == 2 and found, "two processes")
    with httpx.Client(base_url=address, timeout=PATIENCE, verify=False) as client:
        client.get("/")
        table = client.post("/api/tables", json={"game": "saboteur"}).json()
        news = f"/tables/{table['id']}/events?seat={table['seat']}"
        with suppress(httpx.RemoteProtocolError), client.stream("GET", news) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: changed"
            ps.Process(pid).send_signal(signal.SIGHUP)
            for _ in lines:  # it is let go of, whichever process it led to
                pass
        until(lambda: len(found := serving(pid)) == 2 and not found & first, "two new ones")
        with client.stream("GET", news) as stream:
            assert next(stream.iter_lines()) == "event: changed"
