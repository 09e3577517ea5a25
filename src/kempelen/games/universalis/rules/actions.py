"""What players may do, and its notation. Models go by their labels, places are centimetres from the lower left corner.

    mission breakthrough   zone 90   A1 deploy 30.0,5.0   pick A3   end   surrender
    A1 move 34.5,20.0      A1 move 30,18 34.5,20 test      A1 move 34.5,20.0,5.0    A1 drop 30,20   A1 leave
    A1 charge B2 sabre 33.2,20.1   A1 disengage 30,20   A1 jump 30,20   A1 turn 90   A1 lie_down   A1 stand_up
    A1 shoot B2 carbine    A1 aim B2 carbine   A1 snap B2 carbine   A1 shoot B2:3+B3:1 lmg   A1 shoot 30,20 launcher
    A1 reload launcher     A1 ready carbine    A1 attack B2 sabre   A1 reckless B2 sabre     A1 defend
    A1 reconnoitre B4 +2   A1 use medikit A2   A1 trait regeneration   A1 open 1   A1 take 1   A1 give 1 A2
    reactions: A2 dodge    B1 fire 34.5,20.0   B2 counter sabre   B2 strike sabre   A3 support   B1 block   hold

What is no model's action stands in `choices`. Values are never changed after they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, TypeAlias

from kempelen.games.universalis.face.words import gear_word, place_text
from kempelen.games.universalis.rules.choices import Deploy, Mission, Pick, Word, Zone
from kempelen.text.say import Field, Text

__all__ = [
    "END",
    "Action",
    "Attack",
    "Charge",
    "Disengage",
    "Drop",
    "Fire",
    "Handle",
    "Jump",
    "Move",
    "Order",
    "Power",
    "React",
    "Reconnoitre",
    "Reload",
    "Shoot",
    "Simple",
    "Turn",
    "Use",
    "simple",
]

Place: TypeAlias = tuple[float, float, float]


@dataclass(slots=True, unsafe_hash=True)
class Order:
    """Something one model does."""

    label: str
    kind: ClassVar[str] = ""
    """The action's name in the rules (`normal_move`), for what is allowed when."""

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"model:{self.label}", *self.notation.split()[1:])

    @property
    def notation(self) -> str:
        return self.label

    @property
    def text(self) -> Text:
        return Text(f"universalis.do.{self.kind}", who=self.label, **self.fields())

    def fields(self) -> dict[str, Field]:
        return {}


@dataclass(slots=True, unsafe_hash=True)
class Simple(Order):
    """lie_down, stand_up, defend, leave: nothing more to say (R104, R105, R272)."""

    verb: str

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "defence" if self.verb == "defend" else self.verb

    @property
    def notation(self) -> str:
        return f"{self.label} {self.verb}"


SIMPLE = ("lie_down", "stand_up", "defend", "leave")


@cache
def simple(label: str, verb: str) -> Simple:
    return Simple(label, verb)


@dataclass(slots=True, unsafe_hash=True)
class Turn(Order):
    """Turn on the spot (R097)."""

    degrees: int
    kind = "turn"

    @property
    def notation(self) -> str:
        return f"{self.label} turn {self.degrees}"

    def fields(self) -> dict[str, Field]:
        return {"degrees": self.degrees}


@dataclass(slots=True, unsafe_hash=True)
class Move(Order):
    """One or several movement actions in one go (R088, R098), perhaps with a movement test (R135)."""

    points: tuple[Place, ...]
    test: bool = False
    kind = "normal_move"
    verb: ClassVar[str] = "move"

    @property
    def notation(self) -> str:
        way = " ".join(place_text(*point) for point in self.points)
        return f"{self.label} {self.verb} {way}{' test' if self.test else ''}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"model:{self.label}", self.verb, *(f"at:{place_text(*point)}" for point in self.points))

    @property
    def text(self) -> Text:
        at = place_text(*self.points[-1])
        if len(self.points) > 1 and self.kind == "normal_move" and not self.test:
            corners = tuple(place_text(*point) for point in self.points[:-1])
            return Text("universalis.do.normal_move_by", who=self.label, by=corners, at=at)
        key = f"{self.kind}_test" if self.test else self.kind
        return Text(f"universalis.do.{key}", who=self.label, at=at)


@dataclass(slots=True, unsafe_hash=True)
class Disengage(Move):
    """Leave a melee (R102, R103)."""

    kind = "disengage"
    verb = "disengage"


