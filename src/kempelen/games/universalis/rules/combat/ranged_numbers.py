"""Ranged combat: the target number with all its modifiers, dodging, the FK roll, scatter (R219 to R262)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, floor, radians, sin

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.choices import KEEP, REROLL
from kempelen.games.universalis.rules.combat.melee_numbers import critical_sides
from kempelen.games.universalis.rules.events import Dodged, NotRolled
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import ko, reckon
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.models.printed import ap_cost, range_of
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Reckoning, Test, attribute_roll, compare, reroll, throw
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import MEDIUM
from kempelen.geometry import overlap
from kempelen.text.say import Text

__all__ = [
    "AIMED",
    "NORMAL",
    "REACTION",
    "SNAP",
    "Shot",
    "burst_bonus",
    "dodge",
    "dodge_reckonings",
    "fk_reckoning",
    "fk_roll",
    "indirect_ceiling",
    "max_range",
    "range_malus",
    "scatter_distance",
    "scatter_point",
    "shield_faces",
    "shot_cost",
    "template_overlap",
]

NORMAL, AIMED, SNAP, REACTION = "normal", "aimed", "snap", "reaction"


@dataclass(slots=True)
class Shot:
    """The circumstances of one FK roll."""

    mode: str = NORMAL
    distance: float = 0.0
    band: float = 0.0
    bands: int = 0
    size: int | None = MEDIUM
    """The size the target counts as; None for a point on the table (G44)."""
    cover: int = 0
    unwieldy: bool = False
    fast: bool = False
    indirect: bool = False
    spotted: bool = False
    """A friend sees the point of an indirect shot (R249)."""
    shots: int = 1
    """Shots of a burst on this target (R255)."""
    switches: int = 0
    """Changes of target before it (R254)."""
    border: bool = False
    """The target moves into or out of the perception range (R232)."""
    dodged: bool = False


# -- cost and range


def shot_cost(rules: RulesProfile, type: int, weapon: Weapon, mode: str) -> int:
    """Normal WK+1, aimed WK+2, snap WK, reaction fire WK without a colossus' rebate (R220, R225 to R227, G49, G67)."""
    if mode == REACTION:
        return weapon.wk
    extra = {NORMAL: rules.shot_ap, AIMED: rules.aimed_ap, SNAP: rules.snap_ap}[mode]
    return ap_cost(rules, type, weapon.wk, extra)


def range_malus(rules: RulesProfile, band: float, bands: int, distance: float, aimed: bool = False) -> tuple[int, bool]:
    """-1 per band used up, exactly on a border still the nearer one (R238, G21); and whether it is in range (R239).

    An aimed shot doubles the bands (R225).
    """
    if not band:
        return 0, True
    most = max_range(rules, band, bands, aimed)
    if aimed:
        band *= rules.aimed_band_factor
    used = ceil(distance / band - 1e-9) - 1 if rules.band_border_is_nearer else floor(distance / band + 1e-9)
    return rules.band_malus * max(0, used), distance <= most


def max_range(rules: RulesProfile, band: float, bands: int, aimed: bool = False) -> float:
    """X times Y (R239), with a hair's breadth to spare; twice that for an aimed shot (R225)."""
    return band * bands * (rules.aimed_band_factor if aimed else 1) + 1e-9


def weapon_range(s: State, m: Model, weapon: Weapon) -> tuple[float, int]:
    """Band and bands in this model's hands (R205, R207)."""
    return range_of(s.rules, weapon, ko(s, m))


def indirect_ceiling(rules: RulesProfile, band: float, bands: int) -> float:
    """Higher terrain in between swallows an indirect shot: half the maximum range (R248, G44)."""
    return band * bands / rules.indirect_ceiling_divisor


def burst_bonus(rules: RulesProfile, shots: int) -> int:
    """On the FK roll and on the wound roll, for each shot on a target after the first (R255)."""
    return rules.burst_shot_bonus * (shots - 1)


# -- the target number


