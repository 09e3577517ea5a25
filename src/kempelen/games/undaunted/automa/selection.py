"""What the automa aims at and takes: general behaviour of the document, each as a function of just the facts it needs.

Whatever is named here, units, tiles or cards, may be of any type: the board's numbers, or the names of a worked example
or of a person's answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.targets import TargetLine, Targets, choose
from kempelen.games.undaunted.automa.charts import SHEET
from kempelen.games.undaunted.automa.questions import Foe
from kempelen.games.undaunted.automa.vocabulary import Situation
from kempelen.games.undaunted.rules.cards import FOG, KIND, LEADERS, SQUAD, Card, Kind

__all__ = [
    "COLUMNS",
    "INSPIRE_ORDER",
    "MORTAR_RANGE",
    "SHIPPED",
    "TARGET_VALUES",
    "Guided",
    "Pile",
    "Selected",
    "Tables",
    "bolster",
    "bolster_pile",
    "guided_units",
    "inspirable",
    "inspire_card",
    "main_targets",
    "mortar_tiles",
    "ranked",
    "select",
    "tables_of",
    "takeable",
    "target_value",
]

T = TypeVar("T")


# -- the author's tables


@dataclass(frozen=True, slots=True)
class Tables:
    """What an automa's document orders: whom each card takes as a target, and kinds by their priority."""

    targets: Mapping[Kind, Targets]
    specialists: tuple[Kind, ...]
    """The order of MACHINE GUNNERS 3 (Q38)."""
    values: Mapping[Kind, int]
    """What units on a tile are worth to a Mortar (Q47)."""
    bolster: tuple[Kind, ...]
    inspire: Mapping[bool, tuple[Kind, ...]]
    """By whether enough objectives are scouted; others come last (Q43)."""
    priorities: tuple[int, ...]
    """The place of each card in the order of bolstering."""

    @property
    def columns(self) -> Mapping[Kind, tuple[Kind, ...]]:
        """The table of targets as it is printed; below every column stands the weakest unit (Q55, Q56)."""
        return {kind: tuple(min(found) for found in table.column()) for kind, table in self.targets.items()}


@cache
def tables_of(sheet: Sheet) -> Tables:
    """The tables of an automa."""
    bolster = _kinds(sheet, "bolster")
    return Tables(
        sheet.made({}).targets,
        _kinds(sheet, "specialists"),
        sheet.table("mortar_values"),
        bolster,
        {False: _kinds(sheet, "inspire_before"), True: _kinds(sheet, "inspire_after")},
        tuple(bolster.index(KIND[card]) if KIND[card] in bolster else len(bolster) for card in range(FOG)),
    )


def _kinds(sheet: Sheet, order: str) -> tuple[Kind, ...]:
    return sheet.order(order)


SHIPPED = tables_of(SHEET)
COLUMNS = SHIPPED.columns
SPECIALISTS, TARGET_VALUES, BOLSTER_PRIORITY = SHIPPED.specialists, SHIPPED.values, SHIPPED.bolster
INSPIRE_ORDER = SHIPPED.inspire


# -- ATTACK / SUPPRESS: target selection


@dataclass(frozen=True, slots=True)
class Selected:
    """The counters that may be the target, all equally good, and what led to them."""

    targets: list[Any]
    how: str
    """main, provided, row, weakest, lower."""
    defence: int = 0
    than: int = 0
    """With `lower`: the defence of the target from the table."""


def main_targets(
    riflemen: Iterable[tuple[T, int]], points: int, goal: int | None, options: Mapping[str, str]
) -> list[T]:
    """MAIN TARGET: Riflemen on objectives their side does not control, each with the tile's points, if one is missing.

    Q51: exactly one; or, as an option, so few that the tile would win. `goal` is None when it is not points.
    """
    if goal is None or points >= goal:
        return []
    if options["Q51"] == "would_win":
        return [unit for unit, value in riflemen if points + value >= goal]
    return [unit for unit, _ in riflemen] if goal - points == 1 else []


def select(
    kind: Kind,
    action: str,
    aim: str,
    foes: Sequence[Foe],
    main: Collection[Any],
    riflemen: Collection[Any],
    tables: Tables = SHIPPED,
) -> Selected | None:
    """The target of an attack, or of suppressing fire, which needs an unsuppressed one (Q39). None: there is no target.

    `aim` is the target that the card's questions provide; it goes before MAIN TARGET and the table (Q40).
    """
    if aim:
        foes = provided(aim, foes, main, riflemen, tables)
    if action == "suppress":
        foes = [foe for foe in foes if not foe[3]]
    if not foes:
        return None
    if aim:
        return Selected([foe[0] for foe in foes], "provided", foes[0][2])
    found = choose(tables.targets[kind], foes, Situation(main, riflemen), _kind)
    assert found is not None, "the last line of every table fits everybody"
    targets = [foe[0] for foe in found.members]
    defence = found.members[0][2]
    if found.lower:
        return Selected(targets, "lower", defence, found.than)
    return Selected(targets, _how(found.line), defence)


def _kind(foe: Foe) -> Kind:
    return foe[1]


def _how(line: TargetLine) -> str:
    """What led to somebody: MAIN TARGET and whatever else goes at once, a kind or part that a line names, weakness."""
    if line.at_once:
        return "main"
    return "weakest" if line.kinds is None and not line.parts else "row"


