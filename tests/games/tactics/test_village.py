"""The second game: The Tyrant on a small map, and what its tips teach."""

import pytest
from scripts.tips import played, result

from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.games.tactics import GAME
from kempelen.games.tactics.face.hints import hint
from kempelen.games.tactics.face.lesson import guards, places_mark
from kempelen.games.tactics.face.status import status
from kempelen.games.tactics.rules.state import ACTIVATION
from kempelen.parts.scenarios import after
from kempelen.text.say import LANGUAGES
from tests.games.tactics.table import a_table, foe, ours, unit

MAP = (".o.K.o.", ".......", "f.....f", ".......", ".ppppp.")


def test_each_boss_comes_on_a_small_map_first():
    chain = ["first"]
    while (following := after(GAME, chain[-1])) is not None:
        chain.append(following)
    assert chain == ["first", "village", "kraken", "tyrant", "versus", "sandbox"]
    assert {scenario for scenario, facts in GAME.scenario_facts.items() if facts.tips} == {"first", "village"}


@pytest.mark.parametrize(("scenario", "named"), [("village", False), ("tyrant", True)])
def test_how_one_loses_names_what_is_in_the_deck(scenario, named):
    """In the village marks come from enforcers alone."""
    view = Session(GAME, Setup("tactics", scenario, ("human",)), seed=1).run().view(0)
    for lang in LANGUAGES:
        say = say_in(lang)
        assert (say("tactics.card.crackdown") in " ".join(status(view, say).how)) is named


def test_following_the_tips_wins_most_games():
    ended = [result(played(GAME, f"village {n}", scenario="village")) for n in range(20)]
    assert ended.count("won") > 12


@pytest.mark.parametrize("marks", [0, 1])
def test_who_would_place_a_mark_is_felled_before_the_boss_is_hurt(marks):
    """An enforcer on a field, or The Tyrant who is far from falling: the mark that loses the game comes first."""
    units = [foe("tyrant", "5,2"), foe("enforcer", "0,2", health=2), ours("archer", "3,2")]
    s = a_table(MAP, units, mode="tyrant", marks=marks)
    assert places_mark(s, unit(s, "enforcer"))
    archer = unit(s, "archer")
    s.acting, s.phase = archer.name, ACTIVATION
    archer.moves = archer.attacks = 1
    tip = hint(GAME.view(s, 0), 0)
    assert tip is not None
    assert (tip.key, all(say_in(lang).of(tip) for lang in LANGUAGES)) == ("tactics.hint.stop", True)


def test_a_field_is_guarded_while_an_enforcer_could_step_on_it():
    s = a_table(MAP, [foe("enforcer", "1,0"), foe("tyrant", "3,0"), ours("spearman", "1,4")], mode="tyrant")
    west, east = s.board.tile(0, 2), s.board.tile(6, 2)
    assert guards(s, west)
    assert not guards(s, east)
    assert not guards(s, west, gone=unit(s, "enforcer"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rounds_and_marks_stand_with_the_goal(lang):
    s = a_table(MAP, [foe("tyrant", "3,0"), ours("archer", "3,4")], mode="tyrant", cap=8)
    said = status(GAME.view(s, 0), say_in(lang))
    assert "8" in said.goal
    assert "2" in said.goal
    assert len(said.goal) <= 90
