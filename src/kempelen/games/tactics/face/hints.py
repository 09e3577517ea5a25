"""What a newcomer might do now, on the map that teaches the game: an action, and the rule behind it in words."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.tactics.face.danger import danger
from kempelen.games.tactics.face.lesson import Plan, best_plan, guards, hunted, places_mark, turn_action
from kempelen.games.tactics.face.preview import preview
from kempelen.games.tactics.rules.actions import Action, Activate, Attack, Done, End, Move, Play, PlayAt, PlayOn
from kempelen.games.tactics.rules.combat import attackable_from
from kempelen.games.tactics.rules.state import ACTIVATION, TURN, State, Unit
from kempelen.text.say import Text

__all__ = ["advised", "hint"]


CLOSER = frozenset(f"tactics.hint.{key}" for key in ("go_on", "nearer", "catch", "house", "tower", "guard"))
"""Tips that send a unit forward without a word of what could strike it there."""


def advised(view: State, seat: Seat) -> Action | None:
    """First the cards, then one unit after the other, then the end of the turn."""
    if view.phase == TURN:
        return turn_action(view, seat)
    unit = _acting(view)
    return None if unit is None else _plan(view, unit).first


def hint(view: State, seat: Seat) -> Text | None:
    """What to do, and why it pays."""
    action, unit = advised(view, seat), _acting(view)
    match action:
        case Activate():
            ready = view.named(action.unit)
            assert ready is not None
            plan = best_plan(view, ready, ready.profile.moves, ready.profile.attacks)
            return _warned(_activate(view, ready, plan), ready, plan)
        case Move() if unit is not None:
            plan = _plan(view, unit)
            return _warned(_move(view, unit, plan), unit, plan)
        case Attack() if unit is not None:
            target = view.named(action.target)
            assert target is not None
            plan = _plan(view, unit)
            answer = attackable_from(view, target, unit) >> target.tile & 1
            damage, back = unit.profile.attack, target.profile.attack
            key = "attack_wins" if _wins(unit, plan) else "attack_back" if answer else "attack_free"
            if places_mark(view, target) and damage >= target.health:
                key = "stop"
            tip = Text(f"tactics.hint.{key}", unit=target.name.text, damage=damage, back=back)
            return _warned(tip, unit, plan)
        case PlayAt():
            return Text("tactics.hint.enter", card=action.text, pool=view.mats[seat].pool)
        case Play() | PlayOn():
            tip = Text("tactics.hint.play", card=action.text, pool=view.mats[seat].pool)
            won = any(remark.text.key == "tactics.preview.wins" for remark in preview(view, seat, action).remarks)
            return Text("tactics.hint.card_wins", card=action.text) if won else tip
        case Done():
            threat = 0 if unit is None else danger(view, unit, unit.tile)
            return (
                _stay(view, unit, threat) if unit is not None and unit.moves and threat else Text("tactics.hint.done")
            )
        case End():
            ends = "tactics.hint.end_hand" if view.mats[seat].hand else "tactics.hint.end"
            return Text(ends, n=view.round, of=view.rule.cap)
        case _:
            return None


def _acting(view: State) -> Unit | None:
    return view.named(view.acting) if view.phase == ACTIVATION and view.acting is not None else None


def _plan(view: State, unit: Unit) -> Plan:
    return best_plan(view, unit, unit.moves, unit.attacks)


def _warned(tip: Text, unit: Unit, plan: Plan) -> Text:
    """Nobody is sent to his death without a word of it: what strikes back fells the unit, or it stays in reach."""
    if _wins(unit, plan):  # nothing comes after it that one could be warned of
        return tip if tip.key == "tactics.hint.attack_wins" else Text("tactics.hint.wins", tip=tip)
    if plan.falls:
        return Text("tactics.hint.sacrifice", tip=tip, unit=unit.name.text)
    if plan.risky and (plan.target is not None or tip.key in CLOSER):
        return Text("tactics.hint.risk", tip=tip, unit=unit.name.text, n=plan.threat)
    return tip


def _wins(unit: Unit, plan: Plan) -> bool:
    """What the plan attacks is the boss, and he falls by it."""
    return plan.target is not None and plan.target.profile.boss and plan.target.health <= unit.profile.attack


def _which(view: State, unit: Unit) -> Text:
    """The first of several of a kind has no number: of those it is said where it stands."""
    alone = sum(other.name.kind == unit.name.kind for other in view.of_owner(unit.owner)) < 2
    return (
        unit.name.text if alone else Text("tactics.unit_at", unit=unit.name.text, at=view.board.spots[unit.tile].text)
    )


def _activate(view: State, unit: Unit, plan: Plan) -> Text:
    """Which unit, and what for."""
    word = _which(view, unit)
    if isinstance(plan.first, Attack):
        assert plan.target is not None
        key = "strike_and_go" if plan.tile != unit.tile else "strike"
        return Text(f"tactics.hint.{key}", unit=word, target=plan.target.name.text)
    if isinstance(plan.first, Move):
        at = view.board.spots[plan.tile].text
        if plan.target is not None:
            return Text("tactics.hint.go_and_strike", unit=word, at=at, target=plan.target.name.text)
        here = danger(view, unit, unit.tile)
        if here <= plan.threat:
            return Text("tactics.hint.go_on", unit=word, at=at)
        key = "go_less" if plan.threat else "go_back"
        return Text(f"tactics.hint.{key}", unit=word, at=at, n=here, there=plan.threat)
    return _stay(view, unit, plan.threat)


def _stay(view: State, unit: Unit, threat: int) -> Text:
    """What could strike it where it waits, and whether it would be less elsewhere."""
    if not threat:
        return Text("tactics.hint.stay", unit=unit.name.text)
    ends = view.board.reach(unit.tile, unit.profile.move, view.free(unit)).tiles
    least = threat <= min((danger(view, unit, tile) for tile in ends), default=threat)
    return Text(f"tactics.hint.stay_{'least' if least else 'near'}", unit=unit.name.text, n=threat)


def _move(view: State, unit: Unit, plan: Plan) -> Text:
    """What the tile is good for: a house, a tower, a shot, or safety."""
    board, at = view.board, view.board.spots[plan.tile].text
    if guards(view, plan.tile) and plan.target is None:
        return Text("tactics.hint.guard", at=at)
    if board.house >> plan.tile & 1:
        return Text("tactics.hint.house", at=at)
    if board.tower >> plan.tile & 1 and unit.profile.range > 1:
        return Text("tactics.hint.tower", at=at, range=unit.profile.range + 1)
    if plan.target is not None:
        return Text("tactics.hint.closer", at=at, target=plan.target.name.text)
    here = danger(view, unit, unit.tile)
    if here > plan.threat:
        return (
            Text("tactics.hint.less", at=at, n=here, there=plan.threat)
            if plan.threat
            else Text("tactics.hint.away", at=at)
        )
    return Text(f"tactics.hint.{'catch' if hunted(view) else 'nearer'}", at=at)