@dataclass(slots=True, unsafe_hash=True)
class Jump(Move):
    """Over a gap (R106, R107)."""

    kind = "jump"
    verb = "jump"


@dataclass(slots=True, unsafe_hash=True)
class Drop(Move):
    """Step off an edge and fall (G36)."""

    kind = "drop"
    verb = "drop"


@dataclass(slots=True, unsafe_hash=True)
class Charge(Order):
    """A move that may end in contact and then becomes an attack (R100, R101)."""

    target: str
    weapon: str
    points: tuple[Place, ...]
    test: bool = False
    """With a movement test (R135)."""
    kind = "charge"

    @property
    def notation(self) -> str:
        way = " ".join(place_text(*point) for point in self.points)
        return f"{self.label} charge {self.target} {self.weapon} {way}{' test' if self.test else ''}"

    @property
    def text(self) -> Text:
        key = "charge_test" if self.test else "charge"
        return Text(f"universalis.do.{key}", who=self.label, **self.fields())

    @property
    def handles(self) -> tuple[str, ...]:
        ends = tuple(f"at:{place_text(*point)}" for point in self.points)
        return (f"model:{self.label}", "charge", f"model:{self.target}", f"weapon:{self.weapon}", *ends)

    def fields(self) -> dict[str, Field]:
        return {"whom": self.target, "weapon": gear_word("weapon", self.weapon)}


@dataclass(slots=True, unsafe_hash=True)
class Attack(Order):
    """Strike a model in base contact (R270, R271)."""

    target: str
    weapon: str
    reckless: bool = False

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "reckless_attack" if self.reckless else "attack"

    @property
    def notation(self) -> str:
        return f"{self.label} {'reckless' if self.reckless else 'attack'} {self.target} {self.weapon}"

    @property
    def handles(self) -> tuple[str, ...]:
        verb = "reckless" if self.reckless else "attack"
        return (f"model:{self.label}", verb, f"model:{self.target}", f"weapon:{self.weapon}")

    def fields(self) -> dict[str, Field]:
        return {"whom": self.target, "weapon": gear_word("weapon", self.weapon)}


MODES = {"shoot": "normal", "aim": "aimed", "snap": "snap"}
VERBS = {mode: verb for verb, mode in MODES.items()}


@dataclass(slots=True, unsafe_hash=True)
class Shoot(Order):
    """Fire at one or several models, or at a point (R220, R225, R226, R246, R253)."""

    mode: str
    weapon: str
    targets: tuple[tuple[str, int], ...] = ()
    """Models with the number of shots at each."""
    point: tuple[float, float] | None = None

    @property
    def kind(self) -> str:  # type: ignore[override]
        return {"normal": "normal_shot", "aimed": "aimed", "snap": "snap_shot"}[self.mode]

    @property
    def aim(self) -> str:
        if self.point is not None:
            return place_text(*self.point)
        if len(self.targets) == 1 and self.targets[0][1] == 1:
            return self.targets[0][0]
        return "+".join(f"{label}:{shots}" for label, shots in self.targets)

    @property
    def notation(self) -> str:
        return f"{self.label} {VERBS[self.mode]} {self.aim} {self.weapon}"

    @property
    def handles(self) -> tuple[str, ...]:
        if self.point is not None:
            aims: tuple[str, ...] = (f"at:{place_text(*self.point)}",)
        else:
            aims = tuple(f"model:{label}" for label, _ in self.targets)
        shots = tuple(f"x{n}" for _, n in self.targets if n > 1)
        return (f"model:{self.label}", VERBS[self.mode], f"weapon:{self.weapon}", *aims, *shots)

    def fields(self) -> dict[str, Field]:
        return {"whom": self.aim, "weapon": gear_word("weapon", self.weapon)}


@dataclass(slots=True, unsafe_hash=True)
class Reload(Order):
    """R110; with `ready` it is fire readiness instead (R221)."""

    weapon: str
    ready: bool = False

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "fire_ready" if self.ready else "reload"

    @property
    def notation(self) -> str:
        return f"{self.label} {'ready' if self.ready else 'reload'} {self.weapon}"

    def fields(self) -> dict[str, Field]:
        return {"weapon": gear_word("weapon", self.weapon)}


