"""A click on the bare table: ways round what is in between, how far one gets, what is seen at the end, in words."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kempelen.engine.game import say_in
from kempelen.games.universalis import GAME
from kempelen.games.universalis.face import corners
from kempelen.games.universalis.face.about import about_model, why_unshot
from kempelen.games.universalis.face.aiming import aim, families
from kempelen.games.universalis.face.chances import fired, harm, struck
from kempelen.games.universalis.face.corners import corners_of
from kempelen.games.universalis.face.foresight import FORESIGHT
from kempelen.games.universalis.face.reach import reach, spots
from kempelen.games.universalis.face.where import where, words
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.scenarios import BARE, model_from
from kempelen.games.universalis.rules.combat.wounds import weapon_hit
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.missions import missions
from kempelen.games.universalis.rules.movement.halves import on_halves
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.state import RESERVE, Object
from kempelen.games.universalis.rules.table.terrain import Survey, actions_needed
from kempelen.geometry import inside
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, act, area, block, model, position, wall
from tests.wordings import written

MOVE = ("model:A1", "move")


def behind_a_wall(**more):
    return position(model("A1", (45, 30), **more), model("B1", (80, 80)), pieces=[wall(38, 35, 52, 36, 8)])


def remarks(s, notation):
    shown = FORESIGHT.preview(s, 0, parse(notation))
    return {remark.text.key.rpartition(".")[2]: remark for remark in shown.remarks}


# -- ways


def test_a_way_round_a_wall_is_found_by_itself():
    s = behind_a_wall()
    found = aim(s, 0, MOVE, ((45.0, 38.0),))
    assert found.problem is None
    assert len(found.action.points) > 1, "round an end of the wall"
    assert found.path[0] == (45.0, 30.0)
    assert found.path[-1] == (45.0, 38.0)
    assert why_not(s, found.action) is None
    act(s, found.action.notation)
    assert (s.models[0].x, s.models[0].y) == (45.0, 38.0)


def test_the_way_is_no_longer_than_it_must_be():
    """Past both corners of the wall's end, 1.25 cm off each: about 16.6 cm; half centimetres cost a little."""
    found = aim(behind_a_wall(), 0, MOVE, ((48.0, 38.0),))
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(found.path))
    assert 16.5 < length < 18.0


def test_whoever_stands_on_a_corner_finds_his_way_too(monkeypatch):
    """He came back to it for ever, and the server's memory was full. How often a way is taken up is counted."""
    corner = next(iter(corners_of(behind_a_wall(), behind_a_wall().models[0], 20.0).ways))
    s = position(model("A1", corner[:2]), model("B1", (80, 80)), pieces=[wall(38, 35, 52, 36, 8)])
    assert corner in {*corners._places(s, s.models[0], 20.0)}
    taken = []

    def counted(queue):
        taken.append(len(queue))
        assert len(taken) < 10_000
        return heappop(queue)

    monkeypatch.setattr(corners, "heappop", counted)
    found = aim(s, 0, MOVE, ((45.0, 38.0),))
    assert taken
    assert found.problem is None
    assert corner not in found.action.points


def test_corners_can_be_set_by_hand():
    s = behind_a_wall()
    left = aim(s, 0, MOVE, ((36.0, 35.0), (45.0, 38.0)))
    assert left.problem is None
    assert (36.0, 35.0, 0.0) in left.action.points
    right = aim(s, 0, MOVE, ((54.0, 35.0), (45.0, 38.0)))
    assert (54.0, 35.0, 0.0) in right.action.points


def test_points_lie_on_half_centimetres():
    found = aim(behind_a_wall(), 0, MOVE, ((47.23, 26.91),))
    assert found.action.points == ((47.0, 27.0, 0.0),)


def test_a_point_beside_a_wall_is_moved_off_it():
    """The base does not fit where somebody has clicked, but next to it."""
    found = aim(behind_a_wall(), 0, MOVE, ((45.0, 34.2),))
    assert found.action.points == ((45.0, 33.5, 0.0),)


