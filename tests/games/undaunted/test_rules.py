"""The base game: rounds, turns, and every action."""

from __future__ import annotations

from typing import Any

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.game import Setup, say_in
from kempelen.engine.notation import read_action
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, Decision, DirectTable
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.solitaire import Automa
from kempelen.games.undaunted.face.prompts import PLAY, bid_against
from kempelen.games.undaunted.rules import events
from kempelen.games.undaunted.rules.cards import BY_NAME, CARDS, COPIES, FOG, NAMES
from kempelen.games.undaunted.rules.legal import legal
from kempelen.games.undaunted.rules.terrain import bits
from tests.games.undaunted.tables import play, position, state
from tests.marks import rule

RIFLEMAN = BY_NAME["rifleman-A"]


def options(s, seat=0):
    return [option.notation for option in legal(s, seat)]


def at(s, name, seat=0):
    tile = s.sides[seat].at[BY_NAME[name]]
    return s.scenario.terrain.names[tile] if tile >= 0 else None


def told(table, kind):
    return [event for event in table.events if isinstance(event, kind)]


def names(cards):
    return [NAMES[card] for card in cards]


# -- numbers


def test_numbers_on_the_cards():
    """The table of numbers: 54 cards, 11 counters."""
    from kempelen.games.undaunted.rules.cards import BASE, INITIATIVE, UNITS, profile

    assert sum(COPIES) == 54
    assert len(UNITS) == 11
    numbers = {
        name: (COPIES[card], INITIATIVE[card], BASE[card])
        for card, name in enumerate(NAMES)
        if not name.endswith(("B", "C"))
    }
    assert numbers == {
        "sergeant": (1, 9, 0),
        "guide": (1, 8, 0),
        "leader-A": (1, 7, 0),
        "scout-A": (3, 6, 5),
        "rifleman-A": (5, 5, 4),
        "sniper": (3, 4, 6),
        "mg-A": (3, 3, 4),
        "mortar": (3, 2, 4),
        "fog": (10, 1, 0),
    }
    assert profile(BY_NAME["mg-A"]).actions == {"move": 1, "attack": 2, "suppress": 4}
    assert profile(BY_NAME["sergeant"]).actions == {"bolster": 3, "command": 2}


# -- a round


def people(scenario="orchard"):
    return GAME.new(Setup("undaunted", scenario, ("human", "human")), DirectTable(GAME, (), TapeDice(1)))


@rule("undaunted:T1")
@rule("undaunted:T2")
def test_both_draw_four_and_bid():
    s = people()
    draws = [
        *(f"draw:{card}" for card in ("scout-A", "rifleman-A", "leader-A", "mg-A")),
        *(f"draw:{card}" for card in ("scout-B", "rifleman-B", "leader-B", "sergeant")),
    ]
    table = play(s, *draws, "bid rifleman-A", "bid sergeant")
    assert s.holder == s.active == 1
    assert [event.value for event in told(table, events.Bidden)] == [5, 9]
    assert [len(side.hand) for side in s.sides] == [3, 3]
    assert names(s.sides[0].discard) == ["rifleman-A"]


@rule("undaunted:T2")
def test_a_tied_bid_leaves_the_marker():
    s = people()
    draws = [f"draw:{card}" for card in ("scout-A", "rifleman-A", "leader-A", "mg-A") * 2]
    play(s, *draws, "bid scout-A", "bid scout-A")
    assert s.holder == 1


@rule("undaunted:Q11")
def test_the_first_round_against_the_automa_has_no_bid():
    setup = Setup("undaunted", "orchard", ("human", "solitaire"))
    s = GAME.new(setup, DirectTable(GAME, (), TapeDice(1)))
    draws = [f"draw:{card}" for card in ("scout-A", "rifleman-A", "leader-A", "mg-A") * 2]
    table = play(s, *draws)
    assert told(table, events.InitiativeKept) == [events.InitiativeKept(1)]
    assert [len(side.hand) for side in s.sides] == [4, 4]

    s = GAME.new(
        Setup("undaunted", "orchard", ("human", "solitaire"), {"Q11": "bid"}), DirectTable(GAME, (), TapeDice(1))
    )
    play(s, *draws, "d10:4", "bid rifleman-A")
    assert s.holder == 0


