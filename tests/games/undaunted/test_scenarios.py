"""The shipped scenarios, special rules of scenarios, and what can be wrong with one's own."""

from __future__ import annotations

import copy
import re
import tomllib
from pathlib import Path

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import parse_position, position_text
from kempelen.engine.game import Setup, say_in
from kempelen.engine.player import RandomPlayer
from kempelen.engine.table import Choice, DirectTable
from kempelen.engine.tables.foreseen import at_best
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.face.hints import bid_hint, hint
from kempelen.games.undaunted.face.preview import _at_tile
from kempelen.games.undaunted.face.status import seat_facts, status
from kempelen.games.undaunted.face.words import card_word
from kempelen.games.undaunted.files.scenario import cards_of, within_reach
from kempelen.games.undaunted.players.careful import advised
from kempelen.games.undaunted.players.scripted import ScriptedSide
from kempelen.games.undaunted.rules.cards import BY_NAME, MGS, MORTAR, RIFLEMEN, SNIPER
from kempelen.games.undaunted.rules.course import begin_round, perform
from kempelen.games.undaunted.rules.endings import hopeless, judge
from kempelen.games.undaunted.rules.state import DRAW, PIN, Ending
from kempelen.parts.scenarios import read_scenario, scenario_file
from tests.marks import rule

LANGUAGES = ("en", "de")
SHIPPED = {name: GAME.from_position(scenario_file(GAME, name), {}) for name in GAME.scenarios}


# -- what is shipped


@pytest.mark.parametrize("name", GAME.scenarios)
def test_nothing_is_wrong_with_a_shipped_scenario(name):
    s = read_scenario(GAME, scenario_file(GAME, name), {})
    assert GAME.scenario_files.problems(s) == ()
    assert GAME.scenario_files.doubts(s) == ()
    assert 12 <= len(s.scenario.terrain) <= 18
    for lang in LANGUAGES:
        assert say_in(lang)(f"undaunted.scenario.{name}")
        assert say_in(lang)(f"undaunted.briefing.{name}").endswith(".")


@pytest.mark.parametrize("name", GAME.scenarios)
def test_a_scenario_can_be_written_and_read_again(name):
    """As the shipped one, and as one of somebody's own."""
    own = {key: value for key, value in scenario_file(GAME, name).items() if key != "scenario"}
    for given in (scenario_file(GAME, name), own):
        s = GAME.from_position(given, {})
        written = GAME.to_position(s)
        for file in ("x.toml", "x.json"):
            again = GAME.from_position(parse_position(position_text(written, file).encode(), file), {})
            assert again == s


def test_the_map_stands_in_a_file_as_it_is_drawn():
    own = {key: value for key, value in scenario_file(GAME, "orchard").items() if key != "scenario"}
    text = position_text(own, "x.toml")
    assert "\n2*2   0     h     0*2\n" in text
    assert tomllib.loads(text) == {"format": 2, **own}


def test_there_is_something_of_everything():
    assert len(SHIPPED) >= 10
    goals = [s.scenario.goals for s in SHIPPED.values()]
    assert any(goal[0] == PIN != goal[1] for goal in goals)
    assert any(goal[1] == PIN != goal[0] for goal in goals)
    assert (PIN, PIN) in goals
    assert len(SHIPPED["first"].scenario.terrain) == 14
    assert sum(sum(s.scenario.terrain.hill) > 2 for s in SHIPPED.values()) >= 1
    assert all(cards_of(SHIPPED["mortars"], seat)[MORTAR] == 3 for seat in (0, 1))
    assert all(cards_of(SHIPPED["snipers"], seat)[SNIPER] == 3 for seat in (0, 1))
    assert SHIPPED["relay"].scenario.radio >= 0
    assert SHIPPED["dusk"].scenario.rounds
    assert any(SHIPPED["relief"].scenario.reinforcements)
    ours, theirs = (sum(cards_of(SHIPPED["raid"], seat).values()) for seat in (0, 1))
    assert theirs > 1.5 * ours
    for seat in (0, 1):
        cards = cards_of(SHIPPED["platoon"], seat)
        assert all(cards[unit] for unit in (*RIFLEMEN, *MGS, SNIPER, MORTAR))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAME.scenarios)
