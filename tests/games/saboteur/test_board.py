"""The board: what may be laid where, what is joined to the start, which goals turn up.

Cards are written as "x,y name", with a "/" behind the name of a card that lies turned.
"""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kempelen.games.saboteur.rules import board as board_module
from kempelen.games.saboteur.rules import places as places_module
from kempelen.games.saboteur.rules.board import GOALS, START, Board, cell, xy
from kempelen.games.saboteur.rules.cards import (
    BY_NAME,
    CARDS,
    COMMERCIAL_STONES,
    GOLD,
    OPEN,
    PATH_CARDS,
    SYMMETRIC,
    laid,
    sides,
    sides_text,
)
from kempelen.games.saboteur.rules.places import FARTHEST, Place, place

CORRIDOR = [f"{x},0 line_horiz" for x in range(1, 7)]
TO_THE_GOAL = [*CORRIDOR, "7,0 line_horiz"]
TWO_GOALS = [*CORRIDOR[:5], "6,0 curve_up", "6,-1 curve_up/", "7,-1 line_horiz"]


def read(text):
    """A card and its cell from "x,y name/"."""
    at, name = text.split()
    x, y = at.split(",")
    return cell(int(x), int(y)), laid(BY_NAME[name.rstrip("/")], int(name.endswith("/")))


def board_of(*cards, face_up=()):
    return Board.from_cards(map(read, cards), dict(map(read, face_up)))


def legal(board, name):
    """Where a card may be laid, as the set of "x,y" or "x,y/"."""
    return {f"{xy(option.cell)[0]},{xy(option.cell)[1]}{'/' * option.turned}" for option in board.places(BY_NAME[name])}


def reveal(board, shapes):
    """Turn up all reached goals as the given names say, and list their coordinates."""
    turned_up = []
    while goals := board.reached_goals():
        for goal in goals:
            name = shapes.get(xy(goal))
            board.turn_up(goal, laid(BY_NAME[name]) if name else board.stone_shape(goal))
            turned_up.append(xy(goal))
    return turned_up


def test_all_exports_exist():
    for module in (board_module, places_module):
        assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.rule("saboteur:1.1.5")
def test_the_layout():
    board = Board.new()
    assert [xy(START), *map(xy, GOALS)] == [(0, 0), (8, -2), (8, 0), (8, 2)]
    assert board.laid == {START: laid(BY_NAME["start"])}
    assert board.face_down == GOALS
    assert {xy(at) for at in board.frontier} == {(1, 0), (-1, 0), (0, 1), (0, -1)}


# Placing


@pytest.mark.rule("saboteur:1.4.2")
@pytest.mark.parametrize(
    ("cards", "name", "places"),
    [
        ([], "line_horiz", "1,0 -1,0"),
        ([], "curve_up", "1,0 0,1 -1,0/ 0,-1/"),
        ([], "dead_single_vert", "0,1 0,-1/"),
        # a way above and a wall on the left of (2, 1)
        (
            ["1,0 three_horiz", "2,0 plus", "1,1 line_vert"],
            "curve_up",
            "3,0 0,1 1,2 -1,0/ 0,-1/ 2,-1/",
        ),
        # the two ways of a tunnel are not joined: nothing may be laid above or below it
        (["1,0 tunnel"], "line_horiz", "-1,0 2,0"),
        (["1,0 tunnel"], "line_vert", "0,-1 0,1"),
        # dead ends pass nothing on
        (["1,0 dead_plus"], "plus", "-1,0 0,-1 0,1"),
        # only the joined group of a half dead end passes on
        (["1,0 curve_up_dead_bottom"], "line_vert", "0,-1 0,1 1,-1"),
        # a gap that a rockfall left needs both ends
        (["2,0 plus"], "curve_down", "-1,0/ 0,-1 0,1/"),
        (["2,0 plus"], "line_horiz", "-1,0 1,0"),
    ],
)
def test_legal_places(cards, name, places):
    assert legal(board_of(*cards), name) == set(places.split())


@pytest.mark.rule("saboteur:1.4.3")
def test_a_face_up_goal_is_an_ordinary_card():
    board = board_of(*TO_THE_GOAL, face_up=["8,0 stone_LT"])
    assert legal(board, "line_vert") == {"0,-1", "0,1", "8,-1"}


@pytest.mark.rule("saboteur:1.4.3")
def test_a_face_down_goal_is_an_empty_neighbour():
    board = board_of(*CORRIDOR)
    wall = laid(BY_NAME["dead_single_horiz"])
    assert board.fits(cell(7, 0), wall)
    assert board.fits(cell(7, 0), laid(BY_NAME["plus"]))


