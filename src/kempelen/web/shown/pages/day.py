"""The table of the day on the home page and at the end: what is offered, the last seven days, what one tells others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from kempelen.engine.game import Game, games
from kempelen.engine.setup import Verdict
from kempelen.engine.table import Seat
from kempelen.parts.stars import STARS, stars_in
from kempelen.store import Listed, Standing, result_of
from kempelen.text.say import Say
from kempelen.web.rooms.day import day_in, games_on, scenario_on
from kempelen.web.rooms.feats import won_in
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import title_of
from kempelen.web.shown.pages.home import stars_for, verdict_for
from kempelen.wording import scenario_title

__all__ = [
    "Days",
    "Done",
    "Offer",
    "Weekday",
    "date_text",
    "days_of",
    "done_in",
    "known_games",
    "share_text",
    "streak_to",
]

SHOWN = 7
"""So many days stand in the row."""


@dataclass(frozen=True, slots=True)
class Done:
    """What somebody has of one day's table of one game: the first that he has finished, or the one that is running."""

    game: str
    day: date
    scenario: str
    id: str
    over: bool
    verdict: Verdict | None
    stars: int
    rounds: int | None


@dataclass(frozen=True, slots=True)
class Offer:
    """Today's table of one game."""

    game: str
    title: str
    scenario: str
    name: str
    goal: str
    minutes: int
    state: str
    """`new`, `running` or `over`."""
    id: str = ""
    """Where it is, once it has begun."""
    won: bool = False
    stars: int = 0
    told: str = ""
    """How it ended, in words."""
    share: str = ""
    """The same as a text for others."""


@dataclass(frozen=True, slots=True)
class Weekday:
    """One of the last seven days."""

    word: str
    stars: int
    played: bool
    told: str
    """All of it in words."""
    today: bool


@dataclass(frozen=True, slots=True)
class Days:
    date: str
    offers: tuple[Offer, ...]
    """Today's tables of the games that the reader knows, the one whose turn it is first."""
    week: tuple[Weekday, ...]
    streak: int
    """On so many days in a row one was played to its end, up to today or yesterday."""

    @property
    def next(self) -> Offer | None:
        """What is still to be played today: what has begun before anything else."""
        left = [offer for offer in self.offers if offer.state != "over"]
        return next((offer for offer in left if offer.state == "running"), left[0] if left else None)


def known_games(standings: Sequence[Standing]) -> frozenset[str]:
    """Those of which somebody has won one: with the others he begins with the first game."""
    return frozenset(name for name, game in games().items() if won_in(game, standings))


def done_in(tables: Iterable[Listed]) -> dict[tuple[str, date], Done]:
    """Each day's table of each game once, whatever order they come in: who plays it again knows its cards."""
    found: dict[tuple[str, date], Done] = {}
    for table in sorted(tables, key=lambda one: (not one.over, _number(one.id))):
        day = day_in(table.header)
        ended = verdict_for(table) if table.over else None
        if day is None or table.address is None or 0 not in table.seats or (table.over and ended is None):
            continue  # of another kind, only looked at, or cut short
        rounds = table.result.rounds if table.result is not None else None
        made = Done(
            *(table.header["game"], day, table.header["scenario"], table.address, table.over, ended),
            *(stars_for(table) if table.over else 0, rounds),
        )
        found.setdefault((made.game, day), made)
    return found


def _number(id: str) -> int:
    """Games are numbered in the order in which they were begun."""
    return int(id.rpartition("-")[2])


def days_of(tables: Iterable[Listed], standings: Sequence[Standing], day: date, say: Say) -> Days | None:
    """What the home page says of it; None for whoever has not won a first game yet."""
    done = done_in(tables)
    known = games_on(day, known_games(standings))
    if not known:
        return None
    offers = tuple(_offer(games()[name], day, done.get((name, day)), say) for name in known)
    return Days(date_text(day, say), offers, _week(done, day, say), streak_to(done, day))


