"""Repression marks are announced, told before anything else, and seen on the board."""

from __future__ import annotations

import pytest

from kempelen.engine.events import looms_with
from kempelen.games.tactics import GAME
from kempelen.games.tactics.face.marks import looming
from kempelen.games.tactics.rules.events import Destroyed, Marked
from kempelen.games.tactics.rules.state import TURN
from kempelen.text.say import LANGUAGES
from kempelen.web.shown.happened import rank_of
from tests.games.tactics.table import a_table, foe, ours, unit
from tests.marks import rule
from tests.wordings import say_in

ROWS = ["....f..", ".......", "......."]


def seen(*units, marks=0, lang="en"):
    state = a_table(ROWS, [foe("tyrant", "0,0"), ours("archer", "6,2"), *units], mode="tyrant", marks=marks, phase=TURN)
    scene = GAME.scene(GAME.view(state, 0), say_in(lang))
    tray = next(tray for tray in scene.trays if tray.id == "tray:opponent")
    return state, tray.mission, {shape.id: shape.risk for shape in scene.shapes}


@rule("tactics:R20")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_stands_on_a_field_is_announced_and_flagged(lang):
    _, told, risks = seen(foe("enforcer", "4,0"), lang=lang)
    assert "E1" in told
    assert "1" in told
    assert "2" in told
    assert risks["unit:enforcer"] == "⚑!"
    assert risks["unit:tyrant"] == "⚑0/2"


@rule("tactics:Y1")
def test_the_last_mark_is_announced_as_the_end():
    state, told, risks = seen(foe("enforcer", "4,0"), marks=1)
    assert "lost" in told
    assert looming(state).key == "tactics.scene.mark_last"
    assert risks["unit:tyrant"] == "⚑1/2"


@rule("tactics:R21")
def test_a_field_in_reach_is_announced_unless_somebody_stands_there():
    _, told, risks = seen(foe("enforcer", "2,0"))
    assert "field" in told
    assert risks["unit:enforcer"] == ""
    assert looming(seen(foe("enforcer", "2,0"), ours("spearman", "4,0"))[0]) is None


def test_nothing_is_announced_of_marks_where_nobody_could_place_one():
    state, _, _ = seen(foe("guard", "4,0"))
    assert looming(state) is None


def test_a_mark_is_told_before_a_loss_of_ones_own():
    state, _, _ = seen()
    archer, spot = unit(state, "archer"), state.board.spots[0]
    mark, fall = Marked(1, 2), Destroyed(archer.name, spot)
    assert looms_with(mark)
    sides = {f"unit:{archer.name.id}": True}
    assert rank_of(mark, mark.touches, sides, None) > rank_of(fall, fall.touches, sides, None)
