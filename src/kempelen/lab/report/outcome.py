"""The first sections: what was asked and what came out, in words; wins by cell; paired differences."""

from __future__ import annotations

from collections.abc import Iterator

from kempelen.lab.report.naming import (
    at_change,
    at_name,
    at_short,
    at_value,
    by_name,
    cell_name,
    fair_share,
    group_name,
    interval,
    percent,
    points,
)
from kempelen.lab.report.page import Picture, Section, Table, Words
from kempelen.lab.report.pictures import Bar, bars
from kempelen.lab.report.results import ALL, Result, Results, pairs_to_compare
from kempelen.lab.stats.paired import newcombe
from kempelen.lab.stats.sequences import difference_sequence, share_sequence
from kempelen.lab.stats.shares import Interval, mean_interval
from kempelen.lab.tally import pairs_between, turns_between
from kempelen.text.say import Say, Text

__all__ = ["main_group", "pairs", "wins", "words"]

MOST_VALUES = 8
"""Of one thing in which cells differ; more do not fit into a sentence."""


def main_group(results: Results) -> str:
    """The group that is spoken of when one must do: the first."""
    return results.results[0].groups(results.by)[0]


def _share(results: Results, result: Result, group: str) -> Interval:
    """With an interval for all looks together, where somebody looked to stop."""
    hits, games = result.tally.won.get(group, (0, 0))
    return share_sequence(hits, games) if results.asked.until is not None else result.tally.share(group)


def words(results: Results, say: Say) -> Section:
    section = Section("words", say("lab.report.title.words"))
    add = section.parts.append
    if results.asked.question:
        add(Words(results.asked.question, "lead"))
    first = results.results[0]
    bots = list(dict.fromkeys(bot for result in results.results for bot in result.cell.experiment.seats))
    add(
        Words(
            say(
                "lab.report.played",
                game=Text(f"{results.game}.title"),
                cells=len(results.results),
                games=results.games,
                bots=bots,
                seed=first.cell.experiment.seed,
            )
        )
    )
    group = main_group(results)
    shares = [(result, _share(results, result, group)) for result in results.results if group in result.tally.won]
    who = group_name(results, first, group, say, bots=False)
    most, least = max(shares, key=lambda one: one[1].value), min(shares, key=lambda one: one[1].value)
    if len(shares) == 1:
        single = "lab.report.together_one" if results.by == ALL else "lab.report.wins_one"
        add(Words(say(single, who=who, **_said(shares[0][1])), "lead"))
        others = [name for name in first.groups(results.by) if name != group]
        if others:
            rest = [
                Text(
                    "lab.report.other_share",
                    who=group_name(results, first, name, say, bots=False),
                    **_said(_share(results, first, name)),
                )
                for name in others
            ]
            add(Words(say("lab.report.others", others=rest)))
    else:
        fields = {"who": who, "most": cell_name(most[0], say), "least": cell_name(least[0], say)}
        ends = {"high": 100 * most[1].value, "low": 100 * least[1].value}
        key = "lab.report.together_range" if results.by == ALL else "lab.report.wins_range"
        add(Words(say(key, **fields, **ends), "lead"))
        apart = most[1].low > least[1].high
        add(Words(say("lab.report.apart" if apart else "lab.report.overlap", **fields)))
    for sentence in _by_ways(results, group, say):
        add(Words(sentence))
    clear = _clearest(results, group)
    if clear is not None:
        way, one, other, found = clear
        sign = "more" if found.value < 0 else "less"
        about = {} if results.by == ALL else {"who": who}  # together they win or lose as one
        add(
            Words(
                say(
                    f"lab.report.{'clearest' if about else 'together'}_{sign}",
                    what=at_value(results.rules, way, other.cell.at[way], say),
                    instead=at_value(results.rules, way, one.cell.at[way], say),
                    **about,
                    x=100 * abs(found.value),
                    low=100 * min(abs(found.low), abs(found.high)),
                    high=100 * max(abs(found.low), abs(found.high)),
                )
            )
        )
    turns = [result.tally.mean_turns for result in results.results]
    add(Words(say("lab.report.lasts", low=min(turns), high=max(turns), n=len(turns))))
    half = max(one.width for _, one in shares) / 2
    add(Words(say("lab.report.sure_sequence" if results.asked.until else "lab.report.sure", half=100 * half)))
    if results.manifest is not None and not results.manifest.complete:
        add(Words(say("lab.report.unfinished")))
    add(Words(say("lab.report.stand_ins"), "small"))
    return section


