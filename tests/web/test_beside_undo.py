"""Taking back beside a real table: asked once where others have acted, told by what lies otherwise, and undone."""

import re
from html import unescape

import pytest

from kempelen.companion import companion_session
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.asking import ROLLED
from kempelen.web.pocket.rolling import roll_on, rolls_here, set_dice
from kempelen.web.pocket.undone.again import can_again, do_again, others_since, take_back
from kempelen.web.pocket.undone.taken import put_back, table_now
from kempelen.wording import told_at_table
from tests.web.people import text_of
from tests.web.test_beside import Beside
from tests.web.test_beside_hands import choosing, kraken, seated
from tests.web.test_beside_same import kept
from tests.web.test_beside_turns import played


def back(session):
    """The list after the last answer was taken back."""
    say = told_at_table(session, say_in("de"))
    before, other = table_now(seated(session), say), session.fork()
    other.undo()
    return put_back(seated(other.run()), before, say)


def test_a_round_that_is_taken_back_is_a_short_list():
    """Every piece once, with its place and what is left of it, and what everybody has; not what happened meanwhile."""
    session = kraken()
    for _ in range(3):
        lines = back(played(session, "end"))
        pieces = [line.partition(":")[0] for line in lines if not line.startswith(("Rückgängig", "Nimm", "Stell"))]
        assert len(lines) < 12, lines
        assert len(pieces) == len(set(pieces)), lines
        assert not any(word in line for line in lines for word in ("handelt", "erschöpft", "zahlt", "erhält"))
    assert any(line.startswith("Krake: zurück nach ") for line in lines)
    assert any(re.search(r"Rohstoffe \d+ \(bisher \d+\)", line) for line in lines)


def test_a_card_that_was_played_goes_back_onto_the_hand():
    lines = back(played(kraken(), "play volley"))
    assert lines[0] == "Salve: zurück auf die Hand."
    assert any("Rohstoffe" in line for line in lines)
    session = choosing(kraken(), "activate spearman")
    assert back(played(session, "activate spearman", "done")) == ["Speerträger: gerade drehen."]


def test_cards_of_computer_players_go_back_to_the_supply():
    """And no path is told of twice; what was only looked at lies as it lay."""
    session, supplied, laid = kept(), 0, 0
    for _ in range(25):
        asked = session.unanswered[0]
        options = [notation_of(option) for option in asked.options]
        session.answer(next((one for one in options if one.startswith("break")), options[0]))
        session.run()
        lines = back(session)
        supplied += sum("Vorrat" in line for line in lines)
        laid += sum("Vorrat" in line and "Start" in line for line in lines)
        assert any(line.endswith("zurück auf die Hand.") for line in lines), lines
        assert not any("wirft eine Karte ab" in line or "sieht sich" in line for line in lines), lines
        assert not any("Nimm weg" in line for line in lines), lines
    assert supplied
    assert laid


def test_what_was_taken_back_can_be_done_again():
    """Everything as it was, also what others did; and only as long as nothing else came."""
    session = played(kraken(), "end")
    room, say = seated(session), say_in("de")
    assert others_since(room, say)
    position, rows = session.game.to_position(session.state), list(session.inputs)
    take_back(room, None)
    assert session.inputs != rows
    do_again(room, None)
    assert session.inputs == rows
    assert session.game.to_position(session.state) == position
    assert session.view(SPECTATOR) is not None


def test_who_rolls_is_done_again_too():
    """A roll that is taken back is thrown on the table; whoever wants it as it was had let the app roll."""
    session = companion_session(Setup("tactics", "kraken", ("human",)), dice_on_table=True, seed="1")
    room = seated(session.run())
    while (asked := room.asked(OPERATOR)).kind not in ROLLED:
        options = [notation_of(option) for option in asked.options]
        room.answer(OPERATOR, "end" if "end" in options else options[0])
        session.run()
    roll_on(room, asked)
    set_dice(room, on_table=False)
    rows = list(room.session.inputs)
    take_back(room, None)
    assert rolls_here(room)
    do_again(room, None)
    assert room.session.inputs == rows
    assert not rolls_here(room)


def test_an_answer_that_is_sealed_since_is_not_thrown_away():
    """It makes no new version, since only one seat knows of it; and yet something else has come."""
    setup = Setup("undaunted", "first", ("human", "human"))
    room = seated(companion_session(setup, seed="1").run())
    while not (asked := room.asked(OPERATOR)).together or not room.session.inputs:
        room.answer(OPERATOR, notation_of(asked.options[0]))
        room.session.run()
    for _ in range(2):
        room.answer(OPERATOR, notation_of(room.asked(OPERATOR).options[0]))
    room.session.run()
    while not room.asked(OPERATOR).together:
        take_back(room, None)
    assert can_again(room)
    room.answer(OPERATOR, notation_of(room.asked(OPERATOR).options[0]))
    assert not can_again(room)
    rows = list(room.session.rows)
    with pytest.raises(IllegalAction):
        do_again(room, room.version)
    assert room.session.rows == rows


def test_others_are_asked_about_before_all_is_taken_back(ann):
    """One tap takes nothing back that others have done; the second does, and the third does it again."""
    table = Beside(ann, "tactics", cards="usual")
    while "do=" not in table.at and 'value="end"' not in table.page:
        table.go_on()
    table.send("say", do="end")
    first = table.page
    version = re.search(r'name="version" value="(\d+)"', first)[1]
    asked = ann.post(f"{table.table}/beside/undo", data={"version": version})
    assert "Take it back?" in text_of(asked.text)
    assert f'value="{version}"' in table.page, "nothing has changed"
    taken = table.send("undo")
    assert "Leave it as it was" in text_of(taken.text)
    left = re.search(r'name="version" value="(\d+)"', taken.text)[1]
    again = ann.post(f"{table.table}/beside/redo", data={"version": left})
    assert again.status_code == 303
    table.at = unescape(again.headers["location"])
    table.at = table.table
    assert text_of(table.page.partition("<main")[2]) == text_of(first.partition("<main")[2])


def test_one_s_own_answer_alone_is_taken_back_at_once():
    session = played(choosing(kraken(), "activate spearman"), "activate spearman")
    assert not others_since(seated(session), say_in("de"))
