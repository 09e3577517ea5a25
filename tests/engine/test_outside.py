"""Numbers and JSON as they come from outside."""

import pytest

from kempelen.companion import plain_value
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.plain import read_json
from kempelen.engine.files.whole import write_whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("007", 7),
        ("0", None),
        ("11", None),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_a_number_is_one_of_those_that_are_possible(text, number):
    assert number_in(text, 1, 10) == number


def test_a_number_without_end_is_none():
    """Python itself refuses to read more than 4,300 digits, with an error that is no player's."""
    assert number_in("9" * 5000) is None
    assert number_in("0" * 5000) is None


@pytest.mark.parametrize(
    "text", ["NaN", "[Infinity]", '"\\ud800"', "[" * 9000 + "]" * 9000, "[" * 300 + "]" * 300, "9" * 5000, "{", ""]
)
def test_what_cannot_be_written_again_is_not_read(text):
    with pytest.raises(ValueError):  # noqa: PT011  # nobody reads its words
        read_json(text)


def test_json_is_read():
    assert len(read_json("[" + "[]," * 999 + "[]]")) == 1000
    assert read_json('{"a": [1, 1.5, null, true, "\\u00e4"]}') == {"a": [1, 1.5, None, True, "ä"]}


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("7", 7),
        ("gold", "gold"),
        ("[pick, lantern]", ["pick", "lantern"]),
        ("[1, x]", [1, "x"]),
        ("[", "["),
        ("[]", []),
    ],
)
def test_a_fact_may_be_typed_without_quotes(typed, value):
    assert plain_value(typed) == value


def test_a_nest_of_brackets_is_a_text():
    assert isinstance(plain_value("[" * 5000 + "]" * 5000), list)


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path):
    path = tmp_path / "rows"
    path.write_bytes(b"old")

    def parts():
        yield b"new"
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        write_whole(path, parts())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    write_whole(path, [b"new", b"er"])
    assert path.read_bytes() == b"newer"
