"""Cards that are set aside for computer players before a game with real cards: the app deals them their share of it.

In a shuffled pile any cards may be theirs, and as many as their hands and turns take. So the app draws that many
lots, people sort these cards out, and shuffle what is left for themselves.
"""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.engine.seats import HUMAN
from kempelen.engine.setup import Setup
from kempelen.engine.table import HIDDEN
from kempelen.engine.things import Below, Kept
from kempelen.games.saboteur.files.position import from_position
from kempelen.games.saboteur.rules.actions import Action
from kempelen.games.saboteur.rules.cards import DECK_COMMERCIAL, NAMES, Card
from kempelen.games.saboteur.rules.objections import card_of
from kempelen.games.saboteur.rules.setup import VARIANTS, hand_size, lesson, whole_deck

__all__ = ["CARDS", "kept", "kept_card", "kept_since"]

CARDS, DEAL = "cards", "deal"


def kept(setup: Setup, below: Below, share: bool = False) -> Kept:
    """The cards that automas will be dealt and draw until the pile is empty, and what is left for the people.

    With `share` the supply has cards only that every box has, as long as there are enough; and of a game that begins
    with cards out of it, people have those that they will need.
    """
    position = setup.position or (lesson(setup.begun) if setup.scenario == "first" else None)
    count, bots = len(setup.seats), [who != HUMAN for who in setup.seats]
    held: list[Card] = []
    hidden = 0
    if position is None:
        variant = VARIANTS[setup.scenario]
        bag, dealt = whole_deck(variant), hand_size(count) * sum(bots)
        pile = len(bag) - hand_size(count) * count
        begins: Sequence[int] = range(count) if variant.rounds > 1 else (0,)  # somebody else begins another round
    else:
        state = from_position(position, {"R14": setup.options.get("R14", "")})
        bag, pile, begins = state.deck.bag[:], len(state.deck), (state.active,)
        dealt = sum(hand.count(HIDDEN) for hand, bot in zip(state.hands, bots, strict=True) if bot)
        held = [card for hand, bot in zip(state.hands, bots, strict=True) if not bot for card in hand if card != HIDDEN]
        hidden = sum(hand.count(HIDDEN) for hand, bot in zip(state.hands, bots, strict=True) if not bot)
    draws = max(sum(bots[(first + n) % count] for n in range(pile)) for first in begins)
    need = dealt + draws
    common = [card for card in bag if card in DECK_COMMERCIAL] if share else bag
    if share and len(common) >= need:
        rare = [card for card in bag if card not in DECK_COMMERCIAL]
    else:
        common, rare = bag, []
    supply = [common.pop(below(len(common), nth)) for nth in range(need)]
    own = [*common, *rare]
    if share and position is not None:
        own = people_need(common, rare, hidden + pile - draws, lambda n, nth: below(n, need + nth))
    return Kept(CARDS, tuple(NAMES[card] for card in supply), tuple(NAMES[card] for card in (*own, *held)), share)


def people_need(common: Sequence[Card], rare: Sequence[Card], n: int, below: Below) -> list[Card]:
    """So many cards by lot, such as every box has first."""
    left, more = list(common), list(rare)
    return [(part := left or more).pop(below(len(part), nth)) for nth in range(min(n, len(left) + len(more)))]


def kept_card(action: Action) -> str:
    """The card that somebody takes from his hand for it."""
    card = card_of(action)
    return "" if card is None else NAMES[card]


def kept_since(drawn: Sequence[tuple[str, str]]) -> Sequence[str]:
    """What automas have had in this round: when hands are dealt again, all cards are back."""
    found: list[str] = []
    before = DEAL
    for why, card in drawn:
        if why == DEAL != before:
            found = []
        found.append(card)
        before = why
    return found
