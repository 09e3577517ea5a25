"""How something came out: the dice and what they had to show, who lost how much, in a word and a colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from kempelen.engine.events import Roll, Touch
from kempelen.engine.table import Event
from kempelen.scene.model import Scene
from kempelen.text.say import Say

__all__ = ["NOBODY", "NOTHING", "Loss", "Sides", "Sum", "Toll", "exchanged", "losing", "need_of"]
__all__ += ["need_said", "outcome_of", "sides_of", "sum_of", "sums_of", "toll_in_words", "toll_of"]

Sides: TypeAlias = Mapping[str, bool | None]
"""Whose a handle is: True for the reader's own, False for an enemy's, None for a friend's."""
NOBODY: Sides = {}
WHOSE: Mapping[str, bool | None] = {"own": True, "foe": False, "rival": False, "ally": None}
"""Whose a seat is to the reader, see `Sides`."""


class Sum(NamedTuple):
    """One side of a comparison, ready to be read: 5 + (9) = 14."""

    who: str
    adds: int
    die: int
    total: int
    best: bool


class Loss(NamedTuple):
    """What one side of an exchange lost, and whether that is good for the reader."""

    text: str
    tone: str


class Toll(NamedTuple):
    """What something has cost the reader: pieces that are gone, and what those lost that were hurt."""

    gone: int = 0
    hurt: int = 0


NOTHING = Toll()


def sums_of(roll: Roll | None, say: Say) -> tuple[Sum, ...]:
    """Who rolled what against whom; of equal sums none is the better one."""
    rivals = roll.rivals if roll is not None else ()
    totals = sorted((one.total for one in rivals), reverse=True)
    return tuple(
        Sum(say.of(one.who), one.adds, one.die, one.total, one.total == totals[0] > totals[1]) for one in rivals
    )


def losing(event: Event, touches: tuple[Touch, ...], mine: bool | None, sides: Sides) -> bool | None:
    """Whether what was hurt or lost is the reader's; None if nobody can say.

    What is gone is on no table any more. Then an event that names nobody who did it names the seat that loses.
    """
    struck = [touch for touch in touches if touch.effect in ("hurt", "lost") and touch.by != touch.handle]
    known = [sides[touch.handle] for touch in struck if touch.handle in sides]
    if known:
        return known[0]
    if mine is None or any(touch.by for touch in struck):
        return None if mine is None else not mine
    return mine if isinstance(getattr(event, "seat", None), int) else not mine


def sum_of(roll: Roll | None, say: Say) -> str:
    """What the number that was needed is made of."""
    if roll is None or roll.need is None or not roll.parts:
        return ""
    first, *rest = [(abs(value), say.of(text, "bare"), value < 0) for text, value in roll.parts]
    parts = [
        f"{'−' if first[2] else ''}{first[0]} {first[1]}",
        *(f"{'−' if less else '+'} {n} {text}" for n, text, less in rest),
    ]
    return f"{roll.need} = {' '.join(parts)}"


def need_of(roll: Roll | None, say: Say) -> str:
    if roll is None or roll.need is None:
        return ""
    return say("web.event.or_more" if roll.at_least else "web.event.or_less", n=roll.need)


def need_said(roll: Roll | None, say: Say) -> str:
    """The same in words, where there is room for them."""
    if roll is None or roll.need is None:
        return ""
    return say("web.beside.needs_more" if roll.at_least else "web.beside.needs_less", n=roll.need)


def outcome_of(
    roll: Roll | None,
    touches: tuple[Touch, ...],
    mine: bool | None,
    own_loss: bool | None,
    say: Say,
    sides: Sides = NOBODY,
) -> tuple[str, str]:
    """A word and a sign for how it came out; whether that is good depends on who did it, and to whom."""
    gone = [touch for touch in touches if touch.effect == "lost" and touch.amount is None]
    gained = [touch.amount for touch in touches if touch.effect == "gained" and touch.amount]
    bad = "good" if mine else "hit"
    if roll is not None and roll.outcome is not None:
        return say.of(roll.outcome), _tone_of(roll, touches, mine, sides)
    if roll is not None and roll.hit is False:
        return say("web.event.miss"), "miss"
    worse = bad if own_loss is None else "hit" if own_loss else "good"
    if gone:  # a card that is taken off the table is nobody's loss
        known = any(touch.handle in sides or touch.handle.startswith("unit:") for touch in gone)
        return say(f"web.event.{'lost' if known else 'removed'}"), worse
    if roll is not None and roll.hit:
        return say("web.event.hit"), _hit_tone(touches, bad, sides)
    if hurt := _hurt_of(touches, sides):
        return _losses(hurt, own_loss, worse, say)
    if gained:
        return f"+{sum(gained)}", "good" if mine else "plain"
    return "", ""


