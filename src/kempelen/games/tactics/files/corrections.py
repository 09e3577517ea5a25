"""What may be otherwise on a real table than the program believes: where units stand, their health, what is spent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.engine.things import Correction
from kempelen.games.tactics.rules.state import name_of
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text

__all__ = ["corrections"]

FEW = 12
"""So much health is listed; more is typed."""


def corrections(position: Mapping[str, Any], handle: str, places: Sequence[str]) -> list[Correction]:
    kind, _, name = handle.partition(":")
    units = position.get("units", [])
    number = next((n for n, unit in enumerate(units, 1) if unit.get("name") == name), 0)
    if kind != "unit" or not number:
        return []
    unit = units[number - 1]
    card = str(unit["card"])
    word = name_of(card, int(name.removeprefix(card) or 1)).text
    found = [
        Correction(
            Text("tactics.correct.at", unit=word, at=_name(place.removeprefix("tile:"))),
            f"units.{number}.at={at}",
            place,
            was=Text("tactics.correct.place", at=_name(str(unit["at"]))),
        )
        for place in places
        if (at := place.removeprefix("tile:")) not in {other["at"] for other in units}
    ]
    most = int(unit.get("max") or unit["health"]) if int(unit.get("max") or 0) <= FEW else 0
    found += [
        Correction(
            Text("tactics.correct.health", unit=word, n=n),
            f"units.{number}.health={n}",
            n=n,
            about=Text("tactics.correct.health_of"),
            was=Text("tactics.correct.now", n=unit["health"]),
        )
        for n in range(1, (most or int(unit["health"])) + 1)
        if n != unit["health"] and (most or n > int(unit["health"]) - FEW)
    ]
    tapped = bool(unit.get("tapped"))
    key = "tactics.correct.ready" if tapped else "tactics.correct.tapped"
    found.append(Correction(Text(key, unit=word), f"units.{number}.tapped={json.dumps(not tapped)}"))
    rest = [other for n, other in enumerate(units, 1) if n != number]
    found.append(Correction(Text("tactics.correct.gone", unit=word), f"units={json.dumps(rest)}"))
    return found


def _name(at: str) -> str:
    return tile_name(*map(int, at.split(",")))
