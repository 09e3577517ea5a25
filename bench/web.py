"""How many clicks a server takes, and how long one takes: many games being played, of all kinds.

    .venv/bin/python bench/web.py                            # 200 games; SQLite and PostgreSQL, one process and two
    .venv/bin/python bench/web.py --before 3821431           # and an earlier version, in the same run
    .venv/bin/python bench/web.py --games 8 --seconds 5 --only sqlite-1
    .venv/bin/python bench/web.py --before 3821431 -o docs/reliability.md   # and the table on that page

Every version and setting gets a server of its own with no games in it. People open so many tables, each with a line for
news, and choose at random, at the pace "instant". First they click so often that there are 40 clicks a second in all:
printed is the time from a click to its acknowledgement (the answer is on disk: it begins) and to the board (the new
picture has arrived).
Then some of them click as fast as they can: printed is how many clicks a second that is, and what one costs the
processes that serve. Everything runs on one computer, so it says who used its time: the server, its workers that think
for automas, the database, and this program. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.databases import Database, programs  # noqa: E402  # where it is found is said above

PROGRAM = "from kempelen.terminal.cli import main; main()"
ASKED = re.compile(r'<script type="application/json" id="asked">(.*?)</script>', re.DOTALL)
VERSION = re.compile(r'data-version="(\d+)"')
UNCOUNTED = [part for what in ("requests", "games", "streams") for part in (f"--most-{what}", "0")]
"""Everybody here comes from one address."""
SETTINGS = {"sqlite-1": 1, "sqlite-2": 2, "postgresql-1": 1, "postgresql-2": 2}
"""Where the games are, and how many processes serve."""
PATIENCE = 120.0


# -- people


class Line:
    """One connection that stays open, with no more than it needs: what it costs is taken from the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.begun = 0.0
        """When the last answer began."""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> tuple[str, str]:
        """The text of the answer, and where it leads; asks again if the line has died meanwhile."""
        for again in (True, False):
            try:
                headers = await self.begin(method, path, body, kind)
                self.begun = time.perf_counter()
                text = await self.rest(headers)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if not again:
                    raise
            else:
                return text.decode(), headers.get("location", "")
        raise AssertionError

    async def rest(self, headers: dict[str, str]) -> bytes:
        """What comes after the headers: so many bytes, or piece by piece as it is made."""
        assert self.reader is not None
        if headers.get("transfer-encoding") != "chunked":
            return await self.reader.readexactly(int(headers.get("content-length", "0")))
        pieces = []
        while size := int((await self.reader.readuntil(b"\r\n")).partition(b";")[0], 16):
            pieces.append((await self.reader.readexactly(size + 2))[:-2])
        while await self.reader.readuntil(b"\r\n") != b"\r\n":
            pass  # what is said after the last piece
        return b"".join(pieces)

    async def begin(self, method: str, path: str, body: bytes = b"", kind: str = "") -> dict[str, str]:
        """Ask, and read as far as the headers of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: localhost:{self.port}\r\naccept-language: en\r\ncookie: {cookies}\r\n"
        )
        head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name == "set-cookie":
                key, _, given = value.partition(";")[0].partition("=")
                self.cookies[key] = given
            headers[name.lower()] = value
        return headers

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Player:
    """Somebody with a browser at one table."""

    def __init__(self, port: int, game: str, number: int) -> None:
        self.line, self.news_line = Line(port), Line(port)
        self.news_line.cookies = self.line.cookies
        self.game, self.random = game, Random(number)
        self.id, self.page = "", ""
        self.clicks: list[float] = []
        self.acknowledged: list[float] = []
        self.news = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """A new table, and the line for news that every open page has."""
        await self.leave()
        if not self.line.cookies:
            await self.line.ask("GET", "/")
        kind = "application/x-www-form-urlencoded"
        _, table = await self.line.ask("POST", f"/new/{self.game}", b"pace=instant", kind)
        self.id = table.partition("?")[0].rpartition("/")[2]
        self.listening = asyncio.create_task(self.listen())
        self.page = await self.board()

    async def leave(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
        self.news_line.close()

    async def listen(self) -> None:
        await self.news_line.begin("GET", f"/tables/{self.id}/events")
        assert self.news_line.reader is not None
        async for line in self.news_line.reader:
            if line.startswith(b"data: "):
                self.news.set()

    async def board(self) -> str:
        return (await self.line.ask("GET", f"/tables/{self.id}/board"))[0]

    async def play(self, until: float, think: float) -> None:
        """Click until then, thinking for so many seconds on average before each click."""
        await asyncio.sleep(self.random.random() * think)
        while time.perf_counter() < until:
            asked = json.loads(ASKED.search(self.page)[1])  # type: ignore[index]
            if "data-over" in self.page[:400]:
                await self.begin()
            elif asked is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), 5)
                self.news.clear()
                self.page = await self.board()
            else:
                await self.click(self.random.choice(asked["options"])["do"])
                await asyncio.sleep(min(self.random.uniform(0.5, 1.5) * think, until - time.perf_counter() + 0.01))

    async def click(self, do: str) -> None:
        body = {"do": do, "version": int(VERSION.search(self.page)[1])}  # type: ignore[index]
        self.news.clear()
        start = time.perf_counter()
        self.page, _ = await self.line.ask("POST", f"/tables/{self.id}/answer", json.dumps(body).encode())
        self.clicks.append(time.perf_counter() - start)
        self.acknowledged.append(self.line.begun - start)


# -- whose time it is


def children_of(pid: int) -> Iterator[int]:
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, thread.read_text().split()):
                yield child
                yield from children_of(child)


def cpu_of(pid: int) -> float:
    """Seconds of computing that a process has used; nothing where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Times:
    """Seconds of computing so far."""

    serving: float
    thinking: float
    database: float
    here: float = field(default_factory=time.process_time)
    passed: float = field(default_factory=time.perf_counter)

    def since(self, before: Times) -> Times:
        pairs = zip(self.values(), before.values(), strict=True)
        return Times(*(now - then for now, then in pairs))

    def values(self) -> tuple[float, ...]:
        return self.serving, self.thinking, self.database, self.here, self.passed

    def shares(self) -> str:
        names = ("server", "thinking", "database", "this program")
        used = [f"{name} {100 * spent / self.passed:.0f} %" for name, spent in zip(names, self.values(), strict=False)]
        return f"of one core: {', '.join(used)}"


