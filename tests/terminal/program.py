"""The real program in a process of its own. Tests wait for what it says, never for a time."""

import os
import select
import subprocess
import sys
import time

__all__ = ["COMMAND", "PATIENCE", "start", "when_said"]

COMMAND = [
    sys.executable,
    "-c",
    # Whoever runs the tests in the background ignores Ctrl+C, and what he starts inherits it.
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from kempelen.terminal.cli import main; main()",
]

PATIENCE = 600.0
"""Seconds after which what has not come will never come, on the slowest machine. Nothing is right or wrong by it."""


def start(*words: str) -> subprocess.Popen[bytes]:
    """The program with its input and output in pipes."""
    return subprocess.Popen([*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def when_said(words: str, said: str, source: int) -> str:
    """What the program had said and says on, up to where these words are in it; fails when it says no more."""
    data, end = said.encode(), time.monotonic() + PATIENCE
    while words.encode() not in data:
        ready, _, _ = select.select([source], [], [], max(0.0, end - time.monotonic()))
        try:
            part = os.read(source, 65536) if ready else b""
        except OSError:  # a terminal whose program has ended
            part = b""
        assert part, f"{words!r} did not come; there is: {data.decode('utf-8', 'replace')[-500:]!r}"
        data += part
    return data.decode("utf-8", "replace")
