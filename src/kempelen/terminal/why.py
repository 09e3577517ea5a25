"""What happened and why: the log of a game, and the steps of a computer player's decision with their sources."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.behaviour.trace import RulingCite, Trace
from kempelen.companion import seat_text
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.terminal.ask import Screen, told
from kempelen.terminal.menu import sentence
from kempelen.text.say import Say

__all__ = [
    "bot_seats",
    "brought",
    "chosen",
    "followed",
    "hanging",
    "heard",
    "keeps_secret",
    "seen",
    "show_log",
    "show_reasons",
    "show_trace",
    "show_why",
    "turns",
]

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
    """What everybody can hear of a choice and what came of it, in the words of the reader."""
    return _heard(session, range(index, _ends(session, index)[0]), reader)


def followed(session: Session, index: int, reader: Seat | None) -> list[Event]:
    """What then happened before the next choice, such as the beginning of a round."""
    return _heard(session, range(*_ends(session, index)), reader)


def _heard(session: Session, inputs: range, reader: Seat | None) -> list[Event]:
    events = [event for n in inputs for event in brought(session, n)]
    return seen([event for event in events if event.seen_by(SPECTATOR) is not None], reader)


def _ends(session: Session, index: int) -> tuple[int, int]:
    """The inputs at which a choice has been carried out, and at which somebody chooses again."""
    later = [turn for turn in turns(session) if turn > index]
    last = later[0] if later else len(session.inputs)
    step = next(inputs for inputs, _ in session.steps() if index in inputs)
    return min(last, step.stop), last


def chosen(say: Say, session: Session, index: int) -> list[str]:
    """A choice in words, when nothing has come of it yet."""
    row = session.inputs[index]
    notations = [text for _, text, _ in row.value] if row.kind == "together" else [row.value]
    return [sentence(say, session.game.parse(notation)) for notation in notations]


def show_log(screen: Screen, session: Session, reader: Seat | None) -> None:
    """Everything that has happened, as a reader may know it, choices with their numbers."""
    numbers = {index: n for n, index in enumerate(turns(session), 1)}
    turn: list[Event] = []
    entries = [("", turn)]
    for index in range(-1, len(session.inputs)):
        if index in numbers:
            turn = []
            entries.append((f"{numbers[index]}.", turn))
        turn += seen(brought(session, index), reader)
    lines = hanging()
    for number, events in entries:
        for line in told(screen.say, (event.text for event in events)):
            lines.add_row(number, line)
            number = ""
    screen.show(lines)


def show_why(screen: Screen, session: Session, index: int, reader: Seat | None) -> None:
    """What came of a choice, and why computer players decided like that, as far as the reader may know it."""
    number = turns(session).index(index) + 1
    words = told(screen.say, (event.text for event in heard(session, index, reader)))
    if not words and (reader is None or session.over or session.open_why):
        words = chosen(screen.say, session, index)
    elif not words:  # what was chosen may be secret
        words = [screen.say.of(seat_text(session, seat, screen.say), "Nom") for seat in bot_seats(session, index)]
    title = " ".join(words)
    screen.line()
    header = hanging()
    header.add_row(f"{number}.", Styled(title, "bold"))
    screen.show(header)
    show_reasons(screen, session, index, reader)


def show_reasons(screen: Screen, session: Session, index: int, reader: Seat | None) -> None:
    """The reasons alone."""
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


def keeps_secret(session: Session, index: int, reader: Seat | None) -> bool:
    """Is there more to the reasons than the reader may know now?"""
    for seat in bot_seats(session, index):
        whole, shown = session.why(index, seat=seat), session.why(index, reader, seat=seat)
        if whole is not None and shown is not None and len(shown) < len(whole):
            return True
    return False


def hanging(words: int = 0) -> Grid:
    """Paragraphs behind a number or a dot, or behind words of at most this length."""
    grid = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    if words:
        grid.add_column(min_width=words, no_wrap=True)
    else:
        grid.add_column(min_width=4, justify="right", style="dim", no_wrap=True)
    grid.add_column()
    return grid
