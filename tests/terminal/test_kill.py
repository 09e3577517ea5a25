"""The real program in a process of its own: killed, interrupted, and at a terminal."""

import os
import pty
import signal
import subprocess
import sys

import pytest

from tests.terminal.program import COMMAND, PATIENCE, start, when_said


def read_until(process, wanted):
    """What the program has said up to some words."""
    return when_said(wanted, "", process.stdout.fileno())


def type_line(process, text):
    process.stdin.write(f"{text}\n".encode())
    process.stdin.flush()


def close(process):
    process.stdin.close()
    process.stdout.close()
    return process.wait(PATIENCE)


def test_a_game_survives_kill_9(kempelen, record):
    process = start("play", "saboteur", "--seed", "5")
    read_until(process, "help for everything else")
    type_line(process, "plus 1,0")
    read_until(process, "You lay a crossing to the right of the start")
    process.send_signal(signal.SIGKILL)
    assert close(process) == -signal.SIGKILL
    rows = record().rows
    assert any(getattr(row, "value", None) == "lay plus 1,0" for row in rows)
    again = kempelen("play", "--resume", "saboteur-1", typed="log\nquit\n")
    assert again.status == 0
    assert "You lay a crossing to the right of the start" in again.out


def test_ctrl_c_keeps_the_game():
    process = start("play", "saboteur", "--seed", "5")
    read_until(process, "help for everything else")
    process.send_signal(signal.SIGINT)
    said = read_until(process, "--resume saboteur-1")
    assert "Your game is kept" in said
    assert "Traceback" not in said
    assert close(process) == 130


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_at_a_terminal_the_screen_is_wiped_between_players():
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "play", "saboteur", "--players", "3", "--humans", "1,2", "--seed", "12"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"},
    )
    os.close(theirs)
    said = ""

    def wait_for(words):
        nonlocal said
        said = when_said(words, said, ours)

    wait_for("Pass the keyboard to player 1")
    os.write(ours, b"\n")
    wait_for("Player 1's hand")
    wait_for("help for everything else")
    assert said.index("\x1b[3J") < said.index("Player 1's hand")
    said = ""
    os.write(ours, b"quit\n")
    wait_for("--resume saboteur-1")
    assert process.wait(PATIENCE) == 0
    os.close(ours)
