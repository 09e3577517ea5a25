"""Material, groups, models and their values, traits, AP, encumbrance, perception, dice (R001 to R060)."""

from __future__ import annotations

import pytest

from kempelen.engine.errors import BadPosition
from kempelen.engine.game import say_in
from kempelen.games.universalis import GAME
from kempelen.games.universalis.face.scene import scene
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.rosters import roster, roster_from
from kempelen.games.universalis.files.scenarios import (
    NAMES,
    ROSTERS,
    TABLES,
    model_from,
    models_of,
    rosters_of,
    scenario,
)
from kempelen.games.universalis.files.tables import board, board_from
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.damage import damage_chain
from kempelen.games.universalis.rules.course import next_phase
from kempelen.games.universalis.rules.events import Compared, NotRolled
from kempelen.games.universalis.rules.models.card import Card, Item, Trait
from kempelen.games.universalis.rules.models.current import distance, in_contact, perception, reckon
from kempelen.games.universalis.rules.models.printed import (
    capacity,
    danger_radius,
    encumbrance,
    highest_levels,
    load_of,
    perception_range,
    printed,
    size_when,
)
from kempelen.games.universalis.rules.perform import perform
from kempelen.games.universalis.rules.profile import OPTIONS, PLAY, SEED, profile_of
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll, compare, higher
from kempelen.games.universalis.rules.table.sight import body, perceives
from kempelen.games.universalis.rules.terms import (
    ATTRIBUTES,
    COLOSSUS,
    DRONE,
    GOINGS,
    HUGE,
    INFANTRY,
    LARGE,
    MEDIUM,
    SMALL,
)
from kempelen.games.universalis.rules.upkeep import burn, refill, start_phase
from tests.games.universalis.table import (
    KNIFE,
    PISTOL,
    RIFLE,
    Script,
    act,
    model,
    position,
    run,
    wall,
    why,
)
from tests.marks import rule

HUMAN = {"agi": 4, "nk": 2, "fk": 2, "ko": 3, "wn": 3, "eh": 3, "gk": 4, "tp": 5}


def entry(id="one", **more):
    return {"id": id, "name": id.title(), **HUMAN, **more}


def group(*models, **more):
    return {"faction": "border_watch", "models": list(models) or [entry(leader=True), entry("two")], **more}


# -- the table and what lies on it


@rule("universalis:R001")
@pytest.mark.parametrize("name", TABLES)
def test_a_table_measures_90_cm(name):
    assert board(name).size == 90.0


@rule("universalis:R001")
@pytest.mark.parametrize(("x", "stands"), [(1.25, True), (1.2, False), (88.75, True), (88.8, False)])
def test_a_base_stays_on_the_table(x, stands):
    s = position(model("A1", (10, 45)), model("B1", (80, 10)))
    s.models[0].x = x - 3 if x > 45 else x + 3
    assert (why(s, f"A1 move {x},45") is None) == stands


@rule("universalis:R001")
def test_a_terrain_piece_off_the_table_is_refused():
    with pytest.raises(BadPosition):
        board_from("own", {"pieces": [{"id": "p", "type": "road", "polygon": [[0, 0], [91, 0], [91, 5]]}]})


@rule("universalis:R002")
def test_every_roll_is_a_d12():
    faces = []

    class Dice(Script):
        def roll(self, die, why):
            faces.append(die)
            return super().roll(die, why)

    s = position(model("A1", (30, 45), weapons=(PISTOL,)), model("B1", (40, 45)))
    table = Dice(s, {"fk": 2, "wound": 5, "armour": 5})
    perform(s, table, s.models[0], parse("A1 shoot B1 pistol"))
    assert faces == [12, 12, 12]


@rule("universalis:R002")
@rule("universalis:G62")
def test_only_the_random_moves_of_a_burning_model_use_a_d6():
    s = position(model("A1", burning=KNIFE, burn_strength=0, tp_max=9, ap=0), model("B1", (80, 80)))
    faces = []

    class Dice(Script):
        def roll(self, die, why):
            faces.append((why, die))
            return super().roll(die, why)

    table = Dice(s, {"burn": 1, "wound": 1, "armour": 12, "w6": 6})
    burn(s, table, s.models[0])
    assert faces == [("burn", 12), ("wound", 12), ("armour", 12), ("w6", 6)]


@rule("universalis:R003")
def test_nine_markers():
    flags = {"burning": KNIFE, "panic": True, "poison": [KNIFE], "reloading": 1, "fast": True, "shocks": 1}
    m = model("A1", hidden=True, defence=True, ready=0, weapons=(RIFLE,), **flags)
    s = position(m, model("B1", (80, 80)), phase="pick", active=[])
    drawn = repr(scene(s, say_in("en")))
    for word in ("burning", "panic", "poison", "reload", "fast", "shock", "ready", "defence"):
        assert word in drawn, word


