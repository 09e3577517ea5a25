"""What a newcomer might do now, in the scenario that teaches the game: an action, and the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.preview import preview
from kempelen.games.undaunted.face.words import card_word, unit_word
from kempelen.games.undaunted.players.careful import advised, begins, is_wanted, least_useful, winning
from kempelen.games.undaunted.rules.actions import Action, Attack, Bid, End, Go, Plain
from kempelen.games.undaunted.rules.cards import BASE, BEST, DICE, INITIATIVE, RIFLEMEN, SCOUTS, Card, needed
from kempelen.games.undaunted.rules.state import TURN, State
from kempelen.text.say import Text

__all__ = ["bid_hint", "hint"]


def hint(v: State, seat: Seat, action: Any = None) -> Text:
    """The advised action, which may be known, and why it is good."""
    action = advised(v, seat) if action is None else action
    said = _WORDS.get(type(action), _other)(v, seat, action)
    if _wins(v, seat, action):
        return Text("undaunted.hint.wins", hint=said)
    steps = isinstance(action, Go | Plain) and v.phase == TURN and action == winning(v, seat)
    return Text("undaunted.hint.wins_soon", hint=said) if steps else said


def _wins(v: State, seat: Seat, action: Any) -> bool:
    """It wins the game for certain: no die is rolled for it."""
    return isinstance(action, Plain) and any(
        remark.text.key == "undaunted.preview.wins" for remark in preview(v, seat, action).remarks
    )


# -- the rule behind it


def bid_hint(v: State, seat: Seat, roll: int, advised: Bid | None = None) -> Text:
    """What a bid against this roll would come to, and the card to give up; which that is may be known."""
    card = least_useful(v, seat, roll) if advised is None else advised.card
    said = _bid_words(v, seat, card, roll)
    sides = v.sides
    if v.round != v.scenario.rounds or sides[0].points != sides[1].points:
        return said
    beaten = not begins(v, seat, card, roll)
    return Text("undaunted.hint.bid_last_beaten" if beaten else "undaunted.hint.bid_last", hint=said)


def _bid_words(v: State, seat: Seat, card: Card, roll: int) -> Text:
    fields = {"card": card_word(card), "n": INITIATIVE[card], "roll": roll}
    if not begins(v, seat, card, roll):
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
    if not is_wanted(v, seat, end):
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
