"""A table for worked examples: labelled dice, and models made of a case's facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from kempelen.conform import Case, Facts, Misunderstood, among, bad_value, flag, listed, number, table, whole, word
from kempelen.engine.player import without_giving_up
from kempelen.engine.table import A, Check, Decision, Deck, Event, Offer, P, Seat, Table
from kempelen.games.universalis.files.scenarios import BARE, model_from
from kempelen.games.universalis.rules.actions import END
from kempelen.games.universalis.rules.choices import HOLD, KEEP, REROLL
from kempelen.games.universalis.rules.events import Compared, NewDie, NotRolled, Tested
from kempelen.games.universalis.rules.models.card import Armour, Card, Item, Weapon
from kempelen.games.universalis.rules.profile import SEED, RulesProfile, profile_of
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import EMPTY, Board
from kempelen.games.universalis.rules.terms import (
    ACTIVE,
    COLOSSUS,
    DRONE,
    EFFECTS,
    FLIGHT,
    HOVER,
    HUGE,
    INFANTRY,
    LARGE,
    LEGS,
    MEDIUM,
    NO_CAMOUFLAGE,
    PASSIVE,
    SMALL,
    STATIONARY,
    TRACKS,
    WHEELS,
)
from kempelen.text.say import Text

C = TypeVar("C")
MIDDLE = 45.0
Answers: TypeAlias = Mapping[str, Any]

TYPE = among({"Infanterie": INFANTRY, "Koloss": COLOSSUS, "Drohne": DRONE})
SIZE_NAMES = {"klein": SMALL, "mittel": MEDIUM, "gross": LARGE, "riesig": HUGE}
SIZE = among(SIZE_NAMES)
SIZES = tuple(SIZE_NAMES)
ZONES = ("rumpf", "rechte_seite", "linke_seite", "bewegung")
GOING = among(
    {
        "Beine": LEGS,
        "Flug": FLIGHT,
        "Kette": TRACKS,
        "Rad": WHEELS,
        "Schweben": HOVER,
        "Stationaer": STATIONARY,
    }
)
TERRAIN = among(
    {
        "none": "open",
        "Befestigte_Stellung": "fortified",
        "Befestigte Stellung": "fortified",
        "BefestigteStellung": "fortified",
        "Dickicht": "thicket",
        "Gebaeude": "building",
        "Krater": "crater",
        "Ruine": "ruin",
        "Strasse": "road",
        "Sumpf": "swamp",
        "Unpassierbar": "impassable",
        "Wald": "forest",
        "Wasser": "water",
    }
)
CAMOUFLAGE = among({"none": NO_CAMOUFLAGE, "passive": PASSIVE, "active": ACTIVE})
EFFECT_NAMES = {
    "aufreissen": "rend",
    "brand": "fire",
    "erschuetterung": "concussion",
    "explosiv": "explosive",
    "giftig": "toxic",
    "panzerbrechend": "armour_piercing",
    "schrapnell": "shrapnel",
    "trauma": "trauma",
    "strukturschaedigend": "structure_damaging",
    "adaptiv": "adaptive",
    "robust": "robust",
    "strukturverstaerkt": "reinforced",
}
EFFECT = among({name: EFFECTS[own] for name, own in EFFECT_NAMES.items()})
SIDES = {"strength": ("wound", "armour"), "NK": ("nk_att", "nk_def")}
REROLLS = {"R155": "erschuetterung", "R162": "adaptiv", "R163": "robust"}


def rules_of(case: Case) -> RulesProfile:
    """The rulebook as it stands, with the options the run was started with."""
    return profile_of(case.options, SEED)


class CaseTable(Table):
    """Feeds each roll the die with its label; a roll without one may come out either way."""

    def __init__(
        self, dice: Mapping[str, Any], no_roll: Sequence[str] = (), uses: Mapping[Seat, Sequence[str]] = {}
    ) -> None:
        self.dice: dict[str, list[int]] = {}
        for label, value in dice.items():
            base = label.removesuffix("_2").removesuffix("_3")
            self.dice.setdefault(base, []).extend(value if isinstance(value, list) else [value])
        self.no_roll = frozenset(no_roll)
        self.uses = uses
        self.reacts: Callable[[Text, Sequence[Any]], Any] | None = None
        """What a seat does in a reaction window, if it does anything."""
        self.asked = 0
        """Reaction windows that were opened."""
        self.rolled: list[str] = []
        self.events: list[Event] = []

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        label = why.removesuffix("_2")
        if label in self.no_roll or why in self.no_roll:
            raise Misunderstood(Text("universalis.conform.rolled", label=why))
        self.rolled.append(label)
        waiting = self.dice.get(label)
        if waiting:
            value = waiting.pop(0)
            if type(value) is not int or not 1 <= value <= die:
                raise bad_value(f"dice.{label}", value, "whole")
            return value
        return (5 * len(self.rolled)) % die + 1

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return tuple(sorted(self.roll(die, why) for _ in range(count)))

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        offered: Sequence[Any] = Decision(seat, prompt, options, check, self).options
        if REROLL in offered:
            what = dict(prompt.fields).get("what")
            rule = what.key.rpartition(".")[2] if isinstance(what, Text) else ""
            wanted = REROLLS.get(rule) in self.uses.get(seat, ()) if rule in REROLLS else True
            return REROLL if wanted else KEEP  # type: ignore[return-value]
        if HOLD in offered:
            self.asked += 1
            chosen: Any = self.reacts(prompt, without_giving_up(offered)) if self.reacts is not None else HOLD
            return chosen  # type: ignore[no-any-return]
        if END in offered:
            return END  # type: ignore[return-value]
        return offered[0]  # type: ignore[no-any-return]

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        return {seat: self.choose(seat, *question) for seat, question in sorted(asked.items())}

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        return options[0]

    def direction(self, why: str) -> int:
        return 0

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        raise AssertionError(why)

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        return known

    def ask(self, question: str, about: Text) -> bool:
        raise AssertionError(question)

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        self.events.append(event(*facts, **more))

    # -- what was told

    def totals(self, what: str) -> list[int] | None:
        """Both totals of the last comparison of this value, with dice that were rolled again."""
        found: list[int] | None = None
        dice = [0, 0]
        for event in self.events:
            if isinstance(event, Compared) and event.one[1] == what:
                dice = [event.one[4], event.other[4]]
                found = [die + base + sum(n for _, n in mods) for _, _, base, mods, die in (event.one, event.other)]
            elif isinstance(event, NewDie) and found is not None and event.why in SIDES.get(what, ()):
                side = SIDES[what].index(event.why)
                found[side] += event.die - dice[side]
                dice[side] = event.die
        return found

    def target(self, why: str) -> int | None:
        """The target number of the first such attribute roll, rolled or not."""
        for event in self.events:
            if isinstance(event, Tested | NotRolled) and event.why == why:
                return event.base + sum(value for _, value in event.mods)
        return None


def case_table(facts: Facts, uses: Mapping[Seat, Sequence[str]] | None = None) -> CaseTable:
    """The table with the case's dice."""
    return CaseTable(facts.get("dice", table, {}), facts.get("no_roll", listed(word), []), uses or {})


