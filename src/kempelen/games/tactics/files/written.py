"""A table written down: as a position, or as a scenario to change. What the fields mean is in `position_file`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.games.tactics.files.maps import map_for
from kempelen.games.tactics.rules.cards import Card, book
from kempelen.games.tactics.rules.setup import ground_of
from kempelen.games.tactics.rules.state import Mat, State, Unit
from kempelen.games.tactics.rules.topology import tiles_in

__all__ = ["to_position", "to_scenario"]


def to_position(s: State) -> dict[str, Any]:
    """Everything, without what follows from the variant."""
    rule, spots = s.rule, s.board.spots
    data = map_for(rule.map, s.players)
    position: dict[str, Any] = {"game": "tactics", "variant": rule.map, "round": s.round, "phase": s.phase}
    position["active"] = s.active + 1
    if data is None or ground_of(data).board is not s.board:
        position |= {"map": list(rule.rows), "symbols": dict(rule.symbols), "topology": s.board.topology.name}
    for name, value in (("mode", rule.mode or "none"), ("income", rule.income), ("hand", rule.hand), ("cap", rule.cap)):
        if data is None or data[name] != value:
            position[name] = value
    position |= {
        "marks": s.marks,
        "neutral": [spots[tile].notation for tile in tiles_in(s.neutral)],
        "empty_turns": s.empty_turns,
        "acting": s.acting.id if s.acting else "",
        "place": s.place,
        "stock": dict(s.stock),
    }
    if own := {name: _card_data(s.book[name]) for name in s.book if name not in book()}:
        position["cards"] = own
    if s.has_opponent:
        position["opponent"] = _mat_data(s.opponent)
    position["players"] = [_mat_data(mat) for mat in s.mats[: s.players]]
    position["units"] = [_unit_data(s, unit) for unit in s.units]
    if s.ending is not None:
        position["ending"] = {"reason": s.ending.reason, "winners": [seat + 1 for seat in s.ending.winners]}
    return position


def to_scenario(s: State) -> dict[str, Any]:
    """A table before the first turn as a file to change: with its map, without what is not there yet."""
    rule, whole = s.rule, to_position(s)
    return {
        "game": "tactics",
        "variant": rule.map,
        "mode": rule.mode or "none",
        "income": rule.income,
        "hand": rule.hand,
        "cap": rule.cap,
        "map": "".join(f"{row}\n" for row in rule.rows),
        "stock": whole["stock"],
        **({"opponent": _pile(whole["opponent"])} if s.has_opponent else {}),
        "players": [_pile(mat) for mat in whole["players"]],
        "units": [
            {field: unit[field] for field in unit if field not in ("tapped", "health")} for unit in whole["units"]
        ],
    }


def _pile(mat: Mapping[str, Any]) -> dict[str, Any]:
    return {"pool": mat["pool"], "deck": mat["deck"]}


def _mat_data(mat: Mat) -> dict[str, Any]:
    data: dict[str, Any] = {"pool": mat.pool, "deck": mat.deck.bag[:]}
    if mat.deck.top:
        data["top"] = mat.deck.top[::-1]
    if mat.deck.away:
        data["away"] = mat.deck.away
    return {**data, "discard": mat.discard[:], "hand": mat.hand[:]}


def _unit_data(s: State, unit: Unit) -> dict[str, Any]:
    kind = s.book[unit.name.kind].unit
    assert kind is not None
    data: dict[str, Any] = {"card": unit.name.kind, "at": s.board.spots[unit.tile].notation}
    if unit.owner < s.players:
        data["player"] = unit.owner + 1
    data |= {"name": unit.name.id, "health": unit.health}
    if unit.profile.boss or unit.profile.health != kind.health:
        data["max"] = unit.profile.health
    if unit.ai != kind.ai:
        data["ai"] = unit.ai.notation if unit.ai else "none"
    data["tapped"] = unit.tapped
    if unit.due:
        data["due"] = True
    if unit.moves or unit.attacks or unit.unspent:
        data |= {"moves": unit.moves, "attacks": unit.attacks, "unspent": unit.unspent}
    return data


def _card_data(card: Card) -> dict[str, Any]:
    data: dict[str, Any] = {} if card.cost is None else {"cost": card.cost}
    data["price"] = card.price
    if card.effect is not None:
        return {**data, "effect": card.effect.kind, "amount": card.effect.amount}
    unit = card.unit
    assert unit is not None
    stats = ("upkeep", "health", "attack", "range", "move", "boss", "moves", "attacks")
    data |= {stat: getattr(unit, stat) for stat in stats}
    data |= {"ai": unit.ai.notation if unit.ai else "none", "tags": list(unit.tags)}
    if unit.full is not None:
        data["full"] = {"effect": unit.full.kind, "amount": unit.full.amount, "tile": unit.full.tile}
    return data
