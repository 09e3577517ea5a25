"""Worked examples of Undaunted: the public ones and our own; and none passes by accident."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kempelen.conform.run import run_case
from kempelen.engine.game import say_in
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.conform import ADAPTER
from tests.wordings import other

FILES = sorted((Path(__file__).parents[2] / "conformance").glob("undaunted*.yaml"))
CASES = []
for file in FILES:
    read = yaml.safe_load(file.read_text(encoding="utf-8"))["cases"]
    board = {case["kind"]: case for case in read if case["kind"] in ADAPTER.background}
    CASES += [
        pytest.param(case, board, id=f"{file.stem}-{case['id']}")
        for case in read
        if case["kind"] not in ADAPTER.background
    ]


def problems(case: Any, board: Any, **options: str) -> list[str]:
    texts = run_case(ADAPTER, case, GAME.rulings.resolve(options), {}, board)
    return [say_in("en").of(text) for text in texts]


@pytest.mark.parametrize(("case", "board"), CASES)
def test_worked_example(case, board):
    assert problems(case, board) == []


@pytest.mark.parametrize(("case", "board"), CASES)
def test_another_expectation_fails(case, board):
    for key, value in case["expect"].items():
        wrong = {**case, "expect": {**case["expect"], key: other(value)}}
        if value is None and key in ("drm", "total"):
            continue
        assert problems(wrong, board), key


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("decide", {"card": "DRAGON", "expect": {"action": "MOVE"}}),
        ("decide", {"card": "RIFLEMAN", "facts": {"on_fire": True}, "rolls": [3], "expect": {"action": "MOVE"}}),
        ("decide", {"card": "RIFLEMAN", "facts": {}, "rolls": [], "expect": {"action": "MOVE"}}),
        ("decide", {"card": "RIFLEMAN", "facts": {}, "rolls": [11], "expect": {"action": "MOVE"}}),
        ("decide", {"card": "RIFLEMAN", "facts": {"min_def": "low"}, "rolls": [3], "expect": {"action": "MOVE"}}),
        ("decide", {"card": "FOG", "expect": {"action": "HUNKER_DOWN"}}),
        ("order", {"hand": ["SERGEANT"], "squad_supply": {"A": 1}, "expect": {"first_action": "BOLSTER"}}),
        ("target", {"attacker": "SNIPER", "units": [["R1", "RIFLEMAN"]], "expect": {"target": "R1"}}),
        ("bolster", {"x": 3, "piles": [["RIFLEMAN Z", 3, True]], "expect": {"take": {}}}),
        ("order", {"hand": ["RIFLEMAN B"], "squad_supply": {"Z": 3}, "expect": {"order": ["RIFLEMAN B"]}}),
        ("initiative", {"ai_roll": 0, "human_card": "SCOUT", "marker": "AI", "expect": {"first": "AI"}}),
        ("move", {"unit": "RIFLEMAN", "at": "a", "action": "MOVE", "steps": 1, "expect": {"path": []}}),
        ("dance", {"expect": {"action": "MOVE"}}),
    ],
)
def test_what_is_not_understood_fails_with_a_message(kind, given):
    (said,) = problems({"id": "X", "kind": kind, **given}, {})
    assert said


def test_options_change_the_answers():
    case: dict[str, Any] = {
        "id": "X",
        "kind": "decide",
        "card": "SCOUT",
        "facts": {"scouted_enough": True, "on_tgt_marker": True},
    }
    case |= {"rolls": [3], "expect": {"action": "SCOUT"}}
    assert problems(case, {}) == []
    assert problems(case, {}, Q26="swap")
