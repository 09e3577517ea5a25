"""Worked examples of the tile tactics game: all pass, and none passes by accident."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from kempelen.conform.run import run_case
from kempelen.engine.game import say_in
from kempelen.games.tactics import GAME
from kempelen.games.tactics.conform import ADAPTER

HERE = Path(__file__).parent
FILES = [*sorted((HERE.parents[1] / "conformance").glob("tactics*.yaml")), HERE / "more_cases.yaml"]
OPTIONS = [
    pytest.param(case, id=case["id"])
    for case in yaml.safe_load((HERE / "option_cases.yaml").read_text(encoding="utf-8"))["cases"]
]
CASES = [
    pytest.param(case, id=case["id"])
    for path in FILES
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]
]
WITH_OUTCOMES = [param for param in CASES if "outcomes" in param.values[0]]


def problems(case: Any, **options: str) -> list[str]:
    say = say_in("en")
    return [say.of(text) for text in run_case(ADAPTER, case, GAME.rulings.resolve(options), {}, {})]


@pytest.mark.parametrize("case", CASES)
def test_worked_example(case):
    assert problems(case) == []


@pytest.mark.parametrize("case", OPTIONS)
def test_worked_example_with_an_option(case):
    assert problems(case) == []
    plain = {key: value for key, value in case.items() if key != "options"}
    assert problems(plain, **case["options"]) == []
    assert sum(Fraction(row["p"]) for row in case["outcomes"]) == 1


def test_every_value_of_every_option_of_the_page_has_a_worked_example():
    shown = {(id, value) for param in OPTIONS for id, value in param.values[0]["options"].items()}
    there = {(id, value) for id, ruling in GAME.rulings.items() for value in ruling.values if id != "level"}
    assert shown == there


@pytest.mark.parametrize("case", WITH_OUTCOMES)
def test_the_chances_of_a_case_add_up(case):
    assert sum(Fraction(row["p"]) for row in case["outcomes"]) == 1


@pytest.mark.parametrize("case", WITH_OUTCOMES)
def test_a_missing_or_an_extra_outcome_fails(case):
    rows = case["outcomes"]
    assert problems({**case, "outcomes": rows[1:]})
    key = "seq" if "seq" in rows[0] else "log"
    extra = {"p": "1/7", key: [["tap"], ["tap"]]}
    assert problems({**case, "outcomes": [*rows, extra]})


@pytest.mark.parametrize("case", [param for param in CASES if "expect" in param.values[0]])
def test_another_answer_fails(case):
    wrong = [*case["expect"][:-1], [[99, 99], 7] if case["kind"] == "distance" else [99, 99]]
    assert problems({**case, "expect": wrong})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "dance"}, "dance"),
        ({"me": {"ai": "lazy", "pos": [0, 0]}}, "lazy"),
        ({"me": {"ai": "aggressive", "pos": [0, 0], "wings": 2}}, "wings"),
        ({"me": {"ai": "aggressive", "pos": [9, 9]}}, "9,9"),
        ({"others": [{"id": "e1", "side": "enemy", "pos": [0, 0]}]}, "0,0"),
        ({"board": {"width": 3, "height": 1, "topology": "cube"}}, "cube"),
        ({"board": {"width": 3, "height": 1, "walls": [[7, 0]]}}, "7"),
        ({"board": {"width": 3, "height": 1, "walls": [[0, 0]]}}, "0,0"),
        ({"outcomes": [{"p": "often", "seq": [["tap"]]}]}, "1/2"),
        ({"outcomes": [{"p": "1/0", "seq": [["tap"]]}]}, "1/2"),
        ({"me": {"ai": "target", "pos": [0, 0], "target": {}}}, "target"),
        ({"me": {"ai": "shy", "pos": [0, 0], "full_action": 3}}, "full_action"),
        ({"me": {"ai": "shy", "pos": [0, 0], "full_action": {"tile": "field", "wings": 2}}}, "full_action"),
        ({"me": {"ai": "shy", "pos": [0, 0], "full_action": {"effect": "dance"}}}, "full_action"),
    ],
)
def test_what_is_not_understood_fails_with_a_message(change, said):
    case = {
        "id": "Q",
        "kind": "unit_ai",
        "board": {"width": 3, "height": 1},
        "me": {"ai": "aggressive", "pos": [0, 0]},
        "others": [],
        "outcomes": [{"p": "1", "seq": [["tap"]]}],
    }
    found = problems({**case, **change})
    assert found
    assert said in found[0]


def test_a_full_action_may_place_a_mark():
    enforcer = {"id": "e", "side": "ai", "pos": [0, 0], "ai": "shy", "full_action": {"effect": "repression_mark"}}
    log = [["gain", 5], ["pay", 0], ["e", "full"]]
    final = {"resource": 5, "deck": [], "discard": [], "marks": 2, "over": "players_lose"}
    case = {
        "id": "Q",
        "kind": "opponent_turn",
        "board": {"width": 1, "height": 1},
        "mode": "tyrant",
        "marks": 1,
        "units": [enforcer],
        "outcomes": [{"p": "1", "log": log, "final": final}],
    }
    assert problems(case) == []
    assert problems({**case, "marks": 0})


def test_only_what_a_case_names_of_the_end_is_compared():
    case = {"id": "Q", "kind": "opponent_turn", "board": {"width": 1, "height": 1}}
    row = {"p": "1", "log": [["gain", 5], ["pay", 0]]}
    assert problems({**case, "outcomes": [{**row, "final": {"resource": 5}}]}) == []
    assert problems({**case, "outcomes": [{**row, "final": {"resource": 6}}]})
    assert problems({**case, "players": 0, "outcomes": [row]}) == [
        "players is 0, but should be a whole number from 1 on"
    ]


def test_the_topology_may_stand_beside_the_board():
    case = {"id": "Q", "kind": "reachable", "topology": "hex", "board": {"width": 2, "height": 2}}
    assert problems({**case, "me": {"pos": [0, 0], "move": 1}, "expect": [[1, 0], [0, 1]]}) == []
