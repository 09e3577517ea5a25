"""The game against a second reading of the page: made-up cases, and both must find the same outcomes and chances."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from kempelen.conform import Case, Facts
from kempelen.games.tactics import GAME
from kempelen.games.tactics.conform import ADAPTER
from tests.games.tactics.reference import Chance, World, turn_outcomes, unit_outcomes
from tests.marks import rule

AIS = ("aggressive", "shy", "wandering 1", "wandering 3", "target", "target")
KINDS = ("field", "house", "tower", "street", "store")
UNIT_OPTIONS = [{}, {"R6": "path"}, {"R14": "sum"}, {"B1": "one_way"}]
TURN_OPTIONS = [{}, {"U3": "with_upkeep"}, {"U3": "anybody"}, {"D2": "reshuffle"}, {"D5": "next_turn"}]
MOST = 4000
"""Outcomes before joining; a case with more is made smaller."""


def came(case: dict[str, Any], **options: str) -> dict[str, Fraction]:
    """What the game makes of a case."""
    facts = {key: value for key, value in case.items() if key != "kind"}
    asked = Case(case["kind"], Facts(facts), {}, GAME.rulings.resolve(options))
    answers = ADAPTER.kinds[case["kind"]](asked)
    found: dict[str, Fraction] = {}
    for told, p in answers["outcomes"]().chances:
        text = repr(told["seq"] if "seq" in told else (told["log"], told["final"]))
        found[text] = found.get(text, Fraction(0)) + p
    return found


# -- making up cases


def a_board(random: Random, cells: int) -> tuple[dict[str, Any], list[list[int]]]:
    """Walls, special tiles, and the free tiles in random order."""
    width = random.randint(1, 6)
    height = max(1, min(6, cells // width))
    everywhere = [[x, y] for x in range(width) for y in range(height)]
    random.shuffle(everywhere)
    walls = everywhere[: len(everywhere) * random.choice((0, 0, 1, 2, 3)) // 10]
    free = everywhere[len(walls) :]
    tiles = {kind: random.sample(free, min(len(free), random.randint(1, 3))) for kind in random.sample(KINDS, 2)}
    board: dict[str, Any] = {"width": width, "height": height, "walls": walls, "tiles": tiles}
    if random.random() < 0.3:
        board["topology"] = "hex"
    return board, free


def a_unit(random: Random, pos: list[int], **more: Any) -> dict[str, Any]:
    unit = {
        "pos": pos,
        "hp": random.randint(1, 5),
        "attack": random.randint(0, 3),
        "range": random.choice((1, 1, 2, 3)),
        "move": random.choice((0, 1, 1, 2, 2, 3)),
        "move_actions": random.choice((1, 1, 1, 1, 2, 0)),
        "attack_actions": random.choice((1, 1, 1, 1, 2, 0)),
    }
    return unit | more


def with_ai(random: Random, unit: dict[str, Any]) -> dict[str, Any]:
    unit["ai"] = random.choice(AIS)
    if unit["ai"] == "target":
        unit["target"] = {"tile": random.choice(KINDS)} if random.random() < 0.6 else {"unit_tag": "king"}
    if random.random() < 0.3:
        unit["full_action"] = random.choice((True, {"tile": random.choice(KINDS)}))
    return unit


def a_unit_case(random: Random) -> dict[str, Any]:
    board, free = a_board(random, random.randint(4, 30))
    others = [
        a_unit(
            random, pos, id=f"u{n}", side=random.choice(("ai", "enemy", "enemy")), tags=random.choice(([], ["king"]))
        )
        for n, pos in enumerate(free[1 : 1 + random.randint(0, 5)])
    ]
    return {"kind": "unit_ai", "board": board, "me": with_ai(random, a_unit(random, free[0])), "others": others}


def a_turn_case(random: Random) -> dict[str, Any]:
    board, free = a_board(random, random.randint(4, 12))
    mode = random.choice((None, "kraken", "tyrant"))
    units = []
    for n, pos in enumerate(free[: random.randint(0, 3)]):
        if random.random() < 0.3:
            units.append(a_unit(random, pos, id=f"p{n}", side="player", tags=["king"]))
        else:
            unit = a_unit(random, pos, id=f"a{n}", side="ai", upkeep=random.choice((0, 1, 3, 6)))
            units.append(with_ai(random, unit | {"move": random.choice((0, 1))}))
    own = [unit for unit in units if unit["side"] == "ai"]
    if own and random.random() < 0.5:
        own[0] |= {"boss": True, "upkeep": 0}
    cards = [a_card(random, n) for n in range(random.randint(0, 3))]
    deck = random.randint(0, len(cards))
    case: dict[str, Any] = {
        "kind": "opponent_turn",
        "board": board,
        "players": random.randint(1, 3),
        "units": units,
        "deck": cards[:deck],
        "discard": cards[deck:],
        "spawn": random.sample(free, min(len(free), random.randint(0, 2))),
        "resource": random.randint(0, 3),
        "marks": random.randint(0, 2),
    }
    if mode is not None:
        case["mode"] = mode
    return case


def a_card(random: Random, n: int) -> dict[str, Any]:
    cost = random.choice((None, 0, 1, 2, 4, 6))
    if random.random() < 0.5:
        effect = {"effect": "repression_mark"} if random.random() < 0.5 else {}
        return {"id": f"E{n}", "type": "event", "cost": cost, **effect}
    unit = with_ai(random, a_unit(random, [0, 0]))
    del unit["pos"]
    return {"id": f"U{n}", "type": "unit", "cost": cost, "unit": unit | {"move": random.choice((0, 1))}}


class TooMany(Exception):
    """A case with more outcomes than are worth the time."""


def small(expected: Any, case: dict[str, Any], **options: str) -> dict[str, Fraction] | None:
    """What the second reading says, or None if a case branches too much."""
    tales = 0
    every = Chance.every

    def counted(self: Chance, tale: Any) -> Any:
        nonlocal tales
        for told in every(self, tale):
            tales += 1
            if tales > MOST:
                raise TooMany
            yield told

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Chance, "every", counted)
        try:
            found: dict[str, Fraction] = expected(case, **options)
        except TooMany:
            return None
    return found


# -- comparing


@rule(
    "tactics:R1",
    "tactics:R2",
    "tactics:R3",
    "tactics:R4",
    "tactics:R5",
    "tactics:R6",
    "tactics:R7",
    "tactics:R8",
    "tactics:R9",
    "tactics:R10",
    "tactics:R11",
    "tactics:R12",
    "tactics:R13",
    "tactics:R14",
    "tactics:R15",
    "tactics:R16",
    "tactics:R17",
    "tactics:R18",
    "tactics:R19",
    "tactics:R20",
    "tactics:R21",
    "tactics:R22",
    "tactics:R23",
    "tactics:R24",
    "tactics:B1",
    "tactics:B2",
    "tactics:B3",
    "tactics:B4",
)
@pytest.mark.parametrize("seed", range(60))
def test_an_activation_has_the_outcomes_of_the_second_reading(seed):
    random = Random(f"unit {seed}")
    case, options = a_unit_case(random), random.choice(UNIT_OPTIONS)
    expected = small(unit_outcomes, case, **options)
    if expected is not None:
        assert came(case, **options) == expected


@rule(
    "tactics:D1",
    "tactics:D2",
    "tactics:D3",
    "tactics:D4",
    "tactics:D5",
    "tactics:D6",
    "tactics:U1",
    "tactics:U2",
    "tactics:U3",
    "tactics:U4",
    "tactics:Y1",
    "tactics:Y2",
)
@pytest.mark.parametrize("seed", range(40))
def test_a_turn_has_the_outcomes_of_the_second_reading(seed):
    random = Random(f"turn {seed}")
    case, options = a_turn_case(random), random.choice(TURN_OPTIONS)
    expected = small(turn_outcomes, case, **options)
    if expected is not None:
        assert came(case, **options) == expected


@pytest.mark.parametrize("seed", range(30))
def test_moves_and_distances_of_the_second_reading(seed):
    random = Random(f"board {seed}")
    case = a_unit_case(random)
    world = World(case, Chance(), {})
    me = world.unit({"id": "m", "side": "ai", **case["me"]})
    for other in case["others"]:
        world.unit(other)
    facts = {"board": case["board"], "me": case["me"], "others": case["others"]}
    answer = ADAPTER.kinds["reachable"](Case("reachable", Facts(facts), {}, GAME.rulings.resolve({})))
    assert {tuple(cell) for cell in answer["expect"]} == set(world.reachable(me)) - {me["pos"]}
    board = {"topology": case["board"].get("topology", "square121")}
    asked = [[list(cell), 0] for cell in sorted(world.cells)]
    facts = {"board": board, "origin": case["me"]["pos"]}
    answer = ADAPTER.kinds["distance"](Case("distance", Facts(facts), {"expect": asked}, GAME.rulings.resolve({})))
    assert answer["expect"] == [[list(cell), world.distance(me["pos"], cell)] for cell in sorted(world.cells)]
