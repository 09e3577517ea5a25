"""The pages round the tables."""

import json
import re
from pathlib import Path

import pytest

import kempelen.web
from kempelen.engine.game import game_named, games, say_in
from kempelen.text.say import LANGUAGES, load_catalogue
from tests.web.people import Sitting, text_of

HERE = Path(kempelen.web.__file__).parent
GAMES = tuple(games())
QUOTED = re.compile(r"""'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`""")
WORDS = re.compile(r"[\w$]+")
TWICE = re.compile(r"\+\+|--|//")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_home_shows_every_game(server, visit, lang):
    page = visit(lang).get("/").text
    say = say_in(lang)
    for game in GAMES:
        assert say(f"{game}.title") in text_of(page)
        assert f'action="/first/{game}"' in page
        assert f'href="/new/{game}?companion=1"' in page
    assert f'<html lang="{lang}">' in page


def test_the_language_comes_from_the_browser_and_is_remembered(server, visit):
    person = visit("de-AT,de;q=0.9,en;q=0.5")
    assert '<html lang="de">' in person.get("/").text
    assert person.post("/language", data={"lang": "en", "back": "/import"}).headers["location"] == "/import"
    assert '<html lang="en">' in person.get("/").text
    assert '<html lang="en">' in visit("fr, xx;q=broken").get("/").text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_have_every_reading(server, visit, game, lang):
    page = visit(lang).get(f"/rules/{game}").text
    for ruling in game_named(game).rulings.values():
        assert ruling.cite in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_new_game_offers_everything(server, visit, game, lang):
    person, rules = visit(lang), game_named(game)
    for scenario in rules.scenarios:
        for more in ("", "&companion=1"):
            page = person.get(f"/new/{game}?scenario={scenario}{more}").text
            assert f'value="{scenario}" checked' in page
            for id, ruling in rules.rulings.items():
                if ruling.values:
                    usual = rules.editions.get(lang, {}).get(id, ruling.default)
                    assert f'name="option-{id}" value="{usual}" checked' in page
        assert person.get(f"/preview/{lang}/{game}/{scenario}.svg").text.startswith("<svg")


def test_a_form_begins_a_game(ann):
    form = {"scenario": "tu", "players": "3", "seat1": "rule", "seat2": "me", "seat3": "person", "pace": "instant"}
    answer = ann.post("/new/saboteur", data=form | {"option-R16": "as_drawn", "seed": "7"})
    if answer.status_code != 303:
        answer = ann.post("/new/saboteur", data=form | {"seed": "7"})
    assert answer.status_code == 303
    table = Sitting(ann, answer.headers["location"].rpartition("/")[2], 1)
    assert table.settled()["seat"] == 1


def test_ones_own_automa_takes_a_seat(ann):
    """Its text is pasted; the record carries it. Without a text, or with a bad one, the page says so and keeps it."""
    form = {"scenario": "tu", "players": "3", "seat1": "own", "seat2": "me", "seat3": "rule@hidden-saboteur"}
    text = "automa: Mine\r\nformat: 1\r\ngame: saboteur\r\nchanges: saboteur-018\r\n## list sab\r\n1 [discard]\r\n"
    assert ann.post("/new/saboteur", data=form).status_code == 409
    bad = ann.post("/new/saboteur", data=form | {"automa_text": text.replace("[discard]", "[discart]")})
    assert bad.status_code == 409
    assert "line 6, column 4" in bad.text
    assert "[discart]" in bad.text
    answer = ann.post("/new/saboteur", data=form | {"automa_text": text})
    assert answer.status_code == 303
    table = answer.headers["location"].rpartition("/")[2]
    header = json.loads(ann.api("GET", f"/tables/{table}/record")["content"].splitlines()[0])
    assert list(header["seats"].values()) == ["rule@mine", "human", "rule@hidden-saboteur"]
    assert header["automas"] == {"mine": text.replace("\r\n", "\n")}
    answer = ann.post(
        "/new/tactics", data={"scenario": "kraken", "players": "1", "seat1": "me", "opponent": "hunting-pack"}
    )
    assert answer.status_code == 303


