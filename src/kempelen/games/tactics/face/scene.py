"""What a seat sees of the table: the map, the units, hands and stores.

Handles are those of the actions. Of equal cards the first is `card:militia`, further ones are `card:militia#2` and so
on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.games.tactics.face.about import (
    about_card,
    about_peril,
    about_tile,
    about_unit,
    card_facts,
    card_label,
    does,
    price_facts,
    unit_facts,
    unit_label,
)
from kempelen.games.tactics.face.card_icons import icon_of, unit_icon
from kempelen.games.tactics.face.danger import Risks, perils_of, risks_of
from kempelen.games.tactics.face.illustrations import illustration
from kempelen.games.tactics.face.marks import SIGN, flag_of
from kempelen.games.tactics.face.pictures import GROUNDS, ICONS, KEYS, SIGNS
from kempelen.games.tactics.face.status import mat_tray, opponent_tray, relation, status
from kempelen.games.tactics.face.tokens import token
from kempelen.games.tactics.face.words import card_word, seat_word
from kempelen.games.tactics.rules.board import KINDS, Board, Tile
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Card
from kempelen.games.tactics.rules.combat import mark_limit
from kempelen.games.tactics.rules.legal import turn_options
from kempelen.games.tactics.rules.state import ACTIVATION, OPPONENT, TURN, UNITS, State, Unit
from kempelen.games.tactics.rules.topology import HEX as HEXES
from kempelen.games.tactics.rules.topology import Tiles, column_name, tile_name
from kempelen.scene.icons import DISCARD
from kempelen.scene.model import DISC, HEX, HEX_HEIGHT, MARKS, RECT, SHIELD, Point, Scene, Shape, Stroke, Tray, hex_at
from kempelen.scene.model import SIGNS as LEGEND
from kempelen.scene.status import Fact
from kempelen.text.say import Say, Text

__all__ = ["card_face", "scene"]

WIDE = 74 / 76
"""A tile, but for the line between two; in a picture of 76 points a tile a whole number."""
SIZE, DOWN = 0.8, 0.05
"""How large a unit is, and how far below the middle of its tile: a tile's sign stands at the upper edge."""
BESIDE, ASIDE = 0.7, 0.1
"""The same where a house or a tower stands: the unit is smaller and stands aside, so that both are seen."""
CARD = 1.14
MOST_PICTURES = 6
"""If more kinds of unit are for sale, their signs have to do: all those pictures would weigh more than the board."""
"""The width of a card: names are long."""
IN_A_LINE = 10
"""The most letters of a card's name in one line."""
FOE = "▼"
"""The opponent's spawn tiles."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""The second archer is Ar²2: its number is raised, then comes its health."""


