"""The game's things as texts, for actions, events and reasons."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.text.say import Text

__all__ = ["dice_word", "seat_word"]


def dice_word(count: int, face: int) -> Text:
    """So many dice of a face: “3 fours”."""
    return Text(f"cupfuls.face.{face}", n=count)


def seat_word(seat: Seat) -> Text:
    return Text("cupfuls.player", n=seat + 1)
