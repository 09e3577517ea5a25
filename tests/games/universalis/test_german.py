"""Orders as Germans type them mean what the record writes; what the record writes means what it meant."""

import re

import pytest

from kempelen.engine.errors import BadNotation
from kempelen.engine.game import say_in
from kempelen.games.universalis.files.notation import parse


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("A1 bewegen 34,5 20", "A1 move 34.5,20"),
        ("A1 zieht nach 34,5 20", "A1 move 34.5,20"),
        ("A1 schießt auf B2 mit carbine", "A1 shoot B2 carbine"),
        ("A1 schießt auf B2 mit dem Karabiner", "A1 shoot B2 carbine"),
        ("A1 schießen B2 Präzisionsgewehr", "A1 shoot B2 precision_rifle"),
        ("A1 schießen B2:2+B3:1 leichtes MG", "A1 shoot B2:2+B3:1 light_mg"),
        ("A1 zielt auf B2 mit dem leichten MG", "A1 aim B2 light_mg"),
        ("A1 schießen 30,5 20 Granatwerfer", "A1 shoot 30.5,20 grenade_launcher"),
        ("A1 angreifen B2 Säbel", "A1 attack B2 sabre"),
        ("A1 Angriffsbewegung B2 Säbel 33,5 20", "A1 charge B2 sabre 33.5,20"),
        ("A1 benutzen Medikit A2", "A1 use medikit A2"),
        ("A1 übergeben 1 A2", "A1 give 1 A2"),
        ("A1 shoot B2 hunting rifle", "A1 shoot B2 hunting_rifle"),
        ("A1 bewegen 34,5; 20,5", "A1 move 34.5,20.5"),
        ("A1 bewegen 34,5;20,5", "A1 move 34.5,20.5"),
        ("A1 bewegen 34;5", "A1 move 34.0,5.0"),
        ("A1 bewegen 34;5 20;5", "A1 move 34.0,5.0 20.0,5.0"),
        ("A1 bewegen 34.5,20.5", "A1 move 34.5,20.5"),
        ("A1 bewegen 34.5 20.5", "A1 move 34.5,20.5"),
        ("A1 bewegen 34 20", "A1 move 34,20"),
        ("A1 bewegen 34,20", "A1 move 34,20"),
        ("A1 bewegen r12,o30", "A1 move r12,t30"),
        ("A1 bewegen 34,5;20,5 test", "A1 move 34.5,20.5 test"),
        ("A1 move 34.5,20.0", "A1 move 34.5,20.0"),
        ("A1 move 34,5", "A1 move 34.0,5.0"),
        ("A1 move 34,20 40,25", "A1 move 34.0,20.0 40.0,25.0"),
        ("A1 move 34,20", "A1 move 34,20"),
        ("A1 gehen 34,5 20 40 21,5", "A1 move 34.5,20 40,21.5"),
        ("A1 schießen B2 carbine", "A1 shoot B2 carbine"),
        ("A1 zielen B2 carbine", "A1 aim B2 carbine"),
        ("A1 drehen 90", "A1 turn 90"),
        ("ende", "end"),
    ],
)
def test_typed_in_german(typed, written):
    assert parse(typed) == parse(written)


@pytest.mark.parametrize(
    "typed",
    [
        "A1 bewegen 34,5 20,5",
        "A1 move 34,5 20,5",
        "A1 bewegen 34,5",
        "A1 bewegen 34,20 40,25",
        "A1 bewegen 34,5 20,5 test",
        "A1 bewegen 34,5 20,5 40,0 21,5",
        "A1 schießen 30,5 Granatwerfer",
        "A1 bewegen r12,5",
    ],
)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_can_be_read_in_two_ways_is_refused_and_either_way_can_be_written(typed, lang):
    with pytest.raises(BadNotation) as refused:
        parse(typed)
    advised = re.findall("„([^“]*)“" if lang == "de" else "“([^”]*)”", say_in(lang).of(refused.value.text))
    numbers = re.search(r"r?[\d,]+(?: [\d,]+)*", typed.partition(" ")[2])[0]
    assert advised[:2] == [typed.lower(), numbers]
    one, other = (parse(typed.replace(numbers, written)) for written in advised[2:])
    assert one != other


def test_the_german_examples_in_what_is_said_of_a_bad_order_can_be_typed():
    say = say_in("de")
    for reason in ("unknown", "charge", "shoot", "attack", "degrees", "reconnoitre", "use", "handle"):
        said = say(f"universalis.notation.{reason}")
        examples = re.findall("„(A1 [^“]*)“", said) or [said.partition(": ")[2].removesuffix(".")]
        for example in examples:
            assert parse(example)
            assert not re.search(r"carbine|sabre|\d\.\d", example)