def fk_reckoning(s: State, shooter: Model, shot: Shot) -> Reckoning:
    """FK with all modifiers (R057, R238 to R245); only the weapon itself can be too unwieldy (G28)."""
    rules = s.rules
    value = reckon(s, shooter, "FK")
    value.add("R313", rules.critical_side_malus * critical_sides(s, shooter))
    if shot.mode == AIMED:
        value.add("R225", rules.aimed_bonus)
        if shooter.card.levels.get("eagle_eye"):
            value.add("eagle_eye", 1)
    elif shot.mode == SNAP:
        value.add("R226", rules.snap_malus)
    elif shot.mode == REACTION:
        value.add("R231", rules.reaction_fire_malus)
        if shot.border:
            value.add("R232", rules.border_malus)
    value.add("R238", range_malus(rules, shot.band, shot.bands, shot.distance, shot.mode == AIMED)[0])
    if shot.size is not None:
        value.add("R241", rules.size_modifier[shot.size])
        if shot.unwieldy and shot.size <= rules.unwieldy_shot_size:
            value.add("R243", rules.unwieldy_shot_malus)
    if shooter.prone:
        value.add("R244", rules.prone_shooter_bonus)
    if shot.fast:
        value.add("R245", rules.fast_target_malus)
    if shot.indirect:
        # No cover malus (R250).
        value.add("R249", rules.spotted_malus if shot.spotted else rules.indirect_malus)
    elif shot.cover:
        value.add("R242", rules.cover_malus[shot.cover])
    value.add("R254", rules.burst_switch_malus * shot.switches)
    value.add("R255", burst_bonus(rules, shot.shots))
    if shot.dodged:
        value.add("R112", rules.dodge_malus)
    return value


def fk_roll(s: State, table: Table, shooter: Model, shot: Shot, area: bool = False, whom: str = "") -> Test:
    """The FK roll (R219), with the re-rolls of a proven marksman (trait).

    An area weapon whose target number is 0 or less misses, but a die is rolled to see by how much (G46).
    """
    needed = fk_reckoning(s, shooter, shot)
    if area and needed.total <= 0:
        table.tell(NotRolled, shooter.name, "fk", needed.what, needed.base, tuple(needed.mods))
        return Test(False, needed.total, throw(s, table, shooter.name, "fk"))
    what_for = Text("universalis.roll_for.shot", whom=whom) if whom else None
    test = attribute_roll(s, table, shooter, needed, "fk", what_for, whom)
    for _ in range(shooter.card.levels.get("proven_marksman", 0)):
        if test.success or test.die is None:
            break
        prompt = Text("universalis.prompt.reroll_fk", die=test.die, target=test.target)
        if table.choose(shooter.seat, prompt, (REROLL, KEEP)) is KEEP:
            break
        test = reroll(s, table, shooter, test, "fk_2", "proven_marksman")
    return test


def dodge_reckonings(s: State, shooter: Model, target: Model) -> tuple[Reckoning, Reckoning]:
    """What both add to their dice when somebody dodges (R112)."""
    quick = reckon(s, target, "AGI", comparing=True)
    if target.card.levels.get("seventh_sense"):
        quick.add("seventh_sense", 2)
    return reckon(s, shooter, "AGI", comparing=True), quick


def dodge(s: State, table: Table, shooter: Model, target: Model) -> bool:
    """The target pays and must win an AGI comparison; a tie changes nothing (R111, R112, G22)."""
    pay(s, target, s.rules.dodge_ap)
    slow, quick = dodge_reckonings(s, shooter, target)
    totals = compare(s, table, (shooter, slow, "dodge_shooter"), (target, quick, "dodge_target"))
    table.tell(Dodged, target.name, totals[1] > totals[0])
    return totals[1] > totals[0]


# -- where it lands


def scatter_distance(rules: RulesProfile, roll: int, target: int, distance: float) -> int:
    """3 cm for every point missed, at most half the distance fired, rounded down (R257, R258)."""
    if roll <= target:
        return 0
    return min((roll - target) * rules.scatter_per_point, floor(distance / rules.scatter_divisor))


def scatter_point(x: float, y: float, degrees: int, distance: float) -> tuple[float, float]:
    """The point so far away in a direction."""
    return x + distance * cos(radians(degrees)), y + distance * sin(radians(degrees))


def template_overlap(radius: float, base: float, centre_distance: float, hidden: bool = False) -> str:
    """How a template covers a base: `full`, `partial` or `none` (R256, R260, R261); camouflage protects (R292)."""
    return "none" if hidden else overlap(centre_distance, radius, base)


def shield_faces(facing: float, bearing: float) -> bool:
    """The shooter is in the front 180 degrees (R218, G47)."""
    return abs((bearing - facing + 180) % 360 - 180) <= 90 + 1e-9
