"""What the lines under "Answering" mean: reactions in the enemy's phases, re-rolls and other small choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.priorities import Try
from kempelen.engine.table import Decision, Seat
from kempelen.engine.trace import Note, Trace
from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.levels import Level
from kempelen.games.universalis.automa.worth import blow, fk_chance, hit_worth
from kempelen.games.universalis.rules.actions import Fire, React, Shoot
from kempelen.games.universalis.rules.choices import CLEAR, GO_ON, HOLD, REROLL, SURRENDER
from kempelen.games.universalis.rules.combat.melee_actions import weapon_named
from kempelen.games.universalis.rules.combat.ranged_actions import circumstances
from kempelen.games.universalis.rules.combat.ranged_numbers import REACTION
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.missions import mission_of, progress
from kempelen.games.universalis.rules.state import Model, State

__all__ = ["ANSWER_TRIES", "LINE_FOR", "Answering"]

LINE_FOR: Mapping[str, str] = {
    "reroll": "reroll",
    "reroll_fk": "reroll",
    "luck": "reroll",
    "dodge": "dodge",
    "reaction": "fire",
    "second": "second_weapon",
    "counter": "strike_back",
    "opportunity": "strike_fleeing",
    "support": "support",
    "block": "block",
    "clear_shock": "pay_drone",
    "round_end": "give_up",
}
"""The line that answers a question."""


@dataclass(slots=True)
class Answering:
    """A question in the middle of somebody's action."""

    s: State
    decision: Decision[Any]
    trace: Trace | None
    level: Level

    def note(self, kind: Note, *values: Any) -> None:
        if self.trace is not None:
            self.trace.add(kind, *values)

    def other(self) -> Model:
        """The model that acts, by the name in the question."""
        name = dict(self.decision.prompt.fields)["whom"]
        return next(m for m in self.s.models if m.name == name)

    def reactions(self, kind: type[Any], verb: str = "") -> list[Any]:
        found = [option for option in self.decision.options if isinstance(option, kind)]
        return [option for option in found if option.verb == verb] if verb else found

    def model(self, action: Any) -> Model:
        m = model_of(self.s, action.label)
        assert m is not None
        return m


def spare(m: Model) -> int:
    """AP a model can do without: what is left after its phase, less what a ready weapon needs (R033, R227)."""
    if not m.acted:
        return 0
    return m.ap - (m.weapons[m.ready].wk if m.ready >= 0 else 0)


def reroll(mind: Answering) -> Any:
    """A die that may be rolled again is rolled again: it is only asked for when it went badly."""
    mind.note(whys.REROLLS)
    return REROLL


def dodge(mind: Answering) -> Any:
    """Dodge with AP that are left over (R111); who has not acted yet keeps them for its phase."""
    action = mind.reactions(React, "dodge")[0]
    m = mind.model(action)
    if not mind.level.reacts or spare(m) < mind.s.rules.dodge_ap or m.defence:
        mind.note(whys.KEEPS_AP, m.ap)
        return None
    mind.note(whys.DODGES, m.ap)
    return action


def fire(mind: Answering) -> Any:
    """Reaction fire where the mover is hit most easily; with too little chance the readiness is kept (R227 to R233)."""
    shots = [(*_reaction(mind, option), option) for option in mind.reactions(Fire)]
    if not shots or not mind.level.reacts:
        return None
    _, chance, best = max(shots, key=lambda shot: (shot[0], shot[2].notation))
    if chance < mind.level.weights.least_reaction:
        mind.note(whys.HOLDS_FIRE, chance)
        return None
    mind.note(whys.FIRES, chance, whys.place(mind.s, mind.trace, (best.x, best.y)))
    return best


def _reaction(mind: Answering, action: Fire) -> tuple[float, float]:
    """What a shot at the mover at that point is worth, and its chance to hit."""
    s, mover, m = mind.s, mind.other(), mind.model(action)
    weapon = m.weapons[m.ready]
    old = mover.x, mover.y
    mover.x, mover.y = action.x, action.y
    shot, touched = circumstances(s, m, weapon, REACTION, mover)
    mover.x, mover.y = old
    chance = fk_chance(s, m, shot)
    return chance * hit_worth(s, m, weapon, mover, mind.level.weights, cover=touched), chance


