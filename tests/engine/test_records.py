"""Records: written, read back, cut off, broken, exported."""

import json
from dataclasses import replace

import pytest

from kempelen.contract import snapshot
from kempelen.engine.errors import BadRecord
from kempelen.engine.files.record import Record, export, read_record, read_text
from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Physical, Sealed, Session
from tests.engine.toy import TOY, play_out, reload, setup


def test_a_cut_record_loads_up_to_the_cut():
    text = Record.of(play_out(Session(TOY, setup(), seed=4))).text()
    lines = text.splitlines(keepends=True)
    cut = "".join(lines[:6]) + lines[6][:9]
    record = read_record("cut.jsonl", cut.splitlines(keepends=True))
    assert record.cut_after == 6
    assert len(record.rows) == 5
    record.load()


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ([], "record.empty"),
        (["nonsense\n"], "record.no_header"),
        (['{"format":1,"game":"toy"}\n'], "record.header_field"),
        (['{"format":1,"game":"chess","scenario":"x","seats":{}}\n'], "record.bad_header"),
        (["[" * 9000 + "\n"], "measure.in_file"),
        (["[" * 90 + "\n"], "record.no_header"),
        (['{"format":1,"game":"toy","scenario":"duel","seats":{"1":"human","2":"\\ud800"}}\n'], "record.no_header"),
        (
            ['{"format":1,"game":"toy","scenario":"duel","seats":{"1":"human","2":"automa"},"seed":NaN}\n'],
            "record.no_header",
        ),
    ],
)
def test_a_broken_header_is_named(lines, key):
    with pytest.raises(BadRecord) as caught:
        read_record("x.jsonl", lines)
    assert caught.value.text.key == key


def test_a_line_that_is_no_input_is_named():
    lines = Record.of(play_out(Session(TOY, setup(), seed=4))).text().splitlines(keepends=True)
    lines[3] = '{"what":"is this"}\n'
    with pytest.raises(BadRecord) as caught:
        read_record("x.jsonl", lines)
    assert caught.value.text.key == "record.bad_line"
    assert dict(caught.value.text.fields)["line"] == 4


def test_a_record_that_leaves_the_rules_names_the_line():
    session = play_out(Session(TOY, setup("human", "human"), seed=4))
    lines = Record.of(session).text().splitlines(keepends=True)
    target = next(n for n, line in enumerate(lines) if '"do":"hold"' in line or '"do":"strike"' in line)
    lines[target] = lines[target].replace("hold", "dodge").replace("strike", "dodge")
    with pytest.raises(BadRecord) as caught:
        read_record("x.jsonl", lines).load()
    assert caught.value.text.key == "record.leaves_rules"
    assert dict(caught.value.text.fields)["line"] == target + 1


def test_saving_writes_the_whole_file(tmp_path):
    session = play_out(Session(TOY, setup(), seed=4))
    path = tmp_path / "game.jsonl"
    Record.of(session).save(path)
    with path.open(encoding="utf-8") as lines:
        assert snapshot(read_record("game", lines).load().state) == snapshot(session.state)
    assert list(tmp_path.iterdir()) == [path]


def test_a_running_export_has_no_seed_and_no_unseen_card():
    session = Session(TOY, setup(), seed=4).run()
    session.answer("high")
    session.run()
    for reader in (-1, 0):
        text = "".join(export(session, reader))
        assert '"seed"' not in text
        assert '"rolls"' not in text
        shown = [line for line in text.splitlines() if '"draw"' in line and '"is":null' not in line]
        assert all(f'"to":"{reader + 1}"' in line for line in shown)
    assert '"seed":4' in "".join(export(play_out(session)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", {"1": None, "2": "automa"}),
        ("seats", {"1": ["human"], "2": "automa"}),
        ("seats", {"one": "human", "two": "automa"}),
        ("scenario", None),
        ("options", ["R1"]),
        ("position", []),
        ("seed", 1.5),
        ("seed", True),
        ("open_why", "yes"),
        ("physical", [1, "dice"]),
        ("untracked", ["2"]),
    ],
)
def test_a_header_with_something_else_in_a_field_is_named(field, value):
    header, *_ = Record.of(Session(TOY, setup(), seed=4)).text().splitlines()
    header = json.loads(header) | {"physical": [], field: value}
    with pytest.raises(BadRecord) as caught:
        read_record("x.jsonl", [json.dumps(header) + "\n"])
    assert caught.value.text.key == "record.header_field"
    assert dict(caught.value.text.fields)["field"] == field


