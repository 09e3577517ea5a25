"""What a handle is called: the names of clickable things in the menus of every shell.

Handles have texts of their own, so that no other text of a game is ever taken for one. `end` is called
`GAME.handle.end` and `face:2` is `GAME.handle.face.2`. Where the game has words for all things of a kind anyway, one
line says so instead of a copy of each word: with `handle_of.card = "{word:bare}"` the handle `card:plus` is called as
the card, `GAME.card.plus`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kempelen.text.say import Say, Text

if TYPE_CHECKING:
    from kempelen.engine.game import Game

__all__ = ["handle_text"]


def handle_text(game: Game[Any], say: Say, handle: str) -> Text | None:
    """The game's own text for a handle; None if it has none."""
    kind, _, name = handle.partition(":")
    if not name:
        return Text(key) if say.has(key := f"{game.name}.handle.{kind}") else None
    if say.has(key := f"{game.name}.handle.{kind}.{name}"):
        return Text(key)
    of_kind, word = f"{game.name}.handle_of.{kind}", f"{game.name}.{kind}.{name}"
    return Text(of_kind, word=Text(word)) if say.has(of_kind) and say.has(word) else None
