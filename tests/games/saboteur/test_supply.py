"""Cards that are set aside for computer players beside a real table: the app draws from them, people from the rest."""

import json
from collections import Counter
from random import Random

import pytest

from kempelen.companion import companion_session, facts_in, facts_told, kept_now, names_all_cards, set_aside
from kempelen.engine.errors import BadPosition, IllegalAction
from kempelen.engine.files.record import export
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.session import Physical, Session
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.engine.things import KEPT
from kempelen.games.saboteur.files.supply import kept_card
from kempelen.games.saboteur.rules.cards import BY_NAME, DECK_COMMERCIAL, NAMES
from kempelen.games.saboteur.rules.events import Drew
from kempelen.games.saboteur.rules.setup import VARIANTS
from kempelen.web.pocket.apart import told_apart
from kempelen.web.pocket.wrong.correcting import can_be
from kempelen.web.rooms.room import Room

TABLES = (
    ("first", ("human", "rule", "rule")),
    ("tu", ("human", "rule", "rule", "rule")),
    ("commercial", ("human", "human", "rule", "rule", "rule")),
)


def begun(scenario, seats, seed="s"):
    session = companion_session(Setup("saboteur", scenario, seats), automas_cards_kept=True, seed=seed)
    return session.run()


def with_the_only(card):
    """A game in which a computer player holds the only card of its kind."""
    games = (begun("tu", TABLES[1][1], f"a{n}") for n in range(40))
    return next(one for one in games if any(BY_NAME[card] in hand for hand in one.state.hands[1:]))


def held(session, rest):
    """A choice with a card that people can really have, or with one that nobody names."""
    options = list(session.unanswered[0].options)
    Random(len(session.inputs)).shuffle(options)
    named = [notation_of(one) for one in options if rest[kept_card(one)] > 0]
    return (named or [notation_of(one) for one in options if not kept_card(one)])[0]


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
        rest[kept_card(session.game.parse(played))] -= 1
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
    ready = game.things.kept_prepared(session.setup, position, kept)
    deck = Counter({NAMES[card]: many for card, many in VARIANTS["tu"].deck.items()})
    sorted_out = Counter(card for one in ready for card in one.cards if card in deck)
    left = deck - sorted_out - Counter(["line_horiz", "plus"])  # what lies on the table
    for player in position["players"][1:]:
        assert not Counter(player["hand"]) - left


def test_less_is_sorted_out():
    """The first game: a hand and a pile of one's own, and nothing of the other fifty cards."""
    for scenario, seats in TABLES:
        session = begun(scenario, seats)
        game, kept = session.game, set_aside(session)
        ready = game.things.kept_prepared(session.setup, game.to_position(session.state), kept)
        sorted_out = sum(len(one.cards) for one in ready)
        assert sorted_out <= max(len(kept.rest), min(len(kept.rest), len(kept.supply))) + 1
        assert sorted_out < sum(VARIANTS["tu"].deck.values()) / 2


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_no_computer_player_needs_a_card_that_not_every_box_has(scenario, seats):
    kept = set_aside(begun(scenario, seats))
    everywhere = {NAMES[card] for card in DECK_COMMERCIAL}
    assert set(kept.supply) <= everywhere


def test_a_game_that_has_begun_keeps_the_supply_that_was_sorted_out():
    """Before there was a share, people sorted out another supply."""
    session = begun(*TABLES[1])
    older = Session(
        session.game, session.setup, seed="s", physical=Physical(frozenset({"cards", KEPT}), session.humans)
    ).run()
    assert not set_aside(older).share
    assert Counter(set_aside(older).supply) != Counter(set_aside(session).supply)


def test_a_new_round_begins_with_the_whole_supply():
    since = game_named("saboteur").things.kept_since
    assert since([("deal", "map"), ("draw", "plus"), ("deal", "map"), ("deal", "plus")]) == ["map", "plus"]


def test_what_may_be_true_instead_does_not_tell_what_automas_hold():
    """The only card of its kind in a computer player's hand is offered for the board like one in the pile."""
    session = with_the_only("dead_plus")
    dead = BY_NAME["dead_plus"]
    assert any(dead in hand for hand in session.state.hands[1:])
    assert dead not in session.state.deck.bag
    room = Room("x", session, pace="instant")
    assert can_be(room, 'board=["1,0 dead_plus"]')
    with pytest.raises(BadPosition):
        facts_in(session, 'board=["1,0 dead_plus"]')


def test_a_correction_is_not_refused_for_what_automas_hold():
    """Whoever sends one by hand learns nothing: a card that lies before people was never in a secret hand."""
    session = with_the_only("dead_plus")
    dead = BY_NAME["dead_plus"]
    (holder,) = [seat for seat, hand in enumerate(session.state.hands) if dead in hand]
    others = [list(hand) for seat, hand in enumerate(session.state.hands) if seat != holder]
    roles, held_before = list(session.state.roles), len(session.state.hands[holder])
    room = Room("x", session, pace="instant")
    room.correct('board=["1,0 dead_plus"]')
    state = session.state
    assert session.game.to_position(state)["board"] == ["1,0 dead_plus"]
    assert dead not in state.hands[holder]
    assert len(state.hands[holder]) == held_before
    assert -1 not in state.hands[holder]
    assert [list(hand) for seat, hand in enumerate(state.hands) if seat != holder] == others
    assert list(state.roles) == roles