def test_the_sheet_can_be_read(name, lang):
    say = say_in(lang)
    for heading, lines in GAME.scenario_files.sheet(SHIPPED[name]):
        assert not say.of(heading).endswith(".")
        assert all(say.of(line).endswith(".") for line in lines)


# -- the first one


@pytest.mark.parametrize("player", [RandomPlayer, ScriptedSide])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_scenario_ends_within_five_rounds(player, seat):
    for seed in range(40):
        decisions = 0

        def count(who, choice):
            nonlocal decisions
            decisions += who == seat

        players = [GAME.bots["solitaire"](), GAME.bots["solitaire"]()]
        players[seat] = player()
        seats = tuple("human" if n == seat else "solitaire" for n in (0, 1))
        table = DirectTable(GAME, players, TapeDice(seed), on_choice=count)
        s = table.state = GAME.new(Setup("undaunted", "first", seats), table)
        while GAME.outcome(s) is None:
            GAME.step(s, table)
        assert s.round <= 5
        assert decisions <= 25
        assert s.ending.winners


def test_the_first_scenario_gives_hints_and_others_do_not():
    seen = set()

    class Watched(ScriptedSide):
        def decide(self, decision, table):
            text = GAME.speech.hint(Setup("undaunted", "first", ("human", "solitaire")), decision.view(), 0)
            assert all(say_in(lang).of(text).endswith(".") for lang in LANGUAGES)
            seen.add(text.key)
            return super().decide(decision, table)

    for seed in range(60):
        table = DirectTable(GAME, [Watched(), GAME.bots["solitaire"]()], TapeDice(seed))
        s = table.state = GAME.new(Setup("undaunted", "first", ("human", "solitaire")), table)
        while GAME.outcome(s) is None:
            GAME.step(s, table)
    assert seen >= {f"undaunted.hint.{key}" for key in ("bid", "control", "move_and_control", "attack", "ready")}
    assert GAME.speech.hint(Setup("undaunted", "orchard", ("human", "solitaire")), SHIPPED["orchard"], 0) is None


def in_hand(*names, round=1):
    s = copy.deepcopy(SHIPPED["first"])
    s.phase, s.round = 1, round
    s.sides[0].hand = [BY_NAME[name] for name in names]
    return s


@pytest.mark.parametrize(
    ("holder", "roll", "card", "key"),
    [
        (0, 9, "fog", "bid_lower"),  # nothing beats it: whatever is of least use
        (1, 4, "scout-A", "bid_higher"),
        (0, 6, "scout-A", "bid_tie"),  # a tie is the holder's
        (1, 6, "fog", "bid_lower"),
    ],
)
def test_a_bid_is_advised_against_the_roll_that_everybody_has_seen(holder, roll, card, key):
    s = in_hand("fog", "scout-A", round=5)
    s.phase, s.holder = DRAW, holder
    said = bid_hint(s, 0, roll)
    decides = "bid_last_beaten" if key == "bid_lower" else "bid_last"  # equal points: who begins the last round wins
    assert said.key == f"undaunted.hint.{decides}"
    assert dict(said.fields)["hint"].key == f"undaunted.hint.{key}"
    s.sides[0].points = 1
    assert bid_hint(s, 0, roll).key == f"undaunted.hint.{key}"
    assert advised(s, 0, (), roll).notation == f"bid {card}"
    for lang in LANGUAGES:
        assert str(roll) in say_in(lang).of(said)


@pytest.mark.parametrize("roll", [0, 3, 9])
def test_no_bid_gives_up_a_card_with_which_this_turn_wins(roll):
    """A Scout opens A3, a Rifleman goes there with one card and controls it with the next; one Scout is enough."""
    s = in_hand("scout-A", "scout-A", "rifleman-A", "rifleman-A", round=2)
    us, tiles = s.sides[0], s.scenario.terrain.index
    s.phase, us.points = DRAW, 1
    us.at[BY_NAME["rifleman-A"]] = tiles["B2"]
    us.marked |= 1 << tiles["B2"]
    us.controlled |= 1 << tiles["B2"]
    assert advised(s, 0, (), roll).notation == "bid scout-A"
    us.hand.append(BY_NAME["fog"])
    assert advised(s, 0).notation == "bid fog"


