"""Who may sit where: secret links, and the browsers that have come through them. Kept in the store with the games."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping

from kempelen.engine.files.header import header_of
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.store import Kept, Store

__all__ = ["OPERATOR", "equip", "new_token", "open_table", "seat_with", "server_secret", "tables_of", "who_is"]

OPERATOR: Seat = -3
"""The place of whoever keeps the program beside a real table: sees what is public and enters everything."""


def new_token() -> str:
    """Long enough that nobody guesses it."""
    return secrets.token_urlsafe(24)


def who_is(token: str) -> str:
    """How a browser is known in the store: what its cookie holds cannot be found out from it, nor by timing."""
    return hashlib.sha256(token.encode()).hexdigest()


def server_secret(store: Store) -> str:
    """What the cookies of this server are sealed with; made once."""
    return store.seal(new_token())


def open_table(
    store: Store, session: Session, who: str, mine: Iterable[Seat], *, pace: str = "auto", hints: bool = False
) -> str:
    """Keep a new game, make a link for every seat a person takes, and give the first ones to whoever made it."""
    with store.whole():
        id = store.keep(session)
        equip(store, id, header_of(session))
        for seat in mine:
            store.sit(who, id, seat)
        store.set_habits(id, pace, hints)
    return id


def equip(store: Store, id: str, header: Mapping[str, object]) -> None:
    """Make the links a game does not have yet."""
    seats = header["seats"]
    assert isinstance(seats, dict)
    people = [seat for seat, who in enumerate(seats.values()) if who == "human"]
    places = [OPERATOR, SPECTATOR] if "physical" in header else [*people, SPECTATOR]
    store.add_links(id, {seat: new_token() for seat in places})


def seat_with(store: Store, id: str, token: str) -> Seat | None:
    """The place this secret opens; every one is compared, and in constant time."""
    found = None
    for seat, known in store.links(id).items():
        if hmac.compare_digest(known.encode(), token.encode()):
            found = seat
    return found


def tables_of(store: Store, who: str, *, free: bool = False) -> list[tuple[Kept, frozenset[Seat]]]:
    """The games of a browser with its places, the last played first; if wanted, also those nobody has come to."""
    places, taken = store.places_of(who), store.taken()
    return [
        (kept, places.get(kept.id, frozenset()))
        for kept in store.games()
        if kept.id in places or (free and kept.id not in taken)
    ]
