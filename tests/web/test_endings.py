"""The end of a game: how the scores went, the other side, the record so far."""

import re

import pytest
from scripts.lessons import played

from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import Outcome, Stat
from kempelen.games.tactics.rules.actions import END
from kempelen.scene.model import Scene
from kempelen.scene.status import Round, Score, Status
from kempelen.store import Standing, Tally
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.rooms import start
from kempelen.web.rooms.room import Room
from kempelen.web.shown.bar import bar_of
from kempelen.web.shown.course import HIGH, WIDE, course_of, drawn, steps_in
from kempelen.web.shown.ending import next_of, record_of, shown_stats
from kempelen.web.shown.past.moments import changed_between, moments_of, settling, story_of
from kempelen.wording import because_of, speaking_to
from tests.web.people import Sitting, text_of
from tests.web.test_results import first_game


def status(n, *values):
    scores = tuple(Score(f"side {seat}", value, 4, "race", seat) for seat, value in enumerate(values))
    return Status("win", round=Round(n, 5, "Round"), scores=scores)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_round_is_announced_above_the_table(lang):
    for n in (1, 4, 5):
        bar = bar_of(Scene(1, 1, "cell", (), status=status(n, 0)), say_in(lang))
        assert (bar.round, bar.last) == (say_in(lang)("web.bar.of", n=n, of=5), n == 5)


def test_steps_are_even_and_keep_both_ends():
    assert steps_in(3, 5) == [0, 1, 2]
    assert steps_in(101, 5) == [0, 25, 50, 75, 100]
    assert steps_in(0, 5) == []


def test_scores_are_drawn_as_steps():
    course = drawn([status(1, 0, 0), status(2, 2, 0), status(3, 2, 1), status(4, 4, 1)], own=0)
    assert (course.top, course.word) == (4, "Round")
    mine, theirs = course.lines
    assert (mine.own, mine.first, mine.last) == (True, 0, 4)
    assert (theirs.own, theirs.first, theirs.last) == (False, 0, 1)
    assert mine.points.startswith(f"0,{HIGH} ")
    assert mine.points.endswith(f"{WIDE},0")
    assert [number for _, number in course.rounds] == ["1", "2", "3", "4"]


def test_who_has_never_scored_has_a_line_beside_one_who_has():
    assert drawn([status(1, 0, 0), status(2, 0, 0)], own=0) is None
    lines = drawn([status(1, 0, 0), status(2, 0, 3)], own=0).lines
    assert [(line.label, line.last) for line in lines] == [("side 0", 0), ("side 1", 3)]


def test_where_points_come_only_with_the_end_the_way_there_is_drawn():
    def told(n, points, cards):
        way = (Score("Cards to a goal", cards),)
        return Status("win", round=Round(n, 3, "Round"), scores=(Score("side 0", points, 4, "race", 0),), course=way)

    flat = [told(1, 0, 6), told(1, 0, 5), told(2, 0, 3), told(2, 0, 2), told(3, 0, 1), told(3, 4, 0)]
    course = drawn(flat, own=0)
    assert [(line.label, line.first, line.last, line.shared) for line in course.lines] == [
        ("Cards to a goal", 6, 0, True)
    ]
    assert course.rows == (("1", (3,)), ("2", (1,)), ("3", (0,))), "the same in numbers, when each round was over"
    lively = [told(1, 0, 6), told(1, 1, 5), told(2, 2, 3), told(2, 2, 2), told(3, 2, 1), told(3, 4, 0)]
    assert [line.label for line in drawn(lively, own=0).lines] == ["side 0"]


def test_what_counts_towards_a_loss_is_no_enemys_line():
    def told(n):
        return Status("win", scores=(Score("Boss", 9 - n, 9, "health"), Score("Lost turns", n, 9, "danger")))

    lines = {line.label: line.danger for line in drawn([told(n) for n in range(4)], own=0).lines}
    assert lines == {"Boss": False, "Lost turns": True}


@pytest.fixture
def ended(ann):
    table = first_game(ann)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    table.play()
    return table


def end_of(table):
    return table.board().partition('id="end-told"')[2].partition("</template>")[0]


