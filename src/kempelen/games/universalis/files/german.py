"""What people type for an order: `A1 bewegen 34,5 20` is `A1 move 34.5,20`, and a Karabiner is a `carbine`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from kempelen.engine.errors import BadNotation
from kempelen.text.say import Text
from kempelen.text.typed import Typed

__all__ = ["TYPED", "as_written"]

TYPED = Typed("kempelen.games.universalis", ("weapon", "item", "power", "trait", "mission"), verb_second=True)
"""Verbs and names, as in every game; here stands only what is particular about points."""
NUMBER = re.compile(r"[lrtuo]?-?\d+(?:[.,]\d+)?")
"""Perhaps with the edge it counts from."""
DOUBLE = re.compile(r"[lr]?(-?\d+),(\d+)")
"""A point in whole centimetres, or one number with a decimal comma."""


def as_written(said: Sequence[str]) -> list[str]:
    """The words as they are written in a record: English verbs, ids, points with a decimal point and one comma.

    Raises BadNotation where numbers can be read in two ways: nobody's model goes where it was not sent.
    """
    if len(said) == 1 and said[0] in ("ende", "beenden", "fertig"):
        return ["end"]
    german = len(said) > 1 and TYPED.is_verb(said[1])
    if german:
        said = [*said[:2], *(word for word in said[2:] if word not in TYPED.little)]
    found = [TYPED.verb(word) if german and n == 1 else word for n, word in enumerate(said)]
    return [*found[:2], *points(TYPED.named(found[2:]), german, " ".join(said))]


def points(words: Sequence[str], german: bool, order: str) -> list[str]:
    """Two numbers one after the other are a point: `34,5 20` and `34,5;20,0`. Letters stay where they are."""
    found: list[str] = []
    for numbers, run in groupby(words, is_number):
        together = list(run)
        found += paired(together, german, order) if numbers else together
    return found


def is_number(word: str) -> bool:
    return all(NUMBER.fullmatch(part) or DOUBLE.fullmatch(part) for part in word.strip(";").split(";"))


def paired(run: Sequence[str], german: bool, order: str) -> list[str]:
    """Neighbouring numbers as points. A semicolon stands between two numbers and so says which commas are decimal."""
    left = [part for word in run for part in word.split(";") if part]
    doubles = [found for found in map(DOUBLE.fullmatch, left) if found is not None]
    if ";" not in "".join(run) and len(doubles) == len(left):
        if in_two_ways([found[2] for found in doubles], german):
            raise BadNotation(Text("universalis.notation.bad", notation=order, reason=both_ways(left)))
        return left
    if len(left) % 2 or not all(map(NUMBER.fullmatch, left)):
        return left
    x, y = left[::2], left[1::2]
    return [f"{pointed(a)},{pointed(b)}" for a, b in zip(x, y, strict=True)]


def in_two_ways(behind: Sequence[str], german: bool) -> bool:
    """`34,5 20,5`: two points, or one with halves. In a record's own words a comma alone stands between x and y, so
    there only what looks like halves throughout is in doubt."""
    halves = [len(digits) == 1 for digits in behind]
    return (german and any(halves)) or (len(behind) % 2 == 0 and (german or all(halves)))


def both_ways(left: Sequence[str]) -> Text:
    """What the numbers may mean, and how to write either."""
    typed, split = " ".join(left), " ".join(one.replace(",", ";") for one in left)
    if len(left) % 2:
        return Text("universalis.notation.half_a_point", typed=typed, points=split)
    whole = " ".join(f"{a};{b}" for a, b in zip(left[::2], left[1::2], strict=True))
    return Text(
        "universalis.notation.two_ways", typed=typed, points=split, n=len(left), decimals=whole, m=len(left) // 2
    )


def pointed(number: str) -> str:
    """With a decimal point."""
    return number.replace(",", ".")
