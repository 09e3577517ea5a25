"""What is taken back after dice have fallen is told if it is then done otherwise, and only then."""

from kempelen.engine.files.takebacks import taken_back
from kempelen.engine.inputs import Input, Undo


def choice(value, seat=0):
    return Input("do", value, seat=seat, human=True)


DIE = Input("roll", 7, "d10")
BOT = Input("do", "x", seat=1)


def test_the_same_again_takes_nothing_back():
    rows = [choice("fire"), DIE, Undo(2, True)]
    assert taken_back(rows).waits
    found = taken_back([*rows, choice("fire"), DIE])
    assert (found.times, found.waits, found.places) == (0, False, set())


def test_something_else_after_a_die_counts_once():
    rows = [choice("wait"), choice("fire"), DIE, Undo(2, True), choice("move"), BOT]
    found = taken_back(rows)
    assert (found.times, found.places) == (1, {1})
    assert taken_back([*rows, choice("fire"), DIE]).times == 1


def test_further_back_than_the_die_is_no_way_round_it():
    rows = [choice("wait"), choice("fire"), DIE, Undo(2, True), Undo(1)]
    assert taken_back(rows).waits
    assert taken_back([*rows, choice("go")]).times == 1
    again = [*rows, choice("wait")]
    assert taken_back(again).times == 0
    assert taken_back([*again, choice("move")]).times == 1


def test_what_no_die_had_answered_is_free():
    rows = [DIE, choice("move"), Undo(1), choice("fire"), DIE]
    assert taken_back(rows).times == 0
    assert not taken_back(rows[:3]).waits
    assert not taken_back([]).waits


def test_what_a_bot_rolled_while_it_decided_is_an_answer_too():
    rolled = Input("do", "x", seat=1, rolls=(3,))
    assert taken_back([choice("move"), rolled, Undo(2, True), choice("fire")]).times == 1


def test_what_nobody_sees_is_no_difference():
    rows = [choice("fire"), DIE, Undo(2, True), choice("move"), DIE]
    assert taken_back(rows).places == {0}
    assert taken_back(rows, lambda row: row.kind).places == set()
