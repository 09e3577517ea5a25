"""One game on the server: who is asked what, answers, undo. All of it runs in the thread that also writes to disk."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kempelen.companion import facts_told
from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.files.header import Json, header_of
from kempelen.engine.files.record import write_row
from kempelen.engine.game import Game, Setup
from kempelen.engine.notation import read_action, read_value
from kempelen.engine.player import Player
from kempelen.engine.refusal import Refusal
from kempelen.engine.session import Row, Sealed, Session
from kempelen.engine.table import NOBODY, SPECTATOR, Choice, Decision, NeedInput, Seat, Table
from kempelen.store import Glance, Rest
from kempelen.text.say import Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.rooms.worker import Asked

__all__ = ["PACES", "Drawn", "Elsewhere", "Room", "Undone", "seat_text", "sit_elsewhere"]

PACES = ("step", "auto", "instant")
Drawn: TypeAlias = dict[object, bytes]
"""Tables as they were sent, by place and language."""


class Elsewhere:
    """Stands in for a bot that thinks in another process: whoever asks it is told to wait."""

    def __init__(self) -> None:
        self.asked: Asked | None = None
        """What it needs from the table before it can decide."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if (need := self.asked) is None:
            raise NeedInput(decision)
        kind, what, why, to, faces = need.kind, need.what, need.why, need.to, need.faces
        raise NeedInput(
            Decision(need.seat, need.prompt, need.options, None, table, kind, what, why, to=to, faces=faces)
        )


def sit_elsewhere(session: Session) -> None:
    """From now on this session's bots think in another process."""
    players: dict[Seat, Player] = {seat: Elsewhere() for seat in session.players}
    session.players = players


Waits: TypeAlias = tuple[frozenset[Seat], bool, frozenset[Seat], frozenset[Seat], int]
"""See `Glance`."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back and can be done again as long as nothing else comes."""

    left: int
    """So many rows of the record there were then: a sealed answer is one, too, though it is no new version."""
    rows: list[Row]
    app_rolled: bool
    """The app rolled until then; a roll that is taken back is thrown on the table."""


