"""Models in all corners of a table: none lies under a button, none is cut, and nobody is hidden by a dot."""

import json

import pytest

from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Session
from tests.e2e.clicks import settled

GAME = game_named("universalis")
CORNERS = {
    "A1": [2, 2],
    "A2": [88, 2],
    "A3": [2, 88],
    "A4": [88, 88],
    "A5": [6, 2],
    "A6": [30, 3],
    "B1": [60, 3],
    "B2": [40, 87],
    "B3": [2, 45],
    "B4": [88, 45],
    "B5": [83, 88],
    "B6": [45, 40],
}
CROWD = {
    "A1": [2, 2],
    "A2": [6, 2],
    "A3": [10, 3],
    "A4": [14, 2],
    "A5": [15, 8],
    "A6": [32, 5],
    "B1": [86, 10],
    "B2": [86, 15],
    "B3": [86, 20],
    "B4": [86, 25],
    "B5": [86, 30],
    "B6": [86, 40],
}
"""All near one corner, so that the table is not shown whole."""
HIDES = """() => {
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const shown = [...document.querySelectorAll('#board .zoom button, #minimap')].filter(one => one.checkVisibility());
  const board = box(document.querySelector('#board .sheet'));
  const units = [...document.querySelectorAll('#s-board .r-unit')];
  const off = [];
  for (const unit of units) {
    const parts = [unit.querySelector('.b'), unit.querySelector('rect.plate')].filter(Boolean);
    for (const part of parts) {
      const at = box(part);
      if (shown.some(button => meet(box(button), at))) off.push(`${unit.dataset.handle} ${part.getAttribute('class')} lies under a button`);
      const out = Math.max(board.left - at.left, at.right - board.right, board.top - at.top, at.bottom - board.bottom);
      if (out > 1) off.push(`${unit.dataset.handle} ${part.getAttribute('class')} is cut by ${Math.round(out)}`);
    }
  }
  return units.length === 12 ? off : [`${units.length} models`];
}"""


def position(places):
    session = Session(GAME, Setup("universalis", "factory", ("human", "middle")), seed=7).run()
    found = GAME.to_position(session.checkpoint)
    found |= {"phase": "pick", "round": 1, "missions": ["eliminate", "eliminate"], "turned": [0, 180]}
    for model in found["models"]:
        model.pop("place", None)
        model |= {"at": places[model["label"]], "facing": 90, "ap": 6}
    return found


def open_it(page, base, places):
    file = {"name": "p.json", "mimeType": "application/json", "buffer": json.dumps(position(places)).encode()}
    page.goto(f"{base}/import")
    page.set_input_files("#file", file)
    page.click("#import [type=submit], #import button.primary")
    page.wait_for_url("**/own")
    page.locator("form.setup button.primary").first.click()
    page.locator("#dock").wait_for()
    settled(page)


@pytest.mark.parametrize("places", [CORNERS, CROWD], ids=["corners", "crowd"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_models_in_all_corners_are_seen_whole(visit, base, lang, places):
    page = visit(1280, 800, lang)
    open_it(page, base, places)
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")
        assert page.evaluate(HIDES) == [], width
