"""The first skirmish: tips that lead somewhere, how it stands in words, whose group is whose, and older beginnings."""

from dataclasses import replace

import pytest

from kempelen.contract.shown import GOAL_LETTERS
from kempelen.engine.dice import TapeDice
from kempelen.engine.files.migrations import current_position
from kempelen.engine.game import Setup, say_in
from kempelen.engine.search.saying import said_at
from kempelen.engine.table import Choice, Decision, DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.face.hints import spoken
from kempelen.games.universalis.face.status import status
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.scenarios import scenario, scenario_begun
from kempelen.games.universalis.rules.actions import END, Move
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.offers import options
from kempelen.parts.foresight import preview_of
from kempelen.text.say import Text
from kempelen.wording import own_seat_text

FIRST = Setup(GAME.name, "first", ("human", "middle"))


class Newcomer:
    """Does what the tips say and keeps them."""

    def __init__(self):
        self.tips = []

    def decide(self, decision, table):
        tip = GAME.speech.tip(FIRST, decision)
        if tip is not None:
            self.tips.append(tip)
        return Choice(GAME.speech.advised(FIRST, decision))


def skirmish(seed):
    newcomer = Newcomer()
    table = DirectTable(GAME, [newcomer, Opponent("middle")], TapeDice(seed))
    s = table.state = GAME.new(FIRST, table)
    while GAME.outcome(s) is None:
        GAME.step(s, table)
    return newcomer.tips, GAME.outcome(s)


def begun():
    table = DirectTable(GAME, [Opponent("middle")] * 2, TapeDice(1))
    return GAME.new(FIRST, table)


def test_tips_win_more_often_than_they_lose_and_seldom_draw():
    """Twenty games; scripts/tips.py plays five hundred."""
    ends = [skirmish(f"tips {n}") for n in range(20)]
    won = sum(0 in outcome.winners for _, outcome in ends)
    drawn = sum(not outcome.winners for _, outcome in ends)
    assert won > 20 - won
    assert drawn <= 3
    said = {tip.key.removeprefix("universalis.lesson.") for tips, _ in ends for tip in tips}
    assert {"move", "contest", "aim", "aim_holder", "lie_down", "lie_first"} <= said
    for lang in ("en", "de"):
        for tip in {tip for tips, _ in ends for tip in tips}:
            assert say_in(lang).of(tip)


def test_who_is_told_to_go_where_an_enemy_stands_is_told_why():
    s = begun()
    s.round, s.phase, s.active = 1, "act", [0]
    marga = s.models[2]
    marga.x, marga.y = 45.0, 49.0
    for m in s.models:
        m.ap = 6
    tip = GAME.speech.hint(FIRST, s, 0)
    assert tip.key == "universalis.lesson.contest"
    assert "otherwise Marga gets a point" in say_in("en").of(tip)
    s.models[0].x, s.models[0].y = 40.0, 12.0
    tip = GAME.speech.hint(FIRST, s, 0)
    assert tip.key == "universalis.lesson.contest_far"  # too long a way for this phase
    assert "if Marga stays there alone" in say_in("en").of(tip)


@pytest.mark.parametrize(
    ("scores", "own", "foe", "said"),
    [
        ([0, 0], False, False, "Be alone at the mast when a round ends: a point. 2 points win."),
        ([1, 1], False, False, "Be alone within 5 cm of the mast when a round ends, and you win."),
        ([0, 1], True, False, "You are alone at the mast: a point if the round ends like this."),
        ([1, 0], True, False, "You are alone at the mast: you win if the round ends like this."),
        ([1, 0], False, True, "a point for him if the round ends like this."),
        ([0, 1], False, True, "he wins if the round ends like this!"),
        ([0, 0], True, True, "Both are at the mast: no point."),
    ],
)
def test_how_it_stands_is_said_at_every_moment(scores, own, foe, said):
    s = begun()
    s.round, s.viewer, s.scores = 1, 0, scores
    if own:
        s.models[0].x, s.models[0].y = 45.0, 42.0
    if foe:
        s.models[2].x, s.models[2].y = 45.0, 48.0
    assert said in status(s, say_in("en")).goal
    assert status(s, say_in("de")).goal != status(s, say_in("en")).goal
    assert max(len(status(s, say_in(lang)).goal) for lang in ("en", "de")) <= GOAL_LETTERS


def test_seats_go_by_their_groups_and_by_numbers_where_these_are_the_same():
    en, de = say_in("en"), say_in("de")
    assert [en.of(own_seat_text(GAME, FIRST, seat, en)) for seat in (0, 1)] == ["the Border Watch", "the Scrapper Gang"]
    assert de.of(own_seat_text(GAME, FIRST, 1, de), "Nom") == "Die Schrotterbande"
    same = replace(FIRST, position={"game": "universalis", "rosters": ["border_watch", "first_watch"]})
    assert own_seat_text(GAME, same, 0, en) is None
    trays = {tray.id: tray.label for tray in GAME.scene(begun(), en).trays}
    assert trays["tray:seat-2"] == "Scrapper Gang"


