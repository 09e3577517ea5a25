"""How far a model gets, what climbing and jumping cost, what a fall does (R087 to R123, R133 to R136)."""

from __future__ import annotations

from collections.abc import Iterable

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.combat.wounds import Hit, Wound, resolve_hit
from kempelen.games.universalis.rules.events import Fell
from kempelen.games.universalis.rules.models.current import height, ko, reckon
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import attribute_roll, reroll
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER, HULL, STATIONARY, TRACKS, WHEELS

__all__ = [
    "MOVEMENT_ACTIONS",
    "climb_cost",
    "fall",
    "fall_class",
    "is_fast",
    "is_full_move",
    "jump_reach",
    "move_cost",
    "movement_test",
    "speed_in",
]

MOVEMENT_ACTIONS = frozenset(
    {
        "turn",  # R097
        "normal_move",  # R098
        "charge",  # R100
        "disengage",  # R102
        "lie_down",  # R104
        "stand_up",  # R105
        "jump",  # R106
        "interact",  # R109
        "reload",  # R110
    }
)
"""The rulebook's list of movement actions; reaction fire may answer any of them (R229, G57)."""


# -- how far


def speed_in(
    rules: RulesProfile, going: int, gk: int, passability: int, *, gained: int = 0, road: bool = False, skill: int = 0
) -> int:
    """GK for one movement action in such terrain (R133, R134); `gained` by a movement test (R135), `skill` by a trait.

    Stationary models never move (R095), hovering and flying ones ignore passability (R094, G33), wheels gain on roads
    (R093), legs are as they are (R090).
    """
    if going == STATIONARY:
        return 0
    if road and going == WHEELS:
        gk += rules.wheels_on_road
    slower = passability - gained - skill
    if slower > 0 and going not in (HOVER, FLIGHT):
        gk -= slower
    return max(0, gk)


def movement_test(s: State, table: Table, m: Model, *, passability: bool) -> bool:
    """A movement test is an AGI roll (R096). Tracks repeat it once for passability (R092), so do the surefooted."""
    rules = s.rules
    test = attribute_roll(s, table, m, reckon(s, m, "AGI"), "agi")
    again = m.card.levels.get("surefooted", 0)
    rule = "surefooted"
    if passability and m.card.going == TRACKS:
        again, rule = again + rules.track_rerolls, "R092"
    while again and not test.success and test.die is not None:
        test = reroll(s, table, m, test, "agi_2", rule)
        again -= 1
    return test.success


def move_cost(rules: RulesProfile, prone: bool, disengage: bool = False) -> int:
    """1 AP standing, 2 prone (R098); 1 more to leave a melee (R103)."""
    return rules.move_ap + (rules.prone_move_ap if prone else 0) + (rules.disengage_ap if disengage else 0)


def climb_cost(
    rules: RulesProfile,
    size: int,
    vertical: float,
    horizontal: float = 0.0,
    *,
    ladder: bool = False,
    any_height: bool = False,
) -> float | None:
    """Movement used to go up or down; None if it is too high.

    Up to twice the own height it counts double (R118, R119); on a ladder any height counts once (R117).
    """
    vertical = abs(vertical)
    if ladder:
        return horizontal + vertical
    if vertical > rules.climb_heights * rules.height[size] + 1e-9 and not any_height:
        return None
    return horizontal + rules.climb_factor * vertical


def jump_reach(rules: RulesProfile, gk: int, prone: bool, ran_up: bool) -> int:
    """GK from a standing start, twice that directly after a full move, nothing while prone (R106 to R108)."""
    return 0 if prone else gk * (rules.jump_run_factor if ran_up else 1)


def is_full_move(rules: RulesProfile, used: float, gk: float) -> bool:
    """G37: a move of at least GK, give or take a millimetre."""
    return gk > 0 and used >= gk - rules.full_move_slack - 1e-9


def is_fast(rules: RulesProfile, moves: Iterable[float]) -> bool:
    """More than 20 cm in one initiative phase (R120, G35, G61)."""
    return sum(moves) > rules.fast_distance + 1e-9


# -- falling


def fall_class(rules: RulesProfile, height: float, fall: float) -> tuple[str, int]:
    """Nothing up to the own height, a test up to twice that, otherwise a hit; and its damage (R113 to R115)."""
    if fall <= height + 1e-9:
        return "none", 0
    if fall <= rules.fall_test_heights * height + 1e-9:
        return "test", rules.fall_damage
    return "automatic", rules.long_fall_damage


def fall(s: State, table: Table, m: Model, drop: float) -> Wound | None:
    """A hit with the strength of one's own KO, against one's own armour (R113 to R116, G36)."""
    kind, damage = fall_class(s.rules, height(s, m), drop)
    table.tell(Fell, m.name, drop)
    if kind == "none" or (kind == "test" and movement_test(s, table, m, passability=False)):
        return None
    return resolve_hit(s, table, m, Hit(ko(s, m), damage), HULL)
