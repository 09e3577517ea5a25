"""The Solitaire A.I. once more, written down naively from its text and our readings, to compare with.

No chart, no engine: what a careful reader would do with a pencil. Names of facts are those of the worked examples.
"""

from __future__ import annotations

from collections import deque

REROLL = "REROLL"


def decide(card, facts, face):
    """(action, modifier) of one roll; the modifier is None where nothing is rolled, REROLL asks for another die."""

    def yes(name):
        return bool(facts.get(name, False))

    enemies = facts.get("enemies")
    attack = enemies is None or bool(enemies)
    move = facts.get("move_possible", True)
    lowest = facts.get("min_def", min([e[2] for e in enemies], default=99) if enemies is not None else 12)
    if yes("suppressed"):
        return "READY", None

    def clamp(drm):
        return min(10, max(1, face + drm))

    def first(*pairs):
        return next((name for name, possible in pairs if possible), "HUNKER_DOWN")

    if card in ("SERGEANT", "GUIDE"):
        other = "COMMAND" if card == "SERGEANT" else "GUIDE"
        can_other = card == "SERGEANT" or move
        if not facts.get("bolsterable", 0):
            return (other if can_other else "HUNKER_DOWN"), None
        drm = -2 if yes("counter_addable") or not yes("bolstered_turn") else 0
        return ("BOLSTER" if clamp(drm) <= 6 or not can_other else other), drm

    if card == "SCOUT":
        fog, enough, conceal = yes("fog_in_hand"), yes("scouted_enough"), facts.get("human_fog_supply", 5) > 0
        swap = False
        if fog:
            drm = 4 if enough else -3
        elif enough:
            drm, swap = (-3, False) if yes("on_tgt_marker") else (2, True)
        else:
            drm = -3
        if not (attack or move or fog or conceal):
            return "HUNKER_DOWN", None
        total = clamp(drm)
        rolled = "SCOUT" if total <= 4 else "ATTACK" if total <= 8 else "RECON" if fog else "CONCEAL"
        if rolled == "SCOUT" and swap:
            rolled = "CONCEAL"
        possible = {"SCOUT": move, "ATTACK": attack, "RECON": fog, "CONCEAL": conceal}
        if possible[rolled]:
            return rolled, drm
        if rolled in ("SCOUT", "CONCEAL") and attack:
            return "ATTACK", drm
        return first(("SCOUT", move), ("RECON", fog), ("CONCEAL", conceal)), drm

    if card == "RIFLEMAN":
        control = yes("can_control") or yes("control_wins")
        if yes("control_wins"):
            return "CONTROL", None
        if not (control or attack or move):
            return "HUNKER_DOWN", None
        as_attack = False
        if yes("on_tgt_marker"):
            drm = -4
        elif control:
            drm = 6
        elif yes("can_enter_obj") or yes("on_spawn") or yes("off_board"):
            drm = -3
        elif lowest <= 5:
            drm, as_attack = 1, True
        else:
            drm = 0
        total = clamp(drm)
        rolled = "MOVE" if total <= 4 else "ATTACK" if total <= 8 else "CONTROL"
        if rolled == "CONTROL" and as_attack:
            rolled = "ATTACK"
        if rolled == "CONTROL":
            return ("CONTROL" if control else REROLL), drm
        if rolled == "MOVE":
            return first(("MOVE", move), ("ATTACK", attack), ("CONTROL", control)), drm
        return first(("ATTACK", attack), ("MOVE", move), ("CONTROL", control)), drm

    if card == "SNIPER":
        if not (attack or move):
            return "HUNKER_DOWN", None
        if yes("on_tgt_marker"):
            drm = -4
        elif lowest <= 7:
            drm = 2
        elif facts.get("better_stalk_tile"):
            drm = -3
        else:
            drm = 0
        stalk = clamp(drm) <= 4
        return ("STALK" if (stalk and move) or not attack else "ATTACK"), drm

    if card == "MG":
        aimed = None
        if yes("on_tgt_marker"):
            drm = -4
        elif facts.get("obj_riflemen"):
            drm, aimed = 3, weakest([e for e in enemies if e[0] in facts["obj_riflemen"]])
        else:
            near = [e for kind in ("MG", "SNIPER", "MORTAR") for e in enemies or () if e[1] == kind and e[2] <= 8]
            aimed = weakest([e for e in near if e[1] == near[0][1]]) if near else None
            drm = 3 if near else 0
        if not (attack or move):
            return "HUNKER_DOWN", None
        if enemies is None:
            suppress = True
        else:
            suppress = any(not e[3] for e in (enemies if aimed is None else aimed))
        total = clamp(drm)
        if total <= 2:
            return first(("MOVE", move), ("ATTACK", attack)), drm
        if total <= 5:
            return first(("ATTACK", attack), ("MOVE", move)), drm
        return ("SUPPRESS" if suppress else REROLL), drm

    if card == "SQUAD_LEADER":
        bolster, inspire = facts.get("bolsterable", 0) > 0, bool(facts.get("inspirable"))
        if not inspire:
            return ("BOLSTER" if bolster else "HUNKER_DOWN"), None
        if not bolster:
            return "INSPIRE", None
        drm = -3 if yes("counter_addable") else 3
        return ("BOLSTER" if clamp(drm) <= 6 else "INSPIRE"), drm

    assert card == "MORTAR"
    drm = -5 if yes("on_tgt_marker") else 0
    marked, blast, target = yes("marker_placed"), yes("human_on_marked"), facts.get("target_possible", True)
    blast = blast and marked
    if not (move or blast or target):
        return "HUNKER_DOWN", None
    if clamp(drm) <= 2:
        return ("MOVE" if move else REROLL), drm
    if marked and blast:
        return "BLAST", drm
    return ("TARGET" if target else REROLL), drm


