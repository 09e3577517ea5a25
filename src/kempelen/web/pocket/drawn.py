"""A table drawn by tapping, with the chances of the unit on it; everything is in the address."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game
from kempelen.engine.table import SPECTATOR
from kempelen.engine.tables.odds import Chance, Inquiry
from kempelen.scene.model import is_cell
from kempelen.text.say import Say
from kempelen.web.pocket.asked import answers_in, row_of
from kempelen.web.pocket.desk import TABLE
from kempelen.web.pocket.tapping import board_with_links
from kempelen.web.shown.reasons import why_steps

__all__ = ["drawn"]

MOST_CELLS = 9
"""A wider drawing is larger than the screen and moved by a finger, or its places would not be hit."""


def drawn(game: Game[Any], base: str, asked: Mapping[str, str], say: Say) -> dict[str, Any]:
    """Everything the page shows; what is wrong is said above what was there before."""
    assert game.advice is not None
    assert game.advice.drawing is not None
    drawing = game.advice.drawing
    known, problem = answers_in(drawing.asks, asked)
    message = say.of(problem) if problem is not None else ""
    brush = asked.get("brush", drawing.brushes[0].id)
    line = asked.get("q", drawing.blank)
    try:
        if "at" in asked:
            line = drawing.touched(line, brush, asked["at"])
            brush = drawing.after.get(brush, brush)
        state = game.from_position(drawing.position(line, known), {})
    except PlayerError as error:
        message, line = say.of(error.text), drawing.blank
        state = game.from_position(drawing.position(line, known), {})
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
    return {
        "message": message,
        "units": known_units,
        "unit": next((name for name, _, on in known_units if on), ""),
        "what": say(f"{game.name}.drawing.title"),
        "intro": say(f"{game.name}.drawing.intro"),
        "wide": scene.unit != "cm" and scene.w > MOST_CELLS,
        "board": board_with_links(scene, places, marks(chances, say)),
        "brushes": [
            (one.id, say.of(one.text, "Bare"), address(brush=one.id), one.id == brush) for one in drawing.brushes
        ],
        "rows": [row_of(ask, known, say) for ask in drawing.asks],
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
