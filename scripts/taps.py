"""How many taps the companion takes on a phone, by what happens between two turns of one's own, and by what automas do.

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
from collections.abc import Collection, Iterator
from html import unescape
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from starlette.testclient import TestClient

from kempelen.engine.game import games
from kempelen.engine.table import SPECTATOR
from kempelen.web.app import Settings, make_app
from kempelen.web.limits import Limits

try:
    from kempelen.web.shown.known import told_events
except ImportError:  # an earlier commit
    from kempelen.web.shown.happened import told_events

ROOT = Path(__file__).resolve().parent.parent
TURNS = 8
"""Turns of others that are counted in each session."""
MOST = 700
"""Pages of a session at the most."""
SIX = ("universalis", "factory")
"""A scenario with six models a side."""
LEFT = "table, left to the app"
"""Dice and lots are those of the table, and at every one of them somebody taps that the app rolls it, or draws it."""
SEEDS = ("11", "12")
LONGER = 4
"""So many times more turns are played to see what automas do: some of it is rare."""
DEEDS = "deeds: "
"""Before the place in what is counted by kind of an automa's turn."""
SECONDS = 5
"""For reading an instruction and tapping once; moving models is not telephone time."""

ROLE = re.compile(r'<details class="goal role">.*?</details>', re.DOTALL)
"""One's own role is no picture of what others do."""
TURNS_OF: dict[str, dict[str, str]] = {
    "saboteur": {
        "Laid": "lays a path card",
        "Broke": "breaks a tool",
        "Repaired": "repairs a tool",
        "RockFell": "plays a rockfall",
        "Looked": "looks at a goal by a map",
        "Discarded": "discards a card",
        "Passed": "passes",
    },
    "tactics": {
        "Moved": "a unit moves",
        "Attacked": "a unit attacks",
        "FullAction": "a unit does its full action",
        "Played": "the opponent plays a card",
        "Marked": "the opponent marks fields",
        "GaveUp": "a unit cannot act",
    },
    "undaunted": {
        "Moved": "moves a unit (MOVE, SCOUT, STALK)",
        "Fired": "fires (ATTACK, SUPPRESS, BLAST)",
        "Blasted": "hits a tile (BLAST)",
        "Targeted": "marks a tile (TARGET)",
        "Controlled": "takes a point (CONTROL)",
        "Bolstered": "takes cards (BOLSTER)",
        "Reconnoitred": "rids itself of fog (RECON)",
        "Concealed": "hands out fog (CONCEAL)",
        "Inspired": "lets a card be played again (INSPIRE)",
        "Guided": "moves another unit (GUIDE)",
        "Hunkered": "does nothing (HUNKER DOWN)",
    },
    "universalis": {
        "Moved": "a model moves",
        "Fired": "a model shoots",
        "Attacked": "a model fights hand to hand",
        "Did": "a model does something else: lies down, hides, reloads",
        "UsedItem": "a model uses an item",
        "UsedPower": "a model uses a power",
        "Carried": "a model takes or drops an object",
        "UsedDoor": "a model opens or shuts a door",
    },
}
"""What automas do, by the event that tells of it; other events are what comes of it, and are told with it."""
BY_KIND = (
    "What an automa does, by what it is, and the taps until it is done: a page that tells two or three of them with",
    "one tap shares it among them, and dice, lots and cards that had to be named for it count with it. What is told",
    "above one's own question needs no tap. The mean, and in brackets the most; then how many there were, and how many",
    "of them had a picture on their page: the board, the card or the piece.",
    "",
    "Nothing stands under before, or under now, where it did not come to such a turn with these seeds: the pages",
    "differ, so the person beside them answers differently and the games go other ways.",
    "It does not say that there was no such turn in that program.",
    "",
)

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
            tell = told_of if place.startswith(DEEDS) else shown
            print("\n".join(f"| {place} | {name} | {tell(counts)} |" for name, counts in sorted(kinds.items())))
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
                for dice in ("app", "table"):
                    found[f"{DEEDS}{game} | {dice}"] = done_by_automas(client, game, dice, turns)
            if SIX[0] in wanted:
                found["six"] = {"round": [Session(client, SIX[0], "app", SIX[1]).whole_round()]}
    return found


