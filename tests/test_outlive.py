"""A game outlives a change of the rules: it can be looked at up to the break, and goes on from a kept position."""

import json

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadRecord
from kempelen.engine.files.record import Record, export, read_record
from kempelen.engine.game import Setup
from kempelen.engine.session import Restart, Session
from kempelen.games.saboteur import GAME
from kempelen.store import CHECKPOINT_EVERY, Store


def played(store, turns=12, scenario="tu"):
    session = Session(GAME, Setup("saboteur", scenario, ("human", "rule", "rule")), seed=5)
    session.advance()
    id = store.keep(session)
    dice = TapeDice(1)
    for _ in range(turns):
        session.run()
        options = session.pending[0].options
        session.answer(options[dice.below(len(options), "", "")])
    session.run()
    return session, id


def break_a_row(store, id, row):
    """As if the rules had changed: an old row is no longer what they ask for."""
    store._connection().execute(
        "UPDATE inputs SET json = ? WHERE game = ? AND n = ?", (json.dumps({"seat": "1", "do": "pass"}), id, row)
    )


def test_it_goes_on_from_the_last_kept_position(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    session, id = played(store)
    assert len(session.rows) > 2 * CHECKPOINT_EVERY
    rows = len(session.rows)
    first = next(n for n, row in enumerate(session.rows) if getattr(row, "human", False))
    break_a_row(store, id, first)

    record = store.record(id)
    again = record.load()
    assert isinstance(again.rows[-1], Restart)
    assert again.state.turn > 3
    again.run()
    store.keep(again, id)
    again.answer(again.pending[0].options[-1])
    assert len(store.record(id).rows) > rows + 1

    later = store.record(id).load().run()  # and from then on it loads as usual
    assert later.state.turn == again.run().state.turn
    assert later.pending[0].prompt == again.pending[0].prompt
    store.close()


def test_it_can_be_looked_at_up_to_the_break(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    session, id = played(store)
    humans = [n for n, row in enumerate(session.rows) if getattr(row, "human", False)]
    break_a_row(store, id, humans[4])
    view, problem = store.record(id).load_to_break()
    assert problem.key == "record.leaves_rules"
    assert dict(problem.fields)["line"] == humans[4] + 2
    assert 8 < view.state.turn < session.state.turn
    store.close()


def test_a_file_without_a_kept_position_is_refused():
    session, lines = Session(GAME, Setup("saboteur", "tu", ("rule",) * 3), seed=5).run(), []
    lines = Record.of(session).text().splitlines(keepends=True)
    bad = next(n for n, line in enumerate(lines) if '"do"' in line)
    lines[bad] = '{"seat":"1","do":"pass"}\n'
    with pytest.raises(BadRecord):
        read_record("x.jsonl", lines).load()


def test_an_export_shows_no_face_down_discard(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    session, _ = played(store, scenario="commercial", turns=6)
    mine = "".join(export(session, 0))
    for line in mine.splitlines()[1:]:
        row = json.loads(line)
        if "do" in row and row["seat"] != "1" and row["do"].startswith("discard"):
            assert row["do"] == "discard hidden"
    discards = [
        row.value for row in session.rows if getattr(row, "kind", "") == "do" and row.value.startswith("discard")
    ]
    assert discards
    store.close()


def test_a_restarted_game_can_be_forked_and_looked_back_at(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    session, id = played(store)
    first = next(n for n, row in enumerate(session.rows) if getattr(row, "human", False))
    break_a_row(store, id, first)
    again = store.record(id).load().run()
    begun = again.look_back(0)[0].turn
    again.answer(again.pending[0].options[0])
    again.run()
    fork = again.fork().run()
    assert fork.state.turn == again.state.turn > begun
    again.undo()
    assert again.run().pending
    store.close()