@pytest.mark.rule("saboteur:1.4.2")
def test_nothing_is_laid_on_a_goal_or_another_card():
    board = board_of(*TO_THE_GOAL)
    plus = laid(BY_NAME["plus"])
    assert board.reached_goals() == [cell(8, 0)]
    assert not board.fits(cell(8, 0), plus)
    assert not board.fits(cell(7, 0), plus)
    assert not board.fits(START, plus)
    assert not board.fits(cell(30, 30), plus)
    assert "8,0" not in legal(board, "plus")


@pytest.mark.rule("saboteur:1.4.2")
def test_a_new_card_joins_what_was_cut_off():
    board = board_of("2,0 plus", "3,0 line_horiz")
    assert "4,0" not in legal(board, "plus")
    board.lay(*read("1,0 line_horiz"))
    assert {"4,0", "2,1", "2,-1"} <= legal(board, "plus")


@pytest.mark.rule("saboteur:1.4.2")
def test_a_way_can_come_back_through_the_other_way_of_a_tunnel():
    loop = ["1,0 tunnel", "2,0 three_horiz", "2,1 curve_up"]
    board = board_of(*loop)
    assert "1,-1" not in legal(board, "plus")
    board.lay(*read("1,1 curve_down/"))
    assert "1,-1" in legal(board, "plus")


@pytest.mark.rule("saboteur:1.4.7")
def test_rockfall_cuts_off():
    board = board_of("1,0 line_horiz", "2,0 plus")
    board.remove(cell(1, 0))
    assert board == board_of("2,0 plus")
    assert legal(board, "line_horiz") == {"-1,0", "1,0"}


def test_places_are_made_once():
    option = place(BY_NAME["curve_up"], cell(1, 0))
    assert option == Place(BY_NAME["curve_up"], cell(1, 0), 0)
    assert Board.new().places(BY_NAME["curve_up"])[2] is option
    assert place(BY_NAME["plus"], cell(1, 0), 1) is place(BY_NAME["plus"], cell(1, 0), 0)


def test_places_of_several_cards():
    board = board_of("1,0 plus")
    options: list[Place] = []
    board.add_places([3, 0], options)
    assert options == [*board.places(3), *board.places(0)]


# Goals


@pytest.mark.rule("saboteur:1.4.4")
def test_a_way_to_a_goal_turns_it_up():
    board = board_of(*CORRIDOR)
    assert reveal(board, {}) == []
    board.lay(*read("7,0 plus"))
    assert reveal(board, {(8, 0): "gold"}) == [(8, 0)]
    assert [xy(goal) for goal in board.face_down] == [(8, -2), (8, 2)]
    assert "9,0" in legal(board, "plus")


@pytest.mark.rule("saboteur:1.4.4")
def test_a_dead_end_turns_up_nothing():
    board = board_of(*CORRIDOR, "7,0 dead_plus")
    assert board.reached_goals() == []


@pytest.mark.rule("saboteur:1.4.4")
def test_a_way_that_is_cut_off_turns_up_nothing():
    assert board_of("7,0 plus").reached_goals() == []


@pytest.mark.rule("saboteur:1.4.4")
def test_one_card_reaches_two_goals():
    board = board_of(*TWO_GOALS, "8,-1 plus")
    assert reveal(board, {(8, -2): "gold"}) == [(8, -2), (8, 0)]


@pytest.mark.rule("saboteur:1.4.4")
def test_a_goal_leads_to_the_next():
    board = board_of("8,1 line_vert", *TO_THE_GOAL)
    assert reveal(board, {(8, 0): "gold"}) == [(8, 0), (8, 2)]


@pytest.mark.rule("saboteur:1.4.4", "saboteur:R28")
@pytest.mark.parametrize(
    ("cards", "goal", "shape", "turned"),
    [
        (TO_THE_GOAL, (8, 0), "stone_LT", 0),
        ([*TO_THE_GOAL, "8,-1 line_horiz"], (8, 0), "stone_LB", 0),
        ([*TO_THE_GOAL, "8,-1 line_horiz", "8,1 line_horiz"], (8, 0), "stone_LR", 0),
        ([*TO_THE_GOAL, "8,-1 line_vert", "8,1 line_vert"], (8, 0), "stone_LTB", 0),
        ([*TWO_GOALS, "8,-1 plus"], (8, -2), "stone_LT", 1),
        ([*TWO_GOALS, "8,-1 plus", "7,0 line_vert"], (8, 0), "stone_LB", 1),
        (["9,0 line_horiz"], (8, 0), "stone_LT", 1),
    ],
)
def test_a_stone_takes_the_first_shape_that_fits(cards, goal, shape, turned):
    assert board_of(*cards).stone_shape(cell(*goal)) == laid(BY_NAME[shape], turned)


