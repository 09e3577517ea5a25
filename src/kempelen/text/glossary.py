"""Words that a newcomer cannot know, with what they mean: pages explain them wherever they stand.

[trove.glossary]
chest = "chest, chests"          # every form in which it may stand, letters large or small
[trove.glossary_words]
chest = "It is worth three."
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kempelen.text.compare import literals
from kempelen.text.say import Catalogue

__all__ = ["Term", "glossary_faults", "glossary_of"]


@dataclass(frozen=True, slots=True)
class Term:
    """One word and its explanation."""

    name: str
    forms: tuple[str, ...]
    words: str
    """Empty if nobody has written one."""


def glossary_of(game: str, catalogue: Catalogue) -> tuple[Term, ...]:
    """The words that a game explains, in the order in which they are written."""
    names = [key.split(".")[2] for key in catalogue.texts if key.split(".")[:2] == [game, "glossary"]]
    return tuple(
        Term(
            name,
            tuple(form for part in _plain(catalogue, f"{game}.glossary.{name}").split(",") if (form := part.strip())),
            _plain(catalogue, f"{game}.glossary_words.{name}"),
        )
        for name in names
    )


def glossary_faults(terms: tuple[Term, ...]) -> Iterator[str]:
    """Words that are not explained, have no form, or share one with another word."""
    forms = Counter(form.casefold() for term in terms for form in term.forms)
    for term in terms:
        if not term.words or not term.forms or any(forms[form.casefold()] > 1 for form in term.forms):
            yield term.name


def _plain(catalogue: Catalogue, key: str) -> str:
    return "".join(literals(catalogue.texts.get(key, {}).get("nom", ())))
