"""A table of Undaunted as a position, and a scenario: a position before the first card is drawn.

    game = "undaunted"
    title = { en = "The mill", de = "Die Mühle" }
    holder = "us"                       # who holds the initiative marker
    map = '''                           # see drawing.py
    0     1*2   h
       2     0
    '''

    [us]
    goal = 3                            # points, or "pin"
    spawn = { A1 = ["scout-A", "rifleman-A"] }
    deck = { sergeant = 1, scout-A = 2, rifleman-A = 2 }
    supply = { rifleman-A = 3, fog = 5 }
    scouted = ["A1"]

    [de]
    ...

In a position also: `round`, `phase` ("draw" or "turn"), `active`, `second`, `values`, `ending`, and for a side `hand`
(cards, `"hidden"`, or how many), `discard`, `play`, `removed`, `counters`, `suppressed`, `controlled`, `marker`, `top`
(cards of the deck in known order), `bolstered` ("turn" or "game"), `automa`. A scenario may have a `radio` tile and a
limit of `rounds`, and a side `reinforcements` by round, such as `{ 4 = { rifleman-B = 3 } }`. A position may name a
scenario that is shipped (`scenario = "first"`) instead of map, goals and spawn tiles. Before the first round the
counters of all cards in the deck stand on their spawn tiles, if `counters` does not say otherwise.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kempelen.engine.files.position import shaped
from kempelen.engine.table import HIDDEN, Deck, Seat
from kempelen.games.undaunted.files.drawing import draw_map, read_map
from kempelen.games.undaunted.files.fields import (
    PositionFile,
    SideFile,
    bad,
    in_range,
    read_cards,
    read_counts,
    read_goal,
    read_places,
    read_reinforcements,
    read_side,
    read_tile,
    read_tiles,
    read_unit,
)
from kempelen.games.undaunted.rules.cards import CARDS, FOG, NAMES, UNITS, Card
from kempelen.games.undaunted.rules.state import DRAW, LAST_ROUND, PIN, SIDES, TURN, Ending, Scenario, Side, State
from kempelen.games.undaunted.rules.terrain import NOWHERE, Terrain, Tile, bits

__all__ = ["FORMER_FIRST", "counters_moved", "former_first", "from_position", "objectives", "scenario_file"]
__all__ += ["to_position", "with_former_first"]

STATIC = ("title", "briefing", "map", "radio", "rounds")
"""What belongs to the scenario and not to the moment."""
STATIC_OF_SIDE = ("goal", "spawn", "reinforcements")
PHASES = {"draw": DRAW, "turn": TURN}
UNIT_NAMES = frozenset(NAMES[unit] for unit in UNITS)
OFF = ("OFF", "WEG", "")
"""Instead of a tile: the counter is off the board."""
FORMER_FIRST = ("1", "2")
"""Rules with which the first skirmish was another one."""


@cache
def scenario_file(name: str) -> Mapping[str, Any]:
    """The file of a shipped scenario (S1)."""
    path = files("kempelen.games.undaunted").joinpath("scenarios", f"{name}.toml")
    return tomllib.loads(path.read_text("utf-8"))


def former_first() -> Mapping[str, Any]:
    """The first skirmish as it was once; it is a scenario without a name now."""
    return scenario_file("former/first")


def with_former_first(position: Mapping[str, Any]) -> dict[str, Any]:
    """From format 1: the first skirmish was another one then, so a position of it brings its map along, unless it has
    one already."""
    if position.get("scenario") != "first" or "map" in position:
        return dict(position)
    file = former_first()
    whole = {key: value for key, value in position.items() if key != "scenario"}
    whole |= {key: file[key] for key in STATIC if key in file}
    for side in SIDES:
        usual = {key: file[side][key] for key in STATIC_OF_SIDE if key in file[side]}
        whole[side] = {**position.get(side, {}), **usual}
    return whole


def from_position(position: Mapping[str, Any], options: Mapping[str, str], shipped: tuple[str, ...] = ()) -> State:
    """The table a position describes, with the value of every option; raises BadPosition."""
    p = shaped(PositionFile, _completed(position, shipped))
    if p.game != "undaunted":
        raise bad("game", "game", game=p.game)
    scenario = _scenario(p)
    in_range(p.round, 0, LAST_ROUND, "round")
    if p.phase not in PHASES:
        raise bad("word", "phase", word=p.phase, known=tuple(PHASES))
    if p.phase == "turn" and p.round == 0:
        raise bad("no_turn_yet", "phase")
    values = list(scenario.terrain.points)
    for name, value in p.values.items():
        tile = read_tile(scenario.terrain, name, "values", name)
        if not values[tile]:
            raise bad("no_objective", "values", name, tile=name)
        values[tile] = in_range(value, 1, 99, "values", name)
    sides = [_side(p, seat, scenario, values) for seat in (0, 1)]
    both = sides[0].controlled & sides[1].controlled
    if both:
        raise bad("both_control", "de", "controlled", tile=scenario.terrain.names[next(bits(both))])
    holder = read_side(p.holder, "holder")
    return State(
        scenario,
        options,
        sides,
        values,
        holder,
        p.round,
        PHASES[p.phase],
        read_side(p.active, "active") if p.active else holder,
        p.second,
        _ending(p),
    )


def _completed(position: Mapping[str, Any], shipped: tuple[str, ...]) -> Mapping[str, Any]:
    """With what a shipped scenario says of map, goals and spawn tiles; a file that says otherwise is not that one."""
    name = position.get("scenario", "")
    if not name:
        return position
    if not isinstance(name, str) or name not in shipped:
        raise bad("scenario", "scenario", scenario=str(name), known=shipped)
    file = scenario_file(name)
    whole = {**position, **_usual(file, position, STATIC, name)}
    for side in SIDES:
        given = position.get(side, {})
        if isinstance(given, Mapping):
            whole[side] = {**given, **_usual(file[side], given, STATIC_OF_SIDE, name, side)}
    return whole


def _usual(
    file: Mapping[str, Any], given: Mapping[str, Any], keys: tuple[str, ...], name: str, *path: str
) -> dict[str, Any]:
    for key in keys:
        if key in given and given[key] != file.get(key):
            raise bad("not_shipped", *path, key, scenario=name)
    return {key: file[key] for key in keys if key in file}


def _scenario(p: PositionFile) -> Scenario:
    terrain = read_map(p.map)
    sides = (p.us, p.de)
    whole = sum(terrain.points)
    goals = tuple(read_goal(side, whole, bool(p.radio), SIDES[seat]) for seat, side in enumerate(sides))
    spawns = tuple(_spawns(side, terrain, SIDES[seat]) for seat, side in enumerate(sides))
    radio = read_tile(terrain, p.radio, "radio") if p.radio else NOWHERE
    if p.radio and not terrain.points[radio]:
        raise bad("no_objective", "radio", tile=p.radio)
    coming = tuple(read_reinforcements(side, SIDES[seat]) for seat, side in enumerate(sides))
    file: dict[str, object] = {"title": dict(p.title), "briefing": dict(p.briefing)}
    return Scenario(
        p.scenario,
        terrain,
        (goals[0], goals[1]),
        (spawns[0], spawns[1]),
        radio,
        in_range(p.rounds, 0, LAST_ROUND, "rounds"),
        (coming[0], coming[1]),
        {key: value for key, value in file.items() if value},
    )


def _spawns(side: SideFile, terrain: Terrain, name: str) -> tuple[Tile, ...]:
    spawns = [NOWHERE] * len(CARDS)
    for tile, unit, _ in read_places(terrain, side.spawn, name, "spawn"):
        spawns[unit] = tile
    return tuple(spawns)


def _side(p: PositionFile, seat: Seat, scenario: Scenario, values: list[int]) -> Side:
    name = SIDES[seat]
    given = (p.us, p.de)[seat]
    terrain = scenario.terrain
    piles = {
        "deck": read_counts(given.deck, name, "deck"),
        "supply": read_counts(given.supply, name, "supply"),
        "removed": read_counts(given.removed, name, "removed"),
        "reinforcements": _to_come(scenario.reinforcements[seat], p.round),
    }
    lists = {
        "hand": read_cards(given.hand, name, "hand"),
        "discard": read_cards(given.discard, name, "discard"),
        "play": read_cards(given.play, name, "play"),
        "top": read_cards(given.top, name, "top"),
    }
    if HIDDEN in lists["play"] + lists["top"]:
        raise bad("hidden_card", name, "play")
    _check_copies(name, piles, lists)
    _check_spawns(name, piles, lists, scenario.spawns[seat])
    bag = [card for card in CARDS for _ in range(piles["deck"][card])]
    hidden = lists["hand"].count(HIDDEN) + lists["discard"].count(HIDDEN)
    if hidden > len(bag):
        raise bad("too_many_hidden", name, "hand", n=hidden, deck=len(bag))
    side = Side(
        Deck(name, bag, lists["top"][::-1], hidden),
        piles["supply"],
        lists["hand"],
        lists["discard"],
        lists["play"],
        piles["removed"],
    )
    side.at = _counters(p, given, name, terrain, piles["deck"], scenario.spawns[seat])
    for n, unit in enumerate(given.suppressed):
        card = read_unit(unit, name, "suppressed", n)
        if side.at[card] < 0:
            raise bad("suppressed_off", name, "suppressed", n, unit=unit)
        side.suppressed |= 1 << card
    side.controlled = read_tiles(terrain, given.controlled, name, "controlled")
    side.marked = side.controlled | read_tiles(terrain, given.scouted, name, "scouted")
    if given.marker:
        side.marker = read_tile(terrain, given.marker, name, "marker")
    side.points = sum(values[tile] for tile in bits(side.controlled))
    if given.bolstered not in ("", "turn", "game"):
        raise bad("word", name, "bolstered", word=given.bolstered, known=("turn", "game"))
    side.bolstered_turn = given.bolstered == "turn"
    side.bolstered_game = given.bolstered != ""
    side.rolls = given.automa
    return side


def _to_come(coming: Mapping[int, Mapping[Card, int]], number: int) -> list[int]:
    """How many of each card are promised for later rounds."""
    return [sum(cards.get(card, 0) for at, cards in coming.items() if at > number) for card in CARDS]


def _check_copies(name: str, piles: Mapping[str, list[int]], lists: Mapping[str, list[Card]]) -> None:
    from kempelen.games.undaunted.rules.cards import COPIES

    counted = Counter(card for cards in lists.values() for card in cards)
    for card in CARDS:
        total = counted[card] + sum(pile[card] for pile in piles.values())
        if total > COPIES[card]:
            where = next(
                (where for where in ("deck", "supply", "removed") if piles[where][card] > COPIES[card]), "deck"
            )
            raise bad("copies", name, where, card=NAMES[card], n=total, most=COPIES[card])


def _check_spawns(
    name: str, piles: Mapping[str, list[int]], lists: Mapping[str, list[Card]], spawns: tuple[Tile, ...]
) -> None:
    for unit in UNITS:
        used = any(piles[pile][unit] for pile in ("deck", "supply", "reinforcements"))
        used = used or any(unit in cards for cards in lists.values())
        if used and spawns[unit] < 0:
            raise bad("no_spawn", name, "spawn", unit=NAMES[unit])


def _counters(
    p: PositionFile, given: SideFile, name: str, terrain: Terrain, deck: list[int], spawns: tuple[Tile, ...]
) -> list[Tile]:
    at = [NOWHERE] * FOG
    if given.counters is None:
        if p.round == 0:
            for unit in UNITS:
                if deck[unit]:
                    at[unit] = spawns[unit]
        return at
    for tile, unit, path in read_places(terrain, given.counters, name, "counters"):
        if spawns[unit] < 0:
            raise bad("no_spawn_counter", *path, unit=NAMES[unit])
        at[unit] = tile
    return at


def _ending(p: PositionFile) -> Ending | None:
    if p.ending is None:
        return None
    reasons = ("points", "pinned", "both_pinned", "hopeless", "time", "capped")
    if p.ending.reason not in reasons:
        raise bad("word", "ending", "reason", word=p.ending.reason, known=reasons)
    return Ending(p.ending.reason, tuple(read_side(name, "ending", "winners") for name in p.ending.winners))


# -- writing


def objectives(position: Mapping[str, Any]) -> frozenset[str]:
    """The tiles that can be controlled: no other is worth anything to whoever holds it."""
    shipped = (str(position["scenario"]),) if "scenario" in position else ()
    terrain = _scenario(shaped(PositionFile, _completed(position, shipped))).terrain
    return frozenset(name for name, points in zip(terrain.names, terrain.points, strict=True) if points)


def to_position(s: State) -> dict[str, Any]:
    """The position as plain data; the inverse of `from_position`."""
    scenario = s.scenario
    position: dict[str, Any] = {"game": "undaunted"}
    if scenario.name:
        position["scenario"] = scenario.name
    else:
        position |= scenario.file
        position["map"] = draw_map(scenario.terrain)
        if scenario.radio >= 0:
            position["radio"] = scenario.terrain.names[scenario.radio]
        if scenario.rounds:
            position["rounds"] = scenario.rounds
    position |= {
        "holder": SIDES[s.holder],
        "round": s.round,
        "phase": "turn" if s.phase == TURN else "draw",
        "active": SIDES[s.active],
        "second": s.second,
    }
    risen = {
        scenario.terrain.names[tile]: value
        for tile, value in enumerate(s.values)
        if value != scenario.terrain.points[tile]
    }
    if risen:
        position["values"] = risen
    if s.ending is not None:
        winners = [SIDES[seat] for seat in s.ending.winners]
        position["ending"] = {"reason": s.ending.reason, "winners": winners}
    for seat, name in enumerate(SIDES):
        position[name] = _side_position(s, seat)
    return position


def _side_position(s: State, seat: Seat) -> dict[str, Any]:
    side, names, scenario = s.sides[seat], s.scenario.terrain.names, s.scenario
    given: dict[str, Any] = {}
    if not scenario.name:
        given["goal"] = "pin" if scenario.goals[seat] == PIN else scenario.goals[seat]
        given["spawn"] = _places(scenario.spawns[seat], names)
        if scenario.reinforcements[seat]:
            coming = scenario.reinforcements[seat].items()
            given["reinforcements"] = {str(number): _counts(cards) for number, cards in coming}
    given |= {
        "deck": _counts(Counter(side.deck.bag)),
        "supply": _counts(dict(enumerate(side.supply))),
        "hand": _names(side.hand),
        "discard": _names(side.discard),
        "play": _names(side.play),
        "counters": _places(side.at, names),
        "scouted": [names[tile] for tile in bits(side.marked & ~side.controlled)],
        "controlled": [names[tile] for tile in bits(side.controlled)],
    }
    more: dict[str, Any] = {
        "top": _names(side.deck.top[::-1]),
        "removed": _counts(dict(enumerate(side.removed))),
        "suppressed": [NAMES[unit] for unit in UNITS if side.suppressed >> unit & 1],
        "marker": names[side.marker] if side.marker >= 0 else "",
        "bolstered": "turn" if side.bolstered_turn else "game" if side.bolstered_game else "",
        "automa": side.rolls,
    }
    return given | {key: value for key, value in more.items() if value}


def counters_moved(position: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts in which a counter is simply named with its tile, `us.rifleman-A=C2`, or `off` for off the board."""
    moved = dict(facts)
    for name in SIDES:
        side = facts.get(name)
        if not isinstance(side, Mapping):
            continue
        named = {unit: str(tile).upper() for unit, tile in side.items() if unit in UNIT_NAMES}
        if named:
            stand: dict[str, list[str]] = {
                tile: [unit for unit in units if unit not in named]
                for tile, units in position[name]["counters"].items()
            }
            for unit, tile in named.items():
                if tile not in OFF:
                    stand.setdefault(tile, []).append(unit)
            rest = {key: value for key, value in side.items() if key not in named}
            down = [unit for unit in position[name].get("suppressed", ()) if named.get(unit) not in OFF]
            moved[name] = {"suppressed": down, **rest, "counters": {**stand, **rest.get("counters", {})}}
    return moved


def _counts(counts: Mapping[Card, int]) -> dict[str, int]:
    return {NAMES[card]: counts[card] for card in sorted(counts) if counts[card]}


def _names(cards: list[Card]) -> list[str]:
    return [NAMES[card] if card != HIDDEN else "hidden" for card in cards]


def _places(at: tuple[Tile, ...] | list[Tile], names: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in UNITS:
        if at[unit] >= 0:
            found.setdefault(names[at[unit]], []).append(NAMES[unit])
    return dict(sorted(found.items()))
