"""Tables that answer from a list of inputs and say what they need when it runs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from kempelen.engine.dice import Dice
from kempelen.engine.errors import BadRecord, PlayerError
from kempelen.engine.game import Game
from kempelen.engine.inputs import Input, Sealed, Value
from kempelen.engine.notation import objection_to, read_action
from kempelen.engine.player import Player
from kempelen.engine.refusal import Refusal, refusal_of
from kempelen.engine.table import (
    HIDDEN,
    NOBODY,
    A,
    Check,
    Choice,
    Decision,
    Deck,
    Event,
    NeedInput,
    Offer,
    P,
    Seat,
    Table,
    notation_of,
)
from kempelen.text.say import Text

__all__ = ["QUESTIONS", "ROLLS", "Consulted", "LeftRules", "ReplayTable", "ToldEnough"]

QUESTIONS = "questions"
"""Among the things on a physical table: the answers to an automa's questions."""
ROLLS = "rolls"
"""The same for dice and directions, without the lots that are drawn."""

C = TypeVar("C")
Below = Callable[[int], int]


class LeftRules(BadRecord):
    """A recorded input does not fit what the rules ask for at its place."""

    def __init__(self, index: int, reason: Text) -> None:
        super().__init__(reason)
        self.index = index


class Consulted(BaseException):
    """The bot has been asked, which was all that was wanted; see `ReplayTable.stop_at_bot`."""

    def __init__(self, seat: Seat, choice: Choice) -> None:
        super().__init__()
        self.seat = seat
        self.choice = choice


class ToldEnough(BaseException):
    """As many events have been told as were wanted; see `ReplayTable.stop_after`."""


