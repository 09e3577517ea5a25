"""The printed page: the authors' two lists, each once, with its own sentences."""

from fractions import Fraction

import pytest

from kempelen.behaviour.document import markdown
from kempelen.engine.game import say_in
from kempelen.games.saboteur import GAME
from kempelen.parts.document import pages_of
from kempelen.text.say import LANGUAGES, Text
from tests.games.saboteur.tables import decides, state
from tests.marks import rule

PAGES = SEEKERS, SABOTEURS = tuple(pages_of(GAME))
OTHER_ROLE = {"en": ("saboteur", "seeker"), "de": ("Saboteur", "sucher")}
"""What would name the other list's people."""


def lines_of(page, say):
    return [say.of(how) for _, _, how in page.lines]


@rule("saboteur:4.3.3.1", "saboteur:4.3.3.2")
def test_gold_and_stone_seekers_have_one_list():
    assert len(PAGES) == 2
    assert [number for number, _, _ in SEEKERS.lines] == list("123456")
    assert [number for number, _, _ in SABOTEURS.lines] == list("12345")


@rule("saboteur:4.3.3.3")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_page_says_that_the_next_action_follows(page, lang):
    say = say_in(lang)
    assert page.intro[0] == Text("saboteur.page.next")
    assert say.of(page.intro[0]) in markdown("", [page], (), say)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_list_speaks_of_its_own_people_only(lang):
    say, (saboteur, seeker) = say_in(lang), OTHER_ROLE[lang]
    assert not [line for line in lines_of(SEEKERS, say) if saboteur in line]
    assert not [line for line in lines_of(SABOTEURS, say) if seeker in line]
    assert len(set(lines_of(SEEKERS, say)[3:]) & set(lines_of(SABOTEURS, say)[2:])) == 0


@rule("saboteur:R14", "saboteur:R27")
def test_readings_stand_where_they_count():
    assert {"R14", "R27"} <= set(SEEKERS.rulings) & set(SABOTEURS.rulings)
    assert {"R19", "R20"} <= set(SEEKERS.rulings) - set(SABOTEURS.rulings)
    assert {"R24", "R26"} <= set(SABOTEURS.rulings) - set(SEEKERS.rulings)
    assert set(SEEKERS.rulings + SABOTEURS.rulings) <= set(GAME.rulings)


@rule("saboteur:R15")
@pytest.mark.parametrize(("lang", "words"), [("en", ("straight line", "open side")), ("de", ("Luftlinie", "offenen"))])
def test_both_distances_are_in_words(lang, words):
    say = say_in(lang)
    for line in (lines_of(SEEKERS, say)[3], lines_of(SABOTEURS, say)[2]):
        assert all(word in line for word in words), line


@rule("saboteur:R24")
def test_as_built_the_page_has_the_order_of_the_program():
    _, built = pages_of(GAME, {"R24": "built"})
    assert [number for number, _, _ in built.lines] == list("14235")


@rule("saboteur:R16", "saboteur:R18")
def test_equal_cards_count_once_for_the_lot_of_blocking():
    s = state("broken_pick broken_pick broken_lantern", "plus", "plus")
    assert set(decides(s).values()) == {Fraction(1, 4)}
    assert len(decides(s)) == 4


@rule("saboteur:R16", "saboteur:R25")
def test_equal_cards_count_each_where_one_is_thrown_away():
    s = state("fixed_pick fixed_pick fixed_lantern", "plus", "plus")
    assert decides(s) == {"discard fixed_pick": Fraction(2, 3), "discard fixed_lantern": Fraction(1, 3)}