@rule("undaunted:Q13")
@rule("undaunted:Q14")
def test_the_automa_rolls_before_the_human_bids():
    s = state(
        {"automa": False, "deck": {"scout-A": 3, "mg-A": 3}},
        {"automa": True, "deck": {"scout-A": 3, "mg-A": 3}},
        phase="draw",
        holder="de",
    )
    draws = ["draw:scout-A"] * 3 + ["draw:mg-A"]
    table = play(s, *draws, *draws, "d10:6", "bid scout-A")
    rolled, bid = told(table, events.InitiativeRolled)[0], told(table, events.Bidden)[0]
    assert table.events.index(rolled) < table.events.index(bid)
    assert s.holder == 1  # a tie: it stays
    assert [len(side.hand) for side in s.sides] == [3, 4]


@rule("undaunted:T1")
def test_an_empty_deck_is_made_from_the_discard_but_not_from_the_play_area():
    s = state({"hand": ["sergeant"], "play": ["scout-A"], "discard": ["mg-A", "rifleman-A"]})
    table = play(s, "sergeant command 2", "draw:mg-A", "draw:rifleman-A")
    assert told(table, events.Reshuffled)
    assert sorted(names(s.sides[0].hand)) == ["mg-A", "rifleman-A"]
    assert names(s.sides[0].play) == ["scout-A", "sergeant"]


@rule("undaunted:T5")
def test_a_small_deck_makes_a_small_hand():
    s = state({"deck": {"scout-A": 1}}, {"deck": {"mg-A": 2}, "automa": True}, phase="draw")
    table = ScriptedTable(GAME, s, "draw:scout-A", "draw:mg-A", "draw:mg-A", "d10:1", "d10:2")
    GAME.step(s, table)
    table.finish()
    assert [len(side.hand) for side in s.sides] == [1, 2]


@rule("undaunted:T3")
def test_hand_and_play_area_are_discarded():
    s = state({"hand": ["scout-A", "fog"], "play": ["mg-A"]}, {"hand": ["scout-B"]})
    play(s, "end")
    assert sorted(names(s.sides[0].discard)) == ["fog", "mg-A", "scout-A"]
    assert (s.active, s.second) == (1, True)
    play(s, "end")
    assert s.phase == 0


@rule("undaunted:K1")
def test_fog_is_never_played_and_a_hand_of_fog_ends_the_turn():
    s = state({"hand": ["scout-A", "fog"]}, {"hand": ["scout-B"]})
    assert not any(option.startswith("fog") for option in options(s))
    play(s, "scout-A hunker_down")
    assert s.active == 1
    assert FOG in s.sides[0].discard


# -- counters


@rule("undaunted:K2")
@rule("undaunted:Q06")
def test_a_suppressed_unit_only_turns_ready():
    us = {"hand": ["rifleman-A"], "counters": {"C2": ["rifleman-A"]}, "suppressed": ["rifleman-A"]}
    s = state(us)
    assert options(s) == ["rifleman-A ready", "rifleman-A hunker_down", "end"]
    play(s, bots=[0])
    assert s.sides[0].suppressed == 0
    assert at(s, "rifleman-A") == "C2"
    s = state(us)
    play(s, "rifleman-A hunker_down")
    assert s.sides[0].suppressed


@rule("undaunted:K3")
@rule("undaunted:K5")
@rule("undaunted:K6")
def test_a_counter_off_the_board_comes_onto_its_spawn_tile_and_acts():
    s = state({"hand": ["rifleman-A"], "scouted": ["D1", "C1"]})
    table = play(s, "rifleman-A move C1")
    assert at(s, "rifleman-A") == "C1"
    assert told(table, events.Placed) == [events.Placed(0, RIFLEMAN, "D1")]
    s = state({"hand": ["rifleman-A"]})
    play(s, "rifleman-A move")
    assert at(s, "rifleman-A") == "D1"


