"""What happened and why: the log of a game, and the steps of a computer player's decision with their sources."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text as Styled

from kempelen.behaviour.trace import RulingCite, Trace
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat
from kempelen.terminal.ask import Screen

__all__ = ["bot_seats", "brought", "seen", "show_log", "show_trace", "show_why", "turns"]

READING = "yellow"


def turns(session: Session) -> list[int]:
    """The inputs that are somebody's choice; number n of the log is the n-th of them."""
    return [index for index, row in enumerate(session.inputs) if row.kind in ("do", "together")]


def bot_seats(session: Session, index: int) -> list[Seat]:
    """The computer players who decided at this input."""
    row = session.inputs[index]
    seats: list[Seat | None] = [answer[0] for answer in row.value] if row.kind == "together" else [row.seat]
    return [seat for seat in seats if seat is not None and seat in session.players]


def brought(session: Session, index: int) -> list[Event]:
    """What this input has led to; -1 is what happens before the first."""
    _, after = session.moment(index + 1)
    if index < 0:
        return after
    _, before = session.moment(index)
    return after[len(before) :] if after[: len(before)] == before else after


def seen(events: list[Event], reader: Seat | None) -> list[Event]:
    """The events as a reader may know them; without a reader, all of it."""
    if reader is None:
        return events
    return [event for event in (event.seen_by(reader) for event in events) if event is not None]


def show_log(screen: Screen, session: Session, reader: Seat | None) -> None:
    """Everything that has happened, as a reader may know it, choices with their numbers."""
    numbers = {index: n for n, index in enumerate(turns(session), 1)}
    wide = len(str(len(numbers))) + 2
    for index in range(-1, len(session.inputs)):
        number = f"{numbers[index]}." if index in numbers else ""
        for event in seen(brought(session, index), reader):
            line = Styled(f"{number:<{wide}}", "dim")
            line.append(screen.say.of(event.text), "")
            screen.show(line)
            number = ""


def show_why(screen: Screen, session: Session, index: int, reader: Seat | None) -> None:
    """Why computer players decided as they did at this input, as far as the reader may know it."""
    number = turns(session).index(index) + 1
    news = seen(brought(session, index), reader)
    title = " ".join(screen.say.of(event.text) for event in news)
    screen.line()
    screen.line(f"{number}. {title}".rstrip(), "bold")
    for seat in bot_seats(session, index):
        trace = session.why(index, reader, seat=seat)
        if trace is None:
            screen.tell("terminal.why.none", indent=3)
            continue
        show_trace(screen, trace)
        if reader is not None and reader != seat and not session.over and not session.open_why:
            screen.tell("terminal.why.rest_later", "dim", indent=3)


def show_trace(screen: Screen, trace: Trace) -> None:
    """Step by step, each with its source; a reading of ours stands out."""
    for step in trace:
        line = Styled(screen.say.of(step.text))
        cites = [str(source) for source in step.sources if not isinstance(source, RulingCite)]
        readings = [str(source) for source in step.sources if isinstance(source, RulingCite)]
        if cites:
            line.append(f"  [{'; '.join(cites)}]", "dim")
        if readings:
            line.append(f"  [{screen.say('terminal.why.reading', ids=', '.join(readings))}]", READING)
        screen.show(Padding(line, (0, 0, 0, 3), expand=False))
