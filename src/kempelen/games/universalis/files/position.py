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

What is left out is what it is at the beginning; a model without `at` is not on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeVar

from kempelen.engine.files.position import STRICT, EndingFile, shaped
from kempelen.games.universalis.files.rosters import bad
from kempelen.games.universalis.files.scenarios import (
    NAMES,
    Scenario,
    board_of,
    models_of,
    rosters_of,
    scenario,
    scenario_from,
)
from kempelen.games.universalis.rules.combat.damage import most_tp
from kempelen.games.universalis.rules.combat.melee_actions import can_be_ready
from kempelen.games.universalis.rules.missions import OBJECTS, objects_of
from kempelen.games.universalis.rules.missions import missions as known_missions
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.profile import profile_of
from kempelen.games.universalis.rules.state import (
    ON_TABLE,
    Ending,
    Model,
    Object,
    State,
    snap,
)

__all__ = ["from_position", "to_position"]

STATES = ("out", "prone", "critical", "panic", "hidden", "defence", "fast", "acted", "ran_up", "first_done")
PLACES = ("reserve", "table", "gone", "exited")
PHASES = ("missions", "zones", "deploy", "round", "pick", "act", "over")
DUTIES = ("untested", "free", "bound", "fought", "spent")
N = TypeVar("N", int, float)
MOST = 99
"""No counter goes so far."""
REASONS = ("mission", "both_missions", "surrender", "wiped_out", "rounds")


@dataclass(slots=True)
class ModelFile:
    __pydantic_config__: ClassVar = STRICT
    label: str
    at: list[float] | None = None
    place: str = ""
    facing: int = 0
    tp: list[int] | None = None
    ap: int = 0
    states: list[str] = field(default_factory=list)
    burning: str = ""
    burn_strength: int = 0
    poison: list[str] = field(default_factory=list)
    shocks: int = 0
    ready: str = ""
    uses: dict[str, int] = field(default_factory=dict)
    reloading: list[str] = field(default_factory=list)
    item_uses: dict[str, int] = field(default_factory=dict)
    items_on: list[str] = field(default_factory=list)
    trait_uses: dict[str, int] = field(default_factory=dict)
    moved: float = 0
    full_moves: int = 0
    legs: int = 0
    lucky: int = 0
    lasting: list[str] = field(default_factory=list)
    drone_ap: int = 0


@dataclass(slots=True)
class ObjectFile:
    __pydantic_config__: ClassVar = STRICT
    kind: str
    at: list[float]
    carrier: str = ""


@dataclass(slots=True)
class PositionFile:
    __pydantic_config__: ClassVar = STRICT
    game: str
    models: list[ModelFile] = field(default_factory=list)
    scenario: str = ""
    table: str = ""
    rosters: list[str] | None = None
    terrain: dict[str, Any] | None = None
    groups: list[dict[str, Any]] = field(default_factory=list)
    choice: list[str] = field(default_factory=list)
    max_rounds: int = 0
    phase: str = "pick"
    round: int = 1
    missions: list[str] = field(default_factory=list)
    turned: list[int] = field(default_factory=lambda: [0, 180])
    first: int = 1
    scores: list[int] = field(default_factory=lambda: [0, 0])
    objects: list[ObjectFile] | None = None
    doors: list[int] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    threats: list[str] = field(default_factory=list)
    duty: str = "untested"
    hold: list[bool] = field(default_factory=lambda: [False, False])
    cap: int = 0
    ending: EndingFile | None = None


