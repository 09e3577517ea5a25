"""The course of a game: setting up, rounds, initiative phases, the end (R061 to R080).

A step is one choice with all that follows from it: a mission, a model put up, a pair of models picked, one action with
its reactions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kempelen.engine.table import Seat, Table
from kempelen.games.universalis.face.words import place_text
from kempelen.games.universalis.rules.actions import END, Charge, Disengage
from kempelen.games.universalis.rules.choices import (
    HOLD_ALWAYS,
    REACT_AGAIN,
    SURRENDER,
    Deploy,
    Mission,
    Pick,
    Zone,
)
from kempelen.games.universalis.rules.combat.melee_actions import opportunity_attacks
from kempelen.games.universalis.rules.combat.panic import panic_reckoning, panic_test
from kempelen.games.universalis.rules.combat.threats import has_fought, ignore_test, needs_test, serves, threats_of
from kempelen.games.universalis.rules.duty import lapse, must_attack
from kempelen.games.universalis.rules.ending import check_end, end_round
from kempelen.games.universalis.rules.events import (
    Deployed,
    Did,
    LotDecided,
    MissionShown,
    PhaseBegan,
    PhaseEnded,
    Picked,
    RoundBegan,
    WonDeployment,
    ZoneMarked,
)
from kempelen.games.universalis.rules.legal import forced_move, model_of, why_not
from kempelen.games.universalis.rules.missions import objects_of
from kempelen.games.universalis.rules.models.current import VALUES, in_contact, in_melee, reckon
from kempelen.games.universalis.rules.models.drones import drones_of, is_orphaned, purse
from kempelen.games.universalis.rules.movement.deploying import deploy_options, why_not_deploy
from kempelen.games.universalis.rules.movement.movement_actions import leave_table, legs_hold, travel, way_of
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.routing import flight_way
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.offers import free_offers, options
from kempelen.games.universalis.rules.perform import perform
from kempelen.games.universalis.rules.rolls import FIRST, compare, higher
from kempelen.games.universalis.rules.state import BOUND, ON_TABLE, RESERVE, UNTESTED, Model, State
from kempelen.games.universalis.rules.table.camouflage import hide_at_start
from kempelen.games.universalis.rules.table.terrain import Survey
from kempelen.games.universalis.rules.terms import DRONE, FLIGHT
from kempelen.games.universalis.rules.upkeep import passing_marks, start_phase, start_round
from kempelen.text.say import Text

__all__ = ["decide_order", "initiative_order", "leader_of", "pickable", "step"]

TURNS = (0, 90, 180, 270)


def step(s: State, table: Table) -> None:
    """Play on to the next top-level choice."""
    _PHASES[s.phase](s, table)


# -- setting up


def leader_of(s: State, seat: Seat) -> Model:
    """The leader, or the one with the highest EH left (R006, G51)."""
    own = [m for m in s.models if m.seat == seat and m.card.type != DRONE and m.place <= ON_TABLE and not m.out]
    return next((m for m in own if m.card.leader), max(own, key=lambda m: (m.card.eh, -m.index)))


def choose_missions(s: State, table: Table) -> None:
    """Both choose in secret, then show (R063)."""
    offered = [Mission(name) for name in s.scenario.missions]
    chosen = dict.fromkeys((0, 1), offered[0])
    if len(offered) > 1:
        prompt = Text("universalis.prompt.mission", n=len(offered))
        chosen = table.together(dict.fromkeys((0, 1), (prompt, offered)))
    for seat, mission in chosen.items():
        s.missions[seat] = mission.name
        table.tell(MissionShown, seat, mission.name)
    s.phase = "zones"


def choose_zones(s: State, table: Table) -> None:
    """The winner of the leaders' roll marks his zone first, then the loser (R064, R065)."""
    s.first = decide_order(s, table, leader_of(s, 0), leader_of(s, 1))
    table.tell(WonDeployment, s.first)
    for seat in (s.first, 1 - s.first):
        taken = s.turned[s.first]
        turns = [Zone(turn) for turn in TURNS if seat == s.first or turn != taken]
        fixed = s.scenario.turned
        if fixed is not None:
            s.turned[seat] = fixed[seat]
        else:
            s.turned[seat] = table.choose(
                seat, Text("universalis.prompt.zone", mission=_mission(s, seat)), turns
            ).degrees
        table.tell(ZoneMarked, seat, s.turned[seat])
    s.objects = objects_of(s)
    s.phase = "deploy"


def _mission(s: State, seat: Seat) -> Text:
    return Text(f"universalis.mission.{s.missions[seat]}")


def decide_order(s: State, table: Table, a: Model, b: Model) -> Seat:
    """A comparative EH roll of the leaders; a tie goes to the higher EH, then to chance (R064, G01)."""
    return _decided(s, table, a, b, "EH", ("eh_a", "eh_b"))


