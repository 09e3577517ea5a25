"""What lies where, what is joined to the start, and where a card fits (digest, 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.references.saboteur.cards import AGAINST, BESIDE, PATHS, groups_of

__all__ = ["GOALS", "START", "Cell", "Grid", "cell_of"]

Cell = tuple[int, int]
START: Cell = (0, 0)
GOALS: tuple[Cell, ...] = ((8, -2), (8, 0), (8, 2))
ALL_SIDES = frozenset({frozenset("LRTB")})


def cell_of(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


class Grid:
    """The laid cards of a position: start, path cards, goals that are face up."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.laid: dict[Cell, str] = {}
        """Path cards by cell; start and goals are none."""
        self.sides = {START: ALL_SIDES}
        """The joined groups of everything that lies face up."""
        for entry in position["board"]:
            where, card, *turn = entry.split()
            self.laid[cell_of(where)] = card
            self.sides[cell_of(where)] = groups_of(card, turn == ["r180"])
        self.face_up: set[Cell] = set()
        for entry in position.get("revealed", []):
            where, *shape = entry.split()
            self.face_up.add(cell_of(where))
            self.sides[cell_of(where)] = frozenset({frozenset(shape[0])}) if shape else ALL_SIDES

    def joined(self) -> set[tuple[Cell, str]]:
        """Every open side that is joined to the start: through a group, then across to the neighbour's facing side."""
        found: set[tuple[Cell, str]] = set()
        ahead = [(START, group) for group in self.sides[START]]
        while ahead:
            (x, y), group = ahead.pop()
            for side in group:
                if ((x, y), side) in found:
                    continue
                found.add(((x, y), side))
                near = (x + BESIDE[side][0], y + BESIDE[side][1])
                ahead.extend((near, other) for other in self.sides.get(near, ()) if AGAINST[side] in other)
        return found

    def places(self) -> list[Cell]:
        """Empty cells that an open side joined to the start faces; goals lie in their cells face down, too."""
        faced = {(x + BESIDE[side][0], y + BESIDE[side][1]) for (x, y), side in self.joined()}
        return sorted(cell for cell in faced if cell not in self.sides and cell not in GOALS)

    def fits(self, card: str, is_turned: bool, cell: Cell) -> bool:
        """Open meets open and closed meets closed at every neighbour that lies face up."""
        own = {side for group in groups_of(card, is_turned) for side in group}
        for side, (dx, dy) in BESIDE.items():
            near = self.sides.get((cell[0] + dx, cell[1] + dy))
            if near is not None and (side in own) != any(AGAINST[side] in group for group in near):
                return False
        return True

    def ways_to_lay(self, cards: set[str]) -> list[tuple[str, Cell, bool]]:
        """Every card at every place, as printed and turned; a card that looks the same both ways once."""
        return [
            (card, cell, is_turned)
            for card in sorted(cards)
            for is_turned in (False, True)
            if not is_turned or groups_of(card, True) != PATHS[card]
            for cell in self.places()
            if self.fits(card, is_turned, cell)
        ]
