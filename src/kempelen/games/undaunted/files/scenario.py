"""A scenario before anybody plays it: can it be won, is anything odd about it, and what stands on its sheet.

What a file says is read and checked as a position (position.py); here is what only a whole scenario can get wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from kempelen.engine.table import Seat
from kempelen.games.undaunted.automa.selection import MORTAR_RANGE
from kempelen.games.undaunted.face.words import card_word, cards_word, side_word
from kempelen.games.undaunted.rules.cards import (
    CARDS,
    FOG,
    LEADERS,
    MORTAR,
    NAMES,
    RIFLEMEN,
    SCOUTS,
    SQUAD,
    UNITS,
    Card,
)
from kempelen.games.undaunted.rules.endings import pinned
from kempelen.games.undaunted.rules.state import HAND, PIN, SIDES, State
from kempelen.games.undaunted.rules.terrain import FAR, Mask, bits
from kempelen.text.say import Field, Text

__all__ = ["doubts", "problems", "sheet"]

DECKS = range(8, 13)
"""Cards in a usual starting deck."""
TILES = 18
"""Tiles, and markers of a side, in the box."""


def _text(key: str, field: str, **fields: Field) -> Text:
    return Text(f"undaunted.scenario_check.{key}", field=field, **fields)


def cards_of(s: State, seat: Seat) -> Counter[Card]:
    """Every card a side has or will get."""
    side = s.sides[seat]
    cards = Counter([*side.deck.bag, *side.deck.top, *side.hand, *side.discard, *side.play])
    cards.update({card: count for card, count in enumerate(side.supply) if count})
    for coming in s.scenario.reinforcements[seat].values():
        cards.update(coming)
    return cards


# -- what makes it unplayable


def problems(s: State) -> Iterator[Text]:
    """Why it cannot be played, or is won before it begins."""
    for seat, name in enumerate(SIDES):
        side, goal = s.sides[seat], s.scenario.goals[seat]
        if not any(card != FOG for card in side.deck.bag):
            yield _text("empty_deck", f"{name}.deck", side=side_word(seat))
        if goal == PIN:
            if pinned(s.sides[1 - seat]):
                yield _text("pinned", f"{SIDES[1 - seat]}.deck", side=side_word(1 - seat), other=side_word(seat))
        else:
            yield from _points_problems(s, seat, name, goal)


def _points_problems(s: State, seat: Seat, name: str, goal: int) -> Iterator[Text]:
    if s.sides[seat].points >= goal:
        yield _text("won", f"{name}.goal", side=side_word(seat), points=s.sides[seat].points, goal=goal)
    elif not any(unit in cards_of(s, seat) for unit in RIFLEMEN):
        yield _text("no_rifleman", f"{name}.deck", side=side_word(seat))
    else:
        tiles = within_reach(s, seat)
        points = sum(s.values[tile] for tile in bits(tiles))
        if points < goal and not (s.scenario.radio >= 0 and tiles >> s.scenario.radio & 1):
            yield _text("out_of_reach", f"{name}.scouted", side=side_word(seat), points=points, goal=goal)


def within_reach(s: State, seat: Seat) -> Mask:
    """Tiles where a Rifleman of this side could ever stand on a marker of its own: all, if it has a Scout."""
    side, terrain = s.sides[seat], s.scenario.terrain
    cards = cards_of(s, seat)
    if any(unit in cards for unit in SCOUTS):
        return (1 << len(terrain)) - 1
    reached = side.controlled
    for unit in RIFLEMEN:
        if unit in cards:
            start = side.at[unit] if side.at[unit] >= 0 else s.scenario.spawns[seat][unit]
            ways = terrain.ways(start, side.marked)
            reached |= sum(1 << tile for tile, far in enumerate(ways) if far < FAR and side.marked >> tile & 1)
    return reached


# -- what is odd


def doubts(s: State) -> Iterator[Text]:
    """What is possible, and perhaps a slip."""
    if len(s.scenario.terrain) > TILES:
        yield _text("many_tiles", "map", n=len(s.scenario.terrain), most=TILES)
    for seat, name in enumerate(SIDES):
        yield from _side_doubts(s, seat, name, cards_of(s, seat))


def _side_doubts(s: State, seat: Seat, name: str, cards: Mapping[Card, int]) -> Iterator[Text]:
    side, spawns, terrain = s.sides[seat], s.scenario.spawns[seat], s.scenario.terrain
    size = len(side.deck)
    if size < HAND:
        yield _text("small_deck", f"{name}.deck", n=size)
    elif size not in DECKS:
        yield _text("deck_size", f"{name}.deck", n=size, least=DECKS[0], most=DECKS[-1])
    for unit in UNITS:
        if spawns[unit] >= 0 and not cards.get(unit):
            yield _text("idle", f"{name}.spawn.{terrain.names[spawns[unit]]}", unit=NAMES[unit])
    for leader in LEADERS:
        if cards.get(leader) and not any(cards.get(unit) for unit in UNITS if SQUAD[unit] == SQUAD[leader]):
            yield _text("lone_leader", f"{name}.deck", card=NAMES[leader], squad=SQUAD[leader])
    if any(cards.get(unit) for unit in SCOUTS) and not side.supply[FOG]:
        yield _text("no_fog", f"{name}.supply", side=side_word(seat))
    if cards.get(MORTAR) and not any(far >= MORTAR_RANGE for far in terrain.distance[spawns[MORTAR]]):
        yield _text("short_mortar", f"{name}.spawn", tile=terrain.names[spawns[MORTAR]], n=MORTAR_RANGE)


# -- the sheet


def sheet(s: State) -> Iterator[tuple[Text, list[Text]]]:
    """The map in numbers, special rules, and what each side has."""
    scenario, names = s.scenario, s.scenario.terrain.names
    points = sum(s.values)
    lines = [
        Text("undaunted.sheet.map", n=len(names), points=points),
        Text("undaunted.sheet.holder", side=side_word(s.holder)),
    ]
    if scenario.rounds:
        lines.append(Text("undaunted.sheet.rounds", n=scenario.rounds))
    if scenario.radio >= 0:
        lines.append(Text("undaunted.sheet.radio", at=names[scenario.radio]))
    yield Text("undaunted.sheet.head"), lines
    for seat in (0, 1):
        yield Text("undaunted.sheet.side", side=side_word(seat)), list(_side_lines(s, seat))


def _side_lines(s: State, seat: Seat) -> Iterator[Text]:
    side, names, goal = s.sides[seat], s.scenario.terrain.names, s.scenario.goals[seat]
    yield Text("undaunted.sheet.pin") if goal == PIN else Text("undaunted.sheet.goal", n=goal)
    yield Text("undaunted.sheet.deck", n=len(side.deck), cards=_cards(Counter(side.deck.bag)))
    supply = Counter({card: count for card, count in enumerate(side.supply) if count})
    if supply:
        yield Text("undaunted.sheet.supply", n=sum(supply.values()), cards=_cards(supply))
    for number, cards in s.scenario.reinforcements[seat].items():
        yield Text("undaunted.sheet.reinforcements", round=number, cards=_cards(cards))
    spawns: dict[str, list[Card]] = {}
    for unit in UNITS:
        tile = s.scenario.spawns[seat][unit]
        if tile >= 0:
            spawns.setdefault(names[tile], []).append(unit)
    yield Text(
        "undaunted.sheet.spawn",
        places=tuple(Text("undaunted.sheet.place", at=at, units=cards_word(units)) for at, units in spawns.items()),
    )
    if side.controlled:
        yield Text("undaunted.sheet.controlled", tiles=tuple(names[tile] for tile in bits(side.controlled)))
    if side.marked & ~side.controlled:
        yield Text("undaunted.sheet.scouted", tiles=tuple(names[tile] for tile in bits(side.marked & ~side.controlled)))


def _cards(cards: Mapping[Card, int]) -> tuple[Field, ...]:
    return tuple(
        Text("undaunted.sheet.cards", n=cards[card], card=card_word(card)) for card in CARDS if cards.get(card)
    )
