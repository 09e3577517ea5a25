"""What fits on one screen of a phone: an instruction and the question after it are one page if nobody must scroll."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from kempelen.web.pocket.asking import Question
from kempelen.web.pocket.deed import Deed
from kempelen.web.shown.happened import Happened

__all__ = ["DRAWN", "results_fit", "room_left"]

ROOM = 525
"""What a screen of 360 by 740 has between its bars, in pixels."""
HEAD, DRAWN, DICE, LINE = 46, 130, 46, 23
"""Who acts, a picture that still shows something, dice, a line of text."""
ACROSS, SMALL_ACROSS, BESIDE_CARD = 30, 38, 22
"""Letters in a line: of a headline, of what stands below it, of either beside the picture of a card."""
LESS = 250
"""Cards that are named need no more: those that are possible come first."""
IN_A_ROW, CARD = 4, 98
"""Cards beside each other, and how high they are."""
ROW, PAIR, PAD, BIG = 52, 50, 62, 92


def high(what: Happened, across: int, measured: int = 0) -> int:
    """The words and dice of one thing that has happened."""
    lines = ceil(len(what.headline) / across) + sum(ceil(len(line) / (across + 8)) for line in what.folded) + measured
    dice = len(what.rivals) if what.rivals else 1 if what.dice or what.outcome else 0
    more = ceil(len(what.small) / SMALL_ACROSS) if what.dice and what.small else 0
    return LINE * (lines + more) + DICE * dice


def told_high(deed: Deed, card: bool = False, measured: int = 0) -> int:
    across = BESIDE_CARD if card else ACROSS
    return sum(high(one, across) for one in (deed.what, *deed.goes_on)) + LINE * measured + 24


def results_high(results: Sequence[Deed], measured: int) -> int:
    return sum(told_high(one) for one in results) + LINE * measured


def answers_high(question: Question) -> int:
    """What is tapped, with the question above it."""
    asked = HEAD + LINE * ceil(len(question.text) / ACROSS) + LINE * len(question.notes)
    if question.kind == "ask":
        return asked + BIG
    if question.count > 1 or question.slots or question.rolls:
        return asked + PAD * max(question.count, len(question.slots), 2) + 2 * ROW
    answers = [one for group in question.groups for one in group.answers]
    cards = [one for one in answers if one.picture]
    rest = len(answers) - len(cards)
    long = sum(LINE * (ceil(len(one.label) / SMALL_ACROSS) - 1) for one in answers if not one.picture)
    rows = PAIR * ceil(rest / 2) if rest > 5 else ROW * rest + long
    shown = CARD * ceil(len(cards) / IN_A_ROW)
    if question.kind == "draw":  # more of them are moved by a finger, below what is told
        return min(asked + shown, LESS)
    return asked + shown + rows


def results_fit(results: Sequence[Deed], deed: Deed, measured: int) -> bool:
    """What came of one's own deed and the next instruction."""
    return results_high(results, measured) + HEAD + DRAWN + told_high(deed) <= ROOM - ROW


def room_left(results: Sequence[Deed], deed: Deed | None, question: Question, measured: int, card: bool) -> int:
    """What is left for a picture beside what was just told and what is asked after it; less than nothing if both do
    not fit."""
    told = results_high(results, measured)
    if deed is not None:
        told += told_high(deed, card) + (HEAD if deed.stirs or deed.who else 0)
    if question.places:
        cards = sum(len(group.answers) for group in question.groups)
        return ROOM - told - 2 * HEAD - LINE - CARD * ceil(cards / (IN_A_ROW + 1))
    return ROOM - told - answers_high(question)