def weakest(units):
    return [unit for unit in units if unit[2] == min(other[2] for other in units)]


def target(attacker, units, main=()):
    """Who may be attacked, from [id, type, total defence]; ties are left open."""
    if main:
        return {unit[0] for unit in weakest([unit for unit in units if unit[0] in main])}
    column = ["RIFLEMAN", "SNIPER", "MG", "MORTAR"] if attacker in ("SNIPER", "MG") else ["RIFLEMAN"]
    chosen = next((found for kind in column if (found := [u for u in units if u[1] == kind])), units)
    chosen = weakest(chosen)
    lower = weakest([unit for unit in units if unit[2] <= chosen[0][2] - 2] or chosen)
    if lower[0][2] == chosen[0][2]:
        return {unit[0] for unit in chosen}
    first = min(column.index(unit[1]) if unit[1] in column else 9 for unit in lower)
    return {unit[0] for unit in lower if (column.index(unit[1]) if unit[1] in column else 9) == first}


def bolster(x, piles):
    """Cards one by one: always the pile the rule names, but a pile once begun is emptied first."""
    order = ["RIFLEMAN", "SNIPER", "MG", "MORTAR", "SCOUT"]
    left = {name: count for name, count, _ in piles if name != "FOG" and count}
    on = {name for name, _, counter in piles if counter}
    taken = {}

    def tie(name):
        kind, _, team = name.partition(" ")
        if kind == "SQUAD_LEADER":
            return (5, team)
        rank = order.index(kind) if kind in order else 9
        return (0, team, rank) if team else ({"SNIPER": 1, "MORTAR": 2, "GUIDE": 3}.get(kind, 4),)

    begun = None
    while x and left:
        if begun not in left:
            counters = [name for name in left if name in on]
            if counters:
                begun = min(counters, key=lambda name: (order.index(name.partition(" ")[0]), -left[name], tie(name)))
            else:
                begun = min(left, key=lambda name: (-left[name], tie(name)))
        taken[begun] = taken.get(begun, 0) + 1
        left[begun] -= 1
        if not left[begun]:
            del left[begun]
        x -= 1
    return taken


def distances(adjacent, start, allowed=None):
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for tile in adjacent[here]:
            if tile not in far and (allowed is None or tile in allowed):
                far[tile] = far[here] + 1
                queue.append(tile)
    return far


def scout_paths(tiles, at, scouted):
    """Shortest, fewest new markers, most cover; up to two tiles, no further than the goal."""
    adjacent = {name: tile["adj"] for name, tile in tiles.items()}
    cover = {name: 3 if isinstance(tile["cover"], list) else tile["cover"] for name, tile in tiles.items()}
    worth = {name: tile["vp"] for name, tile in tiles.items() if tile["vp"]}
    open_to = {name: vp for name, vp in worth.items() if name not in scouted} or worth
    goal = max(open_to, key=lambda name: open_to[name])
    far = distances(adjacent, goal)
    if at == goal:
        return None
    found = [[]]
    for _ in range(min(2, far[at])):
        found = [
            [*path, tile]
            for path in found
            for tile in adjacent[(path or [at])[-1]]
            if far[tile] < far[(path or [at])[-1]]
        ]
    keys = [(sum(tile not in scouted for tile in path), -sum(cover[tile] for tile in path)) for path in found]
    return [path for path, key in zip(found, keys, strict=True) if key == min(keys)]


