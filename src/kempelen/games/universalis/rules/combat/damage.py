"""Damage application and the states that follow: shock, critical, burning, poison, out (R170 to R187, R201 to R204)."""

from __future__ import annotations

from math import ceil

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.combat.panic import begin_panic, test_group
from kempelen.games.universalis.rules.events import (
    Became,
    Carried,
    Damaged,
    Feedback,
    LegsLost,
    Lost,
    Poisoned,
    Shocked,
    SideLost,
    ZoneHit,
)
from kempelen.games.universalis.rules.models.card import Armour, Weapon
from kempelen.games.universalis.rules.models.current import reckon
from kempelen.games.universalis.rules.models.printed import zone_tp
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Mod, attribute_roll, lucky, new_die, throw
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import COLOSSUS, HULL, MOVEMENT, REINFORCED, STRUCTURE, ZONES
from kempelen.text.say import Text

__all__ = [
    "apply_damage",
    "damage_chain",
    "drop_object",
    "go_out",
    "hit_zone",
    "is_critical",
    "legs_table",
    "lose_tp",
    "most_tp",
    "partial_damage",
    "poison_markers",
    "shock",
    "structure_damage",
]


# -- shock


def shock(s: State, table: Table, m: Model, count: int = 1) -> None:
    """Each shock costs 2 AP, or brings a marker if there are none left (R201, R202, G05)."""
    for _ in range(count):
        if m.card.levels.get("stable") and attribute_roll(s, table, m, reckon(s, m, "KO"), "ko").success:
            continue
        lost = min(m.ap, s.rules.shock_ap)
        if not m.ap or (lost < s.rules.shock_ap and s.rules.shock_marker_with_one_ap):
            m.shocks += 1
        m.ap -= lost
        table.tell(Shocked, m.name, lost)


# -- how much damage


def partial_damage(damage: int) -> int:
    """A template that covers a base only partly: half, rounded up (R261)."""
    return ceil(damage / 2)


def structure_damage(damage: int, weapon_effects: int, armour_effects: int) -> int:
    """Reinforced armour halves weapon damage, rounded down, unless the weapon damages structure (R161, R164)."""
    if armour_effects & REINFORCED and not weapon_effects & STRUCTURE:
        return damage // 2
    return damage


def damage_chain(
    m: Model, damage: int, armour: Armour | None, *, effects: int = 0, partial: bool = False, by_weapon: bool = True
) -> list[Mod]:
    """From the weapon's damage to the loss, step by step, in a fixed order (G16). The last entry is the loss.

    Weapon damage; half for a partial template, up; half for reinforced armour, down; traits; damage reduction (R170),
    never below 0 (G15).
    """
    steps: list[Mod] = [("R150", damage)]
    if partial:
        steps.append(("R261", partial_damage(damage)))
    if armour is not None and by_weapon:
        halved = structure_damage(steps[-1][1], effects, armour.effects)
        if halved != steps[-1][1]:
            steps.append(("R164", halved))
    if more := m.card.levels.get("bleeder", 0):
        steps.append(("bleeder", steps[-1][1] + more))
    if less := m.card.levels.get("tough", 0):
        steps.append(("tough", max(0, steps[-1][1] - less)))
    if armour is not None and armour.reduction:
        steps.append(("R170", max(0, steps[-1][1] - armour.reduction)))
    return steps


# -- losing TP


def most_tp(s: State, m: Model, zone: int = HULL) -> int:
    """The maximum of a zone (R311)."""
    return m.card.tp if zone == HULL else zone_tp(s.rules, m.card.tp)


def is_critical(rules: RulesProfile, tp: int, most: int) -> bool:
    """Fewer than half of the maximum TP (R174, G03)."""
    return tp <= most // 2 if rules.critical_at_half else 2 * tp < most


def hit_zone(s: State, table: Table, m: Model) -> int:
    """Which zone of a colossus is hit, seen or not (R235, R279, R309, R310); others have only one."""
    if m.card.type != COLOSSUS:
        return HULL
    die = throw(s, table, m.name, "zone")
    zone = zone_of(s.rules, die)
    table.tell(ZoneHit, m.name, ZONES[zone], die, s.rules.die)
    return zone


def zone_of(rules: RulesProfile, die: int) -> int:
    """R309."""
    return next(zone for zone, last in enumerate(rules.zone_faces) if die <= last)


def apply_damage(s: State, table: Table, m: Model, steps: list[Mod], zone: int = HULL) -> None:
    """The loss is subtracted (R171); at 0 the model is out (R172), else shocked (R173) and perhaps critical (R174).

    A hit on a destroyed zone of a colossus goes to the hull (G49); a side at 0 is lost (R316).
    """
    if zone != HULL and m.tp[zone] <= 0:
        zone = HULL
    lost = steps[-1][1]
    before = m.tp[zone]
    m.tp[zone] = max(0, before - lost)
    sure = (lost or s.rules.shock_without_loss) and m.tp[zone] > 0 and not m.card.levels.get("stable")
    ap = min(m.ap, s.rules.shock_ap) if sure else 0
    table.tell(Damaged, m.name, lost, m.tp[zone], most_tp(s, m, zone), tuple(steps), ap)
    if before > 0 and m.tp[zone] <= 0:
        if zone == HULL:
            go_out(s, table, m)
        elif zone == MOVEMENT:
            legs_destroyed(s, table, m)
        else:
            table.tell(SideLost, m.name, ZONES[zone])
            if m.ready >= 0 and m.weapons[m.ready].mount == zone:
                m.ready = -1  # R316: the weapon is lost
                table.tell(Lost, m.name, "ready")
    if m.out:
        return
    if lost or s.rules.shock_without_loss:
        shock(s, table, m)
    if zone == HULL:
        check_critical(s, table, m)


