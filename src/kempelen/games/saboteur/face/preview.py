"""What an action would do, from the rules themselves, for whoever is about to choose it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from kempelen.engine.events import Touch
from kempelen.engine.table import Seat
from kempelen.engine.tables.foreseen import at_best
from kempelen.games.saboteur.automa.knowledge import known_goals, targets
from kempelen.games.saboteur.face.effects import cut_off, laid_remarks, leads_on, remark
from kempelen.games.saboteur.face.suspicion import dug
from kempelen.games.saboteur.face.words import card_word, goal_word, seat_word, tool_word, tools_word
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Pass, Place, Repair, Rockfall, Take
from kempelen.games.saboteur.rules.board import GOALS, xy
from kempelen.games.saboteur.rules.cards import CARDS, PATH_CARDS, B, L, R, Side, T, is_blocking, is_path
from kempelen.games.saboteur.rules.course import perform
from kempelen.games.saboteur.rules.state import GOLD_GOAL, GOLD_SEEKER, SABOTEUR, State
from kempelen.parts.foresight import Point, Preview, Remark, Weight
from kempelen.text.say import Text

__all__ = ["preview"]

WAYS: Mapping[Side, Point] = {T: (0, -1), R: (1, 0), B: (0, 1), L: (-1, 0)}
EDGE, TIP = 0.5, 0.76
"""Where an arrow begins and ends, from the middle of a cell."""


def preview(view: State, seat: Seat, action: Action) -> Preview:
    """What the card joins, opens and closes; whom it stops or helps."""
    return _OF[type(action)](view, seat, action)


def _do(name: str) -> Text:
    return Text(f"saboteur.preview.do.{name}")


def _after(view: State, seat: Seat, action: Action) -> State:
    """The table as far as the rules can go on without turning up what is hidden."""
    state: State = at_best(view, lambda state, table: perform(state, table, seat, action)).state
    return state


# -- path cards


def _place(view: State, seat: Seat, action: Place) -> Preview:
    """Where the tunnel leads on from it, and how far it is to a goal (1.4.2, 1.4.4).

    A goal that the reader knows not to be his is left out.
    """
    after = _after(view, seat, action)
    aims = targets(view, seat, known_goals(view))
    goals = [goal for n, goal in enumerate(GOALS) if aims >> n & 1]
    x, y = xy(action.cell)
    laid = laid_remarks(view.board, after.board, action.cell, goals)
    remarks = (*_arrives(view, after), *(_toned(view, one) for one in laid), *_looks(view, seat, action))
    return Preview(
        arrows=tuple((_at(x, y, side, EDGE), _at(x, y, side, TIP)) for side in leads_on(after.board, action.cell)),
        remarks=remarks,
        short=_do("lay"),
    )


_FOR_DIGGERS = ("dead_end", "distance", "distance_here", "reaches")
"""What whoever digs and a saboteur see with other eyes."""
_OTHER: Mapping[Weight, Weight] = {"good": "bad", "bad": "good", "info": "info"}


def _toned(view: State, one: Remark) -> Remark:
    """Good or bad for the reader's own aim (1.1.3): to a saboteur a dead end is no warning."""
    if view.viewer < 0 or view.roles[view.viewer] != SABOTEUR:
        return one
    name = one.text.key.rpartition(".")[2]
    if name in _FOR_DIGGERS:
        return replace(one, weight=_OTHER[one.weight])
    return replace(one, weight="info") if name == "opens" else one


def _looks(view: State, seat: Seat, action: Place | Rockfall) -> Iterator[Remark]:
    """What it costs a saboteur in the eyes of all."""
    if view.roles[seat] == SABOTEUR and (n := dug(view, seat, action)):
        yield remark("info", f"looks_{'dug' if n < 0 else 'much' if n > 2 else 'more'}")


def _arrives(view: State, after: State) -> Iterator[Remark]:
    """That it ends the game or the round, where the reader knows what lies there (1.4.4, 1.5.1)."""
    known, board = known_goals(view), after.board
    new = [goal for goal in view.board.face_down if goal not in board.face_down or goal in board.reached_goals()]
    reached = {known[GOALS.index(goal)] for goal in new}
    if GOLD_GOAL in reached and (len(reached) == 1 or not view.variant.third_role):
        good = view.roles[view.viewer] == GOLD_SEEKER
        yield remark("good" if good else "bad", "gold" if view.variant.third_role else "gold_round")


