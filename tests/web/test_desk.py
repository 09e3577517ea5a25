"""The adviser and the calculators as pages: plain links and forms, the whole sitting in the address."""

import re
from html import unescape

import pytest

from kempelen.desk.calculator import with_defaults
from kempelen.desk.written import sitting, word_for
from kempelen.engine.errors import BadNotation
from kempelen.engine.files.position import position_text
from kempelen.engine.game import games, say_in
from kempelen.engine.setup import edition_for, options_in
from kempelen.games.tactics.desk import drawing
from kempelen.parts.advice import adviser_of, calculations_of
from kempelen.parts.rosters import rosters_of
from kempelen.web.pocket.asked import answers_in, rows_of
from tests.web.people import text_of

FEWEST_TAPS = 5


def asked(page):
    return unescape(re.search(r'<h2 class="ask[^"]*">(.*?)</h2>', page, re.DOTALL)[1])


def links(page, cls="pick"):
    return [unescape(href) for href in re.findall(rf'<a class="{cls}[^"]*" href="([^"]+)"', page)]


def adviser(name, lang="en"):
    game = games()[name]
    return adviser_of(game, options_in(game, edition_for(game, "", lang), {}))


def test_a_card_by_plain_links(visit):
    """Choose by picture, answer, let the app roll, be told with the why."""
    ann = visit("de")
    page = ann.get("/desk/undaunted").text
    assert page.count('<span class="pic">') == 8
    page = ann.get(next(href for href in links(page) if "o-scout" in href)).text
    while "/roll" not in page:
        page = ann.get(links(page, "pick big")[0]).text
    assert "<th" in page  # which faces lead to what
    rolled = ann.get(re.search(r'href="(/desk/undaunted/roll[^"]+)"', page)[1])
    page = ann.get(rolled.headers["location"]).text
    assert "Die App hat" in page
    assert "Späher: " in asked(page)
    assert 'class="steps"' in page


def test_one_step_back_is_a_link(ann):
    page = ann.get("/desk/undaunted?q=o-rifleman~n~n").text
    question = asked(page)
    page = ann.get("/desk/undaunted?q=o-rifleman~n~n~n").text
    back = re.search(r'<nav class="deeds small"><a class="button" href="([^"]+)"', page)[1]
    assert asked(ann.get(back).text) == question


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("card", ["sergeant", "guide", "scout", "rifleman", "sniper", "mg", "leader", "mortar"])
def test_a_card_in_five_taps(card, lang):
    """The card, then whoever knows it taps the first yes of what is asked in a row, and the die: five at the most."""
    one = adviser("undaunted", lang)
    waiting, most = [(f"o-{card}", 1)], 0
    while waiting:
        line, taps = waiting.pop()
        now = sitting(one, line)
        if now.query is None:
            most = max(most, taps)
        elif now.query.kind == "roll":
            # a die that must be rolled again is the author's, not ours: the last face ends it
            most = max(most, taps + 1)
        else:
            said = line
            while (now := sitting(one, said)).query is not None and now.query.kind == "yes_no":
                waiting.append((f"{said}~{word_for(now.query, True)}", taps + 1))
                said = f"{said}~n"
            waiting.append((said, taps + 1))
    assert most <= FEWEST_TAPS


def test_a_calculation_in_five_taps():
    """Opened, then every field that is not a special circumstance, whoever shoots or strikes with whatever he may have."""
    game, say = games()["universalis"], say_in("de")
    for one in calculations_of(game, game.rulings.resolve({})):
        first = one.asks[0]
        for chosen in first.choices({}):
            known = with_defaults(one, {first.name: chosen.id})
            if len(one.asks[1].choices(known) if one.asks[1].joined else ()) > FEWEST_TAPS:
                continue  # somebody without a weapon of his own, who may take any
            fields = [row for row in rows_of(one.asks, known, say, one.side_by_side) if not row.special]
            assert 1 + len(fields) <= FEWEST_TAPS, (one.id, chosen.id, [row.name for row in fields])


def test_the_die_is_told_beforehand(ann):
    """Faces and what they lead to, from the same lines that decide."""
    page = ann.get("/desk/undaunted?q=o-rifleman~n~n~n~y").text
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', page)
    for faces, word in rows:
        first = faces.partition("–")[0]
        told = ann.get(f"/desk/undaunted?q=o-rifleman~n~n~n~y~{first}").text
        assert word in asked(told) or "roll once more" in word
    assert len(rows) > 1


@pytest.mark.parametrize(
    "line",
    ["o-nobody", "x", "o-rifleman~7", "o-rifleman~c-a", "f0", "d", "r5", "o-scout~n~n~n~r77", "~".join("n" * 500)],
)
def test_an_address_that_nobody_can_have_come_to(ann, line):
    answer = ann.get("/desk/undaunted", params={"q": line})
    assert answer.status_code == 409
    assert "Traceback" not in answer.text


def test_a_line_says_what_is_wrong_with_it():
    with pytest.raises(BadNotation):
        sitting(adviser("undaunted"), "o-rifleman~zz")


