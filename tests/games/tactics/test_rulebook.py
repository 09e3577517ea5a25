"""The game around the AI page, rule by rule as in rulebook.toml."""

from __future__ import annotations

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Setup
from kempelen.engine.table import DirectTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.automa.opponent import activate, opponent_turn
from kempelen.games.tactics.rules.actions import END
from kempelen.games.tactics.rules.board import KINDS, Board
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, book
from kempelen.games.tactics.rules.combat import mark_limit
from kempelen.games.tactics.rules.events import Activated, Attacked, DrewHand, FullAction, GaveUp, Moved
from kempelen.games.tactics.rules.legal import activation_options, turn_options
from kempelen.games.tactics.rules.state import BEGIN, OPPONENT, TURN
from kempelen.games.tactics.rules.topology import HEX, SQUARE, tiles_in
from tests.games.tactics.table import a_table, at, foe, ours, position, steps, told, unit
from tests.marks import rule

MIDDLE = (2, 2)


def mat(**more):
    return {"pool": 0, "deck": [], **more}


def around(topology):
    board = Board(5, 5, {}, topology)
    near = board.within(board.tile(*MIDDLE), 1) & ~(1 << board.tile(*MIDDLE))
    return {board.xy(tile) for tile in tiles_in(near)}


def acting(rows, units, name, **more):
    """The options of a player's unit that is activated now."""
    state = a_table(rows, units, phase=TURN, **more)
    steps(state, f"activate {name}")
    return state, {option.notation for option in activation_options(state, unit(state, name))}


# -- the board


@rule("tactics:F1")
def test_a_square_has_eight_neighbours_and_a_hex_six():
    assert around(SQUARE) == {(x, y) for x in (1, 2, 3) for y in (1, 2, 3)} - {MIDDLE}
    assert around(HEX) == {(1, 2), (3, 2), (2, 1), (2, 3), (3, 1), (1, 3)}


@rule("tactics:F1")
def test_only_one_unit_stands_on_a_tile():
    with pytest.raises(BadPosition):
        GAME.from_position(position(["..."], [foe("guard", "1,0"), ours("archer", "1,0")]), {})
    _, options = acting(["..."], [ours("scout", "0,0"), foe("guard", "1,0")], "scout")
    assert "move 1,0" not in options


@rule("tactics:F2")
def test_distance_on_squares_and_hexes_whatever_stands_between():
    for topology, away in ((SQUARE, 4), (HEX, 6)):
        board = Board(6, 6, {"wall": [(1, 1), (2, 2)]}, topology)
        assert board.distance(board.tile(0, 0), board.tile(3, 3)) == away
    units = [ours("archer", "0,0"), foe("guard", "1,0"), foe("patrol", "3,0")]
    _, options = acting(["..#."], [units[0], units[2]], "archer")
    assert "attack patrol" in options  # through a wall
    _, options = acting(["...."], units, "archer")
    assert "attack patrol" in options  # over a unit


@rule("tactics:F3")
def test_walls_houses_towers_and_streets():
    _, options = acting(["p#.h", "...."], [ours("scout", "0,0")], "scout")
    assert "move 1,0" not in options
    assert "move 3,0" in options  # round the wall
    _, options = acting(["..h.."], [ours("archer", "0,0"), foe("guard", "2,0")], "archer")
    assert "attack guard" not in options
    _, options = acting(["..h.."], [ours("archer", "1,0"), foe("guard", "2,0")], "archer")
    assert "attack guard" in options
    for rows, archer, militia in ((["t...."], True, False), (["....."], False, False)):
        assert ("attack guard" in acting(rows, [ours("archer", "0,0"), foe("guard", "4,0")], "archer")[1]) is archer
        assert ("attack guard" in acting(rows, [ours("militia", "0,0"), foe("guard", "2,0")], "militia")[1]) is militia
    state, _ = acting([":...."], [ours("militia", "0,0")], "militia")
    steps(state, "move 2,0", "move 4,0")
    assert at(state, "militia") == "4,0"


