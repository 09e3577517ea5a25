"""Everything on the table of Universalis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kempelen.engine.table import SPECTATOR, Seat
from kempelen.games.universalis.rules.models.card import Card, Weapon
from kempelen.games.universalis.rules.profile import RulesProfile

if TYPE_CHECKING:
    from kempelen.games.universalis.files.scenarios import Scenario
    from kempelen.games.universalis.rules.table.board import Board

__all__ = ["EXITED", "GONE", "ON_TABLE", "RESERVE", "Ending", "Model", "Object", "State", "Window", "snap"]

RESERVE, ON_TABLE, GONE, EXITED = range(4)
"""Not yet deployed; on the table; fled from it (G12); left it on purpose, for a mission."""

UNTESTED, FREE, BOUND, FOUGHT, SPENT = range(5)
"""The direct threats of the running phase: not tested, may be ignored, must be fought (R047, R048); fought without a
test, so that only disengaging still asks for one; the test failed but the duty is done, so that nobody disengages."""


def snap(length: float) -> float:
    """Positions are kept to a tenth of a millimetre, so that files and replays are exact."""
    return round(length, 2) + 0.0


@dataclass(slots=True)
class Model:
    """One model: its card, where it stands and how it is."""

    label: str
    seat: Seat
    index: int
    card: Card
    weapons: tuple[Weapon, ...]
    """Those of the card, and bare hands if it has none for melee (R285)."""
    r: float = 1.25
    """The radius of its base (R018 to R021)."""
    controller: int = -1
    """The model that steers this drone (R319)."""
    place: int = RESERVE
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    """The level it stands on, or its altitude."""
    facing: int = 0
    """Degrees, 0 along x, counter-clockwise (G47)."""
    tp: list[int] = field(default_factory=list)
    """By hit zone; only colossi have more than one (R308)."""
    ap: int = 0
    out: bool = False
    prone: bool = False
    critical: bool = False
    panic: bool = False
    burning: Weapon | None = None
    """The weapon that set it on fire (R178)."""
    burn_strength: int = 0
    poison: list[Weapon] = field(default_factory=list)
    """The weapons behind its poison markers, oldest first (G14)."""
    shocks: int = 0
    """Shock markers."""
    hidden: bool = False
    """Camouflaged and not reconnoitred (R291)."""
    defence: bool = False
    ready: int = -1
    """The weapon it is fire-ready with (R221)."""
    fast: bool = False
    acted: bool = False
    """Has had its initiative phase this round (R072)."""
    uses: list[int] = field(default_factory=list)
    """Uses left of each weapon; what has no circles stays at 0 (R213)."""
    reloading: int = 0
    """Weapons with a reload marker, as bits (R212)."""
    item_uses: list[int] = field(default_factory=list)
    items_on: int = 0
    """Equipment in use this phase, as bits (R024)."""
    trait_uses: list[int] = field(default_factory=list)
    moved: float = 0.0
    """True distance of this initiative phase (R120)."""
    ran_up: bool = False
    """The last action was a full move (R107)."""
    full_moves: int = 0
    """Since it was reconnoitred (R296)."""
    first_done: bool = False
    """Has acted in this phase; a flyer must begin with a move (R091)."""
    legs: int = 0
    """Of a colossus: 0 whole, 1 may only turn, 2 may not even turn (R317)."""
    lucky: int = 0
    """Traits used up this round: 1 luck, 2 bad luck."""
    lasting: int = 0
    """Lasting powers in play, as bits (G52)."""
    drone_ap: int = 0
    """AP left this round that a controller can spend on drones only (trait instinctive control)."""

    def copy(self) -> Model:
        return Model(
            self.label,
            self.seat,
            self.index,
            self.card,
            self.weapons,
            self.r,
            self.controller,
            self.place,
            self.x,
            self.y,
            self.z,
            self.facing,
            self.tp[:],
            self.ap,
            self.out,
            self.prone,
            self.critical,
            self.panic,
            self.burning,
            self.burn_strength,
            self.poison[:],
            self.shocks,
            self.hidden,
            self.defence,
            self.ready,
            self.fast,
            self.acted,
            self.uses[:],
            self.reloading,
            self.item_uses[:],
            self.items_on,
            self.trait_uses[:],
            self.moved,
            self.ran_up,
            self.full_moves,
            self.first_done,
            self.legs,
            self.lucky,
            self.lasting,
            self.drone_ap,
        )

    @property
    def name(self) -> str:
        return f"{self.label} {self.card.name}"

    @property
    def standing(self) -> bool:
        """On the table and not out: it counts, acts and can be attacked."""
        return self.place == ON_TABLE and not self.out


@dataclass(slots=True)
class Object:
    """Something a mission is about: a crate, a mast, a data core."""

    kind: str
    x: float
    y: float
    carrier: int = -1

    def copy(self) -> Object:
        return Object(self.kind, self.x, self.y, self.carrier)


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended."""

    reason: str
    """mission, both_missions, surrender, wiped_out, rounds."""
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """What the seat that is asked now may react to (R084 to R087): whose action, and as much as an answer needs."""

    whom: int
    kind: str
    """The action, such as normal_move; `shot`, `melee`, `leaving` where that is what is answered."""
    who: int = -1
    """Who may react, where it is only one."""
    way: tuple[tuple[float, float, float], ...] = ()
    """Of a movement, from where it began."""
    declared: float = 0.0
    """How long that is, as the rules measure."""
    weapon: str = ""
    mode: str = ""
    shots: int = 1
    switches: int = 0
    """Of a shot that might be dodged."""
    reckless: bool = False
    defended: bool = False
    """Of a melee: how it was attacked, and whether the defender won."""