@pytest.mark.parametrize(
    ("point", "key"),
    [((45.0, 35.5), "solid"), ((89.9, 89.9), "edge"), ((80.0, 76.0), "too_near"), ((80.0, 80.0), "base")],
)
def test_where_nobody_can_stand_the_reason_is_said(point, key):
    found = aim(behind_a_wall(), 0, MOVE, (point,))
    assert found.action is None
    assert found.problem.key == f"universalis.no.{key}"
    written(found.problem)


def test_too_far_is_said_with_numbers_and_how_far_it_goes():
    s = behind_a_wall(ap=2)
    found = aim(s, 0, MOVE, ((45.0, 40.0),))
    assert found.problem.key == "universalis.no.beyond"
    assert dict(found.problem.fields)["has"] == 2
    assert found.path[-1] == (45.0, 40.0), "the whole way is drawn"
    assert why_not(s, found.nearer) is None
    assert survey(s, s.models[0], [(45.0, 30.0, 0.0), *found.nearer.points]).used > 7


def test_a_click_on_a_crate_climbs_it():
    s = position(model("A1", (30, 45)), model("B1", (80, 80)), pieces=[block(32, 42, 38, 48, 2)])
    found = aim(s, 0, MOVE, ((34.0, 45.0),))
    assert found.action.points[-1] == (34.0, 45.0, 2.0)


def test_the_table_itself_is_not_touched():
    s = behind_a_wall()
    before = GAME.to_position(s)
    aim(s, 0, MOVE, ((45.0, 38.0),))
    reach(s, 0, MOVE)
    FORESIGHT.preview(s, 0, parse("A1 move 45,33"))
    assert GAME.to_position(s) == before


@settings(max_examples=40, deadline=None)
@given(st.floats(1, 89), st.floats(1, 89))
def test_what_is_aimed_is_allowed_or_a_reason_is_given(x, y):
    s = position(
        model("A1", (45, 30), ap=5),
        model("B1", (48, 44)),
        pieces=[wall(38, 35, 52, 36, 8), area("swamp", 50, 20, 60, 30), block(30, 28, 36, 34, 2)],
    )
    found = aim(s, 0, MOVE, ((x, y),))
    assert (found.action is None) != (found.problem is None)
    for action in (found.action, found.nearer):
        if action is not None:
            assert why_not(s, action) is None
            assert parse(action.notation) == action
            assert on_halves(*(value for point in action.points[:-1] for value in point[:2]))


# -- what can be aimed


def test_a_click_usually_means_a_move():
    (family,) = (one for one in families(behind_a_wall(), 0) if one.usual)
    assert family.handles == MOVE
    assert family.ways
    assert families(behind_a_wall(), 1) == ()


def test_in_melee_it_means_to_break_away():
    s = position(model("A1", (45, 45), weapons=(KNIFE,)), model("B1", (47.5, 45)))
    (family,) = families(s, 0)
    assert family.handles == ("model:A1", "disengage")
    found = aim(s, 0, family.handles, ((41.0, 45.0),))
    assert found.action.kind == "disengage"


def test_before_the_game_it_puts_a_model_into_its_zone():
    s = position(model("A1", (0, 0)), model("A2", (0, 0)), model("B1", (45, 80)), phase="deploy", active=[])
    for m in s.models[:2]:
        m.place = RESERVE
    first, second = families(s, 0)
    assert (first.handles, first.usual, second.usual) == (("model:A1",), True, False)
    found = aim(s, 0, second.handles, ((30.2, 8.8),))
    assert found.action.notation == "A2 deploy 30.0,9.0"
    outside = aim(s, 0, first.handles, ((30.0, 40.0),))
    assert outside.problem.key == "universalis.no.zone"
    (zone,) = reach(s, 0, first.handles)
    assert inside(zone.outlines[0], 30.0, 9.0)
    assert not inside(zone.outlines[0], 30.0, 40.0)


