"""`kempelen automa try FILE --next N`: a position where an automa decides otherwise than the original."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from rich.table import Table

from kempelen.automa.sheet import Sheet
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.engine.table import notation_of
from kempelen.lab.compare.decisions import GAMES, Difference, next_difference
from kempelen.lab.compare.tables import Two
from kempelen.lab.experiment import whole_number
from kempelen.terminal.ask import Screen
from kempelen.terminal.menu import sentence
from kempelen.terminal.why import show_trace
from kempelen.text.say import Text
from kempelen.wording import sheet_name

__all__ = ["show_difference"]


def show_difference(
    screen: Screen, game: Game[Any], pair: tuple[Sheet, Sheet], scenario: str, options: Mapping[str, str], given: str
) -> int:
    """The N-th such position: where it is, both chances, both whys; raises BadSetup if there is none."""
    wanted, after = whole_number("automa.bad_next", given), (1, 0)
    found: Difference | None = None
    for _ in range(wanted):
        found = next_difference(Two(game, scenario, *pair, options), after)
        if found is None:
            raise BadSetup(Text("automa.next_none", n=wanted, games=GAMES, scenario=scenario))
        after = found.at
    assert found is not None
    screen.tell("automa.report.position", "bold", scenario=scenario, game=found.game, n=found.decision)
    screen.tell("automa.report.apart", "dim", x=float(100 * found.apart))
    screen.line(found.asked(game, screen.say))
    names = [sheet_name(game, sheet, screen.say) for sheet in pair]
    screen.show(_table(screen, found, names))
    for name, heard in zip(names, (found.a, found.b), strict=True):
        screen.line()
        screen.tell("automa.report.why", "bold", name=name, action=sentence(screen.say, heard.likeliest))
        if heard.why is not None:
            show_trace(screen, heard.why)
    return 0


def _table(screen: Screen, found: Difference, names: list[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in (screen.say("automa.report.decision.action"), *names):
        table.add_column(head, overflow="fold")

    def chance(odds: Mapping[Hashable, Fraction], action: Hashable) -> str:
        if action not in odds:
            return "\N{EN DASH}"
        return screen.say("automa.report.chance", x=float(100 * odds[action]), exact=str(odds[action]))

    for action in sorted({*found.a.odds, *found.b.odds}, key=notation_of):
        table.add_row(sentence(screen.say, action), chance(found.a.odds, action), chance(found.b.odds, action))
    return table
