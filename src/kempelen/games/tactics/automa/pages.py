"""The author's page, printed back: how units act, the four lists, both opponents, and their turn."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Page
from kempelen.behaviour.procedure import page
from kempelen.engine.trace import Cite
from kempelen.games.tactics.automa.lists import SHEET
from kempelen.games.tactics.automa.whys import DOCUMENT
from kempelen.games.tactics.files.maps import SCENARIOS, map_data
from kempelen.text.say import Text

__all__ = ["pages"]


def pages(options: Mapping[str, str], sheet: Sheet = SHEET) -> tuple[Page, ...]:
    """In the author's order."""
    made = sheet.made(options)
    return (
        _sentences("units", "Units", ("order", "at_random"), ("R1", "R2")),
        page(made.procedure("aggressive"), ("R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11")),
        page(made.procedure("shy"), ("R12", "R13", "R14", "R15", "R16")),
        page(made.procedure("wandering", "X"), ("R17", "R18", "R19")),
        page(made.procedure("target"), ("R20", "R21", "R22", "R23", "R24")),
        _sentences("kraken", "The Kraken", ("kraken_start", "kraken_won"), ("M1", "U5")),
        _sentences("tyrant", "The Tyrant", ("tyrant_start", "tyrant_won", "tyrant_marks"), ("M2", "U5", "Y1", "Y2")),
        page(made.procedure("turn"), ("D1", "D2", "D3", "D4", "D5", "D6", "E1", "U1", "U2", "U3", "U4")),
    )


def _sentences(name: str, section: str, keys: tuple[str, ...], rulings: tuple[str, ...]) -> Page:
    """A page without a list; that of an opponent also says what it begins with (U5)."""
    intro = [Text(f"tactics.sheet.{key}") for key in keys]
    if name in SCENARIOS:
        pools = tuple(
            Text("tactics.sheet.pool", pool=map_data(map)["opponent_pool"], n=players)
            for players, map in SCENARIOS[name].items()
        )
        intro.append(Text("tactics.sheet.pools", pools=pools))
    source = str(Cite(DOCUMENT, section))
    return Page(Text(f"tactics.sheet.{name}"), (), source, rulings, tuple(intro), counted=False)
