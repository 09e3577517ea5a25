"""Tips for the first tables: an action, and what it is good for.

A newcomer is to learn the goal and to see something happen, so tips go for the mast as soon as nobody of his is there,
and rather advise one careful shot than three hasty ones (`players/careful`). Whatever else is asked is answered as the
opponent would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import hypot
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.speech import Tip
from kempelen.engine.table import Decision, DirectTable, Seat
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.automa.worth import Plan
from kempelen.games.universalis.face.aiming import aim
from kempelen.games.universalis.face.answers import answer_chance, hold_chance
from kempelen.games.universalis.face.chances import fired, hurts
from kempelen.games.universalis.face.fetching import NEAR, foe_at, gap_to, wanted, why_not_take
from kempelen.games.universalis.face.outlook import percent_of, promised, risk_of, short_name
from kempelen.games.universalis.face.plans import lying_shot, planned
from kempelen.games.universalis.face.where import where, words
from kempelen.games.universalis.players.careful import ACTS, at_the_mast, careful, good_attacks, reaches
from kempelen.games.universalis.rules.actions import END, Fire, Handle, Move, React, Shoot
from kempelen.games.universalis.rules.choices import Deploy, Mission, Pick, Zone
from kempelen.games.universalis.rules.combat.reactions import why_not_dodge
from kempelen.games.universalis.rules.course import pickable
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.missions import held_by, in_zone, mission_of
from kempelen.games.universalis.rules.models.current import radius
from kempelen.games.universalis.rules.models.equipment import TOUCH, why_not_handle
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import Model, Object, State
from kempelen.text.say import Field, Text

__all__ = ["advice", "advised", "hint", "spoken"]

TIPS: Mapping[str, str] = {
    "normal_move": "move",
    "lie_down": "lie_down",
    "stand_up": "stand_up",
    "normal_shot": "shoot",
    "aimed": "aim",
    "snap_shot": "snap",
    "charge": "charge",
    "attack": "strike",
    "reckless_attack": "strike",
    "fire_ready": "ready",
    "defence": "defend",
}
"""The tip for each kind of action; for all others there is none but the action."""
ADVISER = Opponent("middle")
LATER = Opponent("hard")
"""After the first skirmish its own plan is advised: with it the tips win more often than they lose against `middle`."""
KNOWN = "mast"
"""The mission that is like that of the first skirmish."""
HARDLY = Fraction(1, 10)
"""Who holds what he must hold does not fire at less."""
WORTH = Fraction(1, 3)
"""A shot that hurts so often is a reason to pick somebody."""
SHOTS = frozenset({"normal_shot", "aimed", "snap_shot"})


def advice(game: Game[Any], decision: Decision[Any]) -> Tip:
    """What to do, whatever is asked; and where it takes more than the view to say so, in words."""
    return Tip(lambda: advised(game, decision), lambda tip: _said(decision, tip))


def advised(game: Game[Any], decision: Decision[Any]) -> Any:
    """The action to choose; with lots of its own, always the same."""
    table = DirectTable(game, (), TapeDice(0))
    table.state = decision.view()
    asked: Decision[Any] = Decision(decision.seat, decision.prompt, lambda: decision.options, decision.check, table)
    if decision.prompt.key == "universalis.prompt.mission":
        return next((one for one in decision.options if one.name == KNOWN), decision.options[0])
    first = table.state.scenario.name.startswith("first")  # also as it was under older rules
    usual = (ADVISER if first else LATER).decide(asked, table).action
    if decision.prompt.key != ACTS or not first:
        return usual
    s, seat = table.state, decision.seat
    action = careful(s, seat, usual, ADVISER.level.weights, lambda move: _as_clicked(s, seat, move))
    idle = _idle(s, seat, action) or _fidgets(s, seat, action)
    action = END if idle and END in decision.options else action
    return planned(s, s.models[s.active[0]], action, ADVISER.level.weights)


def _idle(s: State, seat: Seat, action: Any) -> bool:
    """A shot that hardly hurts, while one's own side alone is at the mast: who waits keeps AP for dodging and wins."""
    m = model_of(s, getattr(action, "label", ""))
    if m is None or not isinstance(action, Shoot) or {o.seat for o in at_the_mast(s, seat)} != {seat}:
        return False
    return max((hurts(s, one, m) for one in fired(s, m, action)), default=Fraction(0)) < HARDLY


