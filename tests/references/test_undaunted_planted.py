"""The comparison finds the faults that Undaunted's automa once had: each is put back into a game where it shows.

The faults are put back into decisions (planted.py), so these tests need not know the program's modules.
"""

from __future__ import annotations

import pytest

from tests.references.undaunted.compare import differences
from tests.references.undaunted.planted import FAULTS, planted
from tests.references.undaunted.play import watched

SHOWN = {
    "1 command two": ("mortars", ("solitaire", "scripted"), "mortars 0", "en", 82, "legal"),
    "2 claims a goal": ("no objectives", ("scripted", "solitaire"), "no objectives 33", "en", 2, "cites"),
    "3 cover before markers": ("no objectives", ("scripted", "solitaire"), "no objectives 8", "en", 1, "action"),
    "4 outside by Q02": ("many objectives", ("random", "solitaire"), "many objectives 36", "de", 1, "cites"),
    "5 any nearest tile": ("no objectives", ("solitaire", "solitaire"), "no objectives 32", "en", 2, "action"),
    "6 near without question 3": (
        *("nobody needs points", ("scripted", "solitaire"), "nobody needs points 18", "de"),
        *(56, "action"),
    ),
}
"""For each fault a game, the decision of the game that shows it first, and what is found."""


def test_every_fault_has_its_game() -> None:
    assert set(SHOWN) == set(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    table, bots, seed, edition, number, what = SHOWN[fault]
    found = differences(watched(table, bots, seed, edition, planted(FAULTS[fault], edition)))
    assert (number, what) in [(difference.number, difference.what) for difference in found]


@pytest.mark.parametrize("fault", FAULTS)
def test_without_the_fault_the_same_game_is_sound(fault: str) -> None:
    table, bots, seed, edition, _, _ = SHOWN[fault]
    assert [str(difference) for difference in differences(watched(table, bots, seed, edition))] == []
