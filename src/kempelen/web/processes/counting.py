"""What visitors have left of their shares, counted by several processes together: a small file that all of them map.

A share has one of a few places in it, found by a digest of its name. Where all of them are taken, whoever has not come
for longest begins anew, as in one process.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

__all__ = ["COUNTS", "LeftTogether", "new_counts"]

COUNTS = "shares"
"""What the file is called, beside the socket of the first process."""
ENTRY = struct.Struct("8sdd")
"""The digest of a share, what is left of it, and when that was so."""
ENTRIES = 16_384
PLACES = 8
"""Where one share may stand."""
EMPTY = bytes(8)


def new_counts(path: Path) -> Path:
    """The file with nothing in it, for whoever starts the processes; only the host may open it."""
    path.touch(mode=0o600)
    path.write_bytes(bytes(ENTRY.size * (ENTRIES + PLACES)))
    return path


class LeftTogether:
    """For several processes on one machine, whose clock they share."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("r+b")
        self._map = mmap.mmap(self._file.fileno(), 0)

    @contextmanager
    def held(self) -> Iterator[None]:
        import fcntl  # there are no several processes where this is missing

        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def of(self, share: str) -> tuple[float, float] | None:
        digest, first = place_of(share)
        for at in range(first, first + PLACES):
            known, left, then = ENTRY.unpack_from(self._map, at * ENTRY.size)
            if known == digest:
                return left, then
        return None

    def note(self, share: str, left: float, now: float) -> None:
        digest, first = place_of(share)
        entries = {at: ENTRY.unpack_from(self._map, at * ENTRY.size) for at in range(first, first + PLACES)}
        known = [at for at, entry in entries.items() if entry[0] == digest]
        free = [at for at, entry in entries.items() if entry[0] == EMPTY]
        at = (known or free or [min(entries, key=lambda at: float(entries[at][2]))])[0]
        ENTRY.pack_into(self._map, at * ENTRY.size, digest, left, now)

    def close(self) -> None:
        self._map.close()
        self._file.close()


def place_of(share: str) -> tuple[bytes, int]:
    digest = blake2b(share.encode(), digest_size=8).digest()
    return digest, int.from_bytes(digest, "big") % ENTRIES