def times_of(server: int, processes: int, database: int | None) -> Times:
    """Those that serve are the server or, of several, its own children; what they have begun thinks."""
    serving = [server] if processes == 1 else [server, *own_children(server)]
    thinking = set(children_of(server)) - set(serving)
    kept = 0.0 if database is None else sum(map(cpu_of, [database, *children_of(database)]))
    return Times(sum(map(cpu_of, serving)), sum(map(cpu_of, thinking)), kept)


def own_children(pid: int) -> list[int]:
    return [
        int(child) for thread in Path(f"/proc/{pid}/task").glob("*/children") for child in thread.read_text().split()
    ]


# -- one server


@dataclass(frozen=True)
class Tried:
    """What came of one version and setting."""

    name: str
    acknowledged: list[float]
    clicks: list[float]
    fastest: float
    """Clicks a second."""
    cost: float
    """Milliseconds of computing a click, of the processes that serve."""
    shares: str
    """Who used the computer's time at the usual pace."""


async def measure(name: str, port: int, now: object, given: argparse.Namespace) -> Tried:
    assert callable(now)
    games = [game["name"] for game in json.loads(urlopen(f"http://127.0.0.1:{port}/api/games").read())]
    players = [Player(port, games[n % len(games)], n) for n in range(given.games)]
    begun = time.perf_counter()
    for at in range(0, len(players), 10):
        await asyncio.gather(*(player.begin() for player in players[at : at + 10]))
    opened = time.perf_counter() - begun
    think = given.games / given.rate
    await everybody(players, given.warm, think)
    before: Times = now()
    clicks = await everybody(players, given.seconds, think)
    acknowledged = [took for player in players for took in player.acknowledged]
    spent = now().since(before)
    print(f"\n{name}: {given.games} games of {', '.join(games)} open after {opened:.0f} s")
    rate, shares = len(clicks) / spent.passed, spent.shares()
    print(f"  {rate:5.1f} clicks a second, acknowledged: {figures(acknowledged)}; board: {figures(clicks)}; {shares}")
    some = players[: given.fast]
    before = now()
    fast = await everybody(some, given.seconds, 0)
    spent = now().since(before)
    cost = 1000 * spent.serving / max(1, len(fast))
    print(f"  {given.fast} as fast as they can: {len(fast) / spent.passed:.1f} clicks a second, {figures(fast)}")
    print(f"  {cost:.1f} ms of the server's time a click, with what automas do in it; {spent.shares()}", flush=True)
    for player in players:
        await player.leave()
        player.line.close()
    return Tried(name, acknowledged, clicks, len(fast) / spent.passed, cost, shares)


