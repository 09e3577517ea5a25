"""The game's things as texts, for actions, events and traces."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.saboteur.rules.cards import NAMES, TOOL_NAMES, Card, Tool
from kempelen.games.saboteur.rules.places import Cell, xy
from kempelen.text.say import Text

__all__ = ["card_word", "seat_word", "tool_word", "tools_word", "xy_text"]


def card_word(card: Card) -> Text:
    return Text(f"saboteur.card.{NAMES[card]}" if card >= 0 else "saboteur.card.hidden")


def seat_word(seat: Seat) -> Text:
    return Text("saboteur.player", n=seat + 1)


def tool_word(tool: Tool) -> Text:
    return Text(f"saboteur.tool.{TOOL_NAMES[tool]}")


def tools_word(tools: Tool) -> tuple[Text, ...]:
    """Every tool of a mask."""
    return tuple(tool_word(tool) for tool in TOOL_NAMES if tools & tool)


def xy_text(cell: Cell) -> str:
    """`3,-1`: x to the right of the start card, y below it."""
    x, y = xy(cell)
    return f"{x},{y}"
