"""What goes wrong with servers, done on purpose: every answer that was acknowledged must be there afterwards.

    .venv/bin/python scripts/faults.py                      # a few of each; minutes
    .venv/bin/python scripts/faults.py --kills 500 -o docs/reliability.md
    .venv/bin/python scripts/faults.py locked full          # these faults alone
    .venv/bin/python scripts/faults.py --at-once 3          # so many of them side by side
    .venv/bin/python scripts/faults.py two --kills 500 -o docs/reliability.md   # this line of the table anew

People play by the API, each at a table of his own, while servers, workers and the database are killed, disks are full,
slow or read-only, and files are locked. What they were told is compared with the rows that are kept: every
acknowledged answer stands there once, in order, and every game can be loaded and goes on.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.databases import Database, programs
from tests.servers import PATIENCE, Lost, Player, Server, account, going_on, more, playing, until

ROOT = Path(__file__).resolve().parent.parent
SHORT = 3
"""Kills, if nothing else is asked for; 500 in the long form."""


# -- faults


@dataclass(frozen=True)
class Found:
    """What came of a fault."""

    what: str
    times: int
    acknowledged: int
    refused: int
    note: str = ""


def counted(what: str, times: int, db: str, people: Sequence[Player], note: str = "") -> Found:
    return Found(what, times, account(db, people), sum(person.refused for person in people), note)


def kill_servers(folder: Path, times: int) -> Iterator[Found]:
    """The whole server at any moment."""
    db, random = str(folder / "servers.sqlite"), Random(1)
    with Server(db) as server, playing([server.base]) as people:
        for _ in range(times):
            more(people, random.randrange(2, 8))
            time.sleep(random.random() / 20)
            server.again()
        more(people)
    yield counted("server killed", times, db, people)


def kill_processes(folder: Path, times: int) -> Iterator[Found]:
    """One of two processes, which is replaced; others answer meanwhile."""
    db, random = str(folder / "processes.sqlite"), Random(2)
    with Server(db, "--processes", "2") as server, playing([server.base]) as people:
        for _ in range(times):
            more(people, random.randrange(2, 8))
            kill_one(server, random)
        more(people)
    yield counted("one of two processes killed", times, db, people)


def kill_workers(folder: Path, times: int) -> Iterator[Found]:
    """A process in which automas think."""
    db, random = str(folder / "workers.sqlite"), Random(3)
    with Server(db) as server, playing([server.base]) as people:
        for _ in range(times):
            more(people, random.randrange(1, 6))
            kill_one(server, random)
        more(people)
    yield counted("worker killed", times, db, people)


def kill_one(server: Server, random: Random) -> None:
    """One of the processes that a server has begun; one that has just ended does not count."""
    while True:
        try:
            os.kill(random.choice(until(server.children, "a process")), signal.SIGKILL)
        except ProcessLookupError:
            continue
        return


def kill_database(folder: Path, times: int) -> Iterator[Found]:
    """PostgreSQL at any moment, as it is set up by itself: what is acknowledged is on disk."""
    if programs() is None:
        yield Found("database killed", 0, 0, 0, "PostgreSQL is not installed")
        return
    database, random = Database("-c", "max_connections=20"), Random(4)
    try:
        with Server(database.empty(), "--processes", "2") as server, playing([server.base]) as people:
            for _ in range(times):
                more(people, random.randrange(2, 8))
                database.kill()
                database.start()
            more(people)
        yield counted("database killed", times, server.db, people)
    finally:
        database.stop()


def two_servers(folder: Path, times: int) -> Iterator[Found]:
    """Two servers on one file, people at both; each of them is killed in turn."""
    db = str(folder / "two.sqlite")
    other = Server(db)
    with ExitStack() as stack:
        stack.callback(other.stop)
        other.start()  # they come up side by side
        one = stack.enter_context(Server(db))
        other.wait()
        people = stack.enter_context(playing([one.base, other.base]))
        for n in range(times):
            server = (one, other)[n % 2]
            more(people, 2)
            server.kill()
            more(people, 2)
            server.start()
            server.wait()
        more(people)
    yield counted("one of two servers on one file killed", times, db, people)


def locked(folder: Path, times: int) -> Iterator[Found]:
    """Another program holds the file for a second."""
    db = str(folder / "locked.sqlite")
    with Server(db) as server, playing([server.base]) as people:
        for _ in range(times):
            more(people)
            with closing(sqlite3.connect(db, isolation_level=None, timeout=PATIENCE)) as other:
                other.execute("BEGIN IMMEDIATE")
                time.sleep(1)
                other.execute("ROLLBACK")
        more(people)
    yield counted("file locked by another program", times, db, people)


def full(folder: Path, times: int) -> Iterator[Found]:
    """No room on the disk, then room again; each time until somebody has been refused."""
    with small_disk(folder / "small") as mounted:
        if not mounted:
            yield from full_by_limit(folder, times)
            return
        db, filler = str(folder / "small" / "games.sqlite"), folder / "small" / "filler"
        with Server(db) as server, playing([server.base]) as people:
            for _ in range(times):
                more(people)
                with suppress(OSError), filler.open("wb") as file:
                    while True:
                        file.write(b"x" * 4096)
                        file.flush()
                until_refused(people, server, "a full disk")
                filler.unlink()
            more(people)
        yield counted("disk full", times, db, people)


def until_refused(people: Sequence[Player], server: Server, what: str) -> None:
    """A fault that nobody has noticed was none. All may happen to wait for automas, whom nobody hears when they are
    refused: so somebody else comes who would like to begin a game."""
    before = sum(person.refused for person in people)
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as newcomer:
        newcomer.get("/")

        def noticed() -> bool:
            if sum(person.refused for person in going_on(people)) > before:
                return True
            time.sleep(0.2)
            wanted = {"game": "saboteur", "scenario": "tu", "seats": ["me", "person", "person"]}
            return newcomer.post("/api/tables", json=wanted).status_code == 503

        until(noticed, what)


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A disk of its own with little room, where one may be mounted."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(words, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)


def full_by_limit(folder: Path, times: int) -> Iterator[Found]:
    """No file may grow beyond a limit: at some point nothing can be written. Then a server without a limit comes."""
    db = str(folder / "limited.sqlite")
    with Server(db, largest=1000) as server, playing([server.base], 2) as people:
        until(lambda: sum(person.refused for person in people) > 3, "a full disk")
        server.stop()
        server.largest = 0
        server.start()
        server.wait()
        more(people)
    yield counted("file may not grow", 1, db, people)


SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
int fsync(int f) { usleep(80000); return ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(f); }
int fdatasync(int f) { usleep(80000); return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(f); }
"""


