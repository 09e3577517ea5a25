"""`kempelen odds` for a single card or unit: what it may do, on a table or by stated facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.table import Table as Grid

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, Setup
from kempelen.engine.odds import Chance, Inquiry
from kempelen.engine.table import SPECTATOR
from kempelen.terminal.ask import Screen
from kempelen.terminal.board import draw
from kempelen.terminal.start import position_from, seat_from
from kempelen.terminal.why import show_trace
from kempelen.text.say import Text

__all__ = ["inquire"]


def inquire(screen: Screen, game: Game[Any], position: Path | None, seat: str | None, asked: Inquiry) -> int:
    """Tell the chances of everything that may come, and why for the likeliest; the exit status."""
    state, whose = None, None
    if position is not None:
        table = position_from(game, position, asked.options)
        state = game.from_position(table, asked.options)
        if game.outcome(state) is not None:
            raise BadSetup(Text("terminal.odds.nobody", file=position.name))
        whose = seat_in(game, table, seat)
    elif not asked.facts and not asked.card:
        raise BadSetup(Text("odds.needs_position"))
    about = Inquiry(asked.card, asked.unit, asked.facts, whose, asked.options)
    chances = game.odds_of(state, about)
    screen.tell("terminal.odds.title_one", "bold", name=name_of(screen, game, asked.card or asked.unit))
    screen.show(chances_table(screen, chances))
    if state is not None and any(chance.handles for chance in chances):
        screen.line()
        draw(screen, game.scene(game.view(state, SPECTATOR), screen.say), lit(chances), "board")
    if chances and chances[0].trace is not None:
        screen.line()
        screen.tell("terminal.odds.why_likeliest", what=chances[0].text)
        show_trace(screen, chances[0].trace)
    return 0


def lit(chances: Sequence[Chance]) -> dict[str, str]:
    """What the outcomes touch in the picture, each with its whole chance in per cent."""
    touched: dict[str, Fraction] = {}
    for chance in chances:
        for handle in set(chance.handles):
            touched[handle] = touched.get(handle, Fraction(0)) + chance.p
    return {handle: f"{float(100 * p):.0f}" for handle, p in touched.items()}


def name_of(screen: Screen, game: Game[Any], asked: str) -> str:
    """A card or a card's kind in words, if the game has them; a unit as it is called."""
    for kind in ("card", "chart"):
        if screen.say.has(key := f"{game.name}.{kind}.{asked}"):
            return screen.say.of(Text(key), "Bare")
    return asked


def seat_in(game: Game[Any], position: Mapping[str, Any], seat: str | None) -> int | None:
    if seat is None:
        return None
    return seat_from(game, Setup(game.name, game.scenarios[0], ("human",) * game.position_seats(position)), seat)


def chances_table(screen: Screen, chances: Sequence[Chance]) -> Grid:
    """One line each; cases of one thing stand under it with its whole chance."""
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    groups: dict[Text | None, list[Chance]] = {}
    for chance in chances:
        groups.setdefault(chance.group, []).append(chance)
    wholes = {group: sum((chance.p for chance in cases), Fraction(0)) for group, cases in groups.items()}
    for group, cases in sorted(groups.items(), key=lambda entry: -wholes[entry[0]]):
        together = group is not None and len(cases) > 1
        if together:
            grid.add_row(*shares(screen, wholes[group]), screen.say.of(group or "", "Nom"), style="bold")
        for chance in cases:
            words = screen.say.of(chance.text, "Nom")
            grid.add_row(*shares(screen, chance.p), f"  {words}" if together else words)
    return grid


def shares(screen: Screen, p: Fraction) -> tuple[str, str]:
    return screen.say("terminal.odds.percent", p=float(p * 100)), str(p)