def _fidgets(s: State, seat: Seat, action: Any) -> bool:
    """A step from the mast to the mast that makes nobody safer: who is there need not go there."""
    m = model_of(s, getattr(action, "label", ""))
    return m is not None and type(action) is Move and m in at_the_mast(s, seat) and _safer(s, seat, action) is None


def _safer(s: State, seat: Seat, action: Move) -> tuple[Model, Fraction, Fraction] | None:
    """Of a step that stays at the mast: whose shot it lowers most, and the chances there and here; None if none."""
    m = s.models[next(o.index for o in s.models if o.label == action.label)]
    if not reaches(s, seat, m, action):
        return None
    there = s.copy()
    mover = there.models[m.index]
    mover.x, mover.y, mover.z = action.points[-1]
    risks = [(o, risk_of(there, there.models[o.index], mover), risk_of(s, o, m)) for o in s.enemies(seat)]
    worst = max((then for _, then, _ in risks), default=Fraction(0))
    worst_now = max((now for _, _, now in risks), default=Fraction(0))
    return None if worst >= worst_now else max(risks, key=lambda one: one[2])


def _as_clicked(s: State, seat: Seat, action: Move) -> Any:
    """Where one would go, a click would go too, perhaps by a better way."""
    if len(action.points) < 2 or action.test:
        return action
    x, y, z = action.points[-1]
    found = aim(s, seat, (f"model:{action.label}", Move.verb), ((x, y),)).action
    return found if found is not None and found.points[-1] == (x, y, z) else action


# -- in words


def hint(game: Game[Any], s: State, seat: Seat) -> Text | None:
    """A tip for whoever has to pick or to act; None for the small questions in between."""
    acting = _acting(s, seat)
    if not acting and s.phase != "pick":
        return None
    key = "action" if acting else "pick"
    offered: Any = (lambda: options(s)) if acting else [Pick(m.label) for m in pickable(s, seat)]
    if not acting and len(offered) < 2:
        return None
    table = DirectTable(game, (), TapeDice(0))
    table.state = s
    return spoken(s, seat, advised(game, Decision(seat, Text(f"universalis.prompt.{key}"), offered, None, table)))


def _acting(s: State, seat: Seat) -> bool:
    return s.phase == "act" and bool(s.active) and s.models[s.active[0]].seat == seat


def spoken(s: State, seat: Seat, action: Any) -> Text:
    """What is said of an action that is advised."""
    m = model_of(s, getattr(action, "label", ""))
    who: Field = short_name(m) if m is not None else ""
    if not _acting(s, seat):
        return _picking(s, seat, m, who)
    return _tip(s, seat, action, m)


def _picking(s: State, seat: Seat, m: Model | None, who: Field) -> Text:
    """Who acts next, and for his shot, if nobody of those who could has a better one."""
    if m is not None and (errand := _picking_for(s, m)) is not None:
        return errand
    best = promised(s, m) if m is not None else None
    others = [promised(s, o) for o in pickable(s, seat) if o is not m]
    if best is None or best.chance < WORTH or any(one is not None and one.chance > best.chance for one in others):
        return Text("universalis.lesson.pick", who=who)
    whom, percent = short_name(best.target), percent_of(best.chance)
    return Text("universalis.lesson.pick_shot", who=who, whom=whom, percent=percent)


def _picking_for(s: State, m: Model) -> Text | None:
    """Who stands where the mission's thing can be taken, or could be if no enemy were there."""
    n = wanted(s, m)
    if n is None or any(gap_to(s, o, s.objects[n]) < gap_to(s, m, s.objects[n]) for o in s.friends(m.seat)):
        return None
    thing = s.objects[n]
    if why_not_handle(s, m, Handle(m.label, "take", n)) is None:
        return Text("universalis.lesson.pick_take", who=short_name(m))
    foe = foe_at(s, m, thing) if gap_to(s, m, thing) <= NEAR else None
    return None if foe is None else Text("universalis.lesson.pick_foe", who=short_name(m), whom=short_name(foe))


