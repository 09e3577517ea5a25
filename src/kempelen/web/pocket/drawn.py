"""A table drawn by tapping, with the chances of the unit on it; everything is in the address."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from kempelen.desk.calculator import Answers
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game
from kempelen.engine.table import SPECTATOR
from kempelen.engine.tables.odds import Chance, Inquiry
from kempelen.parts.advice import Drawing, Opened
from kempelen.scene.model import is_cell
from kempelen.text.say import Say, Text
from kempelen.web.pocket.asked import answers_in, row_of
from kempelen.web.pocket.desk import TABLE
from kempelen.web.pocket.tapping import board_with_links
from kempelen.web.shown.reasons import why_steps

__all__ = ["drawn", "opened"]

MOST_CELLS = 9
"""A wider drawing is larger than the screen and moved by a finger, or its places would not be hit."""


def opened(game: Game[Any], position: Mapping[str, Any]) -> Opened:
    """A file as a drawing; raises BadPosition."""
    assert game.advice is not None
    assert game.advice.drawing is not None
    return game.advice.drawing.opened(game.from_position(position, {}))


def changed(drawing: Drawing, line: str, brush: str, asked: Mapping[str, str]) -> tuple[str, str]:
    """The drawing after what was tapped or typed, and the brush that comes next; raises a PlayerError."""
    if "at" in asked:
        return drawing.touched(line, brush, asked["at"]), drawing.after.get(brush, brush)
    if "wide" in asked or "high" in asked:
        numbers = [number_in(asked.get(name, ""), 1, drawing.largest) for name in ("wide", "high")]
        return drawing.sized(line, *(0 if n is None else n for n in numbers)), brush
    return line, brush


def standing(game: Game[Any], drawing: Drawing, line: str, known: Answers) -> tuple[str, Any]:
    """What was drawn before, and if that is no table either, what one begins with."""
    try:
        return line, game.from_position(drawing.position(line, known), {})
    except PlayerError:
        return drawing.blank, game.from_position(drawing.position(drawing.blank, known), {})


def drawn(game: Game[Any], base: str, asked: Mapping[str, str], say: Say, told: Text | None = None) -> dict[str, Any]:
    """Everything the page shows; what is wrong is said above what was there before, and so is what is told."""
    assert game.advice is not None
    assert game.advice.drawing is not None
    drawing = game.advice.drawing
    known, problem = answers_in(drawing.asks, asked)
    first = problem or told
    message = say.of(first) if first is not None else ""
    brush = asked.get("brush", drawing.brushes[0].id)
    line = asked.get("q", drawing.blank)
    before = line
    try:
        line, brush = changed(drawing, line, brush, asked)
        state = game.from_position(drawing.position(line, known), {})
    except PlayerError as error:
        message = say.of(error.text)
        line, state = standing(game, drawing, before, known)
    chances: list[Chance] = []
    try:
        chances = list(odds(game, state, drawing.unit(line)))
    except PlayerError as error:
        message = message or say.of(error.text)
    values = {ask.name: said(known[ask.name]) for ask in drawing.asks}
    kept = {TABLE: asked[TABLE]} if asked.get(TABLE) else {}

    def address(**more: str) -> str:
        return f"{base}/draw?{urlencode({**kept, **values, 'q': line, 'brush': brush, **more})}"

    scene = game.scene(game.view(state, SPECTATOR), say)
    places = {shape.id: address(at=shape.id) for shape in scene.shapes if is_cell(shape)}
    known_units = [
        (say.of(name, "Nom"), address(**given), all(values.get(key) == value for key, value in given.items()))
        for name, given in drawing.known()
    ]
    wide, high = drawing.size(line)
    idle = drawing.idle(line)
    return {
        "message": message,
        "size": (wide, high, drawing.largest),
        "units": known_units,
        "unit": next((name for name, _, on in known_units if on), ""),
        "what": say(f"{game.name}.drawing.title"),
        "intro": say(f"{game.name}.drawing.intro"),
        "wide": scene.unit != "cm" and scene.w > MOST_CELLS,
        "board": board_with_links(scene, places, marks(chances, say)),
        "brushes": [
            (one.id, say.of(one.text, "Bare"), address(brush=one.id), one.id == brush) for one in drawing.brushes
        ],
        "rows": [row_of(ask, known, say) for ask in drawing.asks if ask.name not in idle],
        "values": {**values, "brush": brush},
        "line": line,
        "brush": brush,
        "maps": [(address(q=line), say.of(name, "Nom")) for name, line in drawing.maps()],
        "chances": [
            (
                say.of(one.text, "Nom"),
                say("web.desk.likely", p=float(100 * one.p)),
                str(one.p) if one.p != 1 else "",
                why_steps(one.trace, game, say, {}) if one.trace is not None else [],
            )
            for one in chances
        ],
    }


def odds(game: Game[Any], state: Any, unit: str) -> list[Chance]:
    assert game.advice is not None
    assert game.advice.odds_of is not None
    return list(game.advice.odds_of(state, Inquiry("", unit, (), None, {})))


def said(value: Any) -> str:
    return ("1" if value else "") if isinstance(value, bool) else str(value)


def marks(chances: list[Chance], say: Say) -> dict[str, str]:
    """Each place that an outcome touches, with its whole chance."""
    touched: dict[str, Fraction] = {}
    for chance in chances:
        for handle in set(chance.handles):
            touched[handle] = touched.get(handle, Fraction(0)) + chance.p
    return {handle: say("web.desk.likely", p=float(100 * p)) for handle, p in touched.items()}
