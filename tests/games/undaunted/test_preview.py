"""Before a card is played: chances by the same rules as the dice, ways, points, and what is given up."""

from fractions import Fraction
from itertools import combinations

import pytest

from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import Decision
from kempelen.engine.tables.foreseen import at_best, foresee
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.face.hints import hint
from kempelen.games.undaunted.face.preview import against, chance, preview
from kempelen.games.undaunted.face.prompts import bid_against
from kempelen.games.undaunted.face.status import status
from kempelen.games.undaunted.rules.actions import BIDS, Go
from kempelen.games.undaunted.rules.cards import SCOUTS
from kempelen.games.undaunted.rules.course import perform
from kempelen.games.undaunted.rules.events import Fired
from kempelen.games.undaunted.rules.legal import legal
from kempelen.parts.foresight import alike_of
from tests.games.undaunted.tables import state


def option(s, notation):
    return next(action for action in legal(s, 0) if action.notation == notation)


def said(shown):
    return [say_in("en").of(remark.text) for remark in shown.remarks]


@pytest.mark.parametrize("card", ["rifleman-A", "mg-A", "sniper"])
@pytest.mark.parametrize("at", ["D3", "A3", "B4"])
def test_the_chance_is_that_of_the_rules(card, at):
    """One, two and three dice: every result of the rules, counted, is what stands on the target."""
    s = state({"hand": [card], "counters": {"D2": [card]}}, {"counters": {at: ["scout-B"]}})
    view = GAME.view(s, 0)
    action = option(view, f"{card} attack scout-B")
    courses = foresee(view, lambda after, table: perform(after, table, 0, action))
    hits = sum((c.p for c in courses if any(isinstance(e, Fired) and e.hit for e in c.events)), Fraction(0))
    assert chance(view, 0, action) == preview(view, 0, action).chance == hits


def test_a_shot_shows_its_sum_and_what_it_does():
    s = state(
        {"hand": ["mg-A"], "counters": {"D2": ["mg-A"]}}, {"counters": {"D3": ["scout-B"]}, "deck": {"scout-B": 1}}
    )
    shown = preview(GAME.view(s, 0), 0, option(s, "mg-A attack scout-B"))
    assert shown.roll.dice == ()
    assert sum(n for _, n in shown.roll.parts) == shown.roll.need == 7
    assert [touch.effect for touch in shown.touches] == ["hurt"]
    assert said(shown)[0].startswith("A hit costs the German side a Scout B for good")
    shown = preview(GAME.view(s, 0), 0, option(s, "mg-A suppress scout-B"))
    assert "suppresses" in said(shown)[0]


def test_the_last_card_of_a_unit_takes_its_counter_along():
    s = state({"hand": ["mg-A"], "counters": {"D2": ["mg-A"]}}, {"counters": {"D3": ["scout-B"]}})
    shown = preview(GAME.view(s, 0), 0, option(s, "mg-A attack scout-B"))
    assert [touch.effect for touch in shown.touches] == ["lost"]


def test_a_scout_is_told_what_new_ground_costs():
    s = state({"hand": ["scout-A"], "counters": {"D1": ["scout-A"]}, "scouted": ["D1"], "supply": {"fog": 5}})
    shown = preview(GAME.view(s, 0), 0, option(s, "scout-A scout D2 D3"))
    assert shown.path == ("tile:D1", "tile:D2", "tile:D3")
    assert shown.ghost.at == "tile:D3"
    assert any("2 Fog of War cards come" in line for line in said(shown))


def test_points_are_told_before_they_are_taken():
    s = state(
        {"hand": ["rifleman-A"], "counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"], "goal": 3},
        {"counters": {"A1": ["rifleman-A"]}},
    )
    shown = preview(GAME.view(s, 0), 0, option(s, "rifleman-A control"))
    assert said(shown)[0] == "This wins the game."
    assert "+3 points: you then have 3." in said(shown)
    tip = hint(GAME.view(s, 0), 0, option(s, "rifleman-A control"))
    assert say_in("en").of(tip).endswith("This wins the game.")


def test_to_control_what_is_worth_nothing_is_a_warning():
    s = state({"hand": ["rifleman-A"], "counters": {"D1": ["rifleman-A"]}, "scouted": ["D1"], "goal": 3})
    shown = preview(GAME.view(s, 0), 0, option(s, "rifleman-A control"))
    assert said(shown) == ["D1 carries no points: this gains nothing."]
    assert shown.remarks[0].weight == "bad"
    assert shown.costly


def test_throwing_cards_away_is_red():
    s = state({"hand": ["rifleman-A", "mg-A"], "counters": {"D1": ["rifleman-A"]}})
    view = GAME.view(s, 0)
    assert preview(view, 0, option(s, "end")).costly
    assert preview(view, 0, option(s, "rifleman-A hunker_down")).costly
    s.sides[0].hand[:] = [16]
    s.sides[0].hand.append(10)
    assert preview(GAME.view(s, 0), 0, option(s, "end")).costly


@pytest.mark.parametrize(
    ("hand", "weight", "told"),
    [
        (["scout-A", "mg-A"], "bad", "Scout A is then not played this round."),
        (["scout-A", "scout-A"], "info", "This card is then not played this round; 1 more Scout A stays in your hand."),
        (["scout-A"] * 3, "info", "This card is then not played this round; 2 more Scout A stay in your hand."),
    ],
)
def test_a_bid_says_whether_another_such_card_is_left(hand, weight, told):
    s = state({"hand": hand, "counters": {"D1": ["scout-A"]}})
    *_, last = preview(GAME.view(s, 0), 0, BIDS[SCOUTS[0]]).remarks
    assert (last.weight, say_in("en").of(last.text)) == (weight, told)


