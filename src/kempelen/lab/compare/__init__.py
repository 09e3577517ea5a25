"""An automa that somebody wrote: compared with another, decision by decision and game by game; counted; shown."""

from kempelen.lab.compare.decisions import Decisions, Difference, decisions_of, next_difference
from kempelen.lab.compare.pairs import Compared, compared
from kempelen.lab.compare.tables import Two, stand_in, table_for

__all__ = [
    "Compared",
    "Decisions",
    "Difference",
    "Two",
    "compared",
    "decisions_of",
    "next_difference",
    "stand_in",
    "table_for",
]
