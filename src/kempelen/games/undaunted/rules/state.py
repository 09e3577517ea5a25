"""Everything on the table of Undaunted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kempelen.engine.table import HIDDEN, SPECTATOR, Deck, Seat
from kempelen.games.undaunted.rules.cards import CARDS, FOG, Card
from kempelen.games.undaunted.rules.terrain import NOWHERE, Mask, Terrain, Tile

__all__ = [
    "DRAW",
    "HAND",
    "HIDDEN",
    "LAST_ROUND",
    "PIN",
    "SIDES",
    "TURN",
    "Ending",
    "Scenario",
    "Side",
    "State",
]

SIDES = ("us", "de")
"""Names of the two factions, by seat."""
PIN = 0
"""A goal that is no number of points: the enemy has no Rifleman counter on the board (V2)."""
HAND = 4
"""Cards drawn at the start of a round (T1)."""
LAST_ROUND = 100
"""After so many rounds the game is called a draw."""

DRAW, TURN = 0, 1
"""What comes next: drawing and initiative, or a card of the active side."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """What stays the same during a game."""

    name: str
    """Of a scenario that is shipped; empty for one from a file."""
    terrain: Terrain
    goals: tuple[int, int]
    """Points to win, or PIN."""
    spawns: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    """For each side the spawn tile of every card; NOWHERE for cards without a counter or not in the scenario."""
    radio: Tile = NOWHERE
    """A tile whose value rises each time the US controls it again (V6)."""
    rounds: int = 0
    """After so many rounds the points decide; 0 for no limit (H7)."""
    reinforcements: tuple[Mapping[int, Mapping[Card, int]], Mapping[int, Mapping[Card, int]]] = ({}, {})
    """For each side the cards that come at the start of a round (H6)."""
    file: Mapping[str, object] = field(default_factory=dict)
    """What the scenario's file says of map, goals and names; written back into positions."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    reason: str
    """points, pinned, both_pinned, hopeless, time; capped."""
    winners: tuple[Seat, ...]


@dataclass(slots=True)
class Side:
    """The cards and counters of one faction. Lists by card have one entry for each number in CARDS."""

    deck: Deck[Card]
    supply: list[int]
    """How many cards of each kind lie in the supply."""
    hand: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    play: list[Card] = field(default_factory=list)
    """The play area: what has been played this turn."""
    removed: list[int] = field(default_factory=lambda: [0] * len(CARDS))
    """Out of the game: lost in combat; Fog by Recon."""
    at: list[Tile] = field(default_factory=lambda: [NOWHERE] * FOG)
    """Where the counter of each card stands."""
    suppressed: int = 0
    """Counters that lie face down, as bits."""
    marked: Mask = 0
    """Tiles with a marker of this side, scouted or controlled."""
    controlled: Mask = 0
    marker: Tile = NOWHERE
    """Where the target marker of this side's Mortar lies."""
    points: int = 0
    """On the tiles under control."""
    bolstered_turn: bool = False
    bolstered_game: bool = False
    rolls: bool = False
    """The automa: it rolls for initiative instead of giving up a card (Q13)."""

    def copy(self) -> Side:
        return Side(
            self.deck.copy(),
            self.supply[:],
            self.hand[:],
            self.discard[:],
            self.play[:],
            self.removed[:],
            self.at[:],
            self.suppressed,
            self.marked,
            self.controlled,
            self.marker,
            self.points,
            self.bolstered_turn,
            self.bolstered_game,
            self.rolls,
        )

    @property
    def casualties(self) -> int:
        """Combat cards lost."""
        return sum(self.removed) - self.removed[FOG]


@dataclass(slots=True)
class State:
    """One game."""

    scenario: Scenario
    options: Mapping[str, str]
    """The value of every option, by the number of its ruling."""
    sides: list[Side]
    values: list[int]
    """What each tile is worth; a radio tile can rise."""
    holder: Seat = 0
    """Who holds the initiative marker."""
    round: int = 0
    """0 before the first draw."""
    phase: int = DRAW
    active: Seat = 0
    second: bool = False
    """The other side has had its turn this round."""
    ending: Ending | None = None
    viewer: Seat = SPECTATOR
    """In a view: who looks."""

    def copy(self) -> State:
        return State(
            self.scenario,
            self.options,
            [side.copy() for side in self.sides],
            self.values[:],
            self.holder,
            self.round,
            self.phase,
            self.active,
            self.second,
            self.ending,
            self.viewer,
        )
