"""What fits on one screen of a phone: an instruction and the question after it are one page if nobody must scroll."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from math import ceil

from kempelen.web.pocket.deed import Deed, on_board
from kempelen.web.pocket.questions import CLOSE, IN_A_ROW, Group, Question
from kempelen.web.shown.happened import Happened

__all__ = [
    "DRAWN",
    "TOGETHER",
    "beside_card",
    "hindered_high",
    "joined",
    "least_drawn",
    "on_a_screen",
    "paged",
    "room_left",
    "split",
    "together_shown",
]

ROOM = 525
"""What a screen of 360 by 740 has between its bars, in pixels."""
HEAD, DRAWN, DICE, LINE, SMALL_LINE = 46, 120, 40, 22, 18
"""Who acts, a picture that still shows something, dice, a line of text and of small text."""
ACROSS, SMALL_ACROSS, BESIDE_CARD = 30, 38, 22
"""Letters in a line: of a headline, of what stands below it, of either beside the picture of a card."""
LESS = 250
"""Cards that are named need no more: those that are possible come first."""
CARD, CLOSE_CARD = 98, 84
"""How high cards are that are tapped, also where they stand closer."""
ROW, PAIR, PAD, BIG = 52, 50, 62, 92
ABOUT = 92
"""The card or unit that is asked about, beside the question."""
SUM = 66
"""What a number is made of, in boxes."""
DIE_ROW = 46
"""Six faces of one of several dice."""
FACES = 40
"""What the faces of a die lead to, in a row."""
APART = 72
"""What only one of the players may see, before it is opened."""
SMALL_CARD = 66
"""How high the card is that stands beside one instruction of several."""
CLOSER = 0.8
"""So much lower is each of several instructions: they are written smaller."""
TOGETHER = 5
"""Instructions on a page at the most."""
MOST_STIRRED = 2
"""Of them so many that move something on the board: a picture of more cannot be followed."""
FINGER = 26
"""What is tapped on a board that is told of something else as well has at least so many pixels."""


def high(what: Happened, across: int, measured: int = 0, *, folded: bool = False) -> int:
    """The words and dice of one thing that has happened; how a number comes about may be folded."""
    lines = ceil(len(what.headline) / across) + sum(ceil(len(line) / (across + 8)) for line in what.folded) + measured
    dice = len(what.rivals) if what.rivals else 1 if what.dice or what.outcome else 0
    more = ceil(len(what.small) / SMALL_ACROSS) if what.dice and what.small and not what.rivals else 0
    return LINE * (lines + (min(more, 1) if folded else more)) + DICE * dice


def on_a_screen(deed: Deed) -> bool:
    """Has it room below its picture, beside its card?"""
    return HEAD + DRAWN + told_high(deed, deed.card is not None, folded=True) <= ROOM - ROW


def told_high(deed: Deed, card: bool = False, measured: int = 0, *, folded: bool = False) -> int:
    across = BESIDE_CARD if card else ACROSS
    return sum(high(one, across, folded=folded) for one in (deed.what, *deed.goes_on)) + LINE * measured + 24


def beside_card(line: str) -> int:
    """A small line below an instruction, beside its card."""
    return LINE * ceil(len(line) / (BESIDE_CARD + 8))


def results_high(results: Sequence[Deed], cards: Container[int], measured: int, *, folded: bool = False) -> int:
    return sum(told_high(one, one.number in cards, folded=folded) for one in results) + LINE * measured


def answers_high(question: Question) -> int:
    """What is tapped, with the question above it."""
    asked = (
        HEAD
        + (ABOUT if question.thing is not None else LINE * ceil(len(question.text) / ACROSS))
        + sum(LINE * ceil(len(note) / SMALL_ACROSS) for note in question.notes)
    )
    asked += SUM if question.sum else 0
    asked += FACES if question.faces else 0
    if question.kind == "ask":
        return asked + BIG
    if question.dice:
        titles = sum(SMALL_LINE * ceil(len(one.title) / SMALL_ACROSS) for one in question.dice)
        return asked + titles + sum(ceil(len(one.answers) / 6) * DIE_ROW for one in question.dice) + ROW
    if question.count > 1 or question.slots or question.rolls:
        if question.kind != "pick":
            return asked + PAD * max(question.count, len(question.slots), 2) + ROW
        asked += ROW
    rows = 0 if question.fills else sum(rows_high(group, question.kind) for group in question.groups)
    shown = CLOSE_CARD * ceil(question.cards / CLOSE) if question.many else CARD * ceil(question.cards / IN_A_ROW)
    if question.kind == "draw":  # more of them are moved by a finger, below what is told
        return min(asked + shown, LESS)
    return asked + shown + rows


def rows_high(group: Group, kind: str) -> int:
    """Answers without a picture, below each other or in pairs."""
    rest = [one for one in group.answers if not one.picture]
    if group.paired(kind):
        return PAIR * ceil(len(rest) / 2)
    return ROW * len(rest) + sum(LINE * (ceil(len(one.label) / SMALL_ACROSS) - 1) for one in rest)


def hindered_high(hindered: Sequence[tuple[str, str]]) -> int:
    """Who has what before him that hinders him, in a paragraph above the answers."""
    return SMALL_LINE * ceil(sum(len(name) + len(what) + 5 for name, what in hindered) / SMALL_ACROSS)


def pages_high(
    deeds: Sequence[Deed], cards: Container[int], measured: Mapping[int, Sequence[str]], *, folded: bool = False
) -> int:
    """Instructions below each other, each beside its card."""
    found = 0
    for one in deeds:
        card = one.number in cards
        high_as = told_high(one, card, len(measured.get(one.number, ())), folded=folded)
        found += max(round(high_as * CLOSER) if len(deeds) > 1 else high_as, SMALL_CARD if card else 0)
    return found


def together_shown(
    results: Sequence[Deed],
    rest: Sequence[Deed],
    cards: Container[int],
    measured: Mapping[int, Sequence[str]],
    shapes: Container[str],
    apart: int = 0,
) -> int:
    """How many instructions stand on one page, after what came of one's own deed: as many as fit with a picture that
    marks all their places, below what is `apart` for one person. The first stands there anyway, unless results leave
    no room for it."""
    said = sum(len(measured.get(one.number, ())) for one in results)
    room, found = ROOM - ROW - APART * apart, 0
    for n in range(1, min(len(rest), TOGETHER) + 1):
        shown = rest[:n]
        alone = shown[0].lays or shown[-1].lays or shown[-1].opens
        if n > 1 and (alone or sum(one.stirs and on_board(one, shapes) for one in shown) > MOST_STIRRED):
            break
        drawn = DRAWN if n == 1 or any(on_board(one, shapes) for one in shown) else 0
        if results_high(results, cards, said) + HEAD + drawn + pages_high(shown, cards, measured) > room:
            break
        found = n
    return found if results else max(found, min(len(rest), 1))


def paged(
    results: list[Deed],
    rest: Sequence[Deed],
    cards: Container[int],
    measured: Mapping[int, Sequence[str]],
    shapes: Container[str],
    apart: int = 0,
) -> tuple[list[Deed], list[Deed]]:
    """What stands on one page: what came of one's own deed, and instructions. Where both do not fit, a mere word about
    one's own deed is left out: whoever has done it knows, and no page is made of it."""
    found = together_shown(results, rest, cards, measured, shapes, apart)
    if not found and rest and not any(one.opens or one.dice or one.what.outcome or one.what.folded for one in results):
        return [], list(rest[: together_shown((), rest, cards, measured, shapes, apart)])
    return results, list(rest[:found])


