"""Words that are explained where they stand: each has its forms and its meaning, and stands somewhere."""

import re

import pytest

from kempelen.contract.words import languages_agree
from kempelen.engine.game import games
from kempelen.text.compare import literals
from kempelen.text.glossary import Term, glossary_faults, glossary_of
from kempelen.text.say import LANGUAGES, Catalogue, load_catalogue

GAMES = tuple(games())
WANTED = {
    "undaunted": {"suppress", "control", "bolster", "scout", "initiative", "cover", "defence"},
    "tactics": {"strike_back", "sacrifice", "water", "range"},
    "saboteur": {"broken", "dead_end", "crossing", "goal"},
    "universalis": {"threat", "ready", "resolve", "action_point"},
}
"""What strangers did not know."""


def terms(game, lang):
    return glossary_of(game, load_catalogue(lang, games()[game].package))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_explains_its_words(game):
    assert languages_agree(games()[game]) == []
    assert {term.name for term in terms(game, "en")} >= WANTED[game]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_explained_is_said(game, lang):
    """Every word stands in some sentence of the game or of the shells, in one of its forms, and is not explained by
    itself alone."""
    catalogue, shells = load_catalogue(lang, games()[game].package), load_catalogue(lang, "kempelen")
    said = "\n".join(
        " ".join(literals(template))
        for key, forms in (*catalogue.texts.items(), *shells.texts.items())
        if not key.startswith((f"{game}.glossary.", f"{game}.glossary_words."))
        for template in forms.values()
    )
    for term in terms(game, lang):
        assert any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", said, re.IGNORECASE) for form in term.forms), term.name
        assert term.words.endswith("."), term.name
        assert "{" not in term.words


CHEST = Term("chest", ("chest", "chests"), "It is worth three.")


@pytest.mark.parametrize(
    ("other", "faults"),
    [
        (Term("coin", ("coin",), "It is worth one."), []),
        (Term("coin", ("coin",), ""), ["coin"]),
        (Term("coin", (), "It is worth one."), ["coin"]),
        (Term("coin", ("Chests",), "It is worth one."), ["chest", "coin"]),
    ],
)
def test_what_is_wrong_with_a_word_is_found(other, faults):
    assert list(glossary_faults((CHEST, other))) == faults


def test_words_are_read_from_the_texts():
    written = '[trove.glossary]\nchest = "chest, chests,"\ncoin = "coin"\n[trove.glossary_words]\nchest = "It is worth three."\n'
    found = glossary_of("trove", Catalogue.parse("en", written))
    assert found == (CHEST, Term("coin", ("coin",), ""))
    assert glossary_of("other", Catalogue.parse("en", written)) == ()
