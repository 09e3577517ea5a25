"""How many taps an answer of the adviser or a calculator takes in the browser, for every one of every game.

    .venv/bin/python scripts/desk_taps.py    # as the rows of a table; scripts/taps.py writes them into docs/taps.md

A card or calculator that asks one thing after the other is sat through many times with answers by lot. Questions of a
row that are answered with no cost nothing: the page lists them, and one taps the first yes or "none of them". A
calculator that is a form has fields; each is one tap or one number, and what comes out is shown as it is changed.
Circumstances that hardly ever matter are folded away and not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import mean

from kempelen.desk.adviser import Adviser, Advising, Answer, Query
from kempelen.desk.written import sitting
from kempelen.engine.game import games, say_in
from kempelen.parts.advice import adviser_of, calculations_of
from kempelen.text.say import Text

SITTINGS = 40
MOST = 60
LIKELY = 0.35
"""So often a question is answered with yes."""


def rows() -> Iterator[str]:
    """`game | what | taps`, the mean and the most."""
    say = say_in("en")
    for game in games().values():
        options = game.rulings.resolve({})
        forms = {one.id: one for one in calculations_of(game, options)}
        adviser = adviser_of(game, options)
        for one in adviser.consultations if adviser is not None else ():
            title = say.of(one.title, "Nom")
            if one.id in forms:
                fields = [ask for ask in forms[one.id].asks if not ask.special]
                yield f"{game.name} | {title} | {1 + len(fields)} at the most, {len(fields)} fields with usual values"
                continue
            assert adviser is not None
            random = Random(one.id)
            counts = [taps_of(adviser, one.id, random) for _ in range(SITTINGS)]
            yield f"{game.name} | {title} | {mean(counts):.1f} ({max(counts)})"
        if game.advice is not None and game.advice.drawing is not None:
            title = say.of(Text(f"{game.name}.drawing.title"), "Nom")
            yield f"{game.name} | {title} | one for each thing that is drawn, no more"


def taps_of(adviser: Adviser, id: str, random: Random) -> int:
    """One sitting, from the card to the advice."""
    now = sitting(adviser, f"o-{id}")
    taps, in_a_row = 1, False
    while (query := now.query) is not None and taps < MOST:
        value = answer_to(now, query, random)
        taps += not in_a_row
        in_a_row = query.kind == "yes_no" and not value
        now.answer(value)
        if now.query is not None and now.query.kind != "yes_no":
            in_a_row = False
    return taps


def answer_to(now: Advising, query: Query, random: Random) -> Answer:
    if query.kind == "yes_no":
        return random.random() < LIKELY
    if query.options:
        return random.choice(query.options).id
    return random.randint(query.least, min(query.most, 10))


if __name__ == "__main__":
    print(*rows(), sep="\n")
