"""What one click costs the process that serves it: an answer, what automas then do, and the new view.

    .venv/bin/python bench/click.py                              # this version, SQLite
    .venv/bin/python bench/click.py --before HEAD~3 --rounds 5   # and another, in turn, as ratios
    .venv/bin/python bench/click.py --home device                # as in a browser: no threads, no other program
    .venv/bin/python bench/click.py --home postgresql --game universalis
    .venv/bin/python bench/click.py --profile 30                 # where the time goes, by samples

People click at random at the usual table of each game, with chosen dice, so that two versions do the same. The app runs
in this process and is asked without a network. Counted is the processor's time of this process from a click to the next
question; automas think in another one, but on a device. Others may be at work on the machine: therefore two versions
take turns, and whoever went second goes first in the next round. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

ASKED = re.compile(r'<script type="application/json" id="asked">(.*?)</script>', re.DOTALL)
VERSION = re.compile(r'data-version="(\d+)"')
GAMES = ("saboteur", "tactics", "undaunted", "universalis")
HOMES = ("sqlite", "device", "postgresql")


# -- one version


class Person:
    """Somebody at the app, without a network between."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.cookies: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> tuple[str, str]:
        """The text of the answer, and where it leads."""
        sent: list[Any] = []
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"host": "localhost", "accept-language": "en", "cookie": cookie, "content-type": kind}
        headers["content-length"] = str(len(body))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 5),
            "server": ("localhost", 80),
        }

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        location = ""
        for name, value in sent[0]["headers"]:
            if name.lower() == b"set-cookie":
                key, _, rest = value.decode().partition("=")
                self.cookies[key] = rest.partition(";")[0]
            if name.lower() == b"location":
                location = value.decode()
        assert sent[0]["status"] < 500, sent
        return b"".join(one.get("body", b"") for one in sent[1:]).decode(), location


async def clicks(person: Person, game: str, number: int, most: int, seed: int) -> list[float]:
    """Milliseconds of every click at so many tables."""
    taken = []
    for n in range(number):
        random = Random(seed + n)
        form = f"pace=instant&seed={seed + n}".encode()
        _, table = await person.ask("POST", f"/new/{game}", form, "application/x-www-form-urlencoded")
        table = table.partition("?")[0]
        page = await question(person, table, "")
        for _ in range(most):
            found = asked_in(page)
            if found is None:
                break
            body = {"do": random.choice(found["options"])["do"], "version": int(VERSION.search(page)[1])}  # type: ignore[index]
            began = time.process_time()
            page, _ = await person.ask("POST", f"{table}/answer", json.dumps(body).encode())
            page = await question(person, table, page)
            taken.append(1000 * (time.process_time() - began))
    return taken


async def question(person: Person, table: str, page: str) -> str:
    """The table when somebody is asked, or it is over."""
    while not page or (asked_in(page) is None and "data-over" not in page[:400]):
        if page:
            await asyncio.sleep(0.05)
        page, _ = await person.ask("GET", f"{table}/board")
    return page


def asked_in(page: str) -> Any:
    found = ASKED.search(page)
    return None if found is None else json.loads(found[1])


@contextmanager
def sampled(most: int, *, device: bool) -> Iterator[None]:
    """Where this process is, a thousand times a second of its own time: by function, itself and with what it calls."""
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()

    def note(_: int, frame: Any) -> None:
        seen = set()
        top = True
        while frame is not None:
            name = f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_name}"
            if top:
                own[name] += 1
            top = False
            seen.add(name)
            frame = frame.f_back
        whole.update(seen)

    if not most:
        yield
        return
    if not device:
        print("(only what is done in the first thread is sampled; take --home device for all of it)")
    signal.signal(signal.SIGPROF, note)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    total = sum(own.values()) or 1
    for title, counted in (("itself", own), ("with what it calls", whole)):
        print(f"\n{title}:")
        for name, times in counted.most_common(most):
            print(f"  {100 * times / total:5.1f} %  {name}")


async def one_version(given: argparse.Namespace, db: str) -> dict[str, float]:
    """Milliseconds a click, by game."""
    from kempelen.web.app import Settings, make_app
    from kempelen.web.limits import Limits
    from kempelen.web.memory import settle_memory

    limits = Limits(requests=0, games=0, uploads=0, streams=0)
    device = given.home == "device"
    more: dict[str, Any] = {"workers": 0, "threads": False, "alone": True, "api": False} if device else {"workers": 1}
    app = make_app(Settings(db=db if given.home == "postgresql" else Path(db), limits=limits, **more))
    found = {}
    async with app.router.lifespan_context(app):
        person = Person(app)
        await person.ask("GET", "/")
        for game in given.game or GAMES:
            await clicks(person, game, 1, 20, 900)  # everything is loaded
        settle_memory()  # as a server does
        with sampled(given.profile, device=device):
            for game in given.game or GAMES:
                taken = await clicks(person, game, given.tables, given.clicks, given.seed)
                found[game] = mean(taken)
    return found


def measured_here(given: argparse.Namespace) -> dict[str, float]:
    with ExitStack() as stack:
        db = f"{stack.enter_context(tempfile.TemporaryDirectory())}/games.sqlite"
        if given.home == "postgresql":
            from tests.databases import Database

            database = Database("-c", "max_connections=20")
            stack.callback(database.stop)
            db = database.empty()
        return asyncio.run(one_version(given, db))


# -- several


def measured(source: Path, words: Sequence[str]) -> dict[str, float]:
    run = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), *words, "--json"],
        env={**os.environ, "PYTHONPATH": str(source / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return found


def side_by_side(given: argparse.Namespace, words: Sequence[str]) -> None:
    from scripts.side_by_side import laid_out

    rounds = []
    with laid_out(given.before) as other:
        for number in range(given.rounds):
            trees = (other, ROOT) if number % 2 == 0 else (ROOT, other)
            by_tree = {tree: measured(tree, words) for tree in trees}
            rounds.append((by_tree[other], by_tree[ROOT]))
            print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
    print(f"{given.home:<14} {given.before[:10]:>10} {'this':>10}   ratio")
    for name in (*rounds[0][0], "a click"):
        pairs = [[mean(side.values()) if name == "a click" else side[name] for side in pair] for pair in rounds]
        ratios = [now / before for before, now in pairs]
        others, these = (median(pair[side] for pair in pairs) for side in (0, 1))
        low, high = min(ratios), max(ratios)
        print(f"{name:<14} {others:>7.2f} ms {these:>7.2f} ms   {median(ratios):.2f} ({low:.2f} to {high:.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", choices=HOMES, default="sqlite")
    parser.add_argument("--game", nargs="*", choices=GAMES)
    parser.add_argument("--tables", type=int, default=4, help="tables of each game")
    parser.add_argument("--clicks", type=int, default=40, help="clicks at each of them, at most")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--before", metavar="COMMIT", help="another version, measured in turn with this one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", type=int, default=0, metavar="N", help="the N functions in which most time goes")
    parser.add_argument("--json", action="store_true", dest="as_json", help="milliseconds a click by game")
    given = parser.parse_args()
    if given.before:
        words = ["--home", given.home, "--tables", str(given.tables), "--clicks", str(given.clicks)]
        words += ["--seed", str(given.seed), *(["--game", *given.game] if given.game else [])]
        side_by_side(given, words)
        return
    found = measured_here(given)
    if given.as_json:
        print(json.dumps(found))
        return
    for name, cost in found.items():
        print(f"{name:<14} {cost:>7.2f} ms")
    print(f"{'a click':<14} {mean(found.values()):>7.2f} ms")


if __name__ == "__main__":
    main()
