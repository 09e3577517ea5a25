"""What SQL stores have in common. Questions and changes are written so that SQLite and PostgreSQL both understand them.

Parameters are written `?` or `:name`. What the two do not share is named in the attributes of `Sql`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar, Protocol, TypeAlias

from kempelen.store.interface import Store

__all__ = ["Answer", "Db", "Sql", "now"]

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]


class Answer(Protocol):
    """Lines that were found."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Db(Protocol):
    """An open connection."""

    def execute(self, sql: str, parameters: Parameters = (), /) -> Answer: ...

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Any: ...


class Sql(Store):
    """A store that is asked in SQL."""

    stamp: ClassVar[str]
    """What the stamp of a game becomes when something about it changes, in SQL."""
    ordered_join: ClassVar[str]
    """A join whose left side is read first."""
    conflicts: ClassVar[type[Exception]]
    """What is raised where a key is there already."""
    clock: ClassVar[str]
    """Seconds since 1970, in SQL: one clock for all programs."""

    _inside: Db | None = None
    """The connection while a transaction runs."""

    @abstractmethod
    def _said(self) -> AbstractContextManager[None]:
        """What is refused below is said in words."""

    @abstractmethod
    def _connection(self) -> Db:
        """The open line, to tables of today's version; raises BadStore if they are newer."""

    @abstractmethod
    def _transaction(self, lasting: bool) -> AbstractContextManager[Db]:
        """All of it or nothing; if it is to last, it is on disk when this ends."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Db]:
        """Whatever is asked sees what is there."""

    def prepare(self) -> None:
        with self._said():
            self._connection()

    @contextmanager
    def whole(self, *, lasting: bool = True) -> Iterator[None]:
        if self._inside is not None:
            yield
            return
        with self._said(), self._transaction(lasting) as db:
            self._inside = db
            try:
                yield
            finally:
                self._inside = None

    @contextmanager
    def _writing(self) -> Iterator[Db]:
        """One transaction, or part of the running one."""
        with self.whole():
            assert self._inside is not None
            yield self._inside

    def reading(self) -> AbstractContextManager[Db]:
        """For whoever copies all of it."""
        return self._reading()

    @abstractmethod
    def _turn(self, table: str) -> str:
        """One more than all so far, in SQL: what was played last is counted, since a clock may go back."""

    def _lock(self, db: Db, what: str) -> None:  # where one writes at a time, there is nothing to do
        """Nobody else does this until the transaction ends: the number of the next game, say."""

    def _tell(self, db: Db, id: str) -> None:  # where others look by themselves, nothing
        """Let other programs know that something about this game has changed."""

    def _touch(self, db: Db, id: str) -> None:
        """Something about this game has changed that whoever looks at it may want to know."""
        db.execute(f"UPDATE games SET stamp = {self.stamp} WHERE id = ?", (id,))
        self._tell(db, id)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
