"""The automa's document, to print it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kempelen.behaviour.document import Page
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.engine.search.seen import Deed
from kempelen.engine.table import Seat
from kempelen.engine.trace import Step
from kempelen.text.say import Own, Text

__all__ = ["Document", "check_by_hand", "has_pages", "pages_of", "readings_of"]


@dataclass(frozen=True, kw_only=True)
class Document:
    """What the author wrote, as pages."""

    pages: Callable[[Mapping[str, str]], Sequence[Page]]
    """The automa's procedures as these resolved options have them."""
    by_hand: bool = True
    """A person can run it with paper and dice; False: it is there to be read, and no sheet of it is printed."""
    tells: Callable[[Any, Seat, Any, Sequence[Deed[Any]]], Sequence[Step]] | None = None
    """What an action tells about a seat whose reasons are secret: from the view of who asks, before the action, the
    action as everybody saw it, and what all had done until then."""


def readings_of(game: Game[Any], pages: Sequence[Page], options: Mapping[str, str]) -> tuple[Page, ...]:
    """A last page with the readings that these pages name, in words and as these options have them: at a table nobody
    looks a number up elsewhere."""
    named = sorted({id for page in pages for id in page.rulings if id in game.rulings}, key=counted)
    if not named:
        return ()
    readings = [game.rulings[id] for id in named]
    lines = tuple((one.id, own_words(one.question), own_words(one.read_as(options))) for one in readings)
    return (Page(Text("document.rulings"), lines, "", counted=False),)


def counted(id: str) -> tuple[str, int]:
    """R2 comes before R10."""
    letters = id.rstrip("0123456789")
    return letters, int(id[len(letters) :] or 0)


def check_by_hand(game: Game[Any]) -> None:
    """Raise BadSetup if nobody could run the automa from a printed sheet."""
    if game.document is not None and not game.document.by_hand:
        raise BadSetup(Text("document.not_by_hand", game=Text(f"{game.name}.title"), name=game.name))


def own_words(words: Mapping[str, str]) -> Text:
    return Text("document.words", words=Own(words))


@cache
def has_pages(game: Game[Any]) -> bool:
    """There is a document to look reasons up in, as the defaults have it."""
    return bool(pages_of(game))


def pages_of(game: Game[Any], options: Mapping[str, str] | None = None) -> Sequence[Page]:
    """The pages with these options, or as the defaults have them; none if the game has no document."""
    return game.document.pages(game.rulings.resolve(options or {})) if game.document is not None else ()