def test_calculators_are_forms(visit):
    """German numbers are understood; a model without the weapon gets its own."""
    ann = visit("de")
    page = ann.get("/desk/universalis").text
    assert [href.rpartition("/")[2] for href in links(page)] == [
        "shot",
        "wound",
        "melee",
        "panic",
        "scatter",
        "reconnoitre",
    ]
    page = ann.get("/desk/universalis/shot", params={"go": "1", "distance": "12,5", "weapon": "no_such"}).text
    assert re.fullmatch(r"Trifft \d+\s%, verletzt \d+\s%(, schaltet aus \d+\s%)?\.", asked(page))
    assert "Trifft mit" in text_of(page), "and exactly, below"
    assert "12,5" in page
    wrong = ann.get("/desk/universalis/shot", params={"go": "1", "distance": "weit"}).text
    assert "„weit“ passt nicht" in text_of(wrong)


def test_any_unit_on_any_map(ann):
    """Tactics: the values are typed in, the map is tapped; chances are those of the AI."""
    page = ann.get("/desk/tactics/draw", params={"ai": "aggressive", "move": "9", "range": "1"}).text
    assert "100 %" in page
    brush = {"brush": "wall", "at": "tile:4,2", "q": drawing.BLANK}
    page = ann.get("/desk/tactics/draw", params=brush).text
    assert drawing.touched(drawing.BLANK, "wall", "tile:4,2") in unescape(page)
    page = ann.get("/desk/tactics/draw", params={"q": "hex~...../...../.....~"}).text
    assert "Put the unit on the map first." in page
    page = ann.get("/desk/tactics/draw", params={"q": "hex~...../..~"}).text
    assert "no map" in page


def test_a_map_with_water_stays_a_map(ann):
    """What stands for water also divides the parts of a drawing."""
    line = drawing.touched(drawing.BLANK, "water", "tile:0,0")
    assert drawing.touched(line, "", "tile:0,0") == drawing.BLANK
    page = ann.get("/desk/tactics/draw", params={"q": drawing.BLANK, "brush": "water", "at": "tile:0,0"}).text
    assert line in unescape(page)
    assert 'class="message"' not in page


def test_a_map_may_be_wider_than_it_is_high(ann):
    page = ann.get("/desk/tactics/draw", params={"q": drawing.BLANK, "wide": "12", "high": "4"}).text
    line = drawing.sized(drawing.BLANK, 12, 4)
    assert drawing.size(line) == (12, 4)
    assert line.endswith("~3,3,unit;5,1,enemy")
    assert line in unescape(page)
    assert drawing.sized(line, 4, 4).endswith("~3,3,unit"), "who stands beyond the edge goes"
    for wide, high in (("0", "4"), ("21", "4"), ("x", "4"), ("", "")):
        page = ann.get("/desk/tactics/draw", params={"q": line, "wide": wide, "high": high}).text
        assert "at most 20 by 20" in page
        assert line in unescape(page), "the drawing stays"


def test_each_kind_of_enemy_has_its_own_values(ann):
    """Those that are on the map are asked for; the others are kept."""
    line = "square121~......./......./......./......./.......~3,2,unit;6,2,enemy_b"
    chances = []
    for attack in ("0", "9"):
        page = ann.get("/desk/tactics/draw", params={"q": line, "ai": "shy", "enemy_b_attack": attack}).text
        assert 'name="enemy_b_attack"' in page
        known, problem = answers_in(drawing.ASKS, {"ai": "shy", "enemy_attack": "5", "enemy_b_attack": attack})
        assert problem is None
        cards = drawing.position_of(line, known)["cards"]
        chances.append([cards[kind]["attack"] for kind in ("enemy", "enemy_b", "enemy_c")])
    assert chances == [[5, 0, 1], [5, 9, 1]]
    assert 'type="hidden" name="enemy_c_attack"' in page, "nobody there has it, and it is kept"
    assert 'inputmode="decimal" autocomplete="off" value="1" placeholder="0–99"' in page


@pytest.mark.parametrize("name", ["village", "sandbox", "kraken_1"])
def test_a_map_file_is_drawn(ann, name):
    """A scenario of the game as it is written for changing: its ground, and its units by sides."""
    game = games()["tactics"]
    position = game.scenario_files.file(name.partition("_")[0])
    text, state = position_text(position), game.from_position(position, {})
    page = ann.post("/desk/tactics/draw", data={"position_text": text, "position_file": "own.toml"})
    assert page.status_code == 200
    line = drawing.opened(state).line
    assert any(line.startswith(shipped) for _, shipped in drawing.maps()[8:])
    assert line in unescape(page.text)
    assert line.count("unit") == 1
    if name == "sandbox":
        assert line.count("enemy") == 4
        assert "Not drawn: the guardian." in page.text


