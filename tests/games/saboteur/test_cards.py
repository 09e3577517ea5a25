"""The cards and the decks, as the rules list them."""

import pytest

from kempelen.games.saboteur.rules import cards
from kempelen.games.saboteur.rules.cards import (
    BY_NAME,
    CARDS,
    DECK_COMMERCIAL,
    DECK_TU,
    JOINED,
    LANTERN,
    MINE_CART,
    NAMES,
    OPEN,
    OPPOSITE,
    PATH_CARDS,
    PICK,
    STONE_SHAPES,
    SYMMETRIC,
    is_blocking,
    is_goal,
    is_path,
    laid,
    sides,
    sides_text,
)

PATHS = {
    "plus": "LRTB",
    "three_vert": "LTB",
    "three_horiz": "LRB",
    "line_vert": "TB",
    "line_horiz": "LR",
    "curve_up": "LT",
    "curve_down": "LB",
    "dead_plus": "L R T B",
    "dead_three_vert": "L T B",
    "dead_three_horiz": "L R B",
    "dead_line_vert": "T B",
    "dead_line_horiz": "L R",
    "dead_curve_up": "L T",
    "dead_curve_down": "L B",
    "dead_single_vert": "T",
    "dead_single_horiz": "L",
    "curve_double_down": "TR LB",
    "curve_up_dead_bottom": "LT B",
    "line_vert_dead_two": "TB L R",
    "tunnel": "TB LR",
}
SAME_BOTH_WAYS = {
    *("plus", "line_vert", "line_horiz", "dead_plus", "dead_line_vert", "dead_line_horiz"),
    *("curve_double_down", "line_vert_dead_two", "tunnel"),
}


def count(deck, chosen):
    return sum(number for card, number in deck.items() if chosen(card))


def test_all_exports_exist():
    assert all(hasattr(cards, name) for name in cards.__all__)
    assert len(set(NAMES)) == len(CARDS) == len(BY_NAME)


@pytest.mark.rule("saboteur:1.2")
def test_path_cards_show_these_groups():
    shown = {NAMES[card]: {sides_text(group) for group in CARDS[card].groups} for card in PATH_CARDS}
    assert shown == {name: {sides_text(sides(group)) for group in groups.split()} for name, groups in PATHS.items()}


@pytest.mark.rule("saboteur:1.2")
def test_a_turn_swaps_left_with_right_and_top_with_bottom():
    curve = BY_NAME["curve_up_dead_bottom"]
    assert OPEN[laid(curve)] == sides("LTB")
    assert OPEN[laid(curve, 1)] == sides("RTB")
    assert JOINED[laid(curve, 1)][sides("R")] == sides("RB")
    assert JOINED[laid(curve, 1)][sides("T")] == sides("T")
    assert JOINED[laid(curve, 1)][sides("L")] == 0


@pytest.mark.rule("saboteur:1.2")
def test_cards_that_look_the_same_both_ways():
    assert {NAMES[card] for card in PATH_CARDS if SYMMETRIC[card]} == SAME_BOTH_WAYS


@pytest.mark.rule("saboteur:1.1.7", "saboteur:1.2", "saboteur:1.3")
def test_the_decks():
    assert (count(DECK_TU, is_path), sum(DECK_TU.values())) == (46, 73)
    assert (count(DECK_COMMERCIAL, is_path), sum(DECK_COMMERCIAL.values())) == (40, 67)
    numbers = {NAMES[card]: number for card, number in DECK_TU.items()}
    assert [numbers[name] for name in PATHS] == [5, 5, 5, 4, 3, 4, 5, *[1] * 9, 1, 2, 1, 2]
    tools = ["lantern", "mine_cart", "pick"]
    assert [numbers[f"broken_{tool}"] for tool in tools] == [3, 3, 3]
    assert [numbers[f"fixed_{tool}"] for tool in tools] == [2, 2, 2]
    doubles = ["pick_lantern", "pick_mine_cart", "lantern_mine_cart"]
    assert [numbers[f"fixed_{tools}"] for tools in doubles] == [1, 1, 1]
    assert (numbers["rockfall"], numbers["map"]) == (3, 6)


@pytest.mark.rule("saboteur:1.2")
def test_the_commercial_deck_lacks_the_extras():
    missing = {NAMES[card] for card in DECK_TU.keys() - DECK_COMMERCIAL.keys()}
    assert missing == {"curve_double_down", "curve_up_dead_bottom", "line_vert_dead_two", "tunnel"}


@pytest.mark.rule("saboteur:1.3", "saboteur:R21")
def test_tools_in_the_order_named_on_the_card():
    assert CARDS[BY_NAME["broken_mine_cart"]].breaks == MINE_CART
    assert CARDS[BY_NAME["fixed_pick_lantern"]].repairs == (PICK, LANTERN)
    assert CARDS[BY_NAME["fixed_lantern_mine_cart"]].repairs == (LANTERN, MINE_CART)
    assert {kind.name for kind in CARDS if kind.breaks} == {n for n in NAMES if n.startswith("broken_")}
    assert {kind.name for kind in CARDS if kind.repairs} == {n for n in NAMES if n.startswith("fixed_")}


@pytest.mark.rule("saboteur:R17")
def test_exactly_the_dead_ends_are_blocking():
    assert {name for name in NAMES if is_blocking(BY_NAME[name])} == {n for n in PATHS if n.startswith("dead_")}


@pytest.mark.rule("saboteur:1.4.4")
def test_shapes_of_a_stone_in_order():
    assert [NAMES[shape] for shape in STONE_SHAPES] == [
        f"stone_{shape}" for shape in ("LT", "LB", "TB", "LR", "T", "L", "LTB", "LRB", "LRTB")
    ]
    assert all(len(CARDS[shape].groups) == 1 for shape in STONE_SHAPES)
    assert {card for card in range(len(CARDS)) if is_goal(card)} == {BY_NAME["gold"], *STONE_SHAPES}


def test_opposite_sides():
    assert [sides_text(OPPOSITE[sides(side)]) for side in "LRTB"] == ["R", "L", "B", "T"]
