"""Targets, mortar tiles, bolster piles, inspire order, guide list, card order, initiative."""

from __future__ import annotations

import pytest

from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.selection import (
    Guided,
    bolster,
    guided_units,
    inspirable,
    inspire_card,
    main_targets,
    mortar_tiles,
    select,
    takeable,
)
from kempelen.games.undaunted.automa.sequence import card_order, first_of_several_leaders, higher
from kempelen.games.undaunted.rules.cards import BY_NAME, NAMES
from tests.games.undaunted.tables import does, facts
from tests.marks import rule

DEFAULTS = GAME.rulings.defaults


def target(kind, *foes, action="attack", aim="", main=(), riflemen=()):
    """The possible targets; a foe is `R1 rifleman 9`, with `!` if suppressed."""
    known = []
    for foe in foes:
        name, of, defence = foe.rstrip("!").split()
        known.append((name, of, int(defence), foe.endswith("!")))
    found = select(kind, action, aim, known, main, riflemen)
    return found.targets if found else None


@rule("undaunted:Q52")
def test_the_first_row_with_anybody():
    assert target("sniper", "N1 sniper 9", "M1 mg 8") == ["N1"]
    assert target("sniper", "R1 rifleman 10", "N1 sniper 9") == ["R1"]


@rule("undaunted:Q53")
def test_two_lower():
    assert target("sniper", "R1 rifleman 9", "S1 scout 7") == ["S1"]
    assert target("sniper", "R1 rifleman 9", "S1 scout 8") == ["R1"]
    assert target("scout", "R1 rifleman 9", "S1 scout 7", "M1 mg 6") == ["M1"]
    assert target("mg", "R1 rifleman 9", "S1 scout 6", "M1 mg 6", "N1 sniper 6") == ["N1"]


@rule("undaunted:Q54")
def test_ties_are_left_to_chance():
    assert target("rifleman", "R1 rifleman 8", "R2 rifleman 8", "R3 rifleman 9") == ["R1", "R2"]


@rule("undaunted:Q55")
def test_only_scouts_are_left():
    assert target("mg", "S1 scout 9", "S2 scout 7") == ["S2"]
    assert target("scout", "M1 mg 9", "S2 scout 8") == ["S2"]


@rule("undaunted:Q51")
def test_main_target():
    free = [("R1", 2), ("R2", 1)]
    assert main_targets(free, 4, 5, DEFAULTS) == ["R1", "R2"]
    assert main_targets(free, 3, 5, DEFAULTS) == []
    assert main_targets(free, 5, None, DEFAULTS) == []
    assert main_targets(free, 3, 5, {**DEFAULTS, "Q51": "would_win"}) == ["R1"]
    assert target("mg", "R1 rifleman 12", "R2 rifleman 6", main=["R1"]) == ["R1"]
    assert target("mg", "R1 rifleman 12", "R2 rifleman 11", main=["R1", "R2"]) == ["R2"]


@rule("undaunted:Q51")
def test_main_target_on_the_board():
    us = {"counters": {"D1": ["rifleman-A"]}}
    de = {"goal": 4, "controlled": ["C4"], "counters": {"C1": ["rifleman-A"], "D2": ["scout-A"]}}
    f = facts("rifleman-A", us, de)
    assert f.main_targets() == [BY_NAME["rifleman-A"]]
    assert not facts("rifleman-A", us, {**de, "goal": 5}).main_targets()
    assert not facts("rifleman-A", us, {**de, "goal": "pin"}).main_targets()
    controlled = {"goal": 5, "controlled": ["C4", "C1"], "counters": {"C1": ["rifleman-A"]}}
    assert not facts("rifleman-A", us, controlled).main_targets()


@rule("undaunted:Q37")
def test_machine_gunners_choose_among_riflemen_on_objectives():
    foes = ("R1 rifleman 9", "R2 rifleman 8", "S1 scout 5")
    assert target("mg", *foes, aim="rifleman", riflemen=["R1", "R2"]) == ["R2"]
    assert target("mg", *foes, aim="rifleman", riflemen=["R1", "R2"], main=["R1"]) == ["R1"]


