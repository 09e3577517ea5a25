"""Worked examples of Universalis: all pass, and none passes by accident."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kempelen.conform.run import run_case
from kempelen.engine.game import say_in
from kempelen.games.universalis import GAME
from kempelen.games.universalis.conform import ADAPTER
from tests.marks import rule

HERE = Path(__file__).parent
FILES = [*sorted((HERE.parents[1] / "conformance").glob("universalis*.yaml")), *sorted(HERE.glob("more_cases*.yaml"))]
CASES = [
    pytest.param(case, id=case["id"])
    for path in FILES
    for case in yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))[
        "cases"
    ]
]


def problems(case: Any, **options: str) -> list[str]:
    say = say_in("en")
    return [say.of(text) for text in run_case(ADAPTER, case, GAME.rulings.resolve(options), {}, {})]


@pytest.mark.parametrize("case", CASES)
def test_worked_example(case):
    assert problems(case) == []


def test_no_id_is_used_twice():
    ids = [param.id for param in CASES]
    assert len(ids) == len(set(ids))


def spoiled(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 7
        case str():
            return "b" if value == "a" else "a" if value == "b" else value
        case list():
            return [*value, *value[-1:], "X9"] if value and isinstance(value[0], str) else [n + 7 for n in value]
        case dict():
            return {name: spoiled(part) for name, part in value.items()}
    return 99


@pytest.mark.parametrize(
    "case", [param for param in CASES if "expect" in param.values[0] and not param.values[0].get("rows")]
)
def test_another_answer_fails(case):
    for name, value in case["expect"].items():
        wrong = spoiled(value)
        if wrong != value and not name.endswith("_at_most"):
            assert problems({**case, "expect": {**case["expect"], name: wrong}}), name


@rule("universalis:G03")
@pytest.mark.parametrize(
    ("option", "value", "case"),
    [
        ("G03", "white_gone", {"kind": "critical_threshold", "rows": [{"TP_max": 6, "TP": 3, "critical": True}]}),
        (
            "G05",
            "marker",
            {"kind": "shock", "rows": [{"ap": 1, "markers": 0, "shocks": 1, "ap_after": 0, "markers_after": 1}]},
        ),
        (
            "G21",
            "farther",
            {"kind": "range_malus", "rows": [{"band": 20, "bands": 3, "distance": 20, "malus": -1}]},
        ),
        (
            "G58",
            "nearest",
            {"kind": "unarmed", "rows": [{"type": "Infanterie", "KO": 4, "size": "mittel", "damage": 1}]},
        ),
        (
            "G15",
            "nothing",
            {
                "kind": "damage_application",
                "given": {"TP": 5, "TP_max": 5, "AP": 6, "damage": 1, "armour": {"schutz": 3, "reduktion": 3}},
                "expect": {"TP": 5, "AP": 6},
            },
        ),
        (
            "G04",
            "never",
            {
                "kind": "damage_application",
                "given": {"TP": 2, "TP_max": 5, "AP": 6, "critical": True, "damage": 1},
                "expect": {"TP": 1, "AP": 4},
            },
        ),
        ("G25", "author", {"kind": "ap_cost", "rows": [{"WK": 2, "reckless": 4}]}),
    ],
)
def test_an_option_changes_the_answer(option, value, case):
    case = {"id": "Q", **case}
    assert problems(case, **{option: value}) == []
    assert problems(case) != []


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({"kind": "dance"}, "dance"),
        ({"kind": "perception", "rows": [{"WN": "much", "range": 5}]}, "much"),
        ({"kind": "size", "rows": [{"size": "winzig", "height": 1}]}, "winzig"),
        ({"kind": "perception", "rows": [{"WN": 3, "range": 15, "wings": 2}]}, "wings"),
        ({"kind": "passability", "rows": [{"terrain": "Lava", "GK": 4, "gk": 1}]}, "Lava"),
        (
            {"kind": "wound", "given": {"strength": 3, "damage": 1, "weapon_effects": ["kalt"]}, "expect": {"TP": 1}},
            "kalt",
        ),
    ],
)
def test_what_is_not_understood_fails_with_a_message(case, said):
    found = problems({"id": "Q", **case})
    assert found
    assert said in found[0]
