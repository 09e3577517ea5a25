"""A game looked back at: chances that add up, mistakes that are found, nothing that the seat did not know."""

from dataclasses import replace

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.played import Physical
from kempelen.engine.search import weighing
from kempelen.engine.search.review import MOST_WORLDS, Plan, plan, review_of, reviewed_seat, worlds_for
from kempelen.engine.search.tips import ByTips
from kempelen.engine.search.trial import Trial
from kempelen.engine.search.weighing import LEAST_WORLDS, Weighed, asked_at, choices_of, weigh
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.engine.trace import Cite
from kempelen.wording import review_counts, review_left, turn_text


def played(name, scenario, seats, seed=7):
    return Session(game_named(name), Setup(name, scenario, seats), seed=seed).run()


@pytest.fixture(scope="module")
def duel():
    """A short game, played at random on one side."""
    return played("undaunted", "first", ("random", "solitaire"))


def point(index, before, after, mark="good"):
    return Weighed(index, "x", "x", before, before, before, after, mark, 10)


def test_how_long_it_will_still_take():
    """At first by what a world was measured to cost, then by what the choices so far took."""
    asked = Plan(0, tuple(range(10)), 50, 0.1, 0.0)
    assert asked.left(0, 0.0, 2) == pytest.approx(25)
    assert asked.left(1, 9.0, 2) == pytest.approx(22.5)
    assert asked.left(4, 12.0, 2) == pytest.approx(18)
    assert asked.left(10, 30.0, 2) == 0
    say = say_in("en")
    assert [review_left(seconds, say) for seconds in (0.2, 18, 61, 100)] == [
        "About 5 more seconds.",
        "About 20 more seconds.",
        "About 60 more seconds.",
        "About 2 more minutes.",
    ]


def test_choices_and_luck_add_up_to_the_end():
    asked = Plan(0, (3, 5, 9), 50, 0.01, 0.0)
    made = review_of(asked, [point(9, 0.4, 0.1, "mistake"), point(3, 0.5, 0.6), point(5, 0.3, 0.3)])
    assert [one.weighed.index for one in made.points] == [3, 5, 9]
    assert made.choices == pytest.approx(0.1 + 0.0 - 0.3)
    assert made.luck == pytest.approx(-0.3 + 0.1 - 0.1)
    assert made.first + made.choices + made.luck == pytest.approx(made.last)
    assert [one.weighed.index for one in made.marked("mistake")] == [9]
    assert [one.weighed.index for one in made.turning_points(2)] == [3, 9]


def test_where_nothing_came_between_two_choices_there_is_no_luck_and_no_turning_point():
    asked = Plan(0, (3, 4, 9), 50, 0.01, 1.0, frozenset({3}))
    made = review_of(asked, [point(3, 1.0, 1.0), point(4, 0.79, 1.0), point(9, 1.0, 1.0)])
    assert [one.quiet for one in made.points] == [True, False, False]
    assert [one.weighed.index for one in made.turning_points()] == [4]
    assert "cost" not in turn_text(made.points[0], say_in("en"))
    assert made.first + made.choices + made.luck == pytest.approx(made.last)


def test_a_change_within_what_is_uncertain_is_no_turning_point():
    wide = Weighed(3, "x", "x", 0.5, 0.3, 0.7, 0.65, "good", 10)
    assert not review_of(Plan(0, (3,), 50, 0.01, None), [wide]).turning_points()


def test_what_only_follows_one_s_own_choice_is_quiet(duel):
    found = plan(duel, 0, worlds=2).quiet
    assert found
    for index in found:
        assert duel.inputs[index + 1].kind == "do", "no die, and no other seat"
        assert duel.inputs[index + 1].seat == 0


def test_a_game_that_goes_on_is_reviewed_as_far_as_it_has_come():
    made = review_of(Plan(0, (3,), 50, 0.01, None), [point(3, 0.5, 0.6)])
    assert (made.last, made.luck, made.over) == (0.6, 0.0, False)


def test_there_are_as_many_worlds_as_there_is_time_for():
    assert worlds_for(100, 50, 0.01) == 200
    assert worlds_for(100, 50, 10) == LEAST_WORLDS
    assert worlds_for(100, 1, 0.00001) == MOST_WORLDS


def test_where_all_takes_longer_than_was_measured_there_are_fewer_worlds():
    asked = Plan(0, tuple(range(10)), 100, 0.1, 0.0)
    assert asked.worlds_in(100, 0, 0.0, 2) == 100
    assert asked.worlds_in(100, 5, 40.0, 2) == 100
    assert asked.worlds_in(100, 2, 40.0, 2) == 37  # 20 s a choice, eight to go, and 60 s
    assert asked.worlds_in(100, 5, 300.0, 2) == LEAST_WORLDS


