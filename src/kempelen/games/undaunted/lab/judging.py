"""How a game of Undaunted stands between two rounds: points, Riflemen, cards, who is near objectives and in fire."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.rules.cards import BASE, BEST, DICE, FOG, LEADERS, MGS, RIFLEMEN, SCOUTS, UNITS
from kempelen.games.undaunted.rules.state import DRAW, PIN, Side, State
from kempelen.games.undaunted.rules.terrain import Terrain
from kempelen.parts.judging import Judging

__all__ = ["JUDGING"]

_SIDE = (
    "points_missing",
    "points",
    "marked",
    "near",
    "near_marked",
    "riflemen",
    "counters",
    "suppressed",
    "suppressed_riflemen",
    "rifle_cards",
    "scout_cards",
    "mg_cards",
    "leader_cards",
    "other_cards",
    "fog_share",
    "rifles_in_supply",
    "casualties",
    "fire_on_riflemen",
    "fire_on_others",
    "controllers_ready",
)
NAMES = (*(f"own_{name}" for name in _SIDE), *(f"other_{name}" for name in _SIDE), "holds_initiative", "rounds_left")


def _numbers(s: State, seat: Seat) -> list[float]:
    row = _side(s, seat) + _side(s, 1 - seat)
    row.append(1.0 if s.holder == seat else -1.0)
    row.append((s.scenario.rounds - s.round) if s.scenario.rounds else 0.0)
    return row


def _side(s: State, seat: Seat) -> list[float]:
    side, other, terrain = s.sides[seat], s.sides[1 - seat], s.scenario.terrain
    goal = s.scenario.goals[seat]
    riflemen = [side.at[unit] for unit in RIFLEMEN if side.at[unit] >= 0]
    marked = near = near_marked = ready = 0.0
    for tile in terrain.objectives:
        if side.controlled >> tile & 1:
            continue
        worth = s.values[tile]
        scouted = side.marked >> tile & 1
        marked += worth * scouted
        far = terrain.distance[tile]
        for at in riflemen:
            close = worth * 0.6 ** far[at]
            near += close
            if scouted:
                near_marked += close
                if far[at] <= 1:
                    ready += worth
    owned = [0] * len(BASE)
    for pile in (side.deck.bag, side.deck.top, side.discard, side.play, side.hand):
        for card in pile:
            if card != HIDDEN:
                owned[card] += 1
    cards = sum(owned)
    rifles, scouts, mgs, leaders = (sum(owned[card] for card in kind) for kind in (RIFLEMEN, SCOUTS, MGS, LEADERS))
    down = side.suppressed
    return [
        float(goal - side.points) if goal != PIN else 0.0,
        float(side.points),
        marked,
        near,
        near_marked,
        float(len(riflemen)),
        float(sum(at >= 0 for at in side.at)),
        float(down.bit_count()),
        float(sum(down >> unit & 1 for unit in RIFLEMEN)),
        float(rifles),
        float(scouts),
        float(mgs),
        float(leaders),
        float(cards - rifles - scouts - mgs - leaders - owned[FOG]),
        owned[FOG] / cards if cards else 1.0,
        float(sum(side.supply[card] for card in RIFLEMEN)),
        float(side.casualties),
        _fire(terrain, other, side, riflemen=True),
        _fire(terrain, other, side, riflemen=False),
        ready,
    ]


def _fire(terrain: Terrain, by: Side, on: Side, *, riflemen: bool) -> float:
    """Hits to be expected if everybody who can shoot shot at everybody once."""
    total = 0.0
    for unit in UNITS:
        start = by.at[unit]
        dice = DICE["attack"][unit]
        if start < 0 or not dice:
            continue
        for target in UNITS:
            if on.at[target] >= 0 and (target in RIFLEMEN) == riflemen:
                need = min(BEST, BASE[target] + terrain.shield[start][on.at[target]])
                total += 1.0 - ((need - 1) / BEST) ** dice
    return total


def _table(s: State) -> str:
    """The scenario; and which seats roll for initiative, since they have a card more to play in every round (Q13)."""
    rolls = "".join(str(seat) for seat, side in enumerate(s.sides) if side.rolls)
    return f"{s.scenario.name}_rolls{rolls}" if rolls else s.scenario.name


JUDGING = Judging[State](
    package="kempelen.games.undaunted.lab",
    names=NAMES,
    numbers=_numbers,
    table=_table,
    wider=lambda s: s.scenario.name,
    quiet=lambda s: s.phase == DRAW,
    ahead=1,
)
