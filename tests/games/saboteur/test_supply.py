"""Cards that are set aside for computer players beside a real table: the app draws from them, people from the rest."""

from collections import Counter
from random import Random

import pytest

from kempelen.companion import companion_session, facts_in, names_all_cards
from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.games.saboteur.rules.cards import BY_NAME
from kempelen.games.saboteur.rules.setup import VARIANTS
from kempelen.web.pocket.apart import set_aside, told_apart
from kempelen.web.pocket.correcting import can_be
from kempelen.web.rooms.room import Room

TABLES = (
    ("first", ("human", "rule", "rule")),
    ("tu", ("human", "rule", "rule", "rule")),
    ("commercial", ("human", "human", "rule", "rule", "rule")),
)


def begun(scenario, seats, seed="s"):
    session = companion_session(Setup("saboteur", scenario, seats), automas_cards_kept=True, seed=seed)
    return session.run()


def held(session, rest):
    """A choice with a card that people can really have, or with one that nobody names."""
    options = list(session.unanswered[0].options)
    Random(len(session.inputs)).shuffle(options)
    unnamed = [one for one in map(notation_of, options) if one.split()[-1] not in BY_NAME and " " not in one.strip()]
    named = [one for one in map(notation_of, options) if any(rest[word] > 0 for word in one.split()[1:2])]
    return (named or unnamed or [notation_of(one) for one in options if "hidden" in notation_of(one)])[0]


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_nobody_names_a_card_of_theirs(scenario, seats):
    """All that computer players draw comes from the supply; people only say what they play."""
    session = begun(scenario, seats)
    kept = set_aside(session)
    rest, rounds = Counter(kept.rest), 1
    for _ in range(40):
        (asked,) = session.unanswered
        assert asked.kind == "do"
        assert asked.seat in session.humans
        played = held(session, rest)
        session.answer(played)
        session.run()
        drawn = [(row.why, row.value) for row in session.inputs if row.kind == "draw" and row.what == "cards"]
        assert not Counter(session.game.things.kept_since(drawn)) - Counter(kept.supply)
        if session.over:
            break
        rest.subtract(played.split()[1:2])
        if session.state.round != rounds:
            rest, rounds = Counter(kept.rest), session.state.round


@pytest.mark.parametrize(("scenario", "seats"), TABLES[1:])
def test_supply_and_rest_are_the_whole_pile(scenario, seats):
    kept = set_aside(begun(scenario, seats))
    assert len(kept.supply) + len(kept.rest) == sum(VARIANTS[scenario].deck.values())
    people = seats.count("human")
    assert len(kept.supply) > len(kept.rest) * (len(seats) - people) // (people + 1) // 2


def test_hands_roles_and_goals_of_automas_stay_secret():
    """Not even whoever holds the phone sees them; each person is told his own role."""
    session = begun("commercial", TABLES[2][1])
    assert not names_all_cards(session)
    assert not session.open_why
    seen = session.game.to_position(session.view(SPECTATOR))
    assert {player["role"] for player in seen["players"]} == {"hidden"}
    assert set(seen["goals"].values()) == {"hidden"}
    assert all(isinstance(player["hand"], int) for player in seen["players"])
    told = told_apart(session, None, say_in("en"))
    assert [one.who for one in told] == ["Player 1", "Player 2"]


def test_the_first_game_has_what_its_computer_players_hold_in_the_supply():
    session = begun(*TABLES[0])
    game, kept = game_named("saboteur"), set_aside(session)
    position = game.to_position(session.state)
    ready = game.things.kept_prepared(session.setup, position, kept.supply)
    shown = Counter(max((one.cards for one in ready), key=len))
    for player in position["players"][1:]:
        assert not Counter(player["hand"]) - shown


def test_a_new_round_begins_with_the_whole_supply():
    since = game_named("saboteur").things.kept_since
    assert since([("deal", "map"), ("draw", "plus"), ("deal", "map"), ("deal", "plus")]) == ["map", "plus"]


def test_what_may_be_true_instead_does_not_tell_what_automas_hold():
    """The only card of its kind in a computer player's hand is offered for the board like one in the pile."""
    session = begun("tu", TABLES[1][1], "a")
    dead = BY_NAME["dead_plus"]
    assert any(dead in hand for hand in session.state.hands[1:])
    assert dead not in session.state.deck.bag
    room = Room("x", session, pace="instant")
    assert can_be(room, 'board=["1,0 dead_plus"]')
    with pytest.raises(BadPosition):
        facts_in(session, 'board=["1,0 dead_plus"]')
