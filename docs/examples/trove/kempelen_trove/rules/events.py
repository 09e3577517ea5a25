"""What has happened, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.events import Happening
from kempelen.engine.table import Event, Seat
from kempelen.text.say import Text

__all__ = ["Played", "Told"]


@dataclass(frozen=True, slots=True)
class Told:
    """Something has happened; `only` one seat may know, or everybody."""

    text: Text
    only: Seat | None = None

    def seen_by(self, seat: Seat) -> Event | None:
        return self if self.only in (None, seat) else None


class Played(
    Happening,
    says="trove.event.played",
    words={"seat": lambda seat: seat + 1},
    handles={"seat": lambda played: f"played:{played.seat + 1}"},
    touches={"seat": "laid"},
):
    """A card goes from a hand to the table."""

    seat: Seat
    card: int
