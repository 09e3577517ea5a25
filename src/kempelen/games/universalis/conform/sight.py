"""Questions about distances, line of sight and cover."""

from __future__ import annotations

from kempelen.conform import Case, Facts, flag, number, whole, word
from kempelen.games.universalis.conform.table import (
    MIDDLE,
    SIZE,
    SIZE_NAMES,
    Answers,
    beside,
    model,
    placed,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.combat.threats import threats_of
from kempelen.games.universalis.rules.models.current import distance
from kempelen.games.universalis.rules.movement.deploying import far_enough
from kempelen.games.universalis.rules.table.board import Board, piece
from kempelen.games.universalis.rules.table.sight import cover_against, perceives, sees_model
from kempelen.games.universalis.rules.terms import (
    MEDIUM,
)


def distance_kind(case: Case) -> Answers:
    rules = rules_of(case)
    a, b = (placed(case.facts.part(name), rules, label) for name, label in (("a", "A1"), ("b", "B1")))
    return {"distance": distance(state(rules, a, b), a, b)}


def zone_membership(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    apart = f.get("centre_distance", number)
    a = model(f, rules, "A1", at=(10.0, 10.0))
    other = Facts({"size": next(name for name, n in SIZE_NAMES.items() if n == f.get("other_size", SIZE, MEDIUM))})
    b = model(other, rules, "B1", at=(10.0 + apart, 10.0))
    s = state(rules, a, b)
    return {
        "in_perception": perceives(s, a, b),
        "in_danger_zone": b in threats_of(s, a),
        "distance": distance(s, a, b),
    }


def deployment_distance(case: Case) -> Answers:
    return {"legal": far_enough(rules_of(case), case.facts.get("distance", number))}


def wall(case: Case) -> Answers:
    """20 cm between the bases; an endless thin wall at the target's base."""
    rules, f = rules_of(case), case.facts
    shooter = Facts({"size": f.get("shooter_size", word, "mittel"), "prone": f.get("shooter_prone", flag, False)})
    target = Facts({"size": f.get("target_size", word, "mittel"), "prone": f.get("target_prone", flag, False)})
    a, b = model(shooter, rules, at=(20.0, MIDDLE)), model(target, rules, "B1")
    b.x, b.y = beside(a, 20.0, rules, b.card.size)
    x = b.x - rules.base_diameter[b.card.size] / 2
    thin = 0.001
    stone = piece(
        "wall",
        "",
        [(x - thin, -900), (x, -900), (x, 900), (x - thin, 900)],
        0,
        f.get("wall_height", number),
        solid=True,
        cover=f.get("wall_cover", whole, 2),
    )
    s = state(rules, a, b, board=Board("wall", [stone]))
    cover = cover_against(s, a, b)
    return {
        "los": sees_model(s, a, b),
        "cover": cover.level > 0,
        "fk_malus": rules.cover_malus[cover.level],
        "armour_bonus": rules.cover_armour[cover.touched],
    }


def model_between(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    sides = {}
    models = []
    for name in ("shooter", "between", "target"):
        part = f.part(name)
        side = part.get("side", word, "a" if name == "shooter" else "b")
        sides[name] = side
        m = placed(part, rules, "A1" if side == "a" else "B1")
        m.out = part.get("out", flag, False)
        models.append(m)
    for n, m in enumerate(models):
        m.label = f"{m.label[0]}{n + 1}"
    s = state(rules, *models)
    return {"los": sees_model(s, models[0], models[2]), "cover": cover_against(s, models[0], models[2]).level}


def friend_cover(case: Case) -> Answers:
    """A friend of the target stands right in front of it."""
    rules, f = rules_of(case), case.facts
    target = Facts({"size": f.get("target_size", word, "mittel"), "prone": f.get("target_prone", flag, False)})
    friend = Facts({"size": f.get("friend_size", word, "mittel"), "prone": f.get("friend_prone", flag, False)})
    shooter = model(Facts({"size": "mittel"}), rules, at=(20.0, MIDDLE))
    victim = model(target, rules, "B1", at=(50.0, MIDDLE))
    other = model(friend, rules, "B2")
    apart = (rules.base_diameter[victim.card.size] + rules.base_diameter[other.card.size]) / 2
    other.x, other.y = victim.x - apart, MIDDLE
    cover = cover_against(state(rules, shooter, victim, other), shooter, victim)
    return {
        "fk_malus": rules.cover_malus[cover.level],
        "armour_bonus": rules.cover_armour[cover.touched],
        "cover": cover.level,
    }


KINDS = {
    "distance": distance_kind,
    "zone_membership": zone_membership,
    "deployment_distance": deployment_distance,
    "wall": wall,
    "model_between": model_between,
    "friend_cover": friend_cover,
}
