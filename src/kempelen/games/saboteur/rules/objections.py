"""Why an action is not allowed now, in a sentence that says what stands in the way."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import card_word, seat_word, tool_word, tools_word, xy_text
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Place, Repair, Rockfall, Take
from kempelen.games.saboteur.rules.board import GOALS
from kempelen.games.saboteur.rules.cards import CARDS, MAP, OPEN, ROCKFALL, SYMMETRIC, Card, laid
from kempelen.games.saboteur.rules.legal import held
from kempelen.games.saboteur.rules.state import State
from kempelen.text.say import Text

__all__ = ["card_of", "objection"]


def objection(s: State, seat: Seat, action: Action) -> Text | None:
    """Why an action is not among the legal ones, for the person who tried it."""
    card = card_of(action)
    if not s.hands[seat]:
        return Text("saboteur.objection.empty_hand")
    if card is not None and card not in held(s, seat):
        return Text(
            "saboteur.objection.not_held", card=card_word(card), hand=tuple(card_word(c) for c in held(s, seat))
        )
    match action:
        case Place():
            return _cannot_lay(s, seat, action)
        case Break(card, target) if target >= s.players:
            return Text("saboteur.objection.no_such_player", n=target + 1, players=s.players)
        case Break(card, target) if target == seat:
            return Text("saboteur.objection.not_oneself")
        case Break(card, target):
            return Text(
                "saboteur.objection.already_broken", target=seat_word(target), tool=tool_word(CARDS[card].breaks)
            )
        case Repair(card, target, tool) if target >= s.players:
            return Text("saboteur.objection.no_such_player", n=target + 1, players=s.players)
        case Repair(card, target, tool):
            return Text("saboteur.objection.not_broken", target=seat_word(target), tool=tool_word(tool))
        case Rockfall(cell):
            return Text("saboteur.objection.nothing_to_remove", at=xy_text(cell))
        case Look(goal):
            return Text("saboteur.objection.face_up", at=xy_text(goal))
        case Take(nuggets):
            return Text("saboteur.objection.not_offered", n=nuggets)
        case Discard():
            return Text("saboteur.objection.face_down")
    return Text("saboteur.objection.must_act")


def card_of(action: Action) -> Card | None:
    """The card that the action takes from a hand; None if it is none, or face down."""
    match action:
        case Place(card=card) | Break(card=card) | Repair(card=card):
            return card
        case Discard(card) if card != HIDDEN:
            return card
        case Rockfall():
            return ROCKFALL
        case Look():
            return MAP
    return None


def _cannot_lay(s: State, seat: Seat, action: Place) -> Text:
    at = xy_text(action.cell)
    if s.broken[seat]:
        return Text("saboteur.objection.broken_tool", tools=tools_word(s.broken[seat]))
    if action.cell in s.board.laid or action.cell in GOALS:
        return Text("saboteur.objection.occupied", at=at)
    shown = s.board.around.get(action.cell, 0)
    if not shown >> 8:
        return Text("saboteur.objection.no_way", at=at)
    turns = (action.turned,) if SYMMETRIC[action.card] else (action.turned, 1 - action.turned)
    for side, name in ((1, "left"), (2, "right"), (4, "above"), (8, "below")):
        is_open = bool(OPEN[laid(action.card, turns[0])] & side)
        if (shown & side and not is_open) or (shown >> 4 & side and is_open):
            other_way = len(turns) == 2 and s.board.fits(action.cell, laid(action.card, turns[1]))
            key = "saboteur.objection.turn_it" if other_way else "saboteur.objection.mismatch"
            return Text(key, card=card_word(action.card), at=at, side=Text(f"saboteur.side.{name}"))
    return Text("saboteur.objection.no_way", at=at)