def test_a_correction_is_refused_for_what_everybody_sees():
    session = begun("tu", TABLES[1][1], "a")
    with pytest.raises(BadPosition):
        Room("x", session, pace="instant").correct('board=["1,0 dead_plus", "2,0 dead_plus"]')


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_what_people_may_play_does_not_tell_what_automas_hold(scenario, seats):
    """Dealt another secret hand from the same supply, the automas leave people the same choice and the same refusals."""
    session = begun(scenario, seats)
    kept = set_aside(session)
    (asked,) = session.unanswered
    offered = {one.split()[1] for one in map(notation_of, asked.options) if one.split()[1:2]} & set(BY_NAME)
    assert offered <= set(kept.rest)
    only_theirs = sorted(set(kept.supply) - set(kept.rest))
    refusals = set()
    for card in only_theirs:
        with pytest.raises(IllegalAction) as refused:
            session.answer(f"discard {card}")
        refusals.add(refused.value.text.key)
    assert len(refusals) <= 1


def test_the_record_of_a_running_game_does_not_tell_a_hand_that_was_dealt_with_a_correction():
    session = begun("tu", TABLES[1][1], "0")
    facts = facts_told(session, 'discards=["plus", "plus", "plus", "plus", "plus"]')
    assert facts["players"]["4"]["hand"]
    session.correct(facts)
    session.run()
    (row,) = [json.loads(line)["set"] for line in "".join(export(session)).splitlines() if '"set"' in line]
    assert row == {"discards": ["plus"] * 5}, "nor that a hand was dealt"


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_piles_are_counted_as_they_lie_on_the_table(scenario, seats, lang):
    """The rules have one pile for all; people see how many cards are left in their own, whatever the app has drawn."""
    session, say = begun(scenario, seats), say_in(lang)
    share, rest = len(set_aside(session).rest), Counter(set_aside(session).rest)
    dealt = sum(len(session.checkpoint.hands[seat]) for seat in session.humans)
    for _ in range(12):
        played = held(session, rest)
        session.answer(played)
        session.run()
        if session.over or session.checkpoint.round > 1:
            break
        rest.subtract([kept_card(session.game.parse(played))])
        drawn = sum(isinstance(event, Drew) and event.seat in session.humans for event in session.events)
        view = session.view(SPECTATOR)
        scene = session.game.things.kept_scene(session.game.scene(view, say), view, kept_now(session), say)
        trays = {tray.id: tray for tray in scene.trays}
        own = share - dealt - drawn
        assert trays["tray:deck"].text == say("saboteur.scene.cards", n=own)
        assert trays["tray:supply"].text == say("saboteur.kept.supply_left", n=max(0, len(view.deck) - own))
        assert "tray:roles" not in trays
        assert not trays["tray:discard"].facts
        clock = [score.value for score in scene.status.scores if score.kind == "clock"]
        assert clock == [own]


def test_a_first_game_begins_with_nothing_discarded():
    """Cards that the rules count as discarded lie among the supply, where nobody sorts them out."""
    session, say = begun(*TABLES[0]), say_in("en")
    view = session.view(SPECTATOR)
    assert view.discards
    scene = session.game.things.kept_scene(session.game.scene(view, say), view, kept_now(session), say)
    (pile,) = (tray for tray in scene.trays if tray.id == "tray:discard")
    assert [item.label for item in pile.items] == [say("saboteur.scene.discard_empty")]


def test_lots_between_secret_cards_are_drawn_by_the_app():
    """Whoever draws lots at the table is asked for places and targets; a choice of cards would show a hand."""
    asked = set()
    for seed in range(12):
        setup = Setup("saboteur", "tu", TABLES[1][1])
        session = companion_session(setup, automas_cards_kept=True, dice_on_table=True, seed=f"lots {seed}").run()
        for _ in range(30):
            if session.over:
                break
            (decision,) = session.unanswered
            if decision.kind == "pick":
                actions = [session.game.parse(notation_of(one)) for one in decision.options]
                assert len({kept_card(action) for action in actions}) == 1
                asked.add(decision.why)
            options = sorted(map(notation_of, decision.options))
            session.answer(options[len(session.inputs) % len(options)])
            session.run()
    assert asked


def test_a_correction_leaves_people_the_cards_they_have():
    """The card that really lies there was one that the first game gives to a person: what else he has stays his."""
    session = begun(*TABLES[0], seed="lesson 35")
    rest = Counter(set_aside(session).rest)
    for _ in range(3):
        played = held(session, rest)
        session.answer(played)
        session.run()
        rest.subtract([kept_card(session.game.parse(played))])
    before = {kept_card(one) for one in session.unanswered[0].options}
    board = session.game.to_position(session.view(SPECTATOR))["board"]
    at = board[-1].split()[0]
    session.correct(facts_told(session, f"board={json.dumps([*board[:-1], f'{at} line_horiz'])}"))
    session.run()
    after = {kept_card(one) for one in session.unanswered[0].options}
    assert "line_horiz" in before
    assert after == before - {"line_horiz"}