def test_an_area_weapon_can_be_aimed_at_a_point():
    from dataclasses import replace

    bomb = replace(RIFLE, id="bomb", radius=3.0)
    s = position(model("A1", (45, 30), weapons=(bomb,)), model("B1", (45, 60)))
    shot = ("model:A1", "shoot", "weapon:bomb")
    assert shot in [family.handles for family in families(s, 0)]
    assert aim(s, 0, shot, ((45.0, 50.2),)).action.notation == "A1 shoot 45.0,50.0 bomb"
    assert aim(s, 0, shot, ((95.0, 50.0),)).problem.key == "universalis.no.edge"


# -- how far one gets


def test_a_ring_for_every_action_point():
    s = behind_a_wall(ap=3)
    rings = reach(s, 0, MOVE)
    assert [dict(ring.label.fields)["n"] for ring in rings] == [1, 2, 3]
    for ring in rings:
        written(ring.label)


def test_the_rings_say_what_a_way_takes():
    """Points well inside a ring cost no more than it says, points outside more."""
    s = behind_a_wall(ap=4)
    m = s.models[0]
    rings = reach(s, 0, MOVE)
    for point in [(45.0, 26.5), (49.0, 30.0), (38.0, 32.0), (54.5, 35.0), (50.0, 38.0), (45.0, 38.0), (45.0, 20.0)]:
        found = aim(s, 0, MOVE, (point,))
        ring = next((n for n, one in enumerate(rings, 1) if any(inside(line, *point) for line in one.outlines)), None)
        if found.action is None:
            assert ring is None, point
            continue
        way = survey(s, m, [(m.x, m.y, m.z), *found.action.points])
        assert isinstance(way, Survey)
        assert ring is not None, point
        assert abs(ring - actions_needed(s, m, way)) <= (way.used % 4 < 0.8 or way.used % 4 > 3.2), point


def test_whoever_cannot_move_has_no_rings():
    assert reach(behind_a_wall(ap=0), 0, MOVE) == ()


# -- what is known before


def test_the_end_of_a_way_says_who_sees_it_and_through_what():
    s = position(
        model("A1", (45, 30), weapons=(PISTOL,)),
        model("B1", (45, 60), weapons=(RIFLE,)),
        pieces=[wall(38, 35, 52, 36, 3)],
    )
    behind, aside = remarks(s, "A1 move 45,33.5"), remarks(s, "A1 move 57,30")
    assert behind["covered"].weight == "good"
    assert dict(behind["covered"].text.fields)["level"] == "II"
    assert aside["open"].weight == "bad"
    for remark in (*behind.values(), *aside.values()):
        written(remark.text)


def test_who_cannot_shoot_is_no_watcher():
    s = position(model("A1", (45, 30)), model("B1", (45, 60), weapons=(KNIFE,)))
    assert not {"open", "covered", "unseen"} & remarks(s, "A1 move 45,33").keys()


def test_a_friend_on_the_line_of_a_shot_is_said_not_to_block_it():
    s = position(
        model("A1", (45, 30), weapons=(RIFLE,)),
        model("A2", (45, 40)),
        model("B1", (45, 60)),
        model("B2", (60, 60)),
    )
    past = remarks(s, "A1 shoot B1 rifle")["past_own"]
    written(past.text)
    assert "past_own" not in remarks(s, "A1 shoot B2 rifle")


def test_the_small_signs_on_a_model_are_told_in_words():
    s = position(model("A1", (45, 30)), model("A2", (50, 30)), model("B1", (45, 60)))
    s.models[1].acted = True
    told = [[name for name, _ in about_model(s, m, (), say_in("en"))] for m in s.models]
    assert ["• Acts now" in told[0], "✓ Has acted" in told[1], "✓ Has acted" in told[2]] == [True, True, False]


def test_who_waits_fire_ready_is_named():
    s = position(model("A1", (45, 30)), model("B1", (45, 50), weapons=(RIFLE,), ready=0, wn=12))
    assert "waited_for" in remarks(s, "A1 move 45,33")


