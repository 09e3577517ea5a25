"""The same game however it is played, copied, taken back or written down."""

from __future__ import annotations

from typing import Any

from kempelen.contract.playing import Problems, played_directly, played_in_steps, players_of, snapshot
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Game, Setup
from kempelen.engine.session import Session
from kempelen.engine.tables.strict import StrictTable
from kempelen.text.say import Text

__all__ = ["copies_are_independent", "positions_round_trip", "same_however_played", "undo_leads_back"]


def same_however_played(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Direct play, play step by step from outside, and its record give the same state and the same events."""
    state, events = played_directly(game, setup, seed)
    session = played_in_steps(game, setup, seed)
    problems = []
    if snapshot(session.state) != snapshot(state):
        problems.append(Text("contract.other_state", seed=seed))
    if session.events != events:
        problems.append(Text("contract.other_events", seed=seed))
    replayed = read_text("record", Record.of(session).text()).load()
    if snapshot(replayed.state) != snapshot(state):
        problems.append(Text("contract.record_state", seed=seed))
    if replayed.events != events:
        problems.append(Text("contract.record_events", seed=seed))
    return problems


def undo_leads_back(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """Taking an answer back gives the state before it; giving it again gives the state after it."""
    session = Session(game, setup, seed=seed).run()
    dice = TapeDice(seed)
    for _ in range(6):
        if session.over or not session.pending:
            break
        before = snapshot(session.state)
        decision = session.pending[0]
        if decision.together:
            break
        choice = decision.options[dice.below(len(decision.options), "", "")]
        session.answer(choice, decision.seat)
        session.run()
        after = snapshot(session.state)
        session.undo(agreed=True)
        session.run()
        if snapshot(session.state) != before:
            return [Text("contract.undo_back", seed=seed)]
        session.answer(choice, decision.seat)
        session.run()
        if snapshot(session.state) != after:
            return [Text("contract.undo_again", seed=seed)]
    return []


def copies_are_independent(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """`copy()` has every field, and playing on with it leaves the original alone."""
    table = StrictTable(game, players_of(game, setup, seed), TapeDice(seed), setup)
    state = game.new(setup, table)
    for _ in range(1000):
        before = snapshot(state)
        copy = state.copy()
        if snapshot(copy) != before:
            return [Text("contract.copy_differs", seed=seed)]
        table.state = copy
        if game.outcome(copy) is not None:
            return []
        game.step(copy, table)
        if snapshot(state) != before:
            return [Text("contract.copy_shares", seed=seed)]
        state = copy
    return []


def positions_round_trip(game: Game[Any], setup: Setup, seed: int) -> Problems:
    """A state written as a position and read back is the same state."""
    table = StrictTable(game, players_of(game, setup, seed), TapeDice(seed), setup)
    table.state = game.new(setup, table)
    for turn in range(200):
        if game.outcome(table.state) is not None:
            break
        if turn % 7 == 0:
            position = game.to_position(table.state)
            try:
                again = game.from_position(position, game.options_of(table.state))
            except PlayerError as error:
                return [Text("contract.position_refused", seed=seed, turn=turn, reason=error.text)]
            if game.to_position(again) != position or snapshot(again) != snapshot(table.state):
                return [Text("contract.position_differs", seed=seed, turn=turn)]
        game.step(table.state, table)
    return []
