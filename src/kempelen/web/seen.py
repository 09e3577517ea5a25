"""What is sent to one place at a table: everything here is made from that seat's view, its events and its traces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from kempelen.behaviour.trace import RulingCite, Step, Trace, cited
from kempelen.companion import example_fact
from kempelen.engine.game import Game, game_named
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.scene import parts
from kempelen.scene.model import Scene, Tray
from kempelen.text.say import Say, Text
from kempelen.web.choices import choices
from kempelen.web.keys import OPERATOR
from kempelen.web.room import Room, seat_text
from kempelen.web.start import empty_scene, title_of

__all__ = [
    "Entry",
    "Seen",
    "TrayView",
    "WhyStep",
    "bot_seats",
    "log_of",
    "see",
    "status_of",
    "trace_of",
    "trays_of",
    "turns",
    "why_keys",
    "why_steps",
]

LOG = 12
"""So many steps of the log are sent with the table; the rest on demand."""
DICE = ("roll", "pool", "direction")


@dataclass(frozen=True, slots=True)
class TrayView:
    """A hand, supply or track: a heading and drawings."""

    id: str
    label: str
    kind: str
    text: str
    items: tuple[Markup, ...]
    own: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of the log."""

    number: int
    lines: tuple[str, ...]
    whys: tuple[str, ...]
    """What was decided by an author's text, as keys: see `why_keys`."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that has fallen in the last step."""

    id: str
    what: str
    face: str


@dataclass(frozen=True, slots=True)
class Score:
    """A row of the final table."""

    name: str
    won: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class WhyStep:
    """One step of a bot's reasoning, in words."""

    text: str
    cites: tuple[tuple[str, str], ...]
    """Lines of the author's document, with the anchor on the page of rules if it has one."""
    rulings: tuple[tuple[str, str], ...]
    """Readings of ours: id and anchor."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything the page of one place shows."""

    id: str
    seat: Seat
    version: int
    tick: str
    title: str
    board: Markup
    description: str
    own: tuple[TrayView, ...]
    trays: tuple[TrayView, ...]
    asked: dict[str, Any] | None
    asked_of: str
    """Whose question it is, where that is not plain."""
    sealed: bool
    status: str
    log: tuple[Entry, ...]
    more_log: bool
    dice: tuple[Die, ...]
    scores: tuple[Score, ...]
    ending: str
    can_undo: bool
    wish: str
    """Who wants to take something back."""
    may_agree: bool
    hints: tuple[str, ...]
    pace: str
    paused: bool
    trouble: str
    companion: bool
    over: bool
    open_why: bool
    has_bots: bool
    has_whys: bool
    news: tuple[str, ...]
    """Beside a real table: what automas have done and somebody has to carry out."""
    can_ask_odds: bool
    example: str
    """A fact as it would be typed to correct it."""


def see(room: Room, seat: Seat, say: Say, *, paused: bool = False) -> Seen:
    """The table as somebody on this place may see it."""
    session, game = room.session, room.game
    view = room.view(seat)
    scene: Scene = game.scene(view, say) if view is not None else empty_scene()
    asked = room.asked(seat)
    trays = trays_of(scene, _own_names(room, seat))
    entries = log_of(session, room.reader(seat), say, None if room.companion else LOG + 1)
    return Seen(
        id=room.id,
        seat=seat,
        version=room.version,
        tick=room.tick,
        title=title_of(game, say),
        board=Markup(parts.board(scene)),
        description=scene.description,
        own=tuple(sorted((tray for tray in trays if tray.own), key=lambda tray: -len(tray.items))),
        trays=tuple(tray for tray in trays if not tray.own),
        asked=None if asked is None else choices(session, asked, scene, say),
        asked_of=_asked_of(room, seat, say),
        sealed=room.sealed(seat),
        status=status_of(room, seat, say),
        log=tuple(entries[-LOG:][::-1]),
        more_log=len(entries) > LOG,
        dice=tuple(_dice(session)),
        scores=_scores(room, say),
        ending=ending_text(session, say),
        can_undo=_can_undo(room, seat),
        wish=say.of(tuple(_name(room, wisher, say) for wisher in sorted(room.wish)), "Nom") if room.wish else "",
        may_agree=bool(room.wish) and seat in session.humans and seat not in room.wish,
        hints=_hints(room, seat, say),
        pace=room.pace,
        paused=paused,
        trouble=say.of(room.trouble) if room.trouble else "",
        companion=room.companion,
        over=room.over,
        open_why=session.open_why,
        has_bots=bool(session.players) or bool(game.pages()),
        has_whys=bool(session.players) or bool(game.pages()),
        news=_news(room, entries) if room.companion else (),
        can_ask_odds=can_ask_odds(room, seat),
        example=_example(room) if room.companion else "",
    )


