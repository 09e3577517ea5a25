"""Three stars a scenario: the victory, and two that a game declares."""

import re
from dataclasses import replace
from html import unescape
from types import SimpleNamespace

import pytest

from kempelen import contract
from kempelen.contract import default_setup
from kempelen.engine.game import games, say_in
from kempelen.engine.inputs import Input, Undo
from kempelen.engine.setup import Outcome
from kempelen.engine.speech import Tip
from kempelen.parts.stars import EVERY, Star, stars_of, stars_won
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.rooms.feats import rungs_of, stars_by_scenario
from kempelen.web.shown.advice import is_folded
from tests.web.test_results import first_game, standing


@pytest.mark.parametrize("name", games())
def test_every_scenario_says_in_both_languages_what_can_be_won(name):
    game = games()[name]
    for lang in LANGUAGES:
        for scenario in game.scenarios:
            for seat in range(max(game.seat_counts(scenario))):
                told = {say_in(lang).of(star.goal(name)) for star in stars_of(game, scenario, seat)}
                assert len(told) == 2
                assert all(len(goal) <= 60 for goal in told)


def test_a_limit_may_be_reached_and_not_passed():
    few, many = Star("lost", lambda s, seat: 0, most=2), Star("units", lambda s, seat: 0, least=2)
    assert [few.reached(n) for n in (1, 2, 3)] == [True, True, False]
    assert [many.reached(n) for n in (1, 2, 3)] == [False, True, True]


def over(*, count, winner=0, rows=()):
    """A game that is over, with stars of which the first is won by counts up to 1 and the second by counts from 1."""
    stars = Star("few", lambda s, seat: count, most=1), Star("many", lambda s, seat: count, least=1)
    game = replace(games()["undaunted"], stars=lambda scenario, seat: stars)
    setup = default_setup(game, game.automa, "first")
    return SimpleNamespace(
        game=game, setup=setup, state=None, outcome=Outcome((winner,), "end", (3, 2)), rows=list(rows)
    )


@pytest.mark.parametrize(("count", "stars"), [(0, 0b011), (1, EVERY), (2, 0b101)])
def test_who_has_won_has_the_first_and_those_he_reached(count, stars):
    assert stars_won(over(count=count), 0) == stars


def test_who_did_otherwise_after_dice_has_the_victory_alone():
    fired = [Input("do", "fire", seat=0, human=True), Input("roll", 2, "d10"), Undo(2, True)]
    again, else_ = Input("do", "fire", seat=0, human=True), Input("do", "move", seat=0, human=True)
    assert stars_won(over(count=1, rows=[*fired, again]), 0) == EVERY
    assert stars_won(over(count=1, rows=[*fired, else_]), 0) == 0b001


def test_who_has_lost_has_none():
    assert stars_won(over(count=1, winner=1), 0) == 0


def test_a_game_that_declares_none_has_two_about_its_scores():
    game = replace(games()["undaunted"], stars=None)
    won = {}
    for scores in ((3, 2), (4, 3), (3, 3)):
        played = replace(game, outcome=lambda state, scores=scores: Outcome((0,), "end", scores))
        won[scores] = [star.reached(star.counts(None, 0)) for star in stars_of(played, "first", 0)]
    assert won == {(3, 2): [True, True], (4, 3): [True, True], (3, 3): [False, False]}


def test_the_check_misses_words_and_stars():
    game = games()["tactics"]
    setup = default_setup(game, game.automa, "first")
    assert contract.stars_are_told(game, setup, 0) == []
    nameless = replace(game, stars=lambda scenario, seat: (Star("nameless", lambda s, n: 0),) * 2)
    assert contract.stars_are_told(nameless, setup, 0)[0].key == "contract.star_text"
    assert contract.stars_are_told(replace(game, stars=None), setup, 0)[-1].key == "contract.no_stars"


# -- on the pages

SAY = say_in("en")


