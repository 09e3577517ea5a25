"""How a game of tactics stands when a player's turn begins: units, what they can do, resource, cards, pressure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    "boss_frail",
    "pool",
    "cards",
    "on_boss",
    "deadly",
    "deadly_now",
    "near_boss",
    "in_reach",
    "prey",
)
NAMES = (
    *(f"own_{name}" for name in _SIDE),
    *(f"other_{name}" for name in _SIDE),
    "marks",
    "marks_squared",
    "open_stores",
    "empty_turns",
    "round",
    "active",
)


def _numbers(s: State, seat: Seat) -> list[float]:
    """The own side against the other; where a boss is fought the players are one side."""
    versus = s.rule.mode == "versus"
    side = seat if versus else 0
    own = [unit for unit in s.units if unit.side == side]
    other = [unit for unit in s.units if unit.side != side]
    mats = [n for n in range(len(s.mats)) if (n == seat if versus else n < s.players)]
    theirs = [n for n in range(len(s.mats)) if n not in mats]
    return [
        *_side(s, own, other, mats, begins=not versus or s.active == seat),
        *_side(s, other, own, theirs, begins=versus and s.active != seat),
        float(s.marks),
        float(s.marks * s.marks),
        float((s.board.store & ~s.neutral).bit_count()),
        float(s.empty_turns),
        s.round / 10,
        float((s.active == seat) - (s.active != seat)),
    ]


def _side(s: State, units: Sequence[Unit], others: Sequence[Unit], mats: Iterable[int], *, begins: bool) -> list[float]:
    """One side; `begins`: it acts before the other does."""
    army = [unit for unit in units if not unit.profile.boss]
    boss_health = sum(unit.health for unit in units if unit.profile.boss)
    hits = {id(enemy): 0 for enemy in others}
    """What could be done to each enemy in one turn, if nobody stood in the way."""
    near_boss = 0.0
    for unit in units:
        attack = unit.profile.attack * unit.profile.attacks
        if not attack:
            continue
        reach = attack_range(s.board, unit, unit.tile) + unit.profile.move * unit.profile.moves
        far = s.board.distances[unit.tile]
        for enemy in others:
            away = far[enemy.tile]
            if away <= reach:
                hits[id(enemy)] += attack
            if enemy.profile.boss:
                near_boss += attack * 0.8**away
    on_boss = deadly = in_reach = prey = 0.0
    for enemy in others:
        done = hits[id(enemy)]
        in_reach += min(done, enemy.health)
        if enemy.profile.boss:
            on_boss += min(1.0, done / enemy.health)
            deadly += done >= enemy.health
        elif done >= enemy.health:
            prey += 1 + enemy.profile.attack
    pool, cards = 0, 0
    for n in mats:
        mat = s.mats[n]
        pool += mat.pool
        for pile in (mat.deck.bag, mat.deck.top, mat.discard, mat.hand):
            cards += sum(s.book[card].price for card in pile if card in s.book)
    return [
        float(sum(unit.health for unit in army)),
        float(sum(unit.profile.attack * unit.profile.attacks for unit in army)),
        float(sum(unit.profile.attack for unit in army if unit.profile.range > 1)),
        float(sum(unit.profile.move for unit in army)),
        float(len(army)),
        float(sum(unit.profile.upkeep for unit in units)),
        float(boss_health),
        1 / boss_health if boss_health else 0.0,
        float(pool),
        cards / 10,
        on_boss,
        deadly,
        deadly if begins else 0.0,
        near_boss,
        in_reach,
        prey,
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
    ahead=2,
)
