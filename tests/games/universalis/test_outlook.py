"""What is said before somebody commits: who can still shoot in this round, what lying down brings, who counts at a mast."""

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import say_in
from kempelen.engine.setup import Setup
from kempelen.engine.table import Decision, DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.face.foresight import FORESIGHT
from kempelen.games.universalis.face.hints import advised, spoken
from kempelen.games.universalis.face.status import status
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.rules import missions
from kempelen.games.universalis.rules.actions import END
from kempelen.games.universalis.rules.choices import Pick
from kempelen.games.universalis.rules.events import Damaged, Scored
from kempelen.games.universalis.rules.offers import options
from kempelen.text.say import Text
from tests.marks import rule

FIRST = Setup(GAME.name, "first", ("human", "middle"))


def acting():
    """Voss acts in the open, 20 cm before Tam; Marga is far away."""
    s = GAME.new(FIRST, DirectTable(GAME, [Opponent("middle")] * 2, TapeDice(1)))
    s.round, s.phase, s.active, s.viewer = 1, "act", [0], 0
    voss, brandt, marga, tam = s.models
    voss.x, voss.y, voss.ap = 70.0, 30.0, 6
    tam.x, tam.y, tam.ap = 70.0, 50.0, 6
    brandt.x, brandt.y = 85.0, 5.0
    marga.x, marga.y = 5.0, 85.0
    return s


def remarks(s, action):
    return {one.text.key.rpartition(".")[2] for one in FORESIGHT.preview(s, 0, parse(action)).remarks}


@rule("universalis:R081")
def test_whoever_has_acted_is_no_danger_before_the_next_round():
    s = acting()
    assert "open" in remarks(s, "A1 move 70,31")
    s.models[3].acted = True
    assert "open" not in remarks(s, "A1 move 70,31")
    assert "open_later" in remarks(s, "A1 move 70,31")
    assert not FORESIGHT.preview(s, 0, parse("A1 move 70,31")).risks
    s.models[3].ready = 0  # but who waits fire-ready may shoot at once
    assert "open" in remarks(s, "A1 move 70,31")


@rule("universalis:R122")
def test_lying_down_promises_what_it_gives():
    s = acting()
    assert {"lying_less", "lying_shot", "lie_down"} <= remarks(s, "A1 lie_down")
    s.models[0].ap = 1
    assert "lying_no_shot" in remarks(s, "A1 lie_down")
    s.models[2].out = s.models[3].out = True
    assert "lying_unseen" in remarks(s, "A1 lie_down")
    for lang in ("en", "de"):
        for one in FORESIGHT.preview(s, 0, parse("A1 lie_down")).remarks:
            assert say_in(lang).of(one.text)


@rule("universalis:R190")
def test_whoever_panics_at_the_mast_is_said_not_to_count():
    s = acting()
    voss, _, _, tam = s.models
    voss.x, voss.y = 45.0, 41.0
    tam.x, tam.y, tam.panic = 45.0, 49.0, True
    assert status(s, say_in("en")).goal.startswith("You hold the mast: Tam panics and does not count.")
    tam.panic = False
    assert "Both" in status(s, say_in("en")).goal
    voss.panic = True
    assert "Voss panics and does not count" in status(s, say_in("en")).goal
    tam.panic = True
    assert status(s, say_in("de")).goal.startswith("Niemand hält den Mast, Voss und Tam zählen in Panik nicht")


def test_models_to_pick_are_told_apart_by_their_best_shots():
    s = acting()
    s.phase, s.active = "pick", []
    near, far = (FORESIGHT.price(s, 0, Pick(label)) for label in ("A1", "A2"))
    assert near is not None
    assert near != far
    assert "%" in say_in("de").of(near)


def test_a_loss_is_told_with_what_there_was():
    told = Damaged("B1 Marga", 3, 4, 7, ())
    assert say_in("en").of(told.text) == "B1 Marga loses 3 TP, 4 of 7 left."
    assert say_in("de").of(told.short) == "B1 Marga ist verletzt: noch 4 von 7 Trefferpunkten."


def first_remark(s, action, lang="en"):
    return say_in(lang).of(FORESIGHT.preview(s, 0, parse(action)).remarks[0].text)


