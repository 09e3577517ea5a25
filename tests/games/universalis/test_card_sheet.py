"""Unit cards to print: what stands on them, that it fits, and the same bytes every time."""

import subprocess
import sys
from hashlib import sha256
from io import BytesIO

import pytest
from pypdf import PdfReader

from kempelen.engine.game import game_named, say_in
from kempelen.games.universalis.files.muster import shipped_roster
from kempelen.games.universalis.files.scenarios import ROSTERS
from kempelen.printing import print_sheet
from kempelen.text.say import LANGUAGES
from tests.games.universalis.test_roster_files import group, human
from tests.marks import rule

A4_LANDSCAPE = (842, 595)


def sheet(*groups, lang="en", markers=False):
    return game_named("universalis").rosters.cards(groups, say_in(lang), markers=markers)


def printed(*groups, lang="en", markers=False):
    return print_sheet(sheet(*groups, lang=lang, markers=markers))


def text_of(page):
    return "".join(page.extract_text().replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff").split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ROSTERS)
def test_every_shipped_card_fits(name, lang):
    data = shipped_roster(name)
    made = printed(data, lang=lang)
    assert made.problems == ()
    pages = PdfReader(BytesIO(made.pdf)).pages
    assert len(pages) == made.pages == 2 * -(-len(data["models"]) // 4)
    assert all((round(page.mediabox.width), round(page.mediabox.height)) == A4_LANDSCAPE for page in pages)
    for n, model in enumerate(data["models"]):
        front, back = pages[n // 4 * 2], pages[n // 4 * 2 + 1]
        assert model["name"] in text_of(front)
        assert model["name"] in text_of(back)


@pytest.mark.parametrize("lang", LANGUAGES)
@rule("universalis:R007")
def test_front_and_back_say_everything(lang):
    """Everything that the sheet was given can be read on the paper."""
    made = sheet(shipped_roster("clockwork"), lang=lang)
    pages = PdfReader(BytesIO(print_sheet(made).pdf)).pages
    for n, card in enumerate(made.data["cards"]):
        front, back = text_of(pages[n // 4 * 2]), text_of(pages[n // 4 * 2 + 1])
        for section in card["sections"]:
            assert section["title"] in front
            for row in section["rows"]:
                assert row["name"].replace(" ", "") in front
        assert card["points"].replace(" ", "") in front
        for entry in card["back"]:
            assert entry["words"].replace(" ", "") in back


@rule("universalis:R311")
@rule("universalis:R308")
def test_circles_for_hit_points_and_zones():
    """First the white half, rounded up; a colossus has four zones, the others two thirds of the hull."""
    cards = {card["name"]: card for card in sheet(shipped_roster("scrappers")).data["cards"]}
    assert [(zone["white"], zone["orange"]) for zone in cards["Marga"]["zones"]] == [(4, 3)]
    assert [(zone["white"], zone["orange"]) for zone in cards["Amboss"]["zones"]] == [(5, 4), (3, 3), (3, 3), (3, 3)]
    assert [zone["faces"] for zone in cards["Amboss"]["zones"]] == ["1–6", "7–8", "9–10", "11–12"]


def test_weapons_are_sorted_and_bare_hands_added():
    """Melee first, then by class, thrown last."""
    cards = {card["name"]: card for card in sheet(shipped_roster("border_watch")).data["cards"]}

    def weapons(name):
        found = next(section for section in cards[name]["sections"] if section["kind"] == "weapons")
        return [(row["wk"], row["name"], row["range"], row["uses"]) for row in found["rows"]]

    assert weapons("Dahl") == [
        ("I", "Bare hands", "NK", 0),
        ("III", "Grenade launcher", "25/4", 0),
        ("I", "Hand grenade", "10/3", 3),
    ]
    assert [name for _, name, _, _ in weapons("Libelle")] == ["Service pistol"]  # drones have no fists


def test_a_drone_shows_dashes_and_its_controller():
    card = next(card for card in sheet(shipped_roster("border_watch")).data["cards"] if card["name"] == "Libelle")
    assert dict(card["attributes"]) == {"AGI": None, "NK": None, "FK": None, "KO": 3, "WN": 7, "EH": None}
    assert card["danger"] is None
    assert card["controller"] == "of Dahl"


def test_backs_lie_behind_their_fronts():
    """On the back page left and right have changed places."""
    pages = PdfReader(BytesIO(printed(group(human(leader=True), human("two"))).pdf)).pages
    places = []
    for page in pages:
        found = {}

        def note(text, matrix, *_, found=found):
            if text.strip() in ("One", "Two"):
                found.setdefault(text.strip(), matrix[4])

        page.extract_text(visitor_text=note)
        places.append(found)
    assert places[0]["One"] < places[0]["Two"]
    assert places[1]["One"] > places[1]["Two"]


LONG = "donaudampfschifffahrtsgesellschaftskapitaensmuetze"
GUN = {"wk": 1, "range": "20/3", "strength": 4, "damage": 2}
EVERY_TRAIT = ["seventh_sense", "surefooted 3", "gecko", "cross_country 3", "multitasking 3", "eagle_eye", "fleet"]
TOO_LONG = {
    "models.1.name": ("name", group(human(leader=True, name=LONG), human("two"))),
    "models.1.weapons.1": (
        "weapon",
        group(human(leader=True, weapons=[LONG]), human("two"), weapons={LONG: GUN}),
    ),
    "models.2.weapons.1": (
        "weapon",
        group(human(leader=True), human("two", weapons=["gun"]), weapons={"gun": {**GUN, "uses": 15}}),
    ),
    "models.1.armour": (
        "armour",
        group(human(leader=True, armour=LONG), human("two"), armours={LONG: {"protection": 5}}),
    ),
    "models.1.items.1": (
        "entry",
        group(human(leader=True, items=[LONG * 2]), human("two"), items={LONG * 2: {"kg": 1}}),
    ),
    "models.1.weapons": (
        "front",
        group(human(leader=True, ko=10, weapons=["service_pistol"] * 14), human("two")),
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("field", "case"), TOO_LONG.items(), ids=TOO_LONG)
def test_what_does_not_fit_is_told_with_its_field(field, case, lang):
    kind, data = case
    problems = printed(data, lang=lang).problems
    assert f"universalis.too_long.{kind}" in {problem.key for problem in problems}
    assert field in {say_in(lang).of(problem).split(":")[0] for problem in problems}


def test_a_back_that_is_too_full_is_told():
    effects = ["rend", "fire", "concussion", "explosive", "toxic", "armour_piercing", "shrapnel", "trauma"]
    traits = [*EVERY_TRAIT, "riposte", "gun_kata", "hardened", "stable", "luck", "nimble", "gunslinger", "automaton"]
    guns = {f"gun_{n}": {**GUN, "effects": effects, "radius": n + 1, "burst": n % 4 + 1} for n in range(8)}
    data = group(
        human(leader=True, traits=traits, weapons=list(guns), items=["medikit", "grapple", "scanner", "riot_shield"]),
        human("two"),
        weapons=guns,
    )
    problems = {problem.key for problem in printed(data).problems}
    assert "universalis.too_long.back" in problems


def test_long_names_are_set_smaller_before_anything_is_refused():
    assert printed(group(human(leader=True, name="Hauptfrau Elisabeth von der Voss"), human("two"))).problems == ()


def test_markers_are_a_page_of_their_own():
    data = shipped_roster("first_watch")
    plain, with_markers = printed(data, lang="de"), printed(data, lang="de", markers=True)
    assert with_markers.pages == plain.pages + 1
    text = text_of(PdfReader(BytesIO(with_markers.pdf)).pages[-1])
    for word in ("brennt", "feuerbereit", "Panik", "Gift", "nachladen", "schnell", "Schock", "getarnt", "Verteidigung"):
        assert text.count(word) == 12


def test_fonts_are_embedded_ones():
    pages = PdfReader(BytesIO(printed(shipped_roster("clockwork"), markers=True).pdf)).pages
    fonts = {
        font["/BaseFont"].rpartition("+")[2]
        for page in pages
        for font in (entry.get_object() for entry in page["/Resources"].get("/Font", {}).values())
    }
    assert fonts
    assert all(name.startswith("Libertinus") for name in fonts)


def test_the_same_bytes_every_time():
    code = (
        "from hashlib import sha256; from kempelen.engine.game import game_named, say_in;"
        "from kempelen.printing import print_sheet; g = game_named('universalis');"
        "s = g.roster_cards([g.roster_file('scrappers')], say_in('de'), markers=True);"
        "print(sha256(print_sheet(s).pdf).hexdigest())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert other == sha256(printed(shipped_roster("scrappers"), lang="de", markers=True).pdf).hexdigest()


@rule("universalis:G52")
def test_powers_stand_behind_the_rank_in_their_discipline():
    """The front shows the rank, also of a discipline without a power; the back level, radius and effects."""
    storm = {"discipline": "sky", "level": 2, "ap": 3, "distance": 15, "radius": 3, "strength": 5, "damage": 2}
    data = group(
        human(leader=True, powers=["ember", "storm"], disciplines={"sky": 2, "fire": 1, "mind": 1}),
        human("two"),
        powers={"storm": {**storm, "effects": ["shrapnel"]}},
    )
    card = sheet(data).data["cards"][0]
    found = next(section for section in card["sections"] if section["kind"] == "powers")
    assert [(row["head"], row["name"], row["ap"], row["field"]) for row in found["rows"]] == [
        ("Sky (rank 2):", "Storm", 3, "models.1.powers.2"),
        ("Fire (rank 1):", "Ember", 3, "models.1.powers.1"),
        ("Mind (rank 1):", "–", None, "models.1.disciplines.mind"),
    ]
    backs = {entry["name"]: entry["words"] for entry in card["back"]}
    assert backs["Storm:"].startswith("level II, 3 AP")
    assert "Everybody within 3 cm of the place is hit." in backs["Storm:"]
    assert "Effects: shrapnel." in backs["Storm:"]
    assert "Shrapnel:" in backs
    assert text_of(PdfReader(BytesIO(printed(data, lang="de").pdf)).pages[0]).count("Feuer(Rang1):") == 1
