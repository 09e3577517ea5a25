"""The course of a game of Trove.

Five rounds. A die says what the treasure of a round is worth; everybody plays one card, the highest takes it.
"""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.engine.table import HIDDEN, Deck, Seat, Table
from kempelen.text.say import Text
from kempelen_trove.rules.actions import CARDS
from kempelen_trove.rules.events import Played, Told
from kempelen_trove.rules.legal import legal
from kempelen_trove.rules.state import State

__all__ = ["ROUNDS", "new", "step"]

ROUNDS = 5
HAND = 3
WHICH_CARD = Text("trove.prompt.card")


def new(players: int, options: Mapping[str, str], table: Table) -> State:
    """Three cards each, and the first treasure."""
    state = State(options, Deck("cards"), [[] for _ in range(players)], [0] * players)
    table.state = state
    table.shuffle(state.deck, CARDS)
    for _ in range(HAND):
        draw_all(state, table)
    find_treasure(state, table)
    return state


def draw_all(s: State, table: Table) -> None:
    """A card for everybody; each sees only his own."""
    for seat, hand in enumerate(s.hands):
        hand.append(table.draw(s.deck, "hand", to=seat))
        if hand[-1] != HIDDEN:  # at a real table people keep their cards to themselves
            table.tell(Told, Text("trove.event.drew", card=hand[-1]), seat)


def find_treasure(s: State, table: Table) -> None:
    s.treasure = table.roll(6, "treasure")
    table.tell(Told, Text("trove.event.found", round=s.round, n=s.treasure))


def step(s: State, table: Table) -> None:
    """One player plays a card; after the last, the round is settled."""
    seat = len(s.played)
    action = table.choose(seat, WHICH_CARD, lambda: legal(s, seat))
    spend(s, seat, action.card)
    s.played.append(action.card)
    table.tell(Played, seat, action.card)
    if len(s.played) == len(s.hands):
        settle(s, table)


def spend(s: State, seat: Seat, card: int) -> None:
    """Take a card out of a hand; a card nobody had named has now shown itself."""
    if card not in s.hands[seat]:
        s.deck.name_away(card)
        card = HIDDEN
    s.hands[seat].remove(card)


def settle(s: State, table: Table) -> None:
    """The highest card takes the treasure; equal cards: Q1."""
    highest = [seat for seat, card in enumerate(s.played) if card == max(s.played)]
    if len(highest) > 1 and s.options["Q1"] == "nobody":
        table.tell(Told, Text("trove.event.lost"))
    else:
        winner = highest[-1] if s.options["Q1"] == "last" else highest[0]
        s.scores[winner] += s.treasure
        table.tell(Told, Text("trove.event.took", seat=winner + 1, n=s.treasure))
    s.spent += s.played
    s.played = []
    s.round += 1
    if s.round <= ROUNDS:
        draw_all(s, table)
        find_treasure(s, table)