def _example(room: Room) -> str:
    session = room.session
    if not session.started:
        return ""
    return example_fact(room.game, room.game.to_position(room.game.view(session.checkpoint, SPECTATOR)))


def can_ask_odds(room: Room, seat: Seat) -> bool:
    """An automa can be asked for advice where a turn begins, by whoever sees the cards it would see."""
    asked = room.asked(seat)
    if asked is None or asked.kind != "do" or asked.together or room.reader(seat) != asked.seat:
        return False
    return room.session.at_checkpoint


def _own_names(room: Room, seat: Seat) -> frozenset[str]:
    reader = room.reader(seat) if seat == OPERATOR else seat
    if reader is None or reader < 0:
        return frozenset()
    return frozenset({room.game.seat_names(room.setup)[reader], str(reader + 1)})


def trays_of(scene: Scene, own: Iterable[str] = ()) -> list[TrayView]:
    """The trays; those of one's own seat that hold something to click come first."""
    names = frozenset(own)
    return [
        TrayView(
            tray.id,
            tray.label,
            tray.kind,
            tray.text,
            tuple(Markup(parts.item(shape)) for shape in tray.items),
            _is_own(tray, names),
        )
        for tray in scene.trays
    ]


def _is_own(tray: Tray, names: frozenset[str]) -> bool:
    return tray.kind == "hand" and (tray.seat or tray.id.rpartition("-")[2]) in names


# -- what to do now


def _name(room: Room, seat: Seat, say: Say) -> Text:
    return seat_text(room.game, room.setup, seat, say.has)


def _asked_of(room: Room, seat: Seat, say: Say) -> str:
    asked = room.asked(seat)
    if seat != OPERATOR or asked is None:
        return ""
    if asked.kind != "do":
        return say("web.table.look")
    return say("web.table.turn_at_table", who=_name(room, asked.seat, say))


def status_of(room: Room, seat: Seat, say: Say) -> str:
    """Whose turn it is, in a sentence."""
    if room.over:
        return say("web.table.over")
    if room.sealed(seat):
        return say("web.table.sealed", seats=_names(room, room.waiting_for, say))
    if room.asked(seat) is not None:
        return say("web.table.your_turn")
    if room.thinks is not None:
        return say("web.table.thinks", seat=_name(room, room.thinks, say))
    if room.waiting_for:
        return say("web.table.waiting", seats=_names(room, room.waiting_for, say))
    return say("web.table.goes_on")


