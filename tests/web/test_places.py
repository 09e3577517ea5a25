"""Points of a table over the web: what a click would do, how far one gets; only for who is asked, and it changes nothing."""

import re

import pytest

from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.session import Session
from kempelen.text.say import LANGUAGES
from kempelen.web.shown.past.film import frame_of
from kempelen.web.shown.story import moments
from tests.web.people import Person, Sitting, asked_in

GAME = "universalis"


def acting(ann: Person, **more) -> Sitting:
    """The first skirmish where the person's model has the initiative phase."""
    table = ann.new(GAME, scenario="first", **more)
    for _ in range(4):
        table.settled()
        asked = asked_in(table.board())
        if any(one.get("ways") for one in asked["free"]):
            return table
        table.answer(asked["options"][0]["do"])
    raise AssertionError("nobody may move")


def family_of(table: Sitting):
    return next(one for one in asked_in(table.board())["free"] if one["usual"])


def moves_to(table: Sitting, x: float, y: float, handles=None):
    reply = table.post("aim", {"handles": handles or family_of(table)["handles"], "points": [[x, y]]})
    assert reply.status_code == 200
    return reply.json()


def own_place(table: Sitting) -> tuple[float, float]:
    """Where the model stands that acts: the way of any move begins there."""
    for x in range(10, 90, 5):
        for y in range(10, 90, 5):
            found = moves_to(table, x, y)
            if found.get("path"):
                return tuple(found["path"][0])
    raise AssertionError("no move at all")


def test_a_point_becomes_an_action_that_is_answered_as_any_other(ann):
    table = acting(ann)
    x, y = own_place(table)
    said = moves_to(table, x + 2, y - 3)
    assert said["handles"][:2] == family_of(table)["handles"]
    assert said["seen"]["costs"]
    assert said["seen"]["path"] == said["path"]
    assert str(said["path"][-1][0]) not in said["text"], "words and no coordinates"
    before = table.state()["version"]
    assert table.answer(said["do"]).status_code == 200
    assert table.state()["version"] > before


def test_a_point_where_nobody_can_stand_is_explained(ann):
    said = moves_to(acting(ann), 0.1, 0.1)
    assert "do" not in said
    assert said["objection"].endswith(".")


def test_a_way_that_is_too_long_says_how_far_it_goes(ann):
    table = acting(ann)
    said = moves_to(table, 20, 80)
    assert "action points" in said["objection"]
    assert table.answer(said["nearer"]["do"]).status_code == 200


def test_reach_is_rings_from_near_to_far(ann):
    table = acting(ann)
    found = table.post("reach", {"handles": family_of(table)["handles"]}).json()
    rings = found["rings"]
    assert [ring["short"] for ring in rings] == [str(n) for n in range(1, len(rings) + 1)]
    assert all(len(outline) > 3 for ring in rings for outline in ring["outlines"])


def test_looking_changes_nothing(ann):
    table = acting(ann)
    before = table.board()
    moves_to(table, 45, 45)
    table.post("reach", {"handles": family_of(table)["handles"]})
    assert table.board() == before


def test_corners_lead_the_way(ann):
    table = acting(ann)
    x, y = own_place(table)
    body = {"handles": family_of(table)["handles"], "points": [[x - 2, y - 2], [x, y - 4]]}
    assert [x - 2, y - 2] in table.post("aim", body).json()["path"]


@pytest.mark.parametrize(
    "body",
    [
        {"handles": [], "points": []},
        {"handles": ["x" * 100], "points": [[1, 1]]},
        {"handles": [], "points": [[1, 1]] * 20},
        {"handles": [], "points": [[1e9, 1]]},
        {"handles": [], "points": [["a", 1]]},
        {"points": [[1, 1]]},
    ],
)
def test_what_makes_no_sense_is_refused(ann, body):
    assert acting(ann).post("aim", body).status_code == 422


def test_unknown_handles_mean_nothing(ann):
    table = acting(ann)
    assert moves_to(table, 45, 45, ["model:Z9", "move"])["objection"]
    assert table.post("reach", {"handles": ["model:Z9"]}).json() == {"rings": [], "spots": []}


def test_nobody_aims_for_somebody_else(ann, ben):
    table = acting(ann)
    handles = family_of(table)["handles"]
    body = {"handles": handles, "points": [[45, 40]]}
    assert ben.post(f"/tables/{table.id}/aim?seat=0", json=body).status_code == 404
    watched = next(link for link in ann.api("GET", f"/tables/{table.id}/links") if link["seat"] == -1)
    assert ben.get(watched["path"]).status_code == 303
    said = Sitting(ben, table.id, -1).post("aim", body).json()
    assert set(said) == {"objection"}


def test_a_game_without_ways_of_its_own_has_no_families(ann):
    table = ann.new("saboteur")
    table.settled()
    assert asked_in(table.board())["free"] == []
    said = table.post("aim", {"handles": [], "points": [[1, 1]]}).json()
    assert said["objection"]


def test_missions_are_told_before_a_table_is_begun(ann):
    page = ann.get("/new/universalis?scenario=factory").text
    assert "Half of your models must leave over the far edge." in page
    assert "mission" not in ann.get("/new/saboteur").text.lower()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_replay_names_places_in_words_too(lang):
    """By the table of that moment; numbers are for those who lay it out on a real one."""
    game = game_named("universalis")
    session = Session(game, Setup("universalis", "first", ("middle", "middle")), seed=2).run()
    numbers = moments(session)
    said = [line for n in range(len(numbers)) for line in frame_of(session, numbers, n, None, say_in(lang)).lines]
    moved = [line for line in said if {"en": " moves ", "de": " bewegt sich "}[lang] in line]
    assert moved
    assert not [line for line in said if re.search(r"\d\.\d,\d", line)]


def test_few_places_are_marked_each_with_a_word(ann):
    table = acting(ann)
    spots = table.post("reach", {"handles": family_of(table)["handles"]}).json()["spots"]
    assert 1 <= len(spots) <= 3
    for one in spots:
        assert one["word"]
        assert "do" in moves_to(table, *one["at"])


def test_the_second_table_has_tips_and_can_be_set_up_by_them(ann):
    table = ann.new(GAME, scenario="border_post")
    for _ in range(2):
        table.settled()
        page = table.board()
        assert 'id="wait-on"' not in page
        table.answer(re.search(r'id="show-me" data-play="([^"]+)"', page)[1])
    table.settled()
    offered = re.search(r'<p class="wait">(.*?)</p>', table.board())[1]
    assert 'id="wait-on"' in offered
    assert "data-to-end" not in offered, "nobody wants the end before the first round"
