"""The cards of the Solitaire A.I. v1.2 by Dylan Cane, read from its file, in the order of the document."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import load_sheet
from kempelen.behaviour.chart import Chart
from kempelen.games.undaunted.automa.vocabulary import HUNKER_DOWN, VOCABULARY

__all__ = ["DOCUMENT", "HUNKER_DOWN", "SHEET", "charts_for"]

SHEET: Sheet = load_sheet("kempelen.games.undaunted", "solitaire", VOCABULARY)
DOCUMENT = SHEET.head.cited


def charts_for(options: Mapping[str, str]) -> Mapping[str, Chart]:
    """The charts as these options have them, in the order of the document."""
    return SHEET.made(options).charts
