"""A PostgreSQL of the tests' own, in a folder that is thrown away: real, on no port, and nobody else's."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import sleep

import pytest

from tests.patience import Patience

__all__ = ["Database", "database_or_skip", "programs"]

PATIENCE = 120.0
NAMES = count(1)
QUICK = ("-F", "-c", "synchronous_commit=off")
"""Tests do not wait for the disk."""


def programs() -> Path | None:
    """The folder with initdb and postgres; None if there is none."""
    if (found := shutil.which("postgres")) is not None:
        return Path(found).resolve().parent
    there = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: path.parts[-3].zfill(4))
    return there[-1].parent if there else None


def _user() -> str | None:
    """It does not run as root, so as somebody else; None: as whoever this is."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    return None


class Database:
    """A running PostgreSQL. `kill` is what a power failure does to it."""

    def __init__(self, *options: str) -> None:
        found = programs()
        assert found is not None
        self.programs = found
        self.options = options
        self.user = _user()
        self.folder = Path(tempfile.mkdtemp(prefix="kempelen-pg-", dir="/tmp"))
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", "data", "-U", "kempelen", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _run(self, name: str, *words: str) -> None:
        done = subprocess.run(
            [str(self.programs / name), *words], cwd=self.folder, user=self.user, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        words = [str(self.programs / "postgres"), "-D", "data", "-k", str(self.folder), "-h", "", *self.options]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(words, cwd=self.folder, user=self.user, stdout=log, stderr=log)
        patience = Patience(PATIENCE)
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder), "-U", "kempelen", "-d", "postgres"]
        while subprocess.run(ready, check=False).returncode:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert patience
            sleep(0.02)

    def address(self, schema: str = "public") -> str:
        search = "" if schema == "public" else f"&options=-csearch_path%3D{schema}"
        return f"postgresql:///postgres?host={self.folder}&user=kempelen{search}"

    def empty(self) -> str:
        """The address of a place where there is nothing yet."""
        import psycopg

        schema = f"place{next(NAMES)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return self.address(schema)

    def kill(self) -> None:
        """kill -9 of the database and everything it has begun."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(2)  # at once, but in order
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def database_or_skip(*options: str) -> Iterator[Database]:
    """A database; without PostgreSQL on this computer the test is left out, which CI does not allow."""
    if programs() is None:
        words = "PostgreSQL is not installed (make setup installs it where it may)"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    database = Database(*(options or QUICK))
    try:
        yield database
    finally:
        database.stop()
