"""Automas that people write for a game: its vocabulary, the one it comes with, and what makes theirs playable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from kempelen.automa.changes import Change, changes_of, marked
from kempelen.automa.charts import ChartLines
from kempelen.automa.doubts import doubts_about
from kempelen.automa.examples import check_example
from kempelen.automa.problems import BadAutoma, Problem
from kempelen.automa.read import Known, read_file, read_head
from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import shipped_names, shipped_text
from kempelen.automa.source import source_of
from kempelen.automa.vocabulary import Vocabulary
from kempelen.behaviour.chances import MOST_COURSES, TooManyCourses, count_courses
from kempelen.behaviour.chart import Chart
from kempelen.behaviour.document import Page
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, say_in
from kempelen.engine.seats import HUMAN, read_spec, write_spec
from kempelen.engine.setup import Setup
from kempelen.parts.opponents import OPPONENTS
from kempelen.text.say import LANGUAGES, Own, Text

__all__ = [
    "Automas",
    "Looked",
    "against",
    "called",
    "credits_of",
    "game_of_text",
    "look_over",
    "pages_by",
    "readings_of",
    "sheet_from",
    "shipped_sheets",
    "texts_of",
    "with_automa",
]


@dataclass(frozen=True, kw_only=True)
class Automas:
    """What a game says about automa files."""

    vocabulary: Vocabulary
    sheet: Sheet
    """The automa that the game comes with."""
    pages: Callable[[Sheet, Mapping[str, str]], Sequence[Page]]
    """An automa printed back, as these resolved options have it."""
    against: str = ""
    """Who sits opposite where an automa is tried, as a seat; empty for whoever the game itself has for that."""

    def sheet_for(self, game: Game[Any], id: str, setup: Setup) -> Sheet:
        """The automa that a seat or a role names; raises BadSetup or BadAutoma."""
        if id == self.sheet.id:
            return self.sheet
        if id not in setup.automas:
            shipped = shipped_sheets(game)
            if id in shipped:
                return shipped[id]
            known = ", ".join([*setup.automas, *shipped])
            raise BadSetup(Text("setup.unknown_automa", automa=id, known=known))
        return sheet_from(game, setup.automas[id], setup.automas)


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found in a file."""

    problems: tuple[Problem, ...] = ()
    """Each with its place and the remedy; with one of them it cannot be played."""
    doubts: tuple[Problem, ...] = ()
    changes: tuple[Change, ...] = ()
    """Against the automa that it changes."""
    automa: Sheet | None = field(default=None)


def _of(game: Game[Any]) -> Automas:
    if game.automas is None:
        raise BadSetup(Text("automa.none", game=game.name))
    return game.automas


def against(game: Game[Any], bot: str) -> Game[Any]:
    """The game with this bot opposite wherever an automa is tried: one of its own, or one of `OPPONENTS`."""
    return replace(game, automas=replace(_of(game), against=OPPONENTS.get(bot, bot))) if bot else game


def look_over(text: str, game: Game[Any], others: Mapping[str, str] | None = None) -> Looked:
    """Everything about a file: what is wrong, what is doubtful, what it changes. `others` are texts it may build on."""
    automas = _of(game)
    sheets = _sheets(game, others or {}, text)
    options = {id: tuple(ruling.values) for id, ruling in game.rulings.items() if ruling.values}
    ours = text == automas.sheet.text
    found = read_file(text, Known(automas.vocabulary, sheets, options, frozenset(game.rulings), ours))
    if found.sheet is None:
        return Looked(tuple(found.problems))
    defaults = game.rulings.defaults
    charts = found.sheet.made(defaults).charts
    if endless := _too_many_courses(found.sheet, charts):
        return Looked(endless)
    wrong = [check_example(example, charts[example.chart]) for example in found.examples]
    problems = tuple(problem for problem in wrong if problem is not None)
    return Looked(
        problems,
        tuple(doubts_about(found.sheet, defaults)),
        changes_of(found.sheet),
        found.sheet if not problems else None,
    )


def _too_many_courses(sheet: Sheet, charts: Mapping[str, Chart]) -> tuple[Problem, ...]:
    """Charts of this file whose questions branch so often that nobody could look through them."""
    problems = []
    for name, chart in charts.items():
        try:
            count_courses(chart)
        except TooManyCourses:
            own = [part.lines for part in sheet.parts.get(("chart", name), ())]
            line = next((read.line for lines in own if isinstance(lines, ChartLines) for read in lines.asks), 1)
            problems.append(Problem(line, 1, Text("automa.wrong.many_courses", chart=name, most=MOST_COURSES)))
    return tuple(problems)


def _sheets(game: Game[Any], others: Mapping[str, str], text: str) -> dict[str, Sheet]:
    """What a file may change: the game's own automas, and those whose text is given; not itself."""
    sheets = {id: sheet for id, sheet in shipped_sheets(game).items() if sheet.text != text}
    for id, other in others.items():
        if other != text and id not in sheets:
            options = {name: tuple(ruling.values) for name, ruling in game.rulings.items() if ruling.values}
            known = Known(_of(game).vocabulary, dict(sheets), options, frozenset(game.rulings))
            found = read_file(other, known)
            if found.sheet is not None:
                sheets[found.sheet.id] = found.sheet
    return sheets