@rule("undaunted:Q38")
@rule("undaunted:Q40")
def test_machine_gunners_provide_specialists_in_order():
    foes = ("T1 mortar 5", "N1 sniper 6", "M1 mg 8", "M2 mg 9", "R1 rifleman 4")
    assert target("mg", *foes, aim="specialist") == ["M1"]
    assert target("mg", *foes[:2], "M2 mg 9", aim="specialist") == ["N1"]


@rule("undaunted:Q39")
def test_suppressing_fire_needs_somebody_upright():
    assert target("mg", "R1 rifleman 7!", "R2 rifleman 9", action="suppress") == ["R2"]
    assert target("mg", "R1 rifleman 7!", action="suppress") is None
    assert target("mg", "M1 mg 7!", "N1 sniper 6", action="suppress", aim="specialist") is None


@rule("undaunted:Q47")
def test_mortar_tiles():
    assert mortar_tiles({"1A": ["sniper"], "10B": ["mg"], "3A": ["rifleman", "rifleman"]}) == ["3A"]
    assert mortar_tiles({"P": ["sniper", "scout"], "Q": ["mg", "rifleman"]}) == ["P", "Q"]
    assert mortar_tiles({"P": ["rifleman", "scout"], "Q": ["sniper"]}) == ["P"]
    assert mortar_tiles({"P": []}) == []


def piles(**counts):
    """`rifleman_A=5` or `(5, True)` with its counter."""
    found = []
    for name, count in counts.items():
        count, counter = count if isinstance(count, tuple) else (count, False)
        found.append((BY_NAME[name.replace("_", "-")], count, counter))
    return found


def takes(x, squad="", **counts):
    return {NAMES[card]: count for card, count in bolster(takeable(piles(**counts), squad), x)}


@rule("undaunted:Q57")
def test_bolster_piles():
    assert takes(3, rifleman_A=(5, True), rifleman_B=(5, True), sniper=(3, True)) == {"rifleman-A": 3}
    assert takes(3, rifleman_A=(4, True), rifleman_B=(5, True)) == {"rifleman-B": 3}
    assert takes(3, rifleman_A=5, scout_C=(1, True)) == {"scout-C": 1, "rifleman-A": 2}
    assert takes(3, mortar=(3, True), scout_C=(3, True), sniper=(3, True), mg_A=(3, True)) == {"sniper": 3}


@rule("undaunted:Q58")
def test_a_small_pile_is_emptied_first():
    assert takes(3, rifleman_A=2, rifleman_B=1, scout_B=1) == {"rifleman-A": 2, "rifleman-B": 1}
    assert takes(3, rifleman_A=1) == {"rifleman-A": 1}
    assert takes(2) == {}


@rule("undaunted:Q60")
def test_tied_piles():
    assert takes(1, scout_A=2, rifleman_A=2, rifleman_B=2) == {"rifleman-A": 1}
    assert takes(1, scout_B=2, rifleman_A=2) == {"rifleman-A": 1}
    assert takes(1, scout_C=1, sniper=1, mortar=1) == {"scout-C": 1}
    assert takes(1, sniper=1, mortar=1, guide=1) == {"sniper": 1}
    assert takes(1, guide=1, leader_A=1) == {"guide": 1}


@rule("undaunted:P1")
def test_fog_and_other_squads_are_out_of_reach():
    assert takes(2, "B", rifleman_A=(5, True), rifleman_B=3, sniper=3) == {"rifleman-B": 2}
    assert takes(2, fog=8) == {}


@rule("undaunted:Q43")
def test_inspire_order():
    def back(enough, *names, squad="A"):
        card = inspire_card(inspirable([BY_NAME[name] for name in names], squad), enough)
        return NAMES[card] if card is not None else None

    assert back(False, "rifleman-A", "scout-A", "mg-A") == "scout-A"
    assert back(False, "rifleman-A", "mg-A") == "rifleman-A"
    assert back(True, "rifleman-A", "scout-A", "mg-A") == "mg-A"
    assert back(True, "rifleman-A", "scout-A") == "rifleman-A"
    assert back(True, "sniper", "mg-B", "leader-A") is None


