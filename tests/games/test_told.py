"""What the four games say of a table: goals that fit, facts of seats, terms for every thing, what decided it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.contract.playing import default_setup
from kempelen.contract.previewed import previews_fit_the_table
from kempelen.contract.shown import GOAL_LETTERS, tells_how_it_stands
from kempelen.engine.game import games, say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import Setup
from kempelen.engine.table import SPECTATOR
from kempelen.games.undaunted.rules.state import PIN
from kempelen.games.universalis.face.about import spelled
from kempelen.games.universalis.rules.missions import missions
from kempelen.parts.foresight import Preview
from kempelen.parts.scenarios import after
from kempelen.text import LANGUAGES
from kempelen.text.say import Text, load_catalogue
from kempelen.wording import seated

GROUNDS = {"open", "brush", "built", "high", "crop", "road", "wet", "deep", "wall", "floor", "rubble", "swamp", "sand"}
SCENARIOS = [(name, scenario) for name, game in games().items() for scenario in game.scenarios]


def table(name, scenario, steps=0, seed=3, players=None):
    game = games()[name]
    session = Session(game, default_setup(game, game.automa, scenario, players), seed=seed)
    for _ in range(steps):
        if not session.advance():
            break
    return session


def scene(session, seat, lang="en"):
    return session.game.scene(session.view(seat), say_in(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_every_goal_fits_above_a_table(name, lang):
    """All of them, not only those that come up in a game; with the longest number there is."""
    say = say_in(lang)
    texts = load_catalogue(lang, games()[name].package).texts
    keys = [key for key in texts if key.startswith((f"{name}.status.goal", "universalis.goal."))]
    assert keys
    both = [
        Text("undaunted.status.must_pin" if goal == PIN else "undaunted.status.must_points", n=goal)
        for goal in (PIN, 20)
    ]
    for key in keys:
        for us in both:
            for de in both:
                assert len(say(key, n=20, marks=20, us=us, de=de)) <= GOAL_LETTERS, key


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_seat_and_a_spectator_read_a_goal_in_every_scenario(name, scenario):
    session = table(name, scenario, 3)
    for lang in LANGUAGES:
        for seat in (0, SPECTATOR):
            status = scene(session, seat, lang).status
            assert 0 < len(status.goal) <= GOAL_LETTERS
            assert len(status.how) >= 2
            assert status.line.endswith(status.goal)


@pytest.mark.parametrize("name", games())
def test_every_thing_on_the_table_has_terms_in_words(name):
    session = table(name, games()[name].scenarios[0], 30)
    for shape in scene(session, 0).everything():
        hidden = "?" in (shape.text, shape.glyph) or shape.id.startswith("seat:") or "░" in "".join(shape.glyph)
        if shape.role in ("card", "unit", "tile", "terrain", "marker") and shape.label and not hidden:
            assert shape.about or shape.id in ("end", "done", "full"), shape.id


@pytest.mark.parametrize("name", ["tactics", "undaunted", "universalis"])
def test_every_tile_and_terrain_piece_has_one_ground(name):
    for scenario in games()[name].scenarios:
        for shape in scene(table(name, scenario, 3), 0).shapes:
            if shape.role == "tile" or (shape.role == "terrain" and shape.points and not shape.id.startswith("ladder")):
                grounds = (shape.tags & GROUNDS) - ({"wet"} if "deep" in shape.tags else set())
                assert len(grounds) == 1, (shape.id, shape.tags)


@pytest.mark.parametrize(
    ("name", "scenario", "relations"),
    [
        ("saboteur", "tu", ["own", "rival", "rival", "rival", "rival"]),
        ("undaunted", "orchard", ["own", "foe"]),
        ("tactics", "kraken", ["own", "ally", "ally", "ally", "foe"]),
        ("tactics", "versus", ["own", "foe"]),
        ("universalis", "first", ["own", "foe"]),
    ],
)
def test_seats_are_told_by_what_they_are_to_the_reader(name, scenario, relations):
    session = table(name, scenario, 4)
    seats = [tray for tray in scene(session, 0).trays if tray.kind == "seat"]
    assert [tray.relation for tray in seats] == relations
    assert all(tray.facts for tray in seats)
    watched = [tray.relation for tray in scene(session, SPECTATOR).trays if tray.kind == "seat"]
    assert set(watched) == {""}


def test_an_ally_is_neither_own_nor_foe():
    session = table("tactics", "kraken", 60)
    units = [shape for shape in scene(session, 0).shapes if shape.role == "unit"]
    assert any("ally" in unit.tags for unit in units)
    assert not any({"ally", "foe"} <= unit.tags for unit in units)
    state = session.view(0)
    own = {f"unit:{unit.name.id}" for unit in state.of_owner(0)}
    assert own
    assert all(not unit.tags & {"ally", "foe"} for unit in units if unit.id in own)


def test_who_sits_there_is_told_with_the_author():
    game = games()["undaunted"]
    setup = Setup("undaunted", "first", ("human", "solitaire"))
    session = Session(game, setup, seed=1)
    session.run()
    say = say_in("en")
    trays = seated(game, setup, game.scene(session.view(0), say), say).trays
    assert {tray.seat: tray.by for tray in trays if tray.kind == "seat"} == {
        "us": "",
        "de": "Solitaire A.I., Dylan Cane",
    }


def test_only_what_can_be_paid_for_is_usable():
    session = table("tactics", "kraken", 8, players=1)
    view = session.view(0)
    shapes = {shape.id: shape for shape in scene(session, 0).everything()}
    sold = {name: shape for name, shape in shapes.items() if name.startswith("shop:")}
    assert sold
    for name, shape in sold.items():
        dear = view.book[name.removeprefix("shop:")].price > view.mats[0].pool
        assert any("more" in fact.label for fact in shape.facts) is dear


@pytest.mark.parametrize(
    ("lang", "text", "written"),
    [
        ("en", "+2 TP, 1 AP, FK roll", "+2 hit points, 1 action point, shooting roll"),
        (
            "de",
            "Verlust von TP, ein KO-Wurf, 2 AP",
            "Verlust von Trefferpunkten, ein Konstitutions-Wurf, 2 Aktionspunkte",
        ),
    ],
)
def test_abbreviations_are_written_out(lang, text, written):
    assert spelled(text, say_in(lang)) == written


def test_no_model_is_explained_with_abbreviations():
    for scenario in games()["universalis"].scenarios:
        for lang in LANGUAGES:
            for shape in scene(table("universalis", scenario, 3), 0, lang).everything():
                words = [*(words for _, words in shape.about), *(fact.label for fact in shape.facts)]
                assert not [text for text in words for short in ("AP", "TP", "GK", "FK") if short in text.split()]


def test_missions_have_a_goal_of_their_own():
    for lang in LANGUAGES:
        assert all(say_in(lang).has(f"universalis.goal.{mission}") for mission in missions())


@pytest.mark.parametrize("name", games())
def test_scenarios_are_described_and_lead_on(name):
    game = games()[name]
    assert set(game.scenario_facts) == set(game.scenarios)
    first, *rest = game.scenario_facts
    walked = [first]
    while (then := after(game, walked[-1])) is not None:
        walked.append(then)
    assert walked == [first, *rest]
    for facts in game.scenario_facts.values():
        assert facts.minutes > 0
        assert all(say_in(lang).of(facts.goal) for lang in LANGUAGES)


def test_the_contract_finds_a_table_that_says_nothing():
    game = games()["undaunted"]
    setup = default_setup(game, game.automa, "first")

    def silent(view, say):
        drawn = game.scene(view, say)
        return replace(drawn, status=None)

    def long(view, say):
        drawn = game.scene(view, say)
        status = replace(drawn.status, goal="x" * (GOAL_LETTERS + 1))
        return replace(drawn, status=status, trays=drawn.trays[:1])

    found = " ".join(say_in("en").of(problem) for problem in tells_how_it_stands(replace(game, scene=silent), setup, 1))
    assert "no status" in found
    found = " ".join(say_in("en").of(problem) for problem in tells_how_it_stands(replace(game, scene=long), setup, 1))
    assert "letters" in found
    assert "trays of the kind `seat`" in found
    mute = replace(game, outcome=lambda state: (end := game.outcome(state)) and replace(end, because=None))
    assert "because" in " ".join(say_in("en").of(problem) for problem in tells_how_it_stands(mute, setup, 1))


@pytest.mark.parametrize("name", games())
def test_the_contract_asks_every_game_what_its_things_mean_and_what_an_action_does(name):
    game = games()[name]
    setup = default_setup(game, game.automa, game.scenarios[0])

    def bare(view, say):
        """The same picture without a word about anything in it."""
        drawn = game.scene(view, say)
        strip = lambda shape: replace(shape, about=(), facts=())  # noqa: E731
        trays = tuple(replace(tray, items=tuple(map(strip, tray.items))) for tray in drawn.trays)
        return replace(drawn, shapes=tuple(map(strip, drawn.shapes)), trays=trays)

    assert tells_how_it_stands(game, setup, 1) == []
    assert "contract.no_about" in str(tells_how_it_stands(replace(game, scene=bare), setup, 1))
    (problem,) = previews_fit_the_table(replace(game, foresight=None), setup, 1)
    assert problem.key == "contract.no_foresight"
    silent = replace(
        game.foresight, preview=lambda view, seat, action: Preview(), chance=lambda view, seat, action: None
    )
    assert "contract.no_preview" in str(previews_fit_the_table(replace(game, foresight=silent), setup, 1))
