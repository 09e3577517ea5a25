"""A phone has no keys and no mouse: nothing it shows speaks of them, in either language."""

import re
from pathlib import Path

import pytest

import kempelen
from kempelen.engine.game import games, say_in
from kempelen.text.compare import literals
from kempelen.text.say import LANGUAGES, load_catalogue

WEB = Path(kempelen.__file__).parent / "web"
OF_KEYS = {
    "de": r"\b(?:Pfeil)?[Tt]asten?\b|Tastatur|\bEnter\b|\bEsc(?:ape)?\b|\bUmschalt\b|\bEntf\b|[Ee]ingabetaste|[Mm]aus\b|klick",
    "en": r"\b(?:[Bb]y|[Aa]rrow) keys\b|\bEnter (?:does|goes)\b|\bEsc(?:ape)?\b|\bShift\b|\b[Kk]eyboard|\b[Mm]ouse\b|\b[Cc]lick",
}
HIDDEN = {
    "web.table.aim_keys": "#aim-keys",
    "web.keys": "[data-open=keys]",
    "web.hint_keys": ".for-keys",
    "web.set.noletters": "#set-letters",
}
"""What speaks of keys, and what hides it from a screen that is touched."""
BY_KEYS = {"web.table.arrows"}
"""Told only to whoever aims by keys: what begins it is hidden."""


def spoken(package, lang):
    """The texts that a page may show, each in every form."""
    for key, forms in load_catalogue(lang, package).texts.items():
        if not key.startswith(("web.", *(f"{name}." for name in games()))):
            continue
        for template in forms.values():
            yield key, " ".join(literals(template))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("package", ["kempelen", *(game.package for game in games().values())])
def test_what_speaks_of_keys_is_hidden_from_a_screen_that_is_touched(package, lang):
    found = {key for key, words in spoken(package, lang) if re.search(OF_KEYS[lang], words)}
    open_to_all = {key for key in found - BY_KEYS if not any(key.startswith(hidden) for hidden in HIDDEN)}
    assert open_to_all == set()


def test_it_is_hidden():
    """Each is in a rule for screens without a pointer that hovers, or with one as coarse as a finger."""
    styles = "\n".join(path.read_text("utf-8") for path in sorted((WEB / "static").glob("*.css")))
    rules = re.findall(r"@media ?\((?:hover: ?none|pointer: ?coarse)\)\{([^{}]*)\{display:none", styles)
    for wanted in HIDDEN.values():
        assert any(wanted in rule for rule in rules), wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_tip_tells_the_keys_apart_from_the_rest(visit, lang):
    person, say = visit(lang), say_in(lang)
    page = person.get(person.post("/first/saboteur").headers["location"]).text
    assert f'<p class="for-keys">{say("web.hint_keys.1")}</p>' in page
    assert page.count(say("web.hint_keys.1")) == 1