# -- groups


@rule("universalis:R004")
@pytest.mark.parametrize("name", ROSTERS)
def test_a_shipped_group_is_of_one_faction(name):
    assert len({card.faction for card in roster(name).cards}) == 1


@rule("universalis:R005")
def test_a_group_of_one_is_refused():
    with pytest.raises(BadPosition, match="too_few"):
        roster_from("own", group(entry(leader=True)))
    assert len(roster_from("own", group()).cards) == 2


@rule("universalis:R006")
@pytest.mark.parametrize(("leaders", "fine"), [((), False), ((0,), True), ((1,), True), ((0, 1), False)])
def test_exactly_one_leader(leaders, fine):
    models = [entry(id, leader=n in leaders) for n, id in enumerate(("one", "two"))]
    if fine:
        assert sum(card.leader for card in roster_from("own", group(*models)).cards) == 1
    else:
        with pytest.raises(BadPosition, match="leader"):
            roster_from("own", group(*models))


@rule("universalis:R007")
def test_a_card_has_every_field():
    fields = set(Card.__dataclass_fields__)
    assert {"name", "type", "size", "going", "gk", "tp", "weapons", "armour", "items", "traits", "points"} <= fields
    assert {"agi", "nk", "fk", "ko", "wn", "eh"} <= fields
    # Perception and danger zone, the other two of the sixteen, follow from WN and EH.
    assert perception_range(SEED, 6, False) == 30
    assert danger_radius(SEED, 5) == 7


@rule("universalis:R008")
@pytest.mark.parametrize("name", NAMES)
def test_one_model_for_every_card(name):
    groups = rosters_of(scenario(name))
    assert all(group.cards for group in groups)
    assert [m.card for m in models_of(SEED, groups)] == [card for group in groups for card in group.cards]


# -- profiles


@rule("universalis:R009")
@rule("universalis:R013")
def test_a_profile():
    assert ATTRIBUTES == ("AGI", "NK", "FK", "KO", "WN", "EH")
    for what, value in (("AGI", 7), ("NK", 6), ("FK", 5), ("KO", 8), ("WN", 2), ("EH", 9)):
        m = model("A1", agi=7, nk=6, fk=5, ko=8, wn=2, eh=9)
        assert reckon(position(m), m, what).total == value


@rule("universalis:R010")
@rule("universalis:R011")
@rule("universalis:R012")
@pytest.mark.parametrize(
    ("type", "sizes"),
    [
        ("infantry", {"small", "medium", "large"}),
        ("colossus", {"large", "huge"}),
        ("drone", {"small", "medium", "large", "huge"}),
    ],
)
@pytest.mark.parametrize("size", ["small", "medium", "large", "huge"])
def test_which_type_has_which_size(type, size, sizes):
    more = {"controller": "one"} if type == "drone" else {}
    data = group(entry(leader=True, eh=3), entry("two"), entry("three", type=type, size=size, **more))
    if type == "drone":
        for name in ("agi", "nk", "fk", "eh"):
            data["models"][2].pop(name)
    if size in sizes:
        assert len(roster_from("own", data).cards) == 3
    else:
        with pytest.raises(BadPosition, match="size"):
            roster_from("own", data)


@rule("universalis:R014")
def test_a_normal_human():
    card = Card("someone")
    assert (card.agi, card.nk, card.fk, card.ko, card.wn, card.eh) == (4, 2, 2, 3, 3, 3)


@rule("universalis:R015")
@pytest.mark.parametrize(("gk", "far", "fits"), [(4, 4.0, True), (4, 4.01, False), (6, 6.0, True), (1, 1.01, False)])
def test_gk_is_the_distance_of_one_action(gk, far, fits):
    s = position(model("A1", (45, 45), gk=gk, ap=1), model("B1", (10, 10)))
    assert (why(s, f"A1 move {45 + far},45") is None) == fits


@rule("universalis:R016")
def test_six_movement_types():
    assert GOINGS == ("legs", "flight", "tracks", "wheels", "hover", "stationary")
    with pytest.raises(BadPosition):
        roster_from("own", group(entry(leader=True), entry("two", movement="swims")))


@rule("universalis:R017")
@pytest.mark.parametrize(("tp", "fine"), [(1, True), (20, True), (21, False), (0, False)])
def test_at_most_20_hit_points(tp, fine):
    data = group(entry(leader=True, tp=tp), entry("two"))
    if fine:
        assert roster_from("own", data).cards[0].tp == tp
    else:
        with pytest.raises(BadPosition, match="range"):
            roster_from("own", data)


