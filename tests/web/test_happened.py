"""The line above the board: whose loss it is, both sums of a comparison, no sentence twice."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from kempelen.engine.events import Rival, Roll, Touch
from kempelen.engine.game import Setup, game_named, games, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN, SPECTATOR, notation_of
from kempelen.games.saboteur.rules.board import cell
from kempelen.games.saboteur.rules.cards import BY_NAME
from kempelen.games.saboteur.rules.events import Discarded, Laid, Looked, RockFell
from kempelen.games.tactics.rules.events import Attacked, Destroyed, Played
from kempelen.games.tactics.rules.state import name_of
from kempelen.text.say import Text
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import first_game
from kempelen.web.shown import known, story
from kempelen.web.shown import seen as seen_module
from kempelen.web.shown.art import cards_played
from kempelen.web.shown.digest import (
    acting,
    closing,
    deeds_by_card,
    digest_of,
    last_deeds,
    latest_of_others,
    result_of,
    so_far,
    verbs_of,
)
from kempelen.web.shown.happened import (
    Happened,
    counted,
    done_by_reader,
    gathered,
    happened_of,
    is_slight,
    line_of,
    rank_of,
)
from kempelen.web.shown.known import recent
from kempelen.web.shown.outcomes import exchanged, losing, outcome_of, sums_of, toll_in_words, toll_of
from kempelen.web.shown.seen import see, sides_before, sides_of
from tests.web.people import Sitting, asked_in

SAY = say_in("en")
ME = frozenset({0})


class Told:
    """An event that names a seat."""

    seat = 0


class Silent:
    """An event that names nobody."""


class Weighs:
    """An event of some weight."""

    def __init__(self, weight, touches=()):
        self.weight, self.touches = weight, touches


HURT = (Touch("unit:us-scout", "hurt", 1),)
SHOT = (Touch("unit:us-scout", "hurt", 2, by="unit:de-mg"),)


@pytest.mark.parametrize(
    ("event", "touches", "mine", "sides", "own"),
    [
        (Told(), HURT, True, {"unit:us-scout": True}, True),
        (Told(), HURT, False, {"unit:us-scout": False}, False),
        (Told(), HURT, True, {}, True),  # it is gone, and the event names the seat that loses it
        (Told(), SHOT, True, {}, False),  # the seat is the one that shot
        (Silent(), HURT, True, {}, False),
        (Silent(), HURT, None, {}, None),
        (Told(), SHOT, False, {"unit:us-scout": None}, None),  # a friend's
    ],
)
def test_whose_loss_it_is(event, touches, mine, sides, own):
    assert losing(event, touches, mine, sides) is own


@pytest.mark.parametrize(
    ("own", "said"), [(True, ("You −1", "hit")), (False, ("Enemy −1", "good")), (None, ("−1", "good"))]
)
def test_a_loss_of_ones_own_is_never_green(own, said):
    assert outcome_of(None, HURT, True, own, SAY) == said


def test_what_is_lost_altogether_is_told_by_whose_it_was():
    gone = (Touch("unit:us-scout", "lost"),)
    assert outcome_of(None, gone, True, True, SAY) == ("✕ Destroyed", "hit")
    assert outcome_of(None, gone, True, False, SAY) == ("✕ Destroyed", "good")


def test_both_sums_of_a_comparison_can_be_read():
    roll = Roll((9, 3), 12, rivals=(Rival("Brandt", 5, 9), Rival("Marga", 4, 3)))
    one, other = sums_of(roll, SAY)
    assert (one.who, one.adds, one.die, one.total, one.best) == ("Brandt", 5, 9, 14, True)
    assert (other.total, other.best) == (7, False)
    even = sums_of(Roll((3, 4), 12, rivals=(Rival("Brandt", 5, 3), Rival("Marga", 4, 4))), SAY)
    assert not any(one.best for one in even)
    assert sums_of(None, SAY) == ()


def event(number, headline, *, mine=False, rank=0, weight=1, seat=None, folded=()):
    return Happened(number, headline, "", folded, (), 0, "", "", "", seat, "", (), weight, (), mine, rank)


def test_a_whole_turn_is_told_together_and_what_matters_most_first():
    own, moved, shot, spent = (
        event(3, "You move.", mine=True),
        event(4, "The enemy moves.", rank=5),
        event(5, "The enemy shoots your scout.", rank=10, weight=2),
        event(6, "The enemy earns something.", rank=4),
    )
    digest = digest_of((event(1, "Before."), own, moved, shot, spent), first=3)
    assert digest is not None
    assert digest.main is shot
    assert digest.rest == (moved, spent, own), "what others did, then one's own"
    assert digest.deeds == (own, moved, shot, spent)
    assert digest.marked == (2, 3, 4), "one's own move is no news on the board"


def test_what_came_of_ones_own_shot_is_told_before_what_others_did_after_it():
    shot = replace(event(3, "You shoot.", mine=True), dice=(8,), outcome="✓ Hit")
    first, second = event(4, "He moves."), event(5, "He moves on.")
    digest = digest_of((shot, first, second), first=3)
    assert digest is not None
    assert digest.main is first, "of what weighs the same the first: all is told in one order"
    assert (digest.beside, digest.rest) == (shot, (second,)), "it has a place of its own"


def test_the_headline_is_what_has_changed_most():
    """A kill of one's own stood in small letters under a shot that missed."""
    gone = {"handle": "unit:foe", "effect": "lost", "own": False}
    fired = {"handle": "unit:foe", "effect": "fired", "own": False, "by": "unit:mine"}
    shot = replace(event(3, "Your gunner hits.", mine=True), dice=(8,), outcome="✓ Hit", touches=(fired,))
    fallen = replace(event(4, "The rifleman is gone.", weight=2), outcome="✕ Destroyed", touches=(gone,))
    missed = replace(event(5, "He misses you.", rank=15), dice=(2,), outcome="✕ Miss", befalls=True)
    digest = digest_of((shot, fallen, missed), first=3)
    assert digest is not None
    assert (digest.main.headline, digest.beside) == (fallen.headline, missed)
    assert (digest.main.dice, digest.dice) == ((8,), 0), "with the dice that did it"
    slight = replace(fallen, touches=({**gone, "effect": "hurt", "amount": 1},))
    digest = digest_of((shot, slight, missed), first=3)
    assert digest is not None
    assert (digest.main, digest.beside) == (shot, missed), "what he lost by it is told by the shot"
    digest = digest_of((replace(shot, outcome="✕ Miss"), missed), first=3)
    assert digest is not None
    assert digest.main is missed, "two shots that missed: the later one, and one's own beside it"
    worse = replace(missed, touches=({"handle": "unit:mine", "effect": "lost", "own": True},))
    digest = digest_of((shot, fallen, worse), first=3)
    assert digest is not None
    assert (digest.main, digest.beside) == (worse, fallen), "of what weighs the same what is new"
    digest = digest_of((shot, fallen, replace(missed, seat=1), replace(worse, number=6, rank=20)), first=3)
    assert digest is not None
    assert digest.beside is fallen, "what names no seat is no second opponent"


