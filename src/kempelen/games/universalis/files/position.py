"""A table of Universalis as a position: what is written in a file, and back.

    game = "universalis"
    scenario = "border_post"          # its table, groups and missions; any of them may be given instead:
    table = "meadow"                  #   or [terrain] with pieces, see `tables`
    rosters = ["border_watch", "scrappers"]   # or [[groups]], see `rosters`
    missions = ["mast", "core"]       # of both sides
    phase = "pick"                    # missions, zones, deploy, round, pick, act, over
    round = 2

    [[models]]
    label = "A1"
    at = [34.5, 20]                   # and perhaps the level
    tp = [4]
    ap = 3
    states = ["prone", "critical"]

What is left out is what it is at the beginning; a model without `at` is not on the table. fields.py checks each part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.files.position import shaped
from kempelen.games.universalis.files.checks import among, bad, in_range
from kempelen.games.universalis.files.fields import (
    DUTIES,
    PHASES,
    PLACES,
    STATES,
    PositionFile,
    check_places,
    read_door,
    read_ending,
    read_index,
    read_model,
    read_object,
    read_pair,
    read_scenario,
    read_side,
)
from kempelen.games.universalis.files.scenarios import NAMES, board_of, models_of, rosters_of, scenario_begun
from kempelen.games.universalis.rules.missions import missions as known_missions
from kempelen.games.universalis.rules.missions import objects_of
from kempelen.games.universalis.rules.profile import profile_of
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State

__all__ = ["from_position", "to_position"]


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The table a position describes; raises BadPosition naming the field."""
    p = shaped(PositionFile, position)
    if p.game != "universalis":
        raise bad("game", "game", value=p.game)
    which = read_scenario(p)
    rules = profile_of(options)
    groups = rosters_of(which)
    s = State(rules, options, which, board_of(which), models_of(rules, groups))
    among(p.phase, PHASES, "phase")
    s.phase, s.round = p.phase, in_range(p.round, 0, 999, "round")
    s.missions = read_pair([*p.missions] or [which.missions[0], which.missions[-1]], "missions")
    for n, mission in enumerate(s.missions):
        if mission or p.phase != "missions":
            among(mission, tuple(known_missions()), "missions", n)
    s.turned = read_pair(p.turned, "turned")
    for n, turn in enumerate(s.turned):
        if turn not in (0, 90, 180, 270):
            raise bad("among", "turned", n, value=str(turn), known=("0", "90", "180", "270"))
    s.first = read_side(p.first, "first")
    s.scores = [in_range(score, -9999, 9999, "scores", n) for n, score in enumerate(read_pair(p.scores, "scores"))]
    s.hold = read_pair(p.hold, "hold")
    s.quitting = read_pair(p.quitting, "quitting")
    s.doors = sum(1 << read_door(s, door, n) for n, door in enumerate(p.doors))
    things = {**groups[0].gear.weapons, **groups[1].gear.weapons}
    things |= {weapon.id: weapon for m in s.models for weapon in m.weapons}
    things |= {power.id: power.weapon for group in groups for power in group.gear.powers.values()}
    labels = {m.label: m for m in s.models}
    for n, entry in enumerate(p.models):
        if entry.label not in labels:
            raise bad("among", "models", n, "label", value=entry.label, known=tuple(labels))
        if any(entry.label == other.label for other in p.models[:n]):
            raise bad("model_twice", "models", n, "label", label=entry.label)
        read_model(s, labels[entry.label], entry, n, things)
    check_places(s, {entry.label: n for n, entry in enumerate(p.models)})
    if p.objects is not None:
        s.objects = [read_object(s, entry, n, labels) for n, entry in enumerate(p.objects)]
    elif all(s.missions):
        s.objects = objects_of(s)
    s.active = [read_index(label, labels, "active", n) for n, label in enumerate(p.active)]
    s.waiting = [read_index(label, labels, "waiting", n) for n, label in enumerate(p.waiting)]
    s.threats = [read_index(label, labels, "threats", n) for n, label in enumerate(p.threats)]
    if s.phase == "act" and not s.active:
        raise bad("nobody_active", "active")
    s.duty = among(p.duty, DUTIES, "duty")
    s.cap = in_range(p.cap, 0, 999, "cap")
    s.ending = read_ending(p)
    return s


def with_former_first(position: Mapping[str, Any]) -> dict[str, Any]:
    """From format 1: the first skirmish was fought by other models then, so it names them itself."""
    if position.get("scenario") != "first":
        return dict(position)
    rosters = ["first_watch", "first_scrappers"]
    return {
        **position,
        "scenario": "first_3",
        "table": "meadow",
        "rosters": rosters,
        "choice": ["dash"],
        "max_rounds": 3,
    }


