"""The tables of `kempelen simulate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from kempelen.lab.experiment import Experiment
from kempelen.lab.lines import added, line_uses
from kempelen.lab.metrics import (
    Group,
    Share,
    by_fact,
    by_seat,
    capped,
    endings,
    length,
    mean,
    row_numbers,
    seat_facts,
    seat_means,
    seat_numbers,
)
from kempelen.lab.pages import own_name, pages_at
from kempelen.lab.run import Row
from kempelen.text.say import Say, Text
from kempelen.wording import own_seat_text

__all__ = ["fact_word", "seat_name", "seat_word", "share_cells", "show", "show_lines", "table_of", "word_of"]


def show(console: Console, experiment: Experiment, rows: Sequence[Row], say: Say) -> None:
    """Endings, wins by role and seat, length, capped games."""
    game, seats = experiment.game, len(experiment.seats)
    console.print(
        say(
            "lab.head",
            game=Text(f"{game}.title"),
            scenario=experiment.title,
            n=len(rows),
            seats=", ".join(experiment.seats),
            options=experiment.options_text,
            seed=experiment.seed,
        ),
        markup=False,
    )
    console.print()
    table = table_of(say, "lab.ending", "lab.games", "lab.share", "lab.interval")
    for share in endings(rows):
        table.add_row(word_of(say, f"{game}.ending.{share.name}", share.name), *share_cells(say, share))
    console.print(table, "")
    for fact in seat_facts(rows[0], seats):
        groups = by_fact(rows, fact)
        words = [word_of(say, f"{game}.{fact}.{group.name}", group.name) for group in groups]
        _show_groups(console, word_of(say, f"{game}.fact.{fact}", fact), words, groups, say)
    words = [
        say("lab.seat_and_bot", n=seat_word(say, experiment, n), bot=bot) for n, bot in enumerate(experiment.seats)
    ]
    more = {fact_word(say, game, fact): seat_means(rows, fact) for fact in seat_numbers(rows[0], seats)}
    _show_groups(console, say("lab.seat"), words, by_seat(rows, seats), say, more)
    turns = length(rows)
    console.print(
        say("lab.length", mean=turns.mean, median=float(turns.median), least=turns.least, most=turns.most), markup=False
    )
    for fact in row_numbers(rows[0]):
        console.print(say("lab.fact_mean", fact=fact_word(say, game, fact), x=mean(rows, fact)), markup=False)
    console.print(say("lab.capped", n=capped(rows).count), markup=False)


def _show_groups(
    console: Console,
    heading: str,
    words: list[str],
    groups: list[Group],
    say: Say,
    more: Mapping[str, list[float]] | None = None,
) -> None:
    more = more or {}
    table = table_of(say, heading, "lab.games", "lab.won", "lab.share", "lab.interval", "lab.points", *more)
    for n, (word, group) in enumerate(zip(words, groups, strict=True)):
        points = say("lab.mean", x=group.points) if group.points is not None else ""
        means = [say("lab.mean", x=values[n]) for values in more.values()]
        table.add_row(word, str(group.won.games), *share_cells(say, group.won), points, *means)
    console.print(table, "")


def show_lines(console: Console, experiment: Experiment, rows: Sequence[Row], say: Say) -> None:
    """How often each line of the bots' lists was tried and carried out."""
    counts = added(row.lines for row in rows)
    found = pages_at(experiment, counts)
    found = tuple(one for one in found if one.lines) or found
    uses = []
    for one in found:
        mine = list(line_uses(one.pages, [one.lines]))
        uses += mine
        if not any(use.tried for use in mine):
            continue
        table = table_of(say, "lab.list", "lab.line", "lab.text", "lab.tried", "lab.done", "lab.share", left=3)
        if len(found) > 1:
            table.title, table.title_justify = one.name or own_name(experiment.rules), "left"
        for use in mine:
            table.add_row(
                say.of(use.list),
                use.item,
                say.of(use.line, "Nom"),
                str(use.tried),
                str(use.done),
                _percent(say, use.share),
            )
        console.print("", table, "")
    if not any(use.tried for use in uses):
        console.print(say("lab.no_lines"), markup=False)
        return
    never = [Text("lab.list_line", list=use.list, item=use.item) for use in uses if not use.done]
    if never:
        console.print(say("lab.never", lines=never), markup=False)


def table_of(say: Say, *headings: str, left: int = 1) -> Table:
    """Headings are keys of texts or ready words; numbers stand on the right."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for n, heading in enumerate(headings):
        words = say(heading) if say.has(heading) else heading
        table.add_column(words, justify="left" if n < left else "right", overflow="fold")
    return table


def share_cells(say: Say, share: Share) -> tuple[str, str, str]:
    low, high = share.estimate.low, share.estimate.high
    return (
        str(share.count),
        _percent(say, share.estimate.share),
        say("lab.from_to", low=100 * low, high=100 * high),
    )


def _percent(say: Say, share: float) -> str:
    return say("lab.percent", x=100 * share)


def seat_word(say: Say, experiment: Experiment, seat: int) -> str:
    """A seat by the game's word for it, or its number."""
    own = own_seat_text(experiment.rules, experiment.setup, seat, say)
    return str(seat + 1) if own is None else say.of(own, "bare")


def seat_name(say: Say, experiment: Experiment, seat: int) -> str:
    """The same where it stands alone: `seat 1`, if the game has no word of its own."""
    word = seat_word(say, experiment, seat)
    return say("lab.report.seat", n=word) if word.isdigit() else word


def fact_word(say: Say, game: str, fact: str) -> str:
    """The game's word for a fact, as a heading."""
    return word_of(say, f"{game}.fact.{fact}", fact)


def word_of(say: Say, key: str, otherwise: str) -> str:
    """The game's word for something, without an article, or as it is called in the rows."""
    return say.of(Text(key), "bare") if say.has(key) else otherwise