def test_a_move_near_an_enemy_is_a_threat_next_time():
    s = position(model("A1", (45, 30), eh=5), model("B1", (45, 40)))
    assert "near" in remarks(s, "A1 move 45,34")
    assert "near" not in remarks(s, "A1 move 45,27")


def test_the_mast_is_held_alone_or_not_at_all():
    s = position(model("A1", (45, 35)), model("B1", (45, 55)), missions=["mast", "mast"])
    s.objects = [Object("mast", 45.0, 45.0)]
    assert "holds" in remarks(s, "A1 move 45,39")
    s.models[1].y = 50.0
    assert "contested" in remarks(s, "A1 move 45,39")


def test_a_shot_says_its_number_and_what_lowers_it():
    s = position(model("A1", (45, 30), fk=7, weapons=(RIFLE,)), model("B1", (45, 60)), pieces=[wall(38, 56, 52, 57, 3)])
    action = parse("A1 shoot B1 rifle")
    shown = FORESIGHT.preview(s, 0, action)
    assert shown.roll.need == 7 - 1 - 2  # the second band (R238), cover II (R242)
    assert not shown.roll.at_least
    through = harm(s, next(fired(s, s.models[0], action)).hit, s.models[1], s.models[0]).wound
    assert 0 < through < 1
    assert shown.chance == Fraction(4, 12) * through == FORESIGHT.chance(s, 0, action)
    assert say_in("en").of(shown.means) == "to hurt"
    assert sum(value for _, value in shown.roll.parts) == 4
    lowered = [dict(r.text.fields)["n"] for r in shown.remarks if r.text.key.endswith("changes")]
    assert sorted(lowered) == ["−1", "−2"]
    assert shown.arrows == (("model:A1", "model:B1"),)


def test_a_shot_into_a_melee_says_whom_it_may_strike():
    """By lot one of those who fight (K01): it is the target half as often as it would be alone."""
    shooter = model("A1", (20, 45), weapons=(RIFLE,), fk=9)
    alone = remarks(position(shooter, model("B1", (52.5, 45), ko=9)), "A1 shoot B1 rifle")
    fought = remarks(position(shooter, model("A2", (50, 45)), model("B1", (52.5, 45), ko=9)), "A1 shoot B1 rifle")
    assert "into_melee" not in alone
    lot = dict(fought["into_melee"].text.fields)
    assert (fought["into_melee"].weight, lot["n"], len(lot["whom"])) == ("bad", 2, 2)
    whole, half = (dict(found["harm"].text.fields)["percent"] for found in (alone, fought))
    assert abs(half - whole / 2) <= 1


def test_a_charge_says_both_sums_and_an_exact_chance():
    s = position(model("A1", (45, 45), nk=5, agi=5, weapons=(KNIFE,)), model("B1", (45, 50), nk=5, agi=5))
    action = next(a for a in _offers(s) if a.kind == "charge")
    shown = FORESIGHT.preview(s, 0, action)
    # A lead of 2: of 144 pairs 89 win and 10 are even; those go to the equal AGI, half and half.
    blow = struck(s, s.models[0], action)
    assert blow.chance == Fraction(89 + 5, 144)
    through = harm(s, weapon_hit(s, KNIFE, s.models[0]), s.models[1], s.models[0]).wound
    assert shown.chance == blow.chance * through == FORESIGHT.chance(s, 0, action)
    compared = dict(next(r for r in shown.remarks if r.text.key.endswith("compare")).text.fields)
    assert (compared["own"], compared["other"]) == (7, 5)
    assert shown.path[0] == (45.0, 45.0)


def _offers(s):
    from kempelen.games.universalis.rules.offers import options

    return options(s)


def test_leaving_a_threat_alone_takes_a_roll():
    s = position(model("A1", (45, 45), eh=6), model("B1", (45, 50)), threats=[1], duty=0)
    shown = remarks(s, "A1 move 45,40")["threat"]
    assert dict(shown.text.fields)["percent"] == 50