@pytest.mark.parametrize(
    ("holder", "roll", "weight", "told"),
    [
        (0, 9, "info", "6 against 9: the German side begins and takes the marker."),
        (0, 6, "good", "6 against 6, and the marker is yours: you begin."),
        (1, 6, "info", "6 against 6, and the marker is not yours: the German side begins."),
        (1, 4, "good", "6 against 4: you begin and take the marker."),
    ],
)
def test_a_bid_against_a_die_that_is_known_says_who_begins(holder, roll, weight, told):
    s = state({"hand": ["scout-A", "mg-A"], "counters": {"D1": ["scout-A"]}})
    s.holder = holder
    bid, view = BIDS[SCOUTS[0]], GAME.view(s, 0)
    asked = Decision(0, bid_against(roll, holder == 0, 10), (bid,))
    first, *others = against(view, asked, bid, preview(view, 0, bid)).remarks
    assert (first.weight, say_in("en").of(first.text)) == (weight, told)
    assert len(others) == 1, "and what becomes of the card"


def no(s, handle, *picked):
    reason = GAME.speech.refused(GAME.view(s, 0), 0, picked, handle)
    return None if reason is None else say_in("en").of(reason)


def test_a_click_that_means_nothing_is_answered_with_why():
    s = state(
        {"hand": ["rifleman-A", "fog"], "counters": {"D2": ["rifleman-A", "scout-A"]}, "scouted": ["D2"]},
        {"counters": {"A3": ["scout-B"]}},
    )
    assert no(s, "unit:us-scout-A").startswith("You hold no card “Scout A” now")
    assert no(s, "unit:us-rifleman-A") == "A unit acts by its card: choose “Rifleman A” in your hand."
    assert no(s, "unit:de-scout-B").startswith("Who is to attack")
    assert no(s, "tile:D1").startswith("Choose a card in your hand first")
    assert no(s, "tile:D1", "card:rifleman-A").startswith("D1 carries no marker of yours")
    assert no(s, "tile:A1", "card:rifleman-A").startswith("A1 is not next to D2")
    assert no(s, "card:fog").startswith("Fog of War cannot be played")
    assert no(s, "tile:A1", "card:unknown").startswith("Choose a card")


@pytest.mark.parametrize(
    ("goal", "points", "cards", "told"),
    [
        ("pin", [], {}, "This wins the game."),  # V2
        (4, [], {"rifleman-B": 1}, "That does not win yet: you win by points, not by driving off Riflemen."),  # V1
        (4, [], {}, "That does not win yet: at 0 : 0 you need more points than the enemy."),  # V4
        (4, ["C1"], {}, "This wins the game."),  # V4
    ],
)
def test_a_shot_at_the_last_rifleman_says_whether_it_wins(goal, points, cards, told):
    """Driving off Riflemen wins only for a side that has to pin (V2), or has more points than one that can get none (V4)."""
    us = {"goal": goal, "hand": ["mg-A"], "counters": {"D2": ["mg-A", "rifleman-A"]}, "deck": {"rifleman-A": 2}}
    s = state({**us, "controlled": points}, {"counters": {"D3": ["rifleman-A"]}, "deck": cards})
    shown = preview(GAME.view(s, 0), 0, option(s, "mg-A attack rifleman-A"))
    assert any(one.startswith(told) for one in said(shown))
    assert any("does not win" in one for one in said(shown)) == ("not" in told)


@pytest.mark.parametrize(("goal", "promised"), [("pin", False), (4, True)])
def test_how_to_win_says_that_driving_off_riflemen_is_not_enough_where_points_win(goal, promised):
    """V2 holds for the pin goal alone."""
    s = state({"goal": goal, "counters": {"D2": ["rifleman-A"]}})
    how = status(GAME.view(s, 0), say_in("en")).how
    assert any("Driving off Riflemen does not win" in line for line in how) == promised


def test_what_a_card_cannot_do_now_says_why():
    """CONTROL was gone from the list without a word."""
    s = state(
        {"hand": ["rifleman-A", "scout-A"], "counters": {"D2": ["rifleman-A", "scout-A"]}, "scouted": ["D2"]},
        {"counters": {"A3": ["scout-B"]}},
    )
    barred = GAME.speech.barred(GAME.view(s, 0), 0, legal(s, 0))
    told = {(handle, use.key, why.key) for handle, uses in barred.items() for use, why in uses}
    assert ("card:scout-A", "undaunted.action.recon", "undaunted.objection.no_fog") in told
    offered = {handle for action in legal(s, 0) for handle in action.handles}
    controls = [why for _, use, why in told if use == "undaunted.action.control"]
    assert bool(controls) != ("action:control" in offered), "it is offered, or it says why not"


def test_ways_that_come_to_the_same_are_one_and_others_are_not():
    """Scouts from B1: where all the ground between is scouted, the table afterwards is the same to the last marker."""
    session = Session(GAME, Setup("undaunted", "hedges", ("human", "solitaire")), seed=7).run()
    position = GAME.to_position(session.checkpoint)
    position["us"]["hand"][0] = "scout-A"
    position["us"]["deck"] |= {"scout-A": 1, "sergeant": 1}
    view = GAME.view(GAME.from_position(position, {}), 0)
    moves = [one for one in legal(view, 0) if isinstance(one, Go)]
    alike, pairs = alike_of(GAME, view, 0, moves), 0

    def after(move):
        return GAME.to_position(at_best(view, lambda s, table: perform(s, table, 0, move)).state)

    for (one, first), (other, second) in combinations(zip(moves, alike, strict=True), 2):
        same = first is not None and first == second
        pairs += same
        if one.card == other.card:
            assert same == (after(one) == after(other)), (one.notation, other.notation)
    assert pairs
