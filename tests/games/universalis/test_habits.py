"""Bad habits of the solo opponent: each pinned where it came from, and counted over whole games with fixed seeds."""

from dataclasses import replace

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import Choice, Decision, DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.files.scenarios import NAMES
from kempelen.games.universalis.lab.habits import Habits, Watched, useful
from kempelen.games.universalis.rules.actions import END, Move, simple
from kempelen.games.universalis.rules.missions import objects_of
from kempelen.games.universalis.rules.models.card import Armour
from kempelen.games.universalis.rules.movement.halves import on_halves
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import BOUND
from kempelen.lab.run import play_through
from kempelen.text.say import Text
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, SABRE, model, position, wall
from tests.games.universalis.test_opponent import act
from tests.marks import rule


def whole_games(level, seeds):
    """Every table, the opponent on both sides."""
    found = Habits()
    for n in seeds:
        name = NAMES[1 + n % 5]
        players = [Watched(Opponent(level), f"{name} {n}") for _ in (0, 1)]
        play_through(GAME, Setup(GAME.name, name, (level, level)), players, TapeDice(f"habits {n}"))
        found = found + players[0].habits + players[1].habits
    return found


@pytest.mark.parametrize("level", ["middle", "hard"])
def test_whole_games_show_none_of_the_bad_habits(level):
    """scripts/skirmishes.py habits counts over more games."""
    found = whole_games(level, range(10))
    assert found.phases > 300
    assert found.down_and_up == 0, found.seen
    assert found.there_and_back == 0, found.seen
    assert found.idle == 0, found.seen
    assert found.unready <= 1, found.seen
    assert found.ready >= 1


# -- the counter itself finds them


class Scripted:
    """Does what it is told; then it ends the phase."""

    def __init__(self, *actions):
        self.actions = list(actions)

    def decide(self, decision, table):
        return Choice(self.actions.pop(0) if self.actions else END)


def watched(s, *actions):
    """The habits of somebody who does these actions in one phase of A1; what they change is changed by hand."""
    s.phase, s.round, s.active = "act", 1, [0]
    m = s.models[0]
    m.acted = True
    table = DirectTable(GAME, (), TapeDice("watched"))
    table.state = s
    player = Watched(Scripted(*actions))
    for _ in range(len(actions) + 1):
        prompt = Text("universalis.prompt.action", who=m.name, ap=m.ap)
        action = player.decide(Decision(m.seat, prompt, lambda: options(s), None, table), table).action
        if isinstance(action, Move):
            m.x, m.y, _ = action.points[-1]
        elif action in (simple("A1", "lie_down"), simple("A1", "stand_up")):
            m.prone = action.verb == "lie_down"
    return player.habits


def test_lying_down_and_standing_up_again_is_found():
    s = position(model("A1", (45, 45), weapons=()), model("B1", (80, 80)))
    s.models[0].ap = 1
    assert watched(s, simple("A1", "lie_down"), simple("A1", "stand_up")).down_and_up == 1
    assert watched(s, simple("A1", "lie_down")).down_and_up == 0


def test_going_there_and_back_is_found():
    def way(*points):
        s = position(model("A1", (45, 45), weapons=()), model("B1", (80, 80)))
        s.models[0].ap = 1
        return watched(s, *(Move("A1", ((*point, 0.0),)) for point in points)).there_and_back

    assert way((45, 53), (45, 46)) == 1
    assert way((45, 53), (45, 60)) == 0
    assert way((45, 53), (53, 53)) == 0


def test_many_ap_left_over_are_found_if_there_was_something_to_do():
    s = position(model("A1", (45, 45), nk=6, weapons=(SABRE,)), model("B1", (80, 80)))
    assert watched(s).idle == 1  # it could have gone nearer
    s.models[0].ap = 4
    assert watched(s).idle == 0


def test_readiness_passed_over_is_found():
    """Behind the wall is an enemy who must come round it."""
    s = position(
        model("A1", (45, 40), fk=7, weapons=(PISTOL,)),
        model("B1", (45, 52)),
        pieces=[wall(0, 45, 90, 46, 8.0)],
    )
    s.models[0].ap = 3
    assert watched(s).unready == 1
    s.models[0].ready = 0
    assert watched(s).unready == 0
    s.models[0].ready = -1
    s.models[0].card = replace(s.models[0].card, fk=1)
    assert watched(s).unready == 0


