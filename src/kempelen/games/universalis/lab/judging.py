"""How a game of Universalis stands when a round begins: who is left, in what shape, and how far the missions are."""

from __future__ import annotations

from math import hypot

from kempelen.engine.table import Seat
from kempelen.games.universalis.rules.missions import held_by, missions, progress
from kempelen.games.universalis.rules.state import State
from kempelen.parts.judging import Judging

__all__ = ["JUDGING"]

_SIDE = ("standing", "tp", "prone", "panic", "shocks", "ap", "done", "missing", "holds", "near", "cost")
_KINDS = ("eliminate", "leave", "hold", "carry", "gather", "reach")
NAMES = (
    *(f"own_{name}" for name in _SIDE),
    *(f"other_{name}" for name in _SIDE),
    *(f"own_{kind}" for kind in _KINDS),
    *(f"other_{kind}" for kind in _KINDS),
    "round",
)


def _numbers(s: State, seat: Seat) -> list[float]:
    own, other = s.missions[seat], s.missions[1 - seat]
    return [
        *_side(s, seat),
        *_side(s, 1 - seat),
        *(float(missions()[own].kind == kind) if own else 0.0 for kind in _KINDS),
        *(float(missions()[other].kind == kind) if other else 0.0 for kind in _KINDS),
        s.round / 10,
    ]


def _side(s: State, seat: Seat) -> list[float]:
    own = s.friends(seat)
    done, wanted = progress(s, seat)
    middle = s.board.size / 2
    near = sum(
        1 / (1 + min((hypot(m.x - thing.x, m.y - thing.y) for thing in s.objects), default=middle) / 10) for m in own
    )
    return [
        float(len(own)),
        float(sum(sum(m.tp) for m in own)),
        float(sum(m.prone for m in own)),
        float(sum(m.panic for m in own)),
        float(sum(m.shocks for m in own)),
        sum(m.ap for m in own) / 10,
        done / wanted,
        float(wanted - done),
        float(sum({m.seat for m in held} == {seat} for held in held_by(s, seat))),
        near,
        sum(m.card.eh for m in own) / 10,
    ]


JUDGING = Judging[State](
    package="kempelen.games.universalis.lab",
    names=NAMES,
    numbers=_numbers,
    table=lambda s: s.scenario.name,
    quiet=lambda s: s.phase == "round",
    ahead=1,
)
