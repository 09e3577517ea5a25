"""What the workbench shows of an automa file: problems at their lines, what changed, the printed page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.automa.problems import Problem
from kempelen.automa.read import read_head
from kempelen.automa.sheet import Sheet
from kempelen.automa.source import LIMITS, source_of
from kempelen.automa.start import started
from kempelen.automa.vocabulary import Vocabulary
from kempelen.engine.game import Game
from kempelen.engine.setup import edition_for, options_in
from kempelen.lab.experiment import usual_seats
from kempelen.parts.automas import Looked, credits_of, look_over, pages_by, shipped_sheets
from kempelen.text.say import Say, Text
from kempelen.web.bench.labels import section_title
from kempelen.web.bench.odds import ChartOdds, largest_change, odds_of
from kempelen.web.rooms.start import ME, OWN
from kempelen.wording import sheet_name

__all__ = ["begun_text", "found_in", "name_in", "numbers_below", "plain", "seats_against"]


def begun_text(game: Game[Any], changes: str, section: str, say: Say) -> str:
    """A file to begin with: a section of a shipped automa as text to change; raises BadSetup."""
    assert game.automas is not None
    base = shipped_sheets(game).get(changes, game.automas.sheet)
    if base is not game.automas.sheet and not section:
        return base.text.replace(f"automa: {base.head.name}", f"automa: {say('automa.new_name')}", 1)
    return started(base, (section,) if section else (), say("automa.new_name"), say)


def plain(text: str) -> str:
    """As a browser sends it, with the ends of lines that files have; what is too long is cut behind the limit."""
    return text.replace("\r\n", "\n")[: LIMITS.bytes + 1]


def name_in(text: str) -> str:
    """What a text calls its automa; empty if it does not say."""
    said = read_head(source_of(text), [])
    return said["automa"][0][:80] if "automa" in said else ""


def numbers_below(game: Game[Any], text: str) -> dict[str, dict[str, int]]:
    """The numbers of the shipped automa that a text changes; none if it changes none."""
    said = read_head(source_of(text), [])
    base = shipped_sheets(game).get(said["changes"][0]) if "changes" in said else None
    return {} if base is None else {name: base.table(name) for name in base.numbers}


def found_in(game: Game[Any], text: str, say: Say, reader: Say, good_text: str = "") -> dict[str, Any]:
    """Everything about a text; the printed page in the reader's language, the rest in that of the site.

    While something is wrong, the page is that of the last text that was good.
    """
    assert game.automas is not None
    looked = look_over(text, game)
    shown: dict[str, Any] = {
        "problems": [_placed(problem, game, say) for problem in looked.problems],
        "doubts": [_placed(doubt, game, say) for doubt in looked.doubts],
        "changes": _changes(looked, game.automas.vocabulary, say),
        "good": looked.automa is not None,
        "last_good": False,
        "pages": [],
        "odds": [],
        "effect": "",
        "credits": [],
        "title": "",
        "automa_id": "",
    }
    sheet = looked.automa
    if sheet is None and good_text:
        sheet = look_over(good_text, game).automa
        shown["last_good"] = sheet is not None
    if sheet is not None:
        shown |= _printed(game, sheet, say, reader)
    return shown


def _placed(problem: Problem, game: Game[Any], say: Say) -> dict[str, Any]:
    assert game.automas is not None
    known = any(word.name == problem.word for word in game.automas.vocabulary.words.values())
    word = problem.word if known else ""
    return {"line": problem.line, "column": problem.column, "text": say.of(problem.text), "word": word}


def _changes(looked: Looked, vocabulary: Vocabulary, say: Say) -> list[dict[str, Any]]:
    found = []
    for change in looked.changes:
        key = "changed" if change.now and change.before else "added" if change.now else "gone"
        section = section_title(vocabulary, f"{change.kind} {change.section}", say)
        fields: Mapping[str, Any] = {
            "line": change.line,
            "section": section,
            "now": change.now,
            "before": change.before,
        }
        found.append({"line": change.line, "text": say.of(Text(f"automa.change.{key}", **fields))})
    return found


def _printed(game: Game[Any], sheet: Sheet, say: Say, reader: Say) -> dict[str, Any]:
    """The pages that this file has written itself, and their odds, as the edition in the reader's language has them."""
    options = options_in(game, edition_for(game, "", reader.lang), {})
    own = f"{sheet.head.cited} / "
    pages = [page for page in pages_by(game, sheet, options) if page.source.startswith(own)]
    odds = odds_of(game, sheet, options, say)
    return {
        "pages": pages,
        "odds": [chart.data() for chart in odds],
        "effect": _effect(odds, say),
        "credits": [reader.of(credit) for credit in credits_of(game, sheet)],
        "title": sheet_name(game, sheet, reader),
        "automa_id": sheet.id,
    }


def _effect(odds: tuple[ChartOdds, ...], say: Say) -> str:
    """What a change does most, in one sentence; empty if no chance is another than before."""
    most = largest_change(odds)
    if most is None:
        return ""
    chart, way, chance = most
    told = chance.data()
    where = {"chart": chart.title, "answers": way.answers, "action": chance.action}
    return say("web.workbench.effect", **where, before=told["before"], after=told["after"])


def seats_against(game: Game[Any], scenario: str) -> dict[str, str]:
    """The fields of a form that begins a game against one's own automa: a person first, the automa where it plays."""
    assert game.automas is not None
    count = usual_seats(game, scenario)
    roles = bool(game.automas.vocabulary.roles)
    others = {f"seat{n}": game.automa if roles else OWN for n in range(2, count + 1)}
    return {"players": str(count), "seat1": ME, **others, **({"opponent": OWN} if roles else {})}