def test_a_charge_that_promises_nothing_is_not_missed():
    thick = Armour("thick", protection=30)
    s = position(model("A1", (45, 45), nk=6, weapons=(SABRE,)), model("B1", (45, 49), armour=thick))
    assert "charge" not in " ".join(useful(s, s.models[0], options(s)))
    s.models[1].card = replace(s.models[1].card, armour=None)
    assert "charge" in " ".join(useful(s, s.models[0], options(s)))


def test_who_stands_at_the_enemys_mast_is_not_idle():
    s = position(model("A1", (45, 42), weapons=()), model("B1", (80, 80)), missions=("eliminate", "mast"))
    s.objects = objects_of(s)
    assert watched(s).idle == 0
    s.models[0].x = 25.0
    assert watched(s).idle == 1


def test_who_holds_the_mast_or_brings_the_core_home_is_not_idle():
    s = position(model("A1", (45, 42), weapons=()), model("B1", (80, 80)), missions=("mast", "eliminate"))
    s.objects = objects_of(s)
    assert watched(s).idle == 0
    s = position(
        model("A1", (45, 5), weapons=()), model("B1", (80, 80)), missions=("core", "eliminate"), turned=(0, 180)
    )
    s.objects = objects_of(s)
    assert watched(s).idle == 1
    s.objects[0].carrier = 0
    assert watched(s).idle == 0


# -- one by one


def test_lying_down_and_standing_up_are_only_ever_the_first_action():
    s = position(model("A1", (20, 45), fk=5, weapons=(RIFLE,), temperament="shy"), model("B1", (55, 45)))
    assert act(s, "A1") == "A1 lie_down"
    s.models[0].first_done = True
    assert act(s, "A1") != "A1 lie_down"
    far = position(model("A1", (20, 45), weapons=(SABRE,), temperament="aggressive", prone=True), model("B1", (80, 45)))
    assert act(far, "A1") == "A1 stand_up"
    far.models[0].first_done = True
    assert act(far, "A1") != "A1 stand_up"


def test_who_has_moved_does_not_go_back():
    """The nearer enemy lies behind, but it has come from there."""
    s = position(model("A1", (45, 45), nk=7, weapons=(SABRE,), temperament="aggressive"), model("B1", (45, 30)))
    a1 = s.models[0]
    a1.facing = 90
    assert act(s, "A1").startswith("A1 move")
    a1.moved = 8.0
    assert not act(s, "A1").startswith("A1 move")
    a1.facing = 270
    assert act(s, "A1").startswith("A1 move")


def test_a_wanderer_that_has_roamed_does_not_turn_on_somebody():
    s = position(model("A1", (45, 45), weapons=(KNIFE,), temperament="wandering"), model("B1", (45, 65)))
    assert act(s, "A1").startswith("A1 move")
    s.models[0].moved = 4.0
    assert act(s, "A1") == "end"


@rule("universalis:R048")
def test_who_must_fight_but_cannot_yet_goes_nearer():
    s = position(model("A1", (45, 45), nk=6, weapons=(SABRE,)), model("B1", (45, 58)))
    s.threats, s.duty = [1], BOUND
    _, verb, end = act(s, "A1").split()
    assert verb == "move"
    assert float(end.partition(",")[2]) > 50


def test_if_the_nearest_enemy_cannot_be_got_at_the_next_is_gone_for():
    """Base to base with him behind a wall that is closed all round."""
    sides = ((40, 50, 50, 51), (40, 58, 50, 59), (40, 50, 41, 59), (49, 50, 50, 59))
    closed = [wall(*side, 30.0) for side in sides]
    s = position(
        model("A1", (45, 48), nk=7, weapons=(SABRE,), temperament="aggressive"),
        model("B1", (45, 54)),
        model("B2", (80, 20)),
        pieces=closed,
    )
    moved, trace = act(s, "A1", trace=True)
    assert moved.startswith("A1 move")
    assert any("B2" in say_in("en").of(step.text) for step in trace)