@dataclass(slots=True)
class State:
    """One game between two groups. Lists with one entry a seat are in seat order."""

    rules: RulesProfile
    options: Mapping[str, str]
    scenario: Scenario
    board: Board
    models: list[Model]
    phase: str = "missions"
    """missions, zones, deploy, round, pick, act, over."""
    round: int = 0
    missions: list[str] = field(default_factory=lambda: ["", ""])
    turned: list[int] = field(default_factory=lambda: [0, 0])
    """How each deployment zone is turned: 0, 90, 180 or 270 degrees (G43)."""
    first: Seat = 0
    """Who won the leaders' roll (R064)."""
    scores: list[int] = field(default_factory=lambda: [0, 0])
    objects: list[Object] = field(default_factory=list)
    doors: int = 0
    """Doors that stand open, as bits."""
    active: list[int] = field(default_factory=list)
    """Who has the initiative phase: a model, with it the drones it steers (R320)."""
    waiting: list[int] = field(default_factory=list)
    """Who has it next: the loser of the AGI comparison (R073)."""
    threats: list[int] = field(default_factory=list)
    """Direct threats of the phase (R045, R046)."""
    duty: int = UNTESTED
    hold: list[bool] = field(default_factory=lambda: [False, False])
    """Seats that let every action pass without being asked for a reaction."""
    ending: Ending | None = None
    cap: int = 0
    """The last round of a match without humans (G75); 0: there is none."""
    quitting: list[bool] = field(default_factory=lambda: [False, False])
    """Seats that have said in a phase that they want to give up: they are asked at the end of the round (R078, K09)."""
    window: Window | None = field(default=None, compare=False)
    """While a seat is asked for a reaction: to what. Between the steps of a game there is none."""
    viewer: Seat = field(default=SPECTATOR, compare=False)
    """In a view: who looks."""

    @property
    def factions(self) -> tuple[str, str]:
        """Those of both groups, which each have one (R005); empty while a side has nobody."""
        found = {m.seat: m.card.faction for m in reversed(self.models)}
        return found.get(0, ""), found.get(1, "")

    @property
    def last_round(self) -> int:
        """After it nobody wins any more (G75); 0: there is none."""
        return self.scenario.max_rounds or self.rules.max_rounds or self.cap

    def copy(self) -> State:
        return State(
            self.rules,
            self.options,
            self.scenario,
            self.board,
            [model.copy() for model in self.models],
            self.phase,
            self.round,
            self.missions[:],
            self.turned[:],
            self.first,
            self.scores[:],
            [thing.copy() for thing in self.objects],
            self.doors,
            self.active[:],
            self.waiting[:],
            self.threats[:],
            self.duty,
            self.hold[:],
            self.ending,
            self.cap,
            self.quitting[:],
            self.window,
            self.viewer,
        )

    def enemies(self, seat: Seat) -> list[Model]:
        """Models of the other side that stand."""
        return [m for m in self.models if m.seat != seat and m.place == ON_TABLE and not m.out]

    def friends(self, seat: Seat) -> list[Model]:
        """Models of this side that stand."""
        return [m for m in self.models if m.seat == seat and m.place == ON_TABLE and not m.out]
