"""`kempelen game new`: a package to begin a game of one's own with."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

from kempelen.engine.errors import BadSetup, reason_of
from kempelen.engine.game import games
from kempelen.terminal.ask import screen_in
from kempelen.terminal.start import lang_option
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text

__all__ = ["command", "make"]

TEMPLATE = "new_game"
WHERE = say_help("new_game.help.output")
SUFFIX = ".in"
"""The files of the template end so: they are no modules of ours."""


@click.group(help=say_help("new_game.help.command"))
def command() -> None:
    """Games of one's own."""


@command.command("new", help=say_help("new_game.help.new"))
@click.argument("name")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER", help=say_help("new_game.help.output")
)
@lang_option
def new(name: str, output: Path | None, lang: str | None) -> int:
    screen = screen_in(lang)
    folder = output or Path(name)
    made = make(name, folder)
    screen.tell("new_game.made", folder=str(folder), n=made)
    screen.line()
    screen.line(install_line(folder), indent=4)
    screen.line()
    screen.tell("new_game.then", name=name)
    return 0


def make(name: str, folder: Path) -> int:
    """Write the package of a game into a new folder; how many files it has. Raises BadSetup and writes nothing."""
    if not re.fullmatch("[a-z][a-z0-9_]{1,29}", name) or name.endswith("_") or iskeyword(name):
        raise BadSetup(Text("new_game.bad_name", name=name))
    if name in games() or find_spec(f"kempelen_{name}") is not None:
        raise BadSetup(Text("new_game.taken", name=name))
    if folder.exists():
        raise BadSetup(Text("new_game.exists", folder=str(folder)))
    words = {"@NAME@": name, "@DIST@": f"kempelen-{name.replace('_', '-')}", "@TITLE@": name.replace("_", " ").title()}
    written = 0
    try:
        folder.mkdir(parents=True)
        for place, text in _template():
            path = folder / place.replace("package", f"kempelen_{name}", 1).removesuffix(SUFFIX)
            for word, meant in words.items():
                text = text.replace(word, meant)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            written += 1
    except OSError as error:
        if folder.is_dir():
            shutil.rmtree(folder, ignore_errors=True)
        raise BadSetup(Text("new_game.unwritable", folder=str(folder), reason=reason_of(error))) from None
    return written


def install_line(folder: Path) -> str:
    """The one command that makes the game known to the Python this program runs with."""
    tool = [sys.executable, "-m", "pip", "install"]
    if find_spec("pip") is None:
        tool = ["uv", "pip", "install", "--python", sys.executable]
    return shlex.join([*tool, "-e", str(folder)])


def _template(folder: Traversable | None = None, place: str = "") -> Iterator[tuple[str, str]]:
    """Place and text of every file."""
    folder = folder or files("kempelen.terminal") / TEMPLATE
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _template(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield f"{place}{entry.name}", entry.read_text("utf-8")
