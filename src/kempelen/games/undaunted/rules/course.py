"""The rules of Undaunted: a round, a turn, and what every action does (T, K, M, P; combat is in combat.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kempelen.engine.table import HIDDEN, Seat, Table
from kempelen.games.undaunted.automa.sequence import higher
from kempelen.games.undaunted.face.prompts import BID, PLAY, bid_against, in_vain_at, more, play_only
from kempelen.games.undaunted.rules.actions import (
    END,
    Action,
    Attack,
    Bid,
    Bolster,
    Command,
    Enough,
    Go,
    Guide,
    Inspire,
    Plain,
    Take,
    Target,
)
from kempelen.games.undaunted.rules.cards import DICE, FOG, INITIATIVE, MORTAR, SQUAD, Card, profile
from kempelen.games.undaunted.rules.combat import blast, fire
from kempelen.games.undaunted.rules.endings import in_vain, judge, time_is_up
from kempelen.games.undaunted.rules.events import (
    Bidden,
    Bolstered,
    Concealed,
    Controlled,
    Drew,
    FogTaken,
    Guided,
    Hunkered,
    InitiativeKept,
    InitiativeRolled,
    InitiativeWon,
    Inspired,
    MarkerLifted,
    Moved,
    Placed,
    Played,
    Readied,
    Reconnoitred,
    Reinforced,
    Reshuffled,
    RoundBegan,
    Targeted,
    TurnEnded,
)
from kempelen.games.undaunted.rules.legal import bids, legal, more_to_take, playable
from kempelen.games.undaunted.rules.state import DRAW, HAND, LAST_ROUND, TURN, Side, State
from kempelen.games.undaunted.rules.terrain import NOWHERE
from kempelen.text.say import Text

__all__ = ["deal_hidden", "draw", "perform", "place", "spend", "step"]


def step(s: State, table: Table) -> None:
    """Draw and fight for initiative, or play one card."""
    if s.phase == DRAW:
        begin_round(s, table)
        return
    seat = s.active
    if not playable(s.sides[seat]):  # only a position begins like this
        end_turn(s, table)
        return
    action: Action = table.choose(seat, _asked(s, seat), lambda: legal(s, seat))
    if action is not END:
        perform(s, table, seat, action)
        if s.ending is not None or playable(s.sides[seat]):
            return
    end_turn(s, table)


def _asked(s: State, seat: Seat) -> Text:
    """Which card, and what for; only what for if all that is left are cards of one kind, and whether it matters."""
    side = s.sides[seat]
    if in_vain(s, seat):
        return in_vain_at(side.points, s.sides[1 - seat].points)
    first, *others = [card for card in side.hand if card != FOG]
    if first == HIDDEN or any(card != first for card in others):
        return PLAY
    return play_only(first, 1 + len(others))


# -- a round


def begin_round(s: State, table: Table) -> None:
    """T1 and T2: both draw, then initiative."""
    if s.round >= (s.scenario.rounds or LAST_ROUND):
        time_is_up(s, table)
        return
    s.round += 1
    table.tell(RoundBegan, s.round, s.round == s.scenario.rounds)
    for seat in (0, 1):
        if s.round in s.scenario.reinforcements[seat]:
            reinforce(s, table, seat)
    for seat in (0, 1):
        for _ in range(HAND):
            draw(s, table, seat, "hand")
    s.holder = s.active = initiative(s, table)
    s.second = False
    s.phase = TURN
    begin_turn(s, table)


def reinforce(s: State, table: Table, seat: Seat) -> None:
    """Cards that the scenario promises for this round come to the discard, as if bolstered (H6)."""
    for card, count in s.scenario.reinforcements[seat][s.round].items():
        s.sides[seat].discard += [card] * count
        table.tell(Reinforced, seat, card, count)


def initiative(s: State, table: Table) -> Seat:
    """T2. The automa rolls, and shows it before anybody bids (Q12 to Q14); its first round has no bid (Q11)."""
    automa = s.sides[0].rolls or s.sides[1].rolls
    if automa and s.round == 1 and s.options["Q11"] == "no_bid":
        table.tell(InitiativeKept, s.holder)
        return s.holder
    values = [0, 0]
    for seat, side in enumerate(s.sides):
        if side.rolls:
            values[seat] = table.roll(10, "initiative")
            table.tell(InitiativeRolled, seat, values[seat])
    for seat, bid in _bids(s, table, values).items():
        side = s.sides[seat]
        take_from_hand(side, bid.card)
        side.discard.append(bid.card)
        values[seat] = INITIATIVE[bid.card]
        table.tell(Bidden, seat, bid.card, values[seat])
    first = higher(values, s.holder)
    table.tell(InitiativeWon, first, values[0] == values[1], max(values), min(values))
    return first


def _bids(s: State, table: Table, rolled: list[int]) -> dict[Seat, Bid]:
    """One card of every side that does not roll, chosen in secret."""
    bidders = [seat for seat, side in enumerate(s.sides) if not side.rolls and side.hand]
    if len(bidders) == 2:
        return table.together({seat: (BID, lambda seat=seat: bids(s.sides[seat])) for seat in bidders})  # type: ignore[misc]
    chosen: dict[Seat, Bid] = {}
    for seat in bidders:
        best = max(INITIATIVE[bid.card] for bid in bids(s.sides[seat]))
        prompt = bid_against(rolled[1 - seat], s.holder == seat, best) if s.sides[1 - seat].rolls else BID
        chosen[seat] = table.choose(seat, prompt, lambda seat=seat: bids(s.sides[seat]))  # type: ignore[misc]
    return chosen


def begin_turn(s: State, table: Table) -> None:
    s.sides[s.active].bolstered_turn = False
    if not playable(s.sides[s.active]):
        end_turn(s, table)


def end_turn(s: State, table: Table) -> None:
    """T3: hand and play area are discarded; then the other side, then the next round."""
    side = s.sides[s.active]
    side.discard += side.play
    side.discard += side.hand
    side.play.clear()
    side.hand.clear()
    table.tell(TurnEnded, s.active)
    if s.second:
        s.phase = DRAW
    else:
        s.second = True
        s.active = 1 - s.active
        begin_turn(s, table)


# -- cards


def draw(s: State, table: Table, seat: Seat, why: str) -> Card | None:
    """A card from the deck to the hand; an empty deck is made anew from the discard (T1, T5)."""
    side = s.sides[seat]
    deck = side.deck
    if len(deck.bag) + len(deck.top) <= deck.away:
        if not side.discard:
            return None
        reshuffle(side, table)
        table.tell(Reshuffled, seat)
    card = table.draw(deck, why, to=seat)
    side.hand.append(card)
    table.tell(Drew, seat, card)
    return card


def deal_hidden(s: State, table: Table) -> None:
    """Deal the hands that a position leaves open. What lies on a real table stays unknown."""
    for seat, side in enumerate(s.sides):
        # These cards have left the deck already, so they are not those whose order is known.
        known, side.deck.top = side.deck.top, []
        for n, card in enumerate(side.hand):
            if card == HIDDEN:
                side.deck.away -= 1
                side.hand[n] = table.draw(side.deck, "hand", to=seat)
        side.deck.top = known


def reshuffle(side: Side, table: Table) -> None:
    """The discard becomes the deck; cards that nobody has named are in the deck's bag already."""
    known = [card for card in side.discard if card != HIDDEN]
    side.deck.away -= len(side.discard) - len(known)
    side.discard.clear()
    table.shuffle(side.deck, known)


