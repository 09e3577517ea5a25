"""Who may sit where: secret links, and the browsers that have come through them. Kept in the store with the games.

The store counts its games, and the terminal calls them by these numbers. In the web nobody is to find games by
counting, so there every game has an address of its own, drawn at random.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Iterable, Mapping

from kempelen.engine.files.header import header_of
from kempelen.engine.session import Session
from kempelen.engine.table import OPERATOR, SPECTATOR, Seat
from kempelen.store import Store

__all__ = [
    "OPERATOR",
    "add_device",
    "equip",
    "every_link",
    "is_maker",
    "join",
    "links_for",
    "make",
    "new_key",
    "new_token",
    "open_table",
    "seat_with",
    "server_secret",
    "table_address",
    "who_is",
]


def new_token() -> str:
    """Long enough that nobody guesses it."""
    return secrets.token_urlsafe(24)


def new_address() -> str:
    """Of letters and digits, so that it can be part of a file's name; as long as nobody can count through."""
    return b32encode(secrets.token_bytes(10)).decode().lower()


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
        make(store, who, id, mine)
        store.set_habits(id, pace, hints)
    return id


def equip(store: Store, id: str, header: Mapping[str, object]) -> None:
    """Make the links a game does not have yet."""
    seats = header["seats"]
    assert isinstance(seats, dict)
    people = [seat for seat, who in enumerate(seats.values()) if who == "human"]
    places = [OPERATOR, SPECTATOR] if "physical" in header else [*people, SPECTATOR]
    store.add_links(id, {seat: new_token() for seat in places})


def make(store: Store, who: str, id: str, mine: Iterable[Seat]) -> None:
    """Whoever begins a game has places at it, and hands out the others."""
    with store.whole():
        store.set_maker(id, who)
        for seat in mine:
            take(store, who, id, seat)


def take(store: Store, who: str, id: str, seat: Seat) -> None:
    """Come to a place; its link is used up, but whoever only watches takes nothing away."""
    with store.whole():
        store.sit(who, id, seat)
        if seat != SPECTATOR:
            store.drop_link(id, seat)


def is_maker(store: Store, who: str, id: str) -> bool:
    """Nobody has written down who made an old game: if only one has come to it, he did."""
    made = store.maker(id)
    return who == made if made is not None else {*store.holders(id).values()} == {frozenset({who})}


# -- addresses


def table_address(store: Store, id: str) -> str:
    """The address of a game in the web; drawn when it is first asked for."""
    if (known := store.address(id)) is not None:
        return known
    store.set_address(id, new_address())
    found = store.address(id)
    assert found is not None
    return found


# -- links


def open_links(store: Store, id: str) -> dict[Seat, str]:
    """The secrets of the places that can still be taken; whoever only watches takes none away."""
    taken = store.holders(id)
    return {seat: token for seat, token in store.links(id).items() if seat == SPECTATOR or seat not in taken}


def links_for(store: Store, who: str, id: str) -> dict[Seat, str]:
    """The secrets that a visitor may know: his own, and for the table's maker those of places nobody has taken."""
    mine = store.seats_of(who, id)
    own = {seat: token for seat, token in store.devices(id).items() if seat in mine}
    return (open_links(store, id) if is_maker(store, who, id) else {}) | own


def every_link(store: Store, id: str) -> dict[Seat, str]:
    """A secret for every place, new ones for those that are taken: for a host whose guest has lost his cookie."""
    with store.whole():
        new = {seat: add_device(store, id, seat) for seat in sorted(store.holders(id)) if seat != SPECTATOR}
    return dict(sorted((open_links(store, id) | new).items()))


def new_key(store: Store, who: str, to: str) -> None:
    """Everything of a browser goes to a new key. Links that whoever has seen the old one may know are void: to its
    places, and to the open ones of its tables, which get new links."""
    with store.whole():
        for id, seats in store.places_of(who).items():
            for seat in seats:
                store.set_device(id, seat, None)
            if is_maker(store, who, id):
                known = store.links(id)
                for seat in known:
                    store.drop_link(id, seat)
                store.add_links(id, {seat: new_token() for seat in known})
        store.hand_over(who, to)


def add_device(store: Store, id: str, seat: Seat) -> str:
    """A new secret for a place that is taken; one that was made before is void."""
    token = new_token()
    store.set_device(id, seat, token)
    return token


def seat_with(store: Store, id: str, token: str) -> Seat | None:
    """The place this secret opens; every one is compared, and in constant time."""
    found = None
    for seat, known in (*open_links(store, id).items(), *store.devices(id).items()):
        if hmac.compare_digest(known.encode(), token.encode()):
            found = seat
    return found


def join(store: Store, who: str, id: str, token: str) -> Seat | None:
    """Sit down with a secret, which is then used up; None if it opens nothing."""
    with store.whole():
        store.hold(id)  # of two who come at once one is late
        seat = seat_with(store, id, token)
        if seat is not None:
            if hmac.compare_digest(store.devices(id).get(seat, "").encode(), token.encode()):
                store.set_device(id, seat, None)
            take(store, who, id, seat)
    return seat
