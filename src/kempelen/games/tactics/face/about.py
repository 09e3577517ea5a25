"""What units, cards and tiles are and do: labels in a line, facts with signs, and terms in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kempelen.games.tactics.face.words import ai_word, card_word, target_word
from kempelen.games.tactics.rules.cards import Ai, Card, Effect, Profile
from kempelen.games.tactics.rules.state import Unit
from kempelen.scene.icons import ATTACK, COIN, DECK, FOOT, HEART, REACH
from kempelen.scene.status import Fact
from kempelen.text.say import Say, Text

__all__ = [
    "About",
    "about_card",
    "about_peril",
    "about_tile",
    "about_unit",
    "card_facts",
    "card_label",
    "does",
    "price_facts",
    "unit_facts",
    "unit_label",
]

About = tuple[tuple[str, str], ...]
"""Terms, each with what it means."""


# -- in a line


def unit_label(unit: Unit, say: Say) -> str:
    label = say(
        "tactics.scene.unit",
        unit=unit.name.text,
        health=unit.health,
        most=unit.profile.health,
        **_numbers(unit.profile),
    )
    if unit.ai is not None:
        label = say("tactics.scene.unit_ai", unit=label, ai=ai_word(unit.ai))
    return _with_full(label, unit.profile, say)


@lru_cache(maxsize=256)
def card_label(card: Card, say: Say) -> str:
    cost = "–" if card.cost is None else str(card.cost)
    if card.unit is not None:
        label = say(
            "tactics.scene.unit_card",
            card=card_word(card.name),
            cost=cost,
            health=card.unit.health,
            **_numbers(card.unit),
        )
        if card.unit.ai is not None:
            label = say("tactics.scene.unit_ai", unit=label, ai=ai_word(card.unit.ai))
        return _with_full(label, card.unit, say)
    assert card.effect is not None
    return say("tactics.scene.event_card", card=card_word(card.name), cost=cost, effect=_effect(card.effect))


def _numbers(profile: Profile) -> dict[str, int]:
    return {"attack": profile.attack, "range": profile.range, "move": profile.move, "upkeep": profile.upkeep}


def _with_full(label: str, profile: Profile, say: Say) -> str:
    """What the unit can do instead of moving and attacking."""
    full = profile.full
    if full is None:
        return label
    if full.tile:
        kind = Text(f"tactics.kind.{full.tile}")
        return say("tactics.scene.full_on", unit=label, effect=_effect(full, own=True), kind=kind)
    return say("tactics.scene.full", unit=label, effect=_effect(full, own=True))


def _effect(effect: Effect, own: bool = False) -> Text:
    """As a full action some of them reach only as far as the unit's neighbours."""
    near = "_near" if own and effect.kind == "mend_all" else ""
    return Text(f"tactics.effect.{effect.kind}{near}", n=effect.amount)


# -- facts


@lru_cache(maxsize=512)
def unit_facts(profile: Profile, say: Say, health: int | None = None) -> tuple[Fact, ...]:
    """What is printed on it; of one on the board also what is left of its health."""
    most = profile.health
    words = say("tactics.about.health", n=most)
    if health is not None:
        words = say("tactics.about.health_left", n=health, most=most)
    facts = [Fact(str(most) if health is None else f"{health}/{most}", words, HEART)]
    for what, icon, n in (
        ("attack", ATTACK, profile.attack),
        ("range", REACH, profile.range),
        ("move", FOOT, profile.move),
        ("upkeep", COIN, profile.upkeep),
    ):
        facts.append(Fact(str(n), say(f"tactics.about.{what}", n=n), icon))
    return tuple(facts)


@lru_cache(maxsize=512)
def card_facts(card: Card, pool: int, say: Say) -> tuple[Fact, ...]:
    """What it does in a few words, with what is still missing; its cost, and the unit on it."""
    short = does(card, say)
    facts = [Fact(short, say("tactics.about.does", does=short))] if short else []
    if card.cost is not None:
        lacks = list(_missing(card.cost, pool, say))
        if lacks and short:
            facts[0] = Fact(f"{lacks[0].value} · {short}", facts[0].label)
        facts += [Fact(str(card.cost), say("tactics.about.cost", n=card.cost), COIN), *lacks]
    return (*facts, *(unit_facts(card.unit, say) if card.unit is not None else ()))


