"""Cards as they look, by their notation or by their kind alone."""

from __future__ import annotations

from kempelen.games.undaunted.face.beside import card_face
from kempelen.games.undaunted.face.words import card_word, kind_word
from kempelen.games.undaunted.rules.cards import BY_NAME, INITIATIVE, KINDS
from kempelen.scene.model import Shape
from kempelen.text.say import Say

__all__ = ["picture"]


def picture(notation: str, say: Say) -> Shape | None:
    """`rifleman-A`, or `rifleman` for any of them."""
    handle = f"thing:{notation}"
    if notation in BY_NAME:
        card = BY_NAME[notation]
        return card_face(handle, card, str(INITIATIVE[card]), say.of(card_word(card), "bare"), say)
    if notation not in KINDS:
        return None
    card = next(card for name, card in BY_NAME.items() if name.partition("-")[0] == notation)
    return card_face(handle, card, str(INITIATIVE[card]), say.of(kind_word(notation), "bare"), say, squad=False)
