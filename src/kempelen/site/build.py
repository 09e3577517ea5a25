"""`kempelen site build`: a folder of files that any web host can serve, and that needs nothing else."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from kempelen import __version__
from kempelen.engine.errors import reason_of
from kempelen.site.compiling import compiled, lock_info
from kempelen.site.early import early_pages
from kempelen.site.runtime import CannotBuild, Runtime, runtime_in
from kempelen.site.tree import licences, tree
from kempelen.text.say import LANGUAGES, Say, Text
from kempelen.web.files import as_sent
from kempelen.web.shown.still import still_files

__all__ = ["FILLED", "MARK", "build", "version_of"]

MARK = "kempelen.json"
"""Says that a folder was built by us, and what belongs to it. A folder without it is not overwritten."""
FILLED = ("index.html", "manifest.json", "shell.js", "sw.js", "worker.js")
"""Files in which the build writes something."""
LEAN = (
    *("_pydatetime", "_pydecimal", "_pyio", "_pyrepl/", "bdb", "cProfile", "curses/", "dbm/", "doctest", "ensurepip/"),
    *("ftplib", "idlelib/", "imaplib", "lib2to3/", "mailbox", "modulefinder", "multiprocessing/", "optparse", "pdb"),
    *("pickletools", "plistlib", "poplib", "profile", "pstats", "pydoc", "smtplib", "test/", "tkinter/", "trace."),
    *("turtle", "unittest/", "venv/", "wave", "wsgiref/", "xmlrpc/", "zipapp"),
    *(f"encodings/{name}" for name in ("big5", "cp", "euc_", "gb", "hp_", "hz", "iso", "johab", "koi8", "kz", "mac_")),
    *(f"encodings/{name}" for name in ("palmos", "ptcp", "shift", "tis")),
)
"""What of the standard library is surely never asked for: other machines, old mail, alphabets in one byte."""
KEPT = ("encodings/cp1252", "encodings/cp437", "encodings/iso8859_1.")
SAID = (
    "again",
    "computing",
    "failed",
    "first",
    "full",
    "insecure",
    "install",
    "install_ios",
    "keep",
    "later",
    "look_again",
    "no_storage",
    "no_worker",
    "offline",
    "try_again",
    "update",
    "update_now",
)
"""What the shell says before Python runs."""
SOURCE = "https://github.com/pyodide/pyodide"


def build(out: Path, runtime_folder: Path) -> dict[str, int]:
    """Make the folder; its files with their sizes. Raises CannotBuild and leaves what is there as it is."""
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise CannotBuild(Text("site.error.not_ours", folder=str(out)))
    runtime = runtime_in(runtime_folder)
    made = content(runtime, runtime_folder / "compiled")
    try:
        write(out, made)
    except OSError as error:
        raise CannotBuild(Text("site.error.folder", folder=str(out), reason=reason_of(error))) from error
    return {path: len(made[path]) for path in sorted(made)}


def content(runtime: Runtime, kept: Path) -> dict[str, bytes]:
    """Every file of the folder."""
    made = {f"runtime/{name}": text for name, text in runtime.files.items()}
    made["runtime/pyodide.asm.mjs"] = patched(made["runtime/pyodide.asm.mjs"])
    made["runtime/python_stdlib.pack"] = zipped(compiled(lean(runtime.standard_library), runtime, kept))
    made["app.pack"] = packed(compiled(tree(), runtime, kept))
    made |= {f"static/{path}": lean_file(path, text) for path, text in folder(files("kempelen.web") / "static")}
    made |= {path: text.encode() for path, text in still_files()}
    made |= early_pages()
    made |= dict(folder(files("kempelen.site") / "browser"))
    made["licences.txt"] = licence_text(runtime).encode()
    return filled(made, runtime)


STREAM = b"function ___syscall_fdatasync(fd){try{var stream=SYSCALLS.getStreamFromFD(fd);"
CHANGES = (
    (b"return Module.HEAP8.set(t),l}", b"return Module.growMemory(t.length),Module.HEAP8.set(t),l}"),
    (STREAM + b"return 0}", STREAM + b"stream.stream_ops?.fsync?.(stream);return 0}"),
)
"""Pyodide restores no picture of a memory larger than what it begins with; so it grows first (its issue 6254). And
SQLite waits for the disk by fdatasync, of which nothing reached a file: what is written later might be there sooner,
and a device that goes dark in between loses what had been answered (tests/site/test_power.py)."""


def patched(text: bytes) -> bytes:
    for before, after in CHANGES:
        if text.count(before) != 1:
            raise CannotBuild(Text("site.error.other_file", file="pyodide.asm.mjs"))
        text = text.replace(before, after)
    return text


def lean(library: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: text for path, text in library.items() if not path.startswith(LEAN) or path.startswith(KEPT)}


def folder(place: Traversable) -> list[tuple[str, bytes]]:
    """Every file under a folder, by its path in it."""
    found = []
    for item in sorted(place.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            found += [(f"{item.name}/{path}", text) for path, text in folder(item)]
        elif not item.name.startswith((".", "_")):
            found.append((item.name, item.read_bytes()))
    return found


def lean_file(path: str, content: bytes) -> bytes:
    """A script or style as a server sends it; what others wrote stays as it is."""
    ours = path.endswith((".js", ".css")) and not path.startswith("vendor/")
    return as_sent(path, content.decode()).encode() if ours else content


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """An archive whose bytes follow from its content alone, compressed as a whole: smaller, and quicker to import."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(parts):
            archive.writestr(zipfile.ZipInfo(path), parts[path])
    return gzip.compress(out.getvalue(), 9, mtime=0)


