"""A table read from a position; what is wrong with it is told with its place. The fields are in `position_file`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from kempelen.engine.files.position import Faults, shaped
from kempelen.engine.table import Deck, Seat
from kempelen.games.tactics.automa.opponent import AI_SIDE
from kempelen.games.tactics.files.fields import CardFile, MatFile, PositionFile, UnitFile
from kempelen.games.tactics.files.maps import MOST_PLAYERS, SCENARIOS, Ground, ground, map_for
from kempelen.games.tactics.rules.board import KINDS, Board, Tile
from kempelen.games.tactics.rules.cards import EFFECTS, HIDDEN_CARD, Book, Card, Effect, Profile, ai_from, book
from kempelen.games.tactics.rules.setup import (
    OPPONENTS_DECK,
    PLAYERS_DECK,
    boss_health,
    cards_in,
    ground_of,
    has_opponent,
    spawns_of,
)
from kempelen.games.tactics.rules.state import (
    ACTIVATION,
    BEGIN,
    OPPONENT,
    TURN,
    UNITS,
    Ending,
    Mat,
    Name,
    Rule,
    State,
    Unit,
    name_of,
)
from kempelen.games.tactics.rules.topology import first_of
from kempelen.text.say import Field

__all__ = ["from_position"]

_MOST = 9999
"""No number is larger."""
_MODES = ("kraken", "tyrant", "versus", "none")
_PHASES = (BEGIN, TURN, ACTIVATION, OPPONENT, UNITS)
_REASONS = ("boss", "marks", "stores", "wiped_out", "kings", "cap")


_bad = Faults("tactics.position")
_in_range = _bad.in_range


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The table a position describes, with the value of every option; raises BadPosition."""
    p = shaped(PositionFile, position)
    players = len(p.players)
    if p.game != "tactics":
        raise _bad("game", "game", game=p.game)
    if p.variant not in SCENARIOS:
        raise _bad("variant", "variant", variant=p.variant, known=tuple(SCENARIOS))
    if not 1 <= players <= MOST_PLAYERS:
        raise _bad("player_count", "players", n=players, most=MOST_PLAYERS)
    data = _usual(p, players)
    land = _ground(p, data)
    mode = _mode(p, data)
    if mode == "versus" and players != 2:
        raise _bad("versus", "players", n=players)
    cards = _book(p)
    s = State(
        land.board,
        cards,
        _rule(p, data, land, mode, players),
        options,
        players,
        [],
        held=[0, 0],
        stock=_stock(p, data, cards),
        marks=_in_range(p.marks, 0, _MOST, "marks"),
        neutral=sum(1 << _store(land.board, at, "neutral", n) for n, at in enumerate(sorted(set(p.neutral)))),
        phase=_phase(p, mode),
        active=_in_range(p.active, 1, players, "active") - 1,
        round=_in_range(p.round, 1, _MOST, "round"),
        place=p.place,
        empty_turns=_in_range(p.empty_turns, 0, _MOST, "empty_turns"),
        ending=_ending(p, players),
    )
    files = [*p.players, *([p.opponent or MatFile()] if has_opponent(mode) else ())]
    if p.opponent is not None and not has_opponent(mode):
        raise _bad("no_opponent", "opponent")
    s.mats = [Mat(0, Deck("")) for _ in files]
    for n, unit in enumerate(p.units if p.units is not None else _first_units(data, players, land)):
        if p.map is None and unit.card == data.get("boss") and not unit.player and unit.max is None:
            unit.max = boss_health(data, options["level"], players)
        s.put(_unit(s, unit, n))
    for owner, mat in enumerate(files):
        s.mats[owner] = _mat(s, mat, owner, data)
    s.acting = _named(s, p.acting, "acting") if p.acting else None
    if (s.phase == ACTIVATION) != (s.acting is not None):
        raise _bad("acting", "acting")
    if (s.phase == UNITS) != any(unit.due for unit in s.units):
        raise _bad("due", "units")
    return s


def _usual(p: PositionFile, players: int) -> Mapping[str, Any]:
    """The map of the variant, for as many players as it has one for."""
    data = map_for(p.variant, players)
    if data is None:
        if p.map is None:
            known = tuple(str(n) for n in SCENARIOS[p.variant])
            raise _bad("no_map", "players", n=players, variant=p.variant, known=known)
        data = map_for(p.variant, next(iter(SCENARIOS[p.variant])))
    assert data is not None
    return data


def _ground(p: PositionFile, data: Mapping[str, Any]) -> Ground:
    if p.map is None:
        return ground_of(data if p.topology is None else {**data, "topology": p.topology})
    rows = p.map.strip("\n").split("\n") if isinstance(p.map, str) else p.map
    return ground([row.rstrip("\r") for row in rows], p.symbols, p.topology or "square121")


