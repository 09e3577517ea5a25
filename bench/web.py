"""How long a click takes: many tables open, some of them being played.

    .venv/bin/python bench/web.py [--open 200] [--played 20] [--seconds 30] [--warm 5] [--think 1.0]
        [--game NAME]

Starts a server of its own with an empty file of games, opens tables with a line for news each, and lets people choose
at random on some of them, with a pause for thinking before every click. Prints from click to acknowledged board (the
answer is on disk and the new picture has arrived), and separately to the end of the automas' turn at the pace
"instant". Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx

ASKED = re.compile(r'<script type="application/json" id="asked">(.*?)</script>', re.DOTALL)
VERSION = re.compile(r'data-version="(\d+)"')
UNCOUNTED = [part for what in ("requests", "games", "streams") for part in (f"--most-{what}", "0")]
"""Everybody here comes from one address."""


class Player:
    """Somebody with a browser at one table."""

    def __init__(self, base: str, game: str, number: int) -> None:
        self.client = httpx.AsyncClient(base_url=base, timeout=60)
        self.game, self.random = game, Random(number)
        self.id = ""
        self.clicks: list[float] = []
        self.turns: list[float] = []
        self.news = asyncio.Event()
        self.line: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.client.get("/")
        await self.begin()

    async def begin(self) -> None:
        """A new table, and the line for news that every open page has."""
        await self.leave()
        reply = await self.client.post(f"/new/{self.game}", data={"pace": "instant"})
        self.id = reply.headers["location"].rpartition("/")[2]
        self.line = asyncio.create_task(self.listen())

    async def leave(self) -> None:
        if self.line is not None:
            self.line.cancel()
            await asyncio.gather(self.line, return_exceptions=True)

    async def listen(self) -> None:
        async with self.client.stream("GET", f"/tables/{self.id}/events", timeout=None) as lines:
            async for line in lines.aiter_lines():
                if line.startswith("data: "):
                    self.news.set()

    async def board(self) -> str:
        return (await self.client.get(f"/tables/{self.id}/board")).text

    async def play(self, until: float, think: float) -> None:
        page = await self.board()
        while time.perf_counter() < until:
            asked = json.loads(ASKED.search(page)[1])  # type: ignore[index]
            if "data-over" in page[:400]:
                await self.begin()
                page = await self.board()
                continue
            if asked is None:
                await self.wait()
                page = await self.board()
                continue
            await asyncio.sleep(self.random.uniform(0.5, 1.5) * think)
            page = await self.click(page, self.random.choice(asked["options"])["do"])

    async def click(self, page: str, do: str) -> str:
        body = {"do": do, "version": int(VERSION.search(page)[1])}  # type: ignore[index]
        self.news.clear()
        start = time.perf_counter()
        page = (await self.client.post(f"/tables/{self.id}/answer", json=body)).text
        self.clicks.append(time.perf_counter() - start)
        while json.loads(ASKED.search(page)[1]) is None and "data-over" not in page[:400]:  # type: ignore[index]
            await self.wait()
            page = await self.board()
        self.turns.append(time.perf_counter() - start)
        return page

    async def wait(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), 5)
        self.news.clear()


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000


def cpu_of(pid: int) -> float:
    """Seconds of computing a process has used, without its children; nothing where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(base: str, pid: int, given: argparse.Namespace) -> None:
    games = [game["name"] for game in httpx.get(f"{base}/api/games").json()]
    names = [given.game] if given.game else games
    players = [Player(base, names[n % len(names)], n) for n in range(given.open)]
    start = time.perf_counter()
    for at in range(0, len(players), 10):
        await asyncio.gather(*(player.open() for player in players[at : at + 10]))
    print(f"{given.open} tables open after {time.perf_counter() - start:.1f} s ({', '.join(names)})")
    await asyncio.sleep(1)
    await asyncio.gather(*(p.play(time.perf_counter() + given.warm, given.think) for p in players[: given.played]))
    for player in players:
        player.clicks, player.turns = [], []
    until, cpu = time.perf_counter() + given.seconds, cpu_of(pid)
    await asyncio.gather(*(player.play(until, given.think) for player in players[: given.played]))
    cpu = cpu_of(pid) - cpu
    for player in players:
        await player.leave()
    print(f"{given.played} of them played for {given.seconds} s, thinking {given.think} s on average before a click")
    print(f"{'':24}{'clicks':>8}{'median':>10}{'95 %':>10}{'99 %':>10}{'worst':>10}")
    for name in names:
        report(f"{name}: board", [x for p in players[: given.played] if p.game == name for x in p.clicks])
        report(f"{name}: automas", [x for p in players[: given.played] if p.game == name for x in p.turns])
    report("all: board", [x for p in players[: given.played] for x in p.clicks])
    report("all: automas", [x for p in players[: given.played] for x in p.turns])
    clicks = sum(len(player.clicks) for player in players)
    each = 1000 * cpu / max(1, clicks)
    print(f"The server computed {each:.1f} ms a click, with what the automas' turns need; they think elsewhere")
    await asyncio.gather(*(player.client.aclose() for player in players))


def report(name: str, values: list[float]) -> None:
    if values:
        cells = "".join(f"{share(values, part):7.0f} ms" for part in (0.5, 0.95, 0.99, 1))
        print(f"{name:24}{len(values):8}{cells}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--open", type=int, default=200)
    parser.add_argument("--played", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm", type=float, default=5, help="seconds before anything is measured")
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--game", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).parent / "kempelen"), "serve", "--port", "0", *UNCOUNTED]
        process = subprocess.Popen(
            [*command, "--db", f"{folder}/games.sqlite", "--lang", "en"], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        try:
            base = process.stdout.readline().split()[-1].rstrip("/")
            while True:
                try:
                    httpx.get(base)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            print(f"Python {platform.python_version()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
            asyncio.run(measure(base, process.pid, given))
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    main()