def test_what_came_of_ones_own_shot_does_not_hide_what_others_did_after_it():
    by = {"handle": "card:B1", "effect": "turned", "own": False, "by": "card:A1"}
    shot = replace(event(3, "Your shot pierces.", mine=True, rank=9), touches=(by,))
    sunk = replace(
        event(4, "He is critical.", rank=12, weight=2),
        touches=({"handle": "model:B1", "effect": "turned", "own": False},),
    )
    moved = replace(event(5, "He moves.", rank=10), touches=({"handle": "model:B2", "effect": "moved", "own": False},))
    digest = digest_of((shot, sunk, moved), first=3)
    assert digest is not None
    assert digest.main is moved
    alone = digest_of((shot, sunk), first=3)
    assert alone is not None
    assert alone.main is sunk, "where nobody did anything it is the news"
    unharmed = replace(sunk, headline="He is unharmed.", weight=1)
    slight = digest_of((shot, unharmed), first=3)
    assert slight is not None
    assert slight.main is shot, "that nothing came of it is no news of its own"
    assert latest_of_others((moved, replace(shot, number=6), replace(unharmed, number=7)), 8) == (moved,)
    later = digest_of((shot, moved, sunk), first=3)
    assert later is not None
    assert later.main is sunk, "what happens after others have acted is not put down to the shot"


def test_one_deed_needs_no_summary():
    assert digest_of((event(1, "The enemy moves."),), first=1) is None


def test_what_others_did_last_stays_beside_ones_own_next_choice():
    own, moved, shot = event(1, "You move.", mine=True), event(2, "He moves.", rank=5), event(3, "He shoots.", rank=9)
    mine, more = event(4, "You take cover.", mine=True), event(5, "You go on.", mine=True)
    digest = digest_of((own, moved, shot, mine), first=4)
    assert digest is not None
    assert (digest.main, digest.deeds, digest.before) == (mine, (mine,), (moved, shot))
    later = digest_of((own, moved, shot, mine, more), first=5)
    assert later is not None
    assert later.before == (moved, shot), "several choices in a row do not push it away either"
    assert latest_of_others((own, moved, shot, mine, more), 5) == (moved, shot)
    answered = digest_of((own, moved, shot, mine, event(5, "He waits.")), first=4)
    assert answered is not None
    assert answered.before == (), "he has done something since: that is told"


def test_an_end_is_told_with_what_led_to_it():
    fled, end = event(3, "Voss flees.", rank=9), replace(event(4, "It is over.", rank=100), ends=True)
    paid = event(5, "You get points.", rank=12)
    assert last_deeds((event(1, "Long ago."), event(2, "You wait.", mine=True), fled, end, paid), first=2) == (
        event(2, "You wait.", mine=True),
        fled,
    )


def test_what_came_of_ones_own_choice_is_told_whole_too():
    shot, loss = event(1, "You hit.", mine=True, rank=11, weight=2), event(2, "He loses.", mine=True, rank=10, weight=2)
    digest = digest_of((shot, loss), first=1)
    assert digest is not None
    assert digest.main is shot, "the dice are shown on a hit as on a miss"
    assert digest.marked == (0, 1)


