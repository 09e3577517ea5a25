"""What stands in the file of a position.

    game = "tactics"
    variant = "kraken"                # or tyrant, versus, first, village, sandbox: map, decks and stores follow from it
    round = 3
    phase = "turn"                    # begin, turn, activation, opponent, units
    active = 1                        # players are numbered from 1
    marks = 0
    neutral = ["1,4"]                 # closed stores

    [[players]]
    pool = 3
    hand = ["volley", "hidden"]

    [[units]]
    card = "tentacle"
    at = "3,1"
    health = 2
    ai = "wandering 3"                # instead of its own; "none" for none

    [[units]]
    card = "archer"
    at = "4,5"
    player = 1                        # without it, the unit is the opponent's

What is left out is what it is before the first turn; decks are those of the map without the cards named elsewhere. A
table of one's own has `map` (rows of characters, see maps.py), `symbols`, `topology` (square121 or hex), `mode`
(kraken, tyrant, versus, none), `income`, `hand`, `cap`, and cards of its own:

    [cards]
    sea_hag = { cost = 3, upkeep = 1, health = 4, attack = 2, range = 2, move = 2, ai = "shy" }
    fog = { cost = 1, effect = "strike", amount = 1 }

Also: `title` and `briefing` (`en`, `de`), `stock` (what the stores have left), `empty_turns`, `acting`, `place`,
`ending`; of a mat `deck`, `top` (the next cards, in order), `away`, `discard`; of a unit `name`, `max` (without it a
boss has what the map says), `tapped`, `due` (still to act in the opponent's turn), `moves`, `attacks`, `unspent`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from kempelen.engine.files.position import EndingFile, Faults
from kempelen.games.tactics.rules.board import KINDS, Board, Tile
from kempelen.games.tactics.rules.cards import EFFECTS, HIDDEN_CARD, Book, Card, Effect, Profile, ai_from, book
from kempelen.games.tactics.rules.state import BEGIN, Name, State, name_of
from kempelen.text.say import Field

__all__ = [
    "MOST",
    "CardFile",
    "FullFile",
    "MatFile",
    "PositionFile",
    "UnitFile",
    "bad",
    "known_card",
    "own_book",
    "pile_card",
    "row_and_column",
    "store_at",
    "tile_at",
    "unit_name",
]

MOST = 9999
"""No number is larger."""

bad = Faults("tactics.position")


@dataclass(slots=True)
class MatFile:
    """What lies in front of a player or the opponent."""

    pool: int | None = None
    deck: list[str] | None = None
    top: list[str] = field(default_factory=list)
    away: int = 0
    discard: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FullFile:
    """A full action of a card of one's own."""

    effect: str
    amount: int = 0
    tile: str = ""


@dataclass(slots=True)
class CardFile:
    """A card of one's own."""

    cost: int | None = None
    price: int = 0
    effect: str | None = None
    amount: int = 0
    upkeep: int = 0
    health: int = 1
    attack: int = 1
    range: int = 1
    move: int = 1
    ai: str = "none"
    full: FullFile | None = None
    tags: list[str] = field(default_factory=list)
    boss: bool = False
    moves: int = 1
    attacks: int = 1


@dataclass(slots=True)
class UnitFile:
    """A unit on the board."""

    card: str
    at: str
    player: int = 0
    name: str | None = None
    health: int | None = None
    max: int | None = None
    ai: str | None = None
    tapped: bool = False
    due: bool = False
    moves: int = 0
    attacks: int = 0
    unspent: bool = False


@dataclass(slots=True)
class PositionFile:
    """The whole table."""

    game: str
    players: list[MatFile]
    variant: str = "kraken"
    round: int = 1
    phase: str = BEGIN
    active: int = 1
    map: str | list[str] | None = None
    symbols: dict[str, str] = field(default_factory=dict)
    topology: str | None = None
    mode: str | None = None
    income: int | None = None
    hand: int | None = None
    cap: int | None = None
    automas: dict[str, str] = field(default_factory=dict)
    """Texts of automas that people wrote, by their id; `roles` says what they play."""
    roles: dict[str, str] = field(default_factory=dict)
    marks: int = 0
    neutral: list[str] = field(default_factory=list)
    empty_turns: int = 0
    acting: str = ""
    place: str = ""
    stock: dict[str, int] | None = None
    cards: dict[str, CardFile] = field(default_factory=dict)
    opponent: MatFile | None = None
    units: list[UnitFile] | None = None
    ending: EndingFile | None = None
    title: dict[str, str] = field(default_factory=dict)
    """What a scenario of one's own is called, and what it is about; by language."""
    briefing: dict[str, str] = field(default_factory=dict)


