"""The Python that runs in a browser: fetched from its registry by npm, checked, and kept in a folder."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kempelen.engine.errors import PlayerError, reason_of
from kempelen.store import data_folder
from kempelen.text.say import Text

__all__ = ["CannotBuild", "Runtime", "runtime_folder", "runtime_in", "tool"]

PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""Of the package only what a browser needs."""
PATIENCE = 600


class CannotBuild(PlayerError):
    """A folder cannot be built."""


@dataclass(frozen=True, slots=True)
class Runtime:
    version: str
    python: str
    files: Mapping[str, bytes]
    """What a browser needs, by name."""
    standard_library: Mapping[str, bytes]
    sha256: str
    """Of what was fetched."""


@cache
def pins() -> Mapping[str, Any]:
    return tomllib.loads((files("kempelen.site") / "runtime.toml").read_text("utf-8"))


def runtime_folder() -> Path:
    """Where fetched files are kept, so that they are fetched once."""
    return data_folder() / "runtime"


def runtime_in(folder: Path) -> Runtime:
    """The runtime; what is not in the folder is fetched into it. Raises CannotBuild."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pyodide = pinned(folder, pins()["pyodide"])
    except OSError as error:
        raise CannotBuild(Text("site.error.folder", folder=str(folder), reason=reason_of(error))) from error
    with tarfile.open(fileobj=io.BytesIO(pyodide)) as package:
        found = {part: member(package, f"package/{part}") for part in PARTS}
    library = unzipped(found.pop("python_stdlib.zip"))
    return Runtime(
        version=pins()["pyodide"]["version"],
        python=pins()["python"],
        files=found,
        standard_library=library,
        sha256=hashlib.sha256(pyodide).hexdigest(),
    )


def member(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(name)
    assert file is not None
    return file.read()


def unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in sorted(archive.namelist()) if not name.endswith("/")}


def pinned(folder: Path, pin: Mapping[str, Any]) -> bytes:
    """A file whose content is known; whatever else is there under its name is refused."""
    path = folder / str(pin["file"])
    if not path.exists():
        fetch(folder, pin)
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != pin["sha256"]:
        raise CannotBuild(Text("site.error.other_file", file=str(path)))
    return content


def fetch(folder: Path, pin: Mapping[str, Any]) -> None:
    command = [tool("npm"), "pack", f"pyodide@{pin['version']}", "--silent", "--pack-destination", str(folder)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotBuild(Text("site.error.fetch", file=pin["file"], reason=str(error))) from error
    if done.returncode or not (folder / pin["file"]).exists():
        reason = (done.stderr or done.stdout).strip().splitlines()[-1:] or [f"{done.returncode}"]
        raise CannotBuild(Text("site.error.fetch", file=pin["file"], reason=reason[0]))


def tool(name: str) -> str:
    """A program that the build needs."""
    found = shutil.which(name)
    if found is None:
        raise CannotBuild(Text("site.error.tool", name=name))
    return found