def packed(parts: Mapping[str, bytes]) -> bytes:
    """All files in one, which a browser unpacks by itself: the length of a list, the list, the contents."""
    names = json.dumps([[path, len(parts[path])] for path in sorted(parts)], separators=(",", ":")).encode()
    whole = b"".join([len(names).to_bytes(4, "little"), names, *(parts[path] for path in sorted(parts))])
    return gzip.compress(whole, 9, mtime=0)


def filled(made: Mapping[str, bytes], runtime: Runtime) -> dict[str, bytes]:
    """The files with their own list, the version that follows from all of them, and the shell's sentences."""
    version = version_of(made)
    kept = sorted([*made, "VERSION"])
    words = {lang: spoken(lang) for lang in LANGUAGES}
    values = {
        "@VERSION@": version,
        "@RELEASE@": __version__,
        "@FILES@": json.dumps([path for path in kept if path != "sw.js"]),
        "@LOCK@": json.dumps({"info": lock_info(runtime), "packages": {}}),
        "@WORDS@": json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"),
        "@DESCRIPTION@": Say.load(LANGUAGES[0])("site.shell.about"),
    }
    out = dict(made)
    for path in FILLED:
        text = made[path].decode()
        for mark, value in values.items():
            text = text.replace(mark, value)
        out[path] = text.encode()
    out["VERSION"] = f"{__version__} {version}\n".encode()
    sums = {path: hashlib.sha256(out[path]).hexdigest() for path in sorted(out)}
    out[MARK] = (json.dumps({"release": __version__, "version": version, "files": sums}, indent=1) + "\n").encode()
    return out


def version_of(made: Mapping[str, bytes]) -> str:
    """Changes with anything in the folder."""
    sum = hashlib.sha256()
    for path in sorted(made):
        sum.update(f"{path}\0{len(made[path])}\0".encode())
        sum.update(made[path])
    return sum.hexdigest()[:16]


def spoken(lang: str) -> dict[str, str]:
    """What the shell says before Python runs."""
    say = Say.load(lang)
    return {key: say(f"site.shell.{key}") for key in SAID}


def licence_text(runtime: Runtime) -> str:
    head = [
        "This folder was made by `kempelen site build`. It contains Kempelen and what it needs to run in a browser:",
        "",
        f"Pyodide {runtime.version}, Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/). Its source is at",
        f"{SOURCE}, tag {runtime.version}. Two lines of runtime/pyodide.asm.mjs are changed: restoreSnapshot calls",
        "Module.growMemory(t.length) before Module.HEAP8.set(t), and __syscall_fdatasync calls",
        "stream.stream_ops?.fsync?.(stream). The other files of Pyodide are unchanged.",
        "CPython and its standard library, Python Software Foundation License 2 (https://docs.python.org/3/license.html).",
        "idiomorph, Zero-Clause BSD: static/vendor/idiomorph.LICENSE.",
        "The packages below, each with the licence its authors gave it.",
        "",
        "",
    ]
    return "\n".join(head) + licences() + "\n"


def write(out: Path, made: Mapping[str, bytes]) -> None:
    """Written beside it first, then put in its place."""
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = out.with_name(f".{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    for path, text in made.items():
        (fresh / path).parent.mkdir(parents=True, exist_ok=True)
        (fresh / path).write_bytes(text)
    if out.exists():
        shutil.rmtree(out)
    fresh.rename(out)