@pytest.mark.rule("saboteur:1.4.4")
def test_a_stone_always_has_a_fitting_shape():
    for name in ("plus", "tunnel", "line_vert", "curve_up", "curve_up/", "curve_down", "curve_down/"):
        for other in ("plus", "line_horiz", "line_vert"):
            board = board_of(*TO_THE_GOAL, f"8,1 {name}", f"8,-1 {other}", f"9,0 {other}")
            board.turn_up(cell(8, 0), board.stone_shape(cell(8, 0)))
            assert not [pair for pair in board.check() if cell(8, 0) in pair]
    with pytest.raises(ValueError, match="no way leads"):
        board_of("7,0 line_vert", "9,0 line_vert", "8,1 line_horiz", "8,-1 line_horiz").stone_shape(cell(8, 0))


@pytest.mark.rule("saboteur:1.4.4")
@pytest.mark.parametrize("curve", COMMERCIAL_STONES)
@pytest.mark.parametrize(
    ("cards", "goal", "end"),
    [(TO_THE_GOAL, (8, 0), "L"), ([*TWO_GOALS, "8,-1 plus"], (8, 0), "T"), ([*TWO_GOALS, "8,-1 plus"], (8, -2), "B")],
)
def test_a_commercial_stone_meets_the_way(curve, cards, goal, end):
    stone = board_of(*cards).commercial_stone(cell(*goal), curve)
    assert stone >> 1 == curve
    assert OPEN[stone] & sides(end)


@pytest.mark.rule("saboteur:1.4.4")
def test_a_mismatched_commercial_stone_joins_only_open_sides():
    board = board_of(*TO_THE_GOAL, "8,-1 line_vert")
    board.turn_up(cell(8, 0), laid(BY_NAME["stone_LB"]))
    assert board.check() == [(cell(8, -1), cell(8, 0))]
    assert board.reached[cell(8, -1)] == 0
    assert board.reached_goals() == []
    assert "8,1" in legal(board, "line_vert")


# Neighbours, positions


@pytest.mark.rule("saboteur:R10")
@pytest.mark.parametrize(
    ("cards", "at", "count"),
    [
        ([], (1, 0), 1),
        (["1,0 plus", "0,1 line_vert"], (1, 1), 2),
        (CORRIDOR, (7, 0), 2),
        (TWO_GOALS, (8, -1), 3),
        (["7,1 plus", "9,1 plus"], (8, 1), 4),
    ],
)
def test_occupied_neighbours(cards, at, count):
    board = board_of(*cards)
    assert board.occupied_neighbours(cell(*at)) == count
    board.lay(cell(*at), laid(BY_NAME["plus"]))
    assert board.occupied_neighbours(cell(*at)) == count


@pytest.mark.rule("saboteur:R10")
def test_a_face_up_goal_is_counted_once():
    assert board_of(*TO_THE_GOAL, face_up=["8,0 gold"]).occupied_neighbours(cell(8, 1)) == 2


def test_check_names_the_pairs_that_contradict():
    board = board_of("1,0 line_vert", "2,0 plus", "2,1 plus")
    assert {(xy(a), xy(b)) for a, b in board.check()} == {((0, 0), (1, 0)), ((1, 0), (2, 0))}
    assert not board_of(*TWO_GOALS).check()


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["1,0 plus", "1,0 tunnel"], r"two cards at \(1, 0\)"),
        (["0,0 plus"], r"two cards at \(0, 0\)"),
        (["8,0 plus"], r"plus cannot lie on the goal at \(8, 0\)"),
        (["1,0 map"], r"map at \(1, 0\) is not a path card"),
        (["1,0 gold"], r"gold at \(1, 0\) is not a path card"),
    ],
)
def test_impossible_positions(cards, message):
    with pytest.raises(ValueError, match=message):
        board_of(*cards)


def test_the_grid_ends_somewhere():
    assert xy(cell(-FARTHEST, FARTHEST)) == (-FARTHEST, FARTHEST)
    with pytest.raises(ValueError, match="farther than"):
        cell(0, FARTHEST + 1)


def test_a_board_can_be_read_by_people():
    assert repr(board_of("1,0 curve_up", "1,-1 curve_up/")) == (
        "Board((0, 0) start, (1, 0) curve_up, (1, -1) curve_up turned)"
    )


# The board kept up to date against the rules read afresh

STEPS = {"L": (-1, 0), "R": (1, 0), "T": (0, -1), "B": (0, 1)}
BACK = {"L": "R", "R": "L", "T": "B", "B": "T"}


