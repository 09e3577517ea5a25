"""The table of the day: every day each game offers one small table for one person, and deals everybody the same.

Its seed is the date, which everybody can know: whoever wants to can look up every card and die, as with any seed that
somebody has chosen. So one person plays it against automas, and nobody else sits there. In return people can compare
how they did, at whichever home they play.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from itertools import takewhile
from typing import Any

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, game_named, games
from kempelen.text.say import Text
from kempelen.web.rooms.start import Begun, begin, dealt_anew, first_setup, has_tips

__all__ = ["MARK", "MOST_DAYS", "day_in", "games_on", "scenario_on", "seed_on", "small_scenarios", "table_on", "today"]

MARK = "day "
"""What the seed of such a table begins with."""
MOST_DAYS = 200
"""So many tables are looked at for how many days in a row one was played."""
MOST_MINUTES = 20
"""A table of the day takes no longer."""


def today() -> date:
    """Where the program runs; on a device that is where its owner is."""
    return datetime.now().astimezone().date()


def small_scenarios(game: Game[Any]) -> tuple[str, ...]:
    """What a newcomer may play: the short ones of the easy scenarios that come, in their order, before all others."""
    easy = takewhile(lambda one: one[1].level == "easy", game.scenario_facts.items())
    return tuple(scenario for scenario, facts in easy if facts.minutes <= MOST_MINUTES)


def scenario_on(game: Game[Any], day: date) -> str | None:
    """They come in turn; None if the game has no small ones."""
    small = small_scenarios(game)
    return small[day.toordinal() % len(small)] if small else None


def games_on(day: date, known: Collection[str]) -> tuple[str, ...]:
    """Those of the games somebody knows that offer a table, the one that is first in turn on this day first."""
    names = [name for name, game in games().items() if small_scenarios(game)]
    first = day.toordinal() % len(names) if names else 0
    return tuple(name for name in (*names[first:], *names[:first]) if name in known)


def seed_on(day: date) -> str:
    return f"{MARK}{day.isoformat()}"


def day_in(header: Mapping[str, Any]) -> date | None:
    """Of which day a table is; None if it is none of these: one person against automas, dealt by the date."""
    seed = header.get("seed")
    alone = list(header.get("seats", {}).values()).count("human") == 1 and "physical" not in header
    if not isinstance(seed, str) or not seed.startswith(MARK) or not alone:
        return None
    try:
        day = date.fromisoformat(seed.removeprefix(MARK))
    except ValueError:
        return None  # somebody has typed something like it
    return day if seed == seed_on(day) else None  # the same day written otherwise deals other cards


def table_on(name: str, lang: str, day: date) -> Begun:
    """One person against automas; raises BadSetup if the game has no small scenario."""
    game = game_named(name)
    scenario = scenario_on(game, day)
    if scenario is None:
        raise BadSetup(Text("web.day.none", game=Text(f"{name}.title")))
    seed = seed_on(day)
    session = begin(dealt_anew(first_setup(game, lang, scenario), seed), seed=seed)
    return Begun(session, frozenset({0}), hints=has_tips(game, scenario))
