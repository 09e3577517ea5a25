"""The second small scenario: the same four, and one thing that is new, the core that is carried home."""

import pytest

from kempelen.contract.shown import GOAL_LETTERS
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import Choice, DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.face.fetching import why_not_take
from kempelen.games.universalis.face.hints import spoken
from kempelen.games.universalis.face.status import seat_tray, status
from kempelen.games.universalis.face.where import where, words
from kempelen.games.universalis.rules.actions import END, Handle, Move, Simple
from kempelen.games.universalis.rules.events import Carried, Damaged, Moved
from kempelen.games.universalis.rules.missions import in_zone
from kempelen.parts.foresight import preview_of, price_of, serves
from kempelen.parts.scenarios import after

SETUP = Setup(GAME.name, "lost_core", ("human", "middle"))
SAY = say_in("en")


class Newcomer:
    """Does what the tips say and keeps them."""

    def __init__(self):
        self.tips = []

    def decide(self, decision, table):
        tip = GAME.speech.tip(SETUP, decision)
        if tip is not None:
            self.tips.append(tip)
        return Choice(GAME.speech.advised(SETUP, decision))


def begun():
    return GAME.new(SETUP, DirectTable(GAME, [Opponent("middle")] * 2, TapeDice(1)))


def played(seed):
    newcomer = Newcomer()
    table = DirectTable(GAME, [newcomer, Opponent("middle")], TapeDice(seed))
    s = table.state = GAME.new(SETUP, table)
    while GAME.outcome(s) is None:
        GAME.step(s, table)
    return newcomer.tips, GAME.outcome(s)


def test_it_follows_the_first_skirmish_and_is_no_larger():
    assert after(GAME, "first") == "lost_core"
    assert after(GAME, "lost_core") == "border_post"
    assert GAME.scenario_facts["lost_core"].tips
    assert len(begun().models) == 4


def test_tips_win_more_often_than_they_lose():
    """Forty games; scripts/tips.py plays two hundred."""
    ends = [played(f"core {n}") for n in range(40)]
    won, lost = (sum(seat in outcome.winners for _, outcome in ends) for seat in (0, 1))
    assert won > lost
    said = {tip.key.removeprefix("universalis.lesson.") for tips, _ in ends for tip in tips}
    assert {"pick", "fetch", "take", "carry", "carry_home"} <= said
    for lang in ("en", "de"):
        for tip in {tip for tips, _ in ends for tip in tips}:
            assert say_in(lang).of(tip)


@pytest.mark.parametrize(
    ("carrier", "said"),
    [(-1, "The core lies free"), (0, "Voss has the core: back"), (2, "Marga has the core and wins")],
)
def test_the_goal_says_who_has_the_core(carrier, said):
    s = begun()
    s.round, s.viewer, s.objects[0].carrier = 1, 0, carrier
    assert status(s, SAY).goal.startswith(said)
    for lang in ("en", "de"):
        assert len(status(s, say_in(lang)).goal) <= GOAL_LETTERS


def test_what_is_carried_is_named_unless_there_are_several():
    s = begun()
    assert SAY.of(words(s, Carried("taken", "A1 Voss", 0))) == "A1 Voss picks up the data core!"
    assert SAY.of(words(s, Handle("A1", "take", 0))) == "Voss picks up the data core"
    s.objects.append(s.objects[0].copy())
    assert "object 1" in SAY.of(words(s, Handle("A1", "take", 0)))


def test_whoever_acts_is_known_with_what_is_left_to_do():
    s = begun()
    assert (status(s, SAY).acting, status(s, SAY).could) == ("", ())
    s.phase, s.active = "act", [3]
    s.models[3].ap = 4
    shown = status(s, SAY)
    assert shown.acting == "card:B2"
    assert shown.could == ("run 16 cm", "hunting rifle: 1 shot", "sabre: 2 blows")
    s.models[3].ap = 0
    assert status(s, SAY).could == ()


