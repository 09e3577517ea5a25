"""Dice and lots that only one seat may see: in records, exports, at a real table, in odds."""

from dataclasses import replace
from fractions import Fraction

import pytest

from kempelen.engine.dice import ScriptedDice, TapeDice
from kempelen.engine.files.record import Record, export, read_text
from kempelen.engine.session import Physical, Session
from kempelen.engine.table import HIDDEN, NOBODY, DirectTable
from kempelen.engine.tables.odds import odds
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.text.say import LANGUAGES, Say
from kempelen.wording import question
from tests.engine import conftest
from tests.engine.toy import STRIKE, TOY, WORDS, setup


def secret_dice(s, table):
    """Each rolls behind a hand; then the first is asked; then the first one's dice are shown."""
    s.round += 1
    s.hands[0].append(table.roll(6, "own", to=0))
    s.hands[1].extend(table.pool(6, 2, "own two", to=1))
    s.secret = table.roll(6, "nobody's", to=NOBODY)
    s.points[1] = WORDS_OF[table.pick(("low", "high"), "lot", to=1)]
    table.choose(0, STRIKE, (WORDS["hold"], WORDS["strike"]))
    s.hands[0][-1] = table.reveal("die 1", s.hands[0][-1], range(1, 7), "shown")


WORDS_OF = {"low": 1, "high": 2}


SECRET = replace(TOY, step=secret_dice)


@pytest.fixture(autouse=True)
def secret_toy(monkeypatch):
    known = conftest.game_module.games()
    monkeypatch.setattr(conftest.game_module, "games", lambda: {**known, "toy": SECRET})


def test_the_record_says_to_whom_and_reads_back():
    session = Session(SECRET, setup("human", "automa"), seed=3).run()
    assert [(row.kind, row.what, row.seat) for row in session.inputs[3:]] == [
        ("roll", "d6", 0),
        ("pool", "2d6", 1),
        ("roll", "d6", NOBODY),
        ("pick", "lot", 1),
    ]
    again = read_text("record", Record.of(session).text()).load()
    assert (again.inputs, again.state) == (session.inputs, session.state)


@pytest.mark.parametrize(("reader", "known"), [(-1, []), (0, ["roll"]), (1, ["pool", "pick"])])
def test_an_export_shows_only_the_own_ones(reader, known):
    session = Session(SECRET, setup("human", "automa"), seed=3).run()
    lines = list(export(session, reader))[4:]
    shown = [
        kind for kind, line in zip(("roll", "pool", "roll", "pick"), lines, strict=True) if '"is":null' not in line
    ]
    assert shown == known


def test_at_a_real_table_a_persons_own_dice_stay_hidden_until_they_are_shown():
    physical = Physical(frozenset({"dice"}), frozenset({0}))
    session = Session(SECRET, setup("human", "automa"), seed=3, physical=physical).run()
    asked = session.pending[0]
    assert (asked.kind, asked.to) == ("pool", 1)  # seat 0 rolls for itself; the automa's dice are named
    for lang, word in zip(LANGUAGES, ("In secret", "Geheim"), strict=True):
        say = Say.load(lang)
        assert word in say.of(question(session, asked, say))
    session.answer("2 5")
    session.answer("high")
    assert session.state.hands[0][-1] == HIDDEN
    assert session.state.secret == HIDDEN
    session.answer("hold", 0)
    assert (session.pending[0].kind, session.pending[0].what) == ("reveal", "die 1")
    session.answer("c4")
    assert session.state.hands[0][-1] == 4


def test_other_tables_roll_as_ever():
    table = DirectTable(SECRET, [], ScriptedDice([3, 0, 5, 1]))
    assert table.roll(6, "own", to=0) == 4
    assert table.pool(6, 2, "own", to=NOBODY) == (1, 6)
    assert table.pick(("a", "b"), "lot", to=1) == "b"
    script = ScriptedTable(SECRET, None, "d6:2", "pick:b")
    assert (script.roll(6, "own", to=0), script.pick(("a", "b"), "lot", to=0)) == (2, "b")
    found = odds(SECRET, SECRET.new(setup("automa", "automa"), DirectTable(SECRET, [], TapeDice(1))), even)
    assert found == {True: Fraction(1, 2), False: Fraction(1, 2)}


def even(state, table):
    return table.roll(6, "own", to=0) % 2 == 0
