"""Worked examples by the thousand: the adapters against a naive reading of the same text (reference.py)."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
import yaml

from kempelen.conform.run import run_case
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.conform import ADAPTER
from tests.games.undaunted import reference
from tests.games.undaunted.test_conform import FILES

FLAGS = {
    "SERGEANT": ("counter_addable", "bolstered_turn", "bolstered_game", "on_tgt_marker"),
    "GUIDE": ("counter_addable", "bolstered_turn", "bolstered_game"),
    "SCOUT": ("fog_in_hand", "scouted_enough", "on_tgt_marker", "suppressed"),
    "RIFLEMAN": (
        "control_wins",
        "on_tgt_marker",
        "can_control",
        "can_enter_obj",
        "on_spawn",
        "off_board",
        "suppressed",
    ),
    "SNIPER": ("on_tgt_marker", "suppressed", "off_board"),
    "MG": ("on_tgt_marker", "suppressed"),
    "SQUAD_LEADER": ("counter_addable", "scouted_enough"),
    "MORTAR": ("on_tgt_marker", "marker_placed", "human_on_marked", "suppressed"),
}
FOES = (
    None,
    [],
    [["R1", "RIFLEMAN", 5, False]],
    [["R1", "RIFLEMAN", 9, True], ["N1", "SNIPER", 8, True], ["M1", "MG", 9, False]],
    [["M1", "MG", 8, True], ["T1", "MORTAR", 6, False]],
    [["M1", "MG", 7, True], ["M2", "MG", 7, False], ["S1", "SCOUT", 6, False]],
    [["S1", "SCOUT", 7, True]],
)
MORE = {
    "SERGEANT": {"bolsterable": (0, 1, 6)},
    "GUIDE": {"bolsterable": (0, 2), "move_possible": (None, False)},
    "SCOUT": {"human_fog_supply": (None, 0), "move_possible": (None, False), "enemies": (None, [])},
    "RIFLEMAN": {"min_def": (None, 5, 6), "move_possible": (None, False), "enemies": (None, [])},
    "SNIPER": {
        "min_def": (None, 7, 8),
        "better_stalk_tile": (None, "H"),
        "move_possible": (None, False),
        "enemies": (None, []),
    },
    "MG": {"enemies": FOES, "move_possible": (None, False), "obj_riflemen": (None, ["R1"])},
    "SQUAD_LEADER": {"bolsterable": (0, 3), "inspirable": ([], ["MG A"], ["RIFLEMAN A", "SCOUT A"])},
    "MORTAR": {"move_possible": (None, False), "target_possible": (None, False)},
}


def situations(card):
    """Every combination of facts that can be together."""
    names = list(MORE[card])
    for flags in product((False, True), repeat=len(FLAGS[card])):
        for values in product(*MORE[card].values()):
            facts = {name: True for name, on in zip(FLAGS[card], flags, strict=True) if on}
            facts |= {name: value for name, value in zip(names, values, strict=True) if value is not None}
            foes = facts.get("enemies")
            if facts.get("enemies") == [] and facts.get("min_def"):
                continue
            if facts.get("bolstered_turn") and not facts.get("bolstered_game") and "bolstered_game" in FLAGS[card]:
                continue
            if facts.get("human_on_marked") and not facts.get("marker_placed"):
                continue
            if facts.get("obj_riflemen") and not any(foe[0] == "R1" and not foe[3] for foe in foes or ()):
                continue
            yield facts


def problems(case, board=None):
    return run_case(ADAPTER, {"id": "X", **case}, GAME.rulings.defaults, {}, board or {})


def rolled(card, facts, faces):
    """What comes of these dice, by the reference; None if they do not suffice."""
    for n, face in enumerate(faces, 1):
        action, drm = reference.decide(card, facts, face)
        if drm is None:
            return {"action": action, "rolls_used": 0, "drm": None}
        if action != reference.REROLL:
            return {"action": action, "rolls_used": n, "drm": drm, "total": face + drm}
    return None


@pytest.mark.parametrize("card", FLAGS)
def test_every_card_in_every_situation(card):
    count = 0
    for facts in situations(card):
        actions = [reference.decide(card, facts, face) for face in range(1, 11)]
        drm = actions[0][1]
        expect = {
            "drm": drm,
            "by_face": [action for action, _ in actions],
            "out_of_table_faces": [face for face in range(1, 11) if drm is not None and not 1 <= face + drm <= 10],
        }
        if reference.REROLL not in expect["by_face"] or set(expect["by_face"]) > {reference.REROLL}:
            assert not problems({"kind": "sweep", "card": card, "facts": facts, "expect": expect}), (facts, expect)
        count += 1
    assert count >= 8


@pytest.mark.parametrize("card", FLAGS)
def test_dice_in_a_row(card):
    """Re-rolls: the queue is used up to the first die that means something."""
    dice = Random(7)
    checked = 0
    for facts in situations(card):
        faces = [dice.randint(1, 10) for _ in range(6)]
        expect = rolled(card, facts, faces)
        ends = {action for action, _ in (reference.decide(card, facts, face) for face in range(1, 11))}
        if expect is None or ends == {reference.REROLL}:
            continue
        case = {"kind": "decide", "card": card, "facts": facts, "rolls": faces, "expect": expect}
        assert not problems(case), case
        checked += 1
    assert checked >= 8


def test_targets():
    dice = Random(3)
    kinds = ("RIFLEMAN", "SNIPER", "MG", "MORTAR", "SCOUT")
    for _ in range(400):
        attacker = dice.choice(("SCOUT", "RIFLEMAN", "SNIPER", "MG"))
        units = [[f"U{n}", dice.choice(kinds), dice.randint(4, 11)] for n in range(dice.randint(1, 6))]
        near, main = dice.random() < 0.5, []
        case = {"kind": "target", "attacker": attacker, "action": "ATTACK"}
        if near:
            case |= {"human_vp": 4, "human_goal": dice.choice((5, 6))}
        for unit in units:
            if near and unit[1] == "RIFLEMAN" and dice.random() < 0.4:
                main += [unit[0]] * (case["human_goal"] == 5)
                unit.append("on_uncontrolled_obj")
        wanted = sorted(reference.target(attacker, units, main))
        expect = {"target": wanted[0]} if len(wanted) == 1 else {"one_of": wanted}
        assert not problems({**case, "units": units, "expect": expect}), (case, units, wanted)


def test_suppressing_looks_only_at_those_who_stand():
    dice = Random(5)
    for _ in range(200):
        units = [
            [f"U{n}", dice.choice(("RIFLEMAN", "SNIPER", "MG", "SCOUT")), dice.randint(4, 11)]
            + ["suppressed"] * (dice.random() < 0.4)
            for n in range(dice.randint(1, 5))
        ]
        standing = [unit for unit in units if len(unit) == 3]
        wanted = sorted(reference.target("MG", standing)) if standing else []
        expect = {"one_of": wanted} if len(wanted) > 1 else {"target": wanted[0] if wanted else None}
        case = {"kind": "target", "attacker": "MG", "action": "SUPPRESS", "units": units, "expect": expect}
        assert not problems(case), case


def test_bolster():
    dice = Random(11)
    names = [f"{kind} {team}" for kind in ("RIFLEMAN", "MG", "SCOUT") for team in "ABC"]
    for _ in range(400):
        chosen = dice.sample([*names, "SNIPER", "MORTAR", "GUIDE", "SQUAD_LEADER B", "FOG"], dice.randint(1, 6))
        piles = [
            [name, dice.randint(1, 4), name not in ("GUIDE", "SQUAD_LEADER B", "FOG") and dice.random() < 0.3]
            for name in chosen
        ]
        x = dice.randint(1, 3)
        case = {"kind": "bolster", "x": x, "piles": piles, "expect": {"take": reference.bolster(x, piles)}}
        assert not problems(case), case
        squad = dice.choice("ABC")
        own = [pile for pile in piles if pile[0].endswith(f" {squad}")]
        case |= {"squad": squad, "expect": {"take": reference.bolster(x, own)}}
        assert not problems(case), case


@pytest.fixture(scope="module")
def board():
    cases = yaml.safe_load(FILES[0].read_text("utf-8"))["cases"]
    return next(case for case in cases if case["kind"] == "map")


def paths_case(unit, at, scouted, action, steps, wanted):
    expect = {"path": wanted[0] if wanted else []} if len(wanted) < 2 else {"one_of": wanted}
    return {
        "kind": "move",
        "unit": unit,
        "at": at,
        "scouted": scouted,
        "action": action,
        "steps": steps,
        "expect": expect,
    }


def test_scouts_on_the_board(board):
    tiles = board["tiles"]
    dice = Random(2)
    for at in tiles:
        for _ in range(12):
            scouted = sorted({at, *dice.sample(sorted(tiles), dice.randint(0, 7))})
            wanted = reference.scout_paths(tiles, at, scouted)
            if wanted is None:
                continue
            case = paths_case("SCOUT A", at, scouted, "SCOUT", 2, wanted)
            if len(wanted) == 1:
                case["expect"]["fog_taken"] = len(set(wanted[0]) - set(scouted))
            assert not problems(case, {"map": board}), case


@pytest.mark.parametrize(("unit", "action"), [("MG A", "MOVE"), ("MORTAR", "MOVE"), ("SNIPER", "STALK")])
def test_specialists_on_the_board(board, unit, action):
    tiles = board["tiles"]
    dice = Random(4)
    for at in tiles:
        for _ in range(12):
            scouted = sorted({at, *dice.sample(sorted(tiles), dice.randint(0, 8))})
            enterable = set(tiles) if unit == "SNIPER" else set(scouted)
            wanted = [[step] for step in reference.cover_steps(tiles, at, enterable)]
            case = paths_case(unit, at, scouted, action, 1, wanted)
            assert not problems(case, {"map": board}), case


def test_the_order_of_every_small_hand():
    kinds = ["SERGEANT", "GUIDE", "SCOUT", "MG", "SNIPER", "MORTAR", "RIFLEMAN"]
    cards = [f"{kind} {team}" for kind in ("SCOUT", "MG", "RIFLEMAN") for team in "ABC"]
    cards += ["SERGEANT", "GUIDE", "SNIPER", "MORTAR", "FOG", "SQUAD_LEADER C"]
    dice = Random(1)
    for hand in combinations(cards, 4):
        if dice.random() < 0.85:
            continue
        played = sorted(
            (card for card in hand if card not in ("FOG", "SQUAD_LEADER C")),
            key=lambda card: (kinds.index(card.partition(" ")[0]), card),
        )
        played += ["SQUAD_LEADER C"] * ("SQUAD_LEADER C" in hand)
        shuffled = list(hand)
        dice.shuffle(shuffled)
        expect = {"order": played, "not_played": ["FOG"] * ("FOG" in hand)}
        assert not problems({"kind": "order", "hand": shuffled, "expect": expect}), hand


def random_position(dice, tiles, card):
    names = sorted(tiles)
    at = dice.choice(names)
    controlled = sorted(name for name in ("c", "h", "j") if dice.random() < 0.25)
    case = {
        "kind": "position",
        "card": card,
        "at": at,
        "ai_scouted": sorted({at, *dice.sample(names, dice.randint(0, 6))}),
        "ai_controlled": controlled,
        "ai_spawn": dice.choice(names),
        "ai_goal": dice.choice((3, 5, 6, 99, "pin")),
    }
    kinds = dice.sample(
        ("RIFLEMAN", "RIFLEMAN", "RIFLEMAN", "SCOUT", "SNIPER", "MG", "MG", "MORTAR"), dice.randint(1, 5)
    )
    case["human"] = [[f"U{n}", kind, dice.choice(names)] for n, kind in enumerate(kinds)]
    return case


@pytest.mark.parametrize("card", ["RIFLEMAN A", "RIFLEMAN B", "SNIPER", "MG A", "SCOUT C", "MORTAR"])
def test_whole_positions(board, card):
    """Everything at once: defences, questions, modifier, die, action and target."""
    tiles, dice = board["tiles"], Random(card)
    kind = card.partition(" ")[0]
    for _ in range(150):
        case = random_position(dice, tiles, card)
        facts = reference.facts_on(tiles, case)
        face = dice.randint(1, 10)
        action, drm = reference.decide(kind, facts, face)
        if action == reference.REROLL:
            continue
        expect = {
            "total_def": {enemy[0]: enemy[2] for enemy in facts["enemies"]},
            "action": action,
            "drm": drm,
            "rolls_used": 0 if drm is None else 1,
        }
        if action in ("ATTACK", "SUPPRESS"):
            units = [enemy[:3] for enemy in facts["enemies"]]
            if kind == "MG" and drm == 3 and facts["obj_riflemen"]:
                wanted = {unit[0] for unit in reference.weakest([u for u in units if u[0] in facts["obj_riflemen"]])}
            elif kind == "MG" and drm == 3:
                near = [u for kind_ in ("MG", "SNIPER", "MORTAR") for u in units if u[1] == kind_ and u[2] <= 8]
                wanted = {unit[0] for unit in reference.weakest([u for u in near if u[1] == near[0][1]])}
            else:
                wanted = reference.target(kind, units)
            expect |= {"target": min(wanted)} if len(wanted) == 1 else {"one_of": sorted(wanted)}
        elif action == "MOVE" and kind == "RIFLEMAN":
            marked = {*case["ai_scouted"], *case["ai_controlled"]}
            steps = reference.rifle_steps(tiles, case["at"], marked, case["ai_controlled"])
            if len(steps) == 1:
                expect["path"] = steps
        elif action == "STALK" and drm == -3 and len(facts["better_stalk_tile"]) == 1:
            expect["tile"] = facts["better_stalk_tile"][0]
        if drm is not None:
            expect["total"] = face + drm
        assert not problems({**case, "rolls": [face], "expect": expect}, {"map": board}), (case, facts, expect)