# -- reading


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The table a position describes; raises BadPosition naming the field."""
    p = shaped(PositionFile, position)
    if p.game != "universalis":
        raise bad("game", "game", value=p.game)
    which = _scenario(p)
    rules = profile_of(options)
    groups = rosters_of(which)
    s = State(rules, options, which, board_of(which), models_of(rules, groups))
    _among(p.phase, PHASES, "phase")
    if not 0 <= p.round <= 999:
        raise bad("range", "round", value=p.round, least=0, most=999)
    s.phase, s.round = p.phase, p.round
    s.missions = _pair([*p.missions] or [which.missions[0], which.missions[-1]], "missions")
    for n, mission in enumerate(s.missions):
        if mission or p.phase != "missions":
            _among(mission, tuple(known_missions()), "missions", n)
    s.turned = _pair(p.turned, "turned")
    for n, turn in enumerate(s.turned):
        if turn not in (0, 90, 180, 270):
            raise bad("among", "turned", n, value=str(turn), known=("0", "90", "180", "270"))
    s.first = _side(p.first, "first")
    s.scores, s.hold = _pair(p.scores, "scores"), _pair(p.hold, "hold")
    s.doors = sum(1 << _door(s, door, n) for n, door in enumerate(p.doors))
    things = {**groups[0].gear.weapons, **groups[1].gear.weapons}
    things |= {weapon.id: weapon for m in s.models for weapon in m.weapons}
    things |= {power.id: power.weapon for group in groups for power in group.gear.powers.values()}
    labels = {m.label: m for m in s.models}
    for n, entry in enumerate(p.models):
        if entry.label not in labels:
            raise bad("among", "models", n, "label", value=entry.label, known=tuple(labels))
        if any(entry.label == other.label for other in p.models[:n]):
            raise bad("model_twice", "models", n, "label", label=entry.label)
        _model(s, labels[entry.label], entry, n, things)
    _check_places(s, {entry.label: n for n, entry in enumerate(p.models)})
    if p.objects is not None:
        s.objects = [_object(entry, n, labels) for n, entry in enumerate(p.objects)]
    elif all(s.missions):
        s.objects = objects_of(s)
    s.active = [_index(label, labels, "active", n) for n, label in enumerate(p.active)]
    s.waiting = [_index(label, labels, "waiting", n) for n, label in enumerate(p.waiting)]
    s.threats = [_index(label, labels, "threats", n) for n, label in enumerate(p.threats)]
    if s.phase == "act" and not s.active:
        raise bad("nobody_active", "active")
    s.duty = _among(p.duty, DUTIES, "duty")
    if not 0 <= p.cap <= 999:
        raise bad("range", "cap", value=p.cap, least=0, most=999)
    s.cap = p.cap
    if p.ending is not None:
        _among(p.ending.reason, REASONS, "ending", "reason")
        winners = tuple(_side(side, "ending", "winners", n) for n, side in enumerate(p.ending.winners))
        s.ending = Ending(p.ending.reason, winners)
    if (s.phase == "over") != (s.ending is not None):
        raise bad("ending", "ending")
    return s


def _scenario(p: PositionFile) -> Scenario:
    """A shipped scenario, or one made of the position's own parts."""
    own = bool(p.table or p.rosters or p.terrain is not None or p.groups)
    if p.scenario and p.scenario not in NAMES and not own:
        raise bad("among", "scenario", value=p.scenario, known=NAMES)
    if p.scenario in NAMES:
        return scenario(p.scenario)
    if not own:
        raise bad("no_scenario", "scenario", known=NAMES)
    chosen = list(dict.fromkeys(p.choice or [mission for mission in p.missions if mission] or ["eliminate"]))
    made = scenario_from(
        p.scenario or "own",
        {
            "table": p.table or "own",
            "rosters": p.rosters or [],
            "missions": chosen,
            "terrain": p.terrain,
            "groups": p.groups,
            "max_rounds": p.max_rounds,
        },
    )
    return replace(made, table=p.table or ("own" if p.terrain is not None else "empty"))


def _pair(values: Sequence[Any], *path: int | str) -> list[Any]:
    if len(values) != 2:
        raise bad("pair", *path, n=len(values))
    return list(values)


def _among(value: str, known: Sequence[str], *path: int | str) -> int:
    if value not in known:
        raise bad("among", *path, value=value, known=tuple(known))
    return known.index(value)


def _side(number: int, *path: int | str) -> int:
    if number not in (1, 2):
        raise bad("range", *path, value=number, least=1, most=2)
    return number - 1


def _door(s: State, number: int, n: int) -> int:
    if not 1 <= number <= s.board.doors:
        raise bad("range", "doors", n, value=number, least=1, most=s.board.doors)
    return number - 1


def _index(label: str, labels: Mapping[str, Model], *path: int | str) -> int:
    if label not in labels:
        raise bad("among", *path, value=label, known=tuple(labels))
    return labels[label].index


def _is_place(at: Sequence[float], *lengths: int) -> bool:
    """So many numbers of centimetres; a TOML file can also say nan and inf."""
    return len(at) in lengths and all(abs(value) <= 999 for value in at)


def _object(entry: ObjectFile, n: int, labels: Mapping[str, Model]) -> Object:
    if entry.kind not in OBJECTS:
        raise bad("among", "objects", n, "kind", value=entry.kind, known=OBJECTS)
    if not _is_place(entry.at, 2):
        raise bad("place", "objects", n, "at", at=str(entry.at))
    carrier = _index(entry.carrier, labels, "objects", n, "carrier") if entry.carrier else -1
    return Object(entry.kind, snap(entry.at[0]), snap(entry.at[1]), carrier)


