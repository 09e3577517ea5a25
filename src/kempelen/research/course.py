"""A game that stops where somebody outside has to choose, and goes on from there: the rules wait in a greenlet.

A rule asks in the middle of a sentence. Running the step again for every answer would cost twice as much, a thread
three times; a greenlet costs a microsecond. It cannot be copied, so it is no tool for a player that searches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from greenlet import greenlet

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Outcome, Setup
from kempelen.engine.player import Player, looks_back
from kempelen.engine.search.remembering import RememberingTable
from kempelen.engine.seats import HUMAN, read_spec
from kempelen.engine.setup import check_setup
from kempelen.engine.table import A, Choice, Decision, DirectTable, Offer, Seat, Table
from kempelen.text.say import Text

__all__ = ["MOST_DECISIONS", "Course"]

MOST_DECISIONS = 5_000
"""A game that has not ended by then is cut: some who choose at random go round for ever."""


class _Outside:
    """Sits for somebody outside: hands his decision over and waits for the answer."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        given = self.course.given
        return Choice(
            given.pop(decision.seat) if decision.seat in given else self.course.ask([decision])[decision.seat]
        )


class _Asking(DirectTable):
    """Simultaneous choices are asked for at once."""

    course: Course

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        decisions: list[Decision[Any]] = [
            Decision(seat, prompt, offer, None, self)
            for seat, (prompt, offer) in sorted(asked.items())
            if seat in self.course.outside
        ]
        if decisions:
            self.course.given = dict(self.course.ask(decisions))
        return super().together(asked)


class _Remembering(_Asking, RememberingTable):
    """The same for players that look back."""


class Course:
    """One game. Seats of people are outside; whoever else sits there plays by himself."""

    def __init__(self, game: Game[Any], setup: Setup, seed: int | str) -> None:
        check_setup(game, setup)
        self.game = game
        self.setup = setup
        self.outside = frozenset(seat for seat, who in enumerate(setup.seats) if who == HUMAN)
        self.asked: Sequence[Decision[Any]] = ()
        """Who has to choose now; nobody when it is over."""
        self.outcome: Outcome | None = None
        self.cut = False
        self.decisions = 0
        self.given: dict[Seat, Any] = {}
        """Answers from outside to a question that all were asked at once, until the rules come to each."""
        players: list[Player] = [
            _Outside(self) if who == HUMAN else game.player(read_spec(who), setup) for who in setup.seats
        ]
        self.table = (_Remembering if looks_back(players) else _Asking)(game, players, TapeDice(seed))
        self.table.course, self.table.setup = self, setup
        self._outer = greenlet.getcurrent()
        self._rules = greenlet(self._play)
        self._go({})

    def _play(self, _: Any) -> None:
        game, table = self.game, self.table
        state = table.state = game.new(self.setup, table)
        while (outcome := game.outcome(state)) is None:
            if isinstance(table, RememberingTable):
                table.begin_step(state)
            game.step(state, table)
        self.outcome = outcome

    def ask(self, decisions: Sequence[Decision[Any]]) -> dict[Seat, Any]:
        """Called by the rules: stop here until there are answers."""
        self.asked = decisions
        answers: dict[Seat, Any] = self._outer.switch()
        return answers

    def _go(self, answers: Mapping[Seat, Any]) -> None:
        self.asked = ()
        self._outer = greenlet.getcurrent()
        self._rules.switch(answers)

    def answer(self, answers: Mapping[Seat, Any]) -> None:
        """One of its options for every seat that is asked; on to the next question, or to the end."""
        self.decisions += len(answers)
        self._go(answers)
        if self.decisions >= MOST_DECISIONS and self.outcome is None:
            self.cut = True

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.cut

    def view(self, seat: Seat) -> Any:
        return self.game.view(self.table.state, seat)

    def rewards(self) -> list[float]:
        """1 for who has won, -1 for who has not, 0 for a draw and while it goes on."""
        if self.outcome is None or self.outcome.capped:
            return [0.0] * len(self.setup.seats)
        return [1.0 if seat in self.outcome.winners else -1.0 for seat in range(len(self.setup.seats))]