@pytest.mark.parametrize(("rules", "rounds"), [("1", 1), ("2", 1), ("3", 3), ("4", 4), ("5", 5), ("6", 5), ("", 5)])
def test_a_skirmish_that_began_with_older_rules_goes_on_as_it_began(rules, rounds):
    which = scenario_begun("first", rules)
    assert which.max_rounds == rounds
    assert which.table == ("meadow" if rules else "relay")
    assert bool(which.groups) is (rounds >= 4)
    assert scenario_begun("factory", rules) is scenario("factory")


def test_a_position_of_the_former_first_skirmish_keeps_its_models():
    s = begun()
    old = {**GAME.to_position(s), "models": [{"label": m.label, "at": [m.x, m.y]} for m in s.models]}
    read = GAME.from_position(current_position(GAME, old), {})
    assert read.models[0].weapons[0].id == "service_pistol"
    again = GAME.from_position(GAME.to_position(read), {})
    assert GAME.to_position(again) == GAME.to_position(read)
    first, then, now = (GAME.from_position(current_position(GAME, {**old, "format": n}), {}) for n in (2, 3, 4))
    assert first.models[0].weapons[0].id == then.models[0].weapons[0].id == "carbine"
    assert now.models[0].weapons[0].id == "hunting_rifle"
    assert [(m.card.tp, m.card.name) for m in first.models[2:]] == [(3, "Marga"), (3, "Tam")]
    assert [m.card.tp for m in then.models] == [5] * 4
    assert [m.card.tp for m in now.models] == [6, 6, 7, 7]


def test_the_lost_core_of_former_rules_goes_on_as_it_began_too():
    then, now = (scenario_begun("lost_core", rules) for rules in ("6", ""))
    assert [one["weapons"][0] for group in then.groups for one in group["models"]].count("carbine") == 3
    assert [one["weapons"][0] for group in now.groups for one in group["models"]].count("hunting_rifle") == 3
    table = DirectTable(GAME, [Opponent("middle")] * 2, TapeDice(1))
    s = GAME.new(Setup(GAME.name, "lost_core", ("human", "middle")), table)
    old = {**GAME.to_position(s), "models": [{"label": m.label, "at": [m.x, m.y]} for m in s.models], "format": 3}
    read = GAME.from_position(current_position(GAME, old), {})
    assert [m.card.tp for m in read.models] == [5, 5, 4, 4]


def test_who_is_out_lies_there_and_says_so():
    s = begun()
    s.models[1].tp = [0]
    s.models[1].out = True
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(s, 0), say_in("en")).everything()}
    fallen, standing = shapes["model:A2"], shapes["model:A1"]
    assert fallen.text.endswith(", out")
    assert {"broken", "fallen"} <= fallen.tags
    assert not standing.tags & {"broken", "fallen"}
    assert fallen.icon != standing.icon


def test_a_choice_that_is_looked_back_at_names_models_and_places_in_words():
    """`A2 move 50.5,43.0` is for files."""
    s = begun()
    m = s.models[1]
    move = Move(m.label, ((m.x, m.y + 4.0, 0.0),))
    said = say_in("en").of(said_at(GAME, s, move))
    assert m.name.partition(" ")[2] in said
    assert m.label not in said
    assert "4 cm" in said
    assert "," not in said


def at_the_mast(*labels):
    """Voss acts; these stand at the mast."""
    s = begun()
    s.round, s.phase, s.active = 1, "act", [0]
    for m in s.models:
        m.ap = 6
    for n, label in enumerate(labels):
        m = next(m for m in s.models if m.label == label)
        m.x, m.y = 42.0 + 3.0 * n, 47.0
    return s


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (("A2", "B1"), "and nobody else of the enemy: without Marga it is yours."),
        (("A2", "B1", "B2"), "nobody of them may be left there."),
    ],
)
def test_a_tip_counts_everybody_who_is_at_the_mast(there, said):
    s = at_the_mast(*there)
    tip = GAME.speech.hint(FIRST, s, 0)
    assert tip.key.endswith("_holder")
    assert said in say_in("en").of(tip)
    assert say_in("de").of(tip) != say_in("en").of(tip)


def test_nobody_is_sent_away_while_one_of_ours_holds_the_mast():
    s = at_the_mast("A2")
    s.models[0].ap = 2
    for n, enemy in enumerate(s.models[2:]):
        enemy.x, enemy.y = 2.0 + 4.0 * n, 88.0  # farther than anybody shoots
    tip = GAME.speech.hint(FIRST, s, 0)
    assert tip.key in ("universalis.lesson.end_holding", "universalis.lesson.ready")
    s.models[1].x = 2.0  # and with nobody there a phase ends for another reason
    assert GAME.speech.hint(FIRST, s, 0).key != "universalis.lesson.end_holding"


def test_the_roster_says_how_every_model_is():
    s, en = begun(), say_in("en")
    tam = s.models[3]
    tam.tp[0], tam.prone = 1, True
    assert enemies(s, en) == [("B1 Marga", 1, ""), ("B2 Tam", 0.14, "prone")]
    tam.out = True
    assert enemies(s, en)[1] == ("B2 Tam", 0, "out")


