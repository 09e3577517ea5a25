"""What an action does to the table, as everybody can check it: for previews, and for whys that give no secret away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.status import cards_left
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import goal_word, seat_word, tool_word, tools_word
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Look, Place, Repair, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, STEP, Board, Cell
from kempelen.games.saboteur.rules.cards import MAP, OPEN, B, L, R, Side, T, is_blocking, is_path, laid
from kempelen.games.saboteur.rules.state import State
from kempelen.parts.foresight import Remark, Weight
from kempelen.text.say import Field, Text

__all__ = ["SIDES", "checked", "cut_off", "laid_remarks", "leads_on", "remark"]

SIDES = {T: "up", R: "right", B: "down", L: "left"}


def remark(weight: Weight, name: str, **fields: Field) -> Remark:
    return Remark(weight, Text(f"saboteur.preview.{name}", **fields))


def leads_on(board: Board, cell: Cell) -> list[Side]:
    """Where the tunnel goes on from a laid card, if it is joined to the start (1.4.2)."""
    joined = board.reached.get(cell, 0)
    return [side for side in SIDES if joined & side and cell + STEP[side] in board.frontier]


def laid_remarks(before: Board, board: Board, cell: Cell, goals: Sequence[Cell]) -> list[Remark]:
    """What a laid card reaches, opens and closes, and how far it is from there to one of these goals (1.4.2, 1.4.4)."""
    joined, leads = board.reached.get(cell, 0), leads_on(board, cell)
    turned = [goal for goal in before.face_down if goal not in board.face_down]
    reached = turned + [goal for goal in board.reached_goals() if goal not in turned]
    remarks = [remark("good", "reaches", goal=goal_word(goal)) for goal in reached]
    left = [goal for goal in goals if goal in board.face_down and goal not in board.reached_goals()]
    now = fewest_cards(board, [cell + STEP[side] for side in leads], left) if leads else None
    if now is not None:  # what matters most: how far it still is
        was = fewest_cards(before, before.frontier, left)
        weight: Weight = "good" if was is None or now[0] < was[0] else "info"
        shortest = fewest_cards(board, board.frontier, left) or now
        key = (
            "distance" if shortest[0] == now[0] else "distance_here"
        )  # what stands above the table counts the shortest
        remarks.append(remark(weight, key, n=now[0], goal=goal_word(now[1]), best=shortest[0]))
    if leads:
        opens = tuple(Text(f"saboteur.preview.way.{SIDES[side]}") for side in leads)
        remarks.append(remark("good", "opens", ways=opens))
    elif not remarks:
        closed = OPEN[board.laid[cell]] and not joined & ~(joined & -joined)
        remarks.append(remark("bad", "dead_end" if closed else "joins"))
    lost = [other for other in before.frontier if other not in board.frontier and other != cell]
    if lost and leads:
        remarks.append(remark("info", "closes", n=len(lost)))
    return remarks


def cut_off(before: Board, board: Board, cell: Cell) -> int:
    """How many cards a rockfall cuts off from the start, besides the one it takes (1.4.7)."""
    lost = sum(1 for other, sides in before.reached.items() if sides and not board.reached.get(other))
    return max(0, lost - 1) if before.reached.get(cell) else 0


def checked(view: State, seat: Seat, action: Action) -> Iterator[Text]:
    """What everybody can check of an action, what matters most first.

    From public things alone: what lies open, whose tools are broken, who looked where, and how many cards there are.
    """
    match action:
        case Place():
            board = view.board.copy()
            board.lay(action.cell, laid(action.card, action.turned))
            if is_blocking(action.card):
                yield Text("saboteur.checked.blocks")
            yield from _way_changed(view.board, board)
            for one in laid_remarks(view.board, board, action.cell, ()):  # how far it is was told just now
                yield one.text
            if not is_blocking(action.card):
                yield Text("saboteur.checked.joins")
        case Rockfall():
            board = view.board.copy()
            blocked = is_blocking(board.laid[action.cell] >> 1)
            board.remove(action.cell)
            yield Text("saboteur.checked.took_block" if blocked else "saboteur.checked.took_way")
            yield from _way_changed(view.board, board)
            n = cut_off(view.board, board, action.cell)
            yield Text("saboteur.preview.cut_off" if n else "saboteur.preview.gone", n=n)
        case Break():
            key = "stops_too" if view.broken[action.target] else "stops"
            yield Text("saboteur.checked.aimed", seat=seat_word(seat), target=seat_word(action.target))
            yield Text(f"saboteur.preview.{key}", seat=seat_word(action.target))
        case Repair():
            left = view.broken[action.target] & ~action.tool
            key = "still_broken" if left else "may_lay"
            yield Text(f"saboteur.preview.{key}", seat=seat_word(action.target), tools=tools_word(left))
            yield Text("saboteur.preview.mended", tool=tool_word(action.tool))
        case Look():
            yield from _looked(view, seat, GOALS.index(action.goal))
        case Discard():
            if view.broken[seat]:
                yield Text("saboteur.checked.could_not_lay", seat=seat_word(seat), tools=tools_word(view.broken[seat]))
            else:
                yield Text(f"saboteur.checked.{_thrown(action)}", seat=seat_word(seat))
            yield Text("saboteur.preview.open" if view.variant.third_role else "saboteur.checked.face_down")
            yield Text("saboteur.checked.pile" if view.deck else "saboteur.checked.pile_empty", n=cards_left(view) - 1)


def _thrown(action: Discard) -> str:
    """What people make of a card that somebody throws away who might have laid one."""
    if action.card == HIDDEN or not (is_path(action.card) or action.card == MAP):
        return "might_have_laid"
    return "threw_map" if action.card == MAP else "threw_block" if is_blocking(action.card) else "threw_path"


def _way_changed(before: Board, after: Board) -> Iterator[Text]:
    """Whom it helps: whether the shortest way to a goal nobody has turned up is now shorter or longer."""
    goals = [goal for goal in GOALS if goal in after.face_down]
    was, now = (fewest_cards(board, board.frontier, goals) for board in (before, after))
    if now is None:
        yield from () if was is None else (Text("saboteur.checked.walled"),)
    elif was is not None and was[0] != now[0]:
        yield Text(f"saboteur.checked.{'shorter' if now[0] < was[0] else 'longer'}", n=now[0], was=was[0])
    elif was is not None:
        yield Text("saboteur.checked.as_long", n=now[0])


def _looked(view: State, seat: Seat, index: int) -> Iterator[Text]:
    """Who has looked at which goal lies open; what they saw does not (1.4.8)."""
    seen = view.looked[seat] | 1 << index
    yield Text("saboteur.checked.looked", seat=seat_word(seat), n=seen.bit_count())
    others = tuple(
        seat_word(other) for other, looked in enumerate(view.looked) if other != seat and looked >> index & 1
    )
    if others:
        yield Text("saboteur.preview.seen_by", seats=others)
