"""What may be otherwise on a real table: every game offers it, and the position that comes of it is the one that was meant."""

from kempelen.companion import companion_session, facts_in, facts_told, known_at_table
from kempelen.engine.correct import corrected
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.record import export
from kempelen.engine.game import game_named, say_in
from kempelen.engine.session import Physical, Session
from kempelen.engine.setup import Setup
from kempelen.engine.table import SPECTATOR

PLACES = ("tile:4,4", "tile:4,5")


def begun(game, scenario, *seats):
    """A session at a table on which the app holds all cards."""
    return Session(
        game_named(game), Setup(game, scenario, seats), seed=5, physical=Physical(frozenset(), frozenset())
    ).run()


def offered(session, handle):
    position = session.game.to_position(known_at_table(session))
    return session.game.things.corrections(position, handle, PLACES)


def after(session, one):
    """The position that comes of a correction."""
    made = corrected(session.game, session.checkpoint, facts_in(session, one.fact))
    return session.game.to_position(made)


def numbers(found, about):
    return {one.n: one for one in found if one.about is not None and one.about.key == about}


def test_what_lies_before_a_player_and_the_opponent_of_tactics():
    session = begun("tactics", "kraken", "human")
    pool = numbers(offered(session, "seat:1"), "tactics.correct.pool_of")
    assert after(session, pool[9])["players"][0]["pool"] == 9
    pool = numbers(offered(session, "tray:opponent"), "tactics.correct.pool_of")
    assert after(session, pool[0])["opponent"]["pool"] == 0
    stock = numbers(offered(session, "shop:archer"), "tactics.correct.stock_of")
    assert after(session, stock[0])["stock"]["archer"] == 0
    assert not numbers(offered(session, "tray:opponent"), "tactics.correct.marks_of")
    tyrant = begun("tactics", "tyrant", "human")
    marks = numbers(offered(tyrant, "tray:opponent"), "tactics.correct.marks_of")
    assert after(tyrant, marks[1])["marks"] == 1


def test_a_unit_that_the_app_does_not_know():
    """Its card is no longer where it was: nothing is there twice."""
    session = begun("tactics", "kraken", "human")
    before = session.game.to_position(session.checkpoint)
    found = {(one.thing, one.about.key): one for one in offered(session, "tile:4,4")}
    crab = after(session, found["deep_crab", "tactics.correct.from.deck"])
    assert [unit["at"] for unit in crab["units"] if unit["card"] == "deep_crab"] == ["4,4"]
    assert "deep_crab" not in crab["opponent"]["deck"]
    knight = after(session, found["knight", "tactics.correct.from.shop"])
    assert knight["stock"]["knight"] == before["stock"]["knight"] - 1
    assert not offered(session, "tile:4,0")  # somebody stands there


def test_a_unit_may_have_more_health_than_the_app_believes():
    session = begun("tactics", "kraken", "human")
    session.correct({"units": {"2": {"health": 1}}})
    session.run()
    health = numbers(offered(session, "unit:spearman"), "tactics.correct.health_of")
    assert after(session, health[4])["units"][1]["health"] == 4


def test_hands_decks_supply_and_marker_of_undaunted():
    session = begun("undaunted", "first", "human", "solitaire")
    us = offered(session, "seat:us")
    de = offered(session, "seat:de")
    supply = numbers(offered(session, "pile:us-fog"), "undaunted.correct.supply_of")
    assert after(session, supply[2])["us"]["supply"]["fog"] == 2
    assert sorted(supply) == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10]
    assert not [one for one in us if one.fact.startswith("holder")]
    holder = next(one for one in de if one.fact.startswith("holder"))
    assert after(session, holder)["holder"] == "de"
    hand = numbers(us, "undaunted.correct.hand_of")
    known = facts_in(session, hand[3].fact, known_at_table(session))
    assert known == {"us": {"hand": ["hidden"] * 3}}
    assert numbers(us, "undaunted.correct.deck_of")


def test_a_card_of_undaunted_that_was_named_wrongly_is_another_one_of_its_deck():
    session = begun("undaunted", "first", "human", "solitaire")
    position = session.game.to_position(session.checkpoint)
    found = [one for one in session.game.things.corrections(position, "seat:de", ()) if one.at.startswith("held:")]
    one = found[0]
    name = one.at.removeprefix("held:")
    made = after(session, one)["de"]
    assert made["hand"].count(one.thing) == position["de"]["hand"].count(one.thing) + 1
    assert made["hand"].count(name) == position["de"]["hand"].count(name) - 1
    assert sum(made["deck"].values()) == sum(position["de"]["deck"].values())


