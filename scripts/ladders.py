"""The ladders in the guides: tables and pictures made from the rows of folders that have been played.

    .venv/bin/kempelen ladder undaunted -o build/ladders/undaunted --hours 8    # as long and as often as you like
    .venv/bin/python scripts/ladders.py [--folder build/ladders] [--only undaunted] [--beside]

Folders GAME and GAME-anything belong together: what is played beside one of them, with --against for instance, must
have the same seed. Writes docs/en/ladder.md and docs/de/rangliste.md between the lines that say so, and
docs/images/ladder-GAME-N.svg; rows of older rules are left out. What was not played again stays as it stands there: a
game without rows, a game of which only some tables were played again, and in the table of the aims every table at which
nothing was played by today's rules; who beats whom at tables that were played apart goes between the lines that say so.
With --beside other players' rows of a table stay there, too, when one more is played beside them, such as a cheat on
the same seeds; without it they go.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kempelen.engine.game import game_named, games, say_in
from kempelen.lab.experiment import cheats
from kempelen.lab.folder.manifest import MANIFEST
from kempelen.lab.ladder.cells import thinks
from kempelen.lab.ladder.lift import compared_with, lifts_at
from kempelen.lab.ladder.play import Met, Standing, standing_in
from kempelen.lab.ladder.show import bot_word, contest_word, sections
from kempelen.lab.report.naming import percent, points
from kempelen.lab.report.page import Picture, Table, Words
from kempelen.lab.stats.shares import Interval, share_interval
from kempelen.parts.ladder import ladder_of
from kempelen.text.say import Say, Text

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"en": ROOT / "docs/en/ladder.md", "de": ROOT / "docs/de/rangliste.md"}
IMAGES = ROOT / "docs" / "images"
COLOURS = {"ink": "#1c1c1c", "soft": "#5b5b5b", "line": "#c9c9c9", "paper": "#ffffff", "font": "sans-serif"}
COLOURS |= {
    f"tone{n}": tone for n, tone in enumerate(("#1f5f8b", "#b3541e", "#3f7d3f", "#7a4fa3", "#8b1f3f", "#666"), 1)
}


def alone(svg: str) -> str:
    """A picture of a page as a file of its own, on white."""
    svg = re.sub(r"var\(--(\w+)\)", lambda found: COLOURS[found[1]], svg)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ', 1)
    return re.sub(r"(<svg[^>]*>)", r'\1<rect width="100%" height="100%" fill="#ffffff"/>', svg, count=1) + "\n"


def table_lines(table: Table) -> Iterator[str]:
    yield f"\n| {' | '.join(table.head)} |"
    yield "|" + "".join("---|" if n < table.left else "--:|" for n in range(len(table.head)))
    for row in table.rows:
        yield f"| {' | '.join(row)} |"


def pair_lines(standing: Standing, say: Say) -> Iterator[str]:
    """Who beats whom, of a table that was played apart from the others."""
    pairs = next(section for section in sections(standing, say) if section.name == "pairs")
    for part in pairs.parts:
        if isinstance(part, Words):
            yield f"\n{part.text}"
        elif isinstance(part, Table):
            yield from table_lines(part)


def lines(standing: Standing, say: Say) -> Iterator[str]:
    name = standing.game.name
    yield f"\n## {say.of(Text(f'{name}.title'))}\n"
    pictures = 0
    for section in sections(standing, say):
        yield f"\n### {section.title}\n"
        for part in section.parts:
            if isinstance(part, Words):
                yield part.text
            elif isinstance(part, Table):
                yield from table_lines(part)
                if part.caption:
                    yield f"\n{part.caption}"
            elif isinstance(part, Picture):
                pictures += 1
                image = IMAGES / f"ladder-{name}-{pictures}.svg"
                if say.lang == "en":
                    image.write_text(alone(part.svg), "utf-8")
                yield f"\n**{part.table.caption}**"
                yield from table_lines(part.table)
                yield f"\n![{part.caption}](../images/{image.name})"


@dataclass(frozen=True, slots=True)
class Aim:
    """By how many points a player that searches is to win more often than another in its place."""

    game: str
    contest: str
    points: int
    beside: str = ""
    """Who that other is, and who sits in all the other seats, if not those of the game's ladder."""


AIMS = (
    *(Aim("undaunted", contest, 20) for contest in ("first", "orchard", "platoon")),
    *(Aim("tactics", contest, 20) for contest in ("versus", "kraken", "tyrant")),
    *(Aim("universalis", contest, 15, "hard") for contest in ("first", "border_post")),
    Aim("saboteur", "team", 12),
    Aim("saboteur", "seat", 6),
)
HEADS = {
    "en": [
        "game and table",
        "aim",
        "player",
        "games",
        "won",
        "in its place",
        "lift",
        "95 % interval",
        "rules",
        "aim reached?",
    ],
    "de": [
        "Spiel und Tisch",
        "Ziel",
        "Spieler",
        "Spiele",
        "gewonnen",
        "am selben Platz",
        "Vorsprung",
        "95-%-Intervall",
        "Regeln",
        "Ziel erreicht?",
    ],
}
WORDS = {
    "en": {
        "beside": "{bot}: {share}",
        "reached": "yes",
        "surely": "yes, the whole interval",
        "open": "open: the interval holds it",
        "missed": "no",
        "ceiling": "(a cheat: the ceiling)",
        "none": "not played",
    },
    "de": {
        "beside": "{bot}: {share}",
        "reached": "ja",
        "surely": "ja, das ganze Intervall",
        "open": "offen: es liegt im Intervall",
        "missed": "nein",
        "ceiling": "(sieht alle Karten: die Obergrenze)",
        "none": "nicht gespielt",
    },
}


