"""Ten dwarves, one for each seat: hat, beard and nose tell them apart. A role is no part of a face."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.scene.portrait import Coat, Portrait, oval

__all__ = ["DWARVES", "dwarf"]

ROCK, DARK, WHITE, BRASS, STEEL = "#4a3b2f", "#2a1c12", "#fff6e4", "#e0ac45", "#9aa3ab"


class Dwarf(NamedTuple):
    hat: str
    cloth: str
    """The colour of hat and coat."""
    beard: str
    hair: str
    nose: str
    skin: str = "#e3ac80"


DWARVES = (
    Dwarf("lamp", "#b8862b", "full", "#8a4a1f", "round"),
    Dwarf("point", "#6b4f8a", "forked", "#d8d2c4", "long"),
    Dwarf("kettle", "#27664f", "braid", "#c9702b", "broad", "#d99a6c"),
    Dwarf("brim", "#84470a", "curly", "#4a3020", "round", "#c98a5c"),
    Dwarf("hood", "#762549", "long", "#e0bf6a", "long"),
    Dwarf("band", "#4a5263", "short", "#2e2723", "broad", "#b9784c"),
    Dwarf("horns", "#2f5c86", "braid", "#e6e1d6", "round"),
    Dwarf("bare", "#5b6b2c", "full", "#d9782c", "broad"),
    Dwarf("point", "#a33a2c", "curly", "#a9a49b", "round", "#d08e62"),
    Dwarf("lamp", "#5d4a8f", "forked", "#5a3a22", "long", "#e8b78f"),
)

HEAD = "M27 46C27 26 36 20 50 20S73 26 73 46V56C73 72 64 82 50 82S27 72 27 56Z"
BEARDS = {
    "full": "M24 52C24 90 36 98 50 98S76 90 76 52C70 60 62 62 50 62S30 60 24 52Z",
    "forked": "M25 52C25 80 32 96 38 100C43 94 47 88 50 82C53 88 57 94 62 100"
    "C68 96 75 80 75 52C69 61 62 63 50 63S31 61 25 52Z",
    "braid": "M25 52C26 74 36 80 43 80L41 90 46 100H54L59 90 57 80C64 80 74 74 75 52C69 61 62 63 50 63S31 61 25 52Z",
    "curly": "M24 50C17 56 18 66 23 69C19 78 27 86 34 84C37 94 47 95 50 89C53 95 63 94 66 84C73 86 81 78 77 69"
    "C82 66 83 56 76 50C70 60 62 62 50 62S30 60 24 50Z",
    "long": "M25 52C24 78 38 100 50 100S76 78 75 52C69 61 62 63 50 63S31 61 25 52Z",
    "short": "M25 50C25 74 34 86 50 86S75 74 75 50C70 62 62 66 50 66S30 62 25 50Z",
}
STRANDS = {
    "full": "M38 72Q40 84 45 92M62 72Q60 84 55 92M50 74V94",
    "forked": "M36 68Q36 82 40 92M64 68Q64 82 60 92",
    "braid": "M43 80H57M42 87L57 84M43 92L57 89",
    "curly": "M30 74q3 4 7 0M63 74q4 4 7 0M46 83q4 4 8 0",
    "long": "M38 70Q39 86 47 97M62 70Q61 86 53 97",
    "short": "M38 73Q40 79 44 82M62 73Q60 79 56 82",
}
NOSES = {
    "round": oval(50, 54, 7.5, 7),
    "long": "M46 42Q43 62 45 64Q50 68 55 64Q57 62 54 42Z",
    "broad": "M46 44Q46 50 40 54Q37 62 45 61Q50 65 55 61Q63 62 60 54Q54 50 54 44Z",
}


def dwarf(seat: Seat) -> Portrait:
    """The face of a seat, whatever its role."""
    return tuple(_coats(DWARVES[seat % len(DWARVES)]))


def _coats(one: Dwarf) -> Iterator[Coat]:
    yield Coat("M0 0H100V100H0Z", ROCK)
    yield Coat("M4 100Q8 74 32 70H68Q92 74 96 100Z", one.cloth, DARK)
    if one.hat == "hood":
        yield Coat("M50 4C18 6 16 40 18 84H82C84 40 82 6 50 4Z", one.cloth, DARK)
    yield Coat(oval(26, 50, 5, 7) + oval(74, 50, 5, 7), one.skin, DARK, 2)
    yield Coat(HEAD, one.skin, DARK, 2.5)
    yield Coat(BEARDS[one.beard], one.hair, DARK, 2.5)
    yield Coat(STRANDS[one.beard], "", DARK, 1.8)
    yield Coat("M50 60C43 57 33 58 27 68C36 70 46 69 50 65C54 69 64 70 73 68C67 58 57 57 50 60Z", one.hair, DARK, 2)
    yield Coat(oval(39, 45, 5.5, 5) + oval(61, 45, 5.5, 5), WHITE, DARK, 1.5)
    yield Coat(oval(40, 45.5, 2.4) + oval(60, 45.5, 2.4), DARK)
    yield Coat(NOSES[one.nose], one.skin, DARK, 2)
    yield Coat("M31 39Q38 33 46 39L45 35Q37 29 31 35ZM69 39Q62 33 54 39L55 35Q63 29 69 35Z", one.hair, DARK, 1.2)
    yield from _hat(one)


def _hat(one: Dwarf) -> Iterator[Coat]:
    cloth = one.cloth
    if one.hat == "lamp":
        yield Coat("M22 33C22 12 34 5 50 5S78 12 78 33Z", cloth, DARK)
        yield Coat("M16 33H84V38H16Z", cloth, DARK)
        yield Coat(oval(50, 21, 9), "#fff2b8", DARK, 3)
        yield Coat(oval(50, 21, 4), "#ffd24a")
    elif one.hat == "point":
        yield Coat("M20 34C30 22 44 10 66 1C70 8 62 10 64 14C72 20 77 28 80 34Z", cloth, DARK)
        yield Coat("M17 30H83V39H17Z", BRASS, DARK, 2.5)
    elif one.hat == "kettle":
        yield Coat("M26 31C27 12 36 6 50 6S73 12 74 31Z", STEEL, DARK)
        yield Coat("M10 38Q50 22 90 38Q50 33 10 38Z", STEEL, DARK)
        yield Coat("M50 6V30M38 9Q34 18 34 29M62 9Q66 18 66 29", "", DARK, 1.6)
    elif one.hat == "brim":
        yield Coat("M30 32L34 8Q50 14 66 8L70 32Z", cloth, DARK)
        yield Coat("M6 33Q50 22 94 33Q84 41 50 38Q16 41 6 33Z", cloth, DARK)
        yield Coat("M30 30Q50 24 70 30V25Q50 19 31 25Z", BRASS, DARK, 1.5)
    elif one.hat == "hood":
        yield Coat("M50 14C30 14 25 28 25 48C30 30 36 26 50 26S70 30 75 48C75 28 70 14 50 14Z", cloth, DARK, 2.5)
    elif one.hat == "band":
        yield Coat("M25 34C26 14 38 9 50 9S74 14 75 34Q50 22 25 34Z", one.hair, DARK, 2.5)
        yield Coat("M24 38Q50 22 76 38V30Q50 14 24 30Z", cloth, DARK, 2.5)
        yield Coat("M75 31L92 24 86 34 94 40 75 37Z", cloth, DARK, 2.5)
    elif one.hat == "horns":
        yield Coat("M26 28C12 28 6 18 8 4C14 14 22 17 31 17ZM74 28C88 28 94 18 92 4C86 14 78 17 69 17Z", WHITE, DARK)
        yield Coat("M24 36C24 14 36 7 50 7S76 14 76 36Z", STEEL, DARK)
        yield Coat("M24 36H76V30H24ZM47 8H53V44H47Z", BRASS, DARK, 2)
    else:
        yield Coat("M27 40C24 22 36 15 50 15S76 22 73 40C68 28 62 26 50 26S32 28 27 40Z", one.skin)
        yield Coat("M44 17Q36 4 50 2Q47 8 54 6Q50 10 57 17Z", one.hair, DARK, 2)
