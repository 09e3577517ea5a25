"""The automa's document, to print it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.document import Page
from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.engine.trace import Step
from kempelen.text.say import Own, Text

__all__ = ["Document", "pages_of", "readings_of"]


@dataclass(frozen=True, kw_only=True)
class Document:
    """What the author wrote, as pages."""

    pages: Callable[[Mapping[str, str]], Sequence[Page]]
    """The automa's procedures as these resolved options have them."""
    tells: Callable[[Any, Seat, Any], Sequence[Step]] | None = None
    """What an action tells about a seat whose reasons are secret: from the view of who asks, before the action, and
    the action as everybody saw it."""


def readings_of(game: Game[Any], pages: Sequence[Page]) -> tuple[Page, ...]:
    """A last page with the readings that these pages name, in words: at a table nobody looks a number up elsewhere."""
    named = sorted({id for page in pages for id in page.rulings if id in game.rulings})
    if not named:
        return ()
    lines = tuple((id, own_words(game.rulings[id].question), own_words(game.rulings[id].reading)) for id in named)
    return (Page(Text("document.rulings"), lines, "", counted=False),)


def own_words(words: Mapping[str, str]) -> Text:
    return Text("document.words", words=Own(words))


def pages_of(game: Game[Any], options: Mapping[str, str] | None = None) -> Sequence[Page]:
    """The pages with these options, or as the defaults have them; none if the game has no document."""
    return game.document.pages(game.rulings.resolve(options or {})) if game.document is not None else ()
