"""How strong each is in all its games together: a rating after Bradley and Terry, and how sure it is.

`openskill` does it (R. C. Weng and C.-J. Lin, A Bayesian approximation method for online ranking, 2011). Everybody
takes every side equally often, so a better side is nobody's merit. Where all play together, the table itself is met.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kempelen.lab.ladder.play import Met, Standing
from kempelen.lab.run import Row
from kempelen.lab.stats.shares import Interval, Z
from kempelen.parts.ladder import Contest

__all__ = ["Rated", "encounters", "rated", "result_for"]


@dataclass(frozen=True, slots=True)
class Rated:
    """One player."""

    bot: str
    rating: Interval
    games: int


def result_for(row: Row, contest: Contest, side: int) -> float:
    """1 if a side has won, 0 if not, half for a draw."""
    if row.winners:
        return float(any(seat in row.winners for seat in contest.sides[side]))
    return 0.5 if row.capped and contest.kind != "together" else 0.0


def encounters(met: Met) -> Iterator[tuple[str, str, int]]:
    """Who met whom there: one, the other (empty: the rules' own opponent), and the side of the one."""
    contest = met.contest
    if contest.kind == "together":
        if len(set(met.seats)) == 1:
            yield met.seats[0], "", 0
        return
    sides = [met.seats[side[0]] for side in contest.sides]
    for n, bot in enumerate(sides):
        others = {other for m, other in enumerate(sides) if m != n}
        if len(others) == 1 and bot not in others and (contest.kind != "duel" or n == 0):
            yield bot, others.pop(), n


def rated(standing: Standing) -> list[Rated]:
    """Everybody, the strongest first. Games count in the order of their numbers, so that no pair comes last."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    ratings = {bot: model.rating(name=bot) for bot in standing.bots}
    games = dict.fromkeys(standing.bots, 0)
    played = [
        (number, n, one, other or met.contest.name, result_for(row, met.contest, side))
        for n, met in enumerate(standing.met)
        for one, other, side in encounters(met)
        for number, row in met.rows.items()
    ]
    for _, _, one, other, result in sorted(played):
        teams = [[ratings[one]], [ratings.setdefault(other, model.rating(name=other))]]
        (mine,), (theirs,) = model.rate(teams, scores=[result, 1 - result])
        ratings[one], ratings[other] = mine, theirs
        for bot in (one, other):
            games[bot] = games.get(bot, 0) + 1
    found = [
        Rated(bot, Interval(one.mu, one.mu - Z * one.sigma, one.mu + Z * one.sigma), games[bot])
        for bot, one in ratings.items()
        if bot in standing.bots and games[bot]
    ]
    return sorted(found, key=lambda one: -one.rating.value)
