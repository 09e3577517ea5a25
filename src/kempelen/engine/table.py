"""The table: rules get every input from it and report every event to it.

Rules call `table.roll(...)` in the middle of a sentence and do not know who answers: players and dice at once, a
record, a person with real dice, or every possible face in turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeAlias, TypeVar

from kempelen.engine.deck import HIDDEN, Deck
from kempelen.engine.dice import Dice
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.engine.events import Roll
    from kempelen.engine.game import Game
    from kempelen.engine.player import Player
    from kempelen.engine.refusal import Refusal
    from kempelen.engine.setup import Setup
    from kempelen.engine.trace import Trace

__all__ = [
    "HIDDEN",
    "NOBODY",
    "OPERATOR",
    "SPECTATOR",
    "Action",
    "Choice",
    "Decision",
    "Deck",
    "DirectTable",
    "Event",
    "NeedInput",
    "Seat",
    "Table",
    "notation_of",
]

Seat: TypeAlias = int
SPECTATOR: Seat = -1
"""The seat of someone who only watches: sees what is public."""
NOBODY: Seat = -2
"""Drawn face down, so that no seat may see it."""
OPERATOR: Seat = -3
"""The place of whoever keeps the program beside a real table: sees what is public and enters everything."""

C = TypeVar("C")
P = ParamSpec("P")


class Action(Protocol):
    """Something a seat decides to do: a frozen value with a text form."""

    @property
    def notation(self) -> str:
        """The text form, `"lay plus 3,0"`; the game's `parse` reads it back."""

    @property
    def handles(self) -> tuple[str, ...]:
        """What to click, in order, to make this choice."""

    @property
    def text(self) -> Text:
        """The action as a sentence."""


A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)
Check: TypeAlias = Callable[[Any], Text | None]
Offer: TypeAlias = Sequence[A] | Callable[[], Sequence[A]]


class Event(Protocol):
    """A fact that has happened; output only. `engine.events.Happening` declares one in a line."""

    @property
    def text(self) -> Text:
        """The event as a sentence."""

    def seen_by(self, seat: Seat) -> Event | None:
        """What this seat learns of it: all, a version without the secret, or nothing."""


@dataclass(slots=True)
class Decision(Generic[A_co]):
    """A question to a seat, or at a physical table a die or a card that a person must name."""

    seat: Seat
    prompt: Text
    offer: Offer[Any]
    """The options, or how to list them: a bot that knows what it wants need not pay for the list."""
    check: Check | None = None
    """For free input: None if the action is allowed, else why not."""
    table: Table | None = field(default=None, repr=False)
    kind: str = "do"
    """`do` for a choice; `roll`, `pool`, `pick`, `direction`, `draw`, `reveal` or `ask` for what a person names."""
    what: str = ""
    """The die (`d10`), the deck, the slot, the question."""
    why: str = ""
    together: bool = False
    """Asked of several seats at once; the answer stays sealed until all are in."""
    to: Seat | None = None
    """With a card or a face-down thing: the only seat that may see it (None: everybody, NOBODY: nobody)."""
    expected: Any = None
    """With a question that is only asked to compare: the answer by the program's own table."""
    awaited: Roll | None = None
    """With dice: what they have to show, where it is known before they fall."""
    faces: Sequence[Text] = ()
    """With one die that is read off a table: what each face leads to, where everybody may know it before it falls."""
    refused: Refusal | None = None
    """The seat's bot has chosen what is not allowed, so a person chooses for it."""

    @property
    def options(self) -> Sequence[Any]:
        """What may be chosen, complete and in a fixed order."""
        if callable(self.offer):
            self.offer = self.offer()
        return self.offer

    def view(self) -> Any:
        """The state as this seat may know it."""
        assert self.table is not None
        return self.table.game.view(self.table.state, self.seat)


@dataclass(slots=True)
class Choice:
    """What a player decided, and why if someone wants to know."""

    action: Any
    trace: Trace | None = None


class NeedInput(BaseException):
    """The rules need an answer that is not there yet.

    Not an `Exception`, so that no handler inside a rule can swallow it.
    """

    def __init__(self, *decisions: Decision[Any]) -> None:
        super().__init__()
        self.decisions = decisions


def notation_of(thing: Any) -> str:
    """The text form of an option: an action's notation, else what `str` says."""
    text = getattr(thing, "notation", None)
    return text if isinstance(text, str) else str(thing)


