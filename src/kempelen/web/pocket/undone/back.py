"""What hands put back on a real table: where everything lies now and lay before, not what happened in between."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from kempelen.companion import keeps_cards
from kempelen.engine.events import touches_of
from kempelen.engine.inputs import Input
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN, Event
from kempelen.scene.model import Scene, Shape, Tray
from kempelen.text.say import Say
from kempelen.web.pocket.apart import of_supply
from kempelen.web.pocket.pictured import FRACTION, tile_below

__all__ = ["card_back", "counts_back", "hand_back", "pieces_back", "shows"]

PIECES = ("unit", "marker", "mark", "card")
DONE = "done"
"""What a unit is called in the picture that has acted."""
COUNTED = re.compile(r"(\D+ )(\d+)")
"""What somebody has of something, such as money."""
SEEN = frozenset({"moved", "laid", "lost", "hurt", "healed", "turned", "fired"})


def shows(event: Event, before: Scene, now: Scene) -> bool:
    """Is all that hands have done for it seen in the difference of the two pictures, or counted there?"""
    there = {shape.id for scene in (before, now) for shape in scene.shapes}
    touches = touches_of(event)
    counted = all(touch.effect in ("gained", "lost") and touch.handle not in there for touch in touches)
    return counted or all(touch.handle in there and touch.effect in SEEN for touch in touches)


def pieces_back(before: Scene, now: Scene, told: Container[str], say: Say) -> Iterator[str]:
    """Every piece that lies elsewhere or otherwise than it did before, each once, with its place; but for what was
    told with its card."""
    old, new = pieces(before), pieces(now)
    for handle in dict.fromkeys([*new, *old]):
        was, one = old.get(handle), new.get(handle)
        if handle in told:
            continue
        if one is None:
            if was is not None:
                yield there("gone", called(was), place_of(was, before), say)
            continue
        where = place_of(one, now)
        if was is None or (was.role == "card" and looks(was) != looks(one)):
            yield there("there", ", ".join([called(one), *values(one, None)]), where, say)
            continue
        found = [*values(one, was), *turned(one, was, say)] if one.role != "card" else []
        if (was.x, was.y) != (one.x, one.y) and where != place_of(was, before):
            found.insert(0, say("web.beside.back_moved", where=where, was=place_of(was, before)))
        if found:
            yield f"{called(one)}: {', '.join(found)}."


def looks(shape: Shape) -> tuple[object, ...]:
    """What is printed on a card, as it lies; not what is known of it."""
    return shape.icon, shape.strokes, shape.art


def there(key: str, what: str, where: str, say: Say) -> str:
    return (
        say(f"web.beside.back_{key}_at", what=what, where=where) if where else say(f"web.beside.back_{key}", what=what)
    )


def pieces(scene: Scene) -> Mapping[str, Shape]:
    return {shape.id: shape for shape in scene.shapes if shape.role in PIECES and shape.label}


def called(shape: Shape) -> str:
    return shape.label.partition(": ")[0]


def place_of(shape: Shape, scene: Scene) -> str:
    """The place on which it lies; of a card its own name says where that is."""
    return "" if shape.role == "card" else tile_below(shape, scene).partition(":")[0]


def values(one: Shape, was: Shape | None) -> list[str]:
    """How much of it is left, where that was otherwise."""
    known = {fact.label for fact in was.facts} if was is not None else set()
    return [fact.label for fact in one.facts if fact.label not in known and FRACTION.fullmatch(fact.value)]


def turned(one: Shape, was: Shape, say: Say) -> list[str]:
    """A unit that has acted lies otherwise than one that may act."""
    if (DONE in one.tags) == (DONE in was.tags):
        return []
    return [say("web.beside.back_done" if DONE in one.tags else "web.beside.back_ready")]


def counts_back(before: Scene, now: Scene, say: Say) -> Iterator[str]:
    """What everybody has of something that is counted, and what lies before him."""
    were = {tray.id: tray for tray in before.trays}
    for tray in now.trays:
        was = were.get(tray.id)
        if was is None or tray.kind != "seat":
            continue
        old = counts(was)
        found = [
            say("web.beside.back_count", what=name, n=n, was=old[name])
            for name, n in counts(tray).items()
            if name in old and old[name] != n
        ]
        if found:
            yield f"{tray.label}: {', '.join(found)}."
        gone, come = lying(was) - lying(tray), lying(tray) - lying(was)
        yield from (say("web.beside.back_before", who=tray.label, what=what) for what in come)
        yield from (say("web.beside.back_not_before", who=tray.label, what=what) for what in gone)


def counts(tray: Tray) -> dict[str, int]:
    facts = (COUNTED.fullmatch(fact.label.partition(":")[0]) for fact in tray.facts)
    return {found[1].strip(): int(found[2]) for found in facts if found is not None}


def lying(tray: Tray) -> Counter[str]:
    return Counter(one.label for one in tray.conditions)


def card_back(session: Session, event: Event, before: Scene, say: Say) -> str:
    """Where the card goes that was played, of cards that are set aside: to them, or onto the hand."""
    card, touches = getattr(event, "card", None), touches_of(event)
    if card is None or not keeps_cards(session) or any(touch.effect == "drew" for touch in touches):
        return ""
    own = getattr(event, "seat", None) in session.humans
    if card == HIDDEN:
        return say("web.beside.back_unseen") if own else ""
    shapes = {shape.id: shape for shape in before.shapes if shape.role == "card"}
    laid = next((shapes[one.handle] for one in touches if one.effect == "laid" and one.handle in shapes), None)
    shape = laid or session.game.things.picture(session.game.things.card_text(card), say)
    what = called(shape) if shape is not None else ""
    what = what[:1].upper() + what[1:]
    return say("web.beside.back_hand", what=what) if own else f"{what}: {of_supply(session, 'back_supply', say)}"


def hand_back(session: Session, rows: Sequence[Input], say: Say) -> Iterator[str]:
    """The cards that people took from their hands, where all lie in piles of the table, the newest first."""
    things = session.game.things
    for row in reversed(rows):
        if row.kind != "do" or row.seat not in session.humans or keeps_cards(session):
            continue
        shape = things.picture(things.kept_card(session.game.parse(str(row.value))), say)
        if shape is not None:
            yield say("web.beside.back_hand", what=called(shape))
