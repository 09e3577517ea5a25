"""Groups in files: what is wrong with them, what they cost, and a file to begin with."""

import tomllib

import pytest

from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named, say_in
from kempelen.games.universalis.files.gear import gear
from kempelen.games.universalis.files.muster import FACTIONS, HUMAN, muster, shipped_roster, start_file
from kempelen.games.universalis.files.rosters import roster
from kempelen.games.universalis.files.scenarios import ROSTERS
from kempelen.games.universalis.rules.models.card import Armour, Item, Trait, Weapon
from kempelen.games.universalis.rules.models.points import armour_points, item_points, trait_points, weapon_points
from kempelen.games.universalis.rules.terms import ACTIVE, PASSIVE
from kempelen.parts.rosters import rosters_of
from kempelen.text.say import LANGUAGES
from tests.marks import rule

GEAR_POINTS = {
    "service_pistol": 204,
    "carbine": 272,
    "light_mg": 419,
    "precision_rifle": 250,
    "grenade_launcher": 354,
    "carriage_gun": 181,
    "hand_grenade": 92,
    "rocket": 107,
    "flamer": 146,
    "sabre": 105,
    "poison_blade": 74,
    "sledgehammer": 155,
}
"""As the author's formula has them."""


def human(id="one", **more):
    return {"id": id, "name": id.title(), **HUMAN, **more}


def group(*models, **more):
    return {"faction": "moles", "models": list(models) or [human(leader=True), human("two")], **more}


def words(texts, lang="en"):
    return [say_in(lang).of(text) for text in texts]


# -- points


@pytest.mark.parametrize(("id", "points"), GEAR_POINTS.items())
def test_weapons_cost_what_the_formula_says(id, points):
    assert weapon_points(gear().weapons[id]) == points


def test_pieces_cost_their_number():
    assert weapon_points(Weapon("grenade", 1, 5, 2, thrown=True, uses=3)) == 3 * weapon_points(
        Weapon("grenade", 1, 5, 2, thrown=True, uses=1)
    )


@pytest.mark.parametrize(
    ("id", "points"), [("leather", 12), ("flak_vest", 77), ("plate_vest", 120), ("colossus_plate", 214)]
)
def test_armour_costs_what_the_formula_says(id, points):
    assert armour_points(gear().armours[id]) == points


def test_camouflage_equipment_and_traits_have_prices_of_ours():
    assert armour_points(None, PASSIVE, 2) == 40
    assert armour_points(Armour("suit", 5), ACTIVE, 1) == 80
    assert item_points(gear().items["medikit"]) == 60
    assert item_points(Item("scanner", temporary={"WN": 2})) == 48
    assert trait_points([Trait("tough", 2), Trait("tough", 3), Trait("bleeder", 1)]) == 50


@pytest.mark.parametrize(
    ("group", "id", "points"),
    [
        ("border_watch", "voss", 1429),
        ("border_watch", "kolb", 1449),
        ("border_watch", "libelle", 684),
        ("scrappers", "brix", 1395),
        ("scrappers", "amboss", 2025),
    ],
)
def test_models_cost_profile_and_gear(group, id, points):
    """Drones without what they borrow, colossi with all four zones."""
    assert next(card.points for card in roster(group).cards if card.id == id) == points


# -- shipped


@pytest.mark.parametrize("name", ROSTERS)
def test_shipped_groups_have_no_fault(name):
    found = muster(shipped_roster(name))
    assert found.problems == ()
    assert found.doubts == ()
    assert len(found.grid.rows) == len(shipped_roster(name)["models"])


# -- faults


FAULTS = {
    "models.2.leader": group(human(leader=True), human("two", leader=True)),
    "models": group(human(), human("two")),
    "weapons.gun.wk": group(weapons={"gun": {"range": "20/3", "strength": 4, "damage": 2}}),
    "weapons.gun.range": group(weapons={"gun": {"wk": 1, "range": "far", "strength": 4, "damage": 2}}),
    "weapons.gun.effects.1": group(
        weapons={"gun": {"wk": 1, "range": "NK", "strength": 4, "damage": 2, "effects": ["robust"]}}
    ),
    "models.1.tp": group(human(leader=True, tp=21), human("two")),
    "models.1.ko": group(human(leader=True, ko=0), human("two")),
    "models.2.fk": group(human(leader=True), human("two", fk=-1)),
    "models.1.weapons.1": group(human(leader=True, weapons=["bazooka"]), human("two")),
    "models.2.weapons.1": group(human(leader=True), human("two", weapons=["carbine*2"])),
    "models.1.armour": group(human(leader=True, armour="silk"), human("two")),
    "models.1.traits.1": group(human(leader=True, traits=["tough 4"]), human("two")),
    "models.1.size": group(human(leader=True, size="huge"), human("two")),
    "models.1.mounts.sabre": group(human(leader=True, mounts={"sabre": "hull"}), human("two")),
    "models.2.id": group(human(leader=True), human()),
    "models.2.controller": group(human(leader=True), human("two", type="drone", controller="three")),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("field", "data"), FAULTS.items(), ids=FAULTS)
def test_a_fault_is_told_with_its_field(field, data, lang):
    found = muster(data)
    assert found.grid is None
    assert [line.split(":")[0] for line in words(found.problems, lang)] == [field]
    assert all(line.endswith(".") for line in words(found.problems, lang))