def cover_steps(tiles, at, enterable):
    """Every first step on a shortest way to one of the nearest tiles with more cover."""
    adjacent = {name: tile["adj"] for name, tile in tiles.items()}
    cover = {name: 3 if isinstance(tile["cover"], list) else tile["cover"] for name, tile in tiles.items()}
    far = distances(adjacent, at, enterable)
    better = [name for name in far if cover[name] > cover[at]]
    if not better:
        return []
    near = min(far[name] for name in better)
    ends = [name for name in better if far[name] == near]
    most = max(cover[name] for name in ends)
    ends = [name for name in ends if cover[name] == most]
    steps = {
        step
        for end in ends
        for step in adjacent[at]
        if step in enterable and distances(adjacent, end, enterable | {at}).get(step) == near - 1
    }
    best = max(cover[step] for step in steps)
    return sorted(step for step in steps if cover[step] == best)


def rifle_steps(tiles, at, marked, controlled):
    """One marked tile nearer to the most points: over marked tiles if they lead there, else as the map lies."""
    adjacent = {name: tile["adj"] for name, tile in tiles.items()}
    cover = {name: 3 if isinstance(tile["cover"], list) else tile["cover"] for name, tile in tiles.items()}
    worth = {name: tile["vp"] for name, tile in tiles.items() if tile["vp"]}
    open_to = {name: vp for name, vp in worth.items() if name not in controlled} or worth
    goal = max(open_to, key=lambda name: open_to[name])
    far = distances(adjacent, goal, set(marked) | {at})
    if at not in far:
        far = distances(adjacent, goal)
    steps = [tile for tile in adjacent[at] if tile in marked and far.get(tile, 99) < far[at]]
    most = max([cover[tile] for tile in steps], default=0)
    return [tile for tile in steps if cover[tile] == most]


BASE = {"RIFLEMAN": 4, "SCOUT": 5, "SNIPER": 6, "MG": 4, "MORTAR": 4}


def total_def(tiles, at, kind, where):
    """Base, cover and range; a hill seen from a hill covers 1."""
    cover = tiles[where]["cover"]
    if isinstance(cover, list):
        cover = 1 if isinstance(tiles[at]["cover"], list) else 3
    adjacent = {name: tile["adj"] for name, tile in tiles.items()}
    return BASE[kind] + cover + distances(adjacent, at)[where]


def facts_on(tiles, case):
    """The facts of a position case, read off the board by eye."""
    at, kind = case["at"], case["card"].partition(" ")[0]
    adjacent = {name: tile["adj"] for name, tile in tiles.items()}
    cover = {name: 3 if isinstance(tile["cover"], list) else tile["cover"] for name, tile in tiles.items()}
    controlled = set(case.get("ai_controlled", ()))
    marked = set(case["ai_scouted"]) | controlled
    goal = case.get("ai_goal", 99)
    held = sum(tiles[name]["vp"] for name in controlled)
    enemies = [[id, of, total_def(tiles, at, of, where), False] for id, of, where in case["human"]]
    alone = all(where != at for _, _, where in case["human"])
    can_control = tiles[at]["vp"] > 0 and at not in controlled and alone
    facts = {
        "enemies": enemies,
        "on_spawn": case.get("ai_spawn") == at,
        "can_control": can_control,
        "control_wins": can_control and goal != "pin" and held + tiles[at]["vp"] >= goal,
        "can_enter_obj": any(tiles[near]["vp"] and near in marked - controlled for near in adjacent[at]),
        "scouted_enough": goal == "pin" or sum(tiles[name]["vp"] for name in marked) >= goal,
        "obj_riflemen": [id for id, of, where in case["human"] if of == "RIFLEMAN" and tiles[where]["vp"]],
        "target_possible": any(distances(adjacent, at)[where] >= 3 for _, _, where in case["human"]),
    }
    better = [near for near in adjacent[at] if cover[near] > cover[at]]
    if kind == "RIFLEMAN":
        facts["move_possible"] = bool(rifle_steps(tiles, at, marked, controlled))
    elif kind == "SNIPER":
        facts["move_possible"] = bool(cover_steps(tiles, at, set(tiles)))
        top = distances(adjacent, max(tiles, key=lambda name: tiles[name]["vp"]))
        facts["better_stalk_tile"] = [near for near in better if top[near] == min(top[other] for other in better)]
    elif kind in ("MG", "MORTAR"):
        facts["move_possible"] = bool(cover_steps(tiles, at, marked | {at}))
    return facts