@rule("tactics:F4")
def test_fields_and_stores_are_places_for_full_actions():
    for card, rows in (("farmer", ["f."]), ("trader", ["s."])):
        for where, possible in (("0,0", True), ("1,0", False)):
            _, options = acting(rows, [ours(card, where)], card)
            assert ("full" in options) is possible
    state = a_table(["s."], [ours("scout", "0,0")], players=[mat(pool=9)], phase=TURN, stock={"knight": 1})
    assert "buy knight" in {option.notation for option in turn_options(state, 0)}
    assert {"field", "store"} < set(KINDS)


# -- units


@rule("tactics:N1")
@pytest.mark.parametrize("name", [name for name in book() if book()[name].unit is not None])
def test_every_unit_has_its_numbers(name):
    profile = book()[name].unit
    assert profile.health > 0
    assert profile.range >= 1
    assert min(profile.attack, profile.move, profile.upkeep) >= 0
    assert profile.ai is not None or book()[name].price or profile.boss


@rule("tactics:N2")
@pytest.mark.parametrize("order", [("move 1,0", "attack guard"), ("attack guard", "move 1,0")])
def test_one_move_and_one_attack_in_any_order_then_it_is_tapped(order):
    state, _ = acting(["....."], [ours("archer", "0,0"), foe("guard", "3,0")], "archer")
    steps(state, *order)
    archer = unit(state, "archer")
    assert (at(state, "archer"), unit(state, "guard").health, archer.tapped) == ("1,0", 2, True)
    assert "activate archer" not in {option.notation for option in turn_options(state, 0)}


@rule("tactics:N3")
def test_what_a_move_costs():
    _, options = acting(["....", "....", "...."], [ours("militia", "0,0")], "militia")
    moves = {option for option in options if option.startswith("move")}
    assert moves == {"move 1,0", "move 2,0", "move 0,1", "move 0,2", "move 1,1", "move 2,1", "move 1,2"}
    # Two diagonal steps cost three; friends and enemies are in the way alike.
    for blocker in (ours("scout", "1,0"), foe("guard", "1,0")):
        _, options = acting(["...."], [ours("militia", "0,0"), blocker], "militia")
        assert not any(option.startswith("move") for option in options)


@rule("tactics:N4")
@pytest.mark.parametrize("before", ["move 1,1", "attack guard"])
def test_a_full_action_needs_all_actions(before):
    units = [ours("captain", "0,0"), foe("guard", "0,1")]
    state, options = acting(["...", "..."], units, "captain", players=[mat(deck=["volley"] * 2)])
    assert "full" in options
    steps(state, before)
    assert "full" not in {option.notation for option in activation_options(state, unit(state, "captain"))}


@rule("tactics:N5")
@pytest.mark.parametrize("owner", [ours, foe])
def test_a_unit_with_an_ai_follows_its_list_whoever_owns_it(owner):
    state = a_table(["......"], [owner("archer", "0,0", ai="target field"), owner("hound", "5,0")], phase=TURN)
    offered = {option.notation for option in turn_options(state, 0)}
    assert ("auto hound" in offered) is (owner is ours)
    assert "activate hound" not in offered
    events = told(state, lambda s, table: activate(s, table, unit(s, "hound")), "pick:4,0")
    assert [type(event) for event in events][:2] == [Activated, Moved]


# -- attacks


@rule("tactics:A1")
def test_both_deal_damage_at_the_same_time_the_target_only_if_it_could_attack():
    state, _ = acting(["...."], [ours("knight", "0,0"), foe("guard", "1,0")], "knight")
    events = steps(state, "attack guard")
    assert [(event.damage, event.counter) for event in events if isinstance(event, Attacked)] == [(3, 3)]
    assert (unit(state, "knight").health, unit(state, "guard").health) == (3, 1)
    state, _ = acting(["...."], [ours("archer", "0,0"), foe("guard", "3,0")], "archer")
    steps(state, "attack guard")
    assert (unit(state, "archer").health, unit(state, "guard").health) == (2, 2)
    # In a house it is out of reach of those who are not next to it.
    state, _ = acting(["h.."], [ours("crossbowman", "0,0"), foe("patrol", "2,0", health=2)], "crossbowman")
    steps(state, "attack patrol")
    assert unit(state, "crossbowman").health == 3


