"""Write one game of every kind as text, for the test that compares it: tests/transcripts/GAME.en.txt and GAME.de.txt.

    .venv/bin/python scripts/transcripts.py

After a wanted change of rules, behaviours or words, look at what has changed here before it is checked in.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kempelen.engine.game import Game, Setup, games, say_in
from kempelen.engine.session import Session
from kempelen.engine.trace import Trace, cited
from kempelen.lab.experiment import usual_seats
from kempelen.text.say import LANGUAGES, Say

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "transcripts"
SEED = "transcript"
STEPS = 70
"""So much of a game is told; every kind of turn comes up in it."""
REASONS = 6
"""So many decisions are told with their why."""


def played(game: Game[Any]) -> Session:
    """The beginning of a game among automas."""
    automa, scenario = game.automa, game.scenarios[0]
    session = Session(game, Setup(game.name, scenario, (automa,) * usual_seats(game, scenario)), seed=SEED)
    while session.advance() and len(session.steps()) <= STEPS:
        pass
    return session


def transcript(session: Session, say: Say) -> str:
    """What happened, step by step, and the first reasons."""
    return "\n".join(_lines(session, say)) + "\n"


def _lines(session: Session, say: Say) -> Iterator[str]:
    game, setup = session.game, session.setup
    yield f"{say(f'{game.name}.title')}: {setup.scenario}, {len(setup.seats)} × {setup.seats[0]}"
    chosen = told = 0
    for number, (inputs, events) in enumerate(session.steps()):
        if inputs or events:
            yield f"\n{number}."
        for index in inputs:
            row = session.inputs[index]
            if row.kind == "do" and chosen < REASONS:
                chosen += 1
                yield f"  {row.value}"
                yield from _reasons(session.why(index), say)
        for event in events:
            yield f"  {say.of(event.text)}"
            if hasattr(event, "trace") and told < REASONS:
                told += 1
                yield from _reasons(event.trace, say)


def _reasons(trace: Trace | None, say: Say) -> Iterator[str]:
    for step in trace or ():
        yield f"    {say.of(step.text)} [{'; '.join(cited(source, say) for source in step.sources)}]"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in games().values():
        session = played(game)
        for lang in LANGUAGES:
            path = FOLDER / f"{game.name}.{lang}.txt"
            path.write_text(transcript(session, say_in(lang)), "utf-8")
            print(f"tests/transcripts/{path.name}")


if __name__ == "__main__":
    main()