def _model(s: State, m: Model, entry: ModelFile, n: int, things: Mapping[str, Weapon]) -> None:
    """One model as the file describes it."""
    path = ("models", n)
    if entry.at is not None:
        if not _is_place(entry.at, 2, 3):
            raise bad("place", *path, "at", at=str(entry.at))
        m.x, m.y, m.z = (snap(float(value)) for value in (*entry.at, 0.0)[:3])
        m.place = ON_TABLE
    if entry.place:
        m.place = _among(entry.place, PLACES, *path, "place")
    m.facing = entry.facing % 360
    if entry.tp is not None:
        _tp(s, m, entry.tp, *path, "tp")
    if not 0 <= entry.ap <= s.rules.most_ap:
        raise bad("range", *path, "ap", value=entry.ap, least=0, most=s.rules.most_ap)
    m.ap = entry.ap
    for k, name in enumerate(entry.states):
        _among(name, STATES, *path, "states", k)
        setattr(m, name, True)
    weapons = {weapon.id: weapon for weapon in (*things.values(), *m.weapons)}
    if entry.burning:
        _among(entry.burning, tuple(weapons), *path, "burning")
        m.burning, m.burn_strength = weapons[entry.burning], entry.burn_strength
    m.poison = [_weapon(weapons, name, *path, "poison", k) for k, name in enumerate(entry.poison)]
    m.shocks = _count(entry.shocks, MOST, *path, "shocks")
    own = [weapon.id for weapon in m.weapons]
    if entry.ready:
        m.ready = _among(entry.ready, own, *path, "ready")
        if not can_be_ready(s.rules, m.weapons[m.ready]):
            raise bad("ready", *path, "ready", name=m.name, value=entry.ready)
    m.reloading = sum(1 << _among(name, own, *path, "reloading", k) for k, name in enumerate(entry.reloading))
    for name, left in entry.uses.items():
        k = _among(name, own, *path, "uses", name)
        m.uses[k] = _count(left, m.weapons[k].uses, *path, "uses", name)
    items = [item.id for item in m.card.items]
    for name, left in entry.item_uses.items():
        k = _among(name, items, *path, "item_uses", name)
        m.item_uses[k] = _count(left, m.card.items[k].uses, *path, "item_uses", name)
    m.items_on = sum(1 << _among(name, items, *path, "items_on", k) for k, name in enumerate(entry.items_on))
    traits = [trait.id for trait in m.card.traits]
    for name, left in entry.trait_uses.items():
        k = _among(name, traits, *path, "trait_uses", name)
        m.trait_uses[k] = _count(left, m.card.traits[k].uses, *path, "trait_uses", name)
    powers = [power.id for power in m.card.powers]
    m.lasting = sum(1 << _among(name, powers, *path, "lasting", k) for k, name in enumerate(entry.lasting))
    m.moved = float(_count(entry.moved, MOST, *path, "moved"))
    for what, most in (("full_moves", MOST), ("legs", 3), ("lucky", 3), ("drone_ap", MOST)):
        setattr(m, what, _count(getattr(entry, what), most, *path, what))


def _count(value: N, most: int, *path: int | str) -> N:
    if not 0 <= value <= most:
        raise bad("range", *path, value=value, least=0, most=most)
    return value


def _weapon(weapons: Mapping[str, Weapon], name: str, *path: int | str) -> Weapon:
    _among(name, tuple(weapons), *path)
    return weapons[name]


def _tp(s: State, m: Model, tp: list[int], *path: int | str) -> None:
    if len(tp) != len(m.tp):
        raise bad("zones", *path, n=len(m.tp), given=len(tp), name=m.name)
    for zone, left in enumerate(tp):
        most = most_tp(s, m, zone)
        if not 0 <= left <= most:
            raise bad("range", *path, zone, value=left, least=0, most=most)
    m.tp = list(tp)


def _check_places(s: State, numbers: Mapping[str, int]) -> None:
    """Everybody stands on the table, nobody in a wall or on somebody else's base."""
    for m in s.models:
        if m.place != ON_TABLE or m.out:
            continue
        problem = stand_problem(s, m, m.x, m.y, m.z)
        if problem is not None:
            raise bad("stands", "models", numbers.get(m.label, m.index), "at", who=m.name, problem=problem)


# -- writing


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
