"""The cards' charts: questions, modifier, table and what is done instead, from seeds 002 and 000 and Q01 to Q10, Q20 to
Q46, Q68.

`answers` gives every answer the document allows to a position and the dice that fell. An answer is whole: the card, its
questions, the modifier, the dice used, the action in notation, what it is directed at, and what decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tests.references.undaunted.board import Table, kind
from tests.references.undaunted.cards import (
    adds_a_counter,
    bolster_plan,
    guided,
    inspire_order,
    next_card,
    two_leaders,
)
from tests.references.undaunted.movement import Way, better_stalk, ways
from tests.references.undaunted.targets import (
    Aim,
    blast_possible,
    mortar_tiles,
    provided_by_mg_2,
    provided_by_mg_3,
    targets,
)

__all__ = ["BOLSTER", "EDITIONS", "UNITS", "Answer", "NotEnoughDice", "answers", "take_more"]

EDITIONS: Mapping[str, frozenset[str]] = {"en": frozenset(), "de": frozenset({"Q03", "Q26", "Q35"})}
"""Where the German sheet means something else than the English one."""
MOST_ROLLS = 50
BOLSTER = {"sergeant": 3, "guide": 1, "leader": 2}
COMMAND = 2


class NotEnoughDice(Exception):
    """The document wants another roll than were made."""


@dataclass(frozen=True)
class Answer:
    """One thing the document allows."""

    card: str
    action: str
    """In notation, `end` when there is no card to play."""
    asked: tuple[tuple[str, bool], ...] = ()
    """The questions, in order, with their answers; the numbers are the author's."""
    modifier: int | None = None
    """None if the card is played without a roll."""
    used: int = 0
    """Dice rolled."""
    course: tuple[tuple[str, str], ...] = ()
    """How the roll came to the action: rolled, outside, outside again, row, swapped, impossible, fallback, again, other."""
    toward: str = ""
    """The tile or the unit the action is directed at."""
    by: str = ""
    """What decided where the action goes: readings, or a line of the target selection."""


@dataclass
class Chart:
    """A card's questions answered: what comes before the roll."""

    asked: list[tuple[str, bool]] = field(default_factory=list)
    modifier: int = 0
    rows: Sequence[tuple[int, str]] = ()
    """Highest result of each row, and its action."""
    instead: dict[str, str] = field(default_factory=dict)
    """Actions that a question swaps for another."""
    otherwise: dict[str, str] = field(default_factory=dict)
    """What the card says to do when an action is not possible."""
    again: frozenset[str] = frozenset()
    """Actions that are rolled again when they are not applicable."""
    outside_again: bool = False
    """Results outside the table are rolled again (Q03, German)."""

    def ask(self, line: str, answer: bool) -> bool:
        self.asked.append((line, answer))
        return answer


Does = Mapping[str, Sequence[tuple[str, str, str]]]
"""For each action of a card the ways it may be done: notation, what it is directed at, what decided; none: impossible."""


def answers(table: Table, dice: Sequence[int], edition: frozenset[str] = EDITIONS["en"]) -> list[Answer]:
    """Every answer the document allows here, with these dice."""
    card = next_card(table)
    if card is None:
        return [Answer("", "end")]
    if card in table.own.suppressed and kind(card) in UNITS:
        return [Answer(card, f"{card} ready")]
    return list(_BY_KIND[kind(card)](table, card, dice, edition))


def take_more(table: Table, card: str, left: int) -> list[Answer]:
    """A Bolster that its first pile could not fill goes on by the same rule (Q58)."""
    plan = bolster_plan(table.own, card, left)
    return [Answer("", f"take {number} {pile}", toward=pile, by="Q58") for pile, number in plan[:1]]


# -- the roll


def _roll(chart: Chart, does: Does, card: str, dice: Sequence[int]) -> Iterator[Answer]:
    """Roll, look up, and fall back (Q01 to Q05)."""
    asked = tuple(chart.asked)
    if not any(does.values()):
        yield Answer(card, f"{card} hunker_down", asked)
        return
    course: list[tuple[str, str]] = []
    for used in range(1, MOST_ROLLS + 1):
        if used > len(dice):
            raise NotEnoughDice
        action = _look_up(chart, does, dice[used - 1], course)
        if action:
            break
    else:
        used, action = MOST_ROLLS, _first_possible(does)
        course.append(("cap", action))
    for notation, toward, by in does[action]:
        yield Answer(card, notation, asked, chart.modifier, used, tuple(course), toward, by)


def _first_possible(does: Does) -> str:
    """In the order of the table (Q04, Q05)."""
    return next(action for action in does if does[action])