@rule("universalis:R018")
@rule("universalis:R019")
@rule("universalis:R020")
@rule("universalis:R021")
@rule("universalis:R022")
@pytest.mark.parametrize(("size", "base", "height"), [(SMALL, 2.5, 2.5), (MEDIUM, 2.5, 4), (LARGE, 4, 6), (HUGE, 5, 8)])
def test_a_model_is_a_cylinder(size, base, height):
    m = model("A1", (30, 40, 2), size=size)
    shape = body(position(m), m)
    assert (shape.x, shape.y, shape.z) == (30, 40, 2)
    assert (2 * shape.r, shape.h) == (base, height)


@rule("universalis:R122")
@rule("universalis:G29")
@pytest.mark.parametrize(("size", "height"), [(SMALL, 2.5), (MEDIUM, 2.5), (LARGE, 4), (HUGE, 6)])
def test_a_prone_model_is_one_size_smaller_on_the_same_base(size, height):
    m = model("A1", size=size, prone=True)
    shape = body(position(m), m)
    assert shape.h == height
    assert 2 * shape.r == SEED.base_diameter[size]
    assert size_when(size, True) == max(SMALL, size - 1)


@rule("universalis:R023")
def test_permanent_modifiers_are_printed():
    data = group(entry(leader=True), entry("two", items=["boots"]))
    data["items"] = {"boots": {"permanent": {"AGI": 2}}}
    try:
        card = roster_from("own", data).cards[1]
    except BadPosition as error:  # pragma: no cover
        pytest.fail(str(error.text))
    assert card.agi == 6
    m = model_from(SEED, card, "A1", 0, 0)
    assert reckon(position(m), m, "AGI").total == 6


SCANNER = Item("scanner", ap=1, temporary={"WN": 2})


@rule("universalis:R024")
def test_temporary_modifiers_count_while_in_use():
    m = model("A1", wn=3, items=(SCANNER,))
    s = position(m, model("B1", (80, 80)))
    assert m.card.wn == 3
    assert reckon(s, m, "WN").total == 3
    assert perception(s, m) == 15
    act(s, "A1 use scanner")
    assert reckon(s, m, "WN").total == 5
    assert perception(s, m) == 25
    assert m.card.wn == 3
    s.phase, s.active, s.waiting = "pick", [], [0]
    run(s, next_phase)
    assert reckon(s, m, "WN").total == 3


# -- traits


@rule("universalis:R025")
@rule("universalis:R026")
def test_the_highest_level_of_a_trait_counts():
    assert highest_levels([("tough", 1), ("tough", 3), ("tough", 2), ("luck", 1)]) == {"tough": 3, "luck": 1}
    card = roster_from("own", group(entry(leader=True, traits=["tough 1", "tough 3"]), entry("two"))).cards[0]
    assert card.levels["tough"] == 3


@rule("universalis:R027")
@pytest.mark.parametrize(("ap", "reason"), [(2, None), (1, "ap")])
def test_a_trait_with_a_cost_is_an_action(ap, reason):
    trait = Trait("regeneration", 2, ap=2, uses=3)
    m = model("A1", tp=1, ap=ap, traits=(trait,))
    s = position(m, model("B1", (80, 80)))
    assert why(s, "A1 trait regeneration") == reason
    if reason is None:
        act(s, "A1 trait regeneration")
        assert (m.ap, m.tp[0]) == (0, 3)


@rule("universalis:R027")
def test_a_trait_without_a_cost_simply_counts():
    m = model("A1", tp=1, ap=6, traits=(Trait("regeneration", 2),))
    s = position(m, model("B1", (80, 80)))
    assert why(s, "A1 trait regeneration") == "trait"
    run(s, lambda s, table: start_phase(s, table, m))
    assert (m.tp[0], m.ap) == (3, 6)


@rule("universalis:R028")
def test_each_use_strikes_a_circle():
    m = model("A1", tp=1, tp_max=9, ap=12, traits=(Trait("regeneration", 1, ap=2, uses=2),))
    s = position(m, model("B1", (80, 80)))
    m.trait_uses = [2]
    act(s, "A1 trait regeneration", "A1 trait regeneration")
    assert (m.tp[0], m.trait_uses) == (3, [0])
    assert why(s, "A1 trait regeneration") == "trait"


