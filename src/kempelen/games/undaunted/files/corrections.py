"""What may be otherwise on a real table than the program believes: counters, markers, piles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction
from kempelen.games.undaunted.face.words import card_word, side_word, unit_word
from kempelen.games.undaunted.rules.cards import BY_NAME, COPIES
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.text.say import Text

__all__ = ["corrections"]


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, name = handle.partition(":")
    side, _, unit = name.partition("-")
    if kind == "unit" and side in SIDES:
        return list(_counter(position, side, unit, places))
    if kind == "tile":
        return [one for side in SIDES for one in _markers(position, side, name)]
    if kind == "pile" and side in SIDES:
        return [
            Correction(
                Text("undaunted.correct.pile", n=n, card=card_word(BY_NAME[unit])),
                f"{side}.supply.{unit}={n}",
                was=Text("undaunted.correct.now", n=there),
            )
            for n in range(COPIES[BY_NAME[unit]] + 1)
            if n != (there := position[side]["supply"].get(unit, 0))
        ]
    return []


def _counter(position: Mapping[str, Any], side: str, unit: str, places: Sequence[str]) -> Iterator[Correction]:
    """Somewhere else, off the board, suppressed or not."""
    word = unit_word(BY_NAME[unit], SIDES.index(side))
    here = next((tile for tile, units in position[side]["counters"].items() if unit in units), "")
    was = Text("undaunted.correct.place", at=here) if here else Text("undaunted.correct.nowhere")
    for place in places:
        tile = place.removeprefix("tile:")
        if tile != here:
            text = Text("undaunted.correct.at", unit=word, at=tile)
            yield Correction(text, f"{side}.{unit}={tile}", place, was=was)
    yield Correction(Text("undaunted.correct.off", unit=word), f"{side}.{unit}=off", was=was)
    yield _toggled(
        position,
        side,
        "suppressed",
        unit,
        Text("undaunted.correct.ready", unit=word),
        Text("undaunted.correct.suppressed", unit=word),
    )


def _markers(position: Mapping[str, Any], side: str, tile: str) -> Iterator[Correction]:
    for what in ("scouted", "controlled"):
        words = (
            Text(f"undaunted.correct.{how}_{what}", side=side_word(SIDES.index(side)), at=tile) for how in ("not", "is")
        )
        yield _toggled(position, side, what, tile, *words)


def _toggled(position: Mapping[str, Any], side: str, what: str, one: str, without: Text, with_: Text) -> Correction:
    """The list without it if it is there, else with it."""
    now = list(position[side].get(what, []))
    changed = [other for other in now if other != one] if one in now else [*now, one]
    return Correction(without if one in now else with_, f"{side}.{what}={json.dumps(changed)}")
