"""The folder as a web host gets it."""

import ast
import gzip
import json
import shutil
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import kempelen
from kempelen.engine.game import games, say_in
from kempelen.site import runtime
from kempelen.site.build import build, content, packed, version_of
from kempelen.site.check import check
from kempelen.site.compiling import compiled
from kempelen.site.early import ROOT
from kempelen.site.runtime import CannotBuild, runtime_folder, runtime_in
from kempelen.site.tree import tree
from kempelen.text.say import LANGUAGES
from kempelen.text.tables import table_in
from kempelen.web import templating
from kempelen.web.app import STATIC
from kempelen.web.files import as_sent

ONLY_AT_A_SERVER = {"kempelen/web/app.py: kempelen.web.lab.jobs", "kempelen/web/app.py: kempelen.web.served"}
"""What is asked for where there is a server, and never in a folder."""


@pytest.fixture
def copy(built, tmp_path):
    return shutil.copytree(built, tmp_path / "copy")


def wrong(folder):
    return {(text.key, dict(text.fields).get("file")) for text in check(folder).wrong}


def test_a_built_folder_is_whole(built):
    found = check(built)
    assert not found.wrong
    assert found.files > 30


def test_the_same_sources_give_the_same_bytes(built, tmp_path):
    """Every byte of the folder, and some of its files compiled anew."""
    engine = runtime_in(runtime_folder())
    made = content(engine, runtime_folder() / "compiled")
    assert {path: (built / path).read_bytes() for path in made} == made
    some = {path: text for path, text in tree().items() if path.startswith("kempelen/site/")}
    assert compiled(some, engine, tmp_path) == compiled(some, engine, runtime_folder() / "compiled")


def test_what_is_missing_strange_or_changed_is_found(copy):
    (copy / "worker.js").unlink()
    (copy / "more.js").write_text("")
    with (copy / "shell.css").open("a") as file:
        file.write("\n")
    assert wrong(copy) >= {
        ("site.check.missing", "worker.js"),
        ("site.check.strange", "more.js"),
        ("site.check.changed", "shell.css"),
    }


def test_the_service_worker_lists_exactly_what_is_there(copy):
    text = (copy / "sw.js").read_text()
    (copy / "sw.js").write_text(text.replace('"app.pack", ', ""))
    assert ("site.check.unlisted", "app.pack") in wrong(copy)


def test_nothing_is_asked_of_another_host(copy):
    with (copy / "shell.js").open("a") as file:
        file.write("fetch('https://example.org/x');\n")
    assert ("site.check.outside", "shell.js") in wrong(copy)


def test_another_folder_is_not_overwritten(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CannotBuild) as caught:
        build(tmp_path, tmp_path / "runtime")
    assert caught.value.text.key == "site.error.not_ours"
    assert (tmp_path / "mine.txt").read_text() == "mine"
    with pytest.raises(CannotBuild) as caught:
        check(tmp_path)
    assert caught.value.text.key == "site.error.no_site"


def test_a_runtime_that_is_another_file_is_refused(tmp_path):
    (tmp_path / runtime.pins()["pyodide"]["file"]).write_bytes(b"something else")
    with pytest.raises(CannotBuild) as caught:
        runtime_in(tmp_path)
    assert caught.value.text.key == "site.error.other_file"


def test_a_tool_that_is_missing_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(runtime.shutil, "which", lambda name: None)
    with pytest.raises(CannotBuild) as caught:
        runtime_in(tmp_path)
    assert caught.value.text.key == "site.error.tool"


def test_a_pack_holds_its_files():
    whole = gzip.decompress(packed({"b/c.txt": b"second", "a.txt": b"first"}))
    length = int.from_bytes(whole[:4], "little")
    assert json.loads(whole[4 : 4 + length]) == [["a.txt", 5], ["b/c.txt", 6]]
    assert whole[4 + length :] == b"firstsecond"


def test_the_version_follows_from_every_byte():
    made = {"a": b"1", "b": b"2"}
    assert version_of(made) == version_of(dict(reversed(made.items())))
    assert len({version_of(made), version_of(made | {"b": b"3"}), version_of({"a": b"1b", "": b"2"})}) == 3


