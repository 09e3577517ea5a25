"""Marks beside models on a real table: what is laid and taken away is said when it happens."""

import pytest

from kempelen.engine.game import say_in
from kempelen.games.universalis import GAME
from kempelen.games.universalis.rules.events import Became, Did, Lost, PhaseEnded, RoundBegan, Stunned
from tests.marks import rule

SAID = {
    Became("Marga", "critical"): "Leg zu Marga die Marke „kritisch verletzt“.",
    Became("Marga", "ready"): "Leg zu Marga die Marke „feuerbereit“; sie bleibt, bis Marga wieder an der Reihe ist.",
    Lost("Marga", "ready"): "Nimm die Marke „feuerbereit“ von Marga weg.",
    Lost("Marga", "shock"): "Nimm die Marke „mit Schock“ von Marga weg.",
    Stunned("Marga", 2, ()): "Leg zu Marga 2 Schock-Marker.",
    Did("Marga", "lie_down"): "Leg zu Marga die Marke „liegend“.",
    Did("Marga", "calm"): "Nimm die Marke „in Panik“ von Marga weg.",
    PhaseEnded("Marga", 1): "Leg zu Marga die Marke „fertig für diese Runde“.",
    RoundBegan(2): "Nimm alle Marken „fertig für diese Runde“ weg.",
}


@rule("universalis:R075")
@pytest.mark.parametrize("event", SAID, ids=str)
def test_what_hands_do_with_marks(event):
    assert say_in("de").of(GAME.things.by_hand(event, frozenset())) == SAID[event]


@pytest.mark.parametrize("event", [Did("Marga", "turn"), Became("Marga", "out"), RoundBegan(1)], ids=str)
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