@rule("universalis:R005")
@rule("universalis:R006")
def test_all_faults_are_told_at_once():
    found = muster(group(human(tp=0, leader=True), human("two", armour="silk", leader=True)))
    assert [line.split(":")[0] for line in words(found.problems)] == [
        "models.1.tp",
        "models.2.armour",
        "models.2.leader",
    ]
    assert muster({"models": [human(leader=True)]}).problems[0].key == "universalis.file.too_few"


@rule("universalis:R322")
def test_too_many_drones_for_the_controller():
    drone = {"type": "drone", "controller": "one", "ko": 3, "wn": 3, "gk": 4, "tp": 3, "weapons": ["service_pistol"]}
    drones = [{"id": f"d{n}", "name": f"D{n}", **drone} for n in range(2)]
    assert muster(group(human(leader=True, eh=6), *drones)).problems == ()
    assert muster(group(human(leader=True, eh=5), *drones)).problems[0].key == "universalis.file.slots"


DOUBTS = {
    "no_faction": group(faction=""),
    "overloaded": group(human(leader=True, armour="plate_vest"), human("two")),
    "points": group(human(leader=True, points=1), human("two")),
    "same_name": group(human(leader=True), human("two", name="One")),
    "drone_values": group(human(leader=True), human("two", type="drone", controller="one", weapons=["carbine"], ko=4)),
    "unused": group(weapons={"gun": {"wk": 1, "range": "NK", "strength": 4, "damage": 2}}),
    "mounts": group(human(leader=True, weapons=["sabre"], mounts={"sabre": "hull"}), human("two")),
    "cannot_move": group(human(leader=True, gk=0), human("two")),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "data"), DOUBTS.items(), ids=DOUBTS)
def test_what_is_odd_is_a_doubt_only(key, data, lang):
    found = muster(data)
    assert found.problems == ()
    assert [doubt.key for doubt in found.doubts] == [f"universalis.doubt.{key}"]
    assert all(line.endswith(".") for line in words(found.doubts, lang))


@rule("universalis:R041")
@rule("universalis:R042")
def test_encumbrance_is_in_the_printed_values():
    """A plate vest weighs 12 kg, KO 3 carries 9 freely."""
    row = muster(group(human(leader=True, armour="plate_vest"), human("two"))).grid.rows[0]
    assert row[2] == HUMAN["agi"] - 1
    assert row[8] == HUMAN["gk"] - 1


# -- a file to begin with


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("faction", [*FACTIONS, "my_own"])
def test_a_new_file_passes_its_own_check(faction, lang):
    text = start_file(faction, say_in(lang))
    found = muster(tomllib.loads(text))
    assert (found.problems, found.doubts) == ((), ())
    assert sum(line.count("#") for line in text.splitlines()) > 15
    assert tomllib.loads(text)["faction"] == faction


def test_the_example_in_the_file_works_when_uncommented():
    text = start_file("my_own", say_in("en"))
    head, _, example = text.partition("# [weapons.long_rifle]")
    example = "[weapons.long_rifle]" + example.replace("\n# ", "\n")
    data = tomllib.loads(head.replace('["sabre"]', '["long_rifle"]') + example)
    assert muster(data).problems == ()


def test_a_faction_needs_a_plain_name():
    with pytest.raises(BadSetup):
        start_file("My Own!", say_in("en"))


def test_other_games_have_no_rosters():
    with pytest.raises(BadSetup) as refused:
        rosters_of(game_named("saboteur"))
    assert "saboteur" in say_in("en").of(refused.value.text)


@pytest.mark.parametrize(
    ("kind", "field", "value", "least", "most"),
    [
        ("weapons", "kg", float("nan"), 0, 10_000),
        ("weapons", "uses", -1, 0, 20),
        ("weapons", "strength", -1, 0, 99),
        ("weapons", "radius", float("inf"), 0, 90),
        ("armours", "reduction", 100, 0, 99),
        ("items", "heal", -2, 0, 20),
        ("powers", "level", 0, 1, 10),
        ("powers", "ap", 13, 0, 12),
    ],
)
def test_numbers_of_own_gear_have_limits(kind, field, value, least, most):
    """Slips of the pen, also numbers that are none, are named with the field and do not break anything."""
    begin = {
        "weapons": {"wk": 1, "range": "20/3", "strength": 4, "damage": 2},
        "armours": {"protection": 4},
        "items": {},
        "powers": {"discipline": "fire"},
    }
    data = group(**{kind: {"thing": {**begin[kind], field: value}}})
    (problem,) = words(muster(data).problems)
    assert problem == f"{kind}.thing.{field}: {value} is not between {least} and {most}."


@pytest.mark.parametrize("range", ["0/3", "20/0", "9999/3", "20/99"])
def test_a_range_is_no_more_than_nine_bands(range):
    gun = {"wk": 1, "range": range, "strength": 4, "damage": 2}
    assert "is no range" in words(muster(group(weapons={"gun": gun})).problems)[0]


@pytest.mark.parametrize("name", ["", "  ", "a\x00b"])
def test_a_model_has_a_name_that_can_be_printed(name):
    data = group(human(leader=True, name=name), human("two"))
    assert words(muster(data).problems) == ["models.1.name: A model needs a name of visible letters here."]
