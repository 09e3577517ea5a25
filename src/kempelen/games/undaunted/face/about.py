"""What cards, counters, markers and tiles do, in words and numbers, for whoever points at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.face.words import action_word
from kempelen.games.undaunted.rules.cards import BASE, FOG, INITIATIVE, UNITS, Card, profile
from kempelen.games.undaunted.rules.state import Side, State
from kempelen.games.undaunted.rules.terrain import HILL, HILL_FROM_HILL, TileFacts
from kempelen.scene.icons import CLOCK, DECK, PROTECTION
from kempelen.scene.status import Fact
from kempelen.text.say import Field, Say

__all__ = ["About", "about_card", "about_tile", "card_facts", "cards_left", "ground", "marker_about"]
__all__ += ["share_left", "unit_facts"]

About = tuple[tuple[str, str], ...]
"""Terms, each with what it means."""

UNNUMBERED = frozenset({"recon", "conceal", "control", "target", "guide"})
"""Actions behind which no number is needed."""


@lru_cache(maxsize=64)
def about_card(card: Card, say: Say) -> About:
    """What may be done with the card: its actions with their numbers (rules M, P, C), or to hunker down (K4)."""
    if card == FOG:
        return marker_about("fog", say)
    return tuple(_actions(card, say))


def _actions(card: Card, say: Say) -> Iterator[tuple[str, str]]:
    squad = "_squad" if profile(card).kind == "leader" else ""
    for action, n in profile(card).actions.items():
        term = say.of(action_word(action), "bare")
        words = f"undaunted.about.{action}{squad if action in ('bolster', 'inspire') else ''}"
        yield term if action in UNNUMBERED else f"{term} {n}", say(words, n=n)
    yield say.of(action_word("hunker_down"), "bare"), say("undaunted.about.hunker_down")


def marker_about(what: str, say: Say, **fields: Field) -> About:
    return ((say(f"undaunted.about.{what}_term", **fields), say(f"undaunted.about.{what}", **fields)),)


def card_facts(view: State, seat: Seat, card: Card, say: Say) -> tuple[Fact, ...]:
    """What it can be played for, its initiative and defence; and how many of the card are still to come, if it is one's
    own and the deck is known."""
    if card == HIDDEN:
        return ()
    facts = [
        *_verbs(card, say),
        Fact(str(INITIATIVE[card]), say("undaunted.about.initiative", n=INITIATIVE[card]), CLOCK),
    ]
    if card in UNITS:
        facts.append(_defence(card, say))
    side = view.sides[seat]
    if view.viewer == seat and not side.deck.away:
        more = sum(pile.count(card) for pile in (side.deck.bag, side.deck.top, side.discard))
        facts.append(Fact(f"+{more}", say("undaunted.about.more", n=more), DECK))
    return tuple(facts)


@lru_cache(maxsize=64)
def _verbs(card: Card, say: Say) -> tuple[Fact, ...]:
    """The actions on the card, short enough to stand below it."""
    actions = profile(card).actions
    words = " · ".join(say.of(action_word(action), "bare").capitalize() for action in actions)
    return (Fact(words, say("undaunted.about.actions", n=len(actions))),) if actions else ()


def unit_facts(view: State, seat: Seat, unit: Card, say: Say) -> tuple[Fact, ...]:
    """Its defence, and with the cover of the tile it stands on; its cards, which are its life (C5)."""
    side = view.sides[seat]
    whole = BASE[unit] + view.scenario.terrain.cover[side.at[unit]]
    facts = _defence(unit, say), Fact(str(whole), say("undaunted.about.covered", n=whole), PROTECTION)
    cards = cards_left(side, unit)
    if cards is None:
        return facts
    lost = side.removed[unit]
    key = "strength" if not lost else "strength_lost" if cards else "strength_none"
    words = say(f"undaunted.about.{key}", n=cards, lost=lost)
    return (*facts, Fact(str(cards), words, DECK, "bad" if lost else ""))


def cards_left(side: Side, unit: Card) -> int | None:
    """A unit's cards in hand, deck, discard and play together, wherever each is; None if some lie on a real table
    unseen."""
    if side.deck.away > side.hand.count(HIDDEN) + side.discard.count(HIDDEN):
        return None
    return sum(pile.count(unit) for pile in (side.hand, side.deck.bag, side.deck.top, side.discard, side.play))


def share_left(side: Side, unit: Card) -> float:
    """How much of a unit is left, from 0 to 1: of the cards that it has or has lost."""
    lost, cards = side.removed[unit], cards_left(side, unit)
    return cards / (cards + lost) if lost and cards is not None else 1


def _defence(unit: Card, say: Say) -> Fact:
    return Fact(str(BASE[unit]), say("undaunted.about.defence", n=BASE[unit]), PROTECTION)


def about_tile(facts: TileFacts, value: int, radio: bool, say: Say) -> About:
    """Cover (C2, C3), points (V1), radio (V6)."""
    entries = marker_about("hill", say, n=HILL, less=HILL_FROM_HILL) if facts.hill else ()
    if not facts.hill:
        entries = marker_about("cover" if facts.cover else "open", say, n=facts.cover)
    if value:
        entries += marker_about("objective", say, n=value)
    if radio:
        entries += marker_about("radio", say)
    return entries


def ground(tile: TileFacts) -> str:
    """What the tile looks like: the box has only cover, so more cover is a thicker ground."""
    return "high" if tile.hill else ("open", "brush", "built")[min(tile.cover, 2)]
