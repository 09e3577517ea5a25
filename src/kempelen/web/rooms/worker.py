"""The process in which automas think.

It gets a game as the rows of its record, does one job and sends plain data back. It keeps the games it has last seen,
so that usually only new rows travel.
"""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.header import Json, physical_in
from kempelen.engine.files.record import read_rows, write_row
from kempelen.engine.game import Game, games
from kempelen.engine.refusal import Refusal
from kempelen.engine.search.coach import Advice, advise
from kempelen.engine.search.review import Plan, plan
from kempelen.engine.search.swings import swing_in
from kempelen.engine.search.weighing import weigh
from kempelen.engine.session import Restart, Row, Session, Undo
from kempelen.engine.setup import bot_for
from kempelen.engine.table import Decision, Seat, notation_of
from kempelen.engine.tables.asked import Listener
from kempelen.engine.tables.odds import decision_odds_in_steps
from kempelen.engine.tables.steps import Steps, at_once
from kempelen.engine.trace import Step
from kempelen.text.say import Text
from kempelen.web.memory import settle_memory

__all__ = ["BUGS", "Asked", "Chance", "Job", "Played", "Reply", "Shelf", "work"]

KEPT = 128
"""So many games a worker remembers."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to do with a game; `rows` are those from number `start` on."""

    name: str
    id: str
    header: Json
    start: int
    rows: list[Json]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of it. Nothing at all: the worker does not know the game up to `start`."""

    result: Any = None
    error: Text | None = None
    """What a player is told."""
    crash: str = ""
    """What a developer is told."""
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A die or a card that a bot needs and a person at a real table names."""

    seat: Seat
    prompt: Text
    options: tuple[Any, ...]
    kind: str
    what: str
    why: str
    to: Seat | None
    faces: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """New rows, and what a bot still needs from the table."""

    rows: list[Json]
    asked: Asked | None
    refused: Refusal | None = None
    """What a bot has then chosen against the rules."""


@dataclass(frozen=True, slots=True)
class Chance:
    """An action with its chance."""

    notation: str
    text: Text | None
    numerator: int
    denominator: int


# -- jobs


def play(session: Session, moment: float = 0) -> Played:
    """On to the next top-level point or question, asking the bots; or as far as they come in so many seconds."""
    session.follow([])
    known = len(session.rows)
    until = time.monotonic() + moment
    # A game that is set up without any input is not what was asked for: it goes on to the first decision.
    while session.advance() and (len(session.rows) == known or (moment and time.monotonic() < until)):
        pass
    names = session.game.speech.seat_names(session.setup)
    needs = [d for d in session.pending if d.seat in session.players and d.kind != "do"]
    asked = ask(needs[0]) if needs else None
    new: list[Row] = session.rows[known:]
    return Played([write_row(row, names) for row in new], asked, session.refused)


def ask(decision: Decision[Any]) -> Asked:
    options = tuple(decision.options) if decision.kind != "pick" else tuple(map(notation_of, decision.options))
    kind, what, why = decision.kind, decision.what, decision.why
    return Asked(decision.seat, decision.prompt, options, kind, what, why, decision.to, tuple(decision.faces))


def why(session: Session, index: int, reader: Seat | None, seat: Seat) -> list[Step] | None:
    """The steps of a bot's decision that a reader may know."""
    trace = session.why(index, reader, seat=seat)
    return None if trace is None else trace.steps


def odds(session: Session, seat: Seat) -> Steps[tuple[list[Chance], list[Step]]]:
    """What a bot would do in the place of this seat, from what the seat knows; why, for the likeliest."""
    game: Game[Any] = session.game
    player = Listener(bot_for(game, session.setup, seat))
    found = yield from decision_odds_in_steps(game, session.view(seat), player, seat)
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], notation_of(pair[0])))
    chances = []
    for action, chance in ranked:
        text = getattr(action, "text", None)
        wording = text if isinstance(text, Text) else None
        chances.append(Chance(notation_of(action), wording, chance.numerator, chance.denominator))
    trace = player.traces.get(ranked[0][0]) if ranked else None
    return chances, trace.steps if trace is not None else []


def coach(session: Session, seat: Seat, iterations: int, agreed: bool) -> Advice:
    """What a strong player would do in the place of this seat, from what the seat knows."""
    while session.advance():  # to the question; no bot comes before it
        pass
    return advise(session, seat, iterations, agreed=agreed)


def plan_review(session: Session, seat: Seat, seconds: float, workers: int) -> Plan:
    """Which choices of a finished game are looked back at, and in how many worlds."""
    return plan(session, seat, seconds=seconds, workers=workers)


def frames(session: Session, lang: str) -> Steps[Any]:
    """A finished game as a file that plays by itself; see `offline`."""
    from kempelen.web.shown.past.file import frames_of

    return (yield from frames_of(session, lang))


JOBS: Mapping[str, Callable[..., Any]] = {
    "play": play,
    "why": why,
    "odds": odds,
    "coach": coach,
    "frames": frames,
    "plan": plan_review,
    "weigh": weigh,
    "swing": swing_in,
}


# -- the process

BUGS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What a mistake in a game's code raises: it ends one thought, not the worker that the other games share."""


class Shelf:
    """The games a worker knows, the last used at the end."""

    def __init__(self) -> None:
        self.sessions: OrderedDict[str, Session] = OrderedDict()

    def session(self, job: Job) -> Session | None:
        """The game as it stands at the end of the job's rows; None if some rows are missing."""
        session = self.sessions.pop(job.id, None)
        rows = read_rows(job.header, job.rows, job.id).rows
        if job.start == 0:
            record = read_rows(job.header, (), job.id)
            record.rows = rows
            session = record.load()
        elif session is None or len(session.rows) != job.start:
            return None
        elif any(isinstance(row, Undo | Restart) for row in rows):
            whole = read_rows(job.header, (), job.id)
            whole.rows = [*session.rows, *rows]
            session = whole.load()
        else:
            session.restore(rows)
        session.own_dice = bool(job.header.get("own_dice"))
        session.physical = physical_in(job.header)  # who rolls may change from one roll to the next
        self.sessions[job.id] = session
        while len(self.sessions) > KEPT:
            self.sessions.popitem(last=False)
        return session

    def do(self, job: Job) -> Reply:
        return at_once(self.steps(job))

    def steps(self, job: Job) -> Steps[Reply]:
        """The same with pauses, for whoever has something else to do in between; a long job has many of them."""
        try:
            session = self.session(job)
            if session is None:
                return Reply(unknown=True)
            yield  # to read a long game anew takes its time, too
            done = JOBS[job.name](session, *job.arguments)
            return Reply((yield from done) if isinstance(done, Generator) else done)
        except PlayerError as error:
            self.sessions.pop(job.id, None)
            return Reply(error=error.text)
        except BUGS:
            self.sessions.pop(job.id, None)
            return Reply(crash=traceback.format_exc())


def work(connection: Any) -> None:
    """Do jobs until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # whoever clicks goes before whoever thinks
    games()
    settle_memory()
    shelf = Shelf()
    while True:
        try:
            job = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(shelf.do(job))