@rule("tactics:A2")
def test_damage_stays_and_who_has_no_health_is_discarded_by_its_owner():
    state, _ = acting(["...."], [ours("archer", "0,0"), foe("guard", "3,0", health=4)], "archer")
    steps(state, "attack guard", "done", "end")
    assert unit(state, "guard").health == 2
    state, _ = acting(["...."], [ours("archer", "0,0"), foe("guard", "3,0", health=2)], "archer")
    steps(state, "attack guard")
    assert state.opponent.discard == ["guard"]
    assert not state.occupied >> state.board.tile(3, 0) & 1


# -- cards


@rule("tactics:K1", "tactics:E1")
@pytest.mark.parametrize(
    ("hand", "pool", "rows", "units", "playable"),
    [
        (["militia"], 2, ["p.."], [], {"play militia 0,0"}),
        (["militia"], 1, ["p.."], [], set()),
        (["king"], 9, ["p.."], [], set()),  # it has no cost
        (["militia"], 2, ["p.."], [foe("guard", "0,0")], set()),  # the spawn tile is taken
        (["volley"], 2, ["..."], [], set()),  # nobody to hit
        (["volley"], 2, ["..."], [foe("guard", "0,0")], {"play volley guard"}),
        (["bandage"], 2, ["..."], [ours("scout", "0,0")], set()),  # nobody is hurt
        (["harvest"], 0, ["..."], [], {"play harvest"}),
    ],
)
def test_what_makes_a_card_playable(hand, pool, rows, units, playable):
    state = a_table(rows, units, players=[mat(pool=pool, hand=hand)], phase=TURN)
    assert {option.notation for option in turn_options(state, 0) if "play" in option.notation} == playable


@rule("tactics:K2", "tactics:P5")
def test_a_unit_enters_ready_on_any_own_spawn_tile_and_an_event_is_discarded():
    rows = ["1.2", "1.2"]
    state = a_table(rows, players=[mat(pool=4, hand=["militia", "harvest"]), mat()], phase=TURN)
    assert {option.notation for option in turn_options(state, 0)} == {
        "play militia 0,0",
        "play militia 0,1",
        "play harvest",
        "end",
    }
    steps(state, "play militia 0,1", "play harvest")
    assert (at(state, "militia"), unit(state, "militia").tapped) == ("0,1", False)
    assert state.mats[0].discard == ["harvest"]
    assert state.mats[0].pool == 4 - 2 + 2


@rule("tactics:K3", "tactics:P4")
def test_bought_cards_go_to_the_discard_pile():
    state = a_table(["s.."], [ours("scout", "1,0")], players=[mat(pool=6)], phase=TURN, stock={"knight": 1})
    steps(state, "buy knight")
    assert (state.mats[0].pool, state.mats[0].discard, state.stock["knight"]) == (1, ["knight"], 0)
    assert END in turn_options(state, 0)
    assert "buy knight" not in {option.notation for option in turn_options(state, 0)}


# -- the round


@rule("tactics:T1")
def test_every_player_then_the_opponent_and_the_players_are_one_side():
    units = [ours("archer", "0,0"), ours("militia", "1,0", 2), foe("guard", "3,0", ai="none")]
    state = a_table(["....."], units, players=2, phase=TURN)
    steps(state, "end")
    assert (state.active, state.phase) == (1, BEGIN)
    steps(state, "end", until=lambda s: s.phase == OPPONENT)
    assert state.round == 1
    assert not state.enemies(0) & state.held[unit(state, "militia").side]
    steps(state, until=lambda s: s.phase == TURN)
    assert (state.round, state.active) == (2, 0)


@rule("tactics:T1")
@pytest.mark.parametrize("scenario", ["versus", "sandbox"])
def test_in_versus_they_are_enemies_and_there_is_no_opponent(scenario):
    table = DirectTable(GAME, [GAME.bots["random"]()] * 2, TapeDice(1))
    state = GAME.new(Setup("tactics", scenario, ("random", "random")), table)
    assert not state.has_opponent
    assert {one.side for one in state.units} == {0, 1}


