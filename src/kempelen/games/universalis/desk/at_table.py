"""The calculators at a running game: a shot or a blow of a model on this table at another one.

Nothing is asked that the table knows: what they carry, how they are, how far apart they stand, what is in between. The
chances are those that a choice of the game shows, by the same functions (face/chances.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import hypot

from kempelen.desk.adviser import Option
from kempelen.desk.calculator import Answers, Ask, Calculation, Result
from kempelen.engine.table import NOBODY
from kempelen.engine.trace import Trace
from kempelen.games.universalis.desk.asking import NOTES, among, in_a_line, percent, sum_of, versus
from kempelen.games.universalis.face.chances import blow_of, fired_at, harm, hurts, struck_when
from kempelen.games.universalis.face.words import gear_word
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons, weapon_named
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, attack_cost
from kempelen.games.universalis.rules.combat.ranged_actions import in_the_line, why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED, NORMAL, REACTION, SNAP, shot_cost
from kempelen.games.universalis.rules.combat.wounds import Hit, armour_reckoning, weapon_hit, wound_reckoning
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import distance, in_contact
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.text.say import Text

__all__ = ["at_table"]

MODES = (NORMAL, AIMED, SNAP, REACTION)
BLOWS = ("attack", "reckless_attack")


def at_table(s: State) -> Sequence[Calculation]:
    """What can be worked out about the models that stand on this table; nothing where nobody can attack anybody."""
    works: dict[str, tuple[Callable[[State], tuple[Ask, ...]], Callable[[State, Answers], Result], str]] = {
        "shot": (shot_asks, shot, "mode"),
        "melee": (melee_asks, melee, "blow"),
    }
    return [
        Calculation(id, Text(f"universalis.calc.here.{id}"), asks(s), partial(work, s), None, side)
        for id, (asks, work, side) in works.items()
        if any(s.enemies(m.seat) for m in armed(s, id))
    ]


def shooters(m: Model) -> list[Weapon]:
    return [weapon for weapon in m.weapons if weapon.ranged]


def armed(s: State, what: str) -> list[Model]:
    """Who could attack so: first who is in a fight already, if that is what is asked about, then who acts now, then his
    side."""
    arms = shooters if what == "shot" else melee_weapons
    acting = s.models[s.active[0]] if s.active else None
    able = [m for m in s.models if m.place == ON_TABLE and m.standing and arms(m)]

    def apart(m: Model) -> bool:
        return what != "shot" and not any(in_contact(s, m, enemy) for enemy in s.enemies(m.seat))

    def other_side(m: Model) -> bool:
        return acting is not None and m.seat != acting.seat

    return sorted(able, key=lambda m: (apart(m), m is not acting, other_side(m), m.index))


def _models(models: Sequence[Model]) -> list[Option]:
    return [Option(m.label, m.name) for m in models]


def who_asks(s: State, who: str, whom: str, what: str) -> tuple[Ask, ...]:
    """Who attacks, with what, and whom: everybody who stands there."""
    arms = shooters if what == "shot" else melee_weapons

    def model(known: Answers) -> Model:
        m = model_of(s, str(known[who]))
        assert m is not None
        return m

    def weapons(known: Answers) -> list[Option]:
        return [Option(weapon.id, gear_word("weapon", weapon.id)) for weapon in arms(model(known))]

    def enemies(known: Answers) -> list[Option]:
        m = model(known)
        return _models(sorted(s.enemies(m.seat), key=lambda o: distance(s, m, o)))

    able = [m for m in armed(s, what) if s.enemies(m.seat)]
    return (
        Ask(who, Text(f"universalis.calc.ask.{who}"), able[0].label, choices=lambda _: _models(able)),
        Ask(
            "weapon",
            Text("universalis.calc.ask.weapon"),
            lambda known: weapons(known)[0].id,
            choices=weapons,
            joined=True,
        ),
        Ask(whom, Text(f"universalis.calc.ask.{whom}"), lambda now: enemies(now)[0].id, choices=enemies),
    )


def shot_asks(s: State) -> tuple[Ask, ...]:
    return (*who_asks(s, "shooter", "target", "shot"), among("mode", MODES, NORMAL))


def melee_asks(s: State) -> tuple[Ask, ...]:
    def blows(known: Answers) -> list[Option]:
        """Whoever is not there yet charges."""
        kinds = BLOWS if in_contact(s, *named(s, known, "attacker", "defender")) else ("charge",)
        return [Option(kind, Text(f"universalis.calc.blow.{kind}")) for kind in kinds]

    what = Text("universalis.calc.ask.blow")
    blow = Ask("blow", what, lambda now: blows(now)[0].id, choices=blows)
    return (*who_asks(s, "attacker", "defender", "melee"), blow)


def named(s: State, known: Answers, *asks: str) -> list[Model]:
    found = [model_of(s, str(known[name])) for name in asks]
    return [m for m in found if m is not None]


def shot(s: State, known: Answers) -> Result:
    """A shot as it would be now (R219 to R262, R165 to R174)."""
    m, target = named(s, known, "shooter", "target")
    weapon, mode = weapon_named(m, str(known["weapon"])), str(known["mode"])
    if problem := why_not_target(s, m, weapon, mode, target):
        return Result(problem)
    one = fired_at(s, m, target, weapon, mode)
    level = one.shot.cover
    cover = Text("universalis.calc.in_cover", level="I" * level) if level else Text("universalis.calc.no_cover")
    lines = [
        Text("universalis.calc.ap", n=shot_cost(s.rules, m.card.type, weapon, mode)),
        Text("universalis.calc.measured", cm=one.shot.distance, cover=cover),
        Text("universalis.calc.target", n=one.needed.total, sum=sum_of(one.needed)),
    ]
    share = Fraction(1, max(1, len(in_the_line(s, m, target))))
    return told(s, m, target, one.hit, one.chance, hurts(s, one, m), share, lines, "shot")


def melee(s: State, known: Answers) -> Result:
    """A blow as it would be now (R263 to R286); from afar, when the attacker has come so far."""
    m, target = named(s, known, "attacker", "defender")
    weapon, kind = weapon_named(m, str(known["weapon"])), str(known["blow"])
    if in_contact(s, m, target):
        one = blow_of(s, m, target, Fight(weapon, reckless=kind == "reckless_attack", from_hiding=m.hidden))
    else:
        one = struck_when(s, m, target, weapon, touching(m, target))
    hit = weapon_hit(s, weapon, m)
    hit.shield = target.card.shield_armour
    near = in_contact(s, m, target)
    lines = [
        Text("universalis.calc.ap", n=attack_cost(s.rules, m.card.type, weapon, kind)),
        Text("universalis.calc.touching") if near else Text("universalis.calc.apart", cm=distance(s, m, target)),
        versus(one.attack, one.defence),
    ]
    return told(s, m, target, hit, one.chance, hurts(s, one, m), Fraction(1), lines, "melee")


def touching(m: Model, target: Model) -> tuple[float, float, float]:
    """Where a straight charge ends."""
    far = hypot(m.x - target.x, m.y - target.y)
    share = (m.r + target.r) / far if far else 0.0
    return target.x + (m.x - target.x) * share, target.y + (m.y - target.y) * share, target.z


def told(
    s: State,
    m: Model,
    target: Model,
    hit: Hit,
    hits: Fraction,
    wounds: Fraction,
    share: Fraction,
    lines: list[Text],
    what: str,
) -> Result:
    """In a line what it comes to, and what made it up; `share`: that it strikes this one of several."""
    out = hits * share * harm(s, hit, target, m).out
    trace = Trace(NOBODY)
    trace.add(NOTES[what])
    trace.add(NOTES["wound"])
    lines += [
        versus(wound_reckoning(s, target, hit), armour_reckoning(s, target, hit)),
        Text("universalis.calc.health", who=target.name, tp=target.tp[0], most=target.card.tp),
        Text("universalis.calc.exactly", hit=percent(hits), wound=percent(wounds), out=percent(out))
        if out
        else Text("universalis.calc.exactly_wounds", hit=percent(hits), wound=percent(wounds)),
    ]
    short = in_a_line(hits, wounds, out)
    return Result(short, tuple(lines), trace, short)
