"""Setting up, rounds, initiative phases, the end of a game (R061 to R086)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Setup, say_in
from kempelen.engine.player import RandomPlayer
from kempelen.engine.session import Session
from kempelen.engine.table import DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.face.where import words
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.scenarios import BARE
from kempelen.games.universalis.rules import course
from kempelen.games.universalis.rules.choices import SURRENDER
from kempelen.games.universalis.rules.course import decide_order, initiative_order, leader_of, next_phase, pickable
from kempelen.games.universalis.rules.events import Burned, Compared, Did, LotDecided, Moved, Picked, Shaken
from kempelen.games.universalis.rules.models.card import Item, Trait, Weapon
from kempelen.games.universalis.rules.movement.deploying import why_not_deploy
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.state import EXITED, RESERVE
from kempelen.games.universalis.rules.terms import ACTIVE, DRONE, PASSIVE
from kempelen.games.universalis.rules.upkeep import carry_over, clear_markers, shock_markers, start_round
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, Script, act, model, position, run, step, wall, why
from tests.marks import rule

SETTLED = replace(BARE, missions=("eliminate",), turned=(0, 180))
CHOOSING = replace(BARE, missions=("mast", "core", "eliminate"))


def between_phases(*models, **more):
    """A round in which nobody has been picked yet."""
    return position(*models, phase="pick", active=[], duty=0, **more)


# -- setting up


@rule("universalis:R061")
def test_the_order_of_a_game():
    a, b = model("A1", leader=True, place=RESERVE, eh=5), model("B1", leader=True, place=RESERVE)
    s = position(a, b, phase="missions", round=0, active=[], scenario=SETTLED)
    phases = [s.phase]
    for script in (
        {},
        {"dice": {"eh_a": 9, "eh_b": 3}},
        {"answers": ["A1 deploy 45,5"]},
        {"answers": ["B1 deploy 45,85"]},
        {},
        {"dice": {"agi_a": 9, "agi_b": 3}},
    ):
        step(s, **script)
        phases.append(s.phase)
    assert phases == ["missions", "zones", "deploy", "deploy", "round", "pick", "act"]


@rule("universalis:R063")
@rule("universalis:G42")
def test_missions_are_chosen_in_secret():
    s = position(model("A1"), model("B1"), phase="missions", active=[], scenario=CHOOSING, missions=["", ""])
    seen = []

    class Watching(Script):
        def choose(self, seat, prompt, options, check=None):
            seen.append(list(s.missions))
            return super().choose(seat, prompt, options, check)

    table = Watching(s, answers=["mission core", "mission mast"])
    course.step(s, table)
    assert seen == [["", ""], ["", ""]]
    assert s.missions == ["core", "mast"]


@rule("universalis:R064")
@rule("universalis:R065")
@rule("universalis:G01")
@pytest.mark.parametrize(
    ("eh", "dice", "picks", "first"),
    [
        ((5, 5), (7, 6), [], 0),
        ((5, 5), (6, 7), [], 1),
        ((6, 5), (4, 5), [], 0),
        ((5, 6), (5, 4), [], 1),
        ((5, 5), (6, 6), [1], 1),
    ],
)
def test_the_leaders_decide_who_deploys_first(eh, dice, picks, first):
    a, b = model("A1", eh=eh[0]), model("B1", (60, 60), eh=eh[1])
    s = position(a, b)
    found = []
    script = {"dice": {"eh_a": dice[0], "eh_b": dice[1]}, "picks": picks}
    table = run(s, lambda s, t: found.append(decide_order(s, t, a, b)), **script)
    assert found == [first]
    assert ("tie" in table.rolled) == bool(picks)


@rule("universalis:R065")
def test_the_winner_marks_first_and_deploys_everything_first():
    models = [model(label, leader=label.endswith("1"), place=RESERVE) for label in ("A1", "A2", "B1", "B2")]
    s = position(*models, phase="zones", active=[], scenario=replace(BARE, missions=("eliminate",)))
    table = step(s, dice={"eh_a": 1, "eh_b": 9}, answers=["zone 90", "zone 270"])
    assert [seat for seat, _, _ in table.asked] == [1, 0]
    assert s.turned == [270, 90]
    seats = []
    while s.phase == "deploy":
        table = Script(s, answers=None)
        table.choose = lambda seat, prompt, options, check=None: (seats.append(seat), options()[0])[1]
        course.step(s, table)
    assert seats == [1, 1, 0, 0]


@rule("universalis:R066")
@pytest.mark.parametrize(("x", "near"), [(25.0, True), (26.49, True), (26.5, False), (30.0, False)])
def test_nobody_deploys_within_12_cm_of_an_enemy(x, near):
    s = position(model("A1", (12, 5)), model("B1", place=RESERVE), phase="deploy", active=[], turned=[0, 0])
    problem = why_not_deploy(s, 1, parse(f"B1 deploy {x},5"))
    assert (problem is not None) == near
    assert problem is None or problem.key == "universalis.no.deploy_near"


@rule("universalis:R065")
@pytest.mark.parametrize(("y", "inside"), [(5, True), (14.9, True), (15.1, False), (60, False)])
def test_models_are_put_up_in_the_own_zone(y, inside):
    s = position(model("A1", place=RESERVE), model("B1", (45, 85)), phase="deploy", active=[])
    assert (why_not_deploy(s, 0, parse(f"A1 deploy 45,{y}")) is None) == inside


@rule("universalis:R067")
@rule("universalis:R288")
@pytest.mark.parametrize(
    ("camouflage", "at", "hidden"),
    [(ACTIVE, (45, 5), True), (PASSIVE, (45, 5), False), (PASSIVE, (21.25, 5), True), (0, (21.25, 5), False)],
)
def test_camouflaged_models_begin_camouflaged(camouflage, at, hidden):
    m = model("A1", at, camouflage=camouflage, camouflage_level=1)
    s = position(m, model("B1", (80, 80)), pieces=[wall(10, 0, 20, 10, 5)])
    run(s, course.begin)
    assert m.hidden == hidden


# -- the start of a round


@rule("universalis:R069")
@rule("universalis:R080")
@rule("universalis:G63")
@pytest.mark.parametrize(("left", "after"), [(0, 6), (1, 6), (5, 8), (6, 9), (11, 11), (12, 12)])
def test_ap_from_round_to_round(left, after):
    a, b = model("A1", ap=left, acted=True), model("B1", (80, 80), acted=True)
    s = between_phases(a, b)
    step(s)
    assert (s.phase, a.ap) == ("round", left // 2)
    step(s)
    assert (s.phase, a.ap, a.acted) == ("pick", after, False)


@rule("universalis:R080")
@pytest.mark.parametrize(("ap", "carried"), [(0, 0), (1, 0), (2, 1), (7, 3), (12, 6)])
def test_carry_over(ap, carried):
    assert carry_over(SEED, ap) == carried


@rule("universalis:R070")
@rule("universalis:R203")
@rule("universalis:G06")
@pytest.mark.parametrize(
    ("ap", "markers", "after"),
    [(6, 1, (4, 0)), (6, 3, (0, 0)), (6, 4, (0, 1)), (7, 4, (0, 0)), (1, 1, (0, 0)), (0, 2, (0, 2)), (3, 5, (0, 3))],
)
def test_shock_markers_at_round_start(ap, markers, after):
    assert shock_markers(SEED, ap, markers) == after


@rule("universalis:R070")
def test_shock_markers_are_paid_after_the_refill():
    m = model("A1", ap=1, shocks=2)
    s = position(m, model("B1", (80, 80)))
    table = run(s, start_round)
    assert (m.ap, m.shocks) == (3, 0)
    assert table.told(Shaken) == [Shaken(m.name, 4, 2, 0)]


@rule("universalis:R203")
@pytest.mark.parametrize(
    ("event", "en", "de"),
    [
        (Shaken("Tam", 2, 1, 0), "Tam loses 2 AP to 1 shock marker.", "Tam verliert 2 AP durch 1 Schock-Marker."),
        (
            Shaken("Tam", 6, 3, 1),
            "Tam loses 6 AP to shock; 1 marker stays.",
            "Tam verliert 6 AP durch Schock; 1 Marker bleibt liegen.",
        ),
    ],
)
def test_the_cost_of_shock_markers_is_told(event, en, de):
    assert [say_in(lang).of(event.text) for lang in ("en", "de")] == [en, de]


@rule("universalis:R068")
@rule("universalis:R074")
def test_a_round_ends_when_everybody_had_a_phase():
    models = [model("A1", (10, 10)), model("A2", (20, 10)), model("A3", (30, 10)), model("B1", (80, 80))]
    s = between_phases(*models)
    table = Script(s, dice={"agi_a": 9, "agi_b": 1}, answers=["pick A2", "end", "end", "pick A3", "end", "end"])
    while s.phase != "round":
        course.step(s, table)
    table.finish()
    assert all(m.acted for m in models)
    assert [event.who for event in table.told(Picked)] == ["A2 A2", "B1 B1", "A3 A3", "A1 A1"]


@rule("universalis:R072")
@rule("universalis:G42")
def test_both_pick_at_the_same_time():
    s = between_phases(
        model("A1", (10, 10)), model("A2", (20, 10)), model("B1", (80, 80)), model("B2", (70, 80), acted=True)
    )
    assert [m.label for m in pickable(s, 0)] == ["A1", "A2"]
    assert [m.label for m in pickable(s, 1)] == ["B1"]
    s.models[3].acted = False
    asked = []

    class Sealed(Script):
        def together(self, questions):
            asked.append(sorted(questions))
            return super().together(questions)

    table = Sealed(s, {"agi_a": 9, "agi_b": 1}, ["pick A1", "pick B2"])
    course.step(s, table)
    assert asked == [[0, 1]]


@rule("universalis:R073")
@rule("universalis:G01")
@pytest.mark.parametrize(
    ("agi", "critical", "dice", "picks", "order"),
    [
        ((4, 4), (False, False), (7, 6), [], "AB"),
        ((4, 6), (False, False), (7, 6), [], "BA"),
        ((6, 4), (False, False), (4, 6), [], "AB"),
        ((4, 6), (False, False), (6, 4), [], "BA"),
        ((4, 4), (False, False), (5, 5), [0], "AB"),
        ((4, 4), (False, False), (5, 5), [1], "BA"),
        ((6, 5), (True, False), (6, 6), [], "BA"),
    ],
)
def test_initiative(agi, critical, dice, picks, order):
    a = model("A1", agi=agi[0], critical=critical[0])
    b = model("B1", (60, 60), agi=agi[1], critical=critical[1])
    s = position(a, b)
    found = []
    run(
        s,
        lambda s, t: found.extend(initiative_order(s, t, a, b)),
        dice={"agi_a": dice[0], "agi_b": dice[1]},
        picks=picks,
    )
    assert "".join(m.label[0] for m in found) == order


@rule("universalis:R073")
@pytest.mark.parametrize(
    ("agi", "dice", "said"),
    [
        ((4, 4), (7, 6), "A1 A1 is quicker than B1 B1 and begins: 11 against 10."),
        ((4, 6), (6, 4), "A1 A1 and B1 B1 are even with 10 each: B1 B1 has more agility and begins."),
        ((4, 4), (5, 5), "A1 A1 and B1 B1 are even with 9 each, and equally agile. The lot decides: B1 B1 begins."),
    ],
)
def test_who_begins_is_said(agi, dice, said):
    a, b = model("A1", agi=agi[0]), model("B1", (60, 60), agi=agi[1])
    s = position(a, b)
    picks = [1] if agi[0] == agi[1] and dice[0] == dice[1] else []
    table = run(s, lambda s, t: initiative_order(s, t, a, b), dice={"agi_a": dice[0], "agi_b": dice[1]}, picks=picks)
    told = [words(s, event) or event.text for event in (*table.told(Compared), *table.told(LotDecided))]
    assert " ".join(say_in("en").of(text, "Nom") for text in told) == said


@rule("universalis:R073")
def test_the_loser_follows_directly():
    s = between_phases(model("A1", (10, 10)), model("A2", (20, 10)), model("B1", (80, 80)), model("B2", (70, 80)))
    step(s, dice={"agi_a": 1, "agi_b": 9}, answers=["pick A2", "pick B2"])
    assert s.models[s.active[0]].label == "B2"
    step(s, answers=["end"])
    assert (s.phase, s.models[s.active[0]].label) == ("act", "A2")
    step(s, answers=["end"])
    assert s.phase == "pick"


# -- the start of an initiative phase


@rule("universalis:R075")
@rule("universalis:R121")
def test_markers_go_at_the_start_of_the_own_phase():
    m = model("A1", fast=True, defence=True, ready=0, moved=25.0, weapons=(PISTOL,))
    clear_markers(m)
    assert (m.fast, m.defence, m.ready, m.moved) == (False, False, -1, 0.0)


@rule("universalis:R075")
def test_other_models_keep_their_markers():
    a, b = model("A1", (10, 10), fast=True), model("A2", (20, 10), fast=True, defence=True, ready=0, weapons=(PISTOL,))
    s = between_phases(a, b, model("B1", (80, 80), fast=True))
    s.waiting = [0]
    run(s, next_phase)
    assert not a.fast
    assert (b.fast, b.defence, b.ready, s.models[2].fast) == (True, True, 0, True)


@rule("universalis:R076")
@rule("universalis:R077")
def test_poison_comes_before_burning():
    venom = Weapon("venom", 1, 1, 1)
    m = model("A1", tp_max=9, poison=[venom], burning=KNIFE, burn_strength=3)
    s = between_phases(m, model("B1", (80, 80)))
    s.waiting = [0]
    table = run(s, next_phase, dice={"burn": 12})
    kinds = [type(event).__name__ for event in table.events if type(event).__name__ in ("Damaged", "Burned")]
    assert kinds == ["Damaged", "Burned"]
    assert m.tp == [8]


@rule("universalis:R076")
def test_who_dies_of_poison_does_not_burn_any_more():
    m = model("A1", tp=1, poison=[KNIFE], burning=KNIFE, burn_strength=3)
    s = between_phases(m, model("A2", (20, 20), eh=12), model("B1", (80, 80)))
    s.waiting = [0]
    table = run(s, next_phase, dice={"eh": 1})
    assert m.out
    assert not table.told(Burned)


# -- the end


@rule("universalis:R078")
@rule("universalis:G74")
def test_surrender_at_round_end_only():
    s = position(model("A1"), model("B1", (80, 80)))
    assert SURRENDER not in options(s)
    session = Session(GAME, Setup("universalis", "border_post", ("human", "human")))
    with pytest.raises(IllegalAction):
        session.run().answer(SURRENDER)
    a, b = model("A1", acted=True), model("B1", (80, 80), acted=True)
    s = between_phases(a, b)
    s.quitting[0] = True
    table = step(s, answers=["surrender"])
    assert table.asked[-1][2] == ("go on", "surrender")
    assert (s.ending.reason, s.ending.winners) == ("surrender", (1,))


def after(own, others, **facts):
    """The end of a round with so many models left on each side, of four each."""
    models = [
        model(f"{side}{n}", (10 + 8 * n, 10 if side == "A" else 80), acted=True, out=n > left, **facts)
        for side, left in (("A", own), ("B", others))
        for n in range(1, 5)
    ]
    return between_phases(*models)


@rule("universalis:R078")
@rule("universalis:K09")
@pytest.mark.parametrize(
    ("own", "others", "asked"), [(4, 4, []), (3, 4, []), (2, 2, []), (2, 3, [0]), (1, 4, [0]), (4, 2, [1]), (3, 1, [1])]
)
def test_only_whoever_is_losing_is_asked(own, others, asked):
    s = after(own, others)
    table = step(s, answers=["go on"] * len(asked))
    assert [seat for seat, _, _ in table.asked] == asked
    assert s.ending is None


@rule("universalis:R078")
@rule("universalis:K09")
def test_models_in_panic_do_not_count():
    s = after(3, 4)
    s.models[0].panic = True
    assert [seat for seat, _, _ in step(s, answers=["go on"]).asked] == [0]


@rule("universalis:R078")
@rule("universalis:K09")
def test_whoever_says_so_in_his_phase_is_asked_at_the_end_of_the_round():
    s = position(model("A1", (30, 30)), model("A2", (20, 20), acted=True), model("B1", (80, 80), acted=True))
    table = step(s, answers=["surrender"])
    assert [event.action for event in table.told(Did)] == ["quits"]
    assert (s.quitting, s.ending, s.models[0].ap) == ([True, False], None, 6)
    s.models[0].acted = True
    table = step(s, 2, answers=["end", "surrender"])
    assert (s.ending.reason, s.ending.winners) == ("surrender", (1,))


@rule("universalis:K09")
def test_the_wish_to_give_up_is_asked_about_once():
    s = after(4, 4)
    s.quitting[1] = True
    assert [seat for seat, _, _ in step(s, answers=["go on"]).asked] == [1]
    assert s.quitting == [False, False]


@rule("universalis:K09")
def test_the_wish_to_give_up_is_kept_in_a_position():
    session = Session(GAME, Setup("universalis", "border_post", ("human", "human")))
    session.run()
    s = session.view(0)
    assert "quitting" not in GAME.to_position(s)
    s.quitting[1] = True
    written = GAME.to_position(s)
    assert written["quitting"] == [False, True]
    assert GAME.from_position(written, GAME.options_of(s)).quitting == [False, True]


@rule("universalis:R078")
def test_whoever_plays_at_random_never_surrenders():
    a, b = model("A1", acted=True), model("B1", (80, 80), acted=True)
    for seed in range(20):
        s = between_phases(a.copy(), b.copy())
        s.quitting = [True, True]
        table = DirectTable(GAME, [RandomPlayer(), RandomPlayer(TapeDice(seed))], TapeDice(seed))
        table.state = s
        course.step(s, table)
        assert s.ending is None


# -- the first skirmish


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_skirmish_is_over_within_60_decisions_and_mostly_within_20(seat):
    """A newcomer who answers at random: of 240 such games the longest took 45, half of them 14 or fewer."""
    names = ("human", "middle") if seat == 0 else ("middle", "human")
    took = []
    for seed in range(50):
        session = Session(GAME, Setup("universalis", "first", names), seed=seed)
        dice = TapeDice(f"newcomer {seed}")
        decisions = 0
        while not session.run().over:
            options = session.unanswered[0].options
            session.answer(options[dice.below(len(options), "", "")], seat)
            decisions += 1
        assert 1 <= decisions <= 60, seed
        took.append(decisions)
    assert sorted(took)[25] <= 20


@rule("universalis:R079")
@rule("universalis:G43")
@pytest.mark.parametrize(("option", "ended"), [("each_phase", True), ("round_end", False)])
def test_victory_is_looked_at_after_each_phase_or_at_round_end(option, ended):
    a, b, c = model("A1", (10, 10)), model("B1", (80, 80)), model("A2", (20, 10), place=EXITED)
    s = position(a, b, c, options={"G43": option}, missions=["breakthrough", "mast"])
    b.acted = True
    step(s, answers=["end"])
    assert (s.ending is not None) == ended
    if not ended:
        a.acted = True
        step(s)
    assert (s.ending.reason, s.ending.winners) == ("mission", (0,))


@rule("universalis:R081")
def test_actions_only_in_the_own_phase():
    s = position(model("A1", (10, 10)), model("A2", (20, 10)), model("B1", (80, 80)))
    assert why(s, "A1 move 12,10") is None
    assert why(s, "A2 move 22,10") == "not_active"
    assert why(s, "B1 move 78,80") == "not_active"


@rule("universalis:R081")
def test_actions_are_chained_as_long_as_there_are_ap():
    m = model("A1", (10, 10), ap=6, weapons=(PISTOL,))
    s = position(m, model("B1", (24, 10)))
    act(s, "A1 lie_down", "A1 stand_up", "A1 move 12,10", "A1 shoot B1 pistol", "A1 lie_down", dice={"fk": 12})
    assert m.ap == 0


@rule("universalis:R082")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A1 shoot B1 knife", "no_ranged_weapon"),
        ("A1 shoot B1 rifle", "weapon"),
        ("A1 attack B1 knife", "contact"),
        ("A1 attack B1 pistol", "contact"),
        ("A1 reload pistol", "loaded"),
        ("A1 stand_up", "not_prone"),
        ("A1 open 1", "door"),
        ("A1 take 1", "object"),
        ("A1 use medikit", "item"),
    ],
)
def test_physical_prerequisites(order, reason):
    s = position(model("A1", (10, 10), weapons=(PISTOL, KNIFE)), model("B1", (24, 10)))
    assert why(s, order) == reason


@rule("universalis:R083")
@pytest.mark.parametrize(
    ("order", "cost"),
    [
        ("A1 move 12,10", 1),
        ("A1 lie_down", 1),
        ("A1 jump 12,10", 2),
        ("A1 shoot B1 rifle", 3),
        ("A1 aim B1 rifle", 4),
        ("A1 snap B1 rifle", 2),
        ("A1 ready rifle", 2),
        ("A1 defend", 2),
        ("A1 turn 90", 0),
    ],
)
def test_an_action_needs_its_ap(order, cost):
    m = model("A1", (10, 10), fk=5, weapons=(RIFLE,))
    s = position(m, model("B1", (24, 10)))
    m.ap = cost
    assert why(s, order) is None
    if cost:
        m.ap = cost - 1
        assert why(s, order) == "ap"
    m.ap = cost
    act(s, order, **({"dice": {"fk": 12}} if "B1" in order else {}))
    assert m.ap == 0


@rule("universalis:R084")
@rule("universalis:G26")
def test_a_reaction_is_not_reacted_to():
    a, b = model("A1", (45, 45), weapons=(KNIFE,)), model("B1", (47.5, 45), weapons=(KNIFE,))
    s = position(a, b)
    table = act(
        s,
        "A1 attack B1 knife",
        dice={"nk_att": [1, 1], "nk_def": [9, 9]},
        answers=["B1 counter knife"],
    )
    assert len(table.asked) == 1


@rule("universalis:R085")
@rule("universalis:G60")
@pytest.mark.parametrize(("acted", "ap", "asked"), [(False, 1, 1), (True, 1, 1), (True, 0, 0)])
def test_reactions_need_ap_whether_activated_or_not(acted, ap, asked):
    s = position(model("A1", (30, 45), weapons=(PISTOL,)), model("B1", (40, 45), acted=acted, ap=ap))
    table = act(s, "A1 shoot B1 pistol", dice={"fk": 12})
    assert len(table.asked) == asked


@rule("universalis:R086")
def test_no_reaction_to_equipment_and_traits():
    medikit = Item("medikit", ap=2, heal=2)
    m = model("A1", (30, 45), tp=1, items=(medikit,), traits=(Trait("regeneration", 1, ap=1),))
    s = position(m, model("B1", (40, 45), ready=0, weapons=(RIFLE,), wn=9))
    table = act(s, "A1 use medikit", "A1 trait regeneration")
    assert table.asked == []
    assert m.ap == 3


@rule("universalis:R086")
@pytest.mark.parametrize("order", ["A1 move 32,45", "A1 turn 90", "A1 lie_down", "A1 jump 32,45", "A1 reload crossbow"])
def test_reactions_to_movement_actions(order):
    crossbow = Weapon("crossbow", 1, 3, 1, 10, 3, reload=True)
    m = model("A1", (30, 45), weapons=(crossbow,), reloading=1)
    s = position(m, model("B1", (40, 45), ready=0, weapons=(RIFLE,), wn=9))
    table = act(s, order)
    assert [seat for seat, _, _ in table.asked] == [1]


@rule("universalis:R006")
@rule("universalis:G51")
def test_who_deputises():
    boss, second, third = (
        model("A1", eh=4, leader=True),
        model("A2", eh=6),
        model("A3", eh=7, type=DRONE, controller="A2"),
    )
    s = position(boss, second, third, model("A4", eh=5))
    assert leader_of(s, 0) is boss
    boss.out = True
    assert leader_of(s, 0) is second


@rule("universalis:R071")
@rule("universalis:G08")
@pytest.mark.parametrize(("option", "moved"), [("activation", False), ("round_start", True)])
def test_when_panicking_models_move(option, moved):
    m = model("A1", (45, 10), panic=True, ap=0)
    s = position(m, model("A2", (10, 45)), model("B1", (80, 80)), phase="round", active=[], options={"G08": option})
    table = step(s)
    assert bool(table.told(Moved)) == moved
    assert (m.y < 10) == moved


@rule("universalis:R062")
def test_players_build_their_own_table():
    terrain = {
        "pieces": [{"id": "wood", "type": "forest", "polygon": [[10, 10], [20, 10], [20, 20]], "height": 8}],
        "ladders": [{"at": [50, 50], "high": 6}],
    }
    data = {"game": "universalis", "terrain": terrain, "rosters": ["first_watch", "first_scrappers"]}
    s = GAME.from_position({**data, "phase": "missions", "missions": ["eliminate", "eliminate"]}, {})
    assert [piece.id for piece in s.board.pieces] == ["wood"]
    assert s.board.type_at(18, 12, 0) == "forest"
    assert GAME.from_position(GAME.to_position(s), {}) == s


@rule("universalis:G24")
@rule("universalis:R221")
@pytest.mark.parametrize(
    ("weapon", "facts", "reason"),
    [
        (RIFLE, {}, None),
        (replace(RIFLE, wk=3), {}, None),
        (replace(RIFLE, wk=4), {}, "ready_class"),
        (replace(RIFLE, reload=True), {"reloading": 1}, "reload"),
        (replace(RIFLE, uses=1), {"uses": [0, 0]}, "uses"),
        (replace(RIFLE, band=0, thrown=True), {}, "no_ranged_weapon"),
        (KNIFE, {}, "no_ranged_weapon"),
    ],
)
def test_readiness_needs_a_weapon_that_could_fire_now(weapon, facts, reason):
    s = position(model("A1", (10, 10), weapons=(weapon,), **facts), model("B1", (80, 80)))
    assert why(s, f"A1 ready {weapon.id}") == reason


@rule("universalis:G24")
@rule("universalis:R222")
@rule("universalis:R233")
def test_a_reaction_does_not_end_readiness_but_an_action_does():
    m = model("B1", (40, 45), ready=0, weapons=(PISTOL,), eh=12)
    s = position(model("A1", (30, 45), weapons=(PISTOL,)), m)
    dice = {"eh": 1, "dodge_shooter": 1, "dodge_target": 1, "fk": 12}
    act(s, "A1 shoot B1 pistol", answers=["B1 dodge"], dice=dice)
    assert m.ready == 0
    s.active = [1]
    act(s, "B1 turn 90")
    assert m.ready == -1
