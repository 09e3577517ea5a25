"""`kempelen automa compare`: what a change does, exactly first, then over games on the same seeds."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.table import Table

from kempelen.lab.backends import Backend
from kempelen.lab.compare import Compared, Decisions, compared, decisions_of
from kempelen.lab.compare.own import own_games, own_words
from kempelen.lab.compare.report import Comparison, compare_page, points_text, share_text
from kempelen.lab.compare.tables import opposite
from kempelen.lab.folder.parquet import need
from kempelen.lab.output import check_path, save_lines
from kempelen.lab.stats.shares import Interval
from kempelen.terminal.ask import Screen
from kempelen.terminal.progress import watched
from kempelen.terminal.workbench.wanted import Wanted, languages_from
from kempelen.text.say import Text
from kempelen.wording import bot_name, sheet_name

__all__ = ["compare", "interval_bar", "progress"]

WIDTH = 31
"""Characters of the bar; its middle is no difference."""
REACH = 0.3
"""Its ends are so many hundredths of the games away."""


def compare(screen: Screen, wanted: Wanted, backend: Backend, output: Path | None, force: bool) -> int:
    """Tell it scenario by scenario; Ctrl-C stops, and what is known by then is told and reported."""
    if output is not None:
        need("matplotlib")
        check_path(output, force=force)
    game, a, b = wanted.game, wanted.a, wanted.b
    names = [sheet_name(game, sheet, screen.say) for sheet in (a, b)]
    screen.tell("automa.compare_title", "bold", a=names[0], b=names[1])
    decisions = decisions_of(wanted.at(wanted.scenarios[0]))
    _show_decisions(screen, decisions)
    found: list[Compared] = []
    try:
        for scenario in wanted.scenarios:
            found.append(Compared(scenario))
            lines = output is not None
            pairs = compared(wanted.at(scenario), wanted.games, wanted.seed, lines=lines, backend=backend)
            for now in watched(pairs, partial(progress, screen, found, wanted.games)):
                found[-1] = now
    except KeyboardInterrupt:
        screen.tell("automa.compare_stopped", "yellow")
    found = [one for one in found if one.pairs.n]
    if found:
        screen.show(_table(screen, found, names))
    for one in found:
        if one.same == one.pairs.n:
            screen.tell("automa.report.all_alike", scenario=one.scenario, n=one.pairs.n)
        elif not one.pairs.changed:
            screen.tell("automa.compare_none", scenario=one.scenario, n=one.pairs.n, same=one.same)
    command = shlex.join(["kempelen", "automa", "compare", *wanted.given])
    own, left = own_games(game, (a, b), wanted.mine)
    whole = Comparison(game, a, b, found, decisions, wanted.seed, wanted.options, command, own, left)
    screen.tell("automa.compare_honest", "dim", who=bot_name(game, opposite(game), screen.say), seed=wanted.seed)
    for words in own_words(game, own, left, (names[0], names[1]), screen.say):
        screen.line(words)
    if output is not None and found:
        save_lines(output, [compare_page(whole, languages_from(screen.say))])
        screen.tell("terminal.talk.saved", "green", file=str(output))
    return 0


def progress(screen: Screen, found: Sequence[Compared], games: int, n: int) -> str:
    """What is known while it runs; the interval holds at every moment."""
    now = found[-1]
    said = points_text(now.difference, screen.say) if now.pairs.n else "\N{HORIZONTAL ELLIPSIS}"
    words = screen.say("automa.compare_playing", scenario=now.scenario, n=n, games=games, points=said)
    return f"{interval_bar(now.difference)} {words}"


def interval_bar(interval: Interval, middle: float = 0.0, reach: float = REACH) -> str:
    """An interval as a line of characters around `middle`; an end that lies farther out is cut off there."""

    def place(value: float) -> int:
        share = (value - middle + reach) / (2 * reach)
        return min(max(round(share * (WIDTH - 1)), 0), WIDTH - 1)

    low, value, high = (place(one) for one in (interval.low, interval.value, interval.high))
    signs = ["\N{MIDDLE DOT}"] * WIDTH
    signs[low : high + 1] = ["\N{BOX DRAWINGS LIGHT HORIZONTAL}"] * (high - low + 1)
    signs[(WIDTH - 1) // 2] = "\N{BOX DRAWINGS LIGHT VERTICAL}"
    signs[value] = "\N{BLACK CIRCLE}"
    return "".join(signs)


def _show_decisions(screen: Screen, found: Decisions) -> None:
    for one in found.words:
        screen.line(screen.say.of(one))


def _table(screen: Screen, found: Sequence[Compared], names: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    say = screen.say
    heads = (say("automa.head.scenario"), *names, say("automa.head.difference"), say("automa.head.games"))
    for head in (*heads, say("automa.head.changed"), say("automa.head.longer")):
        table.add_column(head, overflow="fold")
    for one in found:
        a, b = (share_text(share, say) for share in one.shares)
        longer = say.of(Text("automa.turns", n=round(one.length.mean, 1)))
        cells = (
            a,
            b,
            points_text(one.difference, say),
            str(one.pairs.n),
            str(one.pairs.changed),
            longer,
        )
        table.add_row(one.scenario, *cells)
    return table