def test_the_end_knows_the_record_and_the_other_side(ended, ann):
    end = end_of(ended)
    assert re.search(r"Your record in Undaunted: Normandy: \d won, \d lost\.", text_of(end))
    assert "You · The US side" in text_of(end)
    answer = ann.post(f"/tables/{ended.id}/again?seat=0&swap=1")
    assert answer.status_code == 303
    other = Sitting(ann, answer.headers["location"].rpartition("/")[2], 1)
    assert other.settled()["seat"] == 1


def test_a_game_taken_back_has_no_result_any_more(ended, ann):
    assert "of 1 won" in text_of(ann.get("/").text)
    assert ended.post("undo").status_code == 200
    page = text_of(ann.get("/").text)
    assert "of 1 won" not in page
    assert "Your turn" in page


def test_a_turning_point_stands_in_the_round_it_came_in():
    """The round is over with what turned it, and another has begun by then. Of a game that went well what went badly is
    told too, each with what it changed."""
    session = played(game_named("undaunted"), "lesson 41", "en")
    told = list(moments_of(session, speaking_to(session, 0, say_in("en")), 0))
    good = [(one.when, one.text, one.changed) for one in told if one.tone == "good"]
    assert good == [
        ("Round 2/5", "You control B2: 1 point.", (("You", "0", "1"),)),
        ("Round 4/5", "You control A3: 1 point.", (("You", "1", "2"),)),
    ]
    (bad,) = [one for one in told if one.tone == "bad"]
    assert bad.text.startswith("You lose")
    assert bad.changed == ()


@pytest.mark.parametrize(("lang", "said"), [("en", "the initiative marker"), ("de", "Initiativemarker")])
def test_a_tie_was_settled_by_what_broke_it(lang, said):
    """At 1 to 1 the marker decides: its last bid is told, drawn large and marked in the graph."""
    session = played(game_named("undaunted"), "lesson 4", "en")
    assert (session.outcome.reason, set(session.outcome.scores)) == ("time", {1})
    say = say_in(lang)
    told = list(moments_of(session, speaking_to(session, 0, say), 0))
    (last,) = [one for one in told if one.settles]
    assert last is told[-1] is settling(told, "won")
    assert said in last.text
    assert last.tone == "good"
    assert story_of(told, "won", say).endswith(f"{say('web.end.story.settled', when=last.when)} {last.text}")
    assert "5/5" in last.when
    course = course_of(session, say, 0)
    assert course.rounds[-1][0] <= course.mark < course.wide


def test_what_went_against_the_winner_did_not_settle_it():
    session = played(game_named("undaunted"), "lesson 41", "en")
    told = list(moments_of(session, speaking_to(session, 0, say_in("en")), 0))
    assert settling(told, "won").tone == "good"
    assert settling(told, "lost").tone == "bad"
    assert not any(one.settles for one in told)
    assert course_of(session, say_in("en"), 0).mark is None


def test_of_a_defeat_what_went_well_is_told_too():
    session = played(game_named("undaunted"), "m 1", "en")
    assert session.outcome.verdict(0) == "lost"
    for seat, wanted in ((0, {"good", "bad"}), (1, {"good", "bad"})):
        told = list(moments_of(session, speaking_to(session, seat, say_in("en")), seat))
        assert {one.tone for one in told} == wanted
    ours, theirs = ([one.tone for one in moments_of(session, speaking_to(session, n, say_in("en")), n)] for n in (0, 1))
    assert ours == [{"good": "bad", "bad": "good"}[tone] for tone in theirs], (
        "what is good for one is bad for the other"
    )


def test_what_is_nobodys_is_good_or_bad_for_nobody():
    """Each role wants something else of the way to the gold: its change is told, and judged by nobody."""
    session = played(game_named("saboteur"), "m 2", "en")
    told = list(moments_of(session, speaking_to(session, 0, say_in("en")), 0))
    assert any(label.startswith("To gold") for one in told for label, _, _ in one.changed)
    assert {one.tone for one in told} == {""}


