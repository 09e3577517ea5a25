"""What happened and why: the log of a game, and the steps of a computer player's decision with their sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.engine.trace import RulingCite, Step, Trace, cited, decided_first
from kempelen.terminal.ask import Screen, times, told
from kempelen.terminal.menu import sentence
from kempelen.text.say import Say
from kempelen.wording import chosen_instead, named_by_groups, seat_text

__all__ = [
    "Reason",
    "Turn",
    "bot_seats",
    "chosen",
    "hanging",
    "heard",
    "keeps_secret",
    "reasons",
    "seen",
    "show_log",
    "show_reason",
    "show_trace",
    "show_turns",
    "story",
    "traces",
    "turns",
]

READING = "yellow"


# -- what happened


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice and everything that was told until the next one."""

    number: int
    """In the log; 0 is what came before the first choice."""
    index: int
    """Of the input; -1 before the first choice."""
    came: list[Event]
    """What came of it."""
    then: list[Event]
    """What happened after it was carried out, such as the beginning of a round."""

    @property
    def events(self) -> list[Event]:
        return self.came + self.then


def turns(session: Session) -> list[int]:
    """The inputs that are somebody's choice; number n of the log is the n-th of them."""
    return [index for index, row in enumerate(session.inputs) if row.kind in ("do", "together")]


def bot_seats(session: Session, index: int) -> list[Seat]:
    """The computer players who decided at this input."""
    if index < 0:
        return []
    row = session.inputs[index]
    seats: list[Seat | None] = [answer[0] for answer in row.value] if row.kind == "together" else [row.seat]
    return [seat for seat in seats if seat is not None and seat in session.players]


def story(session: Session, first: int = 0) -> list[Turn]:
    """The game from turn number `first` on; 0 is what came before anybody chose."""
    wanted, events = turns(session)[max(0, first - 1) :], session.events
    bounds = [session.look_back(index)[1] for index in wanted] + [len(events)]
    made = [] if first else [Turn(0, -1, [], events[: bounds[0]])]
    steps = iter(session.steps())
    inputs, ended = range(0), 0
    for number, (index, (start, end)) in enumerate(zip(wanted, pairwise(bounds), strict=True), max(1, first)):
        while index not in inputs:
            inputs, happened = next(steps)
            ended += len(happened)
        done = max(start, min(ended, end))
        made.append(Turn(number, index, events[start:done], events[done:end]))
    return made


def seen(events: list[Event], reader: Seat | None) -> list[Event]:
    """The events as a reader may know them; without a reader, all of it."""
    if reader is None:
        return events
    return [event for event in (event.seen_by(reader) for event in events) if event is not None]


def heard(events: list[Event], reader: Seat | None) -> list[Event]:
    """What everybody can hear, in the words of the reader."""
    return seen([event for event in events if event.seen_by(SPECTATOR) is not None], reader)


def chosen(say: Say, session: Session, index: int) -> list[str]:
    """A choice in words, when nothing has come of it yet."""
    row = session.inputs[index]
    notations = [text for _, text, _ in row.value] if row.kind == "together" else [row.value]
    return [sentence(say, session.game.parse(notation)) for notation in notations]


def show_log(screen: Screen, session: Session, reader: Seat | None) -> None:
    """Everything that has happened, as a reader may know it, choices with their numbers."""
    show_turns(screen, story(session), reader, named_by_groups(session, screen.say))


def show_turns(screen: Screen, shown: list[Turn], reader: Seat | None, say: Say, style: str = "") -> None:
    """Turns with their numbers; an event that carries its own reasons has a number behind the point."""
    lines = hanging()
    for turn in shown:
        label, line, count = "", "", 0
        for number, text in _lines(say, turn, reader):
            if count and not number and text == line:
                count += 1
                continue
            if count:
                lines.add_row(label, Styled(times(screen.say, line, count), style))
            label, line, count = number, text, 1
        if count:
            lines.add_row(label, Styled(times(screen.say, line, count), style))
    screen.show(lines)


def _lines(say: Say, turn: Turn, reader: Seat | None) -> Iterator[tuple[str, str]]:
    label, own = f"{turn.number}." if turn.number else "", 0
    for event in seen(turn.events, reader):
        if trace_of(event) is not None:
            own += 1
            label = f"{turn.number}.{own}"
        yield label, say.of(event.text)
        label = ""


# -- why it happened


