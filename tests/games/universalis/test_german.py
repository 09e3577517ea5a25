"""Orders as Germans type them mean what the record writes; what the record writes means what it meant."""

import pytest

from kempelen.games.universalis.files.notation import parse


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("A1 bewegen 34,5 20", "A1 move 34.5,20"),
        ("A1 zieht nach 34,5 20", "A1 move 34.5,20"),
        ("A1 schießt auf B2 mit carbine", "A1 shoot B2 carbine"),
        ("A1 bewegen 34,5; 20,5", "A1 move 34.5,20.5"),
        ("A1 move 34.5,20.0", "A1 move 34.5,20.0"),
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
