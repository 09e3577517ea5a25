"""What every calculator needs: models and weapons to name, questions to ask, and lines that tell what a hit does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kempelen.desk.adviser import Option
from kempelen.desk.calculator import Answers, Ask
from kempelen.engine.trace import Cite, Trace, note
from kempelen.games.universalis.desk.chances import ATTACKER, VICTIM, Harm, fists, scene_of
from kempelen.games.universalis.face.words import gear_word, sum_word
from kempelen.games.universalis.files.gear import gear
from kempelen.games.universalis.files.rosters import Roster, roster, roster_from
from kempelen.games.universalis.files.scenarios import rosters_of, scenario
from kempelen.games.universalis.rules.combat.wounds import Hit, armour_reckoning, wound_reckoning
from kempelen.games.universalis.rules.models.card import Card, Weapon
from kempelen.games.universalis.rules.profile import RulesProfile, profile_of
from kempelen.games.universalis.rules.rolls import Mod, Reckoning
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.terms import ADAPTIVE, CONCUSSION, HULL, ROBUST
from kempelen.text.say import Field, Text

__all__ = [
    "AS_IT_IS",
    "HUMAN",
    "NOTES",
    "Desk",
    "among",
    "desk",
    "flag",
    "gathered",
    "in_a_line",
    "levels",
    "number",
    "other_value",
    "percent",
    "plain",
    "sum_of",
    "versus",
]

SHIPPED = ("border_watch", "scrappers", "clockwork")
FOR_THEMSELVES = ("first", "lost_core")
"""Scenarios with models that no group of the box has."""
HUMAN = Card("human", "")
"""The normal human of the rulebook (R014); who else is not in a roster is one with other values."""
AS_IT_IS = -1
"""A value that nobody has changed."""
DOCUMENT = "Universalis 0.1.0"
LONGEST = 99_999
REROLLS = ("proven_marksman", "proven_fighter", "melee_specialist", "luck", "bad_luck")
"""Traits that have dice rolled again."""


NOTES = {
    id: note(f"universalis.calc.by.{id}", Cite(DOCUMENT, section, rules), public=True)
    for id, section, rules in (
        ("shot", "Fernkampf", "R219–R262"),
        ("wound", "Verletzungs- und Rüstungswurf", "R150–R174"),
        ("melee", "Nahkampf", "R263–R286"),
        ("panic", "Panik", "R188–R200"),
        ("reconnoitre", "Aufklärung", "R298–R300"),
    )
}
"""Where each reckoning stands in the rulebook."""


# -- what is asked for


def number(
    name: str, default: int | float, least: int, most: int, *, special: bool = True, quick: tuple[int, ...] = ()
) -> Ask:
    return Ask(name, Text(f"universalis.calc.ask.{name}"), default, least, most, special=special, quick=quick)


def flag(name: str) -> Ask:
    return Ask(name, Text(f"universalis.calc.ask.{name}"), False, special=True)


def among(name: str, ids: Sequence[str], default: str) -> Ask:
    options = tuple(Option(id, Text(f"universalis.calc.{name}.{id}")) for id in ids)
    return Ask(name, Text(f"universalis.calc.ask.{name}"), default, choices=lambda _: options)


def levels(name: str, *, special: bool = False) -> Ask:
    """A level of cover, 0 to 3."""
    options = tuple(Option(str(n), Text(f"universalis.calc.cover.c{n}")) for n in range(4))
    return Ask(name, Text(f"universalis.calc.ask.{name}"), "0", choices=lambda _: options, special=special)


def other_value(name: str) -> Ask:
    """A value that differs from the card: `--fk 7`, `--target-ko 5`."""
    whose, _, what = name.rpartition("_")
    key = "value_of_other" if whose else "value"
    return Ask(name, Text(f"universalis.calc.ask.{key}", what=what.upper()), AS_IT_IS, 0, 20, special=True)


# -- how it is told


def plain(p: Fraction) -> Text:
    """`42 %`, for a headline, as choices of the game show it."""
    return (
        Text("universalis.calc.hardly")
        if 0 < p < Fraction(1, 200)
        else Text("universalis.calc.round", p=float(p * 100))
    )


def in_a_line(hits: Fraction, wounds: Fraction, out: Fraction) -> Text:
    """That something hits, wounds, puts out; of what cannot be put out by one blow the last is not said."""
    if not out:
        return Text("universalis.calc.only_wounds", hit=plain(hits), wound=plain(wounds))
    return Text("universalis.calc.comes", hit=plain(hits), wound=plain(wounds), out=plain(out))


def percent(p: Fraction) -> Text:
    """`41.7 % (5/12)`; a fraction that nobody can read is left out."""
    if p.denominator > LONGEST:
        return Text("universalis.calc.about", p=float(p * 100))
    return Text("universalis.calc.chance", p=float(p * 100), exact=str(p))


def sum_of(needed: Reckoning) -> Text:
    return sum_word(needed.what, needed.base, needed.mods)


def gathered(mods: Sequence[Mod]) -> list[Mod]:
    """Equal modifiers in one."""
    sums: dict[str, int] = {}
    for rule, value in mods:
        sums[rule] = sums.get(rule, 0) + value
    return list(sums.items())


def _spread(total: Harm) -> tuple[Text, ...]:
    """`2 with 30 %`: what is lost with which share; nothing is the rest."""
    rest = 1 - sum(total.lost.values(), Fraction(0))
    shares = {**total.lost, 0: total.lost.get(0, Fraction(0)) + rest}
    return tuple(
        Text("universalis.calc.loses", tp=lost, p=float(share * 100)) for lost, share in sorted(shares.items()) if share
    )


# -- the desk


def desk(options: Mapping[str, str], groups: Sequence[Mapping[str, Any]] = ()) -> Desk:
    """The shipped models and gear, and those of the given rosters."""
    own = [roster_from(f"group {n}", data) for n, data in enumerate(groups)]
    cards: dict[str, Card] = {HUMAN.id: HUMAN}
    weapons: dict[str, Weapon] = dict(gear().weapons)
    where: dict[str, Text] = {}
    group: Roster
    for name in FOR_THEMSELVES:  # namesakes of others, with values of their own
        for group in rosters_of(scenario(name)):
            cards |= {f"{name}.{card.id}": card for card in group.cards}
            where |= {f"{name}.{card.id}": Text(f"universalis.scenario.{name}") for card in group.cards}
            weapons = {**group.gear.weapons, **weapons}
    for group in (*map(roster, SHIPPED), *own):
        cards |= {card.id: card for card in group.cards}
        where |= {card.id: Text(f"universalis.faction.{group.faction}") for card in group.cards if group not in own}
        weapons |= group.gear.weapons
    return Desk(profile_of(options), options, cards, weapons, where)


@dataclass(frozen=True, slots=True)
class Desk:
    """Rules, models and weapons to work with."""

    rules: RulesProfile
    options: Mapping[str, str]
    cards: Mapping[str, Card]
    weapons: Mapping[str, Weapon]
    where: Mapping[str, Text]
    """Whose each model is, or in which scenario it fights."""

    def named(self, id: str, card: Card) -> Text:
        """A model as one finds it on the table: two have the same name and are not the same man."""
        if card is HUMAN:
            return Text("universalis.calc.human")
        where = self.where.get(id, Text("universalis.calc.own"))
        fields: dict[str, Field] = {"name": card.name, "fk": card.fk, "nk": card.nk, "ko": card.ko, "where": where}
        if not card.weapons:
            return Text("universalis.calc.model_bare", **fields)
        return Text("universalis.calc.model", weapon=gear_word("weapon", card.weapons[0].id), **fields)

    def model_ask(self, name: str, kind: str = "") -> Ask:
        """Every model; with a kind of weapon those who carry one and the human, who may take any."""
        cards: dict[str, Card] = {}
        for id, card in self.cards.items():  # who is the same in several scenarios is named once
            if card not in cards.values():
                cards[id] = card
        options = {id: Option(id, self.named(id, card)) for id, card in cards.items()}
        shown = [one for id, one in options.items() if not kind or self.carries(self.cards[id], kind)]
        every = tuple(options.values())
        return Ask(name, Text(f"universalis.calc.ask.{name}"), HUMAN.id, choices=lambda _: shown, also=lambda _: every)

    def carries(self, card: Card, kind: str) -> bool:
        return card is HUMAN or any(_fits(weapon, kind) for weapon in self.arms(card))

    def weapon_ask(self, who: str, kind: str) -> Ask:
        """The model's own, if it has any of this kind; any weapon may be named on the command line."""

        def own(known: Answers) -> list[Option]:
            card = self.cards[str(known[who])]
            held = [weapon.id for weapon in self.arms(card) if _fits(weapon, kind) and card is not HUMAN]
            return [Option(id, gear_word("weapon", id)) for id in held] or every(known)

        def every(known: Answers) -> list[Option]:
            bare = fists(self.rules, self.cards[str(known[who])])
            fitting = [one for one in (bare, *self.weapons.values()) if one is not None and _fits(one, kind)]
            return [Option(one.id, gear_word("weapon", one.id)) for one in fitting]

        def usual(known: Answers) -> str:
            return own(known)[0].id

        return Ask("weapon", Text("universalis.calc.ask.weapon"), usual, choices=own, also=every, joined=True)

    def arms(self, card: Card) -> tuple[Weapon, ...]:
        """What a model fights with: bare hands if it has nothing else for melee (R285)."""
        bare = fists(self.rules, card)
        armed = any(not weapon.ranged for weapon in card.weapons)
        return card.weapons if bare is None or armed else (*card.weapons, bare)

    def weapon_of(self, card: Card, id: str) -> Weapon:
        bare = fists(self.rules, card)
        own = (*card.weapons, *([bare] if bare is not None else []))
        return next((weapon for weapon in own if weapon.id == id), None) or self.weapons[id]

    def card_of(self, known: Answers, who: str, prefix: str, *values: str) -> Card:
        """A model, perhaps with other values."""
        changed: dict[str, Any] = {what: int(known[prefix + what]) for what in values}
        return replace(
            self.cards[str(known[who])], **{what: value for what, value in changed.items() if value != AS_IT_IS}
        )

    def scene(self, known: Answers, attacker: Card, victim: Card, weapon: Weapon | None = None) -> State:
        s = scene_of(self.rules, self.options, attacker, victim, self.cards, weapon)
        one, other = s.models[ATTACKER], s.models[VICTIM]
        one.prone, other.prone = bool(known.get("prone")), bool(known.get("target_prone"))
        one.critical, other.critical = bool(known.get("critical")), bool(known.get("target_critical"))
        if (left := int(known.get("tp", AS_IT_IS))) != AS_IT_IS:
            other.tp[HULL] = min(left, other.card.tp)
        return s

    def harm_lines(self, s: State, blow: Hit, total: Harm, hits: Fraction, trace: Trace) -> list[Text]:
        """The wound roll and what it leads to, all told and if it hits."""
        victim = s.models[VICTIM]
        strength, protection = wound_reckoning(s, victim, blow), armour_reckoning(s, victim, blow)
        trace.add(NOTES["wound"])
        lines = [
            versus(strength, protection),
            Text("universalis.calc.wounds", p=percent(total.wound), tie=percent(total.tie)),
        ]
        if hits and hits != 1:
            lines.append(Text("universalis.calc.if_hit", p=percent(total.wound / hits)))
        lines.append(Text("universalis.calc.expected", tp=float(total.expected), spread=_spread(total)))
        left = victim.tp[HULL]
        if total.out:
            lines.append(Text("universalis.calc.out", p=percent(total.out), tp=left))
        else:
            lines.append(Text("universalis.calc.not_out", tp=left))
        for name in ("critical", "burning", "poisoned"):
            if share := getattr(total, name):
                lines.append(Text(f"universalis.calc.{name}", p=percent(share)))
        if total.shocks:
            lines.append(Text("universalis.calc.shocks", n=float(total.shocks)))
        return lines + self.reroll_line(s, blow)

    def reroll_line(self, s: State, blow: Hit) -> list[Text]:
        """Everything that has dice rolled again; it is reckoned in."""
        worn = s.models[VICTIM].card.armour
        named = [
            gear_word("trait", id)
            for m in (s.models[ATTACKER], s.models[VICTIM])
            for id in REROLLS
            if m.card.levels.get(id)
        ]
        effects = (
            (blow.effects & CONCUSSION, "concussion"),
            *((worn.effects & bit if worn else 0, name) for bit, name in ((ROBUST, "robust"), (ADAPTIVE, "adaptive"))),
        )
        named += [Text(f"universalis.effect.{name}") for there, name in effects if there]
        return [Text("universalis.calc.rerolls", what=tuple(named))] if named else []


def versus(one: Reckoning, other: Reckoning) -> Text:
    """Two sides of a comparison, each with what made it up."""
    return Text("universalis.calc.versus", attack=sum_of(one), a=one.total, defence=sum_of(other), d=other.total)


def _fits(weapon: Weapon, kind: str) -> bool:
    if kind == "any":
        return True
    if kind == "area":
        return weapon.radius > 0 and weapon.ranged
    return weapon.ranged == (kind == "ranged")
