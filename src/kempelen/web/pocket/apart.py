"""What the app alone knows beside a real table, and what it tells only one person: a role, a goal card."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kempelen.companion import is_news, keeps_cards
from kempelen.engine.events import picture_of, touches_of
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN, SPECTATOR, Event
from kempelen.scene import parts
from kempelen.text.say import Say
from kempelen.web.pocket.deed import Deed
from kempelen.web.shown.happened import thing_of
from kempelen.web.shown.known import recent
from kempelen.web.shown.story import said_of
from kempelen.wording import seat_text

__all__ = ["Apart", "told_apart", "where_from"]


@dataclass(frozen=True, slots=True)
class Apart:
    """Something that only one person may read."""

    who: str
    text: str
    picture: Markup | None
    dealt: bool
    """It begins something: the cards are dealt again."""


def told_apart(session: Session, first: int | None, say: Say) -> list[Apart]:
    """What people have learned since that number of the common story, each for himself; without it since they chose."""
    if not keeps_cards(session):
        return []
    learned = recent(session, SPECTATOR, session.humans)
    told = learned.since[0].number if learned.since else len(learned.told)
    begin, number = told if first is None else first, 0
    found: list[Apart] = []
    for event in session.events:
        seat = getattr(event, "seat", None)
        if number >= begin and seat is not None and seat in session.humans and is_news(event, seat):
            who = say.of(seat_text(session, seat, say), "Nom")
            found.append(Apart(who, said_of(session, event, say), drawn(session, event, say), is_dealt(event)))
        number += event.seen_by(SPECTATOR) is not None
    return found


def is_dealt(event: Event) -> bool:
    return any(touch.effect == "drew" for touch in touches_of(event))


def drawn(session: Session, event: Event, say: Say) -> Markup | None:
    shape = picture_of(event)
    return Markup(parts.sample(shape)) if shape is not None else thing_of(session.game, event, say)


def where_from(session: Session, deed: Deed | None, say: Say) -> str:
    """Where the card of an automa is found; one that stays secret moves nothing at the table."""
    if deed is None or deed.own or deed.card is None or not keeps_cards(session):
        return ""
    return say("web.beside.card_unseen" if deed.card == HIDDEN else "web.beside.from_supply")
