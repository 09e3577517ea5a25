"""What missions put on a real table is told with its place: zones and objects, for every mission of every table."""

from itertools import product

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.games.universalis.face.set_up.laid import laid
from kempelen.games.universalis.face.set_up.prepared import for_missions
from kempelen.games.universalis.files.scenarios import NAMES, scenario
from kempelen.games.universalis.rules.events import ZoneMarked
from kempelen.games.universalis.rules.missions import missions, objects_of
from kempelen.text.say import LANGUAGES
from tests.games.universalis.table import model, position

TURNS = (0, 90, 180, 270)
GAME = game_named("universalis")


def table(one, other, turns=(0, 180)):
    s = position(model("A1", (20, 20)), model("B1", (60, 60)))
    s.missions, s.turned, s.phase, s.first = [one, other], list(turns), "deploy", 0
    s.objects = objects_of(s)
    return s


def said(found, lang="de"):
    say = say_in(lang)
    return [(say.of(one.text, "Nom"), *map(say.of, one.lines)) for one in found]


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_mission_needs_is_told_with_a_place_that_the_picture_shows(name):
    """R063 to R065: every pair of missions of every table, however its zones are turned."""
    offered = scenario(name).missions
    for (one, other), (turn, against) in product(product(offered, repeat=2), [(0, 180), (90, 0), (270, 90)]):
        s = table(one, other, (turn, against))
        found = laid(s, None)
        things = [ground for ground in found if ground.handles[0].startswith("object:")]
        places = [dict(ground.lines[0].fields) for ground in things]
        assert [(at["x"], at["y"]) for at in places] == [(round(o.x * 2) / 2, round(o.y * 2) / 2) for o in s.objects]
        assert all(ground.lines and ground.on is not None for ground in found)
        assert all(len(lines) > 1 for lang in LANGUAGES for lines in said(found, lang))
        if turn == 0 and offered.index(other) <= offered.index(one):
            shapes = {shape.id for shape in GAME.scene(s, say_in("de")).shapes}
            assert {handle for ground in found for handle in ground.handles} <= shapes


def test_the_second_zone_brings_what_both_missions_need():
    s = table("mast", "salvage")
    s.phase, s.objects = "zones", []
    (zone,) = laid(s, ZoneMarked(0, 0))
    assert said([zone]) == [("Aufstellungszone von Spieler 1", "15 cm tief an der unteren Kante, in ganzer Länge")]
    assert said(laid(s, ZoneMarked(1, 180))) == [
        ("Aufstellungszone von Spieler 2", "Kreis von 10 cm um den Punkt 45 cm von links, 45 cm von unten"),
        ("Funkmast", "45 cm von links, 45 cm von unten"),
        ("Kiste", "72,5 cm von links, 72,5 cm von unten"),
        ("Kiste", "72,5 cm von links, 17,5 cm von unten"),
        ("Kiste", "17,5 cm von links, 72,5 cm von unten"),
        ("Kiste", "17,5 cm von links, 17,5 cm von unten"),
    ]
    assert laid(s, None) == ()


@pytest.mark.parametrize(
    ("mission", "turn", "lines"),
    [
        ("fetch", 90, ["20 cm tief an der rechten Kante, in ganzer Länge"]),
        (
            "corner",
            0,
            [
                "10 cm tief an der unteren Kante, 45 bis 90 cm von links",
                "10 cm tief an der rechten Kante, 0 bis 45 cm von unten",
            ],
        ),
        (
            "extraction",
            180,
            ["Dreieck in der Ecke links oben: 45 cm quer und 45 cm längs, dazwischen eine gerade Linie"],
        ),
    ],
)
def test_a_zone_is_told_as_it_is_measured(mission, turn, lines):
    assert list(said(laid(table(mission, "mast", (turn, 0)), None))[0][1:]) == lines


def test_where_missions_are_still_chosen_it_is_said_what_they_may_need():
    say = say_in("de")
    (one,) = for_missions({"phase": "missions", "scenario": "factory"})
    assert say.of(one.text).startswith("Für die Missionen: 1 Funkmast, 1 Datenkern und 4 Kisten.")
    assert not list(for_missions({"phase": "deploy", "scenario": "factory"}))


def test_every_mission_has_a_zone_in_words():
    for name, turn in product(missions(), TURNS):
        assert all(ground.lines for ground in laid(table(name, name, (turn, turn)), None))
