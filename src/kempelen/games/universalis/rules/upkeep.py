"""The start and end of a round and of an initiative phase (R068 to R080, R177 to R182, R203)."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.combat.damage import poison_tick, shock
from kempelen.games.universalis.rules.combat.wounds import Hit, resolve_hit
from kempelen.games.universalis.rules.events import Burned, Healed, Lost, RandomMoves, Shaken
from kempelen.games.universalis.rules.models.current import contacts
from kempelen.games.universalis.rules.models.drones import clear_drone_shocks
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import lucky, new_die, throw
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import HULL

__all__ = ["burn", "burn_table", "carry_over", "clear_markers", "refill", "shock_markers", "start_round"]


# -- AP


def carry_over(rules: RulesProfile, unspent: int) -> int:
    """At round end unspent AP are halved, rounded down (R080)."""
    return unspent // rules.carry_divisor


def refill(rules: RulesProfile, type: int, carried: int) -> int:
    """At round start: the round's AP and what was carried over, never more than 12 (R030, R031, R069, G40)."""
    return min(rules.most_ap, rules.ap_per_round[type] + carried)


def shock_markers(rules: RulesProfile, ap: int, markers: int) -> tuple[int, int]:
    """Each marker takes 2 AP as long as there are any; the rest stays (R070, R203, G06)."""
    while markers and ap > 0:
        ap = max(0, ap - rules.shock_ap)
        markers -= 1
    return ap, markers


def start_round(s: State, table: Table) -> None:
    """Refill AP (R069), let controllers help their drones (R328), then shock markers take effect (R070)."""
    standing = [m for m in s.models if m.standing]
    for m in standing:
        m.ap = refill(s.rules, m.card.type, m.ap)
        m.acted = False
        m.lucky = 0
    for m in standing:
        m.drone_ap = m.card.levels.get("instinctive_control", 0)
        clear_drone_shocks(s, table, m)
    for m in standing:
        if m.shocks:
            ap, markers = m.ap, m.shocks
            m.ap, m.shocks = shock_markers(s.rules, ap, markers)
            table.tell(Shaken, m.name, ap - m.ap, markers - m.shocks, m.shocks)


# -- the start of an initiative phase


def passing_marks(m: Model) -> tuple[str, ...]:
    """The marks of a model that go when its phase starts (R075)."""
    on = {"fast": m.fast, "defence": m.defence, "ready": m.ready >= 0}
    return tuple(state for state, lies in on.items() if lies)


def clear_markers(m: Model) -> None:
    """Fast, defence and fire-ready markers go; what counts for one phase begins anew (R075, R121, R223, R273)."""
    m.fast = m.defence = m.ran_up = m.first_done = False
    m.ready = -1
    m.moved = 0.0
    m.items_on = 0


def start_phase(s: State, table: Table, m: Model) -> bool:
    """Markers, traits, poison, burning, in this order (R075 to R077). False if it cannot act."""
    clear_markers(m)
    regenerate(s, table, m)
    if m.poison:
        poison_tick(s, table, m)
    if not m.out and m.burning is not None:
        burn(s, table, m)
    return not m.out and m.burning is None


def regenerate(s: State, table: Table, m: Model) -> None:
    """Traits that give TP back at the start of a phase."""
    most = m.card.tp
    back = most if m.card.levels.get("absolute_regeneration") else m.card.levels.get("regeneration", 0)
    if back and 0 < m.tp[HULL] < most and not any(trait.id == "regeneration" and trait.ap for trait in m.card.traits):
        heal(table, m, back)


def heal(table: Table, m: Model, points: int) -> None:
    """TP come back, never more than the maximum; critical stays critical (R187)."""
    gained = min(points, m.card.tp - m.tp[HULL])
    m.tp[HULL] += gained
    table.tell(Healed, m.name, gained, m.tp[HULL])


# -- burning


def burn_table(rules: RulesProfile, die: int, helpers: int) -> str:
    """`hit`, `shock` or `out`: the marker stays, goes with a shock, or just goes (R178, R180 to R182)."""
    result = die + rules.burn_helper_bonus * helpers
    if result <= rules.burn_hit_up_to:
        return "hit"
    return "shock" if result <= rules.burn_shock_up_to else "out"


def burn(s: State, table: Table, m: Model) -> int:
    """A burning model rolls; while it burns it can do nothing but run about (R177 to R182, G13). How often it ran."""
    weapon = m.burning
    assert weapon is not None
    helpers = len(contacts(s, m, enemy=False))
    die = throw(s, table, m.name, "burn")
    helped = (("R182", helpers * s.rules.burn_helper_bonus),) if helpers else ()
    table.tell(Burned, m.name, die, helped, s.rules.die)
    result = burn_table(s.rules, die, helpers)
    if m.card.levels and (trait := lucky(table, m, result != "hit", (die, s.rules.burn_hit_up_to + 1))):
        result = burn_table(s.rules, new_die(s, table, m, "burn", trait), helpers)
    if result != "hit":
        m.burning, m.burn_strength = None, 0
        table.tell(Lost, m.name, "burning")
        if result == "shock":
            shock(s, table, m)
        return 0
    resolve_hit(s, table, m, Hit(m.burn_strength, weapon.damage, weapon.effects, weapon), HULL)
    if m.out:
        return 0
    from kempelen.games.universalis.rules.movement.movement_actions import (
        stumble,  # moving may end in a fall, and so on
    )

    times = throw(s, table, m.name, "w6", die=s.rules.random_moves_die)
    table.tell(RandomMoves, m.name, times, s.rules.random_moves_die)
    return sum(stumble(s, table, m) for _ in range(times))
