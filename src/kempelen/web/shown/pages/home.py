"""What the pages round the tables show: the games there are, somebody's own games and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from kempelen.engine.game import Game, Setup, games
from kempelen.engine.setup import Verdict
from kempelen.engine.table import OPERATOR, SPECTATOR, Seat
from kempelen.parts.advice import has_desk
from kempelen.parts.levels import levels_of as game_levels
from kempelen.parts.scenarios import in_order
from kempelen.parts.stars import STARS
from kempelen.store import Listed, Rest, Result, Standing, Tally
from kempelen.text.say import Say
from kempelen.web.rooms import start
from kempelen.web.rooms.feats import Feats, Rung, feats_of, goal_of, rungs_of, stars_by_scenario, won_in
from kempelen.web.rooms.room import seat_text
from kempelen.web.rooms.steps import next_scenario
from kempelen.wording import scenario_title

__all__ = [
    "Card",
    "Line",
    "Rate",
    "Step",
    "cards_of",
    "line_of",
    "players_text",
    "rate_text",
    "rates_of",
    "streak_of",
    "when_text",
]


@dataclass(frozen=True, slots=True)
class Rate:
    """How often somebody has won."""

    won: int
    of: int
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A scenario to go on with."""

    scenario: str
    name: str
    aim: str
    """What to do, in a sentence: win it, at which level, as which side."""
    goal: str
    minutes: int
    again: bool
    """It has been played before."""
    won: bool
    """It has been won before: what is left has to be set up."""


@dataclass(frozen=True, slots=True)
class Card:
    """A game that can be begun."""

    name: str
    title: str
    blurb: str
    desk: bool
    """Something can be asked with no game begun."""
    automas: bool
    """People can write automas for it."""
    players: str
    minutes: str
    levels: str
    record: str
    """How often the reader has won; empty if he never has."""
    next: Step | None = None
    """What to go on with, for whoever has finished a game of it."""
    track: tuple[Rung, ...] = ()
    """Its scenarios in their order, each with what the reader has won of it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A game in a list."""

    id: str
    game: str
    title: str
    scenario: str
    name: str
    """What somebody calls it; empty if nobody has given it a name."""
    players: str
    updated: datetime
    when: str
    over: bool
    companion: bool
    free: bool
    """Made in the terminal; nobody has opened it in a browser."""
    status: str
    """Which round, whose turn; or how it ended."""
    turn: bool
    """The reader is to decide."""
    verdict: Verdict | None
    own: bool
    """The reader has made the table, so he may delete it."""
    plays: bool
    """He has a seat there, so he may give it a name."""
    stars: int = 0
    """So many he has won there."""


def line_of(
    table: Listed, address: str, say: Say, *, rest: Rest | None = None, own: bool = False, now: datetime | None = None
) -> Line | None:
    """A game in the reader's list; None if that game is not installed."""
    game = games().get(table.header.get("game", ""))
    if game is None:
        return None
    header = table.header
    seats = tuple(header["seats"].values())
    people = sum(who == "human" for who in seats)
    waits = rest or table.rest
    turn = waits is not None and bool(waits.asked) and (OPERATOR in table.seats or bool({*waits.asked} & table.seats))
    setup = Setup(game.name, header["scenario"], seats)
    return Line(
        address,
        game.name,
        start.title_of(game, say),
        scenario_title(game, header["scenario"], say),
        table.name,
        players_text(people, len(seats) - people, say),
        table.updated,
        when_text(table.updated, now or datetime.now().astimezone(), say),
        table.over,
        "physical" in header,
        not table.seats,
        result_text(game, table.result, say) if table.over else rest_text(game, setup, waits, turn, say),
        turn,
        verdict_for(table) if table.over else None,
        own,
        own or any(seat != SPECTATOR for seat in table.seats),
        stars_for(table) if table.over else 0,
    )


def verdict_for(table: Listed) -> Verdict | None:
    """How it ended for the reader; nothing for who only watched, or sat on both sides."""
    if table.result is None:
        return None
    verdicts = table.result.verdicts
    own = {verdict for seat, verdict in verdicts.items() if not table.seats or seat in table.seats}
    return own.pop() if len(own) == 1 else None


def stars_for(table: Listed) -> int:
    """How many stars the reader has won there."""
    if table.result is None or verdict_for(table) != "won":
        return 0
    mine = [table.result.stars_of(seat) for seat in table.result.verdicts if not table.seats or seat in table.seats]
    return max(map(int.bit_count, mine))


def rest_text(game: Game[Any], setup: Setup, rest: Rest | None, turn: bool, say: Say) -> str:
    if rest is None:
        return ""
    parts = []
    if rest.round is not None:
        parts.append(
            say("web.home.round_of", n=rest.round, of=rest.of) if rest.of else say("web.home.round", n=rest.round)
        )
    if turn:
        parts.append(say("web.table.your_turn"))
    elif rest.asked:
        names = tuple(seat_text(game, setup, seat, say.has) for seat in rest.asked)
        parts.append(say("web.home.waits", seats=names))
    return " · ".join(parts)