@pytest.mark.parametrize("roll", [0, 2, 9])
def test_a_bid_keeps_the_cards_that_turn_a_rifleman_ready_and_control(roll):
    """Suppressed on an objective he needs one card to get up and another to take it."""
    s = in_hand("mg-A", "rifleman-A", "rifleman-A", round=2)
    us, tiles = s.sides[0], s.scenario.terrain.index
    s.phase = DRAW
    us.at[BY_NAME["rifleman-A"]] = tiles["B2"]
    us.marked |= 1 << tiles["B2"]
    us.suppressed |= 1 << BY_NAME["rifleman-A"]
    us.at[BY_NAME["mg-A"]] = tiles["B1"]
    s.sides[1].at[BY_NAME["rifleman-A"]] = tiles["B3"]  # the Machine Gunner has somebody to fire at
    assert advised(s, 0, (), roll).notation == "bid mg-A"


def test_what_a_rifleman_stands_on_is_taken_before_he_goes_on():
    """With two cards he could also go to C3 and control that: one point either way, but this one is certain."""
    s = in_hand("rifleman-A", "rifleman-A", round=2)
    us, tiles = s.sides[0], s.scenario.terrain.index
    us.at[BY_NAME["rifleman-A"]] = tiles["B2"]
    us.marked |= 1 << tiles["B2"] | 1 << tiles["C3"]
    assert advised(s, 0).notation == "rifleman-A control"


def test_no_tip_passes_a_win_by_that_takes_several_cards_of_a_turn():
    """A Scout opens A3, a Rifleman goes there with one card and controls it with the next."""
    s = in_hand("mg-A", "scout-A", "rifleman-A", "rifleman-A", round=2)
    us, tiles = s.sides[0], s.scenario.terrain.index
    us.points = 1
    us.at[BY_NAME["rifleman-A"]] = tiles["B2"]
    us.marked |= 1 << tiles["B2"]
    us.controlled |= 1 << tiles["B2"]
    keys = []
    while s.ending is None:
        keys.append(hint(s, 0).key.removeprefix("undaunted.hint."))
        action = advised(s, 0)
        s = at_best(s, lambda state, table, chosen=action: perform(state, table, 0, chosen)).state
    assert keys == ["wins_soon", "wins_soon", "wins"]
    assert s.ending.winners == (0,)


@pytest.mark.parametrize(
    ("at", "en", "de"),
    [
        ("A2", "2 dice, and anything from 5 up hits.", "2 Würfel; eine 5 oder höher trifft."),
        ("B4", "2 dice, and a 9 or 10 hits.", "2 Würfel; eine 9 oder 10 trifft."),
    ],
)
def test_a_tip_says_what_a_die_has_to_show(at, en, de):
    """A number alone, as in "2 dice, and 9 or more hits", could be read as one of hits."""
    s = in_hand("mg-A")
    foe = s.sides[1].at
    for unit in range(len(foe)):
        foe[unit] = -1
    foe[BY_NAME["rifleman-A"]] = s.scenario.terrain.index[at]
    said = hint(s, 0)
    assert said.key == "undaunted.hint.attack"
    assert en in say_in("en").of(said)
    assert de in say_in("de").of(said)


def test_the_goal_is_the_same_when_it_is_over():
    """In the last round it says how it stands; afterwards what it was from the beginning."""
    s = in_hand("scout-A")
    s.viewer = 0
    say = say_in("en")
    goal = status(s, say).goal
    s.round = s.scenario.rounds
    assert status(s, say).goal != goal
    s.ending = Ending("points", (0,))
    assert status(s, say).goal == goal


def test_suppressed_units_are_counted_in_words():
    s = in_hand("scout-A")
    s.sides[0].suppressed |= 1 << BY_NAME["scout-A"]
    assert "1 suppressed" in [fact.value for fact in seat_facts(s, 0, say_in("en"))]
    assert "1 niedergehalten" in [fact.value for fact in seat_facts(s, 0, say_in("de"))]