def shipped_sheets(game: Game[Any]) -> Mapping[str, Sheet]:
    """The automas that come with a game, the original first."""
    return _shipped(game)


@lru_cache(maxsize=16)
def _shipped(game: Game[Any]) -> Mapping[str, Sheet]:
    automas = _of(game)
    sheets = {automas.sheet.id: automas.sheet}
    for name in shipped_names(game.package):
        text = shipped_text(game.package, name)
        if text == automas.sheet.text:
            continue
        found = read_file(text, Known(automas.vocabulary, dict(sheets)))
        if found.sheet is None:
            raise BadAutoma(name, tuple(found.problems))
        sheets[found.sheet.id] = found.sheet
    return sheets


@lru_cache(maxsize=16)
def _files(package: str) -> Mapping[str, str]:
    return {shipped_text(package, name): name for name in shipped_names(package)}


def _shipped_file(game: Game[Any], sheet: Sheet) -> str:
    """The name of the file that an automa comes in with its game, without its ending; empty for somebody's own."""
    return _files(game.package).get(sheet.text, "")


def called(game: Game[Any], sheet: Sheet) -> Own:
    """What an automa is called: one that comes with a game in every language, any other as it is written."""
    file, name = _shipped_file(game, sheet), sheet.head.name
    key = f"{game.name}.automa_name.{file}"
    return Own({lang: say(key) if file and (say := say_in(lang)).has(key) else name for lang in LANGUAGES})


def sheet_from(game: Game[Any], text: str, others: Mapping[str, str] | None = None) -> Sheet:
    """The automa of a text; raises BadAutoma with what is wrong. The same text gives the same object."""
    return _sheet_from(game, text, tuple(sorted((id, other) for id, other in (others or {}).items() if other != text)))


@lru_cache(maxsize=64)
def _sheet_from(game: Game[Any], text: str, others: tuple[tuple[str, str], ...]) -> Sheet:
    looked = look_over(text, game, dict(others))
    if looked.automa is None:
        said = read_head(source_of(text), [])
        raise BadAutoma(said["automa"][0] if "automa" in said else "?", looked.problems)
    return looked.automa


def texts_of(game: Game[Any], sheet: Sheet) -> dict[str, str]:
    """What a set-up has to carry so that this automa can be played anywhere: its text, and those it builds on.

    Somebody's changed copy of a shipped automa may have kept its name; what counts is whether the text is ours.
    """
    shipped = shipped_sheets(game)
    return {one.id: one.text for one in sheet.chain if one.id not in shipped or shipped[one.id].text != one.text}


def with_automa(game: Game[Any], setup: Setup, sheet: Sheet) -> Setup:
    """The same with this automa wherever the game's own would play: on seats of bots that take one, and in roles."""
    seats = tuple(_seat_with(game, seat, sheet) for seat in setup.seats)
    roles = {**dict.fromkeys(_of(game).vocabulary.roles, sheet.id), **setup.roles}
    return replace(setup, seats=seats, roles=roles, automas={**setup.automas, **texts_of(game, sheet)})


def _seat_with(game: Game[Any], seat: str, sheet: Sheet) -> str:
    if seat == HUMAN:
        return seat
    spec = read_spec(seat)
    if spec.automa or not getattr(game.bots.get(spec.name), "takes_sheet", False):
        return seat
    return write_spec(replace(spec, automa=sheet.id))


def game_of_text(text: str) -> str:
    """The game that a file says it is for; empty if it does not say."""
    said = read_head(source_of(text), [])
    return said["game"][0] if "game" in said else ""


def pages_by(game: Game[Any], sheet: Sheet, options: Mapping[str, str] | None = None) -> tuple[Page, ...]:
    """An automa printed back, with the lines marked that differ from the one it changes."""
    return marked(tuple(_of(game).pages(sheet, game.rulings.resolve(options or {}))), sheet)


def credits_of(game: Game[Any], sheet: Sheet) -> tuple[Text, ...]:
    """Whose work an automa is: every link of the chain, then the authors of the procedure."""
    told = []
    for one in sheet.chain:
        if one is _of(game).sheet:
            break
        key = "automa.credit" if one.base is None else "automa.credit_changed"
        head, base = one.head, called(game, one.base) if one.base is not None else ""
        name, version, author = called(game, one), head.version or "1", head.author or "?"
        licence = head.licence or "\N{EN DASH}"
        told.append(Text(key, name=name, version=version, author=author, licence=licence, base=base))
    return (*told, *game.credits)


def readings_of(sheet: Sheet) -> tuple[Text, ...]:
    """The author's own readings, as they are cited."""
    return tuple(
        Text("automa.reading", id=f"{one.id}:{id}", words=Own(words))
        for one in sheet.chain
        for id, words in one.readings.items()
    )
