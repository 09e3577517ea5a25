"""Several scenarios of a game side by side: `kempelen simulate --scenario all`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.console import Console

from kempelen.lab.experiment import Experiment
from kempelen.lab.metrics import (
    by_seat,
    by_value,
    capped,
    endings,
    length,
    mean,
    row_numbers,
    seat_facts,
    seat_means,
    seat_numbers,
)
from kempelen.lab.run import Row
from kempelen.lab.tables import fact_word, seat_word, share_cells, table_of, word_of
from kempelen.text.say import Say, Text

__all__ = ["Run", "show_all"]

Run = tuple[Experiment, Sequence[Row]]
"""A scenario and its games."""


def show_all(console: Console, runs: Sequence[Run], say: Say) -> None:
    """Wins by scenario and seat, wins by what a seat was (goal, role), then length, capped games and endings."""
    first, rows = runs[0]
    console.print(
        say(
            "lab.head_all",
            game=Text(f"{first.game}.title"),
            n=len(rows),
            bots=", ".join(dict.fromkeys(bot for experiment, _ in runs for bot in experiment.seats)),
            options=(first if not _levels_differ(runs) else _without_level(first)).options_text,
            seed=first.seed,
        ),
        markup=False,
    )
    console.print()
    _show_wins(console, runs, say)
    for fact in _common(runs, seat_facts):
        _show_values(console, runs, fact, say)
    _show_lengths(console, runs, say)


def _levels_differ(runs: Sequence[Run]) -> bool:
    return len({_level(experiment) for experiment, _ in runs}) > 1


def _without_level(experiment: Experiment) -> Experiment:
    return replace(experiment, options={id: value for id, value in experiment.options.items() if id != "level"})


def _names(runs: Sequence[Run]) -> list[str]:
    """What each run is called beside the others: its scenario, and what else differs between them."""
    experiments = [experiment for experiment, _ in runs]
    names = [[experiment.title] for experiment in experiments]
    scenarios = {experiment.title for experiment in experiments}
    if len(experiments) > len(scenarios):
        for aspect in (_players, _level):
            if len({aspect(experiment) for experiment in experiments}) > 1:
                names = [[*name, aspect(one)] for name, one in zip(names, experiments, strict=True)]
    return [" ".join(filter(None, name)) for name in names]


def _players(experiment: Experiment) -> str:
    return f"{len(experiment.seats)}"


def _level(experiment: Experiment) -> str:
    return experiment.options.get("level", "")


def _together(rows: Sequence[Row], seats: int) -> bool:
    """Everybody has won or nobody, every time: one line says it for all."""
    return seats > 1 and all(len(row.winners) in (0, seats) and not row.scores for row in rows)


def _show_wins(console: Console, runs: Sequence[Run], say: Say) -> None:
    game = runs[0][0].game
    facts, numbers = _common(runs, seat_facts), _common(runs, seat_numbers)
    kinds = [fact_word(say, game, fact) for fact in facts]
    counted = [fact_word(say, game, fact) for fact in numbers]
    shares = ("lab.won", "lab.share", "lab.interval")
    table = table_of(
        say, "lab.scenario", "lab.seat", *kinds, *shares, "lab.points_short", *counted, left=2 + len(facts)
    )
    for name, (experiment, rows) in zip(_names(runs), runs, strict=True):
        groups = by_seat(rows, len(experiment.seats))
        if _together(rows, len(experiment.seats)) and not facts and not numbers:
            table.add_row(name, say("lab.all_seats"), *share_cells(say, groups[0].won), "")
            continue
        for n, group in enumerate(groups):
            seat = seat_word(say, experiment, n)
            if len(set(experiment.seats)) > 1:
                seat = say("lab.seat_and_bot", n=seat, bot=experiment.seats[n])
            cells = [_always(rows, fact, n, game, say) for fact in facts]
            points = say("lab.mean", x=group.points) if group.points is not None else ""
            means = [say("lab.mean", x=seat_means(rows, fact)[n]) for fact in numbers]
            table.add_row(name if not n else "", seat, *cells, *share_cells(say, group.won), points, *means)
    console.print(table, "")


def _always(rows: Sequence[Row], fact: str, seat: int, game: str, say: Say) -> str:
    """What a seat was in every game of a scenario; nothing if that was dealt anew each time."""
    values = {str(row.facts[fact][seat]) for row in rows}
    value = values.pop()
    return "" if values else word_of(say, f"{game}.{fact}.{value}", value)


def _show_values(console: Console, runs: Sequence[Run], fact: str, say: Say) -> None:
    game = runs[0][0].game
    heading = fact_word(say, game, fact)
    table = table_of(say, heading, "lab.played", "lab.won", "lab.share", "lab.interval")
    for share in by_value([row for _, rows in runs for row in rows], fact):
        word = word_of(say, f"{game}.{fact}.{share.name}", share.name)
        table.add_row(word, str(share.games), *share_cells(say, share))
    console.print(table, "")


def _show_lengths(console: Console, runs: Sequence[Run], say: Say) -> None:
    game = runs[0][0].game
    numbers = _common(runs, lambda row, seats: row_numbers(row))
    counted = [fact_word(say, game, fact) for fact in numbers]
    headings = ("lab.scenario", "lab.games", "lab.turns", *counted, "lab.capped_games", "lab.interval", "lab.ended_by")
    table = table_of(say, *headings)
    table.columns[-1].justify = "left"
    for name, (_, rows) in zip(_names(runs), runs, strict=True):
        means = [say("lab.mean", x=mean(rows, fact)) for fact in numbers]
        count, _, interval = share_cells(say, capped(rows))
        reasons = [
            say("lab.ending_share", what=word_of(say, f"{game}.ending.{share.name}", share.name), x=share.percent)
            for share in endings(rows)
        ]
        turns = say("lab.mean", x=length(rows).mean)
        table.add_row(name, str(len(rows)), turns, *means, count, interval, ", ".join(reasons))
    console.print(table, "")


def _common(runs: Sequence[Run], facts: Callable[[Row, int], list[str]]) -> list[str]:
    """Facts that the rows of every scenario have."""
    found = [facts(rows[0], len(experiment.seats)) for experiment, rows in runs]
    return [fact for fact in found[0] if all(fact in others for others in found)]
