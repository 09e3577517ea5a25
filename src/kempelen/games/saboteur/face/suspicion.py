"""How suspicious somebody acts, as people round a table see it: from what lies open, and from no list of the authors.

Whoever blocks the way, or lets a piece of it fall, is looked at askance; whoever digs on is trusted. It is ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from kempelen.engine.search.seen import Deed, Same
from kempelen.engine.table import HIDDEN, Event, Seat
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import seat_word
from kempelen.games.saboteur.rules.actions import Action, Break, Discard, Place, Repair, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, Board
from kempelen.games.saboteur.rules.cards import is_blocking, is_path, laid
from kempelen.games.saboteur.rules.events import Ended
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, ROLE_NAMES, SABOTEUR, STONE_SEEKER, State
from kempelen.parts.hunches import Hunches, Suspected
from kempelen.text.say import Text

__all__ = ["HUNCHES", "SETBACKS", "as_seen", "because", "dug", "last_deeds", "scores", "weighed"]

_WALLED = 12
"""More cards than any way needs."""
_LEVELS = ((4, 4), (2, 3), (1, 2), (-1, 1))
"""From so many points of suspicion on, which level; below that there is none."""

SETBACKS = frozenset({"blocked_way", "dead_end", "detour", "rockfall"})
"""Deeds that throw back whoever digs."""

Weighed = tuple[int, str]
"""Points of suspicion, and what they are for."""


def _way(board: Board) -> int:
    found = fewest_cards(board, board.frontier, [goal for goal in GOALS if goal in board.face_down])
    return _WALLED if found is None else found[0]


def _weigh(deed: Deed[State], so_far: Mapping[Seat, int]) -> Weighed:
    """What everybody could make of one deed. What was dug says the same for ever."""
    view, action = deed.view, deed.action
    if isinstance(action, (Place, Rockfall)):
        return _dug_once(Same(deed))
    if isinstance(action, Break):
        return (-1, "stopped") if so_far[action.target] >= 2 else (1, "broke")
    if isinstance(action, Repair) and action.target != deed.seat:
        return (1, "helped_suspect") if so_far[action.target] >= 2 else (-1, "helped")
    if isinstance(action, Discard) and not view.broken[deed.seat] and action.card != HIDDEN:
        good = is_path(action.card) and not is_blocking(action.card)
        return (1, "threw_away") if good else (0, "")
    return 0, ""


@lru_cache(maxsize=500)
def _dug_once(of: Same) -> Weighed:
    (deed,) = of.things
    return _dug(deed.view.board, deed.action)


def dug(view: State, seat: Seat, action: Place | Rockfall) -> int:
    """Points of suspicion that this costs, or takes away: the same whatever was done before."""
    return _dug_once(Same(Deed(view, seat, action)))[0]


def _dug(before: Board, action: Action) -> Weighed:
    board = before.copy()
    if isinstance(action, Rockfall):
        blocked = is_blocking(board.laid[action.cell] >> 1)
        board.remove(action.cell)
        if blocked:
            return -2, "cleared"
        return (1, "rockfall_shorter") if _way(board) < _way(before) else (3, "rockfall")
    assert isinstance(action, Place)
    board.lay(action.cell, laid(action.card, action.turned))
    was, now = _way(before), _way(board)
    if is_blocking(action.card):
        return (4, "blocked_way") if now > was else (2, "dead_end")
    if now != was:
        return (-2, "dug") if now < was else (1, "detour")
    return -1, "built"


def scores(view: State, deeds: Sequence[Deed[State]]) -> dict[Seat, tuple[int, Weighed]]:
    """Points of suspicion of every seat in this round, and the deed that weighs most for where it stands."""
    return {seat: (n, _telling(n, found)) for seat, (n, found) in _made(view, deeds).items()}


def last_deeds(view: State, deeds: Sequence[Deed[State]]) -> dict[Seat, Weighed]:
    """What everybody could make of what each seat did last in this round."""
    return {seat: found[-1] for seat, (_, found) in _made(view, deeds).items() if found}


def _made(view: State, deeds: Sequence[Deed[State]]) -> dict[Seat, tuple[int, list[Weighed]]]:
    points = dict.fromkeys(range(view.players), 0)
    found: dict[Seat, list[Weighed]] = {seat: [] for seat in points}
    for deed in deeds:
        if deed.view.round == view.round:  # then roles are new
            made = _weigh(deed, points)
            points[deed.seat] += made[0]
            found[deed.seat].append(made)
    return {seat: (n, found[seat]) for seat, n in points.items()}


def weighed(view: State, deeds: Sequence[Deed[State]], seat: Seat, action: Action) -> Weighed:
    """What one more deed makes of somebody, after these."""
    so_far = {other: n for other, (n, _) in scores(view, deeds).items()}
    return _weigh(Deed(view, seat, action), so_far)


def because(seat: Seat, why: str) -> Text:
    return Text(f"saboteur.suspicion.because.{why}", seat=seat_word(seat))


def _telling(n: int, deeds: Sequence[Weighed]) -> Weighed:
    """What speaks for it most: the latest of the heaviest deeds on its side."""
    side = [one for one in deeds if (one[0] > 0 if n > 0 else one[0] < 0)]
    return max(reversed(side), key=lambda one: abs(one[0]), default=(0, "nothing"))


def as_seen(seat: Seat, found: tuple[int, Weighed], last: Weighed = (0, "")) -> Suspected:
    """Of whoever has just thrown the diggers back nobody says that he digs with them: that deed is told."""
    n, (_, why) = found
    known = why != "nothing"
    level = next((level for least, level in _LEVELS if known and n >= least), 0)
    if known and not level and last[1] in SETBACKS:
        level, why = 1, last[1]
    name = str(level) if known else "unknown"
    return Suspected(level, Text(f"saboteur.suspicion.level.{name}"), because(seat, why))


def _suspicion(view: State, deeds: Sequence[Deed[State]]) -> dict[Seat, Suspected]:
    last, found = last_deeds(view, deeds), scores(view, deeds)
    return {
        seat: as_seen(seat, one, last.get(seat, (0, ""))) for seat, one in found.items() if view.roles[seat] == HIDDEN
    }


def _roles(view: State) -> tuple[tuple[str, Text, Text], ...]:
    roles = (SABOTEUR, GOLD_SEEKER, STONE_SEEKER) if view.variant.third_role else (SABOTEUR, GOLD_SEEKER)
    names = [ROLE_NAMES[role] for role in roles]
    return tuple((name, Text(f"saboteur.role.{name}"), Text(f"saboteur.suspicion.short.{name}")) for name in names)


def _turned_up(events: Sequence[Event]) -> list[dict[Seat, str]]:
    """With every round; the end of the last tells once more who had which role in it."""
    return [
        {seat: ROLE_NAMES[role] for seat, role in enumerate(event.roles) if role in ROLE_NAMES}
        for event in events
        if isinstance(event, Ended) and event.reason != "nuggets"
    ]


HUNCHES = Hunches[State](roles=_roles, suspicion=_suspicion, turned_up=_turned_up, card="role_{}".format)
