"""What a seat may know, and a table where nobody knows the human's hand."""

from __future__ import annotations

from kempelen.engine.dice import TapeDice
from kempelen.engine.table import HIDDEN
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.rules import events
from kempelen.games.undaunted.rules.cards import BY_NAME, FOG
from kempelen.games.undaunted.rules.legal import cards_in_hand, legal
from tests.games.undaunted.tables import play, state
from tests.marks import rule

SCOUT, RIFLEMAN, MG = BY_NAME["scout-A"], BY_NAME["rifleman-A"], BY_NAME["mg-A"]


@rule("undaunted:Q15")
@rule("undaunted:S2")
@rule("undaunted:H2")
def test_only_hand_and_deck_of_the_other_side_are_hidden():
    s = state({"hand": ["scout-A"], "discard": ["mg-A"], "deck": {"rifleman-A": 2}, "supply": {"fog": 3}})
    seen = GAME.view(s, 1).sides[0]
    assert seen.hand == [HIDDEN]
    assert seen.deck.bag == [SCOUT, RIFLEMAN, RIFLEMAN]
    assert len(seen.deck) == 2
    assert seen.discard == [MG]
    assert seen.supply[FOG] == 3
    assert GAME.view(s, 0).sides[0].hand == [SCOUT]
    assert GAME.view(s, -1).sides[0].hand == [HIDDEN]


def test_dealing_anew_keeps_what_is_seen():
    s = state({"hand": ["scout-A", "mg-A"], "deck": {"rifleman-A": 2}})
    again = GAME.redeal(GAME.view(s, 1), TapeDice(3))
    side = again.sides[0]
    assert sorted([*side.hand, *side.deck.bag]) == [SCOUT, MG, RIFLEMAN, RIFLEMAN]
    assert side.deck.away == 0


def test_events_of_drawing_are_private():
    drew = events.Drew(0, SCOUT)
    assert drew.seen_by(0) == drew
    assert drew.seen_by(1) == events.Drew(0, HIDDEN)


# -- the human's hand is unknown, as at a real table

UNKNOWN = {"hand": 2, "deck": {"scout-A": 2, "rifleman-A": 2}}


def test_an_unknown_hand_may_hold_anything_unseen():
    s = state({"automa": False, **UNKNOWN}, {})
    assert cards_in_hand(s.sides[0]) == [SCOUT, RIFLEMAN]
    assert "scout-A conceal" in [option.notation for option in legal(s, 0)]
    play(s, "scout-A conceal")
    side = s.sides[0]
    assert side.hand == [HIDDEN]
    assert side.play == [SCOUT]
    assert (side.deck.away, len(side.deck)) == (1, 2)


@rule("undaunted:P5")
def test_the_only_unknown_card_is_no_scout_and_fog_at_once():
    """Recon takes a Fog card from the hand besides the Scout."""
    unseen = {"automa": False, "deck": {"scout-A": 2, "fog": 2}}
    assert "scout-A recon" in [one.notation for one in legal(state({**unseen, "hand": 2}, {}), 0)]
    assert "scout-A recon" not in [one.notation for one in legal(state({**unseen, "hand": 1}, {}), 0)]


def test_unknown_cards_are_discarded_and_shuffled_back():
    s = state({"automa": False, **UNKNOWN}, {"hand": ["mg-A"]})
    play(s, "end")
    side = s.sides[0]
    assert side.discard == [HIDDEN, HIDDEN]
    side.hand = []
    s.phase, s.active = 1, 0
    side.deck.bag.remove(SCOUT)
    side.deck.bag.remove(SCOUT)
    assert len(side.deck) == 0
    table = ScriptedTable(GAME, s, "draw:rifleman-A")
    from kempelen.games.undaunted.rules.course import draw

    draw(s, table, 0, "hand")
    assert side.deck.away == 0
    assert side.hand == [RIFLEMAN]


@rule("undaunted:C5")
def test_a_loss_is_asked_for():
    us = {"hand": ["mg-A"], "counters": {"D2": ["mg-A"]}}
    for answer, hand in (("yes", [HIDDEN]), ("no", [HIDDEN, HIDDEN])):
        s = state(us, {"counters": {"D3": ["rifleman-A"]}, **UNKNOWN})
        play(s, "mg-A attack rifleman-A", "d10:1", "d10:10", f"ask:{answer}")
        side = s.sides[1]
        assert side.removed[RIFLEMAN] == 1
        assert side.hand == hand
        assert side.deck.bag.count(RIFLEMAN) == 1


def test_a_loss_from_an_unknown_discard():
    s = state(
        {"hand": ["mg-A"], "counters": {"D2": ["mg-A"]}},
        {"counters": {"D3": ["rifleman-A"]}, "discard": ["hidden"], "deck": {"rifleman-A": 1}},
    )
    play(s, "mg-A attack rifleman-A", "d10:1", "d10:10", "ask:yes")
    assert s.sides[1].discard == []
    assert s.sides[1].deck.bag == []
