"""Path cards in ink, for the printed sheet: the same ways and signs as on the screen, without its colours."""

from __future__ import annotations

from collections.abc import Iterable

from kempelen.games.saboteur.face.pictures import signs, ways
from kempelen.games.saboteur.rules.cards import Card, laid
from kempelen.scene.forms import bands

__all__ = ["drawn"]

WIDE, HIGH = 46, 70
WAY, EDGE, FINE = 11, 2.2, 2.0
"""How broad a way is, its edges, and what is drawn upon it."""
INK, ROCK, PAPER = "#1d3b5c", "#d9dee5", "#ffffff"


def drawn(card: Card) -> str:
    """A picture file of the card: the ways are white in grey rock, as a pencil would leave them."""
    across = bands(ways(laid(card)), 0, 0, WIDE, HIGH)
    side = WIDE * 0.62
    upon = bands(signs(laid(card)), (WIDE - side) / 2, (HIGH - side) / 2, side, side)
    frame = f'x="0.6" y="0.6" width="{WIDE - 1.2}" height="{HIGH - 1.2}" rx="4"'
    parts: Iterable[str] = (
        f'<rect {frame} fill="{ROCK}"/>',
        _line(across, INK, WAY + 2 * EDGE),
        _line(across, PAPER, WAY),
        _line(upon, INK, FINE) if upon else "",
        f'<rect {frame} fill="none" stroke="{INK}" stroke-width="1.2"/>',
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{"".join(parts)}</svg>'


def _line(path: str, colour: str, breadth: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{breadth}" stroke-linejoin="round"/>'