def second_weapon(mind: Answering) -> Any:
    """Two weapons of class I with one action (trait): the second goes where it promises most."""
    shots = [(_second(mind, option), option) for option in mind.reactions(Shoot)]
    _, best = max(shots, key=lambda shot: (shot[0], shot[1].notation))
    mind.note(whys.SECOND, best.targets[0][0])
    return best


def _second(mind: Answering, action: Shoot) -> float:
    s, m = mind.s, mind.model(action)
    target, weapon = model_of(s, action.targets[0][0]), weapon_named(m, action.weapon)
    assert target is not None
    shot, touched = circumstances(s, m, weapon, action.mode, target)
    return fk_chance(s, m, shot) * hit_worth(s, m, weapon, target, mind.level.weights, cover=touched)


def strike_back(mind: Answering) -> Any:
    """Counterattack with the best weapon unless there is next to no chance (R276)."""
    worth, chance, best = _best_blow(mind, mind.reactions(React, "counter"))
    m = mind.model(best)
    if mind.level.weighs and (chance < mind.level.weights.least_counter or (m.ready >= 0 and worth < 0.05)):
        mind.note(whys.TOO_WEAK, chance)
        return None
    mind.note(whys.STRIKES_BACK, chance)
    return best


def strike_fleeing(mind: Answering) -> Any:
    """An opportunity attack: who breaks away fights with NK 0 (R277)."""
    _, chance, best = _best_blow(mind, mind.reactions(React, "strike"))
    mind.note(whys.STRIKES_FLEEING, chance)
    return best


def _best_blow(mind: Answering, options: Sequence[React]) -> tuple[float, float, React]:
    s, other = mind.s, mind.other()
    found = []
    for option in options:
        m = mind.model(option)
        chance, worth = blow(s, m, other, weapon_named(m, option.weapon), mind.level.weights)
        found.append((worth, chance, option))
    return max(found, key=lambda one: (one[0], one[2].notation))


def support(mind: Answering) -> Any:
    """Help to spot somebody, with AP that are left over (R300)."""
    able = [action for action in mind.reactions(React, "support") if spare(mind.model(action)) >= 2]
    if not able or not mind.level.reacts:
        return None
    mind.note(whys.SUPPORTS)
    return able[0]


def block(mind: Answering) -> Any:
    """Block a power, with AP that are left over (R331)."""
    able = [action for action in mind.reactions(React, "block") if spare(mind.model(action)) >= 3]
    if not able or not mind.level.reacts:
        return None
    mind.note(whys.BLOCKS)
    return able[0]


def pay_drone(mind: Answering) -> Any:
    """A controller frees his drones from shock (R328)."""
    if not mind.level.weighs:
        return None
    mind.note(whys.PAYS)
    return CLEAR


def give_up(mind: Answering) -> Any:
    """Give up late in a game in which nothing can be won any more (R078): nobody is left who obeys, or too few.

    They are too few against three times as many if their mission takes more of them, or all enemies put out.
    """
    s, seat, w = mind.s, mind.decision.seat, mind.level.weights
    own, enemies = (sum(not m.panic for m in s.friends(side)) for side in (seat, 1 - seat))
    if s.round < w.give_up or enemies < 2 or own * w.too_many > enemies or (own and not _out_of_reach(s, seat, own)):
        mind.note(whys.FIGHTS_ON, own, enemies)
        return None
    mind.note(whys.GIVES_UP, own, enemies)
    return SURRENDER


def _out_of_reach(s: State, seat: Seat, own: int) -> bool:
    """Its mission is to put everybody out, or asks for more models than it has."""
    kind = mission_of(s, seat).kind
    reached, wanted = progress(s, seat)
    return kind == "eliminate" or (kind == "leave" and wanted - reached > own) or (kind == "reach" and wanted > own)


def let_pass(mind: Answering) -> Any:
    """Nothing else: hold, go on, let it stand."""
    options = mind.decision.options
    if GO_ON not in options:  # why it goes on is said where it might give up
        mind.note(whys.LETS_PASS)
    return next((word for word in (HOLD, GO_ON) if word in options), options[-1])


ANSWER_TRIES: Mapping[str, Try[Answering]] = {
    line.__name__: line
    for line in (
        reroll,
        dodge,
        fire,
        second_weapon,
        strike_back,
        strike_fleeing,
        support,
        block,
        pay_drone,
        give_up,
        let_pass,
    )
}
