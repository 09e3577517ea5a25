"""What can be said at any prompt: why, odds, undo, save and so on. A sitting is a session at a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text as Styled

from kempelen.engine.errors import IllegalAction, PlayerError, reason_of
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.record import Record
from kempelen.engine.notation import typed_as
from kempelen.engine.search.coach import Advice, advise
from kempelen.engine.search.player import ITERATIONS, MOST_ITERATIONS
from kempelen.engine.session import Session
from kempelen.engine.table import Seat
from kempelen.scene.model import Scene
from kempelen.store import Store
from kempelen.terminal.ask import Quit, Screen, yes
from kempelen.terminal.board import draw, show_events
from kempelen.terminal.commands.odds import show_hint
from kempelen.terminal.commands.rules import show_rulings
from kempelen.terminal.why import (
    Reason,
    bot_seats,
    hanging,
    keeps_secret,
    reasons,
    seen,
    show_log,
    show_reason,
    traces,
    turns,
)
from kempelen.text.say import Text
from kempelen.wording import advised_automa, advised_reason, choice_text, named_by_groups, speaking_to

__all__ = ["Sitting", "command_in", "news", "obey", "undo"]

MOST_WHYS = 6
"""So many decisions are explained at once."""


@dataclass(slots=True)
class Sitting:
    """A game at one screen."""

    screen: Screen
    session: Session
    store: Store
    id: str
    """Of the game in the store."""
    name: str
    """Of the command that goes on with it: play or companion."""
    reader: Seat | None
    """Through whose eyes it is seen now; None sees everything."""
    public: Seat | None
    """Whose picture is drawn when nobody's own is."""
    told: dict[Seat | None, int] = field(default_factory=dict)
    """How many events each reader has been told."""
    announced: int = 0
    """How many choices have been told as instructions (companion)."""
    listed: set[str] = field(default_factory=set)
    """Long lists that have been shown; from then on only when Enter asks for them."""
    more: Mapping[str, Handler] = field(default_factory=dict)
    """Commands that only this kind of sitting knows."""

    @property
    def scene(self) -> Scene:
        """The table through the reader's eyes."""
        seat = self.public if self.reader is None else self.reader
        view = self.session.state if seat is None else self.session.view(seat)
        return self.session.game.scene(view, self.screen.say)

    @property
    def resume(self) -> str:
        return f"kempelen {self.name} --resume {self.id}"


def news(sitting: Sitting) -> int:
    """Tell the reader what he has not been told yet; how many things."""
    reader = sitting.reader
    events = seen(sitting.session.events, reader if reader is not None else sitting.public)
    new = events[sitting.told.get(reader, 0) :]
    say = named_by_groups(sitting.session, sitting.screen.say)
    show_events(sitting.screen, new, say if reader is None else speaking_to(sitting.session, reader, say))
    sitting.told[reader] = len(events)
    return len(new)


def undo(sitting: Sitting, argument: str = "") -> bool:
    """Take the last answer back; with several people all may have to agree."""
    session, screen = sitting.session, sitting.screen
    try:
        session.undo(sitting.reader)
    except IllegalAction as error:
        if error.text.key != "session.undo_needs_all":
            screen.error(error)
            return False
        screen.error(error)
        if not yes(screen, Text("terminal.talk.all_agree"), default=False):
            return False
        session.undo(sitting.reader, agreed=True)
    for reader, told in sitting.told.items():
        events = seen(session.events, reader if reader is not None else sitting.public)
        sitting.told[reader] = min(told, len(events))
    sitting.announced = min(sitting.announced, len(turns(session)))
    screen.tell("terminal.talk.undone", "green")
    return True


def why(sitting: Sitting, argument: str = "") -> bool:
    """Why computer players did what they did: since one's own last turn, or number n of the log."""
    session, screen, reader = sitting.session, sitting.screen, sitting.reader
    if reader is None and not (session.over or session.open_why):
        reader = sitting.public
    numbers = turns(session)
    if argument:
        known = [reason for reason in reasons(session, reader) if f"{reason.label}.".startswith(f"{argument}.")]
        if not known:
            given = number_in(argument, 1, len(numbers)) is not None
            nothing = Text("session.no_bot") if given else Text("terminal.talk.no_turn", given=argument, n=len(numbers))
            screen.error(IllegalAction(nothing))
            return False
    else:
        known = latest(session, reader)
        if not known:
            screen.tell("terminal.talk.no_bot_yet", automa=sitting.session.game.speech.automa)
            return False
    for reason in known:
        show_reason(screen, session, reason, reader)
    screen.line()
    if any(keeps_secret(session, reason, reader) for reason in known):
        screen.tell("terminal.why.rest_later", "dim")
    screen.tell("terminal.talk.why_number", "dim")
    return False


def latest(session: Session, reader: Seat | None) -> list[Reason]:
    """The reasons since a person last chose; if there are none, the last ones before that. Not too many."""
    numbers = turns(session)
    people = [number for number, index in enumerate(numbers, 1) if not bot_seats(session, index)]
    found: list[Reason] = []
    for first in (*reversed(people), 0):
        found = reasons(session, reader, first)
        if found:
            break
    told = [reason for reason in found if any(len(shown) for shown, _ in traces(session, reason, reader))]
    return (told or found)[-MOST_WHYS:]