def test_a_hint_takes_the_objective_when_it_can():
    s = in_hand("rifleman-A", "rifleman-A")
    us = s.sides[0]
    us.at[BY_NAME["rifleman-A"]] = s.scenario.terrain.index["B1"]
    assert hint(s, 0).key == "undaunted.hint.move_and_control"
    assert advised(s, 0).notation == "rifleman-A move B2"
    us.at[BY_NAME["rifleman-A"]] = s.scenario.terrain.index["B2"]
    assert hint(s, 0).key == "undaunted.hint.control"
    us.controlled = 1 << s.scenario.terrain.index["B2"]
    assert hint(s, 0).key == "undaunted.hint.attack"
    us.hand = [BY_NAME["fog"]]
    assert hint(s, 0).key == "undaunted.hint.end"


def test_no_hint_promises_an_objective_where_an_enemy_stands():
    """Nobody can control it then (P6), and the preview of the way there says so."""
    s = in_hand("rifleman-A", "rifleman-A")
    s.sides[1].at[BY_NAME["scout-A"]] = s.scenario.terrain.index["B2"]
    assert hint(s, 0).key not in ("undaunted.hint.move_and_control", "undaunted.hint.move")
    told = [remark.text.key for remark in _at_tile(s, 0, s.scenario.terrain.index["B2"])]
    assert "undaunted.preview.contested" in told
    assert "undaunted.preview.objective" not in told


@pytest.mark.parametrize("round", [1, 2])
def test_no_hint_leads_the_last_card_of_a_rifleman_into_the_open(round):
    """Whoever stands there is shot at before he can control anything."""
    s = in_hand("mg-A", "rifleman-A", round=round)
    while hint(s, 0).key != "undaunted.hint.end":
        action = advised(s, 0)
        assert getattr(action, "how", "") != "move" or s.scenario.terrain.cover[action.tiles[-1]]
        s.sides[0].hand.remove(action.card)


def test_what_is_advised_is_what_the_hint_speaks_of():
    """And it is one of the options, at every question of a whole game."""
    setup = Setup("undaunted", "first", ("human", "solitaire"))
    asked = []

    class Newcomer:
        def decide(self, decision, table):
            action = GAME.speech.advised(setup, decision)
            assert action in decision.options
            text = GAME.speech.tip(setup, decision)
            card = getattr(action, "card", None)
            assert card is None or say_in("en").of(card_word(card)).lower() in say_in("en").of(text).lower()
            asked.append(action)
            return Choice(action)

    won = 0
    for seed in range(20):
        table = DirectTable(GAME, [Newcomer(), GAME.bots["solitaire"]()], TapeDice(seed))
        s = table.state = GAME.new(setup, table)
        while GAME.outcome(s) is None:
            GAME.step(s, table)
        won += s.ending.winners == (0,)
    assert asked
    assert won > 10


# -- special rules


OWN = {
    "game": "undaunted",
    "title": {"en": "Mill", "de": "Mühle"},
    "holder": "de",
    "map": "0     1*2   h\n   2     0*1\n0     1     0\n",
    "us": {
        "goal": 2,
        "spawn": {"A1": ["scout-A", "rifleman-A"]},
        "deck": {"sergeant": 1, "leader-A": 1, "scout-A": 2, "rifleman-A": 4},
        "supply": {"fog": 4},
        "scouted": ["A1"],
    },
    "de": {
        "goal": "pin",
        "spawn": {"C3": ["scout-A", "rifleman-A"]},
        "deck": {"sergeant": 1, "leader-A": 1, "scout-A": 2, "rifleman-A": 4},
        "supply": {"fog": 4},
        "scouted": ["C3"],
    },
}
"""A small scenario with nothing wrong."""


def changed(*changes):
    """The small scenario with fields set, (path, value); None removes one."""
    data = copy.deepcopy(OWN)
    for path, value in changes:
        *steps, last = path.split(".")
        place = data
        for step in steps:
            place = place.setdefault(step, {})
        if value is None:
            del place[last]
        else:
            place[last] = value
    return data


