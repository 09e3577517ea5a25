"""What stands in the file of a position.

    game = "tactics"
    variant = "kraken"                # or tyrant, versus, first, sandbox: map, decks and stores follow from it
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

from dataclasses import dataclass, field
from typing import ClassVar

from kempelen.engine.files.position import STRICT, EndingFile
from kempelen.games.tactics.rules.state import BEGIN

__all__ = ["CardFile", "FullFile", "MatFile", "PositionFile", "UnitFile"]


@dataclass(slots=True)
class MatFile:
    """What lies in front of a player or the opponent."""

    __pydantic_config__: ClassVar = STRICT

    pool: int | None = None
    deck: list[str] | None = None
    top: list[str] = field(default_factory=list)
    away: int = 0
    discard: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FullFile:
    """A full action of a card of one's own."""

    __pydantic_config__: ClassVar = STRICT

    effect: str
    amount: int = 0
    tile: str = ""


@dataclass(slots=True)
class CardFile:
    """A card of one's own."""

    __pydantic_config__: ClassVar = STRICT

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

    __pydantic_config__: ClassVar = STRICT

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

    __pydantic_config__: ClassVar = STRICT

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