def enemies(s, say):
    (roster,) = (tray for tray in GAME.scene(GAME.view(s, 0), say).trays if tray.id == "group:2")
    return [(item.label.partition(":")[0], round(item.left, 2), item.state) for item in roster.items]


def test_a_shot_that_is_hardly_worth_it_has_a_tip_too():
    """The opponent in one's place would fire, though the chance is not worth telling; the tip once had no words."""
    s = at_the_mast("A2")
    s.models[0].x, s.models[0].y = 10.0, 4.0
    for n, enemy in enumerate(s.models[2:]):
        enemy.x, enemy.y, enemy.fast = 84.0 + 3.0 * n, 88.0, True  # farther than a shot that is not aimed goes
    tip = spoken(s, 0, parse("A1 shoot B1 hunting_rifle"))
    assert [say_in(lang).of(tip) for lang in ("en", "de")] == [
        "Voss: shoot at Marga with the hunting rifle.",
        "Voss: mit der Jagdbüchse auf Marga schießen.",
    ]


BOUND = {
    "game": "universalis",
    "scenario": "first",
    "phase": "act",
    "round": 3,
    "missions": ["stand", "stand"],
    "turned": [0, 180],
    "first": 1,
    "scores": [0, 0],
    "active": ["A2"],
    "threats": ["B1"],
    "duty": "bound",
    "objects": [{"kind": "mast", "at": [45.0, 45.0]}],
    "models": [
        {"label": "A1", "at": [46.5, 42.5], "facing": 149, "tp": [5], "states": ["acted", "first_done"]},
        {"label": "A2", "at": [49.0, 37.5], "facing": 310, "tp": [2], "ap": 6, "states": ["critical", "acted"]},
        {"label": "B1", "at": [46.5, 45.0], "facing": 297, "tp": [5], "states": ["acted"]},
        {"label": "B2", "at": [50.5, 46.5], "facing": 320, "tp": [5], "states": ["prone", "acted", "first_done"]},
    ],
}
"""Brandt must do something about Marga."""


def test_whoever_is_bound_to_fight_is_not_told_to_end():
    state = GAME.from_position(BOUND, {})
    table = DirectTable(GAME, (), TapeDice(0))
    table.state = state
    prompt = Text("universalis.prompt.action", who="Brandt", ap=6)
    asked = Decision(0, prompt, lambda: options(state), None, table)
    advised = GAME.speech.advised(FIRST, asked)
    assert advised is not END
    assert why_not(state, advised) is None


def plan_of(s):
    table = DirectTable(GAME, (), TapeDice(0))
    table.state = s
    asked = Decision(0, Text("universalis.prompt.action", who="", ap=6), lambda: options(s), None, table)
    return GAME.speech.advised(FIRST, asked)


def test_with_points_for_both_one_lies_down_before_aiming_and_is_told_what_for():
    s = at_the_mast("A2", "B1")
    voss, tam = s.models[0], s.models[3]
    voss.x, voss.y, tam.x, tam.y = 60.0, 30.0, 60.0, 66.0
    action = plan_of(s)
    assert action.notation == "A1 lie_down"
    tip = GAME.speech.hint(FIRST, s, 0)
    assert tip.key == "universalis.lesson.lie_first"
    told = dict(tip.fields)
    assert told["then"] > told["now"]
    assert told["ap"] == 6
    voss.prone, voss.ap = True, 5
    assert plan_of(s).kind in ("aimed", "normal_shot"), "and then the shot follows"


def test_aiming_that_hits_no_more_often_is_not_advised():
    s = at_the_mast("A2", "B1")
    brandt = s.models[1]
    s.active, brandt.prone = [1], True
    action = plan_of(s)
    assert action.kind != "aimed"


def test_whoever_stays_at_the_mast_spends_the_last_point_on_lying_down():
    s = at_the_mast("A1", "B1")
    s.models[0].ap = 1
    assert plan_of(s).notation == "A1 lie_down"
    s.models[0].prone = True
    assert plan_of(s) is END


def test_before_a_move_one_is_told_what_can_be_shot_afterwards():
    s = at_the_mast("B2")
    s.models[0].x, s.models[0].y = 46.0, 24.0
    near = remarks_of(s, Move("A1", ((53.0, 27.0, 0.0),)))
    assert any("4 action points are left for a normal shot at Tam" in said and "from here" in said for said in near), (
        near
    )
    far = remarks_of(s, Move("A1", ((53.0, 34.0, 0.0), (53.0, 38.0, 0.0))))
    assert any(said.startswith("After that you cannot shoot any more in this phase") for said in far), far


def remarks_of(s, action):
    assert why_not(s, action) is None
    shown = preview_of(GAME, GAME.view(s, 0), 0, action)
    assert all(say_in("de").of(one.text) for one in shown.remarks)
    return [say_in("en").of(one.text) for one in shown.remarks]
