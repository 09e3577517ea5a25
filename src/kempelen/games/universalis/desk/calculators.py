"""The calculators: shot, wound, melee, panic, scatter, reconnaissance, from a few facts and with no game set up.

Every target number comes with what made it up, and every chance from the functions that play uses (figures.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from kempelen.desk.adviser import Adviser
from kempelen.desk.calculator import Answers, Ask, Calculation, Result, consultation_of
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Trace
from kempelen.games.universalis.desk.asking import (
    AS_IT_IS,
    HUMAN,
    NOTES,
    Desk,
    among,
    desk,
    flag,
    gathered,
    in_a_line,
    levels,
    number,
    other_value,
    percent,
    sum_of,
    versus,
)
from kempelen.games.universalis.desk.chances import (
    ATTACKER,
    VICTIM,
    Harm,
    Luck,
    after,
    dodges,
    harm,
    landings,
    shots,
    test_chance,
    wins,
)
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, attack_cost, escapes, nk_reckoning
from kempelen.games.universalis.rules.combat.panic import panic_mods
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    Shot,
    burst_bonus,
    fk_reckoning,
    max_range,
    shot_cost,
    weapon_range,
)
from kempelen.games.universalis.rules.combat.wounds import Hit, weapon_hit
from kempelen.games.universalis.rules.models.card import Card, Weapon
from kempelen.games.universalis.rules.models.current import reckon, size
from kempelen.games.universalis.rules.rolls import Reckoning
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.table.camouflage import reconnoitre_cost, reconnoitre_reckoning
from kempelen.text.say import Text

__all__ = ["adviser", "calculations"]

MODES = (NORMAL, AIMED, SNAP, REACTION)
BLOWS = ("attack", "charge", "reckless_attack", "counterattack", "opportunity_attack")
SEEN = {
    "friends": "friend",
    "friends_touching": "friend_contact",
    "friends_panicking": "friend_panic",
    "friends_out": "friend_out",
    "friends_just_out": "friend_just_out",
    "enemies": "enemy",
    "enemies_touching": "enemy_melee",
}
"""Whom a model sees that tests for panic, by the names of `panic.panic_mods`."""
DISTANCES = (5, 10, 15, 20, 25, 30, 40, 50, 60, 80)
"""In centimetres, as people estimate them."""
SIDE_BY_SIDE = {"shot": "mode", "scatter": "mode", "melee": "blow"}
"""What each calculation is worked out for in all its forms."""
ASKED_FIRST = ("friends", "friends_just_out", "enemies")


def calculations(options: Mapping[str, str], groups: Sequence[Mapping[str, Any]] = ()) -> tuple[Calculation, ...]:
    """Every calculation; models of the given rosters can be named like shipped ones."""
    at = desk(options, groups)
    works: dict[str, tuple[Callable[[Desk], tuple[Ask, ...]], Callable[[Desk, Answers], Result]]] = {
        "shot": (shot_asks, shot),
        "wound": (wound_asks, wound),
        "melee": (melee_asks, melee),
        "panic": (panic_asks, panic),
        "scatter": (scatter_asks, scatter),
        "reconnoitre": (reconnoitre_asks, reconnoitre),
    }
    return tuple(
        Calculation(
            id,
            Text(f"universalis.calc.title.{id}"),
            asks(at),
            partial(work, at),
            Text(f"universalis.calc.key.{id}"),
            SIDE_BY_SIDE.get(id, ""),
        )
        for id, (asks, work) in works.items()
    )


def adviser(options: Mapping[str, str]) -> Adviser:
    """The same, asked for one after the other."""
    group = Text("universalis.calc.group")
    found = tuple(consultation_of(one, group) for one in calculations(options))
    return Adviser(Text("universalis.calc.intro"), found)


# -- a shot


def shot_asks(at: Desk) -> tuple[Ask, ...]:
    return (
        at.model_ask("shooter"),
        at.weapon_ask("shooter", "ranged"),
        among("mode", MODES, NORMAL),
        number("distance", 20.0, 0, 300, special=False, quick=DISTANCES),
        at.model_ask("target"),
        levels("cover"),
        flag("touching"),
        *map(flag, ("fast", "prone", "target_prone", "critical", "target_critical", "dodge", "border")),
        flag("indirect"),
        flag("spotted"),
        number("shots", 1, 1, 5),
        number("switches", 0, 0, 4),
        flag("shield_turned"),
        number("tp", AS_IT_IS, 1, 20),
        *map(other_value, ("fk", "agi", "ko", "target_agi", "target_ko")),
    )


def shot(at: Desk, known: Answers) -> Result:
    """Target number, hit chance, and what comes of it (R219 to R262, R165 to R174)."""
    shooter = at.card_of(known, "shooter", "", "fk", "agi", "ko")
    target = at.card_of(known, "target", "target_", "agi", "ko")
    weapon = at.weapon_of(shooter, str(known["weapon"]))
    s = at.scene(known, shooter, target, weapon)
    fired = circumstances(s, known, weapon)
    if problem := too_far(s, fired):
        return Result(problem)
    trace = Trace(NOBODY)
    lines = target_lines(s, shooter, weapon, fired, trace)
    cases = [(s, fired, Fraction(1))]
    if known["dodge"]:
        found = dodges(s)
        dodged = sum((p for (did, _), p in found.items() if did), Fraction(0))
        lines.append(Text("universalis.calc.dodges", p=percent(dodged)))
        cases = [(after(s, luck), replace(fired, dodged=did), p) for (did, luck), p in found.items()]
    blow = weapon_hit(s, weapon, s.models[ATTACKER], burst_bonus(at.rules, fired.shots))
    blow.indirect = fired.indirect
    blow.cover = fired.cover if known["touching"] else 0
    blow.shield = 0 if known["shield_turned"] else target.shield_armour
    total = Harm()
    if weapon.radius:
        hits = area_harm(weapon, cases, blow, total, lines)
    else:
        hits = Fraction(0)
        for now, case, share in cases:
            hits += add_harm(now, blow, shots(now, case), share, total)
    lines += at.harm_lines(s, blow, total, hits, trace)
    return Result(Text("universalis.calc.hits", p=percent(hits)), tuple(lines), trace, comes_to(hits, total))


def comes_to(hits: Fraction, total: Harm) -> Text:
    """In a line what an attack comes to."""
    return in_a_line(hits, total.wound, total.out)


def circumstances(s: State, known: Answers, weapon: Weapon) -> Shot:
    """What was said of a shot, as the rules want it."""
    band, bands = weapon_range(s, s.models[ATTACKER], weapon)
    indirect = bool(known["indirect"]) and weapon.indirect
    return Shot(
        str(known["mode"]),
        float(known["distance"]),
        band,
        bands,
        size(s.models[VICTIM]),
        0 if indirect else int(known["cover"]),
        weapon.unwieldy,
        bool(known["fast"]),
        indirect,
        bool(known["spotted"]),
        int(known["shots"]),
        int(known["switches"]),
        bool(known["border"]),
    )


def too_far(s: State, fired: Shot) -> Text | None:
    reach = max_range(s.rules, fired.band, fired.bands, fired.mode == AIMED)
    return Text("universalis.calc.out_of_range", cm=round(reach, 6)) if fired.distance > reach else None


def target_lines(s: State, shooter: Card, weapon: Weapon, fired: Shot, trace: Trace) -> list[Text]:
    """What a shot costs, and its target number with everything that made it up."""
    needed = fk_reckoning(s, s.models[ATTACKER], fired)
    trace.add(NOTES["shot"])
    return [Text("universalis.calc.ap", n=shot_cost(s.rules, shooter.type, weapon, fired.mode)), target_line(needed)]


def target_line(needed: Reckoning) -> Text:
    return Text("universalis.calc.target", n=needed.total, sum=sum_of(needed))


def add_harm(s: State, blow: Hit, hits: Mapping[Luck, Fraction], share: Fraction, total: Harm) -> Fraction:
    """What these hits do; how likely one of them is."""
    for luck, p in hits.items():
        total.add(harm(after(s, luck), blow), share * p)
    return share * sum(hits.values(), Fraction(0))


def area_harm(
    weapon: Weapon, cases: Sequence[tuple[State, Shot, Fraction]], blow: Hit, total: Harm, lines: list[Text]
) -> Fraction:
    """A template may lie over the target even after a miss (R257 to R261)."""
    found = {"full": Fraction(0), "partial": Fraction(0)}
    for now, case, share in cases:
        for covered in found:
            hits: dict[Luck, Fraction] = {}
            for landing, p in landings(now, case, weapon.radius).items():
                if landing.covered == covered:
                    hits[landing.luck] = hits.get(landing.luck, Fraction(0)) + p
            found[covered] += add_harm(now, replace(blow, partial=covered == "partial"), hits, share, total)
    lines.append(Text("universalis.calc.template", full=percent(found["full"]), partial=percent(found["partial"])))
    return found["full"] + found["partial"]


# -- a hit


def wound_asks(at: Desk) -> tuple[Ask, ...]:
    return (
        at.model_ask("attacker"),
        at.weapon_ask("attacker", "any"),
        at.model_ask("target"),
        levels("touched", special=True),
        flag("indirect"),
        flag("partial"),
        number("shots", 1, 1, 5),
        *map(flag, ("critical", "target_critical", "shield_turned")),
        number("tp", AS_IT_IS, 1, 20),
        *map(other_value, ("ko", "target_ko")),
    )


def wound(at: Desk, known: Answers) -> Result:
    """A hit that has been scored (R165 to R174)."""
    attacker, target = at.card_of(known, "attacker", "", "ko"), at.card_of(known, "target", "target_", "ko")
    weapon = at.weapon_of(attacker, str(known["weapon"]))
    s = at.scene(known, attacker, target, weapon)
    blow = weapon_hit(s, weapon, s.models[ATTACKER], burst_bonus(at.rules, int(known["shots"])))
    blow.indirect, blow.partial, blow.cover = bool(known["indirect"]), bool(known["partial"]), int(known["touched"])
    blow.shield = 0 if known["shield_turned"] else target.shield_armour
    found, trace = harm(s, blow), Trace(NOBODY)
    lines = at.harm_lines(s, blow, found, Fraction(1), trace)
    return Result(Text("universalis.calc.wounds_do", p=percent(found.wound)), tuple(lines), trace)


# -- melee


def melee_asks(at: Desk) -> tuple[Ask, ...]:
    return (
        at.model_ask("attacker"),
        at.weapon_ask("attacker", "melee"),
        among("blow", BLOWS, "attack"),
        at.model_ask("defender"),
        number("helpers", 0, 0, 5),
        number("defender_helpers", 0, 0, 5),
        *map(flag, ("defence", "hidden", "riposte", "prone", "target_prone", "critical", "target_critical")),
        number("tp", AS_IT_IS, 1, 20),
        *map(other_value, ("nk", "agi", "ko", "defender_nk", "defender_agi", "defender_ko")),
    )


def melee(at: Desk, known: Answers) -> Result:
    """Who wins, and what the blow does (R263 to R286)."""
    attacker = at.card_of(known, "attacker", "", "nk", "agi", "ko")
    defender = at.card_of(known, "defender", "defender_", "nk", "agi", "ko")
    weapon = at.weapon_of(attacker, str(known["weapon"]))
    s = at.scene(known, attacker, defender, weapon)
    one, other = s.models[ATTACKER], s.models[VICTIM]
    other.defence = bool(known["defence"])
    kind = str(known["blow"])
    how = Fight(
        weapon,
        charge=kind == "charge",
        reckless=kind == "reckless_attack",
        counter=kind == "counterattack",
        opportunity=kind == "opportunity_attack",
        riposte=bool(known["riposte"]),
        from_hiding=bool(known["hidden"]),
        helpers=int(known["helpers"]),
        defender_helpers=int(known["defender_helpers"]),
    )
    attack, defence = nk_reckoning(s, one, other, how, True), nk_reckoning(s, other, one, how, False)
    trace = Trace(NOBODY)
    trace.add(NOTES["melee"])
    won = wins(s, how)
    blow = weapon_hit(s, weapon, one)
    blow.shield = defender.shield_armour
    total = Harm()
    hits = add_harm(s, blow, {} if escapes(other, how) else won, Fraction(1), total)
    lines = [Text("universalis.calc.ap", n=attack_cost(at.rules, attacker.type, weapon, kind)), versus(attack, defence)]
    if escapes(other, how):
        lines.append(Text("universalis.calc.fleet", p=percent(sum(won.values(), Fraction(0)))))
    lines += at.harm_lines(s, blow, total, hits, trace)
    return Result(Text("universalis.calc.hits", p=percent(hits)), tuple(lines), trace, comes_to(hits, total))


# -- panic


def panic_asks(at: Desk) -> tuple[Ask, ...]:
    counts = (number(name, 0, 0, 9, special=name not in ASKED_FIRST) for name in SEEN)
    return (at.model_ask("who"), *counts, flag("critical"), other_value("eh"))


def panic(at: Desk, known: Answers) -> Result:
    """An EH roll with everybody in the perception range (R188 to R200)."""
    card = at.card_of(known, "who", "", "eh")
    s = at.scene(known, card, HUMAN)
    needed = reckon(s, s.models[ATTACKER], "EH")
    seen = [kind for name, kind in SEEN.items() for _ in range(int(known[name]))]
    needed.mods += gathered(panic_mods(at.rules, seen))
    calm = test_chance(s, needed, "eh")
    trace = Trace(NOBODY)
    trace.add(NOTES["panic"])
    lines = [target_line(needed)]
    if card.levels.get("automaton"):
        lines.append(Text("universalis.calc.automaton"))
    return Result(Text("universalis.calc.panics", p=percent(1 - calm), calm=percent(calm)), tuple(lines), trace)


# -- scatter


def scatter_asks(at: Desk) -> tuple[Ask, ...]:
    asks = {ask.name: ask for ask in shot_asks(at)} | {"shooter": at.model_ask("shooter", "area")}
    first = ("mode", "distance", "target", "cover", "fast", "prone", "target_prone", "critical")
    then = ("indirect", "spotted", "border", "shots", "switches", "fk", "ko")
    rest = (asks[name] for name in (*first, *then))
    return (asks["shooter"], at.weapon_ask("shooter", "area"), *rest)


def scatter(at: Desk, known: Answers) -> Result:
    """How far an area weapon goes astray, and what its template still covers (R256 to R261)."""
    shooter = at.card_of(known, "shooter", "", "fk", "ko")
    weapon = at.weapon_of(shooter, str(known["weapon"]))
    s = at.scene(known, shooter, at.cards[str(known["target"])], weapon)
    fired = circumstances(s, known, weapon)
    if problem := too_far(s, fired):
        return Result(problem)
    found, trace = landings(s, fired, weapon.radius), Trace(NOBODY)
    lines = target_lines(s, shooter, weapon, fired, trace)
    places: dict[tuple[int, str], Fraction] = {}
    for landing, p in found.items():
        places[landing.cm, landing.covered] = places.get((landing.cm, landing.covered), Fraction(0)) + p
    for (cm, covered), p in sorted(places.items()):
        lines.append(Text(f"universalis.calc.lands_{covered}", cm=cm, p=percent(p)))
    mean = sum((landing.cm * p for landing, p in found.items()), Fraction(0))
    lines.append(Text("universalis.calc.mean", cm=float(mean)))
    there = sum((p for landing, p in found.items() if not landing.cm), Fraction(0))
    return Result(Text("universalis.calc.on_the_spot", p=percent(there)), tuple(lines), trace)


# -- reconnaissance


def reconnoitre_asks(at: Desk) -> tuple[Ask, ...]:
    numbers = (number("level", 1, 0, 9, special=False), number("extra", 0, 0, 10, special=False))
    return (at.model_ask("who"), *numbers, number("supporters", 0, 0, 9), flag("critical"), other_value("wn"))


def reconnoitre(at: Desk, known: Answers) -> Result:
    """A WN roll against camouflage (R298 to R300)."""
    s = at.scene(known, at.card_of(known, "who", "", "wn"), HUMAN)
    level, extra, supporters = (int(known[name]) for name in ("level", "extra", "supporters"))
    needed = reconnoitre_reckoning(s, s.models[ATTACKER], level, extra, supporters)
    found = test_chance(s, needed, "wn")
    trace = Trace(NOBODY)
    trace.add(NOTES["reconnoitre"])
    lines = (Text("universalis.calc.ap", n=reconnoitre_cost(at.rules, extra)), target_line(needed))
    return Result(Text("universalis.calc.reconnoitred", p=percent(found)), lines, trace)
