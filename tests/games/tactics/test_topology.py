"""Ways and distances against a slow search that anybody can check."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kempelen.games.tactics.rules.board import Board, Spots
from kempelen.games.tactics.rules.topology import HEX, SQUARE, first_of, tiles_in
from tests.marks import rule

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
HEXES = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


def slow_costs(board: Board, starts: list[int], free: int) -> dict[int, int]:
    """Dijkstra over tile and number of diagonals so far, odd or even."""
    best: dict[tuple[int, int], int] = {}
    queue = [(0, tile, 0) for tile in starts]
    while queue:
        cost, tile, odd = heappop(queue)
        if (tile, odd) in best:
            continue
        best[tile, odd] = cost
        x, y = board.xy(tile)
        steps = [(dx, dy, 1, odd) for dx, dy in (HEXES if board.topology is HEX else STRAIGHT)]
        if board.topology is SQUARE:
            steps += [(dx, dy, 1 + odd, 1 - odd) for dx, dy in DIAGONAL]
        for dx, dy, step, parity in steps:
            if board.holds(x + dx, y + dy) and free >> board.tile(x + dx, y + dy) & 1:
                heappush(queue, (cost + step, board.tile(x + dx, y + dy), parity))
    costs: dict[int, int] = {}
    for (tile, _), cost in best.items():
        costs[tile] = min(cost, costs.get(tile, cost))
    return costs


@st.composite
def boards(draw):
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = [(x, y) for y in range(height) for x in range(width)]
    walls = draw(st.lists(st.sampled_from(cells), max_size=len(cells) // 2, unique=True))
    topology = draw(st.sampled_from([SQUARE, HEX]))
    start = draw(st.sampled_from(cells))
    board = Board(width, height, {"wall": [cell for cell in walls if cell != start]}, topology)
    return board, board.tile(*start)


@given(boards(), st.integers(0, 9))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@rule("tactics:B3")
def test_a_move_reaches_what_a_slow_search_reaches(case, movement):
    board, tile = case
    slow = slow_costs(board, [tile], board.passable)
    reach = board.reach(tile, movement, board.passable)
    fast = {reached: cost for cost, layer in enumerate(reach.layers) for reached in tiles_in(layer)}
    assert fast == {reached: cost for reached, cost in slow.items() if cost <= movement}
    assert set(tiles_in(reach.ends)) == set(fast)
    assert set(tiles_in(reach.others)) == set(fast) - {tile}
    assert reach.moves == tuple(board.moves[reached] for reached in fast if reached != tile)


@given(boards())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_joined_is_everything_that_can_be_reached(case):
    board, tile = case
    assert set(tiles_in(board.joined(tile, board.passable))) == set(slow_costs(board, [tile], board.passable))


@given(boards(), st.data())
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@rule("tactics:R7")
def test_closest_has_the_cheapest_way_left(case, data):
    board, tile = case
    free = sorted(tiles_in(board.passable))
    goal = data.draw(st.lists(st.sampled_from(free), min_size=1, unique=True))
    ends = sorted({tile, *data.draw(st.lists(st.sampled_from(free), unique=True))})
    costs = slow_costs(board, goal, board.passable)
    least = min((costs[end] for end in ends if end in costs), default=None)
    found = board.closest(sum(1 << one for one in goal), sum(1 << end for end in ends), board.passable)
    assert set(tiles_in(found)) == {end for end in ends if least is not None and costs.get(end) == least}


@pytest.mark.parametrize("topology", [SQUARE, HEX])
def test_distance_is_the_cost_of_a_way_on_an_empty_board(topology):
    board = Board(9, 7, {}, topology)
    for tile in board.spots:
        costs = slow_costs(board, [tile], board.all)
        assert {other: board.distance(tile, other) for other in board.spots} == costs
        for radius in range(12):
            assert set(tiles_in(board.within(tile, radius))) == {t for t, cost in costs.items() if cost <= radius}


def test_square_distance_counts_every_second_diagonal_twice():
    assert [SQUARE.distance(n, n) for n in range(6)] == [0, 1, 3, 4, 6, 7]
    assert SQUARE.distance(-3, 2) == SQUARE.distance(3, -2) == SQUARE.distance(2, 3) == 4


def test_tiles_of_a_set():
    assert tiles_in(0) == []
    assert tiles_in(0b101001) == [0, 3, 5]
    assert first_of(0b101000) == 3


def test_a_set_of_spots_is_a_sequence():
    board = Board(4, 2, {})
    spots = Spots(board, board.tiles([(1, 0), (3, 0), (2, 1)]))
    assert [spot.notation for spot in spots] == ["1,0", "3,0", "2,1"]
    assert [spots[n].notation for n in range(3)] == ["1,0", "3,0", "2,1"]
    assert spots[-1].notation == "2,1"
    assert len(spots) == 3
    with pytest.raises(IndexError):
        spots[3]


def test_a_map_of_height_one_is_the_same_in_both_topologies():
    square, hexes = Board(9, 1, {}, SQUARE), Board(9, 1, {}, HEX)
    assert square.reach(4, 3, square.passable).layers == hexes.reach(4, 3, hexes.passable).layers
    assert [square.distance(0, n) for n in range(9)] == [hexes.distance(0, n) for n in range(9)]
