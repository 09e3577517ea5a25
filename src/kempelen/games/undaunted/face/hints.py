"""What a newcomer might do now, in the scenario that teaches the game: an action, and the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kempelen.engine.table import Seat
from kempelen.engine.tables.foreseen import at_best
from kempelen.games.undaunted.automa.facts import control_changes
from kempelen.games.undaunted.face.words import card_word, unit_word
from kempelen.games.undaunted.players.scripted import score
from kempelen.games.undaunted.rules.actions import BIDS, END, Action, Attack, Bid, End, Go, Plain
from kempelen.games.undaunted.rules.cards import BASE, BEST, DICE, FOG, INITIATIVE, RIFLEMEN, SCOUTS, Card, needed
from kempelen.games.undaunted.rules.course import perform
from kempelen.games.undaunted.rules.legal import bids, legal
from kempelen.games.undaunted.rules.state import TURN, State
from kempelen.games.undaunted.rules.terrain import Tile
from kempelen.text.say import Text

__all__ = ["advised", "bid_hint", "hint"]

EXPOSED = 100.0
"""What a Rifleman loses who would stand in the open until the enemy's turn: more than anything there is worth."""
AT_ONCE = 20.0
"""What it is worth to reach an objective that the next card controls in the same turn."""


def hint(v: State, seat: Seat, action: Any = None) -> Text:
    """The advised action, which may be known, and why it is good."""
    action = advised(v, seat) if action is None else action
    return _WORDS.get(type(action), _other)(v, seat, action)


def advised(v: State, seat: Seat, options: Sequence[Action] = (), roll: int = 0) -> Any:
    """What the scripted side would do, but no Rifleman goes into the open with his last card.

    It is looked for among the options, or else among everything that is allowed. A bid counts against the roll.
    """
    if v.phase != TURN:
        return BIDS[_least_useful(v, seat, roll)]
    found: Action = END
    top = 0.0
    for option in options or legal(v, seat):
        points = score(v, seat, option) + _patience(v, seat, option)
        if points > top:
            found, top = option, points
    return found


def _patience(v: State, seat: Seat, action: Action) -> float:
    """In the open one is shot at; with a second card of the same unit its objective is taken before that (P6)."""
    if not isinstance(action, Go) or action.card not in RIFLEMEN or not action.tiles:
        return 0.0
    end = action.tiles[-1]
    if v.sides[seat].hand.count(action.card) > 1:
        return AT_ONCE if _is_wanted(v, seat, end) else 0.0
    return 0.0 if v.scenario.terrain.cover[end] else -EXPOSED


def _is_wanted(v: State, seat: Seat, tile: Tile) -> bool:
    """An objective that a Rifleman could control there; not while an enemy stands on it (P6)."""
    return bool(v.values[tile]) and control_changes(v, seat, tile)


def _least_useful(v: State, seat: Seat, roll: int) -> Card:
    """The card to give up for initiative (T2): Fog if there is any, else the one with the least to do now.

    No card is given up with which the others would take more points in this turn. Against a roll it is looked for among
    the cards that would begin, if there are any: a tie is the holder's (Q13).
    """
    useful: dict[Card, float] = {}
    for option in legal(v, seat):
        card: Card | None = getattr(option, "card", None)
        if card is not None:
            useful[card] = max(useful.get(card, 0.0), score(v, seat, option))
    hand = [bid.card for bid in bids(v.sides[seat])]
    if roll:
        hand = [card for card in hand if _begins(v, seat, card, roll)] or hand
    keeps = {card: _without(v, seat, card) for card in hand}
    return min(hand, key=lambda card: (-keeps[card], card != FOG, useful.get(card, 0.0), -INITIATIVE[card]))


def _without(v: State, seat: Seat, card: Card) -> int:
    """The points that the rest of the hand takes in this turn."""
    rest = v.copy()
    rest.sides[seat].hand.remove(card)
    return _taken(rest, seat)


def _taken(v: State, seat: Seat) -> int:
    """The most points that this hand takes without dice and if nobody comes between: Scouts first, then Riflemen."""
    seen: set[tuple[Any, ...]] = set()
    ahead, most = [(v, True)], 0
    while ahead:
        state, scouting = ahead.pop()
        most = max(most, state.sides[seat].points - v.sides[seat].points)
        for option in legal(state, seat) if state.ending is None else ():
            scouts = isinstance(option, Go) and option.card in SCOUTS
            if not (scouts and scouting) and not _is_riflemans_way(option):
                continue
            after = _after(state, seat, option)
            own = after.sides[seat]
            key = (scouts, tuple(sorted(own.hand)), tuple(own.at), own.marked, own.controlled)
            if key not in seen:
                seen.add(key)
                ahead.append((after, scouts))
    return most


