"""Python files as the runtime's own Python compiles them: a start takes half as long without compiling there."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path

from kempelen.site.runtime import CannotBuild, Runtime, tool
from kempelen.text.say import Text

__all__ = ["compiled", "lock_info"]

AS_SOURCE = ("anyio/__init__.py", "anyio/abc/__init__.py")
"""They read their own source to import the rest when it is asked for."""
COMPILED = ".pyc"
SCRIPT = files("kempelen.site") / "compile.mjs"
PATIENCE = 900


def lock_info(runtime: Runtime) -> dict[str, str]:
    """What Pyodide wants to be told about itself."""
    return {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": runtime.python}


def compiled(sources: Mapping[str, bytes], runtime: Runtime, kept: Path) -> dict[str, bytes]:
    """The same files, Python compiled and without its source. What was compiled before is taken from a folder."""
    way = runtime.sha256.encode() + SCRIPT.read_bytes()
    names = {path: name_of(path, content, way) for path, content in sources.items() if is_compiled(path)}
    kept.mkdir(parents=True, exist_ok=True)
    missing = {name: path for path, name in names.items() if not (kept / (name + COMPILED)).exists()}
    if missing:
        compile_there({name: (path, sources[path]) for name, path in missing.items()}, runtime, kept)
    found = {path: content for path, content in sources.items() if path not in names}
    return found | {path + "c": (kept / (name + COMPILED)).read_bytes() for path, name in names.items()}


def is_compiled(path: str) -> bool:
    return path.endswith(".py") and path not in AS_SOURCE


def name_of(path: str, content: bytes, way: bytes) -> str:
    """Another content, another Python or another way to compile gives another name."""
    return hashlib.sha256(b"\0".join((way, path.encode(), content))).hexdigest()[:32]


def compile_there(jobs: Mapping[str, tuple[str, bytes]], runtime: Runtime, kept: Path) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder, engine = Path(made) / "jobs", Path(made) / "runtime"
        folder.mkdir()
        engine.mkdir()
        for name, content in runtime.files.items():
            (engine / name).write_bytes(content)
        (engine / "package.json").write_text('{"type": "module"}')
        shutil.make_archive(str(engine / "python_stdlib"), "zip", library_in(Path(made), runtime))
        for name, (_, content) in jobs.items():
            (folder / (name + ".py")).write_bytes(content)
        (folder / "jobs.json").write_text(json.dumps([(name, path) for name, (path, _) in sorted(jobs.items())]))
        (folder / "info.json").write_text(json.dumps(lock_info(runtime)))
        with as_file(SCRIPT) as script:
            command = [tool("node"), str(script), str(engine), str(folder)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        if done.returncode:
            raise CannotBuild(Text("site.error.compile", reason=done.stderr.strip()[-600:]))
        for name in jobs:
            shutil.move(folder / (name + COMPILED), kept / (name + COMPILED))


def library_in(folder: Path, runtime: Runtime) -> Path:
    place = folder / "library"
    for path, content in runtime.standard_library.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(content)
    return place
