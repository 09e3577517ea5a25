"""What is shown before it is done, how a turn is told to begin, and which coins are still to be had."""

from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.session import Session
from kempelen.web.shown.choices import plainness

GAME = game_named("undaunted")


def begun(seats=("human", "solitaire"), **more):
    session = Session(GAME, Setup("undaunted", "hedges", seats), seed=7).run()
    found = GAME.to_position(session.checkpoint)
    us = found["us"]
    every = {"sergeant": 1, "leader-A": 1, "leader-B": 1, "scout-A": 2, "rifleman-A": 3, "rifleman-B": 2, "mg-A": 1}
    us |= {"hand": ["leader-A", "scout-A", "sergeant", "rifleman-A"], "play": ["mg-A"]}
    us["deck"] = {card: n - (us["hand"] + us["play"]).count(card) for card, n in every.items()}
    us["deck"] = {card: n for card, n in us["deck"].items() if n}
    us |= more
    return Session(GAME, Setup("undaunted", found["scenario"], seats, {}, found), seed=7).run()


def marks(session):
    (decision,) = session.table_at(len(session.inputs))[1]
    return {option.notation: plainness(session, decision, option) for option in decision.options}


def test_whatever_brings_a_card_is_shown_first():
    """A Scout onto new ground takes Fog of War (M2), BOLSTER takes from the supply (P1), INSPIRE takes a card back (P3)."""
    found = marks(begun())
    assert "plain" in found["scout-A scout A1"]
    for word in (" bolster ", " inspire ", " command ", " conceal", "scout-A scout B2 C2"):
        shown = {notation: plain for notation, plain in found.items() if word in notation}
        assert shown, word
        assert not any(shown.values()), shown


def test_that_the_first_round_has_no_bid_is_said():
    say = say_in("en")
    for seats, words in ((("human", "solitaire"), "From round 2 on"), (("human", "human"), "bid one of them")):
        session = Session(GAME, Setup("undaunted", "hedges", seats), seed=7).run()
        (first, *_) = GAME.status(session.view(0), say).steps
        assert words in first.label


def test_a_coin_that_is_held_has_the_colour_of_its_side():
    session = begun(scouted=["A1", "B1", "B2", "C1", "B3"], controlled=["B3"])
    for seat, foe in ((0, False), (1, True)):
        drawn = {shape.id: shape for shape in GAME.scene(session.view(seat), say_in("en")).everything()}
        assert {"taken"} <= drawn["objective:B3"].tags
        assert ("foe" in drawn["objective:B3"].tags) is foe
        assert not drawn["objective:C3"].tags
