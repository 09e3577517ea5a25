"""A game looked at as it is played: what everybody is shown of it, to compare it with its twin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from kempelen.contract.playing import snapshot
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import exported_row
from kempelen.engine.game import say_in
from kempelen.engine.inputs import Input
from kempelen.engine.played import Moment
from kempelen.engine.session import Session
from kempelen.engine.setup import bot_for
from kempelen.engine.table import A, Check, Decision, Event, NeedInput, Offer, Seat, notation_of
from kempelen.engine.tables.odds import decision_odds
from kempelen.engine.tables.replay import LeftRules, ReplayTable
from kempelen.engine.trace import Trace
from kempelen.text.say import LANGUAGES, Text

__all__ = ["ASPECTS", "Astray", "Thought", "Watched", "Watching", "watched"]

C = TypeVar("C")
ASPECTS = ("view", "scene", "events", "log", "export", "legal", "hints", "why", "odds")
"""Whatever leaves the program on its way to somebody."""
FEW = 300
"""Runs for exact chances; where more are needed they are not compared."""
MOST_STEPS = 1000


class Astray(Exception):
    """The inputs do not fit: at this one the rules asked for something else, perhaps a choice of this seat."""

    def __init__(self, left: LeftRules, asked: Seat | None) -> None:
        super().__init__(left)
        self.index, self.reason, self.asked = left.index, left.text, asked


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision as it was met: what was asked, and what the seat's bot thought of it."""

    seat: Seat
    shown: tuple[Any, ...]
    """Prompt and options."""
    hint: Text | None
    action: str = ""
    trace: Trace | None = None
    odds: Any = None


class Watching(ReplayTable):
    """Plays recorded inputs and nothing else; notes decisions, and whatever is turned up."""

    def __init__(self, session: Session, inputs: list[Input], start: int, *, thoughts: bool = False) -> None:
        super().__init__(session.game, inputs, start=start)
        self.session = session
        self.setup = session.setup
        self.thoughts: list[Thought] = []
        self.thinking = thoughts
        self.last: Mapping[Seat, Sequence[Any]] = {}
        """What whoever is asked after the last input had rolled in the game itself."""
        self.step_began = -1
        """How many inputs there were at the last checkpoint: from there on chances can be had."""
        self.asked: Seat | None = None
        """Who was asked last, if that was the last thing that was wanted."""
        self.revealed: list[tuple[int, Seat | None]] = []
        """How many inputs there were when something was turned up, and to whom."""

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        self.asked = seat
        if self.thinking:
            rolls = self.inputs[self.at].rolls if self.at < len(self.inputs) else self.last.get(seat)
            self._note(Decision(seat, prompt, options, check, self), rolls)
        return super().choose(seat, prompt, options, check)

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        if self.thinking:
            rolls = self.last
            if self.at < len(self.inputs) and self.inputs[self.at].kind == "together":
                rolls = {seat: rolled for seat, _, rolled in self.inputs[self.at].value}
            for seat, (prompt, options) in sorted(asked.items()):
                self._note(Decision(seat, prompt, options, None, self), rolls.get(seat))
        return super().together(asked)

    def _chance(self, kind: str, what: str, *rest: Any, **more: Any) -> Any:
        if self._bot is None:
            self.asked = None
        return super()._chance(kind, what, *rest, **more)

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        self.revealed.append((self.at, to))
        return super().reveal(slot, known, options, why, to)

    def _note(self, decision: Decision[Any], rolls: Sequence[Any] | None) -> None:
        """What the seat is asked, and what its bot thinks, if it has all the dice it had."""
        seat, game = decision.seat, self.game
        shown = (decision.prompt, *map(notation_of, decision.options))
        hint = game.speech.tip(self.session.setup, decision)
        thought = Thought(seat, shown, hint, odds=self._odds(seat))
        player = self.session.players.get(seat)
        if player is not None and rolls is not None:
            self._bot, self._rolls, self._rolls_read, self.tracing = seat, list(rolls), 0, True
            try:
                choice = player.decide(decision, self)
                thought = replace(thought, action=notation_of(choice.action), trace=choice.trace)
            except (NeedInput, LeftRules):  # it now wants other dice, or draws lots for other things
                pass
            finally:
                self._bot, self._rolls, self.tracing = None, [], False
        self.thoughts.append(thought)

    def _odds(self, seat: Seat) -> Any:
        """What a bot would do in this place, by what the seat may know; nothing where there are too many courses."""
        if self.at != self.step_began:
            return None
        game = self.game
        player = self.session.players.get(seat) or bot_for(game, self.session.setup, seat)
        try:
            return decision_odds(game, game.view(self.state, seat), player, seat, most_runs=FEW)
        except PlayerError as error:
            return type(error)


