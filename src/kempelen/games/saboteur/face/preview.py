"""What an action would do, from the rules themselves, for whoever is about to choose it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kempelen.engine.events import Touch
from kempelen.engine.table import Seat
from kempelen.engine.tables.foreseen import at_best
from kempelen.games.saboteur.automa.knowledge import known_goals, targets
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import card_word, goal_word, seat_word, tool_word, tools_word
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Pass, Place, Repair, Rockfall, Take
from kempelen.games.saboteur.rules.board import GOALS, STEP, Board, Cell, xy
from kempelen.games.saboteur.rules.cards import OPEN, B, L, R, Side, T
from kempelen.games.saboteur.rules.course import perform
from kempelen.games.saboteur.rules.state import State
from kempelen.parts.foresight import Point, Preview, Remark, Weight
from kempelen.text.say import Field, Text

__all__ = ["preview"]

WAYS: Mapping[Side, tuple[str, Point]] = {
    T: ("up", (0, -1)),
    R: ("right", (1, 0)),
    B: ("down", (0, 1)),
    L: ("left", (-1, 0)),
}
EDGE, TIP = 0.5, 0.76
"""Where an arrow begins and ends, from the middle of a cell."""


def preview(view: State, seat: Seat, action: Action) -> Preview:
    """What the card joins, opens and closes; whom it stops or helps."""
    return _OF[type(action)](view, seat, action)


def _remark(weight: Weight, name: str, **fields: Field) -> Remark:
    return Remark(weight, Text(f"saboteur.preview.{name}", **fields))


def _do(name: str) -> Text:
    return Text(f"saboteur.preview.do.{name}")


def _after(view: State, seat: Seat, action: Action) -> State:
    """The table as far as the rules can go on without turning up what is hidden."""
    state: State = at_best(view, lambda state, table: perform(state, table, seat, action)).state
    return state


def _points(view: State, after: State, seat: Seat) -> tuple[Text, ...]:
    """What it scores at once, where points are counted (R12)."""
    gained = after.scores[seat] - view.scores[seat]
    return (Text("saboteur.preview.points", n=gained),) if gained else ()


# -- path cards


def _place(view: State, seat: Seat, action: Place) -> Preview:
    """Where the tunnel leads on from it, and how far it is to a goal (1.4.2, 1.4.4)."""
    after = _after(view, seat, action)
    before, board = view.board, after.board
    joined = board.reached.get(action.cell, 0)
    leads = [side for side in WAYS if joined & side and action.cell + STEP[side] in board.frontier]
    x, y = xy(action.cell)
    remarks = [_remark("good", "reaches", goal=goal_word(goal)) for goal in _reached(before, board, action)]
    if leads:
        opens = tuple(Text(f"saboteur.preview.way.{WAYS[side][0]}") for side in leads)
        remarks.append(_remark("good", "opens", ways=opens))
    elif not remarks:
        closed = OPEN[board.laid[action.cell]] and not joined & ~(joined & -joined)
        remarks.append(_remark("bad", "dead_end" if closed else "joins"))
    lost = [cell for cell in before.frontier if cell not in board.frontier and cell != action.cell]
    if lost and leads:
        remarks.append(_remark("info", "closes", n=len(lost)))
    remarks += _distance(view, seat, board, [action.cell + STEP[side] for side in leads])
    return Preview(
        arrows=tuple((_at(x, y, side, EDGE), _at(x, y, side, TIP)) for side in leads),
        costs=_points(view, after, seat),
        remarks=tuple(remarks),
        short=_do("lay"),
    )


def _at(x: int, y: int, side: Side, far: float) -> Point:
    across, down = WAYS[side][1]
    return x + across * far, y + down * far


def _reached(before: Board, board: Board, action: Place) -> list[Cell]:
    """The goals it leads to: turned up already, or still to be turned up."""
    turned = [goal for goal in before.face_down if goal not in board.face_down]
    return turned + [goal for goal in board.reached_goals() if goal not in turned]


def _distance(view: State, seat: Seat, board: Board, leads: list[Cell]) -> Iterator[Remark]:
    """From where the tunnel leads on; a goal that is reached, or that the reader knows not to be his, is left out."""
    aims = targets(view, seat, known_goals(view))
    goals = [goal for n, goal in enumerate(GOALS) if aims >> n & 1 and goal in board.face_down]
    goals = [goal for goal in goals if goal not in board.reached_goals()]
    was, now = fewest_cards(view.board, view.board.frontier, goals), fewest_cards(board, leads, goals)
    if now is None:
        return
    weight: Weight = "good" if was is None or now[0] < was[0] else "info"
    yield _remark(weight, "distance", n=now[0], goal=goal_word(now[1]))


def _rockfall(view: State, seat: Seat, action: Rockfall) -> Preview:
    """What is cut off from the start (1.4.7)."""
    after = _after(view, seat, action)
    cut = sum(1 for cell, sides in view.board.reached.items() if sides and not after.board.reached.get(cell)) - 1
    joined = bool(view.board.reached.get(action.cell))
    x, y = xy(action.cell)
    remark = _remark("info", "cut_off", n=cut) if joined and cut > 0 else _remark("info", "gone")
    return Preview(
        touches=(Touch(f"cell:{x},{y}", "lost"),),
        costs=_points(view, after, seat),
        remarks=(remark, _remark("info", "place_free")),
        short=_do("rockfall"),
    )


# -- cards on people, maps, and throwing away


def _break(view: State, seat: Seat, action: Break) -> Preview:
    """A broken tool stops path cards (1.4.5)."""
    already = view.broken[action.target]
    key = "stops_too" if already else "stops"
    return Preview(
        touches=(Touch(f"tray:seat-{action.target + 1}", "hurt"),),
        costs=_points(view, _after(view, seat, action), seat),
        remarks=(_remark("info" if already else "good", key, seat=seat_word(action.target)),),
        short=_do("break"),
    )


def _repair(view: State, seat: Seat, action: Repair) -> Preview:
    after = _after(view, seat, action)
    left = after.broken[action.target]
    mended = _remark("good", "mended", tool=tool_word(action.tool))
    who = seat_word(action.target)
    rest = _remark("good", "may_lay", seat=who)
    if left:
        rest = _remark("info", "still_broken", seat=who, tools=tools_word(left))
    return Preview(costs=_points(view, after, seat), remarks=(mended, rest), short=_do("repair"))


def _look(view: State, seat: Seat, action: Look) -> Preview:
    index = GOALS.index(action.goal)
    remarks = [_remark("good", "look", goal=goal_word(action.goal))]
    if view.looked[seat] >> index & 1:
        remarks.insert(0, _remark("bad", "looked_already"))
    others = tuple(seat_word(other) for other, seen in enumerate(view.looked) if other != seat and seen >> index & 1)
    if others:
        remarks.append(_remark("info", "seen_by", seats=others))
    return Preview(remarks=tuple(remarks), short=_do("look"))


def _discard(view: State, seat: Seat, action: Discard) -> Preview:
    """No points for it (R12); in the commercial game nobody sees which (1.4.9)."""
    hidden = _remark("info", "open" if view.variant.third_role else "face_down", card=card_word(action.card))
    return Preview(remarks=(hidden, *_then(view)), short=_do("discard"))


def _then(view: State) -> Iterator[Remark]:
    yield _remark("info", "then_draw") if len(view.deck) else _remark("bad", "no_draw")


def _pass(view: State, seat: Seat, action: Pass) -> Preview:
    return Preview(remarks=(_remark("info", "pass"),))


def _take(view: State, seat: Seat, action: Take) -> Preview:
    return Preview(remarks=(_remark("good", "take", n=action.nuggets),))


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
