"""The comparison finds the faults that Undaunted's automa once had: each is put back into a game where it shows.

The faults are put back into decisions (planted.py), which need not know the program's modules, and into the functions
that were mended (mutants.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.references import test_undaunted
from tests.references.undaunted.compare import differences
from tests.references.undaunted.mutants import MUTANTS, one_question_for_both
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
    assert set(SHOWN) == set(FAULTS) == set(MUTANTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    table, bots, seed, edition, number, what = SHOWN[fault]
    found = differences(watched(table, bots, seed, edition, planted(FAULTS[fault], edition)))
    assert (number, what) in [(difference.number, difference.what) for difference in found]


@pytest.mark.parametrize("fault", FAULTS)
def test_without_the_fault_the_same_game_is_sound(fault: str) -> None:
    table, bots, seed, edition, _, _ = SHOWN[fault]
    assert [str(difference) for difference in differences(watched(table, bots, seed, edition))] == []


@pytest.mark.parametrize("fault", MUTANTS)
def test_a_mutant_of_the_program_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games, with the defect in the function that was mended."""
    table, bots, seed, edition, _, _ = SHOWN[fault]
    put_back, what = MUTANTS[fault]
    put_back(monkeypatch)
    assert what in {difference.what for difference in differences(watched(table, bots, seed, edition))}


@pytest.fixture
def games_anew() -> Iterator[None]:
    """Games that are kept once they are played are those of this test."""
    test_undaunted.sniper_3.cache_clear()
    yield
    test_undaunted.sniper_3.cache_clear()


@pytest.mark.usefixtures("games_anew")
@pytest.mark.parametrize(
    "shown",
    [
        test_undaunted.test_each_edition_asks_its_own_sniper_question,
        test_undaunted.test_each_edition_prints_its_own_sniper_question,
    ],
)
def test_one_question_for_both_editions_is_found(shown: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    shown("en")
    test_undaunted.sniper_3.cache_clear()
    one_question_for_both(monkeypatch)
    with pytest.raises(AssertionError):
        shown("en")
