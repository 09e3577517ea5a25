"""Formats of records and positions: older ones are read, newer ones refused in words."""

import json

import pytest

from kempelen.contract import snapshot
from kempelen.engine.errors import BadPosition, BadRecord
from kempelen.engine.files import migrations
from kempelen.engine.files.migrations import RecordStep, is_newer
from kempelen.engine.files.position import parse_position, position_text, read_position, write_position
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.games.saboteur import GAME

LANGUAGES = ("en", "de")


@pytest.fixture
def played():
    session = Session(GAME, Setup("saboteur", "tu", ("human", "rule", "rule")), seed=3).run()
    session.answer(session.pending[0].options[0])
    return session.run()


@pytest.fixture
def table(played):
    return GAME.to_position(played.checkpoint)


def with_header(session, **fields):
    header, rows = Record.of(session).text().split("\n", 1)
    return (
        json.dumps({key: value for key, value in (json.loads(header) | fields).items() if value is not None})
        + "\n"
        + rows
    )


def refused(act, error):
    with pytest.raises(error) as caught:
        act()
    return caught.value.text


# -- records


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_newer_format_is_refused_in_words(played, lang):
    text = refused(lambda: read_text("x.jsonl", with_header(played, format=2)), BadRecord)
    said = say_in(lang).of(text)
    assert text.key == "record.newer"
    assert all(word in said for word in ("x.jsonl", "2", "1", "Kempelen"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_newer_rules_are_refused_in_words(played, lang):
    """Also if they name a scenario that does not exist yet."""
    text = refused(lambda: read_text("x.jsonl", with_header(played, rules="12", scenario="new")), BadRecord)
    said = say_in(lang).of(text)
    assert text.key == "record.newer_rules"
    assert all(word in said for word in ("x.jsonl", "saboteur", "12", "1", "Kempelen"))


@pytest.mark.parametrize("rules", ["1", "0", "0.9.1", "", "first", None])
def test_older_rules_are_read(played, rules):
    assert snapshot(read_text("x.jsonl", with_header(played, rules=rules)).load().run().state) == snapshot(played.state)


@pytest.mark.parametrize("format", [None, 0, -1, True, 1.0, "1", [1], 10**60])
def test_something_else_is_no_format(played, format):
    text = refused(lambda: read_text("x.jsonl", with_header(played, format=format)), BadRecord)
    assert text.key == ("record.newer" if format == 10**60 else "record.no_header")
    assert len(say_in("en").of(text)) < 250


def test_rules_that_are_no_text(played):
    text = refused(lambda: read_text("x.jsonl", with_header(played, rules=2)), BadRecord)
    assert (text.key, dict(text.fields)["field"]) == ("record.header_field", "rules")


@pytest.mark.parametrize(
    ("rules", "ours", "newer"),
    [
        ("1", "1", False),
        ("2", "1", True),
        ("10", "9", True),
        ("1.1", "1", True),
        ("1", "1.1", False),
        ("x", "1", False),
    ],
)
def test_which_rules_are_newer(rules, ours, newer):
    assert is_newer(rules, ours) is newer


def test_a_record_says_todays_format_and_rules(played, monkeypatch):
    monkeypatch.setattr(migrations, "RECORDS", (RecordStep(), RecordStep()))
    monkeypatch.setitem(vars(GAME), "version", "4")
    header = json.loads(Record.of(played).text().splitlines()[0])
    assert (header["format"], header["rules"]) == (3, "4")


def by_chance(row):
    """As if format 2 had said `by` of what no person names."""
    return {key: value for key, value in row.items() if key != "by" or value != "chance"}


@pytest.fixture
def two_steps(monkeypatch):
    """As if there had been two formats before: in the first a scenario was a variant, in both chance was named."""
    steps = (
        RecordStep(header=lambda header: {("scenario" if key == "variant" else key): header[key] for key in header}),
        RecordStep(row=by_chance),
    )
    monkeypatch.setattr(migrations, "RECORDS", steps)


@pytest.mark.parametrize("format", [1, 2, 3])
def test_every_older_format_is_read(played, two_steps, format):
    header, *rows = map(json.loads, Record.of(played).text().splitlines())
    header["format"] = format
    if format < 2:
        header["variant"] = header.pop("scenario")
    if format < 3:
        rows = [row | {"by": "chance"} if "draw" in row else row for row in rows]
    record = read_text("x.jsonl", "".join(json.dumps(line) + "\n" for line in (header, *rows)))
    assert record.header["format"] == 3
    assert record.rows == played.rows
    assert record.header == Record.of(played).header


@pytest.mark.parametrize("row", ["7", '"by"', "[]"])
def test_a_row_that_a_step_cannot_read_is_named_by_its_line(played, two_steps, row):
    lines = with_header(played, format=1, variant="tu", scenario=None).splitlines()
    lines[4] = row
    text = refused(lambda: read_text("x.jsonl", "\n".join(lines) + "\n"), BadRecord)
    assert (text.key, dict(text.fields)["line"]) == ("record.bad_line", 5)


def test_a_header_that_a_step_cannot_read(played, monkeypatch):
    monkeypatch.setattr(migrations, "RECORDS", (RecordStep(header=lambda header: header["nothing"]),))
    assert refused(lambda: read_text("x.jsonl", with_header(played, format=1)), BadRecord).key == "record.no_header"


# -- positions


@pytest.fixture
def second_format(monkeypatch):
    """As if the first positions had counted turns under another name."""

    def renamed(position):
        if not isinstance(position["turns"], int):
            raise TypeError
        return {"turn" if key == "turns" else key: value for key, value in position.items()}

    monkeypatch.setitem(vars(GAME), "older_positions", (renamed,))


def in_first_format(position):
    return {"turns" if key == "turn" else key: value for key, value in position.items()}


def test_a_position_of_the_first_format_says_none(table):
    assert "format" not in position_text(table)
    said = parse_position(position_text({**table, "format": 1}).encode(), "x.toml")
    assert said == parse_position(position_text(table).encode(), "x.toml")
    assert "format" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ending", [".toml", ".json"])
def test_a_position_of_a_newer_format_is_refused_in_words(table, tmp_path, lang, ending):
    path = tmp_path / f"x{ending}"
    write_position(path, {**table, "format": 2, "weather": "rain"})
    before = path.read_bytes()
    said = say_in(lang).of(refused(lambda: read_position(path), BadPosition))
    assert said.startswith(f"x{ending}: format: ")
    assert "Kempelen" in said
    assert path.read_bytes() == before


@pytest.mark.parametrize("format", [0, True, "2", [2], {"is": 2}])
def test_something_else_is_no_format_of_a_position(table, format):
    text = refused(lambda: parse_position(json.dumps({**table, "format": format}).encode(), "x.json"), BadPosition)
    assert "format" in say_in("en").of(text)


def test_an_older_position_is_read_and_written_anew(table, second_format):
    old = in_first_format(table)
    position = parse_position(json.dumps(old).encode(), "x.json")
    assert position == table
    text = position_text(position)
    assert "format = 2\n" in text
    assert parse_position(text.encode(), "x.toml") == table


def test_a_position_that_a_step_cannot_read(table, second_format):
    for wrong in ({**table, "turns": "many"}, {"game": "saboteur", "players": [{}]}):
        text = refused(lambda wrong=wrong: parse_position(json.dumps(wrong).encode(), "x.json"), BadPosition)
        assert "1" in say_in("de").of(text)
        assert dict(text.fields)["problem"].key == "position.not_of_format"


def test_the_position_a_game_began_from_says_its_format(table, second_format):
    """In the header of a record, and in a row from which a game was begun again."""
    setup = Setup("saboteur", "tu", ("human", "rule", "rule"), {}, table)
    session = Session(GAME, setup, seed=3).run()
    header, *_ = Record.of(session).text().splitlines()
    assert json.loads(header)["position"]["format"] == 2
    old = with_header(session, position=in_first_format(table))
    for text in (Record.of(session).text(), old):
        again = read_text("x.jsonl", text).load()
        assert again.setup.position == table
    session.restart(in_first_format(table))
    rows = read_text("x.jsonl", Record.of(session).text()).load()
    assert GAME.to_position(rows.state) == table


def test_a_record_that_began_from_a_newer_position_is_refused(table):
    setup = Setup("saboteur", "tu", ("human", "rule", "rule"), {}, table)
    text = with_header(Session(GAME, setup, seed=3).run(), position={**table, "format": 2})
    problem = refused(lambda: read_text("x.jsonl", text), BadRecord)
    assert problem.key == "record.bad_header"
    assert "format" in say_in("en").of(problem)
