"""How long the home page takes for somebody with many games.

    .venv/bin/python bench/home.py [--games 2000] [--times 20]

Keeps so many games of one visitor in an empty file, nine of ten of them over, and asks for the page again and again in
this process. Prints the processor's time in milliseconds (others may be at work): the least, the middle, the most, and
the size of the page. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path = [folder for folder in sys.path if Path(folder) != Path(__file__).parent]
"""Of the scripts beside it one is named as a package that `httpx` asks for."""

import httpx  # noqa: E402

from kempelen.engine.game import Setup, games  # noqa: E402
from kempelen.engine.session import Session  # noqa: E402
from kempelen.lab.experiment import usual_seats  # noqa: E402
from kempelen.store import Store, open_store, sqlite  # noqa: E402
from kempelen.web.app import Settings, make_app  # noqa: E402
from kempelen.web.limits import Limits  # noqa: E402
from kempelen.web.people.keys import new_token, open_table, server_secret, table_address, who_is  # noqa: E402
from kempelen.web.people.visitor import COOKIE, seal  # noqa: E402

UNCOUNTED = Limits(requests=0, games=0, uploads=0, streams=0)


def fill(store: Store, who: str, number: int) -> None:
    """Games of all kinds, as the web keeps them, before the first choice; most of them noted as over."""
    made: list[Session] = []
    for game in games().values():
        for scenario in game.scenarios[:3]:
            seats = ("human", *[game.automa] * (usual_seats(game, scenario) - 1))
            made.append(Session(game, Setup(game.name, scenario, seats), seed=1).run())
    with store.whole():
        for n in range(number):
            session = made[n % len(made)]
            id = open_table(store, session, who, [0])
            table_address(store, id)
            if n % 10:
                note_end(store, id, session, n)


def note_end(store: Store, id: str, session: Session, n: int) -> None:
    """As far as this version of the program keeps results."""
    try:
        from kempelen.store import Result
    except ImportError:
        store.finish(id)
        return
    verdict = ("won", "lost", "drawn")[n % 3]
    store.finish(id, Result((0,), "", verdicts={0: verdict}, rounds=6))


async def ask(path: Path, cookies: dict[str, str], times: int) -> tuple[list[float], int]:
    app = make_app(Settings(db=path, limits=UNCOUNTED, workers=1))
    taken: list[float] = []
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies=cookies) as client:
            for _ in range(times + 2):
                began = time.process_time()
                page = await client.get("/")
                taken.append(1000 * (time.process_time() - began))
                page.raise_for_status()
    return taken[2:], len(page.content)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--times", type=int, default=20)
    given = parser.parse_args()
    sqlite.SYNCHRONOUS = "OFF"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        token = new_token()
        with closing(open_store(path)) as store:
            fill(store, who_is(token), given.games)
            cookies = {COOKIE: f"{token}.{seal(server_secret(store), token)}"}
        taken, size = asyncio.run(ask(path, cookies, given.times))
    line = "  ".join(f"{value:.1f}" for value in (min(taken), statistics.median(taken), max(taken)))
    print(f"home page with {given.games} games: {line} ms, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
