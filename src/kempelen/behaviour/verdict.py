"""Consulting a chart: the questions, the die, the row, and what is done if that is not possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from kempelen.behaviour.chart import Chart
from kempelen.behaviour.chart_words import Row
from kempelen.behaviour.question import Oracle, holds
from kempelen.engine.table import Table
from kempelen.engine.trace import Trace
from kempelen.text.say import Text

__all__ = ["Verdict", "consult"]

MOST_ROLLS = 50
"""After so many re-rolls the first row that can be carried out is taken."""


@dataclass(slots=True)
class Verdict:
    """What a chart says."""

    action: str
    drm: int = 0
    rolls: list[int] = field(default_factory=list)
    case: str = ""
    aim: str = ""
    """The target that an answer provided, with the numbers it was asked for: `specialist 8`."""
    row: Row | None = None

    @property
    def total(self) -> int | None:
        """The last die with its modifier, before it is brought into the table."""
        return self.rolls[-1] + self.drm if self.rolls else None


def consult(
    chart: Chart,
    oracle: Oracle,
    table: Table,
    trace: Trace | None = None,
    *,
    look: bool = True,
    foretell: bool = False,
) -> Verdict:
    """Answer the questions, roll, and find the action.

    With `foretell` whoever rolls is told before what each face would lead to; not where a question is about a secret.
    With `look` the card is checked for any possible action before the die is cast. A person who answers the questions
    is not bothered with that: a die too many does no harm.
    """
    if trace is not None:
        trace.add(chart.notes.begun)
    verdict = Verdict("")
    swaps: Mapping[str, str] = {}
    asks, branches, answer = chart.asks, chart.branches, oracle.yes
    at = 0 if asks else -1
    while at >= 0:
        ask = asks[at]
        parts = ask.question.parts
        branch = branches[at][answer(ask.question, *ask.about) if parts is None else holds(parts, oracle)]
        if trace is not None:
            for note in branch.notes:
                trace.add(note)
        if branch.only_next:
            at = branch.next
            continue
        if branch.do:
            verdict.action = _settled(chart, branch.do, False, oracle, verdict, trace) or chart.last
            return verdict
        if branch.drm is not None:
            verdict.drm = branch.drm
        if branch.case is not None:
            verdict.case = branch.case
        if branch.aim:
            verdict.aim = branch.aim
        if branch.swaps:
            swaps = {**swaps, **branch.swaps}
        at = branch.next
    if look and not _any_possible(chart, oracle, verdict):
        if trace is not None:
            trace.add(chart.notes.last, chart.last)
        verdict.action = chart.last
        return verdict
    verdict.action = _rolled(chart, swaps, oracle, table, verdict, trace, foretell=foretell)
    return verdict


def _foretold(chart: Chart, swaps: Mapping[str, str], oracle: Oracle, verdict: Verdict) -> list[Text]:
    """What every face of the die leads to now."""
    rows, again, found = chart.by_case[verdict.case], Text("chart.again"), list[Text]()
    for face in range(1, chart.die + 1):
        total = face + verdict.drm
        if not 1 <= total <= chart.die and chart.outside == "reroll":
            found.append(again)
            continue
        row = rows[min(max(total, 1), chart.die) - 1]
        action = _settled(chart, swaps.get(row.action, row.action), row.reroll, oracle, verdict, None)
        found.append(again if action is None else Text(f"{chart.game}.action.{action}"))
    return found


def _rolled(
    chart: Chart,
    swaps: Mapping[str, str],
    oracle: Oracle,
    table: Table,
    verdict: Verdict,
    trace: Trace | None,
    *,
    foretell: bool,
) -> str:
    rows, die, modifier = chart.by_case[verdict.case], chart.die, verdict.drm
    about = table.about
    for n in range(MOST_ROLLS):
        table.here(("chart", chart.name))
        if about is not None:  # whoever rolls once more has to know for what
            table.about = about if n == 0 else Text("chart.throw_again", what=about)
        if foretell:
            table.faces = partial(_foretold, chart, swaps, oracle, verdict)
        face = table.roll(die, "decision")
        verdict.rolls.append(face)
        total = face + modifier
        if trace is not None:
            trace.add(chart.notes.rolled, face, modifier)
        if not 1 <= total <= die:
            if chart.outside == "reroll":
                if trace is not None:
                    trace.add(chart.notes.outside_again, total)
                continue
            result = 1 if total < 1 else die
            if trace is not None:
                trace.add(chart.notes.outside, total, result)
            total = result
        row = verdict.row = rows[total - 1]
        action = swaps.get(row.action, row.action)
        if trace is not None:
            trace.add(chart.notes.rows[row])
            if action != row.action:
                trace.add(chart.notes.swapped, row.action, action)
        settled = _settled(chart, action, row.reroll, oracle, verdict, trace)
        if settled is not None:
            return settled
        if n == 0 and not _any_row_settles(chart, swaps, oracle, verdict):
            break
    for action in chart.actions:
        if _can(chart, action, oracle, verdict):
            if trace is not None:
                trace.add(chart.notes.cap, action)
            return action
    return chart.last


def _any_possible(chart: Chart, oracle: Oracle, verdict: Verdict) -> bool:
    return any(_can(chart, action, oracle, verdict) for action in chart.looked)


def _can(chart: Chart, action: str, oracle: Oracle, verdict: Verdict) -> bool:
    if action == chart.last:
        return True
    if action in chart.aimed:
        return oracle.yes(chart.can[action], verdict.aim)
    return oracle.yes(chart.can[action])


def _settled(
    chart: Chart, action: str, reroll: bool, oracle: Oracle, verdict: Verdict, trace: Trace | None
) -> str | None:
    """The action, or what takes its place if it is not possible: the author's word, a re-roll (None), or our ladder."""
    if _can(chart, action, oracle, verdict):
        return action
    notes = chart.notes
    if trace is not None:
        trace.add(notes.impossible, action)
    tried = [action]
    then = chart.fallback.get(action)
    while then is not None and then not in tried:
        possible = _can(chart, then, oracle, verdict)
        if trace is not None:
            trace.add(notes.fallbacks[tried[-1]] if possible else notes.impossible, then)
        if possible:
            return then
        tried.append(then)
        then = chart.fallback.get(then)
    if reroll:
        if trace is not None:
            trace.add(notes.again)
        return None
    for other in chart.actions:
        if other not in tried and _can(chart, other, oracle, verdict):
            if trace is not None:
                trace.add(notes.other, other)
            return other
    if trace is not None:
        trace.add(notes.last, chart.last)
    return chart.last


def _any_row_settles(chart: Chart, swaps: Mapping[str, str], oracle: Oracle, verdict: Verdict) -> bool:
    """Is there a face that ends the re-rolls?"""
    rows = chart.by_case[verdict.case]
    for face in range(1, chart.die + 1):
        total = face + verdict.drm
        if not 1 <= total <= chart.die:
            if chart.outside == "reroll":
                continue
            total = min(max(total, 1), chart.die)
        row = rows[total - 1]
        if _settled(chart, swaps.get(row.action, row.action), row.reroll, oracle, verdict, None) is not None:
            return True
    return False
