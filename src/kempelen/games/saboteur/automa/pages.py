"""The computer players' document, printed back: the authors' two lists, each with its own sentences."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Page, page_of
from kempelen.games.saboteur.automa.solitaire import SHEET, list_of
from kempelen.games.saboteur.face.words import card_word
from kempelen.games.saboteur.rules.cards import PATH_CARDS, is_blocking
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, SABOTEUR
from kempelen.text.say import Text

__all__ = ["pages"]

_NEXT = Text("saboteur.page.next")
_BOTH_LISTS = (
    Text("saboteur.page.blocking"),
    Text("saboteur.page.these_block", cards=tuple(card_word(card) for card in PATH_CARDS if is_blocking(card))),
    Text("saboteur.page.these_do_not", cards=tuple(card_word(card) for card in PATH_CARDS if not is_blocking(card))),
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
        ),
    )
