"""The game's things as texts, for actions, events and traces."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.saboteur.rules.cards import NAMES, TOOL_NAMES, Card, Tool
from kempelen.games.saboteur.rules.places import GOAL_COLUMN, GOAL_ROWS, Cell, place_word, xy
from kempelen.text.say import Text

__all__ = ["card_word", "goal_word", "place_word", "seat_word", "spot_word", "tool_word", "tools_word", "xy_text"]


def card_word(card: Card) -> Text:
    return Text(f"saboteur.card.{NAMES[card]}" if card >= 0 else "saboteur.card.hidden")


def seat_word(seat: Seat) -> Text:
    return Text("saboteur.player", n=seat + 1)


def tool_word(tool: Tool) -> Text:
    return Text(f"saboteur.tool.{TOOL_NAMES[tool]}")


def tools_word(tools: Tool) -> tuple[Text, ...]:
    """Every tool of a mask."""
    return tuple(tool_word(tool) for tool in TOOL_NAMES if tools & tool)


def goal_word(goal: Cell) -> Text:
    """`the top goal`."""
    return Text(f"saboteur.preview.goal.{GOAL_ROWS.index(xy(goal)[1])}")


def spot_word(cell: Cell) -> Text:
    """A cell as a thing: a goal by its name, any other as the place where it lies."""
    if xy(cell)[0] == GOAL_COLUMN and xy(cell)[1] in GOAL_ROWS:
        return goal_word(cell)
    return Text("saboteur.cell", at=place_word(cell))


def xy_text(cell: Cell) -> str:
    """`3,-1`: x to the right of the start card, y below it."""
    x, y = xy(cell)
    return f"{x},{y}"