def _said(decision: Decision[Any], tip: Tip) -> Text | None:
    """A tip for who is asked in between, about dodging, firing and striking back: whether it pays, and why."""
    kind = decision.prompt.key.removeprefix("universalis.prompt.")
    if kind == "action":  # as `hint` says it, without thinking twice
        acts: State = decision.view()
        return spoken(acts, decision.seat, tip.action) if _acting(acts, decision.seat) else None
    if kind in ("mission", "zone", "deploy"):
        return _setting_up(decision.view(), tip.action)
    s: State = decision.view()
    if kind not in ("dodge", "counter", "reaction", "opportunity"):
        return _small(s, tip.action) if kind != "pick" else None
    if kind in ("reaction", "opportunity"):
        chosen = tip.action
        if not isinstance(chosen, React | Fire):
            best = max(_chances(s, decision), default=None)
            known = {} if best is None else {"percent": percent_of(best)}
            return Text(f"universalis.lesson.{kind}_not{'_at' if known else ''}", **known)
        return Text(f"universalis.lesson.{kind}", action=words(s, chosen) or chosen.text)
    who = model_of(s, str(dict(decision.prompt.fields)["who"]).partition(" ")[0])
    if who is None:
        return None
    does = isinstance(tip.action, React)
    best, held = max(_chances(s, decision), default=None), hold_chance(s)
    if kind == "dodge" and not does and best is not None and held is not None:
        misses = {"percent": percent_of(best), "usual": percent_of(held)}
        return Text("universalis.lesson.dodge_not_at", who=short_name(who), **misses)
    return Text(f"universalis.lesson.{kind}{'' if does else '_not'}", who=short_name(who), ap=who.ap)


def _small(s: State, action: Any) -> Text | None:
    """A question in the middle of something, such as whether a roll is repeated; `hint` speaks of what comes after."""
    text = None if action is None else words(s, action) or getattr(action, "text", None)
    return None if text is None else Text("universalis.lesson.other", action=text)


def _setting_up(s: State, action: Any) -> Text | None:
    """Before the first round: which mission, which edge, where somebody starts."""
    if isinstance(action, Mission):
        named = {"mission": Text(f"universalis.mission.{action.name}"), "goal": Text(f"universalis.goal.{action.name}")}
        return Text("universalis.lesson.mission", **named)
    if isinstance(action, Zone):
        return Text("universalis.lesson.zone", edge=Text(f"universalis.edge.{action.degrees}"))
    m = model_of(s, action.label) if isinstance(action, Deploy) else None
    if m is None:
        return None
    return Text("universalis.lesson.deploy", who=short_name(m), where=where(s, action.point, m.r))


def _chances(s: State, decision: Decision[Any]) -> Iterator[Fraction]:
    """That what could be done comes off: the same numbers that stand beside it."""
    for option in decision.options:
        chance = answer_chance(s, option) if isinstance(option, React | Fire) else None
        if chance is not None:
            yield chance


def _tip(s: State, seat: Seat, action: Any, m: Model | None) -> Text:
    """What is said of it; and beside what the mission wants taken: why that has to wait."""
    tip = _usual_tip(s, seat, action, m)
    n = None if m is None or _errand(s, seat, action, m) is not None else wanted(s, m)
    if m is None or n is None or gap_to(s, m, s.objects[n]) > NEAR:
        return tip
    why = why_not_take(s, m, n)
    return tip if why is None else Text("universalis.lesson.core_waits", tip=tip, why=why)


def _usual_tip(s: State, seat: Seat, action: Any, m: Model | None) -> Text:
    kind = getattr(action, "kind", "")
    errand = None if m is None else _errand(s, seat, action, m)
    if errand is not None:
        return errand
    if not kind or m is None:
        holds = {o.seat for o in at_the_mast(s, seat)} == {seat}
        acting = s.models[s.active[0]]
        spare = any(why_not_dodge(s, o, acting) is None for o in s.enemies(seat))
        return Text(f"universalis.lesson.end{'_holding' if holds else ''}{'' if spare else '_bare'}")
    said: Field = words(s, action) or action.text
    who = short_name(m)
    near = at_the_mast(s, seat)
    theirs = [short_name(o) for o in near if o.seat != seat]
    if type(action) is Move and m in near and (safer := _safer(s, seat, action)) is not None:
        enemy, then, was = safer
        chances = {"now": percent_of(then), "was": percent_of(was)}
        return Text("universalis.lesson.move_safer", who=who, whom=short_name(enemy), **chances)
    if kind == "normal_move" and theirs and len(theirs) == len(near):
        name = "contest" if reaches(s, seat, m, action) else "contest_far"
        return Text(f"universalis.lesson.{name}", who=who, whom=tuple(theirs), n=len(theirs))
    if kind == "normal_move":
        return Text(f"universalis.lesson.{_moving(s, seat, m, action)}", action=said, who=who)
    if kind == "lie_down" and (shot := lying_shot(s, m)) is not None:
        chances = {"then": percent_of(shot.then), "now": percent_of(shot.now)}
        return Text("universalis.lesson.lie_first", who=who, whom=short_name(shot.target), ap=shot.cost, **chances)
    plans = good_attacks(s, m, ADVISER.level.weights) if kind in SHOTS else ()
    plan = next((one for one in plans if one.action == action), None)
    # A shot that the opponent would fire although its chance is not worth a tip is told without it.
    name = TIPS.get(kind, "other") if plan is not None or kind not in SHOTS else "other"
    if plan is None:
        struck = model_of(s, getattr(action, "target", ""))
        whom: Field = "" if struck is None else short_name(struck)
        return Text(f"universalis.lesson.{name}", action=said, who=who, whom=whom)
    fields: dict[str, Field] = {"who": who, "whom": short_name(plan.target), "percent": _hurt_percent(s, m, plan)}
    if plan.target in near:
        name += "_holder"
        fields["why"] = _what_for(seat, plan.target, near)
    elif name == "snap" and m.ap >= 2 * plan.cost:
        name = "snap_twice"
    return Text(f"universalis.lesson.{name}", **fields)


