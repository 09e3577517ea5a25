"""The solo opponent: which list is asked at which decision. The lists are in its file, ours and open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import load_sheet
from kempelen.behaviour.priorities import Priorities, consult
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.trace import Trace
from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.allowed import always_allowed, line_allowed
from kempelen.games.universalis.automa.answer_lines import ANSWER_TRIES, LINE_FOR, Answering
from kempelen.games.universalis.automa.group_plan import tasks
from kempelen.games.universalis.automa.levels import levels_of
from kempelen.games.universalis.automa.lines import HARDLY_ANY, TRIES
from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.automa.movement_lines import face_goal
from kempelen.games.universalis.automa.setting_lines import PICK_TRIES, SETTING, SETTING_TRIES, Setting
from kempelen.games.universalis.automa.temperaments import temperament_of
from kempelen.games.universalis.automa.vocabulary import VOCABULARY
from kempelen.games.universalis.rules.actions import END
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.state import BOUND, State
from kempelen.games.universalis.rules.terms import FLIGHT

__all__ = ["LEVEL_BOTS", "SHEET", "WEIGHTS", "Opponent"]

SHEET: Sheet = load_sheet("kempelen.games.universalis", "opponent", VOCABULARY)
WEIGHTS = levels_of(SHEET)["middle"].weights
"""What our own opponent weighs things with, for who looks at games from outside."""
KEY = "universalis.prompt."

Lists = Mapping[str, Priorities]


class Opponent:
    """Leads a group at one of the levels, from what its seat may know."""

    takes_sheet = True

    def __init__(self, level: str = "middle", sheet: Sheet = SHEET) -> None:
        self.sheet = sheet
        self.level = levels_of(sheet)[level]

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        s: State = decision.view()
        trace = Trace(decision.seat) if table.tracing else None
        lists = self.sheet.made(s.options).lists
        asked = decision.prompt.key.removeprefix(KEY)
        if asked == "action":
            action = self.act(s, decision, table, trace, lists)
        elif asked == "pick":
            setting = Setting(s, decision, table, trace, self.level)
            action = consult(lists["picking"], PICK_TRIES, setting, allowed=always_allowed)
        elif asked in SETTING:
            action = consult(
                lists["setting_up"], SETTING_TRIES, Setting(s, decision, table, trace, self.level), SETTING[asked]
            )
        else:
            lines = (LINE_FOR[asked], "let_pass") if asked in LINE_FOR else ("let_pass",)
            asked_of = Answering(s, decision, trace, self.level)
            action = consult(lists["answers"], ANSWER_TRIES, asked_of, *lines, allowed=always_allowed)
        return Choice(action, trace)

    def act(self, s: State, decision: Decision[Any], table: Table, trace: Trace | None, lists: Lists) -> Any:
        """The next action of the phase: who follows the mission first, then the model itself, then its drones."""
        orders = tasks(s, decision.seat, self.level.weights, self.level.denies)
        active = [s.models[n] for n in s.active]
        for m in sorted(active, key=lambda m: m.index not in orders):
            if not m.standing or m.panic or m.burning is not None:
                continue
            task = orders.get(m.index)
            alone = m is active[0] or task is not None
            temperament = "target" if task is not None else temperament_of(m.card, self.level.weights)
            mind = Mind(s, m, table, trace, self.level, purse(s, m) if alone else m.ap, decision, task, temperament)
            if mind.ap <= 0:
                continue
            action = self._of_model(mind, lists)
            if action is not END:
                return action
        if trace is not None and not trace.notes:
            trace.add(whys.RESTS_SPENT if active[0].ap < HARDLY_ANY else whys.RESTS, active[0].ap)
        if s.duty == BOUND and END not in decision.options:
            return decision.options[0]
        return END

    def _of_model(self, mind: Mind, lists: Lists) -> Any:
        s, m = mind.s, mind.m
        if mind.task is not None and mind.task.against:
            mind.note(whys.AGAINST_MISSION, m.name, s.missions[1 - m.seat])
        elif mind.task is not None:
            mind.note(whys.FOLLOWS_MISSION, m.name, s.missions[m.seat])
        else:
            mind.note(whys.ACTS, m.name, mind.temperament)
        if m.ready >= 0:
            mind.note(whys.STAYS_READY, m.name)
            return END
        action = consult(lists["every_model"], TRIES, mind, allowed=line_allowed)
        if action is None:
            action = consult(lists[mind.temperament], TRIES, mind, allowed=line_allowed)
        if action is END and mind.task is not None and m.card.going == FLIGHT:
            action = face_goal(mind, mind.task.x, mind.task.y) or END
        return action


class Easy(Opponent):
    def __init__(self, sheet: Sheet = SHEET) -> None:
        super().__init__("easy", sheet)


class Middle(Opponent):
    def __init__(self, sheet: Sheet = SHEET) -> None:
        super().__init__("middle", sheet)


class Hard(Opponent):
    def __init__(self, sheet: Sheet = SHEET) -> None:
        super().__init__("hard", sheet)


LEVEL_BOTS = {"middle": Middle, "easy": Easy, "hard": Hard}
"""By name; the first is the opponent."""