def test_an_edition_sets_what_follows_from_it(ann):
    for game in (game_named(name) for name in GAMES):
        for edition, options in game.editions.items():
            page = ann.get(f"/new/{game.name}?edition={edition}").text
            assert f'<option value="{edition}" selected>' in page
            for id, value in options.items():
                assert f'name="option-{id}" value="{value}" checked' in page
            state = ann.api("POST", "/tables", {"game": game.name, "edition": edition})
            record = ann.api("GET", f"/tables/{state['id']}/record")["content"].splitlines()[0]
            assert all(value in record for value in options.values())
            assert json.loads(record)["edition"] == edition
    assert ann.post("/api/tables", json={"game": GAMES[0], "edition": "xx"}).status_code == 409


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_begins_with_the_edition_of_his_language(server, visit, lang):
    for game in (game_named(name) for name in GAMES):
        if not game.editions:
            continue
        person = visit(lang)
        assert f'<option value="{lang}" selected>' in person.get(f"/new/{game.name}").text
        table = person.post(f"/first/{game.name}").headers["location"].rpartition("/")[2].partition("?")[0]
        header = json.loads(person.api("GET", f"/tables/{table}/record")["content"].splitlines()[0])
        assert (header["edition"], header.get("options", {})) == (lang, dict(game.editions[lang]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_api_means_the_same_edition_in_every_language(server, visit, lang):
    for game in (game_named(name) for name in GAMES):
        person = visit(lang)
        state = person.api("POST", "/tables", {"game": game.name})
        header = json.loads(person.api("GET", f"/tables/{state['id']}/record")["content"].splitlines()[0])
        assert {"edition", "options"}.isdisjoint(header)


def test_a_form_that_cannot_be_played_says_why(ann):
    answer = ann.post("/new/saboteur", data={"scenario": "commercial", "players": "2", "seat1": "me"})
    assert answer.status_code == 409
    assert "2 players are not possible" in text_of(answer.text)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("game.jsonl", b"", "The file is empty"),
        ("game.jsonl", b"\xff\xfe", "not the header"),
        ("game.jsonl", b'{"format":1,"game":"chess","scenario":"a","seats":{}}\n', "chess"),
        ("game.jsonl", b'{"format":1}\n', "needs a field"),
        ("table.toml", b"game = ", "not valid TOML"),
        ("table.json", b'{"game": "chess"}', "chess"),
        ("table.toml", b'game = "saboteur"\nplayers = 3', "table.toml"),
    ],
)
def test_bad_files_are_named(ann, name, content, said):
    answer = ann.post(f"/import?name={name}", content=content, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert said in answer.json()["error"]


def test_sharing(ann):
    table = ann.new("saboteur", seats=["me", "person", "rule"])
    page = table.get("share").text
    assert page.count('class="qr"') == 2, "the other person and a spectator"
    assert "only this computer" in text_of(page)


# -- the code


def test_no_game_is_named_in_the_code():
    names = [*GAMES, "universalis"]
    for file in [*HERE.rglob("*.py"), *HERE.glob("static/*.*"), *HERE.glob("templates/*")]:
        text = file.read_text("utf-8").lower()
        assert not [name for name in names if name in text], file


@pytest.mark.parametrize("lang", LANGUAGES)
def test_templates_ask_for_texts_that_exist(lang):
    known = load_catalogue(lang, "kempelen").texts
    for file in HERE.glob("templates/*.html"):
        for key, more in re.findall(r"say\('([^']+)'( ~)?", file.read_text("utf-8")):
            if more:
                assert any(text.startswith(key) for text in known), (file.name, key)
            else:
                assert key in known, (file.name, key)


def test_no_words_in_templates():
    """Whatever people read comes from the catalogues."""
    for file in HERE.glob("templates/*.html"):
        text = re.sub(
            r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}",
            " ",
            re.sub(r"(block body_class %\}).*?(\{% endblock)", r"\1\2", file.read_text("utf-8"), flags=re.DOTALL),
            flags=re.DOTALL,
        )
        text = re.sub(r"<(script|style)[^>]*>.*?</\1>", " ", text, flags=re.DOTALL)
        words = re.sub(r"<[^>]+>", " ", text, flags=re.DOTALL)
        assert not re.findall(r"[A-Za-zÄÖÜäöü]{2,}", words), file.name