def test_a_shot_is_told_with_the_dice_that_follow_it():
    shot = event(1, "He shoots at your scout.", rank=16)
    dice = replace(event(2, "He misses.", rank=9), dice=(9,), sides=12, outcome="✕ Miss", tone="miss")
    digest = digest_of((shot, dice), first=1)
    assert digest is not None
    assert (digest.main.headline, digest.main.dice, digest.main.outcome) == (shot.headline, (9,), "✕ Miss")
    assert digest.at == 0


def test_an_end_is_told_before_all_else_and_never_among_small_things():
    ended = Weighs(3)
    ended.ends = True
    assert not is_slight(ended, {})
    hurt = (Touch("unit:mine", "hurt", 1, by="unit:theirs"),)
    assert rank_of(ended, (), {}, None) > rank_of(Weighs(2), hurt, {"unit:mine": True, "unit:theirs": False}, False)


def test_of_an_exchange_each_loss_is_told_and_never_their_sum():
    both = (Touch("unit:theirs", "hurt", 3, by="unit:mine"), Touch("unit:mine", "hurt", 2, by="unit:theirs"))
    sides = {"unit:mine": True, "unit:theirs": False}
    assert outcome_of(None, both, True, False, SAY, sides) == ("Enemy −3 · you −2", "good")
    # Who is destroyed by it stands on no table any more.
    assert outcome_of(None, both, True, False, SAY, {"unit:mine": True}) == ("Enemy −3 · you −2", "good")
    assert outcome_of(None, both, True, None, SAY) == ("−3 · −2", "good")


def test_a_roll_came_out_as_the_game_says():
    roll = Roll((9, 3), 12, hit=False, outcome=Text("web.event.gone"))
    assert outcome_of(roll, (), True, None, SAY) == (SAY("web.event.gone"), "miss")
    passed = Roll((3,), 12, 7, False, hit=True, outcome=Text("web.event.gone"))
    rolled = (Touch("unit:mine", "turned"),)
    assert outcome_of(passed, rolled, False, None, SAY, {"unit:mine": True})[1] == "good", "good for who rolled"


@pytest.mark.parametrize(
    ("by", "at", "through", "tone"),
    [
        ("unit:mine", "unit:theirs", True, "good"),
        ("unit:theirs", "unit:mine", True, "hit"),
        ("unit:mine", "unit:theirs", False, "miss"),
        ("unit:theirs", "unit:mine", False, "good"),
    ],
)
@pytest.mark.parametrize("mine", [True, False])
def test_armour_has_the_colour_of_who_gains(by, at, through, tone, mine):
    """Whoever's turn it is: one's own shot that gets through is never red, and one's own armour that holds is green."""
    roll = Roll((9, 3), 12, hit=through, outcome=Text("web.event.gone"))
    touches = (Touch(at, "turned", by=by), Touch(by, "turned", by=by))
    assert outcome_of(roll, touches, mine, None, SAY, {"unit:mine": True, "unit:theirs": False})[1] == tone


def test_a_hit_that_armour_stops_is_told_with_how_that_came_out():
    shot = event(1, "Tam shoots.", rank=9)
    hit = replace(event(2, "Tam hits."), dice=(5,), outcome="✓ Hit", tone="hit")
    holds = replace(event(3, "The armour holds."), dice=(3, 9), outcome="Armour holds", tone="good", rivals=("a", "b"))
    assert digest_of([shot, hit, holds], 1).main.outcome == "Armour holds"
    assert digest_of([shot, hit, event(3, "Tam goes on.")], 1).main.outcome == "✓ Hit"


def test_a_dodge_does_not_hide_how_the_shot_came_out():
    """The line showed the dice of the dodge, and that the armour held stood behind \"3 more\"."""
    shot, dodged = event(1, "Tam shoots.", rank=9), replace(event(2, "Brandt is quicker."), dice=(1, 9))
    hit = replace(event(3, "Tam hits."), dice=(5,), outcome="✓ Hit", tone="hit")
    holds = replace(event(4, "The armour holds."), dice=(3, 9), outcome="Armour holds", tone="good", rivals=("a", "b"))
    stopped = digest_of([shot, dodged, hit, holds], 1)
    assert (stopped.main.headline, stopped.main.dice, stopped.main.outcome) == (shot.headline, (3, 9), "Armour holds")
    assert stopped.rest[0] is holds
    missed = replace(hit, outcome="✕ Miss")
    assert digest_of([shot, dodged, missed], 1).main.outcome == "✕ Miss"
    assert digest_of([shot, dodged], 1).main.dice == (1, 9)


def test_what_another_piece_did_last_stands_beside_a_shot_before_it():
    """Her fighter stood beside the core already, and the line told of nothing but the shot before."""
    fired = {"handle": "model:A2", "effect": "fired", "by": "model:B2"}
    shot = replace(event(1, "Tam shoots.", rank=19), touches=(fired,))
    away = replace(event(2, "Tam moves.", rank=9), touches=({"handle": "model:B2", "effect": "moved"},))
    runs = replace(event(3, "Marga moves.", rank=9), touches=({"handle": "model:B1", "effect": "moved"},))
    turns = replace(event(4, "Marga is fast.", rank=8), touches=({"handle": "model:B1", "effect": "turned"},))
    digest = digest_of([shot, away, runs, turns], 1)
    assert (digest.main, digest.beside) == (shot, runs)
    assert runs not in digest.rest, "nothing is said twice"
    assert digest_of([shot, away], 1).beside is away, "who shot stands elsewhere now"
    assert digest_of([runs, replace(shot, number=5)], 1).beside is None, "that came before"