def test_scores_that_changed_are_told_with_both_values():
    was, now = status(1, 0, 2), status(2, 1, 1)
    say = say_in("en")
    assert changed_between(was, now, 0, say) == (("You", "0", "1"), ("side 1", "2", "1"))
    assert changed_between(was, now, 1, say) == (("You", "2", "1"), ("side 0", "0", "1"))
    assert changed_between(was, was, 0, say) == changed_between(None, now, 0, say) == ()


@pytest.mark.parametrize(("lang", "told"), [("en", "You: hit points"), ("de", "Du: Trefferpunkte")])
def test_what_went_down_is_named_with_the_number(lang, told):
    """A stranger read "You 9 → 6", and of what."""
    say = say_in(lang)
    was, now = (
        Status("win", course=(Score(say("universalis.status.strength", side="Voss"), n, None, "health", 0),))
        for n in (9, 6)
    )
    assert changed_between(was, now, 0, say) == ((told, "9", "6"),)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_defeat_says_what_was_missing_and_what_to_do_otherwise(lang):
    """The first map, and nobody ever acts: its end is told with the boss's health, and with advice."""
    game, say = game_named("tactics"), say_in(lang)
    session = Session(game, Setup("tactics", "first", ("human",)), seed=7).run()
    while session.outcome is None:
        session.answer(END)
        session.run()
    assert session.outcome.verdict(0) == "lost"
    assert re.search(r"\d+ (of|von) 15", because_of(session, say))
    assert say.has(f"tactics.next_time.{session.outcome.reason}")


def test_a_column_that_says_nothing_of_anybody_is_left_out():
    def row(points, hand):
        return Stat(Text("web.end.points"), points), Stat(Text("web.end.who"), hand)

    say = say_in("en")
    assert [head for head, _ in shown_stats(Outcome((0,), "x", stats=(row(2, "–"), row(3, "–"))), say)] == ["Points"]
    assert shown_stats(Outcome((0,), "x", stats=(row(2, "–"), row(3, 1))), say)[1] == ("Player", ("–", "1"))
    assert shown_stats(Outcome((0,), "x"), say) == []


def tally(scenario, won, lost):
    return Standing(
        Tally("undaunted", scenario, 0, won + lost, won, lost, 0),
        {"game": "undaunted", "scenario": scenario, "seats": {"US": "human", "German": "solitaire"}},
    )


@pytest.mark.parametrize(
    ("standings", "won", "lost"),
    [
        (
            [tally("first", 1, 0)],
            "Your first victory in “Undaunted: Normandy”.",
            "You have won this one before: 1 of 1.",
        ),
        ([tally("first", 1, 2)], "Won on try 3.", "You have won this one before: 1 of 3."),
        ([tally("first", 2, 2), tally("hedges", 1, 0)], None, "You have won this one before: 2 of 4."),
        ([tally("first", 0, 1)], None, "A rematch deals new cards on the same table."),
        ([tally("hedges", 1, 0)], None, None),
    ],
)
def test_what_a_victory_or_a_defeat_is_among_ones_games(standings, won, lost):
    room = Room("1", start.first_game("undaunted", "en").session)
    cheer = record_of(room, standings, say_in("en"))["cheer"]
    assert (cheer.get("won"), cheer.get("lost")) == (won, lost)


def test_a_rematch_deals_no_cards_where_there_are_none():
    room = Room("1", start.first_game("universalis", "en").session)
    seats = {"player 1": "human", "player 2": "solitaire"}
    beaten = [
        Standing(
            Tally("universalis", "first", 0, 1, 0, 1, 0), {"game": "universalis", "scenario": "first", "seats": seats}
        )
    ]
    assert record_of(room, beaten, say_in("en"))["cheer"]["lost"] == say_in("en")("universalis.rematch")


def test_the_next_scenario_says_what_is_new_in_it():
    game = game_named("undaunted")
    for lang in LANGUAGES:
        say = say_in(lang)
        assert all(say.has(f"undaunted.new.{name}") for name in game.scenarios if name != "first")
    session = Session(game, Setup("undaunted", "first", ("human", "solitaire")), seed=1)
    found = next_of(Room("x", session, "instant"), say_in("de"))
    assert found.new.startswith("Neu: ")
