"""How many taps the companion takes on a phone, by kind of what happens between two turns of one's own.

    .venv/bin/python scripts/taps.py                     # every game, printed as a table
    .venv/bin/python scripts/taps.py --against COMMIT    # and the same beside it for an earlier commit
    .venv/bin/python scripts/taps.py --write             # and into docs/taps.md

It plays companion sessions through the pages, as a person would: every link and every button is a tap. An earlier
commit is checked out beside this one and played by the same rule with the same seeds. Last comes a whole round of a
skirmish of six against six, with all taps of both sides.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection
from html import unescape
from pathlib import Path
from random import Random
from time import sleep

from starlette.testclient import TestClient

from kempelen.engine.game import games
from kempelen.web.app import Settings, make_app
from kempelen.web.limits import Limits

ROOT = Path(__file__).resolve().parent.parent
TURNS = 8
"""Turns of others that are counted in each session."""
MOST = 700
"""Pages of a session at the most."""
SIX = ("universalis", "factory")
"""A scenario with six models a side."""
LEFT = "table, left to the app"
"""Dice and lots are those of the table, and at every one of them somebody taps that the app rolls it, or draws it."""
SECONDS = 5
"""For reading an instruction and tapping once; moving models is not telephone time."""

AT_THE_DESK = (
    "From opening it to the answer, by `scripts/desk_taps.py`, the mean and in brackets the most. Cards, the",
    "order of a hand, initiative, GUIDE and INSPIRE: 40 sittings with answers by lot. Targets, piles, tiles and",
    "ways: somebody answers who looks at boards that automas met in games. Of questions in a row one taps the",
    "first yes. In a running game nothing is asked: the actions of every card and unit stand on the first page, and",
    "a tap shows targets, board and reasons.",
    "",
    "Every mean is within five. What takes more cannot be asked for in less without guessing. Piles: a Sergeant takes",
    "three cards, and every pile with too few of them is shown, its number said with one tap, and the next shown. The",
    "Mortar: the values of all counters on a tile are added up, so each counter of each tile with several is a tap.",
    "Ways: a Scout's ways are compared by the sum of their cover, tile by tile, if markers do not tell them apart. A",
    "hand: four cards are four taps, and of several Squad Leaders the sizes of their squads decide, two or three more.",
    "",
)

Kinds = dict[str, list[int]]
"""What has to be named in between -> the taps of each turn of that kind."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="into docs/taps.md")
    parser.add_argument("--against", metavar="COMMIT", help="the same for an earlier commit")
    parser.add_argument("--json", action="store_true", help="print the counts for another process")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--game", action="append", choices=games(), help="only this one; may be repeated")
    given = parser.parse_args()
    now = counted(given.turns, given.game or games())
    if given.json:
        print(json.dumps(now))
        return
    before = at_commit(given.against, given.turns) if given.against else {}
    if given.game:
        for place, kinds in now.items():
            print("\n".join(f"| {place} | {name} | {shown(counts)} |" for name, counts in sorted(kinds.items())))
        return
    text = "\n".join(lines_of(now, before, given.against or "")) + "\n"
    print(text)
    if given.write:
        (ROOT / "docs" / "taps.md").write_text(text, "utf-8")


def counted(turns: int, wanted: Collection[str]) -> dict[str, Kinds]:
    """Each of these games with both kinds of dice, and the round of six against six."""
    found: dict[str, Kinds] = {}
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "games.sqlite", pause=0.0, limits=Limits(requests=0, games=0, uploads=0))
        with TestClient(make_app(settings), base_url="http://localhost", headers={"accept-language": "en"}) as client:
            client.get("/")
            for game in wanted:
                for dice in ("app", "table", LEFT):
                    found[f"{game} | {dice}"] = dict(Session(client, game, dice).play(turns))
            if SIX[0] in wanted:
                found["six"] = {"round": [Session(client, SIX[0], "app", SIX[1]).whole_round()]}
    return found