def test_the_shell_speaks_every_language(built):
    page = (built / "index.html").read_text("utf-8")
    words = json.loads(page.partition('id="words">')[2].partition("</script>")[0])
    assert list(words) == list(LANGUAGES)
    assert len({frozenset(told) for told in words.values()}) == 1
    assert "@" not in "".join(words["en"].values())


def test_the_first_page_lies_there_in_every_language(built):
    """As it is before Python runs; the browser writes where the folder lies."""
    for lang in LANGUAGES:
        page = (built / "home" / f"{lang}.html").read_text("utf-8")
        assert f'<html lang="{lang}" data-root="{ROOT}"' in page
        assert page.count('class="gc"') == len(games())
    assert f"'{ROOT}'" in (built / "early.js").read_text("utf-8")


def test_scripts_and_styles_are_as_a_server_sends_them(built):
    """A plain host packs nothing, so comments would travel; what others wrote is as they wrote it."""
    for file in STATIC.rglob("*.*"):
        there = (built / "static" / file.relative_to(STATIC)).read_text("utf-8")
        ours = file.parent == STATIC
        assert there == (as_sent(file.name, file.read_text("utf-8")) if ours else file.read_text("utf-8"))


def test_licences_of_everything_are_there(built):
    text = (built / "licences.txt").read_text("utf-8")
    for name in ("Pyodide", "Mozilla Public License", "CPython", "idiomorph", "starlette", "Jinja2", "anyio"):
        assert name in text


def test_tables_are_laid_out_as_json(tmp_path):
    """What was made of a TOML file says the same; a file that was never made is read as it is."""
    laid = tree()
    assert not [path for path in laid if "/text/" in path and path.endswith(".toml")]
    file = Path(kempelen.__file__).parent / "text" / "de.toml"
    (tmp_path / "de.json").write_bytes(laid["kempelen/text/de.json"])
    shutil.copyfile(file, tmp_path / "en.toml")
    assert table_in(tmp_path, "de") == table_in(tmp_path, "en") == tomllib.loads(file.read_text("utf-8"))
    with pytest.raises(FileNotFoundError):
        table_in(tmp_path, "fr")


def asked_for(path, source):
    """The modules of ours that a file imports, also in the middle of a function."""
    package = path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".").split(".")
    package = package if path.endswith("/__init__.py") else package[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            before = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*before, *filter(None, [node.module])])
            yield from (module, *(f"{module}.{name.name}" for name in node.names))


def test_what_is_left_out_is_asked_for_by_nothing_that_goes_along():
    """From the bridge and the games on, everything that is imported anywhere lies in the folder."""
    laid, root = tree(), Path(kempelen.__file__).parents[1]
    doors = [f"{point.module.replace('.', '/')}/__init__.py" for point in entry_points(group="kempelen.games")]
    waiting, seen, lost = (
        ["kempelen/site/bridge.py", "kempelen/site/rehearsal.py", "kempelen/site/homes.py", *doors],
        set(),
        set(),
    )
    while waiting:
        path = waiting.pop()
        if path in seen or not path.startswith("kempelen/"):
            continue
        seen.add(path)
        for module in asked_for(path, laid[path].decode()):
            place = module.replace(".", "/")
            there = [one for one in (f"{place}.py", f"{place}/__init__.py") if (root / one).exists()]
            lost |= {f"{path}: {module}" for one in there if one not in laid}
            waiting += [one for one in there if one in laid]
    assert len(seen) > 200
    assert lost == ONLY_AT_A_SERVER


def test_templates_that_were_made_beforehand_give_the_same_pages(tmp_path, monkeypatch):
    content = {"say": say_in("en"), "lang": "en", "root": "", "here": "/", "on_device": True, "message": "<b>"}
    written = templating.template("error.html", **content)
    for name, text in templating.made_templates(templating.template_names()):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(templating, "MADE", tmp_path)
    templating.environment.cache_clear()
    try:
        assert Path(templating.environment().get_template("error.html").filename).parent == tmp_path
        assert templating.template("error.html", **content) == written
        templating.compile_all()
    finally:
        templating.environment.cache_clear()
