"""How a game of tactics stands when a player's turn begins: units, what they can do, resource, cards, pressure."""

from __future__ import annotations

from collections.abc import Iterable

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.combat import attack_range
from kempelen.games.tactics.rules.state import BEGIN, State, Unit
from kempelen.parts.judging import Judging

__all__ = ["JUDGING"]

_SIDE = (
    "health",
    "attack",
    "ranged",
    "speed",
    "units",
    "upkeep",
    "boss_health",
    "pool",
    "cards",
    "on_boss",
    "near_boss",
    "in_reach",
)
NAMES = (
    *(f"own_{name}" for name in _SIDE),
    *(f"other_{name}" for name in _SIDE),
    "marks",
    "marks_squared",
    "open_stores",
    "closed_stores",
    "empty_turns",
    "round",
    "active",
)


def _numbers(s: State, seat: Seat) -> list[float]:
    """The own side against the other; where a boss is fought the players are one side."""
    side = seat if s.rule.mode == "versus" else 0
    own = [unit for unit in s.units if unit.side == side]
    other = [unit for unit in s.units if unit.side != side]
    mats = [n for n in range(len(s.mats)) if (n == seat if s.rule.mode == "versus" else n < s.players)]
    stores = s.board.store
    return [
        *_side(s, own, other, mats),
        *_side(s, other, own, [n for n in range(len(s.mats)) if n not in mats]),
        float(s.marks),
        float(s.marks * s.marks),
        float((stores & ~s.neutral).bit_count()),
        float((stores & s.neutral).bit_count()),
        float(s.empty_turns),
        s.round / 10,
        float((s.active == seat) - (s.active != seat)),
    ]


def _side(s: State, units: list[Unit], others: list[Unit], mats: Iterable[int]) -> list[float]:
    army = [unit for unit in units if not unit.profile.boss]
    bosses = [unit for unit in units if unit.profile.boss]
    targets = [unit for unit in others if unit.profile.boss]
    on_boss = near_boss = in_reach = 0.0
    for unit in units:
        attack = unit.profile.attack * unit.profile.attacks
        if not attack:
            continue
        reach = attack_range(s.board, unit, unit.tile) + unit.profile.move * unit.profile.moves
        for boss in targets:
            away = s.board.distance(unit.tile, boss.tile)
            near_boss += attack * 0.8**away
            if away <= reach:
                on_boss += attack
        for enemy in others:
            if s.board.distance(unit.tile, enemy.tile) <= reach:
                in_reach += min(attack, enemy.health)
    cards = 0.0
    pool = 0
    for n in mats:
        mat = s.mats[n]
        pool += mat.pool
        for card in (*mat.deck.bag, *mat.deck.top, *mat.discard, *mat.hand):
            if card in s.book:
                cards += s.book[card].price
    return [
        float(sum(unit.health for unit in army)),
        float(sum(unit.profile.attack * unit.profile.attacks for unit in army)),
        float(sum(unit.profile.attack for unit in army if unit.profile.range > 1)),
        float(sum(unit.profile.move for unit in army)),
        float(len(army)),
        float(sum(unit.profile.upkeep for unit in units)),
        float(sum(unit.health for unit in bosses)),
        float(pool),
        cards / 10,
        on_boss,
        near_boss,
        in_reach,
    ]


def _table(s: State) -> str:
    """The map; other numbers of players than two and other levels have names of their own."""
    players = "" if s.players == 2 else f"_{s.players}"
    level = "" if s.options["level"] == "normal" else f"_{s.options['level']}"
    return s.rule.map + players + level


JUDGING = Judging[State](
    package="kempelen.games.tactics.lab",
    names=NAMES,
    numbers=_numbers,
    table=_table,
    quiet=lambda s: s.phase == BEGIN,
    ahead=0,
)
