"""Pictures of what was played; and those that a page shows several times, such as the same face on many cards: sent
once and used from there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

from markupsafe import Markup

from kempelen.engine.game import Game
from kempelen.engine.table import Event
from kempelen.scene import parts
from kempelen.text.say import Say
from kempelen.web.shown.happened import Happened, card_named
from kempelen.web.shown.known import Known

__all__ = ["Played", "cards_played", "played_in", "shared_art"]

COAT = "<path [^>]*/>"
WHOLE = re.compile(rf'<g class="a" [^>]*>((?:{COAT}|<g [^>]*>(?:{COAT})+</g>)+)</g>')
"""All of a picture on a card or a piece: coats of colour, and figures made of coats. Each of these begins with plain
letters: then a page is looked through ten times as fast, and that at every click."""
PART = re.compile(rf"<g [^>]*>((?:{COAT})+)</g>")
"""A figure that stands in several pictures."""
SPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""A drawing that stands by itself says what it is; within a page that is known."""
STILL = ' transform="translate(0 0)"'
INKED = ' stroke="#1f1a16" stroke-width="3" stroke-linejoin="round"'
"""How art is drawn; a page's own style says it once, see table.css."""
SIGN = re.compile(r'<svg class="ic" viewBox="[^"]*" aria-hidden="true">(<path d="[^"]{44,}"/>)</svg>')
"""A small sign before a number."""
STROKE = re.compile(rf"{COAT}|<use [^>]*/>|<g [^>]*>(?:{COAT}|<use [^>]*/>)+</g>")
"""What a picture that is kept is made of, one laid over the other."""
LEAST = 160
"""A picture of fewer characters is sent each time."""


def shared_art(page: str, near: bool = False) -> Markup:
    """The same page with every such picture once. Its name says how it is drawn, so that it is the same picture after
    the next click, wherever it is seen then. `near`: the page goes nowhere, so it is not worth the time."""
    if near:
        return Markup(page)
    page = page.replace(SPACE, "").replace(STILL, "").replace(INKED, "")
    kept: dict[str, str] = {}
    parts: dict[str, str] = {}
    page = _once(SIGN, _once(WHOLE, page, kept), kept)
    drawn = _once(PART, "\n".join([page, *kept.values()]), parts).split("\n")
    page, wholes = "\n".join(drawn[: len(drawn) - len(kept)]), drawn[len(drawn) - len(kept) :]
    wholes, grounds = _grounds(tuple(wholes))
    named = parts | dict(zip(kept, wholes, strict=True)) | grounds
    if not named:
        return Markup(page)
    arts = "".join(f'<g id="{name}">{art}</g>' for name, art in sorted(named.items()))
    head = '<svg id="art" class="definitions" width="0" height="0" aria-hidden="true">'
    return Markup(f"{head}<defs>{arts}</defs></svg>{page}")


@lru_cache(64)
def _grounds(wholes: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """What several kept pictures have in common, such as the sky and the field behind every soldier, once, by its name;
    and those pictures with the name in its place. They hardly change from one click to the next."""
    drawn, kept = list(wholes), dict[str, str]()
    while True:
        counted = Counter(run for art in drawn for run in set(_runs(art)))
        run = max(counted, key=lambda run: ((counted[run] - 1) * len(run), run), default="")
        if (counted[run] - 1) * len(run) < LEAST:
            return drawn, kept
        name = f"art-{crc32(run.encode()):08x}"
        drawn = [art if art == run else art.replace(run, f'<use href="#{name}"/>') for art in drawn]
        kept[name] = run


def _runs(art: str) -> Iterator[str]:
    """Strokes of a picture that lie over each other, from one of them to another, but not all of it."""
    ends = [0, *(match.end() for match in STROKE.finditer(art))]
    for n, start in enumerate(ends):
        for end in ends[n + 1 :]:
            if end - start < len(art):
                yield art[start:end]


def _once(which: re.Pattern[str], page: str, kept: dict[str, str]) -> str:
    """What is there more than once gives way to its name and goes into `kept`."""
    found = list(which.finditer(page))
    counted = Counter(match[1] for match in found)
    names = {art: f"art-{crc32(art.encode()):08x}" for art, n in counted.items() if (n - 1) * len(art) >= LEAST}
    if not names:
        return page
    kept |= {name: art for art, name in names.items()}
    parts: list[str] = []
    at = 0
    for match in found:
        name = names.get(match[1])
        if name is not None:
            parts += (page[at : match.start(1)], f'<use href="#{name}"/>')
            at = match.end(1)
    return "".join((*parts, page[at:]))


# -- cards that were played


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, as it looks."""

    drawing: Markup
    turned: bool
    """It lies the other way round."""
    label: str
    """What it is and does, in words."""
    away: Markup | None = None
    """What was removed with it."""


def cards_played(
    game: Game[Any], known: Known, happened: Sequence[Happened], lines: Sequence[Happened], say: Say
) -> dict[int, Played]:
    """What others have played since the reader chose, by the numbers of the lines that tell it: each of several others,
    or whoever has no seat. What was laid and removed again since lies on no board: it is seen while that is told."""
    events = {one.number: one.event for one in known.since}
    rows = lines or [one for one in happened if not one.mine and one.seat is None]
    lines = [*rows, *(one for one in _removed_since(happened) if one not in rows)]
    drawn = {one.number: played_in(game, events[one.number], say) for one in lines if one.number in events}
    return {number: card for number, card in drawn.items() if card is not None}


def played_in(game: Game[Any], event: Event, say: Say) -> Played | None:
    """An event may name another card than the one that was played: what that one did away with."""
    named, by = card_named(game, event, say), getattr(event, "by_card", None)
    shape = named if by is None else game.things.picture(game.things.card_text(by), say)
    if shape is None:
        return None
    away = Markup(parts.sample(named)) if named is not None and by is not None else None
    return Played(Markup(parts.sample(shape)), bool(getattr(event, "turned", False)), shape.label, away)


def _removed_since(happened: Sequence[Happened]) -> Iterator[Happened]:
    for n, one in enumerate(happened):
        laid = {touch["handle"] for touch in one.touches if touch["effect"] == "laid"}
        after = (touch for later in happened[n + 1 :] for touch in later.touches)
        if laid and any(touch["effect"] == "lost" and touch["handle"] in laid for touch in after):
            yield one