class Table(ABC):
    """What rules and bots may ask for. Kinds of table differ in who answers."""

    game: Game[Any]
    state: Any = None
    """The state being played on; a decision's view is made from it."""
    setup: Setup | None = None
    """What is played and who sits where, for whoever tells of this table; rules do not ask it."""
    tracing: bool = False
    """Somebody will read the why."""
    counting: bool = False
    """Of the why only the lines are counted: what is noted for readers alone may be left out."""
    explaining: bool = False
    """Somebody will read the why of what the rules decide by an author's text; such an event carries its `trace`."""

    checkpoint: Any = None
    """The state when the running step began, for a player that searches; None where nobody keeps it."""

    about: Text | None = None
    """What the next die is for, in words for a person who rolls it; rules set it just before, if `explaining`."""
    awaited: Roll | None = None
    """With it: what that die has to show, and how the number comes about; its own faces are not there yet."""
    faces: Callable[[], Sequence[Text]] | None = None
    """Or what each face of it would lead to; asked for only where a person rolls, and set only if that is no secret."""
    checking: bool = False
    """A person answers the automas' questions too, and what he says is compared with the state."""

    def since(self) -> Sequence[Any]:
        """The inputs of the running step so far, secrets too; `search.seen_by` says what a seat may know of them."""
        return ()

    def past(self) -> Sequence[tuple[Any, Sequence[Any]]]:
        """The steps before the running one: the state each began with, and its inputs; where somebody keeps them."""
        return ()

    @abstractmethod
    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        """One of the options (or free input that passes `check`), chosen by the seat."""

    @abstractmethod
    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        """Simultaneous secret choices, one a seat."""

    @abstractmethod
    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        """One die, 1 to `die`; `to` is the only seat that may see it (None: everybody, NOBODY: nobody).

        Where a person rolls real dice behind a hand the program gets HIDDEN, and `reveal` when it is shown.
        """

    @abstractmethod
    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        """Several equal dice at once, sorted: which die shows what does not matter. `to` as with one die."""

    @abstractmethod
    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        """One of several, each equally likely: "decided at random"; `to` is the only seat that may see which."""

    @abstractmethod
    def direction(self, why: str) -> int:
        """A random direction in whole degrees, 0 to 359."""

    @abstractmethod
    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        """The next card of a pile; `to` is the only seat that may see it (None: everybody, NOBODY: nobody)."""

    @abstractmethod
    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        """A face-down thing is looked at: `known` if the state knows it, else whoever can see it names it."""

    @abstractmethod
    def ask(self, question: str, about: Text) -> bool:
        """A yes/no fact that the state does not hold and a person at the table knows."""

    def check(self, question: str, about: Text, expected: bool) -> bool:
        """The same where the state holds it, but a person is to say it too; see `checking`."""
        return self.ask(question, about)

    def measured(self, what: str, measure: Callable[[], int]) -> int:
        """A number that a player measures while it decides, such as how much it can try out in a second.

        It stands in the record with its rolls: asked again, it goes by what was measured then.
        """
        return measure()

    def is_real(self, deck: str) -> bool:
        """Do these cards lie on a real table, where people see them?"""
        return False

    def shuffle(self, deck: Deck[C], cards: Sequence[C] = ()) -> None:
        """Shuffle a pile, with cards mixed in. Its order is nobody's knowledge, see `Deck`."""
        deck.shuffle_in(cards)

    def here(self, point: object) -> None:  # noqa: B027  # only exact odds care
        """From here on everything follows from `point` and the state.

        Exact odds use it to join equal branches, and to recognise a re-roll that is back where it was.
        """

    @abstractmethod
    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        """Something has happened: `table.tell(Moved, unit, tile)`. The event is made only if somebody listens."""


Listener: TypeAlias = Callable[[Event], None]


def _nobody_listens(*facts: object) -> None:
    return


class DirectTable(Table):
    """Players and dice answer at once: the lab, bots against bots, rollouts."""

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Player],
        dice: Dice,
        *,
        listener: Listener | None = None,
        on_choice: Callable[[Seat, Choice], None] | None = None,
        tracing: bool = False,
        counting: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.dice = dice
        self.tracing = self.explaining = tracing
        self.counting = counting
        self.on_choice = on_choice
        self.listener = listener
        if listener is None:
            self.tell = _nobody_listens  # type: ignore[method-assign, assignment]
        self._below = dice.below

    def listen(self, listener: Listener) -> None:
        """Somebody listens from now on."""
        self.listener = listener
        vars(self).pop("tell", None)

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        choice = self.players[seat].decide(Decision(seat, prompt, options, check, self), self)
        if self.on_choice is not None:
            self.on_choice(seat, choice)
        action: A = choice.action
        return action

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        return {seat: self.choose(seat, prompt, options) for seat, (prompt, options) in sorted(asked.items())}

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        return self._below(die, why, "") + 1

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return tuple(sorted(self._below(die, why, "") + 1 for _ in range(count)))

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        count = len(options)
        return options[self._below(count, why, "")] if count > 1 else options[0]

    def direction(self, why: str) -> int:
        return self._below(360, why, "")

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        if deck.top:
            return deck.top.pop()
        bag = deck.bag
        return bag.pop(self._below(len(bag), why, ""))

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if known == HIDDEN:
            raise ValueError(f"{slot} is hidden and nobody at this table can name it")
        return known

    def ask(self, question: str, about: Text) -> bool:
        raise ValueError(f"nobody at this table can answer {question}")

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        assert self.listener is not None
        self.listener(event(*facts, **more))
