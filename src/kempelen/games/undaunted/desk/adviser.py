"""The automa without a board: a person plays its cards at his own table and answers their questions.

The same charts and the same functions decide as in play; only the facts come from the person. What follows a card, the
target, the piles, the way, is worked out in calculators.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.chart import Chart
from kempelen.behaviour.chart_words import Ask
from kempelen.behaviour.question import HumanOracle, Question
from kempelen.behaviour.verdict import Verdict, consult
from kempelen.desk.adviser import Advice, Adviser, Asking, Consultation, Follow
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Cite, RulingCite, Source, Trace
from kempelen.games.undaunted.automa import questions
from kempelen.games.undaunted.automa.charts import HUNKER_DOWN, SHEET
from kempelen.games.undaunted.automa.questions import POSSIBLE
from kempelen.games.undaunted.automa.selection import tables_of
from kempelen.games.undaunted.desk import aiming, calculators, piles, ways
from kempelen.games.undaunted.desk.calculators import carried, next_cards
from kempelen.games.undaunted.face.words import action_word, kind_word
from kempelen.games.undaunted.rules.cards import KIND, KINDS, UNITS, Kind
from kempelen.text.say import Text

__all__ = ["adviser"]

CARD_GROUP = Text("undaunted.adviser.cards")
TOOL_GROUP = Text("undaunted.adviser.tools")
UNIT_KINDS = frozenset(KIND[unit] for unit in UNITS)

FOLLOWS: Mapping[Question, Question] = {
    questions.may_shoot_at: questions.can_attack,
    questions.target_exists: questions.can_attack,
    questions.rifleman_on_objective: questions.can_attack,
    questions.specialist_in_reach: questions.can_attack,
    questions.better_stalk_tile: questions.can_move,
    questions.better_stalk_tile_or_near: questions.can_move,
    questions.first_of_several_leaders: questions.cards_to_bolster,
}
"""Who says yes to the first has answered the second."""

CALCULATORS: Mapping[str, Callable[..., Advice]] = {
    "target": aiming.target,
    "bolster": piles.bolstering,
    "mortar_tile": aiming.mortar_tile,
    "path": ways.path,
    "guide_whom": calculators.guide_whom,
    "inspire_whom": calculators.inspire_whom,
    "order": calculators.order,
    "initiative": calculators.initiative,
}


BY_TABLES = ("target", "bolster", "mortar_tile", "inspire_whom")
"""Those that go by tables which an author may write anew."""


def adviser(options: Mapping[str, str], sheet: Sheet = SHEET) -> Adviser:
    """The cards in the order of the document, then what they may lead to, by these options and this automa."""
    return _adviser(tuple(options.items()), sheet)


@lru_cache(maxsize=32)
def _adviser(given: tuple[tuple[str, str], ...], sheet: Sheet) -> Adviser:
    options, tables = dict(given), tables_of(sheet)
    cards = (
        Consultation(
            kind,
            chart.title,
            CARD_GROUP,
            partial(play_card, chart),
            reminder=Text("undaunted.adviser.reminder") if kind in UNIT_KINDS else None,
            thing=kind,
        )
        for kind, chart in sheet.made(options).charts.items()
    )
    tools = (
        Consultation(
            name,
            Text(f"undaunted.adviser.tool.{name}"),
            TOOL_GROUP,
            partial(run, options, tables=tables) if name in BY_TABLES else partial(run, options),
            Text(f"undaunted.adviser.key.{name}"),
        )
        for name, run in CALCULATORS.items()
    )
    return Adviser(Text("undaunted.adviser.intro"), (*cards, *tools))


class CardOracle(HumanOracle):
    """The person answers the questions of the card. Whether its action is possible is presumed, and may be denied."""

    __slots__ = ("asking", "at", "chart")

    def __init__(self, asking: Asking, chart: Chart) -> None:
        super().__init__(asking)
        self.asking = asking
        self.chart = chart
        self.at = 0
        """The line of the card that is asked next; -1 when all are."""

    def yes(self, question: Question, *about: Any) -> bool:
        if self.at < 0 or self.chart.asks[self.at].question is not question:
            known = self.known.get(question.name)
            return self.possible(question, about) if known is None else known
        line = self.chart.asks[self.at]
        answer = self.asking.yes(question.name, line.text, sources=_sources(self.chart, line))
        self.known[question.name] = answer
        if answer and question in FOLLOWS:
            self.known[FOLLOWS[question].name] = True
        self.at = self.chart.branches[self.at][answer].next
        return answer

    def possible(self, question: Question, about: Sequence[Any]) -> bool:
        if question is questions.can_suppress and "rifleman" in about:  # provided as one that is not suppressed
            return True
        return self.asking.presume(question.name, question.text())


def _sources(chart: Chart, line: Ask) -> tuple[Source, ...]:
    readings = (RulingCite(f"{chart.game}:{id}") for id in line.rulings)
    return (Cite(chart.document, chart.section, line.number), *readings)


def play_card(chart: Chart, asking: Asking) -> Advice:
    """What a card of the automa does."""
    trace = Trace(NOBODY)
    verdict = consult(chart, CardOracle(asking, chart), asking, trace, look=False)
    action = verdict.action
    new = action in ("command", "recon", "inspire")
    doubt = POSSIBLE[action].name if action in POSSIBLE else ""
    return Advice(
        Text("undaunted.adviser.does", card=kind_word(chart.name), action=action_word(action)),
        trace,
        (_how(chart.name, action),),
        (*_worked_out(chart.name, verdict, asking, new), *next_cards(asking, new=new)),
        short=action_word(action),
        doubt=doubt if doubt in asking.presumed else "",
    )


def _how(kind: Kind, action: str) -> Text:
    """The action in plain words; with a number, that of the card."""
    if action == HUNKER_DOWN:
        return Text("undaunted.adviser.how.hunker_down", n=1)
    return Text(f"undaunted.adviser.how.{action}", n=KINDS[kind].actions[action])


def _worked_out(kind: Kind, verdict: Verdict, asking: Asking, new: bool) -> list[Follow]:
    """What must still be found for the action: a target, a way, a pile."""
    action = verdict.action
    known = carried(asking, new=new)
    if "squad" in asking.known:
        known["squad"] = asking.known["squad"]
    if action in ("attack", "suppress"):
        provided = verdict.aim.partition(" ")[0]
        aim = provided if provided in aiming.AIMS else "none"
        return [_follow("target", known, kind=kind, action=action, aim=aim)]
    if action in ("move", "scout", "stalk"):
        marked = bool(asking.known.get("on_target_marker", False))
        return [_follow("path", known, kind=kind, marked=marked, stalk_tile=verdict.aim == "stalk_tile")]
    if action == "bolster":
        return [_follow("bolster", known, who=kind)]
    found = {"guide": "guide_whom", "inspire": "inspire_whom", "target": "mortar_tile"}.get(action)
    return [_follow(found, known)] if found else []


def _follow(id: str, known: Mapping[str, Any], **more: Any) -> Follow:
    return Follow(id, Text(f"undaunted.adviser.follow.{id}"), {**known, **more})