def split(deeds: Sequence[Deed]) -> tuple[list[Deed], list[Deed]]:
    """What came of a person's own deed is told with what follows it; the rest is still to be done."""
    own = list(takewhile(lambda deed: deed.own and not deed.lays, deeds))
    return own, list(deeds[len(own) :])


def joined(deeds: Sequence[Deed]) -> Deed | None:
    """Several instructions as one, for a picture of all their places."""
    if not deeds:
        return None
    first, *others = deeds
    return replace(first, goes_on=(*first.goes_on, *(what for one in others for what in (one.what, *one.goes_on))))


def room_left(
    results: Sequence[Deed],
    deeds: Sequence[Deed],
    question: Question,
    cards: Container[int],
    measured: Mapping[int, Sequence[str]],
) -> int:
    """What is left for a picture beside what was just told and what is asked after it; less than nothing if both do
    not fit."""
    said = sum(len(measured.get(one.number, ())) for one in results)
    told = results_high(results, cards, said, folded=True)
    if deeds:
        told += pages_high(deeds, cards, measured, folded=True)
        told += HEAD if any(one.stirs or one.who for one in deeds) else 0
    if question.places:
        below = sum(len(group.answers) for group in question.groups)
        told += ROW if question.rolls else 0
        if question.kind == "pick":  # a button for each place
            return ROOM - told - 2 * HEAD - PAIR * ceil(below / 2)
        if question.portraits:  # instead of the list that can be unfolded
            return ROOM - told - 2 * HEAD - PAIR * ceil(below / 2)
        return ROOM - told - 2 * HEAD - LINE - CARD * ceil(below / (IN_A_ROW + 1))
    return ROOM - told - answers_high(question)


def aims(deed: Deed, shapes: Container[str]) -> bool:
    """Something on the board is moved, shot at or struck by it; whose turn it is shows without a picture."""
    return any(touch["handle"] in shapes and touch["effect"] != "turned" for touch in deed.touches)


def least_drawn(
    now: Deed | None, question: Question, pointed: bool, card: bool, shapes: Container[str], rows: float
) -> int:
    """So high must the picture of a page be at least that tells something and asks."""
    if question.places and now is not None and now.stirs:
        return max(DRAWN, round(FINGER * rows))
    if pointed:
        return DRAWN
    if now is None or (now.dice and not aims(now, shapes)):
        return 0
    # whoever is to act sees the board, whatever was played before
    return 0 if card and not on_board(now, shapes) and question.kind != "do" else DRAWN