READ_ONLY = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static int barred(int f) {
    struct stat s;
    return access(getenv("READ_ONLY"), F_OK) == 0 && fstat(f, &s) == 0 && S_ISREG(s.st_mode) && (errno = EROFS);
}
#define REAL(name, ...) ((ssize_t (*)(int, const void *, size_t, ...)) dlsym(RTLD_NEXT, name))(__VA_ARGS__)
ssize_t write(int f, const void *b, size_t n) { return barred(f) ? -1 : REAL("write", f, b, n); }
ssize_t pwrite(int f, const void *b, size_t n, off_t o) { return barred(f) ? -1 : REAL("pwrite", f, b, n, o); }
ssize_t pwrite64(int f, const void *b, size_t n, off64_t o) { return barred(f) ? -1 : REAL("pwrite64", f, b, n, o); }
"""


def compiled(folder: Path, name: str, source: str) -> Path | None:
    """What is loaded before everything else in a server; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    (folder / f"{name}.c").write_text(source)
    made = folder / f"{name}.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(made), str(folder / f"{name}.c"), "-ldl"], check=True)
    return made


def read_only(folder: Path, times: int) -> Iterator[Found]:
    """Files that can only be read while a server has them open, then written again. A disk in use cannot be mounted
    so, and root may write everywhere: hence every write is refused as such a disk would."""
    shim = compiled(folder, "read_only", READ_ONLY)
    if shim is None:
        yield Found("disk read-only", 0, 0, 0, "there is no C compiler")
        return
    db, barred = str(folder / "read_only.sqlite"), folder / "barred"
    started = Server(db)
    started.environment |= {"LD_PRELOAD": str(shim), "READ_ONLY": str(barred)}
    with started as server, playing([server.base]) as people:
        for _ in range(times):
            more(people)
            barred.touch()
            until_refused(people, server, "a disk that can only be read")
            barred.unlink()
        more(people)
    yield counted("disk read-only", times, db, people)


