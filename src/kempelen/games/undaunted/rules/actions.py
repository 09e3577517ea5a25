"""What a side may do, and its notation.

    bid scout-A                      sergeant bolster 3 rifleman-A      scout-A scout B2 C2      mortar target D4
    rifleman-A move B2               sergeant command 2                 scout-A recon            mortar blast
    rifleman-A attack mg-B           squad leader: leader-A inspire scout-A     scout-A conceal  sniper stalk C3
    rifleman-A control               guide guide mg-A C2                mg-A suppress scout-B    rifleman-A ready
    take 1 scout-B (more bolstering) enough                             rifleman-A hunker_down   end

A unit named behind `attack` or `suppress` is the enemy's. `rifleman-A move` without a tile puts a counter that is off
the board on its spawn tile and leaves it there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.words import card_word, unit_word
from kempelen.games.undaunted.rules.cards import (
    CARDS,
    COPIES,
    FOG,
    GUIDE,
    INITIATIVE,
    KIND,
    LEADERS,
    MORTAR,
    NAMES,
    SCOUTS,
    SERGEANT,
    SNIPER,
    UNITS,
    Card,
    profile,
)
from kempelen.games.undaunted.rules.state import SIDES, Side
from kempelen.games.undaunted.rules.terrain import NOWHERE, Terrain, Tile
from kempelen.text.say import Text

__all__ = [
    "END",
    "ENOUGH",
    "Action",
    "Acts",
    "Attack",
    "Bid",
    "Bolster",
    "Command",
    "End",
    "Enough",
    "Go",
    "Guide",
    "Inspire",
    "Plain",
    "Take",
    "Target",
    "acts_of",
]

GOING = ("move", "scout", "stalk")
FIGHTING = ("attack", "suppress")
PLAIN = ("recon", "conceal", "control", "blast", "ready", "hunker_down")


def _card(card: Card) -> str:
    return f"card:{NAMES[card]}"


def _counter(unit: Card, seat: Seat) -> str:
    return f"unit:{SIDES[seat]}-{NAMES[unit]}"


@dataclass(frozen=True, slots=True)
class Bid:
    """Give up a card for initiative (T2)."""

    card: Card

    @property
    def notation(self) -> str:
        return f"bid {NAMES[self.card]}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card),)

    @property
    def text(self) -> Text:
        return Text("undaunted.do.bid", card=card_word(self.card), n=INITIATIVE[self.card])


@dataclass(frozen=True, slots=True)
class Go:
    """Move, Scout or Stalk along a path (M1 to M3)."""

    card: Card
    how: str
    path: tuple[str, ...]
    tiles: tuple[Tile, ...] = field(default=(), compare=False, repr=False)

    @property
    def notation(self) -> str:
        return " ".join([NAMES[self.card], self.how, *self.path])

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), f"action:{self.how}", *(f"tile:{name}" for name in self.path))

    @property
    def text(self) -> Text:
        if not self.path:
            return Text("undaunted.do.deploy", card=card_word(self.card))
        return Text(f"undaunted.go.{self.how}", card=card_word(self.card), path=self.path)


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack or suppress an enemy counter (C1)."""

    card: Card
    how: str
    target: Card
    foe: Seat = field(default=0, compare=False, repr=False)

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} {self.how} {NAMES[self.target]}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), f"action:{self.how}", _counter(self.target, self.foe))

    @property
    def text(self) -> Text:
        return Text(f"undaunted.fight.{self.how}", card=card_word(self.card), target=unit_word(self.target, self.foe))


@dataclass(frozen=True, slots=True)
class Plain:
    """Recon, Conceal, Control, Blast; turn ready (K2); Hunker Down (K4)."""

    card: Card
    how: str

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} {self.how}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), f"action:{self.how}")

    @property
    def text(self) -> Text:
        return Text(f"undaunted.just.{self.how}", card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class Target:
    """Put the target marker on a tile (P7)."""

    card: Card
    at: str
    tile: Tile = field(default=NOWHERE, compare=False, repr=False)

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} target {self.at}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), "action:target", f"tile:{self.at}")

    @property
    def text(self) -> Text:
        return Text("undaunted.do.target", card=card_word(self.card), at=self.at)