def odds(sitting: Sitting, argument: str = "") -> bool:
    """What the automa would do in the reader's place, with exact chances."""
    session, screen = sitting.session, sitting.screen
    asked = [d for d in session.pending if d.kind == "do"]
    if not asked:
        screen.tell("terminal.talk.no_choice", "red")
        return False
    if not session.at_checkpoint:
        screen.tell("terminal.talk.odds_later", "red")
        return False
    if session.physical is not None and asked[0].seat in session.physical.untracked:
        screen.tell("terminal.talk.odds_untracked", "red")
        return False
    try:
        show_hint(screen, session, asked[0].seat)
    except PlayerError as error:
        screen.error(error)
    return False


def coach(sitting: Sitting, argument: str = "") -> bool:
    """What a strong player would do in the reader's place; a number after it says how hard it thinks."""
    session, screen = sitting.session, sitting.screen
    asked = [d for d in session.pending if d.kind == "do"]
    if not asked:
        screen.tell("terminal.talk.no_choice", "red")
        return False
    try:
        wanted = number_in(argument, 1, MOST_ITERATIONS)
        if argument and wanted is None:
            raise IllegalAction(Text("search.iterations", given=argument, most=MOST_ITERATIONS))
        several = len(session.humans) > 1
        if several and not yes(screen, Text("search.all_agree"), default=False):
            raise IllegalAction(Text("search.not_alone"))
        found = advise(session, asked[0].seat, wanted or ITERATIONS, agreed=several)
        show_advice(screen, session, found)
    except PlayerError as error:
        screen.error(error)
    return False


def show_advice(screen: Screen, session: Session, found: Advice) -> None:
    """The best choices with the share of worlds each has won, and what speaks for them."""
    say = screen.say
    screen.line()
    screen.tell("search.coach", "bold", n=found.found.iterations)
    grid = hanging(14)
    for one in found.best:
        tried = one.found
        share = say("search.percent", share=tried.share * 100, low=tried.low * 100, high=tried.high * 100)
        grid.add_row(share, choice_text(one.said, say))
        if reason := advised_reason(one, session, found.seat, say):
            grid.add_row("", Styled(reason, "dim"))
    screen.show(grid)
    screen.line(advised_automa(found, session.game.speech.automa, say), "dim")


def save(sitting: Sitting, argument: str = "") -> bool:
    """Write the record into a file; an existing file is left alone."""
    screen = sitting.screen
    path = Path(argument).expanduser()
    if not argument:
        screen.tell("terminal.talk.save_where", "red")
    elif path.exists():
        screen.tell("terminal.talk.save_exists", "red", file=argument)
    else:
        try:
            Record.of(sitting.session).save(path)
        except OSError as error:
            screen.tell("terminal.talk.save_failed", "red", file=argument, reason=reason_of(error))
        else:
            screen.tell("terminal.talk.saved", "green", file=argument)
    return False


def log(sitting: Sitting, argument: str = "") -> bool:
    reader = sitting.reader if sitting.reader is not None else sitting.public
    show_log(sitting.screen, sitting.session, None if sitting.session.over else reader)
    return False


def rules(sitting: Sitting, argument: str = "") -> bool:
    try:
        show_rulings(sitting.screen, sitting.session.game, argument or None, sitting.session.setup.options)
    except PlayerError as error:
        sitting.screen.error(error)
    return False


def board(sitting: Sitting, argument: str = "") -> bool:
    draw(sitting.screen, sitting.scene)
    return False


def help_(sitting: Sitting, argument: str = "") -> bool:
    say = sitting.screen.say
    sitting.screen.line()
    sitting.screen.tell("terminal.talk.help_choose", indent=2)
    asked = [decision for decision in sitting.session.pending if decision.kind == "do"]
    if asked:
        example = typed_as(sitting.session.game, say, asked[0].options[0])
        sitting.screen.tell("terminal.talk.help_notation", indent=2, example=example)
    lines = hanging(14)
    ruling = next(iter(sitting.session.game.rulings), "")
    for id in (*HANDLERS, *sitting.more):
        if say.has(f"terminal.talk.help_{id}"):
            word = "?" if id == "why" else say(f"terminal.word.{id}")
            told = say(f"terminal.talk.help_{id}", ruling=ruling, automa=sitting.session.game.speech.automa)
            lines.add_row(f"    {word}", told)
    sitting.screen.show(lines)
    return False


def quit_(sitting: Sitting, argument: str = "") -> bool:
    raise Quit


Handler = Callable[[Sitting, str], bool]
HANDLERS: Mapping[str, Handler] = {
    "why": why,
    "odds": odds,
    "coach": coach,
    "undo": undo,
    "board": board,
    "log": log,
    "rules": rules,
    "save": save,
    "help": help_,
    "quit": quit_,
}
"""By the id of the command; what it returns says whether the question must be asked anew."""

SHORT = {"?": "why", "h": "help", "q": "quit", "u": "undo"}


def command_in(sitting: Sitting, typed: str) -> tuple[Handler, str] | None:
    """The command a line begins with, in the reader's language or in English, and what follows it."""
    word, _, rest = typed.partition(" ")
    word = word.lower()
    if typed.startswith("?"):
        word, rest = "?", typed[1:]
    say = sitting.screen.say
    for id, handler in {**HANDLERS, **sitting.more}.items():
        if word in (id, say(f"terminal.word.{id}")) or SHORT.get(word) == id:
            return handler, rest.strip()
    return None


def obey(sitting: Sitting, typed: str) -> bool | None:
    """Carry out a command: whether to ask anew; None if it is no command."""
    found = command_in(sitting, typed)
    return None if found is None else found[0](sitting, found[1])
