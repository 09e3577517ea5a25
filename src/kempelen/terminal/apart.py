"""Where the program keeps the computer players' cards beside a real table: the offer, what to lay out for it, and what
only one person is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kempelen.companion import is_news, keeps_cards, set_aside
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import game_named
from kempelen.engine.session import Session
from kempelen.engine.setup import Setup
from kempelen.engine.table import Event, Seat
from kempelen.terminal.ask import Screen, yes
from kempelen.terminal.board import show_events
from kempelen.terminal.talk import Sitting
from kempelen.text.say import Text
from kempelen.wording import seat_text, thing_label

__all__ = ["kept_if_wanted", "lay_out", "once_more", "tell_apart"]


def kept_if_wanted(screen: Screen, setup: Setup) -> bool:
    """Shall the program keep the computer players' cards? That is what it proposes where the game knows how."""
    game = game_named(setup.game)
    if game.things.kept is None or setup.position is not None or set(setup.seats) == {"human"}:
        return False
    screen.tell("terminal.companion.kept_offer", "yellow", automa=game.speech.automa)
    return yes(screen, Text("terminal.companion.keep_them"))


def lay_out(sitting: Sitting) -> None:
    """What is sorted out and shuffled before the first turn, step by step."""
    session, screen = sitting.session, sitting.screen
    kept, prepared = set_aside(session), session.game.things.kept_prepared
    if kept is None or prepared is None:
        return
    first = next((moment.state for moment in session.moments if moment.state is not None), session.checkpoint)
    screen.tell("terminal.companion.lay_out", "bold")
    for number, one in enumerate(prepared(session.setup, session.game.to_position(first), kept), 1):
        screen.line(f"{number}. {screen.say.of(one.text, 'Nom')}", indent=2)
        if one.cards:
            words = [
                f"{many} × {thing_label(session.game, screen.say, card)}" for card, many in Counter(one.cards).items()
            ]
            screen.line(", ".join(words), "dim", indent=5)
    screen.line()


def tell_apart(sitting: Sitting) -> None:
    """What people learn from the program, each for himself: with several of them, nobody else looks meanwhile."""
    session = sitting.session
    if not keeps_cards(session):
        return
    for seat in sorted(session.humans):
        new = list(news_of(session, seat, sitting.told.get(seat, 0)))
        sitting.told[seat] = len(session.events_for(seat))
        if new:
            show_alone(sitting, seat, new)


def once_more(sitting: Sitting, argument: str = "") -> bool:
    """All that somebody was told alone: whoever is asked, or the player with this number."""
    session = sitting.session
    asked = next((one.seat for one in session.unanswered if one.seat in session.humans), min(session.humans, default=0))
    number = number_in(argument, 1, len(session.setup.seats)) if argument else asked + 1
    if number is None or number - 1 not in session.humans:
        sitting.screen.tell("terminal.companion.no_person", "red", given=argument)
    elif new := list(news_of(session, number - 1, 0)):
        show_alone(sitting, number - 1, new)
    else:
        sitting.screen.tell("terminal.companion.nothing_secret")
    return False


def show_alone(sitting: Sitting, seat: Seat, events: list[Event]) -> None:
    """To one person; where there are others, they look away, and it is hidden afterwards."""
    session, screen = sitting.session, sitting.screen
    together = len(session.humans) > 1
    if together:
        who = seat_text(session, seat, screen.say)
        screen.read(screen.say("terminal.companion.only_for", who=who) + " ")
    show_events(screen, events)
    if together:
        screen.read(screen.say("terminal.companion.read") + " ")
        screen.clear()


def news_of(session: Session, seat: Seat, told: int) -> Iterator[Event]:
    """What only this person learns, after so many things that he has seen."""
    number = 0
    for event in session.events:
        if (known := event.seen_by(seat)) is None:
            continue
        number += 1
        if number > told and getattr(event, "seat", None) == seat and is_news(event, seat):
            yield known