@dataclass(frozen=True, slots=True)
class Bolster:
    """Take cards from a pile of the supply (P1); `Take` goes on with another."""

    card: Card
    count: int
    pile: Card
    seat: Seat = field(default=0, compare=False, repr=False)

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} bolster {self.count} {NAMES[self.pile]}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (
            _card(self.card),
            "action:bolster",
            f"pile:{SIDES[self.seat]}-{NAMES[self.pile]}",
            f"count:{self.count}",
        )

    @property
    def text(self) -> Text:
        return Text("undaunted.do.bolster", card=card_word(self.card), n=self.count, pile=card_word(self.pile))


@dataclass(frozen=True, slots=True)
class Take:
    """More cards for a Bolster that its first pile could not fill."""

    count: int
    pile: Card
    seat: Seat = field(default=0, compare=False, repr=False)

    @property
    def notation(self) -> str:
        return f"take {self.count} {NAMES[self.pile]}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"pile:{SIDES[self.seat]}-{NAMES[self.pile]}", f"count:{self.count}")

    @property
    def text(self) -> Text:
        return Text("undaunted.do.take", n=self.count, pile=card_word(self.pile))


@dataclass(frozen=True, slots=True)
class Command:
    """Draw cards that may be played this turn (P2)."""

    card: Card
    count: int

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} command {self.count}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), "action:command", f"count:{self.count}")

    @property
    def text(self) -> Text:
        return Text("undaunted.do.command", card=card_word(self.card), n=self.count)


@dataclass(frozen=True, slots=True)
class Inspire:
    """A card of the squad from the play area back to the hand (P3)."""

    card: Card
    back: Card

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} inspire {NAMES[self.back]}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), "action:inspire", f"played:{NAMES[self.back]}")

    @property
    def text(self) -> Text:
        return Text("undaunted.do.inspire", card=card_word(self.card), back=card_word(self.back))


@dataclass(frozen=True, slots=True)
class Guide:
    """Move any own counter onto a marked tile (M4)."""

    card: Card
    unit: Card
    to: str
    tile: Tile = field(default=NOWHERE, compare=False, repr=False)
    seat: Seat = field(default=0, compare=False, repr=False)

    @property
    def notation(self) -> str:
        return f"{NAMES[self.card]} guide {NAMES[self.unit]} {self.to}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (_card(self.card), "action:guide", _counter(self.unit, self.seat), f"tile:{self.to}")

    @property
    def text(self) -> Text:
        return Text("undaunted.do.guide", card=card_word(self.card), unit=unit_word(self.unit, self.seat), to=self.to)


@dataclass(frozen=True, slots=True)
class End:
    """Stop playing cards this turn (T3)."""

    notation = "end"
    handles = ("end",)
    text = Text("undaunted.do.end")


@dataclass(frozen=True, slots=True)
class Enough:
    """Take no more cards."""

    notation = "enough"
    handles = ("enough",)
    text = Text("undaunted.do.enough")


Action: TypeAlias = Bid | Go | Attack | Plain | Target | Bolster | Take | Command | Inspire | Guide | End | Enough

END = End()
ENOUGH = Enough()
BIDS = tuple(Bid(card) for card in CARDS)
PLAINS: Mapping[str, tuple[Plain, ...]] = {how: tuple(Plain(card, how) for card in CARDS) for how in PLAIN}
COMMANDS = tuple(Command(SERGEANT, n) for n in range(1, profile(SERGEANT).actions["command"] + 1))
INSPIRES = tuple(tuple(Inspire(card, back) for back in CARDS) for card in LEADERS)


def commands(side: Side) -> Sequence[Command]:
    """COMMAND, by how many cards it draws: up to what the card says, and no more than there are (P2, T5)."""
    return COMMANDS[: len(side.deck) + len(side.discard)]


