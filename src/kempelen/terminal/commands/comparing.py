"""`kempelen automa compare`: what a change does, exactly first, then over games on the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rich.table import Table

from kempelen.automa.sheet import Sheet
from kempelen.engine.game import Game
from kempelen.lab.compare import Compared, Decisions, compared, decisions_of, stand_in
from kempelen.lab.stats.shares import Interval
from kempelen.terminal.ask import Screen
from kempelen.terminal.progress import watched
from kempelen.text.say import Text
from kempelen.wording import bot_name

__all__ = ["compare"]


def compare(
    screen: Screen,
    game: Game[Any],
    pair: tuple[Sheet, Sheet],
    scenarios: Sequence[str],
    options: Mapping[str, str],
    games: int,
    seed: str,
) -> int:
    """Tell it scenario by scenario; Ctrl-C stops, and what is known by then is told."""
    a, b = pair
    screen.tell("automa.compare_title", "bold", a=a.head.name, b=b.head.name)
    _show_decisions(screen, decisions_of(game, scenarios[0], a, b, options))
    found: list[Compared] = []
    try:
        for scenario in scenarios:
            found.append(Compared(scenario))
            pairs = compared(game, scenario, a, b, options, games, seed)
            for now in watched(pairs, partial(_progress, screen, found, games)):
                found[-1] = now
    except KeyboardInterrupt:
        screen.tell("automa.compare_stopped", "yellow")
    found = [one for one in found if one.pairs.n]
    if found:
        screen.show(_table(screen, found, pair))
    for one in found:
        if not one.pairs.changed:
            screen.tell("automa.compare_none", scenario=one.scenario, n=one.pairs.n, same=one.same)
    roles = game.automas is not None and bool(game.automas.vocabulary.roles)
    who = bot_name(game, game.automa if roles else stand_in(game), screen.say)
    screen.tell("automa.compare_honest", "dim", who=who, seed=seed)
    return 0


def _progress(screen: Screen, found: Sequence[Compared], games: int, n: int) -> str:
    """What is known while it runs; the interval holds at every moment."""
    now = found[-1]
    points = _points(now.difference) if now.pairs.n else "\N{HORIZONTAL ELLIPSIS}"
    return screen.say("automa.compare_playing", scenario=now.scenario, n=n, games=games, points=points)


def _show_decisions(screen: Screen, found: Decisions | None) -> None:
    if found is None:
        screen.tell("automa.compare_rules", "dim")
    elif not found.differ:
        screen.tell("automa.compare_same", n=found.looked)
    else:
        share = round(found.share * 100, 1)
        screen.tell("automa.compare_differ", n=found.looked, differ=found.differ, share=share)


def _table(screen: Screen, found: Sequence[Compared], pair: tuple[Sheet, Sheet]) -> Table:
    table = Table(box=None, pad_edge=False)
    say = screen.say
    names = [sheet.head.name for sheet in pair]
    heads = (say("automa.head.scenario"), *names, say("automa.head.difference"), say("automa.head.games"))
    for head in (*heads, say("automa.head.changed"), say("automa.head.longer")):
        table.add_column(head, overflow="fold")
    for one in found:
        a, b = one.shares
        longer = say.of(Text("automa.turns", n=round(one.length.mean, 1)))
        cells = (_percent(a), _percent(b), _points(one.difference), str(one.pairs.n), str(one.pairs.changed), longer)
        table.add_row(one.scenario, *cells)
    return table


def _percent(interval: Interval) -> str:
    return f"{interval.value * 100:.1f} % ({interval.low * 100:.0f}\N{EN DASH}{interval.high * 100:.0f})"


def _points(interval: Interval) -> str:
    return f"{interval.value * 100:+.1f} ({interval.low * 100:+.0f} \N{HORIZONTAL ELLIPSIS} {interval.high * 100:+.0f})"
