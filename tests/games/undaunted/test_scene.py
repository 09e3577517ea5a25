"""What is drawn: every handle of an action is there to be clicked."""

from __future__ import annotations

from itertools import combinations

import pytest

from kempelen.contract.shown import GOAL_LETTERS
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import DirectTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.face.pictures import ICONS
from kempelen.games.undaunted.face.preview import preview
from kempelen.games.undaunted.rules.actions import END
from kempelen.games.undaunted.rules.cards import KINDS, NAMES, UNITS
from kempelen.games.undaunted.rules.endings import in_vain
from kempelen.games.undaunted.rules.legal import legal
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.scene.model import SHIELD
from kempelen.scene.plain import render_text
from kempelen.scene.svg import render
from kempelen.text import LANGUAGES
from tests.games.undaunted.tables import state

BUTTONS = ("action:", "count:", "end", "enough")


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_handle_is_drawn_or_a_button(scenario):
    table = DirectTable(GAME, [GAME.bots["random"]()] * 2, TapeDice(4))
    s = table.state = GAME.new(Setup("undaunted", scenario, ("random", "random")), table)
    say = say_in("en")
    for _ in range(40):
        if GAME.outcome(s) is not None:
            break
        if s.phase == 1:
            scene = GAME.scene(GAME.view(s, s.active), say)
            drawn = {shape.id for shape in scene.everything()}
            for option in legal(s, s.active):
                missing = [
                    handle for handle in option.handles if handle not in drawn and not handle.startswith(BUTTONS)
                ]
                assert missing == [], option.notation
        GAME.step(s, table)


def test_the_picture_as_text_and_as_svg():
    s = state({"counters": {"C2": ["rifleman-A"]}, "suppressed": ["rifleman-A"], "scouted": ["C2"], "marker": "D4"})
    for lang, name in (("en", "RA!"), ("de", "SA!")):
        scene = GAME.scene(GAME.view(s, 0), say_in(lang))
        text = render_text(scene)
        assert name in text
        assert "C4 ⌂1*3" in text
        assert render(scene).startswith("<svg")


def test_the_enemys_hand_is_not_in_the_picture():
    s = state({"hand": ["scout-A"]}, {"hand": ["sniper"]})
    ids = {shape.id for shape in GAME.scene(GAME.view(s, 0), say_in("en")).everything()}
    assert "card:scout-A" in ids
    assert "card:sniper" not in ids


def test_nobody_is_on_turn_before_initiative_is_decided():
    s = state({"hand": ["scout-A"]})
    for phase, on in ((1, "on turn"), (0, "")):
        s.phase = phase
        trays = GAME.scene(GAME.view(s, 0), say_in("en")).trays
        notes = {tray.seat: tray.words for tray in trays if tray.seat}
        assert notes["us"].startswith(on)
        assert ("on turn" in notes["us"]) is bool(on)


def test_counters_are_named_without_an_article():
    s = state({"counters": {"C2": ["sniper"]}})
    for lang, name in (("en", "Sniper (US)"), ("de", "Scharfschütze (US)")):
        labels = [shape.label for shape in GAME.scene(GAME.view(s, 0), say_in(lang)).shapes]
        assert name in labels


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_card_has_an_icon_of_its_own(kind):
    assert [other for other in KINDS if ICONS[other] == ICONS[kind]] == [kind]
    assert all(0 <= value <= 1 for stroke in ICONS[kind] for point in stroke for value in point)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_shows_icon_name_squad_and_initiative(lang):
    say = say_in(lang)
    hand = ["sergeant", "guide", "scout-B", "mg-C", "sniper", "mortar", "rifleman-A", "leader-A", "fog"]
    scene = GAME.scene(GAME.view(state({"hand": hand}), 0), say)
    cards = {shape.id.removeprefix("card:"): shape for shape in scene.trays[0].items}
    assert sorted(cards) == sorted(hand)
    for name, shape in cards.items():
        kind, _, squad = name.partition("-")
        assert shape.icon == ICONS[kind]
        assert shape.corner == str(KINDS[kind].initiative)
        assert shape.text.count("\n") <= 1
        assert shape.text.endswith(squad)
        whole = letters(shape.label.removesuffix(squad))
        assert whole.startswith(letters(shape.text.removesuffix(squad)))
        assert f"{shape.glyph} {shape.label}" in render_text(scene)