@pytest.mark.parametrize("name", games())
def test_every_game_can_be_looked_back_at(name):
    """Two choices each: one early, one late."""
    game = game_named(name)
    scenario = "first" if "first" in game.scenarios else game.scenarios[0]
    session = played(name, scenario, ("random", *(game.automa for _ in range(game.seat_counts(scenario)[0] - 1))))
    found = plan(session, 0, worlds=8).choices
    assert all(len(asked_at(session, index, 0).options) > 1 for index in found)
    for index in (found[len(found) // 3], found[-1]):
        weighed = weigh(session, 0, index, 8)
        assert -1e-9 <= weighed.low <= weighed.before + 1e-9 <= weighed.high + 2e-9 <= 1.1
        row = session.inputs[index]  # what both sides chose at once stands in one row
        given = row.value if row.kind == "do" else next(text for seat, text, _ in row.value if seat == 0)
        assert weighed.notation == notation_of(given)
        assert weighed.worlds >= LEAST_WORLDS // 3


def test_the_same_game_and_worlds_the_same_verdict(duel):
    index = choices_of(duel, 0)[0]
    again = read_text("game", Record.of(duel).text()).load()
    assert weigh(duel, 0, index, 40) == weigh(again, 0, index, 40)


def test_a_mistake_is_found_with_what_was_better_and_how_it_would_have_gone_on():
    """With its fifth choice this game leaves a suppressed Rifleman lying."""
    duel = played("undaunted", "first", ("random", "solitaire"), 50)
    weighed = weigh(duel, 0, choices_of(duel, 0)[4], 300)
    assert weighed.mark == "mistake"
    assert weighed.better.notation != weighed.notation
    assert weighed.better.share > weighed.after + 0.15
    assert weighed.better.line.choices
    game = duel.game
    state = game.from_position(weighed.better.line.position, duel.setup.options)
    assert game.outcome(state) is None


def test_nobody_is_blamed_for_following_a_tip(monkeypatch):
    duel = played("undaunted", "first", ("random", "solitaire"), 55)
    index = choices_of(duel, 0)[2]
    chosen = duel.game.parse(duel.inputs[index].value)
    monkeypatch.setattr(weighing, "_tip", lambda session, decision: notation_of(chosen))
    weighed = weigh(duel, 0, index, 300)
    assert (weighed.mark, weighed.advised) == ("tip", True)
    assert weighed.better is not None, "what was better is told all the same"
    made = review_of(Plan(0, (index,), 300, 0.1, 0.0), [weighed])
    assert review_counts(made, say_in("en")) == "0 good, 1 as the tip said, 0 inaccurate, 0 mistakes"


def test_an_estimate_alone_blames_nobody_where_there_are_tips(duel, monkeypatch):
    """What looks worse when it is judged after a round is played to its end before anybody hears of it."""
    index = choices_of(duel, 0)[2]
    chosen = duel.game.parse(duel.inputs[index].value)

    def value(trial, action, world):
        return float(action != chosen) if trial.ahead else 0.5

    monkeypatch.setattr(Trial, "value", value)
    assert weigh(duel, 0, index, 60).mark == "good"
    monkeypatch.setattr(Trial, "value", lambda trial, action, world: float(action != chosen))
    assert weigh(duel, 0, index, 60).mark == "mistake"


def test_what_punished_it_names_lines_of_the_document():
    game = played("undaunted", "first", ("random", "solitaire"), 55)
    weighed = weigh(game, 0, choices_of(game, 0)[2], 60)
    assert weighed.mark == "mistake"
    assert game.inputs[weighed.punished.index].seat == weighed.punished.seat == 1
    assert weighed.punished.index > weighed.index
    assert any(isinstance(source, Cite) for step in weighed.punished.lines for source in step.sources)


def test_the_verdict_follows_from_what_the_seat_knew(duel):
    """Another hand of the other side at the same point: the same worlds, the same shares."""
    index = choices_of(duel, 0)[3]
    game = duel.game
    moment = duel.moment_before(index)
    dealt = game.redeal(game.view(moment.state, 0), TapeDice(99))
    other = Session(game, duel.setup, seed=7)
    other.inputs = list(duel.inputs)
    other._moments = [replace(one, state=dealt) if one is moment else one for one in duel.moments]
    assert game.view(dealt, 0) == game.view(moment.state, 0)
    assert dealt != moment.state
    one, two = weigh(duel, 0, index, 40), weigh(other, 0, index, 40)
    assert (one.before, one.after, one.mark) == (two.before, two.after, two.mark)


def test_a_first_game_goes_on_by_its_tips_where_they_are_good_enough(monkeypatch):
    """Who plays on for the seat whose choice is weighed: the tips in The Kraken, the automa in Undaunted."""
    asked = []
    decide = ByTips.decide
    monkeypatch.setattr(ByTips, "decide", lambda self, *of: (asked.append(self.game.name), decide(self, *of))[1])
    for name, seats in (("tactics", ("random",)), ("undaunted", ("random", "solitaire"))):
        game = played(name, "first", seats)
        weigh(game, 0, choices_of(game, 0)[0], 8)
    assert set(asked) == {"tactics"}


def test_whose_game_it_is(duel):
    assert reviewed_seat(duel) == 0
    with_a_person = Session(duel.game, replace(duel.setup, seats=("solitaire", "human")), seed=1)
    assert reviewed_seat(with_a_person) == 1


def test_who_keeps_his_cards_to_himself_gets_no_review():
    session = played("undaunted", "first", ("random", "solitaire"))
    session.physical = Physical(frozenset(), frozenset({0}))
    with pytest.raises(IllegalAction) as refused:
        plan(session, 0)
    assert refused.value.text.key == "review.untracked"


def test_without_choices_there_is_no_review():
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("human", "solitaire")), seed=1)
    with pytest.raises(IllegalAction) as refused:
        plan(session, 0)
    assert refused.value.text.key == "review.no_choices"
