"""Actions as they are typed and kept: `play 7`."""

from __future__ import annotations

from kempelen.engine.errors import BadNotation
from kempelen.engine.notation import words
from kempelen.text.say import Text
from kempelen_trove.rules.actions import PLAY, Play

__all__ = ["parse"]


def parse(notation: str) -> Play:
    """The action with this notation; raises BadNotation."""
    match words(notation):
        case ["play", card] if card.isdecimal() and int(card) in PLAY:
            return PLAY[int(card)]
    raise BadNotation(Text("trove.notation", notation=notation))
