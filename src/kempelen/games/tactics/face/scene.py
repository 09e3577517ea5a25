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
from kempelen.games.tactics.face.card_icons import icon_of, unit_icon
from kempelen.games.tactics.face.pictures import GROUND, ICONS, KEYS, SIGNS
from kempelen.games.tactics.face.words import ai_word, card_word, seat_word
from kempelen.games.tactics.rules.board import KINDS, Board, Tile
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Card, Effect, Profile
from kempelen.games.tactics.rules.combat import mark_limit
from kempelen.games.tactics.rules.state import ACTIVATION, OPPONENT, UNITS, Mat, State, Unit
from kempelen.games.tactics.rules.topology import HEX as HEXES
from kempelen.games.tactics.rules.topology import Tiles
from kempelen.scene.model import DISC, HEX, HEX_HEIGHT, RECT, SHIELD, Point, Scene, Shape, Stroke, Tray, hex_at
from kempelen.scene.model import SIGNS as LEGEND
from kempelen.text.say import Say, Text

__all__ = ["scene"]

WIDE = 0.97
SIZE, DOWN = 0.68, 0.09
"""How large a unit is, and how far below the middle of its tile: a tile's sign stands at the upper edge."""
CARD = 1.14
"""The width of a card: names are long."""
IN_A_LINE = 10
"""The most letters of a card's name in one line."""
FOE = "▼"
"""The opponent's spawn tiles."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""The second archer is Ar²2: its number is raised, then comes its health."""


