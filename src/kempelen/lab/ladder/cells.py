"""Who meets whom, where: the cells of a ladder. One takes a side, another all the other seats, on common seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.search.player import CHEAT, SEARCH
from kempelen.engine.seats import read_spec
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.plan.cells import Cell
from kempelen.parts.ladder import Contest, ladder_of
from kempelen.parts.opponents import OPPONENTS
from kempelen.text.say import Text

__all__ = ["CONTEST", "bots_of", "cells_for", "contests_of", "named_bot", "seated", "thinks", "who_is"]

CONTEST = "contest"
"""Under this name a cell says at which table it is played."""
THINKERS = (SEARCH, CHEAT)
UNEVEN = ("timed",)
"""Levels that play differently on every computer, so that rows of theirs would mean nothing."""


def who_is(name: str) -> str:
    """The seat that a level (`strong`) or any other word for a player stands for."""
    return OPPONENTS.get(name, name)


def named_bot(seat: str) -> str:
    """The level that a seat is; as it is written if it is none."""
    return next((name for name, spec in OPPONENTS.items() if spec == seat), seat)


def thinks(seat: str) -> bool:
    """Does it try its choices out? Its games take far longer then."""
    spec = read_spec(seat)
    return spec.name in THINKERS and spec.parameters.get("iterations") != "1"


def bots_of(game: Game[Any], asked: Sequence[str] = ()) -> tuple[str, ...]:
    """Who stands on the ladder, the automa first: those that were asked for, else all bots and levels; with whom they
    are compared in any case."""
    names = list(asked) or [*game.bots, *(name for name in OPPONENTS if name not in UNEVEN)]
    beside = ladder_of(game).beside
    found = dict.fromkeys([game.automa, *([beside] if beside else []), *map(who_is, names)])
    return tuple(found)


def contests_of(game: Game[Any], asked: Sequence[str] = ()) -> tuple[Contest, ...]:
    """The tables that were asked for, else all; raises BadExperiment."""
    known = {contest.name: contest for contest in ladder_of(game).contests}
    for name in asked:
        if name not in known:
            raise BadExperiment(Text("ladder.unknown_contest", name=name, known=", ".join(known)))
    return tuple(known[name] for name in asked or known)


def seated(contest: Contest, side: int, bot: str, others: str) -> tuple[str, ...]:
    """One bot on a side, another on every other seat."""
    mine = contest.sides[side]
    return tuple(bot if seat in mine else others for seat in range(contest.seats))


def _pairings(contest: Contest, bots: Sequence[str], against: str) -> Iterator[tuple[str, ...]]:
    """Everybody alone at the table first, which is what others are compared with; then everybody with everybody, or
    with one alone."""
    for bot in bots:
        yield (bot,) * contest.seats
    if contest.kind == "together":
        return
    for others in (against,) if against else bots:
        for bot in bots:
            for side in range(len(contest.sides)):
                yield seated(contest, side, bot, others)


def cells_for(
    game: Game[Any],
    contests: Sequence[Contest],
    bots: Sequence[str],
    games: tuple[int, int],
    seed: str,
    against: str = "",
) -> tuple[list[Cell], list[Cell]]:
    """The cells in which nobody thinks, and the others; so many games of each. Raises a PlayerError.

    All against all, or all against one.
    """
    quick: list[Cell] = []
    slow: list[Cell] = []
    for contest in contests:
        for seats in dict.fromkeys(_pairings(contest, bots, against)):
            long = any(map(thinks, seats))
            if long and len(set(seats)) == 1 and contest.kind != "together":
                continue  # somebody against himself says nothing about him; of automas it is what others are beside
            cells = slow if long else quick
            experiment = Experiment(
                game.name,
                contest.scenario,
                seats,
                dict(contest.options),
                games[long],
                seed,
                contest.position,
                contest.name if contest.position is not None else "",
            )
            experiment.check()
            at = {CONTEST: contest.name, "bots": ",".join(seats)}
            cells.append(Cell(len(cells) + 1, experiment, at))
    return quick, slow
