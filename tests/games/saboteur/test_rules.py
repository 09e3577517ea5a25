"""Setting up and a turn (rules 1.1, 1.4), points (4.3.2.1)."""

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.game import Setup
from kempelen.engine.player import RandomPlayer
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.rules.cards import BY_NAME
from kempelen.games.saboteur.rules.events import Discarded, Drew, Looked, RoleDealt
from kempelen.games.saboteur.rules.setup import COMMERCIAL, NUGGET, NUGGET_CARDS, TU, hand_size, role_pool
from kempelen.games.saboteur.rules.state import ROLE_NAMES
from tests.games.saboteur.tables import ROW, legal, state, turn
from tests.marks import rule


def dealt(players, scenario="tu", seed=1):
    events = []
    setup = Setup("saboteur", scenario, ("random",) * players)
    table = DirectTable(GAME, [RandomPlayer()] * players, TapeDice(seed), listener=events.append)
    return GAME.new(setup, table), events


# -- 1.1 setting up


@rule("saboteur:1.1.1", "saboteur:R31")
@pytest.mark.parametrize(("scenario", "players"), [("tu", 0), ("tu", 11), ("commercial", 2), ("commercial", 11)])
def test_too_few_or_too_many_players_are_refused(scenario, players):
    with pytest.raises(BadSetup):
        Session(GAME, Setup("saboteur", scenario, ("human",) * players), seed=1)


@rule("saboteur:1.1.1")
@pytest.mark.parametrize("players", range(1, 11))
def test_one_to_ten_can_play(players):
    session = Session(GAME, Setup("saboteur", "tu", ("random",) * players), seed=players).run()
    assert session.over


@rule("saboteur:1.1.2", "saboteur:1.1.4", "saboteur:R1")
def test_role_pools():
    sab, gold, stone = zip(
        *((p["sab"], p["gold"], p["stone"]) for p in (role_pool(n, True) for n in range(1, 11))), strict=True
    )
    assert sab == (0, 1, 1, 1, 2, 2, 3, 3, 3, 4)
    assert gold == (1, 1, 3, 4, 4, 5, 5, 6, 7, 7)
    assert stone == (0, 1, 1, 2, 2, 3, 3, 3, 4, 4)
    assert role_pool(5, False) == {"sab": 2, "gold": 4}


@rule("saboteur:1.1.3", "saboteur:R2")
def test_one_role_each_and_the_rest_stays_hidden():
    for seed in range(20):
        s, events = dealt(5, seed=seed)
        roles = sorted([ROLE_NAMES[role] for role in s.roles + s.left_over])
        assert roles == ["gold"] * 4 + ["sab"] * 2 + ["stone"] * 2
        assert len(s.roles) == 5
        assert GAME.view(s, 2).left_over == [-1] * 3
        told = [event for event in events if isinstance(event, RoleDealt)]
        assert [event.seen_by(2) is not None for event in told] == [False, False, True, False, False]
        assert all(event.seen_by(SPECTATOR) is None for event in told)


@rule("saboteur:R2")
def test_there_are_games_without_saboteurs_but_always_a_gold_seeker():
    without, n = 0, 400
    for seed in range(n):
        s, _ = dealt(3, seed=seed)
        without += 102 not in s.roles
        assert 100 in s.roles
    assert 0.33 < without / n < 0.47  # about 40 %


@rule("saboteur:1.1.6")
@pytest.mark.parametrize("players", range(1, 11))
def test_hand_sizes(players):
    s, _ = dealt(players)
    assert {len(hand) for hand in s.hands} == {6 if players <= 5 else 5 if players <= 7 else 4} == {hand_size(players)}
    assert len(s.deck) == 73 - players * hand_size(players)


@rule("saboteur:1.1.8")
def test_gold_cards():
    assert [NUGGET_CARDS.count(NUGGET + n) for n in (1, 2, 3)] == [16, 8, 4]
    s, _ = dealt(4, "commercial")
    assert len(s.nuggets) == 28
    assert len(s.deck) == 67 - 4 * 6


@rule("saboteur:1.1.9", "saboteur:R9")
def test_rounds():
    assert (TU.rounds, COMMERCIAL.rounds) == (1, 3)
    s, _ = dealt(4)
    assert not len(s.nuggets)


@rule("saboteur:1.1.10")
def test_the_first_seat_begins_then_in_order():
    s, _ = dealt(3)
    assert s.active == 0
    for expected in (1, 2, 0):
        turn(s, legal(s, "discard")[0], f"draw:{GAME.things.card_text(s.deck.bag[0])}")
        assert s.active == expected


# -- 1.4 a turn