# -- in words


def test_a_place_is_called_after_what_lies_there():
    s = position(
        model("A1", (45, 30)),
        model("B1", (80, 80)),
        pieces=[wall(38, 35, 52, 36, 8), area("forest", 60, 20, 70, 30, 8), block(20, 20, 26, 26, 2)],
    )
    s.objects = [Object("mast", 45.0, 60.0)]
    keys = {
        (45.0, 33.5, 0.0): "beside.obstacle",
        (65.0, 25.0, 0.0): "within.forest",
        (23.0, 23.0, 2.0): "atop.obstacle",
        (45.0, 56.0, 0.0): "beside.mast",
        (10.0, 60.0, 0.0): "where.open",
    }
    for place, key in keys.items():
        assert where(s, place).key == f"universalis.{key}"
        written(where(s, place))
    told = words(s, parse("A1 move 45,33.5"))
    assert dict(told.fields)["cm"] == 3.5
    assert all("33.5" not in text for text in written(told))
    assert dict(words(s, parse("A1 lie_down")).fields)["who"] == "A1"  # a model of a test has no other name


def test_every_piece_of_the_shipped_tables_has_words():
    from kempelen.games.universalis.files.scenarios import TABLES
    from kempelen.games.universalis.files.tables import board

    for name in TABLES:
        table = board(name)
        m = model_from(position(model("A1")).rules, model("A1").card, "A1", 0, 0)
        s = position(m, pieces=table.pieces)
        assert s.scenario is BARE
        for piece in table.pieces:
            x, y, _ = piece.circle
            levels = (0.0, piece.top) if piece.stand else (0.0,)
            for z in levels:
                for text in written(where(s, (x, y, z))):
                    assert text[0].islower()


# -- missions


@pytest.mark.parametrize("name", missions())
def test_a_mission_is_drawn_and_said_before_it_is_chosen(name):
    s = position(model("A1"), missions=["", ""], phase="missions")
    shown = FORESIGHT.preview(s, 0, parse(f"mission {name}"))
    assert dict(parse(f"mission {name}").text.fields)["goal"].key == f"universalis.goal.{name}"
    assert [remark.text.key for remark in shown.remarks] == ["universalis.foresee.secret"]
    zone = missions()[name].zone
    x, y = (sum(values) / len(shown.area) for values in zip(*shown.area, strict=True))
    assert zone.holds(x, y, 0, 45.0)
    assert bool(shown.arrows) == (missions()[name].kind != "eliminate")
    for start, end in shown.arrows:
        brought = missions()[name].kind in ("carry", "gather")
        assert zone.holds(*(end if brought else start), 0, 45.0)


# -- places worth a mark, and why an enemy cannot be shot


def test_a_place_behind_cover_is_marked_and_a_click_leads_there():
    s = position(model("A1", (45, 30)), model("B1", (45, 60), weapons=(RIFLE,)), pieces=[wall(38, 35, 52, 36, 8)])
    found = spots(s, 0, MOVE)
    assert 1 <= len(found) <= 3
    assert {one.word.key for one in found} <= {f"universalis.spot.{name}" for name in ("goal", "unseen", "covered")}
    for one in found:
        action = aim(s, 0, MOVE, (one.at,)).action
        assert action is not None, one
        assert why_not(s, action) is None


def test_where_nobody_can_shoot_no_place_is_worth_a_mark():
    s = position(model("A1", (45, 30)), model("B1", (80, 80), weapons=(KNIFE,)))
    assert spots(s, 0, MOVE) == ()