def _hit_tone(touches: tuple[Touch, ...], otherwise: str, sides: Sides) -> str:
    """By whose it is that was hit, else by whose it is that rolled; a reaction comes in somebody else's turn."""
    for touch in touches:
        if touch.effect in ("fired", "hurt") and touch.by != touch.handle:
            if touch.handle in sides:
                return "good" if sides[touch.handle] is False else "hit"
            if touch.by in sides:
                return "hit" if sides[touch.by] is False else "good"
        elif touch.effect == "turned" and touch.handle in sides:
            return "hit" if sides[touch.handle] is False else "good"
    return otherwise


def _tone_of(roll: Roll, touches: tuple[Touch, ...], mine: bool | None, sides: Sides) -> str:
    """Good for whose deed it is if it came off, whoever's turn it is; one's own armour that holds is good, too."""
    at = touches[0] if touches else None
    struck = at is not None and at.by not in ("", at.handle)
    if roll.hit is not True:
        return "good" if at is not None and struck and sides.get(at.handle) is True else "miss"
    did = mine if at is None else sides.get(at.by if struck else at.handle, mine)
    return "good" if did else "hit"


def _hurt_of(touches: tuple[Touch, ...], sides: Sides) -> list[tuple[str, bool | None, int]]:
    """Who lost how much, and whose it is; what is gone is on the other side of who did it."""
    found: dict[str, tuple[bool | None, int]] = {}
    for touch in touches:
        if touch.effect == "hurt" and touch.amount and touch.by != touch.handle:
            by = sides.get(touch.by)
            whose = sides.get(touch.handle, None if by is None else not by)
            found[touch.handle] = (whose, touch.amount + found.get(touch.handle, (None, 0))[1])
    return [(handle, whose, n) for handle, (whose, n) in found.items()]


def exchanged(touches: tuple[Touch, ...], say: Say, sides: Sides) -> tuple[Loss, ...]:
    """Where both sides lost something: each loss in its own colour. Nothing otherwise."""
    mine, theirs = _both(_hurt_of(touches, sides))
    if not (mine and theirs):
        return ()
    return Loss(say("web.event.they_lose", n=theirs), "good"), Loss(say("web.event.you_lose", n=mine), "hit")


def _both(hurt: list[tuple[str, bool | None, int]]) -> tuple[int, int]:
    """What the reader lost, and what his enemies did."""
    return sum(n for _, whose, n in hurt if whose is True), sum(n for _, whose, n in hurt if whose is False)


def _losses(hurt: list[tuple[str, bool | None, int]], own_loss: bool | None, worse: str, say: Say) -> tuple[str, str]:
    """Of an exchange what each side lost, never the sum of both."""
    mine, theirs = _both(hurt)
    if mine and theirs:
        return say("web.event.exchange", theirs=theirs, mine=mine), "hit" if mine > theirs else "good"
    if len({whose for _, whose, _ in hurt}) > 1 or (len(hurt) > 1 and hurt[0][1] is None):
        return " · ".join(say("web.event.loses", n=n) for _, _, n in hurt), worse
    whose = {True: "web.event.you_lose", False: "web.event.they_lose", None: "web.event.loses"}[own_loss]
    return say(whose, n=sum(n for _, _, n in hurt)), worse


def toll_of(touches: tuple[Touch, ...], own_loss: bool | None, sides: Sides) -> Toll:
    """What of it is the reader's; a piece that left the table names the place it stood on as well."""
    hurt = sum(n for _, whose, n in _hurt_of(touches, sides) if (own_loss if whose is None else whose) is True)
    gone = {touch.handle for touch in touches if touch.effect == "lost" and touch.amount is None and _is_piece(touch)}
    return Toll(sum(sides.get(handle, own_loss) is True for handle in gone), hurt)


def _is_piece(touch: Touch) -> bool:
    return touch.handle.startswith("unit:")


def toll_in_words(tolls: Sequence[Toll], say: Say) -> str:
    """All that several things have cost, where it is more than one of them did: one number, not each by itself."""
    gone, hurt = sum(toll.gone for toll in tolls), sum(toll.hurt for toll in tolls)
    if gone > 1:
        return say("web.event.you_lost", n=gone)
    if not gone and sum(toll.hurt > 0 for toll in tolls) > 1:
        return say("web.event.you_lose", n=hurt)
    return ""


def sides_of(scene: Scene) -> Sides:
    """Whose the pieces and seats are; nobody's for whoever only looks on."""
    seats = {tray.id: WHOSE[tray.relation] for tray in scene.trays if tray.relation in WHOSE}
    pieces = {shape.id: _is_own(shape.tags) for shape in scene.shapes if shape.role == "unit"}
    named = {f"seat:{tray.seat}": WHOSE[tray.relation] for tray in scene.trays if tray.relation in WHOSE and tray.seat}
    rosters = [tray for tray in scene.trays if tray.kind == "roster" and tray.relation in WHOSE]
    cards = {item.id: WHOSE[tray.relation] for tray in rosters for item in tray.items}  # each stands for a piece
    return {**pieces, **cards, **named, **seats} if True in seats.values() else {}


def _is_own(tags: frozenset[str]) -> bool | None:
    return None if "ally" in tags else "foe" not in tags