def test_a_map_file_that_is_wrong_says_where(ann):
    line = "hex~...../...../.....~1,1,unit"
    for text, told in (
        ('game = "tactics"\nvariant = "sandbox"\nmap = ["...", ".?."]\nplayers = [{}, {}]', "row 2, column 2"),
        ('game = "tactics"\nmap = [', "own.toml"),
        (
            'game = "tactics"\nvariant = "sandbox"\nmap = ["' + "." * 21 + '"]\nplayers = [{}, {}]\nunits = []',
            "21 by 1",
        ),
    ):
        page = ann.post("/desk/tactics/draw", data={"q": line, "position_text": text, "position_file": "own.toml"})
        assert told in unescape(page.text)
        assert line in unescape(page.text), "what was drawn is still there"


def test_a_second_tap_takes_a_unit_away():
    once = drawing.touched(drawing.BLANK, "enemy", "tile:0,0")
    assert drawing.touched(once, "enemy", "tile:0,0") == drawing.BLANK
    moved = drawing.touched(drawing.BLANK, "unit", "tile:0,0")
    assert moved.count("unit") == 1


def test_a_game_without_a_desk(ann):
    assert ann.get("/desk/saboteur").status_code == 404
    assert ann.get("/desk/universalis/nothing").status_code == 404


def test_the_desk_is_found(ann):
    home = ann.get("/").text
    assert {name for name in games() if f'href="/desk/{name}"' in home} == {"tactics", "undaunted", "universalis"}
    assert 'href="/desk/undaunted"' in ann.get("/new/undaunted?companion=1").text


def test_whoever_comes_from_a_game_finds_the_way_back(ann):
    for where in ("/desk/tactics", "/desk/tactics/draw", "/desk/undaunted", "/desk/universalis"):
        page = ann.get(f"{where}?table=abc-1").text
        assert 'href="/tables/abc-1"' in page
        onward = [link for link in re.findall(r'href="(/desk/[^"]+)"', page) if "table=abc-1" not in link]
        assert not onward
        assert "/tables/" not in ann.get(f"{where}?table=../mine").text


def test_a_unit_of_the_game_has_its_values_on_every_map(ann):
    """A desk with one thing opens it; the unit is chosen, put down, and then its enemies are."""
    page = ann.get("/desk/tactics").text
    assert 'class="board-pic' in page
    name, values = next((name, values) for name, values in drawing.known() if values["range"] != "1")
    word = say_in("en").of(name, "Nom")
    chosen = unescape(re.search(rf'href="([^"]+)"[^>]*>{re.escape(word)}</a>', page)[1])
    page = ann.get(chosen).text
    assert f'name="range" value="{values["range"]}"' in page or f'value="{values["range"]}"' in page
    another = unescape(re.search(r'href="([^"]+q=hex[^"]+)"', page)[1])
    assert f"range={values['range']}" in another
    page = ann.get(another).text
    put = unescape(re.search(r'<a href="([^"]*at=tile%3A1%2C1[^"]*)"', page)[1])
    assert re.search(r'aria-current="true">enemy', ann.get(put).text, re.IGNORECASE) is not None


@pytest.mark.parametrize(
    ("edition", "told"), [("de", "ERKUNDEN ist trotzdem VERSCHLEIERN."), ("en", "ERKUNDEN ist ERKUNDEN")]
)
def test_what_a_question_means_is_said_as_the_edition_has_it(visit, edition, told):
    """The German edition keeps the swap of the Scout, and its desk must not say that ours does not."""
    page = visit("de").get(f"/desk/undaunted?edition={edition}&q=o-scout~n~y").text
    assert "Q26" in page
    assert told in text_of(page)


MINE = (
    rosters_of(games()["universalis"])
    .start("scrappers", say_in("en"))
    .replace('"marga"', '"zebulon"')
    .replace('"Marga"', '"Zebulon"')
)


def test_an_own_group_at_the_calculators(ann):
    """It goes along in the address, checked as for a new game; a game without groups has none."""
    made = ann.post("/desk/universalis", data={"roster": MINE})
    assert made.status_code == 303
    menu = ann.get(made.headers["location"]).text
    melee = next(unescape(link) for link in re.findall(r'href="([^"]+)"', menu) if "/melee?" in link)
    page = ann.get(melee).text
    assert 'value="zebulon"' in page
    assert 'value="zebulon"' not in ann.get("/desk/universalis/melee").text
    assert unescape(re.search(r'name="own" value="([^"]+)"', page)[1]) in melee
    without = unescape(re.search(r'href="([^"]+)">Without it', menu)[1])
    assert "own=" not in without


@pytest.mark.parametrize("text", ["", "faction = ", MINE.replace("agi = 5", "agi = 500", 1)])
def test_an_own_group_that_is_wrong_says_where(ann, text):
    page = ann.post("/desk/universalis", data={"roster": text}).text
    assert 'class="message"' in page
    assert "group-1.toml" in text_of(page) or not text


@pytest.mark.parametrize("word", ["%", "AAAA", "eJwDAAAAAAE"])
def test_an_address_without_a_group_says_so(ann, word):
    answer = ann.get("/desk/universalis/shot", params={"own": word})
    assert answer.status_code == 409
    assert ann.post("/desk/tactics", data={"roster": MINE}).status_code < 500
