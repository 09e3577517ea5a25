"""Equipment and traits: costs, uses, levels and what each of them does (R025 to R029, R301 to R304, G68)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.engine.errors import BadPosition
from kempelen.games.universalis.files.gear import gear
from kempelen.games.universalis.files.rosters import roster, roster_from
from kempelen.games.universalis.files.tables import board_from
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.actions import Handle
from kempelen.games.universalis.rules.combat.damage import apply_damage, damage_chain, go_out, passes_eh, shock
from kempelen.games.universalis.rules.combat.panic import panic_test
from kempelen.games.universalis.rules.combat.wounds import Hit, resolve_hit
from kempelen.games.universalis.rules.course import act as act_step
from kempelen.games.universalis.rules.models.card import Item, Trait, Weapon
from kempelen.games.universalis.rules.models.current import gk, perception, reckon
from kempelen.games.universalis.rules.models.printed import drone_slots, highest_levels
from kempelen.games.universalis.rules.models.traits import TRAITS
from kempelen.games.universalis.rules.movement.movement_numbers import movement_test, speed_in
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll
from kempelen.games.universalis.rules.state import Object
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, LARGE, LEGS, SMALL
from kempelen.games.universalis.rules.upkeep import burn, start_phase, start_round
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, Script, act, block, model, position, run, why
from tests.marks import rule

MEDIKIT, SCANNER, GRAPPLE = (gear().items[id] for id in ("medikit", "scanner", "grapple"))


def one(*traits: Trait, **facts):
    return position(model("A1", (30, 45), traits=traits, **facts), model("B1", (60, 45)))


# -- equipment


@rule("universalis:R301")
@rule("universalis:R302")
def test_a_medikit_costs_two_ap_and_a_use_and_heals_two():
    s = position(model("A1", (30, 45), ap=12, items=(MEDIKIT,)), model("A2", (32.5, 45), tp=1), model("B1", (60, 45)))
    act(s, "A1 use medikit A2")
    assert (s.models[1].tp, s.models[0].ap, s.models[0].item_uses) == ([3], 10, [2])
    act(s, "A1 use medikit A2")
    assert why(s, "A1 use medikit A2") == "healthy"
    s.models[1].tp = [4]
    act(s, "A1 use medikit A2")
    assert s.models[1].tp == [5]  # never more than the maximum
    s.models[1].tp = [1]
    assert why(s, "A1 use medikit A2") == "uses"


@rule("universalis:R301")
@pytest.mark.parametrize(("x", "problem"), [(32.5, None), (33.5, "target")])
def test_a_medikit_takes_base_contact(x, problem):
    s = position(model("A1", (30, 45), items=(MEDIKIT,)), model("A2", (x, 45), tp=1))
    assert why(s, "A1 use medikit A2") == problem


@rule("universalis:R301")
@pytest.mark.parametrize(("ap", "problem"), [(1, "ap"), (2, None)])
def test_equipment_takes_its_ap(ap, problem):
    s = position(model("A1", tp=1, ap=ap, items=(MEDIKIT,)))
    assert why(s, "A1 use medikit") == problem


@rule("universalis:R301")
@rule("universalis:R024")
def test_a_scanner_raises_wn_while_in_use():
    s = position(model("A1", wn=3, items=(SCANNER,)), model("B1", (80, 80)))
    act(s, "A1 use scanner")
    assert (perception(s, s.models[0]), s.models[0].ap) == (25, 5)
    assert reckon(s, s.models[0], "WN").mods == [("R024", 2)]
    assert why(s, "A1 use scanner") == "in_use"
    run(s, lambda s, table: start_phase(s, table, s.models[0]))
    assert perception(s, s.models[0]) == 15


@rule("universalis:R301")
@rule("universalis:R118")
def test_a_grapple_helps_up_any_height_for_one_move():
    tower = block(40, 40, 50, 50, 9)
    s = position(model("A1", (38.7, 45), ap=12, gk=30, items=(GRAPPLE,)), model("B1", (80, 80)), pieces=[tower])
    assert why(s, "A1 move 41.3,45,9") == "too_high"
    act(s, "A1 use grapple", "A1 move 41.3,45,9")
    assert s.models[0].z == 9
    assert s.models[0].items_on == 0


@rule("universalis:R301")
@rule("universalis:R222")
def test_equipment_without_ap_cost_is_no_action():
    spray = Item("spray", uses=1, heal=2)
    s = position(
        model("A1", tp=2, ap=0, items=(spray,), weapons=(RIFLE,), ready=0, defence=True), model("B1", (80, 80))
    )
    act(s, "A1 use spray")
    m = s.models[0]
    assert (m.tp, m.ap, m.item_uses, m.ready, m.defence) == ([4], 0, [0], 0, True)
    assert why(s, "A1 use spray") == "uses"


@rule("universalis:R301")
def test_equipment_that_simply_counts_cannot_be_used():
    s = position(model("A1", items=(Item("shield", shield_nk=1),)))
    assert why(s, "A1 use shield") == "item_passive"


def group(items: dict) -> dict:
    """Two models; the first carries all of it."""
    values = {"agi": 4, "nk": 4, "fk": 4, "ko": 4, "wn": 4, "eh": 4, "gk": 4, "tp": 5}
    first = {"id": "a", "name": "Ann", "leader": True, **values, "items": list(items)}
    return {"faction": "test", "items": items, "models": [first, {"id": "b", "name": "Bob", **values}]}


@rule("universalis:R023")
@rule("universalis:R024")
def test_items_change_attributes_and_speed_for_good_or_while_in_use():
    boots = {"permanent": {"GK": 2, "AGI": 1}}
    drug = {"ap": 1, "temporary": {"GK": 3, "KO": 1}}
    card = roster_from("test", group({"boots": boots, "drug": drug})).cards[0]
    assert (card.gk, card.agi) == (6, 5)
    s = position(model("A1", items=card.items, gk=card.gk))
    assert gk(s, s.models[0]) == 6
    act(s, "A1 use drug")
    assert gk(s, s.models[0]) == 9


@rule("universalis:R024")
@pytest.mark.parametrize("kind", ["temporary", "permanent"])
def test_an_item_that_changes_what_does_not_exist_is_refused(kind):
    with pytest.raises(BadPosition) as error:
        roster_from("test", group({"charm": {kind: {"LUCK": 1}}}))
    assert dict(error.value.text.fields)["field"] == f"items.charm.{kind}.LUCK"


@rule("universalis:R303")
def test_unwieldy_equipment_makes_its_bearer_unwieldy():
    cards = roster_from("test", group({"crate": {"unwieldy": True}})).cards
    assert [card.unwieldy for card in cards] == [True, False]


@rule("universalis:R304")
def test_every_item_and_trait_has_a_name_for_the_back_of_the_card():
    cards = [card for name in ("border_watch", "scrappers", "clockwork") for card in roster(name).cards]
    carried = {item.id for card in cards for item in card.items}
    assert {"medikit", "grapple", "scanner"} <= carried


# -- traits: levels, costs, uses


@rule("universalis:R026")
def test_only_the_highest_level_counts():
    assert highest_levels([("tough", 1), ("tough", 3), ("tough", 2), ("luck", 1)]) == {"tough": 3, "luck": 1}


@rule("universalis:R027")
@rule("universalis:R028")
def test_a_trait_with_ap_and_circles_is_applied_as_an_action():
    s = one(Trait("regeneration", 2, ap=2, uses=2), tp=1, ap=5)
    act(s, "A1 trait regeneration")
    assert (s.models[0].tp, s.models[0].ap, s.models[0].trait_uses) == ([3], 3, [1])
    act(s, "A1 trait regeneration")
    assert s.models[0].tp == [5]
    s.models[0].tp, s.models[0].ap = [1], 6
    assert why(s, "A1 trait regeneration") == "trait"


@rule("universalis:R027")
def test_a_trait_with_ap_cost_takes_the_ap():
    assert why(one(Trait("regeneration", 2, ap=2), tp=1, ap=1), "A1 trait regeneration") == "ap"
    assert why(one(Trait("regeneration", 2), tp=1), "A1 trait regeneration") == "trait"  # works by itself


@rule("universalis:R029")
def test_every_trait_of_the_time_is_there_with_its_levels():
    three = {
        *("surefooted", "cross_country", "multitasking", "proven_marksman", "proven_fighter", "melee_specialist"),
        *("bleeder", "tough", "self_consumption"),
    }
    assert {id for id, most in TRAITS.items() if most == 3} == three
    assert {id for id, most in TRAITS.items() if most == 5} == {"instinctive_control", "regeneration"}
    assert len(TRAITS) == 25


# -- traits, one by one


@rule("universalis:R025")
@pytest.mark.parametrize(("level", "dice", "success"), [(1, [9, 3], True), (1, [9, 9], False), (3, [9, 9, 9, 4], True)])
def test_the_surefooted_repeat_movement_tests(level, dice, success):
    s = one(Trait("surefooted", level), agi=4)
    table = run(
        s,
        lambda s, table: movement_test(s, table, s.models[0], passability=False),
        dice={"agi": dice[0], "agi_2": dice[1:]},
    )
    assert isinstance(table.events[-1], events.Rerolled)
    assert (table.events[-1].die <= 4) is success


@rule("universalis:R025")
@pytest.mark.parametrize(("skill", "speed"), [(0, 2), (1, 3), (2, 4), (3, 4)])
def test_cross_country_makes_ground_easier_but_never_better_than_open(skill, speed):
    assert speed_in(SEED, LEGS, 4, 2, skill=skill) == speed


@rule("universalis:R025")
@rule("universalis:R117")
def test_a_gecko_moves_up_and_down_as_on_a_ladder():
    tower = block(40, 40, 50, 50, 10)
    s = position(model("A1", (38.7, 45), gk=13, traits=(Trait("gecko"),)), pieces=[tower])
    assert why(s, "A1 move 41.3,45,10") is None
    act(s, "A1 move 41.3,45,10")
    assert s.models[0].ap == 5


@rule("universalis:R322")
@pytest.mark.parametrize(("eh", "more", "slots"), [(5, 0, 1), (6, 0, 2), (2, 0, 0), (5, 2, 3)])
def test_multitasking_gives_more_drones(eh, more, slots):
    assert drone_slots(SEED, eh, more) == slots


@rule("universalis:R025")
@pytest.mark.parametrize(("level", "dice", "hit"), [(2, [9, 9, 5], True), (2, [9, 9, 9], False), (1, [9, 5], True)])
def test_proven_marksmen_repeat_fk_rolls(level, dice, hit):
    s = one(Trait("proven_marksman", level), fk=6, weapons=(RIFLE,))
    script = {"fk": dice[0], "fk_2": dice[1:]} | ({"wound": 1, "armour": 12} if hit else {})
    act(s, "A1 shoot B1 rifle", dice=script, answers=["reroll"] * level)


def gunslinger(**facts):
    second = replace(PISTOL, id="derringer", band=30)
    stone = Weapon("stone", 1, 2, 1, thrown=True, uses=1)
    weapons = facts.pop("weapons", (PISTOL, second, RIFLE, stone))
    return position(
        model("A1", (30, 45), fk=1, ko=1, traits=(Trait("gunslinger"),), weapons=weapons, **facts),
        model("B1", (60, 45)),
        model("B2", (60, 55)),
    )


@rule("universalis:R025")
def test_a_gunslinger_may_fire_a_second_weapon_of_class_one_with_the_same_action():
    s = gunslinger()
    table = act(s, "A1 shoot B1 pistol", dice={"fk": 12}, answers=["A1 shoot B2 derringer"])
    asked = [names for _, prompt, names in table.asked if prompt == "universalis.prompt.second"]
    assert asked == [("hold", "A1 shoot B1 derringer", "A1 shoot B2 derringer")]
    assert s.models[0].ap == 4


@rule("universalis:R025")
def test_a_gunslinger_need_not_and_no_other_class_counts():
    act(gunslinger(), "A1 shoot B1 pistol", answers=["hold"])
    s = gunslinger()
    assert all(prompt != "universalis.prompt.second" for _, prompt, _ in act(s, "A1 shoot B1 rifle").asked)


@rule("universalis:G68")
def test_the_hardened_have_no_critical_malus_on_attribute_rolls_but_on_comparisons():
    s = one(Trait("hardened"), critical=True, agi=4)
    assert reckon(s, s.models[0], "AGI").total == 4
    assert reckon(s, s.models[0], "AGI", comparing=True).total == 2


@rule("universalis:G68")
def test_the_hardened_still_dodge_and_fight_worse():
    s = position(
        model("A1", (30, 45), weapons=(RIFLE,), fk=1, agi=4),
        model("B1", (45, 45), critical=True, agi=4, wn=9, traits=(Trait("hardened"),)),
    )
    table = act(s, "A1 shoot B1 rifle", dice={"dodge_shooter": 5, "dodge_target": 6, "fk": 12}, answers=["B1 dodge"])
    assert table.told(events.Compared)[0].other[3] == (("R183", -2),)


@rule("universalis:R025")
@pytest.mark.parametrize(
    ("traits", "tp", "after"),
    [
        ((Trait("regeneration", 2),), 1, 3),
        ((Trait("regeneration", 5),), 3, 5),
        ((Trait("absolute_regeneration"),), 1, 5),
        ((Trait("regeneration", 2, ap=1),), 1, 1),
        ((), 1, 1),
    ],
)
def test_regeneration_at_the_start_of_the_phase(traits, tp, after):
    s = one(*traits, tp=tp)
    run(s, lambda s, table: start_phase(s, table, s.models[0]))
    assert s.models[0].tp == [after]


@rule("universalis:R025")
@pytest.mark.parametrize(("trait", "damage", "loss"), [("bleeder", 2, 4), ("tough", 2, 0), ("tough", 5, 3)])
def test_bleeders_and_the_tough(trait, damage, loss):
    m = model("A1", traits=(Trait(trait, 2),))
    assert damage_chain(m, damage, None)[-1] == (trait, loss)


@rule("universalis:R025")
def test_self_consumption_turns_a_hit_point_into_ap_without_a_shock():
    s = one(Trait("self_consumption", 3), tp=5, ap=1)
    act(s, "A1 trait self_consumption")
    assert (s.models[0].tp, s.models[0].ap) == ([4], 4)
    s.models[0].ap = 11
    act(s, "A1 trait self_consumption")
    assert s.models[0].ap == 12  # R031
    assert why(s, "A1 trait self_consumption") == "trait"


@rule("universalis:R025")
def test_self_consumption_still_makes_critical_and_puts_out():
    s = one(Trait("self_consumption", 1), tp=3, ap=0)
    act(s, "A1 trait self_consumption")
    assert s.models[0].critical
    act(s, "A1 trait self_consumption", "A1 trait self_consumption")
    assert s.models[0].out


@rule("universalis:R025")
@rule("universalis:R097")
def test_with_no_ap_left_the_phase_goes_on_if_something_free_is_left():
    s = one(Trait("self_consumption", 1), ap=1)
    run(s, act_step, answers=["A1 move 32,45"])
    assert s.active == [0]
    assert [action.notation for action in options(s)] == ["A1 trait self_consumption", "end"]


@rule("universalis:R025")
@pytest.mark.parametrize(("dice", "ap"), [([3, 3], 6), ([4, 3], 4), ([4, 4], 2)])
def test_the_stable_may_shrug_off_each_shock(dice, ap):
    s = one(Trait("stable"), ko=3)
    run(s, lambda s, table: shock(s, table, s.models[0], 2), dice={"ko": dice})
    assert s.models[0].ap == ap


@rule("universalis:R025")
def test_an_automaton_passes_every_eh_roll():
    s = one(Trait("automaton"), eh=0)
    table = Script(s)
    assert passes_eh(s, table, s.models[0])
    assert panic_test(s, table, s.models[0], Reckoning("EH", -5))


@rule("universalis:R025")
def test_an_automaton_that_goes_out_explodes():
    s = position(
        model("A1", (30, 45), ko=4, traits=(Trait("automaton"),)),
        model("A2", (34, 45), ko=1, eh=12, tp_max=9),  # partly under it
        model("B1", (32.5, 45), ko=1, tp_max=9),
        model("B2", (40, 45), ko=1),
    )
    table = run(
        s,
        lambda s, table: go_out(s, table, s.models[0]),
        dice={"wound": [12, 12], "armour": [1, 1], "eh": 1},
    )
    assert [m.tp[0] for m in s.models[1:]] == [8, 7, 5]
    assert table.told(events.Compared)[0].one[1:4] == ("strength", 4, (("R156", 4),))


@rule("universalis:R025")
def test_luck_repeats_a_failed_die_once_a_round():
    s = one(Trait("luck"), ko=4)
    m = s.models[0]
    needed = Reckoning("KO", 4)
    table = run(
        s,
        lambda s, table: [attribute_roll(s, table, m, needed, "ko") for _ in range(2)],
        dice={"ko": [9, 9], "ko_2": 2},
        answers=["reroll"],
    )
    assert len(table.asked) == 1
    start_round(s, table)
    assert m.lucky == 0


@rule("universalis:R025")
def test_bad_luck_lets_the_opponent_repeat_a_good_die():
    s = one(Trait("bad_luck"), ko=4)
    table = run(
        s,
        lambda s, table: attribute_roll(s, table, s.models[0], Reckoning("KO", 4), "ko"),
        dice={"ko": 1, "ko_2": 9},
        answers=["reroll"],
    )
    assert table.asked[0][0] == 1


@rule("universalis:R025")
def test_luck_works_on_any_own_die_wound_armour_burning_and_lost_legs():
    club = Weapon("club", 1, 4, 2)
    s = position(model("A1", (30, 45), traits=(Trait("luck"),)), model("B1", (60, 45), ko=4))
    hit = Hit(4, 2, 0, club, s.models[0])
    dice = {"wound": 1, "armour": 5, "wound_2": 12}
    run(s, lambda s, table: resolve_hit(s, table, s.models[1], hit), dice=dice, answers=["reroll"])
    assert s.models[1].tp == [3]
    s = one(Trait("luck"), burning=club, burn_strength=4)
    run(s, lambda s, table: burn(s, table, s.models[0]), dice={"burn": 1, "burn_2": 12}, answers=["reroll"])
    assert s.models[0].burning is None
    s = one(Trait("luck"), type=COLOSSUS, size=LARGE, tp_max=9, zones=[9, 6, 6, 1])
    damage = [("R150", 1)]
    dice = {"legs": 12, "legs_2": 1}
    run(s, lambda s, table: apply_damage(s, table, s.models[0], damage, 3), dice=dice, answers=["reroll"])
    assert s.models[0].legs == 1


@rule("universalis:R025")
def test_the_seventh_sense_helps_to_dodge():
    s = position(
        model("A1", (30, 45), weapons=(RIFLE,), fk=1, agi=4),
        model("B1", (45, 45), agi=4, wn=9, traits=(Trait("seventh_sense"),)),
    )
    table = act(s, "A1 shoot B1 rifle", dice={"dodge_shooter": 5, "dodge_target": 4}, answers=["B1 dodge"])
    assert table.told(events.Dodged)[0].won


@rule("universalis:R025")
def test_the_nimble_ignore_what_is_unwieldy():
    hammer = Weapon("hammer", 1, 3, 3, unwieldy=True)
    for traits, mods in (((), (("R282", -3),)), ((Trait("nimble"),), ())):
        s = position(
            model("A1", (30, 45), weapons=(hammer,), traits=traits), model("B1", (32.5, 45), weapons=(KNIFE,), ko=9)
        )
        table = act(s, "A1 attack B1 hammer", dice={"nk_att": 1, "nk_def": 12})
        assert table.told(events.Compared)[0].one[3] == mods


# -- doors and objects


HOUSE = {
    "buildings": [
        {
            "id": "hut",
            "polygon": [[40, 40], [60, 40], [60, 60], [40, 60]],
            "height": 10,
            "floors": [5],
            "openings": [{"at": [50, 40], "width": 4, "door": True}],
        }
    ]
}


def at_the_door(at=(50, 38), **facts):
    s = position(model("A1", at, **facts), model("B1", (80, 80)))
    s.board = board_from("hut", HOUSE)
    return s


@rule("universalis:R109")
@pytest.mark.parametrize(
    ("at", "number", "problem"),
    [
        ((50, 38), 1, None),
        ((50, 37.75), 1, None),  # 1 cm from the base
        ((50, 37.7), 1, "reach"),
        ((50, 42, 5), 1, "reach"),  # a floor higher
        ((50, 38), 2, "door"),
    ],
)
def test_a_door_is_used_from_beside_it(at, number, problem):
    assert why(at_the_door(at), f"A1 open {number}") == problem


@rule("universalis:R082")
@rule("universalis:K07")
def test_a_drone_has_no_hands_for_a_door():
    s = at_the_door(type=DRONE, size=SMALL)
    assert why(s, "A1 open 1") == "drone_door"
    assert not [action for action in options(s) if isinstance(action, Handle)]
    s.doors = 1
    assert why(s, "A1 move 50,42") is None


@rule("universalis:R109")
def test_a_door_opens_and_shuts_unless_somebody_stands_in_it():
    s = at_the_door(ap=6)
    act(s, "A1 open 1")
    assert (s.doors, s.models[0].ap) == (1, 5)
    act(s, "A1 open 1")
    assert s.doors == 0
    act(s, "A1 open 1")
    s.models.append(model("A2", (50, 40.2)))
    assert why(s, "A1 open 1") == "door_blocked"


@rule("universalis:R109")
@pytest.mark.parametrize(
    ("order", "things", "problem"),
    [
        ("A1 take 1", [Object("core", 46, 45)], None),
        ("A1 take 1", [Object("core", 47.3, 45)], "reach"),
        ("A1 take 2", [Object("core", 46, 45)], "object"),
        ("A1 take 1", [Object("mast", 46, 45)], "fixed_object"),
        ("A1 take 1", [Object("core", 46, 45, carrier=2)], "carried"),
        ("A1 take 1", [Object("core", 46, 45), Object("crate", 0, 0, carrier=0)], "hands_full"),
        ("A1 put 1", [Object("core", 46, 45)], "not_carrying"),
        ("A1 put 1", [Object("core", 46, 45, carrier=0)], None),
        ("A1 give 1 A2", [Object("core", 46, 45, carrier=0)], None),
        ("A1 give 1 A3", [Object("core", 46, 45, carrier=0)], "target"),
        ("A1 give 1 B1", [Object("core", 46, 45, carrier=0)], "target"),
        ("A1 give 1 A1", [Object("core", 46, 45, carrier=0)], "target"),
        ("A1 give 1 A2", [Object("core", 46, 45, carrier=0), Object("crate", 0, 0, carrier=1)], "hands_full"),
    ],
)
def test_what_can_be_done_with_objects(order, things, problem):
    s = position(
        model("A1", (45, 45)), model("A2", (47.5, 45)), model("A3", (60, 45)), model("B1", (80, 80)), objects=things
    )
    assert why(s, order) == problem


@rule("universalis:R109")
def test_what_is_put_down_lies_where_its_carrier_stands():
    s = position(model("A1", (45, 45)), model("B1", (80, 80)), objects=[Object("core", 1, 1, carrier=0)])
    act(s, "A1 put 1")
    assert (s.objects[0].carrier, s.objects[0].x, s.objects[0].y, s.models[0].ap) == (-1, 45, 45, 5)


@rule("universalis:R024")
def test_only_what_is_in_use_counts():
    one, other = Item("one", ap=1, temporary={"WN": 1}), Item("other", ap=1, temporary={"WN": 4})
    s = position(model("A1", wn=3, items=(one, other), items_on=1), model("B1", (80, 80)))
    assert perception(s, s.models[0]) == 20
    assert reckon(s, s.models[0], "WN").total == 4


@rule("universalis:R028")
def test_regeneration_is_not_wasted_on_who_is_whole():
    assert why(one(Trait("regeneration", 2, ap=1)), "A1 trait regeneration") == "trait"
    assert why(one(Trait("regeneration", 2, ap=1), tp=4), "A1 trait regeneration") is None
    assert why(one(), "A1 trait regeneration") == "trait"


@rule("universalis:R027")
def test_each_trait_has_its_own_cost_and_circles():
    s = one(Trait("self_consumption", 2), Trait("regeneration", 2, ap=2, uses=1), tp=3, ap=2)
    act(s, "A1 trait regeneration")
    assert (s.models[0].tp, s.models[0].ap, s.models[0].trait_uses) == ([5], 0, [0, 0])
    act(s, "A1 trait self_consumption")
    assert (s.models[0].tp, s.models[0].ap) == ([4], 2)