def scene(view: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    tiles = _tiles(view.board, view.rule.spawns, view.players, view.has_opponent, view.neutral, say)
    taken = {f"tile:{view.board.spots[unit.tile].notation}" for unit in view.units}
    shapes = [
        *(replace(tile, tags=tile.tags | {"occupied"}) if tile.icon and tile.id in taken else tile for tile in tiles),
        *(_unit(view, unit, say) for unit in view.units),
    ]
    title = say("tactics.title")
    return Scene.around(
        shapes,
        "hex" if view.board.topology is HEXES else "tile",
        _trays(view, say),
        title=title,
        description=_description(view, say),
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


@lru_cache(maxsize=32)
def _tiles(
    board: Board, spawns: tuple[Tiles, ...], players: int, opponent: bool, neutral: Tiles, say: Say
) -> tuple[Shape, ...]:
    """The tiles without who stands on them; they rarely change."""
    owned = _Owned(spawns, players if opponent else None)
    return tuple(_tile(board, tile, owned, neutral, say) for tile in board.spots)


def _tile(board: Board, tile: Tile, owned: _Owned, neutral: Tiles, say: Say) -> Shape:
    spot = board.spots[tile]
    kinds = [kind for kind, tiles in board.kinds.items() if tiles >> tile & 1]
    kind = next((kind for kind in kinds if kind != "spawn"), "")
    label, tags, sign = say("tactics.scene.tile", at=spot.notation), set(), SIGNS.get(kind, "")
    if kind:
        label = say("tactics.scene.tile_kind", at=spot.notation, kind=Text(f"tactics.kind.{kind}"))
    if neutral >> tile & 1:
        label = say("tactics.scene.tile_closed", at=spot.notation)
        tags |= {"broken", "special"}
    tags |= _ground(kind)
    text = ""
    if "spawn" in kinds:
        owner, text = _spawn_owner(owned, tile)
        label = say("tactics.scene.tile_spawn", at=spot.notation, owner=owner)
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
    )


def _ground(kind: str) -> set[str]:
    """How a kind of tile looks."""
    return {GROUND[kind]} if kind in GROUND else set()


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
        return seat_word(owners[0]), f"+{owners[0] + 1}"
    return Text("tactics.scene.all_players"), "+"


def _unit(view: State, unit: Unit, say: Say) -> Shape:
    x, y = _middle(view.board, unit.tile)
    tags = set()
    if unit.side:
        tags.add("foe")
    if unit.profile.boss:
        tags.add("leader")
    if unit.tapped:
        tags.add("done")
    if view.acting is not None and unit.name.id == view.acting.id:
        tags.add("last-move")
    label = say(
        "tactics.scene.unit",
        unit=unit.name.text,
        health=unit.health,
        most=unit.profile.health,
        **_stats(unit.profile),
    )
    if unit.ai is not None:
        label = say("tactics.scene.unit_ai", unit=label, ai=ai_word(unit.ai))
    label = _with_full(label, unit.profile, say)
    number = str(unit.name.number).translate(RAISED) if unit.name.number > 1 else ""
    short = f"{say.of(unit.name.text, 'Bare').removeprefix('The ')[:2]}{number}{unit.health}"
    return Shape(
        f"unit:{unit.name.id}",
        "unit",
        x,
        y + DOWN,
        w=SIZE,
        h=SIZE,
        form=SHIELD if unit.side else DISC,
        text=str(unit.health),
        icon=unit_icon(unit.profile.name, unit.profile.range),
        corner=f"#{unit.name.number}" if unit.name.number > 1 else "",
        label=label,
        tags=frozenset(tags),
        glyph=short,
    )


def _stats(profile: Profile) -> dict[str, int]:
    return {"attack": profile.attack, "range": profile.range, "move": profile.move, "upkeep": profile.upkeep}


# -- beside the board


def _trays(view: State, say: Say) -> Iterator[Tray]:
    used: Counter[str] = Counter()
    for seat in range(view.players):
        hand = view.mats[seat].hand
        if any(card != HIDDEN_CARD for card in hand) or (hand and seat == view.active):
            items = tuple(_card(view, card, say, used) for card in hand)
            label = say("tactics.scene.hand", seat=seat_word(seat))
            yield Tray(f"tray:hand-{seat + 1}", label, "hand", items, text="")
    for seat in range(view.players):
        yield _mat(view, seat, say)
    if view.has_opponent:
        words = _mat_words(view.opponent, say)
        yield Tray("tray:opponent", say.of(Text("tactics.the_opponent"), "Nom"), "supply", text=words)
    if view.rule.mode == "tyrant":
        yield _marks(view, say)
    sold = tuple(_sold(view, card, left, say) for card, left in view.stock.items() if left)
    if sold:
        yield Tray("tray:shop", say("tactics.scene.shop"), "supply", sold)
    yield _legend(view, say)
    yield Tray(LEGEND, say("tactics.scene.signs"), text=_signs(view, say))
    if view.ending is None and view.phase not in (OPPONENT, UNITS):
        yield _keypad(view, say)


def _card(view: State, card: str, say: Say, used: Counter[str]) -> Shape:
    used[card] += 1
    handle = f"card:{card}" if used[card] == 1 else f"card:{card}#{used[card]}"
    if card == HIDDEN_CARD:
        return Shape(
            handle, "card", text="?", label=say("tactics.scene.hidden_card"), tags=frozenset({"hatched"}), glyph="?"
        )
    cost = view.book[card].cost
    return _face(handle, view.book[card], "" if cost is None else str(cost), _card_label(view.book[card], say), say)


def _face(handle: str, card: Card, corner: str, label: str, say: Say) -> Shape:
    """A card with its icon, its name, and in the corner what it costs here."""
    name = _caption(card.name, say)
    return Shape(handle, "card", w=CARD, text=name, icon=icon_of(card), corner=corner, label=label, glyph="▯")


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


def _card_label(card: Card, say: Say) -> str:
    cost = "–" if card.cost is None else str(card.cost)
    if card.unit is not None:
        label = say(
            "tactics.scene.unit_card",
            card=card_word(card.name),
            cost=cost,
            health=card.unit.health,
            **_stats(card.unit),
        )
        if card.unit.ai is not None:
            label = say("tactics.scene.unit_ai", unit=label, ai=ai_word(card.unit.ai))
        return _with_full(label, card.unit, say)
    assert card.effect is not None
    return say("tactics.scene.event_card", card=card_word(card.name), cost=cost, effect=_effect(card.effect))


def _with_full(label: str, profile: Profile, say: Say) -> str:
    """What the unit can do instead of moving and attacking."""
    full = profile.full
    if full is None:
        return label
    if full.tile:
        kind = Text(f"tactics.kind.{full.tile}")
        return say("tactics.scene.full_on", unit=label, effect=_effect(full, own=True), kind=kind)
    return say("tactics.scene.full", unit=label, effect=_effect(full, own=True))


def _effect(effect: Effect, own: bool = False) -> Text:
    """As a full action some of them reach only as far as the unit's neighbours."""
    near = "_near" if own and effect.kind == "mend_all" else ""
    return Text(f"tactics.effect.{effect.kind}{near}", n=effect.amount)


def _mat(view: State, seat: Seat, say: Say) -> Tray:
    mat, number = view.mats[seat], seat + 1
    on_turn = seat == view.active and view.ending is None and view.phase not in (OPPONENT, UNITS)
    words = _mat_words(mat, say)
    if on_turn:
        words = say("tactics.scene.mat_turn", mat=words)
    label = say.of(seat_word(seat), "Nom")
    tags = frozenset({"active"} if on_turn else ())
    purse = Shape(f"seat:{number}", "marker", form=DISC, w=0.7, h=0.7, text=str(mat.pool), glyph="●", tags=tags)
    return Tray(f"tray:seat-{number}", label, "supply", (purse,), str(number), words)


def _mat_words(mat: Mat, say: Say) -> str:
    return say("tactics.scene.mat", pool=mat.pool, deck=len(mat.deck), discard=len(mat.discard))


def _marks(view: State, say: Say) -> Tray:
    items = tuple(
        Shape(f"mark:{n}", "marker" if n == view.marks else "tile", w=0.6, h=0.6, text=str(n))
        for n in range(max(mark_limit(view), view.marks) + 1)
    )
    return Tray("tray:marks", say("tactics.scene.marks"), "track", items)


def _sold(view: State, card: str, left: int, say: Say) -> Shape:
    price = view.book[card].price
    label = say("tactics.scene.shop_unit", card=_card_label(view.book[card], say), price=price, left=left)
    return _face(f"shop:{card}", view.book[card], str(price), label, say)


def _legend(view: State, say: Say) -> Tray:
    """The kinds of tile on this board, each with its sign."""
    items = tuple(
        Shape(
            f"kind:{kind}",
            "tile",
            w=0.7,
            h=0.7,
            label=say.of(Text(f"tactics.kind.{kind}"), "Bare"),
            tags=frozenset({kind, *_ground(kind)}),
            icon=ICONS.get(kind, ()),
            glyph=SIGNS[kind],
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
        *([say("tactics.scene.sign_spawn")] if spawns else []),
        *([say("tactics.scene.sign_foe_spawn", sign=FOE)] if spawns and view.has_opponent else []),
    ]
    return ", ".join(words)


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
