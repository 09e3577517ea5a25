"""What can be asked of a store, whatever it keeps its games in.

The verbs without a body deal in plain data, and each kind of store does them in its own way. What they mean is said by
the tests in tests/store, which every kind must pass. Sessions and records are turned into plain data here, for all.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from kempelen.engine.errors import BadRecord
from kempelen.engine.files.header import Json, checked_header, header_of, seat_names
from kempelen.engine.files.migrations import current_header, format_of_record, record_format, written_position
from kempelen.engine.files.plain import read_json
from kempelen.engine.files.record import Record, read_rows, write_row
from kempelen.engine.session import Row, Session
from kempelen.engine.table import Seat
from kempelen.store.kept import BadStore, Draft, Glance, Kept, KeptCampaign, Stored
from kempelen.store.results import Listed, Rest, Result, Standing, Tally
from kempelen.text.say import Text

__all__ = ["CHECKPOINT_EVERY", "MOST_DRAFTS", "Store", "Unwritten", "dump"]

CHECKPOINT_EVERY = 20
"""Rows between two kept positions."""
MOST_DRAFTS = 12
"""Of one browser and game; the oldest goes."""


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Rows that come next in a game, and a position to keep beside them."""

    game: str
    n: int
    rows: list[str]
    position: str | None


class Store(ABC):
    """Games, campaigns, and who may sit where. Used by one thread only; every verb may raise BadStore."""

    lines: int = 0
    """How often a line to a database was made: with a former one may be gone what was not said to be lasting."""

    # -- sessions and records

    def keep(self, session: Session, id: str | None = None) -> str:
        """Write what there is of a session, and from now on every row as it is made; its id.

        With an id the session goes on where that game in the store ends.
        """
        names = seat_names(header_of(session))
        if id is None:
            with self.whole():
                id = self.add_game(session.game.name, dump(header_of(session)))
                self.add_rows(id, 0, [dump(write_row(row, names)) for row in session.rows])
        else:
            self._go_on(session, id)
        game = id

        def write(row: Row) -> None:
            n, position = len(session.rows), None
            if n % CHECKPOINT_EVERY == 0 and session.started:
                position = dump(written_position(session.game, session.game.to_position(session.checkpoint)))
            new = Unwritten(game, n, [dump(write_row(row, names))], position)
            if self._unwritten is None:
                self._write(new)
            else:
                self._unwritten.append(new)

        session.on_row = write
        return game

    _unwritten: list[Unwritten] | None = None

    @contextmanager
    def gathering(self) -> Iterator[list[Unwritten]]:
        """Rows are gathered instead of written, for `write`: whoever thinks meanwhile keeps no other writer waiting."""
        gathered: list[Unwritten] = []
        self._unwritten = gathered
        try:
            yield gathered
        finally:
            self._unwritten = None

    def write(self, gathered: list[Unwritten]) -> None:
        """Raises BadStore if one of these numbers is there: the game has gone on elsewhere."""
        for _, new in groupby(gathered, key=lambda new: new.game):
            many = list(new)
            last = next((new.position for new in reversed(many) if new.position is not None), None)
            self._write(Unwritten(many[0].game, many[0].n, [row for new in many for row in new.rows], last))

    def _write(self, new: Unwritten) -> None:
        with self.whole():
            self.add_rows(new.game, new.n, new.rows)
            if new.position is not None:
                self.set_position(new.game, new.position)

    def _go_on(self, session: Session, id: str) -> None:
        """Add what loading has added, as a restart from a checkpoint does.

        New rows are of today's format and follow today's rules, so the header says so. One game has one format: older
        rows are written anew. As a rule nothing is new and nothing is written: who only looks waits for nobody.
        """
        stored = self._stored(id)
        names, header = seat_names(header_of(session)), read_json(stored.header)
        rows = [dump(write_row(row, names)) for row in session.rows]
        current = current_header(id, header) | {"rules": session.game.version}
        if session.setup.begun:
            current["begun"] = session.setup.begun
        older, added = format_of_record(id, header) < record_format(), rows[len(stored.rows) :]
        if not older and not added and current == header:
            return
        with self.whole():
            self.hold(id)
            if self._stored(id) != stored:  # another program was quicker
                self._go_on(session, id)
            elif older:
                self.rewrite(id, dump(current), rows)
            else:
                self.set_header(id, dump(current))
                if added:
                    self.add_rows(id, len(stored.rows), added)

    def note_physical(self, session: Session, id: str) -> None:
        """Write what lies on the real table from now on: who rolls may change in the middle of a game."""
        with self.whole():
            self.hold(id)
            written, now = read_json(self._stored(id).header), header_of(session)
            self.set_header(id, dump(written | {"physical": now["physical"], "untracked": now["untracked"]}))

    def record(self, id: str) -> Record:
        """The record of a game; raises BadStore if there is none, BadRecord if a row cannot be read."""
        stored = self._stored(id)
        try:
            written = read_json(stored.header)
            header, format = checked_header(id, written), format_of_record(id, written)
            record = read_rows(header, [read_json(row) for row in stored.rows], id, format)
            record.checkpoint = None if stored.position is None else read_json(stored.position)
        except (ValueError, TypeError, KeyError, StopIteration) as error:
            raise BadRecord(Text("record.no_header", file=id)) from error
        return record

    def _stored(self, id: str) -> Stored:
        stored = self.stored(id)
        if stored is None:
            raise BadStore(Text("terminal.store.unknown", id=id))
        return stored

    def campaign(self, id: str) -> KeptCampaign:
        """A campaign; raises BadStore if there is none."""
        for kept in self.campaigns():
            if kept.id == id:
                return kept
        raise BadStore(Text("terminal.store.unknown_campaign", id=id))

    # -- opening and closing

    @abstractmethod
    def prepare(self) -> None:
        """Make whatever the games are kept in, if there is nothing yet."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it; whatever comes next opens it again."""

    @abstractmethod
    def whole(self, *, lasting: bool = True) -> AbstractContextManager[None]:
        """Everything written meanwhile is kept at the end, or nothing of it; one inside another is part of it.

        What automas have done need not last through a power failure: with the same dice they would do it again. It is
        on its way to the disk, and on it with the next thing that lasts.
        """

    # -- games

    @abstractmethod
    def games(self) -> list[Kept]:
        """Every game that is not deleted, the last played first; headers in today's format."""

    @abstractmethod
    def __contains__(self, id: str) -> bool:
        """Is there a game of this id? Not if it is deleted."""

    @abstractmethod
    def stored(self, id: str) -> Stored | None:
        """Everything there is of a game; None if there is none, or it is deleted."""

    @abstractmethod
    def add_game(self, game: str, header: str) -> str:
        """A game that begins; its id: the name of what is played, and the next number."""

    @abstractmethod
    def add_rows(self, id: str, start: int, rows: Sequence[str]) -> None:
        """Rows from number `start` on. Raises BadStore if there is one of these numbers: it has gone on elsewhere."""

    @abstractmethod
    def set_header(self, id: str, header: str) -> None:
        """Another header, such as one that names newer rules."""

    @abstractmethod
    def rewrite(self, id: str, header: str, rows: Sequence[str]) -> None:
        """The same game in another format: its header and all its rows."""

    @abstractmethod
    def set_position(self, id: str, position: str) -> None:
        """The position from which the game can go on if its rows cannot be replayed; the last one counts."""

    @abstractmethod
    def finish(self, id: str, result: Result | None = None) -> None:
        """Note that the game is over, and how it ended. The next row takes this back."""

    @abstractmethod
    def rest(self, id: str, rest: Rest) -> None:
        """Note where the game waits for people, for lists. The next row takes this back."""

    @abstractmethod
    def review(self, id: str, seat: Seat, rows: int) -> str | None:
        """How a game with so many rows was reviewed for a seat; None if it was not, or has gone on since."""

    @abstractmethod
    def set_review(self, id: str, seat: Seat, rows: int, review: str) -> None:
        """Keep a review; an older one of this seat goes. Of a game that is erased none is kept."""

    # -- lists: what a game is called, what has become of it, which are gone

    @abstractmethod
    def set_name(self, id: str, name: str) -> None:
        """What somebody calls this game; empty for none."""

    @abstractmethod
    def tables(
        self,
        who: str,
        *,
        free: bool = False,
        over: bool | None = None,
        game: str = "",
        seed: str = "",
        most: int = -1,
        skip: int = 0,
    ) -> list[Listed]:
        """The games of a browser, the last played first; if wanted, also those that nobody has come to by browser.

        All, or those that are over or not, those of one game, and those whose seed begins with these letters; at most
        so many, after leaving out the first.
        """

    @abstractmethod
    def tally(self, who: str, *, free: bool = False) -> list[Tally]:
        """How many of these games run and are over, and how they ended for this browser, by game and scenario."""

    @abstractmethod
    def standings(self, who: str, *, free: bool = False) -> list[Standing]:
        """The same by how the games were set up, the last played first; `tallies_of` sums them up."""

    @abstractmethod
    def delete(self, id: str) -> None:
        """The game is in no list any more and cannot be opened; until it is erased, it can be brought back."""

    @abstractmethod
    def restore(self, id: str) -> None:
        """Bring a deleted game back as it was."""

    @abstractmethod
    def deleted(self) -> list[Kept]:
        """The games that can be brought back, the last deleted first."""

    @abstractmethod
    def erase(self, before: datetime) -> int:
        """Nothing remains of games deleted before this; how many they were. Their ids are not used again."""

    @abstractmethod
    def erase_now(self, id: str) -> None:
        """Nothing remains of this game, deleted or not, but its number."""

    # -- several programs that serve the same games

    @abstractmethod
    def hold(self, id: str) -> int | None:
        """Nobody else changes this game until the running transaction ends; what was read before may be old, so this
        gives its stamp."""

    @abstractmethod
    def rows_from(self, id: str, start: int) -> list[str]:
        """The rows of a game from this number on."""

    @abstractmethod
    def glance(self, id: str) -> Glance | None:
        """What may have changed about a game besides its rows; None if there is none, or it is deleted."""

    @abstractmethod
    def stamp_of(self, id: str) -> int | None:
        """See `Glance`."""

    @abstractmethod
    def news(self) -> frozenset[str] | None:
        """The games that others have changed since this was last asked; None: any may have been. It takes no time."""

    @abstractmethod
    def set_waits(
        self,
        id: str,
        wish: frozenset[Seat],
        paused: bool,
        coaching: frozenset[Seat] = frozenset(),
        coached: frozenset[Seat] = frozenset(),
        seen: int = 0,
    ) -> None:
        """See `Glance`."""

    @abstractmethod
    def claim(self, id: str, program: str, seconds: float) -> bool:
        """For so long this program lets the automas of a game go on; not if another one does."""

    @abstractmethod
    def go_on_with(self, program: str, seconds: float) -> None:
        """From now on for so long again, whatever this program has claimed."""

    @abstractmethod
    def let_go(self, program: str, id: str | None = None) -> None:
        """This program does not claim that game any more, or none."""

    # -- campaigns

    @abstractmethod
    def add_campaign(self, header: Json) -> str:
        """A campaign that begins; its id."""

    @abstractmethod
    def campaigns(self) -> list[KeptCampaign]:
        """Every campaign, the last played first."""

    @abstractmethod
    def set_battle(self, id: str, n: int, game: str, result: Json | None = None) -> None:
        """Which game a battle of a campaign is played in, and how it ended; battles are counted from 0."""

    # -- who may sit where, in a browser

    @abstractmethod
    def seal(self, secret: str) -> str:
        """What cookies are sealed with: this secret if there is none yet, else the one there is."""

    @abstractmethod
    def address(self, id: str) -> str | None:
        """The address of a game in the web; None if it has none yet."""

    @abstractmethod
    def set_address(self, id: str, address: str) -> None:
        """An address for a game that has none yet."""

    @abstractmethod
    def game_at(self, address: str) -> str | None:
        """The game with this address; None if there is none, or it is deleted."""

    @abstractmethod
    def maker(self, id: str) -> str | None:
        """Who made this table; None if nobody has written it down."""

    @abstractmethod
    def set_maker(self, id: str, who: str) -> None: ...

    @abstractmethod
    def links(self, id: str) -> dict[Seat, str]:
        """The secrets of places at a table that are not used up."""

    @abstractmethod
    def drop_link(self, id: str, seat: Seat) -> None:
        """The secret of this place is used up."""

    @abstractmethod
    def devices(self, id: str) -> dict[Seat, str]:
        """The secrets with which those who have a place come to it from another device, too."""

    @abstractmethod
    def set_device(self, id: str, seat: Seat, token: str | None) -> None:
        """Another secret of this kind instead of the last one, or none."""

    @abstractmethod
    def add_links(self, id: str, links: Mapping[Seat, str]) -> None:
        """Secrets for places that have none yet."""

    @abstractmethod
    def sit(self, who: str, id: str, seat: Seat) -> None:
        """This browser has come to this place."""

    @abstractmethod
    def leave(self, who: str, id: str) -> None:
        """This browser has no place at this table any more; its link still leads there."""

    @abstractmethod
    def holders(self, id: str) -> dict[Seat, frozenset[str]]:
        """The browsers that have come to each place of a table."""

    @abstractmethod
    def seats_of(self, who: str, id: str) -> frozenset[Seat]:
        """The places a browser has at a table."""

    @abstractmethod
    def places_of(self, who: str) -> dict[str, frozenset[Seat]]:
        """The places a browser has, by game."""

    @abstractmethod
    def hand_over(self, who: str, to: str) -> None:
        """All places, tables and drafts of one browser belong to another one from now on."""

    @abstractmethod
    def is_free(self, id: str) -> bool:
        """Nobody has come to this table by browser: it was made in the terminal."""

    @abstractmethod
    def taken(self) -> frozenset[str]:
        """The games somebody has come to by browser."""

    @abstractmethod
    def habits(self, id: str) -> tuple[str, bool]:
        """The automas' pace, and whether hints are shown."""

    @abstractmethod
    def set_habits(self, id: str, pace: str, hints: bool) -> None: ...

    # -- what somebody writes in a browser

    @abstractmethod
    def drafts(self, who: str, game: str) -> list[Draft]:
        """The drafts of a browser for a game, the last written first."""

    @abstractmethod
    def keep_draft(self, who: str, draft: Draft) -> None:
        """A draft, or another text of the one with this id; of too many the oldest goes."""

    @abstractmethod
    def drop_draft(self, who: str, id: str) -> None:
        """This browser does not want its draft any more."""


def dump(data: Any) -> str:
    """Plain data as it is kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
