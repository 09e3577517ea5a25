"""What events say of the table: examples of every game, and that the check of the contract finds what is wrong."""

from dataclasses import replace

import pytest

from kempelen.contract import default_setup
from kempelen.contract.told import events_fit_the_table
from kempelen.engine.events import Roll, Touch
from kempelen.engine.game import games, say_in
from kempelen.engine.table import HIDDEN
from kempelen.games.saboteur.rules import events as saboteur
from kempelen.games.saboteur.rules.board import cell
from kempelen.games.saboteur.rules.cards import BY_NAME as CARDS
from kempelen.games.saboteur.rules.state import GOLD_GOAL, SABOTEUR
from kempelen.games.tactics.rules import events as tactics
from kempelen.games.tactics.rules.board import Spot
from kempelen.games.tactics.rules.state import name_of
from kempelen.games.undaunted.rules import events as undaunted
from kempelen.games.undaunted.rules.cards import BY_NAME as UNITS
from kempelen.games.universalis.rules import events as universalis

SCOUT, RIFLEMAN = UNITS["scout-A"], UNITS["rifleman-B"]


def amounts(roll):
    return [(text.key.rpartition(".")[2], n) for text, n in roll.parts]


def test_a_laid_card_touches_its_cell_and_no_score():
    """Points nearly never decide: they stand with a seat and are not told with every card."""
    laid = saboteur.Laid(2, CARDS["plus"], cell(3, -1), 0, 4)
    assert laid.touches == (Touch("cell:3,-1", "laid", by="seat:3"),)


def test_a_look_at_a_goal_touches_the_same_for_all_and_shows_it_to_one():
    looked = saboteur.Looked(1, cell(8, 2), GOLD_GOAL)
    assert looked.seen_by(0).kind == HIDDEN
    assert looked.seen_by(0).touches == looked.touches == (Touch("cell:8,2", "took", by="seat:2"),)


def test_a_new_role_stops_the_game_and_has_a_picture():
    dealt = saboteur.RoleDealt(0, SABOTEUR)
    assert dealt.weight == 3
    assert dealt.picture.icon
    assert dealt.seen_by(1) is None


def test_blows_hurt_both_and_are_marked_on_both():
    militia, kraken = name_of("militia"), name_of("tentacle", 2)
    assert tactics.Attacked(militia, kraken, 2, 1).touches == (
        Touch("unit:tentacle2", "fired", by="unit:militia"),
        Touch("unit:tentacle2", "hurt", 2, by="unit:militia"),
        Touch("unit:militia", "hurt", 1, by="unit:tentacle2"),
    )
    assert len(tactics.Attacked(militia, kraken, 2, 0).touches) == 2


def test_what_is_gone_is_touched_with_its_tile():
    destroyed = tactics.Destroyed(name_of("militia"), Spot(7, 2, 3))
    assert [touch.handle for touch in destroyed.touches] == ["unit:militia", "tile:2,3"]
    removed = undaunted.Removed(1, SCOUT, "C2")
    assert [touch.handle for touch in removed.touches] == ["unit:de-scout-A", "tile:C2"]


def test_a_move_has_its_path():
    moved = undaunted.Moved(0, SCOUT, "scout", ("A1", "A2", "B2"))
    assert moved.touches == (Touch("unit:us-scout-A", "moved", path=("tile:A1", "tile:A2", "tile:B2")),)
    walked = universalis.Moved("A1 Ranger", ((1, 2, 0), (3, 4.5, 0), (5, 6, 3)), 7.26)
    assert walked.touches == (Touch("model:A1", "moved", path=((1, 2), (3, 4.5), (5, 6))),)
    assert (walked.at, walked.by) == ("5.0,6.0,3.0", ("3.0,4.5",))


@pytest.mark.parametrize(
    ("defence", "need", "parts"),
    [
        (8, 8, [("base", 4), ("cover", 2), ("far", 2)]),
        (6, 6, [("base", 4), ("far", 2)]),
        (12, 10, [("base", 4), ("cover", 6), ("far", 2), ("best", -2)]),
    ],
)
def test_a_shot_says_what_it_needed_and_why(defence, need, parts):
    fired = undaunted.Fired(0, SCOUT, "attack", 1, RIFLEMAN, defence, (3, 9), True, 2)
    roll = fired.roll
    assert (roll.dice, roll.sides, roll.need, roll.at_least, roll.hit) == ((3, 9), 10, need, True, True)
    assert amounts(roll) == parts
    assert fired.touches == (Touch("unit:de-rifleman-B", "fired", by="unit:us-scout-A"),)
    assert [fired.weight, replace(fired, hit=False).weight] == [2, 1]