def _by_ways(results: Results, group: str, say: Say) -> Iterator[str]:
    """For everything in which cells differ, the share at each of its values, over all cells that have it."""
    first = results.results[0].cell.at
    if len(first) < 2:
        return
    for way in first:
        sums: dict[str, tuple[int, int]] = {}
        for result in results.results:
            value, (hits, games) = result.cell.at.get(way, ""), result.tally.won.get(group, (0, 0))
            before = sums.get(value, (0, 0))
            sums[value] = before[0] + hits, before[1] + games
        if 1 < len(sums) <= MOST_VALUES and all(games for _, games in sums.values()):
            shares = [
                Text("lab.report.way_share", value=at_short(results.rules, way, value, say), x=100 * hits / games)
                for value, (hits, games) in sums.items()
            ]
            yield say("lab.report.by_way", way=at_name(way, say), shares=shares)


def _said(one: Interval) -> dict[str, float]:
    return {"x": 100 * one.value, "low": 100 * one.low, "high": 100 * one.high}


def _clearest(results: Results, group: str) -> tuple[str, Result, Result, Interval] | None:
    """The paired difference that is farthest from none, if one is."""
    best: tuple[str, Result, Result, Interval] | None = None
    least = 0.0
    for way, one, other in pairs_to_compare(results):
        found = newcombe(pairs_between(one.tally, other.tally, group))
        away = found.low if found.low > 0 else -found.high if found.high < 0 else 0.0
        if away > least:
            best, least = (way, one, other, found), away
    return best


def wins(results: Results, say: Say) -> Section:
    section = Section("wins", say("lab.report.title.wins"))
    groups = list(dict.fromkeys(group for result in results.results for group in result.groups(results.by)))
    rows, table = [], []
    for result in results.results:
        for group in result.groups(results.by):
            share = _share(results, result, group)
            hits, games = result.tally.won[group]
            who = group_name(results, result, group, say)
            name = cell_name(result, say)
            several = results.by != ALL and len(results.results) > 1
            heading = name if several and group == result.groups(results.by)[0] else ""
            rows.append(Bar(name if results.by == ALL else who, share, groups.index(group), heading))
            table.append([name, who, str(games), str(hits), percent(say, share.value), interval(say, share)])
    fair = {round(fair_share(result), 6) for result in results.results}
    middle = fair.pop() if len(fair) == 1 and (results.by == "seat" or results.by == ALL) else None
    head = [say("lab.report.cell"), by_name(results, say), *map(say, ("lab.games", "lab.won", "lab.share"))]
    head.append(say("lab.report.interval_sequence" if results.asked.until else "lab.interval"))
    caption = say("lab.report.wins_caption" if middle is None else "lab.report.wins_fair", x=100 * (middle or 0))
    section.parts.append(Picture(bars(rows, middle=middle), caption, Table(head, table, 2)))
    return section


def pairs(results: Results, say: Say) -> Section | None:
    """Cells on common seeds, game by game."""
    compared = pairs_to_compare(results)
    if not compared:
        return None
    section = Section("pairs", say("lab.report.title.pairs"), [Words(say("lab.report.pairs_words"))])
    group = main_group(results)
    rows, table = [], []
    for way, one, other in compared:
        found = pairs_between(other.tally, one.tally, group)
        if not found.n:
            continue
        looked = results.asked.until is not None
        difference = difference_sequence(found) if looked else newcombe(found)
        turns = mean_interval(turns_between(other.tally, one.tally))
        rest = {key: value for key, value in other.cell.at.items() if key != way}
        change = at_change(results.rules, way, one.cell.at[way], other.cell.at[way], say)
        where = ", ".join(at_value(results.rules, key, value, say) for key, value in rest.items())
        rows.append(Bar(f"{change} ({where})" if where else change, difference, 0))
        table.append(
            [
                change,
                where,
                str(found.n),
                str(found.changed),
                points(say, difference.value),
                say("lab.report.points_range", low=100 * difference.low, high=100 * difference.high),
                say("lab.report.turns_more", x=turns.value, low=turns.low, high=turns.high),
            ]
        )
    if not rows:
        return None
    who = group_name(results, results.results[0], group, say, bots=False)
    keys = ("changed", "rest", "pairs", "different", "difference", "interval", "turns")
    head = [say(f"lab.report.pair.{key}") for key in keys]
    caption = say("lab.report.pairs_caption", who=who)
    section.parts.append(Picture(bars(rows, middle=0.0, points=True), caption, Table(head, table, 2)))
    if all(row[3] == "0" for row in table):
        section.parts.append(Words(say("lab.report.no_change", n=int(table[0][2]))))
    return section
