"""An adviser and calculators as a page shows them: one question at a time, with pictures, as links that say it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from kempelen.desk.adviser import Adviser, Advising, Answer, Option, Query, Spot
from kempelen.desk.written import between, said_in, word_for
from kempelen.engine.game import Game
from kempelen.engine.trace import Cite, RulingCite
from kempelen.scene import parts
from kempelen.text.say import Say, Text
from kempelen.web.shown.reasons import WhyStep, in_words, why_steps

__all__ = ["TABLE", "Button", "Told", "Wish", "address", "is_few", "menu_of", "picture_of", "told_of", "wish_of"]

TABLE = "table"
"""Which game somebody has left for the desk, in the address: there is a way back to it."""

FEW = 21
"""So many numbers are buttons; of more one is typed."""
BESIDE, NUMBERED = 1.6, 0.45
"""How far apart ways are drawn that lie over each other, and where on its last step the number of one stands."""
FEW_PLACES = 24
HANDFUL = 5
"""So many are offered beside something else."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to tap."""

    href: str
    label: str
    small: str = ""
    """What it would bring."""
    picture: Markup | None = None
    marked: bool = False
    spoken: str = ""
    """What a number in a picture stands for, for whoever does not see the picture."""


@dataclass(frozen=True, slots=True)
class Spotted:
    """A place in the picture of a question, in its own units."""

    x: float
    y: float
    text: str
    tag: str
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Sketched:
    """The picture: where it begins, how large it is, and its places."""

    box: str
    spots: tuple[Spotted, ...]
    ways: tuple[tuple[str, float, float], ...] = ()
    """Ways as lines, and where the number of each stands."""

    @property
    def large(self) -> bool:
        """So many places that they take the screen."""
        return sum(bool(spot.href) for spot in self.spots) > FEW_PLACES


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked now."""

    kind: str
    number: str
    """The author's number of the question; may be empty."""
    text: str
    hint: str
    buttons: tuple[Button, ...]
    ranges: tuple[tuple[str, str], ...]
    """With a die: which faces lead to what."""
    rolls: str
    """Where the program rolls; empty if there is nothing to roll."""
    least: int
    most: int
    cites: tuple[str, ...]
    readings: tuple[tuple[str, str, str], ...]
    """Number, question and reading of ours."""
    sketch: Sketched | None
    further: tuple[Button, ...]
    """The questions that follow a no, and no to all: whoever knows the card goes straight to the first yes."""


@dataclass(frozen=True, slots=True)
class Told:
    """The advice."""

    do: str
    how: tuple[str, ...]
    why: Sequence[WhyStep]
    doubt: str
    deny: str
    instead: str
    """What is asked of whoever denies it, if that is a number out of a few: he denies it with the number."""
    numbers: tuple[Button, ...]
    then: tuple[Button, ...]
    sketch: Sketched | None


def address(base: str, words: Sequence[str], chosen: Mapping[str, str], path: str = "") -> str:
    """Where a sitting stands."""
    asked = {**chosen, **({"q": between.join(words)} if words else {})}
    return f"{base}{path}" + (f"?{urlencode(asked)}" if asked else "")


def picture_of(game: Game[Any], thing: str, say: Say) -> Markup | None:
    shape = game.things.picture(thing, say) if thing else None
    return Markup(parts.sample(shape)) if shape is not None else None


def thing_button(game: Game[Any], href: str, thing: str, label: str, say: Say, *, marked: bool = False) -> Button:
    """Something chosen by its picture; its name is divided as on the card."""
    shape = game.things.picture(thing, say) if thing else None
    if shape is None:
        return Button(href, label, marked=marked)
    return Button(href, shape.text if "\n" in shape.text else label, picture=Markup(parts.sample(shape)), marked=marked)


def menu_of(
    game: Game[Any], base: str, adviser: Adviser, forms: frozenset[str], chosen: Mapping[str, str], say: Say
) -> list[tuple[str, list[Button]]]:
    """Everything that can be asked, in its groups; what can be worked out in one form opens that."""
    groups: dict[Text, list[Button]] = {}
    for one in adviser.consultations:
        href = address(base, (), chosen, f"/{one.id}") if one.id in forms else address(base, (f"o-{one.id}",), chosen)
        button = thing_button(game, href, one.thing, say.of(one.title, "Nom"), say)
        groups.setdefault(one.group, []).append(button)
    return [(say.of(group), buttons) for group, buttons in groups.items()]


def trail_of(advising: Advising, say: Say) -> list[str]:
    """What has been answered, short."""
    # a bare number says nothing, nor does a list that ended
    said = (one for one in advising.said if one[0].kind != "number" and one[1] != one[0].enter)
    return [f"{number_of(query)} {answer_word(query, answer, say)}".strip() for query, answer, _ in said]


def number_of(query: Query) -> str:
    items = [source.item for source in query.sources if isinstance(source, Cite)]
    return f"{items[0]})" if items and items[0][:1].isdecimal() else ""


