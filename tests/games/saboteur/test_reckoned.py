"""What can be counted out from one's seat, and nothing more: goals, roles, the next card."""

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.face.reckoned import reckoned
from tests.games.saboteur.tables import ROW, state
from tests.marks import rule

EN = say_in("en")
TU = Setup("saboteur", "tu", ("human", "rule", "rule"))


def told(view, setup=TU):
    return {
        heading.key.rpartition(".")[2]: {
            EN.of(what, "Bare"): known if isinstance(known, tuple) else EN.of(known) for what, known in lines
        }
        for heading, lines in reckoned(setup, view, 0)
    }


@rule("saboteur:1.4.8")
def test_where_the_gold_may_lie_by_what_one_has_seen():
    fresh = told(GAME.view(state("plus", "", "", board=ROW[:3]), 0))["gold"]
    assert list(fresh.values()) == [(1, 3)] * 3
    looked = told(GAME.view(state("plus", "", "", board=ROW[:3], looked={0: ["8,-2"]}), 0))["gold"]
    assert list(looked.values()) == ["a stone", (1, 2), (1, 2)]
    both = told(GAME.view(state("plus", "", "", board=ROW[:3], looked={0: ["8,-2", "8,2"]}), 0))["gold"]
    assert list(both.values()) == ["a stone", "the gold", "a stone"]


@rule("saboteur:1.1.2")
def test_which_roles_lie_with_the_others_or_in_the_box():
    view = GAME.view(state("plus", "", "", board=ROW[:3]), 0)
    found = told(view)["roles_box"]
    assert found == {"Gold seeker": (2, 4), "Stone seeker": (1, 4), "Saboteur": (1, 4)}
    first = told(view, Setup("saboteur", "first", TU.seats))["roles"]
    assert first == {"Gold seeker": (1, 2), "Saboteur": (1, 2)}, "laid out, and nobody seeks a stone there"


def test_what_the_next_card_may_be():
    s = state("plus", "", "", board=ROW[:3], broken={0: ["lantern"]})
    found = told(GAME.view(s, 0))["next"]
    (of,) = {of for _, of in found.values()}
    assert sum(n for n, _ in found.values()) == of == len(GAME.view(s, 0).deck.bag)
    assert found["Repair for your tool"][0] > 0


def test_it_says_nothing_that_the_seat_does_not_see():
    """The same for every table that its view could come from; nothing for who only looks on."""
    view = GAME.view(state("plus", "", "", board=ROW[:3]), 0)
    for seed in range(5):
        other = GAME.redeal(view, TapeDice(seed))
        assert reckoned(TU, GAME.view(other, 0), 0) == reckoned(TU, view, 0)
    assert reckoned(TU, GAME.view(state("plus", "", ""), -1), 0) == ()
