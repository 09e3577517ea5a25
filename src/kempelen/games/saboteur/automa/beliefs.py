"""Who is who, by the authors' lists: a list that never does such a thing has not led to it (4.3.3, see `tells`)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from kempelen.engine.dice import Dice
from kempelen.engine.search.seen import Deed
from kempelen.engine.table import HIDDEN
from kempelen.games.saboteur.automa.tells import could_have
from kempelen.games.saboteur.rules.state import SABOTEUR, State
from kempelen.games.saboteur.rules.view import hidden_roles, redeal
from kempelen.parts.beliefs import Beliefs

__all__ = ["BELIEFS"]

DOUBT = 0.05
"""So likely it is that somebody does what his list never does: people keep to none, and some slip."""
MOST = 3
"""After so many such deeds nothing more is learned."""
FINE = 1_000_000

Evidence = tuple[tuple[float, float], ...]
"""For every seat how well its deeds fit a seeker, and a saboteur."""


def _evidence(view: State, deeds: Sequence[Deed[State]]) -> Evidence:
    against = [[0, 0] for _ in range(view.players)]
    for deed in deeds:
        if deed.view.round == view.round:  # roles are dealt anew in every round
            for n, could in enumerate(could_have(deed.view, deed.seat, deed.action)):
                against[deed.seat][n] += not could
    return tuple((DOUBT ** min(MOST, seeker), DOUBT ** min(MOST, saboteur)) for seeker, saboteur in against)


def _redeal(view: State, dice: Dice, evidence: Evidence) -> State:
    pool = hidden_roles(view)
    unknown = tuple(evidence[seat] for seat, role in enumerate(view.roles) if role == HIDDEN)
    dealt, weights = _deals(tuple(sorted(pool)), unknown)
    at = bisect_right(weights, dice.below(FINE, "redeal", "") / FINE * weights[-1])
    return redeal(view, dice, dealt[at])


@lru_cache(maxsize=2_000)
def _deals(pool: tuple[int, ...], unknown: Evidence) -> tuple[list[tuple[int, ...]], list[float]]:
    """Every way to deal the roles to those whose role is not known, with weights that add up."""
    found: dict[tuple[int, ...], float] = {}
    for dealt, ways in _ways(pool, len(unknown)):
        weight = float(ways)
        for role, (seeker, saboteur) in zip(dealt, unknown, strict=True):
            weight *= saboteur if role == SABOTEUR else seeker
        found[dealt] = weight
    return list(found), list(accumulate(found.values()))


@lru_cache(maxsize=500)
def _ways(pool: tuple[int, ...], count: int) -> list[tuple[tuple[int, ...], int]]:
    """Deals of so many roles from the pool, and in how many ways each comes about."""
    return list(_each(pool, count))


def _each(pool: tuple[int, ...], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if not count:
        yield (), 1
        return
    for role in sorted(set(pool)):
        rest = list(pool)
        rest.remove(role)
        for dealt, ways in _each(tuple(rest), count - 1):
            yield (role, *dealt), ways * pool.count(role)


BELIEFS = Beliefs[State](evidence=_evidence, redeal=_redeal)