@lru_cache(maxsize=512)
def does(card: Card, say: Say) -> str:
    """What a card is good for, in so few words that they stand below it: its effect, or how its unit strikes."""
    effect = card.effect
    if card.unit is not None:
        if card.unit.attack:
            return say("tactics.does.attack", attack=card.unit.attack, range=card.unit.range)
        effect = card.unit.full
        if effect is not None and effect.tile and say.has(f"tactics.does.{effect.kind}_{effect.tile}"):
            return say(f"tactics.does.{effect.kind}_{effect.tile}", n=effect.amount)
        if effect is not None and effect.kind == "mend_all":
            return say("tactics.does.mend_near", n=effect.amount)
    return say(f"tactics.does.{effect.kind}", n=effect.amount) if effect is not None else ""


@lru_cache(maxsize=512)
def price_facts(card: Card, left: int, pool: int | None, say: Say) -> tuple[Fact, ...]:
    """In a store: the price, what is still missing, how many are left; and the unit on it."""
    return (
        Fact(str(card.price), say("tactics.about.price", n=card.price), COIN),
        *(_missing(card.price, pool, say) if pool is not None else ()),
        Fact(str(left), say("tactics.about.left", n=left), DECK),
        *(unit_facts(card.unit, say) if card.unit is not None else ()),
    )


def _missing(cost: int, pool: int, say: Say) -> Iterator[Fact]:
    if cost > pool:
        words = say("tactics.about.missing", n=cost - pool)
        yield Fact(words, words, tone="bad")  # in words: a sign and a number would look like one more cost


# -- in words


@lru_cache(maxsize=512)
def about_unit(
    profile: Profile, ai: Ai | None, say: Say, *, tapped: bool = False, risk: int = 0, doomed: bool = False
) -> About:
    entries = [*_own_will(ai, say), *_full(profile, say)]
    if profile.boss:
        entries.insert(0, _entry("boss", say))
    if tapped:
        entries.append(_entry("tapped", say))
    if doomed:
        entries.insert(0, _entry("doomed", say))
    elif risk:
        entries.insert(0, about_peril(risk, say))
    return tuple(entries) or (_entry("unit", say),)


def _own_will(ai: Ai | None, say: Say) -> Iterator[tuple[str, str]]:
    """Who has an AI acts by its list."""
    if ai is not None:
        target = target_word(ai) if ai.kind == "target" else ""
        yield say.of(ai_word(ai), "Bare").capitalize(), say(f"tactics.about.ai_{ai.kind}", x=ai.x, target=target)


def _full(profile: Profile, say: Say) -> Iterator[tuple[str, str]]:
    full = profile.full
    if full is not None:
        key = "full_on" if full.tile else "full"
        kind = Text(f"tactics.kind.{full.tile}") if full.tile else ""
        words = say(f"tactics.about.{key}_words", effect=_effect(full, own=True), kind=kind)
        yield say("tactics.scene.full_action"), words


@lru_cache(maxsize=256)
def about_card(card: Card, say: Say) -> About:
    if card.unit is not None:
        return (_entry("unit_card", say), *about_unit(card.unit, card.unit.ai, say))
    assert card.effect is not None
    words = say.of(_effect(card.effect))
    return ((say("tactics.about.event"), f"{words[:1].upper()}{words[1:]}. {say('tactics.about.event_words')}"),)


def about_tile(kinds: Sequence[str], closed: bool, say: Say) -> About:
    """Every kind that the tile is of; a tile that is nothing special is open ground."""
    entries = [
        (say.of(Text(f"tactics.kind.{kind}"), "Bare").capitalize(), say(f"tactics.about.kind_{kind}")) for kind in kinds
    ]
    if closed:
        entries.append(_entry("closed", say))
    return tuple(entries) or (_entry("plain", say),)


def about_peril(n: int, say: Say) -> tuple[str, str]:
    """That it could be struck, and how hard."""
    return say("tactics.about.in_peril"), say("tactics.about.in_peril_words", n=n)


def _entry(name: str, say: Say) -> tuple[str, str]:
    return say(f"tactics.about.{name}"), say(f"tactics.about.{name}_words")
