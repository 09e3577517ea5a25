"""A trace in words, with the lines it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from kempelen.engine.game import Game, game_named
from kempelen.engine.trace import RulingCite, Step, cited
from kempelen.parts.document import pages_of
from kempelen.text.say import Say

__all__ = ["WhyStep", "anchor", "parted", "why_steps"]

BEGUN, DONE = "why.list", "why.done"
ASKED = frozenset({"chart.yes", "chart.no", "chart.unnumbered_yes", "chart.unnumbered_no"})


@dataclass(frozen=True, slots=True)
class WhyStep:
    """One step of a bot's reasoning, in words."""

    text: str
    cites: tuple[tuple[str, str], ...]
    """Lines of the author's document, with the anchor on the page of rules if it has one."""
    rulings: tuple[tuple[str, str], ...]
    """Readings of ours: id and anchor."""


def anchor(cite: str) -> str:
    """Where a citation is found on the page of rules."""
    return "".join(char.lower() if char.isalnum() else "-" for char in cite).strip("-")


@cache
def anchors(name: str) -> frozenset[str]:
    """What the page of rules of a game has anchors for."""
    pages = pages_of(game_named(name))
    lines = {anchor(f"{page.source} / {page.shown(number)}") for page in pages for number, _, _ in page.lines}
    return frozenset(lines | {anchor(page.source) for page in pages})


def why_steps(steps: Iterable[Step], game: Game[Any], say: Say) -> list[WhyStep]:
    """A trace in words; what rests on a reading of ours is marked."""
    known, found = anchors(game.name), []
    for step in steps:
        cites, rulings = [], []
        for source in step.sources:
            if isinstance(source, RulingCite):
                rulings.append((source.id, anchor(source.id)))
            else:
                place = anchor(str(source))
                cites.append((cited(source, say), place if place in known else ""))
        found.append(WhyStep(say.of(step.text, "Nom"), tuple(cites), tuple(rulings)))
    return found


def parted(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """What decided, and whatever was gone through before it, in the order it was noted.

    Of a list that is the line that was carried out, with what was noted for it and about who acts; of a card with
    questions what came after the last of them. Where that is not plain, everything decided.
    """
    keys = [step.text.key for step in steps]
    done = [n for n, key in enumerate(keys) if key == DONE]
    if done and done == list(range(done[0], len(keys))):
        return _of_list(steps, keys, done[0])
    asked = max((n for n, key in enumerate(keys) if key in ASKED), default=None)
    if asked is None or asked + 1 == len(keys) or done:
        return list(steps), []
    return list(steps[asked:]), list(steps[:asked])


def _of_list(steps: Sequence[Step], keys: Sequence[str], done: int) -> tuple[list[Step], list[Step]]:
    """Lines that were passed over say so with a text of their own (`why.…`); what stands between is about the next."""
    about = done
    while about and not keys[about - 1].startswith("why."):
        about -= 1
    begun = keys.index(BEGUN) if BEGUN in keys else 0
    head = min(begun, about)
    return [*steps[:head], *steps[about:]], list(steps[head:about])