def test_a_test_needs_its_target_or_less():
    tested = universalis.Tested("A1 Ranger", "fk", "FK", 5, (("R238", -1),), 4, 12)
    assert (tested.roll.need, tested.roll.at_least, tested.roll.hit) == (4, False, True)
    assert amounts(tested.roll) == [("FK", 5), ("R238", -1)]
    assert replace(tested, die=5).roll.hit is False


@pytest.mark.parametrize(("die", "hit"), [(5, False), (6, True)])
def test_a_comparison_needs_more_than_the_other(die, hit):
    one, other = ("A1 Ranger", "strength", 4, (("R156", 1),), die), ("B2 Guard", "armour", 3, (), 7)
    roll = universalis.Compared(one, other, 12).roll
    assert [(rival.who, rival.adds, rival.die, rival.total) for rival in roll.rivals] == [
        ("Ranger", 5, die, 5 + die),
        ("Guard", 3, 7, 10),
    ]
    assert roll.hit is hit


@pytest.mark.parametrize("die", [1, 12])
def test_a_hit_is_the_deed_of_who_shot_also_if_the_armour_holds(die):
    one, other = ("A1 Ranger", "strength", 4, (), die), ("B2 Guard", "armour", 3, (), 7)
    touches = universalis.Compared(one, other, 12).touches
    assert [touch.handle for touch in touches] == ["card:B2", "card:A1"]
    assert {touch.by for touch in touches} == {"card:A1"}


def test_a_shot_at_a_place_has_the_place():
    at_model, at_place = (universalis.Fired("A1 Ranger", "rifle", "single", whom) for whom in ("B2 Guard", "3.5,4.0"))
    assert at_model.touches == (Touch("model:B2", "fired", by="model:A1"),)
    assert at_place.touches == (Touch("model:A1", "fired", path=((3.5, 4.0),)),)


# -- the check of the contract


def found(name):
    game = games()[name]
    problems = events_fit_the_table(game, default_setup(game, game.automa), 0)
    return [say_in("en").of(problem) for problem in problems]


def test_a_touch_that_is_nowhere_is_found(monkeypatch):
    monkeypatch.setattr(saboteur.Laid, "touches", (Touch("cell:50,50", "laid"),))
    assert "Laid touches “cell:50,50”, which seat -1 cannot see before or after" in found("saboteur")[0]


def test_so_is_a_touch_that_only_the_player_could_see(monkeypatch):
    hand = property(lambda event: (Touch(f"tray:hand-{event.seat + 1}", "drew"),))
    monkeypatch.setattr(saboteur.Laid, "touches", hand)
    assert any("cannot see" in problem for problem in found("saboteur"))


def test_so_is_an_event_that_points_nowhere(monkeypatch):
    monkeypatch.setattr(saboteur.Laid, "_touches", {})
    assert found("saboteur") == ["Laid names something on the table, but touches nothing."]


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("weight", 4, "Laid has the weight 4"),
        ("touches", (Touch("seat:1", "eaten"),), "“eaten” is no effect"),
        ("roll", Roll((7,), 6), "a die shows a number that it does not have"),
        ("roll", Roll((3,), 6, 4, True, ((saboteur.Text("saboteur.title"), 3),)), "the parts do not add up"),
    ],
)
def test_so_is_what_nobody_can_draw(monkeypatch, name, value, problem):
    monkeypatch.setattr(saboteur.Laid, name, value)
    assert any(problem in line for line in found("saboteur"))


def test_so_is_a_touch_that_gives_a_secret_away(monkeypatch):
    def careless(event, seat):
        """Hides the card, and remembers it."""
        if seat == event.seat:
            return event
        seen = replace(event, card=HIDDEN)
        object.__setattr__(seen, "was", event.card)
        return seen

    shown = property(lambda event: (Touch("seat:us", "drew", getattr(event, "was", None)),))
    monkeypatch.setattr(undaunted.Drew, "seen_by", careless)
    monkeypatch.setattr(undaunted.Drew, "touches", shown)
    assert any("Drew tells seat" in problem for problem in found("undaunted"))
