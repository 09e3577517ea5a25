"""The first game of Saboteur: its tips, and games that began when it was laid out otherwise."""

import pytest

from kempelen.engine.game import Setup
from kempelen.engine.session import Session
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.face.hints import advised
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.rules.board import GOALS, cell
from kempelen.games.saboteur.rules.cards import BY_NAME, PICK, laid
from kempelen.games.saboteur.rules.state import GOLD_GOAL, STONE_GOAL


def begun(**more):
    """A first game that asks its player for the first time, from his place."""
    return Session(GAME, Setup("saboteur", "first", ("human", "rule", "rule"), **more), seed=1).run().view(0)


def test_a_way_goes_round_what_lies_in_it_or_through_it():
    board = begun().board
    assert [fewest_cards(board, board.frontier, [goal])[0] for goal in GOALS] == [2, 2, 2]
    board.lay(cell(7, -1), laid(BY_NAME["line_horiz"]))
    assert fewest_cards(board, board.frontier, [GOALS[1]]) == (1, GOALS[1])
    board.lay(cell(8, -1), laid(BY_NAME["dead_plus"]))  # round it, by the lower arm
    assert fewest_cards(board, board.frontier, [GOALS[1]]) == (2, GOALS[1])
    board.lay(cell(7, 0), laid(BY_NAME["curve_up"], 1))  # joins below with right: through it
    assert fewest_cards(board, board.frontier, [GOALS[1]]) == (1, GOALS[1])
    assert fewest_cards(board, [], [GOALS[1]]) is None


@pytest.mark.parametrize(
    ("hand", "broken", "expected"),
    [
        (["map", "plus"], 0, "map 8,0"),
        (["map", "fixed_pick"], PICK, "repair fixed_pick 1"),
        (["rockfall", "plus"], 0, "lay plus 7,"),
        (["dead_plus", "plus"], PICK, "discard dead_plus"),
    ],
)
def test_what_a_gold_seeker_is_told(hand, broken, expected):
    view = begun()
    view.hands[0] = [BY_NAME[name] for name in hand]
    view.broken[0] = broken
    assert advised(GAME, view, 0).notation.startswith(expected)


@pytest.mark.parametrize("gold", [0, 1, 2])
def test_whoever_knows_the_gold_is_led_to_it_and_not_to_a_stone(gold):
    view = begun()
    view.goals[:] = [GOLD_GOAL if n == gold else STONE_GOAL for n in range(3)]
    view.hands[0] = [BY_NAME["plus"], BY_NAME["three_vert"]]
    for left in (1, 0):
        action = advised(GAME, view, 0)
        view.board.lay(action.cell, laid(action.card, action.turned))
        found = fewest_cards(view.board, view.board.frontier, [GOALS[gold]])
        assert GOALS[gold] in view.board.reached_goals() if not left else found[0] == left


def test_a_first_game_of_older_rules_begins_where_it_began():
    assert cell(6, 0) in begun().board.laid
    assert cell(6, 0) not in begun(begun="1").board.laid