def result_text(game: Game[Any], result: Result | None, say: Say) -> str:
    """In a few words: why it ended, the scores if there are few, how long it took."""
    if result is None:
        return ""
    key = f"{game.name}.ending.{result.reason}"
    parts = [say("web.home.short")] if result.short else [say(key)] if say.has(key) else []
    top = [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]
    decide = not result.winners or set(top) == set(result.winners)  # points that win nothing tell nothing
    if 1 < len(result.scores) <= 4 and any(result.scores) and decide:
        parts.append(" : ".join(str(score) for score in result.scores))
    if result.rounds is not None and result.rounds > 1:
        parts.append(say("web.home.rounds", n=result.rounds))
    return " · ".join(parts)


def players_text(people: int, automas: int, say: Say) -> str:
    if not automas:
        return say("web.home.alone", people=people)
    if not people:
        return say("web.home.watched", automas=automas)
    return say("web.home.players", people=people, automas=automas)


def when_text(then: datetime, now: datetime, say: Say) -> str:
    """The time today, else the day."""
    here = then.astimezone(now.tzinfo)
    if here.date() == now.date():
        return here.strftime("%H:%M")
    if here.date() == now.date() - timedelta(days=1):
        return say("web.home.yesterday")
    day = say("web.home.day", day=here.day, month=say(f"web.month.{here.month}"))
    return day if here.year == now.year else f"{day} {here.year}"


# -- how often somebody has won


def rates_of(tallies: Iterable[Tally]) -> dict[tuple[str, str], Rate]:
    """By game and scenario; the game as a whole under an empty scenario. Only what ended for the reader counts."""
    found: dict[tuple[str, str], Rate] = {}
    for tally in tallies:
        of = tally.won + tally.lost + tally.drawn
        for key in ((tally.game, ""), (tally.game, tally.scenario)):
            known = found.get(key, Rate(0, 0))
            found[key] = Rate(known.won + tally.won, known.of + of, known.drawn + tally.drawn)
    return {key: rate for key, rate in found.items() if rate.of}


def streak_of(latest: Iterable[Listed]) -> int:
    """How many of the latest games, the last one first, were won in a row; what ended for nobody does not count."""
    verdicts = (verdict for table in latest if (verdict := verdict_for(table)) is not None)
    return sum(1 for _ in takewhile(lambda verdict: verdict == "won", verdicts))


def rate_text(rate: Rate | None, say: Say) -> str:
    return "" if rate is None else say("web.home.rate", won=rate.won, of=rate.of)


# -- the games


def cards_of(rates: dict[tuple[str, str], Rate], standings: Sequence[Standing], say: Say) -> list[Card]:
    return [card_of(game, rates, standings, say) for game in games().values()]


def card_of(game: Game[Any], rates: dict[tuple[str, str], Rate], standings: Sequence[Standing], say: Say) -> Card:
    mine = {scenario: rate for (name, scenario), rate in rates.items() if name == game.name and scenario}
    won = won_in(game, standings)
    return Card(
        game.name,
        start.title_of(game, say),
        start.blurb_of(game, say),
        has_desk(game),
        game.automas is not None,
        players_range(game, say),
        minutes_range(game, say),
        levels_of(game, say),
        rate_text(rates.get((game.name, "")), say) if won else "",
        step_of(game, mine, won, say, stars_by_scenario(game, standings)),
        rungs_of(game, standings, say),
    )


def step_of(
    game: Game[Any], mine: Mapping[str, Rate], won: Feats, say: Say, stars: Mapping[str, int] | None = None
) -> Step | None:
    """The first scenario that has not been won, once more if it has been tried; when all are, the first of which a
    level or a side is left, then the first of which a star is, and at last the last one."""
    order = in_order(game)
    if not any(scenario in mine for scenario in order):
        return None
    tried = [scenario for scenario in order if scenario in mine]
    left = (scenario for scenario in order if len(won.get(scenario, ())) < len(feats_of(game, scenario)))
    dim = next((scenario for scenario in order if (stars or {}).get(scenario, STARS) < STARS), None)
    following = (next_scenario(game, won) or next(left, None)) if won else tried[0]
    aim = goal_of(game, following, won, say) if following is not None else ""
    if following is None:
        following = dim or order[-1]
        missing = STARS - (stars or {}).get(following, STARS)
        name = scenario_title(game, following, say)
        aim = say("web.home.goal_star", scenario=name, n=missing) if dim else goal_of(game, following, won, say)
    facts = game.scenario_facts.get(following)
    return Step(
        following,
        scenario_title(game, following, say),
        aim,
        say.of(facts.goal) if facts is not None else "",
        facts.minutes if facts is not None else 0,
        following in mine,
        following in won,
    )


def players_range(game: Game[Any], say: Say) -> str:
    counts: list[Seat] = sorted({count for scenario in game.scenarios for count in game.seat_counts(scenario)})
    least, most = counts[0], counts[-1]
    return say("web.home.count", n=least) if least == most else say("web.home.counts", least=least, most=most)


def minutes_range(game: Game[Any], say: Say) -> str:
    minutes = [facts.minutes for facts in game.scenario_facts.values()]
    if not minutes:
        return ""
    least, most = min(minutes), max(minutes)
    return say("web.home.minutes", n=most) if least == most else say("web.home.minutes_range", least=least, most=most)


def levels_of(game: Game[Any], say: Say) -> str:
    """Whether one can choose how hard it is."""
    levels = game_levels(game)
    if levels:
        return say("web.home.levels", n=len(levels))
    order = ("easy", "medium", "hard")
    known = sorted({facts.level for facts in game.scenario_facts.values()}, key=order.index)
    return say(f"web.level.{known[0]}") if len(known) == 1 else ""
