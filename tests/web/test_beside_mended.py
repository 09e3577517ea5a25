"""What is put right beside a real table is told so from then on; lots have numbers, and the app's roll is quiet."""

import re

from kempelen.companion import companion_session, facts_told
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.games.universalis.desk.calculators import calculations
from kempelen.games.universalis.face.set_up.prepared import in_vain
from kempelen.games.universalis.rules.events import Became, Lost, Moved, PhaseEnded, RoundBegan
from kempelen.web.pocket.asking import question_of
from kempelen.web.pocket.deeds import deeds_of, told_so_far
from kempelen.web.pocket.measures import measures_of
from kempelen.web.pocket.mended import log_lines, mended
from kempelen.web.pocket.pictured import scene_of
from kempelen.wording import told_at_table
from tests.web.people import text_of
from tests.web.test_beside import Beside
from tests.web.test_beside_hands import seated


def skirmish():
    return companion_session(Setup("universalis", "first", ("human", "middle")), dice_on_table=False, seed="5").run()


def moved_by_the_enemy(session):
    """Until something of the opponent has moved, and the number of the first event of it."""
    for _ in range(40):
        done = told_so_far(seated(session))
        session.answer(notation_of(session.pending[0].options[-1]))
        session.run()
        room, say = seated(session), say_in("de")
        deeds = deeds_of(room, done, scene_of(room, session.view(SPECTATOR), say), told_at_table(session, say))
        for deed in deeds:
            for touch in deed.touches:
                if touch["effect"] == "moved" and touch["handle"].startswith("model:B"):
                    return deeds, deed, touch["handle"]
    raise AssertionError("nobody has moved")


def test_what_was_corrected_is_told_with_its_instruction_and_in_the_history():
    session, say = skirmish(), say_in("de")
    deeds, deed, handle = moved_by_the_enemy(session)
    assert mended(seated(session), deeds, say) == deeds
    label = handle.partition(":")[2]
    session.correct(facts_told(session, f"{label}.at=[10, 70]"))
    session.run()
    room = seated(session)
    now = next(one for one in mended(room, deeds, say) if one.number == deed.number)
    path = next(touch["path"] for touch in now.touches if touch["handle"] == handle)
    assert path[-1] == [10, 70]
    told = measures_of(room, [now], scene_of(room, session.view(SPECTATOR), say), say)[now.number]
    assert "Berichtigt: steht 10 cm von links, 70 cm von unten." in told
    assert not any("Weg:" in line for line in told)
    logged = [line for lines in log_lines(room, told_so_far(room), say) for line in lines]
    assert any(line.startswith("Berichtigt.") and "10 cm von links, 70 cm von unten" in line for line in logged), logged


def test_the_history_is_not_ahead_of_the_table():
    session, say = skirmish(), say_in("de")
    moved_by_the_enemy(session)
    room = seated(session)
    assert log_lines(room, told_so_far(room), say)
    assert log_lines(room, 0, say) == []


def test_a_mark_that_goes_at_once_is_not_laid():
    ended = PhaseEnded("A2 Brandt", 1)
    assert in_vain(ended, RoundBegan(2))
    assert not in_vain(Became("A2 Brandt", "ready"), RoundBegan(2))
    assert in_vain(Became("A2 Brandt", "ready"), Lost("A2 Brandt", "ready"))
    assert not in_vain(Became("A2 Brandt", "ready"), Lost("A1 Voss", "ready"))


def test_a_way_does_not_name_its_end_twice():
    way = ((40.0, 50.0, 0.0), (55.0, 55.0, 0.0), (51.0, 53.0, 0.0), (51.0, 53.0, 0.0))
    moved = Moved("B2 Tam", way, 15.5)
    assert moved.at not in moved.by
    assert len(moved.by) == 1


def test_namesakes_have_their_own_values_at_a_calculator():
    game, say = game_named("universalis"), say_in("de")
    shot = next(one for one in calculations(game.rulings.defaults) if one.id == "shot")
    known = {one.id: say.of(one.text, "Bare") for one in shot.asks[0].choices({})}
    assert "FK 9" in known["first.voss"]
    assert "Erstes Gefecht" in known["first.voss"]
    assert "FK 6" in known["voss"]
    assert len(set(known.values())) == len(known)


def test_a_lot_between_places_has_a_button_for_each_with_its_number():
    session = companion_session(Setup("tactics", "first", ("human",)), dice_on_table=True, seed="5").run()
    for _ in range(80):
        asked = session.pending[0]
        scene = scene_of(seated(session), session.view(0), say_in("de"))
        question = question_of(session, asked, scene, (), say_in("de"))
        if question.kind == "pick" and question.places:
            break
        options = [notation_of(option) for option in asked.options]
        session.answer("end" if "end" in options else options[0])
        session.run()
    else:
        raise AssertionError("no lot between places came up")
    labels = [one.label for group in question.groups for one in group.answers]
    assert [label.partition(":")[0] for label in labels] == [str(n) for n in range(1, len(labels) + 1)]
    assert len(labels) == len(question.places)


def test_where_people_roll_themselves_the_app_does_not_push_itself_forward(ann):
    table = Beside(ann, "undaunted", scenario="first", dice="table", cards="app")
    for _ in range(60):
        if "/beside/roll" in table.page:
            break
        table.go_on()
    rolls = re.search(r'<form[^>]*class="rolls-now">.*?</form>', table.page)[0]
    assert "primary" not in rolls
    assert "From now on" in text_of(table.page)
