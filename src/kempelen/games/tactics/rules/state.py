"""Everything on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from kempelen.automa.sheet import Sheet
from kempelen.engine.table import SPECTATOR, Deck, Seat
from kempelen.games.tactics.face.words import card_word, unit_word
from kempelen.games.tactics.rules.board import Board, Spots, Tile
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Ai, Book, Profile
from kempelen.games.tactics.rules.topology import Tiles, tile_name
from kempelen.text.say import Text

__all__ = [
    "ACTIVATION",
    "BEGIN",
    "EMPTY_TURNS",
    "OPPONENT",
    "TURN",
    "UNITS",
    "Ending",
    "Mat",
    "Name",
    "Phase",
    "Rule",
    "State",
    "Unit",
    "name_of",
    "new_deck",
    "thing_word",
]

EMPTY_TURNS = 2
"""After so many turns of The Kraken in a row without a unit of theirs the players have lost (W2)."""

Phase = str
BEGIN: Phase = "begin"
"""A player's turn begins: untap, draw, upkeep."""
TURN: Phase = "turn"
"""A player's actions."""
ACTIVATION: Phase = "activation"
"""A player's unit is acting."""
OPPONENT: Phase = "opponent"
"""The opponent's turn begins."""
UNITS: Phase = "units"
"""The opponent's units act."""


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """What a unit is called: `tentacle`, the next one `tentacle2`."""

    kind: str
    number: int
    id: str

    @property
    def notation(self) -> str:
        return self.id

    def __str__(self) -> str:
        return self.id

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Name) and self.id == other.id)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def text(self) -> Text:
        noun = unit_word(self.kind)
        return noun if self.number == 1 else Text("tactics.unit_number", unit=noun, n=self.number)


@cache
def name_of(kind: str, number: int = 1) -> Name:
    return Name(kind, number, kind if number == 1 else f"{kind}{number}")


def thing_word(notation: str) -> Text:
    """A tile, a unit or a card in words."""
    if re.fullmatch(r"\d+,\d+", notation):
        return Text("tactics.tile", at=tile_name(*map(int, notation.split(","))))
    found = re.fullmatch(r"([a-z_]+?)(\d+)", notation)
    return name_of(found[1], int(found[2])).text if found else card_word(notation)


@dataclass(slots=True)
class Unit:
    """A unit on the board."""

    name: Name
    profile: Profile
    side: int
    owner: Seat
    """Whose mat it belongs to; the opponent's is the last one."""
    tile: Tile
    health: int
    ai: Ai | None
    """Who has one acts on its own."""
    moves: int = 0
    """Move actions left in this activation; likewise attacks."""
    attacks: int = 0
    unspent: bool = False
    """No action of this activation has been used, so a full action is still possible."""
    tapped: bool = False
    due: bool = False
    """It is the opponent's turn, and this unit has not acted yet."""

    @property
    def notation(self) -> str:
        return self.name.id

    def copy(self) -> Unit:
        return Unit(
            self.name,
            self.profile,
            self.side,
            self.owner,
            self.tile,
            self.health,
            self.ai,
            self.moves,
            self.attacks,
            self.unspent,
            self.tapped,
            self.due,
        )


def new_deck(name: str) -> Deck[str]:
    return Deck(name, hidden=HIDDEN_CARD)


@dataclass(slots=True)
class Mat:
    """What lies in front of a player, or of the opponent: resource and cards."""

    pool: int
    deck: Deck[str]
    discard: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    """The opponent holds at most the card that it could not play."""

    def copy(self) -> Mat:
        return Mat(self.pool, self.deck.copy(), self.discard[:], self.hand[:])


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended."""

    reason: str
    """boss, marks, stores, wiped_out, kings, cap."""
    winners: tuple[Seat, ...]
    by: Name | None = field(default=None, compare=False)
    """Who destroyed the boss, where a unit did; a written position does not keep it."""
    back: bool = field(default=False, compare=False)
    """It was attacked and struck back (B1)."""

    @property
    def players_won(self) -> bool:
        return bool(self.winners)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a map lays down once and for all."""

    map: str
    mode: str = ""
    """kraken, tyrant, versus, or empty: no ending of its own."""
    income: int = 0
    """Resource for each player at the beginning of the turn."""
    hand: int = 3
    spawns: tuple[Tiles, ...] = ()
    """Spawn tiles by mat."""
    cap: int = 40
    """Rounds after which nobody has won."""
    rows: tuple[str, ...] = ()
    """The map as it is written, with characters of its own."""
    symbols: tuple[tuple[str, str], ...] = ()
    opponent: Sheet | None = field(default=None, compare=False)
    """Somebody's own automa for the opponent's turn; likewise for the units that act on their own."""
    units: Sheet | None = field(default=None, compare=False)