def take_from_hand(side: Side, card: Card) -> None:
    """If the hand is unknown, the card has now shown itself."""
    if card in side.hand:
        side.hand.remove(card)
    else:
        side.hand.remove(HIDDEN)
        side.deck.name_away(card)


def spend(side: Side, card: Card) -> None:
    """From the hand to the play area (T3)."""
    take_from_hand(side, card)
    side.play.append(card)


# -- actions


def perform(s: State, table: Table, seat: Seat, action: Action) -> None:
    """Play a card for one of its actions (T4)."""
    _DO[type(action)](s, table, seat, action)


def place(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """A counter off the board comes onto its spawn tile, ready (K3, K5, K6)."""
    side = s.sides[seat]
    if side.at[unit] < 0:
        side.at[unit] = s.scenario.spawns[seat][unit]
        side.suppressed &= ~(1 << unit)
        table.tell(Placed, seat, unit, s.scenario.terrain.names[side.at[unit]])


def _go(s: State, table: Table, seat: Seat, action: Go) -> None:
    """Move, Scout, Stalk (M1 to M3, M5)."""
    side, unit = s.sides[seat], action.card
    spend(side, unit)
    place(s, table, seat, unit)
    start = s.scenario.terrain.names[side.at[unit]]
    if not action.tiles:
        table.tell(Moved, seat, unit, action.how, (start,))
        return
    side.at[unit] = action.tiles[-1]
    table.tell(Moved, seat, unit, action.how, (start, *action.path))
    if action.how == "scout":
        _mark(side, table, seat, action)
    elif unit == MORTAR:
        lift_marker(side, table, seat)


def _mark(side: Side, table: Table, seat: Seat, action: Go) -> None:
    """New markers on the path, each for a Fog card as long as there are any (M2)."""
    fog = 0
    for tile in action.tiles:
        if not side.marked >> tile & 1:
            side.marked |= 1 << tile
            if side.supply[FOG]:
                side.supply[FOG] -= 1
                side.discard.append(FOG)
                fog += 1
    if fog:
        table.tell(FogTaken, seat, fog)


def lift_marker(side: Side, table: Table, seat: Seat) -> None:
    """The Mortar has moved (M5)."""
    if side.marker >= 0:
        side.marker = NOWHERE
        table.tell(MarkerLifted, seat)


def _attack(s: State, table: Table, seat: Seat, action: Attack) -> None:
    side, unit = s.sides[seat], action.card
    spend(side, unit)
    place(s, table, seat, unit)
    fire(s, table, seat, unit, action.how, action.target, DICE[action.how][unit])


def _plain(s: State, table: Table, seat: Seat, action: Plain) -> None:
    if action.how not in ("ready", "hunker_down"):
        table.tell(Played, seat, action.card, action.how)
    _PLAIN[action.how](s, table, seat, action.card)


def _ready(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """A suppressed unit is turned face up instead of acting (K2)."""
    side = s.sides[seat]
    spend(side, unit)
    side.suppressed &= ~(1 << unit)
    table.tell(Readied, seat, unit)


def _hunker_down(s: State, table: Table, seat: Seat, card: Card) -> None:
    """The card goes back to the supply (K4)."""
    side = s.sides[seat]
    take_from_hand(side, card)
    side.supply[card] += 1
    table.tell(Hunkered, seat, card)


def _recon(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """A Fog card leaves the game, and a card is drawn (P5)."""
    side = s.sides[seat]
    spend(side, unit)
    place(s, table, seat, unit)
    take_from_hand(side, FOG)
    side.removed[FOG] += 1
    table.tell(Reconnoitred, seat)
    draw(s, table, seat, "recon")


def _conceal(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """A Fog card from the enemy's supply to his discard (P4)."""
    spend(s.sides[seat], unit)
    place(s, table, seat, unit)
    foe = s.sides[1 - seat]
    if foe.supply[FOG]:
        foe.supply[FOG] -= 1
        foe.discard.append(FOG)
        table.tell(Concealed, seat)


def _control(s: State, table: Table, seat: Seat, unit: Card) -> None:
    """The marker is turned to its controlled side (P6); a radio tile rises (V6)."""
    side, foe = s.sides[seat], s.sides[1 - seat]
    spend(side, unit)
    place(s, table, seat, unit)
    tile = side.at[unit]
    raised = side.controlled >> tile & 1 == 1
    gained = 1 if raised else s.values[tile]
    side.points += gained
    if raised:
        s.values[tile] += 1
    else:
        side.controlled |= 1 << tile
        if foe.controlled >> tile & 1:
            foe.controlled &= ~(1 << tile)
            foe.points -= s.values[tile]
    table.tell(Controlled, seat, s.scenario.terrain.names[tile], s.values[tile], raised, gained)
    judge(s, table, seat)


def _blast(s: State, table: Table, seat: Seat, unit: Card) -> None:
    spend(s.sides[seat], unit)
    place(s, table, seat, unit)
    blast(s, table, seat, unit)


_PLAIN: Mapping[str, Callable[[State, Table, Seat, Card], None]] = {
    "ready": _ready,
    "hunker_down": _hunker_down,
    "recon": _recon,
    "conceal": _conceal,
    "control": _control,
    "blast": _blast,
}


def _target(s: State, table: Table, seat: Seat, action: Target) -> None:
    """The own target marker on a tile at least three away (P7)."""
    side = s.sides[seat]
    table.tell(Played, seat, action.card, "target")
    spend(side, action.card)
    place(s, table, seat, action.card)
    side.marker = action.tile
    table.tell(Targeted, seat, action.at)


def _bolster(s: State, table: Table, seat: Seat, action: Bolster) -> None:
    """Cards from the supply to the discard (P1)."""
    side, squad = s.sides[seat], SQUAD[action.card]
    table.tell(Played, seat, action.card, "bolster")
    spend(side, action.card)
    side.bolstered_turn = side.bolstered_game = True
    left = profile(action.card).actions["bolster"]
    taken: Bolster | Take | Enough = action
    while not isinstance(taken, Enough):
        side.supply[taken.pile] -= taken.count
        side.discard += [taken.pile] * taken.count
        table.tell(Bolstered, seat, taken.pile, taken.count)
        left -= taken.count
        if not left or not _takeable(side, squad):
            return
        taken = table.choose(seat, more(left, squad), partial(more_to_take, s, seat, left, squad))


def _takeable(side: Side, squad: str) -> bool:
    return any(count and pile != FOG and (not squad or SQUAD[pile] == squad) for pile, count in enumerate(side.supply))


def _command(s: State, table: Table, seat: Seat, action: Command) -> None:
    """Draw cards to play this turn (P2)."""
    table.tell(Played, seat, action.card, "command")
    spend(s.sides[seat], action.card)
    for _ in range(action.count):
        draw(s, table, seat, "command")


def _inspire(s: State, table: Table, seat: Seat, action: Inspire) -> None:
    """A card of the squad comes back to the hand (P3)."""
    side = s.sides[seat]
    table.tell(Played, seat, action.card, "inspire")
    spend(side, action.card)
    side.play.remove(action.back)
    side.hand.append(action.back)
    table.tell(Inspired, seat, action.back)


def _guide(s: State, table: Table, seat: Seat, action: Guide) -> None:
    """Any own counter that is not suppressed, onto a marked tile (M4, M5)."""
    side, names = s.sides[seat], s.scenario.terrain.names
    table.tell(Played, seat, action.card, "guide")
    spend(side, action.card)
    start = names[side.at[action.unit]]
    side.at[action.unit] = action.tile
    table.tell(Guided, seat, action.unit, start, action.to)
    if action.unit == MORTAR:
        lift_marker(side, table, seat)


_DO: Mapping[type, Callable[[State, Table, Seat, Any], None]] = {
    Go: _go,
    Attack: _attack,
    Plain: _plain,
    Target: _target,
    Bolster: _bolster,
    Command: _command,
    Inspire: _inspire,
    Guide: _guide,
}
