"""Whom the automa shoots at and where its Mortar aims, from the few facts that decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kempelen.desk.adviser import Advice, Asking, Option
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Trace
from kempelen.games.undaunted.automa import whys
from kempelen.games.undaunted.automa.questions import Foe
from kempelen.games.undaunted.automa.selection import (
    SHIPPED,
    SPECIALIST_DEFENCE,
    Tables,
    mortar_tiles,
    target_value,
)
from kempelen.games.undaunted.automa.solitaire import target_of
from kempelen.games.undaunted.automa.stated import StatedFacts
from kempelen.games.undaunted.desk.calculators import DONE, HUMAN, NONE, choose_kind, next_cards, readings
from kempelen.games.undaunted.face.words import kind_word
from kempelen.games.undaunted.rules.cards import DICE, SQUADS, Kind, card_of, needed
from kempelen.text.say import Text

__all__ = ["mortar_tile", "target"]

LOWEST, HIGHEST = 4, 19
"""Total defences: the lowest base, and more than any map brings."""
TARGET_KINDS: tuple[Kind, ...] = ("rifleman", "scout", "sniper", "mg", "mortar")
ALONE = frozenset({"sniper", "mortar"})
"""A side has one counter of each."""
ONLY_LOWEST = "only lowest"
MOST_FOES = 11
"""The counters of a side."""
MOST_TILES = 5
"""More tiles with several counters a side cannot have."""
AIMS = ("none", "rifleman", "specialist")


# -- ATTACK and SUPPRESS


def target(options: Mapping[str, str], asking: Asking, tables: Tables = SHIPPED) -> Advice:
    """Whom to attack or suppress; `aim` is what MACHINE GUNNERS 2 and 3 provide."""
    kind = choose_kind(asking, "kind", Text("undaunted.adviser.who_shoots"), tables.columns)
    action, aim = "attack", ""
    if kind == "mg":
        words = [Option(word, Text(f"undaunted.action.{word}")) for word in ("attack", "suppress")]
        action = asking.choice("action", Text("undaunted.adviser.attack_or_suppress"), words)
        aims = [Option(word, Text(f"undaunted.adviser.aim.{word}")) for word in AIMS]
        aim = asking.choice("aim", Text("undaunted.adviser.provided"), aims, sources=readings("Q40"))
        aim = "" if aim == "none" else aim
    trace = Trace(NOBODY)
    values = Foes(asking, options, action, tables).found(kind, aim)
    if not values["enemies"]:
        return Advice(Text("undaunted.adviser.no_target"), trace, then=next_cards(asking))
    facts = StatedFacts(kind, options, values, tables)
    found = target_of(facts, kind, action, aim, asking, trace, HUMAN)
    total = next(foe[2] for foe in values["enemies"] if foe[0] is found)
    return Advice(
        Text(f"undaunted.adviser.shoot.{action}", unit=found),
        trace,
        (_dice(kind, action, total),),
        next_cards(asking),
        doubt=next(reversed(asking.presumed), ""),
    )


def _dice(kind: Kind, action: str, total: int) -> Text:
    """How many dice, and what they need."""
    dice, need = DICE[action][card_of(kind, "" if kind in ALONE else "A")], needed(total)
    return Text("undaunted.adviser.dice", n=dice, need=need, p=100 * (1 - ((need - 1) / 10) ** dice))


class Foes:
    """The enemy counters that can be the target, as far as they must be known."""

    def __init__(self, asking: Asking, options: Mapping[str, str], action: str, tables: Tables) -> None:
        self.asking = asking
        self.options = options
        self.tables = tables
        self.hint = Text(f"undaunted.adviser.defence_hint.{action}")

    def found(self, kind: Kind, aim: str) -> dict[str, Any]:
        """As stated facts; MAIN TARGET also comes first among Riflemen that the card provides (Q37)."""
        main: list[Any] = []
        if aim == "specialist":
            foes = self.specialists()
        elif self.main_target():
            foes = self.weakest("rifleman", Text("undaunted.adviser.weakest_main"))
            main = [foe[0] for foe in foes]
        elif aim == "rifleman":
            foes = self.weakest("rifleman", Text("undaunted.adviser.weakest_on_objective"))
        else:
            foes = self.in_table(self.tables.columns[kind])
        riflemen = [foe[0] for foe in foes] if aim == "rifleman" else []
        return {"enemies": foes, "main_targets": main, "obj_riflemen": riflemen}

    def main_target(self) -> bool:
        wins = self.options["Q51"] == "would_win"
        text = Text("undaunted.adviser.main_wins" if wins else "undaunted.adviser.main_one_point")
        return self.asking.yes("main", text, hint=self.hint, sources=(whys.MAIN, *readings("Q09", "Q51")))

    def specialists(self) -> list[Foe]:
        """The first of MG, Sniper, Mortar that is weak enough (Q38)."""
        for kind in self.tables.specialists:
            text = Text("undaunted.adviser.weakest_within", kind=kind_word(kind), x=SPECIALIST_DEFENCE)
            if foes := self.weakest(kind, text, SPECIALIST_DEFENCE):
                return foes
        return []

    def in_table(self, column: Sequence[Kind]) -> list[Foe]:
        """The weakest of the first kind of the column that is there, and who is weaker by two or more (Q52, Q53)."""
        for kind in column:
            found = self.weakest(kind, Text("undaunted.adviser.weakest", kind=kind_word(kind)))
            if not found:
                continue
            limit = found[0][2] - 2
            sources = (whys.TARGETS, *readings("Q53"))
            if limit < LOWEST or not self.asking.yes(
                "lower", Text("undaunted.adviser.any_lower", x=limit), hint=self.hint, sources=sources
            ):
                return found
            return [*found, *self.others([other for other in TARGET_KINDS if other != kind], LOWEST, limit)]
        return self.others([kind for kind in TARGET_KINDS if kind not in column], 0, HIGHEST)

    def weakest(self, kind: Kind, text: Text, most: int = HIGHEST) -> list[Foe]:
        """The weakest counters of a kind; none if the answer is 0."""
        none = Text("undaunted.adviser.no_such" if most == HIGHEST else "undaunted.adviser.none_so_weak")
        total = self.asking.number(f"weakest {kind}", text, 0, most, hint=self.hint, sources=readings("Q10"), none=none)
        return self.alike(kind, total) if total else []

    def others(self, kinds: Sequence[Kind], least: int, most: int) -> list[Foe]:
        """The weakest of all others (Q55): usually one; if several are equally weak, each of them (Q53, Q54)."""
        text = Text("undaunted.adviser.lowest")
        total = self.asking.number("lowest", text, least, most, hint=self.hint, sources=readings("Q55"))
        if total == 0:
            return []
        found = [choose_kind(self.asking, "", Text("undaunted.adviser.lowest_kind", defence=total), kinds)]
        if self.asking.presume(ONLY_LOWEST, Text("undaunted.adviser.only_counter", defence=total)):
            return [(Text(f"undaunted.foe.{found[0]}"), found[0], total, False)]
        more = Text("undaunted.adviser.lowest_more", defence=total)
        while len(found) < MOST_FOES and (kind := choose_kind(self.asking, "", more, kinds, done=DONE)) != "done":
            found.append(kind)
        return [
            (Text(f"undaunted.foe_number.{kind}", n=found[: n + 1].count(kind)), kind, total, False)
            for n, kind in enumerate(found)
        ]

    def alike(self, kind: Kind, total: int) -> list[Foe]:
        """Usually one; if several are equally weak, so many (Q54)."""
        one = Text("undaunted.adviser.only_one", kind=kind_word(kind), defence=total)
        if kind in ALONE or self.asking.presume(f"only {kind}", one):
            return [(Text(f"undaunted.foe.{kind}"), kind, total, False)]
        count = self.asking.number(f"equal {kind}", Text("undaunted.adviser.how_many_equal", defence=total), 2, 3)
        return [(Text(f"undaunted.foe_number.{kind}", n=n), kind, total, False) for n in range(1, count + 1)]


# -- TARGET: the Mortar's marker


def mortar_tile(options: Mapping[str, str], asking: Asking, tables: Tables = SHIPPED) -> Advice:
    """Where the target marker goes: tiles with several counters are shown, of the others only what can still be best.

    A counter alone is no better than several together unless its value is higher; so often nobody need ask for it.
    """
    where = "avoiding" if options["Q49"] == "avoid" else "any"
    together: list[list[Kind]] = []
    while len(together) < MOST_TILES and (units := _together(asking, where, len(together))):
        together.append(units)
    tiles = {_tile_word(units, n, together): units for n, units in enumerate(together)}
    highest = max((target_value(units, tables) for units in together), default=0)
    worth = sorted(
        (kind for kind in TARGET_KINDS if tables.values[kind] > highest), key=lambda one: -tables.values[one]
    )
    if worth:
        kind = choose_kind(asking, "", Text(f"undaunted.adviser.alone.{where}"), worth, done=NONE)
        if kind != "done":
            tiles |= _alone(asking, kind)
    best = mortar_tiles(tiles, tables)
    trace = Trace(NOBODY)
    if not best:
        return Advice(Text("undaunted.adviser.no_tile"), trace, then=next_cards(asking))
    kinds = tuple(tiles[best[0]])
    trace.add(whys.MARKED, tuple(best), kinds, kinds)
    chosen = asking.pick(best, "tile")
    if len(best) > 1:
        trace.add(whys.MARK_TIE, len(best), chosen)
    value = target_value(tiles[chosen], tables)
    return Advice(Text("undaunted.adviser.mark", at=chosen, n=value), trace, then=next_cards(asking))


def _together(asking: Asking, where: str, before: int) -> list[Kind]:
    """The counters on one tile, two at least; none if there is no such tile any more."""
    units: list[Kind] = []
    ended = {0: NONE, 1: None}
    while len(units) < MOST_FOES:
        if units:
            text = Text("undaunted.adviser.tile_more", units=tuple(map(kind_word, units)))
        else:
            text = Text(f"undaunted.adviser.{'together_more' if before else 'together'}.{where}")
        unit = choose_kind(asking, "", text, TARGET_KINDS, done=ended.get(len(units), DONE))
        if unit == "done":
            break
        units.append(unit)
    return units


def _tile_word(units: Sequence[Kind], n: int, every: Sequence[Sequence[Kind]]) -> Text:
    """The tile by who is there; if the same stand on several, by its number among them."""
    same = [number for number, others in enumerate(every) if sorted(others) == sorted(units)]
    words = tuple(map(kind_word, units))
    if len(same) > 1:
        return Text("undaunted.adviser.tile_number", n=same.index(n) + 1, units=words)
    return Text("undaunted.adviser.tile_with", units=words)


def _alone(asking: Asking, kind: Kind) -> dict[Text, list[Kind]]:
    """The tiles on which one of this kind stands alone."""
    count = 1
    if kind not in ALONE:
        count = asking.number("", Text("undaunted.adviser.how_many_alone", kind=kind_word(kind)), 1, len(SQUADS))
    each: list[list[Kind]] = [[kind]] * count
    return {_tile_word(units, n, each): units for n, units in enumerate(each)}