def test_points_of_all_kinds_in_universalis():
    session = begun("universalis", "first", "human", "middle")
    model = offered(session, "model:A1")
    assert after(session, numbers(model, "universalis.correct.ap_of")[2])["models"][0]["ap"] == 2
    none_left = numbers(model, "universalis.correct.tp_of")[0]
    assert "ausgeschaltet" in say_in("de").of(none_left.text)
    out = after(session, none_left)["models"][0]
    assert (out["tp"], out["states"]) == ([0], ["out"])
    score = numbers(offered(session, "tray:seat-2"), "universalis.correct.score_of")
    assert after(session, score[3])["scores"] == [0, 3]


def test_who_carries_what_in_universalis():
    session = begun("universalis", "first", "human", "middle")
    position = dict(session.game.to_position(session.checkpoint))
    position["objects"] = [{"kind": "crate", "at": [45.0, 45.0]}]
    found = session.game.things.corrections(position, "object:1", ())
    assert "objects.1.carrier=B2" in [one.fact for one in found]
    position["objects"][0]["carrier"] = "B2"
    lies = session.game.things.corrections(position, "object:1", ())[0]
    assert '"carrier": ""' in lies.fact
    assert "objects.1.carrier=A1" in [one.fact for one in session.game.things.corrections(position, "model:A1", ())]


def test_a_card_that_looks_the_same_when_turned_is_offered_once():
    session = begun("saboteur", "tu", "human", "rule", "rule")
    laid = [one.thing for one in offered(session, "cell:1,0")]
    assert "plus" in laid
    assert "plus r180" not in laid
    assert "curve_up r180" in laid


def test_what_comes_of_a_correction_does_not_tell_what_only_the_app_holds():
    """The automa's deck is the app's: whatever is said of its hand and deck, everybody then sees just what was said, the
    automa knows its cards, and none is lost."""
    tried = 0
    for seed in range(4):
        session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=seed).run()
        while not session.started or not session.game.to_position(session.checkpoint)["de"]["hand"]:
            asked = session.unanswered[0]
            session.answer(asked.options[0], asked.seat)
            session.run()
        known = known_at_table(session)
        for one in offered(session, "seat:de"):
            try:
                seen = corrected(session.game, known, facts_in(session, one.fact, known))
            except BadPosition:
                continue  # by what everybody knows
            tried += 1
            made = corrected(session.game, session.checkpoint, facts_told(session, one.fact))
            assert session.game.to_position(session.game.view(made, SPECTATOR)) == session.game.to_position(seen)
            assert "hidden" not in session.game.to_position(made)["de"]["hand"]
    assert tried > 40


def test_a_new_unit_does_not_tell_whether_its_card_was_in_a_secret_hand():
    session = companion_session(Setup("tactics", "kraken", ("human", "rule")), seed=7, cards_on_table=False).run()
    game = session.game
    while not game.to_position(session.checkpoint)["players"][0]["hand"]:
        asked = session.unanswered[0]
        session.answer(asked.options[0], asked.seat)
        session.run()
    known = known_at_table(session)
    mine = [one for one in offered(session, "tile:0,0") if '"player": 1, "from"' in one.fact]
    assert len(mine) > 3
    for one in mine:
        seen = corrected(game, known, facts_in(session, one.fact, known))
        made = corrected(game, session.checkpoint, facts_told(session, one.fact))
        assert game.to_position(game.view(made, SPECTATOR)) == game.to_position(seen), one.thing


def test_the_copy_of_a_running_game_does_not_tell_how_a_secret_deck_was_dealt_anew():
    session = companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=7).run()
    while not session.started or not session.game.to_position(session.checkpoint)["de"]["hand"]:
        asked = session.unanswered[0]
        session.answer(asked.options[0], asked.seat)
        session.run()
    session.correct(facts_told(session, 'de.hand=["hidden", "hidden"]'))
    session.run()
    assert session.game.to_position(session.checkpoint)["de"]["hand"], "it has cards that nobody knows"
    assert [line for line in export(session) if line.startswith('{"set"')] == ['{"set":{}}\n']