def _decided(s: State, table: Table, a: Model, b: Model, what: str, why: tuple[str, str]) -> Seat:
    one, other = (reckon(s, m, what, comparing=True) for m in (a, b))
    winner = higher(compare(s, table, (a, one, why[0]), (b, other, why[1])))
    if winner < 0:
        winner = higher((VALUES[what](s, a), VALUES[what](s, b)))
    if winner < 0:
        winner = table.pick((0, 1), "tie")
        if why[0] == FIRST:
            table.tell(LotDecided, (a, b)[winner].name)
    return winner


def deploy(s: State, table: Table) -> None:
    """The winner puts up all his models, then the loser, never within 12 cm of an enemy (R065, R066)."""
    order = (s.first, 1 - s.first)
    waiting = [m for seat in order for m in s.models if m.seat == seat and m.place == RESERVE]
    seat = waiting[0].seat
    chosen: Deploy = table.choose(
        seat,
        Text("universalis.prompt.deploy", who=waiting[0].name),
        lambda: deploy_options(s, waiting[0]),
        lambda action: why_not_deploy(s, seat, action),
    )
    m = model_of(s, chosen.label)
    assert m is not None
    put_up(s, table, m, *chosen.point)
    if all(m.place != RESERVE for m in s.models):
        begin(s, table)


def put_up(s: State, table: Table, m: Model, x: float, y: float, z: float) -> None:
    m.place, m.x, m.y, m.z = ON_TABLE, x, y, z
    m.facing = (90 + s.turned[m.seat]) % 360
    table.tell(Deployed, m.name, place_text(x, y, z))


def begin(s: State, table: Table) -> None:
    """Everything stands: camouflage is taken up (R067), the first round begins."""
    for m in s.models:
        hide_at_start(s, table, m)
    s.phase = "round"


# -- rounds


def start(s: State, table: Table) -> None:
    """R068 to R071."""
    s.round += 1
    table.tell(RoundBegan, s.round)
    start_round(s, table)
    if s.rules.panic_moves_at_round_start:
        for m in s.models:
            if m.standing and m.panic:
                flee(s, table, m)
    s.phase = "pick"
    check_end(s, table, round_end=False)


def pickable(s: State, seat: Seat) -> list[Model]:
    """Models without an initiative phase this round (R072); drones come with their controller (R320)."""
    return [
        m
        for m in s.models
        if m.seat == seat and m.standing and not m.acted and (m.card.type != DRONE or m.controller < 0)
    ]


def pick(s: State, table: Table) -> None:
    """Both pick a model at once; the AGI comparison decides who acts first (R072 to R074, G42)."""
    able = {seat: pickable(s, seat) for seat in (0, 1)}
    asked = {
        seat: (Text("universalis.prompt.pick", n=s.round), [Pick(m.label) for m in models])
        for seat, models in able.items()
        if len(models) > 1
    }
    if not able[0] and not able[1]:
        _last_drones(s, table)
        return
    if able[0] and able[1]:
        chosen = table.together(asked) if asked else {}
    else:
        chosen = {seat: table.choose(seat, *offer) for seat, offer in asked.items()}
    picked = [
        model_of(s, chosen[seat].label) if seat in chosen else models[0] for seat, models in able.items() if models
    ]
    pair = [m for m in picked if m is not None]
    for m in pair:
        table.tell(Picked, m.seat, m.name)
    order = initiative_order(s, table, *pair) if len(pair) == 2 else pair
    s.waiting = [m.index for m in order]
    next_phase(s, table)


def initiative_order(s: State, table: Table, a: Model, b: Model) -> list[Model]:
    """The winner of the AGI comparison first, the loser directly afterwards; a tie as for deployment (R073, G01)."""
    return [a, b] if _decided(s, table, a, b, "AGI", (FIRST, "agi_b")) == 0 else [b, a]


def _last_drones(s: State, table: Table) -> None:
    """Orphaned drones act after all others, in turn, the first side by die (R323, G41); then the round ends."""
    orphans = {
        seat: [m for m in s.models if m.seat == seat and m.standing and not m.acted and is_orphaned(s, m)]
        for seat in (0, 1)
    }
    if not orphans[0] and not orphans[1]:
        end_round(s, table)
        return
    first = table.pick((0, 1), "orphans") if orphans[0] and orphans[1] else int(not orphans[0])
    while orphans[0] or orphans[1]:
        if orphans[first]:
            s.waiting.append(orphans[first].pop(0).index)
        first = 1 - first
    next_phase(s, table)


# -- an initiative phase


def next_phase(s: State, table: Table) -> None:
    """Begin the next phase that waits; without one the players pick again."""
    while s.waiting and s.ending is None:
        m = s.models[s.waiting.pop(0)]
        if m.standing and not m.acted and begin_phase(s, table, m):
            s.phase = "act"
            return
    if s.ending is None:
        s.active, s.threats, s.duty = [], [], UNTESTED
        s.phase = "pick"


def begin_phase(s: State, table: Table, m: Model) -> bool:
    """R075 to R077, R320; True if somebody can act."""
    s.active = [m.index, *(drone.index for drone in drones_of(s, m))]
    s.duty = UNTESTED
    for n in s.active:
        s.models[n].acted = True
    table.tell(PhaseBegan, m.name, m.ap, passing_marks(m))
    for n in s.active:
        one = s.models[n]
        if not one.standing:
            continue
        able = start_phase(s, table, one)
        if not one.out and one.panic:
            panic_phase(s, table, one, flees=able)
    s.threats = [o.index for o in threats_of(s, m)] if m.standing and not m.panic else []
    if _can_act(s):
        return True
    _phase_over(s, table)
    return False