def at_home(ap=3):
    """Voss acts, in his own zone, with the core."""
    s = begun()
    s.round, s.viewer, s.phase, s.active = 1, 0, "act", [0]
    s.models[0].x, s.models[0].y, s.models[0].ap = 41, 10, ap
    s.objects[0].carrier = 0
    return s


def test_what_the_mission_wants_comes_first_with_its_price_and_can_be_clicked():
    s = begun()
    s.phase, s.active = "act", [0]
    s.models[0].ap = 4
    take = Handle("A1", "take", 0)
    assert serves(GAME, s, 0, take)
    assert not serves(GAME, s, 0, Simple("A1", "lie_down"))
    assert SAY.of(price_of(GAME, s, 0, take)) == "1 action point"
    assert take.handles == ("model:A1", "take", "object:1")
    assert "wins. 3 action points are left, enough for up to 12 cm" in SAY.of(
        preview_of(GAME, s, 0, take).remarks[0].text
    )


def test_whoever_is_home_is_told_that_ending_the_phase_wins():
    s = at_home()
    assert status(s, SAY).goal == "Voss is home with the core: end the phase, and you win!"
    assert serves(GAME, s, 0, END)
    assert SAY.of(price_of(GAME, s, 0, END)) == "you win"
    assert SAY.of(preview_of(GAME, s, 0, END).short) == "End the phase: you win"
    s.objects[0].carrier = -1
    assert not serves(GAME, s, 0, END)
    assert price_of(GAME, s, 0, END) is None


def test_the_plate_and_the_bar_say_the_same_of_a_mission():
    s = at_home()
    assert [fact.value for fact in seat_tray(s, 0, SAY).facts][-1] == "1 of 1"
    assert [score.value for score in status(s, SAY).scores] == [1, 0]
    assert [score.value for score in status(s, SAY).course] == [2, 0], "taken, and home"


def test_coming_home_with_the_core_is_told_as_that():
    s = at_home()
    home = Moved("A1 Voss", ((41.0, 40.0, 0.0), (41.0, 10.0, 0.0)), 30.0)
    assert SAY.of(words(s, home)) == "Voss is home with the data core!"
    s.objects[0].carrier = -1
    assert SAY.of(words(s, home)).startswith("Voss moves 30 cm")


def test_a_tip_sends_nobody_for_a_core_that_a_friend_stands_at_or_that_is_out_of_reach():
    s = begun()
    s.phase, s.active, s.viewer, s.round = "act", [1], 0, 1
    core, (voss, brandt) = s.objects[0], s.models[:2]
    towards = Move("A2", (((brandt.x + core.x) / 2, (brandt.y + core.y) / 2, 0.0),))
    assert SAY.of(spoken(s, 0, towards)).startswith("Towards the core with Brandt: this phase it is out of reach")
    assert SAY.of(spoken(s, 0, Move("A2", ((core.x, core.y - 1, 0.0),)))).startswith("Run for the core with Brandt")
    voss.x, voss.y = core.x, core.y - 1
    assert SAY.of(spoken(s, 0, towards)).startswith("Voss is nearer to the core and can take it")


def beside_the_core(x, foe=None, ap=6):
    """Voss acts, `x` cm left of the core; an enemy stands where he is put."""
    s = begun()
    s.round, s.viewer, s.phase, s.active = 1, 0, "act", [0]
    thing = s.objects[0]
    s.models[0].x, s.models[0].y, s.models[0].ap = thing.x - x, thing.y, ap
    if foe is not None:
        s.models[2].x, s.models[2].y = thing.x + foe[0], thing.y + foe[1]
    return s