@rule("universalis:R079")
def test_a_step_out_of_the_ring_says_first_who_gets_the_point_then():
    """A stranger stepped away from the mast, and nothing told him that the point went with it."""
    s = acting()
    voss, brandt, _, tam = s.models
    voss.x, voss.y = 45.0, 41.0
    assert remarks(s, "A1 move 45,30") >= {"leaves_none"}
    tam.x, tam.y = 45.0, 49.0
    assert first_remark(s, "A1 move 45,30").startswith(
        "Voss leaves the mast to Tam: if the round ends like this, the opp"
    )
    assert first_remark(s, "A1 move 45,30", "de").startswith("Voss überlässt Tam den Mast")
    brandt.x, brandt.y = 41.0, 45.0
    assert "others of yours" in first_remark(s, "A1 move 45,30")
    tam.x = 80.0
    assert "Brandt holds it for you" in first_remark(s, "A1 move 45,30")
    assert "Brandt hält ihn für dich" in first_remark(s, "A1 move 45,30", "de")
    assert "alone" in first_remark(s, "A1 move 45,40.5")


@rule("universalis:R080")
def test_who_ends_his_phase_with_points_left_is_told_what_is_kept_and_what_they_serve_for():
    s = acting()
    voss, _, marga, tam = s.models
    said = [say_in("en").of(one.text) for one in FORESIGHT.preview(s, 0, parse("end")).remarks]
    assert any("3 of 6" in one for one in said)
    for foe in (marga, tam):  # beyond what it perceives: from there nobody can be dodged
        foe.x, foe.y = 5.0, 89.0
    keys = remarks(s, "end")
    assert "end_strike" in keys
    assert not keys & {"end_both", "end_dodge"}
    voss.ap = 1
    assert "end_lost" in remarks(s, "end")
    assert "nichts" in say_in("de").of(FORESIGHT.preview(s, 0, parse("end")).remarks[-1].text)
    voss.ap = 0
    assert remarks(s, "end") == {"end"}


@rule("universalis:R079")
def test_the_shot_at_the_last_enemy_says_that_it_can_win():
    s = acting()
    assert "downs_last" not in remarks(s, "A1 shoot B2 hunting_rifle")
    s.models[2].out = True
    s.models[3].tp = [1]
    assert remarks(s, "A1 shoot B2 hunting_rifle") >= {"downs_last"}
    assert "last enemy" in first_remark(s, "A1 shoot B2 hunting_rifle")


def test_nobody_at_the_mast_is_sent_to_the_mast():
    """A stranger stood there with both enemies, and the tip said: go to the mast."""
    s = acting()
    voss, _, _, tam = s.models
    voss.x, voss.y, voss.ap = 45.0, 41.0, 1
    tam.x, tam.y = 45.0, 49.0
    step = parse("A1 move 46,41")
    for lang in ("en", "de"):
        assert (
            say_in(lang).of(spoken(s, 0, step)).startswith(("Voss moves", "Voss bewegt", "Move Voss", "Rück mit Voss"))
        )
    table = DirectTable(GAME, (), TapeDice(0))
    table.state = s
    asked = Decision(0, Text("universalis.prompt.action"), lambda: options(s), None, table)
    tip = spoken(s, 0, advised(GAME, asked))
    assert not tip.key.endswith((".move", ".contest")), say_in("en").of(tip)


@rule("universalis:R170")
def test_the_steps_of_a_loss_add_up():
    told = Damaged("A1 Voss", 2, 4, 6, (("R150", 3), ("R170", 2)))
    assert "damage of the weapon (R150): 3 and damage reduction (R170): −1" in say_in("en").of(told.text)
    assert "Schaden der Waffe (R150): 3 und Schadensreduktion (R170): −1" in say_in("de").of(told.text)


@rule("universalis:R079")
def test_a_round_that_ends_without_a_point_says_so():
    s = acting()
    voss, _, _, tam = s.models
    table = DirectTable(GAME, (), TapeDice(0))
    told = []
    table.tell = lambda event, *facts, **more: told.append(event(*facts, **more))
    missions.score(s, table)
    assert say_in("en").of(told[-1].text) == "Round 1 ends: nobody held the mast, so no point."
    voss.x, voss.y, tam.x, tam.y = 45.0, 41.0, 45.0, 49.0
    missions.score(s, table)
    assert say_in("de").of(told[-1].text) == "Runde 1 endet: Beide Seiten waren am Mast, also kein Punkt."
    tam.x = 80.0
    missions.score(s, table)
    assert isinstance(told[-1], Scored)


def test_a_tip_promises_no_dodging_to_who_can_dodge_nobody():
    s = acting()
    for foe in s.models[2:]:
        foe.x, foe.y = 5.0, 89.0
    assert "dodge" not in say_in("en").of(spoken(s, 0, END))
    s.models[3].x, s.models[3].y = 70.0, 34.0
    assert "dodge" in say_in("en").of(spoken(s, 0, END))