def slow(folder: Path, times: int) -> Iterator[Found]:
    """Every write that has to reach the disk takes 80 ms longer."""
    shim = compiled(folder, "slow", SLOW)
    if shim is None:
        yield Found("slow disk", 0, 0, 0, "there is no C compiler")
        return
    db = str(folder / "slow.sqlite")
    slow_server = Server(db)
    slow_server.environment["LD_PRELOAD"] = str(shim)
    with slow_server as server, playing([server.base]) as people:
        more(people, 5 * times)
        server.again()
        more(people)
    yield counted("slow disk", 1, db, people)


FAULTS: dict[str, Callable[[Path, int], Iterator[Found]]] = {
    "servers": kill_servers,
    "processes": kill_processes,
    "workers": kill_workers,
    "database": kill_database,
    "two": two_servers,
    "locked": locked,
    "full": full,
    "read": read_only,
    "slow": slow,
}
SHARES = {"servers": 0.14, "processes": 0.16, "workers": 0.32, "database": 0.3, "two": 0.08}
"""How the kills are shared out."""


# -- all of it


def times_of(name: str, kills: int) -> int:
    return max(1, round(SHARES[name] * kills)) if name in SHARES else min(10, max(1, kills // 5))


def done(name: str, folder: Path, kills: int) -> list[Found]:
    """One kind of fault, in a folder of its own; told as soon as it is through."""
    folder.mkdir()
    try:
        found = list(FAULTS[name](folder, times_of(name, kills)))
    except Lost as lost:
        print(f"{name}: {lost}", flush=True)
        raise
    for one in found:
        told = f"{one.acknowledged} acknowledged answers, all there; {one.refused} requests without one"
        print(f"{one.what}: {one.times} times, {told}. {one.note}", flush=True)
    return found


HEAD = (
    "| fault | times | acknowledged answers, all there | requests without an answer or refused | counted | |",
    "|---|---|---|---|---|---|",
)


def rows_of(found: Sequence[Found], where: str) -> dict[str, str]:
    """A line of the table for each fault."""
    return {
        one.what: f"| {one.what} | {one.times} | {one.acknowledged:,} | {one.refused:,} | {where} | {one.note} |"
        for one in found
    }


def rows_in(table: str) -> dict[str, str]:
    """The lines that stand there: what is not tried anew stays, with the commit on which it was counted."""
    rows = [line for line in table.splitlines() if line.startswith("| ") and line not in HEAD]
    return {line.split(" | ")[0].removeprefix("| "): line for line in rows}


def lines(rows: dict[str, str]) -> Iterator[str]:
    yield from HEAD
    yield from rows.values()
    cells = [[cell.strip().replace(",", "") for cell in row.split("|")[1:]] for row in rows.values()]
    killed = sum(int(cell[1]) for cell in cells if "killed" in cell[0])
    total = sum(int(cell[2]) for cell in cells)
    yield ""
    where = f"{platform.system()}, {os.cpu_count()} cores"
    yield f"{killed} kills, {total:,} acknowledged answers, none lost ({where})."


def counted_here() -> str:
    """The commit and the day."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short=8", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    return f"`{commit}`, {datetime.now(UTC):%Y-%m-%d}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"some of: {', '.join(FAULTS)}")
    parser.add_argument("--kills", type=int, default=SHORT, help="how many kills altogether; 500 in the long form")
    parser.add_argument("--at-once", type=int, default=1, help="so many kinds of faults side by side")
    parser.add_argument("-o", "--output", type=Path, help="a page whose table is written anew")
    given = parser.parse_args()
    if unknown := [name for name in given.faults if name not in FAULTS]:
        parser.error(f"there is no fault {unknown[0]}; there are {', '.join(FAULTS)}")
    with (
        tempfile.TemporaryDirectory(prefix="kempelen-faults-") as folder,
        ThreadPoolExecutor(max(1, given.at_once)) as several,
    ):
        each = [several.submit(done, name, Path(folder, name), given.kills) for name in given.faults or FAULTS]
        found = [one for fault in each for one in fault.result()]
    rows = rows_of(found, counted_here())
    if given.output is not None:
        page = given.output.read_text("utf-8")
        head, start, rest = page.partition("<!-- faults -->\n")
        before, end, tail = rest.partition("<!-- end -->")
        rows = rows_in(before) | rows
        given.output.write_text("\n".join([f"{head}{start}", *lines(rows), "", f"{end}{tail}"]), "utf-8")
    table = "\n".join(lines(rows))
    print(table.rpartition("\n")[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
