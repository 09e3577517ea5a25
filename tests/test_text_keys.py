"""docs/text-keys.md lists every text key that the shells ask a game for, and no other."""

import ast
import re
from pathlib import Path

import kempelen

SRC = Path(kempelen.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "text-keys.md"

NO_GAME = {
    "argument",
    "game.package",
    "here.id",
    "lang",
    "len(self.inputs)",
    "number",
    "path",
    "path.name",
    "reason.label",
    "self.path",
    "self.texts",
    "short",
    "turn.number",
    "visitor.token",
    "wanted",
    "where",
}
"""What f-strings such as `{path.name}.part` begin with that is not the name of a game."""
FILES = {"json", "toml"}


def asked(path: Path) -> set[str]:
    """The keys in a module: f-strings that begin with a game's name; what is filled in becomes a star."""
    return {
        key
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr) and (key := key_of(node)) is not None
    }


def key_of(node: ast.JoinedStr) -> str | None:
    if len(node.values) < 2 or not isinstance(node.values[0], ast.FormattedValue):
        return None
    head = ast.unparse(node.values[0].value)
    rest = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values[1:])
    if not rest.startswith(".") or head in NO_GAME or rest[1:] in FILES or rest.endswith("."):
        return None  # what ends with a point is the beginning of many keys
    return rest[1:]


def listed() -> set[str]:
    """The keys in the first column of the page's tables, capitals as stars."""
    rows = [line.split("|")[1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    keys = [key for row in rows for key in re.findall(r"`([^`]+)`", row)]
    assert len(set(keys)) == len(keys)
    return {re.sub(r"[A-Z]+", "*", key) for key in keys}


def test_every_key_that_is_asked_for_has_a_row_and_every_row_is_asked_for():
    modules = [path for path in SRC.rglob("*.py") if path.relative_to(SRC).parts[0] != "games"]
    found = {key: path for path in modules for key in asked(path)}
    assert {key: str(path.relative_to(SRC)) for key, path in found.items() if key not in listed()} == {}
    assert listed() - found.keys() == set()


def test_a_new_prefix_would_be_noticed(tmp_path):
    module = tmp_path / "shell.py"
    module.write_text('def f(say, game, kind):\n    return say(f"{game.name}.brand_new.{kind}")\n', "utf-8")
    assert asked(module) == {"brand_new.*"}
    assert "brand_new.*" not in listed()


def test_templates_ask_for_the_shells_own_texts_only():
    """What a page says of a game it gets as finished words, so the modules are all that ask."""
    pages = list((SRC / "web").rglob("*.html"))
    assert pages
    said = [word for page in pages for word in re.findall(r"\bsay\(\s*(['\"]?\w+)", page.read_text("utf-8"))]
    assert said
    assert {word for word in said if word[0] not in "'\""} == set()