def provided(
    aim: str,
    foes: Sequence[Foe],
    main: Collection[Any],
    riflemen: Collection[Any],
    tables: Tables = SHIPPED,
) -> list[Foe]:
    """MACHINE GUNNERS 2 and 3: a Rifleman on an objective, MAIN TARGET first (Q37); or an MG, Sniper, Mortar (Q38).

    `specialist 8` hands on the defence that its question was asked with.
    """
    if aim == "rifleman":
        named = [foe for foe in foes if foe[0] in riflemen]
        return _weakest([foe for foe in named if foe[0] in main] or named)
    defence = int(aim.partition(" ")[2] or SPECIALIST_DEFENCE)
    for kind in tables.specialists:
        found = [foe for foe in foes if foe[1] == kind and foe[2] <= defence]
        if found:
            return _weakest(found)
    return []


SPECIALIST_DEFENCE = 8
"""Where nobody says another: a person who asks for a target without a card."""


def _weakest(foes: Sequence[Foe]) -> list[Foe]:
    if len(foes) < 2:
        return list(foes)
    lowest = min(foe[2] for foe in foes)
    return [foe for foe in foes if foe[2] == lowest]


# -- MORTARS: where to put the target marker

MORTAR_RANGE = 3
"""The marker lies at least so many tiles from the Mortar (P7)."""


def target_value(kinds: Iterable[Kind], tables: Tables = SHIPPED) -> int:
    """The value of a tile: the sum over its units (Q47)."""
    return sum([tables.values[kind] for kind in kinds])


def mortar_tiles(tiles: Mapping[T, Sequence[Kind]], tables: Tables = SHIPPED) -> list[T]:
    """Of the legal tiles (Q48) with the enemy units on them: highest value, then most units; the rest is for a die."""
    occupied = [(target_value(kinds, tables), len(kinds), tile) for tile, kinds in tiles.items() if kinds]
    if not occupied:
        return []
    best = max((value, units) for value, units, _ in occupied)
    return [tile for value, units, tile in occupied if (value, units) == best]


# -- ACTION BOLSTER

Pile = tuple[Card, int, bool]
"""A card, how many of it lie in the supply, and whether its unit's counter lies on them (Q21)."""


def _rank(card: Card) -> tuple[int, str, int]:
    """Ties: the teams A, B, C, then Sniper, Mortar, then Guide and the leaders (Q60)."""
    kind = KIND[card]
    if card in LEADERS:
        return 5, SQUAD[card], 0
    if SQUAD[card]:
        return 0, SQUAD[card], SHIPPED.priorities[card]
    return {"sniper": 1, "mortar": 2, "guide": 3}.get(kind, 4), "", 0


_RANKS = [_rank(card) for card in range(FOG)]


def ranked(cards: Iterable[Card], tables: Tables | None = None) -> list[Card]:
    """Cards in the order in which equal piles are taken; with tables by their priority first."""
    return sorted(cards, key=lambda card: (tables.priorities[card] if tables is not None else 0, _RANKS[card]))


def takeable(piles: Iterable[Pile], squad: str = "") -> list[Pile]:
    """The piles a card may take from: never Fog (Q20); a Squad Leader only from his squad (P1)."""
    return [pile for pile in piles if pile[1] > 0 and pile[0] != FOG and (not squad or SQUAD[pile[0]] == squad)]


def bolster_pile(piles: Iterable[Pile], tables: Tables = SHIPPED) -> Pile | None:
    """The pile to take from (Q57): with a counter on it, by priority; else the biggest. `piles` are those allowed."""
    best: Pile | None = None
    best_key: tuple[Any, ...] = ()
    for pile in piles:
        card, count, counter = pile
        if counter:
            key: tuple[Any, ...] = (0, tables.priorities[card], -count, _RANKS[card])
        else:
            key = (1, -count, _RANKS[card])
        if best is None or key < best_key:
            best, best_key = pile, key
    return best


def bolster(piles: Iterable[Pile], x: int, tables: Tables = SHIPPED) -> list[tuple[Card, int]]:
    """Up to `x` cards: all from one pile if possible; the rest by the same rule again (Q58)."""
    left, takes = list(piles), []
    while x and (pile := bolster_pile(left, tables)) is not None:
        left.remove(pile)
        takes.append((pile[0], min(x, pile[1])))
        x -= takes[-1][1]
    return takes


# -- SQUAD LEADER: inspire order


def inspirable(play: Iterable[Card], squad: str) -> list[Card]:
    """The cards in the play area that a Squad Leader may take back: of his squad, not himself (P3)."""
    return [card for card in play if SQUAD[card] == squad and card not in LEADERS]


def inspire_card(cards: Sequence[Card], enough: bool, tables: Tables = SHIPPED) -> Card | None:
    """Which card of those that may be taken back; equal cards are one."""
    order = tables.inspire[enough]
    found = sorted(cards, key=lambda card: (order.index(KIND[card]) if KIND[card] in order else len(order), card))
    return found[0] if found else None


# -- GUIDE: whom to move


@dataclass(frozen=True, slots=True)
class Guided:
    """A counter that might be guided."""

    unit: Any
    kind: Kind
    objective: bool = False
    """Could enter an objective its side does not control."""
    marker: bool = False
    """Stands on the enemy's target marker."""
    cover: bool = False
    """Could move to more cover."""
    can_move: bool = False
    suppressed: bool = False


def guided_units(units: Iterable[Guided]) -> tuple[int, list[Any]]:
    """The first line of the list that fits somebody, and all whom it fits (Q24); line 0 if nobody can be guided."""
    able = [unit for unit in units if unit.can_move and not unit.suppressed]
    lines = (
        [unit.unit for unit in able if unit.kind == "rifleman" and unit.objective],
        [unit.unit for unit in able if unit.marker],
        [unit.unit for unit in able if unit.kind in ("mg", "sniper") and unit.cover],
        [unit.unit for unit in able],
    )
    for number, found in enumerate(lines, 1):
        if found:
            return number, found
    return 0, []