WEIGHS = 395_000
"""What a table may weigh, unpacked, when one sits down at it; wanted are 400 kB, and while one plays there comes more."""
LATER = {"beats": "", "vendor/idiomorph.min": "", "sounds": "", "dice": 'class="die', "inspector": "t-last-move"}
"""Scripts that come when something happens, somebody wants to hear it, dice lie, or a piece is told about; the last two
at once if the page has that already."""
SENT = 260_000
"""What may travel to a browser that has kept nothing: scripts and styles packed, the page itself never."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game in GAMES for scenario in game_named(game).scenarios]
)
def test_pages_are_light(visit, game, scenario, lang):
    """Everything a table loads, in bytes, in every scenario: unpacked, and as it is sent. Cards and dice are the same on
    every run, and the page is that of one's own first question: nobody is still thinking."""
    ann = visit(lang)
    begun = ann.new(game, scenario=scenario)
    begun.settled()
    table = ann.get(f"/tables/{begun.id}?seat={begun.seat}")
    page, total, sent = table.text, len(table.content), table.num_bytes_downloaded
    waiting, loaded = re.findall(r'(?:src|href)="(/(?:static/|scene|look/)[^"]+)"', page), set()
    waiting += [f"/static/{name}.js" for name, sign in LATER.items() if sign and sign in page]
    while waiting:
        if (path := waiting.pop()) not in loaded:
            loaded.add(path)
            file = ann.get(path)
            total += len(file.content)
            sent += file.num_bytes_downloaded
            waiting += [f"/static/{module}" for module in re.findall(r"(?m)^import .*'\./([^']+)'", file.text)]
    assert any("choosing.js" in path for path in loaded), "modules are followed"
    assert not [name for name, sign in LATER.items() if f"/static/{name}.js" in loaded and not (sign and sign in page)]
    assert any("ways.js" in path for path in loaded) == (game_named(game).places is not None), "nobody else needs ways"
    assert total < WEIGHS
    assert sent < SENT


def test_scripts_are_sent_without_their_comments(ann):
    """Nothing but comments, types and room is left out, and whoever has a script is not sent it again."""
    for file in (Path(kempelen.web.__file__).parent / "static").glob("*.js"):
        whole = [line.strip() for line in file.read_text("utf-8").splitlines()]
        lines = [line for line in whole if not re.fullmatch(r"//.*|/\*.*\*/", line)]
        code = [re.sub(r"/\*\* @type .*?\*/ ?", "", line).strip() for line in lines]
        code = [line for line in code if line and not line.startswith(("/*", "*"))]
        assert not [line for line in code if line.count("`") % 2], "no text goes on in another line"
        sent, whole = ann.get(f"/static/{file.name}").text, "\n".join(code)
        assert re.sub(r"\s", "", sent) == re.sub(r"\s", "", whole), file.name
        for what in (QUOTED, WORDS, TWICE):
            assert what.findall(sent) == what.findall(whole), (
                f"{file.name}: texts keep their spaces, nothing grows together"
            )
        assert not re.search(r"^(?://|/\*|\* )", sent, re.MULTILINE), file.name
    etag = ann.get("/static/table.js").headers["etag"]
    assert ann.get("/static/table.js", headers={"If-None-Match": etag}).status_code == 304


def test_styles_are_sent_without_their_comments(ann):
    """Nothing but comments and line ends between rules and declarations is left out."""
    for file in (Path(kempelen.web.__file__).parent / "static").glob("*.css"):
        whole = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
        sent = ann.get(f"/static/{file.name}").text
        assert re.sub(r"\s", "", sent) == re.sub(r"\s", "", whole), file.name
        assert "/*" not in sent, file.name
        for ours, theirs in zip(re.split(r"[{};,]", whole), re.split(r"[{};,]", sent), strict=True):
            assert theirs.split() == ours.split(), file.name


def test_no_style_looks_through_a_whole_table():
    """`.tbl:has(...)` has much of a table styled anew whenever anything is laid into it: a click took twice as long. What a
    table has stands on it as a class (static/facts.js, or whoever makes it). And a `:has()` in another is no rule at all."""
    styles = {file.name: file.read_text("utf-8") for file in (HERE / "static").glob("*.css")}
    whole = re.compile(r"(?:\.tbl|#table)(?:[.#:\[][\w-]*|\([^()]*(?:\([^()]*\)[^()]*)*\)|\])*:has\(")
    assert whole.search(".tbl:not(.companion):has(.a) .b")
    assert not whole.search(".tbl:not(.companion) .verbs:has(.a)")
    assert not [(name, found[0]) for name, text in styles.items() for found in whole.finditer(text)]
    nested = re.compile(r":has\((?:[^(){}]|\([^()]*\))*(?:\([^(){}]*)?:has\(")
    assert nested.search(".a:has(.b:not(:has(.c)))")
    assert not nested.search(".a:has(.b:not(.c)):has(.d)")
    assert not [name for name, text in styles.items() if nested.search(text)]


def test_files_are_packed_and_pages_are_not(ann):
    """How small a page with a secret becomes would tell of it."""
    packed = {
        path: ann.get(path).headers.get("content-encoding", "") for path in ("/static/play.css", "/", "/new/saboteur")
    }
    assert packed == {"/static/play.css": "gzip", "/": "", "/new/saboteur": ""}