def _can_act(s: State) -> bool:
    return any(
        m.standing and m.burning is None and not m.panic and (purse(s, m) > 0 or free_offers(s, m))
        for m in (s.models[n] for n in s.active)
    )


def act(s: State, table: Table) -> None:
    """One action of the active model or one of its drones, with its reactions (R081 to R083)."""
    seat = s.models[s.active[0]].seat
    _flyers(s)

    def check(action: Any) -> Text | None:
        if action is END and must_attack(s):
            return Text("universalis.no.threat", whom=s.models[s.threats[0]].name)
        if action is SURRENDER and s.scenario.ask_surrender:
            return None
        return None if action in (REACT_AGAIN, HOLD_ALWAYS) else why_not(s, action)

    acting = s.models[s.active[0]]
    prompt = Text("universalis.prompt.action", who=acting.name, ap=acting.ap)
    action = table.choose(seat, prompt, lambda: options(s), check)
    if action in (REACT_AGAIN, HOLD_ALWAYS):
        s.hold[seat] = action is HOLD_ALWAYS
        return
    if action is SURRENDER:
        s.quitting[seat] = True
        table.tell(Did, acting.name, "quits")
        return
    m = acting if action is END else model_of(s, action.label)
    assert m is not None
    if needs_test(s, m, action) and not ignore_test(s, table, s.models[s.active[0]]):
        lapse(s, table)
        return
    if action is END:
        finish_phase(s, table)
        return
    fights = action.kind in _ATTACKS and m.index == s.active[0] and serves(s, m, action)
    perform(s, table, m, action)
    if isinstance(action, Disengage):
        lapse(s, table)
    elif fights and (not isinstance(action, Charge) or _reached(s, m, action)):
        has_fought(s)
    elif s.duty == BOUND:
        lapse(s, table, drones_too=action.kind not in _ATTACKS)
    check_end(s, table, round_end=False, phase_end=False)
    if s.ending is None and (not _can_act(s) or not s.models[s.active[0]].standing):
        finish_phase(s, table)


_ATTACKS = frozenset({"attack", "reckless_attack", "charge", "normal_shot", "aimed", "snap_shot", "use_power"})


def _reached(s: State, m: Model, action: Charge) -> bool:
    """A charge is an attack only if it ends in contact (R101)."""
    return any(in_contact(s, m, o) for o in s.models if o.seat != m.seat and o.place == ON_TABLE)


def _flyers(s: State) -> None:
    """A flyer that cannot make its forced move is free (R091)."""
    for n in s.active:
        m = s.models[n]
        if m.card.going == FLIGHT and not m.first_done and m.standing and not in_melee(s, m):
            if forced_move(s, m) is None or purse(s, m) < move_cost(s.rules, m.prone):
                m.first_done = True


def finish_phase(s: State, table: Table) -> None:
    """The end of a phase, then the next one."""
    _phase_over(s, table)
    if s.ending is None:
        next_phase(s, table)


def _phase_over(s: State, table: Table) -> None:
    """The end of a phase: missions are looked at (G43)."""
    m = s.models[s.active[0]]
    table.tell(PhaseEnded, m.name, m.ap)
    s.active, s.threats, s.duty = [], [], UNTESTED
    check_end(s, table, round_end=False)


# -- panic


def panic_phase(s: State, table: Table, m: Model, flees: bool = True) -> None:
    """Spend all AP to flee (R191), then pull oneself together, if possible (R193). Orphaned drones never do (G50).

    Who burns runs about instead of fleeing (R179).
    """
    if flees and not s.rules.panic_moves_at_round_start:
        flee(s, table, m)
    if m.standing and not is_orphaned(s, m) and panic_test(s, table, m, panic_reckoning(s, m)):
        m.panic = False
        table.tell(Did, m.name, "calm")


def flee(s: State, table: Table, m: Model) -> None:
    """To the nearest edge and off the table, by sensible ways (R191, R192); out of a melee without a test (G54)."""
    if in_melee(s, m) and not opportunity_attacks(s, table, m):
        return
    if m.burning is not None:
        return  # R177
    cost = move_cost(s.rules, m.prone)
    actions = m.ap // cost
    if not actions or m.legs or not legs_hold(s, table, m):
        m.ap = 0
        return
    way, there = flight_way(s, m, actions)
    if way:
        measured = survey(s, m, way_of(m, way))
        assert isinstance(measured, Survey)
        m.ap = 0
        if not travel(s, table, m, "normal_move", way_of(m, way), measured):
            return
    m.ap = 0
    if there and m.standing:
        leave_table(s, table, m)


_PHASES: Mapping[str, Callable[[State, Table], None]] = {
    "missions": choose_missions,
    "zones": choose_zones,
    "deploy": deploy,
    "round": start,
    "pick": pick,
    "act": act,
}
