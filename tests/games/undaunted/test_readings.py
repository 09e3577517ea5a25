"""Readings that no other test names: small questions of wording, and what follows from them."""

from __future__ import annotations

from kempelen.behaviour.chances import courses
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import DirectTable
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.selection import COLUMNS
from kempelen.games.undaunted.rules.cards import BY_NAME
from kempelen.games.undaunted.rules.legal import legal
from tests.games.undaunted.tables import does, facts, play, state, verdict
from tests.marks import rule

CHARTS = charts_for(GAME.rulings.defaults)


@rule("undaunted:S1")
def test_a_scenario_is_set_up():
    s = GAME.new(Setup("undaunted", "orchard", ("human", "human")), DirectTable(GAME, (), TapeDice(1)))
    assert [len(side.deck) for side in s.sides] == [10, 10]
    assert all(not side.hand and not side.discard for side in s.sides)
    assert s.sides[0].at[BY_NAME["rifleman-A"]] == s.scenario.terrain.index["A1"]
    assert s.sides[0].at[BY_NAME["sniper"]] < 0  # only in the supply: its counter lies there


@rule("undaunted:T4")
def test_a_card_is_played_for_one_action():
    s = state({"hand": ["scout-A", "scout-A"], "counters": {"C2": ["scout-A"]}})
    play(s, "scout-A scout C3")
    assert s.sides[0].hand == [BY_NAME["scout-A"]]
    assert all(option.notation.endswith("hunker_down") or "hunker" not in option.notation for option in legal(s, 0))


@rule("undaunted:Q01")
def test_the_highest_face_counts_ten():
    f = facts("sergeant", {"supply": {"scout-A": 1}, "counters": {"D1": ["scout-A"]}, "deck": {"mg-A": 2}})
    assert verdict(f, 10).total == 8


@rule("undaunted:Q10")
def test_defence_is_the_total_as_the_acting_counter_sees_it():
    us = {"counters": {"C2": ["rifleman-A"]}}
    assert facts("rifleman-A", us, {"counters": {"D2": ["scout-A"]}}).lowest_defence() == 5 + 0 + 1
    assert facts("rifleman-A", us, {"counters": {}}).lowest_defence() > 20


@rule("undaunted:Q21")
def test_a_counter_lies_on_the_pile_of_a_unit_that_is_off_the_board():
    us = {"supply": {"scout-A": 1, "guide": 1}}
    assert facts("sergeant", us).counter_addable()
    assert not facts("sergeant", {**us, "counters": {"D1": ["scout-A"]}}).counter_addable()


@rule("undaunted:Q23")
def test_the_other_action_of_a_leader():
    bolsters = {"supply": {"scout-A": 1}, "counters": {"D1": ["scout-A"]}, "bolstered": "turn"}
    assert does(facts("sergeant", bolsters), "d10:9") == "sergeant bolster 1 scout-A"
    assert does(facts("guide", bolsters), "d10:9") == "guide bolster 1 scout-A"
    assert does(facts("guide", {})) == "guide hunker_down"


@rule("undaunted:Q29")
def test_what_cannot_come_up_for_a_scout():
    by_answers = {way.answers: way.chances for way in courses(CHARTS["scout"])}
    assert "recon" not in by_answers[("1", True), ("1a", False)]
    assert "scout" not in by_answers[("1", True), ("1a", True)]


@rule("undaunted:Q33")
def test_control_is_an_attack_only_after_the_fifth_question():
    near = {"counters": {"D2": ["rifleman-A"]}}
    us = {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2", "C3"]}
    assert verdict(facts("rifleman-A", us, near), 8).action == "attack"
    assert verdict(facts("rifleman-A", us), 10, 2).action == "move"


@rule("undaunted:Q36")
def test_a_sniper_who_cannot_stalk_attacks():
    us = {"counters": {"B4": ["sniper"]}}
    assert does(facts("sniper", us), "d10:1") == "sniper attack rifleman-A"
    alone = facts("sniper", {"counters": {"B3": ["sniper"]}}, {"counters": {}})
    assert does(alone, "d10:10") == "sniper stalk C4"


@rule("undaunted:Q50")
def test_blast_has_no_footnote():
    blast = next(row for row in CHARTS["mortar"].rows if row.action == "blast")
    assert not blast.starred
    assert [row.action for row in CHARTS["mg"].rows if row.starred] == ["attack", "suppress"]


@rule("undaunted:Q56")
def test_four_rows_belong_to_sniper_and_machine_gunner():
    assert COLUMNS["sniper"] == COLUMNS["mg"] == ("rifleman", "sniper", "mg", "mortar")
    assert COLUMNS["scout"] == COLUMNS["rifleman"] == ("rifleman",)


@rule("undaunted:Q59")
def test_no_advice_is_automated():
    """BOLSTER follows the piles alone, whatever the board looks like."""
    us = {"supply": {"rifleman-A": 1, "scout-A": 2}, "counters": {"D1": ["rifleman-A", "scout-A"]}}
    for scouted in ([], ["A3", "C1", "C4"]):
        assert does(facts("sergeant", {**us, "scouted": scouted}), "d10:1") == "sergeant bolster 2 scout-A"


@rule("undaunted:Q70")
def test_scouts_from_one_tile_go_toward_the_same_objective():
    """C4 alone is worth the most, so both teams go there, although A3 and C1 are free as well."""
    us = {"counters": {"C2": ["scout-A", "scout-B"]}, "scouted": ["C2"]}
    assert [does(facts(f"scout-{squad}", us), "d10:1") for squad in "AB"] == [
        f"scout-{squad} scout C3 C4" for squad in "AB"
    ]


@rule("undaunted:Q71")
def test_no_tile_is_strategic():
    """Where an MG goes depends on cover and markers alone, not on which tiles matter in the scenario."""
    us = {"counters": {"B1": ["mg-A"]}, "scouted": ["B1", "C1", "B2"]}
    for values in ({"C4": 9}, {"A3": 9}):
        assert does(facts("mg-A", us, values=values), "d10:1") == "mg-A move C1"


@rule("undaunted:Q69")
def test_one_german_word_for_each_thing():
    say = say_in("de")
    written = " ".join(
        say.of(question.text(5)) for question in {ask.question for c in CHARTS.values() for ask in c.asks}
    )
    assert "WWM" in say("chart.drm", value="+1")
    assert "DRM" not in written
    # The German sheet has ANVISIERMARKER for what a Mortar aims at and ZIELMARKER for objectives.
    assert "Anvisiermarker" in written
    assert "Zielmarker" in written


@rule("undaunted:H7")
def test_after_the_last_round_the_marker_decides_a_tie():
    s = state(phase="draw", round=2, rounds=2, holder="de")
    table = ScriptedTable(GAME, s)
    GAME.step(s, table)
    assert s.ending is not None
    assert (s.ending.reason, s.ending.winners) == ("time", (1,))
