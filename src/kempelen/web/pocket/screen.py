"""What fits on one screen of a phone: an instruction and the question after it are one page if nobody must scroll."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from math import ceil

from kempelen.web.pocket.asking import Question
from kempelen.web.pocket.deed import Deed, on_board
from kempelen.web.shown.happened import Happened

__all__ = ["DRAWN", "TOGETHER", "beside_card", "joined", "least_drawn", "room_left", "split", "together_shown"]

ROOM = 525
"""What a screen of 360 by 740 has between its bars, in pixels."""
HEAD, DRAWN, DICE, LINE = 46, 120, 40, 22
"""Who acts, a picture that still shows something, dice, a line of text."""
ACROSS, SMALL_ACROSS, BESIDE_CARD = 30, 38, 22
"""Letters in a line: of a headline, of what stands below it, of either beside the picture of a card."""
LESS = 250
"""Cards that are named need no more: those that are possible come first."""
IN_A_ROW, CARD = 4, 98
"""Cards beside each other, and how high they are."""
ROW, PAIR, PAD, BIG = 52, 50, 62, 92
SMALL_CARD = 66
"""How high the card is that stands beside one instruction of several."""
CLOSER = 0.8
"""So much lower is each of several instructions: they are written smaller."""
TOGETHER = 5
"""Instructions on a page at the most."""
FINGER = 26
"""What is tapped on a board that is told of something else as well has at least so many pixels."""


def high(what: Happened, across: int, measured: int = 0) -> int:
    """The words and dice of one thing that has happened."""
    lines = ceil(len(what.headline) / across) + sum(ceil(len(line) / (across + 8)) for line in what.folded) + measured
    dice = len(what.rivals) if what.rivals else 1 if what.dice or what.outcome else 0
    more = ceil(len(what.small) / SMALL_ACROSS) if what.dice and what.small and not what.rivals else 0
    return LINE * (lines + more) + DICE * dice


def told_high(deed: Deed, card: bool = False, measured: int = 0) -> int:
    across = BESIDE_CARD if card else ACROSS
    return sum(high(one, across) for one in (deed.what, *deed.goes_on)) + LINE * measured + 24


def beside_card(line: str) -> int:
    """A small line below an instruction, beside its card."""
    return LINE * ceil(len(line) / (BESIDE_CARD + 8))


def results_high(results: Sequence[Deed], measured: int) -> int:
    return sum(told_high(one) for one in results) + LINE * measured


def answers_high(question: Question) -> int:
    """What is tapped, with the question above it."""
    asked = HEAD + LINE * ceil(len(question.text) / ACROSS) + LINE * len(question.notes)
    if question.kind == "ask":
        return asked + BIG
    if question.count > 1 or question.slots or question.rolls:
        if question.kind != "pick":
            return asked + PAD * max(question.count, len(question.slots), 2) + ROW + (ROW if question.count > 1 else 0)
        asked += ROW
    answers = [one for group in question.groups for one in group.answers]
    cards = [one for one in answers if one.picture]
    rest = len(answers) - len(cards)
    long = sum(LINE * (ceil(len(one.label) / SMALL_ACROSS) - 1) for one in answers if not one.picture)
    rows = PAIR * ceil(rest / 2) if rest > (2 if question.kind == "pick" else 5) else ROW * rest + long
    shown = CARD * ceil(len(cards) / IN_A_ROW)
    if question.kind == "draw":  # more of them are moved by a finger, below what is told
        return min(asked + shown, LESS)
    return asked + shown + rows


def pages_high(deeds: Sequence[Deed], cards: Container[int], measured: Mapping[int, Sequence[str]]) -> int:
    """Instructions below each other, each beside its card."""
    found = 0
    for one in deeds:
        card = one.number in cards
        high_as = told_high(one, card, len(measured.get(one.number, ())))
        found += max(round(high_as * CLOSER) if len(deeds) > 1 else high_as, SMALL_CARD if card else 0)
    return found


def together_shown(
    results: Sequence[Deed],
    rest: Sequence[Deed],
    cards: Container[int],
    measured: Mapping[int, Sequence[str]],
    shapes: Container[str],
) -> int:
    """How many instructions stand on one page, after what came of one's own deed: as many as fit with a picture that
    marks all their places. The first stands there anyway, unless results leave no room for it."""
    said = sum(len(measured.get(one.number, ())) for one in results)
    found = 0
    for n in range(1, min(len(rest), TOGETHER) + 1):
        shown = rest[:n]
        drawn = DRAWN if n == 1 or any(on_board(one, shapes) for one in shown) else 0
        if results_high(results, said) + HEAD + drawn + pages_high(shown, cards, measured) > ROOM - ROW:
            break
        found = n
    return found if results else max(found, min(len(rest), 1))


def split(deeds: Sequence[Deed]) -> tuple[list[Deed], list[Deed]]:
    """What came of a person's own deed is told with what follows it; the rest is still to be done."""
    own = list(takewhile(lambda deed: deed.own, deeds))
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
    told = results_high(results, sum(len(measured.get(one.number, ())) for one in results))
    if deeds:
        told += pages_high(deeds, cards, measured)
        told += HEAD if any(one.stirs or one.who for one in deeds) else 0
    if question.places:
        cards_below = sum(len(group.answers) for group in question.groups)
        told += ROW if question.rolls else 0
        return ROOM - told - 2 * HEAD - LINE - CARD * ceil(cards_below / (IN_A_ROW + 1))
    return ROOM - told - answers_high(question)


def least_drawn(
    now: Deed | None, question: Question, pointed: bool, card: bool, shapes: Container[str], rows: float
) -> int:
    """So high must the picture of a page be at least that tells something and asks."""
    if question.places and now is not None and now.stirs:
        return max(DRAWN, round(FINGER * rows))
    if pointed:
        return DRAWN
    if now is None or (now.dice and not now.stirs):
        return 0
    return 0 if card and not on_board(now, shapes) else DRAWN
