"""What the workbench shows of an automa file: problems at their lines, what changed, the printed page."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time
from typing import Any

from kempelen.automa.problems import Problem
from kempelen.automa.sheet import Sheet
from kempelen.automa.start import started
from kempelen.engine.game import Game
from kempelen.engine.setup import edition_for, options_in
from kempelen.lab.compare import Compared, compared, decisions_of
from kempelen.lab.experiment import usual_seats
from kempelen.parts.automas import Looked, credits_of, look_over, pages_by, shipped_sheets
from kempelen.text.say import Say, Text
from kempelen.web.rooms.start import ME, OWN

__all__ = ["begun_text", "effect_of", "found_in", "seats_against"]

SECONDS = 3.0
"""Of the processor, for games that a page asks for."""
PAIRS = 200


def begun_text(game: Game[Any], changes: str, section: str, say: Say) -> str:
    """A file to begin with: a section of a shipped automa as text to change; raises BadSetup."""
    assert game.automas is not None
    base = shipped_sheets(game).get(changes, game.automas.sheet)
    if base is not game.automas.sheet and not section:
        return base.text.replace(f"automa: {base.head.name}", f"automa: {say('automa.new_name')}", 1)
    return started(base, (section,) if section else (), say("automa.new_name"), say)


def found_in(game: Game[Any], text: str, say: Say, reader: Say) -> dict[str, Any]:
    """Everything about a text; the printed page in the reader's language, the rest in that of the site."""
    looked = look_over(text, game)
    shown: dict[str, Any] = {
        "problems": [_placed(problem, say) for problem in looked.problems],
        "doubts": [_placed(doubt, say) for doubt in looked.doubts],
        "changes": _changes(looked, say),
        "good": looked.automa is not None,
        "pages": [],
        "credits": [],
        "title": "",
        "automa_id": "",
    }
    if looked.automa is not None:
        shown |= _printed(game, looked.automa, reader)
    return shown


def _placed(problem: Problem, say: Say) -> dict[str, Any]:
    return {"line": problem.line, "column": problem.column, "text": say.of(problem.text), "word": problem.word}


def _changes(looked: Looked, say: Say) -> list[dict[str, Any]]:
    found = []
    for change in looked.changes:
        key = "changed" if change.now and change.before else "added" if change.now else "gone"
        section = f"{change.kind} {change.section}".strip()
        fields: Mapping[str, Any] = {
            "line": change.line,
            "section": section,
            "now": change.now,
            "before": change.before,
        }
        found.append({"line": change.line, "text": say.of(Text(f"automa.change.{key}", **fields))})
    return found


def _printed(game: Game[Any], sheet: Sheet, reader: Say) -> dict[str, Any]:
    """The pages that this file has written itself, as the edition in the reader's language has them."""
    options = options_in(game, edition_for(game, "", reader.lang), {})
    own = f"{sheet.head.cited} / "
    pages = [page for page in pages_by(game, sheet, options) if page.source.startswith(own)]
    return {
        "pages": pages,
        "credits": [reader.of(credit) for credit in credits_of(game, sheet)],
        "title": sheet.head.name,
        "automa_id": sheet.id,
    }


def effect_of(game: Game[Any], sheet: Sheet, scenario: str) -> tuple[Compared, Any]:
    """What it does against the original: decisions exactly, and as many games as a few seconds allow."""
    assert game.automas is not None
    original = game.automas.sheet
    begun = process_time()
    found = Compared(scenario)
    for found in compared(game, scenario, sheet, original, {}, PAIRS, "workbench"):  # noqa: B007  # the last counts
        if process_time() - begun > SECONDS:
            break
    return found, decisions_of(game, scenario, sheet, original, {})


def seats_against(game: Game[Any], scenario: str) -> dict[str, str]:
    """The fields of a form that begins a game against one's own automa: a person first, the automa where it plays."""
    assert game.automas is not None
    count = usual_seats(game, scenario)
    roles = bool(game.automas.vocabulary.roles)
    others = {f"seat{n}": game.automa if roles else OWN for n in range(2, count + 1)}
    return {"players": str(count), "seat1": ME, **others, **({"opponent": OWN} if roles else {})}