def letters(words: str) -> str:
    return "".join(letter for letter in words.lower() if letter.isalpha())


def test_a_pile_shows_how_many_there_are():
    s = state({"supply": {"rifleman-A": 3}})
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(s, 0), say_in("en")).everything()}
    assert shapes["pile:us-rifleman-A"].corner == "×3"


UNIT_NAMES = [NAMES[unit] for unit in UNITS]


@pytest.mark.parametrize(("ours", "theirs"), [*((n, 0) for n in range(12)), (1, 1), (2, 1), (3, 2), (3, 3), (5, 5)])
def test_nothing_on_a_tile_covers_anything_else(ours, theirs):
    us = {"counters": {"C4": UNIT_NAMES[:ours]}, "scouted": ["C4"], "marker": "C4"}
    de = {"counters": {"C4": UNIT_NAMES[:theirs]}, "scouted": ["C4"], "marker": "C4"}
    scene = GAME.scene(GAME.view(state(us, de), 0), say_in("en"))
    tile = next(shape for shape in scene.shapes if shape.id == "tile:C4")
    pieces = [shape for shape in scene.shapes if shape.role in ("unit", "mark", "marker")]
    here = [shape for shape in pieces if abs(shape.x - tile.x) < 0.5 and abs(shape.y - tile.y) < 0.5]
    assert len(here) == ours + theirs + 4 + 1
    for shape in here:
        assert abs(shape.x - tile.x) + shape.w / 2 <= 0.5
        assert abs(shape.y - tile.y) + shape.h / 2 <= 0.5
        if shape.role == "unit":
            assert shape.y - shape.h / 2 >= tile.y - 0.2  # above are the name and the cover
    for a, b in combinations(here, 2):
        apart = max(abs(a.x - b.x) - (a.w + b.w) / 2, abs(a.y - b.y) - (a.h + b.h) / 2)
        assert apart >= -1e-9, (a.id, b.id)


@pytest.mark.parametrize(("count", "wide", "high"), [(1, 0.4, 0.4), (2, 0.4, 0.4), (3, 0.28, 0.4), (6, 0.28, 0.22)])
def test_six_counters_on_a_tile_can_still_be_read(count, wide, high):
    s = state({"counters": {"B2": UNIT_NAMES[:count]}})
    units = [shape for shape in GAME.scene(GAME.view(s, 0), say_in("en")).shapes if shape.id.startswith("unit:us")]
    assert len(units) == count
    assert all(shape.w >= wide and shape.h >= high for shape in units)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_sides_things_have_another_form(seat):
    position = {"counters": {"B2": ["scout-A"]}, "scouted": ["B2"], "marker": "A1"}
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(state(position, position), seat), say_in("en")).shapes}
    for handle in ("unit:{}-scout-A", "mark:{}-B2", "target:{}"):
        own, theirs = (shapes[handle.format(SIDES[side])] for side in (seat, 1 - seat))
        assert own.form is not SHIELD
        assert theirs.form is SHIELD
        assert own.icon == theirs.icon


def goal_of(lang="en", **more):
    """What stands above the table of the US side in a scenario of two rounds."""
    s = state({"hand": ["scout-A"]}, {}, rounds=2, **more)
    return GAME.scene(GAME.view(s, 0), say_in(lang)).status.goal


def test_the_last_round_says_who_wins_if_it_ends_like_this():
    """More points, else the initiative marker (V3, H7)."""
    assert "after round 2" in goal_of(round=1)
    assert goal_of(holder="us") == "Last round: if it stays 0 : 0, you win (you began it)."
    assert goal_of(holder="de") == "Last round: if it stays 0 : 0, you lose (the enemy began it)."
    assert goal_of(holder="de", phase="draw") == "Last round: if it stays 0 : 0, whoever begins it now wins."
    for lang in LANGUAGES:
        assert len(goal_of(lang, holder="de")) <= GOAL_LETTERS


def test_the_last_round_says_who_is_ahead():
    words = []
    for seat in ("us", "de"):
        sides = {"us": {"hand": ["scout-A"]}, "de": {}}
        sides[seat] |= {"scouted": ["C1"], "controlled": ["C1"]}
        s = state(sides["us"], sides["de"], rounds=2)
        words.append(GAME.scene(GAME.view(s, 0), say_in("en")).status.goal)
    assert words[0] == "Last round: if it stays 1 : 0, you win."
    assert words[1] == "Last round: if it stays 0 : 1, you lose."