def _offer(game: Game[Any], day: date, done: Done | None, say: Say) -> Offer:
    scenario = done.scenario if done is not None else scenario_on(game, day) or ""
    facts = game.scenario_facts.get(scenario)
    said = (say.of(facts.goal), facts.minutes) if facts is not None else ("", 0)
    titles = (title_of(game, say), scenario, scenario_title(game, scenario, say))
    if done is None:
        return Offer(game.name, *titles, *said, "new")
    if not done.over:
        return Offer(game.name, *titles, *said, "running", done.id)
    won, told = done.verdict == "won", _ended(done, say)
    return Offer(game.name, *titles, *said, "over", done.id, won, done.stars, told, share_text(done, say))


def _ended(done: Done, say: Say) -> str:
    if done.verdict == "won":
        return say("web.star.of", n=done.stars, of=STARS)
    return say(f"web.day.{done.verdict}")


def _week(done: Mapping[tuple[str, date], Done], day: date, say: Say) -> tuple[Weekday, ...]:
    return tuple(_weekday(done, day - timedelta(days=back), back == 0, say) for back in range(SHOWN - 1, -1, -1))


def _weekday(done: Mapping[tuple[str, date], Done], day: date, now: bool, say: Say) -> Weekday:
    """Of several tables on a day the best counts."""
    that = [one for (_, when), one in done.items() if when == day and one.over]
    best = max(that, key=lambda one: (one.stars, one.verdict == "drawn"), default=None)
    told = say("web.day.unplayed" if not now else "web.day.open") if best is None else _ended(best, say)
    word = say(f"web.weekday.{day.isoweekday()}")
    return Weekday(
        word, 0 if best is None else best.stars, best is not None, f"{date_text(day, say, year=False)}: {told}", now
    )


def streak_to(done: Mapping[tuple[str, date], Done], day: date) -> int:
    """Today is not lost before it is over."""
    played = {when.toordinal() for (_, when), one in done.items() if one.over}  # a number has no first day
    at = day.toordinal() if day.toordinal() in played else day.toordinal() - 1
    streak = 0
    while at - streak in played:
        streak += 1
    return streak


def date_text(day: date, say: Say, *, year: bool = True) -> str:
    words = say("web.home.day", day=day.day, month=say(f"web.month.{day.month}"))
    return f"{words} {day.year}" if year else words


def share_text(done: Done, say: Say) -> str:
    """Game, day, stars, rounds: nothing of what was dealt."""
    return _told_others(done, say("web.day.of", date=date_text(done.day, say)), say)


def _told_others(done: Done, what: str, say: Say) -> str:
    game = games()[done.game]
    ended = [f"{'★' * done.stars}{'☆' * (STARS - done.stars)}", _ended(done, say)]
    if done.rounds is not None and done.rounds > 1:
        ended.append(say("web.home.rounds", n=done.rounds))
    played = f"{title_of(game, say)}, {scenario_title(game, done.scenario, say)}"
    return "\n".join((": ".join(filter(None, (say("web.name"), what))), played, " · ".join(ended)))


def told_at_end(room: Room, seat: Seat, dealt: Iterable[Listed], say: Say) -> dict[str, Any]:
    """For the end of a game: what its player can tell others, and if it was the table of a day, which and how many in
    a row. `dealt` are his tables of the day."""
    day = day_in(room.header)
    found: dict[str, Any] = {"day": date_text(day, say) if day is not None else ""}
    if not room.over or seat not in room.session.humans or room.session.cut_short:
        return found
    result = result_of(room.session, stars=stars_in(room.session))
    verdict, stars = result.verdicts.get(seat), result.stars_of(seat).bit_count()
    done = Done(room.game.name, day or date.min, room.setup.scenario, "", True, verdict, stars, result.rounds)
    if verdict is not None:
        found["share"] = share_text(done, say) if day is not None else _told_others(done, "", say)
    if day is not None:
        found["in_a_row"] = streak_to(done_in(dealt), day)
    return found
