"""How the workbench calls the parts of a file in the reader's language; the file itself keeps its words."""

from __future__ import annotations

import re

from kempelen.automa.vocabulary import Listed, Vocabulary
from kempelen.text.say import Say, Text

__all__ = ["section_title", "spoken", "thing_said", "thing_title"]

KEYWORDS = {
    "yes:": "yes",
    "no:": "no",
    "go to": "go_to",
    "drm": "drm",
    "per": "per",
    "outside:": "outside",
    "roll again": "roll_again",
    "else roll again": "else_roll_again",
    "the nearest row": "nearest_row",
    "readings:": "readings",
    "die:": "die",
    "instead of": "instead_of",
    "stays": "stays",
    "not possible:": "not_possible",
    "in case": "in_case",
    "case": "case",
    "aim": "aim",
    "aimed": "aimed",
    "roll": "roll",
    "or": "or",
    "and": "and",
    "not": "not",
    "if": "if",
    "while": "while",
    "needs": "needs",
    "otherwise:": "otherwise",
    "follow": "follow",
    "once a turn": "once_a_turn",
    "times a turn": "times_a_turn",
    "as": "as",
    "where": "where",
    "then": "then",
    "at once": "at_once",
    "unless another is": "unless",
    "in": "in",
    "that one": "that_one",
    "tie:": "tie",
    "lot": "lot",
    "order": "order",
}
"""What stands in a line beside the words of a game."""
_KEYWORD = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in sorted(KEYWORDS, key=len, reverse=True)))
_GUARD = re.compile(r"\{([^{}]*)\}")
_TITLES = {"chart": ("chart",), "list": ("list",), "procedure": ("list",), "targets": ("chart", "list")}
"""Under which keys a game's own titles of such sections stand."""


def spoken(piece: str, say: Say) -> str:
    """What stands between the fields of a line, as a person says it."""
    plain = piece.replace("[", "").replace("]", "")
    words = _KEYWORD.sub(lambda found: say(f"web.form.word.{KEYWORDS[found.group()]}"), plain)
    return _GUARD.sub(lambda found: say("web.form.word.guard", what=found[1].replace("=", " = ")), words)


def section_title(vocabulary: Vocabulary, head: str, say: Say) -> str:
    """`chart rifleman` -> `Card: Rifleman`; what is unknown stays as it was written."""
    kind, name, *_ = [*re.split(r"[\s:{]+", head.strip()), "", ""]
    known = f"web.form.kind.{kind}"
    if not say.has(known):
        return head
    slot = vocabulary.slots.get((kind, name))
    letter = {slot.letter.lower(): slot.letter} if slot is not None and slot.letter else {}
    keys = [f"{vocabulary.game}.{where}.{name}" for where in _TITLES.get(kind, ())]
    title = next((say.of(Text(key, **letter), "Nom") for key in keys if name and say.has(key)), name)
    return say("web.form.section_title", kind=say(known), title=title) if title else say(known)


def thing_title(vocabulary: Vocabulary, name: str, say: Say, listed: str = "") -> str:
    """A kind of counters or cards, or what a named order lists."""
    keys = (f"{vocabulary.game}.weight.{listed}.{name}", f"{vocabulary.game}.kind.{name}")
    return next((say.of(Text(key), "Nom") for key in keys if say.has(key)), name)


def thing_said(vocabulary: Vocabulary, listed: Listed, thing: str, say: Say) -> str:
    """What one of an order's things or a table's numbers means."""
    if listed.told and thing in listed.things:
        return say.of(listed.thing_text(thing), "Nom")
    return thing_title(vocabulary, thing, say, listed.name)
