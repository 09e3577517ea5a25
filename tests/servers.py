"""Real servers and people at them, for whoever wants to know that nothing is lost: tests, and scripts/faults.py."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import httpx

from kempelen.engine.game import games
from kempelen.engine.inputs import Input, Sealed
from kempelen.store import open_store
from kempelen.web.people.keys import table_address
from tests.patience import Patience

__all__ = [
    "PATIENCE",
    "PROGRAM",
    "UNCOUNTED",
    "Lost",
    "Player",
    "Server",
    "account",
    "children_of",
    "free_port",
    "going_on",
    "more",
    "playing",
    "until",
]

PROGRAM = "from kempelen.terminal.cli import main; main()"
UNCOUNTED = [part for what in ("requests", "games", "streams", "uploads") for part in (f"--most-{what}", "0")]
PATIENCE = 600.0
"""Seconds for what is sure to come, of a machine that does nothing else: see `Patience`."""
OWN_PORTS = 12_000, 32_000


class Lost(Exception):
    """An acknowledged answer is not there, or a game cannot go on."""


# -- servers


class Server:
    """`kempelen serve` at a port that stays the same."""

    def __init__(self, db: str, *options: str, port: int = 0, largest: int = 0) -> None:
        self.db, self.options = db, options
        self.largest = largest
        """How large a file may become, in blocks of half a kilobyte; 0: any size."""
        self.port = port or free_port()
        self.environment: dict[str, str] = {}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Server:
        self.start()
        self.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def again(self) -> None:
        """kill -9, and up again."""
        self.kill()
        self.start()
        self.wait()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--db", self.db, "--lang", "en", *UNCOUNTED, *self.options]
        limited = ["sh", "-c", f'ulimit -f {self.largest}; exec "$@"', "sh"] if self.largest else []
        self.process = subprocess.Popen(
            [*limited, sys.executable, "-c", PROGRAM, *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, **self.environment},
        )

    def wait(self) -> None:
        until(lambda: answers(self.base), "the server")

    def kill(self) -> None:
        """kill -9, with everything it has begun."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()

    def children(self) -> list[int]:
        """The processes it has begun."""
        assert self.process is not None
        return children_of(self.process.pid)


def free_port() -> int:
    """A port that the system gives to nobody who only calls: while a server is down, none of those who ask for it may
    get its port, or even reach himself there."""
    while True:
        port = SystemRandom().randrange(*OWN_PORTS)
        with closing(socket.socket()) as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


def children_of(parent: int) -> list[int]:
    """Those that serve or think; a helper of Python's is no fault's business."""
    try:
        threads = Path(f"/proc/{parent}/task").glob("*/children")
        pids = [pid for thread in threads for pid in thread.read_text().split()]
        return [int(pid) for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    except OSError:
        return []


def answers(base: str) -> bool:
    """Whether somebody answers there. Without a client of its own for each question: that would cost more than it."""
    with (
        closing(HTTPConnection(base.removeprefix("http://"), timeout=PATIENCE)) as line,
        suppress(OSError, HTTPException),
    ):
        line.request("GET", "/health")
        return line.getresponse().status == 200
    return False


def until(found: Callable[[], Any], what: str) -> Any:
    patience = Patience(PATIENCE)
    while not (answer := found()):
        if not patience:
            raise Lost(f"{what} has not come")
        time.sleep(0.02)
    return answer


# -- people


@dataclass
class Player(threading.Thread):
    """Somebody who answers whatever he is asked, at one table after the other, and notes what he was told."""

    bases: Sequence[str]
    game: str
    number: int
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    refused: int = 0
    ended: bool = False

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.random = Random(self.number)
        self.client = httpx.Client(timeout=PATIENCE, verify=False)
        self.failed = ""

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        try:
            with self.client:
                while not self.ended:
                    self.play()
        except Exception as error:  # noqa: BLE001  # whatever it is, it is told where all are counted
            self.failed = repr(error)

    def ask(self, method: str, path: str, *expected: int, **more: Any) -> httpx.Response | None:
        """By any of the servers; None if there was no answer, or none that says anything about the game."""
        try:
            answer = self.client.request(method, self.random.choice(self.bases) + path, **more)
        except httpx.TransportError:
            answer = None
        if answer is None or answer.status_code in (500, 503):
            self.refused += 1
            time.sleep(0.2)  # a server that comes up needs the time more than who asks for it
            return None
        if answer.status_code not in expected:
            raise Lost(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return answer

    def play(self) -> None:
        if not self.client.cookies and self.ask("GET", "/", 200) is None:
            return
        made = self.ask("POST", "/api/tables", 201, json={"game": self.game, "pace": "instant"})
        if made is None:
            return
        table = made.json()
        address = f"/api/tables/{table['id']}"
        while not self.ended:
            found = self.ask("GET", f"{address}?seat={table['seat']}", 200)
            if found is None:
                continue
            state = found.json()
            if state["outcome"]:
                return
            if not state["asked"]:
                time.sleep(0.02)
                continue
            do = self.random.choice(state["asked"]["options"])["do"]
            body = {"do": do, "version": state["version"]}
            taken = self.ask("POST", f"{address}/answer?seat={table['seat']}", 200, 409, json=body)
            if taken is not None and taken.status_code == 200:
                self.acknowledged.append((table["id"], do))


def account(db: str, people: Sequence[Player]) -> int:
    """Every acknowledged answer stands in its game, in order; how many there are. Raises Lost."""
    count = 0
    with closing(open_store(db if "://" in db else Path(db))) as store:
        kept: dict[str, list[str]] = {}
        for game in store.games():
            record = store.record(game.id)
            record.load()
            kept[table_address(store, game.id)] = [
                str(row.value)
                for row in record.rows
                if (isinstance(row, Input) and row.human) or (isinstance(row, Sealed) and row.kind == "together")
            ]
        for person in people:
            if person.failed:
                raise Lost(person.failed)
            for table in dict.fromkeys(table for table, _ in person.acknowledged):
                rows = iter(kept.get(table, []))
                for said, do in person.acknowledged:
                    if said == table:
                        count += 1
                        if do not in rows:  # looks on from the last one that was found
                            raise Lost(f"{person.game}: {do} was acknowledged and is not there")
    return count


@contextmanager
def playing(bases: Sequence[str], each: int = 1) -> Iterator[list[Player]]:
    """People at all games; what they were told is looked for by `account`."""
    people = [Player(bases, game, n) for n, game in enumerate([*games()] * each)]
    for person in people:
        person.start()
    try:
        yield people
    finally:
        for person in people:
            person.ended = True
        for person in people:
            person.join(PATIENCE)


def more(people: Sequence[Player], count: int = 1) -> None:
    """Wait until so many more answers were acknowledged."""
    before = sum(len(person.acknowledged) for person in people)
    until(lambda: sum(len(person.acknowledged) for person in going_on(people)) >= before + count, "another answer")


def going_on(people: Sequence[Player]) -> Sequence[Player]:
    """These, if all of them still play: nothing comes from one who has stopped. Raises Lost."""
    for person in people:
        if person.failed:
            raise Lost(person.failed)
    return people
