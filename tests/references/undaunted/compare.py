"""The automa's decisions beside what the documents allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from kempelen.games.undaunted import GAME
from kempelen.parts.scenarios import scenario_file
from tests.references.undaunted.board import Table, kind, read_table
from tests.references.undaunted.cards import bolster_plan
from tests.references.undaunted.charts import BOLSTER, EDITIONS, UNITS, Answer, NotEnoughDice, answers, take_more
from tests.references.undaunted.play import Decided
from tests.references.undaunted.said import Said, read_why

__all__ = ["Difference", "compare", "differences"]

DECIDING = frozenset(
    [
        "Q24",
        "Q35",
        "Q40",
        "Q47",
        "Q48",
        "Q51",
        "Q52",
        "Q53",
        "Q55",
        "Q57",
        "Q58",
        "Q61",
        "Q62",
        "Q63",
        "Q64",
        "Q65",
        "Q66",
    ],
)
"""Readings that decide whom or what an action is directed at."""
BY_TARGET = {"main target": ({"Q51"},), "provided": ({"Q40"},), "table": ({"Q52"}, {"Q55"}), "two lower": ({"Q53"},)}
"""The readings a why cites for a target; with several sets any of them."""
COURSE_CITES = {"outside": "Q02", "outside again": "Q03", "impossible": "Q05", "other": "Q05", "cap": "Q04"}


Same: TypeAlias = Callable[[str, Any, Any], None]
"""Notes a fault if what is said and what is right differ."""


@dataclass
class Difference:
    """Where the program does or says something that the documents do not."""

    what: str
    """legal, action, dice, card, modifier, asked, course, cites, toward, among, defence, takes, markers."""
    game: str
    number: int
    action: str
    said: Any
    allowed: Any

    def __str__(self) -> str:
        return (
            f"{self.game}, decision {self.number} ({self.action}): {self.what} {self.said!r}, allowed {self.allowed!r}"
        )


def compare(one: Decided) -> list[Difference]:
    """What the program did or said that the documents do not; nothing if all is well."""
    found: list[tuple[str, Any, Any]] = [] if one.legal else [("legal", one.action, "what the rules offer")]
    name = one.position.get("scenario")
    table = read_table(one.position, (scenario_file(GAME, name) or {}) if name else {})
    try:
        allowed = (
            take_more(table, one.bolstering, one.left)
            if one.bolstering
            else answers(table, one.dice, EDITIONS[one.edition])
        )
    except NotEnoughDice:
        found.append(("dice", one.dice, "another roll"))
        allowed = []
    done = [answer for answer in allowed if answer.action == one.action]
    if done:
        said = read_why(one.why)
        tried = [_faults(one, table, said, answer, allowed) for answer in done]
        closest = min(tried, key=len)
        found += closest
    elif allowed:
        found.append(("action", one.action, sorted({answer.action for answer in allowed})))
    return [Difference(what, one.game, one.number, one.action, said, right) for what, said, right in found]


def differences(decisions: Iterable[Decided]) -> list[Difference]:
    return [difference for one in decisions for difference in compare(one)]


def _faults(
    one: Decided, table: Table, said: Said, answer: Answer, allowed: list[Answer]
) -> list[tuple[str, Any, Any]]:
    """In which points the why of the right action is not this answer's."""
    faults: list[tuple[str, Any, Any]] = []

    def same(what: str, says: Any, right: Any) -> None:
        if says != right:
            faults.append((what, says, right))

    same("dice", len(one.dice), answer.used)
    same("card", said.card, answer.card)
    same("asked", tuple(said.asked), answer.asked)
    same("modifier", said.modifier, answer.modifier)
    if answer.used:
        same("course", tuple(said.course), answer.course)
    for step, readings in said.course_cites:
        if step in COURSE_CITES:
            same("cites", f"{step}: {readings}", f"{step}: {COURSE_CITES[step]}")
    _same_cites(said, answer, same)
    if kind(answer.card) in UNITS and not one.action.endswith((" ready", " hunker_down")):
        same("cites", "Q07" in said.cited, answer.card not in table.own.at)
    _same_aim(table, said, answer, allowed, same)
    return faults


def _same_cites(said: Said, answer: Answer, same: Same) -> None:
    cited, readings = DECIDING & said.cited, set(answer.by.split())
    if answer.by in BY_TARGET:
        if cited not in BY_TARGET[answer.by]:
            same("cites", sorted(cited), [sorted(some) for some in BY_TARGET[answer.by]])
    elif "Q24" in readings:
        # A guided unit's why may stop at the list of GUIDE; what it says beyond that must be so.
        if "Q24" not in cited or not cited <= readings:
            same("cites", sorted(cited), sorted(readings))
    else:
        same("cites", sorted(cited), sorted(readings))


def _same_aim(table: Table, said: Said, answer: Answer, allowed: list[Answer], same: Same) -> None:
    """The unit, the tiles, the piles that a why names are those of the document."""
    words, readings = answer.action.split(), set(answer.by.split())
    if answer.by in BY_TARGET:
        same("among", said.among, {other.toward for other in allowed if other.by == answer.by})
        same("defence", said.defence, table.defence(table.place_of(answer.card), answer.toward))
    elif "Q24" in readings or readings & {"Q62", "Q64", "Q35", "Q47"}:
        same("among", said.among, {other.action.split()[2] for other in allowed})
    if readings & {"Q62", "Q63", "Q66"} and "Q24" not in readings:
        same("toward", said.toward, answer.toward)
    if "Q63" in readings:
        same("markers", said.markers, sum(tile not in table.own.scouted for tile in words[2:]))
    if "Q57" in readings:
        same("takes", said.takes, bolster_plan(table.own, answer.card, BOLSTER[kind(answer.card)]))
    elif "Q58" in readings:
        same("takes", said.takes[:1], [(answer.toward, int(words[1]))])
