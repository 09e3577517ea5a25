"""A table read from a position, and written as one or as a scenario to change.

The fields are in `fields`. What is wrong with one is told with its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.files.position import shaped
from kempelen.engine.game import game_named
from kempelen.engine.table import Deck, Seat
from kempelen.games.tactics.automa.turn import AI_SIDE
from kempelen.games.tactics.automa.vocabulary import VOCABULARY
from kempelen.games.tactics.files.fields import (
    MOST,
    MatFile,
    PositionFile,
    UnitFile,
    bad,
    known_card,
    own_book,
    pile_card,
    row_and_column,
    store_at,
    tile_at,
    unit_name,
)
from kempelen.games.tactics.files.maps import MOST_PLAYERS, SCENARIOS, Ground, ground, map_for
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Book, Card, ai_from, book
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
)
from kempelen.games.tactics.rules.topology import first_of, tiles_in
from kempelen.parts.automas import sheet_from, shipped_sheets, texts_of

__all__ = ["from_position", "to_position", "to_scenario", "with_former_first"]

_MODES = ("kraken", "tyrant", "versus", "none")
_PHASES = (BEGIN, TURN, ACTIVATION, OPPONENT, UNITS)
_REASONS = ("boss", "marks", "stores", "wiped_out", "kings", "cap")


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The table a position describes, with the value of every option; raises BadPosition."""
    p = shaped(PositionFile, position)
    players = len(p.players)
    if p.game != "tactics":
        raise bad("game", "game", game=p.game)
    if p.variant not in SCENARIOS:
        raise bad("variant", "variant", variant=p.variant, known=tuple(SCENARIOS))
    if not 1 <= players <= MOST_PLAYERS:
        raise bad("player_count", "players", n=players, most=MOST_PLAYERS)
    data = _usual(p, players)
    land = _ground(p, data)
    mode = _mode(p, data)
    if mode == "versus" and players != 2:
        raise bad("versus", "players", n=players)
    cards = own_book(p)
    s = State(
        land.board,
        cards,
        _rule(p, data, land, mode, players),
        options,
        players,
        [],
        held=[0, 0],
        stock=_stock(p, data, cards),
        marks=bad.in_range(p.marks, 0, MOST, "marks"),
        neutral=sum(1 << store_at(land.board, at, "neutral", n) for n, at in enumerate(sorted(set(p.neutral)))),
        phase=_phase(p, mode),
        active=bad.in_range(p.active, 1, players, "active") - 1,
        round=bad.in_range(p.round, 1, MOST, "round"),
        place=p.place,
        empty_turns=bad.in_range(p.empty_turns, 0, MOST, "empty_turns"),
        ending=_ending(p, players),
    )
    files = [*p.players, *([p.opponent or MatFile()] if has_opponent(mode) else ())]
    if p.opponent is not None and not has_opponent(mode):
        raise bad("no_opponent", "opponent")
    s.mats = [Mat(0, Deck("")) for _ in files]
    for n, unit in enumerate(p.units if p.units is not None else _first_units(data, players, land)):
        if p.map is None and unit.card == data.get("boss") and not unit.player and unit.max is None:
            unit.max = boss_health(data, options["level"], players)
        s.put(_unit(s, unit, n))
    for owner, mat in enumerate(files):
        s.mats[owner] = _mat(s, mat, owner, data)
    s.acting = _named(s, p.acting, "acting") if p.acting else None
    if (s.phase == ACTIVATION) != (s.acting is not None):
        raise bad("acting", "acting")
    # A game may end while units act, with none left that has to.
    if s.ending is None and (s.phase == UNITS) != any(unit.due for unit in s.units):
        raise bad("due", "units")
    return s