def test_riflemen_that_must_not_be_driven_off_are_named_and_are_those_of_their_side():
    """A full bar beside the enemy's name looked like a goal that he had reached."""
    setup = Setup("undaunted", "hedges", ("human", "solitaire"))
    s = GAME.new(setup, DirectTable(GAME, (), TapeDice(1)))
    status = GAME.scene(GAME.view(s, 0), say_in("en")).status
    points, riflemen = status.scores
    assert (points.label, points.value, points.of) == ("US", 0, 3)
    assert (riflemen.label, riflemen.value, riflemen.of, riflemen.own) == ("US Riflemen", 2, 2, True)
    assert status.goal == "Control tiles worth 3 points, and keep a Rifleman on the map."


HURT = {"counters": {"D4": ["rifleman-A"]}, "removed": {"rifleman-A": 2}, "discard": ["rifleman-A"]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_left_of_a_unit_is_seen_and_says_nothing_of_a_hand(lang):
    """Two of five cards are lost: a bar below the counter and a pile beside the map, the same wherever the others are."""
    say = say_in(lang)
    held = state({}, {**HURT, "hand": ["rifleman-A", "mg-A"], "deck": {"rifleman-A": 1, "scout-A": 1}})
    kept = state({}, {**HURT, "hand": ["scout-A", "mg-A"], "deck": {"rifleman-A": 2}})
    scenes = [GAME.scene(GAME.view(s, 0), say) for s in (held, kept)]
    assert scenes[0] == scenes[1]
    counter = next(shape for shape in scenes[0].shapes if shape.id == "unit:de-rifleman-A")
    assert counter.left == pytest.approx(3 / 5)
    assert "3" in [fact.value for fact in counter.facts]
    lost = next(tray for tray in scenes[0].trays if tray.id == "tray:lost-de")
    assert [(shape.id, shape.corner) for shape in lost.items] == [("lost:de-rifleman-A", "−2")]


def test_nobody_has_lost_anything_at_first():
    scene = GAME.scene(GAME.view(state(), 0), say_in("en"))
    assert all(shape.left == 1 for shape in scene.shapes)
    assert not [tray for tray in scene.trays if tray.id.startswith("tray:lost")]


def test_who_is_suppressed_is_drawn_otherwise():
    up, down = (
        next(shape for shape in GAME.scene(GAME.view(s, 0), say_in("en")).shapes if shape.id == "unit:de-rifleman-A")
        for s in (state(), state({}, {"suppressed": ["rifleman-A"]}))
    )
    assert up.art != down.art
    assert "suppressed" in down.tags - up.tags


RIFLEMAN_AT_C2 = {"counters": {"C2": ["rifleman-A"]}}


@pytest.mark.parametrize(
    ("hand", "more", "vain"),
    [
        (["scout-A", "mg-A"], RIFLEMAN_AT_C2, True),
        (["scout-A", "rifleman-A"], RIFLEMAN_AT_C2, True),  # one tile away, and only one card
        (["scout-A", "rifleman-A", "rifleman-A"], RIFLEMAN_AT_C2, False),  # goes to C1 and controls it
        (["scout-A", "rifleman-A", "rifleman-A"], {**RIFLEMAN_AT_C2, "suppressed": ["rifleman-A"]}, True),
        (["scout-A", "fog"], RIFLEMAN_AT_C2, False),  # RECON draws a card
        (["leader-A", "mg-A"], RIFLEMAN_AT_C2, False),  # INSPIRE takes one back
        (["scout-A", "mg-A"], {**RIFLEMAN_AT_C2, "scouted": ["C1"], "controlled": ["C1"]}, False),  # not behind
    ],
)
def test_when_nothing_in_hand_can_change_the_result_it_is_said(hand, more, vain):
    """In the last round behind, and no Rifleman can control anything any more (P6, H7); and to end it costs nothing."""
    s = state({"hand": hand, **more}, {}, rounds=2, holder="de")
    view = GAME.view(s, 0)
    assert in_vain(view, 0) == vain
    assert preview(view, 0, END).costly != vain
    earlier = state({"hand": hand, **more}, {}, rounds=3, holder="de")
    assert not in_vain(earlier, 0)