@rule("universalis:R029")
def test_traits_change_values():
    tough, bare = model("A1", traits=(Trait("tough", 2),)), model("A2", (50, 45))
    assert damage_chain(tough, 3, None)[-1][1] == 1
    assert damage_chain(bare, 3, None)[-1][1] == 3


# -- action points


@rule("universalis:R030")
@rule("universalis:R031")
@rule("universalis:R069")
@rule("universalis:G40")
@pytest.mark.parametrize(
    ("type", "carried", "ap"),
    [(INFANTRY, 0, 6), (COLOSSUS, 0, 6), (DRONE, 0, 2), (INFANTRY, 3, 9), (INFANTRY, 6, 12), (INFANTRY, 7, 12)],
)
def test_ap_of_a_round(type, carried, ap):
    assert refill(SEED, type, carried) == ap


@rule("universalis:R031")
def test_no_source_lifts_ap_above_12():
    m = model("A1", ap=11, tp=5, traits=(Trait("self_consumption", 3),))
    s = position(m, model("B1", (80, 80)))
    act(s, "A1 trait self_consumption")
    assert m.ap == 12


@rule("universalis:R032")
def test_the_ap_of_a_critical_model_are_shown_in_another_way():
    pictures = []
    for critical in (False, True):
        s = position(model("A1", critical=critical), model("B1", (80, 80)), phase="pick", active=[])
        pictures.append(scene(s, say_in("en")))
    assert pictures[0] != pictures[1]


@rule("universalis:R033")
def test_actions_and_reactions_share_ap():
    m = model("B1", (40, 45), ap=3, weapons=(PISTOL,))
    s = position(model("A1", (30, 45), weapons=(PISTOL,), fk=1), m)
    act(s, "A1 shoot B1 pistol", answers=["B1 dodge"], dice={"dodge_shooter": 1, "dodge_target": 1, "fk": 12})
    assert m.ap == 2
    s.active = [1]
    act(s, "B1 shoot A1 pistol", dice={"fk": 12})
    assert m.ap == 0


# -- encumbrance


@rule("universalis:R038")
@rule("universalis:R039")
@pytest.mark.parametrize(
    ("type", "ko", "kg"), [(INFANTRY, 3, 9), (INFANTRY, 6, 36), (DRONE, 3, 9), (COLOSSUS, 8, 256), (COLOSSUS, 1, 4)]
)
def test_capacity(type, ko, kg):
    assert capacity(SEED, type, ko) == kg


@rule("universalis:R040")
@rule("universalis:R041")
@pytest.mark.parametrize(
    ("load", "drop"), [(0, 0), (15.9, 0), (16, 0), (16.1, 1), (32, 1), (32.1, 2), (48, 2), (48.5, 3), (64, 3), (65, 4)]
)
def test_encumbrance(load, drop):
    assert encumbrance(SEED, INFANTRY, 4, load) == drop
    assert printed(SEED, INFANTRY, 4, load, 7, 5) == (7 - drop, 5 - drop)


@rule("universalis:R042")
def test_the_card_prints_the_values_after_encumbrance():
    heavy = {"weapons": {"anvil": {"wk": 5, "range": "NK", "strength": 1, "damage": 1, "kg": 10}}}
    card = roster_from("own", group(entry(leader=True, weapons=["anvil"]), entry("two"), **heavy)).cards[0]
    assert (card.agi, card.gk) == (3, 3)


@rule("universalis:R043")
@rule("universalis:R216")
@pytest.mark.parametrize(("self_supporting", "load"), [(False, 404.5), (True, 4.5)])
def test_self_supporting_armour_weighs_nothing(self_supporting, load):
    assert load_of([4], 400, self_supporting, [0.5]) == load


# -- perception


@rule("universalis:R050")
@rule("universalis:R051")
@rule("universalis:R185")
@rule("universalis:G63")
@pytest.mark.parametrize(
    ("wn", "critical", "range"),
    [(3, False, 15), (6, False, 30), (3, True, 8), (4, True, 10), (5, True, 13), (1, True, 3)],
)
def test_perception(wn, critical, range):
    m = model("A1", wn=wn, critical=critical)
    assert perception(position(m), m) == range


@rule("universalis:R050")
@pytest.mark.parametrize(("gap", "seen"), [(15.0, True), (15.01, False)])
def test_the_border_of_perception_belongs_to_it(gap, seen):
    m, o = model("A1", (20, 20), wn=3), model("B1", (20 + 2.5 + gap, 20))
    assert perceives(position(m, o), m, o) == seen


