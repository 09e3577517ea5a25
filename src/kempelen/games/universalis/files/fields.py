"""What may stand in the file of a position of Universalis: each part is checked and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kempelen.engine.files.position import EndingFile
from kempelen.games.universalis.files.checks import among, bad, in_range
from kempelen.games.universalis.files.scenarios import NAMES, Scenario, scenario, scenario_from
from kempelen.games.universalis.rules.combat.damage import most_tp
from kempelen.games.universalis.rules.combat.melee_actions import can_be_ready
from kempelen.games.universalis.rules.missions import OBJECTS
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.state import ON_TABLE, Ending, Model, Object, State, snap
from kempelen.text.say import Text

__all__ = [
    "DUTIES",
    "PHASES",
    "PLACES",
    "STATES",
    "ObjectFile",
    "PlacedFile",
    "PositionFile",
    "check_places",
    "read_door",
    "read_ending",
    "read_index",
    "read_model",
    "read_object",
    "read_pair",
    "read_scenario",
    "read_side",
]

STATES = ("out", "prone", "critical", "panic", "hidden", "defence", "fast", "acted", "ran_up", "first_done")
PLACES = ("reserve", "table", "gone", "exited")
PHASES = ("missions", "zones", "deploy", "round", "pick", "act", "over")
DUTIES = ("untested", "free", "bound", "fought", "spent")
REASONS = ("mission", "both_missions", "surrender", "wiped_out", "rounds")
MOST = 99
"""No counter goes so far."""


@dataclass(slots=True)
class PlacedFile:
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
    kind: str
    at: list[float]
    carrier: str = ""


@dataclass(slots=True)
class PositionFile:
    game: str
    models: list[PlacedFile] = field(default_factory=list)
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
    quitting: list[bool] = field(default_factory=lambda: [False, False])
    cap: int = 0
    ending: EndingFile | None = None


def read_scenario(p: PositionFile) -> Scenario:
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


def read_pair(values: Sequence[Any], *path: int | str) -> list[Any]:
    """One thing for each side."""
    if len(values) != 2:
        raise bad("pair", *path, n=len(values))
    return list(values)


def read_side(number: int, *path: int | str) -> int:
    """1 or 2, as people count."""
    return in_range(number, 1, 2, *path) - 1


def read_door(s: State, number: int, n: int) -> int:
    """A door of this table, counted from 1."""
    return in_range(number, 1, s.board.doors, "doors", n) - 1


def read_index(label: str, labels: Mapping[str, Model], *path: int | str) -> int:
    """The number of the model with this label."""
    if label not in labels:
        raise bad("among", *path, value=label, known=tuple(labels))
    return labels[label].index


def _is_place(at: Sequence[float], *lengths: int) -> bool:
    """So many numbers of centimetres; a TOML file can also say nan and inf."""
    return len(at) in lengths and all(abs(value) <= 999 for value in at)


def read_object(s: State, entry: ObjectFile, n: int, labels: Mapping[str, Model]) -> Object:
    """An object of a mission, lying or carried."""
    if entry.kind not in OBJECTS:
        raise bad("among", "objects", n, "kind", value=entry.kind, known=OBJECTS)
    if not _is_place(entry.at, 2):
        raise bad("place", "objects", n, "at", at=str(entry.at))
    carrier = read_index(entry.carrier, labels, "objects", n, "carrier") if entry.carrier else -1
    if carrier < 0 and (problem := _off_table(s, *entry.at)) is not None:
        raise bad("in_group", "objects", n, "at", problem=problem)
    return Object(entry.kind, snap(entry.at[0]), snap(entry.at[1]), carrier)


def read_model(s: State, m: Model, entry: PlacedFile, n: int, things: Mapping[str, Weapon]) -> None:
    """One model as the file describes it."""
    path = ("models", n)
    if entry.at is not None:
        if not _is_place(entry.at, 2, 3):
            raise bad("place", *path, "at", at=str(entry.at))
        m.x, m.y, m.z = (snap(float(value)) for value in (*entry.at, 0.0)[:3])
        m.place = ON_TABLE
    if entry.place:
        m.place = among(entry.place, PLACES, *path, "place")
    m.facing = entry.facing % 360
    if entry.tp is not None:
        _tp(s, m, entry.tp, *path, "tp")
    m.ap = in_range(entry.ap, 0, s.rules.most_ap, *path, "ap")
    for k, name in enumerate(entry.states):
        among(name, STATES, *path, "states", k)
        setattr(m, name, True)
    weapons = {weapon.id: weapon for weapon in (*things.values(), *m.weapons)}
    if entry.burning:
        among(entry.burning, tuple(weapons), *path, "burning")
        m.burning, m.burn_strength = weapons[entry.burning], entry.burn_strength
    m.poison = [_weapon(weapons, name, *path, "poison", k) for k, name in enumerate(entry.poison)]
    m.shocks = in_range(entry.shocks, 0, MOST, *path, "shocks")
    own = [weapon.id for weapon in m.weapons]
    if entry.ready:
        m.ready = among(entry.ready, own, *path, "ready")
        if not can_be_ready(s.rules, m.weapons[m.ready]):
            raise bad("ready", *path, "ready", name=m.name, value=entry.ready)
    m.reloading = sum(1 << among(name, own, *path, "reloading", k) for k, name in enumerate(entry.reloading))
    for name, left in entry.uses.items():
        k = among(name, own, *path, "uses", name)
        m.uses[k] = in_range(left, 0, m.weapons[k].uses, *path, "uses", name)
    items = [item.id for item in m.card.items]
    for name, left in entry.item_uses.items():
        k = among(name, items, *path, "item_uses", name)
        m.item_uses[k] = in_range(left, 0, m.card.items[k].uses, *path, "item_uses", name)
    m.items_on = sum(1 << among(name, items, *path, "items_on", k) for k, name in enumerate(entry.items_on))
    traits = [trait.id for trait in m.card.traits]
    for name, left in entry.trait_uses.items():
        k = among(name, traits, *path, "trait_uses", name)
        m.trait_uses[k] = in_range(left, 0, m.card.traits[k].uses, *path, "trait_uses", name)
    powers = [power.id for power in m.card.powers]
    m.lasting = sum(1 << among(name, powers, *path, "lasting", k) for k, name in enumerate(entry.lasting))
    m.moved = float(in_range(entry.moved, 0, MOST, *path, "moved"))
    for what, most in (("full_moves", MOST), ("legs", 3), ("lucky", 3), ("drone_ap", MOST)):
        setattr(m, what, in_range(getattr(entry, what), 0, most, *path, what))


def _weapon(weapons: Mapping[str, Weapon], name: str, *path: int | str) -> Weapon:
    among(name, tuple(weapons), *path)
    return weapons[name]


def _tp(s: State, m: Model, tp: list[int], *path: int | str) -> None:
    if len(tp) != len(m.tp):
        raise bad("zones", *path, n=len(m.tp), given=len(tp), name=m.name)
    for zone, left in enumerate(tp):
        in_range(left, 0, most_tp(s, m, zone), *path, zone)
    m.tp = list(tp)


def check_places(s: State, numbers: Mapping[str, int]) -> None:
    """Everybody stands on the table, nobody in a wall or on somebody else's base; who is out lies on the table."""
    for m in s.models:
        if m.place != ON_TABLE:
            continue
        problem = stand_problem(s, m, m.x, m.y, m.z) if not m.out else _off_table(s, m.x, m.y)
        if problem is not None:
            raise bad("stands", "models", numbers.get(m.label, m.index), "at", who=m.name, problem=problem)


def _off_table(s: State, x: float, y: float) -> Text | None:
    return None if 0 <= x <= s.board.size and 0 <= y <= s.board.size else Text("universalis.no.edge")


def read_ending(p: PositionFile) -> Ending | None:
    """How the game ended, if it is over."""
    if (p.phase == "over") != (p.ending is not None):
        raise bad("ending", "ending")
    if p.ending is None:
        return None
    among(p.ending.reason, REASONS, "ending", "reason")
    return Ending(
        p.ending.reason, tuple(read_side(side, "ending", "winners", n) for n, side in enumerate(p.ending.winners))
    )