@pytest.mark.parametrize(
    ("own", "other", "pieces", "told"),
    [
        ({"weapons": (PISTOL,)}, (80, 30), [], None),
        ({"weapons": (PISTOL,), "ap": 2}, (88, 30), [], "too far"),
        ({"weapons": (PISTOL,), "ap": 0}, (60, 30), [], "action point"),
        ({"weapons": (KNIFE,)}, (60, 30), [], "no weapon"),
        ({"weapons": (PISTOL,)}, (60, 30), [wall(52, 10, 53, 50, 9)], "does not see"),
    ],
)
def test_what_keeps_an_enemy_from_being_shot_is_told(own, other, pieces, told):
    s = position(model("A1", (20 if told == "too far" else 45, 30), **own), model("B1", other), pieces=pieces)
    s.viewer = 0
    found = why_unshot(s, s.models[1], say_in("en"))
    assert bool(found) == (told is not None)
    if told:
        assert told in found[0][1]
    s.viewer = 1
    assert why_unshot(s, s.models[1], say_in("en")) == (), "only whoever acts is told"


def test_who_points_at_an_enemy_is_told_why_it_cannot_be_shot():
    s = position(model("A1", (45, 30), weapons=(PISTOL,)), model("B1", (60, 30)), pieces=[wall(52, 10, 53, 50, 9)])
    assert aim(s, 0, MOVE, ((60.0, 30.0),)).problem.key == "universalis.unshot.sight"


def test_hit_and_armour_together_are_told_before_a_shot():
    s = position(model("A1", (45, 30), weapons=(RIFLE,), fk=6), model("B1", (60, 30)))
    shown = FORESIGHT.preview(s, 0, parse("A1 shoot B1 rifle"))
    told = {remark.text.key.rpartition(".")[2]: dict(remark.text.fields) for remark in shown.remarks}
    fields = told["harm"]
    assert fields["hits"] == round(100 * shown.roll.need / 12)
    assert fields["total"] == round(100 * shown.chance)
    assert abs(fields["total"] - fields["hits"] * fields["percent"] / 100) <= 1
    assert (fields["least"], fields["left"]) == (3, s.models[1].tp[0])
    assert shown.targets == (("model:B1", f"−3: {fields['total']} %"),)


def test_the_danger_at_the_end_of_a_way_is_that_of_the_enemys_own_shot():
    """Said before one goes: the number that the enemy would have there, for his normal shot."""
    enemy = model("B1", (45, 50), weapons=(RIFLE,), fk=7)
    seen = remarks(position(model("A1", (45, 30)), enemy), "A1 move 48,31")["open"]
    there = position(model("A1", (48, 31)), enemy)
    hurt = FORESIGHT.chance(there, 1, parse("B1 shoot A1 rifle"))
    assert dict(seen.text.fields)["risk"] == (f"{round(100 * hurt)} %",)
    shown = FORESIGHT.preview(position(model("A1", (45, 30)), enemy), 0, parse("A1 move 48,31"))
    assert shown.risks == (("model:B1", f"{round(100 * hurt)} %"),)
    covered = position(model("A1", (45, 30)), enemy, pieces=[wall(40, 33, 56, 34, 3)])
    behind = dict(remarks(covered, "A1 move 48,31")["covered"].text.fields)["risk"]
    assert int(behind[0].split()[0]) < round(100 * hurt)


def test_who_waits_fire_ready_says_how_dangerous_the_way_is():
    """The worst place of the way counts."""
    s = position(model("A1", (45, 30)), model("B1", (45, 45), weapons=(RIFLE,), fk=7, wn=6))
    s.models[1].ready = 0
    waits = dict(remarks(s, "A1 move 48,31")["waited_for"].text.fields)
    assert 0 < int(waits["risk"][0].split()[0]) < 100


def test_who_cannot_shoot_is_no_risk():
    s = position(model("A1", (45, 30)), model("B1", (45, 50), weapons=(KNIFE,)))
    assert FORESIGHT.preview(s, 0, parse("A1 move 48,31")).risks == ()


def test_who_sees_a_place_and_could_not_hurt_anybody_there_is_told_so():
    s = position(model("A1", (45, 30)), model("B1", (45, 58), weapons=(RIFLE,), fk=1))
    told = remarks(s, "A1 move 48,31")
    assert "open" not in told
    assert told["harmless"].weight == "info"
    written(told["harmless"].text)