@rule("undaunted:K3")
@rule("undaunted:K4")
def test_hunkering_down_places_nobody_and_fills_the_supply():
    s = state({"hand": ["rifleman-A"]})
    play(s, "rifleman-A hunker_down")
    assert at(s, "rifleman-A") is None
    assert s.sides[0].supply[RIFLEMAN] == 1
    assert RIFLEMAN not in s.sides[0].discard


# -- moving


@rule("undaunted:M1")
def test_move_needs_an_own_marker():
    s = state({"hand": ["mg-A"], "counters": {"C2": ["mg-A"]}, "scouted": ["C1"]}, {"scouted": ["C3"]})
    assert [option for option in options(s) if "move" in option] == ["mg-A move C1"]


@rule("undaunted:M2")
def test_scouting_marks_tiles_for_fog():
    us = {"hand": ["scout-A"], "counters": {"C2": ["scout-A"]}, "scouted": ["C2", "C3"], "supply": {"fog": 5}}
    s = state(us)
    table = play(s, "scout-A scout C3 C4")
    assert names(s.sides[0].discard).count("fog") == 1
    assert s.sides[0].supply[FOG] == 4
    assert told(table, events.FogTaken) == [events.FogTaken(0, 1)]
    s = state({**us, "supply": {"fog": 1}})
    play(s, "scout-A scout D2 D3")
    assert names(s.sides[0].discard).count("fog") == 1
    assert {s.scenario.terrain.names[n] for n in bits(s.sides[0].marked)} == {"C2", "C3", "D2", "D3"}


@rule("undaunted:M3")
def test_stalking_marks_nothing():
    s = state({"hand": ["sniper"], "counters": {"C2": ["sniper"]}})
    play(s, "sniper stalk C3")
    assert (at(s, "sniper"), s.sides[0].marked) == ("C3", 0)


@rule("undaunted:M4")
def test_guide_moves_anybody_who_is_not_suppressed():
    us = {
        "hand": ["guide"],
        "counters": {"C2": ["mg-A", "rifleman-A"]},
        "scouted": ["C2", "C3"],
        "suppressed": ["mg-A"],
    }
    s = state(us)
    assert [option for option in options(s) if " guide " in option] == ["guide guide rifleman-A C3"]
    play(s, "guide guide rifleman-A C3")
    assert at(s, "rifleman-A") == "C3"


def test_only_a_counter_can_be_guided_or_shot_at():
    for notation in ("guide guide guide C3", "rifleman-A attack leader-A"):
        with pytest.raises(BadNotation) as error:
            GAME.parse(notation)
        assert dict(error.value.text.fields)["reason"].key == "undaunted.notation.unit"


@rule("undaunted:M5")
@pytest.mark.parametrize(("card", "action"), [("mortar", "mortar move C3"), ("guide", "guide guide mortar C3")])
def test_a_moving_mortar_loses_its_marker(card, action):
    s = state({"hand": [card], "counters": {"C2": ["mortar"]}, "scouted": ["C3"], "marker": "A4"})
    play(s, action)
    assert s.sides[0].marker == -1


# -- support


@rule("undaunted:P1")
def test_bolster_takes_from_one_pile_and_asks_for_more():
    s = state({"hand": ["sergeant"], "supply": {"scout-A": 2, "sniper": 1, "fog": 5}})
    play(s, "sergeant bolster 2 scout-A", "take 1 sniper")
    assert sorted(names(s.sides[0].discard)) == ["scout-A", "scout-A", "sergeant", "sniper"]
    assert s.sides[0].supply[BY_NAME["sniper"]] == 0
    s = state({"hand": ["sergeant", "mg-A"], "supply": {"scout-A": 2, "sniper": 1}})
    play(s, "sergeant bolster 1 scout-A", "enough")
    assert s.sides[0].bolstered_turn