@rule("universalis:G64")
@pytest.mark.parametrize(("option", "perceived"), [("no", True), ("yes", False)])
def test_perception_through_a_wall(option, perceived):
    m, o = model("A1", (20, 20)), model("B1", (30, 20))
    s = position(m, o, pieces=[wall(24, 0, 25, 90, 20)], options={"G64": option})
    assert perceives(s, m, o) == perceived


# -- measuring and dice


@rule("universalis:R052")
@rule("universalis:R053")
@pytest.mark.parametrize(
    ("size", "at", "gap"),
    [
        (MEDIUM, (30, 20), 7.5),
        (HUGE, (30, 20), 6.25),
        (MEDIUM, (22.5, 20), 0.0),
        (MEDIUM, (21, 20), 0.0),
        (LARGE, (23, 24), 1.75),
    ],
)
def test_distance_from_edge_to_edge(size, at, gap):
    m, o = model("A1", (20, 20)), model("B1", at, size=size)
    s = position(m, o)
    assert distance(s, m, o) == pytest.approx(gap)
    assert distance(s, o, m) == distance(s, m, o)


@rule("universalis:G65")
def test_levels_count_in_distances():
    m, o = model("A1", (20, 20)), model("B1", (25.5, 20, 4))
    assert distance(position(m, o), m, o) == pytest.approx(5.0)


@rule("universalis:R046")
@pytest.mark.parametrize(("gap", "touch"), [(0.0, True), (0.01, True), (0.02, False), (0.1, False)])
def test_contact_to_a_tenth_of_a_millimetre(gap, touch):
    for x in (10, 20.37, 33.33, 61.7):
        m, o = model("A1", (x, 20)), model("B1", (round(x + 2.5 + gap, 2), 20))
        assert in_contact(position(m, o), m, o) == touch, x


@rule("universalis:R054")
@rule("universalis:R056")
@rule("universalis:R057")
@pytest.mark.parametrize(("die", "success"), [(1, True), (4, True), (5, False), (12, False)])
def test_an_attribute_roll(die, success):
    m = model("A1", agi=4)
    s = position(m)
    found = []
    table = run(s, lambda s, t: found.append(attribute_roll(s, t, m, reckon(s, m, "AGI"), "agi")), dice={"agi": die})
    assert found[0].success == success
    assert table.told(events.Tested)[0].base == 4


@rule("universalis:R058")
@rule("universalis:G73")
@pytest.mark.parametrize(("what", "why_"), [("EH", "eh"), ("KO", "ko"), ("WN", "wn"), ("AGI", "agi"), ("FK", "fk")])
@pytest.mark.parametrize("mod", [-2, -3])
def test_a_target_of_0_fails_without_a_roll(what, why_, mod):
    m = model("A1", agi=2, nk=2, fk=2, ko=2, wn=2, eh=2)
    needed = reckon(position(m), m, what)
    needed.add("R183", mod)
    found = []
    table = run(position(m), lambda s, t: found.append(attribute_roll(s, t, m, needed, why_)))
    assert not found[0].success
    assert table.rolled == []
    assert len(table.told(NotRolled)) == 1


@rule("universalis:R059")
@rule("universalis:R060")
@pytest.mark.parametrize(
    ("dice", "totals", "winner"), [((6, 6), (10, 9), 0), ((3, 4), (7, 7), -1), ((1, 9), (5, 12), 1)]
)
def test_a_comparative_roll(dice, totals, winner):
    a, b = model("A1"), model("B1", (60, 60))
    found = []
    table = run(
        position(a, b),
        lambda s, t: found.append(compare(s, t, (a, Reckoning("AGI", 4), "one"), (b, Reckoning("EH", 3), "other"))),
        dice={"one": dice[0], "other": dice[1]},
    )
    assert found[0] == totals
    assert higher(found[0]) == winner
    assert [side[1] for side in (table.told(Compared)[0].one, table.told(Compared)[0].other)] == ["AGI", "EH"]


@rule("universalis:R057")
def test_a_modifier_is_never_a_bare_number():
    m = model("A1", agi=5, critical=True)
    found = reckon(position(m), m, "AGI")
    assert (found.base, found.mods, found.total) == (5, [("R183", -2)], 3)


@rule("universalis:G75")
def test_two_presets():
    assert SEED.visibility_limits_sight is False
    assert PLAY.visibility_limits_sight is True
    assert profile_of({}) == PLAY
    assert profile_of({"G32": "off"}) == SEED


def test_every_option_changes_the_profile_and_back():
    for id, values in OPTIONS.items():
        assert tuple(GAME.rulings[id].values) == tuple(values), id
        first, *others = values
        assert profile_of({id: first}) == PLAY
        for other in others:
            assert profile_of({id: other}) != PLAY, (id, other)