def test_the_newest_act_is_never_cut_from_what_an_opponent_did():
    """The move that threatened to win came last, and only older lines stood there."""
    fog = replace(event(1, "They throw a card away.", rank=10), touches=({"handle": "seat:de", "effect": "lost"},))
    plays = replace(event(2, "They play a card.", rank=10), touches=({"handle": "seat:de", "effect": "laid"},))
    shot = replace(event(3, "Their rifleman misses.", rank=13), outcome="Miss")
    there, away = (
        replace(event(n, said, rank=10), touches=({"handle": "unit:de-a", "effect": "moved"},))
        for n, said in ((4, "Their scout moves."), (5, "Their rifleman moves."))
    )
    later = replace(event(6, "They draw.", rank=10), touches=({"handle": "seat:de", "effect": "drew"},))
    card = SimpleNamespace(id="them", seat="1", relation="foe")
    told = deeds_by_card((fog, plays, shot, there, away, later), [card], {"1": None}, SAY)
    assert told == {"them": ("Their rifleman misses.", "Their scout moves.", "Their rifleman moves.", "+3 more")}
    assert deeds_by_card((fog, away), [card], {}, SAY) == {"them": ("They throw a card away.", "Their rifleman moves.")}


def test_small_things_of_the_log_that_follow_each_other_are_one_line():
    lines = ("They shoot.", "They draw a card.", "They shuffle.", "They draw a card.", "Round 2.", "You draw.")
    entry = story.Entry(1, 0, lines, (1, 0, 0, 0, 3, 0), (), frozenset())
    shown = gathered(entry)
    assert shown.lines == ("They shoot.", "They draw a card (×2). They shuffle.", "Round 2.", "You draw.")
    assert shown.weights == (1, 0, 3, 0)


def test_a_hit_has_the_colour_of_whose_it_is_that_was_hit():
    """A reaction comes in somebody else's turn."""
    sides = {"unit:mine": True, "unit:theirs": False}
    roll = Roll((9,), 12, 7, hit=True)
    mine, theirs = (Touch("unit:theirs", "fired", by="unit:mine"),), (Touch("unit:mine", "fired", by="unit:theirs"),)
    for whose_turn in (True, False, None):
        assert outcome_of(roll, mine, whose_turn, None, SAY, sides)[1] == "good"
        assert outcome_of(roll, theirs, whose_turn, None, SAY, sides)[1] == "hit"
    assert outcome_of(roll, mine, True, None, SAY)[1] == "good", "nobody knows whose it is: by who did it"
    rolled = (Touch("unit:mine", "turned"),)
    assert outcome_of(roll, rolled, None, None, SAY, sides)[1] == "good", "who rolled has hit somebody"


def test_what_is_only_turned_is_not_seen_on_a_board():
    sides = {"unit:theirs": False}
    turned, moved = (Touch("unit:theirs", "turned"),), (Touch("unit:theirs", "moved"),)
    assert rank_of(Weighs(1), turned, sides, False) < rank_of(Weighs(1), moved, sides, False)
    assert rank_of(Weighs(1), turned, sides, False) == rank_of(Weighs(1), (), sides, False)


def test_what_befell_the_reader_comes_first_of_the_rest():
    broken, other = event(1, "He breaks your cart.", rank=9), event(2, "She passes.", rank=4)
    main = event(3, "He breaks your lamp.", rank=12)
    digest = digest_of((event(0, "Before."), other, replace(broken, befalls=True), main), first=1)
    assert digest is not None
    assert [one.headline for one in digest.rest] == ["He breaks your cart.", "She passes."]


def test_whether_one_was_hit_is_told_before_the_dice_of_the_dodge():
    quicker = replace(event(1, "You are quicker.", mine=True), dice=(9,))
    missed = replace(event(2, "He misses.", rank=9), dice=(3,), outcome="✕ Missed")
    digest = digest_of((event(0, "Before."), quicker, missed, event(3, "He shoots again.", rank=12)), first=1)
    assert digest is not None
    assert [one.headline for one in digest.rest] == ["He misses.", "You are quicker."]


def test_dice_of_who_is_shot_at_are_not_told_with_the_shot():
    shot = event(1, "He shoots at your scout.", rank=16)
    nerve = replace(event(2, "Your scout stays calm.", rank=9, mine=True), dice=(9,), sides=12, outcome="Passed")
    digest = digest_of((shot, nerve), first=1)
    assert digest is not None
    assert digest.main.dice == ()