def _mode(p: PositionFile, data: Mapping[str, Any]) -> str:
    mode = p.mode if p.mode is not None else str(data["mode"])
    if mode not in _MODES:
        raise _bad("mode", "mode", mode=mode, known=_MODES)
    return "" if mode == "none" else mode


def _rule(p: PositionFile, data: Mapping[str, Any], land: Ground, mode: str, players: int) -> Rule:
    income, hand, cap = (
        _in_range(int(data[name]) if value is None else value, least, _MOST, name)
        for name, value, least in (("income", p.income, 0), ("hand", p.hand, 0), ("cap", p.cap, 1))
    )
    return Rule(p.variant, mode, income, hand, spawns_of(land, players, mode), cap, land.rows, land.symbols)


def _phase(p: PositionFile, mode: str) -> str:
    if p.phase not in _PHASES or (p.phase in (OPPONENT, UNITS) and not has_opponent(mode)):
        raise _bad("phase", "phase", phase=p.phase, known=_PHASES)
    return p.phase


def _ending(p: PositionFile, players: int) -> Ending | None:
    if p.ending is None:
        return None
    if p.ending.reason not in _REASONS:
        raise _bad("reason", "ending", "reason", reason=p.ending.reason, known=_REASONS)
    winners = [_in_range(seat, 1, players, "ending", "winners", n) for n, seat in enumerate(p.ending.winners)]
    return Ending(p.ending.reason, tuple(seat - 1 for seat in winners))


# -- cards


def _book(p: PositionFile) -> Book:
    if not p.cards:
        return book()
    return Book(
        {name: book()[name] for name in book()} | {name: _own_card(name, card) for name, card in p.cards.items()}
    )


def _own_card(name: str, c: CardFile) -> Card:
    path = ("cards", name)
    if not re.fullmatch("[a-z_]{1,40}", name) or name == HIDDEN_CARD or name in book():
        raise _bad("card_name", *path, card=name)
    if c.cost is not None:
        _in_range(c.cost, 0, _MOST, *path, "cost")
    if c.effect is not None:
        return Card(name, c.cost, c.price, effect=_effect(c.effect, c.amount, "", *path, "effect"))
    full = None if c.full is None else _effect(c.full.effect, c.full.amount, c.full.tile, *path, "full")
    for stat, least in (("health", 1), ("attack", 0), ("range", 0), ("move", 0), ("upkeep", 0), ("moves", 0)):
        _in_range(getattr(c, stat), least, _MOST, *path, stat)
    profile = Profile(
        name,
        c.health,
        c.attack,
        c.range,
        c.move,
        c.upkeep,
        None if c.ai == "none" else _ai(c.ai, *path, "ai"),
        full,
        tuple(c.tags),
        c.boss,
        c.moves,
        _in_range(c.attacks, 0, _MOST, *path, "attacks"),
    )
    return Card(name, c.cost, c.price, unit=profile)


def _effect(kind: str, amount: int, tile: str, *path: int | str) -> Effect:
    if kind not in EFFECTS:
        raise _bad("effect", *path, effect=kind, known=tuple(EFFECTS))
    if tile and tile not in KINDS:
        raise _bad("kind", *path, kind=tile, known=KINDS)
    return Effect(kind, _in_range(amount, 0, _MOST, *path), tile)


def _ai(text: str, *path: int | str) -> Any:
    found = ai_from(text)
    if found is None:
        raise _bad("ai", *path, ai=text)
    return found


def _card(s: State | Book, text: str, *path: int | str) -> str:
    cards = s.book if isinstance(s, State) else s
    if text not in cards:
        near = get_close_matches(text, list(cards), 3)
        if near:
            raise _bad("card_near", *path, card=text, near=tuple(near))
        raise _bad("card", *path, card=text)
    return text


def _stock(p: PositionFile, data: Mapping[str, Any], cards: Book) -> dict[str, int]:
    stock = data["shop"] if p.stock is None else p.stock
    return {
        _card(cards, card, "stock", card): _in_range(count, 0, _MOST, "stock", card)
        for card, count in sorted(stock.items())
    }


