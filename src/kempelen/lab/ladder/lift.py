"""How much better than the automa somebody plays: in its place, against the same others, on the same seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kempelen.lab.ladder.cells import seated
from kempelen.lab.ladder.play import Standing
from kempelen.lab.ladder.ratings import result_for
from kempelen.lab.metrics import seat_facts
from kempelen.lab.run import Row
from kempelen.lab.stats.paired import Pairs, newcombe
from kempelen.lab.stats.shares import Interval
from kempelen.parts.ladder import Contest, ladder_of

__all__ = ["Lift", "compared_with", "lifts", "lifts_at"]


@dataclass(frozen=True, slots=True)
class Lift:
    """One player on one side of a table, or with one role there."""

    bot: str
    contest: Contest
    side: int
    """-1: on all of them."""
    role: tuple[str, str]
    """Fact and value, as rows have them: `role`, `gold`; empty for all."""
    pairs: Pairs
    """A is the player, B the one it is compared with, in its place."""

    @property
    def lift(self) -> Interval:
        return newcombe(self.pairs)

    @property
    def own(self) -> tuple[int, int]:
        return self.pairs.both + self.pairs.only_a, self.pairs.n

    @property
    def automas(self) -> tuple[int, int]:
        return self.pairs.both + self.pairs.only_b, self.pairs.n


def compared_with(standing: Standing) -> str:
    """In whose place everybody is looked at."""
    return ladder_of(standing.game).beside or standing.game.automa


def lifts(standing: Standing) -> list[Lift]:
    """Of all but who they are compared with, table by table: on all sides, on each, in each role that was dealt."""
    automa, beside = standing.game.automa, compared_with(standing)
    found: list[Lift] = []
    for contest in standing.contests:
        for bot in standing.bots:
            if bot != beside:
                found += lifts_at(standing, contest, bot, automa, beside)
    return found


def lifts_at(standing: Standing, contest: Contest, bot: str, others: str, beside: str) -> Iterator[Lift]:
    """Of one player at one table against others, beside who sat in its place: on all sides first."""
    whole = Pairs()
    by_side: dict[int, Pairs] = {}
    by_role: dict[tuple[str, str], Pairs] = {}
    for side in range(len(contest.sides)):
        before, after = (standing.of(contest, seated(contest, side, one, others)) for one in (beside, bot))
        for number in sorted(after.keys() & before.keys()):
            won, would = (result_for(row[number], contest, side) == 1 for row in (after, before))
            whole.add(won, would)
            by_side.setdefault(side, Pairs()).add(won, would)
            for role in _roles(before[number], after[number], contest, side):
                by_role.setdefault(role, Pairs()).add(won, would)
    if not whole.n:
        return
    yield Lift(bot, contest, -1, ("", ""), whole)
    if contest.kind != "seat" and len(contest.sides) > 1:
        for side, pairs in by_side.items():
            yield Lift(bot, contest, side, ("", ""), pairs)
    for role, pairs in sorted(by_role.items()):
        yield Lift(bot, contest, -1, role, pairs)


def _roles(before: Row, after: Row, contest: Contest, side: int) -> Iterator[tuple[str, str]]:
    """What was dealt to a seat that plays for itself among several; the same seeds deal the same."""
    if contest.kind != "seat":
        return
    (seat,) = contest.sides[side]
    for fact in seat_facts(before, contest.seats):
        if before.facts[fact] == after.facts[fact]:
            yield fact, str(before.facts[fact][seat])