async def everybody(players: Sequence[Player], seconds: float, think: float) -> list[float]:
    for player in players:
        player.clicks, player.acknowledged = [], []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(player.play(until, think) for player in players))
    return [took for player in players for took in player.clicks]


def figures(clicks: list[float]) -> str:
    return f"median {share(clicks, 0.5):.0f} ms, 95 % within {share(clicks, 0.95):.0f} ms ({len(clicks)} clicks)"


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000 if values else float("nan")


def tried(name: str, source: Path, setting: str, given: argparse.Namespace) -> Tried:
    """Start a server from this source, play, end it."""
    processes = SETTINGS[setting]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = Database("-c", "max_connections=40") if setting.startswith("postgresql") else None
        if database is not None:
            stack.callback(database.stop)
        db = database.empty() if database is not None else f"{folder}/games.sqlite"
        words = ["serve", "--port", "0", "--db", db, "--lang", "en", *UNCOUNTED]
        words += ["--processes", str(processes)] if processes > 1 else []
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source / "src")},
        )
        stack.callback(process.wait, PATIENCE)
        stack.callback(process.terminate)
        assert process.stdout is not None
        address = next(line for line in process.stdout if "http://" in line).split()[-1]
        port = int(address.rstrip("/").rpartition(":")[2])
        wait_for(port)
        pid = database.process.pid if database is not None and database.process is not None else None
        return asyncio.run(measure(name, port, lambda: times_of(process.pid, processes, pid), given))


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(f"http://127.0.0.1:{port}/api/games").read()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def source_of(commit: str, folder: Path) -> Path:
    """That version, unpacked."""
    packed = subprocess.run(["git", "-C", str(ROOT), "archive", commit], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=40, help="clicks a second in all")
    parser.add_argument("--fast", type=int, default=16, help="so many click as fast as they can")
    parser.add_argument("--seconds", type=float, default=30, help="of each of both")
    parser.add_argument("--warm", type=float, default=8, help="seconds before anything is measured")
    parser.add_argument("--before", metavar="COMMIT", help="an earlier version, with SQLite and one process")
    parser.add_argument("--only", nargs="*", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("-o", "--output", type=Path, help="a page whose table is written anew")
    given = parser.parse_args()
    settings = [setting for setting in given.only if programs() is not None or not setting.startswith("postgresql")]
    if len(settings) < len(given.only):
        print("PostgreSQL is not installed, so it is left out.")
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        if given.before:
            source = source_of(given.before, Path(folder))
            found.append(tried(f"{given.before} sqlite-1", source, "sqlite-1", given))
        found += [tried(setting, ROOT, setting, given) for setting in settings]
    table = "\n".join(lines(found, given))
    print(f"\n{table}")
    if given.output is not None:
        page = given.output.read_text("utf-8")
        head, start, rest = page.partition("<!-- clicks -->\n")
        _, end, tail = rest.partition("<!-- end of clicks -->")
        given.output.write_text(f"{head}{start}\n{table}\n\n{end}{tail}", "utf-8")


def lines(found: Sequence[Tried], given: argparse.Namespace) -> Iterator[str]:
    """A table for people."""
    pace = f"at {given.rate:g} clicks/s"
    yield f"| | acknowledged: median, 95 % | board: median, 95 % | clicks/s at most | server ms a click | {pace} |"
    yield "|---|---|---|---|---|---|"
    for one in found:
        kept, seen = (
            f"{share(times, 0.5):.0f} ms, {share(times, 0.95):.0f} ms" for times in (one.acknowledged, one.clicks)
        )
        yield f"| {one.name} | {kept} | {seen} | {one.fastest:.0f} | {one.cost:.1f} | {one.shares} |"
    yield ""
    where = f"Python {platform.python_version()}, {os.cpu_count()} processors"
    yield (
        f"{given.games} games being played, {datetime.now(UTC):%Y-%m-%d}, {where}, on which everything runs: servers,"
        " their workers, the database and those who click."
    )


if __name__ == "__main__":
    main()
