"""A trace in words, with the lines it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from kempelen.engine.game import Game, game_named
from kempelen.engine.trace import RulingCite, Step, cited, decided_first
from kempelen.parts.document import pages_of
from kempelen.text.say import Say

__all__ = ["WhyStep", "anchor", "why_steps"]


@dataclass(frozen=True, slots=True)
class WhyStep:
    """One step of a bot's reasoning, in words."""

    text: str
    cites: tuple[tuple[str, str], ...]
    """Lines of the author's document, with the anchor on the page of rules if it has one."""
    rulings: tuple[tuple[str, str], ...]
    """Readings of ours: id and anchor."""
    passed: bool = False
    """It tells of lines before the one that decided, which did not apply."""


def anchor(cite: str) -> str:
    """Where a citation is found on the page of rules."""
    return "".join(char.lower() if char.isalnum() else "-" for char in cite).strip("-")


@cache
def anchors(name: str) -> frozenset[str]:
    """What the page of rules of a game has anchors for."""
    pages = pages_of(game_named(name))
    lines = {anchor(f"{page.source} / {page.shown(number)}") for page in pages for number, _, _ in page.lines}
    return frozenset(lines | {anchor(page.source) for page in pages})


def why_steps(steps: Iterable[Step], game: Game[Any], say: Say, *, as_noted: bool = False) -> list[WhyStep]:
    """A trace in words, what decided first unless it is wanted as it was noted; readings of ours are marked."""
    known, found = anchors(game.name), []
    noted = list(steps)
    decided, passed = decided_first(noted)
    if as_noted:
        decided, passed = noted, []
    for n, step in enumerate([*decided, *passed]):
        cites, rulings = [], []
        for source in step.sources:
            if isinstance(source, RulingCite):
                rulings.append((source.id, anchor(source.id)))
            else:
                place = anchor(str(source))
                cites.append((cited(source, say), place if place in known else ""))
        found.append(WhyStep(say.of(step.text, "Nom"), tuple(cites), tuple(rulings), n >= len(decided)))
    return found
