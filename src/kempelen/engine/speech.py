"""How a game talks and is talked to, where its texts alone are not enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from kempelen.engine.setup import Setup
from kempelen.engine.table import Decision, Event, Seat
from kempelen.scene.status import Status
from kempelen.text.say import Say, Text
from kempelen.text.typed import Typed

__all__ = ["Barred", "Reckoned", "ReckonedLine", "Speech", "Tip"]

S = TypeVar("S")
Barred: TypeAlias = Mapping[str, Sequence[tuple[Text, Text]]]
ReckonedLine: TypeAlias = tuple[Text, tuple[int, int] | Text]
"""What may be, and in how many of how many cases; or what is known of it for sure."""
Reckoned: TypeAlias = tuple[Text, Sequence[ReckonedLine]]
"""A heading, and what stands below it."""


def _numbered(setup: Setup) -> tuple[str, ...]:
    return tuple(str(n + 1) for n in range(len(setup.seats)))


class Tip:
    """What a newcomer is advised about one question: the action, and the sentence that speaks of it.

    Each is thought of when it is first wanted, and only once; whoever wants both asks for the tip and keeps it.
    """

    def __init__(
        self, think: Callable[[], Any] = lambda: None, say: Callable[[Tip], Text | None] = lambda tip: None
    ) -> None:
        self._think, self._say = think, say

    @cached_property
    def action(self) -> Any:
        """The action to choose; None if there is no advice. It sees no more than the newcomer's view."""
        return self._think()

    @cached_property
    def text(self) -> Text | None:
        """What he might do, and why."""
        return self._say(self)


@dataclass(frozen=True, kw_only=True)
class Speech(Generic[S]):
    """Every game has one; what it does not say has a sensible default."""

    objection: Callable[[S, Seat, Any], Text | None] = lambda state, seat, action: None
    """Why this action is not allowed now, in a sentence; None if there is no better one than "not allowed"."""
    refused: Callable[[S, Seat, Sequence[str], str], Text | None] = lambda view, seat, picked, handle: None
    """Why a click on this handle means nothing now, after those that have been picked; None if nothing better is known
    than that it is not lit. It sees no more than the seat's view."""
    barred: Callable[[S, Seat, Sequence[Any]], Barred] = lambda view, seat, options: {}
    """What a thing among these options cannot be used for now, by its handle: each use, and why. What stood in a list
    yesterday is not gone from it without a word. It sees no more than the seat's view."""
    reckoned: Callable[[Setup, S, Seat], Sequence[Reckoned]] = lambda setup, view, seat: ()
    """What can be counted out from the seat's view at any time, such as what the next card may be."""
    typed: Typed | None = None
    """What its notation is called in the words of the languages, for whoever types an action."""
    public_notation: Callable[[S, str], str] = lambda state, notation: notation
    """An action as everybody at the table saw it: without what was done face down."""
    hint: Callable[[Setup, S, Seat], Text | None] = lambda setup, view, seat: None
    """What a newcomer might do now, in a scenario that teaches the game."""
    advice: Callable[[Setup, Decision[Any]], Tip] = lambda setup, decision: Tip()
    """The action he is advised to choose there, and a sentence about it where the question itself says what matters,
    such as what somebody has rolled; it goes before `hint`."""
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
    lets_pass: Callable[[Any], bool] = lambda action: False
    """An answer that lets something pass and costs nothing: once more in a row it needs no second look."""
    halts: Callable[[S, Event, Seat], bool] = lambda state, event, seat: False
    """There: this event is such a blow to the seat that the automas wait until it has been read."""
    cost: Callable[[S, Sequence[Event], Seat], str] = lambda state, events, seat: ""
    """What cost a seat the game, of what its texts know as `next_time`; empty: how it ended says it."""
    settled: Callable[[S, Sequence[Event]], tuple[int, Text] | None] = lambda state, events: None
    """The event that settled a finished game, by its number, and what it was in a sentence, where no score tells it:
    what broke a tie."""
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
    first_names: tuple[str, ...] = ()
    """First names that go with the faces of the seats, by their numbers, where players are only numbered. The program's
    players go by them at a screen; records, and whoever sits round a real table, keep to the numbers."""
    automa: Text = field(default_factory=lambda: Text("automa.word"))
    """What its document calls whoever the program plays: inside a game nothing has another name. Menus and settings
    say automa."""

    def told(self, setup: Setup, decision: Decision[Any]) -> Tip:
        """What a newcomer might do about this question, action and sentence together."""
        tip = self.advice(setup, decision)
        return Tip(
            lambda: tip.action,
            lambda _: tip.text if tip.text is not None else self.hint(setup, decision.view(), decision.seat),
        )

    def tip(self, setup: Setup, decision: Decision[Any]) -> Text | None:
        """The sentence alone."""
        return self.told(setup, decision).text

    def advised(self, setup: Setup, decision: Decision[Any]) -> Any:
        """The action alone."""
        return self.advice(setup, decision).action
