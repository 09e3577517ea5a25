"""What the app alone knows beside a real table, and what it tells only one person: a role, a goal card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kempelen.companion import is_news, keeps_cards, set_aside
from kempelen.engine.events import picture_of, touches_of
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN, SPECTATOR, Decision, Event, Seat
from kempelen.scene import parts
from kempelen.text.say import Say
from kempelen.web.pocket.deed import Deed
from kempelen.web.pocket.pictured import event_of, scene_of
from kempelen.web.rooms.room import Room
from kempelen.web.shown.happened import card_named, thing_of
from kempelen.web.shown.known import recent
from kempelen.web.shown.story import said_of
from kempelen.wording import seat_text

__all__ = ["Apart", "not_there", "of_supply", "only_in_app", "own_role", "taken_out", "told_apart", "unseen"]
__all__ += ["where_from"]


@dataclass(frozen=True, slots=True)
class Apart:
    """Something that only one person may read."""

    who: str
    text: str
    picture: Markup | None
    dealt: bool
    """It begins something: the cards are dealt again."""
    seat: Seat
    known: tuple[str, ...] = ()
    """What else he alone knows, of what lies face down."""


def own_role(room: Room, seat: Seat | None, say: Say) -> Apart | None:
    """Who somebody is and what he has looked at, for him to uncover; None where roles are open, or real cards."""
    session = room.session
    if seat is None or seat not in session.humans or room.game.hunches is None or not session.started or room.over:
        return None
    own, common = (scene_of(room, session.view(one), say) for one in (seat, SPECTATOR))
    if own.status is None or common.status is None or own.status.goal == common.status.goal:
        return None
    names = room.game.speech.seat_names(room.setup)[seat], str(seat + 1)
    cards = (tray.items for tray in own.trays if tray.kind == "seat" and tray.seat in names)
    card = next((items[0] for items in cards if items), None)
    open_ones = {shape.label for shape in common.shapes}
    return Apart(
        say.of(seat_text(session, seat, say), "Nom"),
        own.status.goal,
        Markup(parts.sample(card)) if card is not None else None,
        False,
        seat,
        tuple(shape.label for shape in own.shapes if shape.label not in open_ones),
    )


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
            found.append(Apart(who, said_of(session, event, say), drawn(session, event, say), is_dealt(event), seat))
        number += event.seen_by(SPECTATOR) is not None
    return found


def is_dealt(event: Event) -> bool:
    return any(touch.effect == "drew" for touch in touches_of(event))


def drawn(session: Session, event: Event, say: Say) -> Markup | None:
    shape = picture_of(event)
    return Markup(parts.sample(shape)) if shape is not None else thing_of(session.game, event, say)


def where_from(session: Session, deed: Deed | None, say: Say) -> str:
    """Where the card of an automa is found; one that stays secret, or in the app, moves nothing at the table. Of a card
    that moves nothing by itself it is told what it says."""
    if deed is None or deed.own or deed.card is None:
        return ""
    if keeps_cards(session):
        return say("web.beside.card_unseen") if deed.card == HIDDEN else taken_out(session, say)
    if stays_in_app(session, deed):
        # beside what hands do have to do, such as laying one's own cards away, it is said of that card alone
        return say("web.beside.card_in_app_too" if deed.what.folded else "web.beside.card_in_app")
    if deed.touches or deed.goes_on or deed.what.folded:
        return ""
    event = event_of(session, deed.number)
    shape = card_named(session.game, event, say) if event is not None else None
    says = shape.label.partition(": ")[2].rpartition("; ")[2].strip(" .") if shape is not None else ""
    return f"{says[:1].upper()}{says[1:]}." if says else ""


def unseen(session: Session, event: Event) -> bool:
    """An automa discards a card that nobody learns: it stays among those that are set aside, and no hand moves."""
    seat = getattr(event, "seat", None)
    theirs = isinstance(seat, int) and seat not in session.humans
    return theirs and keeps_cards(session) and getattr(event, "card", None) == HIDDEN


def taken_out(session: Session, say: Say) -> str:
    """Where an automa's card lies that is played."""
    return of_supply(session, "from_supply", say)


def of_supply(session: Session, key: str, say: Say) -> str:
    """Words about the cards that lie aside, in the game's own word for whoever the program plays."""
    return say(f"web.beside.{key}", automa=session.game.speech.automa)


def not_there(session: Session, decision: Decision[Any], say: Say) -> list[str]:
    """What is so of a card that a person holds and cannot find on the page: it cannot be played now, else it lies among
    those that were set aside."""
    kept, things = set_aside(session), session.game.things
    if kept is None:
        return []
    offered = {things.kept_card(option) for option in decision.options}
    idle = [card for card in dict.fromkeys(kept.rest) if card not in offered]
    why = [say.of(text) for text in things.kept_idle(session.view(decision.seat), decision.seat, idle)] if idle else []
    return [*why, of_supply(session, "not_there_else" if why else "not_there", say)]


def stays_in_app(session: Session, deed: Deed) -> bool:
    """A card is lost from a pile that does not lie on the table, and no piece goes with it."""
    if not cards_in_app(session, deed.seat):
        return False
    effects = {touch["effect"] for touch in deed.touches}
    return effects == {"hurt", "lost"} and not deed.goes_on and not deed.dice


def cards_in_app(session: Session, seat: Seat | None) -> bool:
    """The cards of this seat do not lie on the table."""
    there = session.physical.things if session.physical is not None else frozenset[str]()
    things = session.game.things
    return seat is not None and bool(things.physical) and not things.on_table(frozenset({seat})) & there


def only_in_app(session: Session, event: Event) -> bool:
    """All that the event changes are cards that the app keeps."""
    effects = {touch.effect for touch in touches_of(event)}
    seat = getattr(event, "seat", None)
    return effects == {"hurt", "lost"} and isinstance(seat, int) and cards_in_app(session, seat)
