"""`kempelen scenario`, and scenarios of one's own in `play` and `simulate`."""

import json
import tomllib
from xml.etree import ElementTree

import pytest

from kempelen.engine.game import games

OWN = """
game = "undaunted"
title = { en = "The mill", de = "Die Mühle" }
briefing = { en = "Take the mill.", de = "Nimm die Mühle." }
holder = "us"
rounds = 2
map = '''
0     1*2   h     0
   2     0*1   1
0     1     0     1
'''

[us]
goal = 2
spawn = { A1 = ["rifleman-A", "scout-A"] }
deck = { sergeant = 1, leader-A = 1, scout-A = 2, rifleman-A = 4 }
supply = { rifleman-A = 1, fog = 4 }
scouted = ["A1"]

[de]
goal = "pin"
spawn = { C4 = ["rifleman-A", "scout-A"] }
deck = { sergeant = 1, leader-A = 1, scout-A = 2, rifleman-A = 4 }
supply = { rifleman-A = 1, fog = 4 }
scouted = ["C4"]
"""

TACTICS = """
game = "tactics"
mode = "none"
map = '''
~~~~~
.....
.p.p.
'''
players = [{}]
units = [{ card = "archer", at = "1,2", player = 1 }, { card = "tentacle", at = "2,0" }]
"""


@pytest.fixture
def own(tmp_path):
    def write(text=OWN, name="mill.toml"):
        file = tmp_path / name
        file.write_text(text, "utf-8")
        return file

    return write


# -- check


@pytest.mark.parametrize(("lang", "word"), [("en", "mill.toml can be played: "), ("de", "mill.toml ist spielbar: ")])
def test_a_good_scenario(kempelen, own, lang, word):
    file = own()
    run = kempelen("scenario", "check", file, "--lang", lang)
    assert (run.status, run.err) == (0, "")
    assert run.out.strip() == f"{word}kempelen play undaunted --scenario {file}"


