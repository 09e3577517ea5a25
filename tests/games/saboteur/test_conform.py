"""Worked examples of Saboteur: all pass, and none passes by accident."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from kempelen.conform.run import run_case
from kempelen.engine.game import say_in
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.conform import ADAPTER
from kempelen.terminal.commands.conform import command
from tests.wordings import other

FILES = sorted((Path(__file__).parents[2] / "conformance").glob("saboteur*.yaml"))
HEADS = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES}
CASES = [pytest.param(case, head, id=f"{case['id']}") for head in HEADS.values() for case in head["cases"]]


def problems(case: Any, head: Any = None, **options: str) -> list[str]:
    say = say_in("en")
    texts = run_case(ADAPTER, case, GAME.rulings.resolve(options), head or {}, {})
    return [say.of(text) for text in texts]


@pytest.mark.parametrize(("case", "head"), CASES)
def test_worked_example(case, head):
    assert problems(case, head) == []


@pytest.mark.parametrize(("case", "head"), CASES)
def test_another_expectation_fails(case, head):
    for key, value in case["expect"].items():
        wrong = {**case, "expect": {**case["expect"], key: other(value)}}
        (said,) = problems(wrong, head)
        assert said.startswith(f"{key}: expected ")


@pytest.mark.parametrize(("case", "head"), CASES)
def test_nothing_is_silently_ignored(case, head):
    assert problems({**case, "given": {**case["given"], "surprise": 1}}, head) == ["unknown field surprise"]
    (said,) = problems({**case, "expect": {**case["expect"], "surprise": 1}}, head)
    assert said.startswith("surprise: this kind of case gives no such answer")
    if "action" in case["given"]:
        action = {**case["given"]["action"], "surprise": 1}
        assert problems({**case, "given": {**case["given"], "action": action}}, head) == [
            "unknown field action.surprise"
        ]


def placement(**given: Any) -> dict[str, Any]:
    return {"id": "P", "kind": "placement", "given": {"board": [], "card": "plus", **given}, "expect": {"legal": []}}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"card": "plus2"}, 'card is "plus2", but should be one of plus, '),
        ({"board": [[1, 0, "map", "r0"]]}, 'board[1] is "map", but should be one of plus, '),
        ({"board": [[1, 0, "plus", "r90"]]}, 'board[1] is "r90", but should be one of r0, r180'),
        ({"board": [[1, "plus"]]}, 'board[1] is [1, "plus"], but should be a laid card [x, y, card, rotation]'),
        ({"board": [[0, 0, "plus", "r0"]]}, "these cards cannot lie like this: two cards at (0, 0)"),
        ({"board": [[8, 0, "plus", "r0"]]}, "these cards cannot lie like this: plus cannot lie on the goal at (8, 0)"),
        ({"active": 3}, "active is 3, but should be a player: 0 to 2, or a name"),
        ({"broken": ["pick", "pick"]}, 'broken is ["pick", "pick"], but should be a list of different things'),
        ({"broken": ["hammer"]}, 'broken[1] is "hammer", but should be one of lantern, mine_cart, pick'),
        ({"others_broken": {5: []}}, "others_broken.5 is 5, but should be a player: 0 to 2, or a name"),
        ({"deck": 74}, "deck is 74, but should be a number from 0 to "),
        ({"goals": {"8,1": "gold"}}, 'goals is "8,1", but should be one of 8,-2, 8,0, 8,2'),
        ({"goals": {"8,0": "silver"}}, 'goals.8,0 is "silver", but should be one of gold, stone'),
        ({"goals": {"8,0": "gold", "8,2": "gold"}}, 'goals is ["?", "gold", "gold"], but should be one gold and two'),
        ({"goals": {"8,0": "gold"}, "seen": {"8,0": "stone"}}, 'seen.8,0 is "stone", but should be one of gold'),
        ({"revealed": [{"at": [8, 1], "type": "gold"}]}, "revealed[1].at is [8, 1], but should be one of 8,-2, "),
        ({"revealed": [{"at": [8, 0], "type": "gold", "open": "LT"}]}, 'revealed[1].open is "LT", but should be open'),
        ({"revealed": [{"at": [8, 0], "type": "stone", "open": "LX"}]}, 'revealed[1].open is "LX", but should be open'),
        ({"revealed": [{"at": [8, 0]}]}, "revealed[1].type is missing"),
        ({"players": [{"name": "A", "age": 7}]}, "unknown field players[1].age"),
        ({"players": [{"broken": ["pick"]}], "broken": ["lantern"]}, "broken is given twice"),
    ],
)
def test_a_bad_value_is_named(given, message):
    assert problems(placement(**given))[0].startswith(message)


def test_cards_of_the_head_must_be_ours():
    assert problems(placement(), {"cards": {"plus": ["LR", "TB"]}})[0].startswith("cards.plus: expected ")


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"jump": "plus"}, 'action is {"jump": "plus"}, but should be one of place, break, '),
        ({"place": "plus"}, "action.at is missing"),
        ({"place": "plus", "at": [3, 0]}, "the rules refuse this: "),
        ({"rockfall": [1, 0]}, "the rules refuse this: "),
        ({"break": "broken_pick", "target": "self"}, "the rules refuse this: "),
        ({"break": "broken_pick", "target": "Z"}, 'action.target is "Z", but should be a player: 0 to 2, or a name'),
        ({"repair": "fixed_pick_lantern", "target": "self"}, "action.tool is missing"),
        ({"repair": "fixed_pick", "target": "self", "tool": "pick"}, "the rules refuse this: "),
    ],
)
def test_an_impossible_action_fails(action, message):
    case = {"id": "S", "kind": "points", "given": {"action": action}, "expect": {"points": 2}}
    assert problems(case)[0].startswith(message)


def test_without_an_action_nothing_can_be_scored():
    assert problems({"id": "S", "kind": "points", "given": {}, "expect": {"points": 2}}) == ["action is missing"]


def test_an_illegal_action_can_be_asked_about():
    given = {"target_broken": ["pick"], "action": {"break": "broken_pick", "target": "other"}}
    assert problems({"id": "T", "kind": "tools", "given": given, "expect": {"legal": False}}) == []


def test_an_empty_hand_passes():
    players = [{"role": "gold", "hand": []}, {"role": "sab", "hand": ["map"]}]
    given = {"deck": 0, "players": players}
    case = {"id": "E", "kind": "end", "expect": {"next_active": 1}}
    assert problems({**case, "given": given}) == []
    assert problems({**case, "given": {**given, "action": "pass"}}) == []


def test_players_without_names_are_named_by_their_seats():
    case = {"id": "T", "kind": "tools", "given": {"card": "broken_pick"}, "expect": {"legal_targets": [2, 1]}}
    assert problems(case) == []


def test_a_goal_that_is_not_given_may_be_anything():
    lines = [[x, 0, "line_horiz", "r0"] for x in range(1, 7)]
    given = {"board": lines, "action": {"place": "line_horiz", "at": [7, 0]}}
    case = {"id": "G", "kind": "goal", "given": given, "expect": {"newly_revealed": [[8, 0]], "open": "LT"}}
    (said,) = problems(case)
    assert said == 'open: expected "LT", came {"8,0": "LRTB"} or {"8,0": "LT"}'


def test_too_many_players_are_refused():
    case = {"id": "U", "kind": "setup", "given": {"players": 11}, "expect": {"roles_dealt": 11}}
    assert problems(case)[0].startswith("the rules refuse this: ")


def named(id: str) -> Any:
    return next(case for head in HEADS.values() for case in head["cases"] if case["id"] == id)


@pytest.mark.parametrize(
    ("id", "options", "message"),
    [
        ("E13", {"R7": "exhaustion"}, 'reason: expected "stone", came "saboteurs"'),
        ("E10", {"R6": "stone"}, 'reason: expected "gold", came "stone"'),
        ("XE5", {"R8": "pile"}, None),
        ("B25", {"R24": "built"}, 'action: expected "place", came "rockfall"'),
        ("B31", {"R20": "relook"}, "one_of: expected [[8, -2], [8, 2]], came [[8, -2], [8, 0], [8, 2]]"),
        ("XB9", {"R14": "as_dealt"}, "one_of: expected "),
        ("XB7", {"R15": "cell"}, "one_of: expected "),
        ("XB20", {"R18": "first"}, "any_of_cards: expected "),
        ("XB3", {"R19": "seen"}, 'action: expected "place", came "map"'),
        ("XB25", {"R25": "built"}, "any_of_cards: expected "),
    ],
)
def test_another_ruling_changes_what_comes(id, options, message):
    said = problems(named(id), **options)
    assert said[0].startswith(message) if message else not said


def test_the_command_takes_options():
    result = CliRunner().invoke(command, [str(FILES[0]), "--option", "saboteur:R7=exhaustion", "--lang", "en"])
    assert result.exit_code == 1
    line, last = result.output.splitlines()
    assert line.startswith('E13: reason: expected "stone", came "saboteurs"; winners: expected ["A"], came ["B"]')
    assert last == f"{len(HEADS[FILES[0].name]['cases']) - 1} passed, 1 failed"