def answer_word(query: Query, answer: Answer, say: Say) -> str:
    if query.kind == "yes_no":
        return say("web.desk.yes" if answer else "web.desk.no")
    option = next((option for option in query.options if option.id == str(answer)), None)
    return say.of(option.text, "Bare") if option is not None else str(answer)


def wish_of(
    game: Game[Any],
    base: str,
    advising: Advising,
    line: str,
    chosen: Mapping[str, str],
    say: Say,
    options: Mapping[str, str],
) -> Wish:
    """The question, with what each answer leads to where that can be said."""
    query = advising.query
    assert query is not None
    words = said_in(line)

    def to(answer: Answer) -> str:
        return address(base, (*words, word_for(query, answer)), chosen)

    buttons: tuple[Button, ...] = ()
    ranges: tuple[tuple[str, str], ...] = ()
    if query.kind == "yes_no":
        buttons = tuple(
            Button(to(answer), say(f"web.desk.{word}"), brings(advising, answer, say))
            for word, answer in (("no", False), ("yes", True))
        )
    elif query.kind in ("choice", "lot"):
        drawn = {spot.id for spot in query.spots}
        buttons = lots_of(query, to, say) or tuple(
            button
            for option in query.options
            if option.id not in drawn
            for button in option_buttons(game, base, advising, option, words, chosen, say)
        )
    elif query.most - query.least < FEW:
        none = query.none
        buttons = tuple(
            Button(to(n), str(n) if n or none is None else say.of(none, "Nom"))
            for n in (*range(query.least or (none is not None), query.most + 1), *([0] if none is not None else []))
        )
    if query.kind == "roll":
        ranges = ranges_of(advising, query, say)
    words_of = {option.id: (say.of(option.text, "Bare"), to(option.id)) for option in query.options}
    further = further_of(base, advising, words, chosen, say) if query.kind == "yes_no" else ()
    return Wish(
        query.kind,
        number_of(query),
        say.of(query.text, "Nom"),
        say.of(query.hint) if query.hint is not None else thrown_again(query, say),
        buttons,
        ranges,
        address(base, words, chosen, "/roll") if query.kind in ("roll", "lot") else "",
        query.least,
        query.most,
        tuple(in_words(query.sources, game, say)),
        tuple(
            reading_of(game, source.id, options, say.lang) for source in query.sources if isinstance(source, RulingCite)
        ),
        sketched(query.spots, words_of, query.ways),
        further,
    )


def lots_of(query: Query, to: Callable[[Answer], str], say: Say) -> tuple[Button, ...]:
    """Lots by the numbers that they have in the picture, and by the faces of the die that decides; none without one."""
    if query.kind != "lot" or not query.most:
        return ()
    each = query.most // len(query.options)
    found = []
    for n, option in enumerate(query.options):
        first, last = n * each + 1, (n + 1) * each
        faces = str(first) if first == last else f"{first}–{last}"
        word = say.of(option.text, "Nom")
        small = say("web.desk.lot_faces", die=query.most, faces=faces)
        label = say("web.desk.lot_way", n=n + 1) if query.ways else word
        found.append(Button(to(option.id), label, small, spoken=word if query.ways else ""))
    return tuple(found)


def thrown_again(query: Query, say: Say) -> str:
    """The faces of the die that stand for no lot."""
    if query.kind != "lot" or not query.most or not (left := query.most % len(query.options)):
        return ""
    faces = str(query.most) if left == 1 else f"{query.most - left + 1}–{query.most}"
    return say("web.desk.lot_again", faces=faces)


def option_buttons(
    game: Game[Any],
    base: str,
    advising: Advising,
    option: Option,
    words: Sequence[str],
    chosen: Mapping[str, str],
    say: Say,
) -> list[Button]:
    """One button; or if the next question belongs to this answer, one for each of its options."""
    query = advising.query
    assert query is not None
    said = (*words, word_for(query, option.id))
    label = say.of(option.text, "Bare")
    then, _ = advising.leads_to(option.id)
    if then is None or not then.joined:
        marked = option.id == query.enter
        return [thing_button(game, address(base, said, chosen), option.thing, label, say, marked=marked)]
    return [
        thing_button(
            game,
            address(base, (*said, word_for(then, one.id)), chosen),
            one.thing,
            f"{label} {say.of(one.text, 'Bare')}",
            say,
        )
        for one in then.options
    ]


def further_of(
    base: str, advising: Advising, words: Sequence[str], chosen: Mapping[str, str], say: Say
) -> tuple[Button, ...]:
    """Every question that comes if all before it are answered with no, and where no to all of them leads."""
    found: list[Button] = []
    said = list(words)
    while (query := advising.query) is not None and query.kind == "yes_no":
        label = f"{number_of(query)} {say.of(query.text, 'Nom')}".strip()
        found.append(Button(address(base, (*said, "y"), chosen), label, brings(advising, True, say)))
        said.append("n")
        advising.answer(False)
    last = advising.advice
    small = say.of(last.short or last.do, "Bare") if last is not None else ""
    for _ in found:
        advising.undo()
    if len(found) < 2:
        return ()
    return (*found, Button(address(base, said, chosen), say("web.desk.none_of_them"), small))