def with_first_of_rules_4(position: Mapping[str, Any]) -> dict[str, Any]:
    """From format 2: the enemies of the first skirmish had fewer hit points then, so it names its models itself."""
    return _begun_under(position, "4") if position.get("scenario") == "first" else dict(position)


def with_small_ones_of_rules_6(position: Mapping[str, Any]) -> dict[str, Any]:
    """From format 3: in both small scenarios others shot with other weapons then."""
    return _begun_under(position, "6") if position.get("scenario") in ("first", "lost_core") else dict(position)


def _begun_under(position: Mapping[str, Any], rules: str) -> dict[str, Any]:
    """It names table and models itself."""
    then = scenario_begun(str(position["scenario"]), rules)
    return {
        **position,
        "scenario": then.name,
        "table": then.table,
        "groups": [dict(group) for group in then.groups],
        "choice": list(then.missions),
        "max_rounds": then.max_rounds,
    }


def to_position(s: State) -> dict[str, Any]:
    """The position as plain data."""
    labels = [m.label for m in s.models]
    which = s.scenario
    data: dict[str, Any] = {"game": "universalis", "scenario": which.name}
    if which.name not in NAMES:
        data |= {"table": which.table, "rosters": list(which.rosters), "choice": list(which.missions)}
        data |= {"max_rounds": which.max_rounds}
        if which.terrain is not None:
            data["terrain"] = dict(which.terrain)
        if which.groups:
            data["groups"] = [dict(group) for group in which.groups]
            del data["rosters"]
    data |= {
        "phase": s.phase,
        "round": s.round,
        "missions": list(s.missions),
        "turned": list(s.turned),
        "first": s.first + 1,
        "scores": list(s.scores),
        "doors": [n + 1 for n in range(s.board.doors) if s.doors >> n & 1],
        "active": [labels[n] for n in s.active],
        "waiting": [labels[n] for n in s.waiting],
        "threats": [labels[n] for n in s.threats],
        "duty": DUTIES[s.duty],
        "hold": list(s.hold),
    }
    if any(s.quitting):
        data["quitting"] = list(s.quitting)
    if s.cap:
        data["cap"] = s.cap
    if s.ending is not None:
        data["ending"] = {"reason": s.ending.reason, "winners": [seat + 1 for seat in s.ending.winners]}
    data["objects"] = [
        {"kind": thing.kind, "at": [thing.x, thing.y]}
        | ({"carrier": labels[thing.carrier]} if thing.carrier >= 0 else {})
        for thing in s.objects
    ]
    data["models"] = [_written(m) for m in s.models]
    return data


def _written(m: Model) -> dict[str, Any]:
    own = [weapon.id for weapon in m.weapons]
    full: dict[str, Any] = {
        "place": "" if m.place == ON_TABLE else PLACES[m.place],
        "facing": m.facing,
        "tp": list(m.tp),
        "ap": m.ap,
        "states": [name for name in STATES if getattr(m, name)],
        "burning": m.burning.id if m.burning is not None else "",
        "burn_strength": m.burn_strength if m.burning is not None else 0,
        "poison": [weapon.id for weapon in m.poison],
        "shocks": m.shocks,
        "ready": own[m.ready] if m.ready >= 0 else "",
        "uses": {weapon.id: left for weapon, left in zip(m.weapons, m.uses, strict=True) if weapon.uses},
        "reloading": [id for n, id in enumerate(own) if m.reloading >> n & 1],
        "item_uses": {item.id: left for item, left in zip(m.card.items, m.item_uses, strict=True) if item.uses},
        "items_on": [item.id for n, item in enumerate(m.card.items) if m.items_on >> n & 1],
        "trait_uses": {trait.id: left for trait, left in zip(m.card.traits, m.trait_uses, strict=True) if trait.uses},
        "moved": m.moved,
        "full_moves": m.full_moves,
        "legs": m.legs,
        "lucky": m.lucky,
        "lasting": [power.id for n, power in enumerate(m.card.powers) if m.lasting >> n & 1],
        "drone_ap": m.drone_ap,
    }
    start: dict[str, Any] = {"label": m.label}
    if m.place == ON_TABLE:
        start["at"] = [m.x, m.y, m.z] if m.z else [m.x, m.y]
    elif m.x or m.y:
        start["at"] = [m.x, m.y, m.z]
    return start | {key: value for key, value in full.items() if value or key == "tp"}
