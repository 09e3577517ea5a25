"""What happened and why: the log of a game, and the steps of a computer player's decision with their sources."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.behaviour.trace import RulingCite, Trace
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.terminal.ask import Screen
from kempelen.terminal.menu import sentence
from kempelen.text.say import Say

__all__ = ["bot_seats", "brought", "chosen", "hanging", "heard", "seen", "show_log", "show_trace", "show_why", "turns"]

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


def heard(session: Session, index: int, reader: Seat | None) -> list[Event]:
    """What everybody can hear of a choice and what followed from it, in the words of the reader."""
    later = [turn for turn in turns(session) if turn > index]
    events = [event for n in range(index, later[0] if later else len(session.inputs)) for event in brought(session, n)]
    return seen([event for event in events if event.seen_by(SPECTATOR) is not None], reader)


def chosen(say: Say, session: Session, index: int) -> list[str]:
    """A choice in words, when nothing has come of it yet."""
    row = session.inputs[index]
    notations = [text for _, text, _ in row.value] if row.kind == "together" else [row.value]
    return [sentence(say, session.game.parse(notation)) for notation in notations]


def show_log(screen: Screen, session: Session, reader: Seat | None) -> None:
    """Everything that has happened, as a reader may know it, choices with their numbers."""
    numbers = {index: n for n, index in enumerate(turns(session), 1)}
    lines, number = hanging(), ""
    for index in range(-1, len(session.inputs)):
        number = f"{numbers[index]}." if index in numbers else number
        for event in seen(brought(session, index), reader):
            lines.add_row(number, screen.say.of(event.text))
            number = ""
    screen.show(lines)


def show_why(screen: Screen, session: Session, index: int, reader: Seat | None) -> None:
    """Why computer players decided as they did at this input, as far as the reader may know it."""
    number = turns(session).index(index) + 1
    events = [screen.say.of(event.text) for event in heard(session, index, reader)]
    title = " ".join(events or chosen(screen.say, session, index))
    screen.line()
    header = hanging()
    header.add_row(f"{number}.", Styled(title, "bold"))
    screen.show(header)
    for seat in bot_seats(session, index):
        trace = session.why(index, reader, seat=seat)
        if trace is None:
            screen.tell("terminal.why.none", indent=4)
            continue
        show_trace(screen, trace)


def show_trace(screen: Screen, trace: Trace) -> None:
    """Step by step, each with its source; a reading of ours stands out."""
    lines = hanging()
    for step in trace:
        line = Styled(screen.say.of(step.text))
        cites = [str(source) for source in step.sources if not isinstance(source, RulingCite)]
        readings = [str(source) for source in step.sources if isinstance(source, RulingCite)]
        if cites:
            line.append(f"  [{'; '.join(cites)}]", "dim")
        if readings:
            line.append(f"  [{screen.say('terminal.why.reading', ids=', '.join(readings))}]", READING)
        lines.add_row("·", line)
    screen.show(lines)


def hanging() -> Grid:
    """Paragraphs behind a number or a dot."""
    grid = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    grid.add_column(min_width=4, justify="right", style="dim", no_wrap=True)
    grid.add_column()
    return grid