@rule("undaunted:Q24")
def test_guide_list():
    able = {"can_move": True}
    rifleman = Guided("R", "rifleman", objective=True, **able)
    scout = Guided("S", "scout", objective=True, **able)
    marked = Guided("X", "mortar", marker=True, **able)
    sniper = Guided("N", "sniper", cover=True, **able)
    assert guided_units([scout, sniper, marked, rifleman]) == (1, ["R"])
    assert guided_units([scout, sniper, marked]) == (2, ["X"])
    assert guided_units([scout, sniper]) == (3, ["N"])
    assert guided_units([scout, Guided("M", "mortar", cover=True, **able)]) == (4, ["S", "M"])
    assert guided_units([Guided("R", "rifleman", objective=True, can_move=True, suppressed=True)]) == (0, [])


@rule("undaunted:Q24")
def test_guide_on_the_board():
    us = {
        "counters": {"C2": ["rifleman-A"], "D3": ["rifleman-B"], "B1": ["mg-A"]},
        "scouted": ["C1", "C2", "C4", "B1"],
    }
    assert does(facts("guide", us), "pick:rifleman-B") == "guide guide rifleman-B C4"
    assert does(facts("guide", us), "pick:rifleman-A") == "guide guide rifleman-A C1"
    leaves = {"counters": {"C3": ["scout-A"]}, "scouted": ["C3", "D2", "D3"]}
    assert does(facts("guide", leaves, {"marker": "C3"})) == "guide guide scout-A D3"
    hides = {"counters": {"B1": ["mg-A"], "D2": ["scout-A"]}, "scouted": ["A1", "B1", "D1", "D2", "B2"]}
    assert does(facts("guide", hides), "pick:A1") == "guide guide mg-A A1"


# -- cards


def order(*hand, supply=(0, 0, 0), options=DEFAULTS):
    return [NAMES[card] for card in card_order([BY_NAME[name] for name in hand], supply, options)]


@rule("undaunted:Q16")
@rule("undaunted:Q19")
def test_card_order():
    hand = ("fog", "rifleman-A", "mg-B", "leader-A", "scout-C", "mg-A", "sniper", "guide", "sergeant", "mortar")
    assert order(*hand) == [
        "sergeant",
        "guide",
        "scout-C",
        "mg-A",
        "mg-B",
        "sniper",
        "mortar",
        "rifleman-A",
        "leader-A",
    ]
    by_team = {**DEFAULTS, "Q16": "team"}
    assert order(*hand, options=by_team) == [
        "sergeant",
        "guide",
        "sniper",
        "mortar",
        "mg-A",
        "rifleman-A",
        "leader-A",
        "mg-B",
        "scout-C",
    ]
    assert order("fog") == []


@rule("undaunted:Q41")
def test_squad_leaders():
    assert order("leader-A", "leader-B", supply=(3, 6, 0)) == ["leader-B", "leader-A"]
    assert order("leader-A", "leader-B", "leader-C", supply=(1, 2, 3)) == ["leader-C", "leader-B", "leader-A"]
    assert order("leader-B", "leader-C", supply=(9, 2, 2)) == ["leader-B", "leader-C"]
    leaders = [BY_NAME[f"leader-{squad}"] for squad in "ABC"]
    assert [first_of_several_leaders(card, leaders, (1, 2, 3)) for card in leaders] == [False, False, True]


@rule("undaunted:Q12")
@pytest.mark.parametrize(
    ("values", "holder", "first"), [((7, 7), 1, 1), ((7, 6), 1, 0), ((10, 9), 1, 0), ((4, 5), 0, 1)]
)
def test_initiative(values, holder, first):
    assert higher(values, holder) == first
