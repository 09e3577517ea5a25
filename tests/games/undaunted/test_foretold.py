"""What a die of the automa would do is said before it falls, and is what it then does."""

from kempelen.companion import companion_session
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import notation_of
from kempelen.games.undaunted.automa.charts import SHEET
from kempelen.games.undaunted.automa.questions import ABOUT_HAND
from kempelen.games.undaunted.automa.solitaire import questions_in
from kempelen.text.say import Text
from kempelen.web.pocket.explained import faces_read

STEPS, LEAST = 90, 6


def rolls(scenario, seed):
    """Every die of the automa's cards in a game beside a table, with the session that waits for it."""
    session = companion_session(
        Setup("undaunted", scenario, ("human", "solitaire")), dice_on_table=True, seed=seed
    ).run()
    for step in range(STEPS):
        if not session.unanswered:
            return
        asked = session.unanswered[0]
        if asked.kind == "roll" and "throw.card" in str(asked.prompt) + str(dict(asked.prompt.fields)):
            yield session, asked
        count = int(asked.what.split("d")[0]) if asked.kind == "pool" else 1
        options = list(asked.options)
        session.answer(" ".join(notation_of(options[(step * 7 + n) % len(options)]) for n in range(count)))
        session.run()


def done_by(session, face):
    """The action that follows a face, or that it is rolled again."""
    other = session.fork().run()
    known = len(other.inputs)
    other.answer(str(face))
    other.run()
    done = next((str(row.value) for row in other.inputs[known:] if row.kind == "do" and row.seat == 1), "")
    return done or "again"


def test_every_face_does_what_was_said():
    told = 0
    for session, asked in rolls("orchard", "faces"):
        if not asked.faces:
            continue
        told += 1
        for face in (1, 4, 7, 10):
            said = asked.faces[face - 1]
            did = done_by(session, face)
            if said == Text("chart.again"):
                assert did == "again"
            elif did != "again":  # a target may be drawn by lot first: then nothing has been done yet
                assert said.key.rpartition(".")[2] in did.replace("-", "_").split(), (face, said, did)
    assert told >= LEAST


def test_a_card_that_is_read_off_the_hand_says_nothing():
    """What the die of a Scout would do depends on the cards that nobody sees."""
    secret = {name for name, chart in SHEET.made({}).charts.items() if questions_in(chart) & ABOUT_HAND}
    assert secret >= {"scout", "leader"}
    for _, asked in rolls("orchard", "faces"):
        card = str(dict(asked.prompt.fields))
        assert not asked.faces or not ("scout" in card or "leader" in card)


def test_faces_that_lead_to_the_same_stand_together():
    action, again = (Text(f"undaunted.action.{name}") for name in ("move", "attack")), Text("chart.again")
    move, attack = action
    assert faces_read([again, move, move, move, attack, again], say_in("de")) == (
        ("1, 6", "Neu würfeln"),
        ("2–4", "BEWEGEN"),
        ("5", "ANGRIFF"),
    )
