"""How games ended, and where they wait: what lists show without playing a game's rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kempelen.engine.files.header import Json
from kempelen.engine.game import say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import Verdict
from kempelen.engine.table import OPERATOR, SPECTATOR, Seat

__all__ = ["Listed", "Rest", "Result", "Standing", "Tally", "read_rest", "read_result", "result_of"]
__all__ += ["COUNTED", "tallies_of"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...] = ()
    capped: bool = False
    rounds: int | None = None
    """How many were played, in games that have rounds."""
    verdicts: Mapping[Seat, Verdict] = field(default_factory=dict)
    """What it was to the people who played; beside a real table also to whoever keeps the program there."""
    short: bool = False
    """It was cut short, so it was won and lost by nobody: it stands in lists, and no count has it."""
    stars: Mapping[Seat, int] = field(default_factory=dict)
    """What each of those has won, as bits (`parts.stars`); who has won has the first, whatever else is known."""

    def stars_of(self, seat: Seat) -> int:
        return self.stars.get(seat, int(self.verdicts.get(seat) == "won"))

    def plain(self) -> Json:
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "scores": list(self.scores),
            "capped": self.capped,
            "rounds": self.rounds,
            "verdicts": {str(seat): verdict for seat, verdict in self.verdicts.items()},
            **({"short": True} if self.short else {}),
            **({"stars": {str(seat): stars for seat, stars in self.stars.items()}} if self.stars else {}),
        }


@dataclass(frozen=True, slots=True)
class Rest:
    """Where a game waits, as everybody at the table may know it."""

    asked: tuple[Seat, ...]
    """The people who are to decide."""
    round: int | None = None
    of: int | None = None

    def plain(self) -> Json:
        return {"asked": list(self.asked), "round": self.round, "of": self.of}


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in somebody's list."""

    id: str
    header: Json
    updated: datetime
    over: bool
    name: str
    address: str | None
    """Where it is found in the web, if it has an address yet."""
    seats: frozenset[Seat]
    """The places this browser has; none at a game that nobody has come to by browser."""
    result: Result | None
    rest: Rest | None


COUNTED = ("running", "over", "won", "lost", "drawn")


@dataclass(frozen=True, slots=True)
class Tally:
    """What has become of the games of one scenario. Somebody who sat on both sides has neither won nor lost."""

    game: str
    scenario: str
    running: int
    over: int
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What has become of the games that were set up alike; they differ in their seed alone."""

    tally: Tally
    header: Mapping[str, Any] = field(hash=False)
    """Of one of them."""
    stars: int = 0
    """All that were won in one or another of them, as bits."""


def tallies_of(standings: Iterable[Standing]) -> list[Tally]:
    """The same by game and scenario, in the same order."""
    found: dict[tuple[str, str], Tally] = {}
    for one in (standing.tally for standing in standings):
        known = found.get((one.game, one.scenario))
        found[one.game, one.scenario] = one if known is None else _sum(known, one)
    return list(found.values())


def _sum(one: Tally, other: Tally) -> Tally:
    counts = (getattr(one, what) + getattr(other, what) for what in COUNTED)
    return Tally(one.game, one.scenario, *counts)


def result_of(session: Session, stars: Mapping[Seat, int] | None = None) -> Result:
    """How a session ended; it must be over. If it was cut short, that is nobody's victory or defeat. `stars` is what
    people have won, if somebody has counted."""
    outcome, short = session.outcome, session.cut_short
    assert outcome is not None
    verdicts = {} if short else {seat: outcome.verdict(seat) for seat in sorted(session.humans)}
    if session.physical is not None and len(shared := {*verdicts.values()}) == 1:
        verdicts[OPERATOR] = shared.pop()
    scores = outcome.scores if outcome.scored else ()
    rounds, won = _rounds(session), _stars(stars or {}, verdicts)
    return Result(outcome.winners, outcome.reason, scores, outcome.capped, rounds, verdicts, short, won)


def _stars(stars: Mapping[Seat, int], verdicts: Mapping[Seat, Verdict]) -> dict[Seat, int]:
    """Whoever keeps the program beside a real table has what every person there has won."""
    won = {seat: stars[seat] for seat, verdict in verdicts.items() if seat in stars and verdict == "won"}
    if verdicts.get(OPERATOR) == "won" and won:
        won[OPERATOR] = min(won.values(), key=int.bit_count)
    return won


def _rounds(session: Session) -> int | None:
    status = session.game.status(session.view(SPECTATOR), say_in("en"))
    if status is None or status.round is None:
        return None
    return min(status.round.n, status.round.of or status.round.n)  # some count on after the last


def read_result(data: Mapping[str, Any]) -> Result:
    return Result(
        tuple(data["winners"]),
        data["reason"],
        tuple(data["scores"]),
        data["capped"],
        data["rounds"],
        {int(seat): verdict for seat, verdict in data["verdicts"].items()},
        bool(data.get("short", False)),
        {int(seat): stars for seat, stars in data.get("stars", {}).items()},
    )


def read_rest(data: Mapping[str, Any]) -> Rest:
    return Rest(tuple(data["asked"]), data["round"], data["of"])
