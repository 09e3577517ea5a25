from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.files.position import read_position
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.face.pictures import glyph, groups, signs, ways
from kempelen.games.saboteur.rules.actions import TAKE
from kempelen.games.saboteur.rules.board import GOALS, xy
from kempelen.games.saboteur.rules.cards import (
    CARDS,
    DECK_TU,
    NAMES,
    OPEN,
    PATH_CARDS,
    SYMMETRIC,
    B,
    L,
    R,
    T,
    is_goal,
    laid,
)
from kempelen.games.saboteur.rules.legal import legal
from kempelen.games.saboteur.rules.state import State
from kempelen.scene import Scene, Shape, Tray
from kempelen.scene.plain import render_text
from kempelen.scene.svg import render
from kempelen.text import LANGUAGES
from tests.games.saboteur.tables import state as at_table

POSITIONS = Path(__file__).parents[2] / "positions"
LAID = [
    laid(card, turned)
    for card, kind in enumerate(CARDS)
    for turned in ((0,) if SYMMETRIC[card] else (0, 1))
    if kind.groups
]


def states(variant: str, players: int, seed: int, options: dict[str, str] | None = None) -> Iterator[State]:
    table = DirectTable(GAME, [GAME.bots["random"]() for _ in range(players)], TapeDice(seed))
    state = table.state = GAME.new(Setup("saboteur", variant, ("random",) * players, options or {}), table)
    yield state
    while GAME.outcome(state) is None:
        GAME.step(state, table)
        yield state


def drawn(state: State, seat: int, lang: str = "en") -> Scene:
    return GAME.scene(GAME.view(state, seat), say_in(lang))


def a_state(name: str = "gold_in_reach") -> State:
    return GAME.from_position(read_position(POSITIONS / f"{name}.toml"), {})


def shape(scene: Scene, handle: str) -> Shape:
    return next(shape for shape in scene.everything() if shape.id == handle)


def tray(scene: Scene, handle: str) -> Tray:
    return next(tray for tray in scene.trays if tray.id == handle)


# -- the whole table