def by_tips(table, choices=200):
    """Do what the tips say, or what is on offer, until it is over or so often; the table then."""
    for _ in range(choices):
        state, page = table.settled(), table.board()
        if state["outcome"]:
            break
        told = re.search(r'id="show-me" data-play="([^"]+)"', page)
        table.answer(unescape(told[1]) if told else state["asked"]["options"][0]["do"], state["version"])
    table.settled()
    return table.board()


def test_stars_stand_on_the_first_card_at_the_end_and_at_home(ann):
    table = first_game(ann, "undaunted")
    start = table.board().partition('id="how"')[2].partition("</template>")[0]
    goals = [SAY.of(star.goal("undaunted")) for star in stars_of(games()["undaunted"], "first", 0)]
    assert SAY("web.star.title") in start
    assert all(goal in start for goal in goals)
    end = by_tips(table).partition('id="end-told"')[2].partition("</template>")[0]
    assert 'class="won-stars"' in end
    assert all(goal in end for goal in goals)
    assert end.count('<li class="won">') + end.count('<li class="missed">') == 3
    won = end.count('<li class="won">')
    assert 'class="deciding"' in end
    home = ann.get("/").text
    assert SAY("web.star.sum", n=won, of=3 * len(games()["undaunted"].scenarios)) in home
    assert SAY("web.star.of", n=won, of=3) in ann.get("/new/undaunted").text


def test_tips_are_folded_after_some_choices_and_the_record_says_who_asked(ann):
    table = first_game(ann, "undaunted")
    assert "data-folded" not in table.board()
    folded = by_tips(table, 5)
    assert 'data-folded="now"' in by_tips(table, 0) or 'data-folded="folded"' in folded
    assert table.post("tip").status_code == 204
    by_tips(table, 1)
    rows = table.get("record").text.splitlines()
    assert sum('"coached":true' in row.replace(" ", "") for row in rows) == 1


def test_that_he_can_win_is_told_to_nobody_who_wants_to_find_out():
    chosen = ("scout", "move", "attack", "end", "move")
    rows = [SimpleNamespace(human=True, seat=0, kind="do", value=f"{word} A1") for word in chosen]
    room = SimpleNamespace(session=SimpleNamespace(inputs=rows))
    assert is_folded(room, 0, Tip(say=lambda _: Text("tactics.hint.attack_wins"))) == "folded"


def test_stars_of_several_games_are_joined_and_an_automa_of_ones_own_gives_one():
    game = games()["undaunted"]
    usual = standing("undaunted", "first", ("human", "solitaire"))
    both = [replace(usual, stars=0b011), replace(usual, stars=0b101)]
    assert stars_by_scenario(game, both) == {"first": 3}
    own = replace(standing("undaunted", "hedges", ("human", "solitaire@bold")), stars=0b111)
    old = standing("undaunted", "raid", ("human", "solitaire"))
    by_hand = replace(standing("undaunted", "dusk", ("human", "solitaire"), position={}), stars=0b111)
    assert stars_by_scenario(game, [own, old, by_hand]) == {"hedges": 1, "raid": 1}
    assert [rung.stars for rung in rungs_of(game, both, SAY)[:2]] == [3, 0]


def test_dice_taken_back_are_told_before_it_counts_in_the_log_and_cost_the_stars(ann):
    """The same again counts for nothing; the page says so while it waits."""
    table = first_game(ann, "undaunted")
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    waits, here = SAY("web.taken.waits"), SAY("web.taken.here")
    options = [one["do"] for one in table.settled()["asked"]["options"]]
    table.answer("end")  # the automa plays its turn, and rolls
    table.settled()
    assert "at-stake missed" not in table.board()
    table.post("undo")
    assert waits in unescape(table.board())
    table.answer("end")
    table.settled()
    assert waits not in unescape(table.board())
    assert here not in unescape(table.get("log").text)
    table.post("undo")
    table.answer(next(do for do in options if do != "end"))
    table.settled()
    assert waits not in unescape(table.board())
    assert table.board().count("at-stake missed") == 2
    assert here in unescape(table.get("log").text)
