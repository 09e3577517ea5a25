"""A game looked back at: chances that add up, mistakes that are found, nothing that the seat did not know."""

from dataclasses import replace
from itertools import pairwise

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.events import roll_of
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.played import Physical
from kempelen.engine.search import swings, weighing
from kempelen.engine.search.coach import automas_choice
from kempelen.engine.search.player import SearchPlayer, as_people, chosen_by
from kempelen.engine.search.review import MOST_WORLDS, Plan, Swing, plan, review_of, reviewed_seat, worlds_for
from kempelen.engine.search.swings import shown_by, spans_of, swing_in, swings_of
from kempelen.engine.search.tips import ByTips
from kempelen.engine.search.trial import Trial
from kempelen.engine.search.weighing import LEAST_WORLDS, Weighed, asked_at, choices_of, weigh
from kempelen.engine.seats import Spec
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.engine.trace import Cite
from kempelen.wording import luck_then, review_counts, review_left, swing_text


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
    assert [review_left(seconds, say) for seconds in (0, 0.2, 18, 61, 100)] == [
        "",
        "About 5 more seconds.",
        "About 20 more seconds.",
        "About 60 more seconds.",
        "About 2 more minutes.",
    ]


def test_where_everything_is_lost_nothing_was_left_to_decide():
    """Nobody is praised for a choice that could change nothing; a bad one among good ones is still called so."""
    weighed = [point(3, 0.4, 0.4), point(5, 0.0, 0.0), point(7, 0.0, 0.1)]
    assert [one.word for one in weighed] == ["good", "settled", "good"]
    assert point(9, 0.0, 0.0, "mistake").word == "mistake"
    made = review_of(Plan(0, (3, 5, 7), 50, 0.01, 0.0), weighed)
    assert review_counts(made, say_in("en")).startswith("2 good, ")
    assert review_counts(made, say_in("en")).endswith("with 1 nothing was left to decide")


def test_choices_and_luck_add_up_to_the_end():
    asked = Plan(0, (3, 5, 9), 50, 0.01, 0.0)
    made = review_of(asked, [point(9, 0.4, 0.1, "mistake"), point(3, 0.5, 0.6), point(5, 0.3, 0.3)])
    assert [one.weighed.index for one in made.points] == [3, 5, 9]
    assert made.choices == pytest.approx(0.1 + 0.0 - 0.3)
    assert made.luck == pytest.approx(-0.3 + 0.1 - 0.1)
    assert made.first + made.choices + made.luck == pytest.approx(made.last)
    assert [one.weighed.index for one in made.marked("mistake")] == [9]


def test_where_nothing_came_between_two_choices_there_is_no_luck():
    asked = Plan(0, (3, 4, 9), 50, 0.01, 1.0, frozenset({3}))
    made = review_of(asked, [point(3, 1.0, 1.0), point(4, 0.79, 1.0), point(9, 1.0, 1.0)])
    assert [one.quiet for one in made.points] == [True, False, False]
    assert not luck_then(made.points[0], made, say_in("en"))
    assert not spans_of(made, 12)
    assert made.first + made.choices + made.luck == pytest.approx(made.last)


def test_a_change_within_what_is_uncertain_is_no_turning_point():
    wide = Weighed(3, "x", "x", 0.5, 0.3, 0.7, 0.65, "good", 10)
    assert not swings_of(review_of(Plan(0, (3,), 50, 0.01, None), [wide]), ())


def test_a_turning_point_is_a_choice_or_what_came_after_it_and_at_most_three_are_named():
    """A gain by a choice that is marked down is none, a loss by one that is not is noise; luck is a moment of its own."""
    asked = Plan(0, (3, 5, 7, 9), 50, 0.01, 1.0)
    weighed = [point(3, 0.3, 0.5, "inaccurate"), point(5, 0.9, 0.7), point(7, 0.7, 0.4, "mistake"), point(9, 0.4, 0.6)]
    made = review_of(asked, weighed)
    assert spans_of(made, 12) == [(3, 5, 0.5, 0.9), (9, 12, 0.6, 1.0)]
    luck = [Swing(4, 5, "others", 0.5, 0.9), Swing(9, 12, "luck", 0.6, 1.0)]
    made = replace(made, swings=swings_of(made, luck))
    assert [(one.index, one.by) for one in made.swings] == [(4, "others"), (7, "choice"), (9, "choice"), (9, "luck")]
    assert [(one.index, one.by) for one in made.turning_points()] == [(4, "others"), (7, "choice"), (9, "luck")]


