"""What goes along of Kempelen and the packages it needs: plain Python and data, from the installation that builds."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path

from kempelen.site.runtime import CannotBuild
from kempelen.text.say import Text
from kempelen.web.shown.past.file import SCRIPTS, STYLES
from kempelen.web.templating import MADE, made_templates, template_names

__all__ = ["PACKAGES", "licences", "tree"]

GROUP = "kempelen.games"
PACKAGES = ("anyio", "jinja2", "markupsafe", "segno", "starlette", "typing-extensions")
"""All of them plain Python; what is machine code in one has the same in Python beside it."""

LEFT_OUT = (
    "kempelen/automa/start",
    "kempelen/conform/",
    "kempelen/contract/",
    "kempelen/lab/",
    "kempelen/research/",
    "kempelen/scene/canvas",
    "kempelen/scene/grid",
    "kempelen/scene/plain",
    "kempelen/scene/raster",
    "kempelen/site/browser/",
    "kempelen/site/build",
    "kempelen/site/check",
    "kempelen/site/compil",
    "kempelen/site/early",
    "kempelen/site/runtime",
    "kempelen/site/tree",
    "kempelen/store/care",
    "kempelen/store/moving",
    "kempelen/terminal/",
    "kempelen/web/bench/",
    "kempelen/web/lab/",
    "kempelen/web/processes/serving",
    "kempelen/web/processes/supervising",
    "kempelen/web/routes/api",
    "kempelen/web/routes/bench_jobs",
    "kempelen/web/routes/bodies",
    "kempelen/web/routes/experiments",
    "kempelen/web/routes/key",
    "kempelen/web/routes/watched",
    "kempelen/web/routes/workbench",
    "kempelen/web/served",
    "kempelen/web/static/",
    "kempelen/web/templates/",
    "kempelen/web/wire",
    "kempelen/web/workbench",
    "anyio/_backends/_trio",
    "anyio/functools",
    "anyio/itertools",
    "anyio/pytest_plugin",
    "anyio/streams/buffered",
    "anyio/streams/file",
    "anyio/streams/text",
    "anyio/to_interpreter",
    "anyio/to_process",
    "jinja2/constants",
    "jinja2/ext",
    "jinja2/meta",
    "jinja2/nativetypes",
    "jinja2/sandbox",
    "segno/cli",
    "segno/helpers",
    "starlette/authentication",
    "starlette/config",
    "starlette/endpoints",
    "starlette/middleware/authentication",
    "starlette/middleware/cors",
    "starlette/middleware/httpsredirect",
    "starlette/middleware/opentelemetry",
    "starlette/middleware/sessions",
    "starlette/middleware/trustedhost",
    "starlette/middleware/wsgi",
    "starlette/schemas",
    "starlette/templating",
    "starlette/testclient",
)
"""What no page ever asks for. What a browser draws with lies beside it, and pages are made into Python."""
KEPT = (
    "kempelen/lab/__init__",
    "kempelen/lab/experiment",
    *(f"kempelen/web/static/{name}" for name in (*STYLES, "review.css", *SCRIPTS)),
)
"""Of it what is asked for: a game as a file of its own carries its styles and its scripts."""
PAGES_LEFT_OUT = re.compile(r"_?bench_\w+|_automa|_bars|_job|experiments|key|simulated|workbench")
"""Pages of the workbench, of experiments and of whoever has no cookie; all of them need a server."""
ENDINGS = (".py", ".toml", ".html", ".css", ".js", ".svg", ".json", ".txt", ".automa")
TABLES = re.compile(r"(.*/(?:text/[a-z]+|rulings|rulebook))\.toml")
"""Long ones, which `table_in` reads as JSON."""


def tree() -> dict[str, bytes]:
    """Everything that Python finds on the device, by its path; raises CannotBuild."""
    found: dict[str, bytes] = {}
    for name in PACKAGES:
        found |= dict(files_of(installed(name)))
    for package in sorted({"kempelen", *(point.module.partition(".")[0] for point in entry_points(group=GROUP))}):
        found |= dict(folder_of(package))
    kept = {path: content for path, content in found.items() if wanted(path)} | dict(doors())
    pages = [page for page in template_names() if not PAGES_LEFT_OUT.fullmatch(page.removesuffix(".html"))]
    kept |= {f"kempelen/web/{MADE.name}/{name}": text.encode() for name, text in made_templates(pages)}
    return dict(sorted(map(as_json, kept, kept.values())))


def as_json(path: str, content: bytes) -> tuple[str, bytes]:
    """A long table as JSON, anything else as it is."""
    if (table := TABLES.fullmatch(path)) is None:
        return path, content
    data = json.dumps(tomllib.loads(content.decode()), ensure_ascii=False, separators=(",", ":"))
    return table[1] + ".json", data.encode()


def wanted(path: str) -> bool:
    if any(part in path for part in (".dist-info/", "/__pycache__/", "/tests/", "/conform/")):
        return False
    return path.endswith(ENDINGS) and (not path.startswith(LEFT_OUT) or path.startswith(KEPT))


def installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise CannotBuild(Text("site.error.package", name=name)) from error


def files_of(package: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in package.files or ():
        path = file.as_posix()
        if not path.startswith("..") and path.endswith(ENDINGS):
            yield path, file.read_binary()


def folder_of(package: str) -> Iterator[tuple[str, bytes]]:
    """A package as it lies on disk, installed or not."""
    spec = find_spec(package)
    assert spec is not None
    for place in spec.submodule_search_locations or ():
        for file in sorted(Path(place).rglob("*")):
            if file.is_file() and file.suffix in ENDINGS:
                yield f"{package}/{file.relative_to(place).as_posix()}", file.read_bytes()


def doors() -> Iterator[tuple[str, bytes]]:
    """The entry points by which games are found, ours and others'; packages find parts of theirs by them, too."""
    games = {point.dist.name for point in entry_points(group=GROUP) if point.dist is not None}
    for name in sorted({*games, *PACKAGES}):
        package = installed(name)
        folder = f"{package.name.replace('-', '_')}-{package.version}.dist-info"
        about = ("Metadata-Version: 2.1", f"Name: {package.name}", f"Version: {package.version}", "")
        yield f"{folder}/METADATA", "\n".join(about).encode()
        points = sorted((point.group, f"{point.name} = {point.value}") for point in package.entry_points)
        groups = {group: [line for of, line in points if of == group] for group, _ in points}
        lines = [line for group, found in groups.items() for line in (f"[{group}]", *found)]
        yield f"{folder}/entry_points.txt", "\n".join([*lines, ""]).encode()


def licences() -> str:
    """The licences of everything in a folder, as their authors wrote them."""
    parts = []
    for name in ("kempelen", *PACKAGES):
        package = installed(name)
        said = (package.metadata.json.get(name) for name in ("license_expression", "license"))
        texts = [file.read_text() for file in package.files or () if is_licence(file.as_posix())]
        parts.append([f"== {package.name} {package.version} ==", *(str(line) for line in said if line), *texts])
    return "\n\n".join("\n\n".join(part) for part in parts)


def is_licence(path: str) -> bool:
    return ".dist-info/" in path and Path(path).name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE"))