@rule("universalis:R221", "universalis:R227")
def test_readiness_is_taken_where_somebody_may_come_into_view():
    """Behind the wall is an enemy who must come round it; a shot is not possible now."""
    s = position(
        model("A1", (45, 40), nk=5, fk=7, weapons=(PISTOL,), temperament="shy"),
        model("B1", (45, 52), nk=3),
        pieces=[wall(0, 45, 90, 46, 8.0)],
    )
    s.models[0].ap = 3
    notation, trace = act(s, "A1", trace=True)
    assert notation == "A1 ready pistol"
    assert any("If B1" in say_in("en").of(step.text) for step in trace)
    assert act(s, "A1", "easy") != "A1 ready pistol"
    s.models[0].card = replace(s.models[0].card, fk=1)
    assert act(s, "A1") != "A1 ready pistol"


@rule("universalis:R222")
def test_who_is_ready_stays_so():
    s = position(
        model("A1", (45, 40), nk=5, fk=7, weapons=(PISTOL,), temperament="shy"),
        model("B1", (45, 52), nk=3),
        pieces=[wall(0, 45, 90, 46, 8.0)],
    )
    s.models[0].ready = 0
    assert act(s, "A1") == "end"


def test_many_ap_are_rather_shot_away_than_left_over():
    tough = Armour("tough", protection=13)
    s = position(
        model("A1", (45, 5), fk=3, weapons=(PISTOL,), temperament="shy"), model("B1", (45, 30), nk=2, armour=tough)
    )
    s.models[0].legs = 1
    assert act(s, "A1").split()[1] in ("aim", "shoot", "snap")
    s.models[0].ap = 4
    assert act(s, "A1").split()[1:2] not in (["aim"], ["shoot"], ["snap"])


# -- the why tells what is forbidden from what is not wanted


def lines_of(s, active, level="middle"):
    _, trace = act(s, active, level, trace=True)
    return {
        dict(step.text.fields)["what"].key.rpartition(".")[2]: step.text.key
        for step in trace
        if step.text.key in ("why.skipped", "why.declined", "why.done")
    }


def test_a_why_says_not_possible_only_of_what_the_rules_forbid():
    s = position(
        model("A1", (30, 45), nk=2, fk=6, weapons=(RIFLE, KNIFE), temperament="aggressive"),
        model("B1", (34.5, 45), nk=9),
    )
    found = lines_of(s, "A1")
    assert found["charge"] == "why.declined"  # in reach, but his blows would cost more
    assert found["strike"] == "why.skipped"  # nobody is in contact
    assert found["use_power"] == "why.skipped"


def test_every_line_said_to_be_impossible_is_not_offered():
    """Whole games: what a passed-over line would do is not on the list of offers, or the why says it was not wanted."""
    from kempelen.games.universalis.automa.allowed import DOES

    seen = set()

    class Checking(Opponent):
        def decide(self, decision, table):
            choice = super().decide(decision, table)
            if decision.prompt.key == "universalis.prompt.action" and choice.action is END:
                s = decision.view()
                m = s.models[s.active[0]]
                for step in choice.trace:
                    if step.text.key == "why.skipped" and len(s.active) == 1:
                        name = dict(step.text.fields)["what"].key.rpartition(".")[2]
                        seen.add(name)
                        does = DOES.get(name)
                        assert does is None or not any(does(m, option) for option in decision.options), name
            return choice

    names = ("middle", "middle")
    for n in range(3):
        players = [Checking(name) for name in names]
        play_through(GAME, Setup(GAME.name, NAMES[1 + n], names), players, TapeDice(f"why {n}"), tracing=True)
    assert len(seen) >= 5


def test_where_it_goes_can_be_laid_by_hand():
    """Nearly every step ends on half centimetres; whoever leans on something often cannot."""
    ends = []

    class Walking(Opponent):
        def decide(self, decision, table):
            choice = super().decide(decision, table)
            if type(choice.action) is Move:
                ends.append(choice.action.points[-1])
            return choice

    names = ("middle", "hard")
    play_through(GAME, Setup(GAME.name, "border_post", names), [Walking(name) for name in names], TapeDice("laid"))
    assert len(ends) > 10
    assert sum(on_halves(x, y) for x, y, _ in ends) >= 0.9 * len(ends)
