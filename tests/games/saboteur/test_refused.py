"""Small silences: a field that cannot be meant, a card that can only be thrown away, a dead end in a saboteur's eyes."""

import pytest

from kempelen.engine.game import say_in
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.face.preview import preview
from kempelen.games.saboteur.face.refused import barred, refused
from kempelen.games.saboteur.rules.legal import legal
from kempelen.text.say import LANGUAGES
from tests.games.saboteur.tables import ROW, state
from tests.marks import rule


def said(text):
    return {lang: say_in(lang).of(text) for lang in LANGUAGES}


def answer(s, picked, handle):
    found = refused(GAME.view(s, 0), 0, picked, handle)
    return None if found is None else said(found)["de"]


@pytest.mark.parametrize(
    ("picked", "handle", "words"),
    [
        ([], "cell:5,5", "Wähle zuerst eine Karte"),
        (["card:plus"], "board", "Hierher führt kein Weg"),
        (["card:plus"], "cell:5,5", "Hierher führt kein Weg"),
        (["card:plus"], "cell:2,0", "Hier liegt schon eine Karte"),
        (["card:plus"], "cell:8,0", "Auf eine Zielkarte wird nichts gelegt"),
        (["card:line_vert#2"], "cell:4,0", "passt hier nicht, auch gedreht nicht"),
        (["card:map"], "cell:4,0", "Eine Schatzkarte zeigt dir"),
        (["card:rockfall"], "cell:8,0", "Ein Steinschlag nimmt"),
        (["card:broken_pick"], "cell:4,0", "kommt nicht auf den Tisch"),
    ],
)
@rule("saboteur:1.4.2")
def test_a_field_that_cannot_be_meant_says_why(picked, handle, words):
    s = state("plus line_vert line_vert map rockfall broken_pick", "", "", board=ROW[:3])
    found = answer(s, picked, handle)
    assert words in found
    assert "(" not in found, "whoever has touched a field knows where it is"


def test_a_broken_tool_is_the_reason_wherever_one_touches():
    s = state("plus", "", "", board=ROW[:3], broken={0: ["lantern"]})
    assert "kaputtem Werkzeug" in answer(s, ["card:plus"], "cell:4,0")
    assert answer(s, ["card:plus"], "seat:2") is None


def test_a_card_that_can_only_be_thrown_away_says_why():
    s = state("plus line_vert broken_pick fixed_pick", "", "", board=ROW[:3], broken={0: ["lantern"]})
    found = barred(GAME.view(s, 0), 0, legal(s, 0))
    assert set(found) == {"card:plus", "card:line_vert", "card:fixed_pick"}
    ((use, reason),) = found["card:plus"]
    assert said(use)["de"] == "Legen"
    assert "kaputtem Werkzeug" in said(reason)["de"]
    assert "Bei niemandem" in said(found["card:fixed_pick"][0][1])["de"]


def remarks(role, notation, board=ROW[:3]):
    s = state("plus dead_plus three_vert", "", "", board=board, roles=(role, "gold", "gold"))
    found = preview(GAME.view(s, 0), 0, GAME.parse(notation)).remarks
    return {one.text.key.rpartition(".")[2]: (one.weight, said(one.text)["de"]) for one in found}


def test_a_dead_end_is_judged_by_the_reader_s_own_aim():
    """To whoever digs it is a warning; a saboteur reads what it costs him in the eyes of all."""
    assert remarks("gold", "lay dead_plus 4,0")["dead_end"][0] == "bad"
    sly = remarks("sab", "lay dead_plus 4,0")
    assert sly["dead_end"][0] == "good"
    assert "verdächtig" in sly["looks_much"][1]
    assert not any(name.startswith("looks") for name in remarks("gold", "lay dead_plus 4,0"))
    assert remarks("sab", "lay plus 4,0")["distance"][0] == "bad"
    assert "mitgraben" in remarks("sab", "lay plus 4,0")["looks_dug"][1]


def test_a_way_from_elsewhere_is_told_beside_the_shortest():
    """Four from there is no contradiction to the number above the table."""
    found = remarks("gold", "lay plus 0,1")
    weight, words = found["distance_here"]
    assert weight == "info"
    assert "Von hier dann noch" in words
    assert "auf dem kürzesten Weg" in words
    assert remarks("gold", "lay plus 4,0")["distance"][1].startswith("Von hier dann noch 3 Karten")
