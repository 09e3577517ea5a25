"""Faults that the automa once had, put back: each is a way to spoil what a sound automa decides.

They work on the decision, so they hold whatever the program's modules are called. A fault that the program still has
itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kempelen.engine.player import Player
from kempelen.engine.table import Choice, Decision, Table, notation_of
from kempelen.engine.trace import Cite, Note, RulingCite, Trace, note
from kempelen.games.undaunted import GAME
from kempelen.parts.scenarios import scenario_file
from tests.references.undaunted.board import Table as Position
from tests.references.undaunted.board import kind, read_table
from tests.references.undaunted.charts import EDITIONS, Answer, answers
from tests.references.undaunted.movement import highest
from tests.references.undaunted.play import AUTOMA, Noting

__all__ = ["FAULTS", "planted"]

Spoil = Callable[[Choice, Answer, Position, list[Any]], Choice]


def planted(spoil: Spoil, edition: str) -> Callable[[], Player]:
    """An automa with this fault."""
    return lambda: _Planted(spoil, edition)


class _Planted:
    def __init__(self, spoil: Spoil, edition: str) -> None:
        self.automa, self.spoil, self.edition = AUTOMA(), spoil, EDITIONS[edition]

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        assert isinstance(table, Noting)
        given = GAME.to_position(table.state)
        choice = self.automa.decide(decision, table)
        name = given.get("scenario")
        position = read_table(given, (scenario_file(GAME, name) or {}) if name else {})
        action = notation_of(choice.action)
        if action.startswith("take "):
            return choice
        for answer in answers(position, table.noted, self.edition):
            if answer.action == action:
                return self.spoil(choice, answer, position, list(decision.options))
        return choice


def _go(choice: Choice, options: list[Any], notation: str) -> Choice:
    return replace(choice, action=next(option for option in options if option.notation == notation))


def _renote(choice: Choice, change: Callable[[Note, tuple[Any, ...]], list[tuple[Note, tuple[Any, ...]]]]) -> Choice:
    trace = choice.trace
    assert trace is not None
    changed = [new for kind_, values in trace.notes for new in change(kind_, values)]
    return replace(choice, trace=Trace(trace.seat, changed))


def command_two(choice: Choice, answer: Answer, position: Position, options: list[Any]) -> Choice:
    """Defect 1: COMMAND 2 with exactly one card left to draw."""
    return replace(choice, action=GAME.parse("sergeant command 2")) if "command 1" in answer.action else choice


def claims_a_goal(choice: Choice, answer: Answer, position: Position, options: list[Any]) -> Choice:
    """Defect 2: Q66 decided where to, and the why says that a step leads toward something."""
    if answer.by != "Q66":
        return choice
    where = Cite("undaunted-ai-1.2", "ACTION MOVE/SCOUT")
    steps = note("undaunted.why.steps", where, RulingCite("undaunted:Q62"), public=True, tiles=tuple)

    def change(kind_: Note, values: tuple[Any, ...]) -> list[tuple[Note, tuple[Any, ...]]]:
        if "undaunted:Q66" in map(str, kind_.sources):
            return [(steps, (answer.action.split()[2:],))]
        return [(kind_, values)]

    return _renote(choice, change)


def cover_before_markers(choice: Choice, answer: Answer, position: Position, options: list[Any]) -> Choice:
    """Defect 3: a Scout without a nearer step takes the most cover, scouted or not."""
    if answer.by != "Q66" or kind(answer.card) != "scout":
        return choice
    cover, near = position.board.cover, position.board.near[position.place_of(answer.card)]
    best = max(near, key=lambda tile: (cover[tile], tile not in position.own.scouted))
    return _go(choice, options, f"{answer.card} scout {best}")


def outside_by_q02(choice: Choice, answer: Answer, position: Position, options: list[Any]) -> Choice:
    """Defect 4: the German sheet's re-roll of results outside the table cites Q02."""

    def change(kind_: Note, values: tuple[Any, ...]) -> list[tuple[Note, tuple[Any, ...]]]:
        if "undaunted:Q03" in map(str, kind_.sources):
            return [(Note(kind_.write, (RulingCite("undaunted:Q02"),), kind_.public), values)]
        return [(kind_, values)]

    return _renote(choice, change)


def any_nearest_tile(choice: Choice, answer: Answer, position: Position, options: list[Any]) -> Choice:
    """Defect 5: SNIPER 3 takes any of the tiles nearest to the most points, not the one with the highest defence."""
    if answer.by != "Q35":
        return choice
    board, here = position.board, position.place_of("sniper")
    tops = highest(position, position.objectives())

    def far(tile: str) -> int:
        return min((board.apart(tile, top) for top in tops), default=0)

    better = [tile for tile in board.near[here] if board.cover[tile] > board.cover[here]]
    nearest = [tile for tile in better if far(tile) == far(answer.toward)]
    if not nearest:
        return choice
    return _go(choice, options, f"sniper stalk {min(nearest, key=lambda tile: board.cover[tile])}")


def near_without_question_3(choice: Choice, answer: Answer, position: Position, options: list[Any]) -> Choice:
    """Found by this comparison: in the German edition STALK goes onto the most points after question 2 as well."""
    if answer.card != "sniper" or ("2", True) not in answer.asked or ("impossible", "STALK") not in answer.course:
        return choice
    tops = highest(position, position.objectives())
    beside = [tile for tile in position.board.near[position.place_of("sniper")] if tile in tops]
    return _go(choice, options, f"sniper stalk {beside[0]}") if beside else choice


FAULTS: Mapping[str, Spoil] = {
    "1 command two": command_two,
    "2 claims a goal": claims_a_goal,
    "3 cover before markers": cover_before_markers,
    "4 outside by Q02": outside_by_q02,
    "5 any nearest tile": any_nearest_tile,
    "6 near without question 3": near_without_question_3,
}