def with_former_first(position: Mapping[str, Any], begun: str) -> dict[str, Any]:
    """From older formats: the first game was another then, so a position of it names what it took from its map."""
    if position.get("variant") != "first" or "map" in position:
        return dict(position)
    data = map_for("first", 1, begun)
    assert data is not None
    land = ground_of(data)
    usual = {name: data[name] for name in ("map", "mode", "income", "hand", "cap")}
    players = [{"pool": data["pool"], "deck": cards_in(data["deck"]), **mat} for mat in position.get("players", [{}])]
    opponent = {"pool": data["opponent_pool"], "deck": cards_in(data["opponent_deck"])}
    health = {data["boss"]: {"max": boss_health(data, "normal", len(players))}}
    units = [
        {"card": unit.card, "at": unit.at, "player": unit.player, **health.get(unit.card, {})}
        for unit in _first_units(data, len(players), land)
    ]
    return {
        **usual,
        "stock": dict(data["shop"]),
        "units": units,
        **position,
        "players": players,
        "opponent": {**opponent, **(position.get("opponent") or {})},
    }


def _usual(p: PositionFile, players: int) -> Mapping[str, Any]:
    """The map of the variant, for as many players as it has one for."""
    data = map_for(p.variant, players)
    if data is None:
        if p.map is None:
            known = tuple(str(n) for n in SCENARIOS[p.variant])
            raise bad("no_map", "players", n=players, variant=p.variant, known=known)
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
        raise bad("mode", "mode", mode=mode, known=_MODES)
    return "" if mode == "none" else mode


def _rule(p: PositionFile, data: Mapping[str, Any], land: Ground, mode: str, players: int) -> Rule:
    income, hand, cap = (
        bad.in_range(int(data[name]) if value is None else value, least, MOST, name)
        for name, value, least in (("income", p.income, 0), ("hand", p.hand, 0), ("cap", p.cap, 1))
    )
    spawns = spawns_of(land, players, mode)
    return Rule(p.variant, mode, income, hand, spawns, cap, land.rows, land.symbols, **_roles(p))


def _roles(p: PositionFile) -> dict[str, Sheet]:
    """Whose automas play the opponent and the units; raises BadAutoma, or BadPosition for a role there is not."""
    sheets = {}
    for role, id in p.roles.items():
        if role not in VOCABULARY.roles:
            raise bad("role", "roles", role=role, known=tuple(VOCABULARY.roles))
        game = game_named("tactics")
        if id in p.automas:
            sheets[role] = sheet_from(game, p.automas[id], p.automas)
        elif id in shipped_sheets(game):
            sheets[role] = shipped_sheets(game)[id]
        else:
            raise bad("automa", "automas", automa=id)
    return sheets


def _phase(p: PositionFile, mode: str) -> str:
    if p.phase not in _PHASES or (p.phase in (OPPONENT, UNITS) and not has_opponent(mode)):
        raise bad("phase", "phase", phase=p.phase, known=_PHASES)
    return p.phase


def _ending(p: PositionFile, players: int) -> Ending | None:
    if p.ending is None:
        return None
    if p.ending.reason not in _REASONS:
        raise bad("reason", "ending", "reason", reason=p.ending.reason, known=_REASONS)
    winners = [bad.in_range(seat, 1, players, "ending", "winners", n) for n, seat in enumerate(p.ending.winners)]
    return Ending(p.ending.reason, tuple(seat - 1 for seat in winners))


# -- cards


def _stock(p: PositionFile, data: Mapping[str, Any], cards: Book) -> dict[str, int]:
    stock = data["shop"] if p.stock is None else p.stock
    return {
        known_card(cards, card, "stock", card): bad.in_range(count, 0, MOST, "stock", card)
        for card, count in sorted(stock.items())
    }