def groups_of(card):
    """The groups of a laid card as texts."""
    groups = [sides_text(group) for group in CARDS[card >> 1].groups]
    return ["".join(BACK[side] for side in group) for group in groups] if card & 1 else groups


def ends(table):
    """All open sides on the table as (x, y, side)."""
    return {(*at, side) for at, groups in table.items() for side in "".join(groups)}


def facing(x, y, side):
    dx, dy = STEPS[side]
    return x + dx, y + dy, BACK[side]


def joined_to_start(table):
    """All open sides that a walk from the start comes to."""
    found: set = set()
    waiting = [(0, 0, side) for side in STEPS]
    while waiting:
        x, y, side = waiting.pop()
        group = next((group for group in table.get((x, y), ()) if side in group), "")
        new = {(x, y, other) for other in group} - found
        found |= new
        waiting += [facing(*end) for end in new]
    return found


def places_by_the_rules(table, reached, blocked):
    """All (x, y, laid) that the rules allow, tried one by one."""
    open_ends = ends(table)
    for x, y in {facing(*end)[:2] for end in reached} - table.keys() - blocked:
        for card in PATH_CARDS:
            for turned in range(1 if SYMMETRIC[card] else 2):
                shown = "".join(groups_of(laid(card, turned)))
                neighbours = [(side, facing(x, y, side)) for side in STEPS]
                if all((side in shown) == (end in open_ends) for side, end in neighbours if end[:2] in table):
                    yield x, y, laid(card, turned)


def assert_follows_from_the_cards(board):
    table = {xy(at): groups_of(card) for at, card in board.laid.items()}
    reached = joined_to_start(table)
    arriving = {facing(*end)[:2] for end in reached}
    face_down = {xy(goal) for goal in board.face_down}
    assert {(*xy(at), side) for at, mask in board.reached.items() for side in sides_text(mask)} == reached
    assert {xy(at) for at in board.frontier} == arriving - table.keys() - face_down
    assert {xy(goal) for goal in board.reached_goals()} == arriving & face_down
    options: list[Place] = []
    board.add_places(PATH_CARDS, options)
    listed = [(*xy(option.cell), laid(option.card, option.turned)) for option in options]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(places_by_the_rules(table, reached, face_down))
    assert all(board.fits(cell(x, y), card) for x, y, card in listed)


def parts(board):
    return board.laid, board.face_down, board.reached, board.around, board.frontier


def turn_up_goals(board, choice, commercial):
    while goals := board.reached_goals():
        goal = goals[0]
        if choice.random() < 0.3:
            board.turn_up(goal, laid(GOLD))
        elif commercial:
            board.turn_up(goal, board.commercial_stone(goal, choice.choice(COMMERCIAL_STONES)))
        else:
            board.turn_up(goal, board.stone_shape(goal))


def play_one(board, choice, commercial):
    """Lay or remove a card at random; rather often far to the right, where the goals are."""
    removable = [at for at in board.laid if at != START and at not in GOALS]
    if removable and choice.random() < 0.15:
        board.remove(choice.choice(removable))
        return
    options: list[Place] = []
    board.add_places(PATH_CARDS, options)
    if not options:
        return
    option = choice.choice(options)
    if choice.random() < 0.4:
        column = max(xy(option.cell)[0] for option in options)
        option = choice.choice([option for option in options if xy(option.cell)[0] == column])
    board.lay(option.cell, laid(option.card, option.turned))
    turn_up_goals(board, choice, commercial)


@pytest.mark.rule("saboteur:1.4.2", "saboteur:1.4.4", "saboteur:1.4.7")
# Shrinking a whole game takes minutes, and the board in the message says enough.
@settings(deadline=None, max_examples=60, phases=[Phase.generate])
@given(st.randoms(use_true_random=False), st.booleans(), st.sampled_from([[], CORRIDOR, TWO_GOALS]))
def test_the_board_is_always_what_its_cards_make_it(choice, commercial, cards):
    board = board_of(*cards)
    for _ in range(25):
        before, twin = board.copy(), board.copy()
        play_one(twin, choice, commercial)
        assert parts(board) == parts(before)
        board = twin
        assert_follows_from_the_cards(board)
    # A gold that was turned up and does not end this game may meet closed sides (R5).
    golds = {at for at, card in board.laid.items() if card == laid(GOLD)}
    assert commercial or all(golds.intersection(pair) for pair in board.check())
    shuffled = list(board.laid.items())
    choice.shuffle(shuffled)
    again = Board.from_cards(shuffled)
    assert again == board
    assert parts(again) == parts(board)
    assert [again.places(card) for card in PATH_CARDS] == [board.places(card) for card in PATH_CARDS]