def done_by_automas(client: TestClient, game: str, dice: str, turns: int) -> Kinds:
    """What automas do in longer sessions; in Universalis also where six fight against six."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for seed in SEEDS:
        for scenario in ("", SIX[1]) if game == SIX[0] else ("",):
            session = Session(client, game, dice, scenario, seed)
            session.play(LONGER * turns)
            for name, counts in session.deeds.items():
                found[name] += counts
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
        if place != "six" and not place.startswith(DEEDS):
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
        "## By what automas do",
        "",
        *BY_KIND,
        f"| game | dice | an automa | {heading} | now | of them with a picture |",
        "|---|---|---|---|---|---|",
        *deed_rows(now, before),
        "",
        *(line for game in games() if (line := never_met(game, now))),
        "",
        "## One card of the adviser, one calculation",
        "",
        *AT_THE_DESK,
        "| game | what is asked | taps |",
        "|---|---|---|",
        *(f"| {row} |" for row in desk_rows()),
    ]
    return lines


def deed_rows(now: dict[str, Kinds], before: dict[str, Kinds]) -> Iterator[str]:
    """One row for each kind of an automa's turn, in the order of the list."""
    for place, kinds in now.items():
        if place.startswith(DEEDS):
            others, game = before.get(place, {}), place.removeprefix(DEEDS).partition(" | ")[0]
            for name in TURNS_OF.get(game, {}).values():
                if name in kinds or name in others:
                    told = told_of(kinds.get(name)).replace(", ", " | ", 1)
                    earlier = told_of(others.get(name)).partition(",")[0]
                    yield f"| {place.removeprefix(DEEDS)} | {name} | {earlier} | {told} |"


def never_met(game: str, now: dict[str, Kinds]) -> str:
    met = {name for place, kinds in now.items() if place.startswith(f"{DEEDS}{game} ") for name in kinds}
    rest = [name for name in TURNS_OF.get(game, {}).values() if name not in met]
    return f"In no session of {game}: {', '.join(rest)}.  " if rest else ""


def told_of(counts: list[Any] | None) -> str:
    """`1.5 (2), 8 of 8`: taps, and how many of so many had a picture."""
    if not counts:
        return "–, "
    taps = [taps for taps, _ in counts]
    return f"{sum(taps) / len(taps):.1f} ({max(taps):.1f}), {sum(seen for _, seen in counts)} of {len(taps)}".replace(
        ".0)", ")"
    )


def shown(counts: list[int] | None) -> str:
    return f"{sum(counts) / len(counts):.1f} ({max(counts)})" if counts else "–"


class Session:
    """Somebody with a phone; `taps` grows with every link and every button."""

    def __init__(self, client: TestClient, game: str, dice: str, scenario: str = "", seed: str = "7") -> None:
        # as the page proposes it: where it is usual, the app keeps the automas' cards secret
        page = client.get(f"/new/{game}?companion=1").text
        cards = next((one for one in ("usual", "kept") if f'value="{one}"' in page), "table")
        form = {"companion": "1", "seed": seed, "dice": "app" if dice == "app" else "table", "cards": cards}
        form |= {"scenario": scenario} if scenario else {}
        made = client.post(f"/new/{game}", data=form, follow_redirects=False)
        self.client = client
        self.at = self.table = made.headers["location"].partition("?")[0]
        self.taps = self.answers = 0
        self.left = dice == LEFT
        self.random = Random(int(seed))
        self.game = game
        self.deeds: defaultdict[str, list[tuple[float, bool]]] = defaultdict(list)
        self.named = 0
        """Taps for dice, lots and cards of others since the last of their deeds was told."""
        self.told = 0
        """So many events have been told."""

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
        if not answers and not links:  # nobody can go there: another place
            back = re.search(r'class="button back" href="([^"]+)"', page)
            assert back is not None
            self.at = unescape(back[1])
            return kind
        if self.random.randrange(len(answers) + len(links)) < len(answers):
            self.send("say", page, do=unescape(self.random.choice(answers)))
        else:
            self.at = unescape(self.random.choice(links))
        return kind

    def note(self, page: str, kind: str) -> None:
        """What this page tells of automas, and what has been tapped for it by the time it is done."""
        done = re.search(r'id="done" href="([^"]+)"', page)
        upto = re.search(r"[?&]done=(\d+)", unescape(done[1])) if done else None
        session = next(reversed(self.client.app.state.rooms._rooms.values())).session  # type: ignore[attr-defined]
        if not done and kind != "do" and not any(one.seat in session.humans for one in session.pending):
            self.named += 1
        told = list(told_events(session, SPECTATOR))
        if not done and "deed-text" not in page and 'class="sheet flush' not in page:
            return
        end = int(upto[1]) if upto else len(told)
        kinds = [
            TURNS_OF[self.game][type(one.event).__name__]
            for one in told[self.told : end]
            if one.by_automa and not one.people and type(one.event).__name__ in TURNS_OF.get(self.game, {})
        ]
        self.told = max(self.told, end)
        if kinds:
            above = ROLE.sub("", page.partition('class="foot')[0].partition('class="answers')[0])
            seen = any(mark in above for mark in ('class="board-pic', 'class="pic"'))
            taps = self.named + (1 if done else 0)
            for name in kinds:
                self.deeds[name].append((taps / len(kinds), seen))
            self.named = 0

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
            self.note(page, kind)
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
