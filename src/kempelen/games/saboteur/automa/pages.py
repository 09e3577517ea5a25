"""The computer players' document, printed back: the authors' two lists, each with its own sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Page, Pictured, page_of
from kempelen.games.saboteur.automa.solitaire import SHEET, list_of
from kempelen.games.saboteur.face.paper import drawn
from kempelen.games.saboteur.face.words import card_word
from kempelen.games.saboteur.rules.cards import PATH_CARDS, Card, is_blocking
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, SABOTEUR
from kempelen.text.say import Text

__all__ = ["pages"]

_NEXT = Text("saboteur.page.next")


def _named(key: str, cards: Sequence[Card]) -> Text:
    return Text(f"saboteur.page.{key}", cards=tuple(map(card_word, cards)))


def _pictured(key: str, cards: Sequence[Card]) -> Pictured:
    return Pictured(
        Text(f"saboteur.page.{key}_pictured"), tuple((card_word(card), partial(drawn, card)) for card in cards)
    )


_KINDS = {
    "these_block": [card for card in PATH_CARDS if is_blocking(card)],
    "these_do_not": [card for card in PATH_CARDS if not is_blocking(card)],
}
_PICTURED = {_named(key, cards): _pictured(key, cards) for key, cards in _KINDS.items()}
"""At a table nobody knows a card by its name."""
_BOTH_LISTS = (
    Text("saboteur.page.blocking"),
    *_PICTURED,
    Text("saboteur.page.lots"),
    Text("saboteur.page.empty_hand"),
)
_BOTH = ("R14", "R15", "R16", "R17", "R18", "R21", "R22", "R23", "R25", "R27", "R29")
_SEEKERS = (*_BOTH, "R19", "R20")
"""What is known of the goals matters only to those who use maps."""
_SABOTEURS = (*_BOTH, "R24", "R26")


def pages(options: Mapping[str, str], sheet: Sheet = SHEET) -> tuple[Page, ...]:
    """Gold and stone seekers, then saboteurs. What cannot be carried out is followed by the next line (4.3.3.3)."""
    return (
        page_of(list_of(GOLD_SEEKER, options, sheet), sorted(_SEEKERS), intro=(_NEXT, Text("saboteur.page.seekers"))),
        page_of(
            list_of(SABOTEUR, options, sheet),
            sorted(_SABOTEURS),
            intro=(_NEXT, Text("saboteur.page.sab")),
            after=_BOTH_LISTS,
            pictured=_PICTURED,
        ),
    )