@dataclass(frozen=True, slots=True)
class Watched:
    """A game up to an input, since a moment."""

    state: Any
    events: Sequence[Event]
    inputs: Sequence[Input]
    thoughts: Sequence[Thought]
    asked: Sequence[Decision[Any]]
    revealed: Sequence[tuple[int, Seat | None]]
    over: bool

    def shown(self, session: Session, reader: Seat, owner: Seat, actions: Sequence[str]) -> dict[str, Any]:
        """Everything that a reader gets of it, by aspect; of the owner's thoughts those that led to these actions."""
        game, view = session.game, session.game.view(self.state, reader)
        events = [event for event in (event.seen_by(reader) for event in self.events) if event is not None]
        names = game.speech.seat_names(session.setup)
        own = [thought for thought in self.thoughts if thought.seat == reader]
        told = [t for t in self.thoughts if t.trace is not None and (t.seat != owner or t.action in actions)]
        return {
            "view": snapshot(view),
            "scene": [game.scene(view, say_in(lang)) for lang in LANGUAGES],
            "events": [_event(event, reader) for event in events],
            "log": [event.text for event in events],
            "export": [exported_row(game, self.state, row, names, reader) for row in self.inputs],
            "legal": [thought.shown for thought in own],
            "hints": [thought.hint for thought in own],
            "odds": [thought.odds for thought in own],
            "why": [(t.seat, _steps(t.trace, reader)) for t in told],
        }


def _steps(trace: Trace | None, reader: Seat) -> list[Any]:
    return [(step.text, step.sources) for step in trace.for_seat(reader)] if trace is not None else []


def _event(event: Event, reader: Seat) -> Any:
    """What an event holds for a reader; of its why only what he may know."""
    if not is_dataclass(event):
        return event
    parts = {field.name: getattr(event, field.name) for field in fields(event)}
    return type(event).__name__, [
        _steps(part, reader) if isinstance(part, Trace) else snapshot(part) for part in parts.values()
    ]


def watched(
    session: Session,
    inputs: Sequence[Input],
    since: Moment,
    *,
    last: Mapping[Seat, Sequence[Any]] | None = None,
    thoughts: bool = False,
    odds: bool = False,
) -> Watched:
    """Play these inputs from a moment of a session on; raises Astray where they leave the rules."""
    game = session.game
    table = Watching(session, list(inputs), since.inputs, thoughts=thoughts)
    table.last = last or {}
    state = since.state
    asked: Sequence[Decision[Any]] = ()
    over = False
    for _ in range(MOST_STEPS):
        try:
            if state is None:
                table.state = state = game.new(session.setup, table)
            else:
                table.state = state = state.copy()
                table.step_began = table.at if odds else -1
                game.step(state, table)
        except NeedInput as need:
            asked = need.decisions
            break
        except LeftRules as left:
            raise Astray(left, table.asked) from left
        if over := game.outcome(state) is not None:
            break
    return Watched(table.state, table.events, inputs[since.inputs :], table.thoughts, asked, table.revealed, over)
