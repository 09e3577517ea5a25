"""Marks beside models on a real table: what is laid and taken away is said when it happens."""

import pytest

from kempelen.engine.game import say_in
from kempelen.games.universalis import GAME
from kempelen.games.universalis.rules.course import begin_phase
from kempelen.games.universalis.rules.events import (
    Became,
    Did,
    Lost,
    PhaseBegan,
    PhaseEnded,
    RoundBegan,
    Shaken,
    Shocked,
    Stunned,
)
from tests.games.universalis.table import model, position, run
from tests.marks import rule

SAID = {
    Became("Marga", "critical"): "Leg zu Marga den Marker „kritisch verletzt“.",
    Became("Marga", "ready"): "Leg zu Marga den Marker „feuerbereit“; er bleibt, bis Marga wieder an der Reihe ist.",
    Lost("Marga", "ready"): "Nimm den Marker „feuerbereit“ von Marga weg.",
    Lost("Marga", "shock"): "Nimm 1 Schock-Marker von Marga weg.",
    Stunned("Marga", 2, ()): "Leg zu Marga 2 Schock-Marker.",
    Did("Marga", "lie_down"): "Leg zu Marga den Marker „liegend“.",
    Did("Marga", "calm"): "Nimm den Marker „in Panik“ von Marga weg.",
    PhaseEnded("Marga", 1): "Leg zu Marga den Marker „fertig für diese Runde“.",
    PhaseBegan("Marga", 6, ("fast",)): (
        "Marga hat die Initiativephase, mit 6 AP: Nimm den Marker „schnell unterwegs“ weg."
    ),
    Shocked("Marga", 0): "Leg zu Marga 1 Schock-Marker.",
    Shaken("Marga", 2, 1, 0): "Marga verliert 2 AP durch Schock: Nimm 1 Schock-Marker weg.",
    Shaken("Marga", 2, 1, 2): "Marga verliert 2 AP durch Schock: Nimm 1 Schock-Marker weg; 2 bleiben liegen.",
    RoundBegan(2): "Nimm alle Marker „fertig für diese Runde“ weg.",
}


@rule("universalis:R075")
@pytest.mark.parametrize("event", SAID, ids=str)
def test_what_hands_do_with_marks(event):
    assert say_in("de").of(GAME.things.by_hand(event, frozenset())) == SAID[event]


@pytest.mark.parametrize(
    "event",
    [Did("Marga", "turn"), Became("Marga", "out"), RoundBegan(1), PhaseBegan("Marga", 6), Shocked("Marga", 2)],
    ids=str,
)
def test_no_mark_where_none_is_needed(event):
    assert GAME.things.by_hand(event, frozenset()) is None


def test_what_is_marked_is_got_ready():
    """A mark that is spoken of in play lies ready from the beginning."""
    from kempelen.engine.setup import Setup

    position = {"models": [{"label": "A1 Tam", "tp": [6]}, {"label": "B1 Marga", "tp": [6]}]}
    words = say_in("de").of(
        GAME.things.prepared(Setup("universalis", "first", ("human", "middle")), position, frozenset())[-1].text
    )
    assert "feuerbereit" in words
    assert "Schock" in words


@rule("universalis:R075")
def test_the_marks_that_go_when_a_model_acts_again_are_named():
    """Who was fast, in defence or ready is so no longer: whoever has the marks on the table learns which go."""
    s = position(model("A1", (30, 45), fast=True, ready=0, ap=6), model("B1", (80, 80)))
    table = run(s, lambda s, table: begin_phase(s, table, s.models[0]))
    (began,) = table.told(PhaseBegan)
    assert began.gone == ("fast", "ready")
    assert not s.models[0].fast
