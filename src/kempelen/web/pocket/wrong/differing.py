"""What else has changed with a correction: the table as it is shown before it and after it, compared in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from kempelen.scene.model import SIGNS, Scene, Shape, Tray
from kempelen.text.say import Say

__all__ = ["differences"]

NUMBER = re.compile(r"[−+-]?\d+(?:[.,]\d+)?")
PIECES = ("unit", "marker", "mark")
LONG = 48
"""A fact of more letters than this is told without its meaning."""
MOST = 8
"""So many lines are told; a position that is another one altogether is looked at instead."""


def differences(before: Scene, after: Scene, piece: str, said: str, say: Say) -> list[str]:
    """Everything that somebody can see changed, but for what he has just said of one `piece`."""
    found = [*of_trays(before, after, piece, said, say), *of_board(before, after, piece, said, say)]
    lines = [line for line in dict.fromkeys(found) if line not in said]
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], say("web.beside.and_more", n=len(lines) - MOST + 1)]


def of_trays(before: Scene, after: Scene, piece: str, said: str, say: Say) -> Iterator[str]:
    were = {tray.id: tray for tray in before.trays}
    for tray in after.trays:
        if tray.id == SIGNS or (was := were.get(tray.id)) is None:
            continue
        pairs = list(pairs_of(facts_in(was), facts_in(tray)))
        pairs += [(was.mission, tray.mission)] if was.mission != tray.mission else []
        for one, other in pairs:
            if not is_said(tray.label, other, said):
                yield changed(tray.label, one, other, say)
        if tray.kind != "seat" and not pairs and not face_down(tray):  # of a seat the facts say what its items are
            yield from of_items(was, tray, piece, say)
        elif tray.label not in said and (counts := list(items_changed(was.conditions, tray.conditions))):
            yield from (changed(tray.label, *one, say) for one in counts)


def face_down(tray: Tray) -> bool:
    """Cards of a hand that nobody has named: how many they are is said of their seat."""
    return tray.kind == "hand" and len({item.label for item in tray.items}) <= 1


def facts_in(tray: Tray) -> list[str]:
    return [*([tray.text] if tray.text else []), *(fact.label for fact in tray.facts if fact.label)]


def pairs_of(was: list[str], now: list[str]) -> Iterator[tuple[str, str]]:
    """What is counted otherwise, and what is said or no longer said; the same thing by its words without numbers."""
    gone, new = Counter(was) - Counter(now), Counter(now) - Counter(was)
    left = {kind(one): one for one in gone}
    for one in new:
        yield left.pop(kind(one), ""), one
    yield from ((one, "") for one in left.values())


def kind(fact: str) -> str:
    return NUMBER.sub("#", fact).partition(":")[0]


def is_said(whose: str, fact: str, said: str) -> bool:
    """It is what was corrected, in other words: the same of the same with the same number."""
    first, numbers, told = fact.partition(" ")[0].casefold(), NUMBER.findall(fact), said.casefold()
    return bool(numbers) and whose.casefold() in told and first in told and set(numbers) <= set(NUMBER.findall(said))


def of_items(was: Tray, tray: Tray, piece: str, say: Say) -> Iterator[str]:
    """Cards and things that lie in it; alike ones by how many there are."""
    old, new = (tuple(item for item in one.items if item.id != piece) for one in (was, tray))
    yield from (changed(tray.label, one, other, say) for one, other in items_changed(old, new))


def items_changed(was: tuple[Shape, ...], now: tuple[Shape, ...]) -> Iterator[tuple[str, str]]:
    old, new = (Counter(name(item) for item in some if item.label) for some in (was, now))
    for label in dict.fromkeys([*old, *new]):
        if old[label] + new[label] == 1:
            yield (label, "") if old[label] else ("", label)
        elif old[label] != new[label]:
            yield f"{old[label]} × {label}", f"{new[label]} × {label}"


def of_board(before: Scene, after: Scene, piece: str, said: str, say: Say) -> Iterator[str]:
    """Pieces and markers that are there now, or no longer, or are said to be otherwise."""
    old, new = pieces(before), pieces(after)
    for handle in dict.fromkeys([*old, *new]):
        was, now = old.get(handle), new.get(handle)
        if handle == piece or (was is not None and now is not None and was.label == now.label):
            continue
        if was is None or now is None:
            there = was or now
            if there is not None and name(there) not in said and not just_said(there, before, after, piece):
                yield say("web.beside.gone_now" if now is None else "web.beside.there_now", what=name(there))
            continue
        gone, come = was.label.split(", "), now.label.split(", ")
        for one, other in pairs_of(gone, come):
            yield changed(name(now), one.rpartition(": ")[2], other.rpartition(": ")[2], say)


def just_said(shape: Shape, before: Scene, after: Scene, piece: str) -> bool:
    """It stands on the place that was tapped."""
    place = next((one for scene in (after, before) for one in scene.shapes if one.id == piece), None)
    return place is not None and abs(place.x - shape.x) <= 0.5 and abs(place.y - shape.y) <= 0.5


def pieces(scene: Scene) -> Mapping[str, Shape]:
    return {shape.id: shape for shape in scene.shapes if shape.role in PIECES and shape.label}


def name(shape: Shape) -> str:
    return shape.label.partition(": ")[0]


def brief(fact: str) -> str:
    """Without what it means, if that is long; numbers stay."""
    head, _, means = fact.partition(": ")
    return head if len(fact) > LONG and not NUMBER.search(means) else fact


def apart(was: str, now: str) -> str:
    """Of what was there before only what is not the same now: `Hand 2`, before it `3`."""
    old, new = was.split(), now.split()
    while len(old) > 1 and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while len(old) > 1 and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return " ".join(old)


def changed(whose: str, was: str, now: str, say: Say) -> str:
    was, now = brief(was), brief(now)
    was = apart(was, now)
    what = say("web.beside.changed", now=now, was=was) if was and now else now or say("web.beside.no_longer", what=was)
    return f"{whose}: {what}"