def verdict(lift: Interval, aim: int) -> str:
    if 100 * lift.high < aim:
        return "missed"
    if 100 * lift.value < aim:
        return "open"
    return "surely" if 100 * lift.low >= aim else "reached"


def kept_rows(lang: str) -> dict[tuple[str, str], list[list[str]]]:
    """What stands in the table of the aims now, by table and rules: it stays where nothing has been played anew."""
    text = PAGES[lang].read_text("utf-8").partition("<!-- ladder aims -->")[2].partition("<!-- end aims -->")[0]
    found: dict[tuple[str, str], list[list[str]]] = {}
    for line in text.strip().splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        found.setdefault((cells[0], cells[-2]), []).append(cells)
    return found


def aim_lines(standings: Mapping[str, Standing], beside_others: bool, say: Say) -> Iterator[str]:
    """Every aim beside what everybody who searches has reached, the budgets in the order they were played."""
    words = WORDS[say.lang]
    kept = kept_rows(say.lang)
    rows = []
    for aim in AIMS:
        standing = standings.get(aim.game)
        game = game_named(aim.game)
        contest = next(one for one in ladder_of(game).contests if one.name == aim.contest)
        title = say.of(Text(f"{aim.game}.title"))
        table = contest_word(Standing(game, ()), contest, say)
        found = []
        for bot in standing.bots if standing is not None else ():
            if standing is None or not thinks(bot):
                continue
            others, beside = aim.beside or game.automa, aim.beside or compared_with(standing)
            lift = next(lifts_at(standing, contest, bot, others, beside), None)
            if lift is not None:
                found.append((bot, lift, beside))
        before = kept.get((f"{title}: {table}", game.version), [])
        if beside_others:
            anew = {bot_word(bot, say) for bot, _, _ in found}
            rows += [row for row in before if row[2] not in anew and row[2] != words["none"]] if found else []
        for bot, lift, beside in found:
            end = words["ceiling"] if cheats(bot) else words[verdict(lift.lift, aim.points)]
            rows.append(
                [
                    f"{title}: {table}",
                    f"+{aim.points}",
                    bot_word(bot, say),
                    str(lift.pairs.n),
                    percent(say, share_interval(*lift.own).value),
                    words["beside"].format(
                        bot=bot_word(beside, say), share=percent(say, share_interval(*lift.automas).value)
                    ),
                    points(say, lift.lift.value),
                    say("ladder.points_from_to", low=100 * lift.lift.low, high=100 * lift.lift.high),
                    game.version,
                    end,
                ]
            )
        if not found:
            nothing = [f"{title}: {table}", f"+{aim.points}", words["none"], "0", "", "", "", "", game.version, ""]
            rows += before or [nothing]
    yield from table_lines(Table(HEADS[say.lang], rows, 3))


def write(name: str, made: Callable[[Say], Iterator[str]]) -> None:
    """One part of both guides."""
    begin, end = f"<!-- ladder {name} -->", f"<!-- end {name} -->"
    for lang, page in PAGES.items():
        text = page.read_text("utf-8")
        before, rest = text.split(begin, 1)
        _, after = rest.split(end, 1)
        page.write_text("\n".join([before + begin, *made(say_in(lang)), "", end + after]), "utf-8")


def together(home: Path, name: str) -> Standing | None:
    """All that was played for a game by its rules of today; of what was played twice, the longer."""
    folders = [folder for folder in sorted(home.glob(f"{name}*")) if folder.name.split("-")[0] == name]
    standings = [standing_in(folder) for folder in folders if (folder / "quick" / MANIFEST).is_file()]
    found: dict[tuple[str, tuple[str, ...]], Met] = {}
    now = game_named(name).version
    for met in (met for standing in standings for met in standing.met if met.rules == now):
        key = (met.contest.name, met.seats)
        if key not in found or len(found[key].rows) < len(met.rows):
            found[key] = met
    return Standing(standings[0].game, tuple(found.values())) if found else None


def is_whole(standing: Standing, say: Say) -> bool:
    """Was everything played again that stands in the part of this game? Else the part stays."""
    text = PAGES[say.lang].read_text("utf-8")
    part = text.partition(f"<!-- ladder {standing.game.name} -->")[2].partition(f"<!-- end {standing.game.name} -->")[0]
    contests = ladder_of(standing.game).contests
    there = {one.name for one in contests if f"**{contest_word(standing, one, say)}**" in part}
    return there <= {contest.name for contest in standing.contests}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "ladders")
    parser.add_argument("--only", choices=sorted(games()), action="append")
    parser.add_argument("--beside", action="store_true", help="rows of other players stay in the table of the aims")
    given = parser.parse_args()
    names = given.only or sorted(games())
    standings = {name: standing for name in names if (standing := together(given.folder, name)) is not None}
    for name, standing in standings.items():
        if is_whole(standing, say_in("en")):
            write(name, partial(lines, standing))
        else:
            if f"<!-- ladder {name} apart -->" in PAGES["en"].read_text("utf-8"):
                write(f"{name} apart", partial(pair_lines, standing))
            print(f"{name}: only some tables were played again, its part stays; the aims are brought up to date")
    write("aims", partial(aim_lines, standings, given.beside))


if __name__ == "__main__":
    main()