def _look_up(chart: Chart, does: Does, face: int, course: list[tuple[str, str]]) -> str:
    """What one die comes to; nothing if it has to be rolled again."""
    total = face + chart.modifier
    course.append(("rolled", str(total)))
    result = min(10, max(1, total))
    if result != total:
        course.append(("outside again" if chart.outside_again else "outside", str(total)))
        if chart.outside_again:
            return ""
    action = next(action for most, action in chart.rows if result <= most)
    course.append(("row", action))
    if action in chart.instead:
        action = chart.instead[action]
        course.append(("swapped", action))
    if does[action]:
        return action
    course.append(("impossible", action))
    if action in chart.otherwise:
        action = chart.otherwise[action]
        if does[action]:
            course.append(("fallback", action))
            return action
        course.append(("impossible", action))
    if action in chart.again:
        course.append(("again", ""))
        return ""
    action = _first_possible(does)
    course.append(("other", action))
    return action


def _going(card: str, how: str, found: Sequence[Way]) -> list[tuple[str, str, str]]:
    return [(" ".join((card, how, *way.path)), way.toward, way.by) for way in found]


def _firing(card: str, how: str, aims: Sequence[Aim]) -> list[tuple[str, str, str]]:
    return [(f"{card} {how} {aim.at}", aim.at, aim.by) for aim in aims]


def _bolstering(table: Table, card: str) -> list[tuple[str, str, str]]:
    plan = bolster_plan(table.own, card, BOLSTER[kind(card)])
    return [(f"{card} bolster {number} {pile}", pile, "Q57 Q58") for pile, number in plan[:1]]


# -- the cards


