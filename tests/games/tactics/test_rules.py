"""A player's turn, combat, stores, and how games end."""

from __future__ import annotations

import pytest

from kempelen.engine.errors import BadNotation, BadSetup, IllegalAction
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import check_setup
from kempelen.games.tactics import GAME
from kempelen.games.tactics.files.notation import parse
from kempelen.games.tactics.rules.events import Bought, Destroyed, DrewHand, Gained, GaveUp, Paid, Shuffled
from kempelen.games.tactics.rules.legal import activation_options, turn_options
from kempelen.games.tactics.rules.state import ACTIVATION, BEGIN, OPPONENT, TURN
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, at, foe, ours, steps, unit
from tests.marks import rule


def mat(**more):
    return {"pool": 0, "deck": [], **more}


def offered(state):
    return {option.notation for option in turn_options(state, state.active)}


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


# -- the beginning of a turn


@rule("tactics:P1")
def test_a_turn_begins_with_cards_income_and_upkeep():
    units = [ours("militia", "0,0", tapped=True), ours("knight", "1,0")]
    state = a_table(["...."], units, players=[mat(pool=1, deck=["volley"] * 5)], income=4, hand=3)
    events = steps(state, "draw:volley", "draw:volley", "draw:volley")
    assert state.mats[0].hand == ["volley"] * 3
    assert state.mats[0].pool == 1 + 4 - 3
    assert [event.resource for event in kinds(events, Paid)] == [3]
    assert not unit(state, "militia").tapped
    assert state.phase == TURN


@rule("tactics:P1")
def test_a_deck_that_runs_out_is_made_of_the_discard_pile():
    state = a_table(["...."], players=[mat(deck=["volley"], discard=["harvest", "ambush"])], hand=3)
    events = steps(state, "draw:volley", "draw:harvest", "draw:ambush")
    assert [type(event) for event in events if isinstance(event, Shuffled | DrewHand)] == [Shuffled, DrewHand]
    assert state.mats[0].discard == []


def test_with_no_cards_anywhere_nothing_is_drawn():
    state = a_table(["...."], hand=3)
    assert not kinds(steps(state, until=lambda s: s.phase == TURN), DrewHand)


@rule("tactics:P2")
def test_who_cannot_pay_gives_up_units_of_his_choice():
    units = [ours("knight", "0,0"), ours("militia", "1,0"), ours("scout", "2,0")]
    state = a_table(["...."], units, players=[mat(pool=0)], income=2)
    events = steps(state, "give up militia")
    assert [event.unit.id for event in kinds(events, GaveUp)] == ["militia"]
    assert state.mats[0].pool == 0
    assert state.mats[0].discard == ["militia"]


# -- cards


def test_a_unit_is_played_on_a_free_spawn_tile_and_may_act_at_once():
    state = a_table(["p.p."], [ours("scout", "0,0")], players=[mat(pool=3, hand=["spearman"])], phase=TURN)
    assert "play spearman 0,0" not in offered(state)
    steps(state, "play spearman 2,0")
    assert (state.mats[0].pool, state.mats[0].hand) == (0, [])
    assert "activate spearman" in offered(state)


@pytest.mark.parametrize("pool", [0, 1])
def test_what_cannot_be_paid_is_not_offered(pool):
    state = a_table(["p."], players=[mat(pool=pool, hand=["militia", "harvest"])], phase=TURN)
    assert offered(state) == {"play harvest", "end"}


@pytest.mark.parametrize(
    ("card", "action", "check"),
    [
        ("volley", "play volley guard", lambda s: unit(s, "guard").health == 2),
        ("bandage", "play bandage knight", lambda s: unit(s, "knight").health == 5),
        ("field_hospital", "play field_hospital", lambda s: unit(s, "knight").health == 4),
        ("harvest", "play harvest", lambda s: s.mats[0].pool == 11),
        ("battle_cry", "play battle_cry knight", lambda s: not unit(s, "knight").tapped),
        ("amnesty", "play amnesty", lambda s: s.marks == 1),
        (
            "rain_of_arrows",
            "play rain_of_arrows",
            lambda s: (unit(s, "guard").health, unit(s, "guard2").health) == (3, 4),
        ),
    ],
)
@rule("tactics:E2")
def test_what_events_do(card, action, check):
    units = [ours("knight", "0,0", health=2, tapped=True), foe("guard", "3,0"), foe("guard", "4,0")]
    state = a_table(["....h"], units, players=[mat(pool=9, hand=[card])], phase=TURN, marks=2)
    steps(state, action)
    assert check(state)
    assert state.mats[0].discard == [card]


def test_a_council_draws_cards():
    state = a_table(["."], players=[mat(pool=1, hand=["council"], deck=["volley", "ambush"])], phase=TURN)
    steps(state, "play council", "draw:ambush", "draw:volley")
    assert state.mats[0].hand == ["ambush", "volley"]


