"""A game seen from outside: what is asked, answers, undo, fork, corrections, why.

A session is checkpoints plus the inputs since. Before each step the state is kept; when the step needs an answer, its
half-changed copy is the picture to show, and the next answer runs the step again with one more input. Saving,
replaying, undo and the companion at a physical table are this one mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any

from kempelen.engine.correct import corrected
from kempelen.engine.errors import BadPosition, IllegalAction, PlayerError
from kempelen.engine.files.migrations import current_position
from kempelen.engine.game import Setup
from kempelen.engine.inputs import CHANCE, Input, Restart, Row, Sealed, Undo
from kempelen.engine.notation import read_action, read_value
from kempelen.engine.played import Moment, Physical, Played
from kempelen.engine.refusal import Refusal
from kempelen.engine.table import NOBODY, Decision, NeedInput, Seat, notation_of
from kempelen.engine.tables.replay import LeftRules
from kempelen.text.say import Text

__all__ = ["Moment", "Physical", "Restart", "Row", "Sealed", "Session", "Undo"]


class Session(Played):
    """One game in progress."""

    on_row: Callable[[Row], None] | None = None
    """Called with every new row before anything is acknowledged."""

    # -- playing on

    def run(self) -> Session:
        """Play on until somebody is asked, or the game is over."""
        while self.advance():
            pass
        return self

    def advance(self) -> bool:
        """Play on to the next top-level point or question; False if somebody must answer first or it is over."""
        if self.pending or self.over:
            return False
        moment = self._moments[-1]
        if self._corrected_at(moment):
            state = corrected(self.game, moment.state, self.inputs[moment.inputs].value)
            self._reached(state, moment.inputs + 1)
            return True
        known = len(self.inputs)
        table = self._table(self.inputs, moment.inputs)
        kept = known
        asked: tuple[Decision[Any], ...] = ()
        try:
            try:
                self._play(table, moment)
            except NeedInput as need:
                asked = need.decisions
            for row in self.inputs[known:]:
                self._append(row)
                kept += 1
        finally:
            # An error in the rules, or a row that could not be written, must not leave half a step behind.
            if kept < len(self.inputs):
                del self.inputs[kept:]
        if len(self.inputs) > known:
            self._sealed, self._parts = {}, {}
        if asked:
            self.pending, self.state, self._telling = asked, table.state, table.events
        else:
            self._events += table.events
            self._reached(table.state, table.at)
        return self.outcome is None and not self.pending

    def _corrected_at(self, moment: Moment) -> bool:
        """A correction comes next; one can be the very first input, but only of a table that is set up."""
        at = moment.inputs
        return moment.state is not None and at < len(self.inputs) and self.inputs[at].kind == "set"

    def _goes_by_itself(self, moment: Moment) -> bool:
        """Play the step that begins here if nothing comes into it from outside. Whoever corrects a table sees it when
        such a step is over, say when income has come in: so it is when the correction is read again."""
        if self.over:
            return False
        table = self._table(self.inputs[: moment.inputs], moment.inputs, live=False)
        table.known = {}
        try:
            self._play(table, moment)
        except NeedInput:
            return False
        self._events += table.events
        self._reached(table.state, table.at)
        return True

    def _reached(self, state: Any, inputs: int) -> None:
        self.state = state
        self._telling = []
        self._sealed, self._parts = {}, {}
        self._known = {}
        self._moments.append(Moment(inputs, state, len(self._events)))
        self.outcome = self.game.outcome(state)

    def _append(self, row: Row) -> None:
        if self.on_row is not None:
            self.on_row(row)
        self.rows.append(row)
        self._refused = {}

    # -- answers

    @property
    def unanswered(self) -> tuple[Decision[Any], ...]:
        """The pending questions without those whose answer is in and sealed."""
        return tuple(decision for decision in self.pending if decision.seat not in self._sealed)

    def decision_for(self, seat: Seat | None = None) -> Decision[Any]:
        """The pending question to this seat (or the only one); raises IllegalAction."""
        asked = [d for d in self.pending if seat is None or d.seat in (seat, NOBODY)]
        if not asked:
            raise IllegalAction(Text("session.over" if self.over else "session.not_asked"))
        return asked[0]

    def answer(
        self, answer: Any, seat: Seat | None = None, *, at: int | None = None, short: bool = False, along: bool = False
    ) -> None:
        """Take an answer in notation (or an action); raises IllegalAction or BadNotation and changes nothing.

        `at` is the number of rows the person had seen: a late or doubled answer is refused. `short` and `along`: see
        `Input`.
        """
        if at is not None and at != len(self.rows):
            raise IllegalAction(Text("session.late"))
        decision = self.decision_for(seat)
        text = notation_of(answer)
        if decision.kind != "do":
            self._answer_chance(decision, text)
        else:
            action = read_action(self.game, decision, self.state, text)
            refused = decision.refused
            wanted, rolls = (refused.action, refused.rolls) if refused is not None else ("", ())
            if decision.together:
                asked = decision.seat in self.coached
                given = Sealed("together", decision.seat, notation_of(action), wanted, rolls, asked, short)
                self.coached.discard(decision.seat)
                self._append(given)
                self._sealed[decision.seat] = given
                if any(d.seat not in self._sealed for d in self.pending):
                    return
            else:
                row = Input("do", notation_of(action), "", "", decision.seat, rolls, human=True, instead=wanted)
                row = replace(row, coached=decision.seat in self.coached, short=short, along=along)
                self._take(row)
                self._known[id(row)] = row, action
                self.coached.discard(decision.seat)
        self.pending = ()
        self.advance()

    @property
    def cut_short(self) -> bool:
        """What stands there as a person's last choice was nobody's, see `Input.short`."""
        for row in reversed(self.rows):
            if isinstance(row, Sealed) and row.kind == "together":
                return row.short
            if isinstance(row, Input) and row.kind == "do" and row.human:
                return row.short
        return False

    def would_ask(self, *answers: tuple[Decision[Any], Any]) -> tuple[tuple[Decision[Any], ...], int]:
        """What would be asked next if these rolls, the pending one first, showed this, and how many events the running
        step would have told by then. Nothing is changed; only what is no seat's own can be tried."""
        moment = self._moments[-1]
        rows = [Input(one.kind, value, one.what, one.why, one.to, human=True) for one, value in answers]
        table = self._table([*self.inputs, *rows], moment.inputs, live=False)
        table.known = {}
        try:
            self._play(table, moment)
        except NeedInput as need:
            return need.decisions, len(table.events)
        return (), len(table.events)

    def _answer_chance(self, decision: Decision[Any], text: str) -> None:
        value = read_value(decision, text, self.game.speech.typed)
        if decision.seat == NOBODY:
            self._take(Input(decision.kind, value, decision.what, decision.why, decision.to, human=True))
        else:
            self._parts.setdefault(decision.seat, []).append(value)
            self._append(Sealed("part", decision.seat, value))

    def _take(self, row: Input) -> None:
        self._append(row)
        self.inputs.append(row)

    # -- taking back and mending

    def undo(self, seat: Seat | None = None, *, agreed: bool = False) -> None:
        """Take back the last answer a person gave, all that he gave with it by one touch, and what followed from it.
        Of a correction only itself: what had been rolled before it stays.

        With several people only one's own last answer, before anything hidden has come out, unless all agree.
        """
        alone = len(self.humans) < 2 or self.physical is not None
        if self._parts or self._sealed:
            self._take_back_waiting(seat, alone or agreed)
            return
        given = (n for n in reversed(range(len(self.inputs))) if self.inputs[n].human)
        last = next((n for n in given if not self.inputs[n].along), None)
        if last is None:
            raise IllegalAction(Text("session.nothing_to_undo"))
        dropped = self.inputs[last:]
        seen = any(row.kind in CHANCE or row.rolls for row in dropped[1:])
        if not alone and not agreed and (seen or (seat is not None and dropped[0].seat != seat)):
            raise IllegalAction(Text("session.undo_needs_all"))
        self._append(Undo(len(dropped), seen))
        self._drop_from(last)
        if dropped[0].kind == "set":
            for row in takewhile(lambda row: row.along, dropped[1:]):
                self._take(replace(row, along=False))
        self.advance()

    def _take_back_waiting(self, seat: Seat | None, anybodys: bool) -> None:
        waiting = list(self._parts or self._sealed)
        if seat is not None and seat not in waiting and not anybodys:
            raise IllegalAction(Text("session.undo_needs_all"))
        last = seat if seat is not None and seat in waiting else waiting[-1]
        self._append(Sealed("take back", last, None))
        self._forget_waiting(last)
        self.pending = ()
        self.advance()

    def _forget_waiting(self, seat: Seat) -> None:
        """The last die named for this seat's bot, or its sealed answer."""
        if seat in self._parts:
            self._parts[seat].pop()
            if not self._parts[seat]:
                del self._parts[seat]
        else:
            self._sealed.pop(seat, None)

    def _drop_from(self, index: int) -> None:
        del self.inputs[index:]
        while self._moments[-1].inputs > index:
            self._moments.pop()
        del self._events[self._moments[-1].events :]
        self._whys = {at: choice for at, choice in self._whys.items() if at[0] < index}
        self._telling, self._sealed, self._parts, self._known = [], {}, {}, {}
        self.pending, self.outcome = (), None

    @property
    def checkpoint(self) -> Any:
        """The state before the running step, from which corrections start; raises IllegalAction if there is none."""
        state = self._moments[-1].state
        if state is None:
            raise IllegalAction(Text("session.nothing_to_correct"))
        return state

    @property
    def started(self) -> bool:
        """The table is set up: there is a state to go back to."""
        return self._moments[-1].state is not None

    @property
    def read_so_far(self) -> Mapping[int, tuple[Input, Any]]:
        """What the rows of the running step were read as, by their identity."""
        return self._known

    @property
    def at_checkpoint(self) -> bool:
        """The running step has had no input yet."""
        return self._moments[-1].inputs == len(self.inputs)

    def correct(self, facts: Mapping[str, Any]) -> None:
        """Set facts where the mirror and the table differ. Raises BadPosition.

        What was rolled in the running step stays with what was chosen for it, if these facts are so in the end; else,
        and where nothing was rolled, it is asked anew, and what fell before anybody chose stays as far as it can.
        """
        while self.started and self.at_checkpoint and not self.pending and self._goes_by_itself(self._moments[-1]):
            pass
        moment, state = self._moments[-1], corrected(self.game, self.checkpoint, facts)
        running = self.inputs[moment.inputs :]
        if running:
            self._append(Undo(len(running)))
            del self.inputs[moment.inputs :]
            self._whys = {at: choice for at, choice in self._whys.items() if at[0] < moment.inputs}
        self._take(Input("set", dict(facts), human=True))
        self.pending = ()
        self._reached(state, len(self.inputs))
        kept = running[: max((n for n, row in enumerate(running, 1) if row.kind in CHANCE or row.rolls), default=0)]
        if self._still_so(kept[:]) != kept or not self._so_after(kept, facts):
            kept = self._still_so(list(takewhile(lambda row: row.kind in CHANCE, running)))
        for row in kept:
            self._take(replace(row, along=True))

    def _so_after(self, rows: list[Input], facts: Mapping[str, Any]) -> bool:
        """Are these facts so when these inputs of the running step have been played?"""
        table = self._table([*self.inputs, *rows], self._moments[-1].inputs, live=False)
        table.known = {}
        with suppress(NeedInput):
            self._play(table, self._moments[-1])
        try:
            wanted = corrected(self.game, table.state, facts)
        except BadPosition:
            return False
        return bool(self.game.to_position(wanted) == self.game.to_position(table.state))

    def _still_so(self, rows: list[Input]) -> list[Input]:
        """Of what fell at the beginning of the running step what the rules still ask for, in the same order."""
        moment = self._moments[-1]
        while rows:
            table = self._table([*self.inputs, *rows], moment.inputs, live=False)
            table.known = {}
            try:
                self._play(table, moment)
            except LeftRules as left:
                rows = rows[: max(left.index - moment.inputs, 0)]
                continue
            except NeedInput:
                pass
            return rows[: table.at - moment.inputs]
        return []

    def fork(self, inputs: int | None = None, *, setup: Setup | None = None) -> Session:
        """Another session that goes on from here, or from an earlier input."""
        other = Session(
            self.game,
            setup or self.setup,
            seed=self.seed,
            dice=self.dice,
            players=None if setup else self.players,
            physical=self.physical,
            open_why=self.open_why,
            own_dice=self.own_dice,
            known_seed=self.known_seed,
        )
        restarts: list[Row] = [row for row in self.rows if isinstance(row, Restart)]
        other.restore([*restarts[-1:], *self.inputs[:inputs]])
        return other

    def restore(self, rows: Sequence[Row]) -> None:
        """Play recorded rows, asking neither bots nor dice; raises LeftRules where they leave the rules."""
        self.pending = ()  # what was asked before them has been answered, or is asked anew
        for row in rows:
            self.rows.append(row)
            self._count(row)
        self._catch_up()

    def follow(self, rows: list[Row], refused: Refusal | None = None) -> None:
        """Take what this game's bots and dice have given in a session elsewhere: keep the rows and play them.

        `refused` is what a bot has then chosen against the rules: a person chooses for it, see `engine/refusal`.
        """
        self.pending = ()
        for row in rows:
            self._append(row)
            self._count(row)
        self._refused = {refused.seat: refused} if refused is not None else {}
        self._catch_up()

    def restart(self, position: Mapping[str, Any]) -> None:
        """Go on from a position as it was written, since what came before cannot be replayed; the rows stay."""
        self._append(Restart(position))
        self._begin_at(position)

    def _begin_at(self, position: Mapping[str, Any]) -> None:
        state = self.game.from_position(current_position(self.game, position), self.setup.options)
        self._drop_from(0)
        self._moments = [Moment(0, state, 0)]
        self.state = self._moments[-1].state

    def cut_before(self, index: int) -> None:
        """Forget this input and all that follow, to look at a record up to where it leaves the rules."""
        self._drop_from(index)
        self._catch_up()

    def _count(self, row: Row) -> None:
        if isinstance(row, Undo):
            del self.inputs[len(self.inputs) - row.count :]
            self._sealed, self._parts = {}, {}
        elif isinstance(row, Input):
            self.inputs.append(row)
            self._sealed, self._parts = {}, {}
        elif isinstance(row, Restart):
            self._begin_at(row.position)
        elif row.kind == "part":
            self._parts.setdefault(row.seat, []).append(row.value)
        elif row.kind == "together":
            self._sealed[row.seat] = row
        else:
            self._forget_waiting(row.seat)

    def _catch_up(self) -> None:
        """Play what is recorded, and what then follows without any input."""
        while not self.over:
            moment = self._moments[-1]
            recorded = moment.inputs < len(self.inputs)
            if not recorded and moment.state is None and not (self._sealed or self._parts):
                return
            waiting = self._sealed, self._parts  # of the step they wait in, which is the last one
            if self._corrected_at(moment):
                try:
                    self._goes_by_itself(moment) or self.advance()
                except PlayerError as error:
                    raise LeftRules(moment.inputs, error.text) from error
                self._sealed, self._parts = waiting
                continue
            table = self._table(self.inputs, moment.inputs, live=False)
            try:
                self._play(table, moment)
            except NeedInput:
                if recorded:
                    self.state = table.state
                    self._telling = table.events
                return
            self._events += table.events
            self._reached(table.state, table.at)
            self._sealed, self._parts = waiting
