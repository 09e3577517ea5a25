"""The first skirmish: tips that lead somewhere, how it stands in words, whose group is whose, and older beginnings."""

from dataclasses import replace

import pytest

from kempelen.contract.shown import GOAL_LETTERS
from kempelen.engine.dice import TapeDice
from kempelen.engine.files.migrations import current_position
from kempelen.engine.game import Setup, say_in
from kempelen.engine.search.saying import said_at
from kempelen.engine.seats import HUMAN
from kempelen.engine.session import Session
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


LONG_SHOT = (
    "pick A2",
    "hold",
    "end",
    "A1 move 43.5,22.0",
    "A1 shoot B2 carbine",
    "pick A2",
    "A2 move 53.0,36.5 48.5,40.5",
    "A2 move 48.5,42.5",
    "A1 aim B2 carbine",
    "end",
    "pick A1",
    "A1 aim B2 carbine",
    "A1 move 37.0,16.0",
)
"""Moves after which only an enemy far away can be shot at."""


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
    assert {"pick", "move", "contest", "shoot", "shoot_holder", "dodge_not_at"} <= said
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
    assert tip.key == "universalis.lesson.contest_far"  # the way round the wall is too long for this phase
    assert "if Marga stays there alone" in say_in("en").of(tip)


@pytest.mark.parametrize(
    ("scores", "own", "foe", "said"),
    [
        ([0, 0], False, False, "Be alone within 5 cm of the mast when a round ends: a point. 2 points win."),
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


@pytest.mark.parametrize(("rules", "rounds"), [("1", 1), ("2", 1), ("3", 3), ("4", 4), ("5", 5), ("", 5)])
def test_a_skirmish_that_began_with_older_rules_goes_on_as_it_began(rules, rounds):
    which = scenario_begun("first", rules)
    assert which.max_rounds == rounds
    assert bool(which.groups) is (rounds >= 4)
    assert scenario_begun("factory", rules) is scenario("factory")


def test_a_position_of_the_former_first_skirmish_keeps_its_models():
    s = begun()
    old = {**GAME.to_position(s), "models": [{"label": m.label, "at": [m.x, m.y]} for m in s.models]}
    read = GAME.from_position(current_position(GAME, old), {})
    assert read.models[0].weapons[0].id == "service_pistol"
    again = GAME.from_position(GAME.to_position(read), {})
    assert GAME.to_position(again) == GAME.to_position(read)
    then, now = (GAME.from_position(current_position(GAME, {**old, "format": n}), {}) for n in (2, 3))
    assert then.models[0].weapons[0].id == now.models[0].weapons[0].id == "carbine"
    assert [(m.card.tp, m.card.name) for m in then.models[2:]] == [(3, "Marga"), (3, "Tam")]
    assert [m.card.tp for m in now.models] == [5] * 4


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
    assert enemies(s, en) == [("B1 Marga", 1, ""), ("B2 Tam", 0.2, "prone")]
    tam.out = True
    assert enemies(s, en)[1] == ("B2 Tam", 0, "out")


def enemies(s, say):
    (roster,) = (tray for tray in GAME.scene(GAME.view(s, 0), say).trays if tray.id == "group:2")
    return [(item.label.partition(":")[0], round(item.left, 2), item.state) for item in roster.items]


def test_a_shot_that_is_hardly_worth_it_has_a_tip_too():
    """The opponent in one's place would fire, though the chance is not worth telling; the tip once had no words. Who holds
    the mast is told to wait."""
    session = Session(GAME, Setup("universalis", "first", (HUMAN, GAME.automa)), seed="snap 40").run()
    for done in LONG_SHOT:
        session.answer(done, 0)
        session.run()
    (asked,) = session.pending
    assert GAME.speech.advised(session.setup, asked) is END
    assert GAME.speech.tip(session.setup, asked).key == "universalis.lesson.end_holding"
    tip = spoken(asked.view(), 0, parse("A2 aim B1 carbine"))
    assert [say_in(lang).of(tip) for lang in ("en", "de")] == [
        "Brandt: aimed shot at Marga with the carbine.",
        "Brandt: gezielter Schuss mit dem Karabiner auf Marga.",
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