def test_the_small_scenario_is_fine():
    s = read_scenario(GAME, OWN, {})
    assert GAME.scenario_files.doubts(s) == ()


@rule("undaunted:H6")
def test_reinforcements_come_to_the_discard_at_the_start_of_their_round():
    data = changed(("us.reinforcements", {"2": {"rifleman-B": 3, "leader-B": 1}}), ("us.spawn.C1", ["rifleman-B"]))
    s = read_scenario(GAME, data, {})
    b = BY_NAME["rifleman-B"]
    assert s.sides[0].at[b] < 0
    s.round, told = 1, []
    table = DirectTable(GAME, [RandomPlayer(), RandomPlayer()], TapeDice(1), listener=told.append)
    table.state = s
    begin_round(s, table)
    assert s.round == 2
    assert sorted(s.sides[0].discard)[-4:].count(b) == 3
    assert BY_NAME["leader-B"] in s.sides[0].discard
    words = [say_in("en").of(event.text) for event in told]
    assert "Reinforcements for the US side: 3 × Rifleman B." in words
    again = GAME.from_position(GAME.to_position(s), {})
    assert again.scenario.reinforcements == s.scenario.reinforcements


@rule("undaunted:H6")
@rule("undaunted:H3")
@rule("undaunted:V4")
def test_riflemen_still_to_come_keep_a_side_in_the_game():
    data = changed(
        ("us.reinforcements", {"5": {"rifleman-B": 1}}),
        ("us.spawn.C1", ["rifleman-B"]),
        ("us.deck", {"scout-A": 2}),
        ("us.counters", {"A1": ["rifleman-A", "scout-A"]}),
    )
    s = GAME.from_position(data, {})
    assert not hopeless(s, 0)
    s.round = 5
    assert hopeless(s, 0)
    judge(s, ScriptedTable(GAME, s), 1)
    assert s.ending.winners == (1,)
    assert s.ending.reason == "hopeless"


@rule("undaunted:H3")
def test_a_counter_without_cards_cannot_take_a_tile():
    data = changed(("de.goal", 2), ("us.deck", {"scout-A": 2}), ("us.counters", {"A1": ["rifleman-A"]}))
    s = GAME.from_position(data, {})
    assert hopeless(s, 0)
    judge(s, ScriptedTable(GAME, s), 1)
    assert s.ending is None  # the other side has no more points yet
    s.sides[1].points = 1
    judge(s, ScriptedTable(GAME, s), 1)
    assert s.ending.winners == (1,)


@rule("undaunted:H7")
def test_after_the_last_round_points_decide_and_then_the_marker():
    for points, holder, winner in (((1, 0), 1, 0), ((0, 2), 0, 1), ((1, 1), 1, 1), ((1, 1), 0, 0)):
        s = GAME.from_position(changed(("rounds", 3)), {})
        s.round, s.holder = 3, holder
        s.sides[0].points, s.sides[1].points = points
        begin_round(s, ScriptedTable(GAME, s))
        assert s.ending.reason == "time"
        assert s.ending.winners == (winner,)


@rule("undaunted:V6")
def test_a_radio_lets_a_goal_be_higher_than_the_points_on_the_map():
    with pytest.raises(BadPosition):
        read_scenario(GAME, changed(("us.goal", 6)), {})
    read_scenario(GAME, changed(("us.goal", 6), ("radio", "A2")), {})


# -- what can be wrong

SHAPE = "undaunted.map."
FIELD = "undaunted.position."
CHECK = "undaunted.scenario_check."

