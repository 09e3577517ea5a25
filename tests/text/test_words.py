"""One word for one thing in German: what the authors' sheets call it, and nothing that a phone has not."""

import re

import pytest

from kempelen.engine.game import games
from kempelen.text.compare import literals
from kempelen.text.say import load_catalogues

OWN_WORD = {"tactics": "Gegner", "undaunted": "KI", "universalis": "Gegner"}
"""What the document calls whoever plays against people; Saboteur's authors say Computerspieler."""
AIMS = re.compile(r"\b(?:Ziel|Ziele|Zielen|Ziels)\b")
TARGETS = (
    "target",
    "provided",
    "suppress",
    "gameplay_4",
    "targets_3",
    "value",
    "mortar",
    "no_target",
    "shoot",
    "follow.target",
)
"""Keys that speak of whom somebody shoots at; an objective is a Zielmarker (the German sheet)."""


def texts():
    """Every German text by its key, as it is written."""
    packages = [game.package for game in games().values()]
    return {
        key: "".join(part for form in forms.values() for part in literals(form))
        for catalogue in load_catalogues("de", *packages)
        for key, forms in catalogue.texts.items()
    }


@pytest.mark.parametrize("game", OWN_WORD)
def test_a_game_has_its_documents_word_for_the_automa(game):
    found = {key: text for key, text in texts().items() if key.startswith(f"{game}.") and "Computerspieler" in text}
    assert found == {}


def test_an_objective_is_a_zielmarker():
    found = {
        key: text
        for key, text in texts().items()
        if key.startswith("undaunted.") and AIMS.search(text) and not any(word in key.lower() for word in TARGETS)
    }
    assert found == {}


def test_a_phone_has_no_mouse_and_no_keyboard():
    found = {
        key: text
        for key, text in texts().items()
        if key.startswith("web.") and re.search(r"[Kk]lick|Tastatur", text) and not key.startswith("web.keys")
    }
    assert found == {}
