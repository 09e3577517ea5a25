"""A table drawn in a test: rows of characters, units by position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kempelen.engine.table import Event
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.rules.state import State, Unit

Units = Mapping[str, str | tuple[str, Mapping[str, Any]]]
"""`"tentacle 3,1"` or the same with more fields -> whose: "opponent", "1", ..."""


def position(
    rows: Sequence[str],
    units: Sequence[Mapping[str, Any]] = (),
    players: int | Sequence[Mapping[str, Any]] = 1,
    **more: Any,
) -> dict[str, Any]:
    mats = [{"pool": 0, "deck": []} for _ in range(players)] if isinstance(players, int) else list(players)
    found: dict[str, Any] = {
        "game": "tactics",
        "mode": "none",
        "map": list(rows),
        "players": mats,
        "units": list(units),
    }
    if more.get("mode") != "versus":
        found["opponent"] = {"pool": 0, "deck": []}
    return found | more


def a_table(rows: Sequence[str], units: Sequence[Mapping[str, Any]] = (), **more: Any) -> State:
    options = more.pop("options", {})
    return GAME.from_position(position(rows, units, **more), options)


def foe(card: str, at: str, **more: Any) -> dict[str, Any]:
    return {"card": card, "at": at, **more}


def ours(card: str, at: str, player: int = 1, **more: Any) -> dict[str, Any]:
    return {"card": card, "at": at, "player": player, **more}


def unit(state: State, id: str) -> Unit:
    return next(unit for unit in state.units if unit.name.id == id)


def at(state: State, id: str) -> str:
    return state.board.spots[unit(state, id).tile].notation


def told(state: State, do: Callable[[State, ScriptedTable], object], *script: str) -> list[Event]:
    """What happens, with these answers; all of them must be used."""
    table = ScriptedTable(GAME, state, *script)
    do(state, table)
    table.finish()
    return table.events


def steps(state: State, *script: str, until: Callable[[State], bool] | None = None) -> list[Event]:
    """Play on with these answers until they are used up (and `until` holds)."""
    table = ScriptedTable(GAME, state, *script)
    while state.ending is None and (table.script or (until is not None and not until(state))):
        GAME.step(state, table)
    table.finish()
    return table.events