@rule("saboteur:1.4.1")
def test_an_action_then_a_card_while_the_pile_lasts():
    s = state("plus map", "map", "map", pile="rockfall")
    table = turn(s, "lay plus 1,0")
    assert [GAME.things.card_text(card) for card in s.hands[0]] == ["map", "rockfall"]
    assert isinstance(table.events[-1], Drew)
    assert table.events[-1].seen_by(1) is None
    turn(s, "discard map")
    assert s.hands[1] == []


@rule("saboteur:1.4.1", "saboteur:R29")
def test_an_empty_hand_passes():
    s = state("", "map", "map", pile="")
    assert legal(s) == ["pass"]
    turn(s, "pass")
    assert (s.active, s.scores) == (1, [0, 0, 0])


@rule("saboteur:1.4.2")
def test_a_broken_tool_stops_path_cards_only():
    s = state("plus map rockfall broken_pick fixed_pick", "map", "map", board=ROW, broken={0: ["pick"]})
    assert legal(s, "lay") == []
    assert legal(s, "map")
    assert legal(s, "rockfall")
    assert legal(s, "break")
    assert legal(s, "repair") == ["repair fixed_pick 1 pick"]
    assert "discard plus" in legal(s)


@rule("saboteur:1.4.5")
def test_a_tool_is_broken_once_and_never_ones_own():
    s = state("broken_pick", "map", "map", "map", broken={1: ["pick"], 2: ["lantern"]})
    assert legal(s, "break") == ["break broken_pick 3", "break broken_pick 4"]
    turn(s, "break broken_pick 3", "draw:plus")
    assert s.broken[2] == 1 | 4
    assert s.scores == [2, 0, 0, 0]


@rule("saboteur:1.4.6", "saboteur:R30", "saboteur:R12")
def test_a_double_card_repairs_one_tool_of_anybody():
    s = state(
        "fixed_pick_mine_cart",
        "map",
        "map",
        broken={0: ["mine_cart"], 1: ["pick"], 2: ["lantern", "mine_cart", "pick"]},
    )
    assert legal(s, "repair") == [
        "repair fixed_pick_mine_cart 1 mine_cart",
        "repair fixed_pick_mine_cart 2 pick",
        "repair fixed_pick_mine_cart 3 mine_cart",
        "repair fixed_pick_mine_cart 3 pick",
    ]
    turn(s, "repair fixed_pick_mine_cart 3 pick", "draw:plus")
    assert s.broken == [2, 4, 1 | 2]
    assert sorted(map(GAME.things.card_text, s.discards)) == ["broken_pick", "fixed_pick_mine_cart"]
    assert s.scores == [2, 0, 0]


@rule("saboteur:1.4.7")
def test_rockfall_takes_any_path_card_but_neither_start_nor_goal():
    s = state("rockfall", "map", "map", board=["1,0 plus", "2,0 line_horiz"])
    assert legal(s, "rockfall") == ["rockfall 1,0", "rockfall 2,0"]
    turn(s, "rockfall 1,0", "draw:plus")
    assert sorted(map(GAME.things.card_text, s.discards)) == ["plus", "rockfall"]
    assert legal(s, "lay") == []
    s.active, s.hands[0] = 0, [GAME.things.card_from("line_horiz")]
    assert legal(s, "lay") == ["lay line_horiz -1,0", "lay line_horiz 1,0"]  # what was cut off is no end to build on


@rule("saboteur:1.4.8", "saboteur:R27")
def test_a_map_is_private_and_only_for_goals_face_down():
    s = state("map map", "map", "map", board=[*ROW, "7,0 plus"], revealed=["8,0"], goals=("gold", "stone", "stone"))
    assert legal(s, "map") == ["map 8,-2", "map 8,2"]
    table = turn(s, "map 8,-2", "draw:plus")
    looked = next(event for event in table.events if isinstance(event, Looked))
    assert looked.seen_by(0).text.key == "saboteur.event.saw"
    assert looked.seen_by(1).text.key == "saboteur.event.looked"
    assert GAME.view(s, 0).goals[0] == 110
    assert GAME.view(s, 1).goals[0] == -1
    assert s.scores[0] == 0


@rule("saboteur:1.4.9", "saboteur:R12")
def test_any_card_may_be_discarded_for_nothing():
    s = state("plus map rockfall", "map", "map")
    assert legal(s, "discard") == ["discard map", "discard plus", "discard rockfall"]
    table = turn(s, "discard rockfall", "draw:plus")
    assert s.scores[0] == 0
    told = next(event for event in table.events if isinstance(event, Discarded))
    assert told.seen_by(2).card == GAME.things.card_from("rockfall")


@rule("saboteur:1.4.9")
def test_in_the_commercial_game_discards_are_face_down():
    s = state(
        "plus map",
        "map",
        "map",
        roles=("gold", "gold", "sab"),
        goals=("stone_up", "gold", "stone_down"),
        variant="commercial",
    )
    table = turn(s, "discard plus", "draw:map")
    told = next(event for event in table.events if isinstance(event, Discarded))
    assert told.seen_by(0).card == GAME.things.card_from("plus")
    assert told.seen_by(1).card == -1
    assert GAME.view(s, 1).buried == [-1]
    assert not s.discards


