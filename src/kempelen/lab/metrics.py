"""What many rows say: endings, wins, length, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from kempelen.engine.tables.odds import Estimate, wilson
from kempelen.lab.run import Row

__all__ = [
    "Group",
    "Length",
    "Share",
    "by_fact",
    "by_seat",
    "by_value",
    "capped",
    "endings",
    "groups_won",
    "length",
    "mean",
    "row_groups",
    "row_numbers",
    "seat_facts",
    "seat_means",
    "seat_numbers",
]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the games, with a 95 % interval."""

    name: str
    count: int
    games: int
    estimate: Estimate

    @property
    def percent(self) -> float:
        return 100 * self.estimate.share


@dataclass(frozen=True, slots=True)
class Group:
    """Wins and points of a seat, or of all seats that share a fact such as a role."""

    name: str
    won: Share
    """Of the games in which the group was at the table, those that one of it won."""
    points: float | None
    """Mean over its seats; None if the game keeps no score."""


@dataclass(frozen=True, slots=True)
class Length:
    """Turns of a game."""

    mean: float
    median: float
    least: int
    most: int


def endings(rows: Sequence[Row]) -> list[Share]:
    """Why games ended, the most frequent first."""
    found = Counter(row.reason for row in rows)
    return [_share(reason, count, len(rows)) for reason, count in sorted(found.items(), key=lambda e: (-e[1], e[0]))]


def capped(rows: Sequence[Row]) -> Share:
    """Games that ran into their cap: draws."""
    return _share("capped", sum(row.capped for row in rows), len(rows))


def length(rows: Sequence[Row]) -> Length:
    turns = [row.turns for row in rows]
    return Length(fmean(turns), median(turns), min(turns), max(turns))


def by_seat(rows: Sequence[Row], seats: int) -> list[Group]:
    """Every seat, in order: is it better to begin?"""
    return [_group(str(seat + 1), [(row, (seat,)) for row in rows]) for seat in range(seats)]


def groups_won(rows: Iterable[Row], seats: int) -> dict[str, tuple[int, int]]:
    """`seat:1`, `role:gold`: in how many games one of the group won, and in how many it was at the table."""
    found: dict[str, tuple[int, int]] = {}
    for row in rows:
        for name, won in row_groups(row, seats):
            hits, games = found.get(name, (0, 0))
            found[name] = hits + won, games + 1
    return found


def row_groups(row: Row, seats: int) -> Iterator[tuple[str, bool]]:
    """The seats of one game, and its roles or sides, with whether they won."""
    for seat in range(seats):
        yield f"seat:{seat + 1}", seat in row.winners
    for fact in seat_facts(row, seats):
        for value, members in _seats_by_value(row.facts[fact]):
            yield f"{fact}:{value}", any(seat in row.winners for seat in members)


def seat_facts(row: Row, seats: int) -> list[str]:
    """The facts that put every seat into a group: lists with one word a seat."""
    return [name for name in _seat_lists(row, seats) if not _is_numbers(row.facts[name])]


def seat_numbers(row: Row, seats: int) -> list[str]:
    """The facts that count something for every seat: lists with one number a seat."""
    return [name for name in _seat_lists(row, seats) if _is_numbers(row.facts[name])]


def row_numbers(row: Row) -> list[str]:
    """The facts that count something in a game."""
    return [name for name, value in row.facts.items() if _is_numbers([value])]


def _seat_lists(row: Row, seats: int) -> list[str]:
    return [name for name, value in row.facts.items() if isinstance(value, list | tuple) and len(value) == seats]


def _is_numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def mean(rows: Sequence[Row], fact: str) -> float:
    """Of a number that every game has."""
    return fmean(row.facts[fact] for row in rows)


def seat_means(rows: Sequence[Row], fact: str) -> list[float]:
    """Of a number that every seat has, by seat."""
    return [fmean(values) for values in zip(*(row.facts[fact] for row in rows), strict=True)]


def by_fact(rows: Sequence[Row], fact: str) -> list[Group]:
    """All seats with the same value of a fact, in the order of its values."""
    games: dict[str, list[tuple[Row, tuple[int, ...]]]] = {}
    for row in rows:
        for value, seats in _seats_by_value(row.facts[fact]):
            games.setdefault(value, []).append((row, seats))
    return [_group(value, found) for value, found in sorted(games.items())]


def by_value(rows: Sequence[Row], fact: str) -> list[Share]:
    """How often a seat with this value of a fact won, in the order of the values."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for row in rows:
        for seat, value in enumerate(map(str, row.facts[fact])):
            played[value] += 1
            won[value] += seat in row.winners
    return [_share(value, won[value], played[value]) for value in sorted(played)]


def _seats_by_value(values: Sequence[Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for value in sorted(set(map(str, values))):
        yield value, tuple(seat for seat, other in enumerate(values) if str(other) == value)


def _group(name: str, games: Sequence[tuple[Row, tuple[int, ...]]]) -> Group:
    won = sum(any(seat in row.winners for seat in seats) for row, seats in games)
    points = [row.scores[seat] for row, seats in games if row.scores for seat in seats]
    return Group(name, _share(name, won, len(games)), fmean(points) if points else None)


def _share(name: str, count: int, games: int) -> Share:
    return Share(name, count, games, wilson(count, games))