@rule("tactics:T2", "tactics:B5")
def test_the_course_of_a_players_turn():
    units = [ours("knight", "0,0", tapped=True), ours("militia", "1,0", tapped=True)]
    players = [mat(pool=0, deck=["volley"], discard=["harvest"])]
    state = a_table(["p..."], units, players=players, income=2, hand=2)
    events = steps(state, "draw:volley", "draw:harvest", "give up militia", "play harvest", "end")
    names = [type(event).__name__ for event in events]
    order = ["TurnBegan", "Shuffled", "DrewHand", "Gained", "GaveUp", "Destroyed", "Paid", "Played", "Gained"]
    assert names == [*order, "DiscardedHand"]
    assert not unit(state, "knight").tapped
    assert state.mats[0].hand == []
    assert sorted(state.mats[0].discard) == ["harvest", "militia", "volley"]


@rule("tactics:T3", "tactics:D6", "tactics:R1")
def test_the_opponents_turn_follows_its_list():
    state = a_table(["o....."], [ours("archer", "5,0")], opponent=mat(pool=1, top=["guard", "cavalier"]))
    events = told(state, opponent_turn)
    assert [type(event).__name__ for event in events] == [
        "OpponentTurn",
        "Gained",
        "Paid",
        "Drew",
        "Played",
        "Drew",
        "Activated",
        "Moved",
        "Tapped",
        "Discarded",
    ]
    assert (state.opponent.pool, state.opponent.hand, state.opponent.discard) == (2, [], ["cavalier"])


@rule("tactics:T4")
def test_whatever_is_left_open_is_drawn_and_every_tied_thing_can_come():
    ends = set()
    for seed in range(40):
        state = a_table(["...", "...", "..."], [foe("guard", "1,1", ai="wandering 0"), ours("scout", "2,2")])
        table = DirectTable(GAME, [], TapeDice(seed))
        table.state = state
        activate(state, table, unit(state, "guard"))
        ends.add(at(state, "guard"))
    assert ends == {"0,0", "1,0", "2,0", "0,1", "2,1", "0,2", "1,2"}


# -- winning and losing


@rule("tactics:W1", "tactics:Y2", "tactics:M1")
@pytest.mark.parametrize("mode", ["kraken", "tyrant"])
def test_the_players_win_together_when_the_boss_falls(mode):
    units = [ours("archer", "0,0"), ours("scout", "1,0", 2), foe(mode, "3,0", health=2)]
    state = a_table(["...."], units, players=2, mode=mode, phase=TURN)
    steps(state, "activate archer", f"attack {mode}")
    assert (state.ending.reason, state.ending.winners) == ("boss", (0, 1))


@rule("tactics:W2", "tactics:M1")
def test_the_kraken_wins_by_the_stores_or_by_two_turns_without_a_unit():
    state = a_table(["s.s"], [foe("reef_breaker", "0,0")], mode="kraken", neutral=["2,0"], phase=OPPONENT)
    told(state, opponent_turn)
    assert (state.ending.reason, state.ending.winners) == ("stores", ())
    state = a_table(["..."], [foe("guard", "0,0", ai="none")], mode="kraken", phase=OPPONENT)
    told(state, opponent_turn)
    assert state.ending is None
    told(state, opponent_turn)
    assert state.ending.reason == "wiped_out"


@rule("tactics:W3", "tactics:M2", "tactics:M3", "tactics:Y1")
def test_two_marks_a_player_lose_also_when_one_of_them_has_nothing_left():
    units = [foe("tyrant", "0,0", ai="none"), foe("enforcer", "2,0"), ours("scout", "4,0")]
    state = a_table(["..f.."], units, players=2, mode="tyrant", marks=2, phase=OPPONENT)
    assert mark_limit(state) == 4
    told(state, opponent_turn, "pick:tyrant")
    assert (state.marks, state.ending) == (3, None)
    state.phase = OPPONENT
    events = told(state, opponent_turn, "pick:enforcer")
    assert [event for event in events if isinstance(event, FullAction)]
    assert (state.marks, state.ending.reason) == (4, "marks")
    assert not unit(state, "tyrant").tapped  # the turn stopped at once


