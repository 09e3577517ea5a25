"""The words an automa file of this game may use; their sentences are in `text/`."""

from __future__ import annotations

from kempelen.automa.vocabulary import Slot, Vocabulary
from kempelen.games.saboteur.automa import actions

__all__ = ["VOCABULARY"]

VOCABULARY = Vocabulary("saboteur", (Slot("list", "seekers"), Slot("list", "sab")), clauses=True)
_WAYS = ("lay_path", "use_rockfall", "discard")
"""What saboteurs do in another way than the others."""
for _try in actions.TRIES.values():
    _name = _try.__name__
    if _name in _WAYS:
        _ways = {"seeker": f"{_name}_seekers", "saboteur": f"{_name}_sab"}
        VOCABULARY.attempt(_try, by_list=True, arguments=_ways, always=_name == "discard")
    else:
        VOCABULARY.attempt(_try, cites=("R18", "R20", "R21"))