def test_own_losses_rank_before_everything_else():
    sides = {"unit:mine": True, "unit:theirs": False}
    hurt, moved = (Touch("unit:mine", "hurt", 1, by="unit:theirs"),), (Touch("unit:theirs", "moved"),)
    heavy, light = Weighs(2), Weighs(1)
    assert (
        rank_of(heavy, hurt, sides, False) > rank_of(heavy, moved, sides, False) > rank_of(light, moved, sides, False)
    )
    assert rank_of(light, moved, sides, False) > rank_of(light, (), sides, False), "what is seen before what is not"
    assert rank_of(light, moved, sides, False) > rank_of(light, moved, sides, True), "others before oneself"


@pytest.mark.parametrize(
    ("touch", "slight"),
    [
        (Touch("unit:mine", "turned", by="unit:theirs"), False),
        (Touch("unit:theirs", "moved"), False),
        (Touch("unit:mine", "turned"), True),
        (Touch("tray:deck", "drew"), True),
    ],
)
def test_nothing_done_to_ones_own_is_folded_away(touch, slight):
    assert is_slight(Weighs(0, (touch,)), {"unit:mine": True, "unit:theirs": False}) is slight


def test_what_is_small_is_said_in_words_and_once():
    assert counted(["You draw a card.", "Upkeep.", "You draw a card."]) == ("You draw a card (×2).", "Upkeep.")


def test_of_an_exchange_each_loss_has_its_own_colour():
    both = (Touch("unit:theirs", "hurt", 3, by="unit:mine"), Touch("unit:mine", "hurt", 2, by="unit:theirs"))
    found = exchanged(both, SAY, {"unit:mine": True, "unit:theirs": False})
    assert [(loss.text, loss.tone) for loss in found] == [("Enemy −3", "good"), ("You −2", "hit")]
    assert exchanged(both[:1], SAY, {"unit:mine": True, "unit:theirs": False}) == ()


def test_what_is_done_to_the_reader_ranks_before_what_rivals_do_to_each_other():
    sides = {"seat:1": True, "seat:2": False, "seat:3": False}
    mine, other = Touch("seat:1", "hurt", by="seat:2"), Touch("seat:2", "hurt", by="seat:3")
    assert rank_of(Weighs(2), (mine,), sides, False) > rank_of(Weighs(2), (other,), sides, False)
    mine, other = (Touch(f"seat:{n}", "turned") for n in (1, 2))
    assert rank_of(Weighs(2), (mine,), sides, None) == rank_of(Weighs(2), (other,), sides, None), "he was not struck"


def test_that_an_enemy_is_healed_is_told_before_his_move():
    sides = {"unit:theirs": False}
    healed, moved = (Touch("unit:theirs", "healed", 3),), (Touch("unit:theirs", "moved"),)
    assert rank_of(Weighs(1), healed, sides, False) > rank_of(Weighs(1), moved, sides, False)


def sides_when_open(session, me):
    """When it is over nothing is hidden from anybody: what is gone is still somebody's."""
    room = SimpleNamespace(session=session, game=session.game, reader=lambda seat: None)
    seen_module._BEFORE.clear()
    return sides_before(room, 0, recent(session, None, me), session.game.scene(session.state, SAY), SAY)


def test_what_is_gone_is_told_by_whose_it_was():
    """A unit that fell is on no table any more, and the opponent acts in the step of the reader's last choice."""
    me, owners, seen = frozenset({0}), {}, set()
    for seed in (7, 8):
        session = Session(games()["tactics"], Setup("tactics", "first", ("human",)), seed=seed).run()
        game = session.game
        while True:
            owners |= {f"unit:{unit.name.id}": unit.owner for unit in session.state.units}
            scene, known = game.scene(session.view(0), SAY), recent(session, 0, me)
            room = SimpleNamespace(session=session, game=game, reader=lambda seat: seat)
            sides = {**sides_before(room, 0, known, scene, SAY), **sides_of(scene)}
            for one in happened_of(session, known, me, SAY, sides):
                gone = [touch["handle"] for touch in one.touches if touch["effect"] == "lost"]
                if gone and known.first is not None and one.number >= known.first:
                    assert one.tone == ("hit" if owners[gone[0]] == 0 else "good"), one.headline
                    seen.add(one.tone)
            if session.over:
                before = sides_when_open(session, me)
                assert all(own is (owners[handle] == 0) for handle, own in before.items() if handle in owners)
                seen |= {"open"} if before else set()
                break
            session.answer(game.speech.advised(session.setup, session.decision_for(0)).notation)
            session.run()
    assert seen == {"hit", "good", "open"}


def test_who_only_throws_cards_away_may_go_on_until_there_is_something_to_do(ann):
    """Offered from the second time on: the first says what it is good for."""
    table = Sitting(ann, ann.post("/first/saboteur").headers["location"].rpartition("/")[2], 0)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    offered = []
    while not table.settled()["outcome"]:
        page = table.board()
        tip = re.search(r'id="show-me" data-play="([^"]+)"', page)
        waits = tip is not None and tip[1].startswith("discard")
        only = all(option["do"].startswith("discard") for option in asked_in(page)["options"])
        assert ('id="wait-on"' in page) is (waits and only and bool(offered)), "something could still be played"
        offered.append('id="wait-on"' in page)
        away = [option["do"] for option in asked_in(page)["options"] if option["do"].startswith("discard")]
        useful = [do for do in away if tip is not None and do.split()[1] in tip[1].split()]
        assert table.answer((useful or away)[0]).status_code == 200
    assert not offered[0]