@rule("tactics:W4", "tactics:P6")
def test_whose_king_falls_loses_and_after_the_last_round_nobody_wins():
    units = [ours("archer", "0,0"), ours("king", "1,0"), ours("king", "3,0", 2, health=2)]
    state = a_table(["...."], units, players=2, mode="versus", phase=TURN)
    steps(state, "activate archer", "attack king2")
    assert (state.ending.reason, state.ending.winners) == ("kings", (0,))
    state = a_table(["...."], units, players=2, mode="versus", phase=TURN, cap=1)
    steps(state, "end", "end")
    assert (state.ending.reason, state.ending.winners) == ("cap", ())
    assert GAME.outcome(state).capped


# -- readings around it


@rule("tactics:P7")
def test_only_the_own_hand_is_known_and_the_opponents_cards_are_open():
    players = [mat(hand=["volley"], deck=["ambush"]), mat(hand=["harvest"], deck=["bandage"])]
    state = a_table(["..."], players=players, opponent=mat(hand=["guard"], deck=[]))
    seen = GAME.view(state, 0)
    assert (seen.mats[0].hand, seen.mats[1].hand, seen.opponent.hand) == (["volley"], [HIDDEN_CARD], ["guard"])
    assert sorted(seen.mats[1].deck.bag) == ["bandage", "harvest"]
    drawn = DrewHand(1, ("harvest",))
    assert drawn.seen_by(1) is drawn
    assert drawn.seen_by(0).cards == (HIDDEN_CARD,)


@rule("tactics:level")
@pytest.mark.parametrize("scenario", ["kraken", "tyrant"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_easy_and_hard_change_the_health_of_the_boss_and_nothing_else(scenario, players):
    tables = {}
    for level in ("easy", "normal", "hard"):
        setup = Setup("tactics", scenario, ("rule",) * players, {"level": level})
        tables[level] = GAME.new(setup, DirectTable(GAME, [], TapeDice(1)))
    health = {level: next(one.health for one in state.units if one.profile.boss) for level, state in tables.items()}
    assert health["easy"] < health["normal"] < health["hard"]
    rest = {level: GAME.to_position(state) for level, state in tables.items()}
    for level in rest:
        rest[level]["units"] = [one for one in rest[level]["units"] if one["card"] != scenario]
    assert rest["easy"] == rest["normal"] == rest["hard"]


def test_in_the_sandbox_every_ai_fights_and_nobody_starves():
    starved = []
    table = DirectTable(GAME, [GAME.bots["rule"]()] * 2, TapeDice(1), listener=starved.append)
    state = table.state = GAME.new(Setup("tactics", "sandbox", ("rule", "rule")), table)
    assert {one.ai.kind for one in state.units} == {"aggressive", "shy", "wandering", "target"}
    while state.ending is None:
        GAME.step(state, table)
    assert not [event for event in starved if isinstance(event, GaveUp)]
    assert [event for event in starved if isinstance(event, Attacked)]
    assert state.ending.reason == "kings"


def test_two_equal_cards_are_offered_once():
    state = a_table(["p.."], players=[mat(pool=9, hand=["militia", "militia", "harvest"])], phase=TURN)
    options = [option.notation for option in turn_options(state, 0)]
    assert options == ["play militia 0,0", "play harvest", "end"]


@rule("tactics:P3")
def test_who_cannot_move_any_more_is_done_after_the_attack():
    state, options = acting(["..#"], [ours("militia", "0,0"), foe("guardian", "1,0")], "militia")
    assert options == {"attack guardian", "done"}
    steps(state, "attack guardian")
    assert (state.phase, state.acting, unit(state, "militia").tapped) == (TURN, None, True)


@rule("tactics:P7")
def test_a_table_dealt_anew_has_every_card_somewhere():
    players = [mat(hand=["volley"], deck=["ambush"]), mat(hand=["harvest", "council"], deck=["bandage"])]
    state = a_table(["..."], players=players)
    hands = set()
    for seed in range(12):
        dealt = GAME.redeal(GAME.view(state, 0), TapeDice(seed))
        other = dealt.mats[1]
        assert dealt.mats[0].hand == ["volley"]
        assert HIDDEN_CARD not in other.hand
        assert sorted(other.hand + other.deck.bag) == ["bandage", "council", "harvest"]
        assert (len(other.deck), other.deck.away) == (1, 0)
        hands.add(tuple(sorted(other.hand)))
    assert len(hands) == 3
