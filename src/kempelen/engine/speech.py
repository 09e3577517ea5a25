"""How a game talks and is talked to, where its texts alone are not enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kempelen.engine.setup import Setup
from kempelen.engine.table import Decision, Seat
from kempelen.scene.status import Status
from kempelen.text.say import Say, Text

__all__ = ["Speech"]

S = TypeVar("S")


def _numbered(setup: Setup) -> tuple[str, ...]:
    return tuple(str(n + 1) for n in range(len(setup.seats)))


@dataclass(frozen=True, kw_only=True)
class Speech(Generic[S]):
    """Every game has one; what it does not say has a sensible default."""

    objection: Callable[[S, Seat, Any], Text | None] = lambda state, seat, action: None
    """Why this action is not allowed now, in a sentence; None if there is no better one than "not allowed"."""
    public_notation: Callable[[S, str], str] = lambda state, notation: notation
    """An action as everybody at the table saw it: without what was done face down."""
    hint: Callable[[Setup, S, Seat], Text | None] = lambda setup, view, seat: None
    """What a newcomer might do now, in a scenario that teaches the game."""
    hint_asked: Callable[[Setup, Decision[Any]], Text | None] = lambda setup, decision: None
    """The same where the question itself says what matters, such as what somebody has rolled; it goes before `hint`."""
    advised: Callable[[Setup, Decision[Any]], Any] = lambda setup, decision: None
    """The action a newcomer is advised to choose there; None if there is no advice. It sees no more than his view."""
    advised_next: Callable[[Setup, S, Seat], Any] = lambda setup, view, seat: None
    """Right after an advised action that only begins something (`Foresight.then`): the next, from the view then."""
    waits: Callable[[Any], bool] = lambda action: False
    """An advised action that only passes the time, such as a card thrown away: one may go on by tips until another."""
    sets_up: Callable[[Any], bool] = lambda action: False
    """An advised action that only sets something up: one may have all of it set up by tips."""
    standing: Callable[[Setup, Decision[Any]], tuple[Text, ...]] = lambda setup, decision: ()
    """In a scenario that teaches the game: how whoever is asked stands, from what he may know, a sentence each."""
    hopeless: Callable[[Setup, Decision[Any]], Text | None] = lambda setup, decision: None
    """There: why he cannot win any more, whatever he does."""
    goes_on_by_tips: bool = False
    """The tips are good enough, and quick enough, to go on by them when a choice of a first game is weighed."""
    status: Callable[[S, Say], Status | None] | None = None
    """What `scene` has as its status, without drawing the rest; see `Game.status`."""
    plain: Callable[[str, Say], str] = lambda text, say: text
    """One of its texts with abbreviations written out, for pages that a newcomer reads."""
    seat_names: Callable[[Setup], tuple[str, ...]] = _numbered
    """Names of the seats in records and on the command line."""
    seat_word: Callable[[Setup, Seat], Text | None] = lambda setup, seat: None
    """What a seat is called at this table, where that is neither its name nor its number, such as a group."""

    def tip(self, setup: Setup, decision: Decision[Any]) -> Text | None:
        """What a newcomer might do about this question."""
        asked = self.hint_asked(setup, decision)
        return asked if asked is not None else self.hint(setup, decision.view(), decision.seat)