@dataclass(slots=True, unsafe_hash=True)
class Reconnoitre(Order):
    """Uncover a camouflaged enemy, with extra AP (R298, R299)."""

    target: str
    extra: int = 0
    kind = "reconnoitre"

    @property
    def notation(self) -> str:
        return f"{self.label} reconnoitre {self.target}{f' +{self.extra}' if self.extra else ''}"

    def fields(self) -> dict[str, Field]:
        return {"whom": self.target, "extra": self.extra}


@dataclass(slots=True, unsafe_hash=True)
class Use(Order):
    """Use equipment or apply a trait (R027, R301)."""

    thing: str
    target: str = ""
    trait: bool = False

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "apply_trait" if self.trait else "use_equipment"

    @property
    def notation(self) -> str:
        whom = f" {self.target}" if self.target else ""
        return f"{self.label} {'trait' if self.trait else 'use'} {self.thing}{whom}"

    def fields(self) -> dict[str, Field]:
        return {"thing": gear_word("trait" if self.trait else "item", self.thing), "whom": self.target or self.label}


@dataclass(slots=True, unsafe_hash=True)
class Handle(Order):
    """Interact: a door, or a mission's object (R109)."""

    verb: str
    """open (opens or closes), take, give, put."""
    number: int
    target: str = ""
    kind = "interact"

    @property
    def handles(self) -> tuple[str, ...]:
        """The thing itself can be clicked, and who is to have it."""
        thing = f"{'door' if self.verb == 'open' else 'object'}:{self.number + 1}"
        return (f"model:{self.label}", self.verb, thing, *((f"model:{self.target}",) if self.target else ()))

    @property
    def notation(self) -> str:
        return f"{self.label} {self.verb} {self.number + 1}{f' {self.target}' if self.target else ''}"

    @property
    def text(self) -> Text:
        fields: dict[str, Field] = {"who": self.label, "n": self.number + 1}
        return Text(f"universalis.do.{self.verb}", **fields, **({"whom": self.target} if self.target else {}))


@dataclass(slots=True, unsafe_hash=True)
class Power(Order):
    """Use, end or dispel a power (R330, G52); one with a radius may be aimed at a place."""

    verb: str
    power: str
    target: str = ""
    point: tuple[float, float] | None = None
    kind = "use_power"

    @property
    def aim(self) -> str:
        return self.target if self.point is None else place_text(*self.point)

    @property
    def notation(self) -> str:
        return f"{self.label} {self.verb} {self.power}{f' {self.aim}' if self.aim else ''}"

    @property
    def text(self) -> Text:
        power = gear_word("power", self.power)
        return Text(f"universalis.do.{self.verb}", who=self.label, power=power, whom=self.aim or self.label)


POWER_VERBS = ("power", "end_power", "dispel")


# -- reactions


@dataclass(slots=True, unsafe_hash=True)
class React(Order):
    """dodge, support, block; counter and strike with a weapon (R111, R276, R277, R300, R331)."""

    verb: str
    weapon: str = ""

    @property
    def kind(self) -> str:  # type: ignore[override]
        return REACTIONS[self.verb]

    @property
    def notation(self) -> str:
        return f"{self.label} {self.verb}{f' {self.weapon}' if self.weapon else ''}"

    @property
    def text(self) -> Text:
        weapon: dict[str, Field] = {"weapon": gear_word("weapon", self.weapon)} if self.weapon else {}
        return Text(f"universalis.do.{self.kind}", who=self.label, **weapon)


REACTIONS: Mapping[str, str] = {
    "dodge": "dodge",
    "support": "recon_support",
    "block": "block_power",
    "counter": "counterattack",
    "strike": "opportunity_attack",
}


@dataclass(slots=True, unsafe_hash=True)
class Fire(Order):
    """Reaction fire at a point of the mover's way (R227, G23), perhaps with several shots of a burst (R252)."""

    x: float
    y: float
    shots: int = 1
    kind = "reaction_fire"

    @property
    def notation(self) -> str:
        return f"{self.label} fire {place_text(self.x, self.y)}{f' x{self.shots}' if self.shots > 1 else ''}"

    @property
    def handles(self) -> tuple[str, ...]:
        burst = (f"x{self.shots}",) if self.shots > 1 else ()
        return (f"model:{self.label}", "fire", f"at:{place_text(self.x, self.y)}", *burst)

    def fields(self) -> dict[str, Field]:
        return {"at": place_text(self.x, self.y)}


END = Word("end")
"""The initiative phase is over."""

Action: TypeAlias = Order | Pick | Mission | Zone | Deploy | Word