class Acts:
    """Every action of one side on one map, built when first wanted and used again."""

    def __init__(self, terrain: Terrain, seat: Seat) -> None:
        self.terrain = terrain
        self.seat = seat
        names = terrain.names
        self.attacks: Mapping[str, Sequence[Sequence[Attack]]] = {
            how: [[Attack(card, how, target, 1 - seat) for target in CARDS] for card in CARDS] for how in FIGHTING
        }
        self.targets = [Target(MORTAR, name, tile) for tile, name in enumerate(names)]
        self.guides = [
            [Guide(GUIDE, unit, name, tile, seat) for tile, name in enumerate(names)] if unit in UNITS else []
            for unit in CARDS
        ]
        self.takes = [[Take(n, pile, seat) for n in range(4)] for pile in CARDS]
        self.bolsters = [
            [[Bolster(card, n, pile, seat) for n in range(4)] for pile in CARDS]
            if "bolster" in profile(card).actions
            else []
            for card in CARDS
        ]
        self.up_to = [
            [[tuple(pile[1 : n + 1]) for n in range(COPIES[FOG] + 1)] for pile in self._most_of(card)] for card in CARDS
        ]
        """`up_to[card][pile][n]`: every Bolster from a pile of n cards (P1)."""
        self._moves: dict[tuple[Card, Tile, bool, int], tuple[Action, ...]] = {}
        self._fights: dict[tuple[Card, tuple[Card, ...]], tuple[Action, ...]] = {}
        self._gos: dict[tuple[Card, str, tuple[Tile, ...]], Go] = {}
        self._scouts: dict[tuple[Card, Tile], tuple[Go, ...]] = {}
        self._steps: dict[tuple[Card, Tile], tuple[tuple[Tile, Go], ...]] = {}

    def go(self, card: Card, how: str, *tiles: Tile) -> Go:
        key = card, how, tiles
        made = self._gos.get(key)
        if made is None:
            names = self.terrain.names
            made = self._gos[key] = Go(card, how, tuple([names[tile] for tile in tiles]), tiles)
        return made

    def _most_of(self, card: Card) -> list[list[Bolster]]:
        """The Bolsters of a card, no more than it may take."""
        most = profile(card).actions.get("bolster", 0)
        return [pile[: most + 1] for pile in self.bolsters[card]]

    def moves(self, card: Card, at: Tile, deploying: bool, near: int) -> tuple[Action, ...]:
        """Where a unit may go, and what a Scout does instead. Kept: the lists of a map are few.

        `near` are the marked neighbours, onto which all but Scouts and Snipers walk; for a Scout, whether he has Fog.
        """
        key = card, at, deploying, near
        made = self._moves.get(key)
        if made is None:
            actions: list[Action] = []
            how = {"scout": "scout", "sniper": "stalk"}.get(KIND[card], "move")
            if card in SCOUTS:
                actions += self.scouts(card, at)
                actions += [PLAINS["recon"][card]] * bool(near)
                actions.append(PLAINS["conceal"][card])
            else:
                actions += [step for tile, step in self.steps(card, at) if card == SNIPER or near >> tile & 1]
            if deploying:
                actions.append(self.go(card, how))
            made = self._moves[key] = tuple(actions)
        return made

    def fights(self, card: Card, foes: tuple[Card, ...]) -> tuple[Action, ...]:
        """Fire at every one of these, and for Machine Gunners suppressing fire too."""
        made = self._fights.get((card, foes))
        if made is None:
            ways = [self.attacks[how][card] for how in FIGHTING if how in profile(card).actions]
            made = self._fights[card, foes] = tuple(way[unit] for way in ways for unit in foes)
        return made

    def scouts(self, card: Card, at: Tile) -> tuple[Go, ...]:
        """Every way to scout from a tile: one or two tiles, also there and back."""
        made = self._scouts.get((card, at))
        if made is None:
            near = self.terrain.near
            paths: list[tuple[Tile, ...]] = [(one,) for one in near[at]]
            paths += [(one, two) for one in near[at] for two in near[one]]
            made = self._scouts[card, at] = tuple(self.go(card, "scout", *path) for path in paths)
        return made

    def steps(self, card: Card, at: Tile) -> tuple[tuple[Tile, Go], ...]:
        """Every neighbour of a tile with the step that leads there; a Sniper stalks, the others move."""
        made = self._steps.get((card, at))
        if made is None:
            how = "stalk" if card == SNIPER else "move"
            near = self.terrain.near[at]
            made = self._steps[card, at] = tuple((tile, self.go(card, how, tile)) for tile in near)
        return made


def acts_of(terrain: Terrain, seat: Seat) -> Acts:
    acts: Acts | None = terrain.made.get(seat)
    if acts is None:
        acts = terrain.made[seat] = Acts(terrain, seat)
    return acts