@dataclass(eq=False)
class Room:
    """A session and what is agreed about it outside the rules."""

    id: str
    session: Session
    pace: str = "auto"
    hints: bool = False
    address: str = ""
    """Where it is found in the web."""
    wish: frozenset[Seat] = frozenset()
    """Who wants to take something back, where everybody must agree."""
    coaching: frozenset[Seat] = frozenset()
    """Who agrees that hints are given and a strong player may be asked, where several people play."""
    round: tuple[int, int | None] | None = None
    """Which round it is, of how many, as the table was last drawn; for lists."""
    tips: dict[tuple[Seat, str], int] = field(default_factory=dict)
    """At which of his choices somebody was first given a tip: the next time it is shorter."""
    paused: bool = False
    """At the pace `step`, or after a blow in a first game: automas wait until a person lets them go on."""
    undone: Undone | None = None
    """What was taken back at a real table last."""
    seen: int = 0
    """So many events that everybody knows are seen to at a real table: there the companion goes on."""
    read: int = 0
    """So many events had been told when somebody last chose or let the automas go on."""
    stamp: int = -1
    written: str = ""
    """The header, as it is on disk; see `Glance`."""
    trouble: Text | None = None
    """Why an automa does not go on."""
    tick: str = field(default_factory=lambda: secrets.token_hex(4))
    """Changes whenever there is something new to see."""
    ended: tuple[Any, Any] | None = None
    """What was last told of the end, and to whom: it takes many pictures."""
    _written: list[Json] = field(default_factory=list)
    _drawn: tuple[object, Drawn] = (None, {})
    _counted: tuple[int, int] = (0, 0)
    """How many rows there were when the version was last asked for, and what it was."""

    def __post_init__(self) -> None:
        sit_elsewhere(self.session)
        self.read = len(self.session.events)

    # -- facts

    @property
    def game(self) -> Game[Any]:
        return self.session.game

    @property
    def setup(self) -> Setup:
        return self.session.setup

    @property
    def over(self) -> bool:
        return self.session.over

    @property
    def companion(self) -> bool:
        return self.session.physical is not None

    @property
    def alone(self) -> bool:
        """Nobody else would have to forget anything."""
        return self.companion or len(self.session.humans) < 2

    @property
    def version(self) -> int:
        """Grows with everything that happens, but not when a simultaneous answer is sealed: that concerns one seat."""
        rows, (counted, version) = self.session.rows, self._counted
        if counted < len(rows):  # they are only ever appended
            version += sum(not (isinstance(row, Sealed) and row.kind == "together") for row in rows[counted:])
            self._counted = len(rows), version
        return version

    @property
    def header(self) -> Json:
        return header_of(self.session)

    def rows(self) -> list[Json]:
        """The rows as plain data. They are only ever appended, so what is written stays."""
        names = self.game.speech.seat_names(self.setup)
        self._written += [write_row(row, names) for row in self.session.rows[len(self._written) :]]
        return self._written[:]

    @property
    def thinks(self) -> Seat | None:
        """The seat whose bot has to decide."""
        return next((decision.seat for decision in self.session.pending if self._is_thought(decision)), None)

    def reader(self, seat: Seat) -> Seat | None:
        """Through whose eyes somebody on this place looks; None sees everything."""
        if self.over:
            return None
        if seat == OPERATOR:
            asked = self.asked(seat)
            physical = self.session.physical
            own = asked is not None and asked.kind == "do" and asked.refused is None
            if asked is not None and own and physical and asked.seat not in physical.untracked:
                return asked.seat
            return SPECTATOR
        return seat

    def view(self, seat: Seat) -> Any:
        reader = self.reader(seat)
        return self.session.state if reader is None else self.session.view(reader)

    def asked(self, seat: Seat) -> Decision[Any] | None:
        """What somebody on this place has to decide or to name now. A sealed answer may still be changed."""
        if seat == OPERATOR:
            return next((d for d in self.session.unanswered if not self._is_thought(d)), None)
        if self.session.refused is not None and self.may_choose_for_bots(seat):
            return next(d for d in self.session.pending if d.refused is not None)
        if seat not in self.session.humans:
            return None
        rolls = self.session.own_dice
        return next((d for d in self.session.pending if d.seat == seat or (rolls and d.kind != "do")), None)

    def may_choose_for_bots(self, seat: Seat) -> bool:
        """Somebody who plays, whoever it is; where only bots play, somebody who watches."""
        return seat in self.session.humans or (seat == SPECTATOR and not self.session.humans)

    def _is_thought(self, decision: Decision[Any]) -> bool:
        return decision.seat in self.session.players and decision.kind == "do" and decision.refused is None

    def sealed(self, seat: Seat) -> bool:
        """This seat has answered, others have not."""
        asked = self.asked(seat)
        return asked is not None and asked not in self.session.unanswered

    def sealed_answer(self, seat: Seat) -> Any:
        """What this seat has chosen while others have not; None if that is not so."""
        asked = self.asked(seat)
        if asked is None or not self.sealed(seat):
            return None
        sealed = [row for row in self.session.rows if isinstance(row, Sealed) and row.kind == "together"]
        given = next((row.value for row in reversed(sealed) if row.seat == seat), None)
        return next((option for option in asked.options if option.notation == given), given)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The people who have not answered yet."""
        return tuple(d.seat for d in self.session.unanswered if d.seat in self.session.humans and d.kind == "do")

    @property
    def rest(self) -> Rest:
        """Where it waits, as everybody may know it."""
        return Rest(self.waiting_for, *(self.round or (None, None)))

    def objection(self, seat: Seat, text: str) -> Text | None:
        """Why this answer would not be taken; None if it would."""
        decision = self.asked(seat)
        if decision is None:
            return Text("session.over" if self.over else "session.not_asked")
        try:
            if decision.kind == "do":
                read_action(self.game, decision, self.session.state, text)
            else:
                read_value(decision, text, self.game.speech.typed)
        except PlayerError as error:
            return error.text
        return None

    @property
    def drawn(self) -> Drawn:
        """The tables that have been sent since something last changed; to be asked for in the thread of the games."""
        now = (self.tick, len(self.session.rows), self.habits, self.waits, self.trouble)
        if self._drawn[0] != now:
            self._drawn = now, {}
        return self._drawn[1]

    # -- what others have changed

    @property
    def habits(self) -> tuple[str, bool]:
        return self.pace, self.hints

    @property
    def waits(self) -> Waits:
        return self.wish, self.paused, self.coaching, frozenset(self.session.coached), self.seen

    def wait_as(self, waits: Waits) -> None:
        """As `waits` said."""
        self.wish, self.paused, self.coaching, coached, self.seen = waits
        self.session.coached = set(coached)

    def agreed(self, seen: Glance) -> None:
        """Take over what is agreed outside the rules."""
        self.pace, self.hints = seen.pace, seen.hints
        self.wait_as((seen.wish, seen.paused, seen.coaching, seen.coached, seen.seen))

    @property
    def advice_agreed(self) -> bool:
        """Hints are given and a strong player may be asked: one person plays, or all of them want it so."""
        return len(self.session.humans) < 2 or self.coaching >= self.session.humans

    def catch_up(self, rows: list[Row]) -> None:
        """Take what another program has played and written."""
        self._clear()
        self._forget_needs()
        on_row, self.session.on_row = self.session.on_row, None
        try:
            self.session.follow(rows)
        finally:
            self.session.on_row = on_row
        self.settle()

    # -- changes

    def renew(self) -> None:
        self.tick = secrets.token_hex(4)

    def check_version(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise IllegalAction(Text("session.late"))

    def answer(
        self, seat: Seat, text: str, version: int | None = None, *, short: bool = False, along: bool = False
    ) -> None:
        """Take an answer; raises IllegalAction or BadNotation and changes nothing. `short`, `along`: see `Input`."""
        self.check_version(version)
        decision = self.asked(seat)
        if decision is None:
            raise IllegalAction(Text("session.over" if self.over else "session.not_asked"))
        self._forget_needs()
        self.read = len(self.session.events)
        self.session.answer(text, None if decision.seat == NOBODY else decision.seat, short=short, along=along)
        self._clear()
        self.settle()

    @property
    def halted(self) -> bool:
        """In a first game, something has happened to the one who plays that he is to read before others go on."""
        events = self.session.events
        self.read = min(self.read, len(events))  # something has been taken back
        if not self.hints or self.pace != "auto" or self.companion or len(self.session.humans) != 1:
            return False
        (seat,) = self.session.humans
        seen = (event.seen_by(seat) for event in events[self.read :])
        return any(self.game.speech.halts(self.session.state, one, seat) for one in seen if one is not None)

    @property
    def moving(self) -> bool:
        """The game goes on by itself: nobody is asked, and it is not over."""
        return not self.session.pending and not self.over

    @property
    def busy(self) -> bool:
        """The game has something to do without a person, and nothing keeps it from that."""
        return (self.thinks is not None or self.moving) and self.trouble is None

    def settle(self) -> None:
        """Play on to where somebody or a bot is asked. What the game does by itself is shown one thing at a time."""
        told = len(self.session.events)
        while self.session.advance() and (self.pace == "instant" or len(self.session.events) == told):
            pass
        self.renew()

    def follow(self, rows: list[Row], asked: Asked | None, refused: Refusal | None = None) -> None:
        """Take what a bot has decided elsewhere, or what it has chosen against the rules."""
        self._clear()
        self._forget_needs()
        if asked is not None:
            bot = self.session.players[asked.seat]
            assert isinstance(bot, Elsewhere)
            bot.asked = asked
        self.session.follow(rows, refused)
        self.settle()

    def _clear(self) -> None:
        self.wish = frozenset()
        self.trouble = None

    def _forget_needs(self) -> None:
        for bot in self.session.players.values():
            assert isinstance(bot, Elsewhere)
            bot.asked = None

    def undo(self, seat: Seat, version: int | None = None) -> None:
        """Take back one's last answer; where others would have to forget something, note the wish."""
        self.check_version(version)
        own = None if seat == OPERATOR else seat
        if any(d not in self.session.unanswered for d in self.session.pending) and not self.sealed(seat):
            raise IllegalAction(Text("session.nothing_to_undo"))  # what is sealed is somebody else's
        self._forget_needs()
        try:
            self.session.undo(own, agreed=False)
        except IllegalAction as error:
            if error.text.key != "session.undo_needs_all":
                raise
            self.wish |= {seat}
            if not self.wish >= self.session.humans:
                self.renew()
                return
            self.session.undo(own, agreed=True)
        self._clear()
        self.settle()
        self.see_to(0)

    def see_to(self, told: int) -> None:
        """What is done stays done, unless it was taken back; no more can be done than everybody knows."""
        self.seen = min(max(self.seen, told), len(self.session.events_for(SPECTATOR)))

    def agree(self, seat: Seat, yes: bool) -> None:
        """Another person's wish to take something back."""
        if not self.wish:
            raise IllegalAction(Text("web.error.no_wish"))
        if yes:
            self.undo(seat)
        else:
            self.wish = frozenset()
            self.renew()

    def let_advise(self, seat: Seat, yes: bool) -> None:
        """Somebody agrees that there is advice for everybody, or does not any more. Who holds the device of a real
        table speaks for all."""
        humans = self.session.humans
        if len(humans) < 2 or (seat != OPERATOR and seat not in humans):
            raise IllegalAction(Text("web.error.no_agreement"))
        mine = humans if seat == OPERATOR else frozenset({seat})
        self.coaching = self.coaching | mine if yes else self.coaching - mine
        self.renew()

    def correct(self, fact: str, version: int | None = None) -> None:
        """Set a fact where a real table differs from its mirror, `players.2.score=7`."""
        self.check_version(version)
        if not self.companion:
            raise IllegalAction(Text("web.error.only_companion"))
        facts: Mapping[str, Any] = facts_told(self.session, fact)
        self._clear()
        self._forget_needs()
        self.session.correct(facts)
        self.settle()


def seat_text(game: Game[Any], setup: Setup, seat: Seat, has: Any) -> Text:
    """What a seat is called: by the game if it has a word for it (`has` knows the texts)."""
    if seat == SPECTATOR:
        return Text("web.seat.spectator")
    if seat == OPERATOR:
        return Text("web.seat.operator")
    if (word := game.speech.seat_word(setup, seat)) is not None:
        return word
    name = game.speech.seat_names(setup)[seat]
    for key in (f"{game.name}.seat.{name}", f"{game.name}.side.{name}"):
        if has(key):
            return Text(key)
    if has(f"{game.name}.player"):
        return Text(f"{game.name}.player", n=seat + 1)
    if setup.seats[seat] == "human":
        return Text("terminal.seat.human", name=name)
    own = f"{game.name}.bot_seat"  # the word of its author's document
    return Text(own if has(own) else "terminal.seat.bot", name=name)