BAD = {
    "spawn": (
        ('["rifleman-A", "scout-A"] }\ndeck', '["scout-A"] }\ndeck'),
        "us.spawn: rifleman-A has cards but no spawn tile. Add it to the list of a tile under spawn.",
        "us.spawn: rifleman-A hat Karten, aber kein Aufstellfeld. Trag die Einheit unter spawn bei einem Feld ein.",
    ),
    "goal": (
        ("goal = 2", "goal = 4"),
        "us.goal: 4 points cannot be reached; the map has 3. Lower the goal, or add objectives to the drawing.",
        "us.goal: 4 Punkte sind nicht zu erreichen; die Karte hat 3. Senke das Siegziel oder zeichne mehr Zielmarker ein.",
    ),
    "six": (
        ("rifleman-A = 4", "rifleman-A = 6"),
        "us.deck: 7 cards rifleman-A are too many. A side has 5; take some out of deck, supply or wherever they lie.",
        "us.deck: 7 Karten rifleman-A sind zu viele. Eine Seite hat 5; nimm welche heraus, aus dem Deck, dem Vorrat oder "
        "wo sie sonst liegen.",
    ),
    "shape": (
        ("   2     0*1", "  2     0*1"),
        "",
        "",
    ),
    "odd": (
        ("   2     0*1   1", "2     0*1   1"),
        "map, row 2, column 1: “2” is not where a tile can be. Every other row begins half a tile (three characters) "
        "further in, and tiles of a row are six characters apart.",
        "map, Zeile 2, Spalte 1: „2“ steht nicht da, wo ein Feld sein kann. Jede zweite Zeile beginnt ein halbes Feld "
        "(drei Zeichen) weiter rechts, und die Felder einer Zeile stehen sechs Zeichen auseinander.",
    ),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_is_wrong(kempelen, own, name, lang):
    (old, new), english, german = BAD[name]
    assert old in OWN
    run = kempelen("scenario", "check", own(OWN.replace(old, new, 1)), "--lang", lang)
    wanted = {"en": english, "de": german}[lang]
    if not wanted:  # a character more or less is understood
        assert run.status == 0
        return
    assert run.status == 1
    assert run.out.strip() == f"mill.toml: {wanted}"


def test_a_tile_named_twice_in_a_table(kempelen, own):
    text = OWN.replace('A1 = ["rifleman-A", "scout-A"]', 'A1 = ["rifleman-A"], A1 = ["scout-A"]', 1)
    run = kempelen("scenario", "check", own(text))
    assert run.status == 1
    assert run.out.strip() == (
        "mill.toml, line 15: Something that has been named before is named a second time here. Name it once."
    )


def test_a_file_that_is_none(kempelen, own, tmp_path):
    for file, word in (
        (tmp_path / "no.toml", "no.toml: There is no such file."),
        (own("game = ", "x.toml"), "x.toml, line 1: This is not valid TOML."),
        (own('game = "chess"', "y.toml"), "y.toml: There is no game"),
        (own("x", "mill.txt"), "mill.txt: A position is a file with the ending .toml or .json."),
    ):
        run = kempelen("scenario", "check", file)
        assert run.status == 1
        assert run.out.startswith(word)


def test_doubts_and_several_files(kempelen, own):
    odd = own(OWN.replace("supply = { rifleman-A = 1, fog = 4 }", "", 1), "odd.toml")
    run = kempelen("scenario", "check", own(), odd)
    assert run.status == 0
    assert "odd.toml: Is this meant? us.supply: The US side has Scouts but no Fog of War in the supply" in run.out
    bad = own(OWN.replace("goal = 2", "goal = 9", 1), "bad.toml")
    assert kempelen("scenario", "check", own(), bad).status == 1


def test_other_games_have_scenarios_in_files_too(kempelen, own):
    file = own(TACTICS, "bay.toml")
    run = kempelen("scenario", "check", file)
    assert (run.status, run.out.startswith("bay.toml can be played")) == (0, True)
    assert "│" in kempelen("scenario", "show", file).out
    run = kempelen("scenario", "check", own(TACTICS.replace(".....", "...."), "bay.toml"))
    assert run.status == 1
    assert run.out.startswith("bay.toml: ")
    assert "row" in run.out.lower()


# -- show


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", games())
def test_every_shipped_scenario_can_be_shown(kempelen, game, lang):
    for scenario in games()[game].scenarios:
        run = kempelen("scenario", "show", f"{game}/{scenario}", "--lang", lang)
        assert (run.status, run.err) == (0, "")
        assert len(run.out.splitlines()) > 5


def test_a_map_in_the_terminal(kempelen, own):
    run = kempelen("scenario", "show", own(), "--lang", "de")
    assert run.out.startswith("Die Mühle\nNimm die Mühle.\n")
    for word in (
        "A2 ⌂1*2",
        "A3 ⌂h",
        "Siegziel: 2 Punkte.",
        "Siegziel: den Gegner binden",
        "Aufstellfelder: A1 (Späher A",
    ):
        assert word in run.out
    assert "Sonderregel: Nach 2 Runden ist Schluss" in run.out


def test_a_name_that_several_games_have(kempelen):
    run = kempelen("scenario", "show", "first")
    assert run.status == 2
    assert "undaunted/first" in run.err
    assert kempelen("scenario", "show", "orchard").status == 0
    for name in ("moon", "undaunted/moon", "chess/first"):
        run = kempelen("scenario", "show", name)
        assert (run.status, run.out) == (2, "")


def test_a_bad_file_cannot_be_shown(kempelen, own):
    run = kempelen("scenario", "show", own(OWN.replace("goal = 2", "goal = 9", 1)))
    assert run.status == 2
    assert run.err.startswith("mill.toml: us.goal: 9 points cannot be reached")


def test_a_picture_of_the_map(kempelen, own, tmp_path):
    file = tmp_path / "map.svg"
    run = kempelen("scenario", "show", own(), "-o", file)
    assert run.status == 0
    root = ElementTree.fromstring(file.read_text("utf-8"))
    ids = [element.get("id", "") for element in root.iter()]
    assert sum("tile:" in id for id in ids) == 11
    assert kempelen("scenario", "show", "orchard", "-o", file).status == 2  # it is there already
    assert kempelen("scenario", "show", "orchard", "-o", tmp_path / "map.png").status == 2
    assert kempelen("scenario", "show", "orchard", "-o", tmp_path / "no" / "map.svg").status == 2


def test_a_shipped_scenario_to_begin_with(kempelen, tmp_path):
    file = tmp_path / "mine.toml"
    assert kempelen("scenario", "show", "orchard", "-o", file).status == 0
    data = tomllib.loads(file.read_text("utf-8"))
    assert "scenario" not in data
    assert data["title"]["de"].startswith("Der Obstgarten")
    assert kempelen("scenario", "check", file).status == 0
    assert kempelen("scenario", "show", "tu", "-o", tmp_path / "tu.toml").status == 2


# -- playing it


def test_playing_one_of_ones_own(kempelen, own, record):
    run = kempelen("play", "undaunted", "--scenario", own(), "--seed", 3, typed="quit\n")
    assert run.status == 0
    assert "Take the mill." in run.out
    assert "Hint" not in run.out
    assert record("undaunted-1").header["position"]["map"].startswith("0     1*2")
    run = kempelen("play", "--resume", "undaunted-1", typed="quit\n")
    assert run.status == 0


def test_a_bad_scenario_cannot_be_played(kempelen, own):
    bad = own(OWN.replace('scouted = ["A1"]', 'scouted = ["A1"]\ncontrolled = ["A2"]', 1))
    run = kempelen("play", "undaunted", "--scenario", bad)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("mill.toml: us.goal: The US side has 2 points at the start")
    both = ("--scenario", own(), "--position", own())
    assert kempelen("play", "undaunted", *both).status == 2
    assert kempelen("play", "saboteur", "--scenario", own()).status == 2


def test_simulating_one_of_ones_own(kempelen, own, tmp_path):
    rows = tmp_path / "rows.jsonl"
    run = kempelen("simulate", "undaunted", "--scenario", own(), "-n", 3, "--workers", 1, "-o", rows)
    assert run.status == 0
    assert "(mill.toml): 3 games" in run.out
    row = json.loads(rows.read_text("utf-8").splitlines()[2])
    assert row["scenario"] == "mill.toml"
    assert row["facts"]["rounds"] <= 2
    file = tmp_path / "game.jsonl"
    assert kempelen("simulate", "undaunted", "--scenario", own(), "--record", 2, file).status == 0
    assert kempelen("replay", file, "--verify").status == 0


@pytest.mark.parametrize(("lang", "words"), [("en", ("pin", "capped", "losses")), ("de", ("binden", "begrenzt"))])
def test_simulating_all_scenarios(kempelen, tmp_path, lang, words):
    rows = tmp_path / "rows.jsonl"
    run = kempelen("simulate", "undaunted", "--scenario", "all", "-n", 1, "--workers", 1, "-o", rows, "--lang", lang)
    assert (run.status, run.err) == (0, "")
    lines = {"en": "what it tries", "de": "was sie versucht"}[lang]
    for word in (*words, *games()["undaunted"].scenarios, lines):
        assert word in run.out
    played = [json.loads(line)["scenario"] for line in rows.read_text("utf-8").splitlines()]
    assert played == list(games()["undaunted"].scenarios)
    for fewer in ("--no-lines", "--bots=random"):
        run = kempelen("simulate", "undaunted", "--scenario", "all", "-n", 1, "--workers", 1, fewer, "--lang", lang)
        assert lines not in run.out
    assert kempelen("simulate", "undaunted", "--scenario", "all", "--record", 1, tmp_path / "x.jsonl").status == 2


def test_the_same_games_whether_alone_or_with_others(kempelen, tmp_path):
    both, one = tmp_path / "all.jsonl", tmp_path / "one.jsonl"
    kempelen("simulate", "undaunted", "--scenario", "all", "-n", 2, "--no-lines", "--workers", 2, "-o", both)
    kempelen("simulate", "undaunted", "--scenario", "raid", "-n", 2, "--workers", 1, "-o", one)
    assert set(one.read_text("utf-8").splitlines()) < set(both.read_text("utf-8").splitlines())
