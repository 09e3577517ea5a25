"""What whoever is asked for a reaction reads before he commits: who does what where, each choice with price and chance."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from kempelen.engine.game import say_in
from kempelen.engine.player import without_giving_up
from kempelen.engine.table import Decision, NeedInput, notation_of
from kempelen.games.universalis import GAME
from kempelen.games.universalis.face.answers import hold_chance
from kempelen.games.universalis.face.chances import fired_on_way, harm
from kempelen.games.universalis.face.where import words
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.choices import HOLD, HOLD_ALWAYS, REACT_AGAIN
from kempelen.games.universalis.rules.combat.wounds import weapon_hit
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.perform import perform
from kempelen.parts.foresight import chance_of, preview_of, price_of
from tests.games.universalis.table import RIFLE, SABRE, Script, act, model, position, wall

EN, DE = say_in("en"), say_in("de")


class Stops(Script):
    """Stands still at the first question of a seat, as a page does."""

    def __init__(self, s, seat, dice):
        super().__init__(s, dice)
        self.seat = seat

    def choose(self, seat, prompt, options, check=None):
        if seat == self.seat:
            raise NeedInput(Decision(seat, prompt, options, check, self))
        return super().choose(seat, prompt, options, check)


def asked(s, notation, dice=None):
    """The question to the second seat that an action leads to; the state is as the asked one sees it then."""
    action = parse(notation)
    with pytest.raises(NeedInput) as stopped:
        perform(s, Stops(s, 1, dice or {}), next(m for m in s.models if m.label == action.label), action)
    return stopped.value.decisions[0]


def remarks(s, action, say=EN):
    return [say.of(one.text) for one in preview_of(GAME, GAME.view(s, 1), 1, action).remarks]


def crossing(**facts):
    """A1 is about to run along a wall, past somebody who waits for it."""
    return position(
        model("A1", (20, 50), ap=12, ko=3, tp=2),
        model("B1", (28, 30), **{"weapons": (RIFLE,), "ready": 0, "fk": 6, "wn": 12, "ap": 3, **facts}),
        pieces=[wall(30, 52, 34, 53, 6)],
    )


# -- reaction fire


def test_the_question_says_who_moves_how_far_from_where_to_where_and_who_sees_it():
    s = crossing()
    decision = asked(s, "A1 move 32,50")
    said = EN.of(words(decision.view(), decision.prompt))
    assert said == "A1 moves 12 cm in sight of B1: now in the open, then at an obstacle. Fire, and where on the way?"
    assert DE.of(words(decision.view(), decision.prompt)).startswith(
        "A1 läuft 12 cm weit, in Sicht von B1: jetzt im Freien"
    )


def test_every_choice_says_who_fires_where_on_the_way_and_from_how_far():
    s = crossing()
    decision = asked(s, "A1 move 32,50")
    fires = [option for option in decision.options if notation_of(option).startswith("B1 fire")]
    said = [EN.of(words(decision.view(), option)) for option in fires]
    assert len(set(said)) == len(said) == 3
    assert said[0].startswith("B1 fires at once, from ")
    assert said[1].startswith("B1 fires after 8 cm of the way, from ")
    assert said[2].startswith("B1 fires at the end of the way, from ")


def test_every_choice_has_its_price_and_the_chance_that_the_rules_give_it():
    """12 cm in one go are fast: −2; reaction fire: −1; in the first band and in the open nothing else."""
    s = crossing()
    decision = asked(s, "A1 move 32,50")
    view = decision.view()
    fire = decision.options[1]
    needed = preview_of(GAME, view, 1, fire).roll.need
    there, one = fired_on_way(view, view.models[1], fire, view.window)
    assert one.chance == Fraction(needed, 12)
    assert chance_of(GAME, view, 1, fire) == one.chance * harm(there, one.hit, one.target, there.models[1]).wound
    assert EN.of(price_of(GAME, view, 1, fire)) == "2 action points"
    _, place = fire.x, fire.y
    table = act(crossing(), "A1 move 32,50", answers=[notation_of(fire)], dice={"fk": needed, "wound": 1, "armour": 12})
    assert table.told(events.Tested)[0].passed, place
    table = act(crossing(), "A1 move 32,50", answers=[notation_of(fire)], dice={"fk": needed + 1})
    assert not table.told(events.Tested)[0].passed


def test_a_preview_draws_the_way_and_says_what_is_left_afterwards():
    s = crossing()
    decision = asked(s, "A1 move 32,50")
    shown = preview_of(GAME, decision.view(), 1, decision.options[-2])
    assert shown.path == ((20, 50), (32, 50))
    assert shown.ghost.handle == "model:A1"
    assert shown.ghost.at == (32, 50)
    assert remarks(s, decision.options[-2])[0] == "A1 is then at an obstacle."
    assert "B1 is no longer fire-ready then and has 1 action point left." in remarks(s, decision.options[-2])
    assert any("hit points" in text or "put A1 out" in text for text in remarks(s, decision.options[-2]))
    drawn = {shape.id for shape in GAME.scene(decision.view(), EN).shapes}
    assert "way:A1" in drawn


def test_the_preview_changes_nothing():
    s = crossing()
    decision = asked(s, "A1 move 32,50")
    before = GAME.to_position(s)
    for option in decision.options:
        preview_of(GAME, decision.view(), 1, option)
        chance_of(GAME, decision.view(), 1, option)
    assert GAME.to_position(s) == before


def test_who_is_ready_but_cannot_pay_for_the_shot_is_not_passed_over_in_silence():
    s = crossing(ap=1)
    table = act(s, "A1 move 32,50")
    assert table.asked == []
    (told,) = table.told(events.NoPoints)
    assert (told.who, told.ap, told.has) == ("B1 B1", 2, 1)
    assert "the shot costs 2 AP and only 1 is left" in EN.of(told.text)
    assert "Schuss kostet 2 AP, und übrig ist nur 1" in DE.of(told.text)


def test_nothing_is_said_about_points_where_nothing_could_be_shot_at():
    hidden = crossing(ap=1, wn=1)
    assert act(hidden, "A1 move 32,50").told(events.NoPoints) == []
    holding = crossing(ap=1)
    holding.hold[1] = True
    assert act(holding, "A1 move 32,50").told(events.NoPoints) == []


def test_fire_ready_says_that_its_shot_costs_points_again():
    s = position(model("A1", (20, 50), weapons=(RIFLE,), ap=6), model("B1", (60, 50)))
    ready = parse("A1 ready rifle")
    said = [EN.of(one.text) for one in preview_of(GAME, GAME.view(s, 0), 0, ready).remarks]
    cost = s.rules.ready_ap
    assert any(f"costs 2 action points more when it is fired: {6 - cost} would be left" in text for text in said)
    s.models[0].ap = cost + 1
    shown = preview_of(GAME, GAME.view(s, 0), 0, ready)
    assert [one.weight for one in shown.remarks] == ["info", "bad"]
    assert "only 1 would be left" in EN.of(shown.remarks[1].text)


# -- dodging, striking back


def test_a_dodge_says_what_it_costs_how_likely_it_is_and_what_it_changes():
    s = position(model("A1", (20, 50), weapons=(RIFLE,), fk=8), model("B1", (30, 50), wn=9))
    decision = asked(s, "A1 shoot B1 rifle")
    dodge = decision.options[1]
    view = decision.view()
    assert EN.of(price_of(GAME, view, 1, dodge)) == "1 action point; % that you stay unhurt"
    comes_off = Fraction(66, 144)  # a tie changes nothing
    usual, harder = Fraction(8, 12), Fraction(8 + s.rules.dodge_malus, 12)
    through = harm(view, weapon_hit(view, RIFLE, view.models[0]), view.models[1], view.models[0]).wound
    assert 0 < through < 1
    # Both choices have one sense: that the shot does not hurt.
    assert chance_of(GAME, view, 1, dodge) == 1 - through * (comes_off * harder + (1 - comes_off) * usual)
    assert chance_of(GAME, view, 1, HOLD) == 1 - through * usual == preview_of(GAME, view, 1, HOLD).chance
    assert EN.of(preview_of(GAME, view, 1, HOLD).means) == "unhurt"
    said = remarks(s, dodge)
    misses = f"A1 misses with {round(100 * (1 - harder))} %, otherwise with {round(100 * (1 - usual))} %."
    assert said[0] == f"B1 and A1 both roll and add agility. If B1 is higher (46 %), {misses}"


@pytest.mark.parametrize(("say", "out"), [(EN, "to put B1 out of action"), (DE, "Schaltet B1 zu")])
def test_what_is_said_of_a_dodge_adds_up(say, out):
    """Every hit that gets through puts it out: the rest of a hundred is that it stays unhurt."""
    s = position(model("A1", (20, 50), weapons=(RIFLE,), fk=8), model("B1", (30, 50), wn=9, tp=1))
    decision = asked(s, "A1 shoot B1 rifle")
    dodged = decision.options[1]
    (said,) = (text for text in remarks(s, dodged, say) if out in text)
    unhurt = round(100 * chance_of(GAME, decision.view(), 1, dodged))
    assert int(re.search(r"(\d+) %", said)[1]) == 100 - unhurt < 100 - round(100 * hold_chance(decision.view()))


@pytest.mark.parametrize(
    ("ap", "said"), [(9, "A1 has the points for 2 more such shots."), (3, "A1 has no points for another such shot.")]
)
def test_the_question_whether_to_dodge_says_how_many_shots_may_follow(ap, said):
    s = position(model("A1", (20, 50), weapons=(RIFLE,), ap=ap), model("B1", (30, 50), wn=9))
    decision = asked(s, "A1 shoot B1 rifle")
    assert EN.of(words(decision.view(), decision.prompt)) == f"A1 aims at B1. Dodge for 1 AP? {said}"


def test_both_answers_to_a_shot_say_who_may_panic_if_it_puts_somebody_out():
    s = position(
        model("A1", (20, 50), weapons=(RIFLE,), fk=8),
        model("B1", (30, 50), wn=9, tp=1),
        model("B2", (34, 50), wn=9, eh=6),
    )
    decision = asked(s, "A1 shoot B1 rifle")
    needs = 6 + s.rules.panic_friend_just_out + s.rules.panic_enemy
    told = f"If B1 falls, B2 must roll {needs} or less or panics: whoever panics flees and holds nothing."
    for answer in (decision.options[1], HOLD):
        assert told in remarks(s, answer)
    assert any(text.startswith(f"Fällt B1, muss B2 {needs} oder weniger") for text in remarks(s, HOLD, DE))
    s.models[2].card = replace(s.models[2].card, eh=4)
    assert "If B1 falls, B2 panics for certain: whoever panics flees and holds nothing." in remarks(s, HOLD)
    s.models[1].tp[0] = 5  # no hit of a rifle puts it out
    assert not any("panics" in text for text in remarks(s, HOLD))


def _wins(view, action) -> Fraction:
    """That a blow hits: what stands beside it is that it hurts."""
    through = harm(view, weapon_hit(view, SABRE, view.models[1]), view.models[0], view.models[1]).wound
    return chance_of(GAME, view, 1, action) / through


def test_a_blow_in_return_says_price_chance_and_outcome():
    s = position(model("A1", (20, 50), weapons=(SABRE,)), model("B1", (22.5, 50), weapons=(SABRE,), nk=4))
    decision = asked(s, "A1 attack B1 sabre", {"nk_att": 2, "nk_def": 9})
    view = decision.view()
    back = decision.options[1]
    assert notation_of(back) == "B1 counter sabre"
    assert EN.of(price_of(GAME, view, 1, back)) == "2 action points"
    lead = view.models[1].card.nk - view.models[0].card.nk
    assert chance_of(GAME, view, 1, back) == preview_of(GAME, view, 1, back).chance
    assert (_wins(view, back) > Fraction(1, 2)) is (lead > 0)
    assert any(text.startswith("Both roll a twelve-sided die: B1 adds") for text in remarks(s, back))
    assert remarks(s, HOLD) == ["B1 keeps 6 action points."]


def test_whoever_breaks_away_may_be_struck_at_by_number():
    s = position(model("A1", (20, 50), ap=6, eh=12), model("B1", (22.5, 50), weapons=(SABRE,), nk=4))
    decision = asked(s, "A1 disengage 14,50", {"eh": 1})
    view = decision.view()
    strike = next(option for option in decision.options if notation_of(option) == "B1 strike sabre")
    assert _wins(view, strike) > Fraction(1, 2)  # he defends himself with nothing
    assert remarks(s, HOLD) == ["A1 gets away without a blow."]


# -- never asked again


def test_never_to_be_asked_again_is_a_choice_of_its_own_that_nobody_takes_by_chance():
    s = crossing()
    decision = asked(s, "A1 move 32,50")
    assert decision.options[-1] is HOLD_ALWAYS
    assert HOLD_ALWAYS not in without_giving_up(decision.options)
    (said,) = remarks(s, HOLD_ALWAYS)
    assert "you are not asked whether one of yours dodges, fires or strikes back" in said
    assert "be asked again" in said  # how it is changed back
    assert "hold always" not in EN.of(decision.prompt)


def test_who_is_never_asked_can_take_it_back_while_one_of_his_acts():
    s = position(model("A1", (30, 30)), model("B1", (60, 60)))
    assert REACT_AGAIN not in options(s)
    s.hold[0] = True
    assert options(s)[-2] is REACT_AGAIN
    assert preview_of(GAME, GAME.view(s, 0), 0, REACT_AGAIN).remarks


def test_what_a_hit_does_is_reckoned_anew_under_other_readings():
    s = position(model("A1", (20, 50), weapons=(RIFLE,)), model("B1", (28, 30), tp=4))
    s.models[0].critical = True
    hit = weapon_hit(s, RIFLE, s.models[0])
    strict = harm(s, hit, s.models[1], s.models[0])
    s.rules = replace(s.rules, critical_affects_wound_rolls=False)
    assert harm(s, hit, s.models[1], s.models[0]).wound > strict.wound