def test_everybody_who_acted_has_a_line():
    own = event(1, "You lay.", mine=True)
    second, third = (
        replace(event(2, "Player 2 lays a card right of it: +2.", rank=9), seat=1, brief="Player 2 lays a card."),
        replace(event(3, "Player 3 repairs.", rank=5), seat=2, brief="Player 3 repairs."),
    )
    digest = digest_of((own, second, third), first=1)
    assert digest is not None
    assert [one.brief for one in digest.each] == ["Player 2 lays a card.", "Player 3 repairs."]
    more = digest_of((own, second, replace(third, seat=1, rank=12)), first=1)
    assert more is not None
    assert more.each == (), "one opponent's deeds are told by what matters most"
    over = digest_of((own, second, replace(third, ends=True, rank=100)), first=1)
    assert over is not None
    assert over.each == (), "an end is told before all else"


def test_each_opponent_has_a_line_with_the_card_and_a_why(ann):
    """After a round of opponents nobody has to step back to see who did what."""
    table = Sitting(ann, ann.post("/first/saboteur").headers["location"].rpartition("/")[2], 0)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    tip = re.search(r'id="show-me" data-play="([^"]+)"', table.board())
    assert tip is not None
    table.answer(tip[1])
    table.settled()
    page = table.board()
    line = re.search(r'<ol class="rows n-2">(.*?)</ol>', page, re.DOTALL)[1]
    rows = re.findall(r'<li data-event="\d+">(.*?)</li>', line, re.DOTALL)
    names = game_named("saboteur").speech.first_names
    assert [re.search(r">(\w+) \w+s ", row)[1] for row in rows] == list(names[1:3]), "by the names of their seats"
    assert all(f"<h3>{name}<small>Computer player {n}" in page for n, name in zip((2, 3), names[1:3], strict=True))
    assert all('class="played' in row and "data-why=" in row for row in rows)
    assert all('class="who-is"' in row for row in rows), "by their faces"
    assert 'id="standing"' in page


def test_what_only_the_reader_has_seen_is_told_where_he_chose():
    saw = replace(event(1, "You look at the middle goal: it is gold.", mine=True), private=True)
    assert result_of((saw, event(2, "Player 2 lays a card.")), first=1) is saw
    assert result_of((replace(saw, private=False),), first=1) is None


def test_what_an_enemy_scores_comes_before_a_shot_that_missed():
    sides = {"unit:mine": True, "unit:theirs": False}
    scored = rank_of(Weighs(2, (Touch("tile:B3", "gained", 1),)), (Touch("tile:B3", "gained", 1),), sides, False)
    shot = Weighs(1)
    shot.roll = Roll((3,), 10, 6, hit=False)
    fired = (Touch("unit:mine", "fired", by="unit:theirs"),)
    lost = (Touch("unit:mine", "lost", by="unit:theirs"),)
    assert rank_of(shot, fired, sides, False) < scored < rank_of(Weighs(2), lost, sides, False)


def test_a_loss_is_told_with_the_shot_that_led_to_it():
    missed = replace(event(1, "Her scout misses your rifleman.", rank=15), dice=(2,), befalls=True)
    shot = replace(event(2, "Her rifleman hits your rifleman.", rank=14), dice=(9,), befalls=True)
    loss = event(3, "You lose a card.", rank=20)
    digest = digest_of((missed, shot, loss), first=1)
    assert digest is not None
    assert (digest.main.headline, digest.main.dice) == (loss.headline, shot.dice)
    assert digest.dice == 1, "and it is this throw that lies on the board"
    assert digest.rest == (shot, missed)


def test_who_falls_by_his_own_blow_has_struck_it_himself():
    """The enemy's card listed the reader's own attack as a deed of the enemy."""
    touches = (Touch("unit:kraken", "hurt", 2, by="unit:spear"), Touch("unit:spear", "hurt", 3, by="unit:kraken"))
    told = SimpleNamespace(event=SimpleNamespace(seat=None), seats=())
    assert done_by_reader(told, touches, {"unit:kraken": False}, frozenset({0})) is True
    assert done_by_reader(told, touches[::-1], {"unit:kraken": False}, frozenset({0})) is False


def test_a_step_back_does_not_hide_the_blow_before_it():
    foe = event(1, "He moves.", rank=5)
    hurt, gone = (
        {"handle": "unit:foe", "effect": "hurt", "by": "unit:archer"},
        {"handle": "unit:archer", "effect": "moved"},
    )
    blow = replace(event(2, "The archer attacks.", mine=True, rank=10), outcome="Enemy −2", touches=(hurt,))
    step = replace(event(3, "The archer moves.", mine=True, rank=6), touches=(gone,))
    digest = digest_of((foe, blow, step), first=3)
    assert digest is not None
    assert (digest.main, digest.rest, digest.before) == (blow, (step,), (foe,))
    other = replace(step, touches=({"handle": "unit:other", "effect": "moved"},))
    digest = digest_of((foe, blow, other), first=3)
    assert digest is not None
    assert digest.main is other


