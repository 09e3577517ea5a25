"""What comes from outside is measured before it is parsed."""

import tomllib
from pathlib import Path

import pytest

import kempelen
from kempelen.conform.cases import Unreadable, read_cases
from kempelen.engine.errors import BadPosition, BadRecord
from kempelen.engine.files import plain
from kempelen.engine.files.measure import DEEPEST, LONGEST, MOST_ALIASES, MOST_DIGITS, MOST_PARTS, TooMuch, excess
from kempelen.engine.files.position import parse_position, position_text, read_position
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, game_named, games
from kempelen.engine.session import Session
from kempelen.text.say import LANGUAGES, Say

TOO_MUCH = {
    "parts": [
        ("toml", "a" + ".a" * 30_000 + "=1"),
        ("toml", "[" + "a . " * MOST_PARTS + "a]"),
        ("toml", "x = {" + '"a".' * MOST_PARTS + "a = 1}"),
    ],
    "deep": [
        ("toml", "a = " + "[" * 60_000),
        ("json", '{"a":' * 60_000),
        ("json", '["]",' * (DEEPEST + 1)),
        ("yaml", "a: " + "[" * 60_000),
        ("yaml", "- " * 60_000),
        ("yaml", "a:\n  " + "[b 'c, " * (DEEPEST + 1)),
    ],
    "digits": [
        ("toml", "a = " + "9" * 5_000),
        ("toml", "a = 0x" + "f" * 5_000),
        ("json", '{"a": -' + "9" * 5_000 + "}"),
        ("yaml", "a: " + "9" * 5_000),
    ],
    "aliases": [("yaml", "a: &a 1\n" + "b: *a\n" * MOST_ALIASES)],
    "long": [(kind, " " * (LONGEST + 1)) for kind in ("toml", "json", "yaml")],
}


@pytest.mark.parametrize(("what", "kind", "text"), [(what, *one) for what, all in TOO_MUCH.items() for one in all])
def test_too_much_is_found(what, kind, text):
    found = excess(text, kind)
    assert found is not None
    assert found[0].key == f"measure.{what}"


FINE = [
    ("toml", 'a = "' + "[" * 500 + "\"\nb = '" + "." * 500 + "'  # " + "[a." * 500),
    ("toml", 'a = """\n"[' + "[" * 500 + '""""\nb = 1'),
    ("toml", "a = '''" + "{" * 500 + "'\n'''"),
    ("toml", "[a]\nb = 1\n" * 500),
    ("toml", "a = ['" + "x" * 500 + "', 'it''s']"),
    ("json", '{"a": "\\"' + "[" * 500 + '\\\\"}'),
    ("json", '{"seed": "' + "9" * 500 + '"}\n' * 500),
    ("yaml", "a: |\n  don't\nb: 'it''s [[['\nc: \"[[[\\\"[\"\n" * 3),
    ("yaml", "- it's [5], isn't it  # [[[\n" * 500),
    ("yaml", "cases:\n" + "  - {id: a, do: [x, y], is: '[[['}\n" * 500),
]


@pytest.mark.parametrize(("kind", "text"), FINE)
def test_what_only_looks_like_much_is_fine(kind, text):
    assert excess(text, kind) is None


@pytest.mark.parametrize("least", [True, False])
def test_the_limits_themselves_are_allowed(least):
    more = 0 if least else 1
    for text, kind in (
        (".".join("a" * (MOST_PARTS + more)) + " = 1", "toml"),
        ("[" * (DEEPEST + more) + "]" * (DEEPEST + more), "json"),
        ("9" * (MOST_DIGITS + more), "json"),
    ):
        assert (excess(text, kind) is None) is least


def test_every_file_of_ours_passes():
    here, kinds = Path(kempelen.__file__).parent, {".toml": "toml", ".json": "json", ".yaml": "yaml"}
    tests = Path(__file__).parents[1]
    found = [file for place in (here, tests) for file in place.rglob("*.*") if file.suffix in kinds]
    assert len(found) > 50
    for file in found:
        assert excess(file.read_text("utf-8"), kinds[file.suffix]) is None, file


@pytest.mark.parametrize("name", tuple(games()))
def test_whole_records_and_positions_pass(name):
    game = game_named(name)
    scenario = game.scenarios[0]
    setup = Setup(name, scenario, (next(iter(game.bots)),) * game.seat_counts(scenario)[0])
    session = Session(game, setup, seed=3)
    while not session.over:
        session.run()
    text = Record.of(session).text()
    assert read_text("x.jsonl", text).text() == text
    for ending in ("toml", "json"):
        file = f"x.{ending}"
        assert parse_position(position_text(game.to_position(session.checkpoint), file).encode(), file)["game"] == name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_parsed_that_is_too_much(lang, monkeypatch, tmp_path):
    say = Say.load(lang)

    def never(*_, **__):
        raise AssertionError("parsed")

    monkeypatch.setattr(tomllib, "loads", never)
    monkeypatch.setattr(plain.json, "loads", never)
    for what in ("parts", "deep", "digits"):
        for kind, text in TOO_MUCH[what]:
            if kind == "yaml":
                path = tmp_path / "cases.yaml"
                path.write_text(text, "utf-8")
                with pytest.raises(Unreadable):
                    read_cases(path)
                continue
            with pytest.raises(TooMuch) as caught:
                parse_position(b"\n" + text.encode(), f"x.{kind}")
            assert say.of(caught.value.text).startswith(say("measure.in_file", file=f"x.{kind}", line=2, reason=""))
            if kind == "json":
                with pytest.raises(BadRecord):
                    read_text("x.jsonl", text)


def test_no_more_of_a_file_is_read_than_it_may_have(tmp_path):
    path = tmp_path / "x.toml"
    with path.open("wb") as file:
        file.truncate(LONGEST + 1)
    with pytest.raises(BadPosition, match="measure"):
        read_position(path)
    with pytest.raises(Unreadable):
        read_cases(path)
