"""How cells, groups, shares and lengths are called on the page."""

from __future__ import annotations

from typing import Any

from kempelen.engine.game import Game
from kempelen.lab.report.results import ALL, Result, Results
from kempelen.lab.stats.shares import Interval
from kempelen.lab.tables import fact_word, seat_name, word_of
from kempelen.text.say import Say
from kempelen.wording import scenario_title

__all__ = [
    "at_change",
    "at_name",
    "at_short",
    "at_value",
    "by_name",
    "cell_name",
    "ending_name",
    "fair_share",
    "group_name",
    "interval",
    "number",
    "percent",
    "points",
]


def cell_name(result: Result, say: Say) -> str:
    """By what a cell differs from the others, in words."""
    cell = result.cell
    if cell.name:
        return cell.name
    rules = cell.experiment.rules
    if not cell.at:
        return scenario_title(rules, cell.experiment.title, say)
    return ", ".join(at_value(rules, key, value, say) for key, value in cell.at.items())


def at_value(game: Game[Any], key: str, value: str, say: Say) -> str:
    """`3 players`, `R15 = cell`."""
    if key == "players":
        return say("lab.report.at.players", n=int(value))
    if key in ("scenario", "position", "cell"):
        return _called(game, key, value, say)
    if key == "bots":
        return say("lab.report.at.bots", bots=value.replace(",", ", "))
    if key == "difficulty":
        return say("lab.report.at.difficulty", level=_level(value, say))
    if key == "edition":
        return say("lab.report.at.edition", edition=value)
    return f"{key} = {value}"


def at_short(game: Game[Any], key: str, value: str, say: Say) -> str:
    """The same where it is said before by what things differ: `3 players`, `cell`."""
    if key == "players":
        return at_value(game, key, value, say)
    value = _called(game, key, value, say)
    return say("lab.report.quoted", words=value.replace(",", ", ")) if "," in value else value


def at_change(game: Game[Any], key: str, a: str, b: str, say: Say) -> str:
    """`R15: cell → opening`."""
    a, b = (_called(game, key, one, say).replace(",", ", ") for one in (a, b))
    return say("lab.report.change", what=at_name(key, say), a=a, b=b)


def _called(game: Game[Any], key: str, value: str, say: Say) -> str:
    """A scenario by its name, a level in the reader's language, and all else as it stands in the file."""
    if key == "scenario":
        return scenario_title(game, value, say)
    return _level(value, say) if key == "difficulty" else value


def _level(value: str, say: Say) -> str:
    """`easy` in the reader's language, where there is a word for it."""
    return say(key) if say.has(key := f"web.level.{value}") else value


def at_name(key: str, say: Say) -> str:
    """What differs, as a heading."""
    known = f"lab.report.way.{key}"
    return say(known) if say.has(known) else key


def by_name(results: Results, say: Say) -> str:
    """By what wins are counted, as a heading."""
    if results.by in (ALL, "seat"):
        return say("lab.seat")
    return fact_word(say, results.game, results.by)


def group_name(results: Results, result: Result, group: str, say: Say, *, bots: bool = True) -> str:
    """A seat by the game's word for it and its bot, a role by its own."""
    kind, _, value = group.partition(":")
    if kind != "seat":
        return word_of(say, f"{results.game}.{kind}.{value}", value)
    if results.by == ALL:
        return say("lab.all_seats")
    seat = int(value) - 1
    name = seat_name(say, result.cell.experiment, seat)
    return say("lab.seat_and_bot", n=name, bot=result.cell.experiment.seats[seat]) if bots else name


def ending_name(results: Results, reason: str, say: Say) -> str:
    return word_of(say, f"{results.game}.ending.{reason}", reason)


def fair_share(result: Result) -> float:
    """What a seat would win if all were alike; nothing is fair or unfair about playing against the table."""
    return 1 / result.tally.seats if not result.tally.together else 0.5


def percent(say: Say, share: float) -> str:
    return say("lab.percent", x=100 * share)


def interval(say: Say, one: Interval) -> str:
    return say("lab.from_to", low=100 * one.low, high=100 * one.high)


def points(say: Say, share: float) -> str:
    """A difference of shares: `+3.2`."""
    return say("lab.report.points", x=100 * share)


def number(say: Say, value: float) -> str:
    return say("lab.mean", x=value)