def _errand(s: State, seat: Seat, action: Any, m: Model) -> Text | None:
    """Where something is to be carried home: fetching it, going home with it, and running after whoever has it."""
    mission = mission_of(s, seat)
    thing = next((one for one in s.objects if mission.wants(one)), None)
    if mission.kind != "carry" or thing is None:
        return None
    who = short_name(m)
    if isinstance(action, Handle) and action.verb == "take":
        return Text("universalis.lesson.take", who=who)
    carrier = s.models[thing.carrier] if thing.carrier >= 0 else None
    if getattr(action, "kind", "") != "normal_move":
        return None
    x, y, _ = action.points[-1]
    if carrier is m:
        name = "carry_home" if in_zone(s, seat, x, y) else "carry"
        return Text(f"universalis.lesson.{name}", who=who)
    if carrier is None:
        if _far(thing, x, y) >= _far(thing, m.x, m.y):
            return None
        nearer = [
            o for o in s.friends(seat) if o is not m and not o.panic and _far(thing, o.x, o.y) < _far(thing, x, y)
        ]
        if nearer:  # somebody else takes it
            return Text("universalis.lesson.fetch_behind", who=who, whom=short_name(nearer[0]))
        arrives = _far(thing, x, y) <= radius(s, m) + TOUCH
        return Text("universalis.lesson.fetch" if arrives else "universalis.lesson.fetch_far", who=who)
    if carrier.seat != seat and hypot(carrier.x - x, carrier.y - y) < hypot(carrier.x - m.x, carrier.y - m.y):
        return Text("universalis.lesson.chase", who=who, whom=short_name(carrier))
    return None


def _hurt_percent(s: State, m: Model, plan: Plan) -> int:
    """The same number that stands beside the shot: that it hurts."""
    return percent_of(max((hurts(s, one, m) for one in fired(s, m, plan.action)), default=Fraction(0)))


def _moving(s: State, seat: Seat, m: Model, action: Move) -> str:
    """What is said of a move: it ends at the mast, nearer to it, or leads elsewhere."""
    if reaches(s, seat, m, action):
        return "move_on" if m in at_the_mast(s, seat) else "move"
    if not held_by(s, seat):  # another mission than to hold something
        return "move_on"
    x, y, _ = action.points[-1]
    there = [thing for thing in s.objects if thing.carrier < 0]
    return "move_near" if any(_far(thing, x, y) < _far(thing, m.x, m.y) for thing in there) else "move_on"


def _far(thing: Object, x: float, y: float) -> float:
    return hypot(thing.x - x, thing.y - y)


def _what_for(seat: Seat, target: Model, near: Sequence[Model]) -> Text:
    """What comes of putting out an enemy at the mast: everybody who is there counts."""
    whom = short_name(target)
    others = tuple(short_name(o) for o in near if o.seat != seat and o is not target)
    if others:
        return Text("universalis.lesson.one_of", whom=whom, others=others, n=len(others))
    own = any(o.seat == seat for o in near)
    return Text("universalis.lesson.then_yours" if own else "universalis.lesson.then_free", whom=whom)