@rule("undaunted:P1")
def test_a_squad_leader_bolsters_his_squad():
    s = state({"hand": ["leader-B"], "supply": {"scout-A": 2, "scout-B": 3, "sniper": 3}})
    assert [option for option in options(s) if "bolster" in option] == [
        "leader-B bolster 1 scout-B",
        "leader-B bolster 2 scout-B",
    ]


@rule("undaunted:Q58")
def test_the_automa_empties_a_small_pile_and_goes_on():
    us = {"hand": ["sergeant"], "supply": {"scout-A": 1, "rifleman-A": 1, "mg-B": 1}}
    s = state({**us, "counters": {"D1": ["scout-A", "mg-B", "rifleman-A"]}})
    play(s, "d10:1", bots=[0])
    assert sum(s.sides[0].supply) == 0


@pytest.mark.parametrize(
    ("us", "line", "said"),
    [
        ({"hand": ["sergeant"], "deck": {"mg-A": 2}}, "sergeant command 2", "plays Platoon Sergeant: COMMAND."),
        ({"hand": ["guide"], "supply": {"mg-A": 1}}, "guide bolster 1 mg-A", "plays Platoon Guide: BOLSTER."),
        (
            {"hand": ["rifleman-A"], "counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"]},
            "rifleman-A control",
            "CONTROL",
        ),
        ({"hand": ["scout-A"], "counters": {"C2": ["scout-A"]}}, "scout-A conceal", "plays Scout A: CONCEAL."),
        ({"hand": ["mortar"], "counters": {"A1": ["mortar"]}}, "mortar target D4", "plays Mortar: TARGET."),
    ],
)
def test_it_is_told_which_card_was_played(us, line, said):
    """Where a counter moves or shoots it is named anyhow; elsewhere the card is."""
    table = play(state(us), line, *["draw:mg-A"] * 2 * ("command" in line))
    words = say_in("en").of(table.events[0].text)
    assert words.startswith("The US side plays ")
    assert said in words


@rule("undaunted:P2")
def test_command_draws_cards_to_play():
    s = state({"hand": ["sergeant"], "deck": {"scout-A": 1, "mg-A": 1}})
    assert "sergeant command 1" in options(s)
    play(s, "sergeant command 2", "draw:scout-A", "draw:mg-A")
    assert names(s.sides[0].hand) == ["scout-A", "mg-A"]
    assert s.active == 0


@rule("undaunted:P3")
def test_inspire_brings_back_a_card_of_the_squad():
    s = state({"hand": ["leader-A"], "play": ["scout-A", "scout-B", "leader-B"]})
    assert [option for option in options(s) if "inspire" in option] == ["leader-A inspire scout-A"]
    play(s, "leader-A inspire scout-A")
    assert names(s.sides[0].hand) == ["scout-A"]


@rule("undaunted:P4")
def test_conceal_gives_the_enemy_fog():
    s = state({"hand": ["scout-A"]}, {"supply": {"fog": 1}})
    table = play(s, "scout-A conceal")
    assert s.sides[1].discard == [FOG]
    assert told(table, events.Concealed)
    s = state({"hand": ["scout-A"]})
    table = play(s, "scout-A conceal")
    assert not told(table, events.Concealed)


@rule("undaunted:P5")
def test_recon_throws_fog_out_and_draws():
    s = state({"hand": ["scout-A", "fog"], "deck": {"mg-A": 1}})
    play(s, "scout-A recon", "draw:mg-A")
    assert names(s.sides[0].hand) == ["mg-A"]
    assert s.sides[0].removed[FOG] == 1
    assert s.sides[0].casualties == 0
    assert "scout-A recon" not in options(state({"hand": ["scout-A"]}))


