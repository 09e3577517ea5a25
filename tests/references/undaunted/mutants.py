"""Defects that the program once had, put back into its own functions.

Unlike planted.py, which spoils decisions whatever the program looks like, each of these changes the function that was
mended, as it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import pytest

from kempelen.automa import vocabulary
from kempelen.automa.read import Known, read_file
from kempelen.games.undaunted.automa import charts, facts, pages, paths, questions, whys
from kempelen.games.undaunted.automa.facts import BoardFacts
from kempelen.games.undaunted.automa.vocabulary import VOCABULARY
from kempelen.games.undaunted.rules.actions import COMMANDS, Command
from kempelen.games.undaunted.rules.state import Side
from kempelen.games.undaunted.rules.terrain import Mask, Terrain, Tile

__all__ = ["MUTANTS", "one_question_for_both"]

Mutant = Callable[[pytest.MonkeyPatch], None]


def command_two(patch: pytest.MonkeyPatch) -> None:
    """Defect 1: COMMAND wants two cards, however many there are."""

    def commands(side: Side) -> Sequence[Command]:
        return COMMANDS if side.deck or side.discard else ()

    patch.setattr(facts, "commands", commands)


def claims_a_goal(patch: pytest.MonkeyPatch) -> None:
    """Defect 2: what Q66 decides is told as a step toward something."""
    patch.setattr(whys, "AWAY", whys.SHELTER)
    patch.setattr(whys, "SCOUTS_AWAY", whys.STEPS)


def cover_before_markers(patch: pytest.MonkeyPatch) -> None:
    """Defect 3: a Scout without a nearer step looks for cover only."""
    sound = paths.any_neighbour

    def any_neighbour(terrain: Terrain, at: Tile, enterable: Mask, scouted: Mask = 0) -> list[Tile]:
        return sound(terrain, at, enterable)

    patch.setattr(paths, "any_neighbour", any_neighbour)


def one_question_for_both(patch: pytest.MonkeyPatch) -> None:
    """Defect 4: whatever the edition, the Sniper's third question is worded as in the English one."""
    word = VOCABULARY.words["question", questions.better_stalk_tile_or_near.name]
    asked = replace(questions.better_stalk_tile_or_near, name=questions.better_stalk_tile.name)
    patch.setitem(vocabulary._QUESTIONS, word, asked)
    _made_anew(patch)


def outside_by_q02(patch: pytest.MonkeyPatch) -> None:
    """Defect 4: re-rolls outside of the Rifleman's table cite Q02."""
    spoiled = charts.SHEET.text.replace("roll again per Q03 {", "roll again {")
    assert spoiled != charts.SHEET.text
    found = read_file(spoiled, Known(VOCABULARY, {}, ours=True)).sheet
    assert found is not None
    patch.setitem(vars(charts.SHEET), "parts", found.parts)
    _made_anew(patch)


def _made_anew(patch: pytest.MonkeyPatch) -> None:
    """Charts and pages are kept once they are made."""
    patch.setitem(vars(charts.SHEET), "_made", {})
    patch.setattr(pages, "_pages", lru_cache(pages._pages.__wrapped__))


def any_nearest_tile(patch: pytest.MonkeyPatch) -> None:
    """Defect 5: of tiles equally near to the most points any will do for the Sniper."""

    def better_stalk_tiles(terrain: Terrain, values: Sequence[int], at: Tile) -> list[Tile]:
        better = [tile for tile in terrain.near[at] if terrain.cover[tile] > terrain.cover[at]]
        top = paths.top_tiles(terrain, values)
        far = {tile: min([terrain.distance[tile][goal] for goal in top], default=0) for tile in better}
        return [tile for tile in better if far[tile] == min(far.values())]

    patch.setattr(paths, "better_stalk_tiles", better_stalk_tiles)


def points_without_question_3(patch: pytest.MonkeyPatch) -> None:
    """Found by the comparison: in the German edition STALK goes onto the most points after question 2 as well."""
    sound = BoardFacts.nearer

    def nearer(f: BoardFacts) -> list[Tile]:
        beside = f.top_beside() if f.kind == "sniper" and f.options["Q35"] == "or_near" else []
        return sound(f) or beside

    patch.setattr(BoardFacts, "nearer", nearer)


MUTANTS: Mapping[str, tuple[Mutant, str]] = {
    "1 command two": (command_two, "legal"),
    "2 claims a goal": (claims_a_goal, "cites"),
    "3 cover before markers": (cover_before_markers, "action"),
    "4 outside by Q02": (outside_by_q02, "cites"),
    "5 any nearest tile": (any_nearest_tile, "among"),
    "6 near without question 3": (points_without_question_3, "action"),
}
"""By the names of planted.py: how the defect is put back, and what the comparison then finds."""
