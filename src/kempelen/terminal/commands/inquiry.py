"""`kempelen odds` for a single card or unit: what it may do, on a table or by stated facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from pathlib import Path
from secrets import randbelow
from typing import Any

from rich.table import Table as Grid

from kempelen.engine.errors import BadSetup
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game, Setup
from kempelen.engine.table import SPECTATOR
from kempelen.engine.tables.odds import Chance, Inquiry
from kempelen.parts.scenarios import position_from
from kempelen.terminal.ask import Screen
from kempelen.terminal.board import draw
from kempelen.terminal.start import seat_from
from kempelen.terminal.why import show_trace
from kempelen.text.say import Text
from kempelen.text.typed import Typed

__all__ = ["inquire"]

BY_PROGRAM = "app"


def inquire(
    screen: Screen,
    game: Game[Any],
    position: Path | None,
    seat: str | None,
    asked: Inquiry,
    *,
    roll: str | None = None,
    in_use: Text | None = None,
) -> int:
    """Tell the chances of everything that may come, and why for the likeliest, or for the one drawn; the exit status.

    With `roll` the outcomes share the numbers of one big die, so that anybody can draw among them: `app` lets the
    program roll, a number is what somebody has rolled.
    """
    state, whose = None, None
    if position is not None:
        table = position_from(game, position, asked.options)
        state = game.from_position(table, asked.options)
        if game.outcome(state) is not None:
            raise BadSetup(Text("terminal.odds.nobody", file=position.name))
        whose = seat_in(game, table, seat)
    elif not asked.facts and not asked.card:
        raise BadSetup(Text("odds.unit_needs_position" if asked.unit else "odds.needs_position"))
    about = replace(asked, seat=whose)
    if game.advice is None or game.advice.odds_of is None:
        raise BadSetup(Text("odds.no_inquiry", game=game.name))
    chances = game.advice.odds_of(state, about)
    if in_use is not None:
        screen.line(screen.say.of(in_use), "dim")
    screen.tell("terminal.odds.title_one", "bold", name=name_of(screen, game, asked.card or asked.unit))
    numbers = numbers_of(chances) if roll is not None else {}
    screen.show(chances_table(screen, chances, numbers))
    if state is not None and any(chance.handles for chance in chances):
        screen.line()
        draw(screen, game.scene(game.view(state, SPECTATOR), screen.say), lit(chances), "board")
    shown, title = (chances[0] if chances else None), "terminal.odds.why_likeliest"
    if roll is not None and chances:
        shown, title = drawn(screen, chances, numbers, roll), "terminal.odds.why_drawn"
    if shown is not None and shown.trace is not None:
        screen.line()
        screen.tell(title, what=shown.text)
        show_trace(screen, shown.trace)
    return 0


def numbers_of(chances: Sequence[Chance]) -> dict[int, range]:
    """For each outcome its share of the numbers from 1 up, by its place in the list."""
    sides = lcm(*(chance.p.denominator for chance in chances))
    found, first = {}, 1
    for place, chance in enumerate(chances):
        count = int(chance.p * sides)
        found[place] = range(first, first + count)
        first += count
    return found


def drawn(screen: Screen, chances: Sequence[Chance], numbers: Mapping[int, range], roll: str) -> Chance:
    """The outcome that a number falls on; raises BadSetup if it is on no side of the die."""
    sides = max(share.stop for share in numbers.values()) - 1
    number = randbelow(sides) + 1 if roll == BY_PROGRAM else number_in(roll, 1, sides)
    if number is None:
        raise BadSetup(Text("terminal.odds.bad_roll", given=roll, most=sides))
    screen.line()
    screen.tell("terminal.odds.drawn" if roll == BY_PROGRAM else "terminal.odds.rolled", n=number, most=sides)
    return next(chances[place] for place, share in numbers.items() if number in share)


def lit(chances: Sequence[Chance]) -> dict[str, str]:
    """What the outcomes touch in the picture, each with its whole chance in per cent."""
    touched: dict[str, Fraction] = {}
    for chance in chances:
        for handle in set(chance.handles):
            touched[handle] = touched.get(handle, Fraction(0)) + chance.p
    return {handle: f"{float(100 * p):.0f}" for handle, p in touched.items()}


def name_of(screen: Screen, game: Game[Any], asked: str) -> str:
    """A card or a card's kind in words, if the game has them; a unit as it is called."""
    if game.speech.typed is not None:
        asked = next(Typed(game.package, ("card", "chart", "kind")).meanings(asked), asked)
    if (own := game.things.word(asked)) is not None:
        return screen.say.of(own, "Bare")
    for kind in ("card", "chart", "kind"):
        if screen.say.has(key := f"{game.name}.{kind}.{asked}"):
            return screen.say.of(Text(key), "Bare")
    return asked


def seat_in(game: Game[Any], position: Mapping[str, Any], seat: str | None) -> int | None:
    if seat is None:
        return None
    return seat_from(game, Setup(game.name, game.scenarios[0], ("human",) * game.position_seats(position)), seat)


def chances_table(screen: Screen, chances: Sequence[Chance], numbers: Mapping[int, range]) -> Grid:
    """One line each; cases of one thing stand under it with its whole chance."""
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    for _ in range(3 if numbers else 2):
        grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    groups: dict[Text | None, list[tuple[int, Chance]]] = {}
    for place, chance in enumerate(chances):
        groups.setdefault(chance.group, []).append((place, chance))
    wholes = {group: sum((chance.p for _, chance in cases), Fraction(0)) for group, cases in groups.items()}
    for group, cases in sorted(groups.items(), key=lambda entry: -wholes[entry[0]]):
        together = group is not None and len(cases) > 1
        if together:
            room = ("",) if numbers else ()
            grid.add_row(*shares(screen, wholes[group]), *room, screen.say.of(group or "", "Nom"), style="bold")
        for place, chance in cases:
            words = screen.say.of(chance.text, "Nom")
            sides = (from_to(numbers[place]),) if numbers else ()
            grid.add_row(*shares(screen, chance.p), *sides, f"  {words}" if together else words)
    return grid


def from_to(share: range) -> str:
    return f"{share[0]}" if len(share) == 1 else f"{share[0]}–{share[-1]}"


def shares(screen: Screen, p: Fraction) -> tuple[str, str]:
    return screen.say("terminal.odds.percent", p=float(p * 100)), str(p)
