"""Adapters for worked examples: a case becomes a table, and the rules say everything that can come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

from kempelen.conform import (
    Adapter,
    Case,
    Facts,
    Misunderstood,
    Possible,
    among,
    as_set,
    bad_value,
    flag,
    listed,
    pair,
    possible,
    table,
    whole,
    word,
)
from kempelen.engine.table import Event, Table
from kempelen.games.tactics import GAME
from kempelen.games.tactics.automa.opponent import AI_SIDE, activate, opponent_turn
from kempelen.games.tactics.desk.outcomes import heard_from
from kempelen.games.tactics.rules.board import Board
from kempelen.games.tactics.rules.cards import Ai, Book, Card, Effect, Profile, ai_from
from kempelen.games.tactics.rules.events import (
    Activated,
    Attacked,
    Destroyed,
    Discarded,
    Drew,
    FullAction,
    Gained,
    GaveUp,
    Moved,
    Paid,
    Played,
    Shuffled,
    Tapped,
)
from kempelen.games.tactics.rules.state import Mat, Name, Rule, State, Unit, name_of, new_deck
from kempelen.games.tactics.rules.topology import SQUARE, TOPOLOGIES, Topology, tiles_in
from kempelen.text.say import Text

__all__ = ["ADAPTER"]

Cell = tuple[int, int]


# -- distances and moves


def distance(case: Case) -> Mapping[str, Any]:
    """From one tile to others."""
    topology = case.facts.get("topology", among(TOPOLOGIES), None)
    topology = case.facts.part("board").get("topology", among(TOPOLOGIES), topology or SQUARE)
    x, y = case.facts.get("origin", pair)
    asked = listed(_pair_and_number)(case.expect.get("expect"), "expect")
    return {"expect": [[list(to), topology.distance(to[0] - x, to[1] - y)] for to, _ in asked]}


def _pair_and_number(value: Any, path: str) -> tuple[Cell, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise bad_value(path, value, "list")
    return pair(value[0], path), whole(value[1], path)


def reachable(case: Case) -> Mapping[str, Any]:
    """Where one move action can end, the own tile left out."""
    state = _bare_state(case, _board_of(case.facts))
    unit = _put(state, case.facts.part("me"), "m", "ai")
    for other in case.facts.parts("others"):
        _put(state, other)
    reach = state.board.reach(unit.tile, unit.profile.move, state.free(unit))
    return {"expect": [list(state.board.xy(tile)) for tile in tiles_in(reach.others)]}


# -- a unit acts


def unit_ai(case: Case) -> Mapping[str, Any]:
    """One activation, whatever chance brings."""
    state = _bare_state(case, _board_of(case.facts))
    name = _put(state, case.facts.part("me"), "m", "ai").name
    for other in case.facts.parts("others"):
        _put(state, other)

    def act(s: State, at: Table) -> Any:
        heard = heard_from(at)
        unit = s.named(name)
        assert unit is not None
        activate(s, at, unit)
        return {"seq": list(_unit_events(heard, name))}

    return {"outcomes": lambda: possible(GAME, state, act)}


def _unit_events(heard: Iterable[Event], name: Name) -> Iterator[list[Any]]:
    for event in heard:
        match event:
            case Moved(unit, _, end) if unit == name:
                yield ["move", end.x, end.y]
            case Attacked(unit, target) if unit == name:
                yield ["attack", target.id]
            case FullAction(unit) if unit == name:
                yield ["full"]
            case Destroyed(unit) if unit == name:
                yield ["die"]
            case Tapped(unit) if unit == name:
                yield ["tap"]


# -- the opponent's turn


def turn(case: Case) -> Mapping[str, Any]:
    """A whole turn of the opponent, whatever chance brings."""
    facts = case.facts
    board = _board_of(facts)
    players = facts.get("players", _players, 1)
    mode = facts.get("mode", among({"kraken": "kraken", "tyrant": "tyrant"}), "")
    given = facts.get("spawn", listed(pair), None)
    spawns = board.kind("spawn") if given is None else board.tiles(given)
    boss = facts.get("boss_id", word, "")
    book: dict[str, Card] = {}
    deck = [_card(card, book, boss) for card in facts.parts("deck")]
    discard = [_card(card, book, boss) for card in facts.parts("discard")]
    state = State(
        board,
        Book(),
        Rule("case", mode, spawns=(*(0,) * players, spawns)),
        _options(case),
        players,
        [Mat(0, new_deck("cards")) for _ in range(players + 1)],
        marks=facts.get("marks", whole, 0),
    )
    for part in facts.parts("units"):
        unit = _put(state, part, usual="ai", boss=boss)
        book.setdefault(unit.name.id, Card(unit.name.id, None, unit=unit.profile))
    state.book = Book(book)
    state.opponent.pool = facts.get("resource", whole, 0)
    state.opponent.deck.top = deck[::-1]
    state.opponent.discard = discard

    def act(s: State, at: Table) -> Any:
        heard = heard_from(at)
        opponent_turn(s, at)
        final = {
            "resource": s.opponent.pool,
            "deck": s.opponent.deck.top[::-1],
            "discard": sorted(s.opponent.discard),
            "marks": s.marks,
            "over": None if s.ending is None else "players_win" if s.ending.players_won else "players_lose",
        }
        return {"log": list(_turn_events(heard)), "final": final, "bag": s.opponent.deck.bag}

    return {"outcomes": lambda: Possible(tuple(_in_every_order(possible(GAME, state, act))))}


def _players(value: Any, path: str) -> int:
    if whole(value, path) < 1:
        raise bad_value(path, value, "at_least_one")
    return int(value)


def _in_every_order(came: Possible) -> Iterator[tuple[Any, Fraction]]:
    """Cards left in a shuffled deck lie in any order, each equally likely."""
    for result, p in came.chances:
        final, bag = result["final"], result.pop("bag")
        orders = Counter(permutations(bag))
        for order, count in orders.items():
            deck = [*final["deck"], *order]
            yield {**result, "final": {**final, "deck": deck}}, p * Fraction(count, orders.total())


def _turn_events(heard: Iterable[Event]) -> Iterator[list[Any]]:
    acting: Name | None = None
    for event in heard:
        match event:
            case Activated(unit):
                acting = unit
            case Shuffled():
                yield ["shuffle"]
            case Gained(_, _, n):
                yield ["gain", n]
            case GaveUp(unit):
                yield ["destroy", unit.id]
            case Paid(_, _, n):
                yield ["pay", n]
            case Drew(card):
                yield ["draw", card]
            case Played(_, _, card, at):
                yield ["play", card, at.x, at.y] if at is not None else ["play", card]
            case Discarded(card):
                yield ["discard", card]
            case _ if acting is not None:
                for told in _unit_events([event], acting):
                    yield [acting.id, *told]


# -- a case becomes a table


def _options(case: Case) -> Mapping[str, str]:
    """A case may choose values of options itself."""
    chosen = case.facts.get("options", table, {})
    GAME.rulings.resolve(chosen)
    return {**case.options, **chosen}


def _board_of(case: Facts) -> Board:
    """The topology stands in the board, or beside it."""
    return _board(case.part("board"), case.get("topology", among(TOPOLOGIES), SQUARE))


def _board(facts: Facts, usual: Topology) -> Board:
    kinds: dict[str, list[Cell]] = {"wall": facts.get("walls", listed(pair), [])}
    for kind, cells in facts.get("tiles", table, {}).items():
        kinds.setdefault(_kind(kind), []).extend(listed(pair)(cells, facts.at(f"tiles.{kind}")))
    width, height = facts.get("width", whole), facts.get("height", whole)
    topology = facts.get("topology", among(TOPOLOGIES), usual)
    for kind, cells in kinds.items():
        for x, y in cells:
            if not (0 <= x < width and 0 <= y < height):
                raise bad_value(facts.at(kind), [x, y], "pair")
    return Board(width, height, kinds, topology)


def _kind(name: str) -> str:
    return {"farm_field": "field", "farm field": "field"}.get(name, name.replace(" ", "_"))


def _bare_state(case: Case, board: Board) -> State:
    """A board and no more: no mode, no cards."""
    return State(
        board, Book({}), Rule("case", spawns=(0, 0)), _options(case), 1, [Mat(0, new_deck("cards")) for _ in "12"]
    )


def _put(s: State, facts: Facts, id: str | None = None, usual: str = "enemy", boss: str = "") -> Unit:
    id = facts.get("id", word) if id is None else facts.get("id", word, id)
    side = AI_SIDE if facts.get("side", word, usual) == "ai" else 0
    x, y = facts.get("pos", pair)
    profile = _profile(facts, id, boss)
    standing = s.board.holds(x, y) and s.board.passable >> s.board.tile(x, y) & 1
    if not standing or s.at[s.board.tile(x, y)] or s.named(name_of(id)) is not None:
        raise Misunderstood(Text("tactics.conform.no_place", unit=id, at=f"{x},{y}"))
    owner = s.players if side == AI_SIDE else 0
    health = facts.get("hp", whole, profile.health)
    unit = Unit(name_of(id), profile, side, owner, s.board.tile(x, y), health, profile.ai)
    s.put(unit)
    return unit


def _profile(facts: Facts, id: str, boss: str = "") -> Profile:
    return Profile(
        id,
        facts.get("hp", whole, 10),
        facts.get("attack", whole, 1),
        facts.get("range", whole, 1),
        facts.get("move", whole, 2),
        facts.get("upkeep", whole, 0),
        _ai(facts),
        facts.get("full_action", _full_action, None),
        tuple(facts.get("tags", listed(word), [])),
        facts.get("boss", flag, False) or id == boss,
        facts.get("move_actions", whole, 1),
        facts.get("attack_actions", whole, 1),
    )


def _ai(facts: Facts) -> Ai | None:
    text = facts.get("ai", word, "")
    target = facts.get("target", table, {})
    if not text:
        return None
    if text.lower() in ("target", "target-oriented", "target_oriented"):
        match dict(target):
            case {"tile": str(kind)}:
                return Ai("target", tile=_kind(kind))
            case {"unit_tag": str(tag)}:
                return Ai("target", tag=tag)
        raise bad_value(facts.at("target"), target, "table")
    ai = ai_from(text)
    if ai is None:
        raise bad_value(facts.at("ai"), text, "among", known="aggressive, shy, wandering X, target")
    return ai


def _full_action(value: Any, path: str) -> Effect | None:
    match value:
        case False | None:
            return None
        case True:
            return Effect("none")
        case {"tile": str(kind), **more} if not more:
            return Effect("none", tile=_kind(kind))
        case {"effect": "repression_mark", **more} if not more.keys() - {"tile"}:
            return Effect("mark", 1, _kind(word(more.get("tile", ""), path)))
    raise bad_value(path, value, "flag")


def _card(facts: Facts, book: dict[str, Card], boss: str) -> str:
    id = facts.get("id", word)
    cost = facts.get("cost", lambda value, path: None if value is None else whole(value, path), None)
    effects = {"repression_mark": Effect("mark", 1)}
    if facts.get("type", among({"unit": True, "event": False})):
        unit = facts.part("unit")
        unit.get("id", word, id)
        unit.get("side", word, "ai")
        facts.get("effect", word, "")
        book[id] = Card(id, cost, unit=_profile(unit, id, boss))
    else:
        effect = facts.get("effect", lambda value, path: among(effects)(value, path) if value else None, None)
        book[id] = Card(id, cost, effect=effect or Effect("none"))
    return id


ADAPTER = Adapter(
    kinds={"unit_ai": unit_ai, "opponent_turn": turn, "distance": distance, "reachable": reachable},
    compare={"expect": as_set},
)