BAD = {
    "a spawn tile is missing": ([("us.spawn", {"A1": ["scout-A"]})], "us.spawn", FIELD + "no_spawn"),
    "reinforcements without a spawn tile": (
        [("us.reinforcements", {"3": {"mg-A": 1}})],
        "us.spawn",
        FIELD + "no_spawn",
    ),
    "a goal higher than the points on the map": ([("us.goal", 4)], "us.goal", FIELD + "goal_too_high"),
    "a goal out of reach": ([("us.deck", {"rifleman-A": 5, "sergeant": 1})], "us.scouted", CHECK + "out_of_reach"),
    "points without Riflemen": ([("us.deck", {"scout-A": 3, "sergeant": 1})], "us.deck", CHECK + "no_rifleman"),
    "a goal reached at the start": ([("us.controlled", ["A2"])], "us.goal", CHECK + "won"),
    "nobody to pin": ([("us.counters", {"A1": ["scout-A"]})], "us.deck", CHECK + "pinned"),
    "an empty deck": (
        [("de.deck", {"fog": 3}), ("de.counters", {"C3": ["rifleman-A"]})],
        "de.deck",
        CHECK + "empty_deck",
    ),
    "six Riflemen A": ([("us.deck.rifleman-A", 6)], "us.deck", FIELD + "copies"),
    "six Riflemen A, two of them to come": (
        [("us.reinforcements", {"3": {"rifleman-A": 2}})],
        "us.deck",
        FIELD + "copies",
    ),
    "an unknown unit": ([("us.spawn", {"A1": ["scout-A", "rifelman-A"]})], "us.spawn.A1.2", FIELD + "card_near"),
    "an unknown card": ([("us.deck.tank", 1)], "us.deck.tank", FIELD + "card"),
    "a unit without a counter": ([("us.spawn.C1", ["sergeant"])], "us.spawn.C1.1", FIELD + "no_unit"),
    "rows of odd shape": ([("map", "0     1*2   h\n 2     0*1\n")], "map", SHAPE + "shift"),
    "two tiles on one place": ([("map", "0    1 0     1*2\n")], "map", SHAPE + "twice"),
    "no tile": ([("map", "0     1*2   h\n   7     0*1\n")], "map", SHAPE + "tile"),
    "two pieces of a map": ([("map", "0     1*2\n\n\n   7     0*1\n".replace("7", "0"))], "map", SHAPE + "apart"),
    "an empty map": ([("map", "\n")], "map", SHAPE + "empty"),
    "only gaps": ([("map", ".     .\n")], "map", SHAPE + "empty"),
    "too many rows": ([("map", "0\n   0\n" * 14)], "map", SHAPE + "too_many_lines"),
    "a tile named twice": ([("us.scouted", ["A1", "B1", "a1"])], "us.scouted.3", FIELD + "tile_twice"),
    "a spawn tile named twice": (
        [("us.spawn", {"A1": ["scout-A"], "a1": ["rifleman-A"]})],
        "us.spawn.a1",
        FIELD + "tile_twice",
    ),
    "a unit in two places": (
        [("us.spawn", {"A1": ["scout-A", "rifleman-A"], "B1": ["scout-A"]})],
        "us.spawn.B1.1",
        FIELD + "two_places",
    ),
    "an objective that is not on the map": ([("radio", "D4")], "radio", FIELD + "tile"),
    "a tile that is no objective": ([("radio", "A1")], "radio", FIELD + "no_objective"),
    "a round of no number": ([("us.reinforcements", {"dawn": {"fog": 1}})], "us.reinforcements.dawn", FIELD + "range"),
    "too many rounds": ([("rounds", 500)], "rounds", FIELD + "range"),
    "a goal in words": ([("us.goal", "all")], "us.goal", FIELD + "goal"),
    "no such side": ([("holder", "uk")], "holder", FIELD + "word"),
    "a field that is missing": ([("us.goal", None)], "us.goal", "position.missing"),
    "a field nobody knows": ([("us.colour", "green")], "us.colour", "position.unknown_field"),
    "a number in words": ([("rounds", "ten")], "rounds", "position.wrong_type"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_with_its_field_and_a_remedy(name):
    changes, field, key = BAD[name]
    with pytest.raises(BadPosition) as error:
        read_scenario(GAME, changed(*changes), {})
    assert error.value.text.key == key
    for lang in LANGUAGES:
        words = say_in(lang).of(error.value.text)
        assert words.startswith(field)
        assert words.endswith((".", "?"))
        if key.startswith("undaunted"):
            assert len(words.split(": ", 1)[1].replace("?", ".").split(".")) > 2 or ";" in words, words


def test_a_fault_of_the_map_names_row_and_column():
    with pytest.raises(BadPosition) as error:
        read_scenario(GAME, changed(("map", "0     1*2   h\n   2     9*1\n")), {})
    assert say_in("en").of(error.value.text).startswith("map, row 2, column 10: “9*1” is no tile.")
    assert say_in("de").of(error.value.text).startswith("map, Zeile 2, Spalte 10: „9*1“ ist kein Feld.")


def test_a_shipped_scenario_that_was_changed_is_not_the_shipped_one():
    data = copy.deepcopy(dict(scenario_file(GAME, "orchard")))
    data["us"]["goal"] = 3
    with pytest.raises(BadPosition) as error:
        read_scenario(GAME, data, {})
    assert error.value.text.key == FIELD + "not_shipped"
    del data["scenario"]
    assert read_scenario(GAME, data, {}).scenario.goals == (3, 4)


def test_several_problems_are_all_found():
    s = GAME.from_position(changed(("us.deck", {"fog": 2}), ("us.counters", {"A1": ["scout-A"]})), {})
    keys = {text.key for text in GAME.scenario_files.problems(s)}
    assert keys == {CHECK + "empty_deck", CHECK + "no_rifleman", CHECK + "pinned"}


DOUBTS = {
    "few cards": ([("us.deck", {"scout-A": 1, "rifleman-A": 2})], "us.deck", "small_deck"),
    "many cards": ([("us.deck", {"scout-A": 3, "rifleman-A": 5, "fog": 6})], "us.deck", "deck_size"),
    "a spawn tile for nobody": ([("us.spawn.B1", ["mg-A"])], "us.spawn.B1", "idle"),
    "a leader without a squad": ([("us.supply", {"fog": 4, "leader-C": 1})], "us.deck", "lone_leader"),
    "scouting for nothing": ([("us.supply", {})], "us.supply", "no_fog"),
    "a Mortar on a small map": (
        [("us.supply.mortar", 2), ("us.spawn.B1", ["mortar"])],
        "us.spawn",
        "short_mortar",
    ),
    "a large map": ([("map", "0     1*2   h     0     0     0*1   1\n" * 1 + "   0     0     0     0     0     0\n" + "0     0     0     0     0     0     0\n")], "map", "many_tiles"),
}  # fmt: skip


@pytest.mark.parametrize("name", DOUBTS)
def test_what_is_odd_is_pointed_out(name):
    changes, field, key = DOUBTS[name]
    s = read_scenario(GAME, changed(*changes), {})
    found = {text.key: text for text in GAME.scenario_files.doubts(s)}
    text = found[CHECK + key]
    for lang in LANGUAGES:
        words = say_in(lang).of(text)
        assert words.startswith(f"{field}: ")
        assert words.endswith(".")


def test_without_scouts_riflemen_stay_on_marked_tiles():
    data = changed(("us.deck", {"rifleman-A": 5}), ("us.scouted", ["A1", "A2", "C3"]))
    s = read_scenario(GAME, data, {})
    names = s.scenario.terrain.names
    assert [names[tile] for tile in range(len(names)) if within_reach(s, 0) >> tile & 1] == ["A1", "A2"]
    assert within_reach(s, 1) == (1 << len(names)) - 1


# -- the guide


@pytest.mark.parametrize("page", ["en/undaunted-scenarios.md", "de/undaunted-szenarien.md"])
def test_the_guide_is_true(page):
    """Its example can be played, and it names every scenario with its tiles."""
    text = (Path(__file__).parents[3] / "docs" / page).read_text("utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    s = read_scenario(GAME, tomllib.loads(example[1]), {})
    assert GAME.scenario_files.doubts(s) == ()
    listed = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", text, re.MULTILINE))
    assert listed == {name: str(len(s.scenario.terrain)) for name, s in SHIPPED.items()}
    assert re.findall(r"^\| `(\w+)` \| \D", text, re.MULTILINE)[-len(SHIPPED) :] == list(SHIPPED)
