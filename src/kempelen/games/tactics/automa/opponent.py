"""The opponent's turn at the table: its lines, and in between every unit by its own."""

from __future__ import annotations

from kempelen.behaviour.procedure import follow
from kempelen.engine.table import NOBODY, Table
from kempelen.engine.trace import Trace
from kempelen.games.tactics.automa import whys
from kempelen.games.tactics.automa.lists import procedure_of, turn_of
from kempelen.games.tactics.automa.turn import AI_SIDE, Turn, activate_all_own_units, place_unit
from kempelen.games.tactics.automa.units import Acting, start_activation, tap
from kempelen.games.tactics.automa.vocabulary import TURN_WORDS, UNIT_WORDS
from kempelen.games.tactics.rules.combat import end
from kempelen.games.tactics.rules.events import Activated, OpponentTurn
from kempelen.games.tactics.rules.state import BEGIN, EMPTY_TURNS, OPPONENT, UNITS, State, Unit

__all__ = ["AI_SIDE", "activate", "opponent_step", "opponent_turn", "place_unit"]


def activate(s: State, table: Table, unit: Unit) -> None:
    """The unit follows its AI from the top, then it is tapped; one that was destroyed meanwhile is not (R1, R2, N5)."""
    trace = Trace(NOBODY) if table.explaining else None
    table.tell(Activated, unit.name, unit.ai, s.board.spots[unit.tile], trace)
    start_activation(s, unit)
    if trace is not None and unit.moves > unit.profile.moves:
        trace.add(whys.STREET)
    stopped = unit.ai is not None and follow(procedure_of(s, unit.ai), UNIT_WORDS, Acting(s, table, unit, trace))
    if not stopped:
        if trace is not None:
            trace.add(whys.TAPPED)
        tap(s, table, unit)
    s.acting, s.place = None, ""


def opponent_turn(s: State, table: Table) -> None:
    """The whole turn (T3)."""
    s.phase = OPPONENT
    while s.phase in (OPPONENT, UNITS) and s.ending is None:
        opponent_step(s, table)


def opponent_step(s: State, table: Table) -> None:
    """The lines up to the units' activation, or that of one unit, or the lines behind it."""
    if s.phase == OPPONENT:
        trace = Trace(NOBODY) if table.explaining else None
        table.tell(OpponentTurn, s.rule.mode, trace)
        for unit in s.of_owner(s.players):
            unit.tapped = False
        follow(turn_of(s), TURN_WORDS, Turn(s, table, trace))
    else:
        _next_unit(s, table)
    if s.ending is not None:
        return
    for unit in s.units:
        if unit.due:
            break
    else:
        text = turn_of(s)
        rest = text.after(activate_all_own_units.__name__)
        if rest is not None:
            follow(text, TURN_WORDS, Turn(s, table, Trace(NOBODY) if table.explaining else None), rest)
        s.place = ""
        _end_of_turn(s, table)


def _next_unit(s: State, table: Table) -> None:
    """D5: in random order; who is gone by then is skipped."""
    units = [unit for unit in s.units if unit.due]
    unit = units[0] if len(units) == 1 else table.pick(units, "order")
    unit.due = False
    activate(s, table, unit)


def _end_of_turn(s: State, table: Table) -> None:
    """In the Kraken's game no unit of the players at the end of two of its turns in a row loses (W2, M1, P6)."""
    s.empty_turns = 0 if s.held[0] else s.empty_turns + 1
    if s.rule.mode == "kraken" and s.empty_turns >= EMPTY_TURNS:
        end(s, table, "wiped_out", ())
        return
    s.phase, s.active = BEGIN, 0
    s.round += 1
    if s.round > s.rule.cap:
        end(s, table, "cap", ())