def test_luck_after_a_choice_is_told_apart_from_it():
    made = review_of(Plan(0, (3, 5), 50, 0.01, 1.0), [point(3, 0.5, 0.34, "inaccurate"), point(5, 0.54, 0.54)])
    said = [luck_then(made.points[0], made, say_in(lang)).replace("\xa0", " ") for lang in ("en", "de")]
    assert said == ["Then luck helped: 34 % became 54 %.", "Danach half das Glück: aus 34 % wurden 54 %."]


def test_of_all_that_lay_between_two_choices_the_deed_that_changed_most_is_named(duel, monkeypatch):
    """Several deeds and dice of the other side; what the second deed did costs most."""
    found = choices_of(duel, 0)
    spans = [(one, two) for one, two in pairwise(found) if sum(duel.inputs[n].seat == 1 for n in range(one, two)) > 2]
    index, until = spans[0]
    deeds = [n for n in range(index + 1, until) if duel.inputs[n].kind == "do"]

    def standing(session, player, seat, place, worlds):
        return 0.75 if place <= deeds[1] else 0.3

    monkeypatch.setattr(swings, "standing", standing)
    swing = swing_in(duel, 0, (index, until, 0.8, 0.28), 4)
    assert (swing.index, swing.until) == (deeds[1], deeds[2])
    thrown = any(roll_of(event) is not None for event in shown_by(duel, swing))
    assert swing.by == ("luck" if thrown else "others")
    assert (swing.before, swing.after) == (0.75, 0.3)
    assert swing_text(swing, say_in("en")).replace("\xa0", " ") == "The chance fell from 75 % to 30 %."
    told = shown_by(duel, swing)
    began, ended = (duel.look_back(n)[1] for n in (swing.index, swing.until))
    assert told
    assert all(event in duel.events[began:ended] for event in told)


def test_a_die_of_one_s_own_is_luck_and_not_the_others(duel):
    """Nobody else did anything between a shot and the next choice."""
    shot = next(n for n in choices_of(duel, 0) if roll_after(duel, n))
    following = next(n for n in range(shot + 1, len(duel.inputs)) if duel.inputs[n].kind == "do")
    swing = swing_in(duel, 0, (shot, following, 0.5, 0.7), 4)
    assert swing.by == "luck"
    assert (swing.index, swing.until) == (shot, following)
    assert any(roll_of(event) is not None for event in shown_by(duel, swing))


def roll_after(session, index):
    began, ended = (session.look_back(n)[1] for n in (index, index + 2))
    return any(roll_of(event) is not None for event in session.events[began:ended])


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
    assert review_counts(made, say_in("en")) == "0 good, 1 as the tip says, 0 inaccurate, 0 mistakes"


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


def test_whoever_chooses_like_the_one_who_plays_on_gains_and_loses_nothing():
    """No choice of his is compared with what another automa would do: the curve does not jump where nothing happened."""
    game = game_named("undaunted")
    stands_in = as_people(game, "first")
    session = played("undaunted", "first", (stands_in, "solitaire"))
    setup, differing = session.setup, []
    for index in choices_of(session, 0):
        player = SearchPlayer(game, setup, iterations=8)
        decision = asked_at(session, index, 0)
        same = chosen_by(player.usual, player, decision) == chosen_by(
            game.player(Spec(stands_in), setup), player, decision
        )
        if same and automas_choice(player, decision) != chosen_by(player.usual, player, decision):
            differing.append(index)
    assert differing  # the automa of the box would have chosen otherwise there
    weighed = weigh(session, 0, differing[0], 24)
    assert weighed.before == weighed.after


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
