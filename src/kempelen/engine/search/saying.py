"""A choice in words, as whoever looks at the table would say it."""

from __future__ import annotations

from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.text.say import Text

__all__ = ["said_at", "words_of"]


def words_of(action: Any) -> Text | str:
    """An action in words; in its notation if it has none."""
    text = getattr(action, "text", None)
    return text if isinstance(text, Text) else notation_of(action)


def said_at(game: Game[Any], table: Any, action: Any) -> Text | str:
    """The same at a table as it was then: pieces by their names and places by what lies there, where the game has words
    for them."""
    if game.places is None or table is None:
        return words_of(action)
    return game.places.words(game.view(table, SPECTATOR), action) or words_of(action)