@rule("undaunted:P6")
@rule("undaunted:K7")
def test_control():
    us = {"hand": ["rifleman-A", "mg-A"], "counters": {"A3": ["rifleman-A"]}, "scouted": ["A3"]}
    s = state(us, {"controlled": ["A3"]})
    assert (s.sides[0].points, s.sides[1].points) == (0, 2)
    play(s, "rifleman-A control")
    assert (s.sides[0].points, s.sides[1].points) == (2, 0)
    assert s.sides[1].marked  # turned back to scouted
    assert "rifleman-A control" not in options(state(us, {"counters": {"A3": ["scout-A"]}}))
    assert "rifleman-A control" not in options(state({**us, "scouted": []}))
    assert "rifleman-A control" not in options(state({**us, "controlled": ["A3"]}))


@rule("undaunted:P7")
def test_target_needs_three_tiles():
    s = state({"hand": ["mortar"], "counters": {"C1": ["mortar"]}})
    found = {option.split()[-1] for option in options(s) if "target" in option}
    assert found == {"A3", "A4", "B3", "B4", "C4", "D3", "D4"}
    assert "mortar blast" not in options(s)
    play(s, "mortar target A4")
    assert s.sides[0].marker == s.scenario.terrain.index["A4"]


@rule("undaunted:V6")
def test_a_radio_rises_for_the_us():
    us = {"hand": ["rifleman-A", "mg-A"], "counters": {"A3": ["rifleman-A"]}, "controlled": ["A3"]}
    s = state(us, radio="A3")
    play(s, "rifleman-A control")
    assert (s.values[s.scenario.terrain.index["A3"]], s.sides[0].points) == (3, 3)
    de = {"hand": ["rifleman-A"], "counters": {"A3": ["rifleman-A"]}, "controlled": ["A3"]}
    assert "rifleman-A control" not in options(state({}, de, radio="A3", active="de"), 1)


# -- what is refused


@pytest.mark.parametrize(
    ("notation", "key"),
    [
        ("scout-B attack rifleman-A", "not_held"),
        ("fog hunker_down", "fog"),
        ("mg-A move C3", "suppressed"),
        ("rifleman-A ready", "not_suppressed"),
        ("rifleman-A move Z9", "unknown_tile"),
        ("rifleman-A move A4", "too_far"),
        ("rifleman-A move D2", "unmarked"),
        ("rifleman-A attack sniper", "not_on_board"),
        ("rifleman-A control", "enemy_there"),
        ("scout-A recon", None),
        ("scout-A scout A1", "too_far"),
        ("mortar blast", "no_target_marker"),
        ("mortar target D2", "too_near"),
        ("mortar target Q1", "unknown_tile"),
        ("sergeant bolster 1 sniper", "no_pile"),
        ("sergeant bolster 2 scout-A", "few_cards"),
        ("leader-A bolster 1 scout-B", "other_squad"),
        ("leader-A inspire scout-A", "not_played"),
        ("leader-A inspire scout-B", "other_squad"),
        ("guide guide sniper C3", "not_own"),
        ("guide guide mg-A C3", "guide_suppressed"),
        ("guide guide rifleman-A A4", "too_far"),
        ("guide guide rifleman-A D2", "unmarked"),
        ("guide bolster 2 scout-A", "too_many"),
        ("sergeant command 1", "nothing_to_draw"),
    ],
)
def test_refused_actions_say_why(notation, key):
    us = {
        "hand": ["rifleman-A", "scout-A", "fog", "mg-A", "mortar", "sergeant", "leader-A", "guide"],
        "counters": {"C2": ["rifleman-A", "mg-A", "scout-A", "mortar"]},
        "scouted": ["C2", "C3"],
        "suppressed": ["mg-A"],
        "supply": {"scout-A": 1, "scout-B": 1},
    }
    s = state(us, {"counters": {"C2": ["rifleman-A"]}})
    decision: Decision[Any] = Decision(0, PLAY, legal(s, 0))
    if key is None:
        assert read_action(GAME, decision, s, notation).notation == notation
        return
    with pytest.raises(IllegalAction) as error:
        read_action(GAME, decision, s, notation)
    assert error.value.text.key == f"undaunted.objection.{key}"


