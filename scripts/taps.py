"""How many taps the companion takes on a phone, by kind of what happens between two turns of one's own.

    .venv/bin/python scripts/taps.py               # every game, printed as a table
    .venv/bin/python scripts/taps.py --write       # and into docs/taps.md

It plays companion sessions through the pages, as a person would: every link and every button is a tap. Beside it stands
what the same turns took on the page before, where every die and every card was a tap of its own, what automas did was
read in one long list, and nothing was ticked off.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from time import sleep

from starlette.testclient import TestClient

from kempelen.engine.game import games
from kempelen.web.app import Settings, make_app
from kempelen.web.limits import Limits

ROOT = Path(__file__).resolve().parent.parent
TURNS = 12
"""Own turns in each session."""
MOST = 900
"""Pages of a session at the most."""


@dataclass
class Kind:
    """What was counted of one kind of turn."""

    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)


@dataclass
class Turn:
    """What has been asked and told since somebody last chose."""

    asked: set[str] = field(default_factory=set)
    before: int = 0
    named: int = 0
    """Taps for cards and dice."""
    told: int = 0
    """Instructions ticked off."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="into docs/taps.md")
    parser.add_argument("--turns", type=int, default=TURNS)
    given = parser.parse_args()
    lines = [
        "# Taps beside a real table",
        "",
        "Printed by `scripts/taps.py`: what happens between two turns of one's own, by what has to be named for it. "
        "*Before*: the page that listed everything, one tap a card and a die, nothing ticked off. *Now*: with every "
        "instruction ticked off one by one, or all in one list. The mean, and in brackets the most.",
        "",
        "| game | dice | named in between | turns | before | now, one by one | now, in one list |",
        "|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "games.sqlite", pause=0.0, limits=Limits(requests=0, games=0, uploads=0))
        with TestClient(make_app(settings), base_url="http://localhost", headers={"accept-language": "en"}) as client:
            client.get("/")
            for game in games():
                for dice in ("app", "table"):
                    for name, kind in sorted(session(client, game, dice, given.turns).items()):
                        lines.append(
                            f"| {game} | {dice} | {name} | {len(kind.after)} | {shown(kind.before)} | "
                            f"{shown(kind.after)} | {shown(kind.listed)} |"
                        )
    text = "\n".join(lines) + "\n"
    print(text)
    if given.write:
        (ROOT / "docs" / "taps.md").write_text(text, "utf-8")


def shown(counts: list[int]) -> str:
    return f"{sum(counts) / len(counts):.1f} ({max(counts)})"


def session(client: TestClient, game: str, dice: str, turns: int) -> dict[str, Kind]:
    """Play on until somebody has had so many turns; what each kind of turn took."""
    # as the page proposes it: where it is usual, the app keeps the automas' cards secret
    cards = "usual" if 'value="usual"' in client.get(f"/new/{game}?companion=1").text else "table"
    form = {"companion": "1", "seed": "7", "dice": dice, "cards": cards}
    made = client.post(f"/new/{game}", data=form, follow_redirects=False)
    at = made.headers["location"]
    table = at.partition("?")[0]
    found: defaultdict[str, Kind] = defaultdict(Kind)
    turn, own = Turn(), 0
    for n in range(MOST):
        page = client.get(at).text
        while "http-equiv" in page:
            sleep(0.02)
            page = client.get(at).text
        if done := re.search(r'id="done" href="([^"]+)"', page):
            at = unescape(done[1])
            turn.told += 1
            continue
        kind = kind_of(page)
        if kind == "over" or own >= turns:
            break
        if kind == "do":
            if turn.before or turn.told:
                name = " and ".join(sorted(turn.asked)) or "nothing"
                found[name].before.append(turn.before)
                found[name].after.append(turn.named + turn.told)
                found[name].listed.append(turn.named + (2 if turn.told > 1 else turn.told))
            turn, own = Turn(), own + 1
            at = choose(client, table, page, n)
            continue
        turn.asked.add({"draw": "cards", "reveal": "cards", "pick": "lots", "ask": "questions"}.get(kind, "dice"))
        many = len(re.findall(r'class="dice-row"', page)) or 1
        turn.before += many
        turn.named += 1
        at = name_it(client, table, page, kind, n)
    return found


def kind_of(page: str) -> str:
    found = re.search(r'data-kind="(\w+)"', page)
    return found[1] if found else "over"


def version_of(page: str) -> dict[str, str]:
    done = re.search(r'name="done" value="(\d+)"', page)
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    return {"version": version[1], **({"done": done[1]} if done else {})}


def name_it(client: TestClient, table: str, page: str, kind: str, n: int) -> str:
    """A card by its picture; dice are left to the app where several fall, as it is one tap."""
    if "dice-row" in page:
        answer = client.post(f"{table}/beside/roll", data=version_of(page), follow_redirects=False)
    else:
        options = [unescape(one) for one in re.findall(r'name="do" value="([^"]+)"', page)]
        data = {**version_of(page), "do": options[n % len(options)]}
        answer = client.post(f"{table}/beside/say", data=data, follow_redirects=False)
    return answer.headers["location"]


def choose(client: TestClient, table: str, page: str, n: int) -> str:
    """A deed of one's own, tap by tap."""
    for _ in range(9):
        links = [unescape(one) for one in re.findall(r'<a class="pick" href="([^"]+)"', page)]
        links += [unescape(one) for one in re.findall(r'<a href="([^"]+)"[^>]* class="over"', page)]
        options = [unescape(one) for one in re.findall(r'<button class="pick[^"]*" name="do" value="([^"]+)"', page)]
        if options:
            data = {**version_of(page), "do": options[n % len(options)]}
            return client.post(f"{table}/beside/say", data=data, follow_redirects=False).headers["location"]
        page = client.get(links[n % len(links)]).text
    raise AssertionError("a choice that never ends")


if __name__ == "__main__":
    main()
