"""Sweeps over numbers; balance by seat, role, map and so on; warning lamps."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kempelen.lab.report.naming import at_name, at_value, cell_name, group_name, interval, number, percent
from kempelen.lab.report.outcome import main_group
from kempelen.lab.report.page import Picture, Raw, Section, Table, Words
from kempelen.lab.report.pictures import Band, bands, grid
from kempelen.lab.report.results import ALL, Result, Results
from kempelen.lab.stats.shares import Interval, Moments, mean_interval, share_interval
from kempelen.lab.tables import fact_word, word_of
from kempelen.text.say import Say

__all__ = ["balance", "lamps_of", "numeric_ways", "sweeps"]

MOST_BANDS = 6
MANY_CAPS, MANY_DRAWS, ONE_SIDED, MANY_LINES = 0.01, 0.1, 0.9, 7.0
"""From here on a lamp warns: games that hit the cap, games nobody wins, one ending, lines gone through a decision."""
FEW_CHANGES = 0.05
FAR = 0.15
"""A seat whose interval lies so far from its fair share has an advantage worth a warning."""


# -- sweeps


def numeric_ways(results: Results) -> list[str]:
    """By which numbers cells differ."""
    ways = []
    for way in results.results[0].cell.at:
        values = {result.cell.at.get(way, "") for result in results.results}
        if len(values) > 1 and all(_is_number(value) for value in values):
            ways.append(way)
    return ways


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def sweeps(results: Results, say: Say) -> Section | None:
    ways = numeric_ways(results)
    if not ways:
        return None
    section = Section("sweeps", say("lab.report.title.sweeps"))
    for way in ways:
        section.parts.extend(_sweep(results, way, say, length=length) for length in (False, True))
    if len(ways) >= 2:
        section.parts.append(_grid(results, ways[0], ways[1], say))
    return section


def _sweep(results: Results, way: str, say: Say, *, length: bool) -> Picture:
    group = main_group(results)
    lines: dict[str, list[tuple[float, Interval]]] = {}
    for result in results.results:
        rest = [at_value(results.rules, key, value, say) for key, value in result.cell.at.items() if key != way]
        one = mean_interval(_turns(result)) if length else result.tally.share(group)
        if length or group in result.tally.won:
            lines.setdefault(", ".join(rest), []).append((float(result.cell.at[way]), one))
    kept = [Band(name, sorted(points, key=lambda point: point[0])) for name, points in lines.items()]
    who = group_name(results, results.results[0], group, say, bots=False)
    key = "lab.report.sweep_length" if length else "lab.report.sweep_wins"
    caption = say(key, way=at_name(way, say), who=who)
    several = len(kept) > 1  # else there is nothing to tell apart
    head = [say("lab.report.cell")] if several else []
    head += [at_name(way, say), say("lab.turns" if length else "lab.share"), say("lab.interval")]
    rows = [
        [
            *([band.label] if several else []),
            f"{x:g}",
            number(say, one.value) if length else percent(say, one.value),
            say("lab.report.number_range", low=one.low, high=one.high) if length else interval(say, one),
        ]
        for band in kept
        for x, one in band.points
    ]
    svg = bands(kept[:MOST_BANDS], at_name(way, say), percent=not length)
    return Picture(svg, caption, Table(head, rows))


def _turns(result: Result) -> Moments:
    found = Moments()
    for turns, n in result.tally.turns.items():
        found.join(Moments(n, float(turns)))
    return found


def _grid(results: Results, across: str, down: str, say: Say) -> Picture:
    """Two numbers: the mean over all cells with both."""
    group = main_group(results)
    xs = sorted({result.cell.at[across] for result in results.results}, key=float)
    ys = sorted({result.cell.at[down] for result in results.results}, key=float)
    values: list[list[float | None]] = []
    for y in ys:
        line: list[float | None] = []
        for x in xs:
            here = [one.tally for one in results.results if one.cell.at[across] == x and one.cell.at[down] == y]
            hits = sum(tally.won.get(group, (0, 0))[0] for tally in here)
            games = sum(tally.won.get(group, (0, 0))[1] for tally in here)
            line.append(hits / games if games else None)
        values.append(line)
    who = group_name(results, results.results[0], group, say, bots=False)
    head = [at_name(down, say), *xs]
    rows = [[y, *("–" if v is None else percent(say, v) for v in line)] for y, line in zip(ys, values, strict=True)]
    caption = say("lab.report.grid_caption", who=who, across=at_name(across, say), down=at_name(down, say))
    return Picture(grid(xs, ys, values, at_name(across, say), at_name(down, say)), caption, Table(head, rows))


# -- balance


def balance(results: Results, say: Say) -> Section:
    section = Section("balance", say("lab.report.title.balance"))
    section.parts.append(Words(say("lab.report.lamps_words")))
    section.parts.append(Raw(_lamp_table(results, say)))
    if results.by not in ("seat", ALL):  # whoever wins together wins in every seat alike
        section.parts.append(_seats(results, say))
    section.parts.extend(_facts(results, say))
    return section


def _seats(results: Results, say: Say) -> Table:
    head = [say("lab.report.cell"), say("lab.seat"), say("lab.share"), say("lab.interval")]
    rows = []
    for result in results.results:
        for seat in range(result.tally.seats):
            group = f"seat:{seat + 1}"
            share = result.tally.share(group)
            who = group_name(results, result, group, say)
            rows.append([cell_name(result, say), who, percent(say, share.value), interval(say, share)])
    return Table(head, rows, 2, say("lab.report.seats_caption"))


def _facts(results: Results, say: Say) -> Iterator[Table]:
    """Roles, factions, missions: over all cells together."""
    names = dict.fromkeys(name for tally in results.tallies for name in tally.facts)
    for name in names:
        sums: dict[str, tuple[int, int]] = {}
        for tally in results.tallies:
            for group, (hits, games) in tally.won.items():
                kind, _, value = group.partition(":")
                if kind == name:
                    before = sums.get(value, (0, 0))
                    sums[value] = before[0] + hits, before[1] + games
        if len(sums) < 2:
            continue
        heading = fact_word(say, results.game, name)
        head = [heading, say("lab.games"), say("lab.won"), say("lab.share"), say("lab.interval")]
        rows = []
        for value, (hits, games) in sorted(sums.items()):
            share = share_interval(hits, games)
            word = word_of(say, f"{results.game}.{name}.{value}", value)
            rows.append([word, str(games), str(hits), percent(say, share.value), interval(say, share)])
        yield Table(head, rows, 1, say("lab.report.facts_caption", fact=heading))


GOOD, WARN, BAD = "good", "warn", "bad"
SIGNS = {GOOD: "●", WARN: "▲", BAD: "■"}
Lamp = tuple[str, str, str]
"""Which, how bright, and the number it rests on."""


def lamps_of(result: Result, say: Say) -> list[Lamp]:
    """What a designer should look at in a cell."""
    tally = result.tally
    games = tally.games
    found = [_lamp("caps", tally.capped / games, MANY_CAPS, 5 * MANY_CAPS, percent(say, tally.capped / games))]
    if not tally.together:
        draws = tally.nobody / games
        found.append(_lamp("draws", draws, MANY_DRAWS, 3 * MANY_DRAWS, percent(say, draws)))
        fair = 1 / tally.seats
        away = max(
            max(share.low - fair, fair - share.high, 0.0)
            for share in (tally.share(f"seat:{seat + 1}") for seat in range(tally.seats))
        )
        if tally.seats == 2:
            found.append(_lamp("sides", away, FAR, 2 * FAR, percent(say, away)))
    most = max(tally.endings.values()) / games
    if len(tally.endings) > 1:
        found.append(_lamp("endings", most, ONE_SIDED, 0.98, percent(say, most)))
    if tally.swing.games >= 5:
        late = tally.swing.late / tally.swing.games
        found.append(("late", WARN if late < FEW_CHANGES else GOOD, percent(say, late)))
    if tally.explained:
        lines = sum(tried for tried, _ in tally.lines.values()) / tally.explained
        found.append(_lamp("questions", lines, MANY_LINES, 2 * MANY_LINES, number(say, lines)))
    return found


def _lamp(name: str, value: float, warn: float, bad: float, shown: str) -> Lamp:
    return name, BAD if value > bad else WARN if value > warn else GOOD, shown


def _lamp_table(results: Results, say: Say) -> str:
    names = ("caps", "draws", "sides", "endings", "late", "questions")
    lamps = [(cell_name(result, say), {one[0]: one for one in lamps_of(result, say)}) for result in results.results]
    shown = [name for name in names if any(name in found for _, found in lamps)]
    head = "".join(f'<th scope="col">{escape(say(f"lab.report.lamp.{name}"))}</th>' for name in shown)
    rows = "".join(
        f'<tr><th scope="row">{escape(cell)}</th>{"".join(_lamp_cell(found.get(name), say) for name in shown)}</tr>'
        for cell, found in lamps
    )
    return (
        '<div class="wide" tabindex="0"><table class="lamps"><thead>'
        f'<tr><th scope="col">{escape(say("lab.report.cell"))}</th>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _lamp_cell(lamp: Lamp | None, say: Say) -> str:
    if lamp is None:
        return "<td>–</td>"
    _, light, value = lamp
    word = escape(say(f"lab.report.light.{light}"))
    lamp_html = f'<span class="lamp {light}"><span aria-hidden="true">{SIGNS[light]}</span> {word}</span>'
    return f"<td>{lamp_html} {escape(value)}</td>"
