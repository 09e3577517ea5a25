"""What knows what: imports point inwards, and whatever serves all games names none of them."""

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import kempelen
from kempelen.engine.game import games

SRC = Path(kempelen.__file__).parent
NAMES = re.compile("|".join(games()), re.IGNORECASE)
SHARED = ("engine", "behaviour", "scene", "text", "geometry", "lab", "conform", "contract", "desk", "parts", "printing")
SHARED += ("automa", "store", "terminal", "web", "research")
"""They serve every game, also one that lives elsewhere."""
OUTER = {
    "text": (),
    "geometry": (),
    "scene": ("text",),
    "engine": ("text", "scene"),
    "behaviour": ("text", "engine"),
    "automa": ("text", "engine", "behaviour"),
    "desk": ("text", "engine"),
    "printing": ("text", "engine", "behaviour"),
    "parts": ("text", "engine", "behaviour", "automa", "desk", "printing"),
    "conform": ("text", "engine", "behaviour", "parts"),
    "contract": ("text", "engine", "behaviour", "scene", "parts"),
    "store": ("text", "engine"),
    "lab": ("text", "engine", "behaviour", "automa", "parts", "scene", "wording"),
    "research": ("text", "engine", "scene", "lab"),
}
"""What a folder may import besides itself."""
FOR_TYPES = {("game.py", "parts")}
"""What is named for its types only: the door says which parts a game may have."""
ROOMS = {"rules", "automa", "players", "face", "files", "desk", "lab", "conform"}
"""The rooms of a game; one that it does not need is not there."""
CROWD, LONG = 20, 450
"""Modules a folder and lines a module may have at the most; a dozen and 400 are the aim."""


def modules(folder):
    found = sorted((SRC / folder).rglob("*.py"))
    assert found, folder
    return found


def imported(path):
    """The parts of kempelen that a module imports when it is loaded, or anywhere; not what it names for types alone."""
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kempelen."):
            part = node.module.split(".")[1]
            if id(node) not in for_types or (path.name, part) not in FOR_TYPES:
                yield part


@pytest.mark.parametrize("folder", OUTER)
def test_imports_point_inwards(folder):
    found = {(path.name, part) for path in modules(folder) for part in imported(path)}
    assert sorted((name, part) for name, part in found if part not in (folder, *OUTER[folder])) == []


def test_the_games_we_ship_are_all_here():
    """A broken game is left out with a warning; three green games must never pass for four."""
    assert {"saboteur", "tactics", "undaunted", "universalis"} <= set(games())


@pytest.mark.parametrize("name", ["saboteur", "tactics", "undaunted", "universalis"])
def test_every_game_has_the_same_rooms(name):
    home = SRC / "games" / name
    assert {path.name for path in home.glob("*.py")} == {"__init__.py"}
    rooms = {path.relative_to(home).parts[0] for path in home.rglob("*/*.py")}
    assert rooms <= ROOMS
    assert {"rules", "automa", "face", "files", "conform"} <= rooms


def test_no_room_is_crowded_and_no_module_long():
    folders = {path.parent for path in SRC.rglob("*.py")} - {SRC / "terminal" / "commands"}
    crowds = {str(folder): len([path for path in folder.glob("*.py") if path.stem != "__init__"]) for folder in folders}
    assert {folder: n for folder, n in crowds.items() if n > CROWD} == {}
    lines = {str(path): len(path.read_text("utf-8").splitlines()) for path in SRC.rglob("*.py")}
    assert {path: n for path, n in lines.items() if n > LONG} == {}


@pytest.mark.parametrize("name", games())
def test_no_game_knows_another_or_a_screen(name):
    for path in modules(f"games/{name}"):
        text = path.read_text("utf-8")
        assert not re.search(r"kempelen\.(terminal|web|store)\b", text), path.name
        assert set(re.findall(r"kempelen\.games\.(\w+)", text)) <= {name}, path.name


@pytest.mark.parametrize("folder", SHARED)
def test_what_serves_all_games_names_none(folder):
    for path in modules(folder):
        tree = ast.parse(path.read_text("utf-8"))
        documented = {id(text) for text in _prose(tree)}
        words = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented
        ]
        assert [word for word in words if NAMES.search(word)] == [], path.name


def test_no_page_has_a_branch_for_a_game():
    pages = [path for path in (SRC / "web").rglob("*") if path.suffix in (".js", ".css", ".html")]
    assert len(pages) > 10
    assert [path.name for path in pages if NAMES.search(path.read_text("utf-8"))] == []


def _prose(tree):
    """Docstrings and notes on attributes, where a game may serve as an example."""
    for node in ast.walk(tree):
        for part in getattr(node, "body", None) or () if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
                yield part.value


def test_every_name_a_module_offers_is_there():
    for module in pkgutil.walk_packages(kempelen.__path__, "kempelen."):
        loaded = importlib.import_module(module.name)
        offered = getattr(loaded, "__all__", ())
        assert [name for name in offered if not hasattr(loaded, name)] == [], module.name
        assert len(set(offered)) == len(offered), module.name
