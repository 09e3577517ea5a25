"""The rules of Trove.

Five rounds. A die says what the treasure of a round is worth; everybody plays one card, the highest takes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kempelen.engine.dice import Dice
from kempelen.engine.events import Happening
from kempelen.engine.table import HIDDEN, Deck, Event, Seat, Table
from kempelen.text.say import Text
from kempelen_trove.state import CARDS, PLAY, Play, State

__all__ = ["ROUNDS", "new", "redeal", "step", "view"]

ROUNDS = 5
HAND = 3
WHICH_CARD = Text("trove.prompt.card")


@dataclass(frozen=True, slots=True)
class Told:
    """Something has happened; `only` one seat may know, or everybody."""

    text: Text
    only: Seat | None = None

    def seen_by(self, seat: Seat) -> Event | None:
        return self if self.only in (None, seat) else None


class Played(
    Happening,
    says="trove.event.played",
    words={"seat": lambda seat: seat + 1},
    handles={"seat": lambda played: f"played:{played.seat + 1}"},
    touches={"seat": "laid"},
):
    """A card goes from a hand to the table."""

    seat: Seat
    card: int


# -- playing


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


def legal(s: State, seat: Seat) -> Sequence[Play]:
    """Any card of the hand; of a hand nobody has named (companion), any card that has not been seen."""
    cards = s.deck.bag if HIDDEN in s.hands[seat] else s.hands[seat]
    return [PLAY[card] for card in sorted(set(cards))]


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


# -- what a seat knows


def view(s: State, seat: Seat) -> State:
    """Own cards and all that lies open. The cards of other hands may as well be in the pile."""
    v = s.copy()
    for other, hand in enumerate(s.hands):
        if other != seat:
            known = [card for card in hand if card != HIDDEN]
            v.deck.shuffle_in(known)
            v.deck.away += len(known)
            v.hands[other] = [HIDDEN] * len(hand)
    return v


def redeal(v: State, dice: Dice) -> State:
    """A full state that this view could come from."""
    s = v.copy()
    bag = s.deck.bag
    for hand in s.hands:
        hand[:] = [bag.pop(dice.below(len(bag), "redeal", "")) if card == HIDDEN else card for card in hand]
    s.deck.away = 0
    return s