def _after(v: State, seat: Seat, action: Action) -> State:
    state: State = at_best(v, lambda s, table: perform(s, table, seat, action)).state
    return state


def _is_riflemans_way(action: Action) -> bool:
    if isinstance(action, Plain):
        return action.how == "control"
    return isinstance(action, Go) and action.card in RIFLEMEN


def _begins(v: State, seat: Seat, card: Card, roll: int) -> bool:
    return INITIATIVE[card] > roll or (INITIATIVE[card] == roll and v.holder == seat)


# -- the rule behind it


def bid_hint(v: State, seat: Seat, roll: int, advised: Bid | None = None) -> Text:
    """What a bid against this roll would come to, and the card to give up; which that is may be known."""
    card = _least_useful(v, seat, roll) if advised is None else advised.card
    said = _bid_words(v, seat, card, roll)
    sides = v.sides
    if v.round != v.scenario.rounds or sides[0].points != sides[1].points:
        return said
    beaten = not _begins(v, seat, card, roll)
    return Text("undaunted.hint.bid_last_beaten" if beaten else "undaunted.hint.bid_last", hint=said)


def _bid_words(v: State, seat: Seat, card: Card, roll: int) -> Text:
    fields = {"card": card_word(card), "n": INITIATIVE[card], "roll": roll}
    if not _begins(v, seat, card, roll):
        return Text("undaunted.hint.bid_lower", **fields)
    return Text("undaunted.hint.bid_tie" if INITIATIVE[card] == roll else "undaunted.hint.bid_higher", **fields)


def _bid(v: State, seat: Seat, action: Bid) -> Text:
    return Text("undaunted.hint.bid", card=card_word(action.card), n=INITIATIVE[action.card])


def _go(v: State, seat: Seat, action: Go) -> Text:
    card = card_word(action.card)
    if not action.tiles:
        return _other(v, seat, action)
    end = action.tiles[-1]
    at, worth = v.scenario.terrain.names[end], v.values[end]
    if action.card in SCOUTS:
        return Text("undaunted.hint.scout", card=card, at=at)
    if action.card not in RIFLEMEN:
        return Text("undaunted.hint.better_place", card=card, at=at)
    if not _is_wanted(v, seat, end):
        return Text("undaunted.hint.nearer", card=card, at=at)
    cards = v.sides[seat].hand.count(action.card)
    if cards > 1:
        return Text("undaunted.hint.move_and_control", card=card, cards=cards, at=at, n=worth)
    return Text("undaunted.hint.move", card=card, at=at, n=worth)


def _attack(v: State, seat: Seat, action: Attack) -> Text:
    side, foe = v.sides[seat], v.sides[1 - seat]
    at = side.at[action.card] if side.at[action.card] >= 0 else v.scenario.spawns[seat][action.card]
    defence = BASE[action.target] + v.scenario.terrain.shield[at][foe.at[action.target]]
    return Text(
        f"undaunted.hint.{action.how}",
        card=card_word(action.card),
        target=unit_word(action.target, 1 - seat),
        faces=_faces(needed(defence)),
        dice=DICE[action.how][action.card],
    )


def _faces(least: int) -> Text:
    """What a die has to show: a number alone could be read as one of dice."""
    key = {BEST: "faces_best", BEST - 1: "faces_two"}.get(least, "faces_more")
    return Text(f"undaunted.hint.{key}", n=least, best=BEST)


def _plain(v: State, seat: Seat, action: Plain) -> Text:
    card = card_word(action.card)
    if action.how == "control":
        at = v.sides[seat].at[action.card]
        tile = at if at >= 0 else v.scenario.spawns[seat][action.card]
        return Text("undaunted.hint.control", card=card, at=v.scenario.terrain.names[tile], n=v.values[tile])
    known = action.how in ("ready", "recon", "conceal")
    return Text(f"undaunted.hint.{action.how}", card=card) if known else _other(v, seat, action)


def _other(v: State, seat: Seat, action: Action) -> Text:
    return Text("undaunted.hint.other", action=action.text)


def _end(v: State, seat: Seat, action: End) -> Text:
    return Text("undaunted.hint.end")


_WORDS: Mapping[type, Callable[[State, Seat, Any], Text]] = {
    Attack: _attack,
    Bid: _bid,
    End: _end,
    Go: _go,
    Plain: _plain,
}
