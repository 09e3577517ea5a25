"""What an action would do, from the rules themselves, for whoever is about to choose it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.events import Touch, touches_of
from kempelen.engine.table import Event, Seat
from kempelen.engine.tables.foreseen import Course, at_best
from kempelen.games.tactics.face.danger import could_strike, felled_by, perils_of
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.actions import (
    DONE,
    END,
    Action,
    Activate,
    Attack,
    Auto,
    Buy,
    Done,
    End,
    Full,
    GiveUp,
    Move,
    Play,
    PlayAt,
    PlayOn,
)
from kempelen.games.tactics.rules.board import Tile
from kempelen.games.tactics.rules.combat import attackable_from, targets
from kempelen.games.tactics.rules.course import step
from kempelen.games.tactics.rules.events import Attacked, Destroyed, Ended, Played
from kempelen.games.tactics.rules.legal import activation_options, turn_options
from kempelen.games.tactics.rules.state import ACTIVATION, EMPTY_TURNS, Name, State, Unit
from kempelen.games.tactics.rules.topology import tiles_in
from kempelen.parts.foresight import Ghost, Preview, Remark, Weight
from kempelen.text.say import Field, Text

__all__ = ["ends", "preview", "price", "then"]


def preview(view: State, seat: Seat, action: Action) -> Preview:
    """Reach, damage, who falls, and what it costs."""
    return _OF[type(action)](view, seat, action)


def price(view: State, seat: Seat, action: Action) -> Text | None:
    """Of a new unit with upkeep: what it takes now, and what comes in and goes out next turn (P2, P5)."""
    card = view.book[action.card] if isinstance(action, PlayAt) else None
    if card is None or card.unit is None or not card.unit.upkeep:
        return None
    cost, income = card.cost or 0, view.rule.income
    upkeep = card.unit.upkeep + sum(one.profile.upkeep for one in view.of_owner(seat))
    unpaid = upkeep > income + view.mats[seat].pool - cost
    return Text(f"tactics.preview.price{'_unpaid' if unpaid else ''}", n=cost, income=income, all=upkeep)


def then(view: State, seat: Seat, action: Action) -> tuple[State, Sequence[Action]] | None:
    """A unit that acts is asked what it does next, and nothing happens in between, as long as it can (P3)."""
    if not isinstance(action, (Activate, Move, Attack)):
        return None
    state: State = _course(view, action).state
    if state.ending is not None or state.acting is None:
        return None
    return state, activation_options(state, _named(state, state.acting))


def ends(view: State, seat: Seat) -> tuple[Action, State, Action] | None:
    """Whoever ends the turn does nothing more with the unit that acts (P3)."""
    if view.acting is None or view.ending is not None or view.phase != ACTIVATION:
        return None
    state: State = _course(view, DONE).state
    return (DONE, state, END) if state.acting is None and state.ending is None else None


# -- small things


def _remark(weight: Weight, name: str, **fields: Field) -> Remark:
    return Remark(weight, Text(f"tactics.preview.{name}", **fields))


def _do(name: str) -> Text:
    return Text(f"tactics.preview.do.{name}")


def _course(view: State, action: Action) -> Course:
    return at_best(view, step, action)


def _first(course: Course, kind: type[Event]) -> Any:
    return next((event for event in course.events if isinstance(event, kind)), None)


def _handle(view: State, tile: Tile) -> str:
    return f"tile:{view.board.spots[tile]}"


def _acting(view: State) -> Unit:
    assert view.acting is not None
    return _named(view, view.acting)


def _named(view: State, name: Name) -> Unit:
    unit = view.named(name)
    assert unit is not None
    return unit


def _marks(view: State, course: Course) -> tuple[Touch, ...]:
    """What it hurts, heals and destroys, as far as it stands on the board now."""
    there = {f"unit:{unit.name.id}" for unit in view.units}
    shown = (touch for event in course.events for touch in touches_of(event))
    return tuple(
        Touch(touch.handle, touch.effect, touch.amount)
        for touch in shown
        if touch.handle in there and touch.effect in ("hurt", "healed", "lost")
    )


def _changed(view: State, course: Course) -> Iterator[Remark]:
    """Whom it hurts or heals, with his health before and after."""
    for unit in view.units:
        now = course.state.named(unit.name)
        after = 0 if now is None else now.health
        if after != unit.health:
            key = "falls" if now is None else "hurts"
            yield _remark("good", key, unit=unit.name.text, before=unit.health, after=after)


def _ending(seat: Seat, course: Course) -> Iterator[Remark]:
    ended = _first(course, Ended)
    if ended is not None:
        yield _remark("good", "wins") if seat in ended.winners else _remark("bad", "loses")


def _deserted(state: State) -> Iterator[Remark]:
    """Turns of The Kraken in a row without a unit of theirs lose the game (W2)."""
    if state.rule.mode == "kraken" and state.ending is None and not state.held[0]:
        last = state.empty_turns + 1 >= EMPTY_TURNS
        yield _remark("bad", "deserted_again" if last else "deserted", of=EMPTY_TURNS)


def _threats(state: State, unit: Unit) -> Iterator[Remark]:
    """Who could strike it next turn: some tile it can get to is one it could attack from (R3, R7)."""
    found = list(could_strike(state, unit))
    if found:
        damage = sum(enemy.profile.attack for enemy in found)
        names = tuple(enemy.name.text for enemy in found[:3])
        key = "threatened_more" if len(found) > len(names) else "threatened"
        yield _remark("bad" if damage >= unit.health else "info", key, units=names, n=damage)


def _answered(state: State, unit: Unit) -> Iterator[Remark]:
    """Who would fall by attacking it, for it strikes back (B1)."""
    for enemy in felled_by(state, unit):
        yield _remark("good", "would_fall", unit=unit.name.text, enemy=enemy.name.text, n=unit.profile.attack)


def _aims(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """Whom the unit could attack from where it stands, and what that would cost them."""
    if not unit.attacks:
        return ()
    return tuple((f"unit:{enemy.name.id}", f"−{unit.profile.attack}") for enemy in state.units_on(targets(state, unit)))


# -- a unit acts


def _activate(view: State, seat: Seat, action: Activate) -> Preview:
    """How far it can go and whom it could strike at once; then it is tapped (P3)."""
    course = _course(view, action)
    state: State = course.state
    unit = _named(state, action.unit)
    reach = state.board.reach(unit.tile, unit.profile.move, state.free(unit)).others
    profile = unit.profile
    return Preview(
        reach=tuple(_handle(view, tile) for tile in tiles_in(reach)),
        targets=_aims(state, unit),
        costs=(Text("tactics.preview.taps"),),
        remarks=(
            *([_remark("good", "touch")] if reach or _aims(state, unit) else []),
            _remark("info", "can", move=profile.move, attack=profile.attack, range=profile.range),
            *_too_far(state, unit),
            *(_threats(view, unit)),
            *([_remark("info", "striped")] if set(tiles_in(reach)) & perils_of(view).keys() else []),
        ),
        short=_do("activate"),
    )


def _too_far(state: State, unit: Unit) -> Iterator[Remark]:
    """Why a click on the boss would do nothing, or without one on the nearest enemy: how far away that is."""
    enemies = [] if not unit.profile.attack else state.units_on(state.enemies(unit.side))
    away = {enemy.name: state.board.distance(unit.tile, enemy.tile) for enemy in enemies}
    first = min(enemies, key=lambda enemy: (not enemy.profile.boss, away[enemy.name]), default=None)
    if first is None or attackable_from(state, unit, first) >> unit.tile & 1:
        return
    if away[first.name] > unit.profile.range:
        yield _remark("info", "too_far", unit=first.name.text, n=away[first.name])


def _auto(view: State, seat: Seat, action: Auto) -> Preview:
    return Preview(costs=(Text("tactics.preview.taps"),), remarks=(_remark("info", "auto"),))


def _move(view: State, seat: Seat, action: Move) -> Preview:
    """Whom it can strike from there, and who can strike it."""
    unit = _acting(view)
    course = _course(view, action)
    state: State = course.state
    moved = _named(state, unit.name)
    aims = _aims(state, moved)
    remarks = [_remark("good", "can_strike", n=len(aims))] if aims else []
    if not aims and unit.attacks:
        done = state.acting is None
        remarks.append(_remark("info", "nobody_then_done" if done else "nobody_in_range"))
    if state.board.house >> moved.tile & 1:
        remarks.append(_remark("good", "house"))
    if state.board.tower >> moved.tile & 1 and moved.profile.range > 1:
        remarks.append(_remark("good", "tower"))
    return Preview(
        ghost=Ghost(f"unit:{unit.name.id}", f"tile:{action.x},{action.y}"),
        path=(_handle(view, unit.tile), f"tile:{action.x},{action.y}"),
        targets=aims,
        remarks=(*remarks, *_threats(state, moved)),
        short=_do("move"),
    )


def _attack(view: State, seat: Seat, action: Attack) -> Preview:
    """Damage both ways, and who falls (B1, A1, A2)."""
    unit, target = _acting(view), _named(view, action.target)
    course = _course(view, action)
    attacked: Attacked = _first(course, Attacked)
    gone = {event.unit for event in course.events if isinstance(event, Destroyed)}
    left = max(0, target.health - attacked.damage)
    key = "falls" if target.name in gone else "hurts"
    struck = _remark("good", key, unit=target.name.text, before=target.health, after=left)
    remarks = [*_ending(seat, course), struck, *_deserted(course.state)]
    dies = unit.name in gone
    if attacked.counter:
        left = max(0, unit.health - attacked.counter)
        key = "dies" if dies else "struck_back"
        remarks.append(_remark("bad", key, unit=unit.name.text, n=attacked.counter, before=unit.health, after=left))
    else:
        remarks.append(_remark("good", "no_answer"))
    ended = _first(course, Ended)
    after = None if dies or ended is not None else course.state.named(unit.name)
    if after is not None and not after.moves:  # else it may still step back
        remarks.extend(_threats(course.state, after))
    costly = dies and (ended is None or seat not in ended.winners)  # what wins the game costs nothing
    return Preview(
        arrows=((f"unit:{unit.name.id}", f"unit:{target.name.id}"),),
        touches=_marks(view, course),
        remarks=tuple(remarks),
        costly=costly,
        short=_do("attack_anyway" if costly else "attack"),
    )


def _full(view: State, seat: Seat, action: Full) -> Preview:
    """Instead of moving and attacking (R13)."""
    unit = _acting(view)
    course = _course(view, action)
    full = unit.profile.full
    assert full is not None
    near = "_near" if full.kind == "mend_all" else ""
    effect = Text(f"tactics.effect.{full.kind}{near}", n=full.amount)
    return Preview(
        touches=_marks(view, course),
        costs=(Text("tactics.preview.taps"),),
        remarks=(*_ending(seat, course), _remark("good", "effect", effect=effect)),
    )


def _done(view: State, seat: Seat, action: Done) -> Preview:
    """What is not used is lost, and it is tapped (P3)."""
    unit = _acting(view)
    could = bool(unit.attacks and targets(view, unit))
    remarks = [_remark("bad", "could_attack")] if could else []
    return Preview(
        costs=(Text("tactics.preview.taps"),),
        remarks=(*remarks, *_threats(view, unit)),
        costly=could,
        short=_do("done"),
    )


# -- cards


def _cost(view: State, seat: Seat, cost: int) -> tuple[Text, ...]:
    pool = view.mats[seat].pool
    return (Text("tactics.preview.cost", n=cost, pool=pool, left=pool - cost),)


def _play(view: State, seat: Seat, action: Play | PlayOn) -> Preview:
    card = view.book[action.card]
    course = _course(view, action)
    assert card.effect is not None
    effect = Text(f"tactics.effect.{card.effect.kind}", n=card.effect.amount)
    idle = all(isinstance(event, Played) for event in course.events)
    changed = tuple(_changed(view, course))
    return Preview(
        touches=_marks(view, course),
        costs=_cost(view, seat, card.cost or 0),
        remarks=(
            *_ending(seat, course),
            *changed,
            *((_remark("bad", "no_effect"),) if idle else ()),
            *(() if changed else (_remark("info" if idle else "good", "effect", effect=effect),)),
        ),
        short=_do("play"),
    )


def _play_at(view: State, seat: Seat, action: PlayAt) -> Preview:
    """A new unit enters untapped, and may act at once (P5)."""
    card = view.book[action.card]
    course = _course(view, action)
    state: State = course.state
    unit = state.at[state.board.tile(action.x, action.y)]
    assert unit is not None
    remarks = [_remark("good", "enters")]
    remarks += _upkeep(state, seat, unit)
    return Preview(
        ghost=Ghost(action.handles[0], action.handles[1]),
        costs=_cost(view, seat, card.cost or 0),
        remarks=(*remarks, *_threats(state, unit)),
        short=_do("play"),
    )


def _upkeep(state: State, seat: Seat, unit: Unit) -> Iterator[Remark]:
    """What it costs from the next turn on, and whether all units can still be paid for then (P2)."""
    if not unit.profile.upkeep:
        return
    upkeep = sum(one.profile.upkeep for one in state.of_owner(seat))
    kept, income = state.mats[seat].pool, state.rule.income
    key = "upkeep" if upkeep <= income else "upkeep_saved_up" if upkeep <= income + kept else "upkeep_unpaid"
    weight: Weight = "info" if upkeep <= income else "bad"
    yield _remark(weight, key, n=unit.profile.upkeep, all=upkeep, income=income, kept=kept)


def _buy(view: State, seat: Seat, action: Buy) -> Preview:
    card = view.book[action.card]
    return Preview(costs=_cost(view, seat, card.price), remarks=(_remark("info", "bought"),), short=_do("buy"))


def _give_up(view: State, seat: Seat, action: GiveUp) -> Preview:
    unit = _named(view, action.unit)
    saved = _remark("good", "upkeep_saved", n=unit.profile.upkeep)
    return Preview(
        touches=(Touch(f"unit:{unit.name.id}", "lost"),),
        remarks=(
            *_deserted(_course(view, action).state),
            _remark("bad", "given_up", unit=unit.name.text, card=card_word(unit.name.kind)),
            saved,
        ),
        costly=True,
    )


def _end(view: State, seat: Seat, action: End) -> Preview:
    """Who could still act, and that the hand is discarded (P6)."""
    ready = [unit for unit in view.of_owner(seat) if not unit.tapped]
    cards = {option.handles[0] for option in turn_options(view, seat) if isinstance(option, (Play, PlayAt, PlayOn))}
    remarks = [_remark("bad", "could_act", n=len(ready))] if ready else []
    if cards:
        remarks.append(_remark("bad", "could_play", n=len(cards)))
    if view.mats[seat].hand:
        remarks.append(_remark("info", "hand_goes", n=len(view.mats[seat].hand)))
    for unit in view.of_owner(seat):
        remarks.extend(_answered(view, unit))
    last = seat + 1 == view.players and not view.has_opponent and view.round == view.rule.cap
    if last or (view.has_opponent and view.round == view.rule.cap):
        remarks.insert(0, _remark("bad", "last_round"))
    remarks[:0] = _deserted(view)
    return Preview(
        targets=tuple((f"unit:{unit.name.id}", "") for unit in ready),
        remarks=tuple(remarks) or (_remark("info", "all_done"),),
        costly=bool(ready),
        short=_do("end"),
    )


_OF: Mapping[type, Callable[[State, Seat, Any], Preview]] = {
    Activate: _activate,
    Attack: _attack,
    Auto: _auto,
    Buy: _buy,
    Done: _done,
    End: _end,
    Full: _full,
    GiveUp: _give_up,
    Move: _move,
    Play: _play,
    PlayAt: _play_at,
    PlayOn: _play,
}