def _mat(s: State, mat: MatFile, owner: Seat, data: Mapping[str, Any]) -> Mat:
    path: tuple[int | str, ...] = ("players", owner) if owner < s.players else ("opponent",)
    hand = [_pile_card(s, text, *path, "hand", n) for n, text in enumerate(mat.hand)]
    discard = [_pile_card(s, text, *path, "discard", n) for n, text in enumerate(mat.discard)]
    top = [_card(s, text, *path, "top", n) for n, text in enumerate(mat.top)]
    if owner == s.players and len(hand) > 1:
        raise _bad("opponent_hand", *path, "hand")
    ours = owner < s.players
    if mat.deck is None:
        usual = Counter(cards_in(data["deck" if ours else "opponent_deck"])) if ours or "boss" in data else Counter()
        bag = sorted((usual - Counter([*hand, *discard, *top, *_cards_on_board(s, owner)])).elements())
    else:
        bag = sorted(_card(s, text, *path, "deck", n) for n, text in enumerate(mat.deck))
    unseen = (hand + discard).count(HIDDEN_CARD)
    away = max(mat.away, unseen)
    if away > len(bag):
        raise _bad("away", *path, "deck", n=len(bag), away=away)
    usual_pool = int(data["pool" if ours else "opponent_pool"]) if ours or "boss" in data else 0
    pool = _in_range(usual_pool if mat.pool is None else mat.pool, 0, _MOST, *path, "pool")
    name = PLAYERS_DECK if ours else OPPONENTS_DECK
    return Mat(pool, Deck(name, bag, top[::-1], away, HIDDEN_CARD), discard, hand)


def _pile_card(s: State, text: str, *path: int | str) -> str:
    return text if text == HIDDEN_CARD else _card(s, text, *path)


def _cards_on_board(s: State, owner: Seat) -> list[str]:
    return [unit.name.kind for unit in s.of_owner(owner)]


# -- units


def _first_units(data: Mapping[str, Any], players: int, land: Ground) -> Sequence[UnitFile]:
    """Those of the map before the first turn."""
    units = [
        UnitFile(unit["card"], unit["at"], unit["player"], ai=unit.get("ai"))
        for unit in data["units"]
        if unit["player"] <= players
    ]
    if "boss" in data and land.boss:
        x, y = land.board.xy(first_of(land.boss))
        units.insert(0, UnitFile(data["boss"], f"{x},{y}"))
    return units


def _unit(s: State, u: UnitFile, n: int) -> Unit:
    path = ("units", n)
    profile = s.book[_card(s, u.card, *path, "card")].unit
    if profile is None:
        raise _bad("no_unit", *path, "card", card=u.card)
    if u.max is not None:
        profile = replace(profile, health=_in_range(u.max, 1, _MOST, *path, "max"))
    _in_range(u.player, 0 if s.has_opponent else 1, s.players, *path, "player")
    owner = u.player - 1 if u.player else s.players
    side = AI_SIDE if not u.player else owner if s.rule.mode == "versus" else 0
    tile = _tile(s.board, u.at, *path, "at")
    if not s.board.passable >> tile & 1:
        raise _bad("on_wall", *path, "at", at=u.at, **_row_and_column(s.board, tile))
    if (other := s.at[tile]) is not None:
        where = _row_and_column(s.board, tile)
        raise _bad("two_units", *path, "at", at=u.at, unit=u.card, other=other.name.id, **where)
    name = s.fresh_name(u.card) if u.name is None else _name(u.name, u.card, *path, "name")
    if s.named(name) is not None:
        raise _bad("name_twice", *path, "name", name=name.id)
    ai = profile.ai
    if u.ai is not None:
        ai = None if u.ai == "none" else ai_from(u.ai)
        if ai is None and u.ai != "none":
            raise _bad("unit_ai", *path, "ai", ai=u.ai, at=u.at, **_row_and_column(s.board, tile))
    health = profile.health if u.health is None else _in_range(u.health, 1, profile.health, *path, "health")
    moves = _in_range(u.moves, 0, _MOST, *path, "moves")
    attacks = _in_range(u.attacks, 0, _MOST, *path, "attacks")
    return Unit(name, profile, side, owner, tile, health, ai, moves, attacks, u.unspent, u.tapped, u.due)


def _row_and_column(board: Board, tile: Tile) -> dict[str, Field]:
    x, y = board.xy(tile)
    return {"row": y + 1, "column": x + 1}


def _name(text: str, card: str, *path: int | str) -> Name:
    found = re.fullmatch(rf"{re.escape(card)}([2-9]|[1-9]\d{{1,3}})?", text)
    if not found:
        raise _bad("unit_name", *path, name=text, card=card)
    return name_of(card, int(found[1] or 1))


def _named(s: State, text: str, *path: int | str) -> Name:
    for unit in s.units:
        if unit.name.id == text:
            return unit.name
    raise _bad("no_such_unit", *path, name=text, known=tuple(unit.name.id for unit in s.units))


def _tile(board: Board, text: str, *path: int | str) -> Tile:
    found = re.fullmatch(r"\s*(\d{1,2}),\s*(\d{1,2})\s*", text)
    if not found or not board.holds(int(found[1]), int(found[2])):
        raise _bad("tile", *path, at=text, width=board.width - 1, height=board.height - 1)
    return board.tile(int(found[1]), int(found[2]))


def _store(board: Board, text: str, *path: int | str) -> Tile:
    tile = _tile(board, text, *path)
    if not board.store >> tile & 1:
        raise _bad("no_store", *path, at=text)
    return tile
