"""What hands still do beside a real table is told, also of one's own deeds; and what the app believes is so now."""

from kempelen.companion import companion_session
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.asking import question_of
from kempelen.web.pocket.deeds import deeds_of, told_so_far
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.wrong.correcting import meant
from kempelen.web.rooms.room import Room
from kempelen.web.shown.pages.beside import At, hands_of, look
from kempelen.wording import told_at_table
from tests.web.test_beside_turns import played


def kraken():
    return companion_session(Setup("tactics", "first", ("human",)), seed="5").run()


def normandy(seed=5):
    return companion_session(Setup("undaunted", "first", ("human", "solitaire")), seed=seed).run()


def seated(session):
    """A room of it, in which its automas go on here."""
    players = session.players
    room = Room("x", session, pace="instant")
    session.players = players
    return room


def told(session, done=0, lang="de"):
    """Every sentence of every instruction since then."""
    room, say = seated(session), told_at_table(session, say_in(lang))
    deeds = deeds_of(room, done, scene_of(room, session.view(SPECTATOR), say), say)
    more = hands_of(room, deeds, deeds, say)
    return [
        [
            one.what.headline,
            *one.what.folded,
            *(line for what in one.goes_on for line in (what.headline, *what.folded)),
            *more.of(one),
        ]
        for one in deeds
    ]


def since(session, *answers):
    done = told_so_far(seated(session))
    return [line for lines in told(played(session, *answers), done) for line in lines]


def choosing(session, wanted):
    """Whatever comes first is chosen until this is offered."""
    for _ in range(60):
        options = [notation_of(option) for option in session.unanswered[0].options]
        if any(option.startswith(wanted) for option in options):
            return session
        session.answer(options[0])
        session.run()
    raise AssertionError(f"nobody could {wanted}")


def test_who_plays_a_card_is_told_what_it_costs_and_where_it_goes():
    lines = since(kraken(), "play volley")
    assert "Zahl dafür 2 Rohstoffe. Danach kommt die Karte auf den Ablagestapel." in lines
    lines = since(choosing(kraken(), "play spearman"), "play spearman")
    assert any(line.startswith("Zahl dafür ") for line in lines)


def test_a_unit_that_has_done_is_turned_after_the_last_answer():
    session = played(choosing(kraken(), "activate spearman"), "activate spearman")
    assert since(session, "done") == ["Der Speerträger ist erschöpft: quer drehen."]


def test_a_turn_begins_with_turning_units_upright():
    lines = told(played(kraken(), "end"))
    assert not any("deine Einheiten" in line for line in lines[0]), "in the first round none is turned"
    ours = next(line for line in lines if line[0] == "Runde 2 beginnt.")
    theirs = next(line for line in lines if line[0] == "Zug des Kraken.")
    assert ours[1] == "Dreh deine Einheiten wieder gerade."
    assert theirs[1] == "Dreh die Einheiten des Gegners wieder gerade."


def test_what_was_drawn_before_and_after_a_shuffle_stands_in_its_order():
    session = normandy()
    lines = []
    while not any("Runde 3." in line for line in lines):
        options = [notation_of(option) for option in session.unanswered[0].options]
        lines = since(session, options[0])
    at = lines.index("Du mischst die Ablage zu einem neuen Deck.")
    assert lines[at - 1 : at + 2] == [
        "Du ziehst 1 Karte nach.",
        "Du mischst die Ablage zu einem neuen Deck.",
        "Du ziehst 3 Karten nach.",
    ]


def test_at_the_end_of_a_turn_cards_are_discarded():
    assert "Du legst deine gespielten Karten und die restliche Hand auf die Ablage." in since(normandy(), "end")


def test_a_card_of_a_deck_in_the_app_goes_from_the_supply_into_the_box():
    lines = since(normandy(), "end")
    assert any(line.startswith("Der Spielmarker steht danach auf ") for line in lines)
    assert any("aus dem Vorrat der deutschen Seite in die Schachtel" in line for line in lines)


def test_what_is_counted_otherwise_by_now_is_not_told():
    """A turn is asked anew from its beginning; the deck that was shuffled since then would be told as it was before."""
    session, say, wrong = normandy(), say_in("de"), 0
    room = seated(session)
    for _ in range(40):
        if not session.unanswered:
            break
        scene = scene_of(room, room.view(OPERATOR), say)
        counts = [one for one in meant(room, scene, "seat:de") if one.n is not None]
        side = session.game.to_position(session.view(SPECTATOR))["de"]
        before = session.game.to_position(session.game.view(session.checkpoint, SPECTATOR))["de"]
        known = {one.fact.rpartition("=")[0]: one.was for one in counts}
        wrong += side["deck"] != before["deck"]
        assert not known or side["deck"] == before["deck"]
        session.answer(notation_of(session.unanswered[0].options[0]))
        session.run()
    assert wrong, "it was shuffled at least once"


def test_a_list_of_somebody_on_the_board_says_names():
    setup = Setup("tactics", "first", ("human",))
    session = played(companion_session(setup, dice_on_table=True, seed="5").run(), "end")
    room, say = seated(session), say_in("de")
    while True:
        asked = question_of(session, session.unanswered[0], scene_of(room, room.view(OPERATOR), say), (), say)
        if any(handle.startswith("unit:") for handle in asked.places) and session.unanswered[0].kind == "pick":
            break
        session.answer(notation_of(session.unanswered[0].options[0]))
        session.run()
    assert "Krake" in [one.label for one in asked.places.values()]
    assert not any(":" in one.label for one in asked.places.values())


def test_all_instructions_are_one_list_for_this_turn_only():
    """With a board and with all that hands do; the next turn comes one by one again."""
    session = played(kraken(), "end")
    shown = look(seated(session), say_in("de"), At("", 0, (), True, "", ""), "now")
    assert shown["all"]
    assert "all=" not in shown["everything"]
    assert any(
        "Ablagestapel" in line or "gerade" in line for one in shown["deeds"] for line in shown["hands"].of(one)
    ) or any("gerade" in line for one in shown["deeds"] for line in one.what.folded)