def _news(room: Room, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What automas have done since a person last acted."""
    lines: list[str] = []
    for entry in reversed(entries):
        if not entry.whys:
            break
        lines[:0] = entry.lines
    return tuple(lines)


def _names(room: Room, seats: Iterable[Seat], say: Say) -> tuple[Text, ...]:
    return tuple(_name(room, seat, say) for seat in seats)


def _can_undo(room: Room, seat: Seat) -> bool:
    return seat != SPECTATOR and any(row.human for row in room.session.inputs)


def _hints(room: Room, seat: Seat, say: Say) -> tuple[str, ...]:
    """In a first game: the game's own advice, and in the first turns some about this page."""
    asked = room.asked(seat)
    if not room.hints or room.over or asked is None or asked.seat != seat:
        return ()
    found = []
    advice = room.game.hint(room.setup, room.view(seat), seat)
    if advice is not None:
        found.append(say.of(advice))
    turn = 1 + sum(row.human and row.seat == seat for row in room.session.inputs)
    if say.has(f"web.hint.{turn}"):
        found.append(say(f"web.hint.{turn}"))
    return tuple(found)


# -- what has happened


def turns(session: Session) -> list[int]:
    """The inputs that are somebody's choice."""
    return [index for index, row in enumerate(session.inputs) if row.kind in ("do", "together")]


def bot_seats(session: Session, index: int) -> list[Seat]:
    """The bots who decided at this input."""
    row = session.inputs[index]
    seats: Sequence[Seat | None] = [answer[0] for answer in row.value] if row.kind == "together" else [row.seat]
    return [seat for seat in seats if row.kind in ("do", "together") and seat is not None and seat in session.players]


def log_of(session: Session, reader: Seat | None, say: Say, most: int | None = None) -> list[Entry]:
    """The story so far as a reader may know it, step by step; if wanted, only the last steps."""
    steps = session.steps()
    places, number, before = [], 0, 0
    for inputs, events in steps:
        number += sum(session.inputs[n].kind in ("do", "together") for n in inputs)
        places.append((number, before))
        before += len(events)
    found: list[Entry] = []
    for (inputs, events), (number, before) in zip(reversed(steps), reversed(places), strict=True):
        if most is not None and len(found) >= most:
            break
        lines = tuple(say.of(event.text) for event in told(events, reader))
        whys = tuple(why_keys(session, inputs, range(before, before + len(events)), events, reader))
        if lines or whys:
            found.append(Entry(number, lines, whys))
    return found[::-1]


def why_keys(
    session: Session, inputs: Iterable[int], numbers: Iterable[int], events: Iterable[Event], reader: Seat | None
) -> Iterator[str]:
    """Where reasons can be had: `12-3` for seat 3's decision at input 12, `e45` for event 45 that carries its own."""
    for n in inputs:
        for seat in bot_seats(session, n):
            yield f"{n}-{seat}"
    for number, event in zip(numbers, events, strict=True):
        seen = event if reader is None else event.seen_by(reader)
        if seen is not None and trace_of(seen):
            yield f"e{number}"


def trace_of(event: Event) -> Trace | None:
    """The why of an event that the rules themselves have decided by an author's text."""
    trace = getattr(event, "trace", None)
    return trace if isinstance(trace, Trace) else None


def told(events: Iterable[Event], reader: Seat | None) -> Iterator[Event]:
    for event in events:
        seen = event if reader is None else event.seen_by(reader)
        if seen is not None:
            yield seen


def _dice(session: Session) -> Iterator[Die]:
    """The dice of the last step that everybody has seen fall."""
    steps = session.steps()
    for n in steps[-1][0] if steps else ():
        row = session.inputs[n]
        if row.kind in DICE and row.seat is None:
            faces = row.value if isinstance(row.value, list) else [row.value]
            for number, face in enumerate(faces):
                yield Die(f"die-{n}-{number}", row.what.lstrip("0123456789") or row.kind, str(face))


def _scores(room: Room, say: Say) -> tuple[Score, ...]:
    outcome = room.session.outcome
    if outcome is None:
        return ()
    return tuple(
        Score(
            say.of(_name(room, seat, say), "Nom"),
            seat in outcome.winners,
            outcome.scores[seat] if outcome.scores else None,
        )
        for seat in range(len(room.setup.seats))
    )


def ending_text(session: Session, say: Say) -> str:
    """How it ended, in a few words."""
    outcome = session.outcome
    if outcome is None:
        return ""
    if outcome.capped:
        return say("terminal.result.capped")
    key = f"{session.game.name}.ending.{outcome.reason}"
    if say.has(key):
        return say.of(Text(key), "Nom")
    return "" if outcome.winners else say("terminal.result.nobody")


# -- why


def anchor(cite: str) -> str:
    """Where a citation is found on the page of rules."""
    return "".join(char.lower() if char.isalnum() else "-" for char in cite).strip("-")


@cache
def anchors(name: str) -> frozenset[str]:
    """What the page of rules of a game has anchors for."""
    pages = game_named(name).pages()
    lines = {anchor(f"{page.source} / {number}") for page in pages for number, _, _ in page.lines}
    return frozenset(lines | {anchor(page.source) for page in pages})


def why_steps(steps: Iterable[Step], game: Game[Any], say: Say) -> list[WhyStep]:
    """A trace in words; what rests on a reading of ours is marked."""
    known, found = anchors(game.name), []
    for step in steps:
        cites, rulings = [], []
        for source in step.sources:
            if isinstance(source, RulingCite):
                rulings.append((source.id, anchor(source.id)))
            else:
                place = anchor(str(source))
                cites.append((cited(source, say), place if place in known else ""))
        found.append(WhyStep(say.of(step.text, "Nom"), tuple(cites), tuple(rulings)))
    return found