def at_commit(commit: str, turns: int) -> dict[str, Kinds]:
    """The same counts with the program of an earlier commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", tree, commit], cwd=ROOT, check=True, capture_output=True)
        try:
            command = [sys.executable, __file__, "--json", "--turns", str(turns)]
            env = {**os.environ, "PYTHONPATH": str(tree / "src")}
            done = subprocess.run(command, cwd=tree, env=env, check=True, capture_output=True, text=True)
        finally:
            remove = ["git", "worktree", "remove", "--force", tree]
            subprocess.run(remove, cwd=ROOT, check=True, capture_output=True)
    counts: dict[str, Kinds] = json.loads(done.stdout)
    return counts


def lines_of(now: dict[str, Kinds], before: dict[str, Kinds], commit: str) -> list[str]:
    heading = f"before ({commit})" if commit else "before"
    lines = [
        "# Taps beside a real table",
        "",
        "Printed by `scripts/taps.py`: what happens between two turns of one's own, by what has to be named for it, "
        "and one's own turns. Both programs are played through their pages by the same rule with the same seeds; since "
        "their pages differ, so do their games. The mean, and in brackets the most.",
        "",
        f"| game | dice | named in between | {heading} | now |",
        "|---|---|---|---|---|",
    ]
    for place, kinds in now.items():
        if place != "six":
            others = before.get(place, {})
            names = sorted({*kinds, *others})
            lines += [f"| {place} | {name} | {shown(others.get(name))} | {shown(kinds.get(name))} |" for name in names]
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from desk_taps import rows as desk_rows  # not for an earlier commit: its desk may be another one

    taps = now["six"]["round"][0]
    earlier = f", before {before['six']['round'][0]}" if before else ""
    lines += [
        "",
        f"A round of six against six in Universalis, the app rolls, one person taps for everybody: {taps} taps"
        f"{earlier}. At {SECONDS} seconds each that is {taps * SECONDS / 60:.1f} minutes of telephone time.",
        "",
        "## One card of the adviser, one calculation",
        "",
        *AT_THE_DESK,
        "| game | what is asked | taps |",
        "|---|---|---|",
        *(f"| {row} |" for row in desk_rows()),
    ]
    return lines


def shown(counts: list[int] | None) -> str:
    return f"{sum(counts) / len(counts):.1f} ({max(counts)})" if counts else "–"


class Session:
    """Somebody with a phone; `taps` grows with every link and every button."""

    def __init__(self, client: TestClient, game: str, dice: str, scenario: str = "") -> None:
        # as the page proposes it: where it is usual, the app keeps the automas' cards secret
        page = client.get(f"/new/{game}?companion=1").text
        cards = next((one for one in ("usual", "kept") if f'value="{one}"' in page), "table")
        form = {"companion": "1", "seed": "7", "dice": "app" if dice == "app" else "table", "cards": cards}
        form |= {"scenario": scenario} if scenario else {}
        made = client.post(f"/new/{game}", data=form, follow_redirects=False)
        self.client = client
        self.at = self.table = made.headers["location"].partition("?")[0]
        self.taps = self.answers = 0
        self.left = dice == LEFT
        self.random = Random(7)

    @property
    def page(self) -> str:
        page = self.client.get(self.at).text
        while "http-equiv" in page:
            sleep(0.02)
            page = self.client.get(self.at).text
        return page

    def tap(self, page: str) -> str:
        """One tap: done, an answer, or a step on the way to one; what kind it was."""
        self.taps += 1
        if done := re.search(r'id="done" href="([^"]+)"', page):
            self.at = unescape(done[1])
            return "done"
        kind = kind_of(page)
        if "dice-row" in page or (self.left and 'beside/roll"' in page):
            self.send("roll", page)
            return kind
        if sure := re.search(r'<button class="primary big" name="do" value="([^"]+)"', page):  # a way that is shown
            self.send("say", page, do=unescape(sure[1]))
            return kind
        answers = re.findall(r'<button class="pick[^"]*" name="do" value="([^"]+)"', page)
        answers += re.findall(r'class="over" data-do="([^"]+)"', page)  # a place that is all there is to choose
        links = re.findall(r'<a class="pick" href="([^"]+)"', page)
        links += re.findall(r'<a href="([^"]+)"[^>]* class="over">', page)
        if self.random.randrange(len(answers) + len(links)) < len(answers):
            self.send("say", page, do=unescape(self.random.choice(answers)))
        else:
            self.at = unescape(self.random.choice(links))
        return kind

    def send(self, where: str, page: str, **form: str) -> None:
        self.answers += 1
        answer = self.client.post(
            f"{self.table}/beside/{where}", data={**version_of(page), **form}, follow_redirects=False
        )
        self.at = answer.headers["location"]

    def play(self, turns: int) -> Kinds:
        """Play on until so much has happened between turns of one's own; what each kind of turn took."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        asked: set[str] = set()
        began, own, between = 0, 0, 0
        for _ in range(MOST):
            page = self.page
            kind = "done" if 'id="done"' in page else kind_of(page)
            if kind == "over" or between >= turns:
                break
            if kind == "do":
                if self.taps > began:
                    found[" and ".join(sorted(asked)) or "nothing"].append(self.taps - began)
                    asked, between = set(), between + 1
                answers = self.answers
                self.tap(page)
                own += 1
                if self.answers > answers:
                    found["own turn"].append(own)
                    own = 0
                began = self.taps
                continue
            if kind != "done":
                asked.add({"draw": "cards", "reveal": "cards", "pick": "lots", "ask": "questions"}.get(kind, "dice"))
            self.tap(page)
        return found

    def whole_round(self) -> int:
        """All taps from the first page of round 1 to the first of round 2; missions are chosen before."""
        began = 0
        for _ in range(MOST):
            page = self.page
            in_round = re.search(r"<small>[^<]*Round (\d+)", page)
            if in_round is not None and in_round[1] != "1":
                return self.taps - began
            if kind_of(page) == "over":
                raise AssertionError("it was over before the round was")
            if "acts next" not in page and in_round is None:
                began = self.taps
            self.tap(page)
        raise AssertionError("a round that never ends")


def kind_of(page: str) -> str:
    found = re.search(r'data-kind="(\w+)"', page)
    return found[1] if found else "done" if 'id="done"' in page else "over"


def version_of(page: str) -> dict[str, str]:
    done = re.search(r'name="done" value="(\d+)"', page)
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    return {"version": version[1], **({"done": done[1]} if done else {})}


if __name__ == "__main__":
    main()
