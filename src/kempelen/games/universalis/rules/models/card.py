"""What is printed on a unit card: weapons, armour, equipment, traits and the model's own values (R007 to R029)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kempelen.games.universalis.rules.terms import HULL, INFANTRY, MEDIUM, NO_CAMOUFLAGE

__all__ = ["Armour", "Card", "Item", "Power", "Trait", "Weapon"]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A damage profile with a class, and a range unless it is for melee (R150, R205 to R213)."""

    id: str
    wk: int
    """Its class, I to V (R209, R214)."""
    strength: int = 0
    damage: int = 0
    band: float = 0
    """X of the range X/Y; 0 for melee (range NK) and for thrown weapons."""
    bands: int = 0
    thrown: bool = False
    additive: bool = False
    """The strength is added to KO (R210)."""
    effects: int = 0
    burst: int = 0
    """DF, 0 to 4."""
    radius: float = 0
    """Of the template of an area weapon."""
    indirect: bool = False
    reload: bool = False
    unwieldy: bool = False
    uses: int = 0
    """Use circles; 0: no limit."""
    kg: float = 0
    mount: int = HULL
    """The hit zone of a colossus that carries it (G49)."""

    @property
    def ranged(self) -> bool:
        """It has a range band (R234); otherwise it is for melee (R278)."""
        return self.band > 0 or self.thrown


@dataclass(frozen=True, slots=True)
class Armour:
    """An armour profile (R151, R215, R216), with the camouflage it may bring (R287)."""

    id: str
    protection: int = 0
    reduction: int = 0
    additive: bool = False
    effects: int = 0
    self_supporting: bool = False
    kg: float = 0
    camouflage: int = NO_CAMOUFLAGE
    camouflage_level: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of equipment (R301 to R304), a shield among them (R217, R218)."""

    id: str
    ap: int | None = None
    """None: no action is needed to use it (R301)."""
    uses: int = 0
    unwieldy: bool = False
    kg: float = 0
    heal: int = 0
    """TP given back to oneself or a friend in base contact."""
    climb: bool = False
    """Climb any height with the next movement."""
    temporary: Mapping[str, int] = field(default_factory=dict)
    """Attributes it raises while it is in use (R024)."""
    permanent: Mapping[str, int] = field(default_factory=dict)
    """Attributes it raises for good; included in the printed values (R023)."""
    shield_nk: int = 0
    shield_armour: int = 0

    @property
    def passive(self) -> bool:
        """There is nothing to use: it simply counts."""
        return not (self.heal or self.climb or self.temporary)


@dataclass(frozen=True, slots=True)
class Trait:
    """Something learned or inborn, with a level and perhaps AP and uses (R025 to R029)."""

    id: str
    level: int = 1
    ap: int | None = None
    uses: int = 0


@dataclass(frozen=True, slots=True)
class Power:
    """A power of the optional module (R330 to R332, G52)."""

    id: str
    discipline: str
    level: int = 1
    ap: int = 2
    attribute: str = "EH"
    modifier: int = 0
    tp_loss: int = 0
    loss: str = "failure"
    """When TP are lost: none, failure or always."""
    distance: float = 0
    """0: base contact; otherwise how far it reaches."""
    lasting: bool = False
    strength: int = 0
    damage: int = 0
    effects: int = 0
    radius: float = 0
    """It is aimed at a place and strikes everybody under a template of this radius."""
    bonus: Mapping[str, int] = field(default_factory=dict)
    """What a lasting power adds to its user's attributes."""

    @property
    def weapon(self) -> Weapon:
        """What it strikes with; remembered by whoever it sets on fire or poisons."""
        return Weapon(self.id, 1, self.strength, self.damage, effects=self.effects, radius=self.radius)


@dataclass(frozen=True, slots=True)
class Card:
    """One unit card. Values are the printed ones: encumbrance and permanent modifiers are included (R023, R042)."""

    id: str
    name: str = ""
    faction: str = ""
    type: int = INFANTRY
    size: int = MEDIUM
    going: int = 0
    agi: int = 4
    nk: int = 2
    fk: int = 2
    ko: int = 3
    wn: int = 3
    eh: int = 3
    gk: int = 4
    tp: int = 5
    weapons: tuple[Weapon, ...] = ()
    armour: Armour | None = None
    items: tuple[Item, ...] = ()
    traits: tuple[Trait, ...] = ()
    powers: tuple[Power, ...] = ()
    disciplines: Mapping[str, int] = field(default_factory=dict)
    """The rank in each discipline of powers (G52)."""
    leader: bool = False
    controller: str = ""
    """The card that steers this drone (R319)."""
    camouflage: int = NO_CAMOUFLAGE
    camouflage_level: int = 0
    load: float = 0
    points: int = 0
    levels: Mapping[str, int] = field(default_factory=dict)
    """The level of every trait, the highest of each (R026)."""
    unwieldy: bool = False
    """Carries at least one unwieldy weapon or item (R282, R303)."""
    shield_nk: int = 0
    shield_armour: int = 0
    temperament: str = ""
    """How the solo opponent leads it; empty: by what it is and carries, see `temperaments`."""