# -- points


@rule("saboteur:4.3.2.1.1", "saboteur:R10")
@pytest.mark.parametrize(
    ("board", "at", "points"),
    [
        ([], "1,0", 2),
        (["1,0 plus", "0,1 plus"], "1,1", 3),
        (["1,0 plus", "0,1 plus", "1,1 plus", "2,0 plus", "2,1 plus", "1,-1 plus", "0,-1 plus"][:5], "1,-1", 2),
        ([*ROW], "7,0", 3),  # a face-down goal is a neighbour
    ],
)
def test_a_path_card_scores_its_neighbours(board, at, points):
    s = state("dead_plus", "map", "map", board=board)
    turn(s, f"lay dead_plus {at}", "draw:map")
    assert s.scores == [points, 0, 0]


@rule("saboteur:4.3.2.1.1")
def test_four_neighbours_score_five():
    around = ["1,0 plus", "0,1 plus", "2,0 plus", "2,1 plus", "0,2 curve_down r180", "1,2 three_horiz r180"]
    s = state("dead_plus", "map", "map", board=around)
    turn(s, "lay dead_plus 1,1", "draw:map")
    assert s.scores[0] == 5


@rule("saboteur:4.3.2.1.2", "saboteur:4.3.2.1.3", "saboteur:4.3.2.1.4")
@pytest.mark.parametrize("action", ["rockfall 1,0", "break broken_pick 2", "repair fixed_lantern 2 lantern"])
def test_rockfall_block_and_repair_score_two(action):
    s = state("rockfall broken_pick fixed_lantern", "map", "map", board=["1,0 plus"], broken={1: ["lantern"]})
    turn(s, action, "draw:map")
    assert s.scores == [2, 0, 0]


# -- what is said about an action that is not allowed


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("lay tunnel 1,0", "not_held"),
        ("lay plus 5,5", "no_way"),
        ("lay plus 0,0", "occupied"),
        ("lay plus 8,0", "occupied"),
        ("lay line_vert 1,0", "mismatch"),
        ("lay curve_up -1,0", "turn_it"),
        ("break broken_pick 1", "not_oneself"),
        ("break broken_pick 2", "already_broken"),
        ("break broken_pick 7", "no_such_player"),
        ("repair fixed_pick 3 pick", "not_broken"),
        ("rockfall 4,4", "nothing_to_remove"),
        ("pass", "must_act"),
    ],
)
def test_an_objection_says_what_is_wrong(action, key):
    hand = "plus line_vert curve_up broken_pick fixed_pick rockfall"
    s = state(hand, "map", "map", broken={1: ["pick"]})
    session = Session(
        GAME, Setup("saboteur", "tu", ("human", "rule", "rule"), position=GAME.to_position(s)), seed=1
    ).run()
    with pytest.raises(IllegalAction) as caught:
        session.answer(action)
    assert caught.value.text.key == f"saboteur.objection.{key}"


def test_a_blocked_player_is_told_which_tool():
    s = state("plus", "map", "map", broken={0: ["pick", "lantern"]})
    objection = GAME.speech.objection(s, 0, GAME.parse("lay plus 1,0"))
    assert objection.key == "saboteur.objection.broken_tool"
    assert len(dict(objection.fields)["tools"]) == 2


# -- the first game


@pytest.mark.parametrize("seed", range(4))
def test_the_first_game_is_over_within_fourteen_decisions(seed):
    setup = Setup("saboteur", "first", ("human", "rule", "rule"))
    session = Session(GAME, setup, seed=seed).run()
    dice = TapeDice(seed)
    decisions = 0
    while not session.over:
        hint = GAME.speech.hint(setup, session.view(0), 0)
        assert hint is not None
        options = session.pending[0].options
        session.answer(options[dice.below(len(options), "", "")])
        session.run()
        decisions += 1
    assert decisions <= 14
    assert GAME.speech.hint(Setup("saboteur", "tu", ("human",) * 3), session.state, 0) is None


def test_nobody_is_told_to_hope_for_a_card_of_an_empty_pile():
    setup = Setup("saboteur", "first", ("human", "rule", "rule"))
    session = Session(GAME, setup, seed=1).run()
    view = session.state.copy()
    view.deck.bag.clear()
    view.deck.top.clear()
    view.deck.away = 0
    view.broken[0] = 1
    view.hands[0] = [BY_NAME["dead_plus"], BY_NAME["plus"]]
    assert GAME.speech.hint(setup, view, 0).key == "saboteur.hint.blocked_last"
    view.broken[0] = 0
    view.hands[0] = [BY_NAME["dead_plus"]]
    assert GAME.speech.hint(setup, view, 0).key == "saboteur.hint.discard_last"