def test_control_is_refused_for_a_reason():
    for us, key in (
        ({"counters": {"C1": ["rifleman-A"]}}, "no_marker"),
        ({"counters": {"C1": ["rifleman-A"]}, "controlled": ["C1"]}, "controlled"),
    ):
        s = state({"hand": ["rifleman-A"], **us})
        decision: Decision[Any] = Decision(0, PLAY, legal(s, 0))
        with pytest.raises(IllegalAction) as error:
            read_action(GAME, decision, s, "rifleman-A control")
        assert error.value.text.key == f"undaunted.objection.{key}"


# -- the whole game


def test_cards_are_never_lost_or_made():
    """Deck, hand, discard, play area, supply and removed cards stay the same cards."""
    table = DirectTable(GAME, [Automa(), Automa()], TapeDice(5))
    s = table.state = GAME.new(Setup("undaunted", "platoon", ("solitaire", "solitaire")), table)

    def counted(side):
        cards = [*side.deck.bag, *side.deck.top, *side.hand, *side.discard, *side.play]
        return [cards.count(card) + side.supply[card] + side.removed[card] for card in CARDS]

    before = [counted(side) for side in s.sides]
    while GAME.outcome(s) is None:
        GAME.step(s, table)
        assert [counted(side) for side in s.sides] == before


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("who", ["human", "random", "scripted"])
def test_the_first_scenario_ends_within_five_rounds(seed, who):
    setup = Setup("undaunted", "first", (who, "solitaire"))
    if who != "human":
        made = []
        table = DirectTable(
            GAME,
            [GAME.bots[name]() for name in setup.seats],
            TapeDice(seed),
            on_choice=lambda seat, choice: made.append(seat),
        )
        s = table.state = GAME.new(setup, table)
        while GAME.outcome(s) is None:
            GAME.step(s, table)
        assert s.round <= 5
        assert made.count(0) <= 25
        return
    session = Session(GAME, setup, seed=seed).run()
    decisions, dice = 0, TapeDice(seed)
    while not session.over:
        (pending,) = session.pending
        session.answer(pending.options[dice.below(len(pending.options), "", "")], 0)
        session.run()
        decisions += 1
    assert session.state.round <= 5
    assert decisions <= 25


def test_a_position_can_be_played_on():
    session = Session(
        GAME, Setup("undaunted", "first", ("solitaire", "solitaire"), {}, position({"hand": ["scout-A"]})), seed=3
    )
    session.run()
    assert session.over


def test_who_has_cards_of_one_kind_left_is_told_which():
    """The same card may have been played just now."""
    asked = []

    class Curious:
        def decide(self, decision, table):
            asked.append(decision.prompt)
            return Choice(decision.options[0])

    for hand in (["scout-A", "fog"], ["scout-A", "scout-A"], ["scout-A", "mg-A"]):
        s = state({"hand": hand, "counters": {"D1": ["scout-A"]}})
        table = DirectTable(GAME, [Curious(), Curious()], TapeDice(1))
        table.state = s
        GAME.step(s, table)
    assert [say_in("en").of(prompt).partition(":")[0] for prompt in (asked[0], asked[1])] == [
        "Your last card",
        "Your next card",
    ]
    assert PLAY in asked


@pytest.mark.parametrize(
    ("holder", "best", "told"),
    [
        (0, 10, "3 or more is enough to begin"),
        (1, 10, "with more than 3 you begin"),
        (0, 3, "3 or more is enough to begin"),
        (1, 3, "None of your cards reaches that"),
        (0, 2, "None of your cards reaches that"),
    ],
)
def test_the_question_for_a_bid_says_what_a_tie_is_worth(holder, best, told):
    assert told in say_in("en").of(bid_against(3, holder == 0, best))
