"""What holds in every game, whoever plays."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.table import DirectTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.automa.opponent import activate
from kempelen.games.tactics.files.maps import SCENARIOS, map_data
from kempelen.games.tactics.rules.cards import AIS, book
from kempelen.games.tactics.rules.events import Moved
from kempelen.games.tactics.rules.legal import activation_options, anything_left
from kempelen.games.tactics.rules.state import ACTIVATION, BEGIN, OPPONENT, UNITS
from tests.games.tactics.reference import Chance, World
from tests.games.tactics.table import a_table

SETUPS = [(name, count) for name in GAME.scenarios for count in GAME.seat_counts(name)]


def sound(state):
    """The board says the same in all its ways, nobody stands on a wall, nobody owes anything."""
    occupied, held = 0, [0] * len(state.held)
    for unit in state.units:
        assert state.at[unit.tile] is unit
        assert state.board.passable >> unit.tile & 1
        assert not occupied >> unit.tile & 1
        assert 0 < unit.health <= unit.profile.health
        occupied |= 1 << unit.tile
        held[unit.side] |= 1 << unit.tile
    assert (state.occupied, state.held) == (occupied, held)
    assert sum(one is not None for one in state.at) == len(state.units)
    assert len({unit.name.id for unit in state.units}) == len(state.units)
    assert all(mat.pool >= 0 for mat in state.mats)
    assert all(mat.deck.away == 0 for mat in state.mats)
    assert all(left >= 0 for left in state.stock.values())


def cards_of(state):
    """Every card of the game is somewhere, exactly once."""
    return sorted(
        [unit.name.kind for unit in state.units]
        + [card for mat in state.mats for pile in (mat.hand, mat.discard, mat.deck.bag, mat.deck.top) for card in pile]
        + [card for card, left in state.stock.items() for _ in range(left)]
    )


def walks_soundly(state, event):
    """A move just made ends on a free tile and costs no more than the movement; a slow search says what it costs."""
    board, unit = state.board, state.named(event.unit)
    start, end = (event.start.x, event.start.y), (event.end.x, event.end.y)
    case = {"board": {"width": board.width, "height": board.height, "topology": board.topology.name}}
    world = World(case, Chance(), {})
    others = {board.xy(other.tile) for other in state.units if other is not unit}
    assert end not in others
    free = {board.xy(tile) for tile in board.spots if board.passable >> tile & 1} - others
    assert world.costs(start, free)[end] <= unit.profile.move


def play_soundly(state, bots, seed, *, rounds):
    """Play on; everything is looked at after every event and every step."""

    def listen(event):
        assert all(mat.pool >= 0 for mat in state.mats)
        if isinstance(event, Moved):
            walks_soundly(state, event)

    table = DirectTable(GAME, bots, TapeDice(seed), listener=listen)
    table.state = state
    last, steps = state.round + rounds, 0
    while state.ending is None and state.round < last:
        turn = state.round, state.active, state.phase in (OPPONENT, UNITS)
        GAME.step(state, table)
        sound(state)
        steps = steps + 1 if turn == (state.round, state.active, state.phase in (OPPONENT, UNITS)) else 0
        assert steps < 400, "a turn does not end"


ANY_AI = ["none", "aggressive", "shy", "wandering 0", "wandering 3", "wandering 9"]
ANY_AI += ["target field", "target store", "target wall", "target unit king", "target unit farmer"]


@pytest.mark.parametrize("topology", ["square121", "hex"])
@pytest.mark.parametrize(("scenario", "players"), SETUPS)
@given(data=st.data())
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_any_ai_on_any_map_keeps_the_rules_and_every_turn_ends(scenario, players, topology, data):
    table = DirectTable(GAME, [], TapeDice(1))
    position = GAME.to_position(GAME.new(Setup("tactics", scenario, ("rule",) * players), table))
    position["topology"] = topology
    if topology == "hex":
        position |= {"map": [*map_data(SCENARIOS[scenario][players])["map"].strip("\n").split("\n")]}
    for unit in position["units"]:
        unit["ai"] = data.draw(st.sampled_from(ANY_AI))
    state = GAME.from_position(position, {})
    assert state.board.topology.name == topology
    bots = [GAME.bots[data.draw(st.sampled_from(["random", "rule"]))]() for _ in range(players)]
    play_soundly(state, bots, data.draw(st.integers(0, 10**9)), rounds=3)


@pytest.mark.parametrize(("scenario", "players"), SETUPS)
@given(seed=st.integers(0, 10**9), bot=st.sampled_from(["random", "rule"]))
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_a_game_stays_sound_and_ends(scenario, players, seed, bot):
    moves = []

    def listen(event):
        if isinstance(event, Moved):
            moves.append(event)

    table = DirectTable(GAME, [GAME.bots[bot]() for _ in range(players)], TapeDice(seed), listener=listen)
    state = table.state = GAME.new(Setup("tactics", scenario, (bot,) * players), table)
    cards = cards_of(state)
    rounds, in_round = 1, 0
    while state.ending is None:
        before = state.copy()
        moves.clear()
        GAME.step(state, table)
        sound(state)
        assert cards_of(state) == cards
        for move in moves[:1] if before.phase == ACTIVATION else ():  # in the opponent's turn others act before
            mover = before.named(move.unit)
            assert mover is not None
            reach = before.board.reach(mover.tile, mover.profile.move, before.free(mover))
            assert reach.ends >> move.end.tile & 1
        if state.phase == ACTIVATION:
            acting = state.named(state.acting)
            assert acting is not None
            assert anything_left(state, acting)
            assert len(activation_options(state, acting)) > 1
        in_round = in_round + 1 if state.round == rounds else 0
        rounds = state.round
        assert in_round < 2000
    assert state.round <= state.rule.cap + 1


UNIT_CARDS = sorted(name for name in book() if book()[name].unit is not None)
TILES = ".....#hft:s~"


@st.composite
def tables(draw):
    width, height = draw(st.integers(2, 9)), draw(st.integers(1, 9))
    rows = ["".join(draw(st.lists(st.sampled_from(TILES), min_size=width, max_size=width))) for _ in range(height)]
    free = [(x, y) for y, row in enumerate(rows) for x, symbol in enumerate(row) if symbol != "#"]
    spots = draw(st.lists(st.sampled_from(free), min_size=1, max_size=12, unique=True)) if free else []
    units = []
    for x, y in spots:
        unit = {"card": draw(st.sampled_from(UNIT_CARDS)), "at": f"{x},{y}", "ai": draw(ais)}
        if draw(st.booleans()):
            unit["player"] = 1
        units.append(unit)
    return a_table(rows, units, topology=draw(st.sampled_from(["square121", "hex"])))


ais = st.sampled_from(["aggressive", "shy", "wandering 3", "target field", "target unit king", "wandering 0"])


@given(tables(), st.integers(0, 10**9))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_activation_ends_on_a_free_tile_within_its_movement(state, seed):
    if not state.units:
        return
    unit = state.units[0]
    walked = []

    def listen(event):
        if isinstance(event, Moved):
            walked.append(event)
            walks_soundly(state, event)

    table = DirectTable(GAME, [], TapeDice(seed), listener=listen)
    table.state = state
    actions = unit.profile.moves + (state.board.street >> unit.tile & 1)
    activate(state, table, unit)
    assert len(walked) <= actions
    sound_units = [one for one in state.units if one is unit]
    assert (unit.health > 0) == bool(sound_units)
    if state.ending is None and sound_units:
        assert unit.tapped
    sound(state)


def test_the_game_has_what_it_promises():
    cards = [book()[name] for name in book()]
    assert sum(card.unit is not None and card.price > 0 for card in cards) >= 14
    assert sum(card.effect is not None and card.price > 0 for card in cards) >= 8
    for name in ("kraken_1", "tyrant_1"):
        deck = [book()[card] for card in map_data(name)["opponent_deck"]]
        assert sum(card.unit is not None for card in deck) >= 6
        assert sum(card.effect is not None for card in deck) >= 3
    assert {card.unit.ai.kind for card in cards if card.unit and card.unit.ai} == set(AIS)


@pytest.mark.parametrize("bot", ["rule", "random"])
@pytest.mark.parametrize("seed", range(15))
def test_the_first_map_is_a_short_game_however_one_plays(bot, seed):
    table = DirectTable(GAME, [GAME.bots[bot]()], TapeDice(seed))
    state = table.state = GAME.new(Setup("tactics", "first", (bot,)), table)
    while state.ending is None:
        GAME.step(state, table)
    assert 3 <= state.round <= state.rule.cap + 1


def test_games_begun_with_older_rules_begin_where_they_did():
    for begun in ("1", "2"):
        table = DirectTable(GAME, [GAME.bots["random"]()], TapeDice(1))
        state = GAME.new(Setup("tactics", "first", ("random",), begun=begun), table)
        assert (state.board.width, state.rule.cap, len(state.units)) == (5, 2, 2)
    assert GAME.new(Setup("tactics", "first", ("random",)), table).board.width == 7


def test_a_turn_begins_in_the_phase_begin():
    table = DirectTable(GAME, [GAME.bots["random"]()], TapeDice(1))
    assert GAME.new(Setup("tactics", "kraken", ("random",)), table).phase == BEGIN
