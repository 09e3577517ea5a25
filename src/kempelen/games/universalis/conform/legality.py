"""Is it allowed? A table is laid out as the case says, and the rules of play are asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, number, whole, word
from kempelen.games.universalis.conform.table import MIDDLE, TYPE, Answers, beside, model, rules_of, state
from kempelen.games.universalis.rules.actions import (
    Attack,
    Charge,
    Disengage,
    Handle,
    Jump,
    Move,
    Reconnoitre,
    Reload,
    Shoot,
    Turn,
    simple,
)
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons
from kempelen.games.universalis.rules.combat.reactions import (
    could_fire,
    why_not_counter,
    why_not_dodge,
    why_not_fire,
    why_not_strike,
    why_not_support,
)
from kempelen.games.universalis.rules.legal import why_not, why_not_enter
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.movement.places import charge_ends, disengage_ends
from kempelen.games.universalis.rules.state import Model, Object, State
from kempelen.games.universalis.rules.table.board import EMPTY, Board, piece
from kempelen.games.universalis.rules.terms import COLOSSUS, INFANTRY, PASSIVE
from kempelen.text.say import Text

MELEE = ("attack", "reckless_attack", "disengage")
REACTIONS = ("dodge", "reaction_fire", "counterattack", "opportunity_attack", "recon_support")
MELEE_ATTACKS = ("attack", "reckless_attack", "charge", "melee")


KNOWN = (
    *("ap", "WK", "DF", "WN", "EH", "AGI", "KO", "GK", "type", "state", "panic", "burning", "critical", "prone"),
    *("in_melee", "in_contact", "distance", "shooter_distance", "target_prone", "target_WN", "fk_already_rolled"),
    *("target_camouflaged", "reconnoitred", "reload_marker", "uses", "band", "bands", "indirect", "extra_ap"),
    *("shot", "gap_to_previous_target", "fire_ready", "trigger", "in_perception", "by", "after"),
)
"""What a case may say of its table; not every question cares for all of it."""


def legality(case: Case) -> Answers:
    f = case.facts
    for name in KNOWN:
        f.get(name, lambda value, path: value, None)
    if "combat" in f:
        problem = _weapon(case)
    elif "reaction" in f:
        problem = _reaction(case)
    else:
        problem = _action(case)
    return {"legal": problem is None}


def _actor(case: Case, label: str, weapons: list[Weapon]) -> Model:
    f, rules = case.facts, rules_of(case)
    values: dict[str, Any] = {name: f.get(name, whole) for name in ("WN", "EH", "AGI", "KO", "GK") if name in f}
    if f.get("type", TYPE, INFANTRY) == COLOSSUS:
        values |= {"type": "Koloss", "size": "riesig"}
    elif "type" in f:
        values |= {"type": f.get("type", word), "size": "mittel"}
    m = model(Facts(values), rules, label, weapons=weapons)
    m.ap = f.get("ap", whole, 6)
    m.prone = f.get("prone", flag, False)
    m.critical = f.get("critical", flag, False)
    state_ = f.get("state", word, "none")
    if state_ not in ("none", "burning", "out", "panic", "normal", "active"):
        raise bad_value("state", state_, "among", known="burning, out, panic")
    m.out = state_ == "out"
    m.panic = state_ == "panic" or f.get("panic", flag, False)
    m.burning = weapons[0] if state_ == "burning" or f.get("burning", flag, False) else None
    return m


def _weapon(case: Case) -> Text | None:
    """R234, R278, R285: which weapon in which kind of combat."""
    f = case.facts
    combat, reach = f.get("combat", word), f.get("weapon_range", word)
    band, bands = _bands(reach)
    own = [] if reach == "unarmed" else [Weapon("weapon", 1, 4, 1, band, bands, thrown=reach in THROWN)]
    m = _actor(case, "A1", own)
    id = "unarmed" if reach == "unarmed" else "weapon"
    gap = 0.0 if combat == "melee" else 5.0
    enemy = model(Facts({}), rules_of(case), "B1", at=beside(m, gap, rules_of(case)))
    s = state(rules_of(case), m, enemy)
    if combat == "melee":
        return why_not(s, Attack("A1", "B1", id))
    return why_not(s, Shoot("A1", "normal", id, (("B1", 1),)))


THROWN = ("throw", "thrown")


def _bands(reach: str) -> tuple[float, int]:
    """`20/3`; nothing for melee and for what is thrown."""
    if "/" in reach:
        band, _, bands = reach.partition("/")
        return float(band), int(bands)
    if reach not in ("NK", "unarmed", *THROWN):
        raise bad_value("weapon_range", reach, "among", known="20/3, NK, throw, unarmed")
    return 0.0, 0


def _between(case: Case, m: Model, other: Model) -> Board:
    """A high wall, if the case says that they do not see each other."""
    if case.facts.get("line_of_sight", flag, True) and case.facts.get("los", flag, True):
        return EMPTY
    x = (m.x + other.x) / 2
    return Board("wall", [piece("wall", "", [(x - 0.1, 0), (x, 0), (x, 90), (x - 0.1, 90)], 0, 20, solid=True)])


# -- actions


def _action(case: Case) -> Text | None:
    f, rules = case.facts, rules_of(case)
    action = f.get("action", word)
    wk = f.get("WK", whole, 1)
    bursting = action == "burst"
    reach = f.get("weapon_range", word, "20/3")
    band, bands = _bands(reach)
    gun = Weapon(
        "gun",
        wk,
        4,
        1,
        f.get("band", number, band),
        f.get("bands", whole, bands),
        thrown=reach in THROWN,
        burst=f.get("DF", whole, 3 if bursting else 0),
        indirect=f.get("indirect", flag, False),
        reload=action == "reload",
        uses=int("uses" in f or "uses_left" in f),
    )
    blade = Weapon("blade", wk, 4, 1)
    m = _actor(case, "A1", [gun, blade])
    if gun.uses:
        m.uses[0] = f.get("uses", whole, f.get("uses_left", whole, 0))
    if action == "reload":
        m.reloading = int(f.get("reload_marker", flag, True))
    elif f.get("reload_marker", flag, False):
        m.reloading = 1
    if action == "stand_up":
        m.prone = f.get("prone", flag, True)
    in_melee = f.get("in_melee", flag, action in MELEE)
    gap = 0.0 if in_melee else f.get("distance", number, 3.5 if action == "charge" else 10.0)
    if not f.get("in_range", flag, True):
        gap = gun.band * gun.bands + 5.0
    hidden = f.get("target_camouflaged", flag, action == "reconnoitre") and not f.get("reconnoitred", flag, False)
    enemy = model(Facts({}), rules, "B1", at=beside(m, gap, rules), camouflage=PASSIVE, camouflage_level=1)
    enemy.hidden = hidden
    enemy.prone = f.get("target_prone", flag, False)
    s = state(rules, m, enemy, board=_between(case, m, enemy))
    if action in ("enter_building", "use_normal_door", "use_cover"):
        return None if action == "use_cover" else why_not_enter(m)
    if action == "burst":
        return _burst(case, s, m, enemy)
    return why_not(s, _order(case, s, m, enemy, action))


def _burst(case: Case, s: State, m: Model, enemy: Model) -> Text | None:
    f = case.facts
    modes = {"normal": "normal", "aimed": "aimed", "snap": "snap", "normal_shot": "normal", "snap_shot": "snap"}
    shot = f.get("shot", word, "normal")
    if shot not in modes:
        raise bad_value("shot", shot, "among", known=", ".join(modes))
    gap = f.get("gap_to_previous_target", number, None)
    targets = [("B1", 2)]
    if gap is not None:
        other = model(Facts({}), s.rules, "B1", at=(enemy.x, enemy.y + gap + s.rules.base_diameter[1]))
        other.label, other.index = "B2", 2
        s.models.append(other)
        targets = [("B1", 1), ("B2", 1)]
    m.ap = max(m.ap, 6)
    return why_not(s, Shoot("A1", modes[shot], "gun", tuple(targets)))


def _order(case: Case, s: State, m: Model, enemy: Model, action: str) -> Any:
    shots = {"normal_shot": "normal", "aimed": "aimed", "snap_shot": "snap"}
    if action in shots:
        return Shoot("A1", shots[action], "gun", (("B1", 1),))
    extra = case.facts.get("extra_ap", whole, 0)
    away = (m.x - 3.0, m.y, 0.0)
    match action:
        case "turn":
            return Turn("A1", 90)
        case "normal_move":
            return Move("A1", (away,))
        case "charge":
            ends = list(charge_ends(s, m, enemy))
            return Charge("A1", "B1", "blade", (ends[0] if ends else (enemy.x, enemy.y, 0.0),))
        case "disengage":
            ends = list(disengage_ends(s, m))
            return Disengage("A1", (ends[0] if ends else away,))
        case "lie_down" | "stand_up":
            return simple("A1", action)
        case "defence":
            return simple("A1", "defend")
        case "jump":
            return Jump("A1", (away,))
        case "interact":
            s.objects = [Object("core", m.x, m.y)]
            return Handle("A1", "take", 0)
        case "reload":
            return Reload("A1", "gun")
        case "fire_ready":
            return Reload("A1", "gun", True)
        case "attack" | "reckless_attack":
            return Attack("A1", "B1", "blade", action == "reckless_attack")
        case "reconnoitre":
            return Reconnoitre("A1", "B1", extra)
    raise bad_value("action", action, "among", known="normal_move, charge, normal_shot, attack")


# -- reactions


def _reaction(case: Case) -> Text | None:
    f, rules = case.facts, rules_of(case)
    kind = f.get("reaction", word)
    if kind not in REACTIONS:
        raise bad_value("reaction", kind, "among", known=", ".join(REACTIONS))
    wk = f.get("WK", whole, 1)
    gun, blade = Weapon("gun", wk, 4, 1, 100.0, 3), Weapon("blade", wk, 4, 1)
    m = _actor(case, "B1", [gun, blade])
    m.prone = f.get("target_prone", flag, m.prone)
    in_contact = f.get("in_melee", flag, f.get("in_contact", flag, kind in ("counterattack", "opportunity_attack")))
    gap = 0.0 if in_contact else f.get("shooter_distance", number, f.get("distance", number, 5.0))
    m.critical = f.get("target_critical", flag, m.critical)
    other = model(Facts({}), rules, "A1", at=beside(m, gap, rules))
    s = state(rules, m, other, board=_between(case, m, other))
    s.active = [1]
    match kind:
        case "dodge":
            m.card = _with_wn(m, f.get("target_WN", whole, m.card.wn))
            return why_not_dodge(s, other, m, f.get("fk_already_rolled", flag, False))
        case "reaction_fire":
            m.ready = 0 if f.get("fire_ready", flag, True) else -1
            trigger = f.get("trigger", word, "normal_move")
            problem = why_not_fire(s, m, trigger, f.get("indirect", flag, False))
            if not f.get("in_perception", flag, True):
                other.x = MIDDLE + 5 * m.card.wn + 10
            if problem is None:
                problem = could_fire(s, m, other, (other.x, other.y, 0.0))
            return problem
        case "counterattack":
            after = f.get("after", word, "attack")
            by = f.get("by", word, "defender")
            return why_not_counter(s, m, wk, by == "defender", after in MELEE_ATTACKS)
        case "opportunity_attack":
            trigger = f.get("trigger", word, "disengage")
            if trigger not in ("disengage", "normal_move", "move_away", "leaves", "flee", "panic", "charge"):
                return Text("universalis.no.no_movement")
            return why_not_strike(s, m, other, wk) if melee_weapons(m) else Text("universalis.no.no_melee_weapon")
    target = model(Facts({}), rules, "A1", at=(other.x, other.y), camouflage=PASSIVE, camouflage_level=1)
    target.hidden = True
    if not f.get("in_perception", flag, True):
        target.x = MIDDLE + 5 * m.card.wn + 10
    return why_not_support(s, m, target)


def _with_wn(m: Model, wn: int) -> Any:
    return replace(m.card, wn=wn)


KINDS = {"legality": legality}