def _sergeant_or_guide(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    bolster = _bolstering(table, card)
    if card == "sergeant":
        drawn = min(COMMAND, table.own.to_draw)
        other, second = "COMMAND", [(f"sergeant command {drawn}", "", "")] if drawn else []
    else:
        other = "GUIDE"
        second = [
            (f"guide guide {unit} {way.path[0]}", way.toward, f"Q24 {way.by}".strip()) for unit, way, _ in guided(table)
        ]
    chart = Chart(rows=((6, "BOLSTER"), (10, other)))
    if chart.ask("1", not bolster):
        for notation, toward, by in second or [(f"{card} hunker_down", "", "")]:
            yield Answer(card, notation, tuple(chart.asked), toward=toward, by=by)
        return
    if chart.ask("2", adds_a_counter(table.own, card) or not table.own.bolstered):
        chart.modifier = -2
    yield from _roll(chart, {"BOLSTER": bolster, other: second}, card, dice)


def _scout(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    fog, enough = "fog" in table.own.hand, table.scouted_enough()
    chart = Chart(rows=((4, "SCOUT"), (8, "ATTACK"), (10, "RECON" if fog else "CONCEAL")))
    chart.otherwise = {"SCOUT": "ATTACK", "CONCEAL": "ATTACK"}
    chart.ask("1", fog)
    if fog:
        chart.modifier = 4 if chart.ask("1a", enough) else -3
    elif chart.ask("1b", enough):
        danger = table.in_danger(table.place_of(card))
        chart.ask("1b-i", danger)
        chart.modifier = -3 if danger else 2
        if not danger or "Q26" in edition:
            chart.instead = {"SCOUT": "CONCEAL"}
    else:
        chart.modifier = -3
    does = {
        "SCOUT": _going(card, "scout", ways(table, card)),
        "ATTACK": _firing(card, "attack", targets(table, card)),
        "RECON": [(f"{card} recon", "", "")] if fog else [],
        "CONCEAL": [(f"{card} conceal", "", "")] if table.foe.supply.get("fog") else [],
    }
    yield from _roll(chart, does, card, dice)


def _rifleman(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    own, here = table.own, table.place_of(card)
    gain = table.gain_of_control(here)
    chart = Chart(rows=((4, "MOVE"), (8, "ATTACK"), (10, "CONTROL")), otherwise={"MOVE": "ATTACK"})
    chart.again, chart.outside_again = frozenset({"CONTROL"}), "Q03" in edition
    if chart.ask("1", own.goal is not None and gain > 0 and table.points(own) + gain >= own.goal):
        yield Answer(card, f"{card} control", tuple(chart.asked))
        return
    entering = [tile for tile in table.board.near[here] if tile in table.worth and tile in own.scouted - own.controlled]
    if chart.ask("2", table.in_danger(here)):
        chart.modifier = -4
    elif chart.ask("3", gain > 0):
        chart.modifier = 6
    elif chart.ask("4", bool(entering) or here == own.spawn[card]):
        chart.modifier = -3
    elif chart.ask("5", any(table.defence(here, enemy) <= 5 for enemy in table.foe.at)):
        chart.modifier = 1
        chart.instead = {"CONTROL": "ATTACK"}
    does = {
        "MOVE": _going(card, "move", ways(table, card)),
        "ATTACK": _firing(card, "attack", targets(table, card)),
        "CONTROL": [(f"{card} control", "", "")] if gain else [],
    }
    yield from _roll(chart, does, card, dice)


def _sniper(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    here = table.place_of(card)
    chart = Chart(rows=((4, "STALK"), (10, "ATTACK")), otherwise={"STALK": "ATTACK"})
    going = ways(table, card)
    if chart.ask("1", table.in_danger(here)):
        chart.modifier = -4
    elif chart.ask("2", any(table.defence(here, enemy) <= 7 for enemy in table.foe.at)):
        chart.modifier = 2
    else:
        better = better_stalk(table, or_near="Q35" in edition)
        if chart.ask("3", bool(better)):
            chart.modifier, going = -3, better
    does = {"STALK": _going(card, "stalk", going), "ATTACK": _firing(card, "attack", targets(table, card))}
    yield from _roll(chart, does, card, dice)


def _mg(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    chart = Chart(rows=((2, "MOVE"), (5, "ATTACK"), (10, "SUPPRESS")), otherwise={"MOVE": "ATTACK"})
    chart.again = frozenset({"SUPPRESS"})
    provided: list[Aim] = []
    if chart.ask("1", table.in_danger(table.place_of(card))):
        chart.modifier = -4
    else:
        provided = provided_by_mg_2(table, card)
        if not chart.ask("2", bool(provided)):
            provided = provided_by_mg_3(table, card)
            chart.ask("3", bool(provided))
        chart.modifier = 3 if provided else 0
    moves = _going(card, "move", ways(table, card))
    if not provided:
        fire = _firing(card, "attack", targets(table, card))
        does = {
            "MOVE": moves,
            "ATTACK": fire,
            "SUPPRESS": _firing(card, "suppress", targets(table, card, suppress=True)),
        }
        yield from _roll(chart, does, card, dice)
        return
    # The weakest may be tied, one of them suppressed: then the dice that fell tell which of them was meant.
    found: list[Answer] = []
    for aim in provided:
        held = [] if aim.at in table.foe.suppressed else [aim]
        does = {"MOVE": moves, "ATTACK": _firing(card, "attack", [aim]), "SUPPRESS": _firing(card, "suppress", held)}
        with suppress(NotEnoughDice):
            found += _roll(chart, does, card, dice)
    if not found:
        raise NotEnoughDice
    yield from found


def _leader(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    bolster = _bolstering(table, card)
    back = inspire_order(table, card)
    inspire = [(f"{card} inspire {back[0]}", back[0], "")] if back else []
    without_roll = bolster if two_leaders(table) == card or not inspire else inspire if not bolster else []
    if without_roll or not (bolster or inspire):
        for notation, toward, by in without_roll or [(f"{card} hunker_down", "", "")]:
            yield Answer(card, notation, toward=toward, by=by)
        return
    chart = Chart(rows=((6, "BOLSTER"), (10, "INSPIRE")))
    chart.modifier = -3 if chart.ask("1", adds_a_counter(table.own, card)) else 3 if chart.ask("2", True) else 0
    yield from _roll(chart, {"BOLSTER": bolster, "INSPIRE": inspire}, card, dice)


def _mortar(table: Table, card: str, dice: Sequence[int], edition: frozenset[str]) -> Iterator[Answer]:
    placed = bool(table.own.marker)
    chart = Chart(rows=((2, "MOVE"), (10, "BLAST" if placed else "TARGET")), otherwise={"BLAST": "TARGET"})
    chart.again = frozenset({"MOVE", "BLAST", "TARGET"})
    if chart.ask("1", table.in_danger(table.place_of(card))):
        chart.modifier = -5
    chart.ask("2", placed)
    does = {
        "MOVE": _going(card, "move", ways(table, card)),
        "BLAST": [("mortar blast", table.own.marker, "")] if blast_possible(table) else [],
        "TARGET": _firing(card, "target", mortar_tiles(table)),
    }
    yield from _roll(chart, does, card, dice)


UNITS = frozenset({"scout", "rifleman", "sniper", "mg", "mortar"})
_BY_KIND: Mapping[str, Callable[[Table, str, Sequence[int], frozenset[str]], Iterator[Answer]]] = {
    "sergeant": _sergeant_or_guide,
    "guide": _sergeant_or_guide,
    "scout": _scout,
    "rifleman": _rifleman,
    "sniper": _sniper,
    "mg": _mg,
    "leader": _leader,
    "mortar": _mortar,
}
