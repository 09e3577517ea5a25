"""Models, markers and terrain in words: a newcomer reads no abbreviations here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kempelen.games.universalis.face.card_sheet import rules_of
from kempelen.games.universalis.face.words import gear_word, signed
from kempelen.games.universalis.rules.combat.melee_actions import usable
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_actions import why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    SNAP,
    max_range,
    shot_cost,
    weapon_range,
)
from kempelen.games.universalis.rules.models.card import Card, Weapon
from kempelen.games.universalis.rules.models.current import agi, distance, eh, fk, gk, in_melee, ko, nk, wn
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.models.printed import armour_value, range_of, strength_value
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.board import Piece
from kempelen.games.universalis.rules.terms import INFANTRY, TYPES
from kempelen.scene.icons import ATTACK, BOLT, FOOT, HEART, PROTECTION, REACH
from kempelen.scene.status import Fact, Tone
from kempelen.text.say import Field, Say, Text

__all__ = ["About", "about_model", "about_piece", "model_facts", "spelled", "term", "unshot", "why_unshot"]

About = tuple[tuple[str, str], ...]
"""Terms, each with what it means."""

SHORT = re.compile(r"\b(?:(von|mit) )?(?:(\d+) )?(AGI|NK|FK|KO|WN|EH|GK|TP|AP)(-|(?![A-Za-z]))")
"""An abbreviation, perhaps with a number before it, or as the first half of a word."""
COUNTED = ("AP", "TP")
LABELLED = re.compile(r"\b([A-Z]\d{1,2}) (?=([A-ZÄÖÜ][\w-]+))")
"""A label before the name of a model."""

STEP_RULE = re.compile(r" \(R\d{3}\)(?=: \d)")
"""The number of a rule at a step of a reckoning: what the step is called says enough."""


def spelled(text: str, say: Say) -> str:
    """The text with every abbreviation of the rulebook written out, and models by their names.

    A label stays where the text speaks of two models of one name.
    """

    def word(found: re.Match[str]) -> str:
        before, number, short, hyphen = found.groups()
        form = "nom"
        if hyphen:
            form = "bare"
        elif short in COUNTED:
            form = "a" if number == "1" else "dat" if before else "nom"
        written = say.of(Text(f"universalis.word.{short}"), form)
        return " ".join(filter(None, (before, number, written))) + hyphen

    return SHORT.sub(word, STEP_RULE.sub("", _named(text)))


def _named(text: str) -> str:
    labels: dict[str, set[str]] = {}
    for label, name in LABELLED.findall(text):
        labels.setdefault(name, set()).add(label)
    return LABELLED.sub(lambda found: "" if len(labels[found[2]]) == 1 else found[0], text)


def term(name: str, say: Say, **fields: Field) -> tuple[str, str]:
    return say(f"universalis.term.{name}"), say(f"universalis.term_words.{name}", **fields)


# -- models


def model_facts(view: State, m: Model, say: Say) -> tuple[Fact, ...]:
    """What it has left, then its values as they are now."""
    most = m.card.tp
    tone: Tone = "bad" if m.critical or m.out else ""
    facts = [
        Fact(str(m.ap), say("universalis.fact.ap", n=m.ap), BOLT),
        Fact(f"{m.tp[0]}/{most}", say("universalis.fact.tp", n=m.tp[0], most=most), HEART, tone),
        Fact(str(gk(view, m)), say("universalis.fact.speed", n=gk(view, m)), FOOT),
        Fact(str(fk(view, m)), say("universalis.fact.shooting", n=fk(view, m)), REACH),
        Fact(str(nk(view, m)), say("universalis.fact.melee", n=nk(view, m)), ATTACK),
    ]
    if m.card.armour is not None:
        n = armour_value(m.card.armour, ko(view, m))
        facts.append(Fact(str(n), say("universalis.fact.protection", n=n), PROTECTION))
    for name, value in (("agility", agi), ("constitution", ko), ("perception", wn), ("resolve", eh)):
        n = value(view, m)
        facts.append(Fact(str(n), say(f"universalis.fact.{name}", n=n)))
    return tuple(facts)


def about_model(view: State, m: Model, markers: Sequence[str], say: Say) -> About:
    """Its state, weapons, armour, traits and gear."""
    states = [*(name for name in ("out", "critical", "prone") if getattr(m, name)), *markers]
    return (
        *(term(name, say) for name in states),
        *(term(name, say) for name in _signs(view, m)),
        *([term(TYPES[m.card.type], say)] if m.card.type != INFANTRY else ()),
        *_printed(view.rules, m, say),
    )


def _signs(view: State, m: Model) -> Iterator[str]:
    """What the small signs on it mean."""
    if m.card.leader:
        yield "leader"
    if m.index in view.active:
        yield "acting"
    elif m.acted and not m.out:
        yield "acted"


def why_unshot(view: State, target: Model, say: Say) -> About:
    """Why whoever acts cannot shoot at an enemy now, and what would help; nothing where it can, or nobody asks."""
    m = view.models[view.active[0]] if view.phase == "act" and view.active else None
    if m is None or m.seat != view.viewer or target.seat == m.seat or not target.standing or target.hidden:
        return ()
    problem = unshot(view, m, target)
    return () if problem is None else ((say("universalis.unshot.term", who=_name(m)), say.of(problem)),)


def _name(m: Model) -> str:
    return m.name.partition(" ")[2] or m.name


def unshot(s: State, m: Model, target: Model) -> Text | None:
    """Why a model cannot shoot at another one now, and what would help; None if it can."""
    found = _unshot(s, m, target)
    return (
        None if found is None else Text(f"universalis.unshot.{found[0]}", who=_name(m), whom=_name(target), **found[1])
    )


def _unshot(s: State, m: Model, target: Model) -> tuple[str, dict[str, Field]] | None:
    weapons = [weapon for n, weapon in enumerate(m.weapons) if weapon.ranged and usable(m, n) is None]
    if not weapons:
        return "unarmed", {}
    if in_melee(s, m):
        return "melee", {}
    cheapest = min(shot_cost(s.rules, m.card.type, weapon, SNAP) for weapon in weapons)
    if cheapest > purse(s, m):
        return "poor", {"n": cheapest, "has": purse(s, m)}
    kind, has = m.card.type, purse(s, m)
    ways = [(w, mode) for w in weapons for mode in (SNAP, NORMAL, AIMED) if shot_cost(s.rules, kind, w, mode) <= has]
    if any(why_not_target(s, m, weapon, mode, target) is None for weapon, mode in ways):
        return None
    far = distance(s, m, target)
    reach = max(max_range(s.rules, *weapon_range(s, m, weapon), mode == AIMED) for weapon, mode in ways)
    if far > reach:
        return "far", {"cm": round(far, 1), "reach": round(reach, 1), "nearer": round(far - reach + 0.05, 1)}
    return "sight", {}


_PRINTED: dict[tuple[int, ...], tuple[tuple[object, ...], About]] = {}
MOST_PRINTED = 500


def _printed(rules: RulesProfile, m: Model, say: Say) -> About:
    """Weapons, armour, traits and gear: they are the same in every picture of a model."""
    given = (rules, m.card, m.weapons, say)
    key = tuple(map(id, given))
    if key not in _PRINTED:
        if len(_PRINTED) >= MOST_PRINTED:
            _PRINTED.clear()
        told = ((name, _capital(spelled(words, say))) for name, words in rules_of(m.card, rules, say))
        _PRINTED[key] = given, (*_weapons(rules, m, say), *_armour(m.card, say), *told)  # held, so nothing has its id
    return _PRINTED[key][1]


def _weapons(rules: RulesProfile, m: Model, say: Say) -> Iterator[tuple[str, str]]:
    for weapon in m.weapons:
        yield _capital(say.of(gear_word("weapon", weapon.id), "bare")), _weapon(rules, m.card, weapon, say)


def _weapon(rules: RulesProfile, card: Card, weapon: Weapon, say: Say) -> str:
    hit: dict[str, Field] = {"strength": strength_value(weapon, card.ko), "damage": weapon.damage}
    if not weapon.ranged:
        cost = attack_cost(rules, card.type, weapon, "attack")
        return say("universalis.fact.weapon_melee", ap=cost, **hit)
    band, bands = range_of(rules, weapon, card.ko)
    cost = shot_cost(rules, card.type, weapon, NORMAL)
    key = "universalis.fact.weapon_thrown" if weapon.thrown else "universalis.fact.weapon_ranged"
    return say(key, cm=band * bands, band=band, ap=cost, **hit)


def _armour(card: Card, say: Say) -> Iterator[tuple[str, str]]:
    armour = card.armour
    if armour is not None:
        name = _capital(say.of(gear_word("armour", armour.id), "bare"))
        n = armour_value(armour, card.ko)
        key = "armour_less" if armour.reduction else "armour"
        yield name, say(f"universalis.fact.{key}", n=n, less=armour.reduction)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


# -- terrain


def about_piece(view: State, piece: Piece, say: Say) -> About:
    """What it does to whoever stands in it or behind it."""
    if piece.door >= 0:
        return (term("door", say),)
    rules = view.rules
    if not piece.type:
        solid = (term("solid", say, cm=piece.top),)
        return (*solid, *_cover(rules, piece.cover, say)) if piece.cover else solid
    kind = rules.terrain[piece.type]
    entries = [term("no_way", say)] if kind.impassable else []
    if kind.passability:
        entries.append(term("slow", say, n=kind.passability))
    entries += _cover(rules, kind.cover, say)
    if rules.visibility_limits_sight and kind.depth is not None:
        entries.append(term("murky", say, cm=kind.depth))
    if piece.type == "road":
        entries.append(term("road", say))
    return tuple(entries) or (term("open", say),)


def _cover(rules: RulesProfile, level: int, say: Say) -> list[tuple[str, str]]:
    """R242, and R130 to R132."""
    if not level:
        return []
    name = say("universalis.term.cover", level="I" * level)
    malus, more = signed(rules.cover_malus[level]), signed(rules.cover_armour[level])
    return [(name, say("universalis.term_words.cover", malus=malus, more=more))]
