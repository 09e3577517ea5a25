"""The example games as if their distributions were installed: their folders and their metadata are on the path."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from kempelen.engine.game import games, say_in

__all__ = ["CUPFULS", "EXAMPLES", "TROVE", "known"]

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TROVE, CUPFULS = EXAMPLES / "trove", EXAMPLES / "cupfuls"


@contextmanager
def known(site: Path, *folders: Path) -> Iterator[None]:
    """While it lasts, the games in these folders are found by their entry points."""
    path = [str(site)]
    projects = {}
    for folder in folders:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        info.joinpath("METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
        points = "".join(f"{name} = {where}\n" for name, where in project["entry-points"]["kempelen.games"].items())
        info.joinpath("entry_points.txt").write_text(f"[kempelen.games]\n{points}", "utf-8")
        path.append(str(folder))
        projects[project["name"]] = project["version"]
    try:
        with pytest.MonkeyPatch.context() as patch:
            for place in path:
                patch.syspath_prepend(place)
            forget()
            for name, number in projects.items():
                assert version(name) == number
            yield
    finally:
        forget()


def forget() -> None:
    """Look for games and their texts anew."""
    games.cache_clear()
    say_in.cache_clear()