@dataclass(slots=True)
class State:
    """One game."""

    board: Board
    book: Book
    rule: Rule
    options: Mapping[str, str]
    """The value of every option, by the number of its ruling."""
    players: int
    """Fixed at the beginning, also if somebody is wiped out."""
    mats: list[Mat]
    """One a player, then the opponent's if there is one."""
    units: list[Unit] = field(default_factory=list)
    at: list[Unit | None] = field(default_factory=list)
    """Who stands on each tile."""
    occupied: Tiles = 0
    held: list[Tiles] = field(default_factory=lambda: [0, 0])
    """Tiles that units of each side stand on."""
    stock: dict[str, int] = field(default_factory=dict)
    """How many of each card the stores still have."""
    marks: int = 0
    """Repression marks on The Tyrant."""
    neutral: Tiles = 0
    """Stores that are closed."""
    phase: Phase = BEGIN
    active: Seat = 0
    round: int = 1
    acting: Name | None = None
    place: str = ""
    """Where in its text the acting unit is."""
    empty_turns: int = 0
    """So many turns of the opponent in a row ended without a unit of the players."""
    ending: Ending | None = None
    viewer: Seat = field(default=SPECTATOR, compare=False)
    """In a view: who looks."""

    def __post_init__(self) -> None:
        if not self.at:
            self.at = [None] * (self.board.row * self.board.height)

    # -- units

    @property
    def has_opponent(self) -> bool:
        return len(self.mats) > self.players

    @property
    def opponent(self) -> Mat:
        return self.mats[self.players]

    def enemies(self, side: int) -> Tiles:
        """Tiles with units of another side."""
        return self.occupied & ~self.held[side]

    def free(self, unit: Unit) -> Tiles:
        """Tiles the unit may stand on: passable, and nobody else there (F1, F3)."""
        return self.board.passable & ~self.occupied | 1 << unit.tile

    def units_on(self, tiles: Tiles) -> list[Unit]:
        """In the order of reading the board."""
        at, found = self.at, []
        while tiles:
            bit = tiles & -tiles
            tiles ^= bit
            if (unit := at[bit.bit_length() - 1]) is not None:
                found.append(unit)
        return found

    def spots(self, tiles: Tiles) -> Spots:
        """In the order of reading the board."""
        return Spots(self.board, tiles)

    def named(self, name: Name) -> Unit | None:
        """The unit of this name, if it is still there."""
        for unit in self.units:
            if unit.name is name:
                return unit
        return next((unit for unit in self.units if unit.name == name), None)

    def of_owner(self, owner: Seat) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.owner == owner)

    def put(self, unit: Unit) -> None:
        """Set a unit on its tile."""
        bit = 1 << unit.tile
        self.units.append(unit)
        self.at[unit.tile] = unit
        self.occupied |= bit
        self.held[unit.side] |= bit

    def take_off(self, unit: Unit) -> None:
        bit = 1 << unit.tile
        self.units = [other for other in self.units if other is not unit]
        self.at[unit.tile] = None
        self.occupied ^= bit
        self.held[unit.side] ^= bit

    def move(self, unit: Unit, tile: Tile) -> None:
        change = 1 << unit.tile | 1 << tile
        self.at[unit.tile] = None
        self.at[tile] = unit
        self.occupied ^= change
        self.held[unit.side] ^= change
        unit.tile = tile

    def fresh_name(self, kind: str) -> Name:
        """The first name of this kind that no unit on the board has."""
        taken = {unit.name.number for unit in self.units if unit.name.kind == kind}
        return name_of(kind, next(n for n in range(1, len(taken) + 2) if n not in taken))

    def copy(self) -> State:
        units = [unit.copy() for unit in self.units]
        at: list[Unit | None] = [None] * len(self.at)
        for unit in units:
            at[unit.tile] = unit
        return State(
            self.board,
            self.book,
            self.rule,
            self.options,
            self.players,
            [mat.copy() for mat in self.mats],
            units,
            at,
            self.occupied,
            self.held[:],
            dict(self.stock),
            self.marks,
            self.neutral,
            self.phase,
            self.active,
            self.round,
            self.acting,
            self.place,
            self.empty_turns,
            self.ending,
            self.viewer,
        )
