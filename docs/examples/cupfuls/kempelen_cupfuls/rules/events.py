"""What has happened, and who may know it."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.table import Event, Seat
from kempelen.text.say import Text

__all__ = ["Told"]


@dataclass(frozen=True, slots=True)
class Told:
    """Something has happened; `only` one seat may know, or everybody."""

    text: Text
    only: Seat | None = None

    def seen_by(self, seat: Seat) -> Event | None:
        return self if self.only in (None, seat) else None