@rule("tactics:P4")
def test_buying_needs_a_unit_near_an_open_store():
    def table(where, **more):
        return a_table(
            ["s....s"],
            [ours("scout", where)],
            players=[mat(pool=5)],
            phase=TURN,
            stock={"knight": 1, "king": 0},
            **more,
        )

    assert "buy knight" in offered(table("1,0"))
    assert "buy knight" not in offered(table("3,0"))
    assert "buy knight" not in offered(table("1,0", neutral=["0,0"]))
    state = table("4,0", neutral=["0,0"])
    events = steps(state, "buy knight")
    assert (state.mats[0].pool, state.mats[0].discard, state.stock) == (0, ["knight"], {"king": 0, "knight": 0})
    assert kinds(events, Bought)
    assert offered(state) == {"activate scout", "end"}


@rule("tactics:P1")
def test_at_the_end_of_a_turn_the_hand_is_discarded():
    state = a_table(["."], players=[mat(hand=["volley"]), mat()], phase=TURN)
    steps(state, "end")
    assert (state.mats[0].hand, state.mats[0].discard) == ([], ["volley"])
    assert (state.phase, state.active) == (BEGIN, 1)
    steps(state, "end")
    assert state.phase == OPPONENT


# -- activations


@rule("tactics:P3")
def test_a_unit_uses_its_actions_in_any_order_and_is_then_tapped():
    state = a_table(["......"], [ours("spearman", "1,0"), foe("guard", "2,0")], phase=TURN)
    steps(state, "activate spearman")
    assert state.phase == ACTIVATION
    steps(state, "attack guard", "move 0,0")
    assert state.phase == TURN
    assert unit(state, "spearman").tapped
    assert at(state, "spearman") == "0,0"
    assert offered(state) == {"end"}


def test_an_activation_ends_by_itself_when_nothing_is_left():
    state = a_table(["...#.."], [ours("militia", "0,0"), foe("guard", "5,0")], phase=TURN)
    steps(state, "activate militia", "move 2,0")
    assert state.phase == TURN


def test_or_when_the_player_is_done():
    state = a_table(["......"], [ours("militia", "0,0")], phase=TURN)
    steps(state, "activate militia", "done")
    assert unit(state, "militia").tapped


def test_a_street_gives_a_second_move():
    state = a_table([":....."], [ours("militia", "0,0")], phase=TURN)
    steps(state, "activate militia", "move 2,0", "move 4,0")
    assert at(state, "militia") == "4,0"


@rule("tactics:R13")
def test_a_full_action_uses_up_the_activation():
    state = a_table(["f....."], [ours("farmer", "0,0")], phase=TURN)
    events = steps(state, "activate farmer", "full")
    assert [event.resource for event in kinds(events, Gained)] == [3]
    assert unit(state, "farmer").tapped
    state = a_table(["f....."], [ours("farmer", "1,0")], phase=TURN)
    steps(state, "activate farmer")
    assert "full" not in {option.notation for option in activation_options(state, unit(state, "farmer"))}


def test_an_engineer_opens_a_store_again():
    state = a_table(["s.."], [ours("engineer", "0,0")], phase=TURN, neutral=["0,0"])
    steps(state, "activate engineer", "full")
    assert not state.neutral


def test_a_healer_heals_those_around():
    units = [ours("healer", "1,0", health=1), ours("knight", "0,0", health=1), ours("knight", "3,0", health=1)]
    state = a_table(["...."], units, phase=TURN)
    steps(state, "activate healer", "full")
    assert [one.health for one in state.units] == [2, 3, 1]


def test_a_unit_with_an_ai_of_its_own_follows_it():
    state = a_table(["......"], [ours("berserker", "0,0"), foe("guard", "3,0")], phase=TURN)
    assert "auto berserker" in offered(state)
    assert "activate berserker" not in offered(state)
    steps(state, "auto berserker")
    assert at(state, "berserker") == "2,0"
    assert unit(state, "guard").health == 1


def test_who_dies_in_his_own_attack_is_gone_and_the_turn_goes_on():
    state = a_table(["..."], [ours("archer", "0,0"), foe("guard", "1,0")], phase=TURN)
    events = steps(state, "activate archer", "attack guard")
    assert [event.unit.id for event in kinds(events, Destroyed)] == ["archer"]
    assert (state.phase, state.acting) == (TURN, None)
    assert state.mats[0].discard == ["archer"]


# -- endings


@rule("tactics:Y2")
def test_the_players_win_when_the_boss_is_destroyed():
    state = a_table(
        ["..."], [ours("knight", "0,0"), foe("tyrant", "1,0", health=3)], phase=TURN, mode="tyrant", marks=1
    )
    steps(state, "activate knight", "attack tyrant")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, state.marks) == ("boss", (0,), 0)


