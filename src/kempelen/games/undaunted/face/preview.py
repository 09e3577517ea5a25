"""What an action would do, from the rules themselves, for whoever is about to choose it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kempelen.engine.events import Roll, Touch
from kempelen.engine.table import Decision, Event, Seat
from kempelen.engine.tables.foreseen import Course, at_best
from kempelen.games.undaunted.face.words import card_word, side_word, unit_word
from kempelen.games.undaunted.players.careful import begins, roll_of
from kempelen.games.undaunted.rules.actions import (
    Action,
    Attack,
    Bid,
    Bolster,
    Command,
    End,
    Enough,
    Go,
    Guide,
    Inspire,
    Plain,
    Take,
    Target,
)
from kempelen.games.undaunted.rules.cards import BASE, BEST, DICE, FOG, INITIATIVE, NAMES, RIFLEMEN, UNITS, Card, needed
from kempelen.games.undaunted.rules.combat import defence
from kempelen.games.undaunted.rules.course import perform
from kempelen.games.undaunted.rules.endings import hopeless, in_vain
from kempelen.games.undaunted.rules.events import Controlled, Ended, Fired, FogTaken, Moved, Placed, Removed, Suppressed
from kempelen.games.undaunted.rules.state import PIN, SIDES, State
from kempelen.games.undaunted.rules.terrain import Tile
from kempelen.parts.foresight import Ghost, Preview, Remark, Weight
from kempelen.text.say import Field, Text

__all__ = ["against", "alike", "chance", "preview"]


def preview(view: State, seat: Seat, action: Action) -> Preview:
    """Dice, ways, points and what is given up for it."""
    return _OF[type(action)](view, seat, action)


def chance(view: State, seat: Seat, action: Action) -> Fraction | None:
    """That an attack or suppressing fire hits (C4)."""
    if not isinstance(action, Attack):
        return None
    at = _where(view, seat, action.card)
    shield = view.scenario.terrain.shield[at][view.sides[1 - seat].at[action.target]]
    return _any_hits(BASE[action.target] + shield, DICE[action.how][action.card])


def alike(view: State, seat: Seat, action: Action) -> Hashable:
    """Ways to the same tile that scout the same new ones are one way: nothing else remembers them (M1 to M3)."""
    if not isinstance(action, Go) or not action.tiles:
        return None
    fresh = {tile for tile in action.tiles if not view.sides[seat].marked >> tile & 1} if action.how == "scout" else ()
    return action.card, action.how, action.tiles[-1], frozenset(fresh)


def _any_hits(total: int, dice: int) -> Fraction:
    """That at least one of the dice reaches the defence."""
    return 1 - Fraction(needed(total) - 1, BEST) ** dice


# -- small things


def _remark(weight: Weight, name: str, **fields: Field) -> Remark:
    return Remark(weight, Text(f"undaunted.preview.{name}", **fields))


def _where(view: State, seat: Seat, unit: Card) -> Tile:
    """Where a unit stands, or will when its card is played (K3)."""
    at = view.sides[seat].at[unit]
    return at if at >= 0 else view.scenario.spawns[seat][unit]


def _tile(view: State, tile: Tile) -> str:
    return f"tile:{view.scenario.terrain.names[tile]}"


def _counter(seat: Seat, unit: Card) -> str:
    return f"unit:{SIDES[seat]}-{NAMES[unit]}"


def _course(view: State, seat: Seat, action: Action) -> Course:
    """What the rules make of it, if it hits."""
    return at_best(view, lambda state, table: perform(state, table, seat, action))


def _first(course: Course, kind: type[Event]) -> Any:
    return next((event for event in course.events if isinstance(event, kind)), None)


def _placed(view: State, course: Course) -> Iterator[Remark]:
    """The counter comes onto the board first (K3)."""
    if (placed := _first(course, Placed)) is not None:
        yield _remark("info", "placed", unit=unit_word(placed.unit, placed.seat), at=placed.at)


def _ending(seat: Seat, course: Course) -> Iterator[Remark]:
    ended = _first(course, Ended)
    if ended is not None:
        yield _remark("good", "wins") if seat in ended.winners else _remark("bad", "loses")


def _thrown(roll: Roll) -> Roll:
    """The dice before they are thrown."""
    return replace(roll, dice=(), hit=None)


# -- what a card does


def _attack(view: State, seat: Seat, action: Attack) -> Preview:
    """Chance and sum (C2 to C4), and what a hit does (C5 to C7)."""
    hit = _course(view, seat, action)
    fired: Fired = _first(hit, Fired)
    target = unit_word(action.target, 1 - seat)
    handle = _counter(1 - seat, action.target)
    remarks = [*_ending(seat, hit)]
    touches: tuple[Touch, ...] = ()
    if action.how == "suppress":
        fresh = _first(hit, Suppressed) is not None
        remarks.append(
            _remark("good" if fresh else "bad", "suppress" if fresh else "suppressed_already", target=target)
        )
        touches = (Touch(handle, "turned"),)
    elif _first(hit, Removed) is not None:
        remarks.append(_remark("good", "removed", target=target))
        remarks += _no_pin(hit, seat, action.target)
        touches = (Touch(handle, "lost"),)
    else:
        remarks.append(_remark("good", "lost", side=side_word(1 - seat), card=card_word(action.target)))
        touches = (Touch(handle, "hurt", 1),)
    remarks += _placed(view, hit)
    return Preview(
        arrows=((_tile_or_counter(view, seat, action.card), handle),),
        chance=chance(view, seat, action),
        roll=_thrown(fired.roll),
        touches=touches,
        remarks=tuple(remarks),
        short=Text("undaunted.preview.do.fire" if action.how == "attack" else "undaunted.preview.do.suppress"),
    )


def _no_pin(hit: Course, seat: Seat, target: Card) -> Iterator[Remark]:
    """Whoever needs points does not win by driving off Riflemen (V2); at most if the other can get no more (V4)."""
    state: State = hit.state
    if target not in RIFLEMEN or state.ending is not None or state.scenario.goals[seat] == PIN:
        return
    key = "no_pin_hopeless" if hopeless(state, 1 - seat) else "no_pin"
    yield _remark("info", key, own=state.sides[seat].points, foe=state.sides[1 - seat].points)


def _tile_or_counter(view: State, seat: Seat, unit: Card) -> str:
    """The counter, or where it will come onto the board."""
    return _counter(seat, unit) if view.sides[seat].at[unit] >= 0 else _tile(view, _where(view, seat, unit))


def _go(view: State, seat: Seat, action: Go) -> Preview:
    """Where it leads (M1 to M3), what it costs in Fog, and who could hit it there."""
    course = _course(view, seat, action)
    state: State = course.state
    tile = state.sides[seat].at[action.card]
    moved: Moved = _first(course, Moved)
    remarks = [*_placed(view, course)]
    if len(action.tiles) > 1:
        remarks.append(_remark("info", "ends", at=moved.path[-1]))
    fog = _first(course, FogTaken)
    if fog is not None:
        remarks.append(_remark("bad", "fog", n=fog.count))
    remarks += _at_tile(state, seat, tile)
    remarks += _danger(state, seat, action.card)
    return Preview(
        ghost=_ghost(view, seat, action.card, tile),
        path=tuple(f"tile:{name}" for name in moved.path) if len(moved.path) > 1 else (),
        remarks=tuple(remarks),
        short=Text("undaunted.preview.do.go"),
    )


def _ghost(view: State, seat: Seat, unit: Card, tile: Tile) -> Ghost | None:
    """The counter in the middle of its new tile; one that is not on the board is not drawn anywhere yet."""
    return Ghost(_counter(seat, unit), _tile(view, tile)) if view.sides[seat].at[unit] >= 0 else None


def _at_tile(state: State, seat: Seat, tile: Tile) -> Iterator[Remark]:
    """Cover and points there."""
    facts, worth = state.scenario.terrain.tiles[tile], state.values[tile]
    if worth and not state.sides[seat].controlled >> tile & 1:
        contested = tile in state.sides[1 - seat].at
        yield _remark("bad", "contested") if contested else _remark("good", "objective", n=worth)
    if facts.hill:
        yield _remark("good", "hill")
    else:
        yield _remark("good", "cover", n=facts.cover) if facts.cover else _remark("info", "no_cover")


def _danger(state: State, seat: Seat, unit: Card) -> Iterator[Remark]:
    """The enemy who would hit it best where it stands then."""
    foe = state.sides[1 - seat]
    shots = [
        (_any_hits(defence(state, 1 - seat, enemy, unit), DICE["attack"][enemy]), enemy)
        for enemy in UNITS
        if foe.at[enemy] >= 0 and DICE["attack"][enemy] and not foe.suppressed >> enemy & 1
    ]
    if shots:
        worst, enemy = max(shots, key=lambda shot: (shot[0], -shot[1]))
        yield _remark("info", "danger", unit=unit_word(enemy, 1 - seat), percent=round(100 * worst))


def _plain(view: State, seat: Seat, action: Plain) -> Preview:
    if action.how == "blast":
        return _blast(view, seat, action)
    course = _course(view, seat, action)
    remarks = [*_ending(seat, course), *_placed(view, course)]
    touches: tuple[Touch, ...] = ()
    costly = action.how == "hunker_down"
    if action.how == "control":
        controlled: Controlled = _first(course, Controlled)
        side = course.state.sides[seat]
        goal = view.scenario.goals[seat]
        if not controlled.gained:
            remarks.append(_remark("bad", "control_nothing", at=controlled.at))
        else:
            remarks.append(_remark("good", "control", n=controlled.gained, points=side.points))
        costly = not controlled.gained
        if goal and controlled.gained:
            remarks.append(_remark("info", "points_to_win", n=goal))
        touches = (Touch(f"tile:{controlled.at}", "gained", controlled.gained),) if controlled.gained else ()
    else:
        weight: Weight = "bad" if action.how == "hunker_down" else "good"
        remarks.append(_remark(weight, action.how, card=card_word(action.card), side=side_word(1 - seat)))
    return Preview(touches=touches, remarks=tuple(remarks), costly=costly, reach=_own_tile(view, seat, action))


def _own_tile(view: State, seat: Seat, action: Plain) -> tuple[str, ...]:
    return (_tile(view, _where(view, seat, action.card)),) if action.how == "control" else ()


def _blast(view: State, seat: Seat, action: Plain) -> Preview:
    """Every counter on the marked tile is attacked by itself, own ones too (C1)."""
    tile, terrain = view.sides[seat].marker, view.scenario.terrain
    struck = [(owner, unit) for owner in (1 - seat, seat) for unit in UNITS if view.sides[owner].at[unit] == tile]
    dice = DICE["blast"][action.card]
    shots = [(owner, unit, _any_hits(BASE[unit] + terrain.blast_cover[tile], dice)) for owner, unit in struck]
    remarks = [
        _remark("bad" if owner == seat else "good", "blasted", unit=unit_word(unit, owner), percent=round(100 * hit))
        for owner, unit, hit in shots
    ]
    return Preview(
        arrows=((_tile_or_counter(view, seat, action.card), _tile(view, tile)),),
        targets=tuple((_counter(owner, unit), f"{round(100 * hit)} %") for owner, unit, hit in shots),
        remarks=tuple(remarks) or (_remark("bad", "nobody_there"),),
        costly=not any(owner != seat for owner, _ in struck),
        short=Text("undaunted.preview.do.fire"),
    )


def _target(view: State, seat: Seat, action: Target) -> Preview:
    """Who would be struck there by a later Blast (P7)."""
    there = [(owner, unit) for owner in (1 - seat, seat) for unit in UNITS if view.sides[owner].at[unit] == action.tile]
    cover = view.scenario.terrain.blast_cover[action.tile]
    remarks = [
        _remark(
            "bad" if owner == seat else "good",
            "later_blast",
            unit=unit_word(unit, owner),
            percent=round(100 * _any_hits(BASE[unit] + cover, DICE["blast"][action.card])),
        )
        for owner, unit in there
    ]
    return Preview(
        arrows=((_tile_or_counter(view, seat, action.card), _tile(view, action.tile)),),
        remarks=tuple(remarks) or (_remark("info", "nobody_there"),),
    )


def _guide(view: State, seat: Seat, action: Guide) -> Preview:
    course = _course(view, seat, action)
    state: State = course.state
    start = view.sides[seat].at[action.unit]
    return Preview(
        ghost=_ghost(view, seat, action.unit, action.tile),
        path=(_tile(view, start), _tile(view, action.tile)),
        remarks=(*_at_tile(state, seat, action.tile), *_danger(state, seat, action.unit)),
    )


def _bid(view: State, seat: Seat, action: Bid) -> Preview:
    """What the card counts, and that it is not played this round (T2); how many more like it are, if there are any."""
    return Preview(remarks=(_remark("info", "bid", n=INITIATIVE[action.card]), _given_up(view, seat, action.card)))


def against(view: State, decision: Decision[Any], action: Any, shown: Preview) -> Preview:
    """A bid against a die that everybody has seen (Q14): who begins, instead of what would decide it."""
    roll = roll_of(decision)
    if not roll or not isinstance(action, Bid):
        return shown
    n, seat = INITIATIVE[action.card], decision.seat
    mine = begins(view, seat, action.card, roll)
    key = ("bid_begins" if mine else "bid_beaten") + ("_tie" if n == roll else "")
    said = _remark("good" if mine else "info", key, n=n, roll=roll, side=side_word(1 - seat))
    return replace(shown, remarks=(said, *shown.remarks[1:]))


def _given_up(view: State, seat: Seat, card: Card) -> Remark:
    if card == FOG:
        return _remark("good", "bid_fog")
    others = view.sides[seat].hand.count(card) - 1
    if others > 0:
        return _remark("info", "bid_one", card=card_word(card), n=others)
    return _remark("bad", "bid_lost", card=card_word(card))


def _take(view: State, seat: Seat, action: Bolster | Take) -> Preview:
    """Where the cards go, and whether they bring a counter that is off the board (P1, K3)."""
    remarks = [_remark("good", "bolster", n=action.count, card=card_word(action.pile))]
    if action.pile in UNITS and view.sides[seat].at[action.pile] < 0:
        remarks.append(_remark("good", "new_counter"))
    return Preview(touches=(Touch(f"seat:{SIDES[seat]}", "took", action.count),), remarks=tuple(remarks))


def _command(view: State, seat: Seat, action: Command) -> Preview:
    return Preview(remarks=(_remark("good", "command", n=action.count),))


def _inspire(view: State, seat: Seat, action: Inspire) -> Preview:
    return Preview(remarks=(_remark("good", "inspire", card=card_word(action.back)),))


def _end(view: State, seat: Seat, action: End) -> Preview:
    """What is left in the hand is thrown away unplayed (T3)."""
    left = [card for card in view.sides[seat].hand if card != FOG]
    if not left:
        return Preview(remarks=(_remark("info", "end_empty"),))
    if in_vain(view, seat):
        return Preview(remarks=(_remark("info", "end_in_vain"),))
    return Preview(remarks=(_remark("bad", "end_left", n=len(left)),), costly=True)


def _enough(view: State, seat: Seat, action: Enough) -> Preview:
    return Preview(remarks=(_remark("info", "enough"),))


_OF: Mapping[type, Callable[[State, Seat, Any], Preview]] = {
    Attack: _attack,
    Bid: _bid,
    Bolster: _take,
    Command: _command,
    End: _end,
    Enough: _enough,
    Go: _go,
    Guide: _guide,
    Inspire: _inspire,
    Plain: _plain,
    Take: _take,
    Target: _target,
}