# -- models out of facts

ATTRIBUTES = {"AGI": ("agi", 4), "NK": ("nk", 2), "FK": ("fk", 2), "KO": ("ko", 3), "WN": ("wn", 3), "EH": ("eh", 3)}


def effects_of(facts: Facts, name: str) -> int:
    bits = 0
    for bit in facts.get(name, listed(EFFECT), []):
        bits |= bit
    return bits


def armour_of(facts: Facts, name: str = "armour") -> Armour | None:
    if name not in facts:
        return None
    part = facts.part(name)
    return Armour(
        "armour",
        part.get("schutz", whole, 0),
        part.get("reduktion", whole, 0),
        part.get("additive", flag, False),
        effects_of(part, "effects"),
    )


def weapon_of(facts: Facts, default_range: str = "20/3") -> Weapon:
    """A weapon of a case; without a range it is a shooting weapon unless the case says otherwise."""
    reach = facts.get("range", word, "")
    thrown = reach == "throw" or facts.get("type", word, "") == "throw"
    band, bands = facts.get("band", number, 0.0), facts.get("bands", whole, 0)
    if "/" in reach:
        first, _, second = reach.partition("/")
        band, bands = float(first), int(second)
    if not band and not thrown and reach != "NK":
        first, _, second = default_range.partition("/")
        band, bands = (float(first), int(second)) if second else (0.0, 0)
    return Weapon(
        "weapon",
        facts.get("WK", whole, 1),
        facts.get("strength", whole, 4),
        facts.get("damage", whole, 1),
        0.0 if thrown or reach == "NK" else band,
        bands,
        thrown,
        facts.get("additive", flag, False),
        effects_of(facts, "effects") | effects_of(facts, "weapon_effects"),
        facts.get("DF", whole, 0),
        facts.get("radius", number, 0.0),
        facts.get("indirect", flag, False),
        facts.get("reload", flag, False),
        facts.get("unwieldy", flag, False),
        facts.get("uses", whole, 0),
    )