@pytest.mark.parametrize(
    "line",
    [
        "[" * 90,
        '{"undo":"1"}',
        '{"undo":true}',
        '{"undo":99}',
        '{"sealed":"together","seat":"1","is":1.5}',
        '{"sealed":"what","seat":"1","is":"high"}',
        '{"set":5}',
        '{"restart":null}',
        '{"seat":"3","do":"high"}',
    ],
)
def test_a_line_that_is_nearly_an_input_is_named_too(line):
    lines = Record.of(play_out(Session(TOY, setup(), seed=4))).text().splitlines(keepends=True)
    lines[4] = line + "\n"
    with pytest.raises(BadRecord) as caught:
        read_record("x.jsonl", lines)
    assert caught.value.text.key == "record.bad_line"
    assert dict(caught.value.text.fields)["line"] == 5


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("roll", True),
        ("roll", 7),
        ("roll", "3"),
        ("pool", 5),
        ("pool", ["a", 1]),
        ("pool", [1, 2, 3]),
        ("direction", 0.5),
        ("draw", ["c1"]),
        ("draw", "c99"),
        ("pick", None),
    ],
)
def test_a_die_or_card_that_cannot_be_leaves_the_rules(kind, value):
    for seed in range(40):
        rows = Record.of(play_out(Session(TOY, setup("human", "human"), seed=seed), seed)).text().splitlines()
        target = next((n for n, row in enumerate(rows) if n and kind in json.loads(row)), None)
        if target is not None:
            break
    rows[target] = json.dumps(json.loads(rows[target]) | {"is": value})
    with pytest.raises(BadRecord) as caught:
        read_text("x.jsonl", "\n".join(rows) + "\n").load()
    assert caught.value.text.key == "record.leaves_rules"
    assert dict(caught.value.text.fields)["line"] == target + 1


def test_more_is_taken_back_than_was_named():
    physical = Physical(frozenset({"dice"}), untracked=frozenset())
    session = Session(TOY, setup("automa", "automa"), seed=1, physical=physical).run()
    session.answer("6")
    record = Record.of(session)
    seat = next(row.seat for row in record.rows if isinstance(row, Sealed))
    record.rows += [Sealed("take back", seat, None)] * 3
    again = read_text("x.jsonl", record.text()).load().run()
    assert again.pending[0].kind == "roll"
    again.answer("2")


def test_a_correction_can_be_the_very_first_input():
    """A mirror that is mended before anything else has happened must load again."""
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("human", "solitaire")), seed=1)
    session.physical = Physical(frozenset({"us", "dice"}), frozenset({0}))
    assert session.advance()
    assert not session.inputs
    session.correct({"round": 2})
    assert [row.kind for row in session.inputs] == ["set"]
    assert reload(session).state.round == session.state.round == 2


def test_a_correction_that_the_rules_refuse_is_named_by_its_line():
    session = Session(game_named("saboteur"), Setup("saboteur", "tu", ("human", "rule", "rule")), seed=1).run()
    session.correct({"players": {"1": {"score": 4}}})
    text = Record.of(session).text().replace('"score":4', '"score":"four"')
    line = next(n for n, row in enumerate(text.splitlines(), 1) if '"set"' in row)
    with pytest.raises(BadRecord) as caught:
        read_text("x.jsonl", text).load()
    assert caught.value.text.key == "record.leaves_rules"
    assert dict(caught.value.text.fields)["line"] == line


def test_only_a_line_feed_ends_a_line():
    session = Session(TOY, setup(), seed="a\u2028b\x85c").run()
    session.answer("high")
    assert reload(session).seed == session.seed
    assert snapshot(reload(session).run().state) == snapshot(session.run().state)


def test_the_export_of_a_running_game_says_why_it_cannot_be_played():
    session = Session(TOY, setup(), seed=4).run()
    with pytest.raises(BadRecord) as caught:
        read_record("x.jsonl", export(session, 0))
    assert caught.value.text.key == "record.running"


def test_a_record_that_breaks_before_the_table_is_set_up_can_be_exported():
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", "commercial", ("human", "rule", "rule")), seed=1).run()
    session.answer(session.pending[0].options[0])
    record = Record.of(session)
    record.rows[0] = replace(record.rows[0], what="nuggets")
    broken, problem = record.load_to_break()
    assert problem is not None
    assert broken.state is None
    assert '"do":null' in "".join(export(broken, 1))