def _mat(s: State, mat: MatFile, owner: Seat, data: Mapping[str, Any]) -> Mat:
    path: tuple[int | str, ...] = ("players", owner) if owner < s.players else ("opponent",)
    hand = [pile_card(s, text, *path, "hand", n) for n, text in enumerate(mat.hand)]
    discard = [pile_card(s, text, *path, "discard", n) for n, text in enumerate(mat.discard)]
    top = [known_card(s, text, *path, "top", n) for n, text in enumerate(mat.top)]
    if owner == s.players and len(hand) > 1:
        raise bad("opponent_hand", *path, "hand")
    ours = owner < s.players
    if mat.deck is None:
        usual = Counter(cards_in(data["deck" if ours else "opponent_deck"])) if ours or "boss" in data else Counter()
        bag = sorted((usual - Counter([*hand, *discard, *top, *_cards_on_board(s, owner)])).elements())
    else:
        bag = sorted(known_card(s, text, *path, "deck", n) for n, text in enumerate(mat.deck))
    unseen = (hand + discard).count(HIDDEN_CARD)
    away = max(mat.away, unseen)
    if away > len(bag):
        raise bad("away", *path, "deck", n=len(bag), away=away)
    usual_pool = int(data["pool" if ours else "opponent_pool"]) if ours or "boss" in data else 0
    pool = bad.in_range(usual_pool if mat.pool is None else mat.pool, 0, MOST, *path, "pool")
    name = PLAYERS_DECK if ours else OPPONENTS_DECK
    return Mat(pool, Deck(name, bag, top[::-1], away, HIDDEN_CARD), discard, hand)


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
    profile = s.book[known_card(s, u.card, *path, "card")].unit
    if profile is None:
        raise bad("no_unit", *path, "card", card=u.card)
    if u.max is not None:
        profile = replace(profile, health=bad.in_range(u.max, 1, MOST, *path, "max"))
    bad.in_range(u.player, 0 if s.has_opponent else 1, s.players, *path, "player")
    owner = u.player - 1 if u.player else s.players
    side = AI_SIDE if not u.player else owner if s.rule.mode == "versus" else 0
    tile = tile_at(s.board, u.at, *path, "at")
    if not s.board.passable >> tile & 1:
        raise bad("on_wall", *path, "at", at=u.at, **row_and_column(s.board, tile))
    if (other := s.at[tile]) is not None:
        where = row_and_column(s.board, tile)
        raise bad("two_units", *path, "at", at=u.at, unit=u.card, other=other.name.id, **where)
    name = s.fresh_name(u.card) if u.name is None else unit_name(u.name, u.card, *path, "name")
    if s.named(name) is not None:
        raise bad("name_twice", *path, "name", name=name.id)
    ai = profile.ai
    if u.ai is not None:
        ai = None if u.ai == "none" else ai_from(u.ai)
        if ai is None and u.ai != "none":
            raise bad("unit_ai", *path, "ai", ai=u.ai, at=u.at, **row_and_column(s.board, tile))
    health = profile.health if u.health is None else bad.in_range(u.health, 1, profile.health, *path, "health")
    moves = bad.in_range(u.moves, 0, MOST, *path, "moves")
    attacks = bad.in_range(u.attacks, 0, MOST, *path, "attacks")
    return Unit(name, profile, side, owner, tile, health, ai, moves, attacks, u.unspent, u.tapped, u.due)


def _named(s: State, text: str, *path: int | str) -> Name:
    for unit in s.units:
        if unit.name.id == text:
            return unit.name
    raise bad("no_such_unit", *path, name=text, known=tuple(unit.name.id for unit in s.units))


# -- written


