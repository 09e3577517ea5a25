"""At which table an automa is tried: itself in its place, and stand-ins around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Page
from kempelen.engine.game import Game, Setup
from kempelen.lab.backends import Backend, Serial, in_order
from kempelen.lab.experiment import Experiment, usual_seats
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.pages import heated, pages_at
from kempelen.lab.run import FIRST, Row, play_chunk
from kempelen.lab.tally import Tally
from kempelen.parts.automas import pages_by, with_automa

__all__ = [
    "Two",
    "automa_won",
    "counted",
    "experiment_for",
    "heat_pages",
    "opposite",
    "pieces",
    "stand_in",
    "table_for",
]


@dataclass(frozen=True, slots=True)
class Two:
    """Two automas that are asked the same and play the same games; A is the one that somebody wonders about."""

    game: Game[Any]
    scenario: str
    a: Sheet
    b: Sheet
    options: Mapping[str, str] = field(default_factory=dict)


def stand_in(game: Game[Any]) -> str:
    """Who sits opposite: a bot of the game that is neither its automa nor plays at random; else the automa itself."""
    others = [
        name
        for name, bot in game.bots.items()
        if name not in ("random", "search") and name.isidentifier() and not getattr(bot, "takes_sheet", False)
    ]
    return next((name for name in others if name != game.automa), game.automa)


def opposite(game: Game[Any]) -> str:
    """The bot that an automa is tried against; where the rules play it, the players are the game's own bots."""
    assert game.automas is not None
    usual = game.automa if game.automas.vocabulary.roles else stand_in(game)
    return game.automas.against or usual


def table_for(game: Game[Any], scenario: str, sheet: Sheet, options: Mapping[str, str]) -> Setup:
    """The automa in the first seat, or in the roles that the rules play, and stand-ins around it."""
    assert game.automas is not None
    count = usual_seats(game, scenario)
    if game.automas.vocabulary.roles:
        return with_automa(game, Setup(game.name, scenario, (opposite(game),) * count, options), sheet)
    first = with_automa(game, Setup(game.name, scenario, (game.automa,), options), sheet)
    return replace(first, seats=(first.seats[0], *(opposite(game),) * (count - 1)))


def experiment_for(
    game: Game[Any], scenario: str, sheet: Sheet, options: Mapping[str, str], games: int, seed: str
) -> Experiment:
    """Many games at that table; raises a PlayerError if it cannot be played."""
    setup = table_for(game, scenario, sheet, options)
    experiment = Experiment(
        game.name, scenario, setup.seats, options, games, seed, automas=setup.automas, roles=setup.roles
    )
    experiment.check()
    return experiment


def automa_won(experiment: Experiment, row: Row) -> bool:
    """Whether the automa won: the first seat, or, where the rules play it, the table against all players."""
    return not row.winners and not row.capped if experiment.roles else 0 in row.winners


def pieces(games: int, workers: int) -> Iterator[range]:
    """Game numbers in pieces: one by one in this process, a few together for another."""
    size = 1 if workers < 2 else FIRST
    return (range(first, min(first + size, games + 1)) for first in range(1, games + 1, size))


def counted(experiment: Experiment, backend: Backend | None = None) -> Iterator[Tally]:
    """The same tally after every game, its lines counted; raises GameRefused."""
    backend = backend or Serial()
    tally = Tally(len(experiment.seats))
    play = partial(play_chunk, experiment, lines=True)
    for part in in_order(backend, play, pieces(experiment.games, backend.workers)):
        for row in part.rows:
            tally.add(WholeRow(row))
            yield tally


def heat_pages(game: Game[Any], sheet: Sheet, experiment: Experiment, tally: Tally) -> tuple[Page, ...]:
    """The printed pages of an automa as a heat map of these games."""
    (own,) = [one for one in pages_at(experiment, tally.lines) if one.name == sheet.id]
    return heated(pages_by(game, sheet, experiment.options), own.lines)