@pytest.mark.parametrize(
    ("x", "foe", "said"),
    [
        (2.0, None, None),
        (5.0, None, "Voss is 3.8 cm away from it; the base must be within 1 cm. Move closer first."),
        (6.0, (0.5, 0), "Marga stands too near it: a move must end at least 3 cm from every enemy"),
    ],
)
def test_what_cannot_be_taken_yet_is_named_with_its_reason(x, foe, said):
    """Somebody stood by the core for two rounds and never learned why it was not offered."""
    s = beside_the_core(x, foe)
    barred = GAME.speech.barred(s, 0, [Handle("A1", "take", 0)] if said is None else [])
    if said is None:
        assert why_not_take(s, s.models[0], 0) is None
        assert barred == {}
        return
    ((use, reason),) = barred["model:A1"]
    assert SAY.of(use) == "Take the data core"
    assert SAY.of(reason).startswith(said)
    core = next(shape for shape in GAME.scene(s, SAY).shapes if shape.id == "object:1")
    assert any(words.startswith(said) for _, words in core.about)
    tip = spoken(s, 0, Simple("A1", "lie_down"))
    assert said in SAY.of(tip)


@pytest.mark.parametrize(
    ("end", "ap", "said"),
    [
        (2.0, 6, "From there the data core can be taken at once, for 1 action point."),
        (2.0, 1, "From there the data core can be taken, but no action point is left for it in this phase."),
        (5.0, 6, "The data core cannot be taken from there: 2.8 cm too far, the base must be within 1 cm."),
    ],
)
def test_the_preview_of_a_way_says_whether_the_core_can_be_taken_from_its_end(end, ap, said):
    s = beside_the_core(7.0, ap=ap)
    thing = s.objects[0]
    shown = preview_of(GAME, s, 0, Move("A1", ((thing.x - end, thing.y, 0.0),)))
    assert said in [SAY.of(remark.text) for remark in shown.remarks]


def test_who_could_not_reach_the_core_is_only_near_it():
    s = beside_the_core(7.0)
    thing = s.objects[0]
    by, near = (SAY.of(where(s, (thing.x - far, thing.y, 0.0))) for far in (2.0, 5.0))
    assert (by, near) == ("by the data core", "near the data core")


def test_a_wound_tells_the_action_points_that_the_shock_takes():
    told = Damaged("B1 Marga", 3, 4, 7, (), 2)
    assert SAY.of(told.short) == "B1 Marga is hurt: 4 of 7 hit points left, and 2 action points less."
    assert [(touch.effect, touch.amount) for touch in told.touches] == [("hurt", 3), ("spent", 2)]


def carrying_home():
    """Voss carries the core and stands 7 cm before his own zone; nobody is near."""
    s = begun()
    s.round, s.phase, s.active, s.viewer = 3, "act", [0], 0
    voss, brandt, marga, tam = s.models
    s.objects[0].carrier = 0
    voss.x, voss.y, voss.ap = 45.0, next(y for y in range(60) if not in_zone(s, 0, 45.0, float(y))) + 7.0, 6
    brandt.x, brandt.y = 80.0, 5.0
    marga.x, marga.y = 5.0, 85.0
    tam.x, tam.y = 85.0, 85.0
    return s


def test_the_way_home_says_first_that_it_wins_and_is_told_so_when_all_is_over():
    s = carrying_home()
    voss = s.models[0]
    home, short = Move("A1", ((45.0, voss.y - 9.0, 0.0),)), Move("A1", ((45.0, voss.y - 4.0, 0.0),))
    assert SAY.of(preview_of(GAME, s, 0, home).remarks[0].text).startswith("Home with the data core: end the phase")
    assert SAY.of(preview_of(GAME, s, 0, short).remarks[0].text).startswith("Still ")
    assert say_in("de").of(preview_of(GAME, s, 0, home).remarks[0].text).startswith("Mit dem Datenkern daheim")
    told = Moved(voss.name, ((voss.x, voss.y, 0.0), (45.0, voss.y - 9.0, 0.0)), 9.0)
    assert SAY.of(words(s, told)) == "Voss is home with the data core!"
    voss.y -= 9.0  # he stands there now: what is told at the end is the same
    assert SAY.of(words(s, told)) == "Voss is home with the data core!"
    back = Move("A1", ((45.0, voss.y + 9.0, 0.0),))
    assert SAY.of(preview_of(GAME, s, 0, back).remarks[0].text).startswith("Out of your own zone")