def _at(x: int, y: int, side: Side, far: float) -> Point:
    across, down = WAYS[side]
    return x + across * far, y + down * far


def _rockfall(view: State, seat: Seat, action: Rockfall) -> Preview:
    """What is cut off from the start (1.4.7)."""
    after = _after(view, seat, action)
    cut = cut_off(view.board, after.board, action.cell)
    x, y = xy(action.cell)
    lost = remark("info", "cut_off", n=cut) if cut else remark("info", "gone")
    return Preview(
        touches=(Touch(f"cell:{x},{y}", "lost"),),
        remarks=(lost, remark("info", "place_free"), *_looks(view, seat, action)),
        short=_do("rockfall"),
    )


# -- cards on people, maps, and throwing away


def _break(view: State, seat: Seat, action: Break) -> Preview:
    """A broken tool stops path cards (1.4.5)."""
    already = view.broken[action.target]
    key = "stops_too" if already else "stops"
    return Preview(
        touches=(Touch(f"tray:seat-{action.target + 1}", "hurt"),),
        remarks=(remark("info" if already else "good", key, seat=seat_word(action.target)),),
        short=_do("break"),
    )


def _repair(view: State, seat: Seat, action: Repair) -> Preview:
    after = _after(view, seat, action)
    left = after.broken[action.target]
    mended = remark("good", "mended", tool=tool_word(action.tool))
    who = seat_word(action.target)
    rest = remark("good", "may_lay", seat=who)
    if left:
        rest = remark("info", "still_broken", seat=who, tools=tools_word(left))
    return Preview(remarks=(mended, rest) if left else (rest,), short=_do("repair"))


def _look(view: State, seat: Seat, action: Look) -> Preview:
    index = GOALS.index(action.goal)
    remarks = [remark("good", "look", goal=goal_word(action.goal))]
    if view.looked[seat] >> index & 1:
        remarks.insert(0, remark("bad", "looked_already"))
    others = tuple(seat_word(other) for other, seen in enumerate(view.looked) if other != seat and seen >> index & 1)
    if others:
        remarks.append(remark("info", "seen_by", seats=others))
    return Preview(remarks=tuple(remarks), short=_do("look"))


def _discard(view: State, seat: Seat, action: Discard) -> Preview:
    """No points for it (R12); in the commercial game nobody sees which (1.4.9).

    A path card that a broken tool keeps from being laid is not to be lost by mistake.
    """
    stopped = bool(view.broken[seat]) and action.card in PATH_CARDS
    why = (remark("bad", "cannot_lay", tools=tools_word(view.broken[seat])),) if stopped else ()
    hidden = remark("info", "open" if view.variant.third_role else "face_down", card=card_word(action.card))
    return Preview(remarks=(*why, hidden, *_then(view, seat)), short=_do("discard"), costly=True)


def _then(view: State, seat: Seat) -> Iterator[Remark]:
    """What the next card may bring, of all that lie neither open nor in its hand: each of them may lie on top. What it
    has thrown away face down itself is among them, for a table does not say whose those cards were.

    With a broken tool that is what mends it; else a path that leads on, or a dead end for whoever wants those.
    """
    if not len(view.deck):
        yield remark("bad", "no_draw")
        return
    yield remark("info", "then_draw")
    broken, unseen = view.broken[seat], list(view.deck.bag)
    if broken:
        n = sum(any(tool & broken for tool in CARDS[card].repairs) for card in unseen)
        yield remark("info", "draw_mends", n=n, of=len(unseen))
    else:
        digs = view.roles[seat] != SABOTEUR
        n = sum(is_path(card) and is_blocking(card) != digs for card in unseen)
        yield remark("info", "draw_leads" if digs else "draw_blocks", n=n, of=len(unseen))


def _pass(view: State, seat: Seat, action: Pass) -> Preview:
    return Preview(remarks=(remark("info", "pass"),))


def _take(view: State, seat: Seat, action: Take) -> Preview:
    return Preview(remarks=(remark("good", "take", n=action.nuggets),))


_OF: Mapping[type, Callable[[State, Seat, Any], Preview]] = {
    Break: _break,
    Discard: _discard,
    Look: _look,
    Pass: _pass,
    Place: _place,
    Repair: _repair,
    Rockfall: _rockfall,
    Take: _take,
}
