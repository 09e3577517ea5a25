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
SHARED = ("engine", "behaviour", "scene", "text", "geometry", "lab", "conform", "printing", "store", "terminal", "web")
"""They serve every game, also one that lives elsewhere."""
OUTER = {
    "text": (),
    "geometry": (),
    "scene": ("text",),
    "engine": ("text", "behaviour", "scene", "adviser", "calculator", "printing", "roster"),
    "behaviour": ("text", "engine"),
    "conform": ("text", "engine"),
    "lab": ("text", "engine", "behaviour"),
    "store": ("text", "engine"),
}
"""What a folder may import besides itself; engine names the outer ones for its types only."""


def modules(folder):
    found = sorted((SRC / folder).rglob("*.py"))
    assert found, folder
    return found


def imported(path):
    """The parts of kempelen that a module imports when it is loaded, or anywhere."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kempelen."):
            yield node.module.split(".")[1]


@pytest.mark.parametrize("folder", OUTER)
def test_imports_point_inwards(folder):
    found = {(path.name, part) for path in modules(folder) for part in imported(path)}
    assert sorted((name, part) for name, part in found if part not in (folder, *OUTER[folder])) == []


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