def model(
    facts: Facts,
    rules: RulesProfile,
    label: str = "A1",
    *,
    weapons: Sequence[Weapon] = (),
    items: Sequence[Item] = (),
    levels: Mapping[str, int] | None = None,
    at: tuple[float, float] = (MIDDLE, MIDDLE),
    camouflage: int = NO_CAMOUFLAGE,
    camouflage_level: int = 0,
) -> Model:
    """A standing model with the values a case gives, otherwise a normal human (R014)."""
    values: dict[str, Any] = {own: facts.get(name, whole, default) for name, (own, default) in ATTRIBUTES.items()}
    most = facts.get("TP_max", whole, facts.get("TP", whole, 5))
    card = Card(
        "model",
        label,
        "faction",
        facts.get("type", TYPE, INFANTRY),
        facts.get("size", SIZE, MEDIUM),
        facts.get("movement", GOING, LEGS),
        **values,
        gk=facts.get("GK", whole, 4),
        tp=most,
        weapons=tuple(weapons),
        armour=armour_of(facts),
        items=tuple(items),
        levels=levels or {},
        camouflage=camouflage,
        camouflage_level=camouflage_level,
        unwieldy=facts.get("carries_unwieldy", flag, False),
    )
    m = model_from(rules, card, label, "AB".index(label[0]), 0)
    m.place, (m.x, m.y) = ON_TABLE, at
    m.tp[0] = facts.get("TP", whole, most)
    m.ap = facts.get("ap", whole, facts.get("AP", whole, 6))
    m.critical = facts.get("critical", flag, False)
    m.prone = facts.get("prone", flag, False)
    return m


def placed(f: Facts, rules: RulesProfile, label: str) -> Model:
    """A model where the case says."""
    m = model(f, rules, label, at=(f.get("x", number, 0.0), f.get("y", number, 0.0)))
    m.z = f.get("z", number, f.get("level", number, 0.0))
    return m


def state(rules: RulesProfile, *models: Model, board: Board = EMPTY) -> State:
    """A table with these models on it, in the middle of a phase of the first."""
    for n, m in enumerate(models):
        m.index = n
    return State(
        rules,
        {},
        BARE,
        board,
        list(models),
        phase="act",
        round=1,
        missions=["eliminate", "eliminate"],
        turned=[0, 180],
        active=[0],
        duty=1,
    )


def beside(m: Model, gap: float, rules: RulesProfile, size: int = MEDIUM) -> tuple[float, float]:
    """The place of a base of this size so far to the right of a model's."""
    return m.x + gap + (rules.base_diameter[m.card.size] + rules.base_diameter[size]) / 2, m.y
