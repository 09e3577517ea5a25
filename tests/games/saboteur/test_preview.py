"""Before a card is played: where the tunnel leads on, what is cut off; and what an action tells about a hidden player."""

import pytest

from kempelen.engine.game import say_in
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.tells import tells
from kempelen.games.saboteur.face.preview import preview
from tests.games.saboteur.tables import ROW, state


def shown(s, notation):
    return preview(GAME.view(s, 0), 0, GAME.parse(notation))


def said(found):
    return [say_in("en").of(remark.text) for remark in found.remarks]


def test_a_path_card_shows_where_it_leads_on():
    s = state("plus", "", "", board=ROW[:3])
    found = shown(s, "lay plus 4,0")
    assert said(found)[0] == "Joined to the start; the tunnel leads on up, to the right and down."
    assert len(found.arrows) == 3
    assert any("3 more cards to the middle goal" in line for line in said(found))


def test_a_dead_end_says_so():
    s = state("dead_plus", "", "", board=ROW[:3])
    assert "A dead end: the tunnel stops here." in said(shown(s, "lay dead_plus 4,0"))


def test_a_card_that_meets_a_goal_says_which_and_not_what_it_is():
    """The same preview wherever the gold lies: it is made from the view."""
    found = [
        shown(state("plus", "", "", board=ROW, goals=goals), "lay plus 7,0")
        for goals in (("stone", "gold", "stone"), ("gold", "stone", "stone"))
    ]
    assert found[0] == found[1]
    assert said(found[0])[0] == "Reaches the middle goal: it is turned up."


def test_a_rockfall_counts_what_is_cut_off():
    s = state("rockfall", "", "", board=ROW[:3])
    assert said(shown(s, "rockfall 2,0"))[0] == "1 card behind it is cut off from the start."


@pytest.mark.parametrize(
    ("notation", "seekers", "saboteurs"),
    [
        ("lay plus 4,0", True, False),
        ("lay dead_plus 4,0", False, True),
        ("map 8,0", True, False),
        ("break broken_pick 1", True, True),
        ("discard map", True, True),
        ("rockfall 2,0", False, True),
    ],
)
def test_what_an_action_tells_everybody(notation, seekers, saboteurs):
    """The authors' lists, role by role; nothing else is asked, so hands and roles make no difference."""
    told = [
        tells(GAME.view(state("", "plus", "plus", board=ROW[:3], roles=roles), 0), 1, GAME.parse(notation))
        for roles in (("gold", "stone", "sab"), ("gold", "sab", "stone"))
    ]
    assert told[0] == told[1]
    words = [say_in("en").of(step.text) for step in told[0]]
    assert ("could have done this" in words[1]) is seekers
    assert ("could have done this" in words[2]) is saboteurs
    assert all(step.public and step.sources for step in told[0])
    assert ("tells nothing" in words[3]) is (seekers and saboteurs)