def scene(view: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    land = _Land(view.board, "sand" if view.rule.mode == "kraken" else "open")
    tiles = _tiles(land, view.rule.spawns, view.players, view.has_opponent, view.neutral, say)
    taken = {f"tile:{view.board.spots[unit.tile].notation}" for unit in view.units}
    risks = risks_of(view)
    perils = perils_of(view)
    marked = (
        _imperilled(tile, perils[at], say) if at in perils else tile
        for at, tile in zip(view.board.spots, tiles, strict=True)
    )
    shapes = [
        *(_occupied(tile) if tile.icon and tile.id in taken else tile for tile in marked),
        *(_unit(view, unit, risks.get(unit.name, 0), say) for unit in view.units),
    ]
    title, hexes = say("tactics.title"), view.board.topology is HEXES
    return Scene.around(
        shapes,
        "hex" if hexes else "tile",
        _trays(view, risks, say),
        title=title,
        description=_description(view, say),
        columns=None if hexes else tuple((x, column_name(x)) for x in range(view.board.width)),
        rows=None if hexes else tuple((y, str(y + 1)) for y in range(view.board.height)),
        status=status(view, say),
    )


def _description(view: State, say: Say) -> str:
    if view.ending is not None:
        return say("tactics.scene.over", ending=Text(f"tactics.ending.{view.ending.reason}"))
    if view.phase in (OPPONENT, UNITS):
        return say("tactics.scene.opponent", round=view.round)
    return say("tactics.scene.turn", round=view.round, seat=seat_word(view.active))


# -- the board


def _middle(board: Board, tile: Tile) -> Point:
    x, y = board.xy(tile)
    return hex_at(x, y) if board.topology is HEXES else (x, y)


class _Land(NamedTuple):
    """A board, and what is under everything that is no special tile."""

    board: Board
    ground: str


@lru_cache(maxsize=32)
def _tiles(
    land: _Land, spawns: tuple[Tiles, ...], players: int, opponent: bool, neutral: Tiles, say: Say
) -> tuple[Shape, ...]:
    """The tiles without who stands on them; they rarely change."""
    owned = _Owned(spawns, players if opponent else None)
    return tuple(_tile(land, tile, owned, neutral, say) for tile in land.board.spots)


@lru_cache(maxsize=2048)
def _imperilled(tile: Shape, n: int, say: Say) -> Shape:
    """A tile on which the opponent could strike in its next turn."""
    return replace(tile, tags=tile.tags | {"peril"}, about=(*tile.about, about_peril(n, say)))


@lru_cache(maxsize=1024)
def _occupied(tile: Shape) -> Shape:
    return replace(tile, tags=tile.tags | {"occupied"})


def _tile(land: _Land, tile: Tile, owned: _Owned, neutral: Tiles, say: Say) -> Shape:
    board = land.board
    spot = board.spots[tile]
    name = tile_name(spot.x, spot.y)
    kinds = [kind for kind, tiles in board.kinds.items() if tiles >> tile & 1]
    kind = next((kind for kind in kinds if kind != "spawn"), "")
    label, tags, sign = say("tactics.scene.tile", at=name), set(), SIGNS.get(kind, "")
    if kind:
        label = say("tactics.scene.tile_kind", at=name, kind=Text(f"tactics.kind.{kind}"))
    if neutral >> tile & 1:
        label = say("tactics.scene.tile_closed", at=name)
        tags |= {"broken", "special"}
    tags.add(GROUNDS.get(kind, land.ground))
    text = ""
    if "spawn" in kinds:
        owner, text = _spawn_owner(owned, tile)
        label = say("tactics.scene.tile_spawn", at=name, owner=owner)
        sign = sign + text
    x, y = _middle(board, tile)
    hexes = board.topology is HEXES
    return Shape(
        f"tile:{spot.notation}",
        "tile",
        x,
        y,
        w=WIDE,
        h=HEX_HEIGHT * WIDE if hexes else WIDE,
        form=HEX if hexes else RECT,
        text=text,
        label=label,
        tags=frozenset(tags | ({kind} if kind else set())),
        icon=ICONS.get(kind, ()),
        glyph=sign,
        about=about_tile(kinds, bool(neutral >> tile & 1), say),
    )


class _Owned(NamedTuple):
    """Spawn tiles by mat, and which mat is the opponent's."""

    spawns: tuple[Tiles, ...]
    opponent: int | None


def _spawn_owner(owned: _Owned, tile: Tile) -> tuple[Text, str]:
    """Whose spawn tile it is, and a sign for that."""
    owners = [n for n, tiles in enumerate(owned.spawns) if tiles >> tile & 1]
    if owners == [owned.opponent]:
        return Text("tactics.the_opponent"), FOE
    if len(owners) == 1:
        alone = len(owned.spawns) - (owned.opponent is not None) == 1
        return seat_word(owners[0]), "+" if alone else f"+{owners[0] + 1}"
    return Text("tactics.scene.all_players"), "+"


def _unit(view: State, unit: Unit, risk: int, say: Say) -> Shape:
    x, y = _middle(view.board, unit.tile)
    built = (view.board.house | view.board.tower | view.board.store) >> unit.tile & 1 and not unit.profile.boss
    size, right, down = (BESIDE, ASIDE, ASIDE) if built else (SIZE, 0, DOWN)
    doomed = risk >= unit.health
    tags = set()
    whose = relation(view, unit.owner)
    foe = whose == "foe" or (not whose and unit.side != 0)  # whoever looks on sees the second side as the enemy
    if foe:
        tags.add("foe")
    if whose == "ally":
        tags.add("ally")
    if unit.profile.boss:
        tags.add("leader")
    if unit.tapped:
        tags.add("done")
    if doomed:
        tags.add("doomed")
    if view.acting is not None and unit.name.id == view.acting.id:
        tags.add("last-move")
    number = str(unit.name.number).translate(RAISED) if unit.name.number > 1 else ""
    short = f"{say.of(unit.name.text, 'Bare').removeprefix('The ')[:2]}{number}{unit.health}"
    return Shape(
        f"unit:{unit.name.id}",
        "unit",
        x + right,
        y + down,
        w=size,
        h=size,
        form=SHIELD if foe else DISC,
        text=str(unit.health),
        icon=unit_icon(unit.profile.name, unit.profile.range),
        art=token(unit.profile),
        corner=f"#{unit.name.number}" if unit.name.number > 1 else "",
        label=unit_label(unit, say),
        tags=frozenset(tags),
        glyph=short,
        facts=unit_facts(unit.profile, say, unit.health),
        about=about_unit(unit.profile, unit.ai, say, tapped=unit.tapped, risk=risk, doomed=doomed),
        risk=f"−{risk}{MARKS['doomed'] * doomed}" if risk else flag_of(view, unit),
        left=unit.health / unit.profile.health,
    )


# -- beside the board


def _trays(view: State, risks: Risks, say: Say) -> Iterator[Tray]:
    used: Counter[str] = Counter()
    now = _to_do_now(view)
    for seat in range(view.players):
        hand = view.mats[seat].hand
        if any(card != HIDDEN_CARD for card in hand) or (hand and seat == view.active):
            items = tuple(_card(view, seat, card, say, used, now) for card in hand)
            label = say("tactics.scene.hand", seat=seat_word(seat))
            yield Tray(f"tray:hand-{seat + 1}", label, "hand", items, relation=relation(view, seat))
    for seat in range(view.players):
        yield mat_tray(view, seat, say)
    if view.has_opponent:
        yield opponent_tray(view, say, risks)
    if view.viewer >= 0 and (discard := view.mats[view.viewer].discard):
        yield from _discard(discard, view, say)
    if view.rule.mode == "tyrant":
        yield _marks(view, say)
    stock = {card: left for card, left in view.stock.items() if left}
    sold = tuple(_sold(view, card, left, say, now) for card, left in stock.items())
    if len(stock) > MOST_PICTURES:
        sold = tuple(replace(shape, art="") for shape in sold)
    if sold:
        yield Tray("tray:shop", say("tactics.scene.shop"), "shop", sold)
    yield _legend(view, say)
    yield Tray(LEGEND, say("tactics.scene.signs"), text=_signs(view, say))
    if view.ending is None and view.phase not in (OPPONENT, UNITS):
        yield _keypad(view, say)


def _discard(cards: list[str], view: State, say: Say) -> Iterator[Tray]:
    """One's own discard pile with the card on top."""
    top: tuple[Shape, ...] = ()
    if cards[-1] != HIDDEN_CARD:
        card = view.book[cards[-1]]
        top = (replace(card_face("top", card, "", say), facts=card_facts(card, card.cost or 0, say)),)
    count = Fact(str(len(cards)), say("tactics.scene.pile", n=len(cards)), DISCARD)
    yield Tray("tray:discard", say("tactics.scene.discard"), "pile", top, relation="own", facts=(count,))


def _to_do_now(view: State) -> frozenset[str] | None:
    """What the reader may click at in his turn, no card while a unit of his acts; None when it is not his turn."""
    mine = view.viewer >= 0 and view.active == view.viewer and view.ending is None
    if mine and view.phase == ACTIVATION:
        return frozenset()
    if not mine or view.phase != TURN:
        return None
    return frozenset(option.handles[0] for option in turn_options(view, view.viewer))


def _card(view: State, seat: Seat, card: str, say: Say, used: Counter[str], now: frozenset[str] | None) -> Shape:
    used[card] += 1
    handle = f"card:{card}" if used[card] == 1 else f"card:{card}#{used[card]}"
    if card == HIDDEN_CARD:
        return Shape(
            handle, "card", text="?", label=say("tactics.scene.hidden_card"), tags=frozenset({"hatched"}), glyph="?"
        )
    what = view.book[card]
    return replace(
        card_face(handle, what, "" if what.cost is None else str(what.cost), say),
        facts=card_facts(what, view.mats[seat].pool, say),
        usable=now is None or f"card:{card}" in now,
    )


@lru_cache(maxsize=256)
def card_face(handle: str, card: Card, corner: str, say: Say) -> Shape:
    """A card with its icon, its name, and in the corner what it costs here."""
    name, label = _caption(card.name, say), card_label(card, say)
    return Shape(
        handle,
        "card",
        w=CARD,
        text=name,
        icon=icon_of(card),
        art=illustration(card),
        corner=corner,
        label=label,
        glyph="▯",
        about=about_card(card, say),
    )


def _caption(card: str, say: Say) -> str:
    """A name in at most two lines; long words know where they can be divided."""
    key = f"tactics.caption.{card}"
    if say.has(key):
        return say(key)
    return _two_lines(say.of(card_word(card), "Bare"))


def _two_lines(name: str) -> str:
    first, *rest = name.split()
    while rest and len(first) + len(rest[0]) < IN_A_LINE:
        first = f"{first} {rest.pop(0)}"
    return "\n".join(filter(None, (first, " ".join(rest))))


def _marks(view: State, say: Say) -> Tray:
    items = tuple(
        Shape(f"mark:{n}", "marker" if n == view.marks else "tile", w=0.6, h=0.6, text=str(n))
        for n in range(max(mark_limit(view), view.marks) + 1)
    )
    return Tray("tray:marks", say("tactics.scene.marks"), "track", items)


def _sold(view: State, card: str, left: int, say: Say, now: frozenset[str] | None) -> Shape:
    what = view.book[card]
    pool = view.mats[view.viewer].pool if view.viewer >= 0 else None
    return replace(
        card_face(f"shop:{card}", what, str(what.price), say),
        label=say("tactics.scene.shop_unit", card=card_label(what, say), price=what.price, left=left),
        caption=": ".join(filter(None, (say.of(card_word(card), "Bare"), does(what, say)))),
        facts=price_facts(what, left, pool, say),
        usable=now is None or f"shop:{card}" in now,
    )


def _legend(view: State, say: Say) -> Tray:
    """The kinds of tile on this board, each with its sign."""
    items = tuple(
        Shape(
            f"kind:{kind}",
            "tile",
            w=0.7,
            h=0.7,
            label=say.of(Text(f"tactics.kind.{kind}"), "Bare"),
            tags=frozenset({kind, *([GROUNDS[kind]] if kind in GROUNDS else [])}),
            icon=ICONS.get(kind, ()),
            glyph=SIGNS[kind],
            about=about_tile([kind], False, say),
        )
        for kind in KINDS
        if view.board.kind(kind)
    )
    return Tray("tray:legend", say("tactics.scene.legend"), "supply", items)


def _signs(view: State, say: Say) -> str:
    """What the signs mean that are no tile."""
    spawns = view.board.kind("spawn")
    words = [
        say("tactics.scene.sign_health"),
        say("tactics.scene.sign_diagonal"),
        *([say("tactics.scene.sign_doomed", sign=MARKS["doomed"])] if view.has_opponent else []),
        *([say("tactics.scene.sign_peril")] if view.has_opponent else []),
        *([say("tactics.scene.sign_mark", sign=SIGN)] if view.rule.mode == "tyrant" else []),
        *([say("tactics.scene.sign_water")] if view.board.kind("water") | view.board.kind("deep_water") else []),
        *([say("tactics.scene.sign_spawn")] if spawns else []),
        *([say("tactics.scene.sign_foe_spawn", sign=FOE)] if spawns and view.has_opponent else []),
    ]
    return " · ".join(words)


def _keypad(view: State, say: Say) -> Tray:
    """To click at: the full action if the unit has one, nothing more, the end of the turn."""
    keys = [("end", "end")]
    if view.phase == ACTIVATION:
        acting = view.named(view.acting) if view.acting is not None else None
        has_full = acting is not None and acting.profile.full is not None
        keys = [("full", "full_action"), ("done", "done")] if has_full else [("done", "done")]
    items = tuple(_key(handle, say(f"tactics.scene.{key}"), KEYS[handle]) for handle, key in keys)
    return Tray("tray:choices", say("tactics.scene.choices"), "supply", items)


def _key(handle: str, name: str, icon: tuple[Stroke, ...]) -> Shape:
    return Shape(handle, "card", w=CARD, h=0.8, text=_two_lines(name), icon=icon, label=name, glyph="▸")