@pytest.mark.parametrize(("variant", "players"), [("tu", 1), ("tu", 3), ("tu", 8), ("commercial", 4)])
def test_everything_one_can_do_is_in_the_picture(variant, players):
    """All but turning a card and passing, which are no places on the table."""
    for state in states(variant, players, 5):
        scene = drawn(state, state.active)
        handles = {shape.id for shape in scene.everything()}
        wanted = {handle for action in legal(state, state.active) for handle in action.handles}
        if variant == "commercial":
            wanted |= {handle for action in TAKE.values() for handle in action.handles}
        assert {handle for handle in wanted - handles if not handle.startswith("turn:")} <= {"pass"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_can_be_drawn_and_everything_has_a_name(lang):
    for n, state in enumerate(states("commercial", 5, 3, {"R14": "as_dealt"})):
        if n % 9 and GAME.outcome(state) is None:
            continue
        for seat in (state.active, SPECTATOR):
            scene = drawn(state, seat, lang)
            assert all(shape.label for shape in scene.everything())
            assert all(tray.label for tray in scene.trays)
            assert scene.title
            assert scene.description
            ElementTree.fromstring(render(scene))  # our own text
            assert max(map(len, render_text(scene).splitlines())) < 130


def test_a_picture_shows_no_secret():
    """Whatever the hidden cards, roles and goals are, it looks the same."""
    for variant, players in (("tu", 3), ("commercial", 4)):
        for n, state in enumerate(states(variant, players, 11)):
            if n % 7 or GAME.outcome(state) is not None:
                continue
            for seat in (*range(players), SPECTATOR):
                view = GAME.view(state, seat)
                other = GAME.redeal(view, TapeDice(n))
                assert drawn(other, seat) == drawn(state, seat)


def test_at_the_end_everything_is_shown():
    state = list(states("tu", 3, 2))[-1]
    scene = drawn(state, SPECTATOR)
    assert "over" in scene.description
    assert all(shape(scene, f"seat:{n}").text == "" for n in (1, 2, 3))
    cards = [item for tray in scene.trays if tray.id.startswith("tray:hand") for item in tray.items]
    assert len(cards) == sum(map(len, state.hands))
    assert tray(scene, "tray:roles").text != "2"


# -- the board


def test_the_board():
    scene = drawn(a_state(), 0)
    assert render_text(Scene.around(scene.shapes, "card")).splitlines() == [
        "     -1     0     1     2     3     4     5     6     7     8     9",
        "-3    ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·",
        "                                                         ┌─────┐",
        "                                                         │░░░░░│",
        "-2    ·     ·     ·     ·     ·     ·     ·     ·     ·  │░ ? ░│  ·",
        "                                                         │░░░░░│",
        "                                                         └─────┘",
        "",
        "-1    ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·",
        "",
        "         ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┐     ┌─────┐",
        "         │  ║  │     │  ║  │     │  ║  │     │  ║  │     │░░░░░│",
        " 0    ·  │══S══│═════│══╬══│═════│══╬══│═════│══╩══│  ·  │░ ◆ ░│  ·",
        "         │  ║  │     │  ║  │     │  ║  │     │     │     │░░░░░│",
        "         └─────┴─────┴─────┴─────┴─────┴─────┴─────┘     └─────┘",
        "",
        " 1    ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·",
        "",
        "                                                         ┌─────┐",
        "                                                         │░░░░░│",
        " 2    ·     ·     ·     ·     ·     ·     ·     ·     ·  │░ ? ░│  ·",
        "                                                         │░░░░░│",
        "                                                         └─────┘",
        " 3    ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·",
        "",
        "  start card   ? top goal, face down   gold middle goal: gold. Only you know.",
        "  ? bottom goal, face down",
    ]


def test_free_cells_are_places():
    scene = drawn(a_state(), 0)
    free = {shape.id for shape in scene.shapes if shape.role == "place"}
    assert free == {f"cell:{x},{y}" for x, y in map(xy, a_state().board.frontier)}
    assert "cell:7,0" in free
    assert all("empty" in shape.tags for shape in scene.shapes if shape.role == "place")


def test_only_who_has_looked_sees_the_goal():
    state = a_state()
    seen, unseen = (shape(drawn(state, seat), "cell:8,0") for seat in (0, 1))
    assert (seen.label, unseen.label) == (
        "middle goal: gold. Only you know.",
        "middle goal, face down; looked at by player 1",
    )
    assert (seen.text, unseen.text) == ("gold", "?")
    assert "private" in seen.tags - unseen.tags
    assert [term for term, _ in seen.about] == ["You looked", "Goal"]
    assert [term for term, _ in unseen.about] == ["Goal"]


def test_a_goal_face_up_is_a_card_with_ways():
    goal = shape(drawn(a_state("second_round"), 1, "de"), "cell:8,0")
    assert goal.label == "mittlere Zielkarte, offen: Stein mit der Kurve nach oben"
    assert goal.glyph == ("  ║  ", "══●  ", "     ")
    assert {"goal", "stone"} <= goal.tags


# -- trays


def test_equal_cards_have_handles_of_their_own():
    state = a_state()
    handles = [item.id for item in tray(drawn(state, 2), "tray:hand-3").items]
    assert handles[:3] == ["card:curve_up", "card:curve_up#2", "card:line_vert"]


def test_a_card_dealt_turned_is_drawn_turned():
    for state in states("tu", 3, 4, {"R14": "as_dealt"}):
        cards = zip(state.hands[0], state.turned[0], tray(drawn(state, 0), "tray:hand-1").items, strict=True)
        for card, turned, item in cards:
            assert item.strokes == ways(laid(card, turned))
            assert item.label.endswith(", turned") is bool(turned)
        break


def test_players_are_told_apart():
    scene = drawn(a_state(), 0)
    assert tray(scene, "tray:seat-1").words == "on turn, 6 cards"
    assert tray(scene, "tray:seat-3").words == "6 cards"
    assert [item.label for item in tray(scene, "tray:seat-3").things] == [
        "role unknown",
        "broken lantern",
        "broken pick",
    ]
    assert "broken" in shape(scene, "seat:3:pick").tags
    assert shape(scene, "seat:1").label == "gold seeker"
    assert {"tool:lantern", "tool:mine_cart", "tool:pick"} <= {item.id for item in tray(scene, "tray:tools").items}
    assert not [tray for tray in scene.trays if tray.id in ("tray:hand-2", "tray:hand-3")]


def test_a_companion_sees_how_many_cards_the_others_hold():
    state = a_state("companion")
    scene = drawn(state, 1)
    assert tray(scene, "tray:seat-1").words == "6 cards"
    assert tray(scene, "tray:deck").words == "48 cards"
    assert tray(scene, "tray:discard").items[0].label == "on top: repair card “pick or lantern”"
    state.hands[1].append(-1)
    assert tray(drawn(state, 1), "tray:hand-2").items[-1].id == "card:hidden"


def test_the_commercial_game_shows_rounds_and_gold():
    scene = drawn(a_state("second_round"), 1, "de")
    assert tray(scene, "tray:gold").text == "Runde 2 von 3"
    assert [item.label for item in tray(scene, "tray:gold").items] == [
        "1 Goldstück: noch 14",
        "2 Goldstücke: noch 7",
        "3 Goldstücke: noch 4",
    ]
    assert tray(scene, "tray:discard").words == "0 Karten, dazu 9 verdeckt"
    assert tray(scene, "tray:seat-1").words == "6 Karten, 2 Goldstücke"


# -- pictures


@pytest.mark.parametrize("card", LAID)
def test_ways_begin_where_a_card_is_open(card):
    edges = {L: (0, 0.5), R: (1, 0.5), T: (0.5, 0), B: (0.5, 1)}
    ends = [point for stroke in ways(card) for point in (stroke[0], stroke[-1])]
    for side, edge in edges.items():
        assert (edge in ends) is bool(OPEN[card] & side)


def test_no_two_cards_look_the_same():
    assert len({glyph(card) for card in LAID}) == len(LAID)
    assert all(len(glyph(card)) == 3 and all(len(row) == 5 for row in glyph(card)) for card in LAID)
    pictures = {(ways(card), signs(card)) for card in LAID}
    assert len(pictures) == len(LAID)
    actions = [card for card in DECK_TU if card not in PATH_CARDS]
    assert all(signs(laid(card)) for card in actions)


def test_ways_that_are_not_joined_do_not_touch():
    for card in LAID:
        if len(groups(card)) > 1 and NAMES[card >> 1] != "start" and not is_goal(card >> 1):
            points = [set(stroke) for stroke in ways(card)]
            assert sum(map(len, points)) == len(set().union(*points))


def test_dead_ends_and_tunnels_in_characters():
    by_name = {NAMES[card >> 1]: glyph(card) for card in reversed(LAID) if not card & 1}
    assert by_name["plus"] == ("  ║  ", "══╬══", "  ║  ")
    assert by_name["dead_plus"] == ("  ║  ", "══▓══", "  ║  ")
    assert by_name["tunnel"] == ("  ║  ", "══║══", "  ║  ")
    assert by_name["curve_double_down"] == ("  ║  ", "══╲══", "  ║  ")
    assert by_name["line_vert_dead_two"] == ("  ║  ", "═╡║╞═", "  ║  ")
    assert by_name["curve_up_dead_bottom"] == ("  ║  ", "══╝  ", "  ╥  ")
    assert glyph(laid(NAMES.index("curve_up_dead_bottom"), 1)) == ("  ╨  ", "  ╔══", "  ║  ")


def test_goals_lie_where_they_lie():
    scene = drawn(a_state(), SPECTATOR)
    assert [(shape(scene, f"cell:{x},{y}").x, y) for x, y in map(xy, GOALS)] == [(8, -2), (8, 0), (8, 2)]


def test_the_last_goal_must_be_the_gold_for_whoever_has_seen_both_stones():
    for looked, sure in ((["8,-2", "8,2"], True), (["8,-2"], False)):
        state = at_table("plus", "plus", "plus", looked={0: looked})
        labels = [shape(drawn(state, seat), "cell:8,0").label for seat in (0, 1)]
        assert ["must be the gold" in label for label in labels] == [sure, False]