class ReplayTable(Table):
    """The recorded inputs answer; then bots and the program's dice; then `NeedInput` is raised.

    New inputs from bots and dice are appended to `inputs`. A bot's rolls stand in its own line.
    """

    def __init__(
        self,
        game: Game[Any],
        inputs: list[Input],
        *,
        start: int = 0,
        players: Mapping[Seat, Player] | None = None,
        dice: Dice | None = None,
        sealed: Mapping[Seat, Sealed] | None = None,
        parts: Mapping[Seat, Sequence[Value]] | None = None,
        stop_at_bot: Seat | None = None,
        refused: Mapping[Seat, Refusal] | None = None,
    ) -> None:
        self.game = game
        self.inputs = inputs
        self.at = self.start = start
        self.players = players or {}
        self.dice = dice
        self.sealed: Mapping[Seat, Sealed] = sealed or {}
        """Answers to a simultaneous choice that are in, but not yet shown to anybody."""
        self.parts: Mapping[Seat, Sequence[Value]] = parts or {}
        """What a bot that is being asked has already rolled."""
        self.stop_at_bot = stop_at_bot
        """Raise Consulted as soon as this seat's bot has decided."""
        self.stop_after: int | None = None
        """Raise ToldEnough when so many events have been told."""
        self.refused: Mapping[Seat, Refusal] = refused or {}
        """Bots that have been asked elsewhere and have chosen what is not allowed."""
        self.known: dict[int, tuple[Input, Any]] = {}
        """What rows of this step have been read as, by their identity: while it waits for one answer after the other it
        runs again and again, and what was allowed then is allowed now."""
        self.tracing = stop_at_bot is not None
        self.explaining = True
        self.events: list[Event] = []
        self._bot: Seat | None = None
        self._rolls: list[Value] = []
        self._rolls_read = 0
        self._last_action: Value | None = None
        """What was done last in this step; None: nothing yet."""

    @cached_property
    def _begun(self) -> tuple[Value, int]:
        """What was done last before this step, and how many corrections there were: looked up when a die falls."""
        before = self.inputs[: self.start]
        last = next((row.value for row in reversed(before) if row.kind == "do"), "")
        return last, sum(row.kind == "set" for row in before)

    @property
    def place(self) -> str:
        """Where in the game the next die falls. A correction moves none: what was rolled and told stays."""
        before, corrections = self._begun
        last = before if self._last_action is None else self._last_action
        return f"{len(self.inputs) - corrections}.{len(self._rolls)}.{last}"

    def since(self) -> Sequence[Input]:
        return self.inputs[self.start : self.at]

    finished: Callable[[], Sequence[tuple[Any, Sequence[Input]]]] = tuple
    """Where somebody keeps them: see `past`."""

    def past(self) -> Sequence[tuple[Any, Sequence[Input]]]:
        return self.finished()

    # -- choices

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        decision: Decision[A] = Decision(seat, prompt, options, check, self)
        if self.at == len(self.inputs):
            if seat not in self.players:
                raise NeedInput(decision)
            choice, rolls = self._consult(decision)
            self.inputs.append(Input("do", notation_of(choice.action), seat=seat, rolls=rolls))
        action: A = self._read(decision, self._next("do", "", seat))
        return action

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        decisions: dict[Seat, Decision[A]] = {
            seat: Decision(seat, prompt, options, None, self, together=True)
            for seat, (prompt, options) in sorted(asked.items())
        }
        if self.at == len(self.inputs):
            open_to = [d for seat, d in decisions.items() if seat not in self.players]
            if any(d.seat not in self.sealed for d in open_to):
                raise NeedInput(*open_to)
            for seat, decision in decisions.items():
                if seat in self.refused and seat not in self.sealed:
                    self._consult(decision)
            answers = []
            refused = tuple((seat, given.instead) for seat, given in sorted(self.sealed.items()) if given.instead)
            for seat, decision in decisions.items():
                if seat in self.players and seat not in self.sealed:
                    choice, rolls = self._consult(decision)
                    answers.append([seat, notation_of(choice.action), list(rolls)])
                else:
                    answers.append([seat, self.sealed[seat].value, list(self.sealed[seat].rolls)])
            self.sealed = {}
            self.inputs.append(Input("together", answers, human=bool(open_to or refused), refused=refused))
        row = self._next("together", "", None)
        given = {seat: text for seat, text, _ in row.value}
        if given.keys() != decisions.keys():
            raise self._left(Text("record.other_seats"))
        return {seat: self._read(decision, Input("do", given[seat], seat=seat)) for seat, decision in decisions.items()}

    def _consult(self, decision: Decision[Any]) -> tuple[Choice, tuple[Value, ...]]:
        """Ask the bot; what it rolls meanwhile belongs to its line."""
        seat = decision.seat
        if (known := self.refused.get(seat)) is not None:
            decision.refused = known
            raise NeedInput(decision)
        self._bot, self._rolls, self._rolls_read = seat, list(self.parts.get(seat, ())), 0
        try:
            choice = self.players[seat].decide(decision, self)
        finally:
            self._bot = None
        self.parts = {other: rolls for other, rolls in self.parts.items() if other != seat}
        if self.stop_at_bot == seat:
            raise Consulted(seat, choice)
        rolls = tuple(self._rolls)
        if (reason := objection_to(self.game, decision, self.state, choice.action)) is not None:
            self._refuse(decision, choice, reason, rolls)
        return choice, rolls

    def _refuse(self, decision: Decision[Any], choice: Choice, reason: Text, rolls: tuple[Value, ...]) -> None:
        """The bot has chosen what is not allowed: whoever sits at the table chooses for it, knowing why it did."""
        seat, player = decision.seat, self.players[decision.seat]
        self._bot, self._rolls, self._rolls_read, self.tracing = seat, list(rolls), 0, True
        try:
            again = player.decide(decision, self)
        finally:
            self._bot, self.tracing = None, False
        trace = again.trace if again.action == choice.action else None
        decision.refused = refusal_of(self, seat, player, choice, reason, rolls, trace)
        raise NeedInput(decision)

    def _read(self, decision: Decision[Any], row: Input) -> Any:
        read, action = self.known.get(id(row), (None, None))
        if read is not row:
            try:
                action = read_action(self.game, decision, self.state, row.value)
            except PlayerError as error:
                raise self._left(error.text) from error
            self.known[id(row)] = row, action
        self._last_action = row.value
        return action

    # -- chance

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        if self.rolled_in_secret(to):
            return HIDDEN
        value = self._chance("roll", f"d{die}", why, range(1, die + 1), lambda below: below(die) + 1, to)
        if type(value) is not int or not 1 <= value <= die:
            raise self._left(Text("record.bad_die", value=str(value), die=f"d{die}"))
        return value

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        if self.rolled_in_secret(to):
            return (HIDDEN,) * count
        value = self._chance(
            "pool",
            f"{count}d{die}",
            why,
            range(1, die + 1),
            lambda below: sorted(below(die) + 1 for _ in range(count)),
            to,
        )
        faces = value if isinstance(value, list) else []
        if len(faces) != count or not all(type(face) is int and 1 <= face <= die for face in faces):
            raise self._left(Text("record.bad_die", value=str(value), die=f"{count}d{die}"))
        return tuple(faces)

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if len(options) == 1:
            return options[0]
        texts = [notation_of(option) for option in options]
        value = self._chance("pick", why, why, texts, lambda below: texts[below(len(texts))], to)
        if value not in texts:
            raise self._left(Text("record.bad_pick", value=str(value)))
        return options[texts.index(value)]

    def direction(self, why: str) -> int:
        value = self._chance("direction", "", why, range(360), lambda below: below(360))
        if type(value) is not int or not 0 <= value < 360:
            raise self._left(Text("record.bad_die", value=str(value), die="360"))
        return value

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        if deck.top:
            return deck.top.pop()
        if self.stays_face_down(deck, to):
            deck.away += 1
            hidden: C = deck.hidden
            return hidden
        card_text, bag = self.game.things.card_text, deck.bag
        options = [card_text(card) for card in sorted(set(bag))]  # type: ignore[type-var]

        def drawn(below: Below) -> Value:
            cards = self.drawn_from(deck)
            return card_text(cards[below(len(cards))])

        value = self._chance("draw", deck.name, why, options, drawn, to)
        if value not in options:
            raise self._left(Text("record.bad_card", value=str(value), deck=deck.name))
        card: C = self.game.things.card_from(value)
        bag.remove(card)
        return card

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if known != HIDDEN:
            return known
        texts = [self.game.things.card_text(option) for option in options]
        value = self._chance("reveal", slot, why, texts, None, to)
        if value not in texts:
            raise self._left(Text("record.bad_card", value=str(value), deck=slot))
        return options[texts.index(value)]

    def ask(self, question: str, about: Text) -> bool:
        return self._answered(self._chance("ask", question, "", (True, False), None, about=about))

    def check(self, question: str, about: Text, expected: bool) -> bool:
        return self._answered(self._chance("ask", question, "", (True, False), None, about=about, expected=expected))

    def _answered(self, value: Value) -> bool:
        if not isinstance(value, bool):
            raise self._left(Text("record.bad_pick", value=str(value)))
        return value

    def measured(self, what: str, measure: Callable[[], int]) -> int:
        if self._bot is None:
            return measure()
        if self._rolls_read == len(self._rolls):
            self._rolls.append(measure())
        self._rolls_read += 1
        return int(self._rolls[self._rolls_read - 1])

    def stays_face_down(self, deck: Deck[Any], to: Seat | None) -> bool:
        """The card is dealt without anybody telling the program which it is."""
        return False

    def drawn_from(self, deck: Deck[C]) -> Sequence[C]:
        """The cards of a pile that may come next."""
        return deck.bag

    def rolled_in_secret(self, to: Seat | None) -> bool:
        """Somebody rolls behind a hand without telling the program."""
        return False

    def asks_for(self, kind: str, what: str) -> bool:
        """A person names this, not the program's dice."""
        return self.dice is None

    def _chance(
        self,
        kind: str,
        what: str,
        why: str,
        options: Sequence[Any],
        make: Callable[[Below], Value] | None,
        to: Seat | None = None,
        about: Text | None = None,
        expected: Value = None,
    ) -> Value:
        wording, must, self.about, self.awaited = about or self.about, self.awaited, None, None
        faces, self.faces = self.faces, None

        def new() -> Value:
            if make is None or self.dice is None or self.asks_for(kind, what):
                seat = NOBODY if self._bot is None else self._bot
                prompt = wording or Text(f"ask.{kind}", what=what, why=why)
                read_off = () if faces is None else faces()
                raise NeedInput(
                    Decision(seat, prompt, options, None, self, kind, what, why, False, to, expected, must, read_off)
                )
            dice, where, numbers = self.dice, self.place, count()

            def below(n: int) -> int:
                """Every die of a pool is a place of its own."""
                number = next(numbers)
                return dice.below(n, why, f"{where}.{number}" if number else where)

            return make(below)

        if self._bot is not None:
            if self._rolls_read == len(self._rolls):
                self._rolls.append(new())
            self._rolls_read += 1
            return self._rolls[self._rolls_read - 1]
        if self.at == len(self.inputs):
            self._rolls = []
            self.inputs.append(Input(kind, new(), what, why, to))
        return self._next(kind, what, None).value

    # -- the list of inputs

    def _next(self, kind: str, what: str, seat: Seat | None) -> Input:
        row = self.inputs[self.at]
        if row.kind != kind or row.what != what or (seat is not None and row.seat != seat):
            raise self._left(Text("record.not_asked", wanted=f"{kind} {what}".strip(), got=row.kind))
        self.at += 1
        return row

    def _left(self, reason: Text) -> LeftRules:
        return LeftRules(max(self.at - 1, 0), reason)

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        self.events.append(event(*facts, **more))
        if len(self.events) == self.stop_after:
            raise ToldEnough
