"""How many taps an answer of the adviser or a calculator takes in the browser, for every one of every game.

    .venv/bin/python scripts/desk_taps.py    # as the rows of a table; scripts/taps.py writes them into docs/taps.md

A card that asks one thing after the other is sat through many times with answers by lot. Where the answers depend on a
whole board, somebody answers who looks at boards that automas met in games (tests/games/undaunted/person.py); what the
card before it has handed on is known. Questions of a row that are answered with no cost nothing: the page lists them,
and one taps the first yes or "none of them". What a page offers in one, such as a card with its squad, is one tap; to
deny what was taken to be so is one too, together with the number that is so instead where only a few can be. What a
denial makes void was tapped all the same. A calculator that is a form shows what comes of usual values at once; each
field is one tap or one number. Circumstances that hardly ever matter are folded away and not counted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from starlette.testclient import TestClient

from kempelen.desk.adviser import Adviser, Advising, Answer, Query
from kempelen.desk.calculator import Ask, with_defaults
from kempelen.desk.written import sitting
from kempelen.engine.game import Game, games, say_in
from kempelen.games.undaunted.rules.cards import SQUAD
from kempelen.parts.advice import adviser_of, calculations_of
from kempelen.text.say import Text
from kempelen.web.app import Settings, make_app
from kempelen.web.limits import Limits
from kempelen.web.pocket.asked import rows_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.games.undaunted.person import InAHurry, of_kind

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
                form = forms[one.id]
                # somebody who shoots with one of his own weapons: it is chosen with him
                known = with_defaults(form, {ask.name: last_of(ask) for ask in form.asks[:1] if ask.choices})
                fields = [row for row in rows_of(form.asks, known, say, form.side_by_side) if not row.special]
                yield f"{game.name} | {title} | {1 + len(fields)} at the most, {len(fields)} fields with usual values"
                continue
            assert adviser is not None
            random = Random(one.id)
            if game.name == "undaunted" and one.id in ON_BOARDS:
                counts = list(ON_BOARDS[one.id]())
            else:
                counts = [taps_of(adviser, one.id, random) for _ in range(SITTINGS)]
            yield f"{game.name} | {title} | {mean(counts):.1f} ({max(counts)})"
        if game.advice is not None and game.advice.drawing is not None:
            for what, taps in drawn_taps(game):
                yield f"{game.name} | {what} | {taps}"


def drawn_taps(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Tapped through its page, from the home page: what is opened, chosen and put on the board is a tap each."""
    title = say_in("en").of(Text(f"{game.name}.drawing.title"), "Nom")
    drawing = game.advice.drawing if game.advice is not None else None
    assert drawing is not None
    with TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "games.sqlite", limits=Limits(requests=0, games=0, uploads=0))
        client = TestClient(make_app(settings), base_url="http://localhost", headers={"accept-language": "en"})
        counts = []
        for name, _ in drawing.known():
            page = client.get(f"/desk/{game.name}").text
            word = say_in("en").of(name, "Nom")
            found = re.search(rf'href="([^"]+)"[^>]*>{re.escape(escape(word))}</a>', page)
            assert found is not None, word
            page, taps = client.get(unescape(found[1])).text, 3  # the desk, the list, the unit
            for at in ("tile:1,1", "tile:4,4"):  # the unit; then its enemy without another brush
                found = re.search(rf'<a href="([^"]*at={quote(at, safe="")}[^"]*)"', page)
                assert found is not None, at
                page, taps = client.get(unescape(found[1])).text, taps + 1
            assert "chances" in page
            counts.append(taps)
        yield f"{title}: one of the game's", f"{mean(counts):.1f} ({max(counts)})"
        yield f"{title}: another map", "2 more"
        yield (
            f"{title}: values of one's own",
            f"{sum(not ask.special for ask in drawing.asks)} fields with usual values",
        )


def taps_of(adviser: Adviser, id: str, random: Random) -> int:
    """One sitting, from the card to the advice."""
    now = sitting(adviser, f"o-{id}")
    taps, in_a_row = 1, False
    while (query := now.query) is not None and taps < MOST:
        value = answer_to(now, query, random)
        taps += not in_a_row and not query.joined
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


def last_of(ask: Ask) -> str:
    """A model of a roster: it has weapons of its own."""
    assert ask.choices is not None
    return ask.choices({})[-1].id


# -- on boards that automas met


def consulted(person: InAHurry) -> int:
    """The taps of somebody who has been told: what was opened, answered and denied."""
    taps, in_a_row = 1 + person.denied, False
    for query, answer in person.answered:
        taps += not in_a_row and not query.joined
        in_a_row = query.kind == "yes_no" and not answer
    return taps - person.denied_by_number


def targets() -> Iterator[int]:
    for f in of_kind("scout", "rifleman", "sniper", "mg"):
        person = InAHurry(f)
        person.consult("target", kind=f.kind, action="attack", aim="none")
        yield consulted(person)


def piles() -> Iterator[int]:
    for f in of_kind("sergeant", "guide", "leader"):
        person = InAHurry(f)
        person.consult("bolster", who=f.kind, **({"squad": SQUAD[f.card]} if f.kind == "leader" else {}))
        yield consulted(person)


def mortars() -> Iterator[int]:
    for f in of_kind("mortar"):
        person = InAHurry(f)
        person.consult("mortar_tile")
        yield consulted(person)


def ways() -> Iterator[int]:
    for f in of_kind("scout", "rifleman", "sniper", "mg", "mortar"):
        if f.may_move():
            person = InAHurry(f)
            marked = f.on_target_marker()
            person.consult("path", kind=f.kind, marked=marked, stalk_tile=False, squad=SQUAD[f.card])
            yield consulted(person)


ON_BOARDS: dict[str, Callable[[], Iterator[int]]] = {
    "target": targets,
    "bolster": piles,
    "mortar_tile": mortars,
    "path": ways,
}


if __name__ == "__main__":
    print(*rows(), sep="\n")