def test_two_kings():
    units = [ours("knight", "0,0"), ours("king", "1,0", 2, health=2), ours("king", "2,0", 1)]
    state = a_table(["..."], units, players=2, phase=TURN, mode="versus")
    steps(state, "activate knight", "attack king")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("kings", (0,))


def test_two_kings_that_fall_together():
    units = [ours("king", "0,0", 1, health=1), ours("king", "1,0", 2, health=1)]
    state = a_table(["..."], units, players=2, phase=TURN, mode="versus")
    steps(state, "activate king", "attack king2")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("kings", ())


@rule("tactics:P6")
def test_a_capped_game_is_a_draw():
    state = a_table(["..."], players=2, mode="versus", phase=TURN, active=2, cap=1)
    steps(state, "end")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.capped
    assert outcome.winners == ()


# -- notation, objections, set-ups


@pytest.mark.parametrize(
    "text",
    [
        *("activate archer", "auto hound2", "move 3,4", "attack tentacle12", "give up militia", "full", "done", "end"),
        *("buy knight", "play harvest", "play militia 2,6", "play volley siren2"),
    ],
)
def test_notation_reads_back(text):
    assert parse(text).notation == text
    assert parse(f"  {text.upper()} ") is parse(text)


@pytest.mark.parametrize(
    "text", ["", "dance", "move 3", "move 3,400", "attack 7", "activate archer1", "play", "buy 3,4"]
)
def test_what_is_no_action(text):
    with pytest.raises(BadNotation) as error:
        parse(text)
    for lang in LANGUAGES:
        assert say_in(lang).of(error.value.text)


@pytest.mark.parametrize(
    ("before", "action", "said"),
    [
        ([], "activate guard", "not yours"),
        ([], "activate knight", "tapped"),
        ([], "activate hound", "follows its AI"),
        ([], "activate ballista", "no unit"),
        ([], "move 1,0", "No unit is acting"),
        (["activate archer"], "activate militia", "is acting"),
        (["activate archer"], "move 9,9", "not on the board"),
        (["activate archer"], "move 3,1", "wall"),
        (["activate archer"], "move 1,1", "stands at"),
        (["activate archer"], "move 5,1", "too far"),
        (["activate archer"], "attack militia", "on your side"),
        (["activate archer"], "attack guard2", "in a house"),
        (["activate archer"], "attack guard", "away"),
        (["activate archer"], "full", "full action"),
        ([], "play knight 0,0", "not in your hand"),
        ([], "play volley guard", "costs 2"),
        ([], "play harvest guard", "does nothing there"),
        ([], "play militia 4,1", "spawn tile"),
        ([], "buy knight", "next to an open store"),
        ([], "buy guard", "do not sell"),
        ([], "play moon", "no card"),
    ],
)
def test_what_is_not_allowed_is_explained(before, action, said):
    rows = ["......s", "...#..h"]
    units = [
        ours("archer", "0,0"),
        ours("militia", "1,1"),
        ours("knight", "2,0", tapped=True),
        ours("hound", "2,1"),
        foe("guard", "5,0"),
        foe("guard", "6,1"),
    ]
    if action == "attack guard2":
        units[0] = ours("ballista", "3,0", name="ballista")
        before = ["activate ballista"]
    position_ = a_table(rows, units, players=[mat(pool=1, hand=["volley", "harvest"])], phase=TURN, stock={"knight": 1})
    if action == "play militia 4,1":
        position_.mats[0].hand.append("militia")
        position_.mats[0].pool = 5
    setup = Setup("tactics", "kraken", ("human",), {}, GAME.to_position(position_))
    session = Session(GAME, setup, seed=1)
    session.run()
    for done in before:
        session.answer(done)
        session.run()
    with pytest.raises(IllegalAction) as error:
        session.answer(action)
    assert said in say_in("en").of(error.value.text)
    assert say_in("de").of(error.value.text)


@pytest.mark.parametrize(
    ("scenario", "seats"), [("kraken", 0), ("kraken", 5), ("first", 2), ("versus", 1), ("moon", 1)]
)
def test_set_ups_that_are_not_possible(scenario, seats):
    with pytest.raises(BadSetup) as error:
        check_setup(GAME, Setup("tactics", scenario, ("human",) * seats))
    assert say_in("de").of(error.value.text)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_level_changes_the_boss(level):
    session = Session(GAME, Setup("tactics", "kraken", ("human",), {"level": level}), seed=1)
    session.run()
    health = next(unit.profile.health for unit in session.state.units if unit.profile.boss)
    normal = GAME.new(Setup("tactics", "kraken", ("human",)), session._table([], 0)).units[0].profile.health
    assert (health < normal, health > normal) == (level == "easy", level == "hard")