def to_position(s: State) -> dict[str, Any]:
    """Everything, without what follows from the variant."""
    rule, spots = s.rule, s.board.spots
    data = map_for(rule.map, s.players)
    position: dict[str, Any] = {"game": "tactics", "variant": rule.map, "round": s.round, "phase": s.phase}
    position["active"] = s.active + 1
    if data is None or ground_of(data).board is not s.board:
        position |= {"map": list(rule.rows), "symbols": dict(rule.symbols), "topology": s.board.topology.name}
    for name, value in (("mode", rule.mode or "none"), ("income", rule.income), ("hand", rule.hand), ("cap", rule.cap)):
        if data is None or data[name] != value:
            position[name] = value
    position |= {
        "marks": s.marks,
        "neutral": [spots[tile].notation for tile in tiles_in(s.neutral)],
        "empty_turns": s.empty_turns,
        "acting": s.acting.id if s.acting else "",
        "place": s.place,
        "stock": dict(s.stock),
    }
    playing = {role: sheet for role in VOCABULARY.roles if (sheet := getattr(rule, role)) is not None}
    if playing:
        game = game_named("tactics")
        position["roles"] = {role: sheet.id for role, sheet in playing.items()}
        position["automas"] = {id: text for sheet in playing.values() for id, text in texts_of(game, sheet).items()}
    if own := {name: _card_data(s.book[name]) for name in s.book if name not in book()}:
        position["cards"] = own
    if s.has_opponent:
        position["opponent"] = _mat_data(s.opponent)
    position["players"] = [_mat_data(mat) for mat in s.mats[: s.players]]
    position["units"] = [_unit_data(s, unit) for unit in s.units]
    if s.ending is not None:
        position["ending"] = {"reason": s.ending.reason, "winners": [seat + 1 for seat in s.ending.winners]}
    return position


def to_scenario(s: State) -> dict[str, Any]:
    """A table before the first turn as a file to change: with its map, without what is not there yet."""
    rule, whole = s.rule, to_position(s)
    return {
        "game": "tactics",
        "variant": rule.map,
        "mode": rule.mode or "none",
        "income": rule.income,
        "hand": rule.hand,
        "cap": rule.cap,
        "map": "".join(f"{row}\n" for row in rule.rows),
        "stock": whole["stock"],
        **({"opponent": _pile(whole["opponent"])} if s.has_opponent else {}),
        "players": [_pile(mat) for mat in whole["players"]],
        "units": [
            {field: unit[field] for field in unit if field not in ("tapped", "health")} for unit in whole["units"]
        ],
    }


def _pile(mat: Mapping[str, Any]) -> dict[str, Any]:
    return {"pool": mat["pool"], "deck": mat["deck"]}


def _mat_data(mat: Mat) -> dict[str, Any]:
    data: dict[str, Any] = {"pool": mat.pool, "deck": mat.deck.bag[:]}
    if mat.deck.top:
        data["top"] = mat.deck.top[::-1]
    if mat.deck.away:
        data["away"] = mat.deck.away
    return {**data, "discard": mat.discard[:], "hand": mat.hand[:]}


def _unit_data(s: State, unit: Unit) -> dict[str, Any]:
    kind = s.book[unit.name.kind].unit
    assert kind is not None
    data: dict[str, Any] = {"card": unit.name.kind, "at": s.board.spots[unit.tile].notation}
    if unit.owner < s.players:
        data["player"] = unit.owner + 1
    data |= {"name": unit.name.id, "health": unit.health}
    if unit.profile.boss or unit.profile.health != kind.health:
        data["max"] = unit.profile.health
    if unit.ai != kind.ai:
        data["ai"] = unit.ai.notation if unit.ai else "none"
    data["tapped"] = unit.tapped
    if unit.due:
        data["due"] = True
    if unit.moves or unit.attacks or unit.unspent:
        data |= {"moves": unit.moves, "attacks": unit.attacks, "unspent": unit.unspent}
    return data


def _card_data(card: Card) -> dict[str, Any]:
    data: dict[str, Any] = {} if card.cost is None else {"cost": card.cost}
    data["price"] = card.price
    if card.effect is not None:
        return {**data, "effect": card.effect.kind, "amount": card.effect.amount}
    unit = card.unit
    assert unit is not None
    stats = ("upkeep", "health", "attack", "range", "move", "boss", "moves", "attacks")
    data |= {stat: getattr(unit, stat) for stat in stats}
    data |= {"ai": unit.ai.notation if unit.ai else "none", "tags": list(unit.tags)}
    if unit.full is not None:
        data["full"] = {"effect": unit.full.kind, "amount": unit.full.amount, "tile": unit.full.tile}
    return data
