"""Before somebody commits: the way and what it takes, who sees whom at its end, a shot's number and what lowers it.

Every number is asked of the rules; what would be so after a move is looked at on a copy on which it has been made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import hypot
from typing import Any

from kempelen.engine.events import Roll
from kempelen.engine.table import Seat
from kempelen.games.universalis.face.answers import answer_chance, answer_price, answered, hold_chance, word_preview
from kempelen.games.universalis.face.chances import Fired, Harm, fired, harm, hurts, resolve, struck
from kempelen.games.universalis.face.fetching import taken_from
from kempelen.games.universalis.face.outlook import lying_down, outlook, promised, remark, short_name
from kempelen.games.universalis.face.reach import errands, goals_of, zone_outline
from kempelen.games.universalis.face.remarks import (
    ap_of,
    blow_preview,
    changes,
    downs,
    harm_remarks,
    in_all,
    means_of,
    percent_of,
    stakes,
    stands,
)
from kempelen.games.universalis.face.words import part_words, signed
from kempelen.games.universalis.rules.actions import (
    END,
    Attack,
    Charge,
    Disengage,
    Drop,
    Fire,
    Handle,
    Jump,
    Move,
    Order,
    React,
    Reload,
    Shoot,
    Simple,
)
from kempelen.games.universalis.rules.choices import HOLD, Deploy, Mission, Pick, Zone
from kempelen.games.universalis.rules.combat.melee_actions import charge_victims, weapon_named
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_actions import in_the_line
from kempelen.games.universalis.rules.combat.ranged_numbers import REACTION, shot_cost
from kempelen.games.universalis.rules.combat.reactions import why_not_dodge
from kempelen.games.universalis.rules.combat.threats import needs_test
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.missions import fulfilled, mission_of
from kempelen.games.universalis.rules.models.current import gk
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed
from kempelen.games.universalis.rules.upkeep import carry_over
from kempelen.parts.foresight import Foresight, Ghost, Preview, Remark
from kempelen.text.say import Text

__all__ = ["FORESIGHT"]


def preview(view: State, seat: Seat, action: Any) -> Preview:
    """What an action would do, as far as it can be known."""
    kind = next((kind for kind in _SHOWN if isinstance(action, kind)), None)
    if kind is None:
        return Preview()
    m = model_of(view, action.label) if hasattr(action, "label") else None
    return _SHOWN[kind](view, m, action)


def chance(view: State, seat: Seat, action: Any) -> Fraction | None:
    """That a shot or a blow hurts, or that a reaction comes off; for whoever is shot at: that it does not."""
    if action is HOLD:
        return hold_chance(view)
    if isinstance(action, Fire | React):
        return answer_chance(view, action)
    m = model_of(view, action.label) if isinstance(action, Shoot | Attack | Charge) else None
    if m is None:
        return None
    if isinstance(action, Shoot):
        first = next(fired(view, m, action), None)
        return hurts(view, first, m) if first is not None else None
    blow = struck(view, m, action)
    return hurts(view, blow, m) if blow is not None else None


def price(view: State, seat: Seat, action: Any) -> Text | None:
    """The action points of what is not a way: that depends on where it leads."""
    if action is HOLD:  # what the number beside it is of
        return None if hold_chance(view) is None else Text("universalis.foresee.row_unhurt")
    if isinstance(action, Fire | React):
        unhurt = isinstance(action, React) and action.verb == "dodge" and hold_chance(view) is not None
        return Text(f"universalis.foresee.{'row_unhurt_for' if unhurt else 'price'}", n=answer_price(view, action))
    if isinstance(action, Pick):
        return _promise(view, action)
    if isinstance(action, Handle):
        return Text("universalis.foresee.price", n=view.rules.interact_ap)
    if action is END:
        return Text("universalis.foresee.wins") if _wins(view, seat) else None
    m = model_of(view, action.label) if isinstance(action, Shoot | Attack | Charge | Simple | Reload) else None
    return None if m is None else Text("universalis.foresee.price", n=_cost(view, m, action))


def serves(view: State, seat: Seat, action: Any) -> bool:
    """It takes what the mission wants, leaves where it wants that, or ends the phase with the mission fulfilled."""
    if isinstance(action, Handle):
        return action.verb == "take" and mission_of(view, seat).wants(view.objects[action.number])
    if isinstance(action, Simple):
        return action.verb == "leave" and mission_of(view, seat).kind == "leave"
    return action is END and _wins(view, seat)


def _wins(s: State, seat: Seat) -> bool:
    """Missions are looked at when a phase ends (R079): who ends it now has won. A threat would have to be met first."""
    if s.phase != "act" or not s.active or not s.missions[seat] or not s.rules.missions_checked_each_phase:
        return False
    acting = s.models[s.active[0]]
    own, other = fulfilled(s, seat), bool(s.missions[1 - seat]) and fulfilled(s, 1 - seat)
    return acting.seat == seat and own and not other and not needs_test(s, acting, END)


def _promise(s: State, action: Pick) -> Text | None:
    """What tells models apart that are to be picked: the best shot of each from where it stands."""
    m = model_of(s, action.label)
    best = promised(s, m) if m is not None else None
    return None if best is None else Text("universalis.foresee.best_shot", percent=percent_of(best.chance))


def _cost(s: State, m: Model, action: Any) -> int:
    """In action points, for everything but ways."""
    rules = s.rules
    if isinstance(action, Simple):
        fixed = {"lie_down": rules.lie_down_ap, "stand_up": rules.stand_up_ap, "defend": rules.defence_ap}
        return fixed.get(action.verb, move_cost(rules, m.prone))
    weapon = next(one for one in m.weapons if one.id == action.weapon)
    if isinstance(action, Shoot):
        return shot_cost(rules, m.card.type, weapon, action.mode)
    if isinstance(action, Reload):
        return rules.ready_ap if action.ready else weapon.wk
    return attack_cost(rules, m.card.type, weapon, action.kind)


def points(s: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """The action points of a side, which everything but a step towards an action costs."""
    return tuple((m.ap, m.drone_ap) for m in s.models if m.seat == seat)


FORESIGHT: Foresight[State] = Foresight(preview=preview, chance=chance, price=price, purse=points, serves=serves)


def _threatened(s: State, m: Model, action: Any) -> Iterator[Remark]:
    """Who leaves a direct threat alone rolls for it first (R047)."""
    if needs_test(s, m, action):
        whom = short_name(s.models[s.threats[0]])
        chance = resolve(s, s.models[s.active[0]])
        yield remark("bad", "threat", whom=whom, percent=percent_of(chance))


# -- moving


def _move(s: State, m: Model | None, action: Move) -> Preview:
    assert m is not None
    end = action.points[-1]
    way = [(m.x, m.y, m.z), *action.points]
    jump = isinstance(action, Jump | Drop)
    measured = survey(s, m, way, jump=jump)
    far = _length(way)
    cost = _move_cost(s, m, action, measured)
    remarks = [*_threatened(s, m, action)]
    if action.test:
        remarks.append(remark("info", "test"))
    if isinstance(action, Disengage):
        remarks.append(remark("bad", "disengage"))
    there = outlook(s, m, end, cost, way)
    return Preview(
        ghost=Ghost(f"model:{m.label}", (end[0], end[1])),
        path=tuple((x, y) for x, y, _ in way),
        costs=(Text("universalis.foresee.cm", cm=round(far, 1)), ap_of(s, m, cost)),
        remarks=(*stakes(s, m, end), *remarks, *taken_from(s, m, end, purse(s, m) - cost), *there.remarks),
        targets=there.targets,
        risks=there.risks,
        short=Text("universalis.foresee.go"),
    )


def _move_cost(s: State, m: Model, action: Move, measured: Survey | Text) -> int:
    if isinstance(action, Jump):
        return s.rules.jump_ap
    needed = 1
    if isinstance(measured, Survey) and not isinstance(action, Drop):
        needed = actions_needed(s, m, measured, s.rules.movement_test_gain if action.test else 0) or 1
    return needed * move_cost(s.rules, m.prone, isinstance(action, Disengage))


def _deploy(s: State, m: Model | None, action: Deploy) -> Preview:
    assert m is not None
    there = outlook(s, m, action.point, 0, [])
    remarks = (*stakes(s, m, action.point), *there.remarks)
    return Preview(remarks=remarks, targets=there.targets, risks=there.risks, short=Text("universalis.foresee.put"))


# -- shooting


def _shoot(s: State, m: Model | None, action: Shoot) -> Preview:
    assert m is not None
    weapon = next(one for one in m.weapons if one.id == action.weapon)
    costs = (ap_of(s, m, _cost(s, m, action)),)
    remarks = [*_threatened(s, m, action)]
    shots = [*fired(s, m, action)]
    if not shots:
        remarks.append(remark("info", "template", cm=weapon.radius))
        return Preview(costs=costs, remarks=tuple(remarks), short=Text("universalis.foresee.shoot"))
    first = shots[0]
    done = [harm(s, one.hit, one.target, m) for one in shots]
    for one, does in zip(shots, done, strict=True):
        remarks += _shot_remarks(s, m, one, does, several=len(shots) > 1)
    return Preview(
        arrows=tuple((f"model:{m.label}", f"model:{one.target.label}") for one in shots),
        costs=costs,
        chance=hurts(s, first, m),
        means=means_of(first.hit, first.target),
        roll=Roll((), s.rules.die, first.needed.total, False, part_words("FK", first.needed.base, first.needed.mods)),
        targets=tuple(sign for one, does in zip(shots, done, strict=True) for sign in _signs(s, m, one, does)),
        remarks=tuple(remarks),
        short=Text("universalis.foresee.shoot"),
    )


def _shot_remarks(s: State, m: Model, one: Fired, does: Harm, several: bool) -> Iterator[Remark]:
    """What comes of it, then what lowers the number and what raises it."""
    if several:
        yield remark("info", "each", whom=short_name(one.target), percent=percent_of(one.chance))
    lot = in_the_line(s, m, one.target)
    yield from downs(s, m, one.target, does)
    yield from harm_remarks(does, one.hit, one.target, one.chance, Fraction(1, len(lot)))
    if len(lot) > 1:
        yield remark("bad", "into_melee", whom=tuple(short_name(o) for o in lot), n=len(lot))
    yield from changes(one.needed)
    if one.weapon.radius:
        yield remark("info", "template", cm=one.weapon.radius)
    if own := _own_between(s, m, one.target):
        yield remark("info", "past_own", whom=tuple(short_name(o) for o in own), n=len(own))
    if why_not_dodge(s, m, one.target) is None and not s.hold[one.target.seat]:
        yield remark("info", "dodge", whom=short_name(one.target))


def _own_between(s: State, m: Model, target: Model) -> list[Model]:
    """Friends on the straight line to a target: they are not in the way (R036), which nobody sees from a picture."""
    dx, dy = target.x - m.x, target.y - m.y
    far = dx * dx + dy * dy
    friends = [o for o in s.models if o.seat == m.seat and o is not m and o.standing]
    return [
        o
        for o in friends
        if 0.0 < (o.x - m.x) * dx + (o.y - m.y) * dy < far
        and ((o.x - m.x) * dy - (o.y - m.y) * dx) ** 2 < o.r * o.r * far
    ]


def _signs(s: State, m: Model, one: Fired, does: Harm) -> tuple[tuple[str, str], ...]:
    return in_all(one.target, does, one.chance, Fraction(1, len(in_the_line(s, m, one.target))))


# -- melee


def _strike(s: State, m: Model | None, action: Attack | Charge) -> Preview:
    assert m is not None
    blow = struck(s, m, action)
    if blow is None:
        return Preview()
    charge = isinstance(action, Charge)
    shown = blow_preview(s, m, blow, _cost(s, m, action), [*_threatened(s, m, action)], charge)
    if not isinstance(action, Charge):
        return shown
    end = action.points[-1]
    way = [(m.x, m.y, m.z), *action.points]
    remarks = (*stakes(s, m, end), *shown.remarks)
    others = [o for o in charge_victims(s, m, action) if o.label != action.target]
    if others:
        remarks = (remark("info", "touches", whom=tuple(short_name(o) for o in others)), *remarks)
    return Preview(
        ghost=Ghost(f"model:{m.label}", (end[0], end[1])),
        path=tuple((x, y) for x, y, _ in way),
        costs=(Text("universalis.foresee.cm", cm=round(_length(way), 1)), *shown.costs),
        chance=shown.chance,
        means=shown.means,
        targets=shown.targets,
        remarks=remarks,
        short=shown.short,
    )


def _length(way: list[Place]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


# -- the rest


def _simple(s: State, m: Model | None, action: Simple) -> Preview:
    assert m is not None
    brings = lying_down(s, m) if action.verb == "lie_down" else (remark("info", action.verb),)
    return Preview(costs=(ap_of(s, m, _cost(s, m, action)),), remarks=(*_threatened(s, m, action), *brings))


def _reload(s: State, m: Model | None, action: Reload) -> Preview:
    assert m is not None
    cost = _cost(s, m, action)
    remarks = [*_threatened(s, m, action)]
    remarks += _ready_remarks(s, m, action, cost) if action.ready else [remark("info", "reload")]
    return Preview(costs=(ap_of(s, m, cost),), remarks=tuple(remarks))


def _ready_remarks(s: State, m: Model, action: Reload, cost: int) -> Iterator[Remark]:
    """What it is good for, and that its shot has a price of its own (R221, R227)."""
    yield remark("info", "ready", who=short_name(m), n=signed(s.rules.reaction_fire_malus))
    later = shot_cost(s.rules, m.card.type, weapon_named(m, action.weapon), REACTION)
    left = purse(s, m) - cost
    enough = left >= later
    yield remark("info" if enough else "bad", "ready_shot" if enough else "ready_poor", n=later, left=left)


def _handle(s: State, m: Model | None, action: Handle) -> Preview:
    """What it takes, and what is left for the way home."""
    assert m is not None
    left = purse(s, m) - s.rules.interact_ap
    remarks = [*_threatened(s, m, action)]
    if action.verb == "take" and mission_of(s, m.seat).kind == "carry":
        far = left // move_cost(s.rules, m.prone) * gk(s, m)
        remarks.insert(0, remark("good", "take", who=short_name(m), n=left, cm=far))
    return Preview(costs=(ap_of(s, m, s.rules.interact_ap),), remarks=tuple(remarks))


def _pick(s: State, m: Model | None, action: Pick) -> Preview:
    assert m is not None
    best = promised(s, m)
    names = {"who": short_name(m), **({} if best is None else {"whom": short_name(best.target)})}
    shot = remark("info", "pick_none", **names)
    targets: tuple[tuple[str, str], ...] = ()
    if best is not None:
        shot = remark("good", f"pick_{best.action.mode}", percent=percent_of(best.chance), **names)
        targets = ((f"model:{best.target.label}", f"{percent_of(best.chance)} %"),)
    return Preview(
        targets=targets,
        remarks=(remark("info", "pick", who=short_name(m), ap=m.ap, tp=sum(m.tp)), shot, remark("info", "quicker")),
        short=Text("universalis.foresee.choose"),
    )


def _mission(s: State, m: Model | None, action: Mission) -> Preview:
    return Preview(
        remarks=(remark("info", "secret"),),
        area=zone_outline(s, action.name, 0),
        goals=goals_of(s, action.name, 0),
        arrows=tuple(errands(s, action.name, 0)),
        short=Text("universalis.foresee.choose"),
    )


def _zone(s: State, m: Model | None, action: Zone) -> Preview:
    mission = s.missions[s.viewer if s.viewer >= 0 else s.first]
    return Preview(
        area=zone_outline(s, mission, action.degrees),
        goals=goals_of(s, mission, action.degrees),
        arrows=tuple(errands(s, mission, action.degrees)),
        short=Text("universalis.foresee.choose"),
    )


def _end(s: State, m: Model | None, action: Any) -> Preview:
    if action is not END or not s.active:
        return word_preview(s, action)
    acting = s.models[s.active[0]]
    if _wins(s, acting.seat):
        return Preview(remarks=(remark("good", "end_wins"),), short=Text("universalis.foresee.win"))
    remarks = [*stands(s, acting), *_threatened(s, acting, action), *_saved(s, acting)]
    return Preview(remarks=tuple(remarks), leaves=acting.ap > 0)


def _saved(s: State, m: Model) -> Iterator[Remark]:
    """What points are good for that are left: reactions in this round, and half of them in the next (R080)."""
    if not m.ap:
        yield remark("info", "end")
        return
    dodges = any(why_not_dodge(s, o, m) is None for o in s.enemies(m.seat))
    strikes = any(not one.ranged and 0 < one.wk <= m.ap for one in m.weapons)
    if dodges or strikes:
        serves = "both" if dodges and strikes else "dodge" if dodges else "strike"
        yield remark("info", f"end_{serves}", n=m.ap)
    kept = carry_over(s.rules, m.ap)
    yield remark("info", "end_kept" if kept else "end_lost", n=m.ap, kept=kept)


_SHOWN: Mapping[type, Callable[[State, Model | None, Any], Preview]] = {
    Move: _move,
    Charge: _strike,
    Attack: _strike,
    Shoot: _shoot,
    Simple: _simple,
    Handle: _handle,
    Reload: _reload,
    React: answered,
    Fire: answered,
    Deploy: _deploy,
    Pick: _pick,
    Mission: _mission,
    Zone: _zone,
    type(END): _end,
    Order: lambda s, m, action: Preview(),
}