def test_a_second_loss_is_told_before_the_shots():
    own = {"handle": "unit:rifle", "effect": "hurt", "own": True}
    losses = [replace(event(n, "You lose a card.", rank=12), befalls=True, touches=(own,)) for n in (2, 5)]
    shots = [replace(event(n, "He hits.", rank=11), befalls=True) for n in (1, 4)]
    digest = digest_of((shots[0], losses[0], shots[1], losses[1]), first=1)
    assert digest is not None
    assert (digest.main, digest.rest) == (losses[0], (losses[1], *shots))


def test_what_a_turn_has_cost_is_told_in_one_number():
    """Two losses in a row read as one."""
    sides = {"unit:a": True, "unit:b": True, "unit:foe": False}
    hurt = [toll_of((Touch(unit, "hurt", 1, by="unit:foe"),), True, sides) for unit in ("unit:a", "unit:b")]
    assert toll_in_words(hurt, SAY) == "You −2"
    assert toll_in_words(hurt[:1], SAY) == "", "one line says it"
    gone = [toll_of((Touch(unit, "lost"), Touch("tile:1,1", "lost")), True, sides) for unit in ("unit:a", "unit:b")]
    assert toll_in_words([*hurt, *gone], SAY) == "✕ You lost 2"
    theirs = toll_of((Touch("unit:foe", "hurt", 3, by="unit:a"), Touch("unit:foe", "lost")), False, sides)
    assert theirs == (0, 0)


@pytest.mark.parametrize(
    ("deeds", "said"),
    [
        (
            [("a", "hurt", True, 3), ("a", "lost", True, None), ("foe", "hurt", False, 2), ("b", "laid", False, None)],
            "You lose 1 piece and take 3 damage. The enemy takes 2 damage. 1 new piece on the board.",
        ),
        ([("foe", "lost", False, None)] * 4, "You lose nothing. The enemy loses 1 piece."),
        ([("foe", "moved", False, None)] * 4, ""),
        ([("a", "hurt", True, 3)] * 3, ""),
    ],
)
def test_a_long_turn_of_others_ends_with_a_sentence(deeds, said):
    """Where nothing came of it, or where it was short, the lines say enough."""
    touches = [
        {"handle": f"unit:{unit}", "effect": effect, "own": own, **({"amount": n} if n else {})}
        for unit, effect, own, n in deeds
    ]
    told = [replace(event(n, "He acts."), touches=(touch,)) for n, touch in enumerate(touches, 1)]
    digest = digest_of(told, first=1)
    assert digest is not None
    assert closing(digest, SAY) == said
    if len(told) < 4 and touches[0]["effect"] == "hurt":
        assert closing(digest, SAY, whole=True) == "You take 9 damage.", "a whole turn has its sum, however short"


@pytest.mark.parametrize(
    ("own", "headline"),
    [(True, "Your archer 2 loses 3 to the tentacle."), (False, "The tentacle attacks archer 2: 3 damage.")],
)
def test_a_headline_says_what_it_means_for_the_reader(own, headline):
    """Seen from above, one's own loss looked like any other blow."""
    attacked = Attacked(name_of("tentacle"), name_of("archer", 2), 3, 0)
    sides = {"unit:tentacle": not own, "unit:archer2": own}
    session = Session(games()["tactics"], Setup("tactics", "first", ("human",)), seed=1)
    line = line_of(session, known.Told(1, attacked, 0, (), frozenset(), True), [], frozenset({0}), say_in("en"), sides)
    assert line.headline == headline
    assert line.to_reader is own
    assert not own or "attacks" in line.small


def test_whoever_waits_sees_who_acts_and_what_was_done_meanwhile():
    mine, theirs = event(4, "You.", mine=True), [event(number, "He.") for number in range(5, 12)]
    assert so_far([mine, *theirs], 4) == tuple(theirs[-5:])
    assert so_far([event(3, "Before."), mine], 4) == ()

    class Card(SimpleNamespace):
        """A seat's card."""

    rival, boss = Card(seat="b", relation="rival"), Card(seat="boss", relation="foe")
    assert acting([rival, boss], {"a": 0, "b": 1}, 1) is rival
    assert acting([rival, boss], {"a": 0, "b": 1}, None) is boss  # the rules play somebody who has no seat
    assert acting([rival], {"a": 0, "b": 1}, None) is None


@pytest.mark.parametrize("game", sorted(games()))
def test_nobody_is_left_without_a_word_while_others_act(game):
    session = first_game(game, "en").session
    for _ in range(4):
        decision = session.unanswered[0]
        session.answer(decision.options[-1], decision.seat)
        session.run()
    seen = see(Room("1", session), SPECTATOR, SAY)
    assert seen.so_far
    assert seen.acts is None or seen.acts.label


def test_what_has_been_told_keeps_its_words():
    """Whoever came to stand by the core stood by the core, also after it has been carried away or looked up anew."""
    session = Session(games()["universalis"], Setup("universalis", "lost_core", ("middle", "middle")), seed=3)
    told = []
    while session.advance():
        told += [story.place_words(session, event) for event in session.events[len(told) :]]
    story._PLACES.clear()
    assert [story.place_words(session, event) for event in session.events[: len(told)]] == told
    said = [SAY.of(text) for text in told if text is not None]
    assert any("now stands by the data core" in one for one in said)
    assert any("picks up the data core" in one for one in said)