def sketched(
    spots: Sequence[Spot],
    words: Mapping[str, tuple[str, str]],
    ways: Sequence[Sequence[tuple[float, float]]] = (),
) -> Sketched | None:
    """Tiles as a box lays them, a little higher than wide so that a finger hits them."""
    if not spots:
        return None
    wide, high = 10.0, 12.0
    xs, ys = [spot.x * wide for spot in spots], [spot.y * high for spot in spots]
    left, top = min(xs) - wide / 2, min(ys) - high / 2
    box = f"{left:g} {top:g} {max(xs) - min(xs) + wide:g} {max(ys) - min(ys) + high:g}"
    return Sketched(
        box,
        tuple(
            Spotted(spot.x * wide, spot.y * high, spot.text, spot.tag, *words.get(spot.id, ("", ""))) for spot in spots
        ),
        tuple(lines_of(ways, wide, high)),
    )


def lines_of(
    ways: Sequence[Sequence[tuple[float, float]]], wide: float, high: float
) -> Iterator[tuple[str, float, float]]:
    """Each beside the others that go the same way, its number a little before its end."""
    for n, way in enumerate(ways):
        aside = (n - (len(ways) - 1) / 2) * BESIDE
        points = [(x * wide + aside, y * high + aside) for x, y in way]
        (before, above), (x, y) = points[-2:]
        line = " ".join(f"{a:g},{b:g}" for a, b in points)
        yield line, x + (before - x) * NUMBERED, y + (above - y) * NUMBERED


def reading_of(game: Game[Any], cite: str, options: Mapping[str, str], lang: str) -> tuple[str, str, str]:
    ruling = game.rulings[cite.partition(":")[2]]
    return ruling.id, ruling.question[lang], ruling.read_as(options)[lang]


def brings(advising: Advising, answer: Answer, say: Say) -> str:
    """What an answer brings, if it decides or leads to the die."""
    query, advice = advising.leads_to(answer)
    if advice is not None:
        return say.of(advice.short or advice.do, "Bare")
    return say("web.desk.then_roll") if query is not None and query.kind == "roll" else ""


def ranges_of(advising: Advising, query: Query, say: Say) -> tuple[tuple[str, str], ...]:
    """`1-7: MOVE`, face by face as the same lines decide; nothing where the die alone does not."""
    found: list[tuple[int, int, str]] = []
    for face in range(query.least, query.most + 1):
        then, advice = advising.leads_to(face)
        if advice is not None:
            word = say.of(advice.short or advice.do, "Bare")
        elif then is not None and then.kind == "roll":
            word = say("web.desk.again")
        else:
            return ()
        if found and found[-1][2] == word:
            found[-1] = (found[-1][0], face, word)
        else:
            found.append((face, face, word))
    return tuple((str(first) if first == last else f"{first}–{last}", word) for first, last, word in found)


def is_few(query: Query | None) -> bool:
    """A number out of a handful is asked for."""
    return query is not None and query.kind == "number" and query.most - query.least < HANDFUL


def instead_of(
    base: str, advising: Advising, words: Sequence[str], chosen: Mapping[str, str], say: Say
) -> tuple[str, tuple[Button, ...]]:
    """A denial is one tap with the number that is so instead, where only a few can be."""
    if advising.doubt is None:
        return "", ()
    advising.deny()
    query = advising.query
    advising.undo()
    if query is None or not is_few(query):
        return "", ()
    numbers = range(query.least, query.most + 1)
    return say.of(query.text, "Nom"), tuple(
        Button(address(base, (*words, "d", word_for(query, n)), chosen), str(n)) for n in numbers
    )


def told_of(
    game: Game[Any],
    base: str,
    advising: Advising,
    line: str,
    chosen: Mapping[str, str],
    say: Say,
    options: Mapping[str, str],
) -> Told:
    advice = advising.advice
    assert advice is not None
    words = said_in(line)
    doubt = advising.doubt
    known = {one.id: one.thing for one in advising.adviser.consultations}
    return Told(
        say.of(advice.do, "Nom"),
        tuple(say.of(text) for text in advice.how),
        why_steps(advice.trace, game, say, options),
        say.of(doubt) if doubt is not None else "",
        address(base, (*words, "d"), chosen),
        *instead_of(base, advising, words, chosen, say),
        tuple(
            Button(
                address(base, (*words, f"f{n}"), chosen),
                say.of(follow.text, "Nom"),
                picture=picture_of(game, known.get(follow.id, ""), say),
            )
            for n, follow in enumerate(advice.then)
        ),
        sketched(advice.spots, {}),
    )