@dataclass(frozen=True, slots=True)
class Reason:
    """Where a why can be had: a computer player's choice, or an event that the rules decided by an author's text."""

    label: str
    """As it is asked for: `12`, or `12.3` for the third such event after choice 12."""
    turn: Turn
    event: Event | None = None


def trace_of(event: Event) -> Trace | None:
    trace = getattr(event, "trace", None)
    return trace if isinstance(trace, Trace) else None


def reasons(session: Session, reader: Seat | None, first: int = 0) -> list[Reason]:
    """Everything that can be asked for, from turn number `first` on."""
    found = []
    for turn in story(session, first):
        if bot_seats(session, turn.index):
            found.append(Reason(str(turn.number), turn))
        events = [event for event in seen(turn.events, reader) if trace_of(event) is not None]
        found += [Reason(f"{turn.number}.{n}", turn, event) for n, event in enumerate(events, 1)]
    return found


def traces(session: Session, reason: Reason, reader: Seat | None) -> list[tuple[Trace, Trace]]:
    """The reasoning as the reader may know it, and the whole."""
    if reason.event is not None:
        whole = trace_of(reason.event)
        assert whole is not None
        if reader is None or session.over or session.open_why:
            return [(whole, whole)]
        return [(whole.for_seat(reader), whole)]
    found = []
    for seat in bot_seats(session, reason.turn.index):
        shown, all_of_it = (session.why(reason.turn.index, who, seat=seat) for who in (reader, None))
        if shown is not None and all_of_it is not None:
            found.append((shown, all_of_it))
    return found


def keeps_secret(session: Session, reason: Reason, reader: Seat | None) -> bool:
    """Is there more to it than the reader may know now?"""
    return any(len(shown) < len(whole) for shown, whole in traces(session, reason, reader))


def show_reason(screen: Screen, session: Session, reason: Reason, reader: Seat | None) -> None:
    """What happened, and why, as far as the reader may know it."""
    header = hanging()
    header.add_row(
        f"{reason.label}." if reason.event is None else reason.label,
        Styled(" ".join(_title(screen.say, session, reason, reader)), "bold"),
    )
    screen.line()
    screen.show(header)
    found = traces(session, reason, reader)
    index, knower = reason.turn.index, None if session.open_why else reader
    for seat in bot_seats(session, index) if reason.event is None else ():
        if (noted := chosen_instead(session, index, seat, knower)) is not None:
            screen.line(screen.say.of(noted), "red", indent=5)
    if not found:
        screen.tell("terminal.why.none", indent=5)
    for shown, _ in found:
        if len(shown):
            decided, passed = decided_first(list(shown))
            show_trace(screen, decided)
            if passed:
                screen.tell("terminal.why.passed", "dim", indent=5)
                show_trace(screen, passed)
        else:
            screen.tell("terminal.why.secret", "dim", indent=5)


def _title(say: Say, session: Session, reason: Reason, reader: Seat | None) -> list[str]:
    say = named_by_groups(session, say)
    if reason.event is not None:
        return [say.of(reason.event.text)]
    index = reason.turn.index
    words = told(say, (event.text for event in heard(reason.turn.came, reader)))
    if words:
        return words
    if reader is None or session.over or session.open_why:
        return chosen(say, session, index)
    # Nothing has come of it yet, and what was chosen may be secret.
    return [say.of(seat_text(session, seat, say), "Nom") for seat in bot_seats(session, index)]


def show_trace(screen: Screen, trace: Iterable[Step]) -> None:
    """Step by step, each with its source; a reading of ours stands out."""
    lines = hanging()
    for step in trace:
        line = Styled(screen.say.of(step.text))
        cites = [cited(source, screen.say) for source in step.sources if not isinstance(source, RulingCite)]
        readings = [str(source) for source in step.sources if isinstance(source, RulingCite)]
        if cites:
            line.append(f"  [{'; '.join(cites)}]", "dim")
        if readings:
            line.append(f"  [{screen.say('terminal.why.reading', ids=', '.join(readings))}]", READING)
        lines.add_row("·", line)
    screen.show(lines)


def hanging(words: int = 0) -> Grid:
    """Paragraphs behind a number or a dot, or behind words of about this length."""
    grid = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    if words:
        grid.add_column(min_width=words, no_wrap=True)
    else:
        grid.add_column(min_width=4, justify="right", style="dim", no_wrap=True)
    grid.add_column()
    return grid
