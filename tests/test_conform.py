"""The runner of worked examples: reading files, understanding cases, comparing, and the command."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from kempelen.conform import (
    Adapter,
    Case,
    Possible,
    Unreadable,
    as_counts,
    as_set,
    flag,
    listed,
    named_only,
    read_cases,
    same,
    whole,
)
from kempelen.conform.run import run_case
from kempelen.engine.game import games, say_in
from kempelen.terminal import cli
from kempelen.terminal.commands.conform import command

CONFORMANCE = Path(__file__).parent / "conformance"


# -- a toy game: adding, and coins


def add(case: Case):
    a, b = case.facts.get("a", whole), case.facts.get("b", whole, 0)
    if case.facts.get("broken", flag, False):
        raise KeyError("a bug")
    return {
        "sum": a + b,
        "numbers": lambda: [a, b],
        "half": (a + b) / 2,
        "tables": [{"a": a, "b": b}],
        "expect": [a, b],
    }


def coins(case: Case):
    half = Fraction(1, 2)
    sides = listed(lambda value, path: value)(case.facts.get("sides", listed(lambda value, path: value)), "sides")
    results = tuple(({"side": side, "n": 1}, half) for side in sides)
    return {"outcomes": Possible(results), "side": Possible(tuple((one["side"], p) for one, p in results))}


def on_the_map(case: Case):
    return {"tiles": len(case.background["map"]["tiles"])}


TOY = Adapter(
    kinds={"add": add, "coins": coins, "map_size": on_the_map},
    compare={"numbers": as_set, "tables": named_only},
    background=frozenset({"map"}),
)


def problems(raw, adapter=TOY, background=None):
    say = say_in("en")
    return [say.of(text) for text in run_case(adapter, raw, {}, {}, background or {})]


def test_a_case_that_fits():
    assert (
        problems({"id": "A", "kind": "add", "given": {"a": 1, "b": 2}, "expect": {"sum": 3, "numbers": [2, 1]}}) == []
    )


def test_facts_may_stand_beside_the_kind():
    assert problems({"id": "A", "kind": "add", "a": 1, "note": "a label", "expect": {"sum": 1, "half": 0.5}}) == []


def test_a_kind_with_one_answer_may_expect_a_bare_list():
    assert problems({"id": "A", "kind": "add", "a": 1, "expect": [1, 0]}) == []
    assert problems({"id": "A", "kind": "add", "a": 1, "expect": []}) == ["expect: expected [], came [1, 0]"]


def test_what_differs_is_named():
    raw = {"id": "A", "kind": "add", "given": {"a": 1, "b": 2}, "expect": {"sum": 4, "numbers": [1]}}
    assert problems(raw) == ["sum: expected 4, came 3", "numbers: expected [1], came [1, 2]"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("no table", 'case is "no table", but should be a table'),
        ({"id": "A", "expect": {"sum": 1}}, "unknown kind null; known are add, coins, map_size"),
        ({"id": "A", "kind": "sub", "expect": {"sum": 1}}, 'unknown kind "sub"; known are add, coins, map_size'),
        ({"id": "A", "kind": ["add"], "expect": {"sum": 1}}, 'unknown kind ["add"]; known are add, coins, map_size'),
        ({"id": "A", "kind": "add", "given": {"a": 1, "c": 2}, "expect": {"sum": 1}}, "unknown field c"),
        ({"id": "A", "kind": "add", "a": 1, "surprise": 2, "expect": {"sum": 1}}, "unknown field surprise"),
        ({"id": "A", "kind": "add", "given": {"b": 1}, "expect": {"sum": 1}}, "a is missing"),
        (
            {"id": "A", "kind": "add", "given": {"a": "x"}, "expect": {"sum": 1}},
            'a is "x", but should be a whole number',
        ),
        ({"id": "A", "kind": "add", "given": [1], "expect": {"sum": 1}}, "given is [1], but should be a table"),
        ({"id": "A", "kind": "add", "given": {"a": 1}, "expect": 1}, "expect is 1, but should be a table"),
        ({"id": "A", "kind": "add", "given": {"a": 1}}, "the case expects nothing"),
        ({"id": "A", "kind": "add", "given": {"a": 1}, "expect": {}}, "the case expects nothing"),
        ({"id": "A", "kind": "add", "rows": []}, "the case expects nothing"),
        ({"kind": "add", "given": {"a": 1}, "expect": {"sum": 1}}, "id is missing"),
        (
            {"id": "A", "kind": "add", "given": {"a": 1}, "expect": {"product": 1}},
            "product: this kind of case gives no such answer; it gives sum, numbers, half, tables, expect",
        ),
    ],
)
def test_what_is_not_understood_fails(raw, message):
    assert problems(raw) == [message]


def test_a_bug_in_the_rules_fails_the_case_and_names_the_place():
    (said,) = problems({"id": "A", "kind": "add", "given": {"a": 1, "broken": True}, "expect": {"sum": 1}})
    assert said.startswith("the rules broke down: KeyError: 'a bug' (test_conform.py:")


def test_in_rows_what_is_not_given_is_expected():
    rows = [{"a": 1, "b": 2, "sum": 3}, {"a": 1, "sum": 2}, {"a": 1, "b": 1, "product": 1}, {"a": 1}]
    assert problems({"id": "A", "kind": "add", "rows": rows}) == [
        "row 2: sum: expected 2, came 1",
        "row 3: product: this kind of case gives no such answer; it gives sum, numbers, half, tables, expect",
        "row 4: the case expects nothing",
    ]


def test_rows_share_the_facts_of_their_case():
    assert problems({"id": "A", "kind": "add", "b": 5, "rows": [{"a": 1, "sum": 6}, {"a": 2, "sum": 7}]}) == []
    rows = [{"a": 1, "sum": 1}]
    assert problems({"id": "A", "kind": "add", "c": 5, "rows": rows}) == ["row 1: unknown field c"]


def test_in_tables_only_what_is_named_counts():
    assert problems({"id": "A", "kind": "add", "a": 1, "expect": {"tables": [{"a": 1}]}}) == []
    assert problems({"id": "A", "kind": "add", "a": 1, "expect": {"tables": [{"a": 2}]}}) != []


def test_outcomes_are_complete_and_exact():
    case = {"id": "A", "kind": "coins", "sides": ["heads", "tails"]}
    both = [{"p": "1/2", "side": "heads"}, {"p": 0.5, "side": "tails"}]
    assert problems({**case, "outcomes": both}) == []
    assert problems({**case, "outcomes": [{"p": 1, "n": 1}]}) == []
    assert problems({**case, "outcomes": both[:1]}) == ['{"side": "tails", "n": 1} can come too, with chance 1/2']
    uneven = [{"p": "1/3", "side": "heads"}, {"p": "1/2", "side": "tails"}]
    assert problems({**case, "outcomes": uneven}) == ['{"side": "heads"}: expected chance 1/3, came 1/2']
    third = [*both, {"p": "0", "side": "edge"}]
    assert problems({**case, "outcomes": third}) == []
    assert problems({**case, "outcomes": "heads"}) == [
        "outcomes must be a list of tables, each with its chance p, such as 1/2"
    ]


def test_one_expected_value_must_come_always():
    case = {"id": "A", "kind": "coins", "sides": ["heads", "tails"], "expect": {"side": "heads"}}
    assert problems(case) == ['side: expected "heads", came "heads" or "tails"']
    assert problems({**case, "sides": ["heads", "heads"]}) == []


def test_background_is_handed_over():
    case = {"id": "A", "kind": "map_size", "expect": {"tiles": 2}}
    assert problems(case, background={"map": {"tiles": ["a", "b"]}}) == []


def test_comparing():
    assert same({"a": [1, 2.0]}, {"a": (1.0, 2)})
    assert same(17.5, 17.500000000001)
    assert not same(True, 1)
    assert not same(0, False)
    assert not same([1, 2], [2, 1])
    assert not same({"a": 1}, {"a": 1, "b": 2})
    assert as_set([[1, 2], [3, 4]], [[3, 4], [1, 2], [1, 2]])
    assert not as_set([[1, 2]], [[1, 2], [3, 4]])
    assert not as_set([[1, 2], [3, 4]], [[1, 2]])
    assert as_counts({"a": 1, "b": 0}, {"a": 1})
    assert not as_counts({"a": 1}, {"a": 1, "b": 2})
    assert named_only({"a": 1}, {"a": 1, "b": 2})
    assert not named_only({"a": 1}, {"b": 2})


# -- files


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "cases.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_case_knows_its_line(tmp_path):
    file = read_cases(written(tmp_path, "game: toy\nnote: about\ncases:\n- id: A\n\n- {id: B}\n"))
    assert (file.game, file.head) == ("toy", {"note": "about"})
    assert file.cases == ((4, {"id": "A"}), (6, {"id": "B"}))


LAUGHS = (
    "game: saboteur\ncases:\n- id: &a0 [x, x]\n"
    + "".join(f"  k{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    + "  kind: *a59\n"
)
"""Sixty lines that stand for more than any memory holds."""


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("game: toy\ncases:\n- {id: A\n", 4, "this is not YAML"),
        ("game: toy\ncases:\n- id: A\n  id: B\n", 4, "id is given twice"),
        ("game: toy\ncases: []\n---\ngame: toy\n", 3, "this is not YAML"),
        ("game: toy\ncases:\n- !!python/name:os.system\n", 3, "this is not YAML"),
        ("game: toy\ncases:\n- id: A\n- {on: 2020-13-45}\n", 4, "this is not YAML"),
        ("game: toy\ncases:\n- {[1]: [2], {a: 1}: 2}\n", 3, "this is not YAML"),
        ("game: " + "[" * 2000, 1, "More than 100 lists or tables stand inside each other"),
        (LAUGHS, 1, "aliases (*name) repeat the content too often, or without end"),
        ("game: &a [*a]\ncases: []\n", 1, "aliases (*name) repeat the content too often, or without end"),
        (b"game: toy\ncases:\n- \xff\n", 3, "this is not text in UTF-8"),
        ("game: toy\nnote: \x01\n", 2, "this is not YAML"),
        ("", 1, "the file must be a table"),
        ("- game: toy\n", 1, "the file must be a table"),
        ("game: toy\n", 1, "the list “cases” is missing"),
        ("game: toy\ncases: none\n", 2, "the list “cases” is missing"),
        ("cases: []\n", 1, "“game” must name the game"),
        ("cases: []\ngame: [toy]\n", 2, "“game” must name the game"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path, text, line, reason):
    path = written(tmp_path, text)
    with pytest.raises(Unreadable) as error:
        read_cases(path)
    assert say_in("en").of(error.value.text).startswith(f"{path}, line {line}: {reason}")


def test_a_missing_file(tmp_path):
    with pytest.raises(Unreadable) as error:
        read_cases(tmp_path / "nowhere.yaml")
    assert (
        say_in("en").of(error.value.text).endswith("line 1: the file cannot be read: there is no such file or folder")
    )


# -- the command


def run(*arguments, lang="en"):
    return CliRunner().invoke(command, [*map(str, arguments), "--lang", lang])


def test_all_files_pass():
    files = sorted(CONFORMANCE.glob("*.yaml"))
    result = run(*files)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1].endswith(" passed, 0 failed")


def test_a_failing_case_has_one_line(tmp_path):
    game = next(iter(games()))
    text = f"game: {game}\ncases:\n- {{id: A, kind: nothing}}\n- 7\n"
    path = written(tmp_path, text)
    result = run(path)
    assert result.exit_code == 1
    first, second, last = result.output.splitlines()
    assert first.startswith('A: unknown kind "nothing"; known are ')
    assert first.endswith(f"({path}, line 3)")
    assert second == f"?: case is 7, but should be a table ({path}, line 4)"
    assert last == "0 passed, 2 failed"


def test_an_unreadable_file_does_not_stop_the_others(tmp_path):
    game = next(iter(games()))
    good = tmp_path / "good.yaml"
    good.write_text(f"game: {game}\ncases:\n- {{id: A, kind: nothing}}\n")
    result = run(written(tmp_path, "game: ["), good)
    assert result.exit_code == 2
    assert "cases.yaml, line 1: this is not YAML" in result.stderr
    assert result.stdout.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("head", "line", "reason"),
    [("game: chess", 1, "chess"), ("note: x\ngame: chess", 2, "chess"), ("game: {game}\nsurprise: 1", 1, "surprise")],
)
def test_a_file_for_nobody(tmp_path, head, line, reason):
    path = written(tmp_path, head.replace("{game}", next(iter(games()))) + "\ncases: []\n")
    result = run(path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}, line {line}: ")
    assert reason in result.stderr


def test_german(tmp_path):
    path = written(tmp_path, f"game: {next(iter(games()))}\ncases:\n- {{id: A, kind: nothing}}\n")
    result = run(path, lang="de")
    assert "A: unbekannte Art" in result.output
    assert result.output.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize("option", ["R0", "R0=never", "=x"])
def test_an_unknown_option_is_no_failure_of_a_case(tmp_path, monkeypatch, capsys, option):
    path = written(tmp_path, f"game: {next(iter(games()))}\ncases: []\n")
    monkeypatch.setattr(sys, "argv", ["kempelen", "conform", str(path), "--option", option, "--lang", "en"])
    with pytest.raises(SystemExit) as exit:
        cli.main()
    assert exit.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_exit_status_of_the_program(tmp_path, monkeypatch, capsys):
    path = written(tmp_path, f"game: {next(iter(games()))}\ncases:\n- {{id: A, kind: nothing}}\n")
    monkeypatch.setattr(sys, "argv", ["kempelen", "conform", str(path), "--lang", "en"])
    with pytest.raises(SystemExit) as exit:
        cli.main()
    assert exit.value.code == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_the_runner_knows_no_game():
    source = Path(__file__).parent.parent / "src" / "kempelen"
    files = [*(source / "conform").glob("*.py"), source / "terminal" / "commands" / "conform.py"]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert len(files) >= 6
    assert [name for name in games() if name in text] == []
