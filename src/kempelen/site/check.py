"""`kempelen site check`: is a built folder whole, and does it name only what it has?"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kempelen.site.build import MARK
from kempelen.site.runtime import CannotBuild
from kempelen.text.say import Text

__all__ = ["Checked", "check"]

MOST = 11_000_000
"""Bytes that the folder may have when a host compresses it."""
FILES = re.compile(r"^const FILES = (\[.*\]);$", re.MULTILINE)
OUTSIDE = re.compile(r"""(?:src|href|from|import|fetch|register)\W{1,3}(?:https?:)?//[\w.-]+""")
OURS = (
    *("index.html", "manifest.json", "shell.js", "shell.css", "sw.js", "worker.js"),
    *("files.js", "early.js", "near.js", "snapshot.js"),
)


@dataclass(frozen=True, slots=True)
class Checked:
    release: str
    version: str
    files: int
    raw: int
    compressed: int
    wrong: tuple[Text, ...]


def check(folder: Path) -> Checked:
    """Compare the folder with what it says of itself; raises CannotBuild if it was not made by a build."""
    try:
        said: dict[str, Any] = json.loads((folder / MARK).read_text("utf-8"))
        sums: dict[str, str] = said["files"]
    except (OSError, ValueError, KeyError) as error:
        raise CannotBuild(Text("site.error.no_site", folder=str(folder))) from error
    there = {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()}
    contents = {path: file.read_bytes() for path, file in there.items() if path != MARK}
    wrong = [Text("site.check.missing", file=path) for path in sums if path not in contents]
    wrong += [Text("site.check.strange", file=path) for path in contents if path not in sums]
    for path, content in contents.items():
        if path in sums and hashlib.sha256(content).hexdigest() != sums[path]:
            wrong.append(Text("site.check.changed", file=path))
    wrong += listed(contents, sums)
    wrong += [
        Text("site.check.outside", file=path)
        for path in OURS
        if OUTSIDE.search(contents.get(path, b"").decode("utf-8", "replace"))
    ]
    compressed = sum(size(path, content) for path, content in contents.items())
    if compressed > MOST:
        wrong.append(Text("site.check.large", size=compressed, most=MOST))
    return Checked(
        said["release"], said["version"], len(contents), sum(map(len, contents.values())), compressed, tuple(wrong)
    )


def listed(contents: dict[str, bytes], sums: dict[str, str]) -> list[Text]:
    """The service worker keeps exactly the files that are there."""
    found = FILES.search(contents.get("sw.js", b"").decode("utf-8", "replace"))
    names = json.loads(found[1]) if found else []
    return [Text("site.check.unlisted", file=path) for path in sorted({*names} ^ ({*sums} - {"sw.js"}))]


def size(path: str, content: bytes) -> int:
    """As a host sends it that compresses what is not compressed already."""
    return len(content) if path.endswith((".pack", ".zip", ".png")) else len(gzip.compress(content, 6, mtime=0))