def test_a_loss_is_told_with_its_culprit():
    """What had killed the piece stood two lines below, behind a fold."""
    session = Session(games()["tactics"], Setup("tactics", "first", ("human",)), seed=1).run()
    at = session.state.board.spots[session.state.units[0].tile]
    for by, said in (
        ("reprisal", "“Reprisal” destroys your archer."),
        (name_of("guard"), "The guard destroys your archer."),
    ):
        gone = Destroyed(name_of("archer"), at, by)
        line = line_of(session, known.Told(1, gone, 0, (), frozenset(), True), [], ME, SAY, {"unit:archer": True})
        assert line.headline == said
    own = line_of(session, known.Told(1, Destroyed(name_of("guard"), at), 0, (0,), ME, False), [], ME, SAY, {})
    assert own.headline == "The guard is destroyed."


def test_whom_a_card_is_played_on_still_stands_in_the_picture_of_it():
    """Looking back showed the table after all that came of the same step."""
    for seed in range(30):
        session = Session(games()["tactics"], Setup("tactics", "village", ("random",)), seed=seed).run()
        for number, event in enumerate(session.events):
            later = session.events[number : number + 4]
            fell = [one.unit for one in later if isinstance(one, Destroyed)]
            if isinstance(event, Played) and event.target is not None and event.target in fell:
                then = known.state_when(session, SPECTATOR, number)
                assert then.named(event.target) is not None
                return
    pytest.fail("no card has felled anybody")


def test_who_acted_last_has_a_line_among_many():
    own = event(1, "You.", mine=True)
    theirs = [replace(event(n, f"Player {n}.", rank=20 - n), seat=n) for n in range(2, 9)]
    digest = digest_of((own, *theirs), first=1)
    assert digest is not None
    assert [one.seat for one in digest.rows] == [2, 3, 4, 8]


class Secret(Silent):
    """An event that only one seat learns of."""

    def __init__(self, only=None):
        self.only = only

    def seen_by(self, seat):
        return self if self.only in (None, seat) else None


def test_what_was_heard_before_the_end_keeps_the_number_it_had():
    """When all is open there are more events: what somebody had never learned is no news to his page, nor what he had."""
    events = [Secret(), Secret(1), Secret(), Secret(0), Secret(2), Secret()]
    told = [known.Told(n, one, n, (), frozenset(), False) for n, one in enumerate(events)]
    assert known.heard(told, 0) == {1: 0, 2: 1, 3: 2, 4: 2, 5: 3}
    assert known.heard(told[:1], 0) == {}, "said only where it differs"


def test_a_page_that_ends_says_how_its_events_were_numbered():
    session = Session(game_named("saboteur"), Setup("saboteur", "first", ("human", "rule", "rule")), seed=3).run()
    before = []
    while session.outcome is None:
        before = [one.event for one in known.told_events(session, 0)]
        session.answer(notation_of(session.unanswered[0].options[-1]))
        session.run()
    told = known.told_events(session, None)
    numbers = known.heard(told, 0)
    former = {one.number: numbers.get(one.number, one.number) for one in told}
    assert numbers, "others have drawn cards that nobody has seen"
    last = max(former.values())
    assert last >= len(before) - 1
    for one in told:
        if (event := one.event.seen_by(0)) is not None and former[one.number] < len(before):
            assert before[former[one.number]] == event


def test_a_rockfall_is_told_with_the_card_that_was_played_and_what_it_took_away():
    game, table = (
        game_named("saboteur"),
        Session(game_named("saboteur"), Setup("saboteur", "tu", ("rule",) * 4), seed=3),
    )
    plus, at = BY_NAME["plus"], cell(1, 0)
    events = [
        Laid(1, plus, at, 1, 0),
        RockFell(2, plus, at, 0),
        Discarded(0, HIDDEN, True),
        Looked(3, cell(8, 0), HIDDEN),
    ]
    told = [known.Told(n, one, n, (one.seat,), frozenset(), False) for n, one in enumerate(events)]
    lines = tuple(line_of(table, one, [], frozenset({9}), SAY) for one in told)
    cards = cards_played(game, known.Known(told, told, True), lines, lines[1:2], SAY)
    assert cards[1].label == "rockfall"
    assert cards[1].away is not None
    assert set(cards) == {0, 1}, "what was laid and removed again is seen while that is told, in its turn"
    assert (cards[0].turned, cards[0].away) == (True, None)
    digest = digest_of(lines, 0)
    verbs = {
        "en": {"lays", "removes", "discards", "looks"},
        "de": {"legt", "entfernt", "wirft ab", "sieht nach"},
    }
    for lang, words in verbs.items():
        assert set(verbs_of(digest, "saboteur", say_in(lang)).values()) == words
    assert set(verbs_of(digest, "undaunted", SAY).values()) <= {"lays", "removes", "discards", "takes"}, (
        "words for any game"
    )
