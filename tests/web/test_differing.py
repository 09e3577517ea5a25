"""A correction says everything that has changed; where a card came from is asked; what means nothing is not offered."""

import pytest

from kempelen.companion import companion_session
from kempelen.engine.game import Setup, say_in
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.wrong.correcting import meant
from kempelen.web.pocket.wrong.differing import differences
from kempelen.web.rooms.room import Room

SAY = say_in("de")


def table(game, scenario, *seats):
    session = companion_session(Setup(game, scenario, seats), seed=5)
    room = Room("x", session, pace="instant")
    room.settle()
    return room


def seen(room):
    return scene_of(room, room.view(OPERATOR), SAY)


def offered(room, handle):
    return {SAY.of(one.text, "Nom"): one for one in meant(room, seen(room), handle)}


def corrected(room, handle, said):
    """What else is different once this is told."""
    before, one = seen(room), offered(room, handle)[said]
    room.correct(one.fact, room.version)
    return differences(before, seen(room), handle, said, SAY)


def kraken():
    room = table("tactics", "kraken", "human", "human")
    room.session.run()
    return room


def test_what_else_a_correction_changes_is_told():
    told = corrected(kraken(), "tile:3,3", "Auf D4 steht ein Bogenschütze (Spieler 1, aus der Hand)")
    assert told[:2] == ["Spieler 1: Hand 2 (bisher: 3)", "Spieler 1: Rohstoffe im nächsten Zug: −1 (bisher: +0)"]
    (threat,) = told[2:]
    assert threat.startswith("Der Krake: ")
    assert "Bogenschütze 3 −3" in threat


def test_a_new_unit_is_asked_where_its_card_was():
    told = corrected(kraken(), "tile:3,3", "Auf D4 steht ein Bogenschütze (Spieler 1, vom Stapel)")
    assert told[0] == "Spieler 1: Stapel 5 (bisher: 6)"
    assert not any("Hand" in line for line in told)
    shop = "Auf D4 steht ein Ritter (Spieler 1, aus dem Laden)"
    assert not any("Hand" in line or "Stapel" in line for line in corrected(kraken(), "tile:3,3", shop))


def test_what_is_said_is_not_told_again():
    assert corrected(kraken(), "seat:1", "Spieler 1 hat 0 Rohstoffe") == []
    assert corrected(kraken(), "unit:kraken", "Der Krake hat Gesundheit 28") == []


def test_cards_of_a_deck_that_are_counted_otherwise_are_told():
    room = table("undaunted", "first", "human", "solitaire")
    told = corrected(room, "seat:us", "0 Späher A in Deck und Hand")
    assert told == ["Die US-Seite: 3 im Deck (bisher: 5)"]


@pytest.mark.parametrize(("tile", "there"), [("A1", False), ("A3", True)])
def test_only_an_objective_can_be_controlled(tile, there):
    """Undaunted: no other tile is worth anything to whoever holds it."""
    room = table("undaunted", "first", "human", "solitaire")
    assert (f"Die US-Seite hat {tile} gesichert" in offered(room, f"tile:{tile}")) == there
