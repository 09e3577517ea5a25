"""What is said before somebody commits: who can still shoot in this round, what lying down brings, who counts at a mast."""

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import say_in
from kempelen.engine.setup import Setup
from kempelen.engine.table import DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.face.foresight import FORESIGHT
from kempelen.games.universalis.face.status import status
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.rules.choices import Pick
from kempelen.games.universalis.rules.events import Damaged
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
