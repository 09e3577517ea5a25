"""A game as far as it has been played: what came in, what happened, how it looked at any moment, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from kempelen.engine.dice import Dice, KeyedDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.inputs import Input, Row, Sealed
from kempelen.engine.player import Player
from kempelen.engine.refusal import Refusal
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.setup import check_setup
from kempelen.engine.table import Choice, Decision, Event, NeedInput, Seat
from kempelen.engine.tables.real import AskingTable
from kempelen.engine.tables.replay import Consulted, LeftRules, ReplayTable, ToldEnough
from kempelen.engine.trace import Trace
from kempelen.text.say import Text

__all__ = ["Moment", "Physical", "Played"]


@dataclass(frozen=True, slots=True)
class Physical:
    """What lies on a real table: `dice` and deck names; seats whose cards the program does not know."""

    things: frozenset[str]
    untracked: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Moment:
    """A checkpoint: the state after so many inputs, when so many events had been told."""

    inputs: int
    state: Any
    events: int


class Played:
    """What has been played; `Session` plays on."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        *,
        seed: int | str | None = None,
        dice: Dice | None = None,
        players: Mapping[Seat, Player] | None = None,
        physical: Physical | None = None,
        open_why: bool = False,
        own_dice: bool = False,
        known_seed: bool = False,
    ) -> None:
        check_setup(game, setup)
        self.game = game
        self.setup = setup
        self.seed = seed
        self.known_seed = known_seed
        """Somebody chose the seed and could look up every card: each seat is told before the first one."""
        self.dice = dice if dice is not None or seed is None else KeyedDice(seed)
        self.physical = physical
        self.open_why = open_why
        self.own_dice = own_dice
        """People roll for themselves what the game lets them; the cards are still the program's."""
        self.humans = frozenset(seat for seat, who in enumerate(setup.seats) if who == HUMAN)
        self.players: Mapping[Seat, Player] = (
            {seat: game.player(read_spec(who), setup) for seat, who in enumerate(setup.seats) if who != HUMAN}
            if players is None
            else players
        )
        self.rows: list[Row] = []
        self.inputs: list[Input] = []
        """What counts: the rows without what was taken back."""
        self.coached: set[Seat] = set()
        """Who has asked what a strong player would do; his next choice says so in the record."""
        self.pending: tuple[Decision[Any], ...] = ()
        self.state: Any = None
        """The picture to show: the state now, perhaps in the middle of a step."""
        self.outcome: Outcome | None = None
        self._moments = [Moment(0, None, 0)]
        self._events: list[Event] = []
        self._telling: list[Event] = []
        self._sealed: dict[Seat, Sealed] = {}
        self._parts: dict[Seat, list[Any]] = {}
        self._whys: dict[tuple[int, Seat], Choice] = {}
        self._known: dict[int, tuple[Input, Any]] = {}
        """What the answers of the running step have been read as, see `ReplayTable.known`."""
        self._refused: dict[Seat, Refusal] = {}
        """A bot that thinks elsewhere has been refused; until something else comes in."""

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def refused(self) -> Refusal | None:
        """What a bot has chosen against the rules, while a person has to choose for it."""
        return next((decision.refused for decision in self.pending if decision.refused is not None), None)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened so far."""
        return self._events + self._telling

    def events_for(self, seat: Seat) -> list[Event]:
        """What this seat has learned of it."""
        seen = (event.seen_by(seat) for event in self.events)
        return [event for event in seen if event is not None]

    def view(self, seat: Seat) -> Any:
        """The picture as the seat may see it."""
        return self.game.view(self.state, seat)

    def _table(
        self, inputs: list[Input], start: int, stop_at_bot: Seat | None = None, live: bool = True
    ) -> ReplayTable:
        """A table for a step; one that is not live only knows what is recorded."""
        rest: dict[str, Any] = {"start": start, "stop_at_bot": stop_at_bot}
        if live:
            rest |= {"players": self.players, "dice": self.dice, "sealed": self._sealed, "parts": self._parts}
            rest |= {"refused": self._refused if stop_at_bot is None else {}}
        table: ReplayTable
        if self.physical is not None:
            things, untracked = self.physical.things, self.physical.untracked
            table = AskingTable(self.game, inputs, physical=things, untracked=untracked, **rest)
        elif self.own_dice:
            table = AskingTable(self.game, inputs, physical=self.game.things.own_dice, untracked=frozenset(), **rest)
        else:
            table = ReplayTable(self.game, inputs, **rest)
        table.setup = self.setup
        if start == self._moments[-1].inputs:
            table.known = self._known
        return table

    def _play(self, table: ReplayTable, moment: Moment) -> None:
        if moment.state is None:
            table.state = self.game.new(self.setup, table)
        else:
            table.checkpoint, table.state = moment.state, moment.state.copy()
            table.finished = partial(self._finished, moment)
            self.game.step(table.state, table)

    def _finished(self, until: Moment) -> list[tuple[Any, Sequence[Input]]]:
        """The steps before a checkpoint: the state each began with, and its inputs."""
        found: list[tuple[Any, Sequence[Input]]] = []
        for moment, after in pairwise(self._moments):
            if moment is until:
                break
            if moment.state is not None:
                found.append((moment.state, self.inputs[moment.inputs : after.inputs]))
        return found

    def past(self) -> list[tuple[Any, Sequence[Input]]]:
        """The steps before the running one: the state each began with, and its inputs."""
        return self._finished(self._moments[-1])

    def steps(self, first: int = 0) -> list[tuple[range, list[Event]]]:
        """The game so far: which inputs belong to each step, and what happened in it. The last may be unfinished.

        If wanted, without the first ones; what is finished is what two `moments` enclose.
        """
        found = []
        for moment, after in pairwise(self._moments[first:]):
            found.append((range(moment.inputs, after.inputs), self._events[moment.events : after.events]))
        last = self._moments[-1].inputs
        if self._telling or last < len(self.inputs):
            found.append((range(last, len(self.inputs)), self._telling))
        return found

    def look_back(self, inputs: int) -> tuple[Any, int]:
        """The picture after so many inputs, and how many events had been told by then."""
        moment = self.moment_before(inputs)
        if moment.inputs == inputs and moment.state is not None:
            return moment.state, moment.events
        table = self._table(self.inputs[:inputs], moment.inputs, live=False)
        with suppress(NeedInput):
            self._play(table, moment)
        return table.state, moment.events + len(table.events)

    def look_at_event(self, number: int) -> Any:
        """The picture the moment an event was told, before whatever the same input led to after it."""
        moment = self._moments[bisect_right(self._moments, number, key=lambda moment: moment.events) - 1]
        table = self._table(list(self.inputs), moment.inputs, live=False)
        table.stop_after = number - moment.events + 1
        with suppress(NeedInput, ToldEnough):
            self._play(table, moment)
        return table.state

    def table_at(self, inputs: int) -> tuple[ReplayTable, tuple[Decision[Any], ...]]:
        """The table after so many inputs, where the step that was running began, and what was asked there."""
        moment = self.moment_before(inputs)
        table = self._table(self.inputs[:inputs], moment.inputs, live=False)
        try:
            self._play(table, moment)
        except NeedInput as need:
            return table, need.decisions
        return table, ()

    @property
    def moments(self) -> Sequence[Moment]:
        """The checkpoints of the game so far; the first is before it is set up."""
        return self._moments

    def moment_before(self, inputs: int) -> Moment:
        """The last checkpoint on the way to so many inputs."""
        return self._moments[bisect_right(self._moments, inputs, key=lambda moment: moment.inputs) - 1]

    def consult(self, index: int, seat: Seat | None = None) -> Choice:
        """Ask the bot of this input again, with the rolls it had then: what it would do, and why.

        A simultaneous choice has several seats, so `seat` says which. No action: it would now need other dice.
        """
        row = self.inputs[index]
        answers = {s: (text, rolls) for s, text, rolls in row.value} if row.kind == "together" else {}
        seat = seat if answers else row.seat
        if seat is None or seat not in self.players:
            raise IllegalAction(Text("session.no_bot"))
        if (index, seat) not in self._whys:
            moment = self.moment_before(index)
            table = self._table(self.inputs[:index], moment.inputs, stop_at_bot=seat)
            table.dice = None
            table.sealed = {s: Sealed("together", s, text) for s, (text, _) in answers.items() if s != seat}
            table.parts = {s: rolls for s, (_, rolls) in answers.items()} if answers else {seat: row.rolls}
            choice = Choice(None)
            try:
                self._play(table, moment)
            except Consulted as consulted:
                choice = consulted.choice
            except (NeedInput, LeftRules):
                pass
            self._whys[index, seat] = choice
        return self._whys[index, seat]

    def why(self, index: int, reader: Seat | None = None, *, seat: Seat | None = None) -> Trace | None:
        """Why the bot did this; for a reader's seat, only what it may know while the game runs."""
        trace = self.consult(index, seat).trace
        if trace is None or reader is None or self.over or self.open_why:
            return trace
        return trace.for_seat(reader)