# -- what a field says


def own_book(p: PositionFile) -> Book:
    """The cards of the game with those of one's own."""
    if not p.cards:
        return book()
    return Book(
        {name: book()[name] for name in book()} | {name: _own_card(name, card) for name, card in p.cards.items()}
    )


def _own_card(name: str, c: CardFile) -> Card:
    path = ("cards", name)
    if not re.fullmatch("[a-z_]{1,40}", name) or name == HIDDEN_CARD or name in book():
        raise bad("card_name", *path, card=name)
    if c.cost is not None:
        bad.in_range(c.cost, 0, MOST, *path, "cost")
    if c.effect is not None:
        return Card(name, c.cost, c.price, effect=_effect(c.effect, c.amount, "", *path, "effect"))
    full = None if c.full is None else _effect(c.full.effect, c.full.amount, c.full.tile, *path, "full")
    for stat, least in (("health", 1), ("attack", 0), ("range", 0), ("move", 0), ("upkeep", 0), ("moves", 0)):
        bad.in_range(getattr(c, stat), least, MOST, *path, stat)
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
        bad.in_range(c.attacks, 0, MOST, *path, "attacks"),
    )
    return Card(name, c.cost, c.price, unit=profile)


def _effect(kind: str, amount: int, tile: str, *path: int | str) -> Effect:
    if kind not in EFFECTS:
        raise bad("effect", *path, effect=kind, known=tuple(EFFECTS))
    if tile and tile not in KINDS:
        raise bad("kind", *path, kind=tile, known=KINDS)
    return Effect(kind, bad.in_range(amount, 0, MOST, *path), tile)


def _ai(text: str, *path: int | str) -> Any:
    found = ai_from(text)
    if found is None:
        raise bad("ai", *path, ai=text)
    return found


def known_card(s: State | Book, text: str, *path: int | str) -> str:
    """The name of a card there is; if not, the nearest ones are named."""
    cards = s.book if isinstance(s, State) else s
    if text not in cards:
        near = get_close_matches(text, list(cards), 3)
        if near:
            raise bad("card_near", *path, card=text, near=tuple(near))
        raise bad("card", *path, card=text)
    return text


def pile_card(s: State, text: str, *path: int | str) -> str:
    """A card of a hand or of the discards, which may be unknown."""
    return text if text == HIDDEN_CARD else known_card(s, text, *path)


def row_and_column(board: Board, tile: Tile) -> dict[str, Field]:
    """Where a tile stands in the file of a map."""
    x, y = board.xy(tile)
    return {"row": y + 1, "column": x + 1}


def unit_name(text: str, card: str, *path: int | str) -> Name:
    """`archer`, and the second of them `archer2`."""
    found = re.fullmatch(rf"{re.escape(card)}([2-9]|[1-9]\d{{1,3}})?", text)
    if not found:
        raise bad("unit_name", *path, name=text, card=card)
    return name_of(card, int(found[1] or 1))


def tile_at(board: Board, text: str, *path: int | str) -> Tile:
    """`3,4` on this board."""
    found = re.fullmatch(r"\s*(\d{1,2}),\s*(\d{1,2})\s*", text)
    if not found or not board.holds(int(found[1]), int(found[2])):
        raise bad("tile", *path, at=text, width=board.width - 1, height=board.height - 1)
    return board.tile(int(found[1]), int(found[2]))


def store_at(board: Board, text: str, *path: int | str) -> Tile:
    """A tile with a store."""
    tile = tile_at(board, text, *path)
    if not board.store >> tile & 1:
        raise bad("no_store", *path, at=text)
    return tile