def check_critical(s: State, table: Table, m: Model) -> None:
    """Critical lasts for the rest of the game (R187); a further time it is one shock instead (R186, G04).

    A colossus is critical when its hull is (R312).
    """
    if not is_critical(s.rules, m.tp[HULL], m.card.tp):
        return
    if not m.critical:
        m.critical = True
        table.tell(Became, m.name, "critical")
    elif s.rules.second_critical_shock:
        shock(s, table, m)


def legs_table(rules: RulesProfile, die: int) -> int:
    """A destroyed movement zone: 1 stays but may turn, 2 may not turn, 3 falls and is out (R317)."""
    return 1 if die <= rules.legs_turn_up_to else 2 if die <= rules.legs_stay_up_to else 3


def legs_destroyed(s: State, table: Table, m: Model) -> None:
    """R317."""
    die = throw(s, table, m.name, "legs")
    good = die <= s.rules.legs_turn_up_to
    if m.card.levels and (trait := lucky(table, m, good, (die, s.rules.legs_turn_up_to))):
        die = new_die(s, table, m, "legs", trait)
    m.legs = legs_table(s.rules, die)
    table.tell(LegsLost, m.name, die, m.legs, s.rules.die)
    if m.legs == 3:
        go_out(s, table, m)


# -- out


def go_out(s: State, table: Table, m: Model) -> None:
    """The model stays on the table, on its back (R175); a colossus becomes a terrain piece (R315).

    Its group tests for panic (R176); its drones are orphaned (R323); a drone's end strikes its controller (R329).
    """
    m.out = True
    m.prone = m.defence = m.hidden = m.panic = False
    m.ready, m.burning, m.burn_strength, m.poison, m.lasting = -1, None, 0, [], 0
    table.tell(Became, m.name, "wreck" if m.card.type == COLOSSUS else "out")
    drop_object(s, table, m)
    if m.card.levels.get("automaton"):
        from kempelen.games.universalis.rules.models.traits import explode  # a hit may put models out, and so on

        explode(s, table, m)
    orphan_drones(s, table, m)
    if m.controller >= 0:
        drone_feedback(s, table, s.models[m.controller])
    test_group(s, table, m)


def drop_object(s: State, table: Table, m: Model) -> None:
    """Whoever is out or flees lets go of what he carries."""
    for n, thing in enumerate(s.objects):
        if thing.carrier == m.index:
            thing.carrier, thing.x, thing.y = -1, m.x, m.y
            table.tell(Carried, "dropped", m.name, n)


def orphan_drones(s: State, table: Table, controller: Model) -> None:
    """Drones whose controller is out or gone get a panic marker, for good (R323, G50)."""
    for drone in s.models:
        if drone.controller == controller.index and drone.standing and not drone.panic:
            begin_panic(table, drone)


def drone_feedback(s: State, table: Table, controller: Model) -> None:
    """The controller of a destroyed drone makes an EH roll or loses 1 TP (R329)."""
    if not controller.standing:
        return
    table.tell(Feedback, controller.name)
    if passes_eh(s, table, controller):
        return
    lose_tp(s, table, controller, s.rules.feedback_damage)


def lose_tp(s: State, table: Table, m: Model, points: int) -> None:
    """TP that simply go, without damage being applied: no armour, no shock (R329, G52, traits).

    At 0 the model is out, below half it is critical all the same (R172, R174).
    """
    m.tp[HULL] = max(0, m.tp[HULL] - points)
    table.tell(Damaged, m.name, points, m.tp[HULL], most_tp(s, m, HULL), ())
    if m.tp[HULL] <= 0:
        go_out(s, table, m)
    elif not m.critical and is_critical(s.rules, m.tp[HULL], m.card.tp):
        m.critical = True
        table.tell(Became, m.name, "critical")


def passes_eh(s: State, table: Table, m: Model) -> bool:
    """An EH roll without further circumstances; an automaton passes every one (trait)."""
    if m.card.levels.get("automaton"):
        return True
    return attribute_roll(s, table, m, reckon(s, m, "EH"), "eh", Text("universalis.roll_for.nerve")).success


# -- poison


def poison_markers(difference: int) -> int:
    """Half the difference of the two rolls, rounded up (R157)."""
    return ceil(difference / 2)


def poison(table: Table, m: Model, weapon: Weapon, count: int) -> None:
    m.poison += [weapon] * count
    table.tell(Poisoned, m.name, len(m.poison))


def poison_tick(s: State, table: Table, m: Model) -> None:
    """One marker goes, and the weapon's damage comes without a roll (R076, R204, G14)."""
    weapon = m.poison.pop(0)
    table.tell(Lost, m.name, "poison")
    apply_damage(s, table, m, damage_chain(m, weapon.damage, m.card.armour, effects=weapon.effects))
