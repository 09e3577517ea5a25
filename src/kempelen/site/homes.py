"""The same games in both homes: what is played in one is played again in the other, to the last row."""

from __future__ import annotations

import json

from kempelen.engine.files.position import position_text
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import games
from kempelen.engine.session import Session
from kempelen.engine.setup import Setup

__all__ = ["again", "answer", "played"]


def played(name: str, scenario: str, seed: int) -> tuple[str, str]:
    """A game of automas among themselves, as a record, and the table at its end."""
    game = games()[name]
    setup = Setup(name, scenario, (game.automa,) * game.seat_counts(scenario)[0])
    session = Session(game, setup, seed=seed)
    while session.advance():
        pass
    return Record.of(session).text(), ending(session)


def again(text: str) -> str:
    """The table at the end of a record; raises BadRecord where it leaves the rules."""
    return ending(read_text("game.jsonl", text).load())


def ending(session: Session) -> str:
    told = "\n".join(repr(event.text) for event in session.events)
    return f"{session.outcome}\n{told}\n{position_text(session.game.to_position(session.state))}"


def answer(jobs: str) -> str:
    """Jobs as another process hands them over: [name, scenario, seed] to play, or a record to play again."""
    return json.dumps([again(job) if isinstance(job, str) else played(*job) for job in json.loads(jobs)])
